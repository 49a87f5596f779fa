// wang2011.c: the tables of Wang, O'Brien and Ramamoorthi 2011 as an exporter.
#include "material/export/export.h"
#include "material/polar_field.h"
#include "material/wang_file.h"

static pl_status write(pl_context *ctx, const pl_material *material, const void *options, const char *path) {
  pl_wang_table table;
  PL_TRY(pl_wang_table_of(material, options, &table));
  return pl_wang_save(ctx, path, &table);
}

static void meaning(const void *chosen, pl_text *out) {
  const pl_wang_options *options = chosen;
  pl_text_printf(out, "for readers that take stretching times %g, outer points at the extension %.4g, negative values %s", options->factor,
                 options->ring, options->zero ? "as zero" : "as they are");
}

static void left_out(const pl_material *material, pl_text *names) {
  bool smoothing = false, range = false, plate = false, friction = false;
  for (int t = 0; t < material->n_term; t++) {
    smoothing = smoothing || pl_polar_scheme_of(&material->term[t]);
    plate = plate || pl_element_is_patch(material->term[t].strain->element);
    friction = friction || !pl_term_is_elastic(&material->term[t]);
    range = range || material->term[t].range[0][0] < material->term[t].range[0][1];
  }
  if (plate) pl_text_add(names, "rigidities between the cuts 0, 45 and 90 degrees, moments beyond 40 1/m, ");
  if (friction) pl_text_add(names, "friction of bending, ");
  pl_text_printf(names, "name%s%s%s%s%s%s", *material->note ? ", note" : "", smoothing ? ", smoothing" : "",
                 range ? ", measured ranges" : "", material->sigma ? ", sigma" : "", material->correlation ? ", correlation" : "",
                 *material->certificate ? ", certificate" : "");
}

const pl_exporter pl_export_wang2011 = {.name = "wang2011",
                                        .what = "the tables of Wang, O'Brien and Ramamoorthi 2011",
                                        .takes = "of cloth only",
                                        .options = &pl_wang_option_table,
                                        .write = write,
                                        .meaning = meaning,
                                        .left_out = left_out};
