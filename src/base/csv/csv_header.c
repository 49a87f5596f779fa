// csv_header.c: the name and the unit in a header cell.
#include "base/csv/csv_part.h"

#include <stdio.h>
#include <string.h>

static void copy_trimmed(char *to, size_t size, const char *from, size_t n) {
  while (n > 0 && (*from == ' ' || *from == '\t')) from++, n--;
  while (n > 0 && (from[n - 1] == ' ' || from[n - 1] == '\t')) n--;
  if (n >= size) n = size - 1;
  memmove(to, from, n);
  to[n] = '\0';
}

static bool trivial(pl_unit unit) { return pl_dim_equal(unit.dim, PL_DIM_NONE) && unit.factor == 1; }

bool pl__csv_bare_unit(const char *cell, char *text, size_t size, pl_unit *unit) {
  size_t n = strlen(cell);
  bool bracketed = n >= 2 && ((cell[0] == '(' && cell[n - 1] == ')') || (cell[0] == '[' && cell[n - 1] == ']'));
  copy_trimmed(text, size, cell + bracketed, n - 2 * (size_t)bracketed);
  return pl_unit_parse(text, unit);
}

// "Force [N]", "Load (N)": the last bracket, if it ends the cell. Round brackets may also hold a remark.
static bool split_bracket(const char *header, char *name, char *unit_text, size_t size, pl_unit *unit, bool *has_unit) {
  size_t n = strlen(header);
  char close = n > 0 ? header[n - 1] : '\0';
  if (close != ']' && close != ')') return false;
  // The bracket that matches the last one: "(N/(m s))" is one unit.
  size_t open = n - 1;
  for (int depth = 0;; open--) {
    if (header[open] == close) depth++;
    if (header[open] == (close == ']' ? '[' : '(') && --depth == 0) break;
    if (open == 0) return false;
  }
  copy_trimmed(unit_text, size, header + open + 1, n - open - 2);
  *has_unit = unit_text[0] != '\0' && pl_unit_parse(unit_text, unit);
  if (!*has_unit && close == ')') return false;
  copy_trimmed(name, size, header, open);
  return true;
}

// "Force, N", "Kraft in N", "F / N".
static bool split_word(const char *header, const char *separator, char *name, char *unit_text, size_t size, pl_unit *unit) {
  const char *found = NULL;
  for (const char *p = header; (p = strstr(p, separator)) != NULL; p++) found = p;
  if (found == NULL || found == header) return false;
  const char *rest = found + strlen(separator);
  copy_trimmed(unit_text, size, rest, strlen(rest));
  if (unit_text[0] == '\0' || !pl_unit_parse(unit_text, unit) || trivial(*unit)) return false;
  copy_trimmed(name, size, header, (size_t)(found - header));
  return true;
}

// "force_N", "force_N_per_mm". Two unit-like words in a row without "per" may be a product or a quotient: not guessed.
static bool split_underscore(const char *header, char *name, char *unit_text, size_t size, pl_unit *unit) {
  const char *word[4];  // the last words, from the end
  size_t length[4];
  int n = 0;
  const char *end = header + strlen(header);
  for (const char *p = end; n < 4 && p > header; p--) {
    if (p[-1] != '_') continue;
    word[n] = p;
    length[n++] = (size_t)(end - p);
    end = p - 1;
  }
  if (n == 0 || length[0] == 0) return false;
  char before[32] = "", text[64];
  pl_unit left;
  if (n >= 2) copy_trimmed(before, sizeof before, word[1], length[1]);
  if (strcmp(before, "per") == 0) {
    if (n < 3) return false;
    snprintf(text, sizeof text, "%.*s/%.*s", (int)(length[2] < 24 ? length[2] : 24), word[2], (int)(length[0] < 24 ? length[0] : 24),
             word[0]);
    if (!pl_unit_parse(text, unit) || trivial(*unit)) return false;
    copy_trimmed(unit_text, size, text, strlen(text));
    copy_trimmed(name, size, header, (size_t)(word[2] - 1 - header));
    return true;
  }
  if (before[0] != '\0' && pl_unit_parse(before, &left) && !trivial(left)) return false;
  copy_trimmed(text, sizeof text, word[0], length[0]);
  if (!pl_unit_parse(text, unit) || trivial(*unit) || word[0] - 1 == header) return false;
  copy_trimmed(unit_text, size, text, strlen(text));
  copy_trimmed(name, size, header, (size_t)(word[0] - 1 - header));
  return true;
}

void pl__csv_split_header(const char *header, char *name, char *unit_text, size_t size, pl_unit *unit, bool *has_unit) {
  *has_unit = false;
  *unit = (pl_unit){1, PL_DIM_NONE};
  if (split_bracket(header, name, unit_text, size, unit, has_unit)) return;
  *has_unit = split_word(header, ",", name, unit_text, size, unit) || split_word(header, " in ", name, unit_text, size, unit) ||
              split_word(header, " / ", name, unit_text, size, unit) || split_underscore(header, name, unit_text, size, unit);
  if (*has_unit) return;
  *unit = (pl_unit){1, PL_DIM_NONE};
  copy_trimmed(name, size, header, strlen(header));
  unit_text[0] = '\0';
}
