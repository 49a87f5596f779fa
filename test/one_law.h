// one_law.h: a context, an arena and laws read from their JSON members, for tests of a law without a material.
#ifndef TEST_ONE_LAW_H
#define TEST_ONE_LAW_H

#include "law/law.h"
#include "test.h"

enum { MAX_PARAM = 64 };  // of any law asked in such a test

static pl_context *ctx;
static pl_arena *arena;

static void start(void) {
  ctx = pl_context_create(NULL);
  REQUIRE(ctx != NULL);
  arena = pl_arena_create(ctx);
  REQUIRE(arena != NULL);
}

static void stop(void) {
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

static inline pl_status try_law(const char *name, const char *json, pl_law *law) {
  pl_json *root;
  *law = (pl_law){.row = pl_law_find(name)};
  REQUIRE(law->row != NULL);
  REQUIRE(pl_json_parse(arena, "law", json, strlen(json), &root) == PL_OK);
  return law->row->read(arena, root, PL_DIM_NONE, law);
}

static inline pl_law read_law(const char *name, const char *json) {
  pl_law law;
  if (try_law(name, json, &law) != PL_OK) test_fail(__FILE__, __LINE__, "%s: %s", json, pl_context_error(ctx)->message);
  REQUIRE(law.n_param > 0 && law.n_param <= MAX_PARAM);
  return law;
}

#endif
