// test_tissue_model.c: what parameters of tissue models are, which their bounds follow.
#include "estimate/model/tissue_model.h"
#include "test.h"

static pl_material *build(pl_context *ctx, const char *name) {
  const pl_tissue_guess guess = {.sheet = true,
                                 .modulus = 1e3,
                                 .strain = {0.1, 0.1, 0.05},
                                 .invariant = 0.09,
                                 .fourth = 0.2,
                                 .segments = {2, 5},
                                 .incompressible = true};
  pl_material *material = NULL;
  REQUIRE(pl_tissue_build(ctx, name, 0.2, PL_DIM_NONE, pl_tissue_find(name), &guess, &material) == PL_OK);
  return material;
}

// Only factors within an exponential are bounded by it. The third value of a curve along fibres is called k2 like such a factor.
TEST(tissue_model_bounds_only_exponents) {
  pl_context *ctx = pl_context_create(NULL);
  for (int i = 0; i < pl_tissue_count(); i++) {
    pl_material *material = build(ctx, pl_tissue_at(i)->name);
    for (int j = 0; j < material->n_theta; j++) {
      const pl_parameter *p = &material->parameter[j];
      if (pl_tissue_is_modulus(p)) CHECK(p->upper == INFINITY);
      if (p->role == PL_ROLE_GROWTH) CHECK(isfinite(p->upper) && !pl_tissue_is_modulus(p));
    }
    pl_material_destroy(material);
  }
  pl_material *curves = build(ctx, "fibre-additive");
  CHECK(pl_material_parameter_index(curves, "fibres.k2") >= 0);
  pl_material_destroy(curves);
  pl_context_destroy(ctx);
}
