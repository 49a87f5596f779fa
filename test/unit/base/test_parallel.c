// test_parallel.c: every piece runs once, and neither results nor failures depend on the number of threads.
#include "test.h"

#include "base/parallel.h"
#include "base/rng.h"

#include <omp.h>
#include <stdatomic.h>
#include <time.h>

enum { N_PIECE = 200 };

typedef struct work {
  pl_context *ctx;
  atomic_int n_run[N_PIECE];
  atomic_int busy[16];  // worker -> pieces at work, must never pass 1
  double result[N_PIECE];
  int fail_from, fail_every;
  atomic_int n_fault;
} work;

static pl_status body(void *user, int i, int worker) {
  work *w = user;
  if (worker < 0 || worker >= pl_context_threads(w->ctx)) atomic_fetch_add(&w->n_fault, 1);
  if (atomic_fetch_add(&w->busy[worker], 1) != 0) atomic_fetch_add(&w->n_fault, 1);
  atomic_fetch_add(&w->n_run[i], 1);
  pl_rng rng;
  pl_rng_init(&rng, (uint64_t)i);
  double sum = 0;
  for (int k = 0; k < 50 + i % 13 * 40; k++) sum += pl_rng_normal(&rng);
  w->result[i] = sum;
  atomic_fetch_sub(&w->busy[worker], 1);
  if (w->fail_every > 0 && i >= w->fail_from && (i - w->fail_from) % w->fail_every == 0)
    return pl_fail(w->ctx, i % 2 == 0 ? PL_ERROR_INPUT : PL_ERROR_UNIT, NULL, NULL, "piece %d", i);
  return PL_OK;
}

static pl_context *context_with(int n_thread) {
  pl_context_options options = pl_context_options_default();
  options.n_thread = n_thread;
  return pl_context_create(&options);
}

TEST(parallel_same_results_for_any_thread_count) {
  static double first[N_PIECE];
  for (int n_thread = 1; n_thread <= 8; n_thread *= 2) {
    static work w;
    memset(&w, 0, sizeof w);
    w.ctx = context_with(n_thread);
    CHECK(pl_parallel_for(w.ctx, N_PIECE, body, &w) == PL_OK);
    CHECK(w.n_fault == 0);
    for (int i = 0; i < N_PIECE; i++) CHECK(w.n_run[i] == 1);
    if (n_thread == 1) memcpy(first, w.result, sizeof first);
    CHECK(memcmp(first, w.result, sizeof first) == 0);
    pl_context_destroy(w.ctx);
  }
}

TEST(parallel_reports_the_lowest_failure) {
  for (int n_thread = 1; n_thread <= 8; n_thread *= 2) {
    for (int round = 0; round < 20; round++) {
      static work w;
      memset(&w, 0, sizeof w);
      w.ctx = context_with(n_thread);
      w.fail_from = 5 + round;
      w.fail_every = 1;
      pl_status expected = w.fail_from % 2 == 0 ? PL_ERROR_INPUT : PL_ERROR_UNIT;
      CHECK(pl_parallel_for(w.ctx, N_PIECE, body, &w) == expected);
      char message[32];
      snprintf(message, sizeof message, "piece %d", w.fail_from);
      CHECK_TEXT(pl_context_error(w.ctx)->message, message);
      CHECK(pl_context_error(w.ctx)->status == expected);
      for (int i = 0; i <= w.fail_from; i++) CHECK(w.n_run[i] == 1);
      pl_context_destroy(w.ctx);
    }
  }
}

static pl_status fail_late(void *user, int i, int worker) {
  (void)worker;
  work *w = user;
  // Piece 0 waits until piece 1 has failed, and fails then; a thread that is alone would wait for itself.
  bool waits = i == 0 && omp_get_num_threads() > 1;
  while (waits && atomic_load(&w->n_fault) == 0) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
  pl_fail(w->ctx, i == 0 ? PL_ERROR_FILE : PL_ERROR_INPUT, NULL, NULL, "piece %d", i);
  atomic_fetch_add(&w->n_fault, 1);
  return i == 0 ? PL_ERROR_FILE : PL_ERROR_INPUT;
}

TEST(parallel_a_late_failure_of_a_lower_piece_decides) {
  static work w;
  w.ctx = context_with(2);
  CHECK(pl_parallel_for(w.ctx, 2, fail_late, &w) == PL_ERROR_FILE);
  CHECK_TEXT(pl_context_error(w.ctx)->message, "piece 0");
  CHECK(pl_context_error(w.ctx)->status == PL_ERROR_FILE);
  pl_context_destroy(w.ctx);
}

TEST(parallel_keeps_an_earlier_failure) {
  static work w;
  w.ctx = context_with(4);
  w.fail_every = 1;
  pl_fail(w.ctx, PL_ERROR_FILE, NULL, NULL, "before");
  CHECK(pl_parallel_for(w.ctx, N_PIECE, body, &w) == PL_ERROR_INPUT);
  CHECK_TEXT(pl_context_error(w.ctx)->message, "before");
  // After the loop the ranking of pieces is over: the first failure wins again.
  pl_context_clear_error(w.ctx);
  CHECK(pl_parallel_for(w.ctx, N_PIECE, body, &w) == PL_ERROR_INPUT);
  pl_fail(w.ctx, PL_ERROR_FILE, NULL, NULL, "after");
  CHECK_TEXT(pl_context_error(w.ctx)->message, "piece 0");
  pl_context_destroy(w.ctx);
}

static pl_status count_nested(void *user, int i, int worker) {
  work *w = user;
  if (omp_get_num_threads() > 1 && worker != omp_get_thread_num()) atomic_fetch_add(&w->n_fault, 1);
  atomic_fetch_add(&w->n_run[i], 1);
  return PL_OK;
}

static pl_status nest(void *user, int i, int worker) {
  (void)i;
  (void)worker;
  work *w = user;
  return pl_parallel_for(w->ctx, 10, count_nested, w);
}

TEST(parallel_nested_loops_run_serially) {
  static work w;
  w.ctx = context_with(4);
  CHECK(pl_parallel_for(w.ctx, 30, nest, &w) == PL_OK);
  for (int i = 0; i < 10; i++) CHECK(w.n_run[i] == 30);
  CHECK(w.n_fault == 0);
  pl_context_destroy(w.ctx);
}

TEST(parallel_nothing_to_do) {
  static work w;
  w.ctx = context_with(4);
  CHECK(pl_parallel_for(w.ctx, 0, body, &w) == PL_OK);
  CHECK(pl_parallel_for(w.ctx, 1, body, &w) == PL_OK);
  CHECK(w.n_run[0] == 1 && w.n_run[1] == 0);
  pl_context_destroy(w.ctx);
}

TEST(parallel_works_when_openmp_is_switched_off) {
  static work w;
  w.ctx = context_with(4);
  omp_set_max_active_levels(0);
  w.fail_from = 100, w.fail_every = 3;
  CHECK(pl_parallel_for(w.ctx, N_PIECE, body, &w) == PL_ERROR_INPUT);
  CHECK_TEXT(pl_context_error(w.ctx)->message, "piece 100");
  omp_set_max_active_levels(1);
  pl_context_destroy(w.ctx);
}
