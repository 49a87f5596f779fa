// good_data.c: see good_data.h.
//
// Virtual specimens are exactly similar ones (folder.h) of templates, examples and rig measurements. Two or three numbers are drawn for each:
//   size         0.4 to 2.5 times, so that specimens are 20 to 500 mm
//   density      20 to 1500 g/m^2 of sheets
//   stiffness    0.01 to 100 times, where gravity plays no part, but not so that a sheet would break; where it does it follows from size and density, since shapes must stay similar
#include "bench/accuracy/doubts/good_data.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "base/text.h"
#include "bench/accuracy/doubts/other_sheets.h"
#include "scenes/rubber.h"
#include "scenes/scenes.h"
#include "protocol/tensile/tensile.h"
#include "protocol/disk-push/disk.h"

#define PI 3.14159265358979323846
#define NOISE 0.005    // of the largest force
#define STRONGEST 1e5  // N/m: no sheet but technical fabrics is pulled so hard

const char *const good_group_name[GOOD_GROUPS] = {"templates", "examples", "real data", "virtual specimens"};

typedef struct collector {
  evidence *e;
  pl_context *ctx;  // one that is silent
  int draws;
  good_visit *visit;
  void *user;
  const char *scratch;  // where experiments are written that are read into memory
  int n_scratch;
  pl_rng rng;
} collector;

static const char *new_folder(collector *c, pl_arena *arena) { return pl_arena_printf(arena, "%s/good-%d", c->scratch, c->n_scratch++); }

// ---- similar specimens ----

static double between(pl_rng *rng, double low, double high) { return low * pow(high / low, pl_rng_uniform(rng)); }

// The largest force per width of a pull or shear, N/m; 0: it is another protocol.
static double largest_tension(const pl_measurement *m) {
  double most = 0;
  for (int t = 0; t < m->n_test && strcmp(m->protocol->name, "tensile") == 0; t++) {
    const pl_test *test = &m->test[t];
    const double *force = test->channel[test->observed].value;
    for (int i = 0; i < test->n_frame; i++) most = fmax(most, fabs(force[i]) / (test->width * test->strips));
  }
  return most;
}

// Which numbers an experiment of this protocol is free in.
static similarity draw(collector *c, const pl_measurement *m) {
  const char *protocol = m->protocol->name;
  double size = between(&c->rng, 0.4, 2.5), stiffness = between(&c->rng, 0.01, 100), density = 1;
  double tension = largest_tension(m);
  if (tension * stiffness > STRONGEST) stiffness = STRONGEST / tension;
  if (strcmp(protocol, "homogeneous") == 0) return (similarity){1, stiffness, 1};
  if (m->per_volume) return (similarity){size, pow(size, 3), sqrt(size)};  // tissue and gels weigh what water weighs
  if (m->density > 0) density = between(&c->rng, 0.02, 1.5) / m->density;
  if (strcmp(protocol, "capture") == 0) return (similarity){1, between(&c->rng, 0.1, 5), 1};  // its meshes keep their size
  bool weightless = strcmp(protocol, "tensile") == 0 || strcmp(protocol, "disk-push") == 0 || strcmp(protocol, "bulge") == 0;
  double mass = density * size * size;
  return (similarity){size, mass, weightless ? sqrt(mass / stiffness) : sqrt(size)};
}

static pl_status visit_similar(collector *c, pl_arena *arena, const char *name, const folder *f, const pl_measurement *m) {
  for (int i = 0; i < c->draws; i++) {
    similarity by = draw(c, m);
    folder other;
    PL_TRY(folder_rescale(arena, f, &by, &other));
    char text[200];
    snprintf(text, sizeof text, "%s, size x %.2g, mass x %.2g, time x %.2g", name, by.length, by.mass, by.time);
    PL_TRY(c->visit(c->user, GOOD_VIRTUAL, text, &other));
  }
  return PL_OK;
}

// A folder that is there, and specimens similar to it.
static pl_status take(collector *c, good_group group, const char *name, const char *path, const char *experiment, bool similar) {
  pl_context_clear_error(c->ctx);
  pl_arena *arena = pl_arena_create(c->ctx);
  pl_measurement *m = NULL;
  folder f;
  pl_status status = arena ? folder_read(arena, path, experiment, &f) : PL_ERROR_MEMORY;
  const char *file = status == PL_OK ? pl_path_join(arena, path, experiment) : NULL;
  if (status == PL_OK) status = file ? pl_measurement_load(c->ctx, file, &m) : PL_ERROR_MEMORY;
  if (status == PL_OK) status = c->visit(c->user, group, name, &f);
  if (status == PL_OK && similar) status = visit_similar(c, arena, name, &f, m);
  pl_measurement_destroy(m);
  pl_arena_destroy(arena);
  return status;
}

// ---- templates and examples ----

static pl_status take_templates(collector *c) {
  for (int p = 0; p < pl_protocol_count(); p++) {
    const char *name = pl_protocol_at(p)->name, *path = new_folder(c, c->e->arena);
    if (!path) return PL_ERROR_MEMORY;
    PL_TRY(pl_measurement_new(c->ctx, name, path));
    PL_TRY(take(c, GOOD_TEMPLATE, name, path, "experiment.json", true));
  }
  return PL_OK;
}

static pl_status take_examples(collector *c) {
  static const char *const example[][2] = {{"gabardine", "experiment.json"},      {"gabardine", "bias.json"},
                                           {"hang-interlock", "experiment.json"}, {"hang-interlock", "unbalanced.json"},
                                           {"hang-interlock", "askew.json"},      {"gel-inclusion", "experiment.json"},
                                           {"capture-knit", "experiment.json"},   {"capture-knit", "validation.json"}};
  for (size_t i = 0; i < sizeof example / sizeof example[0]; i++) {
    const char *path = pl_arena_printf(c->e->arena, "%s/examples/%s", PLIANT_SOURCE_DIR, example[i][0]);
    if (!path) return PL_ERROR_MEMORY;
    if (!pl_directory_exists(path)) {
      evidence_note(c->e, "the examples of the source tree are not here");
      return PL_OK;
    }
    char name[80];
    snprintf(name, sizeof name, "%s/%s", example[i][0], example[i][1]);
    PL_TRY(take(c, GOOD_EXAMPLE, name, path, example[i][1], strcmp(example[i][0], "capture-knit") != 0));
  }
  return PL_OK;
}

// ---- real data: experiments that the scenes write, one per folder ----

static pl_status take_real(collector *c, const char *name, const char *path, const char *experiment, pl_measurement *m) {
  pl_measurement_destroy(m);
  return take(c, GOOD_REAL, name, path, experiment, false);
}

static pl_status take_nylon(collector *c, const char *data) {
  static const int angle[] = {0, 15, 30, 45, 60, 75, 90};
  pl_context *ctx = c->ctx;
  for (int offset = 0; offset < 2; offset++)
    for (int i = 0; i <= 7; i++) {
      const char *path = new_folder(c, c->e->arena);
      pl_measurement *m;
      char name[80];
      snprintf(name, sizeof name, i < 7 ? "nylon at %d degrees%s" : "nylon at all %d angles%s", i < 7 ? angle[i] : 7,
               offset ? ", zero estimated" : "");
      PL_TRY(path ? pl_directory_create(ctx, path) : PL_ERROR_MEMORY);
      PL_TRY(scene_nylon(ctx, data, path, "nylon.json", i < 7 ? 1 : 7, i < 7 ? angle + i : angle, offset, &m));
      PL_TRY(take_real(c, name, path, "nylon.json", m));
    }
  return PL_OK;
}

// Structured textile coupons of the same authors, 75 mm x 150 mm.
static pl_status take_coupons(collector *c, const char *data) {
  static const char *const coupon[] = {"AT9", "AT10", "AT11", "AT12", "AT15", "AT24"};
  for (size_t i = 0; i < sizeof coupon / sizeof coupon[0]; i++) {
    const char *path = new_folder(c, c->e->arena), *file = path ? pl_path_join(c->e->arena, path, "coupon.json") : NULL;
    char text[1000];
    int n =
        snprintf(text, sizeof text,
                 "{\"pliant\": \"experiment 1\", \"protocol\": \"tensile\", \"name\": \"%s\",\n"
                 " \"specimen\": {\"length\": \"150 mm\", \"width\": \"75 mm\"}, \"columns\":\n"
                 " {\"displacement\": {\"name\": \"Displacement\", \"unit\": \"mm\"}, \"force\": {\"name\": \"Force\", \"unit\": \"N\"}},\n"
                 " \"tests\": [{\"name\": \"pull\", \"direction\": \"warp\", \"file\": \"%s/textile_metamaterial_%s_exp.csv\"}]}\n",
                 coupon[i], data, coupon[i]);
    PL_TRY(file ? pl_directory_create(c->ctx, path) : PL_ERROR_MEMORY);
    PL_TRY(pl_file_write(c->ctx, file, text, (size_t)n));
    PL_TRY(take(c, GOOD_REAL, coupon[i], path, "coupon.json", false));
  }
  return PL_OK;
}

static pl_status take_knits(collector *c, const char *data) {
  static const char *const sample[] = {"Acrylic Yarn Stockinette", "Acrylic Yarn Garter", "Pearlized Cotton Stockinette",
                                       "Pearlized Cotton Garter"};
  pl_context *ctx = c->ctx;
  for (int s = 0; s < 4; s++)
    for (int run = 0; run <= 5; run++) {
      const char *path = new_folder(c, c->e->arena);
      pl_measurement *m;
      char name[80];
      snprintf(name, sizeof name, run > 0 ? "%s, run %d" : "%s, all runs", sample[s], run);
      PL_TRY(path ? pl_directory_create(ctx, path) : PL_ERROR_MEMORY);
      PL_TRY(scene_knit(ctx, data, path, sample[s], run > 0 ? run : 1, run > 0 ? run : 5, &m));
      PL_TRY(take_real(c, name, path, "knit.json", m));
    }
  return PL_OK;
}

static pl_status take_rubber(collector *c, const char *data) {
  pl_context *ctx = c->ctx;
  for (int i = 0; i < 2; i++) {
    const char *path = new_folder(c, c->e->arena);
    pl_measurement *m;
    PL_TRY(path ? pl_directory_create(ctx, path) : PL_ERROR_MEMORY);
    PL_TRY(scene_rubber(ctx, data, path, "rubber.json", i ? SCENE_JONES : SCENE_TRELOAR, i ? scene_jones : scene_treloar, i ? 63u : 7u,
                        false, &m));
    PL_TRY(take_real(c, i ? "rubber, Jones" : "rubber, Treloar", path, "rubber.json", m));
  }
  return PL_OK;
}

// Treloar's uniaxial curve as a pulled strip of 1 mm x 10 mm: stress x 1 mm is a force per width.
static pl_status take_band(collector *c, const char *data) {
  const char *path = new_folder(c, c->e->arena), *file = path ? pl_path_join(c->e->arena, path, "band.json") : NULL;
  char text[1000];
  int n = snprintf(text, sizeof text,
                   "{\"pliant\": \"experiment 1\", \"protocol\": \"tensile\", \"name\": \"rubber band\",\n"
                   " \"specimen\": {\"length\": \"50 mm\", \"width\": \"10 mm\"}, \"columns\":\n"
                   " {\"displacement\": {\"name\": \"F11\", \"as\": \"stretch\"}, \"force\": {\"name\": \"P11\", \"unit\": \"kN/m\", "
                   "\"as\": \"force-per-width\"}},\n"
                   " \"tests\": [{\"name\": \"pull\", \"direction\": \"warp\", \"file\": \"%s/rubber_treloar_jones.csv\",\n"
                   "  \"where\": {\"source\": \"Treloar_1944\", \"config\": \"UT\"}}]}\n",
                   data);
  PL_TRY(file ? pl_directory_create(c->ctx, path) : PL_ERROR_MEMORY);
  PL_TRY(pl_file_write(c->ctx, file, text, (size_t)n));
  return take(c, GOOD_REAL, "rubber band, Treloar", path, "band.json", false);
}

static pl_status take_strips(collector *c, const char *data) {
  static const char *const midline[] = {"test_image_midline_extracted.csv", "example_image_midline_extracted.csv"};
  pl_context *ctx = c->ctx;
  for (int i = 0; i < 3; i++) {
    const char *path = new_folder(c, c->e->arena);
    pl_measurement *m;
    PL_TRY(path ? pl_directory_create(ctx, path) : PL_ERROR_MEMORY);
    PL_TRY(i < 2 ? scene_bendstiff(ctx, data, path, midline[i], 0.2507, &m) : scene_nylon_tips(ctx, path, &m));
    PL_TRY(take_real(c, i < 2 ? midline[i] : "nylon strip", path, i < 2 ? "photograph.json" : "tips.json", m));
  }
  return PL_OK;
}

static pl_status take_shared(collector *c) {
  static const struct {
    const char *member;
    pl_status (*take)(collector *c, const char *data);
  } set[] = {{"nylon-strips-angles", take_nylon},
             {"nylon-strips-angles", take_coupons},
             {"knit-stitch-by-stitch", take_knits},
             {"rubber", take_rubber},
             {"rubber", take_band},
             {"bendstiff-cantilever", take_strips}};
  for (size_t i = 0; i < sizeof set / sizeof set[0]; i++) {
    const char *data = scene_shared_data(c->e->arena, set[i].member);
    if (data)
      PL_TRY(set[i].take(c, data));
    else
      evidence_note(c->e, "the shared data '%s' are not here: left out", set[i].member);
  }
  return PL_OK;
}

// ---- rig measurements ----

static void add_noise(collector *c, pl_measurement *m, int first, int last) {
  for (int t = 0; t < m->n_test; t++)
    for (int k = first; k <= last; k++) {
      double *value = m->test[t].channel[k].value, most = 0;
      for (int i = 0; value && i < m->test[t].n_frame; i++) most = fmax(most, fabs(value[i]));
      for (int i = 1; value && i < m->test[t].n_frame; i++) value[i] += NOISE * most * pl_rng_normal(&c->rng);
    }
}

// Saved as a laboratory's, similar ones made of it.
static pl_status take_measured(collector *c, const char *name, pl_measurement *m) {
  const char *path = new_folder(c, c->e->arena);
  pl_status status = path ? pl_measurement_save(c->ctx, path, m) : PL_ERROR_MEMORY;
  if (status == PL_OK) status = take(c, GOOD_VIRTUAL, name, path, "experiment.json", true);
  pl_measurement_destroy(m);
  return status;
}

static pl_status run_rig(collector *c, const char *name, const char *material_name, int n, const pl_test *plan, int first, int last) {
  pl_material *material;
  pl_measurement *m = NULL;
  pl_rig_report report = {0};
  pl_rig_options options = pl_rig_options_default();
  pl_solve_options solve = pl_solve_options_default();
  options.cells = 16;
  PL_TRY(pl_material_load(c->ctx, material_name, &material));
  pl_status status = pl_rig_measure(c->ctx, plan[0].protocol, n, plan, material, &options, &solve, NULL, 0, &m, &report);
  pl_material_destroy(material);
  PL_TRY(status);
  if (report.n_failed > 0) {
    pl_measurement_destroy(m);
    return PL_OK;
  }
  add_noise(c, m, first, last);
  return take_measured(c, name, m);
}

static const char *const sheet[] = {"gabardine-virtual", "denim-virtual",     "satin-virtual", "silk-virtual",       "terry-virtual",
                                    "poplin-virtual",    "interlock-virtual", "knit-virtual",  "latex-sheet-virtual"};
enum { N_SHEET = (int)(sizeof sheet / sizeof sheet[0]) };

static pl_status take_tensile(collector *c, const char *material) {
  char name[80];
  for (int kind = 0; kind < 2; kind++) {
    double strain = pl_rng_uniform(&c->rng) < 0.5 ? 0.03 : 0.1;
    const scene_tensile wide[] = {{"warp", 0.05, 0.2, 0, PL_TEST_CLAMPED, PL_TENSILE_DISPLACEMENT, 0.05 * strain, 40},
                                  {"weft", 0.05, 0.2, PI / 2, PL_TEST_CLAMPED, PL_TENSILE_DISPLACEMENT, 0.05 * strain, 40},
                                  {"shear warp", 0.05, 0.2, 0, PL_TEST_CLAMPED, PL_TENSILE_SHEAR_DISPLACEMENT, 7e-3, 40},
                                  {"shear weft", 0.05, 0.2, PI / 2, PL_TEST_CLAMPED, PL_TENSILE_SHEAR_DISPLACEMENT, 7e-3, 40}};
    const scene_tensile narrow[] = {{"warp", 0.2, 0.05, 0, PL_TEST_FREE, PL_TENSILE_DISPLACEMENT, 0.2 * strain, 40},
                                    {"weft", 0.2, 0.05, PI / 2, PL_TEST_FREE, PL_TENSILE_DISPLACEMENT, 0.2 * strain, 40},
                                    {"bias", 0.2, 0.05, PI / 4, PL_TEST_FREE, PL_TENSILE_DISPLACEMENT, 0.2 * strain, 40}};
    pl_test plan[4];
    int n = kind ? 3 : 4;
    for (int i = 0; i < n; i++) PL_TRY(scene_tensile_plan(c->e->arena, kind ? &narrow[i] : &wide[i], &plan[i]));
    snprintf(name, sizeof name, "%s %s", kind ? "narrow strips of" : "wide samples of", material);
    PL_TRY(run_rig(c, name, material, n, plan, PL_TENSILE_FORCE, PL_TENSILE_SHEAR_FORCE));
  }
  return PL_OK;
}

static pl_status take_push(collector *c, const char *material) {
  pl_test plan;
  char name[80];
  snprintf(name, sizeof name, "disk pushed into %s", material);
  PL_TRY(scene_disk_plan(c->e->arena, 0.2, 0.05, 0.03, 12, &plan));
  return run_rig(c, name, material, 1, &plan, PL_DISK_FORCE, PL_DISK_FORCE);
}

static pl_status take_scenes(collector *c) {
  for (int i = 0; i < 3; i++) {
    pl_measurement *m;
    scene_weights_plan hung = {.side = 0.1, .step = i == 0 ? 1 : 0.3, .n_top = 5, .repetitions = 1, .clip = 0.012, .sigma = 2e-4};
    PL_TRY(scene_weights(c->ctx, &scene_stretch_fabric[i], &hung, (uint64_t)(i + 1), &m));
    PL_TRY(take_measured(c, scene_stretch_fabric[i].name, m));
    scene_roll_plan rolled = scene_roll_plan_default();
    rolled.n_radius = 4;
    rolled.radius = scene_roll_radius + 4 * i;
    rolled.repetitions = 1;
    PL_TRY(scene_roll(c->ctx, &scene_bending_fabric[i], &rolled, (uint64_t)(i + 1), &m));
    PL_TRY(take_measured(c, scene_bending_fabric[i].name, m));
  }
  return PL_OK;
}

static pl_status take_other_sheets(collector *c) {
  for (int i = 0; i < 2 * c->draws * other_sheet_count(); i++) {
    int kind = i % other_sheet_count();
    pl_arena *arena = pl_arena_create(c->ctx);
    folder f;
    pl_status status = arena ? other_sheet(arena, kind, &c->rng, &f) : PL_ERROR_MEMORY;
    if (status == PL_OK) status = c->visit(c->user, GOOD_VIRTUAL, other_sheet_name(kind), &f);
    pl_arena_destroy(arena);
    PL_TRY(status);
  }
  return PL_OK;
}

pl_status good_data(evidence *e, pl_context *silent, int draws, good_visit *visit, void *user) {
  collector c = {.e = e, .ctx = silent, .draws = draws, .visit = visit, .user = user};
  pl_rng_init(&c.rng, 20);
  PL_TRY(evidence_folder(e, &c.scratch));
  PL_TRY(take_templates(&c));
  PL_TRY(take_examples(&c));
  PL_TRY(take_shared(&c));
  for (int i = 0; i < N_SHEET; i++) {
    PL_TRY(take_tensile(&c, sheet[i]));
    if (i % 3 == 0) PL_TRY(take_push(&c, sheet[i]));
  }
  PL_TRY(take_scenes(&c));
  return take_other_sheets(&c);
}
