// render_parts.h: what the parts of the renderer share: fields on a shape, the camera, the cut, one shape on a raster.
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
  bool clipped;      // the ends are those of most values, not of all
} pl_render_field;

// Of a film: names and units of what its source keeps. low and high are 0. False when no body has the field.
bool pl__render_field_row(pl_arena *arena, const pl_film *film, pl_render_colour colour, pl_render_field *out);
// Values at the vertices of a body, shown unit, into value[n_vertex]: means over the triangles around, weighted by their rest area, of solids over
// their tetrahedra, weighted by their rest volume; of the residual the distance; stress and stiffness as the source has them. weight[n_vertex] is scratch. False when the body has none: no measured and simulated
// shape, warp and weft of a solid, stress of a measured shape.
bool pl__render_field(const pl_film_body *body, int side, int frame, const pl_render_field *field, pl_render_colour colour, double *value,
                      double *weight);
// Ends of a scale for n values, which are sorted: what all but 2 % at either end span, or everything where that is nothing. Scales of sizes start at
// zero unless `offset`.
void pl__render_scale(int n, double *value, bool offset, pl_render_field *field);
// Stretches of a triangle, x its corners in space and rest in the plane, m. False when it is flat at rest.
typedef struct pl_render_stretch {
  double warp, weft, shear, largest;  // 1, 1, rad, 1
} pl_render_stretch;
bool pl__render_stretch(const double x[3][3], const double rest[3][2], pl_render_stretch *out);

// ---- the camera (render_view.c) ----

typedef struct pl_camera {
  double centre[3], right[3], up[3], toward[3];  // m; unit, toward: from the scene to the camera
  double distance;                               // m, of the camera from the centre
  double scale, x, y;                            // screen = (x + scale right/depth, y - scale up/depth), px
} pl_camera;

// Looks at all chosen shapes of one or both sides so that each fits into width x height px with room at the top for a label. The angles are rad;
// NAN: chosen by how flat the shapes are.
pl_camera pl__render_camera(const pl_film *film, const bool side[2], double azimuth, double elevation, double zoom, double width,
                            double height, double label);
// Moves the picture so that a smaller tile holds it with the same margins: size is that of the tile, px, and becomes what all shapes need, at least
// `least` wide. A picture that is larger than its tile (zoom) keeps the tile.
void pl__camera_trim(const pl_film *film, const bool side[2], pl_camera *camera, double label, double least, double size[2]);
void pl__camera_project(const pl_camera *camera, const double x[3], double *sx, double *sy, double *depth);

// ---- the cut (render_cut.c) ----

// A plane of space; what lies at the viewer's side of it is not drawn.
typedef struct pl_cut {
  int axis;      // 0 x, 1 y, 2 z
  double level;  // m, x[axis] of the plane
  bool above;    // what lies above the level is kept, else what lies below
} pl_cut;

// A place on a surface, with what is drawn there.
typedef struct pl_corner {
  double x[3];                        // m
  double a[PL_RASTER_MAX_ATTRIBUTE];  // linear on the surface
} pl_corner;

// Reads "x=0.5", a share of the box around the solids that are shown, or "x=12 mm". `above` is left to the caller, who knows the
// camera. Fails when there is no solid, or the plane meets none of its shapes.
pl_status pl__render_cut(pl_context *ctx, const char *source, const char *text, const pl_film *film, const bool side[2], pl_cut *cut);
// What a cut leaves of a triangle, and the face that it makes of a tetrahedron: convex polygons, their corners in order. Return how many: 0, 3 or 4.
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
// The light that falls on a surface with this normal in the camera's axes (right, up, toward the viewer): 0..1, both sides alike.
double pl__render_light(const double normal[3]);
// Draws a body as it is at a frame. value: [n_vertex] of the field, or NULL. samples per pixel and direction scale the camera's pixels.
pl_status pl__render_body(pl_context *ctx, pl_raster *raster, const pl_camera *camera, const pl_look *look, const pl_film_body *body,
                          int side, int frame, const double *value);

#endif
