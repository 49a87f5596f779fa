// context.h: functions of a context for parallel.c, beyond the public header.
#ifndef PL_BASE_CONTEXT_H
#define PL_BASE_CONTEXT_H

#include <pliant/extend.h>

// While a parallel loop runs, a failure of a lower piece replaces that of a higher one. So the record, like every other result, does not
// depend on the number of threads. A failure recorded before the loop is kept.
void pl__context_enter_parallel(pl_context *ctx);
void pl__context_set_piece(pl_context *ctx, int worker, int piece);
void pl__context_leave_parallel(pl_context *ctx);

#endif
