// rest.c: changes the rest shape of a model of triangles, for parameters that affect it (an error of the cutting angle, a stretched
// sample).
#include <math.h>

#include "model/model.h"

void pl_model_set_rest(pl_model *model, const double *rest) {
  pl_mesh view = *model->mesh;
  view.rest = (double *)rest;
  for (int i = 0; i < model->n_group; i++) {
    const pl_group *group = &model->group[i];
    const pl_strain *strain = group->strain;
    PL_ASSERT(strain->element == PL_ELEMENT_TRIANGLE);
    pl_lanes *numbers = (pl_lanes *)group->rest, *weight = (pl_lanes *)group->weight;
    for (int32_t e = 0; e < group->n_block * PL_BLOCK; e++) {
      int32_t block = e / PL_BLOCK, lane = e % PL_BLOCK, vertex[3];
      for (int k = 0; k < 3; k++) vertex[k] = group->vertex[(block * 3 + k) * PL_BLOCK + lane];
      const double *a = rest + 2 * vertex[0], *b = rest + 2 * vertex[1], *c = rest + 2 * vertex[2];
      double area = 0.5 * fabs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])), own[PL_STRAIN_MAX_REST], w;
      strain->prepare(&view, vertex, area, own, &w);
      for (int k = 0; k < strain->n_rest; k++) numbers[block * strain->n_rest + k][lane] = own[k];
      weight[block][lane] = e < group->n_element ? w : 0;
    }
  }
}
