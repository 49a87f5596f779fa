// colours.h: the colours of figures and rendered pictures, equal to the page's (web/src/style.css, web/src/colours.ts; a test compares
// them). One meaning per colour: ink is measured, 1 (blue) predicted by the fit, 2 (vermilion) predicted and held out. Loading and
// unloading are 3 and 4. Okabe and Ito's palette is distinguishable for colour-blind readers.
#ifndef PL_REPORT_FIGURE_COLOURS_H
#define PL_REPORT_FIGURE_COLOURS_H

// sRGB, 0..1. 0: ink, 1 .. 6: palette.
enum { PL_N_COLOUR = 7 };
void pl__colour(int index, double rgb[3]);
// Scales for t in 0..1.
typedef enum pl_colour_scale {
  PL_SCALE_SIZE,    // from dark to light: sizes
  PL_SCALE_STRAIN,  // from blue over grey to orange: compression and extension, 0.5 is zero
  PL_SCALE_SIGN     // from dark orange over white to dark blue: correlations and entries of tensors, 0.5 is zero; lightness shows the size
} pl_colour_scale;
void pl__colour_scale(pl_colour_scale scale, double t, double rgb[3]);

#endif
