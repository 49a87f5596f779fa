// report_case.c: see report_case.h.
#include "golden/report_case.h"

#include "test.h"
#include "protocol/tensile/tensile.h"

enum { N_FRAME = 24 };

static const char fabric[] =
    "{\"pliant\": \"material 1\", \"name\": \"fab<ric> & \\\"co\\\"\", \"density\": \"150 g/m^2\", \"terms\": ["
    "{\"name\": \"warp\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"linear\", \"parameters\": {\"k\": \"3000 N/m\"}},"
    "{\"name\": \"weft\", \"strain\": \"green\", \"values\": [\"weft\"], \"law\": \"linear\", \"parameters\": {\"k\": \"1500 N/m\"}},"
    "{\"name\": \"shear\", \"strain\": \"green\", \"values\": [\"shear\"], \"law\": \"linear\", \"parameters\": {\"k\": \"120 N/m\"}}]}";

static void must(pl_context *ctx, pl_status status) {
  if (status == PL_OK) return;
  test_fail(__FILE__, __LINE__, "%s", pl_context_error(ctx)->message);
  test_stop();
}

static pl_measurement *measure(pl_context *ctx, int n, const double *angle, const char *const *name, uint64_t seed) {
  static double pull[N_FRAME];
  static int branch[N_FRAME];
  pl_material *material;
  must(ctx, pl_material_parse(ctx, "fabric", fabric, strlen(fabric), &material));
  const pl_protocol *protocol = pl_protocol_find("tensile");
  pl_test test[4];
  for (int f = 0; f < N_FRAME; f++) {
    bool back = f >= N_FRAME / 2;
    pull[f] = 4e-3 * (back ? N_FRAME - 1 - f : f) / (N_FRAME / 2.0 - 1);
    branch[f] = back ? PL_BRANCH_UNLOAD : PL_BRANCH_LOAD;
  }
  for (int i = 0; i < n; i++) {
    test[i] = (pl_test){.name = name[i],
                        .length = 0.1,
                        .width = 0.05,
                        .strips = 1,
                        .angle = angle[i],
                        .method = PL_TEST_FREE,
                        .n_frame = N_FRAME,
                        .branch = branch};
    for (int c = 0; c < protocol->n_channel; c++) test[i].channel[c].row = &protocol->channel[c];
    test[i].channel[PL_TENSILE_DISPLACEMENT].value = pull;
  }
  pl_rig_options rig = pl_rig_options_default();
  pl_solve_options solve = pl_solve_options_default();
  double noise[PL_MAX_CHANNEL] = {0};
  noise[PL_TENSILE_FORCE] = 0.01;
  pl_measurement *measurement;
  pl_rig_report report;
  must(ctx, pl_rig_measure(ctx, protocol, n, test, material, &rig, &solve, noise, seed, &measurement, &report));
  // only the force was read
  for (int i = 0; i < n; i++)
    for (int c = PL_TENSILE_FORCE + 1; c < protocol->n_channel; c++)
      measurement->test[i].channel[c].value = NULL, measurement->test[i].raw[c] = NULL;
  pl_material_destroy(material);
  return measurement;
}

report_case report_case_make(bool held_out) {
  static const double angle[] = {0, 1.5707963267948966, 0.7853981633974483}, bias[] = {0.5};
  static const char *const name[] = {"warp <strip>", "weft", "bias"}, *const held_name[] = {"held & out"};
  report_case c = {.ctx = pl_context_create(NULL)};
  REQUIRE(c.ctx != NULL);
  c.fitted = measure(c.ctx, 3, angle, name, 1);
  if (held_out) c.held_out = measure(c.ctx, 1, bias, held_name, 2);
  pl_fit_options options = pl_fit_options_default();
  options.segments = 1;
  options.order_elongation = 2;
  must(c.ctx, pl_fit_run(c.ctx, 1, &c.fitted, held_out, &c.held_out, &options, &c.fit));
  return c;
}

void report_case_clear(report_case *c) {
  pl_fit_destroy(c->fit);
  pl_measurement_destroy(c->held_out);
  pl_measurement_destroy(c->fitted);
  pl_context_destroy(c->ctx);
}
