// test_tensile_convert.c: eqs. 15-17 of Volino 2009 against a deformation gradient, second Piola-Kirchhoff stresses and an energy.
#include "test.h"

#include "measure/protocol.h"
#include "protocol/tensile/tensile.h"

static const pl_sample kes = {0.05, 0.2};
static const double displacement[][2] = {{0, 0}, {0.004, 0}, {0, 0.007}, {0.01, -0.02}, {-0.012, 0.005}, {0.08, 0.06}};
enum { N_CASE = sizeof displacement / sizeof displacement[0] };

// E = (F^T F - I)/2 with F = [U V], U the image of the unit vector along the length, V along the width (held).
TEST(tensile_strain_is_green_lagrange) {
  for (int i = 0; i < N_CASE; i++) {
    double du = displacement[i][0], dv = displacement[i][1];
    // corners of the sample: clamp at x = 0 fixed, clamp at x = length moved
    double a[2] = {0, 0}, b[2] = {kes.length + du, dv}, c[2] = {0, kes.width};
    double U[2] = {(b[0] - a[0]) / kes.length, (b[1] - a[1]) / kes.length};
    double V[2] = {(c[0] - a[0]) / kes.width, (c[1] - a[1]) / kes.width};
    double e_uu = (U[0] * U[0] + U[1] * U[1] - 1) / 2, e_uv = U[0] * V[0] + U[1] * V[1];
    double elongation, shear;
    pl_tensile_strain(&kes, du, dv, &elongation, &shear);
    CHECK_NEAR(elongation, e_uu, 1e-14);
    CHECK_NEAR(shear, e_uv, 1e-14);
  }
}

// Clamp force = width * first Piola-Kirchhoff stress on the clamp's normal: P e_u = F S e_u.
TEST(tensile_force_is_first_piola_kirchhoff) {
  double s_uu = 310, s_uv = -45, s_vv = 77;  // the stress across does not reach the clamp
  for (int i = 0; i < N_CASE; i++) {
    double du = displacement[i][0], dv = displacement[i][1];
    double F[2][2] = {{1 + du / kes.length, 0}, {dv / kes.length, 1}};
    double S[2][2] = {{s_uu, s_uv}, {s_uv, s_vv}};
    double P[2] = {F[0][0] * S[0][0] + F[0][1] * S[1][0], F[1][0] * S[0][0] + F[1][1] * S[1][0]};
    double fu, fv;
    pl_tensile_force(&kes, du, dv, s_uu, s_uv, &fu, &fv);
    CHECK_CLOSE(fu, kes.width * P[0], 1e-14);
    CHECK_NEAR(fv, kes.width * P[1], 1e-12);
  }
}

static double energy(double du, double dv) {
  double elongation, shear;
  pl_tensile_strain(&kes, du, dv, &elongation, &shear);
  double psi = 450 * elongation * elongation + 3000 * elongation * elongation * elongation + 20 * shear * shear + 35 * elongation * shear;
  return kes.length * kes.width * psi;
}

// Forces are the derivatives of the energy with respect to the displacements, whatever the law (here with cross coupling).
TEST(tensile_force_is_energy_derivative) {
  double h = 1e-7;
  for (int i = 0; i < N_CASE; i++) {
    double du = displacement[i][0], dv = displacement[i][1], e, s, fu, fv;
    pl_tensile_strain(&kes, du, dv, &e, &s);
    pl_tensile_force(&kes, du, dv, 900 * e + 9000 * e * e + 35 * s, 40 * s + 35 * e, &fu, &fv);
    CHECK_NEAR(fu, (energy(du + h, dv) - energy(du - h, dv)) / (2 * h), 1e-5);
    CHECK_NEAR(fv, (energy(du, dv + h) - energy(du, dv - h)) / (2 * h), 1e-5);
  }
}

TEST(tensile_stress_inverts_force) {
  pl_sample narrow = {0.1, 0.00225};
  const pl_sample *samples[] = {&kes, &narrow};
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < N_CASE; i++) {
      double du = displacement[i][0], dv = displacement[i][1], fu, fv, s_uu, s_uv;
      pl_tensile_force(samples[k], du, dv, 123.4, -5.6, &fu, &fv);
      pl_tensile_stress(samples[k], du, dv, fu, fv, &s_uu, &s_uv);
      CHECK_CLOSE(s_uu, 123.4, 1e-13);
      CHECK_CLOSE(s_uv, -5.6, 1e-11);
      double back_u, back_v;
      pl_tensile_force(samples[k], du, dv, s_uu, s_uv, &back_u, &back_v);
      CHECK_CLOSE(back_u, fu, 1e-13);
      CHECK_NEAR(back_v, fv, 1e-12 * (fabs(fu) + fabs(fv)));
    }
  }
}
