// swap.c: a law replaced by its name alone in a material file.
//
// A term says which law its numbers belong to ("parameters-of", which every saved file has). If "law" names another, the numbers are
// projected onto it (project.h). Members that both laws take are kept, knots only where they mean the same strains. Others are dropped with
// a note. A file without "parameters-of" is read with the named law. If that law cannot have these members, they belong to the only law of
// the same strains that can.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/sentence/say_material.h"
#include "base/sentence/sentence.h"
#include "material/internal.h"
#include "material/project.h"

#define EXACT 1e-9  // relative difference of stresses that counts as none

static void unuse(pl_json *value) {
  value->used = false;
  for (pl_json *member = value->child; member; member = member->next) unuse(member);
}

static bool is_one_of(const char *key, const char *const *list) {
  for (; list && *list; list++)
    if (strcmp(*list, key) == 0) return true;
  return false;
}

static const char *const common[] = {"name",    "strain",     "law",   "values", "elements",      "rate",  "shares",
                                     "samples", "parameters", "sigma", "range",  "parameters-of", "prony", NULL};

// Before another law reads the description: only the members that every term has count as read.
static void read_again(pl_json *object) {
  unuse(object);
  object->used = true;
  for (pl_json *member = object->child; member; member = member->next)
    if (is_one_of(member->key, common)) pl_json_use(member);
}

// ---- which law the numbers belong to ----

// The members of the description are those of this law, all of them with values that it takes: a fault lies in the numbers.
static bool describes(pl_arena *scratch, pl_json *object, const pl_term *head, const pl_law_row *row) {
  for (pl_json *member = object->child; member; member = member->next)
    if (!is_one_of(member->key, common) && !pl_law_takes(row, member->key)) return false;
  pl_law law = {.row = row};
  bool read = row->read(scratch, object, pl_term_strain_dim(head), &law) == PL_OK;
  pl_json *numbers = pl_json_find(object, "parameters");
  return read && !(numbers && numbers->kind == PL_JSON_OBJECT && !pl_json_find(numbers, "values"));
}

// The only law of the same strains that can have this description; the named law failed.
static pl_status infer(pl_material *material, pl_arena *scratch, pl_json *object, const pl_term *head, pl_status failed,
                       const pl_law_row **source) {
  pl_context *ctx = pl_arena_context(scratch);
  pl_error error = *pl_context_error(ctx);
  char names[300] = "";
  int n = 0;
  pl_context_clear_error(ctx);
  unuse(object);
  bool own_fault = !pl_json_find(object, "parameters") || describes(scratch, object, head, head->law.row);
  for (int i = 0; i < pl_law_count() && !own_fault; i++) {
    const pl_law_row *row = pl_law_at(i);
    if (row == head->law.row || !pl_laws_alike(row, head->law.row)) continue;
    pl_term_reading trial = {.term = *head};
    trial.term.law = (pl_law){.row = row};
    read_again(object);
    pl_context_clear_error(ctx);
    pl_status status = pl__term_read_law(material, scratch, object, &trial);
    if (status == PL_ERROR_MEMORY) return status;
    if (status != PL_OK) continue;
    size_t length = strlen(names);
    snprintf(names + length, sizeof names - length, "%s\"%s\"", n > 0 ? ", " : "", row->name);
    *source = row;
    n++;
  }
  pl_context_clear_error(ctx);
  if (n == 1) return PL_OK;
  char more[400] = "";
  if (n > 1) snprintf(more, sizeof more, "; if the numbers are another law's, add \"parameters-of\": one of %s", names);
  pl_where where = {error.file, error.line, error.column, error.key};
  char hint[sizeof error.hint];
  snprintf(hint, sizeof hint, "%.180s%.320s", error.hint, more);
  return pl_fail(ctx, failed, &where, hint, "\x1f%s\x1f%s", error.id, error.message);
}

// ---- the new law ----

// A copy of the description with the members that `row` takes and `except` does not have.
static pl_status kept_members(pl_arena *scratch, const pl_json *object, const pl_law_row *row, pl_json *except, pl_json *out) {
  *out = *object;
  out->child = NULL;
  out->n = 0;
  pl_json **last = &out->child;
  for (int pass = 0; pass < 2; pass++)
    for (pl_json *member = pass == 0 ? object->child : except ? except->child : NULL; member; member = member->next) {
      if (pass == 0 && (!pl_law_takes(row, member->key) || (except && pl_json_find(except, member->key)))) continue;
      pl_json *copy = pl_arena_alloc(scratch, 1, sizeof *copy);
      if (!copy) return PL_ERROR_MEMORY;
      *copy = *member;
      copy->next = NULL;
      *last = copy;
      last = &copy->next;
      out->n++;
    }
  return PL_OK;
}

// The members that a law needs to cover the strains, as an object; NULL when it needs none.
static pl_status proposed(pl_arena *scratch, const pl_law_row *row, pl_dim strain_dim, const pl_project_states *states, pl_json **object) {
  *object = NULL;
  if (!row->cover) return PL_OK;
  pl_json_writer *writer = pl_json_writer_create(pl_arena_context(scratch));
  if (!writer) return PL_ERROR_MEMORY;
  pl_json_begin_object(writer, NULL);
  row->cover(row, strain_dim, (const double(*)[2])states->range, states->odd, writer);
  pl_json_end_object(writer);
  const char *text = pl_json_writer_text(writer);
  pl_status status = text ? pl_json_parse(scratch, "cover", text, strlen(text), object) : PL_ERROR_MEMORY;
  pl_json_writer_destroy(writer);
  return status;
}

// Knots mean the same strains where both laws have them and cover the same range.
static bool same_range(const pl_law *a, const pl_law *b) {
  double first[PL_LAW_MAX_IN][2] = {{0}}, second[PL_LAW_MAX_IN][2] = {{0}};
  if (!a->row->range || !b->row->range) return false;
  a->row->range(a, first);
  b->row->range(b, second);
  for (int i = 0; i < a->row->n_in; i++)
    for (int end = 0; end < 2; end++)
      if (fabs(first[i][end] - second[i][end]) > 1e-9 * fabs(first[i][1] - first[i][0])) return false;
  return true;
}

static pl_status try_read(pl_material *material, pl_json *members, const pl_term *term, const pl_law_row *row, pl_law *law) {
  pl_context *ctx = pl_arena_context(material->arena);
  *law = (pl_law){.row = row};
  pl_context_clear_error(ctx);
  return row->read(material->arena, members, pl_term_strain_dim(term), law);
}

// The law `row` with the members of the old description that it can keep. *made: the members it got instead, NULL: none.
static pl_status build_law(pl_material *material, pl_arena *scratch, const pl_json *object, const pl_term *from, const pl_law_row *row,
                           const pl_project_states *states, pl_law *law, pl_json **made) {
  pl_json kept;
  *made = NULL;
  PL_TRY(kept_members(scratch, object, row, NULL, &kept));
  pl_status status = try_read(material, &kept, from, row, law);
  if (status == PL_ERROR_MEMORY) return status;
  if (status == PL_OK && (!row->cover || same_range(&from->law, law))) return PL_OK;
  PL_TRY(proposed(scratch, row, pl_term_strain_dim(from), states, made));
  PL_TRY(kept_members(scratch, object, row, *made, &kept));
  status = try_read(material, &kept, from, row, law);
  if (status == PL_OK || status == PL_ERROR_MEMORY || !*made) return status;
  return try_read(material, *made, from, row, law);  // the kept members did not suit the new knots
}

// ---- notes ----

static void append_key(char *list, size_t size, const char *key) {
  size_t length = strlen(list);
  snprintf(list + length, size - length, "%s%s", length > 0 ? "\", \"" : "", key);
}

static pl_status say(pl_material *material, const pl_json *object, const pl_term *from, const pl_term *to, pl_json *made, double reach) {
  pl_context *ctx = pl_arena_context(material->arena);
  const char *name = to->name, *old = from->law.row->name, *new = to->law.row->name;
  char dropped[200] = "", chosen[200] = "";
  double percent = 100 * to->swap->miss;
  for (const pl_json *member = object->child; member; member = member->next)
    if (!is_one_of(member->key, common) && !pl_law_takes(to->law.row, member->key)) append_key(dropped, sizeof dropped, member->key);
  for (const pl_json *member = made ? made->child : NULL; member; member = member->next) append_key(chosen, sizeof chosen, member->key);
  if (to->swap->miss <= EXACT)
    pl_log(ctx, PL_LOG_WARNING, PL_TEXT(SAY_SWAPPED_EXACTLY), name, new, old);
  else
    pl_log(ctx, PL_LOG_WARNING, PL_TEXT(SAY_SWAPPED), name, new, old, percent);
  if (dropped[0]) pl_log(ctx, PL_LOG_WARNING, PL_TEXT(SAY_SWAP_DROPPED), name, new, dropped);
  if (chosen[0]) pl_log(ctx, PL_LOG_WARNING, PL_TEXT(SAY_SWAP_NEW_KNOTS), name, new, chosen, reach);
  material->note = pl_arena_printf(material->arena, "%s%s%s of '%s' projected from %s: stresses differ by %.2g %%.", material->note,
                                   material->note[0] ? " " : "", new, name, old, to->swap->miss <= EXACT ? 0 : percent);
  return material->note ? PL_OK : PL_ERROR_MEMORY;
}

// ---- the swap ----

static pl_status check_alike(pl_arena *scratch, pl_json *object, const pl_term *head, const pl_law_row *source) {
  const pl_law_row *target = head->law.row;
  pl_where where = pl_json_where(pl_json_find(object, "law"));
  if (!pl_laws_alike(source, target)) {
    char names[sizeof((pl_error *)0)->hint - 40] = "", hint[sizeof((pl_error *)0)->hint];
    for (int i = 0; i < pl_law_count(); i++)
      if (pl_laws_alike(source, pl_law_at(i)) && pl_law_at(i) != source) {
        size_t length = strlen(names);
        snprintf(names + length, sizeof names - length, "%s%s", length > 0 ? ", " : "", pl_law_at(i)->name);
      }
    snprintf(hint, sizeof hint, "choose one of %s", names);
    return pl_fail(pl_arena_context(scratch), PL_ERROR_INPUT, &where, hint,
                   PL_ID("material.swap-unlike") "the law \"%s\" cannot replace \"%s\", whose numbers the term \"%s\" has: it takes other "
                                                 "strains, or follows their path",
                   target->name, source->name, head->name);
  }
  if ((target->flags & PL_LAW_METRIC) && !head->strain->reference)
    return pl_fail(pl_arena_context(scratch), PL_ERROR_INPUT, &where, "choose another law",
                   PL_ID("material.swap-green") "the law \"%s\" takes Green strains, not \"%s\"", target->name, head->strain->name);
  return PL_OK;
}

// Projects the numbers of every sample; `from` is the reading with the old law.
static pl_status project(pl_material *material, pl_arena *scratch, const pl_term_reading *from, const pl_project_states *states,
                         pl_term_reading *to) {
  int n_sample = pl_term_sample_count(&from->term), n_from = from->term.law.n_param, n_to = to->term.law.n_param;
  pl_swap *swap = pl_arena_alloc(material->arena, 1, sizeof *swap);
  double *map = pl_arena_alloc(material->arena, (size_t)n_sample * (size_t)n_to * (size_t)n_from, sizeof *map);
  double *sigma = pl_arena_alloc(material->arena, (size_t)from->n, sizeof *sigma);
  if (!swap || !map || !sigma) return PL_ERROR_MEMORY;
  memcpy(sigma, from->sigma, (size_t)from->n * sizeof *sigma);
  *swap = (pl_swap){.from = from->term.law.row, .n_from = from->n, .sigma = sigma, .map = map};
  for (int m = 0; m < n_sample; m++) {
    double miss;
    pl_projection projection = {.from = &from->term.law,
                                .to = &to->term.law,
                                .theta_from = from->theta + (size_t)m * (size_t)n_from,
                                .parameter = to->parameter + (size_t)m * (size_t)n_to,
                                .states = states};
    PL_TRY(
        pl_law_project(scratch, &projection, to->theta + (size_t)m * (size_t)n_to, map + (size_t)m * (size_t)n_to * (size_t)n_from, &miss));
    swap->miss = fmax(swap->miss, miss);
  }
  to->term.swap = swap;
  to->has_sigma = from->has_sigma;
  return PL_OK;
}

static pl_status swap_law(pl_material *material, pl_arena *scratch, pl_json *object, const pl_law_row *target, pl_term_reading *reading) {
  pl_term_reading from = *reading;
  pl_project_states states;
  pl_json *made;
  pl_where where = pl_json_where(object);
  if (from.term.n_prony > 0)
    return pl_fail(pl_arena_context(scratch), PL_ERROR_INPUT, &where, "leave \"prony\" out, replace the law, and add it again",
                   PL_ID("material.swap-relaxes") "the term \"%s\" relaxes: its law cannot be replaced by its name alone", from.term.name);
  pl_project_cover(&from.term, from.theta, &states);
  PL_TRY(build_law(material, scratch, object, &from.term, target, &states, &reading->term.law, &made));
  PL_TRY(pl_project_sample(scratch, &from.term, &reading->term.law, &states));
  PL_TRY(pl__term_parameters(material, scratch, reading));
  PL_TRY(project(material, scratch, &from, &states, reading));
  pl__term_scale(&reading->term, reading->n, reading->parameter, reading->theta);
  double reach = 0;
  for (int i = 0; i < target->n_in; i++) reach = fmax(reach, fmax(fabs(states.range[i][0]), fabs(states.range[i][1])));
  return say(material, object, &from.term, &reading->term, made, reach);
}

// A term that shares the numbers of a swapped one follows it.
static pl_status follow(pl_material *material, pl_arena *scratch, pl_json *object, pl_term_reading *reading, bool *followed) {
  pl_json *value = pl_json_find(object, "shares");
  const pl_term *other = value && value->kind == PL_JSON_STRING ? pl_material_term(material, value->text) : NULL;
  pl_term *term = &reading->term;
  *followed = other && other->swap && other->strain == term->strain && other->rate == term->rate &&
              (term->law.row == other->swap->from || strcmp(term->law.row->name, other->law.row->name) == 0);
  if (!*followed) return PL_OK;
  pl_json_use(object);
  term->law = other->law;
  term->shares = (int)(other - material->term);
  term->theta = other->theta;
  term->samples = other->samples;
  memcpy(term->range, other->range, sizeof term->range);
  reading->has_sigma = false;
  pl_log(pl_arena_context(scratch), PL_LOG_WARNING, PL_TEXT(SAY_SWAP_SHARED), term->name, other->name, other->law.row->name);
  return pl__term_parameters(material, scratch, reading);
}

pl_status pl__term_read_swapped(pl_material *material, pl_arena *scratch, pl_json *object, pl_term_reading *reading) {
  pl_context *ctx = pl_arena_context(scratch);
  const pl_term head = reading->term;
  const pl_law_row *source = head.law.row;
  bool followed;
  PL_TRY(follow(material, scratch, object, reading, &followed));
  if (followed) return PL_OK;
  pl_json *of = pl_json_find(object, "parameters-of");
  if (of) {
    int index;
    const char **laws = pl__law_names(scratch);
    if (!laws) return PL_ERROR_MEMORY;
    PL_TRY(pl_json_choice(ctx, of, pl_law_count(), laws, &index));
    source = pl_law_at(index);
  }
  if (source == head.law.row) {
    pl_status status = pl__term_read_law(material, scratch, object, reading);
    if (status == PL_OK || status == PL_ERROR_MEMORY || of) return status;
    PL_TRY(infer(material, scratch, object, &head, status, &source));
  }
  PL_TRY(check_alike(scratch, object, &head, source));
  read_again(object);
  *reading = (pl_term_reading){.term = head};
  reading->term.law = (pl_law){.row = source};
  PL_TRY(pl__term_read_law(material, scratch, object, reading));
  return reading->term.shares >= 0 ? PL_OK : swap_law(material, scratch, object, head.law.row, reading);
}

// ---- standard errors ----

static int file_count(const pl_term *term) { return term->shares >= 0 ? 0 : term->swap ? term->swap->n_from : pl_term_theta_count(term); }

int pl__swap_count(const pl_material *material) {
  int n = 0;
  for (int i = 0; i < material->n_term; i++) n += file_count(&material->term[i]);
  return n;
}

static bool any_swapped(const pl_material *material) {
  for (int i = 0; i < material->n_term; i++)
    if (material->term[i].swap) return true;
  return false;
}

// L D: d theta / d (file's numbers) times their sigmas, [n_theta][n_file]. A number that keeps its law has the sigma 1 here.
static void fill_spread(const pl_material *material, int n_file, double *l) {
  for (int i = 0, at = 0; i < material->n_term; i++) {
    const pl_term *term = &material->term[i];
    const pl_swap *swap = term->swap;
    int count = file_count(term), n = term->law.n_param, n_sample = pl_term_sample_count(term);
    for (int j = 0; j < count && !swap; j++) l[(size_t)(term->theta + j) * (size_t)n_file + (size_t)(at + j)] = 1;
    for (int m = 0; m < n_sample && swap; m++)
      for (int j = 0; j < n; j++)
        for (int k = 0; k < count / n_sample; k++) {
          int column = m * (count / n_sample) + k;
          double sigma = isfinite(swap->sigma[column]) ? swap->sigma[column] : 0;
          l[(size_t)(term->theta + m * n + j) * (size_t)n_file + (size_t)(at + column)] =
              sigma * swap->map[((size_t)m * (size_t)n + (size_t)j) * (size_t)(count / n_sample) + (size_t)k];
        }
    at += count;
  }
}

// Covariance L D C D L^T of the material's numbers, with sigmas of swapped terms from its diagonal.
static pl_status spread_swapped(pl_material *material, pl_arena *scratch, const double *correlation) {
  size_t n = (size_t)material->n_theta, n_file = (size_t)pl__swap_count(material);
  double *l = pl_arena_alloc(scratch, n * n_file, sizeof *l), *lc = pl_arena_alloc(scratch, n * n_file, sizeof *lc);
  double *covariance = pl_arena_alloc(material->arena, n * n, sizeof *covariance), *size = pl_arena_alloc(scratch, n, sizeof *size);
  if (!l || !lc || !covariance || !size) return PL_ERROR_MEMORY;
  fill_spread(material, (int)n_file, l);
  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; k < n_file; k++) {
      if (l[i * n_file + k] == 0) continue;
      for (size_t j = 0; j < n_file; j++) lc[i * n_file + j] += l[i * n_file + k] * (correlation ? correlation[k * n_file + j] : k == j);
    }
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++)
      for (size_t k = 0; k < n_file; k++) covariance[i * n + j] += lc[i * n_file + k] * l[j * n_file + k];
  for (size_t i = 0; i < n; i++) size[i] = sqrt(fmax(covariance[i * n + i], 0));
  for (int t = 0; t < material->n_term; t++) {
    const pl_term *term = &material->term[t];
    for (int j = 0; j < pl_term_theta_count(term) && term->swap && material->sigma; j++)
      material->sigma[term->theta + j] = size[term->theta + j] > 0 ? size[term->theta + j] : NAN;
  }
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++)
      covariance[i * n + j] = i == j ? 1 : size[i] * size[j] > 0 ? covariance[i * n + j] / (size[i] * size[j]) : 0;
  material->correlation = material->sigma && correlation ? covariance : NULL;
  return PL_OK;
}

pl_status pl__swap_spread(pl_material *material, const double *correlation) {
  size_t n = (size_t)material->n_theta;
  if (!any_swapped(material)) {
    if (!correlation) return PL_OK;
    material->correlation = pl_arena_alloc(material->arena, n * n, sizeof *material->correlation);
    if (!material->correlation) return PL_ERROR_MEMORY;
    memcpy(material->correlation, correlation, n * n * sizeof *correlation);
    return PL_OK;
  }
  pl_arena *scratch = pl_arena_create(pl_arena_context(material->arena));
  if (!scratch) return PL_ERROR_MEMORY;
  pl_status status = spread_swapped(material, scratch, correlation);
  pl_arena_destroy(scratch);
  return status;
}

pl_status pl__swap_shift(const pl_material *material, pl_arena *scratch, int n_row, const double *rows, double *out) {
  size_t n = (size_t)material->n_theta, n_file = (size_t)pl__swap_count(material);
  double *l = pl_arena_alloc(scratch, n * n_file + 1, sizeof *l);
  if (!l) return PL_ERROR_MEMORY;
  fill_spread(material, (int)n_file, l);
  for (size_t j = 0; j < n; j++) {
    bool swapped = material->term[material->parameter[j].term].swap != NULL;
    double own = swapped ? 1 : material->sigma && isfinite(material->sigma[j]) ? material->sigma[j] : 0;
    for (int r = 0; r < n_row; r++)
      for (size_t k = 0; k < n_file; k++) out[(size_t)r * n + j] += own * l[j * n_file + k] * rows[(size_t)r * n_file + k];
  }
  return PL_OK;
}

pl_status pl__swap_finish(pl_material *material) {
  if (!any_swapped(material)) return PL_OK;
  if (material->n_certified > 0 || material->certificate[0])
    pl_log(pl_arena_context(material->arena), PL_LOG_WARNING, PL_TEXT(SAY_SWAP_CONVEXITY));
  material->n_certified = 0;
  material->certificate = "";
  return PL_OK;
}
