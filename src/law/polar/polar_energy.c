// polar_energy.c: the conservative counterpart of polar-tensor (ours): an energy that stiffens by direction and is convex by construction,
//
//   psi(s) = sum over modes of  f_m(a_m . s),   f_m'' piecewise linear through theta >= 0 at the knots,   f_m(0) = f_m'(0) = 0.
//
//   mode              a . s, s = (warp, weft, shear) of strain `green`                     f''
//   fibre at phi      cos^2 phi s0 + sin^2 phi s1 +- sin phi cos phi s2: the strain along   from the first knot, 0, to the last; constant
//                     the directions phi and -phi, which share f (mirror symmetry)          outside: in compression the value at rest
//   area              (s0 + b s1) / (1 + b), b the "balance" of weft and warp               the same
//   contrast          (s0 - b s1) / (1 + b)                                                 even in its strain
//   shear             s2 / 2                                                                even in its strain
//
// Why convex: every a . s is linear in the Green strains, and f'' >= 0 makes f convex. A convex function of a linear one is convex, and so
// is the sum. The bound theta >= 0 suffices, and the tangent is sum f'' a a^T. Stress is C1.
//
// What it can represent: with all values of a mode equal it is linear. Fibres alone have c12 = c33/2 at rest (as any sum over directions
// has). Area (c12 > 0), contrast (c12 < 0) and shear lift this restriction. With b = sqrt(c22/c11) every positive semidefinite orthotropic
// tensor can be represented (pl_polar_energy_start). At rest the n_angle + 3 values enter the tangent in four combinations only; they
// separate where the modes are strained differently. What it cannot represent: stiffness that decreases so fast that stress decreases (no
// convex energy can); a stress that is not a gradient. A stiffness along one direction that depends on the strain across it other than
// through area, contrast and the oblique fibres. Parameters: (n_angle + 3) n_knot. Compared with polar-tensor, with the knot 0 and two per
// ring, it has these counts. For 4 points (16 parameters) it has 18, for 6 points (24) 24. For 10 points (40) it has 36, for 11 points (44)
// 40. The counterpart of the single point is `orthotropic`. Its distance from the published cloths is in docs/theory/wang.md. With 280
// parameters on many more modes it was less than a sixth closer than with 24.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "law/cover.h"
#include "law/piecewise.h"
#include "law/polar/polar.h"
#include "law/rows.h"
#include "law/spline.h"

enum { MAX_KNOT = 8, MAX_MODE = PL_POLAR_MAX_ANGLE + 3 };

typedef struct mode {
  double a[3];      // its strain is a . s
  bool mirrored;    // also at (a0, a1, -a2), with the same parameters
  const pl_law *f;  // the curve: one of the two below
  char name[24];    // "fibre22.5"
} mode;

typedef struct modes {
  int n_angle, n_knot, n_mode;
  double angle[PL_POLAR_MAX_ANGLE], knot[MAX_KNOT];  // rad; strain
  double balance;
  mode mode[MAX_MODE];
  pl_law one_sided, even;  // convex-splines on the knots
} modes;

// ---- description ----

static mode *add_mode(modes *m, const pl_law *f, double warp, double weft, double shear) {
  mode *out = &m->mode[m->n_mode++];
  *out = (mode){.a = {warp, weft, shear}, .f = f};
  return out;
}

static void add_modes(modes *m) {
  for (int i = 0; i < m->n_angle; i++) {
    double c = i < m->n_angle - 1 ? cos(m->angle[i]) : 0, s = i < m->n_angle - 1 ? sin(m->angle[i]) : 1;
    mode *fibre = add_mode(m, &m->one_sided, c * c, s * s, c * s);
    fibre->mirrored = c * s != 0;
    snprintf(fibre->name, sizeof fibre->name, "fibre%.4g", pl_dim_display(PL_DIM_ANGLE, m->angle[i]));
  }
  double b = m->balance, part = 1 / (1 + b);
  strcpy(add_mode(m, &m->one_sided, part, b * part, 0)->name, "area");
  strcpy(add_mode(m, &m->even, part, -b * part, 0)->name, "contrast");
  strcpy(add_mode(m, &m->even, 0, 0, 0.5)->name, "shear");
}

static pl_status read(pl_arena *arena, pl_json *object, pl_dim strain_dim, pl_law *law) {
  pl_context *ctx = pl_arena_context(arena);
  pl_where where = pl_json_where(object);
  if (!pl_dim_equal(strain_dim, PL_DIM_NONE))
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "use it on the strain \"green\", without \"rate\"",
                   "the law \"polar-energy\" takes strains, not rates");
  modes *m = pl_arena_alloc(arena, 1, sizeof *m);
  if (!m) return PL_ERROR_MEMORY;
  *m = (modes){.balance = 1};
  pl_json *value = pl_json_find(object, "balance");
  if (value) PL_TRY(pl_json_number(ctx, value, 0.125, 8, &m->balance));
  PL_TRY(pl_polar_read_list(arena, object, "angles", PL_DIM_ANGLE, "the directions of the fibres",
                            "add for example \"angles\": {\"unit\": \"deg\", \"values\": [0, 22.5, 45, 67.5, 90]}", PL_POLAR_MAX_ANGLE,
                            1e-2, &m->n_angle, m->angle));
  PL_TRY(pl_polar_check_quarter(ctx, pl_json_find(object, "angles"), m->n_angle, m->angle));
  PL_TRY(pl_polar_read_list(arena, object, "knots", PL_DIM_NONE, "the strains at which each stiffness is a parameter",
                            "add for example \"knots\": [0, 0.09, 0.18]", MAX_KNOT, 1e-6, &m->n_knot, m->knot));
  if (m->n_knot < 2 || m->knot[0] != 0) {
    where = pl_json_where(pl_json_find(object, "knots"));
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "write for example [0, 0.09, 0.18]; for constant stiffnesses use the law \"orthotropic\"",
                   "there must be at least 2 knots, the first 0");
  }
  PL_TRY(pl_spline_build(arena, 2, m->n_knot, m->knot, false, 0, &m->one_sided));
  PL_TRY(pl_spline_build(arena, 2, m->n_knot, m->knot, true, 0, &m->even));
  add_modes(m);
  law->shape = m;
  law->n_param = m->n_mode * m->n_knot;
  law->n_bound = m->n_mode * m->one_sided.n_bound;
  return PL_OK;
}

static void write(const pl_law *law, pl_dim strain_dim, pl_json_writer *writer) {
  (void)strain_dim;
  const modes *m = law->shape;
  pl_json_put_quantities(writer, "angles", PL_DIM_ANGLE, m->n_angle, m->angle);
  pl_json_begin_array(writer, "knots");
  for (int i = 0; i < m->n_knot; i++) pl_json_put_number(writer, NULL, m->knot[i]);
  pl_json_end_array(writer);
  pl_json_put_number(writer, "balance", m->balance);
}

static void parameter(const pl_law *law, int j, pl_dim strain_dim, pl_dim stress_dim, pl_parameter *out) {
  const modes *m = law->shape;
  snprintf(out->name, sizeof out->name, "%s-k%d", m->mode[j / m->n_knot].name, j % m->n_knot);
  out->dim = pl_dim_divide(stress_dim, strain_dim);
  out->scale = pl_law_scale(out->dim);
  out->lower = 0;
  out->upper = INFINITY;
  out->knot = m->knot[j % m->n_knot];
}

static void range(const pl_law *law, double range[][2]) {
  const modes *m = law->shape;
  for (int i = 0; i < 3; i++) {
    range[i][1] = (i < 2 ? 1 : 2) * m->knot[m->n_knot - 1];
    range[i][0] = -range[i][1];
  }
}

// ---- evaluation: the piecewise engine on each mode's strain ----

static void bind(const pl_law *law, const double *theta, double *bound) {
  const modes *m = law->shape;
  for (int i = 0; i < m->n_mode; i++) pl_piecewise_bind(m->mode[i].f, theta + i * m->n_knot, bound + i * m->mode[i].f->n_bound);
}

static inline void mode_strain(const double a[3], const pl_lanes *s, pl_lanes x) {
  PL_FOR_LANES(l) x[l] = a[0] * s[0][l] + a[1] * s[1][l] + a[2] * s[2][l];
}

// psi += f(a.s), t += f' a, k += f'' a a^T (upper triangle).
static void add_curve(const mode *one, const double a[3], const double *bound, const pl_lanes *s, pl_lanes *psi, pl_lanes *t, pl_lanes *k) {
  pl_lanes x[1], f[1], stress[1], tangent[1];
  mode_strain(a, s, x[0]);
  pl_piecewise_eval(one->f, bound, (const pl_lanes *)x, psi ? f : NULL, stress, k ? tangent : NULL);
  if (psi) PL_FOR_LANES(l) psi[0][l] += f[0][l];
  for (int i = 0; i < 3; i++) PL_FOR_LANES(l) t[i][l] += a[i] * stress[0][l];
  if (!k) return;
  for (int i = 0; i < 3; i++)
    for (int j = i; j < 3; j++) {
      double aa = a[i] * a[j];
      PL_FOR_LANES(l) k[3 * i + j][l] += aa * tangent[0][l];
    }
}

static void eval(const pl_law *law, const double *bound, const pl_lanes *s, pl_lanes *psi, pl_lanes *t, pl_lanes *k) {
  const modes *m = law->shape;
  if (psi) memset(psi, 0, sizeof *psi);
  memset(t, 0, 3 * sizeof *t);
  if (k) memset(k, 0, 9 * sizeof *k);
  for (int i = 0; i < m->n_mode; i++) {
    const mode *one = &m->mode[i];
    const double *own = bound + i * one->f->n_bound, mirror[3] = {one->a[0], one->a[1], -one->a[2]};
    add_curve(one, one->a, own, s, psi, t, k);
    if (one->mirrored) add_curve(one, mirror, own, s, psi, t, k);
  }
  if (!k) return;
  memcpy(k[3], k[1], sizeof *k);
  memcpy(k[6], k[2], sizeof *k);
  memcpy(k[7], k[5], sizeof *k);
}

static void eval_theta(const pl_law *law, const double *theta, const pl_lanes *s, pl_lanes *dt) {
  (void)theta;
  const modes *m = law->shape;
  memset(dt, 0, (size_t)law->n_param * 3 * sizeof *dt);
  for (int i = 0; i < m->n_mode; i++)
    for (int side = 0; side <= m->mode[i].mirrored; side++) {
      const mode *one = &m->mode[i];
      double a[3] = {one->a[0], one->a[1], side ? -one->a[2] : one->a[2]};
      pl_lanes x[1], basis[MAX_KNOT];
      mode_strain(a, s, x[0]);
      pl_piecewise_theta(one->f, NULL, (const pl_lanes *)x, basis);
      for (int j = 0; j < m->n_knot; j++)
        for (int c = 0; c < 3; c++) {
          double part = a[c];
          pl_lanes *out = &dt[(i * m->n_knot + j) * 3 + c];
          PL_FOR_LANES(l)(*out)[l] += part * basis[j][l];
        }
    }
}

// ---- the linear law of a tensor ----

double pl_polar_energy_balance(const double c[4]) {
  if (!(c[0] > 0 && c[2] > 0)) return 1;
  return fmin(fmax(sqrt(c[2] / c[0]), 0.125), 8);
}

// A value k on every oblique pair adds k P to the tensor, P12 = P33 (Cauchy's relation). The rest must be representable by warp and weft
// fibres, area, contrast and shear: r33 >= 0 and |r12| <= min(b r11, r22/b). Of the redundant shares (oblique fibres; area and contrast
// together) half of the admissible value is taken. The start is then on no bound unless the tensor is.
void pl_polar_energy_start(const pl_law *law, const double c[4], double *theta) {
  const modes *m = law->shape;
  double b = m->balance, r11 = fmax(c[0], 0), r22 = fmax(c[2], 0), r33 = 0.5 * fmax(c[3], 0), most = fmin(b * r11, r22 / b);
  double r12 = fmin(fmax(c[1], -most), most), p11 = 0, p12 = 0, p22 = 0, oblique = 0;
  for (int i = 1; i < m->n_angle - 1; i++) {
    const double *a = m->mode[i].a;
    p11 += 2 * a[0] * a[0];
    p12 += 2 * a[0] * a[1];
    p22 += 2 * a[1] * a[1];
  }
  if (p12 > 0) {
    oblique = fmin(r12, r33) / p12;
    if (b * p11 > p12) oblique = fmin(oblique, (b * r11 - r12) / (b * p11 - p12));
    if (p22 / b > p12) oblique = fmin(oblique, (r22 / b - r12) / (p22 / b - p12));
    oblique = 0.5 * fmax(oblique, 0);
  }
  r11 -= oblique * p11;
  r12 -= oblique * p12;
  r22 -= oblique * p22;
  r33 -= oblique * p12;
  // area - contrast gives r12; both may increase together until warp or weft is exhausted
  double unit = (1 + b) * (1 + b) / b, area = fmax(r12, 0) * unit, contrast = fmax(-r12, 0) * unit;
  double both = 0.25 * unit * fmax(fmin(b * r11, r22 / b) - fabs(r12), 0);
  area += both;
  contrast += both;
  r11 = fmax(r11 - (area + contrast) / (b * unit), 0);
  r22 = fmax(r22 - b * (area + contrast) / unit, 0);
  for (int i = 0; i < m->n_mode; i++) {
    int after = i - m->n_angle;
    double value = i == 0 ? r11 : after == -1 ? r22 : after < 0 ? oblique : after == 0 ? area : after == 1 ? contrast : 4 * r33;
    for (int j = 0; j < m->n_knot; j++) theta[i * m->n_knot + j] = value;
  }
}

static void cover(const pl_law_row *row, pl_dim strain_dim, const double range[][2], bool odd, pl_json_writer *writer) {
  (void)row, (void)strain_dim, (void)odd;
  pl_polar_put_angles(writer);
  pl_cover_from_zero(writer, "knots", 3, pl_cover_reach(2, range));
}

static const char *const keys[] = {"angles", "knots", "balance", NULL};

const pl_law_row pl_law_polar_energy = {
    .name = "polar-energy",
    .help = "psi = sum of convex curves of fibre strains by direction, area, contrast and shear",
    .words = "The sum of curves of fibres in several directions, of area and of shear; each number is a stiffness at one strain.",
    .source = "Pliant",
    .n_in = 3,
    .flags = PL_LAW_LINEAR | PL_LAW_CONSERVATIVE | PL_LAW_CONVEX | PL_LAW_TENSOR_SHEAR,
    .read = read,
    .write = write,
    .parameter = parameter,
    .bind = bind,
    .eval = eval,
    .eval_theta = eval_theta,
    .range = range,
    .keys = keys,
    .cover = cover,
};
