// parallel.c: independent pieces on OpenMP threads.
//
// Which pieces run, the returned status and the error record depend only on the pieces, not on the threads. After a failure of piece k
// every piece below k still runs (if one of them fails too, it decides). Pieces above k may be skipped.
#include "base/parallel.h"
#include "base/context.h"

#include <omp.h>
#include <stdatomic.h>

static pl_status run_serially(int n, int worker, pl_parallel_body body, void *user) {
  for (int i = 0; i < n; i++) PL_TRY(body(user, i, worker));
  return PL_OK;
}

pl_status pl_parallel_for(pl_context *ctx, int n, pl_parallel_body body, void *user) {
  int n_thread = pl_context_threads(ctx);
  if (omp_in_parallel()) {
    // The worker number of the enclosing loop: no two threads share scratch, even if the outer loop owns it.
    int worker = omp_get_thread_num();
    return run_serially(n, worker < n_thread ? worker : 0, body, user);
  }
  if (n_thread > n) n_thread = n;
  if (n_thread <= 1) return run_serially(n, 0, body, user);

  atomic_int lowest;  // piece that failed; n: none
  atomic_init(&lowest, n);
  pl_status status = PL_OK;  // of that piece
  pl__context_enter_parallel(ctx);
#pragma omp parallel for num_threads(n_thread) schedule(dynamic, 1)
  for (int i = 0; i < n; i++) {
    if (i > atomic_load(&lowest)) continue;
    int worker = omp_get_thread_num();
    pl__context_set_piece(ctx, worker, i);
    pl_status result = body(user, i, worker);
    if (result == PL_OK) continue;
#pragma omp critical(pl_parallel_failure)
    if (i < atomic_load(&lowest)) {
      atomic_store(&lowest, i);
      status = result;
    }
  }
  pl__context_leave_parallel(ctx);
  return status;
}
