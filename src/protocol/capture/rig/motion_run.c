// motion_run.c: one virtual capture: setup, equilibrium of each frame, conversion of reactions to cord tensions, noise.
//
// The clips are rigid and placed by the motion. The gradient of the energy at the vertices of a clip is the force of the clip on them.
// Their sum F and their torque T about the clip's origin are balanced by its cords and its weight. A bar with cords at +-r gets
//    f1,2 = (F - m g)/2 +- T x d/|d|^2,   d = 2 r,
// which balances F and the two components of T across the bar. Two cords cannot carry a torque about the bar's axis: the virtual holder
// keeps the bar level. A small clip has one cord at its origin and does not rotate.
#include "protocol/capture/rig/motion_rows.h"

#include <math.h>
#include <string.h>

#include "base/progress.h"
#include "base/rng.h"
#include "mesh/build.h"
#include "protocol/capture/capture_part.h"
#include "protocol/capture/capture.h"

static const double PI = 3.14159265358979323846;
static const double GRAVITY = 9.81;       // m/s^2, along -z
static const double IMPERFECTION = 1e-4;  // of the side: height noise of the first start, so that flat cloth can buckle
enum { CALIBRATION_CELLS = 20, CALIBRATION_STEPS = 16, CALIBRATION_ITERATIONS = 100, MAX_PIECES = 8 };

// ---- frames and supports ----

// Signals of a cycle's way points, linear in between; peaks coincide with frames if there are enough of them.
static double wave(const pl_motion_row *row, int cycles, int frame, int n_frame) {
  int n_leg = cycles * (row->n_way - 1), last = n_frame - 1;
  double at = (double)frame * n_leg / last;
  if (last >= n_leg)
    for (int leg = 0; leg < n_leg; leg++) {
      double begin = round((double)leg * last / n_leg), end = round((double)(leg + 1) * last / n_leg);
      if (frame >= begin && frame <= end) at = leg + (frame - begin) / (end - begin);
    }
  int leg = (int)fmin(floor(at), n_leg - 1), w = leg % (row->n_way - 1);
  return row->way[w] + (at - leg) * (row->way[w + 1] - row->way[w]);
}

// Position of a material point along the pushed direction of a table, m.
static double along_push(const pl_motion_plan *plan, const double point[2]) {
  return cos(plan->angle) * point[0] + sin(plan->angle) * point[1];
}

// Ends of the sample along the pushed direction, m.
static void push_extent(const pl_motion_plan *plan, double *low, double *high) {
  *low = INFINITY;
  *high = -INFINITY;
  for (int corner = 0; corner < 4; corner++) {
    double point[2];
    pl__motion_corner(plan, corner, point);
    *low = fmin(*low, along_push(plan, point));
    *high = fmax(*high, along_push(plan, point));
  }
}

// Distance of neighbouring lines of grid vertices across the pushed direction, per cell: 1 along the yarns, 1/sqrt(2) at 45 degrees.
static double line_distance(const pl_motion_plan *plan) { return fmax(fabs(cos(plan->angle)), fabs(sin(plan->angle))); }

// Overhangs off the table, m: multiples of the step, each once, and back again if requested. out[2 frames].
static int overhangs(const pl_motion_row *row, const pl_motion_plan *plan, const pl_motion_options *o, double *out) {
  double step = (o->overhang_step > 0 ? o->overhang_step : o->size / o->cells) * line_distance(plan), low, high;
  push_extent(plan, &low, &high);
  int n = 0;
  for (int f = 0; f < o->frames; f++) {
    double part = fmin(row->way[0] + o->amplitude * (wave(row, 1, f, o->frames) - row->way[0]), 0.95);
    double overhang = step * round(part * (high - low) / step);
    if (n == 0 || overhang > out[n - 1] + 1e-9 * o->size) out[n++] = overhang;
  }
  for (int f = n - 2; f >= 0 && o->pull_back; f--) {
    out[2 * n - 2 - f] = out[f];
    if (f == 0) return 2 * n - 1;
  }
  return n;
}

// Nominal position of a vertex before jitter: fronts of clips and the table's edge follow the lines of the grid.
static void nominal(const pl_motion_plan *plan, int cells, int32_t vertex, double point[2]) {
  point[0] = plan->size * (vertex / (cells + 1)) / cells;
  point[1] = plan->size * (vertex % (cells + 1)) / cells - 0.5 * plan->size;
}

static int held_by(const pl_motion_plan *plan, int cells, int32_t vertex) {
  double p[2], near = 1e-6 * plan->size;
  nominal(plan, cells, vertex, p);
  for (int c = 0; c < plan->n_clip; c++) {
    const pl_motion_clip *clip = &plan->clip[c];
    if (p[0] >= clip->low[0] - near && p[0] <= clip->high[0] + near && p[1] >= clip->low[1] - near && p[1] <= clip->high[1] + near)
      return c;
  }
  return -1;
}

static void rest_origin(const pl_motion_clip *clip, double origin[3]) {
  for (int k = 0; k < 2; k++) origin[k] = 0.5 * (clip->low[k] + clip->high[k]);
  origin[2] = 0;
}

// Rotation (row-major) and translation of a clip at a signal.
static void clip_pose(const pl_motion_row *row, const pl_motion_plan *plan, double signal, int clip, double pose[12]) {
  double turn = 0, origin[3];
  rest_origin(&plan->clip[clip], origin);
  row->pose(plan, signal, clip, &turn, origin);
  double c = cos(turn), s = sin(turn);
  const double all[12] = {c, -s, 0, s, c, 0, 0, 0, 1, origin[0], origin[1], origin[2]};
  memcpy(pose, all, sizeof all);
}

// ---- setting up ----

static pl_status make_mesh(pl_context *ctx, double size, int cells, int topology, double jitter, uint64_t seed, pl_mesh **mesh) {
  pl_specimen specimen = {
      .length = size, .width = size, .n_length = cells, .n_width = cells, .kind = (pl_topology_kind)topology, .seed = seed};
  PL_TRY(pl_mesh_strip(ctx, &specimen, mesh));
  if (topology == PL_TOPOLOGY_IRREGULAR || jitter <= 0) return PL_OK;
  pl_mesh *even = *mesh;
  *mesh = NULL;
  pl_status status = PL_ERROR_MEMORY;
  double *rest = pl_alloc(ctx, 2 * (size_t)even->n_vertex, sizeof *rest);
  if (rest) {
    pl_rng rng;
    pl_rng_init(&rng, seed);
    for (int32_t i = 0; i < 2 * even->n_vertex; i++) {
      double move = jitter * size / cells * (2 * pl_rng_uniform(&rng) - 1);
      rest[i] = even->rest[i] + (even->boundary[i / 2] ? 0 : move);
    }
    status = pl_mesh_create(ctx, even->n_vertex, rest, NULL, even->n_triangle, even->triangle, PL_TOPOLOGY_OTHER, mesh);
  }
  pl_free(ctx, rest);
  pl_mesh_destroy(even);
  return status;
}

// The edge of the table along the pushed direction, m: at the end of the flat sample.
static double table_end(const pl_motion_plan *plan) {
  double low, high;
  push_extent(plan, &low, &high);
  return high;
}

// The flat sample as it lies on the table: turned so that the pushed direction is an axis in space.
static void lay_flat(const pl_motion_plan *plan, const pl_mesh *mesh, double *x) {
  double turn = plan->axis * PI / 2 - plan->angle, c = cos(turn), s = sin(turn);
  memcpy(x, mesh->x0, 3 * (size_t)mesh->n_vertex * sizeof *x);
  for (size_t v = 0; v < (size_t)mesh->n_vertex && turn != 0; v++) {
    x[3 * v] = c * mesh->x0[3 * v] - s * mesh->x0[3 * v + 1];
    x[3 * v + 1] = s * mesh->x0[3 * v] + c * mesh->x0[3 * v + 1];
  }
}

static pl_status make_clips(pl_arena *arena, pl__motion_job *job) {
  const pl_motion_plan *plan = &job->plan;
  int32_t n_vertex = job->mesh->n_vertex;
  pl_clip *clip = pl_arena_alloc(arena, (size_t)plan->n_clip + 1, sizeof *clip);
  pl_cord *cord = pl_arena_alloc(arena, 2 * (size_t)plan->n_clip + 1, sizeof *cord);
  job->holder = pl_arena_alloc(arena, (size_t)n_vertex, sizeof *job->holder);
  if (!clip || !cord || !job->holder) return PL_ERROR_MEMORY;
  int32_t count[PL_MOTION_MAX_CLIP] = {0};
  for (int32_t v = 0; v < n_vertex; v++) {
    job->holder[v] = held_by(plan, job->options->cells, v);
    if (job->holder[v] >= 0) count[job->holder[v]]++;
  }
  int n_cord = 0;
  for (int c = 0; c < plan->n_clip; c++) {
    const pl_motion_clip *from = &plan->clip[c];
    int32_t *vertex = pl_arena_alloc(arena, (size_t)count[c] + 1, sizeof *vertex), n = 0;
    job->pose[c] = pl_arena_alloc(arena, 12 * (size_t)job->n_frame, sizeof(double));
    if (!vertex || !job->pose[c]) return PL_ERROR_MEMORY;
    for (int32_t v = 0; v < n_vertex; v++)
      if (job->holder[v] == c) vertex[n++] = v;
    clip[c] = (pl_clip){.name = from->name, .mass = from->mass, .n_vertex = n, .vertex = vertex, .pose = job->pose[c]};
    memcpy(clip[c].axis, from->axis, sizeof from->axis);
    int n_own = from->reach > 0 ? 2 : 1;
    for (int i = 0; i < n_own; i++, n_cord++) {
      double sign = n_own == 1 ? 0 : i == 0 ? 1 : -1;
      job->direction[n_cord] = pl_arena_alloc(arena, 3 * (size_t)job->n_frame, sizeof(double));
      job->tension[n_cord] = pl_arena_alloc(arena, (size_t)job->n_frame, sizeof(double));
      cord[n_cord] = (pl_cord){.clip = c, .direction = job->direction[n_cord], .tension = job->tension[n_cord]};
      cord[n_cord].name = n_own == 1 ? pl_arena_text(arena, from->name) : pl_arena_printf(arena, "%s-%d", from->name, i + 1);
      if (!cord[n_cord].direction || !cord[n_cord].tension || !cord[n_cord].name) return PL_ERROR_MEMORY;
      for (int k = 0; k < 3; k++) cord[n_cord].point[k] = sign * from->reach * from->axis[k];
    }
  }
  job->capture->n_clip = plan->n_clip;
  job->capture->clip = clip;
  job->capture->n_cord = n_cord;
  job->capture->cord = cord;
  return PL_OK;
}

// The same name as static text.
static const char *direction_name(const char *direction) {
  const char *name = "";
  for (int d = 0; pl_motion_direction(d); d++)
    if (strcmp(direction, pl_motion_direction(d)) == 0) name = pl_motion_direction(d);
  return name;
}

pl_status pl__motion_prepare(pl_arena *arena, const char *direction, uint64_t seed, pl_test *test, pl__motion_job *job) {
  const pl_motion_options *o = job->options;
  const pl_motion_row *row = job->row;
  pl_mesh *mesh;
  job->seed = seed;
  PL_TRY(make_mesh(pl_arena_context(arena), o->size, o->cells, o->topology, o->jitter, seed + 1, &mesh));
  job->mesh = pl__mesh_copy(arena, mesh);
  pl_mesh_destroy(mesh);
  if (!job->mesh) return PL_ERROR_MEMORY;
  job->plan = (pl_motion_plan){
      .size = o->size, .depth = o->depth, .axis = strcmp(direction, "weft") == 0 ? 1 : 0, .material = job->material, .amplitude = 1};
  // The two diagonals of an orthotropic cloth are alike. A uniform mesh has edges along one of them and folds there. Along the other one it is
  // too stiff (membrane locking). This is the direction across its diagonals.
  job->plan.angle = strcmp(direction, "bias") == 0 ? -PI / 4 : job->plan.axis * PI / 2;
  if (row->clips) row->clips(&job->plan);
  job->n_frame = o->frames;
  size_t n_frame = (size_t)o->frames * (!row->clips && o->pull_back ? 2 : 1), n_vertex = (size_t)job->mesh->n_vertex;
  job->signal = pl_arena_alloc(arena, n_frame, sizeof *job->signal);
  job->branch = pl_arena_alloc(arena, n_frame, sizeof *job->branch);
  job->x = pl_arena_alloc(arena, 3 * n_frame * n_vertex, sizeof *job->x);
  job->supported = row->clips ? NULL : pl_arena_alloc(arena, n_frame * n_vertex, sizeof *job->supported);
  job->capture = pl_arena_alloc(arena, 1, sizeof *job->capture);
  const char *name = *direction ? pl_arena_printf(arena, "%s-%s", row->name, direction) : pl_arena_text(arena, row->name);
  if (!job->signal || !job->branch || !job->x || (!row->clips && !job->supported) || !job->capture || !name) return PL_ERROR_MEMORY;
  if (row->clips)
    for (int f = 0; f < o->frames; f++) job->signal[f] = wave(row, o->cycles > 0 ? o->cycles : row->cycles, f, o->frames);
  else
    job->n_frame = overhangs(row, &job->plan, o, job->signal);
  *job->capture = (pl_capture){.motion = row->name,
                               .direction = direction_name(direction),
                               .mesh = job->mesh,
                               .x = job->x,
                               .supported = job->supported,
                               .mass = job->material->density * o->size * o->size,
                               .gravity = {0, 0, -GRAVITY},
                               .table = {.given = !row->clips, .axis = job->plan.axis, .edge = table_end(&job->plan)},
                               .sigma_position = o->noise_position};
  // a bar's force is the sum of two tensions
  if (job->plan.n_clip > 0) job->capture->sigma_force = o->noise_force * (job->plan.clip[0].reach > 0 ? sqrt(2) : 1);
  *test = (pl_test){.name = name,
                    .file = "",
                    .length = o->size,
                    .width = o->size,
                    .strips = 1,
                    .protocol = &pl_protocol_capture,
                    .detail = job->capture,
                    .branch = job->branch,
                    .raw_branch = job->branch};
  job->test = test;
  return make_clips(arena, job);
}

// ---- equilibria ----

// A sample in the rig: the mesh of the capture or the coarse one of the calibration. members: vectors of one solver, freed together.
typedef struct sample {
  const pl__motion_job *job;
  const pl_mesh *mesh;
  int cells;
  pl_solve_options solve;
  int max_pieces;  // maximum number of parts of a move
  pl_model *model;
  pl_solver *solver;
  pl_history *history;  // of materials with memory: state at the end of the last frame; NULL for others
  size_t n_dof;
  uint8_t *fixed;                                       // [n_dof]
  uint8_t *held;                                        // [n_vertex], the same per vertex
  uint8_t *may_hold;                                    // [n_vertex], all 1: every part of the cloth may lie on a table
  double *part;                                         // [pl_model_part_count], what can bend
  double *distance;                                     // [n_vertex], m, from the edge of the table, negative on it
  double *x, *target, *start, *step_target, *gradient;  // [n_dof] each
  pl_rng rng;
  pl_rig_report report;
} sample;

static void sample_clear(pl_context *ctx, sample *s) {
  pl_solver_destroy(s->solver);
  pl_model_destroy(s->model);
  pl_history_destroy(s->history);
  pl_free(ctx, s->fixed);
  pl_free(ctx, s->x);
  pl_free(ctx, s->part);
}

static pl_status sample_init(pl_context *ctx, const pl__motion_job *job, const pl_mesh *mesh, int cells, sample *s) {
  *s = (sample){.job = job,
                .mesh = mesh,
                .cells = cells,
                .solve = *job->solve,
                .max_pieces = MAX_PIECES,
                .n_dof = 3 * (size_t)mesh->n_vertex,
                .report = {.first_failed = -1}};
  s->fixed = pl_alloc(ctx, s->n_dof + 2 * (s->n_dof / 3), sizeof *s->fixed);
  s->x = s->fixed ? pl_alloc(ctx, 5 * s->n_dof, sizeof *s->x) : NULL;
  s->part = s->x ? pl_alloc(ctx, pl_model_part_count(mesh) + (size_t)mesh->n_vertex, sizeof *s->part) : NULL;
  if (!s->part) return PL_ERROR_MEMORY;
  s->held = s->fixed + s->n_dof;
  s->may_hold = s->held + s->n_dof / 3;
  memset(s->may_hold, 1, s->n_dof / 3);
  s->distance = s->part + pl_model_part_count(mesh);
  s->target = s->x + s->n_dof;
  s->start = s->target + s->n_dof;
  s->step_target = s->start + s->n_dof;
  s->gradient = s->step_target + s->n_dof;
  pl_rng_init(&s->rng, job->seed + 2);
  lay_flat(&job->plan, mesh, s->x);
  return PL_OK;
}

static void shake(sample *s, double height) {
  for (size_t i = 2; i < s->n_dof; i += 3)
    if (!s->fixed[i]) s->x[i] += height * pl_rng_normal(&s->rng);
}

// A model for the supports in `fixed`; distance from the edge of a table, NULL without one.
static pl_status sample_model(pl_context *ctx, sample *s, const double *distance) {
  pl_solver_destroy(s->solver);
  pl_model_destroy(s->model);
  s->solver = NULL;
  s->model = NULL;
  for (size_t v = 0; v < s->n_dof / 3; v++) s->held[v] = s->fixed[3 * v];
  pl_model_free_parts(s->mesh, s->held, distance, s->part);
  pl_model_options options = {.gravity = {0, 0, -GRAVITY}, .fixed = s->fixed, .free_part = s->part};
  if (distance && pl_material_remembers(s->job->material)) options.may_hold = s->may_hold;  // one history serves all overhangs
  PL_TRY(pl_model_create(ctx, s->mesh, s->job->material, &options, &s->model));
  PL_TRY(pl_solver_create(s->model, &s->solve, &s->solver));
  if (pl_model_remembers(s->model) && !s->history) PL_TRY(pl_history_create(s->model, &s->history));
  pl_solver_history(s->solver, s->history, NULL);
  return PL_OK;
}

static void fix_clips(sample *s) {
  for (size_t v = 0; v < s->n_dof / 3; v++)
    if (held_by(&s->job->plan, s->cells, (int32_t)v) >= 0) memset(s->fixed + 3 * v, 1, 3);
}

// The held vertices at a signal, in target.
static void place_clips(sample *s, double signal) {
  const pl_motion_plan *plan = &s->job->plan;
  double pose[PL_MOTION_MAX_CLIP][12], origin[PL_MOTION_MAX_CLIP][3];
  for (int c = 0; c < plan->n_clip; c++) {
    clip_pose(s->job->row, plan, signal, c, pose[c]);
    rest_origin(&plan->clip[c], origin[c]);
  }
  memcpy(s->target, s->x, s->n_dof * sizeof *s->x);
  for (size_t v = 0; v < s->n_dof / 3; v++) {
    int c = held_by(plan, s->cells, (int32_t)v);
    for (size_t k = 0; c >= 0 && k < 3; k++) {
      s->target[3 * v + k] = pose[c][9 + k];
      for (size_t j = 0; j < 3; j++) s->target[3 * v + k] += pose[c][3 * k + j] * (s->mesh->x0[3 * v + j] - origin[c][j]);
    }
  }
}

// From x to the equilibrium at the target. If it is not found in one step, it is tried in 2, 4, 8 smaller steps from the same start. The
// start is slightly perturbed, because an unstable equilibrium must be left. x is unchanged when nothing helps.
static pl_status reach(sample *s, bool *found) {
  size_t bytes = s->n_dof * sizeof *s->x;
  const double *theta = s->job->material->theta;
  memcpy(s->start, s->x, bytes);
  *found = false;
  for (int pieces = 1; pieces <= s->max_pieces && !*found; pieces *= 2) {
    memcpy(s->x, s->start, bytes);
    if (pieces > 1) shake(s, IMPERFECTION * s->job->plan.size * pieces);
    for (int i = 1; i <= pieces; i++) {
      double part = (double)i / pieces;
      pl_solve_report solve;
      bool arrived;
      for (size_t k = 0; k < s->n_dof; k++) s->step_target[k] = s->start[k] + part * (s->target[k] - s->start[k]);
      PL_TRY(pl_solver_follow(s->solver, theta, s->step_target, s->x, &arrived));
      PL_TRY(pl_equilibrium(s->solver, theta, s->x, &solve));
      s->report.iterations += solve.iterations;
      if (solve.iterations > s->report.max_iterations) s->report.max_iterations = solve.iterations;
      pl_times_add(&s->report.times, &solve.times);
      *found = arrived && solve.outcome == PL_SOLVE_CONVERGED;
      if (solve.outcome > s->report.worst) s->report.worst = solve.outcome;
      if (!*found) break;
    }
  }
  if (!*found) memcpy(s->x, s->start, bytes);
  return PL_OK;
}

// Force and torque about its origin that a clip gives to the cloth at x.
static void clip_load(const sample *s, int clip, const double origin[3], double force[3], double torque[3]) {
  for (int k = 0; k < 3; k++) force[k] = torque[k] = 0;
  for (size_t v = 0; v < s->n_dof / 3; v++) {
    if (held_by(&s->job->plan, s->cells, (int32_t)v) != clip) continue;
    const double *g = s->gradient + 3 * v;
    double arm[3];
    for (int k = 0; k < 3; k++) {
      arm[k] = s->x[3 * v + (size_t)k] - origin[k];
      force[k] += g[k];
    }
    torque[0] += arm[1] * g[2] - arm[2] * g[1];
    torque[1] += arm[2] * g[0] - arm[0] * g[2];
    torque[2] += arm[0] * g[1] - arm[1] * g[0];
  }
}

// ---- amplitude ----

// The signal at which the largest clip force reaches its target, at most 1: a ramp on a coarse mesh.
static pl_status calibrate(pl_context *ctx, pl__motion_job *job) {
  double aim = job->options->force * job->row->force_share, before = 0, force_before = 0;
  pl_mesh *mesh;
  sample s;
  pl_status status;
  PL_TRY(make_mesh(ctx, job->plan.size, CALIBRATION_CELLS, PL_TOPOLOGY_ALTERNATING, 0, 1, &mesh));
  PL_TRY_CLEAN(sample_init(ctx, job, mesh, CALIBRATION_CELLS, &s));
  // a step that is hard to solve is abandoned here
  s.solve.method = PL_METHOD_HYBRID;
  s.solve.max_iterations = CALIBRATION_ITERATIONS;
  s.max_pieces = 1;
  fix_clips(&s);
  PL_TRY_CLEAN(sample_model(ctx, &s, NULL));
  shake(&s, IMPERFECTION * job->plan.size);
  for (int i = 0; i <= CALIBRATION_STEPS; i++) {
    double signal = (double)i * i / (CALIBRATION_STEPS * CALIBRATION_STEPS), largest = 0;
    bool found;
    place_clips(&s, signal);
    PL_TRY_CLEAN(reach(&s, &found));
    if (!found) continue;
    pl_solver_gradient(s.solver, job->material->theta, s.x, s.gradient);
    for (int c = 0; c < job->plan.n_clip; c++) {
      double force[3], torque[3], origin[3] = {0};
      clip_load(&s, c, origin, force, torque);
      largest = fmax(largest, sqrt(force[0] * force[0] + force[1] * force[1] + force[2] * force[2]));
    }
    if (i > 0 && largest >= aim && largest > force_before) {
      job->plan.amplitude = before + (signal - before) * fmax(0, aim - force_before) / (largest - force_before);
      break;
    }
    before = signal;
    force_before = largest;
  }
cleanup:
  sample_clear(ctx, &s);
  pl_mesh_destroy(mesh);
  return status;
}

// ---- frames ----

// The next overhang: the cloth is moved rigidly, the part off the table is free, and the part on it is flat.
static pl_status push(pl_context *ctx, sample *s, double overhang, double before) {
  const pl_motion_plan *plan = &s->job->plan;
  double end = table_end(plan) - overhang;
  lay_flat(plan, s->mesh, s->target);
  for (size_t v = 0; v < s->n_dof / 3; v++) {
    double p[2], *flat = s->target + 3 * v, *x = s->x + 3 * v;
    nominal(plan, s->cells, (int32_t)v, p);
    bool fixed = along_push(plan, p) <= end + 1e-6 * plan->size;
    memset(s->fixed + 3 * v, fixed, 3);
    s->distance[v] = along_push(plan, s->mesh->rest + 2 * v) - end;
    x[plan->axis] += overhang - before;
    flat[plan->axis] += overhang;
    if (!fixed) memcpy(flat, x, 3 * sizeof *x);
  }
  return sample_model(ctx, s, s->distance);
}

// Cords that balance force and torque of a clip; from `cord` on.
static void set_cords(pl__motion_job *job, int clip, int cord, int frame, const double pose[12], const double force[3],
                      const double torque[3]) {
  const pl_motion_clip *c = &job->plan.clip[clip];
  int n_own = c->reach > 0 ? 2 : 1;
  double d[3] = {0}, d2 = 0, pull[3], twist[3] = {0};
  for (int k = 0; k < 3; k++) {
    for (int j = 0; j < 3; j++) d[k] += 2 * c->reach * pose[3 * k + j] * c->axis[j];
    d2 += d[k] * d[k];
    pull[k] = force[k] - (k == 2 ? -c->mass * GRAVITY : 0);
  }
  if (n_own == 2) {
    twist[0] = (torque[1] * d[2] - torque[2] * d[1]) / d2;
    twist[1] = (torque[2] * d[0] - torque[0] * d[2]) / d2;
    twist[2] = (torque[0] * d[1] - torque[1] * d[0]) / d2;
  }
  for (int i = 0; i < n_own; i++) {
    double *direction = job->direction[cord + i] + 3 * (size_t)frame, tension = 0, f[3];
    for (int k = 0; k < 3; k++) {
      f[k] = pull[k] / n_own + (i == 0 ? twist[k] : -twist[k]);
      tension += f[k] * f[k];
    }
    tension = sqrt(tension);
    job->tension[cord + i][frame] = tension;
    for (int k = 0; k < 3; k++) direction[k] = tension > 1e-12 ? f[k] / tension : c->outward[k];
  }
}

// Stores x as row `frame` of the capture.
static void record(pl__motion_job *job, sample *s, int frame, double signal) {
  memcpy(job->x + (size_t)frame * s->n_dof, s->x, s->n_dof * sizeof *s->x);
  if (job->supported)
    for (size_t v = 0; v < s->n_dof / 3; v++) job->supported[(size_t)frame * (s->n_dof / 3) + v] = s->fixed[3 * v];
  if (job->plan.n_clip == 0) return;
  double h = job->options->hysteresis, factor = 1 + (job->branch[frame] == PL_BRANCH_UNLOAD ? -0.5 * h : 0.5 * h);
  pl_solver_gradient(s->solver, job->material->theta, s->x, s->gradient);
  for (int c = 0, cord = 0; c < job->plan.n_clip; c++) {
    double *pose = job->pose[c] + 12 * (size_t)frame, force[3], torque[3];
    clip_pose(job->row, &job->plan, signal, c, pose);
    clip_load(s, c, pose + 9, force, torque);
    for (int k = 0; k < 3; k++) {
      force[k] *= factor;
      torque[k] *= factor;
    }
    set_cords(job, c, cord, frame, pose, force, torque);
    cord += job->plan.clip[c].reach > 0 ? 2 : 1;
  }
}

static void add_noise(pl__motion_job *job, int n_frame) {
  const pl_motion_options *o = job->options;
  pl_rng rng;
  pl_rng_init(&rng, job->seed + 3);
  size_t n_vertex = (size_t)job->mesh->n_vertex;
  for (int f = 0; f < n_frame; f++) {
    double *x = job->x + 3 * (size_t)f * n_vertex;
    for (size_t i = 0; i < 3 * n_vertex && o->noise_position > 0; i++)
      if (job->holder[i / 3] < 0) x[i] += o->noise_position * pl_rng_normal(&rng);
    for (int c = 0; c < job->capture->n_cord && o->noise_force > 0; c++)
      job->tension[c][f] = fmax(0, job->tension[c][f] + o->noise_force * pl_rng_normal(&rng));
  }
}

pl_status pl__motion_run(pl_context *ctx, pl__motion_job *job) {
  bool table = job->plan.n_clip == 0;
  if (!table) {
    PL_TRY(calibrate(ctx, job));
    job->plan.amplitude *= job->options->amplitude;
  }
  sample s;
  pl_status status;
  PL_TRY_CLEAN(sample_init(ctx, job, job->mesh, job->options->cells, &s));
  if (!table) {
    fix_clips(&s);
    PL_TRY_CLEAN(sample_model(ctx, &s, NULL));
    shake(&s, IMPERFECTION * job->plan.size);
  }
  int kept = 0;
  for (int f = 0; f < job->n_frame; f++) {
    double signal = job->signal[f] * (table ? 1 : job->plan.amplitude);
    bool found;
    if (table) {
      PL_TRY_CLEAN(push(ctx, &s, signal, f > 0 ? job->signal[f - 1] : 0));
      if (f == 0) shake(&s, IMPERFECTION * job->plan.size);
    } else
      place_clips(&s, signal);
    PL_TRY_CLEAN(reach(&s, &found));
    pl_progress_example(ctx);
    if (!found) {
      if (s.report.n_failed++ == 0) s.report.first_failed = f;
      continue;
    }
    job->branch[kept] = f > 0 && fabs(job->signal[f]) < fabs(job->signal[f - 1]) ? PL_BRANCH_UNLOAD : PL_BRANCH_LOAD;
    record(job, &s, kept++, signal);
    if (s.history) pl_solver_commit(s.solver, job->material->theta, s.x, s.history, NULL, NULL, NULL);
  }
  add_noise(job, kept);
  job->capture->n_frame = job->test->n_frame = job->test->n_raw = kept;
  job->report = s.report;
cleanup:
  sample_clear(ctx, &s);
  return status;
}
