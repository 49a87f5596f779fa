// scatter.h: how specimens of a fabric scatter, as a fit found it: for intervals of the mean fabric and of the next specimen.
//
// Tests of one kind are draws of a fabric (docs/theory/specimens.md). A kind has the standard deviation t of stiffness between specimens. One
// standard deviation of specimen s shifts the fitted parameters by its influence. A variance g^T C g then has the part sum_s (g influence_s)^2
// from scatter, with few degrees of freedom: its interval is Student's. A material keeps this beside its sigmas, in files too.
#ifndef PL_MATERIAL_SCATTER_H
#define PL_MATERIAL_SCATTER_H

#include <pliant/extend.h>

#include "base/json.h"

struct pl_material;

enum { PL_KIND_MODE = 40 };  // characters of a mode

// Which tests are of one kind.
typedef struct pl_scatter_key {
  const char *protocol;     // "tensile"
  const char *control;      // its main control, "displacement"; "": none
  char mode[PL_KIND_MODE];  // of protocols with several: "simple-shear fs"; ""
  double angle;             // rad, direction from warp
  double speed;             // of the control, per s; 0: unknown
} pl_scatter_key;

typedef struct pl_scatter_kind {
  pl_scatter_key key;
  int n;                    // specimens
  double value, low, high;  // relative standard deviation of stiffness and its 95 % interval; NAN: one specimen, so it is not measured
  double freedom;           // degrees of freedom of value^2
} pl_scatter_kind;

typedef struct pl_scatter {
  int n_kind, n_specimen;
  int n_parameter;        // theta; of a fit, the intrinsic parameters of its tests follow
  pl_scatter_kind *kind;  // [n_kind]
  int *specimen_kind;     // [n_specimen]
  double *influence;      // [n_specimen][n_parameter], SI: shift of the parameters by one standard deviation of the specimen's effect
  int *term_kind;         // [n_term of the material], the kind whose tests determine most of a term; -1: none
} pl_scatter;

// Derivatives of a quantity by the parameters first .. first + n - 1: at[0], at[step], at[2 step] ..; by the others they are zero.
typedef struct pl_slopes {
  int first, n;
  const double *at;
  int step;
} pl_slopes;

// Standard deviation and 95 % half-width of a value of one more specimen.
typedef struct pl_next {
  double sigma, half_width;  // NAN: the scatter of this kind is not measured
} pl_next;

// An empty one for these sizes, in the arena. NULL without memory.
pl_scatter *pl_scatter_create(pl_arena *arena, int n_kind, int n_specimen, int n_parameter, int n_term);
// A copy in the arena; NULL without memory, or of NULL.
pl_scatter *pl_scatter_copy(pl_arena *arena, const pl_scatter *scatter, int n_term);
// True if tests with these keys are of one kind: directions within 0.01 rad, speeds within PL_SAME_SPEED where both are known.
#define PL_SAME_SPEED 1.25  // ratio of speeds: machines hold theirs, and rates count by decades
bool pl_scatter_same(const pl_scatter_key *a, const pl_scatter_key *b, bool any_speed);
// The kind with this key; -1: none, also of NULL.
int pl_scatter_find(const pl_scatter *scatter, const pl_scatter_key *key);

// A parameter with a unit of force is a stiffness, and scales with the specimen: the change of a quantity per unit of an effect.
double pl_scatter_change(const struct pl_material *material, pl_slopes slope);
// Degrees of freedom of a variance that contains the scatter of specimens, by Satterthwaite 1946: variance^2 / sum_g (u_g^2 / freedom_g),
// u_g the part of kind g. INFINITY: none of it is scatter.
double pl_scatter_freedom(const struct pl_material *material, pl_slopes slope, double variance);
// Half-width of the 95 % interval in standard errors: Student's t with these degrees of freedom; 1.96 without scatter. Every band and
// interval of a material, a curve or a prediction uses it.
double pl_scatter_95(const struct pl_material *material, pl_slopes slope, double variance);
// One more specimen of a kind, beside the mean fabric's variance.
pl_next pl_scatter_next(const struct pl_material *material, int kind, pl_slopes slope, double variance);

// "scatter" of a material file; nothing if no kind has two specimens. Influences are in standard errors of the parameters.
void pl_scatter_write(const struct pl_material *material, pl_json_writer *writer);
pl_status pl_scatter_read(struct pl_material *material, pl_arena *scratch, pl_json *root);
// Appends the kinds of `part`, with the influences on those terms that were taken from it: taken [n_term of part]; names are the same.
pl_status pl_scatter_join(struct pl_material *whole, const struct pl_material *part, const bool *taken);

#endif
