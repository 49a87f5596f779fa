// convex_set.c: see convex_set.h.
#include "estimate/optimise/convex_set.h"

#include <math.h>
#include <string.h>

#include "math/eigen_small.h"

enum { MAX_PART = 16, MAX_STRAIN = PL_EIGEN_MAX, MAX_ENTRY = MAX_STRAIN * MAX_STRAIN, MAX_LOWER = MAX_STRAIN * (MAX_STRAIN + 1) / 2 };

// A control matrix (law/convexity.h) in the few parameters that it depends on.
typedef struct control {
  int n, n_used;
  int *used;     // [n_used], indices among the parameters of all parts
  double *coef;  // [n_used][n (n + 1) / 2], lower triangle
} control;

struct pl_convex_set {
  pl_ls_set ls;
  const pl_material *material;
  int n_part;
  pl_convex_part part[MAX_PART];
  int first[MAX_PART];  // index in theta of each part's first parameter
  int step[MAX_PART];   // index increment from one sample to the next; 0: homogeneous
  int n_sample;         // material samples, 1 without any
  int n_column;         // parameters of all parts, of one sample
  int *column;          // [n_sample][n_column], their indices in theta
  const pl_strain *strain;
  double box[MAX_STRAIN][2];  // [strain->n_value]
  double floor;
  int n_control;
  control *control;  // [n_control]
};

static void control_matrix(const control *c, const int *column, const double *theta, double matrix[MAX_ENTRY]) {
  int n_entry = c->n * (c->n + 1) / 2;
  double lower[MAX_LOWER] = {0};
  const double *coef = c->coef;
  for (int i = 0; i < c->n_used; i++, coef += n_entry) {
    double value = theta[column[c->used[i]]];
    for (int e = 0; e < n_entry; e++) lower[e] += value * coef[e];
  }
  for (int a = 0, e = 0; a < c->n; a++)
    for (int b = 0; b <= a; b++, e++) matrix[a * c->n + b] = matrix[b * c->n + a] = lower[e];
}

// True if matrix - floor is positive definite, by its leading minors: far cheaper than eigenvalues, and nearly all matrices are. Larger
// matrices use eigenvalues.
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

// A control matrix with a small eigenvalue.
typedef struct weakness {
  double value;  // INFINITY: there is none
  const control *where;
  const int *column;  // [n_column], indices of its sample
  double v[MAX_STRAIN];
} weakness;

// The smallest eigenvalue below `limit` among the control matrices of samples first to last - 1.
static weakness worst_of(const pl_convex_set *set, int first, int last, const double *theta, double limit) {
  weakness least = {.value = INFINITY};
  for (int at = first * set->n_control; at < last * set->n_control; at++) {
    const control *c = &set->control[at % set->n_control];
    const int *column = set->column + (size_t)(at / set->n_control) * (size_t)set->n_column;
    double matrix[MAX_ENTRY], w[MAX_STRAIN], vectors[MAX_ENTRY];
    control_matrix(c, column, theta, matrix);
    if (above(c->n, matrix, fmin(limit, least.value))) continue;
    pl_sym_eigen(c->n, matrix, w, vectors);
    if (w[0] >= fmin(limit, least.value)) continue;
    least = (weakness){.value = w[0], .where = c, .column = column};
    for (int k = 0; k < c->n; k++) least.v[k] = vectors[k * c->n];
  }
  return least;
}

static weakness worst(const pl_convex_set *set, const double *theta, double limit) { return worst_of(set, 0, set->n_sample, theta, limit); }

// Cuts aim at the floor; a step may end below it by up to a tenth.
static const double FORGIVEN = 0.9;

static bool inside(void *user, const double *p, double *row, double *level) {
  const pl_convex_set *set = user;
  weakness least = worst(set, p, FORGIVEN * set->floor);
  if (isinf(least.value)) return true;
  const control *c = least.where;
  const double *coef = c->coef;
  for (int i = 0; i < c->n_used; i++)
    for (int a = 0; a < c->n; a++)
      for (int b = 0; b <= a; b++) row[least.column[c->used[i]]] += (a == b ? 1 : 2) * least.v[a] * least.v[b] * *coef++;
  *level = set->floor;
  return false;
}

enum { MAX_MOVE = 500 };

// Bounds are kept too: a move beyond them is truncated, and the next one compensates.
static void project_sample(const pl_convex_set *set, int sample, double *p) {
  const int *column = set->column + (size_t)sample * (size_t)set->n_column;
  pl_convex_part part[MAX_PART];
  double *theta[MAX_PART], scale[MAX_PART][64];
  const double *scales[MAX_PART];
  for (int i = 0; i < set->n_part; i++) {
    part[i] = set->part[i];
    part[i].theta = theta[i] = p + set->first[i] + sample * set->step[i];
    scales[i] = scale[i];
    for (int j = 0; j < part[i].law->n_param; j++) scale[i][j] = set->material->parameter[set->first[i] + j].scale;
  }
  for (int round = 0; round < 5; round++) {
    int moves =
        pl_convexity_project(set->strain->n_value, set->n_part, part, theta, scales, (const double(*)[2])set->box, set->floor, MAX_MOVE);
    bool clipped = false;
    for (int j = 0; j < set->n_column; j++) {
      const pl_parameter *parameter = &set->material->parameter[column[j]];
      double at = p[column[j]], held = fmin(fmax(at, parameter->lower), parameter->upper);
      clipped = clipped || held != at;
      p[column[j]] = held;
    }
    if (moves <= 0 || !clipped) return;
  }
}

static void project(void *user, double *p) {
  const pl_convex_set *set = user;
  for (int sample = 0; sample < set->n_sample; sample++) project_sample(set, sample, p);
}

static pl_status take_parts(pl_arena *arena, pl_convex_set *set) {
  const pl_material *material = set->material;
  for (int i = 0; i < material->n_term; i++) {
    const pl_term *term = &material->term[i];
    if (term->strain != set->strain || !pl_term_is_elastic(term)) continue;  // friction is not part of the energy
    if (set->n_part == MAX_PART || term->law.n_param > 64)
      return pl_fail(pl_arena_context(arena), PL_ERROR_USAGE, NULL, "use fewer addends, or fewer control strains",
                     "more than %d addends, or more than 64 numbers in one, cannot be held convex", MAX_PART);
    if (term->samples) {
      PL_ASSERT(set->n_sample == 1 || set->n_sample == term->samples->n);
      set->n_sample = term->samples->n;
      set->step[set->n_part] = term->law.n_param;
    }
    set->first[set->n_part] = term->theta;
    set->part[set->n_part++] = (pl_convex_part){&term->law, material->theta + term->theta, term->value};
    set->n_column += term->law.n_param;
  }
  int *column = set->column = pl_arena_alloc(arena, (size_t)set->n_sample * (size_t)set->n_column + 1, sizeof *column);
  if (!column) return PL_ERROR_MEMORY;
  for (int sample = 0; sample < set->n_sample; sample++)
    for (int i = 0; i < set->n_part; i++)
      for (int j = 0; j < set->part[i].law->n_param; j++) *column++ = set->first[i] + sample * set->step[i] + j;
  return PL_OK;
}

// One control matrix without the parameters it does not depend on.
static bool pack(pl_arena *arena, int n_column, const pl_convex_condition *from, control *to) {
  size_t n = (size_t)from->n, n_used = 0, n_entry = n * (n + 1) / 2;
  int used[MAX_PART * 64];
  for (int j = 0; j < n_column; j++) {
    bool any = false;
    for (size_t e = 0; e < n * n; e++) any = any || from->coef[(size_t)j * n * n + e] != 0;
    if (any) used[n_used++] = j;
  }
  *to = (control){.n = from->n, .n_used = (int)n_used, .used = pl_arena_alloc(arena, n_used + 1, sizeof *to->used)};
  double *coef = to->coef = pl_arena_alloc(arena, n_used * n_entry + 1, sizeof *to->coef);
  if (!to->used || !coef) return false;
  memcpy(to->used, used, n_used * sizeof *used);
  for (size_t i = 0; i < n_used; i++)
    for (size_t a = 0; a < n; a++)
      for (size_t b = 0; b <= a; b++) *coef++ = from->coef[((size_t)used[i] * n + a) * n + b];
  return true;
}

static pl_status take_controls(pl_arena *arena, pl_convex_set *set) {
  pl_arena *wide = pl_arena_create(pl_arena_context(arena));
  if (!wide) return PL_ERROR_MEMORY;
  pl_convex_condition *condition;
  pl_status status = pl_convexity_conditions(wide, set->strain->n_value, set->n_part, set->part, (const double(*)[2])set->box,
                                             &set->n_control, &condition);
  if (status == PL_OK && !(set->control = pl_arena_alloc(arena, (size_t)set->n_control + 1, sizeof *set->control)))
    status = PL_ERROR_MEMORY;
  for (int i = 0; i < set->n_control && status == PL_OK; i++)
    if (!pack(arena, set->n_column, &condition[i], &set->control[i])) status = PL_ERROR_MEMORY;
  pl_arena_destroy(wide);
  return status;
}

pl_status pl_convex_set_create(pl_arena *arena, const pl_material *material, const pl_strain *strain, const double box[][2], double floor,
                               bool by_projection, pl_convex_set **out) {
  pl_convex_set *set = pl_arena_alloc(arena, 1, sizeof *set);
  if (!set) return PL_ERROR_MEMORY;
  *set = (pl_convex_set){
      .ls = {inside, by_projection ? project : NULL, set}, .material = material, .strain = strain, .n_sample = 1, .floor = floor};
  PL_ASSERT(strain->n_value <= MAX_STRAIN);
  memcpy(set->box, box, (size_t)strain->n_value * sizeof *set->box);
  PL_TRY(take_parts(arena, set));
  PL_TRY(take_controls(arena, set));
  *out = set;
  return PL_OK;
}

const pl_ls_set *pl_convex_set_ls(const pl_convex_set *set) { return &set->ls; }

double pl_convex_set_floor(const pl_convex_set *set) { return set->floor; }

double pl_convex_set_smallest(const pl_convex_set *set, const double *theta) { return worst(set, theta, INFINITY).value; }

// The set is convex: the segment from `inner` to a point outside crosses one boundary, found by bisection.
void pl_convex_set_pull(const pl_convex_set *set, const double *inner, double *theta) {
  for (int sample = 0; sample < set->n_sample; sample++) {
    const int *column = set->column + (size_t)sample * (size_t)set->n_column;
    double outer[MAX_PART * 64], low = 0, high = 1;
    if (isinf(worst_of(set, sample, sample + 1, theta, FORGIVEN * set->floor).value)) continue;
    for (int j = 0; j < set->n_column; j++) outer[j] = theta[column[j]];
    for (int round = 0; round <= 30; round++) {
      double at = round < 30 ? 0.5 * (low + high) : low;
      for (int j = 0; j < set->n_column; j++) theta[column[j]] = inner[column[j]] + at * (outer[j] - inner[column[j]]);
      *(isinf(worst_of(set, sample, sample + 1, theta, FORGIVEN * set->floor).value) ? &low : &high) = at;
    }
  }
}
