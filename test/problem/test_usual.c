// Usual tests: every row of the table can be made with some material, and leads to readings.
#include "base/text.h"
#include "rig/usual.h"
#include "scenes/scenes.h"
#include "test.h"

#include "protocol/homogeneous/homogeneous.h"
#include "protocol/roll/roll.h"
#include "protocol/tensile/tensile.h"

static int n_value(const pl_test *test, int k) { return test->n_frame * pl_channel_width(&test->channel[k]); }

// Largest |reading| of all channels that are observed, NAN when one has no equilibrium.
static double largest(pl_context *ctx, pl_arena *arena, const pl_usual *usual, const pl_material *material, const pl_usual_plan *plan,
                      int i) {
  const pl_protocol *protocol = pl_protocol_find(usual->protocol);
  const pl_test *test = &plan->test[i];
  pl_rig_options options = pl_rig_options_default();
  options.cells = plan->cells;
  pl_solve_options solve = pl_solve_options_default();
  const pl_rig *rig;
  pl_rig_report report;
  double *value[PL_MAX_CHANNEL] = {0}, most = 0;
  REQUIRE(pl_rig_create(ctx, protocol, test, material, &options, &solve, &rig) == PL_OK);
  for (int k = 0; k < protocol->n_channel; k++)
    if (protocol->channel[k].observed && test->channel[k].width > 0 && rig->read.observes[k])
      value[k] = pl_arena_alloc(arena, (size_t)n_value(test, k), sizeof(double));
  REQUIRE(pl_rig_predict(rig, &(pl_prediction){.theta = material->theta, .value = value, .last = true}, &report) == PL_OK);
  for (int k = 0; k < protocol->n_channel; k++)
    for (int f = 0; value[k] && f < n_value(test, k); f++) most = isnan(value[k][f]) ? NAN : fmax(most, fabs(value[k][f]));
  // labels of a rolled strip were carried to where the strip is. How its end points is read off them anew, which moves the other end a
  // little
  for (int f = 0; pl_roll_of(test) && f < n_value(test, PL_ROLL_PROFILE); f++)
    CHECK_NEAR(value[PL_ROLL_PROFILE][f], test->channel[PL_ROLL_PROFILE].value[f], 5e-4);
  CHECK(report.n_failed == 0);
  pl_rig_destroy(rig);
  return most;
}

static void try_row(pl_context *ctx, const pl_usual *usual, const pl_material *material, const pl_test *like) {
  pl_arena *arena = pl_arena_create(ctx);
  pl_usual_plan plan = {0};
  pl_solve_options solve = pl_solve_options_default();
  REQUIRE(usual->plan(arena, usual, material, like, &solve, &plan) == PL_OK);
  CHECK(plan.n_test > 0 && plan.n_test <= PL_USUAL_MAX_TEST);
  for (int i = 0; i < plan.n_test; i++) {
    double most = largest(ctx, arena, usual, material, &plan, i);
    if (!(most > 0)) test_fail(__FILE__, __LINE__, "%s: nothing is read", usual->words);
    // machines pull no harder than 200 N/m over 200 mm, and shear with a quarter of it
    if (strcmp(usual->protocol, "tensile") == 0) CHECK_LESS(most, 1.06 * (usual->which == PL_TENSILE_DISPLACEMENT ? 40 : 10));
  }
  pl_mesh_destroy(plan.mesh);
  pl_measurement_destroy(plan.capture);
  pl_arena_destroy(arena);
}

TEST(usual_tests_of_cloth_lead_to_readings) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *knit, *rolled;
  REQUIRE(pl_material_load(ctx, "fabric-knit", &knit) == PL_OK);
  REQUIRE(scene_roll_material(ctx, &scene_bending_fabric[0], &rolled) == PL_OK);
  CHECK(!(pl_usual_has(knit, NULL) & (PL_NEEDS_MEMORY | PL_NEEDS_RUBBER)) && pl_usual_has(rolled, NULL) & PL_NEEDS_MEMORY);
  int n = 0, n_rolled = 0;
  for (int i = 0; i < pl_usual_count(); i++) {
    const pl_usual *usual = pl_usual_at(i);
    if ((usual->needs & pl_usual_has(knit, NULL)) == usual->needs) {
      try_row(ctx, usual, knit, NULL);
      n++;
    }
    if (strcmp(usual->protocol, "roll") == 0 && usual->angle == 0) {
      try_row(ctx, usual, rolled, NULL);
      n_rolled++;
    }
  }
  CHECK(n >= 15 && n_rolled == 1);
  pl_material_destroy(rolled);
  pl_material_destroy(knit);
  pl_context_destroy(ctx);
}

// States of rubber reach as far as what was measured.
TEST(usual_states_of_rubber_lead_to_readings) {
  static const char rubber[] =
      "{\"pliant\": \"material 1\", \"name\": \"rubber\", \"terms\": [{\"name\": \"bulk\", \"strain\": \"invariants\", "
      "\"values\": [\"i1\", \"i2\", \"j\"], \"law\": \"neo-hookean\", \"incompressible\": true, \"parameters\": "
      "{\"unit\": \"MPa\", \"values\": [0.4]}}]}";
  pl_context *ctx = pl_context_create(NULL);
  pl_material *material;
  double stretch[2] = {1.2, 3};
  pl_homogeneous h = {.mode = PL_UNIAXIAL, .incompressible = true};
  pl_test like = {.name = "measured",
                  .n_frame = 2,
                  .protocol = &pl_protocol_homogeneous,
                  .detail = &h,
                  .channel[PL_HOMOGENEOUS_STRETCH] = {.value = stretch}};
  REQUIRE(pl_material_parse(ctx, "rubber", rubber, strlen(rubber), &material) == PL_OK);
  int n = 0;
  for (int i = 0; i < pl_usual_count(); i++)
    if (pl_usual_at(i)->needs == pl_usual_has(material, &like)) {
      try_row(ctx, pl_usual_at(i), material, &like);
      n++;
    }
  CHECK(n == 4);
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}

static const char *in_folder(const char *name) {
  static char path[600];
  snprintf(path, sizeof path, "%s/%s", test_folder(), name);
  return path;
}

static void put(pl_context *ctx, const char *name, const char *text) {
  REQUIRE(pl_file_write(ctx, in_folder(name), text, strlen(text)) == PL_OK);
}

// A body that was measured, here a cylinder, is stretched, pressed, sheared, twisted and pushed.
TEST(usual_tests_of_bodies_lead_to_readings) {
  pl_context *ctx = pl_context_create(NULL);
  put(ctx, "m.json",
      "{\"pliant\": \"material 1\", \"name\": \"m\", \"density\": \"1000 kg/m^3\", \"terms\": [{\"name\": \"body\", \"strain\": "
      "\"green3\", \"law\": \"isotropic3\", \"parameters\": {\"young\": \"100 kPa\", \"poisson\": 0.4}}]}");
  put(ctx, "e.json",
      "{\"pliant\": \"experiment 1\", \"protocol\": \"poses\", \"tests\": [{\"name\": \"b\", \"mesh\": {\"cylinder\": {\"diameter\": "
      "\"20 mm\", \"length\": \"30 mm\"}, \"cells\": [2, 2, 6]}, \"sets\": {\"floor\": {\"plane\": \"z\", \"at\": \"0 mm\"}}, "
      "\"poses\": [{\"supports\": [{\"set\": \"floor\"}], \"measured\": {\"volumes\": [{\"volume\": \"9.4 cm^3\"}]}}]}]}");
  pl_material *material;
  pl_measurement *m;
  REQUIRE(pl_material_load(ctx, in_folder("m.json"), &material) == PL_OK);
  REQUIRE(pl_measurement_load(ctx, in_folder("e.json"), &m) == PL_OK);
  REQUIRE(pl_usual_has(material, &m->test[0]) == PL_NEEDS_BODY);
  int n = 0;
  for (int i = 0; i < pl_usual_count(); i++)
    if (pl_usual_at(i)->needs == PL_NEEDS_BODY) try_row(ctx, pl_usual_at(i), material, &m->test[0]), n++;
  CHECK(n == 15);
  pl_measurement_destroy(m);
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}
