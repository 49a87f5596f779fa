// rate_fit.c: see rate_fit.h.
#include "estimate/rate/rate_fit.h"

#include <math.h>
#include <string.h>

#include "base/progress.h"
#include "estimate/friction/friction.h"
#include "estimate/problem/nominal.h"
#include "estimate/problem/protocol_fit.h"
#include "estimate/problem/whole.h"
#include "estimate/rate/rates.h"
#include "estimate/stage/curves.h"

static const double FIRST_SHARE = 0.2;          // of a series, at the start
static const double SHORTER = 0.3, LONGER = 3;  // relaxation times between these multiples of the shortest and longest measured times
static const double SCAN_TOLERANCE = 1e-3;
static const double WORTH = 0.02, WORTH_F = 10;  // a second time: relative decrease of the sum of squares, and its F value
enum { STARTS = 7, SCAN_ITERATIONS = 6, REFINED = 2, MOST_TIMES = 2, MOST_TERMS = 64 };

// ---- the tests ----

// Where a path without friction ends: the first loading, with its rest.
static int loading_end(const pl_test *test) {
  for (int f = 0; f < test->n_frame && test->branch; f++)
    if (test->branch[f] == PL_BRANCH_UNLOAD) return f;
  return test->n_frame;
}

static pl_status take_paths(pl_fit *fit) {
  PL_TRY(pl_fit_take_paths(fit, 0, fit->problem.n_fitted));
  if (pl_material_remembers(fit->material)) return PL_OK;  // friction is the difference of the branches
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    pl_fit_case *c = &fit->work.fit_case[i];
    int n = loading_end(c->test);
    if (n == c->test->n_frame || n < 2) continue;
    pl_test *loading = pl_arena_alloc(fit->arena, 1, sizeof *loading);
    if (!loading) return PL_ERROR_MEMORY;
    *loading = *c->test;
    loading->n_frame = n;
    c->test = loading;
  }
  return PL_OK;
}

// Shortest and longest times between the start of a test and its rows, s.
typedef struct span {
  double first, last;
} span;

static span span_of(const pl_fit *fit, const bool *chosen) {
  span s = {INFINITY, 0};
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_test *test = fit->work.fit_case[i].test;
    if (!chosen[i] || !test->time || test->n_frame < 2) continue;
    double end = test->time[test->n_frame - 1], step = (end - test->time[0]) / (test->n_frame - 1);
    if (step > 0) s.first = fmin(s.first, step);
    s.last = fmax(s.last, end);
  }
  s.first = fmax(s.first, 1e-3 * s.last);  // before, nothing is resolved
  return s;
}

// ---- which terms relax ----

typedef struct series {
  int n;                    // of them
  int of_term[MOST_TERMS];  // the term whose series it uses, -1: none
  int owner[MOST_TERMS];    // [n], terms
  span times[MOST_TERMS];   // [n]
  int n_time[MOST_TERMS];   // [n], of each
} series;

static bool may_relax(const pl_material *material, int t) {
  const pl_term *term = &material->term[t];
  if (!pl_term_is_elastic(term) || pl_strain_bends(term->strain) || term->samples || term->strain->volume || term->strain->rest_stress)
    return false;
  for (int j = term->theta; j < term->theta + term->law.n_param; j++)
    if (!material->parameter[j].bulk) return true;
  return false;
}

// Does case i belong to a mode, or is it a rest, by which stress is seen to depend on time?
static bool shows_rate(const pl_fit *fit, int i) {
  const pl_rates *rates = fit->findings.rates;
  const pl_test *test = fit->problem.given[i].test;
  bool forced = fit->problem.options.rate == PL_RATE_PRONY;
  for (int m = 0; m < rates->n_mode; m++)
    if ((rates->mode[m].noticed || forced) && pl_tests_of_mode(rates->mode[m].test, test)) return true;
  for (int h = 0; h < rates->n_hold; h++)
    if ((rates->hold[h].noticed || forced) && pl_tests_of_mode(rates->hold[h].test, test)) return true;
  return false;
}

// The term of the curve that a test identifies by itself; -1: none.
static int term_of_case(const pl_fit *fit, int i) {
  const pl_protocol_fit *part = pl_case_part(&fit->work.fit_case[i]);
  int curve = part->curve ? part->curve(fit->problem.given[i].test) : -1;
  const pl_term *term = curve >= 0 ? pl_material_term(fit->material, pl__curve_name[curve]) : NULL;
  return term && term->law.row->n_in == 1 && may_relax(fit->material, (int)(term - fit->material->term)) ? (int)(term - fit->material->term)
                                                                                                         : -1;
}

static void choose_series(const pl_fit *fit, bool *chosen, series *out) {
  int n = fit->problem.n_fitted, n_term = fit->material->n_term;
  bool directional = true;
  *out = (series){0};
  for (int t = 0; t < n_term; t++) out->of_term[t] = -1;
  for (int i = 0; i < n; i++)
    if (shows_rate(fit, i) && term_of_case(fit, i) < 0) directional = false;
  for (int t = 0; t < n_term; t++) {
    bool shown = false;
    for (int i = 0; i < n; i++) {
      chosen[i] = shows_rate(fit, i) && (!directional || term_of_case(fit, i) == t);
      shown = shown || chosen[i];
    }
    if (!shown || !may_relax(fit->material, t)) continue;
    bool own = directional || out->n == 0;
    if (own) out->owner[out->n] = t, out->times[out->n++] = span_of(fit, chosen);
    out->of_term[t] = own ? t : out->owner[0];
  }
}

// ---- stages ----

// A start of all series. Times lie in the middle of equal parts of the measured times, by their logarithm, moved by `shift` of all of them.
static void set_start(const pl_fit *fit, const series *all, double shift, const double *elastic) {
  pl_material *material = fit->material;
  for (int j = 0; j < material->n_theta; j++) material->theta[j] = elastic[j];
  for (int k = 0; k < all->n; k++) {
    const pl_term *term = &material->term[all->owner[k]];
    span s = all->times[k];
    int n = all->n_time[k];
    for (int i = 0; i < n; i++) {
      int share = term->prony + 2 * i, time = share + 1;
      double part = (i + 0.5) / n + shift;
      material->theta[share] = FIRST_SHARE / n;
      material->theta[time] = s.first * pow(s.last / s.first, part);
      material->parameter[share].scale = FIRST_SHARE;
      material->parameter[time].scale = material->theta[time];
      material->parameter[time].lower = SHORTER * s.first;
      material->parameter[time].upper = LONGER * s.last;
    }
  }
}

// Shorter times first, so that names do not depend on the start.
static void sort_times(pl_material *material, const series *all) {
  for (int k = 0; k < all->n; k++) {
    double *theta = material->theta + material->term[all->owner[k]].prony;
    for (int i = 1; i < all->n_time[k]; i++)
      for (int j = i; j > 0 && theta[2 * j + 1] < theta[2 * j - 1]; j--)
        for (int m = 0; m < 2; m++) {
          double kept = theta[2 * j + m];
          theta[2 * j + m] = theta[2 * j - 2 + m];
          theta[2 * j - 2 + m] = kept;
        }
  }
}

typedef struct trial {
  pl_goodness goodness;
  double theta[PL_LAW_MAX_PARAM];
} trial;

// All starts for a few steps, then the best of them to the end, compared by their data alone. *objective: that of the best.
static pl_status run_times(pl_fit *fit, const pl_stage *stage, const series *all, const double *elastic, pl_solution *solution,
                           pl_goodness *objective) {
  size_t size = (size_t)fit->material->n_theta * sizeof(double);
  pl_stage scan = *stage;
  trial kept[REFINED + 1], best;
  int n_kept = 0;
  scan.scan = true;
  scan.tolerance = fmax(stage->tolerance, SCAN_TOLERANCE);
  scan.max_iterations = SCAN_ITERATIONS;
  for (int k = 0; k < STARTS; k++) {
    set_start(fit, all, 0.4 * (2.0 * k / (STARTS - 1) - 1), elastic);
    pl_stage_forget(&fit->problem, &fit->work, &scan);  // equilibria of the start before
    PL_TRY(pl_stage_run(&fit->problem, &fit->work, fit->material, &scan, solution));
    trial *next = &kept[n_kept < REFINED ? n_kept++ : REFINED];
    next->goodness = pl_solution_goodness(solution);
    memcpy(next->theta, fit->material->theta, size);
    for (; next > kept && pl_goodness_better(next->goodness, next[-1].goodness); next--) {
      trial swap = next[-1];
      next[-1] = *next;
      *next = swap;
    }
    if (!pl_progress(fit->ctx, stage->name, (double)(k + 1) / STARTS, "start %d of %d", k + 1, STARTS)) return PL_ERROR_INTERRUPTED;
  }
  for (int k = 0; k < n_kept; k++) {
    memcpy(fit->material->theta, kept[k].theta, size);
    pl_stage_forget(&fit->problem, &fit->work, stage);
    PL_TRY(pl_stage_run(&fit->problem, &fit->work, fit->material, stage, solution));
    pl_goodness found = pl_solution_goodness(solution);
    if (k > 0 && !pl_goodness_better(found, best.goodness)) continue;
    best.goodness = found;
    memcpy(best.theta, fit->material->theta, size);
  }
  memcpy(fit->material->theta, best.theta, size);
  *objective = best.goodness;
  sort_times(fit->material, all);
  return PL_OK;
}

// The material with series of these times, in place of the present one, and its elastic start.
static pl_status take_series(pl_fit *fit, const pl_stage *stage, const pl_material *elastic, const series *all, double *start) {
  pl_material *material;
  int times[MOST_TERMS] = {0};
  for (int k = 0; k < all->n; k++) times[all->owner[k]] = all->n_time[k];
  PL_TRY(pl_material_with_prony(elastic, times, all->of_term, &material));
  memcpy(start, material->theta, (size_t)material->n_theta * sizeof *start);
  // the elastic fit is a mean over the speeds, so the slow stress is less
  for (int t = 0; t < material->n_term; t++)
    for (int j = 0; material->term[t].n_prony > 0 && material->term[t].shares < 0 && j < material->term[t].law.n_param; j++) {
      int at = material->term[t].theta + j;
      if (material->parameter[at].dim.kg == 1 && !material->parameter[at].frozen) start[at] /= 1 + 0.5 * FIRST_SHARE;
    }
  return pl_stage_material(&fit->problem, &fit->work, stage, &fit->material, material);
}

// The values of another material with the same terms; of the series of term `other` those of `instead`.
static void take_values(const pl_material *from, const pl_material *instead, int other, pl_material *to) {
  for (int t = 0; t < to->n_term; t++) {
    const pl_term *own = &to->term[t], *law = &from->term[t], *times = t == other ? &instead->term[t] : law;
    const double *values = (t == other ? instead : from)->theta + times->prony;
    memcpy(to->theta + own->theta, from->theta + law->theta, (size_t)own->law.n_param * sizeof *to->theta);
    if (pl_term_owns_prony(own)) memcpy(to->theta + own->prony, values, (size_t)pl_prony_params(own->n_prony) * sizeof *to->theta);
  }
}

// A second time is kept if the residuals decrease by more than chance.
static bool is_worth(const pl_goodness *one, const pl_goodness *two, int more, int n_row) {
  if (one->n_failed != two->n_failed) return two->n_failed < one->n_failed;
  double gain = one->chi2 - two->chi2, f = gain / more / (two->chi2 / fmax(n_row, 1));
  return gain > WORTH * one->chi2 && f > WORTH_F;
}

// Two times of each series in turn are replaced by its one, found before, where the second is not worth it. *two: the best so far.
static pl_status drop_times(pl_fit *fit, const pl_stage *stage, const pl_material *elastic, const pl_material *one, pl_goodness goodness,
                            series *all, double *start, pl_solution *solution, pl_material **two) {
  for (int k = 0; k < all->n; k++) {
    all->n_time[k] = 1;
    PL_TRY(take_series(fit, stage, elastic, all, start));
    set_start(fit, all, 0, start);  // bounds and scales
    take_values(*two, one, all->owner[k], fit->material);
    PL_TRY(pl_stage_run(&fit->problem, &fit->work, fit->material, stage, solution));
    pl_goodness less = pl_solution_goodness(solution);
    if (is_worth(&less, &goodness, 2, solution->stack.n_data)) {
      all->n_time[k] = MOST_TIMES;
      continue;
    }
    goodness = less;
    pl_material_destroy(*two);
    PL_TRY(pl_material_copy(fit->material, two));
  }
  return PL_OK;
}

static void set_times(series *all, int n) {
  for (int k = 0; k < all->n; k++) all->n_time[k] = n;
}

static pl_status estimate(pl_fit *fit, const pl_material *elastic, series *all, pl_solution *solution) {
  const pl_stage base = pl_stage_default(&fit->problem),
                 stage[MOST_TIMES] = {pl_stage_named(&base, "one relaxation time"), pl_stage_named(&base, "two relaxation times")};
  double *start = pl_arena_alloc(fit->arena, PL_LAW_MAX_PARAM, sizeof *start);
  pl_material *found[MOST_TIMES] = {NULL};
  pl_goodness goodness[MOST_TIMES];
  int n;
  pl_status status = start ? PL_OK : PL_ERROR_MEMORY;
  for (n = 0; n < MOST_TIMES && status == PL_OK; n++) {
    set_times(all, n + 1);
    status = take_series(fit, &stage[n], elastic, all, start);
    if (status == PL_OK) status = run_times(fit, &stage[n], all, start, solution, &goodness[n]);
    if (status == PL_OK) status = pl_material_copy(fit->material, &found[n]);
  }
  if (status != PL_OK) goto cleanup;
  n = is_worth(&goodness[0], &goodness[1], 2 * all->n, solution->stack.n_data) ? 2 : 1;
  set_times(all, n);
  if (n == 2 && all->n > 1) PL_TRY_CLEAN(drop_times(fit, &stage[1], elastic, found[0], goodness[1], all, start, solution, &found[1]));
  PL_TRY_CLEAN(take_series(fit, &stage[n - 1], elastic, all, start));
  set_start(fit, all, 0, start);  // bounds and scales
  take_values(found[n - 1], NULL, -1, fit->material);
  status = pl_stage_run(&fit->problem, &fit->work, fit->material, &stage[n - 1], solution);
cleanup:
  pl_material_destroy(found[0]);
  pl_material_destroy(found[1]);
  return status;
}

static bool any_times(const pl_fit *fit) {
  for (int i = 0; i < fit->problem.n_fitted; i++)
    if (fit->problem.given[i].test->raw_time || fit->problem.given[i].test->time) return true;
  return false;
}

pl_status pl_rate_fit(pl_fit *fit, bool able, pl_solution *solution) {
  pl_rates *rates = pl_arena_alloc(fit->arena, 1, sizeof *rates);
  bool *chosen = pl_arena_alloc(fit->arena, (size_t)fit->problem.n_fitted + 1, sizeof *chosen);
  if (!rates || !chosen) return PL_ERROR_MEMORY;
  PL_TRY(pl_rates_find(fit->arena, fit->problem.n_fitted, fit->problem.given, rates));
  rates->able = able;
  fit->findings.rates = rates;
  bool wanted = fit->problem.options.rate == PL_RATE_PRONY;
  if (wanted && !(any_times(fit) && rates->n_mode + rates->n_hold > 0))
    return pl_fail(fit->ctx, PL_ERROR_INPUT, &(pl_where){.file = pl_fit_whole(fit).file},
                   "measure one direction at two speeds or hold a specimen, and give times or \"speed\"; or leave --rate out",
                   PL_ID("rate.not-measured") "--rate prony needs tests of one mode at several speeds, or a test at rest");
  if (!able || fit->problem.options.rate == PL_RATE_NONE || pl_material_relaxes(fit->material) || !(wanted || rates->noticed)) return PL_OK;
  if (fit->material->n_term > MOST_TERMS) return PL_OK;
  series all;
  PL_TRY(take_paths(fit));
  choose_series(fit, chosen, &all);
  if (all.n == 0) return PL_OK;
  pl_material *elastic;
  PL_TRY(pl_material_copy(fit->material, &elastic));
  pl_status status = elastic->n_theta + 2 * MOST_TIMES * all.n <= PL_LAW_MAX_PARAM ? estimate(fit, elastic, &all, solution) : PL_OK;
  pl_material_destroy(elastic);
  return status;
}
