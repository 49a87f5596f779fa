// One triangle against the two faults that the additive model avoids: energy from nowhere (thesis figure 4.1) and running away (figure 4.2).
#include "scenes/scenes.h"
#include "one_law.h"

// ---- figure 4.1 ----

// StVK whose Young modulus depends on the strain, E = e1 + 2 e2 + 3 e12 (times theta[0], N/m), nu = 0.3. The thesis' example of a stress that is no
// gradient.
static void dependent_eval(const pl_law *law, const double *bound, const pl_lanes *s, pl_lanes *psi, pl_lanes *t, pl_lanes *k) {
  (void)law, (void)k;
  double nu = 0.3;
  PL_FOR_LANES(l) {
    double young = bound[0] * (s[0][l] + 2 * s[1][l] + 3 * 0.5 * s[2][l]), c = young / (1 - nu * nu);
    t[0][l] = c * (s[0][l] + nu * s[1][l]);
    t[1][l] = c * (s[1][l] + nu * s[0][l]);
    t[2][l] = c * 0.5 * (1 - nu) * s[2][l];
    if (psi) psi[0][l] = 0.5 * (t[0][l] * s[0][l] + t[1][l] * s[1][l] + t[2][l] * s[2][l]);
  }
}

// The sum of addends as one law on the three Green strains.
typedef struct sum {
  int n;
  const pl_convex_part *part;
} sum;

static void sum_eval(const pl_law *law, const double *bound, const pl_lanes *s, pl_lanes *psi, pl_lanes *t, pl_lanes *k) {
  (void)bound, (void)k;
  const sum *own = law->shape;
  memset(t, 0, 3 * sizeof *t);
  if (psi) memset(psi, 0, sizeof *psi);
  for (int p = 0; p < own->n; p++) {
    const pl_convex_part *part = &own->part[p];
    PL_EACH_LANE(l) {
      double in[PL_LAW_MAX_IN], one[PL_LAW_MAX_IN], energy;
      for (int i = 0; i < part->law->row->n_in; i++) in[i] = s[part->value[i]][l];
      pl_law_eval_one(part->law, part->theta, in, &energy, one, NULL);
      for (int i = 0; i < part->law->row->n_in; i++) t[part->value[i]][l] += one[i];
      if (psi) psi[0][l] += energy;
    }
  }
}

TEST(additive_forces_are_conservative) {
  start();
  static const pl_law_row dependent = {.name = "dependent", .n_in = 3, .eval = dependent_eval},
                          additive = {.name = "sum", .n_in = 3, .eval = sum_eval};
  pl_law bad = {.row = &dependent, .n_param = 1, .n_bound = 1};
  double young = 1000, stored;
  double work = scene_triangle_turn(&bad, &young, 1, 20000, &stored), back = scene_triangle_turn(&bad, &young, -1, 20000, &stored);
  CHECK(fabs(work) > 0.05 * stored);  // every turn pumps: the energy of the figure grows without end
  CHECK_CLOSE(back, -work, 1e-6);

  // stiffening curves, cross-stiffening of warp and shear, area: what the dependent modulus was meant to say
  pl_law curve = read_law("convex-spline", "{\"knots\": [0, 0.05, 0.1, 0.2]}");
  pl_law area = read_law("cross-spline", "{\"knots\": [[-0.1, 0.2], [-0.1, 0.2]]}");
  pl_law shear = read_law("cross-spline", "{\"knots\": [[-0.1, 0.2], [0, 0.1, 0.2]], \"even\": \"second\"}");
  double warp[4] = {10, 100, 300, 500}, weft[4] = {20, 200, 500, 900}, slide[4] = {5, 20, 50, 90}, pair[4] = {30, 60, 60, 100},
         stiffen[4] = {0, 20, 40, 90};
  int at[3] = {0, 1, 2}, warp_shear[2] = {0, 2};
  pl_convex_part part[5] = {
      {&curve, warp, &at[0]}, {&curve, weft, &at[1]}, {&curve, slide, &at[2]}, {&area, pair, at}, {&shear, stiffen, warp_shear}};
  sum own = {5, part};
  pl_law good = {.row = &additive, .n_param = 1, .n_bound = 1, .shape = &own};
  double kept = scene_triangle_turn(&good, &young, 1, 4000, &stored);
  CHECK(stored > 0.1);
  CHECK_NEAR(kept, 0, 1e-9 * stored);
  stop();
}

// ---- figure 4.2 ----

TEST(additive_convex_triangle_returns) {
  start();
  pl_law linear = read_law("linear", "{}"), cross = read_law("cross", "{}");
  // StVK as addends: lambda + 2 mu, lambda, mu. The energy along equal strains is 2 (lambda + mu) e^2.
  double mu = 100, lambda = 60, c11 = lambda + 2 * mu, c12 = lambda, c33 = mu, from;
  int at[3] = {0, 1, 2};
  pl_convex_part part[4] = {{&linear, &c11, &at[0]}, {&linear, &c11, &at[1]}, {&cross, &c12, at}, {&linear, &c33, &at[2]}};
  const double box[3][2] = {{-0.2, 0.2}, {-0.2, 0.2}, {-0.2, 0.2}};
  CHECK(pl_convexity_scan(3, 4, part, box).proven);
  CHECK_LESS(scene_triangle_release(4, part, 5000, &from), 1e-3 * from);

  // the figure's large negative lambda: not convex, the triangle runs away
  lambda = -150, c11 = lambda + 2 * mu, c12 = lambda;
  pl_convexity verdict = pl_convexity_scan(3, 4, part, box);
  CHECK(!verdict.proven);
  CHECK_NEAR(verdict.smallest, 2 * (lambda + mu), 1e-9);
  CHECK(isinf(scene_triangle_release(4, part, 5000, &from)));

  // the same parameters after the papers' projection, each addend by itself now
  double warp = c11, weft = c11, *theta[4] = {&warp, &weft, &c12, &c33};
  part[0].theta = &warp, part[1].theta = &weft;
  CHECK(pl_convexity_project(3, 4, part, theta, NULL, box, 1, 100) > 0);
  CHECK(pl_convexity_scan(3, 4, part, box).proven);
  CHECK_LESS(scene_triangle_release(4, part, 20000, &from), 0.02 * from);
  stop();
}
