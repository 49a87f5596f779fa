// test_hostile_capture.c: a bad capture is one clear error, or a counted, explained exclusion.
#include "said.h"
#include "fault/failing_measurement.h"
#include "fault/hostile_experiment.h"
#include "test.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/text.h"
#include "protocol/capture/capture_part.h"
#include "protocol/capture/capture.h"

// Positions of the template: [21][169][3], m.
enum { N_FRAME = 21, N_VERTEX = 169 };
static double *frames(void) {
  size_t size;
  double *x = (double *)(void *)hostile_get("a/stretch-warp/frames.bin", &size);
  REQUIRE(size == 3 * N_FRAME * N_VERTEX * sizeof *x);
  return x;
}
static void put_frames(const double *x, size_t n_number) {
  hostile_put_bytes("a/stretch-warp/frames.bin", (const char *)x, n_number * sizeof *x);
}

// The error names a file, or the place in the experiment that names it: lines are not checked.
#define EXPECT(status, bad_file, phrase) hostile_expect(__FILE__, __LINE__, status, bad_file, NULL, phrase)
#define BAD_AT(name, from, to, status, bad_file, phrase) BAD(name, from, to, status, bad_file, NULL, phrase)

static void expect_hint(const char *phrase) {
  pl_measurement *m;
  CHECK(pl_measurement_load(hostile_context(), hostile_path("a"), &m) != PL_OK && m == NULL);
  CHECK_CONTAINS(pl_context_error(hostile_context())->hint, phrase);
  pl_context_clear_error(hostile_context());
}

#define POSES "a/stretch-warp/poses.csv"
#define CORDS "a/stretch-warp/cords.csv"

// It loads, with this many frames and a note or a suspicion.
static pl_measurement *noted(const char *file, int line, int n_frame, const char *note) {
  pl_measurement *m;
  char text[2048];
  pl_status status = pl_measurement_load(hostile_context(), hostile_path("a"), &m);
  said_error_format(pl_context_error(hostile_context()), text, sizeof text);
  if (status != PL_OK) test_fail(file, line, "%s", text);
  REQUIRE(status == PL_OK);
  if (m->test[0].n_frame != n_frame || pl_capture_of(&m->test[0])->n_frame != n_frame)
    test_fail(file, line, "%d frames, expected %d", m->test[0].n_frame, n_frame);
  bool found = false;
  for (int i = 0; i < m->n_note; i++) found = found || strstr(m->note[i], note);
  for (int i = 0; i < m->n_suspicion; i++) {
    found = found || test_says(said_text(&m->suspicion[i]), note);
    if (!*m->suspicion[i].remedy) test_fail(file, line, "no remedy: %s", m->suspicion[i].text);
  }
  if (!found) test_fail(file, line, "no note \"%s\"; the first is \"%s\"", note, m->n_note > 0 ? m->note[0] : "");
  return m;
}
#define NOTED(...) noted(__FILE__, __LINE__, __VA_ARGS__)

TEST(capture_hostile_settings) {
  hostile_start("capture");
  BAD_AT(EXPERIMENT, "\"0.002 kg\"", "\"0 g\"", PL_ERROR_INPUT, EXPERIMENT, "[capture.mass-cloth-must-least]|0 g|0.0001 g");
  BAD_AT(EXPERIMENT, "\"0.002 kg\"", "\"-2 g\"", PL_ERROR_INPUT, EXPERIMENT, "[capture.mass-cloth-must-least]|\"mass\"|\"density\"");
  BAD_AT(EXPERIMENT, "\"mass\": \"0.0133 kg\",", "", PL_ERROR_INPUT, EXPERIMENT, "add \"mass\": \"13.3 g\"");
  BAD_AT(EXPERIMENT, "\"0.0133 kg\"", "\"0 kg\"", PL_ERROR_INPUT, EXPERIMENT, "clips[0].mass");
  BAD_AT(EXPERIMENT, "\"mass\": \"0.002 kg\",", "", PL_ERROR_INPUT, EXPERIMENT, "[capture.mass-cloth-missing]");
  BAD_AT(EXPERIMENT, "\"motion\": \"stretch\",", "", PL_ERROR_INPUT, EXPERIMENT, "motion");
  BAD_AT(EXPERIMENT, "\"stretch\"", "\"strech\"", PL_ERROR_INPUT, EXPERIMENT, "stretch");
  BAD_AT(EXPERIMENT, "\"direction\": \"warp\",", "", PL_ERROR_INPUT, EXPERIMENT, "direction");
  BAD_AT(EXPERIMENT, "\"direction\":", "\"compare\": \"force\", \"direction\":", PL_ERROR_INPUT, EXPERIMENT, "forces");
  BAD_AT(EXPERIMENT, "\"stretch\",", "\"corner-pull\", \"compare\": \"both\",", PL_ERROR_INPUT, EXPERIMENT,
         "[capture.scored-there-nothing-choose]");
  BAD_AT(EXPERIMENT, "\"unit\": \"m\",", "", PL_ERROR_UNIT, EXPERIMENT, "unit");
  BAD_AT(EXPERIMENT, "\"unit\": \"m\"", "\"unit\": \"N\"", PL_ERROR_UNIT, EXPERIMENT, "[capture.not-unit-length]");
  BAD_AT(EXPERIMENT, "\"rest.obj\"", "\"res.obj\"", PL_ERROR_FILE, EXPERIMENT, "res.obj");
  BAD_AT(EXPERIMENT, "\"frames.bin\"", "\"frames/*.ply\"", PL_ERROR_FILE, EXPERIMENT, "[capture.cannot-open-folder]");
  BAD_AT(EXPERIMENT, "\"frames.bin\"", "\"*.ply\"", PL_ERROR_FILE, EXPERIMENT, "[capture.no-file-matches]");
  BAD_AT(EXPERIMENT, "\"frames.bin\"", "\"cords.csv\"", PL_ERROR_INPUT, CORDS, "[capture.there-no-column-2]");
  BAD_AT(EXPERIMENT, "\"frames.bin\"", "[]", PL_ERROR_INPUT, EXPERIMENT, "0 frames");
  BAD_AT(EXPERIMENT, "\"folder\": \"stretch-warp\"", "\"folder\": \"strech\"", PL_ERROR_FILE, EXPERIMENT, "no folder");
  BAD_AT(EXPERIMENT, "\"float64\"", "\"float16\"", PL_ERROR_INPUT, EXPERIMENT, "float32");
  BAD_AT(EXPERIMENT, "\"axis\": [0, 1, 0]", "\"axes\": [0, 1, 0]", PL_ERROR_INPUT, EXPERIMENT, "axis");
  BAD_AT(EXPERIMENT, "\"axis\": [0, 1, 0]", "\"axis\": [0, 1]", PL_ERROR_INPUT, EXPERIMENT, "3");
  BAD_AT(EXPERIMENT, "\"axis\": [0, 1, 0]", "\"axis\": [0, 0, 0]", PL_ERROR_INPUT, EXPERIMENT, "[capture.zero-must-direction]");
  BAD_AT(EXPERIMENT, "\"folder\"", "\"fodler\"", PL_ERROR_FILE, EXPERIMENT, "rest.obj");
  BAD_AT(EXPERIMENT, "[0, 0, -9.81]", "[0, -9.81]", PL_ERROR_INPUT, EXPERIMENT, "gravity");
  BAD_AT(EXPERIMENT, "\"0.1 mm\"", "\"0 mm\"", PL_ERROR_INPUT, EXPERIMENT, "sigma.positions");
  BAD_AT(EXPERIMENT, "\"clip-force\"", "\"force\"", PL_ERROR_INPUT, EXPERIMENT, "clip-force");
  BAD_AT(EXPERIMENT, "\"rest\":", "\"table\": {\"axis\": \"x\", \"edge\": \"0\", \"side\": \"negative\"}, \"rest\":", PL_ERROR_UNIT,
         EXPERIMENT, "edge");
  BAD_AT(EXPERIMENT, "\"rest\":", "\"table\": {\"axis\": \"x\", \"edge\": \"0 mm\"}, \"rest\":", PL_ERROR_INPUT, EXPERIMENT, "side");
  BAD_AT(EXPERIMENT, "\"rest\":", "\"supported\": \"frames.bin\", \"rest\":", PL_ERROR_INPUT, "a/stretch-warp/frames.bin", "bytes");
  hostile_finish();
}

TEST(capture_hostile_clips) {
  hostile_start("capture");
  const char *held = "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]";
  BAD_AT(EXPERIMENT, held, "[]", PL_ERROR_INPUT, EXPERIMENT, "[capture.clip-has-no-vertices]|\"left\"");
  BAD_AT(EXPERIMENT, "\"vertices\": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],", "", PL_ERROR_INPUT, EXPERIMENT,
         "add \"vertices\": [0, 1, 2] or");
  BAD_AT(EXPERIMENT, held, "[0, 169]", PL_ERROR_INPUT, EXPERIMENT, "168");
  BAD_AT(EXPERIMENT, held, "[0, -1]", PL_ERROR_INPUT, EXPERIMENT, "-1");
  BAD_AT(EXPERIMENT, held, "[3, 4, 3]", PL_ERROR_INPUT, EXPERIMENT, "vertex 3");
  BAD_AT(EXPERIMENT, held, "[3, 156]", PL_ERROR_INPUT, EXPERIMENT, "[capture.vertex-clip-already-held]|156|\"right\"");
  BAD_AT(EXPERIMENT, "\"name\": \"right\"", "\"name\": \"left\"", PL_ERROR_INPUT, EXPERIMENT, "two clips");
  BAD_AT(EXPERIMENT, "\"name\": \"right\"", "\"name\": \"rihgt\"", PL_ERROR_INPUT, POSES, "[capture.no-row-pose-clip]|\"rihgt\"");
  BAD_AT(EXPERIMENT, "\"clip\": \"left\"", "\"clip\": \"lfet\"", PL_ERROR_INPUT, EXPERIMENT, "left");
  BAD_AT(POSES, "left,3,1,0,0", "left,3,2,0,0", PL_ERROR_INPUT, POSES, "no rotation");
  BAD_AT(POSES, "left,3,1,0,0,0,1,0,0,0,1", "left,3,1,0,0,0,1,0,0,0,-1", PL_ERROR_INPUT, POSES, "no rotation");
  BAD_AT(POSES, "left,3,1,", "left,3,nan,", PL_ERROR_INPUT, POSES, "finite");
  BAD_AT(POSES, "left,3,", "left,4,", PL_ERROR_INPUT, POSES, "frame 4 of clip");
  BAD_AT(POSES, "x [m]", "x", PL_ERROR_UNIT, POSES, "unit");
  BAD_AT(POSES, "frame", "image", PL_ERROR_INPUT, POSES, "frame");
  hostile_finish();
}

// "cord force without direction": zero, not a number, no columns.
TEST(capture_hostile_cords) {
  hostile_start("capture");
  size_t size;
  const char *row = strstr(hostile_get(CORDS, &size), "left,1,");
  char line[200];
  snprintf(line, sizeof line, "%.*s", (int)strcspn(row, "\n"), row);
  BAD_AT(CORDS, line, "left,1,0,0,0,2.5", PL_ERROR_INPUT, CORDS, "cord \"left\" pulls with 2.5 N, but its");
  BAD_AT(CORDS, line, "left,1,,,,2.5", PL_ERROR_INPUT, CORDS, "empty");
  BAD_AT(CORDS, line, "left,1,1,0,0,-2.5", PL_ERROR_INPUT, CORDS, "must be >= 0");
  BAD_AT(CORDS, "dx,dy,dz", "ax,ay,az", PL_ERROR_INPUT, CORDS, "no column \"dx\"");
  BAD_AT(CORDS, "dx,dy,dz", "dx,dy,az", PL_ERROR_INPUT, CORDS, "[capture.there-no-column]");
  BAD_AT(CORDS, "tension [N]", "tension [mm]", PL_ERROR_UNIT, CORDS, "force");
  // a slack cord needs none; a load cell's zero is counted
  hostile_edit(CORDS, line, "left,1,0,0,0,0");
  pl_measurement *m;
  REQUIRE(pl_measurement_load(hostile_context(), hostile_path("a"), &m) == PL_OK);
  CHECK(m->test[0].n_frame == N_FRAME && pl_capture_of(&m->test[0])->cord[0].tension[1] == 0);
  pl_measurement_destroy(m);
  hostile_edit(CORDS, "left,1,0,0,0,0", "left,1,1,0,0,-0.01");
  pl_measurement_destroy(NOTED(N_FRAME, "1 tensions of cord left are slightly negative"));
  hostile_finish();
}

TEST(capture_hostile_topology) {
  hostile_start("capture");
  const double *x = frames();
  put_frames(x, 3 * N_FRAME * N_VERTEX - 3);
  EXPECT(PL_ERROR_INPUT, "a/stretch-warp/frames.bin", "[capture.has-bytes-not-multiple]");
  put_frames(x, 0);
  EXPECT(PL_ERROR_INPUT, "a/stretch-warp/frames.bin", "[capture.has-bytes-not-multiple]");

  // meshes with other triangles, with other vertices
  pl_specimen specimen = {.length = 0.1, .width = 0.1, .n_length = 12, .n_width = 12};
  pl_mesh *mesh;
  REQUIRE(pl_mesh_strip(hostile_context(), &specimen, &mesh) == PL_OK);
  REQUIRE(pl_mesh_save(hostile_context(), hostile_path("a/stretch-warp/f0.obj"), mesh, NULL, 0, NULL) == PL_OK);
  pl_mesh_destroy(mesh);
  hostile_edit(EXPERIMENT, "\"frames.bin\"", "\"f*.obj\"");
  EXPECT(PL_ERROR_INPUT, "a/stretch-warp/f0.obj", "other corners");
  specimen.n_width = 11;
  REQUIRE(pl_mesh_strip(hostile_context(), &specimen, &mesh) == PL_OK);
  REQUIRE(pl_mesh_save(hostile_context(), hostile_path("a/stretch-warp/f0.obj"), mesh, NULL, 0, NULL) == PL_OK);
  pl_mesh_destroy(mesh);
  EXPECT(PL_ERROR_INPUT, "a/stretch-warp/f0.obj", "[capture.frame-has-vertices-rest]|156|169");

  // a table whose second frame lacks a vertex
  pl_text text;
  pl_text_init(&text, hostile_context());
  pl_text_add(&text, "frame,x [m],y [m],z [m]\n");
  for (int i = 0; i < 2 * N_VERTEX; i++)
    pl_text_printf(&text, "%d,%.9g,%.9g,%.9g\n", i < N_VERTEX - 1 ? 0 : 1, x[3 * i], x[3 * i + 1], x[3 * i + 2]);
  hostile_put_bytes("a/stretch-warp/f.csv", text.data, text.size);
  pl_text_clear(&text);
  hostile_edit(EXPERIMENT, "\"f*.obj\"", "\"f.csv\"");
  EXPECT(PL_ERROR_INPUT, "a/stretch-warp/f.csv", "[capture.frame-has-vertices-rest-mesh]|0|168|169");
  hostile_put_bytes("a/stretch-warp/f.csv", "x [m],y [m],z [m]\n1,2,3\n", 24);
  EXPECT(PL_ERROR_INPUT, "a/stretch-warp/f.csv", "1 rows");
  hostile_put_bytes("a/stretch-warp/f.csv", "", 0);
  EXPECT(PL_ERROR_INPUT, "a/stretch-warp/f.csv", "empty");
  hostile_finish();
}

TEST(capture_hostile_nan_positions) {
  hostile_start("capture");
  double *x = frames(), kept = x[3 * N_VERTEX * 8 + 5];
  x[3 * N_VERTEX * 4 + 100] = NAN;
  x[3 * N_VERTEX * 6 + 7] = INFINITY;
  x[3 * N_VERTEX * 7 + 7] = NAN;
  put_frames(x, 3 * N_FRAME * N_VERTEX);
  pl_measurement *m = NOTED(N_FRAME - 3, "[capture.excluded]|3|21|4|6|7");
  const pl_capture *capture = pl_capture_of(&m->test[0]);
  // frame 8 is now the sixth, in every array
  CHECK(capture->x[3 * N_VERTEX * 5 + 5] == kept);
  CHECK(m->test[0].n_raw == N_FRAME);
  CHECK(capture->number[3] == 3 && capture->number[4] == 5 && capture->number[5] == 8 && capture->number[17] == 20);
  for (int f = 0; f < capture->n_frame; f++) {
    int was = f < 4 ? f : f < 5 ? 5 : f + 3;
    double travel = (double)(was <= 10 ? was : 20 - was) / 10;
    CHECK_NEAR(capture->clip[1].pose[12 * f + 9], 0.1 * (1.002 + 0.04 * travel), 1e-12);
    CHECK_NEAR(capture->cord[0].direction[3 * f] * capture->cord[0].tension[f], m->test[0].channel[PL_CAPTURE_CLIP_FORCE].value[6 * f],
               1e-12);
  }
  pl_measurement_destroy(m);
  for (int f = 0; f < N_FRAME; f++) x[3 * N_VERTEX * f] = NAN;
  put_frames(x, 3 * N_FRAME * N_VERTEX);
  EXPECT(PL_ERROR_INPUT, EXPERIMENT, "[capture.none-frames-read-can]|21|64");
  EXPECT(PL_ERROR_INPUT, EXPERIMENT, "[capture.none-frames-read-can]|\"format\"|32|64|42");
  // in a mesh file the reader names the line
  size_t size;
  char *obj = hostile_get("a/stretch-warp/rest.obj", &size);
  hostile_put_bytes("a/stretch-warp/f1.obj", obj, size);
  hostile_edit("a/stretch-warp/f1.obj", "v 0 ", "v nan ");
  hostile_edit(EXPERIMENT, "\"frames.bin\"", "[\"f1.obj\"]");
  EXPECT(PL_ERROR_PARSE, "a/stretch-warp/f1.obj", "finite");
  hostile_finish();
}

// An array of one width read as the other: whatever the numbers make of it, the remedy is the format.
TEST(capture_hostile_format) {
  hostile_start("capture");
  double *x = frames();
  size_t n = 3 * N_FRAME * N_VERTEX, even = 3 * (N_FRAME - 1) * N_VERTEX;
  float *narrow = pl_arena_alloc(hostile_arena(), n, sizeof *narrow);
  REQUIRE(narrow);
  hostile_put_bytes("a/stretch-warp/frames.bin", (const char *)x, n * sizeof *x);
  hostile_edit(EXPERIMENT, "\"float64\"", "\"float32\"");
  expect_hint("float32 or float64?");
  hostile_edit(EXPERIMENT, "\"float32\"", "\"float64\"");
  for (int unit = 0; unit < 2; unit++) {
    for (size_t i = 0; i < n; i++) narrow[i] = (float)((unit ? 1e3 : 1) * x[i]);
    hostile_put_bytes("a/stretch-warp/frames.bin", (const char *)narrow, even * sizeof *narrow);
    expect_hint("float32 or float64?");
    hostile_put_bytes("a/stretch-warp/frames.bin", (const char *)narrow,
                      n * sizeof *narrow);  // an odd number of frames is no array of doubles
    expect_hint("check \"format\"");
  }
  hostile_finish();
}

TEST(capture_hostile_torn) {
  hostile_start("capture");
  double *x = frames();
  // one vertex in the middle is 20 mm off its neighbours: cells are 8 mm
  x[3 * (N_VERTEX * 9 + 84) + 2] += 0.020;
  put_frames(x, 3 * N_FRAME * N_VERTEX);
  pl_measurement_destroy(NOTED(N_FRAME - 1, "[capture.excluded]|1|21|9"));
  hostile_finish();
}

TEST(capture_hostile_missing_frames) {
  hostile_start("capture");
  // poses and tensions that do not exist
  hostile_edit(POSES, "left,3,", "left,99,");
  pl_measurement *m = NOTED(N_FRAME - 1, "[capture.excluded]|1|21|3");
  pl_measurement_destroy(m);
  m = NOTED(N_FRAME - 1, " in poses.csv belong");
  pl_measurement_destroy(m);
  hostile_edit(CORDS, "right,5,", "right,98,");
  pl_measurement_destroy(NOTED(N_FRAME - 2, "[capture.excluded]|5"));
  hostile_finish();
}

TEST(capture_hostile_gaps) {
  hostile_start("capture");
  const double *x = frames();
  pl_mesh *mesh;
  REQUIRE(pl_mesh_load(hostile_context(), hostile_path("a/stretch-warp/rest.obj"), &mesh) == PL_OK);
  for (int f = 0; f < N_FRAME; f++) {
    if (f == 7 || f == 12 || f == 13) continue;
    char name[80];
    snprintf(name, sizeof name, "a/stretch-warp/f%03d.ply", f);
    REQUIRE(pl_mesh_save(hostile_context(), hostile_path(name), mesh, x + 3 * N_VERTEX * f, 0, NULL) == PL_OK);
  }
  pl_mesh_destroy(mesh);
  hostile_edit(EXPERIMENT, "\"frames.bin\"", "\"f*.ply\"");
  pl_measurement *m = NOTED(N_FRAME - 3, " the middle (7, 12 to 13)");
  const pl_capture *capture = pl_capture_of(&m->test[0]);
  CHECK(capture->number[6] == 6 && capture->number[7] == 8 && capture->number[17] == 20);
  for (int k = 0; k < 3 * N_VERTEX; k++) CHECK(capture->x[3 * N_VERTEX * 7 + k] == x[3 * N_VERTEX * 8 + k]);
  CHECK_NEAR(capture->clip[1].pose[12 * 7 + 9], 0.1 * 1.034, 1e-12);
  pl_measurement_destroy(m);
  hostile_finish();
}

// Declared the other way round: an explained warning, not an error.
TEST(capture_hostile_swapped_warp_and_weft) {
  hostile_start("capture");
  hostile_edit(EXPERIMENT, "\"direction\": \"warp\"", "\"direction\": \"weft\"");
  pl_measurement_destroy(NOTED(N_FRAME, "[capture.direction]"));
  hostile_edit(EXPERIMENT, "\"motion\": \"stretch\"", "\"motion\": \"table-edge\"");
  pl_measurement_destroy(NOTED(N_FRAME, "mean slope"));
  hostile_finish();
}

// One suspicion in all, with this text.
static void doubted(const char *file, int line, const char *text) {
  pl_measurement *m = noted(file, line, N_FRAME, text);
  if (m->n_suspicion != 1) test_fail(file, line, "%d suspicions, expected one: %s", m->n_suspicion, text);
  pl_measurement_destroy(m);
}
#define DOUBTED(...) doubted(__FILE__, __LINE__, __VA_ARGS__)

// One edit of one file, one suspicion.
static void odd(const char *file, int line, const char *name, const char *from, const char *to, const char *text) {
  size_t size;
  char *before = hostile_get(name, &size);
  hostile_edit(name, from, to);
  doubted(file, line, text);
  hostile_put_bytes(name, before, size);
}
#define ODD(...) odd(__FILE__, __LINE__, __VA_ARGS__)

TEST(capture_hostile_implausible) {
  hostile_start("capture");
  pl_measurement *m;
  REQUIRE(pl_measurement_load(hostile_context(), hostile_path("a"), &m) == PL_OK);
  CHECK(m->n_suspicion == 0);
  pl_measurement_destroy(m);
  // 2 g on 100 x 100 mm are 200 g/m^2. A cloth of 0.02 g is light as well, but the forces of the bars hide its weight
  ODD(EXPERIMENT, "\"0.002 kg\"", "\"0.02 g\"", "[load.density]|2 g");
  // tensions a thousand times too small leave the weights: 2 x 13.3 g + 2 g at 9.81 m/s^2 are 0.2806 N
  ODD(CORDS, "tension [N]", "tension [mN]", "[capture.unbalanced]|0.2");
  // nothing measures forces, or something else may hold the cloth: no judgement
  size_t size;
  char *before = hostile_get(CORDS, &size);
  hostile_edit(CORDS, "tension [N]", "tension [mN]");
  hostile_edit(EXPERIMENT, "\"motion\": \"stretch\"", "\"motion\": \"other\"");
  REQUIRE(pl_measurement_load(hostile_context(), hostile_path("a"), &m) == PL_OK);
  CHECK(m->n_suspicion == 0);
  pl_measurement_destroy(m);
  hostile_edit(EXPERIMENT, "\"motion\": \"other\"", "\"motion\": \"stretch\"");
  hostile_put_bytes(CORDS, before, size);
  ODD(CORDS, ",0.8340027664756275", ",834002.7664756275", "[capture.stiffness]");
  // each cord with the readings of the other: still in balance, but the clips push
  before = hostile_get(CORDS, &size);
  pl_text other;
  pl_text_init(&other, hostile_context());
  for (const char *p = before; *p; p++) {
    bool left = p > before && p[-1] == '\n' && strncmp(p, "left", 4) == 0,
         right = p > before && p[-1] == '\n' && strncmp(p, "right", 5) == 0;
    if (left || right)
      pl_text_add(&other, left ? "right" : "left"), p += left ? 3 : 4;
    else
      pl_text_printf(&other, "%c", *p);
  }
  hostile_put_bytes(CORDS, other.data, other.size);
  DOUBTED("[capture.against-motion]");
  pl_text_clear(&other);
  hostile_put_bytes(CORDS, before, size);
  // one pose of 21 is 50 m off: sqrt(20)/21 of it, rms
  ODD(POSES, "right,3,1,0,0,0,1,0,0,0,1,0.1", "right,3,1,0,0,0,1,0,0,0,1,50.1", "[capture.clip-loose]|1064");
  hostile_finish();
}

TEST(capture_hostile_wrong_unit) {
  hostile_start("capture");
  double *x = frames();
  for (int i = 0; i < 3 * N_FRAME * N_VERTEX; i++) x[i] *= 1e3;
  put_frames(x, 3 * N_FRAME * N_VERTEX);
  EXPECT(PL_ERROR_UNIT, EXPERIMENT, "[capture.cloth-frame-times-large]|0|1|03");
  hostile_finish();
}

// Cut anywhere, a file of the capture is an error or a capture, never a crash.
TEST(capture_hostile_truncated) {
  hostile_start("capture");
  static const char *const names[] = {EXPERIMENT, POSES, CORDS, "a/stretch-warp/rest.obj"};
  for (int k = 0; k < 4; k++) {
    size_t size;
    char *data = hostile_get(names[k], &size);
    for (size_t n = 0; n < size; n += size / 37 + 1) {
      hostile_put_bytes(names[k], data, n);
      pl_measurement *m;
      if (pl_measurement_load(hostile_context(), hostile_path("a"), &m) == PL_OK) CHECK(m->test[0].n_frame > 0);
      pl_measurement_destroy(m);
      pl_context_clear_error(hostile_context());
    }
    hostile_put_bytes(names[k], data, size);
  }
  hostile_finish();
}

// ---- memory ----

TEST(capture_hostile_allocation) {
  hostile_start("capture");
  failing_load_and_save(hostile_path("a"), hostile_path("b"), 3000);
  hostile_finish();
}
