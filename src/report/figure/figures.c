// figures.c: see figures.h.
#include "report/figure/figures.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "measure/protocol.h"
#include "report/figure/figure.h"
#include "report/result/protocol_view.h"
#include "report/result/result.h"
#include "report/result/result_parts.h"

// The figures that only tests of one protocol have.
static void draw_protocols(pl_figures *set) {
  for (int p = 0; p < pl_protocol_count(); p++) {
    const pl_protocol_view *view = pl_protocol_at(p)->view;
    if (view && view->draw) view->draw(set);
  }
}

static void (*const kinds[])(pl_figures *set) = {
    pl__figure_laws, pl__figure_rubber, pl__figure_loops,    pl__figure_polar,      pl__figure_tensors,     pl__figure_energy,
    draw_protocols,  pl__figure_tests,  pl__figure_profiles, pl__figure_parameters, pl__figure_correlation, pl__figure_convergence,
};

#define ROW(field) offsetof(pl_figure_options, field)
static const pl_option options_rows[] = {
    {"format", ROW(format), PL_OPTION_CHOICE, PL_N_FORMAT, 0, 0, PL_DIM_NONE, "svg|pdf|png|all", "kind of files"},
    {"width", ROW(width), PL_OPTION_REAL, 0.085, 0.04, 0.5, PL_DIM_LENGTH, NULL, "width of a column; wide figures take two columns"},
    {"dpi", ROW(dpi), PL_OPTION_INT, 300, 50, 1200, PL_DIM_NONE, NULL, "pixels per inch of PNG"},
    {"font", ROW(font), PL_OPTION_TEXT, 0, 0, 0, PL_DIM_NONE, "DejaVu Sans", "font family; the nearest installed one is used"},
};
const pl_option_table pl_figure_option_table = {.name = "plot",
                                                .title = "Figures (`pliant plot`)",
                                                .struct_size = sizeof(pl_figure_options),
                                                .n_option = sizeof options_rows / sizeof options_rows[0],
                                                .option = options_rows};

pl_figure_options pl_figure_options_default(void) {
  pl_figure_options options;
  pl_options_default(&pl_figure_option_table, &options);
  return options;
}

// ---- the set ----

const char *pl__figure_text(pl_figures *set, const char *format, ...) {
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  int n = vsnprintf(NULL, 0, format, args);
  va_end(args);
  char *text = n >= 0 ? pl_arena_alloc(set->reader.arena, (size_t)n + 1, 1) : NULL;
  if (text)
    vsnprintf(text, (size_t)n + 1, format, again);
  else
    set->reader.failed = true;
  va_end(again);
  return text ? text : "";
}

const char *pl__figure_number(pl_figures *set, double value, int digits) {
  char buffer[40];
  return pl__figure_text(set, "%s", pl__number_print_digits(value, digits, buffer, sizeof buffer));
}

// "Cut 22.5" as cut-22-5: letters, digits and dashes, so that the name is valid on every system and in LaTeX.
static void make_plain(char *name) {
  char *to = name;
  for (const char *p = name; *p; p++) {
    char c = (char)tolower((unsigned char)*p);
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
      *to++ = c;
    else if (to > name && to[-1] != '-')
      *to++ = '-';
  }
  while (to > name && to[-1] == '-') to--;
  *to = '\0';
}

static bool taken(const pl_figures *set, const char *name) {
  for (const pl_figure *figure = set->first; figure; figure = figure->next)
    if (strcmp(figure->name, name) == 0) return true;
  return false;
}

void pl__figure_add(pl_figures *set, const char *name, const char *title, double width, double height, pl_draw_page draw,
                    const void *data) {
  pl_figure *figure = pl_arena_alloc(set->reader.arena, 1, sizeof *figure);
  char *plain = pl_arena_text(set->reader.arena, name);
  if (!figure || !plain) {
    set->reader.failed = true;
    return;
  }
  make_plain(plain);
  *figure = (pl_figure){.name = plain, .title = title, .width = width, .height = height, .draw = draw, .data = data};
  for (int k = 2; taken(set, figure->name) && !set->reader.failed; k++) figure->name = pl__figure_text(set, "%s-%d", plain, k);
  if (set->last)
    set->last->next = figure;
  else
    set->first = figure;
  set->last = figure;
}

pl_material *pl__figure_material(pl_figures *set) {
  const char *path = pl__reader_material(&set->reader);
  pl_material *material;
  if (!path) return NULL;
  pl_status status = pl_material_load(set->reader.ctx, path, &material);
  if (status == PL_OK) return material;
  if (status == PL_ERROR_MEMORY)
    set->reader.failed = true;
  else
    pl_context_clear_error(set->reader.ctx);
  return NULL;
}

typedef struct panels {
  int n;
  const pl_panel *panel;
} panels;

static void draw_panels(pl_pen *pen, const void *user) {
  const panels *all = user;
  for (int i = 0; i < all->n; i++) {
    const pl_panel *panel = &all->panel[i];
    double left = 0;
    for (int k = 0; k < all->n; k++)
      if (all->panel[k].box.x == panel->box.x) left = fmax(left, pl__draw_plot_left(pen, &all->panel[k].plot, all->panel[k].box));
    pl__draw_plot(pen, &panel->plot, panel->box, left, panel->heading);
  }
}

pl_panel *pl__panels(pl_figures *set, int n) {
  pl_panel *panel = pl_arena_alloc(set->reader.arena, (size_t)n, sizeof *panel);
  if (!panel) set->reader.failed = true;
  return panel;
}

void pl__figure_add_panels(pl_figures *set, const char *name, const char *title, double width, double height, int n,
                           const pl_panel *panel) {
  panels *all = pl_arena_alloc(set->reader.arena, 1, sizeof *all);
  if (!all) {
    set->reader.failed = true;
    return;
  }
  *all = (panels){n, panel};
  pl__figure_add(set, name, title, width, height, draw_panels, all);
}

void pl__figure_add_plot(pl_figures *set, const char *name, const char *heading, double height, pl_plot plot) {
  pl_panel *panel = pl__panels(set, 1);
  if (plot.n_series == 0 || !panel) return;
  *panel = (pl_panel){.box = {0, 2, set->column, height * set->column}, .heading = heading, .plot = plot};
  pl__figure_add_panels(set, name, plot.title, set->column, height * set->column + 4, 1, panel);
}

// ---- files ----

typedef struct drawn {
  pl_text text;
  const char *path, *title;
} drawn;

static pl_status draw_all(pl_figures *set, const char *out, const pl_figure_options *options, drawn *file) {
  pl_context *ctx = set->reader.ctx;
  for (const pl_figure *figure = set->first; figure; figure = figure->next)
    for (int format = 0; format < PL_N_FORMAT; format++) {
      if (options->format != PL_N_FORMAT && options->format != format) continue;
      const char *name = pl__figure_text(set, "%s.%s", figure->name, pl_format_name[format]);
      file->path = pl_path_join(set->reader.arena, out, name);
      file->title = figure->title;
      if (!file->path || set->reader.failed) return PL_ERROR_MEMORY;
      PL_TRY(pl__draw_file(ctx, (pl_format)format, figure->width, figure->height, options->dpi, options->font, figure->title, figure->draw,
                           figure->data, &file->text));
      file++;
    }
  return PL_OK;
}

// Appends n files to the list.
static pl_status list_files(pl_arena *arena, int n, const drawn *file, pl_figure_files *files) {
  size_t all = (size_t)(files->n + n);
  const char **path = pl_arena_alloc(arena, all + 1, sizeof *path), **title = pl_arena_alloc(arena, all + 1, sizeof *title);
  if (!path || !title) return PL_ERROR_MEMORY;
  for (int i = 0; i < files->n; i++) path[i] = files->path[i], title[i] = files->title[i];
  for (int i = 0; i < n; i++) path[files->n + i] = file[i].path, title[files->n + i] = file[i].title;
  *files = (pl_figure_files){(int)all, path, title};
  return PL_OK;
}

// The figures of one result, in memory.
typedef struct drawing {
  const char *out;  // folder
  int n;
  drawn *file;  // [n]
} drawing;

static void clear_drawing(drawing *d) {
  for (int i = 0; i < d->n; i++) pl_text_clear(&d->file[i].text);
  d->n = 0;
}

// After a failure the caller also frees what was drawn.
static pl_status draw_result(pl_arena *arena, const char *directory, const char *out, const pl_figure_options *options, drawing *d) {
  pl_context *ctx = pl_arena_context(arena);
  pl_figures set = {.reader = {.ctx = ctx, .arena = arena, .directory = directory}, .column = options->width / 0.0254 * 72};
  *d = (drawing){.out = out};
  PL_TRY(pl_result_load(arena, directory, &set.reader.fit));
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0] && !set.reader.failed; i++) kinds[i](&set);
  int n = 0, n_format = options->format == PL_N_FORMAT ? PL_N_FORMAT : 1;
  for (const pl_figure *figure = set.first; figure; figure = figure->next) n += n_format;
  pl_where where = {.file = directory};
  if (n == 0 && !set.reader.failed)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "run the fit again", PL_ID("plot.nothing") "the result holds nothing that could be drawn");
  d->file = pl_arena_alloc(arena, (size_t)n + 1, sizeof *d->file);
  if (!d->file || set.reader.failed) return PL_ERROR_MEMORY;
  for (d->n = 0; d->n < n; d->n++) pl_text_init(&d->file[d->n].text, ctx);
  return draw_all(&set, out, options, d->file);
}

static pl_status write_drawing(pl_arena *arena, const drawing *d, pl_figure_files *files) {
  pl_context *ctx = pl_arena_context(arena);
  PL_TRY(pl_directory_create(ctx, d->out));
  for (int i = 0; i < d->n; i++) PL_TRY(pl_file_write(ctx, d->file[i].path, d->file[i].text.data, d->file[i].text.size));
  return list_files(arena, d->n, d->file, files);
}

static pl_status write_result(pl_arena *arena, const char *directory, const char *out, const pl_figure_options *options,
                              pl_figure_files *files) {
  drawing d;
  pl_status status = draw_result(arena, directory, out, options, &d);
  if (status == PL_OK) status = write_drawing(arena, &d, files);
  clear_drawing(&d);
  return status;
}

// The figures of every finished model, each in a separate folder; all are drawn before any is written.
static pl_status write_models(pl_arena *arena, const char *directory, const char *out, const pl_figure_options *options,
                              pl_figure_files *files) {
  pl_context *ctx = pl_arena_context(arena);
  const char **name;
  int n, n_drawn = 0;
  PL_TRY(pl__result_models(arena, directory, &n, &name));
  pl_where where = {.file = directory};
  if (n == 0) return pl_fail(ctx, PL_ERROR_INPUT, &where, "run the fits again", "none of the fits of this folder is done");
  drawing *all = pl_arena_alloc(arena, (size_t)n, sizeof *all);
  pl_status status = all ? PL_OK : PL_ERROR_MEMORY;
  for (int i = 0; i < n && status == PL_OK; i++) {
    const char *from = pl_path_join(arena, directory, name[i]), *to = pl_path_join(arena, out, name[i]);
    status = from && to ? draw_result(arena, from, to, options, &all[n_drawn++]) : PL_ERROR_MEMORY;
  }
  if (status == PL_OK) status = pl_directory_create(ctx, out);
  for (int i = 0; i < n && status == PL_OK; i++) status = write_drawing(arena, &all[i], files);
  for (int i = 0; i < n_drawn; i++) clear_drawing(&all[i]);
  return status;
}

pl_status pl_figures_write(pl_arena *arena, const char *directory, const char *out, const pl_figure_options *options,
                           pl_figure_files *files) {
  *files = (pl_figure_files){0};
  bool models = pl__result_is_models(arena, directory);
  pl_status status = (models ? write_models : write_result)(arena, directory, out, options, files);
  if (status != PL_OK) files->n = 0;
  pl__draw_forget();
  return status;
}
