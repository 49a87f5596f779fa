// doubt_exchange.c: two columns of coordinates that were taken for each other.
//
// Places of landmarks lie near those at rest, moved by what the supports do. Where they are far away, and near once two coordinates are
// exchanged in all poses, the header is wrong. No motion exchanges two axes, for that is a reflection.
#include <math.h>

#include "measure/doubt/level.h"
#include "protocol/poses/poses_check.h"
#include "protocol/poses/say_doubts.h"

static const int pair[3][2] = {{0, 1}, {0, 2}, {1, 2}};
static const char *const pair_words[3] = {"x and y", "x and z", "y and z"};

const char *pl__poses_axes_words(int exchange) { return pair_words[exchange]; }

void pl__poses_exchange(int exchange, const double x[3], double out[3]) {
  for (int k = 0; k < 3; k++) out[k] = x[k];
  out[pair[exchange][0]] = x[pair[exchange][1]];
  out[pair[exchange][1]] = x[pair[exchange][0]];
}

static double square_distance(const double *a, const double *b) { return pow(a[0] - b[0], 2) + pow(a[1] - b[1], 2) + pow(a[2] - b[2], 2); }

// Sums over all poses; *n places.
static void sum_squares(const pl__poses_reader *r, int *n, double *square, double exchanged[3]) {
  for (int q = 0; q < r->poses->n_quantity; q++) {
    if (r->quantity[q].channel != PL_POSES_POSITIONS) continue;
    const double *rest = r->poses->rest[PL_POSES_POSITIONS] + r->quantity[q].first;
    for (int i = 0; i < r->n_pose; i++) {
      const double *x = r->value[q] + 3 * (size_t)i;
      double other[3];
      if (isnan(x[0]) || isnan(x[1]) || isnan(x[2])) continue;
      ++*n;
      *square += square_distance(x, rest);
      for (int e = 0; e < 3; e++) {
        pl__poses_exchange(e, x, other);
        exchanged[e] += square_distance(other, rest);
      }
    }
  }
}

pl_status pl__poses_doubt_exchange(pl__poses_reader *r) {
  int n = 0, best = 0;
  double square = 0, exchanged[3] = {0}, move = 0;
  sum_squares(r, &n, &square, exchanged);
  for (int e = 1; e < 3; e++)
    if (exchanged[e] < exchanged[best]) best = e;
  for (int i = 0; i < r->n_pose; i++) move = fmax(move, r->move[i]);
  double rms = sqrt(square / fmax(n, 1)), left = sqrt(exchanged[best] / fmax(n, 1));
  if (n < 3 || !(rms > fmax(PL_DOUBT_SHARE * r->size, 2 * move)) || !(left < PL_DOUBT_EXPLAINED * rms)) return PL_OK;
  return pl__label_suspect(&r->label, PL_DOUBT_READINGS, PL_SAID(SAY_POSES_COLUMNS_DO), SAY_POSES_COLUMNS, 1e3 * rms, n, 1e3 * left,
                           pair_words[best]);
}
