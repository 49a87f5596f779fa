// Derivatives of a path that stands still: a weight read twice leaves the cloth where it is, and its derivatives too.
#include "estimate/friction/friction.h"
#include "protocol/weights/weights.h"
#include "scenes/scenes.h"
#include "test.h"

enum { N_THETA = 5 };

static pl_material *fabric_material(pl_context *ctx, const scene_friction *f) {
  pl_material *material;
  REQUIRE(pl_material_create(ctx, f->name, f->density, &material) == PL_OK);
  REQUIRE(pl_material_add_term(material, "{\"name\": \"warp\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"quadratic\"}") ==
          PL_OK);
  REQUIRE(pl_friction_add_term(material, "warp", PL_FRICTION_DAHL) == PL_OK);
  REQUIRE(pl_material_finish(material) == PL_OK);
  REQUIRE(material->n_theta == N_THETA);
  const double theta[N_THETA] = {f->k1, f->k2, f->a, f->b, f->tau};
  memcpy(material->theta, theta, sizeof theta);
  return material;
}

static pl_fit *predict(pl_context *ctx, pl_material *material, pl_measurement *m) {
  pl_fit_options options = pl_fit_options_default();
  pl_fit *fit;
  REQUIRE(pl_fit_predict(ctx, material, 1, &m, &options, &fit) == PL_OK);
  return fit;
}

// The last frame of a cycle and the first of the next one carry the same weight.
TEST(weights_derivatives_hold_at_repeated_readings) {
  pl_context *ctx = pl_context_create(NULL);
  const scene_weights_plan plan = {.side = 0.1, .step = 1, .n_top = 4, .repetitions = 1, .clip = 0.012};
  for (int i = 0; i < 3; i++) {
    pl_measurement *m;
    REQUIRE(scene_weights(ctx, &scene_stretch_fabric[i], &plan, 1, &m) == PL_OK);
    pl_material *material = fabric_material(ctx, &scene_stretch_fabric[i]);
    pl_fit *at = predict(ctx, material, m);
    for (int j = 0; j < N_THETA; j++) {
      double value = material->theta[j], step = 1e-4 * value, largest = 0, worst = 0;
      material->theta[j] = value + step;
      pl_fit *above = predict(ctx, material, m);
      material->theta[j] = value - step;
      pl_fit *below = predict(ctx, material, m);
      material->theta[j] = value;
      for (int f = 0; f < m->test[0].n_frame; f++) {
        double slope = (above->work.fit_case[0].predicted[PL_WEIGHTS_LENGTH][f] - below->work.fit_case[0].predicted[PL_WEIGHTS_LENGTH][f]) /
                       (2 * step);
        largest = fmax(largest, fabs(slope));
        worst = fmax(worst, fabs(slope - at->work.fit_case[0].prediction.by_theta[PL_WEIGHTS_LENGTH][f * N_THETA + j]));
      }
      CHECK_LESS(worst, 1e-5 * largest);
      pl_fit_destroy(above);
      pl_fit_destroy(below);
    }
    pl_fit_destroy(at);
    pl_material_destroy(material);
    pl_measurement_destroy(m);
  }
  pl_context_destroy(ctx);
}
