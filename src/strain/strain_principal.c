// strain_principal.c: the two principal stretches of a membrane, larger first, and the same less one. (Miguel et al. 2016, section 3.2:
// cross stiffening by principal strain; Wang 2011, section 3.1).
//
//   F = (U, V) = sum_i lambda_i u_i v_i^T,  s_i = lambda_i (or lambda_i - 1),  ds_i/dF = u_i v_i^T;   second derivatives in solid_stretch.h.
// The angle of v_1 in the material is half that of (C_uu - C_vv, 2 C_uv). A membrane in space cannot be inverted: both stretches are >= 0.
#include <float.h>
#include <math.h>

#include "strain/solid_stretch.h"
#include "strain/strain_rows.h"

typedef struct stretches {
  double lambda[2], u[2][3], v[2][2], n[3];
} stretches;

static void decompose(const pl_lanes *f, int l, stretches *s) {
  double a[3], b[3], cuu = 0, cvv = 0, cuv = 0;
  for (int k = 0; k < 3; k++) {
    a[k] = f[k][l];
    b[k] = f[3 + k][l];
    cuu += a[k] * a[k];
    cvv += b[k] * b[k];
    cuv += a[k] * b[k];
  }
  double angle = 0.5 * atan2(2 * cuv, cuu - cvv), cosine = cos(angle), sine = sin(angle);
  s->v[0][0] = s->v[1][1] = cosine;
  s->v[0][1] = sine;
  s->v[1][0] = -sine;
  for (int i = 0; i < 2; i++) {
    double sum = 0;
    for (int k = 0; k < 3; k++) {
      s->u[i][k] = s->v[i][0] * a[k] + s->v[i][1] * b[k];
      sum += s->u[i][k] * s->u[i][k];
    }
    s->lambda[i] = sqrt(sum);
    for (int k = 0; k < 3; k++) s->u[i][k] /= pl_max(s->lambda[i], DBL_MIN);
  }
  for (int k = 0; k < 3; k++) s->n[k] = s->u[0][(k + 1) % 3] * s->u[1][(k + 2) % 3] - s->u[0][(k + 2) % 3] * s->u[1][(k + 1) % 3];
}

static void prepare(const pl_mesh *mesh, const int32_t *vertex, double area, double *rest, double *weight) {
  pl_triangle_weights(mesh, vertex, rest);
  *weight = area;
}

static void eval(const pl_lanes *f, pl_lanes *s, pl_lanes *p) {
  PL_EACH_LANE(l) {
    stretches d;
    decompose(f, l, &d);
    for (int i = 0; i < 2; i++) {
      s[i][l] = d.lambda[i];
      for (int c = 0; p && c < 6; c++) p[6 * i + c][l] = d.u[i][c % 3] * d.v[i][c / 3];
    }
  }
}

static void eval_less_one(const pl_lanes *f, pl_lanes *s, pl_lanes *p) {
  eval(f, s, p);
  for (int i = 0; i < 2; i++) PL_FOR_LANES(l) s[i][l] -= 1;
}

static void add_hess(const pl_lanes *f, const pl_lanes *t, const pl_lanes *k, pl_hess_mode mode, pl_lanes *a) {
  static const double none[3] = {0};
  PL_EACH_LANE(l) {
    stretches d;
    decompose(f, l, &d);
    double t0 = t[0][l], t1 = t[1][l], sum = d.lambda[0] + d.lambda[1];
    if (mode == PL_HESS_FILTERED) t0 = pl_max(t0, 0), t1 = pl_max(t1, 0);
    double limit = k ? 0.5 * (k[0][l] + k[3][l] - k[1][l] - k[2][l]) : 0;
    double flip = pl_stretch_quotient(d.lambda[0], d.lambda[1], t0, t1, limit);
    double twist = sum > 0 ? (t0 + t1) / sum : 0;
    double out[2] = {t0 / pl_max(d.lambda[0], DBL_MIN), t1 / pl_max(d.lambda[1], DBL_MIN)};
    if (mode == PL_HESS_PSD) flip = pl_max(flip, 0), twist = pl_max(twist, 0), out[0] = pl_max(out[0], 0), out[1] = pl_max(out[1], 0);
    pl_stretch_add(2, l, flip, d.u[0], d.v[1], 1, d.u[1], d.v[0], a);
    pl_stretch_add(2, l, twist, d.u[0], d.v[1], -1, d.u[1], d.v[0], a);
    for (int i = 0; i < 2; i++) pl_stretch_add(2, l, 2 * out[i], d.n, d.v[i], 0, none, d.v[i], a);
  }
}

const pl_solid_measure pl_solid_principal = {.n_axis = 2, .n_value = 2, .eval = eval, .add_hess = add_hess};
static const pl_solid_measure less_one = {.n_axis = 2, .n_value = 2, .eval = eval_less_one, .add_hess = add_hess};

PL_SOLID_FUNCTIONS(pl_solid_principal, 3)

static void strain_3(const pl_lanes *rest, const pl_lanes *x, pl_lanes *s, pl_lanes *ds) { pl_solid_eval(&less_one, 3, rest, x, s, ds); }

#define COMMON                                                                                                                             \
  .source = "Miguel et al. 2016, section 3.2; Wang et al. 2011, section 3.1", .element = PL_ELEMENT_TRIANGLE, .n_vertex = 3, .n_value = 2, \
  .n_rest = 6, .value_name = {"max", "min"}, .weight_dim = {0, 2, 0, 0}, .prepare = prepare, .n_class = 1, .class_name = {"all"},          \
  .add_hess = add_hess_3, .add_hess_law = add_hess_law_3

const pl_strain pl_strain_principal = {.name = "principal",
                                       .words = "the two principal stretches",
                                       .help = "principal stretches of a triangle, larger first",
                                       .rest_value = {1, 1},
                                       COMMON,
                                       .eval = eval_3};
const pl_strain pl_strain_principal_strain = {.name = "principal-strain",
                                              .words = "the two principal strains",
                                              .help = "principal stretches of a triangle less one, larger first",
                                              COMMON,
                                              .eval = strain_3};
