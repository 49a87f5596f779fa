// context.h: what parallel.c needs of a context beyond the public header.
#ifndef PL_BASE_CONTEXT_H
#define PL_BASE_CONTEXT_H

#include <pliant/extend.h>

// While a parallel loop runs, failures are ranked by the piece that met them: a lower piece replaces the record of a higher one, so
// that the record, like every other result, does not depend on the number of threads. A failure recorded before the loop stays.
void pl__context_enter_parallel(pl_context *ctx);
void pl__context_set_piece(pl_context *ctx, int worker, int piece);
void pl__context_leave_parallel(pl_context *ctx);

#endif
