// plant.h: one wrong unit, column or direction, as people make them, planted into an experiment that was right.
#ifndef PL_BENCH_DOUBTS_PLANT_H
#define PL_BENCH_DOUBTS_PLANT_H

#include "bench/accuracy/doubts/folder.h"

typedef enum plant_where {
  PLANT_TABLES,     // units of columns, in the headers of all tables or in "columns"
  PLANT_ONE_TABLE,  // the same of one table alone, where there are several
  PLANT_SIZES,      // sizes of the specimen in the experiment file
  PLANT_VALUES,     // every quantity of this unit in the experiment file
  PLANT_COLUMNS,    // names of the first two columns of every table exchanged
  PLANT_DIRECTIONS  // "warp" and "weft" of "direction" exchanged
} plant_where;

typedef struct plant {
  const char *kind;  // "displacement or length column x 1000 (mm read as m)"
  plant_where where;
  const char *from, *to;  // units
  double sure;            // the share that must be found, 0: reported only
} plant;

extern const plant planted[];
extern const int n_planted;

// false: this error cannot be made in this experiment.
pl_status plant_into(pl_arena *arena, const folder *f, const plant *p, folder *out, bool *changed);

#endif
