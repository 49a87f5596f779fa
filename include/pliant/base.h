// base.h: status codes, errors, the context, memory, log and progress.
//
// Every function that can meet bad input or run out of a resource returns a pl_status and leaves a full record
// (file, line, key, message, hint) in the context. A numerical outcome (not converged, bound active, not positive
// definite) is never a status: it is a field of a report. The library never prints and never exits.
#ifndef PLIANT_BASE_H
#define PLIANT_BASE_H

#include <stdarg.h>
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
  char id[64];         // of its sentence, "csv.cell-empty"; stays when the wording changes; "" where it has none
  char message[1024];  // what is wrong, with the value and what was expected
  char hint[512];      // the remedy
} pl_error;

typedef enum pl_log_level { PL_LOG_DEBUG, PL_LOG_INFO, PL_LOG_WARNING } pl_log_level;

// Called with complete lines, without a newline. May be called from worker threads, one call at a time.
typedef void (*pl_log_sink)(void *user, pl_log_level level, const char *line);

// Called as long work proceeds; fraction in [0, 1], or < 0 when unknown. Return false to ask for an interruption. An evaluation of many examples
// calls it again with the same stage and detail, from worker threads, one call at a time: the fraction is then the share of examples finished.
typedef bool (*pl_progress_sink)(void *user, const char *stage, double fraction, const char *detail);

// All allocation passes here, so that tests can count calls and fail the n-th. size = 0 frees; like realloc otherwise.
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

PL_API const char *pl_version(void);

// ---- for code inside the library and for extensions ----

// Where something was said in an input file; all fields may be empty. Borrowed strings.
typedef struct pl_where {
  const char *file;
  int line, column;
  const char *key;
} pl_where;

// The id of a failure, ahead of its message: pl_fail(ctx, status, where, hint, PL_ID("csv.no-rows") "no rows of numbers").
#define PL_ID(id) "\x1f" id "\x1f"
// Record a failure and return its status: return pl_fail(ctx, PL_ERROR_INPUT, where, "leave it out", "width = %g m, must be > 0", w);
// The first failure wins until the error is cleared, so that a consequence never hides its cause.
PL_API pl_status pl_fail(pl_context *ctx, pl_status status, const pl_where *where, const char *hint, const char *format, ...)
    PL_PRINTF(5, 6);
PL_API void pl_log(pl_context *ctx, pl_log_level level, const char *format, ...) PL_PRINTF(3, 4);
// False when the user asked to stop; callers then return PL_ERROR_INTERRUPTED after saving what they have.
PL_API bool pl_progress(pl_context *ctx, const char *stage, double fraction, const char *format, ...) PL_PRINTF(4, 5);

// Zeroed memory; NULL with PL_ERROR_MEMORY recorded on failure. pl_free(NULL) is allowed.
PL_API void *pl_alloc(pl_context *ctx, size_t count, size_t size);
PL_API void *pl_realloc(pl_context *ctx, void *old, size_t count, size_t size);
PL_API void pl_free(pl_context *ctx, void *memory);

// An arena: memory that is freed all at once. Objects with many parts own one.
typedef struct pl_arena pl_arena;
PL_API pl_arena *pl_arena_create(pl_context *ctx);
PL_API void pl_arena_destroy(pl_arena *arena);
PL_API void *pl_arena_alloc(pl_arena *arena, size_t count, size_t size);  // zeroed, aligned to 64 bytes
PL_API char *pl_arena_text(pl_arena *arena, const char *text);            // a copy
PL_API char *pl_arena_printf(pl_arena *arena, const char *format, ...) PL_PRINTF(2, 3);
PL_API pl_context *pl_arena_context(const pl_arena *arena);

// Propagate a failure: PL_TRY(step(ctx));
#define PL_TRY(call)                                    \
  do {                                                  \
    pl_status pl_try_status_ = (call);                  \
    if (pl_try_status_ != PL_OK) return pl_try_status_; \
  } while (0)

// The same inside functions that own resources and have a local `status` and a label `cleanup`.
#define PL_TRY_CLEAN(call)             \
  do {                                 \
    status = (call);                   \
    if (status != PL_OK) goto cleanup; \
  } while (0)

// Programmer errors only. Kept in release builds: they cost nothing next to a factorisation.
typedef void (*pl_assert_hook)(const char *file, int line, const char *condition);
PL_API void pl_set_assert_hook(pl_assert_hook hook);  // NULL: print and abort
PL_API void pl_assert_failed(const char *file, int line, const char *condition);
#define PL_ASSERT(condition) ((condition) ? (void)0 : pl_assert_failed(__FILE__, __LINE__, #condition))

#ifdef __cplusplus
}
#endif
#endif
