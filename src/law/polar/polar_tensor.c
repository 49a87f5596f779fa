// polar_tensor.c: a stiffness tensor that depends on the largest extension and its direction (Wang, O'Brien and Ramamoorthi 2011, section 3.1).
//
//   t = D(lambda, phi) s,  s = (warp, weft, shear) of strain `green`,  D = [c11 c12 c13/2; c12 c22 c23/2; c13/2 c23/2 c33/2]
//   m = (s0 + s1)/2,  d = (s0 - s1)/2,  h = s2/2,  rho = sqrt(d^2 + h^2):  principal strains m + rho, m - rho
//   lambda = sqrt(1 + 2 (m + rho)) - 1,   2 phi = angle of (d, h)                                                                (eq. 3)
//
// c_ij is linear in lambda between the origin and the rings, constant below 0 and beyond the last ring. On a ring it is linear in phi. The
// entry c33 multiplies the tensor shear s2/2 and gives sigma_uv, which is conjugate to s2: hence c33/2. The entries c13 and c23 give
// sigma_uu and sigma_vv as in eq. 1. In the row of sigma_uv they count half, or even a constant tensor would have no energy. Without shear
// coupling the cloth is mirror symmetric, c13 = c23 = 0 and phi is folded: phi and -phi are equivalent.
//
// Where rho = 0 (rest, equibiaxial) phi has no value and lambda no derivative. With x = 2 rho / smoothing, for x < 1,
//   ring values are taken as mean + w (value - mean),  w = 2 x^2 - x^4,  mean over the ring;   rho as smoothing/2 (3 x^2 - x^4)/2.
// Both are polynomials in rho^2 and join w = 1 and rho with the same slope at x = 1; beyond it nothing is changed. Properties:
//   1. stress is continuous everywhere;
//   2. the tangent is continuous except for jumps where the published interpolation has kinks: lambda = 0 and the rings, and phi at the
//      angles of the points, including the folds (phi = 0 and 90 degrees); at phi = 0 and 90 it is the mean of both sides;
//   3. the angular jumps vanish towards rho = 0, so at rest and at equibiaxial strain the tangent is finite and continuous (except for
//      lambda = 0).
// There is no energy: the tangent k_ij = D_ij + sum_k dD_ik/ds_j s_k is unsymmetric, and psi is only s.t/2, for printing. The law is linear
// in theta. With "negative": "zero" (as in the simulator that ships the files) each interpolated c_ij is max(c_ij, 0), and it is not
// linear.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "law/cover.h"
#include "law/polar/polar.h"
#include "law/rows.h"
#include "math/atan2.h"

// Components in order, and their entries of D.
static const struct {
  const char *name;
  int row, column;
  double factor;
} entry[6] = {{"c11", 0, 0, 1}, {"c12", 0, 1, 1}, {"c22", 1, 1, 1}, {"c33", 2, 2, 0.5}, {"c13", 0, 2, 0.5}, {"c23", 1, 2, 0.5}};

// Segments between neighbouring angles: around half a turn with coupling, from 0 to 90 degrees without.
static int segment_count(const pl_polar_scheme *scheme) { return scheme->n_angle - (scheme->coupling || scheme->n_angle == 0 ? 0 : 1); }

static double segment_length(const pl_polar_scheme *scheme, int j) {
  return (j + 1 < scheme->n_angle ? scheme->angle[j + 1] : 3.14159265358979323846) - scheme->angle[j];
}

// Weight of angle j in the mean over a ring: the integral of its hat function.
static double mean_weight(const pl_polar_scheme *scheme, int j) {
  int n = segment_count(scheme);
  double total = 0, own = 0;
  for (int i = 0; i < n; i++) {
    total += segment_length(scheme, i);
    if (i == j || (i + 1) % scheme->n_angle == j) own += 0.5 * segment_length(scheme, i);
  }
  return own / total;
}

// ---- description ----

static const pl_law_row zero_row;

static pl_status read(pl_arena *arena, pl_json *object, pl_dim strain_dim, pl_law *law) {
  if (!pl_dim_equal(strain_dim, PL_DIM_NONE)) {
    pl_where where = pl_json_where(object);
    return pl_fail(pl_arena_context(arena), PL_ERROR_INPUT, &where, "use it on the strain \"green\", without \"rate\"",
                   "the law \"polar-tensor\" takes strains, not rates");
  }
  pl_polar_scheme *scheme = pl_arena_alloc(arena, 1, sizeof *scheme);
  if (!scheme) return PL_ERROR_MEMORY;
  PL_TRY(pl_polar_scheme_read(arena, object, scheme));
  int n_component = pl_polar_component_count(scheme);
  law->shape = scheme;
  law->n_param = n_component * pl_polar_point_count(scheme);
  law->n_bound = n_component * (1 + scheme->n_ring * (2 + segment_count(scheme)));
  if (scheme->zero) law->row = &zero_row;  // the same law without the flag LINEAR
  return PL_OK;
}

static void write(const pl_law *law, pl_dim strain_dim, pl_json_writer *writer) {
  (void)strain_dim;
  pl_polar_scheme_write(law->shape, writer);
}

// Green strain along the direction of an extension.
static double green(double extension) { return extension + 0.5 * extension * extension; }

static void parameter(const pl_law *law, int j, pl_dim strain_dim, pl_dim stress_dim, pl_parameter *out) {
  const pl_polar_scheme *scheme = law->shape;
  int n = pl_polar_component_count(scheme), point = j / n;
  const char *name = entry[j % n].name;
  out->knot = 0;
  if (point == 0) {
    snprintf(out->name, sizeof out->name, "%s@origin", name);
  } else {
    int ring = (point - 1) / scheme->n_angle;
    double degrees = pl_dim_display(PL_DIM_ANGLE, scheme->angle[(point - 1) % scheme->n_angle]);
    if (scheme->n_ring == 1)
      snprintf(out->name, sizeof out->name, "%s@%g", name, degrees);
    else
      snprintf(out->name, sizeof out->name, "%s@%g-ring%d", name, degrees, ring + 1);
    out->knot = green(scheme->radius[ring]);
  }
  out->dim = pl_dim_divide(stress_dim, strain_dim);
  out->scale = pl_law_scale(out->dim);
  // No bounds: 7 of the 10 published cloths have negative entries, on the diagonal too.
  out->lower = -INFINITY;
  out->upper = INFINITY;
}

static void range(const pl_law *law, double range[][2]) {
  const pl_polar_scheme *scheme = law->shape;
  double reach = scheme->n_ring > 0 ? green(scheme->radius[scheme->n_ring - 1]) : 0.1;
  for (int i = 0; i < 3; i++) {
    range[i][1] = i < 2 ? reach : 2 * reach;
    range[i][0] = -range[i][1];
  }
}

// ---- position of a strain among the points ----

// With a_i = the fraction of the way from ring i - 1 to ring i (0 .. 1) and u_j = the fraction of segment j that phi has passed (0 .. 1),
//   c = origin + sum_i a_i (step_i + w (base_i + sum_j u_j rise_ij)),
// where step is the mean of ring i minus that of ring i - 1. Base is the same difference at the first angle minus step. Rise is the change
// of the difference over segment j. The marks u' and a' are derivatives by phi and lambda.
typedef struct place {
  pl_lanes a[PL_POLAR_MAX_RING], u[PL_POLAR_MAX_ANGLE], w;
  pl_lanes a_slope[PL_POLAR_MAX_RING], u_slope[PL_POLAR_MAX_ANGLE];
  pl_lanes lambda_ds[3], w_ds[3], w_phi_ds[3];  // d lambda/ds_j, dw/ds_j, w dphi/ds_j
} place;

// The gradients of lambda, w and (times w) phi.
static inline void gradients(const pl_polar_scheme *scheme, const pl_lanes *s, place *at) {
  double delta = scheme->smoothing, per_delta2 = 4 / (delta * delta), folded = scheme->coupling ? 0 : 1;
  PL_FOR_LANES(l) {
    double m = 0.5 * (s[0][l] + s[1][l]), d = 0.5 * (s[0][l] - s[1][l]), h = 0.5 * s[2][l], rho2 = d * d + h * h;
    double x2 = per_delta2 * rho2, root = sqrt(rho2);
    // derivatives of rho and w with respect to rho^2; w / rho^2
    double rho = x2 < 1 ? 0.25 * delta * x2 * (3 - x2) : root, rho_slope = x2 < 1 ? (3 - 2 * x2) / delta : 0.5 / root;
    double w_slope = x2 < 1 ? 2 * per_delta2 * (1 - x2) : 0, w_turn = x2 < 1 ? per_delta2 * (2 - x2) : 1 / rho2;
    double e = m + rho, lambda_e = e > 0 ? 1 / sqrt(1 + 2 * e) : 0;
    double lambda_d = 2 * lambda_e * rho_slope * d, lambda_h = 2 * lambda_e * rho_slope * h;
    at->lambda_ds[0][l] = 0.5 * (lambda_e + lambda_d);
    at->lambda_ds[1][l] = 0.5 * (lambda_e - lambda_d);
    at->lambda_ds[2][l] = 0.5 * lambda_h;
    at->w_ds[0][l] = w_slope * d;
    at->w_ds[1][l] = -w_slope * d;
    at->w_ds[2][l] = w_slope * h;
    // d phi = (-h dd + d dh) / (2 rho^2); folded, phi is even in h, and on h = 0 the mean of both sides is taken
    double side = h > 0 ? 1 : 0;
    side = h < 0 ? -1 : side;
    side = folded > 0 ? side : 1;
    at->w_phi_ds[0][l] = -0.25 * w_turn * side * h;
    at->w_phi_ds[1][l] = 0.25 * w_turn * side * h;
    at->w_phi_ds[2][l] = 0.25 * w_turn * side * d;
  }
}

// w, a and u; their slopes and the gradients only if `slopes`.
static inline void locate(const pl_polar_scheme *scheme, const pl_lanes *s, bool slopes, place *at) {
  double delta = scheme->smoothing, per_delta2 = 4 / (delta * delta), folded = scheme->coupling ? 0 : 1;
  pl_lanes lambda, phi;
  PL_FOR_LANES(l) {
    double m = 0.5 * (s[0][l] + s[1][l]), d = 0.5 * (s[0][l] - s[1][l]), h = 0.5 * s[2][l], rho2 = d * d + h * h;
    double x2 = per_delta2 * rho2;
    double rho = x2 < 1 ? 0.25 * delta * x2 * (3 - x2) : sqrt(rho2);
    at->w[l] = x2 < 1 ? x2 * (2 - x2) : 1;
    lambda[l] = sqrt(1 + 2 * pl_max(m + rho, 0)) - 1;
  }
  PL_FOR_LANES(l) {
    double angle = 0.5 * pl_atan2(folded > 0 ? fabs(s[2][l]) : s[2][l], s[0][l] - s[1][l]);
    phi[l] = angle < 0 ? angle + 3.14159265358979323846 : angle;
  }
  if (slopes) gradients(scheme, s, at);
  for (int i = 0; i < scheme->n_ring; i++) {
    double below = i > 0 ? scheme->radius[i - 1] : 0, per_step = 1 / (scheme->radius[i] - below);
    PL_FOR_LANES(l) {
      double a = (lambda[l] - below) * per_step;
      at->a[i][l] = pl_min(pl_max(a, 0), 1);
      if (slopes) at->a_slope[i][l] = a >= 0 && a < 1 ? per_step : 0;
    }
  }
  for (int j = 0; j < segment_count(scheme); j++) {
    double begin = scheme->angle[j], per_length = 1 / segment_length(scheme, j);
    PL_FOR_LANES(l) {
      double u = (phi[l] - begin) * per_length;
      at->u[j][l] = pl_min(pl_max(u, 0), 1);
      if (slopes) at->u_slope[j][l] = u >= 0 && u < 1 ? per_length : 0;
    }
  }
}

// ---- stress and tangent ----

// bound: origin[n_component], then for each ring and component: step, base, rise[n_segment]; entries of D, so that shear is halved.
static void bind(const pl_law *law, const double *theta, double *bound) {
  const pl_polar_scheme *scheme = law->shape;
  int n = pl_polar_component_count(scheme), n_angle = scheme->n_angle, n_segment = segment_count(scheme);
  for (int c = 0; c < n; c++) bound[c] = entry[c].factor * theta[c];
  double *out = bound + n;
  for (int i = 0; i < scheme->n_ring; i++)
    for (int c = 0; c < n; c++, out += 2 + n_segment) {
      double more[PL_POLAR_MAX_ANGLE], mean = 0;
      for (int j = 0; j < n_angle; j++) {
        double inner = theta[(i > 0 ? 1 + (i - 1) * n_angle + j : 0) * n + c];
        more[j] = entry[c].factor * (theta[(1 + i * n_angle + j) * n + c] - inner);
        mean += mean_weight(scheme, j) * more[j];
      }
      out[0] = mean;
      out[1] = more[0] - mean;
      for (int j = 0; j < n_segment; j++) out[2 + j] = more[(j + 1) % n_angle] - more[j];
    }
}

// Component values c and their derivatives with respect to lambda, w and (per w) phi.
typedef struct field {
  pl_lanes c[6], lambda[6], w[6], phi[6];
} field;

// sum = base + sum_j rise_j u_j. n_segment is a constant where this is inlined: the loop unrolls and the sums stay in registers.
static inline void sum_over(int n_segment, double base, const double *rise, const pl_lanes *u, pl_lanes sum) {
  PL_FOR_LANES(l) {
    double value = base;
    for (int j = 0; j < n_segment; j++) value += rise[j] * u[j][l];
    sum[l] = value;
  }
}

static void sum_segments(int n_segment, double base, const double *rise, const pl_lanes *u, pl_lanes sum) {
  switch (n_segment) {
  case 2: sum_over(2, base, rise, u, sum); break;
  case 4: sum_over(4, base, rise, u, sum); break;
  default: sum_over(n_segment, base, rise, u, sum);
  }
}

static inline void interpolate(const pl_polar_scheme *scheme, const double *bound, const place *at, bool slopes, field *f) {
  int n = pl_polar_component_count(scheme), n_segment = segment_count(scheme);
  for (int c = 0; c < n; c++) PL_FOR_LANES(l) {
      f->c[c][l] = bound[c];
      if (slopes) f->lambda[c][l] = f->w[c][l] = f->phi[c][l] = 0;
    }
  bound += n;
  for (int i = 0; i < scheme->n_ring; i++)
    for (int c = 0; c < n; c++, bound += 2 + n_segment) {
      double step = bound[0];
      pl_lanes turned, turning;
      sum_segments(n_segment, bound[1], bound + 2, at->u, turned);
      PL_FOR_LANES(l) f->c[c][l] += at->a[i][l] * (step + at->w[l] * turned[l]);
      if (!slopes) continue;
      sum_segments(n_segment, 0, bound + 2, at->u_slope, turning);
      PL_FOR_LANES(l) {
        f->lambda[c][l] += at->a_slope[i][l] * (step + at->w[l] * turned[l]);
        f->w[c][l] += at->a[i][l] * turned[l];
        f->phi[c][l] += at->a[i][l] * turning[l];
      }
    }
  if (!scheme->zero) return;
  for (int c = 0; c < n; c++) PL_FOR_LANES(l) {
      double keep = f->c[c][l] <= 0 ? 0 : 1;
      f->c[c][l] *= keep;
      if (slopes) {
        f->lambda[c][l] *= keep;
        f->w[c][l] *= keep;
        f->phi[c][l] *= keep;
      }
    }
}

// out = D s for the entries c.
static inline void multiply(bool coupling, const pl_lanes *c, const pl_lanes *s, pl_lanes *out) {
  PL_FOR_LANES(l) {
    out[0][l] = c[0][l] * s[0][l] + c[1][l] * s[1][l];
    out[1][l] = c[1][l] * s[0][l] + c[2][l] * s[1][l];
    out[2][l] = c[3][l] * s[2][l];
  }
  if (coupling) PL_FOR_LANES(l) {
      out[0][l] += c[4][l] * s[2][l];
      out[1][l] += c[5][l] * s[2][l];
      out[2][l] += c[4][l] * s[0][l] + c[5][l] * s[1][l];
    }
}

static void eval(const pl_law *law, const double *bound, const pl_lanes *s, pl_lanes *psi, pl_lanes *t, pl_lanes *k) {
  const pl_polar_scheme *scheme = law->shape;
  place at;
  field f;
  if (k) {
    locate(scheme, s, true, &at);
    interpolate(scheme, bound, &at, true, &f);
  } else {
    locate(scheme, s, false, &at);
    interpolate(scheme, bound, &at, false, &f);
  }
  multiply(scheme->coupling, f.c, s, t);
  if (psi) PL_FOR_LANES(l) psi[0][l] = 0.5 * (s[0][l] * t[0][l] + s[1][l] * t[1][l] + s[2][l] * t[2][l]);
  if (!k) return;

  pl_lanes by_lambda[3], by_w[3], by_phi[3];  // D' s
  multiply(scheme->coupling, f.lambda, s, by_lambda);
  multiply(scheme->coupling, f.w, s, by_w);
  multiply(scheme->coupling, f.phi, s, by_phi);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) PL_FOR_LANES(l)
  k[3 * i + j][l] = by_lambda[i][l] * at.lambda_ds[j][l] + by_w[i][l] * at.w_ds[j][l] + by_phi[i][l] * at.w_phi_ds[j][l];
  for (int c = 0; c < pl_polar_component_count(scheme); c++) {
    int upper = 3 * entry[c].row + entry[c].column, lower = 3 * entry[c].column + entry[c].row;
    PL_FOR_LANES(l) k[upper][l] += f.c[c][l];
    if (upper != lower) PL_FOR_LANES(l) k[lower][l] += f.c[c][l];
  }
}

// ---- derivative with respect to theta: the weights of the points ----

// Weight of the values at (ring, angle): its share of lambda times its share of phi.
static void point_weight(const pl_polar_scheme *scheme, const place *at, int ring, int angle, pl_lanes weight) {
  int last = segment_count(scheme) - 1;
  double mean = mean_weight(scheme, angle);
  PL_FOR_LANES(l) {
    // the hat function of an angle: the segment before it passed, the one behind it not yet
    double passed = angle > 0 ? at->u[angle - 1][l] : scheme->coupling ? 1 + at->u[last][l] : 1;
    double hat = passed - (angle <= last ? at->u[angle][l] : 0);
    double share = at->a[ring][l] - (ring + 1 < scheme->n_ring ? at->a[ring + 1][l] : 0);
    weight[l] = share * (mean + at->w[l] * (hat - mean));
  }
}

static void eval_theta(const pl_law *law, const double *theta, const pl_lanes *s, pl_lanes *dt) {
  const pl_polar_scheme *scheme = law->shape;
  int n = pl_polar_component_count(scheme), n_point = pl_polar_point_count(scheme);
  place at;
  locate(scheme, s, false, &at);
  // The share of each component in the stress: 1, or 0 where it counts as zero.
  pl_lanes counts[6];
  for (int c = 0; c < n; c++) PL_FOR_LANES(l) counts[c][l] = 1;
  if (scheme->zero) {
    field f;
    double bound[PL_LAW_MAX_BOUND];
    bind(law, theta, bound);
    interpolate(scheme, bound, &at, false, &f);
    for (int c = 0; c < n; c++) PL_FOR_LANES(l) counts[c][l] = f.c[c][l] > 0 ? 1 : 0;
  }
  for (int p = 0; p < n_point; p++) {
    pl_lanes weight;
    if (p > 0)
      point_weight(scheme, &at, (p - 1) / scheme->n_angle, (p - 1) % scheme->n_angle, weight);
    else
      PL_FOR_LANES(l) weight[l] = scheme->n_ring > 0 ? 1 - at.a[0][l] : 1;
    for (int c = 0; c < n; c++) {
      pl_lanes *out = dt + 3 * (p * n + c);
      int row = entry[c].row, column = entry[c].column;
      double factor = entry[c].factor;
      PL_FOR_LANES(l) {
        double share = factor * counts[c][l] * weight[l];
        out[row][l] = share * s[column][l];
        out[column][l] = share * s[row][l];
      }
      for (int i = 0; i < 3; i++)
        if (i != row && i != column) memset(out[i], 0, sizeof *out);
    }
  }
}

// One ring at the extension of the largest Green strain.
static void cover(const pl_law_row *row, pl_dim strain_dim, const double range[][2], bool odd, pl_json_writer *writer) {
  (void)row, (void)strain_dim, (void)odd;
  double radius = sqrt(1 + 2 * pl_cover_reach(2, range)) - 1;
  pl_json_put_numbers(writer, "radii", 1, &radius);
  pl_polar_put_angles(writer);
}

static const char *const keys[] = {"radii", "angles", "smoothing", "negative", "shear-coupling", NULL};

#define ROW(own_flags)                                                                                                                  \
  {                                                                                                                                     \
    .name = "polar-tensor", .help = "stress = C strain, C interpolated over the largest extension and its direction",                   \
    .words =                                                                                                                            \
        "The stiffness tensor depends on the largest extension and its direction; the numbers are its entries at several such states.", \
    .source = "Wang, O'Brien and Ramamoorthi 2011, section 3.1", .n_in = 3, .flags = (own_flags) | PL_LAW_TENSOR_SHEAR | PL_LAW_FIELD,  \
    .read = read, .write = write, .parameter = parameter, .bind = bind, .eval = eval, .eval_theta = eval_theta, .range = range,         \
    .keys = keys, .cover = cover                                                                                                        \
  }

const pl_law_row pl_law_polar_tensor = ROW(PL_LAW_LINEAR);
static const pl_law_row zero_row = ROW(0);
