// rig.c: a strip that protrudes from a clamp and bends under its own weight (Wang 2011, 4.2; Peirce).
//
// x horizontal out of the clamp, y up (strip.h has the mesh and the comparison of labels). The strip bends as a cylinder, as in the paper,
// which fits every cut separately. A strip cut along warp folds about weft.
//
// Intrinsic parameter, when turn_sigma > 0: turn, added to the clamp's inclination. The clamp's row rotates about the edge: motion (y, -x)
// per radian. A labelled tip is compared with the tip itself.
#include <math.h>
#include <string.h>

#include "material/plate.h"
#include "protocol/cantilever/cantilever.h"
#include "rig/rig_rows.h"
#include "rig/strip.h"

#define PI 3.14159265358979323846
enum { USUAL_CELLS = 40, MOST_CELLS = 160, ACROSS = 2, MAX_KNOT = 32 };

static const pl_cantilever *cantilever_of(const pl_rig *rig) { return pl_cantilever_of(rig->test); }

// ---- the clamp ----

static void place(const pl_rig *rig, int frame, const double *intrinsic, double *x) {
  (void)frame;
  const pl_strip *strip = rig->act.state;
  double angle = cantilever_of(rig)->inclination + (rig->n_intrinsic > 0 ? intrinsic[PL_CANTILEVER_TURN] : 0);
  pl_strip_put(strip, -1, (double[]){-strip->cell * cos(angle), strip->cell * sin(angle)}, x);
}

static pl_status vary(const pl_rig *rig, pl_solver *solver, int frame, int k, const double *theta, const double *x, double *motion,
                      double *force) {
  (void)solver, (void)frame, (void)k, (void)theta, (void)force;
  pl_strip_put(rig->act.state, -1, (double[]){x[1], -x[0]}, motion);
  return PL_OK;
}

// ---- a start ----

// The strip's direction below the horizontal at some arc lengths.
typedef struct course {
  int n;
  double s[MAX_KNOT], angle[MAX_KNOT];  // m, rad
} course;

static void course_add(course *c, double s, double angle) {
  if (c->n == MAX_KNOT) return;
  c->s[c->n] = s;
  c->angle[c->n++] = angle;
}

static double course_at(const course *c, double s) {
  int i = 1;
  while (i < c->n - 1 && c->s[i] < s) i++;
  double f = fmin(fmax((s - c->s[i - 1]) / (c->s[i] - c->s[i - 1]), 0), 1);
  return (1 - f) * c->angle[i - 1] + f * c->angle[i];
}

// From labels, in steps long enough that noise does not affect their direction.
static void course_of_labels(const pl_cantilever *c, const double *label, course *out) {
  const double step = c->overhang / 16;
  double from[2] = {0, 0}, s = 0;
  for (int i = 0; i < c->n_point; i++) {
    double dx = label[2 * i] - from[0], dy = label[2 * i + 1] - from[1], length = hypot(dx, dy);
    if (length < step) continue;
    course_add(out, s + 0.5 * length, atan2(-dy, dx));
    s += length;
    memcpy(from, label + 2 * (size_t)i, sizeof from);
  }
}

// A circular arc with this chord, not beyond the vertical.
static void course_of_chord(const pl_cantilever *c, double chord, course *out) {
  course_add(out, c->overhang, fmin(2 * chord - c->inclination, 0.5 * PI));
}

static bool start(const pl_rig *rig, int frame, double *x) {
  (void)frame;
  const pl_cantilever *c = cantilever_of(rig);
  const pl_strip *strip = rig->act.state;
  const pl_channel *channel = rig->test->channel;
  const double *tip = channel[PL_CANTILEVER_TIP].value;
  course way = {.n = 1, .angle = {c->inclination}};
  if (channel[PL_CANTILEVER_PROFILE].value) course_of_labels(c, channel[PL_CANTILEVER_PROFILE].value, &way);
  if (way.n < 2)
    course_of_chord(c,
                    channel[PL_CANTILEVER_ANGLE].value ? channel[PL_CANTILEVER_ANGLE].value[0]
                    : tip                              ? atan2(-tip[1], tip[0])
                                                       : 0.25 * PI,
                    &way);
  memcpy(x, rig->body.mesh->x0, (size_t)rig->body.model->n_dof * sizeof *x);
  place(rig, 0, (double[PL_MAX_INTRINSIC]){0}, x);
  double at[2] = {0, 0};
  for (int i = 1; i <= strip->n_cell; i++) {
    double angle = course_at(&way, (i - 0.5) * strip->cell);
    at[0] += strip->cell * cos(angle);
    at[1] -= strip->cell * sin(angle);
    pl_strip_put(strip, i, at, x);
  }
  return true;
}

// ---- observers ----

// The chord's angle atan2(-y, x).
static void aim_angle(pl_rig_memory *memory, const pl_strip *strip, int o, const double *x) {
  int32_t tip = pl_strip_node(strip, strip->n_cell), dof[4] = {tip, tip + 1, tip, tip};
  double square = x[tip] * x[tip] + x[tip + 1] * x[tip + 1], weight[4] = {x[tip + 1] / square, -x[tip] / square, 0, 0};
  pl_strip_aim(memory, o, x, atan2(-x[tip + 1], x[tip]), dof, weight);
}

// x and y at the arc length s of the strip, in a planned test without labels: linear, so set once.
static void aim_place(pl_rig *rig, int o, double s) {
  const pl_strip *strip = rig->act.state;
  int segment = (int)fmin(s / strip->cell, strip->n_cell - 1);
  double t = s / strip->cell - segment;
  int32_t first = pl_strip_node(strip, segment), second = pl_strip_node(strip, segment + 1);
  for (int k = 0; k < 2; k++)
    pl_strip_aim(rig->memory, o + k, rig->body.mesh->x0, (1 - t) * rig->body.mesh->x0[first + k] + t * rig->body.mesh->x0[second + k],
                 (int32_t[]){first + k, second + k, first + k, first + k}, (double[]){1 - t, t, 0, 0});
}

static void aim(const pl_rig *rig, int frame, const double *x, pl_rig_memory *memory) {
  (void)frame;
  const pl_cantilever *c = cantilever_of(rig);
  const pl_strip *strip = rig->act.state;
  const double *label = rig->test->channel[PL_CANTILEVER_PROFILE].value;
  for (int o = 0; o < rig->read.n_observer; o++) {
    const pl_observer *of = &memory->observer[o];
    int point = of->component / 2;
    bool tip = c->tip_labelled && point == c->n_point - 1;
    if (of->channel == PL_CANTILEVER_ANGLE) aim_angle(memory, strip, o, x);
    if (of->channel == PL_CANTILEVER_PROFILE && of->component % 2 == 0 && label && !tip)
      pl_strip_aim_label(memory, strip, o, x, label + 2 * (size_t)point, 0, strip->n_cell);
  }
}

// The channels of the test or, in a plan without values, the allocated ones.
static bool wanted(const pl_test *test, int channel) {
  bool measured = false;
  for (int c = PL_CANTILEVER_PROFILE; c <= PL_CANTILEVER_ANGLE; c++) measured = measured || test->channel[c].value;
  return measured ? test->channel[channel].value != NULL : test->channel[channel].width > 0;
}

static pl_status add_observers(pl_rig *rig) {
  const pl_cantilever *c = cantilever_of(rig);
  const int n_value[] = {2 * c->n_point, 2, 1};
  PL_TRY(pl_strip_observers(rig, 2 * c->n_point + 3));
  for (int channel = PL_CANTILEVER_PROFILE; channel <= PL_CANTILEVER_ANGLE; channel++)
    for (int i = 0; i < n_value[channel] && wanted(rig->test, channel); i++) {
      PL_TRY(pl_strip_observe(rig, channel, i));
      // points of a plan are evenly spaced along the strip, the last one and the tip at its end. Labels and the angle are linearised when
      // the shape is known
      if (channel != PL_CANTILEVER_ANGLE && i % 2 == 1)
        aim_place(rig, rig->read.n_observer - 2, channel == PL_CANTILEVER_TIP ? c->overhang : c->overhang * (i / 2 + 1) / c->n_point);
    }
  return PL_OK;
}

// Cells of a strip on strain `curvature`: its rigidity is in error by about 0.45 (h/l)^2, l = (B/w)^(1/3), for cells of length h
// (docs/theory/bending.md). They are chosen such that this is ERROR, within limits. The papers' strains have the usual number.
static int usual_cells(const pl_rig *rig) {
  const double ERROR = 0.005, SHARE = 0.45;
  const pl_cantilever *c = cantilever_of(rig);
  double rigidity, weight = rig->material->density * c->gravity;
  if (!pl_strip_has_patches(rig) || !pl_material_bending(rig->material, rig->test->angle * 180 / PI, 0, NULL, &rigidity))
    return USUAL_CELLS;
  if (!(rigidity > 0 && weight > 0)) return USUAL_CELLS;
  double h = sqrt(ERROR / SHARE) * cbrt(rigidity / weight);
  return (int)fmin(fmax(ceil(c->overhang / h), USUAL_CELLS), MOST_CELLS);
}

static pl_status build(pl_rig *rig, const pl_rig_options *options) {
  const pl_cantilever *c = cantilever_of(rig);
  pl_strip *strip = pl_arena_alloc(rig->arena, 1, sizeof *strip);
  if (!strip) return PL_ERROR_MEMORY;
  rig->act.state = strip;
  rig->run.method = PL_TEST_MESH;
  rig->run.reason = "a hanging strip is always simulated";
  if (c->turn_sigma > 0) {
    rig->n_intrinsic = 1;
    rig->intrinsic[PL_CANTILEVER_TURN] =
        (pl_intrinsic){.name = "turn", .dim = PL_DIM_ANGLE, .scale = 0.02, .lower = -0.35, .upper = 0.35, .prior = c->turn_sigma};
  }
  PL_TRY(pl_strip_mesh(rig, options, c->overhang, usual_cells(rig), ACROSS, 1, strip));
  PL_TRY(pl_strip_check(rig, strip));
  PL_TRY(pl_strip_model(rig, strip, c->gravity));
  rig->act.place = place;
  rig->act.vary = vary;
  rig->act.start = start;
  rig->act.aim = aim;
  return add_observers(rig);
}

static const char *const reads[] = {"cells", "cells-short", "topology", NULL};

const pl_rig_row pl__cantilever_rig = {
    .help = "a strip that bends under its own weight (Wang 2011, 4.2; Peirce)",
    .reads = reads,
    .build = build,
};
