// read.c: reads an experiment file of the protocol `capture`, one pl_capture per test.
//
// A setting is looked up in the test, then in capture.json of the test's folder if there is one. Last comes the top of the experiment file.
// File names are relative to the test's folder, wherever they are written.
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text.h"
#include "mesh/build.h"
#include "protocol/capture/capture_part.h"
#include "measure/record.h"
#include "protocol/capture/capture.h"

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))
#define MIN_MASS 1e-7  // kg, of the cloth
#define MAX_MASS 100.0
#define PI 3.14159265358979323846

static const char *const motions[] = {"stretch", "picture-frame", "table-edge", "complex-shear", "corner-pull", "other"};
static const char *const directions[] = {"warp", "weft", "bias", ""};
// Keys of a test, of its capture.json and, as defaults, of the top of the file.
static const char *const test_keys[] = {"name",  "motion", "direction", "folder", "rest",      "frames", "format",  "unit",    "mass",
                                        "clips", "cords",  "gravity",   "table",  "supported", "sigma",  "compare", "comment", "specimen"};
static const char *const file_keys[] = {"pliant",  "protocol", "name",      "density", "tests",   "motion",  "direction",
                                        "rest",    "frames",   "format",    "unit",    "mass",    "clips",   "cords",
                                        "gravity", "table",    "supported", "sigma",   "compare", "comment", "specimen"};
static const char *const table_keys[] = {"axis", "edge", "side"};

pl_json *pl__capture_setting(const pl__capture_reader *r, const char *key) {
  pl_json *own = pl_json_find(r->test, key), *sheet = r->sheet ? pl_json_find(r->sheet, key) : NULL, *common = pl_json_find(r->root, key);
  return own ? own : sheet ? sheet : common;
}

pl_where pl__capture_where(const pl__capture_reader *r) { return pl_json_where(r->test); }

pl_status pl__capture_path(const pl__capture_reader *r, pl_json *value, const char **path) {
  const char *name;
  PL_TRY(pl_json_text(r->ctx, value, &name));
  *path = pl_path_join(r->scratch, r->folder, name);
  if (!*path) return PL_ERROR_MEMORY;
  if (pl_file_exists(*path)) return PL_OK;
  pl_where where = pl_json_where(value);
  return pl_fail(r->ctx, PL_ERROR_FILE, &where, "names start at the folder of the test",
                 PL_ID("capture.file-absent") "\"%s\" does not exist (looked for %s)", name, *path);
}

static pl_status need(const pl__capture_reader *r, const char *key, const char *example, pl_json **value) {
  *value = pl__capture_setting(r, key);
  if (*value) return PL_OK;
  pl_where where = pl__capture_where(r);
  char hint[160];
  snprintf(hint, sizeof hint, "write \"%s\": %s", key, example);
  return pl_fail(r->ctx, PL_ERROR_INPUT, &where, hint, "\"%s\" is missing", key);
}

// ---- the head of a test ----

static pl_status open_test(pl__capture_reader *r, pl_json *object, pl_test *test) {
  pl_where where = pl_json_where(object);
  if (object->kind != PL_JSON_OBJECT)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "write {\"name\": \"stretch-warp\", \"folder\": \"stretch-warp\", ...}",
                   "must be an object {...}");
  object->used = true;
  test->line = object->line;
  r->test = object;
  r->sheet = NULL;
  r->folder = r->directory;
  const char *folder = NULL, *name = NULL;
  pl_json_find(object, "comment");
  PL_TRY(pl_json_optional_text(r->ctx, object, "folder", &folder));
  if (folder) {
    r->folder = pl_path_join(r->scratch, r->directory, folder);
    if (!r->folder) return PL_ERROR_MEMORY;
    where = pl_json_where(pl_json_find(object, "folder"));
    if (!pl_directory_exists(r->folder))
      return pl_fail(r->ctx, PL_ERROR_FILE, &where, "folders are relative to the experiment file", "\"%s\" is no folder (looked for %s)",
                     folder, r->folder);
    char *sheet = pl_path_join(r->scratch, r->folder, "capture.json");
    if (!sheet) return PL_ERROR_MEMORY;
    if (pl_file_exists(sheet)) {
      PL_TRY(pl_json_load(r->scratch, sheet, &r->sheet));
      PL_TRY(pl__record_input(r->ctx, r->m, sheet));
      pl_json_find(r->sheet, "comment");
    }
  }
  PL_TRY(pl_json_optional_text(r->ctx, object, "name", &name));
  if (r->sheet) {
    const char *other = NULL;
    PL_TRY(pl_json_optional_text(r->ctx, r->sheet, "name", &other));
    name = name ? name : other;
  }
  test->name = pl_arena_text(r->m->arena, name ? name : folder ? pl_path_name(folder) : "capture");
  if (!test->name) return PL_ERROR_MEMORY;
  r->name = test->name;
  where = pl_json_where(object);
  PL_TRY(pl__specimen_name(r->ctx, r->m, object, r->root, &test->specimen));
  if (!*test->name) return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "write a name, or leave it out", "the name is empty");
  for (const pl_test *before = r->m->test; before < test; before++)
    if (strcmp(before->name, test->name) == 0)
      return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "give each test a unique \"name\"",
                     PL_ID("experiment.also-test-line") "\"%s\" is also the test of line %d", test->name, before->line);
  return PL_OK;
}

static pl_status read_motion(const pl__capture_reader *r, pl_capture *capture) {
  pl_json *value;
  int motion, direction = COUNT(directions) - 1;
  PL_TRY(need(r, "motion", "\"stretch\", \"picture-frame\", \"table-edge\", \"complex-shear\", \"corner-pull\" or \"other\"", &value));
  PL_TRY(pl_json_choice(r->ctx, value, COUNT(motions), motions, &motion));
  capture->motion = motions[motion];
  value = pl__capture_setting(r, "direction");
  if (value) PL_TRY(pl_json_choice(r->ctx, value, COUNT(directions), directions, &direction));
  capture->direction = directions[direction];
  bool stretch = strcmp(capture->motion, "stretch") == 0, bend = strcmp(capture->motion, "table-edge") == 0;
  if (pl_capture_on_bias(capture) && !bend) {
    pl_where at = pl_json_where(value);
    return pl_fail(r->ctx, PL_ERROR_INPUT, &at, "write \"warp\" or \"weft\", or use the motion \"other\"",
                   PL_ID("capture.bias-motion") "direction \"bias\" of a %s; only a table-edge can have it", capture->motion);
  }
  if (*capture->direction || (!stretch && !bend)) return PL_OK;
  pl_where where = pl__capture_where(r);
  return pl_fail(r->ctx, PL_ERROR_INPUT, &where,
                 bend ? "write \"direction\": \"warp\", \"weft\" or \"bias\"" : "write \"direction\": \"warp\" or \"direction\": \"weft\"",
                 "a %s needs the direction that it exercises", capture->motion);
}

static pl_status read_sigma(const pl__capture_reader *r, pl_test *test, pl_capture *capture) {
  static const char *const names[] = {"clip-force", "positions"};
  double *const value[] = {&capture->sigma_force, &capture->sigma_position};
  pl_json *source[3] = {pl_json_find(r->test, "sigma"), r->sheet ? pl_json_find(r->sheet, "sigma") : NULL, pl_json_find(r->root, "sigma")};
  // from the most general to the test itself
  for (int s = 2; s >= 0; s--) {
    if (!source[s]) continue;
    pl_where where = pl_json_where(source[s]);
    if (source[s]->kind != PL_JSON_OBJECT)
      return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "write {\"positions\": \"0.1 mm\", \"clip-force\": \"3 mN\"}",
                     "must be an object {...}");
    for (int k = 0; k < COUNT(names); k++)
      PL_TRY(pl_json_optional_quantity(r->ctx, source[s], names[k], k == 0 ? PL_DIM_FORCE : PL_DIM_LENGTH, 1e-12, 1e3, value[k]));
    PL_TRY(pl_json_done(r->ctx, source[s], COUNT(names), names));
  }
  test->channel[PL_CAPTURE_CLIP_FORCE].sigma = test->channel[PL_CAPTURE_CLIP_PARALLEL].sigma = capture->sigma_force;
  test->channel[PL_CAPTURE_POSITIONS].sigma = capture->sigma_position;
  return PL_OK;
}

static pl_status read_gravity(pl__capture_reader *r, pl_capture *capture) {
  pl_json *value = pl__capture_setting(r, "gravity");
  if (!value) {
    capture->gravity[2] = -9.81;
    return pl__record_note(r->m, r->name, "gravity is not given: 9.81 m/s^2 along -z");
  }
  int n;
  double *g;
  PL_TRY(pl_json_quantities(r->scratch, value, PL_DIM_ACCELERATION, &n, &g));
  pl_where where = pl_json_where(value);
  if (n != 3 || !(fabs(g[0]) + fabs(g[1]) + fabs(g[2]) < 1e3))
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "write [\"0 m/s^2\", \"0 m/s^2\", \"-9.81 m/s^2\"]",
                   "must be the three components of an acceleration below 1000 m/s^2");
  memcpy(capture->gravity, g, sizeof capture->gravity);
  return PL_OK;
}

// ---- the cloth ----

static pl_status load_rest(pl__capture_reader *r, const char **path, pl_capture *capture) {
  pl_json *value;
  bool given;
  pl_unit unit;
  pl_mesh *file, *scaled = NULL;
  PL_TRY(need(r, "rest", "\"rest.obj\", the rest mesh with material coordinates as texture coordinates", &value));
  PL_TRY(pl__capture_path(r, value, path));
  PL_TRY(pl__capture_unit(r, &given, &unit));
  PL_TRY(pl__record_input(r->ctx, r->m, *path));
  PL_TRY(pl_mesh_load(r->ctx, *path, &file));
  pl_status status = PL_OK;
  if (unit.factor != 1) {
    size_t n = (size_t)file->n_vertex;
    double *rest = pl_arena_alloc(r->scratch, 2 * n, sizeof *rest), *x0 = pl_arena_alloc(r->scratch, 3 * n, sizeof *x0);
    if (!rest || !x0) status = PL_ERROR_MEMORY;
    for (size_t i = 0; i < 2 * n && status == PL_OK; i++) rest[i] = pl_unit_si(unit, file->rest[i]);
    for (size_t i = 0; i < 3 * n && status == PL_OK; i++) x0[i] = pl_unit_si(unit, file->x0[i]);
    if (status == PL_OK) status = pl_mesh_create(r->ctx, file->n_vertex, rest, x0, file->n_triangle, file->triangle, file->kind, &scaled);
  }
  if (status == PL_OK) {
    capture->mesh = pl__mesh_copy(r->m->arena, scaled ? scaled : file);
    if (!capture->mesh) status = PL_ERROR_MEMORY;
  }
  pl_mesh_destroy(scaled);
  pl_mesh_destroy(file);
  return status;
}

static pl_status read_mass(pl__capture_reader *r, pl_capture *capture) {
  pl_json *value = pl__capture_setting(r, "mass");
  double area = pl__mesh_area(capture->mesh);
  if (!value && !(r->m->density > 0)) {
    pl_where where = pl__capture_where(r);
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "write \"mass\": \"4.6 g\" (of the cloth) or \"density\": \"460 g/m^2\" at the top",
                   PL_ID("capture.mass-cloth-missing") "the mass of the cloth is missing");
  }
  capture->mass = r->m->density * area;
  if (value) PL_TRY(pl_json_quantity(r->ctx, value, PL_DIM_MASS, -MAX_MASS, MAX_MASS, &capture->mass));
  if (!(capture->mass >= MIN_MASS)) {
    pl_where where = value ? pl_json_where(value) : pl__capture_where(r);
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where,
                   "weigh the cloth, or leave \"mass\" out and write \"density\": \"460 g/m^2\" at the top of the experiment file",
                   PL_ID("capture.mass-cloth-must-least") "the mass of the cloth is %g g, must be at least %g g", 1e3 * capture->mass,
                   1e3 * MIN_MASS);
  }
  double density = capture->mass / area;
  if (!(r->m->density > 0)) r->m->density = density;
  if (fabs(density / r->m->density - 1) <= 0.1) return PL_OK;
  return pl__record_note(r->m, r->name, "mass over rest area is %.4g g/m^2, the density of the fabric %.4g g/m^2", 1e3 * density,
                         1e3 * r->m->density);
}

// ---- the table ----

static pl_status read_flags(pl__capture_reader *r, pl_json *value, size_t n, uint8_t *flag) {
  const char *path;
  char *data;
  size_t size;
  PL_TRY(pl__capture_path(r, value, &path));
  PL_TRY(pl_file_read(r->scratch, path, (size_t)1 << 30, &data, &size));
  pl_where where = {.file = path};
  if (size != n)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where,
                   "one byte per frame and vertex: [n_frame][n_vertex], 1 where the table carries the cloth",
                   "has %zu bytes, must have %zu", size, n);
  for (size_t i = 0; i < n; i++) flag[i] = data[i] != 0;
  return pl__record_input(r->ctx, r->m, path);
}

static pl_status read_edge(pl__capture_reader *r, pl_json *table, pl_table_edge *out) {
  static const char *const axes[] = {"x", "y", "z"}, *const sides[] = {"negative", "positive"};
  pl_where where = pl_json_where(table);
  if (table->kind != PL_JSON_OBJECT)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "write {\"axis\": \"x\", \"edge\": \"0 mm\", \"side\": \"negative\"}",
                   "must be an object {...}");
  pl_json *value;
  int side;
  PL_TRY(pl_json_get(r->ctx, table, "axis", PL_JSON_STRING, &value));
  PL_TRY(pl_json_choice(r->ctx, value, 3, axes, &out->axis));
  PL_TRY(pl_json_need(r->ctx, table, "edge", "\"0 mm\"", &value));
  PL_TRY(pl_json_quantity(r->ctx, value, PL_DIM_LENGTH, -1e3, 1e3, &out->edge));
  PL_TRY(pl_json_get(r->ctx, table, "side", PL_JSON_STRING, &value));
  PL_TRY(pl_json_choice(r->ctx, value, 2, sides, &side));
  out->positive = side == 1;
  out->given = true;
  return pl_json_done(r->ctx, table, COUNT(table_keys), table_keys);
}

static pl_status read_support(pl__capture_reader *r, const pl__frames *frames, pl_capture *capture) {
  pl_json *table = pl__capture_setting(r, "table"), *file = pl__capture_setting(r, "supported");
  if (!table && !file) return PL_OK;
  size_t n = (size_t)frames->n_frame * (size_t)capture->mesh->n_vertex;
  uint8_t *flag = pl_arena_alloc(r->m->arena, n, sizeof *flag);
  if (!flag) return PL_ERROR_MEMORY;
  capture->supported = flag;
  if (table) PL_TRY(read_edge(r, table, &capture->table));
  if (file) return read_flags(r, file, n, flag);
  for (size_t i = 0; i < n; i++) {
    double beyond = frames->x[3 * i + (size_t)capture->table.axis] - capture->table.edge;
    flag[i] = capture->table.positive ? beyond >= 0 : beyond <= 0;
  }
  return PL_OK;
}

// ---- a test ----

static pl_status fill_test(pl__capture_reader *r, const pl__frames *frames, const pl_capture *capture, pl_test *test) {
  double low[2], high[2];
  pl__mesh_extent(capture->mesh, low, high);
  bool weft = strcmp(capture->direction, "weft") == 0;
  test->length = weft ? high[1] - low[1] : high[0] - low[0];
  test->width = weft ? high[0] - low[0] : high[1] - low[1];
  test->angle = weft ? PI / 2 : pl_capture_on_bias(capture) ? PI / 4 : 0;
  test->strips = 1;
  test->n_frame = capture->n_frame;
  test->n_raw = frames->n_frame;
  test->file = pl_arena_text(r->m->arena, r->folder);
  int *branch = pl_arena_alloc(r->m->arena, (size_t)frames->n_frame, sizeof *branch);
  if (!test->file || !branch) return PL_ERROR_MEMORY;
  test->branch = test->raw_branch = branch;
  test->protocol = r->m->protocol;
  test->detail = capture;
  test->observed = test->control = PL_CAPTURE_CLIP_FORCE;
  if (capture->n_clip == 0) return PL_OK;
  pl_channel *force = &test->channel[PL_CAPTURE_CLIP_FORCE];
  force->width = 3 * capture->n_clip;
  force->source = "cords and weight of the clips";
  return pl__capture_clip_forces(r->m->arena, capture, &force->value);
}

static pl_status read_test(pl__capture_reader *r, pl_json *object, pl_test *test) {
  pl__frames frames;
  const char *rest_path;
  for (int c = 0; c < r->m->protocol->n_channel; c++) test->channel[c].row = &r->m->protocol->channel[c];
  pl_capture *capture = pl_arena_alloc(r->m->arena, 1, sizeof *capture);
  if (!capture) return PL_ERROR_MEMORY;
  PL_TRY(open_test(r, object, test));
  PL_TRY(read_motion(r, capture));
  PL_TRY(read_sigma(r, test, capture));
  PL_TRY(read_gravity(r, capture));
  PL_TRY(load_rest(r, &rest_path, capture));
  PL_TRY(read_mass(r, capture));
  PL_TRY(pl__capture_read_frames(r, rest_path, capture->mesh->n_vertex, &frames));
  pl__capture_setting(r, "format");  // given for all tests, used by some
  uint8_t *fault = pl_arena_alloc(r->scratch, (size_t)frames.n_frame, sizeof *fault);
  if (!fault) return PL_ERROR_MEMORY;
  PL_TRY(pl__capture_check_frames(r, capture->mesh, &frames, fault));
  PL_TRY(pl__capture_read_clips(r, &frames, capture, fault));
  PL_TRY(pl__capture_read_cords(r, &frames, capture, fault));
  PL_TRY(pl__capture_read_compare(r, capture));
  PL_TRY(read_support(r, &frames, capture));
  PL_TRY(pl__capture_check(r, &frames, capture));
  PL_TRY(pl__capture_exclude(r, &frames, fault, capture));
  capture->x = frames.x;
  capture->number = frames.number;
  PL_TRY(pl__capture_suspect(r, capture));
  PL_TRY(fill_test(r, &frames, capture, test));
  if (r->sheet) PL_TRY(pl_json_done(r->ctx, r->sheet, COUNT(test_keys), test_keys));
  return pl_json_done(r->ctx, object, COUNT(test_keys), test_keys);
}

pl_status pl__capture_read(pl_context *ctx, pl_arena *scratch, pl_measurement *m, pl_json *root, const char *directory) {
  pl__capture_reader r = {.ctx = ctx, .scratch = scratch, .m = m, .root = root, .directory = directory, .suspicions = {.arena = m->arena}};
  pl_json *tests;
  PL_TRY(pl_json_get(ctx, root, "tests", PL_JSON_ARRAY, &tests));
  pl_where where = pl_json_where(tests);
  if (tests->n == 0)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "add at least one test: [{\"folder\": \"stretch-warp\", ...}]",
                   PL_ID("experiment.empty") "is empty");
  PL_TRY(pl__record_input(ctx, m, m->file));
  m->test = pl_arena_alloc(m->arena, (size_t)tests->n, sizeof *m->test);
  if (!m->test) return PL_ERROR_MEMORY;
  for (pl_json *object = tests->child; object; object = object->next) {
    PL_TRY(read_test(&r, object, &m->test[m->n_test]));
    m->n_test++;
  }
  m->n_suspicion = r.suspicions.n;
  m->suspicion = r.suspicions.item;
  return pl_json_done(ctx, root, COUNT(file_keys), file_keys);
}
