// rig.c: a strip that was rolled on a cylinder and released, hanging from its held end (Miguel et al. 2013, section 4.3, figs. 7 and 10).
//
// Coordinates are those of roll.h: y up, origin at the held end; strip.h has the mesh and the comparison of labels. The flat strip is
// rolled with curvature 1/R (rig->path.origin: monotonically from flat). Then it goes to its equilibrium under
// gravity in one exact step of the law. Every bend unrolls, or rolls up further, monotonically, as the paper requires of its samples.
// Windings may pass through each other: there is no contact.
//
// Intrinsic parameters of every photograph:
//   turn         direction of the held end, relative to that of the smoothed labels. It is not measured, and whether the end is clamped
// (with
//                torque) or hangs on a pin (without) need not be known: a strip on a pin equals one whose clamp has the same direction.
//   shift x, y   position of the held end. The first label is the origin by definition, so its error is in all the others; the held end is
//                compared with it as a point.
// Positive curvature is that of rolling. The side that was inside determines the sign of the bending strain: positive for side +1, negative
// for side -1.
#include <math.h>
#include <string.h>

#include "math/plane_curve.h"
#include "protocol/roll/roll.h"
#include "rig/rig_rows.h"
#include "rig/strip.h"

enum { USUAL_CELLS = 80, ACROSS = 1, ACROSS_PLATE = 2, TURN = 0, SHIFT = 1, N_INTRINSIC = 3, N_CIRCLE = 3 };
static const double WINDOW =
    0.12;  // of the strip: allowed distance of the nearest point of a label from its position among the labels; another winding is farther

typedef struct roll_state {
  pl_strip strip;
  double sense;      // +1: rolled counterclockwise, -1: clockwise
  double direction;  // rad, of the held end, from the smoothed labels
  double *angle;     // [n_cell], rad, directions of the cells along the smoothed labels
  double *arc;       // [n_point], m, arc lengths of the labels along the strip
} roll_state;

static const pl_roll *roll_of(const pl_rig *rig) { return pl_roll_of(rig->test); }

// ---- the held end ----

// Both fixed rows for a direction and a position.
static void hold(const roll_state *state, double direction, const double at[2], double *x) {
  double inside[2] = {at[0] - state->strip.cell * cos(direction), at[1] - state->strip.cell * sin(direction)};
  pl_strip_put(&state->strip, -1, inside, x);
  pl_strip_put(&state->strip, 0, at, x);
}

static void place(const pl_rig *rig, int frame, const double *intrinsic, double *x) {
  (void)frame;
  const roll_state *state = rig->act.state;
  hold(state, state->direction + intrinsic[TURN], intrinsic + SHIFT, x);
}

static pl_status vary(const pl_rig *rig, pl_solver *solver, int frame, int k, const double *theta, const double *x, double *motion,
                      double *force) {
  (void)solver, (void)frame, (void)theta, (void)force;
  const roll_state *state = rig->act.state;
  const double *inside = x + pl_strip_node(&state->strip, -1), *edge = x + pl_strip_node(&state->strip, 0);
  if (k == TURN) {
    pl_strip_put(&state->strip, -1, (double[]){edge[1] - inside[1], inside[0] - edge[0]}, motion);
    return PL_OK;
  }
  const double along[2] = {k == SHIFT, k != SHIFT};
  pl_strip_put(&state->strip, -1, along, motion);
  pl_strip_put(&state->strip, 0, along, motion);
  return PL_OK;
}

// ---- shapes ----

// The strip with cells in these directions (rad), or, angle = NULL, as an arc of this curvature (1/m, counterclockwise).
static void lay(const pl_rig *rig, double direction, const double *angle, double kappa, double *x) {
  const roll_state *state = rig->act.state;
  double at[2] = {0, 0};
  memcpy(x, rig->body.mesh->x0, 3 * (size_t)rig->body.mesh->n_vertex * sizeof *x);
  hold(state, direction, at, x);
  for (int i = 0; i < state->strip.n_cell; i++) {
    double to = angle ? angle[i] : direction + (i + 0.5) * state->strip.cell * kappa;
    at[0] += state->strip.cell * cos(to);
    at[1] += state->strip.cell * sin(to);
    pl_strip_put(&state->strip, i + 1, at, x);
  }
}

static bool start(const pl_rig *rig, int frame, double *x) {
  (void)frame;
  const roll_state *state = rig->act.state;
  lay(rig, state->direction, state->angle, 0, x);
  return true;
}

// Arcs, starting with the cylinder's, each more open than the last.
static bool restart(const pl_rig *rig, int frame, int attempt, double *x) {
  (void)frame;
  const roll_state *state = rig->act.state;
  if (attempt >= N_CIRCLE) return false;
  lay(rig, state->direction, NULL, state->sense / roll_of(rig)->radius * (1 - (double)attempt / N_CIRCLE), x);
  return true;
}

// The smoothed labels along the strip: directions of its cells, and the arc lengths of the labels.
static pl_status trace(pl_rig *rig, const pl_plane_curve *curve, roll_state *state) {
  int n_point = roll_of(rig)->n_point, n_cell = state->strip.n_cell;
  const double *label = rig->test->channel[PL_ROLL_PROFILE].value;
  state->angle = pl_arena_alloc(rig->arena, (size_t)n_cell, sizeof *state->angle);
  state->arc = pl_arena_alloc(rig->arena, (size_t)n_point, sizeof *state->arc);
  if (!state->angle || !state->arc) return PL_ERROR_MEMORY;
  for (int i = 0; i < n_cell; i++) pl_plane_curve_at(curve, (i + 0.5) / n_cell * curve->last, NULL, &state->angle[i], NULL, NULL);
  for (int i = 1; i < n_point; i++)
    state->arc[i] = state->arc[i - 1] + hypot(label[2 * i] - label[2 * i - 2], label[2 * i + 1] - label[2 * i - 1]);
  double scale = curve->last / state->arc[n_point - 1];  // noise makes the polygon of the labels too long
  for (int i = 1; i < n_point; i++) state->arc[i] *= scale;
  return PL_OK;
}

// ---- observers ----

static void aim(const pl_rig *rig, int frame, const double *x, pl_rig_memory *memory) {
  (void)frame;
  const roll_state *state = rig->act.state;
  const pl_strip *strip = &state->strip;
  const double *label = rig->test->channel[PL_ROLL_PROFILE].value;
  int32_t held = pl_strip_node(strip, 0);
  for (int k = 0; k < 2; k++)
    pl_strip_aim(memory, k, x, x[held + k], (int32_t[]){held + k, held + k, held + k, held + k}, (double[]){1, 0, 0, 0});
  for (int i = 1; i < roll_of(rig)->n_point; i++) {
    double reach = WINDOW * rig->test->length;
    int first = (int)fmin(fmax((state->arc[i] - reach) / strip->cell, 0), strip->n_cell - 1);
    int last = (int)fmin((state->arc[i] + reach) / strip->cell + 1, strip->n_cell);
    pl_strip_aim_label(memory, strip, 2 * i, x, label + 2 * (size_t)i, first, last);
  }
}

// ---- the rig ----

static void add_intrinsics(pl_rig *rig) {
  double length = rig->test->length;
  rig->n_intrinsic = N_INTRINSIC;
  rig->intrinsic[TURN] = (pl_intrinsic){.name = "turn", .dim = PL_DIM_ANGLE, .scale = 0.05, .lower = -0.8, .upper = 0.8};
  for (int k = 0; k < 2; k++)
    rig->intrinsic[SHIFT + k] = (pl_intrinsic){
        .name = k ? "shift y" : "shift x", .dim = PL_DIM_LENGTH, .scale = 1e-3 * length, .lower = -0.1 * length, .upper = 0.1 * length};
}

static pl_status assemble(pl_rig *rig, const pl_rig_options *options, pl_arena *scratch, roll_state *state) {
  const pl_roll *roll = roll_of(rig);
  const pl_channel *channel = &rig->test->channel[PL_ROLL_PROFILE];
  pl_plane_curve curve;
  double end;
  PL_TRY(pl_plane_curve_fit(scratch, roll->n_point, channel->value, channel->sigma, &curve));
  pl_plane_curve_at(&curve, 0, NULL, &state->direction, NULL, NULL);
  pl_plane_curve_at(&curve, curve.last, NULL, &end, NULL, NULL);
  state->sense = end >= state->direction ? 1 : -1;
  int across = pl_strip_has_patches(rig) ? ACROSS_PLATE : ACROSS;  // a patch one cell wide is not exact (model/curvature_patch.h)
  PL_TRY(pl_strip_mesh(rig, options, rig->test->length, USUAL_CELLS, across, state->sense > 0 ? roll->side : -roll->side, &state->strip));
  PL_TRY(pl_strip_check(rig, &state->strip));
  PL_TRY(pl_strip_model(rig, &state->strip, roll->gravity));
  PL_TRY(trace(rig, &curve, state));
  double *origin = pl_rig_vector(rig);
  if (!origin) return PL_ERROR_MEMORY;
  lay(rig, 0, NULL, state->sense / roll->radius, origin);
  rig->path.origin = origin;
  PL_TRY(pl_strip_observers(rig, 2 * roll->n_point));
  for (int i = 0; i < 2 * roll->n_point; i++) PL_TRY(pl_strip_observe(rig, PL_ROLL_PROFILE, i));
  return PL_OK;
}

static pl_status build(pl_rig *rig, const pl_rig_options *options) {
  if (!rig->test->channel[PL_ROLL_PROFILE].value)
    return pl_fail(rig->ctx, PL_ERROR_INPUT, NULL, "photograph the spiral and label it",
                   "'%s' has no profile: where the held end points is read off it", rig->test->name);
  roll_state *state = pl_arena_alloc(rig->arena, 1, sizeof *state);
  pl_arena *scratch = pl_arena_create(rig->ctx);
  if (!state || !scratch) {
    pl_arena_destroy(scratch);
    return PL_ERROR_MEMORY;
  }
  rig->act.state = state;
  rig->run.method = PL_TEST_MESH;
  rig->run.reason = "a released strip is always simulated";
  add_intrinsics(rig);
  rig->act.place = place;
  rig->act.vary = vary;
  rig->act.start = start;
  rig->act.restart = restart;
  rig->act.aim = aim;
  pl_status status = assemble(rig, options, scratch, state);
  pl_arena_destroy(scratch);
  return status;
}

static const char *const reads[] = {"cells", "cells-short", "topology", NULL};

const pl_rig_row pl__roll_rig = {
    .help = "a strip that was rolled on a cylinder and released (Miguel et al. 2013, section 4.3)",
    .reads = reads,
    .build = build,
};
