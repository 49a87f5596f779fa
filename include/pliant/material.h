// material.h: a material is a named set of terms, each pairing a strain measure with a law.
#ifndef PLIANT_MATERIAL_H
#define PLIANT_MATERIAL_H

#include <pliant/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pl_material pl_material;

// Files are JSON with units (docs/formats.md). A name without slash and extension is looked up in the material database:
// $PLIANT_MATERIALS, the installed share/pliant/materials, data/materials of the source tree.
// The caller destroys the material. It is constant from then on, so several threads may read it.
PL_API pl_status pl_material_load(pl_context *ctx, const char *path_or_name, pl_material **material);
PL_API pl_status pl_material_save(pl_context *ctx, const char *path, const pl_material *material);
PL_API void pl_material_destroy(pl_material *material);
PL_API const char *pl_material_name(const pl_material *material);
PL_API const char *pl_material_note(const pl_material *material);  // its origin in words; "" if not given
PL_API double pl_material_density(const pl_material *material);    // kg/m^2 for sheets, kg/m^3 for solids; 0: unknown

// ---- contents; texts are borrowed from the material ----

typedef struct pl_parameter_view {
  const char *name;  // "warp.k2": name of the term, a dot, name in the law
  const char *unit;  // SI unit of the numbers below, "N/m"; "1" if dimensionless
  double value;
  double sigma;         // standard deviation; NAN when unknown: fixed, at a bound, or never measured
  double lower, upper;  // bounds, -/+ INFINITY when none
} pl_parameter_view;
PL_API int pl_material_parameter_count(const pl_material *material);
PL_API pl_parameter_view pl_material_parameter(const pl_material *material, int index);

enum { PL_TERM_MAX_INPUT = 6 };
// A term: a law of n_input values of a strain measure.
typedef struct pl_term_view {
  const char *name;                       // "warp"
  const char *strain;                     // "green"
  const char *law;                        // "stress-spline"
  int n_input;                            // 1 .. PL_TERM_MAX_INPUT
  const char *input[PL_TERM_MAX_INPUT];   // which values of the strain measure: "warp"
  const char *strain_unit, *stress_unit;  // SI
  double range[PL_TERM_MAX_INPUT][2];     // range of the measured strains; 0, 0 when never measured
} pl_term_view;
PL_API int pl_material_term_count(const pl_material *material);
PL_API pl_term_view pl_material_term_at(const pl_material *material, int index);
// Stress[n_input] of a term at strain[n_input] and, unless NULL, its tangent stiffness[n_input][n_input]. With material samples: the mean
// over them.
PL_API void pl_material_stress(const pl_material *material, int term, const double *strain, double *stress, double *stiffness);

// ---- materials derived from others; the caller destroys them ----

// Takes the membrane terms of `stretch`, the bending terms of `bend`, and terms of `bend` for strains that `stretch` lacks, with their
// sigmas.
// Name and density are taken from `stretch`.
PL_API pl_status pl_material_combine(pl_context *ctx, const pl_material *stretch, const pl_material *bend, pl_material **combined);
// Replaces constant bending by hinges or folds with a plate of the same rigidities on strain `curvature`, which does not depend on the mesh.
// The note states what was assumed. Standard errors of bending are dropped.
PL_API pl_status pl_material_to_plate(pl_context *ctx, const pl_material *material, pl_material **plate);
// The conservative material nearest to one whose stress has no energy (Wang's tensor). A convex law of the same strains is fitted by least squares
// to the stress over the table. Other terms are kept. The loss is a root mean square: difference of the stresses over the stress. It is given for
// largest strains along `angle` (rad, from warp) and over all of them. The note states it.
enum { PL_TWIN_DIRECTION = 5 };
typedef struct pl_twin_loss {
  int n_angle;
  double angle[PL_TWIN_DIRECTION], part[PL_TWIN_DIRECTION];
  double all;
} pl_twin_loss;
PL_API pl_status pl_material_twin(pl_context *ctx, const pl_material *material, pl_twin_loss *loss, pl_material **twin);
// Adds a term with this bulk modulus (Pa, > 0) to a solid material that has no volumetric stiffness: incompressible rubber for meshes.
// Values, sigmas and correlations are kept. The convexity certificate is dropped, because the energy differs.
PL_API pl_status pl_material_add_volume(pl_context *ctx, const pl_material *material, double bulk, pl_material **nearly);

#ifdef __cplusplus
}
#endif
#endif
