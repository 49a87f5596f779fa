// read.c: reads an experiment file of the protocol `homogeneous`, one pl_homogeneous per test.
//
// Two settings are required because the numbers do not reveal them. They are the mode of each test, and whether its stresses are nominal
// (force over rest area) or Cauchy (over deformed area).
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "measure/table/curve.h"
#include "protocol/homogeneous/homogeneous_part.h"
#include "protocol/homogeneous/visit.h"
#include "measure/record.h"
#include "protocol/homogeneous/say_doubts.h"
#include "protocol/homogeneous/homogeneous.h"

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))
#define PI 3.14159265358979323846
#define MIN_SIZE 1e-6  // m
#define MAX_SIZE 1e2
#define MAX_HELD 20.0

static const char *const keys[] = {"name",    "file",  "mode",    "stress", "incompressible", "symmetry",  "held",  "angle",
                                   "columns", "sigma", "length",  "width",  "height",         "thickness", "area",  "length-2",
                                   "area-2",  "where", "comment", "branch", "cycle",          "axes",      "plane", "speed"};

static pl_status read_mode(pl__label_reader *r, pl_homogeneous *h) {
  const char *names[PL_HOMOGENEOUS_MODES];
  int index;
  for (int k = 0; k < PL_HOMOGENEOUS_MODES; k++) names[k] = pl__homogeneous_mode[k].name;
  pl_json *mode = pl__label_setting(r, "mode");
  pl_where where = pl_json_where(r->entry);
  if (!mode)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where,
                   "write \"mode\": \"uniaxial\", \"equibiaxial\", \"planar\", \"strip-biaxial\", \"biaxial\", \"simple-shear\" or "
                   "\"compound-shear\"",
                   PL_ID("homogeneous.how-deformed-not-said") "how '%s' was deformed is not said: \"mode\" is missing", r->name);
  PL_TRY(pl_json_choice(r->ctx, mode, PL_HOMOGENEOUS_MODES, names, &index));
  h->mode = (pl_homogeneous_mode)index;
  return PL_OK;
}

// Other words for the two stresses. True stress is Cauchy's, but "true" alone is ambiguous in practice.
static pl_status check_words(pl__label_reader *r, const pl_json *stress) {
  static const char *const word[][2] = {{"true", "cauchy"},
                                        {"true stress", "cauchy"},
                                        {"wahr", "cauchy"},
                                        {"engineering", "nominal"},
                                        {"technical", "nominal"},
                                        {"technisch", "nominal"},
                                        {"piola", "nominal"},
                                        {"piola-kirchhoff", "nominal"},
                                        {"first-piola-kirchhoff", "nominal"},
                                        {"pk1", "nominal"},
                                        {"P", "nominal"},
                                        {"sigma", "cauchy"}};
  for (int k = 0; k < COUNT(word) && stress->kind == PL_JSON_STRING; k++) {
    if (!pl_text_same(stress->text, word[k][0])) continue;
    bool cauchy = strcmp(word[k][1], "cauchy") == 0;
    pl_where where = pl_json_where(stress);
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where,
                   cauchy ? "did you mean \"cauchy\"? true stress is Cauchy's: force over the current area"
                          : "did you mean \"nominal\"? engineering stress is the nominal one: force over the area at rest",
                   PL_ID("homogeneous.not-known-expected-one") "\"%s\" is not known, expected one of nominal, cauchy, cauchy-difference",
                   stress->text);
  }
  return PL_OK;
}

static pl_status read_measure(pl__label_reader *r, pl_homogeneous *h) {
  pl_json *stress = pl__label_setting(r, "stress");
  pl_where where = pl_json_where(r->entry);
  int index;
  if (!stress)
    return pl_fail(
        r->ctx, PL_ERROR_INPUT, &where,
        "write \"stress\": \"nominal\" when forces were divided by the area at rest, \"stress\": \"cauchy\" when by the current one",
        PL_ID("homogeneous.stress-measure-not-stated") "the stress measure of '%s' is not stated: at large stretch they differ by the "
                                                       "stretch",
        r->name);
  PL_TRY(check_words(r, stress));
  PL_TRY(pl_json_choice(r->ctx, stress, 3, pl_stress_measure_name, &index));
  h->measure = (pl_stress_measure)index;
  return PL_OK;
}

static pl_status read_material(pl__label_reader *r, pl_homogeneous *h, double *angle) {
  static const char *const names[] = {"isotropic", "orthotropic"};
  pl_json *incompressible = pl__label_setting(r, "incompressible"), *symmetry = pl__label_setting(r, "symmetry");
  int index = PL_SYMMETRY_ISOTROPIC;
  h->incompressible = true;
  if (incompressible)
    PL_TRY(pl_json_bool(r->ctx, incompressible, &h->incompressible));
  else if (r->m->n_test == 0)
    PL_TRY(pl__record_note(r->m, "all tests", "\"incompressible\" is not given: true, the volume does not change"));
  if (symmetry) PL_TRY(pl_json_choice(r->ctx, symmetry, COUNT(names), names, &index));
  h->symmetry = (pl_symmetry)index;
  PL_TRY(pl__label_optional(r, "angle", PL_DIM_ANGLE, -2 * PI, 2 * PI, angle));
  if (*angle != 0 && h->symmetry == PL_SYMMETRY_ISOTROPIC)
    PL_TRY(pl__label_suspect(r, PL_DOUBT_ADVICE, PL_SAID(SAY_STATE_ANGLE_UNUSED_DO), SAY_STATE_ANGLE_UNUSED));
  return PL_OK;
}

static pl_status read_held(pl__label_reader *r, pl_homogeneous *h) {
  pl_json *held = pl__label_setting(r, "held"), *own = pl_json_find(r->entry, "held");
  if (!pl__homogeneous_mode[h->mode].holds) {
    pl_where where = pl_json_where(own ? own : r->entry);
    if (own)
      return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "leave it out, or write \"mode\": \"strip-biaxial\"",
                     PL_ID("homogeneous.stretch-held-strip-biaxial-compound-shear") "a stretch is held in strip-biaxial and compound-shear "
                                                                                    "tests only, not in '%s'",
                     pl__homogeneous_mode[h->mode].name);
    return PL_OK;
  }
  return held ? pl_json_number(r->ctx, held, 1 / MAX_HELD, MAX_HELD, &h->held) : PL_OK;
}

static pl_status read_sizes(pl__label_reader *r, pl__homogeneous_size *s, pl_test *test, pl_homogeneous *h) {
  double width = 0;
  *s = (pl__homogeneous_size){0};
  PL_TRY(pl__label_optional(r, "length", PL_DIM_LENGTH, MIN_SIZE, MAX_SIZE, &s->length[0]));
  s->length[1] = s->length[0];
  PL_TRY(pl__label_optional(r, "length-2", PL_DIM_LENGTH, MIN_SIZE, MAX_SIZE, &s->length[1]));
  PL_TRY(pl__label_optional(r, "height", PL_DIM_LENGTH, MIN_SIZE, MAX_SIZE, &s->height));
  PL_TRY(pl__label_optional(r, "width", PL_DIM_LENGTH, MIN_SIZE, MAX_SIZE, &width));
  PL_TRY(pl__label_optional(r, "thickness", PL_DIM_LENGTH, MIN_SIZE, MAX_SIZE, &s->thickness));
  s->area[0] = width * s->thickness;
  PL_TRY(pl__label_optional(r, "area", PL_DIM_AREA, MIN_SIZE * MIN_SIZE, MAX_SIZE * MAX_SIZE, &s->area[0]));
  s->area[1] = s->area[0];
  PL_TRY(pl__label_optional(r, "area-2", PL_DIM_AREA, MIN_SIZE * MIN_SIZE, MAX_SIZE * MAX_SIZE, &s->area[1]));
  test->length = test->width = 1;  // stretches and stresses do not depend on size
  h->thickness = s->thickness;
  return PL_OK;
}

// Drops lateral stretches of an incompressible body, which are redundant, and replaces a constant stretch by one number.
static pl_status tidy(pl__label_reader *r, pl_test *test, pl_homogeneous *h) {
  pl_channel *lateral = &test->channel[PL_HOMOGENEOUS_LATERAL], *second = &test->channel[PL_HOMOGENEOUS_STRETCH_2];
  bool implied = h->mode == PL_EQUIBIAXIAL || h->mode == PL_PLANAR || (pl__homogeneous_mode[h->mode].holds && h->held > 0);
  bool determined = h->incompressible && !(h->mode == PL_UNIAXIAL && h->symmetry == PL_SYMMETRY_ORTHOTROPIC);
  if (lateral->value && determined) {
    PL_TRY(pl__record_note(r->m, r->name, "lateral stretches are compared with \"incompressible\": true and not used further"));
    lateral->value = NULL;
  }
  if (implied) second->value = NULL;  // was checked against the mode
  return PL_OK;
}

static bool has_both_branches(const pl_test *test) {
  for (int i = 1; i < test->n_frame; i++)
    if (test->branch[i] != test->branch[0]) return true;
  return false;
}

// Mean difference of loading and unloading over the mean stress, of the rows that are fitted: with both branches an elastic law runs
// between them. One branch alone has no loss. Biaxial tests are compared over the length of both strains together.
static pl_status find_loss(pl__label_reader *r, pl_test *test) {
  double rest = r->m->protocol->channel[test->control].rest;
  pl_curve both = {.n_frame = test->n_frame, .n_channel = 2, .variance = 1}, average;
  pl_segment *segment;
  int n_segment;
  bool biaxial = pl_homogeneous_of(test)->mode == PL_BIAXIAL;
  if (!has_both_branches(test) || test->n_frame < 2 * PL_MIN_FRAMES || !test->channel[test->observed].value) return PL_OK;
  both.value[0] = pl_arena_alloc(r->scratch, (size_t)test->n_frame, sizeof(double));  // [n_frame], strain
  both.value[1] = test->channel[test->observed].value;
  both.branch = pl_arena_alloc(r->scratch, (size_t)test->n_frame, sizeof(int));
  if (!both.value[0] || !both.branch) return PL_ERROR_MEMORY;
  for (int i = 0; i < test->n_frame; i++)
    both.value[0][i] = biaxial ? pl__homogeneous_reach(test, i) : test->channel[test->control].value[i] - rest;
  PL_TRY(pl__curve_segments(r->scratch, both.value[0], test->n_frame, &n_segment, &segment));
  return pl__curve_average(r->scratch, &both, 0, 1, n_segment, segment, &average, &test->hysteresis);
}

static pl_status read_test(pl__label_reader *r, pl_json *entry, pl_test *test) {
  pl_homogeneous *h = pl_arena_alloc(r->m->arena, 1, sizeof *h);
  if (!h) return PL_ERROR_MEMORY;
  pl__homogeneous_size size;
  const char *path;
  pl_csv *csv;
  *test = (pl_test){.line = entry->line, .strips = 1, .protocol = &pl_protocol_homogeneous, .detail = h};
  for (int c = 0; c < r->m->protocol->n_channel; c++) test->channel[c].row = &r->m->protocol->channel[c];
  PL_TRY(pl__label_open(r, entry, "file", "specimen", &test->name));
  PL_TRY(pl__label_unique(r, test->name));
  test->specimen = r->specimen;
  PL_TRY(read_mode(r, h));
  PL_TRY(read_measure(r, h));
  PL_TRY(read_material(r, h, &test->angle));
  PL_TRY(read_held(r, h));
  PL_TRY(read_sizes(r, &size, test, h));
  PL_TRY(pl__homogeneous_read_axes(r, h));
  PL_TRY(pl__label_optional(r, "speed", PL_DIM_RATE, 1e-12, 1e6, &test->speed));
  test->control = pl__homogeneous_mode[h->mode].control;
  test->observed = pl__homogeneous_mode[h->mode].observed;
  PL_TRY(pl__label_table(r, "file", &path, &csv));
  test->file = pl_arena_text(r->m->arena, path);
  if (!test->file) return PL_ERROR_MEMORY;
  PL_TRY(pl__homogeneous_columns(r, csv, &size, test, h));
  PL_TRY(pl__homogeneous_sigma(r, csv, &size, test));
  PL_TRY(pl__homogeneous_check(r, csv, test));
  PL_TRY(pl__homogeneous_doubt(r, csv, test));
  PL_TRY(tidy(r, test, h));
  for (int c = 0; c < PL_HOMOGENEOUS_CHANNELS; c++) {
    test->raw[c] = test->channel[c].value;
    test->raw_sigma[c] = test->channel[c].sigma;
  }
  PL_TRY(pl__homogeneous_branches(r, test));
  return find_loss(r, test);
}

pl_status pl__homogeneous_read(pl_context *ctx, pl_arena *scratch, pl_measurement *m, pl_json *root, const char *directory) {
  pl__label_reader r = {.ctx = ctx, .scratch = scratch, .m = m, .root = root, .directory = directory, .suspicions = {.arena = m->arena}};
  pl_json *tests;
  PL_TRY(pl__label_check_keys(&r, COUNT(keys), keys));
  PL_TRY(pl__label_tests(&r, "{\"mode\": \"uniaxial\", \"file\": \"uniaxial.csv\"}", &tests));
  m->test = pl_arena_alloc(m->arena, (size_t)tests->n, sizeof *m->test);
  if (!m->test) return PL_ERROR_MEMORY;
  for (pl_json *entry = tests->child; entry; entry = entry->next) {
    PL_TRY(read_test(&r, entry, &m->test[m->n_test]));
    m->n_test++;
  }
  if (!pl_json_find(root, "density"))
    PL_TRY(pl__record_note(m, "all tests", "\"density\" is not given: it is needed only to simulate the material with gravity"));
  PL_TRY(pl__homogeneous_one_body(&r));
  PL_TRY(pl__homogeneous_compare(&r));
  m->n_suspicion = r.suspicions.n;
  m->suspicion = r.suspicions.item;
  return PL_OK;
}
