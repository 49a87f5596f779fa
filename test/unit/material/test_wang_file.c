// test_wang_file.c: tables of Wang 2011: their meaning as a material, conversion both ways, and rejected files. Also the field of tensors
// that tables and pictures show.
#include "said.h"
#include "material/wang_file.h"

#include <stdlib.h>

#include "base/json.h"
#include "base/text.h"
#include "failing_memory.h"
#include "material/polar_field.h"
#include "report/figure/material_plot.h"
#include "test.h"

static const double quarter_turn = 1.57079632679489661923;

static pl_wang_table made_up(void) {
  pl_wang_table table = {.density = 0.187};
  for (int i = 0; i < PL_WANG_POINT; i++)
    for (int j = 0; j < PL_WANG_COMPONENT; j++) table.stretching[i][j] = (j == 1 && i == 0 ? -14.695990 : 40.1 + 17.3 * i) / (1 + j);
  for (int i = 0; i < PL_WANG_DIRECTION; i++)
    for (int j = 0; j < PL_WANG_BEND; j++) table.bending[i][j] = 1e-6 * (23.191698 + 3.7 * i - 1.9 * j);
  return table;
}

static pl_material *material_of(pl_context *ctx, const pl_wang_table *table, const pl_wang_options *options) {
  pl_material *material;
  pl_status status = pl_wang_material(ctx, "cloth", "cloth.json", table, options, &material);
  char message[2048];
  said_error_format(pl_context_error(ctx), message, sizeof message);
  if (status != PL_OK) test_fail(__FILE__, __LINE__, "%s", message);
  REQUIRE(status == PL_OK);
  return material;
}

// Green strain (warp, weft, engineering shear) of a stretch by lambda in the direction phi, nothing across.
static void stretched(double lambda, double phi, double s[3]) {
  double e = lambda + 0.5 * lambda * lambda, c = cos(phi), d = sin(phi);
  s[0] = e * c * c, s[1] = e * d * d, s[2] = 2 * e * c * d;
}

// ---- meaning ----

// On each outer point the stress is that row's C times the strain, sigma_uv = c33 e_uv; the tangent at rest is the first row.
TEST(wang_material_has_the_stresses_of_the_table) {
  pl_context *ctx = pl_context_create(NULL);
  pl_wang_table table = made_up();
  for (int factor = 1; factor <= 2; factor++) {
    pl_wang_options options = pl_wang_options_default();
    CHECK(options.factor == 1 && !options.zero && options.ring == 1.0 / 6);
    options.factor = factor;
    pl_material *material = material_of(ctx, &table, &options);
    CHECK(material->n_term == 4 && material->n_theta == 39 && material->density == table.density);
    for (int i = 0; i < 5; i++) {
      const double *c = table.stretching[1 + i];
      double s[3], t[3];
      stretched(1.0 / 6, quarter_turn * i / 4, s);
      pl_material_eval(material, pl_strain_find("green"), NULL, s, NULL, t, NULL);
      CHECK_NEAR(t[0], factor * (c[0] * s[0] + c[1] * s[1]), 1e-12 * 200);
      CHECK_NEAR(t[1], factor * (c[1] * s[0] + c[2] * s[1]), 1e-12 * 200);
      CHECK_NEAR(t[2], factor * c[3] * s[2] / 2, 1e-12 * 200);
    }
    double rest[3] = {0}, t[3], k[9];
    const double *c = table.stretching[0];
    pl_material_eval(material, pl_strain_find("green"), NULL, rest, NULL, t, k);
    CHECK_NEAR(k[0], factor * c[0], 1e-12 * 200);
    CHECK_NEAR(k[1], factor * c[1], 1e-12 * 200);
    CHECK_NEAR(k[4], factor * c[2], 1e-12 * 200);
    CHECK_NEAR(k[8], factor * c[3] / 2, 1e-12 * 200);
    // bending is not multiplied
    for (int i = 0; i < PL_WANG_DIRECTION; i++) {
      const pl_term *term = &material->term[1 + i];
      CHECK(term->classes == 1u << i && strcmp(term->strain->name, "fold") == 0);
      for (int j = 0; j < PL_WANG_BEND; j++) {
        double alpha = -5.0 * j, sigma;
        pl_law_eval_one(&term->law, material->theta + term->theta, &alpha, NULL, &sigma, NULL);
        CHECK_NEAR(sigma, table.bending[i][j] * alpha, 1e-18);
      }
    }
    CHECK_CONTAINS(material->note, factor == 1 ? "stretching as written" : "stretching times 2");
    pl_material_destroy(material);
  }
  pl_context_destroy(ctx);
}

// ---- there and back ----

static void check_round_trip(pl_context *ctx, const pl_wang_table *table, const pl_wang_options *options, double relative) {
  pl_material *material = material_of(ctx, table, options), *loaded;
  char path[1024];
  snprintf(path, sizeof path, "%s/cloth.json", test_folder());
  REQUIRE(pl_material_save(ctx, path, material) == PL_OK);
  REQUIRE(pl_material_load(ctx, path, &loaded) == PL_OK);
  CHECK_TEXT(loaded->note, material->note);
  pl_wang_table back, file;
  REQUIRE(pl_wang_table_of(loaded, options, &back) == PL_OK);
  snprintf(path, sizeof path, "%s/table.json", test_folder());
  REQUIRE(pl_wang_save(ctx, path, &back) == PL_OK);
  REQUIRE(pl_wang_load(ctx, path, &file) == PL_OK);
  CHECK(file.density == table->density);
  for (int i = 0; i < PL_WANG_POINT; i++)
    for (int j = 0; j < PL_WANG_COMPONENT; j++) CHECK_CLOSE(file.stretching[i][j], table->stretching[i][j], relative);
  CHECK(memcmp(file.bending, table->bending, sizeof file.bending) == 0);
  pl_material_destroy(material);
  pl_material_destroy(loaded);
}

TEST(wang_round_trip_through_files) {
  pl_context *ctx = pl_context_create(NULL);
  pl_wang_table table = made_up();
  check_round_trip(ctx, &table, &(pl_wang_options){1, false, 1.0 / 6}, 0);
  check_round_trip(ctx, &table, &(pl_wang_options){2, true, 1.0 / 6}, 0);
  check_round_trip(ctx, &table, &(pl_wang_options){3.7, false, 0.2}, 3e-16);
  pl_context_destroy(ctx);
}

// The published files, read where they are: non-commercial, so none is in the project. Seven of the ten fabrics have negative entries.
TEST(wang_published_files) {
  static const struct {
    const char *name;
    bool negative;
  } files[] = {
      {"11oz-black-denim", false},  {"camel-ponte-roma", true},  {"gray-interlock", true}, {"ivory-rib-knit", true},
      {"navy-sparkle-sweat", true}, {"pink-ribbon-brown", true}, {"royal-target", false},  {"tango-red-jet-set", true},
      {"white-dots-on-blk", false}, {"white-swim-solid", true},  {"paper", false},         {"aluminium", false},
  };
  const char *data = test_shared_data();
  if (!data) {
    test_skip("no shared data");
    return;
  }
  pl_context *ctx = pl_context_create(NULL);
  int flagged = 0;
  for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
    char path[1024];
    snprintf(path, sizeof path, "%s/arcsim-wang2011/%s.json", data, files[i].name);
    if (!pl_file_exists(path)) {
      test_skip("no shared data");
      break;
    }
    pl_wang_table table;
    REQUIRE(pl_wang_load(ctx, path, &table) == PL_OK);
    check_round_trip(ctx, &table, &(pl_wang_options){1, false, 1.0 / 6}, 0);
    check_round_trip(ctx, &table, &(pl_wang_options){2, true, 1.0 / 6}, 0);
    pl_wang_options options = pl_wang_options_default();
    pl_material *material = material_of(ctx, &table, &options);
    pl_polar_scan scan = pl_polar_scan_term(material, &material->term[0]);
    CHECK((scan.n_negative > 0) == files[i].negative);
    flagged += scan.n_negative > 0;
    if (strcmp(files[i].name, "gray-interlock") == 0) {
      CHECK(scan.n_negative == 3 && scan.lowest == -174.43853 && scan.smallest <= scan.lowest);
      CHECK_NEAR(scan.direction, 0.75 * quarter_turn, 1e-12);
    }
    pl_material_destroy(material);
  }
  CHECK(flagged == 7 || flagged == 0);
  pl_context_destroy(ctx);
}

// ---- what is refused ----

#define ROWS5 "[1,2,3,4],\n[1,2,3,4],\n[1,2,3,4],\n[1,2,3,4],\n[1,2,3,4]"
#define BEND "\"bending\": [[1,2,3,4,5],[1,2,3,4,5],[1,2,3,4,5]]"

TEST(wang_bad_files) {
  static const struct {
    const char *text;
    int line;
    const char *key, *message;
  } files[] = {
      {"{\"density\": 0.2,\n\"stretching\": [" ROWS5 "],\n" BEND "}", 2, "stretching", "[material.rows-expected]|5|6|0|22.5"},
      {"{\"density\": 0.2,\n\"stretching\": [[1,2,3,4],\n[1,2,3],\n" ROWS5 "],\n" BEND "}", 2, "stretching", "7 rows, expected 6"},
      {"{\"density\": 0.2,\n\"stretching\": [" ROWS5 ",\n[1,2,3]],\n" BEND "}", 7, "stretching[5]",
       "[material.numbers-row-expected-2]|3|4|11|12|22|33"},
      {"{\"density\": 0.2,\n\"stretching\": [" ROWS5 ",\n[1,2,3,4,5]],\n" BEND "}", 7, "stretching[5]",
       "[material.numbers-row-expected-2]|5|4"},
      {"{\"density\": 0.2,\n\"stretching\": [" ROWS5 ",\n[1,2,\"3 N/m\",4]],\n" BEND "}", 7, "stretching[5][2]",
       "[material.not-number-expected-stiffness]"},
      {"{\"density\": 0.2,\n\"stretching\": [" ROWS5 ",\n[1,2,null,4]],\n" BEND "}", 7, "stretching[5][2]", "plain numbers"},
      {"{\"density\": 0.2,\n\"stretching\": [" ROWS5 ",\n7],\n" BEND "}", 7, "stretching[5]", "[material.not-row-numbers]|4"},
      {"{\"density\": 0.2,\n\"stretching\": {},\n" BEND "}", 2, "stretching", "[json.expected]"},
      {"{\"density\": 0.2,\n\"stretching\": [" ROWS5 ",\n[1,2,3,4]],\n\"bending\": [[1,2,3,4,5],[1,2,3,4,5]]}", 8, "bending",
       "[material.rows-expected]|2|3|0|45|90 degrees"},
      {"{\"density\": 0.2,\n\"stretching\": [" ROWS5 ",\n[1,2,3,4]],\n\"bending\": [[1,2,3,4,5],[1,2,3,4,5],\n[1,2,3,4]]}", 9, "bending[2]",
       "[material.numbers-row-expected-2]|4|5|0|10|15|20"},
      {"{\"density\": 0.2,\n\"stretching\": [" ROWS5 ",\n[1,2,3,4]],\n\"bending\": [[1,2,3,4,5],[1,2,3,4,5],\n[1,2,3,4,true]]}", 9,
       "bending[2][4]", "[material.not-number-expected-stiffness]"},
      {"{\"density\": 0.2,\n\"stretching\": [" ROWS5 ",\n[1,2,3,4]]}", 1, "", "missing field \"bending\""},
      {"{\"density\": 0.2,\n" BEND "}", 1, "", "missing field \"stretching\""},
      {"{\n\"stretching\": [" ROWS5 ",\n[1,2,3,4]],\n" BEND "}", 1, "", "missing field \"density\""},
      {"{\n\"density\": \"200 g/m^2\", \"stretching\": [" ROWS5 ",\n[1,2,3,4]],\n" BEND "}", 2, "density", "[json.expected]"},
      {"{\n\"density\": -0.2, \"stretching\": [" ROWS5 ",\n[1,2,3,4]],\n" BEND "}", 2, "density", "[material.density-kg-must-lie]"},
      {"{\"density\": 0.2,\n\"stretching\": [" ROWS5 ",\n[1,2,3,4]],\n" BEND ",\n\"densty\": 1}", 9, "densty",
       "[json.unknown-key]|\"density\""},
      {"[1, 2]", 1, "", "[json.expected]"},
      {"{\"pliant\": \"material 1\", \"name\": \"m\"}", 1, "", "[material.file-pliant-own]"},
  };
  pl_context *ctx = pl_context_create(NULL);
  for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
    char path[1024], line[2300];
    snprintf(path, sizeof path, "%s/bad.json", test_folder());
    REQUIRE(pl_file_write(ctx, path, files[i].text, strlen(files[i].text)) == PL_OK);
    pl_wang_table table;
    pl_context_clear_error(ctx);
    CHECK(pl_wang_load(ctx, path, &table) == PL_ERROR_INPUT);
    const pl_error *e = pl_context_error(ctx);
    said_error_format(e, line, sizeof line);
    CHECK_CONTAINS(line, files[i].message);
    CHECK_CONTAINS(e->file, "bad.json");
    if (e->line != files[i].line) test_fail(__FILE__, __LINE__, "line %d, expected %d: %s", e->line, files[i].line, line);
    if (files[i].key[0]) CHECK_TEXT(e->key, files[i].key);
    if (!e->hint[0] && !strstr(e->message, "expected")) test_fail(__FILE__, __LINE__, "no remedy in \"%s\"", line);
  }
  // beginnings of a good file
  static const char good[] = "{\"density\": 0.2,\n\"stretching\": [" ROWS5 ",\n[1,2,3,4]],\n" BEND "}";
  for (size_t n = (sizeof good - 1) % 5; n < sizeof good; n += 5) {
    char path[1024];
    pl_wang_table table;
    snprintf(path, sizeof path, "%s/cut.json", test_folder());
    pl_context_clear_error(ctx);
    REQUIRE(pl_file_write(ctx, path, good, n) == PL_OK);
    CHECK((pl_wang_load(ctx, path, &table) == PL_OK) == (n == sizeof good - 1));
  }
  pl_context_destroy(ctx);
}

#define MATERIAL(terms) "{\"pliant\": \"material 1\", \"name\": \"other\", \"density\": \"100 g/m^2\", \"terms\": [" terms "]}"
#define RING(radius, angles)                                                                      \
  "{\"name\": \"stretch\", \"strain\": \"green\", \"law\": \"polar-tensor\", \"radii\": [" radius \
  "], \"angles\": {\"unit\": \"deg\", \"values\": [" angles "]}}"
#define STRETCH RING("0.16666666666666666", "0, 22.5, 45, 67.5, 90")
#define FOLD(name, elements, more, knots)                                                                           \
  ", {\"name\": \"" name "\", \"strain\": \"fold\", \"elements\": " elements ", \"law\": \"stiffness-spline\"" more \
  ", \"knots\": {\"unit\": \"1/m\", "                                                                               \
  "\"values\": [" knots "]}}"
#define FILE_KNOTS "0, 5, 10, 15, 20"
#define BENDS FOLD("a", "\"0\"", ", \"degree\": 1", FILE_KNOTS) FOLD("b", "\"45\"", ", \"degree\": 1", FILE_KNOTS)
#define LAST FOLD("c", "\"90\"", ", \"degree\": 1", FILE_KNOTS)

TEST(wang_export_refuses_other_materials) {
  static const struct {
    const char *text, *message;
  } materials[] = {
      {MATERIAL(STRETCH BENDS LAST), ""},
      {MATERIAL(STRETCH BENDS), " the elements \"90\" of fold"},
      {MATERIAL("{\"name\": \"h\", \"strain\": \"hinge\", \"law\": \"linear\"}"), " its term \"h\", a linear"},
      {MATERIAL(STRETCH BENDS LAST ", {\"name\": \"d\", \"strain\": \"fold\", \"law\": \"linear\", \"rate\": true}"),
       "[wang.no-place]|\"d\"|fold rates"},
      {MATERIAL(RING("0.1", "0, 22.5, 45, 67.5, 90") BENDS LAST), " the extension 0.1, not at 0.1666"},
      {MATERIAL(RING("0.16666666666666666", "0, 45, 90") BENDS LAST), " its term \"stretch\""},
      {MATERIAL(RING("0.1, 0.16666666666666666", "0, 22.5, 45, 67.5, 90") BENDS LAST), "the 11 points"},
      {MATERIAL(STRETCH BENDS FOLD("c", "\"90\"", "", FILE_KNOTS)), "\"c\" has no"},
      {MATERIAL(STRETCH BENDS FOLD("c", "\"90\"", ", \"degree\": 1", "0, 5, 10, 15")), "\"c\" has no"},
      {MATERIAL(STRETCH BENDS FOLD("c", "[\"45\", \"90\"]", ", \"degree\": 1", FILE_KNOTS)), "\"c\" is not"},
      {MATERIAL(STRETCH BENDS FOLD("c", "\"45\"", ", \"degree\": 1", FILE_KNOTS)), "\"c\" is not"},
      {MATERIAL("{\"name\": \"x\", \"strain\": \"fold\", \"elements\": \"90\", \"law\": \"stiffness-spline\", \"degree\": 1, \"knots\": "
                "{\"unit\": "
                "\"1/m\", \"values\": [" FILE_KNOTS "]}}" BENDS),
       "[wang.no-stretching]"},
      {"{\"pliant\": \"material 1\", \"name\": \"other\", \"terms\": [" STRETCH BENDS LAST "]}", "[wang.no-density]"},
  };
  pl_context *ctx = pl_context_create(NULL);
  pl_wang_options options = pl_wang_options_default();
  pl_wang_table table;
  char line[2300];
  for (size_t i = 0; i < sizeof materials / sizeof materials[0]; i++) {
    pl_material *material;
    pl_context_clear_error(ctx);
    REQUIRE(pl_material_parse(ctx, "m", materials[i].text, strlen(materials[i].text), &material) == PL_OK);
    CHECK(pl_wang_table_of(material, &options, &table) == (i == 0 ? PL_OK : PL_ERROR_INPUT));
    said_error_format(pl_context_error(ctx), line, sizeof line);
    if (i > 0) CHECK_CONTAINS(line, materials[i].message);
    if (i > 0) CHECK(pl_context_error(ctx)->hint[0] != 0);
    pl_material_destroy(material);
  }
  // a rule for negative values that the options do not state
  pl_wang_table own = made_up();
  pl_material *material = material_of(ctx, &own, &(pl_wang_options){1, true, 1.0 / 6});
  pl_context_clear_error(ctx);
  CHECK(pl_wang_table_of(material, &options, &table) == PL_ERROR_INPUT);
  said_error_format(pl_context_error(ctx), line, sizeof line);
  CHECK_CONTAINS(line, "[wang.negative]|as zero");
  pl_material_destroy(material);
  // bending below zero has no such rule; kept, it is no problem
  own.bending[1][2] = -1e-6;
  pl_context_clear_error(ctx);
  CHECK(pl_wang_material(ctx, "m", "m.json", &own, &(pl_wang_options){1, true, 1.0 / 6}, &material) == PL_ERROR_INPUT && !material);
  said_error_format(pl_context_error(ctx), line, sizeof line);
  CHECK_CONTAINS(line, "[material.row-column-negative-values]|2|3|-1|-06 N");
  pl_context_clear_error(ctx);
  check_round_trip(ctx, &own, &options, 0);
  CHECK(pl_wang_material(ctx, "m", "m.json", &own, &(pl_wang_options){0, false, 1.0 / 6}, &material) == PL_ERROR_USAGE && !material);
  pl_context_clear_error(ctx);
  CHECK(pl_wang_material(ctx, "m", "m.json", &own, &(pl_wang_options){1, false, -1}, &material) == PL_ERROR_USAGE && !material);
  pl_context_destroy(ctx);
}

// ---- the field of tensors ----

TEST(polar_field_interpolates_the_points) {
  pl_context *ctx = pl_context_create(NULL);
  pl_wang_table table = made_up();
  table.stretching[3][3] = -50;  // c33 at 45 degrees
  for (int zero = 0; zero < 2; zero++) {
    pl_material *material = material_of(ctx, &table, &(pl_wang_options){1, zero, 1.0 / 6});
    const pl_term *term = &material->term[0];
    double c[PL_POLAR_MAX_COMPONENT];
    for (int i = 0; i < 5; i++)
      for (int j = 0; j < 4; j++) {
        double outer = table.stretching[1 + i][j], inner = table.stretching[0][j], middle = 0.75 * inner + 0.25 * outer;
        pl_polar_field(material, term, 1.0 / 6, quarter_turn * i / 4, c);
        CHECK_NEAR(c[j], zero ? fmax(outer, 0) : outer, 1e-12 * 200);
        pl_polar_field(material, term, 0.3, quarter_turn * i / 4, c);  // held beyond
        CHECK_NEAR(c[j], zero ? fmax(outer, 0) : outer, 1e-12 * 200);
        pl_polar_field(material, term, 0.25 / 6, quarter_turn * i / 4, c);
        CHECK_NEAR(c[j], zero ? fmax(middle, 0) : middle, 1e-12 * 200);
        pl_polar_field(material, term, 0, quarter_turn * i / 4, c);
        CHECK_NEAR(c[j], zero ? fmax(inner, 0) : inner, 1e-12 * 200);
        CHECK(c[4] == 0 && c[5] == 0);
      }
    pl_polar_field(material, term, 1.0 / 6, quarter_turn * 3.0 / 8, c);  // half-way between 22.5 and 45 degrees
    CHECK_NEAR(c[0], 0.5 * (table.stretching[2][0] + table.stretching[3][0]), 1e-12 * 200);
    pl_polar_scan scan = pl_polar_scan_term(material, term);
    CHECK(scan.n_entry == 24 && scan.n_negative == 2 && scan.lowest == -50 && scan.lowest_index == 3 * 4 + 3);
    if (zero) {
      CHECK(scan.smallest == 0 && scan.n_indefinite > 0);
    } else {
      CHECK_NEAR(scan.smallest, -50, 1e-9);
      CHECK_NEAR(scan.extension, 1.0 / 6, 1e-12);
      CHECK_NEAR(scan.direction, 0.5 * quarter_turn, 1e-12);
    }
    CHECK(scan.n_indefinite < scan.n_sample && scan.n_sample == 1 + 16 * (16 * 4 + 1));
    pl_material_destroy(material);
  }
  pl_context_destroy(ctx);
}

// Eigenvalues of C on tensors e = (e_uu, e_vv, e_uv). The work is e : sigma = c11 e_uu^2 + 2 c12 e_uu e_vv + c22 e_vv^2 + 2 c33 e_uv^2.
// Shear coupling adds 2 c13 e_uu e_uv + 2 c23 e_vv e_uv. The norm is e_uu^2 + e_vv^2 + 2 e_uv^2. The smallest quotient over a fine sphere
// is the eigenvalue.
TEST(polar_smallest_eigenvalue_is_the_least_work) {
  static const double tensors[][6] = {{3, 1, 5, 2, 0, 0}, {1, 3, 2, 4, 0, 0}, {4, 0, 4, -1, 0, 0}, {5, 1, 6, 2, 3, -2}};
  for (int i = 0; i < 4; i++) {
    const double *c = tensors[i];
    double least = INFINITY;
    for (int a = 0; a <= 400; a++)
      for (int b = 0; b <= 800; b++) {
        double p = quarter_turn * 2 * a / 400, q = quarter_turn * 4 * b / 800;
        double e[3] = {sin(p) * cos(q), sin(p) * sin(q), cos(p) * sqrt(0.5)};
        least = fmin(least, c[0] * e[0] * e[0] + 2 * c[1] * e[0] * e[1] + c[2] * e[1] * e[1] + 2 * c[3] * e[2] * e[2] +
                                2 * c[4] * e[0] * e[2] + 2 * c[5] * e[1] * e[2]);
      }
    CHECK_NEAR(pl_polar_smallest(c), least, 2e-3);
    CHECK(pl_polar_smallest(c) <= least + 1e-12);
  }
}

// Any scheme can be drawn, also half a turn with six components, and the origin alone.
TEST(material_plot_of_any_scheme) {
  static const char *const materials[] = {
      MATERIAL("{\"name\": \"s\", \"strain\": \"green\", \"law\": \"polar-tensor\", \"radii\": []}"),
      MATERIAL("{\"name\": \"s\", \"strain\": \"green\", \"law\": \"polar-tensor\", \"radii\": [0.05, 0.1], \"shear-coupling\": true, "
               "\"angles\": {\"unit\": "
               "\"deg\", \"values\": [0, 30, 60, 90, 120, 150]}}"),
      MATERIAL("{\"name\": \"b\", \"strain\": \"fold\", \"law\": \"stiffness-spline\", \"knots\": [\"0 1/m\", \"7 1/m\"]}")};
  static const int marks[] = {5, 7 * 13, 0};
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  for (int i = 0; i < 3; i++) {
    pl_material *material;
    REQUIRE(pl_material_parse(ctx, "m", materials[i], strlen(materials[i]), &material) == PL_OK);
    char path[1024], *text;
    size_t size;
    snprintf(path, sizeof path, "%s/m.svg", test_folder());
    REQUIRE(pl_material_plot(ctx, path, material) == PL_OK);
    REQUIRE(pl_file_read(arena, path, 1 << 24, &text, &size) == PL_OK);
    int n = 0;
    for (const char *at = text; (at = strstr(at, "class=\"mark\"")) != NULL; at++) n++;
    CHECK(n == marks[i]);
    CHECK(strstr(text, "nan") == NULL && strstr(text, "inf") == NULL);
    pl_material_destroy(material);
  }
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

// ---- failing memory ----

// Table to material to table to file and back, and the drawing.
static pl_status there_and_back(pl_context *ctx) {
  pl_wang_table table = made_up();
  pl_wang_options options = pl_wang_options_default();
  pl_material *material = NULL;
  char path[1024], drawing[1024];
  pl_status status;
  snprintf(path, sizeof path, "%s/table.json", test_folder());
  snprintf(drawing, sizeof drawing, "%s/cloth.svg", test_folder());
  PL_TRY_CLEAN(pl_wang_material(ctx, "cloth", "cloth.json", &table, &options, &material));
  PL_TRY_CLEAN(pl_wang_table_of(material, &options, &table));
  PL_TRY_CLEAN(pl_wang_save(ctx, path, &table));
  PL_TRY_CLEAN(pl_wang_load(ctx, path, &table));
  status = pl_material_plot(ctx, drawing, material);
cleanup:
  pl_material_destroy(material);
  return status;
}

TEST(wang_allocation_failures) {
  int fail_at = 0;
  for (bool met = true; met && fail_at < 2000;) {
    failing f = {.fail_at = ++fail_at};
    pl_context_options options = pl_context_options_default();
    options.allocate = failing_allocate;
    options.allocate_user = &f;
    pl_context *ctx = pl_context_create(&options);
    if (!ctx) continue;
    pl_status status = there_and_back(ctx);
    met = f.n_call >= fail_at;
    if (status != (met ? PL_ERROR_MEMORY : PL_OK)) test_fail(__FILE__, __LINE__, "allocation %d: %s", fail_at, pl_status_text(status));
    if (f.n_live != 1) test_fail(__FILE__, __LINE__, "allocation %d: %d blocks leak", fail_at, f.n_live - 1);
    pl_context_destroy(ctx);
  }
  CHECK(fail_at > 50 && fail_at < 2000);
}

// Bending by curvatures goes into a table with the same moments at its knots, by cut; friction has no place in it.
TEST(wang_table_of_a_plate) {
  pl_context *ctx = pl_context_create(NULL);
  const pl_wang_table table = made_up();
  const pl_wang_options options = pl_wang_options_default();
  pl_material *folds = material_of(ctx, &table, &options), *bends, *cloth;
  pl_wang_table out;
  REQUIRE(pl_material_create(ctx, "plate", 0.187, &bends) == PL_OK);
  REQUIRE(pl_material_add_term(bends,
                               "{\"name\": \"bend\", \"strain\": \"curvature\", \"law\": \"orthotropic\", \"parameters\": {\"unit\": "
                               "\"uN m\", \"values\": [16, 1, 7, 4]}}") == PL_OK);
  REQUIRE(pl_material_add_term(bends, "{\"name\": \"friction\", \"strain\": \"curvature\", \"values\": [\"warp\"], \"law\": \"dahl\", "
                                      "\"parameters\": {\"a\": \"1 mN\", \"b\": \"0 N*m\", \"tau\": \"2 1/m\"}}") == PL_OK);
  REQUIRE(pl_material_finish(bends) == PL_OK);
  REQUIRE(pl_material_combine(ctx, folds, bends, &cloth) == PL_OK);
  REQUIRE(pl_wang_table_of(cloth, &options, &out) == PL_OK);
  const double rigidity[PL_WANG_DIRECTION] = {7e-6, 1e-6 * (0.25 * 23 + 0.5 * (1 + 8)), 16e-6};
  for (int i = 0; i < PL_WANG_DIRECTION; i++)
    for (int j = 0; j < PL_WANG_BEND; j++) CHECK_CLOSE(out.bending[i][j], 4 * rigidity[i], 1e-12);
  pl_material_destroy(cloth);
  pl_material_destroy(bends);
  pl_material_destroy(folds);
  pl_context_destroy(ctx);
}
