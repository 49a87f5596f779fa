// save.h: what the writers of experiment files share.
#ifndef PL_MEASURE_SAVE_H
#define PL_MEASURE_SAVE_H

#include "measure/protocol.h"

// What every experiment file begins with: format, protocol, name, density.
void pl__experiment_head(pl_json_writer *w, const pl_measurement *m);

// An experiment being written into a folder: the file with its head, then what `tests` adds to the list of tests, after the files that go with them.
typedef struct pl__saver {
  pl_context *ctx;
  pl_arena *arena;  // gone when it is written
  const char *directory;
  pl_json_writer *w;
  const pl_measurement *m;
  const char **file;  // [n_test], names of files or folders taken so far, empty to begin with
} pl__saver;
pl_status pl__experiment_save(pl_context *ctx, const char *directory, const pl_measurement *m,
                              pl_status (*tests)(const pl__saver *s, const void *user), const void *user);

// A file name for a test, with an ending: what every file system takes, different from those of the tests before it.
const char *pl__test_file_name(pl_arena *arena, const pl_measurement *m, int test, const char *const *taken, const char *ending);

#endif
