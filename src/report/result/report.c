// report.c: report.html, one page that opens anywhere: made from the other files of its folder alone, no request. This file makes the plain page,
// without script, for programs that were built without node and for PLIANT_PAGE=plain; page_web.c makes the other.
#include "report/result/model_table.h"
#include "report/page/page.h"
#include "report/page/page_web.h"
#include "report/result/result_parts.h"

#include <string.h>

typedef struct section {
  const char *id, *title;
  void (*write)(pl_page *page);
} section;

static const section sections[] = {
    {"summary", "Summary", pl__page_summary},
    {"curves", "Curves", pl__page_curves},
    {"tests", "Measured against predicted", pl__page_tests},
    {"validation", "Validation", pl__page_validation},
    {"confidence", "Confidence", pl__page_confidence},
    {"convergence", "Convergence", pl__page_convergence},
    {"provenance", "Provenance", pl__page_provenance},
};
enum { N_SECTION = sizeof sections / sizeof sections[0] };

// Members without which there is no page.
typedef struct required {
  const char *key;
  pl_json_kind kind;
} required;
static const required members[] = {
    {"outcome", PL_JSON_OBJECT}, {"material", PL_JSON_OBJECT}, {"parameters", PL_JSON_ARRAY}, {"scores", PL_JSON_ARRAY},
    {"curves", PL_JSON_ARRAY},   {"tests", PL_JSON_ARRAY},     {"iterations", PL_JSON_ARRAY}, {"settings", PL_JSON_OBJECT},
};

bool pl__result_is_models(pl_arena *arena, const char *directory) {
  const char *fit = pl_path_join(arena, directory, "fit.json"), *table = pl_path_join(arena, directory, "table.json");
  return fit && table && !pl_file_exists(fit) && pl_file_exists(table);
}

// The name of a folder inside: joined to another it stays inside of that one.
static pl_status check_folder(pl_context *ctx, pl_json *row, const char *folder) {
  if (*folder && !strpbrk(folder, "/\\") && strcmp(folder, ".") != 0 && strcmp(folder, "..") != 0) return PL_OK;
  pl_json *value = pl_json_find(row, "folder");
  pl_where where = pl_json_where(value ? value : row);
  return pl_fail(ctx, PL_ERROR_INPUT, &where, "write the name of one folder beside table.json, or run the fits again",
                 "\"folder\" is \"%.80s\", and must be the name of a folder, not a path", folder);
}

pl_status pl__result_models(pl_arena *arena, const char *directory, int *n, const char ***out) {
  const char *path = pl_path_join(arena, directory, "table.json"), **name;
  pl_json *table, *rows;
  *n = 0;
  if (!path) return PL_ERROR_MEMORY;
  PL_TRY(pl_json_load(arena, path, &table));
  PL_TRY(pl_json_get(pl_arena_context(arena), table, "rows", PL_JSON_ARRAY, &rows));
  *out = name = pl_arena_alloc(arena, (size_t)rows->n + 1, sizeof *name);
  if (!name) return PL_ERROR_MEMORY;
  for (pl_json *row = rows->child; row; row = row->next) {
    const char *folder = pl__page_text(row, "folder");
    PL_TRY(check_folder(pl_arena_context(arena), row, folder));
    const char *inner = pl_path_join(arena, directory, folder);
    const char *file = inner ? pl_path_join(arena, inner, "fit.json") : NULL;
    if (!file) return PL_ERROR_MEMORY;
    if (pl__page_flag(row, "done") && pl_file_exists(file)) name[(*n)++] = folder;
  }
  return PL_OK;
}

pl_status pl__result_of_models(pl_arena *arena, const char *directory) {
  const char **name;
  int n;
  pl_where where = {.file = directory};
  PL_TRY(pl__result_models(arena, directory, &n, &name));
  const char *hint = n > 0 ? pl_arena_printf(arena, "name one of them: %s/%s", directory, name[0]) : "run the fits again";
  return pl_fail(pl_arena_context(arena), PL_ERROR_INPUT, &where, hint, "this folder holds the %d fits of --all-models, not one", n);
}

pl_status pl_result_load(pl_arena *arena, const char *directory, pl_json **root) {
  pl_context *ctx = pl_arena_context(arena);
  const char *path = pl_path_join(arena, directory, "fit.json");
  if (!path) return PL_ERROR_MEMORY;
  pl_where where = {.file = path};
  if (pl__result_is_models(arena, directory)) return pl__result_of_models(arena, directory);
  const char *simulation = pl_path_join(arena, directory, "simulation.json");
  if (simulation && pl_file_exists(simulation) && !pl_file_exists(path)) {
    where = (pl_where){.file = directory};
    const char *hint = pl_arena_printf(arena, "draw its frames with `pliant render %s -o frames.png`", directory);
    return pl_fail(ctx, PL_ERROR_FILE, &where, hint ? hint : "draw its frames with `pliant render`",
                   "this is the folder of a simulation, not of a fit");
  }
  if (!pl_file_exists(path))
    return pl_fail(ctx, PL_ERROR_FILE, &where, "name a folder that `pliant fit FILE -o DIR` wrote",
                   "no such file: this is not a result folder");
  PL_TRY(pl_json_load(arena, path, root));
  if ((*root)->kind != PL_JSON_OBJECT)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "run the fit again", "not a result: the file holds no object");
  pl_json *format;
  PL_TRY(pl_json_get(ctx, *root, "pliant", PL_JSON_STRING, &format));
  if (strcmp(format->text, PL_RESULT_FORMAT) != 0) {
    where = pl_json_where(format);
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "run the fit again with this version", "the format is \"%.40s\", this version reads \"%s\"",
                   format->text, PL_RESULT_FORMAT);
  }
  for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
    pl_json *member;
    PL_TRY(pl_json_get(ctx, *root, members[i].key, members[i].kind, &member));
  }
  return PL_OK;
}

// Points per series: plenty for a few tests, fewer when there are many, so that the page stays under a megabyte.
static int point_budget(pl_json *fit) {
  int n_plot = 0;
  for (pl_json *test = pl__page_list(fit, "tests"); test; test = test->next)
    for (pl_json *channel = pl__page_list(test, "channels"); channel; channel = channel->next)
      n_plot += pl_json_find(channel, "predicted") != NULL;
  int budget = n_plot ? 3500 / n_plot : 200;
  return budget > 200 ? 200 : budget < 30 ? 30 : budget;
}

static void head(pl_page *page) {
  pl_json *material = pl_json_find(page->fit, "material"), *outcome = pl_json_find(page->fit, "outcome");
  const char *name = pl__page_text(material, "name");
  bool prediction = strcmp(pl__page_text(page->fit, "verb"), "predict") == 0;
  pl__page_head(page, name, prediction ? "Pliant prediction" : "Pliant fit");
  pl__page_add(page, "<p>");
  int n_fit = (int)pl__page_number(outcome, "fitted_tests"), n_hold = (int)pl__page_number(outcome, "held_out_tests");
  if (prediction)
    pl_text_printf(page->out, "Prediction of %d test%s", n_hold, n_hold == 1 ? "" : "s");
  else
    pl_text_printf(page->out, "Material fitted to %d test%s, %d held out", n_fit, n_fit == 1 ? "" : "s", n_hold);
  const char *model = pl__page_text(material, "model");
  if (!prediction) pl__page_add(page, "; model "), pl__page_escape(page, pl_path_name(model));
  pl_shown density = pl__page_unit(pl__page_text(material, "density_unit"), pl__page_largest(material, "density"));
  if (pl__page_number(material, "density") > 0) {
    pl__page_add(page, "; ");
    pl__markup_number(page->out, density.factor * pl__page_number(material, "density"));
    pl__page_add(page, " ");
    pl__markup_unit(page->out, density.unit);
  }
  pl__page_add(page, "</p></div></header>\n<nav aria-label=\"Sections\"><div class=\"in\">");
  for (int i = 0; i < N_SECTION; i++) pl_text_printf(page->out, "<a href=\"#%s\">%s</a>", sections[i].id, sections[i].title);
  pl__page_add(page, "</div></nav>\n<main>");
}

static void plain(pl_page *page) {
  page->max_points = point_budget(page->fit);
  head(page);
  for (int i = 0; i < N_SECTION; i++) sections[i].write(page);
  pl_text_printf(page->out,
                 "<footer>Made by Pliant %s from fit.json in this folder. Curves and predictions are beside it as CSV, the material as "
                 "material.json. This is the plain page, without shapes in 3D%s.</footer></main></body></html>\n",
                 pl_version(), pl__web_page[0] ? "" : ": the program was built without Node.js");
}

pl_status pl_report_write(pl_context *ctx, const char *directory) {
  pl_arena *arena = pl_arena_create(ctx);
  if (!arena) return PL_ERROR_MEMORY;
  if (pl__result_is_models(arena, directory)) {
    pl_arena_destroy(arena);
    return pl_model_page_write(ctx, directory);
  }
  pl_text text;
  pl_text_init(&text, ctx);
  pl_page page = {.ctx = ctx, .arena = arena, .directory = directory, .out = &text};
  pl_status status;
  PL_TRY_CLEAN(pl_result_load(arena, directory, &page.fit));
  if (pl__web_wanted())
    PL_TRY_CLEAN(pl__web_write(&page));
  else
    plain(&page);
  const char *path = pl_path_join(arena, directory, "report.html");
  status = page.failed || text.failed || !path ? PL_ERROR_MEMORY : pl_file_write(ctx, path, text.data, text.size);
cleanup:
  pl_text_clear(&text);
  pl_arena_destroy(arena);
  return status;
}
