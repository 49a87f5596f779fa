// test_hostile_scene.c: a bad scene is one clear error that names the line, the field and the remedy; nothing is half made.
#include "said.h"
#include "scene/simulation.h"
#include "test.h"

#include "base/text.h"
#include "failing_memory.h"

static pl_context *ctx;

// A good scene with one part replaced; each member is on a separate line.
typedef struct parts {
  const char *head, *mesh, *material, *clip, *integrator, *duration, *more;
} parts;

static const parts good = {"\"pliant\": \"scene 1\"",
                           "\"sheet\": {\"length\": \"10 cm\", \"width\": \"5 cm\", \"cells\": [4, 2]}",
                           "\"material\": \"poplin-virtual\"",
                           "{\"edge\": \"left\"}",
                           "\"integrator\": {\"step\": \"10 ms\"}",
                           "\"duration\": \"1 s\"",
                           "\"damping\": \"1 ms\""};

static pl_status load(const parts *p, pl_scene **scene) {
  char text[4096];
  snprintf(text, sizeof text, "{\n%s,\n\"meshes\": [{\n%s,\n%s}],\n\"clips\": [\n%s],\n%s,\n%s,\n%s}\n", p->head, p->mesh, p->material,
           p->clip, p->integrator, p->duration, p->more);
  return pl_scene_parse(ctx, "bad.json", test_folder(), text, strlen(text), scene);
}

static void expect(int at, parts p, int line, const char *key, const char *phrase, const char *remedy) {
  pl_scene *scene = (pl_scene *)(void *)&ctx;
  pl_context_clear_error(ctx);
  pl_status status = load(&p, &scene);
  const pl_error *error = pl_context_error(ctx);
  char text[2048];
  said_error_format(error, text, sizeof text);
  printf("%s\n", text);
  if (status == PL_OK || scene) test_fail(__FILE__, at, "the scene was accepted");
  if (status == PL_OK) return;
  if (strcmp(error->file, "bad.json") != 0 || error->line != line) test_fail(__FILE__, at, "line %d expected: %s", line, text);
  if (!strstr(error->key, key)) test_fail(__FILE__, at, "the key should contain \"%s\": %s", key, text);
  if (!test_says(said_error(ctx), phrase)) test_fail(__FILE__, at, "the message should contain \"%s\": %s", phrase, text);
  if (!strstr(error->hint, remedy)) test_fail(__FILE__, at, "the hint should contain \"%s\": %s", remedy, text);
}

// Replace one part of the good scene.
#define EXPECT(part, value, line, key, phrase, remedy)     \
  do {                                                     \
    parts changed_ = good;                                 \
    changed_.part = (value);                               \
    expect(__LINE__, changed_, line, key, phrase, remedy); \
  } while (0)

TEST(hostile_scene_time) {
  ctx = pl_context_create(NULL);
  pl_scene *scene;
  REQUIRE(load(&good, &scene) == PL_OK);
  pl_scene_destroy(scene);
  EXPECT(integrator, "\"integrator\": {\"step\": \"0 s\"}", 8, "integrator.step", "[option.expected]|step = \"0 s\"", "default");
  EXPECT(integrator, "\"integrator\": {\"step\": \"-1 ms\"}", 8, "integrator.step", "[option.expected]|\"-1 ms\"", "default");
  EXPECT(integrator, "\"integrator\": {\"step\": 0.01}", 8, "integrator.step", "[option.expected]", "unit");
  EXPECT(integrator, "\"integrator\": {\"step\": \"10 mm\"}", 8, "integrator.step", "[option.expected]", "unit");
  EXPECT(integrator, "\"integrator\": {\"method\": \"bdf3\"}", 8, "integrator.method", "bdf3", "bdf2");
  EXPECT(integrator, "\"integrator\": {\"newton\": 0}", 8, "integrator.newton", "[option.expected]|between 1 and", "default");
  EXPECT(integrator, "\"integrator\": {\"stp\": \"1 ms\"}", 8, "integrator.stp", "stp", "step");
  EXPECT(duration, "\"duration\": \"1 ms\"", 9, "duration", "steps", "longer");
  EXPECT(duration, "\"duration\": \"-1 s\"", 9, "duration", "[json.out-range-must-lie]", "correct");
  EXPECT(duration, "\"name\": \"x\"", 1, "", "missing field \"duration\"", "\"1 s\"");
  EXPECT(head, "\"pliant\": \"experiment 1\"", 2, "pliant", "experiment 1", "scene 1");
  EXPECT(more, "\"gravty\": [\"0 m/s^2\", \"0 m/s^2\", \"0 m/s^2\"]", 10, "gravty", "unknown key", "gravity");
  EXPECT(more, "\"gravity\": [\"0 m/s^2\", \"-9.81 m/s^2\"]", 10, "gravity", "[scene.three-numbers]|2", "");
  EXPECT(more, "\"gravity\": [0, 0, -9.81]", 10, "gravity", "[json.expected-2]", "m/s^2");
  EXPECT(more, "\"output\": {\"formats\": [\"objj\"]}", 10, "output.formats", "objj", "obj");
  EXPECT(more, "\"output\": {\"every\": 0}", 10, "output.every", "[json.out-range-must-lie]", "correct");
  EXPECT(more, "\"obstacles\": [{\"kind\": \"plane\", \"point\": [\"0 m\", \"0 m\", \"0 m\"], \"normal\": [0, 0, 0]}]", 10, "normal",
         "[scene.zero-direction]", "[0, 0, 1]");
  EXPECT(more, "\"obstacles\": [{\"kind\": \"cylinder\", \"ends\": [[\"0 m\", \"0 m\", \"0 m\"], [\"1 m\", \"0 m\", \"0 m\"]]}]", 10,
         "obstacles[0]", "radius", "50 mm");
  EXPECT(more, "\"obstacles\": [{\"kind\": \"capsule\", \"ends\": [[\"0 m\", \"0 m\", \"0 m\"]], \"radius\": \"1 m\"}]", 10, "ends",
         "[scene.two-ends]|1", "");
  EXPECT(more, "\"contact\": {\"thickness\": \"0 mm\"}", 10, "contact.thickness", "[scene.no-thickness]", "");
  EXPECT(more, "\"contact\": {\"thickness\": {\"shirt\": \"1 mm\"}}", 10, "contact.thickness.shirt", "[json.unknown-key]", "cloth");
  EXPECT(more, "\"contact\": {\"friction\": -0.1}", 10, "contact.friction", "[json.out-range-must-lie]", "correct");
  EXPECT(more, "\"contact\": {\"friction\": {\"pairs\": [{\"between\": [\"cloth\", \"bal\"], \"coefficient\": 0.1}]}}", 10, "between",
         "[json.not-known-expected-one]|cloth", "choose");
  EXPECT(more, "\"wind\": {\"velocity\": [\"1 m/s\", \"0 m/s\", \"0 m/s\"]}", 10, "wind", "normal", "N s/m^3");
  pl_context_destroy(ctx);
}

TEST(hostile_scene_meshes) {
  ctx = pl_context_create(NULL);
  EXPECT(mesh, "\"file\": \"absent.obj\"", 4, "meshes[0].file", "[scene.mesh-file-absent]|absent.obj", "");
  EXPECT(mesh, "\"name\": \"x\"", 3, "meshes[0]", "[scene.no-shape]", "sheet");
  EXPECT(mesh, "\"file\": \"a.obj\", \"sheet\": {}", 3, "meshes[0]", "[scene.several-shapes]", "one of");
  EXPECT(mesh, "\"sheet\": {\"length\": \"10 cm\", \"width\": \"0 cm\", \"cells\": [4, 2]}", 4, "width", "[json.out-range-must-lie]",
         "correct");
  EXPECT(mesh, "\"sheet\": {\"length\": \"10 cm\", \"width\": \"5 cm\", \"cells\": [4, 0]}", 4, "cells[1]", "[json.out-range-must-lie]",
         "correct");
  EXPECT(mesh, "\"sheet\": {\"length\": \"10 cm\", \"width\": \"5 cm\"}", 4, "sheet", "[scene.cells-missing]", "cells");
  EXPECT(mesh, "\"sheet\": {\"length\": \"10 m\", \"width\": \"5 cm\", \"cell\": \"0.1 mm\"}", 4, "cell", "at most 2000", "larger");
  EXPECT(mesh, "\"tube\": {\"radius\": \"5 cm\", \"length\": \"5 cm\", \"cells\": [2, 4]}", 4, "tube", "[scene.few-cells-around]|2",
         "more cells");
  EXPECT(mesh, "\"tube\": {\"radius\": \"5 cm\", \"length\": \"5 cm\", \"cells\": [12, 1500]}", 4, "tube",
         "[scene.seam-has-pairs-vertices]", "fewer");
  EXPECT(material, "\"material\": \"poplin-virtal\"", 5, "meshes[0].material", "[scene.material-unknown]|\"poplin-virtal\"",
         "poplin-virtual");
  EXPECT(material, "\"material\": \"absent.json\"", 5, "meshes[0].material", "[scene.material-file-absent]|absent.json", "");
  EXPECT(material, "\"comment\": 1", 3, "meshes[0]", "missing field \"material\"", "gabardine");
  char path[1024];
  snprintf(path, sizeof path, "%s/light.json", test_folder());
  const char light[] =
      "{\"pliant\": \"material 1\", \"name\": \"light\", \"terms\": [{\"name\": \"m\", \"strain\": \"green\", \"law\": \"isotropic\","
      " \"parameters\": {\"young\": \"100 N/m\", \"poisson\": 0}}]}";
  REQUIRE(pl_file_write(ctx, path, light, strlen(light)) == PL_OK);
  EXPECT(material, "\"material\": \"light.json\"", 5, "meshes[0].material", "[scene.material-has-no-density]", "density");
  pl_context_destroy(ctx);
}

TEST(hostile_scene_clips) {
  ctx = pl_context_create(NULL);
  EXPECT(clip, "{\"name\": \"x\"}", 7, "clips[0]", "[0, 1]", "edge");
  EXPECT(clip, "{\"edge\": \"left\", \"vertices\": [0]}", 7, "clips[0]", "[0, 1]", "one of");
  EXPECT(clip, "{\"edge\": \"lft\"}", 7, "clips[0].edge", "lft", "left");
  EXPECT(clip, "{\"vertices\": []}", 7, "clips[0].vertices", "no vertex", "check");
  EXPECT(clip, "{\"vertices\": [15]}", 7, "clips[0].vertices[0]", "[json.out-range-must-lie]", "correct");
  EXPECT(clip, "{\"box\": {\"min\": [\"1 m\", \"1 m\", \"1 m\"]}}", 7, "clips[0].box", "no vertex", "placed");
  EXPECT(clip, "{\"mesh\": \"cltoh\", \"edge\": \"left\"}", 7, "clips[0].mesh", "cltoh", "cloth");
  EXPECT(clip, "{\"edge\": \"left\", \"axes\": \"xw\"}", 7, "clips[0].axes", "xw", "xyz");
  EXPECT(clip, "{\"edge\": \"left\", \"from\": \"1 s\", \"until\": \"1 s\"}", 7, "clips[0].until", "[scene.ends-before-it-begins]|1 s",
         "end after");
  EXPECT(clip, "{\"edge\": \"left\", \"clamp\": true}", 7, "clips[0].clamp", "[scene.clamp-without-box]", "box");
  EXPECT(clip, "{\"edge\": \"left\", \"clamp\": 1}", 7, "clips[0].clamp", "", "");
  EXPECT(clip, "{\"box\": {\"max\": [\"1 mm\", \"1 m\", \"1 m\"]}, \"clamp\": true, \"axes\": \"z\"}", 7, "clips[0].clamp",
         "[scene.clamp-axes]", "leave");
  EXPECT(clip, "{\"edge\": \"left\"}, {\"corner\": \"top-left\"}", 7, "clips[1]", "[scene.hold-vertex-along-same]", "other");
  EXPECT(clip, "{\"edge\": \"left\", \"motion\": {\"keyframes\": []}}", 7, "keyframes", "[scene.no-keyframe]", "time");
  EXPECT(clip, "{\"edge\": \"left\", \"motion\": {\"keyframes\": [{\"time\": \"2 s\"},\n{\"time\": \"1 s\"}]}}", 8, "keyframes[1].time",
         "[scene.keyframe-order]|1 s|2 s", "order");
  EXPECT(clip, "{\"edge\": \"left\", \"motion\": {\"keyframes\": [{\"time\": \"-1 s\"}]}}", 7, "keyframes[0].time",
         "[json.out-range-must-lie]", "correct");
  EXPECT(clip, "{\"edge\": \"left\", \"motion\": {\"keyframes\": [{\"time\": \"1 s\", \"rotate\": 90}]}}", 7, "rotate", "no unit", "deg");
  EXPECT(more, "\"loads\": [{\"edge\": \"right\"}]", 10, "loads[0]", "missing field \"force\"", "N");
  EXPECT(more, "\"loads\": {}", 10, "loads", "[json.expected]", "");
  pl_context_destroy(ctx);
}

// Memory that runs out at any moment of reading and running gives an error, no crash and no leak.
static pl_status read_and_run(void) {
  pl_scene *scene;
  PL_TRY(load(&good, &scene));
  pl_simulation *sim;
  bool stopped;
  pl_status status = pl_simulation_create(scene, &sim);
  if (status == PL_OK) status = pl_simulation_advance(sim, 2, &stopped);
  pl_simulation_destroy(sim);
  pl_scene_destroy(scene);
  return status;
}

TEST(hostile_scene_memory) {
  bool met = true;
  for (int fail_at = 1; fail_at < 2000 && met; fail_at++) {
    failing f = {.fail_at = fail_at};
    pl_context_options options = pl_context_options_default();
    options.allocate = failing_allocate;
    options.allocate_user = &f;
    options.n_thread = 1;
    ctx = pl_context_create(&options);
    if (!ctx) continue;
    pl_status status = read_and_run();
    met = f.n_call >= fail_at;
    if ((status == PL_ERROR_MEMORY) != met) test_fail(__FILE__, __LINE__, "allocation %d: %s", fail_at, pl_status_text(status));
    if (f.n_live != 1) test_fail(__FILE__, __LINE__, "allocation %d: %d blocks leak", fail_at, f.n_live - 1);
    pl_context_destroy(ctx);
    if (!met) CHECK(fail_at > 40);
  }
  CHECK(!met);
}
