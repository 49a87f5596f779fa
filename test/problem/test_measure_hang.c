// Virtual hung samples: the errors they are made with are exactly what the rig's intrinsic parameters undo, and the measurement does not tell them.
#include "base/text.h"
#include "protocol/biaxial-hang/measure_hang.h"
#include "test.h"
#include "protocol/biaxial-hang/hang.h"

static const char membrane[] =
    "{\"name\": \"membrane\", \"strain\": \"green\", \"values\": [\"warp\", \"weft\", \"shear\"], \"law\": \"orthotropic\","
    " \"parameters\": [\"80 N/m\", \"20 N/m\", \"120 N/m\", \"30 N/m\"]}";

typedef struct scene {
  pl_context *ctx;
  pl_material *material;
  pl_rig_options rig;
  pl_solve_options solve;
  pl_hang_plan plan[2];
  pl_hang_error error[2];
} scene;

static scene open_scene(void) {
  static const double bottom[] = {5, 0, 2}, left[] = {0, 1}, right[] = {0, 3};
  scene s = {.ctx = pl_context_create(NULL),
             .rig = pl_rig_options_default(),
             .solve = pl_solve_options_default(),
             .error = {{0.05, 1}, {-0.1, 0.98}}};
  REQUIRE(pl_material_create(s.ctx, "cloth", 0.2, &s.material) == PL_OK);
  REQUIRE(pl_material_add_term(s.material, membrane) == PL_OK);
  REQUIRE(pl_material_finish(s.material) == PL_OK);
  s.rig.cells = 10;
  for (int i = 0; i < 2; i++) {
    s.plan[i] = pl_hang_plan_default();
    s.plan[i].name = i ? "second" : "first";
    s.plan[i].cut = 0.4 * i;
    s.plan[i].clip = 0.08;
    s.plan[i].bottom = bottom, s.plan[i].n_bottom = 3;
    s.plan[i].left = left, s.plan[i].right = right, s.plan[i].n_side = 2;
  }
  return s;
}

static void close_scene(scene *s) {
  pl_material_destroy(s->material);
  pl_context_destroy(s->ctx);
}

// A turn exactly; a stretch of 2 % to 0.4 mm, where it moves labels by 8 mm. The clips hold the actual cloth, not the assumed one.
TEST(measure_hang_errors_are_the_intrinsics) {
  scene s = open_scene();
  pl_measurement *m;
  pl_rig_report report;
  REQUIRE(pl_measure_hang(s.ctx, 2, s.plan, s.error, s.material, &s.rig, &s.solve, 0, 1, &m, &report) == PL_OK);
  CHECK(report.n_failed == 0 && m->n_test == 2);
  for (int t = 0; t < 2; t++) {
    pl_test *test = &m->test[t];
    CHECK_TEXT(test->name, s.plan[t].name);
    CHECK(test->angle == s.plan[t].cut && pl_hang_of(test)->height == 0.4 && pl_hang_of(test)->clip == 0.08 &&
          pl_hang_of(test)->width == 0.4);
    CHECK(test->n_frame == 6 && pl_hang_of(test)->unloaded == 2);  // the weights below do not ascend
    CHECK(pl_hang_of(test)->load[3 * 5] == 2 && pl_hang_of(test)->load[3 * 5 + 1] == 1 && pl_hang_of(test)->load[3 * 5 + 2] == 3);
    const pl_rig *rig;
    REQUIRE(pl_rig_create(s.ctx, m->protocol, test, s.material, &s.rig, &s.solve, &rig) == PL_OK);
    double value[6 * 16], *out[PL_MAX_CHANNEL] = {value}, wrong = 0;
    const double p[2] = {s.error[t].stretch, s.error[t].turn}, none[2] = {1, 0};
    REQUIRE(pl_rig_predict(rig, &(pl_prediction){.theta = s.material->theta, .intrinsic = p, .value = out}, &report) == PL_OK);
    for (int i = 0; i < 6 * 16; i++) CHECK_NEAR(value[i], test->channel[PL_HANG_POINTS].value[i], t ? 4e-4 : 1e-7);
    REQUIRE(pl_rig_predict(rig, &(pl_prediction){.theta = s.material->theta, .intrinsic = none, .value = out}, &report) == PL_OK);
    for (int i = 0; i < 6 * 16; i++) wrong = fmax(wrong, fabs(value[i] - test->channel[PL_HANG_POINTS].value[i]));
    CHECK_LESS(t ? 7e-3 : 1e-3, wrong);
    pl_rig_destroy(rig);
  }
  pl_measurement_destroy(m);
  close_scene(&s);
}

// Written and read again: the same points and cuts, nothing about the errors.
TEST(measure_hang_saves_what_the_experimenter_knows) {
  scene s = open_scene();
  pl_measurement *m, *again;
  pl_rig_report report;
  REQUIRE(pl_measure_hang(s.ctx, 2, s.plan, s.error, s.material, &s.rig, &s.solve, 1e-3, 7, &m, &report) == PL_OK);
  REQUIRE(pl_measurement_save(s.ctx, test_folder(), m) == PL_OK);
  pl_arena *arena = pl_arena_create(s.ctx);
  REQUIRE(pl_measurement_load(s.ctx, pl_path_join(arena, test_folder(), "experiment.json"), &again) == PL_OK);
  CHECK(again->n_test == 2 && again->n_suspicion == 0);
  for (int t = 0; t < 2; t++) {
    CHECK_NEAR(again->test[t].angle, s.plan[t].cut, 1e-12);
    CHECK_NEAR(pl_hang_of(&again->test[t])->height, 0.4, 1e-12);
    CHECK(again->test[t].channel[PL_HANG_POINTS].sigma == 1e-3);
    CHECK(pl_hang_of(&again->test[t])->unloaded == 2);
    for (int i = 0; i < 6 * 16; i++) CHECK(again->test[t].channel[PL_HANG_POINTS].value[i] == m->test[t].channel[PL_HANG_POINTS].value[i]);
    for (int i = 0; i < 18; i++) CHECK_NEAR(pl_hang_of(&again->test[t])->load[i], pl_hang_of(&m->test[t])->load[i], 1e-12);
  }
  pl_arena_destroy(arena);
  pl_measurement_destroy(again);
  pl_measurement_destroy(m);
  close_scene(&s);
}
