// Branches, cycles and named axes of homogeneous tests: which rows and directions they are, and what is refused.
#include "base/text.h"
#include "protocol/homogeneous/homogeneous.h"
#include "test.h"

static pl_context *ctx;

// Two cycles: 0.02 ... 0.2 and back, the second only to 0.1; strain along 2 is half of that along 1.
static pl_status load(const char *keys, pl_measurement **m) {
  char path[600];
  pl_text text;
  pl_text_init(&text, ctx);
  pl_text_add(&text, "stretch,stretch 2,stress [kPa],stress 2 [kPa]\n");
  for (int way = 0; way < 4; way++)
    for (int i = 1; i <= 10; i++) {
      double top = way < 2 ? 0.2 : 0.1, e = top * (way % 2 ? 10 - i : i) / 10;
      pl_text_printf(&text, "%.9g,%.9g,%.9g,%.9g\n", 1 + e, 1 + 0.5 * e, (way % 2 ? 80 : 100) * e, 60 * e);
    }
  snprintf(path, sizeof path, "%s/loop.csv", test_folder());
  REQUIRE(!text.failed && pl_file_write(ctx, path, text.data, text.size) == PL_OK);
  pl_text_clear(&text);
  pl_text_init(&text, ctx);
  pl_text_printf(&text,
                 "{\"pliant\": \"experiment 1\", \"protocol\": \"homogeneous\", \"name\": \"loop\", \"stress\": \"nominal\", "
                 "\"symmetry\": \"orthotropic\", \"incompressible\": true, \"sigma\": \"1 kPa\", "
                 "\"tests\": [{\"mode\": \"biaxial\", \"file\": \"loop.csv\"%s}]}",
                 keys);
  snprintf(path, sizeof path, "%s/experiment.json", test_folder());
  REQUIRE(!text.failed && pl_file_write(ctx, path, text.data, text.size) == PL_OK);
  pl_text_clear(&text);
  return pl_measurement_load(ctx, path, m);
}

TEST(homogeneous_branches_and_cycles) {
  static const struct {
    const char *keys;
    int n;
    double first, last;  // stretches
    bool loses;          // it has both branches: 100 and 80 kPa per strain
  } known[] = {{"", 40, 1.02, 1, true},
               {", \"branch\": \"load\"", 20, 1.02, 1.1, false},
               {", \"branch\": \"unload\"", 20, 1.18, 1, false},
               {", \"cycle\": 1", 20, 1.02, 1, true},
               {", \"branch\": \"load\", \"cycle\": \"last\"", 10, 1.01, 1.1, false}};
  ctx = pl_context_create(NULL);
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
    pl_measurement *m;
    REQUIRE(load(known[k].keys, &m) == PL_OK);
    const pl_test *test = &m->test[0];
    const double *stretch = test->channel[PL_HOMOGENEOUS_STRETCH].value;
    CHECK(test->n_frame == known[k].n && test->n_raw == 40);
    CHECK_NEAR(stretch[0], known[k].first, 1e-12);
    CHECK_NEAR(stretch[test->n_frame - 1], known[k].last, 1e-12);
    // 20/90 of straight branches; less here, since they join at the turn
    CHECK(known[k].loses ? test->hysteresis > 0.15 && test->hysteresis < 20.0 / 90 : test->hysteresis == 0);
    CHECK(test->raw_branch[0] == PL_BRANCH_LOAD && test->raw_branch[12] == PL_BRANCH_UNLOAD);
    pl_measurement_destroy(m);
  }
  pl_context_destroy(ctx);
}

TEST(homogeneous_axes_and_branches_refused) {
  static const struct {
    const char *keys, *id;
  } wrong[] = {{", \"plane\": \"fs\"", "homogeneous.axes-key"},
               {", \"axes\": \"ff\"", "homogeneous.axes-unknown"},
               {", \"axes\": \"fsn\"", "homogeneous.axes-unknown"},
               {", \"axes\": \"qs\"", "homogeneous.axes-unknown"},
               {", \"axes\": \"f\"", "homogeneous.axes-unknown"},
               {", \"axes\": \"sn\", \"thickness\": \"1 mm\"", "homogeneous.axes-sheet"},
               {", \"axes\": \"fs\", \"symmetry\": \"isotropic\"", "homogeneous.axes-isotropic"},
               {", \"cycle\": \"first\"", "homogeneous.cycle"}};
  for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
    pl_measurement *m = NULL;
    ctx = pl_context_create(NULL);
    CHECK(load(wrong[k].keys, &m) == PL_ERROR_INPUT && m == NULL);
    if (strcmp(pl_context_error(ctx)->id, wrong[k].id) != 0)
      test_fail(__FILE__, __LINE__, "%s: %s (%s)", wrong[k].keys, pl_context_error(ctx)->message, pl_context_error(ctx)->id);
    pl_context_destroy(ctx);
  }
  ctx = pl_context_create(NULL);
  pl_measurement *m;
  CHECK(load(", \"cycle\": 7", &m) == PL_ERROR_INPUT);
  CHECK(load(", \"branch\": \"middle\"", &m) == PL_ERROR_INPUT);
  REQUIRE(load(", \"axes\": \"NF\"", &m) == PL_OK);
  int axis[3];
  double sense;
  pl_homogeneous_axes(pl_homogeneous_of(&m->test[0]), axis, &sense);
  CHECK(axis[0] == 2 && axis[1] == 0 && axis[2] == 1 && sense == 1);
  pl_measurement_destroy(m);
  pl_context_destroy(ctx);
}
