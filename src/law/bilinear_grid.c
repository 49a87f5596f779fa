// bilinear_grid.c: the two-strain addend of the additive model as published (Miguel 2016, section 3.2): bilinear interpolation of control energies on
// a 3x3 grid,
//
//   psi(s0, s1) = sum_ij e_ij w_i(s0) w_j(s1),   w the hat functions of three strains u0 < 0 < u2,   e_11 = psi(0, 0) = 0.
//
// As published means with its faults (docs/theory/additive.md). The stress jumps where a strain changes sign, so it is not zero at rest
// unless the energies on the axes are. Five of the nine energies can be moved into curves of s0 and of s1 alone. `cross-spline` has neither
// fault. Outside the grid the outer cells are extended.
//
// Within a cell the second derivatives are constant: psi,00 = psi,11 = 0 and psi,01 = (e_11 - e_10 - e_01 + e_00) / (h0 h1) of its corners.
// Alone it is a saddle; the one-strain addends must compensate it. At the border of a cell, convexity also requires the stress to jump
// upwards.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "law/cover.h"
#include "law/plane_grid.h"
#include "law/rows.h"

enum { N_ENERGY = 8 };

// Parameter j: the corner (row, column) of the grid; the middle has none.
static int corner(int j) { return j < 4 ? j : j + 1; }

static pl_status read(pl_arena *arena, pl_json *object, pl_dim strain_dim, pl_law *law) {
  const char *example = "[[-0.1, 0, 0.1], [-0.2, 0, 0.2]]";
  pl_grid_axis *axis = pl_arena_alloc(arena, 2, sizeof *axis);
  if (!axis) return PL_ERROR_MEMORY;
  PL_TRY(pl_grid_read(arena, object, strain_dim, 3, 3, example, axis));
  for (int a = 0; a < 2; a++)
    if (axis[a].knot[1] != 0) {
      pl_where where = pl_json_where(pl_json_find(object, "knots"));
      return pl_fail(pl_arena_context(arena), PL_ERROR_INPUT, &where, "write for example [[-0.1, 0, 0.1], [-0.2, 0, 0.2]]",
                     "the middle knot of strain %d is %g, must be 0: there the energy is zero", a, axis[a].knot[1]);
    }
  law->shape = axis;
  law->n_param = law->n_bound = N_ENERGY;
  return PL_OK;
}

static void write(const pl_law *law, pl_dim strain_dim, pl_json_writer *writer) { pl_grid_write(law->shape, strain_dim, writer); }

static void parameter(const pl_law *law, int j, pl_dim strain_dim, pl_dim stress_dim, pl_parameter *out) {
  const pl_grid_axis *axis = law->shape;
  int row = corner(j) / 3, column = corner(j) % 3;
  double u = axis[0].knot[row], v = axis[1].knot[column];
  snprintf(out->name, sizeof out->name, "e%d%d", row, column);
  out->dim = pl_dim_multiply(stress_dim, strain_dim);
  out->scale = pl_law_scale(pl_dim_divide(stress_dim, strain_dim)) * 0.5 * (u * u + v * v);
  out->lower = -INFINITY;
  out->upper = INFINITY;
  out->knot = NAN;
}

// Hats of one strain and their slopes: of the three, the middle one and the one on the side of s.
static inline void hats(const pl_grid_axis *axis, const pl_lanes s, pl_lanes w[3], pl_lanes d[3]) {
  double below = 1 / axis->knot[0], above = 1 / axis->knot[2];
  PL_FOR_LANES(l) {
    bool up = !(s[l] < 0);
    double slope = up ? above : below, outer = s[l] * slope;
    w[0][l] = up ? 0 : outer;
    w[1][l] = 1 - outer;
    w[2][l] = up ? outer : 0;
    d[0][l] = up ? 0 : slope;
    d[1][l] = -slope;
    d[2][l] = up ? slope : 0;
  }
}

static void eval(const pl_law *law, const double *bound, const pl_lanes *s, pl_lanes *psi, pl_lanes *t, pl_lanes *k) {
  const pl_grid_axis *axis = law->shape;
  pl_lanes w[2][3], d[2][3], cross = {0};
  for (int a = 0; a < 2; a++) hats(&axis[a], s[a], w[a], d[a]);
  memset(t, 0, 2 * sizeof *t);
  if (psi) memset(psi, 0, sizeof *psi);
  for (int j = 0; j < N_ENERGY; j++) {
    int r = corner(j) / 3, c = corner(j) % 3;
    double e = bound[j];
    PL_FOR_LANES(l) {
      t[0][l] += e * d[0][r][l] * w[1][c][l];
      t[1][l] += e * w[0][r][l] * d[1][c][l];
      cross[l] += e * d[0][r][l] * d[1][c][l];
    }
    if (psi) PL_FOR_LANES(l) psi[0][l] += e * w[0][r][l] * w[1][c][l];
  }
  if (k) PL_FOR_LANES(l) {
      k[0][l] = k[3][l] = 0;
      k[1][l] = k[2][l] = cross[l];
    }
}

static void eval_theta(const pl_law *law, const double *theta, const pl_lanes *s, pl_lanes *dt) {
  (void)theta;
  const pl_grid_axis *axis = law->shape;
  pl_lanes w[2][3], d[2][3];
  for (int a = 0; a < 2; a++) hats(&axis[a], s[a], w[a], d[a]);
  for (int j = 0; j < N_ENERGY; j++) {
    int r = corner(j) / 3, c = corner(j) % 3;
    PL_FOR_LANES(l) {
      dt[2 * j][l] = d[0][r][l] * w[1][c][l];
      dt[2 * j + 1][l] = w[0][r][l] * d[1][c][l];
    }
  }
}

static void range(const pl_law *law, double range[][2]) {
  const pl_grid_axis *axis = law->shape;
  for (int a = 0; a < 2; a++) range[a][0] = axis[a].knot[0], range[a][1] = axis[a].knot[2];
}

// Both stresses jump where their strain changes sign; the outer cells are extended, so the outer knots are no kinks.
static int kinks(const pl_law *law, int axis, double *knot) {
  (void)law, (void)axis;
  knot[0] = 0;
  return 1;
}

static const char *const keys[] = {"knots", NULL};

const pl_law_row pl_law_bilinear_grid = {
    .name = "bilinear-grid",
    .help = "psi: bilinear between 3x3 control energies of two strains; its stress jumps where a strain changes sign",
    .words = "An energy of two strains together, interpolated on a grid; each number is the energy at one pair of strains.",
    .source = "Miguel et al. 2016, section 3.2",
    .n_in = 2,
    .flags = PL_LAW_LINEAR | PL_LAW_CONSERVATIVE,
    .read = read,
    .write = write,
    .parameter = parameter,
    .eval = eval,
    .eval_theta = eval_theta,
    .range = range,
    .kinks = kinks,
    .keys = keys,
    .cover = pl_cover_plane,
};
