// rig_cantilever.c: a strip that sticks out of a clamp and bends under its own weight (Wang 2011, 4.2; Peirce).
//
// x horizontal out of the clamp, y up, z along the clamp's edge; origin where the strip leaves it. The first row of vertices is inside the clamp, the
// second at its edge: both are held, which fixes place and direction. Of the hinges at the edge only the outer half can bend (pl_model_free_parts),
// without which the strip would be half a cell too long. The vertices of every further row move as one and keep their z: the strip bends as a
// cylinder. Each cut is then described by the edges across it alone, as in the paper, which fits every cut by itself, whatever the
// other directions are; twist and the saddle of a wide strip are left out. Edges across a strip cut at c from warp are fold lines at 90 - c degrees:
// a strip cut along warp folds about weft.
//
// Intrinsic parameter, when turn_sigma > 0: turn, added to the clamp's inclination. The clamp's row turns about the edge: motion (y, -x) per radian.
//
// Labels are not at known places of the strip: the prediction of a label q is its foot on the simulated midline, and the residual its distance. On
// the segment from a to b,
//   e = b - a,  t = (q - a).e / e.e within [0, 1],  f = a + t e,
//   df = (1 - t) da + t db + e dt,   dt = ((q - a - 2 t e).de - e.da) / e.e  when 0 < t < 1, else 0
// A labelled tip is compared with the tip itself.
#include <math.h>
#include <string.h>

#include "measure/cantilever.h"
#include "rig/rig_rows.h"

#define PI 3.14159265358979323846
enum { USUAL_CELLS = 40, EDGE_ROW = 1, MAX_KNOT = 32 };

typedef struct cantilever_state {
  int n_cell;      // along the overhang: rows EDGE_ROW .. EDGE_ROW + n_cell are outside of the clamp
  int per_row;     // vertices across
  double cell;     // m
  int32_t *dof;    // [n_observer][4]
  double *weight;  // [n_observer][4]
} cantilever_state;

static const pl_cantilever *cantilever_of(const pl_rig *rig) { return rig->test->cantilever; }

// x dof of the midline's node i, counted from the clamp's edge; y is the next one. All vertices of a row have the same x and y.
static int32_t node_dof(const cantilever_state *state, int i) { return 3 * (EDGE_ROW + i) * state->per_row; }

// ---- the specimen ----

static pl_status make_mesh(pl_rig *rig, const pl_rig_options *options, cantilever_state *state) {
  const pl_cantilever *c = cantilever_of(rig);
  state->n_cell = pl_rig_cells(options, USUAL_CELLS);
  int across = options->cells_short > 0 ? options->cells_short : 2;  // the answer does not depend on it
  state->per_row = across + 1;
  state->cell = c->overhang / state->n_cell;
  if (state->n_cell > PL_MAX_BODY)
    return pl_fail(rig->ctx, PL_ERROR_USAGE, NULL, "use fewer cells", "%d cells along the strip of '%s', at most %d are possible",
                   state->n_cell, rig->test->name, (int)PL_MAX_BODY);
  pl_specimen specimen = {.length = c->overhang + state->cell,
                          .width = rig->test->width,
                          .n_length = state->n_cell + EDGE_ROW,
                          .n_width = across,
                          .angle = rig->test->angle,
                          // rows must be straight
                          .kind = options->topology == PL_TOPOLOGY_UNIFORM ? PL_TOPOLOGY_UNIFORM : PL_TOPOLOGY_ALTERNATING};
  pl_mesh *flat;
  PL_TRY(pl_mesh_strip(rig->ctx, &specimen, &flat));
  double *x0 = pl_arena_alloc(rig->arena, 3 * (size_t)flat->n_vertex, sizeof *x0);
  pl_status status = x0 ? PL_OK : PL_ERROR_MEMORY;
  for (int32_t v = 0; v < flat->n_vertex && x0; v++) {
    x0[3 * v] = flat->x0[3 * v] - state->cell;
    x0[3 * v + 2] = flat->x0[3 * v + 1];
  }
  if (x0) status = pl_mesh_create(rig->ctx, flat->n_vertex, flat->rest, x0, flat->n_triangle, flat->triangle, flat->kind, &rig->mesh);
  pl_mesh_destroy(flat);
  return status;
}

// Is there a bending term for the fold lines across the strip?
static bool bends(const pl_rig *rig, const cantilever_state *state) {
  const pl_mesh *mesh = rig->mesh;
  for (int32_t h = 0; h < mesh->n_hinge; h++) {
    const int32_t *v = mesh->hinge + 4 * (size_t)h;
    if (v[0] / state->per_row != v[1] / state->per_row) continue;
    for (int t = 0; t < rig->material->n_term; t++) {
      const pl_term *term = &rig->material->term[t];
      if (term->strain->element != PL_ELEMENT_HINGE || term->rate) continue;
      for (int k = 0; k < term->strain->n_class; k++)
        if ((term->classes >> k & 1) && pl_strain_share(term->strain, mesh, v, k) > 0) return true;
    }
    return false;  // all edges across have the same direction
  }
  return false;
}

static pl_status check_material(const pl_rig *rig, const cantilever_state *state) {
  if (!(rig->material->density > 0))
    return pl_fail(rig->ctx, PL_ERROR_INPUT, NULL, "add \"density\" to the material file",
                   "'%s' bends under its own weight, but the material '%s' has no density", rig->test->name, rig->material->name);
  if (!bends(rig, state))
    return pl_fail(rig->ctx, PL_ERROR_INPUT, NULL, "add a bending term for that direction, or measure a strip of that cut",
                   "the material '%s' has no bending stiffness about the fold lines across '%s', which is cut at %.3g degrees",
                   rig->material->name, rig->test->name, rig->test->angle * 180 / PI);
  return PL_OK;
}

static pl_status build_model(pl_rig *rig, const cantilever_state *state) {
  size_t n = (size_t)rig->mesh->n_vertex;
  uint8_t *fixed = pl_arena_alloc(rig->arena, 3 * n, sizeof *fixed), *held = pl_arena_alloc(rig->arena, n, sizeof *held);
  int32_t *tie = pl_arena_alloc(rig->arena, n, sizeof *tie);
  double *part = pl_arena_alloc(rig->arena, (size_t)rig->mesh->n_hinge + 1, sizeof *part);
  if (!fixed || !held || !tie || !part) return PL_ERROR_MEMORY;
  for (size_t v = 0; v < n; v++) {
    int row = (int)v / state->per_row;
    held[v] = row <= EDGE_ROW;
    tie[v] = row - EDGE_ROW - 1;
    if (held[v]) tie[v] = -1;
    fixed[3 * v] = fixed[3 * v + 1] = held[v];
    fixed[3 * v + 2] = 1;
  }
  pl_model_free_parts(rig->mesh, held, NULL, part);
  pl_model_options options = {.gravity = {0, -cantilever_of(rig)->gravity, 0}, .fixed = fixed, .tie = tie, .free_part = part};
  return pl_model_create(rig->ctx, rig->mesh, rig->material, &options, &rig->model);
}

// ---- the clamp ----

static void place(const pl_rig *rig, int frame, const double *intrinsic, double *x) {
  (void)frame;
  const cantilever_state *state = rig->state;
  double angle = cantilever_of(rig)->inclination + (rig->n_intrinsic > 0 ? intrinsic[PL_CANTILEVER_TURN] : 0);
  for (int v = 0; v < state->per_row; v++) {
    x[3 * v] = -state->cell * cos(angle);
    x[3 * v + 1] = state->cell * sin(angle);
  }
}

static pl_status vary(const pl_rig *rig, pl_solver *solver, int frame, int k, const double *theta, const double *x, double *motion,
                      double *force) {
  (void)solver, (void)frame, (void)k, (void)theta, (void)force;
  const cantilever_state *state = rig->state;
  for (int v = 0; v < state->per_row; v++) {
    motion[3 * v] = x[3 * v + 1];
    motion[3 * v + 1] = -x[3 * v];
  }
  return PL_OK;
}

// ---- a start ----

// The strip's direction below the horizontal at some places along it.
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

// From labels, in steps long enough that their noise does not turn them.
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

// A circular arc with this chord, which is not turned beyond the vertical.
static void course_of_chord(const pl_cantilever *c, double chord, course *out) {
  course_add(out, c->overhang, fmin(2 * chord - c->inclination, 0.5 * PI));
}

static bool start(const pl_rig *rig, int frame, double *x) {
  (void)frame;
  const pl_cantilever *c = cantilever_of(rig);
  const cantilever_state *state = rig->state;
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
  memcpy(x, rig->mesh->x0, (size_t)rig->model->n_dof * sizeof *x);
  place(rig, 0, (double[PL_MAX_INTRINSIC]){0}, x);
  double at[2] = {0, 0};
  for (int i = 1; i <= state->n_cell; i++) {
    double angle = course_at(&way, (i - 0.5) * state->cell);
    at[0] += state->cell * cos(angle);
    at[1] -= state->cell * sin(angle);
    double *row = x + node_dof(state, i);
    for (int v = 0; v < state->per_row; v++) memcpy(row + 3 * v, at, sizeof at);
  }
  return true;
}

// ---- what is read ----

// Observer i reads value + weight . (change of 4 dofs) from now on.
static void set_observer(pl_rig *rig, int i, const double *x, double value, const int32_t dof[4], const double weight[4]) {
  const cantilever_state *state = rig->state;
  pl_observer *o = &rig->observer[i];
  o->constant = value;
  for (int k = 0; k < 4; k++) {
    state->dof[4 * i + k] = dof[k];
    state->weight[4 * i + k] = weight[k];
    o->constant -= weight[k] * x[dof[k]];
  }
}

// The nearest point of the midline to q: in which segment, and where in it.
static int nearest(const cantilever_state *state, const double *x, const double q[2], double *place_in) {
  *place_in = 0;
  double least = INFINITY;
  int best = 0;
  for (int i = 0; i < state->n_cell; i++) {
    const double *a = x + node_dof(state, i), *b = x + node_dof(state, i + 1);
    double e[2] = {b[0] - a[0], b[1] - a[1]}, p[2] = {q[0] - a[0], q[1] - a[1]};
    double t = fmin(fmax((p[0] * e[0] + p[1] * e[1]) / (e[0] * e[0] + e[1] * e[1]), 0), 1);
    double distance = hypot(p[0] - t * e[0], p[1] - t * e[1]);
    if (distance >= least) continue;
    least = distance;
    best = i;
    *place_in = t;
  }
  return best;
}

// Observers o and o + 1: x and y of the foot of q.
static void aim_label(pl_rig *rig, int o, const double *x, const double q[2]) {
  const cantilever_state *state = rig->state;
  double t;
  int segment = nearest(state, x, q, &t);
  int32_t first = node_dof(state, segment), second = node_dof(state, segment + 1), dof[4] = {first, first + 1, second, second + 1};
  const double *a = x + first, *b = x + second;
  double e[2] = {b[0] - a[0], b[1] - a[1]}, square = e[0] * e[0] + e[1] * e[1], slide[4] = {0};  // slide: dt by the 4 dofs
  for (int k = 0; k < 2 && t > 0 && t < 1; k++) {
    slide[2 + k] = (q[k] - a[k] - 2 * t * e[k]) / square;
    slide[k] = -slide[2 + k] - e[k] / square;
  }
  for (int k = 0; k < 2; k++) {
    double weight[4];
    for (int j = 0; j < 4; j++) weight[j] = e[k] * slide[j] + (j == k ? 1 - t : j == 2 + k ? t : 0);
    set_observer(rig, o + k, x, a[k] + t * e[k], dof, weight);
  }
}

// The chord's angle atan2(-y, x).
static void aim_angle(pl_rig *rig, int o, const double *x) {
  const cantilever_state *state = rig->state;
  int32_t tip = node_dof(state, state->n_cell), dof[4] = {tip, tip + 1, tip, tip};
  double square = x[tip] * x[tip] + x[tip + 1] * x[tip + 1], weight[4] = {x[tip + 1] / square, -x[tip] / square, 0, 0};
  set_observer(rig, o, x, atan2(-x[tip + 1], x[tip]), dof, weight);
}

// x and y at the arc length s of the strip, in a planned test that has no labels yet: linear, so set once.
static void aim_place(pl_rig *rig, int o, double s) {
  const cantilever_state *state = rig->state;
  int segment = (int)fmin(s / state->cell, state->n_cell - 1);
  double t = s / state->cell - segment;
  int32_t first = node_dof(state, segment), second = node_dof(state, segment + 1);
  for (int k = 0; k < 2; k++)
    set_observer(rig, o + k, rig->mesh->x0, (1 - t) * rig->mesh->x0[first + k] + t * rig->mesh->x0[second + k],
                 (int32_t[]){first + k, second + k, first + k, first + k}, (double[]){1 - t, t, 0, 0});
}

static void aim(pl_rig *rig, int frame, const double *x) {
  (void)frame;
  const pl_cantilever *c = cantilever_of(rig);
  const double *label = rig->test->channel[PL_CANTILEVER_PROFILE].value;
  for (int o = 0; o < rig->n_observer; o++) {
    const pl_observer *of = &rig->observer[o];
    int point = of->component / 2;
    bool tip = c->tip_labelled && point == c->n_point - 1;
    if (of->channel == PL_CANTILEVER_ANGLE) aim_angle(rig, o, x);
    if (of->channel == PL_CANTILEVER_PROFILE && of->component % 2 == 0 && label && !tip) aim_label(rig, o, x, label + 2 * (size_t)point);
  }
}

// What the test has, or, in a plan that has nothing yet, what it has room for.
static bool wanted(const pl_test *test, int channel) {
  bool measured = false;
  for (int c = PL_CANTILEVER_PROFILE; c <= PL_CANTILEVER_ANGLE; c++) measured = measured || test->channel[c].value;
  return measured ? test->channel[channel].value != NULL : test->channel[channel].width > 0;
}

static pl_status add_observers(pl_rig *rig, cantilever_state *state) {
  const pl_cantilever *c = cantilever_of(rig);
  const int n_value[] = {2 * c->n_point, 2, 1};
  size_t n = (size_t)(2 * c->n_point + 3);
  state->dof = pl_arena_alloc(rig->arena, 4 * n, sizeof *state->dof);
  state->weight = pl_arena_alloc(rig->arena, 4 * n, sizeof *state->weight);
  if (!state->dof || !state->weight) return PL_ERROR_MEMORY;
  for (int channel = PL_CANTILEVER_PROFILE; channel <= PL_CANTILEVER_ANGLE; channel++)
    for (int i = 0; i < n_value[channel] && wanted(rig->test, channel); i++) {
      PL_TRY(pl_rig_observe_dof(rig, channel, i, 0, 0));
      int o = rig->n_observer - 1;
      rig->observer[o].n_position = 4;
      rig->observer[o].position_dof = state->dof + 4 * (size_t)o;
      rig->observer[o].position_weight = state->weight + 4 * (size_t)o;
      // points of a plan stand evenly along the strip, the last one and the tip at its end; labels and the angle are aimed at when the shape is known
      if (channel != PL_CANTILEVER_ANGLE && i % 2 == 1)
        aim_place(rig, o - 1, channel == PL_CANTILEVER_TIP ? c->overhang : c->overhang * (i / 2 + 1) / c->n_point);
    }
  if (rig->observes[PL_CANTILEVER_PROFILE]) rig->group[PL_CANTILEVER_PROFILE] = 2;
  return PL_OK;
}

static pl_status build(pl_rig *rig, const pl_rig_options *options) {
  const pl_cantilever *c = cantilever_of(rig);
  cantilever_state *state = pl_arena_alloc(rig->arena, 1, sizeof *state);
  if (!state) return PL_ERROR_MEMORY;
  rig->state = state;
  rig->method = PL_TEST_MESH;
  rig->reason = "a hanging strip is always simulated";
  if (c->turn_sigma > 0) {
    rig->n_intrinsic = 1;
    rig->intrinsic[PL_CANTILEVER_TURN] =
        (pl_intrinsic){.name = "turn", .dim = PL_DIM_ANGLE, .scale = 0.02, .lower = -0.35, .upper = 0.35, .prior = c->turn_sigma};
  }
  PL_TRY(make_mesh(rig, options, state));
  PL_TRY(check_material(rig, state));
  PL_TRY(build_model(rig, state));
  rig->place = place;
  rig->vary = vary;
  rig->start = start;
  rig->aim = aim;
  return add_observers(rig, state);
}

const pl_rig_row pl_rig_cantilever = {
    .protocol = "cantilever",
    .help = "a strip that bends under its own weight (Wang 2011, 4.2; Peirce)",
    .build = build,
};
