// convexity_cells.c: see convexity_cells.h.
#include "law/convexity_cells.h"

#include <math.h>
#include <string.h>

static int place_of(const pl_cells *g, int axis) {
  for (int i = 0; i < g->n_axis; i++)
    if (g->axis[i] == axis) return i;
  return -1;
}

static bool belongs(const pl_cells *g, const pl_convex_part *part) { return place_of(g, part->value[0]) >= 0; }

// ---- the matrix K ----

// K at up to PL_BLOCK places s[place][n_axis] of the group, each row-major n_axis x n_axis, into matrix [n][n_axis^2]. With `proof` it
// omits the parts that are convex but have no pieces.
void pl_cells_tangents(const pl_cells *g, int n, double s[][PL_LAW_MAX_IN], bool proof, double *matrix) {
  int m = g->n_axis;
  memset(matrix, 0, (size_t)(n * m * m) * sizeof *matrix);
  for (int p = 0; p < g->n_part; p++) {
    const pl_convex_part *part = &g->part[p];
    if (!belongs(g, part) || (proof && !part->law->row->pieces)) continue;
    int n_in = part->law->row->n_in, at[PL_LAW_MAX_IN];
    double bound[PL_LAW_MAX_BOUND];
    pl_lanes in[PL_LAW_MAX_IN + PL_LAW_MAX_HISTORY] = {{0}}, t[PL_LAW_MAX_IN], k[PL_LAW_MAX_IN * PL_LAW_MAX_IN];
    for (int i = 0; i < n_in; i++) {
      at[i] = place_of(g, part->value[i]);
      PL_EACH_LANE(l) in[i][l] = s[l < n ? l : n - 1][at[i]];
    }
    pl_law_bind(part->law, part->theta, bound);
    part->law->row->eval(part->law, bound, (const pl_lanes *)in, NULL, t, k);
    for (int l = 0; l < n; l++)
      for (int i = 0; i < n_in; i++)
        for (int j = 0; j < n_in; j++) matrix[l * m * m + at[i] * m + at[j]] += 0.5 * (k[i * n_in + j][l] + k[j * n_in + i][l]);
  }
}

// ---- Bernstein polynomials ----

// Nodes inside the cell, so that a tangent that jumps at the border has the cell's value.
static double bernstein_node(int degree, int i) { return (i + 0.5) / (degree + 1); }

static double bernstein(int degree, int i, double x) {
  double value = 1;
  for (int k = 1; k <= i; k++) value *= (double)(degree - i + k) / k;
  return value * pow(x, i) * pow(1 - x, degree - i);
}

// The inverse of B[r][c] = bernstein c at node r, by elimination with pivots.
static void invert_bernstein(int degree, double *inverse) {
  int n = degree + 1;
  double a[PL_CELLS_MAX_DEGREE + 1][2 * (PL_CELLS_MAX_DEGREE + 1)] = {{0}};
  for (int r = 0; r < n; r++) {
    for (int c = 0; c < n; c++) a[r][c] = bernstein(degree, c, bernstein_node(degree, r));
    a[r][n + r] = 1;
  }
  for (int c = 0; c < n; c++) {
    int best = c;
    for (int r = c + 1; r < n; r++)
      if (fabs(a[r][c]) > fabs(a[best][c])) best = r;
    for (int k = 0; k < 2 * n; k++) {
      double keep = a[c][k];
      a[c][k] = a[best][k];
      a[best][k] = keep;
    }
    for (int r = 0; r < n; r++) {
      double factor = a[r][c] / a[c][c];
      for (int k = 0; k < 2 * n && r != c; k++) a[r][k] -= factor * a[c][k];
    }
  }
  for (int r = 0; r < n; r++)
    for (int c = 0; c < n; c++) inverse[r * n + c] = a[r][n + c] / a[r][r];
}

int pl_cells_nodes(const pl_cells *g) {
  double count = 1;
  for (int a = 0; a < g->n_axis; a++) count *= g->degree[a] + 1;
  return count > PL_CELLS_MAX_NODE ? PL_CELLS_MAX_NODE + 1 : (int)count;
}

// Values at the nodes of the cell -> control matrices, one axis after the other. Node index: the first axis varies fastest.
static void to_control(const pl_cells *g, int n_node, int n_entry, double *value) {
  int stride = 1;
  for (int a = 0; a < g->n_axis; a++) {
    int n = g->degree[a] + 1;
    for (int first = 0; first < n_node; first++) {
      if (first / stride % n != 0) continue;
      for (int e = 0; e < n_entry; e++) {
        double line[PL_CELLS_MAX_DEGREE + 1];
        for (int i = 0; i < n; i++) {
          line[i] = 0;
          for (int k = 0; k < n; k++) line[i] += g->control[a][i * n + k] * value[(first + k * stride) * n_entry + e];
        }
        for (int i = 0; i < n; i++) value[(first + i * stride) * n_entry + e] = line[i];
      }
    }
    stride *= n;
  }
}

void pl_cells_controls(const pl_cells *g, const double cell[][2], double *value) {
  int m = g->n_axis, n_entry = m * m, n_node = pl_cells_nodes(g);
  for (int first = 0; first < n_node; first += PL_BLOCK) {
    double s[PL_BLOCK][PL_LAW_MAX_IN];
    int n = n_node - first < PL_BLOCK ? n_node - first : PL_BLOCK;
    for (int l = 0; l < n; l++)
      for (int a = 0, rest = first + l; a < m; a++) {
        double f = bernstein_node(g->degree[a], rest % (g->degree[a] + 1));
        s[l][a] = (1 - f) * cell[a][0] + f * cell[a][1];
        rest /= g->degree[a] + 1;
      }
    pl_cells_tangents(g, n, s, true, value + first * n_entry);
  }
  to_control(g, n_node, n_entry, value);
}

bool pl_cells_corner(const pl_cells *g, int q, const double cell[][2], double *s, double *inside) {
  bool corner = true;
  for (int a = 0, rest = q; a < g->n_axis; a++) {
    int i = rest % (g->degree[a] + 1);
    corner = corner && (i == 0 || i == g->degree[a]);
    s[a] = cell[a][i == 0 ? 0 : 1];
    inside[a] = s[a] + (i == 0 ? 1e-9 : -1e-9) * (cell[a][1] - cell[a][0]);
    rest /= g->degree[a] + 1;
  }
  return corner;
}

// ---- the cells ----

static void add_border(pl_cells *g, int a, double at) {
  int n = g->n_break[a];
  for (int i = 0; i < n; i++)
    if (g->border[a][i] == at) return;
  if (n == PL_LAW_MAX_BREAK) {
    g->provable = false;  // cells would be omitted
    return;
  }
  int i = n;
  for (; i > 0 && g->border[a][i - 1] > at; i--) g->border[a][i] = g->border[a][i - 1];
  g->border[a][i] = at;
  g->n_break[a]++;
}

// PL_LAW_CONVEX holds for parameters within their bounds.
static bool convex_by_bounds(const pl_convex_part *part) {
  if (!(part->law->row->flags & PL_LAW_CONVEX)) return false;
  for (int j = 0; j < part->law->n_param; j++) {
    pl_parameter p;
    part->law->row->parameter(part->law, j, PL_DIM_NONE, PL_DIM_NONE, &p);
    if (!(part->theta[j] >= p.lower && part->theta[j] <= p.upper)) return false;
  }
  return true;
}

// Cell borders and degrees from the parts.
static void lay_out(pl_cells *g, const double box[][2]) {
  g->provable = true;
  for (int a = 0; a < g->n_axis; a++) {
    g->n_break[a] = g->degree[a] = 0;
    add_border(g, a, box[g->axis[a]][0]);
    add_border(g, a, box[g->axis[a]][1]);
  }
  for (int p = 0; p < g->n_part; p++) {
    const pl_convex_part *part = &g->part[p];
    if (!belongs(g, part)) continue;
    if (!part->law->row->pieces) {
      g->partial = true;
      g->provable = g->provable && convex_by_bounds(part);
      continue;
    }
    for (int i = 0; i < part->law->row->n_in; i++) {
      int a = place_of(g, part->value[i]), degree;
      double knot[PL_LAW_MAX_BREAK];
      int n_knot = part->law->row->pieces(part->law, i, knot, &degree);
      if (degree > g->degree[a]) g->degree[a] = degree;
      for (int k = 0; k < n_knot; k++)
        if (knot[k] > box[g->axis[a]][0] && knot[k] < box[g->axis[a]][1]) add_border(g, a, knot[k]);
    }
  }
  double cells = 1;
  for (int a = 0; a < g->n_axis; a++) {
    cells *= g->n_break[a];
    if (g->degree[a] <= PL_CELLS_MAX_DEGREE)
      invert_bernstein(g->degree[a], g->control[a]);
    else
      g->provable = false;
  }
  if (cells > PL_CELLS_MAX_CELL || pl_cells_nodes(g) > PL_CELLS_MAX_NODE || pl_cells_nodes(g) * g->n_axis * g->n_axis > PL_CELLS_MAX_VALUE)
    g->provable = false;
}

// Labels each strain by its set of coupled strains.
void pl_cells_couple(int n, int n_part, const pl_convex_part *part, int *label) {
  for (int i = 0; i < n; i++) label[i] = i;
  for (int round = 0; round < n; round++)
    for (int p = 0; p < n_part; p++)
      for (int i = 1; i < part[p].law->row->n_in; i++) {
        int a = label[part[p].value[0]], b = label[part[p].value[i]], low = a < b ? a : b;
        for (int k = 0; k < n; k++)
          if (label[k] == a || label[k] == b) label[k] = low;
      }
}

static int cells_along(const pl_cells *g, int a) { return g->n_break[a] > 1 ? g->n_break[a] - 1 : 1; }

bool pl_cells_init(int n, int n_part, const pl_convex_part *part, const int *label, int set, const double box[][2], pl_cells *g) {
  *g = (pl_cells){.n_part = n_part, .part = part};
  for (int k = 0; k < n; k++)
    if (label[k] == set) g->axis[g->n_axis++] = k;
  bool used = false;
  for (int p = 0; p < n_part; p++) used = used || belongs(g, &part[p]);
  if (!used) return false;
  lay_out(g, box);
  double cells = 1;
  for (int a = 0; a < g->n_axis; a++) cells *= cells_along(g, a);
  for (int a = 0; a < g->n_axis && cells > PL_CELLS_MAX_CELL; a++) {
    g->border[a][1] = g->border[a][g->n_break[a] - 1];
    g->n_break[a] = 2;
  }
  return true;
}

int pl_cells_count(const pl_cells *g) {
  int total = 1;
  for (int a = 0; a < g->n_axis; a++) total *= cells_along(g, a);
  return total;
}

void pl_cells_at(const pl_cells *g, int index, double cell[][2]) {
  for (int a = 0; a < g->n_axis; a++) {
    int n = cells_along(g, a), i = index % n;
    cell[a][0] = g->border[a][i];
    cell[a][1] = g->border[a][g->n_break[a] > 1 ? i + 1 : i];
    index /= n;
  }
}
