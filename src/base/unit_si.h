// unit_si.h: dimensions spelled in base units.
#ifndef PL_BASE_UNIT_SI_H
#define PL_BASE_UNIT_SI_H

#include "base/unit.h"

// "kg m^2 s^-2", "1" for no dimension. Static text. Beyond kg^2, m^4, s^4, rad^2: "SI units", which does not read back.
const char *pl__dim_si_text(pl_dim dim);
// The shortest number that with this unit reads back as si; false when there is none (then use base units).
bool pl__quantity_digits(double si, pl_unit unit, char *buffer, size_t size);

// "a" or "an", for messages.
const char *pl__article(const char *noun);

#endif
