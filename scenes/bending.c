// bending.c: strips that bend under their own weight: the boundary-value problem, and a cloth that only bends.
//
// With s the arc length from the clamp, a(s) the angle below the horizontal and q = w/B, weight per area over bending rigidity:
//   a'' = -q (L - s) cos a,   a(0) = inclination,   a'(L) = 0,   x' = cos a,   y' = -sin a
// by classical Runge-Kutta and bisection on a'(0). A slope too small turns negative before the tip, one too large passes the vertical or is still
// positive at the tip.
#include <math.h>

#include "base/text.h"
#include "scenes/scenes.h"

#define PI 3.14159265358979323846
enum { STEPS = 4000, HALVINGS = 100 };

typedef struct shape {
  double a, slope, x, y;  // rad, 1/m, m, m
} shape;

static shape change(shape at, double rest, double q) { return (shape){at.slope, -q * rest * cos(at.a), cos(at.a), -sin(at.a)}; }

static shape along(shape at, shape by, double h) {
  return (shape){at.a + h * by.a, at.slope + h * by.slope, at.x + h * by.x, at.y + h * by.y};
}

// Where the strip ends for this slope at the clamp, or where it is seen to be too small or too large.
static shape shoot(double length, double q, double inclination, double slope, bool *small) {
  shape at = {.a = inclination, .slope = slope};
  double h = length / STEPS;
  for (int i = 0; i < STEPS && at.slope >= 0 && at.a <= 0.5 * PI; i++) {
    double rest = length - i * h;
    shape k1 = change(at, rest, q), k2 = change(along(at, k1, h / 2), rest - h / 2, q);
    shape k3 = change(along(at, k2, h / 2), rest - h / 2, q), k4 = change(along(at, k3, h), rest - h, q);
    at = along(along(along(along(at, k1, h / 6), k2, h / 3), k3, h / 3), k4, h / 6);
  }
  *small = at.slope < 0;
  return at;
}

void scene_elastica(double length, double ratio, double inclination, double tip[2]) {
  double low = 0, high = 0.5 * ratio * length * length;  // of a strip that stays straight
  bool small;
  for (int i = 0; i < HALVINGS; i++) {
    double middle = 0.5 * (low + high);
    shoot(length, ratio, inclination, middle, &small);
    if (small)
      low = middle;
    else
      high = middle;
  }
  shape end = shoot(length, ratio, inclination, high, &small);
  tip[0] = end.x;
  tip[1] = end.y;
}

pl_status scene_bending(pl_context *ctx, const char *name, double density, int n_knot, const double *knot, const double *k,
                        pl_material **material) {
  static const char *const elements[] = {"0", "45", "90"};
  *material = NULL;
  pl_material *made;
  PL_TRY(pl_material_create(ctx, name, density, &made));
  pl_status status = pl_material_add_term(
      made, "{\"name\": \"membrane\", \"strain\": \"green\", \"values\": [\"warp\", \"weft\", \"shear\"], \"law\": \"orthotropic\", "
            "\"parameters\": [\"5000 N/m\", \"0 N/m\", \"5000 N/m\", \"2500 N/m\"]}");
  for (int row = 0; row < 3 && status == PL_OK; row++) {
    pl_text text;
    pl_text_init(&text, ctx);
    pl_text_printf(&text,
                   "{\"name\": \"bend-%s\", \"strain\": \"fold\", \"elements\": \"%s\", \"law\": \"stiffness-spline\", \"degree\": 1, "
                   "\"knots\": {\"unit\": \"1/m\", \"values\": [",
                   elements[row], elements[row]);
    for (int i = 0; i < n_knot; i++) pl_text_printf(&text, "%s%.17g", i ? ", " : "", knot[i]);
    pl_text_add(&text, "]}, \"parameters\": {\"unit\": \"N*m\", \"values\": [");
    for (int i = 0; i < n_knot; i++) pl_text_printf(&text, "%s%.17g", i ? ", " : "", k[row * n_knot + i]);
    pl_text_add(&text, "]}}");
    status = text.failed ? PL_ERROR_MEMORY : pl_material_add_term(made, text.data);
    pl_text_clear(&text);
  }
  if (status == PL_OK) status = pl_material_finish(made);
  if (status != PL_OK) {
    pl_material_destroy(made);
    return status;
  }
  *material = made;
  return PL_OK;
}
