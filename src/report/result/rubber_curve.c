// rubber_curve.c: see rubber_curve.h.
#include "report/result/rubber_curve.h"

#include <math.h>
#include <string.h>

#include "law/rubber/rubber.h"

enum { N_POINT = 121, MAX_CURVE = 64 };

// The curve of a term: an invariant, the stretches, or the volume.
typedef enum kind { FIRST_INVARIANT, SECOND_INVARIANT, STRETCH, VOLUME, N_KIND } kind;

static const struct {
  const char *x_name, *y_name, *slope_name, *knot;  // knot: prefix of the names of parameters that lie on the x axis
  double origin;                                    // x of the body at rest, from which knots are counted
} rows[N_KIND] = {
    {"I\xE2\x82\x81", "\xE2\x88\x82\xCF\x88/\xE2\x88\x82I\xE2\x82\x81", "\xE2\x88\x82\xC2\xB2\xCF\x88/\xE2\x88\x82I\xE2\x82\x81\xC2\xB2",
     "k1-", 3},
    // control points of the second curve are positions of a power of I2: none are drawn
    {"I\xE2\x82\x82", "\xE2\x88\x82\xCF\x88/\xE2\x88\x82I\xE2\x82\x82", "\xE2\x88\x82\xC2\xB2\xCF\x88/\xE2\x88\x82I\xE2\x82\x82\xC2\xB2",
     NULL, 3},
    {"ln \xCE\xBB", "f\xE2\x80\xB2(ln \xCE\xBB) \xE2\x88\x92 f\xE2\x80\xB2(0)", "f\xE2\x80\xB3(ln \xCE\xBB)", "k", 0},
    {"J", "d\xCF\x88/dJ", "d\xC2\xB2\xCF\x88/dJ\xC2\xB2", NULL, 1},
};

static bool of_stretches(const pl_term *term) { return term->law.row->rest[0] == pl_rest_stretches[0]; }

// True if the law has volumetric stiffness.
static bool has_bulk(const pl_material *material, const pl_term *term) {
  for (int p = 0; p < term->law.n_param; p++)
    if (material->parameter[term->theta + p].bulk) return true;
  return false;
}

// The state at x and the weights of its stresses t: y = sum w_i t_i.
static void state(const pl_term *term, kind of, double x, double *s, double *w) {
  int n_in = term->law.row->n_in;
  for (int i = 0; i < n_in; i++) s[i] = term->law.row->rest[i], w[i] = 0;
  if (of == VOLUME) {
    // all stretches J^(1/3): I1 = 3 J^(2/3), I2 = 3 J^(4/3), and their derivatives by J
    double l = cbrt(x);
    const double invariant[3] = {3 * l * l, 3 * x * l, x}, by_volume[3] = {2 / l, 4 * l, 1};
    for (int i = 0; i < n_in; i++) s[i] = of_stretches(term) ? l : invariant[i], w[i] = of_stretches(term) ? 1 / (3 * l * l) : by_volume[i];
    return;
  }
  if (of != STRETCH) {
    s[of] = x, w[of] = 1;
    return;
  }
  s[0] = w[0] = exp(x);
  if (n_in > 1) w[1] = -1;
  if (n_in > 2) s[2] = exp(-x);
}

static double value_at(const pl_material *material, const pl_term *term, kind of, double x) {
  double s[PL_LAW_MAX_IN], w[PL_LAW_MAX_IN], t[PL_LAW_MAX_IN], psi, sum = 0;
  state(term, of, x, s, w);
  pl_term_eval_mean(term, material->theta, s, &psi, t, NULL);
  for (int i = 0; i < term->law.row->n_in; i++) sum += w[i] * t[i];
  return sum;
}

// dy/dtheta [n_param].
static void theta_slope(const pl_material *material, const pl_term *term, kind of, double x, double *out) {
  int n_in = term->law.row->n_in;
  double s[PL_LAW_MAX_IN], w[PL_LAW_MAX_IN], dt[PL_LAW_MAX_PARAM * PL_LAW_MAX_IN];
  state(term, of, x, s, w);
  pl_law_theta_one(&term->law, material->theta + term->theta, s, dt);
  for (int p = 0; p < term->law.n_param; p++) {
    out[p] = 0;
    for (int i = 0; i < n_in; i++) out[p] += w[i] * dt[p * n_in + i];
  }
}

// 95 % half-width of a quantity with these derivatives, by the rule of all bands (material/scatter.h). For one set of parameters: a term with material samples has no band here.
static double half_width(const pl_material *material, const pl_term *term, const double *slope) {
  if (!material->sigma || term->samples) return 0;
  double sum = 0;
  for (int p = 0; p < term->law.n_param; p++)
    for (int q = 0; q < term->law.n_param; q++) {
      size_t i = (size_t)(term->theta + p), j = (size_t)(term->theta + q), n = (size_t)material->n_theta;
      double together = i == j ? 1 : material->correlation ? material->correlation[i * n + j] : 0;
      double covariance = together * material->sigma[i] * material->sigma[j];
      if (isfinite(covariance)) sum += slope[p] * covariance * slope[q];
    }
  double variance = fmax(sum, 0);
  return pl_scatter_95(material, (pl_slopes){term->theta, term->law.n_param, slope, 1}, variance) * sqrt(variance);
}

static void find_range(const pl_term *term, pl_rubber_curve *c, kind of) {
  double low = INFINITY, high = -INFINITY;
  int n_in = of == STRETCH ? term->law.row->n_in : 1, first = of == STRETCH ? 0 : of == VOLUME ? 2 : (int)of;
  if (of == VOLUME && of_stretches(term)) n_in = 0;  // the range stores the stretches one by one, not their product
  for (int i = first; i < first + n_in; i++)
    if (term->range[i][1] > term->range[i][0]) low = fmin(low, term->range[i][0]), high = fmax(high, term->range[i][1]);
  c->measured = high > low && (of != STRETCH || low > 0);
  if (!c->measured) low = of == VOLUME ? 0.9 : of == STRETCH ? 0.5 : 3, high = of == VOLUME ? 1.1 : of == STRETCH ? 2 : 6;
  c->range[0] = of == STRETCH ? log(low) : low;
  c->range[1] = of == STRETCH ? log(high) : high;
}

static pl_status sample(pl_arena *arena, const pl_material *material, pl_rubber_curve *c, kind of, bool *zero) {
  const pl_term *term = c->term;
  double *memory = pl_arena_alloc(arena, 5 * (size_t)N_POINT, sizeof *memory), *x = memory, *y = memory + N_POINT, *half = y + N_POINT,
         *slope = half + N_POINT, *slope_half = slope + N_POINT;
  if (!memory) return PL_ERROR_MEMORY;
  double low = fmin(c->range[0], rows[of].origin), high = fmax(c->range[1], rows[of].origin), span = high - low, step = 1e-4 * span;
  // slightly beyond the measured range, never to an impossible state
  if (of == STRETCH) low -= 0.04 * span;
  if (of == VOLUME) low = fmax(low - 0.04 * span, 0.5 * low);
  high += 0.04 * span;
  *zero = true;
  for (int i = 0; i < N_POINT; i++) {
    double above[PL_LAW_MAX_PARAM], below[PL_LAW_MAX_PARAM], here[PL_LAW_MAX_PARAM];
    x[i] = low + (high - low) * i / (N_POINT - 1);
    y[i] = value_at(material, term, of, x[i]);
    theta_slope(material, term, of, x[i], here);
    half[i] = half_width(material, term, here);
    slope[i] = (value_at(material, term, of, x[i] + step) - value_at(material, term, of, x[i] - step)) / (2 * step);
    theta_slope(material, term, of, x[i] + step, above);
    theta_slope(material, term, of, x[i] - step, below);
    for (int p = 0; p < term->law.n_param; p++) here[p] = (above[p] - below[p]) / (2 * step);
    slope_half[i] = half_width(material, term, here);
    *zero = *zero && y[i] == 0;
  }
  c->n = N_POINT, c->x = x, c->y = y, c->half = half, c->slope = slope, c->slope_half = slope_half;
  return PL_OK;
}

static pl_status find_control(pl_arena *arena, const pl_material *material, pl_rubber_curve *c, kind of) {
  const pl_term *term = c->term;
  size_t n = (size_t)term->law.n_param, prefix = strlen(term->name) + 1;
  double *memory = pl_arena_alloc(arena, 3 * n + 1, sizeof *memory);
  int *number = pl_arena_alloc(arena, n + 1, sizeof *number);
  if (!memory || !number) return PL_ERROR_MEMORY;
  double *at = memory, *value = memory + n, *slope = memory + 2 * n, step = 1e-4 * (c->x[c->n - 1] - c->x[0]);
  for (size_t p = 0; p < n && rows[of].knot && !term->samples; p++) {
    const pl_parameter *parameter = &material->parameter[(size_t)term->theta + p];
    double x = rows[of].origin + parameter->knot;
    // the pole of a knot outside the picture would enlarge it
    if (!isfinite(x) || x < c->x[0] - step || x > c->x[c->n - 1] + step || strlen(parameter->name) < prefix) continue;
    if (strncmp(parameter->name + prefix, rows[of].knot, strlen(rows[of].knot)) != 0) continue;
    at[c->n_control] = x;
    number[c->n_control] = term->theta + (int)p;
    value[c->n_control] = value_at(material, term, of, x);
    slope[c->n_control++] = (value_at(material, term, of, x + step) - value_at(material, term, of, x - step)) / (2 * step);
  }
  c->at = at, c->value = value, c->slope_at = slope, c->parameter = number;
  return PL_OK;
}

static pl_status add(pl_arena *arena, const pl_material *material, const pl_term *term, kind of, int *n, pl_rubber_curve *all) {
  if (*n == MAX_CURVE) return PL_OK;
  bool zero;
  pl_rubber_curve *c = &all[*n];
  *c = (pl_rubber_curve){.term = term,
                         .stretch = of == STRETCH,
                         .volume = of == VOLUME,
                         .input = of == VOLUME ? (of_stretches(term) ? -1 : 2) : of == SECOND_INVARIANT,
                         .x_name = rows[of].x_name,
                         .y_name = rows[of].y_name,
                         .slope_name = rows[of].slope_name,
                         .dim = pl_term_stress_dim(term)};
  find_range(term, c, of);
  PL_TRY(sample(arena, material, c, of, &zero));
  if (zero) return PL_OK;
  PL_TRY(find_control(arena, material, c, of));
  ++*n;
  return PL_OK;
}

pl_status pl_rubber_curves(pl_arena *arena, const pl_material *material, int *n, pl_rubber_curve **curve) {
  *n = 0;
  *curve = pl_arena_alloc(arena, MAX_CURVE, sizeof **curve);
  if (!*curve) return PL_ERROR_MEMORY;
  for (int t = 0; t < material->n_term; t++) {
    const pl_term *term = &material->term[t];
    const double *rest = term->law.row->rest;
    // a coupling of two stretches is zero wherever one of them is 1
    if (!rest || term->rate || term->law.row->flags & PL_LAW_COUPLING) continue;
    if (of_stretches(term)) PL_TRY(add(arena, material, term, STRETCH, n, *curve));
    for (int i = FIRST_INVARIANT; i <= SECOND_INVARIANT && !of_stretches(term); i++) PL_TRY(add(arena, material, term, (kind)i, n, *curve));
    if (has_bulk(material, term)) PL_TRY(add(arena, material, term, VOLUME, n, *curve));
  }
  return PL_OK;
}

const char *pl_rubber_curve_over(const pl_rubber_curve *c) {
  return c->stretch ? "stretch" : c->volume ? "J" : c->input == 0 ? "I1" : "I2";
}

double pl_rubber_curve_x(const pl_rubber_curve *c, double x) { return c->stretch ? exp(x) : x; }

// ---- words ----

typedef struct meaning {
  const char *over, *title, *about;
} meaning;

static const meaning meanings[] = {
    {"I1", "energy over the first invariant",
     "I₁ = λ₁² + λ₂² + λ₃² is the total stretch, 3 at rest. Twice the value at rest is what this term adds "
     "to the shear modulus; a rising curve is a material that stiffens."},
    {"I2", "energy over the second invariant",
     "I₂ = λ₁²λ₂² + λ₂²λ₃² + λ₃²λ₁² is the total stretch of "
     "areas, 3 at rest. Twice the value at rest is what this term adds to the shear modulus."},
    {"stretch", "energy of each principal stretch",
     "The energy is f(ln λ₁) + f(ln λ₂) + f(ln λ₃); differences of f′ between two directions are differences of true stress. "
     "Half of f″ at rest is what this term adds to the shear modulus."},
    {"J", "energy over the volume",
     "J = λ₁λ₂λ₃ is the volume over that at rest. The value is the mean true stress when only the volume changes; its slope at J = 1 "
     "is the bulk modulus."},
};

static const meaning *meaning_of(const pl_rubber_curve *c) {
  for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
    if (strcmp(meanings[i].over, pl_rubber_curve_over(c)) == 0) return &meanings[i];
  return &meanings[0];
}

const char *pl_rubber_curve_title(const pl_rubber_curve *c) { return meaning_of(c)->title; }
const char *pl_rubber_curve_about(const pl_rubber_curve *c) { return meaning_of(c)->about; }
