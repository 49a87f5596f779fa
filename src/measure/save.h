// save.h: shared by the writers of experiment files.
#ifndef PL_MEASURE_SAVE_H
#define PL_MEASURE_SAVE_H

#include "measure/protocol.h"

// Writes the common head: format, protocol, name, density.
void pl__experiment_head(pl_json_writer *w, const pl_measurement *m);

// An experiment being written into a folder. The files of its tests come first, then the experiment file with its head and the entries that
// `tests` adds.
typedef struct pl__saver {
  pl_context *ctx;
  pl_arena *arena;  // freed when it is written
  const char *directory;
  pl_json_writer *w;
  const pl_measurement *m;
  const char **file;  // [n_test], names of files or folders used so far, initially empty
} pl__saver;
pl_status pl__experiment_save(pl_context *ctx, const char *directory, const pl_measurement *m,
                              pl_status (*tests)(const pl__saver *s, const void *user), const void *user);

// A file name for a test, with an extension: valid on every file system, different from those of the tests before it.
const char *pl__test_file_name(pl_arena *arena, const pl_measurement *m, int test, const char *const *taken, const char *ending);

#endif
