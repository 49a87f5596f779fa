// rig.c: a square of cloth on a board, weights on its bottom slat and on two side clips (Wang 2011, 4.1).
//
// Planar: x to the right, y up, z fixed. The cloth between the slats is a rectangle, width x (height / stretch), hung by its top edge.
// Bottom slat and clips are rigid bodies that translate. Two intrinsic parameters act only on the rest shape from which strains are
// measured:
//    rest(x, y) = R(cut + turn) (x, y / stretch)       stretch: the hung sample is longer than it was cut; turn: error of the cut
// Their derivatives are central differences of the assembled gradient at fixed positions. The gradient is smooth in the rest shape, so a
// relative step of 1e-5 gives ten correct digits. Points labelled on a body move with it: body position plus a constant. The constant is
// the mean over frames of the vector from the centre of the body's points to the point. The centre of the points is assumed to be the
// centre of the body.
#include <math.h>
#include <string.h>

#include "protocol/biaxial-hang/hang.h"
#include "mesh/build.h"
#include "rig/rig_rows.h"

static const double STEP = 1e-5;  // of an intrinsic parameter (a ratio, a radian)

typedef struct hang_state {
  double top[2];                  // m, centre of the top slat on the board
  double *flat;                   // [n_vertex][2], m, vertices of the cut cloth from the middle of its top edge
  int32_t first[PL_HANG_BODIES];  // first vertex of each body
} hang_state;

// Rest shapes at the present intrinsic parameters.
typedef struct hang_memory {
  double *rest;                          // [n_vertex][2], scratch
  pl_model *moved[PL_MAX_INTRINSIC][2];  // the model with one intrinsic parameter a step lower, higher
} hang_memory;

static const pl_hang *hang_of(const pl_rig *rig) { return pl_hang_of(rig->test); }

// ---- the specimen ----

// The body of a vertex: the slats hold whole edges, the clips the middle of theirs.
static int body_of(const pl_hang *hang, double x, double y) {
  double near = 1e-9 * hang->width;
  if (y > -near) return PL_HANG_TOP;
  if (y < -hang->height + near) return PL_HANG_BOTTOM;
  if (fabs(y + 0.5 * hang->height) > 0.5 * hang->clip + near) return -1;
  return x < -0.5 * hang->width + near ? PL_HANG_LEFT : x > 0.5 * hang->width - near ? PL_HANG_RIGHT : -1;
}

// Rows of cells in the three bands of the height: above, along and below the clips. So the clips end on vertices for any cell size.
typedef struct bands {
  int outer, clip;  // cells
} bands;

static bands make_bands(const pl_hang *hang, double cells) {
  double per_length = cells / fmax(hang->width, hang->height), clip = hang->clip * per_length;
  // a clip much shorter than a cell holds one vertex
  return (bands){.outer = (int)fmax(round(0.5 * (hang->height - hang->clip) * per_length), 2),
                 .clip = clip < 0.25 ? 0 : (int)fmax(round(clip), 1)};
}

// Height of a vertex from the middle: y is uniform over the rows from -height/2 to height/2.
static double band_height(const pl_hang *hang, bands b, double y) {
  double rows = 2 * b.outer + b.clip, from_middle = y / hang->height * rows, half = 0.5 * b.clip, edge = b.clip > 0 ? 0.5 * hang->clip : 0;
  if (fabs(from_middle) < half) return edge * from_middle / half;
  return copysign(edge + (0.5 * hang->height - edge) * (fabs(from_middle) - half) / b.outer, y);
}

// A regular specimen with its top edge centred at the origin, at the angle of the cut.
static pl_status make_mesh(pl_rig *rig, const pl_rig_options *options, hang_state *state) {
  const pl_hang *hang = hang_of(rig);
  double cells = pl_rig_cells(options, 40);
  bands rows = make_bands(hang, cells);
  pl_specimen specimen = {.length = hang->width,
                          .width = hang->height,
                          .n_length = (int)fmax(round(cells * hang->width / fmax(hang->width, hang->height)), 4),
                          .n_width = 2 * rows.outer + rows.clip,
                          .kind = (pl_topology_kind)options->topology,
                          .seed = 1};
  pl_mesh *flat;
  PL_TRY(pl_mesh_strip(rig->ctx, &specimen, &flat));
  size_t n = (size_t)flat->n_vertex;
  state->flat = pl_arena_alloc(rig->arena, 2 * n, sizeof *state->flat);
  hang_memory *own = rig->memory->own;
  own->rest = pl_arena_alloc(rig->arena, 2 * n, sizeof *own->rest);
  double *x0 = pl_arena_alloc(rig->arena, 3 * n, sizeof *x0);
  pl_status status = state->flat && own->rest && x0 ? PL_OK : PL_ERROR_MEMORY;
  for (size_t v = 0; v < n && status == PL_OK; v++) {
    state->flat[2 * v] = flat->x0[3 * v] - 0.5 * hang->width;
    state->flat[2 * v + 1] = band_height(hang, rows, flat->x0[3 * v + 1]) - 0.5 * hang->height;
    for (int k = 0; k < 2; k++) x0[3 * v + (size_t)k] = state->flat[2 * v + (size_t)k] + state->top[k];
    double c = cos(rig->test->angle), s = sin(rig->test->angle);
    own->rest[2 * v] = c * state->flat[2 * v] - s * state->flat[2 * v + 1];
    own->rest[2 * v + 1] = s * state->flat[2 * v] + c * state->flat[2 * v + 1];
  }
  if (status == PL_OK)
    status = pl_mesh_create(rig->ctx, flat->n_vertex, own->rest, x0, flat->n_triangle, flat->triangle, flat->kind, &rig->memory->mesh);
  rig->body.mesh = rig->memory->mesh;
  pl_mesh_destroy(flat);
  return status;
}

static void rest_shape(const pl_rig *rig, const double *p, const hang_state *state, double *rest) {
  double angle = rig->test->angle + p[PL_HANG_TURN], c = cos(angle), s = sin(angle);
  for (int32_t v = 0; v < rig->body.mesh->n_vertex; v++) {
    double x = state->flat[2 * v], y = state->flat[2 * v + 1] / p[PL_HANG_STRETCH];
    rest[2 * v] = c * x - s * y;
    rest[2 * v + 1] = s * x + c * y;
  }
}

static pl_status shape(const pl_rig *rig, const double *intrinsic, pl_rig_memory *memory) {
  const hang_state *state = rig->act.state;
  hang_memory *own = memory->own;
  rest_shape(rig, intrinsic, state, own->rest);
  pl_model_set_rest(memory->model[0], own->rest);
  for (int k = 0; k < rig->n_intrinsic; k++)
    for (int side = 0; side < 2; side++) {
      double p[PL_MAX_INTRINSIC];
      memcpy(p, intrinsic, sizeof p[0] * (size_t)rig->n_intrinsic);
      p[k] += side ? STEP : -STEP;
      rest_shape(rig, p, state, own->rest);
      pl_model_set_rest(own->moved[k][side], own->rest);
    }
  return PL_OK;
}

static pl_status vary(const pl_rig *rig, pl_solver *solver, int frame, int k, const double *theta, const double *x, double *motion,
                      double *force) {
  (void)frame;
  const hang_memory *own = rig->memory->own;
  size_t n_dof = (size_t)rig->body.model->n_dof;
  pl_solver_gradient_of(solver, own->moved[k][0], theta, x, motion);
  pl_solver_gradient_of(solver, own->moved[k][1], theta, x, force);
  for (size_t i = 0; i < n_dof; i++) force[i] = (force[i] - motion[i]) / (2 * STEP);
  memset(motion, 0, n_dof * sizeof *motion);
  return PL_OK;
}

// ---- labels ----

// Mean of a body's labels in a frame; false when one is missing.
static bool body_centre(const pl_rig *rig, int frame, int body, double centre[2]) {
  const pl_hang *hang = hang_of(rig);
  const double *value = rig->test->channel[PL_HANG_POINTS].value;
  int n = 0;
  centre[0] = centre[1] = 0;
  for (int i = 0; value && i < hang->n_point; i++) {
    if (hang->point[i].body != (pl_hang_body)body) continue;
    const double *at = value + 2 * ((size_t)frame * hang->n_point + i);
    centre[0] += at[0];
    centre[1] += at[1];
    n++;
  }
  centre[0] /= n > 0 ? n : NAN;
  centre[1] /= n > 0 ? n : NAN;
  return isfinite(centre[0] + centre[1]);
}

// Mean over frames of a body's centre.
static void mean_centre(const pl_rig *rig, int body, double mean[2]) {
  int n = 0;
  mean[0] = mean[1] = 0;
  for (int f = 0; f < rig->test->n_frame; f++) {
    double centre[2];
    if (!body_centre(rig, f, body, centre)) continue;
    mean[0] += centre[0];
    mean[1] += centre[1];
    n++;
  }
  for (int k = 0; k < 2 && n > 0; k++) mean[k] /= n;
}

// Mean over frames of a point's position relative to the centre of its body. A virtual rig has no labels: its points follow the plan.
static void point_offset(const pl_rig *rig, int point, double offset[2]) {
  const pl_hang *hang = hang_of(rig);
  const double *value = rig->test->channel[PL_HANG_POINTS].value;
  int n = 0;
  offset[0] = offset[1] = 0;
  for (int f = 0; f < rig->test->n_frame; f++) {
    double centre[2];
    if (!body_centre(rig, f, hang->point[point].body, centre)) continue;
    for (int k = 0; k < 2; k++) offset[k] += value[2 * ((size_t)f * hang->n_point + point) + (size_t)k] - centre[k];
    n++;
  }
  for (int k = 0; k < 2; k++) offset[k] = n > 0 ? offset[k] / n : 0;
}

// Points of a body in the plan of a virtual test: evenly spread along it.
static void planned_offset(const pl_hang *hang, int point, double offset[2]) {
  int n = 0, place = 0;
  for (int i = 0; i < hang->n_point; i++) {
    if (hang->point[i].body != hang->point[point].body) continue;
    if (i < point) place++;
    n++;
  }
  bool slat = hang->point[point].body == PL_HANG_TOP || hang->point[point].body == PL_HANG_BOTTOM;
  double at = n > 1 ? (double)place / (n - 1) - 0.5 : 0;
  offset[0] = slat ? at * hang->width : 0;
  offset[1] = slat ? 0 : -at * hang->clip;
}

static pl_status observe_points(pl_rig *rig, const hang_state *state) {
  const pl_hang *hang = hang_of(rig);
  bool labelled = rig->test->channel[PL_HANG_POINTS].value != NULL;
  for (int i = 0; i < hang->n_point; i++) {
    double offset[2];
    int body = hang->point[i].body;
    if (labelled)
      point_offset(rig, i, offset);
    else
      planned_offset(hang, i, offset);
    // the centre of the body in the rest shape, from its representative vertex
    double centre[2] = {0, body == PL_HANG_TOP ? 0 : body == PL_HANG_BOTTOM ? -hang->height : -0.5 * hang->height};
    if (body == PL_HANG_LEFT || body == PL_HANG_RIGHT) centre[0] = (body == PL_HANG_LEFT ? -0.5 : 0.5) * hang->width;
    for (int k = 0; k < 2; k++) {
      int32_t v = state->first[body];
      double from_vertex = centre[k] - state->flat[2 * v + k];
      PL_TRY(pl_rig_observe_dof(rig, PL_HANG_POINTS, 2 * i + k, offset[k] + from_vertex, 3 * v + k));
    }
  }
  return PL_OK;
}

// The labelled shape: bodies at their labels, the cloth between them interpolated from top, bottom and sides.
static bool start(const pl_rig *rig, int frame, double *x) {
  const pl_hang *hang = hang_of(rig);
  const hang_state *state = rig->act.state;
  double shift[PL_HANG_BODIES][2] = {{0}};
  for (int b = PL_HANG_BOTTOM; b < PL_HANG_BODIES; b++) {
    double centre[2], rest[2] = {b == PL_HANG_LEFT    ? -0.5 * hang->width
                                 : b == PL_HANG_RIGHT ? 0.5 * hang->width
                                                      : 0,
                                 b == PL_HANG_BOTTOM ? -hang->height : -0.5 * hang->height};
    if (!body_centre(rig, frame, b, centre)) return false;
    for (int k = 0; k < 2; k++) shift[b][k] = centre[k] - state->top[k] - rest[k];
  }
  for (int32_t v = 0; v < rig->body.mesh->n_vertex; v++) {
    double fx = state->flat[2 * v] / hang->width + 0.5, fy = -state->flat[2 * v + 1] / hang->height, bulge = 4 * fy * (1 - fy);
    int body = body_of(hang, state->flat[2 * v], state->flat[2 * v + 1]);
    for (int k = 0; k < 2; k++) {
      double half = 0.5 * shift[PL_HANG_BOTTOM][k];
      double move =
          fy * shift[PL_HANG_BOTTOM][k] + bulge * ((1 - fx) * (shift[PL_HANG_LEFT][k] - half) + fx * (shift[PL_HANG_RIGHT][k] - half));
      x[3 * v + k] = rig->body.mesh->x0[3 * v + k] + (body > PL_HANG_TOP ? shift[body][k] : body == PL_HANG_TOP ? 0 : move);
    }
    x[3 * v + 2] = 0;
  }
  return true;
}

// ---- building ----

// A cutting error changes the rest shape of triangles (pl_model_set_rest); springs along mesh edges cannot follow it. Bending is excluded.
static pl_status check_model(const pl_rig *rig) {
  for (int i = 0; i < rig->body.model->n_group; i++) {
    const pl_strain *strain = rig->body.model->group[i].strain;
    if (strain->element != PL_ELEMENT_TRIANGLE)
      return pl_fail(rig->ctx, PL_ERROR_INPUT, NULL, "use a material whose terms act on triangles, such as one of `--model stvk`",
                     PL_ID("rig.strain-of-sheets") "a hung sample cannot be simulated with the strain '%s' of material '%s'", strain->name,
                     rig->material->name);
  }
  return PL_OK;
}

static pl_status build_models(pl_rig *rig, hang_state *state) {
  const pl_hang *hang = hang_of(rig);
  size_t n = (size_t)rig->body.mesh->n_vertex;
  uint8_t *fixed = pl_arena_alloc(rig->arena, 3 * n, sizeof *fixed);
  int32_t *tie = pl_arena_alloc(rig->arena, n, sizeof *tie);
  double *load = pl_arena_alloc(rig->arena, 3 * n * (size_t)rig->test->n_frame, sizeof *load);
  if (!fixed || !tie || !load) return PL_ERROR_MEMORY;
  int count[PL_HANG_BODIES] = {0};
  for (int b = 0; b < PL_HANG_BODIES; b++) state->first[b] = -1;
  for (size_t v = 0; v < n; v++) {
    int body = body_of(hang, state->flat[2 * v], state->flat[2 * v + 1]);
    fixed[3 * v + 2] = 1;
    if (body == PL_HANG_TOP) fixed[3 * v] = fixed[3 * v + 1] = 1;
    tie[v] = body > PL_HANG_TOP ? body : -1;
    if (body >= 0 && count[body]++ == 0) state->first[body] = (int32_t)v;
  }
  for (int b = 0; b < PL_HANG_BODIES; b++)
    if (count[b] == 0)
      return pl_fail(rig->ctx, PL_ERROR_INPUT, NULL, "use more cells, or check the clip's length",
                     "no vertex of the mesh of '%s' lies on the %s", rig->test->name, b >= PL_HANG_LEFT ? "side clips" : "slats");
  pl_model_options options = {.gravity = {0, -hang->gravity, 0}, .fixed = fixed, .tie = tie, .planar = true};
  PL_TRY(pl_rig_add_model(rig, &options));
  PL_TRY(check_model(rig));
  hang_memory *own = rig->memory->own;
  for (int k = 0; k < rig->n_intrinsic; k++)
    for (int side = 0; side < 2; side++) PL_TRY(pl_model_create(rig->ctx, rig->body.mesh, rig->material, &options, &own->moved[k][side]));
  for (int f = 0; f < rig->test->n_frame; f++) {
    double *of_frame = load + 3 * n * (size_t)f;
    memcpy(of_frame, rig->body.model->load, 3 * n * sizeof *load);
    for (size_t v = 0; v < n; v++)
      for (int k = 0; k < 2 && tie[v] >= 0; k++) {
        int weight = 3 * f + tie[v] - 1;
        of_frame[3 * v + (size_t)k] += hang->load[weight] * hang->direction[2 * weight + k] / count[tie[v]];
      }
  }
  rig->path.load = load;
  return PL_OK;
}

static void clear(pl_rig_memory *memory) {
  const hang_memory *own = memory->own;
  for (int k = 0; k < PL_MAX_INTRINSIC; k++)
    for (int side = 0; side < 2; side++) pl_model_destroy(own->moved[k][side]);
}

static pl_status build(pl_rig *rig, const pl_rig_options *options) {
  const pl_hang *hang = hang_of(rig);
  hang_state *state = pl_arena_alloc(rig->arena, 1, sizeof *state);
  hang_memory *own = pl_arena_alloc(rig->arena, 1, sizeof *own);
  if (!state || !own) return PL_ERROR_MEMORY;
  rig->act.state = state;
  rig->memory->own = own;
  rig->act.clear = clear;
  rig->run.method = PL_TEST_MESH;
  rig->run.reason = "a hung sample is always simulated";
  mean_centre(rig, PL_HANG_TOP, state->top);
  rig->n_intrinsic = 2;
  rig->intrinsic[PL_HANG_STRETCH] = (pl_intrinsic){
      .name = "stretch", .dim = PL_DIM_NONE, .start = 1, .scale = 0.01, .lower = 0.8, .upper = 1.2, .prior = hang->stretch_sigma};
  rig->intrinsic[PL_HANG_TURN] =
      (pl_intrinsic){.name = "turn", .dim = PL_DIM_ANGLE, .scale = 0.02, .lower = -0.35, .upper = 0.35, .prior = hang->cut_sigma};
  PL_TRY(make_mesh(rig, options, state));
  PL_TRY(build_models(rig, state));
  rig->act.shape = shape;
  rig->act.vary = vary;
  if (rig->test->channel[PL_HANG_POINTS].value) rig->act.start = start;
  return observe_points(rig, state);
}

static const char *const reads[] = {"cells", "topology", NULL};

const pl_rig_row pl__hang_rig = {
    .help = "a square on a board with weights on three sides (Wang 2011, 4.1)",
    .reads = reads,
    .build = build,
};
