// csv_number.c: numbers as cells write them, with a decimal point or comma and thousands separators where they are unmistakable.
#include "base/csv/csv_part.h"
#include "base/text.h"

#include <string.h>

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_not_finite(const char *cell) {
  if (*cell == '-' || *cell == '+') cell++;
  static const char *const words[] = {"nan", "inf", "infinity", "1.#inf", "1.#qnan", "1.#ind", "#nan", "nan(ind)"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (pl_text_same(cell, words[i])) return true;
  return false;
}

// "1,234,567": groups of three digits after the first, up to `end`.
static bool well_grouped(const char *p, const char *end, char separator) {
  int n = 0;
  bool first = true;
  for (; p < end; p++) {
    if (*p == separator) {
      if (n == 0 || n > 3 || (!first && n != 3)) return false;
      first = false;
      n = 0;
    } else if (is_digit(*p)) {
      n++;
    } else {
      return false;
    }
  }
  return !first && n == 3;
}

// The number with the separator left out and the decimal mark replaced by a full stop.
static bool parse_marked(const char *cell, char separator, char mark, double *value) {
  char plain[64];
  size_t n = 0;
  for (; *cell != '\0'; cell++) {
    if (*cell == separator) continue;
    if (n + 1 >= sizeof plain) return false;
    plain[n++] = *cell == mark ? '.' : *cell;
  }
  plain[n] = '\0';
  return pl_number_parse(plain, value);
}

pl_csv_form pl__csv_form(const char *cell, double *value) {
  const char *comma = strchr(cell, ','), *point = strchr(cell, '.');
  if (comma == NULL) {
    if (pl_number_parse(cell, value)) return point != NULL ? PL_CSV_POINT : PL_CSV_INTEGER;
    return is_not_finite(cell) ? PL_CSV_NOT_FINITE : PL_CSV_TEXT;
  }
  const char *digits = cell + (*cell == '-' || *cell == '+');
  const char *last_comma = strrchr(cell, ','), *last_point = strrchr(cell, '.');
  if (point != NULL) {
    // Both marks: the last one is the decimal mark and stands once, the other groups thousands.
    bool decimal_comma = last_comma > last_point;
    const char *decimal = decimal_comma ? last_comma : last_point;
    if ((decimal_comma ? comma : point) != decimal) return PL_CSV_TEXT;
    if (!well_grouped(digits, decimal, decimal_comma ? '.' : ',')) return PL_CSV_TEXT;
    if (!parse_marked(cell, decimal_comma ? '.' : ',', *decimal, value)) return PL_CSV_TEXT;
    return decimal_comma ? PL_CSV_COMMA : PL_CSV_POINT;
  }
  bool grouped = well_grouped(digits, cell + strlen(cell), ',') && *digits != '0';
  if (comma != last_comma) return grouped && parse_marked(cell, ',', '.', value) ? PL_CSV_POINT : PL_CSV_TEXT;
  if (!parse_marked(cell, '\0', ',', value)) return PL_CSV_TEXT;
  return grouped ? PL_CSV_COMMA_UNCLEAR : PL_CSV_COMMA;
}
