// body_shape.h: additive models of a body in poses, from the isotropic body to a curve for each strain (Miguel 2016, section 3).
//
// Addends come in families: stretches (xx, yy, zz; warp, weft), shears (yz, xz, xy; shear) and pairs (yy-zz, xx-zz, xx-yy; area).
//   isotropic   two parameters: stretches a, shears b, pairs a - 2 b (lambda + 2 mu, mu, lambda; of sheets E/(1 - nu^2), G, nu E/(1 -
// nu^2))
//   axes        one parameter per family, shared by its tied addends. A solid then has cubic symmetry
//   apart       an addend with a separate parameter
//   curved      a stretch or shear with control strains, symmetric in compression
//   asymmetric  a stretch with separate compression
// Each contains the ones above it, and raising an addend keeps the energy; all are linear in their parameters.
#ifndef PL_ESTIMATE_MODEL_BODY_SHAPE_H
#define PL_ESTIMATE_MODEL_BODY_SHAPE_H

#include "estimate/model/additive_model.h"
#include "estimate/model/body_model.h"

enum { PL_BODY_SLOTS = 9 };

typedef struct pl_body_shape {
  bool solid;
  bool isotropic;
  double range[6][2];                        // visited strains, low < 0 < high
  bool tied[PL_BODY_SLOTS];                  // tied to the other tied addends of its family: one common constant
  pl_additive_addend addend[PL_BODY_SLOTS];  // those of a single strain first; N/m or Pa
  double bend;                               // N m, rigidity of a sheet
} pl_body_shape;

// The isotropic body of a guess: its moduli, ranges and bending.
void pl_body_shape_start(pl_body_shape *shape, bool solid, const pl_body_guess *guess);
int pl_body_shape_slots(const pl_body_shape *shape);  // addends
const char *pl_body_shape_slot_name(const pl_body_shape *shape, int slot);
// Moves the slots with a set bit one level up or down. The bit after the last addend is that of the axes: isotropic or not. Returns false,
// with the shape undefined, if there is no such model.
bool pl_body_shape_change(pl_body_shape *shape, unsigned slots, int up);
// Raises every addend to its highest level.
void pl_body_shape_raise(pl_body_shape *shape);
const char *pl_body_shape_level_name(const pl_body_shape *shape, int slot);  // " apart", " curved"; "" if tied

// Number of free parameters, the bending of a sheet last. The shape is linear in them.
int pl_body_shape_count(const pl_body_shape *shape);
// Gets the parameters [count], SI; sets them in the shape, fixed values unchanged. positive [count]: those with lower bound 0.
void pl_body_shape_get(const pl_body_shape *shape, double *z);
void pl_body_shape_put(pl_body_shape *shape, const double *z);
void pl_body_shape_positive(const pl_body_shape *shape, bool *positive);
// Evaluates `from`, which `to` contains, at the control strains of `to`.
void pl_body_shape_read(const pl_body_shape *from, pl_body_shape *to);

// The material: a body (sheets: membrane) with two parameters, or terms named by their addends; `young` scales bounds and steps.
pl_status pl_body_shape_material(pl_context *ctx, const pl_measurement *measured, const pl_body_shape *shape, double young,
                                 pl_material **material);
// Reads the values of a material of that shape.
void pl_body_shape_values(const pl_material *material, pl_body_shape *shape);
// "xx 3, yy = zz, yz = xz = xy, yy-zz = xx-zz = xx-yy": in arena memory; NULL: out of memory.
const char *pl_body_shape_words(pl_arena *arena, const pl_body_shape *shape);
bool pl_body_shape_tied(const pl_body_shape *shape);  // addends share one parameter

#endif
