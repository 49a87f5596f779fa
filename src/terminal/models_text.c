// models_text.c: every cloth model in every variant fitted to the same captures (model_table.h), as tables; and the whole task for the library's caller.
#include <math.h>
#include <stdio.h>

#include "report/models/model_table.h"
#include "terminal/terminal.h"

enum { PER_TABLE = 9 };  // figures side by side, so that lines stay readable

// Figures of fitted or held-out tests in this table, from `from` on; their number, and the start of the next table.
static int choose(const pl_model_table *table, bool held_out, int from, int chosen[PER_TABLE], int *next) {
  int n = 0, k = from;
  for (; k < table->n_figure && n < PER_TABLE; k++)
    if (table->figure[k].main && table->figure[k].held_out == held_out) chosen[n++] = k;
  *next = k;
  return n;
}

static void print_table(pl_terminal *c, const pl_model_table *table, int n, const int *figure) {
  pl_text titles;
  pl_text_init(&titles, c->ctx);
  pl_text_add(&titles, "model|variant");
  for (int k = 0; k < n; k++) {
    const pl_model_figure *f = &table->figure[figure[k]];
    pl_text_printf(&titles, "|>%s [%s]", f->test, f->kind == PL_RESIDUAL_DISTANCE ? "mm" : "N");
  }
  pl_table *out = pl_table_create(c->arena, titles.data ? titles.data : "model|variant");
  pl_text_clear(&titles);
  for (int i = 0; i < PL_MODEL_ROWS; i++) {
    const pl_model_row *row = &table->row[i];
    if (!row->done) continue;
    pl_table_cell(out, "%s", row->model);
    pl_table_cell(out, "%s%s", row->variant, row->converged ? "" : ", not converged");
    for (int k = 0; k < n; k++) {
      double factor = table->figure[figure[k]].kind == PL_RESIDUAL_DISTANCE ? 1e3 : 1, value = factor * row->value[figure[k]];
      char number[48];
      pl_table_cell(out, "%s%s", pl_model_table_best(table, figure[k]) == i ? "*" : "",
                    isnan(value) ? "-" : pl_number_people(value, number, sizeof number));
    }
  }
  pl_table_say(c, out);
}

static void print_part(pl_terminal *c, const pl_model_table *table, bool held_out) {
  int chosen[PER_TABLE], next;
  for (int from = 0, n; (n = choose(table, held_out, from, chosen, &next)) > 0; from = next) {
    if (from == 0)
      pl__print(c, held_out ? "\nHeld-out tests (predicted, not fitted)\n"
                            : "Fitted tests, rms of what was compared; * is the best of a column\n");
    print_table(c, table, n, chosen);
  }
}

static void all_tables(pl_terminal *c, const pl_model_table *table, const pl_models_report *report) {
  int n_done = report->n_done, n_converged = report->n_converged, n_failed = report->n_failed;
  double seconds = report->seconds;
  pl__print(c, "%s: %d fits, %d converged, %d frames without equilibrium, %.1f s\n\n", table->name, n_done, n_converged, n_failed, seconds);
  print_part(c, table, false);
  print_part(c, table, true);
  pl__print(
      c, "  N: force vectors, or forces along the clips where those were compared, over clips and frames; mm: distance over free vertices "
         "and frames\n");
}

pl_models_report pl_models_outcome(const pl_model_table *table) {
  pl_models_report report = {.n_row = PL_MODEL_ROWS};
  for (int i = 0; i < PL_MODEL_ROWS; i++) {
    report.n_done += table->row[i].done;
    report.n_converged += table->row[i].done && table->row[i].converged;
    report.n_failed += table->row[i].n_failed;
    report.seconds += table->row[i].seconds;
  }
  return report;
}

pl_status pl_models_text(pl_context *ctx, const pl_model_table *table, const pl_text_style *style, char **text) {
  pl_terminal c;
  pl_models_report report = pl_models_outcome(table);
  *text = NULL;
  PL_TRY(pl__terminal_open(&c, ctx, style));
  all_tables(&c, table, &report);
  return pl__terminal_close(&c, PL_OK, text);
}

pl_status pl_models_json(pl_context *ctx, const pl_model_table *table, char **text) {
  pl_json_writer *writer;
  *text = NULL;
  PL_TRY(pl_model_table_json(ctx, table, &writer));
  return pl__json_text(ctx, writer, text);
}
