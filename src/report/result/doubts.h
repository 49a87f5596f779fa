// doubts.h: what the readers of the files doubt about the tests that were fitted. Numbers may be determined well and still be those of another cloth,
// when a unit or a column was not what was meant: such a fit is not called good.
#ifndef PL_REPORT_RESULT_DOUBTS_H
#define PL_REPORT_RESULT_DOUBTS_H

#include "base/text.h"
#include "estimate/problem/fit.h"

// Is a unit, a size, a column, a direction or a reading of a fitted test doubted (pl_suspicion.doubt)?
bool pl__fit_doubted(const pl_fit *fit);
// "the units or sizes of warp and weft", `before` ahead of it, for a clause that says they are doubtful. Returns false, having added nothing, when nothing is doubted.
bool pl__add_doubts(const pl_fit *fit, const char *before, pl_text *out);

#endif
