// measurement.h: measured data, read from an experiment file (docs/formats.md) or made by a virtual test (simulate.h).
//
// A measurement is a list of tests of one protocol ("tensile", "disk-push", "capture"). A test has channels with one or more values per
// frame. It is constant once it exists, so several threads may read it. All numbers are SI.
#ifndef PLIANT_MEASUREMENT_H
#define PLIANT_MEASUREMENT_H

#include <pliant/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pl_measurement pl_measurement;

// Reads the experiment file and the curves it names (relative to its folder). The caller destroys the measurement.
// On failure *measurement is NULL and the context's error gives file, line, key and remedy.
PL_API pl_status pl_measurement_load(pl_context *ctx, const char *path, pl_measurement **measurement);
PL_API void pl_measurement_destroy(pl_measurement *measurement);  // NULL is allowed
// Writes DIRECTORY/experiment.json and one CSV per test; loading them gives the same numbers. The folder is created if needed.
PL_API pl_status pl_measurement_save(pl_context *ctx, const char *directory, const pl_measurement *measurement);

// Texts and arrays below belong to the measurement and live as long as it does.
PL_API const char *pl_measurement_name(const pl_measurement *measurement);      // name of the fabric or experiment
PL_API const char *pl_measurement_protocol(const pl_measurement *measurement);  // "tensile"
PL_API int pl_measurement_test_count(const pl_measurement *measurement);
PL_API const char *pl_measurement_test_name(const pl_measurement *measurement, int test);  // 0 <= test < count
PL_API int pl_measurement_frame_count(const pl_measurement *measurement, int test);
// Values of a channel ("displacement", "force", ...; docs/protocols), SI, [frame count][*width]; NULL if it was not measured or does not
// exist. width may be NULL. It is 1 except for captures.
PL_API const double *pl_measurement_channel(const pl_measurement *measurement, int test, const char *channel, int *width);
// A summary of the measurement, as `pliant check` prints it: lines of UTF-8 text. The caller frees *text with pl_free(ctx, text).
PL_API pl_status pl_measurement_text(pl_context *ctx, const pl_measurement *measurement, char **text);

// The same. full: describes every test at length, not only the first.
PL_API pl_status pl_measurement_text_all(pl_context *ctx, const pl_measurement *measurement, bool full, char **text);
// n measurements as one JSON object, as `pliant check --json` prints it. The caller frees *text with pl_free.
PL_API pl_status pl_measurements_json(pl_context *ctx, int n, pl_measurement *const *measurement, char **text);
// True if no test is for fitting: all are only predicted and scored.
PL_API bool pl_measurement_only_scored(const pl_measurement *measurement);

// ---- protocols: 0 <= index < count; static texts ----

PL_API int pl_protocol_count(void);
PL_API const char *pl_protocol_name(int index);      // "tensile"
PL_API const char *pl_protocol_help(int index);      // one line
PL_API const char *pl_protocol_contents(int index);  // what the user replaces in its template: "curves and sizes"
PL_API int pl_protocol_index(const char *name);      // -1 if there is none
// The protocols for an everyday name of a specimen ("strip"), cut to `size` bytes: "'tensile' (pulled) or 'cantilever' (bent)". False:
// none.
PL_API bool pl_protocols_for(const char *thing, char *text, size_t size);
// Writes a filled-in template of an experiment of this protocol into a folder, which is created; existing files are never overwritten.
PL_API pl_status pl_measurement_new(pl_context *ctx, const char *protocol, const char *directory);

#ifdef __cplusplus
}
#endif
#endif
