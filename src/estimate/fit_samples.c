// fit_samples.c: a material that changes from place to place, from a fit of the same material everywhere (Miguel 2016, 5.2 and table 3).
//
// Samples are inserted in stages, 1 -> 2 -> 4 -> 8 -> ... Each stage
//   1. asks the data for a map of stiffness at many candidates, and how strongly places are tied to each other (sample_map.c)
//   2. inserts samples where those there are do not describe the map
//   3. starts with the field of the stage before, or with the map, whichever loses fewer frames, then has the smaller residuals. The weights of all
//      samples change when one is added, so neither is met exactly and the residuals may begin a little above where the stage before ended
//   4. fits all parameters of all samples, whose field Phi p is one of random fields (random_field.h): with the covariance K of its prior at the
//      candidates, and p the mean of a sample's stiffnesses, each over that of the homogeneous fit,
//        root p,  root^T root = Phi^T K^-1 Phi           in units of the noise; the first map's prior, so that stages can be compared
//        (p_aj / p_jref - p_ak / p_kref) / (t tau)       the numbers of one sample change in proportion, t = 0.3
//   5. finds what a mesh of half the cell predicts with the result (mesh_correction.h), and fits again, until that stays the same
//   6. is kept when the data are met better than by the stage before (pl_met_better). Else the samples there were are split in two each, which is
//      nearly the field there was, and fitted again; if that does not help either, the stage before is the result
// Where no number of samples is asked for, the stage with the fewest that meets fitted poses left out as well as any is the result (sample_choice.h).
#include <limits.h>
#include <math.h>
#include <string.h>

#include <cblas.h>
#include <lapacke.h>

#include "base/timer.h"
#include "estimate/convex_hold.h"
#include "estimate/mesh_correction.h"
#include "estimate/sample_choice.h"
#include "estimate/sample_run.h"
#include "measure/poses.h"
#include "mesh/same.h"

#define SMALLEST 0.05                      // of the reference: what a parameter may start with
enum { LEAST_AGAIN = 2, MOST_AGAIN = 6 };  // fits of a stage, each with the mesh's correction of the one before
enum { MOST_CHOSEN = 16 };                 // samples at the most where their number is chosen

typedef pl__samples_run samples_run;

// ---- what changes from place to place ----

// Elastic terms of the body itself. Bending belongs to the edges of the mesh and stays the same everywhere.
static bool takes_samples(const pl_material *material, const pl_term *term) {
  bool body = pl_element_is_solid(term->strain->element) || term->strain->element == PL_ELEMENT_TRIANGLE, moves = false;
  for (int j = 0; j < term->law.n_param; j++) moves = moves || !material->parameter[term->theta + j].frozen;
  return body && moves && !term->rate && term->law.row->n_history == 0 && !term->samples;
}

double pl__sample_reference(const pl_material *base, int j) { return fmax(fabs(base->theta[j]), 1e-3 * base->parameter[j].scale); }

bool pl__sample_is_stiffness(const pl_material *base, const pl_term *term, int j) {
  return base->theta[term->theta + j] > 0 && pl_dim_equal(base->parameter[term->theta + j].dim, base->parameter[term->theta].dim) &&
         !pl_dim_equal(base->parameter[term->theta + j].dim, PL_DIM_NONE);
}

pl_samples pl__samples_at(int n, const double *point, double radius) { return (pl_samples){n, point, radius}; }

pl_samples pl__sample_candidates(const samples_run *run) {
  double apart = pl_samples_radius(run->n_candidate, run->candidate, run->places.extent);
  return pl__samples_at(run->n_candidate, run->candidate, PL__CANDIDATE_RADIUS * apart);
}

// Sizes of the sampled numbers by the homogeneous fit: steps and priors go by them.
static void scale_by_reference(const samples_run *run, pl_material *material) {
  for (int t = 0; t < run->base->n_term; t++) {
    const pl_term *term = &run->base->term[t];
    for (int j = 0; j < (run->chosen[t] ? pl_term_theta_count(&material->term[t]) : 0); j++)
      material->parameter[material->term[t].theta + j].scale = pl__sample_reference(run->base, term->theta + j % term->law.n_param);
  }
}

pl_status pl__sample_material(const samples_run *run, const pl_samples *samples, pl_material **material) {
  PL_TRY(pl_material_with_samples(run->base, run->chosen, samples, material));
  if (samples->n > 1) scale_by_reference(run, *material);  // one sample is the homogeneous body, with its own prior
  for (int t = 0; t < run->base->n_term; t++) {
    const pl_term *term = &run->base->term[t];
    // the size of the whole is held by one number: at the first sample
    for (int j = term->law.n_param; j < (run->chosen[t] ? pl_term_theta_count(&(*material)->term[t]) : 0) && run->fit->scale_held; j++)
      (*material)->parameter[(*material)->term[t].theta + j].frozen = false;
  }
  return PL_OK;
}

pl_status pl__sample_carry(const samples_run *run, const pl_material *from, const pl_samples *old, pl_material *to,
                           const pl_samples *samples) {
  for (int t = 0; t < run->base->n_term; t++) {
    const pl_term *term = &run->base->term[t], *own = &to->term[t];
    int n = term->law.n_param;
    double lower[PL_LAW_MAX_PARAM];
    if (term->shares >= 0) continue;
    if (!run->chosen[t]) {
      memcpy(to->theta + own->theta, from->theta + from->term[t].theta, (size_t)n * sizeof *to->theta);
      continue;
    }
    for (int j = 0; j < n; j++)
      lower[j] = pl__sample_is_stiffness(run->base, term, j) ? SMALLEST * run->base->theta[term->theta + j]
                                                             : run->base->parameter[term->theta + j].lower;
    PL_TRY(
        pl_samples_carry(run->fit->ctx, &run->places, old, from->theta + from->term[t].theta, samples, n, lower, to->theta + own->theta));
  }
  return PL_OK;
}

pl_status pl__sample_linearise(samples_run *run) {
  PL_TRY(pl_fit_capture_room(run->fit, run->solution));
  return pl_stage_evaluate(run->solution);
}

// ---- one stage ----

// The rows of the prior: root[n][n], upper, |root p|^2 = (Phi p)^T K^-1 (Phi p). Phi: the samples' field at the candidates, K = tau^2 c c
// k(d / length) + free^2 the prior's covariance there. The same field costs the same, however many samples make it.
static pl_status prior_root(const samples_run *run, const pl_samples *samples, double *root) {
  pl_context *ctx = run->fit->ctx;
  int n = samples->n, m = run->n_candidate;
  double *k = pl_alloc(ctx, (size_t)m * (size_t)m, sizeof *k), *phi = pl_alloc(ctx, (size_t)m * (size_t)n, sizeof *phi);
  double contrast[PL__CANDIDATES];
  pl_status status = k && phi ? PL_OK : PL_ERROR_MEMORY;
  if (status == PL_OK) {
    for (int a = 0; a < m; a++) {
      contrast[a] = pl_field_contrast(&run->tie, run->candidate + 3 * a);
      pl_samples_weights(samples, run->candidate + 3 * a, phi + (size_t)a * (size_t)n);
      for (int b = 0; b <= a; b++) {
        k[(size_t)a * (size_t)m + (size_t)b] =
            pl_field_covariance(&run->tie, run->candidate + 3 * a, contrast[a], run->candidate + 3 * b, contrast[b]) +
            PL_FIELD_FREE * PL_FIELD_FREE;
      }
    }
    bool regular = LAPACKE_dpotrf(LAPACK_ROW_MAJOR, 'L', m, k, m) == 0;
    if (regular) {
      cblas_dtrsm(CblasRowMajor, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, m, n, 1, k, m, phi, n);
      memset(root, 0, (size_t)(n * n) * sizeof *root);
      cblas_dsyrk(CblasRowMajor, CblasUpper, CblasTrans, n, m, 1, phi, n, 0, root, n);
      double largest = 0;
      for (int i = 0; i < n; i++) largest = fmax(largest, root[i * n + i]);
      for (int i = 0; i < n; i++) root[i * n + i] += 1e-9 * largest;
      regular = LAPACKE_dpotrf(LAPACK_ROW_MAJOR, 'U', n, root, n) == 0;
    }
    if (!regular) status = pl_fail(ctx, PL_ERROR_INTERNAL, NULL, "", "the prior of %d samples is singular", n);
  }
  pl_free(ctx, phi);
  pl_free(ctx, k);
  return status;
}

int pl__sample_find_stiff(const samples_run *run, const pl_material *material, pl__stiff_number *stiff) {
  int n = 0;
  for (int t = 0; t < run->base->n_term; t++) {
    const pl_term *term = &run->base->term[t];
    for (int j = 0; j < term->law.n_param && run->chosen[t] && term->shares < 0; j++)
      if (pl__sample_is_stiffness(run->base, term, j))
        stiff[n++] =
            (pl__stiff_number){t, j, material->term[t].theta + j, term->law.n_param, pl__sample_reference(run->base, term->theta + j)};
  }
  return n;
}

// A row of the arena's with room for n numbers.
static bool new_link(pl_arena *arena, int n, pl_fit_link *link, int **index, double **weight) {
  *index = pl_arena_alloc(arena, (size_t)n, sizeof **index);
  *weight = pl_arena_alloc(arena, (size_t)n, sizeof **weight);
  *link = (pl_fit_link){n, *index, *weight};
  return *index && *weight;
}

// The samples to each other, by the mean of their stiffnesses, and the stiffnesses of one sample to each other.
static pl_status tie_samples(samples_run *run, const pl_material *material, const pl_samples *samples) {
  pl_fit *fit = run->fit;
  int n = samples->n, n_stiff, *index;
  double root[PL__MAX_POINT * PL__MAX_POINT], *weight, noise = run->tie.noise;
  pl__stiff_number *stiff = pl_arena_alloc(fit->arena, (size_t)run->base->n_theta + 1, sizeof *stiff);
  fit->n_link = 0;
  if (!stiff) return PL_ERROR_MEMORY;
  n_stiff = pl__sample_find_stiff(run, material, stiff);
  pl_fit_link *link = pl_arena_alloc(fit->arena, (size_t)n * (size_t)n_stiff + 1, sizeof *link), *next = link;
  if (!link) return PL_ERROR_MEMORY;
  if (n_stiff > 0) PL_TRY(prior_root(run, samples, root));
  for (int a = 0; a < n && n_stiff > 0; a++) {
    if (!new_link(fit->arena, (n - a) * n_stiff, next++, &index, &weight)) return PL_ERROR_MEMORY;
    for (int b = a; b < n; b++)
      for (int j = 0; j < n_stiff; j++) {
        *index++ = stiff[j].first + b * stiff[j].step;
        *weight++ = noise * root[a * n + b] / (stiff[j].reference * n_stiff);
      }
    for (int j = 1; j < n_stiff; j++) {
      if (!new_link(fit->arena, 2, next++, &index, &weight)) return PL_ERROR_MEMORY;
      for (int k = 0; k < 2; k++) {
        index[k] = stiff[j - k].first + a * stiff[j - k].step;
        weight[k] = (k ? -1 : 1) * noise / (PL__IN_PROPORTION * run->tie.tau * stiff[j - k].reference);
      }
    }
  }
  fit->link = link;
  fit->n_link = (int)(next - link);
  fit->link_noise = noise;
  return PL_OK;
}

static double other_chi2(const pl_solution *s) {
  double sum = 0;
  for (int i = s->stack.n_data; i < s->stack.n_residual; i++) sum += s->r[i] * s->r[i];
  return sum;
}

// Poses left out, with the material as it stands: the fitted ones, each once, and held-out tests. Both errors are told; the fitted ones choose.
static pl_status leave_out(samples_run *run, double *held_out, double *left_out) {
  pl_fit *fit = run->fit;
  run->n_pose = pl_samples_poses(fit);
  run->left = pl_arena_alloc(fit->arena, (size_t)run->n_pose + 1, sizeof *run->left);
  if (!run->left) return PL_ERROR_MEMORY;
  PL_TRY(pl_samples_left_out(fit, run->solution, run->left));
  if (run->solution->n_failed > 0) run->left = NULL;
  *left_out = run->left ? pl_samples_left_out_error(run->n_pose, run->left) : NAN;
  return pl_samples_held_out(fit, held_out);
}

static pl_status note_stage(samples_run *run, double start, double seconds) {
  pl_fit *fit = run->fit;
  if (fit->n_sample_stage == PL_MAX_SAMPLE_STAGE) return PL_OK;
  pl_sample_stage *stage = &fit->sample_stage[fit->n_sample_stage++];
  *stage = (pl_sample_stage){.n_sample = run->n,
                             .start = start,
                             .chi2 = pl_solution_met(run->solution).chi2,
                             .regularisation = other_chi2(run->solution),
                             .radius = run->radius,
                             .kept = true,
                             .needed = true,
                             .excess = NAN,
                             .excess_error = NAN,
                             .unsettled = run->unsettled,
                             .seconds = seconds};
  for (int j = 0; j < fit->material->n_theta; j++) stage->n_parameter += !fit->material->parameter[j].frozen;
  stage->relative = sqrt(stage->chi2 / fmax(fit->sample_stage[0].chi2, 1e-300));
  return leave_out(run, &stage->held_out, &stage->left_out);
}

// How the data are met by the material as it stands.
static pl_status evaluate_start(samples_run *run, pl_met *met) {
  PL_TRY(pl__sample_linearise(run));
  *met = pl_solution_met(run->solution);
  return PL_OK;
}

// Samples that were split: both have what the one had.
static void copy_twice(const samples_run *run, const pl_material *from, pl_material *to) {
  for (int t = 0; t < run->base->n_term; t++) {
    const pl_term *own = &to->term[t];
    int n = own->law.n_param;
    for (int i = 0; i < (run->base->term[t].shares < 0 ? pl_term_theta_count(own) : 0); i++) {
      int m = run->chosen[t] ? i / n / 2 : 0;
      to->theta[own->theta + i] = from->theta[from->term[t].theta + m * n + i % n];
    }
  }
}

// The start of the stage: the field so far, or the map. `now` is the material of the stage before.
static pl_status choose_start(samples_run *run, const pl_material *now, const pl_samples *old, const pl_samples *samples, bool split,
                              double *chi2) {
  pl_fit *fit = run->fit;
  pl_material *material, *many;
  pl_met by_field, by_map;
  pl_samples all = pl__sample_candidates(run);
  PL_TRY(pl__sample_material(run, samples, &material));
  pl_status status = PL_OK;
  if (split)
    copy_twice(run, now, material);
  else
    status = pl__sample_carry(run, now, old, material, samples);
  if (status != PL_OK) {
    pl_material_destroy(material);
    return status;
  }
  PL_TRY(pl_stage_material(fit, material));
  size_t size = (size_t)material->n_theta * sizeof(double);
  double *first = pl_arena_alloc(fit->arena, (size_t)material->n_theta + 1, sizeof *first);
  if (!first) return PL_ERROR_MEMORY;
  PL_TRY(evaluate_start(run, &by_field));
  memcpy(first, material->theta, size);
  PL_TRY(pl__sample_material(run, &all, &many));
  memcpy(many->theta, run->candidate_theta, (size_t)many->n_theta * sizeof *many->theta);
  status = pl__sample_carry(run, many, &all, material, samples);
  pl_material_destroy(many);
  PL_TRY(status);
  PL_TRY(evaluate_start(run, &by_map));
  bool map = pl_met_better(by_map, by_field);
  *chi2 = map ? by_map.chi2 : by_field.chi2;
  if (!map) memcpy(material->theta, first, size);
  return PL_OK;
}

static pl_status keep_best(samples_run *run) {
  pl_fit *fit = run->fit;
  run->theta = pl_arena_alloc(fit->arena, (size_t)fit->material->n_theta + 1, sizeof *run->theta);
  if (!run->theta) return PL_ERROR_MEMORY;
  memcpy(run->theta, fit->material->theta, (size_t)fit->material->n_theta * sizeof *run->theta);
  run->met = pl_solution_met(run->solution);
  run->end = pl_stage_ended(fit);
  double *point = pl_arena_alloc(fit->arena, 3 * (size_t)run->n, sizeof *point);
  if (!point) return PL_ERROR_MEMORY;
  memcpy(point, run->point, 3 * (size_t)run->n * sizeof *point);
  if (run->n_record < PL_MAX_SAMPLE_STAGE)
    run->record[run->n_record++] =
        (pl__sample_record){run->n, fit->n_sample_stage - 1, run->radius, point, run->theta, run->met, run->end, run->left};
  return PL_OK;
}

// Back to the samples in run, with their parameters as they were, and how their stage ended. One sample was fitted without ties.
static pl_status go_back(samples_run *run) {
  pl_fit *fit = run->fit;
  pl_samples samples = pl__samples_at(run->n, run->point, run->radius);
  pl_material *material;
  PL_TRY(pl__sample_material(run, &samples, &material));
  memcpy(material->theta, run->theta, (size_t)material->n_theta * sizeof *material->theta);
  PL_TRY(pl_stage_material(fit, material));
  pl_stage_end_again(fit, &run->end);
  fit->n_link = 0;
  if (run->n > 1) PL_TRY(tie_samples(run, material, &samples));
  PL_TRY(pl_fit_capture_room(fit, run->solution));
  if (!pl_fit_corrects(fit)) return PL_OK;
  PL_TRY(pl_fit_mesh_correct(fit, 0, fit->n_fitted, NULL));
  double error;
  return pl_samples_held_out(fit, &error);  // their correction comes back too
}

static pl_status go_back_to(samples_run *run, const pl__sample_record *to) {
  run->n = to->n, run->radius = to->radius, run->theta = to->theta, run->met = to->met, run->end = to->end;
  memcpy(run->point, to->point, 3 * (size_t)to->n * sizeof *run->point);
  return go_back(run);
}

// Poses left out of the stage of one sample, by the rule of the others: ties and priors hold these near the homogeneous fit, which has seen all
// poses. Judged without them, one sample would be the worse one of an even body too.
static pl_status leave_out_of_one(samples_run *run, pl__sample_record *one) {
  pl_fit *fit = run->fit;
  PL_TRY(go_back_to(run, one));
  pl_samples samples = pl__samples_at(1, run->point, run->radius);
  scale_by_reference(run, fit->material);
  PL_TRY(tie_samples(run, fit->material, &samples));
  PL_TRY(pl__sample_linearise(run));
  pl_left_out *left = pl_arena_alloc(fit->arena, (size_t)run->n_pose + 1, sizeof *left);
  if (!left) return PL_ERROR_MEMORY;
  PL_TRY(pl_samples_left_out(fit, run->solution, left));
  one->left = run->solution->n_failed == 0 ? left : NULL;
  fit->sample_stage[one->stage].left_out = one->left ? pl_samples_left_out_error(run->n_pose, left) : NAN;
  return PL_OK;
}

// The fewest samples with which fitted poses left out are met as well as with any number of them, within one standard error. A stage that lost a pose
// is not compared. Where fewer than two poses can be, nothing is chosen: the last stage stands.
static pl_status choose_number(samples_run *run) {
  pl_fit *fit = run->fit;
  const pl_left_out *left[PL_MAX_SAMPLE_STAGE];
  double excess[PL_MAX_SAMPLE_STAGE], error[PL_MAX_SAMPLE_STAGE];
  if (run->n_record > 1) PL_TRY(leave_out_of_one(run, &run->record[0]));
  for (int i = 0; i < run->n_record; i++) {
    left[i] = run->record[i].left;
    fit->sample_stage[run->record[i].stage].lost = !left[i];
  }
  int chosen = pl_samples_choose(run->n_record, run->n_pose, left, &fit->n_choice_pose, excess, error);
  for (int i = 0; i < run->n_record && chosen >= 0; i++) {
    pl_sample_stage *stage = &fit->sample_stage[run->record[i].stage];
    stage->excess = excess[i], stage->excess_error = error[i], stage->needed = i <= chosen;
  }
  return run->n_record > 1 ? go_back_to(run, &run->record[chosen < 0 ? run->n_record - 1 : chosen]) : PL_OK;
}

// Fit from the material as it stands, with what the mesh does corrected where it ended, until the correction stays what it is. The residuals are
// those with the last correction. (Of a block with a ball it changes by up to 0.7 sigma after the first fit, ten times less after the second.)
static pl_status fit_held(samples_run *run, const char *name) {
  pl_fit *fit = run->fit;
  run->unsettled = 0;
  PL_TRY(pl_stage_run(fit, name, false, run->solution));
  for (int again = 1; pl_fit_corrects(fit); again++) {
    PL_TRY(pl_fit_mesh_correct(fit, 0, fit->n_fitted, &run->unsettled));
    bool settled = again >= LEAST_AGAIN && run->unsettled <= PL_CORRECTION_SETTLED;
    if (settled || again == MOST_AGAIN) return pl_stage_evaluate(run->solution);
    PL_TRY(pl_stage_run(fit, name, false, run->solution));
  }
  return PL_OK;
}

// Convex at every sample, where the material is held convex: it is so everywhere then. What begins outside is moved towards the homogeneous fit.
static pl_status fit_stage(samples_run *run, const char *name) {
  pl_fit *fit = run->fit;
  double *inner = pl_arena_alloc(fit->arena, (size_t)fit->material->n_theta + 1, sizeof *inner);
  if (!inner) return PL_ERROR_MEMORY;
  for (int t = 0; t < run->base->n_term; t++) {
    const pl_term *term = &run->base->term[t], *own = &fit->material->term[t];
    for (int j = 0; j < pl_term_theta_count(own); j++) inner[own->theta + j] = run->base->theta[term->theta + j % term->law.n_param];
  }
  PL_TRY(pl_convex_hold_on(fit, inner));
  pl_status status = fit_held(run, name);
  fit->set = NULL;
  return status;
}

// Samples where the map is not described yet, into point; or, `split`, two in the place of each one there is.
static void place_samples(samples_run *run, int wanted, bool split, int *n, double *point, double *radius) {
  pl_fit *fit = run->fit;
  pl_wanted_map map = {run->n_candidate, run->candidate, run->share, run->map};
  *n = run->n == 1 ? 0 : run->n;  // where a single sample is does not matter
  *radius = fit->options.sample_radius;
  memcpy(point, run->point, sizeof run->point);
  if (split) {
    *n = 2 * run->n, *radius = run->radius;
    pl_samples_split(&map, run->n, run->point, run->radius, point);
    return;
  }
  *n = pl_samples_insert(&map, *radius, *n, wanted, point);
  if (!(*radius > 0)) *radius = pl_samples_fit_radius(&map, *n, point, run->places.extent);
}

// Fit samples at these places from the material `now` of the stage before.
static pl_status try_samples(samples_run *run, const pl_material *now, const pl_samples *samples, bool split, double begin, bool *better) {
  pl_fit *fit = run->fit;
  pl_samples old = pl__samples_at(run->n, run->point, run->radius);
  int before = run->n;
  double start, radius_before = run->radius;
  PL_TRY(choose_start(run, now, &old, samples, split, &start));
  PL_TRY(tie_samples(run, fit->material, samples));
  const char *name = pl_arena_printf(fit->arena, "%d samples", samples->n);
  if (!name) return PL_ERROR_MEMORY;
  PL_TRY(fit_stage(run, name));
  *better = pl_met_better(pl_solution_met(run->solution), run->met);
  run->n = samples->n, run->radius = samples->radius;
  PL_TRY(note_stage(run, start, pl_seconds() - begin));
  if (!*better) run->n = before, run->radius = radius_before;
  return PL_OK;
}

// From run->n samples to `wanted`. *better is false when the data were not met better: then the stage before stands.
static pl_status next_stage(samples_run *run, int wanted, bool *better) {
  pl_fit *fit = run->fit;
  double begin = pl_seconds(), point[3 * PL__MAX_POINT], radius;
  int n;
  pl_material *now;
  PL_TRY(pl_material_copy(fit->material, &now));
  pl_status status = pl__sample_ask_for_map(run);
  if (run->n == 1) fit->tie = run->tie = run->prior;  // for all stages: what they end with can be compared
  *better = false;
  // new samples first; where they do not help, those there were in two: nearly the field there was
  for (int attempt = 0; attempt < (wanted == 2 * run->n && run->n > 1 ? 2 : 1) && !*better && status == PL_OK; attempt++) {
    if (attempt > 0) fit->n_sample_stage--;  // the better of the two is told
    place_samples(run, wanted, attempt > 0, &n, point, &radius);
    pl_samples samples = pl__samples_at(n, point, radius);
    status = try_samples(run, now, &samples, attempt > 0, begin, better);
  }
  pl_material_destroy(now);
  PL_TRY(status);
  if (!*better) {
    fit->sample_stage[fit->n_sample_stage - 1].kept = false;
    return go_back(run);
  }
  memcpy(run->point, point, sizeof point);
  return keep_best(run);
}

// The samples are places of one undeformed body: all tests must be of it.
static pl_status check_meshes(const pl_fit *fit) {
  const pl_fit_case *first = &fit->fit_case[0];
  for (int i = 1; i < fit->n_case; i++) {
    const pl_fit_case *c = &fit->fit_case[i];
    if (c->test->poses && pl_mesh_same(first->test->poses->mesh, c->test->poses->mesh)) continue;
    return pl_fail(fit->ctx, PL_ERROR_USAGE, &(pl_where){.file = c->measurement->file},
                   "fit each body on its own, give both the same mesh, or leave --samples out",
                   "material samples are places of one body, but the mesh of '%s' differs from that of '%s' (%s)", c->test->name,
                   first->test->name, first->measurement->file);
  }
  return PL_OK;
}

static pl_status begin_run(samples_run *run) {
  pl_fit *fit = run->fit;
  int32_t chosen[PL__CANDIDATES];
  bool any = false;
  PL_TRY(check_meshes(fit));
  PL_TRY(pl_places_of_mesh(fit->arena, fit->fit_case[0].rig->mesh, &run->places));
  PL_TRY(pl_places_spread(fit->ctx, &run->places, PL__CANDIDATES, &run->n_candidate, chosen, run->share));
  for (int k = 0; k < run->n_candidate; k++) memcpy(run->candidate + 3 * k, run->places.place + 3 * (size_t)chosen[k], 3 * sizeof(double));
  PL_TRY(pl_material_copy(fit->material, &run->base));
  run->chosen = pl_arena_alloc(fit->arena, (size_t)run->base->n_term + 1, sizeof *run->chosen);
  if (!run->chosen) return PL_ERROR_MEMORY;
  for (int t = 0; t < run->base->n_term; t++) {
    const pl_term *term = &run->base->term[t];
    run->chosen[t] = term->shares >= 0 ? run->chosen[term->shares] : takes_samples(run->base, term);
    any = any || run->chosen[t];
  }
  if (!any)
    return pl_fail(fit->ctx, PL_ERROR_USAGE, NULL, "leave --samples out, or choose a model of the body itself",
                   "no term of the model %s can change from place to place", fit->options.model);
  run->most = fit->options.samples > 0 ? fit->options.samples : run->n_candidate < MOST_CHOSEN ? run->n_candidate : MOST_CHOSEN;
  if (run->n_candidate < fit->options.samples)
    return pl_fail(fit->ctx, PL_ERROR_USAGE, NULL, "ask for fewer samples, or use a finer mesh",
                   "%d material samples are asked for, the body has places for %d", fit->options.samples, run->n_candidate);
  run->n = 1;
  memcpy(run->point, run->candidate, 3 * sizeof(double));
  run->radius = run->places.extent;
  return PL_OK;
}

pl_status pl_fit_samples(pl_fit *fit, pl_solution *solution) {
  if (fit->options.samples == 1) return PL_OK;
  samples_run *run = pl_arena_alloc(fit->arena, 1, sizeof *run);
  if (!run) return PL_ERROR_MEMORY;
  *run = (samples_run){.fit = fit, .solution = solution};
  pl_status status = begin_run(run);
  if (status != PL_OK) goto cleanup;
  pl_samples one = pl__samples_at(1, run->point, run->radius);
  pl_material *material;
  double begin = pl_seconds();
  PL_TRY_CLEAN(pl__sample_material(run, &one, &material));
  PL_TRY_CLEAN(pl_stage_material(fit, material));
  PL_TRY_CLEAN(pl__sample_linearise(run));
  double start = pl_solution_met(solution).chi2;
  if (pl_fit_corrects(fit)) {
    PL_TRY_CLEAN(pl_fit_mesh_correct(fit, 0, fit->n_fitted, NULL));
    PL_TRY_CLEAN(fit_stage(run, "1 sample"));
  }
  PL_TRY_CLEAN(note_stage(run, start, pl_seconds() - begin));
  PL_TRY_CLEAN(keep_best(run));
  for (bool better = true; better && run->n < run->most;)
    PL_TRY_CLEAN(next_stage(run, 2 * run->n < run->most ? 2 * run->n : run->most, &better));
  if (fit->options.samples == 0) PL_TRY_CLEAN(choose_number(run));
  PL_TRY_CLEAN(pl__sample_map_sigma(run));
  PL_TRY_CLEAN(pl_fit_capture_room(fit, solution));
cleanup:
  pl_material_destroy(run->base);
  return status;
}
