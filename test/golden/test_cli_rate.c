// test_cli_rate.c: the example with times as a user runs it: relaxation times near the truth, and what an elastic fit says.
#include <stdlib.h>
#include <string.h>

#include "golden/command.h"
#include "test.h"

#define EXAMPLE PLIANT_SOURCE_DIR "/examples/relaxing-elastane/experiment.json"

// The next number after a key, from *at on; *at moves behind it.
static double number_after(const char **at, const char *key) {
  const char *found = *at ? strstr(*at, key) : NULL;
  REQUIRE(found);
  *at = found + strlen(key);
  return strtod(*at, NULL);
}

static void check_number(const char **at, const char *key, const char *sigma_key, double truth) {
  double value = number_after(at, key), sigma = number_after(at, sigma_key);
  CHECK(sigma > 0 && sigma < 0.1 * truth);
  CHECK_NEAR(value, truth, 3 * sigma);
}

TEST(cli_rate_of_the_example) {
  command_outcome o = command_run("fit %s --model linear -o out -q", EXAMPLE);
  CHECK(o.status == 0);
  CHECK_CONTAINS(o.out, "Speeds");
  CHECK_CONTAINS(o.out, "500 mm/min");
  CHECK_CONTAINS(o.out, "stress relaxes");
  CHECK_CONTAINS(o.out, "sudden");
  const char *at = strstr(command_file("out/fit.json"), "\"relaxation\":");
  static const double share[3] = {0.25, 0.15, 0.3}, time[3] = {3, 90, 10};  // truth.json: two of warp, one of weft
  for (int i = 0; i < 3; i++) {
    check_number(&at, "\"share\": ", "\"share_sigma\": ", share[i]);
    check_number(&at, "\"time\": ", "\"time_sigma\": ", time[i]);
    if (i == 1) check_number(&at, "\"slow\": ", "\"slow_sigma\": ", 300);
  }
  check_number(&at, "\"slow\": ", "\"slow_sigma\": ", 180);
  check_number(&at, "\"sudden\": ", "\"sudden_sigma\": ", 1.3 * 180);
}

TEST(cli_rate_without_relaxation) {
  command_outcome o = command_run("fit %s --model linear --rate none -o out -q", EXAMPLE);
  CHECK(o.status == 0);
  CHECK(command_said("out", "verdict.rate") && command_said("out", "readings.relaxes") && command_said("out", "remedy.fit-rate"));
}
