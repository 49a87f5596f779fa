// Four doubles as one vector: order of entries, masks, unaligned memory.
#include "math/four.h"

#include "test.h"

TEST(four_transpose_and_add) {
  double in[4][4], out[4][5] = {{0}};
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) in[i][j] = 10 * i + j;
  pl_four a, b, c, d;
  pl_four_load(in[0], &a), pl_four_load(in[1], &b), pl_four_load(in[2], &c), pl_four_load(in[3], &d);
  pl_four_transpose(&a, &b, &c, &d);
  for (int i = 0; i < 4; i++) out[i][1] = 100;  // the second to fifth entries are written: no alignment is required
  pl_four_add(out[0] + 1, &a), pl_four_add(out[1] + 1, &b), pl_four_add(out[2] + 1, &c), pl_four_add(out[3] + 1, &d);
  for (int i = 0; i < 4; i++) {
    CHECK(out[i][0] == 0);
    for (int j = 0; j < 4; j++) CHECK(out[i][1 + j] == in[j][i] + (j == 0 ? 100 : 0));
  }
}

TEST(four_swap_where_negative) {
  int32_t sign[5] = {0, -1, 0, INT32_MAX, INT32_MIN};
  double one[4] = {1, 2, NAN, -0.0}, two[4] = {5, 6, 7, 8}, x[4] = {0}, y[4] = {0};
  pl_four a, b;
  pl_four_mask where;
  pl_four_load(one, &a), pl_four_load(two, &b);
  pl_four_negative(sign + 1, &where);  // swaps the first and the last
  pl_four_swap(&where, &a, &b);
  memcpy(x, &a, sizeof x);
  memcpy(y, &b, sizeof y);
  CHECK(x[0] == 5 && x[1] == 2 && isnan(x[2]) && x[3] == 8);
  CHECK(y[0] == 1 && y[1] == 6 && y[2] == 7 && y[3] == 0 && signbit(y[3]));
}
