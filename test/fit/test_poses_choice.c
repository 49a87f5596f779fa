// test_poses_choice.c: the addends of a body are chosen by left-out poses. It has as few as the truth, the same ones; and some options are
// rejected.
#include "said.h"
#include "estimate/problem/fit.h"
#include "protocol/poses/fit/poses_sizes.h"
#include "fit/virtual_body.h"
#include "test.h"

#define HELD STRETCHED FORCE "}, \"held-out\": true}"
static const char *const poses = PULL("pulled", "2") "}, " PULL("pulled further", "4") "}, " PULL("pulled far", "6") "}, " CONFINED(
    "along x", "6", "0",
    "0") ", " CONFINED("along y", "0", "1",
                       "0") ", " CONFINED("along z", "0", "0",
                                          "1") ", " SHEARED("xz and yz", "floor", "top", "1", "1",
                                                            "0") "}, " SHEARED("xy", "front", "back", "2", "0",
                                                                               "0") "}, " TWISTED
                                                                                    ", " CONFINED("x and y", "3", "0.6", "0") ", " HELD;

#define ISOTROPIC \
  "{\"name\": \"body\", \"strain\": \"green3\", \"law\": \"isotropic3\", \"parameters\": {\"lambda\": \"30 kPa\", \"mu\": \"12 kPa\"}}"
#define ALONG_X "{\"name\": \"fibres\", \"strain\": \"green3\", \"values\": [\"xx\"], \"law\": "

// A body of one or two terms; NULL: one.
static pl_material *body(const char *first, const char *second) {
  pl_material *material;
  require_ok(pl_material_create(ctx, "gel", 0, &material));
  require_ok(pl_material_add_term(material, first));
  if (second) require_ok(pl_material_add_term(material, second));
  require_ok(pl_material_finish(material));
  return material;
}

static pl_status run(pl_measurement *m, const char *model, bool choose, pl_fit **fit) {
  pl_fit_options options = pl_fit_options_default();
  options.model = model;
  if (choose) options.addends = "auto";
  return pl_fit_run(ctx, 1, &m, 0, NULL, &options, fit);
}

static void print_steps(const pl_fit *fit) {
  for (int i = 0; i < fit->way.n_step; i++) {
    const pl_fit_step *s = &fit->way.step[i];
    printf("%s: %s; %d numbers, sum of squares %.4g, left out %.4f%s\n", s->name, s->addends, s->n_parameter, s->chi2, s->held_out,
           s->kept ? "" : ", not kept");
  }
}

// Root mean square over all readings of the held-out pose, in sigmas.
static double unseen(const pl_fit *fit) {
  double sum = 0;
  int n = 0;
  for (int i = 0; i < fit->evidence.n_score; i++)
    if (fit->evidence.score[i].held_out)
      sum += pow(fit->evidence.score[i].sigmas, 2) * fit->evidence.score[i].n, n += fit->evidence.score[i].n;
  return sqrt(sum / n);
}

// What a fit by choice and one by a named model made of the readings of a finer mesh.
typedef struct outcome {
  pl_material *material;
  pl_measurement *measured;
  pl_fit *chosen, *named;
} outcome;

// The plan goes, the material is the outcome's.
static outcome choose_and_compare(pl_measurement *plan, pl_measurement *m, pl_material *material, uint64_t seed, const char *model) {
  outcome o = {.material = material, .measured = m};
  noise[PL_POSES_FORCE] = 30e-3;
  noise[PL_POSES_TORQUE] = 12e-5;
  simulate(plan, material, seed, m);
  pl_measurement_destroy(plan);
  require_ok(run(m, "additive", true, &o.chosen));
  require_ok(run(m, model, false, &o.named));
  print_steps(o.chosen);
  printf("held out: %.3f sigma, %s %.3f; %.2f s\n", unseen(o.chosen), model, unseen(o.named), o.chosen->solution.seconds);
  return o;
}

static outcome choose_for_bar(pl_material *material, uint64_t seed, const char *model) {
  return choose_and_compare(load("plan.json", FITTED, poses), load("e.json", COARSE, poses), material, seed, model);
}

static void destroy(outcome *o) {
  pl_fit_destroy(o->chosen);
  pl_fit_destroy(o->named);
  pl_measurement_destroy(o->measured);
  pl_material_destroy(o->material);
}

static const pl_fit_step *last_step(const pl_fit *fit) {
  REQUIRE(fit->way.n_step >= 2);
  const pl_fit_step *last = &fit->way.step[fit->way.n_step - 1];
  CHECK(last->kept && last->material && strcmp(last->name, "chosen addends") == 0 && last->n_parameter == fit->known.n_singular);
  CHECK(isfinite(last->held_out) && isfinite(last->force) && isfinite(last->position) && isfinite(last->unseen_force));
  for (int i = 0; i < fit->way.n_step; i++) CHECK(fit->way.step[i].kept == (fit->way.step[i].material != NULL));
  return last;
}

// Only noise would need more than two parameters, and the error is no larger: the full additive model, with 21, predicts no better.
LONG_TEST(poses_choice_stays_isotropic) {
  start();
  pl_material *material = body(ISOTROPIC, NULL);
  outcome o = choose_for_bar(material, 1, "additive");
  const pl_fit_step *last = last_step(o.chosen);
  CHECK(o.chosen->solution.converged && last->n_parameter <= 3 && o.named->known.n_singular == 21);
  CHECK_LESS(unseen(o.chosen), 1.1 * unseen(o.named));
  CHECK_LESS(unseen(o.chosen), 1.5);
  destroy(&o);
  finish();
}

// Fibres along x: xx gets a separate parameter, the others stay tied, and the held-out pose is predicted to its noise.
LONG_TEST(poses_choice_finds_a_stiff_axis) {
  start();
  pl_material *material = body(ISOTROPIC, ALONG_X "\"linear\", \"parameters\": {\"k\": \"60 kPa\"}}");
  outcome o = choose_for_bar(material, 2, "stvk");
  const pl_fit_step *last = last_step(o.chosen);
  const pl_material *found = o.chosen->material;
  CHECK(strncmp(last->addends, "xx, yy = zz, yz = xz = xy, ", 27) == 0 && last->n_parameter <= 6);
  CHECK_LESS(unseen(o.chosen), 0.3 * unseen(o.named));
  CHECK_LESS(unseen(o.chosen), 1.5);
  CHECK_LESS(last->held_out, 0.5 * o.chosen->way.step[0].held_out);
  static const char *const name[] = {"xx", "yy", "yz"};
  const double truth[] = {114e3, 54e3, 12e3};  // lambda + 2 mu + fibres, lambda + 2 mu, mu
  for (int i = 0; i < 3; i++) {
    int j = pl_material_term(found, name[i])->theta;
    printf("%s %g +- %g (%g)\n", name[i], found->theta[j], found->sigma[j], truth[i]);
    CHECK_NEAR(found->theta[j], truth[i], 4 * found->sigma[j]);
  }
  CHECK(pl_material_term(found, "zz")->theta == pl_material_term(found, "yy")->theta);
  CHECK(found->certificate && strstr(found->certificate, "convex"));
  destroy(&o);
  finish();
}

// Fibres that are slack at first: xx becomes a curve. Two poses reach its far end: with one, nothing would tell the end when that is left out.
LONG_TEST(poses_choice_finds_a_curve) {
  start();
  pl_material *material = body(ISOTROPIC, ALONG_X "\"convex-spline\", \"knots\": [0, 0.08, 0.16], \"compression\": \"antisymmetric\", "
                                                  "\"parameters\": {\"k0\": \"1 Pa\", \"k1\": \"40 kPa\", \"k2\": \"160 kPa\"}}");
  outcome o = choose_for_bar(material, 3, "orthotropic");
  const pl_fit_step *last = last_step(o.chosen);
  CHECK(strncmp(last->addends, "xx 3, ", 6) == 0 && last->n_parameter < 12);
  CHECK_LESS(unseen(o.chosen), 0.8 * unseen(o.named));
  CHECK_LESS(unseen(o.chosen), 1.5);
  destroy(&o);
  finish();
}

// A sheet: warp stiffer than weft.
TEST(poses_choice_of_a_sheet) {
  start();
  const char *sets =
      "\"landmarks\": {\"a\": [\"10 mm\", \"0 mm\", \"0 mm\"], \"b\": [\"20 mm\", \"5 mm\", \"0 mm\"], \"c\": [\"30 mm\", \"0 mm\", \"0 "
      "mm\"], \"d\": [\"20 mm\", \"-10 mm\", \"0 mm\"], \"e\": [\"20 mm\", \"10 mm\", \"0 mm\"]}, \"sets\": {\"left\": {\"plane\": \"x\", "
      "\"at\": \"0 mm\"}, \"right\": {\"plane\": \"x\", \"at\": \"40 mm\"}, \"front\": {\"plane\": \"y\", \"at\": \"-10 mm\"}, \"back\": "
      "{\"plane\": \"y\", \"at\": \"10 mm\"}, \"all\": {\"plane\": \"z\", \"at\": \"0 mm\"}}";
#define FLAT(name, x, y, more)                                                                                                      \
  "{\"name\": \"" name "\", \"supports\": [{\"set\": \"all\", \"axes\": \"z\"}, {\"set\": \"left\", \"axes\": \"x\"}, {\"set\": "   \
  "\"front\", \"axes\": \"y\"}, {\"set\": \"right\", \"axes\": \"x\", \"translation\": [\"" x " mm\", \"0 mm\", \"0 mm\"]}" y "], " \
  "\"measured\": {\"positions\": \"p.csv\", \"forces\": [{\"set\": \"right\", \"force\": [\"0 N\", null, null]}" more "]}"
#define ACROSS(y) ", {\"set\": \"back\", \"axes\": \"y\", \"translation\": [\"0 mm\", \"" y " mm\", \"0 mm\"]}"
#define BOTH ", {\"set\": \"back\", \"force\": [null, \"0 N\", null]}"
#define SLID                                                                                                                              \
  "{\"name\": \"slid\", \"supports\": [{\"set\": \"all\", \"axes\": \"z\"}, {\"set\": \"left\", \"axes\": \"xy\"}, {\"set\": \"right\", " \
  "\"axes\": \"xy\", \"translation\": [\"0 mm\", \"3 mm\", \"0 mm\"]}], \"measured\": {\"positions\": \"p.csv\", \"forces\": [{\"set\": " \
  "\"right\", \"force\": [\"0 N\", \"0 N\", null]}]}"
  const char *flat = FLAT("p", "2", "", "") "}, " FLAT("q", "4", "", "") "}, " FLAT("r", "3", ACROSS("0"), BOTH) "}, " FLAT(
      "s", "0", ACROSS("2"), BOTH) "}, " SLID "}, " FLAT("t", "3", ACROSS("2"), BOTH) ", \"held-out\": true}";
  pl_material *material = body("{\"name\": \"membrane\", \"strain\": \"green\", \"law\": \"isotropic\", \"parameters\": {\"young\": \"1 "
                               "kN/m\", \"poisson\": 0.3}}",
                               "{\"name\": \"fibres\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"linear\", "
                               "\"parameters\": {\"k\": \"800 N/m\"}}");
  pl_measurement *plan = load_body("plan.json", "{\"sheet\": [\"40 mm\", \"20 mm\"], \"cells\": [16, 8]}", sets, flat);
  pl_measurement *m = load_body("e.json", "{\"sheet\": [\"40 mm\", \"20 mm\"], \"cells\": [8, 4]}", sets, flat);
  outcome o = choose_and_compare(plan, m, material, 4, "isotropic");
  const pl_fit_step *last = last_step(o.chosen);
  CHECK(strcmp(last->addends, "warp, weft, shear, area") == 0);
  CHECK_LESS(unseen(o.chosen), 0.3 * unseen(o.named));
  destroy(&o);
  finish();
}

#define SEEN(name, x, y, z)                                                                                                              \
  "{\"name\": \"" name "\", \"supports\": [{\"set\": \"left\"}, {\"set\": \"right\", \"translation\": [\"" x " mm\", \"" y " mm\", \"" z \
  " mm\"]}], \"measured\": {\"positions\": \"p.csv\"}}"

// Places alone tell ratios: the size is held, and the choice goes its way all the same.
TEST(poses_choice_without_forces) {
  start();
  pl_material *material = body(ISOTROPIC, ALONG_X "\"linear\", \"parameters\": {\"k\": \"60 kPa\"}}");
  pl_measurement *m = load("e.json", COARSE, SEEN("a", "6", "0", "0") ", " SEEN("b", "4", "4", "0") ", " SEEN("c", "0", "0", "6"));
  noise[PL_POSES_POSITIONS] = 2e-5;
  simulate(m, material, 5, m);
  noise[PL_POSES_POSITIONS] = 5e-5;
  pl_fit *fit;
  require_ok(run(m, "additive", true, &fit));
  print_steps(fit);
  CHECK(fit->solution.scale_held && fit->solution.converged && fit->way.n_step >= 2);
  int frozen = 0;
  for (int j = 0; j < fit->material->n_theta; j++) frozen += fit->material->parameter[j].frozen;
  CHECK(frozen == 1);
  CHECK_LESS(fit->way.step[fit->way.n_step - 1].held_out, 1.5);
  pl_fit_destroy(fit);
  pl_measurement_destroy(m);
  pl_material_destroy(material);
  finish();
}

// A force in a wrong unit is no reason for addends: the fit ends as any other does.
TEST(poses_choice_leaves_contradictions) {
  start();
  pl_material *material = body(ISOTROPIC, NULL);
  pl_measurement *m = load("e.json", COARSE, PULL("p", "2") "}, " PULL("q", "3") "}, " PULL("r", "4") "}, " CONFINED("s", "4", "0", "0"));
  simulate(m, material, 6, m);
  double *value = m->test[0].channel[PL_POSES_FORCE].value;
  int at = 0;
  while (isnan(value[at])) at++;
  value[at] *= 1000;
  pl_fit *fit;
  require_ok(run(m, "additive", true, &fit));
  CHECK(fit->findings.contradicts && !fit->solution.converged && fit->way.n_step == 0 && fit->material->n_theta == 2);
  CHECK(strcmp(fit->solution.stop_reason, PL_STOP_CONTRADICTION) == 0);
  pl_fit_destroy(fit);
  pl_measurement_destroy(m);
  pl_material_destroy(material);
  finish();
}

static bool stop_at_a_choice(void *user, const char *stage, double fraction, const char *detail) {
  (void)user, (void)fraction, (void)detail;
  return strcmp(stage, "choice of addends") != 0;
}

// Stopped while a change is fitted: the model before it is the result, with its steps.
TEST(poses_choice_interrupted) {
  pl_context_options options = pl_context_options_default();
  options.progress = stop_at_a_choice;
  ctx = pl_context_create(&options);
  arena = pl_arena_create(ctx);
  pl_material *material = body(ISOTROPIC, ALONG_X "\"linear\", \"parameters\": {\"k\": \"60 kPa\"}}");
  pl_measurement *m = load("e.json", COARSE, PULL("p", "4") "}, " PULL("q", "6") "}, " CONFINED("r", "4", "0.5", "0") ", " TWISTED);
  simulate(m, material, 7, m);
  pl_fit *fit;
  require_ok(run(m, "additive", true, &fit));
  CHECK(fit->solution.interrupted && !fit->solution.converged && fit->way.n_step == 1 && fit->way.step[0].kept);
  CHECK(fit->material->n_theta == 2 && fit->material->theta[1] == fit->way.step[0].material->theta[1]);
  pl_fit_destroy(fit);
  pl_measurement_destroy(m);
  pl_material_destroy(material);
  finish();
}

static void check_refused(pl_measurement *m, const pl_fit_options *options, pl_status status, const char *message, const char *remedy) {
  pl_fit *fit;
  pl_context_clear_error(ctx);
  CHECK(pl_fit_run(ctx, 1, &m, 0, NULL, options, &fit) == status);
  char text[2048];
  said_error_format(pl_context_error(ctx), text, sizeof text);
  CHECK_CONTAINS(text, message);
  CHECK_CONTAINS(text, remedy);
}

TEST(poses_choice_refusals) {
  start();
  pl_fit_options options = pl_fit_options_default();
  options.model = "additive";
  options.addends = "auto";
  pl_measurement *few = load("few.json", COARSE, PULL("p", "2") "}, " PULL("q", "4") "}, " HELD);
  check_refused(few, &options, PL_ERROR_INPUT, "[addends.few-poses]| 3 | 2", "--model stvk");
  pl_measurement_destroy(few);
  pl_measurement *m = load("e.json", COARSE, poses);
  options.samples = 4;
  check_refused(m, &options, PL_ERROR_USAGE, "[addends.with-samples]", "--samples");
  options.samples = 1;
  options.polyconvex = true;
  check_refused(m, &options, PL_ERROR_USAGE, "[addends.polyconvex]", "leave --addends out");
  options.polyconvex = false;
  options.addends = "nonlinear";
  check_refused(m, &options, PL_ERROR_USAGE, "[addends.of-captures]|'nonlinear'", "use --addends auto");
  options.addends = "auto";
  options.model = "stvk";
  check_refused(m, &options, PL_ERROR_USAGE, "[option.no-effect]|--addends | stvk", "poses (additive)");
  pl_measurement_destroy(m);
  finish();
}
