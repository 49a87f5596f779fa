// combine.c: combines the membrane of one material and the bending of another (Wang 2011: 24 parameters from hung samples, 15 from strips).
// What the first one lacks (the shear of a cloth tested only with weights) also comes from the second.
//
// Both were measured separately, so their errors are independent: the correlation is block diagonal.
#include <string.h>

#include "material/internal.h"
#include "material/material.h"

static bool bends(const pl_term *term) { return pl_strain_bends(term->strain); }

// True if a term of the second material is taken: bending, and strains for which the first has no term.
static bool completes(const pl_material *first, const pl_term *term) {
  if (bends(term)) return true;
  bool measure_known = false;
  for (int t = 0; t < first->n_term; t++) {
    const pl_term *own = &first->term[t];
    if (bends(own) || own->rate != term->rate) continue;
    if (own->strain != term->strain) return false;  // another measure of the same membrane strain
    measure_known = true;
    for (int i = 0; i < own->law.row->n_in; i++)
      for (int j = 0; j < term->law.row->n_in; j++)
        if (own->value[i] == term->value[j]) return false;
  }
  return measure_known && !pl_material_term(first, term->name);
}

static bool wanted(const pl_material *first, const pl_material *part, const pl_term *term) {
  return part == first ? !bends(term) : completes(first, term);
}

static int count_terms(const pl_material *material, bool bending) {
  int n = 0;
  for (int i = 0; i < material->n_term; i++) n += bends(&material->term[i]) == bending;
  return n;
}

static void write_terms(const pl_material *first, const pl_material *part, pl_json_writer *w) {
  for (int i = 0; i < part->n_term; i++)
    if (wanted(first, part, &part->term[i])) pl__material_write_term(part, &part->term[i], true, w);
}

static pl_json_writer *write_parts(pl_context *ctx, const pl_material *stretch, const pl_material *bend) {
  pl_json_writer *w = pl_json_writer_create(ctx);
  if (!w) return NULL;
  pl_json_begin_object(w, NULL);
  pl_json_put_text(w, "pliant", "material 1");
  pl_json_put_text(w, "name", stretch->name);
  double density = stretch->density > 0 ? stretch->density : bend->density;
  if (density > 0) pl_json_put_quantity(w, "density", density, stretch->density > 0 ? stretch->density_dim : bend->density_dim);
  pl_json_begin_array(w, "terms");
  write_terms(stretch, stretch, w);
  write_terms(stretch, bend, w);
  pl_json_end_array(w);
  pl_json_end_object(w);
  return w;
}

// Copies the correlation of the terms that came from `part`; terms keep their names and the order of their parameters.
static void copy_correlation(const pl_material *first, const pl_material *part, pl_material *whole) {
  size_t n = (size_t)whole->n_theta;
  for (int i = 0; i < part->n_theta && part->correlation; i++)
    for (int j = 0; j < part->n_theta; j++) {
      const pl_parameter *a = &part->parameter[i], *b = &part->parameter[j];
      if (!wanted(first, part, &part->term[a->term]) || !wanted(first, part, &part->term[b->term])) continue;
      int row = pl_material_parameter_index(whole, a->name), column = pl_material_parameter_index(whole, b->name);
      if (row >= 0 && column >= 0)
        whole->correlation[(size_t)row * n + (size_t)column] = part->correlation[(size_t)i * (size_t)part->n_theta + (size_t)j];
    }
}

static pl_status add_correlation(const pl_material *stretch, const pl_material *bend, pl_material *whole) {
  if (!whole->sigma || (!stretch->correlation && !bend->correlation)) return PL_OK;
  size_t n = (size_t)whole->n_theta;
  whole->correlation = pl_arena_alloc(whole->arena, n * n + 1, sizeof *whole->correlation);
  if (!whole->correlation) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < n; i++) whole->correlation[i * n + i] = 1;
  copy_correlation(stretch, stretch, whole);
  copy_correlation(stretch, bend, whole);
  return PL_OK;
}

pl_status pl_material_combine(pl_context *ctx, const pl_material *stretch, const pl_material *bend, pl_material **out) {
  *out = NULL;
  if (count_terms(stretch, false) == 0)
    return pl_fail(ctx, PL_ERROR_INPUT, NULL, "give the material with the stretching first",
                   "the material \"%s\" has no term that stretches", stretch->name);
  if (count_terms(bend, true) == 0)
    return pl_fail(ctx, PL_ERROR_INPUT, NULL, "give the material with the bending second",
                   PL_ID("material.no-bending-term") "the material \"%s\" has no term that bends", bend->name);
  pl_json_writer *w = write_parts(ctx, stretch, bend);
  const char *text = w ? pl_json_writer_text(w) : NULL;
  pl_status status = text ? pl_material_parse(ctx, "combined material", text, strlen(text), out) : PL_ERROR_MEMORY;
  pl_json_writer_destroy(w);
  if (status == PL_OK) {
    (*out)->topology = bend->topology;
    const char *note = pl_arena_printf((*out)->arena, "stretching of \"%s\", bending of \"%s\"", stretch->name, bend->name);
    status = note ? add_correlation(stretch, bend, *out) : PL_ERROR_MEMORY;
    if (note) (*out)->note = note;
  }
  if (status != PL_OK) {
    pl_material_destroy(*out);
    *out = NULL;
  }
  return status;
}
