// Student's distribution against tabulated quantiles and closed forms.
#include <math.h>

#include "math/student.h"
#include "test.h"

TEST(student_quantiles_are_those_of_the_tables) {
  static const double table[][2] = {{1, 12.7062}, {2, 4.30265}, {3, 3.18245}, {4, 2.77645}, {9, 2.26216}, {30, 2.04227}, {120, 1.97993}};
  for (int i = 0; i < 7; i++) CHECK_NEAR(pl_student_95(table[i][0]), table[i][1], 6e-5 * table[i][1] / table[i][0]);
  CHECK_NEAR(pl_student_95(INFINITY), 1.959964, 1e-6);
  CHECK_NEAR(pl_student_95(2e4), 1.96008, 2e-5);
}

// One degree of freedom: P = 1 - 2 atan(x)/pi. Two: P = 1 - x/sqrt(2 + x^2).
TEST(student_tails_have_closed_forms) {
  for (double x = 0.1; x < 200; x *= 1.7) {
    CHECK_NEAR(pl_student_tails(x, 1), 1 - atan(x) / (2 * atan(1)), 1e-11);
    CHECK_NEAR(pl_student_tails(x, 2), 1 - x / sqrt(2 + x * x), 1e-11);
  }
  CHECK_NEAR(pl_student_tails(0, 0.3), 1, 1e-12);
  CHECK(pl_student_95(0.5) > pl_student_95(1));
}
