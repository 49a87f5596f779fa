// timer.h: monotonic seconds, and named phases for reports.
#ifndef PL_BASE_TIMER_H
#define PL_BASE_TIMER_H

double pl_seconds(void);  // wall clock, monotonic

// The phases into which every report divides its time. One row: enumerator, name.
#define PL_PHASE_LIST(X)           \
  X(PL_PHASE_ASSEMBLE, "assemble") \
  X(PL_PHASE_ANALYSE, "analyse")   \
  X(PL_PHASE_FACTOR, "factorise")  \
  X(PL_PHASE_SOLVE, "solve")       \
  X(PL_PHASE_OTHER, "other")

typedef enum pl_phase {
#define X(name, text) name,
  PL_PHASE_LIST(X)
#undef X
      PL_PHASE_COUNT
} pl_phase;

typedef struct pl_times {
  double seconds[PL_PHASE_COUNT];
} pl_times;

const char *pl_phase_name(pl_phase phase);
void pl_times_add(pl_times *sum, const pl_times *part);

#endif
