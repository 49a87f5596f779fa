// add_volume.c: makes incompressible rubber nearly incompressible for meshes: its terms, plus K (J - 1)^2 / 2 on the volume.
//
// K is given, not measured: it has no sigma and no correlation with the other parameters, whose values are kept.
#include <string.h>

#include "material/internal.h"
#include "material/material.h"

static bool is_solid(const pl_material *material) {
  for (int t = 0; t < material->n_term; t++)
    if (pl_element_is_solid(material->term[t].strain->element)) return true;
  return false;
}

// Rubber laws depend on the change of shape only, except for their own volumetric parameter (law/rubber/rubber.h); any other law of a solid
// resists both.
static bool sees_shape_only(const pl_strain *strain) {
  static const char *const names[] = {"invariants", "isochoric", "principal3"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(strain->name, names[i]) == 0) return true;
  return false;
}

// The existing volumetric parameter or term; NULL: none.
static const char *bulk_of(const pl_material *material) {
  for (int j = 0; j < material->n_theta; j++) {
    const pl_parameter *p = &material->parameter[j];
    const char *dot = strrchr(p->name, '.');
    if (material->term[p->term].strain->volume || (dot && strcmp(dot, ".bulk") == 0)) return p->name;
  }
  for (int t = 0; t < material->n_term; t++) {
    const pl_term *term = &material->term[t];
    if (pl_element_is_solid(term->strain->element) && pl_term_is_elastic(term) && !sees_shape_only(term->strain)) return term->name;
  }
  return NULL;
}

static pl_json_writer *write_whole(pl_context *ctx, const pl_material *material, double bulk) {
  pl_json_writer *w = pl_json_writer_create(ctx);
  if (!w) return NULL;
  pl_json_begin_object(w, NULL);
  pl_json_put_text(w, "pliant", "material 1");
  pl_json_put_text(w, "name", material->name);
  if (material->density > 0) pl_json_put_quantity(w, "density", material->density, material->density_dim);
  pl_json_begin_array(w, "terms");
  for (int t = 0; t < material->n_term; t++) pl__material_write_term(material, &material->term[t], true, w);
  pl_json_begin_object(w, NULL);
  pl_json_put_text(w, "name", "volume");
  pl_json_put_text(w, "strain", "volume");
  pl_json_put_text(w, "law", "linear");
  pl_json_begin_object(w, "parameters");
  pl_json_put_quantity(w, "k", bulk, PL_DIM_PRESSURE);
  pl_json_end_object(w);
  pl_json_end_object(w);
  pl_json_end_array(w);
  pl_json_end_object(w);
  return w;
}

// One more row, for a parameter that is independent of the others: the last.
static pl_status keep_correlation(const pl_material *material, pl_material *whole) {
  size_t n = (size_t)whole->n_theta, own = (size_t)material->n_theta;
  if (!material->correlation) return PL_OK;
  PL_ASSERT(n == own + 1);
  whole->correlation = pl_arena_alloc(whole->arena, n * n, sizeof *whole->correlation);
  if (!whole->correlation) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < own; i++) memcpy(whole->correlation + i * n, material->correlation + i * own, own * sizeof(double));
  whole->correlation[n * n - 1] = 1;
  return PL_OK;
}

static pl_status keep_scatter(const pl_material *material, pl_material *whole) {
  bool *taken = pl_arena_alloc(whole->arena, (size_t)material->n_term + 1, sizeof *taken);
  if (!taken) return PL_ERROR_MEMORY;
  for (int t = 0; t < material->n_term; t++) taken[t] = true;
  return pl_scatter_join(whole, material, taken);
}

pl_status pl_material_add_volume(pl_context *ctx, const pl_material *material, double bulk, pl_material **out) {
  *out = NULL;
  const char *known = bulk_of(material);
  if (!is_solid(material))
    return pl_fail(ctx, PL_ERROR_INPUT, NULL, "give a material of a solid: rubber, gel, foam",
                   "the material \"%s\" is that of a sheet, which has no volume to keep", material->name);
  if (known)
    return pl_fail(ctx, PL_ERROR_INPUT, NULL, "use it as it is, or change that number in its file",
                   PL_ID("material.has-bulk") "the material \"%s\" resists a change of volume already: %s", material->name, known);
  pl_json_writer *w = write_whole(ctx, material, bulk);
  const char *text = w ? pl_json_writer_text(w) : NULL;
  pl_status status = text ? pl_material_parse(ctx, "material with a volume term", text, strlen(text), out) : PL_ERROR_MEMORY;
  pl_json_writer_destroy(w);
  if (status != PL_OK) return status;
  char number[40];
  const char *note = pl_arena_printf((*out)->arena, "%s%sBulk modulus %s: stated, not measured.", material->note,
                                     *material->note ? " " : "", pl_quantity_print(bulk, PL_DIM_PRESSURE, number, sizeof number));
  status = note ? keep_correlation(material, *out) : PL_ERROR_MEMORY;
  if (status == PL_OK) status = keep_scatter(material, *out);
  if (note) (*out)->note = note;
  if (status == PL_OK) return PL_OK;
  pl_material_destroy(*out);
  *out = NULL;
  return status;
}
