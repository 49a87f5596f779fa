// Intersections of whole surfaces by the exact test: against brute force, planted ones, and none in a stack.
#include "contact/exact.h"

#include <string.h>

#include "contact_random.h"
#include "contact_sheets.h"
#include "test.h"

static bool meets(const pl_contact_surface *s, const double *x, int32_t e, int32_t t) {
  const int32_t *edge = s->edge[e], *v = s->triangle[t];
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < 3; k++)
      if (edge[i] == v[k]) return false;
  return pl_exact_meet(x + 3 * edge[0], x + 3 * edge[1], x + 3 * v[0], x + 3 * v[1], x + 3 * v[2]);
}

TEST(exact_finds_the_first_pair_of_brute_force) {
  pl_context *ctx = pl_context_create(NULL);
  REQUIRE(ctx != NULL);
  contact_sheets s = contact_sheets_make(3, 6, 0.2, 0.004, 0.01);
  pl_contact_surface *surface;
  REQUIRE(pl_contact_surface_create(ctx, &s.shape, &surface) == PL_OK);
  double *x = malloc(3 * (size_t)s.shape.n_vertex * sizeof *x);
  pl_rng rng;
  pl_rng_init(&rng, 14);
  int n_found = 0;
  for (int trial = 0; trial < 40; trial++) {
    for (int32_t i = 0; i < 3 * s.shape.n_vertex; i++) x[i] = s.x[i] + 0.002 * trial * pl_rng_normal(&rng);
    pl_exact_hit hit, brute = {0};
    REQUIRE(pl_exact_find(surface, x, &hit) == PL_OK);
    for (int32_t e = 0; e < pl_contact_count(surface, surface->edge_first) && !brute.found; e++)
      for (int32_t t = 0; t < pl_contact_count(surface, surface->triangle_first) && !brute.found; t++)
        if (meets(surface, x, e, t)) brute = (pl_exact_hit){.found = true, .edge = e, .triangle = t};
    CHECK(hit.found == brute.found);
    if (hit.found && brute.found) CHECK(hit.edge == brute.edge && hit.triangle == brute.triangle);
    n_found += hit.found;
  }
  CHECK(n_found > 5 && n_found < 35);
  // parts that never touch are not tested
  pl_contact_surface_destroy(surface);
  s.shape.touch = (const uint8_t[9]){0};
  REQUIRE(pl_contact_surface_create(ctx, &s.shape, &surface) == PL_OK);
  pl_exact_hit hit;
  REQUIRE(pl_exact_find(surface, x, &hit) == PL_OK && !hit.found);
  free(x);
  pl_contact_surface_destroy(surface);
  contact_sheets_free(&s);
  pl_context_destroy(ctx);
}

// Two sheets with a gap of one unit in the last place do not meet; without it they do.
TEST(exact_sees_one_unit_in_the_last_place) {
  pl_context *ctx = pl_context_create(NULL);
  REQUIRE(ctx != NULL);
  contact_sheets s = contact_sheets_make(2, 3, 1, 0.004, 0.01);
  pl_contact_surface *surface;
  pl_exact_hit hit;
  for (int i = 0; i < 16; i++) s.x[3 * i] += 0.05, s.x[3 * i + 2] = 1 - 0x1p-53;
  REQUIRE(pl_contact_surface_create(ctx, &s.shape, &surface) == PL_OK);
  REQUIRE(pl_exact_find(surface, s.x, &hit) == PL_OK && !hit.found);
  s.x[3 * 5 + 2] = 1;
  REQUIRE(pl_exact_find(surface, s.x, &hit) == PL_OK && hit.found);
  CHECK(surface->edge[hit.edge][0] == 5 || surface->edge[hit.edge][1] == 5);
  pl_contact_surface_destroy(surface);
  contact_sheets_free(&s);
  pl_context_destroy(ctx);
}
