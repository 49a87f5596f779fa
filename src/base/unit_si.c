// unit_si.c: the text of every dimension in base units ("kg m^2 s^-2"), made by the compiler.
//
// Tables and reports keep unit texts indefinitely, so they must be constants; and any product of the usual dimensions needs one. Hence a
// table of all small exponents instead of a buffer.
#include "base/unit_si.h"

// One factor with a leading blank; nothing for exponent 0.
#define P0(u) ""
#define P1(u) " " u
#define P2(u) " " u "^2"
#define P3(u) " " u "^3"
#define P4(u) " " u "^4"
#define N1(u) " " u "^-1"
#define N2(u) " " u "^-2"
#define N3(u) " " u "^-3"
#define N4(u) " " u "^-4"

#define RAD(kg, m, s) \
  { kg m s N2("rad"), kg m s N1("rad"), kg m s P0("rad"), kg m s P1("rad"), kg m s P2("rad") }
#define SECOND(kg, m)                                                                                                             \
  {                                                                                                                               \
    RAD(kg, m, N4("s")), RAD(kg, m, N3("s")), RAD(kg, m, N2("s")), RAD(kg, m, N1("s")), RAD(kg, m, P0("s")), RAD(kg, m, P1("s")), \
        RAD(kg, m, P2("s")), RAD(kg, m, P3("s")), RAD(kg, m, P4("s"))                                                             \
  }
#define METRE(kg)                                                                                                                 \
  {                                                                                                                               \
    SECOND(kg, N4("m")), SECOND(kg, N3("m")), SECOND(kg, N2("m")), SECOND(kg, N1("m")), SECOND(kg, P0("m")), SECOND(kg, P1("m")), \
        SECOND(kg, P2("m")), SECOND(kg, P3("m")), SECOND(kg, P4("m"))                                                             \
  }

enum { MAX_KG = 2, MAX_M = 4, MAX_S = 4, MAX_RAD = 2 };

static const char texts[2 * MAX_KG + 1][2 * MAX_M + 1][2 * MAX_S + 1][2 * MAX_RAD + 1][26] = {
    METRE(N2("kg")), METRE(N1("kg")), METRE(P0("kg")), METRE(P1("kg")), METRE(P2("kg"))};

static bool within(int exponent, int limit) { return exponent >= -limit && exponent <= limit; }

const char *pl__dim_si_text(pl_dim dim) {
  if (!within(dim.kg, MAX_KG) || !within(dim.m, MAX_M) || !within(dim.s, MAX_S) || !within(dim.rad, MAX_RAD)) return "SI units";
  const char *text = texts[dim.kg + MAX_KG][dim.m + MAX_M][dim.s + MAX_S][dim.rad + MAX_RAD];
  return text[0] == ' ' ? text + 1 : "1";
}
