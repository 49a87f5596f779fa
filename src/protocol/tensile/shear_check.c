// shear_check.c: compares the two shear curves (Volino 2009, appendix).
#include <math.h>
#include <string.h>

#include "estimate/problem/fit.h"
#include "protocol/tensile/tensile_part.h"

// Shear test along warp (axis 0) or weft (axis 1), or -1.
static int shear_axis(const pl_fit_case *c) {
  const pl_test *test = c->test;
  if (strcmp(c->given->measurement->protocol->name, "tensile") != 0) return -1;
  if (!test->channel[PL_TENSILE_SHEAR_DISPLACEMENT].value || !test->channel[PL_TENSILE_SHEAR_FORCE].value) return -1;
  double quarter = test->angle / 1.5707963267948966, nearest = round(quarter);
  if (fabs(quarter - nearest) > 1e-6) return -1;
  return (int)fmod(fabs(nearest), 2);
}

// Shear stress at frame f by eq. 17. Where the force along the pull was not recorded it is computed from the fitted elongation curve (eq. 16).
static void shear_point(const pl_fit *fit, const pl_fit_case *c, int axis, int f, double *strain, double *stress) {
  const pl_test *test = c->test;
  pl_sample sample = {test->length, test->width * test->strips};
  double du = test->channel[PL_TENSILE_DISPLACEMENT].value ? test->channel[PL_TENSILE_DISPLACEMENT].value[f] : 0;
  double dv = test->channel[PL_TENSILE_SHEAR_DISPLACEMENT].value[f], fv = test->channel[PL_TENSILE_SHEAR_FORCE].value[f], fu, elongation,
         unused;
  pl_tensile_strain(&sample, du, dv, &elongation, strain);
  if (test->channel[PL_TENSILE_FORCE].value) {
    fu = test->channel[PL_TENSILE_FORCE].value[f];
  } else {
    double s[3] = {0}, t[3];
    s[axis] = elongation;
    pl_material_eval(fit->material, pl_strain_find("green"), NULL, s, NULL, t, NULL);
    pl_tensile_force(&sample, du, dv, t[axis], 0, &fu, &unused);
  }
  pl_tensile_stress(&sample, du, dv, fu, fv, &unused, stress);
}

// Stress of a test's curve at |strain| by linear interpolation between frames; false outside.
static bool curve_at(const pl_fit *fit, const pl_fit_case *c, int axis, double strain, double *stress) {
  for (int f = 1; f < c->test->n_frame; f++) {
    double s0, t0, s1, t1;
    shear_point(fit, c, axis, f - 1, &s0, &t0);
    shear_point(fit, c, axis, f, &s1, &t1);
    s0 = fabs(s0), s1 = fabs(s1), t0 = fabs(t0), t1 = fabs(t1);
    if ((strain - s0) * (strain - s1) > 0 || s0 == s1) continue;
    *stress = t0 + (t1 - t0) * (strain - s0) / (s1 - s0);
    return true;
  }
  return false;
}

double pl__shear_consistency(const pl_fit *fit) {
  const pl_fit_case *along[2] = {NULL, NULL};
  double top[2] = {0, 0};
  for (int i = 0; i < fit->problem.n_case; i++) {
    int axis = shear_axis(&fit->work.fit_case[i]);
    if (axis >= 0 && !along[axis]) along[axis] = &fit->work.fit_case[i];
  }
  if (!along[0] || !along[1]) return NAN;
  for (int axis = 0; axis < 2; axis++)
    for (int f = 0; f < along[axis]->test->n_frame; f++) {
      double strain, stress;
      shear_point(fit, along[axis], axis, f, &strain, &stress);
      top[axis] = fmax(top[axis], fabs(strain));
    }
  double end = fmin(top[0], top[1]), difference = 0, size = 0;
  for (int i = 1; i <= 50; i++) {
    double t0, t1, strain = end * i / 51;
    if (!curve_at(fit, along[0], 0, strain, &t0) || !curve_at(fit, along[1], 1, strain, &t1)) continue;
    difference += (t0 - t1) * (t0 - t1);
    size += 0.25 * (t0 + t1) * (t0 + t1);
  }
  return size > 0 ? sqrt(difference / size) : NAN;
}
