// invariant_spline.c: rubber whose energy is a free convex curve of each invariant, polyconvex by construction (ours),
//
//   psi = f(x) + g(y) + bulk (J - 1)^2 / 2,   x = a - 3,   y = (b^(3/2) - 3^(3/2)) / (3/2 3^(1/2))      (a, b: rubber.h; y is b - 3 to first order),
//   f(x) = c1 x + convex-spline(x),   g(y) = c2 y + convex-spline(y).
//
// x and y are polyconvex and never negative; c >= 0 and psi'' >= 0 at the knots make f and g convex and increasing. A convex, increasing
// function of a polyconvex one is polyconvex, and so is the sum. The bounds theta >= 0 suffice. Knots ("knots1", "knots2") start at 0.
// Either list may be omitted, and with it the curve. f = c1 x alone is neo-hookean with mu = 2 c1. Treloar's rubber reaches x = 55, y =
// 130: place knots where the data are.
#include <stdio.h>
#include <string.h>

#include "law/cover.h"
#include "law/rows.h"
#include "law/rubber/rubber.h"
#include "law/spline.h"

typedef struct curves {
  pl_law curve[2];  // convex-splines; row NULL: no such curve
  int at[2];        // first parameter of each: the slope, then the spline's
  int bulk;         // index of its parameter, -1 when incompressible
} curves;

static const char *const knots_key[2] = {"knots1", "knots2"};

static pl_status read(pl_arena *arena, pl_json *object, pl_dim strain_dim, pl_law *law) {
  (void)strain_dim;
  pl_context *ctx = pl_arena_context(arena);
  curves *c = pl_arena_alloc(arena, 1, sizeof *c);
  if (!c) return PL_ERROR_MEMORY;
  *c = (curves){.bulk = -1};
  law->n_param = law->n_bound = 0;
  for (int i = 0; i < 2; i++) {
    pl_json *list = pl_json_find(object, knots_key[i]);
    if (!list) continue;
    int n;
    double *knot;
    PL_TRY(pl_invariant_read_knots(arena, list, knots_key[i], &n, &knot));
    c->curve[i].row = &pl_law_convex_spline;
    PL_TRY(pl_spline_build(arena, 2, n, knot, false, 0, &c->curve[i]));
    c->at[i] = law->n_param;
    law->n_param += 1 + c->curve[i].n_param;
    law->n_bound += 1 + c->curve[i].n_bound;
  }
  if (law->n_param == 0) {
    pl_where where = pl_json_where(object);
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "add for example \"knots1\": [0, 1, 5, 20, 60]",
                   "the law \"invariant-spline\" has no curve: \"knots1\" and \"knots2\" are both missing");
  }
  bool incompressible;
  PL_TRY(pl_rubber_read_flags(ctx, object, &incompressible, NULL));
  if (!incompressible) {
    c->bulk = law->n_param++;
    law->n_bound++;
  }
  law->shape = c;
  return PL_OK;
}

static void write(const pl_law *law, pl_dim strain_dim, pl_json_writer *writer) {
  (void)strain_dim;
  const curves *c = law->shape;
  for (int i = 0; i < 2; i++) {
    if (!c->curve[i].row) continue;
    const pl_piecewise *piece = c->curve[i].shape;
    pl_json_begin_array(writer, knots_key[i]);
    for (int k = 0; k < piece->n_knot; k++) pl_json_put_number(writer, NULL, piece->knot[k]);
    pl_json_end_array(writer);
  }
  pl_rubber_write_flags(writer, c->bulk < 0, false);
}

static void parameter(const pl_law *law, int j, pl_dim strain_dim, pl_dim stress_dim, pl_parameter *out) {
  const curves *c = law->shape;
  char name[32] = "bulk";
  double knot = NAN;
  int i = c->curve[1].row && j >= c->at[1] ? 1 : 0, own = j - c->at[i] - 1;
  if (j != c->bulk) {
    if (own < 0)
      snprintf(name, sizeof name, "slope%d", i + 1);
    else
      snprintf(name, sizeof name, "k%d-%d", i + 1, own);
    if (own >= 0) knot = ((const pl_piecewise *)c->curve[i].shape)->place[own];
  }
  pl_rubber_modulus(out, name, strain_dim, stress_dim, 0);
  out->knot = knot;
  out->bulk = j == c->bulk;
  out->role = out->bulk ? PL_ROLE_OTHER : own < 0 ? PL_ROLE_SLOPE : PL_ROLE_CURVATURE;
  out->of[0] = i;
}

// bound: the two slopes and the splines' own numbers, then bulk.
static void bind(const pl_law *law, const double *theta, double *bound) {
  const curves *c = law->shape;
  for (int i = 0; i < 2; i++) {
    if (!c->curve[i].row) continue;
    *bound++ = theta[c->at[i]];
    pl_piecewise_bind(&c->curve[i], theta + c->at[i] + 1, bound);
    bound += c->curve[i].n_bound;
  }
  if (c->bulk >= 0) *bound = theta[c->bulk];
}

typedef struct arguments {
  pl_lanes p, a, b, at[2], dy, ddy;  // at: x, y
} arguments;

static void fill(const pl_lanes *s, arguments *v) {
  pl_invariant_modify(s, v->p, v->a, v->b);
  PL_FOR_LANES(l) {
    v->at[0][l] = v->a[l] - 3;
    pl_second_power(v->b[l], &v->at[1][l], &v->dy[l], &v->ddy[l]);
  }
}

static void eval(const pl_law *law, const double *bound, const pl_lanes *s, pl_lanes *psi, pl_lanes *t, pl_lanes *k) {
  const curves *c = law->shape;
  arguments v;
  pl_plane_function f = {.f = {0}};
  double *first[2] = {f.a, f.b}, *second[2] = {f.aa, f.bb};
  fill(s, &v);
  for (int i = 0; i < 2; i++) {
    if (!c->curve[i].row) continue;
    double slope = *bound++;
    pl_lanes energy[1], stress[1], tangent[1];
    pl_piecewise_eval(&c->curve[i], bound, (const pl_lanes *)&v.at[i], energy, stress, tangent);
    bound += c->curve[i].n_bound;
    PL_FOR_LANES(l) {
      f.f[l] += slope * v.at[i][l] + energy[0][l];
      first[i][l] = slope + stress[0][l];
      second[i][l] = tangent[0][l];
    }
  }
  PL_FOR_LANES(l) {
    f.bb[l] = f.bb[l] * v.dy[l] * v.dy[l] + f.b[l] * v.ddy[l];
    f.b[l] *= v.dy[l];
  }
  pl_invariant_chain(s, v.p, v.a, v.b, &f, c->bulk >= 0 ? *bound : 0, psi, t, k);
}

static void eval_theta(const pl_law *law, const double *theta, const pl_lanes *s, pl_lanes *dt) {
  (void)theta;
  const curves *c = law->shape;
  arguments v;
  fill(s, &v);
  for (int i = 0; i < 2; i++) {
    if (!c->curve[i].row) continue;
    pl_lanes basis[PL_PIECE_MAX_KNOT];
    pl_piecewise_theta(&c->curve[i], NULL, (const pl_lanes *)&v.at[i], basis);
    for (int j = -1; j < c->curve[i].n_param; j++) {
      pl_plane_function f = {.f = {0}};
      double *to = i == 0 ? f.a : f.b;
      PL_FOR_LANES(l) to[l] = (j < 0 ? 1 : basis[j < 0 ? 0 : j][l]) * (i == 0 ? 1 : v.dy[l]);
      pl_invariant_chain(s, v.p, v.a, v.b, &f, 0, NULL, dt + 3 * (c->at[i] + 1 + j), NULL);
    }
  }
  if (c->bulk < 0) return;
  pl_plane_function none = {.f = {0}};
  pl_invariant_chain(s, v.p, v.a, v.b, &none, 1, NULL, dt + 3 * c->bulk, NULL);
}

// The second curve is one of y = (I2^(3/2) - 3^(3/2)) / (3/2 3^(1/2)).
static void place(const pl_law *law, int j, double knot, const char **name, double *value) {
  const curves *c = law->shape;
  bool second = c->curve[1].row && j >= c->at[1];
  *name = second ? "I\xE2\x82\x82 \xE2\x88\x92 3" : "I\xE2\x82\x81 \xE2\x88\x92 3";
  *value = second ? pow(pow(3, 1.5) + 1.5 * sqrt(3) * knot, 2.0 / 3) - 3 : knot;
}

static void cover(const pl_law_row *row, pl_dim strain_dim, const double range[][2], bool odd, pl_json_writer *writer) {
  (void)row, (void)strain_dim, (void)odd;
  pl_cover_from_zero(writer, knots_key[0], 4, fmax(range[0][1] - pl_rest_invariants[0], 0.1));
}

static const char *const keys[] = {"knots1", "knots2", "incompressible", NULL};

const pl_law_row pl_law_invariant_spline = {
    .name = "invariant-spline",
    .help = "psi = f(x) + g(y) + bulk/2 (J - 1)^2, f and g convex rising curves of the invariants: polyconvex for every theta",
    .words = "Rubber by a curve of free shape of the invariant I1, in some also of I2. Twice the first number is its part of the shear "
             "modulus at rest; the others are how fast it stiffens, each at one stretch.",
    .source = "Pliant",
    .n_in = 3,
    .flags = PL_LAW_LINEAR | PL_LAW_CONSERVATIVE | PL_LAW_POLYCONVEX | PL_LAW_SPLINE | PL_LAW_ISOTROPIC,
    .read = read,
    .write = write,
    .parameter = parameter,
    .bind = bind,
    .eval = eval,
    .eval_theta = eval_theta,
    .place = place,
    .rest = pl_rest_invariants,
    .keys = keys,
    .cover = cover,
};
