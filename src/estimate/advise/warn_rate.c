// warn_rate.c: stress that depends on speed or decreases at rest, in a material that does not relax. See warnings.h.
#include <math.h>

#include "base/sentence/say_readings.h"
#include "estimate/advise/warning_rows.h"
#include "estimate/advise/warnings_part.h"
#include "estimate/rate/rates.h"
#include "measure/table/times.h"

static const double CLEAR = 0.1;  // relative difference that deserves a second look

static const char *speed_words(const pl_fit *fit, const pl_test *test, double speed) {
  char text[64];
  return pl_arena_text(fit->arena, pl__speed_words(speed, pl_dim_divide(test->channel[test->control].row->dim, PL_DIM_TIME), text));
}

static void add(pl_fit_findings *findings, pl_sentence text) {
  pl_warning_add(findings, findings->rates->able ? PL_SAID(SAY_FIT_RATE) : PL_SAID(SAY_FIT_ONE_SPEED), text);
}

static void warn_mode(const pl_fit *fit, pl_fit_findings *findings, const pl_rate_mode *m) {
  const char *slow = speed_words(fit, m->test, m->slow), *fast = speed_words(fit, m->test, m->fast);
  if (!slow || !fast) return;
  if (m->noticed)
    add(findings, pl_say(fit->arena, SAY_RATE, m->n_test, m->test->name, m->ratio, m->ratio * m->sigma, fast, slow,
                         m->paired ? "One specimen repeats within" : "Specimens scatter by", 100 * m->scatter, 100 * m->chance));
  else if (fabs(m->ratio - 1) > CLEAR)
    pl_warning_add(findings, PL_SAID(SAY_REPEAT_SPEEDS), pl_say(fit->arena, SAY_RATE_UNCLEAR, m->test->name, m->ratio, fast, slow));
}

void pl__warn_rate(const pl_fit *fit, pl_fit_findings *findings) {
  const pl_rates *rates = findings->rates;
  char text[64];
  if (!rates || pl_material_relaxes(fit->material)) return;
  for (int i = 0; i < rates->n_mode; i++) warn_mode(fit, findings, &rates->mode[i]);
  for (int i = 0; i < rates->n_hold; i++) {
    const pl_rate_hold *h = &rates->hold[i];
    if (!h->noticed) continue;
    add(findings,
        pl_say(fit->arena, SAY_RELAXES, h->test->name, 100 * h->drop, pl_quantity_print(h->duration, PL_DIM_TIME, text, sizeof text)));
  }
}
