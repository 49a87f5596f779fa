// fit_choice.c: whether strips need curves of bending, or constants suffice.
//
// Levels: constants; curves of the curvatures along warp and weft; a curve of the twist too.
// The strips are divided into at most FOLDS groups, such that every direction keeps a strip when a group is left out. For each group a
// level is fitted to the other strips. Then the strips of the group are predicted, with only their clamps' directions free. Let d_i be the
// decrease of the sum of squares of left-out strip i from the present level to the higher one. The higher level is chosen if the mean of d
// is positive beyond its standard error: mean d > t s(d) / sqrt(n). Here t is Student's two-sided 95 % value of n - 1 degrees of freedom.
// A curve that only follows noise raises the sum of squares on average, but may lower it by chance.
// Where sigma is stated, noise r changes a square by d = r^2 - (r - c)^2, c the change of the prediction in sigmas. That has a standard
// deviation of 2 |c|. So the standard error of the sum of d is at least 2 sqrt(sum c^2).
// Labels of one photograph share their errors, so labels of a strip are never divided. If no strip can be left out, curves must halve the
// sum of squares of the fit itself.
#include <math.h>
#include <string.h>

#include "math/student.h"
#include "protocol/cantilever/fit_strips.h"

#define PI 3.14159265358979323846
enum { ROWS = PL__STRIP_ROWS, OBLIQUE = 1, FOLDS = 4, ALWAYS = -1, LEVELS = 3 };
static const double HALF = 0.5, TOLERANCE = 1e-4;

// group[i] of each fitted case; ALWAYS: never left out. Returns the number of groups.
static int divide(const pl_fit *fit, int *group) {
  int n_group = 0;
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    int before = 0, all = 0;
    group[i] = ALWAYS;
    if (!pl__strip(fit, i)) continue;
    for (int k = 0; k < fit->problem.n_fitted; k++) {
      if (!pl__strip(fit, k)) continue;
      bool same = fabs(remainder(fit->work.fit_case[k].test->angle - fit->work.fit_case[i].test->angle, PI)) < 1e-6;
      all += same;
      before += same && k < i;
    }
    if (all < 2) continue;
    group[i] = before % FOLDS;
    if (group[i] >= n_group) n_group = group[i] + 1;
  }
  return n_group;
}

typedef struct choice {
  pl_fit *fit;
  const pl_stage *stage;
  const pl__strips *strips;
  pl_solution *solution;
  const int *group;  // [n_fitted]
  bool *left_out;    // [n_fitted]
} choice;

// Only the strips of group g take part, or only those of the others.
static void divide_at(const choice *c, int g, bool of_group) {
  bool *left_out = c->left_out;
  for (int i = 0; i < c->fit->problem.n_fitted; i++) left_out[i] = (c->group[i] == g) != of_group || !pl_stage_asks(c->stage, i);
}

// A level's prediction of the left-out strips.
typedef struct prediction {
  int n_failed;
  double **residual;  // [n_fitted]: weighted residuals of each strip that was left out, [values of all channels]
} prediction;

static int values_of(const pl_fit_case *one) {
  int n = 0;
  for (int k = 0; k < PL_MAX_CHANNEL; k++) n += pl_case_used(one, k) ? pl_case_values(one, k) : 0;
  return n;
}

static pl_status keep_residuals(const choice *c, const pl_stage *stage, int i, double **out) {
  const pl_fit_case *one = &c->fit->work.fit_case[i];
  double *at = *out = pl_arena_alloc(c->fit->arena, (size_t)values_of(one) + 1, sizeof *at);
  if (!at) return PL_ERROR_MEMORY;
  for (int k = 0; k < PL_MAX_CHANNEL; k++)
    for (int v = 0; pl_case_used(one, k) && v < pl_case_values(one, k); v++)
      *at++ = (one->predicted[k][v] - one->test->channel[k].value[v]) / pl_stage_row_sigma(stage, &c->fit->work, i, k, v);
  return PL_OK;
}

// The strips of group g, predicted by a model that was fitted to the others.
static pl_status predict_group(const choice *c, int g, const char *law, const pl__bend_curve curve[ROWS], prediction *out) {
  pl_fit *fit = c->fit;
  pl_stage others = pl_stage_named(c->stage, "left-out strips"), group;
  pl_material *material;
  PL_TRY(pl__strip_material(fit, c->strips, law, curve, &material));
  PL_TRY(pl_stage_material(&fit->problem, &fit->work, c->stage, &fit->material, material));
  bool *held = pl_arena_alloc(fit->arena, (size_t)material->n_theta, sizeof *held);
  if (!held) return PL_ERROR_MEMORY;
  for (int j = 0; j < material->n_theta; j++) held[j] = true;
  others.left_out = c->left_out;
  others.scan = true;
  others.tolerance = fmax(c->stage->tolerance, TOLERANCE);
  group = others;
  group.held = held;
  divide_at(c, g, false);
  PL_TRY(pl_stage_run(&fit->problem, &fit->work, fit->material, &others, c->solution));
  divide_at(c, g, true);
  PL_TRY(pl_stage_run(&fit->problem, &fit->work, fit->material, &group, c->solution));
  out->n_failed += pl_solution_goodness(c->solution).n_failed;
  for (int i = 0; i < fit->problem.n_fitted; i++)
    if (c->group[i] == g) PL_TRY(keep_residuals(c, &group, i, &out->residual[i]));
  return PL_OK;
}

static bool is_stated(const pl_fit_case *one) {
  for (int k = 0; k < PL_MAX_CHANNEL; k++)
    if (pl_case_used(one, k) && !(one->test->channel[k].sigma > 0)) return false;
  return true;
}

// Does `more` predict the left-out strips significantly better (see the file header)?
static bool pays(const choice *c, const prediction *fewer, const prediction *more) {
  int n = 0;
  double sum = 0, squares = 0, noise = 0;
  for (int i = 0; i < c->fit->problem.n_fitted; i++) {
    if (c->group[i] == ALWAYS) continue;
    const double *a = fewer->residual[i], *b = more->residual[i];
    double d = 0, change = 0;
    for (int v = 0; v < values_of(&c->fit->work.fit_case[i]); v++) {
      if (!isfinite(a[v]) || !isfinite(b[v])) continue;
      d += a[v] * a[v] - b[v] * b[v];
      change += (a[v] - b[v]) * (a[v] - b[v]);
    }
    if (is_stated(&c->fit->work.fit_case[i])) noise += 4 * change;
    n++, sum += d, squares += d * d;
  }
  if (more->n_failed != fewer->n_failed) return more->n_failed < fewer->n_failed;
  if (n < 2) return false;
  double variance = n * fmax(squares - sum * sum / n, 0) / (n - 1);  // of the sum
  return sum > fmax(pl_student_95(n - 1) * sqrt(variance), pl_student_95(INFINITY) * sqrt(noise));
}

// The rows of a level: constants, curves along the yarns, or curves of all curvatures. False: it is that of the level before.
static bool rows_of_level(int level, const pl__bend_curve constant[ROWS], const pl__bend_curve curve[ROWS], pl__bend_curve out[ROWS]) {
  bool more = level == 0;
  for (int j = 0; j < ROWS; j++) {
    int from = j == OBLIQUE ? 2 : 1;
    out[j] = level >= from ? curve[j] : constant[j];
    more = more || (level == from && curve[j].n > 1);
  }
  return more;
}

pl_status pl__strip_choose(pl_fit *fit, const pl_stage *stage, const pl__strips *strips, const pl__bend_curve constant[ROWS],
                           const pl__bend_curve curve[ROWS], const pl_goodness sums[2], pl_solution *solution,
                           pl__bend_curve chosen[ROWS]) {
  size_t n = (size_t)fit->problem.n_fitted;
  int *group = pl_arena_alloc(fit->arena, n, sizeof *group);
  bool *left_out = pl_arena_alloc(fit->arena, n, sizeof *left_out);
  if (!group || !left_out) return PL_ERROR_MEMORY;
  const choice c = {fit, stage, strips, solution, group, left_out};
  const pl_spent before = solution->fell_short;
  int n_group = divide(fit, group);
  prediction best = {0};
  bool halved = sums[1].n_failed <= sums[0].n_failed && sums[1].chi2 < HALF * sums[0].chi2;
  rows_of_level(n_group == 0 && halved ? LEVELS - 1 : 0, constant, curve, chosen);
  for (int level = 0; level < LEVELS && n_group > 0; level++) {
    pl__bend_curve rows[ROWS];
    prediction next = {.residual = pl_arena_alloc(fit->arena, n, sizeof *next.residual)};
    if (!next.residual) return PL_ERROR_MEMORY;
    if (!rows_of_level(level, constant, curve, rows)) continue;
    for (int g = 0; g < n_group; g++) PL_TRY(predict_group(&c, g, strips->row->curve, rows, &next));
    if (level > 0 && !pays(&c, &best, &next)) continue;
    best = next;
    memcpy(chosen, rows, sizeof rows);
  }
  solution->fell_short = before;
  return PL_OK;
}
