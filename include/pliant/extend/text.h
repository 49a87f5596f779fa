// text.h: growing texts, file reading and atomic writing, paths, nearest names, numbers as text.
#ifndef PLIANT_EXTEND_TEXT_H
#define PLIANT_EXTEND_TEXT_H

#include <pliant/extend.h>

#ifdef __cplusplus
extern "C" {
#endif

// A growing text. After a memory failure it stays valid but ignores further text; `failed` tells.
typedef struct pl_text {
  pl_context *ctx;
  char *data;  // NUL-terminated, never NULL after init
  size_t size, capacity;
  bool failed;
} pl_text;

PL_API void pl_text_init(pl_text *text, pl_context *ctx);
PL_API void pl_text_clear(pl_text *text);  // frees
PL_API void pl_text_add(pl_text *text, const char *string);
PL_API void pl_text_add_bytes(pl_text *text, const char *bytes, size_t size);
PL_API void pl_text_printf(pl_text *text, const char *format, ...) PL_PRINTF(2, 3);
// Repeat a (possibly multi-byte) string n times.
PL_API void pl_text_repeat(pl_text *text, const char *string, int n);

// A whole file into arena memory, NUL-terminated after `size` bytes. Refuses directories, missing and oversized files with a remedy.
PL_API pl_status pl_file_read(pl_arena *arena, const char *path, size_t max_size, char **data, size_t *size);
// To a temporary name in the same folder, flushed, renamed.
PL_API pl_status pl_file_write(pl_context *ctx, const char *path, const char *data, size_t size);
// mkdir -p.
PL_API pl_status pl_directory_create(pl_context *ctx, const char *path);
PL_API bool pl_file_exists(const char *path);
PL_API bool pl_directory_exists(const char *path);
// "dir/of/file" + "name" in arena memory; absolute names stay as they are.
PL_API char *pl_path_join(pl_arena *arena, const char *directory, const char *name);
PL_API char *pl_path_directory(pl_arena *arena, const char *path);  // "." when there is none
PL_API const char *pl_path_name(const char *path);                  // the part after the last slash

// Equality and Damerau-Levenshtein distance (swaps of neighbours count one), both ignoring the case of ASCII letters.
PL_API bool pl_text_same(const char *a, const char *b);
PL_API int pl_text_distance(const char *a, const char *b);
// The nearest of n names, or NULL when none is near (distance above a third of the length).
PL_API const char *pl_text_nearest(const char *name, int n, const char *const *names);

// Shortest decimal that reads back as the same double ("0.1", "1e-09"). buffer of at least 32 bytes. Returns buffer.
PL_API char *pl_number_print(double value, char *buffer, size_t size);
// 3 or 4 significant digits for people ("1.23e+04" only beyond 1e6 or below 1e-3).
PL_API char *pl_number_people(double value, char *buffer, size_t size);
// Strict, locale-independent: the whole text must be one finite number.
PL_API bool pl_number_parse(const char *text, double *value);

// Printed width of UTF-8 text in terminal columns (no wide characters expected).
PL_API int pl_text_width(const char *utf8);

#ifdef __cplusplus
}
#endif
#endif
