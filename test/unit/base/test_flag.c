// test_flag.c: values of flags: quantities, ranges, lists, and what is said of wrong ones.
#include "base/flag.h"

#include <math.h>

#include "test.h"

static const double lengths[2] = {-1, 1}, masses[2] = {0, 10};

static pl_flags flags_of(pl_context *ctx, const pl_flag_given *given) { return (pl_flags){ctx, 1, given}; }

TEST(flag_ranges) {
  static const struct {
    const char *text;
    double low, high;
  } row[] = {
      {"4 mm", 0, 4e-3}, {"0..4 mm", 0, 4e-3}, {"-4 mm..4 mm", -4e-3, 4e-3}, {"1 cm .. 20 mm", 1e-2, 2e-2}, {"-3..-1 mm", -3e-3, -1e-3}};
  pl_context *ctx = pl_context_create(NULL);
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    pl_flag_given given = {"travel", row[i].text};
    pl_flags flags = flags_of(ctx, &given);
    double range[2] = {NAN, NAN};
    CHECK(pl_flags_range(&flags, "travel", PL_DIM_LENGTH, lengths, "0..4 mm", range) == PL_OK);
    CHECK_NEAR(range[0], row[i].low, 1e-12);
    CHECK_NEAR(range[1], row[i].high, 1e-12);
  }
  static const char *const wrong[] = {"4", "0..4 N", "0..2 m", "x..4 mm", ""};
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    pl_flag_given given = {"travel", wrong[i]};
    pl_flags flags = flags_of(ctx, &given);
    double range[2];
    pl_context_clear_error(ctx);
    CHECK(pl_flags_range(&flags, "travel", PL_DIM_LENGTH, lengths, "0..4 mm", range) == PL_ERROR_USAGE);
    CHECK_CONTAINS(pl_context_error(ctx)->message, "--travel");
  }
  pl_context_destroy(ctx);
}

TEST(flag_lists) {
  pl_context *ctx = pl_context_create(NULL);
  double value[PL_FLAGS_LIST];
  int n = 0;
  pl_flag_given given = {"weight", "0, 200 g, 0.6 kg"};
  pl_flags flags = flags_of(ctx, &given);
  CHECK(pl_flags_list(&flags, "weight", PL_DIM_MASS, masses, 0, &n, value) == PL_OK);
  CHECK(n == 3);
  CHECK_NEAR(value[0], 0, 0);
  CHECK_NEAR(value[1], 0.2, 1e-15);
  CHECK_NEAR(value[2], 0.6, 1e-15);
  given.value = "0..600 g";
  CHECK(pl_flags_list(&flags, "weight", PL_DIM_MASS, masses, 6, &n, value) == PL_OK);
  CHECK(n == 7);
  CHECK_NEAR(value[1], 0.1, 1e-15);
  CHECK_NEAR(value[6], 0.6, 1e-15);
  CHECK(pl_flags_list(&flags, "weight", PL_DIM_MASS, masses, 0, &n, value) == PL_ERROR_USAGE);  // a range, where only lists are taken
  pl_context_clear_error(ctx);
  given.value = "0..1, 2 g";
  CHECK(pl_flags_list(&flags, "weight", PL_DIM_MASS, masses, 6, &n, value) == PL_ERROR_USAGE);
  pl_context_destroy(ctx);
}

TEST(flag_values_and_parts) {
  pl_context *ctx = pl_context_create(NULL);
  const pl_flag_given given[] = {{"cycle", NULL}, {"frames", "12"}};
  pl_flags flags = {ctx, 2, given};
  int64_t frames = 0, other = 7;
  CHECK(pl_flags_has(&flags, "cycle") && !pl_flags_value(&flags, "cycle") && !pl_flags_has(&flags, "seed"));
  CHECK(pl_flags_integer(&flags, "frames", 5, 100, &frames) == PL_OK && frames == 12);
  CHECK(pl_flags_integer(&flags, "seed", 0, 100, &other) == PL_OK && other == 7);
  CHECK(pl_flags_integer(&flags, "frames", 20, 100, &frames) == PL_ERROR_USAGE);
  const char *list = " force=1 N , , length = 2 mm ";
  char part[32];
  CHECK(pl_flags_part(&list, part, sizeof part));
  CHECK_TEXT(part, "force=1 N");
  CHECK(pl_flags_part(&list, part, sizeof part));
  CHECK_TEXT(part, "length = 2 mm");
  CHECK(!pl_flags_part(&list, part, sizeof part));
  pl_context_destroy(ctx);
}
