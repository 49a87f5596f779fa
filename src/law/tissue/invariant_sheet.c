// invariant_sheet.c: the isotropic matrix of an incompressible sheet in plane stress, by a free convex curve of I1 (ours),
//
//   psi = slope x + convex-spline(x),   x = I1 - 3 (tissue.h),   slope >= 0, psi'' >= 0 at the knots.
//
// The form x is convex in the Green strain and not negative; the curve is convex and increasing. So the energy is convex for every theta
// within the bounds. The slope alone is neo-Hooke's sheet with mu = 2 slope. The counterpart for solids is invariant-spline. Knots ("knots")
// start at 0.
#include <stdio.h>
#include <string.h>

#include "law/cover.h"
#include "law/rows.h"
#include "law/spline.h"
#include "law/tissue/tissue.h"

static const pl_law *curve(const pl_law *law) { return law->shape; }

static pl_status read(pl_arena *arena, pl_json *object, pl_dim strain_dim, pl_law *law) {
  (void)strain_dim;
  pl_law *own = pl_arena_alloc(arena, 1, sizeof *own);
  if (!own) return PL_ERROR_MEMORY;
  *own = (pl_law){.row = &pl_law_convex_spline};
  pl_json *list;
  int n;
  double *knot;
  PL_TRY(pl_json_need(pl_arena_context(arena), object, "knots", "[0, 0.1, 0.3]", &list));
  PL_TRY(pl_invariant_read_knots(arena, list, "knots", &n, &knot));
  PL_TRY(pl_spline_build(arena, 2, n, knot, false, 0, own));
  law->shape = own;
  law->n_param = 1 + own->n_param;
  law->n_bound = 1 + own->n_bound;
  return PL_OK;
}

static void write(const pl_law *law, pl_dim strain_dim, pl_json_writer *writer) {
  (void)strain_dim;
  const pl_piecewise *piece = curve(law)->shape;
  pl_json_begin_array(writer, "knots");
  for (int k = 0; k < piece->n_knot; k++) pl_json_put_number(writer, NULL, piece->knot[k]);
  pl_json_end_array(writer);
}

static void parameter(const pl_law *law, int j, pl_dim strain_dim, pl_dim stress_dim, pl_parameter *out) {
  char name[16] = "slope";
  if (j > 0) snprintf(name, sizeof name, "k%d", j - 1);
  pl_rubber_modulus(out, name, strain_dim, stress_dim, 0);
  out->role = j > 0 ? PL_ROLE_CURVATURE : PL_ROLE_SLOPE;
  if (j > 0) out->knot = ((const pl_piecewise *)curve(law)->shape)->place[j - 1];
}

static void bind(const pl_law *law, const double *theta, double *bound) {
  bound[0] = theta[0];
  pl_piecewise_bind(curve(law), theta + 1, bound + 1);
}

static const pl_tissue_fibre no_fibre = {.sense = 1};

static void eval(const pl_law *law, const double *bound, const pl_lanes *s, pl_lanes *psi, pl_lanes *t, pl_lanes *k) {
  pl_tissue_first first;
  pl_plane_function f = {.f = {0}};
  pl_lanes energy[1], stress[1], tangent[1];
  pl_tissue_first_fill(PL_TISSUE_SHEET, s, &first);
  pl_piecewise_eval(curve(law), bound + 1, (const pl_lanes *)&first.x, energy, stress, tangent);
  PL_FOR_LANES(l) {
    f.f[l] = bound[0] * first.x[l] + energy[0][l];
    f.a[l] = bound[0] + stress[0][l];
    f.aa[l] = tangent[0][l];
  }
  pl_tissue_clear(PL_TISSUE_SHEET, psi, t, k);
  pl_tissue_add(PL_TISSUE_SHEET, &first, &no_fibre, &f, psi, t, k);
  pl_tissue_mirror(PL_TISSUE_SHEET, k);
}

static void eval_theta(const pl_law *law, const double *theta, const pl_lanes *s, pl_lanes *dt) {
  static const pl_lanes zero = {0};
  (void)theta;
  pl_tissue_first first;
  pl_lanes basis[1 + PL_PIECE_MAX_KNOT];
  pl_tissue_first_fill(PL_TISSUE_SHEET, s, &first);
  PL_FOR_LANES(l) basis[0][l] = 1;
  pl_piecewise_theta(curve(law), NULL, (const pl_lanes *)&first.x, basis + 1);
  memset(dt, 0, (size_t)(law->n_param * PL_TISSUE_SHEET) * sizeof *dt);
  for (int j = 0; j < law->n_param; j++) pl_tissue_add_theta(PL_TISSUE_SHEET, &first, &no_fibre, basis[j], zero, dt + j * PL_TISSUE_SHEET);
}

static void place(const pl_law *law, int j, double knot, const char **name, double *value) {
  (void)law, (void)j;
  *name = "I\xE2\x82\x81 \xE2\x88\x92 3";
  *value = knot;
}

// I1 - 3 at equal strains E of both axes, with l^2 = 1 + 2 E: 2 l^2 + 1/l^4 - 3.
static void cover(const pl_law_row *row, pl_dim strain_dim, const double range[][2], bool odd, pl_json_writer *writer) {
  (void)row, (void)strain_dim, (void)odd;
  double square = 1 + 2 * pl_cover_reach(2, range);
  pl_cover_from_zero(writer, "knots", 4, 2 * square + 1 / (square * square) - 3);
}

static const char *const keys[] = {"knots", NULL};

const pl_law_row pl_law_invariant_sheet = {
    .name = "invariant-sheet",
    .help = "psi = slope (I1 - 3) + f(I1 - 3) of an incompressible sheet, f'' piecewise linear through theta >= 0 at the knots",
    .words = "The matrix of tissue, or rubber, as a sheet by a curve of free shape of the invariant I1. Twice the slope is its shear "
             "stiffness at rest; the others are how fast it stiffens, each at one stretch.",
    .source = "Pliant",
    .n_in = PL_TISSUE_SHEET,
    .flags = PL_LAW_LINEAR | PL_LAW_CONSERVATIVE | PL_LAW_CONVEX | PL_LAW_METRIC | PL_LAW_SPLINE | PL_LAW_ISOTROPIC,
    .read = read,
    .write = write,
    .parameter = parameter,
    .bind = bind,
    .eval = eval,
    .eval_theta = eval_theta,
    .place = place,
    .keys = keys,
    .cover = cover,
};
