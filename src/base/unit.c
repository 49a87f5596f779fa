// unit.c: reading units. A unit is a product of symbols with powers; the symbols are the rows of one table.
//
//   unit   = factor { [ "*" | "." | "·" | " " ] factor | "/" factor }        left to right: a/b/c = a/(b c)
//   factor = ( symbol | "1" | "(" unit ")" ) [ [ "^" | "**" ] integer | superscript ]
//
// A run of letters is one symbol and is never cut, so "min" is a minute and "m in" is not. Case matters: mN is not MN. Names with a digit inside
// (cmH2O) are compared first.
#include "base/unit.h"
#include "base/number.h"
#include "base/unit_si.h"

#include <math.h>
#include <string.h>

#define POUND 0.45359237
#define INCH 0.0254
#define GRAVITY 9.80665
#define PI 3.14159265358979323846

// symbol, factor to SI, exponents of kg, m, s, rad
#define UNIT_LIST(X)                                     \
  X("m", 1, 0, 1, 0, 0)                                  \
  X("mm", 1e-3, 0, 1, 0, 0)                              \
  X("cm", 1e-2, 0, 1, 0, 0)                              \
  X("dm", 1e-1, 0, 1, 0, 0)                              \
  X("km", 1e3, 0, 1, 0, 0)                               \
  X("um", 1e-6, 0, 1, 0, 0)                              \
  X("µm", 1e-6, 0, 1, 0, 0)                              \
  X("μm", 1e-6, 0, 1, 0, 0)                              \
  X("nm", 1e-9, 0, 1, 0, 0)                              \
  X("in", INCH, 0, 1, 0, 0)                              \
  X("inch", INCH, 0, 1, 0, 0)                            \
  X("inches", INCH, 0, 1, 0, 0)                          \
  X("ft", 12 * INCH, 0, 1, 0, 0)                         \
  X("yd", 36 * INCH, 0, 1, 0, 0)                         \
  X("millimeter", 1e-3, 0, 1, 0, 0)                      \
  X("millimetre", 1e-3, 0, 1, 0, 0)                      \
  X("Millimeter", 1e-3, 0, 1, 0, 0)                      \
  X("kg", 1, 1, 0, 0, 0)                                 \
  X("g", 1e-3, 1, 0, 0, 0)                               \
  X("mg", 1e-6, 1, 0, 0, 0)                              \
  X("t", 1e3, 1, 0, 0, 0)                                \
  X("lb", POUND, 1, 0, 0, 0)                             \
  X("oz", POUND / 16, 1, 0, 0, 0)                        \
  X("s", 1, 0, 0, 1, 0)                                  \
  X("sec", 1, 0, 0, 1, 0)                                \
  X("Sec", 1, 0, 0, 1, 0)                                \
  X("ms", 1e-3, 0, 0, 1, 0)                              \
  X("us", 1e-6, 0, 0, 1, 0)                              \
  X("µs", 1e-6, 0, 0, 1, 0)                              \
  X("min", 60, 0, 0, 1, 0)                               \
  X("h", 3600, 0, 0, 1, 0)                               \
  X("Hz", 1, 0, 0, -1, 0)                                \
  X("kHz", 1e3, 0, 0, -1, 0)                             \
  X("N", 1, 1, 1, -2, 0)                                 \
  X("Newton", 1, 1, 1, -2, 0)                            \
  X("newton", 1, 1, 1, -2, 0)                            \
  X("uN", 1e-6, 1, 1, -2, 0)                             \
  X("µN", 1e-6, 1, 1, -2, 0)                             \
  X("μN", 1e-6, 1, 1, -2, 0)                             \
  X("nN", 1e-9, 1, 1, -2, 0)                             \
  X("mN", 1e-3, 1, 1, -2, 0)                             \
  X("cN", 1e-2, 1, 1, -2, 0)                             \
  X("dN", 1e-1, 1, 1, -2, 0)                             \
  X("daN", 1e1, 1, 1, -2, 0)                             \
  X("kN", 1e3, 1, 1, -2, 0)                              \
  X("MN", 1e6, 1, 1, -2, 0)                              \
  X("dyn", 1e-5, 1, 1, -2, 0)                            \
  X("gf", 1e-3 * GRAVITY, 1, 1, -2, 0)                   \
  X("kgf", GRAVITY, 1, 1, -2, 0)                         \
  X("kp", GRAVITY, 1, 1, -2, 0)                          \
  X("lbf", POUND *GRAVITY, 1, 1, -2, 0)                  \
  X("ozf", POUND / 16 * GRAVITY, 1, 1, -2, 0)            \
  X("J", 1, 1, 2, -2, 0)                                 \
  X("mJ", 1e-3, 1, 2, -2, 0)                             \
  X("uJ", 1e-6, 1, 2, -2, 0)                             \
  X("µJ", 1e-6, 1, 2, -2, 0)                             \
  X("kJ", 1e3, 1, 2, -2, 0)                              \
  X("Nm", 1, 1, 2, -2, 0)                                \
  X("Nmm", 1e-3, 1, 2, -2, 0)                            \
  X("Ncm", 1e-2, 1, 2, -2, 0)                            \
  X("cNm", 1e-2, 1, 2, -2, 0)                            \
  X("mNm", 1e-3, 1, 2, -2, 0)                            \
  X("µNm", 1e-6, 1, 2, -2, 0)                            \
  X("uNm", 1e-6, 1, 2, -2, 0)                            \
  X("Pa", 1, 1, -1, -2, 0)                               \
  X("hPa", 1e2, 1, -1, -2, 0)                            \
  X("kPa", 1e3, 1, -1, -2, 0)                            \
  X("MPa", 1e6, 1, -1, -2, 0)                            \
  X("GPa", 1e9, 1, -1, -2, 0)                            \
  X("bar", 1e5, 1, -1, -2, 0)                            \
  X("mbar", 1e2, 1, -1, -2, 0)                           \
  X("mmHg", 133.322387415, 1, -1, -2, 0)                 \
  X("cmH2O", 10 * GRAVITY, 1, -1, -2, 0)                 \
  X("mmH2O", GRAVITY, 1, -1, -2, 0)                      \
  X("psi", POUND *GRAVITY / (INCH * INCH), 1, -1, -2, 0) \
  X("gsm", 1e-3, 1, -2, 0, 0)                            \
  X("tex", 1e-6, 1, -1, 0, 0)                            \
  X("dtex", 1e-7, 1, -1, 0, 0)                           \
  X("den", 1e-3 / 9000, 1, -1, 0, 0)                     \
  X("denier", 1e-3 / 9000, 1, -1, 0, 0)                  \
  X("rad", 1, 0, 0, 0, 1)                                \
  X("mrad", 1e-3, 0, 0, 0, 1)                            \
  X("deg", PI / 180, 0, 0, 0, 1)                         \
  X("°", PI / 180, 0, 0, 0, 1)                           \
  X("%", 1e-2, 0, 0, 0, 0)                               \
  X("percent", 1e-2, 0, 0, 0, 0)                         \
  X("Prozent", 1e-2, 0, 0, 0, 0)                         \
  X("‰", 1e-3, 0, 0, 0, 0)                               \
  X("ppm", 1e-6, 0, 0, 0, 0)

typedef struct symbol {
  const char *name;
  pl_unit unit;
} symbol;

static const symbol symbols[] = {
#define X(name, factor, kg, m, s, rad) {name, {factor, {kg, m, s, rad}}},
    UNIT_LIST(X)
#undef X
};

bool pl_dim_equal(pl_dim a, pl_dim b) { return a.kg == b.kg && a.m == b.m && a.s == b.s && a.rad == b.rad; }

pl_dim pl_dim_multiply(pl_dim a, pl_dim b) {
  return (pl_dim){(int8_t)(a.kg + b.kg), (int8_t)(a.m + b.m), (int8_t)(a.s + b.s), (int8_t)(a.rad + b.rad)};
}

pl_dim pl_dim_divide(pl_dim a, pl_dim b) {
  return (pl_dim){(int8_t)(a.kg - b.kg), (int8_t)(a.m - b.m), (int8_t)(a.s - b.s), (int8_t)(a.rad - b.rad)};
}

pl_dim pl_dim_power(pl_dim a, int exponent) {
  return (pl_dim){(int8_t)(a.kg * exponent), (int8_t)(a.m * exponent), (int8_t)(a.s * exponent), (int8_t)(a.rad * exponent)};
}

// ---- reading ----

enum { MAX_EXPONENT = 9, MAX_DIM = 30, MAX_DEPTH = 4, MAX_FACTOR = 16 };

typedef struct reader {
  const char *at;
  int depth;
} reader;

static bool take(reader *r, const char *token) {
  size_t n = strlen(token);
  if (strncmp(r->at, token, n) != 0) return false;
  r->at += n;
  return true;
}

static void skip_blanks(reader *r) {
  while (take(r, " ") || take(r, "\t") || take(r, "\xC2\xA0")) {
  }
}

// Bytes of the letter at p, 0 if it is none. Letters are ASCII letters, the two micro signs, degree, percent, per mille.
static size_t letter(const char *p) {
  if ((*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z')) return 1;
  static const char *const others[] = {"µ", "μ", "°", "%", "‰"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (strncmp(p, others[i], strlen(others[i])) == 0) return strlen(others[i]);
  return 0;
}

// "cmH2O": a name with a digit inside, no part of a longer one.
static bool read_water(reader *r, pl_unit *unit) {
  for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
    size_t n = strlen(symbols[i].name);
    if (!strpbrk(symbols[i].name, "0123456789") || strncmp(symbols[i].name, r->at, n) != 0 || letter(r->at + n) > 0) continue;
    *unit = symbols[i].unit;
    r->at += n;
    return true;
  }
  return false;
}

static bool read_symbol(reader *r, pl_unit *unit) {
  size_t n = 0;
  if (read_water(r, unit)) return true;
  for (size_t more; (more = letter(r->at + n)) > 0;) n += more;
  for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
    if (strlen(symbols[i].name) != n || memcmp(symbols[i].name, r->at, n) != 0) continue;
    *unit = symbols[i].unit;
    r->at += n;
    return true;
  }
  return false;
}

// "^-2", "**2", "2" or "²"; 1 if there is none. False when it is malformed.
static bool read_exponent(reader *r, int *exponent) {
  static const char *const superscript[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  *exponent = 1;
  bool raised = take(r, "⁻");
  for (int i = 0; i < 10; i++) {
    if (!take(r, superscript[i])) continue;
    *exponent = raised ? -i : i;
    return i > 0;
  }
  if (raised) return false;

  bool marked = take(r, "^") || take(r, "**");
  const char *p = r->at;
  int sign = *p == '-' ? -1 : 1;
  if (*p == '-' || (marked && *p == '+')) p++;
  // A single digit: no unit in use has a larger power.
  if (*p < '1' || *p > '0' + MAX_EXPONENT || (p[1] >= '0' && p[1] <= '9')) return !marked && *r->at != '-' && !(*p >= '0' && *p <= '9');
  *exponent = sign * (*p - '0');
  r->at = p + 1;
  return true;
}

static bool read_product(reader *r, pl_unit *unit);

static bool read_factor(reader *r, bool first, pl_unit *unit) {
  if (take(r, "(")) {
    if (++r->depth > MAX_DEPTH || !read_product(r, unit)) return false;
    skip_blanks(r);
    if (!take(r, ")")) return false;
    r->depth--;
  } else if (first && *r->at == '1') {
    // "1" only stands for an empty numerator: "1/m", or for no unit at all.
    r->at++;
    *unit = (pl_unit){1, PL_DIM_NONE};
    skip_blanks(r);
    return *r->at == '/' || *r->at == '\0' || *r->at == ')';
  } else if (!read_symbol(r, unit)) {
    return false;
  }
  int exponent;
  if (!read_exponent(r, &exponent)) return false;
  pl_unit base = *unit;
  for (int i = 1; i < (exponent < 0 ? -exponent : exponent); i++) unit->factor *= base.factor;
  if (exponent < 0) unit->factor = 1 / unit->factor;
  unit->dim = pl_dim_power(base.dim, exponent);
  return true;
}

static bool small(pl_dim dim) {
  return dim.kg >= -MAX_DIM && dim.kg <= MAX_DIM && dim.m >= -MAX_DIM && dim.m <= MAX_DIM && dim.s >= -MAX_DIM && dim.s <= MAX_DIM &&
         dim.rad >= -MAX_DIM && dim.rad <= MAX_DIM;
}

static bool read_product(reader *r, pl_unit *unit) {
  skip_blanks(r);
  if (!read_factor(r, true, unit)) return false;
  for (int n = 1;; n++) {
    bool blank = *r->at == ' ' || *r->at == '\t' || strncmp(r->at, "\xC2\xA0", 2) == 0;
    skip_blanks(r);
    if (*r->at == '\0' || *r->at == ')') return true;
    bool divide = take(r, "/");
    bool multiply = !divide && (take(r, "·") || take(r, "⋅") || take(r, "×") || take(r, "*") || take(r, "."));
    if ((!divide && !multiply && !blank) || n >= MAX_FACTOR) return false;
    skip_blanks(r);
    pl_unit factor;
    if (!read_factor(r, false, &factor)) return false;
    unit->factor = divide ? unit->factor / factor.factor : unit->factor * factor.factor;
    unit->dim = divide ? pl_dim_divide(unit->dim, factor.dim) : pl_dim_multiply(unit->dim, factor.dim);
    if (!small(unit->dim)) return false;
  }
}

bool pl_unit_parse(const char *text, pl_unit *unit) {
  reader r = {.at = text};
  skip_blanks(&r);
  pl_unit read = {1, PL_DIM_NONE};
  bool none = *r.at == '\0' || take(&r, "-");  // nothing, or "[-]" as tables write it
  if (!none && !read_product(&r, &read)) return false;
  skip_blanks(&r);
  if (*r.at != '\0' || !isfinite(read.factor) || read.factor <= 0 || !small(read.dim)) return false;
  *unit = read;
  return true;
}

double pl_unit_si(pl_unit unit, double number) {
  // A factor 1/n is applied as a division: 700 mm is then exactly the double 0.7.
  double inverse = round(1 / unit.factor);
  return unit.factor < 1 && 1 / inverse == unit.factor ? number / inverse : number * unit.factor;
}

double pl_unit_from_si(pl_unit unit, double si) {
  double inverse = round(1 / unit.factor);
  return unit.factor < 1 && 1 / inverse == unit.factor ? si * inverse : si / unit.factor;
}

bool pl_quantity_parse(const char *text, double *si, pl_dim *dim, bool *has_unit) {
  while (*text == ' ' || *text == '\t') text++;
  double number;
  size_t n = pl__number_scan(text, &number);
  if (n == 0) return false;
  reader rest = {.at = text + n};
  skip_blanks(&rest);
  pl_unit unit = {1, PL_DIM_NONE};
  bool present = *rest.at != '\0';
  if (present && *rest.at == '/') {
    // "5 /m" is 5 1/m.
    rest.at++;
    if (*rest.at == '\0' || !pl_unit_parse(rest.at, &unit) || strchr(rest.at, '/') != NULL) return false;
    unit = (pl_unit){1 / unit.factor, pl_dim_power(unit.dim, -1)};
  } else if (present && (*rest.at == '-' || !pl_unit_parse(rest.at, &unit))) {
    return false;
  }
  double value = pl_unit_si(unit, number);
  if (!isfinite(value)) return false;
  *si = value;
  *dim = unit.dim;
  *has_unit = present;
  return true;
}
