// file_order.c: see file_order.h.
#include "estimate/problem/file_order.h"

#include <stdlib.h>
#include <string.h>

#include "measure/protocol.h"

static int protocol_index(const pl_protocol *protocol) {
  int i = 0;
  while (i < pl_protocol_count() && pl_protocol_at(i) != protocol) i++;
  return i;
}

static int compare_texts(const char *a, const char *b) { return strcmp(a ? a : "", b ? b : ""); }

static int compare(const void *left, const void *right) {
  const pl_measurement *a = *(pl_measurement *const *)left, *b = *(pl_measurement *const *)right;
  int by = protocol_index(a->protocol) - protocol_index(b->protocol);
  if (by == 0) by = compare_texts(a->name, b->name);
  if (by == 0) by = compare_texts(a->n_input > 0 ? a->input_hash[0] : NULL, b->n_input > 0 ? b->input_hash[0] : NULL);
  return by != 0 ? by : compare_texts(a->file, b->file);
}

pl_status pl_file_order(pl_arena *arena, int n, pl_measurement *const *given, pl_measurement ***sorted) {
  *sorted = pl_arena_alloc(arena, (size_t)n + 1, sizeof **sorted);
  if (!*sorted) return PL_ERROR_MEMORY;
  if (n > 0) memcpy(*sorted, given, (size_t)n * sizeof **sorted);
  if (n > 1) qsort(*sorted, (size_t)n, sizeof **sorted, compare);
  return PL_OK;
}
