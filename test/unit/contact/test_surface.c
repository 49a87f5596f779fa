// Areas of pairs: those of the body where it meets an obstacle, whose triangles may have any size.
#include "contact/surface.h"

#include "test.h"

TEST(surface_areas_against_obstacles_are_those_of_the_body) {
  static const double rest[18] = {0, 0, 0, 0.01, 0, 0, 0, 0.01, 0, -1, -1, 0.02, 2, -1, 0.02, -1, 2, 0.02}, radius[6] = {0};
  static const int32_t part[6] = {0, 0, 0, 1, 1, 1}, triangle[6] = {0, 1, 2, 3, 4, 5};
  const double small = 0.5e-4, large = 4.5;  // m^2
  pl_context *ctx = pl_context_create(NULL);
  for (int rigid = 0; rigid < 2; rigid++) {
    pl_contact_surface *s;
    pl_contact_pair pair;
    REQUIRE(pl_contact_surface_create(ctx,
                                      &(pl_contact_shape){.n_vertex = 6,
                                                          .n_part = 2,
                                                          .part = part,
                                                          .rest = rest,
                                                          .n_triangle = 2,
                                                          .triangle = triangle,
                                                          .radius = radius,
                                                          .rigid = rigid ? (const uint8_t[]){0, 1} : NULL,
                                                          .reach = 1e-3},
                                      &s) == PL_OK);
    pl_contact_pair_of(s, PL_PAIR_POINT_TRIANGLE, 0, 1, &pair);
    CHECK_CLOSE(pair.area, rigid ? small / 3 : small / 6, 1e-12);
    pl_contact_pair_of(s, PL_PAIR_POINT_TRIANGLE, 3, 0, &pair);
    CHECK_CLOSE(pair.area, rigid ? small : large / 6, 1e-12);
    pl_contact_pair_of(s, PL_PAIR_EDGE_EDGE, 0, 3, &pair);
    CHECK_CLOSE(pair.area, rigid ? small / 6 : (small + large) / 12, 1e-12);
    pl_contact_pair_of(s, PL_PAIR_EDGE_EDGE, 3, 0, &pair);
    CHECK_CLOSE(pair.area, rigid ? small / 6 : (small + large) / 12, 1e-12);
    pl_contact_surface_destroy(s);
  }
  pl_context_destroy(ctx);
}
