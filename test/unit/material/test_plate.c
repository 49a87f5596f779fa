// test_plate.c: a sheet bent to a cylinder: moments and rigidities by cut, in closed form, for each bending strain.
#include "material/plate.h"

#include <math.h>

#include "said.h"
#include "test.h"

#define DEGREE (3.14159265358979323846 / 180)

static pl_material *made(pl_context *ctx, int n, const char *const *term) {
  pl_material *material;
  REQUIRE(pl_material_create(ctx, "sheet", 0.2, &material) == PL_OK);
  for (int i = 0; i < n; i++) REQUIRE(pl_material_add_term(material, term[i]) == PL_OK);
  REQUIRE(pl_material_finish(material) == PL_OK);
  return material;
}

// B(cut) = D11 c^4 + 2 (D12 + 2 D66) c^2 s^2 + D22 s^4; the moment is B kappa.
TEST(plate_has_the_rigidities_of_its_four_numbers) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *material = made(ctx, 1,
                               (const char *const[]){"{\"name\": \"bend\", \"strain\": \"curvature\", \"law\": \"orthotropic\", "
                                                     "\"parameters\": {\"unit\": \"uN m\", \"values\": [16, 2, 7, 4]}}"});
  for (double cut = -90; cut <= 180; cut += 15) {
    double c = cos(cut * DEGREE), s = sin(cut * DEGREE), moment, rigidity;
    double exact = 1e-6 * (16 * pow(c, 4) + 2 * (2 + 2 * 4) * c * c * s * s + 7 * pow(s, 4));
    REQUIRE(pl_material_bending(material, cut, -30, &moment, &rigidity));
    CHECK_CLOSE(rigidity, exact, 1e-12);
    CHECK_CLOSE(moment, -30 * exact, 1e-12);
  }
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}

// Curves on single curvatures: M = c^2 f1(c^2 kappa) + s^2 f2(s^2 kappa) + 2cs f3(2cs kappa). Without the twist an oblique strip has no rigidity.
TEST(plate_of_single_curvatures) {
  static const char *const term[] = {
      "{\"name\": \"warp\", \"strain\": \"curvature\", \"values\": [\"warp\"], \"law\": \"convex-spline\", "
      "\"knots\": {\"unit\": \"1/m\", \"values\": [0, 40]}, \"parameters\": {\"unit\": \"uN m\", \"values\": [10, 2]}}",
      "{\"name\": \"weft\", \"strain\": \"curvature\", \"values\": [\"weft\"], \"law\": \"linear\", "
      "\"parameters\": {\"k\": \"5 uN m\"}}",
      "{\"name\": \"twist\", \"strain\": \"curvature\", \"values\": [\"twist\"], \"law\": \"linear\", "
      "\"parameters\": {\"k\": \"3 uN m\"}}"};
  pl_context *ctx = pl_context_create(NULL);
  pl_material *whole = made(ctx, 3, term), *part = made(ctx, 2, term);
  double moment, rigidity;
  REQUIRE(pl_material_bending(whole, 0, 40, &moment, &rigidity));
  CHECK_CLOSE(moment, 1e-6 * 40 * 6, 1e-12);  // the mean of 10 and 2
  CHECK_CLOSE(rigidity, 2e-6, 1e-12);
  REQUIRE(pl_material_bending(whole, 45, 40, &moment, &rigidity));
  CHECK_CLOSE(moment, 1e-6 * (0.5 * 20 * 8 + 0.5 * 20 * 5 + 40 * 3), 1e-12);
  CHECK_CLOSE(rigidity, 1e-6 * (0.25 * 6 + 0.25 * 5 + 3), 1e-12);
  CHECK(pl_material_bending(part, 90, 0, NULL, &rigidity) && fabs(rigidity - 5e-6) < 1e-18);
  CHECK(!pl_material_bending(part, 45, 0, NULL, &rigidity));
  CHECK(!pl_term_bends(&whole->term[2], 90) && pl_term_bends(&whole->term[2], 30));
  pl_material_destroy(whole);
  pl_material_destroy(part);
  pl_context_destroy(ctx);
}

// B = 3 k of hinges, whose stress is the moment; B = k/4 of folds, whose stress is twice the moment. Both know cuts at 0, 45, 90 degrees.
TEST(plate_of_hinges_and_folds) {
  static const char *const term[] = {
      "{\"name\": \"a\", \"strain\": \"hinge\", \"elements\": \"warp\", \"law\": \"quadratic\", \"parameters\": {\"k1\": \"4 uN m\", "
      "\"k2\": \"1e-8 N*m^2\"}}",
      "{\"name\": \"b\", \"strain\": \"fold\", \"elements\": \"0\", \"law\": \"linear\", \"parameters\": {\"k\": \"4 uN m\"}}"};
  pl_context *ctx = pl_context_create(NULL);
  pl_material *material = made(ctx, 2, term);
  double moment, rigidity;
  REQUIRE(pl_material_bending(material, 0, 10, &moment, &rigidity));
  CHECK_CLOSE(moment, (4e-6 + 1e-8 * 30) * 30, 1e-12);
  CHECK_CLOSE(rigidity, 3 * (4e-6 + 2e-8 * 30), 1e-12);
  REQUIRE(pl_material_bending(material, -90, 10, &moment, &rigidity));
  CHECK_CLOSE(rigidity, 1e-6, 1e-12);
  CHECK_CLOSE(moment, 1e-5, 1e-12);
  CHECK(!pl_material_bending(material, 45, 0, NULL, NULL) && !pl_material_bending(material, 20, 0, NULL, NULL));
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}

// Hinges and folds of constant stiffness become the plate with the same rigidities; what was assumed is in the note.
TEST(plate_replaces_constant_hinges_and_folds) {
  static const char *const hinge[] = {
      ("{\"name\": \"m\", \"strain\": \"green\", \"law\": \"orthotropic\", \"parameters\": {\"unit\": \"N/m\", \"values\": [100, 0, 90, "
       "20]}}"),
      "{\"name\": \"a\", \"strain\": \"hinge\", \"elements\": \"warp\", \"law\": \"linear\", \"parameters\": {\"k\": \"4 uN m\"}}",
      "{\"name\": \"b\", \"strain\": \"fold\", \"elements\": \"0\", \"law\": \"linear\", \"parameters\": {\"k\": \"12 uN m\"}}",
      "{\"name\": \"c\", \"strain\": \"hinge\", \"elements\": \"diagonal\", \"law\": \"linear\", \"parameters\": {\"k\": \"2 uN m\"}}"};
  pl_context *ctx = pl_context_create(NULL);
  for (int n = 3; n <= 4; n++) {
    pl_material *old = made(ctx, n, hinge), *plate;
    double before, after;
    REQUIRE(pl_material_to_plate(ctx, old, &plate) == PL_OK);
    CHECK(plate->n_term == 2 && plate->density == old->density && plate->theta[3] == 20);
    for (int cut = 0; cut <= 90; cut += n == 3 ? 90 : 45) {
      REQUIRE(pl_material_bending(old, cut, 0, NULL, &before) && pl_material_bending(plate, cut, 0, NULL, &after));
      CHECK_CLOSE(after, before, 1e-9);
    }
    CHECK_CLOSE(plate->theta[4 + 3], n == 3 ? 0.5e-6 * sqrt(12 * 3) : 1e-6 * (6 - 0.25 * 15), 1e-9);
    pl_material_destroy(plate);
    pl_material_destroy(old);
  }
  pl_material *none = made(ctx, 2, hinge), *plate;
  CHECK(pl_material_to_plate(ctx, none, &plate) == PL_ERROR_INPUT && !plate);
  CHECK_CONTAINS(said_error(ctx), "[material.no-plate]");
  pl_context_clear_error(ctx);
  // a plate stays what it is: its rigidity must not be added to itself
  pl_material *already = made(ctx, 1,
                              (const char *const[]){"{\"name\": \"bend\", \"strain\": \"curvature\", \"law\": \"orthotropic\", "
                                                    "\"parameters\": {\"unit\": \"uN m\", \"values\": [5, 0, 5, 2]}}"});
  CHECK(pl_material_to_plate(ctx, already, &plate) == PL_ERROR_INPUT && !plate);
  CHECK_CONTAINS(said_error(ctx), "[material.is-plate]");
  pl_context_clear_error(ctx);
  pl_material_destroy(already);
  pl_material *curve;
  REQUIRE(pl_material_load(ctx, "interlock-virtual", &curve) == PL_OK);
  CHECK(pl_material_to_plate(ctx, curve, &plate) == PL_ERROR_INPUT && !plate);
  CHECK_CONTAINS(said_error(ctx), "[material.no-plate-law]");
  pl_material_destroy(curve);
  pl_material_destroy(none);
  pl_context_destroy(ctx);
}
