// markup_check.c: see markup_check.h.
#include "golden/markup_check.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { MAX_DEPTH = 32, MAX_NAME = 32 };

static bool entity(const char *p) {
  static const char *const known[] = {"&lt;", "&gt;", "&amp;", "&quot;", "&#"};
  for (int i = 0; i < 5; i++)
    if (strncmp(p, known[i], strlen(known[i])) == 0) return true;
  return false;
}

// Attributes of a start tag up to its '>'. *empty tells whether it closed itself.
static const char *attributes(const char **cursor, const char *end, bool *empty) {
  const char *p = *cursor;
  *empty = false;
  for (;;) {
    while (p < end && isspace((unsigned char)*p)) p++;
    if (p >= end) return "tag without end";
    if (*p == '/' && p + 1 < end && p[1] == '>') {
      *empty = true;
      *cursor = p + 2;
      return NULL;
    }
    if (*p == '>') {
      *cursor = p + 1;
      return NULL;
    }
    while (p < end && (isalnum((unsigned char)*p) || strchr("-:_", *p))) p++;
    if (p + 1 >= end || p[0] != '=' || p[1] != '"') return "attribute without quotes";
    const char *value = p + 2;
    for (p = value; p < end && *p != '"'; p++) {
      if (*p == '<') return "< inside an attribute";
      if (*p == '&' && !entity(p)) return "bare & inside an attribute";
      // numbers: a value or a coordinate that reads nan or inf
      bool starts = p == value || strchr(" ML,-", p[-1]);
      if (starts && (strncmp(p, "nan", 3) == 0 || strncmp(p, "inf", 3) == 0) && !isalpha((unsigned char)p[3]))
        return "a number that is not finite";
    }
    p++;
  }
}

const char *markup_wrong(const char *text, size_t size) {
  char stack[MAX_DEPTH][MAX_NAME];
  int depth = 0;
  const char *p = text, *end = text + size;
  while (p < end) {
    if (*p == '&' && !entity(p)) return "bare &";
    if (*p++ != '<') continue;
    bool closing = p < end && *p == '/';
    if (closing) p++;
    int n = 0;
    char name[MAX_NAME];
    while (p < end && isalnum((unsigned char)*p) && n < MAX_NAME - 1) name[n++] = *p++;
    name[n] = 0;
    if (n == 0) return "tag without name";
    bool empty;
    const char *wrong = attributes(&p, end, &empty);
    if (wrong) return wrong;
    if (closing) {
      if (depth == 0 || strcmp(stack[--depth], name) != 0) return "end tag without its start";
    } else if (!empty) {
      if (depth == MAX_DEPTH) return "too deep";
      snprintf(stack[depth++], MAX_NAME, "%s", name);
    }
  }
  return depth ? "element without end" : NULL;
}

int markup_count(const char *text, const char *part) {
  int n = 0;
  for (const char *p = text; (p = strstr(p, part)); p += strlen(part)) n++;
  return n;
}
