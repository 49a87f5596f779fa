// further_made.c: finds whether a usual test was already made, and what repeating it would add. Its benefit (further.h) is computed as for
// any other test: more readings, with the range and noise of the usual specimen. The text says so if the existing test had a smaller range
// or more scatter.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "estimate/advise/further.h"
#include "estimate/advise/words.h"
#include "measure/protocol.h"

#define FARTHER 1.2          // times
#define MORE_PRECISELY 0.02  // rms residual over the largest value above which a repeat is more precise; twice the noise of usual tests

static bool is_made(const pl_fit_case *c, const pl_usual *usual) {
  const pl_protocol_words *words = pl_case_words(c);
  return strcmp(c->given->measurement->protocol->name, usual->protocol) == 0 && words->is_made && words->is_made(c, usual);
}

static pl_reach_words reach_of(const pl_usual *usual, const pl_test *test) {
  const pl_protocol_words *words = pl_protocol_find(usual->protocol)->words;
  return words && words->reach ? words->reach(test) : (pl_reach_words){0, "", ""};
}

// Largest residual of forces and stresses of the existing tests of a kind, relative to the largest value.
static double scatter(const pl_fit *fit, const pl_usual *usual) {
  double most = 0;
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    if (!is_made(&fit->work.fit_case[i], usual)) continue;
    for (int k = 0; k < fit->evidence.n_score; k++) {
      const pl_score *s = &fit->evidence.score[k];
      bool force = pl_dim_equal(s->channel->dim, PL_DIM_FORCE) || pl_dim_equal(s->channel->dim, PL_DIM_PRESSURE);
      if (s->used && force && strcmp(s->test, fit->work.fit_case[i].test->name) == 0) most = fmax(most, s->relative);
    }
  }
  return most;
}

pl_status pl_further_again(const pl_fit *fit, const pl_usual *usual, int n_test, const pl_test *planned, const char **again) {
  pl_reach_words then = {0}, now = {0};
  bool made = false;
  *again = NULL;
  for (int i = 0; i < n_test; i++) {
    pl_reach_words r = reach_of(usual, &planned[i]);
    if (i == 0 || r.value > then.value) then = r;
  }
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    if (!is_made(&fit->work.fit_case[i], usual)) continue;
    pl_reach_words r = reach_of(usual, fit->work.fit_case[i].test);
    if (!made || r.value > now.value) now = r;
    made = true;
  }
  if (!made) return PL_OK;
  double off = scatter(fit, usual);
  bool farther = then.value > FARTHER * now.value, finer = off > MORE_PRECISELY;
  char far[120] = "", fine[80] = "";
  if (farther) snprintf(far, sizeof far, ", to %s %.2g %s instead of %.2g %s", then.what, then.value, then.unit, now.value, now.unit);
  if (finer) snprintf(fine, sizeof fine, "%s with less scatter than the %.2g %% so far", farther ? " and" : ",", 100 * off);
  *again = pl_arena_printf(fit->arena, "once more%s%s", far, fine);
  return *again ? PL_OK : PL_ERROR_MEMORY;
}
