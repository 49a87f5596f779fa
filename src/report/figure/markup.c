// markup.c: see markup.h.
#include "report/figure/markup.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"

void pl__markup_text(pl_text *out, const char *text) {
  const char *start = text;
  for (const char *p = text;; p++) {
    unsigned char c = (unsigned char)*p;
    const char *escape = c == '<'                                                 ? "&lt;"
                         : c == '>'                                               ? "&gt;"
                         : c == '&'                                               ? "&amp;"
                         : c == '"'                                               ? "&quot;"
                         : (c < 0x20 && c != '\n' && c != '\t' && c) || c == 0x7F ? ""
                                                                                  : NULL;
    if (c && !escape) continue;
    pl_text_add_bytes(out, start, (size_t)(p - start));
    if (!c) return;
    pl_text_add(out, escape);
    start = p + 1;
  }
}

// A typographic minus sign, so that numbers align and a screen reader says "minus".
static void add_signed(pl_text *out, const char *number) {
  if (number[0] == '-') pl_text_add(out, "\xE2\x88\x92"), number++;
  const char *e = strchr(number, 'e');
  if (!e) {
    pl_text_add(out, number);
    return;
  }
  int exponent = 0;
  sscanf(e + 1, "%d", &exponent);
  pl_text_add_bytes(out, number, (size_t)(e - number));
  pl_text_printf(out, "e%s%d", exponent < 0 ? "\xE2\x88\x92" : "", exponent < 0 ? -exponent : exponent);
}

void pl__markup_unit(pl_text *out, const char *unit) {
  static const char *const raised[10] = {"\xE2\x81\xB0", "\xC2\xB9",     "\xC2\xB2",     "\xC2\xB3",     "\xE2\x81\xB4",
                                         "\xE2\x81\xB5", "\xE2\x81\xB6", "\xE2\x81\xB7", "\xE2\x81\xB8", "\xE2\x81\xB9"};
  for (const char *p = unit; *p;) {
    const char *mark = strchr(p, '^');
    size_t n = mark ? (size_t)(mark - p) : strlen(p);
    char part[64];
    snprintf(part, sizeof part, "%.*s", (int)n, p);
    pl__markup_text(out, part);
    p += n;
    if (!mark) return;
    if (*++p == '-') pl_text_add(out, "\xE2\x81\xBB"), p++;
    for (; *p >= '0' && *p <= '9'; p++) pl_text_add(out, raised[*p - '0']);
  }
}

void pl__markup_number(pl_text *out, double value) {
  char buffer[40];
  if (!isfinite(value)) {
    pl_text_add(out, "\xE2\x80\x93");
    return;
  }
  add_signed(out, pl_number_people(value, buffer, sizeof buffer));
}

void pl__markup_fixed(pl_text *out, double value, int decimals) {
  char buffer[400];
  if (!isfinite(value) || fabs(value) > 1e300) {
    pl_text_add(out, "\xE2\x80\x93");
    return;
  }
  snprintf(buffer, sizeof buffer, "%.*f", decimals, value);
  for (char *p = buffer; *p; p++)
    if (*p == ',') *p = '.';
  bool zero = strspn(buffer, "-0.") == strlen(buffer);
  add_signed(out, zero && buffer[0] == '-' ? buffer + 1 : buffer);
}

void pl__markup_uncertain(pl_text *out, double value, double half_width) {
  if (!(isfinite(value) && isfinite(half_width) && half_width > 0)) {
    pl__markup_number(out, value);
    return;
  }
  int place = (int)floor(log10(half_width)) - 1;  // power of ten of the second digit
  if (place < -6 || place > 6 || fabs(value) >= 1e9) {
    char buffer[40];
    pl__markup_number(out, value);
    pl_text_add(out, " \xC2\xB1 ");
    add_signed(out, pl__number_print_digits(half_width, 2, buffer, sizeof buffer));
    return;
  }
  double unit = pow(10, place);
  pl__markup_fixed(out, place > 0 ? round(value / unit) * unit : value, place < 0 ? -place : 0);
  pl_text_add(out, " \xC2\xB1 ");
  pl__markup_fixed(out, place > 0 ? round(half_width / unit) * unit : half_width, place < 0 ? -place : 0);
}
