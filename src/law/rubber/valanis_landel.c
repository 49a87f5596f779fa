// valanis_landel.c: rubber with one free curve of the logarithmic stretches (the hypothesis of Valanis and Landel 1967),
//
//   psi = f(l_1) + f(l_2) + f(l_3) + bulk (J - 1)^2 / 2,   l_i = ln(lambda_i J^(-1/3)),   f'' piecewise linear through theta >= 0 at the knots.
//
// f is a convex-spline: psi is convex in the logarithmic strains (Hill's inequality), so the true stress increases with every stretch. It
// is linear in theta. A linear part of f would have no effect (the l_i sum to 0), so f'(0) = 0 is no restriction. It is not flagged
// polyconvex: convexity in the logarithms does not imply it. All of ogden's energies with mu alpha > 0 are such curves. Knots are
// logarithmic strains, "free" on both sides of 0. `valanis-landel-sheet`: a sheet of incompressible rubber in plane stress.
#include <stdio.h>
#include <string.h>

#include "law/cover.h"
#include "law/rows.h"
#include "law/spline.h"
#include "law/rubber/stretch.h"

typedef struct shape {
  int n_in;
  bool incompressible;
  pl_law curve;  // the convex-spline
} shape;

static pl_status read(pl_arena *arena, pl_json *object, pl_dim strain_dim, pl_law *law) {
  (void)strain_dim;
  pl_context *ctx = pl_arena_context(arena);
  shape *own = pl_arena_alloc(arena, 1, sizeof *own);
  if (!own) return PL_ERROR_MEMORY;
  *own = (shape){.n_in = law->row->n_in, .incompressible = true, .curve = {.row = &pl_law_convex_spline}};
  if (own->n_in == 3) PL_TRY(pl_rubber_read_flags(ctx, object, &own->incompressible, NULL));
  pl_json *list;
  int n;
  double *knot;
  PL_TRY(pl_json_need(ctx, object, "knots", "[-2, -1, 0, 1, 2]", &list));
  PL_TRY(pl_json_quantities(arena, list, PL_DIM_NONE, &n, &knot));
  bool ascending = n >= 2 && n <= 64;
  for (int k = 0; k < n && ascending; k++) ascending = isfinite(knot[k]) && (k == 0 || knot[k] > knot[k - 1]);
  if (!ascending || !(knot[0] < 0 && knot[n - 1] > 0)) {
    pl_where where = pl_json_where(list);
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "write for example [-2, -1, 0, 1, 2]: ln 2 = 0.69 is a stretch by two",
                   "\"knots\" must be 2 to 64 strictly ascending logarithmic strains that reach from compression to extension");
  }
  PL_TRY(pl_spline_build(arena, 2, n, knot, false, 0, &own->curve));
  law->shape = own;
  law->n_param = own->curve.n_param + !own->incompressible;
  law->n_bound = own->curve.n_bound + !own->incompressible;
  return PL_OK;
}

static void write(const pl_law *law, pl_dim strain_dim, pl_json_writer *writer) {
  (void)strain_dim;
  const shape *own = law->shape;
  const pl_piecewise *piece = own->curve.shape;
  pl_json_begin_array(writer, "knots");
  for (int k = 0; k < piece->n_knot; k++) pl_json_put_number(writer, NULL, piece->knot[k]);
  pl_json_end_array(writer);
  pl_rubber_write_flags(writer, own->n_in == 3 && own->incompressible, false);
}

static void parameter(const pl_law *law, int j, pl_dim strain_dim, pl_dim stress_dim, pl_parameter *out) {
  const shape *own = law->shape;
  char name[16] = "bulk";
  bool bulk = j == own->curve.n_param;
  if (!bulk) snprintf(name, sizeof name, "k%d", j);
  pl_rubber_modulus(out, name, strain_dim, stress_dim, 0);
  out->bulk = bulk;
  if (!bulk) out->knot = ((const pl_piecewise *)own->curve.shape)->place[j];
}

static void bind(const pl_law *law, const double *theta, double *bound) {
  const shape *own = law->shape;
  pl_piecewise_bind(&own->curve, theta, bound);
  if (!own->incompressible) bound[own->curve.n_bound] = theta[own->curve.n_param];
}

static void eval(const pl_law *law, const double *bound, const pl_lanes *s, pl_lanes *psi, pl_lanes *t, pl_lanes *k) {
  const shape *own = law->shape;
  pl_lanes l[3], f[3], w[3], v[3];
  pl_stretch_logs(own->n_in, s, l);
  for (int i = 0; i < 3; i++) pl_piecewise_eval(&own->curve, bound, (const pl_lanes *)&l[i], &f[i], &w[i], &v[i]);
  pl_stretch_chain(own->n_in, s, (const pl_lanes *)f, (const pl_lanes *)w, (const pl_lanes *)v,
                   own->incompressible ? 0 : bound[own->curve.n_bound], psi, t, k);
}

static void eval_theta(const pl_law *law, const double *theta, const pl_lanes *s, pl_lanes *dt) {
  (void)theta;
  const shape *own = law->shape;
  const pl_piecewise *piece = own->curve.shape;
  int n = own->n_in;
  pl_lanes l[3], w[3], basis[3][64];
  pl_stretch_logs(n, s, l);
  for (int i = 0; i < 3; i++) pl_piecewise_theta(&own->curve, NULL, (const pl_lanes *)&l[i], basis[i]);
  for (int j = 0; j < piece->n_param; j++) {
    for (int i = 0; i < 3; i++) memcpy(w[i], basis[i][j], sizeof w[i]);
    pl_stretch_chain(n, s, NULL, (const pl_lanes *)w, NULL, 0, NULL, dt + j * n, NULL);
  }
  if (own->incompressible) return;
  memset(w, 0, sizeof w);
  pl_stretch_chain(n, s, NULL, (const pl_lanes *)w, NULL, 1, NULL, dt + piece->n_param * n, NULL);
}

static const char *const keys[] = {"knots", "incompressible", NULL};
static const char *const sheet_keys[] = {"knots", NULL};

const pl_law_row pl_law_valanis_landel = {
    .name = "valanis-landel",
    .help = "psi = sum of f(ln m_i) + bulk/2 (J - 1)^2, f'' piecewise linear through theta >= 0 at the knots",
    .words = "Rubber by one curve of free shape for each of the three stretches; each number is the slope of its stress at one stretch.",
    .source = "Valanis and Landel 1967; f: Pliant",
    .n_in = 3,
    .flags = PL_LAW_LINEAR | PL_LAW_CONSERVATIVE | PL_LAW_ISOTROPIC,
    .read = read,
    .write = write,
    .parameter = parameter,
    .bind = bind,
    .eval = eval,
    .eval_theta = eval_theta,
    .place = pl_law_place_log,
    .rest = pl_rest_stretches,
    .keys = keys,
    .cover = pl_cover_stretches,
};

const pl_law_row pl_law_valanis_landel_sheet = {
    .name = "valanis-landel-sheet",
    .help = "the same for an incompressible sheet in plane stress, on its two principal stretches",
    .words = "Rubber by one curve of free shape for each stretch of an incompressible sheet; each number is the slope of its stress at one "
             "stretch.",
    .source = "Valanis and Landel 1967; f: Pliant",
    .n_in = 2,
    .flags = PL_LAW_LINEAR | PL_LAW_CONSERVATIVE | PL_LAW_ISOTROPIC,
    .read = read,
    .write = write,
    .parameter = parameter,
    .bind = bind,
    .eval = eval,
    .eval_theta = eval_theta,
    .place = pl_law_place_log,
    .rest = pl_rest_stretches,
    .keys = sheet_keys,
    .cover = pl_cover_stretches,
};
