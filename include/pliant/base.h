// base.h: status codes, errors, the context, log and progress. Part of the headers for users; extend.h serves code that extends the
// library.
//
// A function that can fail on bad input or for want of a resource returns a pl_status. The context then holds the full record: file, line,
// key, message, hint.
// A numerical outcome (not converged, bound active, not positive definite) is never a status: it is a field of a report.
// The library never prints and never exits.
#ifndef PLIANT_BASE_H
#define PLIANT_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define PL_API __attribute__((visibility("default")))
#define PL_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#else
#define PL_API
#define PL_PRINTF(fmt, args)
#endif

#ifdef __cplusplus
extern "C" {
#endif

// One row per status: enumerator, short text.
#define PL_STATUS_LIST(X)                            \
  X(PL_OK, "ok")                                     \
  X(PL_ERROR_MEMORY, "out of memory")                \
  X(PL_ERROR_FILE, "file cannot be read or written") \
  X(PL_ERROR_PARSE, "not well formed")               \
  X(PL_ERROR_INPUT, "bad input")                     \
  X(PL_ERROR_UNIT, "missing or wrong unit")          \
  X(PL_ERROR_USAGE, "wrong usage")                   \
  X(PL_ERROR_INTERRUPTED, "interrupted")             \
  X(PL_ERROR_INTERNAL, "internal error")

typedef enum pl_status {
#define X(name, text) name,
  PL_STATUS_LIST(X)
#undef X
} pl_status;

PL_API const char *pl_status_text(pl_status status);

// The record of the last failure. Empty strings and zeros mean "does not apply".
typedef struct pl_error {
  pl_status status;
  char file[512];      // as the user named it
  int line, column;    // 1-based, 0 if unknown
  char key[128];       // dotted path of the field, "tests[0].force"
  char id[64];         // id of the message, "csv.cell-empty"; unchanged when the wording changes; "" if it has none
  char message[2048];  // what is wrong, with the value and what was expected
  char hint[512];      // the remedy
} pl_error;

typedef enum pl_log_level { PL_LOG_DEBUG, PL_LOG_INFO, PL_LOG_WARNING } pl_log_level;

// Called with complete lines, without a newline. May be called from worker threads, one call at a time.
typedef void (*pl_log_sink)(void *user, pl_log_level level, const char *line);

// Called during long work; fraction in [0, 1], or < 0 when unknown. Return false to request an interruption.
// An evaluation of many examples calls it repeatedly with the same stage and detail, from worker threads, one call at a time.
// The fraction is then the share of examples finished.
typedef bool (*pl_progress_sink)(void *user, const char *stage, double fraction, const char *detail);

// All allocation goes through this function, so that tests can count calls and make the n-th fail. size = 0 frees; otherwise like realloc.
typedef void *(*pl_allocator)(void *user, void *old, size_t size);

typedef struct pl_context pl_context;

typedef struct pl_context_options {
  pl_allocator allocate;  // NULL: malloc
  void *allocate_user;
  pl_log_sink log;  // NULL: silent
  void *log_user;
  pl_progress_sink progress;  // NULL: none
  void *progress_user;
  int n_thread;  // worker threads for independent examples; 0: all cores
} pl_context_options;

PL_API pl_context_options pl_context_options_default(void);
// NULL only when memory is exhausted.
PL_API pl_context *pl_context_create(const pl_context_options *options);
PL_API void pl_context_destroy(pl_context *ctx);
PL_API const pl_error *pl_context_error(const pl_context *ctx);
PL_API void pl_context_clear_error(pl_context *ctx);
PL_API int pl_context_threads(const pl_context *ctx);
// "file:line: key: message; hint" in one line, into the caller's buffer.
PL_API void pl_error_format(const pl_error *error, char *text, size_t size);

// Details of long work beyond stage and fraction. For progress sinks only: the texts belong to the context and change with the next report.
typedef struct pl_progress_state {
  const char *task;               // "stvk, linear": one of several pieces of work; "" when there is only one
  int n_task_done, n_task;        // tasks finished, tasks in all; 0, 0 when there is only one
  double fraction;                // of the stage; < 0 when its extent is unknown: the examples then belong to one evaluation among many
  int n_example_done, n_example;  // frames finished in the evaluation under way; n_example = 0: nothing is counted
} pl_progress_state;
PL_API pl_progress_state pl_context_progress(const pl_context *ctx);

// Frees a text or an array that a library function returned to the caller. NULL is allowed.
PL_API void pl_free(pl_context *ctx, void *memory);

// Propagate a failure: PL_TRY(step(ctx));
#define PL_TRY(call)                                    \
  do {                                                  \
    pl_status pl_try_status_ = (call);                  \
    if (pl_try_status_ != PL_OK) return pl_try_status_; \
  } while (0)

PL_API const char *pl_version(void);

#ifdef __cplusplus
}
#endif
#endif
