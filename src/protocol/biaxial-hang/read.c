// read.c: reads an experiment file of the protocol `biaxial-hang`, one pl_hang per test.
#include "protocol/biaxial-hang/hang_part.h"
#include "measure/record.h"
#include "protocol/biaxial-hang/say_doubts.h"
#include "protocol/biaxial-hang/hang.h"

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))
#define PI 3.14159265358979323846
#define MIN_SIZE 1e-2  // m, of the cloth
#define MAX_SIZE 10.0
#define MAX_MASS 100.0            // kg
#define CUT_SIGMA (5 * PI / 180)  // rad: a cut by hand; the 22.5 degree sample of Wang 2011, 6.1 was 6 degrees off
#define STRETCH_SIGMA 0.03        // the unloaded cloth is stretched by the slat and its own weight

static const char *const keys[] = {"name",   "cut",   "width", "height",      "clip",    "slat",      "holder",        "clip-mass",
                                   "points", "where", "sigma", "calibration", "gravity", "cut-sigma", "stretch-sigma", "comment"};

static pl_status read_cloth(pl__label_reader *r, pl_test *test, pl_hang *hang) {
  PL_TRY(pl__label_cut(r, &test->angle));
  PL_TRY(pl__label_need(r, "width", "\"400 mm\", along the slats", PL_DIM_LENGTH, MIN_SIZE, MAX_SIZE, &hang->width));
  PL_TRY(pl__label_need(r, "height", "\"400 mm\", between the slats", PL_DIM_LENGTH, MIN_SIZE, MAX_SIZE, &hang->height));
  PL_TRY(pl__label_need(r, "clip", "\"60 mm\", length of a side clip along the edge", PL_DIM_LENGTH, 1e-3, MAX_SIZE, &hang->clip));
  if (hang->clip < hang->height) return PL_OK;
  pl_where where = pl_json_where(pl__label_setting(r, "clip"));
  return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "give the length along the edge that one side clip holds",
                 PL_ID("biaxial-hang.mm-must-less-height") "is %g mm, must be less than height = %g mm", 1e3 * hang->clip,
                 1e3 * hang->height);
}

static pl_status read_masses(pl__label_reader *r, pl_hang *hang) {
  double slat, holder = 0, clip = 0;
  PL_TRY(pl__label_gravity(r, &hang->gravity));
  PL_TRY(pl__label_need(r, "slat", "\"45 g\", mass of the bottom slats with hook (\"0 g\" if the weights include it)", PL_DIM_MASS, 0,
                        MAX_MASS, &slat));
  if (!pl__label_setting(r, "holder"))
    PL_TRY(pl__record_note(r->m, r->name, "no \"holder\" is given: at the sides nothing but the weights pulls"));
  PL_TRY(pl__label_optional(r, "holder", PL_DIM_MASS, 0, MAX_MASS, &holder));
  PL_TRY(pl__label_optional(r, "clip-mass", PL_DIM_MASS, 0, MAX_MASS, &clip));
  hang->slat = slat * hang->gravity;
  hang->holder = holder * hang->gravity;
  hang->clip_weight = clip * hang->gravity;
  return PL_OK;
}

static pl_status read_priors(pl__label_reader *r, pl_hang *hang) {
  hang->cut_sigma = CUT_SIGMA;
  hang->stretch_sigma = STRETCH_SIGMA;
  PL_TRY(pl__label_optional(r, "cut-sigma", PL_DIM_ANGLE, 0, PI, &hang->cut_sigma));
  return pl__label_optional(r, "stretch-sigma", PL_DIM_NONE, 0, 1, &hang->stretch_sigma);
}

static pl_status fill_test(pl__label_reader *r, const char *path, pl_test *test) {
  test->length = pl_hang_of(test)->height;
  test->width = pl_hang_of(test)->width;
  test->strips = 1;
  test->n_raw = test->n_frame;
  test->file = pl_arena_text(r->m->arena, path);
  int *branch = pl_arena_alloc(r->m->arena, (size_t)test->n_frame, sizeof *branch);
  if (!test->file || !branch) return PL_ERROR_MEMORY;
  test->branch = test->raw_branch = branch;
  test->control = test->observed = PL_HANG_POINTS;
  return PL_OK;
}

static pl_status read_test(pl__label_reader *r, pl_json *entry, pl_test *test) {
  pl_hang *hang = pl_arena_alloc(r->m->arena, 1, sizeof *hang);
  if (!hang) return PL_ERROR_MEMORY;
  pl__calibration calibration;
  const char *path;
  pl_csv *csv;
  pl_dim dim;
  test->protocol = r->m->protocol;
  test->detail = hang;
  test->line = entry->line;
  test->channel[PL_HANG_POINTS].row = &r->m->protocol->channel[PL_HANG_POINTS];
  PL_TRY(pl__label_open(r, entry, "points", "cloth", &test->name));
  PL_TRY(pl__label_unique(r, test->name));
  test->specimen = r->specimen;
  PL_TRY(read_cloth(r, test, hang));
  PL_TRY(read_masses(r, hang));
  PL_TRY(read_priors(r, hang));
  PL_TRY(pl__label_sigma(r, "points", PL_DIM_LENGTH, PL_DIM_LENGTH, &dim, &test->channel[PL_HANG_POINTS].sigma));
  PL_TRY(pl__calibration_read(r, &calibration));
  PL_TRY(pl__label_table(r, "points", &path, &csv));
  PL_TRY(pl__hang_read_points(r, &calibration, csv, test, hang));
  PL_TRY(fill_test(r, path, test));
  PL_TRY(pl__hang_check(r, &calibration, test));
  return pl__label_suspect_same(r, test, PL_HANG_POINTS);
}

pl_status pl__hang_read(pl_context *ctx, pl_arena *scratch, pl_measurement *m, pl_json *root, const char *directory) {
  pl__label_reader r = {.ctx = ctx, .scratch = scratch, .m = m, .root = root, .directory = directory, .suspicions = {.arena = m->arena}};
  pl_json *tests;
  PL_TRY(pl__label_check_keys(&r, COUNT(keys), keys));
  PL_TRY(pl__label_tests(&r, "{\"name\": \"cut 45\", \"cut\": \"45 deg\", \"points\": \"cut-45.csv\", ...}", &tests));
  m->test = pl_arena_alloc(m->arena, (size_t)tests->n, sizeof *m->test);
  if (!m->test) return PL_ERROR_MEMORY;
  for (pl_json *entry = tests->child; entry; entry = entry->next) {
    PL_TRY(read_test(&r, entry, &m->test[m->n_test]));
    m->n_test++;
  }
  if (!(m->density > 0))
    PL_TRY(pl__suspect(&r.suspicions, "all tests", PL_DOUBT_ADVICE, PL_SAID(SAY_HANG_NO_WEIGHT), PL_SAID(SAY_HANG_NO_WEIGHT_DO)));
  m->n_suspicion = r.suspicions.n;
  m->suspicion = r.suspicions.item;
  return PL_OK;
}
