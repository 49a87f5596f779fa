// triangle_turn.c: work of a law's stress around a closed path of one triangle (as in Miguel 2014, figure 4.1). It is zero for a law with
// an energy.
#include <math.h>

#include "scenes/scenes.h"
#include "strain/strain.h"

double scene_triangle_turn(const pl_law *law, const double *theta, int direction, int n, double *stored) {
  static const double ru_rv[6] = {-1, 1, 0, -1, 0, 1};  // rest (0,0), (1,0), (0,1) m: U = x1 - x0, V = x2 - x0
  const pl_strain *strain = pl_strain_find("green");
  const double radius = 0.06, area = 0.5;  // m, m^2
  double work = 0, step = direction * 2 * acos(-1) / n;
  *stored = 0;
  for (int i = 0; i < n; i++) {
    double angle = i * step, x[9] = {0, 0, 0, 1, 0, 0, 0.05 + radius * cos(angle), 1.08 + radius * sin(angle), 0};
    pl_lanes rest[6], position[9], value[3], ds[27];
    for (int c = 0; c < 6; c++) PL_FOR_LANES(l) rest[c][l] = ru_rv[c];
    for (int c = 0; c < 9; c++) PL_FOR_LANES(l) position[c][l] = x[c];
    strain->eval((const pl_lanes *)rest, (const pl_lanes *)position, value, ds);
    double s[3] = {value[0][0], value[1][0], value[2][0]}, psi, t[3], force[2] = {0};
    pl_law_eval_one(law, theta, s, &psi, t, NULL);
    for (int j = 0; j < 3; j++)
      for (int axis = 0; axis < 2; axis++) force[axis] += area * t[j] * ds[9 * j + 6 + axis][0];
    work += radius * step * (force[1] * cos(angle) - force[0] * sin(angle));
    *stored = fmax(*stored, area * psi);
  }
  return work;
}
