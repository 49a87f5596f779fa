// The curves that laws of rubber are shown by, against their closed forms.
#include "report/result/rubber_curve.h"
#include "test.h"

#define NORMAL_95 1.959963984540054  // 97.5 % quantile of the normal distribution

static pl_context *ctx;
static pl_arena *arena;
static pl_material *material;
static pl_rubber_curve *curve;
static int n_curve;

static void read_curves(const char *terms) {
  char text[2048];
  snprintf(text, sizeof text, "{\"pliant\": \"material 1\", \"name\": \"rubber\", \"terms\": [%s]}", terms);
  ctx = pl_context_create(NULL);
  REQUIRE(ctx != NULL);
  arena = pl_arena_create(ctx);
  REQUIRE(arena && pl_material_parse(ctx, "rubber.json", text, strlen(text), &material) == PL_OK);
  REQUIRE(pl_rubber_curves(arena, material, &n_curve, &curve) == PL_OK);
}

static void stop(void) {
  pl_material_destroy(material);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

#define INVARIANTS "\"strain\": \"invariants\", \"values\": [\"i1\", \"i2\", \"j\"], \"incompressible\": true"
#define STRETCHES "\"strain\": \"principal3\", \"values\": [\"max\", \"mid\", \"min\"], \"incompressible\": true"

// Mooney-Rivlin: d psi/d I1 = c10, d psi/d I2 = c01, constant, with the bands of the parameters themselves.
TEST(rubber_curve_mooney_rivlin) {
  read_curves("{\"name\": \"rubber\", " INVARIANTS
              ", \"law\": \"mooney-rivlin\", \"parameters\": {\"unit\": \"kPa\", \"values\": [180, 20]}, "
              "\"sigma\": {\"unit\": \"kPa\", \"values\": [4, 3]}, \"range\": [[3, 12], [3, 20], [1, 1]]}");
  REQUIRE(n_curve == 2);
  const double size[2] = {180e3, 20e3}, sigma[2] = {4e3, 3e3};
  for (int k = 0; k < 2; k++) {
    CHECK(curve[k].measured && !curve[k].stretch && curve[k].n_control == 0);
    CHECK_NEAR(curve[k].range[1], k ? 20 : 12, 1e-12);
    for (int i = 0; i < curve[k].n; i += 20) {
      CHECK_NEAR(curve[k].y[i], size[k], 1e-6);
      CHECK_CLOSE(curve[k].half[i], NORMAL_95 * sigma[k], 1e-8);
      CHECK_NEAR(curve[k].slope[i], 0, 1e-3);
    }
  }
  stop();
}

// Neo-Hookean has no second curve; Yeoh's first is c10 + 2 c20 x + 3 c30 x^2.
TEST(rubber_curve_of_one_invariant) {
  read_curves("{\"name\": \"a\", " INVARIANTS ", \"law\": \"neo-hookean\", \"parameters\": {\"unit\": \"kPa\", \"values\": [300]}}, "
              "{\"name\": \"b\", " INVARIANTS ", \"law\": \"yeoh\", \"parameters\": {\"unit\": \"kPa\", \"values\": [150, -2, 0.1]}}");
  REQUIRE(n_curve == 2);
  CHECK(!curve[0].measured && curve[0].half[0] == 0);
  CHECK_NEAR(curve[0].y[60], 150e3, 1e-6);
  for (int i = 0; i < curve[1].n; i += 15) {
    double x = curve[1].x[i] - 3;
    CHECK_CLOSE(curve[1].y[i], 150e3 - 4e3 * x + 300 * x * x, 1e-9);
    CHECK_NEAR(curve[1].slope[i], -4e3 + 600 * x, 1e-3);
  }
  stop();
}

// A change of volume alone: bulk (J - 1), independent of shape, over the measured range of J, with the band of the modulus.
TEST(rubber_curve_volume) {
  read_curves("{\"name\": \"rubber\", \"strain\": \"invariants\", \"values\": [\"i1\", \"i2\", \"j\"], \"law\": \"mooney-rivlin\", "
              "\"parameters\": {\"unit\": \"kPa\", \"values\": [180, 20, 900]}, \"sigma\": {\"unit\": \"kPa\", \"values\": [4, 3, 50]}, "
              "\"range\": [[3, 12], [3, 20], [0.8, 1.3]]}");
  REQUIRE(n_curve == 3);
  const pl_rubber_curve *c = &curve[2];
  CHECK(c->volume && c->measured && c->input == 2);
  CHECK_NEAR(c->range[0], 0.8, 1e-12);
  CHECK_NEAR(c->range[1], 1.3, 1e-12);
  CHECK_TEXT(c->x_name, "J");
  for (int i = 0; i < c->n; i += 10) {
    CHECK_NEAR(c->y[i], 900e3 * (c->x[i] - 1), 1e-3);
    CHECK_NEAR(c->slope[i], 900e3, 1);
    CHECK_NEAR(c->half[i], NORMAL_95 * 50e3 * fabs(c->x[i] - 1), 1e-2);
  }
  stop();
}

// Ogden: f' - f'(0) = sum mu (l^alpha - 1), which the volume does not change; its own curve is that of the invariants: bulk (J - 1).
TEST(rubber_curve_ogden) {
  read_curves(
      "{\"name\": \"rubber\", \"strain\": \"principal3\", \"values\": [\"max\", \"mid\", \"min\"], \"law\": \"ogden\", \"terms\": 2, "
      "\"parameters\": {\"mu1\": \"200 kPa\", \"alpha1\": 2.5, \"mu2\": \"-30 kPa\", \"alpha2\": -1.5, \"bulk\": \"2 MPa\"}, "
      "\"range\": [[1, 4], [0.5, 2], [0.25, 1]]}");
  REQUIRE(n_curve == 2);
  CHECK(curve[0].stretch && curve[0].measured);
  CHECK(curve[1].volume && !curve[1].measured && curve[1].input == -1);
  for (int i = 0; i < curve[1].n; i += 10) CHECK_NEAR(curve[1].y[i], 2e6 * (curve[1].x[i] - 1), 1e-3);
  CHECK_NEAR(curve[0].range[0], log(0.25), 1e-12);
  CHECK_NEAR(curve[0].range[1], log(4), 1e-12);
  for (int i = 0; i < curve[0].n; i += 10) {
    double l = exp(curve[0].x[i]);
    CHECK_NEAR(curve[0].y[i], 200e3 * (pow(l, 2.5) - 1) - 30e3 * (pow(l, -1.5) - 1), 1e-3);
    CHECK_CLOSE(curve[0].slope[i], 500e3 * pow(l, 2.5) + 45e3 * pow(l, -1.5), 1e-5);
  }
  stop();
}

// Valanis-Landel: the parameters are the slope at the knots.
TEST(rubber_curve_control_points) {
  read_curves(
      "{\"name\": \"stretch\", " STRETCHES ", \"law\": \"valanis-landel\", \"knots\": [-1, -0.5, 0, 0.5, 1], "
      "\"parameters\": {\"unit\": \"kPa\", \"values\": [500, 300, 200, 250, 400]}, \"range\": [[1, 2.718281828], [0.5, 2], [0.3679, 1]]}");
  REQUIRE(n_curve == 1);
  REQUIRE(curve[0].n_control == 5);
  const double k[] = {500e3, 300e3, 200e3, 250e3, 400e3};
  for (int i = 0; i < 5; i++) {
    CHECK_NEAR(curve[0].at[i], -1 + 0.5 * i, 1e-12);
    CHECK_CLOSE(curve[0].slope_at[i], k[i], 2e-3);  // a kink: the mean of both sides
  }
  // f' is the integral of the polyline: 0.5 (200 + 250) / 2 + 0.5 (250 + 400) / 2 kPa up to 1
  CHECK_CLOSE(curve[0].value[4], 0.25 * 450e3 + 0.25 * 650e3, 1e-9);
  CHECK_NEAR(curve[0].value[2], 0, 1e-6);
  stop();
}

TEST(rubber_curve_none_of_cloth) {
  read_curves(
      "{\"name\": \"warp\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"linear\", \"parameters\": {\"unit\": \"N/m\", "
      "\"values\": [100]}}");
  CHECK(n_curve == 0);
  stop();
}
