// svg_shape.h: a mesh in space as a shaded drawing: triangles from far to near, seen along the z axis or slightly from the side.
#ifndef PL_REPORT_SVG_SVG_SHAPE_H
#define PL_REPORT_SVG_SVG_SHAPE_H

#include <pliant/extend.h>
#include <pliant/mesh.h>

#include "base/text.h"

// One shape of a picture. Seen from the front, x to the right and y up, rotated about the vertical by `turn`.
typedef struct pl_shape_view {
  const char *caption;
  const pl_mesh *mesh;
  const double *x;         // [n_vertex][3], m
  double turn;             // rad
  double low[2], high[2];  // m, the part of the plane shown
} pl_shape_view;

// A whole SVG document with the shapes in rows of `columns`, each `size` units wide. Memory: PL_ERROR_MEMORY.
pl_status pl_shapes_write(pl_context *ctx, int n, const pl_shape_view *shape, int columns, int size, pl_text *out);

#endif
