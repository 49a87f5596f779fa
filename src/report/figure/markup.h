// markup.h: text for HTML and SVG: escaped, without NaN, the same in every locale.
#ifndef PL_REPORT_FIGURE_MARKUP_H
#define PL_REPORT_FIGURE_MARKUP_H

#include "base/text.h"

// Text with <, >, &, " escaped and control characters removed.
void pl__markup_text(pl_text *out, const char *text);
// A number for readers ("1234", "0.0123", "1.2e−7"); a long dash if it is not finite.
void pl__markup_number(pl_text *out, double value);
// "1234 ± 21": two digits of the half-width, the value rounded alike; only the value if there is no half-width.
void pl__markup_uncertain(pl_text *out, double value, double half_width);
// A unit with its exponents raised: "g/m^2" as g/m².
void pl__markup_unit(pl_text *out, const char *unit);
// A fixed number of decimals with a decimal point. Not finite: a long dash.
void pl__markup_fixed(pl_text *out, double value, int decimals);

#endif
