// What a material says about its own convexity.
#include "material/certificate.h"
#include "material/stretch_stability.h"
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
  CHECK_NEAR(c.smallest, 100, 1e-9);  // 5 N/m at a stretch of 0 do not matter
  CHECK_NEAR(c.where[0], 1, 1e-12);
  CHECK_NEAR(c.where[1], 1, 0.1 + 1e-12);
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}

static pl_material *parse(pl_context *ctx, const char *terms) {
  char text[3000];
  snprintf(text, sizeof text, "{\"pliant\": \"material 1\", \"name\": \"m\", \"terms\": [%s]}", terms);
  pl_material *material;
  REQUIRE(pl_material_parse(ctx, "m", text, strlen(text), &material) == PL_OK);
  return material;
}

#define VOLUME ", {\"name\": \"v\", \"strain\": \"volume\", \"law\": \"linear\", \"parameters\": {\"k\": \"388 kPa\"}}"
#define YEOH(c20)                                                                                                                     \
  "{\"name\": \"r\", \"strain\": \"invariants\", \"law\": \"yeoh\", \"incompressible\": true, \"parameters\": {\"c10\": \"12 kPa\", " \
  "\"c20\": \"" c20 "\", \"c30\": \"100 kPa\"}}"

// A rubber whose W'(I1) is negative from I1 = 3.045 on: the certificate does not stop at its volume, which is convex.
TEST(certificate_speaks_of_the_rubber) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  pl_material *bad = parse(ctx, YEOH("-142 kPa") VOLUME), *good = parse(ctx, YEOH("142 kPa") VOLUME);
  pl_stretch_stability s;
  REQUIRE(pl_material_stability(bad, NULL, true, &s));
  CHECK(!s.proven && s.smallest < 0 && s.n_stretch == 3);
  const char *words = pl_material_certificate(arena, bad, NULL);
  CHECK(strncmp(words, "stretches: not stable everywhere", 32) == 0);
  CHECK_CONTAINS(words, "sampled states");
  CHECK_CONTAINS(words, "; of r, v. volume: convex over the range, proven");
  CHECK_CONTAINS(words, "; of v");
  // with numbers that are not negative it is proven, and the samples agree
  REQUIRE(pl_material_stability(good, NULL, true, &s));
  CHECK(s.proven && s.smallest > 0);
  CHECK_CONTAINS(pl_material_certificate(arena, good, NULL), "stable over the range, proven");
  CHECK(!pl_material_stability(good, NULL, false, &s));  // there is no sheet
  // short of the state where W' changes sign the bad one is stable, at samples
  bad->term[0].range[0][0] = bad->term[0].range[1][0] = 3;
  bad->term[0].range[0][1] = bad->term[0].range[1][1] = 3.01;
  REQUIRE(pl_material_stability(bad, NULL, true, &s));
  CHECK(!s.proven && s.smallest > 0 && s.reach[1] < 1.1);
  CHECK_CONTAINS(pl_material_certificate(arena, bad, NULL), "not proven between them");
  pl_material_destroy(good);
  pl_material_destroy(bad);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

// Against hand: neo-Hooke that keeps its volume, W = mu/2 sum exp(2 e_i), D = 2 mu l_i^2 on the diagonal. In the plane that keeps the
// volume it is smallest where two stretches are smallest. That is in uniaxial tension at the end of the range, between them: 2 mu l2^2 with
// l2^2 = 1/l. Of a sheet of Ogden's rubber, W = mu (l1 + l2 + 1/(l1 l2) - 3) for alpha = 1: D = mu diag(l1, l2) + mu/(l1 l2).
TEST(certificate_stability_by_hand) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *solid = parse(ctx, "{\"name\": \"r\", \"strain\": \"invariants\", \"law\": \"neo-hookean\", \"incompressible\": true, "
                                  "\"parameters\": {\"mu\": \"10 kPa\"}}");
  pl_stretch_stability s;
  REQUIRE(pl_material_stability(solid, NULL, true, &s));
  CHECK_CLOSE(s.reach[1], 2, 1e-12);
  CHECK_CLOSE(s.smallest, 2e4 / 2, 1e-9);
  CHECK(s.proven);
  pl_material *sheet = parse(ctx, "{\"name\": \"r\", \"strain\": \"principal\", \"law\": \"ogden-sheet\", \"terms\": 1, \"parameters\": "
                                  "{\"mu1\": \"10 N/m\", \"alpha1\": \"1\"}}");
  REQUIRE(pl_material_stability(sheet, NULL, false, &s));
  double l1 = s.stretch[0], l2 = s.stretch[1], c = 1 / (l1 * l2);
  CHECK_CLOSE(s.smallest, 10 * (0.5 * (l1 + l2) + c - hypot(0.5 * (l1 - l2), c)), 1e-9);
  CHECK(!s.proven && s.n_stretch == 2);
  pl_material_destroy(sheet);
  pl_material_destroy(solid);
  pl_context_destroy(ctx);
}

// Terms that remember are named as not covered.
TEST(certificate_names_what_it_leaves_out) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  pl_material *material =
      parse(ctx, "{\"name\": \"bend\", \"strain\": \"hinge\", \"law\": \"linear\", \"parameters\": {\"k\": \"1e-6 N m\"}}, "
                 "{\"name\": \"rub\", \"strain\": \"hinge\", \"law\": \"dahl\"}");
  const char *words = pl_material_certificate(arena, material, NULL);
  CHECK_CONTAINS(words, "hinge: convex over the range, proven");
  CHECK_CONTAINS(words, "; of bend. Not covered: rub (it has a memory");
  pl_material_destroy(material);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

// Within its cells a bilinear grid of -50 |warp| / 0.14 has no curvature at all; across warp = 0 its stress falls by 100/0.14 N/m.
TEST(certificate_sees_the_kinks_of_a_grid) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  static const char grid[] =
      ", {\"name\": \"grid\", \"strain\": \"green\", \"values\": [\"warp\", \"weft\"], \"law\": \"bilinear-grid\", \"knots\": "
      "[[-0.14, 0, 0.14], [-0.14, 0, 0.14]], \"parameters\": {\"unit\": \"N/m\", \"values\": [%s]}}";
  char text[500];
  double smallest, where[PL_STRAIN_MAX_VALUE];
  pl_convexity c;
  const pl_strain *green = pl_strain_find("green");
  snprintf(text, sizeof text, grid, "-50, -50, -50, 0, 0, -50, -50, -50");
  pl_material *down = make(ctx, "100", text);
  REQUIRE(pl_material_certify(down, green, NULL, &c));
  CHECK(!c.proven && c.smallest > 0 && c.drop_axis == 0);
  CHECK_CLOSE(c.drop, 100 / 0.14, 1e-9);
  CHECK_NEAR(c.drop_where[0], 0, 0);
  CHECK(pl_material_convexity(down, green, &smallest, where) && smallest < 0);
  CHECK_CONTAINS(pl_material_certificate(arena, down, NULL),
                 "not convex over the range: a stress falls where its strain rises, that of warp by 714 N/m at warp 0");
  REQUIRE(pl_material_set_certificate(down) == PL_OK && down->n_certified == 1 && !pl_certified_convex(&down->certified[0]));
  // what a file says about it is read again
  pl_json_writer *writer = pl_json_writer_create(ctx);
  pl_material_write(down, writer);
  pl_material *again;
  const char *file = pl_json_writer_text(writer);
  REQUIRE(pl_material_parse(ctx, "m", file, strlen(file), &again) == PL_OK);
  CHECK(again->certified[0].drop == down->certified[0].drop && again->certified[0].drop_axis == 0);
  pl_json_writer_destroy(writer);
  pl_material_destroy(again);
  pl_material_destroy(down);
  // upwards is convex
  snprintf(text, sizeof text, grid, "50, 50, 50, 0, 0, 50, 50, 50");
  pl_material *up = make(ctx, "100", text);
  REQUIRE(pl_material_certify(up, green, NULL, &c));
  CHECK(c.drop == 0 && c.smallest > 0);
  pl_material_destroy(up);
  // at the end of the axis of weft only: the jump of psi,warp is 2 e/0.14 there and 0 at weft = 0
  snprintf(text, sizeof text, grid, "0, 0, -7, 0, 0, 0, 0, -7");
  pl_material *corner = make(ctx, "100", text);
  REQUIRE(pl_material_certify(corner, green, NULL, &c));
  CHECK_CLOSE(c.drop, 14 / 0.14, 1e-9);
  CHECK(c.drop_axis == 0 && c.drop_where[1] == 0.14);
  pl_material_destroy(corner);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}
