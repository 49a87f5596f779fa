// energy_curves.c: see energy_curves.h. Every derivative is a combination w . t of the law's stresses t at a state s(x):
//
//   I1, I2     s = (3, 3, 1) but for the one that varies;  w picks it
//   volume     s = (3 J^(2/3), 3 J^(4/3), J),  w = ds/dJ: modified invariants do not feel it
//   stretch    s = (l, 1, 1/l), w = (l, -1, 0) for l > 1, and from the other end for l < 1. With m the mean of f' over the three stretches
//              t_i l_i = f'(ln l_i) - m, so w . t = f'(ln l) - f'(0). Sheets have the first two (or the last two) of them.
// Linear in t, so that bands follow from the law's dt/dtheta and the covariance of the fit.
#include "report/energy_curves.h"

#include <math.h>
#include <string.h>

#include "report/result_parts.h"

const char *const pl_energy_over[PL_ENERGY_KINDS] = {"I1", "I2", "J", "stretch"};

enum { MAX_CURVE = 64 };

static void state(const pl_energy_curve *c, double x, double s[PL_LAW_MAX_IN], double w[PL_LAW_MAX_IN]) {
  int n = c->term->law.row->n_in;
  for (int i = 0; i < n; i++) s[i] = c->term->law.row->rest[i], w[i] = 0;
  if (c->kind == PL_ENERGY_I1 || c->kind == PL_ENERGY_I2) {
    s[c->kind - PL_ENERGY_I1] = x;
    w[c->kind - PL_ENERGY_I1] = 1;
  } else if (c->kind == PL_ENERGY_VOLUME) {
    double p = cbrt(x);
    s[0] = 3 * p * p, s[1] = 3 * p * p * p * p, s[2] = x;
    w[0] = 2 / p, w[1] = 4 * p, w[2] = 1;
  } else {
    bool above = x >= 1 || n == 1;
    int own = above ? 0 : n - 1, other = above ? n - 1 : 0;
    if (n > 1) w[n == 3 ? 1 : other] = -1;
    if (n == 3) s[other] = 1 / x;
    s[own] = x, w[own] = x;
  }
}

// size, unless NULL, grows to that of the largest part.
static double slope_at(const pl_fit *fit, const pl_energy_curve *c, double x, double *size) {
  double s[PL_LAW_MAX_IN], w[PL_LAW_MAX_IN], t[PL_LAW_MAX_IN], sum = 0;
  state(c, x, s, w);
  pl_term_eval_mean(c->term, fit->material->theta, s, NULL, t, NULL);
  for (int i = 0; i < c->term->law.row->n_in; i++) {
    sum += w[i] * t[i];
    if (size) *size = fmax(*size, fabs(w[i] * t[i]));
  }
  return sum;
}

// d slope / d theta of the term's own numbers, [samples][n_param]; what is shown is the mean over the samples.
static void slope_theta(const pl_fit *fit, const pl_energy_curve *c, double x, double factor, double *out) {
  const pl_term *term = c->term;
  int n_in = term->law.row->n_in, n = term->law.n_param, n_sample = pl_term_sample_count(term);
  double s[PL_LAW_MAX_IN], w[PL_LAW_MAX_IN], dt[PL_LAW_MAX_PARAM * PL_LAW_MAX_IN];
  state(c, x, s, w);
  for (int a = 0; a < n_sample; a++) {
    pl_law_theta_one(&term->law, fit->material->theta + term->theta + a * n, s, dt);
    for (int p = 0; p < n; p++)
      for (int i = 0; i < n_in; i++) out[a * n + p] += factor * w[i] * dt[p * n_in + i] / n_sample;
  }
}

static double half_width(const pl_fit *fit, const pl_term *term, const double *g) {
  double variance = 0;
  int n = pl_term_theta_count(term);
  for (int p = 0; p < n && fit->covariance; p++)
    for (int q = 0; q < n; q++)
      variance += g[p] * fit->covariance[(size_t)(term->theta + p) * (size_t)fit->n_parameter + (size_t)(term->theta + q)] * g[q];
  return 1.96 * sqrt(fmax(variance, 0));
}

// x moved by a share of its scale: stretches by their logarithm, invariants and volumes by their distance from rest.
static double moved(const pl_energy_curve *c, double x, double by) { return c->kind == PL_ENERGY_STRETCH ? x * exp(by) : x + by; }

// Central differences of the slope; bands of them from the same differences of its derivatives.
static pl_status sample(pl_arena *arena, const pl_fit *fit, pl_energy_curve *c, double *size) {
  size_t bytes = (size_t)pl_term_theta_count(c->term) * sizeof(double);
  double *g = pl_arena_alloc(arena, (size_t)pl_term_theta_count(c->term) + 1, sizeof *g);
  if (!g) return PL_ERROR_MEMORY;
  bool logarithm = c->kind == PL_ENERGY_STRETCH;
  double low = fmin(c->range[0], c->rest), high = fmax(c->range[1], c->rest);
  if (logarithm) low = log(low), high = log(high);
  double span = high - low, step = 1e-5 * span, end = c->rest - (logarithm ? 1 : 0);
  if (low < end) low -= 0.06 * span;
  if (high > end) high += 0.06 * span;
  for (int i = 0; i < PL_ENERGY_POINTS; i++) {
    double place = low + (high - low) * i / (PL_ENERGY_POINTS - 1), x = c->x[i] = logarithm ? exp(place) : place;
    c->slope[i] = slope_at(fit, c, x, size);
    memset(g, 0, bytes);
    slope_theta(fit, c, x, 1, g);
    c->half_width[i] = half_width(fit, c->term, g);
    // one-sided at rest, where an invariant cannot be smaller
    double below = !logarithm && place - step < low ? 0 : -step;
    c->bend[i] = (slope_at(fit, c, moved(c, x, step), NULL) - slope_at(fit, c, moved(c, x, below), NULL)) / (step - below);
    memset(g, 0, bytes);
    slope_theta(fit, c, moved(c, x, step), 1 / (step - below), g);
    slope_theta(fit, c, moved(c, x, below), -1 / (step - below), g);
    c->bend_half_width[i] = half_width(fit, c->term, g);
  }
  return PL_OK;
}

// Up to rounding, for a band of zero width too: an energy that does not depend on x.
static bool is_zero(const pl_energy_curve *c, double size) {
  double most = 0;
  for (int i = 0; i < PL_ENERGY_POINTS; i++) most = fmax(most, fmax(fabs(c->slope[i]), c->half_width[i]));
  return most <= 1e-9 * size;
}

// Where x was measured: the input's own range, of stretches from the smallest to the largest.
static void find_range(pl_energy_curve *c) {
  const pl_term *term = c->term;
  int n = term->law.row->n_in, first = c->kind == PL_ENERGY_STRETCH ? n - 1 : (int)c->kind, last = c->kind == PL_ENERGY_STRETCH ? 0 : first;
  c->rest = term->law.row->rest[first];
  c->range[0] = term->range[first][0], c->range[1] = term->range[last][1];
  c->measured = c->range[0] > 0 && c->range[1] - c->range[0] > 1e-6 * c->rest;
  if (c->measured) return;
  c->range[0] = c->kind == PL_ENERGY_STRETCH || c->kind == PL_ENERGY_VOLUME ? 0.5 * c->rest : c->rest;
  c->range[1] = 2 * c->rest;
}

pl_status pl_energy_curves_make(pl_arena *arena, const pl_fit *fit, int *n, pl_energy_curve **out) {
  *n = 0;
  *out = pl_arena_alloc(arena, MAX_CURVE, sizeof **out);
  if (!*out) return PL_ERROR_MEMORY;
  for (int t = 0; t < fit->material->n_term; t++) {
    const pl_term *term = &fit->material->term[t];
    const double *rest = term->law.row->rest;
    if (!rest || term->rate || term->law.row->n_history > 0 || pl__term_assumed(fit, term)) continue;
    if (strcmp(term->law.row->name, "log-cross") == 0) continue;  // a coupling is no sum over the stretches
    bool stretches = rest[0] == 1;
    for (int kind = stretches ? PL_ENERGY_STRETCH : PL_ENERGY_I1; kind <= (stretches ? PL_ENERGY_STRETCH : PL_ENERGY_VOLUME); kind++) {
      if (*n >= MAX_CURVE || (!stretches && kind - PL_ENERGY_I1 >= term->law.row->n_in)) continue;
      pl_energy_curve *c = &(*out)[*n];
      *c = (pl_energy_curve){.term = term, .kind = (pl_energy_kind)kind};
      find_range(c);
      double size = 0;
      PL_TRY(sample(arena, fit, c, &size));
      if (!is_zero(c, size)) ++*n;
    }
  }
  return PL_OK;
}

double pl_energy_control(const pl_energy_curve *c, const pl_parameter *parameter) {
  const char *law = c->term->law.row->name, *name = strrchr(parameter->name, '.');
  if (!name || !isfinite(parameter->knot) || c->term->samples || parameter->term < 0) return NAN;
  if (c->kind == PL_ENERGY_STRETCH && (strncmp(law, "valanis-landel", 14) == 0 || strcmp(law, "log-spline") == 0))
    return exp(parameter->knot);
  if (c->kind == PL_ENERGY_I1 && strcmp(law, "invariant-spline") == 0 && strncmp(name, ".k1-", 4) == 0) return 3 + parameter->knot;
  return NAN;
}
