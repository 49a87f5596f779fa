// scan.c: lines, words and numbers of text files, with messages that name file and line.
#include "mesh/read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }

bool pl__scan_line(pl__scan *scan) {
  if (scan->at >= scan->size) return false;
  char *begin = scan->data + scan->at, *end = memchr(begin, '\n', scan->size - scan->at);
  scan->at = end ? (size_t)(end - scan->data) + 1 : scan->size;
  if (!end) end = scan->data + scan->size;
  *end = 0;
  if (end > begin && end[-1] == '\r') end[-1] = 0;
  scan->word = begin;
  scan->line++;
  return true;
}

char *pl__scan_word(pl__scan *scan) {
  char *c = scan->word;
  if (!c) return NULL;
  while (is_space(*c)) c++;
  char *begin = c;
  while (*c && !is_space(*c)) c++;
  scan->word = *c ? c + 1 : c;
  *c = 0;
  return *begin ? begin : NULL;
}

char *pl__scan_next(pl__scan *scan) {
  for (;;) {
    char *word = pl__scan_word(scan);
    if (word) return word;
    if (!pl__scan_line(scan)) return NULL;
  }
}

pl_where pl__scan_where(const pl__scan *scan) { return (pl_where){.file = scan->file, .line = scan->line}; }

const char *pl__scan_show(const char *word, char buffer[40]) {
  size_t n = 0;
  for (; word[n] && n < 32; n++) buffer[n] = word[n] >= 32 && word[n] < 127 ? word[n] : '?';
  snprintf(buffer + n, 40 - n, "%s", word[n] ? "..." : "");
  return buffer;
}

pl_status pl__scan_integer(pl__scan *scan, const char *word, const char *what, int64_t lower, int64_t upper, int64_t *value) {
  pl_where where = pl__scan_where(scan);
  char show[40];
  *value = 0;
  if (!word)
    return pl_fail(scan->ctx, PL_ERROR_PARSE, &where, "the file may be truncated", PL_ID("mesh.word-missing") "%s is missing", what);
  const char *digit = word + (*word == '-' || *word == '+');
  size_t n = strspn(digit, "0123456789");
  if (n == 0 || digit[n] != 0)
    return pl_fail(scan->ctx, PL_ERROR_PARSE, &where, "write a whole number there",
                   PL_ID("mesh.expected-integer") "%s is '%s', expected an integer", what, pl__scan_show(word, show));
  // More than 18 digits may overflow; such a number is out of every range here.
  *value = n <= 18 ? strtoll(word, NULL, 10) : (*word == '-' ? INT64_MIN : INT64_MAX);
  if (*value < lower || *value > upper)
    return pl_fail(scan->ctx, PL_ERROR_INPUT, &where, "the file may be damaged", PL_ID("mesh.must-2") "%s is %s, must be %lld to %lld",
                   what, pl__scan_show(word, show), (long long)lower, (long long)upper);
  return PL_OK;
}

pl_status pl__scan_number(pl__scan *scan, const char *word, const char *what, double *value) {
  pl_where where = pl__scan_where(scan);
  char show[40];
  *value = 0;
  if (!word)
    return pl_fail(scan->ctx, PL_ERROR_PARSE, &where, "the file may be truncated", PL_ID("mesh.word-missing") "%s is missing", what);
  if (!pl_number_parse(word, value))
    return pl_fail(scan->ctx, PL_ERROR_PARSE, &where, "repair the file",
                   PL_ID("mesh.expected-finite-number") "%s is '%s', expected a finite number", what, pl__scan_show(word, show));
  return PL_OK;
}

pl_status pl__scan_check_text(pl__scan *scan, const char *format) {
  int line = scan->line + 1;
  for (size_t i = scan->at; i < scan->size; i++) {
    unsigned char c = (unsigned char)scan->data[i];
    line += c == '\n';
    if (c >= 32 || (c >= 9 && c <= 13)) continue;
    pl_where where = {.file = scan->file, .line = line};
    return pl_fail(scan->ctx, PL_ERROR_PARSE, &where, "export the mesh as text (ASCII)", "byte 0x%02x: this is not a text %s file", c,
                   format);
  }
  return PL_OK;
}

pl_status pl__scan_check_count(pl__scan *scan, const char *what, int64_t count, size_t bytes) {
  pl_where where = pl__scan_where(scan);
  size_t left = scan->size - scan->at;
  // The rest of the current line counts too, and the last word needs no separator.
  if (scan->word) left += strlen(scan->word) + 1;
  if (count < 0)
    return pl_fail(scan->ctx, PL_ERROR_INPUT, &where, "the file may be damaged", "number of %s is %lld, must be >= 0", what,
                   (long long)count);
  if ((uint64_t)count > (left + 1) / bytes)
    return pl_fail(scan->ctx, PL_ERROR_INPUT, &where, "the file is truncated or damaged",
                   "the file announces %lld %s, but only %zu bytes follow", (long long)count, what, left);
  return PL_OK;
}
