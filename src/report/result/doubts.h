// doubts.h: what the readers of the files doubt about the tests that were fitted. A wrong unit or column gives well determined parameters of
// another material: such a fit is not called good.
#ifndef PL_REPORT_RESULT_DOUBTS_H
#define PL_REPORT_RESULT_DOUBTS_H

#include "base/text.h"
#include "estimate/problem/fit.h"

// Is this of any fitted test doubted (pl_suspicion.doubt): a unit or size, a column, a direction, a reading? The second: any of them.
bool pl__fit_doubts(const pl_fit *fit, pl_doubt doubt);
bool pl__fit_doubted(const pl_fit *fit);
// "the units or sizes of warp and weft": the subject of a sentence.
void pl__add_doubt(const pl_fit *fit, pl_doubt doubt, pl_text *out);

#endif
