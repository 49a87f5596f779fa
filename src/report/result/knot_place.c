// knot_place.c: see knot_place.h.
#include "report/result/knot_place.h"

#include <math.h>
#include <string.h>

static bool begins(const char *text, const char *with) { return strncmp(text, with, strlen(with)) == 0; }

bool pl_knot_place(const pl_material *material, int j, const char **name, double *value) {
  const pl_parameter *p = &material->parameter[j];
  const pl_term *term = &material->term[p->term];
  const char *law = term->law.row->name, *dot = strrchr(p->name, '.');
  if (!isfinite(p->knot)) return false;
  if (begins(law, "valanis-landel") || strcmp(law, "log-spline") == 0) {
    *name = "\xCE\xBB";
    *value = exp(p->knot);
    return true;
  }
  if (!begins(law, "invariant-spline")) return false;
  if (dot && begins(dot, ".k2-")) {
    // the second curve is one of y = (I2^(3/2) - 3^(3/2)) / (3/2 3^(1/2)) (invariant_spline.c)
    *name = "I\xE2\x82\x82 \xE2\x88\x92 3";
    *value = pow(pow(3, 1.5) + 1.5 * sqrt(3) * p->knot, 2.0 / 3) - 3;
    return true;
  }
  *name = "I\xE2\x82\x81 \xE2\x88\x92 3";
  *value = p->knot;
  return true;
}
