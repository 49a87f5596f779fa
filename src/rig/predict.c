// predict.c: runs a rig over its frames: equilibria, observed channels, and their exact derivatives.
//
// A frame may run on any thread: it borrows a solver for its supports from the rig, and writes only its own data.
#include <math.h>
#include <string.h>

#include "base/parallel.h"
#include "base/progress.h"
#include "model/potential.h"
#include "rig/visit.h"

// ---- solvers and desks ----

static int frame_variant(const pl_rig *rig, int frame) { return rig->body.variant ? rig->body.variant[frame] : 0; }

pl_solver *pl_rig_frame_solver(const pl_rig *rig, int frame) { return rig->memory->solver[frame_variant(rig, frame) * rig->run.n_seat]; }

static const pl_model *frame_model(const pl_rig *rig, int frame) { return rig->memory->model[frame_variant(rig, frame)]; }

// A solver for the frame's supports that no other thread uses.
static pl_status take_solver(const pl_rig *rig, int frame, int *place) {
  int first = frame_variant(rig, frame) * rig->run.n_seat;
#pragma omp critical(pl_rig_solvers)
  for (*place = first; *place < first + rig->run.n_seat; ++*place)
    if (!rig->memory->busy[*place]) {
      rig->memory->busy[*place] = true;
      break;
    }
  PL_ASSERT(*place < first + rig->run.n_seat);
  if (!rig->memory->solver[*place]) PL_TRY(pl_solver_create(frame_model(rig, frame), &rig->run.solve, &rig->memory->solver[*place]));
  return PL_OK;
}

static void give_solver(const pl_rig *rig, int place) {
#pragma omp critical(pl_rig_solvers)
  rig->memory->busy[place] = false;
}

// Memory of a desk, the first time it is used.
static pl_status desk_open(const pl_rig *rig, pl_rig_desk *desk) {
  if (desk->dr) return PL_OK;
  size_t n_dof = (size_t)rig->body.model->n_dof, n_column = (size_t)(rig->material->n_theta + rig->n_intrinsic) + 1;
  if (!desk->arena) desk->arena = pl_arena_create(rig->ctx);
  if (!desk->arena) return PL_ERROR_MEMORY;
  desk->x = pl_arena_alloc(desk->arena, 3 * n_dof, sizeof *desk->x);
  desk->dx = pl_arena_alloc(desk->arena, n_column * n_dof, sizeof *desk->dx);
  desk->dr = pl_arena_alloc(desk->arena, n_column * n_dof, sizeof *desk->dr);
  return desk->x && desk->dx && desk->dr ? PL_OK : PL_ERROR_MEMORY;
}

// ---- equilibria ----

static double intrinsic(const pl__visit *v, int k) { return v->ask->intrinsic ? v->ask->intrinsic[k] : v->rig->intrinsic[k].start; }

// Positions of the supports of a frame, as a full vector: x0 + sum_k control_k direction_k.
static void frame_target(const pl__visit *v, double *target) {
  const pl_rig *rig = v->rig;
  double p[PL_MAX_INTRINSIC];
  for (int k = 0; k < rig->n_intrinsic; k++) p[k] = intrinsic(v, k);
  memcpy(target, rig->body.mesh->x0, (size_t)rig->body.model->n_dof * sizeof *target);
  if (rig->act.place) {
    rig->act.place(rig, v->frame, p, target);
    return;
  }
  for (int c = 0; c < rig->protocol->n_channel; c++) {
    const double *direction = rig->path.direction[c], *value = rig->test->channel[c].value;
    if (!direction) continue;
    double control = (value ? value[v->frame] : 0) + (c == 0 && rig->n_intrinsic > 0 ? p[0] : 0);
    for (int32_t i = 0; i < rig->body.model->n_dof; i++) target[i] += control * direction[i];
  }
}

// Without load there is nothing to solve, and a flat sheet has no out-of-plane stiffness.
static bool at_rest(const pl_rig *rig, int frame, const double *target) {
  if (rig->memory->past.moved) return false;  // friction may hold a sheet with a memory out of its rest shape
  const pl_model *model = frame_model(rig, frame);
  if (pl_model_potential(model, &pl_potential_pressure) || pl_model_potential(model, &pl_potential_springs)) return false;
  const double *load = rig->path.load ? rig->path.load + (size_t)frame * (size_t)model->n_dof : model->load;
  for (int32_t i = 0; i < model->n_dof; i++)
    if ((model->fixed[i] && fabs(target[i] - rig->body.mesh->x0[i]) > 1e-15) || load[i] != 0) return false;
  return true;
}

static void report_add(pl_frame_report *report, const pl_solve_report *solve) {
  report->iterations += solve->iterations;
  if (solve->iterations > report->max_iterations) report->max_iterations = solve->iterations;
  if (solve->outcome > report->worst) report->worst = solve->outcome;
  pl_times_add(&report->times, &solve->times);
}

// The largest motion of the supports.
static double support_motion(const pl__visit *v, const double *target, const double *x) {
  const pl_model *model = frame_model(v->rig, v->frame);
  double largest = 0;
  for (int32_t i = 0; i < model->n_dof; i++)
    if (model->fixed[i]) largest = fmax(largest, fabs(target[i] - x[i]));
  return largest;
}

// Iterations left for the frame within the options' limit for one equilibrium; less than 1: none. The solver counts each of its methods
// separately: a fallback after failed Newton steps has its own limit.
static int effort_left(const pl__visit *v) {
  int most = v->rig->run.solve.max_iterations;
  if (v->ask->effort == 0 || !(v->report->stored || v->rig->act.start)) return most;
  int left = v->ask->effort - (v->report->iterations - v->report->first_iterations);
  return left < most ? left : most;
}

// Moves from x to the equilibrium at the target; if it is not found in one step, in 2, 4, ... 16 smaller steps from the same start,
// provided the supports move.
static pl_status reach(const pl__visit *v, double *x, bool *found) {
  size_t n_dof = (size_t)v->rig->body.model->n_dof;
  double *target = v->desk->x, *start = target + n_dof, *step_target = target + 2 * n_dof;
  frame_target(v, target);
  memcpy(start, x, n_dof * sizeof *x);
  *found = false;
  int most = support_motion(v, target, x) > 0 ? 16 : 1;
  for (int pieces = 1; pieces <= most && !*found; pieces *= 2) {
    memcpy(x, start, n_dof * sizeof *x);
    for (int i = 1; i <= pieces; i++) {
      if (effort_left(v) < 1) return PL_OK;
      pl_solver_limit(v->solver, effort_left(v));
      double part = (double)i / pieces;
      for (size_t k = 0; k < n_dof; k++) step_target[k] = start[k] + part * (target[k] - start[k]);
      pl_solve_report solve;
      bool arrived;
      PL_TRY(pl_solver_follow(v->solver, v->ask->theta, step_target, x, &arrived));
      PL_TRY(pl_equilibrium(v->solver, v->ask->theta, x, &solve));
      report_add(v->report, &solve);
      *found = arrived && solve.outcome == PL_SOLVE_CONVERGED;
      if (!*found) break;
    }
  }
  return PL_OK;
}

static void frame_failed(const pl__visit *v) {
  const pl_rig *rig = v->rig;
  size_t n_theta = (size_t)rig->material->n_theta, n_intrinsic = (size_t)rig->n_intrinsic;
  for (int c = 0; c < rig->protocol->n_channel; c++) {
    if (!rig->read.observes[c] || !v->ask->value[c]) continue;
    size_t width = (size_t)pl_channel_width(&rig->test->channel[c]), first = v->frame * width;
    for (size_t i = 0; i < width; i++) v->ask->value[c][first + i] = NAN;
    if (v->ask->by_theta && v->ask->by_theta[c]) memset(v->ask->by_theta[c] + first * n_theta, 0, width * n_theta * sizeof(double));
    if (v->ask->by_intrinsic && v->ask->by_intrinsic[c])
      memset(v->ask->by_intrinsic[c] + first * n_intrinsic, 0, width * n_intrinsic * sizeof(double));
  }
}

// ---- starts extrapolated with the derivatives of the last prediction ----

static const double LARGEST_MOVE = 0.02;  // of the specimen: beyond it a first-order extrapolation does not help

// Memory for one dx/dp per frame. If there is none, starts are not extrapolated.
static void slope_room(const pl_rig *rig, const pl_prediction *ask) {
  size_t n_frame = (size_t)rig->test->n_frame, n_p = (size_t)(rig->material->n_theta + rig->n_intrinsic);
  int n_column = pl__theta_columns(rig, ask) + rig->n_intrinsic, n_theta = rig->material->n_theta, *column = NULL;
  if (rig->memory->slopes.value && rig->memory->slopes.n == n_column && rig->memory->slopes.map == ask->columns.serial) return;
  rig->memory->slopes.value =
      pl_arena_alloc(rig->arena, n_frame * (size_t)n_column * (size_t)rig->body.model->n_dof + 1, sizeof *rig->memory->slopes.value);
  rig->memory->slopes.p = pl_arena_alloc(rig->arena, n_frame * n_p + 1, sizeof *rig->memory->slopes.p);
  rig->memory->slopes.have = pl_arena_alloc(rig->arena, n_frame, sizeof *rig->memory->slopes.have);
  if (ask->columns.column) column = pl_arena_alloc(rig->arena, (size_t)n_theta + 1, sizeof *column);
  if (column) memcpy(column, ask->columns.column, (size_t)n_theta * sizeof *column);
  rig->memory->slopes.n = n_column;
  rig->memory->slopes.column = column;
  rig->memory->slopes.map = ask->columns.serial;
  if (!rig->memory->slopes.p || !rig->memory->slopes.have || (ask->columns.column && !column)) rig->memory->slopes.value = NULL;
}

static void slope_keep(const pl__visit *v) {
  const pl_rig *rig = v->rig;
  if (!rig->memory->slopes.value) return;
  size_t n_theta = (size_t)rig->material->n_theta, n = (size_t)rig->memory->slopes.n * (size_t)rig->body.model->n_dof;
  double *p = rig->memory->slopes.p + (size_t)v->frame * (n_theta + (size_t)rig->n_intrinsic);
  memcpy(rig->memory->slopes.value + v->frame * n, v->desk->dx, n * sizeof *rig->memory->slopes.value);
  memcpy(p, v->ask->theta, n_theta * sizeof *p);
  for (int k = 0; k < rig->n_intrinsic; k++) p[n_theta + (size_t)k] = intrinsic(v, k);
  rig->memory->slopes.have[v->frame] = true;
}

// x += dx (p - slope_p), shortened if it would move far.
static void slope_follow(const pl__visit *v, double *x) {
  const pl_rig *rig = v->rig;
  size_t n_dof = (size_t)rig->body.model->n_dof;
  int n_theta = rig->material->n_theta, n_p = n_theta + rig->n_intrinsic;
  const double *slope = rig->memory->slopes.value + (size_t)v->frame * (size_t)rig->memory->slopes.n * n_dof,
               *old = rig->memory->slopes.p + (size_t)v->frame * (size_t)n_p;
  double *move = v->desk->dx, largest = 0, size = 0;
  memset(move, 0, n_dof * sizeof *move);
  for (int j = 0; j < n_p; j++) {
    int column = j >= n_theta ? rig->memory->slopes.n - n_p + j : rig->memory->slopes.column ? rig->memory->slopes.column[j] : j;
    double change = (j < n_theta ? v->ask->theta[j] : intrinsic(v, j - n_theta)) - old[j];
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

// ---- frames ----

// The rig's own start of a frame; false: it has none, or may not use it.
static bool own_start(const pl__visit *v, double *x) {
  return v->rig->act.start && !v->ask->unaided && v->rig->act.start(v->rig, v->frame, x);
}

static const double IMPERFECTION = 1e-4;  // m per m: uneven height of a start that is not measured, so that a flat sheet can buckle

// Small heights that differ between neighbours, the same in every run.
static void make_uneven(const pl_mesh *mesh, double *x) {
  double size = 0;
  for (int32_t v = 1; v < mesh->n_vertex; v++)
    size = fmax(size, fmax(fabs(mesh->x0[3 * (size_t)v] - mesh->x0[0]), fabs(mesh->x0[3 * (size_t)v + 1] - mesh->x0[1])));
  for (int32_t v = 0; v < mesh->n_vertex; v++) {
    double turn = 0.6180339887498949 * v;
    x[3 * (size_t)v + 2] += IMPERFECTION * size * (turn - floor(turn) - 0.5);
  }
}

// The start of a frame's search: its last equilibrium, its prescribed start, or another frame's equilibrium.
static void first_start(const pl__visit *v, int neighbour, double *x) {
  const pl_rig *rig = v->rig;
  size_t n_dof = (size_t)rig->body.model->n_dof;
  if (rig->memory->have_x[v->frame]) {
    if (rig->memory->slopes.value && rig->memory->slopes.have[v->frame]) slope_follow(v, x);
    return;
  }
  if (own_start(v, x)) return;
  memcpy(x, neighbour >= 0 ? rig->memory->x + (size_t)neighbour * n_dof : rig->body.mesh->x0, n_dof * sizeof *x);
  if (v->ask->unaided) make_uneven(rig->body.mesh, x);
}

static pl_status find_equilibrium(const pl__visit *v, int neighbour, double *x, bool *rest, bool *found) {
  const pl_rig *rig = v->rig;
  size_t n_dof = (size_t)rig->body.model->n_dof;
  frame_target(v, v->desk->x);
  *found = *rest = at_rest(rig, v->frame, v->desk->x);
  if (*rest) {
    memcpy(x, rig->body.mesh->x0, n_dof * sizeof *x);
    return PL_OK;
  }
  first_start(v, neighbour, x);
  PL_TRY(reach(v, x, found));
  // the stored equilibrium did not help: try the frame's prescribed start
  if (!*found && rig->memory->have_x[v->frame] && own_start(v, x)) PL_TRY(reach(v, x, found));
  for (int i = 0; !*found && rig->act.restart && rig->act.restart(rig, v->frame, i, x); i++) PL_TRY(reach(v, x, found));
  return PL_OK;
}

// The eliminated leg of an incompressible body is not an unknown, but pictures and strain ranges need it.
static void settle_leg(const pl_model *model, double *x) {
  double placed[PL_PLACED_DOF];
  if (model->constraint) memcpy(x, pl_model_place(model, x, placed), (size_t)model->n_dof * sizeof *x);
}

// How long the motion to a frame took, s. Without times, and back to the first frame after conditioning: slower than any relaxation.
static double duration(const pl_rig *rig, int frame) {
  double since = rig->test->time ? rig->test->time[frame] - rig->memory->past.time : INFINITY;
  return since >= 0 ? since : INFINITY;
}

// The path has come to a frame at x; dx: derivatives of the motion, NULL: not known.
static void pass_frame(const pl__visit *v, const double *x, bool rest, const double *dx) {
  const pl_rig *rig = v->rig;
  if (rig->test->time) rig->memory->past.time = rig->test->time[v->frame];
  if (rest) return;
  pl_solver_commit(v->solver, v->ask->theta, x, rig->memory->past.history, v->ask->columns.column, dx, rig->memory->past.history_slope);
  rig->memory->past.moved = true;
}

static pl_status visit_frame(const pl__visit *v, int neighbour) {
  const pl_rig *rig = v->rig;
  double *x = rig->memory->x + (size_t)v->frame * (size_t)rig->body.model->n_dof;
  if (rig->memory->past.history) pl_solver_history(v->solver, rig->memory->past.history, rig->memory->past.history_slope);
  if (rig->memory->past.history) pl_solver_duration(v->solver, duration(rig, v->frame));
  v->report->stored = v->report->stored || rig->memory->have_x[v->frame];
  bool found, rest, stable = true, derivatives = v->ask->by_theta || v->ask->by_intrinsic;
  PL_TRY(find_equilibrium(v, neighbour, x, &rest, &found));
  v->report->spent = !found && effort_left(v) < 1;
  if (found) {
    settle_leg(rig->body.model, x);
    pl__observe_values(v, x);
    if (derivatives) PL_TRY(pl__differentiate(v, x, rest, &stable));
  }
  if (rig->memory->slopes.value) rig->memory->slopes.have[v->frame] = false;
  v->report->found = rig->memory->have_x[v->frame] = found && stable;
  if (!v->report->found)
    frame_failed(v);
  else if (derivatives && !rest && !v->ask->last && !pl__adjoints_pay(rig))
    slope_keep(v);
  if (v->report->found && rig->memory->past.history) pass_frame(v, x, rest, derivatives ? v->desk->dx : NULL);
  return PL_OK;
}

// State of the sheet before the first frame of a path.
static pl_status begin_path(const pl_rig *rig, const pl_prediction *ask) {
  if (!rig->memory->past.history) return PL_OK;
  pl_history_clear(rig->memory->past.history);
  rig->memory->past.moved = false;
  rig->memory->past.time = 0;
  int n_column = ask->by_theta || ask->by_intrinsic ? pl__theta_columns(rig, ask) + rig->n_intrinsic : 0;
  if (rig->memory->past.history_slope && rig->memory->past.history_columns == n_column) {
    pl_history_slope_clear(rig->memory->past.history_slope);
    return PL_OK;
  }
  pl_history_slope_destroy(rig->memory->past.history_slope);
  rig->memory->past.history_slope = NULL;
  rig->memory->past.history_columns = n_column;
  return n_column > 0 ? pl_history_slope_create(rig->body.model, n_column, &rig->memory->past.history_slope) : PL_OK;
}

// The cloth is brought to the initial shape of its path: history and its derivatives by the material, dx/dp = 0.
static pl_status begin_at_origin(const pl_rig *rig, const pl_prediction *ask, int worker) {
  if (!rig->memory->past.history || !rig->path.origin) return PL_OK;
  pl_rig_desk *desk = &rig->memory->desk[worker];
  PL_TRY(desk_open(rig, desk));
  int place;
  pl_status status = take_solver(rig, 0, &place);
  if (status == PL_OK) {
    memset(desk->dx, 0, (size_t)rig->memory->past.history_columns * (size_t)rig->body.model->n_dof * sizeof *desk->dx);
    pl_solver_commit(rig->memory->solver[place], ask->theta, rig->path.origin, rig->memory->past.history, ask->columns.column, desk->dx,
                     rig->memory->past.history_slope);
    rig->memory->past.moved = true;
  }
  give_solver(rig, place);
  return status;
}

// One frame on one thread, with a borrowed solver.
static pl_status run_frame(const pl_rig *rig, const pl_prediction *ask, int frame, int worker, int neighbour) {
  PL_ASSERT(worker < rig->run.n_seat);
  PL_TRY(desk_open(rig, &rig->memory->desk[worker]));
  int place;
  pl_status status = take_solver(rig, frame, &place);
  if (status == PL_OK) {
    pl__visit v = {rig, ask, frame, &rig->memory->desk[worker], rig->memory->solver[place], &rig->memory->frame[frame]};
    pl_solver_load(v.solver, rig->path.load ? rig->path.load + (size_t)frame * (size_t)rig->body.model->n_dof : NULL);
    pl_solver_draft(v.solver, ask->draft && !rig->memory->past.history);
    status = visit_frame(&v, neighbour);
  }
  give_solver(rig, place);
  if (status == PL_OK) pl_progress_example(rig->ctx);
  return status;
}

// True if every frame has its own start and is expensive enough for a separate thread.
static bool independent(const pl_rig *rig, const pl_prediction *ask) {
  if (rig->body.model->n_dof <= 60 || rig->memory->past.history || ask->unaided) return false;
  for (int f = 0; f < rig->test->n_frame && !rig->act.start; f++)
    if (!rig->memory->have_x[f]) return false;
  return true;
}

// Frames one after the other, also on the path of a material with memory. A frame without a start begins at the last equilibrium found.
static pl_status walk_frames(const pl_rig *rig, const pl_prediction *ask, int worker) {
  int previous = -1;
  PL_TRY(begin_path(rig, ask));
  PL_TRY(begin_at_origin(rig, ask, worker));
  for (int i = 0; i < rig->path.n_prelude && rig->memory->past.history; i++) {
    PL_TRY(run_frame(rig, ask, rig->path.prelude[i], worker, previous));
    if (!rig->memory->frame[rig->path.prelude[i]].found) {  // the path to the first frame is unknown
      pl_rig_predict_skip(rig, ask, 0);
      memset(rig->memory->frame, 0, (size_t)rig->test->n_frame * sizeof *rig->memory->frame);
      return PL_OK;
    }
    previous = rig->path.prelude[i];
  }
  for (int f = 0; f < rig->test->n_frame; f++) {
    PL_TRY(run_frame(rig, ask, f, worker, previous));
    if (rig->memory->frame[f].found) previous = f;
  }
  return PL_OK;
}

pl_status pl_rig_predict_begin(const pl_rig *rig, const pl_prediction *ask, int *pieces) {
  size_t n_frame = (size_t)rig->test->n_frame;
  memset(rig->memory->frame, 0, n_frame * sizeof *rig->memory->frame);
  memcpy(rig->memory->saved_x, rig->memory->x, n_frame * (size_t)rig->body.model->n_dof * sizeof *rig->memory->x);
  memcpy(rig->memory->saved_have_x, rig->memory->have_x, n_frame * sizeof *rig->memory->have_x);
  if ((ask->by_theta || ask->by_intrinsic) && !ask->last) slope_room(rig, ask);
  if (rig->act.shape) {
    double p[PL_MAX_INTRINSIC];
    for (int k = 0; k < rig->n_intrinsic; k++) p[k] = ask->intrinsic ? ask->intrinsic[k] : rig->intrinsic[k].start;
    PL_TRY(rig->act.shape(rig, p, rig->memory));
  }
  rig->memory->n_piece = *pieces = independent(rig, ask) ? rig->test->n_frame : 1;
  return PL_OK;
}

pl_status pl_rig_predict_piece(const pl_rig *rig, const pl_prediction *ask, int piece, int worker) {
  return rig->memory->n_piece == 1 ? walk_frames(rig, ask, worker) : run_frame(rig, ask, piece, worker, -1);
}

void pl_rig_predict_skip(const pl_rig *rig, const pl_prediction *ask, int piece) {
  for (int f = rig->memory->n_piece == 1 ? 0 : piece; f < (rig->memory->n_piece == 1 ? rig->test->n_frame : piece + 1); f++) {
    pl__visit v = {.rig = rig, .ask = ask, .frame = f};
    frame_failed(&v);
  }
}

// A frame that failed from its last equilibrium is tried again from the frame before it, with the same iteration limit.
static pl_status second_chances(const pl_rig *rig, const pl_prediction *ask) {
  if (rig->memory->past.history) return PL_OK;  // the path has passed this frame
  for (int f = 1; f < rig->test->n_frame && !rig->act.start; f++)
    if (!rig->memory->frame[f].found && rig->memory->frame[f].stored && rig->memory->frame[f - 1].found) {
      rig->memory->frame[f].first_iterations = rig->memory->frame[f].iterations;
      PL_TRY(run_frame(rig, ask, f, 0, f - 1));
    }
  return PL_OK;
}

pl_status pl_rig_predict_end(const pl_rig *rig, const pl_prediction *ask, pl_rig_report *report) {
  PL_TRY(second_chances(rig, ask));
  *report = (pl_rig_report){.first_failed = -1};
  for (int f = 0; f < rig->test->n_frame; f++) {
    const pl_frame_report *frame = &rig->memory->frame[f];
    report->iterations += frame->iterations;
    if (frame->max_iterations > report->max_iterations) report->max_iterations = frame->max_iterations;
    if (frame->worst > report->worst) report->worst = frame->worst;
    pl_times_add(&report->times, &frame->times);
    if (frame->found) continue;
    if (report->first_failed < 0) report->first_failed = f;
    report->n_failed++;
  }
  return PL_OK;
}

typedef struct predict_job {
  const pl_rig *rig;
  const pl_prediction *ask;
} predict_job;

static pl_status predict_piece(void *user, int piece, int worker) {
  const predict_job *job = user;
  return pl_rig_predict_piece(job->rig, job->ask, piece, worker);
}

pl_status pl_rig_predict(const pl_rig *rig, const pl_prediction *ask, pl_rig_report *report) {
  int pieces;
  PL_TRY(pl_rig_predict_begin(rig, ask, &pieces));
  PL_TRY(pl_parallel_for(rig->ctx, pieces, predict_piece, &(predict_job){rig, ask}));
  return pl_rig_predict_end(rig, ask, report);
}

void pl_rig_restore(const pl_rig *rig) {
  size_t n_frame = (size_t)rig->test->n_frame;
  memcpy(rig->memory->x, rig->memory->saved_x, n_frame * (size_t)rig->body.model->n_dof * sizeof *rig->memory->x);
  memcpy(rig->memory->have_x, rig->memory->saved_have_x, n_frame * sizeof *rig->memory->have_x);
  if (rig->memory->slopes.have)
    memset(rig->memory->slopes.have, 0, n_frame * sizeof *rig->memory->slopes.have);  // some belong to the equilibria that were undone
}

void pl_rig_forget(const pl_rig *rig) {
  memset(rig->memory->have_x, 0, (size_t)rig->test->n_frame * sizeof *rig->memory->have_x);
  if (rig->memory->slopes.have) memset(rig->memory->slopes.have, 0, (size_t)rig->test->n_frame * sizeof *rig->memory->slopes.have);
}

pl_status pl_rig_at_start(const pl_rig *rig, const double *theta, double *const out[PL_MAX_CHANNEL]) {
  if (!rig->act.start)
    return pl_fail(rig->ctx, PL_ERROR_INPUT, NULL, "use a test with measured meshes", "'%s' has no measured shapes to start from",
                   rig->test->name);
  PL_TRY(desk_open(rig, &rig->memory->desk[0]));
  pl_prediction ask = {.theta = theta, .value = out};
  PL_TRY(begin_path(rig, &ask));
  PL_TRY(begin_at_origin(rig, &ask, 0));
  double *x = rig->memory->desk[0].x + rig->body.model->n_dof;
  for (int f = 0; f < rig->test->n_frame; f++) {
    rig->act.start(rig, f, x);
    pl__visit v = {rig, &ask, f, &rig->memory->desk[0], pl_rig_frame_solver(rig, f), &rig->memory->frame[f]};
    if (rig->memory->past.history) pl_solver_history(v.solver, rig->memory->past.history, NULL);
    pl__observe_values(&v, x);
    if (rig->memory->past.history) pl_solver_commit(v.solver, theta, x, rig->memory->past.history, NULL, NULL, NULL);
  }
  return PL_OK;
}
