// Warnings of one kind become one with a table.
#include "estimate/advise/warning_rows.h"
#include "estimate/advise/warnings.h"
#include "estimate/advise/warnings_part.h"
#include "said.h"
#include "test.h"

static void warn(pl_fit *fit, const char *text, const char *remedy) {
  pl_warning_add(&fit->findings, (pl_sentence){"remedy.test", remedy}, (pl_sentence){"test.warning", text});
}

static const pl_sentence far = {"test.far", "far"}, others = {"test.others", "others"};

TEST(warnings_of_one_kind_are_one) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  pl_fit fit = {.ctx = ctx,
                .arena = arena,
                .findings.arena = arena,
                .findings.warning = pl_arena_alloc(arena, PL_MAX_WARNING, sizeof *fit.findings.warning)};
  REQUIRE(fit.findings.warning);
  warn(&fit, "stands alone", "nothing");
  for (int i = 0; i < 3; i++) {
    warn(&fit, "one", i < 2 ? "measure further" : "measure otherwise");
    pl_warning_row(&fit.findings, far, "test|>to", i == 0 ? "a" : i == 1 ? "b" : "c", i == 0 ? "1" : i == 1 ? "2" : "3");
  }
  warn(&fit, "another kind", "measure further");
  pl_warning_row(&fit.findings, others, "test", "d");
  pl_warnings_finish(&fit.findings);
  REQUIRE(fit.findings.n_warning == 4);
  CHECK(fit.findings.warning[0].n_row == 0 && !fit.findings.warning[0].kind);
  const pl_warning *group = &fit.findings.warning[1];
  CHECK_TEXT(group->text, far.text);
  CHECK_TEXT(group->id, "test.warning");
  CHECK_TEXT(group->columns, "test|>to");
  REQUIRE(group->n_row == 2 && group->n_column == 2);
  CHECK_TEXT(group->cell[0], "a");
  CHECK_TEXT(group->cell[3], "2");
  // another remedy is another box, and one alone keeps its sentence
  CHECK_TEXT(fit.findings.warning[2].text, "one");
  CHECK(fit.findings.warning[2].n_row == 0 && fit.findings.warning[3].n_row == 0);
  CHECK_TEXT(pl_warning_range(&fit.findings, PL_DIM_NONE, (double[2]){-0.0001, 0.1234}), "up to 12.34 %");
  CHECK_TEXT(pl_warning_range(&fit.findings, PL_DIM_NONE, (double[2]){-0.05, 0.1}), "-5 to 10 %");
  CHECK_TEXT(pl_warning_strain(&fit.findings, pl_term_strain_dim(&(pl_term){.strain = pl_strain_find("fold")}), 80), "80 1/m");
  // a full list takes no rows: the warning that they belong to may not be there
  while (fit.findings.n_warning < PL_MAX_WARNING) warn(&fit, "more", "");
  pl_warning_row(&fit.findings, far, "test|>to", "e", "5");
  CHECK(fit.findings.n_warning == PL_MAX_WARNING && group->n_row == 2);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

// A warning without words, for want of memory, keeps its row: it does not land on the one before.
TEST(warning_without_words_keeps_its_row) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  pl_fit fit = {.ctx = ctx,
                .arena = arena,
                .findings.arena = arena,
                .findings.warning = pl_arena_alloc(arena, PL_MAX_WARNING, sizeof *fit.findings.warning)};
  REQUIRE(fit.findings.warning);
  warn(&fit, "unrelated", "nothing");
  for (int i = 0; i < 2; i++) {
    warn(&fit, NULL, "measure further");
    pl_warning_row(&fit.findings, far, "test", i == 0 ? "a" : "b");
  }
  pl_warnings_finish(&fit.findings);
  REQUIRE(fit.findings.n_warning == 2);
  CHECK(fit.findings.warning[0].n_row == 0 && !fit.findings.warning[0].kind);
  REQUIRE(fit.findings.warning[1].n_row == 2);
  CHECK_TEXT(fit.findings.warning[1].cell[0], "a");
  CHECK_TEXT(fit.findings.warning[1].text, far.text);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

// Captures that were held out: the numbers of a real fit. StVK meets them best, but misses those it was fitted to eight times as much.
TEST(warnings_of_addends_that_overfit) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  pl_fit_step step[] = {{.name = "stvk", .force = 0.5664, .unseen_force = 0.0731, .kept = true},
                        {.name = "anisotropic", .force = 0.1856, .unseen_force = 0.0918, .kept = true},
                        {.name = "cross", .force = 0.0995, .unseen_force = 0.084, .kept = true},
                        {.name = "more control strains", .force = 0.0716, .unseen_force = 0.1179, .kept = true},
                        {.name = "asymmetric", .force = 0.0662, .unseen_force = 0.1069, .kept = true},
                        {.name = "+ area", .force = 0.06, .unseen_force = 0.2}};
  pl_fit fit = {.ctx = ctx,
                .arena = arena,
                .findings.arena = arena,
                .findings.warning = pl_arena_alloc(arena, PL_MAX_WARNING, sizeof *fit.findings.warning),
                .way.n_step = 6,
                .way.step = step,
                .problem.options.addends = "asymmetric"};
  int best, last;
  CHECK(pl_simpler_step_predicts_better(6, step, &best, &last) && best == 2 && last == 4);
  pl__warn_overfit(&fit, &fit.findings);
  REQUIRE(fit.findings.n_warning == 1);
  CHECK_WARNING(&fit, "run.overfit");
  CHECK_CONTAINS(fit.findings.warning[0].text, "cross (0.084 N)");
  CHECK_CONTAINS(fit.findings.warning[0].text, "(0.107 N)");
  CHECK(said_remedy(&fit, "remedy.addends-stage"));
  // a tenth is nothing, and without held-out captures there is nothing to say
  for (int i = 0; i < 6; i++) step[i].unseen_force = i == 4 ? 0.11 : 0.1001;
  CHECK(!pl_simpler_step_predicts_better(6, step, &best, &last));
  for (int i = 0; i < 6; i++) step[i].unseen_force = NAN;
  CHECK(!pl_simpler_step_predicts_better(6, step, &best, &last));
  CHECK(!pl_simpler_step_predicts_better(0, step, &best, &last));
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}
