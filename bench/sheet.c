// sheet.c: see sheet.h.
#include "bench/sheet.h"

#include <math.h>

#define TIME_STEP 0.01  // s, Volino 4.3

void sheet_stretch(sheet *s, double stretch) {
  for (int32_t v = 0; v < s->mesh->n_vertex; v++) {
    const double *x0 = s->mesh->x0 + 3 * v;
    s->x[3 * v] = stretch * x0[0];
    s->x[3 * v + 1] = stretch * x0[1];
    s->x[3 * v + 2] = 0.02 * sin(3 * x0[0]) * cos(2 * x0[1]);
    for (int k = 0; k < 3; k++) s->inertia[3 * v + k] = s->model->mass[v];
  }
}

pl_status sheet_create(evidence *e, pl_material *material, pl_topology_kind kind, int cells, sheet **out) {
  *out = NULL;
  sheet *s = pl_arena_alloc(e->arena, 1, sizeof *s);
  if (!s) {
    pl_material_destroy(material);
    return PL_ERROR_MEMORY;
  }
  s->material = material;
  pl_status status;
  pl_specimen specimen = {.length = 1, .width = 1, .n_length = cells, .n_width = cells, .kind = kind, .seed = 1};
  PL_TRY_CLEAN(pl_mesh_strip(e->ctx, &specimen, &s->mesh));
  size_t n_dof = 3 * (size_t)s->mesh->n_vertex;
  uint8_t *fixed = pl_arena_alloc(e->arena, n_dof, sizeof *fixed);
  s->x = pl_arena_alloc(e->arena, n_dof, sizeof *s->x);
  s->gradient = pl_arena_alloc(e->arena, n_dof, sizeof *s->gradient);
  s->inertia = pl_arena_alloc(e->arena, n_dof, sizeof *s->inertia);
  s->step = pl_arena_alloc(e->arena, n_dof, sizeof *s->step);
  status = PL_ERROR_MEMORY;
  if (!fixed || !s->x || !s->gradient || !s->inertia || !s->step) goto cleanup;
  for (int32_t v = 0; v < s->mesh->n_vertex; v++)
    if (s->mesh->x0[3 * v] < 1e-9) fixed[3 * v] = fixed[3 * v + 1] = fixed[3 * v + 2] = 1;
  pl_model_options options = {.gravity = {0, 0, -9.81}, .fixed = fixed};
  PL_TRY_CLEAN(pl_model_create(e->ctx, s->mesh, material, &options, &s->model));
  PL_TRY_CLEAN(pl_work_create(s->model, &s->work));
  PL_TRY_CLEAN(pl_block_matrix_create(e->arena, &s->model->pattern, &s->hess));
  PL_TRY_CLEAN(pl_factor_create(e->ctx, &s->model->pattern, fixed, NULL, PL_FACTOR_CHOLESKY_NONZERO, &s->factor));
  PL_TRY_CLEAN(pl__conjugate_create(e->arena, s->model, &s->conjugate));
  PL_TRY_CLEAN(pl__conjugate_supports(s->model, s->work, &s->conjugate));
  sheet_stretch(s, 1.02);
  for (int g = 0; g < s->model->n_group; g++) s->n_element += s->model->group[g].n_element;
  *out = s;
  return PL_OK;
cleanup:
  sheet_destroy(s);
  return status;
}

void sheet_destroy(sheet *s) {
  if (!s) return;
  pl_factor_destroy(s->factor);
  pl__conjugate_clear(&s->conjugate);
  pl_work_destroy(s->work);
  pl_model_destroy(s->model);
  pl_mesh_destroy(s->mesh);
  pl_material_destroy(s->material);
}

void sheet_energy_gradient(void *user) {
  sheet *s = user;
  pl_model_eval(s->model, s->material->theta, s->x, PL_HESS_EXACT, &s->energy, s->gradient, NULL, s->work);
}

void sheet_hessian(void *user) {
  sheet *s = user;
  pl_model_eval(s->model, s->material->theta, s->x, PL_HESS_EXACT, &s->energy, s->gradient, &s->hess, s->work);
}

void sheet_implicit_step(void *user) {
  sheet *s = user;
  pl_factor_outcome outcome;
  sheet_hessian(s);
  if (pl_factor_compute(s->factor, &s->hess, 1 / (TIME_STEP * TIME_STEP), s->inertia, &outcome) != PL_OK) outcome = PL_FACTOR_SINGULAR;
  if (outcome == PL_FACTOR_OK && pl_factor_solve(s->factor, 1, s->gradient, s->step) != PL_OK) outcome = PL_FACTOR_SINGULAR;
  if (s->outcome == PL_FACTOR_OK) s->outcome = outcome;
}

static void add_inertia(const sheet *s, pl_block_matrix *matrix) {
  for (int32_t v = 0; v < s->model->n_vertex; v++) {
    double *block = matrix->value + 9 * (size_t)pl_block_position(&s->model->pattern, v, v);
    for (int k = 0; k < 3; k++) block[4 * k] += s->inertia[3 * v + k] / (TIME_STEP * TIME_STEP);
  }
}

void sheet_conjugate_step(void *user) {
  sheet *s = user;
  bool done;
  pl_work_set_narrow(s->work, &s->conjugate.matrix);
  sheet_hessian(s);
  pl_work_set_narrow(s->work, NULL);
  add_inertia(s, &s->hess);
  add_inertia(s, &s->conjugate.matrix);
  pl_status status = pl__conjugate_factor(&s->conjugate, &done);
  if (status == PL_OK && done) status = pl__conjugate_solve(&s->conjugate, &s->hess, 1e-6, s->gradient, s->step, &done);
  if (s->outcome == PL_FACTOR_OK && !(status == PL_OK && done)) s->outcome = PL_FACTOR_SINGULAR;
}
