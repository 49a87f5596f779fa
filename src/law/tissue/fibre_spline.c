// fibre_spline.c: fibres with a stress curve of free shape, in one or two families (ours),
//
//   psi = sum over families of  f(<y>),   y = I4 - 1 = the squared stretch of the fibres minus 1,   <y> = max(y, 0),
//   f'' piecewise linear through theta >= 0 at the knots, f(0) = f'(0) = 0.
//
// Fibres do not carry compression: the stress is continuous at y = 0, the tangent jumps there (C1). The form y is linear in the Green
// strain, f is convex and non-decreasing. So the energy is convex for every theta within the bounds. The angle is a parameter. With the
// member "angle" it is given, and the law is linear in theta. Knots ("knots") start at 0.
#include <stdio.h>
#include <string.h>

#include "law/cover.h"
#include "law/rows.h"
#include "law/spline.h"
#include "law/tissue/tissue.h"

typedef struct shape {
  int families;
  bool given;    // the angle is not a parameter
  double angle;  // rad, then
  pl_law curve;  // the convex-spline
} shape;

static const pl_law_row linear_row, linear_row3;

static pl_status read(pl_arena *arena, pl_json *object, pl_dim strain_dim, pl_law *law) {
  (void)strain_dim;
  pl_context *ctx = pl_arena_context(arena);
  shape *own = pl_arena_alloc(arena, 1, sizeof *own);
  if (!own) return PL_ERROR_MEMORY;
  *own = (shape){.curve = {.row = &pl_law_convex_spline}};
  PL_TRY(pl_tissue_read_families(ctx, object, &own->families));
  pl_json *angle = pl_json_find(object, "angle"), *list;
  own->given = angle != NULL;
  if (angle) PL_TRY(pl_json_quantity(ctx, angle, PL_DIM_ANGLE, -acos(0), acos(0), &own->angle));
  int n;
  double *knot;
  PL_TRY(pl_json_need(ctx, object, "knots", "[0, 0.1, 0.3]", &list));
  PL_TRY(pl_invariant_read_knots(arena, list, "knots", &n, &knot));
  PL_TRY(pl_spline_build(arena, 2, n, knot, false, 0, &own->curve));
  if (own->given) law->row = law->row->n_in == PL_TISSUE_SHEET ? &linear_row : &linear_row3;
  law->shape = own;
  law->n_param = own->curve.n_param + !own->given;
  law->n_bound = own->curve.n_bound + !own->given;
  return PL_OK;
}

static void write(const pl_law *law, pl_dim strain_dim, pl_json_writer *writer) {
  (void)strain_dim;
  const shape *own = law->shape;
  const pl_piecewise *piece = own->curve.shape;
  pl_tissue_write_families(writer, own->families);
  if (own->given) pl_json_put_quantity(writer, "angle", own->angle, PL_DIM_ANGLE);
  pl_json_begin_array(writer, "knots");
  for (int k = 0; k < piece->n_knot; k++) pl_json_put_number(writer, NULL, piece->knot[k]);
  pl_json_end_array(writer);
}

static void parameter(const pl_law *law, int j, pl_dim strain_dim, pl_dim stress_dim, pl_parameter *out) {
  const shape *own = law->shape;
  char name[16];
  if (j == own->curve.n_param) {
    pl_tissue_angle(out, own->families);
    return;
  }
  snprintf(name, sizeof name, "k%d", j);
  pl_rubber_modulus(out, name, strain_dim, stress_dim, 0);
  out->knot = ((const pl_piecewise *)own->curve.shape)->place[j];
}

// bound: the angle if it is a parameter, then the spline's numbers.
static void bind(const pl_law *law, const double *theta, double *bound) {
  const shape *own = law->shape;
  if (!own->given) *bound++ = theta[own->curve.n_param];
  pl_piecewise_bind(&own->curve, theta, bound);
}

// f, f', f'' at <y>; zero in compression.
static void eval_curve(const shape *own, const double *bound, const pl_tissue_fibre *fibre, pl_plane_function *f) {
  pl_lanes energy[1], stress[1], tangent[1];
  memset(f, 0, sizeof *f);
  pl_piecewise_eval(&own->curve, bound, (const pl_lanes *)&fibre->y, energy, stress, tangent);
  PL_FOR_LANES(l) {
    bool slack = fibre->y[l] < 0;  // at rest the fibres count as taut
    f->f[l] = slack ? 0 : energy[0][l];
    f->b[l] = slack ? 0 : stress[0][l];
    f->bb[l] = slack ? 0 : tangent[0][l];
  }
}

static void eval(const pl_law *law, const double *bound, const pl_lanes *s, pl_lanes *psi, pl_lanes *t, pl_lanes *k) {
  static const pl_tissue_first none = {.x = {0}};
  const shape *own = law->shape;
  int n = law->row->n_in;
  double angle = own->given ? own->angle : *bound++;
  pl_tissue_clear(n, psi, t, k);
  for (int m = 0; m < own->families; m++) {
    pl_tissue_fibre fibre;
    pl_plane_function f;
    pl_tissue_fibre_fill(n, s, angle, m == 0 ? 1 : -1, &fibre);
    eval_curve(own, bound, &fibre, &f);
    pl_tissue_add(n, &none, &fibre, &f, psi, t, k);
  }
  pl_tissue_mirror(n, k);
}

static void eval_theta(const pl_law *law, const double *theta, const pl_lanes *s, pl_lanes *dt) {
  static const pl_tissue_first none = {.x = {0}};
  static const pl_lanes zero = {0};
  const shape *own = law->shape;
  int n = law->row->n_in, n_curve = own->curve.n_param;
  double angle = own->given ? own->angle : theta[n_curve], bound[PL_LAW_MAX_BOUND];
  pl_piecewise_bind(&own->curve, theta, bound);
  memset(dt, 0, (size_t)(law->n_param * n) * sizeof *dt);
  for (int m = 0; m < own->families; m++) {
    pl_tissue_fibre fibre;
    pl_plane_function f;
    pl_lanes basis[PL_PIECE_MAX_KNOT];
    pl_tissue_fibre_fill(n, s, angle, m == 0 ? 1 : -1, &fibre);
    pl_piecewise_theta(&own->curve, NULL, (const pl_lanes *)&fibre.y, basis);
    for (int j = 0; j < n_curve; j++) {
      PL_FOR_LANES(l) basis[j][l] = fibre.y[l] < 0 ? 0 : basis[j][l];
      pl_tissue_add_theta(n, &none, &fibre, zero, basis[j], dt + j * n);
    }
    if (own->given) continue;
    eval_curve(own, bound, &fibre, &f);
    pl_tissue_add_turn(n, &none, &fibre, &f, dt + n_curve * n);
  }
}

static void place(const pl_law *law, int j, double knot, const char **name, double *value) {
  (void)law, (void)j;
  *name = "I\xE2\x82\x84 \xE2\x88\x92 1";
  *value = knot;
}

// y = 2 E along the fibres.
static void cover(const pl_law_row *row, pl_dim strain_dim, const double range[][2], bool odd, pl_json_writer *writer) {
  (void)row, (void)strain_dim, (void)odd;
  pl_cover_from_zero(writer, "knots", 4, 2 * pl_cover_reach(2, range));
}

static const char *const keys[] = {"families", "angle", "knots", NULL};

#define ROW(text, formula, count, more)                                                                                         \
  {                                                                                                                             \
    .name = text, .help = formula,                                                                                              \
    .words = "Fibres with a stress curve of free shape that carry tension only. Each number is the slope of "                   \
             "their stress at one stretch, angle their direction to the first axis.",                                           \
    .source = "Pliant", .n_in = count, .flags = PL_LAW_CONSERVATIVE | PL_LAW_CONVEX | PL_LAW_SPLINE | (more), .read = read,     \
    .write = write, .parameter = parameter, .bind = bind, .eval = eval, .eval_theta = eval_theta, .place = place, .keys = keys, \
    .cover = cover                                                                                                              \
  }
#define SHEET(more) ROW("fibre-spline", "psi = f(<I4 - 1>), f'' piecewise linear through theta >= 0 at the knots", PL_TISSUE_SHEET, more)
#define SOLID(more) ROW("fibre-spline3", "the same of a block, fibres in the plane of its first two axes", PL_TISSUE_SOLID, more)

static const pl_law_row linear_row = SHEET(PL_LAW_LINEAR), linear_row3 = SOLID(PL_LAW_LINEAR);
const pl_law_row pl_law_fibre_spline = SHEET(0);
const pl_law_row pl_law_fibre_spline3 = SOLID(0);
