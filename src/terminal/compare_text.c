// compare_text.c: several fits side by side, as tables.
#include <math.h>
#include <string.h>

#include "report/page/compare.h"
#include "terminal/terminal.h"

enum { PER_TABLE = 8 };  // fits side by side, so that lines stay readable

static void r2_cell(pl_table *table, double r2, bool best) {
  if (isnan(r2))
    pl_table_cell(table, "-");
  else
    pl_table_cell(table, "%s%.4f", best ? "*" : "", r2);
}

// One unit for the rms of all fits, including those of other tables.
static pl_shown scale_of(const pl_comparison *comparison, const pl_compared_score *score) {
  pl_unit unit;
  double largest = 0;
  if (!pl_unit_parse(score->unit, &unit)) return (pl_shown){1, score->unit};
  for (int i = 0; i < comparison->n_fit; i++)
    if (isfinite(score->rms[i])) largest = fmax(largest, unit.factor * score->rms[i]);
  pl_shown scale = pl_dim_shown(unit.dim, largest);
  return (pl_shown){unit.factor * scale.factor, scale.unit};
}

// True if the columns are titled by numbers, because the fits' names would be too wide.
static bool numbered(const pl_comparison *comparison) {
  size_t width = 0;
  for (int i = 0; i < comparison->n_fit; i++) width += strlen(comparison->fit[i].label) + 2;
  return width > 80;
}

static void print_fits(pl_terminal *c, const pl_comparison *comparison) {
  pl_table *table =
      pl_table_create(c->arena, comparison->star_by_fitted ? ">|fit|material|model|>parameters|>fitted error [%]|>lowest R²|>held out|"
                                                           : ">|fit|material|model|>parameters|>held-out error [%]|>lowest R²|>held out|");
  for (int i = 0; i < comparison->n_fit; i++) {
    const pl_compared_fit *fit = &comparison->fit[i];
    if (numbered(comparison))
      pl_table_cell(table, "%d", i + 1);
    else
      pl_table_cell(table, "%s", "");
    pl_table_cell(table, "%s%s", comparison->star == i ? "*" : "", fit->label);
    pl_table_cell(table, "%s", fit->name);
    pl_table_cell(table, "%s", fit->model);
    pl_table_cell(table, "%d", fit->n_free);
    if (isnan(fit->error))
      pl_table_cell(table, "-");
    else
      pl_table_cell(table, "%.3g", 100 * fit->error);
    for (int k = 0; k < 2; k++) r2_cell(table, fit->lowest_r2[k], comparison->best_r2[k] == i);
    pl_table_cell(table, "%s", fit->unfinished ? fit->unfinished : fit->converged ? "" : "not converged");
  }
  pl_table_say(c, table);
}

// Fits from `from` on, as many as fit in a line. Rows are channels of tests, columns the fits: there are more channels.
static void print_part(pl_terminal *c, const pl_comparison *comparison, bool held_out, int from, int to) {
  pl_text titles;
  pl_text_init(&titles, c->ctx);
  pl_text_add(&titles, "test|channel");
  for (int i = from; i < to; i++) {
    if (numbered(comparison))
      pl_text_printf(&titles, "|>%d", i + 1);
    else
      pl_text_printf(&titles, "|>%s", comparison->fit[i].label);
  }
  pl_text_add(&titles, "|unit|");
  pl_table *table = pl_table_create(c->arena, titles.data ? titles.data : "test|channel");
  pl_text_clear(&titles);
  for (int k = 0; k < comparison->n_score; k++) {
    const pl_compared_score *score = &comparison->score[k];
    if (score->held_out != held_out) continue;
    pl_shown unit = scale_of(comparison, score);
    pl_table_cell(table, "%s", score->test);
    pl_table_cell(table, "%s", score->channel);
    for (int i = from; i < to; i++) {
      char number[48];
      double rms = unit.factor * score->rms[i];
      pl_table_cell(table, "%s%s", score->best == i ? "*" : "", isnan(rms) ? "-" : pl_number_people(rms, number, sizeof number));
    }
    pl_table_cell(table, "%s", unit.unit);
    pl_table_cell(table, "%s%s", score->unmarked ? "no mark: " : "", score->unmarked ? score->unmarked : "");
  }
  pl_table_say(c, table);
}

static void print_scores(pl_terminal *c, const pl_comparison *comparison, bool held_out) {
  int n = 0, n_marked = 0;
  for (int k = 0; k < comparison->n_score; k++) {
    if (comparison->score[k].held_out != held_out) continue;
    n++;
    n_marked += comparison->score[k].best >= 0;
  }
  if (n == 0) return;
  pl__print(c, "\n%s, rms%s\n", held_out ? "Held-out tests" : "Fitted tests", n_marked ? "; * is the best of a row" : "");
  for (int from = 0; from < comparison->n_fit; from += PER_TABLE) {
    int to = from + PER_TABLE < comparison->n_fit ? from + PER_TABLE : comparison->n_fit;
    if (from) pl__print(c, "\n");
    print_part(c, comparison, held_out, from, to);
  }
}

static void all_tables(pl_terminal *c, const pl_comparison *comparison) {
  print_fits(c, comparison);
  pl__print(c, "\n%s%s\n%s\n", comparison->star < 0 ? "" : "* ", comparison->words, PL_COMPARE_RULE);
  print_scores(c, comparison, false);
  print_scores(c, comparison, true);
  for (int k = 0; k < comparison->n_score; k++)
    if (comparison->score[k].differs) {
      pl__print(
          c, "\nDifferent data: these fits measured different things under the same name, and errors of different data are not ranked.\n");
      break;
    }
}

pl_status pl_comparison_text(const pl_comparison *comparison, const pl_text_style *style, char **text) {
  pl_terminal c;
  *text = NULL;
  PL_TRY(pl__terminal_open(&c, comparison->ctx, style));
  all_tables(&c, comparison);
  return pl__terminal_close(&c, PL_OK, text);
}

pl_status pl_comparison_json_text(const pl_comparison *comparison, char **text) {
  pl_json_writer *writer;
  *text = NULL;
  PL_TRY(pl_comparison_json(comparison->ctx, comparison, &writer));
  return pl__json_text(comparison->ctx, writer, text);
}

int pl_comparison_count(const pl_comparison *comparison) { return comparison->n_fit; }
