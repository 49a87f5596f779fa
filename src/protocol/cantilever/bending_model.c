// bending_model.c: see bending_model.h.
#include "protocol/cantilever/bending_model.h"

#include <stddef.h>
#include <string.h>

#define FOLD "fold", {"0", "45", "90"}, {"bend-0", "bend-45", "bend-90"}, true
static const pl_bending_row rows[] = {
    {"wang-bending", "a stiffness over curvature for fold lines at 0, 45 and 90 degrees (Wang 2011)", FOLD, "stiffness-spline"},
    {"convex-bending", "the same with moments that rise with curvature", FOLD, "convex-spline"},
    {"hinge",
     "one constant stiffness for each direction of the fold line",
     "hinge",
     {"weft", "diagonal", "warp"},
     {"bend-weft", "bend-diagonal", "bend-warp"},
     false,
     NULL},
};

int pl_bending_count(void) { return (int)(sizeof rows / sizeof rows[0]); }
const pl_bending_row *pl_bending_at(int index) { return &rows[index]; }

const pl_bending_row *pl_bending_find(const char *model) {
  for (int i = 0; i < pl_bending_count(); i++)
    if (strcmp(rows[i].model, model) == 0) return &rows[i];
  return NULL;
}
