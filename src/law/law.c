// law.c: the table of laws and single evaluations.
#include "law/law.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "law/rows.h"

static const pl_law_row *const table[] = {
    &pl_law_linear,            //
    &pl_law_quadratic,         //
    &pl_law_stress_spline,     //
    &pl_law_convex_spline,     //
    &pl_law_stiffness_spline,  //
    &pl_law_orthotropic,       //
    &pl_law_isotropic,         //
    &pl_law_isotropic3,        //
    &pl_law_orthotropic3,      //
    &pl_law_cross,             //
    &pl_law_polar_tensor,      //
    &pl_law_polar_energy,      //
    &pl_law_dahl,              //
    &pl_law_dahl_sides,        //
    &pl_law_creep,             //
    &pl_law_bounded,           //
    &pl_law_energy_spline,
    &pl_law_bilinear_grid,
    &pl_law_cross_spline,
    &pl_law_rbf[0],
    &pl_law_rbf[1],
    &pl_law_rbf[2],
    &pl_law_rbf[3],
    &pl_law_neo_hookean,
    &pl_law_mooney_rivlin,
    &pl_law_yeoh,
    &pl_law_polynomial,
    &pl_law_rubber_sheet,
    &pl_law_invariant_spline,
    &pl_law_ogden,
    &pl_law_ogden_sheet,
    &pl_law_valanis_landel,
    &pl_law_valanis_landel_sheet,
    &pl_law_log_spline,
    &pl_law_log_cross,
    &pl_law_fung,
    &pl_law_fung3,
    &pl_law_fibre_exponential,
    &pl_law_fibre_exponential3,
    &pl_law_may_newman,
    &pl_law_may_newman3,
    &pl_law_fibre_spline,
    &pl_law_fibre_spline3,
    &pl_law_invariant_sheet,
};

int pl_law_count(void) { return (int)(sizeof table / sizeof table[0]); }

const pl_law_row *pl_law_at(int index) {
  PL_ASSERT(index >= 0 && index < pl_law_count());
  return table[index];
}

const pl_law_row *pl_law_find(const char *name) {
  for (int i = 0; i < pl_law_count(); i++)
    if (strcmp(table[i]->name, name) == 0) return table[i];
  return NULL;
}

bool pl_law_takes(const pl_law_row *row, const char *key) {
  for (const char *const *own = row->keys; own && *own; own++)
    if (strcmp(*own, key) == 0) return true;
  return false;
}

void pl_law_place_log(const pl_law *law, int j, double knot, const char **name, double *value) {
  (void)law, (void)j;
  *name = "\xCE\xBB";
  *value = exp(knot);
}

void pl_law_bind(const pl_law *law, const double *theta, double *bound) {
  if (law->row->bind)
    law->row->bind(law, theta, bound);
  else
    memcpy(bound, theta, (size_t)law->n_param * sizeof *bound);
}

// The same strain in every lane.
static void spread(int n_in, const double *s, pl_lanes *lanes) {
  for (int i = 0; i < n_in; i++) PL_FOR_LANES(l) lanes[i][l] = s[i];
}

void pl_law_eval_one(const pl_law *law, const double *theta, const double *s, double *psi, double *t, double *k) {
  static const double never_moved[PL_LAW_MAX_HISTORY] = {0};
  pl_law_step_one(law, theta, s, never_moved, psi, t, k, NULL);
}

void pl_law_step_one(const pl_law *law, const double *theta, const double *s, const double *history, double *psi, double *t, double *k,
                     double *next) {
  PL_ASSERT(law->n_bound <= PL_LAW_MAX_BOUND);
  int n = law->row->n_in, n_history = law->row->n_history;
  double bound[PL_LAW_MAX_BOUND];
  pl_lanes s_lanes[PL_LAW_MAX_IN + PL_LAW_MAX_HISTORY], psi_lanes[1], t_lanes[PL_LAW_MAX_IN], k_lanes[PL_LAW_MAX_IN * PL_LAW_MAX_IN];
  pl_lanes next_lanes[PL_LAW_MAX_HISTORY];
  pl_law_bind(law, theta, bound);
  spread(n, s, s_lanes);
  spread(n_history, history, s_lanes + n);
  law->row->eval(law, bound, s_lanes, psi ? psi_lanes : NULL, t_lanes, k ? k_lanes : NULL);
  if (psi) *psi = psi_lanes[0][0];
  for (int i = 0; i < n; i++) t[i] = t_lanes[i][0];
  if (k)
    for (int i = 0; i < n * n; i++) k[i] = k_lanes[i][0];
  if (!next || n_history == 0) return;
  law->row->commit(law, bound, s_lanes, next_lanes);
  for (int i = 0; i < n_history; i++) next[i] = next_lanes[i][0];
}

void pl_law_theta_one(const pl_law *law, const double *theta, const double *s, double *dt) {
  PL_ASSERT(law->n_param <= PL_LAW_MAX_PARAM);
  int n = law->row->n_in;
  pl_lanes s_lanes[PL_LAW_MAX_IN + PL_LAW_MAX_HISTORY] = {{0}}, dt_lanes[PL_LAW_MAX_PARAM * PL_LAW_MAX_IN];
  spread(n, s, s_lanes);
  law->row->eval_theta(law, theta, s_lanes, dt_lanes);
  for (int i = 0; i < law->n_param * n; i++) dt[i] = dt_lanes[i][0];
}

void pl_law_write_nothing(const pl_law *law, pl_dim strain_dim, pl_json_writer *writer) { (void)law, (void)strain_dim, (void)writer; }

void pl_matrix_parameter(const pl_matrix_entry *entry, pl_dim strain_dim, pl_dim stress_dim, pl_parameter *out) {
  snprintf(out->name, sizeof out->name, "%s", entry->name);
  out->dim = pl_dim_divide(stress_dim, strain_dim);
  out->scale = pl_law_scale(out->dim);
  out->lower = entry->row == entry->column ? 0 : -INFINITY;
  out->upper = INFINITY;
  out->knot = NAN;
  out->role = PL_ROLE_MATRIX;
  out->of[0] = entry->row, out->of[1] = entry->column;
}

void pl_matrix_fill(int n_in, int n, const pl_matrix_entry *entry, const double *value, double *c) {
  for (int j = 0; j < n; j++) c[n_in * entry[j].row + entry[j].column] = c[n_in * entry[j].column + entry[j].row] = value[j];
}

void pl_matrix_theta(int n_in, int n, const pl_matrix_entry *entry, const pl_lanes *s, pl_lanes *dt) {
  memset(dt, 0, (size_t)n * (size_t)n_in * sizeof *dt);
  for (int j = 0; j < n; j++) {
    memcpy(dt[n_in * j + entry[j].row], s[entry[j].column], sizeof(pl_lanes));
    memcpy(dt[n_in * j + entry[j].column], s[entry[j].row], sizeof(pl_lanes));
  }
}

int pl_law_constant_pieces(const pl_law *law, int axis, double *knot, int *degree) {
  (void)law, (void)axis, (void)knot;
  *degree = 0;
  return 0;
}

double pl_law_scale(pl_dim stiffness) {
  static const struct {
    pl_dim dim;
    double scale;
  } usual[] = {
      {{1, 0, -2, 0}, 1000},  // N/m: membrane of a woven cloth
      {{1, 2, -2, 0}, 1e-5},  // N m: bending of a cloth
      {{1, 1, -2, 0}, 10},    // N: springs along edges
      {{1, -1, -2, 0}, 1e6},  // Pa
      {{1, 0, -1, 0}, 1},     // N s/m: membrane viscosity
      {{1, 2, -1, 0}, 1e-8},  // N m s: bending viscosity
      {{1, 1, -1, 0}, 0.01},  // N s
  };
  stiffness.rad = 0;  // a stiffness per radian has the same size
  for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++)
    if (pl_dim_equal(usual[i].dim, stiffness)) return usual[i].scale;
  return 1;
}

double pl_law_strain_scale(pl_dim strain) {
  strain.rad = 0;  // angles per length are curvatures too
  return pl_dim_equal(strain, PL_DIM_CURVATURE) ? 20 : 0.02;
}
