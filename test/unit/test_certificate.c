// What a material says about its own convexity.
#include "material/certificate.h"

#include "test.h"

static pl_material *make(pl_context *ctx, const char *cross, const char *more) {
  char text[2000];
  snprintf(text, sizeof text,
           "{\"pliant\": \"material 1\", \"name\": \"m\", \"density\": \"200 g/m^2\", \"terms\": ["
           "{\"name\": \"warp\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"convex-spline\", \"knots\": [0, 0.1], "
           "\"parameters\": {\"unit\": \"N/m\", \"values\": [400, 900]}},"
           "{\"name\": \"weft\", \"strain\": \"green\", \"values\": [\"weft\"], \"law\": \"linear\", \"parameters\": {\"unit\": \"N/m\", "
           "\"values\": [300]}},"
           "{\"name\": \"shear\", \"strain\": \"green\", \"values\": [\"shear\"], \"law\": \"linear\", \"parameters\": {\"unit\": \"N/m\", "
           "\"values\": [%s]}},"
           "{\"name\": \"area\", \"strain\": \"green\", \"values\": [\"warp\", \"weft\"], \"law\": \"cross\", \"parameters\": {\"unit\": "
           "\"N/m\", \"values\": [%s]}}%s]}",
           "70", cross, more);
  pl_material *material;
  REQUIRE(pl_material_parse(ctx, "m", text, strlen(text), &material) == PL_OK);
  return material;
}

TEST(certificate_tells_proof_from_samples) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  REQUIRE(arena != NULL);
  const pl_strain *green = pl_strain_find("green");
  pl_convexity c;
  pl_material *good = make(ctx, "100", ""), *bad = make(ctx, "500", "");
  REQUIRE(pl_material_certify(good, green, NULL, &c));
  CHECK(c.proven);
  CHECK_NEAR(c.smallest, 70, 1e-9);
  CHECK_CONTAINS(pl_material_certificate(arena, good, NULL),
                 "green: convex over the range, proven; smallest eigenvalue of the tangent 70 N/m at warp");
  // at rest 400 * 300 < 500^2; at warp 0.1 it is 900 * 300 > 500^2
  REQUIRE(pl_material_certify(bad, green, NULL, &c));
  CHECK(!c.proven);
  CHECK_NEAR(c.smallest, 350 - sqrt(50 * 50 + 500 * 500), 1e-9);
  CHECK_NEAR(c.where[0], 0, 1e-12);
  CHECK_CONTAINS(pl_material_certificate(arena, bad, NULL), "not convex over the range");
  // other parameters than the material's own
  bad->theta[4] = 100;
  REQUIRE(pl_material_certify(good, green, bad->theta, &c));
  CHECK(c.proven);
  pl_material_destroy(bad);
  pl_material_destroy(good);

  pl_material *sampled =
      make(ctx, "100",
           ", {\"name\": \"bump\", \"strain\": \"green\", \"values\": [\"shear\"], \"law\": \"rbf-1\", \"points\": [[0.3]], "
           "\"widths\": [0.1], \"parameters\": {\"unit\": \"N/m\", \"values\": [0.1]}}");
  REQUIRE(pl_material_certify(sampled, green, NULL, &c));
  CHECK(!c.proven && c.smallest > 0);
  CHECK_CONTAINS(pl_material_certificate(arena, sampled, NULL), "not proven between them");
  CHECK(!pl_material_polyconvex(sampled, NULL));
  pl_material_destroy(sampled);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

// Measures that are not 0 at rest: the range holds their value at rest, not 0.
TEST(certificate_starts_at_rest) {
  pl_context *ctx = pl_context_create(NULL);
  static const char text[] =
      "{\"pliant\": \"material 1\", \"name\": \"m\", \"terms\": [{\"name\": \"first\", \"strain\": \"principal\", \"values\": [\"max\"], "
      "\"law\": "
      "\"convex-spline\", \"knots\": [0, 1, 1.5], \"parameters\": {\"unit\": \"N/m\", \"values\": [5, 100, 300]}}, {\"name\": "
      "\"second\", \"strain\": \"principal\", \"values\": [\"min\"], \"law\": \"linear\", \"parameters\": {\"k\": \"200 N/m\"}}]}";
  pl_material *material;
  REQUIRE(pl_material_parse(ctx, "m", text, strlen(text), &material) == PL_OK);
  pl_term *first = &material->term[0];
  first->range[0][0] = 1.2, first->range[0][1] = 1.5;
  pl_convexity c;
  REQUIRE(pl_material_certify(material, first->strain, NULL, &c));
  CHECK(c.proven);
  CHECK_NEAR(c.smallest, 100, 1e-9);  // 5 N/m at a stretch of 0 are nobody's business
  CHECK_NEAR(c.where[0], 1, 1e-12);
  CHECK_NEAR(c.where[1], 1, 0.1 + 1e-12);
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}
