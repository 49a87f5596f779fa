// patience.c: see patience.h.
#include "fit/patience.h"

#include <stdio.h>
#include <string.h>

bool patience_go_on(void *user, const char *stage, double fraction, const char *detail) {
  (void)fraction;
  patience *p = user;
  char now[sizeof p->last];
  snprintf(now, sizeof now, "%s: %s", stage, detail);
  if (strstr(detail, "objective") && strcmp(now, p->last) != 0) {
    memcpy(p->last, now, sizeof now);
    p->stopped = --p->n_left <= 0;
  }
  return !p->stopped;
}
