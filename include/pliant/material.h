// material.h: a material is a named set of terms, each pairing a strain measure with a law.
#ifndef PLIANT_MATERIAL_H
#define PLIANT_MATERIAL_H

#include <pliant/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pl_material pl_material;

// Files are JSON with units (docs/formats.md). A name without a slash and extension is looked up in the material database
// ($PLIANT_MATERIALS, the installed share/pliant/materials, data/materials of the source tree). The caller destroys the material, which is
// constant from then on: several threads may read it.
PL_API pl_status pl_material_load(pl_context *ctx, const char *path_or_name, pl_material **material);
PL_API pl_status pl_material_save(pl_context *ctx, const char *path, const pl_material *material);
PL_API void pl_material_destroy(pl_material *material);
PL_API const char *pl_material_name(const pl_material *material);
PL_API const char *pl_material_note(const pl_material *material);  // where it comes from, in words; "" when nothing is said
PL_API double pl_material_density(const pl_material *material);    // kg/m^2 of cloth, kg/m^3 of solids; 0: not known

// ---- what is in it; texts are borrowed from the material ----

typedef struct pl_parameter_view {
  const char *name;  // "warp.k2": the term, a dot, the law's own name
  const char *unit;  // SI, "N/m", "1" without dimension: of the numbers below
  double value;
  double sigma;         // standard deviation, NAN when unknown: held, at a bound, or never measured
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
  double range[PL_TERM_MAX_INPUT][2];     // strains that measurements covered; 0, 0 when never measured
} pl_term_view;
PL_API int pl_material_term_count(const pl_material *material);
PL_API pl_term_view pl_material_term_at(const pl_material *material, int index);
// Stress[n_input] of a term at strain[n_input] and, unless NULL, its tangent stiffness[n_input][n_input]; of a term with material samples
// the mean over them.
PL_API void pl_material_stress(const pl_material *material, int term, const double *strain, double *stress, double *stiffness);

// ---- materials made of others; the caller destroys them ----

// The terms of `stretch` that do not bend, the terms of `bend` that do, and those of `bend` for strains that `stretch` has no term for, with their
// sigmas. Name and density are those of `stretch`.
PL_API pl_status pl_material_combine(pl_context *ctx, const pl_material *stretch, const pl_material *bend, pl_material **combined);
// A solid's material whose terms do not resist a change of volume, with a term of this bulk modulus (Pa, > 0) behind them: incompressible rubber for
// meshes. Numbers, sigmas and correlation stay; the certificate, which was of another energy, does not.
PL_API pl_status pl_material_add_volume(pl_context *ctx, const pl_material *material, double bulk, pl_material **nearly);

#ifdef __cplusplus
}
#endif
#endif
