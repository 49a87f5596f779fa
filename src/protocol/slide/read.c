// read.c: reading, describing, writing and checking tests of sliding. Readings are in the experiment file, one per repeat.
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "measure/direction_words.h"
#include "measure/record.h"
#include "protocol/slide/slide_part.h"

#define PI 3.14159265358979323846
#define LARGEST_FORCE 1e6  // N
#define USUAL_SHARE 0.05   // sigma of a single reading that gives none: pulls by hand scatter by about 5 %

const char *const pl__slide_kind_name[PL_SLIDE_KINDS] = {"sled", "incline", "capstan"};
const char *const pl__slide_phase_name[PL_SLIDE_PHASES] = {"static", "kinetic"};

pl_status pl__slide_specimen(const pl_curve_reader *r, pl_json *object, pl_test *test, pl_curve_settings *settings) {
  (void)settings;
  pl_slide *slide = pl_arena_alloc(r->m->arena, 1, sizeof *slide);
  pl_json *against = pl__curve_setting(r, object, "against");
  const char *text = NULL;
  if (!slide) return PL_ERROR_MEMORY;
  *slide = (pl_slide){0};
  if (against) PL_TRY(pl_json_text(r->ctx, against, &text));
  if (text && !(slide->against = pl_arena_text(r->m->arena, text))) return PL_ERROR_MEMORY;
  if (text && (!*text || strlen(text) > 24)) {
    pl_where where = pl_json_where(against);
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "write a short name such as \"skin\"; leave it out for the cloth on itself",
                   PL_ID("slide.against") "\"%s\" is not a name of 1 to 24 letters", text);
  }
  test->detail = slide;
  return pl__curve_angle(r, object, &test->angle);
}

pl_status pl__slide_settings(const pl_curve_reader *r, pl_json *object, pl_test *test, pl_curve_settings *settings) {
  (void)test, (void)settings;
  pl_json *file = pl__curve_setting(r, object, "file");
  if (!file) return PL_OK;
  pl_where where = pl_json_where(file);
  return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "write \"trace\": \"sled.csv\" for a table of force over travel",
                 PL_ID("slide.file") "readings of sliding are given in the experiment file");
}

// ---- readings ----

static double largest(int channel) { return channel >= PL_SLIDE_STATIC_ANGLE ? 89 * PI / 180 : LARGEST_FORCE; }

// One quantity, or a list of them, each within (0, most).
static pl_status read_list(const pl_curve_reader *r, pl_json *given, pl_dim dim, double most, int *n, double **value) {
  if (given->kind == PL_JSON_STRING) {
    if (!(*value = pl_arena_alloc(r->m->arena, 1, sizeof **value))) return PL_ERROR_MEMORY;
    *n = 1;
    PL_TRY(pl_json_quantity(r->ctx, given, dim, 0, most, *value));
  } else {
    PL_TRY(pl_json_quantities(r->m->arena, given, dim, n, value));
  }
  pl_where where = pl_json_where(given);
  if (*n == 0) return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "write one value per pull", PL_ID("experiment.empty") "is empty");
  for (int i = 0; i < *n; i++)
    if (!((*value)[i] > 0 && (*value)[i] <= most)) {
      char a[64], b[64];
      return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "check the unit and the sign",
                     PL_ID("slide.value-range") "value %d is %s; it must lie above 0 and at most at %s", i + 1,
                     pl__describe_value((*value)[i], dim, a), pl__describe_value(most, dim, b));
    }
  return PL_OK;
}

static pl_status set_channel(const pl_curve_reader *r, pl_json *given, pl_test *test, int channel, int n, double *value) {
  if (test->n_frame > 0 && n != test->n_frame) {
    pl_where where = pl_json_where(given);
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "give both lists one value per pull, or make two tests of them",
                   PL_ID("slide.counts") "there are %d values here and %d in the other list of the test", n, test->n_frame);
  }
  pl_channel *to = &test->channel[channel];
  test->n_frame = n;
  to->value = value;
  to->source = "experiment file";
  if (n > 1 || to->sigma > 0) return PL_OK;
  char text[64];
  to->sigma = USUAL_SHARE * value[0];
  return pl__record_note(r->m, test->name, "sigma of %s is not given: %s, %g %% of it, is assumed", to->row->name,
                         pl__describe_value(to->sigma, to->row->dim, text), 100 * USUAL_SHARE);
}

static pl_status read_channels(const pl_curve_reader *r, pl_json *object, pl_test *test) {
  for (int c = PL_SLIDE_STATIC_FORCE; c < PL_SLIDE_CHANNELS; c++) {
    pl_json *given = pl_json_find(object, r->m->protocol->channel[c].name);
    int n;
    double *value;
    if (!given) continue;
    PL_TRY(read_list(r, given, r->m->protocol->channel[c].dim, largest(c), &n, &value));
    PL_TRY(set_channel(r, given, test, c, n, value));
  }
  return PL_OK;
}

static pl_status read_trace(const pl_curve_reader *r, pl_json *given, pl_test *test, pl_slide *slide) {
  double force[PL_SLIDE_PHASES];
  if (test->n_frame > 0) {
    pl_where where = pl_json_where(given);
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "make two tests of them",
                   PL_ID("slide.trace-and-values") "the test has values and a trace");
  }
  PL_TRY(pl__slide_read_trace(r, given, force));
  slide->trace = pl_arena_text(r->m->arena, given->text);
  for (int p = 0; p < PL_SLIDE_PHASES; p++) {
    double *value = pl_arena_alloc(r->m->arena, 1, sizeof *value);
    if (!value) return PL_ERROR_MEMORY;
    *value = force[p];
    PL_TRY(set_channel(r, given, test, PL_SLIDE_STATIC_FORCE + p, 1, value));
  }
  return slide->trace ? PL_OK : PL_ERROR_MEMORY;
}

// The load of every repeat: one for all, or a list.
static pl_status read_load(const pl_curve_reader *r, pl_json *object, const pl_test *test, pl_slide *slide) {
  pl_json *given;
  int n;
  double *one;
  PL_TRY(pl_json_need(r->ctx, object, "load", "\"load\": \"2 N\", the weight on the cloth or the tension held", &given));
  PL_TRY(read_list(r, given, PL_DIM_FORCE, LARGEST_FORCE, &n, &one));
  if (n != 1 && n != test->n_frame) {
    pl_where where = pl_json_where(given);
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "give one load, or one per pull",
                   PL_ID("slide.counts") "there are %d loads for %d pulls", n, test->n_frame);
  }
  double *load = pl_arena_alloc(r->m->arena, (size_t)test->n_frame, sizeof *load);
  if (!load) return PL_ERROR_MEMORY;
  for (int f = 0; f < test->n_frame; f++) load[f] = one[n == 1 ? 0 : f];
  slide->load = load;
  return PL_OK;
}

// Around a rod friction alone makes the tensions differ: the pull is the larger one.
static pl_status check_capstan(const pl_curve_reader *r, pl_json *object, const pl_test *test, const pl_slide *slide) {
  for (int c = PL_SLIDE_STATIC_FORCE; c <= PL_SLIDE_KINETIC_FORCE; c++)
    for (int f = 0; f < test->n_frame && test->channel[c].value; f++) {
      char a[64], b[64];
      if (test->channel[c].value[f] > slide->load[f]) continue;
      pl_where where = pl_json_where(object);
      return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "\"load\" is the smaller tension, which is held; the pull is the larger one",
                     PL_ID("slide.capstan-order") "the pull %d, %s, does not exceed the tension held, %s", f + 1,
                     pl__describe_value(test->channel[c].value[f], PL_DIM_FORCE, a), pl__describe_value(slide->load[f], PL_DIM_FORCE, b));
    }
  return PL_OK;
}

static pl_status number_repeats(pl_arena *arena, pl_test *test) {
  double *repeat = pl_arena_alloc(arena, (size_t)test->n_frame, sizeof *repeat);
  int *branch = pl_arena_alloc(arena, (size_t)test->n_frame, sizeof *branch);
  if (!repeat || !branch) return PL_ERROR_MEMORY;
  for (int f = 0; f < test->n_frame; f++) repeat[f] = f + 1, branch[f] = PL_BRANCH_LOAD;
  test->channel[PL_SLIDE_REPEAT].value = repeat;
  test->branch = branch;
  test->control = PL_SLIDE_REPEAT;
  test->file = "";
  return PL_OK;
}

pl_status pl__slide_numbers(const pl_curve_reader *r, pl_json *object, pl_test *test) {
  pl_slide *slide = pl_arena_alloc(r->m->arena, 1, sizeof *slide);
  pl_json *trace = pl_json_find(object, "trace"), *wrap = pl_json_find(object, "wrap");
  pl_where where = pl_json_where(object);
  if (!slide) return PL_ERROR_MEMORY;
  *slide = *pl_slide_of(test);
  test->detail = slide;
  PL_TRY(read_channels(r, object, test));
  if (trace) PL_TRY(read_trace(r, trace, test, slide));
  bool angles = test->channel[PL_SLIDE_STATIC_ANGLE].value || test->channel[PL_SLIDE_KINETIC_ANGLE].value;
  bool forces = test->channel[PL_SLIDE_STATIC_FORCE].value || test->channel[PL_SLIDE_KINETIC_FORCE].value;
  if (angles == forces)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where,
                   "write \"static-angle\" of a tilted board, or \"load\" and \"static-force\" of a pull, or \"trace\"",
                   PL_ID("slide.readings") "the test has %s", angles ? "angles and forces: make two tests of them" : "no readings");
  slide->kind = angles ? PL_SLIDE_INCLINE : wrap ? PL_SLIDE_CAPSTAN : PL_SLIDE_SLED;
  if (wrap && angles) {
    where = pl_json_where(wrap);
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "leave it out", PL_ID("slide.wrap") "a tilted board has no wrap");
  }
  if (wrap) PL_TRY(pl_json_quantity(r->ctx, wrap, PL_DIM_ANGLE, 0.05, 20 * PI, &slide->wrap));
  if (forces) PL_TRY(read_load(r, object, test, slide));
  if (wrap) PL_TRY(check_capstan(r, object, test, slide));
  test->observed = pl_slide_channel(slide->kind, test->channel[pl_slide_channel(slide->kind, 0)].value ? 0 : 1);
  return number_repeats(r->m->arena, test);
}

bool pl__slide_has_numbers(const pl_test *test) {
  (void)test;
  return true;
}

// ---- description and files ----

double pl__slide_mean(const pl_test *test, int phase) {
  const pl_slide *slide = pl_slide_of(test);
  const double *value = test->channel[pl_slide_channel(slide->kind, phase)].value;
  double sum = 0;
  for (int f = 0; value && f < test->n_frame; f++) sum += pl__slide_coefficient(slide, f, value[f]);
  return value ? sum / test->n_frame : NAN;
}

void pl__slide_describe(const pl_test *test, pl_text *out) {
  const pl_slide *slide = pl_slide_of(test);
  char a[64];
  pl__describe_label(out, "direction");
  pl__direction_along(test->angle, out);
  pl_text_printf(out, ", on %s\n", slide->against ? slide->against : "itself");
  pl__describe_label(out, "test");
  pl_text_printf(out, "%s, %d pull%s", pl__slide_kind_name[slide->kind], test->n_frame, test->n_frame == 1 ? "" : "s");
  if (slide->load) pl_text_printf(out, ", load %s", pl__describe_value(slide->load[0], PL_DIM_FORCE, a));
  if (slide->wrap > 0) pl_text_printf(out, ", wrap %s", pl__describe_value(slide->wrap, PL_DIM_ANGLE, a));
  pl_text_add(out, "\n");
  for (int p = 0; p < PL_SLIDE_PHASES; p++) {
    double mu = pl__slide_mean(test, p);
    if (!isfinite(mu)) continue;
    pl__describe_label(out, pl__slide_phase_name[p]);
    pl_text_printf(out, "coefficient %.3g\n", mu);
  }
}

void pl__slide_write_test(pl_json_writer *w, const pl_test *test) {
  const pl_slide *slide = pl_slide_of(test);
  pl__curve_write_angle(w, test);
  if (slide->against) pl_json_put_text(w, "against", slide->against);
  if (slide->load) pl_json_put_quantities(w, "load", PL_DIM_FORCE, test->n_frame, slide->load);
  if (slide->wrap > 0) pl_json_put_quantity(w, "wrap", slide->wrap, PL_DIM_ANGLE);
  for (int c = PL_SLIDE_STATIC_FORCE; c < PL_SLIDE_CHANNELS; c++)
    if (test->channel[c].value)
      pl_json_put_quantities(w, test->channel[c].row->name, test->channel[c].row->dim, test->n_frame, test->channel[c].value);
}
