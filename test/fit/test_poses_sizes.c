// test_poses_sizes.c: which readings of a body contradict each other, which only seem to, and what is reported; single readings that are
// held out.
#include <limits.h>

#include "estimate/problem/fit.h"
#include "estimate/judge/judge.h"
#include "estimate/stage/stage.h"
#include "protocol/poses/fit/poses_sizes.h"
#include "estimate/problem/stack.h"
#include "estimate/field/sample_plan.h"
#include "protocol/poses/poses.h"
#include "said.h"
#include "test.h"
#include "unit/measure/scratch_experiment.h"
#include "protocol/poses/poses_part.h"

// A bar of 40 x 10 x 10 mm on rollers, pulled; its sides are free or kept as well.
#define FACE(name, axis, at) "\"" name "\": {\"plane\": \"" axis "\", \"at\": \"" at " mm\"}"
#define SETS                                                                                                                        \
  FACE("left", "x", "0")                                                                                                            \
  ", " FACE("middle", "x", "20") ", " FACE("right", "x", "40") ", " FACE("front", "y", "0") ", " FACE("back", "y", "10") ", " FACE( \
      "floor", "z", "0") ", " FACE("top", "z", "10")
#define ROLLERS "{\"set\": \"left\", \"axes\": \"x\"}, {\"set\": \"front\", \"axes\": \"y\"}, {\"set\": \"floor\", \"axes\": \"z\"}"
#define MOVED "{\"set\": \"right\", \"axes\": \"x\", \"translation\": [\"%g mm\", \"0 mm\", \"0 mm\"]}"
#define KEPT ", {\"set\": \"back\", \"axes\": \"y\"}, {\"set\": \"top\", \"axes\": \"z\"}"
#define READ "\"measured\": {\"forces\": [{\"set\": \"right\", \"force\": [\"0 N\", null, null]}]}"
#define PULL(name, more) "{\"name\": \"" name "\", \"supports\": [" ROLLERS ", " MOVED "], " READ more "}"
#define CONFINED "{\"name\": \"confined\", \"supports\": [" ROLLERS ", " MOVED KEPT "], " READ "}"

static pl_measurement *load(const char *poses) {
  put("e.json", pl_arena_printf(arena,
                                "{\"pliant\": \"experiment 1\", \"protocol\": \"poses\", \"tests\": [{\"name\": \"b\", \"mesh\": {\"box\": "
                                "[\"40 mm\", \"10 mm\", \"10 mm\"], \"cells\": [4, 1, 1], \"elements\": \"hexahedra\"}, \"sets\": {%s}, "
                                "\"poses\": [%s]}]}",
                                SETS, poses));
  pl_measurement *m;
  require_ok(pl_measurement_load(ctx, at("e.json"), &m));
  return m;
}

// Exact readings of a neo-Hookean body of these moduli in Pa, with sigma in N.
static void simulate(pl_measurement *m, double mu, double bulk, double sigma) {
  static const double none[PL_MAX_CHANNEL] = {0};
  pl_rig_options rig = pl_rig_options_default();
  pl_solve_options solve = pl_solve_options_default();
  pl_material *material;
  pl_measurement *virtual;
  pl_rig_report report;
  require_ok(pl_material_create(ctx, "gel", 0, &material));
  require_ok(pl_material_add_term(material, "{\"name\": \"neo-hookean\", \"strain\": \"invariants\", \"values\": [\"i1\", \"i2\", \"j\"], "
                                            "\"law\": \"neo-hookean\"}"));
  require_ok(pl_material_finish(material));
  material->density_dim = PL_DIM_VOLUME_DENSITY;
  material->theta[0] = mu, material->theta[1] = bulk;
  require_ok(pl_rig_measure(ctx, m->protocol, m->n_test, m->test, material, &rig, &solve, none, 0, &virtual, &report));
  REQUIRE(report.n_failed == 0);
  for (int t = 0; t < m->n_test; t++) {
    pl_channel *to = &m->test[t].channel[PL_POSES_FORCE];
    size_t n = (size_t)(m->test[t].n_frame * pl_channel_width(to));
    memcpy(to->value, virtual->test[t].channel[PL_POSES_FORCE].value, n * sizeof *to->value);
    to->sigma = sigma;
  }
  pl_measurement_destroy(virtual);
  pl_material_destroy(material);
}

// Every force read in a frame of a test, times this.
static void scale_force(pl_measurement *m, int test, int frame, double factor) {
  pl_channel *force = &m->test[test].channel[PL_POSES_FORCE];
  int width = pl_channel_width(force);
  for (int k = 0; k < width; k++) force->value[frame * width + k] *= factor;
}

static pl_fit *fit_samples(pl_measurement *m, const char *model, int samples) {
  pl_fit_options options = pl_fit_options_default();
  options.model = model;
  options.samples = samples;
  pl_fit *fit;
  require_ok(pl_fit_run(ctx, 1, &m, 0, NULL, &options, &fit));
  return fit;
}

// A gel with confined sides is a hundred times as stiff as one that may thin. With Poisson's ratio 0.3 the readings imply stiffnesses
// 80-fold apart, which is no contradiction.
TEST(poses_sizes_confined_gel_contradicts_nothing) {
  start();
  pl_measurement *m = load(pl_arena_printf(arena, PULL("pulled", "") ", " CONFINED, 2.0, 0.4));
  simulate(m, 15e3, 5e6, 1e-3);
  double *force = m->test[0].channel[PL_POSES_FORCE].value;
  CHECK(force[pl_channel_width(&m->test[0].channel[PL_POSES_FORCE])] > 5 * force[0]);
  pl_fit *fit = fit_samples(m, "neo-hookean", 1);
  CHECK(pl_poses_findings_of(fit)->n_contradiction == 0 && !fit->findings.contradicts);
  CHECK(fit->findings.fit_passed);
  pl_fit_destroy(fit);
  pl_measurement_destroy(m);
  finish();
}

// One force of 70 is ten times too large. It is found although it is the last one, and the remedy names all possible causes.
TEST(poses_sizes_compare_every_reading) {
  start();
  const char *poses = "";
  for (int i = 0; i < 70; i++)
    poses = pl_arena_printf(arena, "%s%s{\"name\": \"p%d\", \"supports\": [" ROLLERS ", " MOVED "], " READ "}", poses, i ? ", " : "", i,
                            1 + 0.02 * i);
  pl_measurement *m = load(poses);
  simulate(m, 15e3, 40e3, 1e-3);
  scale_force(m, 0, 69, 10);
  pl_fit *fit = fit_samples(m, "stvk", 1);
  REQUIRE(pl_poses_findings_of(fit)->n_contradiction == 1);
  CHECK_TEXT(pl_poses_findings_of(fit)->contradiction[0].pose, "p69");
  CHECK(pl_poses_findings_of(fit)->contradiction[0].n_others == 69 && !fit->findings.contradicts);
  const pl_warning *told = said_warning(fit, "poses.contradiction");
  REQUIRE(told);
  CHECK_CONTAINS(told->remedy, "--samples");
  pl_fit_destroy(fit);
  pl_measurement_destroy(m);
  finish();
}

// A force in the wrong direction is recognised by its sign, not by its size.
TEST(poses_sizes_opposite_sign) {
  start();
  pl_measurement *m = load(pl_arena_printf(arena, PULL("a", "") ", " PULL("b", "") ", " PULL("c", ""), 1.0, 2.0, 3.0));
  simulate(m, 15e3, 40e3, 1e-3);
  scale_force(m, 0, 1, -1);
  pl_fit *fit = fit_samples(m, "stvk", 1);
  REQUIRE(pl_poses_findings_of(fit)->n_contradiction == 1 && pl_poses_findings_of(fit)->contradiction[0].opposite);
  const pl_warning *told = said_warning(fit, "poses.opposite-sign");
  REQUIRE(told);
  CHECK_CONTAINS(told->text, "the force on \"right\" in pose \"b\" has the opposite sign");
  CHECK_CONTAINS(told->remedy, "\"of\": \"body\"");
  CHECK_NO_WARNING(fit, "poses.contradiction");
  CHECK_NO_WARNING(fit, "poses.contradiction-pair");
  pl_fit_destroy(fit);
  pl_measurement_destroy(m);
  finish();
}

// Forces two hundredfold apart end the fit of an even body. If samples were requested they are fitted, and no common stiffness is reported.
TEST(poses_sizes_leave_samples_alone) {
  start();
  pl_measurement *m = load(pl_arena_printf(arena, PULL("a", "") ", " PULL("b", "") ", " PULL("c", ""), 1.0, 2.0, 3.0));
  simulate(m, 15e3, 40e3, 1e-3);
  scale_force(m, 0, 0, 200);
  pl_fit *even = fit_samples(m, "stvk", 1), *uneven = fit_samples(m, "stvk", 2);
  CHECK(even->findings.contradicts && said_warning(even, "poses.contradiction"));
  CHECK_TEXT(even->solution.stop_reason, PL_STOP_CONTRADICTION);
  CHECK(!uneven->findings.contradicts && uneven->way.n_sample_stage > 0);
  CHECK(strcmp(uneven->solution.stop_reason, PL_STOP_CONTRADICTION) != 0);
  pl_fit_destroy(even);
  pl_fit_destroy(uneven);
  pl_measurement_destroy(m);
  finish();
}

// A bar whose right half is six times as stiff: poses that strain one half each read it. One stiffness for all is contradictory, and
// --samples is reported as a remedy; two samples describe the forces, and nothing is reported.
TEST(poses_sizes_bar_of_two_pieces) {
  start();
#define HALF(name, middle, face, by)                                                                                        \
  "{\"name\": \"" name "\", \"supports\": [" ROLLERS ", {\"set\": \"middle\", \"axes\": \"x\", \"translation\": [\"" middle \
  " mm\", \"0 mm\", \"0 mm\"]}, {\"set\": \"right\", \"axes\": \"x\", \"translation\": [\"" by                              \
  " mm\", \"0 mm\", \"0 mm\"]}], \"measured\": {\"forces\": [{\"set\": \"" face "\", \"force\": [\"0 N\", null, null]}]}}"
  pl_measurement *m = load(HALF("l1", "1", "middle", "1") ", " HALF("l2", "2", "middle", "2") ", " HALF("r1", "0", "right", "1") ", " HALF(
      "r2", "0", "right", "2"));
  simulate(m, 15e3, 40e3, 1e-3);
  scale_force(m, 0, 2, 6);
  scale_force(m, 0, 3, 6);
  pl_fit *even = fit_samples(m, "stvk", 1), *uneven = fit_samples(m, "stvk", 2);
  const pl_warning *told = said_warning(even, "poses.contradiction");
  REQUIRE(told);
  CHECK_CONTAINS(told->remedy, "--samples");
  const pl_samples *samples = pl_material_samples(uneven->material);
  REQUIRE(samples && samples->n > 1 && pl_poses_findings_of(uneven)->n_contradiction > 0);
  CHECK_NO_WARNING(uneven, "poses.contradiction");
  pl_fit_destroy(even);
  pl_fit_destroy(uneven);
  pl_measurement_destroy(m);
  finish();
}

// What a trial step may cost: far from the last equilibrium one Newton iteration does not do; without the limit it is found. (The methods that `auto`
// falls back to have their own iterations, which are enough for so small a body.)
TEST(poses_trial_iterations_are_limited) {
  start();
  pl_measurement *m = load(pl_arena_printf(arena, PULL("a", "") ", " CONFINED, 8.0, 4.0));
  simulate(m, 15e3, 40e3, 1e-3);
  pl_fit_options options = pl_fit_options_default();
  options.model = "neo-hookean";
  options.solve.method = PL_METHOD_HYBRID;
  pl_fit *fit;
  require_ok(pl_fit_run(ctx, 1, &m, 0, NULL, &options, &fit));
  int n_failed = INT_MAX;
  double theta[2] = {fit->material->theta[0], 100 * fit->material->theta[1]};
  pl_stage stage = pl_stage_default(&fit->problem);
  pl__poses_begin(fit, &stage);
  require_ok(pl_cases_predict(&fit->problem, &fit->work, &stage,
                              &(pl_cases_ask){.theta = fit->material->theta, .last = 1, .wanted = PL_WANTED_DERIVATIVES}, &n_failed));
  CHECK(n_failed == 0 && stage.steps.effort > 1);
  stage.steps.effort = 1;
  n_failed = 2;
  require_ok(pl_cases_predict(&fit->problem, &fit->work, &stage,
                              &(pl_cases_ask){.theta = theta, .last = 1, .wanted = PL_WANTED_DERIVATIVES}, &n_failed));
  CHECK(n_failed > 0);
  stage.steps.effort = 0;
  n_failed = 2;
  require_ok(pl_cases_predict(&fit->problem, &fit->work, &stage,
                              &(pl_cases_ask){.theta = theta, .last = 1, .wanted = PL_WANTED_DERIVATIVES}, &n_failed));
  CHECK(n_failed == 0);
  pl_fit_destroy(fit);
  pl_measurement_destroy(m);
  finish();
}

// One number: by 3 sigma, or by the share of its change that R2 of 0.95 leaves, sqrt(0.05) = 22.4 %. Many sigmas of a precise reading are no miss,
// eight of a coarse one are.
TEST(judge_single_readings) {
  pl_fit fit = {.problem.options = {.accept_r2 = 0.95}};
  static const struct {
    double doubts, of_change;
    bool passes;
  } row[] = {{8.4, 0.61, false}, {2.9, 0.61, true}, {3.1, 0.61, false}, {8.4, 0.22, true},
             {50, 0.02, true},   {NAN, 0.2, true},  {NAN, 0.23, false}, {3.1, NAN, false}};
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    pl_score score = {.few = true,
                      .r2 = NAN,
                      .share = NAN,
                      .systematic = NAN,
                      .sigmas = row[i].doubts,
                      .doubts = row[i].doubts,
                      .of_change = row[i].of_change};
    if (pl_score_passes(&fit, &score) != row[i].passes) test_fail(__FILE__, __LINE__, "row %d", (int)i);
  }
}

// Readings that do not vary have no R2: the force along a clamp that only pulls. They are described to 3 of the sigmas they are weighted by.
TEST(judge_readings_that_do_not_vary) {
  pl_fit fit = {.problem.options = {.accept_r2 = 0.95}};
  static const struct {
    double rms;
    bool passes;
  } row[] = {{0, true}, {0.0029, true}, {0.0031, false}, {5, false}, {NAN, false}};
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    pl_score score = {.n = 40, .r2 = NAN, .rms = row[i].rms, .share = NAN, .systematic = NAN, .sigmas = NAN, .sigma = 0.001};
    if (pl_score_passes(&fit, &score) != row[i].passes) test_fail(__FILE__, __LINE__, "row %d", (int)i);
  }
}

// A force that hardly changes is compared with its level: a straight curve from rest with R2 = 0.95 has residuals of 11.2 % of it. In a sequence
// scatter alone is no miss, and with a stated sigma noise is none, unless it is systematic. What is systematic beyond 5 % keeps a fit from being good.
TEST(judge_by_level_noise_and_systematic_part) {
  pl_fit fit = {.problem.options = {.accept_r2 = 0.95}};
  CHECK_CLOSE(pl_judge_share(&fit), sqrt(0.05) / 2, 1e-12);
  static const struct {
    double r2, share, systematic, sigmas;
    bool sequence, passes, good;
  } row[] = {{-2, 0.02, 0.02, NAN, true, true, true},  {-2, 0.15, 0.14, NAN, true, false, false}, {0.96, 0.1, 0.09, NAN, true, true, false},
             {-0.1, 0.9, 0, NAN, true, true, true},    {-0.1, 0.9, 0, NAN, false, false, true},   {0.5, 0.4, 0.3, 1.05, true, false, false},
             {0.5, 0.4, 0.04, 1.05, true, true, true}, {0.5, 0.4, 0.3, 2, true, false, false},    {0.999, 0.01, 0.01, 9, true, true, true}};
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    pl_score score = {.n = 40,
                      .r2 = row[i].r2,
                      .rms = row[i].share,
                      .share = row[i].share,
                      .systematic = row[i].systematic,
                      .sigmas = row[i].sigmas,
                      .sequence = row[i].sequence,
                      .judged = true,
                      .used = true};
    if (pl_score_passes(&fit, &score) != row[i].passes) test_fail(__FILE__, __LINE__, "row %d passes", (int)i);
    if ((pl_judge_systematic(&score) == 0) != row[i].good) test_fail(__FILE__, __LINE__, "row %d is good", (int)i);
  }
}

// A held-out force that is two and a half times the predicted one, with a coarse sigma: within ten of it, and not predicted. What the prediction
// scatters by itself counts.
TEST(poses_held_out_force_far_off_fails) {
  start();
  pl_measurement *m = load(pl_arena_printf(arena, PULL("a", "") ", " PULL("b", "") ", " PULL("c", ", \"held-out\": true"), 2.0, 4.0, 3.0));
  simulate(m, 15e3, 40e3, 0);
  double truth = 0;
  for (int t = 0; t < m->n_test; t++) {
    const pl_channel *force = &m->test[t].channel[PL_POSES_FORCE];
    for (int f = 0; f < m->test[t].n_frame; f++) truth = fmax(truth, fabs(force->value[f * pl_channel_width(force)]));
  }
  for (int t = 0; t < m->n_test; t++) m->test[t].channel[PL_POSES_FORCE].sigma = 0.15 * truth;
  pl_fit *right = fit_samples(m, "stvk", 1);
  CHECK(right->findings.validation_passed);
  bool scaled = false;
  for (int t = 0; t < m->n_test; t++)
    if (m->test[t].held_out && m->test[t].n_frame == 1) scale_force(m, t, 0, 2.5), scaled = true;
  REQUIRE(scaled);
  pl_fit *fit = fit_samples(m, "stvk", 1);
  const pl_score *score = NULL;
  for (int i = 0; i < fit->evidence.n_score; i++)
    if (fit->evidence.score[i].held_out) score = &fit->evidence.score[i];
  REQUIRE(score && score->few);
  printf("%.3g sigma of the reading, %.3g of both, %.3g of the change\n", score->sigmas, score->doubts, score->of_change);
  CHECK(score->sigmas < 10 && score->doubts < score->sigmas && score->doubts > 3);
  CHECK_NEAR(score->of_change, 0.6, 0.05);
  CHECK(!fit->findings.validation_passed);
  pl_fit_destroy(right);
  pl_fit_destroy(fit);
  pl_measurement_destroy(m);
  finish();
}
