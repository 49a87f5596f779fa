// Hyperelastic laws against closed forms, against each other, against published fits of Treloar's and Jones' rubber, and for rank-one convexity.
#include <stdlib.h>

#include "base/csv/csv.h"
#include "base/rng.h"
#include "estimate/optimise/linear_fit.h"
#include "law/law.h"
#include "one_law.h"

// ---- from principal stretches to the inputs of a law, and back with its stress ----

static void invariants(const double *m, double *s) {
  double a = m[0] * m[0], b = m[1] * m[1], c = m[2] * m[2];
  s[0] = a + b + c;
  s[1] = a * b + b * c + a * c;
  s[2] = m[0] * m[1] * m[2];
}

static bool on_invariants(const pl_law *law) { return law->row->rest && law->row->rest[0] == 3; }

// d psi / d lambda_i from t; convex- and energy-splines act on I1 or I2 as `axis` says.
static void stretch_stress(const pl_law *law, int axis, const double *m, const double *t, double *p) {
  double s[3];
  invariants(m, s);
  for (int i = 0; i < 3; i++) {
    double rate[3] = {2 * m[i], 2 * m[i] * (s[0] - m[i] * m[i]), s[2] / m[i]};
    if (law->row->n_in == 1)
      p[i] = t[0] * rate[axis];
    else
      p[i] = on_invariants(law) ? t[0] * rate[0] + t[1] * rate[1] + t[2] * rate[2] : t[i];
  }
}

static void inputs(const pl_law *law, int axis, const double *m, double *s) {
  double all[3];
  invariants(m, all);
  if (law->row->n_in == 1)
    s[0] = all[axis];
  else
    memcpy(s, on_invariants(law) ? all : m, sizeof all);
}

// Nominal stress along 1 of an incompressible body whose direction 3 is free: P1 = psi,1 - psi,3 lambda3 / lambda1.
static double nominal(const double *m, const double *p) { return p[0] - p[2] * m[2] / m[0]; }

static void stretch_stresses(const pl_law *law, const double *theta, const double *m, double *p) {
  double s[3], t[3];
  inputs(law, 0, m, s);
  pl_law_eval_one(law, theta, s, NULL, t, NULL);
  stretch_stress(law, 0, m, t, p);
}

static double predict(const pl_law *law, const double *theta, const double *m) {
  double p[3];
  stretch_stresses(law, theta, m, p);
  return nominal(m, p);
}

// ---- closed forms ----

// Uniaxial, equibiaxial and planar tension of an incompressible body.
static void states(double x, double m[3][3]) {
  double r = 1 / sqrt(x);
  memcpy(m[0], (double[3]){x, r, r}, sizeof m[0]);
  memcpy(m[1], (double[3]){x, x, 1 / (x * x)}, sizeof m[1]);
  memcpy(m[2], (double[3]){x, 1, 1 / x}, sizeof m[2]);
}

TEST(rubber_closed_forms) {
  start();
  pl_law neo = read_law("neo-hookean", "{\"incompressible\": true}"), mooney = read_law("mooney-rivlin", "{\"incompressible\": true}");
  pl_law yeoh = read_law("yeoh", "{\"incompressible\": true}"), ogden = read_law("ogden", "{\"terms\": 2, \"incompressible\": true}");
  double mu = 0.4e6, c[2] = {0.2e6, 0.05e6}, y[3] = {0.2e6, -2e3, 40}, o[4] = {0.4e6, 1.7, -0.02e6, -2.5};
  for (double x = 0.6; x < 6; x += 0.31) {
    double m[3][3], x2 = x * x;
    states(x, m);
    CHECK_CLOSE(predict(&neo, &mu, m[0]), mu * (x - 1 / x2), 1e-12);
    CHECK_CLOSE(predict(&neo, &mu, m[1]), mu * (x - pow(x, -5)), 1e-12);
    CHECK_CLOSE(predict(&neo, &mu, m[2]), mu * (x - pow(x, -3)), 1e-12);
    CHECK_CLOSE(predict(&mooney, c, m[0]), 2 * (x - 1 / x2) * (c[0] + c[1] / x), 1e-12);
    CHECK_CLOSE(predict(&mooney, c, m[1]), 2 * (x - pow(x, -5)) * (c[0] + c[1] * x2), 1e-12);
    CHECK_CLOSE(predict(&mooney, c, m[2]), 2 * (x - pow(x, -3)) * (c[0] + c[1]), 1e-12);
    double i = x2 + 2 / x - 3;
    CHECK_CLOSE(predict(&yeoh, y, m[0]), 2 * (x - 1 / x2) * (y[0] + 2 * y[1] * i + 3 * y[2] * i * i), 1e-11);
    double expected[3] = {0};
    for (int p = 0; p < 2; p++) {
      double k = o[2 * p], a = o[2 * p + 1];
      expected[0] += k * (pow(x, a - 1) - pow(x, -a / 2 - 1));
      expected[1] += k * (pow(x, a - 1) - pow(x, -2 * a - 1));
      expected[2] += k * (pow(x, a - 1) - pow(x, -a - 1));
    }
    for (int q = 0; q < 3; q++) CHECK_NEAR(predict(&ogden, o, m[q]), expected[q], 1e-12 * mu * x2);
  }
  stop();
}

// Small strains: mu is the shear modulus and bulk the bulk modulus of every solid law.
static double second(const pl_law *law, const double *theta, const double *direction) {
  double h = 1e-4, psi[3];
  for (int k = 0; k < 3; k++) {
    double m[3], s[3], t[3];
    for (int i = 0; i < 3; i++) m[i] = 1 + (k - 1) * h * direction[i];
    inputs(law, 0, m, s);
    pl_law_eval_one(law, theta, s, &psi[k], t, NULL);
  }
  return (psi[0] - 2 * psi[1] + psi[2]) / (h * h);
}

TEST(rubber_small_strain_moduli) {
  start();
  static const struct {
    const char *law, *json;
    int n;
    double theta[8], shear;
  } row[] = {
      {"neo-hookean", "{}", 2, {3, 11}, 3},
      {"mooney-rivlin", "{}", 3, {2, 0.5, 11}, 5},
      {"mooney-rivlin", "{\"polyconvex\": true}", 3, {2, 0.5, 11}, 5},
      {"yeoh", "{}", 4, {2, 7, 9, 11}, 4},
      {"polynomial", "{}", 6, {2, 1, 3, 4, 5, 11}, 6},
      {"ogden", "{\"terms\": 2}", 5, {2, 3, -1, -2, 11}, 4},
      {"ogden", "{\"terms\": 2, \"polyconvex\": true, \"negative\": 1}", 5, {2, 3, 1, 4, 11}, 5},
      {"valanis-landel", "{\"knots\": [-1, 1]}", 3, {6, 6, 11}, 3},
      {"invariant-spline", "{\"knots1\": [0, 1], \"knots2\": [0, 1]}", 7, {2, 4, 4, 0.5, 4, 4, 11}, 5},
  };
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    pl_law law = read_law(row[i].law, row[i].json);
    REQUIRE(law.n_param == row[i].n);
    // e1 = -e2: energy 2 mu e^2; e1 = e2 = e3: energy 9/2 bulk e^2
    CHECK_CLOSE(second(&law, row[i].theta, (double[3]){1, -1, 0}), 4 * row[i].shear, 2e-4);
    CHECK_CLOSE(second(&law, row[i].theta, (double[3]){1, 1, 1}), 9 * 11, 2e-4);
  }
  stop();
}

// The sheet is the solid with its thickness taken out.
TEST(rubber_sheets_are_thin_solids) {
  start();
  pl_rng rng;
  pl_rng_init(&rng, 5);
  pl_law solid = read_law("polynomial", "{\"incompressible\": true, \"order\": 3}");
  pl_law sheet = read_law("rubber-sheet", "{\"model\": \"polynomial\", \"order\": 3}");
  pl_law ogden = read_law("ogden", "{\"incompressible\": true}"), ogden_sheet = read_law("ogden-sheet", "{}");
  double c[9], o[6] = {1, 2, -0.5, -1.5, 0.1, 5};
  for (int j = 0; j < 9; j++) c[j] = pl_rng_normal(&rng) / (1 + j * j);
  for (int q = 0; q < 100; q++) {
    double a = 0.6 + pl_rng_uniform(&rng), b = 0.6 + pl_rng_uniform(&rng), angle = 3 * pl_rng_uniform(&rng), m[3] = {a, b, 1 / (a * b)};
    double co = cos(angle), si = sin(angle), aa = 0.5 * (a * a - 1), bb = 0.5 * (b * b - 1), s[3], psi[2], t[3], ts[3];
    double green[3] = {co * co * aa + si * si * bb, si * si * aa + co * co * bb, 2 * co * si * (aa - bb)};
    inputs(&solid, 0, m, s);
    pl_law_eval_one(&solid, c, s, &psi[0], t, NULL);
    pl_law_eval_one(&sheet, c, green, &psi[1], ts, NULL);
    CHECK_NEAR(psi[1], psi[0], 1e-12 * (1 + fabs(psi[0])));
    pl_law_eval_one(&ogden, o, m, &psi[0], t, NULL);
    pl_law_eval_one(&ogden_sheet, o, m, &psi[1], ts, NULL);
    CHECK_NEAR(psi[1], psi[0], 1e-13 * (1 + fabs(psi[0])));
    CHECK_NEAR(ts[0], nominal(m, t), 1e-12 * (1 + fabs(ts[0])));
  }
  // Ogden with the exponents 2 and -2 is Mooney-Rivlin
  pl_law mooney = read_law("mooney-rivlin", "{}"), two = read_law("ogden", "{\"terms\": 2}");
  double cm[3] = {0.3, 0.1, 20}, om[5] = {0.6, 2, -0.2, -2, 20}, m[3] = {1.3, 0.8, 1.05}, s[3], psi[2], t[3];
  inputs(&mooney, 0, m, s);
  pl_law_eval_one(&mooney, cm, s, &psi[0], t, NULL);
  pl_law_eval_one(&two, om, m, &psi[1], t, NULL);
  CHECK_CLOSE(psi[1], psi[0], 1e-13);
  // an element turned inside out has no energy
  double inside_out[3] = {3, 3, -1};
  pl_law_eval_one(&mooney, cm, inside_out, &psi[0], t, NULL);
  CHECK(!isfinite(psi[0]));
  stop();
}

// ---- polyconvexity ----

// psi at F by the eigenvalues of C, from its invariants alone: I1, I2, J; stretches by the cubic.
static double psi_of(const pl_law *law, const double *theta, const double *f) {
  double c[9], s[3], psi, t[3];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) c[3 * i + j] = f[i] * f[j] + f[3 + i] * f[3 + j] + f[6 + i] * f[6 + j];
  double trace2 = 0;
  for (int i = 0; i < 9; i++) trace2 += c[i] * c[i];
  s[0] = c[0] + c[4] + c[8];
  s[1] = 0.5 * (s[0] * s[0] - trace2);
  s[2] = f[0] * (f[4] * f[8] - f[5] * f[7]) - f[1] * (f[3] * f[8] - f[5] * f[6]) + f[2] * (f[3] * f[7] - f[4] * f[6]);
  if (!(s[2] > 0.2)) return INFINITY;  // differences fail beside the pole at J = 0
  if (!on_invariants(law)) {
    double mean = s[0] / 3, p = sqrt(fmax((trace2 - 3 * mean * mean) / 6, 0)), d[9], det;
    for (int i = 0; i < 9; i++) d[i] = (c[i] - (i % 4 == 0 ? mean : 0)) / (p > 0 ? p : 1);
    det = d[0] * (d[4] * d[8] - d[5] * d[7]) - d[1] * (d[3] * d[8] - d[5] * d[6]) + d[2] * (d[3] * d[7] - d[4] * d[6]);
    double angle = acos(fmin(fmax(0.5 * det, -1), 1)) / 3;
    for (int i = 0; i < 3; i++) s[i] = sqrt(mean + 2 * p * cos(angle + 2 * acos(-1) * i / 3));
  }
  pl_law_eval_one(law, theta, s, &psi, t, NULL);
  return psi;
}

// The lowest second derivative along F + h a b^T found at random points, relative to the size of psi'' there. Polyconvexity implies it is
// not negative.
static double rank_one(const pl_law *law, const double *theta, pl_rng *rng, int n) {
  double lowest = INFINITY;
  for (int q = 0; q < n; q++) {
    double f[9], a[3], b[3], at[9], psi[5], h = 3e-3;
    double spread = q % 3 == 0 ? 0.9 : 0.4;
    for (int i = 0; i < 9; i++) f[i] = (i % 4 == 0) + spread * (2 * pl_rng_uniform(rng) - 1);
    for (int i = 0; i < 3; i++) a[i] = pl_rng_normal(rng), b[i] = pl_rng_normal(rng);
    double na = sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]), nb = sqrt(b[0] * b[0] + b[1] * b[1] + b[2] * b[2]);
    bool fine = true;
    for (int k = 0; k < 5; k++) {
      for (int i = 0; i < 9; i++) at[i] = f[i] + (k - 2) * h * a[i / 3] / na * b[i % 3] / nb;
      psi[k] = psi_of(law, theta, at);
      fine = fine && isfinite(psi[k]) && psi[k] < 100;
    }
    if (!fine) continue;
    double curve = (-psi[0] + 16 * psi[1] - 30 * psi[2] + 16 * psi[3] - psi[4]) / (12 * h * h);
    lowest = fmin(lowest, curve / (1 + fabs(psi[2])));
  }
  return lowest;
}

TEST(rubber_polyconvex_laws_are_rank_one_convex) {
  start();
  static const struct {
    const char *law, *json;
  } row[] = {{"neo-hookean", "{}"},
             {"mooney-rivlin", "{\"polyconvex\": true}"},
             {"yeoh", "{\"polyconvex\": true}"},
             {"polynomial", "{\"polyconvex\": true, \"order\": 3}"},
             {"invariant-spline", "{\"knots1\": [0, 0.5, 2], \"knots2\": [0, 0.3, 3]}"},
             {"ogden", "{\"terms\": 2, \"polyconvex\": true, \"negative\": 1}"}};
  pl_rng rng;
  pl_rng_init(&rng, 77);
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    pl_law law = read_law(row[i].law, row[i].json);
    CHECK(law.row->flags & PL_LAW_POLYCONVEX);
    for (int q = 0; q < 12; q++) {
      double theta[32];
      for (int j = 0; j < law.n_param; j++) {
        pl_parameter p;
        law.row->parameter(&law, j, PL_DIM_NONE, PL_DIM_PRESSURE, &p);
        bool exponent = pl_dim_equal(p.dim, PL_DIM_NONE);
        theta[j] = pl_rng_uniform(&rng) < 0.4 ? (exponent ? p.lower : 0) : (exponent ? p.lower : 0) + pl_rng_uniform(&rng);
      }
      double lowest = rank_one(&law, theta, &rng, 1500);
      if (!(lowest > -1e-5)) test_fail(__FILE__, __LINE__, "%s %s: curvature %g along a rank-one path", row[i].law, row[i].json, lowest);
    }
  }
  // The option is needed: b - 3 alone, and exponents below the bounds, are not rank-one convex.
  pl_law second_only = read_law("mooney-rivlin", "{}"), low = read_law("ogden", "{\"terms\": 1}");
  CHECK_LESS(rank_one(&second_only, (double[3]){0, 1, 0}, &rng, 20000), -1e-3);
  CHECK_LESS(rank_one(&low, (double[3]){1, 0.5, 0}, &rng, 20000), -1e-3);
  stop();
}

// ---- real rubber ----

enum { MAX_ROW = 256 };
typedef struct curve {
  int n;
  double m[MAX_ROW][3], stress[MAX_ROW];  // stretches; nominal stress along 1, Pa
} curve;

// The points of one loading, stress in the file in MPa.
static bool read_curve(const pl_csv *csv, const char *source, const char *config, curve *out) {
  static const char *const name[4] = {"F11", "F22", "F33", "P11"};
  int column[4], at_source, at_config;
  double *value[4];
  out->n = 0;
  for (int k = 0; k < 4; k++) {
    REQUIRE(pl_csv_find(ctx, csv, name[k], NULL, &column[k]) == PL_OK);
    REQUIRE(pl_csv_numbers(arena, csv, column[k], PL_DIM_NONE, NULL, &value[k]) == PL_OK);
  }
  REQUIRE(pl_csv_find(ctx, csv, "source", NULL, &at_source) == PL_OK && pl_csv_find(ctx, csv, "config", NULL, &at_config) == PL_OK);
  for (int i = 0; i < csv->n_row && out->n < MAX_ROW; i++) {
    if (strcmp(csv->cell[i][at_source], source) != 0 || strcmp(csv->cell[i][at_config], config) != 0) continue;
    for (int k = 0; k < 3; k++) out->m[out->n][k] = value[k][i];
    out->stress[out->n++] = 1e6 * value[3][i];
  }
  return out->n > 0;
}

static double total_square(const curve *c) {
  double mean = 0, sum = 0;
  for (int i = 0; i < c->n; i++) mean += c->stress[i] / c->n;
  for (int i = 0; i < c->n; i++) sum += pow(c->stress[i] - mean, 2);
  return sum;
}

// Laws that add up; axis: 0 for I1 and 1 for I2 of one-strain laws.
typedef struct additive {
  int n;
  pl_law law[3];
  int axis[3];
} additive;

static int additive_size(const additive *model) {
  int n = 0;
  for (int i = 0; i < model->n; i++) n += model->law[i].n_param;
  return n;
}

// d P1 / d theta.
static void additive_row(const additive *model, const double *m, double *row) {
  for (int i = 0; i < model->n; i++) {
    const pl_law *law = &model->law[i];
    double s[3], dt[3 * 64], p[3];
    inputs(law, model->axis[i], m, s);
    pl_law_theta_one(law, NULL, s, dt);
    for (int j = 0; j < law->n_param; j++) {
      stretch_stress(law, model->axis[i], m, dt + j * law->row->n_in, p);
      *row++ = nominal(m, p);
    }
  }
}

static double r_square(const additive *model, const double *theta, const curve *c) {
  double sum = 0, row[64];
  for (int i = 0; i < c->n; i++) {
    double p = 0;
    additive_row(model, c->m[i], row);
    for (int j = 0; j < additive_size(model); j++) p += row[j] * theta[j];
    sum += pow(p - c->stress[i], 2);
  }
  return 1 - sum / total_square(c);
}

// Bounded linear least squares over the curves, each weighted by its own variance.
static void fit_additive(const additive *model, int n_curve, const curve *c, double *theta) {
  int n = additive_size(model), n_row = 0;
  static double matrix[MAX_ROW * 64], target[MAX_ROW];
  double lower[64], upper[64], objective;
  REQUIRE(n <= 64);
  for (int k = 0; k < n_curve; k++) {
    double weight = 1e6 / sqrt(total_square(&c[k]));
    for (int i = 0; i < c[k].n; i++, n_row++) {
      double *row = matrix + (size_t)n_row * n;
      REQUIRE(n_row < MAX_ROW);
      additive_row(model, c[k].m[i], row);
      for (int j = 0; j < n; j++) row[j] *= weight;
      target[n_row] = weight * c[k].stress[i] / 1e6;
    }
  }
  for (int i = 0, at = 0; i < model->n; i++)
    for (int j = 0; j < model->law[i].n_param; j++, at++) {
      pl_parameter p;
      model->law[i].row->parameter(&model->law[i], j, PL_DIM_NONE, PL_DIM_PRESSURE, &p);
      lower[at] = p.lower / 1e6;
      upper[at] = p.upper / 1e6;
    }
  REQUIRE(pl_linear_fit(ctx, &(pl_linear_problem){n, n_row, target, matrix}, lower, upper, theta, &objective) == PL_OK);
  for (int j = 0; j < n; j++) theta[j] *= 1e6;
}

static const char *const treloar[3] = {"UT", "ET", "PS"};

static bool load_treloar(pl_csv **csv, curve c[3]) {
  const char *data = test_shared_data();
  char path[1000];
  snprintf(path, sizeof path, "%s/rubber/rubber_treloar_jones.csv", data ? data : "");
  FILE *file = data ? fopen(path, "r") : NULL;
  if (!file) {
    test_skip("no shared data");
    return false;
  }
  fclose(file);
  REQUIRE(pl_csv_load(arena, path, csv) == PL_OK);
  for (int k = 0; k < 3; k++) REQUIRE(read_curve(*csv, "Treloar_1944", treloar[k], &c[k]));
  return true;
}

// Difference of the true stresses in the plane. Jones and Treloar 1975 give their biaxial tests by it (the column of the file is called
// P11).
static double true_difference(const pl_law *law, const double *theta, const double *m) {
  double p[3];
  stretch_stresses(law, theta, m, p);
  return m[0] * p[0] - m[1] * p[1];
}

static double mean_r_square(const pl_law *law, const double *theta, double (*measure)(const pl_law *, const double *, const double *),
                            int n, const curve *c) {
  double mean = 0;
  for (int k = 0; k < n; k++) {
    double sum = 0;
    for (int i = 0; i < c[k].n; i++) sum += pow(measure(law, theta, c[k].m[i]) - c[k].stress[i], 2);
    mean += (1 - sum / total_square(&c[k])) / n;
  }
  return mean;
}

// Fits that others published for these data, as its SOURCE lists them: the parameters must give their R2 here.
TEST(rubber_published_fits) {
  start();
  pl_csv *csv;
  static curve c[6];
  if (load_treloar(&csv, c)) {
    pl_law ogden = read_law("ogden", "{\"incompressible\": true}"), mooney = read_law("mooney-rivlin", "{\"incompressible\": true}");
    pl_law neo = read_law("neo-hookean", "{\"incompressible\": true}");
    double o[6] = {-0.5105e6, -0.7209, 0.1117e6, 2.568, 2.223, 7.979}, m[2] = {0.18542e6, 0.02281e6}, mu = 2 * 0.2854e6;
    CHECK_NEAR(mean_r_square(&ogden, o, predict, 3, c), 0.9905, 5e-4);
    CHECK_NEAR(mean_r_square(&neo, &mu, predict, 1, c), 0.8286, 5e-4);
    // On which loadings the published mean of 0.9940 was taken is not said; these four give it, the two largest lateral stretches fit worse.
    static const char *const jones[4] = {"BT_lambda_1", "BT_lambda_1d502", "BT_lambda_1d984", "UT"};
    for (int k = 0; k < 4; k++) REQUIRE(read_curve(csv, "Jones_1975", jones[k], &c[k]));
    double biaxial = mean_r_square(&mooney, m, true_difference, 3, c), uniaxial = mean_r_square(&mooney, m, predict, 1, c + 3);
    CHECK_NEAR((3 * biaxial + uniaxial) / 4, 0.9940, 5e-4);
  }
  stop();
}

// Convex additive models of Treloar's rubber: linear least squares within bounds, no start. The best published R2 we know, trained on all
// three: .9986, .9826, .9960 (UT, ET, PS). The curve of the logarithmic stretches passes all three. Convex curves of I1 and I2, on the
// plain invariants as they are or polyconvex, come as close as two functions of the invariants can.
TEST(rubber_treloar_by_convex_addends) {
  start();
  pl_csv *csv;
  static curve c[3];
  if (load_treloar(&csv, c)) {
    static const struct {
      const char *law[3], *json[3];
      double least[3];
    } model[] = {
        {{"valanis-landel"},
         {"{\"incompressible\": true, \"knots\": [-3, -2, -1, -0.5, 0, 0.5, 1, 1.4, 1.7, 1.9, 2.03]}"},
         {0.9986, 0.9826, 0.9960}},
        {{"invariant-spline"},
         {"{\"incompressible\": true, \"knots1\": [0, 1, 3, 10, 25, 40, 50, 56], \"knots2\": [0, 1, 5, 40, 130, 260]}"},
         {0.998, 0.985, 0.995}},
        {{"convex-spline", "convex-spline"},
         {"{\"knots\": [0, 3, 5, 10, 25, 40, 50, 59], \"compression\": \"free\"}",
          "{\"knots\": [0, 3, 5, 20, 100, 400], \"compression\": \"free\"}"},
         {0.998, 0.99, 0.996}},
        {{"energy-spline", "energy-spline"}, {"{\"knots\": [0, 15, 30, 45, 60]}", "{\"knots\": [0, 200, 400]}"}, {0.99, 0.975, 0.96}},
    };
    for (size_t q = 0; q < sizeof model / sizeof model[0]; q++) {
      additive a = {.axis = {0, 1, 0}};
      double theta[64];
      for (; a.n < 3 && model[q].law[a.n]; a.n++) a.law[a.n] = read_law(model[q].law[a.n], model[q].json[a.n]);
      fit_additive(&a, 3, c, theta);
      for (int k = 0; k < 3; k++) {
        double r2 = r_square(&a, theta, &c[k]);
        if (!(r2 >= model[q].least[k])) test_fail(__FILE__, __LINE__, "%s, %s: R2 %.4f", model[q].law[0], treloar[k], r2);
      }
      if (q > 0) continue;
      // planar tension is predicted from the other two
      fit_additive(&a, 2, c, theta);
      double held_out = r_square(&a, theta, &c[2]);
      CHECK_LESS(0.99, held_out);
    }
  }
  stop();
}
