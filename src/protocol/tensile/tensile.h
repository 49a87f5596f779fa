// tensile.h: a clamped strip or sheet, pulled or sheared by its clamps: its channels, and the conversions of a uniform sample.
#ifndef PL_PROTOCOL_TENSILE_TENSILE_H
#define PL_PROTOCOL_TENSILE_TENSILE_H

#include "measure/protocol.h"

// Channels in the order of the row (Volino's appendix: d_u, d_v, f_u, f_v).
enum { PL_TENSILE_DISPLACEMENT, PL_TENSILE_SHEAR_DISPLACEMENT, PL_TENSILE_FORCE, PL_TENSILE_SHEAR_FORCE, PL_TENSILE_LATERAL };

extern const pl_protocol pl_protocol_tensile;

// ---- Volino's conversions for a uniform sample (eqs. 15-17); pure functions ----
typedef struct pl_sample {
  double length, width;  // l_u, l_v, m
} pl_sample;
// Displacements (d_u, d_v) to strains (eq. 15).
void pl_tensile_strain(const pl_sample *sample, double du, double dv, double *elongation, double *shear);
// Stresses to forces (eq. 16).
void pl_tensile_force(const pl_sample *sample, double du, double dv, double stress_elongation, double stress_shear, double *fu, double *fv);
// Forces to stresses (eq. 17).
void pl_tensile_stress(const pl_sample *sample, double du, double dv, double fu, double fv, double *stress_elongation,
                       double *stress_shear);

#endif
