// inclusion.h: a block with hidden balls, stiffer or softer, or of two layers. It is held by its faces in several poses, with 15 landmarks:
// data for heterogeneous materials. The readings are found on a finer mesh than the one of the experiment.
#ifndef SCENES_INCLUSION_H
#define SCENES_INCLUSION_H

#include <pliant/extend.h>
#include <pliant/mesh.h>

#include "measure/protocol.h"

#define SCENE_INCLUSION_YOUNG 20e3   // Pa, of the block
#define SCENE_INCLUSION_POISSON 0.3  // in block and ball
typedef struct scene_ball {
  double center[3], radius;  // m; the block is 60 x 50 x 50 mm from the origin
  double contrast;           // Young modulus over that of the block
} scene_ball;
extern const scene_ball scene_stiff_ball;
extern const scene_ball scene_soft_ball;  // smaller and elsewhere
// A block with anything in it.
enum { SCENE_MAX_BALL = 3 };
typedef struct scene_body {
  int n_ball;
  scene_ball ball[SCENE_MAX_BALL];  // centres apart by twice the sum of the radii, or more
  // without balls: two layers. The upper one begins at z = border (m) in the middle of the block and rises by `slope` along x. It has
  // `above` times the Young modulus of the lower
  double border, above, slope;
} scene_body;
extern const scene_body scene_layers, scene_tilted_layers;
extern const scene_body scene_two_balls;             // a stiff and a soft one
extern const scene_body scene_three_balls;           // small ones
extern const double scene_inclusion_noise_position;  // m, of each coordinate of a landmark
extern const double scene_inclusion_noise_force;     // N, of each component

// Write the experiment into `folder`, make its readings with noise, and load it. cells: of the mesh of the experiment along x, y and z.
pl_status scene_heterogeneous(pl_context *ctx, const char *folder, const int cells[3], const scene_body *body, uint64_t seed,
                              pl_measurement **measurement);
// The same with one ball.
pl_status scene_inclusion(pl_context *ctx, const char *folder, const int cells[3], const scene_ball *ball, uint64_t seed,
                          pl_measurement **measurement);

// The true Young modulus, mean over the tetrahedron e of a mesh, Pa.
double scene_body_truth(const scene_body *body, const pl_mesh *mesh, int32_t e);

#endif
