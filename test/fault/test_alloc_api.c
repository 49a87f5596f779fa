// test_alloc_api.c: the n-th allocation fails somewhere below the public functions: PL_ERROR_MEMORY, no object, and nothing leaks.
#include <pliant/pliant.h>

#include <stdlib.h>

#include "estimate/advise/further.h"
#include "failing_memory.h"
#include "test.h"

// Returns true if the run reached its failing allocation.
static bool fails_well(pl_status (*run)(pl_context *ctx), int fail_at) {
  failing f = {.fail_at = fail_at};
  pl_context_options options = pl_context_options_default();
  options.allocate = failing_allocate;
  options.allocate_user = &f;
  options.n_thread = 1;
  pl_context *ctx = pl_context_create(&options);
  if (!ctx) return true;
  pl_status status = run(ctx);
  bool met = f.n_call >= fail_at;
  if (status != (met ? PL_ERROR_MEMORY : PL_OK)) test_fail(__FILE__, __LINE__, "allocation %d: %s", fail_at, pl_status_text(status));
  if (f.n_live != 1) test_fail(__FILE__, __LINE__, "allocation %d: %d blocks leak", fail_at, f.n_live - 1);
  pl_context_destroy(ctx);
  return met;
}

static void fail_each(pl_status (*run)(pl_context *ctx), int limit) {
  int fail_at = 1;
  while (fail_at < limit && fails_well(run, fail_at)) fail_at++;
  CHECK(fail_at > 5 && fail_at < limit);
}

static pl_status hang(pl_context *ctx) {
  static const pl_specimen strip = {.length = 0.1, .width = 0.05, .n_length = 4, .n_width = 2};
  pl_material *material = NULL;
  pl_mesh *mesh = NULL;
  pl_sheet *sheet = NULL;
  uint8_t fixed[15][3] = {{1, 1, 1}, {1, 1, 1}, {1, 1, 1}};
  pl_sheet_options options = {.gravity = {9.81, 0, 0}, .fixed = fixed[0]};
  pl_sheet_report report;
  pl_status status;
  PL_TRY_CLEAN(pl_material_load(ctx, "gabardine-virtual", &material));
  PL_TRY_CLEAN(pl_mesh_strip(ctx, &strip, &mesh));
  status = pl_sheet_create(ctx, mesh, material, &options, NULL, &sheet);
  CHECK((status == PL_OK) == (sheet != NULL));
  if (status == PL_OK) status = pl_sheet_solve(sheet, &report);
cleanup:
  pl_sheet_destroy(sheet);
  pl_mesh_destroy(mesh);
  pl_material_destroy(material);
  return status;
}

static pl_status measure_and_fit(pl_context *ctx) {
  static const double pull[] = {0, 1e-4, 2e-4, 3e-4, 4e-4, 5e-4};
  static const pl_virtual_test test = {.name = "warp", .length = 0.05, .width = 0.6, .n_frame = 6, .displacement = pull};
  pl_material *material = NULL;
  pl_settings *settings = NULL;
  pl_measurement *m = NULL;
  pl_fit *fit = NULL, *prediction = NULL;
  char *text = NULL;
  pl_status status;
  PL_TRY_CLEAN(pl_material_load(ctx, "gabardine-virtual", &material));
  PL_TRY_CLEAN(pl_settings_create(ctx, &settings));
  PL_TRY_CLEAN(pl_settings_set(settings, "model", "linear"));
  PL_TRY_CLEAN(pl_simulate_measurement(ctx, "tensile", material, 1, &test, settings, 0.01, 1, &m, NULL));
  PL_TRY_CLEAN(pl_measurement_text(ctx, m, &text));
  status = pl_estimate(ctx, 1, &m, 0, NULL, settings, &fit);
  CHECK((status == PL_OK) == (fit != NULL));
  if (status == PL_OK) status = pl_predict_material(ctx, material, 1, &m, NULL, &prediction);
cleanup:
  pl_free(ctx, text);
  pl_fit_destroy(prediction);
  pl_fit_destroy(fit);
  pl_measurement_destroy(m);
  pl_settings_destroy(settings);
  pl_material_destroy(material);
  return status;
}

TEST(alloc_api_sheet) { fail_each(hang, 2000); }

TEST(alloc_api_fit) { fail_each(measure_and_fit, 5000); }

// The search for a further test ends with the lack of memory and leaves the fit as it is. Every so many-th allocation of it fails.
TEST(alloc_further_tests) {
  enum { RUNS = 40 };
  static const double pull[] = {0, 1e-4, 2e-4, 3e-4, 4e-4, 5e-4};
  static const pl_virtual_test test = {.name = "warp", .length = 0.05, .width = 0.6, .n_frame = 6, .displacement = pull};
  failing f = {0};
  pl_context_options options = pl_context_options_default();
  options.allocate = failing_allocate;
  options.allocate_user = &f;
  options.n_thread = 1;  // the counter is not for threads
  pl_context *ctx = pl_context_create(&options);
  pl_material *material;
  pl_settings *settings;
  pl_measurement *m;
  pl_fit *fit;
  REQUIRE(pl_material_load(ctx, "gabardine-virtual", &material) == PL_OK && pl_settings_create(ctx, &settings) == PL_OK);
  REQUIRE(pl_settings_set(settings, "model", "linear") == PL_OK && pl_settings_set(settings, "further", "on") == PL_OK);
  REQUIRE(pl_simulate_measurement(ctx, "tensile", material, 1, &test, settings, 0.01, 1, &m, NULL) == PL_OK);
  REQUIRE(pl_estimate(ctx, 1, &m, 0, NULL, settings, &fit) == PL_OK && pl_fit_further(fit) == PL_OK && fit->findings.further);
  fit->findings.further = NULL;
  int before = f.n_call;
  REQUIRE(pl_fit_further(fit) == PL_OK && fit->findings.further);
  int all = f.n_call - before, n_failed = 0;
  for (int i = 0; i < RUNS; i++) {
    fit->findings.further = NULL;
    f.fail_at = f.n_call + 1 + i * all / RUNS;
    pl_status status = pl_fit_further(fit);
    CHECK(status == PL_OK || status == PL_ERROR_MEMORY);
    CHECK((status == PL_OK) == (fit->findings.further != NULL));
    n_failed += status == PL_ERROR_MEMORY;
    pl_context_clear_error(ctx);
  }
  CHECK(n_failed > RUNS / 2);
  f.fail_at = 0;
  pl_fit_destroy(fit);
  pl_measurement_destroy(m);
  pl_settings_destroy(settings);
  pl_material_destroy(material);
  pl_context_destroy(ctx);
  CHECK(f.n_live == 0);
}
