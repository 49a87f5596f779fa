// moving_sheet.c: see moving_sheet.h.
#include "problem/moving_sheet.h"

#include "test.h"

static void make_model(moving_sheet *s, int n, const pl_potential *potential) {
  pl_model_options options = {
      .gravity = {s->gravity[0], s->gravity[1], s->gravity[2]}, .fixed = s->fixed, .n_potential = n, .potential = potential};
  REQUIRE(pl_model_create(s->ctx, s->mesh, s->material, &options, &s->model) == PL_OK);
}

void moving_sheet_make(moving_sheet *s, double length, double width, int n_length, int n_width, double density, const double gravity[3],
                       const char *const *term, moving_sheet_hold hold) {
  *s = (moving_sheet){.ctx = pl_context_create(NULL), .options = pl_integrate_options_default()};
  pl_specimen specimen = {.length = length, .width = width, .n_length = n_length, .n_width = n_width};
  REQUIRE(pl_mesh_strip(s->ctx, &specimen, &s->mesh) == PL_OK);
  REQUIRE(pl_material_create(s->ctx, "test", density, &s->material) == PL_OK);
  for (; *term; term++) REQUIRE(pl_material_add_term(s->material, *term) == PL_OK);
  REQUIRE(pl_material_finish(s->material) == PL_OK);
  size_t n_dof = 3 * (size_t)s->mesh->n_vertex;
  s->fixed = pl_alloc(s->ctx, n_dof, 1);
  s->target = pl_alloc(s->ctx, n_dof, sizeof *s->target);
  REQUIRE(s->fixed && s->target);
  for (int32_t v = 0; v < s->mesh->n_vertex; v++) hold(s->mesh->x0 + 3 * v, s->fixed + 3 * v);
  memcpy(s->target, s->mesh->x0, n_dof * sizeof *s->target);
  memcpy(s->gravity, gravity, sizeof s->gravity);
  make_model(s, 0, NULL);
}

void moving_sheet_add(moving_sheet *s, const pl_potential *potential) {
  pl_model_destroy(s->model);
  make_model(s, 1, potential);
}

void moving_sheet_begin(moving_sheet *s) {
  pl_stepper_destroy(s->stepper);
  pl_state_destroy(s->state);
  REQUIRE(pl_stepper_create(s->model, &s->dynamics, &s->options, &s->stepper) == PL_OK);
  REQUIRE(pl_state_create(s->model, s->mesh->x0, &s->state) == PL_OK);
}

pl_step_report moving_sheet_run(moving_sheet *s, int n) {
  pl_step_report report = {0};
  for (int i = 0; i < n; i++) {
    REQUIRE(pl_step(s->stepper, s->material->theta, s->state, s->target, NULL, &report) == PL_OK);
    REQUIRE(report.finite);
    if (!report.converged) test_fail(__FILE__, __LINE__, "step %d not converged: last %g m", i, report.last);
  }
  return report;
}

pl_energies moving_sheet_energies(moving_sheet *s) { return pl_stepper_energies(s->stepper, s->material->theta, s->state); }

void moving_sheet_destroy(moving_sheet *s) {
  pl_stepper_destroy(s->stepper);
  pl_state_destroy(s->state);
  pl_model_destroy(s->model);
  pl_material_destroy(s->material);
  pl_mesh_destroy(s->mesh);
  pl_free(s->ctx, s->fixed);
  pl_free(s->ctx, s->target);
  pl_context_destroy(s->ctx);
}
