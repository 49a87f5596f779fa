// test_body_shape.c: levels of the additive model of a body: what raising and lowering an addend does to its energy and its numbers.
#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "estimate/model/body_shape.h"
#include "test.h"

static pl_body_shape some_shape(bool solid) {
  pl_body_guess guess = {.young = 50e3, .poisson = 0.35, .bend = 1e-5};
  for (int k = 0; k < 6; k++) guess.range[k][0] = -0.1, guess.range[k][1] = 0.15;
  guess.range[1][1] = 0.01;  // yy, weft: hardly stretched
  pl_body_shape shape;
  pl_body_shape_start(&shape, solid, &guess);
  return shape;
}

static double energy(pl_context *ctx, const pl_body_shape *shape, const double *s) {
  const pl_measurement measured = {.name = "m"};
  pl_material *material;
  REQUIRE(pl_body_shape_material(ctx, &measured, shape, 50e3, &material) == PL_OK);
  double psi, t[PL_STRAIN_MAX_VALUE], k[PL_STRAIN_MAX_VALUE * PL_STRAIN_MAX_VALUE];
  pl_material_eval(material, pl_strain_find(shape->solid ? "green3" : "green"), NULL, s, &psi, t, k);
  pl_material_destroy(material);
  return psi;
}

// The two energies agree at random strains, far beyond the control strains too.
static void check_alike(pl_context *ctx, const pl_body_shape *a, const pl_body_shape *b) {
  pl_rng rng;
  pl_rng_init(&rng, 5);
  for (int i = 0; i < 20; i++) {
    double s[PL_STRAIN_MAX_VALUE] = {0};
    for (int c = 0; c < (a->solid ? 6 : 3); c++) s[c] = 0.8 * pl_rng_uniform(&rng) - 0.4;
    CHECK_CLOSE(energy(ctx, a, s), energy(ctx, b, s), 1e-12);
  }
}

// Other numbers, and back from the material: the shape has them all.
static void shuffle(pl_context *ctx, pl_body_shape *shape, uint64_t seed) {
  const pl_measurement measured = {.name = "m"};
  double z[80], back[80];
  pl_rng rng;
  pl_rng_init(&rng, seed);
  pl_body_shape_get(shape, z);
  for (int k = 0; k < pl_body_shape_count(shape); k++) z[k] *= 0.8 + 0.4 * pl_rng_uniform(&rng);
  pl_body_shape_put(shape, z);
  pl_body_shape read = *shape;
  pl_material *material;
  REQUIRE(pl_body_shape_material(ctx, &measured, shape, 50e3, &material) == PL_OK);
  pl_body_shape_values(material, &read);
  pl_body_shape_get(&read, back);
  for (int k = 0; k < pl_body_shape_count(shape); k++) CHECK_CLOSE(back[k], z[k], 1e-12);
  pl_material_destroy(material);
}

TEST(body_shapes_rise_without_a_change) {
  pl_context *ctx = pl_context_create(NULL);
  for (int solid = 0; solid < 2; solid++) {
    pl_body_shape shape = some_shape(solid);
    int n_slot = pl_body_shape_slots(&shape);
    for (int round = 0; round < 3; round++)
      for (int s = n_slot; s >= 0; s--) {
        pl_body_shape before = shape, raised = shape;
        if (!pl_body_shape_change(&raised, 1u << s, 1)) continue;
        check_alike(ctx, &before, &raised);
        shape = raised;
        shuffle(ctx, &shape, (uint64_t)(10 * round + s));
      }
    pl_body_shape big = shape;
    pl_body_shape_raise(&big);
    CHECK(pl_body_shape_count(&big) == pl_body_shape_count(&shape));  // three rounds reach the highest level of all
    check_alike(ctx, &shape, &big);
    for (int s = 0; s <= n_slot; s++) {
      pl_body_shape higher = big;
      CHECK(!pl_body_shape_change(&higher, 1u << s, 1));
    }
  }
  pl_context_destroy(ctx);
}

static int count_after(pl_body_shape *shape, unsigned slots, int up) {
  return pl_body_shape_change(shape, slots, up) ? pl_body_shape_count(shape) : 0;
}

// Two numbers, one per family, one apart; the last two of a family are apart together, and only together tied again.
TEST(body_shapes_go_down_the_way_they_came) {
  enum { XX = 1, YY = 2, AXES = 1 << 9 };
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  pl_body_shape shape = some_shape(true), trial;
  CHECK(pl_body_shape_count(&shape) == 2);
  CHECK(count_after(&shape, XX, 1) == 4);
  CHECK(strcmp(pl_body_shape_words(arena, &shape), "xx, yy = zz, yz = xz = xy, yy-zz = xx-zz = xx-yy") == 0);
  CHECK(pl_body_shape_tied(&shape));
  CHECK(count_after(&shape, YY, 1) == 5 && !shape.tied[2]);
  trial = shape;
  CHECK(count_after(&trial, XX, -1) == 0);  // nothing to be tied to
  CHECK(count_after(&shape, XX | YY, -1) == 4 && shape.addend[0].value[0] == shape.addend[1].value[0]);
  trial = shape;
  CHECK(count_after(&trial, AXES, -1) == 0);
  CHECK(count_after(&shape, 4, -1) == 3);
  trial = shape;
  CHECK(count_after(&trial, AXES, 1) == 0);
  CHECK(count_after(&shape, AXES, -1) == 2 && shape.isotropic);
  CHECK(count_after(&shape, XX, -1) == 0);
  // curves where the strain goes, both sides apart where it goes to both
  shape = some_shape(true);
  CHECK(count_after(&shape, XX, 1) == 4 && count_after(&shape, XX, 1) == 6 && count_after(&shape, XX, 1) > 6);
  trial = shape;
  CHECK(count_after(&trial, XX, 1) == 0);
  CHECK(count_after(&shape, YY, 1) && count_after(&shape, YY, 1) && count_after(&shape, YY, 1) == 0);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}
