// suspect_load.c: masses, forces and gravity that no cloth has or bears: a wrong unit. Every protocol is asked after it was read; each finding is one
// sentence and a remedy.
//
//   density      of a sheet, far from any cloth
//   gravity      far from that of the Earth
//   weights      what always hangs there (clip, slat) far heavier than all that was hung on it; weights heavier than anybody hangs
// What else a protocol doubts is its own (pl_protocol_files.doubt).
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "measure/doubt/doubt.h"
#include "measure/doubt/say_doubts.h"

#define LIGHTEST 0.010     // kg/m^2: half of the lightest silk
#define HEAVIEST 5.0       // kg/m^2: more than a carpet
#define EARTH 9.81         // m/s^2
#define OTHER_PLANET 5.0   // times more or less than on Earth
#define ALWAYS_THERE 10.0  // times the heaviest weight
#define BY_HAND 1000.0     // N: 100 kg on a board

pl_status pl__suspect_load(pl_suspicions *list, const char *name, pl_sentence remedy, const char *id, const char *format, ...) {
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
  return pl__suspect_load(list, name, remedy, SAY_LOAD_DENSITY, pl_number_people(1e3 * density, number, sizeof number), how, 1e3 * LIGHTEST,
                          1e3 * HEAVIEST);
}

pl_status pl__suspect_gravity(pl_suspicions *list, const char *name, double gravity) {
  if (gravity == 0 || (gravity < OTHER_PLANET * EARTH && gravity > EARTH / OTHER_PLANET)) return PL_OK;
  char number[40];
  return pl__suspect_load(list, name, PL_SAID(SAY_LOAD_GRAVITY_DO), SAY_LOAD_GRAVITY, pl_number_people(gravity, number, sizeof number));
}

// ---- weights ----

const char *pl__suspect_mass(double weight, double gravity, char text[64]) {
  return pl__suspect_number(weight / gravity, PL_DIM_MASS, text);
}

pl_status pl__suspect_always(pl_suspicions *list, const pl_test *test, const char *key, double always, double heaviest, double gravity) {
  char a[64], b[64], remedy[160];
  if (!(always > ALWAYS_THERE * heaviest)) return PL_OK;
  snprintf(remedy, sizeof remedy, PL_TEXT(SAY_LOAD_ALWAYS_DO), key);
  return pl__suspect_load(list, test->name, PL_NAMED(SAY_LOAD_ALWAYS_DO, remedy), SAY_LOAD_ALWAYS, key,
                          pl__suspect_mass(always, gravity, a), pl__suspect_mass(heaviest, gravity, b));
}

pl_status pl__suspect_heavy(pl_suspicions *list, const pl_test *test, double heaviest, double gravity) {
  char a[64];
  if (!(heaviest > BY_HAND)) return PL_OK;
  return pl__suspect_load(list, test->name, PL_SAID(SAY_LOAD_HEAVY_DO), SAY_LOAD_HEAVY, pl__suspect_mass(heaviest, gravity, a));
}

pl_status pl__suspect_loads(pl_measurement *m) {
  // full whenever n is 0 or a power of two, as pl__suspect left it
  pl_suspicions list = {.arena = m->arena, .n = m->n_suspicion, .item = (pl_suspicion *)(uintptr_t)m->suspicion};
  const pl_protocol_files *files = m->protocol->files;
  if (!files->any_density && m->density > 0) PL_TRY(pl__suspect_density(&list, "all tests", m->density, "", PL_SAID(SAY_LOAD_DENSITY_DO)));
  int first = list.n;
  if (files->directed) PL_TRY(pl__suspect_directions(&list, m));
  pl__suspect_mark(&list, first, PL_DOUBT_DIRECTIONS);
  for (int t = 0; t < m->n_test && files->gravity; t++)
    if (t == 0 || files->gravity(&m->test[t]) != files->gravity(&m->test[t - 1]))
      PL_TRY(pl__suspect_gravity(&list, m->test[t].name, files->gravity(&m->test[t])));
  if (files->doubt) PL_TRY(files->doubt(&list, m));
  m->n_suspicion = list.n;
  m->suspicion = list.item;
  return PL_OK;
}
