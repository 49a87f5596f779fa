// knot_place.c: see knot_place.h.
#include "report/result/knot_place.h"

#include <math.h>

bool pl_knot_place(const pl_material *material, int j, const char **name, double *value) {
  const pl_parameter *p = &material->parameter[j];
  const pl_law *law = &material->term[p->term].law;
  if (!isfinite(p->knot) || !law->row->place) return false;
  law->row->place(law, p->index, p->knot, name, value);
  return true;
}
