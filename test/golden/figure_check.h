// figure_check.h: the figures of a result as files of a folder.
#ifndef FIGURE_CHECK_H
#define FIGURE_CHECK_H

// Draws the figures of a result folder as SVG into the folder `figs` of the test. Each must be well-formed and hold no number that is not
// finite. Returns how many have names that begin so.
int figures_beginning(const char *result, const char *prefix);

#endif
