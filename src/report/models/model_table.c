// model_table.c: see model_table.h.
#include "report/models/model_table.h"

#include <math.h>
#include <string.h>

void pl_model_table_destroy(pl_model_table *table) {
  if (table) pl_arena_destroy(table->arena);
}

int pl_model_table_best(const pl_model_table *table, int figure) {
  int best = -1;
  for (int i = 0; i < PL_MODEL_ROWS; i++)
    if (table->row[i].done && isfinite(table->row[i].value[figure]) &&
        (best < 0 || table->row[i].value[figure] < table->row[best].value[figure]))
      best = i;
  return best;
}

double pl_model_table_value(const pl_model_table *table, int row, const char *test, pl_residual_kind kind) {
  for (int k = 0; k < table->n_figure && table->row[row].done; k++)
    if (table->figure[k].kind == kind && strcmp(table->figure[k].test, test) == 0) return table->row[row].value[k];
  return NAN;
}
