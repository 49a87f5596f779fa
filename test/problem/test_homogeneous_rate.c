// test_homogeneous_rate.c: relaxation of a block in known states, recovered from closed forms with noise.
#include "base/rng.h"
#include "base/text.h"
#include "estimate/rate/rates.h"
#include "estimate/rate/relaxation.h"
#include "said.h"
#include "test.h"

enum { ROWS = 40 };
static const double YOUNG = 4e5, SHARE[2] = {0.3, 0.2}, TIME[2] = {1.5, 40}, TOP = 0.2, NOISE = 400;  // Pa, 1, s, 1, Pa

// A block free across, pulled at the rate v to a stretch 1 + v T and then held. All strains have one series, so the slow lateral stresses
// vanish at all times. S = YOUNG int G(t - s) dE/ds with dE/ds = v (1 + v s). Nominal: P = (1 + v T) S.
static double nominal(double v, double pulled, double rest) {
  double x = v * pulled, sum = x + 0.5 * x * x;
  for (int i = 0; i < 2; i++) {
    double grown = -expm1(-pulled / TIME[i]) * TIME[i];
    sum += SHARE[i] * v * (grown + v * TIME[i] * (pulled - grown)) * exp(-rest / TIME[i]);
  }
  return YOUNG * sum * (1 + x);
}

static void put(pl_context *ctx, const char *name, pl_text *text) {
  char path[600];
  snprintf(path, sizeof path, "%s/%s", test_folder(), name);
  REQUIRE(!text->failed && pl_file_write(ctx, path, text->data, text->size) == PL_OK);
  pl_text_clear(text);
}

// Slow, and fast with a rest of ten minutes.
static pl_measurement *measure(pl_context *ctx, const char *body) {
  static const double rate[2] = {1e-3, 0.1}, hold[2] = {0, 600};
  pl_text table, file;
  pl_rng rng;
  pl_rng_init(&rng, 4);
  pl_text_init(&file, ctx);
  pl_text_printf(&file,
                 "{\"pliant\": \"experiment 1\", \"protocol\": \"homogeneous\", \"name\": \"block\", \"stress\": \"nominal\", %s, "
                 "\"mode\": \"uniaxial\", \"tests\": [",
                 body);
  for (int k = 0; k < 2; k++) {
    char name[16];
    double end = TOP / rate[k];
    snprintf(name, sizeof name, "pull-%d.csv", k + 1);
    pl_text_init(&table, ctx);
    pl_text_add(&table, "time [s],stretch,stress [Pa]\n");
    for (int i = 1; i <= (hold[k] > 0 ? 2 : 1) * ROWS; i++) {
      double pulled = i <= ROWS ? end * i / ROWS : end, rest = i <= ROWS ? 0 : hold[k] * pow(1e-3, 1 - (double)(i - ROWS) / ROWS);
      pl_text_printf(&table, "%.12g,%.12g,%.9g\n", pulled + rest, 1 + rate[k] * pulled,
                     nominal(rate[k], pulled, rest) + NOISE * pl_rng_normal(&rng));
    }
    put(ctx, name, &table);
    pl_text_printf(&file, "%s{\"file\": \"%s\"}", k ? ", " : "", name);
  }
  pl_text_add(&file, "]}");
  put(ctx, "block.json", &file);
  char path[600];
  snprintf(path, sizeof path, "%s/block.json", test_folder());
  pl_measurement *m;
  if (pl_measurement_load(ctx, path, &m) != PL_OK) test_fail(__FILE__, __LINE__, "%s", pl_context_error(ctx)->message);
  return m;
}

static pl_fit *fit_model(pl_context *ctx, pl_measurement *m, const char *model) {
  pl_fit_options options = pl_fit_options_default();
  pl_fit *fit;
  options.model = model;
  pl_status status = pl_fit_run(ctx, 1, &m, 0, NULL, &options, &fit);
  if (status != PL_OK) test_fail(__FILE__, __LINE__, "%s", pl_context_error(ctx)->message);
  REQUIRE(status == PL_OK);
  return fit;
}

TEST(homogeneous_relaxation_of_a_block) {
  pl_context *ctx = pl_context_create(NULL);
  pl_measurement *m = measure(ctx, "\"symmetry\": \"orthotropic\"");
  pl_fit *fit = fit_model(ctx, m, "orthotropic");
  CHECK(fit->findings.rates->n_hold == 1 && fit->findings.rates->hold[0].noticed);
  pl_arena *arena = pl_arena_create(ctx);
  pl_relaxation *all;
  int n;
  REQUIRE(pl_relaxation_make(arena, fit, &n, &all) == PL_OK && n == 1);
  REQUIRE(all->n == 2);
  for (int i = 0; i < 2; i++) {
    // standard errors that the noise explains: 0.4 % of the largest stress
    CHECK(all->share[i].sigma > 0 && all->share[i].sigma < 0.1 * SHARE[i]);
    CHECK(all->time[i].sigma > 0 && all->time[i].sigma < 0.15 * TIME[i]);
    CHECK_NEAR(all->share[i].value, SHARE[i], 3 * all->share[i].sigma);
    CHECK_NEAR(all->time[i].value, TIME[i], 3 * all->time[i].sigma);
  }
  for (int i = 0; i < fit->evidence.n_score; i++) CHECK_LESS(fit->evidence.score[i].share, 0.02);
  pl_arena_destroy(arena);
  pl_fit_destroy(fit);
  pl_measurement_destroy(m);
  pl_context_destroy(ctx);
}

// Rubber laws have a stress at rest in their invariants and do not relax. It is said, with another remedy.
TEST(homogeneous_relaxation_of_rubber_is_said) {
  pl_context *ctx = pl_context_create(NULL);
  pl_measurement *m = measure(ctx, "\"symmetry\": \"isotropic\", \"incompressible\": true");
  pl_fit *fit = fit_model(ctx, m, "neo-hookean");
  CHECK(!pl_material_relaxes(fit->material) && fit->findings.rates->noticed);
  const pl_warning *warning = said_warning(fit, "readings.relaxes");
  REQUIRE(warning);
  CHECK_TEXT(warning->remedy_id, "remedy.fit-one-speed");
  CHECK(pl_result_state(fit) != PL_VERDICT_GOOD);
  pl_fit_destroy(fit);
  pl_measurement_destroy(m);
  pl_context_destroy(ctx);
}
