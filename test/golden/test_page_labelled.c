// test_page_labelled.c: contents and figures of results of hung samples and strips: shapes in the plane of the photograph, tensors, assumed
// terms, specimen parameters.
#include "golden/command.h"
#include "golden/figure_check.h"
#include "golden/key_check.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>

#include "base/json.h"
#include "report/result/result.h"

static pl_json *load(pl_arena **arena, pl_context **ctx, const char *name) {
  *ctx = pl_context_create(NULL);
  *arena = pl_arena_create(*ctx);
  const char *text = command_file(name);
  pl_json *root = NULL;
  REQUIRE(pl_json_parse(*arena, name, text, strlen(text), &root) == PL_OK);
  return root;
}

static pl_json *item(pl_json *object, const char *key, int i) {
  pl_json *list = object ? pl_json_find(object, key) : NULL, *member = list ? list->child : NULL;
  while (member && i-- > 0) member = member->next;
  REQUIRE(member != NULL);
  return member;
}

static double number(pl_json *object, const char *key, int i) { return item(object, key, i)->number; }

// The outline that is drawn goes through the predicted labels of the slats: it is the shape the prediction was read from.
static void check_outline(pl_json *test) {
  pl_json *hang = pl_json_find(test, "front_view"), *points = item(test, "channels", 0);
  REQUIRE(hang != NULL);
  int n_point = pl_json_find(hang, "points")->n, n_shown = pl_json_find(hang, "shown")->n;
  CHECK(n_shown >= 1 && n_shown <= 2);
  double heaviest = -1, load = 0;
  for (int i = 0; i < pl_json_find(hang, "load")->n / 3; i++)
    heaviest = fmax(heaviest, number(hang, "load", 3 * i) + number(hang, "load", 3 * i + 1) + number(hang, "load", 3 * i + 2));
  for (int s = 0; s < n_shown; s++) {
    pl_json *shown = item(hang, "shown", s);
    int frame = (int)pl_json_find(shown, "frame")->number, n = pl_json_find(shown, "outline")->n;
    for (int k = 0; k < 3 && s == 0; k++) load += number(hang, "load", 3 * frame + k);
    double lowest = INFINITY, label = INFINITY;
    for (int i = 1; i < n; i += 2) lowest = fmin(lowest, number(shown, "outline", i));
    for (int i = 0; i < n_point; i++) label = fmin(label, number(points, "predicted", 2 * (frame * n_point + i) + 1));
    CHECK_NEAR(lowest, label, 2e-3);  // labels of a slat are noisy, its middle is on the cloth's edge
    for (int k = 0; k < 2; k++) CHECK(number(shown, "outline", k) == number(shown, "outline", n - 2 + k));
  }
  CHECK_NEAR(load, heaviest, 1e-12);
}

TEST(result_of_hung_samples) {
  command_put("truth.json",
              "{\"pliant\": \"material 1\", \"name\": \"truth\", \"density\": \"190 g/m^2\", \"terms\": [{\"name\": \"membrane\","
              " \"strain\": \"green\", \"values\": [\"warp\", \"weft\", \"shear\"], \"law\": \"polar-tensor\", \"radii\": [],"
              " \"parameters\": {\"unit\": \"N/m\", \"values\": [70, 22, 110, 50]}}]}");
#define HANG "rig biaxial-hang --material truth.json --bottom \"0, 300, 600 g\" --side \"0, 200 g\" --clip \"80 mm\" --cells 10 "
  REQUIRE(command_run(HANG "--noise \"points=0.2 mm\" --seed 3 -o board").status == 0);
  REQUIRE(command_run(HANG "--noise \"points=0.2 mm\" --seed 4 --cut \"22.5 deg\" --turn \"4 deg\" -o askew").status == 0);
  command_outcome o = command_run("fit board --validate askew --model wang --points 1 --cells 10 -o found");
  CHECK(o.status == 0);
  pl_context *ctx;
  pl_arena *arena;
  pl_json *fit = load(&arena, &ctx, "found/fit.json");
  check_keys("found/fit.json");
  for (int i = 0; i < 4; i++) check_outline(item(fit, "tests", i));
  int n_figure = 0;
  for (int i = 0; i < 4; i++) n_figure += pl_json_find(pl_json_find(item(fit, "tests", i), "front_view"), "shown")->n;
  CHECK(figures_beginning("found", "hang-") == n_figure);
  CHECK(figures_beginning("found", "tensor-") == 1);
  // the turn of the held-out sample with its sigma
  pl_json *turn = item(item(fit, "tests", 3), "intrinsics", 0);
  CHECK(pl_json_find(item(fit, "tests", 3), "held_out")->boolean);
  for (; turn && strcmp(pl_json_find(turn, "name")->text, "turn") != 0;) turn = turn->next;
  REQUIRE(turn != NULL);
  CHECK(pl_json_find(turn, "sigma")->number > 0);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
  // the folder stands for its material
  CHECK(command_run("predict found askew --cells 10 -o again").status == 0);
  CHECK_CONTAINS(command_run("material show found").out, " tensors of 'membrane'");
  o = command_run("material show again");
  CHECK(o.status == 3);
  CHECK_CONTAINS(o.err, " no material.json");
}

// A copy of fit.json without what earlier versions did not write.
static void put_earlier(const char *from, const char *to) {
  const char *text = command_file(from);
  char *less = calloc(strlen(text) + 1, 1), *end = less;
  REQUIRE(less != NULL);
  while (*text) {
    const char *member = strstr(text, "\"drawing\": \""), *rest = member ? strchr(member + 12, ',') : NULL;
    size_t n = member ? (size_t)(member - text) : strlen(text);
    memcpy(end, text, n);
    end += n;
    text = rest ? rest + 1 : text + n;
  }
  CHECK(strlen(less) < strlen(command_file(from)));
  command_put(to, less);
  free(less);
}

// A folder of an earlier version is shown and drawn alike; its page lacks the outlines, which is said.
TEST(result_of_an_earlier_version) {
  REQUIRE(command_run("new cantilever strips").status == 0);
  REQUIRE(command_run("fit strips -o found").status == 0);
  const char *shown = command_run("show found").out;
  int n_strip = figures_beginning("found", "strip-");
  CHECK(n_strip > 3);
  put_earlier("found/fit.json", "found/fit.json");
  command_outcome o = command_run("show found");
  CHECK(o.status == 0);
  CHECK_TEXT(o.out, shown);
  CHECK(figures_beginning("found", "strip-") == n_strip);
  if (!pl_report_built()) return;
  o = command_run("report found");
  CHECK(o.status == 0);
  CHECK_CONTAINS(o.err, " earlier version");
}

TEST(result_of_strips) {
  REQUIRE(command_run("new cantilever strips").status == 0);
  command_outcome o = command_run("fit strips --model wang-bending -o found");
  CHECK(o.status == 0);
  CHECK_CONTAINS(o.out, "membrane.c11");
  CHECK_CONTAINS(o.out, "assumed, not measured");
  CHECK_CONTAINS(o.out, ". Assumed, not measured: membrane.");
  CHECK_CONTAINS(command_file("found/fit.json"), " line at 0 deg, strips");
  pl_context *ctx;
  pl_arena *arena;
  pl_json *fit = load(&arena, &ctx, "found/fit.json");
  // curves: positive curvature, and k(alpha) is the parameter at each of its knots
  int n_bend = 0;
  for (pl_json *curve = pl_json_find(fit, "curves")->child; curve; curve = curve->next) {
    if (strcmp(pl_json_find(curve, "measure")->text, "fold") != 0) continue;
    n_bend++;
    int n = pl_json_find(curve, "strain")->n;
    double first = number(curve, "strain", 0), step = number(curve, "strain", 1) - first;
    CHECK(first == 0 && number(curve, "range", 0) == 0);
    REQUIRE(pl_json_find(curve, "control")->n == 5);
    for (int j = 0; j < 5; j++) {
      pl_json *control = item(curve, "control", j);
      double at = pl_json_find(control, "strain")->number / step;
      int i = (int)fmin(at, n - 2);
      double k = number(curve, "secant", i) + (at - i) * (number(curve, "secant", i + 1) - number(curve, "secant", i));
      // between the samples on both sides of a knot the curve has its corner there: a straight line misses it by a little
      CHECK_NEAR(k, pl_json_find(control, "stiffness")->number, 0.02 * fabs(k));
    }
  }
  CHECK(n_bend == 3);
  // one picture per test; the midline that is drawn ends at the predicted tip, which the template's last label is
  int n_test = pl_json_find(fit, "tests")->n, n_chord = 0;
  for (int t = 0; t < n_test; t++) {
    pl_json *test = item(fit, "tests", t), *strip = pl_json_find(test, "side_view"), *channel = item(test, "channels", 0);
    int n = pl_json_find(strip, "midline")->n, n_value = pl_json_find(channel, "predicted")->n;
    double tip[2] = {number(strip, "midline", n - 2), number(strip, "midline", n - 1)};
    if (strcmp(pl_json_find(channel, "name")->text, "profile") == 0)
      for (int k = 0; k < 2; k++) CHECK_NEAR(tip[k], number(channel, "predicted", n_value - 2 + k), 1e-9);
    else
      CHECK_NEAR(atan2(-tip[1], tip[0]), number(channel, "predicted", 0), 1e-9);
    n_chord += strcmp(pl_json_find(channel, "name")->text, "angle") == 0;
  }
  CHECK(n_test > 3 && n_chord > 0);
  CHECK(figures_beginning("found", "strip-") == n_test);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}
