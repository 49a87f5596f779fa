// strain_curvature.c: the three curvatures of a triangle, from the angles of the hinges around it.
//
//   s = kappa = sum over hinges f of m_f theta_f,   kappa = (k_uu, k_vv, 2 k_uv), 1/m;   weight: the triangle's area
//
// The vectors m_f are constant; model/curvature_patch.h derives them. On any mesh the strain is exact on quadratic surfaces, and a constant moment
// is in equilibrium. Angles theta_f are those of strain_hinge.c, whose kernels are used here.
//
// A cylinder of curvature kappa across direction n has s = kappa (n_u^2, n_v^2, 2 n_u n_v). Its sign is that of strain `hinge`.
// kappa is linear in the angles, so a crease stays monotone up to pi.
//
// Patches differ in size. Inside uniform meshes the second ring has no weight: six vertices in a fixed order suffice.
// Other patches have up to 8, 10 or 12 vertices, and each hinge names its own. Where all patches of a block name the same ones, as inside
// alternating meshes, the block is evaluated like one of small patches.
#include <string.h>

#include "strain/strain_rows.h"

enum { N_VALUE = 3, HINGE_DOF = 12, FEW = 3, MANY = 9, PER_HINGE = 4 };

// ---- rest data: of each hinge m[3] and its four corners as one number, 4 bits each ----

static int corner_at(double code, int k) { return (int)code >> 4 * k & 15; }

double pl_curvature_corners(const uint8_t corner[4]) { return corner[0] | corner[1] << 4 | corner[2] << 8 | corner[3] << 12; }

// The corners of hinge f of a small patch: edge f of the triangle, its opposite corner, and vertex 3 + f beyond the edge.
static const uint8_t small_corner[FEW][4] = {{0, 1, 2, 3}, {1, 2, 0, 4}, {2, 0, 1, 5}};

static void gather_alike(const uint8_t corner[4], const pl_lanes *x, pl_lanes *out) {
  for (int k = 0; k < 4; k++) memcpy(out[3 * k], x[3 * corner[k]], 3 * sizeof *x);
}

static void gather(const double *code, const pl_lanes *x, pl_lanes *out) {
  PL_EACH_LANE(l) for (int k = 0; k < 4; k++) {
    int from = 3 * corner_at(code[l], k);
    out[3 * k][l] = x[from][l], out[3 * k + 1][l] = x[from + 1][l], out[3 * k + 2][l] = x[from + 2][l];
  }
}

// No lane has this hinge, nor any that follows: a patch has its hinges first.
static bool unused(const pl_lanes *m) {
  PL_EACH_LANE(l) if (m[3][l] != 0) return false;
  return true;
}

// The corners of all hinges if they are the same in every lane. Returns the number of hinges, -1 if some lane differs.
static int alike(const pl_lanes *rest, uint8_t corner[][4]) {
  for (int f = 0; f < MANY; f++) {
    const double *code = rest[PER_HINGE * f + 3];
    PL_EACH_LANE(l) if (code[l] != code[0]) return -1;
    if (code[0] == 0) return f;
    for (int k = 0; k < 4; k++) corner[f][k] = (uint8_t)corner_at(code[0], k);
  }
  return MANY;
}

static bool no_weight(const double *m) {
  bool none = true;
  PL_EACH_LANE(l) none = none && m[l] == 0;
  return none;
}

static const pl_lanes one = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

// ---- values and slopes ----

static void clear(int n, pl_lanes *s, pl_lanes *ds) {
  memset(s, 0, N_VALUE * sizeof *s);
  if (ds) memset(ds, 0, (size_t)(N_VALUE * n) * sizeof *ds);
}

static void eval_alike(int n, int n_hinge, const uint8_t corner[][4], const pl_lanes *rest, const pl_lanes *x, pl_lanes *s, pl_lanes *ds) {
  pl_lanes at[HINGE_DOF], theta, slope[HINGE_DOF];
  clear(n, s, ds);
  for (int f = 0; f < n_hinge; f++) {
    const pl_lanes *m = rest + PER_HINGE * f;
    gather_alike(corner[f], x, at);
    pl_strain_hinge.eval(&one, (const pl_lanes *)at, &theta, ds ? slope : NULL);
    for (int i = 0; i < N_VALUE; i++) {
      if (no_weight(m[i])) continue;
      PL_FOR_LANES(l) s[i][l] += m[i][l] * theta[l];
      for (int c = 0; ds && c < HINGE_DOF; c++) {
        double *to = ds[n * i + 3 * corner[f][c / 3] + c % 3];
        PL_FOR_LANES(l) to[l] += m[i][l] * slope[c][l];
      }
    }
  }
}

static void eval_small(const pl_lanes *rest, const pl_lanes *x, pl_lanes *s, pl_lanes *ds) {
  eval_alike(18, FEW, small_corner, rest, x, s, ds);
}

static void eval_large(int n, const pl_lanes *rest, const pl_lanes *x, pl_lanes *s, pl_lanes *ds) {
  uint8_t corner[MANY][4];
  int n_hinge = alike(rest, corner);
  if (n_hinge >= 0) {
    eval_alike(n, n_hinge, (const uint8_t(*)[4])corner, rest, x, s, ds);
    return;
  }
  pl_lanes at[HINGE_DOF], theta, slope[HINGE_DOF];
  clear(n, s, ds);
  for (int f = 0; f < MANY && !unused(rest + PER_HINGE * f); f++) {
    const pl_lanes *m = rest + PER_HINGE * f;
    gather(m[3], x, at);
    pl_strain_hinge.eval(&one, (const pl_lanes *)at, &theta, ds ? slope : NULL);
    for (int i = 0; i < N_VALUE; i++) PL_FOR_LANES(l) s[i][l] += m[i][l] * theta[l];
    if (!ds) continue;
    for (int k = 0; k < 4; k++) PL_EACH_LANE(l) {
        int to = 3 * corner_at(m[3][l], k);
        for (int i = 0; i < N_VALUE; i++)
          for (int a = 0; a < 3; a++) ds[n * i + to + a][l] += m[i][l] * slope[3 * k + a][l];
      }
  }
}

static void eval_8(const pl_lanes *rest, const pl_lanes *x, pl_lanes *s, pl_lanes *ds) { eval_large(24, rest, x, s, ds); }
static void eval_10(const pl_lanes *rest, const pl_lanes *x, pl_lanes *s, pl_lanes *ds) { eval_large(30, rest, x, s, ds); }
static void eval_12(const pl_lanes *rest, const pl_lanes *x, pl_lanes *s, pl_lanes *ds) { eval_large(36, rest, x, s, ds); }

// ---- geometric stiffness: that of each hinge under the moment that the patch puts on it ----

static void hinge_moment(const pl_lanes *m, const pl_lanes *t, double *out) {
  PL_FOR_LANES(l) out[l] = m[0][l] * t[0][l] + m[1][l] * t[1][l] + m[2][l] * t[2][l];
}

static void add_hess_small(const pl_lanes *rest, const pl_lanes *x, const pl_lanes *t, pl_hess_mode mode, pl_lanes *h) {
  enum { N = 18 };
  if (mode != PL_HESS_EXACT) return;
  pl_lanes at[HINGE_DOF], moment, part[HINGE_DOF * HINGE_DOF];
  for (int f = 0; f < FEW; f++) {
    gather_alike(small_corner[f], x, at);
    hinge_moment(rest + PER_HINGE * f, t, moment);
    memset(part, 0, sizeof part);
    pl_strain_hinge.add_hess(&one, (const pl_lanes *)at, (const pl_lanes *)&moment, mode, part);
    for (int r = 0; r < HINGE_DOF; r++)
      for (int c = 0; c < HINGE_DOF; c++) {
        double *to = h[N * (3 * small_corner[f][r / 3] + r % 3) + 3 * small_corner[f][c / 3] + c % 3];
        PL_FOR_LANES(l) to[l] += part[HINGE_DOF * r + c][l];
      }
  }
}

static void add_hess_large(int n, const pl_lanes *rest, const pl_lanes *x, const pl_lanes *t, pl_hess_mode mode, pl_lanes *h) {
  if (mode != PL_HESS_EXACT) return;
  pl_lanes at[HINGE_DOF], moment, part[HINGE_DOF * HINGE_DOF];
  for (int f = 0; f < MANY && !unused(rest + PER_HINGE * f); f++) {
    const pl_lanes *m = rest + PER_HINGE * f;
    gather(m[3], x, at);
    hinge_moment(m, t, moment);
    memset(part, 0, sizeof part);
    pl_strain_hinge.add_hess(&one, (const pl_lanes *)at, (const pl_lanes *)&moment, mode, part);
    for (int i = 0; i < 4; i++)
      for (int k = 0; k < 4; k++) PL_EACH_LANE(l) {
          pl_lanes *to = h + n * 3 * corner_at(m[3][l], i) + 3 * corner_at(m[3][l], k);
          const pl_lanes *from = (const pl_lanes *)part + HINGE_DOF * 3 * i + 3 * k;
          for (int a = 0; a < 3; a++)
            for (int b = 0; b < 3; b++) to[n * a + b][l] += from[HINGE_DOF * a + b][l];
        }
  }
}

static void add_hess_8(const pl_lanes *rest, const pl_lanes *x, const pl_lanes *t, pl_hess_mode mode, pl_lanes *h) {
  add_hess_large(24, rest, x, t, mode, h);
}
static void add_hess_10(const pl_lanes *rest, const pl_lanes *x, const pl_lanes *t, pl_hess_mode mode, pl_lanes *h) {
  add_hess_large(30, rest, x, t, mode, h);
}
static void add_hess_12(const pl_lanes *rest, const pl_lanes *x, const pl_lanes *t, pl_hess_mode mode, pl_lanes *h) {
  add_hess_large(36, rest, x, t, mode, h);
}

#define CURVATURE                                                                                                               \
  .words = "bending",                                                                                                           \
  .value_words = {{"bending along", "x", "curvature along warp"},                                                               \
                  {"bending along", "y", "curvature along weft"},                                                               \
                  {"twist", "", "twice the twist"}},                                                                            \
  .note = "Stress is the moment per width.", .help = "curvatures of a triangle: k_uu, k_vv, 2 k_uv, 1/m",                       \
  .source = "Morley's plate element with reconstructed slopes; docs/theory/bending.md", .n_value = N_VALUE,                     \
  .value_name = {"warp", "weft", "twist"}, .value_dim = {0, -1, 0, 0}, .weight_dim = {0, 2, 0, 0}, .n_class = 1, .rigidity = 1, \
  .per_curvature = 1

const pl_strain pl_strain_curvature = {
    .name = "curvature",
    .element = PL_ELEMENT_PATCH,
    .n_vertex = 12,
    .n_rest = PER_HINGE * MANY,
    .eval = eval_12,
    .add_hess = add_hess_12,
    CURVATURE,
};

const pl_strain pl_strain_curvature_10 = {
    .name = "curvature of 10 vertices",
    .element = PL_ELEMENT_PATCH_10,
    .measure = &pl_strain_curvature,
    .n_vertex = 10,
    .n_rest = PER_HINGE * MANY,
    .eval = eval_10,
    .add_hess = add_hess_10,
    CURVATURE,
};

const pl_strain pl_strain_curvature_8 = {
    .name = "curvature of 8 vertices",
    .element = PL_ELEMENT_PATCH_8,
    .measure = &pl_strain_curvature,
    .n_vertex = 8,
    .n_rest = PER_HINGE * MANY,
    .eval = eval_8,
    .add_hess = add_hess_8,
    CURVATURE,
};

const pl_strain pl_strain_curvature_6 = {
    .name = "curvature of 6 vertices",
    .element = PL_ELEMENT_PATCH_6,
    .measure = &pl_strain_curvature,
    .n_vertex = 6,
    .n_rest = PER_HINGE * FEW,
    .eval = eval_small,
    .add_hess = add_hess_small,
    CURVATURE,
};
