// test_arena.c: arenas give aligned, zeroed, separate memory.
#include "test.h"

#include <pliant/extend.h>

TEST(arena_pieces_are_aligned_zeroed_and_separate) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  REQUIRE(arena != NULL);
  CHECK(pl_arena_context(arena) == ctx);
  enum { N = 400 };
  unsigned char *piece[N];
  size_t size[N];
  for (int i = 0; i < N; i++) {
    // Small, around the block size, and far beyond it.
    size[i] = i % 50 == 49 ? 3000000 : (size_t)(i * 37) % 6000;
    piece[i] = pl_arena_alloc(arena, size[i], 1);
    REQUIRE(piece[i] != NULL);
    CHECK((uintptr_t)piece[i] % 64 == 0);
    for (size_t k = 0; k < size[i]; k++)
      if (piece[i][k] != 0) test_fail(__FILE__, __LINE__, "byte %zu of piece %d is not zero", k, i);
    memset(piece[i], i & 0xFF, size[i]);
  }
  for (int i = 0; i < N; i++)
    for (size_t k = 0; k < size[i]; k += 61) REQUIRE(piece[i][k] == (i & 0xFF));
  pl_arena_destroy(arena);
  pl_arena_destroy(NULL);
  pl_context_destroy(ctx);
}

TEST(arena_refuses_sizes_that_overflow) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  CHECK(pl_arena_alloc(arena, SIZE_MAX, 2) == NULL);
  CHECK(pl_context_error(ctx)->status == PL_ERROR_MEMORY);
  pl_context_clear_error(ctx);
  CHECK(pl_arena_alloc(arena, SIZE_MAX - 8, 1) == NULL);
  CHECK(pl_context_error(ctx)->status == PL_ERROR_MEMORY);
  CHECK(pl_arena_alloc(arena, 0, 8) != NULL);
  CHECK(pl_arena_alloc(arena, 0, 8) != pl_arena_alloc(arena, 0, 8));
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

TEST(arena_texts_are_copies) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  char source[] = "warp";
  char *copy = pl_arena_text(arena, source);
  source[0] = 'X';
  CHECK_TEXT(copy, "warp");
  CHECK_TEXT(pl_arena_text(arena, ""), "");
  CHECK_TEXT(pl_arena_printf(arena, "%s[%d] = %g", "f", 3, 0.5), "f[3] = 0.5");
  char large[10000];
  memset(large, 'a', sizeof large - 1);
  large[sizeof large - 1] = '\0';
  CHECK(strlen(pl_arena_printf(arena, "%s%s", large, large)) == 2 * (sizeof large - 1));
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}
