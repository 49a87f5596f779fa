// Warnings of one kind become one with a table.
#include "estimate/warning_rows.h"
#include "test.h"

static void warn(pl_fit *fit, const char *text, const char *remedy) { pl_warning_add(fit, remedy, text); }

TEST(warnings_of_one_kind_are_one) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  pl_fit fit = {.ctx = ctx, .arena = arena, .warning = pl_arena_alloc(arena, PL_MAX_WARNING, sizeof *fit.warning)};
  REQUIRE(fit.warning);
  warn(&fit, "stands alone", "nothing");
  for (int i = 0; i < 3; i++) {
    warn(&fit, "one test goes far", i < 2 ? "measure further" : "measure otherwise");
    pl_warning_row(&fit, "tests go far", "test|>to", i == 0 ? "a" : i == 1 ? "b" : "c", i == 0 ? "1" : i == 1 ? "2" : "3");
  }
  warn(&fit, "another kind", "measure further");
  pl_warning_row(&fit, "others", "test", "d");
  pl_warnings_finish(&fit);
  REQUIRE(fit.n_warning == 4);
  CHECK(fit.warning[0].n_row == 0 && !fit.warning[0].kind);
  const pl_warning *group = &fit.warning[1];
  CHECK_TEXT(group->text, "tests go far");
  CHECK_TEXT(group->columns, "test|>to");
  REQUIRE(group->n_row == 2 && group->n_column == 2);
  CHECK_TEXT(group->cell[0], "a");
  CHECK_TEXT(group->cell[3], "2");
  // another remedy is another box, and one alone keeps its sentence
  CHECK_TEXT(fit.warning[2].text, "one test goes far");
  CHECK(fit.warning[2].n_row == 0 && fit.warning[3].n_row == 0);
  CHECK_TEXT(pl_warning_range(&fit, PL_DIM_NONE, (double[2]){-0.0001, 0.1234}), "up to 12.34 %");
  CHECK_TEXT(pl_warning_range(&fit, PL_DIM_NONE, (double[2]){-0.05, 0.1}), "-5 to 10 %");
  CHECK_TEXT(pl_warning_strain(&fit, pl_term_strain_dim(&(pl_term){.strain = pl_strain_find("fold")}), 80), "80 1/m");
  // a full list takes no rows: the warning that they belong to may not be there
  while (fit.n_warning < PL_MAX_WARNING) warn(&fit, "more", "");
  pl_warning_row(&fit, "tests go far", "test|>to", "e", "5");
  CHECK(fit.n_warning == PL_MAX_WARNING && group->n_row == 2);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

// A warning without words, for want of memory, keeps its row: it does not land on the one before.
TEST(warning_without_words_keeps_its_row) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  pl_fit fit = {.ctx = ctx, .arena = arena, .warning = pl_arena_alloc(arena, PL_MAX_WARNING, sizeof *fit.warning)};
  REQUIRE(fit.warning);
  warn(&fit, "unrelated", "nothing");
  for (int i = 0; i < 2; i++) {
    warn(&fit, NULL, "measure further");
    pl_warning_row(&fit, "tests go far", "test", i == 0 ? "a" : "b");
  }
  pl_warnings_finish(&fit);
  REQUIRE(fit.n_warning == 2);
  CHECK(fit.warning[0].n_row == 0 && !fit.warning[0].kind);
  REQUIRE(fit.warning[1].n_row == 2);
  CHECK_TEXT(fit.warning[1].cell[0], "a");
  CHECK_TEXT(fit.warning[1].text, "tests go far");
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}
