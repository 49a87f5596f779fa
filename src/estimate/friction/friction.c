// friction.c: see friction.h.
#include "estimate/friction/friction.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "estimate/optimise/linear_fit.h"
#include "law/friction/dahl.h"

enum { GRID = PL_FRICTION_GRID, SCAN_ITERATIONS = 6, FINER = 8, ROUNDS = 6 };
static const double SCAN_TOLERANCE = 1e-3;

pl_status pl_path_create(pl_arena *arena, int n, pl_path *path) {
  *path = (pl_path){.n = n,
                    .strain = pl_arena_alloc(arena, (size_t)n, sizeof(double)),
                    .stress = pl_arena_alloc(arena, (size_t)n, sizeof(double)),
                    .sigma = pl_arena_alloc(arena, (size_t)n, sizeof(double))};
  return path->strain && path->stress && path->sigma ? PL_OK : PL_ERROR_MEMORY;
}

// ---- terms ----

static pl_status add_term(pl_material *material, const char *name, const char *strain, const char *value, const char *elements,
                          pl_friction kind) {
  const char *form = kind == PL_FRICTION_ALPHA ? ", \"form\": \"alpha\"" : kind == PL_FRICTION_CONSTANT ? ", \"max\": \"constant\"" : "";
  char text[512];
  snprintf(text, sizeof text, "{\"name\": \"%s-friction\", \"strain\": \"%s\", \"values\": [\"%s\"]%s, \"law\": \"dahl\"%s}", name, strain,
           value, elements, form);
  return pl_material_add_term(material, text);
}

pl_status pl_friction_add_term(pl_material *material, const char *name, pl_friction kind) {
  const pl_term *term = pl_material_term(material, name);
  PL_ASSERT(term && term->law.row->n_in == 1);
  char elements[128] = "";
  if (term->classes != ~0u) {
    strcpy(elements, ", \"elements\": [");
    for (int c = 0, n = 0; c < term->strain->n_class; c++) {
      if (!(term->classes >> c & 1)) continue;
      size_t used = strlen(elements);
      snprintf(elements + used, sizeof elements - used, "%s\"%s\"", n++ ? ", " : "", term->strain->class_name[c]);
    }
    strcat(elements, "]");
  }
  return add_term(material, name, term->strain->name, term->strain->value_name[term->value[0]], elements, kind);
}

pl_status pl_friction_add_beside(pl_material *material, const char *name, const char *strain, const char *value, pl_friction kind) {
  return add_term(material, name, strain, value, "", kind);
}

// The index of the elastic term's strain that friction acts on; -1: none.
static int input_of(const pl_term *term, const pl_term *friction) {
  if (!pl_term_is_elastic(term) || term->strain != friction->strain || !(term->classes & friction->classes)) return -1;
  for (int a = 0; a < term->law.row->n_in; a++)
    if (term->value[a] == friction->value[0]) return a;
  return -1;
}

static bool named_after(const pl_term *friction, const pl_term *term) {
  size_t n = strlen(term->name);
  return strncmp(friction->name, term->name, n) == 0 && strcmp(friction->name + n, "-friction") == 0;
}

double pl_friction_stiffness(const pl_material *material, const pl_term *friction, const pl_term **beside) {
  *beside = NULL;
  for (int t = 0; t < material->n_term; t++) {
    const pl_term *term = &material->term[t];
    if (input_of(term, friction) >= 0 && (!*beside || named_after(friction, term))) *beside = term;
  }
  if (!*beside) return 0;
  const pl_law *law = &(*beside)->law;
  int n = law->row->n_in, a = input_of(*beside, friction);
  double s[PL_LAW_MAX_IN], stress[PL_LAW_MAX_IN], k[PL_LAW_MAX_IN * PL_LAW_MAX_IN];
  for (int i = 0; i < n; i++) s[i] = (*beside)->strain->rest_value[(*beside)->value[i]];
  pl_law_eval_one(law, material->theta + (*beside)->theta, s, NULL, stress, k);
  return k[a * n + a];
}

int pl_friction_rate(const pl_material *material, const pl_term *friction) {
  (void)material;
  return friction->theta + friction->law.n_param - 1;
}

static bool by_alpha(const pl_material *material, const pl_term *friction) {
  return material->parameter[pl_friction_rate(material, friction)].role == PL_ROLE_SLIP;
}

static bool constant_maximum(const pl_term *friction) { return friction->law.n_param == 2; }

static const pl_term *friction_of(const pl_material *material, const char *name) {
  char text[64];
  snprintf(text, sizeof text, "%s-friction", name);
  return pl_material_term(material, text);
}

// ---- the linear problem ----

// Candidate rates for these paths: n values of tau from well below the smallest step to well above the range, evenly spaced in log.
static void rates_to_try(int n_path, const pl_path *path, int n, double *tau) {
  double low = INFINITY, high = 0, step = INFINITY;
  for (int p = 0; p < n_path; p++)
    for (int i = 0; i < path[p].n; i++) {
      low = fmin(low, path[p].strain[i]);
      high = fmax(high, path[p].strain[i]);
    }
  double range = fmax(high - fmin(low, 0), 1e-12);
  for (int p = 0; p < n_path; p++)
    for (int i = 1; i < path[p].n; i++) {
      double d = fabs(path[p].strain[i] - path[p].strain[i - 1]);
      if (d > 0.01 * range) step = fmin(step, d);
    }
  double first = 0.1 * fmin(step, 0.2 * range), last = 2 * range;
  for (int k = 0; k < n; k++) tau[k] = first * pow(last / first, (double)k / (n - 1));
}

// Stress of (a, b, tau) along a path: exact, from a sheet that never moved, or after a first loading to its largest strain.
static void friction_along(double a, double b, double tau, const pl_path *path, double *stress) {
  double theta[3] = {a, b, tau}, history[PL_LAW_MAX_HISTORY] = {0}, top = 0;
  static const pl_dahl shape = {.form = PL_DAHL_TAU, .gamma = 1};
  pl_law law = {.row = pl_law_find("dahl"), .n_param = 3, .n_bound = 3, .shape = &shape};
  for (int i = 0; i < path->n; i++) top = fmax(top, path->strain[i]);
  if (path->conditioned) pl_law_step_one(&law, theta, &top, history, NULL, stress, NULL, history);
  for (int i = 0; i < path->n; i++) pl_law_step_one(&law, theta, &path->strain[i], history, NULL, &stress[i], NULL, history);
}

// The parameters of both terms that fit the stresses best for this tau within their bounds, into theta (of the material). If friction is
// NULL there is one term only. objective: half the weighted sum of squares. For a term with alpha instead of tau, alpha is equivalent to
// tau in the middle of the strains.
static pl_status fit_linear(pl_context *ctx, const pl_material *material, const pl_term *elastic, const pl_term *friction, int n_path,
                            const pl_path *path, double tau, double *theta, double *objective) {
  int n_elastic = elastic->law.n_param,
      n_friction = !friction                    ? 0
                   : constant_maximum(friction) ? 1
                                                : 2,
      n = n_elastic + n_friction, n_row = 0;
  PL_ASSERT(elastic->law.row->n_in == 1 && (elastic->law.row->flags & PL_LAW_LINEAR));
  for (int p = 0; p < n_path; p++) n_row += path[p].n;
  pl_arena *arena = pl_arena_create(ctx);
  if (!arena) return PL_ERROR_MEMORY;
  double *target = pl_arena_alloc(arena, (size_t)n_row, sizeof *target);
  double *matrix = pl_arena_alloc(arena, (size_t)n_row * (size_t)n, sizeof *matrix);
  double *basis[2] = {pl_arena_alloc(arena, (size_t)n_row, sizeof(double)), pl_arena_alloc(arena, (size_t)n_row, sizeof(double))};
  double *lower = pl_arena_alloc(arena, (size_t)n + 1, sizeof *lower), *upper = pl_arena_alloc(arena, (size_t)n + 1, sizeof *upper);
  double *value = pl_arena_alloc(arena, (size_t)n + 1, sizeof *value);
  pl_status status = PL_ERROR_MEMORY;
  if (!target || !matrix || !basis[0] || !basis[1] || !lower || !upper || !value) goto cleanup;
  double middle = 0;
  for (int p = 0, row = 0; p < n_path; p++) {
    if (friction) friction_along(1, 0, tau, &path[p], basis[0]);
    if (friction) friction_along(0, 1, tau, &path[p], basis[1]);
    for (int i = 0; i < path[p].n; i++, row++) {
      double dt[PL_LAW_MAX_PARAM];
      pl_law_theta_one(&elastic->law, theta + elastic->theta, &path[p].strain[i], dt);
      for (int j = 0; j < n_elastic; j++) matrix[row * n + j] = dt[j] / path[p].sigma[i];
      for (int j = 0; j < n_friction; j++) matrix[row * n + n_elastic + j] = basis[j][i] / path[p].sigma[i];
      target[row] = path[p].stress[i] / path[p].sigma[i];
      middle += fabs(path[p].strain[i]) / n_row;
    }
  }
  for (int j = 0; j < n; j++) {
    const pl_parameter *parameter = &material->parameter[j < n_elastic ? elastic->theta + j : friction->theta + j - n_elastic];
    lower[j] = parameter->lower;
    upper[j] = parameter->upper;
  }
  PL_TRY_CLEAN(pl_linear_fit(ctx, &(pl_linear_problem){n, n_row, target, matrix}, lower, upper, value, objective));
  memcpy(theta + elastic->theta, value, (size_t)n_elastic * sizeof *theta);
  status = PL_OK;
  if (!friction) goto cleanup;
  memcpy(theta + friction->theta, value + n_elastic, (size_t)n_friction * sizeof *theta);
  double largest = value[n_elastic] + (n_friction > 1 ? value[n_elastic + 1] * middle : 0);
  theta[pl_friction_rate(material, friction)] = by_alpha(material, friction) ? fmax(largest, 1e-12) / tau : tau;
cleanup:
  pl_arena_destroy(arena);
  return status;
}

pl_status pl_friction_scan(pl_context *ctx, const pl_material *material, const char *name, int n_path, const pl_path *path, double *theta,
                           double *objective, pl_profile *profile) {
  const pl_term *elastic = pl_material_term(material, name), *friction = friction_of(material, name);
  double tau[GRID], least = INFINITY;
  if (!friction) return fit_linear(ctx, material, elastic, NULL, n_path, path, 1, theta, objective);
  rates_to_try(n_path, path, GRID, tau);
  int best = 0, n = GRID;
  // the whole range, then finer steps between the neighbours of the best rate
  for (int round = 0; round < ROUNDS; round++) {
    for (int k = 0; k < n; k++) {
      PL_TRY(fit_linear(ctx, material, elastic, friction, n_path, path, tau[k], theta, objective));
      if (profile && round == 0) {
        profile->value[k] = theta[pl_friction_rate(material, friction)];
        profile->chi2[k] = 2 * *objective;
        profile->n = k + 1;
      }
      if (*objective < least || k == 0) best = k, least = *objective;
    }
    double low = tau[best > 0 ? best - 1 : 0], high = tau[best + 1 < n ? best + 1 : best], at = tau[best];
    n = FINER + 1;
    for (int k = 0; k < n; k++) tau[k] = low * pow(high / low, (double)k / (n - 1));
    if (round + 1 == ROUNDS) return fit_linear(ctx, material, elastic, friction, n_path, path, at, theta, objective);
  }
  return PL_OK;
}

// ---- stages ----

// One elastic term with its friction, and the paths that determine them.
typedef struct pair {
  pl_fit *fit;
  const pl_term *elastic, *friction;
  int rate;  // index in theta
  int n_path;
  const pl_path *path;
  double level, top;    // largest stress (N/m or N), largest strain
  const double *scale;  // [n_theta], SI, sizes before the scan
} pair;

static pair find_pair(pl_fit *fit, const char *name, int n_path, const pl_path *path) {
  pair p = {.fit = fit,
            .elastic = pl_material_term(fit->material, name),
            .friction = friction_of(fit->material, name),
            .n_path = n_path,
            .path = path};
  p.rate = pl_friction_rate(fit->material, p.friction);
  for (int k = 0; k < n_path; k++)
    for (int i = 0; i < path[k].n; i++) {
      p.level = fmax(p.level, fabs(path[k].stress[i]));
      p.top = fmax(p.top, fabs(path[k].strain[i]));
    }
  return p;
}

// Starts there, with matching step scales and prior sizes. A parameter that starts at zero keeps its natural size.
static void start_at(const pair *p, const double *theta) {
  pl_material *material = p->fit->material;
  for (int t = 0; t < 2; t++) {
    const pl_term *term = t ? p->friction : p->elastic;
    for (int k = term->theta; k < term->theta + term->law.n_param; k++) {
      bool a = t == 1 && k == term->theta;
      double floor = k == p->rate ? 0 : a ? 0.05 * p->level : t == 1 ? 0.1 * p->level / p->top : 1e-4 * p->scale[k];
      material->theta[k] = theta[k];
      material->parameter[k].scale = fmax(fabs(theta[k]), floor);
    }
  }
}

// Fixes everything except the pair.
static void hold_others(const pair *p, bool *held) {
  const pl_material *material = p->fit->material;
  for (int j = 0; j < material->n_theta; j++) {
    const pl_term *term = &material->term[material->parameter[j].term];
    held[j] = term != p->elastic && term != p->friction;
  }
}

// Fits the other parameters of the pair for each rate of the grid; theta of the best one goes to best [n_theta].
static pl_status scan_rates(const pair *p, const pl_stage *stage, pl_profile *profile, double *best, double *theta, pl_solution *solution) {
  pl_material *material = p->fit->material;
  size_t size = (size_t)material->n_theta * sizeof *theta;
  double tau[GRID], least = INFINITY, objective;
  rates_to_try(p->n_path, p->path, GRID, tau);
  memcpy(best, material->theta, size);
  memcpy(theta, material->theta, size);
  for (int k = 0; k < GRID; k++) {
    PL_TRY(fit_linear(p->fit->ctx, material, p->elastic, p->friction, p->n_path, p->path, tau[k], theta, &objective));
    start_at(p, theta);
    PL_TRY(pl_stage_run(&p->fit->problem, &p->fit->work, p->fit->material, stage, solution));
    profile->value[k] = material->theta[p->rate];
    profile->chi2[k] = 2 * solution->objective;
    profile->n = k + 1;
    if (solution->objective >= least) continue;
    least = solution->objective;
    memcpy(best, material->theta, size);
  }
  return PL_OK;
}

pl_status pl_friction_fit(pl_fit *fit, const pl_stage *stage, const char *name, int n_path, const pl_path *path, pl_solution *solution) {
  pl_material *material = fit->material;
  pair p = find_pair(fit, name, n_path, path);
  size_t n_theta = (size_t)material->n_theta;
  PL_ASSERT(fit->way.n_profile < PL_MAX_PROFILE);
  pl_profile *profile = &fit->way.profile[fit->way.n_profile++];
  *profile = (pl_profile){.parameter = p.rate,
                          .value = pl_arena_alloc(fit->arena, GRID, sizeof(double)),
                          .chi2 = pl_arena_alloc(fit->arena, GRID, sizeof(double))};
  double *best = pl_arena_alloc(fit->arena, 3 * n_theta, sizeof *best), *scale = best + 2 * n_theta;
  bool *held = pl_arena_alloc(fit->arena, 2 * n_theta, sizeof *held), *held_rate = held ? held + n_theta : NULL;
  if (!profile->value || !profile->chi2 || !best || !held) return PL_ERROR_MEMORY;
  for (size_t j = 0; j < n_theta; j++) scale[j] = material->parameter[j].scale;
  p.scale = scale;
  hold_others(&p, held);
  hold_others(&p, held_rate);
  held_rate[p.rate] = true;
  pl_stage scan = pl_stage_named(stage, "rate of friction"), free = pl_stage_named(stage, "friction");
  scan.held = held_rate;
  scan.scan = true;
  scan.tolerance = fmax(stage->tolerance, SCAN_TOLERANCE);
  scan.max_iterations = SCAN_ITERATIONS;
  free.held = held;
  pl_status status = scan_rates(&p, &scan, profile, best, best + n_theta, solution);
  start_at(&p, best);
  return status == PL_OK ? pl_stage_run(&fit->problem, &fit->work, fit->material, &free, solution) : status;
}
