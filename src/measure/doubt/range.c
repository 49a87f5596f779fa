// range.c: quantities outside a plausible range, for all protocols; the ranges that every sheet shares, and their reasons.
//
//   areal density   3 g/m^2 to 10 kg/m^2. A polyester film of 2 um has 3 g/m^2, silk gauze 10, a rubber mat of 8 mm 10 kg/m^2. Finds g/m^2 read as
//                   kg/m^2 or mg/m^2, of sheets between 10 and 3000 g/m^2. Does not find oz/yd^2 (34 times) or a factor of ten.
//   gravity         9.3 to 10.3 m/s^2. On Earth it is 9.76 to 9.84 (Hirt et al. 2013); 10 for 9.81 changes a stiffness by 2 %, which is no doubt worth.
//                   Finds cm/s^2, ft/s^2, exchanged digits, and other planets.
//   stiffness       0.5 N/m to 5e7 N/m, force per width over strain (PL_SOFTEST_SHEET). A millimetre of soft gel (1 kPa) has 1 N/m, two millimetres of
//                   carbon fabric 3e7 N/m. That is eight decades: a unit 1000 times wrong is found of sheets above 5e4 or below 500 N/m, not between.
//                   Strained by more than 4 %, 1.5e6 N/m is the upper end (PL_STIFFEST_FAR): N read as kN is found above 1500 N/m.
#include "measure/doubt/doubt.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "measure/doubt/say_doubts.h"
#include "measure/protocol.h"

enum { MANY = 4 };  // tests that are doubted alike, each of which is named

static double density_of(const pl_measurement *m, const pl_test *test) {
  (void)test;
  return m->density > 0 && !m->per_volume && !m->protocol->files->any_density ? m->density : NAN;
}

static double gravity_of(const pl_measurement *m, const pl_test *test) {
  double g = m->protocol->files->gravity ? m->protocol->files->gravity(test) : 0;
  return g > 0 ? g : NAN;
}

const pl_doubt_range pl__range_density = {{SAY_LOAD_DENSITY}, {SAY_LOAD_DENSITY_DO}, PL_DOUBT_SIZES, {1, -2, 0, 0},
                                          PL_LIGHTEST_SHEET,  PL_HEAVIEST_SHEET,     density_of};
const pl_doubt_range pl__range_gravity = {{SAY_LOAD_GRAVITY}, {SAY_LOAD_GRAVITY_DO}, PL_DOUBT_SIZES, {0, 1, -2, 0},
                                          PL_LEAST_GRAVITY,   PL_MOST_GRAVITY,       gravity_of};

// A sentence of the table with its places filled in order.
static void fill(pl_text *out, const char *text, const char *const place[3]) {
  int n = 0;
  for (; *text; text++) {
    if (text[0] == '%' && text[1] == 's' && n < 3) {
      pl_text_add(out, place[n++]);
      text++;
    } else if (text[0] != '%' || text[1] != '%') {  // of "%%" the second
      pl_text_add_bytes(out, text, 1);
    }
  }
}

pl_status pl__doubt_outside(pl_suspicions *list, const char *test, const pl_doubt_range *range, double value, bool *found) {
  if (isnan(value) || (value >= range->low && value <= range->high)) return PL_OK;
  char number[3][64];
  const char *const place[3] = {pl__suspect_number(value, range->dim, number[0]), pl__suspect_number(range->low, range->dim, number[1]),
                                pl__suspect_number(range->high, range->dim, number[2])};
  pl_text text;
  pl_text_init(&text, pl_arena_context(list->arena));
  fill(&text, range->text.text, place);
  pl_status status =
      text.failed ? PL_ERROR_MEMORY : pl__suspect(list, test, range->doubt, (pl_sentence){range->text.id, text.data}, range->remedy);
  pl_text_clear(&text);
  if (found) *found = true;
  return status;
}

// A value that all tests have is said once.
static pl_status ask_all(pl_suspicions *list, const pl_measurement *m, const pl_doubt_range *range) {
  for (int t = 0; t < m->n_test; t++) {
    double value = range->value(m, &m->test[t]);
    if (t == 0 || value != range->value(m, &m->test[t - 1])) PL_TRY(pl__doubt_outside(list, m->test[t].name, range, value, NULL));
  }
  return PL_OK;
}

static bool columns_doubted(const pl_suspicions *list, const pl_test *test) {
  for (int i = 0; i < list->n; i++)
    if (list->item[i].doubt == PL_DOUBT_COLUMNS && list->item[i].test && strcmp(list->item[i].test, test->name) == 0) return true;
  return false;
}

// One range of all tests that no range before has doubted: each of a few, the first of many.
static pl_status ask_range(pl_suspicions *list, const pl_measurement *m, const pl_doubt_range *range, bool *done) {
  int n = 0;
  for (int t = 0; t < m->n_test; t++) {
    double value = done[t] ? NAN : range->value(m, &m->test[t]);
    n += value < range->low || value > range->high;
  }
  for (int t = 0, said = 0; t < m->n_test; t++)
    if (!done[t] && (n <= MANY || said == 0)) {
      PL_TRY(pl__doubt_outside(list, m->test[t].name, range, range->value(m, &m->test[t]), &done[t]));
      said += done[t];
    }
  return PL_OK;
}

static pl_status ask_ranges(pl_suspicions *list, const pl_measurement *m) {
  bool *done = pl_arena_alloc(m->arena, (size_t)m->n_test + 1, sizeof *done);
  if (!done) return PL_ERROR_MEMORY;
  for (int t = 0; t < m->n_test; t++) done[t] = columns_doubted(list, &m->test[t]);
  for (const pl_doubt_range *range = m->protocol->files->ranges; range && range->text.id; range++)
    if (range->value) PL_TRY(ask_range(list, m, range, done));
  return PL_OK;
}

pl_status pl__doubt_measurement(pl_measurement *m) {
  // full whenever n is 0 or a power of two, as pl__suspect left it
  pl_suspicions list = {.arena = m->arena, .n = m->n_suspicion, .item = (pl_suspicion *)(uintptr_t)m->suspicion};
  const pl_protocol_files *files = m->protocol->files;
  if (m->n_test > 0) PL_TRY(pl__doubt_outside(&list, "all tests", &pl__range_density, density_of(m, m->test), NULL));
  PL_TRY(ask_all(&list, m, &pl__range_gravity));
  if (files->directed) PL_TRY(pl__suspect_directions(&list, m));
  PL_TRY(ask_ranges(&list, m));
  if (files->doubt) PL_TRY(files->doubt(&list, m));
  m->n_suspicion = list.n;
  m->suspicion = list.item;
  return PL_OK;
}
