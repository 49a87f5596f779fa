// test_contact_closed.c: contact and friction against closed forms, and random drops against the exact test.
#include <math.h>

#include "scenes/contact.h"
#include "test.h"

static void incline(double mu, double *speed, double *acceleration) {
  pl_context *ctx = pl_context_create(NULL);
  REQUIRE(scene_incline(ctx, 0.5, mu, speed, acceleration) == PL_OK);
  pl_context_destroy(ctx);
}

// tan = mu: it creeps, at most at the slip speed of 1 mm/s. 0.01 less: g (sin - mu cos) = 0.0877 m/s^2.
TEST(contact_incline_creeps_or_accelerates) {
  double speed, acceleration;
  incline(0.5, &speed, &acceleration);
  CHECK(speed >= 0);
  CHECK_LESS(speed, 1e-3 * (1 + 1e-6));
  incline(0.49, &speed, &acceleration);
  CHECK_NEAR(acceleration, 9.81 * 0.01 / sqrt(1.25), 0.01 * 0.0877);
}

// Forces of contact sum to zero: momentum is that of the start. Backward Euler never gains energy.
TEST(contact_keeps_momentum_and_gains_no_energy) {
  static const char *const method[] = {"midpoint", "backward-euler"};
  pl_context *ctx = pl_context_create(NULL);
  for (int i = 0; i < 2; i++) {
    scene_collided c;
    REQUIRE(scene_collide(ctx, method[i], &c) == PL_OK);
    CHECK_LESS(1e-3, c.contact);  // they did meet
    CHECK_LESS(c.momentum, 1e-12);
    if (i == 1) CHECK_LESS(c.growth, 1e-9);
  }
  pl_context_destroy(ctx);
}

TEST(contact_random_drops_never_intersect) {
  pl_context *ctx = pl_context_create(NULL);
  for (uint64_t seed = 1; seed <= 2; seed++) {
    scene_dropped d;
    pl_status status = scene_drop(ctx, seed, test_folder(), &d);
    if (status != PL_OK) test_fail(__FILE__, __LINE__, "%s", pl_context_error(ctx)->message);
    REQUIRE(status == PL_OK);
    CHECK(d.n_step == SCENE_DROP_STEPS && !d.stopped && d.n_hit == 0 && d.n_nan == 0);
    CHECK_LESS(0, d.inside);
  }
  pl_context_destroy(ctx);
}
