// convexity.c: see convexity.h.
#include "law/convexity.h"

#include <math.h>
#include <string.h>

#include "law/piecewise.h"
#include "math/eigen_small.h"

enum {
  MAX_IN = PL_LAW_MAX_IN,
  MAX_DEGREE = PL_PIECE_MAX_DEGREE - 2,
  MAX_NODE = 1024,    // control matrices of a cell
  MAX_CELL = 400000,  // of a scan
  MAX_DEPTH = 4,      // halvings of a cell that its control matrices leave open
  SAMPLE = 9          // points per strain and cell where nothing can be proven
};

// One set of coupled strains of the sum.
typedef struct group {
  int n;             // strains of the element
  int n_axis;        // of this group
  int axis[MAX_IN];  // which
  int n_part;        // of all
  const pl_convex_part *part;
  bool provable;
  bool partial;                                                 // some part is left out of the proof, being convex
  int n_break[MAX_IN];                                          // cell borders per axis, the box included
  double border[MAX_IN][PL_LAW_MAX_BREAK];                      // strain
  int degree[MAX_IN];                                           // of the tangent
  double control[MAX_IN][(MAX_DEGREE + 1) * (MAX_DEGREE + 1)];  // values at the nodes -> Bernstein coefficients, per axis
} group;

static int place_of(const group *g, int axis) {
  for (int i = 0; i < g->n_axis; i++)
    if (g->axis[i] == axis) return i;
  return -1;
}

static bool belongs(const group *g, const pl_convex_part *part) { return place_of(g, part->value[0]) >= 0; }

// ---- the matrix K ----

// K at s[n_axis] of the group, row-major n_axis x n_axis. `proof`: without the parts that are convex and say no more about themselves.
static void tangent(const group *g, const double *s, bool proof, double *matrix) {
  int m = g->n_axis;
  memset(matrix, 0, (size_t)(m * m) * sizeof *matrix);
  for (int p = 0; p < g->n_part; p++) {
    const pl_convex_part *part = &g->part[p];
    if (!belongs(g, part) || (proof && !part->law->row->pieces)) continue;
    int n_in = part->law->row->n_in, at[MAX_IN];
    double in[MAX_IN], t[MAX_IN], k[MAX_IN * MAX_IN];
    for (int i = 0; i < n_in; i++) {
      at[i] = place_of(g, part->value[i]);
      in[i] = s[at[i]];
    }
    pl_law_eval_one(part->law, part->theta, in, NULL, t, k);
    for (int i = 0; i < n_in; i++)
      for (int j = 0; j < n_in; j++) matrix[at[i] * m + at[j]] += 0.5 * (k[i * n_in + j] + k[j * n_in + i]);
  }
}

// ---- Bernstein polynomials ----

// Nodes inside the cell: there a tangent that jumps at the border is the cell's own.
static double node(int degree, int i) { return (i + 0.5) / (degree + 1); }

static double bernstein(int degree, int i, double x) {
  double value = 1;
  for (int k = 1; k <= i; k++) value *= (double)(degree - i + k) / k;
  return value * pow(x, i) * pow(1 - x, degree - i);
}

// The inverse of B[r][c] = bernstein c at node r, by elimination with pivots.
static void invert_bernstein(int degree, double *inverse) {
  int n = degree + 1;
  double a[MAX_DEGREE + 1][2 * (MAX_DEGREE + 1)] = {{0}};
  for (int r = 0; r < n; r++) {
    for (int c = 0; c < n; c++) a[r][c] = bernstein(degree, c, node(degree, r));
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

static int node_count(const group *g) {
  double count = 1;
  for (int a = 0; a < g->n_axis; a++) count *= g->degree[a] + 1;
  return count > MAX_NODE ? MAX_NODE + 1 : (int)count;
}

// Values at the nodes of the cell -> control matrices, one axis after the other. Node index: the first axis runs fastest.
static void to_control(const group *g, int n_node, int n_entry, double *value) {
  int stride = 1;
  for (int a = 0; a < g->n_axis; a++) {
    int n = g->degree[a] + 1;
    for (int first = 0; first < n_node; first++) {
      if (first / stride % n != 0) continue;
      for (int e = 0; e < n_entry; e++) {
        double line[MAX_DEGREE + 1];
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

// ---- cells ----

static void note(const group *g, const double *s, const double *matrix, pl_convexity *out) {
  int m = g->n_axis;
  double w[MAX_IN], v[MAX_IN * MAX_IN];
  pl_sym_eigen(m, matrix, w, v);
  if (!(w[0] < out->smallest)) return;
  out->smallest = w[0];
  memset(out->where, 0, sizeof out->where);
  memset(out->direction, 0, sizeof out->direction);
  for (int i = 0; i < m; i++) {
    out->where[g->axis[i]] = s[i];
    out->direction[g->axis[i]] = v[i * m];
  }
}

// Control matrices of a cell; returns the smallest eigenvalue among them. Those at the corners are K itself there and count as samples.
static double control_cell(const group *g, const double cell[][2], double *size, pl_convexity *out) {
  int m = g->n_axis, n_entry = m * m, n_node = node_count(g);
  double value[MAX_NODE * MAX_IN * MAX_IN / 4];
  PL_ASSERT(n_node * n_entry <= (int)(sizeof value / sizeof value[0]));
  for (int q = 0; q < n_node; q++) {
    double s[MAX_IN];
    for (int a = 0, rest = q; a < m; a++) {
      double f = node(g->degree[a], rest % (g->degree[a] + 1));
      s[a] = (1 - f) * cell[a][0] + f * cell[a][1];
      rest /= g->degree[a] + 1;
    }
    tangent(g, s, true, value + q * n_entry);
  }
  to_control(g, n_node, n_entry, value);
  double lowest = INFINITY;
  for (int q = 0; q < n_node; q++) {
    double w[MAX_IN], s[MAX_IN];
    bool corner = true;
    pl_sym_eigenvalues(m, value + q * n_entry, w);
    lowest = fmin(lowest, w[0]);
    *size = fmax(*size, fmax(fabs(w[0]), fabs(w[m - 1])));
    for (int a = 0, rest = q; a < m; a++) {
      int i = rest % (g->degree[a] + 1);
      corner = corner && (i == 0 || i == g->degree[a]);
      // a hair inside: at the very border the laws speak for the next cell
      s[a] = cell[a][i == 0 ? 0 : 1] + (i == 0 ? 1e-9 : -1e-9) * (cell[a][1] - cell[a][0]);
      rest /= g->degree[a] + 1;
    }
    if (corner && g->partial) tangent(g, s, false, value + q * n_entry);
    if (corner) note(g, s, value + q * n_entry, out);
  }
  return lowest;
}

// Lower bound on a cell, halved while it stays open.
static double bound_cell(const group *g, const double cell[][2], int depth, double *size, pl_convexity *out) {
  pl_convexity own = {.smallest = INFINITY};
  double lowest = control_cell(g, cell, size, &own);
  if (own.smallest < out->smallest) {
    out->smallest = own.smallest;
    memcpy(out->where, own.where, sizeof own.where);
    memcpy(out->direction, own.direction, sizeof own.direction);
  }
  if (lowest >= -1e-12 * *size || own.smallest < 0 || depth == MAX_DEPTH || g->n_axis > 3) return lowest;
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
static void sample_cell(const group *g, const double cell[][2], int per_axis, double *size, pl_convexity *out) {
  int total = 1;
  for (int a = 0; a < g->n_axis; a++) total *= per_axis;
  for (int q = 0; q < total; q++) {
    double s[MAX_IN], matrix[MAX_IN * MAX_IN];
    for (int a = 0, rest = q; a < g->n_axis; a++, rest /= per_axis) {
      double f = (double)(rest % per_axis) / (per_axis - 1);
      s[a] = (1 - f) * cell[a][0] + f * cell[a][1];
    }
    tangent(g, s, false, matrix);
    for (int i = 0; i < g->n_axis; i++) *size = fmax(*size, fabs(matrix[i * g->n_axis + i]));
    note(g, s, matrix, out);
  }
}

// ---- groups ----

static void add_border(group *g, int a, double at) {
  int n = g->n_break[a];
  for (int i = 0; i < n; i++)
    if (g->border[a][i] == at) return;
  if (n == PL_LAW_MAX_BREAK) {
    g->provable = false;  // cells would be left out
    return;
  }
  int i = n;
  for (; i > 0 && g->border[a][i - 1] > at; i--) g->border[a][i] = g->border[a][i - 1];
  g->border[a][i] = at;
  g->n_break[a]++;
}

// Cell borders and degrees from the parts.
static void lay_out(group *g, const double box[][2]) {
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
      g->provable = g->provable && (part->law->row->flags & PL_LAW_CONVEX);
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
    if (g->degree[a] <= MAX_DEGREE)
      invert_bernstein(g->degree[a], g->control[a]);
    else
      g->provable = false;
  }
  if (cells > MAX_CELL || node_count(g) > MAX_NODE || node_count(g) * g->n_axis * g->n_axis > MAX_NODE * MAX_IN * MAX_IN / 4)
    g->provable = false;
}

// Where cells are too many to visit, the box is one cell.
static void scan_group(group *g, const double box[][2], double *size, pl_convexity *out) {
  lay_out(g, box);
  int per_axis = g->n_axis <= 2 ? SAMPLE : g->n_axis == 3 ? 5 : 3;
  double cells = 1;
  for (int a = 0; a < g->n_axis; a++) cells *= g->n_break[a] > 1 ? g->n_break[a] - 1 : 1;
  if (cells > MAX_CELL)
    for (int a = 0; a < g->n_axis; a++) {
      g->border[a][1] = g->border[a][g->n_break[a] - 1];
      g->n_break[a] = 2;
    }
  int total = 1;
  for (int a = 0; a < g->n_axis; a++) total *= g->n_break[a] > 1 ? g->n_break[a] - 1 : 1;
  double lowest = INFINITY;
  for (int c = 0; c < total; c++) {
    double cell[MAX_IN][2];
    for (int a = 0, rest = c; a < g->n_axis; a++) {
      int n = g->n_break[a] > 1 ? g->n_break[a] - 1 : 1, i = rest % n;
      cell[a][0] = g->border[a][i];
      cell[a][1] = g->border[a][g->n_break[a] > 1 ? i + 1 : i];
      rest /= n;
    }
    if (g->provable)
      lowest = fmin(lowest, bound_cell(g, (const double(*)[2])cell, 0, size, out));
    else
      sample_cell(g, (const double(*)[2])cell, per_axis, size, out);
  }
  out->bound = g->provable ? fmin(out->bound, lowest) : -INFINITY;
}

// Label the strains by the set of coupled ones they are in.
static void couple(int n, int n_part, const pl_convex_part *part, int *label) {
  for (int i = 0; i < n; i++) label[i] = i;
  for (int round = 0; round < n; round++)
    for (int p = 0; p < n_part; p++)
      for (int i = 1; i < part[p].law->row->n_in; i++) {
        int a = label[part[p].value[0]], b = label[part[p].value[i]], low = a < b ? a : b;
        for (int k = 0; k < n; k++)
          if (label[k] == a || label[k] == b) label[k] = low;
      }
}

pl_convexity pl_convexity_scan(int n, int n_part, const pl_convex_part *part, const double box[][2]) {
  PL_ASSERT(n >= 1 && n <= MAX_IN);
  int label[MAX_IN];
  double size = 0;
  pl_convexity out = {.smallest = INFINITY, .bound = INFINITY};
  couple(n, n_part, part, label);
  for (int i = 0; i < n; i++) {
    if (label[i] != i) continue;
    group g = {.n = n, .n_part = n_part, .part = part};
    for (int k = 0; k < n; k++)
      if (label[k] == i) g.axis[g.n_axis++] = k;
    bool used = false;
    for (int p = 0; p < n_part; p++) used = used || belongs(&g, &part[p]);
    if (used) scan_group(&g, box, &size, &out);
  }
  out.proven = out.bound >= -1e-12 * size;
  return out;
}

// ---- conditions on theta ----

int pl_convexity_rows(const pl_law *law, int max_row, double *row) {
  if (law->row->eval != pl_piecewise_eval) return 0;
  const pl_piecewise *piece = law->shape;
  int degree = piece->degree - 2, n = 0, n_coef = piece->degree + 1;
  double inverse[(MAX_DEGREE + 1) * (MAX_DEGREE + 1)];
  invert_bernstein(degree, inverse);
  for (int segment = 1; segment < piece->n_knot; segment++) {
    double low = piece->knot[segment - 1], high = piece->knot[segment];
    for (int i = 0; i <= degree && n < max_row; i++, n++)
      for (int j = 0; j < piece->n_param; j++) {
        const double *coef = piece->basis + ((size_t)segment * piece->n_param + j) * n_coef;
        double sum = 0;
        for (int k = 0; k <= degree; k++) {
          double f = node(degree, k), x = (1 - f) * low + f * high - piece->origin[segment], second = 0;
          for (int c = piece->degree; c >= 2; c--) second = second * x + c * (c - 1) * coef[c];
          sum += inverse[i * (degree + 1) + k] * second;
        }
        row[n * piece->n_param + j] = sum;
      }
  }
  return n;
}

// d(v.Kv)/d theta_j of one part at the strain s: the tangent of the parameter alone, the law being linear in theta.
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
  double over = 0;  // aim a little above the floor, so that the last move ends the search
  for (int move = 0; move <= max_move; move++) {
    pl_convexity now = pl_convexity_scan(n, n_part, part, box);
    if (now.smallest >= floor) return move;
    if (move == max_move) break;
    if (move == 0) over = 1e-3 * (floor - now.smallest);
    double square = 0;
    for (int p = 0; p < n_part; p++)
      for (int j = 0; j < part[p].law->n_param; j++) {
        double g = gradient_entry(&part[p], j, now.where, now.direction) * (scale ? scale[p][j] : 1);
        square += g * g;
      }
    if (!(square > 0)) return -1;
    double step = (floor + over - now.smallest) / square;
    for (int p = 0; p < n_part; p++)
      for (int j = 0; j < part[p].law->n_param; j++) {
        double unit = scale ? scale[p][j] : 1;
        theta[p][j] += step * unit * unit * gradient_entry(&part[p], j, now.where, now.direction);
      }
  }
  return -1;
}
