// figure_energy.c: the energy of a fitted cloth over pairs of strains. It draws contour lines of the square root, as in figure 3 of Miguel
// et al.
// 2016. For a linear material these are evenly spaced ellipses. Solid: the result; dashed: the initial model; dots: visited strains.
#include <math.h>

#include "report/figure/figure.h"
#include "report/figure/contour.h"

enum { N_LEVEL = 11, N_PAIR = 3 };

// One section in shown units: strains in per cent, roots of energies.
typedef struct section {
  pl_json *json;
  int n, m;
  double *a, *b;    // [n], [m], %
  double *root[2];  // [n][m], sqrt(J/m^2): initial model (or NULL), and result
  double *share;    // [n][m], or NULL
} section;

static bool read_section(pl_figures *set, pl_json *sections, pl_json *json, section *s) {
  int count = 0, k = 0, n_model = pl__member_count(sections, "models");
  pl_reader *reader = &set->reader;
  *s = (section){.json = json};
  s->a = pl__reader_values(reader, json, "first_strain", 100, &s->n);
  s->b = pl__reader_values(reader, json, "second_strain", 100, &s->m);
  s->share = pl__reader_values(reader, json, "share", 1, &count);
  if (s->n < 2 || s->m < 2) return false;
  if (count != s->n * s->m) s->share = NULL;
  for (pl_json *energy = pl__member_list(json, "energy"); energy; energy = energy->next, k++) {
    if (energy->kind != PL_JSON_ARRAY || energy->n != s->n * s->m || (k != 0 && k != n_model - 1)) continue;
    double *root = pl_arena_alloc(reader->arena, (size_t)energy->n, sizeof *root);
    int i = 0;
    if (!root) {
      reader->failed = true;
      return false;
    }
    for (pl_json *item = energy->child; item; item = item->next)
      root[i++] = item->kind == PL_JSON_NUMBER ? sqrt(fmax(item->number, 0)) : NAN;
    s->root[k == n_model - 1] = root;
  }
  return s->root[1] != NULL;
}

static void add_lines(pl_figures *set, pl_plot *plot, const section *s, int model, double step, const char *label) {
  pl_grid_view grid = {s->n, s->m, s->a, s->b, s->root[model]};
  for (int level = 1; level <= N_LEVEL && !set->reader.failed; level++) {
    int n;
    double *x, *y;
    if (pl__contour(set->reader.arena, &grid, level * step, &n, &x, &y) != PL_OK) set->reader.failed = true;
    if (!set->reader.failed && n) pl_plot_add(plot, model ? PL_SERIES_LINE : PL_SERIES_DASHED, model, level == 1 ? label : NULL, n, x, y);
  }
}

// Grid points near strains of the fitted tests.
static void add_visited(pl_figures *set, pl_plot *plot, const section *s) {
  double *x = s->share ? pl_arena_alloc(set->reader.arena, 2 * (size_t)s->n * (size_t)s->m, sizeof *x) : NULL;
  int n = 0;
  if (s->share && !x) set->reader.failed = true;
  if (!x) return;
  double *y = x + s->n * s->m;
  for (int i = 0; i < s->n * s->m; i++)
    if (s->share[i] > 0) x[n] = s->a[i / s->m], y[n++] = s->b[i % s->m];
  if (n) pl_plot_add(plot, PL_SERIES_DOTS, 3, "visited", n, x, y);
}

void pl__figure_energy(pl_figures *set) {
  pl_json *sections = pl_json_find(set->reader.fit, "energy_sections");
  pl_panel *panel = pl__panels(set, N_PAIR);
  if (!sections || sections->kind != PL_JSON_OBJECT || !panel) return;
  double width = 2 * set->column / N_PAIR, height = 1.12 * width;
  pl_json *first = pl__member_list(sections, "models");
  const char *start = first && first->kind == PL_JSON_STRING ? first->text : "start";
  int n = 0;
  for (pl_json *json = pl__member_list(sections, "pairs"); json && n < N_PAIR; json = json->next) {
    section s;
    if (!read_section(set, sections, json, &s)) continue;
    double most = 0, tick;
    for (int i = 0; i < s.n * s.m; i++) most = fmax(most, isfinite(s.root[1][i]) ? s.root[1][i] : 0);
    // a round step that gives at most N_LEVEL lines
    double unused;
    pl_plot_ticks(0, most, N_LEVEL, &unused, &tick);
    pl_plot plot = {.x_name = pl__figure_text(set, "%s strain", pl__member_text(json, "first")),
                    .x_unit = "%",
                    .y_name = pl__figure_text(set, "%s strain", pl__member_text(json, "second")),
                    .y_unit = "%",
                    .x_range = {s.a[0], s.a[s.n - 1]},
                    .y_range = {s.b[0], s.b[s.m - 1]}};
    add_visited(set, &plot, &s);
    if (s.root[0]) add_lines(set, &plot, &s, 0, tick, start);
    add_lines(set, &plot, &s, 1, tick, "result");
    panel[n] = (pl_panel){.box = {n * width, 2, width - 4, height}, .plot = plot};
    panel[n].heading = pl__figure_text(set, "%senergy, lines every %s", "\xE2\x88\x9A", pl__figure_number(set, tick, 3));
    n++;
  }
  if (n)
    pl__figure_add_panels(set, "energy", "Square root of the energy, sqrt(J/m^2), over pairs of strains", n * width, height + 4, n, panel);
}
