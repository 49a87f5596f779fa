// knot_place.h: where a parameter acts, as people say it. Knots of laws over logarithms are ln(stretch), those over invariants are counted from rest;
// neither is a strain that per cent suit.
#ifndef PL_REPORT_RESULT_KNOT_PLACE_H
#define PL_REPORT_RESULT_KNOT_PLACE_H

#include "material/material.h"

// *name: "λ" or "I₁ − 3", static text, *value that number. False: the knot is a strain, or there is none.
bool pl_knot_place(const pl_material *material, int parameter, const char **name, double *value);

#endif
