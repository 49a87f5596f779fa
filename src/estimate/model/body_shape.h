// body_shape.h: the additive model of a body in poses between the isotropic body and a curve for each of its strains (Miguel 2016, section 3).
//
// Addends come in families: stretches (xx, yy, zz; warp, weft), shears (yz, xz, xy; shear) and pairs (yy-zz, xx-zz, xx-yy; area).
//   isotropic   two numbers: stretches a, shears b, pairs a - 2 b (lambda + 2 mu, mu, lambda; of sheets E/(1 - nu^2), G, nu E/(1 - nu^2))
//   axes        one number per family: what is tied shares it. A solid is then a cubic crystal
//   apart       an addend with a number of its own
//   curved      a stretch or shear with control strains, the same in compression
//   asymmetric  a stretch with its compression apart
// Each contains the ones above it, and raising an addend changes nothing about the energy; all are linear in their numbers.
#ifndef PL_ESTIMATE_MODEL_BODY_SHAPE_H
#define PL_ESTIMATE_MODEL_BODY_SHAPE_H

#include "estimate/model/additive_model.h"
#include "estimate/model/body_model.h"

enum { PL_BODY_SLOTS = 9 };

typedef struct pl_body_shape {
  bool solid;
  bool isotropic;
  double range[6][2];                        // strains that are visited, low < 0 < high
  bool tied[PL_BODY_SLOTS];                  // to the others of its family that are: one constant for them
  pl_additive_addend addend[PL_BODY_SLOTS];  // first those of one strain; N/m or Pa
  double bend;                               // N m, of the hinges of a sheet
} pl_body_shape;

// The isotropic body of a guess: its moduli, ranges and bending.
void pl_body_shape_start(pl_body_shape *shape, bool solid, const pl_body_guess *guess);
int pl_body_shape_slots(const pl_body_shape *shape);  // addends
const char *pl_body_shape_slot_name(const pl_body_shape *shape, int slot);
// Up or down one level of the slots with a bit each; the bit behind the last addend is that of the axes: isotropic or not. False, and the shape of no
// use, where there is no such model.
bool pl_body_shape_change(pl_body_shape *shape, unsigned slots, int up);
// Every addend as high as it goes.
void pl_body_shape_raise(pl_body_shape *shape);
const char *pl_body_shape_level_name(const pl_body_shape *shape, int slot);  // " apart", " curved"; "" of what is tied

// The free numbers, the bending of a sheet last. The shape is linear in them.
int pl_body_shape_count(const pl_body_shape *shape);
// The numbers [count]; and put into the shape, held values as they are. positive [count]: those that may not fall below 0.
void pl_body_shape_get(const pl_body_shape *shape, double *z);
void pl_body_shape_put(pl_body_shape *shape, const double *z);
void pl_body_shape_positive(const pl_body_shape *shape, bool *positive);
// The control values of `to` as `from`, which it contains, has them.
void pl_body_shape_read(const pl_body_shape *from, pl_body_shape *to);

// The material: a body (sheets: membrane) of two numbers, or terms named by their addends; `young` sizes bounds and scales.
pl_status pl_body_shape_material(pl_context *ctx, const pl_measurement *measured, const pl_body_shape *shape, double young,
                                 pl_material **material);
// The values of a material of that shape.
void pl_body_shape_values(const pl_material *material, pl_body_shape *shape);
// "xx 3, yy = zz, yz = xz = xy, yy-zz = xx-zz = xx-yy": in arena memory; NULL: out of memory.
const char *pl_body_shape_words(pl_arena *arena, const pl_body_shape *shape);

#endif
