// text.h: growing text buffers, file reading and atomic writing, nearest names, number formatting, content hashes.
#ifndef PL_BASE_TEXT_H
#define PL_BASE_TEXT_H

#include <pliant/base.h>

// A growing text. After a memory failure it stays valid but ignores further text; `failed` tells.
typedef struct pl_text {
  pl_context *ctx;
  char *data;  // NUL-terminated, never NULL after init
  size_t size, capacity;
  bool failed;
} pl_text;

void pl_text_init(pl_text *text, pl_context *ctx);
void pl_text_clear(pl_text *text);  // frees
void pl_text_add(pl_text *text, const char *string);
void pl_text_add_bytes(pl_text *text, const char *bytes, size_t size);
void pl_text_printf(pl_text *text, const char *format, ...) PL_PRINTF(2, 3);
// Repeat a (possibly multi-byte) string n times.
void pl_text_repeat(pl_text *text, const char *string, int n);

// A whole file into arena memory, NUL-terminated after `size` bytes. Refuses directories, missing and oversized files with a remedy.
pl_status pl_file_read(pl_arena *arena, const char *path, size_t max_size, char **data, size_t *size);
// To a temporary name in the same folder, flushed, renamed.
pl_status pl_file_write(pl_context *ctx, const char *path, const char *data, size_t size);
// mkdir -p.
pl_status pl_directory_create(pl_context *ctx, const char *path);
bool pl_file_exists(const char *path);
bool pl_directory_exists(const char *path);
// "dir/of/file" + "name" in arena memory; absolute names stay as they are.
char *pl_path_join(pl_arena *arena, const char *directory, const char *name);
char *pl_path_directory(pl_arena *arena, const char *path);  // "." when there is none
const char *pl_path_name(const char *path);                  // the part after the last slash

// Equality and Damerau-Levenshtein distance (swaps of neighbours count one), both ignoring the case of ASCII letters.
bool pl_text_same(const char *a, const char *b);
int pl_text_distance(const char *a, const char *b);
// The nearest of n names, or NULL when none is near (distance above a third of the length).
const char *pl_text_nearest(const char *name, int n, const char *const *names);

// Shortest decimal that reads back as the same double ("0.1", "1e-09"). buffer of at least 32 bytes. Returns buffer.
char *pl_number_print(double value, char *buffer, size_t size);
// 3 or 4 significant digits for people ("1.23e+04" only beyond 1e6 or below 1e-3).
char *pl_number_people(double value, char *buffer, size_t size);
// Strict, locale-independent: the whole text must be one finite number.
bool pl_number_parse(const char *text, double *value);

// SHA-256 of bytes as 64 hex digits + NUL; of a file into text[65].
void pl_hash_bytes(const void *data, size_t size, char text[65]);
pl_status pl_hash_file(pl_context *ctx, const char *path, char text[65]);

// Printed width of UTF-8 text in terminal columns (no wide characters expected).
int pl_text_width(const char *utf8);

#endif
