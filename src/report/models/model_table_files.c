// model_table_files.c: table.json and table.csv of a comparison of models. Numbers are SI.
#include <math.h>
#include <string.h>

#include "report/models/model_table.h"
#include "report/page/page_models.h"
#include "report/result/result_parts.h"

static const char *unit_of(pl_residual_kind kind) { return kind == PL_RESIDUAL_DISTANCE ? "m" : "N"; }

static void write_figures(pl_json_writer *w, const pl_model_table *table) {
  pl_json_begin_array(w, "figures");
  for (int k = 0; k < table->n_figure; k++) {
    const pl_model_figure *figure = &table->figure[k];
    int best = pl_model_table_best(table, k);
    pl_json_begin_object(w, NULL);
    pl_json_put_text(w, "test", figure->test);
    pl_json_put_text(w, "motion", figure->motion);
    pl_json_put_text(w, "direction", figure->direction);
    pl_json_put_text(w, "residual", figure->residual);
    pl_json_put_text(w, "unit", unit_of(figure->kind));
    pl_json_put_bool(w, "held_out", figure->held_out);
    pl_json_put_bool(w, "main", figure->main);
    pl_json_put_integer(w, "best_row", best);
    pl_json_end_object(w);
  }
  pl_json_end_array(w);
}

pl_status pl_model_table_json(pl_context *ctx, const pl_model_table *table, pl_json_writer **writer) {
  pl_json_writer *w = *writer = pl_json_writer_create(ctx);
  if (!w) return PL_ERROR_MEMORY;
  pl_json_begin_object(w, NULL);
  pl_json_put_text(w, "pliant", PL_MODEL_TABLE_FORMAT);
  pl_json_put_text(w, "version", pl_version());
  pl_json_put_text(w, "name", table->name);
  pl_json_put_text(w, "command", table->command);
  write_figures(w, table);
  pl_json_begin_array(w, "rows");
  for (int i = 0; i < PL_MODEL_ROWS; i++) {
    const pl_model_row *row = &table->row[i];
    pl_json_begin_object(w, NULL);
    pl_json_put_text(w, "model", row->model);
    pl_json_put_text(w, "variant", row->variant);
    pl_json_put_text(w, "folder", row->folder);
    pl_json_put_bool(w, "done", row->done);
    pl_json_put_bool(w, "converged", row->converged);
    pl_json_put_integer(w, "parameters", row->n_parameter);
    pl_json_put_integer(w, "failed_frames", row->n_failed);
    pl_json_put_number(w, "seconds", row->seconds);
    pl_json_begin_array(w, "rms");
    for (int k = 0; k < table->n_figure; k++) pl_json_put_number(w, NULL, row->done ? row->value[k] : NAN);
    pl_json_end_array(w);
    pl_json_end_object(w);
  }
  pl_json_end_array(w);
  pl_json_end_object(w);
  return PL_OK;
}

// One row per model and variant, one column per test and residual.
static void write_csv(const pl_model_table *table, pl_text *out) {
  pl_text_add(out, "model,variant,converged,parameters,failed frames,seconds");
  for (int k = 0; k < table->n_figure; k++) {
    const pl_model_figure *figure = &table->figure[k];
    pl_text_add(out, ",");
    const char *title = pl_arena_printf(table->arena, "%s%s %s rms [%s]", figure->test, figure->held_out ? " (held out)" : "",
                                        figure->residual, unit_of(figure->kind));
    if (title) pl__csv_cell(out, title);
  }
  pl_text_add(out, "\n");
  for (int i = 0; i < PL_MODEL_ROWS; i++) {
    const pl_model_row *row = &table->row[i];
    if (!row->done) continue;
    pl_text_printf(out, "%s,%s,%s,%d,%d,%.3g", row->model, row->variant, row->converged ? "yes" : "no", row->n_parameter, row->n_failed,
                   row->seconds);
    for (int k = 0; k < table->n_figure; k++) {
      pl_text_add(out, ",");
      pl__csv_number(out, row->value[k]);
    }
    pl_text_add(out, "\n");
  }
}

pl_status pl_model_table_save(pl_context *ctx, const char *directory, const pl_model_table *table) {
  const char *json = pl_path_join(table->arena, directory, "table.json"), *csv = pl_path_join(table->arena, directory, "table.csv");
  if (!json || !csv) return PL_ERROR_MEMORY;
  pl_text text;
  pl_text_init(&text, ctx);
  pl_json_writer *writer = NULL;
  pl_status status;
  PL_TRY_CLEAN(pl_model_table_json(ctx, table, &writer));
  PL_TRY_CLEAN(pl_json_writer_save(writer, json));
  write_csv(table, &text);
  PL_TRY_CLEAN(text.failed ? PL_ERROR_MEMORY : pl_file_write(ctx, csv, text.data, text.size));
  if (pl_report_built()) PL_TRY_CLEAN(pl_model_page_write(ctx, directory));
cleanup:
  pl_json_writer_destroy(writer);
  pl_text_clear(&text);
  return status;
}
