// term_prony.c: relaxation of a term in a material file.
//
//   "prony": {"g": [0.3, 0.2], "tau": ["1 s", "60 s"]}       shares of the slow stress and their times (law/prony.h)
//            {"times": 2}                                     their number only: usual values
//            "g-sigma", "tau-sigma"                           optional standard deviations, in the same forms
//            "warp"                                           the series of this earlier term
#include <math.h>
#include <string.h>

#include "material/internal.h"

static const char *const known[] = {"g", "tau", "g-sigma", "tau-sigma", "times"};

static pl_status expect_count(pl_context *ctx, const pl_json *list, int n, int expected) {
  pl_where where = pl_json_where(list);
  if (n == expected) return PL_OK;
  return pl_fail(ctx, PL_ERROR_INPUT, &where, "give one share \"g\" and one time \"tau\" per exponential",
                 PL_ID("material.prony-count") "\"%s\" has %d numbers, \"g\" has %d", list->key, n, expected);
}

// The series of an earlier term.
static pl_status read_other(pl_context *ctx, const pl_material *material, const pl_json *value, pl_term *term) {
  pl_where where = pl_json_where(value);
  const pl_term *other = pl_material_term(material, value->text);
  if (!other || other->n_prony == 0)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "name an earlier term that has \"prony\", or write {\"g\": [...], \"tau\": [...]}",
                   PL_ID("material.prony-other") "there is no earlier term \"%.40s\" with relaxation times", value->text);
  term->n_prony = other->n_prony;
  term->prony = other->prony;
  return PL_OK;
}

pl_status pl__term_read_prony(pl_arena *scratch, const pl_material *material, pl_json *object, pl_term *term) {
  pl_context *ctx = pl_arena_context(scratch);
  pl_json *value = pl_json_find(object, "prony");
  if (!value) return PL_OK;
  pl_where where = pl_json_where(value);
  if (value->kind != PL_JSON_OBJECT && value->kind != PL_JSON_STRING)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "write {\"g\": [0.3, 0.2], \"tau\": [\"1 s\", \"60 s\"]}", "\"prony\" must be an object");
  if (term->rate || term->law.row->n_history > 0)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "put \"prony\" on the elastic term of the same strain",
                   PL_ID("material.prony-not-elastic") "the term \"%s\" is not elastic, so it has no stress that could relax", term->name);
  if (term->strain->rest_stress)
    return pl_fail(
        ctx, PL_ERROR_INPUT, &where, "leave it out; or use a law of Green strain (green3), whose stress is zero at rest",
        PL_ID("material.prony-rest-stress") "the term \"%s\" (strain %s) has a stress at rest, so its stress cannot relax in time",
        term->name, term->strain->name);
  if (pl_json_find(object, "samples"))
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "leave \"samples\" or \"prony\" out of this term",
                   PL_ID("material.prony-samples") "the term \"%s\" has material samples, which keep no history", term->name);
  if (value->kind == PL_JSON_STRING) return read_other(ctx, material, value, term);
  pl_json *shares = pl_json_find(value, "g"), *times = pl_json_find(value, "times");
  int64_t n = PL_PRONY_USUAL;
  if (times) PL_TRY(pl_json_integer(ctx, times, 1, PL_PRONY_MAX, &n));
  if (shares) {
    int given;
    double *numbers;
    PL_TRY(pl_json_quantities(scratch, shares, PL_DIM_NONE, &given, &numbers));
    where = pl_json_where(shares);
    if (given < 1 || given > PL_PRONY_MAX)
      return pl_fail(ctx, PL_ERROR_INPUT, &where, "give one share per relaxation time", "\"g\" has %d numbers, must have 1 to %d", given,
                     (int)PL_PRONY_MAX);
    n = given;
  }
  term->n_prony = (int)n;
  term->prony = term->theta + term->law.n_param;
  return PL_OK;
}

// The numbers of one list into every second of value[2 n], from the first on.
static pl_status read_list(pl_arena *scratch, pl_json *list, int n, pl_dim dim, double *value) {
  pl_context *ctx = pl_arena_context(scratch);
  int given;
  double *numbers;
  if (!list) return PL_OK;
  PL_TRY(pl_json_quantities(scratch, list, dim, &given, &numbers));
  PL_TRY(expect_count(ctx, list, given, n));
  for (int i = 0; i < n; i++) value[2 * i] = numbers[i];
  return PL_OK;
}

// A share is at least 0; times are positive and ascending, so that each has its name.
static pl_status check(pl_context *ctx, const pl_json *value, int n, const pl_parameter *parameter, const double *theta) {
  pl_where where = pl_json_where(value);
  for (int j = 0; j < 2 * n; j++)
    if (!(theta[j] >= parameter[j].lower && theta[j] <= parameter[j].upper))
      return pl_fail(ctx, PL_ERROR_INPUT, &where, "correct the number", "%s = %g%s, must be >= %g", parameter[j].name, theta[j],
                     j % 2 ? " s" : "", parameter[j].lower);
  for (int i = 1; i < n; i++)
    if (!(theta[2 * i + 1] > theta[2 * i - 1]))
      return pl_fail(ctx, PL_ERROR_INPUT, &where, "order the shares and times from the shortest time to the longest",
                     PL_ID("material.prony-order") "the relaxation times %g s and %g s are not ascending", theta[2 * i - 1],
                     theta[2 * i + 1]);
  return PL_OK;
}

pl_status pl__term_read_prony_values(pl_arena *scratch, pl_json *object, pl_term_reading *reading) {
  const pl_term *term = &reading->term;
  pl_context *ctx = pl_arena_context(scratch);
  pl_json *value = pl_term_owns_prony(term) ? pl_json_find(object, "prony") : NULL;
  if (!value) return PL_OK;
  pl_json *shares = pl_json_find(value, "g"), *times = pl_json_find(value, "tau");
  pl_where where = pl_json_where(value);
  if (!shares != !times)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "write {\"g\": [0.3, 0.2], \"tau\": [\"1 s\", \"60 s\"]}",
                   PL_ID("material.prony-half") "\"prony\" has \"%s\" without \"%s\"", shares ? "g" : "tau", shares ? "tau" : "g");
  int n = term->n_prony, first = term->law.n_param;
  PL_TRY(read_list(scratch, shares, n, PL_DIM_NONE, reading->theta + first));
  PL_TRY(read_list(scratch, times, n, PL_DIM_TIME, reading->theta + first + 1));
  PL_TRY(check(ctx, value, n, reading->parameter + first, reading->theta + first));
  pl_json *share_sigma = pl_json_find(value, "g-sigma"), *time_sigma = pl_json_find(value, "tau-sigma");
  PL_TRY(read_list(scratch, share_sigma, n, PL_DIM_NONE, reading->sigma + first));
  PL_TRY(read_list(scratch, time_sigma, n, PL_DIM_TIME, reading->sigma + first + 1));
  reading->has_sigma = reading->has_sigma || share_sigma || time_sigma;
  return pl_json_done(ctx, value, (int)(sizeof known / sizeof known[0]), known);
}

static void write_list(pl_json_writer *writer, const char *key, int n, pl_dim dim, const double *value) {
  for (int i = 0; i < n; i++)
    if (!isfinite(value[2 * i])) return;
  pl_json_begin_array(writer, key);
  for (int i = 0; i < n; i++) {
    if (pl_dim_equal(dim, PL_DIM_NONE))
      pl_json_put_number(writer, NULL, value[2 * i]);
    else
      pl_json_put_quantity(writer, NULL, value[2 * i], dim);
  }
  pl_json_end_array(writer);
}

void pl__term_write_prony(const pl_material *material, const pl_term *term, bool with_values, pl_json_writer *writer) {
  int n = term->n_prony, first = term->prony;
  if (n == 0) return;
  if (!pl_term_owns_prony(term)) {
    const pl_term *other = material->term;
    while (other->prony != term->prony || !pl_term_owns_prony(other)) other++;
    pl_json_put_text(writer, "prony", other->name);
    return;
  }
  pl_json_begin_object(writer, "prony");
  if (with_values && term->shares < 0) {
    write_list(writer, "g", n, PL_DIM_NONE, material->theta + first);
    write_list(writer, "tau", n, PL_DIM_TIME, material->theta + first + 1);
    if (material->sigma) write_list(writer, "g-sigma", n, PL_DIM_NONE, material->sigma + first);
    if (material->sigma) write_list(writer, "tau-sigma", n, PL_DIM_TIME, material->sigma + first + 1);
  } else {
    pl_json_put_integer(writer, "times", n);
  }
  pl_json_end_object(writer);
}

pl_status pl_material_with_prony(const pl_material *source, const int *times, const int *series, pl_material **copy) {
  pl_context *ctx = pl_arena_context(source->arena);
  pl_material *m;
  *copy = NULL;
  PL_TRY(pl_material_create(ctx, source->name, source->density, &m));
  m->density_dim = source->density_dim;
  m->topology = source->topology;
  pl_status status = (m->note = pl_arena_text(m->arena, source->note)) ? PL_OK : PL_ERROR_MEMORY;
  for (int i = 0; i < source->n_term && status == PL_OK; i++) {
    pl_term term = source->term[i];
    const double *theta = source->theta + term.theta;
    const pl_parameter *parameter = source->parameter + term.theta;
    PL_ASSERT(term.n_prony == 0 && series[i] <= i);
    // offsets are those of the copy
    term.theta = term.shares >= 0 ? m->term[term.shares].theta : m->n_theta;
    if (series[i] >= 0) term.n_prony = times[series[i]];
    if (series[i] >= 0) term.prony = series[i] == i ? term.theta + term.law.n_param : m->term[series[i]].prony;
    pl_json_writer *writer = pl_json_writer_create(ctx);
    if (writer) pl__material_write_term(m, &term, false, writer);
    const char *text = writer ? pl_json_writer_text(writer) : NULL;
    status = text ? pl_material_add_term(m, text) : PL_ERROR_MEMORY;
    pl_json_writer_destroy(writer);
    if (status != PL_OK) break;
    memcpy(m->term[i].range, term.range, sizeof term.range);
    for (int j = 0; j < term.law.n_param * pl_term_sample_count(&term) && term.shares < 0; j++) {
      pl_parameter *own = &m->parameter[term.theta + j];
      m->theta[term.theta + j] = theta[j];
      own->scale = parameter[j].scale;
      own->lower = parameter[j].lower;
      own->upper = parameter[j].upper;
      own->frozen = parameter[j].frozen;
    }
  }
  if (status == PL_OK) status = pl_material_finish(m);
  if (status == PL_OK)
    *copy = m;
  else
    pl_material_destroy(m);
  return status;
}
