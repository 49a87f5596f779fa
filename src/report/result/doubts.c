// doubts.c: what the readers of the files doubt about the tests that were fitted, for the verdict. See doubts.h.
#include "report/result/doubts.h"

#include <string.h>

static const char *const doubted[PL_DOUBT_COUNT] = {[PL_DOUBT_SIZES] = "units or sizes",
                                                    [PL_DOUBT_COLUMNS] = "columns",
                                                    [PL_DOUBT_DIRECTIONS] = "directions",
                                                    [PL_DOUBT_READINGS] = "readings"};

// Does the suspicion say this of what was fitted? One about a held-out test is stated beside its score.
static bool counts(const pl_fit *fit, const pl_measurement *m, const pl_suspicion *s, pl_doubt doubt) {
  if (s->doubt != doubt) return false;
  for (int i = fit->problem.n_fitted; i < fit->problem.n_case; i++)
    if (fit->work.fit_case[i].given->measurement == m && strcmp(fit->work.fit_case[i].test->name, s->test) == 0) return false;
  return true;
}

// The names of the tests of which this is doubted, each once; returns how many there are. name: [most], the first ones.
static int doubted_tests(const pl_fit *fit, pl_doubt doubt, int most, const char **name) {
  const pl_measurement *last = NULL;
  int n = 0;
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_measurement *m = fit->work.fit_case[i].given->measurement;
    for (int k = 0; m != last && k < m->n_suspicion; k++) {
      if (!counts(fit, m, &m->suspicion[k], doubt)) continue;
      bool known = false;
      for (int j = 0; j < n && j < most && !known; j++) known = strcmp(name[j], m->suspicion[k].test) == 0;
      if (known) continue;
      if (n < most) name[n] = m->suspicion[k].test;
      n++;
    }
    last = m;
  }
  return n;
}

bool pl__fit_doubts(const pl_fit *fit, pl_doubt doubt) {
  const char *name;
  return doubted_tests(fit, doubt, 1, &name) > 0;
}

bool pl__fit_doubted(const pl_fit *fit) {
  for (int d = PL_DOUBT_SIZES; d < PL_DOUBT_COUNT; d++)
    if (pl__fit_doubts(fit, (pl_doubt)d)) return true;
  return false;
}

void pl__add_doubt(const pl_fit *fit, pl_doubt doubt, pl_text *out) {
  enum { MOST = 4 };
  const char *name[MOST];
  int n = doubted_tests(fit, doubt, MOST, name);
  pl_text_printf(out, "the %s of ", doubted[doubt]);
  for (int i = 0; i < n && i < MOST; i++) pl_text_printf(out, "%s%s", i == 0 ? "" : i + 1 < n ? ", " : " and ", name[i]);
  if (n > MOST) pl_text_add(out, " and others");
}
