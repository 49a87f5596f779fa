// whole.c: see whole.h.
#include "estimate/problem/whole.h"

#include <math.h>
#include <string.h>

#include "estimate/problem/protocol_fit.h"

static bool comes_before(const pl_measurement *a, const pl_measurement *b) {
  int order = strcmp(a->name, b->name);
  return order != 0 ? order < 0 : strcmp(a->file, b->file) < 0;
}

// kg/m^2 or kg/m^3, from a file whose first fitted test this is.
static double density_of(const pl_fit_case *c) {
  if (c->given->measurement->density > 0) return c->given->measurement->density;
  const pl_protocol_fit *part = pl_case_part(c);
  return part->density ? part->density(c->test) : 0;
}

pl_measurement pl_fit_whole(const pl_fit *fit) {
  pl_measurement whole = {.name = "", .file = ""};
  const pl_measurement *named = NULL;
  double low = INFINITY, high = 0;
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_fit_case *c = &fit->work.fit_case[i];
    if (i > 0 && c->given->measurement == c[-1].given->measurement) continue;
    if (!named || comes_before(c->given->measurement, named)) named = c->given->measurement;
    whole.per_volume = whole.per_volume || c->given->measurement->per_volume;
  }
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_fit_case *c = &fit->work.fit_case[i];
    if ((i > 0 && c->given->measurement == c[-1].given->measurement) || c->given->measurement->per_volume != whole.per_volume) continue;
    double density = density_of(c);
    if (density > 0) low = fmin(low, density), high = fmax(high, density);
  }
  if (named) whole.name = named->name, whole.file = named->file, whole.protocol = named->protocol;
  whole.density = high > 0 ? 0.5 * (low + high) : 0;
  return whole;
}
