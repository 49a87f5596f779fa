// cross.c: the simplest coupling of two strains,
//
//   psi = c s0 s1,   t0 = c s1,   t1 = c s0.
//
// Together with two curves for warp and weft it represents their transverse contraction by one parameter (the effect that separate curves
// omit, see Volino's appendix). Alone it is a saddle; the other terms must compensate it.
#include <math.h>
#include <stdio.h>

#include "law/rows.h"

static pl_status read(pl_arena *arena, pl_json *object, pl_dim strain_dim, pl_law *law) {
  (void)arena, (void)object, (void)strain_dim;
  law->n_param = law->n_bound = 1;
  return PL_OK;
}

static void parameter(const pl_law *law, int j, pl_dim strain_dim, pl_dim stress_dim, pl_parameter *out) {
  (void)law, (void)j;
  snprintf(out->name, sizeof out->name, "c");
  out->dim = pl_dim_divide(stress_dim, strain_dim);
  out->scale = pl_law_scale(out->dim);
  out->lower = -INFINITY;
  out->upper = INFINITY;
  out->knot = NAN;
}

static void eval(const pl_law *law, const double *bound, const pl_lanes *s, pl_lanes *psi, pl_lanes *t, pl_lanes *k) {
  (void)law;
  double c = bound[0];
  PL_FOR_LANES(l) {
    t[0][l] = c * s[1][l];
    t[1][l] = c * s[0][l];
  }
  if (psi) PL_FOR_LANES(l) psi[0][l] = c * s[0][l] * s[1][l];
  if (k) PL_FOR_LANES(l) {
      k[0][l] = k[3][l] = 0;
      k[1][l] = k[2][l] = c;
    }
}

static void eval_theta(const pl_law *law, const double *theta, const pl_lanes *s, pl_lanes *dt) {
  (void)law, (void)theta;
  PL_FOR_LANES(l) {
    dt[0][l] = s[1][l];
    dt[1][l] = s[0][l];
  }
}

const pl_law_row pl_law_cross = {
    .name = "cross",
    .help = "psi = c s0 s1: couples two strains",
    .words = "Strain in one direction causes stress in the other; its number is the coupling stiffness.",
    .source = "Volino 2009, appendix (coupling of modes)",
    .n_in = 2,
    .flags = PL_LAW_LINEAR | PL_LAW_CONSERVATIVE | PL_LAW_COUPLING,
    .read = read,
    .write = pl_law_write_nothing,
    .parameter = parameter,
    .eval = eval,
    .eval_theta = eval_theta,
    .pieces = pl_law_constant_pieces,
};
