// convexity_conditions.c: conditions on theta under which a sum of laws is convex, and the projection onto them (convexity.h).
#include <math.h>
#include <string.h>

#include "law/convexity_cells.h"

enum { MAX_IN = PL_LAW_MAX_IN };

// Column j of the control matrices: those of the parameter alone, because the laws are linear in theta.
static void fill_column(const pl_cells *g, const pl_convex_part *part, int j, int column, int n_column, pl_convex_condition *condition) {
  double unit[PL_LAW_MAX_PARAM] = {0}, value[PL_CELLS_MAX_VALUE];
  pl_convex_part alone = {part->law, unit, part->value};
  pl_cells own = *g;
  own.n_part = 1;
  own.part = &alone;
  unit[j] = 1;
  int total = pl_cells_count(g), n_node = pl_cells_nodes(g), n_entry = g->n_axis * g->n_axis;
  for (int c = 0; c < total; c++) {
    double cell[MAX_IN][2];
    pl_cells_at(g, c, cell);
    pl_cells_controls(&own, (const double(*)[2])cell, value);
    for (int q = 0; q < n_node; q++) {
      pl_convex_condition *to = &condition[c * n_node + q];
      PL_ASSERT(column < n_column && to->n == g->n_axis);
      memcpy(to->coef + (size_t)column * n_entry, value + q * n_entry, (size_t)n_entry * sizeof *value);
    }
  }
}

pl_status pl_convexity_conditions(pl_arena *arena, int n, int n_part, const pl_convex_part *part, const double box[][2], int *n_condition,
                                  pl_convex_condition **condition) {
  int label[MAX_IN], n_column = 0, count = 0;
  for (int p = 0; p < n_part; p++) {
    if (!(part[p].law->row->flags & PL_LAW_LINEAR) || !(part[p].law->row->pieces || part[p].law->row->flags & PL_LAW_CONVEX))
      return pl_fail(pl_arena_context(arena), PL_ERROR_USAGE, NULL,
                     "use convex-spline, energy-spline, cross-spline and other laws made of polynomials",
                     "the law \"%s\" has no control matrices that are linear in its parameters", part[p].law->row->name);
    n_column += part[p].law->n_param;
  }
  pl_cells_couple(n, n_part, part, label);
  pl_convex_condition *list = NULL;
  for (int pass = 0; pass < 2; pass++) {
    count = 0;
    for (int i = 0; i < n; i++) {
      pl_cells g;
      if (label[i] != i || !pl_cells_init(n, n_part, part, label, i, box, &g) || pl_cells_nodes(&g) > PL_CELLS_MAX_NODE) continue;
      int own = pl_cells_count(&g) * pl_cells_nodes(&g);
      for (int q = 0; q < own && pass == 1; q++) {
        list[count + q].n = g.n_axis;
        list[count + q].coef = pl_arena_alloc(arena, (size_t)n_column * g.n_axis * g.n_axis, sizeof(double));
        if (!list[count + q].coef) return PL_ERROR_MEMORY;
      }
      for (int p = 0, column = 0; p < n_part && pass == 1; column += part[p].law->n_param, p++)
        for (int j = 0; j < part[p].law->n_param && label[part[p].value[0]] == i && part[p].law->row->pieces; j++)
          fill_column(&g, &part[p], j, column + j, n_column, list + count);
      count += own;
    }
    if (pass == 0 && !(list = pl_arena_alloc(arena, (size_t)count, sizeof *list))) return PL_ERROR_MEMORY;
  }
  *n_condition = count;
  *condition = list;
  return PL_OK;
}

// d(v.Kv)/d theta_j of one part at the strain s: the tangent of the parameter alone, because the law is linear in theta.
static double gradient_entry(const pl_convex_part *part, int j, const double *s, const double *v) {
  double unit[PL_LAW_MAX_PARAM] = {0}, in[MAX_IN] = {0}, t[MAX_IN], k[MAX_IN * MAX_IN], sum = 0;
  int n_in = part->law->row->n_in;
  unit[j] = 1;
  for (int i = 0; i < n_in; i++) in[i] = s[part->value[i]];
  pl_law_eval_one(part->law, unit, in, NULL, t, k);
  for (int a = 0; a < n_in; a++)
    for (int b = 0; b < n_in; b++) sum += v[part->value[a]] * v[part->value[b]] * k[a * n_in + b];
  return sum;
}

int pl_convexity_project(int n, int n_part, const pl_convex_part *part, double *const *theta, const double *const *scale,
                         const double box[][2], double floor, int max_move) {
  double over = 0;  // aim slightly above the floor, so that the last move ends the search
  for (int move = 0; move <= max_move; move++) {
    pl_convexity now = pl_convexity_scan(n, n_part, part, box);
    if (now.smallest >= floor) return move;
    if (move == max_move) break;
    if (move == 0) over = 1e-3 * (floor - now.smallest);
    double square = 0;
    for (int p = 0; p < n_part; p++)
      for (int j = 0; j < part[p].law->n_param; j++) {
        double g = gradient_entry(&part[p], j, now.inside, now.direction) * (scale ? scale[p][j] : 1);
        square += g * g;
      }
    if (!(square > 0)) return -1;
    double step = (floor + over - now.smallest) / square;
    for (int p = 0; p < n_part; p++)
      for (int j = 0; j < part[p].law->n_param; j++) {
        double unit = scale ? scale[p][j] : 1;
        theta[p][j] += step * unit * unit * gradient_entry(&part[p], j, now.inside, now.direction);
      }
  }
  return -1;
}
