// Reports and figures of a result folder: names that users write are text, missing numbers are gaps, clear errors for broken folders. The page
// itself: test_page_web.c, and browsers look at it in test/browser.
#include "said.h"
#include "report/result/result.h"

#include "base/text.h"
#include "golden/command.h"
#include "golden/figure_check.h"
#include "golden/report_case.h"
#include "report/page/compare.h"
#include "test.h"
#include "protocol/tensile/tensile.h"

static const pl_run run = {"pliant fit \"a <b>.json\" -o out", "fit", "pliant predict out/material.json b.json"};

static void folder(char *buffer, size_t size) { snprintf(buffer, size, "%s/out", test_folder()); }

static report_case make(bool held_out) {
  char directory[4096];
  folder(directory, sizeof directory);
  report_case c = report_case_make(held_out);
  if (pl_result_save(c.ctx, directory, c.fit, &run) != PL_OK) {
    test_fail(__FILE__, __LINE__, "%s", pl_context_error(c.ctx)->message);
    test_stop();
  }
  return c;
}

// A score that is reported but not judged is not the lowest of them.
TEST(report_lowest_r2_is_of_judged_scores) {
  report_case c = make(true);
  pl_arena *arena = pl_arena_create(c.ctx);
  int n = c.fit->evidence.n_score;
  pl_score *score = pl_arena_alloc(arena, (size_t)n + 1, sizeof *score);
  REQUIRE(score && n == 4 && c.fit->evidence.score[n - 1].held_out && c.fit->evidence.score[n - 1].judged);
  memcpy(score, c.fit->evidence.score, (size_t)n * sizeof *score);
  score[n] = score[n - 1];
  score[n].judged = false;
  score[n].r2 = 0.538;
  c.fit->evidence.score = score;
  c.fit->evidence.n_score = n + 1;
  char directory[4096], other[4096 + 8];
  folder(directory, sizeof directory);
  snprintf(other, sizeof other, "%s-2", directory);
  REQUIRE(pl_result_save(c.ctx, directory, c.fit, &run) == PL_OK && pl_result_save(c.ctx, other, c.fit, &run) == PL_OK);
  pl_comparison *both;
  REQUIRE(pl_comparison_load(c.ctx, 2, (const char *const[]){directory, other}, "", &both) == PL_OK);
  CHECK_CLOSE(both->fit[0].lowest_r2[1], score[n - 1].r2, 1e-9);
  pl_comparison_destroy(both);
  pl_arena_destroy(arena);
  report_case_clear(&c);
}

// What users write is text in the figures, never markup: the case has names with <, > and quotes. One figure per law, fitted and held-out test.
TEST(report_figures_escape_what_users_write) {
  report_case c = make(true);
  CHECK(figures_beginning("out", "law-") == 3);
  CHECK(figures_beginning("out", "test-") == 4);
  report_case_clear(&c);
}

// Numbers that are missing are gaps, never "nan".
TEST(report_shows_gaps_for_missing_numbers) {
  report_case c = report_case_make(true);
  double *predicted = c.fit->work.fit_case[1].predicted[PL_TENSILE_FORCE];
  for (int f = 5; f < 9; f++) predicted[f] = NAN;
  c.fit->evidence.covariance[0] = INFINITY;
  c.fit->evidence.score[0].r2 = NAN;
  c.fit->work.iteration[0].objective = NAN;
  char directory[4096];
  folder(directory, sizeof directory);
  REQUIRE(pl_result_save(c.ctx, directory, c.fit, &run) == PL_OK);
  CHECK(figures_beginning("out", "test-") == 4);
  report_case_clear(&c);
}

static void try_fit_json(pl_context *ctx, const char *text, pl_status expected, const char *message) {
  char directory[4096], path[4200];
  folder(directory, sizeof directory);
  snprintf(path, sizeof path, "%s/fit.json", directory);
  REQUIRE(pl_directory_create(ctx, directory) == PL_OK);
  pl_context_clear_error(ctx);
  REQUIRE(pl_file_write(ctx, path, text, strlen(text)) == PL_OK);
  CHECK(pl_report_write(ctx, directory) == expected);
  CHECK_CONTAINS(said_error(ctx), message);
  CHECK_CONTAINS(pl_context_error(ctx)->file, "fit.json");
  snprintf(path, sizeof path, "%s/report.html", directory);
  CHECK(!pl_file_exists(path));
}

TEST(report_refuses_broken_folders) {
  pl_context *ctx = pl_context_create(NULL);
  char directory[4096];
  folder(directory, sizeof directory);
  CHECK(pl_report_write(ctx, directory) == PL_ERROR_FILE);
  CHECK_CONTAINS(said_error(ctx), "[result.no-folder]");
  CHECK_CONTAINS(pl_context_error(ctx)->hint, "pliant fit");
  try_fit_json(ctx, "", PL_ERROR_PARSE, "");
  try_fit_json(ctx, "{\"pliant\": \"fit 2\", ", PL_ERROR_PARSE, "");
  try_fit_json(ctx, "[1, 2]", PL_ERROR_INPUT, "[result.no-object]");
  try_fit_json(ctx, "{\"pliant\": \"material 1\"}", PL_ERROR_INPUT, "\"material 1\"");
  try_fit_json(ctx, "{\"pliant\": \"fit 99\"}", PL_ERROR_INPUT, "[result.format]|\"fit 2\"");
  try_fit_json(ctx, "{\"pliant\": \"fit 2\", \"outcome\": {}}", PL_ERROR_INPUT, "material");
  try_fit_json(ctx, "{\"pliant\": \"fit 2\", \"outcome\": 3}", PL_ERROR_INPUT, "");
  pl_context_destroy(ctx);
}

// Members of the wrong kind, or empty ones, below what is demanded: a page all the same.
TEST(report_survives_odd_contents) {
  pl_context *ctx = pl_context_create(NULL);
  static const char *const odd[] = {
      "\"parameters\": [], \"scores\": [], \"curves\": [], \"tests\": [], \"iterations\": [], \"settings\": {}",
      "\"parameters\": [1, null, {}], \"scores\": [null, \"x\", {}], \"curves\": [2, {}, {\"strain\": [1, 2], \"stress\": 3}], \"tests\": "
      "[null, "
      "{\"channels\": [1, {\"predicted\": []}]}], \"iterations\": [3, {}], \"settings\": {\"fit\": 1, \"rig\": {\"x\": [1]}}, "
      "\"correlation\": [1, [2]], "
      "\"inputs\": [1], \"notes\": [1], \"warnings\": [1], \"shear_check\": 1, \"versions\": [1], \"seconds_per_phase\": {\"a\": \"b\"}",
  };
  char directory[4096], path[4200], text[2048];
  folder(directory, sizeof directory);
  REQUIRE(pl_directory_create(ctx, directory) == PL_OK);
  snprintf(path, sizeof path, "%s/fit.json", directory);
  for (int i = 0; i < 2; i++) {
    snprintf(text, sizeof text, "{\"pliant\": \"fit 2\", \"outcome\": {}, \"material\": {}, %s}", odd[i]);
    REQUIRE(pl_file_write(ctx, path, text, strlen(text)) == PL_OK);
    pl_status status = pl_report_write(ctx, directory);
    if (status != (pl_report_built() ? PL_OK : PL_ERROR_FILE)) test_fail(__FILE__, __LINE__, "%s", pl_context_error(ctx)->message);
    pl_context_clear_error(ctx);
    CHECK(command_reported("out/report.html"));
  }
  pl_context_destroy(ctx);
}
