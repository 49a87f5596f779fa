// test_prony.c: relaxation of a term in a material file: read, written, copied, refused.
#include "material/material.h"
#include "said.h"
#include "test.h"

#define HEAD "{\"pliant\": \"material 1\", \"name\": \"m\", \"terms\": ["
#define WARP(more) \
  "{\"name\": \"warp\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"linear\", \"parameters\": {\"k\": \"60 N/m\"}" more "}"
#define WEFT(more) \
  "{\"name\": \"weft\", \"strain\": \"green\", \"values\": [\"weft\"], \"law\": \"linear\", \"parameters\": {\"k\": \"40 N/m\"}" more "}"

static pl_status parse(pl_context *ctx, const char *text, pl_material **m) {
  return pl_material_parse(ctx, "m.json", text, strlen(text), m);
}

static void check_series(const pl_material *m) {
  REQUIRE(m->n_term == 2 && m->n_theta == 6);
  const pl_term *warp = &m->term[0], *weft = &m->term[1];
  CHECK(warp->n_prony == 2 && warp->prony == 1 && weft->n_prony == 2 && weft->prony == 1 && weft->theta == 5);
  CHECK(pl_term_owns_prony(warp) && !pl_term_owns_prony(weft) && pl_material_relaxes(m) && pl_material_remembers(m));
  CHECK_TEXT(m->parameter[4].name, "warp.tau2");
  const double expected[6] = {60, 0.25, 2, 0.2, 60, 40};
  for (int j = 0; j < 6; j++) CHECK_CLOSE(m->theta[j], expected[j], 1e-12);
  REQUIRE(m->sigma);
  CHECK_CLOSE(m->sigma[2], 0.1, 1e-12);
  CHECK(isnan(m->sigma[0]));
}

TEST(prony_survives_a_file) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *m, *again, *copy;
  REQUIRE(parse(ctx,
                HEAD WARP(", \"prony\": {\"g\": [0.25, 0.2], \"tau\": [\"2 s\", \"1 min\"], \"g-sigma\": [0.01, 0.02], "
                          "\"tau-sigma\": [\"0.1 s\", \"3 s\"]}") "," WEFT(", \"prony\": \"warp\"") "]}",
                &m) == PL_OK);
  check_series(m);
  pl_json_writer *writer = pl_json_writer_create(ctx);
  pl_material_write(m, writer);
  REQUIRE(parse(ctx, pl_json_writer_text(writer), &again) == PL_OK);
  check_series(again);
  REQUIRE(pl_material_copy(m, &copy) == PL_OK);
  check_series(copy);
  pl_json_writer_destroy(writer);
  pl_material_destroy(m), pl_material_destroy(again), pl_material_destroy(copy);
  pl_context_destroy(ctx);
}

// Series are added to an elastic material: one for both terms, or one each.
TEST(prony_is_added) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *m, *with;
  REQUIRE(parse(ctx, HEAD WARP("") "," WEFT("") "]}", &m) == PL_OK);
  CHECK(!pl_material_relaxes(m));
  REQUIRE(pl_material_with_prony(m, (int[]){2, 0}, (int[]){0, 0}, &with) == PL_OK);
  CHECK(with->n_theta == 6 && with->term[1].prony == 1 && with->theta[5] == 40);
  pl_material_destroy(with);
  REQUIRE(pl_material_with_prony(m, (int[]){0, 1}, (int[]){-1, 1}, &with) == PL_OK);
  CHECK(with->n_theta == 4 && with->term[0].n_prony == 0 && with->term[1].prony == 2);
  pl_material_destroy(with);
  pl_material_destroy(m);
  pl_context_destroy(ctx);
}

TEST(prony_that_is_wrong_is_refused) {
  static const char *const wrong[][2] = {
      {", \"prony\": {\"g\": [0.2, 0.1], \"tau\": [\"9 s\", \"1 s\"]}", "[material.prony-order]"},
      {", \"prony\": {\"g\": [0.2, 0.1], \"tau\": [\"9 s\"]}", "[material.prony-count]"},
      {", \"prony\": {\"g\": [0.2]}", "[material.prony-half]"},
      {", \"prony\": \"shear\"", "[material.prony-other]"},
      {", \"prony\": {\"g\": [-0.2], \"tau\": [\"9 s\"]}", "warp.g1 = -0.2"},
      {", \"prony\": {\"g\": [0.2], \"tau\": [\"9 N\"]}", "tau"},
      {", \"prony\": {\"g\": [0.2], \"tau\": [\"9 s\"], \"time\": 3}", "time"},
      {", \"rate\": true, \"prony\": {\"g\": [0.2], \"tau\": [\"9 s\"]}", "[material.prony-not-elastic]"}};
  pl_context *ctx = pl_context_create(NULL);
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    char text[600];
    pl_material *m = NULL;
    snprintf(text, sizeof text, "%s{\"name\": \"warp\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"linear\"%s}]}", HEAD,
             wrong[i][0]);
    CHECK(parse(ctx, text, &m) != PL_OK);
    CHECK_CONTAINS(said_error(ctx), wrong[i][1]);
    pl_context_clear_error(ctx);
  }
  pl_context_destroy(ctx);
}

// dpsi/dI1 of a neo-Hookean body is constant: a hereditary integral over it would decay without any motion, or never.
TEST(prony_of_invariants_is_refused) {
  static const char *const strain[] = {"invariants", "isochoric", "principal3"};
  static const char *const law[] = {"neo-hookean", "neo-hookean", "ogden"};
  pl_context *ctx = pl_context_create(NULL);
  for (int i = 0; i < 3; i++) {
    char text[400];
    pl_material *m = NULL;
    snprintf(text, sizeof text,
             "%s{\"name\": \"rubber\", \"strain\": \"%s\", \"law\": \"%s\", \"prony\": {\"g\": [0.2], \"tau\": [\"9 s\"]}}]}", HEAD,
             strain[i], law[i]);
    CHECK(parse(ctx, text, &m) == PL_ERROR_INPUT);
    CHECK_CONTAINS(said_error(ctx), "[material.prony-rest-stress]");
  }
  pl_context_destroy(ctx);
}
