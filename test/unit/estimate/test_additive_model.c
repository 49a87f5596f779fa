// test_additive_model.c: levels of the additive model: what raising, refining and lowering an addend does to the energy.
#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "estimate/model/additive_model.h"
#include "test.h"

static pl_additive_shape some_shape(void) {
  pl_additive_shape shape;
  pl_additive_start(&shape, 500, 0.25, 2e-6);
  double range[3][2] = {{-0.03, 0.2}, {-0.09, 0.1}, {-0.15, 0.2}};
  memcpy(shape.range, range, sizeof range);
  return shape;
}

static pl_material *made(pl_context *ctx, const pl_additive_shape *shape) {
  pl_material *material;
  REQUIRE(pl_additive_material(ctx, "m", 0.2, shape, &material) == PL_OK);
  return material;
}

// Largest difference of the two energies over random strains, far beyond the control strains too, relative to the largest energy.
static double apart(pl_context *ctx, const pl_additive_shape *a, const pl_additive_shape *b) {
  pl_material *m[2] = {made(ctx, a), made(ctx, b)};
  pl_rng rng;
  pl_rng_init(&rng, 3);
  double worst = 0, largest = 0;
  for (int i = 0; i < 500; i++) {
    double s[PL_STRAIN_MAX_VALUE] = {0}, psi[2], t[PL_STRAIN_MAX_VALUE], k[PL_STRAIN_MAX_VALUE * PL_STRAIN_MAX_VALUE];
    for (int c = 0; c < 3; c++) s[c] = 0.8 * pl_rng_uniform(&rng) - 0.4;
    for (int c = 0; c < 2; c++) pl_material_eval(m[c], pl_strain_find("green"), NULL, s, &psi[c], t, k);
    worst = fmax(worst, fabs(psi[0] - psi[1]));
    largest = fmax(largest, fabs(psi[0]));
  }
  for (int c = 0; c < 2; c++) pl_material_destroy(m[c]);
  return worst / largest;
}

static void shuffle(pl_additive_shape *shape, uint64_t seed) {
  pl_rng rng;
  pl_rng_init(&rng, seed);
  for (int s = 0; s < PL_SLOTS; s++)
    for (int j = 0; j < pl_additive_values_of(&shape->addend[s]); j++)
      shape->addend[s].value[j] = s <= PL_SLOT_SHEAR ? 100 + 400 * pl_rng_uniform(&rng) : 100 * pl_rng_uniform(&rng) - 50;
}

TEST(additive_stages_start_where_the_last_one_ended) {
  pl_context *ctx = pl_context_create(NULL);
  pl_additive_shape shape = some_shape();
  for (int stage = PL_ADDITIVE_ANISOTROPIC; stage < PL_ADDITIVE_STAGES; stage++) {
    pl_additive_shape before = shape;
    pl_additive_raise(&shape, (pl_additive_stage)stage);
    CHECK_LESS(apart(ctx, &before, &shape), 1e-13);
    shuffle(&shape, (uint64_t)stage);  // from an uneven answer the next stage starts as exactly
  }
  pl_additive_shape before = shape;
  pl_additive_points(&shape, 5);
  CHECK(pl_additive_values_of(&shape.addend[PL_SLOT_SHEAR]) > pl_additive_values_of(&before.addend[PL_SLOT_SHEAR]));
  CHECK_LESS(apart(ctx, &before, &shape), 1e-13);
  pl_context_destroy(ctx);
}

TEST(additive_compression_has_its_own_control_strains) {
  pl_additive_shape shape = some_shape();
  pl_additive_raise(&shape, PL_ADDITIVE_ASYMMETRIC);
  // warp was compressed to 0.03 and pulled to 0.2: that limit is a separate control strain, and values beyond it are fixed
  const pl_additive_addend *warp = &shape.addend[PL_SLOT_WARP];
  static const double knot[6] = {-0.2, -0.1, -0.03, 0, 0.1, 0.2};
  static const bool held[6] = {true, true, false, false, false, false};
  CHECK(warp->n[0] == 6);
  for (int i = 0; i < 6; i++) {
    CHECK_NEAR(warp->knot[0][i], knot[i], 1e-15);
    CHECK(warp->held[i] == held[i]);
  }
  // weft went as far both ways, so the mirrored control strains serve
  const pl_additive_addend *weft = &shape.addend[PL_SLOT_WEFT];
  CHECK(weft->n[0] == 5);
  for (int i = 0; i < 5; i++) CHECK(!weft->held[i]);
  // shear one way only: it stays even
  shape.range[PL_SLOT_SHEAR][0] = -0.02;
  CHECK(!pl_additive_two_sided(&shape, PL_SLOT_SHEAR));
  pl_additive_raise(&shape, PL_ADDITIVE_ASYMMETRIC);
  CHECK(shape.addend[PL_SLOT_SHEAR].level == PL_LEVEL_CURVED);
}

// Friction stands beside the addends, also beside the one term of StVK, and changes nothing about the energy.
TEST(additive_friction_survives_the_material) {
  pl_context *ctx = pl_context_create(NULL);
  for (int kind = 0; kind < 2; kind++) {
    pl_additive_shape shape = some_shape(), read;
    pl_additive_raise(&shape, kind ? PL_ADDITIVE_STVK : PL_ADDITIVE_ASYMMETRIC);
    pl_material *elastic = made(ctx, &shape);
    shape.friction_kind = kind ? PL_FRICTION_CONSTANT : PL_FRICTION_DAHL;
    shape.friction[1] = (pl_additive_friction){true, {3, 0.2, 0.02}, {1, 0.1, 0.05}};
    pl_material *material = made(ctx, &shape);
    read = shape;
    memset(read.friction[1].value, 0, sizeof read.friction[1].value);
    memset(read.friction[1].scale, 0, sizeof read.friction[1].scale);
    pl_additive_values(material, &read);
    CHECK(material->n_term == elastic->n_term + 1 && pl_material_remembers(material));
    for (int j = 0; j < (kind ? 2 : 3); j++) {
      CHECK(read.friction[1].value[j] == shape.friction[1].value[j]);
      CHECK(read.friction[1].scale[j] == shape.friction[1].scale[j]);
    }
    const double s[3] = {0.05, -0.02, 0.1};
    double psi[2], t[2][3], k[2][9];
    pl_material_eval(elastic, pl_strain_find("green"), NULL, s, &psi[0], t[0], k[0]);
    pl_material_eval(material, pl_strain_find("green"), NULL, s, &psi[1], t[1], k[1]);
    CHECK(psi[0] == psi[1] && memcmp(k[0], k[1], sizeof k[0]) == 0);
    const pl_term *beside, *friction = pl_material_term(material, "weft-friction");
    const double rest[3] = {0};
    pl_material_eval(elastic, pl_strain_find("green"), NULL, rest, &psi[0], t[0], k[0]);
    CHECK_CLOSE(pl_friction_stiffness(material, friction, &beside), k[0][4], 1e-12);
    CHECK_TEXT(beside->name, kind ? "membrane" : "weft");
    pl_material_destroy(material);
    pl_material_destroy(elastic);
  }
  pl_context_destroy(ctx);
}

TEST(additive_values_survive_the_material) {
  pl_context *ctx = pl_context_create(NULL);
  pl_additive_shape shape = some_shape(), read;
  pl_additive_raise(&shape, PL_ADDITIVE_ASYMMETRIC);
  shuffle(&shape, 9);
  pl_material *material = made(ctx, &shape);
  read = shape;
  for (int s = 0; s < PL_SLOTS; s++) memset(read.addend[s].value, 0, sizeof read.addend[s].value);
  pl_additive_values(material, &read);
  for (int s = 0; s < PL_SLOTS; s++)
    for (int j = 0; j < pl_additive_values_of(&shape.addend[s]); j++) CHECK_NEAR(read.addend[s].value[j], shape.addend[s].value[j], 0);
  pl_material_destroy(material);
  // levels: curves never vanish, pairs may
  CHECK(pl_additive_next(PL_SLOT_WARP, PL_LEVEL_CONSTANT, -1) == PL_LEVEL_CONSTANT);
  CHECK(pl_additive_next(PL_SLOT_AREA, PL_LEVEL_CONSTANT, -1) == PL_LEVEL_ABSENT);
  CHECK(pl_additive_next(PL_SLOT_AREA, PL_LEVEL_CONSTANT, 1) == PL_LEVEL_ASYMMETRIC);
  pl_context_destroy(ctx);
}
