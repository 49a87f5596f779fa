// quick_look.h: the curves of a result folder as small plots on the terminal, from its files alone.
#ifndef PL_TERMINAL_QUICK_LOOK_H
#define PL_TERMINAL_QUICK_LOOK_H

#include "base/json.h"
#include "terminal/terminal.h"

// A few plots of a folder just written, for the end of a fit or prediction.
void pl__quick_look(pl_terminal *c, const char *folder);
// Measured and predicted values of each test, at most `most` plots (0: all). These are forces over displacements, loops, lengths over
// weights, stresses over stretches, clip forces of captures frame by frame, profiles of strips. With `only`, tests whose name contains it;
// NULL: all. With a heading and a legend; nothing if no plot can be drawn. Returns the number of plots available.
int pl__quick_look_tests(pl_terminal *c, pl_json *fit, const char *only, int most);
// A bar per state of tests with named readings: rms of its residuals in sigma, and the worst reading; at most `most` states (0: all).
// Returns the number shown.
int pl__quick_look_readings(pl_terminal *c, pl_json *fit, const char *only, int most);
// The laws with their control points; rubber laws, from the folder's material, as derivatives of the energy (rubber_curve.h). Returns the
// number of plots available.
int pl__quick_look_laws(pl_terminal *c, const char *folder, pl_json *fit, const char *only);

#endif
