// trace.c: the two forces of a sled from its force over travel, as ISO 8295 reads them.
//
// The level m is the median force over the last 70 % of the travel. The sled begins to move in the first rise through m. The static force
// is the largest one until the force falls below m again; the kinetic force is the mean from there on. A trace that never falls below m
// after its rise has no peak: both are m.
#include <stdlib.h>
#include <string.h>

#include "measure/record.h"
#include "measure/table/column_names.h"
#include "protocol/slide/slide_part.h"

enum { LEAST = 10 };  // readings of a trace

static int ascending(const void *a, const void *b) {
  double p = *(const double *)a, q = *(const double *)b;
  return (p > q) - (p < q);
}

static double median(const double *value, int n, double *room) {
  memcpy(room, value, (size_t)n * sizeof *room);
  qsort(room, (size_t)n, sizeof *room, ascending);
  return n % 2 ? room[n / 2] : 0.5 * (room[n / 2 - 1] + room[n / 2]);
}

// room: [n], free to use.
static void split(int n, const double *force, double *room, double out[PL_SLIDE_PHASES]) {
  int from = 3 * n / 10, i = 0, n_rest = 0;
  double level = median(force + from, n - from, room), peak = level, sum = 0;
  while (i < n && force[i] < level) i++;
  for (; i < n && force[i] >= level; i++) peak = force[i] > peak ? force[i] : peak;
  for (; i < n; i++, n_rest++) sum += force[i];
  bool peaked = n_rest > n / 10;
  out[PL_SLIDE_STATIC] = peaked ? peak : level;
  out[PL_SLIDE_KINETIC] = peaked ? sum / n_rest : level;
}

pl_status pl__slide_read_trace(const pl_curve_reader *r, pl_json *given, double force[PL_SLIDE_PHASES]) {
  const char *name;
  pl_csv *csv;
  int column;
  double *value;
  PL_TRY(pl_json_text(r->ctx, given, &name));
  pl_where where = pl_json_where(given);
  char *path = pl_path_join(r->scratch, r->directory, name);
  if (!path) return PL_ERROR_MEMORY;
  PL_TRY(pl_csv_load_like(r->scratch, path, "travel [mm],force [N]", &csv));
  PL_TRY(pl_csv_guess(r->ctx, csv, pl__force_names, &column));
  if (column < 0)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "name the column \"force [N]\"",
                   PL_ID("slide.trace-force") "the table \"%s\" has no column of forces", name);
  PL_TRY(pl_csv_numbers(r->scratch, csv, column, PL_DIM_FORCE, NULL, &value));
  if (csv->n_row < LEAST)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "record the whole travel, or write \"static-force\" and \"kinetic-force\" instead",
                   PL_ID("slide.trace-short") "the trace has %d readings, at least %d are needed", csv->n_row, LEAST);
  double *room = pl_arena_alloc(r->scratch, (size_t)csv->n_row, sizeof *room);
  if (!room) return PL_ERROR_MEMORY;
  PL_TRY(pl__record_input(r->ctx, r->m, path));
  split(csv->n_row, value, room, force);
  return PL_OK;
}
