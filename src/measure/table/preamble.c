// preamble.c: quantities in the lines above a table.
//
// A line is cut into pieces at separators outside of quotes, at ':' and at '='. A number stands at the start of a piece, behind the piece that is its
// label, or behind the label in the same piece. Its unit follows it, is the next piece, or stands in brackets behind the label. A number without
// a unit states nothing: "Ramp 1 : Rate 1,100,mm/min" is a rate of 100 mm/min.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/csv/csv_part.h"
#include "measure/table/preamble.h"

enum { MAX_PIECE = 12 };

typedef char piece[PL_PREAMBLE_LABEL];

static void keep(piece to, const char *from, size_t n) {
  while (n > 0 && (*from == ' ' || *from == '\t')) from++, n--;
  while (n > 0 && (from[n - 1] == ' ' || from[n - 1] == '\t')) n--;
  snprintf(to, PL_PREAMBLE_LABEL, "%.*s", (int)n, from);
}

// The pieces with content; returns their number.
static int cut(const char *line, char separator, piece *part) {
  int n = 0;
  const char *begin = line + (*line == '#');
  bool quoted = false;
  for (const char *p = begin; n < MAX_PIECE; p++) {
    bool quote = *p == '"';
    if (quote) quoted = !quoted;
    if (*p && !quote && (quoted || *p != separator) && *p != ':' && *p != '=') continue;
    keep(part[n], begin, (size_t)(p - begin));
    n += part[n][0] != '\0';
    begin = p + 1;
    if (!*p) break;
  }
  return n;
}

double pl__preamble_half_digit(const char *text) {
  double half = 0.5;
  bool decimals = false;
  for (text += *text == '-' || *text == '+'; *text; text++) {
    if (*text == '.' || *text == ',')
      decimals = true;
    else if (*text < '0' || *text > '9')
      break;
    else if (decimals)
      half /= 10;
  }
  int exponent = 0;
  if ((*text == 'e' || *text == 'E') && sscanf(text + 1, "%d", &exponent) == 1) half *= pow(10, exponent);
  return half;
}

// A word as a number, in the decimal mark of the table where that matters.
static bool number_in(const pl_csv *csv, const char *word, double *value) {
  pl_csv_form form = pl__csv_form(word, value);
  return form == PL_CSV_INTEGER || form == PL_CSV_POINT || form == PL_CSV_COMMA || (form == PL_CSV_COMMA_UNCLEAR && csv->decimal_comma);
}

static bool unit_in(const char *text, pl_unit *unit) {
  piece bare;
  return *text && pl__csv_bare_unit(text, bare, sizeof bare, unit) && !pl_dim_equal(unit->dim, PL_DIM_NONE);
}

// The quantity whose number is word [at, at + n) of piece k.
static bool entry_at(const pl_csv *csv, const piece *part, int n_part, int k, const char *at, size_t n, pl_preamble_entry *entry) {
  piece word, label, rest;
  char label_unit[PL_PREAMBLE_LABEL];
  double number;
  pl_unit unit, own;
  bool has_own;
  keep(word, at, n);
  if (!number_in(csv, word, &number)) return false;
  keep(rest, at + n, strlen(at + n));
  if (at > part[k])
    keep(label, part[k], (size_t)(at - part[k]));
  else if (k > 0)
    keep(label, part[k - 1], strlen(part[k - 1]));
  else
    return false;
  pl__csv_split_header(label, entry->label, label_unit, sizeof entry->label, &own, &has_own);
  if (!unit_in(rest, &unit) && !(!rest[0] && k + 1 < n_part && unit_in(part[k + 1], &unit))) {
    if (!has_own || pl_dim_equal(own.dim, PL_DIM_NONE)) return false;
    unit = own;
  }
  entry->value = pl_unit_si(unit, number);
  entry->half_digit = pl_unit_si(unit, pl__preamble_half_digit(word));
  entry->dim = unit.dim;
  return isfinite(entry->value);
}

bool pl__preamble_entry(const pl_csv *csv, const pl_csv_line *line, pl_preamble_entry *entry) {
  piece part[MAX_PIECE + 1];
  int n_part = cut(line->text, csv->separator, part);
  *entry = (pl_preamble_entry){.line = line->line};
  for (int k = 0; k < n_part; k++)
    for (const char *p = part[k]; *p; p += strspn(p, " \t")) {
      size_t n = strcspn(p, " \t");
      if (entry_at(csv, (const piece *)part, n_part, k, p, n, entry)) return true;
      p += n;
    }
  return false;
}
