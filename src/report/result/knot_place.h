// knot_place.h: the position of a parameter in customary terms. Knots of laws over logarithms are ln(stretch), those over invariants are
// counted from rest; neither should be shown in per cent.
#ifndef PL_REPORT_RESULT_KNOT_PLACE_H
#define PL_REPORT_RESULT_KNOT_PLACE_H

#include "material/material.h"

// *name: "λ" or "I₁ − 3", static text, *value that number. False: the knot is a strain, or there is none.
bool pl_knot_place(const pl_material *material, int parameter, const char **name, double *value);

#endif
