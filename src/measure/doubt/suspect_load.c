// suspect_load.c: masses, forces and gravity that no cloth has or bears: a wrong unit. Every protocol is asked after it was read; each finding is one
// sentence and a remedy.
//
//   density      of a sheet, far from any cloth. Captures have mass and area (protocol/capture/read/suspect.c), bodies in poses are of any matter (protocol/poses/read/doubt.c)
//   gravity      far from that of the Earth
//   weights      what always hangs there (clip, slat) far heavier than all that was hung on it; weights far lighter than the cloth, or heavier
//                than anybody hangs
//   disk-push    tension in the cloth around the disk, T = F / (pi d sin a), and its secant T / e. The cloth is taken as a cone from the disk
//                (diameter d) to the frame (D): l = (D - d) / 2, tan a = travel / l, e = 1 / cos a - 1
//   roll         bending length (B / (density g))^(1/3) of the stated rigidity B; spirals tighter than the cylinder they were rolled on, though a
//                strip that is let go unrolls
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "protocol/cantilever/cantilever.h"
#include "protocol/biaxial-hang/hang_part.h"
#include "protocol/roll/roll.h"
#include "protocol/weights/weights.h"
#include "measure/doubt/say_doubts.h"
#include "protocol/biaxial-hang/hang.h"

#define LIGHTEST 0.010         // kg/m^2: half of the lightest silk
#define HEAVIEST 5.0           // kg/m^2: more than a carpet
#define EARTH 9.81             // m/s^2
#define OTHER_PLANET 5.0       // times more or less than on Earth
#define ALWAYS_THERE 10.0      // times the heaviest weight
#define LESS_THAN_CLOTH 0.1    // of the weight of the cloth
#define BY_HAND 1000.0         // N: 100 kg on a board
#define STRONGEST 1e5          // N/m: coated polyester for roofs breaks there
#define STIFFEST 1e6           // N/m, the same
#define SHORTEST_BENDING 4e-3  // m: bending lengths of cloth are 10 to 60 mm (Peirce 1930)
#define LONGEST_BENDING 0.15   // m: cardboard
#define TIGHTER 1.5            // times the curvature of the cylinder
#define PI 3.14159265358979323846

PL_PRINTF(5, 6)
static pl_status doubt(pl_suspicions *list, const char *name, pl_sentence remedy, const char *id, const char *format, ...) {
  char text[512];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  PL_TRY(pl__suspect(list, name, (pl_sentence){id, text}, remedy));
  pl__suspect_mark(list, list->n - 1, PL_DOUBT_SIZES);
  return PL_OK;
}

// ---- density and gravity ----

pl_status pl__suspect_density(pl_suspicions *list, const char *name, double density, const char *how, pl_sentence remedy) {
  if (density >= LIGHTEST && density <= HEAVIEST) return PL_OK;
  char number[40];
  return doubt(list, name, remedy, SAY_LOAD_DENSITY, pl_number_people(1e3 * density, number, sizeof number), how, 1e3 * LIGHTEST,
               1e3 * HEAVIEST);
}

pl_status pl__suspect_gravity(pl_suspicions *list, const char *name, double gravity) {
  if (gravity == 0 || (gravity < OTHER_PLANET * EARTH && gravity > EARTH / OTHER_PLANET)) return PL_OK;
  char number[40];
  return doubt(list, name, PL_SAID(SAY_LOAD_GRAVITY_DO), SAY_LOAD_GRAVITY, pl_number_people(gravity, number, sizeof number));
}

// 0: the protocol has none of its own, or tells by itself.
static double gravity_of(const pl_test *test) {
  return pl_hang_of(test)         ? pl_hang_of(test)->gravity
         : pl_weights_of(test)    ? pl_weights_of(test)->gravity
         : pl_roll_of(test)       ? pl_roll_of(test)->gravity
         : pl_cantilever_of(test) ? pl_cantilever_of(test)->gravity
                                  : 0;
}

// ---- weights ----

static const char *mass(double weight, double gravity, char text[64]) { return pl__suspect_number(weight / gravity, PL_DIM_MASS, text); }

// Something that always hangs there, N, against the heaviest of the weights, N.
static pl_status doubt_always(pl_suspicions *list, const pl_test *test, const char *key, double always, double heaviest) {
  char a[64], b[64], remedy[160];
  if (!(always > ALWAYS_THERE * heaviest)) return PL_OK;
  snprintf(remedy, sizeof remedy, PL_TEXT(SAY_LOAD_ALWAYS_DO), key);
  return doubt(list, test->name, PL_NAMED(SAY_LOAD_ALWAYS_DO, remedy), SAY_LOAD_ALWAYS, key, mass(always, gravity_of(test), a),
               mass(heaviest, gravity_of(test), b));
}

static pl_status doubt_heavy(pl_suspicions *list, const pl_test *test, double heaviest) {
  char a[64];
  if (!(heaviest > BY_HAND)) return PL_OK;
  return doubt(list, test->name, PL_SAID(SAY_LOAD_HEAVY_DO), SAY_LOAD_HEAVY, mass(heaviest, gravity_of(test), a));
}

static pl_status doubt_weights(pl_suspicions *list, const pl_test *test) {
  double heaviest = 0;
  for (int i = 0; i < test->n_frame; i++) heaviest = fmax(heaviest, pl_weights_of(test)->weight[i]);
  PL_TRY(doubt_heavy(list, test, heaviest));
  return doubt_always(list, test, "clip", pl_weights_of(test)->clip * pl_weights_of(test)->gravity, heaviest);
}

static pl_status doubt_hang(pl_suspicions *list, const pl_measurement *m, const pl_test *test) {
  static const char *const side[PL_HANG_LOADS] = {"bottom", "left", "right"};
  const pl_hang *hang = pl_hang_of(test);
  double heaviest = 0, cloth = m->density * hang->width * hang->height * hang->gravity;
  bool light = false;
  for (int k = 0; k < PL_HANG_LOADS; k++) {
    double most = 0, weight, cord[2];
    for (int f = 0; f < test->n_frame; f++) {
      pl__hang_weight(hang, f, k, &weight, cord);
      // taken off from the resultant again: what rounding leaves is no weight
      if (weight > 1e-9 * hang->load[PL_HANG_LOADS * f + k]) most = fmax(most, weight);
    }
    heaviest = fmax(heaviest, most);
    if (!(most > 0) || !(most < LESS_THAN_CLOTH * cloth)) continue;
    light = true;
    char a[64], b[64];
    PL_TRY(doubt(list, test->name, PL_SAID(SAY_LOAD_LIGHT_DO), SAY_LOAD_LIGHT, side[k], mass(most, hang->gravity, a),
                 mass(cloth, hang->gravity, b)));
  }
  if (light) return PL_OK;  // the weights are wrong, not what they are compared with
  PL_TRY(doubt_always(list, test, "slat", hang->slat, heaviest));
  PL_TRY(doubt_always(list, test, "holder", hang->holder, heaviest));
  return doubt_always(list, test, "clip-mass", hang->clip_weight, heaviest);
}

// ---- disk-push ----

static pl_status doubt_disk(pl_suspicions *list, const pl_test *test) {
  const double *x = test->channel[PL_DISK_DISPLACEMENT].value, *y = test->channel[PL_DISK_FORCE].value;
  int far = 0;
  for (int i = 1; i < test->n_frame; i++)
    if (fabs(x[i]) > fabs(x[far])) far = i;
  double flat = 0.5 * (test->length - test->width), slope = hypot(flat, x[far]);
  if (!(flat > 0) || !(fabs(x[far]) > 0)) return PL_OK;
  double tension = fabs(y[far]) / (PI * test->width * fabs(x[far]) / slope), strain = slope / flat - 1;
  if (tension <= STRONGEST && tension <= STIFFEST * fmax(strain, STRONGEST / STIFFEST / 10)) return PL_OK;
  char a[64], b[64], c[64], column[160], remedy[300];
  snprintf(remedy, sizeof remedy, PL_TEXT(SAY_LOAD_DISK_DO), pl_path_name(test->file),
           pl__suspect_column(&test->channel[PL_DISK_FORCE], column));
  return doubt(list, test->name, PL_NAMED(SAY_LOAD_DISK_DO, remedy), SAY_LOAD_DISK, pl__suspect_number(fabs(y[far]), PL_DIM_FORCE, a),
               pl__suspect_number(fabs(x[far]), PL_DIM_LENGTH, b), pl__suspect_number(tension, PL_DIM_LINE_FORCE, c), 100 * strain);
}

// ---- roll ----

static pl_status doubt_rigidity(pl_suspicions *list, const pl_measurement *m) {
  for (int t = 0; t < m->n_test; t++) {
    const pl_roll *roll = pl_roll_of(&m->test[t]);
    if (!(roll->rigidity > 0) || !(m->density > 0)) continue;
    double bending = cbrt(roll->rigidity / (m->density * roll->gravity));
    if (bending >= SHORTEST_BENDING && bending <= LONGEST_BENDING) continue;
    char a[64], b[64];
    return doubt(list, m->test[t].name, PL_SAID(SAY_LOAD_RIGIDITY_DO), SAY_LOAD_RIGIDITY,
                 pl__suspect_number(roll->rigidity, PL_DIM_ENERGY, a), pl__suspect_number(bending, PL_DIM_LENGTH, b));
  }
  return PL_OK;
}

static pl_status doubt_radius(pl_suspicions *list, const pl_measurement *m) {
  int n = 0, first = 0;
  for (int t = 0; t < m->n_test; t++) {
    const pl_roll *roll = pl_roll_of(&m->test[t]);
    if (roll->radius * 2 * PI * fabs(roll->profile->turns) > TIGHTER * roll->profile->arc && n++ == 0) first = t;
  }
  if (n == 0) return PL_OK;
  const pl_roll *roll = pl_roll_of(&m->test[first]);
  char a[64], b[64], more[80] = "";
  if (n > 1) snprintf(more, sizeof more, "; so are %d of the %d profiles", n, m->n_test);
  return doubt(list, m->test[first].name, PL_SAID(SAY_LOAD_RADIUS_DO), SAY_LOAD_RADIUS,
               pl__suspect_number(roll->profile->arc / (2 * PI * fabs(roll->profile->turns)), PL_DIM_LENGTH, a),
               pl__suspect_number(roll->radius, PL_DIM_LENGTH, b), more);
}

pl_status pl__suspect_loads(pl_measurement *m) {
  // full whenever n is 0 or a power of two, as pl__suspect left it
  pl_suspicions list = {.arena = m->arena, .n = m->n_suspicion, .item = (pl_suspicion *)(uintptr_t)m->suspicion};
  const char *protocol = m->protocol->name;
  bool sheet = strcmp(protocol, "capture") != 0 && strcmp(protocol, "poses") != 0 && strcmp(protocol, "homogeneous") != 0;
  if (sheet && m->density > 0) PL_TRY(pl__suspect_density(&list, "all tests", m->density, "", PL_SAID(SAY_LOAD_DENSITY_DO)));
  static const char *const directed[] = {"tensile", "weights", "roll", "cantilever"};
  int first = list.n;
  for (int i = 0; i < 4; i++)
    if (strcmp(protocol, directed[i]) == 0) PL_TRY(pl__suspect_directions(&list, m));
  pl__suspect_mark(&list, first, PL_DOUBT_DIRECTIONS);
  for (int t = 0; t < m->n_test; t++) {
    const pl_test *test = &m->test[t];
    if (t == 0 || gravity_of(test) != gravity_of(test - 1)) PL_TRY(pl__suspect_gravity(&list, test->name, gravity_of(test)));
    if (pl_weights_of(test)) PL_TRY(doubt_weights(&list, test));
    if (pl_hang_of(test)) PL_TRY(doubt_hang(&list, m, test));
    if (strcmp(protocol, "disk-push") == 0) PL_TRY(doubt_disk(&list, test));
  }
  if (m->n_test > 0 && pl_roll_of(&m->test[0])) {
    PL_TRY(doubt_rigidity(&list, m));
    PL_TRY(doubt_radius(&list, m));
  }
  m->n_suspicion = list.n;
  m->suspicion = list.item;
  return PL_OK;
}
