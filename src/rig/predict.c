// predict.c: run a rig over its frames: equilibria, observed channels, and their exact derivatives.
#include <math.h>
#include <string.h>

#include "rig/rig_rows.h"

// Positions of the supports of a frame, as a full vector: x0 + sum_k control_k direction_k.
static void frame_target(const pl_rig *rig, int frame, double offset, double *target) {
  memcpy(target, rig->mesh->x0, (size_t)rig->model->n_dof * sizeof *target);
  if (rig->place) {
    rig->place(rig, frame, offset, target);
    return;
  }
  for (int c = 0; c < rig->protocol->n_channel; c++) {
    const double *direction = rig->direction[c], *value = rig->test->channel[c].value;
    if (!direction) continue;
    double control = (value ? value[frame] : 0) + (c == 0 ? offset : 0);
    for (int32_t i = 0; i < rig->model->n_dof; i++) target[i] += control * direction[i];
  }
}

pl_solver *pl_rig_frame_solver(const pl_rig *rig, int frame) {
  int variant = rig->variant ? rig->variant[frame] : 0;
  return variant > 0 ? rig->other_solver[variant - 1] : rig->solver;
}

static const pl_model *frame_model(const pl_rig *rig, int frame) {
  int variant = rig->variant ? rig->variant[frame] : 0;
  return variant > 0 ? rig->other_model[variant - 1] : rig->model;
}

static void report_add(pl_rig_report *report, const pl_solve_report *solve) {
  report->iterations += solve->iterations;
  if (solve->iterations > report->max_iterations) report->max_iterations = solve->iterations;
  pl_times_add(&report->times, &solve->times);
}

// Without load there is nothing to solve, and a flat sheet has no stiffness out of its plane to solve with.
static bool at_rest(const pl_rig *rig, const pl_model *model, const double *target) {
  for (int32_t i = 0; i < model->n_dof; i++)
    if ((model->fixed[i] && fabs(target[i] - rig->mesh->x0[i]) > 1e-15) || model->load[i] != 0) return false;
  return true;
}

// Move from x to the equilibrium at the target; when it is not found in one go, in 2, 4, ... 16 smaller moves from the same start.
static pl_status reach(pl_rig *rig, pl_solver *solver, const double *theta, const double *target, double *x, pl_rig_report *report,
                       bool *found) {
  size_t n_dof = (size_t)rig->model->n_dof;
  double *start = rig->scratch_x + n_dof, *step_target = rig->scratch_x + 2 * n_dof;
  memcpy(start, x, n_dof * sizeof *x);
  *found = false;
  for (int pieces = 1; pieces <= 16 && !*found; pieces *= 2) {
    memcpy(x, start, n_dof * sizeof *x);
    for (int i = 1; i <= pieces; i++) {
      double part = (double)i / pieces;
      for (size_t k = 0; k < n_dof; k++) step_target[k] = start[k] + part * (target[k] - start[k]);
      pl_solve_report solve;
      PL_TRY(pl_solver_follow(solver, theta, step_target, x));
      PL_TRY(pl_equilibrium(solver, theta, x, &solve));
      report_add(report, &solve);
      *found = solve.outcome == PL_SOLVE_CONVERGED;
      if (solve.outcome > report->worst) report->worst = solve.outcome;
      if (!*found) break;
    }
  }
  return PL_OK;
}

static double observe(const pl_observer *o, const double *gradient, const double *x) {
  double sum = 0;
  for (int32_t i = 0; i < o->n_force; i++) sum += o->force_weight[i] * gradient[o->force_dof[i]];
  for (int32_t i = 0; i < o->n_position; i++) sum += o->position_weight[i] * x[o->position_dof[i]];
  return sum;
}

static bool read_in(const pl_observer *o, int frame) { return o->frame < 0 || o->frame == frame; }

// Where an observer's value of a frame stands in its channel.
static size_t slot(const pl_rig *rig, const pl_observer *o, int frame) {
  return (size_t)frame * pl_channel_width(&rig->test->channel[o->channel]) + o->component;
}

// Observed channels of one frame at the equilibrium x; derivatives when asked for.
static pl_status observe_frame(pl_rig *rig, const double *theta, int frame, const double *x, bool rest, double *const out[],
                               double *const d_theta[], double *const d_offset[], bool *stable) {
  int n_theta = rig->material->n_theta, n_column = rig->column ? rig->n_column : n_theta;
  pl_solver *solver = pl_rig_frame_solver(rig, frame);
  double *gradient = rig->scratch_x;
  *stable = true;
  pl_solver_gradient(solver, theta, x, gradient);
  for (int i = 0; i < rig->n_observer; i++) {
    const pl_observer *o = &rig->observer[i];
    if (out[o->channel] && read_in(o, frame)) out[o->channel][slot(rig, o, frame)] = observe(o, gradient, x);
  }
  if (!d_theta && !d_offset) return PL_OK;
  double *dx = rig->scratch_dx, *dr = rig->scratch_dr;
  size_t vector = (size_t)rig->model->n_dof;
  memset(dx, 0, (size_t)(n_column + 1) * vector * sizeof *dx);
  memset(dr, 0, (size_t)(n_column + 1) * vector * sizeof *dr);
  bool solvable;
  PL_TRY(pl_sensitivity_begin(solver, theta, x, &solvable));
  *stable = solvable || rest;  // a sheet at rest may be floppy; nothing depends on its parameters there
  if (!*stable) return PL_OK;
  if (solvable) {
    if (d_theta) PL_TRY(pl_sensitivity_theta(solver, theta, x, n_column, rig->column, dx, dr));
    if (d_offset && rig->direction[0])
      PL_TRY(pl_sensitivity_motion(solver, rig->direction[0], dx + n_column * vector, dr + n_column * vector));
  }
  for (int i = 0; i < rig->n_observer; i++) {
    const pl_observer *o = &rig->observer[i];
    int c = o->channel;
    if (!out[c] || !read_in(o, frame)) continue;
    for (int j = 0; j < n_theta && d_theta && d_theta[c]; j++) {
      int from = rig->column ? rig->column[j] : j;
      d_theta[c][slot(rig, o, frame) * n_theta + j] = from < 0 ? 0 : observe(o, dr + from * vector, dx + from * vector);
    }
    if (d_offset && d_offset[c]) d_offset[c][slot(rig, o, frame)] = observe(o, dr + n_column * vector, dx + n_column * vector);
  }
  return PL_OK;
}

// ---- starts from the last prediction's derivatives ----

static const double LARGEST_MOVE = 0.02;  // of the specimen: beyond it a first-order prediction is no better than none

// Room for one dx/dtheta per frame. Without memory for it there are simply no extrapolated starts.
static bool slope_room(pl_rig *rig, int n_column) {
  size_t n_frame = (size_t)rig->test->n_frame;
  if (!rig->slope || rig->n_slope != n_column || rig->slope_column != rig->column) {
    rig->slope = pl_arena_alloc(rig->arena, n_frame * (size_t)n_column * (size_t)rig->model->n_dof + 1, sizeof *rig->slope);
    rig->slope_theta = pl_arena_alloc(rig->arena, n_frame * (size_t)rig->material->n_theta + 1, sizeof *rig->slope_theta);
    rig->have_slope = pl_arena_alloc(rig->arena, n_frame, sizeof *rig->have_slope);
    rig->n_slope = n_column;
    rig->slope_column = rig->column;
    if (!rig->slope_theta || !rig->have_slope) rig->slope = NULL;
  }
  return rig->slope != NULL;
}

static void slope_keep(pl_rig *rig, const double *theta, int frame) {
  int n_theta = rig->material->n_theta, n_column = rig->column ? rig->n_column : n_theta;
  size_t n = (size_t)n_column * (size_t)rig->model->n_dof;
  if (!slope_room(rig, n_column)) return;
  memcpy(rig->slope + frame * n, rig->scratch_dx, n * sizeof *rig->slope);
  memcpy(rig->slope_theta + (size_t)frame * n_theta, theta, (size_t)n_theta * sizeof *theta);
  rig->have_slope[frame] = true;
}

// x += dx (theta - slope_theta), shortened when it would move far.
static void slope_follow(const pl_rig *rig, int frame, const double *theta, double *x) {
  size_t n_dof = (size_t)rig->model->n_dof, n_theta = (size_t)rig->material->n_theta;
  const double *slope = rig->slope + frame * (size_t)rig->n_slope * n_dof, *old = rig->slope_theta + frame * n_theta;
  double *move = rig->scratch_dx, largest = 0, size = 0;
  memset(move, 0, n_dof * sizeof *move);
  for (size_t j = 0; j < n_theta; j++) {
    int column = rig->slope_column ? rig->slope_column[j] : (int)j;
    double change = theta[j] - old[j];
    if (column < 0 || change == 0) continue;
    for (size_t i = 0; i < n_dof; i++) move[i] += change * slope[(size_t)column * n_dof + i];
  }
  for (size_t i = 0; i < n_dof; i++) {
    largest = fmax(largest, fabs(move[i]));
    size = fmax(size, fabs(x[i] - x[i % 3]));
  }
  double part = largest > LARGEST_MOVE * size ? LARGEST_MOVE * size / largest : 1;
  for (size_t i = 0; i < n_dof; i++) x[i] += part * move[i];
}

static void frame_failed(const pl_rig *rig, int frame, double *const out[], double *const d_theta[], double *const d_offset[],
                         pl_rig_report *report) {
  size_t n_theta = (size_t)rig->material->n_theta;
  for (int c = 0; c < rig->protocol->n_channel; c++) {
    if (!rig->observes[c] || !out[c]) continue;
    size_t width = (size_t)pl_channel_width(&rig->test->channel[c]), first = frame * width;
    for (size_t i = 0; i < width; i++) out[c][first + i] = NAN;
    if (d_theta && d_theta[c]) memset(d_theta[c] + first * n_theta, 0, width * n_theta * sizeof(double));
    if (d_offset && d_offset[c]) memset(d_offset[c] + first, 0, width * sizeof(double));
  }
  if (report->first_failed < 0) report->first_failed = frame;
  report->n_failed++;
}

pl_status pl_rig_predict(pl_rig *rig, const double *theta, double offset, double *const out[PL_MAX_CHANNEL],
                         double *const d_theta[PL_MAX_CHANNEL], double *const d_offset[PL_MAX_CHANNEL], pl_rig_report *report) {
  size_t n_dof = (size_t)rig->model->n_dof;
  *report = (pl_rig_report){.first_failed = -1};
  int previous = -1;  // the last frame with an equilibrium
  for (int f = 0; f < rig->test->n_frame; f++) {
    double *x = rig->x + f * n_dof, *target = rig->scratch_x;
    frame_target(rig, f, offset, target);
    if (!rig->have_x[f] && !(rig->start && rig->start(rig, f, x)))
      memcpy(x, previous >= 0 ? rig->x + previous * n_dof : rig->mesh->x0, n_dof * sizeof *x);
    if (rig->have_x[f] && rig->slope && rig->have_slope[f]) slope_follow(rig, f, theta, x);
    bool rest = at_rest(rig, frame_model(rig, f), target), found = true, stable = true;
    if (rest)
      memcpy(x, rig->mesh->x0, n_dof * sizeof *x);
    else
      PL_TRY(reach(rig, pl_rig_frame_solver(rig, f), theta, target, x, report, &found));
    if (!found && rig->have_x[f] && previous >= 0) {  // the stored start did not help: try from the neighbouring frame
      memcpy(x, rig->x + previous * n_dof, n_dof * sizeof *x);
      frame_target(rig, f, offset, target);
      PL_TRY(reach(rig, pl_rig_frame_solver(rig, f), theta, target, x, report, &found));
    }
    if (found) PL_TRY(observe_frame(rig, theta, f, x, rest, out, d_theta, d_offset, &stable));
    if (rig->slope) rig->have_slope[f] = false;
    if (found && stable && d_theta && !rest) slope_keep(rig, theta, f);
    rig->have_x[f] = found && stable;
    if (found && stable)
      previous = f;
    else
      frame_failed(rig, f, out, d_theta, d_offset, report);
  }
  return PL_OK;
}

void pl_rig_forget(pl_rig *rig) {
  memset(rig->have_x, 0, (size_t)rig->test->n_frame * sizeof *rig->have_x);
  if (rig->have_slope) memset(rig->have_slope, 0, (size_t)rig->test->n_frame * sizeof *rig->have_slope);
}

pl_status pl_rig_at_start(pl_rig *rig, const double *theta, double *const out[PL_MAX_CHANNEL]) {
  size_t n_dof = (size_t)rig->model->n_dof;
  if (!rig->start)
    return pl_fail(rig->ctx, PL_ERROR_INPUT, NULL, "use a capture", "'%s' has no measured shapes to start from", rig->test->name);
  double *x = rig->scratch_x + n_dof;
  bool unused;
  for (int f = 0; f < rig->test->n_frame; f++) {
    rig->start(rig, f, x);
    PL_TRY(observe_frame(rig, theta, f, x, true, out, NULL, NULL, &unused));
  }
  return PL_OK;
}
