// tensile_convert.c: displacements and forces of a uniform rectangular sample to strains and stresses, and back (Volino 2009, eqs. 15-17).
//
// The sample is l_u long (between the clamps) and l_v wide. The moving clamp travels d_u away from the fixed one and d_v along itself, and
// the width is fixed, so the deformation gradient is uniform:
//   U = (1 + d_u/l_u, d_v/l_u)   image of the unit vector along u
//   V = (0, 1)                   image of the unit vector along v
// Green-Lagrange strains, with engineering shear:
//   e_uu = (U.U - 1)/2 = d_u/l_u + (d_u^2 + d_v^2)/(2 l_u^2)      e_uv = U.V = d_v/l_u                               (15)
// With the energy l_u l_v psi(e_uu, e_uv), sigma_uu = psi,e_uu and sigma_uv = psi,e_uv, the clamp forces are its derivatives:
//   f_u = l_v sigma_uu (l_u + d_u)/l_u                            f_v = l_v sigma_uv + l_v sigma_uu d_v/l_u          (16)
// and solved for the stresses:
//   sigma_uu = f_u/l_v l_u/(l_u + d_u)                            sigma_uv = f_v/l_v - f_u/l_v d_v/(l_u + d_u)       (17)
// Valid for any d_u > -l_u.
#include "measure/protocol.h"
#include "protocol/tensile/tensile.h"

void pl_tensile_strain(const pl_sample *sample, double du, double dv, double *elongation, double *shear) {
  double l = sample->length;
  *elongation = du / l + (du * du + dv * dv) / (2 * l * l);
  *shear = dv / l;
}

void pl_tensile_force(const pl_sample *sample, double du, double dv, double stress_elongation, double stress_shear, double *fu,
                      double *fv) {
  double l = sample->length, w = sample->width;
  *fu = w * stress_elongation * (l + du) / l;
  *fv = w * stress_shear + w * stress_elongation * dv / l;
}

void pl_tensile_stress(const pl_sample *sample, double du, double dv, double fu, double fv, double *stress_elongation,
                       double *stress_shear) {
  double l = sample->length, w = sample->width;
  PL_ASSERT(du > -l);
  *stress_elongation = fu / w * l / (l + du);
  *stress_shear = fv / w - fu / w * dv / (l + du);
}
