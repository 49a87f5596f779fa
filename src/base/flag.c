// flag.c: see flag.h.
#include "base/flag.h"

#include <stdio.h>
#include <string.h>

enum { PART = 96 };

// ---- single values ----

pl_status pl_flag_quantity(pl_context *ctx, const char *flag, const char *text, pl_dim dim, double lower, double upper, double *si) {
  double value;
  pl_dim found;
  bool has_unit;
  char low[64], high[64];
  if (!pl_quantity_parse(text, &value, &found, &has_unit))
    return pl_fail(ctx, PL_ERROR_USAGE, NULL, NULL, "--%s: '%s' is not a quantity; write a number and a unit of %s (%s)", flag, text,
                   pl_dim_name(dim), pl_dim_examples(dim));
  if (!pl_dim_equal(found, dim) && !has_unit)
    return pl_fail(ctx, PL_ERROR_USAGE, NULL, NULL, "--%s: '%s' has no unit; add a unit of %s (%s)", flag, text, pl_dim_name(dim),
                   pl_dim_examples(dim));
  if (!pl_dim_equal(found, dim))
    return pl_fail(ctx, PL_ERROR_USAGE, NULL, NULL, "--%s: '%s' is a %s; expected a %s (%s)", flag, text, pl_dim_name(found),
                   pl_dim_name(dim), pl_dim_examples(dim));
  if (!(value >= lower && value <= upper))
    return pl_fail(ctx, PL_ERROR_USAGE, NULL, NULL, "--%s: '%s' must lie between %s and %s", flag, text,
                   pl_quantity_print(lower, dim, low, sizeof low), pl_quantity_print(upper, dim, high, sizeof high));
  *si = value;
  return PL_OK;
}

pl_status pl_flag_integer(pl_context *ctx, const char *flag, const char *text, int64_t lower, int64_t upper, int64_t *value) {
  double number;
  bool within = pl_number_parse(text, &number) && number >= (double)lower && number <= (double)upper;  // false for NaN
  if (!within || number != (double)(int64_t)number)
    return pl_fail(ctx, PL_ERROR_USAGE, NULL, NULL, "--%s: '%s' must be a whole number from %lld to %lld", flag, text, (long long)lower,
                   (long long)upper);
  *value = (int64_t)number;
  return PL_OK;
}

pl_status pl_flag_unknown(pl_context *ctx, const char *what, const char *given, int n, const char *const *names) {
  const char *near = pl_text_nearest(given, n, names);
  if (near)
    return pl_fail(ctx, PL_ERROR_USAGE, NULL, NULL, PL_ID("usage.unknown-name") "unknown %s '%s'; did you mean '%s'?", what, given, near);
  char list[512] = "";
  for (int i = 0; i < n && strlen(list) + strlen(names[i]) + 4 < sizeof list; i++) {
    if (i > 0) strcat(list, ", ");
    strcat(list, names[i]);
  }
  return pl_fail(ctx, PL_ERROR_USAGE, NULL, NULL, PL_ID("usage.unknown-name") "unknown %s '%s'; use one of: %s", what, given, list);
}

// ---- of a command ----

static const pl_flag_given *find(const pl_flags *flags, const char *flag) {
  for (int i = 0; i < flags->n; i++)
    if (strcmp(flags->given[i].name, flag) == 0) return &flags->given[i];
  return NULL;
}

bool pl_flags_has(const pl_flags *flags, const char *flag) { return find(flags, flag) != NULL; }

const char *pl_flags_value(const pl_flags *flags, const char *flag) {
  const pl_flag_given *given = find(flags, flag);
  return given ? given->value : NULL;
}

pl_status pl_flags_fail(const pl_flags *flags, const char *format, ...) {
  char text[1024];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  return pl_fail(flags->ctx, PL_ERROR_USAGE, NULL, NULL, "%s", text);
}

pl_status pl_refuse_idle(pl_context *ctx, const char *option, const char *who, const char *hint) {
  return pl_fail(ctx, PL_ERROR_USAGE, NULL, hint, PL_ID("option.no-effect") "--%s has no effect on %s", option, who);
}

pl_status pl_flags_quantity(const pl_flags *flags, const char *flag, pl_dim dim, double lower, double upper, double *si) {
  const char *text = pl_flags_value(flags, flag);
  return text ? pl_flag_quantity(flags->ctx, flag, text, dim, lower, upper, si) : PL_OK;
}

pl_status pl_flags_integer(const pl_flags *flags, const char *flag, int64_t lower, int64_t upper, int64_t *value) {
  const char *text = pl_flags_value(flags, flag);
  return text ? pl_flag_integer(flags->ctx, flag, text, lower, upper, value) : PL_OK;
}

// ---- ranges and lists ----

// Where the unit of a quantity begins.
static const char *unit_of(const char *text) { return text + strspn(text, " \t+-.0123456789eE"); }

// The value of a flag that needs one.
static pl_status value_of(const pl_flags *flags, const char *flag, const char **text) {
  *text = pl_flags_value(flags, flag);
  return *text ? PL_OK : pl_flags_fail(flags, "--%s has no value", flag);
}

// One part of a range or list; a bare number takes the unit of its end.
static pl_status read_part(const pl_flags *flags, const char *flag, const char *part, const char *unit, pl_dim dim, const double limit[2],
                           double *value) {
  char text[PART + PART];
  pl_dim given;
  double number;
  bool has_unit = false;
  bool bare = pl_quantity_parse(part, &number, &given, &has_unit) && !has_unit;
  snprintf(text, sizeof text, "%s%s%s", part, bare ? " " : "", bare ? unit : "");
  return pl_flag_quantity(flags->ctx, flag, text, dim, limit[0], limit[1], value);
}

pl_status pl_flags_range(const pl_flags *flags, const char *flag, pl_dim dim, const double limit[2], const char *example, double range[2]) {
  const char *text, *dots;
  char low[PART];
  PL_TRY(value_of(flags, flag, &text));
  dots = strstr(text, "..");
  range[0] = 0;
  if (!dots) return pl_flag_quantity(flags->ctx, flag, text, dim, limit[0], limit[1], &range[1]);
  if ((size_t)(dots - text) + strlen(dots) >= sizeof low)
    return pl_flags_fail(flags, "--%s: '%s' is not a range; write \"%s\"", flag, text, example);
  PL_TRY(pl_flag_quantity(flags->ctx, flag, dots + 2, dim, limit[0], limit[1], &range[1]));
  snprintf(low, sizeof low, "%.*s", (int)(dots - text), text);
  return read_part(flags, flag, low, unit_of(dots + 2), dim, limit, &range[0]);
}

// A range as steps + 1 values.
static pl_status read_steps(const pl_flags *flags, const char *flag, pl_dim dim, const double limit[2], int steps, int *n, double *value) {
  const char *text = pl_flags_value(flags, flag), *dots = strstr(text, "..");
  char part[PART];
  double range[2];
  PL_ASSERT(steps < PL_FLAGS_LIST);
  if (strchr(text, ',') || (size_t)(dots - text) >= sizeof part)
    return pl_flags_fail(flags, "--%s: '%s' is neither a range \"0..600 g\" nor a list", flag, text);
  snprintf(part, sizeof part, "%.*s", (int)(dots - text), text);
  PL_TRY(read_part(flags, flag, part, unit_of(dots + 2), dim, limit, &range[0]));
  PL_TRY(read_part(flags, flag, dots + 2, "", dim, limit, &range[1]));
  *n = steps + 1;
  for (int i = 0; i <= steps; i++) value[i] = range[0] + (range[1] - range[0]) * i / steps;
  return PL_OK;
}

pl_status pl_flags_list(const pl_flags *flags, const char *flag, pl_dim dim, const double limit[2], int steps, int *n,
                        double value[PL_FLAGS_LIST]) {
  const char *text, *last;
  PL_TRY(value_of(flags, flag, &text));
  last = strrchr(text, ',');
  if (strstr(text, "..") && steps > 0) return read_steps(flags, flag, dim, limit, steps, n, value);
  const char *unit = unit_of(last ? last + 1 : text);
  char part[PART];
  *n = 0;
  for (const char *p = text;; p++) {
    size_t size = strcspn(p, ",");
    if (*n == PL_FLAGS_LIST) return pl_flags_fail(flags, "--%s: the list is too long (at most %d values)", flag, PL_FLAGS_LIST);
    if (size >= sizeof part) return pl_flags_fail(flags, "--%s: '%.20s...' is not a quantity: it has %zu characters", flag, p, size);
    snprintf(part, sizeof part, "%.*s", (int)size, p);
    PL_TRY(read_part(flags, flag, part, unit, dim, limit, &value[(*n)++]));
    p += size;
    if (!*p) return PL_OK;
  }
}

bool pl_flags_part(const char **list, char *part, size_t size) {
  *list += strspn(*list, " ,");
  if (!**list) return false;
  size_t n = strcspn(*list, ",");
  snprintf(part, size, "%.*s", (int)n, *list);
  *list += n;
  for (size_t end = strlen(part); end > 0 && part[end - 1] == ' ';) part[--end] = '\0';
  return true;
}
