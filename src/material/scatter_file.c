// scatter_file.c: the scatter between specimens in material files, and of combined materials.
//
//   "scatter": [{"protocol": "tensile", "mode": "", "control": "displacement", "angle": "0 deg", "speed": 0.001, "specimens": 5,
//                "value": 0.09, "low": 0.05, "high": 0.26, "degrees-of-freedom": 4, "terms": ["warp"], "influence": [[0.4, ..], ..]}]
//
// An influence is the shift of each parameter by one standard deviation of a specimen, over the parameter's sigma. Hence files need no units
// for it, and a law that replaces another (swap.c) maps it like the sigmas.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "material/internal.h"
#include "material/material.h"
#include "material/scatter.h"

#define PI 3.14159265358979323846
enum { MOST_KINDS = 64, MOST_SPECIMENS = 1000 };
static const char *const known_keys[] = {"protocol",           "mode",  "control",  "angle", "speed", "specimens", "value", "low", "high",
                                         "degrees-of-freedom", "terms", "influence"};

// ---- writing ----

static bool is_measured(const pl_scatter_kind *kind) {
  return kind->n > 1 && isfinite(kind->value) && isfinite(kind->low) && isfinite(kind->high) && isfinite(kind->freedom);
}

static void write_key(pl_json_writer *w, const pl_scatter_key *key) {
  pl_json_put_text(w, "protocol", key->protocol);
  if (key->mode[0]) pl_json_put_text(w, "mode", key->mode);
  if (key->control[0]) pl_json_put_text(w, "control", key->control);
  pl_json_put_quantity(w, "angle", key->angle, PL_DIM_ANGLE);
  if (key->speed > 0) pl_json_put_number(w, "speed", key->speed);
}

static void write_influence(pl_json_writer *w, const pl_material *material, int g) {
  const pl_scatter *all = material->scatter;
  pl_json_begin_array(w, "influence");
  for (int s = 0; s < all->n_specimen; s++) {
    if (all->specimen_kind[s] != g) continue;
    const double *row = all->influence + (size_t)s * (size_t)all->n_parameter;
    pl_json_begin_array(w, NULL);
    for (int j = 0; j < material->n_theta; j++) {
      double sigma = material->sigma ? material->sigma[j] : NAN;
      pl_json_put_number(w, NULL, sigma > 0 && isfinite(sigma) ? row[j] / sigma : 0);
    }
    pl_json_end_array(w);
  }
  pl_json_end_array(w);
}

void pl_scatter_write(const pl_material *material, pl_json_writer *w) {
  const pl_scatter *all = material->scatter;
  bool any = false;
  for (int g = 0; all && g < all->n_kind; g++) any = any || is_measured(&all->kind[g]);
  if (!any) return;
  pl_json_begin_array(w, "scatter");
  for (int g = 0; g < all->n_kind; g++) {
    const pl_scatter_kind *kind = &all->kind[g];
    if (!is_measured(kind)) continue;
    pl_json_begin_object(w, NULL);
    write_key(w, &kind->key);
    pl_json_put_integer(w, "specimens", kind->n);
    pl_json_put_number(w, "value", kind->value);
    pl_json_put_number(w, "low", kind->low);
    pl_json_put_number(w, "high", kind->high);
    pl_json_put_number(w, "degrees-of-freedom", kind->freedom);
    pl_json_begin_array(w, "terms");
    for (int t = 0; t < material->n_term; t++)
      if (all->term_kind[t] == g) pl_json_put_text(w, NULL, material->term[t].name);
    pl_json_end_array(w);
    write_influence(w, material, g);
    pl_json_end_object(w);
  }
  pl_json_end_array(w);
}

// ---- reading ----

static pl_status read_key(pl_material *material, pl_context *ctx, pl_json *entry, pl_scatter_key *key) {
  pl_json *value;
  const char *protocol, *mode = "", *control = "";
  PL_TRY(pl_json_get(ctx, entry, "protocol", PL_JSON_STRING, &value));
  PL_TRY(pl_json_text(ctx, value, &protocol));
  PL_TRY(pl_json_optional_text(ctx, entry, "mode", &mode));
  PL_TRY(pl_json_optional_text(ctx, entry, "control", &control));
  PL_TRY(pl_json_optional_quantity(ctx, entry, "angle", PL_DIM_ANGLE, -2 * PI, 2 * PI, &key->angle));
  PL_TRY(pl_json_optional_quantity(ctx, entry, "speed", PL_DIM_NONE, 0, INFINITY, &key->speed));
  snprintf(key->mode, sizeof key->mode, "%s", mode);
  key->protocol = pl_arena_text(material->arena, protocol);
  key->control = pl_arena_text(material->arena, control);
  return key->protocol && key->control ? PL_OK : PL_ERROR_MEMORY;
}

static pl_status read_kind(pl_material *material, pl_context *ctx, pl_json *entry, pl_scatter_kind *kind) {
  const struct {
    const char *key;
    double *out;
  } numbers[] = {{"value", &kind->value}, {"low", &kind->low}, {"high", &kind->high}, {"degrees-of-freedom", &kind->freedom}};
  pl_json *value;
  int64_t n;
  PL_TRY(read_key(material, ctx, entry, &kind->key));
  PL_TRY(pl_json_get(ctx, entry, "specimens", PL_JSON_NUMBER, &value));
  PL_TRY(pl_json_integer(ctx, value, 2, MOST_SPECIMENS, &n));
  kind->n = (int)n;
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    PL_TRY(pl_json_get(ctx, entry, numbers[i].key, PL_JSON_NUMBER, &value));
    PL_TRY(pl_json_number(ctx, value, 0, HUGE_VAL, numbers[i].out));
  }
  return PL_OK;
}

// rows: [n][n_file], in standard errors.
static pl_status read_influence(pl_arena *scratch, pl_json *entry, int n, int n_file, double *rows) {
  pl_context *ctx = pl_arena_context(scratch);
  pl_json *list;
  int i = 0;
  PL_TRY(pl_json_get(ctx, entry, "influence", PL_JSON_ARRAY, &list));
  pl_where where = pl_json_where(list);
  if (list->n != n)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "give one row per specimen, or leave \"scatter\" out",
                   PL_ID("material.scatter-rows") "\"influence\" has %d rows for %d specimens", list->n, n);
  for (pl_json *row = list->child; row; row = row->next, i++) {
    int given;
    double *value;
    PL_TRY(pl_json_quantities(scratch, row, PL_DIM_NONE, &given, &value));
    where = pl_json_where(row);
    if (given != n_file)
      return pl_fail(ctx, PL_ERROR_INPUT, &where, "give one number per parameter, or leave \"scatter\" out",
                     PL_ID("material.scatter-numbers") "%d numbers in the row, %d expected", given, n_file);
    for (int j = 0; j < n_file; j++) rows[(size_t)i * (size_t)n_file + (size_t)j] = isfinite(value[j]) ? value[j] : 0;
  }
  return PL_OK;
}

static pl_status read_terms(const pl_material *material, pl_context *ctx, pl_json *entry, int g, int *term_kind) {
  pl_json *list = pl_json_find(entry, "terms");
  for (pl_json *one = list && list->kind == PL_JSON_ARRAY ? list->child : NULL; one; one = one->next) {
    const char *name;
    PL_TRY(pl_json_text(ctx, one, &name));
    const pl_term *term = pl_material_term(material, name);
    pl_where where = pl_json_where(one);
    if (!term)
      return pl_fail(ctx, PL_ERROR_INPUT, &where, "name terms of this material",
                     PL_ID("material.scatter-term") "\"%.40s\" is not a term of the material", name);
    term_kind[term - material->term] = g;
  }
  return PL_OK;
}

pl_status pl_scatter_read(pl_material *material, pl_arena *scratch, pl_json *root) {
  pl_context *ctx = pl_arena_context(scratch);
  pl_json *list = pl_json_find(root, "scatter");
  if (!list) return PL_OK;
  pl_where where = pl_json_where(list);
  if (list->kind != PL_JSON_ARRAY || list->n > MOST_KINDS)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "leave it out, or give one object per kind of test",
                   PL_ID("material.scatter-list") "\"scatter\" must be a list of at most %d objects", MOST_KINDS);
  pl_scatter_kind kind[MOST_KINDS] = {{.n = 0}};
  int n_specimen = 0, g = 0, n_file = pl__swap_count(material);
  for (pl_json *entry = list->child; entry; entry = entry->next, g++) {
    PL_TRY(read_kind(material, ctx, entry, &kind[g]));
    n_specimen += kind[g].n;
  }
  pl_scatter *all = pl_scatter_create(material->arena, g, n_specimen, material->n_theta, material->n_term);
  double *rows = pl_arena_alloc(scratch, (size_t)n_specimen * (size_t)n_file + 1, sizeof *rows);
  if (!all || !rows) return PL_ERROR_MEMORY;
  memcpy(all->kind, kind, (size_t)g * sizeof *kind);
  int at = g = 0;
  for (pl_json *entry = list->child; entry; at += kind[g++].n, entry = entry->next) {
    PL_TRY(read_influence(scratch, entry, kind[g].n, n_file, rows + (size_t)at * (size_t)n_file));
    PL_TRY(read_terms(material, ctx, entry, g, all->term_kind));
    PL_TRY(pl_json_done(ctx, entry, sizeof known_keys / sizeof *known_keys, known_keys));
    for (int s = at; s < at + kind[g].n; s++) all->specimen_kind[s] = g;
  }
  PL_TRY(pl__swap_shift(material, scratch, n_specimen, rows, all->influence));
  material->scatter = all;
  return PL_OK;
}

// ---- combination ----

pl_status pl_scatter_join(pl_material *whole, const pl_material *part, const bool *taken) {
  const pl_scatter *own = whole->scatter, *more = part->scatter;
  if (!more) return PL_OK;
  int k = own ? own->n_kind : 0, m = own ? own->n_specimen : 0;
  size_t n = (size_t)whole->n_theta;
  pl_scatter *all = pl_scatter_create(whole->arena, k + more->n_kind, m + more->n_specimen, whole->n_theta, whole->n_term);
  if (!all) return PL_ERROR_MEMORY;
  pl_scatter *copy = pl_scatter_copy(whole->arena, more, part->n_term);
  if (!copy) return PL_ERROR_MEMORY;
  if (own) {
    memcpy(all->kind, own->kind, (size_t)k * sizeof *own->kind);
    memcpy(all->specimen_kind, own->specimen_kind, (size_t)m * sizeof *own->specimen_kind);
    memcpy(all->influence, own->influence, (size_t)m * n * sizeof *own->influence);
    memcpy(all->term_kind, own->term_kind, (size_t)whole->n_term * sizeof *own->term_kind);
  }
  memcpy(all->kind + k, copy->kind, (size_t)more->n_kind * sizeof *copy->kind);
  for (int s = 0; s < more->n_specimen; s++) {
    all->specimen_kind[m + s] = k + more->specimen_kind[s];
    for (int j = 0; j < part->n_theta; j++) {
      int to = taken[part->parameter[j].term] ? pl_material_parameter_index(whole, part->parameter[j].name) : -1;
      if (to >= 0) all->influence[(size_t)(m + s) * n + (size_t)to] = more->influence[(size_t)s * (size_t)more->n_parameter + (size_t)j];
    }
  }
  for (int t = 0; t < part->n_term; t++) {
    const pl_term *term = taken[t] ? pl_material_term(whole, part->term[t].name) : NULL;
    if (term && more->term_kind[t] >= 0) all->term_kind[term - whole->term] = k + more->term_kind[t];
  }
  whole->scatter = all;
  return PL_OK;
}
