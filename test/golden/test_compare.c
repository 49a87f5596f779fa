// test_compare.c: `pliant compare`: numbers from the folders, the best marked, messages for what cannot be compared.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "golden/command.h"
#include "report/result/result.h"
#include "test.h"

static void make_fits(void) {
  CHECK(command_run("new tensile swatch").status == 0);
  CHECK(command_run("fit swatch/experiment.json -o fine").status == 0);
  CHECK(command_run("fit swatch/experiment.json --segments 1 --accept-r2 -1000 -o coarse").status <= 1);
}

// The number of a parsed array at a place.
static double at(pl_json *array, int place) {
  pl_json *item = array ? array->child : NULL;
  while (item && place-- > 0) item = item->next;
  return item && item->kind == PL_JSON_NUMBER ? item->number : -1;
}

TEST(compare_takes_its_numbers_from_the_folders) {
  make_fits();
  command_outcome o = command_run("compare fine coarse/ -o both.html --json");
  CHECK(o.status == 0);
  CHECK(command_reported("both.html"));
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  pl_json *root, *fit[2];
  REQUIRE(pl_json_parse(arena, "out", o.out, strlen(o.out), &root) == PL_OK);
  static const char *const folder[] = {"fine", "coarse"};
  for (int i = 0; i < 2; i++) {
    char path[64];
    snprintf(path, sizeof path, "%s/fit.json", folder[i]);
    const char *text = command_file(path);
    REQUIRE(pl_json_parse(arena, path, text, strlen(text), &fit[i]) == PL_OK);
  }
  pl_json *fits = pl_json_find(root, "fits")->child;
  CHECK_TEXT(pl_json_find(fits, "label")->text, "fine");
  CHECK_TEXT(pl_json_find(fits->next, "folder")->text, "coarse");
  // every score of both, in its place, and the smaller one marked
  int n_score = 0;
  for (pl_json *score = pl_json_find(root, "scores")->child; score; score = score->next, n_score++) {
    pl_json *rms = pl_json_find(score, "rms");
    for (int i = 0; i < 2; i++) {
      pl_json *own = pl_json_find(fit[i], "scores")->child;
      while (own && strcmp(pl_json_find(own, "test")->text, pl_json_find(score, "test")->text) != 0) own = own->next;
      REQUIRE(own != NULL);
      CHECK(at(rms, i) == pl_json_find(own, "rms")->number);
    }
    CHECK(pl_json_find(score, "best")->number == (at(rms, 0) <= at(rms, 1) ? 0 : 1));
  }
  CHECK(n_score == pl_json_find(fit[0], "scores")->n);
  // a parameter that only the finer fit has
  bool alone = false;
  for (pl_json *one = pl_json_find(root, "parameters")->child; one; one = one->next)
    alone = alone ||
            (pl_json_find(one, "value")->child->kind == PL_JSON_NUMBER && pl_json_find(one, "value")->child->next->kind == PL_JSON_NULL);
  CHECK(alone);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

TEST(compare_prints_a_table_and_writes_the_page) {
  make_fits();
  command_outcome o = command_run("compare fine coarse");
  CHECK(o.status == 0);
  CHECK_CONTAINS(o.out, "lowest R²");
  CHECK_CONTAINS(o.out, "* is the best of a row");
  CHECK(command_reported("compare.html"));
  CHECK_CONTAINS(o.out, pl_report_built() ? "page    compare.html" : "page    none: " PL_NO_REPORT);
  if (pl_report_built()) CHECK_CONTAINS(command_file("compare.html"), "id=\"pliant-fit-1\"");
}

TEST(compare_refuses_what_it_cannot_compare) {
  make_fits();
  static const struct {
    const char *arguments, *message;
    int status;
  } cases[] = {
      {"compare fine", "[usage.two-fits]|1", 2},
      {"compare fine nothing", "[result.no-folder]", 3},
      {"compare fine fine", "[compare.given-twice]", 3},
      {"compare fine swatch", "[result.no-folder]", 3},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    command_outcome o = command_run("%s -o x.html --json", cases[i].arguments);
    CHECK(o.status == cases[i].status);
    CHECK_CONTAINS(o.failure, cases[i].message);
    CHECK(!command_wrote("x.html"));
  }
}

// A folder with three channels: rms over range of two fitted ones and of a held-out one; NULL: nothing was held out. Of the 20 frames of the second
// one, `failed` found no equilibrium.
static void put_fit_failing(const char *name, double first, double second, const char *held_out, double third, int failed) {
  char path[64], text[1200], more[300] = "";
  snprintf(path, sizeof path, "%s/fit.json", name);
  if (held_out)
    snprintf(more, sizeof more,
             ", {\"test\": \"%s\", \"channel\": \"force\", \"unit\": \"N\", \"held_out\": true, \"passed\": true, \"rms\": %g, "
             "\"relative\": %g, \"r2\": 0.9}",
             held_out, 10 * third, third);
  snprintf(
      text, sizeof text,
      "{\"pliant\": \"fit 2\", \"outcome\": {}, \"material\": {\"name\": \"m\"}, \"parameters\": [], \"curves\": [], \"tests\": [], "
      "\"iterations\": [], \"settings\": {}, \"scores\": ["
      "{\"test\": \"a\", \"channel\": \"force\", \"unit\": \"N\", \"rms\": %g, \"relative\": %g, \"r2\": 0.9},"
      "{\"test\": \"b\", \"channel\": \"force\", \"unit\": \"N\", \"values\": %d, \"failed_frames\": %d, \"rms\": %g, \"relative\": %g, "
      "\"r2\": 0.9}%s]}",
      10 * first, first, 20 - failed, failed, 10 * second, second, more);
  REQUIRE(command_run("new tensile %s", name).status == 0);  // makes the folder
  command_put(path, text);
}

static void put_fit(const char *name, double first, double second, const char *held_out, double third) {
  put_fit_failing(name, first, second, held_out, third, 0);
}

TEST(compare_gives_the_star_to_the_best_prediction) {
  // the first is best in both fitted tests, the second predicts better
  put_fit("free", 0.01, 0.01, "c", 0.08);
  put_fit("stiff", 0.03, 0.04, "c", 0.05);
  command_outcome o = command_run("compare free stiff -o x.html");
  CHECK_CONTAINS(
      o.out, "* stiff predicts the held-out tests best: rms 5 % of full scale in the one channel common to all fits. Next: free with 8 %.");
  // nothing held out: the fitted tests, and it is said
  put_fit("free1", 0.03, 0.04, NULL, 0);
  put_fit("stiff1", 0.06, 0.08, NULL, 0);
  o = command_run("compare free1 stiff1 -o x.html");
  CHECK_CONTAINS(o.out,
                 "* free1 fits its tests best: rms 3.54 % of full scale over the 2 channels common to all fits. Next: stiff1 with 7.07 %. "
                 "Nothing was held out, and fitted tests favour models with more parameters.");
  // held out by one alone: none, however well the fitted tests are described
  put_fit("other", 0.02, 0.02, "d", 0.01);
  o = command_run("compare free other -o x.html --json");
  CHECK_CONTAINS(o.out, "\"star\": -1");
  CHECK_CONTAINS(o.out, "No held-out test is common to all fits");
}

// A folder with one fitted test and so many parameters.
static void put_fit_of(const char *name, double relative, int n_parameter) {
  char path[64], text[2400], list[1200] = "";
  snprintf(path, sizeof path, "%s/fit.json", name);
  for (int j = 0; j < n_parameter; j++) {
    size_t n = strlen(list);
    snprintf(list + n, sizeof list - n, "%s{\"name\": \"p.%d\", \"unit\": \"Pa\", \"value\": 1, \"sigma\": 0.1}", j ? ", " : "", j);
  }
  snprintf(text, sizeof text,
           "{\"pliant\": \"fit 2\", \"outcome\": {}, \"material\": {\"name\": \"m\"}, \"parameters\": [%s], \"curves\": [], \"tests\": [], "
           "\"iterations\": [], \"settings\": {}, \"scores\": [{\"test\": \"a\", \"channel\": \"stress\", \"unit\": \"Pa\", \"rms\": %.9g, "
           "\"relative\": %.9g, \"r2\": %.9g}]}",
           list, 1e6 * relative, relative, 1 - relative * relative);
  REQUIRE(command_run("new tensile %s", name).status == 0);  // makes the folder
  command_put(path, text);
}

// Errors that read the same are a tie: the fit with fewer parameters has the star, and no column marks one of two equal numbers.
TEST(compare_calls_a_tie_a_tie) {
  put_fit_of("wide", 1.0301e-2, 4);
  put_fit_of("narrow", 1.0304e-2, 2);
  put_fit_of("far", 5e-2, 1);
  command_outcome o = command_run("compare wide narrow far -o x.html --json");
  CHECK_CONTAINS(o.out, "A tie: wide and narrow fit the tests equally well (rms 1 % of full scale). narrow has the fewest parameters, 2.");
  CHECK_CONTAINS(o.out, "\"star\": 1");
  CHECK_CONTAINS(o.out, "\"best_r2_fitted\": -1");
  CHECK_CONTAINS(o.out, "\"best\": -1");
  // as few: none. Both next to nothing: a tie as well, whatever the factor between them
  put_fit_of("twin", 1.0302e-2, 2);
  CHECK_CONTAINS(command_run("compare twin narrow -o x.html --json").out, "\"star\": -1");
  put_fit_of("tiny", 1e-6, 3);
  put_fit_of("tinier", 5e-7, 5);
  o = command_run("compare tinier tiny -o x.html --json");
  CHECK_CONTAINS(o.out, "\"star\": 1");
  // beyond a hundredth the better one, however many parameters it has
  put_fit_of("better", 1.01e-2, 9);
  o = command_run("compare narrow better -o x.html --json");
  CHECK_CONTAINS(o.out, "better fits its tests best");
}

// The frames that a fit loses are the hard ones: what is left of the test flatters it. Of the three fits the first would win by either test.
TEST(compare_gives_no_star_for_failed_frames) {
  put_fit_failing("loses", 0.01, 0.01, NULL, 0, 2);
  put_fit("fair", 0.03, 0.05, NULL, 0);
  put_fit("poor", 0.04, 0.02, NULL, 0);
  command_outcome o = command_run("compare loses fair poor -o x.html --json");
  CHECK_CONTAINS(o.out, "\"star\": 1");
  CHECK_CONTAINS(o.out, "fair fits its tests best: rms 3 % of full scale in the one channel common to all fits. Next: poor with 4 %.");
  CHECK_CONTAINS(o.out, "Excluded: loses has 2 frames without equilibrium.");
  // of test b none is the best; of test a the first, which has all of it
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  pl_json *root;
  REQUIRE(pl_json_parse(arena, "out", o.out, strlen(o.out), &root) == PL_OK);
  pl_json *score = pl_json_find(root, "scores")->child;
  CHECK(pl_json_find(score, "best")->number == 0);
  CHECK(pl_json_find(score->next, "best")->number == -1);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
  // nothing to rank one alone with
  o = command_run("compare loses fair -o x.html --json");
  CHECK_CONTAINS(o.out, "\"star\": -1");
  CHECK_CONTAINS(o.out, "Fewer than two fits can be ranked by the fitted tests");
}

// A folder with the members `outcome` and `samples` as given, so many parameters, and a held-out pose. Its places with a sigma that they miss by
// `places`, and one reading of a force. Each channel: the error of full scale and in sigmas.
typedef struct pose_fit {
  const char *outcome, *samples;
  int n_parameter;
  double places[2], force[2];
} pose_fit;

static void put_poses(const char *name, pose_fit fit) {
  char path[64], text[3000], list[1200] = "";
  snprintf(path, sizeof path, "%s/fit.json", name);
  for (int j = 0; j < fit.n_parameter; j++) {
    size_t n = strlen(list);
    snprintf(list + n, sizeof list - n, "%s{\"name\": \"p.%d\", \"unit\": \"Pa\", \"value\": 1, \"sigma\": 0.1}", j ? ", " : "", j);
  }
  snprintf(
      text, sizeof text,
      "{\"pliant\": \"fit 2\", \"outcome\": {%s}, \"material\": {\"name\": \"m\"}, \"parameters\": [%s], \"curves\": [], \"tests\": [], "
      "\"iterations\": [], \"settings\": {}, %s \"scores\": ["
      "{\"test\": \"bent\", \"channel\": \"places\", \"unit\": \"m\", \"held_out\": true, \"passed\": true, \"rms\": %.9g, "
      "\"relative\": %.9g, \"sigmas\": %g, \"r2\": 0.9},"
      "{\"test\": \"bent\", \"channel\": \"force\", \"unit\": \"N\", \"held_out\": true, \"passed\": true, \"rms\": %.9g, "
      "\"relative\": %.9g, \"sigmas\": 2.5, \"sigmas_judged\": %g, \"r2\": null}]}",
      fit.outcome ? fit.outcome : "\"converged\": true, \"validation_passed\": true", list, fit.samples ? fit.samples : "",
      0.1 * fit.places[0], fit.places[0], fit.places[1], 10 * fit.force[0], fit.force[0], fit.force[1]);
  REQUIRE(command_run("new tensile %s", name).status == 0);  // makes the folder
  command_put(path, text);
}

// A fit that was stopped or misses its held-out tests has no star and no mark, however small its errors.
TEST(compare_gives_no_star_to_fits_that_failed) {
  put_poses("stopped", (pose_fit){"\"converged\": false, \"interrupted\": true", NULL, 1, {0.01, 2}, {0.01, 2}});
  put_poses("wild", (pose_fit){"\"converged\": false, \"stop_reason\": \"no further descent\"", NULL, 1, {0.02, 2}, {0.02, 2}});
  put_poses("missed", (pose_fit){"\"converged\": true, \"validation_passed\": false", NULL, 1, {0.03, 3}, {0.03, 3}});
  put_poses("good", (pose_fit){NULL, NULL, 2, {0.04, 4}, {0.04, 4}});
  put_poses("fair", (pose_fit){NULL, NULL, 2, {0.06, 6}, {0.06, 6}});
  command_outcome o = command_run("compare stopped wild missed good fair -o x.html --json");
  CHECK_CONTAINS(o.out, "\"star\": 3");
  CHECK_CONTAINS(
      o.out, "good predicts the held-out tests best: rms 4 % of full scale over the 2 channels common to all fits. Next: fair with 6 %.");
  CHECK_CONTAINS(o.out, "Excluded: stopped was interrupted, wild did not converge, missed failed its held-out tests.");
  CHECK(strstr(o.out, "\"best\": 0") == NULL);
  CHECK_CONTAINS(o.out, "\"best\": -1");
  // one that fails is beaten all the same; one that was stopped is nothing to beat
  put_poses("worse", (pose_fit){"\"converged\": true, \"validation_passed\": false", NULL, 1, {0.3, 9}, {0.3, 9}});
  CHECK_CONTAINS(command_run("compare worse good -o x.html --json").out, "\"star\": 1");
  o = command_run("compare stopped good -o x.html --json");
  CHECK_CONTAINS(o.out, "\"star\": -1");
  CHECK_CONTAINS(o.out, "Fewer than two fits can be ranked by the held-out tests: no fit is marked as the best. Excluded: stopped");
}

// One force that both fits meet within its sigma decides nothing: fewer parameters do.
TEST(compare_calls_differences_within_the_sigmas_noise) {
  put_poses("plain", (pose_fit){NULL, NULL, 2, {0.010, 1.5}, {0.05, 0.6}});
  put_poses("lucky", (pose_fit){NULL, NULL, 8, {0.010, 1.5}, {0.01, 0.1}});
  command_outcome o = command_run("compare lucky plain -o x.html --json");
  CHECK_CONTAINS(o.out, "\"star\": 1");
  CHECK_CONTAINS(o.out, "A tie: lucky and plain predict the held-out tests within sigma, so their difference is noise. plain has the "
                        "fewest parameters, 2.");
  CHECK(strstr(o.out, "\"best\": 0") == NULL);  // nor is the smaller number marked
  CHECK_CONTAINS(o.out, "\"unmarked\": \"within sigma\"");
  CHECK_CONTAINS(command_run("compare lucky plain -o x.html").out, "no mark: within sigma\n");
  // places beyond their sigma do decide, and so does a force that one of them misses
  put_poses("sharp", (pose_fit){NULL, NULL, 8, {0.008, 1.2}, {0.01, 0.1}});
  CHECK_CONTAINS(command_run("compare sharp plain -o x.html --json").out, "sharp predicts the held-out tests best");
  put_poses("off", (pose_fit){NULL, NULL, 2, {0.010, 1.5}, {0.05, 1.1}});
  CHECK_CONTAINS(command_run("compare lucky off -o x.html --json").out, "lucky predicts the held-out tests best");
}

// A fit that warns about its samples leaves the star to the plain one if they tie, and to none if it is ahead.
TEST(compare_gives_no_star_to_samples_that_predict_worse) {
  static const char stages[] = "\"samples\": {\"stages\": [{\"held_out\": 1.0, \"kept\": true, \"needed\": true}, "
                               "{\"held_out\": 1.3, \"kept\": true, \"needed\": true}]},";
  static const char fine[] = "\"samples\": {\"stages\": [{\"held_out\": 1.3, \"kept\": true, \"needed\": true}, "
                             "{\"held_out\": 1.0, \"kept\": true, \"needed\": true}]},";
  put_poses("plain1", (pose_fit){NULL, NULL, 2, {0.02, 0.9}, {0.05, 0.6}});
  put_poses("plain2", (pose_fit){NULL, NULL, 2, {0.02, 3}, {0.05, 3}});
  put_poses("samples", (pose_fit){NULL, stages, 1, {0.01, 0.5}, {0.01, 0.1}});
  command_outcome o = command_run("compare samples plain1 -o x.html --json");
  CHECK_CONTAINS(o.out, "\"star\": 1");
  CHECK_CONTAINS(o.out, "plain1 has the fewest parameters of those not excluded, 2. Excluded: samples warns that fewer "
                        "samples predict better.");
  o = command_run("compare samples plain2 -o x.html --json");
  CHECK_CONTAINS(o.out, "\"star\": -1");
  CHECK_CONTAINS(o.out, "\"unmarked\": \"the fit with the smallest error is excluded\"");
  put_poses("useful", (pose_fit){NULL, fine, 4, {0.01, 0.5}, {0.01, 0.1}});
  CHECK_CONTAINS(command_run("compare useful plain2 -o x.html --json").out, "\"star\": 0");
}

// A folder with one fitted test of a name, data and R2.
static void put_r2(const char *name, const char *test, const char *data, double r2) {
  char path[64], text[1200];
  snprintf(path, sizeof path, "%s/fit.json", name);
  snprintf(text, sizeof text,
           "{\"pliant\": \"fit 2\", \"outcome\": {}, \"material\": {\"name\": \"m\"}, \"parameters\": [], \"curves\": [], \"tests\": [], "
           "\"iterations\": [], \"settings\": {}, \"scores\": [{\"test\": \"%s\", \"channel\": \"force\", \"unit\": \"N\", \"rms\": %.9g, "
           "\"data_sha256\": \"%s\", \"r2\": %.9g}]}",
           test, 1 - r2, data, r2);
  REQUIRE(command_run("new tensile %s", name).status == 0);  // makes the folder
  command_put(path, text);
}

// R2 of other tests or other data is not ranked, nor are numbers that read alike. The key of a table explains only marks that occur.
TEST(compare_marks_no_r2_of_other_data) {
  put_r2("first", "warp", "aa", 0.9);
  put_r2("second", "warp", "aa", 0.8);
  put_r2("other-data", "warp", "bb", 0.8);
  put_r2("other-test", "pull", "aa", 0.8);
  put_r2("near", "warp", "aa", 0.9904);
  put_r2("alike", "warp", "aa", 0.9901);  // 0.990 as well, though its gap to 1 is 3 % larger
  CHECK_CONTAINS(command_run("compare first second -o x.html --json").out, "\"best_r2_fitted\": 0");
  CHECK_CONTAINS(command_run("compare first other-data -o x.html --json").out, "\"best_r2_fitted\": -1");
  CHECK_CONTAINS(command_run("compare first other-test -o x.html --json").out, "\"best_r2_fitted\": -1");
  CHECK_CONTAINS(command_run("compare near alike -o x.html --json").out, "\"best_r2_fitted\": -1");
  command_outcome o = command_run("compare first second -o x.html");
  CHECK_CONTAINS(o.out, "* is the best of a row");
  CHECK_CONTAINS(o.out, "Then the fit with fewer parameters wins");
  o = command_run("compare first other-test -o x.html");
  CHECK(strstr(o.out, "* is the best of a row") == NULL);
}
