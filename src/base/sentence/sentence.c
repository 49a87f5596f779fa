// sentence.c: see sentence.h. The table itself is made by scripts/list-sentences.
#include "base/sentence/sentence.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

extern const pl_sentence pl__sentence[];
extern const int pl__n_sentence;

pl_sentence pl_say(pl_arena *arena, const char *id, const char *format, ...) {
  va_list args;
  va_start(args, format);
  int n = vsnprintf(NULL, 0, format, args);
  va_end(args);
  char *text = n < 0 ? NULL : pl_arena_alloc(arena, (size_t)n + 1, 1);
  va_start(args, format);
  if (text) vsnprintf(text, (size_t)n + 1, format, args);
  va_end(args);
  return (pl_sentence){id, text};
}

int pl_sentence_count(void) { return pl__n_sentence; }

pl_sentence pl_sentence_at(int index) {
  PL_ASSERT(index >= 0 && index < pl__n_sentence);
  return pl__sentence[index];
}
