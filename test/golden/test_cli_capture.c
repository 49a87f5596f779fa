// test_cli_capture.c: captures of shape and force from the command line: virtual ones, their check, fit, prediction and page. Meshes are tiny.
#include "report/result/result.h"
#include "test.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/json.h"
#include "base/text.h"
#include "estimate/advise/warnings.h"
#include "golden/command.h"
#include "golden/figure_check.h"
#include "golden/key_check.h"
#include "golden/markup_check.h"
#include "material/material.h"
#include "protocol/capture/capture.h"

static void check_json(const char *text) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  pl_json *root = NULL;
  CHECK(pl_json_parse(arena, "stdout", text, strlen(text), &root) == PL_OK);
  CHECK(root && root->kind == PL_JSON_OBJECT);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

#define TINY "--material fabric-knit --cells 8 --frames 3 --clip-depth \"0 mm\""

TEST(cli_capture_rig_one_motion) {
  command_outcome o = command_run("rig stretch " TINY " --direction warp -o one");
  CHECK(o.status == 0);
  CHECK_CONTAINS(o.out, "largest force [N]");
  CHECK_CONTAINS(o.out, "stretch-warp");
  CHECK(!strstr(o.out, "stretch-weft"));
  CHECK_CONTAINS(o.out, " check one/experiment.json");
  CHECK(command_wrote("one/experiment.json") && command_wrote("one/rig.json") && command_wrote("one/stretch-warp/frames.bin"));
  command_outcome checked = command_run("check one/experiment.json");
  CHECK(checked.status == 0);
  CHECK_CONTAINS(checked.out, "stretch along warp");
  CHECK_CONTAINS(checked.out, "strain shear");
  o = command_run("check one/experiment.json --json");
  CHECK(o.status == 0);
  check_json(o.out);
  // an earlier capture is replaced; without a direction both are made
  o = command_run("rig table-edge " TINY " -o one --json");
  CHECK(o.status == 0);
  check_json(o.out);
  CHECK_CONTAINS(o.out, "table-edge-warp");
  CHECK_CONTAINS(o.out, "table-edge-weft");
}

typedef struct usage_case {
  const char *arguments, *message;
} usage_case;

TEST(cli_capture_wrong_usage) {
  static const usage_case cases[] = {
      {"rig strech --material fabric-knit -o x", " you mean 'stretch'?"},
      {"rig stretch -o x", "--material is"},
      {"rig stretch --material fabric-knit", "-o DIR is missing"},
      {"rig stretch --material fabric-knit --direction wrap -o x", " you mean 'warp'?"},
      {"rig picture-frame --material fabric-knit --direction warp -o x", "--direction is"},
      {"rig stretch --material fabric-knit --split -o x", "--split is"},
      {"rig capture --material fabric-knit --tests \"stretch, corner-pul\" -o x", " you mean 'corner-pull'?"},
      {"rig capture --material fabric-knit --tests stretch --split -o x", "--split needs"},
      {"rig capture --material fabric-knit --displacement \"4 mm\" -o x", "no effect"},
      {"rig stretch --material fabric-knit --cells 2 -o x", "cells"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    command_outcome o = command_run("%s", cases[i].arguments);
    CHECK(o.status == 2);
    CHECK_TEXT(o.out, "");
    CHECK_CONTAINS(o.err, cases[i].message);
    CHECK(!command_wrote("x"));
  }
  command_outcome membrane = command_run("rig stretch --material isotropic-1000 -o x --json");
  CHECK(membrane.status == 3);
  CHECK_CONTAINS(membrane.failure, "[rig.no-bending]");
}

TEST(cli_capture_split_fit_predict_report) {
  command_outcome o = command_run("rig capture " TINY " --split --tests \"stretch, picture-frame, complex-shear\" -o knit");
  CHECK(o.status == 0);
  CHECK_CONTAINS(o.out, "written knit/experiment.json and");
  CHECK_CONTAINS(o.out, "pliant fit knit/experiment.json --validate knit/validation.json -o");
  CHECK(markup_count(command_file("knit/experiment.json"), "\"motion\"") == 3);
  CHECK(markup_count(command_file("knit/validation.json"), "\"motion\"") == 1);

  o = command_run(
      "fit knit/experiment.json --validate knit/validation.json --model stvk --variant linear --cells 4 --accept-r2 -1000 -o fit");
  CHECK(o.status == 0 || o.status == 1);
  CHECK_CONTAINS(o.out, "stretch-warp.k");
  // of a grid the rigidity along its lines follows from the law, not the one along its diagonals
  CHECK_CONTAINS(o.out, " rigidity, cut 0 deg");
  CHECK(strstr(o.out, " rigidity, cut 90 deg") && !strstr(o.out, "cut 45 deg"));
  CHECK_CONTAINS(o.out, "force rms [N]");
  CHECK_CONTAINS(o.out, "distance rms [mm]");
  CHECK_CONTAINS(o.out, "Held-out tests");
  CHECK_CONTAINS(o.out, "compared by");
  CHECK_CONTAINS(o.out, "clip-parallel");
  static const char *const files[] = {"fit/material.json", "fit/fit.json", "fit/curves.csv", "fit/predictions.csv", "fit/frames.csv"};
  for (int i = 0; i < 5; i++) CHECK(command_wrote(files[i]));
  CHECK(command_reported("fit/report.html"));
  check_keys("fit/fit.json");
  CHECK_CONTAINS(command_file("fit/fit.json"), "\"distance_rms\"");
  // two bars in each stretch and the shear, four in the frame, three frames each, a title
  CHECK(markup_count(command_file("fit/frames.csv"), "\n") == 1 + 3 * (2 + 2 + 4 + 2));
  CHECK(figures_beginning("fit", "capture-") == 4);
  o = command_run("predict fit/material.json knit/validation.json --cells 4 --accept-r2 -1000 -o predicted");
  CHECK(o.status == 0);
  CHECK_CONTAINS(o.out, "distance rms [mm]");
  CHECK(command_wrote("predicted/frames.csv"));
}

// Motions that no stage fits are for --validate: the check says so, the fit refuses.
TEST(cli_capture_only_scored) {
  CHECK(command_run("rig capture " TINY " --split --tests \"stretch-warp, complex-shear, corner-pull\" -o knit").status == 0);
  command_outcome o = command_run("check knit/validation.json");
  CHECK(o.status == 0);
  CHECK_CONTAINS(o.out, "next    pliant fit FITTED.json --validate knit/validation.json -o DIR\n");
  o = command_run("check knit/validation.json knit/experiment.json");
  CHECK_CONTAINS(o.out, " fit knit/experiment.json --validate knit/validation.json -o DIR\n");
  static const char *const forms[] = {"", "--all-models"};
  for (int i = 0; i < 2; i++) {
    o = command_run("fit knit/validation.json %s --cells 4 -o x --json", forms[i]);
    CHECK(o.status == 3);
    CHECK_CONTAINS(o.failure, "[fit.only-scored]| are for --validate|picture-frame|table-edge");
    CHECK(!command_wrote("x/material.json") && !command_wrote("x/table.json"));
  }
}

// Excluded frames and a wrong declaration are mentioned by the fit, and results name frames as the files do.
TEST(cli_capture_frames_left_out) {
  CHECK(command_run("rig stretch " TINY " --direction warp --noise-position \"0 mm\" -o one").status == 0);
  char path[1024];
  snprintf(path, sizeof path, "%s/one/stretch-warp/frames.bin", test_folder());
  FILE *file = fopen(path, "r+b");
  REQUIRE(file != NULL);
  const double lost = NAN;
  CHECK(fwrite(&lost, sizeof lost, 1, file) == 1);
  fclose(file);
  command_outcome o = command_run("check one/experiment.json");
  CHECK_CONTAINS(o.out, "Look at these");
  CHECK_CONTAINS(o.out, "stretch-warp: 1 of 3 frames excluded,");
  check_json(command_run("check one/experiment.json --json").out);
  o = command_run("fit one/experiment.json --variant linear --cells 4 -o fit");
  CHECK(o.status <= 1);
  CHECK_CONTAINS(o.out, "stretch-warp: 1 of 3 frames excluded,");
  CHECK_CONTAINS(command_file("fit/frames.csv"), "test,use,frame,file_frame,clip,");
  CHECK_CONTAINS(command_file("fit/frames.csv"), "stretch-warp,fitted,1,1,");
  CHECK_CONTAINS(command_file("fit/frames.csv"), "stretch-warp,fitted,2,2,");
  CHECK_CONTAINS(command_file("fit/fit.json"), "\"file_frame\"");
}

LONG_TEST(cli_capture_models_and_variants) {
  CHECK(command_run("rig stretch " TINY " --direction warp -o one").status == 0);
  static const char *const models[] = {"springs", "soft-constraints", "soft+spring-2"};
  for (int i = 0; i < 3; i++) {
    command_outcome o =
        command_run("fit one/experiment.json --model %s --variant linear,isotropic --cells 4 -o fit%d --json", models[i], i);
    CHECK(o.status == 0 || o.status == 1);
    check_json(o.out);
  }
  static const usage_case wrong[] = {
      {"--variant linaer", "unknown variant 'linaer'; did you"},
      {"--variant linear,blue", "unknown variant 'blue'; use linear,"},
      {"--variant linear,nonlinear", "contradicts itself"},
      {"--model stvkk", "[model.unknown]|'stvkk'|'stvk'?"},
  };
  for (int i = 0; i < 4; i++) {
    command_outcome o = command_run("fit one/experiment.json %s --cells 4 -o x --json", wrong[i].arguments);
    CHECK(o.status == 2);
    CHECK_CONTAINS(o.failure, wrong[i].message);
    CHECK(!command_wrote("x"));
  }
}

// Twelve result folders, and a table in the terminal, as CSV, JSON and a page that leads to them.
LONG_TEST(cli_capture_all_models) {
  CHECK(command_run("rig capture " TINY " --split --tests \"stretch-warp, picture-frame, complex-shear\" -o knit").status == 0);
  command_outcome o = command_run("fit knit/experiment.json --validate knit/validation.json --all-models --cells 4 --max-points 2 -o all");
  CHECK(o.status == 0 || o.status == 1);
  CHECK_CONTAINS(o.out, "12 fits");
  CHECK_CONTAINS(o.out, "stretch-warp [N]");
  CHECK_CONTAINS(o.out, "complex-shear [mm]");
  CHECK(markup_count(o.out, "*") >= 4);                     // one best per column, and the legend
  CHECK(markup_count(o.out, "linear isotropic") == 4 * 3);  // nonlinear ones too, in two tables of three models
  CHECK(command_wrote("all/springs-linear-isotropic/fit.json") && command_reported("all/stvk-nonlinear-orthotropic/report.html"));
  CHECK(markup_count(command_file("all/table.csv"), "\n") == 13);
  CHECK_CONTAINS(command_file("all/table.csv"), "complex-shear (held out) distance rms [m]");
  check_json(command_file("all/table.json"));
  CHECK(command_reported("all/report.html"));
  if (pl_report_built()) {
    const char *page = command_file("all/report.html");
    CHECK_CONTAINS(page, "id=\"pliant-table\"");
    CHECK_CONTAINS(page, "id=\"pliant-fit-11\"");
    CHECK(command_run("report all").status == 0);
    CHECK_TEXT(command_file("all/report.html"), page);
  }
  // the figures of every model, each in its folder
  o = command_run("plot all -o figs --format svg");
  CHECK(o.status == 0);
  CHECK(markup_count(o.out, "/parameters.svg\n") == 12 && command_wrote("figs/springs-linear-isotropic/parameters.svg"));
  static const char *const single[] = {"show all", "render all -o all.png"};
  for (int i = 0; i < 2; i++) {
    o = command_run("%s", single[i]);
    CHECK(o.status == 3);
    CHECK_CONTAINS(o.err, " holds the 12 fits of --all-models, not");
  }
  o = command_run("fit knit/experiment.json --all-models --model stvk -o y --json");
  CHECK(o.status == 2);
  CHECK_CONTAINS(o.failure, "[model.all-and-one]|'stvk'");
  o = command_run("fit knit/experiment.json --all-models --variant linear -o y");
  CHECK(o.status == 2);
  CHECK_CONTAINS(o.err, "convex alone");
  CHECK(!command_wrote("y"));
}

// The error of the mesh is part of sigma, and shown, unless it is not wanted.
TEST(cli_capture_mesh_error) {
  CHECK(command_run("rig capture " TINY " --tests \"stretch\" -o knit").status == 0);
  command_outcome plain = command_run("fit knit/experiment.json --variant linear --cells 4 --mesh-error false -o plain"),
                  meshed = command_run("fit knit/experiment.json --variant linear --cells 4 --compare both -o meshed");
  CHECK(plain.status <= 1 && meshed.status <= 1);
  CHECK(!strstr(plain.out, "of it mesh"));
  CHECK_CONTAINS(meshed.out, "of it mesh");
  CHECK_CONTAINS(meshed.out, "positions and clip forces");
  CHECK_CONTAINS(command_file("meshed/fit.json"), "\"mesh_shift\"");
  CHECK(!strstr(command_file("plain/fit.json"), "\"mesh_shift\""));
}

// ---- a stress that falls again ----

// The remedy of the warning that begins with `text`, NULL when there is no such warning. The fit found these stiffnesses at the knots 0,
// 0.1, 0.2, the last of them at a bound or not. The next call overwrites the text.
static const char *remedy_of(const char *id, double k0, double k1, double k2, bool at_bound) {
  static char remedy[256];
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  bool bound[3] = {false, false, at_bound}, identified[3] = {true, true, true};
  pl_capture capture = {.motion = "stretch"};
  pl_test test = {.name = "stretch", .protocol = &pl_protocol_capture, .detail = &capture};
  pl_measurement measurement = {.protocol = pl_protocol_find("capture"), .name = "cloth"};
  const pl_given_test given = {.measurement = &measurement, .test = &test};
  pl_fit_case one = {.given = &given, .test = &test};
  pl_fit fit = {.arena = arena,
                .findings.arena = arena,
                .ctx = ctx,
                .problem.options = pl_fit_options_default(),
                .work.fit_case = &one,
                .solution.model = "auto",
                .problem.n_case = 1,
                .problem.n_fitted = 1,
                .solution.converged = true,
                .known.at_bound = bound,
                .known.identified = identified};
  REQUIRE(pl_material_create(ctx, "cloth", 0.1, &fit.material) == PL_OK);
  REQUIRE(pl_material_add_term(fit.material,
                               "{\"name\": \"stretch\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"stiffness-spline\", "
                               "\"compression\": \"antisymmetric\", \"knots\": [0, 0.1, 0.2]}") == PL_OK);
  REQUIRE(pl_material_finish(fit.material) == PL_OK);
  fit.material->theta[0] = k0;
  fit.material->theta[1] = k1;
  fit.material->theta[2] = k2;
  fit.material->parameter[2].lower = 0;
  fit.material->parameter[2].upper = 1000;
  fit.material->term[0].range[0][1] = 0.2;
  REQUIRE(pl_fit_warn(&fit) == PL_OK);
  const char *found = NULL;
  for (int i = 0; i < fit.findings.n_warning && !found; i++)
    if (strcmp(fit.findings.warning[i].id, id) == 0) {
      snprintf(remedy, sizeof remedy, "%s", fit.findings.warning[i].remedy);
      found = remedy;
    }
  pl_material_destroy(fit.material);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
  return found;
}

static bool warns_of_fall(double k0, double k1, double k2) {
  const char *remedy = remedy_of("material.falling-stress", k0, k1, k2, false);
  if (remedy) CHECK_CONTAINS(remedy, "--variant convex");
  return remedy;
}

TEST(capture_warns_of_falling_stress) {
  CHECK(!warns_of_fall(100, 100, 100));
  CHECK(!warns_of_fall(100, 90, 80));
  CHECK(warns_of_fall(100, 100, 10));
  CHECK(warns_of_fall(100, 10, 100));
}

// A curve that the data would make stiffer is distinguished from one that they would make softer.
TEST(capture_warns_of_upper_bound) {
  static const char above[] = "numbers.upper-bound", below[] = "numbers.lower-bound";
  CHECK(!remedy_of(above, 100, 200, 1000, false) && !remedy_of(below, 100, 200, 1000, false));
  const char *remedy = remedy_of(above, 100, 200, 1000, true);
  REQUIRE(remedy);
  CHECK_CONTAINS(remedy, "captures");
  CHECK(!remedy_of(below, 100, 200, 1000, true));
  remedy = remedy_of(below, 100, 200, 0, true);
  REQUIRE(remedy);
  CHECK_CONTAINS(remedy, "--max-points");
  CHECK(!remedy_of(above, 100, 200, 0, true));
}

static double score_of(const char *file, const char *test, const char *channel, const char *key) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  const char *text = command_file(file);
  pl_json *root = NULL;
  double value = NAN;
  REQUIRE(pl_json_parse(arena, file, text, strlen(text), &root) == PL_OK);
  for (pl_json *s = pl_json_find(root, "scores")->child; s; s = s->next)
    if (strcmp(pl_json_find(s, "test")->text, test) == 0 && strcmp(pl_json_find(s, "channel")->text, channel) == 0) {
      pl_json *found = pl_json_find(s, key);
      value = !found ? NAN : found->kind == PL_JSON_BOOL ? found->boolean : found->number;
    }
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
  return value;
}

// A cloth without bending stiffness predicts the part on the table, and nothing of its sag. R2 of positions relative to rest shows this; R2
// of absolute positions would not.
LONG_TEST(cli_capture_flat_cloth_explains_nothing) {
  CHECK(command_run("rig capture --tests \"table-edge-warp, complex-shear\" " TINY " -o held").status == 0);
  command_outcome o = command_run("predict fabric-knit held --cells 8 -o soft");
  CHECK_NEAR(score_of("soft/fit.json", "table-edge-warp", "positions", "r2"), 1, 0.02);
  CHECK_NEAR(score_of("soft/fit.json", "table-edge-warp", "positions", "passed"), 1, 0);
  // folds are reported, forces are judged
  CHECK(isfinite(score_of("soft/fit.json", "complex-shear", "positions", "r2")));
  CHECK(isnan(score_of("soft/fit.json", "complex-shear", "positions", "passed")));
  CHECK_NEAR(score_of("soft/fit.json", "complex-shear", "clip-force", "passed"), 1, 0);
  CHECK_CONTAINS(o.out, "not judged: folds lie elsewhere on another mesh, and forces decide\n");
  CHECK_CONTAINS(command_file("soft/fit.json"), "\"not_judged\"");
  pl_context *ctx = pl_context_create(NULL);
  pl_text stiff;
  pl_text_init(&stiff, ctx);
  const char *at = command_file(PLIANT_SOURCE_DIR "/data/materials/fabric-knit.json");
  for (const char *next; (next = strstr(at, "e-06")); at = next + 4) pl_text_printf(&stiff, "%.*se-02", (int)(next - at), at);
  pl_text_add(&stiff, at);
  command_put("stiff.json", stiff.data);
  pl_text_clear(&stiff);
  pl_context_destroy(ctx);
  o = command_run("predict stiff.json held --cells 8 -o flat");
  CHECK(o.status == 1);
  CHECK_NEAR(score_of("flat/fit.json", "table-edge-warp", "positions", "r2"), 0, 0.1);
  CHECK_NEAR(score_of("flat/fit.json", "table-edge-warp", "positions", "passed"), 0, 0);
}

// The example of docs/theory/additive.md as it stands there: addends that --addends does not name, found again from captures of the same terms.
LONG_TEST(cli_capture_fits_a_material_file) {
  const char *page = command_file(PLIANT_SOURCE_DIR "/docs/theory/additive.md"), *from = strstr(page, "```json\n"),
             *end = from ? strstr(from, "\n```\n") : NULL;
  REQUIRE(from && end && end - from < 2000);
  char file[2000], truth[2100];
  snprintf(file, sizeof file, "%.*s", (int)(end - from - 8), from + 8);
  const char *number = strstr(file, "\"values\": [10]");
  REQUIRE(number);
  snprintf(truth, sizeof truth, "%.*s\"values\": [25]%s", (int)(number - file), file, number + strlen("\"values\": [10]"));
  command_put("start.json", file);
  command_put("truth.json", truth);
  CHECK(
      command_run("rig capture --material ./truth.json --tests \"stretch, picture-frame\" --cells 8 --frames 4 --clip-depth \"0 mm\" -o c")
          .status == 0);
  command_outcome o = command_run("fit c --model start.json --cells 8 -o out");
  CHECK(o.status == 0 || o.status == 1);
  pl_context *ctx = pl_context_create(NULL);
  pl_material *material;
  char path[1200];
  snprintf(path, sizeof path, "%s/out/material.json", test_folder());
  REQUIRE(pl_material_load(ctx, path, &material) == PL_OK);
  int j = pl_material_parameter_index(material, "principal.c0-0"), k = pl_material_parameter_index(material, "area-ratio.k");
  REQUIRE(j >= 0 && k >= 0);
  CHECK_NEAR(material->theta[j], 25, 2);
  CHECK_NEAR(material->theta[k], 10, 2);
  pl_material_destroy(material);
  // and a name that is neither a model nor a file says what would do
  CHECK_CONTAINS(command_run("fit c --model knit --json").failure, "[model.unknown]|'knit'");
  pl_context_destroy(ctx);
}

// With a material file captures and curves are fitted together: the mesh error is that of the captures, whichever stands first.
TEST(cli_capture_mesh_error_beside_curves) {
  CHECK(command_run("rig stretch " TINY " --direction warp -o one").status == 0);
  CHECK(command_run("new tensile strips").status == 0);
  static const char *const order[] = {"one strips", "strips one"};
  for (int i = 0; i < 2; i++) {
    command_outcome o = command_run("fit %s --model " PLIANT_SOURCE_DIR
                                    "/data/materials/fabric-knit.json --cells 4 --max-iterations 2 --further off -o out%d",
                                    order[i], i);
    CHECK(o.status == 0 || o.status == 1);
    CHECK_CONTAINS(o.out, "of it mesh");
    CHECK(!command_said(i == 0 ? "out0" : "out1", "run.mesh-error-failed"));
  }
}

// Steps to where equilibria are hardly found are refused, and a fit that ends for want of steps tells why.
TEST(cli_capture_tells_of_refused_steps) {
  CHECK(command_run("rig capture --material fabric-denim --tests picture-frame --cells 8 --frames 4 -o c").status == 0);
  command_outcome o =
      command_run("fit c --model " PLIANT_SOURCE_DIR
                  "/data/materials/fabric-knit-coupled.json --cells 8 --max-iterations 4 --solver-max-iterations 10 --further off -o out");
  CHECK(command_said("out", "run.steps-refused"));
  CHECK_CONTAINS(o.out, " 2 iterations (first: 'picture-frame', frame ");
  CHECK_CONTAINS(o.out, " --solver-max-iterations");
}
