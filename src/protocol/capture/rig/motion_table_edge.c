// motion_table_edge.c: the cloth is pushed over the edge of a table and bends under its own weight (thesis 3.2.2).
//
// No clips: the table holds the cloth on it. The overhang grows from 20 % to 80 % of the side.
#include "protocol/capture/rig/motion_rows.h"

const pl_motion_row pl_motion_table_edge = {
    .name = "table-edge",
    .help = "pushed over the edge of a table step by step, bending under its own weight",
    .directed = true,
    .n_way = 2,
    .way = {0.2, 0.8},
    .cycles = 1,
};
