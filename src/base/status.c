// status.c: texts of status codes, the version, the one-line form of an error, and the assert hook.
#include <pliant/extend.h>

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef PLIANT_VERSION
#define PLIANT_VERSION "unknown"
#endif

const char *pl_status_text(pl_status status) {
  switch (status) {
#define X(name, text) \
  case name: return text;
    PL_STATUS_LIST(X)
#undef X
  }
  return "unknown status";
}

const char *pl_version(void) { return PLIANT_VERSION; }

// Appends to text[size] at *at; *at never passes size - 1.
PL_PRINTF(4, 5) static void append(char *text, size_t size, size_t *at, const char *format, ...) {
  if (*at + 1 >= size) return;
  va_list args;
  va_start(args, format);
  int n = vsnprintf(text + *at, size - *at, format, args);
  va_end(args);
  if (n > 0) *at = *at + (size_t)n < size ? *at + (size_t)n : size - 1;
}

void pl_error_format(const pl_error *error, char *text, size_t size) {
  if (size == 0) return;
  text[0] = '\0';
  size_t at = 0;
  if (error->file[0] != '\0') {
    append(text, size, &at, "%s:", error->file);
    if (error->line > 0) append(text, size, &at, "%d:", error->line);
    if (error->line > 0 && error->column > 0) append(text, size, &at, "%d:", error->column);
    append(text, size, &at, " ");
  } else if (error->line > 0) {
    append(text, size, &at, "line %d: ", error->line);
  }
  if (error->key[0] != '\0') append(text, size, &at, "%s: ", error->key);
  append(text, size, &at, "%s", error->message[0] != '\0' ? error->message : pl_status_text(error->status));
  bool question = at > 0 && at < size && text[at - 1] == '?';  // "did you mean 'this'?" ends its sentence
  if (error->hint[0] != '\0') append(text, size, &at, question ? " (%s)" : "; %s", error->hint);
}

// The only global state of the library: the action on a programmer error.
static _Atomic(pl_assert_hook) assert_hook;

void pl_set_assert_hook(pl_assert_hook hook) { atomic_store(&assert_hook, hook); }

void pl_assert_failed(const char *file, int line, const char *condition) {
  pl_assert_hook hook = atomic_load(&assert_hook);
  if (hook != NULL) {
    hook(file, line, condition);
    return;
  }
  fprintf(stderr, "%s:%d: assertion failed: %s\n", file, line, condition);
  abort();
}
