// additive_model.h: the additive model of a captured cloth: six addends, each absent, constant, curved, or with separate compression
// (Miguel 2016, section 5.1), and linear bending.
//
// Every shape is contained in those with higher levels: raising an addend keeps the energy, because its control values are read from the
// addend before. Hence a stage starts exactly where the one before ended, and all smaller models are linear subspaces of the largest one.
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
  PL_ADDITIVE_ASYMMETRIC,   // separate compression in every addend
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
  PL_LEVEL_CURVED,     // curves only: control strains from 0 to the largest strain, symmetric in compression
  PL_LEVEL_ASYMMETRIC  // control strains on both sides of 0
} pl_additive_level;

enum { PL_ADDITIVE_MAX_KNOT = 12 };

// One addend. Curves: value[i] is psi'' at knot[0][i]. Pairs: value[i * n[1] + j] is psi,01 at (knot[0][i], knot[1][j]). For pairs with
// shear, knot[1] is one strain, and psi,01 rises linearly with |shear| from 0 to the value there.
typedef struct pl_additive_addend {
  pl_additive_level level;
  int n[2];
  double knot[2][PL_ADDITIVE_MAX_KNOT];
  double value[PL_ADDITIVE_MAX_KNOT];  // N/m
  bool held[PL_ADDITIVE_MAX_KNOT];     // at strains that were not visited: fixed at the value before the addend was raised
} pl_additive_addend;

// Internal friction beside a curve (law dahl): a, b, tau; without b when the largest stress is constant.
typedef struct pl_additive_friction {
  bool on;
  double value[3], scale[3];
} pl_additive_friction;

typedef struct pl_additive_shape {
  double range[3][2];  // visited strains of warp, weft, shear, low < 0 < high: they place the control strains
  int points;          // control strains of a curve from 0 to its largest strain
  bool isotropic;      // the addends are those of StVK, fitted with its two parameters
  pl_additive_addend addend[PL_SLOTS];
  pl_friction friction_kind;
  pl_additive_friction friction[3];  // of warp, weft, shear
  bool flat;                         // without bending: sheets under tension only
  double bend[3];                    // N m, rigidities D11, D22, D66
  bool bend_one;                     // one for an isotropic plate with D12 = 0
} pl_additive_shape;

// StVK with these parameters (N/m, 1, and N m: D of an isotropic plate with D12 = 0).
void pl_additive_start(pl_additive_shape *shape, double young, double poisson, double bend);
// Changes the level of an addend. Upwards the energy is unchanged; downwards the values are those at rest.
void pl_additive_set(pl_additive_shape *shape, pl_additive_slot slot, pl_additive_level level);
// True if the two sides of this addend may differ. Shear: only if both directions were sheared.
bool pl_additive_two_sided(const pl_additive_shape *shape, pl_additive_slot slot);
// Sets the levels of a stage; separate compression only where the two sides may differ.
void pl_additive_raise(pl_additive_shape *shape, pl_additive_stage stage);
// Changes the number of control strains of all curves (2, 3, 5, 9: the energy is unchanged).
void pl_additive_points(pl_additive_shape *shape, int points);
// The next level up (+1) or down (-1) that this addend has; itself when there is none.
pl_additive_level pl_additive_next(pl_additive_slot slot, pl_additive_level level, int up);

// Places the control strains of a curve by its level and its visited strains: `points` from 0 to the largest. Also in compression if that
// is separate.
void pl_additive_place_curve(pl_additive_addend *addend, const double range[2], int points);

int pl_additive_values_of(const pl_additive_addend *addend);
// Evaluates `from` at the control strains of `to`: linear in from's values. Both of the same slot.
void pl_additive_read(pl_additive_slot slot, const pl_additive_addend *from, pl_additive_addend *to);

// The JSON text of a term: the addend `name` (material/addend.h), of the same kind as `slot`. shares: it uses the parameters of this
// earlier term. NULL: it has separate ones.
void pl_additive_describe(pl_text *text, const char *name, pl_additive_slot slot, const pl_additive_addend *addend, const char *shares);

// The material: terms named by their addends (StVK: `membrane`), then warp-friction, weft-friction, shear-friction where they are enabled.
// Unless flat, bend-warp, bend-weft and bend-diagonal (on 2 k_uv) follow, or the one term `bend`.
pl_status pl_additive_material(pl_context *ctx, const char *name, double density, const pl_additive_shape *shape, pl_material **material);
// The parameter of D11, D22 or D66 (b = 0, 1, 2), of all three in a material with one term.
int pl_additive_bending(const pl_material *material, int b);
// Reads the values back from a material of that shape.
void pl_additive_values(const pl_material *material, pl_additive_shape *shape);
// "warp 3, weft 3, area": in arena memory; NULL: out of memory.
const char *pl_additive_words(pl_arena *arena, const pl_additive_shape *shape);
bool pl_additive_has_friction(const pl_additive_shape *shape);

#endif
