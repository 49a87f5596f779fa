// timer.c: monotonic seconds and phase names.
#include "base/timer.h"

#include <time.h>

double pl_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

const char *pl_phase_name(pl_phase phase) {
  static const char *const names[PL_PHASE_COUNT] = {
#define X(name, text) [name] = text,
      PL_PHASE_LIST(X)
#undef X
  };
  return (int)phase >= 0 && phase < PL_PHASE_COUNT ? names[phase] : "unknown";
}

void pl_times_add(pl_times *sum, const pl_times *part) {
  for (int i = 0; i < PL_PHASE_COUNT; i++) sum->seconds[i] += part->seconds[i];
}
