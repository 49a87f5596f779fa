// polar-tensor and polar-energy: against plain versions, at the points, across the kinks, around closed loops, from scheme to scheme.
#include "said.h"
#include "law/polar/polar.h"

#include <dirent.h>

#include "base/rng.h"
#include "math/eigen_small.h"
#include "scenes/scenes.h"
#include "one_law.h"

#define DEG (acos(-1) / 180)
#define SIX "\"angles\": {\"unit\": \"deg\", \"values\": [0, 22.5, 45, 67.5, 90]}"
#define SIX_POINTS "{\"radii\": [0.16666666666666666], " SIX "}"
#define SIX_ENERGY "{\"knots\": [0, 0.09, 0.18], " SIX "}"

// A knit as such tables describe one: soft at rest, stiffer along weft, one negative shear entry; N/m. Rows: origin, then 0 .. 90 degrees.
static const double knit[24] = {20, -6, 35, 30, 60, 40, 220, -15, 70, 80, 200, 25, 110, 95, 330, 40, 130, 70, 390, 60, 125, 80, 400, 35};

// The law of a scheme, by way of its JSON members.
static pl_law scheme_law(const pl_polar_scheme *scheme) {
  pl_json_writer *writer = pl_json_writer_create(ctx);
  REQUIRE(writer != NULL);
  pl_json_begin_object(writer, NULL);
  pl_polar_scheme_write(scheme, writer);
  pl_json_end_object(writer);
  pl_law law = read_law("polar-tensor", pl_json_writer_text(writer));
  pl_json_writer_destroy(writer);
  return law;
}

// Strain with the principal values e1 >= e2, e1 at phi (rad) from warp.
static void principal(double e1, double e2, double phi, double s[3]) {
  double c = cos(phi), d = sin(phi);
  s[0] = e1 * c * c + e2 * d * d;
  s[1] = e1 * d * d + e2 * c * c;
  s[2] = 2 * (e1 - e2) * c * d;
}

static void random_strain(pl_rng *rng, double s[3]) {
  double e1 = 0.3 * pl_rng_uniform(rng) - 0.04, e2 = e1 - 0.02 - 0.2 * pl_rng_uniform(rng);
  principal(e1, e2, 4 * pl_rng_uniform(rng), s);
}

static void random_values(pl_rng *rng, double scale, double shift, int n, double *theta) {
  for (int j = 0; j < n; j++) theta[j] = shift + scale * pl_rng_normal(rng);
}

static double green(double extension) { return 0.5 * (pow(1 + extension, 2) - 1); }

// ---- polar-tensor ----

// The paper's interpolation as one would write it down, for tensors of six entries over half a turn or of four over a quarter.
static void plain_stress(const pl_polar_scheme *scheme, const double *theta, const double s[3], double t[3]) {
  double d = 0.5 * (s[0] - s[1]), h = 0.5 * s[2], e = 0.5 * (s[0] + s[1]) + sqrt(d * d + h * h), phi = 0.5 * atan2(h, d), pi = acos(-1);
  double lambda = e > 0 ? sqrt(1 + 2 * e) - 1 : 0;
  int n = scheme->coupling ? 6 : 4, last = scheme->n_angle - 1, j = 0, i = 0;
  phi = !scheme->coupling ? fabs(phi) : phi < 0 ? phi + pi : phi;
  while (j < last && phi >= scheme->angle[j + 1]) j++;
  double next = j < last           ? scheme->angle[j + 1]
                : scheme->coupling ? pi
                                   : scheme->angle[last] + 1,
         f = (phi - scheme->angle[j]) / (next - scheme->angle[j]);
  int j2 = j < last ? j + 1 : scheme->coupling ? 0 : last;
  while (i < scheme->n_ring && lambda >= scheme->radius[i]) i++;
  double below = i > 0 ? scheme->radius[i - 1] : 0, g = i < scheme->n_ring ? (lambda - below) / (scheme->radius[i] - below) : 0;
  int outer = i < scheme->n_ring ? i : scheme->n_ring - 1;
  double c[6] = {0};
  for (int q = 0; q < n; q++) {
    const double *in = theta + (i > 0 ? 1 + (i - 1) * scheme->n_angle : 0) * n, *out = theta + (1 + outer * scheme->n_angle) * n;
    double inner = i > 0 ? (1 - f) * in[j * n + q] + f * in[j2 * n + q] : in[q];
    c[q] = (1 - g) * inner + g * ((1 - f) * out[j * n + q] + f * out[j2 * n + q]);
    if (scheme->zero && c[q] < 0) c[q] = 0;
  }
  // eq. 1 with the tensor shear h; sigma_uv is conjugate to s2
  t[0] = c[0] * s[0] + c[1] * s[1] + c[4] * h;
  t[1] = c[1] * s[0] + c[2] * s[1] + c[5] * h;
  t[2] = 0.5 * c[4] * s[0] + 0.5 * c[5] * s[1] + c[3] * h;
}

TEST(polar_tensor_is_the_published_interpolation) {
  static const char *const json[] = {
      SIX_POINTS,
      "{\"radii\": [0.05, 0.1, 0.2], \"angles\": {\"unit\": \"deg\", \"values\": [0, 20, 90]}}",
      "{\"radii\": [0.1], \"negative\": \"zero\", " SIX "}",
      "{\"radii\": [0.1, 0.12], \"shear-coupling\": true, \"angles\": {\"unit\": \"deg\", \"values\": [0, 50, 100]}}",
  };
  start();
  pl_rng rng;
  pl_rng_init(&rng, 1);
  for (size_t i = 0; i < sizeof json / sizeof json[0]; i++) {
    pl_law law = read_law("polar-tensor", json[i]);
    for (int q = 0; q < 400; q++) {
      double theta[MAX_PARAM], s[3], t[3], expected[3];
      random_values(&rng, 100, 50, law.n_param, theta);
      random_strain(&rng, s);
      pl_law_eval_one(&law, theta, s, NULL, t, NULL);
      plain_stress(law.shape, theta, s, expected);
      for (int c = 0; c < 3; c++) CHECK_NEAR(t[c], expected[c], 1e-11);
    }
  }
  stop();
}

// Each row of a table is reproduced at its point, and the shear entry by the tensor shear: sigma_uv = c33 eps_uv.
TEST(polar_tensor_values_at_the_points) {
  start();
  pl_law law = read_law("polar-tensor", SIX_POINTS);
  double e = green(PL_POLAR_RING), s[3], t[3], k[9];
  for (int j = 0; j < 5; j++)
    for (int beyond = 0; beyond < 2; beyond++) {
      const double *c = knit + 4 * (1 + j);
      principal(beyond ? 2 * e : e, -0.03, 22.5 * j * DEG, s);
      pl_law_eval_one(&law, knit, s, NULL, t, NULL);
      CHECK_NEAR(t[0], c[0] * s[0] + c[1] * s[1], 1e-10);
      CHECK_NEAR(t[1], c[1] * s[0] + c[2] * s[1], 1e-10);
      CHECK_NEAR(t[2], c[3] * (0.5 * s[2]), 1e-10);
    }
  // Half-way between origin and ring, half-way between 45 and 67.5 degrees: the mean of origin and the mean of both rows.
  principal(green(PL_POLAR_RING / 2), 0, 56.25 * DEG, s);
  pl_law_eval_one(&law, knit, s, NULL, t, NULL);
  CHECK_NEAR(t[0], 0.5 * ((20 + 0.5 * (110 + 130)) * s[0] + (-6 + 0.5 * (95 + 70)) * s[1]), 1e-10);
  // Rest and compression: the origin.
  double rest[3] = {0}, pressed[3] = {-0.05, -0.02, 0.01};
  pl_law_eval_one(&law, knit, rest, NULL, t, k);
  double origin[9] = {20, -6, 0, -6, 35, 0, 0, 0, 15};
  for (int i = 0; i < 9; i++) CHECK_NEAR(k[i], origin[i], 1e-12);
  pl_law_eval_one(&law, knit, pressed, NULL, t, k);
  for (int i = 0; i < 9; i++) CHECK_NEAR(k[i], origin[i], 1e-12);
  CHECK_NEAR(t[0], 20 * -0.05 - 6 * -0.02, 1e-13);
  stop();
}

TEST(polar_tensor_names_its_parameters) {
  start();
  pl_law law = read_law("polar-tensor", SIX_POINTS);
  pl_parameter p;
  law.row->parameter(&law, 3, PL_DIM_NONE, PL_DIM_LINE_FORCE, &p);
  CHECK_TEXT(p.name, "c33@origin");
  CHECK(p.knot == 0 && pl_dim_equal(p.dim, PL_DIM_LINE_FORCE) && isinf(p.lower));
  law.row->parameter(&law, 9, PL_DIM_NONE, PL_DIM_LINE_FORCE, &p);
  CHECK_TEXT(p.name, "c12@22.5");
  CHECK_NEAR(p.knot, green(PL_POLAR_RING), 1e-15);
  pl_polar_scheme eleven;
  REQUIRE(pl_polar_scheme_standard(11, 0.2, &eleven));
  law = scheme_law(&eleven);
  CHECK(law.n_param == 44);
  law.row->parameter(&law, 43, PL_DIM_NONE, PL_DIM_LINE_FORCE, &p);
  CHECK_TEXT(p.name, "c33@90-ring2");
  stop();
}

// A constant tensor is the law `orthotropic` with half the shear entries, for every scheme.
TEST(polar_tensor_constant_is_orthotropic) {
  static const double c[6] = {300, 80, 500, 90, 25, -40};
  start();
  pl_law four = read_law("orthotropic", "{}"), six = read_law("orthotropic", "{\"shear-coupling\": true}");
  pl_rng rng;
  pl_rng_init(&rng, 2);
  static const int count[] = {1, 4, 6, 10, 11};
  for (int i = 0; i < 6; i++) {
    pl_polar_scheme scheme;
    pl_law law;
    if (i < 5) {
      REQUIRE(pl_polar_scheme_standard(count[i], 0.15, &scheme));
      law = scheme_law(&scheme);
      CHECK(law.n_param == 4 * count[i]);
    } else {
      law = read_law("polar-tensor", "{\"radii\": [0.1], \"shear-coupling\": true, \"angles\": [\"0 deg\", \"60 deg\", \"120 deg\"]}");
      CHECK(law.n_param == 24);
    }
    int n = i < 5 ? 4 : 6;
    double theta[MAX_PARAM], plain[6];
    for (int j = 0; j < law.n_param; j++) theta[j] = c[j % n];
    for (int j = 0; j < n; j++) plain[j] = j < 3 ? c[j] : 0.5 * c[j];
    for (int q = 0; q < 50; q++) {
      double s[3], psi[2], t[2][3], k[2][9];
      random_strain(&rng, s);
      if (q % 5 == 0) s[0] = s[1], s[2] = 0;
      pl_law_eval_one(&law, theta, s, &psi[0], t[0], k[0]);
      pl_law_eval_one(i < 5 ? &four : &six, plain, s, &psi[1], t[1], k[1]);
      CHECK_NEAR(psi[0], psi[1], 1e-12);
      for (int a = 0; a < 3; a++) CHECK_NEAR(t[0][a], t[1][a], 1e-12);
      for (int a = 0; a < 9; a++) CHECK_NEAR(k[0][a], k[1][a], 1e-9);
    }
  }
  pl_polar_scheme none;
  CHECK(!pl_polar_scheme_standard(5, 0.15, &none));
  stop();
}

// Mirror symmetry, and warp and weft exchanged with their rows and columns.
TEST(polar_tensor_symmetries) {
  start();
  pl_law law = read_law("polar-tensor", SIX_POINTS);
  double turned[24];
  for (int p = 0; p < 6; p++) {
    const double *from = knit + 4 * (p == 0 ? 0 : 6 - p);
    memcpy(turned + 4 * p, (double[4]){from[2], from[1], from[0], from[3]}, 4 * sizeof(double));
  }
  pl_rng rng;
  pl_rng_init(&rng, 3);
  for (int q = 0; q < 100; q++) {
    double s[3], t[3], k[9], u[3], ku[9];
    random_strain(&rng, s);
    pl_law_eval_one(&law, knit, s, NULL, t, k);
    double mirror[3] = {s[0], s[1], -s[2]}, swapped[3] = {s[1], s[0], s[2]};
    pl_law_eval_one(&law, knit, mirror, NULL, u, ku);
    CHECK(u[0] == t[0] && u[1] == t[1] && u[2] == -t[2]);
    CHECK(ku[0] == k[0] && ku[1] == k[1] && ku[2] == -k[2] && ku[6] == -k[6] && ku[8] == k[8]);
    pl_law_eval_one(&law, turned, swapped, NULL, u, ku);
    CHECK_NEAR(u[0], t[1], 1e-11);
    CHECK_NEAR(u[1], t[0], 1e-11);
    CHECK_NEAR(u[2], t[2], 1e-11);
    CHECK_NEAR(ku[2], k[5], 1e-8);
  }
  stop();
}

// The matrix T with s' = T s for strain seen from axes turned by alpha (engineering shear).
static void turn_strain(double alpha, const double s[3], double out[3]) {
  double c = cos(alpha), d = sin(alpha);
  out[0] = c * c * s[0] + d * d * s[1] + c * d * s[2];
  out[1] = d * d * s[0] + c * c * s[1] - c * d * s[2];
  out[2] = -2 * c * d * s[0] + 2 * c * d * s[1] + (c * c - d * d) * s[2];
}

// The same cloth described from axes turned by 30 degrees: a law with shear coupling, its tensors T^-T D T^-1, its angles shifted. Both
// laws give the same work for every strain and change of strain.
TEST(polar_tensor_from_turned_axes) {
  start();
  pl_law own = read_law("polar-tensor", "{\"radii\": [0.1], \"angles\": {\"unit\": \"deg\", \"values\": [0, 30, 60, 90]}}");
  pl_law turned = read_law("polar-tensor", "{\"radii\": [0.1], \"shear-coupling\": true, \"angles\": "
                                           "{\"unit\": \"deg\", \"values\": [0, 30, 60, 90, 120, 150]}}");
  double alpha = 30 * DEG, inverse[3][3], theta[MAX_PARAM] = {0};
  for (int j = 0; j < 3; j++) {
    double unit[3] = {j == 0, j == 1, j == 2}, column[3];
    turn_strain(-alpha, unit, column);
    for (int i = 0; i < 3; i++) inverse[i][j] = column[i];
  }
  pl_rng rng;
  pl_rng_init(&rng, 4);
  double own_theta[MAX_PARAM];
  random_values(&rng, 100, 200, own.n_param, own_theta);
  for (int p = 0; p < 7; p++) {
    // the direction at `degrees` from the turned warp lies at degrees + 30 from warp, folded to 0 .. 90
    int degrees = p == 0 ? 0 : (30 * (p - 1) + 30) % 180, folded = degrees > 90 ? 180 - degrees : degrees;
    const double *c = own_theta + 4 * (p == 0 ? 0 : 1 + folded / 30);
    double matrix[3][3] = {{c[0], c[1], 0}, {c[1], c[2], 0}, {0, 0, 0.5 * c[3]}}, out[3][3] = {{0}};
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++)
        for (int a = 0; a < 3; a++)
          for (int b = 0; b < 3; b++) out[i][j] += inverse[a][i] * matrix[a][b] * inverse[b][j];
    double *to = theta + 6 * p;
    to[0] = out[0][0], to[1] = out[0][1], to[2] = out[1][1], to[3] = 2 * out[2][2], to[4] = 2 * out[0][2], to[5] = 2 * out[1][2];
  }
  for (int q = 0; q < 200; q++) {
    double s[3], ds[3], s_turned[3], ds_turned[3], t[3], t_turned[3], work = 0, work_turned = 0;
    random_strain(&rng, s);
    if (q % 4 == 0) principal(0.05, 0.05 - 0.02 * pl_rng_uniform(&rng), 3 * pl_rng_uniform(&rng), s);
    random_strain(&rng, ds);
    turn_strain(alpha, s, s_turned);
    turn_strain(alpha, ds, ds_turned);
    pl_law_eval_one(&own, own_theta, s, NULL, t, NULL);
    pl_law_eval_one(&turned, theta, s_turned, NULL, t_turned, NULL);
    for (int i = 0; i < 3; i++) {
      work += t[i] * ds[i];
      work_turned += t_turned[i] * ds_turned[i];
    }
    CHECK_NEAR(work_turned, work, 1e-12 * 300);
  }
  stop();
}

static double difference(int n, const double *a, const double *b) {
  double most = 0;
  for (int i = 0; i < n; i++) most = fmax(most, fabs(a[i] - b[i]));
  return most;
}

// Stress is continuous across every kink; the tangent jumps there, and only there.
TEST(polar_tensor_continuity) {
  start();
  pl_law law = read_law("polar-tensor", SIX_POINTS);
  double h = 1e-9, e = green(PL_POLAR_RING);
  static const struct {
    double e1, e2, degrees, d1, d_degrees;  // a state, and the direction across
    bool jumps;
  } place[] = {
      {0.1, 0.02, 45, 0, 1, true},
      {0.1, 0.02, 67.5, 0, 1, true},
      {0.1, 0.02, 0, 0, 1, true},
      {0.1, 0.02, 90, 0, 1, true},
      {0.18055555555555555, 0, 30, 1, 0, true},
      {0, -0.05, 30, 1, 0, true},
      {0.1, 0.02, 30, 0, 1, false},
      {0.1, 0.09, 30, 1, 0, false},
      {0.1, 0.1, 30, 1, 0, false},
  };
  for (size_t i = 0; i < sizeof place / sizeof place[0]; i++) {
    double s[2][3], t[2][3], k[2][9];
    for (int side = 0; side < 2; side++) {
      double step = side ? h : -h;
      principal(place[i].e1 + step * place[i].d1, place[i].e2, (place[i].degrees + 60 * step * place[i].d_degrees) * DEG, s[side]);
      pl_law_eval_one(&law, knit, s[side], NULL, t[side], k[side]);
    }
    CHECK_NEAR(difference(3, t[0], t[1]), 0, 1e-5);
    double jump = difference(9, k[0], k[1]);
    if (place[i].jumps)
      CHECK(jump > 1);
    else
      CHECK_NEAR(jump, 0, 1e-3);
  }
  CHECK_NEAR(e, place[4].e1, 1e-15);
  // On the fold itself: the mean of both sides.
  double s[3] = {0.1, 0.02, 0}, up[3] = {0.1, 0.02, 1e-12}, t[3], k[9], k_up[9];
  pl_law_eval_one(&law, knit, s, NULL, t, k);
  pl_law_eval_one(&law, knit, up, NULL, t, k_up);
  CHECK_NEAR(k[2], 0, 1e-12);
  CHECK(fabs(k_up[2]) > 1);
  stop();
}

// At equal principal strains, where the direction has no value, stress and tangent do not depend on how one comes near.
TEST(polar_tensor_equibiaxial) {
  start();
  pl_law law = read_law("polar-tensor", SIX_POINTS);
  double at[3] = {0.08, 0.08, 0}, t[3], k[9], mean[4] = {0}, a = (sqrt(1.16) - 1) / PL_POLAR_RING;
  pl_law_eval_one(&law, knit, at, NULL, t, k);
  // The ring counts with its mean over all directions (trapezoidal: half weight at the ends).
  for (int c = 0; c < 4; c++)
    for (int j = 0; j < 5; j++) mean[c] += (j == 0 || j == 4 ? 0.125 : 0.25) * knit[4 * (1 + j) + c];
  for (int c = 0; c < 4; c++) mean[c] = (1 - a) * knit[c] + a * mean[c];
  CHECK_NEAR(t[0], (mean[0] + mean[1]) * 0.08, 1e-12);
  CHECK_NEAR(t[1], (mean[1] + mean[2]) * 0.08, 1e-12);
  CHECK_NEAR(k[8], 0.5 * mean[3], 1e-12);
  CHECK(fabs(k[1] - k[3]) > 1);  // even here it is unsymmetric
  double last = INFINITY;
  for (double rho = 1e-3; rho > 1e-7; rho /= 10) {
    double most = 0;
    for (int i = 0; i < 24; i++) {
      double angle = 15 * i * DEG, s[3] = {0.08 + rho * cos(angle), 0.08 - rho * cos(angle), 2 * rho * sin(angle)}, t_near[3], k_near[9];
      pl_law_eval_one(&law, knit, s, NULL, t_near, k_near);
      most = fmax(most, difference(9, k, k_near));
      CHECK_NEAR(difference(3, t, t_near), 0, 2000 * rho);
    }
    CHECK_LESS(most, 0.2 * last);  // the difference goes to zero with rho
    last = most;
  }
  CHECK_LESS(last, 0.1);
  stop();
}

// Interpolated entries below zero count as zero, with their derivatives.
TEST(polar_tensor_negative_zero) {
  start();
  pl_law keep = read_law("polar-tensor", SIX_POINTS);
  pl_law zero = read_law("polar-tensor", "{\"radii\": [0.16666666666666666], \"negative\": \"zero\", " SIX "}");
  CHECK((keep.row->flags & PL_LAW_LINEAR) && !(zero.row->flags & PL_LAW_LINEAR));
  CHECK_TEXT(zero.row->name, "polar-tensor");
  double s[3], t[2][3], dt[2][72];
  principal(green(PL_POLAR_RING), 0.02, 3 * DEG, s);  // c33 near -15
  pl_law_eval_one(&keep, knit, s, NULL, t[0], NULL);
  pl_law_eval_one(&zero, knit, s, NULL, t[1], NULL);
  pl_law_theta_one(&keep, knit, s, dt[0]);
  pl_law_theta_one(&zero, knit, s, dt[1]);
  CHECK(t[0][0] == t[1][0] && t[0][1] == t[1][1] && t[0][2] < 0 && t[1][2] == 0);
  for (int j = 0; j < 24; j++)
    for (int i = 0; i < 3; i++) CHECK(dt[1][3 * j + i] == (j % 4 == 3 ? 0 : dt[0][3 * j + i]));
  CHECK(fabs(dt[0][3 * 7 + 2]) > 0);
  stop();
}

// ---- schemes ----

// 1 -> 4 -> 6 -> 10 or 11 points: the field of tensors stays the same.
TEST(polar_tensor_refinement_changes_nothing) {
  static const int step[][2] = {{1, 4}, {4, 6}, {6, 10}, {6, 11}, {4, 11}, {1, 11}};
  start();
  pl_rng rng;
  pl_rng_init(&rng, 6);
  for (size_t i = 0; i < sizeof step / sizeof step[0]; i++) {
    pl_polar_scheme scheme[2];
    pl_law law[2];
    for (int q = 0; q < 2; q++) {
      REQUIRE(pl_polar_scheme_standard(step[i][q], PL_POLAR_RING, &scheme[q]));
      scheme[q].zero = i == 2;
      scheme[q].smoothing = 0.03;
      law[q] = scheme_law(&scheme[q]);
    }
    double theta[2][MAX_PARAM];
    random_values(&rng, 100, 50, law[0].n_param, theta[0]);
    pl_polar_tensor_resample(&law[0], theta[0], &law[1], theta[1]);
    for (int q = 0; q < 100; q++) {
      double s[3], t[2][3], k[2][9];
      random_strain(&rng, s);
      if (q % 4 == 0) principal(0.1 * pl_rng_uniform(&rng) + 0.02, 0.02, 4 * pl_rng_uniform(&rng), s);
      for (int r = 0; r < 2; r++) pl_law_eval_one(&law[r], theta[r], s, NULL, t[r], k[r]);
      CHECK_NEAR(difference(3, t[0], t[1]), 0, 1e-10);
      CHECK_NEAR(difference(9, k[0], k[1]), 0, 1e-7);
    }
  }
  stop();
}

// A scheme without mirror symmetry takes the values of one with it.
TEST(polar_tensor_refinement_to_shear_coupling) {
  start();
  pl_law four = read_law("polar-tensor", "{\"radii\": [0.1], \"angles\": [\"0 deg\", \"45 deg\", \"90 deg\"]}");
  pl_law six = read_law("polar-tensor", "{\"radii\": [0.1], \"shear-coupling\": true, \"angles\": "
                                        "[\"0 deg\", \"45 deg\", \"90 deg\", \"135 deg\"]}");
  pl_rng rng;
  pl_rng_init(&rng, 7);
  double theta[16], theta_six[30];
  random_values(&rng, 100, 50, 16, theta);
  pl_polar_tensor_resample(&four, theta, &six, theta_six);
  for (int q = 0; q < 100; q++) {
    double s[3], t[2][3];
    random_strain(&rng, s);
    pl_law_eval_one(&four, theta, s, NULL, t[0], NULL);
    pl_law_eval_one(&six, theta_six, s, NULL, t[1], NULL);
    CHECK_NEAR(difference(3, t[0], t[1]), 0, 1e-11);
  }
  stop();
}

TEST(polar_descriptions_are_checked) {
  static const struct {
    const char *law, *json, *message;
  } bad[] = {
      {"polar-tensor", "{}", "\"radii\" is missing"},
      {"polar-tensor", "{\"radii\": [0.1]}", "\"angles\" is missing"},
      {"polar-tensor", "{\"radii\": [0, 0.1], " SIX "}", " at least 1e-6"},
      {"polar-tensor", "{\"radii\": [0.2, 0.1], " SIX "}", "follows 0.2"},
      {"polar-tensor", "{\"radii\": [], " SIX "}", "no \"radii\""},
      {"polar-tensor", "{\"radii\": [0.1], \"angles\": [0, 45, 90]}", "unit"},
      {"polar-tensor", "{\"radii\": [0.1], \"angles\": [\"0 deg\", \"45 deg\"]}", "end with 90 deg"},
      {"polar-tensor", "{\"radii\": [0.1], \"shear-coupling\": true, \"angles\": [\"0 deg\", \"180 deg\"]}", "below 180 deg"},
      {"polar-tensor", "{\"radii\": [0.1], \"smoothing\": 0, " SIX "}", "smoothing"},
      {"polar-tensor", "{\"radii\": [0.1], \"negative\": \"drop\", " SIX "}", "drop"},
      {"polar-tensor", "{\"radii\": [1, 2, 3, 4, 5, 6, 7, 8, 9], " SIX "}", "at most 8"},
      {"polar-energy", "{" SIX "}", "\"knots\" is missing"},
      {"polar-energy", "{\"knots\": [0.1, 0.2], " SIX "}", "the first 0"},
      {"polar-energy", "{\"knots\": [0], " SIX "}", "at least 2"},
      {"polar-energy", "{\"knots\": [0, 0.1], \"angles\": [\"45 deg\", \"90 deg\"]}", "begin with 0"},
      {"polar-energy", "{\"knots\": [0, 0.1], \"balance\": 0, " SIX "}", "balance"},
  };
  start();
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    pl_law law;
    pl_status status = try_law(bad[i].law, bad[i].json, &law);
    if (status != PL_ERROR_INPUT && status != PL_ERROR_UNIT) test_fail(__FILE__, __LINE__, "%s %s was accepted", bad[i].law, bad[i].json);
    const pl_error *error = pl_context_error(ctx);
    char text[2400];
    snprintf(text, sizeof text, "%s %s", error->key, error->message);
    CHECK_CONTAINS(text, bad[i].message);
    CHECK(error->hint[0] != 0);
    pl_context_clear_error(ctx);
  }
  // Too many numbers for one law.
  pl_law law;
  CHECK(try_law("polar-tensor",
                "{\"radii\": [1, 2, 3, 4, 5, 6, 7, 8], \"angles\": {\"unit\": \"deg\", \"values\": "
                "[0, 10, 20, 30, 40, 50, 60, 70, 80, 90]}}",
                &law) == PL_ERROR_INPUT);
  CHECK_CONTAINS(said_error(ctx), "324 parameters");
  stop();
}

// ---- polar-energy ----

// psi by the definition: two integrals of f'' over a fine grid, for each mode.
static double plain_curve(const double *theta, double x, bool even) {
  static const double knot[3] = {0, 0.09, 0.18};
  enum { N = 2000 };
  double end = even ? fabs(x) : x, sum = 0;
  for (int i = 0; i < N; i++) {
    double u = (i + 0.5) / N * end, f = theta[2];
    if (u < 0) f = theta[0];
    for (int j = 0; j < 2; j++)
      if (u >= knot[j] && u < knot[j + 1]) f = theta[j] + (theta[j + 1] - theta[j]) * (u - knot[j]) / (knot[j + 1] - knot[j]);
    sum += f * (end - u) * end / N;  // psi(end) = int f''(u) (end - u) du
  }
  return sum;
}

TEST(polar_energy_by_definition) {
  start();
  pl_law law = read_law("polar-energy", "{\"knots\": [0, 0.09, 0.18], \"balance\": 2, " SIX "}");
  CHECK(law.n_param == 24);
  pl_rng rng;
  pl_rng_init(&rng, 8);
  for (int q = 0; q < 20; q++) {
    double theta[24], s[3], psi, t[3], expected = 0;
    for (int j = 0; j < 24; j++) theta[j] = 300 * pl_rng_uniform(&rng);
    random_strain(&rng, s);
    for (int i = 0; i < 5; i++) {
      double c = cos(22.5 * i * DEG), d = sin(22.5 * i * DEG), plus = c * c * s[0] + d * d * s[1] + c * d * s[2];
      expected += plain_curve(theta + 3 * i, plus, false);
      if (i > 0 && i < 4) expected += plain_curve(theta + 3 * i, plus - 2 * c * d * s[2], false);
    }
    expected += plain_curve(theta + 15, (s[0] + 2 * s[1]) / 3, false) + plain_curve(theta + 18, (s[0] - 2 * s[1]) / 3, true) +
                plain_curve(theta + 21, s[2] / 2, true);
    pl_law_eval_one(&law, theta, s, &psi, t, NULL);
    CHECK_CLOSE(psi, expected, 1e-5);
  }
  pl_parameter p;
  law.row->parameter(&law, 5, PL_DIM_NONE, PL_DIM_LINE_FORCE, &p);
  CHECK_TEXT(p.name, "fibre22.5-k2");
  CHECK(p.lower == 0 && p.knot == 0.18);
  stop();
}

// The smallest eigenvalue of the tangent for any theta >= 0, anywhere.
TEST(polar_energy_is_convex) {
  start();
  pl_law law = read_law("polar-energy", SIX_ENERGY);
  pl_rng rng;
  pl_rng_init(&rng, 9);
  double least = INFINITY;
  for (int q = 0; q < 5000; q++) {
    double theta[24], s[3], t[3], k[9], w[3];
    for (int j = 0; j < 24; j++) theta[j] = pl_rng_uniform(&rng) < 0.5 ? 0 : pl_rng_uniform(&rng);
    for (int i = 0; i < 3; i++) s[i] = 0.3 * pl_rng_normal(&rng);
    pl_law_eval_one(&law, theta, s, NULL, t, k);
    pl_sym_eigenvalues(3, k, w);
    least = fmin(least, w[0]);
  }
  CHECK(least >= -1e-12);
  stop();
}

// The linear law of a tensor: exact within its cone, with theta >= 0; without its balance, c12 is cut.
TEST(polar_energy_starts_from_a_tensor) {
  static const struct {
    double c[4], balance, reached[4];
  } row[] = {
      {{300, 80, 500, 90}, 0, {300, 80, 500, 90}},     {{205, 10, 1014, 53}, 0, {205, 10, 1014, 53}},
      {{200, 440, 1000, 50}, 0, {200, 440, 1000, 50}},  // c12 > c11, positive definite
      {{200, 440, 1000, 50}, 1, {200, 200, 1000, 50}},  // needs a balance other than 1
      {{17, -15, 34, 37}, 0, {17, -15, 34, 37}},        // negative c12
      {{16, 20, 25, 9}, 0, {16, 20, 25, 9}},            // just singular
      {{12, -20, 3, 18}, 0, {12, -6, 3, 18}},           // not convex: |c12| cut to sqrt(c11 c22)
      {{100, 5, 100, -30}, 0, {100, 5, 100, 0}},        // negative shear
      {{0, 7, 100, 30}, 0, {0, 0, 100, 30}},           {{2000, 0.3, 2030, 19}, 0, {2000, 0.3, 2030, 19}},
  };
  start();
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    for (int angles = 2; angles <= 5; angles++) {
      char json[300];
      double balance = row[i].balance > 0 ? row[i].balance : pl_polar_energy_balance(row[i].c), theta[MAX_PARAM];
      static const char *const list[] = {"0, 90", "0, 45, 90", "0, 10, 80, 90", "0, 22.5, 45, 67.5, 90"};
      snprintf(json, sizeof json, "{\"knots\": [0, 0.05, 0.1], \"balance\": %.17g, \"angles\": {\"unit\": \"deg\", \"values\": [%s]}}",
               balance, list[angles - 2]);
      pl_law law = read_law("polar-energy", json);
      pl_polar_energy_start(&law, row[i].c, theta);
      for (int j = 0; j < law.n_param; j++) CHECK(theta[j] >= 0);
      double s[2][3] = {{0.07, -0.02, 0.05}, {-0.01, 0.3, -0.1}}, t[3], k[9];
      for (int q = 0; q < 2; q++) {
        const double *c = row[i].reached;
        double tensor[9] = {c[0], c[1], 0, c[1], c[2], 0, 0, 0, 0.5 * c[3]};
        pl_law_eval_one(&law, theta, s[q], NULL, t, k);
        CHECK_NEAR(difference(9, k, tensor), 0, 1e-11 * (c[0] + c[2]));
      }
    }
  }
  // A tensor well inside touches no bound.
  pl_law law = read_law("polar-energy", SIX_ENERGY);
  double theta[24];
  pl_polar_energy_start(&law, row[0].c, theta);
  for (int j = 0; j < 24; j++) CHECK(theta[j] > 1);
  stop();
}

// ---- energy from nowhere ----

// Work of the stress around a circle of radius r about s in the plane of the axes a, b.
static double loop_work(const pl_law *law, const double *theta, const double *s, int a, int b, double r, int n) {
  double work = 0;
  for (int i = 0; i < n; i++) {
    double angle = 2 * acos(-1) * i / n, at[3] = {s[0], s[1], s[2]}, t[3];
    at[a] += r * cos(angle);
    at[b] += r * sin(angle);
    pl_law_eval_one(law, theta, at, NULL, t, NULL);
    work += r * (t[b] * cos(angle) - t[a] * sin(angle)) * 2 * acos(-1) / n;
  }
  return work;
}

TEST(polar_tensor_pumps_energy_in_strain_space) {
  start();
  pl_law tensor = read_law("polar-tensor", SIX_POINTS), energy = read_law("polar-energy", SIX_ENERGY);
  double s[3] = {0.08, 0.03, 0.02}, theta[24];
  for (int j = 0; j < 24; j++) theta[j] = fabs(knit[j]);
  for (int a = 0; a < 3; a++) {
    int b = (a + 1) % 3;
    double work = loop_work(&tensor, knit, s, a, b, 0.04, 20000), finer = loop_work(&tensor, knit, s, a, b, 0.04, 40000);
    double scale = 400 * 0.04 * 0.04;  // N/m, stiffness times strain squared
    CHECK(fabs(work) > 1e-3 * scale);
    CHECK_NEAR(work, finer, 1e-6 * scale);
    CHECK_NEAR(loop_work(&energy, theta, s, a, b, 0.04, 20000), 0, 1e-12 * scale);
  }
  stop();
}

TEST(polar_tensor_pumps_energy_by_a_triangle) {
  start();
  pl_law tensor = read_law("polar-tensor", SIX_POINTS), energy = read_law("polar-energy", SIX_ENERGY);
  double theta[24], stored, none, forward = scene_triangle_turn(&tensor, knit, 1, 20000, &stored);
  double back = scene_triangle_turn(&tensor, knit, -1, 20000, &none);
  CHECK(fabs(forward) > 0.005 * stored);  // gained in every turn one way ...
  CHECK_CLOSE(back, -forward, 1e-6);      // ... and dissipated the other way
  for (int j = 0; j < 24; j++) theta[j] = fabs(knit[j]);
  double kept = scene_triangle_turn(&energy, theta, 1, 20000, &stored);
  CHECK_NEAR(kept, 0, 1e-12 * stored);
  stop();
}

// ---- the published cloths ----

// The table of a published material file into theta[24]; false when it has none.
static bool read_table(const char *path, double *theta) {
  pl_json *root;
  REQUIRE(pl_json_load(arena, path, &root) == PL_OK);
  pl_json *table = pl_json_find(root, "stretching");
  if (!table || table->n != 6) return false;
  int n = 0;
  for (pl_json *row = table->child; row; row = row->next)
    for (pl_json *value = row->child; value && n < 24; value = value->next) theta[n++] = value->number;
  return n == 24;
}

enum { N_SAMPLE = 800 };

// Fit theta >= lower to the stresses at the samples, each over the size of its strain, by coordinate descent; returns the relative rms.
static double fit_stress(const pl_law *law, const double (*s)[3], const double (*t)[3], double lower) {
  int n = law->n_param;
  double a[MAX_PARAM][MAX_PARAM] = {{0}}, b[MAX_PARAM] = {0}, x[MAX_PARAM] = {0}, zero[MAX_PARAM] = {0}, all = 0, left = 0;
  static double basis[N_SAMPLE][MAX_PARAM * 3], weight[N_SAMPLE];
  static const double part[3] = {1, 1, 2};  // the shear stress counts twice in the norm of a tensor
  for (int q = 0; q < N_SAMPLE; q++) {
    pl_law_theta_one(law, zero, s[q], basis[q]);
    weight[q] = 1 / (s[q][0] * s[q][0] + s[q][1] * s[q][1] + 0.5 * s[q][2] * s[q][2]);
    for (int i = 0; i < n; i++)
      for (int c = 0; c < 3; c++) {
        b[i] += weight[q] * part[c] * basis[q][3 * i + c] * t[q][c];
        for (int j = 0; j < n; j++) a[i][j] += weight[q] * part[c] * basis[q][3 * i + c] * basis[q][3 * j + c];
      }
  }
  for (int sweep = 0; sweep < 20000; sweep++)
    for (int i = 0; i < n; i++) {
      double rest = b[i];
      for (int j = 0; j < n; j++) rest -= a[i][j] * x[j];
      x[i] = fmax(x[i] + rest / a[i][i], lower);
    }
  for (int q = 0; q < N_SAMPLE; q++)
    for (int c = 0; c < 3; c++) {
      double sum = 0;
      for (int i = 0; i < n; i++) sum += x[i] * basis[q][3 * i + c];
      all += weight[q] * part[c] * t[q][c] * t[q][c];
      left += weight[q] * part[c] * (sum - t[q][c]) * (sum - t[q][c]);
    }
  return sqrt(left / all);
}

// The 24 parameters of the energy against the 24 of the table, for the ten measured cloths. Strains reach the ring in all directions.
// It is never worse than the best constant tensor, within 30 %, and within 1 % for the three stiff weaves.
TEST(polar_energy_follows_the_published_cloths) {
  if (!test_shared_data()) {
    test_skip("no shared data");
    return;
  }
  start();
  char folder[600], path[1200];
  snprintf(folder, sizeof folder, "%s/arcsim-wang2011", test_shared_data());
  DIR *dir = opendir(folder);
  if (!dir) {
    test_skip("no arcsim-wang2011 in the shared data");
    stop();
    return;
  }
  pl_law table = read_law("polar-tensor", "{\"radii\": [0.16666666666666666], \"negative\": \"zero\", " SIX "}");
  pl_law energy = read_law("polar-energy", SIX_ENERGY), linear = read_law("orthotropic", "{}");
  static double s[N_SAMPLE][3], t[N_SAMPLE][3];
  int n_cloth = 0, n_negative = 0, n_close = 0;
  for (struct dirent *entry; (entry = readdir(dir));) {
    double theta[24];
    const char *dot = strrchr(entry->d_name, '.');
    if (!dot || strcmp(dot, ".json") != 0) continue;
    if (strcmp(entry->d_name, "paper.json") == 0 || strcmp(entry->d_name, "aluminium.json") == 0) continue;  // not measured
    snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    if (!read_table(path, theta)) continue;
    n_cloth++;
    bool negative = false;
    for (int j = 0; j < 24; j++) negative = negative || theta[j] < 0;
    n_negative += negative;
    pl_rng rng;
    pl_rng_init(&rng, 10);
    for (int q = 0; q < N_SAMPLE; q++) {
      double e1 = 0.19 * pl_rng_uniform(&rng) + 1e-4, e2 = e1 * (1.4 * pl_rng_uniform(&rng) - 0.4);
      principal(e1, e2, acos(-1) * pl_rng_uniform(&rng), s[q]);
      pl_law_eval_one(&table, theta, s[q], NULL, t[q], NULL);
    }
    double ours = fit_stress(&energy, s, t, 0), constant = fit_stress(&linear, s, t, -INFINITY);
    CHECK_LESS(ours, 0.9 * constant);
    CHECK_LESS(ours, 0.30);
    n_close += ours < 0.01;
  }
  closedir(dir);
  CHECK(n_cloth == 10);
  CHECK(n_negative == 7);
  CHECK(n_close == 3);
  stop();
}
