// test_further_body.c: further tests of a solid in poses: offered, and their promises kept when they are made and everything is fitted again.
#include "estimate/advise/further.h"
#include "estimate/problem/stack.h"
#include "protocol/poses/poses.h"
#include "test.h"
#include "unit/measure/scratch_experiment.h"

#define MM(x, y, z) "{\"unit\": \"mm\", \"values\": [" #x ", " #y ", " #z "]}"
#define BODY(cells)                                                                                                \
  "{\"pliant\": \"experiment 1\", \"protocol\": \"poses\", \"tests\": [{\"name\": \"b\", \"mesh\": {\"box\": " MM( \
      30, 20, 16) ", "                                                                                             \
                  "\"cells\": " cells ", \"elements\": \"hexahedra\"}, "
#define PLANE(axis, at) "{\"plane\": \"" axis "\", \"at\": \"" #at " mm\"}"
#define ENDS "\"left\": " PLANE("x", 0) ", \"right\": " PLANE("x", 30)
#define MOVED(name, from, to, shift) \
  "{\"name\": \"" name "\", \"supports\": [{\"set\": \"" from "\"}, {\"set\": \"" to "\", \"translation\": " shift "}], "
#define POSE(name, from, to, shift, force) \
  MOVED(name, from, to, shift) "\"measured\": {\"positions\": \"p.csv\", \"forces\": [{\"set\": \"" to "\", \"force\": " force "}]}}"

// Pulled, bent and pressed, with places and forces read.
static const char body[] =
    BODY("[5, 4, 3]") "\"landmarks\": \"landmarks.csv\", "
                      "\"sets\": {" ENDS ", \"floor\": " PLANE("z", 0) ", \"top\": " PLANE("z", 16) "}, \"poses\": [" POSE(
                          "pulled", "left", "right", MM(3, 0, 0),
                          "[\"0 N\", null, null]") ", " POSE("askew", "left", "right", MM(0, 2, 2),
                                                             "[null, \"0 N\", \"0 N\"]") ", " POSE("up", "floor", "top", MM(0, 0, 1.6),
                                                                                                   "[null, null, \"0 N\"]") "]}]}";
static const char landmarks[] = "name,x [mm],y [mm],z [mm]\na,12,10,16\nb,18,10,16\nc,15,0,8\nd,15,20,8\ne,15,10,0\nf,30,10,8\ng,0,10,8\n";
// Pulled, and only two places read.
static const char shown[] =
    BODY("[4, 3, 3]") "\"landmarks\": \"landmarks.csv\", \"sets\": {" ENDS
                      "}, \"poses\": [" MOVED("pulled", "left", "right", MM(3, 0, 0)) "\"measured\": {\"positions\": \"p.csv\"}}]}]}";
static const char shown_landmarks[] = "name,x [mm],y [mm],z [mm]\na,12,10,16\nc,15,0,8\n";

static pl_measurement *load_body(const char *experiment, const char *places) {
  pl_measurement *plan;
  put("landmarks.csv", places);
  put("p.csv", places);
  put("e.json", experiment);
  require_ok(pl_measurement_load(ctx, at("e.json"), &plan));
  return plan;
}

static pl_measurement *measure(const pl_test *plan, const pl_material *truth, double *sigma, uint64_t seed) {
  pl_rig_options rig = pl_rig_options_default();
  pl_solve_options solve = pl_solve_options_default();
  pl_rig_report report;
  pl_measurement *m;
  require_ok(pl_rig_measure(ctx, pl_protocol_find("poses"), 1, plan, truth, &rig, &solve, sigma, seed, &m, &report));
  CHECK(report.n_failed == 0);
  return m;
}

static pl_measurement *make(const pl_usual *usual, const pl_material *fitted, const pl_test *like, const pl_material *truth) {
  pl_usual_plan plan = {0};
  pl_solve_options solve = pl_solve_options_default();
  require_ok(usual->plan(arena, usual, fitted, like, &solve, &plan));
  pl_measurement *exact = measure(&plan.test[0], truth, NULL, 0);
  for (int k = 0; k < PL_POSES_CHANNELS; k++)
    if (exact->test[0].channel[k].value && plan.sigma[k] == 0) plan.sigma[k] = pl_case_sigma(&exact->test[0], k);
  pl_measurement_destroy(exact);
  return measure(&plan.test[0], truth, plan.sigma, 11);
}

static void check_promise(const pl_fit *before, pl_measurement *old, const pl_material *truth, const char *name, int parameter) {
  const pl_further_test *test = NULL;
  for (int i = 0; i < before->findings.further->n_test; i++)
    if (strcmp(before->findings.further->test[i].usual->name, name) == 0) test = &before->findings.further->test[i];
  REQUIRE(test && !test->reason);
  pl_measurement *both[2] = {old, make(test->usual, before->material, &old->test[0], truth)};
  pl_fit *after;
  require_ok(pl_fit_run(ctx, 2, both, 0, NULL, &before->problem.options, &after));
  // of its size: a force is read to one per cent of what it is
  double promised = test->width[parameter] * before->findings.further->size[parameter] / before->material->theta[parameter],
         found = after->material->sigma[parameter] / after->material->theta[parameter],
         was = before->material->sigma[parameter] / before->material->theta[parameter];
  printf("%s: %s from %.3g to %.3g promised, %.3g found\n", name, before->material->parameter[parameter].name, was, promised, found);
  CHECK(promised < 0.8 * was || isinf(before->findings.further->width[parameter]));
  CHECK_LESS(found / promised, 1.3);
  CHECK_LESS(promised / found, 1.3);
  CHECK_NEAR(after->material->theta[parameter], truth->theta[parameter], 4 * after->material->sigma[parameter]);
  pl_fit_destroy(after);
  pl_measurement_destroy(both[1]);
}

// A body of a known material, measured, fitted, and asked which further test would help.
typedef struct bench {
  pl_material *truth;
  pl_measurement *plan, *old;
  pl_fit *fit;
} bench;

static bench bench_open(const char *law, const char *model, int n, const double *theta_kpa, pl_measurement *plan, double *sigma) {
  bench b = {.plan = plan};
  pl_fit_options options = pl_fit_options_default();
  require_ok(pl_material_create(ctx, "truth", 1000, &b.truth));
  b.truth->density_dim = PL_DIM_VOLUME_DENSITY;
  require_ok(pl_material_add_term(b.truth, pl_arena_printf(arena, "{\"name\": \"body\", \"strain\": \"green3\", \"law\": \"%s\"}", law)));
  require_ok(pl_material_finish(b.truth));
  REQUIRE(b.truth->n_theta == n);
  for (int j = 0; j < n; j++) b.truth->theta[j] = 1e3 * theta_kpa[j];
  b.old = measure(&plan->test[0], b.truth, sigma, 5);
  options.model = model;
  options.further = PL_FURTHER_ON;
  require_ok(pl_fit_run(ctx, 1, &b.old, 0, NULL, &options, &b.fit));
  require_ok(pl_fit_further(b.fit));
  REQUIRE(b.fit->findings.further && b.fit->material->n_theta == n);
  printf("%s\n", b.fit->findings.further->words);
  return b;
}

static void bench_close(bench *b) {
  pl_fit_destroy(b->fit);
  pl_measurement_destroy(b->old);
  pl_measurement_destroy(b->plan);
  pl_material_destroy(b->truth);
}

LONG_TEST(further_test_of_a_body_keeps_its_promise) {
  //                              c11  c12 c13 c22  c23 c33 c44 c55 c66
  static const double truth_kpa[9] = {140, 50, 45, 110, 40, 95, 30, 34, 38};
  enum { C22 = 3, C44 = 6 };
  start();
  double sigma[PL_MAX_CHANNEL] = {[PL_POSES_POSITIONS] = 5e-6, [PL_POSES_FORCE] = 0.02};
  bench b = bench_open("orthotropic3", "orthotropic", 9, truth_kpa, load_body(body, landmarks), sigma);
  const pl_further *further = b.fit->findings.further;
  // stretch, pressing, shear, torsion and a disk, along, in or about three axes
  CHECK(further->n_test == 15 && further->helped);
  for (int i = 0; i < further->n_test; i++) {
    const pl_further_test *t = &further->test[i];
    if (t->reason) test_fail(__FILE__, __LINE__, "%s: %s", t->usual->name, t->reason);
    for (int j = 0; j < 9 && !t->reason; j++) CHECK(isnan(further->width[j]) || t->width[j] <= (1 + 1e-9) * further->width[j]);
  }
  check_promise(b.fit, b.old, b.truth, "stretched y", C22);
  check_promise(b.fit, b.old, b.truth, "sheared yz", C44);
  bench_close(&b);
  finish();
}

// Places alone tell ratios. What a test with a force promises then counts that the size of the stiffness is not known either, and it tells that too.
LONG_TEST(further_test_of_a_body_of_unknown_size_keeps_its_promise) {
  static const double truth_kpa[2] = {60, 21};
  enum { LAMBDA, MU };
  start();
  double sigma[PL_MAX_CHANNEL] = {[PL_POSES_POSITIONS] = 4e-5};
  bench b = bench_open("isotropic3", "stvk", 2, truth_kpa, load_body(shown, shown_landmarks), sigma);
  CHECK(b.fit->solution.scale_held);
  CHECK_CONTAINS(b.fit->findings.further->words, "the size of");
  CHECK(isfinite(b.fit->findings.further->width[LAMBDA]) && isinf(b.fit->findings.further->width[MU]));
  check_promise(b.fit, b.old, b.truth, "stretched z", LAMBDA);
  check_promise(b.fit, b.old, b.truth, "stretched z", MU);
  bench_close(&b);
  finish();
}

// Landmarks in any order: the place at rest of each stands where its readings do.
TEST(further_test_of_a_body_keeps_landmarks_apart) {
  start();
  pl_measurement *plan = load_body(body, landmarks);
  const pl_poses *old = pl_poses_of(&plan->test[0]);
  pl_poses turned = *old;
  pl_quantity *quantity = pl_arena_alloc(arena, (size_t)old->n_quantity, sizeof *quantity);
  REQUIRE(quantity != NULL);
  for (int q = 0; q < old->n_quantity; q++) quantity[q] = old->quantity[old->n_quantity - 1 - q];
  turned.quantity = quantity;
  pl_test like = plan->test[0];
  like.detail = &turned;
  pl_usual_plan usual = {0};
  pl_solve_options solve = pl_solve_options_default();
  const pl_usual *stretched = NULL;
  for (int i = 0; i < pl_usual_count(); i++)
    if (strcmp(pl_usual_at(i)->name, "stretched x") == 0) stretched = pl_usual_at(i);
  REQUIRE(stretched != NULL);
  require_ok(stretched->plan(arena, stretched, NULL, &like, &solve, &usual));
  const pl_poses *made = pl_poses_of(&usual.test[0]);
  int n = 0;
  for (int q = 0; q < made->n_quantity; q++) {
    if (made->quantity[q].channel != PL_POSES_POSITIONS) continue;
    for (int o = 0; o < old->n_quantity; o++)
      if (old->quantity[o].channel == PL_POSES_POSITIONS && strcmp(old->quantity[o].name, made->quantity[q].name) == 0)
        for (int k = 0; k < 3; k++, n++)
          CHECK_NEAR(made->rest[PL_POSES_POSITIONS][made->quantity[q].first + k], old->rest[PL_POSES_POSITIONS][old->quantity[o].first + k],
                     0);
  }
  CHECK(n == 21);
  pl_measurement_destroy(plan);
  finish();
}
