// result_curves_csv.c: curves.csv, one group of columns per curve with units in the header.
//
//   laws of one strain     strain, stress, stiffness
//   laws of rubber         the curves of `pliant plot` and the page (rubber_curve.h): d psi/d I1 over I1, d psi/d I2 over I2,
//                          dw/d ln(stretch) over the stretch, d psi/d J over J, and their derivatives
//
// Value and slope have 95 % half-widths; the last column of a group is 1 within the measured range.
#include "report/result/result_parts.h"

#include "report/result/rubber_curve.h"

enum { N_NUMBER = 5, MAX_GROUP = 128 };

typedef struct group {
  const char *name;           // of the curve
  const char *x, *y, *slope;  // contents of its columns
  pl_dim dim[N_NUMBER];
  const double *number[N_NUMBER];  // [PL_CURVE_POINTS], x, y, its half-width, slope, its half-width; SI
  double range[2];                 // of x
  bool measured;                   // within the range of tests
} group;

static group group_of_strain(const pl_curve_sample *c) {
  pl_dim strain = pl_term_strain_dim(c->term), stress = pl_term_stress_dim(c->term), stiffness = pl_dim_divide(stress, strain);
  return (group){.name = c->name,
                 .x = "strain",
                 .y = "stress",
                 .slope = "stiffness",
                 .dim = {strain, stress, stress, stiffness, stiffness},
                 .number = {c->strain, c->stress, c->half_width, c->stiffness, c->stiffness_half_width},
                 .range = {c->range[0], c->range[1]},
                 .measured = c->measured};
}

static pl_status group_of_rubber(pl_arena *arena, const pl_rubber_curve *c, group *out) {
  double *x = pl_arena_alloc(arena, (size_t)c->n, sizeof *x);
  const char *over = pl_rubber_curve_over(c);
  const char *y = c->stretch ? "dw/d ln(stretch)" : pl_arena_printf(arena, "dpsi/d%s", over);
  const char *slope = c->stretch ? "d2w/d ln(stretch)2" : pl_arena_printf(arena, "d2psi/d%s2", over);
  if (!x || !y || !slope) return PL_ERROR_MEMORY;
  for (int i = 0; i < c->n; i++) x[i] = pl_rubber_curve_x(c, c->x[i]);
  *out = (group){.name = c->term->name,
                 .x = over,
                 .y = y,
                 .slope = slope,
                 .dim = {PL_DIM_NONE, c->dim, c->dim, c->dim, c->dim},
                 .number = {x, c->y, c->half, c->slope, c->slope_half},
                 .range = {pl_rubber_curve_x(c, c->range[0]), pl_rubber_curve_x(c, c->range[1])},
                 .measured = c->measured};
  return PL_OK;
}

static pl_status gather(pl_arena *arena, const pl_fit *fit, int *n, group *out) {
  pl_curve_sample *curve;
  pl_rubber_curve *rubber;
  int n_curve, n_rubber;
  PL_TRY(pl__curves_sample(arena, fit, &n_curve, &curve));
  PL_TRY(pl_rubber_curves(arena, fit->material, &n_rubber, &rubber));
  *n = 0;
  for (int i = 0; i < n_curve && *n < MAX_GROUP; i++) out[(*n)++] = group_of_strain(&curve[i]);
  for (int i = 0; i < n_rubber && *n < MAX_GROUP; i++) {
    PL_ASSERT(rubber[i].n == PL_CURVE_POINTS);
    PL_TRY(group_of_rubber(arena, &rubber[i], &out[(*n)++]));
  }
  return PL_OK;
}

static void add_header(pl_text *out, const group *g, const char *what, const char *of, pl_dim dim) {
  pl_text cell;
  pl_text_init(&cell, out->ctx);
  pl_text_printf(&cell, "%s %s%s [%s]", g->name, what, of, pl__si_unit(dim));
  pl__csv_cell(out, cell.data);
  pl_text_add(out, ",");
  pl_text_clear(&cell);
}

static void add_headers(pl_text *out, const group *g) {
  static const char *const half_width = " half-width 95 %";
  const char *what[N_NUMBER] = {g->x, g->y, g->y, g->slope, g->slope}, *of[N_NUMBER] = {"", "", half_width, "", half_width};
  for (int j = 0; j < N_NUMBER; j++) add_header(out, g, what[j], of[j], g->dim[j]);
  pl_text_printf(out, "%s in range", g->name);
}

static void add_row(pl_text *out, const group *g, int k) {
  for (int j = 0; j < N_NUMBER; j++) {
    pl__csv_number(out, g->number[j][k]);
    pl_text_add(out, ",");
  }
  pl__csv_number(out, g->measured && pl__in_range(g->range, g->number[0][k]));
}

pl_status pl__result_curves_csv(pl_context *ctx, const pl_fit *fit, const char *path) {
  pl_arena *arena = pl_arena_create(ctx);
  if (!arena) return PL_ERROR_MEMORY;
  group *all = pl_arena_alloc(arena, MAX_GROUP, sizeof *all);
  int n = 0;
  pl_status status = all ? gather(arena, fit, &n, all) : PL_ERROR_MEMORY;
  pl_text text;
  pl_text_init(&text, ctx);
  for (int k = -1; k < PL_CURVE_POINTS && n && status == PL_OK; k++) {
    for (int i = 0; i < n; i++) {
      if (i) pl_text_add(&text, ",");
      if (k < 0)
        add_headers(&text, &all[i]);
      else
        add_row(&text, &all[i], k);
    }
    pl_text_add(&text, "\n");
  }
  if (n == 0) pl_text_add(&text, "\n");  // tensors have no curves
  pl_arena_destroy(arena);
  if (status == PL_OK) return pl__csv_save(ctx, &text, path);
  pl_text_clear(&text);
  return status;
}
