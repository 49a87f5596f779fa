// to_plate.c: bending by hinges or folds replaced by the curvatures of a plate with the same rigidities (material/plate.h).
//
//   D11 = B(0),  D22 = B(90),  D12 = 0,  D66 = B(45) - (D11 + D22)/4
//
// B of a cut is that of strips: 3 k of hinges, k/4 of folds. Without a stiffness for 45 degrees, D66 = sqrt(D11 D22)/2 is assumed; a smaller B(45)
// than the yarns alone have gives D66 = 0. Only constant stiffness is converted.
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "material/internal.h"
#include "material/plate.h"

typedef struct plate {
  double d11, d22, d66;  // N m
  const char *note;      // how D66 was found
} plate;

static bool is_replaced(const pl_term *term) { return pl_strain_bends(term->strain) && term->strain->n_class > 1; }

// The first bending term that has no constant stiffness.
static const pl_term *unsuitable(const pl_material *material) {
  for (int t = 0; t < material->n_term; t++) {
    const pl_term *term = &material->term[t];
    bool constant = pl_term_is_elastic(term) && term->law.row->n_in == 1 && term->law.n_param == 1 && !term->samples;
    if (is_replaced(term) && (!constant || !(term->strain->rigidity > 0))) return term;
  }
  return NULL;
}

// The first term that bends by curvatures: converting beside it would count its rigidity twice.
static const pl_term *plate_already(const pl_material *material) {
  for (int t = 0; t < material->n_term; t++)
    if (pl_strain_bends(material->term[t].strain) && !is_replaced(&material->term[t])) return &material->term[t];
  return NULL;
}

static pl_status find_plate(pl_context *ctx, const pl_material *material, plate *out) {
  double diagonal;
  const pl_term *other = plate_already(material);
  if (other)
    return pl_fail(ctx, PL_ERROR_INPUT, NULL, "use the material as it is",
                   PL_ID("material.is-plate") "the material \"%s\" bends as a plate already, by its term \"%s\"", material->name,
                   other->name);
  other = unsuitable(material);
  if (other)
    return pl_fail(
        ctx, PL_ERROR_INPUT, NULL, "fit the tests again: default models bend by curvatures",
        PL_ID("material.no-plate-law") "term \"%s\" of the material \"%s\" is a %s on %s; only a constant stiffness can be converted",
        other->name, material->name, other->law.row->name, other->strain->name);
  if (!pl_material_bending(material, 0, 0, NULL, &out->d11) || !pl_material_bending(material, 90, 0, NULL, &out->d22))
    return pl_fail(ctx, PL_ERROR_INPUT, NULL, "give a material with bending stiffness along warp and along weft",
                   PL_ID("material.no-plate") "the material \"%s\" has no bending rigidity for strips cut at 0 and 90 degrees",
                   material->name);
  bool measured = pl_material_bending(material, 45, 0, NULL, &diagonal);
  double twist = measured ? diagonal - 0.25 * (out->d11 + out->d22) : 0.5 * sqrt(out->d11 * out->d22);
  out->d66 = fmax(twist, 0);
  out->note = !measured   ? "D66 = sqrt(D11 D22)/2 is assumed: there was no stiffness for 45 degrees."
              : twist < 0 ? "D66 = 0: strips cut at 45 degrees were softer than D11 and D22 allow."
                          : "D66 gives strips cut at 45 degrees the rigidity they had.";
  return PL_OK;
}

static pl_json_writer *write_whole(pl_context *ctx, const pl_material *material, const plate *bend) {
  pl_json_writer *w = pl_json_writer_create(ctx);
  if (!w) return NULL;
  pl_json_begin_object(w, NULL);
  pl_json_put_text(w, "pliant", "material 1");
  pl_json_put_text(w, "name", material->name);
  if (material->density > 0) pl_json_put_quantity(w, "density", material->density, material->density_dim);
  pl_json_begin_array(w, "terms");
  for (int t = 0; t < material->n_term; t++)
    if (!is_replaced(&material->term[t])) pl__material_write_term(material, &material->term[t], true, w);
  pl_json_begin_object(w, NULL);
  pl_json_put_text(w, "name", "bend");
  pl_json_put_text(w, "strain", "curvature");
  pl_json_put_text(w, "law", "orthotropic");
  pl_json_begin_object(w, "parameters");
  pl_json_put_text(w, "unit", "N*m");
  pl_json_begin_array(w, "values");
  const double values[] = {bend->d11, 0, bend->d22, bend->d66};
  for (int i = 0; i < 4; i++) pl_json_put_number(w, NULL, values[i]);
  pl_json_end_array(w);
  pl_json_end_object(w);
  pl_json_end_object(w);
  pl_json_end_array(w);
  pl_json_end_object(w);
  return w;
}

pl_status pl_material_to_plate(pl_context *ctx, const pl_material *material, pl_material **out) {
  plate bend;
  *out = NULL;
  PL_TRY(find_plate(ctx, material, &bend));
  pl_json_writer *w = write_whole(ctx, material, &bend);
  const char *text = w ? pl_json_writer_text(w) : NULL;
  pl_status status = text ? pl_material_parse(ctx, "material that bends as a plate", text, strlen(text), out) : PL_ERROR_MEMORY;
  pl_json_writer_destroy(w);
  if (status != PL_OK) return status;
  const char *note =
      pl_arena_printf((*out)->arena, "%s%sBending converted to curvatures, D12 = 0. %s Standard errors of bending are not kept.",
                      material->note, *material->note ? " " : "", bend.note);
  if (note) {
    (*out)->note = note;
    return PL_OK;
  }
  pl_material_destroy(*out);
  *out = NULL;
  return PL_ERROR_MEMORY;
}
