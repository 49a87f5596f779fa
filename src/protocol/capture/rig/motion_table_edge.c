// motion_table_edge.c: the cloth is pushed over the edge of a table and bends under its own weight (thesis 3.2.2).
//
// No clips: the table holds the cloth on it. The overhang grows from 20 % to 80 % of the extent along the pushed direction. Edges across warp
// and weft determine D11 and D22; one across the bias, at 45 degrees, determines D66 too.
#include "protocol/capture/rig/motion_rows.h"

const pl_motion_row pl_motion_table_edge = {
    .name = "table-edge",
    .help = "pushed over the edge of a table step by step, bending under its own weight",
    .n_direction = 3,
    .n_way = 2,
    .way = {0.2, 0.8},
    .cycles = 1,
};
