// bending_model.c: see bending_model.h.
#include "protocol/cantilever/bending_model.h"

#include <stddef.h>
#include <string.h>

#define FOLD .strain = "fold", .key = "elements", .part = {"0", "45", "90"}, .name = {"bend-0", "bend-45", "bend-90"}, .shared = true
static const pl_bending_row rows[] = {
    {.model = "curvature",
     .help = "rigidities D11, D22 and D66 of a plate; curves over curvature if they predict strips that are left out better",
     .strain = "curvature",
     .key = "values",
     .part = {"weft", "twist", "warp"},
     .name = {"bend-weft", "bend-twist", "bend-warp"},
     .symbol = {"D22", "D66", "D11"},
     .plate = true,
     .curve = "convex-spline"},
    {.model = "wang-bending",
     .help = "a stiffness over curvature for fold lines at 0, 45 and 90 degrees (Wang 2011)",
     FOLD,
     .curve = "stiffness-spline"},
    {.model = "convex-bending", .help = "the same with moments that rise with curvature", FOLD, .curve = "convex-spline"},
    {.model = "hinge",
     .help = "one constant stiffness for each direction of the fold line",
     .strain = "hinge",
     .key = "elements",
     .part = {"weft", "diagonal", "warp"},
     .name = {"bend-weft", "bend-diagonal", "bend-warp"}},
};

int pl_bending_count(void) { return (int)(sizeof rows / sizeof rows[0]); }
const pl_bending_row *pl_bending_at(int index) { return &rows[index]; }

const pl_bending_row *pl_bending_find(const char *model) {
  for (int i = 0; i < pl_bending_count(); i++)
    if (strcmp(rows[i].model, model) == 0) return &rows[i];
  return NULL;
}
