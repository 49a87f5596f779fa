// test_poses_value.c: lengths, areas and volumes by closed forms, and their derivatives by Taylor's remainders.
#include "test.h"

#include "conformance/derivative.h"
#include "base/rng.h"
#include "unit/measure/scratch_experiment.h"
#include "protocol/poses/poses.h"

static pl_measurement *load(const char *elements) {
  put("e.json", pl_arena_printf(arena,
                                "{\"pliant\": \"experiment 1\", \"protocol\": \"poses\", \"tests\": [{\"mesh\": {\"box\": [\"2 m\", \"1 "
                                "m\", \"1 m\"], \"cells\": [2, 1, 1], "
                                "\"elements\": \"%s\"}, \"landmarks\": {\"a\": [\"0.3 m\", \"0.2 m\", \"0.4 m\"], \"b\": [\"1.7 m\", \"0.5 "
                                "m\", \"0.3 m\"], \"c\": [\"1 m\", \"1 m\", \"1 "
                                "m\"]}, \"sets\": {\"left\": {\"plane\": \"x\", \"at\": \"0 m\"}, \"top\": {\"plane\": \"z\", \"at\": \"1 "
                                "m\"}, \"half\": {\"box\": [[\"0 m\", \"0 m\", \"0 m\"], "
                                "[\"1 m\", \"1 m\", \"1 m\"]]}}, \"poses\": [{\"supports\": [{\"set\": \"left\"}], \"measured\": "
                                "{\"lengths\": [{\"along\": [\"a\", \"b\", \"c\"], \"length\": \"2 m\"}], "
                                "\"areas\": [{\"set\": \"top\", \"area\": \"2 m^2\"}], \"volumes\": [{\"volume\": \"2 m^3\"}, {\"set\": "
                                "\"half\", \"volume\": \"1 m^3\"}]}}]}]}",
                                elements));
  pl_measurement *m;
  require_ok(pl_measurement_load(ctx, at("e.json"), &m));
  return m;
}

typedef struct job {
  const pl_poses *poses;
  const pl_quantity *quantity;
  int n;
} job;

static void value_and_slope(void *user, const double *x, double *value, double *gradient, double *hessian) {
  (void)hessian;
  const job *j = user;
  double slope[64] = {0}, v = pl_quantity_value(j->poses, j->quantity, x, gradient ? slope : NULL);
  if (value) *value = v;
  if (gradient) memcpy(gradient, slope, (size_t)j->n * sizeof *gradient);
}

TEST(poses_value_closed_forms_and_slopes) {
  start();
  static const char *const elements[] = {"tetrahedra", "hexahedra"};
  for (int e = 0; e < 2; e++) {
    pl_measurement *m = load(elements[e]);
    const pl_poses *p = pl_poses_of(&m->test[0]);
    int n = 3 * p->mesh->n_vertex;
    REQUIRE(p->n_quantity == 4 && n <= 64);
    // at rest, and stretched by F = diag(2, 3, 0.5)
    double line = sqrt(1.4 * 1.4 + 0.3 * 0.3 + 0.1 * 0.1) + sqrt(0.7 * 0.7 + 0.5 * 0.5 + 0.7 * 0.7), x[64];
    double longer = sqrt(2.8 * 2.8 + 0.9 * 0.9 + 0.05 * 0.05) + sqrt(1.4 * 1.4 + 1.5 * 1.5 + 0.35 * 0.35);
    const double rest[4] = {line, 2, 2, 1}, stretched[4] = {longer, 12, 6, 3};
    for (int i = 0; i < n; i++) x[i] = (i % 3 == 0 ? 2 : i % 3 == 1 ? 3 : 0.5) * p->mesh->x0[i];
    for (int q = 0; q < 4; q++) {
      CHECK_NEAR(pl_quantity_value(p, &p->quantity[q], p->mesh->x0, NULL), rest[q], 1e-13);
      CHECK_NEAR(pl_quantity_value(p, &p->quantity[q], x, NULL), stretched[q], 1e-12);
      CHECK_NEAR(p->rest[p->quantity[q].channel][p->quantity[q].first], rest[q], 1e-13);
    }
    // the volume does not depend on where the body is
    for (int i = 0; i < n; i++) x[i] += 7;
    for (int q = 1; q < 4; q++) CHECK_NEAR(pl_quantity_value(p, &p->quantity[q], x, NULL), stretched[q], 1e-11);
    pl_rng rng;
    pl_rng_init(&rng, 3);
    for (int i = 0; i < n; i++) x[i] = p->mesh->x0[i] + 0.2 * pl_rng_normal(&rng);
    for (int q = 0; q < 4; q++) {
      job j = {p, &p->quantity[q], n};
      derivative_check c = check_derivatives(value_and_slope, &j, n, x, 0.1, false, 5);
      if (!c.gradient_ok) test_fail(__FILE__, __LINE__, "quantity %d: slope %g, error %g", q, c.gradient_slope, c.gradient_error);
    }
    pl_measurement_destroy(m);
  }
  finish();
}
