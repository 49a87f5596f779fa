// patience.h: a fit that is interrupted after a number of iterations, whatever the machine.
#ifndef TEST_FIT_PATIENCE_H
#define TEST_FIT_PATIENCE_H

#include <stdbool.h>

typedef struct patience {
  int n_left;      // iterations to finish before the answer is no
  char last[512];  // the last iteration that ended
  bool stopped;
} patience;

// pl_context_options.progress: says no at the end of an iteration, and from then on. Calls in between come by the clock (pl_progress_poll): they are
// not counted. user: the patience.
bool patience_go_on(void *user, const char *stage, double fraction, const char *detail);

#endif
