// context.c: the error record, the log and progress sinks, and all allocation.
//
// Invariants:
// 1. error.status != PL_OK exactly when a failure is recorded; the first one stays until cleared (but see context.h on pieces).
// 2. `error_lock` guards the record, `sink_lock` the two sinks; neither is held while the other is taken, so a sink may call pl_fail.
#include "base/context.h"

#include <omp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/progress.h"
#include "base/timer.h"

enum { MAX_THREAD = 1024, NO_PIECE = -1 };

struct pl_context {
  pl_context_options options;
  pthread_mutex_t error_lock, sink_lock;
  pl_error error;
  int error_piece;   // piece of the recorded failure; NO_PIECE when it happened outside parallel loops
  bool in_parallel;  // a pl_parallel_for is running
  int n_thread;
  int *piece;  // [n_thread], the piece each worker is at
  // progress.h; sink_lock guards the texts
  char task[96], stage[96], detail[512];
  int n_task_done, n_task;
  double fraction;
  atomic_int n_example, n_example_done;
  atomic_bool listens, stopped;  // pl_progress_listen; the sink has requested a stop since
  _Atomic double asked;          // s, pl_seconds() of the last poll
};

static void *allocate_default(void *user, void *old, size_t size) {
  (void)user;
  if (size > 0) return realloc(old, size);
  free(old);
  return NULL;
}

pl_context_options pl_context_options_default(void) { return (pl_context_options){0}; }

// OpenBLAS uses all cores by default; our threads are for examples. Weak: another BLAS may lack this function.
#if defined(__GNUC__)
extern void openblas_set_num_threads(int n_thread) __attribute__((weak));
static void one_blas_thread(void) {
  if (openblas_set_num_threads) openblas_set_num_threads(1);
}
#else
static void one_blas_thread(void) {}
#endif

pl_context *pl_context_create(const pl_context_options *options) {
  one_blas_thread();
  pl_context_options chosen = options != NULL ? *options : pl_context_options_default();
  if (chosen.allocate == NULL) chosen.allocate = allocate_default;
  int n_thread = chosen.n_thread > 0 ? chosen.n_thread : omp_get_num_procs();
  if (n_thread < 1) n_thread = 1;
  if (n_thread > MAX_THREAD) n_thread = MAX_THREAD;

  // The context and its pieces are one block: there is one allocation to fail.
  size_t size = sizeof(pl_context) + (size_t)n_thread * sizeof(int);
  pl_context *ctx = chosen.allocate(chosen.allocate_user, NULL, size);
  if (ctx == NULL) return NULL;
  memset(ctx, 0, size);
  ctx->options = chosen;
  ctx->n_thread = n_thread;
  ctx->piece = (int *)(void *)(ctx + 1);
  ctx->error_piece = NO_PIECE;
  if (pthread_mutex_init(&ctx->error_lock, NULL) != 0) goto fail_first;
  if (pthread_mutex_init(&ctx->sink_lock, NULL) != 0) goto fail_second;
  return ctx;

fail_second:
  pthread_mutex_destroy(&ctx->error_lock);
fail_first:
  chosen.allocate(chosen.allocate_user, ctx, 0);
  return NULL;
}

void pl_context_destroy(pl_context *ctx) {
  if (ctx == NULL) return;
  pthread_mutex_destroy(&ctx->error_lock);
  pthread_mutex_destroy(&ctx->sink_lock);
  ctx->options.allocate(ctx->options.allocate_user, ctx, 0);
}

const pl_error *pl_context_error(const pl_context *ctx) { return &ctx->error; }

void pl_context_clear_error(pl_context *ctx) {
  pthread_mutex_lock(&ctx->error_lock);
  memset(&ctx->error, 0, sizeof ctx->error);
  ctx->error_piece = NO_PIECE;
  pthread_mutex_unlock(&ctx->error_lock);
}

int pl_context_threads(const pl_context *ctx) { return ctx->n_thread; }

// ---- failures ----

void pl__context_enter_parallel(pl_context *ctx) {
  pthread_mutex_lock(&ctx->error_lock);
  ctx->in_parallel = true;
  pthread_mutex_unlock(&ctx->error_lock);
}

// Each worker writes only its own entry, and only the same worker reads it.
void pl__context_set_piece(pl_context *ctx, int worker, int piece) { ctx->piece[worker] = piece; }

void pl__context_leave_parallel(pl_context *ctx) {
  pthread_mutex_lock(&ctx->error_lock);
  ctx->in_parallel = false;
  ctx->error_piece = NO_PIECE;
  pthread_mutex_unlock(&ctx->error_lock);
}

static void copy_text(char *target, size_t size, const char *source) {
  if (source == NULL) source = "";
  size_t n = strlen(source);
  if (n >= size) {
    // Cut before a UTF-8 character, not inside it.
    n = size - 1;
    while (n > 0 && ((unsigned char)source[n] & 0xC0) == 0x80) n--;
  }
  memcpy(target, source, n);
  target[n] = '\0';
}

// Removes PL_ID from a message that may have words before it; "" if it has none.
static void take_id(char *message, char *id, size_t size) {
  char *begin = strchr(message, PL_ID("")[0]), *end = begin ? strchr(begin + 1, PL_ID("")[0]) : NULL;
  id[0] = '\0';
  if (!end) return;
  *end = '\0';
  copy_text(id, size, begin + 1);
  memmove(begin, end + 1, strlen(end + 1) + 1);
}

pl_status pl_fail(pl_context *ctx, pl_status status, const pl_where *where, const char *hint, const char *format, ...) {
  PL_ASSERT(status != PL_OK);
  if (ctx == NULL) return status;
  char message[sizeof ctx->error.message], id[sizeof ctx->error.id];
  va_list args;
  va_start(args, format);
  vsnprintf(message, sizeof message, format, args);
  va_end(args);
  take_id(message, id, sizeof id);

  pthread_mutex_lock(&ctx->error_lock);
  int worker = omp_get_thread_num();
  int piece = ctx->in_parallel && worker < ctx->n_thread ? ctx->piece[worker] : NO_PIECE;
  bool empty = ctx->error.status == PL_OK;
  if (empty || (piece != NO_PIECE && ctx->error_piece != NO_PIECE && piece < ctx->error_piece)) {
    memset(&ctx->error, 0, sizeof ctx->error);
    ctx->error.status = status;
    ctx->error_piece = piece;
    if (where != NULL) {
      copy_text(ctx->error.file, sizeof ctx->error.file, where->file);
      copy_text(ctx->error.key, sizeof ctx->error.key, where->key);
      ctx->error.line = where->line;
      ctx->error.column = where->column;
    }
    copy_text(ctx->error.id, sizeof ctx->error.id, id);
    copy_text(ctx->error.message, sizeof ctx->error.message, message);
    copy_text(ctx->error.hint, sizeof ctx->error.hint, hint);
  }
  pthread_mutex_unlock(&ctx->error_lock);
  return status;
}

// ---- log and progress ----

void pl_log(pl_context *ctx, pl_log_level level, const char *format, ...) {
  if (ctx == NULL || ctx->options.log == NULL) return;
  char text[2048];
  va_list args;
  va_start(args, format);
  int n = vsnprintf(text, sizeof text, format, args);
  va_end(args);
  if (n >= (int)sizeof text) memcpy(text + sizeof text - 4, "...", 4);

  // The sink gets one line at a time, and the lines of one call stay together.
  pthread_mutex_lock(&ctx->sink_lock);
  char *line = text;
  do {
    char *end = strchr(line, '\n');
    if (end != NULL) *end = '\0';
    ctx->options.log(ctx->options.log_user, level, line);
    line = end != NULL && end[1] != '\0' ? end + 1 : NULL;
  } while (line != NULL);
  pthread_mutex_unlock(&ctx->sink_lock);
}

bool pl_progress(pl_context *ctx, const char *stage, double fraction, const char *format, ...) {
  if (ctx == NULL || ctx->options.progress == NULL) return true;
  char detail[512] = "";
  if (format != NULL) {
    va_list args;
    va_start(args, format);
    vsnprintf(detail, sizeof detail, format, args);
    va_end(args);
  }
  pthread_mutex_lock(&ctx->sink_lock);
  copy_text(ctx->stage, sizeof ctx->stage, stage);
  copy_text(ctx->detail, sizeof ctx->detail, detail);
  ctx->fraction = fraction;
  bool go_on = ctx->options.progress(ctx->options.progress_user, stage, fraction, detail);
  pthread_mutex_unlock(&ctx->sink_lock);
  return go_on;
}

pl_progress_state pl_context_progress(const pl_context *ctx) {
  return (pl_progress_state){
      ctx->task, ctx->n_task_done, ctx->n_task, ctx->fraction, atomic_load(&ctx->n_example_done), atomic_load(&ctx->n_example)};
}

void pl_progress_task(pl_context *ctx, int done, int n, const char *name) {
  pthread_mutex_lock(&ctx->sink_lock);
  copy_text(ctx->task, sizeof ctx->task, name);
  ctx->n_task_done = done;
  ctx->n_task = n;
  pthread_mutex_unlock(&ctx->sink_lock);
}

void pl_progress_examples(pl_context *ctx, int n) {
  atomic_store(&ctx->n_example, n);
  atomic_store(&ctx->n_example_done, 0);
}

void pl_progress_example(pl_context *ctx) {
  int n = atomic_load(&ctx->n_example);
  if (n < 1 || ctx->options.progress == NULL) return;
  int done = atomic_fetch_add(&ctx->n_example_done, 1) + 1;
  if (done > n || (int)(100LL * done / n) == (int)(100LL * (done - 1) / n)) return;
  pthread_mutex_lock(&ctx->sink_lock);
  ctx->options.progress(ctx->options.progress_user, ctx->stage, (double)done / n, ctx->detail);
  pthread_mutex_unlock(&ctx->sink_lock);
}

void pl_progress_listen(pl_context *ctx, bool listen) {
  atomic_store(&ctx->stopped, false);
  atomic_store(&ctx->listens, listen);
}

#define POLL_EVERY 0.1  // s

pl_status pl_progress_poll(pl_context *ctx) {
  if (!atomic_load(&ctx->listens) || ctx->options.progress == NULL) return PL_OK;
  if (atomic_load(&ctx->stopped)) return PL_ERROR_INTERRUPTED;
  double now = pl_seconds(), last = atomic_load(&ctx->asked);
  // only one of the threads polls
  if (now - last < POLL_EVERY || !atomic_compare_exchange_strong(&ctx->asked, &last, now)) return PL_OK;
  pthread_mutex_lock(&ctx->sink_lock);
  int n = atomic_load(&ctx->n_example), done = atomic_load(&ctx->n_example_done);
  bool go_on = ctx->options.progress(ctx->options.progress_user, ctx->stage, n > 0 ? (double)done / n : ctx->fraction, ctx->detail);
  pthread_mutex_unlock(&ctx->sink_lock);
  if (go_on) return PL_OK;
  atomic_store(&ctx->stopped, true);
  return PL_ERROR_INTERRUPTED;
}

// ---- memory ----

static void *fail_memory(pl_context *ctx, size_t count, size_t size) {
  pl_fail(ctx, PL_ERROR_MEMORY, NULL, "free some memory, or use a coarser mesh or fewer frames",
          "out of memory: cannot get %zu items of %zu bytes", count, size);
  return NULL;
}

void *pl_alloc(pl_context *ctx, size_t count, size_t size) {
  if (size != 0 && count > SIZE_MAX / size) return fail_memory(ctx, count, size);
  size_t bytes = count * size > 0 ? count * size : 1;
  void *memory = NULL;
  if (ctx->options.allocate == allocate_default) {
    memory = calloc(1, bytes);  // large blocks come zeroed from the system
  } else {
    memory = ctx->options.allocate(ctx->options.allocate_user, NULL, bytes);
    if (memory != NULL) memset(memory, 0, bytes);
  }
  return memory != NULL ? memory : fail_memory(ctx, count, size);
}

// The old block stays valid on failure. What is added is not zeroed: the old size is not known here.
void *pl_realloc(pl_context *ctx, void *old, size_t count, size_t size) {
  if (old == NULL) return pl_alloc(ctx, count, size);
  if (size != 0 && count > SIZE_MAX / size) return fail_memory(ctx, count, size);
  size_t bytes = count * size > 0 ? count * size : 1;
  void *memory = ctx->options.allocate(ctx->options.allocate_user, old, bytes);
  return memory != NULL ? memory : fail_memory(ctx, count, size);
}

void pl_free(pl_context *ctx, void *memory) {
  if (memory != NULL) ctx->options.allocate(ctx->options.allocate_user, memory, 0);
}
