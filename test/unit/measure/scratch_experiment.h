// scratch_experiment.h: a context and files in the test's folder, for tests that write experiments and read them back.
#ifndef TEST_SCRATCH_EXPERIMENT_H
#define TEST_SCRATCH_EXPERIMENT_H

#include "said.h"
#include "base/text.h"
#include "test.h"

static pl_context *ctx;
static pl_arena *arena;

static void start(void) {
  ctx = pl_context_create(NULL);
  arena = pl_arena_create(ctx);
}
static void finish(void) {
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

static const char *at(const char *name) {
  char *path = pl_arena_printf(arena, "%s/%s", test_folder(), name);
  REQUIRE(path);
  return path;
}

static void require_ok(pl_status status) {
  char text[2048];
  said_error_format(pl_context_error(ctx), text, sizeof text);
  if (status != PL_OK) test_fail(__FILE__, __LINE__, "%s: %s", pl_status_text(status), text);
  REQUIRE(status == PL_OK);
}

static void put(const char *name, const char *text) { require_ok(pl_file_write(ctx, at(name), text, strlen(text))); }

#endif
