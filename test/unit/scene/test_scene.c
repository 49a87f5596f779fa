// test_scene.c: scenes from text: what is understood, tubes and their seams, clips that close and open, loads.
#include "said.h"
#include "base/text.h"
#include "scene/simulation.h"
#include "test.h"

#include "material/material.h"

#define PI 3.14159265358979323846

static pl_context *ctx;

static pl_scene *parse(const char *text) {
  pl_scene *scene;
  if (pl_scene_parse(ctx, "scene.json", ".", text, strlen(text), &scene) != PL_OK) {
    char line[2048];
    said_error_format(pl_context_error(ctx), line, sizeof line);
    test_fail(__FILE__, __LINE__, "%s", line);
    test_stop();
  }
  return scene;
}

TEST(scene_reads_every_part) {
  ctx = pl_context_create(NULL);
  pl_scene *s = parse(
      "{\"pliant\": \"scene 1\", \"name\": \"all\", \"gravity\": {\"unit\": \"m/s^2\", \"values\": [0, 0, -9.81]},\n"
      "\"wind\": {\"velocity\": [\"1 m/s\", \"0 m/s\", \"0 m/s\"], \"normal\": \"2 N s/m^3\", \"tangential\": \"0.1 N s/m^3\"},\n"
      "\"damping\": \"2 ms\", \"obstacles\": [{\"kind\": \"plane\", \"point\": [\"0 m\", \"0 m\", \"-1 m\"], \"normal\": [0, 0, 2]},\n"
      " {\"name\": \"rod\", \"kind\": \"cylinder\", \"ends\": [[\"0 m\", \"0 m\", \"0 m\"], [\"1 m\", \"1 m\", \"0 m\"]], \"radius\": \"3 "
      "cm\"}],\n"
      "\"contact\": {\"thickness\": {\"a\": \"1 mm\"}, \"friction\": {\"default\": 0.1, \"pairs\": [{\"between\": [\"b\", \"rod\"], "
      "\"coefficient\": 0.5}]}},\n"
      "\"meshes\": [{\"name\": \"a\", \"sheet\": {\"length\": \"20 cm\", \"width\": \"10 cm\", \"cells\": [4, 2]}, \"material\": "
      "\"poplin-virtual\",\n"
      "  \"place\": {\"translate\": [\"0 m\", \"0 m\", \"1 m\"], \"rotate\": {\"axis\": [1, 0, 0], \"angle\": \"90 deg\"}}, \"velocity\": "
      "[\"0 m/s\", \"2 m/s\", \"0 m/s\"]},\n"
      " {\"name\": \"b\", \"sheet\": {\"length\": \"20 cm\", \"width\": \"10 cm\", \"cell\": \"5 cm\"}, \"material\": \"silk-virtual\"}],\n"
      "\"clips\": [{\"mesh\": \"a\", \"edge\": \"left\", \"axes\": \"xz\", \"until\": \"0.1 s\"}, {\"mesh\": \"b\", \"corner\": "
      "\"top-right\"}],\n"
      "\"pins\": [{\"mesh\": \"b\", \"vertices\": [0, 3]}],\n"
      "\"loads\": [{\"mesh\": \"a\", \"box\": {\"min\": [\"19 cm\", \"-1 m\", \"-1 m\"]}, \"force\": [\"1 N\", \"0 N\", \"0 N\"], "
      "\"ramp\": \"1 s\"}],\n"
      "\"integrator\": {\"method\": \"midpoint\", \"step\": \"10 ms\", \"newton\": 7}, \"duration\": \"0.995 s\",\n"
      "\"output\": {\"every\": 5, \"formats\": [\"vtk\", \"gltf\"], \"checkpoint\": 50}}");
  CHECK_TEXT(s->name, "all");
  CHECK_NEAR(s->gravity[2], -9.81, 0);
  CHECK_NEAR(s->dynamics.damping.bending, 2e-3, 1e-18);
  CHECK(s->n_obstacle == 2 && s->obstacle[1].kind == PL_SCENE_CYLINDER && pl_scene_system_count(s) == 1);
  CHECK_TEXT(s->obstacle[0].name, "obstacle-1");
  CHECK_NEAR(s->obstacle[0].normal[2], 1, 0);
  CHECK(s->contact.thickness[0] == 1e-3 && s->contact.thickness[1] == 4e-4 && s->contact.thickness[3] == 0);
  CHECK(s->contact.friction[4 * 1 + 3] == 0.5 && s->contact.friction[4 * 3 + 1] == 0.5 && s->contact.friction[1] == 0.1);
  CHECK_NEAR(s->dynamics.wind.normal, 2, 1e-15);
  CHECK(s->n_body == 2 && s->body[0].mesh->n_vertex == 15 && s->body[1].mesh->n_vertex == 15);
  // stood up: y became z
  CHECK_NEAR(s->body[0].x[2], 1 - 0.05, 1e-15);
  CHECK_NEAR(s->body[0].x[1], 0, 1e-15);
  CHECK_NEAR(s->body[0].velocity[1], 2, 0);
  CHECK(s->n_clip == 3 && s->clip[0].n_vertex == 3 && s->clip[1].n_vertex == 1 && s->clip[2].n_vertex == 2);
  CHECK(s->clip[0].axis[0] && !s->clip[0].axis[1] && s->clip[0].axis[2]);
  CHECK(s->clip[0].first == 0 && s->clip[0].last == 10 && s->clip[1].last == INT64_MAX);
  CHECK(s->clip[1].vertex[0] == 14 && s->clip[1].body == 1);
  CHECK(s->n_load == 1 && s->load[0].n_vertex == 3 && s->load[0].vertex[0] == 12);
  CHECK(s->integrate.method == PL_MIDPOINT && s->integrate.newton == 7);
  CHECK(s->n_step == 100);
  CHECK(s->output.every == 5 && !s->output.obj && s->output.vtk && s->output.gltf && s->output.checkpoint == 50);
  CHECK(strlen(s->hash) == 64);
  pl_scene_destroy(s);
  pl_context_destroy(ctx);
}

static const char tube[] =
    "{\"pliant\": \"scene 1\", \"meshes\": [{\"tube\": {\"radius\": \"5 cm\", \"length\": \"10 cm\", \"cells\": [12, 4]%s},"
    " \"material\": \"poplin-virtual\"}], \"clips\": [{\"edge\": \"bottom\"}, {\"name\": \"top\", \"vertices\": [4],"
    " \"motion\": {\"keyframes\": [{\"time\": \"0 s\"}, {\"time\": \"1 s\", \"rotate\": \"90 deg\"}]}}],"
    " \"integrator\": {\"step\": \"5 ms\"}, \"duration\": \"0.05 s\"}";

// A tube is unstretched at the beginning, its seam stays closed in motion, and what is sewn is held together.
TEST(scene_tube_seam_stays_closed) {
  ctx = pl_context_create(NULL);
  static const char *const overlaps[] = {"", ", \"overlap\": 2"};
  for (int i = 0; i < 2; i++) {
    char text[1024];
    snprintf(text, sizeof text, tube, overlaps[i]);
    pl_scene *s = parse(text);
    const pl_scene_body *b = &s->body[0];
    const pl_mesh *mesh = b->mesh;
    for (int32_t e = 0; e < mesh->n_edge; e++) {
      const int32_t *v = mesh->edge + 2 * e;
      if (mesh->rest[2 * v[0]] != mesh->rest[2 * v[1]] && mesh->rest[2 * v[0] + 1] != mesh->rest[2 * v[1] + 1]) continue;  // diagonals
      double now = 0, rest = hypot(mesh->rest[2 * v[0]] - mesh->rest[2 * v[1]], mesh->rest[2 * v[0] + 1] - mesh->rest[2 * v[1] + 1]);
      for (int k = 0; k < 3; k++) now += (b->x[3 * v[0] + k] - b->x[3 * v[1] + k]) * (b->x[3 * v[0] + k] - b->x[3 * v[1] + k]);
      CHECK_CLOSE(sqrt(now), rest, 1e-12);
    }
    CHECK(s->clip[1].n_vertex == 2 && s->clip[1].vertex[1] == 4 + 12 * 5);
    CHECK(s->clip[0].n_vertex == 12 + 1 + (i == 0 ? 0 : 2));
    pl_simulation *sim;
    bool stopped;
    REQUIRE(pl_simulation_create(s, &sim) == PL_OK);
    REQUIRE(pl_simulation_advance(sim, 10, &stopped) == PL_OK && !stopped);
    const double *x = sim->system[0].state->x;
    for (int32_t v = 0; v < (i == 0 ? 5 : 15); v++)
      for (int k = 0; k < 3; k++) CHECK_NEAR(x[3 * v + k], x[3 * (v + 60) + k], 1e-12);
    double moved = 0;
    for (int32_t d = 0; d < sim->system[0].state->n_dof; d++) moved = fmax(moved, fabs(x[d] - b->x[d]));
    CHECK_LESS(1e-5, moved);
    pl_simulation_destroy(sim);
    pl_scene_destroy(s);
  }
  pl_context_destroy(ctx);
}

// A clip that closes later takes the vertices where it finds them; one that opens lets them go.
TEST(scene_clips_close_and_open) {
  ctx = pl_context_create(NULL);
  pl_scene *s =
      parse("{\"pliant\": \"scene 1\", \"gravity\": [\"0 m/s^2\", \"0 m/s^2\", \"-10 m/s^2\"],"
            "\"meshes\": [{\"sheet\": {\"length\": \"10 cm\", \"width\": \"5 cm\", \"cells\": [4, 2]}, \"material\": \"poplin-virtual\"}],"
            "\"pins\": [{\"edge\": \"left\", \"until\": \"0.05 s\"}, {\"edge\": \"right\", \"from\": \"0.1 s\"}],"
            "\"integrator\": {\"step\": \"10 ms\"}, \"duration\": \"0.2 s\"}");
  pl_simulation *sim;
  bool stopped;
  REQUIRE(pl_simulation_create(s, &sim) == PL_OK);
  const pl_state *state = sim->system[0].state;
  REQUIRE(pl_simulation_advance(sim, 5, &stopped) == PL_OK && !stopped);
  CHECK(state->x[2] == 0);  // vertex 0 is on the left
  REQUIRE(pl_simulation_advance(sim, 5, &stopped) == PL_OK && !stopped);
  CHECK_LESS(state->x[2], -1e-3);
  double held = state->x[3 * 14 + 2], left = state->x[2];
  CHECK_LESS(held, -1e-3);
  REQUIRE(pl_simulation_advance(sim, 10, &stopped) == PL_OK && !stopped);
  CHECK(state->x[3 * 14 + 2] == held);
  CHECK_LESS(state->x[2], left);
  pl_simulation_destroy(sim);
  pl_scene_destroy(s);
  pl_context_destroy(ctx);
}

// A load is distributed by area, grows over its ramp, and its sum is the given one: the reaction of the pins.
TEST(scene_load_is_carried_by_the_pins) {
  ctx = pl_context_create(NULL);
  pl_scene *s = parse(
      "{\"pliant\": \"scene 1\","
      "\"meshes\": [{\"sheet\": {\"length\": \"10 cm\", \"width\": \"5 cm\", \"cells\": [4, 2]}, \"material\": \"poplin-virtual\"}],"
      "\"pins\": [{\"edge\": \"left\"}], \"loads\": [{\"edge\": \"right\", \"force\": [\"2 N\", \"0 N\", \"0 N\"], \"ramp\": \"1 s\"}],"
      "\"integrator\": {\"method\": \"static\", \"step\": \"0.5 s\", \"tolerance\": \"1e-11 m\"}, \"duration\": \"2 s\"}");
  pl_simulation *sim;
  bool stopped;
  REQUIRE(pl_simulation_create(s, &sim) == PL_OK);
  pl_work *work;
  const pl_simulation_system *body = &sim->system[0];
  REQUIRE(pl_work_create(body->model, &work) == PL_OK);
  double *g = pl_alloc(ctx, (size_t)body->model->n_dof, sizeof *g);
  REQUIRE(g);
  const double expected[] = {1, 2, 2, 2};
  for (int n = 0; n < 4; n++) {
    REQUIRE(pl_simulation_advance(sim, 1, &stopped) == PL_OK && !stopped);
    REQUIRE(pl_model_eval(body->model, body->model->material->theta, body->state->x, PL_HESS_EXACT, NULL, g, NULL, work));
    double sum = 0;
    for (int32_t i = 0; i < body->model->n_dof; i += 3) sum += body->model->fixed[i] ? -g[i] : 0;
    CHECK_NEAR(sum, expected[n], 1e-6);
  }
  pl_energies e = pl_simulation_energies(sim, 0);
  CHECK(e.elastic > 0 && e.work.input > 0);
  pl_free(ctx, g);
  pl_work_destroy(work);
  pl_simulation_destroy(sim);
  pl_scene_destroy(s);
  pl_context_destroy(ctx);
}

typedef struct warned {
  int n;
  char last[400];
} warned;

static void keep_warning(void *user, pl_log_level level, const char *line) {
  warned *w = user;
  if (level != PL_LOG_WARNING) return;
  w->n++;
  snprintf(w->last, sizeof w->last, "%s", line);
}

// Warnings of a sheet with cells of this size (mm) that bends by D = 9 uN m: 200 g/m^2 bend over (D/w)^(1/3) = 16.6 mm.
static warned warn_of_cells(double cell, double gravity) {
  warned w = {0};
  pl_context_options options = pl_context_options_default();
  options.log = keep_warning;
  options.log_user = &w;
  ctx = pl_context_create(&options);
  char material[4096], text[8192];
  snprintf(material, sizeof material, "%s/plate.json", test_folder());
  FILE *file = fopen(material, "w");
  REQUIRE(file != NULL);
  fputs("{\"pliant\": \"material 1\", \"name\": \"plate\", \"density\": \"200 g/m^2\", \"terms\": [{\"name\": \"membrane\", \"strain\": "
        "\"green\", \"law\": \"isotropic\", \"parameters\": {\"young\": \"1000 N/m\", \"poisson\": 0.3}}, {\"name\": \"bend\", \"strain\": "
        "\"curvature\", \"law\": \"orthotropic\", \"parameters\": {\"c11\": \"9 uN m\", \"c22\": \"20 uN m\", \"c12\": \"0 N m\", \"c33\": "
        "\"4 uN m\"}}]}",
        file);
  fclose(file);
  snprintf(
      text, sizeof text,
      "{\"pliant\": \"scene 1\", \"duration\": \"1 s\", \"gravity\": [\"0 m/s^2\", \"0 m/s^2\", \"%g m/s^2\"], \"meshes\": [{\"name\": "
      "\"a\", \"sheet\": {\"length\": \"120 mm\", \"width\": \"120 mm\", \"cell\": \"%g mm\"}, \"material\": \"%s\"}]}",
      -gravity, cell, material);
  pl_scene *scene = parse(text);
  pl_scene_warn(scene);
  pl_scene_destroy(scene);
  pl_context_destroy(ctx);
  return w;
}

TEST(scene_warns_of_cells_that_are_coarse_for_the_rigidity) {
  warned coarse = warn_of_cells(12, 9.81);
  CHECK(coarse.n == 1);
  // 0.45 (12/16.6)^2 = 23 %; 10 % on 7.83 mm
  CHECK(strstr(coarse.last, "12 mm") && strstr(coarse.last, "16.6 mm") && strstr(coarse.last, " 23 %") && strstr(coarse.last, "7.83 mm"));
  CHECK(warn_of_cells(6, 9.81).n == 0);
  CHECK(warn_of_cells(12, 0).n == 0);  // without a weight no length is given
}
