// test_alloc_compare.c: comparing result folders while the n-th allocation fails, and with members of the wrong kind.
#include <pliant/report.h>
#include <stdio.h>

#include "base/text.h"
#include "failing_memory.h"
#include "report/page/compare.h"
#include "test.h"

static const char *const contents[] = {
    "{\"pliant\": \"fit 2\", \"verdict\": \"good\", \"outcome\": {\"converged\": true}, \"material\": {\"name\": \"a\", \"model\": "
    "\"volino\"},"
    " \"parameters\": [{\"name\": \"k\", \"unit\": \"N/m\", \"value\": 2, \"sigma\": 0.1}],"
    " \"scores\": [{\"test\": \"warp\", \"channel\": \"force\", \"unit\": \"N\", \"rms\": 0.5, \"r2\": 0.9}],"
    " \"curves\": [], \"tests\": [], \"iterations\": [], \"settings\": {}}",
    "{\"pliant\": \"fit 2\", \"outcome\": {}, \"material\": {}, \"parameters\": [1, null, {}], \"scores\": [null, \"x\", {},"
    " {\"test\": \"warp\", \"channel\": \"force\", \"unit\": \"N\", \"rms\": 0.25, \"r2\": null}],"
    " \"curves\": [2], \"tests\": [3], \"iterations\": [], \"settings\": {}}",
};

static const char *folder[2];
static const char *page;

static void make_folders(pl_context *ctx, pl_arena *arena) {
  for (int i = 0; i < 2; i++) {
    folder[i] = pl_arena_printf(arena, "%s/fit%d", test_folder(), i);
    REQUIRE(pl_directory_create(ctx, folder[i]) == PL_OK);
    REQUIRE(pl_file_write(ctx, pl_path_join(arena, folder[i], "fit.json"), contents[i], strlen(contents[i])) == PL_OK);
  }
  page = pl_arena_printf(arena, "%s/compare.html", test_folder());
}

static pl_status compare(pl_context *ctx) {
  pl_comparison *comparison;
  PL_TRY(pl_comparison_load(ctx, 2, folder, "pliant compare", &comparison));
  pl_json_writer *writer = NULL;
  pl_status status = pl_comparison_json(ctx, comparison, &writer);
  if (status == PL_OK && !pl_json_writer_text(writer)) status = PL_ERROR_MEMORY;
  pl_json_writer_destroy(writer);
  if (status == PL_OK && pl_report_built()) status = pl_comparison_page(comparison, page, true);
  pl_comparison_destroy(comparison);
  return status;
}

TEST(compare_survives_every_failing_allocation) {
  pl_context *own = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(own);
  make_folders(own, arena);
  for (int fail_at = 1, met = 1; met; fail_at++) {
    failing f = {.fail_at = fail_at};
    pl_context_options options = pl_context_options_default();
    options.allocate = failing_allocate, options.allocate_user = &f, options.n_thread = 1;
    pl_context *ctx = pl_context_create(&options);
    if (!ctx) continue;
    pl_status status = compare(ctx);
    met = f.n_call >= fail_at;
    if (status != (met ? PL_ERROR_MEMORY : PL_OK)) test_fail(__FILE__, __LINE__, "allocation %d: %s", fail_at, pl_status_text(status));
    if (f.n_live != 1) test_fail(__FILE__, __LINE__, "allocation %d: %d blocks leak", fail_at, f.n_live - 1);
    pl_context_destroy(ctx);
    CHECK(met || fail_at > 5);
    REQUIRE(fail_at < 2000);
  }
  pl_arena_destroy(arena);
  pl_context_destroy(own);
}

TEST(compare_takes_odd_members_for_absent) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  make_folders(ctx, arena);
  pl_comparison *comparison;
  REQUIRE(pl_comparison_load(ctx, 2, folder, NULL, &comparison) == PL_OK);
  CHECK(comparison->n_fit == 2);
  const pl_compared_score *score = comparison->score;
  while (score < comparison->score + comparison->n_score && strcmp(score->test, "warp") != 0) score++;
  REQUIRE(score < comparison->score + comparison->n_score);
  CHECK(score->best == 1 && score->rms[0] == 0.5 && score->rms[1] == 0.25);
  CHECK(comparison->best_r2[0] == -1);  // one fit alone has an R2
  CHECK_TEXT(comparison->fit[1].name, "");
  pl_comparison_destroy(comparison);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

// The same name over different measured values: nothing is called the best. Where a result does not tell its data, the name counts.
TEST(compare_ranks_only_the_same_data) {
  static const char *const hash[3][2] = {{"aa", "aa"}, {"aa", "bb"}, {"aa", ""}};
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < 2; i++) {
      folder[i] = pl_arena_printf(arena, "%s/data%d", test_folder(), i);
      const char *text = pl_arena_printf(arena,
                                         "{\"pliant\": \"fit 2\", \"outcome\": {}, \"material\": {}, \"parameters\": [], \"scores\": "
                                         "[{\"test\": \"warp\", \"channel\": \"force\", \"unit\": \"N\", \"rms\": 0.%d, \"r2\": 0.%d, "
                                         "\"data_sha256\": \"%s\"}], \"curves\": [], \"tests\": [], \"iterations\": [], \"settings\": {}}",
                                         i + 1, 9 - i, hash[k][i]);
      REQUIRE(text && pl_directory_create(ctx, folder[i]) == PL_OK);
      REQUIRE(pl_file_write(ctx, pl_path_join(arena, folder[i], "fit.json"), text, strlen(text)) == PL_OK);
    }
    pl_comparison *comparison;
    REQUIRE(pl_comparison_load(ctx, 2, folder, NULL, &comparison) == PL_OK);
    REQUIRE(comparison->n_score == 1);
    bool differ = k == 1;
    CHECK(comparison->score[0].differs == differ);
    CHECK(comparison->score[0].best == (differ ? -1 : 0) && comparison->best_r2[0] == (differ ? -1 : 0));
    pl_comparison_destroy(comparison);
  }
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}
