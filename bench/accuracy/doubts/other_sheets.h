// other_sheets.h: tensile curves of sheets that are not cloth for clothes, by formulas of their kinds.
#ifndef PL_BENCH_DOUBTS_OTHER_SHEETS_H
#define PL_BENCH_DOUBTS_OTHER_SHEETS_H

#include "base/rng.h"
#include "bench/accuracy/doubts/folder.h"

int other_sheet_count(void);
const char *other_sheet_name(int kind);
// One specimen of a kind: stiffness, size, largest strain, noise and whether it was unloaded too are drawn.
pl_status other_sheet(pl_arena *arena, int kind, pl_rng *rng, folder *out);

#endif
