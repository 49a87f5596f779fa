// page_tensors.c: the stiffness tensors of Wang's model over the polar plane (figures 3 and 4 of the paper), drawn from the material of
// the folder.
#include "material/polar_field.h"
#include "report/figure/material_plot.h"
#include "report/page/page.h"

static void tensor(pl_page *page, const pl_material *material, const pl_term *term) {
  const pl_polar_scheme *scheme = pl_polar_scheme_of(term);
  pl__page_add(page, "<h3>");
  pl__page_capital(page, term->name);
  pl__page_add(page, ": stiffness over the polar plane</h3><figure class=\"full\">");
  pl_material_tensor_svg(material, term, "Components of the stiffness tensor over the largest extension and its direction", page->out);
  pl_text_printf(page->out,
                 "<figcaption>\xCF\x83 = C \xCE\xB5 on (\xCE\xB5<sub>uu</sub>, \xCE\xB5<sub>vv</sub>, \xCE\xB5<sub>uv</sub>). Distance "
                 "from the corner is the "
                 "largest extension, direction that of it from warp; circles are the %d data points, hatched orange is below "
                 "zero.</figcaption></figure>\n",
                 pl_polar_point_count(scheme));
}

void pl__page_tensors(pl_page *page) {
  const char *path = pl__page_material(page);
  if (!path) return;
  pl_material *material;
  if (pl_material_load(page->ctx, path, &material) != PL_OK) {
    pl_context_clear_error(page->ctx);  // the rest of the page does without
    return;
  }
  for (int t = 0; t < material->n_term; t++)
    if (pl_polar_scheme_of(&material->term[t])) tensor(page, material, &material->term[t]);
  pl_material_destroy(material);
}
