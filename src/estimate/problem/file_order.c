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

int pl_compare_content(const pl_measurement *a, const pl_measurement *b) {
  if (a->n_input != b->n_input) return a->n_input - b->n_input;
  int by = 0;
  for (int i = 0; i < a->n_input && by == 0; i++) by = strcmp(a->input_hash[i], b->input_hash[i]);
  return by;
}

static int compare(const void *left, const void *right) {
  const pl_measurement *a = *(pl_measurement *const *)left, *b = *(pl_measurement *const *)right;
  int by = protocol_index(a->protocol) - protocol_index(b->protocol);
  if (by == 0) by = compare_texts(a->name, b->name);
  if (by == 0) by = pl_compare_content(a, b);
  return by != 0 ? by : compare_texts(a->file, b->file);
}

pl_status pl_file_order(pl_arena *arena, int n, pl_measurement *const *given, pl_measurement ***sorted) {
  *sorted = pl_arena_alloc(arena, (size_t)n + 1, sizeof **sorted);
  if (!*sorted) return PL_ERROR_MEMORY;
  if (n > 0) memcpy(*sorted, given, (size_t)n * sizeof **sorted);
  if (n > 1) qsort(*sorted, (size_t)n, sizeof **sorted, compare);
  return PL_OK;
}
