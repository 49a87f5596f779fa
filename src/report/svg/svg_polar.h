// svg_polar.h: a quantity over the polar strain plane as a heat map: the radius is the largest extension, the angle its direction.
#ifndef PL_REPORT_SVG_SVG_POLAR_H
#define PL_REPORT_SVG_SVG_POLAR_H

#include "base/text.h"

typedef struct pl_polar_map {
  const char *title;  // "c11"
  const char *unit;   // "N/m"
  double reach;       // extension at the rim, > 0
  double turn;        // rad: directions from 0 (warp) to pi/2, or to pi
  // Value at an extension and direction; evaluated at the centre of each cell.
  double (*value)(void *user, double extension, double direction);
  void *user;
  int n_point;                          // data points to mark, with tooltips
  const double *extension, *direction;  // [n_point], rad
} pl_polar_map;

enum { PL_POLAR_MAP_WIDTH = 226, PL_POLAR_MAP_HEIGHT = 262 };

// One panel of PL_POLAR_MAP_WIDTH x PL_POLAR_MAP_HEIGHT as <svg> at (x, y) of its drawing. Blue is positive, orange negative and hatched;
// the scale is separate for each panel and symmetric. Needs pl_polar_map_defs once in the drawing.
void pl_polar_map_write(const pl_polar_map *map, int x, int y, pl_text *out);
void pl_polar_map_defs(pl_text *out);

#endif
