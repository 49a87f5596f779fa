// usual.h: usual next tests of a laboratory, with usual specimens, loads and noise: what `pliant rig` makes by default.
//
// They answer how much a test that was not made would reduce standard errors (estimate/advise/further.h). A new one is a row of its
// protocol (pl_protocol_plan).
#ifndef PL_RIG_USUAL_H
#define PL_RIG_USUAL_H

#include "rig/rig.h"

// Properties that a material needs for a test.
typedef enum pl_usual_needs {
  PL_NEEDS_STRETCH = 1,  // a term of the sheet that is not bending
  PL_NEEDS_BEND = 2,
  PL_NEEDS_WEIGHT = 4,   // a density per area
  PL_NEEDS_RUBBER = 8,   // it was measured in homogeneous states
  PL_NEEDS_SHEAR = 16,   // stiffness in every direction of the plane
  PL_NEEDS_MEMORY = 32,  // friction in bending
  PL_NEEDS_BODY = 64     // a solid was measured in poses
} pl_usual_needs;

enum { PL_USUAL_MAX_TEST = 4 };

// A planned test: specimens without values, and the noise of each channel.
typedef struct pl_usual_plan {
  int n_test;
  pl_test test[PL_USUAL_MAX_TEST];
  double sigma[PL_MAX_CHANNEL];  // SI; 0: one percent of the largest value
  int cells;                     // pl_rig_options.cells: coarse, because these are estimates
  pl_mesh *mesh;                 // simulation mesh of a capture, whose test already has values; the caller destroys it. NULL: none
  pl_measurement *capture;       // the same
} pl_usual_plan;

typedef struct pl_usual {
  const char *protocol;  // "cantilever"
  const char *name;      // "weft strip"
  const char *words;     // "a cantilever of a weft strip"
  const char *noise;     // "labels to 0.2 mm"
  unsigned needs;        // pl_usual_needs
  bool slow;             // takes seconds, not milliseconds
  double angle;          // rad, of the specimen from warp
  int which;             // meaning depends on the row: control channel, mode
  // `like`: a measured homogeneous test, of the same mode if there is one, for its body and its stretches. It may also be a solid in poses,
  // for its body; NULL: none.
  pl_status (*plan)(pl_arena *arena, const struct pl_usual *usual, const pl_material *material, const pl_test *like,
                    const pl_solve_options *solve, pl_usual_plan *plan);
} pl_usual;

// Contribution of a protocol: the part `plan` of its row.
typedef struct pl_protocol_plan {
  int n_usual;
  const pl_usual *usual;
  unsigned body;  // pl_usual_needs of specimens that can be tested again only by this protocol; 0: any test suits
  bool labels;    // labels are compared by their distance from the simulated strip, so they are placed before derivatives are taken
  // Compared channels, bit k for channel k. NULL: all that are observed.
  unsigned (*compared)(const pl_test *test);
  // How well a measured test serves as the template of a further one (its body, its stretches); `which` as in pl_usual. Below 0: not at
  // all. NULL: never.
  double (*like)(const pl_test *test, int which);
  // Virtual laboratories (laboratory.h): tests from flags; NULL: they need a plan. Tests of an experiment file; NULL: the usual one.
  const struct pl_laboratory *laboratory, *planned;
} pl_protocol_plan;

// Those of all protocols, the quick ones first.
int pl_usual_count(void);
const pl_usual *pl_usual_at(int index);
// Properties of a material, pl_usual_needs. like: a measured test of a protocol with pl_protocol_plan.body, NULL: none.
unsigned pl_usual_has(const pl_material *material, const pl_test *like);

#endif
