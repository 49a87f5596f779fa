// rig.c: a body in its poses: supports, loads and gravity per frame, and all observed quantities (protocol `poses`).
//
//   force on a set     sum over its fixed coordinates of g (reactions of the supports), and k (y - x) of its springs
//   torque about c     T_k = sum (x_a - c_a) g_b - (x_b - c_b) g_a,  (k, a, b) cyclic; the positions x are prescribed, so it is linear in g
//   position           sum of weight times vertex
//   length, area, volume: not linear in the positions: `aim` linearises the observer at x, with the exact slope
// (protocol/poses/read/value.c)
#include <math.h>
#include <string.h>

#include "protocol/poses/poses.h"
#include "rig/rig_rows.h"

// An observer that is linearised at the present positions.
typedef struct aimed {
  int observer, frame;
  const pl_quantity *quantity;
  double *slope;  // [n_dof]
} aimed;

typedef struct poses_sight {
  int n_aimed;
  aimed *aimed;  // sorted by frame
} poses_sight;

// ---- starts ----

// The rotation R that best fits the fixed vertices, iteratively. The remaining rotation is w = sum R a_i x b_i / |sum R a_i . b_i|.
// (Mueller et al. 2016, "A robust method to extract the rotational part of deformations").
static void turn_by(const double w[3], double R[3][3]) {
  double angle = sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
  if (!(angle > 0)) return;
  double c = cos(angle), s = sin(angle) / angle, d = (1 - c) / (angle * angle), old[3][3];
  memcpy(old, R, sizeof old);
  for (int j = 0; j < 3; j++) {
    double v[3] = {old[0][j], old[1][j], old[2][j]}, along = w[0] * v[0] + w[1] * v[1] + w[2] * v[2];
    const double cross[3] = {w[1] * v[2] - w[2] * v[1], w[2] * v[0] - w[0] * v[2], w[0] * v[1] - w[1] * v[0]};
    for (int i = 0; i < 3; i++) R[i][j] = c * v[i] + s * cross[i] + d * along * w[i];
  }
}

typedef struct rigid {
  double from[3], to[3], R[3][3];
} rigid;

static rigid fit_rigid(const pl_mesh *mesh, const pl_pose_frame *f) {
  rigid r = {.R = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  double a[3][3] = {{0}};  // sum b a^T, columns by coordinate of a
  int n = 0;
  for (int pass = 0; pass < 2; pass++)
    for (int32_t v = 0; v < mesh->n_vertex; v++) {
      size_t dof = 3 * (size_t)v;
      if (!f->fixed[dof] || !f->fixed[dof + 1] || !f->fixed[dof + 2]) continue;
      const double *X = mesh->x0 + dof, *y = f->target + dof;
      if (pass == 0) n++;
      for (int k = 0; k < 3; k++) {
        if (pass == 0) r.from[k] += X[k], r.to[k] += y[k];
        for (int j = 0; j < 3 && pass == 1; j++) a[k][j] += (y[k] - r.to[k] / n) * (X[j] - r.from[j] / n);
      }
    }
  for (int k = 0; k < 3; k++) r.from[k] /= n > 0 ? n : 1, r.to[k] /= n > 0 ? n : 1;
  for (int it = 0; it < 60 && n >= 3; it++) {
    double w[3] = {0}, size = 1e-300;
    for (int j = 0; j < 3; j++) {
      const double p[3] = {r.R[0][j], r.R[1][j], r.R[2][j]}, q[3] = {a[0][j], a[1][j], a[2][j]};
      w[0] += p[1] * q[2] - p[2] * q[1];
      w[1] += p[2] * q[0] - p[0] * q[2];
      w[2] += p[0] * q[1] - p[1] * q[0];
      size += p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
    }
    for (int k = 0; k < 3; k++) w[k] /= fabs(size);
    if (w[0] * w[0] + w[1] * w[1] + w[2] * w[2] < 1e-24) break;
    turn_by(w, r.R);
  }
  return r;
}

// The body at rest, moved rigidly with its supports.
static bool start(const pl_rig *rig, int frame, double *x) {
  const pl_mesh *mesh = rig->body.mesh;
  rigid r = fit_rigid(mesh, &pl_poses_of(rig->test)->frame[frame]);
  for (int32_t v = 0; v < mesh->n_vertex; v++)
    for (int k = 0; k < 3; k++) {
      double sum = r.to[k];
      for (int j = 0; j < 3; j++) sum += r.R[k][j] * (mesh->x0[3 * (size_t)v + j] - r.from[j]);
      x[3 * (size_t)v + k] = sum;
    }
  return true;
}

static bool restart(const pl_rig *rig, int frame, int attempt, double *x) {
  (void)frame;
  memcpy(x, rig->body.mesh->x0, 3 * (size_t)rig->body.mesh->n_vertex * sizeof *x);
  return attempt == 0;
}

static void place(const pl_rig *rig, int frame, const double *intrinsic, double *x) {
  (void)intrinsic;
  const pl_pose_frame *f = &pl_poses_of(rig->test)->frame[frame];
  for (int32_t i = 0; i < 3 * rig->body.mesh->n_vertex; i++)
    if (f->fixed[i]) x[i] = f->target[i];
}

// ---- models ----

static bool same(const void *a, const void *b, size_t size) { return a == b || (a && b && memcmp(a, b, size) == 0); }

static bool same_supports(const pl_mesh *mesh, const pl_pose_frame *a, const pl_pose_frame *b) {
  size_t n = 3 * (size_t)mesh->n_vertex, n_face = (size_t)(pl_mesh_is_solid(mesh) ? mesh->n_face : mesh->n_triangle);
  return memcmp(a->fixed, b->fixed, n) == 0 && same(a->pressure, b->pressure, n_face * sizeof(double)) &&
         same(a->spring, b->spring, n * sizeof(double)) && same(a->anchor, b->anchor, n * sizeof(double));
}

// Hinges of a sheet bend by the fraction of their triangles that is not fixed.
static pl_status free_parts(pl_rig *rig, const pl_pose_frame *f, const double **part) {
  const pl_mesh *mesh = rig->body.mesh;
  *part = NULL;
  if (pl_mesh_is_solid(mesh)) return PL_OK;
  double *out = pl_arena_alloc(rig->arena, pl_model_part_count(mesh) + 1, sizeof *out);
  uint8_t *held = pl_arena_alloc(rig->arena, (size_t)mesh->n_vertex, sizeof *held);
  if (!out || !held) return PL_ERROR_MEMORY;
  for (int32_t v = 0; v < mesh->n_vertex; v++)
    held[v] = f->fixed[3 * (size_t)v] && f->fixed[3 * (size_t)v + 1] && f->fixed[3 * (size_t)v + 2];
  pl_model_free_parts(mesh, held, NULL, out);
  *part = out;
  return PL_OK;
}

static pl_status build_models(pl_rig *rig) {
  const pl_poses *p = pl_poses_of(rig->test);
  int n = p->n_pose, n_distinct = 0;
  int *variant = pl_arena_alloc(rig->arena, (size_t)n, sizeof *variant), *first = pl_arena_alloc(rig->arena, (size_t)n, sizeof *first);
  if (!variant || !first) return PL_ERROR_MEMORY;
  for (int f = 0; f < n; f++) {
    const pl_pose_frame *frame = &p->frame[f];
    int known = 0;
    while (known < n_distinct && !same_supports(rig->body.mesh, frame, &p->frame[first[known]])) known++;
    variant[f] = known;
    if (known < n_distinct) continue;
    pl_model_options options = {.fixed = frame->fixed, .pressure = frame->pressure, .spring = frame->spring, .anchor = frame->anchor};
    PL_TRY(free_parts(rig, frame, &options.free_part));
    PL_TRY(pl_rig_add_model(rig, &options));
    first[n_distinct++] = f;
  }
  rig->body.variant = variant;
  return PL_OK;
}

static pl_status build_loads(pl_rig *rig) {
  const pl_poses *p = pl_poses_of(rig->test);
  size_t n_dof = 3 * (size_t)rig->body.mesh->n_vertex;
  double *load = pl_arena_alloc(rig->arena, (size_t)p->n_pose * n_dof, sizeof *load);
  if (!load) return PL_ERROR_MEMORY;
  for (int f = 0; f < p->n_pose; f++) {
    const double *g = p->pose[f].gravity;
    pl_where where = {.file = p->file, .line = p->pose[f].line};
    if ((g[0] != 0 || g[1] != 0 || g[2] != 0) && rig->material->density == 0)
      return pl_fail(rig->ctx, PL_ERROR_INPUT, &where, "add \"density\" to the material file, or to the experiment it is fitted from",
                     "the material \"%s\" has no density, and gravity acts on it in pose \"%s\"", rig->material->name, p->pose[f].name);
    for (size_t i = 0; i < n_dof; i++) load[(size_t)f * n_dof + i] = p->frame[f].force[i] + rig->body.model->mass[i / 3] * g[i % 3];
  }
  rig->path.load = load;
  return PL_OK;
}

// ---- observers ----

static bool measured(const pl_rig *rig, const pl_quantity *q, int frame, int component) {
  const pl_channel *c = &rig->test->channel[q->channel];
  return c->value && !isnan(c->value[frame * pl_channel_width(c) + q->first + component]);
}

static pl_status observe_point(pl_rig *rig, const pl_quantity *q) {
  const pl_body_point *point = &pl_poses_of(rig->test)->point[q->point[0]];
  double *weight = pl_rig_vector(rig);
  if (!weight) return PL_ERROR_MEMORY;
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < point->n; i++) weight[3 * (size_t)point->vertex[i] + k] = point->weight[i];
    PL_TRY(pl_rig_observe(rig, PL_POSES_POSITIONS, q->first + k, -1, NULL, weight));
    for (int i = 0; i < point->n; i++) weight[3 * (size_t)point->vertex[i] + k] = 0;
  }
  return PL_OK;
}

static pl_status observe_force(pl_rig *rig, const pl_quantity *q, int frame, double *force, double *position) {
  const pl_node_set *set = &pl_poses_of(rig->test)->set[q->set];
  const pl_pose_frame *f = &pl_poses_of(rig->test)->frame[frame];
  for (int k = 0; k < 3; k++) {
    if (!measured(rig, q, frame, k)) continue;
    double constant = 0;
    for (int pass = 0; pass < 2; pass++) {
      for (int32_t i = 0; i < set->n; i++) {
        size_t dof = 3 * (size_t)set->vertex[i] + (size_t)k;
        double spring = f->spring ? f->spring[dof] : 0;
        force[dof] = pass == 0 && f->fixed[dof];
        position[dof] = pass == 0 ? -spring : 0;
        if (pass == 0 && spring > 0) constant += spring * f->anchor[dof];
      }
      if (pass == 0) PL_TRY(pl_rig_observe(rig, PL_POSES_FORCE, q->first + k, frame, force, position));
    }
    rig->memory->observer[rig->read.n_observer - 1].constant = constant;
  }
  return PL_OK;
}

static pl_status observe_torque(pl_rig *rig, const pl_quantity *q, int frame, double *force) {
  const pl_poses *p = pl_poses_of(rig->test);
  const pl_node_set *set = &p->set[q->set];
  const pl_pose_frame *f = &p->frame[frame];
  for (int k = 0; k < 3; k++) {
    if (!measured(rig, q, frame, k) || !pl_quantity_has_torque(p, q, frame, k)) continue;
    int a = (k + 1) % 3, b = (k + 2) % 3;
    for (int pass = 0; pass < 2; pass++) {
      for (int32_t i = 0; i < set->n; i++) {
        size_t dof = 3 * (size_t)set->vertex[i];
        bool held = pass == 0 && f->fixed[dof + (size_t)a];
        force[dof + (size_t)b] = held ? f->target[dof + (size_t)a] - q->about[a] : 0;
        force[dof + (size_t)a] = held ? q->about[b] - f->target[dof + (size_t)b] : 0;
      }
      if (pass == 0) PL_TRY(pl_rig_observe(rig, PL_POSES_TORQUE, q->first + k, frame, force, NULL));
    }
  }
  return PL_OK;
}

// The observer gets memory for a slope at every coordinate; `aim` fills it.
static pl_status observe_aimed(pl_rig *rig, const pl_quantity *q, int frame, const int32_t *every, const double *zero) {
  poses_sight *sight = rig->memory->own;
  size_t n_dof = 3 * (size_t)rig->body.mesh->n_vertex;
  double *slope = pl_arena_alloc(rig->arena, n_dof, sizeof *slope);
  if (!slope) return PL_ERROR_MEMORY;
  PL_TRY(pl_rig_observe(rig, q->channel, q->first, frame, NULL, zero));
  pl_observer *o = &rig->memory->observer[rig->read.n_observer - 1];
  o->n_position = (int32_t)n_dof;
  o->position_dof = every;
  o->position_weight = slope;
  sight->aimed[sight->n_aimed++] = (aimed){rig->read.n_observer - 1, frame, q, slope};
  return PL_OK;
}

static void aim(const pl_rig *rig, int frame, const double *x, pl_rig_memory *memory) {
  const poses_sight *sight = memory->own;
  size_t n_dof = 3 * (size_t)rig->body.mesh->n_vertex;
  for (int i = 0; i < sight->n_aimed; i++) {
    const aimed *a = &sight->aimed[i];
    if (a->frame != frame) continue;
    memset(a->slope, 0, n_dof * sizeof *a->slope);
    double value = pl_quantity_value(pl_poses_of(rig->test), a->quantity, x, a->slope);
    for (size_t k = 0; k < n_dof; k++) value -= a->slope[k] * x[k];
    memory->observer[a->observer].constant = value;
  }
}

static pl_status build_observers(pl_rig *rig) {
  const pl_poses *p = pl_poses_of(rig->test);
  size_t n_dof = 3 * (size_t)rig->body.mesh->n_vertex;
  poses_sight *sight = pl_arena_alloc(rig->arena, 1, sizeof *sight);
  double *force = pl_rig_vector(rig), *position = pl_rig_vector(rig);
  int32_t *every = pl_arena_alloc(rig->arena, n_dof, sizeof *every);
  if (!sight || !force || !position || !every) return PL_ERROR_MEMORY;
  sight->aimed = pl_arena_alloc(rig->arena, (size_t)p->n_quantity * (size_t)p->n_pose + 1, sizeof *sight->aimed);
  if (!sight->aimed) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < n_dof; i++) every[i] = (int32_t)i;
  rig->memory->own = sight;
  for (int i = 0; i < p->n_quantity; i++)
    if (p->quantity[i].channel == PL_POSES_POSITIONS && rig->test->channel[PL_POSES_POSITIONS].value)
      PL_TRY(observe_point(rig, &p->quantity[i]));
  for (int f = 0; f < p->n_pose; f++)
    for (int i = 0; i < p->n_quantity; i++) {
      const pl_quantity *q = &p->quantity[i];
      if (q->channel == PL_POSES_FORCE) PL_TRY(observe_force(rig, q, f, force, position));
      if (q->channel == PL_POSES_TORQUE) PL_TRY(observe_torque(rig, q, f, force));
      if (q->channel >= PL_POSES_LENGTH && measured(rig, q, f, 0)) PL_TRY(observe_aimed(rig, q, f, every, position));
    }
  if (sight->n_aimed > 0) rig->act.aim = aim;
  return PL_OK;
}

static pl_status build(pl_rig *rig, const pl_rig_options *options) {
  (void)options;
  const pl_poses *p = pl_poses_of(rig->test);
  bool solid = rig->material->n_term > 0 && pl_element_is_solid(rig->material->term[0].strain->element);
  pl_where where = {.file = p->file, .line = rig->test->line};
  if (solid != pl_mesh_is_solid(p->mesh))
    return pl_fail(rig->ctx, PL_ERROR_INPUT, &where, solid ? "take a material of sheets" : "take a material of solids",
                   "the material \"%s\" is that of a %s, the body '%s' is a %s", rig->material->name, solid ? "solid" : "sheet",
                   rig->test->name, solid ? "sheet" : "solid");
  rig->run.method = PL_TEST_MESH;
  rig->run.reason = "a body of any shape is always simulated";
  rig->body.mesh = p->mesh;
  rig->act.place = place;
  rig->act.start = start;
  rig->act.restart = restart;
  PL_TRY(build_models(rig));
  PL_TRY(build_loads(rig));
  return build_observers(rig);
}

static const char *const reads[] = {"elements", NULL};

const pl_rig_row pl__poses_rig = {
    .help = "a solid or sheet in several poses, each with separate supports and loads (Miguel 2016, section 4)",
    .reads = reads,
    .build = build,
    .remesh = pl_poses_to_hexahedra,
    .as_planned = true,
};
