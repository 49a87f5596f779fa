// fit_samples.c: a material that changes from place to place, from a fit of the same material everywhere (Miguel 2016, 5.2 and table 3).
//
// Samples are inserted in stages, 1 -> 2 -> 4 -> 8 -> ... Each stage
//   1. asks the residuals for a map: one step of Gauss and Newton with a bump of stiffness at each of many candidates (sample_plan.h)
//   2. inserts samples where those there are do not describe the map
//   3. starts with the field of the stage before, or with the map, whichever loses fewer frames, then has the smaller residuals. The weights of all
//      samples change when one is added, so neither is met exactly and the residuals may begin a little above where the stage before ended
//   4. fits all parameters of all samples, neighbours tied to each other:
//        sqrt(overlap_ab) (p_a - p_b) / (s p_ref)    s: options.sample_contrast; overlap: how much of the body two samples share, largest 1
//        (p_aj / p_jref - p_ak / p_kref) / (t s)     the numbers of one sample change in proportion, t = 0.3
//   5. is kept when the data are met better than by the stage before (pl_met_better); else that one is the result
#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/timer.h"
#include "estimate/sample_plan.h"
#include "estimate/stage.h"
#include "measure/poses.h"
#include "mesh/same.h"

#define IN_PROPORTION 0.3  // t
#define NEIGHBOUR 0.05     // overlap above which two samples are neighbours
#define SMALLEST 0.05      // of the reference: what a parameter may start with
#define NO_TIE 1.0         // s of the map when samples are not tied: there are more candidates than the data tell apart
enum { N_CANDIDATE = 120, MAX_POINT = PL_SAMPLES_MAX_FIT };

typedef struct samples_run {
  pl_fit *fit;
  pl_solution *solution;
  pl_material *base;  // the same everywhere: terms and reference numbers
  bool *chosen;       // [base n_term], terms that get samples
  pl_places places;
  int n;                        // samples now
  double point[3 * MAX_POINT];  // m
  double radius;                // m
  double *theta;                // [n_theta] of the material with n samples
  pl_met met;                   // the data, by theta
  // candidates
  int n_candidate;
  double candidate[3 * N_CANDIDATE], share[N_CANDIDATE], map[N_CANDIDATE];
  double *candidate_theta;  // of the material with the candidates as samples: the map
} samples_run;

// ---- what changes from place to place ----

// Elastic terms of the body itself. Bending belongs to the edges of the mesh and stays the same everywhere.
static bool takes_samples(const pl_material *material, const pl_term *term) {
  bool body = pl_element_is_solid(term->strain->element) || term->strain->element == PL_ELEMENT_TRIANGLE, moves = false;
  for (int j = 0; j < term->law.n_param; j++) moves = moves || !material->parameter[term->theta + j].frozen;
  return body && moves && !term->rate && term->law.row->n_history == 0 && !term->samples;
}

static double reference(const pl_material *base, int j) { return fmax(fabs(base->theta[j]), 1e-3 * base->parameter[j].scale); }

// Parameters of one dimension that are stiffnesses go up and down together; angles and exponents do not.
static bool is_stiffness(const pl_material *base, const pl_term *term, int j) {
  return base->theta[term->theta + j] > 0 && pl_dim_equal(base->parameter[term->theta + j].dim, base->parameter[term->theta].dim) &&
         !pl_dim_equal(base->parameter[term->theta + j].dim, PL_DIM_NONE);
}

static pl_samples samples_at(int n, const double *point, double radius) { return (pl_samples){n, point, radius}; }

static pl_status material_at(const samples_run *run, const pl_samples *samples, pl_material **material) {
  PL_TRY(pl_material_with_samples(run->base, run->chosen, samples, material));
  for (int t = 0; t < run->base->n_term; t++) {
    const pl_term *term = &run->base->term[t];
    for (int j = 0; j < (run->chosen[t] ? pl_term_theta_count(&(*material)->term[t]) : 0); j++) {
      pl_parameter *parameter = &(*material)->parameter[(*material)->term[t].theta + j];
      parameter->scale = reference(run->base, term->theta + j % term->law.n_param);
      // the size of the whole is held by one number: at the first sample
      if (run->fit->scale_held && j >= term->law.n_param) parameter->frozen = false;
    }
  }
  return PL_OK;
}

// Values at other samples whose field is nearest to that of `from`.
static pl_status carry(const samples_run *run, const pl_material *from, const pl_samples *old, pl_material *to, const pl_samples *samples) {
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
      lower[j] =
          is_stiffness(run->base, term, j) ? SMALLEST * run->base->theta[term->theta + j] : run->base->parameter[term->theta + j].lower;
    PL_TRY(
        pl_samples_carry(run->fit->ctx, &run->places, old, from->theta + from->term[t].theta, samples, n, lower, to->theta + own->theta));
  }
  return PL_OK;
}

// ---- the map ----

// Residuals and their derivatives where the material stands, for once.
static pl_status linearise(samples_run *run) {
  pl_fit *fit = run->fit;
  PL_TRY(pl_fit_capture_room(fit, run->solution));
  return pl_stage_evaluate(run->solution);
}

// Relative stiffness at sample m: the mean over the parameters that are stiffnesses, each over its reference.
static double stiffness_at(const samples_run *run, const pl_material *material, int m) {
  double sum = 0;
  int n = 0;
  for (int t = 0; t < run->base->n_term; t++) {
    const pl_term *term = &run->base->term[t];
    for (int j = 0; j < term->law.n_param && run->chosen[t] && term->shares < 0; j++) {
      if (!is_stiffness(run->base, term, j)) continue;
      sum += material->theta[material->term[t].theta + m * term->law.n_param + j] / run->base->theta[term->theta + j];
      n++;
    }
  }
  return n > 0 ? sum / n : 1;
}

// bump[row][k]: all stiffnesses of candidate k rise together, relatively.
static void fill_bumps(const samples_run *run, const pl_material *material, double *bump) {
  const pl_solution *s = run->solution;
  int n_p = s->stack.n_parameter;
  for (int i = 0; i < s->stack.n_data; i++)
    for (int k = 0; k < run->n_candidate; k++) {
      double sum = 0;
      for (int t = 0; t < run->base->n_term; t++) {
        const pl_term *term = &run->base->term[t];
        int first = material->term[t].theta + k * term->law.n_param;
        for (int j = 0; j < term->law.n_param && run->chosen[t] && term->shares < 0; j++)
          if (is_stiffness(run->base, term, j))
            sum += s->jacobian[(size_t)i * (size_t)n_p + (size_t)(first + j)] * material->theta[first + j];
      }
      bump[(size_t)i * (size_t)run->n_candidate + (size_t)k] = sum;
    }
}

static double tie_of(const pl_fit *fit) { return fit->options.sample_contrast > 0 ? fit->options.sample_contrast : NO_TIE; }

// The map that the residuals ask for, run->map, and as the parameters of a material with the candidates as samples.
static pl_status ask_for_map(samples_run *run) {
  pl_fit *fit = run->fit;
  pl_arena *arena = pl_arena_create(fit->ctx);
  if (!arena) return PL_ERROR_MEMORY;
  size_t n = (size_t)run->n_candidate;
  pl_samples old = samples_at(run->n, run->point, run->radius),
             all = samples_at(run->n_candidate, run->candidate,
                              0.6 * pl_samples_radius(run->n_candidate, run->candidate, run->places.extent));
  pl_material *now = NULL, *many = NULL;
  pl_status status = PL_OK;
  fit->n_link = 0;
  PL_TRY_CLEAN(pl_material_copy(fit->material, &now));
  PL_TRY_CLEAN(material_at(run, &all, &many));
  status = carry(run, now, &old, many, &all);
  if (status != PL_OK) {
    pl_material_destroy(many);
    goto cleanup;
  }
  PL_TRY_CLEAN(pl_stage_material(fit, many));
  PL_TRY_CLEAN(linearise(run));
  double *stiffness = pl_arena_alloc(arena, n, sizeof *stiffness), *overlap = pl_arena_alloc(arena, n * n, sizeof *overlap);
  double *bump = pl_arena_alloc(arena, (size_t)run->solution->stack.n_data * n + 1, sizeof *bump);
  status = stiffness && overlap && bump ? PL_OK : PL_ERROR_MEMORY;
  if (status != PL_OK) goto cleanup;
  for (size_t k = 0; k < n; k++) stiffness[k] = stiffness_at(run, many, (int)k);
  fill_bumps(run, many, bump);
  PL_TRY_CLEAN(pl_samples_overlap(fit->ctx, &run->places, &all, overlap));
  for (size_t k = 0; k < n * n; k++) overlap[k] = overlap[k] > NEIGHBOUR ? overlap[k] : 0;
  pl_bumps bumps = {run->solution->stack.n_data, run->n_candidate, run->solution->r, bump, stiffness, overlap, tie_of(fit)};
  PL_TRY_CLEAN(pl_bumps_target(fit->ctx, &bumps, run->map));
  run->candidate_theta = pl_arena_alloc(fit->arena, (size_t)many->n_theta + 1, sizeof *run->candidate_theta);
  status = run->candidate_theta ? PL_OK : PL_ERROR_MEMORY;
  if (status != PL_OK) goto cleanup;
  memcpy(run->candidate_theta, many->theta, (size_t)many->n_theta * sizeof *many->theta);
  for (int t = 0; t < many->n_term; t++)
    for (int j = 0; j < (run->chosen[t] && many->term[t].shares < 0 ? pl_term_theta_count(&many->term[t]) : 0); j++) {
      int k = j / many->term[t].law.n_param;
      if (is_stiffness(run->base, &run->base->term[t], j % many->term[t].law.n_param))
        run->candidate_theta[many->term[t].theta + j] *= run->map[k] / stiffness[k];
    }
cleanup:
  pl_material_destroy(now);
  pl_arena_destroy(arena);
  return status;
}

// ---- one stage ----

static void put_link(pl_fit_link *link, int *n, int a, double weight_a, int b, double weight_b) {
  link[(*n)++] = (pl_fit_link){a, b, {weight_a, weight_b}};
}

// Neighbours to each other, and the stiffnesses of one sample to each other.
static pl_status tie_samples(samples_run *run, const pl_material *material, const pl_samples *samples) {
  pl_fit *fit = run->fit;
  int n_sample = samples->n, n_link = 0;
  fit->n_link = 0;
  if (!(fit->options.sample_contrast > 0)) return PL_OK;
  double *overlap = pl_arena_alloc(fit->arena, (size_t)n_sample * (size_t)n_sample, sizeof *overlap), s = fit->options.sample_contrast;
  pl_fit_link *link = pl_arena_alloc(fit->arena, (size_t)material->n_theta * (size_t)(n_sample + 1) + 1, sizeof *link);
  if (!overlap || !link) return PL_ERROR_MEMORY;
  PL_TRY(pl_samples_overlap(fit->ctx, &run->places, samples, overlap));
  for (int t = 0; t < run->base->n_term; t++) {
    const pl_term *term = &run->base->term[t], *own = &material->term[t];
    if (!run->chosen[t] || term->shares >= 0) continue;
    for (int j = 0; j < term->law.n_param; j++) {
      double ref = reference(run->base, term->theta + j);
      for (int a = 0; a < n_sample; a++) {
        int at = own->theta + a * term->law.n_param + j;
        for (int b = 0; b < a; b++) {
          double w = overlap[a * n_sample + b];
          if (w > NEIGHBOUR) put_link(link, &n_link, at, sqrt(w) / (s * ref), own->theta + b * term->law.n_param + j, sqrt(w) / (s * ref));
        }
        if (j == 0 || !is_stiffness(run->base, term, j) || !is_stiffness(run->base, term, j - 1)) continue;
        double before = reference(run->base, term->theta + j - 1), t_s = IN_PROPORTION * s;
        put_link(link, &n_link, at, 1 / (t_s * ref), at - 1, 1 / (t_s * before));
      }
    }
  }
  fit->link = link;
  fit->n_link = n_link;
  return PL_OK;
}

static double other_chi2(const pl_solution *s) {
  double sum = 0;
  for (int i = s->stack.n_data; i < s->stack.n_residual; i++) sum += s->r[i] * s->r[i];
  return sum;
}

// Root mean square of the weighted residuals of the held-out tests with the material as it stands; NAN when there is none, or no equilibrium.
static pl_status held_out_error(pl_fit *fit, double *error) {
  double sum = 0;
  int n = 0, n_failed = INT_MAX;
  *error = NAN;
  if (fit->n_case == fit->n_fitted) return PL_OK;
  for (int i = fit->n_fitted; i < fit->n_case; i++) {
    pl_rig_destroy(fit->fit_case[i].rig);
    fit->fit_case[i].rig = NULL;
    PL_TRY(pl_case_create(fit, &fit->fit_case[i]));
  }
  PL_TRY(pl_cases_predict(fit, fit->material->theta, fit->n_fitted, fit->n_case, PL_WANTED_VALUES, &n_failed));
  for (int i = fit->n_fitted; i < fit->n_case; i++) {
    const pl_fit_case *c = &fit->fit_case[i];
    for (int k = 0; k < PL_MAX_CHANNEL; k++)
      for (int v = 0; pl_case_used(c, k) && v < pl_case_values(c, k); v++) {
        double sigma = pl_case_row_sigma(c, k, v), r = (c->predicted[k][v] - c->test->channel[k].value[v]) / sigma;
        if (isnan(r) || isinf(sigma)) continue;  // not measured, or without weight
        sum += r * r;
        n++;
      }
  }
  // the rigs belong to this material: the next one, and the judge, make their own
  for (int i = fit->n_fitted; i < fit->n_case; i++) {
    pl_rig_destroy(fit->fit_case[i].rig);
    fit->fit_case[i].rig = NULL;
  }
  if (n > 0 && n_failed == 0) *error = sqrt(sum / n);
  return PL_OK;
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
                             .seconds = seconds};
  for (int j = 0; j < fit->material->n_theta; j++) stage->n_parameter += !fit->material->parameter[j].frozen;
  stage->relative = sqrt(stage->chi2 / fmax(fit->sample_stage[0].chi2, 1e-300));
  return held_out_error(fit, &stage->held_out);
}

// How the data are met by the material as it stands.
static pl_status evaluate_start(samples_run *run, pl_met *met) {
  PL_TRY(linearise(run));
  *met = pl_solution_met(run->solution);
  return PL_OK;
}

// The start of the stage: the field so far, or the map. `now` is the material of the stage before.
static pl_status choose_start(samples_run *run, const pl_material *now, const pl_samples *old, const pl_samples *samples, double *chi2) {
  pl_fit *fit = run->fit;
  pl_material *material, *many;
  pl_met by_field, by_map;
  pl_samples all =
      samples_at(run->n_candidate, run->candidate, 0.6 * pl_samples_radius(run->n_candidate, run->candidate, run->places.extent));
  PL_TRY(material_at(run, samples, &material));
  pl_status status = carry(run, now, old, material, samples);
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
  PL_TRY(material_at(run, &all, &many));
  memcpy(many->theta, run->candidate_theta, (size_t)many->n_theta * sizeof *many->theta);
  status = carry(run, many, &all, material, samples);
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
  return PL_OK;
}

// Back to the samples in run, with their parameters as they were.
static pl_status go_back(samples_run *run) {
  pl_fit *fit = run->fit;
  pl_samples samples = samples_at(run->n, run->point, run->radius);
  pl_material *material;
  PL_TRY(material_at(run, &samples, &material));
  memcpy(material->theta, run->theta, (size_t)material->n_theta * sizeof *material->theta);
  PL_TRY(pl_stage_material(fit, material));
  PL_TRY(tie_samples(run, material, &samples));
  return pl_fit_capture_room(fit, run->solution);
}

// From run->n samples to `wanted`. *better is false when the data were not met better: then the stage before stands.
static pl_status next_stage(samples_run *run, int wanted, bool *better) {
  pl_fit *fit = run->fit;
  double begin = pl_seconds(), point[3 * MAX_POINT], start;
  pl_material *now;
  PL_TRY(pl_material_copy(fit->material, &now));
  pl_samples old = samples_at(run->n, run->point, run->radius);
  int n = run->n == 1 ? 0 : run->n;  // where a single sample is does not matter
  pl_status status = ask_for_map(run);
  memcpy(point, run->point, sizeof point);
  if (status == PL_OK)
    n = pl_samples_insert(run->n_candidate, run->candidate, run->share, run->map, fit->options.sample_radius, n, wanted, point);
  pl_samples samples = samples_at(n, point, pl_samples_radius_for(n, point, fit->options.sample_radius, run->places.extent));
  if (status == PL_OK) status = choose_start(run, now, &old, &samples, &start);
  pl_material_destroy(now);
  PL_TRY(status);
  PL_TRY(tie_samples(run, fit->material, &samples));
  const char *name = pl_arena_printf(fit->arena, "%d samples", n);
  if (!name) return PL_ERROR_MEMORY;
  PL_TRY(pl_stage_run(fit, name, false, run->solution));
  *better = pl_met_better(pl_solution_met(run->solution), run->met);
  int before = run->n;
  double radius = run->radius;
  run->n = n, run->radius = samples.radius;
  PL_TRY(note_stage(run, start, pl_seconds() - begin));
  if (!*better) {
    fit->sample_stage[fit->n_sample_stage - 1].kept = false;
    run->n = before, run->radius = radius;
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
  int32_t chosen[N_CANDIDATE];
  bool any = false;
  PL_TRY(check_meshes(fit));
  PL_TRY(pl_places_of_mesh(fit->arena, fit->fit_case[0].rig->mesh, &run->places));
  PL_TRY(pl_places_spread(fit->ctx, &run->places, N_CANDIDATE, &run->n_candidate, chosen, run->share));
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
  if (run->n_candidate < fit->options.samples)
    return pl_fail(fit->ctx, PL_ERROR_USAGE, NULL, "ask for fewer samples, or use a finer mesh",
                   "%d material samples are asked for, the body has places for %d", fit->options.samples, run->n_candidate);
  run->n = 1;
  memcpy(run->point, run->candidate, 3 * sizeof(double));
  run->radius = run->places.extent;
  return PL_OK;
}

pl_status pl_fit_samples(pl_fit *fit, pl_solution *solution) {
  if (fit->options.samples <= 1) return PL_OK;
  samples_run *run = pl_arena_alloc(fit->arena, 1, sizeof *run);
  if (!run) return PL_ERROR_MEMORY;
  *run = (samples_run){.fit = fit, .solution = solution};
  pl_status status = begin_run(run);
  if (status != PL_OK) goto cleanup;
  pl_samples one = samples_at(1, run->point, run->radius);
  pl_material *material;
  PL_TRY_CLEAN(note_stage(run, pl_solution_met(solution).chi2, 0));
  PL_TRY_CLEAN(material_at(run, &one, &material));
  PL_TRY_CLEAN(pl_stage_material(fit, material));
  PL_TRY_CLEAN(linearise(run));
  PL_TRY_CLEAN(keep_best(run));
  for (bool better = true; better && run->n < fit->options.samples;)
    PL_TRY_CLEAN(next_stage(run, 2 * run->n < fit->options.samples ? 2 * run->n : fit->options.samples, &better));
cleanup:
  pl_material_destroy(run->base);
  return status;
}
