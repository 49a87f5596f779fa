// Numbers from the papers, and laws that agree where they must.
#include "law_subject.h"

// Volino eq. 4 with e = 1000 N/m, nu = 0.25, and his 4.3 material (nu = 0).
TEST(law_isotropic_is_volino_4) {
  law_start();
  pl_law law = law_read("isotropic", "{}");
  double theta[2] = {1000, 0.25}, s[3] = {0.01, -0.02, 0.03}, psi, t[3], k[MAX_TANGENT], c = 1000 / (1 - 0.0625);
  pl_law_eval_one(&law, theta, s, &psi, t, k);
  CHECK_NEAR(t[0], c * (0.01 + 0.25 * -0.02), 1e-12);
  CHECK_NEAR(t[1], c * (-0.02 + 0.25 * 0.01), 1e-12);
  CHECK_NEAR(t[2], c * 0.5 * 0.75 * 0.03, 1e-12);
  CHECK_NEAR(k[8], c * 0.375, 1e-10);
  theta[1] = 0;
  pl_law_eval_one(&law, theta, s, &psi, t, NULL);
  CHECK_NEAR(t[0], 10, 1e-12);
  CHECK_NEAR(t[2], 15, 1e-12);
  // Uniaxial stress: t1 = 0 when s1 = -nu s0, and then t0 = e s0.
  theta[1] = 0.3;
  s[1] = -0.3 * s[0];
  pl_law_eval_one(&law, theta, s, &psi, t, NULL);
  CHECK_NEAR(t[1], 0, 1e-13);
  CHECK_NEAR(t[0], 1000 * s[0], 1e-12);
  law_stop();
}

TEST(law_isotropic_is_an_orthotropic) {
  law_start();
  pl_law iso = law_read("isotropic", "{}"), ortho = law_read("orthotropic", "{\"shear-coupling\": true}");
  double theta[2] = {800, -0.4}, c = 800 / (1 - 0.16), other[6] = {c, -0.4 * c, c, 0.7 * c, 0, 0};
  double s[3] = {0.02, 0.01, -0.07}, psi[2], t[2][3];
  pl_law_eval_one(&iso, theta, s, &psi[0], t[0], NULL);
  pl_law_eval_one(&ortho, other, s, &psi[1], t[1], NULL);
  CHECK_CLOSE(psi[0], psi[1], 1e-14);
  for (int i = 0; i < 3; i++) CHECK_CLOSE(t[0][i], t[1][i], 1e-13);
  law_stop();
}

// Three segments, third order: five parameters; by hand, the stress at the end is the sum of theta times its knot span / 3.
TEST(law_stress_spline_by_hand) {
  law_start();
  pl_law law = law_read("stress-spline", "{\"order\": 3, \"knots\": [0, 0.01, 0.02, 0.03]}");
  CHECK(law.n_param == 5);
  double theta[5] = {4000, 7000, 14000, 26000, 38000}, s = 0.03, t, k;
  pl_law_eval_one(&law, theta, &s, NULL, &t, &k);
  CHECK_NEAR(t, (4000 * 0.01 + 7000 * 0.02 + 14000 * 0.03 + 26000 * 0.02 + 38000 * 0.01) / 3, 1e-10);
  CHECK_NEAR(k, 38000, 1e-6);
  s = 0;
  pl_law_eval_one(&law, theta, &s, NULL, &t, &k);
  CHECK_NEAR(k, 4000, 1e-9);
  law_stop();
}

// Thesis 3.3.2: k is interpolated at the knots and stays constant outside.
TEST(law_stiffness_spline_by_hand) {
  law_start();
  pl_law law = law_read("stiffness-spline", "{\"knots\": [0, 0.01, 0.04]}");
  double theta[3] = {100, 300, 50}, at[5] = {0.01, 0.04, 0.08, -0.01, -1}, expected[5] = {3, 2, 4, -3, -50};
  for (int i = 0; i < 5; i++) {
    double t;
    pl_law_eval_one(&law, theta, &at[i], NULL, &t, NULL);
    CHECK_NEAR(t, expected[i], 1e-12);
  }
  // Slope at the inner knot by Catmull-Rom on uneven knots: (50 - 100) / 0.04; tangent = k + s k'.
  double s = 0.01, t, k;
  pl_law_eval_one(&law, theta, &s, NULL, &t, &k);
  CHECK_NEAR(k, 300 + 0.01 * (50 - 100) / 0.04, 1e-9);
  law_stop();
}

TEST(law_linear_models_agree) {
  law_start();
  pl_law linear = law_read("linear", "{}"), one = law_read("stiffness-spline", "{\"knots\": [0]}"),
         free_one = law_read("stiffness-spline", "{\"knots\": [0.02], \"compression\": \"free\"}");
  double theta = 123, s[3] = {-0.3, 0.01, 2};
  for (int i = 0; i < 3; i++) {
    double t[3];
    pl_law_eval_one(&linear, &theta, &s[i], NULL, &t[0], NULL);
    pl_law_eval_one(&one, &theta, &s[i], NULL, &t[1], NULL);
    pl_law_eval_one(&free_one, &theta, &s[i], NULL, &t[2], NULL);
    CHECK_CLOSE(t[0], 123 * s[i], 1e-15);
    CHECK_CLOSE(t[1], 123 * s[i], 1e-14);
    CHECK_CLOSE(t[2], 123 * s[i], 1e-14);
  }
  law_stop();
}
