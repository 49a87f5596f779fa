// record.h: what a reader adds to a measurement besides values: notes, and the files read with their hashes.
#ifndef PL_MEASURE_RECORD_H
#define PL_MEASURE_RECORD_H

#include "measure/protocol.h"

// "TEST: text", copied.
pl_status pl__record_note(pl_measurement *m, const char *test, const char *format, ...) PL_PRINTF(3, 4);
// Records a file that was read; only once.
pl_status pl__record_input(pl_context *ctx, pl_measurement *m, const char *path);
// Many files as one input: the hash is that of their hashes, in order.
pl_status pl__record_inputs(pl_context *ctx, pl_measurement *m, const char *name, int n_path, const char *const *path);

// "specimen": {"name": ..} of a test or, as default, at the top of the file: tests of one name, in any file, are of one specimen. *name is
// copied, and kept when none is given.
pl_status pl__specimen_name(pl_context *ctx, pl_measurement *m, pl_json *test, pl_json *root, const char **name);
void pl__specimen_write(pl_json_writer *w, const pl_test *test);

#endif
