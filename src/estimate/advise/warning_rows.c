// warning_rows.c: see warning_rows.h.
#include "estimate/advise/warning_rows.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "base/sentence/say_run.h"
#include "base/text.h"

static int column_count(const char *columns) {
  int n = 1;
  for (; *columns; columns++) n += *columns == '|';
  return n;
}

static const pl_warning *find(const pl_fit_findings *findings, const pl_warning *like, const char *kind) {
  for (const pl_warning *w = findings->warning; w < like; w++)
    if (w->kind && strcmp(w->kind, kind) == 0 && strcmp(w->remedy, like->remedy) == 0) return w;
  return NULL;
}

void pl_warning_add(pl_fit_findings *findings, pl_sentence remedy, pl_sentence text) {
  if (findings->n_warning >= PL_MAX_WARNING) return;
  findings->warning[findings->n_warning++] = (pl_warning){.id = text.id ? text.id : "",
                                                          .text = text.text ? text.text : PL_SAID(SAY_NO_MEMORY_FOR_WORDS).text,
                                                          .remedy_id = remedy.id ? remedy.id : "",
                                                          .remedy = remedy.text ? remedy.text : ""};
}

void pl_warning_row(pl_fit_findings *findings, pl_sentence kind, const char *columns, ...) {
  if (!kind.text) return;
  // the list is full: the last warning may be missing
  if (findings->n_warning == 0 || findings->n_warning >= PL_MAX_WARNING) return;
  pl_warning *last = &findings->warning[findings->n_warning - 1], *group = (pl_warning *)find(findings, last, kind.text);
  pl_warning *to = group ? group : last;
  int n = column_count(columns), n_old = to->n_row * n;
  const char **cell = pl_arena_alloc(findings->arena, (size_t)(n_old + n), sizeof *cell);
  if (!cell) return;
  if (n_old > 0) memcpy(cell, to->cell, (size_t)n_old * sizeof *cell);
  va_list list;
  va_start(list, columns);
  for (int i = 0; i < n; i++) {
    const char *text = va_arg(list, const char *);
    cell[n_old + i] = text ? text : "";
  }
  va_end(list);
  to->kind = kind.text;
  to->columns = columns;
  to->n_column = n;
  to->cell = cell;
  to->n_row++;
  if (!group) return;
  group->text = kind.text;
  findings->n_warning--;
}

void pl_warnings_finish(pl_fit_findings *findings) {
  for (int i = 0; i < findings->n_warning; i++)
    if (findings->warning[i].n_row == 1) findings->warning[i].n_row = 0;
}

// Dimensionless strains are shown in per cent.
static double shown(pl_dim dim, double strain) { return pl_dim_equal(dim, PL_DIM_NONE) ? 100 * strain : pl_dim_display(dim, strain); }
static const char *unit(pl_dim dim) { return pl_dim_equal(dim, PL_DIM_NONE) ? "%" : pl_dim_unit(dim); }

const char *pl_warning_count(pl_fit_findings *findings, int value) { return pl_arena_printf(findings->arena, "%d", value); }

const char *pl_warning_number(pl_fit_findings *findings, double value, const char *unit) {
  return pl_arena_printf(findings->arena, "%.3g%s", value, unit);
}

const char *pl_warning_strain(pl_fit_findings *findings, pl_dim dim, double strain) {
  char number[40];
  return pl_arena_printf(findings->arena, "%s %s", pl_number_people(shown(dim, strain), number, sizeof number), unit(dim));
}

const char *pl_warning_range(pl_fit_findings *findings, pl_dim dim, const double range[2]) {
  char low[40], high[40];
  pl_number_people(shown(dim, range[1]), high, sizeof high);
  if (range[0] > -0.02 * range[1]) return pl_arena_printf(findings->arena, "up to %s %s", high, unit(dim));
  return pl_arena_printf(findings->arena, "%s to %s %s", pl_number_people(shown(dim, range[0]), low, sizeof low), high, unit(dim));
}
