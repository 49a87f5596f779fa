// model_table.c: see model_table.h.
#include "protocol/capture/view/model_table.h"

#include <stdio.h>
#include <string.h>

#include "base/progress.h"
#include "base/text.h"
#include "estimate/model/cloth_model.h"
#include "protocol/capture/capture.h"
#include "protocol/capture/view/result_capture.h"
#include "protocol/capture/capture_part.h"

static const char *const variant_name[PL_MODEL_VARIANTS] = {"nonlinear orthotropic", "linear orthotropic", "nonlinear isotropic",
                                                            "linear isotropic"};
static const char *const variant_option[PL_MODEL_VARIANTS] = {"", "linear", "isotropic", "linear,isotropic"};

static const pl_cloth_row *model_of(int row) { return pl_cloth_at(row % pl_cloth_of_thesis()); }
static int variant_of(int row) { return row / pl_cloth_of_thesis(); }

// ---- columns ----

// Figures shown for a case: [kind] 0 absent, 1 additional, 2 main.
static void case_figures(const pl_test *test, unsigned compared, int shown[PL_RESIDUAL_COUNT]) {
  const pl_capture *capture = pl_capture_of(test);
  bool clips = capture->n_clip > 0, along = false;
  for (int c = 0; c < capture->n_clip; c++)
    for (int k = 0; k < 3; k++) along = along || capture->clip[c].axis[k] != 0;
  // pulled bars have no force along themselves
  along = along && strcmp(capture->motion, "stretch") != 0;
  shown[PL_RESIDUAL_FORCE] = clips ? compared == 0 || compared >> PL_CAPTURE_CLIP_FORCE & 1 ? 2 : 1 : 0;
  shown[PL_RESIDUAL_PARALLEL] = along || compared >> PL_CAPTURE_CLIP_PARALLEL & 1 ? compared >> PL_CAPTURE_CLIP_PARALLEL & 1 ? 2 : 1 : 0;
  shown[PL_RESIDUAL_DISTANCE] = compared == 0 || compared >> PL_CAPTURE_POSITIONS & 1 ? 2 : 1;
}

static const char *const residual_name[PL_RESIDUAL_COUNT] = {
    [PL_RESIDUAL_FORCE] = "clip-force", [PL_RESIDUAL_PARALLEL] = "clip-parallel", [PL_RESIDUAL_DISTANCE] = "distance"};

static pl_status set_columns(pl_model_table *table, const pl_fit *fit) {
  table->figure = pl_arena_alloc(table->arena, (size_t)(PL_RESIDUAL_COUNT * fit->problem.n_case) + 1, sizeof *table->figure);
  if (!table->figure) return PL_ERROR_MEMORY;
  for (int i = 0; i < fit->problem.n_case; i++) {
    const pl_fit_case *c = &fit->work.fit_case[i];
    int shown[PL_RESIDUAL_COUNT];
    case_figures(c->test, pl_case_compared(c), shown);
    const char *name = pl_arena_text(table->arena, c->test->name);
    if (!name) return PL_ERROR_MEMORY;
    for (int k = 0; k < PL_RESIDUAL_COUNT; k++)
      if (shown[k])
        table->figure[table->n_figure++] = (pl_model_figure){.test = name,
                                                             .motion = pl_capture_of(c->test)->motion,
                                                             .direction = pl_capture_of(c->test)->direction,
                                                             .kind = (pl_residual_kind)k,
                                                             .residual = residual_name[k],
                                                             .held_out = c->given->held_out,
                                                             .main = shown[k] == 2};
  }
  return PL_OK;
}

static pl_status fill_row(pl_model_table *table, const pl_fit *fit, pl_model_row *row) {
  pl_arena *scratch = pl_arena_create(fit->ctx);
  row->value = pl_arena_alloc(table->arena, (size_t)table->n_figure + 1, sizeof *row->value);
  pl_status status = scratch && row->value ? PL_OK : PL_ERROR_MEMORY;
  row->converged = fit->solution.converged;
  row->n_parameter = fit->solution.n_parameter;
  row->seconds = fit->solution.seconds;
  for (int i = 0, next = 0; i < fit->problem.n_case && status == PL_OK; i++) {
    pl_capture_result r;
    status = pl_result_capture(scratch, &fit->work.fit_case[i], &r);
    const double value[PL_RESIDUAL_COUNT] = {r.force_rms, r.parallel_rms, r.distance_rms};
    int shown[PL_RESIDUAL_COUNT];
    case_figures(fit->work.fit_case[i].test, pl_case_compared(&fit->work.fit_case[i]), shown);
    for (int k = 0; k < PL_RESIDUAL_COUNT; k++)
      if (shown[k]) row->value[next++] = value[k];
    row->n_failed += fit->work.fit_case[i].report.n_failed;
  }
  pl_arena_destroy(scratch);
  row->done = status == PL_OK;
  return status;
}

// ---- fits ----

static pl_status check_task(pl_context *ctx, const pl_model_task *task) {
  for (int i = 0; i < task->n_fit + task->n_hold; i++) {
    const pl_measurement *m = i < task->n_fit ? task->fit[i] : task->hold[i - task->n_fit];
    pl_where where = {.file = m->file};
    if (m->protocol != &pl_protocol_capture)
      return pl_fail(ctx, PL_ERROR_USAGE, &where, "fit one model with --model", "all models are compared on captures, this is a %s test",
                     m->protocol->name);
  }
  const char *variant = task->options->variant ? task->options->variant : "";
  if (strcmp(task->options->model, "auto") != 0)
    return pl_fail(ctx, PL_ERROR_USAGE, NULL, "leave the model out",
                   PL_ID("model.all-and-one") "all models are requested, and also the model '%s'", task->options->model);
  if (*variant && strcmp(variant, "convex") != 0)
    return pl_fail(ctx, PL_ERROR_USAGE, NULL, "leave the variant out, or give convex alone, which goes with all",
                   "all variants are requested, and also the variant '%s'", variant);
  return PL_OK;
}

static pl_status fit_row(pl_context *ctx, const pl_model_task *task, pl_model_table *table, int index) {
  pl_model_row *row = &table->row[index];
  pl_fit_options options = *task->options;
  const char *own = variant_option[variant_of(index)], *also = options.variant ? options.variant : "";
  options.model = row->model;
  options.variant = pl_arena_printf(table->arena, "%s%s%s", own, *own && *also ? "," : "", also);
  if (!options.variant) return PL_ERROR_MEMORY;
  pl_fit *fit;
  PL_TRY(pl_fit_run(ctx, task->n_fit, task->fit, task->n_hold, task->hold, &options, &fit));
  pl_status status = PL_OK;
  if (!table->figure) PL_TRY_CLEAN(set_columns(table, fit));
  PL_TRY_CLEAN(fill_row(table, fit, row));
  row->done = row->done && !fit->solution.interrupted;  // its folder is kept, but it is not compared
  if (task->directory) {
    const char *folder = pl_path_join(table->arena, task->directory, row->folder);
    const char *next = folder ? pl_arena_printf(table->arena, "pliant predict %s/material.json OTHER.json", folder) : NULL;
    pl_run run = {.command = task->command, .verb = "fit", .next = next};
    PL_TRY_CLEAN(next ? pl_result_save(ctx, folder, fit, &run) : PL_ERROR_MEMORY);
    PL_TRY_CLEAN(pl_model_table_save(ctx, task->directory, table));
  }
cleanup:
  pl_fit_destroy(fit);
  return status;
}

static pl_status name_rows(pl_model_table *table) {
  for (int i = 0; i < PL_MODEL_ROWS; i++) {
    pl_model_row *row = &table->row[i];
    row->model = model_of(i)->name;
    row->variant = variant_name[variant_of(i)];
    char *folder = pl_arena_printf(table->arena, "%s-%s", row->model, row->variant);
    if (!folder) return PL_ERROR_MEMORY;
    for (char *p = folder; *p; p++)
      if (*p == ' ') *p = '-';
    row->folder = folder;
  }
  return PL_OK;
}

pl_status pl_model_table_run(pl_context *ctx, const pl_model_task *task, pl_model_table **out) {
  *out = NULL;
  PL_TRY(check_task(ctx, task));
  if (task->directory) PL_TRY(pl_directory_create(ctx, task->directory));
  pl_arena *arena = pl_arena_create(ctx);
  pl_model_table *table = arena ? pl_arena_alloc(arena, 1, sizeof *table) : NULL;
  pl_status status = PL_ERROR_MEMORY;
  if (!table) goto cleanup;
  table->arena = arena;
  table->name = pl_arena_text(arena, task->fit[0]->name);
  table->command = pl_arena_text(arena, task->command ? task->command : "");
  if (!table->name || !table->command) goto cleanup;
  PL_TRY_CLEAN(name_rows(table));
  int n_row = 0, n_done = 0;
  for (int i = 0; i < PL_MODEL_ROWS; i++) n_row += !task->rows || (task->rows >> i & 1);
  for (int i = 0; i < PL_MODEL_ROWS; i++) {
    if (task->rows && !(task->rows >> i & 1)) continue;
    char name[64];
    snprintf(name, sizeof name, "%s, %s", table->row[i].model, table->row[i].variant);
    pl_progress_task(ctx, n_done++, n_row, name);
    if (!pl_progress(ctx, "models", -1, NULL)) break;
    status = fit_row(ctx, task, table, i);
    if (status == PL_ERROR_INTERRUPTED && n_done > 1) {  // before anything of this row was fitted: the rows before it are complete
      pl_context_clear_error(ctx);
      break;
    }
    PL_TRY_CLEAN(status);
  }
  pl_progress_task(ctx, 0, 0, NULL);
  *out = table;
  return PL_OK;
cleanup:
  pl_progress_task(ctx, 0, 0, NULL);
  pl_arena_destroy(arena);
  return status;
}
