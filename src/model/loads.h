// loads.h: loads and supports that depend on the positions: pressure on a surface, springs to fixed points.
//
// Pressure follows the surface. Its energy is pressure times the volume that the pressed faces have swept from their initial positions,
//   E = sum_f p_f V_f,   V of a triangle a b c = (a - o).((b - o) x (c - o))/6,
// the cone to a point o; a quad is its bilinear surface, the mean of its two ways to be split. At the border of the pressed part each edge
// a b adds a wall b a A B. It lies between the edge and its initial position A B. The wall closes the volume, which is then independent of
// o. If the border is closed, fixed, or slides in a plane, the force is exactly p times the area against the normal. At a free border the
// wall is pressed as well. That is exact for small displacements of the border, and keeps the pressure conservative. A spring pulls a
// coordinate towards its anchor: E = sum k (x - y)^2/2.
#ifndef PL_MODEL_LOADS_H
#define PL_MODEL_LOADS_H

#include "model/model.h"

// Adds the potentials of the options' pressure and springs to the model. The second derivative of a pressure is indefinite: its PSD mode is
// zero.
pl_status pl_loads_create(pl_model *model, const pl_model_options *options);

#endif
