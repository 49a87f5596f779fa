// equilibrium.c: the driver: options, the solver's memory, evaluation, and the table of methods.
#include "solve/solver.h"

#include <float.h>
#include <math.h>
#include <string.h>

static const pl_option solve_option[] = {
    {"method",
     offsetof(pl_solve_options, method),
     PL_OPTION_CHOICE,
     PL_METHOD_AUTO,
     0,
     PL_METHOD_COUNT - 1,
     {0, 0, 0, 0},
     "auto|hybrid|lbfgs|levenberg|relaxation",
     "solution method; auto: hybrid, with lbfgs and relaxation as fallbacks"},
    {"hessian",
     offsetof(pl_solve_options, hessian),
     PL_OPTION_CHOICE,
     PL_HESS_PSD,
     0,
     PL_HESS_FILTERED,
     {0, 0, 0, 0},
     "exact|psd|filtered",
     "stiffness used if the exact one is not positive definite: exact with a shift, psd (semidefinite), or filtered as in Volino 2.3"},
    {"max-iterations",
     offsetof(pl_solve_options, max_iterations),
     PL_OPTION_INT,
     500,
     1,
     1000000,
     {0, 0, 0, 0},
     NULL,
     "maximum factorisations of one equilibrium; ten L-BFGS steps or fifteen evaluations of relaxation count as one"},
    {"force-tolerance",
     offsetof(pl_solve_options, force_tolerance),
     PL_OPTION_REAL,
     1e-9,
     1e-16,
     1,
     {1, 1, -2, 0},
     NULL,
     "largest residual force component on a free vertex"},
    {"step-tolerance",
     offsetof(pl_solve_options, step_tolerance),
     PL_OPTION_REAL,
     1e-9,
     1e-16,
     1,
     {0, 1, 0, 0},
     NULL,
     "largest component of the last Newton step"},
};

static const char *const shared[] = {"method", "hessian", "max-iterations", "force-tolerance", "step-tolerance", NULL};
static const pl_option_audience audience = {.given = offsetof(pl_solve_options, given), .shared = shared};
const pl_option_table pl_solve_option_table = {.name = "solver",
                                               .title = "Equilibrium solver",
                                               .struct_size = sizeof(pl_solve_options),
                                               .n_option = sizeof solve_option / sizeof solve_option[0],
                                               .option = solve_option,
                                               .audience = &audience};

pl_solve_options pl_solve_options_default(void) {
  pl_solve_options options = {0};
  pl_options_default(&pl_solve_option_table, &options);
  return options;
}

const char *pl_solve_outcome_text(pl_solve_outcome outcome) {
  static const char *const text[] = {"converged", "stalled above the tolerance", "ran out of iterations", "not finite",
                                     "not a minimum: the stiffness is not positive definite"};
  return (unsigned)outcome < sizeof text / sizeof text[0] ? text[outcome] : "unknown";
}

// ---- the solver's memory ----

static double mesh_size(const pl_mesh *mesh) {
  double size2 = 0;
  for (int axis = 0; axis < 3; axis++) {
    double lo = INFINITY, hi = -INFINITY;
    for (int32_t v = 0; v < mesh->n_vertex; v++) {
      lo = fmin(lo, mesh->x0[3 * (size_t)v + (size_t)axis]);
      hi = fmax(hi, mesh->x0[3 * (size_t)v + (size_t)axis]);
    }
    size2 += (hi - lo) * (hi - lo);
  }
  return sqrt(size2);
}

static double *vector(pl_solver *s) { return pl_arena_alloc(s->arena, (size_t)s->n_dof + 1, sizeof(double)); }

pl_status pl_solver_create(const pl_model *model, const pl_solve_options *options, pl_solver **solver) {
  *solver = NULL;
  pl_solver *s = pl_alloc(model->ctx, 1, sizeof *s);
  if (s == NULL) return PL_ERROR_MEMORY;
  pl_status status = PL_ERROR_MEMORY;
  s->ctx = model->ctx;
  s->model = model;
  s->options = *options;
  s->n_dof = model->n_dof;
  s->fixed = model->fixed;
  s->size = mesh_size(model->mesh);
  s->arena = pl_arena_create(model->ctx);
  if (s->arena == NULL) goto cleanup;
  double **vectors[] = {&s->g, &s->x_trial, &s->g_trial, &s->dx, &s->scale, &s->scratch, &s->x_safe, &s->exact_x};
  for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
    *vectors[i] = vector(s);
    if (*vectors[i] == NULL) goto cleanup;
  }
  s->exact_theta = pl_arena_alloc(s->arena, (size_t)model->material->n_theta + 1, sizeof *s->exact_theta);
  if (s->exact_theta == NULL) goto cleanup;
  PL_TRY_CLEAN(pl_work_create(model, &s->work));
  PL_TRY_CLEAN(pl_block_matrix_create(s->arena, &model->pattern, &s->hess));
  PL_TRY_CLEAN(pl_factor_create(model->ctx, &model->pattern, model->fixed, model->tie,
                                model->symmetric ? PL_FACTOR_CHOLESKY : PL_FACTOR_SYMMETRIC_PART, &s->factor));
  *solver = s;
  return PL_OK;

cleanup:
  pl_solver_destroy(s);
  return status;
}

void pl_solver_destroy(pl_solver *s) {
  if (s == NULL) return;
  pl_factor_destroy(s->factor);
  pl_factor_destroy(s->lu);
  pl_work_destroy(s->work);
  pl_arena_destroy(s->arena);
  pl_free(s->ctx, s);
}

// ---- evaluation ----

static bool eval(pl_solver *s, const double *x, pl_hess_mode mode, double *energy, double *g, bool hess, double *force, double *norm2) {
  double begin = pl_seconds();
  bool finite = pl_model_eval(s->model, s->theta, x, mode, energy, g, hess ? &s->hess : NULL, s->work);
  double largest = 0, sum = 0;
  for (int32_t i = 0; i < s->n_dof; i++) {
    double f = s->fixed[i] ? 0 : fabs(g[i]) * pl_model_tied(s->model, i / 3);
    largest = f > largest ? f : largest;
    sum += f * f;
  }
  *force = largest;
  *norm2 = sum;
  if (s->report != NULL) {
    s->report->evaluations++;
    s->report->times.seconds[PL_PHASE_ASSEMBLE] += pl_seconds() - begin;
  }
  return finite && isfinite(*energy) && isfinite(sum);
}

bool pl__eval_point(pl_solver *s, pl_hess_mode mode, bool hess) {
  return eval(s, s->x, mode, &s->energy, s->g, hess, &s->force, &s->norm2);
}

bool pl__eval_trial(pl_solver *s) {
  return eval(s, s->x_trial, PL_HESS_EXACT, &s->energy_trial, s->g_trial, false, &s->force_trial, &s->norm2_trial);
}

bool pl__trial_admitted(pl_solver *s) {
  if (!s->model->limited) return true;
  for (int32_t i = 0; i < s->n_dof; i++) s->scratch[i] = s->x_trial[i] - s->x[i];
  return pl_model_max_step(s->model, s->x, s->scratch, s->work) >= 1;
}

bool pl__eval_step(pl_solver *s, double alpha) {
  if (s->model->limited && alpha > pl_model_max_step(s->model, s->x, s->dx, s->work)) return false;
  for (int32_t i = 0; i < s->n_dof; i++) s->x_trial[i] = s->x[i] + alpha * s->dx[i];
  return pl__eval_trial(s);
}

void pl__accept_trial(pl_solver *s) {
  memcpy(s->x, s->x_trial, (size_t)s->n_dof * sizeof *s->x);
  double *g = s->g;
  s->g = s->g_trial;
  s->g_trial = g;
  s->energy = s->energy_trial;
  s->force = s->force_trial;
  s->norm2 = s->norm2_trial;
}

double pl__dot(const pl_solver *s, const double *a, const double *b) {
  double sum = 0;
  for (int32_t i = 0; i < s->n_dof; i++) sum += a[i] * b[i];
  return sum;
}

double pl__largest(const pl_solver *s, const double *a) {
  double largest = 0;
  for (int32_t i = 0; i < s->n_dof; i++) {
    if (!s->fixed[i] && fabs(a[i]) > largest) largest = fabs(a[i]);
  }
  return largest;
}

double pl__energy_slack(const pl_solver *s) { return 64 * DBL_EPSILON * (fabs(s->energy) + s->load_energy); }

// ---- the driver ----

typedef struct method_row {
  pl_method method;
  pl_status (*run)(pl_solver *s);
} method_row;

static const method_row method_table[PL_METHOD_COUNT] = {
    [PL_METHOD_HYBRID] = {PL_METHOD_HYBRID, pl__method_hybrid},
    [PL_METHOD_LBFGS] = {PL_METHOD_LBFGS, pl__method_lbfgs},
    [PL_METHOD_LEVENBERG] = {PL_METHOD_LEVENBERG, pl__method_levenberg},
    [PL_METHOD_RELAXATION] = {PL_METHOD_RELAXATION, pl__method_relaxation},
};

static pl_status run_method(pl_solver *s, pl_method method) {
  s->report->method = method;
  return method_table[method].run(s);
}

static const double RUN_AWAY = 1e10;

// True if this method gave up on the way: another method may then do better. It continues from the same point, unless elements have
// collapsed and the energy diverges. (For a knit with a non-convex energy, searches from forces of 1e14 N took a minute; none converged.)
static bool gave_up(const pl_solver *s) {
  if (s->force > RUN_AWAY * fmax(s->start_force, 1)) return false;
  return s->report->outcome == PL_SOLVE_STALLED || s->report->outcome == PL_SOLVE_ITERATIONS;
}

static pl_status run(pl_solver *s) {
  if (!s->model->symmetric && s->options.method != PL_METHOD_RELAXATION) {  // without an energy the other methods have no merit function
    PL_TRY(pl__method_field(s));
    if (gave_up(s) && s->options.method == PL_METHOD_AUTO) PL_TRY(run_method(s, PL_METHOD_RELAXATION));
    return PL_OK;
  }
  if (s->options.method != PL_METHOD_AUTO) return run_method(s, (pl_method)s->options.method);
  PL_TRY(run_method(s, PL_METHOD_HYBRID));
  if (gave_up(s)) PL_TRY(run_method(s, PL_METHOD_LBFGS));
  if (gave_up(s)) PL_TRY(run_method(s, PL_METHOD_RELAXATION));
  return PL_OK;
}

static void finish_times(const pl_solver *s, const pl_times *factor_before, double total) {
  pl_times *t = &s->report->times;
  const pl_times *after = pl_factor_times(s->factor);
  for (int p = 0; p < PL_PHASE_COUNT; p++) {
    t->seconds[p] += after->seconds[p] - factor_before->seconds[p];
    if (p != PL_PHASE_OTHER) total -= t->seconds[p];
  }
  t->seconds[PL_PHASE_OTHER] = fmax(0, total);
}

pl_status pl_equilibrium(pl_solver *s, const double *theta, double *x, pl_solve_report *report) {
  s->exact_ready = s->g_ready = false;
  double begin = pl_seconds();
  pl_times before = *pl_factor_times(s->factor);
  *report = (pl_solve_report){.method = s->options.method == PL_METHOD_AUTO ? PL_METHOD_HYBRID : s->options.method};
  s->theta = theta;
  s->x = x;
  s->report = report;
  s->load_energy = s->force_floor = 0;
  for (int32_t i = 0; i < s->n_dof; i++) s->load_energy += fabs(pl_work_load(s->model, s->work)[i] * x[i]);
  pl_status status = PL_OK;
  bool newton = s->model->symmetric && (s->options.method == PL_METHOD_AUTO || s->options.method == PL_METHOD_HYBRID);
  bool finite = newton ? pl__eval_stiffness(s, PL_HESS_EXACT) : pl__eval_point(s, PL_HESS_EXACT, false);
  s->stiff_ready = newton;
  s->start_force = s->force;
  if (finite)
    status = run(s);
  else
    report->outcome = PL_SOLVE_NOT_FINITE;
  if (status == PL_OK && report->outcome == PL_SOLVE_CONVERGED && s->exact_ready) {
    memcpy(s->x_safe, x, (size_t)s->n_dof * sizeof *x);
    s->g_ready = true;
  }
  report->force = report->outcome == PL_SOLVE_NOT_FINITE ? NAN : s->force;
  report->energy = s->energy;
  finish_times(s, &before, pl_seconds() - begin);
  s->report = NULL;
  return status == PL_OK ? pl_work_status(s->work) : status;
}
