// polar_scheme.c: schemes of data points in polar strain space: reading, writing, the paper's choices, and values of one scheme on another.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "law/polar/polar.h"

static const double quarter_turn = 1.57079632679489661923;

int pl_polar_point_count(const pl_polar_scheme *scheme) { return 1 + scheme->n_ring * scheme->n_angle; }

int pl_polar_component_count(const pl_polar_scheme *scheme) { return scheme->coupling ? 6 : 4; }

bool pl_polar_scheme_standard(int n_point, double ring, pl_polar_scheme *scheme) {
  static const struct { int n_point, n_ring, n_angle; } known[] = {{1, 0, 0}, {4, 1, 3}, {6, 1, 5}, {10, 1, 9}, {11, 2, 5}};
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    if (known[i].n_point != n_point) continue;
    *scheme = (pl_polar_scheme){.n_ring = known[i].n_ring, .n_angle = known[i].n_angle, .smoothing = 0.01};
    for (int r = 0; r < scheme->n_ring; r++) scheme->radius[r] = ring * (r + 1) / scheme->n_ring;
    for (int a = 0; a < scheme->n_angle; a++) scheme->angle[a] = quarter_turn * a / (scheme->n_angle - 1);
    return true;
  }
  return false;
}

pl_status pl_polar_read_list(pl_arena *arena, pl_json *object, const char *key, pl_dim dim, const char *what, const char *example,
                             int n_max, double least_step, int *n, double *value) {
  pl_context *ctx = pl_arena_context(arena);
  pl_json *list = pl_json_find(object, key);
  pl_where where = pl_json_where(list ? list : object);
  if (!list) return pl_fail(ctx, PL_ERROR_INPUT, &where, example, "the field \"%s\" is missing: %s", key, what);
  double *given;
  PL_TRY(pl_json_quantities(arena, list, dim, n, &given));
  if (*n > n_max)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "use fewer; data rarely support as many", "%d values in \"%s\", at most %d are possible",
                   *n, key, n_max);
  for (int i = 0; i < *n; i++) {
    if (!isfinite(given[i]))
      return pl_fail(ctx, PL_ERROR_INPUT, &where, "give a finite number", "value %d of \"%s\" is not finite", i, key);
    if (i > 0 && !(given[i] >= given[i - 1] + least_step))
      return pl_fail(ctx, PL_ERROR_INPUT, &where, "sort the values and leave out repeated ones",
                     "value %d of \"%s\", %g, follows %g; they must ascend by at least %g", i, key, pl_dim_display(dim, given[i]),
                     pl_dim_display(dim, given[i - 1]), pl_dim_display(dim, least_step));
    value[i] = given[i];
  }
  return PL_OK;
}

// The angles must cover all values of phi, so that nothing is extrapolated.
pl_status pl_polar_check_quarter(pl_context *ctx, const pl_json *list, int n, const double *angle) {
  if (n >= 2 && angle[0] == 0 && fabs(angle[n - 1] - quarter_turn) < 1e-9) return PL_OK;
  pl_where where = pl_json_where(list);
  return pl_fail(ctx, PL_ERROR_INPUT, &where, "write for example {\"unit\": \"deg\", \"values\": [0, 22.5, 45, 67.5, 90]}",
                 "the angles must begin with 0 and end with 90 deg");
}

static pl_status check_half(pl_context *ctx, const pl_json *list, int n, const double *angle) {
  if (n >= 3 && angle[0] == 0 && angle[n - 1] < 2 * quarter_turn - 1e-3) return PL_OK;
  pl_where where = pl_json_where(list);
  return pl_fail(ctx, PL_ERROR_INPUT, &where, "write for example {\"unit\": \"deg\", \"values\": [0, 30, 60, 90, 120, 150]}",
                 "with \"shear-coupling\" there must be at least 3 angles, from 0 to below 180 deg");
}

pl_status pl_polar_scheme_read(pl_arena *arena, pl_json *object, pl_polar_scheme *scheme) {
  static const char *const negative[] = {"keep", "zero"};
  pl_context *ctx = pl_arena_context(arena);
  *scheme = (pl_polar_scheme){.smoothing = 0.01};
  pl_json *value = pl_json_find(object, "shear-coupling");
  if (value) PL_TRY(pl_json_bool(ctx, value, &scheme->coupling));
  int choice = 0;
  value = pl_json_find(object, "negative");
  if (value) PL_TRY(pl_json_choice(ctx, value, 2, negative, &choice));
  scheme->zero = choice == 1;
  value = pl_json_find(object, "smoothing");
  if (value) PL_TRY(pl_json_number(ctx, value, 1e-6, 1, &scheme->smoothing));

  PL_TRY(pl_polar_read_list(arena, object, "radii", PL_DIM_NONE, "the extensions of the rings of data points",
                            "add for example \"radii\": [0.16666666666666666]; [] for the origin alone", PL_POLAR_MAX_RING, 1e-6,
                            &scheme->n_ring, scheme->radius));
  if (scheme->n_ring > 0 && !(scheme->radius[0] >= 1e-6)) {
    pl_where where = pl_json_where(pl_json_find(object, "radii"));
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "list the rings only; the origin is always there",
                   "the first radius is %g, must be at least 1e-6", scheme->radius[0]);
  }
  value = pl_json_find(object, "angles");
  if (scheme->n_ring == 0 && !value) return PL_OK;
  PL_TRY(pl_polar_read_list(arena, object, "angles", PL_DIM_ANGLE, "the directions of the data points on each ring",
                            "add for example \"angles\": {\"unit\": \"deg\", \"values\": [0, 22.5, 45, 67.5, 90]}", PL_POLAR_MAX_ANGLE,
                            1e-3, &scheme->n_angle, scheme->angle));
  pl_where where = pl_json_where(value);
  if (scheme->n_ring == 0) {
    if (scheme->n_angle == 0) return PL_OK;
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "give the radius of a ring, or leave \"angles\" out", "there are angles, but no \"radii\"");
  }
  PL_TRY((scheme->coupling ? check_half : pl_polar_check_quarter)(ctx, value, scheme->n_angle, scheme->angle));
  int n_param = pl_polar_point_count(scheme) * pl_polar_component_count(scheme);
  if (n_param > PL_LAW_MAX_PARAM)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "use fewer rings or angles",
                   "%d rings of %d points make %d parameters, at most %d are possible", scheme->n_ring, scheme->n_angle, n_param,
                   PL_LAW_MAX_PARAM);
  return PL_OK;
}

void pl_polar_scheme_write(const pl_polar_scheme *scheme, pl_json_writer *writer) {
  pl_json_begin_array(writer, "radii");
  for (int i = 0; i < scheme->n_ring; i++) pl_json_put_number(writer, NULL, scheme->radius[i]);
  pl_json_end_array(writer);
  if (scheme->n_angle > 0) pl_json_put_quantities(writer, "angles", PL_DIM_ANGLE, scheme->n_angle, scheme->angle);
  if (scheme->coupling) pl_json_put_bool(writer, "shear-coupling", true);
  if (scheme->zero) pl_json_put_text(writer, "negative", "zero");
  pl_json_put_number(writer, "smoothing", scheme->smoothing);
}

// "angles" of five directions, as in the published files.
void pl_polar_put_angles(pl_json_writer *writer) {
  static const double quarter[5] = {0, 22.5, 45, 67.5, 90};
  double angle[5];
  for (int i = 0; i < 5; i++) angle[i] = quarter[i] * acos(0) / 90;
  pl_json_put_quantities(writer, "angles", PL_DIM_ANGLE, 5, angle);
}

// ---- one scheme on another ----

// Component c at point (ring, angle) of a scheme; ring -1 is the origin.
static double point_value(const pl_polar_scheme *scheme, const double *theta, int ring, int angle, int c) {
  int n = pl_polar_component_count(scheme);
  if (c >= n) return 0;
  int point = ring < 0 ? 0 : 1 + ring * scheme->n_angle + angle;
  return theta[point * n + c];
}

// The interpolated component on ring `ring` at direction phi (rad, 0 .. pi).
static double ring_value(const pl_polar_scheme *scheme, const double *theta, int ring, double phi, int c) {
  if (ring < 0) return point_value(scheme, theta, -1, 0, c);
  // Without coupling phi and -phi (that is, pi - phi) are the same.
  if (!scheme->coupling) phi = fmin(phi, 2 * quarter_turn - phi);
  int n = scheme->n_angle, j = 0;
  while (j < n - 1 && scheme->angle[j + 1] <= phi) j++;
  if (j == n - 1 && !scheme->coupling) return point_value(scheme, theta, ring, j, c);
  double next = j + 1 < n ? scheme->angle[j + 1] : 2 * quarter_turn, f = (phi - scheme->angle[j]) / (next - scheme->angle[j]);
  return (1 - f) * point_value(scheme, theta, ring, j, c) + f * point_value(scheme, theta, ring, (j + 1) % n, c);
}

// The same at any extension: linear between the origin and the rings, constant beyond the last.
static double field_value(const pl_polar_scheme *scheme, const double *theta, double lambda, double phi, int c) {
  int i = 0;  // first ring at or beyond lambda
  while (i < scheme->n_ring && scheme->radius[i] < lambda) i++;
  if (i == scheme->n_ring) return ring_value(scheme, theta, i - 1, phi, c);
  double below = i > 0 ? scheme->radius[i - 1] : 0, f = (lambda - below) / (scheme->radius[i] - below);
  return (1 - f) * ring_value(scheme, theta, i - 1, phi, c) + f * ring_value(scheme, theta, i, phi, c);
}

void pl_polar_tensor_resample(const pl_law *from, const double *theta, const pl_law *to, double *to_theta) {
  const pl_polar_scheme *coarse = from->shape, *fine = to->shape;
  PL_ASSERT(fine->coupling || !coarse->coupling);
  int n = pl_polar_component_count(fine);
  for (int c = 0; c < n; c++) to_theta[c] = point_value(coarse, theta, -1, 0, c);
  for (int i = 0; i < fine->n_ring; i++)
    for (int j = 0; j < fine->n_angle; j++)
      for (int c = 0; c < n; c++)
        to_theta[(1 + i * fine->n_angle + j) * n + c] = field_value(coarse, theta, fine->radius[i], fine->angle[j], c);
}
