// parallel.h: independent pieces of work on several threads.
//
// Results must not depend on the number of threads: piece i writes only to places owned by i, and the caller sums in order.
#ifndef PL_BASE_PARALLEL_H
#define PL_BASE_PARALLEL_H

#include <pliant/extend.h>

// Runs body(user, i, worker) for i in [0, n); worker in [0, pl_context_threads(ctx)) owns its scratch.
// Returns the status of the lowest i that failed. Nested calls run serially.
typedef pl_status (*pl_parallel_body)(void *user, int i, int worker);
pl_status pl_parallel_for(pl_context *ctx, int n, pl_parallel_body body, void *user);

#endif
