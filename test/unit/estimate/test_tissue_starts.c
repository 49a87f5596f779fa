// test_tissue_starts.c: starts of tissue models differ, Fung's squared numbers can leave their bound, and models that are too large are refused.
#include <math.h>
#include <string.h>

#include "estimate/model/tissue_model.h"
#include "estimate/stage/starts.h"
#include "test.h"

static pl_tissue_guess guess_of(bool off_axis) {
  return (pl_tissue_guess){.sheet = true,
                           .incompressible = true,
                           .off_axis = off_axis,
                           .modulus = 100,
                           .c = {100, 30, 80, 20},
                           .strain = {0.2, 0.2, 0.1},
                           .invariant = 0.3,
                           .fourth = 0.4,
                           .segments = {1, 1}};
}

// Starts that differ by less would be fitted twice. Without off-axis tests an angle and its mirror image are the same start.
TEST(tissue_starts_are_different) {
  pl_context *ctx = pl_context_create(NULL);
  for (int i = 0; i < pl_tissue_count(); i++)
    for (int off_axis = 0; off_axis < 2; off_axis++) {
      const pl_tissue_row *row = pl_tissue_at(i);
      pl_tissue_guess g = guess_of(off_axis);
      pl_material *a, *b;
      REQUIRE(pl_tissue_build(ctx, "tissue", 0.1, PL_DIM_DENSITY, row, &g, &a) == PL_OK);
      REQUIRE(pl_tissue_build(ctx, "tissue", 0.1, PL_DIM_DENSITY, row, &g, &b) == PL_OK);
      int n = pl_tissue_starts(row, &g);
      for (int k = 0; k < n; k++)
        for (int l = 0; l < k; l++) {
          double apart = 0;
          row->start(&g, k, a);
          row->start(&g, l, b);
          for (int j = 0; j < a->n_theta; j++) apart = fmax(apart, fabs(a->theta[j] - b->theta[j]) / (1e-12 + fabs(a->theta[j])));
          if (!(apart > 0.1)) test_fail(__FILE__, __LINE__, "%s: starts %d and %d are the same", row->name, l, k);
        }
      pl_material_destroy(a);
      pl_material_destroy(b);
    }
  pl_context_destroy(ctx);
}

// b enters as b^2: at b = 0 no derivative says that it should grow. The bound is above 0, and its part of the exponent at most 1e-5.
TEST(tissue_squared_numbers_leave_their_bound) {
  pl_context *ctx = pl_context_create(NULL);
  pl_tissue_guess g = guess_of(true);
  pl_material *m;
  REQUIRE(pl_tissue_build(ctx, "tissue", 0.1, PL_DIM_DENSITY, pl_tissue_find("fung"), &g, &m) == PL_OK);
  int found = 0;
  for (int j = 0; j < m->n_theta; j++) {
    if (strncmp(m->parameter[j].name, "tissue.b", 8) != 0) continue;
    found++;
    CHECK(m->parameter[j].lower > 0);
    CHECK_LESS(pow(m->parameter[j].lower * 0.5 * g.fourth, 2), 1e-5);
    // the stress at the bound has a slope by b
    double s[3] = {0.2, 0.2, 0.1}, dt[PL_LAW_MAX_PARAM * PL_LAW_MAX_IN], largest = 0;
    m->theta[j] = m->parameter[j].lower;
    pl_law_theta_one(&m->term[0].law, m->theta, s, dt);
    for (int i = 0; i < 3; i++) largest = fmax(largest, fabs(dt[j * 3 + i]));
    CHECK(largest > 0);
  }
  CHECK(found == 3);
  pl_material_destroy(m);
  pl_context_destroy(ctx);
}

// More parameters than several starts have room for: an error with a remedy, not a stop of the program.
TEST(starts_refuse_large_models) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *m;
  REQUIRE(pl_material_create(ctx, "large", 0.1, &m) == PL_OK);
  for (int i = 0; i < 17; i++) {
    char text[200];
    snprintf(text, sizeof text, "{\"name\": \"t%d\", \"strain\": \"green\", \"law\": \"orthotropic\"}", i);
    REQUIRE(pl_material_add_term(m, text) == PL_OK);
  }
  REQUIRE(pl_material_finish(m) == PL_OK && m->n_theta == 68);
  CHECK(pl_starts_fits(ctx, m) == PL_ERROR_INPUT);
  CHECK(pl_context_error(ctx)->hint[0] != '\0');
  pl_material_destroy(m);
  pl_context_destroy(ctx);
}
