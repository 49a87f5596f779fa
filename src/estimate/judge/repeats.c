// repeats.c: see repeats.h.
//
// The noise of the readings is measured on residuals without the effects. These come from one linear step around the fit, in which each
// repeated specimen has a free effect: min |r + J d + Z b|^2 + prior. So a strip that is stiffer throughout leaves no residual that looks
// like a misfit of the model. A weak ridge keeps the sum of the effects of a kind at zero, where the parameters can replace it.
//
// An outlying specimen is found by its deviation from the mean of the others, over the standard error by their scatter. This externally
// studentised residual has n - 2 degrees of freedom. Its probability times n (Bonferroni) allows for the choice of the largest. Below 1 %
// the specimen is named.
#include "estimate/judge/repeats.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "estimate/judge/judge.h"
#include "estimate/problem/nominal.h"
#include "material/scatter.h"
#include "math/student.h"

static const double MOST = 3;             // relative scatter: beyond it tests are not of one fabric
static const double RIDGE = 1e-9;         // of the effects, relative to their information
static const double LEAST_NOISE = 1e-12;  // variance of a row below which it counts as exact
static const double OUTLYING = 0.01;      // probability by chance
static const double SMALLEST = 0.01;      // a smaller effect is within the accuracy of sizes and readings

double pl_repeats_change(const pl_fit *fit, const double *slope) {
  return pl_scatter_change(fit->material, (pl_slopes){0, fit->material->n_theta, slope, 1});
}

// ---- kinds and specimens ----

static const char *name_of(const pl_test *test) { return test->specimen ? test->specimen : test->name; }

// Tests of one kind and specimen name are of one specimen, if they are named so; names of tests may repeat in other files.
static bool same_specimen(const pl_test *a, const pl_test *b) {
  return a->specimen && b->specimen && strcmp(a->specimen, b->specimen) == 0;
}

static int find_kind(const pl_fit *fit, pl_repeats *all, int i) {
  const pl_fit_case *cases = fit->work.fit_case;
  if (!pl_tests_alike(cases[i].given->test, cases[i].given->test)) return -1;  // of no kind
  for (int g = 0; g < all->n_kind; g++)
    if (pl_tests_alike(cases[all->kind[g].first].given->test, cases[i].given->test)) return g;
  all->kind[all->n_kind] = (pl_repeat_kind){.first = i, .scatter = {.value = NAN, .low = NAN, .high = NAN}};
  return all->n_kind++;
}

static int find_specimen(const pl_fit *fit, pl_repeats *all, int i) {
  const pl_test *test = fit->work.fit_case[i].given->test;
  for (int k = 0; k < i; k++)
    if (all->kind_of[k] == all->kind_of[i] && same_specimen(fit->work.fit_case[k].given->test, test)) return all->specimen_of[k];
  all->specimen[all->n_specimen] = (pl_repeat_specimen){.name = name_of(test), .kind = all->kind_of[i], .chance = NAN};
  all->kind[all->kind_of[i]].n++;
  return all->n_specimen++;
}

// z of each row, and its specimen.
static void place_rows(const pl_fit *fit, const pl_stack *stack, const double *jacobian, pl_repeats *all) {
  for (int i = 0, row = 0; i < fit->problem.n_fitted; i++)
    for (int k = 0; k < PL_MAX_CHANNEL; k++) {
      const pl_fit_case *c = &fit->work.fit_case[i];
      bool repeated = all->specimen_of[i] >= 0 && all->kind[all->kind_of[i]].n > 1;
      for (int f = 0; pl_case_used(c, k) && f < pl_case_values(c, k); f++, row++) {
        all->row_specimen[row] = repeated ? all->specimen_of[i] : -1;
        all->row_scale[row] = pl_repeats_change(fit, jacobian + (size_t)row * (size_t)stack->n_parameter);
      }
    }
}

// The kind with the largest sum over its rows of (sum_j J_j theta_j)^2, j the parameters of a term. weight: [n_kind], work.
static void place_terms(const pl_fit *fit, const pl_stack *stack, const double *jacobian, pl_repeats *all, double *weight) {
  for (int t = 0; t < fit->material->n_term; t++) {
    const pl_term *term = &fit->material->term[t];
    all->term_kind[t] = -1;
    memset(weight, 0, (size_t)all->n_kind * sizeof *weight);
    for (int i = 0, row = 0; i < fit->problem.n_fitted; i++)
      for (int k = 0; k < PL_MAX_CHANNEL; k++)
        for (int f = 0; pl_case_used(&fit->work.fit_case[i], k) && f < pl_case_values(&fit->work.fit_case[i], k); f++, row++) {
          double sum = 0;
          for (int j = term->theta; j < term->theta + pl_term_theta_count(term); j++)
            sum += jacobian[(size_t)row * (size_t)stack->n_parameter + (size_t)j] * fit->material->theta[j];
          if (all->kind_of[i] >= 0) weight[all->kind_of[i]] += sum * sum;
        }
    for (int g = 0; g < all->n_kind; g++)
      if (weight[g] > (all->term_kind[t] < 0 ? 0 : weight[all->term_kind[t]])) all->term_kind[t] = g;
  }
}

pl_status pl_repeats_find(pl_fit *fit, const pl_stack *stack, const double *jacobian) {
  pl_arena *arena = fit->arena;
  size_t n_case = (size_t)fit->problem.n_case + 1, n_row = (size_t)stack->n_data + 1, n = (size_t)stack->n_parameter;
  pl_repeats *all = pl_arena_alloc(arena, 1, sizeof *all);
  double *weight = pl_arena_alloc(arena, n_case, sizeof *weight);
  if (!all || !weight) return PL_ERROR_MEMORY;
  *all = (pl_repeats){.n_parameter = stack->n_parameter,
                      .kind = pl_arena_alloc(arena, n_case, sizeof *all->kind),
                      .specimen = pl_arena_alloc(arena, n_case, sizeof *all->specimen),
                      .kind_of = pl_arena_alloc(arena, n_case, sizeof *all->kind_of),
                      .specimen_of = pl_arena_alloc(arena, n_case, sizeof *all->specimen_of),
                      .row_scale = pl_arena_alloc(arena, n_row, sizeof *all->row_scale),
                      .row_specimen = pl_arena_alloc(arena, n_row, sizeof *all->row_specimen),
                      .term_kind = pl_arena_alloc(arena, (size_t)fit->material->n_term + 1, sizeof *all->term_kind)};
  if (!all->kind || !all->specimen || !all->kind_of || !all->specimen_of || !all->row_scale || !all->row_specimen || !all->term_kind)
    return PL_ERROR_MEMORY;
  for (int i = 0; i < fit->problem.n_case; i++) {
    all->kind_of[i] = find_kind(fit, all, i);
    all->specimen_of[i] = i < fit->problem.n_fitted && all->kind_of[i] >= 0 ? find_specimen(fit, all, i) : -1;
  }
  for (int g = 0; g < all->n_kind; g++) all->any = all->any || all->kind[g].n > 1;
  place_rows(fit, stack, jacobian, all);
  place_terms(fit, stack, jacobian, all, weight);
  all->load = pl_arena_alloc(arena, (size_t)all->n_specimen * n + 1, sizeof *all->load);
  all->influence = pl_arena_alloc(arena, (size_t)all->n_specimen * n + 1, sizeof *all->influence);
  if (!all->load || !all->influence) return PL_ERROR_MEMORY;
  fit->evidence.repeats = all;
  return PL_OK;
}

// ---- effects ----

// Row i of the stack in scaled free parameters, then in the effects of specimens: out[n + n_specimen]. Returns its specimen.
static int joint_row(const pl_fit *fit, const pl_stack *stack, const double *jacobian, int i, double *out) {
  const pl_repeats *all = fit->evidence.repeats;
  int n = stack->n_parameter, own = i < stack->n_data ? all->row_specimen[i] : -1;
  for (int j = 0; j < n; j++) out[j] = pl_judge_held(fit, stack, j) ? 0 : jacobian[(size_t)i * (size_t)n + (size_t)j] * stack->scale[j];
  for (int s = 0; s < all->n_specimen; s++) out[n + s] = s == own ? all->row_scale[i] : 0;
  return own;
}

// Solves for -(step, effects) with equal weights: normal[m][m] x = right[m].
static bool solve_step(int m, int n, double *normal, double *right) {
  double largest = 0;
  for (int j = 0; j < m; j++) largest = fmax(largest, normal[j * m + j]);
  for (int j = 0; j < m; j++) {
    normal[j * m + j] *= j < n ? 1 : 1 + RIDGE;
    if (!(normal[j * m + j] > 0)) normal[j * m + j] = 1;  // no row depends on it
    normal[j * m + j] += 1e-15 * largest;
  }
  return LAPACKE_dposv(LAPACK_ROW_MAJOR, 'L', m, 1, normal, m, right, 1) == 0;
}

pl_status pl_repeats_remove(const pl_fit *fit, const pl_stack *stack, const double *r, const double *jacobian) {
  pl_repeats *all = fit->evidence.repeats;
  int n = stack->n_parameter, m = n + all->n_specimen;
  if (!all->any) return PL_OK;
  double *normal = pl_arena_alloc(fit->arena, (size_t)m * (size_t)m + 2 * (size_t)m + (size_t)stack->n_data + 1, sizeof *normal);
  if (!normal) return PL_ERROR_MEMORY;
  double *right = normal + (size_t)m * (size_t)m, *row = right + m, *out = row + m;
  for (int i = 0; i < stack->n_residual; i++) {
    joint_row(fit, stack, jacobian, i, row);
    for (int j = 0; j < m; j++) {
      if (row[j] == 0) continue;
      right[j] += row[j] * r[i];
      for (int k = 0; k < m; k++) normal[j * m + k] += row[j] * row[k];
    }
  }
  bool solved = solve_step(m, n, normal, right);
  for (int i = 0; i < stack->n_data; i++) {
    out[i] = r[i];
    if (!solved || joint_row(fit, stack, jacobian, i, row) < 0) continue;
    for (int j = 0; j < m; j++) out[i] -= row[j] * right[j];
  }
  // the readings are those of the fabric times 1 + b, and r is predicted - measured: r = -z b
  for (int s = 0; s < all->n_specimen && solved; s++) all->specimen[s].effect = -right[n + s];
  all->left = out;
  return PL_OK;
}

const double *pl_repeats_left(const pl_fit *fit, int index, int channel) {
  const double *left = fit->evidence.repeats ? fit->evidence.repeats->left : NULL;
  if (!left || index >= fit->problem.n_fitted || !pl_case_used(&fit->work.fit_case[index], channel)) return NULL;
  for (int i = 0; i <= index; i++)
    for (int k = 0; k < (i < index ? PL_MAX_CHANNEL : channel); k++)
      if (pl_case_used(&fit->work.fit_case[i], k)) left += pl_case_values(&fit->work.fit_case[i], k);
  return left;
}

// ---- scatter ----

// Effects of a kind from their mean, and how unlikely each is beside the others.
static void find_outlying(pl_repeats *all, int g) {
  int n = all->kind[g].n;
  double sum = 0, square = 0, noise = 0;
  for (int s = 0; s < all->n_specimen; s++)
    if (all->specimen[s].kind == g) sum += all->specimen[s].effect;
  for (int s = 0; s < all->n_specimen; s++) {
    pl_repeat_specimen *one = &all->specimen[s];
    if (one->kind != g) continue;
    one->effect -= sum / n;
    square += one->effect * one->effect;
    noise += one->sigma * one->sigma;
  }
  for (int s = 0; s < all->n_specimen && n > 2; s++) {
    pl_repeat_specimen *one = &all->specimen[s];
    if (one->kind != g) continue;
    // of the n - 1 others: their mean is -effect/(n - 1)
    double mean = -one->effect / (n - 1), others = square - one->effect * one->effect - (n - 1) * mean * mean;
    double own = one->sigma * one->sigma, more = fmax(own - (noise - own) / (n - 1), 0);
    double variance = fmax(others, 0) / (n - 2) * n / (n - 1) + more;
    double t = variance > 0 ? fabs(one->effect - mean) / sqrt(variance) : 0;
    one->chance = fmin(n * pl_student_tails(t, n - 2), 1);
    one->outlying = one->chance < OUTLYING && fabs(one->effect - mean) > SMALLEST;
  }
}

// Sums over the rows for K and y of reml.h. Products of rows are divided by their variances v.
typedef struct sums {
  int n, n_specimen;
  double *normal;        // [n][n]: A, prior included; then its Cholesky factor
  double *gradient;      // [n]: J r/v, prior included
  double *cross;         // [n][n_specimen]: a
  double *own, *answer;  // [n_specimen]: q, h
} sums;

static void add_rows(const pl_fit *fit, const pl_stack *stack, const double *r, const double *jacobian, const double *v, double *row,
                     sums *s) {
  const pl_repeats *all = fit->evidence.repeats;
  for (int i = 0; i < stack->n_residual; i++) {
    int specimen = joint_row(fit, stack, jacobian, i, row);
    double weight = v[i] > LEAST_NOISE ? 1 / v[i] : i < stack->n_data ? 1 / LEAST_NOISE : 0;
    for (int j = 0; j < s->n; j++) {
      if (row[j] == 0) continue;
      s->gradient[j] += weight * row[j] * r[i];
      for (int k = 0; k < s->n; k++) s->normal[j * s->n + k] += weight * row[j] * row[k];
      if (specimen >= 0) s->cross[j * s->n_specimen + specimen] += weight * row[j] * all->row_scale[i];
    }
    if (specimen < 0) continue;
    s->own[specimen] += weight * all->row_scale[i] * all->row_scale[i];
    s->answer[specimen] += weight * all->row_scale[i] * r[i];
  }
}

// Z^T P0 Z and Z^T P0 r by the factor A = L L^T: columns L^-1 a and L^-1 J r.
static bool project(sums *s, double *k, double *y) {
  int n = s->n, m = s->n_specimen;
  double largest = 0;
  for (int j = 0; j < n; j++) largest = fmax(largest, s->normal[j * n + j]);
  for (int j = 0; j < n; j++) s->normal[j * n + j] = s->normal[j * n + j] > 0 ? s->normal[j * n + j] + 1e-15 * largest : 1;
  if (LAPACKE_dpotrf(LAPACK_ROW_MAJOR, 'L', n, s->normal, n) != 0) return false;
  if (LAPACKE_dtrtrs(LAPACK_ROW_MAJOR, 'L', 'N', 'N', n, m, s->normal, n, s->cross, m) != 0) return false;
  if (LAPACKE_dtrtrs(LAPACK_ROW_MAJOR, 'L', 'N', 'N', n, 1, s->normal, n, s->gradient, 1) != 0) return false;
  for (int a = 0; a < m; a++) {
    y[a] = s->answer[a];
    for (int j = 0; j < n; j++) y[a] -= s->cross[j * m + a] * s->gradient[j];
    for (int b = 0; b < m; b++) {
      k[a * m + b] = a == b ? s->own[a] : 0;
      for (int j = 0; j < n; j++) k[a * m + b] -= s->cross[j * m + a] * s->cross[j * m + b];
    }
  }
  return true;
}

pl_status pl_repeats_scatter(const pl_fit *fit, const pl_stack *stack, const double *r, const double *jacobian, const double *v) {
  pl_repeats *all = fit->evidence.repeats;
  if (!all->any) return PL_OK;
  size_t n = (size_t)stack->n_parameter, m = (size_t)all->n_specimen;
  double *memory = pl_arena_alloc(fit->arena, n * n + n + n * m + 2 * m + (n + m) + m * m + m + 1, sizeof *memory);
  int *group = pl_arena_alloc(fit->arena, m + 1, sizeof *group);
  pl_reml_scatter *scatter = pl_arena_alloc(fit->arena, (size_t)all->n_kind + 1, sizeof *scatter);
  if (!memory || !group || !scatter) return PL_ERROR_MEMORY;
  sums s = {.n = stack->n_parameter, .n_specimen = all->n_specimen, .normal = memory, .gradient = memory + n * n};
  s.cross = s.gradient + n, s.own = s.cross + n * m, s.answer = s.own + m;
  double *row = s.answer + m, *k = row + n + m, *y = k + m * m;
  add_rows(fit, stack, r, jacobian, v, row, &s);
  for (size_t i = 0; i < m; i++) {
    group[i] = all->specimen[i].kind;
    all->specimen[i].sigma = s.own[i] > 0 ? 1 / sqrt(s.own[i]) : NAN;
  }
  if (!project(&s, k, y)) return PL_OK;  // undetermined: scatter stays unknown
  PL_TRY(pl_reml_solve(fit->ctx, &(pl_reml){all->n_specimen, all->n_kind, group, k, y}, MOST, scatter));
  for (int g = 0; g < all->n_kind; g++) {
    if (all->kind[g].n < 2) continue;
    all->kind[g].scatter = scatter[g];
    find_outlying(all, g);
  }
  return PL_OK;
}

// ---- covariance ----

static double deviation_of(const pl_repeats *all, int specimen) {
  double value = all->kind[all->specimen[specimen].kind].scatter.value;
  return value > 0 ? value : 0;
}

void pl_repeats_row(pl_repeats *all, int i, const double *row, const bool *unfitted, int n_theta) {
  int s = all->row_specimen[i];
  if (s < 0) return;
  for (int j = 0; j < all->n_parameter; j++)
    if (!unfitted || j >= n_theta || !unfitted[j])
      all->load[(size_t)s * (size_t)all->n_parameter + (size_t)j] += row[j] * all->row_scale[i];
}

void pl_repeats_add(const pl_repeats *all, double *b) {
  size_t n = (size_t)all->n_parameter;
  for (int s = 0; s < all->n_specimen; s++) {
    const double *load = all->load + (size_t)s * n;
    double variance = pow(deviation_of(all, s), 2);
    for (size_t j = 0; j < n && variance > 0; j++)
      for (size_t k = 0; k < n; k++) b[j * n + k] += variance * load[j] * load[k];
  }
}

void pl_repeats_influence(pl_repeats *all, const double *inverse, const double *scale) {
  size_t n = (size_t)all->n_parameter;
  for (int s = 0; s < all->n_specimen; s++) {
    const double *load = all->load + (size_t)s * n;
    double *influence = all->influence + (size_t)s * n, deviation = deviation_of(all, s);
    for (size_t j = 0; j < n && deviation > 0; j++) {
      for (size_t k = 0; k < n; k++) influence[j] += inverse[j * n + k] * load[k];
      influence[j] *= deviation * scale[j];
    }
  }
}

// ---- what the material keeps ----

pl_status pl_repeats_keep(const pl_fit *fit) {
  const pl_repeats *all = fit->evidence.repeats;
  pl_material *material = fit->material;
  material->scatter = NULL;
  if (!all->any) return PL_OK;
  pl_scatter *out = pl_scatter_create(material->arena, all->n_kind, all->n_specimen, all->n_parameter, material->n_term);
  if (!out) return PL_ERROR_MEMORY;
  memcpy(out->influence, all->influence, (size_t)all->n_specimen * (size_t)all->n_parameter * sizeof *out->influence);
  memcpy(out->term_kind, all->term_kind, (size_t)material->n_term * sizeof *out->term_kind);
  for (int s = 0; s < all->n_specimen; s++) out->specimen_kind[s] = all->specimen[s].kind;
  for (int g = 0; g < all->n_kind; g++) {
    const pl_repeat_kind *kind = &all->kind[g];
    const pl_reml_scatter *found = &kind->scatter;
    out->kind[g] =
        (pl_scatter_kind){.n = kind->n, .value = found->value, .low = found->low, .high = found->high, .freedom = found->freedom};
    pl_test_key(fit->work.fit_case[kind->first].given->test, &out->kind[g].key);
  }
  material->scatter = out;
  return PL_OK;
}

int pl_repeats_kind_of(const pl_fit *fit, const pl_term *term) {
  return fit->material->scatter ? fit->material->scatter->term_kind[term - fit->material->term] : -1;
}

// The kind of a test; NULL: none was fitted.
static const pl_repeat_kind *kind_like(const pl_fit *fit, const pl_test *test) {
  const pl_repeats *all = fit->evidence.repeats;
  for (int g = 0; all && g < all->n_kind; g++)
    if (all->kind[g].n > 0 && pl_tests_alike(fit->work.fit_case[all->kind[g].first].given->test, test)) return &all->kind[g];
  return NULL;
}

double pl_repeats_scatter_of(const pl_fit *fit, const pl_test *test) {
  const pl_repeat_kind *kind = kind_like(fit, test);
  return kind ? kind->scatter.value : NAN;
}

bool pl_repeats_single(const pl_fit *fit, const pl_test *test) {
  const pl_repeat_kind *kind = kind_like(fit, test);
  return kind && kind->n == 1;
}
