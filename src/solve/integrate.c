// integrate.c: the integrators as implicit stages, their state, and the energies.
//
// With the stage of stage.h, x(X, V, gamma):
//   backward-euler  X = x0, V = v0, gamma = h;                         x1 = x, v1 = v
//   midpoint        X = x0, V = v0, gamma = h/2, to the middle;        x1 = 2 x - x0, v1 = 2 v - v0; backward Euler where the potentials do not admit x1
//   bdf2            X = (4 x0 - x_-1)/3, V = (4 v0 - v_-1)/3, gamma = 2h/3;  x1 = x, v1 = v; the first step is backward Euler
// Damping and drag take their geometry from a prediction of the stage's position with the order of the method. Steps that do not converge are
// made in parts.
#include "solve/stage.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "model/contact/contact.h"
#include "model/potential.h"

static const pl_option integrate_option[] = {
    {"method",
     offsetof(pl_integrate_options, method),
     PL_OPTION_CHOICE,
     PL_BACKWARD_EULER,
     0,
     PL_INTEGRATOR_COUNT - 1,
     {0, 0, 0, 0},
     "backward-euler|midpoint|bdf2|static",
     "how time goes on; static: a path of equilibria"},
    {"step", offsetof(pl_integrate_options, step), PL_OPTION_REAL, 0.005, 1e-9, 1e3, {0, 0, 1, 0}, NULL, "time of one step"},
    {"newton",
     offsetof(pl_integrate_options, newton),
     PL_OPTION_INT,
     50,
     1,
     10000,
     {0, 0, 0, 0},
     NULL,
     "linear solves of one step at most; 1: one linear solve, no iteration"},
    {"tolerance",
     offsetof(pl_integrate_options, tolerance),
     PL_OPTION_REAL,
     1e-8,
     1e-16,
     1e-3,
     {0, 1, 0, 0},
     NULL,
     "largest component of the last Newton step of a time step"},
};

const pl_option_table pl_integrate_option_table = {.name = "integrator",
                                                   .title = "Integrator",
                                                   .struct_size = sizeof(pl_integrate_options),
                                                   .n_option = sizeof integrate_option / sizeof integrate_option[0],
                                                   .option = integrate_option};

pl_integrate_options pl_integrate_options_default(void) {
  pl_integrate_options options = {0};
  pl_options_default(&pl_integrate_option_table, &options);
  return options;
}

// ---- state ----

pl_status pl_state_create(const pl_model *model, const double *x, pl_state **out) {
  *out = NULL;
  pl_arena *arena = pl_arena_create(model->ctx);
  pl_state *state = arena ? pl_arena_alloc(arena, 1, sizeof *state) : NULL;
  if (!state) {
    pl_arena_destroy(arena);
    return PL_ERROR_MEMORY;
  }
  *state = (pl_state){.arena = arena, .n_dof = model->n_dof};
  double **vectors[] = {&state->x, &state->v, &state->x_old, &state->v_old};
  bool ok = true;
  for (int i = 0; i < 4; i++) ok = ok && (*vectors[i] = pl_arena_alloc(arena, (size_t)model->n_dof, sizeof(double)));
  pl_work *work = NULL;
  if (!ok || pl_history_create(model, &state->history) != PL_OK || pl_work_create(model, &work) != PL_OK) {
    pl_state_destroy(state);
    return PL_ERROR_MEMORY;
  }
  pl_history_begin(model, model->material->theta, x, state->history, work);
  pl_work_destroy(work);
  memcpy(state->x, x, (size_t)model->n_dof * sizeof *x);
  *out = state;
  return PL_OK;
}

void pl_state_destroy(pl_state *state) {
  if (!state) return;
  pl_history_destroy(state->history);
  pl_arena_destroy(state->arena);
}

static void copy_state(const pl_state *from, pl_state *to) {
  size_t n = (size_t)from->n_dof * sizeof *from->x;
  pl_state kept = *to;
  memcpy(to->x, from->x, n);
  memcpy(to->v, from->v, n);
  memcpy(to->x_old, from->x_old, n);
  memcpy(to->v_old, from->v_old, n);
  pl_history_copy(from->history, to->history);
  *to = *from;
  to->arena = kept.arena;
  to->x = kept.x, to->v = kept.v, to->x_old = kept.x_old, to->v_old = kept.v_old;
  to->history = kept.history;
}

// ---- stepper ----

struct pl_stepper {
  pl_context *ctx;
  pl_arena *arena;
  const pl_model *model;
  pl_dynamics dynamics;
  pl_integrate_options options;
  pl_stage stage;
  double *position, *velocity;  // [n_dof], X and V of the stage
  double *target;               // [n_dof], m, of the stage
  double *load;                 // [n_dof], N, gravity and loads of this step
  double *damping, *drag;       // [n_dof], N
  double *end;                  // [n_dof], m, x1
  // for steps in parts, on first use
  pl_state *kept;  // at the start of the step
  double *way;     // [n_dof], m, targets of a part
};

pl_status pl_stepper_create(const pl_model *model, const pl_dynamics *dynamics, const pl_integrate_options *options, pl_stepper **out) {
  *out = NULL;
  pl_arena *arena = pl_arena_create(model->ctx);
  pl_stepper *s = arena ? pl_arena_alloc(arena, 1, sizeof *s) : NULL;
  pl_status status = PL_ERROR_MEMORY;
  if (!s) goto cleanup;
  *s = (pl_stepper){.ctx = model->ctx, .arena = arena, .model = model, .dynamics = *dynamics, .options = *options};
  double **vectors[] = {&s->position, &s->velocity, &s->target, &s->load, &s->damping, &s->drag, &s->end};
  for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++)
    if (!(*vectors[i] = pl_arena_alloc(arena, (size_t)model->n_dof, sizeof(double)))) goto cleanup;
  const pl_material *weightless = pl_material_without_density(model->material);
  if (options->method != PL_STATIC && weightless) {
    status = pl_fail(model->ctx, PL_ERROR_INPUT, NULL,
                     "add \"density\": \"150 g/m^2\" to the material file, or simulate with the method \"static\"",
                     "the material \"%s\" has no density, and nothing without a mass can move in time", weightless->name);
    goto cleanup;
  }
  if (pl_wind_acts(&dynamics->wind) && !pl_drag_fits(model->mesh, &model->pattern)) {
    status =
        pl_fail(model->ctx, PL_ERROR_INPUT, NULL, "add a membrane term to the material, or take the wind away",
                "the material \"%s\" has no term on triangles or edges, so that drag has no place in the equations", model->material->name);
    goto cleanup;
  }
  PL_TRY_CLEAN(pl__stage_create(model, &s->dynamics, options->newton == 1, &s->stage));
  *out = s;
  return PL_OK;
cleanup:
  pl_arena_destroy(arena);
  return status;
}

void pl_stepper_destroy(pl_stepper *s) {
  if (!s) return;
  pl__stage_clear(&s->stage);
  pl_state_destroy(s->kept);
  pl_arena_destroy(s->arena);
}

pl_status pl_stepper_supports(pl_stepper *s) { return pl__stage_supports(&s->stage); }

// ---- steps ----

static double dot(int32_t n, const double *a, const double *b) {
  double sum = 0;
  for (int32_t i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

// Forces of the stage times `moved` [n_dof]: work if that is a displacement, power if it is a velocity.
static pl_path_work forces_times(const pl_stepper *s, const double *load, const double *moved) {
  int32_t n = s->model->n_dof;
  pl_path_work work = {.damping = dot(n, s->damping, moved), .drag = dot(n, s->drag, moved)};
  for (int32_t i = 0; i < n; i++) work.input += ((s->model->fixed[i] ? s->stage.gradient[i] : 0) + (load ? load[i] : 0)) * moved[i];
  return work;
}

static void add_work(pl_path_work *sum, double a, const pl_path_work *part) {
  sum->damping += a * part->damping;
  sum->drag += a * part->drag;
  sum->input += a * part->input;
}

// The part of length h (s) ended at s->end with the stage's forces; v1 [n_dof] is the velocity there.
static void finish(pl_stepper *s, const double *theta, pl_state *state, const double *load, double h, bool trapezoid) {
  int32_t n = s->model->n_dof;
  pl_stage *stage = &s->stage;
  for (int32_t i = 0; i < n; i++) stage->dx[i] = s->end[i] - state->x[i];
  pl__stage_dissipation(stage, stage->v, s->damping, s->drag);
  pl_path_work done = forces_times(s, load, stage->dx), power = forces_times(s, load, stage->v);
  if (trapezoid) {
    add_work(&state->work, 0.5 * h, &state->power);
    add_work(&state->work, 0.5 * h, &power);
  } else {
    add_work(&state->work, 1, &done);
  }
  state->power = power;
  if (pl_model_remembers(s->model)) {
    pl_work_set_duration(stage->work, h);
    state->work.friction += pl_history_work(s->model, theta, s->end, state->history, stage->work);
    pl_history_commit(s->model, theta, s->end, state->history, stage->work);
  }
}

typedef struct scheme {
  double h;      // s, length of the step or of a part of it
  double gamma;  // s
  double ahead;  // x1 = x + ahead (x - X): 1 for the midpoint
  bool old;      // bdf2 with the step before
} scheme;

// Parts of a bdf2 step are backward Euler: the step before them has another length.
static scheme choose(const pl_stepper *s, const pl_state *state, double h) {
  bool whole = h == s->options.step, midpoint = s->options.method == PL_MIDPOINT;
  bool old = s->options.method == PL_BDF2 && state->has_old && whole;
  return (scheme){.h = h, .gamma = midpoint ? 0.5 * h : old ? 2 * h / 3 : h, .ahead = midpoint ? 1 : 0, .old = old};
}

// X, V and x_ref of the stage.
static void begin(pl_stepper *s, const pl_state *state, const scheme *plan) {
  pl_stage *stage = &s->stage;
  for (int32_t i = 0; i < s->model->n_dof; i++) {
    double x = state->x[i], v = state->v[i];
    s->position[i] = plan->old ? (4 * x - state->x_old[i]) / 3 : x;
    s->velocity[i] = plan->old ? (4 * v - state->v_old[i]) / 3 : v;
    stage->reference[i] = plan->old ? 2 * x - state->x_old[i] : plan->ahead > 0 ? x + 0.5 * plan->h * v : x;
  }
}

// The stage of a step or part, and its end; the state is not touched. *admitted is false if the midpoint rule ends beyond what the potentials
// admit.
static pl_status attempt(pl_stepper *s, const double *theta, const pl_state *state, const double *target, const scheme *plan,
                         pl_step_report *report, bool *admitted) {
  pl_stage *stage = &s->stage;
  int32_t n = s->model->n_dof;
  const uint8_t *fixed = s->model->fixed;
  *admitted = true;
  begin(s, state, plan);
  pl__stage_damping(stage, theta, true);
  stage->gamma = plan->gamma;
  pl_work_set_duration(stage->work, plan->ahead > 0 ? 0.5 * plan->h : plan->h);  // the midpoint rule solves at half of its step
  for (int32_t i = 0; i < n; i++) s->target[i] = plan->ahead > 0 ? 0.5 * (state->x[i] + target[i]) : target[i];
  memcpy(stage->x, state->x, (size_t)n * sizeof *stage->x);
  PL_TRY(pl__stage_solve(stage, s->target, s->options.newton, s->options.tolerance, report));
  if (!report->finite) return PL_OK;
  for (int32_t i = 0; i < n; i++) {
    stage->v[i] = (stage->x[i] - s->position[i]) / plan->gamma;
    stage->dx[i] = fixed[i] ? target[i] - stage->x[i] : plan->ahead * (stage->x[i] - s->position[i]);
  }
  *admitted = plan->ahead == 0 || pl_model_max_step(s->model, stage->x, stage->dx, stage->work) >= 1;
  for (int32_t i = 0; i < n; i++) s->end[i] = fixed[i] ? target[i] : stage->x[i] + stage->dx[i];
  return PL_OK;
}

// The same for any scheme; where the midpoint rule ends too far, backward Euler, which ends at its stage.
static pl_status attempt_any(pl_stepper *s, const double *theta, const pl_state *state, const double *target, scheme *plan,
                             pl_step_report *report) {
  bool admitted;
  PL_TRY(attempt(s, theta, state, target, plan, report, &admitted));
  if (admitted) return PL_OK;
  pl_step_report first = *report;
  *plan = (scheme){.h = plan->h, .gamma = plan->h};
  PL_TRY(attempt(s, theta, state, target, plan, report, &admitted));
  report->iterations += first.iterations;
  report->factors += first.factors;
  report->indefinite += first.indefinite;
  return PL_OK;
}

// The attempt becomes the state.
static void take(pl_stepper *s, const double *theta, pl_state *state, const double *load, const scheme *plan) {
  const pl_stage *stage = &s->stage;
  finish(s, theta, state, load, plan->h, plan->old);
  for (int32_t i = 0; i < s->model->n_dof; i++) {
    double v0 = state->v[i];
    state->x_old[i] = state->x[i];
    state->v_old[i] = v0;
    state->x[i] = s->end[i];
    // fixed dofs have the mean velocity of their step
    state->v[i] = s->model->fixed[i] ? stage->v[i] : stage->v[i] + plan->ahead * (stage->v[i] - v0);
  }
  state->has_old = true;
}

// An equilibrium by backward Euler steps from rest, each ten times longer, until the longest produces no motion. One that did not converge is
// followed by one ten times shorter. The state is not touched.
static pl_status attempt_rest(pl_stepper *s, const double *theta, const pl_state *state, const double *target, pl_step_report *report) {
  const double first = 0.01, last = 100, least = 1e-6;  // s
  enum { MAX_STAGE = 60 };
  pl_stage *stage = &s->stage;
  int32_t n = s->model->n_dof;
  pl_step_report total = {.finite = true};
  memcpy(stage->x, state->x, (size_t)n * sizeof *stage->x);
  memset(s->velocity, 0, (size_t)n * sizeof *s->velocity);
  pl__stage_damping(stage, theta, false);
  stage->gamma = first;
  for (int i = 0; i < MAX_STAGE && total.finite && !total.converged; i++) {
    memcpy(s->position, stage->x, (size_t)n * sizeof *s->position);
    PL_TRY(pl__stage_solve(stage, target, s->options.newton, s->options.tolerance, report));
    double moved = 0;
    for (int32_t k = 0; k < n; k++) moved = fmax(moved, fabs(stage->x[k] - s->position[k]));
    total.iterations += report->iterations;
    total.factors += report->factors;
    total.indefinite += report->indefinite;
    total.last = moved;
    total.finite = report->finite;
    total.blocked = report->blocked;
    total.limit = report->limit;
    memcpy(total.limit_vertex, report->limit_vertex, sizeof total.limit_vertex);
    total.converged = report->converged && stage->gamma >= last && moved <= 10 * s->options.tolerance;
    stage->gamma = report->converged ? fmin(10 * stage->gamma, last) : fmax(0.1 * stage->gamma, least);
  }
  *report = total;
  if (!total.finite) return PL_OK;
  memcpy(s->end, stage->x, (size_t)n * sizeof *s->end);
  memset(stage->v, 0, (size_t)n * sizeof *stage->v);
  return PL_OK;
}

static void take_rest(pl_stepper *s, const double *theta, pl_state *state, const double *load, double h) {
  finish(s, theta, state, load, h, false);
  memcpy(state->x, s->end, (size_t)s->model->n_dof * sizeof *state->x);
}

// ---- parts of a step ----

enum { LEAST = 64 };  // parts of a step at most

typedef struct task {
  const double *theta, *load;
  const double *target;  // of the part
} task;

static pl_status attempt_part(pl_stepper *s, const task *t, const pl_state *state, int size, scheme *plan, pl_step_report *report) {
  *plan = choose(s, state, size == LEAST ? s->options.step : s->options.step * size / LEAST);
  pl_work_set_duration(s->stage.work, plan->h);
  if (s->options.method == PL_STATIC) return attempt_rest(s, t->theta, state, t->target, report);
  return attempt_any(s, t->theta, state, t->target, plan, report);
}

static void take_part(pl_stepper *s, const task *t, pl_state *state, const scheme *plan) {
  if (s->options.method == PL_STATIC)
    take_rest(s, t->theta, state, t->load, plan->h);
  else
    take(s, t->theta, state, t->load, plan);
}

static pl_status keep_state(pl_stepper *s, const pl_state *state) {
  size_t n = (size_t)s->model->n_dof;
  if (!s->kept && pl_state_create(s->model, state->x, &s->kept) != PL_OK) return PL_ERROR_MEMORY;
  copy_state(state, s->kept);
  if (!s->way && !(s->way = pl_arena_alloc(s->arena, n, sizeof *s->way))) return PL_ERROR_MEMORY;
  return PL_OK;
}

static bool supports_move(const pl_stepper *s, const pl_state *state, const double *target) {
  for (int32_t i = 0; i < s->model->n_dof; i++)
    if (s->model->fixed[i] && target[i] != state->x[i]) return true;
  return false;
}

static void add_report(const pl_step_report *part, pl_step_report *all) {
  all->iterations += part->iterations;
  all->factors += part->factors;
  all->indefinite += part->indefinite;
  all->last = part->last;
}

// A step that did not converge as a whole, in parts of a half down to 1/64 of it. Supports move at constant velocity. A part of 1/64
// that does not converge is accepted; the step then counts as not converged. If it has no end, the state is the one before the step.
static pl_status step_in_parts(pl_stepper *s, const task *whole, pl_state *state, pl_step_report *report) {
  pl_step_report all = *report, part;
  all.finite = all.converged = true;
  all.halved = 1;
  PL_TRY(keep_state(s, state));
  const task t = {.theta = whole->theta, .load = whole->load, .target = s->way};
  for (int at = 0, size = LEAST / 2; at < LEAST;) {
    scheme plan;
    double share = (double)(at + size) / LEAST;
    for (int32_t i = 0; i < s->model->n_dof; i++)
      s->way[i] = at + size == LEAST ? whole->target[i] : s->kept->x[i] + share * (whole->target[i] - s->kept->x[i]);
    PL_TRY(attempt_part(s, &t, state, size, &plan, &part));
    add_report(&part, &all);
    if (size > 1 && !(part.finite && part.converged)) {
      size /= 2;
      all.halved++;
      continue;
    }
    if (!part.finite) {
      all.finite = all.converged = false;
      all.blocked = part.blocked;
      all.limit = part.limit;
      memcpy(all.limit_vertex, part.limit_vertex, sizeof all.limit_vertex);
      all.until = s->kept->time + s->options.step * at / LEAST;
      copy_state(s->kept, state);
      break;
    }
    take_part(s, &t, state, &plan);
    all.converged = all.converged && part.converged;
    all.parts++;
    at += size;
    if (at % (2 * size) == 0 && 2 * size <= LEAST / 2) size *= 2;
  }
  *report = all;
  if (!all.finite) return PL_OK;
  // bdf2 goes on from the ends of whole steps
  memcpy(state->x_old, s->kept->x, (size_t)s->model->n_dof * sizeof *state->x_old);
  memcpy(state->v_old, s->kept->v, (size_t)s->model->n_dof * sizeof *state->v_old);
  return PL_OK;
}

static pl_status step_whole(pl_stepper *s, const task *t, pl_state *state, pl_step_report *report) {
  scheme plan;
  PL_TRY(attempt_part(s, t, state, LEAST, &plan, report));
  // a path of equilibria has no time to halve; the way of its supports has
  bool halves = s->options.method != PL_STATIC || supports_move(s, state, t->target);
  if (!(report->finite && report->converged) && halves) return step_in_parts(s, t, state, report);
  report->parts = 1;
  report->until = state->time;
  if (report->finite) take_part(s, t, state, &plan);
  return PL_OK;
}

pl_status pl_step(pl_stepper *s, const double *theta, pl_state *state, const double *target, const double *load, pl_step_report *report) {
  pl_stage *stage = &s->stage;
  int32_t n = s->model->n_dof;
  for (int32_t i = 0; i < n; i++) s->load[i] = s->model->load[i] + (load ? load[i] : 0);
  pl_work_set_load(stage->work, s->load);
  pl_work_set_history(stage->work, state->history);
  stage->theta = theta;
  stage->position = s->position;
  stage->velocity = s->velocity;
  pl__conjugate_set_pause(&stage->conjugate, state->pause, state->next_pause);
  pl_status status = step_whole(s, &(task){.theta = theta, .load = load, .target = target}, state, report);
  pl_work_set_history(stage->work, NULL);
  pl_work_set_duration(stage->work, INFINITY);
  pl_work_set_load(stage->work, NULL);
  if (status != PL_OK || !report->finite) return status;
  state->pause = stage->conjugate.pause;
  state->next_pause = stage->conjugate.next_pause;
  state->n_step++;
  state->time = (double)state->n_step * s->options.step;
  return PL_OK;
}

// ---- blocks of contacts ----

static pl_factor *factor_of(const pl_stepper *s, int factor) { return factor == 0 ? s->stage.factor : s->stage.conjugate.factor; }

size_t pl_stepper_known(const pl_stepper *s, int factor, int64_t *out) {
  const pl_factor *f = factor_of(s, factor);
  const pl_block_extra *known = f ? pl_factor_known(f) : NULL;
  if (!known) return 0;
  for (int32_t c = 0; c < s->model->n_vertex && out; c++)
    for (int32_t k = known->start[c]; k < known->start[c + 1]; k++) *out++ = (int64_t)known->row[k] << 32 | c;
  return (size_t)known->n_block;
}

pl_status pl_stepper_know(pl_stepper *s, int factor, size_t n, const int64_t *blocks) {
  pl_factor *f = factor_of(s, factor);
  if (!f || n == 0) return PL_OK;
  int32_t(*at)[2] = pl_alloc(s->ctx, n, sizeof *at);
  if (!at) return PL_ERROR_MEMORY;
  for (size_t k = 0; k < n; k++) at[k][0] = (int32_t)(blocks[k] >> 32), at[k][1] = (int32_t)(blocks[k] & INT32_MAX);
  pl_status status = pl_factor_know(f, n, (const int32_t(*)[2])at);
  pl_free(s->ctx, at);
  return status;
}

// ---- times ----

pl_stepper_times pl_stepper_seconds(const pl_stepper *s) {
  pl_stepper_times out = {0};
  const pl_potential *contact = pl_model_potential(s->model, &pl_potential_contact);
  if (contact) {
    pl_contact_times times = pl_contact_seconds(s->model, contact, s->stage.work);
    out = (pl_stepper_times){.near = times.near, .sums = times.sums, .limits = times.limits};
  }
  for (int i = 0; i < PL_STEPPER_FACTORS; i++) {
    const pl_factor *f = factor_of(s, i);
    if (!f) continue;
    const pl_times *times = pl_factor_times(f);
    out.analyse += times->seconds[PL_PHASE_ANALYSE];
    out.factor += times->seconds[PL_PHASE_FACTOR];
    out.solve += times->seconds[PL_PHASE_SOLVE];
  }
  return out;
}

// ---- energies ----

pl_energies pl_stepper_energies(pl_stepper *s, const double *theta, const pl_state *state) {
  const pl_model *model = s->model;
  pl_energies e = {.work = state->work};
  double account[PL_ACCOUNT_COUNT];
  pl_work_set_history(s->stage.work, state->history);
  pl_model_energies(model, theta, state->x, account, s->stage.work);
  pl_work_set_history(s->stage.work, NULL);
  e.obstacle = account[PL_ACCOUNT_OBSTACLE];
  for (int32_t i = 0; i < model->n_dof; i++) {
    e.gravity -= model->load[i] * state->x[i];
    if (!model->fixed[i]) e.kinetic += 0.5 * model->mass[i / 3] * state->v[i] * state->v[i];
  }
  e.elastic = account[PL_ACCOUNT_BODY] - e.gravity;
  return e;
}

double pl_energies_total(const pl_energies *e) { return e->kinetic + e->elastic + e->gravity + e->obstacle; }

double pl_energies_balance(const pl_energies *e) {
  return pl_energies_total(e) + e->work.friction + e->work.damping + e->work.drag - e->work.input;
}
