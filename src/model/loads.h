// loads.h: loads and supports that depend on the positions: pressure on a surface, springs to fixed places.
//
// Pressure follows the surface. Its energy is that of the volume which the pressed faces have swept from their initial places,
//   E = sum_f p_f V_f,   V of a triangle a b c = (a - o).((b - o) x (c - o))/6, the cone to a point o; a quad is its bilinear surface, the mean of
// its two ways to be split; and at the border of the pressed part each edge a b with the wall b a A B between it and its initial place A B, which
// closes the volume: it does not depend on o. Where the border closes, is held, or slides in a plane, the force is exactly p times the area against
// the normal. At a free border the wall is pressed as well: that is exact while the border has not moved far, and keeps the pressure conservative.
// A spring pulls a coordinate towards its anchor: E = sum k (x - y)^2/2.
#ifndef PL_MODEL_LOADS_H
#define PL_MODEL_LOADS_H

#include "model/model.h"

// Gives the model the potentials of the options' pressure and springs. The second derivative of a pressure is indefinite: its PSD mode is zero.
pl_status pl_loads_create(pl_model *model, const pl_model_options *options);

#endif
