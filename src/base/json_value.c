// json_value.c: reads expected values from a JSON tree, with messages that show what was found instead.
#include "base/json.h"
#include "base/text.h"
#include "base/unit_si.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *kind_name(pl_json_kind kind) {
  switch (kind) {
  case PL_JSON_NULL: return "null";
  case PL_JSON_BOOL: return "true or false";
  case PL_JSON_NUMBER: return "a number";
  case PL_JSON_STRING: return "a text in quotes";
  case PL_JSON_ARRAY: return "an array [...]";
  case PL_JSON_OBJECT: return "an object {...}";
  }
  return "unknown";
}

// The value as written, shortened: "100 mm" with quotes, 12, [...].
static const char *shown(const pl_json *value, char buffer[96]) {
  char number[40];
  switch (value->kind) {
  case PL_JSON_STRING: snprintf(buffer, 96, "\"%.60s%s\"", value->text, strlen(value->text) > 60 ? "..." : ""); break;
  case PL_JSON_NUMBER: snprintf(buffer, 96, "%s", pl_number_print(value->number, number, sizeof number)); break;
  case PL_JSON_BOOL: snprintf(buffer, 96, "%s", value->boolean ? "true" : "false"); break;
  default: snprintf(buffer, 96, "%s", kind_name(value->kind)); break;
  }
  return buffer;
}

pl_where pl_json_where(const pl_json *value) {
  return (pl_where){.file = value->file, .line = value->line, .column = value->column, .key = value->path};
}

static pl_status fail_kind(pl_context *ctx, const pl_json *value, const char *expected, const char *hint) {
  pl_where where = pl_json_where(value);
  char buffer[96];
  return pl_fail(ctx, PL_ERROR_INPUT, &where, hint, PL_ID("json.expected") "is %s, expected %s", shown(value, buffer), expected);
}

void pl_json_use(pl_json *value) {
  value->used = true;
  for (pl_json *m = value->child; m != NULL; m = m->next) pl_json_use(m);  // depth is limited by the reader
}

pl_json *pl_json_find(pl_json *object, const char *key) {
  object->used = true;
  if (object->kind != PL_JSON_OBJECT) return NULL;
  for (pl_json *m = object->child; m != NULL; m = m->next) {
    if (strcmp(m->key, key) != 0) continue;
    m->used = true;
    return m;
  }
  return NULL;
}

pl_status pl_json_need(pl_context *ctx, pl_json *object, const char *key, const char *example, pl_json **value) {
  *value = NULL;
  if (object->kind != PL_JSON_OBJECT) return fail_kind(ctx, object, "an object {...}", NULL);
  *value = pl_json_find(object, key);
  if (*value) return PL_OK;
  pl_where where = pl_json_where(object);
  char hint[160];
  snprintf(hint, sizeof hint, "add \"%s\": %s", key, example);
  // A similar name among the unread members is more likely a typing error than an omission.
  const char *candidate[64];
  int n = 0;
  for (pl_json *m = object->child; m != NULL && n < 64; m = m->next)
    if (!m->used) candidate[n++] = m->key;
  const char *nearest = pl_text_nearest(key, n, candidate);
  if (nearest != NULL) snprintf(hint, sizeof hint, "is \"%.50s\" meant to be \"%.50s\"?", nearest, key);
  return pl_fail(ctx, PL_ERROR_INPUT, &where, hint, PL_ID("json.missing-field") "missing field \"%s\"", key);
}

pl_status pl_json_get(pl_context *ctx, pl_json *object, const char *key, pl_json_kind kind, pl_json **value) {
  pl_json *found;
  *value = NULL;
  PL_TRY(pl_json_need(ctx, object, key, kind == PL_JSON_NULL ? "..." : kind_name(kind), &found));
  if (kind != PL_JSON_NULL && found->kind != kind) return fail_kind(ctx, found, kind_name(kind), NULL);
  *value = found;
  return PL_OK;
}

pl_status pl_json_text(pl_context *ctx, pl_json *value, const char **text) {
  value->used = true;
  if (value->kind != PL_JSON_STRING) return fail_kind(ctx, value, "a text in quotes", NULL);
  *text = value->text;
  return PL_OK;
}

pl_status pl_json_bool(pl_context *ctx, pl_json *value, bool *boolean) {
  value->used = true;
  if (value->kind != PL_JSON_BOOL) return fail_kind(ctx, value, "true or false", "write true or false, without quotes");
  *boolean = value->boolean;
  return PL_OK;
}

// "must be >= 0 mm", "must lie between 0 mm and 100 mm".
static pl_status check_range(pl_context *ctx, const pl_json *value, pl_dim dim, double lower, double upper, double number) {
  if (number >= lower && number <= upper) return PL_OK;
  char low[64], high[64], found[96];
  pl_quantity_print(lower, dim, low, sizeof low);
  pl_quantity_print(upper, dim, high, sizeof high);
  bool has_low = lower > -DBL_MAX, has_high = upper < DBL_MAX;
  pl_where where = pl_json_where(value);
  shown(value, found);
  if (has_low && has_high)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "correct the value",
                   PL_ID("json.out-range-must-lie") "%s is out of range, must lie between %s and %s", found, low, high);
  return pl_fail(ctx, PL_ERROR_INPUT, &where, "correct the value", "%s is out of range, must be %s %s", found,
                 has_low ? ">=" : "<=", has_low ? low : high);
}

pl_status pl_json_number(pl_context *ctx, pl_json *value, double lower, double upper, double *number) {
  return pl_json_quantity(ctx, value, PL_DIM_NONE, lower, upper, number);
}

pl_status pl_json_integer(pl_context *ctx, pl_json *value, int64_t lower, int64_t upper, int64_t *number) {
  value->used = true;
  if (value->kind != PL_JSON_NUMBER) return fail_kind(ctx, value, "a whole number", "write digits without quotes");
  double n = value->number;
  // Beyond 2^53 doubles skip integers.
  if (n != floor(n) || fabs(n) > 0x1p53) return fail_kind(ctx, value, "a whole number", "write it without a fraction");
  if ((int64_t)n < lower || (int64_t)n > upper) return check_range(ctx, value, PL_DIM_NONE, (double)lower, (double)upper, n);
  *number = (int64_t)n;
  return PL_OK;
}

pl_status pl_json_choice(pl_context *ctx, pl_json *value, int n_name, const char *const *name, int *index) {
  const char *text;
  char all[1800] = "";  // more than the names of all laws
  for (int i = 0; i < n_name; i++) {
    size_t n = strlen(all);
    snprintf(all + n, sizeof all - n, "%s%s", i > 0 ? ", " : "", name[i]);
  }
  value->used = true;
  if (value->kind != PL_JSON_STRING) {
    char expected[sizeof all + 16];
    snprintf(expected, sizeof expected, "one of %s", all);
    return fail_kind(ctx, value, expected, "put the name in quotes");
  }
  text = value->text;
  for (int i = 0; i < n_name; i++) {
    if (strcmp(text, name[i]) != 0) continue;
    *index = i;
    return PL_OK;
  }
  pl_where where = pl_json_where(value);
  const char *nearest = pl_text_nearest(text, n_name, name);
  char hint[128], buffer[96];
  snprintf(hint, sizeof hint, nearest != NULL ? "did you mean \"%.80s\"?" : "choose one of these", nearest != NULL ? nearest : "");
  return pl_fail(ctx, PL_ERROR_INPUT, &where, hint, PL_ID("json.not-known-expected-one") "%s is not known, expected one of %s",
                 shown(value, buffer), all);
}

// ---- quantities ----

// found: the dimension of its unit; NULL without a known one.
static pl_status fail_unit(pl_context *ctx, const pl_json *value, pl_dim dim, const pl_dim *found, const char *what) {
  pl_where where = pl_json_where(value);
  char hint[200], buffer[96];
  const char *mass_hint =
      found && pl_dim_equal(*found, PL_DIM_MASS) && pl_dim_equal(dim, PL_DIM_FORCE) ? "; for a weight write gf or kgf" : "";
  snprintf(hint, sizeof hint, "units of this kind: %s%s", pl_dim_examples(dim), mass_hint);
  return pl_fail(ctx, PL_ERROR_UNIT, &where, hint, PL_ID("json.expected-2") "%s %s, expected %s %s", shown(value, buffer), what,
                 pl__article(pl_dim_name(dim)), pl_dim_name(dim));
}

static pl_status read_quantity(pl_context *ctx, pl_json *value, pl_dim dim, double *si) {
  value->used = true;
  bool plain = pl_dim_equal(dim, PL_DIM_NONE);
  if (value->kind == PL_JSON_NUMBER) {
    if (!plain) return fail_unit(ctx, value, dim, NULL, "has no unit");
    *si = value->number;
    return PL_OK;
  }
  if (value->kind != PL_JSON_STRING) return fail_kind(ctx, value, plain ? "a number" : "a number with a unit, such as \"1 m\"", NULL);

  double number;
  pl_dim found;
  bool has_unit;
  if (!pl_quantity_parse(value->text, &number, &found, &has_unit)) {
    // Distinguish "no number" from "no such unit".
    const char *t = value->text + strspn(value->text, " \t+-");
    if (*t != '.' && (*t < '0' || *t > '9')) return fail_kind(ctx, value, "a number with a unit", "write for example \"1.5 mm\"");
    if (strchr(t, ',') != NULL) return fail_kind(ctx, value, "a number with a unit", "use a decimal point, \"1.5 mm\"");
    return fail_unit(ctx, value, dim, NULL, "has an unknown unit or is no number");
  }
  if (!pl_dim_equal(found, dim)) {
    char what[96];
    snprintf(what, sizeof what, "is %s %s", pl__article(pl_dim_name(found)), pl_dim_name(found));
    return fail_unit(ctx, value, dim, &found, has_unit ? what : "has no unit");
  }
  *si = number;
  return PL_OK;
}

pl_status pl_json_quantity(pl_context *ctx, pl_json *value, pl_dim dim, double lower, double upper, double *si) {
  double number = 0;
  PL_TRY(read_quantity(ctx, value, dim, &number));
  PL_TRY(check_range(ctx, value, dim, lower, upper, number));
  *si = number;
  return PL_OK;
}

pl_status pl_json_quantities(pl_arena *arena, pl_json *value, pl_dim dim, int *n, double **si) {
  pl_context *ctx = pl_arena_context(arena);
  pl_unit unit = {1, dim};
  pl_json *list = value;
  bool common = value->kind == PL_JSON_OBJECT;  // one unit for all
  value->used = true;
  *n = 0;
  *si = NULL;
  if (common) {
    pl_json *unit_value;
    PL_TRY(pl_json_get(ctx, value, "unit", PL_JSON_STRING, &unit_value));
    PL_TRY(pl_json_get(ctx, value, "values", PL_JSON_ARRAY, &list));
    static const char *const known[] = {"unit", "values"};
    PL_TRY(pl_json_done(ctx, value, 2, known));
    if (!pl_unit_parse(unit_value->text, &unit)) return fail_unit(ctx, unit_value, dim, NULL, "is not a known unit");
    if (!pl_dim_equal(unit.dim, dim)) {
      char what[96];
      snprintf(what, sizeof what, "is %s %s", pl__article(pl_dim_name(unit.dim)), pl_dim_name(unit.dim));
      return fail_unit(ctx, unit_value, dim, &unit.dim, what);
    }
  } else if (value->kind != PL_JSON_ARRAY) {
    return fail_kind(ctx, value, "an array [...] of numbers", "write {\"unit\": \"N\", \"values\": [1, 2]} or [\"1 N\", \"2 N\"]");
  }

  double *numbers = pl_arena_alloc(arena, (size_t)list->n, sizeof *numbers);
  if (numbers == NULL) return PL_ERROR_MEMORY;
  int i = 0;
  for (pl_json *m = list->child; m != NULL; m = m->next, i++) {
    if (!common) {
      PL_TRY(read_quantity(ctx, m, dim, &numbers[i]));
      continue;
    }
    m->used = true;
    if (m->kind != PL_JSON_NUMBER) return fail_kind(ctx, m, "a number", "the unit is given once, under \"unit\"");
    numbers[i] = pl_unit_si(unit, m->number);
  }
  *n = list->n;
  *si = numbers;
  return PL_OK;
}

pl_status pl_json_optional_quantity(pl_context *ctx, pl_json *object, const char *key, pl_dim dim, double lower, double upper, double *si) {
  pl_json *value = pl_json_find(object, key);
  return value != NULL ? pl_json_quantity(ctx, value, dim, lower, upper, si) : PL_OK;
}

pl_status pl_json_optional_text(pl_context *ctx, pl_json *object, const char *key, const char **text) {
  pl_json *value = pl_json_find(object, key);
  return value != NULL ? pl_json_text(ctx, value, text) : PL_OK;
}

static void list_names(char *hint, size_t size, int n, const char *const *name) {
  for (int i = 0; i < n; i++) {
    size_t at = strlen(hint);
    snprintf(hint + at, size - at, "%s %s", i > 0 ? "," : "", name[i]);
  }
}

// Remedy for an unread member. A valid key of other objects is not suggested; the keys of this object are listed.
static void hint_unread(const pl_json *object, const pl_json *member, int n_known, const char *const *known, char *hint, size_t size) {
  enum { MAX_READ = 64 };
  const char *read[MAX_READ], *nearest = pl_text_nearest(member->key, n_known, known);
  int n_read = 0;
  for (const pl_json *m = object->child; m != NULL && n_read < MAX_READ; m = m->next)
    if (m->used) read[n_read++] = m->key;
  if (nearest != NULL && strcmp(nearest, member->key) == 0) {
    snprintf(hint, size, "it is a key of other objects; remove it here%s", n_read > 0 ? ". Read here:" : "");
    list_names(hint, size, n_read, read);
  } else if (nearest != NULL) {
    snprintf(hint, size, "did you mean \"%.80s\"?", nearest);
  } else if (n_known > 0) {
    snprintf(hint, size, "known here:");
    list_names(hint, size, n_known, known);
  } else {
    snprintf(hint, size, "remove it");
  }
}

pl_status pl_json_done(pl_context *ctx, pl_json *object, int n_known, const char *const *known) {
  for (pl_json *m = object->child; m != NULL; m = m->next) {
    if (object->kind == PL_JSON_OBJECT && !m->used) {
      pl_where where = pl_json_where(m);
      char hint[400];
      hint_unread(object, m, n_known, known, hint, sizeof hint);
      return pl_fail(ctx, PL_ERROR_INPUT, &where, hint, PL_ID("json.unknown-key") "unknown key \"%.80s\"", m->key);
    }
    // Elements of arrays count as read when a getter looked into them.
    if (m->used && (m->kind == PL_JSON_OBJECT || m->kind == PL_JSON_ARRAY)) PL_TRY(pl_json_done(ctx, m, n_known, known));
  }
  return PL_OK;
}
