// colours.h: the colours of figures and rendered pictures, the same as the page's (web/src/style.css, web/src/colours.ts; a test compares them).
// One meaning per colour everywhere: ink is measured, 1 (blue) predicted by the fit, 2 (vermilion) predicted and held out; 3 and 4 are loading
// and unloading; of signed quantities blue is positive and vermilion negative. Okabe and Ito's palette stays apart for colour-blind readers.
#ifndef PL_REPORT_COLOURS_H
#define PL_REPORT_COLOURS_H

#include <stdbool.h>

// sRGB, 0..1. 0: ink, 1 .. 6: palette.
enum { PL_N_COLOUR = 7 };
void pl__colour(int index, double rgb[3]);
// Scales for t in 0..1: from dark to light for sizes; from blue over grey to orange for signed values (0.5 is zero).
void pl__colour_scale(bool is_signed, double t, double rgb[3]);

#endif
