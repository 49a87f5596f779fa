// The fast evaluation of piecewise laws against a plain one, and its building blocks.
#include "law/piecewise.h"

#include "base/rng.h"
#include "test.h"

// The plain version: a branch per strain, powers written out.
static void plain_eval(const pl_piecewise *piece, const double *theta, double s, double *psi, double *t, double *k) {
  double at = piece->odd && s < 0 ? -s : s;
  int segment = 0;
  while (segment < piece->n_knot && piece->knot[segment] <= at) segment++;
  double x = at - piece->origin[segment];
  *psi = *t = *k = 0;
  for (int j = 0; j < piece->n_param; j++)
    for (int c = 0; c <= piece->degree; c++) {
      double b = theta[j] * piece->basis[(segment * piece->n_param + j) * (piece->degree + 1) + c];
      *psi += b * pow(x, c);
      if (c > 0) *t += b * c * pow(x, c - 1);
      if (c > 1) *k += b * c * (c - 1) * pow(x, c - 2);
    }
  if (piece->odd && s < 0) *t = -*t;
}

// A piecewise law with arbitrary coefficients: nothing continuous, so that a wrong segment shows.
static void random_piece(pl_arena *arena, pl_rng *rng, bool odd, int n_knot, int degree, int n_param, pl_piecewise *piece) {
  double *knot = pl_arena_alloc(arena, (size_t)n_knot + 1, sizeof *knot);
  REQUIRE(knot != NULL);
  for (int i = 0; i < n_knot; i++) knot[i] = (odd ? 0 : -1) + 0.25 * i;
  *piece = (pl_piecewise){.odd = odd, .n_knot = n_knot, .knot = knot, .degree = degree, .n_param = n_param, .param_prefix = "k"};
  double *basis = pl_piecewise_allocate(arena, piece);
  REQUIRE(basis != NULL);
  for (int i = 0; i < (n_knot + 1) * n_param * (degree + 1); i++) basis[i] = pl_rng_normal(rng);
}

TEST(piecewise_matches_plain) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  REQUIRE(arena != NULL);
  pl_rng rng;
  pl_rng_init(&rng, 5);
  for (int run = 0; run < 40; run++) {
    pl_piecewise piece;
    pl_law law = {0};
    int n_knot = run % 9, degree = 2 + run % 7;
    if (run % 2 && n_knot == 0) n_knot = 1;
    random_piece(arena, &rng, run % 2, n_knot, degree, 3, &piece);
    pl_piecewise_attach(&piece, &law);
    CHECK(law.n_param == 3 && law.n_bound == (n_knot + 1) * (degree + 1));
    double theta[3], bound[PL_LAW_MAX_BOUND];
    for (int j = 0; j < 3; j++) theta[j] = pl_rng_normal(&rng);
    pl_piecewise_bind(&law, theta, bound);
    pl_lanes s[1], psi[1], t[1], k[1], dt[3];
    PL_FOR_LANES(l) s[0][l] = l < n_knot ? piece.knot[l] : 4 * pl_rng_uniform(&rng) - 2;
    pl_piecewise_eval(&law, bound, s, psi, t, k);
    pl_piecewise_theta(&law, theta, s, dt);
    PL_FOR_LANES(l) {
      double a, b, c;
      plain_eval(&piece, theta, s[0][l], &a, &b, &c);
      CHECK_NEAR(psi[0][l], a, 1e-10);
      CHECK_NEAR(t[0][l], b, 1e-10);
      CHECK_NEAR(k[0][l], c, 1e-9);
      CHECK_NEAR(theta[0] * dt[0][l] + theta[1] * dt[1][l] + theta[2] * dt[2][l], b, 1e-10);
    }
  }
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

TEST(piecewise_origin_is_nearest_to_zero) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  REQUIRE(arena != NULL);
  double knot[] = {-2, -1, 0.5, 3};
  pl_piecewise piece = {.n_knot = 4, .knot = knot, .degree = 2, .n_param = 1, .param_prefix = "k"};
  REQUIRE(pl_piecewise_allocate(arena, &piece) != NULL);
  double expected[] = {-2, -1, 0, 0.5, 3};
  for (int i = 0; i < 5; i++) CHECK(piece.origin[i] == expected[i]);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

// Integrating a step function: continuous, zero at 0, slopes as given.
TEST(piecewise_integrate_steps) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  REQUIRE(arena != NULL);
  double knot[] = {-1, 1, 2}, step[] = {5, 2, 3, 7}, theta = 1, bound[16];
  pl_piecewise piece = {.n_knot = 3, .knot = knot, .degree = 2, .n_param = 1, .param_prefix = "k"};
  double *basis = pl_piecewise_allocate(arena, &piece);
  REQUIRE(basis != NULL);
  for (int i = 0; i < 4; i++) basis[i * 3] = step[i];
  pl_piecewise_integrate(&piece, 0, basis);
  pl_law law = {0};
  pl_piecewise_attach(&piece, &law);
  pl_piecewise_bind(&law, &theta, bound);
  pl_lanes s[1], value[1], slope[1];
  PL_FOR_LANES(l) s[0][l] = -2 + 0.4 * l;
  pl_piecewise_eval(&law, bound, s, value, slope, NULL);
  PL_FOR_LANES(l) {
    double x = s[0][l];
    double expected = x < -1 ? -2 + 5 * (x + 1) : x < 1 ? 2 * x : x < 2 ? 2 + 3 * (x - 1) : 5 + 7 * (x - 2);
    CHECK_NEAR(value[0][l], expected, 1e-14);
  }
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}
