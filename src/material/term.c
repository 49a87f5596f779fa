// term.c: one term of a material file, read and written.
//
//   { "name": "warp",                 unique, without a dot; parameters are called "warp.k0"
//     "strain": "green",              a strain measure
//     "values": ["warp"],             which of its values the law takes, in the law's order; may be left out when the law takes all
//     "elements": "warp",             optional: only elements of this class, or of these: ["warp", "weft"]
//     "shares": "warp",               optional: the parameters of this earlier term, whose law and knots must be the same
//     "rate": false,                  optional: on strain rates, a viscosity
//     "law": "stress-spline", ...     a law and its own members (order, knots, compression, shear-coupling)
//     "parameters-of": "linear",      optional: the law that the values below belong to, if "law" was replaced by its name alone (swap.c)
//     "parameters": ...,              {"unit": "N/m", "values": [...]}, a list of quantities, or {"young": "1000 N/m", "poisson": 0.3};
//                                     left out: the usual size of a stiffness of this kind; a law may know them in other words (dahl:
//                                     {"persistent": 0.01, "saturation": 0.05, "stiffness": "100 N/m"})
//     "samples": ...,                 optional: parameters of its own at several places (term_samples.c); "parameters" and "sigma" are then
//                                     lists with one such entry per sample, or one entry for all
//     "sigma": ...,                   optional, standard deviations in the same forms; by name, some may be left out
//     "prony": ...,                   optional: relaxation in time (term_prony.c)
//     "range": [[0, 0.03]] }          optional: the strains that were measured, per value; the validity of the numbers
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "material/internal.h"

// Names of a table in arena memory, for pl_json_choice.
static const char **strain_names(pl_arena *arena) {
  const char **name = pl_arena_alloc(arena, (size_t)pl_strain_measure_count(), sizeof *name);
  if (name)
    for (int i = 0; i < pl_strain_measure_count(); i++) name[i] = pl_strain_at(i)->name;
  return name;
}

const char **pl__law_names(pl_arena *arena) {
  const char **name = pl_arena_alloc(arena, (size_t)pl_law_count(), sizeof *name);
  if (name)
    for (int i = 0; i < pl_law_count(); i++) name[i] = pl_law_at(i)->name;
  return name;
}

static pl_status read_name(pl_material *material, pl_json *object, pl_term *term) {
  pl_context *ctx = pl_arena_context(material->arena);
  pl_json *value;
  const char *name;
  PL_TRY(pl_json_get(ctx, object, "name", PL_JSON_STRING, &value));
  PL_TRY(pl_json_text(ctx, value, &name));
  pl_where where = pl_json_where(value);
  if (name[0] == 0 || strlen(name) > 40 || strchr(name, '.'))
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "use a short word such as \"warp\"",
                   "the term name \"%.60s\" must have 1 to 40 bytes and no dot", name);
  if (pl_material_term(material, name))
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "give each term a unique name", "there is a term \"%s\" already", name);
  term->name = pl_arena_text(material->arena, name);
  return term->name ? PL_OK : PL_ERROR_MEMORY;
}

static bool has_value(const pl_strain *strain, const char *name) {
  for (int i = 0; i < strain->n_value; i++)
    if (strcmp(strain->value_name[i], name) == 0) return true;
  return false;
}

// Error for a value that the strain does not have: lists its values, and the strain measure that has it.
static pl_status fail_value(pl_context *ctx, const pl_json *item, const pl_term *term) {
  pl_where where = pl_json_where(item);
  char known[200] = "", hint[200];
  const char *nearest = pl_text_nearest(item->text, term->strain->n_value, term->strain->value_name), *other = NULL;
  for (int i = 0; i < term->strain->n_value; i++) {
    size_t n = strlen(known);
    snprintf(known + n, sizeof known - n, "%s%s", i > 0 ? ", " : "", term->strain->value_name[i]);
  }
  for (int i = 0; i < pl_strain_count() && !other; i++)
    if (has_value(pl_strain_at(i), item->text)) other = pl_strain_at(i)->name;
  if (other)
    snprintf(hint, sizeof hint, "choose one of these, or \"strain\": \"%s\", which has it", other);
  else
    snprintf(hint, sizeof hint, nearest ? "did you mean \"%s\"?" : "choose one of these", nearest ? nearest : "");
  return pl_fail(
      ctx, PL_ERROR_INPUT, &where, hint,
      PL_ID("material.value-unknown") "the term \"%s\" puts the law \"%s\" on \"%.40s\", which the strain \"%s\" does not have; it has %s",
      term->name, term->law.row->name, item->text, term->strain->name, known);
}

// The strain's values that are the law's inputs.
static pl_status read_values(pl_context *ctx, pl_json *object, pl_term *term) {
  const pl_strain *strain = term->strain;
  int n_in = term->law.row->n_in;
  pl_json *list = pl_json_find(object, "values");
  if (!list) {
    if (n_in == strain->n_value) {
      for (int i = 0; i < n_in; i++) term->value[i] = i;
      return PL_OK;
    }
    pl_where where = pl_json_where(object);
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "add for example \"values\": [\"warp\"]",
                   "the field \"values\" is missing: the law \"%s\" takes %d of the %d values of the strain \"%s\"", term->law.row->name,
                   n_in, strain->n_value, strain->name);
  }
  pl_where where = pl_json_where(list);
  if (list->kind != PL_JSON_ARRAY)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "write a list such as [\"warp\"]", "\"values\" must be a list of value names");
  if (list->n != n_in)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "name each input of the law once, in its order", "%d values given, the law \"%s\" takes %d",
                   list->n, term->law.row->name, n_in);
  int i = 0;
  for (pl_json *item = list->child; item; item = item->next, i++) {
    if (item->kind == PL_JSON_STRING && !has_value(strain, item->text)) return fail_value(ctx, item, term);
    PL_TRY(pl_json_choice(ctx, item, strain->n_value, strain->value_name, &term->value[i]));
    for (int j = 0; j < i; j++)
      if (term->value[j] == term->value[i])
        return pl_fail(ctx, PL_ERROR_INPUT, &where, "name each input of the law once",
                       PL_ID("material.value-twice") "the value \"%s\" is given twice", item->text);
  }
  return PL_OK;
}

static pl_status read_classes(pl_context *ctx, pl_json *object, pl_term *term) {
  const pl_strain *strain = term->strain;
  term->classes = ~0u;
  pl_json *value = pl_json_find(object, "elements");
  if (!value) return PL_OK;
  unsigned classes = 0;
  bool list = value->kind == PL_JSON_ARRAY;
  for (pl_json *item = list ? value->child : value; item; item = list ? item->next : NULL) {
    int index;
    PL_TRY(pl_json_choice(ctx, item, strain->n_class, strain->class_name, &index));
    classes |= 1u << index;
  }
  pl_where where = pl_json_where(value);
  if (classes == 0)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "name at least one class, or leave \"elements\" out for all", "\"elements\" is empty");
  if (strain->n_class > 1 && classes != (1u << strain->n_class) - 1) term->classes = classes;
  return PL_OK;
}

// "shares": this term has no separate parameters.
static pl_status read_shares(pl_context *ctx, const pl_material *material, pl_json *object, pl_term *term) {
  term->shares = -1;
  term->part = -1;
  pl_json *value = pl_json_find(object, "shares");
  if (!value) return PL_OK;
  const char *names[64];
  int n = material->n_term < 64 ? material->n_term : 64, index;
  for (int i = 0; i < n; i++) names[i] = material->term[i].name;
  PL_TRY(pl_json_choice(ctx, value, n, names, &index));
  const pl_term *other = &material->term[index];
  pl_where where = pl_json_where(value);
  if (other->law.row != term->law.row || other->law.n_param != term->law.n_param || other->strain != term->strain ||
      other->rate != term->rate || other->n_prony != term->n_prony)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "give both the same strain, law, order and number of knots, or leave \"shares\" out",
                   "\"%s\" cannot share the parameters of \"%s\": they differ in strain, law or number of parameters", term->name,
                   other->name);
  if (pl_json_find(object, "parameters") || pl_json_find(object, "sigma") || pl_json_find(object, "samples"))
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "give them once, in the term that is shared",
                   PL_ID("material.has-parameters-samples-own") "\"%s\" has parameters or samples in addition to \"shares\"", term->name);
  term->shares = index;
  term->theta = other->theta;
  term->prony = other->prony;
  term->samples = other->samples;
  return PL_OK;
}

static pl_status read_range(pl_arena *scratch, pl_json *object, pl_term *term) {
  pl_context *ctx = pl_arena_context(scratch);
  pl_json *list = pl_json_find(object, "range");
  if (!list) return PL_OK;
  pl_where where = pl_json_where(list);
  int n_in = term->law.row->n_in;
  if (list->kind != PL_JSON_ARRAY || list->n != n_in)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "write one pair per value, such as [[0, 0.03]]", "\"range\" must be a list of %d pairs",
                   n_in);
  int i = 0;
  for (pl_json *item = list->child; item; item = item->next, i++) {
    int n;
    double *pair;
    where = pl_json_where(item);
    PL_TRY(pl_json_quantities(scratch, item, pl_term_strain_dim(term), &n, &pair));
    if (n != 2)
      return pl_fail(ctx, PL_ERROR_INPUT, &where, "write [lowest, highest]",
                     PL_ID("material.range-numbers") "a range has 2 numbers, not %d", n);
    if (!(pair[0] <= pair[1]))
      return pl_fail(ctx, PL_ERROR_INPUT, &where, "write the lower strain first", "the range %g .. %g is reversed", pair[0], pair[1]);
    term->range[i][0] = pair[0];
    term->range[i][1] = pair[1];
  }
  return PL_OK;
}

// Checks one value against the bounds of its parameter. A sigma is bounded by 0 only.
static pl_status check_value(pl_context *ctx, const pl_where *where, const pl_parameter *parameter, bool sigma, double value) {
  double lower = sigma ? 0 : parameter->lower, upper = sigma ? INFINITY : parameter->upper;
  if (value >= lower && value <= upper) return PL_OK;
  bool plain = pl_dim_equal(parameter->dim, PL_DIM_NONE);
  const char *unit = plain ? "" : pl_dim_unit(parameter->dim), *gap = plain ? "" : " ", *what = sigma ? "sigma of " : "";
  const char *hint = sigma ? "correct the number, or leave it out when it is not known" : "correct the number";
  double shown = pl_dim_display(parameter->dim, value), lo = pl_dim_display(parameter->dim, lower),
         hi = pl_dim_display(parameter->dim, upper);
  if (isinf(upper))
    return pl_fail(ctx, PL_ERROR_INPUT, where, hint, "%s%s = %g%s%s, must be >= %g", what, parameter->name, shown, gap, unit, lo);
  return pl_fail(ctx, PL_ERROR_INPUT, where, hint, "%s%s = %g%s%s, must lie in %g .. %g%s%s", what, parameter->name, shown, gap, unit, lo,
                 hi, gap, unit);
}

static bool same_dims(int n, const pl_parameter *parameter) {
  for (int i = 1; i < n; i++)
    if (!pl_dim_equal(parameter[i].dim, parameter[0].dim)) return false;
  return true;
}

// The law's name of a parameter, without the term's.
static const char *short_name(const pl_parameter *parameter) { return strchr(parameter->name, '.') + 1; }

// The same without the number of a material sample: its name in file entries. In arena memory, NULL: out of memory.
static const char *entry_name(pl_arena *arena, const pl_parameter *parameter) {
  const char *name = short_name(parameter), *at = parameter->sample > 0 ? strrchr(name, '@') : NULL;
  return pl_arena_printf(arena, "%.*s", at ? (int)(at - name) : (int)strlen(name), name);
}

// "parameters" or "sigma" of a term into value[n]. By name, every parameter must be given; a sigma may be left out (it stays NAN).
static pl_status read_numbers(pl_arena *scratch, pl_json *json, int n, const pl_parameter *parameter, bool sigma, double *value) {
  pl_context *ctx = pl_arena_context(scratch);
  pl_where where = pl_json_where(json);
  bool by_name = json->kind == PL_JSON_OBJECT && !pl_json_find(json, "values");
  if (!by_name) {
    if (json->kind != PL_JSON_OBJECT && json->kind != PL_JSON_ARRAY)
      return pl_fail(ctx, PL_ERROR_INPUT, &where, "write {\"unit\": \"N/m\", \"values\": [...]} or one quantity per name",
                     "\"%s\" must be an object or a list", json->key ? json->key : "");
    if (!same_dims(n, parameter))
      return pl_fail(ctx, PL_ERROR_INPUT, &where,
                     "write an object with one quantity per name, such as {\"young\": \"1000 N/m\", \"poisson\": 0.3}",
                     "the parameters have different units, so they cannot share a list");
    int n_given;
    double *given;
    PL_TRY(pl_json_quantities(scratch, json, parameter[0].dim, &n_given, &given));
    if (n_given != n)
      return pl_fail(ctx, PL_ERROR_INPUT, &where, "give one value per parameter (a stress-spline has knots + order - 2)",
                     PL_ID("material.values-count") "%d values given, the law has %d parameters: %s .. %s", n_given, n,
                     short_name(&parameter[0]), short_name(&parameter[n - 1]));
    for (int j = 0; j < n; j++) {
      PL_TRY(check_value(ctx, &where, &parameter[j], sigma, given[j]));
      value[j] = given[j];
    }
    return PL_OK;
  }
  const char **known = pl_arena_alloc(scratch, (size_t)n, sizeof *known);
  if (!known) return PL_ERROR_MEMORY;
  for (int j = 0; j < n; j++) {
    known[j] = entry_name(scratch, &parameter[j]);
    if (!known[j]) return PL_ERROR_MEMORY;
    pl_json *item = pl_json_find(json, known[j]);
    if (!item) continue;
    where = pl_json_where(item);
    PL_TRY(pl_json_quantity(ctx, item, parameter[j].dim, -INFINITY, INFINITY, &value[j]));
    PL_TRY(check_value(ctx, &where, &parameter[j], sigma, value[j]));
  }
  // A misspelt name is reported before the missing name.
  PL_TRY(pl_json_done(ctx, json, n, known));
  for (int j = 0; j < n && !sigma; j++)
    if (!pl_json_find(json, known[j])) {
      where = pl_json_where(json);
      return pl_fail(ctx, PL_ERROR_INPUT, &where, "give every parameter of the law", "the parameter \"%s\" is missing", known[j]);
    }
  return PL_OK;
}

// A list with one entry per sample, rather than one entry.
static bool is_entry_list(const pl_json *json) {
  return json->kind == PL_JSON_ARRAY && json->child && (json->child->kind == PL_JSON_OBJECT || json->child->kind == PL_JSON_ARRAY);
}

// One entry of "parameters" or "sigma" into value[n], by the law's names or its alternative parameters.
static pl_status read_entry(pl_arena *scratch, pl_json *json, const pl_term *term, const pl_parameter *parameter, bool sigma,
                            double *value) {
  const pl_law *law = &term->law;
  bool converted = false;
  if (law->row->convert)
    PL_TRY(law->row->convert(pl_arena_context(scratch), law, json, pl_term_strain_dim(term), pl_term_stress_dim(term), sigma, value,
                             &converted));
  return converted ? PL_OK : read_numbers(scratch, json, law->n_param, parameter, sigma, value);
}

// "parameters" or "sigma" of a term: value[samples][n].
static pl_status read_entries(pl_arena *scratch, pl_json *json, const pl_term *term, const pl_parameter *parameter, bool sigma,
                              double *value) {
  pl_context *ctx = pl_arena_context(scratch);
  size_t n = (size_t)term->law.n_param;
  int n_sample = pl_term_sample_count(term), m = 0;
  pl_where where = pl_json_where(json);
  if (!is_entry_list(json)) {
    PL_TRY(read_entry(scratch, json, term, parameter, sigma, value));
    for (m = 1; m < n_sample; m++) memcpy(value + (size_t)m * n, value, n * sizeof *value);
    return PL_OK;
  }
  const char *key = json->key ? json->key : "";
  if (!term->samples)
    return pl_fail(
        ctx, PL_ERROR_INPUT, &where, "add \"samples\" with one point per entry, or give one entry that is not in a list",
        PL_ID("material.term-list-entries-term") "\"%s\" of the term \"%s\" is a list of entries, and the term has no material samples",
        key, term->name);
  if (json->n != n_sample)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "give one entry per sample, in the order of the points",
                   "\"%s\" of the term \"%s\" has %d entries, the term has %d material samples", key, term->name, json->n, n_sample);
  json->used = true;
  for (pl_json *entry = json->child; entry; entry = entry->next, m++)
    PL_TRY(read_entry(scratch, entry, term, parameter + (size_t)m * n, sigma, value + (size_t)m * n));
  return PL_OK;
}

// A longer copy of an array; the new part is zero. NULL when out of memory.
static void *grown(pl_arena *arena, const void *old, size_t n_old, size_t n_new, size_t size) {
  void *memory = pl_arena_alloc(arena, n_new, size);
  if (memory && n_old > 0) memcpy(memory, old, n_old * size);
  return memory;
}

// Append the term and its numbers to the material. sigma may be NULL.
static pl_status append(pl_material *material, const pl_term *term, const pl_parameter *parameter, const double *theta,
                        const double *sigma) {
  pl_arena *arena = material->arena;
  size_t n_term = (size_t)material->n_term, n_old = (size_t)material->n_theta;
  size_t n = term->shares >= 0 ? 0 : (size_t)pl_term_theta_count(term);
  pl_term *terms = grown(arena, material->term, n_term, n_term + 1, sizeof *terms);
  pl_parameter *parameters = grown(arena, material->parameter, n_old, n_old + n, sizeof *parameters);
  double *thetas = grown(arena, material->theta, n_old, n_old + n, sizeof *thetas);
  if (!terms || !parameters || !thetas) return PL_ERROR_MEMORY;
  if (sigma || material->sigma) {
    double *sigmas = grown(arena, material->sigma, material->sigma ? n_old : 0, n_old + n, sizeof *sigmas);
    if (!sigmas) return PL_ERROR_MEMORY;
    if (!material->sigma)
      for (size_t j = 0; j < n_old; j++) sigmas[j] = NAN;
    for (size_t j = 0; j < n; j++) sigmas[n_old + j] = sigma ? sigma[j] : NAN;
    material->sigma = sigmas;
  }
  terms[n_term] = *term;
  if (n > 0) memcpy(parameters + n_old, parameter, n * sizeof *parameter);
  if (n > 0) memcpy(thetas + n_old, theta, n * sizeof *theta);
  material->term = terms;
  material->parameter = parameters;
  material->theta = thetas;
  material->n_term++;
  material->n_theta += (int)n;
  return PL_OK;
}

// The surface that friction was measured against.
static pl_status read_against(pl_material *material, pl_json *object, pl_term *term) {
  pl_json *given = pl_strain_is_surface(term->strain) ? pl_json_find(object, "against") : NULL;
  const char *text = NULL;
  if (!given) return PL_OK;
  PL_TRY(pl_json_text(pl_arena_context(material->arena), given, &text));
  term->against = pl_arena_text(material->arena, text);
  return term->against ? PL_OK : PL_ERROR_MEMORY;
}

// What does not depend on the law's parameters: name, strain, law, values, elements, rate.
static pl_status read_head(pl_material *material, pl_arena *scratch, pl_json *object, pl_term *out) {
  pl_context *ctx = pl_arena_context(material->arena);
  pl_term term = {.theta = material->n_theta};
  pl_where where = pl_json_where(object);
  if (object->kind != PL_JSON_OBJECT)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "write {\"name\": ..., \"strain\": ..., \"law\": ...}", "a term must be an object");
  PL_TRY(read_name(material, object, &term));

  const char **strains = strain_names(scratch), **laws = pl__law_names(scratch);
  if (!strains || !laws) return PL_ERROR_MEMORY;
  pl_json *value;
  int index;
  PL_TRY(pl_json_get(ctx, object, "strain", PL_JSON_STRING, &value));
  PL_TRY(pl_json_choice(ctx, value, pl_strain_measure_count(), strains, &index));
  term.strain = pl_strain_at(index);
  PL_TRY(pl_json_get(ctx, object, "law", PL_JSON_STRING, &value));
  if (strcmp(value->text, "polar-bending") == 0) {
    where = pl_json_where(value);
    return pl_fail(ctx, PL_ERROR_INPUT, &where,
                   "write \"strain\": \"fold\", \"law\": \"stiffness-spline\", \"degree\": 1; one term each for \"elements\" 0, 45 and 90",
                   "\"polar-bending\" is not a law: the bending of Wang 2011 is \"stiffness-spline\" on the strain \"fold\"");
  }
  PL_TRY(pl_json_choice(ctx, value, pl_law_count(), laws, &index));
  term.law.row = pl_law_at(index);
  if (term.law.row->n_in > term.strain->n_value) {
    where = pl_json_where(value);
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "choose a law of fewer strains or another strain measure",
                   "the law \"%s\" takes %d values, the strain \"%s\" has %d", term.law.row->name, term.law.row->n_in, term.strain->name,
                   term.strain->n_value);
  }
  value = pl_json_find(object, "rate");
  if (value) PL_TRY(pl_json_bool(ctx, value, &term.rate));
  if (term.rate && term.law.row->n_history > 0) {
    where = pl_json_where(value);
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "leave \"rate\" out, or use \"linear\" for a viscosity",
                   PL_ID("material.value-unknown") "the term \"%s\" puts the law \"%s\" on strain rates; it follows the path of the "
                                                   "strain, not its rate",
                   term.name, term.law.row->name);
  }
  PL_TRY(read_values(ctx, object, &term));
  PL_TRY(read_against(material, object, &term));
  PL_TRY(read_classes(ctx, object, &term));
  *out = term;
  return PL_OK;
}

// Names, bounds and scales of the parameters of a term, [samples][n_param], then those of its relaxation.
static void describe_parameters(const pl_material *material, const pl_term *term, int n, pl_parameter *parameter) {
  pl_dim strain_dim = pl_term_strain_dim(term), stress_dim = pl_term_stress_dim(term);
  for (int j = 0; j < n; j++) {
    bool relaxes = pl_term_owns_prony(term) && j >= term->law.n_param;
    int index_in_law = relaxes ? j : j % term->law.n_param, sample = term->samples ? 1 + j / term->law.n_param : 0;
    if (relaxes)
      pl_prony_parameter(j - term->law.n_param, &parameter[j]);
    else
      term->law.row->parameter(&term->law, index_in_law, strain_dim, stress_dim, &parameter[j]);
    parameter[j].bulk = parameter[j].bulk || (term->strain->volume && !relaxes);
    char own[sizeof parameter[j].name];
    memcpy(own, parameter[j].name, sizeof own);
    int length = snprintf(parameter[j].name, sizeof parameter[j].name, sample ? "%s.%s@%d" : "%s.%s", term->name, own, sample);
    PL_ASSERT(length < (int)sizeof parameter[j].name);
    parameter[j].term = material->n_term;
    parameter[j].index = index_in_law;
    parameter[j].sample = sample;
  }
}

void pl__term_scale(const pl_term *term, int n, pl_parameter *parameter, const double *theta) {
  pl_dim stiffness = pl_dim_divide(pl_term_stress_dim(term), pl_term_strain_dim(term));
  double largest = 0;
  for (int j = 0; j < n; j++)
    if (pl_dim_equal(parameter[j].dim, stiffness)) largest = fmax(largest, fabs(theta[j]));
  for (int j = 0; j < n && largest > 0; j++)
    if (pl_dim_equal(parameter[j].dim, stiffness)) parameter[j].scale = largest;
}

pl_status pl__term_parameters(const pl_material *material, pl_arena *scratch, pl_term_reading *reading) {
  int n = reading->term.shares >= 0 ? 0 : pl_term_theta_count(&reading->term);
  reading->n = n;
  reading->parameter = pl_arena_alloc(scratch, (size_t)n, sizeof *reading->parameter);
  reading->theta = pl_arena_alloc(scratch, (size_t)n, sizeof *reading->theta);
  reading->sigma = pl_arena_alloc(scratch, (size_t)n, sizeof *reading->sigma);
  if (!reading->parameter || !reading->theta || !reading->sigma) return PL_ERROR_MEMORY;
  describe_parameters(material, &reading->term, n, reading->parameter);
  for (int j = 0; j < n; j++) {
    reading->theta[j] = reading->parameter[j].scale;
    reading->sigma[j] = NAN;
  }
  return PL_OK;
}

pl_status pl__term_read_law(pl_material *material, pl_arena *scratch, pl_json *object, pl_term_reading *reading) {
  pl_context *ctx = pl_arena_context(scratch);
  pl_term *term = &reading->term;
  PL_TRY(term->law.row->read(material->arena, object, pl_term_strain_dim(term), &term->law));
  PL_ASSERT(term->law.n_param >= 1 && term->law.n_param <= PL_LAW_MAX_PARAM && term->law.n_bound <= PL_LAW_MAX_BOUND);
  PL_TRY(read_range(scratch, object, term));
  PL_TRY(pl__term_read_prony(scratch, material, object, term));
  PL_TRY(read_shares(ctx, material, object, term));
  if (term->shares < 0) PL_TRY(pl__term_read_samples(material->arena, object, term));
  PL_TRY(pl__term_parameters(material, scratch, reading));
  pl_json *value = pl_json_find(object, "parameters");
  if (value) {
    PL_TRY(read_entries(scratch, value, term, reading->parameter, false, reading->theta));
    pl__term_scale(term, reading->n, reading->parameter, reading->theta);
  }
  value = pl_json_find(object, "sigma");
  reading->has_sigma = value != NULL;
  if (value) PL_TRY(read_entries(scratch, value, term, reading->parameter, true, reading->sigma));
  if (term->shares < 0) PL_TRY(pl__term_read_prony_values(scratch, object, reading));
  const char *known[32] = {"name",    "strain",     "law",   "values", "elements",      "rate",  "shares",
                           "samples", "parameters", "sigma", "range",  "parameters-of", "prony", "against"};
  int n_known = 14;
  for (const char *const *key = term->law.row->keys; key && *key && n_known < 32; key++) known[n_known++] = *key;
  return pl_json_done(ctx, object, n_known, known);
}

static pl_status read_term(pl_material *material, pl_arena *scratch, pl_json *object) {
  pl_term_reading reading;
  PL_TRY(read_head(material, scratch, object, &reading.term));
  PL_TRY(pl__term_read_swapped(material, scratch, object, &reading));
  return append(material, &reading.term, reading.parameter, reading.theta, reading.has_sigma ? reading.sigma : NULL);
}

pl_status pl__material_read_term(pl_material *material, pl_json *object) {
  pl_arena *scratch = pl_arena_create(pl_arena_context(material->arena));
  if (!scratch) return PL_ERROR_MEMORY;
  pl_status status = read_term(material, scratch, object);
  pl_arena_destroy(scratch);
  return status;
}

// A pair or list of strains: plain numbers where the strain has no dimension.
static void write_strains(pl_json_writer *writer, const char *key, pl_dim dim, int n, const double *value) {
  pl_json_begin_array(writer, key);
  for (int i = 0; i < n; i++) {
    if (pl_dim_equal(dim, PL_DIM_NONE))
      pl_json_put_number(writer, NULL, value[i]);
    else
      pl_json_put_quantity(writer, NULL, value[i], dim);
  }
  pl_json_end_array(writer);
}

// The entry of a sample uses the names of a term without samples.
static void put_named(pl_json_writer *writer, const pl_parameter *parameter, double value) {
  char name[sizeof parameter->name];
  snprintf(name, sizeof name, "%s", short_name(parameter));
  if (parameter->sample > 0) *strrchr(name, '@') = 0;
  if (pl_dim_equal(parameter->dim, PL_DIM_NONE))
    pl_json_put_number(writer, name, value);
  else
    pl_json_put_quantity(writer, name, value, parameter->dim);
}

static void write_numbers(pl_json_writer *writer, const char *key, int n, const pl_parameter *parameter, const double *value) {
  bool all = true;
  for (int j = 0; j < n; j++) all = all && isfinite(value[j]);
  if (all && same_dims(n, parameter) && !pl_dim_equal(parameter[0].dim, PL_DIM_NONE)) {
    pl_json_put_quantities(writer, key, parameter[0].dim, n, value);
    return;
  }
  pl_json_begin_object(writer, key);
  for (int j = 0; j < n; j++)
    if (isfinite(value[j])) put_named(writer, &parameter[j], value[j]);
  pl_json_end_object(writer);
}

// One entry, or one per material sample.
static void write_entries(pl_json_writer *writer, const char *key, const pl_term *term, const pl_parameter *parameter,
                          const double *value) {
  int n = term->law.n_param;
  if (!term->samples) {
    write_numbers(writer, key, n, parameter, value);
    return;
  }
  pl_json_begin_array(writer, key);
  for (int m = 0; m < term->samples->n; m++)
    write_numbers(writer, NULL, n, parameter + (size_t)m * (size_t)n, value + (size_t)m * (size_t)n);
  pl_json_end_array(writer);
}

void pl__material_write_term(const pl_material *material, const pl_term *term, bool with_values, pl_json_writer *writer) {
  const pl_strain *strain = term->strain;
  int n_in = term->law.row->n_in, n = pl_term_sample_count(term) * term->law.n_param;
  pl_dim strain_dim = pl_term_strain_dim(term);
  pl_json_begin_object(writer, NULL);
  pl_json_put_text(writer, "name", term->name);
  pl_json_put_text(writer, "strain", strain->name);
  pl_json_begin_array(writer, "values");
  for (int i = 0; i < n_in; i++) pl_json_put_text(writer, NULL, strain->value_name[term->value[i]]);
  pl_json_end_array(writer);
  if (term->classes != ~0u) {
    pl_json_begin_array(writer, "elements");
    for (int c = 0; c < strain->n_class; c++)
      if (term->classes >> c & 1) pl_json_put_text(writer, NULL, strain->class_name[c]);
    pl_json_end_array(writer);
  }
  if (term->rate) pl_json_put_bool(writer, "rate", true);
  if (term->against) pl_json_put_text(writer, "against", term->against);
  pl_json_put_text(writer, "law", term->law.row->name);
  term->law.row->write(&term->law, strain_dim, writer);
  if (term->shares >= 0) pl_json_put_text(writer, "shares", material->term[term->shares].name);
  pl__term_write_samples(term, writer);
  pl__term_write_prony(material, term, with_values, writer);
  if (with_values && term->shares < 0) {
    pl_json_put_text(writer, "parameters-of", term->law.row->name);
    write_entries(writer, "parameters", term, material->parameter + term->theta, material->theta + term->theta);
    bool any = false;
    for (int j = 0; j < n && material->sigma; j++) any = any || isfinite(material->sigma[term->theta + j]);
    if (any) write_entries(writer, "sigma", term, material->parameter + term->theta, material->sigma + term->theta);
  }
  if (with_values) {
    bool ranged = false;
    for (int i = 0; i < n_in; i++) ranged = ranged || term->range[i][0] != 0 || term->range[i][1] != 0;
    if (ranged) {
      pl_json_begin_array(writer, "range");
      for (int i = 0; i < n_in; i++) write_strains(writer, NULL, strain_dim, 2, term->range[i]);
      pl_json_end_array(writer);
    }
  }
  pl_json_end_object(writer);
}
