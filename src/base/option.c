// option.c: settings by table: defaults, reading from texts and JSON, writing, documenting.
#include "base/option.h"
#include "base/text.h"
#include "base/unit_si.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static void *field(const pl_option *option, void *options) { return (char *)options + option->offset; }
static const void *field_view(const pl_option *option, const void *options) { return (const char *)options + option->offset; }

void pl_options_default(const pl_option_table *table, void *options) {
  memset(options, 0, table->struct_size);
  for (int i = 0; i < table->n_option; i++) {
    const pl_option *option = &table->option[i];
    switch (option->type) {
    case PL_OPTION_INT:
    case PL_OPTION_BOOL:
    case PL_OPTION_CHOICE: *(int *)field(option, options) = (int)option->value; break;
    case PL_OPTION_REAL: *(double *)field(option, options) = option->value; break;
    case PL_OPTION_TEXT: *(const char **)field(option, options) = option->choices != NULL ? option->choices : ""; break;
    }
  }
}

const pl_option *pl_options_find(const pl_option_table *table, const char *name) {
  for (int i = 0; i < table->n_option; i++)
    if (strcmp(table->option[i].name, name) == 0) return &table->option[i];
  return NULL;
}

// ---- choices: "auto|hybrid|lbfgs" ----

// The i-th choice, *n its length; NULL after the last.
static const char *choice(const pl_option *option, int i, size_t *n) {
  const char *p = option->choices;
  for (; i > 0; i--) {
    p += strcspn(p, "|");
    if (*p == '\0') return NULL;
    p++;
  }
  *n = strcspn(p, "|");
  return p;
}

static int find_choice(const pl_option *option, const char *text) {
  size_t n;
  const char *name;
  for (int i = 0; (name = choice(option, i, &n)) != NULL; i++)
    if (strlen(text) == n && memcmp(name, text, n) == 0) return i;
  return -1;
}

static void list_choices(const pl_option *option, const char *separator, char *text, size_t size) {
  size_t n, at = 0;
  const char *name;
  text[0] = '\0';
  for (int i = 0; (name = choice(option, i, &n)) != NULL && at < size; i++)
    at += (size_t)snprintf(text + at, size - at, "%s%.*s", i > 0 ? separator : "", (int)n, name);
}

// The nearest choice into buffer, or "" when none is near.
static void nearest_choice(const pl_option *option, const char *text, char *buffer, size_t size) {
  size_t n;
  const char *name;
  int best = INT_MAX;
  buffer[0] = '\0';
  for (int i = 0; (name = choice(option, i, &n)) != NULL; i++) {
    char one[64];
    snprintf(one, sizeof one, "%.*s", (int)n, name);
    const char *const list[] = {one};
    int distance = pl_text_distance(text, one);
    if (distance >= best || pl_text_nearest(text, 1, list) == NULL) continue;
    best = distance;
    snprintf(buffer, size, "%s", one);
  }
}

// ---- setting ----

static pl_status fail_option(pl_context *ctx, const pl_option *option, const char *text, const pl_where *where, pl_status status,
                             const char *expected, const char *hint) {
  if (where && where->key && where->key[0] == '-')  // a flag: its name is said once
    return pl_fail(ctx, status, NULL, hint, PL_ID("option.expected") "%s \"%.60s\": expected %s", where->key, text, expected);
  return pl_fail(ctx, status, where, hint, PL_ID("option.expected") "%s = \"%.60s\", expected %s", option->name, text, expected);
}

// "between 1 and 100", ">= 0 N".
static void print_range(const pl_option *option, char *text, size_t size) {
  char low[64], high[64];
  pl_dim dim = option->type == PL_OPTION_REAL ? option->dim : PL_DIM_NONE;
  pl_quantity_print(option->lower, dim, low, sizeof low);
  pl_quantity_print(option->upper, dim, high, sizeof high);
  bool has_low = option->lower > -DBL_MAX, has_high = option->upper < DBL_MAX;
  if (has_low && has_high) {
    snprintf(text, size, "between %s and %s", low, high);
  } else if (has_low || has_high) {
    snprintf(text, size, "%s %s", has_low ? ">=" : "<=", has_low ? low : high);
  } else {
    snprintf(text, size, "any");
  }
}

static pl_status fail_range(pl_context *ctx, const pl_option *option, const char *text, const pl_where *where) {
  char expected[160], range[140], hint[128], value[64], buffer[40];
  print_range(option, range, sizeof range);
  snprintf(expected, sizeof expected, "%s%s", option->type == PL_OPTION_INT ? "a whole number " : "a value ", range);
  if (option->type == PL_OPTION_REAL) {
    pl_quantity_print(option->value, option->dim, value, sizeof value);
  } else {
    snprintf(value, sizeof value, "%s", pl_number_print(option->value, buffer, sizeof buffer));
  }
  snprintf(hint, sizeof hint, "leave it out for the default %s", value);
  return fail_option(ctx, option, text, where, PL_ERROR_INPUT, expected, hint);
}

static bool parse_bool(const char *text, int *value) {
  static const char *const words[2][4] = {{"false", "no", "off", "0"}, {"true", "yes", "on", "1"}};
  for (int v = 0; v < 2; v++) {
    for (int i = 0; i < 4; i++) {
      if (!pl_text_same(text, words[v][i])) continue;
      *value = v;
      return true;
    }
  }
  return false;
}

// "1/6": fractions of numbers without a dimension.
static bool parse_fraction(const char *text, double *number) {
  char above[64];
  double below;
  const char *bar = strchr(text, '/');
  if (!bar || (size_t)(bar - text) >= sizeof above) return false;
  snprintf(above, sizeof above, "%.*s", (int)(bar - text), text);
  if (!pl_number_parse(above, number) || !pl_number_parse(bar + 1, &below) || below == 0) return false;
  *number /= below;
  return true;
}

static pl_status set_real(pl_context *ctx, const pl_option *option, double *target, const char *text, const pl_where *where) {
  double number;
  pl_dim dim;
  bool has_unit;
  const char *name = pl_dim_name(option->dim);
  char expected[128], hint[160];
  snprintf(expected, sizeof expected, "%s %s", pl__article(name), name);
  if (pl_dim_equal(option->dim, PL_DIM_NONE)) {
    snprintf(hint, sizeof hint, "write for example 0.5 or 1e-3");
  } else {
    snprintf(hint, sizeof hint, "write the unit, for example \"1 %s\"; units of this kind: %s", pl_dim_unit(option->dim),
             pl_dim_examples(option->dim));
  }
  if (pl_dim_equal(option->dim, PL_DIM_NONE) && parse_fraction(text, &number))
    dim = PL_DIM_NONE;
  else if (!pl_quantity_parse(text, &number, &dim, &has_unit))
    return fail_option(ctx, option, text, where, PL_ERROR_INPUT, expected, hint);
  if (!pl_dim_equal(dim, option->dim)) return fail_option(ctx, option, text, where, PL_ERROR_UNIT, expected, hint);
  if (number < option->lower || number > option->upper) return fail_range(ctx, option, text, where);
  *target = number;
  return PL_OK;
}

static pl_status set_option(pl_arena *arena, const pl_option *option, void *options, const char *text, const pl_where *where) {
  pl_context *ctx = pl_arena_context(arena);
  void *target = field(option, options);
  double number;
  switch (option->type) {
  case PL_OPTION_INT:
    if (!pl_number_parse(text, &number) || number != floor(number) || number < option->lower || number > option->upper ||
        fabs(number) > INT_MAX)
      return fail_range(ctx, option, text, where);
    *(int *)target = (int)number;
    return PL_OK;
  case PL_OPTION_REAL: return set_real(ctx, option, target, text, where);
  case PL_OPTION_BOOL:
    if (parse_bool(text, target)) return PL_OK;
    return fail_option(ctx, option, text, where, PL_ERROR_INPUT, "true or false", "write true or false");
  case PL_OPTION_CHOICE: {
    int index = find_choice(option, text);
    if (index >= 0) {
      *(int *)target = index;
      return PL_OK;
    }
    char expected[400] = "one of ", nearest[64], hint[128];
    list_choices(option, ", ", expected + 7, sizeof expected - 7);
    nearest_choice(option, text, nearest, sizeof nearest);
    snprintf(hint, sizeof hint, nearest[0] != '\0' ? "did you mean \"%s\"?" : "choose one of these", nearest);
    return fail_option(ctx, option, text, where, PL_ERROR_INPUT, expected, hint);
  }
  case PL_OPTION_TEXT: {
    char *copy = pl_arena_text(arena, text);
    if (copy == NULL) return PL_ERROR_MEMORY;
    *(const char **)target = copy;
    return PL_OK;
  }
  }
  return pl_fail(ctx, PL_ERROR_INTERNAL, where, "report this", "the option %s has the unknown type %d", option->name, (int)option->type);
}

static pl_status fail_unknown(pl_context *ctx, const pl_option_table *table, const char *name, const pl_where *where) {
  const char *nearest = NULL;
  int best = INT_MAX;
  for (int i = 0; i < table->n_option; i++) {
    const char *one = table->option[i].name;
    int distance = pl_text_distance(name, one);
    if (distance < best && pl_text_nearest(name, 1, &one) != NULL) best = distance, nearest = one;
  }
  char hint[400] = "known:";
  if (nearest != NULL) {
    snprintf(hint, sizeof hint, "did you mean \"%s\"?", nearest);
  } else {
    for (int i = 0; i < table->n_option; i++) {
      size_t n = strlen(hint);
      snprintf(hint + n, sizeof hint - n, "%s %s", i > 0 ? "," : "", table->option[i].name);
    }
  }
  return pl_fail(ctx, PL_ERROR_INPUT, where, hint, PL_ID("option.unknown-option-settings") "unknown option \"%.80s\" of the %s settings",
                 name, table->name);
}

static void mark_given(const pl_option_table *table, const pl_option *option, void *options) {
  if (table->audience == NULL) return;
  PL_ASSERT(table->n_option <= 64);
  *(pl_options_given *)(void *)((char *)options + table->audience->given) |= (pl_options_given)1 << (option - table->option);
}

pl_status pl_options_set(pl_arena *arena, const pl_option_table *table, void *options, const char *name, const char *text,
                         const pl_where *where) {
  const pl_option *option = pl_options_find(table, name);
  if (option == NULL) return fail_unknown(pl_arena_context(arena), table, name, where);
  mark_given(table, option, options);
  return set_option(arena, option, options, text, where);
}

pl_status pl_options_read(pl_arena *arena, const pl_option_table *table, void *options, pl_json *object) {
  pl_context *ctx = pl_arena_context(arena);
  pl_where where = pl_json_where(object);
  object->used = true;
  if (object->kind != PL_JSON_OBJECT)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "write {\"option\": value}", "the %s settings must be an object {...}", table->name);
  for (pl_json *m = object->child; m != NULL; m = m->next) {
    where = pl_json_where(m);
    const pl_option *option = pl_options_find(table, m->key);
    if (option == NULL) return fail_unknown(ctx, table, m->key, &where);
    m->used = true;
    char buffer[40];
    const char *text = NULL;
    if (m->kind == PL_JSON_STRING) text = m->text;
    if (m->kind == PL_JSON_NUMBER && (option->type == PL_OPTION_INT || option->type == PL_OPTION_REAL))
      text = pl_number_print(m->number, buffer, sizeof buffer);
    if (m->kind == PL_JSON_BOOL && option->type == PL_OPTION_BOOL) text = m->boolean ? "true" : "false";
    if (text == NULL) {
      static const char *const expected[] = {"a whole number", "a number, with its unit in quotes", "true or false", "a name in quotes",
                                             "a text in quotes"};
      return pl_fail(ctx, PL_ERROR_INPUT, &where, option->help,
                     PL_ID("option.has-value-wrong-kind") "%s has a value of the wrong kind, expected %s", option->name,
                     expected[option->type]);
    }
    mark_given(table, option, options);
    PL_TRY(set_option(arena, option, options, text, &where));
  }
  return PL_OK;
}

// ---- what was set ----

static bool is_default(const pl_option *option, const void *options) {
  const void *value = field_view(option, options);
  if (option->type == PL_OPTION_REAL) return *(const double *)value == option->value;
  if (option->type != PL_OPTION_TEXT) return *(const int *)value == (int)option->value;
  const char *text = *(const char *const *)value, *usual = option->choices != NULL ? option->choices : "";
  return strcmp(text != NULL ? text : "", usual) == 0;
}

bool pl_options_is_shared(const pl_option_table *table, const pl_option *option) {
  if (table->audience == NULL) return true;
  for (const char *const *name = table->audience->shared; name != NULL && *name != NULL; name++)
    if (strcmp(*name, option->name) == 0) return true;
  return false;
}

bool pl_options_is_given(const pl_option_table *table, const pl_option *option, const void *options) {
  if (!is_default(option, options)) return true;
  if (table->audience == NULL) return false;
  return *(const pl_options_given *)(const void *)((const char *)options + table->audience->given) >> (option - table->option) & 1;
}

const char *pl_options_needs(const pl_option_table *table, const pl_option *option, const void *options) {
  const pl_option_need *need = table->audience != NULL ? table->audience->need : NULL;
  while (need != NULL && need->name != NULL && strcmp(need->name, option->name) != 0) need++;
  if (need == NULL || need->name == NULL) return NULL;
  size_t n = strcspn(need->other, " ");
  char name[64], value[64];
  snprintf(name, sizeof name, "%.*s", (int)n, need->other);
  const pl_option *other = pl_options_find(table, name);
  PL_ASSERT(other != NULL);
  pl_options_print(other, options, value, sizeof value);
  bool acts = need->other[n] == ' ' ? strcmp(value, need->other + n + 1) == 0 : !is_default(other, options);
  return acts ? NULL : need->other;
}

// ---- output ----

void pl_options_print(const pl_option *option, const void *options, char *buffer, size_t size) {
  const void *value = field_view(option, options);
  switch (option->type) {
  case PL_OPTION_INT: snprintf(buffer, size, "%d", *(const int *)value); break;
  case PL_OPTION_BOOL: snprintf(buffer, size, "%s", *(const int *)value != 0 ? "true" : "false"); break;
  case PL_OPTION_REAL: pl_quantity_print(*(const double *)value, option->dim, buffer, size); break;
  case PL_OPTION_TEXT: {
    const char *text = *(const char *const *)value;
    snprintf(buffer, size, "%s", text != NULL ? text : "");
    break;
  }
  case PL_OPTION_CHOICE: {
    size_t n = 0;
    const char *name = *(const int *)value >= 0 ? choice(option, *(const int *)value, &n) : NULL;
    snprintf(buffer, size, "%.*s", (int)n, name != NULL ? name : "");
    break;
  }
  }
}

void pl_options_write(const pl_option_table *table, const void *options, pl_json_writer *writer, const char *key) {
  pl_json_begin_object(writer, key);
  for (int i = 0; i < table->n_option; i++) {
    const pl_option *option = &table->option[i];
    const void *value = field_view(option, options);
    char text[64];
    switch (option->type) {
    case PL_OPTION_INT: pl_json_put_integer(writer, option->name, *(const int *)value); break;
    case PL_OPTION_BOOL: pl_json_put_bool(writer, option->name, *(const int *)value != 0); break;
    case PL_OPTION_REAL: pl_json_put_quantity(writer, option->name, *(const double *)value, option->dim); break;
    case PL_OPTION_TEXT: pl_json_put_text(writer, option->name, *(const char *const *)value); break;
    case PL_OPTION_CHOICE:
      pl_options_print(option, options, text, sizeof text);
      pl_json_put_text(writer, option->name, text);
      break;
    }
  }
  pl_json_end_object(writer);
}

static void document_default(const pl_option *option, char *text, size_t size) {
  size_t n = 0;
  const char *name;
  switch (option->type) {
  case PL_OPTION_INT: snprintf(text, size, "%d", (int)option->value); break;
  case PL_OPTION_BOOL: snprintf(text, size, "%s", option->value != 0 ? "true" : "false"); break;
  case PL_OPTION_REAL: pl_quantity_print(option->value, option->dim, text, size); break;
  case PL_OPTION_TEXT: snprintf(text, size, "%s", option->choices != NULL ? option->choices : ""); break;
  case PL_OPTION_CHOICE:
    name = choice(option, (int)option->value, &n);
    snprintf(text, size, "%.*s", (int)n, name != NULL ? name : "");
    break;
  }
}

void pl_options_document(const pl_option_table *table,
                         void (*readers)(const pl_option_table *table, const pl_option *option, struct pl_text *out), struct pl_text *out) {
  pl_text_printf(out, "## %s\n\nJSON object `%s`; on the command line each option is a flag with two dashes.\n\n", table->title,
                 table->name);
  pl_text_add(out, readers ? "| option | default | allowed | read by | meaning |\n|---|---|---|---|---|\n"
                           : "| option | default | allowed | meaning |\n|---|---|---|---|\n");
  for (int i = 0; i < table->n_option; i++) {
    const pl_option *option = &table->option[i];
    char value[80], allowed[400] = "text";
    document_default(option, value, sizeof value);
    if (option->type == PL_OPTION_BOOL) snprintf(allowed, sizeof allowed, "true, false");
    if (option->type == PL_OPTION_CHOICE) list_choices(option, ", ", allowed, sizeof allowed);
    if (option->type == PL_OPTION_INT || option->type == PL_OPTION_REAL) print_range(option, allowed, sizeof allowed);
    pl_text_printf(out, "| `%s` | %s | %s | ", option->name, value, allowed);
    if (readers) {
      readers(table, option, out);
      pl_text_add(out, " | ");
    }
    pl_text_printf(out, "%s |\n", option->help);
  }
  pl_text_add(out, "\n");
}
