// One checklist for every law. Each row of the table must appear here with at least one shape; a new law adds its shapes to the list
// below and gets all checks.
#include <stdlib.h>

#include "base/derivative.h"
#include "base/rng.h"
#include "law/piecewise.h"
#include "law/polar.h"
#include "math/eigen_small.h"
#include "memory_shapes.h"
#include "test.h"

static const struct shape {
  const char *law, *json;
} shapes[] = {
    {"linear", "{}"},
    {"quadratic", "{}"},
    {"stress-spline", "{\"order\": 1, \"knots\": [0, 0.01, 0.03]}"},
    {"stress-spline", "{\"order\": 2, \"knots\": [0, 0.01, 0.02, 0.05], \"compression\": \"antisymmetric\"}"},
    {"stress-spline", "{\"knots\": [0, 0.01, 0.02, 0.03], \"compression\": \"antisymmetric\"}"},
    {"stress-spline", "{\"order\": 4, \"knots\": [0, 0.02], \"compression\": \"antisymmetric\"}"},
    {"stress-spline", "{\"order\": 5, \"knots\": [-0.02, -0.005, 0, 0.03], \"compression\": \"free\"}"},
    {"stress-spline", "{\"order\": 6, \"knots\": [0, 0.01, 0.04, 0.05, 0.1, 0.2]}"},
    {"stress-spline", "{\"order\": 3, \"knots\": [-0.03, -0.01, 0.013, 0.05], \"compression\": \"free\"}"},
    {"stress-spline", "{\"order\": 1, \"knots\": [-0.03, 0.05], \"compression\": \"free\"}"},
    {"stress-spline", "{\"order\": 3, \"knots\": [0, 0.01, 0.05], \"compression\": \"free\"}"},
    {"stress-spline", "{\"order\": 2, \"knots\": [-0.2, -0.1, 0], \"compression\": \"free\"}"},
    {"convex-spline", "{\"knots\": [0, 0.01, 0.02, 0.05, 0.06]}"},
    {"convex-spline", "{\"knots\": [0, 0.1]}"},
    {"convex-spline", "{\"knots\": [-0.05, -0.01, 0.02, 0.05], \"compression\": \"free\"}"},
    {"stiffness-spline", "{\"knots\": [0]}"},
    {"stiffness-spline", "{\"knots\": [0.02], \"compression\": \"free\"}"},
    {"stiffness-spline", "{\"knots\": [0, 0.04]}"},
    {"stiffness-spline", "{\"knots\": [0, 0.01, 0.05, 0.06]}"},
    {"stiffness-spline", "{\"knots\": [-0.03, -0.01, 0.02, 0.05], \"compression\": \"free\"}"},
    {"stiffness-spline", "{\"degree\": 1, \"knots\": [0]}"},
    {"stiffness-spline", "{\"degree\": 1, \"knots\": [0, 0.01, 0.05, 0.06]}"},
    {"stiffness-spline", "{\"degree\": 1, \"knots\": [-0.03, -0.01, 0.02, 0.05], \"compression\": \"free\"}"},
    {"orthotropic", "{}"},
    {"orthotropic", "{\"shear-coupling\": true}"},
    {"isotropic", "{}"},
    {"isotropic3", "{}"},
    {"orthotropic3", "{}"},
    {"cross", "{}"},
    {"polar-tensor", "{\"radii\": []}"},
    {"polar-tensor", "{\"radii\": [0.16666666666666666], \"angles\": {\"unit\": \"deg\", \"values\": [0, 45, 90]}}"},
    {"polar-tensor", "{\"radii\": [0.16666666666666666], \"angles\": {\"unit\": \"deg\", \"values\": [0, 22.5, 45, 67.5, 90]}}"},
    {"polar-tensor", "{\"radii\": [0.1], \"angles\": {\"unit\": \"deg\", \"values\": [0, 22.5, 45, 67.5, 90]}, \"smoothing\": 0.4}"},
    {"polar-tensor", "{\"radii\": [0.1, 0.2], \"angles\": {\"unit\": \"deg\", \"values\": [0, 30, 45, 90]}, \"smoothing\": 0.05}"},
    {"polar-tensor", "{\"radii\": [0.2], \"angles\": {\"unit\": \"deg\", \"values\": [0, 22.5, 45, 67.5, 90]}, \"negative\": \"zero\"}"},
    {"polar-tensor", "{\"radii\": [0.2], \"angles\": {\"unit\": \"deg\", \"values\": [0, 40, 90, 130]}, \"shear-coupling\": true}"},
    {"polar-energy", "{\"angles\": {\"unit\": \"deg\", \"values\": [0, 90]}, \"knots\": [0, 0.1]}"},
    {"polar-energy", "{\"angles\": {\"unit\": \"deg\", \"values\": [0, 22.5, 45, 67.5, 90]}, \"knots\": [0, 0.09, 0.18]}"},
    {"polar-energy", "{\"balance\": 1.7, \"angles\": {\"unit\": \"deg\", \"values\": [0, 45, 90]}, \"knots\": [0, 0.02, 0.05, 0.1, 0.2]}"},
    {"energy-spline", "{\"knots\": [0, 0.1]}"},
    {"energy-spline", "{\"knots\": [0, 0.02, 0.04, 0.06]}"},
    {"energy-spline", "{\"knots\": [-0.05, 0, 0.03, 0.06, 0.1], \"compression\": \"free\"}"},
    {"energy-spline", "{\"knots\": [-0.2, -0.1, 0], \"compression\": \"free\"}"},
    {"bilinear-grid", "{\"knots\": [[-0.1, 0, 0.1], [-0.2, 0, 0.2]]}"},
    {"bilinear-grid", "{\"knots\": [[-0.05, 0, 0.1], [-0.1, 0, 0.04]]}"},
    {"cross-spline", "{\"knots\": [[0], [0]]}"},
    {"cross-spline", "{\"knots\": [[-0.1, 0.1], [-0.05, 0.05]]}"},
    {"cross-spline", "{\"knots\": [[-0.1, 0.02, 0.1], [0, 0.05, 0.1]], \"even\": \"second\"}"},
    {"cross-spline", "{\"knots\": [[0, 0.1], [0, 0.05, 0.12]], \"even\": \"both\"}"},
    {"cross-spline", "{\"knots\": [[0, 0.07, 0.1], [0.01, 0.05, 0.08, 0.1]], \"even\": \"first\"}"},
    {"rbf-1", "{\"points\": [[-0.1], [0.05], [0.1]], \"widths\": [0.06]}"},
    {"rbf-2", "{\"points\": [[0.1, 0], [0, 0.1], [-0.1, -0.1], [0.07, 0.1]], \"widths\": [0.1, 0.08]}"},
    {"rbf-2", "{\"points\": [[0.1, 0.1], [-0.1, 0.1]], \"widths\": [0.02, 0.03]}"},
    {"rbf-3", "{\"points\": [[0.1, 0, 0], [0, 0.1, 0.05], [0.02, 0.02, -0.1]], \"widths\": [0.1, 0.1, 0.12]}"},
    {"rbf-6", "{\"points\": [[0.1, 0, 0, 0, 0, 0.05], [0, 0.1, 0.05, 0, -0.05, 0], [0.02, 0.02, -0.1, 0.05, 0, 0]], \"widths\": [0.1, 0.1, "
              "0.12, 0.1, 0.1, 0.1]}"},
    {"neo-hookean", "{}"},
    {"neo-hookean", "{\"incompressible\": true}"},
    {"mooney-rivlin", "{}"},
    {"mooney-rivlin", "{\"polyconvex\": true}"},
    {"yeoh", "{}"},
    {"yeoh", "{\"polyconvex\": true, \"incompressible\": true}"},
    {"polynomial", "{\"order\": 3}"},
    {"polynomial", "{\"polyconvex\": true}"},
    {"rubber-sheet", "{\"model\": \"mooney-rivlin\"}"},
    {"rubber-sheet", "{\"model\": \"polynomial\", \"order\": 3}"},
    {"invariant-spline", "{\"knots1\": [0, 0.3, 0.8], \"knots2\": [0, 0.5, 1.2]}"},
    {"invariant-spline", "{\"knots2\": [0, 0.4], \"incompressible\": true}"},
    {"ogden", "{}"},
    {"ogden", "{\"terms\": 2, \"polyconvex\": true, \"negative\": 1}"},
    {"ogden", "{\"terms\": 1, \"incompressible\": true}"},
    {"ogden-sheet", "{\"terms\": 2}"},
    {"ogden-sheet", "{}"},
    {"valanis-landel", "{\"knots\": [-0.4, -0.1, 0.2, 0.5]}"},
    {"valanis-landel", "{\"knots\": [-0.3, 0.3], \"incompressible\": true}"},
    {"valanis-landel-sheet", "{\"knots\": [-0.4, 0, 0.1, 0.5]}"},
    {"log-spline", "{\"knots\": [-0.3, -0.1, 0.2, 0.3], \"compression\": \"free\"}"},
    {"log-cross", "{\"knots\": [[-0.3, 0.1, 0.3], [0, 0.1, 0.3]], \"even\": \"second\"}"},
    MEMORY_SHAPES,
};
enum { N_SHAPE = sizeof shapes / sizeof shapes[0], MAX_PARAM = 64, MAX_KINK = 160, MAX_IN = PL_LAW_MAX_IN, MAX_TANGENT = MAX_IN * MAX_IN };

// A law under test.
typedef struct subject {
  const struct shape *shape;
  pl_law law;
  pl_parameter parameter[MAX_PARAM];
  const pl_piecewise *piece;  // NULL when it is not piecewise
  double reach;               // strains of interest lie within -reach .. reach
  pl_rng rng;
} subject;

static pl_context *ctx;
static pl_arena *arena;

#define CHECK_OF(who, condition, ...)                                                                           \
  do {                                                                                                          \
    if (!(condition)) {                                                                                         \
      char more_[200];                                                                                          \
      snprintf(more_, sizeof more_, __VA_ARGS__);                                                               \
      test_fail(__FILE__, __LINE__, "%s %s: %s: %s", (who)->shape->law, (who)->shape->json, #condition, more_); \
    }                                                                                                           \
  } while (0)

static pl_law read_law(const char *name, const char *json) {
  pl_json *root;
  pl_law law = {.row = pl_law_find(name)};
  REQUIRE(law.row != NULL);
  REQUIRE(pl_json_parse(arena, "shape", json, strlen(json), &root) == PL_OK);
  REQUIRE(law.row->read(arena, root, PL_DIM_NONE, &law) == PL_OK);
  return law;
}

static void describe(subject *who) {
  const pl_law *law = &who->law;
  REQUIRE(law->n_param <= MAX_PARAM);
  for (int j = 0; j < law->n_param; j++) law->row->parameter(law, j, PL_DIM_NONE, PL_DIM_LINE_FORCE, &who->parameter[j]);
  who->piece = law->row->eval == pl_piecewise_eval ? law->shape : NULL;
  double range[PL_LAW_MAX_IN][2];
  who->reach = 0.1;
  if (law->row->range) {
    law->row->range(law, range);
    who->reach = fmax(fabs(range[0][0]), fabs(range[0][1])) + 0.01;
  }
}

static void run(void (*check)(subject *)) {
  ctx = pl_context_create(NULL);
  REQUIRE(ctx != NULL);
  arena = pl_arena_create(ctx);
  REQUIRE(arena != NULL);
  for (int i = 0; i < N_SHAPE; i++) {
    subject who = {.shape = &shapes[i]};
    who.law = read_law(shapes[i].law, shapes[i].json);
    pl_rng_init(&who.rng, 100 + (uint64_t)i);
    describe(&who);
    check(&who);
  }
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

// What a law with a memory does with its history is checked in test_laws_memory.c; here it never moved before.
static bool remembers(const subject *who) { return who->law.row->n_history > 0; }

// Random theta: within the bounds, or of any sign and size. Laws with a memory have no meaning outside.
static void random_theta(subject *who, bool within, double *theta) {
  for (int j = 0; j < who->law.n_param; j++) {
    const pl_parameter *p = &who->parameter[j];
    double scale = p->scale;
    if (remembers(who))
      theta[j] = p->lower + scale * (0.2 + 2 * pl_rng_uniform(&who->rng));
    else if (isfinite(p->lower) && isfinite(p->upper))
      theta[j] = p->lower + (p->upper - p->lower) * pl_rng_uniform(&who->rng);
    else if (within && isfinite(p->lower))
      theta[j] = p->lower + scale * (pl_rng_uniform(&who->rng) < 0.2 ? 0 : 2 * pl_rng_uniform(&who->rng));
    else
      theta[j] = scale * pl_rng_normal(&who->rng);
  }
}

// Stretches and invariants lie around their values at rest, not around 0.
static void random_strain(subject *who, double *s) {
  const double *rest = who->law.row->rest;
  for (int i = 0; i < who->law.row->n_in; i++) {
    double u = 2 * pl_rng_uniform(&who->rng) - 1;
    s[i] = rest ? rest[i] * (1 + 0.3 * u) : who->reach * u;
  }
}

// The scale of stress and tangent in this theta, for tolerances.
static double stiffness_scale(const subject *who, const double *theta) {
  double scale = 1;
  for (int j = 0; j < who->law.n_param; j++)
    if (!pl_dim_equal(who->parameter[j].dim, PL_DIM_NONE)) scale = fmax(scale, 1000 * fabs(theta[j]) / who->parameter[j].scale);
  return (who->law.row->rest ? 1000 : 20) * scale;  // cubic overshoot, 1 / (1 - nu^2); powers of stretches
}

// ---- the table ----

TEST(law_rows_are_complete) {
  for (int i = 0; i < pl_law_count(); i++) {
    const pl_law_row *row = pl_law_at(i);
    CHECK(row->name && row->help && row->source && row->help[0] && row->source[0]);
    CHECK(pl_law_find(row->name) == row);
    CHECK(row->n_in >= 1 && row->n_in <= PL_LAW_MAX_IN);
    CHECK(row->read && row->write && row->parameter && row->eval && row->eval_theta);
    CHECK(row->n_history >= 0 && row->n_history <= PL_LAW_MAX_HISTORY);
    CHECK((row->n_history > 0) == (row->commit != NULL) && (row->n_history > 0) == (row->path != NULL));
    bool covered = false;
    for (int k = 0; k < N_SHAPE; k++) covered = covered || strcmp(shapes[k].law, row->name) == 0;
    if (!covered) test_fail(__FILE__, __LINE__, "the law %s has no shape in this suite", row->name);
  }
  CHECK(pl_law_find("no-such-law") == NULL);
}

static void check_parameters(subject *who) {
  for (int j = 0; j < who->law.n_param; j++) {
    const pl_parameter *p = &who->parameter[j];
    // A dot ends the name of the term; in a law's own name it may only be a decimal point ("c11@22.5").
    const char *dot = strchr(p->name, '.');
    bool decimal = dot && dot > p->name && dot[-1] >= '0' && dot[-1] <= '9' && dot[1] >= '0' && dot[1] <= '9';
    CHECK_OF(who, p->name[0] && (!dot || decimal), "parameter %d is called \"%s\"", j, p->name);
    CHECK_OF(who, p->scale > 0 && isfinite(p->scale), "scale of %s = %g", p->name, p->scale);
    CHECK_OF(who, p->lower < p->upper && p->scale >= p->lower && p->scale <= p->upper, "bounds of %s", p->name);
    for (int k = 0; k < j; k++) CHECK_OF(who, strcmp(p->name, who->parameter[k].name) != 0, "%s twice", p->name);
  }
  CHECK_OF(who, who->law.n_bound <= PL_LAW_MAX_BOUND, "n_bound = %d", who->law.n_bound);
}

TEST(law_parameters_are_described) { run(check_parameters); }

// ---- values ----

static void check_rest(subject *who) {
  double theta[MAX_PARAM], s[PL_LAW_MAX_IN] = {0}, psi, t[PL_LAW_MAX_IN], zero[PL_LAW_MAX_IN] = {-0.0, -0.0, -0.0};
  const double *rest = who->law.row->rest;
  for (int k = 0; k < 5 && rest; k++) {
    // stretches: d s / d lambda = 1; invariants I1, I2, J: 2, 4, 1 for each of the three stretches
    static const double invariant_rate[3] = {2, 4, 1};
    double force = 0;
    random_theta(who, false, theta);
    pl_law_eval_one(&who->law, theta, rest, &psi, t, NULL);
    for (int i = 0; i < who->law.row->n_in; i++) force += t[i] * (rest[0] == 3 ? invariant_rate[i] : i == 0);
    double size = 1e-13 * stiffness_scale(who, theta);
    CHECK_OF(who, fabs(psi) <= size && fabs(force) <= size, "psi = %g, force %g at rest", psi, force);
  }
  for (int k = 0; k < 5 && !rest; k++) {
    random_theta(who, false, theta);
    pl_law_eval_one(&who->law, theta, k % 2 ? s : zero, &psi, t, NULL);
    CHECK_OF(who, psi == 0, "psi(0) = %g", psi);
    // the published grid has a stress at rest: its energy has an edge there; Gaussians cancel to round-off
    bool edge = strcmp(who->shape->law, "bilinear-grid") == 0, cancels = strncmp(who->shape->law, "rbf", 3) == 0;
    double size = cancels ? 1e-16 * stiffness_scale(who, theta) : 0;
    for (int i = 0; i < who->law.row->n_in && !edge; i++) CHECK_OF(who, fabs(t[i]) <= size, "t(0) = %g", t[i]);
  }
}

TEST(law_rest_state) { run(check_rest); }

typedef struct law_at {
  const pl_law *law;
  const double *theta;
} law_at;

static void law_function(void *user, const double *x, double *value, double *gradient, double *hessian) {
  const law_at *at = user;
  double t[PL_LAW_MAX_IN];
  pl_law_eval_one(at->law, at->theta, x, value, gradient ? gradient : t, hessian);
}

// Planes a.s = b in strain space where the curves of a polar-energy have their knots, from the meaning of its parameters' names.
static int energy_kinks(const subject *who, double a[MAX_KINK][3], double *b) {
  if (strcmp(who->shape->law, "polar-energy") != 0) return 0;
  const char *given = strstr(who->shape->json, "\"balance\": ");
  double balance = given ? atof(given + 11) : 1, part = 1 / (1 + balance), pi = acos(-1);
  int n = 0;
  for (int j = 0; j < who->law.n_param; j++) {
    const pl_parameter *p = &who->parameter[j];
    double form[3] = {0, 0, 0.5}, degrees;
    if (sscanf(p->name, "fibre%lf", &degrees) == 1) {
      double c = cos(degrees * pi / 180), d = sin(degrees * pi / 180);
      form[0] = c * c, form[1] = d * d, form[2] = c * d;
    } else if (strncmp(p->name, "shear", 5) != 0) {
      form[0] = part, form[1] = (strncmp(p->name, "area", 4) == 0 ? 1 : -1) * balance * part, form[2] = 0;
    }
    for (int side = -1; side <= 1; side += 2)  // of symmetric directions, or of a curve that is even
      for (int sign = -1; sign <= 1; sign += 2, n++) {
        REQUIRE(n < MAX_KINK);
        memcpy(a[n], (double[3]){form[0], form[1], side * form[2]}, sizeof a[n]);
        b[n] = sign * p->knot;
      }
  }
  return n;
}

// Distance of a strain to the nearest kink of a polar-tensor: lambda = 0 and the rings, the angles of the points, the edge of the smoothing.
static double tensor_clearance(const pl_polar_scheme *scheme, const double *s) {
  double d = 0.5 * (s[0] - s[1]), h = 0.5 * s[2], rho = hypot(d, h), x = 2 * rho / scheme->smoothing;
  double e = 0.5 * (s[0] + s[1]) + (x < 1 ? rho * x * (3 - x * x) / 2 : rho), nearest = fmin(fabs(e), fabs(rho - 0.5 * scheme->smoothing));
  for (int i = 0; i < scheme->n_ring; i++) nearest = fmin(nearest, fabs(e - 0.5 * (pow(1 + scheme->radius[i], 2) - 1)));
  for (int i = 0; i < scheme->n_angle; i++)
    for (int side = -1; side <= 1; side += 2) {
      // distance of (d, h) to the ray at twice the angle
      double c = cos(2 * scheme->angle[i]), q = side * sin(2 * scheme->angle[i]);
      if (d * c + h * q > 0) nearest = fmin(nearest, fabs(h * c - d * q));
      if (scheme->coupling) break;
    }
  return fmin(nearest, rho);
}

// Distance of a law of rubber to its knots: in the logarithmic stretches, or in the invariants of which its curves are.
static double rubber_clearance(const subject *who, const double *s) {
  int n_in = who->law.row->n_in;
  double at[3], nearest = 0.1;
  if (strncmp(who->shape->law, "log-", 4) == 0) {
    const pl_law *curve = who->law.shape;
    double knot[PL_LAW_MAX_BREAK];
    for (int i = 0; i < n_in; i++) {
      int degree, n_knot = curve->row->pieces(curve, i, knot, &degree);
      for (int q = 0; q < n_knot; q++) nearest = fmin(nearest, 0.5 * fabs(log(s[i]) - knot[q]));
    }
    return nearest;
  }
  if (strcmp(who->shape->law, "invariant-spline") == 0) {
    at[0] = s[0] * pow(s[2], -2.0 / 3) - 3;
    at[1] = 2 * (pow(s[1] / 3, 1.5) / (s[2] * s[2]) - 1);
  } else {
    double sum = log(s[0]) + log(s[1]) + (n_in == 3 ? log(s[2]) : 0);
    for (int i = 0; i < 3; i++) at[i] = i < n_in ? log(s[i]) - (n_in == 3 ? sum / 3 : 0) : -sum;
  }
  for (int j = 0; j < who->law.n_param; j++) {
    const pl_parameter *p = &who->parameter[j];
    if (isnan(p->knot)) continue;
    bool second = p->name[1] == '2' && p->name[2] == '-', first = p->name[1] == '1' && p->name[2] == '-';
    for (int i = first ? 0 : second ? 1 : 0; i < (first ? 1 : second ? 2 : 3); i++) nearest = fmin(nearest, 0.2 * fabs(at[i] - p->knot));
  }
  return nearest;
}

// Distance to the nearest place where the formula changes.
static double clearance(const subject *who, const double *s) {
  if (who->law.row->rest) return rubber_clearance(who, s);
  double nearest = who->reach, a[MAX_KINK][3], b[MAX_KINK], knot[PL_LAW_MAX_BREAK];
  for (int i = 0; i < who->law.row->n_in && who->law.row->pieces; i++) {
    int degree, n_knot = who->law.row->pieces(&who->law, i, knot, &degree);
    for (int q = 0; q < n_knot; q++) nearest = fmin(nearest, fabs(s[i] - knot[q]));
  }
  for (int i = 0; i < 2 && strcmp(who->shape->law, "bilinear-grid") == 0; i++) nearest = fmin(nearest, fabs(s[i]));
  if (who->piece)
    for (int i = 0; i < who->piece->n_knot; i++) nearest = fmin(nearest, fabs((who->piece->odd ? fabs(s[0]) : s[0]) - who->piece->knot[i]));
  if (strcmp(who->shape->law, "polar-tensor") == 0) nearest = fmin(nearest, tensor_clearance(who->law.shape, s));
  int n = energy_kinks(who, a, b);
  for (int i = 0; i < n; i++) nearest = fmin(nearest, fabs(a[i][0] * s[0] + a[i][1] * s[1] + a[i][2] * s[2] - b[i]));
  return nearest;
}

// Near a zero of the third derivative the remainder is neither h^3 nor round-off, and its slope says nothing.
static bool third_derivative_near_zero(const subject *who, const double *theta, double s, double room) {
  if (!who->piece) return false;
  if (strcmp(who->shape->law, "energy-spline") == 0 && who->piece->n_knot == 2) return false;  // a parabola
  double at[2] = {s - 0.3 * room, s + 0.3 * room}, t, k[2];
  for (int i = 0; i < 2; i++) pl_law_eval_one(&who->law, theta, &at[i], NULL, &t, &k[i]);
  double change = fabs(k[1] - k[0]), size = fmax(fabs(k[0]), fabs(k[1]));
  return change > 1e-9 * size && change < 0.05 * size;
}

// The stress of a law without an energy, seen through a fixed direction: v.t, whose gradient is k^T v.
static void stress_function(void *user, const double *x, double *value, double *gradient, double *hessian) {
  (void)hessian;
  const law_at *at = user;
  static const double v[PL_LAW_MAX_IN] = {0.7, -0.4, 0.6};
  int n = at->law->row->n_in;
  double t[PL_LAW_MAX_IN], k[PL_LAW_MAX_IN * PL_LAW_MAX_IN];
  pl_law_eval_one(at->law, at->theta, x, NULL, t, k);
  if (value) *value = 0;
  for (int i = 0; i < n && value; i++) *value += v[i] * t[i];
  for (int j = 0; j < n && gradient; j++) {
    gradient[j] = 0;
    for (int i = 0; i < n; i++) gradient[j] += v[i] * k[i * n + j];
  }
}

static void check_taylor(subject *who) {
  if (remembers(who)) return;
  double theta[MAX_PARAM], s[PL_LAW_MAX_IN];
  for (int k = 0; k < 12; k++) {
    random_theta(who, false, theta);
    double room;
    do {
      random_strain(who, s);
      room = clearance(who, s);
    } while (room < 0.03 * who->reach || third_derivative_near_zero(who, theta, s[0], room));
    law_at at = {&who->law, theta};
    int n = who->law.row->n_in;
    if (!(who->law.row->flags & PL_LAW_CONSERVATIVE)) {
      pl_derivative_check check = pl_check_derivatives(stress_function, &at, n, s, 0.25 * room, false, (unsigned)k);
      CHECK_OF(who, check.gradient_ok, "tangent at %g: slope %g, entry error %g", s[0], check.gradient_slope, check.gradient_error);
      continue;
    }
    pl_derivative_check check = pl_check_derivatives(law_function, &at, n, s, 0.25 * room, true, (unsigned)k);
    CHECK_OF(who, check.gradient_ok, "at %g: slope %g, entry error %g", s[0], check.gradient_slope, check.gradient_error);
    CHECK_OF(who, check.hessian_ok, "at %g: slope %g, entry error %g", s[0], check.hessian_slope, check.hessian_error);
  }
}

TEST(law_taylor_slopes) { run(check_taylor); }

static void check_theta(subject *who) {
  if (remembers(who)) return;
  const pl_law *law = &who->law;
  int n = law->row->n_in;
  double theta[MAX_PARAM], s[PL_LAW_MAX_IN], dt[MAX_PARAM * PL_LAW_MAX_IN], plus[PL_LAW_MAX_IN], minus[PL_LAW_MAX_IN];
  for (int k = 0; k < 10; k++) {
    random_theta(who, false, theta);
    random_strain(who, s);
    if (law->row == pl_law_find("isotropic")) theta[1] *= 0.8;  // away from the pole at |nu| = 1
    pl_law_theta_one(law, theta, s, dt);
    double size = 0;
    for (int i = 0; i < law->n_param * n; i++) size = fmax(size, fabs(dt[i]));
    for (int j = 0; j < law->n_param; j++) {
      double keep = theta[j], h = 1e-5 * who->parameter[j].scale;
      theta[j] = keep + h;
      pl_law_eval_one(law, theta, s, NULL, plus, NULL);
      theta[j] = keep - h;
      pl_law_eval_one(law, theta, s, NULL, minus, NULL);
      theta[j] = keep;
      for (int i = 0; i < n; i++) {
        double fd = (plus[i] - minus[i]) / (2 * h);
        CHECK_OF(who, fabs(fd - dt[j * n + i]) <= 1e-6 * size, "d t%d / d %s = %g, difference %g", i, who->parameter[j].name, dt[j * n + i],
                 fd);
      }
    }
  }
}

TEST(law_theta_derivative) { run(check_theta); }

// psi(s) = integral over the ray of t . ds, by five-point Gauss on the pieces between knots (exact to degree 9).
static void check_integral(subject *who) {
  static const double node[5] = {0, 0.5384693101056831, -0.5384693101056831, 0.9061798459386640, -0.9061798459386640};
  static const double weight[5] = {0.5688888888888889, 0.4786286704993665, 0.4786286704993665, 0.2369268850561891, 0.2369268850561891};
  int n = who->law.row->n_in;
  if (!(who->law.row->flags & PL_LAW_CONSERVATIVE) || remembers(who)) return;
  for (int k = 0; k < 10; k++) {
    double theta[MAX_PARAM], s[PL_LAW_MAX_IN], psi, t[PL_LAW_MAX_IN];
    random_theta(who, false, theta);
    random_strain(who, s);
    enum { PART = 200 };
    const double *rest = who->law.row->rest;
    bool curved =
        rest || strncmp(who->shape->law, "rbf", 3) == 0 || strcmp(who->shape->law, "rubber-sheet") == 0;  // no polynomial: in small parts
    double cut[MAX_KINK + PART + 2] = {0}, a[MAX_KINK][3], b[MAX_KINK], knot[PL_LAW_MAX_BREAK], origin[MAX_IN] = {0};
    for (int c = 0; c < n && rest; c++) origin[c] = rest[c];
    int n_cut = 1, n_kink = energy_kinks(who, a, b);
    for (int i = 0; i < n_kink; i++) {
      double at = b[i] / (a[i][0] * s[0] + a[i][1] * s[1] + a[i][2] * s[2]);
      if (at > 0 && at < 1) cut[n_cut++] = at;
    }
    if (who->piece) {
      for (int i = 0; i < who->piece->n_knot; i++) {
        double at = who->piece->knot[i] / (who->piece->odd ? fabs(s[0]) : s[0]);
        if (at > 0 && at < 1) cut[n_cut++] = at;
      }
    }
    for (int c = 0; c < n && n > 1 && who->law.row->pieces; c++) {
      int degree, n_knot = who->law.row->pieces(&who->law, c, knot, &degree);
      for (int i = 0; i < n_knot; i++)
        if (knot[i] / s[c] > 0 && knot[i] / s[c] < 1) cut[n_cut++] = knot[i] / s[c];
    }
    for (int i = 1; i < PART && curved; i++) cut[n_cut++] = (double)i / PART;
    // Ascending along the ray (a negative strain meets the knots in reverse).
    for (int i = 1; i < n_cut; i++)
      for (int j = i; j > 1 && cut[j] < cut[j - 1]; j--) {
        double swap = cut[j];
        cut[j] = cut[j - 1];
        cut[j - 1] = swap;
      }
    cut[n_cut] = 1;
    double sum = 0;
    for (int i = 0; i < n_cut; i++)
      for (int q = 0; q < 5; q++) {
        double half = 0.5 * (cut[i + 1] - cut[i]), f = cut[i] + half * (1 + node[q]), at[PL_LAW_MAX_IN];
        for (int c = 0; c < n; c++) at[c] = origin[c] + f * (s[c] - origin[c]);
        pl_law_eval_one(&who->law, theta, at, NULL, t, NULL);
        for (int c = 0; c < n; c++) sum += weight[q] * half * t[c] * (s[c] - origin[c]);
      }
    pl_law_eval_one(&who->law, theta, s, &psi, t, NULL);
    double share = curved ? 1e-9 : 1e-12;  // parts that hold a knot or the end of a Gaussian
    CHECK_OF(who, fabs(sum - psi) <= share * stiffness_scale(who, theta) * who->reach * who->reach + share * fabs(psi),
             "s = %g: %g, psi = %g", s[0], sum, psi);
  }
}

TEST(law_stress_integrates_to_energy) { run(check_integral); }

// Derivative d of psi on a segment at strain s, from the bound coefficients.
static double segment_derivative(const pl_piecewise *piece, const double *bound, int segment, int d, double s) {
  double x = s - piece->origin[segment], value = 0;
  for (int c = piece->degree; c >= d; c--) {
    double factor = 1;
    for (int i = 0; i < d; i++) factor *= c - i;
    value = value * x + factor * bound[segment * (piece->degree + 1) + c];
  }
  return value;
}

// Of a stiffness made of straight pieces the stress is continuous, but the tangent k + s k' jumps at every knot; so does that of an energy by
// Hermite splines at its inner ones.
static bool has_kinks(const subject *who) {
  return who->piece && ((strcmp(who->law.row->name, "stiffness-spline") == 0 && who->piece->degree == 3) ||
                        strcmp(who->law.row->name, "energy-spline") == 0);
}

// At inner knots psi of a spline of order m is C^m, that of a stiffness-spline C^2; at the outer knots, where a line goes on, C^2.
static void check_continuity(subject *who) {
  const pl_piecewise *piece = who->piece;
  if (!piece) return;
  double theta[MAX_PARAM], bound[PL_LAW_MAX_BOUND];
  random_theta(who, false, theta);
  pl_law_bind(&who->law, theta, bound);
  for (int i = piece->odd ? 1 : 0; i < piece->n_knot; i++) {
    bool outer = i == 0 || i == piece->n_knot - 1;
    int smooth = has_kinks(who) ? 1 : outer || piece->order == 0 ? 2 : piece->order;
    double u = piece->knot[i];
    for (int d = 0; d <= smooth; d++) {
      double below = segment_derivative(piece, bound, i, d, u), above = segment_derivative(piece, bound, i + 1, d, u), size = 0;
      // Differences of polynomial coefficients lose what the powers of the shortest span gain.
      for (int k = 0; k <= 4; k++) size = fmax(size, fabs(segment_derivative(piece, bound, i, d, u + (k - 2) * 0.005)));
      size = fmax(size, stiffness_scale(who, theta) * pow(0.003, 2 - d));
      CHECK_OF(who, fabs(below - above) <= 1e-9 * size, "derivative %d of psi at knot %g: %g and %g", d, u, below, above);
    }
  }
  // And as a user sees it.
  for (int i = 0; i < piece->n_knot; i++)
    for (int side = -1; side <= 1; side += 2) {
      double u = piece->knot[i], near = nextafter(u, side * INFINITY), psi[2], t[2], k[2];
      pl_law_eval_one(&who->law, theta, &u, &psi[0], &t[0], &k[0]);
      pl_law_eval_one(&who->law, theta, &near, &psi[1], &t[1], &k[1]);
      double size = stiffness_scale(who, theta);
      CHECK_OF(who, fabs(t[0] - t[1]) <= 1e-13 * size, "t at knot %g: %g and %g", u, t[0], t[1]);
      if (piece->order != 1 && !has_kinks(who)) CHECK_OF(who, fabs(k[0] - k[1]) <= 1e-11 * size, "k at knot %g: %g and %g", u, k[0], k[1]);
    }
}

TEST(law_continuity_at_knots) { run(check_continuity); }

static void check_linear(subject *who) {
  const pl_law *law = &who->law;
  if (!(law->row->flags & PL_LAW_LINEAR)) return;
  int n = law->row->n_in;
  for (int k = 0; k < 10; k++) {
    double a[MAX_PARAM], b[MAX_PARAM], sum[MAX_PARAM], s[PL_LAW_MAX_IN], ta[PL_LAW_MAX_IN], tb[PL_LAW_MAX_IN], ts[PL_LAW_MAX_IN];
    double dt[MAX_PARAM * PL_LAW_MAX_IN], dt_other[MAX_PARAM * PL_LAW_MAX_IN];
    random_theta(who, false, a);
    random_theta(who, false, b);
    random_strain(who, s);
    for (int j = 0; j < law->n_param; j++) sum[j] = 2 * a[j] - 0.5 * b[j];
    pl_law_eval_one(law, a, s, NULL, ta, NULL);
    pl_law_eval_one(law, b, s, NULL, tb, NULL);
    pl_law_eval_one(law, sum, s, NULL, ts, NULL);
    pl_law_theta_one(law, a, s, dt);
    pl_law_theta_one(law, b, s, dt_other);
    double size = stiffness_scale(who, a) + stiffness_scale(who, b);
    for (int i = 0; i < n; i++) {
      double basis = 0;
      for (int j = 0; j < law->n_param; j++) basis += a[j] * dt[j * n + i];
      CHECK_OF(who, fabs(2 * ta[i] - 0.5 * tb[i] - ts[i]) <= 1e-14 * size, "superposition off by %g", 2 * ta[i] - 0.5 * tb[i] - ts[i]);
      CHECK_OF(who, fabs(basis - ta[i]) <= 1e-14 * size, "sum of the basis %g, stress %g", basis, ta[i]);
    }
    CHECK_OF(who, memcmp(dt, dt_other, (size_t)(law->n_param * n) * sizeof *dt) == 0, "the basis depends on theta");
  }
}

TEST(law_linear_in_theta) { run(check_linear); }

static void check_symmetric(subject *who) {
  int n = who->law.row->n_in;
  bool conservative = who->law.row->flags & PL_LAW_CONSERVATIVE;
  double skew = 0;
  for (int q = 0; q < 10; q++) {
    double theta[MAX_PARAM], s[PL_LAW_MAX_IN], t[PL_LAW_MAX_IN], k[MAX_TANGENT];
    random_theta(who, false, theta);
    random_strain(who, s);
    pl_law_eval_one(&who->law, theta, s, NULL, t, k);
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        if (conservative) CHECK_OF(who, k[i * n + j] == k[j * n + i], "k[%d][%d]", i, j);
        skew = fmax(skew, fabs(k[i * n + j] - k[j * n + i]) / stiffness_scale(who, theta));
      }
  }
  // A law without an energy shows it, or the flag is missing; constant in strain (the single point of a polar-tensor) it has one.
  bool constant = strcmp(who->shape->law, "polar-tensor") == 0 && who->law.n_param == 4;
  if (!conservative && !constant) CHECK_OF(who, skew > 1e-3, "the tangent is symmetric within %g: flag it conservative", skew);
}

TEST(law_tangent_symmetric) { run(check_symmetric); }

static void check_convex(subject *who) {
  if (!(who->law.row->flags & PL_LAW_CONVEX)) return;
  for (int q = 0; q < 300; q++) {
    double theta[MAX_PARAM], s[PL_LAW_MAX_IN], t[PL_LAW_MAX_IN], k[MAX_TANGENT], w[MAX_IN];
    random_theta(who, true, theta);
    random_strain(who, s);
    if (q % 10 == 0) s[0] *= 100;
    pl_law_eval_one(&who->law, theta, s, NULL, t, k);
    pl_sym_eigenvalues(who->law.row->n_in, k, w);
    CHECK_OF(who, w[0] >= -1e-13 * stiffness_scale(who, theta), "at %g the tangent has the eigenvalue %g", s[0], w[0]);
  }
}

TEST(law_convex_within_bounds) { run(check_convex); }

// theta >= 0 is sufficient for a monotone stress of a stress-spline, though it is not its bound.
static void check_monotone(subject *who) {
  if (strcmp(who->law.row->name, "stress-spline") != 0) return;
  for (int q = 0; q < 300; q++) {
    double theta[MAX_PARAM], s, t, k;
    for (int j = 0; j < who->law.n_param; j++) theta[j] = pl_rng_uniform(&who->rng) < 0.3 ? 0 : 1000 * pl_rng_uniform(&who->rng);
    random_strain(who, &s);
    pl_law_eval_one(&who->law, theta, &s, NULL, &t, &k);
    CHECK_OF(who, k >= -1e-9, "k(%g) = %g", s, k);
  }
}

TEST(law_spline_monotone_for_positive_theta) { run(check_monotone); }

static void check_block(subject *who) {
  const pl_law *law = &who->law;
  int n = law->row->n_in;
  double theta[MAX_PARAM], bound[PL_LAW_MAX_BOUND];
  pl_lanes s[PL_LAW_MAX_IN + PL_LAW_MAX_HISTORY] = {{0}}, psi[1], t[PL_LAW_MAX_IN], k[MAX_TANGENT], t_only[PL_LAW_MAX_IN];
  pl_lanes dt[MAX_PARAM * PL_LAW_MAX_IN];
  for (int q = 0; q < 5; q++) {
    random_theta(who, false, theta);
    PL_FOR_LANES(l) {
      double one[PL_LAW_MAX_IN] = {0};
      random_strain(who, one);
      if (who->piece && l < who->piece->n_knot) one[0] = (q % 2 ? 1 : -1) * who->piece->knot[l];
      for (int i = 0; i < n; i++) s[i][l] = one[i];
    }
    pl_law_bind(law, theta, bound);
    law->row->eval(law, bound, s, psi, t, k);
    law->row->eval(law, bound, s, NULL, t_only, NULL);
    law->row->eval_theta(law, theta, s, dt);
    PL_FOR_LANES(l) {
      double one[PL_LAW_MAX_IN] = {0}, psi_one, t_one[PL_LAW_MAX_IN], k_one[MAX_TANGENT], dt_one[MAX_PARAM * PL_LAW_MAX_IN];
      for (int i = 0; i < n; i++) one[i] = s[i][l];
      pl_law_eval_one(law, theta, one, &psi_one, t_one, k_one);
      pl_law_theta_one(law, theta, one, dt_one);
      CHECK_OF(who, psi[0][l] == psi_one, "psi %g and %g", psi[0][l], psi_one);
      for (int i = 0; i < n; i++) {
        CHECK_OF(who, t[i][l] == t_one[i], "t %g and %g", t[i][l], t_one[i]);
        CHECK_OF(who, t_only[i][l] == t_one[i], "t without psi and k %g and %g", t_only[i][l], t_one[i]);
      }
      for (int i = 0; i < n * n; i++) CHECK_OF(who, k[i][l] == k_one[i], "k %g and %g", k[i][l], k_one[i]);
      for (int i = 0; i < n * law->n_param; i++) CHECK_OF(who, dt[i][l] == dt_one[i], "dt %g and %g", dt[i][l], dt_one[i]);
    }
  }
}

TEST(law_block_equals_one) { run(check_block); }

// ---- piecewise laws ----

static void check_refine(subject *who) {
  const pl_law *law = &who->law;
  double theta[MAX_PARAM + 1], refined_theta[MAX_PARAM + 2];
  pl_law refined = {0};
  random_theta(who, true, theta);
  bool cubic_stiffness = strcmp(law->row->name, "stiffness-spline") == 0 && !has_kinks(who);
  if (!law->row->refine || cubic_stiffness) {
    CHECK_OF(who, pl_law_refine(arena, law, 0.001, theta, &refined, refined_theta) == PL_ERROR_USAGE, "must refuse");
    pl_context_clear_error(ctx);
    return;
  }
  double first = who->piece->knot[0], last = who->piece->knot[who->piece->n_knot - 1];
  for (int q = 0; q < 8 && first < last; q++) {
    double knot = first + (last - first) * (q + 0.37) / 8;
    CHECK_OF(who, pl_law_refine(arena, law, knot, theta, &refined, refined_theta) == PL_OK, "knot %g", knot);
    CHECK_OF(who, refined.n_param == law->n_param + 1 && refined.row == law->row, "%d parameters", refined.n_param);
    for (int k = 0; k < 40; k++) {
      double s, psi[2], t[2], tangent[2], size = stiffness_scale(who, theta);
      random_strain(who, &s);
      pl_law_eval_one(law, theta, &s, &psi[0], &t[0], &tangent[0]);
      pl_law_eval_one(&refined, refined_theta, &s, &psi[1], &t[1], &tangent[1]);
      CHECK_OF(who, fabs(psi[0] - psi[1]) <= 1e-13 * size * who->reach, "psi(%g) = %g, was %g", s, psi[1], psi[0]);
      CHECK_OF(who, fabs(t[0] - t[1]) <= 1e-13 * size, "t(%g) = %g, was %g", s, t[1], t[0]);
      CHECK_OF(who, fabs(tangent[0] - tangent[1]) <= 1e-10 * size, "k(%g) = %g, was %g", s, tangent[1], tangent[0]);
    }
    // Bounds survive refinement.
    for (int j = 0; j < refined.n_param; j++)
      CHECK_OF(who, refined_theta[j] >= who->piece->lower_bound, "theta %d = %g", j, refined_theta[j]);
  }
  double refused[] = {first, last, first - 1, last + 1, NAN};
  for (int i = 0; i < 5; i++) {
    CHECK_OF(who, pl_law_refine(arena, law, refused[i], theta, &refined, refined_theta) == PL_ERROR_USAGE, "knot %g must be refused",
             refused[i]);
    pl_context_clear_error(ctx);
  }
}

TEST(law_refinement_changes_nothing) { run(check_refine); }

static void check_odd(subject *who) {
  if (!who->piece || !who->piece->odd) return;
  for (int q = 0; q < 50; q++) {
    double theta[MAX_PARAM], s, minus, psi[2], t[2], k[2], dt[2][MAX_PARAM];
    random_theta(who, false, theta);
    random_strain(who, &s);
    minus = -s;
    pl_law_eval_one(&who->law, theta, &s, &psi[0], &t[0], &k[0]);
    pl_law_eval_one(&who->law, theta, &minus, &psi[1], &t[1], &k[1]);
    pl_law_theta_one(&who->law, theta, &s, dt[0]);
    pl_law_theta_one(&who->law, theta, &minus, dt[1]);
    CHECK_OF(who, psi[0] == psi[1] && t[0] == -t[1] && k[0] == k[1], "at %g", s);
    for (int j = 0; j < who->law.n_param; j++) CHECK_OF(who, dt[0][j] == -dt[1][j], "dt %d at %g", j, s);
  }
}

TEST(law_odd_symmetry) { run(check_odd); }

static void check_outside(subject *who) {
  if (!who->piece || who->piece->n_knot == 0) return;
  double range[1][2], theta[MAX_PARAM];
  who->law.row->range(&who->law, range);
  random_theta(who, false, theta);
  for (int side = 0; side < 2; side++) {
    double end = range[0][side], out = side ? 1 : -1, t[3], k[3];
    for (int i = 0; i < 3; i++) {
      double s = end + out * i * 0.5;
      pl_law_eval_one(&who->law, theta, &s, NULL, &t[i], &k[i]);
    }
    double size = stiffness_scale(who, theta);
    CHECK_OF(who, fabs(t[0] - 2 * t[1] + t[2]) <= 1e-12 * size, "stress bends by %g beyond %g", t[0] - 2 * t[1] + t[2], end);
    CHECK_OF(who, k[1] == k[2] && (has_kinks(who) || fabs(k[1] - k[0]) <= 1e-10 * size), "tangents %g, %g, %g beyond %g", k[0], k[1], k[2],
             end);
    CHECK_OF(who, fabs(t[1] - t[0] - out * 0.5 * k[1]) <= 1e-10 * size, "stress does not follow the end tangent beyond %g", end);
  }
}

TEST(law_extrapolates_along_the_end_tangent) { run(check_outside); }

// With all stiffnesses equal the law is Hooke's, everywhere: the basis of the tangent sums to one.
static void check_sum(subject *who) {
  if (!who->piece) return;
  double theta[MAX_PARAM];
  // energies are parameters of an energy-spline: those of Hooke's law there
  bool energies = strcmp(who->shape->law, "energy-spline") == 0;
  for (int j = 0; j < who->law.n_param; j++) theta[j] = energies ? 0.5 * pow(who->parameter[j].knot, 2) : 1;
  for (int q = 0; q < 50; q++) {
    double s, psi, t, k;
    random_strain(who, &s);
    s *= q % 3 ? 1 : 5;
    pl_law_eval_one(&who->law, theta, &s, &psi, &t, &k);
    CHECK_OF(who, fabs(t - s) <= 1e-13 && fabs(k - 1) <= 1e-9 && fabs(psi - 0.5 * s * s) <= 1e-13, "s = %g: psi %g, t %g, k %g", s, psi, t,
             k);
  }
}

TEST(law_basis_sums_to_hooke) { run(check_sum); }

// The Greville points are the control values of kappa(s) = s: stress s^2 / 2 between the outer knots. Only splines of order >= 2 hold it.
static void check_quadratic(subject *who) {
  const pl_piecewise *piece = who->piece;
  if (!piece || piece->order < 2) return;
  double theta[MAX_PARAM];
  for (int j = 0; j < who->law.n_param; j++) theta[j] = who->parameter[j].knot;
  for (int q = 0; q <= 20; q++) {
    double s = piece->knot[0] + (piece->knot[piece->n_knot - 1] - piece->knot[0]) * q / 20, t;
    pl_law_eval_one(&who->law, theta, &s, NULL, &t, NULL);
    CHECK_OF(who, fabs(t - 0.5 * s * s) <= 1e-14, "t(%g) = %g", s, t);
  }
}

TEST(law_spline_reproduces_a_parabola) { run(check_quadratic); }

static void check_singular(subject *who) {
  double theta[MAX_PARAM], places[64] = {0.0, -0.0, 1e-300, -1e-300, 1e3, -1e3};
  const double *rest = who->law.row->rest;
  int n = 6;
  if (who->piece)
    for (int i = 0; i < who->piece->n_knot; i++) {
      places[n++] = who->piece->knot[i];
      places[n++] = -who->piece->knot[i];
    }
  random_theta(who, true, theta);
  for (int i = 0; i < n; i++) {
    // a factor between 1e-3 and 1e3 where 0 is no state of the body
    double grow = pow(10, 0.003 * places[i]), s[PL_LAW_MAX_IN] = {places[i], places[i], -places[i]}, psi, t[PL_LAW_MAX_IN], k[MAX_TANGENT],
           dt[MAX_PARAM * PL_LAW_MAX_IN];
    for (int a = 0; a < who->law.row->n_in && rest; a++) s[a] = rest[a] * grow;
    pl_law_eval_one(&who->law, theta, s, &psi, t, k);
    pl_law_theta_one(&who->law, theta, s, dt);
    bool finite = isfinite(psi);
    for (int a = 0; a < who->law.row->n_in; a++) finite = finite && isfinite(t[a]);
    for (int a = 0; a < who->law.row->n_in * who->law.row->n_in; a++) finite = finite && isfinite(k[a]);
    for (int a = 0; a < who->law.row->n_in * who->law.n_param; a++) finite = finite && isfinite(dt[a]);
    CHECK_OF(who, finite, "not finite at %g", places[i]);
  }
  // A strain that is not a number stays one: nothing hides it.
  double s[PL_LAW_MAX_IN] = {NAN, NAN, NAN}, psi, t[PL_LAW_MAX_IN];
  pl_law_eval_one(&who->law, theta, s, &psi, t, NULL);
  CHECK_OF(who, isnan(psi) && isnan(t[0]), "psi(NAN) = %g", psi);
}

TEST(law_singular_places) { run(check_singular); }

// What `write` writes, `read` reads back to the same law.
static void check_write(subject *who) {
  pl_json_writer *writer = pl_json_writer_create(ctx);
  REQUIRE(writer != NULL);
  pl_json_begin_object(writer, NULL);
  who->law.row->write(&who->law, PL_DIM_NONE, writer);
  pl_json_end_object(writer);
  pl_law again = read_law(who->shape->law, pl_json_writer_text(writer));
  pl_json_writer_destroy(writer);
  CHECK_OF(who, again.n_param == who->law.n_param && again.n_bound == who->law.n_bound, "%d parameters", again.n_param);
  for (int q = 0; q < 20; q++) {
    double theta[MAX_PARAM], s[PL_LAW_MAX_IN], t[PL_LAW_MAX_IN], t_again[PL_LAW_MAX_IN];
    random_theta(who, false, theta);
    random_strain(who, s);
    pl_law_eval_one(&who->law, theta, s, NULL, t, NULL);
    pl_law_eval_one(&again, theta, s, NULL, t_again, NULL);
    CHECK_OF(who, memcmp(t, t_again, (size_t)who->law.row->n_in * sizeof *t) == 0, "at %g", s[0]);
  }
}

TEST(law_description_round_trip) { run(check_write); }

// ---- numbers from the papers ----

static void start(void) {
  ctx = pl_context_create(NULL);
  arena = pl_arena_create(ctx);
  REQUIRE(arena != NULL);
}

static void stop(void) {
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

// Volino eq. 4 with e = 1000 N/m, nu = 0.25, and his 4.3 material (nu = 0).
TEST(law_isotropic_is_volino_4) {
  start();
  pl_law law = read_law("isotropic", "{}");
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
  stop();
}

TEST(law_isotropic_is_an_orthotropic) {
  start();
  pl_law iso = read_law("isotropic", "{}"), ortho = read_law("orthotropic", "{\"shear-coupling\": true}");
  double theta[2] = {800, -0.4}, c = 800 / (1 - 0.16), other[6] = {c, -0.4 * c, c, 0.7 * c, 0, 0};
  double s[3] = {0.02, 0.01, -0.07}, psi[2], t[2][3];
  pl_law_eval_one(&iso, theta, s, &psi[0], t[0], NULL);
  pl_law_eval_one(&ortho, other, s, &psi[1], t[1], NULL);
  CHECK_CLOSE(psi[0], psi[1], 1e-14);
  for (int i = 0; i < 3; i++) CHECK_CLOSE(t[0][i], t[1][i], 1e-13);
  stop();
}

// Three segments, third order: five parameters; by hand, the stress at the end is the sum of theta times its knot span / 3.
TEST(law_stress_spline_by_hand) {
  start();
  pl_law law = read_law("stress-spline", "{\"order\": 3, \"knots\": [0, 0.01, 0.02, 0.03]}");
  CHECK(law.n_param == 5);
  double theta[5] = {4000, 7000, 14000, 26000, 38000}, s = 0.03, t, k;
  pl_law_eval_one(&law, theta, &s, NULL, &t, &k);
  CHECK_NEAR(t, (4000 * 0.01 + 7000 * 0.02 + 14000 * 0.03 + 26000 * 0.02 + 38000 * 0.01) / 3, 1e-10);
  CHECK_NEAR(k, 38000, 1e-6);
  s = 0;
  pl_law_eval_one(&law, theta, &s, NULL, &t, &k);
  CHECK_NEAR(k, 4000, 1e-9);
  stop();
}

// Thesis 3.3.2: k is interpolated at the knots and stays constant outside.
TEST(law_stiffness_spline_by_hand) {
  start();
  pl_law law = read_law("stiffness-spline", "{\"knots\": [0, 0.01, 0.04]}");
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
  stop();
}

TEST(law_linear_models_agree) {
  start();
  pl_law linear = read_law("linear", "{}"), one = read_law("stiffness-spline", "{\"knots\": [0]}"),
         free_one = read_law("stiffness-spline", "{\"knots\": [0.02], \"compression\": \"free\"}");
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
  stop();
}
