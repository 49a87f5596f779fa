// api_report.c: results as JSON, tables of models, figures and pictures.
#include <pliant/report.h>

#include "api/api.h"
#include "report/models/model_table.h"
#include "report/result/protocol_view.h"

pl_status pl_fit_json(pl_context *ctx, const pl_fit *fit, const pl_run *run, char **text) {
  pl_json_writer *writer;
  *text = NULL;
  PL_TRY(pl_result_json(ctx, fit, run, &writer));
  return pl__json_give(ctx, writer, text);
}

pl_status pl_models_fit(pl_context *ctx, int n_fit, pl_measurement *const *fit_to, int n_hold, pl_measurement *const *hold,
                        const pl_settings *settings, const char *directory, const char *command, pl_model_table **table) {
  pl_fit_options options = pl__settings_options(settings);
  pl_model_task task = {n_fit, n_hold, fit_to, hold, &options, directory, command, 0};
  const pl_protocol_view *view = fit_to[0]->protocol->view;
  *table = NULL;
  // another protocol's tests: the protocol that compares models refuses them, and says which it takes
  for (int i = 0; i < pl_protocol_count() && !(view && view->compare_models); i++) view = pl_protocol_at(i)->view;
  PL_ASSERT(view && view->compare_models);
  return view->compare_models(ctx, &task, table);
}

// ---- files ----

struct pl_file_list {
  pl_arena *arena;
  int n;
  const char *const *path, *const *title;  // [n]; title may be NULL
};

int pl_file_list_count(const pl_file_list *list) { return list->n; }

const char *pl_file_list_path(const pl_file_list *list, int index) {
  PL_ASSERT(index >= 0 && index < list->n);
  return list->path[index];
}

const char *pl_file_list_title(const pl_file_list *list, int index) {
  PL_ASSERT(index >= 0 && index < list->n);
  return list->title ? list->title[index] : NULL;
}

void pl_file_list_destroy(pl_file_list *list) {
  if (list) pl_arena_destroy(list->arena);
}

static pl_status draw_figures(pl_file_list *list, const char *source, const char *out, const pl_settings *settings) {
  pl_figure_options options = settings ? settings->figure : pl_figure_options_default();
  pl_figure_files made;
  PL_TRY(pl_figures_write(list->arena, source, out, &options, &made));
  list->n = made.n;
  list->path = made.path;
  list->title = made.title;
  return PL_OK;
}

static pl_status draw_pictures(pl_file_list *list, const char *source, const char *out, const pl_settings *settings) {
  pl_render_options options = settings ? settings->render : pl_render_options_default();
  pl_render_files made;
  PL_TRY(pl_render(list->arena, source, out, &options, &made));
  list->n = made.n;
  list->path = made.path;
  return PL_OK;
}

typedef pl_status (*drawing)(pl_file_list *list, const char *source, const char *out, const pl_settings *settings);

static pl_status draw(pl_context *ctx, drawing run, pl_settings_kind kind, const char *source, const char *out, const pl_settings *settings,
                      pl_file_list **files) {
  *files = NULL;
  if (settings && settings->kind != kind)
    return pl_fail(ctx, PL_ERROR_INPUT, NULL, "create them with pl_settings_create_for", "these settings are of another kind");
  pl_arena *arena = pl_arena_create(ctx);
  pl_file_list *list = arena ? pl_arena_alloc(arena, 1, sizeof *list) : NULL;
  if (list) list->arena = arena;
  pl_status status = list ? run(list, source, out, settings) : PL_ERROR_MEMORY;
  if (status == PL_OK)
    *files = list;
  else
    pl_arena_destroy(arena);
  return status;
}

pl_status pl_result_plot(pl_context *ctx, const char *source, const char *out, const pl_settings *settings, pl_file_list **files) {
  return draw(ctx, draw_figures, PL_SETTINGS_PLOT, source, out, settings, files);
}

pl_status pl_result_render(pl_context *ctx, const char *source, const char *out, const pl_settings *settings, pl_file_list **files) {
  return draw(ctx, draw_pictures, PL_SETTINGS_RENDER, source, out, settings, files);
}
