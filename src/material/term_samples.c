// term_samples.c: the material samples of a term in a file.
//
//   "samples": { "radius": "15 mm",                           r of the weights (samples.h)
//                "unit": "mm",                                of the coordinates; left out: they are quantities, "10 mm"
//                "points": [[10, 10, 10], [40, 10, 10]] }     material coordinates; of a sheet two are enough
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "material/internal.h"

static pl_status read_unit(pl_context *ctx, pl_json *object, pl_unit *unit, bool *given) {
  pl_json *value = pl_json_find(object, "unit");
  *given = value != NULL;
  if (!value) return PL_OK;
  const char *text;
  PL_TRY(pl_json_text(ctx, value, &text));
  pl_where where = pl_json_where(value);
  if (!pl_unit_parse(text, unit) || !pl_dim_equal(unit->dim, PL_DIM_LENGTH))
    return pl_fail(ctx, PL_ERROR_UNIT, &where, "write a length such as \"mm\" or \"m\"",
                   PL_ID("material.not-unit-length") "\"%.40s\" is not a unit of length", text);
  return PL_OK;
}

// One point into at[3]; the third coordinate of a sheet is 0.
static pl_status read_point(pl_context *ctx, pl_json *item, bool solid, const pl_unit *unit, double at[3]) {
  pl_where where = pl_json_where(item);
  bool list = item->kind == PL_JSON_ARRAY;
  item->used = true;
  if (!list || (item->n != 3 && (solid || item->n != 2)))
    return pl_fail(ctx, PL_ERROR_INPUT, &where, solid ? "write [x, y, z]" : "write [u, v]",
                   list ? PL_ID("material.sample-coordinates") "a sample has %d coordinates, a point of a %s has %d"
                        : PL_ID("material.sample-list") "a sample must be a list of coordinates",
                   item->n, solid ? "solid" : "sheet", solid ? 3 : 2);
  int k = 0;
  at[2] = 0;
  for (pl_json *number = item->child; number; number = number->next, k++) {
    if (!unit) {
      PL_TRY(pl_json_quantity(ctx, number, PL_DIM_LENGTH, -1e6, 1e6, &at[k]));
      continue;
    }
    PL_TRY(pl_json_number(ctx, number, -INFINITY, INFINITY, &at[k]));
    at[k] = pl_unit_si(*unit, at[k]);
  }
  for (k = 0; k < 3; k++)
    if (!(fabs(at[k]) <= 1e6) || (!solid && k == 2 && at[k] != 0))
      return pl_fail(ctx, PL_ERROR_INPUT, &where, "correct the number",
                     fabs(at[k]) <= 1e6 ? PL_ID("material.sample-of-sheet") "coordinate %d of a sample is %g m, a sheet has only u and v"
                                        : "coordinate %d of a sample is %g m, beyond 1e6 m",
                     k + 1, at[k]);
  return PL_OK;
}

static pl_status read_points(pl_arena *arena, pl_json *list, bool solid, const pl_unit *unit, pl_samples *samples) {
  pl_context *ctx = pl_arena_context(arena);
  pl_where where = pl_json_where(list);
  if (list->n < 1 || list->n > PL_SAMPLES_MAX)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "give at least one point, or leave \"samples\" out", "%d material samples, must be 1 to %d",
                   list->n, PL_SAMPLES_MAX);
  double *point = pl_arena_alloc(arena, 3 * (size_t)list->n, sizeof *point);
  if (!point) return PL_ERROR_MEMORY;
  int m = 0;
  for (pl_json *item = list->child; item; item = item->next, m++) {
    PL_TRY(read_point(ctx, item, solid, unit, point + 3 * m));
    for (int k = 0; k < m; k++)
      if (memcmp(point + 3 * k, point + 3 * m, 3 * sizeof *point) == 0) {
        where = pl_json_where(item);
        return pl_fail(ctx, PL_ERROR_INPUT, &where, "leave one of them out: two samples at one place are indistinguishable",
                       "the samples %d and %d are the same point", k + 1, m + 1);
      }
  }
  samples->n = list->n;
  samples->point = point;
  return PL_OK;
}

pl_status pl__term_read_samples(pl_arena *arena, pl_json *object, pl_term *term) {
  pl_context *ctx = pl_arena_context(arena);
  pl_json *value = pl_json_find(object, "samples"), *radius, *points;
  if (!value) return PL_OK;
  pl_where where = pl_json_where(value);
  if (value->kind != PL_JSON_OBJECT)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "write {\"radius\": \"15 mm\", \"unit\": \"mm\", \"points\": [[0, 0, 0], [40, 0, 0]]}",
                   "\"samples\" must be an object");
  if (term->law.row->n_history > 0)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "leave \"samples\" out of this term; its elastic terms may have them",
                   "the law \"%s\" has a memory, which material samples do not keep", term->law.row->name);
  pl_samples *samples = pl_arena_alloc(arena, 1, sizeof *samples);
  if (!samples) return PL_ERROR_MEMORY;
  pl_unit unit;
  bool common;
  PL_TRY(pl_json_need(ctx, value, "radius", "\"15 mm\"", &radius));
  PL_TRY(pl_json_quantity(ctx, radius, PL_DIM_LENGTH, -INFINITY, INFINITY, &samples->radius));
  if (!(samples->radius > 0 && samples->radius <= 1e6)) {
    where = pl_json_where(radius);
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "give a length about as large as the distance between samples",
                   "the radius of the samples is %g m, must be > 0 and at most 1e6 m", samples->radius);
  }
  PL_TRY(read_unit(ctx, value, &unit, &common));
  PL_TRY(pl_json_get(ctx, value, "points", PL_JSON_ARRAY, &points));
  PL_TRY(read_points(arena, points, pl_element_is_solid(term->strain->element), common ? &unit : NULL, samples));
  static const char *const known[] = {"radius", "unit", "points"};
  PL_TRY(pl_json_done(ctx, value, 3, known));
  term->samples = samples;
  return PL_OK;
}

void pl__term_write_samples(const pl_term *term, pl_json_writer *writer) {
  const pl_samples *samples = term->samples;
  if (!samples || term->shares >= 0) return;
  pl_json_begin_object(writer, "samples");
  pl_json_put_quantity(writer, "radius", samples->radius, PL_DIM_LENGTH);
  pl_json_put_text(writer, "unit", "m");
  pl_json_begin_array(writer, "points");
  for (int m = 0; m < samples->n; m++) {
    pl_json_begin_array(writer, NULL);
    for (int k = 0; k < 3; k++) pl_json_put_number(writer, NULL, samples->point[3 * m + k]);
    pl_json_end_array(writer);
  }
  pl_json_end_array(writer);
  pl_json_end_object(writer);
}

bool pl_samples_same(const pl_samples *a, const pl_samples *b) {
  if (a == b) return true;
  return a && b && a->n == b->n && a->radius == b->radius && memcmp(a->point, b->point, 3 * (size_t)a->n * sizeof *a->point) == 0;
}

void pl_term_eval_mean(const pl_term *term, const double *theta, const double *s, double *psi, double *t, double *k) {
  int n = term->law.row->n_in, n_sample = pl_term_sample_count(term);
  const double *own = theta + term->theta;
  pl_law_eval_one(&term->law, own, s, psi, t, k);
  if (n_sample == 1) return;
  double sum_psi = psi ? *psi : 0, one_psi, one_t[PL_LAW_MAX_IN], one_k[PL_LAW_MAX_IN * PL_LAW_MAX_IN];
  for (int m = 1; m < n_sample; m++) {
    pl_law_eval_one(&term->law, own + (size_t)m * (size_t)term->law.n_param, s, psi ? &one_psi : NULL, one_t, k ? one_k : NULL);
    if (psi) sum_psi += one_psi;
    for (int i = 0; i < n; i++) t[i] += one_t[i];
    for (int i = 0; i < n * n && k; i++) k[i] += one_k[i];
  }
  if (psi) *psi = sum_psi / n_sample;
  for (int i = 0; i < n; i++) t[i] /= n_sample;
  for (int i = 0; i < n * n && k; i++) k[i] /= n_sample;
}

// Copies values and bounds of the source's term to every sample.
static void spread_term(const pl_material *source, const pl_term *from, pl_material *to, const pl_term *term) {
  int n = from->law.n_param;
  for (int j = 0; j < pl_term_theta_count(term); j++) {
    const pl_parameter *old = &source->parameter[from->theta + j % n];
    pl_parameter *own = &to->parameter[term->theta + j];
    to->theta[term->theta + j] = source->theta[from->theta + j % n];
    own->scale = old->scale;
    own->lower = old->lower;
    own->upper = old->upper;
    own->frozen = old->frozen;
  }
}

pl_status pl_material_with_samples(const pl_material *source, const bool *chosen, const pl_samples *samples, pl_material **copy) {
  pl_context *ctx = pl_arena_context(source->arena);
  pl_material *m;
  *copy = NULL;
  PL_TRY(pl_material_create(ctx, source->name, source->density, &m));
  m->density_dim = source->density_dim;
  m->topology = source->topology;
  pl_status status = (m->note = pl_arena_text(m->arena, source->note)) ? PL_OK : PL_ERROR_MEMORY;
  for (int i = 0; i < source->n_term && status == PL_OK; i++) {
    pl_term term = source->term[i];
    PL_ASSERT(!chosen[i] || !term.samples);
    if (chosen[i]) term.samples = samples;
    pl_json_writer *writer = pl_json_writer_create(ctx);
    if (writer) pl__material_write_term(source, &term, false, writer);
    const char *text = writer ? pl_json_writer_text(writer) : NULL;
    status = text ? pl_material_add_term(m, text) : PL_ERROR_MEMORY;
    pl_json_writer_destroy(writer);
    if (status != PL_OK) break;
    memcpy(m->term[i].range, term.range, sizeof term.range);
    if (term.shares < 0) spread_term(source, &source->term[i], m, &m->term[i]);
  }
  if (status == PL_OK)
    *copy = m;
  else
    pl_material_destroy(m);
  return status;
}
