// fit_guess.c: which bending rows a set of strips determines, and first guesses by Peirce's formula.
//
// Models of fold lines: a strip cut at c from warp folds about lines at 90 - c degrees (c folded into 0 .. 90): cut along warp, about weft.
// Its stiffness belongs to the rows 0, 45 and 90 in proportion to that angle. So strips cut at 0, 45 and 90 degrees determine one row each,
// and any other cut two. Only measured rows have terms.
// Plates: B(c) = D22 s^4 + 4 D66 c^2 s^2 + D11 c^4, with D12 = 0. Only D12 + 2 D66 acts on a strip that bends as a cylinder. One cut along
// warp or weft determines D11 or D22 alone; one oblique cut a single rigidity, taken as that of an isotropic plate.
#include <math.h>

#include "estimate/problem/whole.h"
#include "material/plate.h"
#include "protocol/cantilever/fit_strips.h"

#define PI 3.14159265358979323846
enum { ROWS = PL__STRIP_ROWS, ACROSS_WARP = 0, OBLIQUE = 1, ALONG_WARP = 2 };
static const double NO_WEIGHT = 1e-9;

void pl__strip_weights(const pl__strips *strips, const pl_test *test, double weight[ROWS]) {
  if (strips->row->plate) {
    double n[PL_PLATE_VALUES];
    pl_plate_direction(test->angle * 180 / PI, n);
    weight[ACROSS_WARP] = n[1] * n[1], weight[OBLIQUE] = n[2] * n[2], weight[ALONG_WARP] = n[0] * n[0];
    for (int j = 0; j < ROWS; j++)
      if (weight[j] < NO_WEIGHT) weight[j] = 0;
    return;
  }
  double at = (0.5 * PI - fabs(remainder(test->angle, PI))) / (0.25 * PI);  // 0, 1, 2: fold lines at 0, 45, 90 degrees
  if (!strips->row->shared || fabs(at - round(at)) < 1e-9) at = round(at);
  for (int k = 0; k < ROWS; k++) weight[k] = fmax(0, 1 - fabs(at - k));
}

pl__strips pl__strips_of(const pl_fit *fit, const pl_bending_row *row) {
  pl__strips strips = {.row = row};
  bool has[ROWS] = {false}, one_cut = true;
  double first = NAN;
  for (int i = 0; i < fit->problem.n_fitted && row->plate; i++) {
    if (!pl__strip(fit, i)) continue;
    double weight[ROWS], cut = fabs(remainder(fit->work.fit_case[i].test->angle, PI));
    pl__strip_weights(&strips, fit->work.fit_case[i].test, weight);
    for (int j = 0; j < ROWS; j++) has[j] = has[j] || weight[j] > 0;
    if (isnan(first)) first = cut;
    one_cut = one_cut && fabs(cut - first) < 1e-6;
  }
  strips.isotropic = has[OBLIQUE] && one_cut;
  strips.assumed_twist = has[ACROSS_WARP] && has[ALONG_WARP] && !has[OBLIQUE];
  return strips;
}

double pl__strip_usual_twist(double d11, double d22) { return 0.5 * sqrt(d11 * d22); }

// The angle of the chord from the clamp to the tip, or to the last labelled point.
static double chord(const pl_test *test) {
  const double *point = test->channel[PL_CANTILEVER_TIP].value, *profile = test->channel[PL_CANTILEVER_PROFILE].value;
  if (test->channel[PL_CANTILEVER_ANGLE].value) return test->channel[PL_CANTILEVER_ANGLE].value[0];
  if (!point) point = profile + 2 * (size_t)(pl_cantilever_of(test)->n_point - 1);
  return atan2(-point[1], point[0]);
}

// Peirce's rigidity w c^3, c = l (cos(a/2) / (8 tan a))^(1/3), N m. The formula is valid for 2 .. 80 degrees.
static double peirce_rigidity(const pl_test *test, double density) {
  double l = pl_cantilever_of(test)->overhang,
         a = fmin(fmax(chord(test) - pl_cantilever_of(test)->inclination, 2 * PI / 180), 80 * PI / 180);
  return density * pl_cantilever_of(test)->gravity * l * l * l * cos(0.5 * a) / (8 * tan(a));
}

// From B of the three directions, 0 where none was measured, to D22, D66, D11. Directions between are taken as equal to the mean of the others.
static void to_plate(const pl__strips *strips, double value[ROWS]) {
  double sum = 0, n = 0;
  for (int j = 0; j < ROWS; j++)
    if (value[j] > 0) sum += log(value[j]), n++;
  for (int j = 0; j < ROWS; j++)
    if (!(value[j] > 0)) value[j] = exp(sum / n);
  if (strips->isotropic) return;
  double twist = value[OBLIQUE] - 0.25 * (value[ACROSS_WARP] + value[ALONG_WARP]);
  value[OBLIQUE] = strips->assumed_twist ? pl__strip_usual_twist(value[ALONG_WARP], value[ACROSS_WARP]) : fmax(twist, 0.1 * value[OBLIQUE]);
}

void pl__strip_guess(const pl_fit *fit, const pl__strips *strips, pl__bend_curve curve[ROWS]) {
  static const pl_bending_row nearest = {.model = ""};  // each strip belongs to the direction that it is nearest to
  const pl__strips directions = {.row = &nearest};
  double sum[ROWS] = {0}, weight[ROWS] = {0}, value[ROWS], rigidity = pl_strain_find(strips->row->strain)->rigidity;
  bool has[ROWS] = {false};
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    if (!pl__strip(fit, i)) continue;
    const pl_test *test = fit->work.fit_case[i].test;
    double own[ROWS], share[ROWS], found = peirce_rigidity(test, pl_fit_whole(fit).density);
    pl__strip_weights(strips, test, own);
    pl__strip_weights(strips->row->plate ? &directions : strips, test, share);
    for (int j = 0; j < ROWS; j++) {
      has[j] = has[j] || own[j] > 0;
      sum[j] += share[j] * log(found);
      weight[j] += share[j];
    }
  }
  has[OBLIQUE] = has[OBLIQUE] || strips->assumed_twist;
  for (int j = 0; j < ROWS; j++) {
    value[j] = weight[j] > 0 ? exp(sum[j] / weight[j]) / rigidity : 0;
    if (strips->isotropic && j != OBLIQUE) has[j] = false;
  }
  if (strips->row->plate) to_plate(strips, value);
  for (int j = 0; j < ROWS; j++) {
    double k = fit->problem.options.start * value[j];
    curve[j] = (pl__bend_curve){.n = has[j], .value = {k}, .scale = {k}};
  }
}
