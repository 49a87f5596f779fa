// plate.c: see plate.h.
#include "material/plate.h"

#include <math.h>

#define DEGREE (3.14159265358979323846 / 180)
static const double SAME = 1e-6;     // degrees
static const double NOTHING = 1e-9;  // of a curvature

// Orthotropic sheets do not distinguish a cut from its mirror image: 0 .. 90 degrees.
static double folded(double cut) { return fabs(remainder(cut, 180)); }

void pl_plate_direction(double cut, double n[PL_PLATE_VALUES]) {
  double c = cos(cut * DEGREE), s = sin(cut * DEGREE);
  n[0] = c * c, n[1] = s * s, n[2] = 2 * s * c;
}

static bool on_patches(const pl_term *term) { return pl_element_is_patch(term->strain->element); }

bool pl_term_bends(const pl_term *term, double cut) {
  const pl_strain *strain = term->strain;
  if (!(strain->rigidity > 0) || !pl_term_is_elastic(term)) return false;
  if (on_patches(term)) {
    double n[PL_PLATE_VALUES];
    pl_plate_direction(cut, n);
    for (int i = 0; i < term->law.row->n_in; i++)
      if (fabs(n[term->value[i]]) > NOTHING) return true;
    return false;
  }
  for (int c = 0; c < strain->n_class && term->law.row->n_in == 1; c++)
    if ((term->classes >> c & 1) && fabs(strain->class_cut[c] - folded(cut)) < SAME) return true;
  return false;
}

void pl_term_add_bending(const pl_term *term, const double *theta, double cut, double kappa, double *moment, double *rigidity) {
  double n[PL_PLATE_VALUES], part[PL_LAW_MAX_IN], s[PL_LAW_MAX_IN] = {0}, psi, t[PL_LAW_MAX_IN], k[PL_LAW_MAX_IN * PL_LAW_MAX_IN];
  int m = term->law.row->n_in;
  double weight = 1;
  pl_plate_direction(cut, n);
  if (!on_patches(term)) weight = term->strain->rigidity / (term->strain->per_curvature * term->strain->per_curvature);
  for (int i = 0; i < m; i++) {
    part[i] = on_patches(term) ? n[term->value[i]] : term->strain->per_curvature;
    s[i] = term->strain->rest_value[term->value[i]] + kappa * part[i];
  }
  pl_term_eval_mean(term, theta, s, &psi, t, k);
  for (int i = 0; i < m; i++) {
    if (moment) *moment += weight * part[i] * t[i];
    for (int j = 0; j < m && rigidity; j++) *rigidity += weight * part[i] * k[m * i + j] * part[j];
  }
}

// Every curvature of such a strip is an input of some elastic term.
static bool is_complete(const pl_material *material, const pl_strain *strain, double cut) {
  double n[PL_PLATE_VALUES];
  pl_plate_direction(cut, n);
  for (int v = 0; v < PL_PLATE_VALUES; v++) {
    bool found = fabs(n[v]) <= NOTHING;
    for (int t = 0; t < material->n_term && !found; t++) {
      const pl_term *term = &material->term[t];
      for (int i = 0; i < term->law.row->n_in; i++)
        found = found || (term->strain == strain && pl_term_is_elastic(term) && term->value[i] == v);
    }
    if (!found) return false;
  }
  return true;
}

bool pl_material_bending(const pl_material *material, double cut, double kappa, double *moment, double *rigidity) {
  bool any = false;
  if (moment) *moment = 0;
  if (rigidity) *rigidity = 0;
  for (int t = 0; t < material->n_term; t++) {
    const pl_term *term = &material->term[t];
    if (!pl_term_bends(term, cut)) continue;
    if (on_patches(term) && !is_complete(material, term->strain, cut)) return false;
    pl_term_add_bending(term, material->theta, cut, kappa, moment, rigidity);
    any = true;
  }
  return any;
}
