// test_csv.c: exports of testing machines, header forms, decimal marks, refusals.
#include "said.h"
#include "test.h"

#include "base/csv/csv.h"

#include <stdlib.h>

typedef struct fixture {
  pl_context *ctx;
  pl_arena *arena;
  pl_csv *csv;
} fixture;

static fixture parse(const char *text) {
  fixture f = {.ctx = pl_context_create(NULL)};
  f.arena = pl_arena_create(f.ctx);
  pl_csv_parse(f.arena, "t.csv", text, strlen(text), &f.csv);
  return f;
}

static fixture parse_good(const char *text) {
  fixture f = parse(text);
  if (f.csv == NULL) {
    test_fail(__FILE__, __LINE__, "not read: %s", pl_context_error(f.ctx)->message);
    test_stop();
  }
  return f;
}

static void finish(fixture *f) {
  pl_arena_destroy(f->arena);
  pl_context_destroy(f->ctx);
}

static double *numbers(fixture *f, const char *name, pl_dim dim) {
  int index;
  double *value = NULL;
  if (pl_csv_find(f->ctx, f->csv, name, NULL, &index) != PL_OK || pl_csv_numbers(f->arena, f->csv, index, dim, NULL, &value) != PL_OK) {
    test_fail(__FILE__, __LINE__, "no numbers of \"%s\": %s", name, pl_context_error(f->ctx)->message);
    test_stop();
  }
  return value;
}

// The error line, and ready for the next failure.
static const char *error_of(fixture *f, char text[2300]) {
  said_error_format(pl_context_error(f->ctx), text, 2300);
  pl_context_clear_error(f->ctx);
  return text;
}

TEST(csv_reads_a_plain_table) {
  fixture f = parse_good("displacement [mm], force [N]\n0, 0\n1, 2.5\n2,1e1\n");
  CHECK(f.csv->n_column == 2 && f.csv->n_row == 3 && f.csv->separator == ',' && !f.csv->decimal_comma && f.csv->header_line == 1);
  CHECK_TEXT(f.csv->column[0].name, "displacement");
  CHECK_TEXT(f.csv->column[1].unit_text, "N");
  CHECK_TEXT(f.csv->cell[1][1], "2.5");
  CHECK(f.csv->line[2] == 4);
  double *d = numbers(&f, "displacement", PL_DIM_LENGTH), *force = numbers(&f, "Force", PL_DIM_FORCE);
  CHECK(d[1] == 1e-3 && force[1] == 2.5 && force[2] == 10);
  finish(&f);
}

TEST(csv_reads_bluehill) {
  fixture f = parse_good("\"Specimen label\",\"1\"\r\n\"Width\",\"25.00000\",\"mm\"\r\n\"Rate 1\",\"100.00\",\"20\"\r\n\r\n"
                         "\"Time\",\"Extension\",\"Load\"\r\n\"(s)\",\"(mm)\",\"(N)\"\r\n\"0.000\",\"0.00000\",\"0.01\"\r\n"
                         "\"0.100\",\"0.16700\",\"1.25\"\r\n\"0.200\",\"0.33400\",\"2.50\"\r\n\r\n");
  CHECK(f.csv->n_column == 3 && f.csv->n_row == 3 && f.csv->header_line == 5 && f.csv->line[0] == 7);
  CHECK_TEXT(f.csv->column[2].name, "Load");
  CHECK_CLOSE(numbers(&f, "load", PL_DIM_FORCE)[1], 1.25, 0);
  CHECK_CLOSE(numbers(&f, "Extension", PL_DIM_LENGTH)[2], 0.334e-3, 1e-15);
  finish(&f);
}

// The number of the specimen above the row numbers, as Bluehill writes it, quoted or not, with and without a row of units.
TEST(csv_reads_numbered_headers) {
  static const char *const text[] = {
      "1,Time,Displacement,Force\n,(s),(mm),(N)\n1,0,0,0\n2,0.1,0.1,1.1\n3,0.2,0.2,2.3\n",
      "\"A\",\"1\"\n\"1\",\"Time\",\"Displacement\",\"Force\"\n,\"(s)\",\"(mm)\",\"(N)\"\n1,0,0,0\n2,0.1,0.1,1.1\n3,0.2,0.2,2.3\n",
      "1;Time [s];Displacement [mm];Force [N]\n1;0;0;0\n2;0,1;0,1;1,1\n3;0,2;0,2;2,3\n",
  };
  for (int i = 0; i < 3; i++) {
    fixture f = parse_good(text[i]);
    CHECK(f.csv->n_column == 4 && f.csv->n_row == 3);
    double *d = numbers(&f, "displacement", PL_DIM_LENGTH), *force = numbers(&f, "force", PL_DIM_FORCE),
           *t = numbers(&f, "time", PL_DIM_TIME);
    CHECK_NEAR(d[2], 2e-4, 1e-18);
    CHECK_NEAR(force[2], 2.3, 1e-15);
    CHECK_NEAR(t[1], 0.1, 1e-16);
    finish(&f);
  }
}

TEST(csv_reads_bluehill_german) {
  fixture f =
      parse_good("\"Time\",\"Extension\",\"Load\"\n\"(s)\",\"(mm)\",\"(N)\"\n\"0,0\",\"0,001\",\"1,234\"\n\"0,1\",\"0,16700\",\"1,255\"\n");
  CHECK(f.csv->separator == ',' && f.csv->decimal_comma && f.csv->n_column == 3);
  CHECK_CLOSE(numbers(&f, "load", PL_DIM_FORCE)[0], 1.234, 1e-15);
  finish(&f);
}

TEST(csv_reads_zwick) {
  // Latin-1, semicolons, decimal comma, trailing separators.
  fixture f = parse_good(
      "Pr\xFC"
      "fer;M\xFCller;\n\"Pr\xFC"
      "fzeit\";\"Standardweg\";\"Standardkraft\";\n\"s\";\"mm\";\"N\";\n0,00;0,000;0,12;\n0,10;0,125;1.234,50;\n0,20;0,250;1,234;\n;;;\n");
  CHECK(f.csv->separator == ';' && f.csv->decimal_comma && f.csv->n_column == 3 && f.csv->n_row == 3);
  CHECK_TEXT(f.csv->column[0].name, "Pr\xC3\xBC"
                                    "fzeit");
  double *force = numbers(&f, "Standardkraft", PL_DIM_FORCE);
  CHECK(force[0] == 0.12 && force[1] == 1234.5 && force[2] == 1.234);
  finish(&f);
  f = parse_good("Standardweg in mm\tStandardkraft in N\n0,5\t1\n1\t2,5\n");
  CHECK(f.csv->separator == '\t' && f.csv->decimal_comma);
  CHECK(numbers(&f, "Standardkraft", PL_DIM_FORCE)[1] == 2.5);
  finish(&f);
}

TEST(csv_reads_mts) {
  fixture f = parse_good("MTS793|MPT|ENU|1|2|/|.|/|:|1|0|0|A\n\nData Header:\tFabric\tmonotonic\nTime:\t10.5\tSec\t3/4/2019 10:12\n"
                         "Axial Force\tAxial Displacement\tTime\tSegment\nN\tmm\tSec\tsegments\n0.5\t0.1\t0\t1\n0.7\t0.2\t0.1\t1\n");
  // "segments" is no unit; the other three are.
  CHECK(f.csv->n_column == 4 && f.csv->n_row == 2 && f.csv->header_line == 5);
  CHECK_TEXT(f.csv->column[0].name, "Axial Force");
  CHECK(numbers(&f, "axial_displacement", PL_DIM_LENGTH)[1] == 0.2e-3);
  CHECK(numbers(&f, "time", PL_DIM_TIME)[1] == 0.1);
  finish(&f);
}

TEST(csv_three_digits_after_a_comma) {
  // Between semicolons they are decimals; between commas they are ambiguous.
  fixture f = parse_good("a [mm];b [N]\n1,234;2,345\n1,345;2,456\n");
  CHECK(f.csv->decimal_comma);
  CHECK(numbers(&f, "b", PL_DIM_FORCE)[0] == 2.345);
  finish(&f);
  f = parse_good("a [mm];b [N]\n1.5;2,345.25\n2.5;3,456.75\n");  // thousands, unmistakable
  CHECK(!f.csv->decimal_comma);
  CHECK(numbers(&f, "b", PL_DIM_FORCE)[1] == 3456.75);
  finish(&f);
  f = parse_good("a [mm],b [N]\n\"1,234\",\"2,345\"\n\"1,345\",\"2,456\"\n");
  double *value;
  CHECK(pl_csv_numbers(f.arena, f.csv, 1, PL_DIM_FORCE, NULL, &value) == PL_ERROR_INPUT);
  CHECK_CONTAINS(said_error(f.ctx), "decimal comma");
  finish(&f);
}

TEST(csv_header_forms) {
  static const struct {
    const char *header, *name, *unit;
    bool has_unit;
  } cases[] = {
      {"Force [N]", "Force", "N", true},
      {"Load (N)", "Load", "N", true},
      {"\"Force, N\"", "Force", "N", true},
      {"Kraft in N", "Kraft", "N", true},
      {"F / N", "F", "N", true},
      {"force_N", "force", "N", true},
      {"displacement_mm", "displacement", "mm", true},
      {"force_N_per_mm", "force", "N/mm", true},
      {"density_g_per_m2", "density", "g/m2", true},
      {"force_N_per_strip", "force_N_per_strip", "", false},
      {"force_per_m", "force_per_m", "", false},
      {"moment_N_m", "moment_N_m", "", false},
      {"strain_%", "strain", "%", true},
      {"strain_percent", "strain", "percent", true},
      {"lambda_1", "lambda_1", "", false},
      {"Strain [-]", "Strain", "-", true},
      {"Strain (Tensile)", "Strain (Tensile)", "", false},
      {"Extension (Tensile) (mm)", "Extension (Tensile)", "mm", true},
      {"k (N/(m s))", "k", "N/(m s)", true},
      {"Force [lbs]", "Force", "lbs", false},
      {"mm", "mm", "", false},
      {"_mm", "_mm", "", false},
      {"[mm]", "", "mm", true},
      {"Kraft[cN/cm]", "Kraft", "cN/cm", true},
      {"load", "load", "", false},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[200];
    snprintf(text, sizeof text, "%s,z\n1,2\n3,4\n", cases[i].header);
    fixture f = parse_good(text);
    const pl_csv_column *c = &f.csv->column[0];
    if (strcmp(c->name, cases[i].name) != 0 || strcmp(c->unit_text, cases[i].unit) != 0 || c->has_unit != cases[i].has_unit)
      test_fail(__FILE__, __LINE__, "%s is read as name \"%s\", unit \"%s\" (%d)", cases[i].header, c->name, c->unit_text, c->has_unit);
    finish(&f);
  }
}

TEST(csv_find_by_name) {
  fixture f = parse_good("Time,force_N,Force [kN],Axial Strain [%],x\n0,1,2,3,4\n1,2,3,4,5\n");
  int i;
  char text[2300];
  CHECK(pl_csv_find(f.ctx, f.csv, "force_N", NULL, &i) == PL_OK && i == 1);
  CHECK(pl_csv_find(f.ctx, f.csv, "force", NULL, &i) == PL_OK && i == 1);  // exact name
  CHECK(pl_csv_find(f.ctx, f.csv, "Force", NULL, &i) == PL_OK && i == 2);
  CHECK(pl_csv_find(f.ctx, f.csv, "Force [kN]", NULL, &i) == PL_OK && i == 2);
  CHECK(pl_csv_find(f.ctx, f.csv, "axial_strain", NULL, &i) == PL_OK && i == 3);
  CHECK(pl_csv_find(f.ctx, f.csv, "X", NULL, &i) == PL_OK && i == 4);
  CHECK(pl_csv_find(f.ctx, f.csv, "FORCE", NULL, &i) == PL_ERROR_INPUT && i == -1);
  CHECK_CONTAINS(error_of(&f, text), "column 2 (\"force_N\") or column 3 (\"Force [kN]\")");
  pl_where where = {.file = "exp.json", .line = 7, .key = "force.column"};
  CHECK(pl_csv_find(f.ctx, f.csv, "Tmie", &where, &i) == PL_ERROR_INPUT && i == -1);
  CHECK_CONTAINS(error_of(&f, text), "[csv.no-column-line-has]|7|\"Tmie\"|1|\"Time\"|\"force_N\"");
  CHECK_CONTAINS(text, "[csv.no-column-line-has]|\"Time\"");
  finish(&f);
}

TEST(csv_guess_usual_names) {
  fixture f = parse_good("Time [s],Load [N],Extension [mm],Position [mm]\n0,1,2,3\n1,2,3,4\n");
  const char *const force[] = {"force", "load", NULL}, *const length[] = {"position", "extension", NULL}, *const none[] = {"angle", NULL};
  int i;
  CHECK(pl_csv_guess(f.ctx, f.csv, force, &i) == PL_OK && i == 1);
  CHECK(pl_csv_guess(f.ctx, f.csv, none, &i) == PL_OK && i == -1);
  CHECK(pl_csv_guess(f.ctx, f.csv, length, &i) == PL_ERROR_INPUT && i == -1);
  CHECK_CONTAINS(said_error(f.ctx), "\"Extension [mm]\"");
  finish(&f);
}

TEST(csv_units_are_checked) {
  fixture f = parse_good("x,force [N],load [lbs],e [%],b\n1,2,3,4,a\n1,2,3,4,b\n");
  double *value;
  char text[2300];
  CHECK(pl_csv_numbers(f.arena, f.csv, 0, PL_DIM_LENGTH, NULL, &value) == PL_ERROR_UNIT && value == NULL);
  CHECK_CONTAINS(error_of(&f, text), "[csv.column-has-no-unit]|1|\"x [mm]\"");
  CHECK(pl_csv_numbers(f.arena, f.csv, 0, PL_DIM_LENGTH, "cm", &value) == PL_OK && value[0] == 0.01);
  CHECK(pl_csv_numbers(f.arena, f.csv, 0, PL_DIM_NONE, NULL, &value) == PL_OK && value[0] == 1);
  CHECK(pl_csv_numbers(f.arena, f.csv, 3, PL_DIM_NONE, NULL, &value) == PL_OK && value[0] == 0.04);
  CHECK(pl_csv_numbers(f.arena, f.csv, 1, PL_DIM_LENGTH, NULL, &value) == PL_ERROR_UNIT);
  CHECK_CONTAINS(error_of(&f, text), "[csv.unit-column-expected]|\"N\"");
  CHECK(pl_csv_numbers(f.arena, f.csv, 2, PL_DIM_FORCE, NULL, &value) == PL_ERROR_UNIT);
  CHECK_CONTAINS(error_of(&f, text), "[csv.unit-column-not-known]|\"lbs\"");
  CHECK(pl_csv_numbers(f.arena, f.csv, 2, PL_DIM_FORCE, "lbf", &value) == PL_OK);
  CHECK(pl_csv_numbers(f.arena, f.csv, 2, PL_DIM_FORCE, "nonsense", &value) == PL_ERROR_UNIT);
  CHECK_CONTAINS(error_of(&f, text), "nonsense");
  CHECK(pl_csv_numbers(f.arena, f.csv, 4, PL_DIM_NONE, NULL, &value) == PL_ERROR_INPUT);
  CHECK_CONTAINS(error_of(&f, text), "[csv.not-number]|2|\"a\"");
  finish(&f);
}

static void count_warning(void *user, pl_log_level level, const char *line) {
  if (level == PL_LOG_WARNING && strstr(line, "force") != NULL) ++*(int *)user;
}

TEST(csv_contradicting_units_are_logged) {
  int n_warning = 0;
  pl_context_options options = pl_context_options_default();
  options.log = count_warning;
  options.log_user = &n_warning;
  fixture f = {.ctx = pl_context_create(&options)};
  f.arena = pl_arena_create(f.ctx);
  const char *text = "x [mm],force [N]\n1,2\n3,4\n";
  double *value;
  REQUIRE(pl_csv_parse(f.arena, "t", text, strlen(text), &f.csv) == PL_OK);
  CHECK(pl_csv_numbers(f.arena, f.csv, 1, PL_DIM_FORCE, "kN", &value) == PL_OK && value[0] == 2000 && n_warning == 1);
  CHECK(pl_csv_numbers(f.arena, f.csv, 1, PL_DIM_FORCE, "N", &value) == PL_OK && value[0] == 2 && n_warning == 1);
  finish(&f);
}

TEST(csv_text_columns_are_allowed) {
  fixture f = parse_good("phase,weight [N],length [mm]\nload,0,100\nload,1,\"101.5\"\nunload,0,100.2\n");
  CHECK_TEXT(f.csv->cell[2][0], "unload");
  CHECK(numbers(&f, "length", PL_DIM_LENGTH)[1] == 0.1015);
  finish(&f);
  f = parse_good("sample,force [N]\nA,1\nB,2\n");
  CHECK(f.csv->n_row == 2);
  CHECK(numbers(&f, "force", PL_DIM_FORCE)[1] == 2);
  finish(&f);
  f = parse_good("force [N]\n1\n2.5\n\n");
  CHECK(f.csv->n_column == 1 && f.csv->n_row == 2);
  finish(&f);
}

TEST(csv_small_print) {
  // Byte-order mark, Excel's separator line, lone CR, quotes inside quotes, comments, blanks.
  fixture f = parse_good("\xEF\xBB\xBFsep=;\r\"a \"\"b\"\" [mm]\" ; c\r 1 ;\t2 \r# remark; 1\r3;4\r\r");
  CHECK(f.csv->separator == ';' && f.csv->n_row == 2 && f.csv->line[1] == 5);
  CHECK_TEXT(f.csv->column[0].name, "a \"b\"");
  CHECK_TEXT(f.csv->cell[0][0], "1");
  CHECK_TEXT(f.csv->cell[0][1], "2");
  finish(&f);
  f = parse_good("# displacement [mm], force [N]\n# made by hand\n1,2\n3,4");
  CHECK_TEXT(f.csv->column[0].name, "displacement");
  CHECK(f.csv->n_row == 2 && f.csv->line[0] == 3);
  finish(&f);
  f = parse_good("a,b\n1,2\n");  // a single row
  CHECK(f.csv->n_row == 1);
  finish(&f);
}

TEST(csv_faulty_cells_are_not_skipped) {
  static const char *const tables[] = {"a [mm],b [N]\n0,\n1,2\n2,3\n",      "a [mm],b [N]\n1,2\n2,\n3,4\n",
                                       "a [mm],b [N]\n1,2\n2,x\n3,4\n",     "a [mm],b [N]\n1,2\n3,NaN\n4,5\n",
                                       "a [mm],b [N]\n1,2\n2,-inf\n3,4\n",  "a [mm],b [N]\n1,2\n2,\"1,234\"\n3,4\n",
                                       "a [mm],b [N]\n1,2\n2,1e400\n3,4\n", "a [mm];b [N]\n1,0;2,5\n2,0;2.5\n3,0;4,5\n"};
  static const int line[] = {2, 3, 3, 3, 3, 3, 3, 3};
  static const char *const part[] = {"empty",    "empty", "[csv.not-number]|\"x\"", "[csv.not-finite-number]|\"NaN\"", "\"-inf\"",
                                     "thousand", "1e400", "decimal point"};
  for (int i = 0; i < 8; i++) {
    fixture f = parse_good(tables[i]);
    double *value;
    CHECK(pl_csv_numbers(f.arena, f.csv, 1, PL_DIM_FORCE, NULL, &value) == PL_ERROR_INPUT);
    const pl_error *error = pl_context_error(f.ctx);
    if (error->line != line[i] || !test_says(said_error(f.ctx), part[i]))
      test_fail(__FILE__, __LINE__, "case %d: line %d: %s", i, error->line, error->message);
    CHECK_TEXT(error->key, "b [N]");
    CHECK(error->hint[0] != '\0');
    finish(&f);
  }
}

TEST(csv_refusals) {
  static const struct {
    const char *text;
    int line;
    const char *part;
  } cases[] = {
      {"", 0, "empty"},
      {"\n \r\n;;\n", 0, "empty"},
      {"1,2\n3,4\n", 1, "no header"},
      {"1\n2\n", 1, "no header"},
      {"a,b\nc,d\n", 1, "[csv.no-rows-numbers-found]"},
      {"hello", 1, "[csv.no-rows-numbers-found]"},
      {"a b\n1 2\n3 4\n", 1, "[csv.no-rows-numbers-found]"},
      {"a,b\n1,2\n3,4,5\n", 3, "3 cells, expected 2"},
      {"a,b\n1,2\n3\n", 3, "1 cell, expected 2"},
      {"a,b,c\n1,2\n3,4\n", 2, "2 cells, expected 3"},
      {"a,b\n1,2\n3,\"4\n", 3, "quote"},
      {"force [N]\n1,5\n2,5\n", 2, "semicolons"},
      {"\xFF\xFE"
       "a,b",
       1, "UTF-16"},
      {"a,b\n\x01\x02\x03\x04\x05\x06", 0, "binary"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    fixture f = parse(cases[i].text);
    const pl_error *error = pl_context_error(f.ctx);
    char text[2300];
    said_error_format(error, text, sizeof text);
    if (f.csv != NULL || error->status != PL_ERROR_PARSE || error->line != cases[i].line || strstr(text, cases[i].part) == NULL ||
        error->hint[0] == '\0')
      test_fail(__FILE__, __LINE__, "case %zu: line %d: %s (expected \"%s\")", i, error->line, text, cases[i].part);
    finish(&f);
  }
}

TEST(csv_reads_the_shared_data) {
  if (test_shared_data() == NULL) {
    test_skip("no shared data");
    return;
  }
  fixture f = {.ctx = pl_context_create(NULL)};
  f.arena = pl_arena_create(f.ctx);
  char path[1000];
  snprintf(path, sizeof path, "%s/nylon-strips-angles/nylon_uniaxial_exp_00deg.csv", test_shared_data());
  REQUIRE(pl_csv_load(f.arena, path, &f.csv) == PL_OK);
  CHECK(f.csv->n_column == 2);
  CHECK_CLOSE(numbers(&f, "force", PL_DIM_FORCE)[0], 0.3267448426313962, 0);
  CHECK_CLOSE(numbers(&f, "displacement", PL_DIM_LENGTH)[1], 0.050505050505050386e-3, 1e-15);
  snprintf(path, sizeof path, "%s/rubber/rubber_treloar_jones.csv", test_shared_data());
  REQUIRE(pl_csv_load(f.arena, path, &f.csv) == PL_OK);
  CHECK(f.csv->n_column == 22);
  CHECK_CLOSE(numbers(&f, "F33", PL_DIM_NONE)[0], 2.683757772062891, 0);
  CHECK_TEXT(f.csv->cell[0][0], "Jones_1975");
  finish(&f);
}
