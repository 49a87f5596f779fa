// fit_models.c: see fit_models.h.
#include "fit_models.h"

#include <math.h>
#include <stdio.h>

#include "show.h"
#include "table.h"

enum { PER_TABLE = 9 };  // figures side by side, so that lines stay readable

// Figures of fitted or held-out tests that the table shows, from `from` on; how many there are in this table, and where the next begins.
static int choose(const pl_model_table *table, bool held_out, int from, int chosen[PER_TABLE], int *next) {
  int n = 0, k = from;
  for (; k < table->n_figure && n < PER_TABLE; k++)
    if (table->figure[k].main && table->figure[k].held_out == held_out) chosen[n++] = k;
  *next = k;
  return n;
}

static void print_table(cli *c, const pl_model_table *table, int n, const int *figure) {
  pl_text titles;
  pl_text_init(&titles, c->ctx);
  pl_text_add(&titles, "model|variant");
  for (int k = 0; k < n; k++) {
    const pl_model_figure *f = &table->figure[figure[k]];
    pl_text_printf(&titles, "|>%s [%s]", f->test, f->kind == PL_RESIDUAL_DISTANCE ? "mm" : "N");
  }
  cli_table *out = cli_table_create(c, titles.data ? titles.data : "model|variant");
  pl_text_clear(&titles);
  for (int i = 0; i < PL_MODEL_ROWS; i++) {
    const pl_model_row *row = &table->row[i];
    if (!row->done) continue;
    cli_table_cell(out, "%s", row->model);
    cli_table_cell(out, "%s%s", row->variant, row->converged ? "" : ", not converged");
    for (int k = 0; k < n; k++) {
      double factor = table->figure[figure[k]].kind == PL_RESIDUAL_DISTANCE ? 1e3 : 1, value = factor * row->value[figure[k]];
      char number[48];
      cli_table_cell(out, "%s%s", pl_model_table_best(table, figure[k]) == i ? "*" : "",
                     isnan(value) ? "-" : pl_number_people(value, number, sizeof number));
    }
  }
  cli_table_print(out);
}

static void print_part(cli *c, const pl_model_table *table, bool held_out) {
  int chosen[PER_TABLE], next;
  for (int from = 0, n; (n = choose(table, held_out, from, chosen, &next)) > 0; from = next) {
    if (from == 0)
      printf(held_out ? "\nHeld-out tests (predicted, not fitted)\n"
                      : "Fitted tests, rms of what was compared; * is the best of a column\n");
    print_table(c, table, n, chosen);
  }
}

static int print_result(cli *c, const pl_model_table *table, const char *folder) {
  int n_done = 0, n_converged = 0, n_failed = 0;
  double seconds = 0;
  for (int i = 0; i < PL_MODEL_ROWS; i++) {
    n_done += table->row[i].done;
    n_converged += table->row[i].done && table->row[i].converged;
    n_failed += table->row[i].n_failed;
    seconds += table->row[i].seconds;
  }
  int status = cli_interrupted() ? CLI_INTERRUPTED : n_converged == PL_MODEL_ROWS ? CLI_DONE : CLI_GOAL_MISSED;
  if (c->json) {
    pl_json_writer *writer;
    pl_status written = pl_model_table_json(c->ctx, table, &writer);
    return written == PL_OK ? cli_print_json(c, writer, status) : cli_fail(c, written);
  }
  cli_clear_bar(c);
  printf("%s: %d fits, %d converged, %d frames without equilibrium, %.1f s\n\n", table->name, n_done, n_converged, n_failed, seconds);
  print_part(c, table, false);
  print_part(c, table, true);
  printf("  N: force vectors, or forces along the clips where those were compared, over clips and frames; mm: distance over free vertices "
         "and frames\n");
  if (cli_interrupted()) printf("\nInterrupted: these fits were done before.\n");
  printf("\ntable   %s/table.csv\n", folder);
  show_report("report", pl_path_join(c->arena, folder, "report.html"));
  return status;
}

int fit_models(cli *c, const pl_model_task *task) {
  pl_model_table *table;
  pl_status status = pl_model_table_run(c->ctx, task, &table);
  if (status != PL_OK) return cli_fail(c, status);
  int result = print_result(c, table, task->directory);
  pl_model_table_destroy(table);
  return result;
}
