// raster.h: rasterises triangles: a z-buffer, exact coverage of sample points, perspective-correct interpolation. No threads, no global
// state, integer edges: the same picture on every machine with the same rounding.
#ifndef PL_REPORT_RENDER_RASTER_H
#define PL_REPORT_RENDER_RASTER_H

#include <pliant/extend.h>

enum { PL_RASTER_MAX_ATTRIBUTE = 8, PL_RASTER_SUB = 256 };  // vertices lie on a grid of 1/256 of a sample

typedef struct pl_raster {
  int width, height;  // samples
  float *key;         // [height][width], depth key of the visible surface; larger is nearer, -INFINITY: nothing
  float *rgb;         // [height][width][3], 0..1
} pl_raster;

// A vertex on the screen. With perspective key = w = 1 / depth; without it key = -depth and w = 1. Both are linear on the screen.
typedef struct pl_raster_point {
  double x, y;  // samples, from the left and upper side
  double key, w;
  double a[PL_RASTER_MAX_ATTRIBUTE];  // linear on the surface
} pl_raster_point;

// Colour of a sample: a[n_attribute] there, edge[3] the distance to the side opposite each vertex in samples. rgb is set by the function.
typedef void (*pl_raster_shade)(const void *user, const double *a, const double *edge, float *rgb);

// Memory is in the arena. All samples have the background colour.
pl_status pl_raster_create(pl_arena *arena, int width, int height, const double background[3], pl_raster *out);
void pl_raster_clear(pl_raster *r, const double background[3]);
// A sample belongs to a triangle if its centre lies inside, or on an upper or left side. So triangles that share a side cover each sample
// once. Both orientations are drawn; flat triangles and those far outside are not.
void pl_raster_triangle(pl_raster *r, const pl_raster_point point[3], int n_attribute, pl_raster_shade shade, const void *user);
// Mean over squares of `factor` samples, as bytes: out[height / factor][width / factor] of 0x00RRGGBB with `stride` bytes from row to row.
void pl_raster_resolve(const pl_raster *r, int factor, unsigned char *out, int stride);

#endif
