// hang.c: loads and points of a hung cloth.
//
// A weight W pulls along its cord d. The permanent loads act with it. The holder at the end of a side cord along d, the bottom slat or the
// clip itself straight down. The resultant on the body is  F = (W + holder) d + own (0, -1).
#include "protocol/biaxial-hang/hang_part.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "protocol/biaxial-hang/hang.h"

#define NOTHING 1e-12  // N

const char *const pl__hang_body_name[PL_HANG_BODIES] = {"top", "bottom", "left", "right"};
const double pl__hang_default_cord[PL_HANG_LOADS][2] = {{0, -1}, {-1, 0}, {1, 0}};

static double along_of(const pl_hang *hang, int load) { return load == 0 ? 0 : hang->holder; }
static double own_of(const pl_hang *hang, int load) { return load == 0 ? hang->slat : hang->clip_weight; }
static bool straight_down(const double d[2]) { return d[0] == 0 && d[1] == -1; }

void pl__hang_resultant(const pl_hang *hang, int load, double weight, const double cord[2], double *size, double direction[2]) {
  double pull = weight + along_of(hang, load), own = own_of(hang, load);
  memcpy(direction, cord, 2 * sizeof *direction);
  // these two without rounding, so that saving and loading changes nothing
  *size = straight_down(cord) ? pull + own : pull;
  if (own == 0 || straight_down(cord)) return;
  double force[2] = {pull * cord[0], pull * cord[1] - own};
  *size = hypot(force[0], force[1]);
  for (int k = 0; k < 2; k++) direction[k] = force[k] / *size;
}

void pl__hang_weight(const pl_hang *hang, int frame, int load, double *weight, double cord[2]) {
  size_t at = PL_HANG_LOADS * (size_t)frame + (size_t)load;
  const double *d = hang->direction + 2 * at;
  double size = hang->load[at], along = along_of(hang, load), own = own_of(hang, load), pull = size;
  memcpy(cord, d, 2 * sizeof *cord);
  if (straight_down(d) && load == 0) {
    pull = size - own;
  } else if (own != 0) {
    double force[2] = {size * d[0], size * d[1] + own};
    pull = hypot(force[0], force[1]);
    for (int k = 0; k < 2; k++) cord[k] = pull > NOTHING ? force[k] / pull : pl__hang_default_cord[load][k];
  }
  *weight = pull - along;
  if (fabs(*weight) < NOTHING) *weight = 0;
}

bool pl__hang_shift(const pl_test *test, pl_hang_body body, int frame, double shift[2]) {
  const pl_hang *hang = pl_hang_of(test);
  const double *value = test->channel[PL_HANG_POINTS].value;
  const double *x = value + 2 * (size_t)hang->n_point * (size_t)frame, *x0 = value + 2 * (size_t)hang->n_point * (size_t)hang->unloaded;
  int n = 0;
  shift[0] = shift[1] = 0;
  for (int i = 0; i < hang->n_point; i++) {
    if (hang->point[i].body != body || isnan(x[2 * i]) || isnan(x0[2 * i])) continue;
    for (int k = 0; k < 2; k++) shift[k] += x[2 * i + k] - x0[2 * i + k];
    n++;
  }
  for (int k = 0; k < 2 && n > 0; k++) shift[k] /= n;
  return n > 0;
}

bool pl__hang_centre(const pl_test *test, pl_hang_body body, int frame, double centre[2]) {
  const pl_hang *hang = pl_hang_of(test);
  const double *x = test->channel[PL_HANG_POINTS].value + 2 * (size_t)hang->n_point * (size_t)frame;
  int n = 0;
  centre[0] = centre[1] = 0;
  for (int i = 0; i < hang->n_point; i++) {
    if (hang->point[i].body != body || isnan(x[2 * i])) continue;
    for (int k = 0; k < 2; k++) centre[k] += x[2 * i + k];
    n++;
  }
  for (int k = 0; k < 2 && n > 0; k++) centre[k] /= n;
  return n > 0;
}

const char *pl__hang_frame_text(const pl_test *test, int frame, char text[120]) {
  char gram[PL_HANG_LOADS][40];
  for (int load = 0; load < PL_HANG_LOADS; load++) {
    double weight, cord[2];
    pl__hang_weight(pl_hang_of(test), frame, load, &weight, cord);
    pl_number_people(1e3 * weight / pl_hang_of(test)->gravity, gram[load], sizeof gram[load]);
  }
  snprintf(text, 120, "frame %d (bottom %.20s g, left %.20s g, right %.20s g)", frame + 1, gram[0], gram[1], gram[2]);
  return text;
}
