// shape_loads.c: see shape_loads.h.
//
// A uniform specimen is simulated as the triangle (0,0), (length,0), (0,width) and shown as the rectangle that is symmetric about its first leg: the
// first two corners are the middles of its ends.
#include "report/result/shape_loads.h"

#include <math.h>
#include <string.h>

#include "protocol/cantilever/cantilever.h"
#include "protocol/biaxial-hang/hang.h"
#include "protocol/homogeneous/homogeneous.h"
#include "protocol/roll/roll.h"
#include "protocol/weights/weights.h"

// What is being made.
typedef struct maker {
  pl_arena *arena;
  const pl_fit_case *of;
  pl_shape_loads *out;
} maker;

static double *unknown(pl_arena *arena, int n_frame) {
  double *value = pl_arena_alloc(arena, 3 * (size_t)n_frame + 1, sizeof *value);
  for (int i = 0; value && i < 3 * n_frame; i++) value[i] = NAN;
  return value;
}

// A load of which nothing is known yet. NULL: no memory.
static pl_shape_load *add(maker *m, const char *name, const char *unit, bool imposed) {
  int n_frame = m->of->test->n_frame;
  pl_shape_load *load = &m->out->load[m->out->n];
  *load = (pl_shape_load){.name = name, .unit = unit, .at = unknown(m->arena, n_frame), .known = unknown(m->arena, n_frame)};
  if (!imposed) load->predicted = unknown(m->arena, n_frame);
  if (!load->at || !load->known || (!imposed && !load->predicted)) return NULL;
  m->out->n++;
  return load;
}

// Positions of a frame; NULL: it has none.
static const double *shape_at(const pl_fit_case *c, int frame) {
  return c->rig->memory.have_x[frame] ? c->rig->memory.x + (size_t)frame * (size_t)c->rig->body.model->n_dof : NULL;
}

// Puts the load where the chosen vertices, [n_vertex], have their middle.
static void put_middle(const pl_fit_case *c, const bool *chosen, pl_shape_load *load) {
  for (int f = 0; f < c->test->n_frame; f++) {
    const double *x = shape_at(c, f);
    double sum[3] = {0, 0, 0};
    int n = 0;
    for (int32_t v = 0; x && v < c->rig->body.mesh->n_vertex; v++) {
      if (!chosen[v]) continue;
      for (int k = 0; k < 3; k++) sum[k] += x[3 * (size_t)v + (size_t)k];
      n++;
    }
    for (int k = 0; k < 3 && n > 0; k++) load->at[3 * f + k] = sum[k] / n;
  }
}

// Component k of a load is `sign` times a channel.
static void put_channel(const pl_fit_case *c, int channel, int k, double sign, pl_shape_load *load) {
  const double *known = c->test->channel[channel].value, *predicted = c->predicted[channel];
  for (int f = 0; f < c->test->n_frame; f++) {
    if (known) load->known[3 * f + k] = sign * known[f];
    if (predicted) load->predicted[3 * f + k] = sign * predicted[f];
  }
}

// Component k is zero by the way the test is made.
static void put_zero(const pl_fit_case *c, int k, pl_shape_load *load) {
  for (int f = 0; f < c->test->n_frame; f++) {
    load->known[3 * f + k] = 0;
    if (load->predicted) load->predicted[3 * f + k] = 0;
  }
}

static void put_vector(int frame, double size, double x, double y, pl_shape_load *load) {
  const double vector[3] = {size * x, size * y, 0};
  memcpy(load->known + 3 * frame, vector, sizeof vector);
}

// ---- sheets between clamps, on a frame ----

static pl_status tensile(maker *m, bool *chosen) {
  static const char *const name[2] = {"fixed clamp", "moving clamp"};
  const pl_fit_case *c = m->of;
  const pl_mesh *mesh = c->rig->body.mesh;
  for (int moving = 0; moving < 2; moving++) {
    pl_shape_load *load = add(m, name[moving], "N", false);
    if (!load) return PL_ERROR_MEMORY;
    for (int32_t v = 0; v < mesh->n_vertex; v++)
      chosen[v] = mesh->n_triangle == 1 ? v == moving : fabs(mesh->x0[3 * v] - moving * c->test->length) < 1e-9 * c->test->length;
    put_middle(c, chosen, load);
    put_channel(c, PL_TENSILE_FORCE, 0, moving ? 1 : -1, load);
    put_channel(c, PL_TENSILE_SHEAR_FORCE, 1, moving ? 1 : -1, load);
    put_zero(c, 2, load);
  }
  return PL_OK;
}

static pl_status disk_push(maker *m, bool *chosen) {
  const pl_fit_case *c = m->of;
  const double *travel = c->rig->path.direction[PL_DISK_DISPLACEMENT];
  pl_shape_load *load = add(m, "disc", "N", false);
  if (!load) return PL_ERROR_MEMORY;
  for (int32_t v = 0; v < c->rig->body.mesh->n_vertex; v++) chosen[v] = travel[3 * v + 2] != 0;
  put_middle(c, chosen, load);
  put_channel(c, PL_DISK_FORCE, 2, -1, load);
  for (int k = 0; k < 2; k++) put_zero(c, k, load);
  return PL_OK;
}

// ---- weights ----

// Is a corner of the triangle free to move in the plane of x and y? What is inside a clamp, the clamp carries.
static bool is_free(const pl_fit_case *c, const int32_t *v) {
  const uint8_t *fixed = c->rig->body.model->fixed;
  for (int k = 0; k < 3; k++)
    if (!fixed[3 * v[k]] || !fixed[3 * v[k] + 1]) return true;
  return false;
}

// The weight of the cloth itself; y points up.
static pl_status own_weight(maker *m, const char *name, double gravity) {
  const pl_fit_case *c = m->of;
  const pl_mesh *mesh = c->rig->body.mesh;
  double density = c->rig->material->density;
  if (!(density * gravity > 0)) return PL_OK;
  pl_shape_load *load = add(m, name, "N", true);
  if (!load) return PL_ERROR_MEMORY;
  for (int f = 0; f < c->test->n_frame; f++) {
    const double *x = shape_at(c, f);
    double mass = 0, moment[3] = {0, 0, 0};
    for (int32_t t = 0; t < mesh->n_triangle; t++) {
      const int32_t *v = mesh->triangle + 3 * t;
      double part = is_free(c, v) ? density * mesh->triangle_area[t] : 0;
      mass += part;
      for (int k = 0; k < 9 && x; k++) moment[k % 3] += part * x[3 * v[k / 3] + k % 3] / 3;
    }
    put_vector(f, mass * gravity, 0, -1, load);
    for (int k = 0; k < 3 && x && mass > 0; k++) load->at[3 * f + k] = moment[k] / mass;
  }
  return PL_OK;
}

static pl_status hang(maker *m, bool *chosen) {
  static const char *const name[PL_HANG_BODIES] = {
      [PL_HANG_BOTTOM] = "bottom slat", [PL_HANG_LEFT] = "left clip", [PL_HANG_RIGHT] = "right clip"};
  const pl_fit_case *c = m->of;
  const pl_hang *h = pl_hang_of(c->test);
  for (int b = PL_HANG_BOTTOM; b < PL_HANG_BODIES; b++) {
    pl_shape_load *load = add(m, name[b], "N", true);
    if (!load) return PL_ERROR_MEMORY;
    for (int32_t v = 0; v < c->rig->body.mesh->n_vertex; v++) chosen[v] = c->rig->body.model->tie[v] == b;
    put_middle(c, chosen, load);
    for (int f = 0; f < c->test->n_frame; f++) {
      int weight = 3 * f + b - 1;
      put_vector(f, h->load[weight], h->direction[2 * weight], h->direction[2 * weight + 1], load);
    }
  }
  return own_weight(m, "weight of the cloth", h->gravity);
}

static pl_status weights(maker *m) {
  const pl_fit_case *c = m->of;
  const pl_weights *w = pl_weights_of(c->test);
  pl_shape_load *hung = add(m, "weights and clip (downwards)", "N", true),
                *cloth = w->cloth > 0 ? add(m, "weight of the cloth", "N", true) : NULL;
  if (!hung || (w->cloth > 0 && !cloth)) return PL_ERROR_MEMORY;
  for (int f = 0; f < c->test->n_frame; f++) {
    const double *x = shape_at(c, f);
    put_vector(f, w->weight[f] + w->clip * w->gravity, 1, 0, hung);
    if (cloth) put_vector(f, w->cloth * w->gravity, 1, 0, cloth);
    for (int k = 0; k < 3 && x; k++) {
      hung->at[3 * f + k] = x[3 + k];
      if (cloth) cloth->at[3 * f + k] = 0.5 * (x[k] + x[3 + k]);
    }
  }
  return PL_OK;
}

// ---- known states ----

// Component i of the stress on faces j as nominal stress; false: it was not measured. A component that the mode does not have is zero. Cauchy stress
// is nominal stress times a factor.
static bool put_stress(const pl_fit_case *c, int i, int j, double sign, pl_shape_load *load) {
  int channel = i == 1 && j == 1   ? PL_HOMOGENEOUS_STRESS_2
                : i == 0 && j == 0 ? PL_HOMOGENEOUS_STRESS
                : i == 0 && j == 1 ? PL_HOMOGENEOUS_SHEAR_STRESS
                                   : -1;
  if (channel < 0 || !c->rig->read.observes[channel]) put_zero(c, i, load);
  if (channel < 0 || !c->rig->read.observes[channel] || !c->test->channel[channel].value) return false;
  put_channel(c, channel, i, sign, load);
  for (int f = 0; f < c->test->n_frame; f++) {
    double factor = pl_homogeneous_factor(c->test, channel, f);
    load->known[3 * f + i] /= factor, load->predicted[3 * f + i] /= factor;
  }
  return true;
}

// Faces with normal -j and +j: half of leg j from the middle of the body, which is half of all legs from the first corner, of a sheet half of the
// first leg.
static void put_face(const pl_fit_case *c, int j, double sign, pl_shape_load *load) {
  int n_leg = c->rig->body.mesh->n_vertex == 4 ? 3 : 1;
  for (int f = 0; f < c->test->n_frame; f++) {
    const double *x = shape_at(c, f);
    for (int k = 0; k < 3 && x; k++) {
      double at = x[k] + sign * 0.5 * (x[3 * (1 + j) + k] - x[k]);
      for (int leg = 0; leg < n_leg; leg++) at += 0.5 * (x[3 * (1 + leg) + k] - x[k]);
      load->at[3 * f + k] = at;
    }
  }
}

static pl_status homogeneous(maker *m) {
  const pl_fit_case *c = m->of;
  if (pl_homogeneous_of(c->test)->measure == PL_STRESS_DIFFERENCE) return PL_OK;
  for (int j = 0; j < 2; j++)
    for (int side = -1; side <= 1; side += 2) {
      static const char *const name[2] = {"faces across the first direction", "faces across the second direction"};
      pl_shape_load *load = add(m, name[j], "Pa", false);
      if (!load) return PL_ERROR_MEMORY;
      bool any = false;
      for (int i = 0; i < 3; i++) any = put_stress(c, i, j, side, load) || any;
      put_face(c, j, side, load);
      if (!any) m->out->n--;
    }
  return PL_OK;
}

pl_status pl_shape_loads_make(pl_arena *arena, const pl_fit_case *c, pl_shape_loads *out) {
  *out = (pl_shape_loads){0};
  maker m = {arena, c, out};
  const pl_test *test = c->test;
  const char *protocol = c->measurement->protocol->name;
  bool *chosen = pl_arena_alloc(arena, (size_t)c->rig->body.mesh->n_vertex + 1, sizeof *chosen);
  if (!chosen) return PL_ERROR_MEMORY;
  if (pl_hang_of(test)) return hang(&m, chosen);
  if (pl_weights_of(test)) return weights(&m);
  if (pl_cantilever_of(test)) return own_weight(&m, "weight of the overhang", pl_cantilever_of(test)->gravity);
  if (pl_roll_of(test)) return own_weight(&m, "weight of the strip", pl_roll_of(test)->gravity);
  if (pl_homogeneous_of(test)) return homogeneous(&m);
  if (strcmp(protocol, "tensile") == 0) return tensile(&m, chosen);
  return strcmp(protocol, "disk-push") == 0 ? disk_push(&m, chosen) : PL_OK;
}
