// Exact predicates on degenerate inputs: coplanar, shared vertices, one unit in the last place.
#include "contact/predicate.h"

#include <string.h>

#include "contact/exact.h"
#include "contact_random.h"
#include "test.h"

TEST(orient3d_simple) {
  static const double a[3] = {0, 0, 0}, b[3] = {1, 0, 0}, c[3] = {0, 1, 0}, up[3] = {0.3, 0.3, 1}, down[3] = {0.3, 0.3, -1};
  CHECK(pl_orient3d(a, b, c, down) == 1 && pl_orient3d(a, b, c, up) == -1);
  CHECK(pl_orient3d(b, a, c, down) == -1);
  CHECK(pl_orient3d(a, b, c, c) == 0 && pl_orient3d(a, a, c, up) == 0);
  CHECK(pl_orient2d(a, b, c) == 1 && pl_orient2d(b, a, c) == -1 && pl_orient2d(a, b, b) == 0);
}

// Points in the plane x + y + z = 1 with coordinates that are exact in binary, moved by one unit in the last place along z.
TEST(orient3d_one_unit_in_the_last_place) {
  pl_rng rng;
  pl_rng_init(&rng, 9);
  for (int trial = 0; trial < 20000; trial++) {
    double p[4][3];
    for (int i = 0; i < 4; i++) {
      p[i][0] = (double)(pl_rng_next(&rng) >> 12) * 0x1p-52;  // 52 bits
      p[i][1] = (double)(pl_rng_next(&rng) >> 14) * 0x1p-52;
      p[i][2] = 4 + 0.0625 * (floor(16 * pl_rng_uniform(&rng)));
    }
    // d in the plane of a, b, c exactly: d = a + (b - a) = b, or a parallelogram b + c - a if that is exact
    for (int k = 0; k < 3; k++) p[3][k] = p[1][k] + p[2][k] - p[0][k];
    bool exact = true;
    for (int k = 0; k < 3; k++) exact = exact && p[3][k] - p[1][k] == p[2][k] - p[0][k] && p[3][k] - p[2][k] == p[1][k] - p[0][k];
    if (!exact) continue;
    CHECK(pl_orient3d(p[0], p[1], p[2], p[3]) == 0);
    CHECK(pl_orient3d(p[3], p[1], p[2], p[0]) == 0);
    double z = p[3][2], turn = (p[1][0] - p[0][0]) * (p[2][1] - p[0][1]) - (p[1][1] - p[0][1]) * (p[2][0] - p[0][0]);
    if (fabs(turn) < 1e-12) continue;
    int below = turn > 0 ? 1 : -1;  // of the normal's z
    p[3][2] = nextafter(z, -INFINITY);
    CHECK(pl_orient3d(p[0], p[1], p[2], p[3]) == below);
    p[3][2] = nextafter(z, INFINITY);
    CHECK(pl_orient3d(p[0], p[1], p[2], p[3]) == -below);
    // antisymmetric under exchange, invariant under rotation of the arguments
    CHECK(pl_orient3d(p[1], p[0], p[2], p[3]) == below && pl_orient3d(p[1], p[2], p[0], p[3]) == -below);
    CHECK(pl_orient3d(p[3], p[1], p[2], p[0]) == below);
  }
}

// Against integers: coordinates of 20 bits, whose determinants fit into 64.
TEST(orient3d_against_integers) {
  pl_rng rng;
  pl_rng_init(&rng, 10);
  for (int trial = 0; trial < 50000; trial++) {
    int64_t m[3][3];
    double p[4][3];
    int bits = trial % 2 ? 3 : 19;
    for (int i = 0; i < 4; i++)
      for (int k = 0; k < 3; k++) p[i][k] = (double)(int64_t)(pl_rng_next(&rng) >> (64 - bits));
    for (int i = 0; i < 3; i++)
      for (int k = 0; k < 3; k++) m[i][k] = (int64_t)p[i][k] - (int64_t)p[3][k];
    int64_t det = m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
                  m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
    int sign = (det > 0) - (det < 0);
    CHECK(pl_orient3d(p[0], p[1], p[2], p[3]) == sign);
    // the same determinant from coordinates with all bits set: scaled by a third is not exact, shifted by 2^20 is
    for (int i = 0; i < 4; i++)
      for (int k = 0; k < 3; k++) p[i][k] = 0x1p20 + p[i][k] * 0x1p-12;
    CHECK(pl_orient3d(p[0], p[1], p[2], p[3]) == sign);
  }
}

TEST(exact_meet_degenerate) {
  static const double a[3] = {0, 0, 0}, b[3] = {4, 0, 0}, c[3] = {0, 4, 0};
  static const struct {
    double p[3], q[3];
    bool meet;
  } row[] = {
      {{1, 1, 1}, {1, 1, -1}, true},   // through the inside
      {{3, 3, 1}, {3, 3, -1}, false},  // beside
      {{2, 0, 1}, {2, 0, -1}, true},   // through an edge
      {{4, 0, 1}, {4, 0, -1}, true},   // through a vertex
      {{4 + 0x1p-50, 0, 1}, {4 + 0x1p-50, 0, -1}, false},
      {{1, 1, 0}, {1, 1, 5}, true},           // ends on it
      {{1, 1, 0x1p-1000}, {1, 1, 5}, false},  // ends just above
      {{1, 1, 0x1p-80}, {1, 1, 5}, false},
      {{-1, 1, 0}, {5, 1, 0}, true},     // coplanar, across
      {{1, 1, 0}, {1.5, 1, 0}, true},    // coplanar, inside
      {{-1, -1, 0}, {5, -1, 0}, false},  // coplanar, beside
      {{5, 0, 0}, {6, 0, 0}, false},     // on the line of an edge, beyond
      {{4, 0, 0}, {6, 0, 0}, true},      // and touching its end
      {{3, 3, 0}, {1, 3, 0}, true},      // ends on the hypotenuse
      {{3, 3, 0}, {1 + 0x1p-50, 3, 0}, false},
      {{1, 1, 0}, {1, 1, 0}, true},  // a segment without length
      {{5, 5, 0}, {5, 5, 0}, false},
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    bool all = pl_exact_meet(row[i].p, row[i].q, a, b, c), turned = pl_exact_meet(row[i].q, row[i].p, c, b, a);
    if (all != row[i].meet || turned != row[i].meet) test_fail(__FILE__, __LINE__, "row %zu: %d, turned %d", i, all, turned);
    // on the other coordinate planes
    for (int axis = 1; axis < 3; axis++) {
      double s[5][3];
      const double *from[5] = {row[i].p, row[i].q, a, b, c};
      for (int j = 0; j < 5; j++)
        for (int k = 0; k < 3; k++) s[j][(k + axis) % 3] = from[j][k];
      CHECK(pl_exact_meet(s[0], s[1], s[2], s[3], s[4]) == row[i].meet);
    }
  }
  // a triangle without area and a segment skew to it
  static const double l[3][3] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
  CHECK(!pl_exact_meet((double[3]){1, -1, 0.5}, (double[3]){1, 1, 0.5}, l[0], l[1], l[2]));
  CHECK(!pl_exact_meet((double[3]){1, -1, -0.5}, (double[3]){1, 1, 0.6}, l[0], l[1], l[2]));
  CHECK(pl_exact_meet((double[3]){1, -1, 0.5}, (double[3]){1, 1, -0.5}, l[0], l[1], l[2]));
}
