// test_api_dynamics.c: sheets in motion and scenes through the public headers alone, against closed forms.
#include <pliant/pliant.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "test.h"

#define MUST(ctx, call) REQUIRE((call) == PL_OK && pl_context_error(ctx)->status == PL_OK)
enum { N_VERTEX = 105, N_EDGE = 5 };
static const double G = 9.81;

static void make_strip(pl_context *ctx, pl_material **material, pl_mesh **mesh) {
  pl_specimen strip = {.length = 0.5, .width = 0.1, .n_length = 20, .n_width = 4};
  MUST(ctx, pl_material_load(ctx, "gabardine-virtual", material));
  MUST(ctx, pl_mesh_strip(ctx, &strip, mesh));
  REQUIRE((*mesh)->n_vertex == N_VERTEX);
}

// Nothing holds the strip: every integrator falls as its own formula says, and stays undeformed. Backward Euler falls
// g h^2 n (n + 1) / 2; the midpoint rule is exact.
TEST(api_sheet_falls_freely) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *material;
  pl_mesh *mesh;
  make_strip(ctx, &material, &mesh);
  double begin[N_VERTEX][3];
  for (int v = 0; v < N_VERTEX; v++) begin[v][0] = 0.3, begin[v][1] = 0, begin[v][2] = 0;
  for (int method = PL_BACKWARD_EULER; method <= PL_MIDPOINT; method++) {
    pl_sheet_motion_options options = pl_sheet_motion_options_default();
    options.integrator = (pl_integrator)method;
    options.gravity[2] = -G;
    options.step = 0.01;
    options.velocity = begin[0];
    pl_sheet_motion *motion;
    MUST(ctx, pl_sheet_motion_create(ctx, mesh, material, &options, &motion));
    pl_sheet_motion_report report;
    enum { N = 40 };
    MUST(ctx, pl_sheet_motion_advance(motion, N, NULL, &report));
    CHECK(report.n_step == N && report.n_loose == 0 && !report.stopped && report.iterations >= N);
    double t = N * 0.01, fallen = method == PL_MIDPOINT ? 0.5 * G * t * t : 0.5 * G * 1e-4 * N * (N + 1);
    CHECK_NEAR(pl_sheet_motion_time(motion), t, 1e-12);
    for (int v = 0; v < N_VERTEX; v++) {
      const double *x = pl_sheet_motion_positions(motion) + 3 * v, *u = pl_sheet_motion_velocities(motion) + 3 * v;
      CHECK_NEAR(x[0], mesh->x0[3 * v] + 0.3 * t, 1e-9);
      CHECK_NEAR(x[2], mesh->x0[3 * v + 2] - fallen, 1e-9);
      CHECK_NEAR(u[2], -G * t, 1e-9);
    }
    pl_energies e = pl_sheet_motion_energies(motion);
    double mass = pl_material_density(material) * 0.5 * 0.1;
    CHECK_NEAR(e.kinetic, 0.5 * mass * (0.3 * 0.3 + G * t * G * t), 1e-9);
    CHECK_NEAR(e.gravity, -mass * G * fallen, 1e-9);
    CHECK_NEAR(e.elastic, 0, 1e-12);
    if (method == PL_MIDPOINT) CHECK_NEAR(pl_energies_total(&e), 0.5 * mass * 0.3 * 0.3, 1e-9);
    pl_sheet_motion_destroy(motion);
  }
  pl_mesh_destroy(mesh);
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}

// Held by one edge and let go from the horizontal: without input the energy never grows with backward Euler. Then the support is carried along, and
// the work it does is counted as input.
TEST(api_sheet_swings_and_loses_energy) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *material;
  pl_mesh *mesh;
  make_strip(ctx, &material, &mesh);
  uint8_t fixed[N_VERTEX][3] = {{0}};
  int32_t edge[N_EDGE];
  REQUIRE(pl_mesh_select(mesh, 0, -1e-9, 1e-9, N_EDGE, edge) == N_EDGE);
  for (int i = 0; i < N_EDGE; i++) fixed[edge[i]][0] = fixed[edge[i]][1] = fixed[edge[i]][2] = 1;
  pl_sheet_motion_options options = pl_sheet_motion_options_default();
  options.gravity[2] = -G;
  options.fixed = fixed[0];
  pl_sheet_motion *motion;
  MUST(ctx, pl_sheet_motion_create(ctx, mesh, material, &options, &motion));
  pl_energies e = pl_sheet_motion_energies(motion);
  double last = pl_energies_total(&e), most = 0;
  for (int i = 0; i < 40; i++) {
    pl_sheet_motion_report report;
    MUST(ctx, pl_sheet_motion_advance(motion, 1, NULL, &report));
    CHECK(report.n_step == 1 && report.n_loose == 0);
    e = pl_sheet_motion_energies(motion);
    CHECK_LESS(pl_energies_total(&e), last + 1e-12);
    CHECK_NEAR(e.work.input, 0, 1e-12);
    last = pl_energies_total(&e);
    most = fmax(most, e.kinetic);
  }
  CHECK(most > 1e-4);
  double target[N_VERTEX][3];
  memcpy(target, mesh->x0, sizeof target);
  for (int v = 0; v < N_VERTEX; v++) target[v][2] += 0.05;
  MUST(ctx, pl_sheet_motion_advance(motion, 10, target[0], NULL));
  for (int i = 0; i < N_EDGE; i++) CHECK_NEAR(pl_sheet_motion_positions(motion)[3 * edge[i] + 2], target[edge[i]][2], 1e-12);
  e = pl_sheet_motion_energies(motion);
  CHECK(e.work.input > 0);
  pl_sheet_motion_destroy(motion);

  // what makes no sense is refused
  options.step = 0;
  CHECK(pl_sheet_motion_create(ctx, mesh, material, &options, &motion) == PL_ERROR_INPUT && !motion);
  pl_context_clear_error(ctx);
  options.step = 0.01;
  options.gravity[0] = NAN;
  CHECK(pl_sheet_motion_create(ctx, mesh, material, &options, &motion) == PL_ERROR_INPUT && !motion);
  pl_mesh_destroy(mesh);
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}

// A scene file step by step, and the same into a folder in two runs: the same motion.
TEST(api_scene_runs_into_a_folder) {
  pl_context *ctx = pl_context_create(NULL);
  pl_scene *scene;
  char path[4096], folder[4096];
  snprintf(path, sizeof path, "%s/scene.json", test_folder());
  FILE *file = fopen(path, "w");
  REQUIRE(file != NULL);
  fputs("{\"pliant\": \"scene 1\", \"duration\": \"0.1 s\", \"gravity\": [\"0 m/s^2\", \"0 m/s^2\", \"-9.81 m/s^2\"], \"integrator\": "
        "{\"step\": \"10 ms\"},\n"
        " \"meshes\": [{\"name\": \"strip\", \"sheet\": {\"length\": \"200 mm\", \"width\": \"50 mm\", \"cells\": [8, 2]}, \"material\": "
        "\"gabardine-virtual\"}]}\n",
        file);
  fclose(file);
  MUST(ctx, pl_scene_load_file(ctx, path, &scene));
  pl_scene_warn(scene);
  pl_scene_view view = pl_scene_describe(scene);
  CHECK(view.n_body == 1 && view.n_step == 10);
  CHECK_NEAR(view.step, 0.01, 1e-15);
  pl_simulation *simulation;
  bool stopped;
  MUST(ctx, pl_simulation_create(scene, &simulation));
  MUST(ctx, pl_simulation_advance(simulation, 10, &stopped));
  CHECK(!stopped);
  CHECK_NEAR(pl_simulation_time(simulation), 0.1, 1e-12);
  double fallen = 0.5 * G * 1e-4 * 10 * 11;
  pl_energies stepwise = pl_simulation_energies(simulation, 0);
  CHECK_NEAR(pl_simulation_positions(simulation, 0)[2], -fallen, 1e-3 * fallen);
  pl_simulation_destroy(simulation);

  snprintf(folder, sizeof folder, "%s/run", test_folder());
  pl_run_task task = {.directory = folder, .max_step = 4};
  pl_run_report report;
  MUST(ctx, pl_scene_run(scene, &task, &report));
  CHECK(report.outcome == PL_RUN_PAUSED && report.n_step == 4);
  task = (pl_run_task){.directory = folder, .resume = true};
  MUST(ctx, pl_scene_run(scene, &task, &report));
  CHECK(report.outcome == PL_RUN_COMPLETE && report.n_step == 10);
  CHECK(report.energies.kinetic == stepwise.kinetic && report.energies.gravity == stepwise.gravity);
  char *json;
  MUST(ctx, pl_scene_report_json(scene, &task, &report, &json));
  CHECK_CONTAINS(json, "\"outcome\": \"complete\"");
  pl_free(ctx, json);
  pl_scene_destroy(scene);
  pl_context_destroy(ctx);
}
