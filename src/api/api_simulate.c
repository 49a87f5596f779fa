// api_simulate.c: virtual measurements and sheets at rest from outside the library.
#include <pliant/extend.h>
#include <pliant/simulate.h>

#include <math.h>
#include <string.h>

#include "api/api.h"
#include "rig/laboratory.h"

// ---- a virtual measurement ----

static bool finite_all(const double *value, int n) {
  for (int i = 0; value && i < n; i++)
    if (!isfinite(value[i])) return false;
  return true;
}

static pl_status check(pl_context *ctx, const pl_virtual_test *v) {
  const char *name = v->name ? v->name : "";
  if (!v->name || !*v->name) return pl_fail(ctx, PL_ERROR_INPUT, NULL, "name it \"warp\"", "a virtual test has no name");
  if (!(v->length > 0 && v->length < 1e3 && v->width > 0 && v->width < 1e3))
    return pl_fail(ctx, PL_ERROR_INPUT, NULL, "lengths are in metres", "'%.80s': length = %g m, width = %g m, expected 0 to 1000 m", name,
                   v->length, v->width);
  if (!isfinite(v->angle) || !finite_all(v->displacement, v->n_frame) || !finite_all(v->shear_displacement, v->n_frame))
    return pl_fail(ctx, PL_ERROR_INPUT, NULL, "give finite numbers", "'%.80s': an angle or displacement is not a number", name);
  if (v->n_frame < 2 || !(pl_lab_moves(v->displacement, v->n_frame) || pl_lab_moves(v->shear_displacement, v->n_frame)))
    return pl_fail(ctx, PL_ERROR_INPUT, NULL, "give at least two displacements that differ", "'%.80s': nothing moves in %d frames", name,
                   v->n_frame);
  return PL_OK;
}

static const pl_laboratory *laboratory_of(const pl_protocol *protocol) {
  const pl_laboratory *row = protocol && protocol->plan ? protocol->plan->laboratory : NULL;
  return row && row->virtual_test ? row : NULL;
}

// "use "tensile" or "disk-push"".
static pl_status refuse_protocol(pl_context *ctx, const char *name) {
  pl_text hint;
  int n = 0;
  pl_text_init(&hint, ctx);
  for (int i = 0; i < pl_protocol_count(); i++)
    if (laboratory_of(pl_protocol_at(i))) pl_text_printf(&hint, "%s\"%s\"", n++ ? " or " : "use ", pl_protocol_at(i)->name);
  pl_status status =
      hint.failed ? PL_ERROR_MEMORY : pl_fail(ctx, PL_ERROR_INPUT, NULL, hint.data, "no virtual test of the protocol \"%.80s\"", name);
  pl_text_clear(&hint);
  return status;
}

static pl_status plan(pl_arena *arena, const pl_protocol *protocol, const pl_virtual_test *v, pl_test *test, bool keep[PL_MAX_CHANNEL]) {
  PL_TRY(check(pl_arena_context(arena), v));
  *test = (pl_test){.protocol = protocol,
                    .name = v->name,
                    .file = "",
                    .length = v->length,
                    .width = v->width,
                    .angle = v->angle,
                    .strips = 1,
                    .n_frame = v->n_frame};
  for (int k = 0; k < protocol->n_channel; k++) {
    test->channel[k].row = &protocol->channel[k];
    keep[k] = !protocol->channel[k].observed;
  }
  return laboratory_of(protocol)->virtual_test(arena, v, test, keep);
}

// Keeps what was requested. Frames without an equilibrium are NAN: taken out.
static int finish_test(const pl_protocol *protocol, const bool keep[PL_MAX_CHANNEL], pl_test *test) {
  for (int k = 0; k < protocol->n_channel; k++)
    if (!keep[k]) test->channel[k].value = NULL, test->raw[k] = NULL;
  int kept = 0;
  for (int f = 0; f < test->n_frame; f++) {
    bool whole = true;
    for (int k = 0; k < protocol->n_channel; k++) whole = whole && !(test->channel[k].value && isnan(test->channel[k].value[f]));
    if (!whole) continue;
    for (int k = 0; k < protocol->n_channel; k++)
      if (test->channel[k].value) test->channel[k].value[kept] = test->channel[k].value[f];
    kept++;
  }
  int dropped = test->n_frame - kept;
  test->n_frame = test->n_raw = kept;  // every frame is of the load branch: that list needs no change
  return dropped;
}

pl_status pl_simulate_measurement(pl_context *ctx, const char *protocol_name, const pl_material *material, int n_test,
                                  const pl_virtual_test *virtual_test, const pl_settings *settings, double noise, uint64_t seed,
                                  pl_measurement **out, int *n_failed) {
  *out = NULL;
  if (n_failed) *n_failed = 0;
  const pl_protocol *protocol = pl_protocol_find(protocol_name);
  if (!laboratory_of(protocol)) return refuse_protocol(ctx, protocol_name);
  if (n_test < 1 || !(noise >= 0 && noise < 1e9))
    return pl_fail(ctx, PL_ERROR_INPUT, NULL, "give at least one test and a noise in N", "%d tests with a noise of %g N", n_test, noise);
  pl_fit_options options = pl__settings_options(settings);
  pl_arena *arena = pl_arena_create(ctx);
  if (!arena) return PL_ERROR_MEMORY;
  pl_measurement *made = NULL;
  pl_status status = PL_ERROR_MEMORY;
  pl_test *test = pl_arena_alloc(arena, (size_t)n_test, sizeof *test);
  bool(*keep)[PL_MAX_CHANNEL] = pl_arena_alloc(arena, (size_t)n_test, sizeof *keep);
  if (!test || !keep) goto cleanup;
  for (int i = 0; i < n_test; i++) PL_TRY_CLEAN(plan(arena, protocol, &virtual_test[i], &test[i], keep[i]));
  double sigma[PL_MAX_CHANNEL] = {0};
  for (int k = 0; k < protocol->n_channel; k++)
    if (protocol->channel[k].observed && pl_channel_is_force(&protocol->channel[k])) sigma[k] = noise;
  pl_rig_report report;
  PL_TRY_CLEAN(pl_rig_measure(ctx, protocol, n_test, test, material, &options.rig, &options.solve, sigma, seed, &made, &report));
  int dropped = 0;
  for (int i = 0; i < n_test; i++) dropped += finish_test(protocol, keep[i], &made->test[i]);
  if (n_failed) *n_failed = dropped;
  *out = made;
cleanup:
  pl_arena_destroy(arena);
  return status;
}

// ---- a sheet at rest ----

struct pl_sheet {
  pl_arena *arena;
  pl_model *model;
  pl_solver *solver;
  pl_work *work;
  double *x, *gradient;  // [n_dof]
};

pl_sheet_options pl_sheet_options_default(void) { return (pl_sheet_options){{0, 0, 0}, NULL, NULL}; }

void pl_sheet_destroy(pl_sheet *sheet) {
  if (!sheet) return;
  pl_work_destroy(sheet->work);
  pl_solver_destroy(sheet->solver);
  pl_model_destroy(sheet->model);
  pl_arena_destroy(sheet->arena);
}

pl_status pl_sheet_create(pl_context *ctx, const pl_mesh *mesh, const pl_material *material, const pl_sheet_options *options,
                          const pl_settings *settings, pl_sheet **out) {
  *out = NULL;
  pl_sheet_options chosen = options ? *options : pl_sheet_options_default();
  int n_dof = 3 * mesh->n_vertex;
  if (!finite_all(chosen.gravity, 3) || !finite_all(chosen.load, n_dof))
    return pl_fail(ctx, PL_ERROR_INPUT, NULL, "give finite numbers", "gravity or a load is not a number");
  pl_arena *arena = pl_arena_create(ctx);
  pl_sheet *sheet = arena ? pl_arena_alloc(arena, 1, sizeof *sheet) : NULL;
  if (!sheet) {
    pl_arena_destroy(arena);
    return PL_ERROR_MEMORY;
  }
  *sheet = (pl_sheet){.arena = arena};
  pl_model_options model = {.load = chosen.load, .fixed = chosen.fixed};
  memcpy(model.gravity, chosen.gravity, sizeof model.gravity);
  pl_fit_options all = pl__settings_options(settings);
  pl_status status;
  PL_TRY_CLEAN(pl_model_create(ctx, mesh, material, &model, &sheet->model));
  PL_TRY_CLEAN(pl_model_check_volume(sheet->model));
  PL_TRY_CLEAN(pl_solver_create(sheet->model, &all.solve, &sheet->solver));
  PL_TRY_CLEAN(pl_work_create(sheet->model, &sheet->work));
  status = PL_ERROR_MEMORY;
  sheet->x = pl_arena_alloc(arena, (size_t)n_dof, sizeof *sheet->x);
  sheet->gradient = pl_arena_alloc(arena, (size_t)n_dof, sizeof *sheet->gradient);
  if (!sheet->x || !sheet->gradient) goto cleanup;
  memcpy(sheet->x, mesh->x0, (size_t)n_dof * sizeof *sheet->x);
  *out = sheet;
  return PL_OK;
cleanup:
  pl_sheet_destroy(sheet);
  return status;
}

const double *pl_sheet_positions(const pl_sheet *sheet) { return sheet->x; }

void pl_sheet_set_positions(pl_sheet *sheet, const double *x) { memcpy(sheet->x, x, (size_t)sheet->model->n_dof * sizeof *x); }

static const double *theta(const pl_sheet *sheet) { return sheet->model->material->theta; }

pl_status pl_sheet_move_supports(pl_sheet *sheet, const double *x) {
  return pl_solver_follow(sheet->solver, theta(sheet), x, sheet->x, NULL);
}

pl_status pl_sheet_solve(pl_sheet *sheet, pl_sheet_report *report) {
  pl_solve_report full = {0};
  PL_TRY(pl_equilibrium(sheet->solver, theta(sheet), sheet->x, &full));
  *report = (pl_sheet_report){.outcome = full.outcome, .iterations = full.iterations, .force = full.force, .energy = full.energy};
  return PL_OK;
}

double pl_sheet_energy(pl_sheet *sheet) {
  double energy = NAN;
  bool finite = pl_model_eval(sheet->model, theta(sheet), sheet->x, PL_HESS_EXACT, &energy, NULL, NULL, sheet->work);
  return finite ? energy : NAN;
}

void pl_sheet_gradient(pl_sheet *sheet, double *force) {
  pl_model_eval(sheet->model, theta(sheet), sheet->x, PL_HESS_EXACT, NULL, force, NULL, sheet->work);
}

void pl_sheet_reaction(pl_sheet *sheet, double total[3]) {
  pl_sheet_gradient(sheet, sheet->gradient);
  total[0] = total[1] = total[2] = 0;
  for (int32_t i = 0; i < sheet->model->n_dof; i++)
    if (sheet->model->fixed[i]) total[i % 3] += sheet->gradient[i];
}
