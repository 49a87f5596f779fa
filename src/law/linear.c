// linear.c: one constant stiffness,
//
//   psi = k s^2 / 2,   sigma = k s,   k >= 0.
//
// The smallest piecewise law: no knot, one segment, one parameter. On strain rates (a rate term) it is linear viscosity.
#include <math.h>
#include <stdio.h>

#include "law/piecewise.h"
#include "law/rows.h"

static pl_status read(pl_arena *arena, pl_json *object, pl_dim strain_dim, pl_law *law) {
  (void)arena, (void)object, (void)strain_dim;
  static const double origin[1] = {0}, basis[3] = {0, 0, 0.5}, place[1] = {0};
  static const pl_piecewise piece = {.degree = 2, .n_param = 1, .origin = origin, .basis = basis, .place = place, .param_prefix = "k"};
  pl_piecewise_attach(&piece, law);
  return PL_OK;
}

static void parameter(const pl_law *law, int j, pl_dim strain_dim, pl_dim stress_dim, pl_parameter *out) {
  pl_piecewise_parameter(law, j, strain_dim, stress_dim, out);
  snprintf(out->name, sizeof out->name, "k");
  out->knot = NAN;
}

const pl_law_row pl_law_linear = {
    .name = "linear",
    .help = "sigma = k s",
    .words = "Stress is proportional to strain; its number is the stiffness.",
    .source = "Hooke; viscosity on rates: Volino 2009, eq. 3",
    .n_in = 1,
    .flags = PL_LAW_LINEAR | PL_LAW_CONSERVATIVE | PL_LAW_CONVEX,
    .read = read,
    .write = pl_law_write_nothing,
    .parameter = parameter,
    .bind = pl_piecewise_bind,
    .eval = pl_piecewise_eval,
    .eval_theta = pl_piecewise_theta,
    .pieces = pl_piecewise_pieces,
};
