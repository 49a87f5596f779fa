// test_suspect_start.c: curves that do not begin at zero, and preloads that machines write above their tables.
#include <math.h>

#include "unit/protocol/suspect_case.h"

enum { N = 41 };
typedef double formula(double x);
static double stiffening(double x) { return 6 * x + 12 * x * x; }
static double cubic(double x) { return 18 * x * x * x; }
static double j_shape(double x) { return 18 * expm1(5 * x) / expm1(5); }
static double line(double x) { return 18 * x; }

// x of [from, 1] times 10 mm, with offsets of both; there and back `cycles` times.
static void put_curve(formula *y, double from, double shift_mm, double shift_n, int cycles) {
  pl_text csv;
  pl_text_init(&csv, suspect_ctx);
  pl_text_add(&csv, "displacement [mm],force [N]\n");
  for (int i = 0; i < (cycles > 0 ? 2 * cycles * (N - 1) : N); i++) {
    int turn = i % (2 * (N - 1)), k = turn < N ? turn : 2 * (N - 1) - turn;
    double x = from + (1 - from) * k / (N - 1);
    pl_text_printf(&csv, "%.6f,%.6f\n", 10 * x + shift_mm, y(x) + shift_n);
  }
  suspect_put("a.csv", csv.data);
  pl_text_clear(&csv);
}

TEST(suspect_start_not_at_zero) {
  suspect_start();
  put_curve(stiffening, 0, 3.2, 0.5, 0);
  EXPECT(suspect_load("", SUSPECT_ONE), 1, "[curve.start]|3.2 mm|0.5 N", "[remedy.curve-start-pretension]|3.2 mm");
  EXPECT(suspect_load("", SUSPECT_ONE), 1, "[curve.start]|3.2 mm", "write \"pretension\": \"0.5 N\", or \"fit-offset\": true");
  EXPECT_CLEAN(suspect_load("\"pretension\": \"0.5 N\", ", SUSPECT_ONE));
  EXPECT_CLEAN(suspect_load("\"fit-offset\": true, ", SUSPECT_ONE));
  // the force was set to zero there
  put_curve(stiffening, 0, 3.2, 0, 0);
  EXPECT(suspect_load("", SUSPECT_ONE), 1, "[curve.start]|3.2 mm|0 N", "[remedy.curve-start]|\"fit-offset\"");
  put_curve(line, 0, 2, 0.5, 0);
  EXPECT(suspect_load("", SUSPECT_ONE), 1, "[curve.start]|2 mm|0.5 N", "subtract 2 mm");
  put_curve(stiffening, 0, 3.2, 0.5, 3);
  EXPECT(suspect_load("", SUSPECT_ONE), 1, "[curve.start]|3.2 mm|0.5 N", "subtract 3.2 mm");
  suspect_finish();
}

// Curves through zero whose first rows are missing are not, however far they stiffen. Nor are cycles, and what begins at a small part of
// the travel.
TEST(suspect_start_elsewhere_on_the_curve) {
  suspect_start();
  static formula *const good[] = {stiffening, cubic, j_shape, line};
  for (size_t k = 0; k < sizeof good / sizeof good[0]; k++) {
    for (int from = 1; from <= 4; from++) {
      put_curve(good[k], 0.1 * from, 0, 0, 0);
      EXPECT_CLEAN(suspect_load("", SUSPECT_ONE));
    }
    put_curve(good[k], 0.1, 0, 0, 3);
    EXPECT_CLEAN(suspect_load("", SUSPECT_ONE));
  }
  put_curve(stiffening, 0, 0.3, 0.1, 0);
  EXPECT_CLEAN(suspect_load("", SUSPECT_ONE));
  // readings a step apart, the first of them at the first step
  suspect_put("a.csv", "displacement [mm],force [N]\n1,0.1\n2,1\n3,2\n4,3\n5,4\n6,5\n7,6\n8,7\n9,8\n10,9\n11,10\n");
  EXPECT_CLEAN(suspect_load("", SUSPECT_ONE));
  suspect_finish();
}

static void expect_note(const char *head, const char *csv, const char *note) {
  suspect_put("a.csv", csv);
  pl_measurement *m = suspect_load(head, SUSPECT_ONE);
  CHECK(m->n_suspicion == 0 && m->n_note == (note ? 1 : 0));
  if (note && m->n_note > 0) CHECK_CONTAINS(m->note[0], note);
  pl_measurement_destroy(m);
}

TEST(suspect_start_preload_above_the_table) {
  suspect_start();
#define ROWS ";N\n0,0;0,0\n0,5;0,8\n1,0;1,6\n1,5;2,4\n2,0;3,2\n2,5;4,0\n3,0;4,8\n3,5;5,6\n4,0;6,4\n4,5;7,2\n5,0;8,0\n"
  static const char zwick[] = "Prüfnorm:;DIN EN ISO 13934-1;\nVorkraft:;0,5;N\n\nDehnung;Standardkraft\n%" ROWS;
  static const char words[] =
      "a: line 2 of a.csv tells a preload of 0.5 N, which is not used; if the displacement was set to zero under it, "
      "write \"pretension\": \"0.5 N\"";
  expect_note("", zwick, words);
  expect_note("", "Test 1\nPreload (cN): 50\nExtension;Load\nmm" ROWS, words);
  expect_note("", "Test 1\n\"Pre-load\";\"0,5 N\"\nExtension;Load\nmm" ROWS, words);
  expect_note("\"fit-offset\": true, ", zwick, NULL);
  // neither a speed nor a preload of nothing
  expect_note("", "Vorkraft-Geschwindigkeit:;10;mm/min\nVorkraft;0;N\nWeg;Kraft\nmm" ROWS, NULL);
  suspect_finish();
}
