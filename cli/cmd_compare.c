// cmd_compare.c: `pliant compare DIR DIR... -o FILE.html`: several fits side by side on the terminal and as one page.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/page/compare.h"
#include "report/result/result.h"
#include "show.h"
#include "table.h"

static const cli_flag flags[] = {
    {"output", 'o', "FILE.html", false, "the page; compare.html when left out"},
    {"no-shapes", 0, NULL, false, "leave the shapes in 3D out, for a smaller page"},
};

static const char more[] =
    "DIR is a folder that 'pliant fit' or 'pliant predict -o' wrote; one of 'pliant fit --all-models' stands for all fits in it.\n"
    "Example: pliant compare out/stvk out/baraff -o compare.html";

enum { PER_TABLE = 8 };  // fits side by side, so that lines stay readable

static void r2_cell(cli_table *table, double r2, bool best) {
  if (isnan(r2))
    cli_table_cell(table, "-");
  else
    cli_table_cell(table, "%s%.4f", best ? "*" : "", r2);
}

// One unit for the rms of all fits, those of other tables included.
static pl_shown scale_of(const pl_comparison *comparison, const pl_compared_score *score) {
  pl_unit unit;
  double largest = 0;
  if (!pl_unit_parse(score->unit, &unit)) return (pl_shown){1, score->unit};
  for (int i = 0; i < comparison->n_fit; i++)
    if (isfinite(score->rms[i])) largest = fmax(largest, unit.factor * score->rms[i]);
  pl_shown scale = pl_dim_shown(unit.dim, largest);
  return (pl_shown){unit.factor * scale.factor, scale.unit};
}

// Titles of columns are the fits' names, or their numbers where those would be too wide.
static bool numbered(const pl_comparison *comparison) {
  size_t width = 0;
  for (int i = 0; i < comparison->n_fit; i++) width += strlen(comparison->fit[i].label) + 2;
  return width > 80;
}

static void print_fits(cli *c, const pl_comparison *comparison) {
  cli_table *table =
      cli_table_create(c, comparison->star_by_fitted ? ">|fit|material|model|>parameters|>fitted error [%]|>lowest R2|>held out|"
                                                     : ">|fit|material|model|>parameters|>held-out error [%]|>lowest R2|>held out|");
  for (int i = 0; i < comparison->n_fit; i++) {
    const pl_compared_fit *fit = &comparison->fit[i];
    if (numbered(comparison))
      cli_table_cell(table, "%d", i + 1);
    else
      cli_table_cell(table, "%s", "");
    cli_table_cell(table, "%s%s", comparison->star == i ? "*" : "", fit->label);
    cli_table_cell(table, "%s", fit->name);
    cli_table_cell(table, "%s", fit->model);
    cli_table_cell(table, "%d", fit->n_free);
    if (isnan(fit->error))
      cli_table_cell(table, "-");
    else
      cli_table_cell(table, "%.3g", 100 * fit->error);
    for (int k = 0; k < 2; k++) r2_cell(table, fit->lowest_r2[k], comparison->best_r2[k] == i);
    cli_table_cell(table, "%s", fit->unfinished ? fit->unfinished : fit->converged ? "" : "not converged");
  }
  cli_table_print(table);
}

// Fits from `from` on, as many as a line holds. Rows are channels of tests, columns the fits: there are more of the former.
static void print_part(cli *c, const pl_comparison *comparison, bool held_out, int from, int to) {
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
  cli_table *table = cli_table_create(c, titles.data ? titles.data : "test|channel");
  pl_text_clear(&titles);
  for (int k = 0; k < comparison->n_score; k++) {
    const pl_compared_score *score = &comparison->score[k];
    if (score->held_out != held_out) continue;
    pl_shown unit = scale_of(comparison, score);
    cli_table_cell(table, "%s", score->test);
    cli_table_cell(table, "%s", score->channel);
    for (int i = from; i < to; i++) {
      char number[48];
      double rms = unit.factor * score->rms[i];
      cli_table_cell(table, "%s%s", score->best == i ? "*" : "", isnan(rms) ? "-" : pl_number_people(rms, number, sizeof number));
    }
    cli_table_cell(table, "%s", unit.unit);
    cli_table_cell(table, "%s%s", score->unmarked ? "no mark: " : "", score->unmarked ? score->unmarked : "");
  }
  cli_table_print(table);
}

static void print_scores(cli *c, const pl_comparison *comparison, bool held_out) {
  int n = 0, n_marked = 0;
  for (int k = 0; k < comparison->n_score; k++) {
    if (comparison->score[k].held_out != held_out) continue;
    n++;
    n_marked += comparison->score[k].best >= 0;
  }
  if (n == 0) return;
  printf("\n%s, rms%s\n", held_out ? "Held-out tests" : "Fitted tests", n_marked ? "; * is the best of a row" : "");
  for (int from = 0; from < comparison->n_fit; from += PER_TABLE) {
    int to = from + PER_TABLE < comparison->n_fit ? from + PER_TABLE : comparison->n_fit;
    if (from) printf("\n");
    print_part(c, comparison, held_out, from, to);
  }
}

static int show(cli *c, const pl_comparison *comparison, const char *path) {
  if (c->json) {
    pl_json_writer *writer;
    pl_status written = pl_comparison_json(c->ctx, comparison, &writer);
    return written == PL_OK ? cli_print_json(c, writer, CLI_DONE) : cli_fail(c, written);
  }
  print_fits(c, comparison);
  printf("\n%s%s\n%s\n", comparison->star < 0 ? "" : "* ", comparison->words, PL_COMPARE_RULE);
  print_scores(c, comparison, false);
  print_scores(c, comparison, true);
  for (int k = 0; k < comparison->n_score; k++)
    if (comparison->score[k].differs) {
      printf("\nDifferent data: these fits measured different things under the same name, and errors of different data are not ranked.\n");
      break;
    }
  printf("\n");
  show_report("page", path);
  return CLI_DONE;
}

int cmd_compare(cli *c, int argc, char **argv) {
  int go = cli_parse(c, argc, argv, sizeof flags / sizeof flags[0], flags, 0, NULL, 1, -1, more);
  if (go != CLI_CONTINUE) return go;
  const char *path = cli_value(c, "output") ? cli_value(c, "output") : "compare.html";
  pl_comparison *comparison;
  pl_status status = pl_comparison_load(c->ctx, c->n_arg, c->arg, c->line, &comparison);
  if (status != PL_OK) return cli_fail(c, status);
  int result;
  if (comparison->n_fit < 2) {
    result = cli_usage(c, "compare needs two fits or more, %s holds %d", c->arg[0], comparison->n_fit);
  } else {
    if (pl_report_built()) status = pl_comparison_page(comparison, path, !cli_has(c, "no-shapes"));
    result = status == PL_OK ? show(c, comparison, path) : cli_fail(c, status);
  }
  pl_comparison_destroy(comparison);
  return result;
}
