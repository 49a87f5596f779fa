// surface_friction.c: the friction of a material's surface as scenes use it: one coefficient for all directions.
//
// Scenes have one coefficient per pair, without a peak before motion: kinetic friction acts while cloth slides, the mean over warp and weft.
#include <math.h>
#include <string.h>

#include "material/material.h"

static bool is_on(const pl_term *term, const char *against) {
  return term->against ? against && strcmp(term->against, against) == 0 : !against;
}

double pl_material_friction(const pl_material *material, const char *against) {
  double sum[2] = {0};  // static, kinetic
  int n[2] = {0};
  for (int t = 0; t < material->n_term; t++) {
    const pl_term *term = &material->term[t];
    if (!pl_strain_is_surface(term->strain) || !is_on(term, against)) continue;
    double load = 1, force;
    pl_term_eval_mean(term, material->theta, &load, NULL, &force, NULL);
    sum[term->value[0] / 2] += force;
    n[term->value[0] / 2]++;
  }
  return n[1] > 0 ? sum[1] / n[1] : n[0] > 0 ? sum[0] / n[0] : NAN;
}
