// A field seen through a few readings: closed forms of its posterior, its likelihood, and what is learned of its prior.
#include "estimate/field/random_field.h"

#include <stdlib.h>

#include "base/rng.h"
#include "test.h"

// One place read once, the mean known: u | z ~ N(tau^2 b z / (b^2 tau^2 + s^2), tau^2 s^2 / (b^2 tau^2 + s^2)). Elsewhere by the
// correlation k of the two places, mean k and variance tau^2 - k^2 (tau^2 - that).
TEST(random_field_of_one_reading) {
  pl_context *ctx = pl_context_create(NULL);
  double z = 3, b = 2, place[3] = {0}, at[9] = {0, 0, 0, 0.02, 0, 0, 100, 0, 0}, mean[3], sigma[3], evidence;
  pl_field_readings readings = {.n_row = 1, .n = 1, .z = &z, .by_u = &b, .place = place, .mean_known = true};
  pl_field_prior prior = {.tau = 0.7, .length = 0.03, .noise = 1.5};
  REQUIRE(pl_field_posterior(ctx, &readings, &prior, 3, at, mean, sigma, NULL) == PL_OK);
  double t2 = 0.7 * 0.7, s2 = 1.5 * 1.5, total = b * b * t2 + s2, d = 0.02 / 0.03, k = (1 + d) * exp(-d);
  CHECK_CLOSE(mean[0], t2 * b * z / total, 1e-12);
  CHECK_CLOSE(sigma[0] * sigma[0], t2 * s2 / total, 1e-12);
  CHECK_CLOSE(mean[1], k * mean[0], 1e-12);
  CHECK_CLOSE(sigma[1] * sigma[1], t2 - k * k * (t2 - sigma[0] * sigma[0]), 1e-12);
  CHECK_NEAR(mean[2], 0, 1e-12);
  CHECK_CLOSE(sigma[2], 0.7, 1e-12);  // nothing is known there but the prior
  CHECK_CLOSE(pl_field_covariance(&prior, at, 1, at + 3, 1), t2 * k, 1e-12);
  REQUIRE(pl_field_evidence(ctx, &readings, &prior, &evidence) == PL_OK);
  CHECK_CLOSE(evidence, -0.5 * (log(total) + z * z / total), 1e-12);
  pl_context_destroy(ctx);
}

enum { N = 6, ROW = 40, FREE = 1, SIZE = N + FREE };

// Solve a[SIZE][SIZE] x = b by Gauss and Jordan, for the check alone; a becomes its inverse.
static void invert(double a[SIZE][SIZE]) {
  double out[SIZE][SIZE] = {{0}};
  for (int i = 0; i < SIZE; i++) out[i][i] = 1;
  for (int c = 0; c < SIZE; c++) {
    double pivot = a[c][c];
    for (int j = 0; j < SIZE; j++) a[c][j] /= pivot, out[c][j] /= pivot;
    for (int r = 0; r < SIZE; r++) {
      double factor = a[r][c];
      for (int j = 0; j < SIZE && r != c; j++) a[r][j] -= factor * a[c][j], out[r][j] -= factor * out[c][j];
    }
  }
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++) a[i][j] = out[i][j];
}

// Many readings (fewer rows after QR), with the mean and a parameter b free. The posterior is that of the normal equations, covariance (D^T
// D / noise^2 + R)^-1 with the prior's precision R.
TEST(random_field_is_the_regularised_fit) {
  pl_context *ctx = pl_context_create(NULL);
  pl_rng rng;
  pl_rng_init(&rng, 3);
  double place[3 * N], by_u[ROW * N], by_b[ROW], z[ROW], mean[N], sigma[N], b;
  for (int i = 0; i < 3 * N; i++) place[i] = 0.1 * pl_rng_normal(&rng);
  for (int i = 0; i < ROW * N; i++) by_u[i] = pl_rng_normal(&rng);
  for (int i = 0; i < ROW; i++) by_b[i] = pl_rng_normal(&rng), z[i] = 3 * pl_rng_normal(&rng);
  pl_field_readings readings = {ROW, N, FREE, z, by_u, by_b, place, false};
  pl_field_prior prior = {.tau = 0.4, .length = 0.08, .noise = 1.3};
  REQUIRE(pl_field_posterior(ctx, &readings, &prior, N, place, mean, sigma, &b) == PL_OK);
  double k[SIZE][SIZE] = {{0}}, right[SIZE] = {0}, free_square = pow(PL_FIELD_FREE * prior.noise, 2);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) k[i][j] = pl_field_covariance(&prior, place + 3 * i, 1, place + 3 * j, 1) + free_square;
  k[N][N] = free_square;
  invert(k);  // R
  for (int r = 0; r < ROW; r++) {
    double row[SIZE];
    for (int i = 0; i < N; i++) row[i] = by_u[r * N + i];
    row[N] = by_b[r];
    for (int i = 0; i < SIZE; i++) {
      right[i] += row[i] * z[r] / (prior.noise * prior.noise);
      for (int j = 0; j < SIZE; j++) k[i][j] += row[i] * row[j] / (prior.noise * prior.noise);
    }
  }
  invert(k);
  for (int i = 0; i < SIZE; i++) {
    double expected = 0;
    for (int j = 0; j < SIZE; j++) expected += k[i][j] * right[j];
    CHECK_CLOSE(i < N ? mean[i] : b, expected, 1e-6);
    if (i < N) CHECK_CLOSE(sigma[i], sqrt(k[i][i]), 1e-6);
  }
  pl_context_destroy(ctx);
}

// Fields drawn from a prior. The prior is recovered, nothing else is more likely, and the truth is within two sigma in about 95 of 100
// places.
TEST(random_field_learns_its_prior) {
  enum { P = 60, R = 150, DRAW = 20 };
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  pl_rng rng;
  pl_rng_init(&rng, 8);
  double *place = malloc(3 * P * sizeof *place), *root = calloc(P * P, sizeof *root), *by_u = malloc(R * P * sizeof *by_u);
  double u[P], z[R], mean[P], sigma[P], tau = 0, noise = 0;
  const pl_field_prior truth = {.tau = 0.5, .length = 0.2, .noise = 1.4};
  int within = 0;
  for (int i = 0; i < 3 * P; i++) place[i] = pl_rng_uniform(&rng);
  // Cholesky's factor of the covariance
  for (int i = 0; i < P; i++)
    for (int j = 0; j <= i; j++) {
      double sum = pl_field_covariance(&truth, place + 3 * i, 1, place + 3 * j, 1);
      for (int l = 0; l < j; l++) sum -= root[i * P + l] * root[j * P + l];
      root[i * P + j] = i == j ? sqrt(fmax(sum, 1e-12)) : sum / root[j * P + j];
    }
  for (int draw = 0; draw < DRAW; draw++) {
    double e[P];
    for (int i = 0; i < P; i++) e[i] = pl_rng_normal(&rng), u[i] = 1;
    for (int i = 0; i < P; i++)
      for (int j = 0; j <= i; j++) u[i] += root[i * P + j] * e[j];
    for (int i = 0; i < R; i++) {
      z[i] = truth.noise * pl_rng_normal(&rng);
      for (int j = 0; j < P; j++) z[i] += (by_u[i * P + j] = 3 * pl_rng_normal(&rng)) * u[j];
    }
    pl_field_readings readings = {.n_row = R, .n = P, .z = z, .by_u = by_u, .place = place};
    pl_field_prior found;
    double best, other;
    REQUIRE(pl_field_learn(arena, &readings, 0.02, 4, &found) == PL_OK);
    REQUIRE(pl_field_evidence(ctx, &readings, &found, &best) == PL_OK);
    REQUIRE(pl_field_evidence(ctx, &readings, &truth, &other) == PL_OK);
    CHECK(best >= other);
    tau += found.tau / DRAW, noise += found.noise / DRAW;
    REQUIRE(pl_field_posterior(ctx, &readings, &found, P, place, mean, sigma, NULL) == PL_OK);
    for (int i = 0; i < P; i++) within += fabs(mean[i] - u[i]) < 2 * sigma[i];
  }
  CHECK(tau > 0.4 && tau < 0.6);
  CHECK(noise > 1.3 && noise < 1.5);
  CHECK(within > 0.92 * P * DRAW && within < 0.98 * P * DRAW);
  free(place), free(root), free(by_u);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

// Without any reading the field is its prior; readings that a constant explains imply no variation in space.
TEST(random_field_without_news) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  double place[6] = {0, 0, 0, 1, 0, 0}, mean[2], sigma[2], by_u[6] = {1, 1, 2, 0, 0, 2}, z[3] = {2, 2, 2};
  pl_field_prior prior = {.tau = 0.3, .length = 0.5, .noise = 1};
  pl_field_readings none = {.n = 2, .place = place, .mean_known = true};
  REQUIRE(pl_field_posterior(ctx, &none, &prior, 2, place, mean, sigma, NULL) == PL_OK);
  CHECK(mean[0] == 0 && mean[1] == 0);
  CHECK_CLOSE(sigma[1], 0.3, 1e-12);
  pl_field_readings same = {.n_row = 3, .n = 2, .z = z, .by_u = by_u, .place = place};
  REQUIRE(pl_field_learn(arena, &same, 0.1, 2, &prior) == PL_OK);
  CHECK_CLOSE(prior.tau, 0.01, 1e-9);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

// A local contrast scales the prior. With d_k = c(X_k), the field is d times one of contrast 1, so its posterior is that of the readings B
// diag(d).
TEST(random_field_of_local_contrast) {
  pl_context *ctx = pl_context_create(NULL);
  pl_rng rng;
  pl_rng_init(&rng, 5);
  double place[3 * N], by_u[ROW * N], scaled[ROW * N], z[ROW], square[N], mean[2][N], sigma[2][N], contrast[N], evidence[2];
  for (int i = 0; i < 3 * N; i++) place[i] = 0.1 * pl_rng_normal(&rng);
  for (int i = 0; i < ROW * N; i++) by_u[i] = pl_rng_normal(&rng);
  for (int i = 0; i < ROW; i++) z[i] = 3 * pl_rng_normal(&rng);
  for (int i = 0; i < N; i++) square[i] = 0.1 + 2 * pl_rng_uniform(&rng);
  pl_field_prior plain = {.tau = 0.4, .length = 0.08, .noise = 1.3}, local = plain;
  local.n_local = N, local.local_place = place, local.local_square = square;
  for (int k = 0; k < N; k++) {
    double sum = 0, weight = 0;
    for (int l = 0; l < N; l++) {
      double d = 0;
      for (int c = 0; c < 3; c++) d += pow(place[3 * k + c] - place[3 * l + c], 2);
      double w = exp(-d / (2 * pow(PL_FIELD_WINDOW * 0.08, 2)));
      sum += w * square[l], weight += w;
    }
    contrast[k] = pl_field_contrast(&local, place + 3 * k);
    CHECK_CLOSE(contrast[k], sqrt(sum / weight), 1e-12);
    for (int r = 0; r < ROW; r++) scaled[r * N + k] = by_u[r * N + k] * contrast[k];
  }
  pl_field_readings own = {.n_row = ROW, .n = N, .z = z, .by_u = by_u, .place = place, .mean_known = true}, same = own;
  same.by_u = scaled;
  REQUIRE(pl_field_posterior(ctx, &own, &local, N, place, mean[0], sigma[0], NULL) == PL_OK);
  REQUIRE(pl_field_posterior(ctx, &same, &plain, N, place, mean[1], sigma[1], NULL) == PL_OK);
  REQUIRE(pl_field_evidence(ctx, &own, &local, &evidence[0]) == PL_OK && pl_field_evidence(ctx, &same, &plain, &evidence[1]) == PL_OK);
  CHECK_CLOSE(evidence[0], evidence[1], 1e-10);
  for (int k = 0; k < N; k++) {
    CHECK_CLOSE(mean[0][k], contrast[k] * mean[1][k], 1e-8);
    CHECK_CLOSE(sigma[0][k], contrast[k] * sigma[1][k], 1e-8);
  }
  CHECK(pl_field_contrast(&plain, place) == 1);
  pl_context_destroy(ctx);
}

// Fields that vary only in one corner. The corner is found, other places have smaller errors than with uniform contrast, and sigma is still
// right.
TEST(random_field_learns_where_it_changes) {
  enum { P = 64, R = 90, DRAW = 20 };
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  pl_rng rng;
  pl_rng_init(&rng, 9);
  double *place = malloc(3 * P * sizeof *place), *by_u = malloc(R * P * sizeof *by_u), u[P], z[R], mean[P], sigma[P], flat[P];
  int n_local = 0, within[2] = {0}, corner = 0;  // places that are calm, and that change
  double here = 0, there = 0, calm = 0, calm_flat = 0;
  for (int i = 0; i < P; i++) place[3 * i] = i % 4 / 4.0, place[3 * i + 1] = i / 4 % 4 / 4.0, place[3 * i + 2] = i / 16 / 4.0;
  for (int draw = 0; draw < DRAW; draw++) {
    pl_field_prior found;
    for (int i = 0; i < P; i++) u[i] = 1 + (place[3 * i] + place[3 * i + 1] + place[3 * i + 2] < 0.8 ? 1.2 : 0.1) * pl_rng_normal(&rng);
    for (int i = 0; i < R; i++) {
      z[i] = pl_rng_normal(&rng);
      for (int j = 0; j < P; j++) z[i] += (by_u[i * P + j] = pl_rng_normal(&rng)) * u[j];
    }
    pl_field_readings readings = {.n_row = R, .n = P, .z = z, .by_u = by_u, .place = place};
    REQUIRE(pl_field_learn(arena, &readings, 0.1, 2, &found) == PL_OK);
    n_local += found.n_local == P;
    REQUIRE(pl_field_posterior(ctx, &readings, &found, P, place, mean, sigma, NULL) == PL_OK);
    pl_field_prior even = found;
    even.n_local = 0;
    REQUIRE(pl_field_posterior(ctx, &readings, &even, P, place, flat, flat, NULL) == PL_OK);
    for (int i = 0; i < P; i++) {
      bool changes = place[3 * i] + place[3 * i + 1] + place[3 * i + 2] < 0.8;
      within[changes] += fabs(mean[i] - u[i]) < 2 * sigma[i];
      corner += changes;
      *(changes ? &here : &there) += pl_field_contrast(&found, place + 3 * i);
      if (!changes) calm += sigma[i], calm_flat += flat[i];
    }
  }
  CHECK(n_local > 0.8 * DRAW);
  CHECK(here / corner > 1.5 * there / (P * DRAW - corner));
  CHECK(calm < 0.9 * calm_flat);
  // the calm ones by themselves: too wide there and too narrow in the corner would be right in the mean
  for (int changes = 0; changes < 2; changes++) {
    double share = within[changes] / (double)(changes ? corner : P * DRAW - corner);
    CHECK(share > 0.9 && share < 0.99);
  }
  free(place), free(by_u);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

// The root of the covariance, for a contrast and places near enough to lose all digits in the covariance itself.
TEST(random_field_root) {
  enum { M = 5 };
  static const double tau[] = {0.7, 1e-170};
  double place[3 * M] = {0, 0, 0, 0.01, 0, 0, 0.03, 0.01, 0, 0.01 + 1e-13, 0, 0, 0, 0.05, 0.02}, square[M] = {1, 1e-8, 4, 1, 2},
                   root[M * M];
  for (int i = 0; i < 2; i++) {
    pl_field_prior prior = {.tau = tau[i], .length = 0.03, .noise = 1, .n_local = M, .local_place = place, .local_square = square};
    REQUIRE(pl_field_root(&prior, M, place, root));
    for (int k = 0; k < M; k++)
      for (int l = 0; l <= k; l++) {
        double sum = 0, d = 0;
        for (int j = 0; j < M; j++) sum += root[k * M + j] / tau[i] * (root[l * M + j] / tau[i]);
        for (int c = 0; c < 3; c++) d += pow(place[3 * k + c] - place[3 * l + c], 2);
        double size = pl_field_contrast(&prior, place + 3 * k) * pl_field_contrast(&prior, place + 3 * l), r = sqrt(d) / 0.03;
        CHECK_NEAR(sum, size * (1 + r) * exp(-r), 1e-9);
      }
  }
}
