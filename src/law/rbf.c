// rbf.c: clamped Gaussians on scattered control points, for an addend of several strains at once (Miguel 2016, section 3.2),
//
//   psi(s) = sum_j theta_j (G_j(s) - G_j(0) - s . grad G_j(0)),   G_j = G(q),   q = sum_i ((s_i - c_ji) / w_i)^2 / 2.
//
// The paper does not specify clamping and widths. Here a Gaussian ends at q = Q = 8, four widths from its centre. Its second-degree Taylor
// polynomial there is subtracted, so that value, slope and curvature vanish together:
//   G = (e^-q - e^-Q (1 + r + r^2 / 2)) / G0 for r = Q - q > 0, 0 beyond,   G0 such that G(0) = 1.
//   G' = -(e^-q - e^-Q (1 + r)) / G0,   G'' = (e^-q - e^-Q) / G0.
// The affine part makes energy and stress zero at rest. The law is not convex by construction: only sampling is possible
// (pl_convexity_scan).
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "law/cover.h"
#include "law/rows.h"

enum { MAX_POINT = 64 };

#define CLAMP 8.0

typedef struct cloud {
  int n_in, n;
  double width[PL_LAW_MAX_IN];                // strain
  double inverse[PL_LAW_MAX_IN];              // 1 / width
  double centre[MAX_POINT][PL_LAW_MAX_IN];    // strain
  double value[MAX_POINT];                    // G_j(0)
  double gradient[MAX_POINT][PL_LAW_MAX_IN];  // grad G_j(0), 1 / strain
} cloud;

// G, G', G'' at q.
PL_LANE_FUNCTION void bump(double q, double *g, double *d, double *dd) {
  const double end = 3.3546262790251185e-4, scale = 1 / (1 - end * (1 + CLAMP + 0.5 * CLAMP * CLAMP));  // end: e^-8
  double r = CLAMP - q, e = exp(-q);
  bool inside = !(r < 0);
  *g = inside ? scale * (e - end * (1 + r + 0.5 * r * r)) : 0;
  *d = inside ? -scale * (e - end * (1 + r)) : 0;
  *dd = inside ? scale * (e - end) : 0;
}

// ---- description ----

static pl_status read_points(pl_arena *arena, pl_json *object, pl_dim strain_dim, cloud *c) {
  pl_context *ctx = pl_arena_context(arena);
  pl_json *list;
  PL_TRY(pl_json_need(ctx, object, "points",
                      c->n_in == 1   ? "[[0.1], [0.2]]"
                      : c->n_in == 2 ? "[[0.1, 0], [0, 0.1]]"
                      : c->n_in == 3 ? "[[0.1, 0, 0]]"
                                     : "[[0.1, 0, 0, 0, 0, 0]]",
                      &list));
  pl_where where = pl_json_where(list);
  if (list->kind != PL_JSON_ARRAY || list->n < 1 || list->n > MAX_POINT)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "give a list of points, each a list of strains",
                   "\"points\" must be a list of 1 to %d control points", MAX_POINT);
  for (pl_json *item = list->child; item; item = item->next) {
    int n;
    double *value;
    where = pl_json_where(item);
    PL_TRY(pl_json_quantities(arena, item, strain_dim, &n, &value));
    if (n != c->n_in)
      return pl_fail(ctx, PL_ERROR_INPUT, &where, "give one number for each strain the law takes", "the point has %d strains, expected %d",
                     n, c->n_in);
    memcpy(c->centre[c->n++], value, (size_t)n * sizeof *value);
  }
  pl_json_use(list);
  return PL_OK;
}

static pl_status read_widths(pl_arena *arena, pl_json *object, pl_dim strain_dim, cloud *c) {
  pl_context *ctx = pl_arena_context(arena);
  pl_json *list;
  int n;
  double *value;
  PL_TRY(pl_json_need(ctx, object, "widths", "[0.1] with one number for each strain", &list));
  pl_where where = pl_json_where(list);
  PL_TRY(pl_json_quantities(arena, list, strain_dim, &n, &value));
  if (n != c->n_in)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "give one width for each strain the law takes", "%d widths, expected %d", n, c->n_in);
  for (int i = 0; i < n; i++) {
    if (!(value[i] > 0 && isfinite(value[i])))
      return pl_fail(ctx, PL_ERROR_INPUT, &where, "about the distance of neighbouring points is a good width", "width %d = %g, must be > 0",
                     i, value[i]);
    c->width[i] = value[i];
    c->inverse[i] = 1 / value[i];
  }
  return PL_OK;
}

static pl_status read(pl_arena *arena, pl_json *object, pl_dim strain_dim, pl_law *law) {
  cloud *c = pl_arena_alloc(arena, 1, sizeof *c);
  if (!c) return PL_ERROR_MEMORY;
  *c = (cloud){.n_in = law->row->n_in};
  PL_TRY(read_points(arena, object, strain_dim, c));
  PL_TRY(read_widths(arena, object, strain_dim, c));
  for (int j = 0; j < c->n; j++) {
    double q = 0, d, dd;
    for (int i = 0; i < c->n_in; i++) q += 0.5 * pow(c->centre[j][i] * c->inverse[i], 2);
    bump(q, &c->value[j], &d, &dd);
    for (int i = 0; i < c->n_in; i++) c->gradient[j][i] = -d * c->centre[j][i] * c->inverse[i] * c->inverse[i];
  }
  law->shape = c;
  law->n_param = law->n_bound = c->n;
  return PL_OK;
}

static void put_strains(pl_json_writer *writer, const char *key, pl_dim dim, int n, const double *value) {
  if (!pl_dim_equal(dim, PL_DIM_NONE)) {
    pl_json_put_quantities(writer, key, dim, n, value);
    return;
  }
  pl_json_put_numbers(writer, key, n, value);
}

static void write(const pl_law *law, pl_dim strain_dim, pl_json_writer *writer) {
  const cloud *c = law->shape;
  pl_json_begin_array(writer, "points");
  for (int j = 0; j < c->n; j++) put_strains(writer, NULL, strain_dim, c->n_in, c->centre[j]);
  pl_json_end_array(writer);
  put_strains(writer, "widths", strain_dim, c->n_in, c->width);
}

static void parameter(const pl_law *law, int j, pl_dim strain_dim, pl_dim stress_dim, pl_parameter *out) {
  const cloud *c = law->shape;
  snprintf(out->name, sizeof out->name, "g%d", j);
  out->dim = pl_dim_multiply(stress_dim, strain_dim);
  out->scale = pl_law_scale(pl_dim_divide(stress_dim, strain_dim)) * c->width[0] * c->width[0];
  out->lower = -INFINITY;
  out->upper = INFINITY;
  out->knot = c->n_in == 1 ? c->centre[j][0] : NAN;
}

static void range(const pl_law *law, double range[][2]) {
  const cloud *c = law->shape;
  for (int i = 0; i < c->n_in; i++) {
    range[i][0] = range[i][1] = 0;
    for (int j = 0; j < c->n; j++) {
      range[i][0] = fmin(range[i][0], c->centre[j][i]);
      range[i][1] = fmax(range[i][1], c->centre[j][i]);
    }
  }
}

// ---- evaluation ----

// z_i = (s_i - c_i) / w_i and the bump of point j.
static inline void locate(const cloud *c, int j, const pl_lanes *s, pl_lanes *z, pl_lanes g, pl_lanes d, pl_lanes dd) {
  pl_lanes q = {0};
  for (int i = 0; i < c->n_in; i++) {
    double centre = c->centre[j][i], inverse = c->inverse[i];
    PL_FOR_LANES(l) {
      z[i][l] = (s[i][l] - centre) * inverse;
      q[l] += 0.5 * z[i][l] * z[i][l];
    }
  }
  PL_FOR_LANES(l) bump(q[l], &g[l], &d[l], &dd[l]);
}

static void eval(const pl_law *law, const double *bound, const pl_lanes *s, pl_lanes *psi, pl_lanes *t, pl_lanes *k) {
  const cloud *c = law->shape;
  int n = c->n_in;
  if (psi) memset(psi, 0, sizeof *psi);
  memset(t, 0, (size_t)n * sizeof *t);
  if (k) memset(k, 0, (size_t)(n * n) * sizeof *k);
  for (int j = 0; j < c->n; j++) {
    pl_lanes z[PL_LAW_MAX_IN], g, d, dd;
    double theta = bound[j], value = c->value[j];
    locate(c, j, s, z, g, d, dd);
    if (psi) PL_FOR_LANES(l) psi[0][l] += theta * (g[l] - value);
    for (int i = 0; i < n; i++) {
      double slope = c->gradient[j][i], inverse = c->inverse[i];
      PL_FOR_LANES(l) t[i][l] += theta * (d[l] * z[i][l] * inverse - slope);
      if (psi) PL_FOR_LANES(l) psi[0][l] -= theta * slope * s[i][l];
      for (int m = i; m < n && k; m++) {
        double scale = theta * inverse * c->inverse[m], own = m == i ? 1 : 0;
        PL_FOR_LANES(l) k[i * n + m][l] += scale * (dd[l] * z[i][l] * z[m][l] + own * d[l]);
      }
    }
  }
  for (int i = 0; i < n && k; i++)
    for (int m = 0; m < i; m++) memcpy(k[i * n + m], k[m * n + i], sizeof *k);
}

static void eval_theta(const pl_law *law, const double *theta, const pl_lanes *s, pl_lanes *dt) {
  (void)theta;
  const cloud *c = law->shape;
  for (int j = 0; j < c->n; j++) {
    pl_lanes z[PL_LAW_MAX_IN], g, d, dd;
    locate(c, j, s, z, g, d, dd);
    for (int i = 0; i < c->n_in; i++) {
      double slope = c->gradient[j][i], inverse = c->inverse[i];
      PL_FOR_LANES(l) dt[j * c->n_in + i][l] = d[l] * z[i][l] * inverse - slope;
    }
  }
}

static const char *const keys[] = {"points", "widths", NULL};

#define ROW(count, text)                                                                                                                   \
  {                                                                                                                                        \
    .name = text, .help = "psi: clamped Gaussians on scattered control points of " #count " strain(s), theta_j G",                         \
    .words = "An energy of Gaussians around control strains; each number is the height of one.",                                           \
    .source = "Miguel et al. 2016, section 3.2", .n_in = count, .flags = PL_LAW_LINEAR | PL_LAW_CONSERVATIVE, .read = read,                \
    .write = write, .parameter = parameter, .eval = eval, .eval_theta = eval_theta, .range = range, .keys = keys, .cover = pl_cover_points \
  }

const pl_law_row pl_law_rbf[] = {ROW(1, "rbf-1"), ROW(2, "rbf-2"), ROW(3, "rbf-3"), ROW(6, "rbf-6")};
