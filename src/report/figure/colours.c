// colours.c: see colours.h.
#include "report/figure/colours.h"

#include <math.h>

void pl__colour(int index, double rgb[3]) {
  static const unsigned palette[PL_N_COLOUR] = {0x1b1f24, 0x0072b2, 0xd55e00, 0x009e73, 0xa8527f, 0xe69f00, 0x56b4e9};
  unsigned colour = palette[index < 0 || index >= PL_N_COLOUR ? 0 : index];
  for (int k = 0; k < 3; k++) rgb[k] = (colour >> (16 - 8 * k) & 255) / 255.0;
}

void pl__colour_scale(pl_colour_scale scale, double t, double rgb[3]) {
  enum { N = 7 };
#define HEX(colour) \
  { (colour >> 16 & 255) / 255.0, (colour >> 8 & 255) / 255.0, (colour & 255) / 255.0 }
  static const double stop[3][N][3] = {
      {{0.16, 0.11, 0.4},
       {0.17, 0.28, 0.55},
       {0.13, 0.44, 0.56},
       {0.12, 0.6, 0.52},
       {0.36, 0.74, 0.4},
       {0.7, 0.85, 0.24},
       {0.99, 0.91, 0.25}},
      {{0.02, 0.27, 0.5},
       {0.15, 0.55, 0.8},
       {0.6, 0.79, 0.91},
       {0.91, 0.91, 0.9},
       {0.97, 0.76, 0.52},
       {0.88, 0.49, 0.13},
       {0.56, 0.2, 0.02}},
      {HEX(0x662900), HEX(0xd55e00), HEX(0xf7bd83), HEX(0xffffff), HEX(0x8cc5e8), HEX(0x0072b2), HEX(0x003056)}};
  double place = fmin(fmax(isfinite(t) ? t : 0, 0), 1) * (N - 1);
  int i = (int)fmin(floor(place), N - 2);
  double f = place - i;
  for (int k = 0; k < 3; k++) rgb[k] = (1 - f) * stop[scale][i][k] + f * stop[scale][i + 1][k];
}
