// polyline.h: labelled points in order as a polyline: its length without label noise, and its self-intersections.
#ifndef PL_MEASURE_LABEL_POLYLINE_H
#define PL_MEASURE_LABEL_POLYLINE_H

#include <stdbool.h>

// Length of x[n][2] in steps of at least `shortest`, so that noise does not lengthen it; m.
double pl__polyline_length(int n, const double *x, double shortest);
// The first two segments i < j that cross, from x[i] to x[i + 1] and from x[j] to x[j + 1]. More than `loop` of line must lie between them,
// and they must cross by more than `depth`: adjacent turns may cross by label noise.
bool pl__polyline_crossing(int n, const double *x, double loop, double depth, int *i, int *j);

#endif
