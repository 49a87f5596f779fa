// virtual_tests.c: see virtual_tests.h.
#include "said.h"
#include "fit/virtual_tests.h"

#include <stdlib.h>
#include <string.h>

#include "test.h"
#include "protocol/tensile/tensile.h"

pl_material *truth_from_text(pl_context *ctx, const char *text) {
  pl_material *material;
  if (pl_material_parse(ctx, "truth", text, strlen(text), &material) != PL_OK) {
    char message[512];
    said_error_format(pl_context_error(ctx), message, sizeof message);
    test_fail(__FILE__, __LINE__, "%s", message);
    test_stop();
  }
  return material;
}

pl_test plan_test(const char *name, double length, double width, double angle, double pull, double slide, int n_frame) {
  const pl_protocol *protocol = pl_protocol_find("tensile");
  pl_test test = {.name = name, .file = "", .length = length, .width = width, .strips = 1, .angle = angle, .n_frame = n_frame};
  for (int c = 0; c < protocol->n_channel; c++) test.channel[c].row = &protocol->channel[c];
  double top[2] = {pull, slide};
  for (int c = 0; c < 2; c++) {
    if (top[c] == 0) continue;
    test.channel[c].value = malloc((size_t)n_frame * sizeof(double));
    for (int f = 0; f < n_frame; f++) test.channel[c].value[f] = top[c] * f / (n_frame - 1);
  }
  return test;
}

void unplan_tests(int n, pl_test *test) {
  for (int i = 0; i < n; i++)
    for (int c = 0; c < 2; c++) free(test[i].channel[c].value);
}

void keep_channels(pl_measurement *measurement, int test, bool force, bool shear_force, bool lateral) {
  pl_test *t = &measurement->test[test];
  if (!force) t->channel[PL_TENSILE_FORCE].value = NULL;
  if (!shear_force) t->channel[PL_TENSILE_SHEAR_FORCE].value = NULL;
  if (!lateral) t->channel[PL_TENSILE_LATERAL].value = NULL;
}

pl_measurement *virtual_captures(pl_context *ctx, pl_material *cloth, const char *which, const pl_motion_options *options) {
  pl_solve_options solve = pl_solve_options_default();
  pl_measurement *measurement;
  pl_rig_report report;
  REQUIRE(pl_motion_measure(ctx, which, cloth, options, &solve, &measurement, &report) == PL_OK);
  CHECK(report.n_failed == 0);
  pl_material_destroy(cloth);
  return measurement;
}
