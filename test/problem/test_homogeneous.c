// test_homogeneous.c: stresses of one element against derivatives of the energy by hand, in every mode, measure and kind of body.
//
// Reference: states and free stretches written out here. W(F) by its formula, S = dW/dF by central differences, P = S - p F^-T with the
// pressure that frees face 3.
#include "said.h"
#include "protocol/homogeneous/homogeneous.h"
#include "rig/rig.h"
#include "test.h"

enum { N = 4 };
static const double C10 = 0.2e6, C01 = 0.03e6, BULK = 0.7e6, THICKNESS = 1.5e-3;  // Pa, m

static double det(const double f[9]) {
  return f[0] * (f[4] * f[8] - f[5] * f[7]) - f[1] * (f[3] * f[8] - f[5] * f[6]) + f[2] * (f[3] * f[7] - f[4] * f[6]);
}

// Mooney-Rivlin of the isochoric invariants and bulk (J - 1)^2 / 2, row-major F.
static double energy(const double f[9], double bulk) {
  double c[9], i1 = 0, square = 0, j = det(f);
  for (int a = 0; a < 3; a++)
    for (int b = 0; b < 3; b++) c[3 * a + b] = f[a] * f[b] + f[3 + a] * f[3 + b] + f[6 + a] * f[6 + b];
  for (int a = 0; a < 3; a++) i1 += c[4 * a];
  for (int a = 0; a < 9; a++) square += c[a] * c[a];
  double i2 = 0.5 * (i1 * i1 - square);
  return C10 * (i1 * pow(j, -2.0 / 3) - 3) + C01 * (i2 * pow(j, -4.0 / 3) - 3) + 0.5 * bulk * (j - 1) * (j - 1);
}

static double slope(const double f[9], int i, int j, double bulk) {
  double up[9], down[9], h = 1e-5;
  memcpy(up, f, sizeof up);
  memcpy(down, f, sizeof down);
  up[3 * i + j] += h;
  down[3 * i + j] -= h;
  return (energy(up, bulk) - energy(down, bulk)) / (2 * h);
}

static void gradient_of(const pl_homogeneous_state *s, double f[9]) {
  const double all[9] = {s->stretch[0], s->shear, 0, 0, s->stretch[1], 0, 0, 0, s->stretch[2]};
  memcpy(f, all, sizeof all);
}

static const int row_of[3] = {0, 1, 0}, column_of[3] = {0, 1, 1};  // of stress, stress-2, shear-stress

// Nominal stress of an incompressible body.
static double nominal(const pl_homogeneous_state *s, int component) {
  double f[9];
  gradient_of(s, f);
  int i = row_of[component], j = column_of[component];
  double pressure = s->stretch[2] * slope(f, 2, 2, 0);
  return slope(f, i, j, 0) - (i == j ? pressure / s->stretch[i] : 0);
}

static const double stretch[N] = {0.7, 1.2, 1.9, 2.6}, second[N] = {1.3, 1.1, 0.8, 2.6}, shear[N] = {-0.4, 0.2, 0.9, 1.7};

static pl_test plan(pl_homogeneous *h, double *copy) {
  pl_test test = {
      .name = "t", .file = "", .length = 1, .width = 1, .strips = 1, .n_frame = N, .protocol = &pl_protocol_homogeneous, .detail = h};
  const pl_protocol *protocol = pl_protocol_find("homogeneous");
  for (int c = 0; c < protocol->n_channel; c++) test.channel[c].row = &protocol->channel[c];
  memcpy(copy, stretch, sizeof stretch);
  memcpy(copy + N, second, sizeof second);
  memcpy(copy + 2 * N, shear, sizeof shear);
  if (h->mode < PL_SIMPLE_SHEAR)
    test.channel[PL_HOMOGENEOUS_STRETCH].value = copy;
  else
    test.channel[PL_HOMOGENEOUS_SHEAR].value = copy + 2 * N;
  if (h->mode == PL_BIAXIAL) test.channel[PL_HOMOGENEOUS_STRETCH_2].value = copy + N;
  return test;
}

static pl_material *material_of(pl_context *ctx, const char *text, int n, const double *theta) {
  pl_material *material;
  REQUIRE(pl_material_create(ctx, "rubber", 0, &material) == PL_OK);
  REQUIRE(pl_material_add_term(material, text) == PL_OK);
  REQUIRE(pl_material_finish(material) == PL_OK);
  REQUIRE(material->n_theta == n);
  memcpy(material->theta, theta, (size_t)n * sizeof *theta);
  return material;
}

#define INVARIANTS \
  "{\"name\": \"r\", \"strain\": \"invariants\", \"values\": [\"i1\", \"i2\", \"j\"], \"law\": \"mooney-rivlin\", \"incompressible\": "

static pl_measurement *measure(pl_context *ctx, const pl_test *test, const pl_material *material) {
  pl_rig_options rig = pl_rig_options_default();
  pl_solve_options solve = pl_solve_options_default();
  pl_measurement *m;
  pl_rig_report report;
  REQUIRE(pl_rig_measure(ctx, pl_protocol_find("homogeneous"), 1, test, material, &rig, &solve, NULL, 1, &m, &report) == PL_OK);
  CHECK(report.n_failed == 0);
  return m;
}

// Nominal stress P11 of a body with stretches l1, l2 and 1 / (l1 l2) and a shear, by Cauchy stress. This is sigma = -p + 2 c10 B - 2 c01
// B^-1, B = F F^T, with sigma33 = 0, and P = sigma F^-T.
static double across(double l1, double l2, double g, double c10, double c01) {
  double b11 = l1 * l1 + g * g, b12 = g * l2, b22 = l2 * l2, area = l1 * l1 * l2 * l2, b33 = 1 / area;
  double p = 2 * c10 * b33 - 2 * c01 / b33;
  double s11 = -p + 2 * c10 * b11 - 2 * c01 * b22 / area, s12 = 2 * c10 * b12 + 2 * c01 * b12 / area;
  return s11 / l1 - s12 * g / (l1 * l2);
}

// The stretch that leaves face 1 free, by bisection.
static double free_stretch(double l2, double g, double c10, double c01) {
  double low = 0.05, high = 20;
  for (int i = 0; i < 200; i++) {
    double l1 = 0.5 * (low + high);
    if (across(l1, l2, g, c10, c01) < 0)
      low = l1;
    else
      high = l1;
  }
  return 0.5 * (low + high);
}

// The state of a frame of `plan`, incompressible.
static pl_homogeneous_state known_state(const pl_homogeneous *h, int f) {
  double l1 = 1, l2 = 1, g = h->mode < PL_SIMPLE_SHEAR ? 0 : shear[f];
  switch (h->mode) {
  case PL_UNIAXIAL: l1 = stretch[f], l2 = 1 / sqrt(l1); break;
  case PL_EQUIBIAXIAL: l1 = l2 = stretch[f]; break;
  case PL_PLANAR: l1 = stretch[f]; break;
  case PL_STRIP_BIAXIAL: l1 = stretch[f], l2 = h->held; break;
  case PL_BIAXIAL: l1 = stretch[f], l2 = second[f]; break;
  case PL_COMPOUND_SHEAR: l2 = h->held, l1 = free_stretch(l2, g, C10, C01); break;
  default: break;
  }
  return (pl_homogeneous_state){.stretch = {l1, l2, 1 / (l1 * l2)}, .shear = g};
}

// All modes, nominal and Cauchy, of a solid and of a sheet: the same stresses.
TEST(homogeneous_incompressible_modes) {
  pl_context *ctx = pl_context_create(NULL);
  const double solid_theta[2] = {C10, C01}, sheet_theta[2] = {C10 * THICKNESS, C01 * THICKNESS};
  pl_material *body[2] = {
      material_of(ctx, INVARIANTS "true}", 2, solid_theta),
      material_of(ctx,
                  "{\"name\": \"r\", \"strain\": \"green\", \"values\": [\"warp\", \"weft\", \"shear\"], \"law\": \"rubber-sheet\", "
                  "\"model\": \"mooney-rivlin\"}",
                  2, sheet_theta)};
  double copy[3 * N];
  for (int mode = 0; mode < PL_HOMOGENEOUS_MODES; mode++)
    for (int measure_kind = 0; measure_kind < 2; measure_kind++)
      for (int b = 0; b < 2; b++) {
        pl_homogeneous h = {.mode = (pl_homogeneous_mode)mode,
                            .measure = (pl_stress_measure)measure_kind,
                            .incompressible = true,
                            .thickness = THICKNESS,
                            .held = mode == PL_STRIP_BIAXIAL || mode == PL_COMPOUND_SHEAR ? 1.4 : 0};
        pl_test test = plan(&h, copy);
        pl_measurement *m = measure(ctx, &test, body[b]);
        int n_seen = 0;
        for (int c = 0; c < 3; c++) {
          const double *value = m->test[0].channel[PL_HOMOGENEOUS_STRESS + c].value;
          if (!value) continue;
          n_seen++;
          for (int f = 0; f < N; f++) {
            const pl_homogeneous_state s = known_state(&h, f);
            // Cauchy: sigma_ij = P_ik F_jk, of which only k = j is left for these components
            double factor = measure_kind ? s.stretch[column_of[c]] : 1;
            CHECK_NEAR(value[f], factor * nominal(&s, c), 1e-3 * C10 * 1e-2);
          }
        }
        CHECK(n_seen == (mode == PL_UNIAXIAL ? 1 : 2));
        pl_measurement_destroy(m);
      }
  for (int b = 0; b < 2; b++) pl_material_destroy(body[b]);
  pl_context_destroy(ctx);
}

// Compound shear with a free side: a body with energy in I2 goes another way than one of I1 alone. By hand, from dW/dl1 = 0 with l3 = 1 /
// (l1 l2): l1^4 = (c10 + c01 (l2^2 + g^2)) / (l2^2 (c10 + c01 l2^2)). The stresses are P12 = 2 g (c10 + c01 l3^2), P22 = dW/dl2.
TEST(homogeneous_compound_shear_by_hand) {
  pl_context *ctx = pl_context_create(NULL);
  const double c10 = 0.1e6, c01 = 0.05e6, theta[2] = {c10, c01}, l2 = 1.4;  // Pa
  pl_material *material = material_of(ctx, INVARIANTS "true}", 2, theta);
  double copy[3 * N];
  pl_homogeneous h = {.mode = PL_COMPOUND_SHEAR, .incompressible = true, .held = l2};
  pl_test test = plan(&h, copy);
  pl_measurement *m = measure(ctx, &test, material);
  for (int f = 0; f < N; f++) {
    double g = shear[f], l1 = pow((c10 + c01 * (l2 * l2 + g * g)) / (l2 * l2 * (c10 + c01 * l2 * l2)), 0.25), l3 = 1 / (l1 * l2);
    CHECK_NEAR(l1, free_stretch(l2, g, c10, c01), 1e-9);
    double p22 = 2 * c10 * (l2 - l3 * l3 / l2) + 2 * c01 * (l1 * l1 * l2 - (1 / (l2 * l2) + g * g * l3 * l3) / l2);
    CHECK_NEAR(m->test[0].channel[PL_HOMOGENEOUS_SHEAR_STRESS].value[f], 2 * g * (c10 + c01 * l3 * l3), 1e-7 * c10);
    CHECK_NEAR(m->test[0].channel[PL_HOMOGENEOUS_STRESS_2].value[f], p22, 1e-7 * c10);
  }
  pl_measurement_destroy(m);
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}

// The shape and the stress that pictures show of it: the third leg is that of the equilibrium, not the guess it began with. With B = F F^T
// and l3 from the closed form above, sigma = 2 c10 B - 2 c01 B^-1 up to a pressure. The pressure does not change von Mises' stress.
TEST(homogeneous_compound_shear_shape_and_stress) {
  pl_context *ctx = pl_context_create(NULL);
  const double c10 = 0.1e6, c01 = 0.05e6, theta[2] = {c10, c01};  // Pa
  pl_material *material = material_of(ctx, INVARIANTS "true}", 2, theta);
  double copy[3 * N], stress[4][6], *const no_channel[PL_MAX_CHANNEL] = {NULL};
  pl_homogeneous h = {.mode = PL_COMPOUND_SHEAR, .incompressible = true, .held = 1};
  pl_test test = plan(&h, copy);
  copy[2 * N + 3] = 1.8;
  pl_rig_options rig_options = pl_rig_options_default();
  pl_solve_options solve = pl_solve_options_default();
  const pl_rig *rig;
  pl_work *work;
  REQUIRE(pl_rig_create(ctx, pl_protocol_find("homogeneous"), &test, material, &rig_options, &solve, &rig) == PL_OK);
  REQUIRE(pl_work_create(rig->body.model, &work) == PL_OK);
  for (int again = 0; again < 2; again++) {  // the second time from what was found
    pl_rig_report report;
    REQUIRE(pl_rig_predict(rig, &(pl_prediction){.theta = theta, .value = no_channel}, &report) == PL_OK && report.n_failed == 0);
    for (int f = 0; f < N; f++) {
      const double *x = rig->memory->x + (size_t)f * (size_t)rig->body.model->n_dof;
      double g = copy[2 * N + f], l1 = pow((c10 + c01 * (1 + g * g)) / (c10 + c01), 0.25), l3 = 1 / l1;
      CHECK_NEAR(x[3], l1, 1e-7);
      CHECK_NEAR(x[11], l3, 1e-7);
      double b11 = l1 * l1 + g * g, b33 = l3 * l3, d2 = l1 * l1;  // b22 = 1, b12 = g
      double s1 = 2 * c10 * b11 - 2 * c01 / d2, s2 = 2 * c10 - 2 * c01 * b11 / d2, s3 = 2 * c10 * b33 - 2 * c01 / b33;
      double s12 = 2 * c10 * g + 2 * c01 * g / d2;
      double mises = sqrt(0.5 * (pow(s1 - s2, 2) + pow(s2 - s3, 2) + pow(s3 - s1, 2)) + 3 * s12 * s12);
      REQUIRE(pl_model_stress(rig->body.model, theta, x, stress, work) == PL_OK);
      for (int v = 0; v < 4; v++) {
        CHECK_NEAR(pl_stress_von_mises(stress[v]), mises, 1e-6 * c10);
        CHECK_NEAR(stress[v][0], s1 - s3, 1e-6 * c10);
      }
      printf("g %g: l3 %g, von Mises %g kPa\n", g, x[11], 1e-3 * mises);
    }
  }
  pl_work_destroy(work);
  pl_rig_destroy(rig);
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}

// A block with axes and constant volume, pulled at an angle to them. Its shape has that volume, its side and face 3 are stress-free, and
// its pull is the observed stress.
TEST(homogeneous_pulled_block_shape_and_stress) {
  pl_context *ctx = pl_context_create(NULL);
  const double theta[9] = {9e5, 1e5, 1.5e5, 4e5, 1e5, 6e5, 1e5, 1.2e5, 0.8e5};  // Pa: c11, c12, c13, c22, c23, c33, c44, c55, c66
  pl_material *material = material_of(ctx, "{\"name\": \"body\", \"strain\": \"green3\", \"law\": \"orthotropic3\"}", 9, theta);
  double copy[3 * N], stress[4][6];
  pl_homogeneous h = {.mode = PL_UNIAXIAL, .symmetry = PL_SYMMETRY_ORTHOTROPIC, .measure = PL_STRESS_CAUCHY, .incompressible = true};
  pl_test test = plan(&h, copy);
  test.angle = 0.5;
  for (int f = 0; f < N; f++) copy[f] = 1 + 0.1 * (f + 1);
  double seen[N], *const value[PL_MAX_CHANNEL] = {[PL_HOMOGENEOUS_STRESS] = seen};
  pl_rig_options rig_options = pl_rig_options_default();
  pl_solve_options solve = pl_solve_options_default();
  const pl_rig *rig;
  pl_work *work;
  pl_rig_report report;
  REQUIRE(pl_rig_create(ctx, pl_protocol_find("homogeneous"), &test, material, &rig_options, &solve, &rig) == PL_OK);
  REQUIRE(pl_work_create(rig->body.model, &work) == PL_OK);
  REQUIRE(pl_rig_predict(rig, &(pl_prediction){.theta = theta, .value = value}, &report) == PL_OK && report.n_failed == 0);
  for (int f = 0; f < N; f++) {
    const double *x = rig->memory->x + (size_t)f * (size_t)rig->body.model->n_dof;
    printf("l1 %g: l2 %g, g %g, l3 %g\n", x[3], x[7], x[6], x[11]);
    CHECK(fabs(x[6]) > 0.01 && fabs(x[11] - 1 / sqrt(x[3])) > 0.003);  // not the state of an isotropic body
    CHECK_NEAR(x[3] * x[7] * x[11], 1, 1e-12);
    REQUIRE(pl_model_stress(rig->body.model, theta, x, stress, work) == PL_OK);
    CHECK_NEAR(stress[0][0], seen[f], 1e-6 * theta[0]);
    for (int k = 1; k < 6; k++) CHECK_NEAR(stress[0][k], 0, 1e-6 * theta[0]);
  }
  pl_work_destroy(work);
  pl_rig_destroy(rig);
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}

// The difference of two Cauchy stresses.
TEST(homogeneous_stress_difference) {
  pl_context *ctx = pl_context_create(NULL);
  const double theta[2] = {C10, C01};
  pl_material *material = material_of(ctx, INVARIANTS "true}", 2, theta);
  double copy[3 * N];
  pl_homogeneous h = {.mode = PL_BIAXIAL, .measure = PL_STRESS_DIFFERENCE, .incompressible = true};
  pl_test test = plan(&h, copy);
  pl_measurement *m = measure(ctx, &test, material);
  for (int f = 0; f < N; f++) {
    double a = stretch[f] * stretch[f], b = second[f] * second[f];
    CHECK_NEAR(m->test[0].channel[PL_HOMOGENEOUS_STRESS].value[f], 2 * C10 * (a - b) - 2 * C01 * (1 / a - 1 / b), 1e-6 * C10);
  }
  pl_measurement_destroy(m);
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}

// Free stretches of a compressible body make their own faces free of stress; the others have the stress of the energy at that state.
TEST(homogeneous_compressible_modes) {
  pl_context *ctx = pl_context_create(NULL);
  const double theta[3] = {C10, C01, BULK};
  pl_material *material = material_of(ctx, INVARIANTS "false}", 3, theta);
  static const pl_homogeneous_mode modes[] = {PL_UNIAXIAL, PL_EQUIBIAXIAL, PL_PLANAR, PL_BIAXIAL, PL_SIMPLE_SHEAR};
  double copy[3 * N];
  for (size_t k = 0; k < sizeof modes / sizeof modes[0]; k++) {
    pl_homogeneous h = {.mode = modes[k]};
    pl_test test = plan(&h, copy);
    pl_measurement *m = measure(ctx, &test, material);
    const double *side = m->test[0].channel[PL_HOMOGENEOUS_LATERAL].value;
    CHECK(!side == (modes[k] == PL_SIMPLE_SHEAR));
    for (int f = 0; f < N; f++) {
      pl_homogeneous_state s = pl_homogeneous_at(&test, f);
      double gradient[9];
      if (side) s.stretch[2] = side[f];
      if (modes[k] == PL_UNIAXIAL) s.stretch[1] = side[f];
      gradient_of(&s, gradient);
      if (side) CHECK_NEAR(slope(gradient, 2, 2, BULK), 0, 1e-5 * C10);
      for (int c = 0; c < 3; c++) {
        const double *value = m->test[0].channel[PL_HOMOGENEOUS_STRESS + c].value;
        if (value) CHECK_NEAR(value[f], slope(gradient, row_of[c], column_of[c], BULK), 1e-5 * C10);
      }
    }
    pl_measurement_destroy(m);
  }
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}

// What cannot be compared is said.
TEST(homogeneous_rig_refuses) {
  pl_context *ctx = pl_context_create(NULL);
  const double theta[2] = {C10, C01};
  pl_material *sheet =
      material_of(ctx,
                  "{\"name\": \"r\", \"strain\": \"green\", \"values\": [\"warp\", \"weft\", \"shear\"], \"law\": \"rubber-sheet\", "
                  "\"model\": \"mooney-rivlin\"}",
                  2, theta);
  double copy[3 * N];
  pl_rig_options options = pl_rig_options_default();
  pl_solve_options solve = pl_solve_options_default();
  const pl_rig *rig;
  pl_homogeneous h = {.mode = PL_UNIAXIAL, .incompressible = true};
  pl_test test = plan(&h, copy);
  CHECK(pl_rig_create(ctx, pl_protocol_find("homogeneous"), &test, sheet, &options, &solve, &rig) == PL_ERROR_INPUT);
  CHECK_CONTAINS(said_error(ctx), "no thickness");
  pl_context_clear_error(ctx);
  pl_material_destroy(sheet);
  pl_context_destroy(ctx);
}

// Off-axis: a sheet cut at an angle, psi = s C s / 2 of its Green strains along the material's axes, E_m = R E R^T. Stresses are slopes
// over the stretches.
static double cut_energy(double l1, double l2, double angle) {
  double c = cos(angle), d = sin(angle), e1 = 0.5 * (l1 * l1 - 1), e2 = 0.5 * (l2 * l2 - 1);
  double s[3] = {c * c * e1 + d * d * e2, d * d * e1 + c * c * e2, 2 * c * d * (e1 - e2)};
  return 0.5 * (900 * s[0] * s[0] + 2 * 200 * s[0] * s[1] + 400 * s[1] * s[1] + 60 * s[2] * s[2]);
}

TEST(homogeneous_off_axis_sheet) {
  pl_context *ctx = pl_context_create(NULL);
  const double theta[4] = {900, 200, 400, 60}, h = 1e-5;  // c11, c12, c22, c33, N/m
  pl_material *material = material_of(
      ctx, "{\"name\": \"r\", \"strain\": \"green\", \"values\": [\"warp\", \"weft\", \"shear\"], \"law\": \"orthotropic\"}", 4, theta);
  double copy[3 * N];
  pl_homogeneous own = {.mode = PL_BIAXIAL, .symmetry = PL_SYMMETRY_ORTHOTROPIC, .thickness = THICKNESS};
  pl_test test = plan(&own, copy);
  test.angle = 0.5;
  pl_measurement *m = measure(ctx, &test, material);
  for (int f = 0; f < N; f++) {
    double l1 = stretch[f], l2 = second[f];
    double p1 = (cut_energy(l1 + h, l2, 0.5) - cut_energy(l1 - h, l2, 0.5)) / (2 * h * THICKNESS);
    double p2 = (cut_energy(l1, l2 + h, 0.5) - cut_energy(l1, l2 - h, 0.5)) / (2 * h * THICKNESS);
    CHECK_NEAR(m->test[0].channel[PL_HOMOGENEOUS_STRESS].value[f], p1, 1e-6 * 900 / THICKNESS);
    CHECK_NEAR(m->test[0].channel[PL_HOMOGENEOUS_STRESS_2].value[f], p2, 1e-6 * 900 / THICKNESS);
  }
  pl_measurement_destroy(m);
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}

// An incompressible block with axes, pulled along a direction between them. W is of Green strains along the axes, F = [l1 g 0; 0 l2 0; 0 0
// 1 / (l1 l2)], E_m = R E R^T. The sides are free: l2 and g are where W is least, found here by turns, and P11 = dW/dl1 there.
static double axes_energy(double l1, double l2, double g, double angle, const double c[9]) {
  double k = cos(angle), d = sin(angle), l3 = 1 / (l1 * l2);
  double e11 = 0.5 * (l1 * l1 - 1), e22 = 0.5 * (g * g + l2 * l2 - 1), e12 = 0.5 * l1 * g, e33 = 0.5 * (l3 * l3 - 1);
  double x = k * k * e11 + d * d * e22 - 2 * k * d * e12, y = d * d * e11 + k * k * e22 + 2 * k * d * e12;
  double xy = 2 * (k * d * (e11 - e22) + (k * k - d * d) * e12);
  // c11, c12, c13, c22, c23, c33, c44, c55, c66
  return 0.5 * (c[0] * x * x + c[3] * y * y + c[5] * e33 * e33 + c[8] * xy * xy) + c[1] * x * y + c[2] * x * e33 + c[4] * y * e33;
}

static void settle(double l1, double angle, const double c[9], double *l2, double *g) {
  *l2 = 1 / sqrt(l1);
  *g = 0;
  for (int turn = 0; turn < 400; turn++)
    for (int which = 0; which < 2; which++) {
      double *v = which ? g : l2, h = 1e-4, here[3];
      for (int i = -1; i <= 1; i++) {
        double was = *v;
        *v += i * h;
        here[i + 1] = axes_energy(l1, *l2, *g, angle, c);
        *v = was;
      }
      *v -= h * (here[2] - here[0]) / (2 * (here[2] - 2 * here[1] + here[0]));  // Newton, by differences
    }
}

TEST(homogeneous_incompressible_axes_pulled) {
  static const double c[9] = {9e5, 1e5, 0.5e5, 4e5, 0.8e5, 3e5, 1e5, 1e5, 2e5}, angles[3] = {0, 0.6, 1.5707963267948966}, h = 1e-5;
  pl_context *ctx = pl_context_create(NULL);
  pl_material *material =
      material_of(ctx,
                  "{\"name\": \"r\", \"strain\": \"green3\", \"values\": [\"xx\", \"yy\", \"zz\", \"yz\", \"xz\", \"xy\"], "
                  "\"law\": \"orthotropic3\"}",
                  9, c);
  for (int a = 0; a < 3; a++) {
    double copy[3 * N] = {1.05, 1.1, 1.2, 1.3}, l2, g;
    pl_homogeneous own = {.mode = PL_UNIAXIAL, .symmetry = PL_SYMMETRY_ORTHOTROPIC, .incompressible = true};
    double room[3 * N];
    pl_test test = plan(&own, room);
    test.channel[PL_HOMOGENEOUS_STRETCH].value = copy;
    test.angle = angles[a];
    pl_measurement *m = measure(ctx, &test, material);
    REQUIRE(m->test[0].channel[PL_HOMOGENEOUS_LATERAL].value != NULL);
    for (int f = 0; f < N; f++) {
      settle(copy[f], angles[a], c, &l2, &g);
      double stress = (axes_energy(copy[f] + h, l2, g, angles[a], c) - axes_energy(copy[f] - h, l2, g, angles[a], c)) / (2 * h);
      CHECK_NEAR(m->test[0].channel[PL_HOMOGENEOUS_STRESS].value[f], stress, 1e-5 * stress);
      CHECK_NEAR(m->test[0].channel[PL_HOMOGENEOUS_LATERAL].value[f], l2, 1e-6);
    }
    pl_measurement_destroy(m);
  }
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}
