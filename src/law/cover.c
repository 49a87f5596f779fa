// cover.c: required members of descriptions, made to cover given strains.
#include "law/cover.h"

#include <math.h>

enum { SEGMENTS = 3, AXIS = 3 };

static void put_strains(pl_json_writer *writer, const char *key, pl_dim dim, int n, const double *value) {
  if (pl_dim_equal(dim, PL_DIM_NONE))
    pl_json_put_numbers(writer, key, n, value);
  else
    pl_json_put_quantities(writer, key, dim, n, value);
}

double pl_cover_reach(int n, const double range[][2]) {
  double reach = 0;
  for (int i = 0; i < n; i++) reach = fmax(reach, fmax(fabs(range[i][0]), fabs(range[i][1])));
  return reach > 0 ? reach : 0.1;
}

void pl_cover_from_zero(pl_json_writer *writer, const char *key, int n, double most) {
  double knot[16];
  PL_ASSERT(n >= 2 && n <= 16);
  for (int i = 0; i < n; i++) knot[i] = most * i / (n - 1);
  pl_json_put_numbers(writer, key, n, knot);
}

// Three strains around 0, none of them equal; a side that is not in the range mirrors the other.
static void around_zero(const double range[2], double knot[AXIS]) {
  double reach = pl_cover_reach(1, (const double(*)[2])range);
  knot[0] = range[0] < -1e-3 * reach ? range[0] : -reach;
  knot[1] = 0;
  knot[2] = range[1] > 1e-3 * reach ? range[1] : reach;
}

static void put_curve(pl_json_writer *writer, pl_dim dim, const double range[2], bool odd) {
  double reach = pl_cover_reach(1, (const double(*)[2])range), side[AXIS], knot[2 * SEGMENTS + 1];
  if (odd || range[0] >= -1e-3 * reach) {
    for (int i = 0; i <= SEGMENTS; i++) knot[i] = reach * i / SEGMENTS;
    put_strains(writer, "knots", dim, SEGMENTS + 1, knot);
    pl_json_put_text(writer, "compression", "antisymmetric");
    return;
  }
  around_zero(range, side);
  for (int i = 0; i <= SEGMENTS; i++) {
    knot[i] = side[0] * (SEGMENTS - i) / SEGMENTS;
    knot[SEGMENTS + i] = side[2] * i / SEGMENTS;
  }
  put_strains(writer, "knots", dim, 2 * SEGMENTS + 1, knot);
  pl_json_put_text(writer, "compression", "free");
}

void pl_cover_curve(const pl_law_row *row, pl_dim strain_dim, const double range[][2], bool odd, pl_json_writer *writer) {
  (void)row;
  put_curve(writer, strain_dim, range[0], odd);
}

void pl_cover_log_curve(const pl_law_row *row, pl_dim strain_dim, const double range[][2], bool odd, pl_json_writer *writer) {
  (void)row;
  double logs[2] = {log(range[0][0]), log(range[0][1])};
  put_curve(writer, strain_dim, logs, odd);
}

// The largest |ln stretch| of the inputs.
static double log_reach(int n, const double range[][2]) {
  double reach = 0;
  for (int i = 0; i < n; i++) reach = fmax(reach, fmax(fabs(log(range[i][0])), fabs(log(range[i][1]))));
  return reach > 0 ? reach : 0.1;
}

void pl_cover_stretches(const pl_law_row *row, pl_dim strain_dim, const double range[][2], bool odd, pl_json_writer *writer) {
  (void)strain_dim, (void)odd;
  // the stretch that the volume leaves is the inverse of the product of the others
  double reach = log_reach(row->n_in, range) * (row->n_in == 2 ? 2 : 1), knot[5];
  for (int i = 0; i < 5; i++) knot[i] = 0.5 * reach * (i - 2);
  pl_json_put_numbers(writer, "knots", 5, knot);
}

static void put_plane(pl_json_writer *writer, pl_dim dim, const double first[2], const double second[2]) {
  double knot[AXIS];
  pl_json_begin_array(writer, "knots");
  around_zero(first, knot);
  put_strains(writer, NULL, dim, AXIS, knot);
  around_zero(second, knot);
  put_strains(writer, NULL, dim, AXIS, knot);
  pl_json_end_array(writer);
}

void pl_cover_plane(const pl_law_row *row, pl_dim strain_dim, const double range[][2], bool odd, pl_json_writer *writer) {
  (void)row, (void)odd;
  put_plane(writer, strain_dim, range[0], range[1]);
}

void pl_cover_log_pair(const pl_law_row *row, pl_dim strain_dim, const double range[][2], bool odd, pl_json_writer *writer) {
  (void)row, (void)odd;
  double reach = log_reach(2, range), both[2] = {-reach, reach};
  put_plane(writer, strain_dim, both, both);
}

// One point: `at` in -1 .. 1 per strain, in units of the range's sides.
static void put_point(pl_json_writer *writer, pl_dim dim, int n, const double side[][AXIS], const double *at) {
  double point[PL_LAW_MAX_IN];
  for (int i = 0; i < n; i++) point[i] = at[i] < 0 ? -at[i] * side[i][0] : at[i] * side[i][2];
  put_strains(writer, NULL, dim, n, point);
}

// A full grid of at most three strains: 9, 5 x 5 or 3 x 3 x 3 points.
static void put_grid(pl_json_writer *writer, pl_dim dim, int n, int per_axis, const double side[][AXIS]) {
  int count = 1;
  for (int i = 0; i < n; i++) count *= per_axis;
  for (int j = 0; j < count; j++) {
    double at[PL_LAW_MAX_IN];
    for (int i = 0, rest = j; i < n; i++, rest /= per_axis) at[i] = 2.0 * (rest % per_axis) / (per_axis - 1) - 1;
    put_point(writer, dim, n, side, at);
  }
}

// Of more strains: the middle, both halves of each axis, and two corners of each pair. Six strains have 1 + 4 n + n (n - 1) = 55.
static void put_star(pl_json_writer *writer, pl_dim dim, int n, const double side[][AXIS]) {
  double at[PL_LAW_MAX_IN] = {0};
  put_point(writer, dim, n, side, at);
  for (int i = 0; i < n; i++) {
    static const double step[4] = {-1, -0.5, 0.5, 1};
    for (int k = 0; k < 4; k++) {
      at[i] = step[k];
      put_point(writer, dim, n, side, at);
    }
    at[i] = 1;
    for (int j = i + 1; j < n; j++)
      for (int sign = -1; sign <= 1; sign += 2) {
        at[j] = sign;
        put_point(writer, dim, n, side, at);
        at[j] = 0;
      }
    at[i] = 0;
  }
}

void pl_cover_points(const pl_law_row *row, pl_dim strain_dim, const double range[][2], bool odd, pl_json_writer *writer) {
  (void)odd;
  int n = row->n_in, per_axis = n == 1 ? 9 : n == 2 ? 5 : 3;
  double side[PL_LAW_MAX_IN][AXIS], width[PL_LAW_MAX_IN];
  for (int i = 0; i < n; i++) {
    around_zero(range[i], side[i]);
    width[i] = (side[i][2] - side[i][0]) / (per_axis - 1) * (n == 1 ? 1.5 : 1);
  }
  pl_json_begin_array(writer, "points");
  if (n <= 3)
    put_grid(writer, strain_dim, n, per_axis, (const double(*)[AXIS])side);
  else
    put_star(writer, strain_dim, n, (const double(*)[AXIS])side);
  pl_json_end_array(writer);
  put_strains(writer, "widths", strain_dim, n, width);
}
