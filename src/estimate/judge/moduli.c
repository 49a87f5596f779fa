// moduli.c: see moduli.h. The moduli of an element come from its Hessian at rest (model/stiffness.c), for any law and strain measure. Their
// standard deviations follow from the covariance C of the fit: sigma^2 = g C g with g = d(modulus)/d(theta). Central differences give g, at
// the reported elements only. For a heterogeneous material, sigma of the map is used if it is larger. For Poisson's ratio, dnu / dln(ratio)
// times the sigma of the ratio of the two stiffnesses.
//
// Moduli are positive and Poisson's ratio of a solid is below 1/2, so confidence intervals are computed for logarithms. These are ln E, ln
// G, and for nu the logarithm of bulk over shear modulus, K/G = 2/3 (1 + nu) / (1 - 2 nu). Near 1/2, a wide interval of K is narrow in nu
// above, not below.
//
// The energy of incompressible rubber has no bulk stiffness. There Young's modulus is 3 times the shear modulus; with axes it is the
// modulus for strains that preserve the volume.
#include "estimate/judge/moduli.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "estimate/judge/marks.h"
#include "estimate/judge/rest_error.h"
#include "estimate/field/sample_plan.h"
#include "estimate/judge/slope.h"
#include "estimate/problem/protocol_fit.h"

const double pl_moduli_share[PL_MODULI_PLACES] = {0.05, 0.5, 0.95};

// ISOCHORIC: Young's modulus along an axis of an incompressible body.
typedef enum quantity {
  TENSION,
  POISSON,
  SHEAR,
  TENSION_X,
  TENSION_Y,
  TENSION_Z,
  SHEAR_YZ,
  SHEAR_ZX,
  SHEAR_XY,
  TRIPLE_SHEAR,
  ISOCHORIC_X,
  ISOCHORIC_Y,
  ISOCHORIC_Z
} quantity;

typedef struct row {
  quantity of;
  const char *name;
  pl_dim dim;
} row;

typedef struct body {
  const pl_fit *fit;
  const pl_model *model;
  pl_places places;
  pl_moduli *moduli;  // [places.n]
  pl_work *work;
} body;

static double value_of(const body *b, const pl_moduli *m, quantity of) {
  double shear = pl_mesh_is_solid(b->model->mesh) ? (m->shear[0] + m->shear[1] + m->shear[2]) / 3 : m->shear[0];
  switch (of) {
  case TENSION: return pl_moduli_tension(b->model, m);
  case POISSON: return m->poisson;
  case SHEAR: return shear;
  case TRIPLE_SHEAR: return 3 * shear;
  case ISOCHORIC_X:
  case ISOCHORIC_Y:
  case ISOCHORIC_Z: return m->isochoric[of - ISOCHORIC_X];
  case TENSION_X:
  case TENSION_Y:
  case TENSION_Z: return m->tension[of - TENSION_X];
  default: return m->shear[of - SHEAR_YZ];
  }
}

// ---- quantities ----

static bool differ(const double v[3]) { return fmax(v[0], fmax(v[1], v[2])) - fmin(v[0], fmin(v[1], v[2])) > 1e-6 * fabs(v[0]); }

// With declared axes, moduli are reported one by one even if they are equal: each has a standard error.
static pl_said said_of(const pl_fit_case *c) {
  const pl_protocol_fit *part = pl_case_part(c);
  return part->said ? part->said(c->test) : (pl_said){0};
}

static int rows_of(const body *b, pl_said said, row out[PL_MODULI_MAX]) {
  static const char *const tension[] = {"Young's modulus along x", "Young's modulus along y", "Young's modulus along z"};
  static const char *const shear[] = {"shear modulus in yz", "shear modulus in zx", "shear modulus in xy"};
  int n = 0;
  bool axes = said.axes, incompressible = said.incompressible;
  if (!pl_mesh_is_solid(b->model->mesh) && axes) {
    out[n++] = (row){TENSION_X, "tensile stiffness along the first axis", PL_DIM_LINE_FORCE};
    out[n++] = (row){TENSION_Y, "tensile stiffness along the second axis", PL_DIM_LINE_FORCE};
    out[n++] = (row){SHEAR, "shear stiffness between them", PL_DIM_LINE_FORCE};
    return n;
  }
  if (!pl_mesh_is_solid(b->model->mesh)) {
    out[n++] = (row){TENSION, "tensile stiffness", PL_DIM_LINE_FORCE};
    out[n++] = (row){POISSON, "Poisson's ratio", PL_DIM_NONE};
    return n;
  }
  const pl_moduli *first = &b->moduli[0];
  bool anisotropic = axes || differ(first->tension) || differ(first->shear);
  if (incompressible && !axes) {
    out[n++] = (row){SHEAR, "initial shear modulus", PL_DIM_PRESSURE};
    out[n++] = (row){TRIPLE_SHEAR, "initial Young's modulus", PL_DIM_PRESSURE};
  } else if (anisotropic) {
    for (int i = 0; i < 3; i++) out[n++] = (row){(quantity)((incompressible ? ISOCHORIC_X : TENSION_X) + i), tension[i], PL_DIM_PRESSURE};
    for (int i = 0; i < 3; i++) out[n++] = (row){(quantity)(SHEAR_YZ + i), shear[i], PL_DIM_PRESSURE};
    if (!incompressible) out[n++] = (row){POISSON, "Poisson's ratio, mean", PL_DIM_NONE};
  } else {
    out[n++] = (row){TENSION, "Young's modulus", PL_DIM_PRESSURE};
    out[n++] = (row){POISSON, "Poisson's ratio", PL_DIM_NONE};
    out[n++] = (row){SHEAR, "shear modulus", PL_DIM_PRESSURE};
  }
  return n;
}

// ---- places ----

typedef struct sized {
  double value, size;
  int32_t element;
} sized;

static int by_value(const void *a, const void *b) {
  const sized *x = a, *y = b;
  return x->value != y->value ? (x->value > y->value) - (x->value < y->value) : (x->element > y->element) - (x->element < y->element);
}

// The elements at the volume fractions: sorted by value, the first at which the cumulated size reaches the fraction.
static void find_places(const body *b, quantity of, sized *scratch, int32_t element[PL_MODULI_PLACES]) {
  double total = 0, sum = 0;
  int32_t n = b->places.n;
  for (int32_t e = 0; e < n; e++) {
    scratch[e] = (sized){value_of(b, &b->moduli[e], of), b->places.size[e], e};
    total += b->places.size[e];
  }
  qsort(scratch, (size_t)n, sizeof *scratch, by_value);
  for (int32_t e = 0, k = 0; e < n && k < PL_MODULI_PLACES; e++) {
    sum += scratch[e].size;
    while (k < PL_MODULI_PLACES && (sum >= pl_moduli_share[k] * total || e == n - 1)) element[k++] = scratch[e].element;
  }
}

// ---- standard errors ----

// A central difference smaller than this fraction of its value is rounding: the parameter does not affect the modulus.
#define ROUNDING 1e-11

// slope[n_theta][n_row][PL_MODULI_PLACES]: derivatives of the values at the elements.
static pl_status find_slopes(pl_arena *arena, const body *b, int n_row, const row *rows, int32_t element[][PL_MODULI_PLACES],
                             double *slope) {
  const pl_material *material = b->fit->material;
  int32_t n = b->places.n;
  pl_moduli *above = pl_arena_alloc(arena, (size_t)n, sizeof *above), *below = pl_arena_alloc(arena, (size_t)n, sizeof *below);
  bool *wanted = pl_arena_alloc(arena, (size_t)n, sizeof *wanted);
  double *theta = pl_arena_alloc(arena, (size_t)material->n_theta + 1, sizeof *theta);
  if (!above || !below || !wanted || !theta) return PL_ERROR_MEMORY;
  for (int r = 0; r < n_row; r++)
    for (int k = 0; k < PL_MODULI_PLACES; k++) wanted[element[r][k]] = true;
  memcpy(theta, material->theta, (size_t)material->n_theta * sizeof *theta);
  for (int j = 0; j < material->n_theta; j++) {
    double here = theta[j], h = 1e-4 * fmax(fabs(here), 1e-3 * material->parameter[j].scale);
    double *out = slope + (size_t)j * (size_t)n_row * PL_MODULI_PLACES;
    theta[j] = here + h;
    PL_TRY(pl_model_moduli(b->model, theta, wanted, above, b->work));
    theta[j] = here - h;
    PL_TRY(pl_model_moduli(b->model, theta, wanted, below, b->work));
    theta[j] = here;
    for (int r = 0; r < n_row; r++)
      for (int k = 0; k < PL_MODULI_PLACES; k++) {
        double high = value_of(b, &above[element[r][k]], rows[r].of), low = value_of(b, &below[element[r][k]], rows[r].of);
        double size = rows[r].of == POISSON ? 1 : fabs(high);
        out[r * PL_MODULI_PLACES + k] = fabs(high - low) > ROUNDING * size ? (high - low) / (2 * h) : 0;
      }
  }
  return PL_OK;
}

// With material samples the uncertainty is larger than their parameters' covariance. Sigma of the map (sample_map.c) applies to every
// stiffness, and sigma of the ratio of two stiffnesses to Poisson's ratio. slope: entry i of n_entry per parameter.
static double map_sigma(const body *b, const row *r, int32_t element, double value, const double *slope, int n_entry, int i) {
  const pl_fit *fit = b->fit;
  double by_ratio = 0;
  if (!fit->map.map_sigma || fit->map.n_place != b->places.n) return 0;
  if (r->of != POISSON) return fit->map.map_sigma[element] * fabs(value);
  for (int j = 0; j < fit->material->n_theta && fit->map.apart_share; j++)
    by_ratio += slope[(size_t)j * (size_t)n_entry + (size_t)i] * fit->material->theta[j] * fit->map.apart_share[j];
  return fit->map.apart_sigma ? fabs(by_ratio) * fit->map.apart_sigma[element] : 0;
}

// The rule of marks.h for derived quantities. A stiffness that is indistinguishable from zero, or a Poisson's ratio that may have any
// value, is not determined. If its variance comes from undetermined parameters, it has the value of the prior, unless the combination is
// determined. Young's modulus may be identifiable when Poisson's ratio is not.
#define POISSON_KNOWN 0.01  // sigma below which a Poisson's ratio always counts as determined: a fiftieth of its range
static bool is_lost(const pl_modulus *m, int k, bool carried) {
  double size = fabs(m->value[k]), sigma = m->sigma[k];
  if (!(sigma > 0)) return false;
  if (pl_dim_equal(m->dim, PL_DIM_NONE))
    return sigma > PL_UNDETERMINED * 0.5 || (carried && m->value[k] - pl_modulus_below(m, k, 1) > POISSON_KNOWN);
  return sigma > PL_UNDETERMINED * size || (carried && sigma > PL_WEAK * size);
}

const char *pl_moduli_counted(int n, const pl_modulus *modulus) {
  bool knots = false, drift = false;
  for (int i = 0; i < n; i++) knots = knots || modulus[i].counts_knots, drift = drift || modulus[i].counts_drift;
  if (knots && drift) return "the choice of knots, and curves that the model does not follow to rest";
  return knots ? "the choice of knots" : drift ? "curves that the model does not follow to rest" : NULL;
}

double pl_modulus_below(const pl_modulus *m, int k, double n_sigma) {
  double v = m->value[k], s = n_sigma * m->sigma[k];
  if (!pl_dim_equal(m->dim, PL_DIM_NONE)) return v * exp(-s / v);
  if (!m->solid || !(v < 0.5 && v > -1)) return v - s;
  double ratio = (1 + v) / (1 - 2 * v) * exp(-s * (1 / (1 + v) + 2 / (1 - 2 * v)));
  return (ratio - 1) / (2 * ratio + 1);
}

// Adds to sigma the error due to the form of the law: the change with finer knots, at least its standard error (knot_error.c). Curves that the
// model does not follow to rest are in the covariance already (rest_error.c).
static void count_shape(const body *b, quantity of, const double *slope, int n_entry, int i, pl_modulus *m) {
  const pl_fit *fit = b->fit;
  double drift = fit->evidence.rest_error ? pl_rest_error_of(fit->evidence.rest_error, slope + i, n_entry) : 0, square = 0;
  m->counts_drift = drift != 0;
  if (fit->evidence.n_finer < 2 || !(m->sigma[0] > 0)) return;
  m->counts_knots = true;
  double finer = value_of(b, &fit->evidence.finer[0], of);
  for (int k = 1; k < fit->evidence.n_finer; k++) square += pow(value_of(b, &fit->evidence.finer[k], of) - finer, 2);
  m->sigma[0] = fmax(hypot(m->sigma[0], finer - m->value[0]), sqrt(square / (fit->evidence.n_finer - 1)));
}

static pl_status fill(pl_arena *arena, const body *b, int n_row, const row *rows, pl_modulus *out) {
  int n_place = pl_material_samples(b->fit->material) ? PL_MODULI_PLACES : 1, n_entry = n_row * PL_MODULI_PLACES;
  int32_t element[PL_MODULI_MAX][PL_MODULI_PLACES] = {{0}};
  sized *scratch = pl_arena_alloc(arena, (size_t)b->places.n, sizeof *scratch);
  bool known = pl_slope_known(b->fit);
  double *slope = pl_arena_alloc(arena, (size_t)b->fit->material->n_theta * (size_t)n_entry + 1, sizeof *slope);
  if (!scratch || !slope) return PL_ERROR_MEMORY;
  for (int r = 0; r < n_row && n_place > 1; r++) find_places(b, rows[r].of, scratch, element[r]);
  if (known) PL_TRY(find_slopes(arena, b, n_row, rows, element, slope));
  for (int r = 0; r < n_row; r++) {
    pl_modulus *m = &out[r];
    *m = (pl_modulus){.name = rows[r].name, .dim = rows[r].dim, .n = n_place, .solid = pl_mesh_is_solid(b->model->mesh)};
    for (int k = 0; k < n_place; k++) {
      int entry = r * PL_MODULI_PLACES + k;
      double variance = known ? pl_slope_variance(b->fit, slope, n_entry, entry, false) : NAN;
      m->value[k] = value_of(b, &b->moduli[element[r][k]], rows[r].of);
      // no variance if only fixed parameters contribute
      m->sigma[k] = variance > 0 ? fmax(sqrt(variance), map_sigma(b, &rows[r], element[r][k], m->value[k], slope, n_entry, entry)) : NAN;
      if (known && n_place == 1) count_shape(b, rows[r].of, slope, n_entry, entry, m);
      if (k == n_place / 2)
        m->lost = b->fit->findings.contradicted || is_lost(m, k, known && pl_slope_undetermined(b->fit, slope, n_entry, entry));
      // no sigma if absolute stiffness is not identifiable, or if a bound determines the value
      bool made_up = b->fit->solution.scale_held && !pl_dim_equal(m->dim, PL_DIM_NONE);
      if (made_up || (known && pl_slope_bounded(b->fit, slope, n_entry, entry, m->value[k]))) m->sigma[k] = NAN;
    }
  }
  return PL_OK;
}

// A fit without any equilibrium found no material: theta at rest gives no modulus.
static bool stands_nowhere(const pl_fit *fit) {
  bool failed = false;
  for (int i = 0; i < fit->evidence.n_score; i++) {
    if (fit->evidence.score[i].held_out) continue;
    if (fit->evidence.score[i].n > 0) return false;
    failed = failed || fit->evidence.score[i].n_failed > 0;
  }
  return failed;
}

pl_status pl_moduli_make(pl_arena *arena, const pl_fit *fit, int *n, pl_modulus out[PL_MODULI_MAX]) {
  const pl_fit_case *c = NULL;
  *n = 0;
  if (stands_nowhere(fit)) return PL_OK;
  for (int i = 0; i < fit->problem.n_case && !c; i++)
    if (fit->work.fit_case[i].rig && fit->work.fit_case[i].rig->body.mesh && fit->work.fit_case[i].rig->body.model)
      c = &fit->work.fit_case[i];
  if (!c || (!pl_mesh_is_solid(c->rig->body.mesh) && !pl_material_samples(fit->material) && !said_of(c).axes)) return PL_OK;
  row rows[PL_MODULI_MAX];
  body b = {.fit = fit, .model = c->rig->body.model};
  PL_TRY(pl_places_of_mesh(arena, c->rig->body.mesh, &b.places));
  b.moduli = pl_arena_alloc(arena, (size_t)b.places.n + 1, sizeof *b.moduli);
  if (!b.moduli) return PL_ERROR_MEMORY;
  PL_TRY(pl_work_create(b.model, &b.work));
  pl_status status = pl_model_moduli(b.model, fit->material->theta, NULL, b.moduli, b.work);
  if (status == PL_OK && b.places.n > 0) {
    *n = rows_of(&b, said_of(c), rows);
    status = fill(arena, &b, *n, rows, out);
  }
  pl_work_destroy(b.work);
  return status;
}
