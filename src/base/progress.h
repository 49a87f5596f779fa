// progress.h: details of long work beyond stage and fraction (base.h: pl_progress). They are the running task of several, and the number of
// finished examples of the evaluation.
//
// The sink is called again with stage and detail whenever a further percent of the examples is done; the fraction is then their share. Its
// answer takes effect at the next pl_progress, or at once while pl_progress_listen is on. A sink that shows more reads the state
// (pl_context_progress).
#ifndef PL_BASE_PROGRESS_H
#define PL_BASE_PROGRESS_H

#include <pliant/extend.h>

// Long work inside one evaluation (an equilibrium that is hard to find) also polls the sink, but only while its caller listens. Such a
// caller gets PL_ERROR_INTERRUPTED from the evaluation and keeps its previous state. Not from worker threads.
void pl_progress_listen(pl_context *ctx, bool listen);
// PL_ERROR_INTERRUPTED once the sink has returned false. From any thread, as often as wanted: the sink is called at most ten times a
// second.
pl_status pl_progress_poll(pl_context *ctx);

// The following tasks: `done` of `n` are finished, `name` comes next. n = 0: there is only one again.
void pl_progress_task(pl_context *ctx, int done, int n, const char *name);
// An evaluation of n examples begins; 0: it has ended. Not from worker threads.
void pl_progress_examples(pl_context *ctx, int n);
// One more is finished. From any thread; costs one atomic addition unless a further percent is done.
void pl_progress_example(pl_context *ctx);

#endif
