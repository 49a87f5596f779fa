// compare.c: compares tests of one isotropic body: wrong units, modes and stress measures show in the modulus.
//
// The modulus of a frame is its nominal stress over that of a reference. This is an incompressible neo-Hookean body of modulus 1 in the
// same state (face 3 stress-free),
//   P11 = l1 - l3^2/l1      P22 = l2 - l3^2/l2      P12 = g      Cauchy stress 1 less 2: l1^2 - l2^2
// At rest it is the shear modulus in every mode: E = 3 mu in uniaxial, 4 mu in planar, 6 mu in equibiaxial tests. Bodies are compared at
// equal I1 = tr(F^T F). An energy of I1 alone has equal moduli in all modes at any stretch, and others differ little at moderate I1.
//
// Near rest a modulus is a small stress over a small shape, so noise of the stress counts there most. The noise s is that of the readings
// themselves; a given sigma may have another unit than they. Let w be the place of reading i between its neighbours. Then
//   e_i = P_i - (1 - w) P_(i-1) - w P_(i+1)     has the variance     (1 + (1 - w)^2 + w^2) s^2
// The median of |e| is 0.6745 of its deviation, and a steep end does not change it. Two moduli p, q count as different if more than HIDDEN
// remains beyond CERTAIN standard errors, exp(|ln p/q| - CERTAIN sqrt((s_p/p)^2 + (s_q/q)^2)).
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/text.h"
#include "measure/doubt/level.h"
#include "protocol/homogeneous/homogeneous_part.h"
#include "protocol/homogeneous/say_doubts.h"
#include "protocol/homogeneous/homogeneous.h"

#define NEAR_REST 0.02  // of I1 - 3, a uniaxial strain of 8 %: readings closer to rest are mostly noise
#define NOT_LARGE 2.5   // of I1 - 3: a uniaxial stretch of 2.2; beyond it the dependence on I2 separates the modes
// Of sqrt(I1 - 3), the value of shear. With the other direction stretched a stress may be near its zero; its relative error is then threefold.
#define LEAST_SHAPE 0.3
// Of moduli, for a wrong mode: midway between 4/3, planar for uniaxial, which specimens hide, and 2, equibiaxial for uniaxial.
#define MODE_RATIO 1.63
// Pa, modulus of a body stretched that far (I1 - 3: a stretch of 2.3 and more). Its nominal stress is some 200 MPa, several times the strength of
// commercial elastomers.
#define TOO_STIFF 1e8
#define STRETCHED 3.0
#define MEGA 1e6          // Pa per MPa, as shown
#define CERTAIN 2.0       // standard errors: 95 % of all noise
#define MEDIAN 0.6745     // of |e| over its standard deviation, for normal noise
#define HIDDEN (4.0 / 3)  // of moduli: planar for uniaxial, which specimens hide
enum { N_PLACE = 3, NOISE_READINGS = 5 };

// A test as a curve of modulus over I1 - 3.
typedef struct curve {
  int n;
  const double *x;  // [n], I1 - 3
  const double *y;  // [n], Pa
  const double *s;  // [n], Pa, standard error of y from the noise of the stress
  double low, high;
} curve;

// Stress of modulus 1 in a frame, in the test's stress measure.
static double shape_of(const pl_test *test, const pl_homogeneous_state *s, int frame) {
  const double *l = s->stretch;
  if (pl_homogeneous_of(test)->measure == PL_STRESS_DIFFERENCE && test->observed == PL_HOMOGENEOUS_STRESS) return l[0] * l[0] - l[1] * l[1];
  double nominal = test->observed == PL_HOMOGENEOUS_SHEAR_STRESS ? s->shear : l[0] - l[2] * l[2] / l[0];
  return nominal * pl_homogeneous_factor(test, test->observed, frame);
}

static int compare(const void *a, const void *b) {
  double p = *(const double *)a, q = *(const double *)b;
  return (p > q) - (p < q);
}

// Pa, standard deviation of the readings of a stress (see the file header); 0: too few to tell. room: [n_frame].
static double noise_of(const pl_test *test, double *room) {
  const double *x = test->channel[test->control].value, *p = test->channel[test->observed].value;
  int n = 0;
  for (int i = 1; i + 1 < test->n_frame && x && p; i++) {
    double w = (x[i] - x[i - 1]) / (x[i + 1] - x[i - 1]), off = p[i] - (1 - w) * p[i - 1] - w * p[i + 1];
    if (w > 0 && w < 1 && isfinite(off)) room[n++] = fabs(off) / sqrt(1 + (1 - w) * (1 - w) + w * w);
  }
  if (n < NOISE_READINGS) return 0;
  qsort(room, (size_t)n, sizeof *room, compare);
  return room[n / 2] / MEDIAN;
}

static pl_status moduli(pl_arena *arena, const pl_test *test, curve *c) {
  size_t size = (size_t)test->n_frame;
  double *x = pl_arena_alloc(arena, size, sizeof *x), *y = pl_arena_alloc(arena, size, sizeof *y),
         *own = pl_arena_alloc(arena, size, sizeof *own);
  if (!x || !y || !own) return PL_ERROR_MEMORY;
  *c = (curve){.x = x, .y = y, .s = own, .low = INFINITY};
  const double *stress = test->channel[test->observed].value, noise = noise_of(test, y);
  for (int i = 0; i < test->n_frame && stress && pl_homogeneous_of(test)->symmetry == PL_SYMMETRY_ISOTROPIC; i++) {
    const pl_homogeneous_state s = pl_homogeneous_at(test, i);
    const double *l = s.stretch, shape = shape_of(test, &s, i);
    x[c->n] = l[0] * l[0] + l[1] * l[1] + l[2] * l[2] + s.shear * s.shear - 3;
    if (!(x[c->n] > NEAR_REST) || !(fabs(shape) > LEAST_SHAPE * sqrt(x[c->n]))) continue;
    y[c->n] = stress[i] / shape;
    own[c->n] = noise / fabs(shape);
    c->low = fmin(c->low, x[c->n]);
    c->high = fmax(c->high, x[c->n]);
    c->n++;
  }
  return PL_OK;
}

// Moduli at the smallest and largest common I1 and between; the pair that differs most. Returns its factor over `most`, at most 1 where noise may
// be the reason; 0: no common range.
static double differ(const curve *a, const curve *b, double most, double modulus[2]) {
  double low = fmax(a->low, b->low), high = fmin(fmin(a->high, b->high), fmax(low, NOT_LARGE)), largest = 0;
  for (int k = 0; k < N_PLACE && high >= low; k++) {
    double at = low + (high - low) * k / (N_PLACE - 1), p, q, of_p, of_q;
    if (!pl__curve_at(a->n, a->x, a->y, at, &p) || !pl__curve_at(b->n, b->x, b->y, at, &q) || !(p > 0 && q > 0)) continue;
    if (!pl__curve_at(a->n, a->x, a->s, at, &of_p) || !pl__curve_at(b->n, b->x, b->s, at, &of_q)) continue;
    double factor = fmax(p / q, q / p), excess = factor / most;
    if (log(factor) - CERTAIN * hypot(of_p / p, of_q / q) < log(HIDDEN)) excess = fmin(excess, 1);
    if (excess > largest) largest = excess, modulus[0] = p, modulus[1] = q;
  }
  return largest;
}

// True if moduli are exact: constant volume and dependent stretches.
static bool exact(const pl_test *test) { return pl_homogeneous_of(test)->incompressible && pl_homogeneous_of(test)->mode != PL_BIAXIAL; }

static pl_status report_pair(pl__label_reader *r, const pl_test *a, const pl_test *b, const double modulus[2]) {
  double ratio = fmax(modulus[0] / modulus[1], modulus[1] / modulus[0]);
  char text[500], remedy[600], p[64], q[64], times[40], column[160];
  pl_number_people(ratio, times, sizeof times);
  snprintf(text, sizeof text, PL_TEXT(SAY_STATE_MODULUS_RATIO), pl__suspect_number(modulus[0], PL_DIM_PRESSURE, p), times,
           modulus[0] > modulus[1] ? "as much as" : "less than", b->name, pl__suspect_number(modulus[1], PL_DIM_PRESSURE, q));
  if (ratio > PL_DOUBT_THOUSAND)
    snprintf(remedy, sizeof remedy, PL_TEXT(SAY_STATE_MODULUS_RATIO_DO), pl_path_name(a->file),
             pl__suspect_column(&a->channel[a->observed], column), pl_path_name(b->file));
  else
    snprintf(remedy, sizeof remedy, PL_TEXT(SAY_STATE_MODULUS_MODE_DO), pl_path_name(a->file),
             pl_homogeneous_mode_name(pl_homogeneous_of(a)->mode), pl_path_name(b->file),
             pl_homogeneous_mode_name(pl_homogeneous_of(b)->mode));
  return pl__suspect(&r->suspicions, a->name, PL_DOUBT_SIZES, PL_NAMED(SAY_STATE_MODULUS_RATIO, text),
                     ratio > PL_DOUBT_THOUSAND ? PL_NAMED(SAY_STATE_MODULUS_RATIO_DO, remedy)
                                               : PL_NAMED(SAY_STATE_MODULUS_MODE_DO, remedy));
}

// All tests wrong alike: no body stretches so far at such a stress. The stiffest is named.
static pl_status report_stiff(pl__label_reader *r, int n, const curve *of) {
  const pl_test *test = NULL;
  double modulus = TOO_STIFF, reached = 0;
  for (int t = 0; t < n; t++)
    for (int i = 0; i < of[t].n; i++)
      if (of[t].x[i] > STRETCHED && of[t].y[i] > modulus) modulus = of[t].y[i], reached = of[t].x[i], test = &r->m->test[t];
  if (!test) return PL_OK;
  char text[300], remedy[400], p[40], column[160];
  snprintf(text, sizeof text, PL_TEXT(SAY_STATE_STIFF), pl_number_people(modulus / MEGA, p, sizeof p), reached);
  snprintf(remedy, sizeof remedy, PL_TEXT(SAY_STATE_STIFF_DO), pl_path_name(test->file),
           pl__suspect_column(&test->channel[test->observed], column));
  return pl__suspect(&r->suspicions, test->name, PL_DOUBT_SIZES, PL_NAMED(SAY_STATE_STIFF, text), PL_NAMED(SAY_STATE_STIFF_DO, remedy));
}

pl_status pl__homogeneous_compare(pl__label_reader *r) {
  const pl_measurement *m = r->m;
  int n = m->n_test < PL__SUSPECT_MOST_TESTS ? m->n_test : PL__SUSPECT_MOST_TESTS;
  curve *of = pl_arena_alloc(r->scratch, (size_t)n, sizeof *of);
  double *excess = pl_arena_alloc(r->scratch, (size_t)n * (size_t)n, sizeof *excess), modulus[2];
  int(*pair)[2] = pl_arena_alloc(r->scratch, (size_t)n, sizeof *pair);
  bool left_out[PL__SUSPECT_MOST_TESTS] = {false};
  if (!of || !excess || !pair) return PL_ERROR_MEMORY;
  for (int t = 0; t < n; t++) PL_TRY(moduli(r->scratch, &m->test[t], &of[t]));
  for (int a = 0; a < n; a++)
    for (int b = 0; b < a; b++) {
      double most = exact(&m->test[a]) && exact(&m->test[b]) ? MODE_RATIO : PL_DOUBT_THOUSAND;
      excess[a * n + b] = excess[b * n + a] = differ(&of[a], &of[b], most, modulus);
    }
  int n_pair = pl__suspect_contradictions(n, excess, left_out, pair);
  if (n_pair == 0) return report_stiff(r, n, of);
  for (int i = 0; i < n_pair; i++) {
    int a = pair[i][0], b = pair[i][1];
    if (differ(&of[a], &of[b], 1, modulus) > 0) PL_TRY(report_pair(r, &m->test[a], &m->test[b], modulus));
  }
  return PL_OK;
}
