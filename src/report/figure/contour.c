// contour.c: see contour.h. Marching squares: a line crosses the sides of a cell whose ends lie on different sides of the level. A side of
// the grid is crossed at most once and has a number, so lines are connected by numbers, not by comparing positions.
#include "report/figure/contour.h"

#include <math.h>

// Side 2 (i m + j) goes from point (i, j) to (i + 1, j), side 2 (i m + j) + 1 to (i, j + 1).
typedef struct tracer {
  const pl_grid_view *grid;
  double level;
  int *next;      // [sides][2], the next sides of a line, -1: none
  bool *visited;  // [sides]
} tracer;

static double value_at(const tracer *t, int i, int j) { return t->grid->value[i * t->grid->m + j]; }
static bool above(const tracer *t, int i, int j) { return value_at(t, i, j) >= t->level; }

static void join(tracer *t, int p, int q) {
  const int pair[2] = {p, q};
  for (int k = 0; k < 2; k++) t->next[2 * pair[k] + (t->next[2 * pair[k]] >= 0)] = pair[1 - k];
}

static void visit_cell(tracer *t, int i, int j) {
  int m = t->grid->m;
  // around the cell: low first-axis side pairs; corner k lies between side k - 1 and side k
  const int corner[4][2] = {{i, j}, {i + 1, j}, {i + 1, j + 1}, {i, j + 1}};
  const int side[4] = {2 * (i * m + j), 2 * ((i + 1) * m + j) + 1, 2 * (i * m + j + 1), 2 * (i * m + j) + 1};
  int crossed[4], n = 0;
  double mean = 0;
  for (int k = 0; k < 4; k++) {
    double value = value_at(t, corner[k][0], corner[k][1]);
    if (!isfinite(value)) return;
    mean += 0.25 * value;
    if (above(t, corner[k][0], corner[k][1]) != above(t, corner[(k + 1) % 4][0], corner[(k + 1) % 4][1])) crossed[n++] = k;
  }
  if (n == 2) join(t, side[crossed[0]], side[crossed[1]]);
  if (n < 4) return;
  // a saddle: the corners that differ from the centre are cut off; corner 0 lies between sides 3 and 0
  bool cut_first = above(t, i, j) != (mean >= t->level);
  join(t, side[0], side[cut_first ? 3 : 1]);
  join(t, side[2], side[cut_first ? 1 : 3]);
}

static void place(const tracer *t, int side, double *x, double *y) {
  int m = t->grid->m, i = side / 2 / m, j = side / 2 % m, di = side % 2 == 0, dj = side % 2;
  double from = value_at(t, i, j), to = value_at(t, i + di, j + dj), share = to != from ? (t->level - from) / (to - from) : 0.5;
  *x = t->grid->a[i] + di * share * (t->grid->a[i + di] - t->grid->a[i]);
  *y = t->grid->b[j] + dj * share * (t->grid->b[j + dj] - t->grid->b[j]);
}

// One line from a side, to its other end or once around.
static int follow(tracer *t, int side, double *x, double *y) {
  int n = 0, start = side, last = -1;
  while (side >= 0 && !t->visited[side]) {
    t->visited[side] = true;
    place(t, side, &x[n], &y[n]);
    n++;
    int on = t->next[2 * side] == last ? t->next[2 * side + 1] : t->next[2 * side];
    last = side, side = on;
  }
  if (side == start && n > 2) x[n] = x[0], y[n] = y[0], n++;
  x[n] = y[n] = NAN;
  return n + 1;
}

pl_status pl__contour(pl_arena *arena, const pl_grid_view *grid, double level, int *count, double **x, double **y) {
  size_t n_side = 2 * (size_t)grid->n * (size_t)grid->m;
  tracer t = {.grid = grid, .level = level};
  t.next = pl_arena_alloc(arena, 2 * n_side, sizeof *t.next);
  t.visited = pl_arena_alloc(arena, n_side, sizeof *t.visited);
  // every line has at least two points and at most two more
  *x = pl_arena_alloc(arena, 3 * n_side, sizeof **x);
  *y = pl_arena_alloc(arena, 3 * n_side, sizeof **y);
  *count = 0;
  if (!t.next || !t.visited || !*x || !*y) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < 2 * n_side; i++) t.next[i] = -1;
  for (int i = 0; i + 1 < grid->n; i++)
    for (int j = 0; j + 1 < grid->m; j++) visit_cell(&t, i, j);
  // lines that end at the border first, then closed ones
  for (int closed = 0; closed < 2; closed++)
    for (size_t side = 0; side < n_side; side++)
      if (!t.visited[side] && t.next[2 * side] >= 0 && (t.next[2 * side + 1] >= 0) == closed)
        *count += follow(&t, (int)side, *x + *count, *y + *count);
  return PL_OK;
}
