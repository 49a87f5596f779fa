// inclusion.h: a block with a hidden ball, stiffer or softer, held by its faces in several poses, and 15 landmarks: data for materials that change
// from place to place. The readings are found on a finer mesh than the one of the experiment.
#ifndef SCENES_INCLUSION_H
#define SCENES_INCLUSION_H

#include <pliant/mesh.h>

#include "measure/measurement.h"

#define SCENE_INCLUSION_YOUNG 20e3  // Pa, of the block; Poisson 0.3 in block and ball
typedef struct scene_ball {
  double center[3], radius;  // m; the block is 60 x 50 x 50 mm from the origin
  double contrast;           // Young modulus over that of the block
} scene_ball;
extern const scene_ball scene_stiff_ball;
extern const scene_ball scene_soft_ball;             // smaller and elsewhere
extern const double scene_inclusion_noise_position;  // m, of each coordinate of a landmark
extern const double scene_inclusion_noise_force;     // N, of each component

// Write the experiment into `folder`, make its readings with noise, and load it. cells: of the mesh of the experiment along x, y and z.
pl_status scene_inclusion(pl_context *ctx, const char *folder, const int cells[3], const scene_ball *ball, uint64_t seed,
                          pl_measurement **measurement);

// The true Young modulus, mean over the tetrahedron e of a mesh, Pa.
double scene_inclusion_truth(const scene_ball *ball, const pl_mesh *mesh, int32_t e);

#endif
