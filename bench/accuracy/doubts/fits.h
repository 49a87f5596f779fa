// fits.h: what a fit of right data says about units and sizes, by itself and by its verdict.
#ifndef PL_BENCH_DOUBTS_FITS_H
#define PL_BENCH_DOUBTS_FITS_H

#include "bench/accuracy/doubts/folder.h"

typedef struct fit_words {
  bool failed;       // no fit: the data or the model were refused
  bool counted;      // the verdict counts a doubt of the files, or readings that contradict each other
  bool advised;      // some warning of the fit advises to check a unit or a size
  const char *said;  // id of the first such warning, or of the verdict's; NULL: nothing
} fit_words;

// A fit with few iterations and no search for a further test. The verdict's other reasons do not matter.
// PL_ERROR_MEMORY alone is an error.
pl_status fit_words_of(pl_context *ctx, pl_measurement *m, fit_words *out);

#endif
