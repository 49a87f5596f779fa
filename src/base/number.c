// number.c: numbers to text and back, the same in every locale.
//
// strtod and printf use the decimal point of the process's locale, which belongs to the host program. Short decimals are therefore
// converted here, exactly. A mantissa below 2^53 times or over a power of ten up to 10^22 rounds once (Clinger's fast path). The rest goes
// through strtod with the locale's decimal point inserted.
#include "base/text.h"
#include "base/number.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The decimal point of the current locale (thread safe, unlike localeconv).
static size_t locale_point(char point[16]) {
  char sample[32];
  snprintf(sample, sizeof sample, "%.1f", 0.5);  // "0.5", "0,5"
  size_t n = strlen(sample);
  n = n > 2 && n < 16 ? n - 2 : 1;
  memcpy(point, sample + 1, n);
  return n;
}

static double convert_slowly(const char *text, size_t size) {
  enum { MAX_SIZE = 480 };
  char small[MAX_SIZE + 16], point[16];
  size_t n_point = locale_point(point);
  if (size > MAX_SIZE) return NAN;  // no reasonable number is that long
  size_t n = 0;
  for (size_t i = 0; i < size; i++) {
    if (text[i] == '.') {
      memcpy(small + n, point, n_point);
      n += n_point;
    } else {
      small[n++] = text[i];
    }
  }
  small[n] = '\0';
  return strtod(small, NULL);
}

size_t pl__number_scan(const char *text, double *value) {
  static const double power[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  const char *p = text;
  bool negative = *p == '-';
  if (*p == '-' || *p == '+') p++;

  uint64_t mantissa = 0;
  bool overflow = false;
  int n_digit = 0, exponent = 0;
  for (; is_digit(*p); p++, n_digit++) {
    if (mantissa > (UINT64_MAX - 9) / 10) overflow = true;
    if (!overflow) mantissa = 10 * mantissa + (uint64_t)(*p - '0');
  }
  if (*p == '.' && (n_digit > 0 || is_digit(p[1]))) {
    p++;
    for (; is_digit(*p); p++, n_digit++) {
      if (mantissa > (UINT64_MAX - 9) / 10) overflow = true;
      if (!overflow) mantissa = 10 * mantissa + (uint64_t)(*p - '0'), exponent--;
    }
  }
  if (n_digit == 0) return 0;
  if (*p == 'e' || *p == 'E') {
    const char *q = p + 1;
    bool down = *q == '-';
    if (*q == '-' || *q == '+') q++;
    if (is_digit(*q)) {
      int e = 0;
      for (; is_digit(*q); q++)
        if (e < 100000) e = 10 * e + (*q - '0');
      exponent += down ? -e : e;
      p = q;
    }
  }

  double number;
  if (!overflow && mantissa < ((uint64_t)1 << 53) && exponent >= -22 && exponent <= 22) {
    number = exponent < 0 ? (double)mantissa / power[-exponent] : (double)mantissa * power[exponent];
    if (negative) number = -number;
  } else {
    number = convert_slowly(text, (size_t)(p - text));
  }
  if (!isfinite(number)) return 0;
  *value = number;
  return (size_t)(p - text);
}

bool pl_number_parse(const char *text, double *value) {
  double number;
  size_t n = pl__number_scan(text, &number);
  if (n == 0 || text[n] != '\0') return false;
  *value = number;
  return true;
}

// Replaces the locale's decimal point by a full stop.
static void restore_point(char *text) {
  char *p = text;
  while (*p != '\0' && (is_digit(*p) || *p == '-' || *p == '+' || *p == 'e' || *p == '.')) p++;
  if (*p == '\0') return;
  char *end = p;
  while (*end != '\0' && !is_digit(*end)) end++;
  *p++ = '.';
  memmove(p, end, strlen(end) + 1);
}

static bool print_special(double value, char *buffer, size_t size) {
  if (isfinite(value)) return false;
  snprintf(buffer, size, "%s", isnan(value) ? "nan" : value > 0 ? "inf" : "-inf");
  return true;
}

char *pl__number_print_digits(double value, int n_digit, char *buffer, size_t size) {
  snprintf(buffer, size, "%.*g", n_digit, value);
  restore_point(buffer);
  return buffer;
}

char *pl_number_print(double value, char *buffer, size_t size) {
  if (print_special(value, buffer, size)) return buffer;
  // Every decimal of up to 15 digits survives, so 15 finds any shorter form too; only subnormal numbers have less.
  for (int n_digit = fabs(value) < DBL_MIN ? 1 : 15; n_digit <= 17; n_digit++) {
    double back;
    pl__number_print_digits(value, n_digit, buffer, size);
    if (pl_number_parse(buffer, &back) && back == value) break;
  }
  return buffer;
}

char *pl_number_people(double value, char *buffer, size_t size) {
  if (print_special(value, buffer, size)) return buffer;
  double magnitude = fabs(value);
  if (magnitude == 0) {
    snprintf(buffer, size, "0");
  } else if (magnitude >= 1e6 || magnitude < 1e-3) {
    pl__number_print_digits(value, 3, buffer, size);
  } else if (magnitude >= 1000) {
    snprintf(buffer, size, "%.0f", value);
  } else {
    pl__number_print_digits(value, 4, buffer, size);
  }
  return buffer;
}
