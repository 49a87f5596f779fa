// arena.c: chained blocks of zeroed memory, freed all at once.
//
// Every piece starts at a multiple of 64 bytes (a cache line, the widest vector). Memory of a block is zeroed when the block is made
// and handed out once, so it needs no further clearing. An arena belongs to one thread at a time.
#include <pliant/extend.h>

#include <stdio.h>
#include <string.h>

enum { ALIGNMENT = 64, FIRST_BLOCK = 4096, LARGEST_BLOCK = 1 << 20 };

typedef struct block {
  struct block *next;
  unsigned char *data;  // aligned
  size_t size, used;    // bytes from data
} block;

struct pl_arena {
  pl_context *ctx;
  block *first;       // the block that is being filled; full ones follow
  size_t block_size;  // of the next block, doubling
};

pl_arena *pl_arena_create(pl_context *ctx) {
  pl_arena *arena = pl_alloc(ctx, 1, sizeof *arena);
  if (arena == NULL) return NULL;
  arena->ctx = ctx;
  arena->block_size = FIRST_BLOCK;
  return arena;
}

void pl_arena_destroy(pl_arena *arena) {
  if (arena == NULL) return;
  for (block *b = arena->first, *next; b != NULL; b = next) {
    next = b->next;
    pl_free(arena->ctx, b);
  }
  pl_free(arena->ctx, arena);
}

static block *block_create(pl_context *ctx, size_t size) {
  block *b = pl_alloc(ctx, 1, sizeof(block) + ALIGNMENT + size);
  if (b == NULL) return NULL;
  uintptr_t start = (uintptr_t)(b + 1);
  b->data = (unsigned char *)(b + 1) + (ALIGNMENT - start % ALIGNMENT) % ALIGNMENT;
  b->size = size;
  return b;
}

void *pl_arena_alloc(pl_arena *arena, size_t count, size_t size) {
  size_t limit = SIZE_MAX - sizeof(block) - 4 * ALIGNMENT;
  if (size != 0 && count > limit / size) {
    pl_fail(arena->ctx, PL_ERROR_MEMORY, NULL, "use a coarser mesh or fewer frames", "out of memory: cannot get %zu items of %zu bytes",
            count, size);
    return NULL;
  }
  size_t bytes = count * size > 0 ? count * size : 1;
  bytes = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;

  block *b = arena->first;
  if (b == NULL || b->size - b->used < bytes) {
    bool large = bytes > arena->block_size / 2;
    block *fresh = block_create(arena->ctx, large ? bytes : arena->block_size);
    if (fresh == NULL) return NULL;
    if (large && b != NULL) {
      // A separate block behind the current one, which may still have room.
      fresh->next = b->next;
      b->next = fresh;
    } else {
      fresh->next = b;
      arena->first = fresh;
    }
    if (!large && arena->block_size < LARGEST_BLOCK) arena->block_size *= 2;
    b = fresh;
  }
  void *memory = b->data + b->used;
  b->used += bytes;
  return memory;
}

char *pl_arena_text(pl_arena *arena, const char *text) {
  size_t size = strlen(text) + 1;
  char *copy = pl_arena_alloc(arena, size, 1);
  if (copy != NULL) memcpy(copy, text, size);
  return copy;
}

char *pl_arena_printf(pl_arena *arena, const char *format, ...) {
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  int n = vsnprintf(NULL, 0, format, args);
  va_end(args);
  char *text = n >= 0 ? pl_arena_alloc(arena, (size_t)n + 1, 1) : NULL;
  if (text != NULL) vsnprintf(text, (size_t)n + 1, format, again);
  va_end(again);
  return text;
}

pl_context *pl_arena_context(const pl_arena *arena) { return arena->ctx; }
