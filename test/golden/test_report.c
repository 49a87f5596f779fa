// The page: all sections, well-formed pictures, no request, the same page from the folder alone, clear errors for broken folders.
#include "report/result/result.h"

#include <stdlib.h>

#include "base/text.h"
#include "golden/markup_check.h"
#include "golden/report_case.h"
#include "report/page/compare.h"
#include "test.h"

static const pl_run run = {"pliant fit \"a <b>.json\" -o out", "fit", "pliant predict out/material.json b.json"};

static void folder(char *buffer, size_t size) { snprintf(buffer, size, "%s/out", test_folder()); }

static char *read_page(pl_arena *arena, size_t *size) {
  char path[4200], *text;
  snprintf(path, sizeof path, "%s/out/report.html", test_folder());
  if (pl_file_read(arena, path, 1u << 24, &text, size) != PL_OK) {
    test_fail(__FILE__, __LINE__, "no report.html");
    test_stop();
  }
  return text;
}

// No number on the page is "nan" or "inf" (the words are parts of others: "provenance").
static void check_finite(const char *page) {
  static const char *const bad[] = {">nan", " nan", "\"nan", "-nan", ">inf", "\"inf", "-inf", "Mnan", "Lnan", " inf<", " inf "};
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
    if (strstr(page, bad[i])) test_fail(__FILE__, __LINE__, "the page holds %s", bad[i]);
}

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

TEST(report_has_all_sections) {
  report_case c = make(true);
  pl_arena *arena = pl_arena_create(c.ctx);
  size_t size;
  char *page = read_page(arena, &size);
  static const char *const id[] = {"summary", "curves", "tests", "validation", "confidence", "convergence", "provenance"};
  for (int i = 0; i < 7; i++) {
    char text[64];
    snprintf(text, sizeof text, "<section id=\"%s\"", id[i]);
    CHECK(markup_count(page, text) == 1);
    snprintf(text, sizeof text, "<a href=\"#%s\">", id[i]);
    CHECK(markup_count(page, text) == 1);
  }
  CHECK(size < 1000000);
  // overview; stress and stiffness of 3 curves; 4 tests with residual strips; singular values; objective
  CHECK(markup_count(page, "<svg class=\"plot\"") == 1 + 3 * 2 + 4 * 2 + 2);
  CHECK(markup_count(page, "<svg class=\"heat\"") == 1);
  CHECK(markup_count(page, "class=\"mark good\">\xE2\x9C\x93 passed") == 1);
  CHECK_CONTAINS(page, "pliant predict out/material.json b.json");
  CHECK_CONTAINS(page, "150 g/m\xC2\xB2");
  pl_arena_destroy(arena);
  report_case_clear(&c);
}

// A score that is told beside those that are judged is not the lowest of them: neither on the page nor side by side.
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
  size_t size;
  const char *page = read_page(arena, &size);
  CHECK_CONTAINS(page, "Lowest R\xC2\xB2, held out</dt><dd>0.9");
  CHECK(strstr(page, ">0.538<") && !strstr(page, "<dd>0.538"));
  pl_comparison *both;
  REQUIRE(pl_comparison_load(c.ctx, 2, (const char *const[]){directory, other}, "", &both) == PL_OK);
  CHECK_CLOSE(both->fit[0].lowest_r2[1], score[n - 1].r2, 1e-9);
  pl_comparison_destroy(both);
  pl_arena_destroy(arena);
  report_case_clear(&c);
}

TEST(report_asks_nothing_of_the_network) {
  report_case c = make(true);
  pl_arena *arena = pl_arena_create(c.ctx);
  size_t size;
  char *page = read_page(arena, &size);
  static const char *const never[] = {"http", "src=", "@import", "url(", "<script", "//cdn", "<iframe", "<object", "<img"};
  for (size_t i = 0; i < sizeof never / sizeof never[0]; i++)
    if (strstr(page, never[i])) test_fail(__FILE__, __LINE__, "the page holds %s", never[i]);
  // links lead into the page only
  for (const char *p = page; (p = strstr(p, "href=\"")); p += 6) CHECK(p[6] == '#' || strncmp(p + 6, "data:,", 6) == 0);
  pl_arena_destroy(arena);
  report_case_clear(&c);
}

TEST(report_pictures_are_well_formed) {
  report_case c = make(true);
  pl_arena *arena = pl_arena_create(c.ctx);
  size_t size;
  char *page = read_page(arena, &size);
  int n = 0;
  for (const char *p = page; (p = strstr(p, "<svg class=")); n++) {
    const char *end = p;
    for (int depth = 0; *end;) {
      if (strncmp(end, "<svg", 4) == 0) depth++;
      if (strncmp(end, "</svg>", 6) == 0 && --depth == 0) break;
      end++;
    }
    const char *wrong = markup_wrong(p, (size_t)(end + 6 - p));
    if (wrong) test_fail(__FILE__, __LINE__, "picture %d: %s", n, wrong);
    p = end;
  }
  CHECK(n > 10);
  CHECK(markup_count(page, "role=\"img\"") == n);
  pl_arena_destroy(arena);
  report_case_clear(&c);
}

TEST(report_escapes_what_users_write) {
  report_case c = make(true);
  pl_arena *arena = pl_arena_create(c.ctx);
  size_t size;
  char *page = read_page(arena, &size);
  CHECK(strstr(page, "warp <strip>") == NULL && strstr(page, "<ric>") == NULL && strstr(page, "a <b>.json") == NULL);
  CHECK_CONTAINS(page, "warp &lt;strip&gt;");
  CHECK_CONTAINS(page, "fab&lt;ric&gt; &amp; &quot;co&quot;");
  CHECK_CONTAINS(page, "held &amp; out");
  pl_arena_destroy(arena);
  report_case_clear(&c);
}

TEST(report_is_made_from_the_folder_alone) {
  report_case c = make(false);
  char directory[4096], path[4200];
  folder(directory, sizeof directory);
  pl_arena *arena = pl_arena_create(c.ctx);
  size_t size, size_again;
  char *page = read_page(arena, &size);
  snprintf(path, sizeof path, "%s/report.html", directory);
  REQUIRE(remove(path) == 0);
  REQUIRE(pl_report_write(c.ctx, directory) == PL_OK);
  char *again = read_page(arena, &size_again);
  CHECK(size == size_again && memcmp(page, again, size) == 0);
  CHECK_CONTAINS(again, "No test was held out");
  pl_arena_destroy(arena);
  report_case_clear(&c);
}

// Numbers that are missing show as dashes and gaps, never as "nan".
TEST(report_shows_gaps_for_missing_numbers) {
  report_case c = report_case_make(true);
  double *predicted = c.fit->problem.fit_case[1].predicted[PL_TENSILE_FORCE];
  for (int f = 5; f < 9; f++) predicted[f] = NAN;
  c.fit->evidence.covariance[0] = INFINITY;
  c.fit->evidence.score[0].r2 = NAN;
  c.fit->solution.iteration[0].objective = NAN;
  char directory[4096];
  folder(directory, sizeof directory);
  REQUIRE(pl_result_save(c.ctx, directory, c.fit, &run) == PL_OK);
  pl_arena *arena = pl_arena_create(c.ctx);
  size_t size;
  char *page = read_page(arena, &size);
  check_finite(page);
  pl_arena_destroy(arena);
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
  CHECK_CONTAINS(pl_context_error(ctx)->message, message);
  CHECK_CONTAINS(pl_context_error(ctx)->file, "fit.json");
  snprintf(path, sizeof path, "%s/report.html", directory);
  CHECK(!pl_file_exists(path));
}

TEST(report_refuses_broken_folders) {
  pl_context *ctx = pl_context_create(NULL);
  char directory[4096];
  folder(directory, sizeof directory);
  CHECK(pl_report_write(ctx, directory) == PL_ERROR_FILE);
  CHECK_CONTAINS(pl_context_error(ctx)->message, "not a result folder");
  CHECK_CONTAINS(pl_context_error(ctx)->hint, "pliant fit");
  try_fit_json(ctx, "", PL_ERROR_PARSE, "");
  try_fit_json(ctx, "{\"pliant\": \"fit 2\", ", PL_ERROR_PARSE, "");
  try_fit_json(ctx, "[1, 2]", PL_ERROR_INPUT, "not a result");
  try_fit_json(ctx, "{\"pliant\": \"material 1\"}", PL_ERROR_INPUT, "\"material 1\"");
  try_fit_json(ctx, "{\"pliant\": \"fit 99\"}", PL_ERROR_INPUT, "this version reads \"fit 2\"");
  try_fit_json(ctx, "{\"pliant\": \"fit 2\", \"outcome\": {}}", PL_ERROR_INPUT, "material");
  try_fit_json(ctx, "{\"pliant\": \"fit 2\", \"outcome\": 3}", PL_ERROR_INPUT, "");
  pl_context_destroy(ctx);
}

// Members of the wrong kind, or empty ones, below what is demanded: a page with less in it, not a crash.
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
    if (pl_report_write(ctx, directory) != PL_OK) test_fail(__FILE__, __LINE__, "%s", pl_context_error(ctx)->message);
    pl_arena *arena = pl_arena_create(ctx);
    size_t size;
    char *page = read_page(arena, &size);
    CHECK(markup_count(page, "<section") == 7 && markup_count(page, "</section>") == 7);
    check_finite(page);
    pl_arena_destroy(arena);
  }
  pl_context_destroy(ctx);
}
