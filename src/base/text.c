// text.c: growing text buffers and nearest names.
#include "base/text.h"

#include <stdio.h>
#include <string.h>

void pl_text_init(pl_text *text, pl_context *ctx) {
  // An empty text owns nothing; the literal is never written to because its capacity is 0.
  *text = (pl_text){.ctx = ctx, .data = (char *)""};
}

void pl_text_clear(pl_text *text) {
  if (text->capacity > 0) pl_free(text->ctx, text->data);
  pl_text_init(text, text->ctx);
}

// Room for `more` bytes and the final NUL.
static bool reserve(pl_text *text, size_t more) {
  if (text->failed) return false;
  if (more > SIZE_MAX / 4 - text->size) {
    text->failed = true;
    pl_fail(text->ctx, PL_ERROR_MEMORY, NULL, "write less at once", "out of memory: a text of %zu bytes is too long", more);
    return false;
  }
  size_t needed = text->size + more + 1;
  if (needed <= text->capacity) return true;
  size_t capacity = text->capacity > 0 ? text->capacity : 128;
  while (capacity < needed) capacity *= 2;
  char *data = pl_realloc(text->ctx, text->capacity > 0 ? text->data : NULL, capacity, 1);
  if (data == NULL) {
    text->failed = true;
    return false;
  }
  text->data = data;
  text->capacity = capacity;
  return true;
}

void pl_text_add_bytes(pl_text *text, const char *bytes, size_t size) {
  if (size == 0 || !reserve(text, size)) return;
  memcpy(text->data + text->size, bytes, size);
  text->size += size;
  text->data[text->size] = '\0';
}

void pl_text_add(pl_text *text, const char *string) { pl_text_add_bytes(text, string, strlen(string)); }

void pl_text_printf(pl_text *text, const char *format, ...) {
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  int n = vsnprintf(NULL, 0, format, args);
  va_end(args);
  if (n > 0 && reserve(text, (size_t)n)) {
    vsnprintf(text->data + text->size, (size_t)n + 1, format, again);
    text->size += (size_t)n;
  }
  va_end(again);
}

void pl_text_repeat(pl_text *text, const char *string, int n) {
  for (int i = 0; i < n; i++) pl_text_add(text, string);
}

// ASCII only: the same in every locale.
static int lower(char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : (unsigned char)c; }

bool pl_text_same(const char *a, const char *b) {
  for (; *a != '\0' && *b != '\0'; a++, b++)
    if (lower(*a) != lower(*b)) return false;
  return *a == *b;
}

// Optimal string alignment: insertions, deletions, replacements and swaps of neighbours cost 1. Three rows of the table suffice.
int pl_text_distance(const char *a, const char *b) {
  enum { MAX_LENGTH = 128 };
  size_t n_a = strlen(a), n_b = strlen(b);
  if (n_a > MAX_LENGTH || n_b > MAX_LENGTH) {
    size_t longest = n_a > n_b ? n_a : n_b;
    return pl_text_same(a, b) ? 0 : longest < INT32_MAX ? (int)longest : INT32_MAX;
  }
  int table[3][MAX_LENGTH + 1];
  int *before = table[0], *above = table[1], *row = table[2];
  for (size_t j = 0; j <= n_b; j++) above[j] = (int)j;
  for (size_t i = 1; i <= n_a; i++) {
    row[0] = (int)i;
    for (size_t j = 1; j <= n_b; j++) {
      int cost = lower(a[i - 1]) != lower(b[j - 1]);
      int best = above[j - 1] + cost;
      if (above[j] + 1 < best) best = above[j] + 1;
      if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
      bool swapped = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
      if (swapped && before[j - 2] + 1 < best) best = before[j - 2] + 1;
      row[j] = best;
    }
    int *oldest = before;
    before = above, above = row, row = oldest;
  }
  return above[n_b];
}

const char *pl_text_nearest(const char *name, int n, const char *const *names) {
  const char *nearest = NULL;
  int best = INT32_MAX;
  for (int i = 0; i < n; i++) {
    int distance = pl_text_distance(name, names[i]);
    if (distance < best) best = distance, nearest = names[i];
  }
  if (nearest == NULL) return NULL;
  size_t length = strlen(name) > strlen(nearest) ? strlen(name) : strlen(nearest);
  return 3 * (size_t)best <= length ? nearest : NULL;
}

int pl_text_width(const char *utf8) {
  int width = 0;
  for (; *utf8 != '\0'; utf8++) width += ((unsigned char)*utf8 & 0xC0) != 0x80;
  return width;
}
