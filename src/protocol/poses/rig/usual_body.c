// usual_body.c: see usual_body.h.
#include "protocol/poses/rig/usual_body.h"
#include "protocol/poses/poses_part.h"

#include <math.h>
#include <string.h>

#include "protocol/poses/poses.h"
#include "rig/usual.h"

#define STRAIN 0.1      // strain of stretching, pressing, shearing
#define RIM 0.2         // shear of the rim of a twisted body
#define TURN 0.6        // rad, maximum rotation
#define DISK 0.25       // radius over the shorter side of the face
#define FACE 1e-3       // of the extent: depth of the face of a body with flat ends
#define GRIP 0.1        // of the extent: depth of a clamp on any other body
#define MOST_GRIP 0.35  // the same, maximum
#define MARKS 1e-3      // of the body's size: default sigma of landmarks
enum { FRAMES = 2, FEW = 4 };

typedef struct planner {
  pl_arena *arena;
  const pl_test *like;
  const pl_mesh *mesh;
  double low[3], high[3];  // m
  int axis;                // between the faces
  double motion[3];        // m, of the moved set, at the last frame
  double angle;            // rad, about the axis
  pl_node_set *set;        // [2]: held, moved
} planner;

static double extent(const planner *p, int axis) { return p->high[axis] - p->low[axis]; }

static void measure_box(planner *p) {
  for (int k = 0; k < 3; k++) p->low[k] = INFINITY, p->high[k] = -INFINITY;
  for (int32_t v = 0; v < p->mesh->n_vertex; v++)
    for (int k = 0; k < 3; k++) {
      p->low[k] = fmin(p->low[k], p->mesh->x0[3 * (size_t)v + (size_t)k]);
      p->high[k] = fmax(p->high[k], p->mesh->x0[3 * (size_t)v + (size_t)k]);
    }
}

// ---- supports ----

// Vertices no deeper than `depth` below an end and within `radius` of its middle.
static int32_t collect(const planner *p, bool top, double depth, double radius, int32_t *vertex) {
  int32_t n = 0;
  for (int32_t v = 0; v < p->mesh->n_vertex; v++) {
    const double *x = p->mesh->x0 + 3 * (size_t)v;
    double below = top ? p->high[p->axis] - x[p->axis] : x[p->axis] - p->low[p->axis], square = 0;
    for (int k = 0; k < 3; k++)
      if (k != p->axis) square += pow(x[k] - 0.5 * (p->low[k] + p->high[k]), 2);
    if (below <= depth && square <= radius * radius) vertex[n++] = v;
  }
  return n;
}

// True if there are three vertices in different directions: fewer do not fix a body.
static bool holds(const planner *p, int32_t n, const int32_t *vertex) {
  double largest = 0, scale = 0;
  for (int32_t i = 1; i < n; i++)
    for (int32_t j = 1; j < i; j++) {
      double a[3], b[3];
      for (int k = 0; k < 3; k++) {
        a[k] = p->mesh->x0[3 * (size_t)vertex[i] + (size_t)k] - p->mesh->x0[3 * (size_t)vertex[0] + (size_t)k];
        b[k] = p->mesh->x0[3 * (size_t)vertex[j] + (size_t)k] - p->mesh->x0[3 * (size_t)vertex[0] + (size_t)k];
      }
      const double c[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
      largest = fmax(largest, c[0] * c[0] + c[1] * c[1] + c[2] * c[2]);
      scale = fmax(scale, a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
      if (largest > 1e-4 * scale * scale) return true;
    }
  return false;
}

static pl_status make_set(planner *p, bool top, double radius, const char *name, pl_node_set *set) {
  int32_t *vertex = pl_arena_alloc(p->arena, (size_t)p->mesh->n_vertex, sizeof *vertex);
  if (!vertex) return PL_ERROR_MEMORY;
  *set = (pl_node_set){.name = name, .vertex = vertex};
  set->n = collect(p, top, FACE * extent(p, p->axis), radius, vertex);
  for (double depth = GRIP; depth < MOST_GRIP && !holds(p, set->n, vertex); depth += GRIP)
    set->n = collect(p, top, depth * extent(p, p->axis), radius, vertex);
  double *share = pl_arena_alloc(p->arena, (size_t)set->n + 1, sizeof *share);
  if (!share) return PL_ERROR_MEMORY;
  for (int32_t i = 0; i < set->n; i++) share[i] = 1.0 / set->n;
  set->share = share;
  return PL_OK;
}

static pl_status fail_hold(const planner *p) {
  return pl_fail(pl_arena_context(p->arena), PL_ERROR_INPUT, NULL, "take another axis, or a finer mesh",
                 "the ends of the body along %c are too small to be held", "xyz"[p->axis]);
}

static pl_status make_sets(planner *p, bool push) {
  int a = (p->axis + 1) % 3, b = (p->axis + 2) % 3;
  double radius = push ? DISK * fmin(extent(p, a), extent(p, b)) : INFINITY;
  p->set = pl_arena_alloc(p->arena, 2, sizeof *p->set);
  if (!p->set) return PL_ERROR_MEMORY;
  PL_TRY(make_set(p, false, INFINITY, "held", &p->set[0]));
  PL_TRY(make_set(p, true, radius, push ? "disk" : "moved", &p->set[1]));
  // a coarse mesh has few vertices under a disk
  while (push && p->set[1].n < FEW && radius < fmax(extent(p, a), extent(p, b)))
    PL_TRY(make_set(p, true, radius *= 1.25, "disk", &p->set[1]));
  return holds(p, p->set[0].n, p->set[0].vertex) && p->set[1].n > 0 ? PL_OK : fail_hold(p);
}

// ---- motion ----

static pl_status choose_motion(planner *p, pl_body_test test, int axis) {
  p->axis = axis;
  if (test == PL_BODY_SHEAR) {
    int a = (axis + 1) % 3, b = (axis + 2) % 3;
    p->axis = extent(p, a) < extent(p, b) ? a : b;
    p->motion[p->axis == a ? b : a] = STRAIN * extent(p, p->axis);
  }
  PL_TRY(make_sets(p, test == PL_BODY_PUSH));
  double length = extent(p, p->axis), rim = 0.5 * fmax(extent(p, (p->axis + 1) % 3), extent(p, (p->axis + 2) % 3));
  if (test == PL_BODY_STRETCH) p->motion[p->axis] = STRAIN * length;
  if (test == PL_BODY_PRESS) p->motion[p->axis] = -STRAIN * length;
  if (test == PL_BODY_PUSH) p->motion[p->axis] = -STRAIN * fmin(length, 2 * rim);
  if (test == PL_BODY_TWIST) p->angle = fmin(RIM * length / rim, TURN);
  return PL_OK;
}

static void place_moved(const planner *p, double part, const double *rest, double *x) {
  int a = (p->axis + 1) % 3, b = (p->axis + 2) % 3;
  double c = cos(part * p->angle), s = sin(part * p->angle), u = rest[a] - 0.5 * (p->low[a] + p->high[a]),
         v = rest[b] - 0.5 * (p->low[b] + p->high[b]);
  for (int k = 0; k < 3; k++) x[k] = rest[k] + part * p->motion[k];
  x[a] += (c - 1) * u - s * v;
  x[b] += s * u + (c - 1) * v;
}

static pl_status make_frames(const planner *p, pl_poses *poses) {
  static const char *const name[FRAMES] = {"half", "full"};
  size_t n_dof = 3 * (size_t)p->mesh->n_vertex;
  pl_pose *pose = pl_arena_alloc(p->arena, FRAMES, sizeof *pose);
  pl_pose_frame *frame = pl_arena_alloc(p->arena, FRAMES, sizeof *frame);
  uint8_t *fixed = pl_arena_alloc(p->arena, n_dof, sizeof *fixed);
  double *force = pl_arena_alloc(p->arena, n_dof, sizeof *force);
  if (!pose || !frame || !fixed || !force) return PL_ERROR_MEMORY;
  for (int f = 0; f < FRAMES; f++) {
    double *target = pl_arena_alloc(p->arena, n_dof, sizeof *target);
    if (!target) return PL_ERROR_MEMORY;
    for (int s = 0; s < 2; s++)
      for (int32_t i = 0; i < p->set[s].n; i++) {
        size_t dof = 3 * (size_t)p->set[s].vertex[i];
        memset(fixed + dof, 1, 3);
        memcpy(target + dof, p->mesh->x0 + dof, 3 * sizeof *target);
        if (s == 1) place_moved(p, (double)(f + 1) / FRAMES, p->mesh->x0 + dof, target + dof);
      }
    pose[f] = (pl_pose){.name = name[f], .weight = 1};
    frame[f] = (pl_pose_frame){.fixed = fixed, .target = target, .force = force};
  }
  poses->pose = pose;
  poses->frame = frame;
  poses->n_pose = FRAMES;
  return PL_OK;
}

// ---- readings ----

// Force along the motion, or torque about the axis, and the landmarks of the existing test.
static pl_status make_readings(const planner *p, pl_poses *poses, pl_test *test) {
  const pl_protocol *protocol = pl_protocol_find("poses");
  const pl_poses *old = pl_poses_of(p->like);
  pl_quantity *quantity = pl_arena_alloc(p->arena, (size_t)old->n_quantity + 1, sizeof *quantity);
  if (!quantity) return PL_ERROR_MEMORY;
  bool twist = p->angle > 0;
  int main = twist ? PL_POSES_TORQUE : PL_POSES_FORCE, along = p->axis, width[PL_POSES_CHANNELS] = {[PL_POSES_POSITIONS] = 0};
  for (int k = 0; k < 3; k++)
    if (p->motion[k] != 0) along = k;
  width[main] = 3;
  quantity[poses->n_quantity++] = (pl_quantity){.channel = main, .n = 3, .set = 1, .name = p->set[1].name};
  for (int k = 0; k < 3; k++) quantity[0].about[k] = 0.5 * (p->low[k] + p->high[k]);
  for (int q = 0; q < old->n_quantity && p->like->channel[PL_POSES_POSITIONS].value; q++) {
    if (old->quantity[q].channel != PL_POSES_POSITIONS) continue;
    pl_quantity *mark = &quantity[poses->n_quantity++];
    *mark = old->quantity[q];
    mark->first = width[PL_POSES_POSITIONS];
    width[PL_POSES_POSITIONS] += 3;
  }
  poses->quantity = quantity;
  for (int c = 0; c < PL_POSES_CHANNELS; c++) {
    test->channel[c].row = &protocol->channel[c];
    poses->rest[c] = NULL;
    if (width[c] == 0) continue;
    size_t n = (size_t)FRAMES * (size_t)width[c];
    double *value = pl_arena_alloc(p->arena, n, sizeof *value);
    double *rest = pl_arena_alloc(p->arena, (size_t)width[c], sizeof *rest);
    if (!value || !rest) return PL_ERROR_MEMORY;
    for (size_t i = 0; i < n; i++)
      if (c == main && (int)(i % 3) != along) value[i] = NAN;  // one load cell
    // in the order of the marks above: the first of each is 3 after the one before
    double *mark = rest;
    for (int q = 0; q < old->n_quantity && c == PL_POSES_POSITIONS; q++) {
      if (old->quantity[q].channel != c) continue;
      memcpy(mark, old->rest[c] + old->quantity[q].first, 3 * sizeof *rest);
      mark += 3;
    }
    poses->rest[c] = rest;
    test->channel[c].rest = rest;
    test->channel[c].width = width[c];
    test->channel[c].value = value;
  }
  test->observed = test->control = main;
  return PL_OK;
}

static pl_status plan_body(pl_arena *arena, const pl_usual *usual, const pl_material *material, const pl_test *like,
                           const pl_solve_options *solve, pl_usual_plan *plan) {
  (void)material, (void)solve;
  planner p = {.arena = arena, .like = like, .mesh = pl_poses_of(like)->mesh};
  pl_poses *poses = pl_arena_alloc(arena, 1, sizeof *poses);
  int *branch = pl_arena_alloc(arena, FRAMES, sizeof *branch);
  if (!poses || !branch) return PL_ERROR_MEMORY;
  measure_box(&p);
  PL_TRY(choose_motion(&p, (pl_body_test)(usual->which / 3), usual->which % 3));
  *poses = *pl_poses_of(like);
  poses->set = p.set;
  poses->n_set = 2;
  poses->n_quantity = 0;
  pl_test *test = &plan->test[0];
  *test = (pl_test){.name = usual->name,
                    .file = "",
                    .length = like->length,
                    .width = like->width,
                    .strips = 1,
                    .n_frame = FRAMES,
                    .n_raw = FRAMES,
                    .branch = branch,
                    .raw_branch = branch,
                    .protocol = &pl_protocol_poses,
                    .detail = poses};
  PL_TRY(make_frames(&p, poses));
  PL_TRY(make_readings(&p, poses, test));
  const pl_channel *marks = &like->channel[PL_POSES_POSITIONS];
  if (test->channel[PL_POSES_POSITIONS].value) plan->sigma[PL_POSES_POSITIONS] = marks->sigma > 0 ? marks->sigma : MARKS * like->length;
  plan->n_test = 1;
  return PL_OK;
}

#define BODY_TEST(name, words, noise, kind, axis) \
  { "poses", name, words, noise, PL_NEEDS_BODY, false, 0, PL_BODY_WHICH(kind, axis), plan_body }
static const pl_usual usual[] = {
    BODY_TEST("stretched x", "the body held at both ends and stretched along x", "force to 1 %, landmarks as before", PL_BODY_STRETCH, 0),
    BODY_TEST("stretched y", "the body held at both ends and stretched along y", "force to 1 %, landmarks as before", PL_BODY_STRETCH, 1),
    BODY_TEST("stretched z", "the body held at both ends and stretched along z", "force to 1 %, landmarks as before", PL_BODY_STRETCH, 2),
    BODY_TEST("sheared yz", "the body held at two faces and sheared in the plane yz", "force to 1 %, landmarks as before", PL_BODY_SHEAR,
              0),
    BODY_TEST("sheared xz", "the body held at two faces and sheared in the plane xz", "force to 1 %, landmarks as before", PL_BODY_SHEAR,
              1),
    BODY_TEST("sheared xy", "the body held at two faces and sheared in the plane xy", "force to 1 %, landmarks as before", PL_BODY_SHEAR,
              2),
    BODY_TEST("pressed x", "the body pressed between plates that hold it along x", "force to 1 %, landmarks as before", PL_BODY_PRESS, 0),
    BODY_TEST("pressed y", "the body pressed between plates that hold it along y", "force to 1 %, landmarks as before", PL_BODY_PRESS, 1),
    BODY_TEST("pressed z", "the body pressed between plates that hold it along z", "force to 1 %, landmarks as before", PL_BODY_PRESS, 2),
    BODY_TEST("twisted x", "the body held at both ends and twisted about x", "torque to 1 %, landmarks as before", PL_BODY_TWIST, 0),
    BODY_TEST("twisted y", "the body held at both ends and twisted about y", "torque to 1 %, landmarks as before", PL_BODY_TWIST, 1),
    BODY_TEST("twisted z", "the body held at both ends and twisted about z", "torque to 1 %, landmarks as before", PL_BODY_TWIST, 2),
    BODY_TEST("pushed x", "a disk pushed into the body along x", "force to 1 %, landmarks as before", PL_BODY_PUSH, 0),
    BODY_TEST("pushed y", "a disk pushed into the body along y", "force to 1 %, landmarks as before", PL_BODY_PUSH, 1),
    BODY_TEST("pushed z", "a disk pushed into the body along z", "force to 1 %, landmarks as before", PL_BODY_PUSH, 2),
};
// Prefers the solid with the most position readings.
static double like(const pl_test *test, int which) {
  (void)which;
  return pl_mesh_is_solid(pl_poses_of(test)->mesh) ? 1e9 + test->channel[PL_POSES_POSITIONS].width : -1;
}

const pl_protocol_plan pl__poses_plan = {.n_usual = (int)(sizeof usual / sizeof usual[0]),
                                         .usual = usual,
                                         .body = PL_NEEDS_BODY,
                                         .like = like,
                                         .planned = &pl__poses_laboratory};
