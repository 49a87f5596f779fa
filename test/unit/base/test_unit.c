// test_unit.c: reading and showing units and quantities.
#include "test.h"

#include "base/rng.h"
#include "base/text.h"
#include "base/unit.h"

#include <float.h>

typedef struct unit_case {
  const char *text;
  double factor;
  pl_dim dim;
} unit_case;

TEST(unit_reads_what_laboratories_write) {
  const double gf = 9.80665e-3, lb = 0.45359237;
  const unit_case cases[] = {
      {"m", 1, {0, 1, 0, 0}},
      {"mm", 1e-3, {0, 1, 0, 0}},
      {"cm", 1e-2, {0, 1, 0, 0}},
      {"cmH2O", 98.0665, {1, -1, -2, 0}},
      {"mmH2O", 9.80665, {1, -1, -2, 0}},
      {"um", 1e-6, {0, 1, 0, 0}},
      {"\xC2\xB5m", 1e-6, {0, 1, 0, 0}},
      {"\xCE\xBCm", 1e-6, {0, 1, 0, 0}},
      {"in", 0.0254, {0, 1, 0, 0}},
      {"yd", 0.9144, {0, 1, 0, 0}},
      {"min", 60, {0, 0, 1, 0}},
      {"m in", 0.0254, {0, 2, 0, 0}},
      {"g", 1e-3, {1, 0, 0, 0}},
      {"gf", gf, {1, 1, -2, 0}},
      {"kgf", 9.80665, {1, 1, -2, 0}},
      {"lbf", lb * 9.80665, {1, 1, -2, 0}},
      {"N", 1, {1, 1, -2, 0}},
      {"mN", 1e-3, {1, 1, -2, 0}},
      {"MN", 1e6, {1, 1, -2, 0}},
      {"daN", 10, {1, 1, -2, 0}},
      {"N/m", 1, {1, 0, -2, 0}},
      {"N / m", 1, {1, 0, -2, 0}},
      {"cN/cm", 1, {1, 0, -2, 0}},
      {"g/m^2", 1e-3, {1, -2, 0, 0}},
      {"g/m2", 1e-3, {1, -2, 0, 0}},
      {"g/m\xC2\xB2", 1e-3, {1, -2, 0, 0}},
      {"g m^-2", 1e-3, {1, -2, 0, 0}},
      {"g\xC2\xB7m\xE2\x81\xBB\xC2\xB2", 1e-3, {1, -2, 0, 0}},
      {"gsm", 1e-3, {1, -2, 0, 0}},
      {"oz/yd^2", lb / 16 / (0.9144 * 0.9144), {1, -2, 0, 0}},
      {"gf\xC2\xB7"
       "cm/cm",
       gf,
       {1, 1, -2, 0}},
      {"gf.cm^2/cm", gf * 1e-2, {1, 2, -2, 0}},
      {"gf*cm**2/cm", gf * 1e-2, {1, 2, -2, 0}},
      {"gf/cm/deg", gf * 100 * 180 / 3.14159265358979323846, {1, 0, -2, -1}},
      {"1/m", 1, {0, -1, 0, 0}},
      {"1/mm", 1e3, {0, -1, 0, 0}},
      {"m^-1", 1, {0, -1, 0, 0}},
      {"m-1", 1, {0, -1, 0, 0}},
      {"N/(m s)", 1, {1, 0, -3, 0}},
      {"N/mm^2", 1e6, {1, -1, -2, 0}},
      {"MPa", 1e6, {1, -1, -2, 0}},
      {"psi", 6894.757293168361, {1, -1, -2, 0}},
      {"Nm", 1, {1, 2, -2, 0}},
      {"mJ", 1e-3, {1, 2, -2, 0}},
      {"tex", 1e-6, {1, -1, 0, 0}},
      {"denier", 1e-3 / 9000, {1, -1, 0, 0}},
      {"deg", 3.14159265358979323846 / 180, {0, 0, 0, 1}},
      {"\xC2\xB0", 3.14159265358979323846 / 180, {0, 0, 0, 1}},
      {"deg/s", 3.14159265358979323846 / 180, {0, 0, -1, 1}},
      {"mm/min", 1e-3 / 60, {0, 1, -1, 0}},
      {"Hz", 1, {0, 0, -1, 0}},
      {"%", 0.01, {0, 0, 0, 0}},
      {"%/s", 0.01, {0, 0, -1, 0}},
      {"1", 1, {0, 0, 0, 0}},
      {"-", 1, {0, 0, 0, 0}},
      {"", 1, {0, 0, 0, 0}},
      {"  ", 1, {0, 0, 0, 0}},
      {"mm/mm", 1, {0, 0, 0, 0}},
      {" kPa ", 1e3, {1, -1, -2, 0}},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    pl_unit unit;
    if (!pl_unit_parse(cases[i].text, &unit)) {
      test_fail(__FILE__, __LINE__, "\"%s\" is not read", cases[i].text);
      continue;
    }
    if (!pl_dim_equal(unit.dim, cases[i].dim)) test_fail(__FILE__, __LINE__, "\"%s\" has a wrong dimension", cases[i].text);
    CHECK_CLOSE(unit.factor, cases[i].factor, 1e-14);
  }
}

TEST(unit_refuses_everything_else) {
  static const char *const cases[] = {"x",
                                      "mmm",
                                      "Mm",
                                      "n",
                                      "KG",
                                      "m^",
                                      "m^x",
                                      "m^0",
                                      "m^10",
                                      "m^99999999999",
                                      "m^2.5",
                                      "m/",
                                      "/m",
                                      "//",
                                      "m//s",
                                      "*m",
                                      "m*",
                                      "(m",
                                      "m)",
                                      "()",
                                      "((((((m))))))",
                                      "1 m",
                                      "2/m",
                                      "10",
                                      "N,m",
                                      "m^2^3",
                                      "m--2",
                                      "--",
                                      "-m",
                                      "N\xC2",
                                      "\xFF",
                                      "m\xE2\x81",
                                      "%%",
                                      "m m m m m m m m m m m m m m m m m m m m",
                                      "m^9 m^9 m^9 m^9",
                                      "mm^-9 mm^-9 mm^-9 mm^-9",
                                      "m+s"};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    pl_unit unit = {42, {1, 2, 3, 4}};
    if (pl_unit_parse(cases[i], &unit)) test_fail(__FILE__, __LINE__, "\"%s\" is taken for a unit", cases[i]);
    CHECK(unit.factor == 42 && unit.dim.rad == 4);  // untouched
  }
}

TEST(unit_reads_quantities) {
  double value;
  pl_dim dim;
  bool has_unit;
  REQUIRE(pl_quantity_parse("100 mm", &value, &dim, &has_unit));
  CHECK(value == 0.1 && has_unit && pl_dim_equal(dim, PL_DIM_LENGTH));
  REQUIRE(pl_quantity_parse("700mm", &value, &dim, &has_unit));
  CHECK(value == 0.7);
  REQUIRE(pl_quantity_parse(" -1.5e3 N/m ", &value, &dim, &has_unit));
  CHECK(value == -1500 && pl_dim_equal(dim, PL_DIM_LINE_FORCE));
  REQUIRE(pl_quantity_parse("5 %", &value, &dim, &has_unit));
  CHECK(value == 0.05 && has_unit && pl_dim_equal(dim, PL_DIM_NONE));
  REQUIRE(pl_quantity_parse("0.3", &value, &dim, &has_unit));
  CHECK(value == 0.3 && !has_unit && pl_dim_equal(dim, PL_DIM_NONE));
  REQUIRE(pl_quantity_parse("3 1/m", &value, &dim, &has_unit));
  CHECK(value == 3 && pl_dim_equal(dim, PL_DIM_CURVATURE));
  REQUIRE(pl_quantity_parse("3 /mm", &value, &dim, &has_unit));
  CHECK(value == 3000 && pl_dim_equal(dim, PL_DIM_CURVATURE));
  REQUIRE(pl_quantity_parse("1e-3m", &value, &dim, &has_unit));
  CHECK(value == 1e-3 && pl_dim_equal(dim, PL_DIM_LENGTH));
  REQUIRE(pl_quantity_parse("90 deg", &value, &dim, &has_unit));
  CHECK_CLOSE(value, 1.5707963267948966, 1e-15);
}

TEST(unit_refuses_bad_quantities) {
  static const char *const cases[] = {"",       "mm",  "1,5 mm", "nan mm", "inf",   "1e999 m",  "1e308 km", "0x10 m", "1 2 mm",
                                      "1 mm 2", "5 -", "--1 m",  "1e m",   "1 mmm", "1 000 mm", "5 /",      "5 /m/s", "."};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    double value = 42;
    pl_dim dim;
    bool has_unit;
    if (pl_quantity_parse(cases[i], &value, &dim, &has_unit)) test_fail(__FILE__, __LINE__, "\"%s\" is taken for a quantity", cases[i]);
    CHECK(value == 42);
  }
}

TEST(unit_display_units) {
  CHECK_TEXT(pl_dim_unit(PL_DIM_NONE), "1");
  CHECK_TEXT(pl_dim_unit(PL_DIM_LENGTH), "mm");
  CHECK_TEXT(pl_dim_unit(PL_DIM_FORCE), "N");
  CHECK_TEXT(pl_dim_unit(PL_DIM_LINE_FORCE), "N/m");
  CHECK_TEXT(pl_dim_unit(PL_DIM_DENSITY), "g/m^2");
  CHECK_TEXT(pl_dim_unit(PL_DIM_ANGLE), "deg");
  CHECK_TEXT(pl_dim_unit(PL_DIM_CURVATURE), "1/m");
  CHECK_TEXT(pl_dim_unit(PL_DIM_PRESSURE), "kPa");
  CHECK_TEXT(pl_dim_unit(PL_DIM_ENERGY), "N m");
  CHECK_TEXT(pl_dim_unit((pl_dim){1, 2, -3, 0}), "kg m^2 s^-3");
  CHECK_TEXT(pl_dim_unit((pl_dim){-2, -4, -4, -2}), "kg^-2 m^-4 s^-4 rad^-2");
  CHECK_TEXT(pl_dim_unit((pl_dim){0, 0, 0, 2}), "rad^2");
  CHECK_TEXT(pl_dim_unit((pl_dim){100, 0, 0, 0}), "SI units");
  CHECK_NEAR(pl_dim_display(PL_DIM_LENGTH, 0.1), 100, 0);
  CHECK_NEAR(pl_dim_display(PL_DIM_DENSITY, 0.15), 150, 1e-13);
  CHECK_NEAR(pl_dim_display(PL_DIM_FORCE, 2.5), 2.5, 0);
}

TEST(unit_every_dimension_text_reads_back) {
  for (int kg = -2; kg <= 2; kg++)
    for (int m = -4; m <= 4; m++)
      for (int s = -4; s <= 4; s++)
        for (int rad = -2; rad <= 2; rad++) {
          pl_dim dim = {(int8_t)kg, (int8_t)m, (int8_t)s, (int8_t)rad};
          pl_unit unit;
          const char *text = pl_dim_unit(dim);
          if (!pl_unit_parse(text, &unit) || !pl_dim_equal(unit.dim, dim)) test_fail(__FILE__, __LINE__, "\"%s\" does not read back", text);
          CHECK(pl_dim_name(dim)[0] != '\0' && pl_dim_examples(dim)[0] != '\0');
        }
}

TEST(unit_examples_have_their_dimension) {
  const pl_dim dims[] = {PL_DIM_LENGTH, PL_DIM_AREA,       PL_DIM_MASS,     PL_DIM_TIME,    PL_DIM_ANGLE,     PL_DIM_FORCE,
                         PL_DIM_ENERGY, PL_DIM_LINE_FORCE, PL_DIM_PRESSURE, PL_DIM_DENSITY, PL_DIM_CURVATURE, PL_DIM_ACCELERATION};
  for (size_t i = 0; i < sizeof dims / sizeof *dims; i++) {
    char list[200];
    snprintf(list, sizeof list, "%s", pl_dim_examples(dims[i]));
    for (char *p = list; p != NULL;) {
      char *comma = strstr(p, ", ");
      if (comma != NULL) *comma = '\0';
      pl_unit unit;
      if (!pl_unit_parse(p, &unit) || !pl_dim_equal(unit.dim, dims[i])) test_fail(__FILE__, __LINE__, "example \"%s\" is wrong", p);
      p = comma != NULL ? comma + 2 : NULL;
    }
  }
}

TEST(unit_dimension_algebra) {
  CHECK(pl_dim_equal(pl_dim_multiply(PL_DIM_FORCE, PL_DIM_LENGTH), PL_DIM_ENERGY));
  CHECK(pl_dim_equal(pl_dim_divide(PL_DIM_FORCE, PL_DIM_AREA), PL_DIM_PRESSURE));
  CHECK(pl_dim_equal(pl_dim_power(PL_DIM_LENGTH, -1), PL_DIM_CURVATURE));
  CHECK(!pl_dim_equal(PL_DIM_ANGLE, PL_DIM_NONE));
}

TEST(unit_printed_quantities_are_short) {
  char buffer[64];
  CHECK_TEXT(pl_quantity_print(0.1, PL_DIM_LENGTH, buffer, sizeof buffer), "100 mm");
  CHECK_TEXT(pl_quantity_print(0.0123, PL_DIM_LENGTH, buffer, sizeof buffer), "12.3 mm");
  CHECK_TEXT(pl_quantity_print(1e-9, PL_DIM_FORCE, buffer, sizeof buffer), "1e-09 N");
  CHECK_TEXT(pl_quantity_print(0.3, PL_DIM_NONE, buffer, sizeof buffer), "0.3");
  CHECK_TEXT(pl_quantity_print(0.15, PL_DIM_DENSITY, buffer, sizeof buffer), "150 g/m^2");
  CHECK_TEXT(pl_quantity_print(0, PL_DIM_LENGTH, buffer, sizeof buffer), "0 mm");
  CHECK_TEXT(pl_quantity_print(3.14159265358979323846 / 6, PL_DIM_ANGLE, buffer, sizeof buffer), "30 deg");
  CHECK_TEXT(pl_quantity_print(INFINITY, PL_DIM_LENGTH, buffer, sizeof buffer), "inf mm");
}

TEST(unit_printed_quantities_read_back_exactly) {
  const pl_dim dims[] = {PL_DIM_NONE, PL_DIM_LENGTH, PL_DIM_ANGLE, PL_DIM_DENSITY, PL_DIM_PRESSURE, {1, 2, -3, 0}};
  pl_rng rng;
  pl_rng_init(&rng, 1);
  for (int i = 0; i < 3000; i++) {
    double value = pl_rng_normal(&rng) * pow(10, 20 * pl_rng_uniform(&rng) - 10), back;
    pl_dim dim = dims[i % 6], found;
    bool has_unit;
    char buffer[64];
    pl_quantity_print(value, dim, buffer, sizeof buffer);
    if (!pl_quantity_parse(buffer, &back, &found, &has_unit) || back != value || !pl_dim_equal(dim, found))
      test_fail(__FILE__, __LINE__, "%.17g is printed as %s", value, buffer);
  }
  const double extreme[] = {DBL_MAX, -DBL_MAX, DBL_MIN, 5e-324, 1e-320, -0.0};
  for (int i = 0; i < 6; i++) {
    char buffer[64];
    double back;
    pl_dim found;
    bool has_unit;
    pl_quantity_print(extreme[i], PL_DIM_LENGTH, buffer, sizeof buffer);
    CHECK(pl_quantity_parse(buffer, &back, &found, &has_unit) && back == extreme[i]);
  }
}

// The prefix follows the size; the cases are those that the page is tested with too.
TEST(unit_prefix_follows_the_size) {
  FILE *file = fopen(PLIANT_SOURCE_DIR "/test/unit/base/unit_scale.csv", "r");
  REQUIRE(file != NULL);
  char line[256];
  int n = 0;
  while (fgets(line, sizeof line, file)) {
    double size, shown;
    char si[32], unit[32] = "";
    if (line[0] == '#') continue;
    REQUIRE(sscanf(line, "%lf,%31[^,],%lf,%31[^\n]", &size, si, &shown, unit) >= 3);
    pl_unit from;
    REQUIRE(pl_unit_parse(si, &from) && from.factor == 1);
    pl_shown scale = pl_dim_shown(from.dim, size);
    CHECK_TEXT(scale.unit, unit);
    CHECK_NEAR(scale.factor * size, shown, 1e-12 * fabs(shown));
    // what is shown reads back
    pl_unit back;
    CHECK(pl_unit_parse(scale.unit, &back) && pl_dim_equal(back.dim, from.dim));
    CHECK_NEAR(back.factor * scale.factor, 1, 1e-12);
    n++;
  }
  fclose(file);
  CHECK(n > 25);
}
