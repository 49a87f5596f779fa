// additive_model.h: the additive model of a captured cloth as six addends, each absent, constant, curved, or with its compression apart
// (Miguel 2016, section 5.1), and linear bending.
//
// Every shape is contained in those with higher levels: raising an addend changes nothing about the energy, its control values being read off the
// addend as it was. Hence a stage starts exactly where the one before ended, and all smaller models are linear subspaces of the largest one.
#ifndef PL_ESTIMATE_MODEL_ADDITIVE_MODEL_H
#define PL_ESTIMATE_MODEL_ADDITIVE_MODEL_H

#include "base/text.h"
#include "estimate/friction/friction.h"

// The columns of the paper's table 2.
typedef enum pl_additive_stage {
  PL_ADDITIVE_STVK,         // isotropic: Young modulus and Poisson coefficient
  PL_ADDITIVE_ANISOTROPIC,  // warp, weft, shear, area
  PL_ADDITIVE_CROSS,        // + warp-shear, weft-shear
  PL_ADDITIVE_NONLINEAR,    // curves of warp, weft, shear
  PL_ADDITIVE_ASYMMETRIC,   // compression apart, in every addend
  PL_ADDITIVE_STAGES
} pl_additive_stage;
extern const char *const pl_additive_stage_names[PL_ADDITIVE_STAGES];

typedef enum pl_additive_slot {
  PL_SLOT_WARP,
  PL_SLOT_WEFT,
  PL_SLOT_SHEAR,
  PL_SLOT_AREA,
  PL_SLOT_WARP_SHEAR,
  PL_SLOT_WEFT_SHEAR,
  PL_SLOTS
} pl_additive_slot;
const char *pl_additive_slot_name(pl_additive_slot slot);

typedef enum pl_additive_level {
  PL_LEVEL_ABSENT,
  PL_LEVEL_CONSTANT,   // one stiffness
  PL_LEVEL_CURVED,     // curves only: control strains from 0 to the largest strain, the same in compression
  PL_LEVEL_ASYMMETRIC  // control strains on both sides of 0
} pl_additive_level;

enum { PL_ADDITIVE_MAX_KNOT = 12 };

// One addend. Curves: value[i] is psi'' at knot[0][i]. Pairs: value[i * n[1] + j] is psi,01 at (knot[0][i], knot[1][j]); of the pairs with shear
// knot[1] is one strain, and psi,01 rises linearly with |shear| from 0 to value there.
typedef struct pl_additive_addend {
  pl_additive_level level;
  int n[2];
  double knot[2][PL_ADDITIVE_MAX_KNOT];
  double value[PL_ADDITIVE_MAX_KNOT];  // N/m
  bool held[PL_ADDITIVE_MAX_KNOT];     // at strains that nothing visited: stays what it was before the addend was raised
} pl_additive_addend;

// Internal friction beside a curve (law dahl): a, b, tau; without b when the largest stress is constant.
typedef struct pl_additive_friction {
  bool on;
  double value[3], scale[3];
} pl_additive_friction;

typedef struct pl_additive_shape {
  double range[3][2];  // populated strains of warp, weft, shear, low < 0 < high: control strains are placed by them
  int points;          // control strains of a curve from 0 to its largest strain
  bool isotropic;      // the addends are those of StVK, and fitted as such
  pl_additive_addend addend[PL_SLOTS];
  pl_friction friction_kind;
  pl_additive_friction friction[3];  // of warp, weft, shear
  bool flat;                         // without bending: sheets that are only stretched
  double bend[3];                    // N m, hinges along warp, weft, diagonal
  bool bend_one;                     // one number for the three
} pl_additive_shape;

// StVK with these numbers (N/m, 1).
void pl_additive_start(pl_additive_shape *shape, double young, double poisson, double bend);
// Give an addend another level. Upwards the energy stays what it is; downwards the values are those at rest.
void pl_additive_set(pl_additive_shape *shape, pl_additive_slot slot, pl_additive_level level);
// May the two sides of this addend differ? Shear: only when both were sheared to.
bool pl_additive_two_sided(const pl_additive_shape *shape, pl_additive_slot slot);
// Give the addends the levels of a stage; asymmetric only those that may be.
void pl_additive_raise(pl_additive_shape *shape, pl_additive_stage stage);
// Another number of control strains of all curves (2, 3, 5, 9: the energy stays what it is).
void pl_additive_points(pl_additive_shape *shape, int points);
// The next level up (+1) or down (-1) that this addend has; itself when there is none.
pl_additive_level pl_additive_next(pl_additive_slot slot, pl_additive_level level, int up);

// Control strains of any curve, by its level and the strains it is visited at: `points` from 0 to the largest; the same in compression when that is
// apart.
void pl_additive_place_curve(pl_additive_addend *addend, const double range[2], int points);

int pl_additive_values_of(const pl_additive_addend *addend);
// The values of `to`'s control strains as `from` has them: linear in from's values. Both of the same slot.
void pl_additive_read(pl_additive_slot slot, const pl_additive_addend *from, pl_additive_addend *to);

// The JSON text of a term: the addend `name` (material/addend.h) as an addend of the same kind as `slot`; shares: with the parameters of this earlier
// term, NULL: its own.
void pl_additive_describe(pl_text *text, const char *name, pl_additive_slot slot, const pl_additive_addend *addend, const char *shares);

// The material: terms named by their addends (StVK: `membrane`), then warp-friction, weft-friction, shear-friction where they are on,
// then bend-warp, bend-weft, bend-diagonal, unless flat.
pl_status pl_additive_material(pl_context *ctx, const char *name, double density, const pl_additive_shape *shape, pl_material **material);
// Read the values back from a material of that shape.
void pl_additive_values(const pl_material *material, pl_additive_shape *shape);
// "warp 3, weft 3, area": in arena memory; NULL: out of memory.
const char *pl_additive_words(pl_arena *arena, const pl_additive_shape *shape);

#endif
