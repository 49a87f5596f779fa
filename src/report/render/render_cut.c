// render_cut.c: a plane through solids, for pictures of their interior.
//
// The plane is x[axis] = level; d = x[axis] - level at a corner. Everything drawn is linear over a triangle and over a tetrahedron. So a
// side from a corner below (d < 0) to one above (d >= 0) crosses the plane at (1 - t) below + t above. Here t = d_below / (d_below -
// d_above). Always counted from the corner below, the point is bitwise equal for all elements that share the side. So the cut face and
// the surface leave no gap. Of a triangle the part on the viewer's side is removed, which leaves 3 or 4 corners. A tetrahedron is cut in a
// triangle, if the plane separates one corner from three, or in a quadrilateral, if it separates two from two. A corner in the plane counts
// as above, so a layer of faces in the plane is drawn once, by the elements below it.
#include <math.h>
#include <string.h>

#include "base/unit.h"
#include "report/render/render_parts.h"

static const char axis_name[] = "xyz";

static double height(const pl_cut *cut, const double *x) { return x[cut->axis] - cut->level; }

static pl_corner meet(const pl_cut *cut, const pl_corner *below, const pl_corner *above) {
  double d = height(cut, below->x), t = d / (d - height(cut, above->x));
  pl_corner out;
  for (int k = 0; k < 3; k++) out.x[k] = (1 - t) * below->x[k] + t * above->x[k];
  for (int k = 0; k < PL_RASTER_MAX_ATTRIBUTE; k++) out.a[k] = (1 - t) * below->a[k] + t * above->a[k];
  return out;
}

int pl__cut_triangle(const pl_cut *cut, const pl_corner corner[3], pl_corner out[4]) {
  int n = 0;
  for (int k = 0; k < 3; k++) {
    const pl_corner *a = &corner[k], *b = &corner[(k + 1) % 3];
    bool above = height(cut, a->x) >= 0, next = height(cut, b->x) >= 0;
    if (above == cut->above) out[n++] = *a;
    if (above != next) out[n++] = above ? meet(cut, b, a) : meet(cut, a, b);
  }
  return n;
}

int pl__cut_tet(const pl_cut *cut, const pl_corner corner[4], pl_corner out[4]) {
  const pl_corner *side[2][4];  // below, above
  int n[2] = {0, 0};
  for (int k = 0; k < 4; k++) {
    int above = height(cut, corner[k].x) >= 0;
    side[above][n[above]++] = &corner[k];
  }
  if (n[0] == 0 || n[1] == 0) return 0;
  // neighbouring corners of the quadrilateral share a corner of the tetrahedron
  static const int around[4][2] = {{0, 0}, {0, 1}, {1, 1}, {1, 0}};
  int n_out = n[0] == 2 ? 4 : 3;
  for (int k = 0; k < n_out; k++) {
    int below = n_out == 4 ? around[k][0] : n[0] == 1 ? 0 : k, above = n_out == 4 ? around[k][1] : n[1] == 1 ? 0 : k;
    out[k] = meet(cut, side[0][below], side[1][above]);
  }
  return n_out;
}

// ---- position of the plane ----

// "x=0.5", "z = 12 mm": axis, and a position in m or a fraction of the box.
static pl_status read_plane(pl_context *ctx, const char *text, pl_cut *cut, double *value, bool *share) {
  const char *equals = strchr(text, '='), *axis = text[0] ? strchr(axis_name, text[0]) : NULL;
  size_t before = equals ? (size_t)(equals - text) : 0;
  while (before > 1 && text[before - 1] == ' ') before--;
  pl_dim dim;
  bool has_unit;
  pl_where where = {.key = "--cut"};
  if (!axis || before != 1 || !pl_quantity_parse(equals + 1, value, &dim, &has_unit) ||
      !(pl_dim_equal(dim, PL_DIM_NONE) || pl_dim_equal(dim, PL_DIM_LENGTH)))
    return pl_fail(ctx, PL_ERROR_INPUT, &where,
                   "name the axis x, y or z, and a share of the body, x=0.5, or a place with its unit, \"x=12 mm\"",
                   PL_ID("report.no-plane") "\"%.40s\" is no plane", text);
  cut->axis = (int)(axis - axis_name);
  *share = pl_dim_equal(dim, PL_DIM_NONE);
  return PL_OK;
}

// True if the plane crosses an element of this shape.
static bool crosses(const pl_cut *cut, const pl_film_body *body, const double *x) {
  for (size_t e = 0; e < (size_t)body->n_tet; e++) {
    int n_above = 0;
    for (int k = 0; k < 4; k++) n_above += height(cut, x + 3 * (size_t)body->tet[4 * e + k]) >= 0;
    if (n_above > 0 && n_above < 4) return true;
  }
  return false;
}

// One shape of a solid that is shown.
typedef struct solid_shape {
  const pl_film_body *body;
  const double *x;  // [n_vertex][3], m
} solid_shape;

// The next shape of a solid after *at, which starts at 0; false: there is none.
static bool next_solid(const pl_film *film, const bool side[2], int *at, solid_shape *out) {
  for (int n = 2 * film->n_frame; *at < n * film->n_body;) {
    const pl_film_body *body = &film->body[*at / n];
    int s = *at % 2, f = *at % n / 2;
    ++*at;
    if (!body->n_tet || !side[s] || !body->x[s] || !body->has[s][f]) continue;
    *out = (solid_shape){body, body->x[s] + 3 * (size_t)body->n_vertex * (size_t)f};
    return true;
  }
  return false;
}

pl_status pl__render_cut(pl_context *ctx, const char *source, const char *text, const pl_film *film, const bool side[2], pl_cut *cut) {
  double value = 0, low = INFINITY, high = -INFINITY;
  bool share = false, solid = false, cut_any = false;
  *cut = (pl_cut){0};
  PL_TRY(read_plane(ctx, text, cut, &value, &share));
  pl_where where = {.file = source};
  solid_shape one;
  for (int b = 0; b < film->n_body; b++) solid = solid || film->body[b].n_rest == 3;
  for (int at = 0; next_solid(film, side, &at, &one);)
    for (int32_t v = 0; v < one.body->n_vertex; v++) {
      double x = one.x[3 * v + cut->axis];
      low = fmin(low, x), high = fmax(high, x);
    }
  if (!solid)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "leave --cut out; frames of a simulated solid have elements as \"vtk\"",
                   "a cut goes through solids, and there are only sheets here");
  if (!(high >= low))
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "run the fit again with this program, or choose frames that have a shape",
                   PL_ID("report.no-solid-here-has") "no solid here has elements to cut");
  cut->level = share ? low + value * (high - low) : value;
  for (int at = 0; !cut_any && next_solid(film, side, &at, &one);) cut_any = crosses(cut, one.body, one.x);
  if (cut_any) return PL_OK;
  char axis = axis_name[cut->axis];
  where = (pl_where){.key = "--cut"};
  return pl_fail(ctx, PL_ERROR_INPUT, &where, "choose a share between 0 and 1, or a place between the two",
                 PL_ID("report.plane-mm-meets-nothing") "the plane %c = %.4g mm meets nothing: the body reaches from %.4g mm to %.4g mm",
                 axis, 1e3 * cut->level, 1e3 * low, 1e3 * high);
}
