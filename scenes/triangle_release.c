// triangle_release.c: a deformed triangle is released (as in Miguel 2014, figure 4.2). With a convex energy it returns to rest, otherwise
// it may diverge.
#include <math.h>

#include "scenes/scenes.h"
#include "strain/strain.h"

double scene_triangle_release(int n_part, const pl_convex_part *part, int n_step, double *start) {
  static const double ru_rv[6] = {-1, 1, 0, -1, 0, 1};        // rest (0,0), (1,0), (0,1) m
  const double area = 0.5, mass = 0.1, drag = 20, dt = 1e-3;  // m^2, kg per vertex, 1/s, s
  double x[9] = {0, 0, 0, 1.06, 0.01, 0, 0.02, 1.05, 0}, v[9] = {0}, size = 0;
  const pl_strain *strain = pl_strain_find("green");
  for (int step = 0; step <= n_step; step++) {
    pl_lanes rest[6], position[9], value[3], ds[27];
    double t[3] = {0};
    for (int c = 0; c < 6; c++) PL_FOR_LANES(l) rest[c][l] = ru_rv[c];
    for (int c = 0; c < 9; c++) PL_FOR_LANES(l) position[c][l] = x[c];
    strain->eval((const pl_lanes *)rest, (const pl_lanes *)position, value, ds);
    size = sqrt(value[0][0] * value[0][0] + value[1][0] * value[1][0] + value[2][0] * value[2][0]);
    if (step == 0) *start = size;
    if (!(size < 10)) return INFINITY;
    for (int p = 0; p < n_part; p++) {
      double in[PL_LAW_MAX_IN], own[PL_LAW_MAX_IN];
      for (int i = 0; i < part[p].law->row->n_in; i++) in[i] = value[part[p].value[i]][0];
      pl_law_eval_one(part[p].law, part[p].theta, in, NULL, own, NULL);
      for (int i = 0; i < part[p].law->row->n_in; i++) t[part[p].value[i]] += own[i];
    }
    for (int c = 0; c < 9; c++) {
      double force = -area * (t[0] * ds[c][0] + t[1] * ds[9 + c][0] + t[2] * ds[18 + c][0]);
      v[c] += dt * (force / mass - drag * v[c]);
    }
    for (int c = 0; c < 9; c++) x[c] += dt * v[c];
  }
  return size;
}
