// good_data.h: experiments that are right: templates, examples, real data, and virtual specimens over a wide range of stiffness, density and size.
#ifndef PL_BENCH_DOUBTS_GOOD_DATA_H
#define PL_BENCH_DOUBTS_GOOD_DATA_H

#include "bench/accuracy/doubts/folder.h"

typedef enum good_group { GOOD_TEMPLATE, GOOD_EXAMPLE, GOOD_REAL, GOOD_VIRTUAL, GOOD_GROUPS } good_group;
extern const char *const good_group_name[GOOD_GROUPS];

// What is done with one experiment; the folder is gone when it returns.
typedef pl_status good_visit(void *user, good_group group, const char *name, const folder *f);

// Visits them all; draws: similar specimens of every experiment that virtual ones are made of. Everything is read by the silent context, which has the
// error when it fails.
pl_status good_data(evidence *e, pl_context *silent, int draws, good_visit *visit, void *user);

#endif
