// template_friction.c: see template.h.
#include "law/friction/dahl.h"
#include "measure/template.h"

double pl__template_friction(const pl__template_dahl *law, double from, double stress, double to, double *tangent) {
  static const pl_dahl shape = {.form = PL_DAHL_TAU, .gamma = 1};
  pl_dahl_step step = {.s = pl_dual_constant(to),
                       .s0 = pl_dual_constant(from),
                       .sigma0 = pl_dual_constant(stress),
                       .a = pl_dual_constant(law->a),
                       .b = pl_dual_constant(law->b),
                       .rate = pl_dual_constant(law->tau)};
  return pl_dahl_solve(&shape, &step, NULL, tangent).v;
}
