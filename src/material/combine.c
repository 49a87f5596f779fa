// combine.c: combines the membrane of one material and the bending of another (Wang 2011: 24 parameters from hung samples, 15 from strips).
// What the first one lacks (the shear of a cloth tested only with weights) also comes from the second, friction of its surface too.
//
// Both were measured separately, so their errors are independent: the correlation is block diagonal. Scatter between specimens is kept.
#include <string.h>

#include "material/internal.h"
#include "material/material.h"

static bool bends(const pl_term *term) { return pl_strain_bends(term->strain); }
static bool rubs(const pl_term *term) { return pl_strain_is_surface(term->strain); }

// True if a term of the second material is taken: bending, and strains for which the first has no term.
static bool completes(const pl_material *first, const pl_term *term) {
  if (bends(term)) return true;
  if (rubs(term)) return !pl_material_term(first, term->name);
  bool measure_known = false;
  for (int t = 0; t < first->n_term; t++) {
    const pl_term *own = &first->term[t];
    if (bends(own) || rubs(own) || own->rate != term->rate) continue;
    if (own->strain != term->strain) return false;  // another measure of the same membrane strain
    measure_known = true;
    for (int i = 0; i < own->law.row->n_in; i++)
      for (int j = 0; j < term->law.row->n_in; j++)
        if (own->value[i] == term->value[j]) return false;
  }
  return measure_known && !pl_material_term(first, term->name);
}

static int count_terms(const pl_material *material, bool (*is)(const pl_term *)) {
  int n = 0;
  for (int i = 0; i < material->n_term; i++) n += is(&material->term[i]);
  return n;
}
static bool stretches(const pl_term *term) { return !bends(term) && !rubs(term); }

// The first keeps its own bending where the second has friction alone.
static bool wanted(const pl_material *first, const pl_material *second, bool of_second, const pl_term *term) {
  if (of_second) return completes(first, term);
  return !bends(term) || count_terms(second, bends) == 0;
}

static void write_terms(const pl_material *first, const pl_material *second, bool of_second, pl_json_writer *w) {
  const pl_material *part = of_second ? second : first;
  for (int i = 0; i < part->n_term; i++)
    if (wanted(first, second, of_second, &part->term[i])) pl__material_write_term(part, &part->term[i], true, w);
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
  write_terms(stretch, bend, false, w);
  write_terms(stretch, bend, true, w);
  pl_json_end_array(w);
  pl_json_end_object(w);
  return w;
}

// Copies the correlation of the terms that came from `part`; terms keep their names and the order of their parameters.
static void copy_correlation(const pl_material *first, const pl_material *second, bool of_second, pl_material *whole) {
  const pl_material *part = of_second ? second : first;
  size_t n = (size_t)whole->n_theta;
  for (int i = 0; i < part->n_theta && part->correlation; i++)
    for (int j = 0; j < part->n_theta; j++) {
      const pl_parameter *a = &part->parameter[i], *b = &part->parameter[j];
      if (!wanted(first, second, of_second, &part->term[a->term]) || !wanted(first, second, of_second, &part->term[b->term])) continue;
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
  copy_correlation(stretch, bend, false, whole);
  copy_correlation(stretch, bend, true, whole);
  return PL_OK;
}

static pl_status add_scatter(const pl_material *first, const pl_material *second, bool of_second, pl_material *whole) {
  const pl_material *part = of_second ? second : first;
  bool *taken = pl_arena_alloc(whole->arena, (size_t)part->n_term + 1, sizeof *taken);
  if (!taken) return PL_ERROR_MEMORY;
  for (int t = 0; t < part->n_term; t++) taken[t] = wanted(first, second, of_second, &part->term[t]);
  return pl_scatter_join(whole, part, taken);
}

pl_status pl_material_combine(pl_context *ctx, const pl_material *stretch, const pl_material *bend, pl_material **out) {
  *out = NULL;
  if (count_terms(stretch, stretches) == 0)
    return pl_fail(ctx, PL_ERROR_INPUT, NULL, "give the material with the stretching first",
                   "the material \"%s\" has no term that stretches", stretch->name);
  if (count_terms(bend, bends) + count_terms(bend, rubs) == 0)
    return pl_fail(ctx, PL_ERROR_INPUT, NULL, "give the material with the bending or the friction second",
                   PL_ID("material.no-bending-term") "the material \"%s\" has no term that bends and no friction", bend->name);
  pl_json_writer *w = write_parts(ctx, stretch, bend);
  const char *text = w ? pl_json_writer_text(w) : NULL;
  pl_status status = text ? pl_material_parse(ctx, "combined material", text, strlen(text), out) : PL_ERROR_MEMORY;
  pl_json_writer_destroy(w);
  if (status == PL_OK) {
    (*out)->topology = count_terms(bend, bends) > 0 ? bend->topology : stretch->topology;
    const char *note = pl_arena_printf((*out)->arena, "stretching of \"%s\", %s of \"%s\"", stretch->name,
                                       count_terms(bend, bends) > 0 ? "bending" : "friction", bend->name);
    status = note ? add_correlation(stretch, bend, *out) : PL_ERROR_MEMORY;
    if (status == PL_OK) status = add_scatter(stretch, bend, false, *out);
    if (status == PL_OK) status = add_scatter(stretch, bend, true, *out);
    if (note) (*out)->note = note;
  }
  if (status != PL_OK) {
    pl_material_destroy(*out);
    *out = NULL;
  }
  return status;
}
