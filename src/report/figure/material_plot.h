// material_plot.h: a drawing of a material: its tensors over the polar plane and its curves.
#ifndef PL_REPORT_FIGURE_MATERIAL_PLOT_H
#define PL_REPORT_FIGURE_MATERIAL_PLOT_H

#include <pliant/report.h>

#include "base/text.h"
#include "material/polar_field.h"

// The bending of Wang 2011: k(alpha) of fold lines in one direction.
bool pl_term_on_fold(const pl_term *term);

// The panels of one polar-tensor term as an <svg> element of a page, whose style sheet defines its classes.
void pl_material_tensor_svg(const pl_material *material, const pl_term *term, const char *title, pl_text *out);

// ---- contents of a picture of a tensor ----
// By component in the order of pl_polar_component_name; PL_POLAR_MAX_COMPONENT: the smallest eigenvalue of C, N/m.
extern const char *const pl_material_tensor_title[PL_POLAR_MAX_COMPONENT + 1];
double pl_material_tensor_value(const pl_material *material, const pl_term *term, int index, double extension, double direction);
// Positions of the data points: extension and direction (rad) [PL_TENSOR_MAX_POINT]. Returns their number.
enum { PL_TENSOR_MAX_POINT = 1 + PL_POLAR_MAX_RING * PL_POLAR_MAX_ANGLE };
int pl_material_tensor_points(const pl_polar_scheme *scheme, double *extension, double *direction);

#endif
