// sample_map.c: estimates the stiffness map of the body and its standard deviation.
//
// u = stiffness / stiffness of the homogeneous fit is a random field (random_field.h) at many candidates, each a sample with a small
// radius. Let r be the present residuals, B = dr/du, and F = dr/db for parameters b that are the same everywhere (in effect Poisson's
// ratio). Then
//
//   r(u') = r + B (u' - u) + F b     so     z = B u - r = B u' + F b + noise,
//
// are readings of the field. Its prior maximises the likelihood, and its mean given z is the next u: a Gauss-Newton iteration to the most
// likely map.
#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "estimate/field/sample_run.h"

enum { N_STEP = 4 };
static const double STEP = 2.5;    // largest factor by which a parameter may change in one step
static const double STILL = 0.05;  // root mean square of a step at which the iteration has converged
static const double LEAST = 0.05;  // lower limit of u: a Gaussian field has none

// A parameter that changes by the same amount everywhere.
typedef struct free_number {
  int term, parameter;  // of the term's law
} free_number;

typedef struct map_job {
  pl__samples_run *run;
  pl_arena *arena;
  pl_material *many;  // the fit's material, with the candidates as samples
  int n_stiff;
  pl__stiff_number *stiff;  // [base n_theta], of many
  double *u;                // [candidates n]
  int n_free;
  free_number *free;  // [base n_theta]
  pl_field_readings readings;
} map_job;

// Index of a parameter at candidate k; one without samples has a single value.
static int place_of(const map_job *job, const free_number *f, int k) {
  const pl_term *own = &job->many->term[f->term];
  return own->theta + (job->run->chosen[f->term] ? k * own->law.n_param : 0) + f->parameter;
}

// The unit of its change: its value, or its size in the homogeneous fit if the value is nearly zero or no stiffness.
static double unit_of(const map_job *job, const free_number *f, int k) {
  const pl__sample_size *size = &job->run->size[job->run->base->term[f->term].theta + f->parameter];
  double value = fabs(job->many->theta[place_of(job, f, k)]);
  return fmax(value, size->stiffness ? 1e-3 * size->reference : size->reference);
}

// Its unit times the derivative of r_i.
static double relative_slope(const map_job *job, size_t i, const free_number *f, int k) {
  const pl_solution *s = job->run->solution;
  return s->jacobian[i * (size_t)s->stack.n_parameter + (size_t)place_of(job, f, k)] * unit_of(job, f, k);
}

// All parameters except the stiffness with the largest effect on the residuals: that one is the mean of u.
static pl_status find_free(map_job *job) {
  const pl__samples_run *run = job->run;
  int most = -1;
  double strongest = -1;
  job->free = pl_arena_alloc(job->arena, (size_t)run->base->n_theta + 1, sizeof *job->free);
  if (!job->free) return PL_ERROR_MEMORY;
  for (int t = 0; t < run->base->n_term; t++) {
    const pl_term *term = &run->base->term[t];
    for (int j = 0; j < term->law.n_param && term->shares < 0; j++) {
      if (run->base->parameter[term->theta + j].frozen && !run->fit->solution.scale_held) continue;
      free_number *f = &job->free[job->n_free];
      *f = (free_number){t, j};
      double felt = 0;
      for (int i = 0; i < run->solution->stack.n_data; i++) {
        double sum = 0;
        for (int k = 0; k < (run->chosen[t] ? run->candidates.n : 1); k++) sum += relative_slope(job, (size_t)i, f, k);
        felt += sum * sum;
      }
      if (run->chosen[t] && run->size[term->theta + j].stiffness && felt > strongest) strongest = felt, most = job->n_free;
      job->n_free++;
    }
  }
  if (most >= 0) memmove(job->free + most, job->free + most + 1, (size_t)(--job->n_free - most) * sizeof *job->free);
  return PL_OK;
}

// Rows that were not measured, or whose frame failed, are excluded.
static pl_status read_field(map_job *job) {
  const pl__samples_run *run = job->run;
  const pl_solution *s = run->solution;
  size_t n = (size_t)run->candidates.n, n_data = (size_t)s->stack.n_data, n_free = (size_t)job->n_free, row = 0;
  double *z = pl_arena_alloc(job->arena, n_data + 1, sizeof *z), *by_u = pl_arena_alloc(job->arena, n_data * n + 1, sizeof *by_u);
  double *by_b = pl_arena_alloc(job->arena, n_data * n_free + 1, sizeof *by_b);
  if (!z || !by_u || !by_b) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < n_data; i++) {
    if (s->r[i] == 0) continue;
    z[row] = -s->r[i];
    for (size_t k = 0; k < n; k++) {
      double sum = 0;
      for (int j = 0; j < job->n_stiff; j++)
        sum += relative_slope(job, i, &(free_number){job->stiff[j].term, job->stiff[j].parameter}, (int)k);
      by_u[row * n + k] = sum / job->u[k];
      z[row] += sum;
    }
    for (size_t f = 0; f < n_free; f++)
      for (int k = 0; k < (run->chosen[job->free[f].term] ? run->candidates.n : 1); k++)
        by_b[row * n_free + f] += relative_slope(job, i, &job->free[f], k);
    row++;
  }
  job->readings = (pl_field_readings){(int)row, (int)n, job->n_free, z, by_u, by_b, run->candidates.place, run->fit->solution.scale_held};
  return PL_OK;
}

// From the current material: readings of the field, and the prior they determine.
static pl_status learn(map_job *job) {
  pl__samples_run *run = job->run;
  for (int k = 0; k < run->candidates.n; k++) job->u[k] = pl__sample_stiffness(job->n_stiff, job->stiff, job->many, k);
  job->n_free = 0;
  PL_TRY(find_free(job));
  PL_TRY(read_field(job));
  double apart = pl_samples_radius(run->candidates.n, run->candidates.place, run->places.extent);
  PL_TRY(pl_field_learn(run->fit->arena, &job->readings, apart, 2 * run->places.extent, &run->candidates.prior));
  if (run->fit->problem.options.sample_contrast > 0)
    run->candidates.prior.tau = run->fit->problem.options.sample_contrast, run->candidates.prior.n_local = 0;
  return PL_OK;
}

// The candidates become the samples of the fit's material, with the present field; *now is a copy of the previous material.
static pl_status spread(map_job *job, pl_material **now) {
  pl__samples_run *run = job->run;
  pl_samples old = pl__samples_at(run->now.n, run->now.point, run->now.radius), all = pl__sample_candidates(run);
  pl_stage untied = run->stage;
  untied.ties.n = 0;
  run->solution->end.n_cut = 0;  // cuts belong to another material
  PL_TRY(pl_material_copy(run->fit->material, now));
  PL_TRY(pl__sample_material(run, &all, &job->many));
  pl_status status = pl__sample_carry(run, *now, &old, job->many, &all);
  if (status != PL_OK) {
    pl_material_destroy(job->many);
    return status;
  }
  PL_TRY(pl_stage_material(&run->fit->problem, &run->fit->work, &untied, &run->fit->material, job->many));
  job->u = pl_arena_alloc(job->arena, (size_t)run->candidates.n, sizeof *job->u);
  job->stiff = pl_arena_alloc(job->arena, (size_t)run->base->n_theta + 1, sizeof *job->stiff);
  if (!job->u || !job->stiff) return PL_ERROR_MEMORY;
  job->n_stiff = pl__sample_find_stiff(run, job->many, job->stiff);
  return pl__sample_linearise(run, &untied);
}

static double limited(double factor) { return fmin(fmax(factor, 1 / STEP), STEP); }

// Updates the candidates' parameters by a step of u and b.
static void move(const map_job *job, const double *to, const double *b) {
  const pl__samples_run *run = job->run;
  double *theta = job->many->theta;
  for (int k = 0; k < run->candidates.n; k++)
    for (int j = 0; j < job->n_stiff; j++) theta[job->stiff[j].first + k * job->stiff[j].step] *= limited(fmax(to[k], LEAST) / job->u[k]);
  for (int f = 0; f < job->n_free; f++)
    for (int k = 0; k < (run->chosen[job->free[f].term] ? run->candidates.n : 1); k++) {
      int at = place_of(job, &job->free[f], k);
      const pl_parameter *parameter = &job->many->parameter[at];
      double value = theta[at] + unit_of(job, &job->free[f], k) * (limited(1 + b[f]) - 1);
      if (!parameter->frozen) theta[at] = fmin(fmax(value, parameter->lower), parameter->upper);
    }
}

// The best step so far is kept in run->candidates.map and run->candidates.theta.
static pl_status step_towards_map(map_job *job, pl_goodness *best) {
  pl__samples_run *run = job->run;
  size_t n = (size_t)run->candidates.n;
  double *mean = pl_arena_alloc(job->arena, n, sizeof *mean), *sigma = pl_arena_alloc(job->arena, n, sizeof *sigma);
  double *b = pl_arena_alloc(job->arena, (size_t)run->base->n_theta + 1, sizeof *b);
  if (!mean || !sigma || !b) return PL_ERROR_MEMORY;
  for (int it = 0; it < N_STEP; it++) {
    double square = 0;
    PL_TRY(learn(job));
    PL_TRY(pl_field_posterior(run->fit->ctx, &job->readings, &run->candidates.prior, run->candidates.n, run->candidates.place, mean, sigma,
                              b));
    for (size_t k = 0; k < n; k++) square += pow(fmax(mean[k], LEAST) / job->u[k] - 1, 2) / (double)n;
    move(job, mean, b);
    PL_TRY(pl_stage_evaluate(run->fit->material, run->solution));
    pl_goodness goodness = pl_solution_goodness(run->solution);
    if (it == 0 || pl_goodness_better(goodness, *best)) {
      *best = goodness;
      for (size_t k = 0; k < n; k++) run->candidates.map[k] = pl__sample_stiffness(job->n_stiff, job->stiff, job->many, (int)k);
      memcpy(run->candidates.theta, job->many->theta, (size_t)job->many->n_theta * sizeof *job->many->theta);
    }
    if (square < STILL * STILL) break;
  }
  return PL_OK;
}

pl_status pl__sample_ask_for_map(pl__samples_run *run) {
  map_job job = {.run = run, .arena = pl_arena_create(run->fit->ctx)};
  if (!job.arena) return PL_ERROR_MEMORY;
  pl_material *now = NULL;
  pl_goodness best;
  pl_status status = spread(&job, &now);
  if (status == PL_OK) {
    run->candidates.theta = pl_arena_alloc(run->fit->arena, (size_t)job.many->n_theta + 1, sizeof *run->candidates.theta);
    status = run->candidates.theta ? PL_OK : PL_ERROR_MEMORY;
  }
  if (status == PL_OK) status = step_towards_map(&job, &best);
  pl_material_destroy(now);
  pl_arena_destroy(job.arena);
  return status;
}

// ---- standard deviation of the map ----

// (u_0 - u_1) / u at sample m.
static double apart_at(const pl__stiff_number stiff[2], const pl_material *material, int m) {
  double u[2];
  for (int j = 0; j < 2; j++) u[j] = material->theta[stiff[j].first + m * stiff[j].step] / stiff[j].reference;
  return (u[0] - u[1]) / fmax((u[0] + u[1]) / 2, 1e-3);
}

// Two stiffnesses of one place (lambda and mu) may change independently. Let q = (u_0 - u_1) / u be a second field with unknown mean and
// standard deviation PL__IN_PROPORTION tau, as in the regularisation. Its readings are those of u; at the candidates B_q = u (dr/du_0 -
// dr/du_1) / 2. The uncertainty of u enters as nuisance parameters: its mean, and one per column of B root, where root root^T is the
// covariance of u. mean, sigma: [places n], given the readings.
static pl_status find_apart(map_job *job, double *mean, double *sigma) {
  const pl__samples_run *run = job->run;
  const pl_field_readings *r = &job->readings;
  const pl_solution *s = run->solution;
  size_t n = (size_t)r->n, n_free = 1 + n + (size_t)r->n_free, n_row = (size_t)r->n_row, row = 0;
  double *by_q = pl_arena_alloc(job->arena, n_row * n + 1, sizeof *by_q),
         *by_b = pl_arena_alloc(job->arena, n_row * n_free + 1, sizeof *by_b);
  double *root = pl_arena_alloc(job->arena, n * n + 1, sizeof *root), *z = pl_arena_alloc(job->arena, n_row + 1, sizeof *z);
  if (!by_q || !by_b || !root || !z) return PL_ERROR_MEMORY;
  if (!pl_field_root(&run->candidates.prior, r->n, run->candidates.place, root))
    return pl_fail(run->fit->ctx, PL_ERROR_INTERNAL, NULL, "", "the prior of the map of stiffness is singular");
  for (size_t i = 0; i < (size_t)s->stack.n_data; i++) {
    if (s->r[i] == 0) continue;
    double *b = by_b + row * n_free;
    z[row] = r->z[row];
    const double *by_u = r->by_u + row * n, *slope = s->jacobian + i * (size_t)s->stack.n_parameter;
    for (size_t k = 0; k < n; k++) {
      double half = job->u[k] / 2;
      for (int j = 0; j < 2; j++)
        by_q[row * n + k] += (j ? -half : half) * slope[job->stiff[j].first + (int)k * job->stiff[j].step] * job->stiff[j].reference;
      z[row] += by_q[row * n + k] * apart_at(job->stiff, job->many, (int)k);
      b[0] += by_u[k];
      for (size_t l = k; l < n; l++)  // the standard deviation of a free parameter is PL_FIELD_FREE times the noise
        b[1 + k] += by_u[l] * root[l * n + k] / (PL_FIELD_FREE * run->candidates.prior.noise);
    }
    // the mean of q is the one stiffness among them
    for (int f = 0; f < r->n_free; f++) {
      bool stiffness = false;
      for (int j = 0; j < 2; j++)
        stiffness = stiffness || (job->free[f].term == job->stiff[j].term && job->free[f].parameter == job->stiff[j].parameter);
      b[1 + n + (size_t)f] = stiffness ? 0 : r->by_b[row * (size_t)r->n_free + (size_t)f];
    }
    row++;
  }
  pl_field_readings readings = {.n_row = (int)row, .n = r->n, .n_free = (int)n_free, .z = z, .by_u = by_q, .by_b = by_b, .place = r->place};
  pl_field_prior prior = run->candidates.prior;
  prior.tau *= PL__IN_PROPORTION, prior.n_local = 0;
  return pl_field_posterior(run->fit->ctx, &readings, &prior, run->places.n, run->places.place, mean, sigma, NULL);
}

// Sigma of the stiffness v that the samples describe. Two hypotheses have equal weight. (1) The truth is a random field with mean m and
// standard deviation s given the readings. (2) The truth is what samples describe, v with standard deviation s_v (sample_spread.c). The
// expected square of u - v is (s^2 + (m - v)^2) / 2 + s_v^2 / 2, with s_v <= s. It is stored divided by v. For the ratio of two stiffnesses
// the samples determine little, so its variance is s^2 + (m - v)^2 / 2.
static pl_status set_sigma(map_job *job, const pl_material *now, double *by_samples) {
  pl__samples_run *run = job->run;
  pl_fit *fit = run->fit;
  size_t n = (size_t)run->places.n;
  double *mean = pl_arena_alloc(fit->arena, n + 1, sizeof *mean), *spread = pl_arena_alloc(fit->arena, n + 1, sizeof *spread);
  double *sigma = pl_arena_alloc(fit->arena, n + 1, sizeof *sigma), *apart = pl_arena_alloc(fit->arena, n + 1, sizeof *apart);
  double *phi = pl_arena_alloc(job->arena, (size_t)run->now.n, sizeof *phi), *v = pl_arena_alloc(job->arena, (size_t)run->now.n, sizeof *v);
  pl__stiff_number *stiff = pl_arena_alloc(job->arena, (size_t)run->base->n_theta + 1, sizeof *stiff);
  if (!mean || !spread || !sigma || !apart || !phi || !v || !stiff) return PL_ERROR_MEMORY;
  int n_stiff = pl__sample_find_stiff(run, now, stiff);
  bool two = n_stiff == 2 && !fit->solution.scale_held;
  PL_TRY(pl_field_posterior(fit->ctx, &job->readings, &run->candidates.prior, run->places.n, run->places.place, mean, spread, NULL));
  double *apart_mean = pl_arena_alloc(job->arena, n + 1, sizeof *apart_mean),
         *d = pl_arena_alloc(job->arena, (size_t)run->now.n, sizeof *d);
  if (!apart_mean || !d) return PL_ERROR_MEMORY;
  if (two) PL_TRY(find_apart(job, apart_mean, apart));
  pl_samples samples = pl__samples_at(run->now.n, run->now.point, run->now.radius);
  for (int m = 0; m < run->now.n; m++) v[m] = pl__sample_stiffness(n_stiff, stiff, now, m), d[m] = two ? apart_at(stiff, now, m) * v[m] : 0;
  for (size_t e = 0; e < n; e++) {
    double own, own_apart;
    pl_samples_weights(&samples, run->places.place + 3 * e, phi);
    pl_samples_mix(run->now.n, phi, 1, v, &own);
    pl_samples_mix(run->now.n, phi, 1, d, &own_apart);
    by_samples[e] = fmin(run->candidates.prior.noise * by_samples[e], spread[e]) / own;
    sigma[e] = sqrt((spread[e] * spread[e] + pow(mean[e] - own, 2)) / 2 / (own * own) + by_samples[e] * by_samples[e] / 2);
    spread[e] /= fmax(mean[e], LEAST);
    mean[e] = fmax(mean[e], LEAST) / own;
    apart[e] = sqrt(apart[e] * apart[e] + pow(apart_mean[e] - own_apart / own, 2) / 2);
  }
  fit->map.map_sigma = sigma;
  fit->map.field_ratio = mean;
  fit->map.field_sigma = spread;
  fit->map.samples_sigma = by_samples;
  double *share = pl_arena_alloc(fit->arena, (size_t)now->n_theta + 1, sizeof *share);
  if (!share) return PL_ERROR_MEMORY;
  for (int j = 0; j < 2 && two; j++)
    for (int m = 0; m < run->now.n; m++) share[stiff[j].first + m * stiff[j].step] = j ? -0.5 : 0.5;
  fit->map.apart_sigma = two ? apart : NULL;
  fit->map.apart_share = two ? share : NULL;
  fit->map.n_place = run->places.n;
  fit->map.field = run->candidates.prior;
  return PL_OK;
}

pl_status pl__sample_map_sigma(pl__samples_run *run) {
  pl_fit *fit = run->fit;
  map_job job = {.run = run, .arena = pl_arena_create(fit->ctx)};
  if (!job.arena) return PL_ERROR_MEMORY;
  const pl_stage_end end = run->solution->end;
  pl_material *now = NULL;
  double *by_samples = pl_arena_alloc(fit->arena, (size_t)run->places.n + 1, sizeof *by_samples);
  pl_status status = by_samples ? pl__sample_spread(run, by_samples) : PL_ERROR_MEMORY;
  if (status == PL_OK) status = spread(&job, &now);
  if (status == PL_OK) status = learn(&job);
  if (status == PL_OK) status = set_sigma(&job, now, by_samples);
  if (status == PL_OK) {
    status = pl_stage_material(&fit->problem, &fit->work, &run->stage, &fit->material, now);
    now = NULL;
  }
  run->solution->end = end;
  pl_material_destroy(now);
  pl_arena_destroy(job.arena);
  return status;
}
