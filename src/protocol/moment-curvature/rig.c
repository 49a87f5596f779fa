// rig.c: a small strip of cloth in which every element has the same curvature: homogeneous bending, without an equilibrium to find.
//
// The strip is bent into a polygon of chords of the cell length h that turn by kappa h at every row of vertices. It is isometric to the flat
// strip, and its hinges across have the angle kappa h, all others 0. Strain `curvature` is exact on it for any kappa: (kappa, 0, 0) along the
// strip. Every vertex is a support. By virtual work the moment per width is
//   M = (1 / area) g . dx/dkappa,   x_i' of row i = sum over chords j < i of  h^2 j (-sin, -cos)(j kappa h),   g the reactions.
// The cell is a share of the smallest radius; the result does not depend on it.
//
// A loop is one strip, whose frames are its readings: friction follows them in order. A data sheet is one frame of several strips at once.
// Each is brought to one place of the loop that B and 2HB are read from, on a specimen that was flat before:
//   B = (M(150) - M(50)) / 100 1/m while loading,   2HB = M(100) while loading - M(100) after loading to 250 1/m.
// Of both faces it is the mean, of four strips each.
#include <math.h>
#include <string.h>

#include "protocol/moment-curvature/moment_part.h"
#include "rig/rig_rows.h"

enum { CHORDS = 3, ACROSS = 2, ROWS = CHORDS + 1, PER_ROW = ACROSS + 1, N_VERTEX = ROWS * PER_ROW, MAX_STRIP = 8 };
static const double TURN = 0.3;  // rad, of a hinge at the largest curvature

// One strip of a data sheet: its curvature before and when it is read, 1/m, and its weight in B (1/m) and 2HB.
typedef struct place {
  double before, at, in_rigidity, in_hysteresis;
} place;

typedef struct state {
  double h;  // m, length of a chord
  int n_strip;
  place strip[MAX_STRIP];
} state;

static const state *state_of(const pl_rig *rig) { return rig->act.state; }

// Puts one strip, or the derivative of its places by the curvature, into x [3 N_VERTEX].
static void bend(double h, double kappa, bool slope, double *x) {
  double at[2] = {0, 0};
  for (int i = 0; i < ROWS; i++) {
    for (int k = 0; k < PER_ROW; k++) {
      double *v = x + 3 * (PER_ROW * i + k);
      v[0] = at[0], v[2] = at[1];
      if (slope) v[1] = 0;
    }
    double turn = i * kappa * h, s = sin(turn), c = cos(turn);
    at[0] += slope ? -h * h * i * s : h * c;
    at[1] -= slope ? h * h * i * c : h * s;  // downwards: the upper side, from which triangles are counter-clockwise, is outside
  }
}

static double curvature_of(const pl_rig *rig, int frame, int strip) {
  if (pl_moment_of(rig->test)->sheet) return state_of(rig)->strip[strip].at;
  return rig->test->channel[PL_MOMENT_CURVATURE].value[frame];
}

static void put(const pl_rig *rig, int frame, const double *intrinsic, double *x) {
  (void)intrinsic;
  for (int s = 0; s < state_of(rig)->n_strip; s++) bend(state_of(rig)->h, curvature_of(rig, frame, s), false, x + 3 * N_VERTEX * (size_t)s);
}

// ---- the specimen ----

static pl_status build_mesh(pl_rig *rig, const state *s) {
  pl_specimen specimen = {.length = CHORDS * s->h,
                          .width = ACROSS * s->h,
                          .angle = rig->test->angle,
                          .n_length = CHORDS,
                          .n_width = ACROSS,
                          .kind = PL_TOPOLOGY_UNIFORM};
  pl_mesh *one;
  PL_TRY(pl_mesh_strip(rig->ctx, &specimen, &one));
  size_t n = (size_t)s->n_strip, n_triangle = (size_t)one->n_triangle;
  double *rest = pl_arena_alloc(rig->arena, 2 * N_VERTEX * n, sizeof *rest), *x0 = pl_arena_alloc(rig->arena, 3 * N_VERTEX * n, sizeof *x0);
  int32_t *triangle = pl_arena_alloc(rig->arena, 3 * n_triangle * n, sizeof *triangle);
  pl_status status = rest && x0 && triangle ? PL_OK : PL_ERROR_MEMORY;
  PL_ASSERT(one->n_vertex == N_VERTEX);
  for (size_t i = 0; i < n && status == PL_OK; i++) {
    memcpy(rest + 2 * N_VERTEX * i, one->rest, 2 * N_VERTEX * sizeof *rest);
    memcpy(x0 + 3 * N_VERTEX * i, one->x0, 3 * N_VERTEX * sizeof *x0);
    for (size_t k = 0; k < 3 * n_triangle; k++) triangle[3 * n_triangle * i + k] = one->triangle[k] + (int32_t)(N_VERTEX * i);
  }
  if (status == PL_OK)
    status =
        pl_mesh_create(rig->ctx, (int32_t)(N_VERTEX * n), rest, x0, (int32_t)(n_triangle * n), triangle, one->kind, &rig->memory->mesh);
  rig->body.mesh = rig->memory->mesh;
  pl_mesh_destroy(one);
  return status;
}

// Adds strip i to the weights of a reading of `frame`, so that it has this share of the strip's moment.
static void weigh(const pl_rig *rig, int frame, int i, double share, double *weight) {
  const state *s = state_of(rig);
  double slope[3 * N_VERTEX], area = CHORDS * s->h * ACROSS * s->h;
  bend(s->h, curvature_of(rig, frame, i), true, slope);
  for (int k = 0; k < 3 * N_VERTEX; k++) weight[3 * N_VERTEX * i + k] = share * slope[k] / area;
}

static pl_status observe_loop(pl_rig *rig) {
  double *weight = pl_rig_vector(rig);
  if (!weight) return PL_ERROR_MEMORY;
  for (int f = 0; f < rig->test->n_frame; f++) {
    weigh(rig, f, 0, 1, weight);
    PL_TRY(pl_rig_observe(rig, PL_MOMENT_MOMENT, 0, f, weight, NULL));
  }
  return PL_OK;
}

static pl_status observe_sheet(pl_rig *rig) {
  const state *s = state_of(rig);
  for (int channel = PL_MOMENT_RIGIDITY; channel <= PL_MOMENT_HYSTERESIS; channel++) {
    double *weight = pl_rig_vector(rig);
    if (!weight) return PL_ERROR_MEMORY;
    for (int i = 0; i < s->n_strip; i++)
      weigh(rig, 0, i, channel == PL_MOMENT_RIGIDITY ? s->strip[i].in_rigidity : s->strip[i].in_hysteresis, weight);
    PL_TRY(pl_rig_observe(rig, channel, 0, -1, weight, NULL));
  }
  return PL_OK;
}

// The strips of a data sheet of one face, sign 1 or -1; share: of the mean over the faces.
static void add_face(double sign, double share, state *s) {
  pl_moment_window w = pl_moment_window_of(INFINITY);
  double top = 250, per = sign * share / (w.high - w.low);
  const place face[] = {{0, sign * w.high, per, 0},
                        {0, sign * w.low, -per, 0},
                        {0, sign * w.at, 0, sign * share},
                        {sign * top, sign * w.at, 0, -sign * share}};
  memcpy(s->strip + s->n_strip, face, sizeof face);
  s->n_strip += sizeof face / sizeof face[0];
}

// Where the strips were before they are read: friction remembers it.
static pl_status set_origin(pl_rig *rig) {
  double *origin = pl_rig_vector(rig);
  if (!origin) return PL_ERROR_MEMORY;
  memcpy(origin, rig->body.mesh->x0, 3 * (size_t)rig->body.mesh->n_vertex * sizeof *origin);
  for (int i = 0; i < state_of(rig)->n_strip; i++)
    bend(state_of(rig)->h, state_of(rig)->strip[i].before, false, origin + 3 * N_VERTEX * (size_t)i);
  rig->path.origin = origin;
  return PL_OK;
}

static pl_status build(pl_rig *rig, const pl_rig_options *options) {
  (void)options;
  const pl_moment *moment = pl_moment_of(rig->test);
  state *s = pl_arena_alloc(rig->arena, 1, sizeof *s);
  if (!s) return PL_ERROR_MEMORY;
  *s = (state){.n_strip = moment->sheet ? 0 : 1};
  double share = moment->face == PL_FACE_BOTH ? 0.5 : 1;
  if (moment->sheet && moment->face != PL_FACE_INWARD) add_face(1, share, s);
  if (moment->sheet && moment->face != PL_FACE_OUTWARD) add_face(-1, share, s);
  s->h = TURN / fmax(moment->sheet ? 250 : pl__moment_top(rig->test), 1e-3);
  rig->act.state = s;
  rig->act.place = put;
  rig->run.method = PL_TEST_CLAMPED;
  rig->run.reason = "bent as a cylinder between its clamps: uniform";
  PL_TRY(build_mesh(rig, s));
  size_t n_dof = 3 * (size_t)rig->body.mesh->n_vertex;
  uint8_t *fixed = pl_arena_alloc(rig->arena, n_dof, sizeof *fixed);
  if (!fixed) return PL_ERROR_MEMORY;
  memset(fixed, 1, n_dof);
  PL_TRY(pl_rig_add_model(rig, &(pl_model_options){.fixed = fixed}));
  if (!moment->sheet) return observe_loop(rig);
  PL_TRY(set_origin(rig));
  return observe_sheet(rig);
}

// The clamps prescribe the cylinder: every position is known.
static bool solves(const pl_test *test, const pl_rig_options *options) {
  (void)test, (void)options;
  return false;
}

const pl_rig_row pl__moment_rig = {.help = "cloth bent as a cylinder while its moment is read (KES-FB2)", .solves = solves, .build = build};
