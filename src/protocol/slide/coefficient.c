// coefficient.c: readings and coefficients of friction (slide.h has the closed forms), and the terms that hold them.
#include <math.h>
#include <string.h>

#include "protocol/slide/slide_part.h"

double pl__slide_coefficient(const pl_slide *slide, int frame, double reading) {
  if (slide->kind == PL_SLIDE_INCLINE) return tan(reading);
  double ratio = reading / slide->load[frame];
  return slide->kind == PL_SLIDE_SLED ? ratio : log(ratio) / slide->wrap;
}

static bool same(const char *a, const char *b) { return a && b ? strcmp(a, b) == 0 : !a && !b; }

const pl_term *pl__slide_term(const pl_material *material, const char *against, int phase, int axis) {
  for (int t = 0; t < material->n_term; t++) {
    const pl_term *term = &material->term[t];
    if (pl_strain_is_surface(term->strain) && term->value[0] == 2 * phase + axis && same(term->against, against)) return term;
  }
  return NULL;
}

void pl__slide_shares(double angle, double share[2]) {
  share[0] = fabs(cos(angle));
  share[1] = fabs(sin(angle));
  for (int a = 0; a < 2; a++)
    if (share[a] < 1e-6) share[a] = 0;
}
