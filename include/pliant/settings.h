// settings.h: every setting of an estimation, a virtual test and an equilibrium, by its name on the command line.
//
// docs/options.md lists them; `pliant fit --help` prints the names. Solver settings whose name occurs in another table begin with
// "solver-": "solver-max-iterations". The number of worker threads belongs to the context.
#ifndef PLIANT_SETTINGS_H
#define PLIANT_SETTINGS_H

#include <pliant/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pl_settings pl_settings;

// What the settings apply to.
typedef enum pl_settings_kind {
  PL_SETTINGS_FIT,    // estimation, virtual experiments, equilibria
  PL_SETTINGS_PLOT,   // figures of a result (report.h)
  PL_SETTINGS_RENDER  // pictures of shapes (report.h)
} pl_settings_kind;

// Like pl_settings_create, for any kind of settings.
PL_API pl_status pl_settings_create_for(pl_context *ctx, pl_settings_kind kind, pl_settings **settings);
// All defaults. The caller destroys them. Functions that take settings copy what they need; NULL means the defaults.
PL_API pl_status pl_settings_create(pl_context *ctx, pl_settings **settings);
PL_API void pl_settings_destroy(pl_settings *settings);  // NULL is allowed
// Sets a value as a user writes it, with its unit if it has one: ("segments", "4"), ("model", "convex"), ("force-tolerance", "1e-9 N").
// An unknown name or a value out of range fails with a message that names the expected values; the settings are then unchanged.
PL_API pl_status pl_settings_set(pl_settings *settings, const char *name, const char *text);
// The current value as text, cut to `size` bytes including the NUL. False if there is no such setting.
PL_API bool pl_settings_get(const pl_settings *settings, const char *name, char *text, size_t size);

// True if the setting still has its default value, or if there is no such setting.
PL_API bool pl_settings_is_default(const pl_settings *settings, const char *name);

// Number of settings of the kind PL_SETTINGS_FIT.
PL_API int pl_settings_count(void);
// Writes the name into the caller's buffer (48 bytes are enough) and returns one sentence of help (static text). 0 <= index < count.
PL_API const char *pl_settings_help(int index, char *name, size_t size);

#ifdef __cplusplus
}
#endif
#endif
