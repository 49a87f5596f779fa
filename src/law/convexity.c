// convexity.c: see convexity.h. The scan; cells and control matrices are in convexity_cells.c.
#include "law/convexity.h"

#include <math.h>
#include <string.h>

#include "law/convexity_cells.h"
#include "math/eigen_small.h"

enum {
  MAX_IN = PL_LAW_MAX_IN,
  MAX_DEPTH = 4,    // bisections of a cell that its control matrices do not decide
  N_SAMPLE = 4913,  // points of a box where nothing can be proven, at most MOST_SAMPLE per strain and cell
  MOST_SAMPLE = 401
};

static void note(const pl_cells *g, const double *s, const double *inside, const double *matrix, pl_convexity *out) {
  int m = g->n_axis;
  double w[MAX_IN], v[MAX_IN * MAX_IN];
  pl_sym_eigen(m, matrix, w, v);
  if (!(w[0] < out->smallest)) return;
  out->smallest = w[0];
  memset(out->where, 0, sizeof out->where);
  memset(out->inside, 0, sizeof out->inside);
  memset(out->direction, 0, sizeof out->direction);
  for (int i = 0; i < m; i++) {
    out->where[g->axis[i]] = s[i];
    out->inside[g->axis[i]] = inside[i];
    out->direction[g->axis[i]] = v[i * m];
  }
}

// Control matrices of a cell; returns their smallest eigenvalue. Those at the corners equal K there and count as samples.
static double control_cell(const pl_cells *g, const double cell[][2], double *size, pl_convexity *out) {
  int m = g->n_axis, n_entry = m * m, n_node = pl_cells_nodes(g);
  double value[PL_CELLS_MAX_VALUE], lowest = INFINITY;
  pl_cells_controls(g, cell, value);
  for (int q = 0; q < n_node; q++) {
    double w[MAX_IN], s[MAX_IN], inside[MAX_IN];
    pl_sym_eigenvalues(m, value + q * n_entry, w);
    lowest = fmin(lowest, w[0]);
    *size = fmax(*size, fmax(fabs(w[0]), fabs(w[m - 1])));
    if (!g->partial && pl_cells_corner(g, q, cell, s, inside)) note(g, s, inside, value + q * n_entry, out);
  }
  return lowest;
}

// Lower bound on a cell, bisected while it is undecided.
static double bound_cell(const pl_cells *g, const double cell[][2], int depth, double *size, pl_convexity *out) {
  pl_convexity own = {.smallest = INFINITY};
  double lowest = control_cell(g, cell, size, &own);
  if (own.smallest < out->smallest) {
    out->smallest = own.smallest;
    memcpy(out->where, own.where, sizeof own.where);
    memcpy(out->inside, own.inside, sizeof own.inside);
    memcpy(out->direction, own.direction, sizeof own.direction);
  }
  if (lowest >= -1e-12 * *size || (!g->partial && own.smallest < 0) || depth == MAX_DEPTH || g->n_axis > 3) return lowest;
  lowest = INFINITY;
  for (int child = 0; child < 1 << g->n_axis; child++) {
    double half[MAX_IN][2];
    for (int a = 0; a < g->n_axis; a++) {
      double middle = 0.5 * (cell[a][0] + cell[a][1]);
      half[a][0] = child >> a & 1 ? middle : cell[a][0];
      half[a][1] = child >> a & 1 ? cell[a][1] : middle;
    }
    lowest = fmin(lowest, bound_cell(g, (const double(*)[2])half, depth + 1, size, out));
  }
  return lowest;
}

// Points of a cell, its borders included.
static void sample_cell(const pl_cells *g, const double cell[][2], int per_axis, double *size, pl_convexity *out) {
  int total = 1;
  for (int a = 0; a < g->n_axis; a++) total *= per_axis;
  for (int first = 0; first < total; first += PL_BLOCK) {
    double s[PL_BLOCK][MAX_IN], matrix[PL_BLOCK * MAX_IN * MAX_IN];
    int n = total - first < PL_BLOCK ? total - first : PL_BLOCK, m = g->n_axis;
    for (int l = 0; l < n; l++)
      for (int a = 0, rest = first + l; a < m; a++, rest /= per_axis) {
        double f = (double)(rest % per_axis) / (per_axis - 1);
        s[l][a] = (1 - f) * cell[a][0] + f * cell[a][1];
      }
    pl_cells_tangents(g, n, s, false, matrix);
    for (int l = 0; l < n; l++) {
      for (int i = 0; i < m; i++) *size = fmax(*size, fabs(matrix[l * m * m + i * m + i]));
      note(g, s[l], s[l], matrix + l * m * m, out);
    }
  }
}

static void scan_cells(const pl_cells *g, double *size, pl_convexity *out) {
  int total = pl_cells_count(g), per_axis = (int)lround(pow((double)N_SAMPLE / total, 1.0 / g->n_axis));
  per_axis = per_axis < 3 ? 3 : per_axis > MOST_SAMPLE ? MOST_SAMPLE : per_axis;
  double lowest = INFINITY;
  for (int c = 0; c < total; c++) {
    double cell[MAX_IN][2];
    pl_cells_at(g, c, cell);
    if (g->provable) lowest = fmin(lowest, bound_cell(g, (const double(*)[2])cell, 0, size, out));
    if (!g->provable || g->partial) sample_cell(g, (const double(*)[2])cell, per_axis, size, out);
  }
  out->bound = g->provable ? fmin(out->bound, lowest) : -INFINITY;
}

pl_convexity pl_convexity_scan(int n, int n_part, const pl_convex_part *part, const double box[][2]) {
  PL_ASSERT(n >= 1 && n <= MAX_IN);
  int label[MAX_IN];
  double size = 0;
  pl_convexity out = {.smallest = INFINITY, .bound = INFINITY};
  pl_cells_couple(n, n_part, part, label);
  for (int i = 0; i < n; i++) {
    pl_cells g;
    if (label[i] != i) continue;
    if (pl_cells_init(n, n_part, part, label, i, box, &g)) {
      scan_cells(&g, &size, &out);
      continue;
    }
    // no law acts on it: no stiffness
    out.bound = fmin(out.bound, 0);
    if (out.smallest > 0) note(&g, (double[MAX_IN]){0}, (double[MAX_IN]){0}, (double[1]){0}, &out);
  }
  pl__convexity_kinks(n, n_part, part, box, &out);
  if (out.drop > 0) out.bound = -INFINITY;
  out.proven = out.bound >= -1e-12 * size;
  return out;
}
