// json.c: vectors with units, directions, file names of the protocol `poses`.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "protocol/poses/poses_part.h"
#include "measure/record.h"

static pl_status fail_vector(pl_context *ctx, const pl_json *value, pl_dim dim, bool missing) {
  pl_where where = pl_json_where(value);
  char hint[160];
  snprintf(hint, sizeof hint, "write [\"1 %s\", \"0 %s\", %s", pl_dim_unit(dim), pl_dim_unit(dim),
           missing ? "null], null where it was not measured" : "\"0\"] with a unit each, or {\"unit\": ..., \"values\": [1, 0, 0]}");
  return pl_fail(ctx, PL_ERROR_INPUT, &where, hint, PL_ID("poses.must-three-components") "must be three components");
}

pl_status pl__poses_vector(pl_context *ctx, pl_json *value, pl_dim dim, bool missing, double out[3]) {
  pl_json *list = value;
  pl_unit unit = {1, dim};
  bool common = value->kind == PL_JSON_OBJECT;
  value->used = true;
  if (common) {
    pl_json *name;
    const char *text;
    PL_TRY(pl_json_get(ctx, value, "unit", PL_JSON_STRING, &name));
    PL_TRY(pl_json_text(ctx, name, &text));
    PL_TRY(pl_json_get(ctx, value, "values", PL_JSON_ARRAY, &list));
    pl_where where = pl_json_where(name);
    if (!pl_unit_parse(text, &unit) || !pl_dim_equal(unit.dim, dim)) {
      char hint[96];
      snprintf(hint, sizeof hint, "use %s", pl_dim_examples(dim));
      return pl_fail(ctx, PL_ERROR_UNIT, &where, hint, "\"%s\" is no unit of a %s", text, pl_dim_name(dim));
    }
  }
  if (list->kind != PL_JSON_ARRAY || list->n != 3) return fail_vector(ctx, value, dim, missing);
  int k = 0;
  for (pl_json *c = list->child; c; c = c->next, k++) {
    c->used = true;
    if (missing && c->kind == PL_JSON_NULL)
      out[k] = NAN;
    else if (common && c->kind == PL_JSON_NUMBER)
      out[k] = pl_unit_si(unit, c->number);
    else if (common)
      return fail_vector(ctx, value, dim, missing);
    else
      PL_TRY(pl_json_quantity(ctx, c, dim, -1e12, 1e12, &out[k]));
  }
  return PL_OK;
}

pl_status pl__poses_direction(pl_context *ctx, pl_json *value, double out[3]) {
  PL_TRY(pl__poses_vector(ctx, value, PL_DIM_NONE, false, out));
  double length = sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
  pl_where where = pl_json_where(value);
  if (!(length > 0))
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "write for example [1, 0, 0]",
                   PL_ID("poses.direction-must-not-zero") "a direction must not be zero");
  for (int k = 0; k < 3; k++) out[k] /= length;
  return PL_OK;
}

pl_status pl__poses_keys(pl_context *ctx, pl_json *object, int n_key, const char *const *key) {
  pl_where where = pl_json_where(object);
  if (object->kind != PL_JSON_OBJECT) return pl_fail(ctx, PL_ERROR_INPUT, &where, "write {...}", "must be an object");
  for (int k = 0; k < n_key; k++) {
    pl_json *value = pl_json_find(object, key[k]);
    if (value) value->used = true;
  }
  object->used = true;
  for (pl_json *c = object->child; c; c = c->next) {
    bool known = false;
    for (int k = 0; k < n_key && !known; k++) known = strcmp(c->key, key[k]) == 0;
    if (known) continue;
    char hint[400];
    const char *near = pl_text_nearest(c->key, n_key, key);
    int used = snprintf(hint, sizeof hint, near ? "did you mean \"%s\"?" : "known here:", near);
    for (int k = 0; k < n_key && !near && used < (int)sizeof hint; k++)
      used += snprintf(hint + used, sizeof hint - (size_t)used, "%s %s", k ? "," : "", key[k]);
    where = pl_json_where(c);
    return pl_fail(ctx, PL_ERROR_INPUT, &where, hint, PL_ID("poses.unknown-key") "unknown key \"%.80s\"", c->key);
  }
  return PL_OK;
}

pl_status pl__poses_path(const pl__poses_reader *r, pl_json *value, const char **path) {
  const char *name;
  PL_TRY(pl_json_text(r->label.ctx, value, &name));
  *path = pl_path_join(r->label.scratch, r->label.directory, name);
  if (!*path) return PL_ERROR_MEMORY;
  pl_where where = pl_json_where(value);
  if (!pl_file_exists(*path))
    return pl_fail(r->label.ctx, PL_ERROR_FILE, &where, "names are relative to the folder of the experiment file",
                   PL_ID("poses.does-not-exist-looked") "\"%s\" does not exist (looked for %s)", name, *path);
  return pl__record_input(r->label.ctx, r->label.m, *path);
}
