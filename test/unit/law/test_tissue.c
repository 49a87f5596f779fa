// Laws of tissue against energies written with tensors and stretches, against each other in their limits, and their certificate.
#include "base/rng.h"
#include "material/certificate.h"
#include "one_law.h"

// A random in-plane F, its Green strains (warp, weft, shear) and the stretches of a solid of the same volume.
static void random_sheet(pl_rng *rng, double f[4], double s[3], double solid[6]) {
  double u[4];
  for (int i = 0; i < 4; i++) u[i] = 0.3 * (2 * pl_rng_uniform(rng) - 1);
  f[0] = 1 + u[0], f[1] = u[1], f[2] = u[2], f[3] = 1 + u[3];  // row by row
  double c11 = f[0] * f[0] + f[2] * f[2], c22 = f[1] * f[1] + f[3] * f[3], c12 = f[0] * f[1] + f[2] * f[3];
  s[0] = 0.5 * (c11 - 1), s[1] = 0.5 * (c22 - 1), s[2] = c12;
  double thin = 1 / (f[0] * f[3] - f[1] * f[2]);
  memset(solid, 0, 6 * sizeof *solid);
  solid[0] = s[0], solid[1] = s[1], solid[2] = 0.5 * (thin * thin - 1), solid[5] = s[2];
}

// I1 and I4 from F itself: |F|^2 + thickness^2, and |F a|^2.
static double first_invariant(const double f[4]) {
  double det = f[0] * f[3] - f[1] * f[2];
  return f[0] * f[0] + f[1] * f[1] + f[2] * f[2] + f[3] * f[3] + 1 / (det * det);
}
static double fourth_invariant(const double f[4], double angle) {
  double a = cos(angle), b = sin(angle), x = f[0] * a + f[1] * b, y = f[2] * a + f[3] * b;
  return x * x + y * y;
}

static double fibre_energy(const double f[4], double k1, double k2, double angle, double kappa) {
  double z = kappa * (first_invariant(f) - 3) + (1 - 3 * kappa) * (fourth_invariant(f, angle) - 1);
  return z > 0 ? k1 / (2 * k2) * (exp(k2 * z * z) - 1) : 0;
}

TEST(tissue_energies_are_the_published_ones) {
  start();
  pl_law fibres[2] = {read_law("fibre-exponential", "{\"families\": 2}"), read_law("fibre-exponential3", "{\"families\": 2}")};
  pl_law valve[2] = {read_law("may-newman", "{}"), read_law("may-newman3", "{}")};
  const double theta[4] = {800, 3, 0.6, 0.1}, mitral[4] = {50, 4, 30, -0.4};
  pl_rng rng;
  pl_rng_init(&rng, 5);
  for (int k = 0; k < 200; k++) {
    double f[4], s[2][6], psi, t[6];
    random_sheet(&rng, f, s[0], s[1]);
    double by_hand = fibre_energy(f, 800, 3, 0.6, 0.1) + fibre_energy(f, 800, 3, -0.6, 0.1);
    double x = first_invariant(f) - 3, e = sqrt(fourth_invariant(f, -0.4)) - 1;
    double of_valve = 50 * (exp(4 * x * x + 30 * e * e * e * e) - 1);
    for (int solid = 0; solid < 2; solid++) {
      pl_law_eval_one(&fibres[solid], theta, s[solid], &psi, t, NULL);
      CHECK_NEAR(psi, by_hand, 1e-9 * (1 + by_hand));
      pl_law_eval_one(&valve[solid], mitral, s[solid], &psi, t, NULL);
      CHECK_NEAR(psi, of_valve, 1e-9 * (1 + of_valve));
    }
  }
  stop();
}

TEST(tissue_fung_in_the_usual_letters) {
  start();
  pl_material *material;
  static const char term[] =
      "{\"name\": \"sheet\", \"strain\": \"green\", \"values\": [\"warp\", \"weft\", \"shear\"], \"law\": \"fung\", \"parameters\": "
      "{\"c\": \"30 N/m\", \"a11\": 9, \"a22\": 4, \"a12\": -3, \"a33\": 2.25}}";
  REQUIRE(pl_material_create(ctx, "skin", 0, &material) == PL_OK);
  REQUIRE(pl_material_add_term(material, term) == PL_OK);
  REQUIRE(pl_material_finish(material) == PL_OK);
  const double s[3] = {0.2, -0.1, 0.15}, q = 9 * s[0] * s[0] + 4 * s[1] * s[1] - 6 * s[0] * s[1] + 2.25 * s[2] * s[2];
  double psi, t[3], k[9];
  pl_material_eval(material, pl_strain_find("green"), NULL, s, &psi, t, k);
  CHECK_NEAR(psi, 15 * (exp(q) - 1), 1e-12);
  CHECK_NEAR(t[0], 30 * exp(q) * (9 * s[0] - 3 * s[1]), 1e-11);
  pl_material_destroy(material);
  // a12^2 > a11 a22 is no convex energy
  REQUIRE(pl_material_create(ctx, "skin", 0, &material) == PL_OK);
  CHECK(pl_material_add_term(material,
                             "{\"name\": \"sheet\", \"strain\": \"green\", \"values\": [\"warp\", \"weft\", \"shear\"], \"law\": \"fung\", "
                             "\"parameters\": {\"c\": \"30 N/m\", \"a11\": 9, \"a22\": 4, \"a12\": 6.5, \"a33\": 2}}") == PL_ERROR_INPUT);
  pl_material_destroy(material);
  stop();
}

// With exp(k2 z^2) near 1 the fibres are a spline with one constant, and a straight curve of I1 is neo-Hooke's sheet.
TEST(tissue_splines_contain_the_simple_laws) {
  start();
  pl_law exponential = read_law("fibre-exponential", "{\"dispersed\": false}"), spline = read_law("fibre-spline", "{\"knots\": [0, 0.5]}");
  pl_law rubber = read_law("rubber-sheet", "{\"model\": \"neo-hookean\"}"), matrix = read_law("invariant-sheet", "{\"knots\": [0, 1]}");
  const double soft[3] = {700, 1e-12, 0.3}, flat[3] = {700, 700, 0.3}, mu[1] = {90}, slope[3] = {45, 0, 0};
  pl_rng rng;
  pl_rng_init(&rng, 6);
  for (int k = 0; k < 100; k++) {
    double f[4], s[3], solid[6], a, b, t[3], u[3];
    random_sheet(&rng, f, s, solid);
    pl_law_eval_one(&exponential, soft, s, &a, t, NULL);
    pl_law_eval_one(&spline, flat, s, &b, u, NULL);
    CHECK_NEAR(a, b, 1e-9 * (1 + fabs(a)));
    for (int i = 0; i < 3; i++) CHECK_NEAR(t[i], u[i], 1e-9 * (1 + fabs(t[i])));
    pl_law_eval_one(&rubber, mu, s, &a, t, NULL);
    pl_law_eval_one(&matrix, slope, s, &b, u, NULL);
    CHECK_NEAR(a, b, 1e-11 * (1 + fabs(a)));
    for (int i = 0; i < 3; i++) CHECK_NEAR(t[i], u[i], 1e-11 * (1 + fabs(t[i])));
  }
  stop();
}

TEST(tissue_sheet_is_proven_convex) {
  start();
  pl_material *material;
  REQUIRE(pl_material_create(ctx, "artery", 0, &material) == PL_OK);
  REQUIRE(pl_material_add_term(material,
                               "{\"name\": \"matrix\", \"strain\": \"green\", \"values\": [\"warp\", \"weft\", \"shear\"], \"law\": "
                               "\"rubber-sheet\", \"model\": \"neo-hookean\", \"parameters\": {\"mu\": \"10 N/m\"}}") == PL_OK);
  REQUIRE(pl_material_add_term(material,
                               "{\"name\": \"fibres\", \"strain\": \"green\", \"values\": [\"warp\", \"weft\", \"shear\"], \"law\": "
                               "\"fibre-exponential\", \"families\": 2, \"parameters\": {\"k1\": \"20 N/m\", \"k2\": 4, \"angle\": "
                               "\"35 deg\", \"kappa\": 0.1}}") == PL_OK);
  REQUIRE(pl_material_finish(material) == PL_OK);
  pl_convexity convexity;
  REQUIRE(pl_material_certify(material, pl_strain_find("green"), NULL, &convexity));
  CHECK(convexity.proven && convexity.smallest > 0);
  pl_material_destroy(material);
  stop();
}
