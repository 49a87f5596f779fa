// One checklist for every law; the list of laws is in law_subject.c. Derivatives and pieces have separate files.
#include "law_subject.h"
#include "math/eigen_small.h"

// ---- the table ----

TEST(law_rows_are_complete) {
  for (int i = 0; i < pl_law_count(); i++) {
    const pl_law_row *row = pl_law_at(i);
    CHECK(row->name && row->help && row->source && row->help[0] && row->source[0]);
    CHECK(row->words && strlen(row->words) > 20 && row->words[strlen(row->words) - 1] == '.');
    CHECK(pl_law_find(row->name) == row);
    CHECK(row->n_in >= 1 && row->n_in <= PL_LAW_MAX_IN);
    CHECK(row->read && row->write && row->parameter && row->eval && row->eval_theta);
    CHECK(row->n_history >= 0 && row->n_history <= PL_LAW_MAX_HISTORY);
    CHECK((row->n_history > 0) == (row->commit != NULL) && (row->n_history > 0) == (row->path != NULL));
    if (!law_has_shape(row->name)) test_fail(__FILE__, __LINE__, "the law %s has no shape in this suite", row->name);
  }
  CHECK(pl_law_find("no-such-law") == NULL);
}

static void check_parameters(law_subject *who) {
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

TEST(law_parameters_are_described) { law_run(check_parameters); }

// ---- traits: what others use instead of the name ----

static void check_traits(law_subject *who) {
  const pl_law *law = &who->law;
  unsigned flags = law->row->flags;
  double theta[MAX_PARAM], s[PL_LAW_MAX_IN], turned[PL_LAW_MAX_IN], psi[2], t[PL_LAW_MAX_IN];
  bool knots = pl_law_takes(law->row, "knots") || pl_law_takes(law->row, "knots1");
  CHECK_OF(who, !(flags & PL_LAW_SPLINE) || knots, "a spline without knots");
  CHECK_OF(who, !(flags & PL_LAW_FRICTION) || law_remembers(who), "friction without a memory");
  CHECK_OF(who, !(flags & (PL_LAW_SECANT | PL_LAW_SECANT_SLOPE)) || law->row->n_in == 1, "a secant of several strains");
  for (int k = 0; k < 10; k++) {
    law_random_theta(who, true, theta);
    law_random_strain(who, s);
    double size = 1e-12 * law_stiffness_scale(who, theta);
    for (int j = 0; j < law->n_param && flags & PL_LAW_SECANT; j++) {
      double knot = who->parameter[j].knot;
      pl_law_eval_one(law, theta, &knot, NULL, t, NULL);
      CHECK_OF(who, fabs(t[0] - theta[j] * knot) <= size, "stress %g at the knot %g, secant %g", t[0], knot, theta[j]);
    }
    if (flags & PL_LAW_SECANT_SLOPE) {
      pl_law_eval_one(law, theta, s, NULL, t, NULL);
      CHECK_OF(who, fabs(t[0] - (theta[0] + theta[1] * fabs(s[0])) * s[0]) <= size, "stress %g", t[0]);
    }
    for (int i = 0; i < 2 && flags & PL_LAW_COUPLING; i++) {
      memcpy(turned, s, sizeof turned);
      turned[i] = law->row->rest ? law->row->rest[i] : 0;
      pl_law_eval_one(law, theta, turned, psi, t, NULL);
      CHECK_OF(who, fabs(psi[0]) <= size && fabs(t[1 - i]) <= size, "psi = %g, stress %g", psi[0], t[1 - i]);
    }
    if (!(flags & PL_LAW_ISOTROPIC) || (law->row->rest && law->row->rest[0] == 3)) continue;
    memcpy(turned, s, sizeof turned);  // axes 1 and 2 change places, with them the shears yz and xz of solids
    turned[0] = s[1], turned[1] = s[0];
    if (law->row->n_in == 6) turned[3] = s[4], turned[4] = s[3];
    pl_law_eval_one(law, theta, s, &psi[0], t, NULL);
    pl_law_eval_one(law, theta, turned, &psi[1], t, NULL);
    CHECK_OF(who, fabs(psi[0] - psi[1]) <= 1e-10 * fabs(psi[0]) + size, "psi = %g, %g with its axes changed", psi[0], psi[1]);
  }
}

TEST(law_traits_hold) { law_run(check_traits); }

// ---- values ----

static void check_rest(law_subject *who) {
  double theta[MAX_PARAM], s[PL_LAW_MAX_IN] = {0}, psi, t[PL_LAW_MAX_IN], zero[PL_LAW_MAX_IN] = {-0.0, -0.0, -0.0};
  const double *rest = who->law.row->rest;
  for (int k = 0; k < 5 && rest; k++) {
    // stretches: d s / d lambda = 1; invariants I1, I2, J: 2, 4, 1 for each of the three stretches
    static const double invariant_rate[3] = {2, 4, 1};
    double force = 0;
    law_random_theta(who, false, theta);
    pl_law_eval_one(&who->law, theta, rest, &psi, t, NULL);
    for (int i = 0; i < who->law.row->n_in; i++) force += t[i] * (rest[0] == 3 ? invariant_rate[i] : i == 0);
    double size = 1e-13 * law_stiffness_scale(who, theta);
    CHECK_OF(who, fabs(psi) <= size && fabs(force) <= size, "psi = %g, force %g at rest", psi, force);
  }
  for (int k = 0; k < 5 && !rest; k++) {
    law_random_theta(who, false, theta);
    pl_law_eval_one(&who->law, theta, k % 2 ? s : zero, &psi, t, NULL);
    CHECK_OF(who, psi == 0, "psi(0) = %g", psi);
    // the published grid has a stress at rest: its energy has an edge there; Gaussians cancel to round-off
    bool edge = strcmp(who->shape->law, "bilinear-grid") == 0, cancels = strncmp(who->shape->law, "rbf", 3) == 0;
    double size = cancels ? 1e-16 * law_stiffness_scale(who, theta) : 0;
    for (int i = 0; i < who->law.row->n_in && !edge; i++) CHECK_OF(who, fabs(t[i]) <= size, "t(0) = %g", t[i]);
  }
}

TEST(law_rest_state) { law_run(check_rest); }

static void check_linear(law_subject *who) {
  const pl_law *law = &who->law;
  if (!(law->row->flags & PL_LAW_LINEAR)) return;
  int n = law->row->n_in;
  for (int k = 0; k < 10; k++) {
    double a[MAX_PARAM], b[MAX_PARAM], sum[MAX_PARAM], s[PL_LAW_MAX_IN], ta[PL_LAW_MAX_IN], tb[PL_LAW_MAX_IN], ts[PL_LAW_MAX_IN];
    double dt[MAX_PARAM * PL_LAW_MAX_IN], dt_other[MAX_PARAM * PL_LAW_MAX_IN];
    law_random_theta(who, false, a);
    law_random_theta(who, false, b);
    law_random_strain(who, s);
    for (int j = 0; j < law->n_param; j++) sum[j] = 2 * a[j] - 0.5 * b[j];
    pl_law_eval_one(law, a, s, NULL, ta, NULL);
    pl_law_eval_one(law, b, s, NULL, tb, NULL);
    pl_law_eval_one(law, sum, s, NULL, ts, NULL);
    pl_law_theta_one(law, a, s, dt);
    pl_law_theta_one(law, b, s, dt_other);
    double size = law_stiffness_scale(who, a) + law_stiffness_scale(who, b);
    for (int i = 0; i < n; i++) {
      double basis = 0;
      for (int j = 0; j < law->n_param; j++) basis += a[j] * dt[j * n + i];
      CHECK_OF(who, fabs(2 * ta[i] - 0.5 * tb[i] - ts[i]) <= 1e-14 * size, "superposition off by %g", 2 * ta[i] - 0.5 * tb[i] - ts[i]);
      CHECK_OF(who, fabs(basis - ta[i]) <= 1e-14 * size, "sum of the basis %g, stress %g", basis, ta[i]);
    }
    CHECK_OF(who, memcmp(dt, dt_other, (size_t)(law->n_param * n) * sizeof *dt) == 0, "the basis depends on theta");
  }
}

TEST(law_linear_in_theta) { law_run(check_linear); }

static void check_symmetric(law_subject *who) {
  int n = who->law.row->n_in;
  bool conservative = who->law.row->flags & PL_LAW_CONSERVATIVE;
  double skew = 0;
  for (int q = 0; q < 10; q++) {
    double theta[MAX_PARAM], s[PL_LAW_MAX_IN], t[PL_LAW_MAX_IN], k[MAX_TANGENT];
    law_random_theta(who, false, theta);
    law_random_strain(who, s);
    pl_law_eval_one(&who->law, theta, s, NULL, t, k);
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        if (conservative) CHECK_OF(who, k[i * n + j] == k[j * n + i], "k[%d][%d]", i, j);
        skew = fmax(skew, fabs(k[i * n + j] - k[j * n + i]) / law_stiffness_scale(who, theta));
      }
  }
  // A law without an energy shows it, or the flag is missing; constant in strain (the single point of a polar-tensor) it has one.
  bool constant = strcmp(who->shape->law, "polar-tensor") == 0 && who->law.n_param == 4;
  if (!conservative && !constant) CHECK_OF(who, skew > 1e-3, "the tangent is symmetric within %g: flag it conservative", skew);
}

TEST(law_tangent_symmetric) { law_run(check_symmetric); }

// Stretches are sorted by their size, so a law of several of them knows no order: exchanged stretches have the same energy and exchanged
// stresses. The tangent between them is then the same as well.
static void check_order(law_subject *who) {
  const pl_law *law = &who->law;
  int n = law->row->n_in;
  if (n == 1 || !law->row->rest || law->row->rest[0] != 1) return;
  for (int q = 0; q < 20; q++) {
    double theta[MAX_PARAM], s[PL_LAW_MAX_IN], turned[PL_LAW_MAX_IN], psi[2], t[2][PL_LAW_MAX_IN], k[2][MAX_TANGENT];
    law_random_theta(who, true, theta);
    law_random_strain(who, s);
    memcpy(turned, s, sizeof turned);
    turned[0] = s[1], turned[1] = s[0];
    pl_law_eval_one(law, theta, s, &psi[0], t[0], k[0]);
    pl_law_eval_one(law, theta, turned, &psi[1], t[1], k[1]);
    double size = 1e-13 * law_stiffness_scale(who, theta);
    CHECK_OF(who, fabs(psi[0] - psi[1]) <= size, "psi = %g, exchanged %g", psi[0], psi[1]);
    CHECK_OF(who, fabs(t[0][0] - t[1][1]) <= size && fabs(t[0][1] - t[1][0]) <= size, "stress %g, exchanged %g", t[0][0], t[1][1]);
    CHECK_OF(who, fabs(k[0][0] - k[1][n + 1]) <= 10 * size && fabs(k[0][1] - k[1][1]) <= 10 * size, "tangent %g, exchanged %g", k[0][0],
             k[1][n + 1]);
  }
}

TEST(law_of_stretches_knows_no_order) { law_run(check_order); }

static void check_convex(law_subject *who) {
  if (!(who->law.row->flags & PL_LAW_CONVEX)) return;
  for (int q = 0; q < 300; q++) {
    double theta[MAX_PARAM], s[PL_LAW_MAX_IN], t[PL_LAW_MAX_IN], k[MAX_TANGENT], w[MAX_IN];
    law_random_theta(who, true, theta);
    law_random_strain(who, s);
    bool metric = who->law.row->flags & PL_LAW_METRIC;  // no body is compressed to nothing
    if (q % 10 == 0) s[0] = 100 * (metric ? fabs(s[0]) : s[0]);
    pl_law_eval_one(&who->law, theta, s, NULL, t, k);
    int n = who->law.row->n_in;
    pl_sym_eigenvalues(n, k, w);
    // round-off of the eigenvalues: of the parameters' size, and of the largest eigenvalue where an exponential has grown
    CHECK_OF(who, w[0] >= -1e-13 * fmax(law_stiffness_scale(who, theta), w[n - 1]), "at %g the tangent has the eigenvalue %g", s[0], w[0]);
  }
}

TEST(law_convex_within_bounds) { law_run(check_convex); }

static void check_block(law_subject *who) {
  const pl_law *law = &who->law;
  int n = law->row->n_in;
  double theta[MAX_PARAM], bound[PL_LAW_MAX_BOUND];
  pl_lanes s[PL_LAW_MAX_IN + PL_LAW_MAX_HISTORY] = {{0}}, psi[1], t[PL_LAW_MAX_IN], k[MAX_TANGENT], t_only[PL_LAW_MAX_IN];
  pl_lanes dt[MAX_PARAM * PL_LAW_MAX_IN];
  for (int q = 0; q < 5; q++) {
    law_random_theta(who, false, theta);
    PL_FOR_LANES(l) {
      double one[PL_LAW_MAX_IN] = {0};
      law_random_strain(who, one);
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

TEST(law_block_equals_one) { law_run(check_block); }

static void check_singular(law_subject *who) {
  double theta[MAX_PARAM], places[64] = {0.0, -0.0, 1e-300, -1e-300, 1e3, -1e3};
  const double *rest = who->law.row->rest;
  int n = 6;
  if (who->piece)
    for (int i = 0; i < who->piece->n_knot; i++) {
      places[n++] = who->piece->knot[i];
      places[n++] = -who->piece->knot[i];
    }
  law_random_theta(who, true, theta);
  for (int i = 0; i < n; i++) {
    // a factor between 1e-3 and 1e3 where 0 is no state of the body
    double grow = pow(10, 0.003 * places[i]), s[PL_LAW_MAX_IN] = {places[i], places[i], -places[i]}, psi, t[PL_LAW_MAX_IN], k[MAX_TANGENT],
           dt[MAX_PARAM * PL_LAW_MAX_IN];
    for (int a = 0; a < who->law.row->n_in && rest; a++) s[a] = rest[a] * grow;
    bool metric = who->law.row->flags & PL_LAW_METRIC;  // the body as a whole grows
    int n_normal = who->law.row->n_in == 3 ? 2 : 3;
    for (int a = 0; a < who->law.row->n_in && metric; a++) s[a] = a < n_normal ? 0.5 * (grow * grow - 1) : 0;
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

TEST(law_singular_places) { law_run(check_singular); }

// What `write` writes, `read` reads back to the same law.
static void check_write(law_subject *who) {
  pl_json_writer *writer = pl_json_writer_create(law_ctx);
  REQUIRE(writer != NULL);
  pl_json_begin_object(writer, NULL);
  who->law.row->write(&who->law, PL_DIM_NONE, writer);
  pl_json_end_object(writer);
  pl_law again = law_read(who->shape->law, pl_json_writer_text(writer));
  pl_json_writer_destroy(writer);
  CHECK_OF(who, again.n_param == who->law.n_param && again.n_bound == who->law.n_bound, "%d parameters", again.n_param);
  for (int q = 0; q < 20; q++) {
    double theta[MAX_PARAM], s[PL_LAW_MAX_IN], t[PL_LAW_MAX_IN], t_again[PL_LAW_MAX_IN];
    law_random_theta(who, false, theta);
    law_random_strain(who, s);
    pl_law_eval_one(&who->law, theta, s, NULL, t, NULL);
    pl_law_eval_one(&again, theta, s, NULL, t_again, NULL);
    CHECK_OF(who, memcmp(t, t_again, (size_t)who->law.row->n_in * sizeof *t) == 0, "at %g", s[0]);
  }
}

TEST(law_description_round_trip) { law_run(check_write); }
