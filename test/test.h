// test.h: the test harness. A test is `TEST(name) { CHECK(...); }`; scripts/list-tests finds it. The runner (runner.c) runs each test in a
// separate process, so a crash fails one test, not the run. A failed check is reported and the test goes on; REQUIRE ends it.
#ifndef PLIANT_TEST_H
#define PLIANT_TEST_H

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define TEST(name)        \
  void test_##name(void); \
  void test_##name(void)
// A test that takes seconds: the runner starts it first, or last when it has a budget of time (--budget).
#define LONG_TEST(name) TEST(name)

void test_fail(const char *file, int line, const char *format, ...) __attribute__((format(printf, 3, 4)));
void test_skip(const char *reason);  // the rest of the test still runs: `if (absent) { test_skip("..."); return; }`
_Noreturn void test_stop(void);      // end this test now, after a failure
// The folder of the shared real data ("../shared/data" beside the checkout, or $PLIANT_SHARED_DATA); NULL when absent.
const char *test_shared_data(void);
// A fresh scratch folder of this test, removed by the runner afterwards.
const char *test_folder(void);

#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition)) test_fail(__FILE__, __LINE__, "failed: %s", #condition); \
  } while (0)

#define REQUIRE(condition)                                       \
  do {                                                           \
    if (!(condition)) {                                          \
      test_fail(__FILE__, __LINE__, "required: %s", #condition); \
      test_stop();                                               \
    }                                                            \
  } while (0)

// Absolute tolerance; prints both values. NaN fails.
#define CHECK_NEAR(a, b, tolerance)                                                                                                    \
  do {                                                                                                                                 \
    double check_a_ = (a), check_b_ = (b), check_t_ = (tolerance);                                                                     \
    if (!(fabs(check_a_ - check_b_) <= check_t_))                                                                                      \
      test_fail(__FILE__, __LINE__, "%s = %.12g, expected %s = %.12g within %.3g (off by %.3g)", #a, check_a_, #b, check_b_, check_t_, \
                check_a_ - check_b_);                                                                                                  \
  } while (0)

// Relative to |b|.
#define CHECK_CLOSE(a, b, relative) CHECK_NEAR(a, b, fabs((double)(b)) * (relative))

#define CHECK_LESS(a, b)                                                                                                        \
  do {                                                                                                                          \
    double check_a_ = (a), check_b_ = (b);                                                                                      \
    if (!(check_a_ < check_b_)) test_fail(__FILE__, __LINE__, "%s = %.12g, expected < %s = %.12g", #a, check_a_, #b, check_b_); \
  } while (0)

#define CHECK_TEXT(a, b)                                                                                                        \
  do {                                                                                                                          \
    const char *check_a_ = (a), *check_b_ = (b);                                                                                \
    if (strcmp(check_a_, check_b_) != 0) test_fail(__FILE__, __LINE__, "%s = \"%s\", expected \"%s\"", #a, check_a_, check_b_); \
  } while (0)

// Does the text have this part? A part that begins with the id of a sentence in brackets may have more after it, each after a bar. All must
// be present: "[strip.straight]|2 degrees" (said.h appends ids to sentences).
bool test_says(const char *text, const char *part);

#define CHECK_CONTAINS(text, part)                                                                                         \
  do {                                                                                                                     \
    const char *check_a_ = (text), *check_b_ = (part);                                                                     \
    if (!test_says(check_a_, check_b_)) test_fail(__FILE__, __LINE__, "\"%s\" should contain \"%s\"", check_a_, check_b_); \
  } while (0)

#endif
