// result.c: the folder of a result. See result.h for its files.
#include "report/result/result.h"

#include <string.h>

#include "report/result/result_parts.h"
#include "report/result/shapes.h"

// Origin of a fitted material, for its note.
static void describe_origin(const pl_fit *fit, pl_text *out) {
  pl_text_printf(out, "Fitted by Pliant %s to", pl_version());
  for (int i = 0; i < fit->problem.n_fitted; i++) pl_text_printf(out, "%s %s", i ? "," : "", fit->work.fit_case[i].test->name);
  const pl_measurement *last = NULL;
  int n = 0;
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_measurement *m = fit->work.fit_case[i].given->measurement;
    if (m != last && m->file && m->file[0]) pl_text_printf(out, "%s%s", n++ ? ", " : " (", pl_path_name(m->file));
    last = m;
  }
  if (n) pl_text_add(out, ")");
  pl_text_printf(out, ". Model %s. ", fit->solution.model);
  pl_result_verdict(fit, out);
  if (fit->material->note[0]) pl_text_printf(out, " %s", fit->material->note);  // the note of the schedule
}

static pl_status save_material(pl_context *ctx, const char *path, const pl_fit *fit) {
  pl_material *copy;
  PL_TRY(pl_material_copy(fit->material, &copy));
  pl_text note;
  pl_text_init(&note, ctx);
  describe_origin(fit, &note);
  // assumed terms have no measured range, however large their simulated strains
  for (int t = 0; t < copy->n_term; t++)
    if (pl__term_assumed(fit, &fit->material->term[t])) memset(copy->term[t].range, 0, sizeof copy->term[t].range);
  const char *text = note.failed ? NULL : pl_arena_text(copy->arena, note.data);
  pl_text_clear(&note);
  pl_status status = PL_ERROR_MEMORY;
  if (text) {
    copy->note = text;
    status = pl_material_save(ctx, path, copy);
  }
  pl_material_destroy(copy);
  return status;
}

pl_status pl_result_save(pl_context *ctx, const char *directory, const pl_fit *fit, const pl_run *run) {
  PL_TRY(pl_directory_create(ctx, directory));
  pl_arena *arena = pl_arena_create(ctx);
  if (!arena) return PL_ERROR_MEMORY;
  pl_json_writer *writer = NULL;
  pl_status status = PL_ERROR_MEMORY;
  const char *material = pl_path_join(arena, directory, "material.json"), *curves = pl_path_join(arena, directory, "curves.csv"),
             *predictions = pl_path_join(arena, directory, "predictions.csv"), *json = pl_path_join(arena, directory, "fit.json"),
             *frames = pl_path_join(arena, directory, "frames.csv"), *shapes = pl_path_join(arena, directory, PL_SHAPES_FILE),
             *sections = pl_path_join(arena, directory, "energy_sections.csv"), *used = pl_path_join(arena, directory, PL_USED_MATERIAL);
  if (!material || !curves || !predictions || !json || !frames || !shapes || !sections || !used) goto cleanup;
  PL_TRY_CLEAN(fit->problem.n_fitted > 0 ? save_material(ctx, material, fit) : pl_material_save(ctx, used, fit->material));
  PL_TRY_CLEAN(pl__result_curves_csv(ctx, fit, curves));
  PL_TRY_CLEAN(pl__result_predictions_csv(ctx, fit, predictions));
  PL_TRY_CLEAN(pl__result_frames_csv(ctx, fit, frames));
  PL_TRY_CLEAN(pl__result_sections_csv(ctx, fit, sections));
  PL_TRY_CLEAN(pl__shapes_save(ctx, shapes, fit));
  PL_TRY_CLEAN(pl_result_json(ctx, fit, run, &writer));
  PL_TRY_CLEAN(pl_json_writer_save(writer, json));
  if (pl_report_built()) PL_TRY_CLEAN(pl_report_write(ctx, directory));
cleanup:
  pl_json_writer_destroy(writer);
  pl_arena_destroy(arena);
  return status;
}
