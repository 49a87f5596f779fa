// fibre_exponential.c: fibres that stiffen exponentially, in one or two families (Holzapfel et al. 2000), dispersed about their direction
// (Gasser et al. 2006). The matrix around them is another term (neo-Hooke).
//
//   psi = sum over families of  k1/(2 k2) (exp(k2 <z>^2) - 1),   z = kappa (I1 - 3) + (1 - 3 kappa) (I4 - 1),   <z> = max(z, 0)
//
// With kappa = 0 all fibres lie along the angle, with kappa = 1/3 they have no direction. Two families lie at +angle and -angle and share
// the numbers. Fibres do not carry compression: the stress is continuous at z = 0, the tangent jumps there (C1). The slope of the stress by
// z is k1 at rest, on the side of tension. The member "dispersed": false omits kappa.
// Convexity: z is convex in the Green strain (tissue.h), because kappa and 1 - 3 kappa are not negative. The energy is convex and
// non-decreasing in z. So it is convex in the strain for every theta within the bounds.
#include <stdio.h>
#include <string.h>

#include "law/rows.h"
#include "law/tissue/tissue.h"

enum { K1, K2, ANGLE, KAPPA };

typedef struct shape {
  int families;
  bool dispersed;
} shape;

static pl_status read(pl_arena *arena, pl_json *object, pl_dim strain_dim, pl_law *law) {
  (void)strain_dim;
  pl_context *ctx = pl_arena_context(arena);
  shape *own = pl_arena_alloc(arena, 1, sizeof *own);
  if (!own) return PL_ERROR_MEMORY;
  own->dispersed = true;
  PL_TRY(pl_tissue_read_families(ctx, object, &own->families));
  pl_json *value = pl_json_find(object, "dispersed");
  if (value) PL_TRY(pl_json_bool(ctx, value, &own->dispersed));
  law->shape = own;
  law->n_param = law->n_bound = own->dispersed ? 4 : 3;
  return PL_OK;
}

static void write(const pl_law *law, pl_dim strain_dim, pl_json_writer *writer) {
  (void)strain_dim;
  const shape *own = law->shape;
  pl_tissue_write_families(writer, own->families);
  if (!own->dispersed) pl_json_put_bool(writer, "dispersed", false);
}

static void parameter(const pl_law *law, int j, pl_dim strain_dim, pl_dim stress_dim, pl_parameter *out) {
  const shape *own = law->shape;
  switch (j) {
  case K1: pl_rubber_modulus(out, "k1", strain_dim, stress_dim, 0); break;
  case K2: pl_tissue_growth(out, "k2", 5, PL_GROWTH_FIBRE, 2); break;
  case ANGLE: pl_tissue_angle(out, own->families); break;
  default: pl_tissue_number(out, "kappa", 0.1, 0, 1.0 / 3); break;
  }
}

// Derivatives of one family by z, with q = k2 z^2: w1 = k1 z f'(q), w2 = k1 (f' + 2 q f''). Also those of w1 by k1 and k2.
typedef struct along {
  pl_lanes z, w0, w1, w2, by_k1, by_k2;
} along;

static void eval_along(const double *theta, double kappa, const pl_tissue_first *first, const pl_tissue_fibre *fibre, along *v) {
  double k1 = theta[K1], k2 = theta[K2];
  PL_FOR_LANES(l) {
    double z = kappa * first->x[l] + (1 - 3 * kappa) * fibre->y[l], f, df, ddf;
    bool slack = z < 0;  // at rest the fibres count as taut
    z = slack ? 0 : z;   // a value that is not a number stays one
    double q = k2 * z * z;
    pl_tissue_exp(q, &f, &df, &ddf);
    bool small = fabs(q) < 1e-8;  // (exp q - 1)/q is 1 + q/2 then
    v->z[l] = z;
    v->w0[l] = 0.5 * k1 * (small ? z * z * (1 + 0.5 * q) : f / (small ? 1 : k2));
    v->by_k1[l] = z * df;
    v->by_k2[l] = k1 * z * z * z * ddf;
    v->w1[l] = k1 * z * df;
    v->w2[l] = slack ? 0 : k1 * (df + 2 * q * ddf);
  }
}

// f(x, y) of one family from the derivatives by z.
static void plane(double kappa, const along *v, pl_plane_function *f) {
  double a = kappa, b = 1 - 3 * kappa;
  PL_FOR_LANES(l) {
    f->f[l] = v->w0[l];
    f->a[l] = a * v->w1[l];
    f->b[l] = b * v->w1[l];
    f->aa[l] = a * a * v->w2[l];
    f->ab[l] = a * b * v->w2[l];
    f->bb[l] = b * b * v->w2[l];
  }
}

static void eval(const pl_law *law, const double *bound, const pl_lanes *s, pl_lanes *psi, pl_lanes *t, pl_lanes *k) {
  const shape *own = law->shape;
  int n = law->row->n_in;
  double kappa = own->dispersed ? bound[KAPPA] : 0;
  pl_tissue_first first;
  pl_tissue_first_fill(n, s, &first);
  pl_tissue_clear(n, psi, t, k);
  for (int m = 0; m < own->families; m++) {
    pl_tissue_fibre fibre;
    along v;
    pl_plane_function f;
    pl_tissue_fibre_fill(n, s, bound[ANGLE], m == 0 ? 1 : -1, &fibre);
    eval_along(bound, kappa, &first, &fibre, &v);
    plane(kappa, &v, &f);
    pl_tissue_add(n, &first, &fibre, &f, psi, t, k);
  }
  pl_tissue_mirror(n, k);
}

static void eval_theta(const pl_law *law, const double *theta, const pl_lanes *s, pl_lanes *dt) {
  const shape *own = law->shape;
  int n = law->row->n_in;
  double kappa = own->dispersed ? theta[KAPPA] : 0, side = 1 - 3 * kappa;
  pl_tissue_first first;
  pl_tissue_first_fill(n, s, &first);
  memset(dt, 0, (size_t)(law->n_param * n) * sizeof *dt);
  for (int m = 0; m < own->families; m++) {
    pl_tissue_fibre fibre;
    along v;
    pl_plane_function f;
    pl_lanes da, db;
    pl_tissue_fibre_fill(n, s, theta[ANGLE], m == 0 ? 1 : -1, &fibre);
    eval_along(theta, kappa, &first, &fibre, &v);
    plane(kappa, &v, &f);
    for (int j = K1; j <= K2; j++) {
      const double *by = j == K1 ? v.by_k1 : v.by_k2;
      PL_FOR_LANES(l) {
        da[l] = kappa * by[l];
        db[l] = side * by[l];
      }
      pl_tissue_add_theta(n, &first, &fibre, da, db, dt + j * n);
    }
    pl_tissue_add_turn(n, &first, &fibre, &f, dt + ANGLE * n);
    if (!own->dispersed) continue;
    PL_FOR_LANES(l) {
      double move = v.w2[l] * (first.x[l] - 3 * fibre.y[l]);  // w2 dz/dkappa
      da[l] = v.w1[l] + kappa * move;
      db[l] = -3 * v.w1[l] + side * move;
    }
    pl_tissue_add_theta(n, &first, &fibre, da, db, dt + KAPPA * n);
  }
}

static const char *const keys[] = {"families", "dispersed", NULL};

#define ROW(text, formula, count, more)                                                                                        \
  {                                                                                                                            \
    .name = text, .help = formula,                                                                                             \
    .words = "Fibres that stiffen exponentially and carry tension only. k1 is their stiffness at rest, k2 how "                \
             "fast they stiffen. angle is their direction to the first axis, kappa their dispersion (0: all "                  \
             "parallel, 1/3: no direction).",                                                                                  \
    .source = "Holzapfel, Gasser and Ogden 2000; Gasser et al. 2006", .n_in = count,                                           \
    .flags = PL_LAW_CONSERVATIVE | PL_LAW_CONVEX | (more), .read = read, .write = write, .parameter = parameter, .eval = eval, \
    .eval_theta = eval_theta, .keys = keys                                                                                     \
  }

const pl_law_row pl_law_fibre_exponential =
    ROW("fibre-exponential", "psi = k1/(2 k2) (exp(k2 <z>^2) - 1), z = kappa (I1 - 3) + (1 - 3 kappa) (I4 - 1), of an incompressible sheet",
        PL_TISSUE_SHEET, PL_LAW_METRIC);
const pl_law_row pl_law_fibre_exponential3 =
    ROW("fibre-exponential3", "the same of a block, fibres in the plane of its first two axes", PL_TISSUE_SOLID, 0);
