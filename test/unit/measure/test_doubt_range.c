// test_doubt_range.c: the ranges of all protocols are whole rows, and a value is doubted outside of its range only.
#include <math.h>

#include "measure/doubt/doubt.h"
#include "measure/protocol.h"
#include "said.h"
#include "test.h"

static int count_places(const char *text) {
  int n = 0;
  for (; *text; text++) n += text[0] == '%' && text[1] == 's';
  return n;
}

static void check_row(const pl_doubt_range *range) {
  CHECK(range->low < range->high && range->low >= 0);
  CHECK(pl_doubt_counts(range->doubt));
  said_known(__FILE__, __LINE__, range->text.id);
  said_known(__FILE__, __LINE__, range->remedy.id);
  CHECK(count_places(range->text.text) == (isinf(range->high) ? 2 : 3) && count_places(range->remedy.text) == 0);
}

TEST(doubt_ranges_are_whole) {
  int n = 0;
  check_row(&pl__range_density);
  check_row(&pl__range_gravity);
  for (int p = 0; p < pl_protocol_count(); p++)
    for (const pl_doubt_range *range = pl_protocol_at(p)->files->ranges; range && range->text.id; range++, n++) {
      check_row(range);
      CHECK(range->value != NULL);
    }
  CHECK(n > 10);
}

TEST(doubt_outside_a_range) {
  pl_context *ctx = pl_context_create(NULL);
  REQUIRE(ctx != NULL);
  pl_arena *arena = pl_arena_create(ctx);
  pl_suspicions list = {.arena = arena};
  bool found = false;
  static const double inside[] = {3e-3, 0.15, 10, NAN};
  for (int i = 0; i < 4; i++) CHECK(pl__doubt_outside(&list, "a", &pl__range_density, inside[i], &found) == PL_OK);
  CHECK(!found && list.n == 0 && !pl__doubted(&list, "a"));
  CHECK(pl__doubt_outside(&list, "a", &pl__range_density, 150, &found) == PL_OK);
  REQUIRE(found && list.n == 1);
  CHECK_TEXT(list.item[0].id, "load.density");
  CHECK_CONTAINS(list.item[0].text, "150000 g/m^2");
  CHECK(list.item[0].doubt == PL_DOUBT_SIZES && pl__doubted(&list, "a") && !pl__doubted(&list, "b"));
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}
