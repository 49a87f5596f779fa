// law_subject.h: what the checklists of laws run over: every law in the shapes of law_subject.c, with random parameters and strains.
#ifndef PLIANT_LAW_SUBJECT_H
#define PLIANT_LAW_SUBJECT_H

#include "base/rng.h"
#include "law/piecewise.h"
#include "test.h"

enum { MAX_PARAM = 64, MAX_IN = PL_LAW_MAX_IN, MAX_TANGENT = MAX_IN * MAX_IN };

typedef struct law_shape {
  const char *law, *json;
} law_shape;

// A law under test.
typedef struct law_subject {
  const law_shape *shape;
  pl_law law;
  pl_parameter parameter[MAX_PARAM];
  const pl_piecewise *piece;  // NULL when it is not piecewise
  double reach;               // strains of interest lie within -reach .. reach
  pl_rng rng;
} law_subject;

#define CHECK_OF(who, condition, ...)                                                                           \
  do {                                                                                                          \
    if (!(condition)) {                                                                                         \
      char more_[200];                                                                                          \
      snprintf(more_, sizeof more_, __VA_ARGS__);                                                               \
      test_fail(__FILE__, __LINE__, "%s %s: %s: %s", (who)->shape->law, (who)->shape->json, #condition, more_); \
    }                                                                                                           \
  } while (0)

bool law_has_shape(const char *name);  // is the law in the list?

// Of the test under way.
extern pl_context *law_ctx;
extern pl_arena *law_arena;
void law_start(void);
void law_stop(void);
pl_law law_read(const char *name, const char *json);
// The check on every shape, each with different random numbers.
void law_run(void (*check)(law_subject *));

// What a law with a memory does with its history is checked in test_laws_memory.c; here it never moved before.
bool law_remembers(const law_subject *who);
// Random theta: within the bounds, or of any sign and size. Laws with a memory have no meaning outside.
void law_random_theta(law_subject *who, bool within, double *theta);
// Stretches and invariants lie around their values at rest, not around 0.
void law_random_strain(law_subject *who, double *s);
// The scale of stress and tangent in this theta, for tolerances.
double law_stiffness_scale(const law_subject *who, const double *theta);

#endif
