// rubber.c: see rubber.h.
#include "law/rubber/rubber.h"

#include <stdio.h>
#include <string.h>

const double pl_rest_invariants[3] = {3, 3, 1};
const double pl_rest_stretches[3] = {1, 1, 1};

pl_status pl_rubber_read_flags(pl_context *ctx, pl_json *object, bool *incompressible, bool *polyconvex) {
  pl_json *value = pl_json_find(object, "incompressible");
  *incompressible = false;
  if (value) PL_TRY(pl_json_bool(ctx, value, incompressible));
  if (!polyconvex) return PL_OK;
  *polyconvex = false;
  value = pl_json_find(object, "polyconvex");
  return value ? pl_json_bool(ctx, value, polyconvex) : PL_OK;
}

void pl_rubber_write_flags(pl_json_writer *writer, bool incompressible, bool polyconvex) {
  if (incompressible) pl_json_put_bool(writer, "incompressible", true);
  if (polyconvex) pl_json_put_bool(writer, "polyconvex", true);
}

void pl_rubber_modulus(pl_parameter *parameter, const char *name, pl_dim strain_dim, pl_dim stress_dim, double lower) {
  snprintf(parameter->name, sizeof parameter->name, "%s", name);
  parameter->dim = pl_dim_multiply(stress_dim, strain_dim);
  parameter->scale = pl_law_scale(parameter->dim);
  parameter->lower = lower;
  parameter->upper = INFINITY;
  parameter->knot = NAN;
}

pl_status pl_invariant_read_knots(pl_arena *arena, pl_json *list, const char *key, int *n, double **knot) {
  PL_TRY(pl_json_quantities(arena, list, PL_DIM_NONE, n, knot));
  const double *at = *knot;
  bool ascending = *n >= 2 && *n <= 32 && at[0] == 0;
  for (int k = 1; k < *n && ascending; k++) ascending = at[k] > at[k - 1] && isfinite(at[k]);
  if (ascending) return PL_OK;
  pl_where where = pl_json_where(list);
  return pl_fail(pl_arena_context(arena), PL_ERROR_INPUT, &where, "write for example [0, 1, 5, 20, 60]",
                 "\"%s\" must be 2 to 32 strictly ascending numbers, the first 0 (the body at rest)", key);
}

void pl_invariant_chain(const pl_lanes *s, const pl_lanes p, const pl_lanes a, const pl_lanes b, const pl_plane_function *f, double bulk,
                        pl_lanes *psi, pl_lanes *t, pl_lanes *k) {
  const double *J = s[2];
  PL_FOR_LANES(l) {
    double aj = -2.0 / 3 * a[l] / J[l], bj = -4.0 / 3 * b[l] / J[l];
    t[0][l] = f->a[l] * p[l];
    t[1][l] = f->b[l] * p[l] * p[l];
    t[2][l] = f->a[l] * aj + f->b[l] * bj + bulk * (J[l] - 1);
  }
  if (psi) PL_FOR_LANES(l) psi[0][l] = f->f[l] + 0.5 * bulk * (J[l] - 1) * (J[l] - 1);
  if (!k) return;
  PL_FOR_LANES(l) {
    double over = 1 / J[l], q = p[l] * p[l], aj = -2.0 / 3 * a[l] * over, bj = -4.0 / 3 * b[l] * over;
    k[0][l] = f->aa[l] * q;
    k[1][l] = f->ab[l] * p[l] * q;
    k[4][l] = f->bb[l] * q * q;
    k[2][l] = p[l] * (f->aa[l] * aj + f->ab[l] * bj - 2.0 / 3 * over * f->a[l]);
    k[5][l] = q * (f->ab[l] * aj + f->bb[l] * bj - 4.0 / 3 * over * f->b[l]);
    k[8][l] = f->aa[l] * aj * aj + 2 * f->ab[l] * aj * bj + f->bb[l] * bj * bj +
              over * over * (10.0 / 9 * f->a[l] * a[l] + 28.0 / 9 * f->b[l] * b[l]) + bulk;
  }
  memcpy(k[3], k[1], sizeof *k);
  memcpy(k[6], k[2], sizeof *k);
  memcpy(k[7], k[5], sizeof *k);
}
