// drawing.c: how channels are drawn, as words of fit.json. Figures, terminal and page decide by them, never by the name of a channel.
#include "measure/measurement.h"

static const char *const names[PL_DRAWINGS] = {
    [PL_DRAW_CURVE] = "curve",    [PL_DRAW_NUMBERS] = "numbers",         [PL_DRAW_LINE] = "line",
    [PL_DRAW_SIDE] = "side-line", [PL_DRAW_END] = "end-point",           [PL_DRAW_CHORD] = "chord",
    [PL_DRAW_LABELS] = "labels",  [PL_DRAW_FORCES] = "forces",           [PL_DRAW_TORQUES] = "torques",
    [PL_DRAW_PLACES] = "places",  [PL_DRAW_CLIP_FORCES] = "clip-forces", [PL_DRAW_SURFACE] = "surface",
    [PL_DRAW_NOT] = "not-drawn",
};

const char *pl_drawing_name(pl_drawing drawing) { return names[drawing]; }
