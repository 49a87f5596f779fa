// progress.h: what is known about long work beyond one stage and one fraction (base.h: pl_progress): which of several pieces of work it is, and how
// many examples of the evaluation under way are finished.
//
// The sink gets the stage and its detail again whenever a further percent of the examples is done, with the share of them as its fraction; its answer
// counts only at the next pl_progress, or at once where pl_progress_poll is listened to. A sink that wants to show more asks for the state (pl_context_progress).
#ifndef PL_BASE_PROGRESS_H
#define PL_BASE_PROGRESS_H

#include <pliant/extend.h>

// Long work inside of one evaluation (an equilibrium that is hard to find) asks the sink too, but only while its caller listens: a caller that does
// gets PL_ERROR_INTERRUPTED from the evaluation and keeps what it had before. Not from worker threads.
void pl_progress_listen(pl_context *ctx, bool listen);
// PL_ERROR_INTERRUPTED once the sink has answered false. From any thread, as often as wanted: the sink is asked ten times a second at the most.
pl_status pl_progress_poll(pl_context *ctx);

// The pieces of work that follow: `done` of `n` are finished, `name` comes next. n = 0: there is only one again.
void pl_progress_task(pl_context *ctx, int done, int n, const char *name);
// An evaluation of n examples begins; 0: it has ended. Not from worker threads.
void pl_progress_examples(pl_context *ctx, int n);
// One more is finished. From any thread; costs one atomic addition unless a further percent is done.
void pl_progress_example(pl_context *ctx);

#endif
