// shape_loads.c: see shape_loads.h.
#include "report/result/shape_loads.h"

#include <math.h>
#include <string.h>

#include "measure/protocol.h"
#include "report/result/protocol_view.h"

static double *unknown(pl_arena *arena, int n_frame) {
  double *value = pl_arena_alloc(arena, 3 * (size_t)n_frame + 1, sizeof *value);
  for (int i = 0; value && i < 3 * n_frame; i++) value[i] = NAN;
  return value;
}

pl_shape_load *pl__load_add(pl_load_maker *m, const char *name, const char *unit, bool imposed) {
  int n_frame = m->of->test->n_frame;
  pl_shape_load *load = &m->out->load[m->out->n];
  *load = (pl_shape_load){.name = name, .unit = unit, .at = unknown(m->arena, n_frame), .known = unknown(m->arena, n_frame)};
  if (!imposed) load->predicted = unknown(m->arena, n_frame);
  if (!load->at || !load->known || (!imposed && !load->predicted)) return NULL;
  m->out->n++;
  return load;
}

const double *pl__load_shape(const pl_load_maker *m, int frame) {
  const pl_rig *rig = m->of->rig;
  return rig->memory->have_x[frame] ? rig->memory->x + (size_t)frame * (size_t)rig->body.model->n_dof : NULL;
}

void pl__load_at_chosen(const pl_load_maker *m, pl_shape_load *load) {
  const pl_fit_case *c = m->of;
  for (int f = 0; f < c->test->n_frame; f++) {
    const double *x = pl__load_shape(m, f);
    double sum[3] = {0, 0, 0};
    int n = 0;
    for (int32_t v = 0; x && v < c->rig->body.mesh->n_vertex; v++) {
      if (!m->chosen[v]) continue;
      for (int k = 0; k < 3; k++) sum[k] += x[3 * (size_t)v + (size_t)k];
      n++;
    }
    for (int k = 0; k < 3 && n > 0; k++) load->at[3 * f + k] = sum[k] / n;
  }
}

void pl__load_channel(const pl_load_maker *m, int channel, int k, double sign, pl_shape_load *load) {
  const pl_fit_case *c = m->of;
  const double *known = c->test->channel[channel].value, *predicted = c->predicted[channel];
  for (int f = 0; f < c->test->n_frame; f++) {
    if (known) load->known[3 * f + k] = sign * known[f];
    if (predicted) load->predicted[3 * f + k] = sign * predicted[f];
  }
}

void pl__load_zero(const pl_load_maker *m, int k, pl_shape_load *load) {
  for (int f = 0; f < m->of->test->n_frame; f++) {
    load->known[3 * f + k] = 0;
    if (load->predicted) load->predicted[3 * f + k] = 0;
  }
}

void pl__load_set(int frame, double size, double x, double y, pl_shape_load *load) {
  const double vector[3] = {size * x, size * y, 0};
  memcpy(load->known + 3 * frame, vector, sizeof vector);
}

// True if a corner of the triangle is free to move in the plane of x and y. The clamp carries what is inside it.
static bool is_free(const pl_fit_case *c, const int32_t *v) {
  const uint8_t *fixed = c->rig->body.model->fixed;
  for (int k = 0; k < 3; k++)
    if (!fixed[3 * v[k]] || !fixed[3 * v[k] + 1]) return true;
  return false;
}

pl_status pl__load_own_weight(pl_load_maker *m, const char *name, double gravity) {
  const pl_fit_case *c = m->of;
  const pl_mesh *mesh = c->rig->body.mesh;
  double density = c->rig->material->density;
  if (!(density * gravity > 0)) return PL_OK;
  pl_shape_load *load = pl__load_add(m, name, "N", true);
  if (!load) return PL_ERROR_MEMORY;
  for (int f = 0; f < c->test->n_frame; f++) {
    const double *x = pl__load_shape(m, f);
    double mass = 0, moment[3] = {0, 0, 0};
    for (int32_t t = 0; t < mesh->n_triangle; t++) {
      const int32_t *v = mesh->triangle + 3 * t;
      double part = is_free(c, v) ? density * mesh->triangle_area[t] : 0;
      mass += part;
      for (int k = 0; k < 9 && x; k++) moment[k % 3] += part * x[3 * v[k / 3] + k % 3] / 3;
    }
    pl__load_set(f, mass * gravity, 0, -1, load);
    for (int k = 0; k < 3 && x && mass > 0; k++) load->at[3 * f + k] = moment[k] / mass;
  }
  return PL_OK;
}

pl_status pl_shape_loads_make(pl_arena *arena, const pl_fit_case *c, pl_shape_loads *out) {
  *out = (pl_shape_loads){0};
  bool *chosen = pl_arena_alloc(arena, (size_t)c->rig->body.mesh->n_vertex + 1, sizeof *chosen);
  pl_load_maker m = {arena, c, chosen, out};
  const pl_protocol_view *view = pl_case_view(c);
  if (!chosen) return PL_ERROR_MEMORY;
  return view->loads ? view->loads(&m) : PL_OK;
}
