// render_parts.h: shared by the parts of the renderer: fields on a shape, the camera, the cut, one shape on a raster.
#ifndef PL_REPORT_RENDER_RENDER_PARTS_H
#define PL_REPORT_RENDER_RENDER_PARTS_H

#include "report/render/raster.h"
#include "report/render/render.h"

// ---- fields (render_field.c) ----

typedef struct pl_render_field {
  const char *title;  // "largest strain [%]"
  double factor;      // shown unit over SI
  pl_colour_scale colours;
  double low, high;  // shown unit, ends of the scale; low = high: there is none. PL_SCALE_STRAIN goes from -high to high
  bool clipped;      // the limits are those of most values, not of all
} pl_render_field;

// For a film: names and units of the fields in its source. low and high are 0. False when no body has the field.
bool pl__render_field_row(pl_arena *arena, const pl_film *film, pl_render_colour colour, pl_render_field *out);
// Values at the vertices of a body, shown unit, into value[n_vertex]: means over the adjacent triangles, weighted by rest area. For solids
// over tetrahedra, weighted by rest volume. The residual is the distance; stress and stiffness come from the source. weight[n_vertex] is
// scratch. False when the body has none: no measured and simulated shape, warp and weft of a solid, stress of a measured shape.
bool pl__render_field(const pl_film_body *body, int side, int frame, const pl_render_field *field, pl_render_colour colour, double *value,
                      double *weight);
// Limits of a scale for n values, which are sorted. The range of all but 2 % at either end, or of everything if that is empty. Scales of
// sizes start at zero unless `offset`.
void pl__render_scale(int n, double *value, bool offset, pl_render_field *field);
// Stretches of a triangle, x its corners in space and rest in the plane, m. False when it is flat at rest.
typedef struct pl_render_stretch {
  double warp, weft, shear, largest;  // 1, 1, rad, 1
} pl_render_stretch;
bool pl__render_stretch(const double x[3][3], const double rest[3][2], pl_render_stretch *out);

// ---- the camera (render_view.c) ----

typedef struct pl_camera {
  double centre[3], right[3], up[3], toward[3];  // m; unit vectors, toward: from the scene to the camera
  double distance;                               // m, of the camera from the centre
  double scale, x, y;                            // screen = (x + scale right/depth, y - scale up/depth), px
} pl_camera;

// Shows all chosen shapes of one or both sides within width x height px, with space at the top for a label. The angles are rad; NAN: chosen
// by the flatness of the shapes.
pl_camera pl__render_camera(const pl_film *film, const bool side[2], double azimuth, double elevation, double zoom, double width,
                            double height, double label);
// Moves the picture so that a smaller tile holds it with the same margins. size: tile size in px on entry, required size on return, at
// least `least` wide. A picture larger than its tile (zoom) keeps the tile.
void pl__camera_trim(const pl_film *film, const bool side[2], pl_camera *camera, double label, double least, double size[2]);
void pl__camera_project(const pl_camera *camera, const double x[3], double *sx, double *sy, double *depth);

// ---- the cut (render_cut.c) ----

// A plane in space; the part on the viewer's side is not drawn.
typedef struct pl_cut {
  int axis;      // 0 x, 1 y, 2 z
  double level;  // m, x[axis] of the plane
  bool above;    // the part above the level is kept, else the part below
} pl_cut;

// A point on a surface, with its attributes.
typedef struct pl_corner {
  double x[3];                        // m
  double a[PL_RASTER_MAX_ATTRIBUTE];  // linear on the surface
} pl_corner;

// Reads "x=0.5", a fraction of the bounding box of the solids shown, or "x=12 mm". The caller sets `above` from the camera. Fails when
// there is no solid, or the plane crosses none of its shapes.
pl_status pl__render_cut(pl_context *ctx, const char *source, const char *text, const pl_film *film, const bool side[2], pl_cut *cut);
// The rest of a triangle after a cut, and the cut face of a tetrahedron: convex polygons, corners in order. Return the number of corners:
// 0, 3 or 4.
int pl__cut_triangle(const pl_cut *cut, const pl_corner corner[3], pl_corner out[4]);
int pl__cut_tet(const pl_cut *cut, const pl_corner corner[4], pl_corner out[4]);

// ---- one shape ----
typedef struct pl_look {
  const pl_render_options *options;
  double base[3];                // sRGB of the plain surface
  const pl_render_field *field;  // NULL: plain
  double square;                 // m, 0: no checker
  const pl_cut *cut;             // NULL: nothing is cut
} pl_look;
// Light on a surface with this normal in camera axes (right, up, towards the viewer): 0..1, equal on both sides.
double pl__render_light(const double normal[3]);
// Draws a body at a frame. value: [n_vertex] of the field, or NULL. samples per pixel and direction scale the camera's pixels.
pl_status pl__render_body(pl_context *ctx, pl_raster *raster, const pl_camera *camera, const pl_look *look, const pl_film_body *body,
                          int side, int frame, const double *value);

#endif
