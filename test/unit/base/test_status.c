// test_status.c: status texts, the one-line form of errors, the version, the assert hook.
#include "test.h"

#include <pliant/extend.h>

TEST(status_every_code_has_its_own_text) {
#define X(name, text) CHECK_TEXT(pl_status_text(name), text);
  PL_STATUS_LIST(X)
#undef X
  CHECK_TEXT(pl_status_text((pl_status)999), "unknown status");
}

TEST(status_version_is_set) { CHECK(pl_version()[0] >= '0' && pl_version()[0] <= '9'); }

TEST(status_error_format_has_all_parts) {
  pl_error error = {
      .status = PL_ERROR_INPUT, .file = "a.json", .line = 14, .key = "force.sigma", .message = "-0.1 N", .hint = "leave it out"};
  char text[200];
  pl_error_format(&error, text, sizeof text);
  CHECK_TEXT(text, "a.json:14: force.sigma: -0.1 N; leave it out");
  // the column where it is known: a file may be one long line
  error.column = 37;
  pl_error_format(&error, text, sizeof text);
  CHECK_TEXT(text, "a.json:14:37: force.sigma: -0.1 N; leave it out");
}

TEST(status_error_format_leaves_out_what_is_empty) {
  pl_error error = {.status = PL_ERROR_MEMORY};
  char text[200];
  pl_error_format(&error, text, sizeof text);
  CHECK_TEXT(text, "out of memory");
  error = (pl_error){.status = PL_ERROR_FILE, .file = "x", .message = "gone"};
  pl_error_format(&error, text, sizeof text);
  CHECK_TEXT(text, "x: gone");
}

TEST(status_error_format_keeps_to_small_buffers) {
  pl_error error = {.status = PL_ERROR_INPUT, .file = "a.json", .line = 14, .message = "too long for this", .hint = "hint"};
  for (size_t size = 0; size < 48; size++) {
    char text[64];
    memset(text, '#', sizeof text);
    pl_error_format(&error, text, size);
    for (size_t i = size; i < sizeof text; i++) CHECK(text[i] == '#');
    if (size > 0) CHECK(memchr(text, '\0', size) != NULL);
  }
}

static int n_assert;
static void count_assert(const char *file, int line, const char *condition) {
  n_assert++;
  CHECK_CONTAINS(file, "test_status.c");
  CHECK(line > 0);
  CHECK_TEXT(condition, "1 + 1 == 3");
}

TEST(status_assert_calls_the_hook) {
  pl_set_assert_hook(count_assert);
  PL_ASSERT(1 + 1 == 3);
  PL_ASSERT(1 + 1 == 2);
  pl_set_assert_hook(NULL);
  CHECK(n_assert == 1);
}
