// The result folder: what is written reads back, and the verdict says what happened.
#include "report/result/result.h"

#include <stdlib.h>

#include "base/csv/csv.h"
#include "base/text.h"
#include "estimate/judge/sandwich.h"
#include "golden/markup_check.h"
#include "golden/report_case.h"
#include "report/result/result_parts.h"
#include "said.h"
#include "test.h"
#include "protocol/tensile/tensile.h"

static const pl_run run = {"pliant fit a.json -o out", "fit", "pliant predict out/material.json b.json"};

static char *in_folder(char *buffer, size_t size, const char *file) {
  snprintf(buffer, size, "%s/out/%s", test_folder(), file);
  return buffer;
}

static void save(report_case *c) {
  char directory[4096];
  snprintf(directory, sizeof directory, "%s/out", test_folder());
  if (pl_result_save(c->ctx, directory, c->fit, &run) != PL_OK) {
    test_fail(__FILE__, __LINE__, "%s", pl_context_error(c->ctx)->message);
    test_stop();
  }
}

TEST(result_material_reads_back) {
  report_case c = report_case_make(true);
  save(&c);
  char path[4200];
  pl_material *back;
  if (pl_material_load(c.ctx, in_folder(path, sizeof path, "material.json"), &back) != PL_OK) {
    test_fail(__FILE__, __LINE__, "%s", pl_context_error(c.ctx)->message);
    test_stop();
  }
  const pl_material *material = c.fit->material;
  REQUIRE(back->n_theta == material->n_theta && back->n_term == material->n_term);
  REQUIRE(back->sigma && back->correlation);
  for (int j = 0; j < material->n_theta; j++) {
    CHECK_NEAR(back->theta[j], material->theta[j], 0);
    CHECK_NEAR(back->sigma[j], material->sigma[j], 0);
    CHECK_TEXT(back->parameter[j].name, material->parameter[j].name);
  }
  for (int j = 0; j < material->n_theta * material->n_theta; j++) CHECK_NEAR(back->correlation[j], material->correlation[j], 0);
  for (int t = 0; t < material->n_term; t++) CHECK_NEAR(back->term[t].range[0][1], material->term[t].range[0][1], 0);
  CHECK_TEXT(back->name, material->name);
  CHECK_TEXT(back->certificate, material->certificate);
  CHECK_CONTAINS(back->note, "Fitted by Pliant");
  CHECK_CONTAINS(back->note, "weft");
  pl_material_destroy(back);
  report_case_clear(&c);
}

TEST(result_json_holds_everything) {
  report_case c = report_case_make(true);
  pl_json_writer *writer;
  REQUIRE(pl_result_json(c.ctx, c.fit, &run, &writer) == PL_OK);
  const char *text = pl_json_writer_text(writer);
  pl_arena *arena = pl_arena_create(c.ctx);
  pl_json *root;
  REQUIRE(pl_json_parse(arena, "fit.json", text, strlen(text), &root) == PL_OK);
  CHECK_TEXT(pl_json_find(root, "pliant")->text, PL_RESULT_FORMAT);
  CHECK_TEXT(pl_json_find(root, "command")->text, run.command);
  CHECK_TEXT(pl_json_find(root, "next")->text, run.next);
  static const char *const members[] = {"verdict",     "outcome",    "warnings",         "shear_check",     "material", "parameters",
                                        "correlation", "profiles",   "singular_values",  "worst_direction", "scores",   "curves",
                                        "tests",       "iterations", "inputs",           "notes",           "settings", "versions",
                                        "threads",     "seconds",    "seconds_per_phase"};
  for (size_t i = 0; i < sizeof members / sizeof members[0]; i++)
    if (!pl_json_find(root, members[i])) test_fail(__FILE__, __LINE__, "no member %s", members[i]);
  int n = c.fit->solution.n_parameter;
  CHECK(pl_json_find(root, "parameters")->n == n && pl_json_find(root, "correlation")->n == n);
  CHECK(pl_json_find(root, "tests")->n == 4 && pl_json_find(root, "scores")->n == 4);
  CHECK(pl_json_find(pl_json_find(root, "settings"), "fit") && pl_json_find(pl_json_find(root, "settings"), "rig") &&
        pl_json_find(pl_json_find(root, "settings"), "solver"));
  pl_json *first = pl_json_find(root, "parameters")->child;
  CHECK_NEAR(pl_json_find(first, "value")->number, c.fit->material->theta[0], 0);
  CHECK_TEXT(pl_json_find(first, "unit")->text, "N/m");
  pl_json *curve = pl_json_find(root, "curves")->child;
  CHECK(pl_json_find(curve, "strain")->n == PL_CURVE_POINTS && pl_json_find(curve, "in_range")->n == PL_CURVE_POINTS);
  pl_json *test = pl_json_find(root, "tests")->child;
  CHECK_TEXT(pl_json_find(test, "name")->text, "warp <strip>");
  CHECK(pl_json_find(test, "branch")->n == 24 && pl_json_find(test, "raw_branch")->n == 24);
  CHECK_TEXT(pl_json_find(pl_json_find(test, "channels")->child, "unit")->text, "m");
  pl_arena_destroy(arena);
  pl_json_writer_destroy(writer);
  report_case_clear(&c);
}

TEST(result_failed_frames_become_null) {
  report_case c = report_case_make(false);
  c.fit->work.fit_case[0].predicted[PL_TENSILE_FORCE][3] = NAN;
  save(&c);
  char path[4200];
  pl_arena *arena = pl_arena_create(c.ctx);
  pl_json *root;
  REQUIRE(pl_json_load(arena, in_folder(path, sizeof path, "fit.json"), &root) == PL_OK);
  pl_json *channel = pl_json_find(pl_json_find(root, "tests")->child, "channels")->child->next;
  REQUIRE(channel && pl_json_find(channel, "predicted"));
  pl_json *value = pl_json_find(channel, "predicted")->child->next->next->next;
  CHECK(value->kind == PL_JSON_NULL);
  CHECK(value->next->kind == PL_JSON_NUMBER);
  pl_arena_destroy(arena);
  report_case_clear(&c);
}

TEST(result_csv_reads_back) {
  report_case c = report_case_make(true);
  save(&c);
  char path[4200];
  pl_arena *arena = pl_arena_create(c.ctx);
  pl_csv *csv;
  double *strain, *stress;
  REQUIRE(pl_csv_load(arena, in_folder(path, sizeof path, "curves.csv"), &csv) == PL_OK);
  CHECK(csv->n_row == PL_CURVE_POINTS && csv->n_column == 3 * 6);
  CHECK_TEXT(csv->column[0].name, "warp strain");
  CHECK(csv->column[1].has_unit && pl_dim_equal(csv->column[1].unit.dim, PL_DIM_LINE_FORCE));
  REQUIRE(pl_csv_numbers(arena, csv, 0, PL_DIM_NONE, NULL, &strain) == PL_OK);
  REQUIRE(pl_csv_numbers(arena, csv, 1, PL_DIM_LINE_FORCE, NULL, &stress) == PL_OK);
  const pl_term *warp = pl_material_term(c.fit->material, "warp");
  double expected;
  pl_law_eval_one(&warp->law, c.fit->material->theta + warp->theta, &strain[77], NULL, &expected, NULL);
  CHECK_CLOSE(stress[77], expected, 1e-14);

  REQUIRE(pl_csv_load(arena, in_folder(path, sizeof path, "predictions.csv"), &csv) == PL_OK);
  CHECK(csv->n_row == 4 * 24 * 2);  // used and raw rows of every test
  CHECK_TEXT(csv->column[0].name, "test");
  CHECK_TEXT(csv->cell[0][0], "warp <strip>");
  CHECK_TEXT(csv->cell[csv->n_row - 1][1], "held-out");
  pl_arena_destroy(arena);
  report_case_clear(&c);
}

TEST(result_curves_cover_more_than_the_range) {
  report_case c = report_case_make(false);
  pl_arena *arena = pl_arena_create(c.ctx);
  pl_curve_sample *curve;
  int n;
  REQUIRE(pl__curves_sample(arena, c.fit, &n, &curve) == PL_OK);
  CHECK(n == 3);
  for (int i = 0; i < n; i++) {
    CHECK(curve[i].measured);
    CHECK(curve[i].strain[curve[i].n - 1] > curve[i].range[1]);
    CHECK(!pl__curve_in_range(&curve[i], curve[i].strain[curve[i].n - 1]));
    CHECK(pl__curve_in_range(&curve[i], curve[i].range[1]));
    for (int k = 0; k < curve[i].n; k++)
      CHECK(isfinite(curve[i].stress[k]) && curve[i].half_width[k] >= 0 && curve[i].stiffness_half_width[k] >= 0);
  }
  // the stiffness is the slope of the stress
  int k = curve[0].n / 2;
  double slope = (curve[0].stress[k + 1] - curve[0].stress[k - 1]) / (curve[0].strain[k + 1] - curve[0].strain[k - 1]);
  CHECK_CLOSE(curve[0].stiffness[k], slope, 0.02);
  pl_arena_destroy(arena);
  report_case_clear(&c);
}

static char *verdict(report_case *c, pl_text *text) {
  pl_text_init(text, c->ctx);
  pl_result_verdict(c->fit, text);
  return text->data;
}

TEST(result_verdict_says_what_happened) {
  pl_text text;
  report_case c = report_case_make(true);
  verdict(&c, &text);
  CHECK(strncmp(text.data, "Warp, weft and shear", 20) == 0);
  CHECK_CONTAINS(text.data, "'held & out'");
  CHECK_REASON(c.fit, "verdict.fitted");
  CHECK_REASON(c.fit, "verdict.residuals");
  CHECK_REASON(c.fit, "verdict.held-out-passed");
  CHECK(text.data[text.size - 1] == '.' && !strchr(text.data, '\n'));
  pl_text_clear(&text);

  c.fit->findings.validation_passed = false;
  c.fit->evidence.score[c.fit->evidence.n_score - 1].r2 = 0.5;
  c.fit->known.identified[1] = false;
  c.fit->known.at_bound[1] = false;
  verdict(&c, &text);
  CHECK_CONTAINS(text.data, "R² = 0.500 (");
  CHECK_REASON(c.fit, "verdict.held-out-failed");
  CHECK_REASON(c.fit, "verdict.not-identifiable");
  pl_text_clear(&text);

  c.fit->solution.converged = false;
  c.fit->solution.stop_reason = "iteration limit reached";
  verdict(&c, &text);
  CHECK_REASON(c.fit, "verdict.not-converged");
  CHECK_CONTAINS(text.data, c.fit->solution.stop_reason);
  pl_text_clear(&text);
  report_case_clear(&c);
}

// Good, bad, and between: fits and predicts, but a parameter is not determined. One rule, and the sentence names the numbers.
TEST(result_state_between_good_and_bad) {
  pl_text text;
  report_case c = report_case_make(true);
  pl_material *material = c.fit->material;
  for (int j = 0; j < material->n_theta; j++) c.fit->known.identified[j] = true, c.fit->known.at_bound[j] = false;
  REQUIRE(material->n_term == 3 && pl_term_theta_count(&material->term[1]) > 1);
  CHECK(pl_result_state(c.fit) == PL_VERDICT_GOOD);
  // one number, and all of a term
  c.fit->known.identified[0] = false;
  for (int j = 0; j < pl_term_theta_count(&material->term[1]); j++) c.fit->known.identified[material->term[1].theta + j] = false;
  CHECK(pl_result_state(c.fit) == PL_VERDICT_PARTLY);
  char names[200];
  snprintf(names, sizeof names, ": %s, all of %s.", material->parameter[0].name, material->term[1].name);
  verdict(&c, &text);
  CHECK_REASON(c.fit, "verdict.not-identifiable");
  CHECK_CONTAINS(text.data, names);
  snprintf(names, sizeof names, " %d of %d parameters ", 1 + pl_term_theta_count(&material->term[1]), material->n_theta);
  CHECK_CONTAINS(text.data, names);
  pl_text_clear(&text);
  // a number that is known to be small and no more; a bound, below or above: the data tell neither
  for (int j = 0; j < material->n_theta; j++) c.fit->known.identified[j] = true, c.fit->known.weak[j] = false;
  CHECK(pl_result_state(c.fit) == PL_VERDICT_GOOD);
  double sigma = material->sigma[0], value = material->theta[0], upper = material->parameter[0].upper;
  c.fit->known.weak[0] = true, material->sigma[0] = fabs(value);
  CHECK(pl_result_state(c.fit) == PL_VERDICT_PARTLY);
  CHECK_REASON(c.fit, "verdict.zero");
  c.fit->known.weak[0] = false, material->sigma[0] = sigma;
  c.fit->known.identified[0] = false, c.fit->known.at_bound[0] = true, material->theta[0] = material->parameter[0].lower;
  CHECK(pl_result_state(c.fit) == PL_VERDICT_PARTLY);
  CHECK_REASON(c.fit, "verdict.bound");
  material->parameter[0].upper = material->theta[0] = value;
  CHECK(pl_result_state(c.fit) == PL_VERDICT_PARTLY);
  material->parameter[0].upper = upper, c.fit->known.at_bound[0] = false;
  // a failed test outweighs it; unknown absolute stiffness does not
  c.fit->findings.validation_passed = false;
  CHECK(pl_result_state(c.fit) == PL_VERDICT_BAD);
  c.fit->findings.validation_passed = true;
  for (int j = 0; j < material->n_theta; j++) c.fit->known.identified[j] = true;
  c.fit->solution.scale_held = true;
  CHECK(pl_result_state(c.fit) == PL_VERDICT_PARTLY);
  c.fit->solution.scale_held = false;
  c.fit->solution.converged = false;
  CHECK(pl_result_state(c.fit) == PL_VERDICT_BAD);
  report_case_clear(&c);
}

// A term is determined, limited, undetermined, or was never strained: four cases, four words. A model without any determined term still
// gives a sentence.
TEST(result_verdict_tells_held_open_and_unmeasured_apart) {
  pl_text text;
  report_case c = report_case_make(true);
  pl_material *material = c.fit->material;
  const pl_term *weft = &material->term[1], *shear = &material->term[2];
  REQUIRE(material->n_term == 3);
  for (int j = 0; j < material->n_theta; j++) c.fit->known.identified[j] = true, c.fit->known.at_bound[j] = false;
  // the border of the convex materials holds all of weft: the directions that it takes, a unit vector a row
  int n = material->n_theta;
  double *row = pl_arena_alloc(c.fit->arena, (size_t)n * (size_t)n, sizeof *row),
         *scale = pl_arena_alloc(c.fit->arena, (size_t)n, sizeof *scale);
  bool *still = pl_arena_alloc(c.fit->arena, (size_t)n, sizeof *still);
  pl_border *border = pl_arena_alloc(c.fit->arena, 1, sizeof *border), *own = c.fit->evidence.border;
  REQUIRE(row && scale && still && border);
  for (int j = 0; j < n; j++) scale[j] = 1;
  int n_held = pl_term_theta_count(weft);
  for (int k = 0; k < n_held; k++)
    row[(size_t)k * (size_t)n + (size_t)(weft->theta + k)] = 1, c.fit->known.identified[weft->theta + k] = false;
  REQUIRE(pl_border_create(c.fit->arena, n, n_held, n, row, scale, still, border) == PL_OK);
  c.fit->evidence.border = border;
  for (int j = 0; j < pl_term_theta_count(shear); j++) c.fit->known.identified[shear->theta + j] = false;
  CHECK(pl_result_state(c.fit) == PL_VERDICT_PARTLY);
  verdict(&c, &text);
  CHECK_CONTAINS(text.data, " convexity: weft. Not identifiable: shear.");
  CHECK_REASON(c.fit, "verdict.convexity");
  pl_text_clear(&text);
  // no test strains shear
  memset(material->term[2].range, 0, sizeof material->term[2].range);
  verdict(&c, &text);
  CHECK_CONTAINS(text.data, " convexity: weft. Not measured: shear.");
  pl_text_clear(&text);
  c.fit->evidence.border = own;
  c.fit->known.at_bound[weft->theta] = true;
  verdict(&c, &text);
  CHECK_CONTAINS(text.data, " bound: weft. Not measured: shear.");
  pl_text_clear(&text);
  // nothing at all
  c.fit->known.at_bound[weft->theta] = false;
  material->term[2].range[0][1] = 0.1;
  for (int j = 0; j < n; j++) c.fit->known.identified[j] = false;
  CHECK_REASON(c.fit, "verdict.no-curves");
  report_case_clear(&c);
}

TEST(result_prediction_has_no_material) {
  report_case c = report_case_make(false);
  pl_fit *prediction;
  pl_fit_options options = pl_fit_options_default();
  REQUIRE(pl_fit_predict(c.ctx, c.fit->material, 1, &c.fitted, &options, &prediction) == PL_OK);
  char directory[4096], path[4200];
  snprintf(directory, sizeof directory, "%s/out", test_folder());
  pl_run predict = {NULL, NULL, NULL};
  REQUIRE(pl_result_save(c.ctx, directory, prediction, &predict) == PL_OK);
  CHECK(!pl_file_exists(in_folder(path, sizeof path, "material.json")));
  CHECK(pl_file_exists(in_folder(path, sizeof path, "fit.json")) &&
        pl_file_exists(in_folder(path, sizeof path, "report.html")) == pl_report_built());
  CHECK_REASON(prediction, "verdict.predicts");
  pl_fit_destroy(prediction);
  report_case_clear(&c);
}

TEST(result_folder_that_cannot_be_made) {
  report_case c = report_case_make(false);
  char path[4200];
  snprintf(path, sizeof path, "%s/file", test_folder());
  REQUIRE(pl_file_write(c.ctx, path, "x", 1) == PL_OK);
  snprintf(path, sizeof path, "%s/file/out", test_folder());
  CHECK(pl_result_save(c.ctx, path, c.fit, &run) == PL_ERROR_FILE);
  CHECK(pl_context_error(c.ctx)->message[0] != 0);
  report_case_clear(&c);
}

// Every allocation of writing a result fails once: an error, no crash, no leak.
typedef struct failing {
  long left;
} failing;

static void *fail_later(void *user, void *old, size_t size) {
  failing *f = user;
  if (size == 0) {
    free(old);
    return NULL;
  }
  if (f->left >= 0 && f->left-- == 0) return NULL;
  return realloc(old, size);
}

TEST(result_survives_failed_allocations) {
  report_case c = report_case_make(true);
  char directory[4096];
  snprintf(directory, sizeof directory, "%s/out", test_folder());
  failing f = {-1};
  pl_context_options options = pl_context_options_default();
  options.allocate = fail_later;
  options.allocate_user = &f;
  pl_context *ctx = pl_context_create(&options);
  REQUIRE(ctx != NULL);
  pl_context *own = c.fit->ctx;
  c.fit->ctx = ctx;
  bool done = false;
  for (long n = 0; n < 4000 && !done; n += n < 20 ? 1 : 7) {
    f.left = n;
    pl_context_clear_error(ctx);
    pl_status status = pl_result_save(ctx, directory, c.fit, &run);
    done = f.left >= 0;
    f.left = -1;
    if (done)
      CHECK(status == PL_OK);
    else
      CHECK(status == PL_ERROR_MEMORY || status == PL_OK);  // text in the verdict may be missing without harm
  }
  CHECK(done);
  c.fit->ctx = own;
  pl_context_destroy(ctx);
  report_case_clear(&c);
}
