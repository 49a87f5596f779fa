// convex_set.c: see convex_set.h.
#include "estimate/convex_set.h"

#include <math.h>
#include <string.h>

#include "math/eigen_small.h"

enum { MAX_PART = 16, MAX_STRAIN = PL_EIGEN_MAX, MAX_ENTRY = MAX_STRAIN * MAX_STRAIN };

struct pl_convex_set {
  pl_ls_set ls;
  const pl_material *material;
  int n_part;
  pl_convex_part part[MAX_PART];
  int first[MAX_PART];  // of each part's parameters in theta
  int n_column;         // parameters of all parts
  int *column;          // [n_column], their places in theta
  const pl_strain *strain;
  double box[MAX_STRAIN][2];  // [strain->n_value]
  double floor;
  int n_condition;
  pl_convex_condition *condition;
};

static void control_matrix(const pl_convex_set *set, const pl_convex_condition *c, const double *theta, double matrix[MAX_ENTRY]) {
  int n_entry = c->n * c->n;
  memset(matrix, 0, MAX_ENTRY * sizeof *matrix);
  for (int j = 0; j < set->n_column; j++) {
    double value = theta[set->column[j]];
    for (int e = 0; e < n_entry; e++) matrix[e] += value * c->coef[(size_t)j * n_entry + e];
  }
}

// Is the matrix - floor positive definite? By its leading minors: far cheaper than eigenvalues, and nearly all matrices are. Larger ones are left to
// their eigenvalues.
static bool above(int n, const double *a, double floor) {
  if (n > 3) return false;
  double p = a[0] - floor;
  if (!(p > 0)) return false;
  if (n == 1) return true;
  double q = a[n + 1] - floor, minor = p * q - a[1] * a[1];
  if (!(minor > 0)) return false;
  if (n == 2) return true;
  double r = a[8] - floor;
  return r * minor - a[5] * (p * a[5] - a[1] * a[2]) + a[2] * (a[1] * a[5] - q * a[2]) > 0;
}

// The least eigenvalue below `limit` among the control matrices, with its eigenvector and matrix; INFINITY when there is none.
static double worst(const pl_convex_set *set, const double *theta, double limit, const pl_convex_condition **where, double v[MAX_STRAIN]) {
  double least = INFINITY;
  for (int i = 0; i < set->n_condition; i++) {
    const pl_convex_condition *c = &set->condition[i];
    double matrix[MAX_ENTRY], w[MAX_STRAIN], vectors[MAX_ENTRY];
    control_matrix(set, c, theta, matrix);
    if (above(c->n, matrix, fmin(limit, least))) continue;
    pl_sym_eigen(c->n, matrix, w, vectors);
    if (w[0] >= fmin(limit, least)) continue;
    least = w[0];
    *where = c;
    for (int k = 0; k < c->n; k++) v[k] = vectors[k * c->n];
  }
  return least;
}

// Cuts aim at the floor; what a step leaves below it is forgiven up to a tenth.
static bool inside(void *user, const double *p, double *row, double *level) {
  const pl_convex_set *set = user;
  const pl_convex_condition *where;
  double v[MAX_STRAIN];
  if (isinf(worst(set, p, 0.9 * set->floor, &where, v))) return true;
  for (int j = 0; j < set->n_column; j++)
    for (int a = 0; a < where->n; a++)
      for (int b = 0; b < where->n; b++)
        row[set->column[j]] += v[a] * v[b] * where->coef[((size_t)j * (size_t)where->n + (size_t)a) * (size_t)where->n + (size_t)b];
  *level = set->floor;
  return false;
}

enum { MAX_MOVE = 500 };

// Bounds are kept too: a move that would leave them is cut off there and made up for by the next.
static void project(void *user, double *p) {
  const pl_convex_set *set = user;
  pl_convex_part part[MAX_PART];
  double *theta[MAX_PART], scale[MAX_PART][64];
  const double *scales[MAX_PART];
  for (int i = 0; i < set->n_part; i++) {
    part[i] = set->part[i];
    part[i].theta = theta[i] = p + set->first[i];
    scales[i] = scale[i];
    for (int j = 0; j < part[i].law->n_param; j++) scale[i][j] = set->material->parameter[set->first[i] + j].scale;
  }
  for (int round = 0; round < 5; round++) {
    int moves =
        pl_convexity_project(set->strain->n_value, set->n_part, part, theta, scales, (const double(*)[2])set->box, set->floor, MAX_MOVE);
    bool clipped = false;
    for (int j = 0; j < set->n_column; j++) {
      const pl_parameter *parameter = &set->material->parameter[set->column[j]];
      double at = p[set->column[j]], held = fmin(fmax(at, parameter->lower), parameter->upper);
      clipped = clipped || held != at;
      p[set->column[j]] = held;
    }
    if (moves <= 0 || !clipped) return;
  }
}

static pl_status take_parts(pl_arena *arena, pl_convex_set *set) {
  const pl_material *material = set->material;
  for (int i = 0; i < material->n_term; i++) {
    const pl_term *term = &material->term[i];
    if (term->strain != set->strain || term->rate) continue;
    if (set->n_part == MAX_PART || term->law.n_param > 64)
      return pl_fail(pl_arena_context(arena), PL_ERROR_USAGE, NULL, "use fewer addends, or fewer control strains",
                     "more than %d addends, or more than 64 numbers in one, cannot be held convex", MAX_PART);
    set->first[set->n_part] = term->theta;
    set->part[set->n_part++] = (pl_convex_part){&term->law, material->theta + term->theta, term->value};
    set->n_column += term->law.n_param;
  }
  set->column = pl_arena_alloc(arena, (size_t)set->n_column + 1, sizeof *set->column);
  if (!set->column) return PL_ERROR_MEMORY;
  for (int i = 0, at = 0; i < set->n_part; i++)
    for (int j = 0; j < set->part[i].law->n_param; j++) set->column[at++] = set->first[i] + j;
  return PL_OK;
}

pl_status pl_convex_set_create(pl_arena *arena, const pl_material *material, const pl_strain *strain, const double box[][2], double floor,
                               bool by_projection, pl_convex_set **out) {
  pl_convex_set *set = pl_arena_alloc(arena, 1, sizeof *set);
  if (!set) return PL_ERROR_MEMORY;
  *set = (pl_convex_set){.ls = {inside, by_projection ? project : NULL, set}, .material = material, .strain = strain, .floor = floor};
  PL_ASSERT(strain->n_value <= MAX_STRAIN);
  memcpy(set->box, box, (size_t)strain->n_value * sizeof *set->box);
  PL_TRY(take_parts(arena, set));
  PL_TRY(pl_convexity_conditions(arena, strain->n_value, set->n_part, set->part, (const double(*)[2])set->box, &set->n_condition,
                                 &set->condition));
  *out = set;
  return PL_OK;
}

const pl_ls_set *pl_convex_set_ls(const pl_convex_set *set) { return &set->ls; }

double pl_convex_set_smallest(const pl_convex_set *set, const double *theta) {
  const pl_convex_condition *where;
  double v[MAX_STRAIN];
  return worst(set, theta, INFINITY, &where, v);
}
