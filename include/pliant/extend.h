// extend.h: the extender's header: what code that adds laws, protocols, exporters or commands needs beyond the user's headers.
//
// Here: failures with their place, log and progress, memory and arenas. Texts, files and names are in extend/text.h, dimensions and
// quantities in extend/unit.h. The JSON writer is in extend/json.h, option rows in extend/option.h. A program that only uses the library needs none of them.
#ifndef PLIANT_EXTEND_H
#define PLIANT_EXTEND_H

#include <pliant/base.h>
#include <stdarg.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- failures, log, progress ----

// A place in an input file; all fields may be empty. Borrowed strings.
typedef struct pl_where {
  const char *file;
  int line, column;
  const char *key;
} pl_where;

// The id of a failure, written before its message: pl_fail(ctx, status, where, hint, PL_ID("csv.no-rows") "no rows of numbers").
#define PL_ID(id) "\x1f" id "\x1f"
// Records a failure and returns its status: return pl_fail(ctx, PL_ERROR_INPUT, where, "leave it out", "width = %g m, must be > 0", w). The
// first failure is kept until the error is cleared, so that a consequence never hides its cause.
PL_API pl_status pl_fail(pl_context *ctx, pl_status status, const pl_where *where, const char *hint, const char *format, ...)
    PL_PRINTF(5, 6);
PL_API void pl_log(pl_context *ctx, pl_log_level level, const char *format, ...) PL_PRINTF(3, 4);
// False when the user requested a stop; callers then save their partial result and return PL_ERROR_INTERRUPTED.
PL_API bool pl_progress(pl_context *ctx, const char *stage, double fraction, const char *format, ...) PL_PRINTF(4, 5);

// ---- memory ----

// Zeroed memory; NULL with PL_ERROR_MEMORY recorded on failure.
PL_API void *pl_alloc(pl_context *ctx, size_t count, size_t size);
PL_API void *pl_realloc(pl_context *ctx, void *old, size_t count, size_t size);

// An arena: memory that is freed all at once. Objects with many parts own one.
typedef struct pl_arena pl_arena;
PL_API pl_arena *pl_arena_create(pl_context *ctx);
PL_API void pl_arena_destroy(pl_arena *arena);
PL_API void *pl_arena_alloc(pl_arena *arena, size_t count, size_t size);  // zeroed, aligned to 64 bytes
PL_API char *pl_arena_text(pl_arena *arena, const char *text);            // a copy
PL_API char *pl_arena_printf(pl_arena *arena, const char *format, ...) PL_PRINTF(2, 3);
PL_API pl_context *pl_arena_context(const pl_arena *arena);

// ---- control flow ----

// PL_TRY for functions that own resources and have a local `status` and a label `cleanup`.
#define PL_TRY_CLEAN(call)             \
  do {                                 \
    status = (call);                   \
    if (status != PL_OK) goto cleanup; \
  } while (0)

// Programmer errors only. Kept in release builds: their cost is negligible next to a factorisation.
typedef void (*pl_assert_hook)(const char *file, int line, const char *condition);
PL_API void pl_set_assert_hook(pl_assert_hook hook);  // NULL: print and abort
PL_API void pl_assert_failed(const char *file, int line, const char *condition);
#define PL_ASSERT(condition) ((condition) ? (void)0 : pl_assert_failed(__FILE__, __LINE__, #condition))

#ifdef __cplusplus
}
#endif
#endif
