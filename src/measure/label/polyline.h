// polyline.h: labelled points in order as a line: its length without the jitter of the labels, and where it crosses itself.
#ifndef PL_MEASURE_LABEL_POLYLINE_H
#define PL_MEASURE_LABEL_POLYLINE_H

#include <stdbool.h>

// Length of x[n][2] in steps of at least `shortest`, so that noise does not lengthen it.
double pl__polyline_length(int n, const double *x, double shortest);
// The first two steps i < j that cross, from x[i] to x[i + 1] and from x[j] to x[j + 1], with more than `loop` of line between them and by more
// than `depth`: two turns that touch may cross by the noise of their labels.
bool pl__polyline_crossing(int n, const double *x, double loop, double depth, int *i, int *j);

#endif
