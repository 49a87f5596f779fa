// test_capture.c: a capture is read the same from every form of its files, saved exactly, and its clip loads are those of statics.
#include "said.h"
#include "test.h"

#include <stdlib.h>

#include "base/text.h"
#include "protocol/capture/capture_part.h"
#include "protocol/capture/capture.h"

static pl_context *ctx;
static pl_arena *arena;
static pl_measurement *given;  // the template as loaded

static const char *at(const char *name) {
  char *path = pl_arena_printf(arena, "%s/%s", test_folder(), name);
  REQUIRE(path);
  return path;
}

static void require_ok(pl_status status) {
  char text[2048];
  said_error_format(pl_context_error(ctx), text, sizeof text);
  if (status != PL_OK) test_fail(__FILE__, __LINE__, "%s: %s", pl_status_text(status), text);
  REQUIRE(status == PL_OK);
}

static void start(void) {
  ctx = pl_context_create(NULL);
  arena = pl_arena_create(ctx);
  require_ok(pl_measurement_new(ctx, "capture", at("a")));
  require_ok(pl_measurement_load(ctx, at("a"), &given));
}
static void finish(void) {
  pl_measurement_destroy(given);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

static void put(const char *name, const char *text) { require_ok(pl_file_write(ctx, at(name), text, strlen(text))); }

// Replace the first `from` of a file.
static void edit(const char *name, const char *from, const char *to) {
  char *data, *place;
  size_t size;
  require_ok(pl_file_read(arena, at(name), 1 << 24, &data, &size));
  place = strstr(data, from);
  REQUIRE(place);
  put(name, pl_arena_printf(arena, "%.*s%s%s", (int)(place - data), data, to, place + strlen(from)));
}

static pl_measurement *load(void) {
  pl_measurement *m;
  require_ok(pl_measurement_load(ctx, at("a"), &m));
  return m;
}

static void check_numbers(const double *a, const double *b, size_t n, double tolerance) {
  double worst = 0;
  for (size_t i = 0; i < n; i++) worst = fmax(worst, fabs(a[i] - b[i]));
  CHECK(worst <= tolerance);
}

static void check_capture(const pl_capture *a, const pl_capture *b, double tolerance) {
  CHECK_TEXT(a->motion, b->motion);
  CHECK_TEXT(a->direction, b->direction);
  REQUIRE(a->mesh->n_vertex == b->mesh->n_vertex && a->mesh->n_triangle == b->mesh->n_triangle && a->n_frame == b->n_frame);
  REQUIRE(a->n_clip == b->n_clip && a->n_cord == b->n_cord);
  size_t n = (size_t)a->mesh->n_vertex, n_frame = (size_t)a->n_frame;
  CHECK(a->mesh->kind == b->mesh->kind);
  check_numbers(a->mesh->rest, b->mesh->rest, 2 * n, tolerance);
  check_numbers(a->mesh->x0, b->mesh->x0, 3 * n, tolerance);
  CHECK(memcmp(a->mesh->triangle, b->mesh->triangle, 3 * (size_t)a->mesh->n_triangle * sizeof(int32_t)) == 0);
  check_numbers(a->x, b->x, 3 * n * n_frame, tolerance);
  for (int c = 0; c < a->n_clip; c++) {
    CHECK_TEXT(a->clip[c].name, b->clip[c].name);
    CHECK(a->clip[c].mass == b->clip[c].mass);
    REQUIRE(a->clip[c].n_vertex == b->clip[c].n_vertex);
    CHECK(memcmp(a->clip[c].vertex, b->clip[c].vertex, (size_t)a->clip[c].n_vertex * sizeof(int32_t)) == 0);
    check_numbers(a->clip[c].pose, b->clip[c].pose, 12 * n_frame, tolerance);
    check_numbers(a->clip[c].axis, b->clip[c].axis, 3, 0);
  }
  for (int c = 0; c < a->n_cord; c++) {
    CHECK_TEXT(a->cord[c].name, b->cord[c].name);
    CHECK(a->cord[c].clip == b->cord[c].clip);
    check_numbers(a->cord[c].point, b->cord[c].point, 3, 0);
    check_numbers(a->cord[c].direction, b->cord[c].direction, 3 * n_frame, tolerance);
    check_numbers(a->cord[c].tension, b->cord[c].tension, n_frame, tolerance);
  }
  CHECK(a->mass == b->mass && a->sigma_position == b->sigma_position && a->sigma_force == b->sigma_force);
  check_numbers(a->gravity, b->gravity, 3, 0);
  REQUIRE((a->supported == NULL) == (b->supported == NULL));
  if (a->supported) CHECK(memcmp(a->supported, b->supported, n * n_frame) == 0);
  CHECK(a->table.given == b->table.given && a->table.axis == b->table.axis && a->table.edge == b->table.edge);
  CHECK(a->table.positive == b->table.positive);
}

TEST(capture_template_content) {
  start();
  const pl_test *test = &given->test[0];
  const pl_capture *capture = pl_capture_of(test);
  REQUIRE(given->n_test == 1 && capture);
  CHECK_TEXT(test->name, "stretch-warp");
  CHECK_TEXT(capture->motion, "stretch");
  CHECK(test->n_frame == 21 && capture->n_frame == 21 && capture->n_clip == 2 && capture->n_cord == 2);
  CHECK_CLOSE(given->density, 0.2, 1e-12);
  CHECK_CLOSE(test->length, 0.1, 1e-12);
  CHECK(given->n_note == 0);
  CHECK(given->n_input == 5);  // experiment, rest, frames, poses, cords
  const pl_channel *force = &test->channel[PL_CAPTURE_CLIP_FORCE];
  CHECK(force->width == 6 && force->value && force->sigma == 0.003);
  CHECK(!test->channel[PL_CAPTURE_POSITIONS].value && test->channel[PL_CAPTURE_POSITIONS].sigma == 1e-4);
  // the bars pull against each other along x and carry the cloth together
  for (int f = 0; f < test->n_frame; f++) {
    const double *F = force->value + 6 * f;
    CHECK_NEAR(F[0] + F[3], 0, 1e-12);
    CHECK_NEAR(F[2] + F[5], capture->mass * 9.81, 1e-12);
  }
  CHECK_LESS(3.5, force->value[6 * 10 + 3]);
  finish();
}

TEST(capture_save_load_equal) {
  start();
  // the awkward numbers of a measured capture, a table, two tests of one name up to letters
  edit(
      "a/experiment.json", "\"tests\": [",
      "\"tests\": [{\"name\": \"bend: 1\", \"folder\": \"stretch-warp\", \"motion\": \"table-edge\", \"direction\": \"warp\", \"rest\": "
      "\"rest.obj\", \"frames\": \"frames.bin\", \"unit\": \"m\", \"mass\": \"1.7 g\", \"table\": {\"axis\": \"x\", \"edge\": \"33.3 mm\", "
      "\"side\": \"negative\"}}, {\"name\": \"bend 1\", \"folder\": \"stretch-warp\", \"motion\": \"other\", \"rest\": \"rest.obj\", "
      "\"frames\": "
      "\"frames.bin\", \"unit\": \"m\", \"mass\": \"3.7 g\"},");
  edit("a/stretch-warp/poses.csv", "left,3,1,0,0,0,1,0,0,0,1,0,0,0",
       "left,3,0.8253356149096783,-0.5646424733950354,0,0.5646424733950354,0.8253356149096783,0,0,0,1.001,0.1,0.7e-3,1e-17");
  pl_measurement *m = load(), *back;
  CHECK(pl_capture_of(&m->test[0])->table.given && pl_capture_of(&m->test[0])->table.axis == 0 && !pl_capture_of(&m->test[1])->table.given);
  CHECK(pl_capture_of(&m->test[0])->supported && pl_capture_of(&m->test[0])->n_clip == 0 &&
        !m->test[0].channel[PL_CAPTURE_CLIP_FORCE].value);
  require_ok(pl_measurement_save(ctx, at("b"), m));
  require_ok(pl_measurement_load(ctx, at("b"), &back));
  REQUIRE(back->n_test == 3);
  CHECK_TEXT(back->name, m->name);
  CHECK(back->density == m->density);
  for (int t = 0; t < 3; t++) {
    CHECK_TEXT(back->test[t].name, m->test[t].name);
    CHECK(back->test[t].length == m->test[t].length && back->test[t].angle == m->test[t].angle);
    check_capture(pl_capture_of(&back->test[t]), pl_capture_of(&m->test[t]), 0);
    for (int c = 0; c < 3; c++) CHECK(back->test[t].channel[c].sigma == m->test[t].channel[c].sigma);
  }
  check_numbers(back->test[2].channel[0].value, m->test[2].channel[0].value, 6 * 21, 0);
  pl_measurement_destroy(back);
  pl_measurement_destroy(m);
  finish();
}

static void save_frames_as(const char *pattern, double scale) {
  const pl_capture *capture = pl_capture_of(&given->test[0]);
  size_t n = 3 * (size_t)capture->mesh->n_vertex;
  double *x = pl_arena_alloc(arena, n, sizeof *x);
  require_ok(pl_directory_create(ctx, at("a/stretch-warp/frames")));
  for (int f = 0; f < capture->n_frame; f++) {
    for (size_t i = 0; i < n; i++) x[i] = scale * capture->x[n * (size_t)f + i];
    char name[80];
    snprintf(name, sizeof name, pattern, f);
    require_ok(pl_mesh_save(ctx, at(name), capture->mesh, x, 0, NULL));
  }
}

// Numbers without leading zeros: 10 comes after 9.
TEST(capture_frames_of_meshes) {
  start();
  save_frames_as("a/stretch-warp/frames/img%d.ply", 1);
  edit("a/experiment.json", "\"frames.bin\"", "\"frames/*.ply\"");
  pl_measurement *m = load();
  check_capture(pl_capture_of(&m->test[0]), pl_capture_of(&given->test[0]), 0);
  CHECK(m->n_input == 5);
  pl_measurement_destroy(m);

  edit("a/experiment.json", "\"frames/*.ply\"", "[\"frames/img3.ply\", \"frames/img4.ply\", \"frames/img5.ply\"]");
  m = load();
  REQUIRE(m->test[0].n_frame == 3);
  size_t n = 3 * (size_t)pl_capture_of(&m->test[0])->mesh->n_vertex;
  check_numbers(pl_capture_of(&m->test[0])->x, pl_capture_of(&given->test[0])->x + 3 * n, 3 * n, 0);
  CHECK(pl_capture_of(&m->test[0])->cord[0].tension[2] == pl_capture_of(&given->test[0])->cord[0].tension[5]);
  pl_measurement_destroy(m);
  finish();
}

// A deformed frame without texture coordinates or faces is as good.
TEST(capture_frames_without_texture) {
  start();
  const pl_capture *capture = pl_capture_of(&given->test[0]);
  pl_text text;
  pl_text_init(&text, ctx);
  for (int32_t i = 0; i < capture->mesh->n_vertex; i++) {
    const double *x = capture->x + 3 * (7 * capture->mesh->n_vertex + i);
    pl_text_printf(&text, "v %.17g %.17g %.17g\n", x[0], x[1], x[2]);
  }
  put("a/stretch-warp/scan7.obj", text.data);
  pl_text_clear(&text);
  edit("a/experiment.json", "\"frames.bin\"", "\"scan7.obj\"");
  pl_measurement *m = load();
  REQUIRE(m->test[0].n_frame == 1);
  check_numbers(pl_capture_of(&m->test[0])->x, capture->x + 3 * 7 * capture->mesh->n_vertex, 3 * (size_t)capture->mesh->n_vertex, 0);
  CHECK(pl_capture_of(&m->test[0])->cord[1].tension[0] == capture->cord[1].tension[7]);
  pl_measurement_destroy(m);
  finish();
}

TEST(capture_frames_of_a_table) {
  start();
  const pl_capture *capture = pl_capture_of(&given->test[0]);
  int32_t n = capture->mesh->n_vertex;
  pl_text text;
  pl_text_init(&text, ctx);
  pl_text_add(&text, "frame,vertex,x [mm],y [mm],z [cm]\r\n");
  for (int f = 0; f < capture->n_frame; f++)
    for (int32_t i = 0; i < n; i++) {
      const double *x = capture->x + 3 * (f * n + i);
      pl_text_printf(&text, "%d,%d,%.15g,%.15g,%.15g\r\n", f, (int)i, 1e3 * x[0], 1e3 * x[1], 1e2 * x[2]);
    }
  put("a/stretch-warp/frames.csv", text.data);
  pl_text_clear(&text);
  edit("a/experiment.json", "\"frames.bin\"", "\"frames.csv\"");
  pl_measurement *m = load();
  check_capture(pl_capture_of(&m->test[0]), capture, 1e-15);
  pl_measurement_destroy(m);
  finish();
}

// Single precision, millimetres; the unit holds for the rest mesh too.
TEST(capture_frames_float32_mm) {
  start();
  const pl_capture *capture = pl_capture_of(&given->test[0]);
  const pl_mesh *mesh = capture->mesh;
  size_t n = 3 * (size_t)mesh->n_vertex * (size_t)capture->n_frame;
  float *x = pl_arena_alloc(arena, n, sizeof *x);
  for (size_t i = 0; i < n; i++) x[i] = (float)(1e3 * capture->x[i]);
  require_ok(pl_file_write(ctx, at("a/stretch-warp/frames.bin"), (const char *)x, n * sizeof *x));
  double *rest = pl_arena_alloc(arena, 2 * (size_t)mesh->n_vertex, sizeof *rest);
  for (int32_t i = 0; i < 2 * mesh->n_vertex; i++) rest[i] = 1e3 * mesh->rest[i];
  pl_mesh *large;
  require_ok(pl_mesh_create(ctx, mesh->n_vertex, rest, NULL, mesh->n_triangle, mesh->triangle, mesh->kind, &large));
  require_ok(pl_mesh_save(ctx, at("a/stretch-warp/rest.obj"), large, NULL, 0, NULL));
  pl_mesh_destroy(large);
  edit("a/experiment.json", "\"float64\"", "\"float32\"");
  edit("a/experiment.json", "\"unit\": \"m\"", "\"unit\": \"mm\"");
  pl_measurement *m = load();
  check_capture(pl_capture_of(&m->test[0]), capture, 1e-8);
  CHECK_CLOSE(m->density, 0.2, 1e-6);
  pl_measurement_destroy(m);
  finish();
}

TEST(capture_quaternions) {
  start();
  pl_text text;
  pl_text_init(&text, ctx);
  pl_text_add(&text, "frame;clip;qw;qx;qy;qz;x [mm];y [mm];z [mm]\n");
  for (int f = 0; f < 21; f++)
    for (int c = 0; c < 2; c++)
      pl_text_printf(&text, "%d;%s;%.17g;%.17g;0;%.17g;%d;2;3\n", f, c ? "right" : "left", cos(0.05 * f), 0.6 * sin(0.05 * f),
                     0.8 * sin(0.05 * f), f);
  put("a/stretch-warp/poses.csv", text.data);
  pl_text_clear(&text);
  pl_measurement *m = load();
  // Rodrigues: R = 1 + sin a K + (1 - cos a) K^2 with the axis (0.6, 0, 0.8), a = 0.1 f
  for (int f = 0; f < 21; f++) {
    double a = 0.1 * f, s = sin(a), c = 1 - cos(a);
    const double R[12] = {1 - 0.64 * c, -0.8 * s, 0.48 * c,     0.8 * s,  1 - c, -0.6 * s,
                          0.48 * c,     0.6 * s,  1 - 0.36 * c, 1e-3 * f, 2e-3,  3e-3};
    check_numbers(pl_capture_of(&m->test[0])->clip[1].pose + 12 * f, R, 12, 1e-15);
  }
  pl_measurement_destroy(m);
  finish();
}

TEST(capture_clip_load) {
  start();
  const double pose[12] = {0, -1, 0, 1, 0, 0, 0, 0, 1, 5, 6, 7}, up[3] = {0, 0, 1}, side[3] = {1, 0, 0}, two = 2, three = 3;
  const pl_clip clip[2] = {{.name = "a", .mass = 0.1, .pose = pose}, {.name = "b", .mass = 1, .pose = pose}};
  const pl_cord cord[3] = {{"p", 0, {0.5, 0, 0}, up, &two}, {"q", 0, {0, 0.25, 0}, side, &three}, {"r", 1, {1, 1, 1}, up, &two}};
  const pl_capture capture = {.n_frame = 1, .n_clip = 2, .n_cord = 3, .clip = clip, .cord = cord, .gravity = {0, 0, -10}};
  double force[3], torque[3];
  pl_capture_clip_load(&capture, 0, 0, force, torque);
  // points in space: R (0.5, 0, 0) = (0, 0.5, 0), R (0, 0.25, 0) = (-0.25, 0, 0); arms x pulls
  check_numbers(force, (const double[]){3, 0, 2 - 1}, 3, 1e-15);
  check_numbers(torque, (const double[]){0.5 * 2, 0, 0}, 3, 1e-15);
  pl_capture_clip_load(&capture, 1, 0, force, torque);
  check_numbers(force, (const double[]){0, 0, 2 - 10}, 3, 1e-15);
  check_numbers(torque, (const double[]){1 * 2, -(-1) * 2, 0}, 3, 1e-15);
  finish();
}

// Keys in capture.json of the folder, the test wins over it, it wins over the top; clamped vertices from a table.
TEST(capture_keys_in_the_folder) {
  start();
  put("a/stretch-warp/capture.json",
      "{\"motion\": \"stretch\", \"direction\": \"weft\", \"rest\": \"rest.obj\", \"frames\": \"frames.bin\", \"unit\": \"m\", \"mass\": "
      "\"3 g\",\n"
      "\"sigma\": {\"positions\": \"0.2 mm\"}, \"comment\": \"by hand\",\n"
      "\"clips\": [{\"name\": \"left\", \"mass\": \"10 g\", \"vertices\": \"held.csv\", \"poses\": \"poses.csv\"}]}");
  put("a/stretch-warp/held.csv", "clip,vertex\nleft,4\nright,9\nleft,2\n");
  put("a/experiment.json",
      "{\"pliant\": \"experiment 1\", \"protocol\": \"capture\", \"mass\": \"5 g\", \"gravity\": [\"0 m/s^2\", \"0 m/s^2\", \"0 m/s^2\"],\n"
      "\"sigma\": {\"positions\": \"1 mm\", \"clip-force\": \"5 mN\"}, \"tests\": [{\"folder\": \"stretch-warp\", \"direction\": "
      "\"warp\"}]}");
  pl_measurement *m = load();
  const pl_capture *capture = pl_capture_of(&m->test[0]);
  CHECK_TEXT(m->test[0].name, "stretch-warp");
  CHECK_TEXT(capture->direction, "warp");
  CHECK(capture->mass == 0.003 && capture->sigma_position == 2e-4 && capture->sigma_force == 5e-3 && capture->gravity[2] == 0);
  REQUIRE(capture->n_clip == 1 && capture->clip[0].n_vertex == 2);
  CHECK(capture->clip[0].vertex[0] == 4 && capture->clip[0].vertex[1] == 2 && capture->clip[0].axis[1] == 0);
  REQUIRE(m->n_note == 1);
  CHECK_CONTAINS(m->note[0], "clip left has no cord");
  pl_measurement_destroy(m);
  finish();
}

TEST(capture_mass_by_density) {
  start();
  edit("a/experiment.json", "\"mass\": \"0.002 kg\",", "");
  edit("a/experiment.json", "\"tests\"", "\"density\": \"150 g/m^2\", \"tests\"");
  pl_measurement *m = load();
  CHECK_CLOSE(pl_capture_of(&m->test[0])->mass, 0.0015, 1e-12);
  CHECK(m->density == 0.15);
  pl_measurement_destroy(m);
  finish();
}

TEST(capture_describe) {
  start();
  pl_text text;
  pl_text_init(&text, ctx);
  pl_measurement_describe(given, &text);
  const char *const parts[] = {"stretch along warp",
                               "169 vertices, 288 triangles",
                               "frames              21\n",
                               "left: 13.3 g, 13 vertices, 1 cord, force 0.157",
                               "to 3.881 N",
                               "strain warp         0.2",
                               "to 4.2",
                               "25 x 25 vertices: interpolation",
                               "positions 0.1 mm"};
  for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) CHECK_CONTAINS(text.data, parts[i]);
  pl_text_clear(&text);
  finish();
}

// Frames in rising order whatever their first number; images of every second number have no gap. The default of the motion, unless
// something else is requested; kept by saving, shown by the check.
TEST(capture_compare) {
  const unsigned forces = 1u << PL_CAPTURE_CLIP_FORCE, along = 1u << PL_CAPTURE_CLIP_PARALLEL, positions = 1u << PL_CAPTURE_POSITIONS;
  pl_clip bar = {.axis = {0, 1, 0}}, small = {.mass = 0};
  pl_capture stretch = {.motion = "stretch", .n_clip = 1, .clip = &bar}, frame = {.motion = "picture-frame", .n_clip = 1, .clip = &bar},
             corner = {.motion = "picture-frame", .n_clip = 1, .clip = &small}, table = {.motion = "table-edge"},
             other = {.motion = "corner-pull", .n_clip = 1, .clip = &small};
  struct {
    const pl_capture *capture;
    unsigned expected[PL_COMPARE_COUNT];  // default, forces, parallel, positions, both
  } rows[] = {{&stretch, {forces, forces, along, positions, positions | forces}},
              {&frame, {along, forces, along, positions, positions | along}},
              {&corner, {forces, forces, forces, positions, positions | forces}},
              {&table, {positions, positions, positions, positions, positions}},
              {&other, {0, 0, 0, 0, 0}}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    for (int k = 0; k < PL_COMPARE_COUNT; k++) CHECK(pl_capture_compared(rows[i].capture, (pl_compare)k) == rows[i].expected[k]);

  start();
  CHECK(pl_capture_of(&given->test[0])->compare == PL_COMPARE_DEFAULT);
  edit("a/experiment.json", "\"direction\":", "\"compare\": \"both\", \"direction\":");
  pl_measurement *m = load();
  CHECK(pl_capture_of(&m->test[0])->compare == PL_COMPARE_BOTH);
  require_ok(pl_measurement_save(ctx, at("a"), m));
  pl_measurement_destroy(m);
  m = load();
  CHECK(pl_capture_of(&m->test[0])->compare == PL_COMPARE_BOTH);
  pl_text text;
  pl_text_init(&text, ctx);
  pl__capture_describe(&m->test[0], &text);
  CHECK_CONTAINS(text.data, "positions and clip forces");
  pl_text_clear(&text);
  pl_measurement_destroy(m);
  finish();
}

TEST(capture_frame_numbers) {
  start();
  edit("a/experiment.json", "\"clips\"", "\"comment\"");
  char *data, *cords;
  size_t size;
  require_ok(pl_file_read(arena, at("a/experiment.json"), 1 << 24, &data, &size));
  cords = strstr(data, ",\n      \"cords\"");
  REQUIRE(cords);
  put("a/experiment.json", pl_arena_printf(arena, "%.*s}]}", (int)(cords - data), data));
  save_frames_as("a/stretch-warp/frames/f%d.ply", 1);
  require_ok(pl_directory_create(ctx, at("a/stretch-warp/even")));
  for (int f = 0; f < 5; f++) {
    char from[700], to[80];
    snprintf(from, sizeof from, "%s", at(pl_arena_printf(arena, "a/stretch-warp/frames/f%d.ply", f)));
    snprintf(to, sizeof to, "a/stretch-warp/even/f%d.ply", 100 + 2 * f);
    require_ok(pl_file_read(arena, from, 1 << 24, &data, &size));
    require_ok(pl_file_write(ctx, at(to), data, size));
  }
  edit("a/experiment.json", "\"frames.bin\"", "\"even/*.ply\"");
  pl_measurement *m = load();
  CHECK(m->test[0].n_frame == 5 && m->n_note == 0);
  pl_measurement_destroy(m);
  finish();
}
