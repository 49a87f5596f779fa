// certificate_file.c: member "convexity" of a material file: the numbers behind its certificate, one object per strain measure.
//
//   {"strain": "green", "smallest": "12.5 N/m", "where": {"warp": 0.1, "weft": 0, "shear": 0}, "bound": "12.5 N/m", "proven": true}
// bound is null where nothing is known between samples. Where a stress falls across a knot:
//   "drop": {"of": "warp", "by": "7 N/m", "where": {...}}
// Remove it after changing parameters by hand: it describes the material at the time of writing.
#include <math.h>
#include <string.h>

#include "material/certificate.h"
#include "material/internal.h"

static pl_status read_where(pl_context *ctx, pl_json *object, const pl_strain *strain, double *place) {
  pl_json *where, *value;
  PL_TRY(pl_json_get(ctx, object, "where", PL_JSON_OBJECT, &where));
  for (int v = 0; v < strain->n_value; v++) {
    PL_TRY(pl_json_need(ctx, where, strain->value_name[v], "\"where\": {\"warp\": 0.1, \"weft\": 0, \"shear\": 0}", &value));
    PL_TRY(pl_json_quantity(ctx, value, strain->value_dim, -INFINITY, INFINITY, &place[v]));
  }
  return pl_json_done(ctx, where, strain->n_value, strain->value_name);
}

static pl_dim stress_dim(const pl_strain *strain) { return pl_dim_multiply(pl_strain_tangent_dim(strain), strain->value_dim); }

static pl_status read_drop(pl_context *ctx, pl_json *object, pl_certified *out) {
  static const char *const known[] = {"of", "by", "where"};
  pl_json *drop = pl_json_find(object, "drop"), *value;
  if (!drop) return PL_OK;
  PL_TRY(pl_json_get(ctx, object, "drop", PL_JSON_OBJECT, &drop));
  PL_TRY(pl_json_get(ctx, drop, "of", PL_JSON_STRING, &value));
  PL_TRY(pl_json_choice(ctx, value, out->strain->n_value, out->strain->value_name, &out->drop_axis));
  PL_TRY(pl_json_need(ctx, drop, "by", "\"by\": \"7 N/m\"", &value));
  PL_TRY(pl_json_quantity(ctx, value, stress_dim(out->strain), 0, INFINITY, &out->drop));
  PL_TRY(read_where(ctx, drop, out->strain, out->drop_where));
  return pl_json_done(ctx, drop, sizeof known / sizeof known[0], known);
}

static pl_status read_one(pl_context *ctx, pl_json *object, pl_certified *out) {
  static const char *const known[] = {"strain", "smallest", "where", "bound", "proven", "drop"};
  pl_json *value;
  const char *name;
  PL_TRY(pl_json_get(ctx, object, "strain", PL_JSON_STRING, &value));
  PL_TRY(pl_json_text(ctx, value, &name));
  if (!(out->strain = pl_strain_find(name))) {
    pl_where where = pl_json_where(value);
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "leave \"convexity\" out; `pliant material show` finds it anew",
                   PL_ID("material.there-no-strain-measure") "there is no strain measure \"%.40s\"", name);
  }
  pl_dim dim = pl_strain_tangent_dim(out->strain);
  PL_TRY(pl_json_need(ctx, object, "smallest", "\"smallest\": \"12.5 N/m\"", &value));
  PL_TRY(pl_json_quantity(ctx, value, dim, -INFINITY, INFINITY, &out->smallest));
  out->bound = -INFINITY;
  value = pl_json_find(object, "bound");
  if (value && value->kind == PL_JSON_NULL)
    pl_json_use(value);
  else if (value)
    PL_TRY(pl_json_quantity(ctx, value, dim, -INFINITY, INFINITY, &out->bound));
  PL_TRY(pl_json_get(ctx, object, "proven", PL_JSON_BOOL, &value));
  PL_TRY(pl_json_bool(ctx, value, &out->proven));
  PL_TRY(read_where(ctx, object, out->strain, out->where));
  PL_TRY(read_drop(ctx, object, out));
  return pl_json_done(ctx, object, sizeof known / sizeof known[0], known);
}

pl_status pl__certified_read(pl_material *material, pl_arena *scratch, pl_json *root) {
  pl_context *ctx = pl_arena_context(scratch);
  pl_json *list = pl_json_find(root, "convexity");
  if (!list) return PL_OK;
  pl_where where = pl_json_where(list);
  if (list->kind != PL_JSON_ARRAY)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "leave it out, or give a list of objects", "\"convexity\" must be a list");
  material->certified = pl_arena_alloc(material->arena, (size_t)list->n + 1, sizeof *material->certified);
  if (!material->certified) return PL_ERROR_MEMORY;
  for (pl_json *object = list->child; object; object = object->next) {
    where = pl_json_where(object);
    if (object->kind != PL_JSON_OBJECT)
      return pl_fail(ctx, PL_ERROR_INPUT, &where, "write {\"strain\": ..., \"smallest\": ...}",
                     "a member of \"convexity\" must be an object");
    PL_TRY(read_one(ctx, object, &material->certified[material->n_certified]));
    material->n_certified++;
  }
  return PL_OK;
}

static void write_where(pl_json_writer *writer, const pl_strain *strain, const double *where) {
  pl_json_begin_object(writer, "where");
  for (int v = 0; v < strain->n_value; v++) pl_json_put_quantity(writer, strain->value_name[v], where[v], strain->value_dim);
  pl_json_end_object(writer);
}

void pl__certified_write(int n, const pl_certified *certified, pl_json_writer *writer) {
  if (n == 0) return;
  pl_json_begin_array(writer, "convexity");
  for (int k = 0; k < n; k++) {
    const pl_certified *c = &certified[k];
    pl_dim dim = pl_strain_tangent_dim(c->strain);
    pl_json_begin_object(writer, NULL);
    pl_json_put_text(writer, "strain", c->strain->name);
    pl_json_put_quantity(writer, "smallest", c->smallest, dim);
    write_where(writer, c->strain, c->where);
    pl_json_put_quantity(writer, "bound", c->bound, dim);
    pl_json_put_bool(writer, "proven", c->proven);
    if (c->drop > 0) {
      pl_json_begin_object(writer, "drop");
      pl_json_put_text(writer, "of", c->strain->value_name[c->drop_axis]);
      pl_json_put_quantity(writer, "by", c->drop, stress_dim(c->strain));
      write_where(writer, c->strain, c->drop_where);
      pl_json_end_object(writer);
    }
    pl_json_end_object(writer);
  }
  pl_json_end_array(writer);
}
