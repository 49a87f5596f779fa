// polynomial.c: hyperelastic solids whose energy is a polynomial of the invariants, additive and linear in theta (see rubber.h for a and b),
//
//   psi = sum c_mn x^m y^n + bulk (J - 1)^2 / 2,   x = a - 3,   y = b - 3.
//
//   neo-hookean     mu/2 x                       mu: shear modulus
//   mooney-rivlin   c10 x + c01 y                shear modulus 2 (c10 + c01)
//   yeoh            c10 x + c20 x^2 + c30 x^3    shear modulus 2 c10
//   polynomial      all 1 <= m + n <= order (1 .. 3; Rivlin and Saunders 1951)
//
// Polyconvexity (Ball 1977). a = |F|^2 / J^(2/3) is polyconvex and never below 3. So every x^m with c >= 0 is, as a convex, increasing
// function of it. The invariant b - 3 is not, b^(3/2) is, and products of polyconvex functions need not be (Hartmann and Neff 2003). The
// setting "polyconvex" therefore uses y = (b^(3/2) - 3^(3/2)) / (3/2 3^(1/2)), the same to first order. It omits the products and bounds
// all parameters by 0. A neo-hookean body is always polyconvex.
#include "law/rubber/polynomial.h"

#include <stdio.h>
#include <string.h>

#include "law/rows.h"

const char *const pl_polynomial_name[PL_POLYNOMIAL_KINDS] = {"neo-hookean", "mooney-rivlin", "yeoh", "polynomial"};

// ---- the polynomial ----

static void add(pl_polynomial *p, int m, int n, bool bounded) {
  p->term[p->n].m = m;
  p->term[p->n].n = n;
  p->term[p->n].factor = 1;
  p->term[p->n].lower = bounded ? 0 : -INFINITY;
  snprintf(p->term[p->n].name, sizeof p->term[p->n].name, "c%d%d", m % 10, n % 10);
  p->n++;
}

void pl_polynomial_make(pl_polynomial_kind kind, int order, bool separate, pl_polynomial *p) {
  *p = (pl_polynomial){0};
  if (kind == PL_NEO_HOOKEAN) {
    add(p, 1, 0, true);
    p->term[0].factor = 0.5;
    strcpy(p->term[0].name, "mu");
  } else if (kind == PL_MOONEY_RIVLIN) {
    add(p, 1, 0, separate);
    add(p, 0, 1, separate);
  } else if (kind == PL_YEOH) {
    for (int m = 1; m <= 3; m++) add(p, m, 0, separate);
  } else {
    for (int total = 1; total <= order; total++)
      for (int n = 0; n <= total; n++)
        if (!separate || n == 0 || n == total) add(p, total - n, n, separate);
  }
}

void pl_polynomial_parameter(const pl_polynomial *polynomial, int j, pl_dim strain_dim, pl_dim stress_dim, pl_parameter *out) {
  pl_rubber_modulus(out, polynomial->term[j].name, strain_dim, stress_dim, polynomial->term[j].lower);
  bool shear = polynomial->term[j].factor != 1;  // neo-Hooke's mu/2
  out->role = shear ? PL_ROLE_SHEAR : PL_ROLE_PRODUCT;
  out->of[0] = shear ? 0 : polynomial->term[j].m;
  out->of[1] = polynomial->term[j].n;
}

// Powers 0 .. 3.
static inline void powers(const pl_lanes x, pl_lanes out[PL_POLYNOMIAL_MAX_ORDER + 1]) {
  PL_FOR_LANES(l) {
    out[0][l] = 1;
    out[1][l] = x[l];
    out[2][l] = x[l] * x[l];
    out[3][l] = x[l] * x[l] * x[l];
  }
}

// Derivative d of x^m is count * x^(m - d); the power is 0 where the count is.
static inline double count(int m, int d) { return d == 0 ? 1 : d == 1 ? m : m * (m - 1); }
static inline int power(int m, int d) { return m > d ? m - d : 0; }

void pl_polynomial_eval(const pl_polynomial *polynomial, const double *c, const pl_lanes x, const pl_lanes y, bool second,
                        pl_plane_function *f) {
  struct {
    int dx, dy;
    double *to;
  } part[] = {{0, 0, f->f}, {1, 0, f->a}, {0, 1, f->b}, {2, 0, f->aa}, {1, 1, f->ab}, {0, 2, f->bb}};
  pl_lanes px[PL_POLYNOMIAL_MAX_ORDER + 1], py[PL_POLYNOMIAL_MAX_ORDER + 1];
  powers(x, px);
  powers(y, py);
  for (int i = 0; i < (second ? 6 : 3); i++) {
    double *to = part[i].to;
    PL_FOR_LANES(l) to[l] = 0;
    for (int j = 0; j < polynomial->n; j++) {
      int m = polynomial->term[j].m, n = polynomial->term[j].n;
      double scale = c[j] * polynomial->term[j].factor * count(m, part[i].dx) * count(n, part[i].dy);
      const double *left = px[power(m, part[i].dx)], *right = py[power(n, part[i].dy)];
      PL_FOR_LANES(l) to[l] += scale * left[l] * right[l];
    }
  }
}

void pl_polynomial_term(const pl_polynomial *polynomial, int j, const pl_lanes x, const pl_lanes y, pl_lanes dx, pl_lanes dy) {
  pl_lanes px[PL_POLYNOMIAL_MAX_ORDER + 1], py[PL_POLYNOMIAL_MAX_ORDER + 1];
  powers(x, px);
  powers(y, py);
  int m = polynomial->term[j].m, n = polynomial->term[j].n;
  double factor = polynomial->term[j].factor;
  PL_FOR_LANES(l) {
    dx[l] = factor * m * px[power(m, 1)][l] * py[n][l];
    dy[l] = factor * n * px[m][l] * py[power(n, 1)][l];
  }
}

// ---- the laws on (I1, I2, J) ----

typedef struct solid {
  pl_polynomial polynomial;
  int order;  // as written, of "polynomial"
  bool incompressible, polyconvex;
} solid;

static const pl_law_row polyconvex_row[PL_POLYNOMIAL_KINDS];

static pl_status read_kind(pl_arena *arena, pl_json *object, pl_polynomial_kind kind, pl_law *law) {
  pl_context *ctx = pl_arena_context(arena);
  solid *own = pl_arena_alloc(arena, 1, sizeof *own);
  if (!own) return PL_ERROR_MEMORY;
  int64_t order = 2;
  pl_json *value = kind == PL_POLYNOMIAL_ANY ? pl_json_find(object, "order") : NULL;
  if (value) PL_TRY(pl_json_integer(ctx, value, 1, PL_POLYNOMIAL_MAX_ORDER, &order));
  PL_TRY(pl_rubber_read_flags(ctx, object, &own->incompressible, kind == PL_NEO_HOOKEAN ? NULL : &own->polyconvex));
  own->order = (int)order;
  pl_polynomial_make(kind, own->order, own->polyconvex, &own->polynomial);
  if (own->polyconvex) law->row = &polyconvex_row[kind];
  law->shape = own;
  law->n_param = law->n_bound = own->polynomial.n + !own->incompressible;
  return PL_OK;
}

static pl_status read_neo_hookean(pl_arena *arena, pl_json *object, pl_dim strain_dim, pl_law *law) {
  (void)strain_dim;
  return read_kind(arena, object, PL_NEO_HOOKEAN, law);
}

static pl_status read_mooney_rivlin(pl_arena *arena, pl_json *object, pl_dim strain_dim, pl_law *law) {
  (void)strain_dim;
  return read_kind(arena, object, PL_MOONEY_RIVLIN, law);
}

static pl_status read_yeoh(pl_arena *arena, pl_json *object, pl_dim strain_dim, pl_law *law) {
  (void)strain_dim;
  return read_kind(arena, object, PL_YEOH, law);
}

static pl_status read_polynomial(pl_arena *arena, pl_json *object, pl_dim strain_dim, pl_law *law) {
  (void)strain_dim;
  return read_kind(arena, object, PL_POLYNOMIAL_ANY, law);
}

static void write(const pl_law *law, pl_dim strain_dim, pl_json_writer *writer) {
  (void)strain_dim;
  const solid *own = law->shape;
  pl_rubber_write_flags(writer, own->incompressible, own->polyconvex);
}

static void write_polynomial(const pl_law *law, pl_dim strain_dim, pl_json_writer *writer) {
  const solid *own = law->shape;
  pl_json_put_integer(writer, "order", own->order);
  write(law, strain_dim, writer);
}

static void parameter(const pl_law *law, int j, pl_dim strain_dim, pl_dim stress_dim, pl_parameter *out) {
  const solid *own = law->shape;
  if (j < own->polynomial.n) {
    pl_polynomial_parameter(&own->polynomial, j, strain_dim, stress_dim, out);
  } else {
    pl_rubber_modulus(out, "bulk", strain_dim, stress_dim, 0);
    out->bulk = true;
  }
}

// x, y at a, b; with the derivatives y' and y'' of the second.
static inline void arguments(const solid *own, const pl_lanes a, const pl_lanes b, pl_lanes x, pl_lanes y, pl_lanes dy, pl_lanes ddy) {
  PL_FOR_LANES(l) x[l] = a[l] - 3;
  if (own->polyconvex)
    PL_FOR_LANES(l) pl_second_power(b[l], &y[l], &dy[l], &ddy[l]);
  else
    PL_FOR_LANES(l) {
      y[l] = b[l] - 3;
      dy[l] = 1;
      ddy[l] = 0;
    }
}

static void eval(const pl_law *law, const double *bound, const pl_lanes *s, pl_lanes *psi, pl_lanes *t, pl_lanes *k) {
  const solid *own = law->shape;
  pl_lanes p, a, b, x, y, dy, ddy;
  pl_plane_function f;
  pl_invariant_modify(s, p, a, b);
  arguments(own, a, b, x, y, dy, ddy);
  pl_polynomial_eval(&own->polynomial, bound, x, y, k != NULL, &f);
  if (k) PL_FOR_LANES(l) {
      f.bb[l] = f.bb[l] * dy[l] * dy[l] + f.b[l] * ddy[l];
      f.ab[l] *= dy[l];
    }
  PL_FOR_LANES(l) f.b[l] *= dy[l];
  pl_invariant_chain(s, p, a, b, &f, own->incompressible ? 0 : bound[own->polynomial.n], psi, t, k);
}

static void eval_theta(const pl_law *law, const double *theta, const pl_lanes *s, pl_lanes *dt) {
  (void)theta;
  const solid *own = law->shape;
  pl_lanes p, a, b, x, y, dy, ddy;
  pl_plane_function f = {.f = {0}};
  pl_invariant_modify(s, p, a, b);
  arguments(own, a, b, x, y, dy, ddy);
  for (int j = 0; j < law->n_param; j++) {
    bool bulk = j == own->polynomial.n;
    if (bulk)
      memset(&f, 0, sizeof f);
    else
      pl_polynomial_term(&own->polynomial, j, x, y, f.a, f.b);
    PL_FOR_LANES(l) f.b[l] *= dy[l];
    pl_invariant_chain(s, p, a, b, &f, bulk ? 1 : 0, NULL, dt + 3 * j, NULL);
  }
}

static const char *const keys[] = {"incompressible", "polyconvex", NULL};
static const char *const neo_hookean_keys[] = {"incompressible", NULL};
static const char *const polynomial_keys[] = {"order", "incompressible", "polyconvex", NULL};

#define ROW(text, formula, meaning, paper, reader, writer_function, key_list, more)                                     \
  {                                                                                                                     \
    .name = text, .help = formula, .words = meaning, .source = paper, .n_in = 3,                                        \
    .flags = PL_LAW_LINEAR | PL_LAW_CONSERVATIVE | PL_LAW_ISOTROPIC | (more), .read = reader, .write = writer_function, \
    .parameter = parameter, .eval = eval, .eval_theta = eval_theta, .rest = pl_rest_invariants, .keys = key_list        \
  }

#define NEO_HOOKEAN(more)                                                                                                            \
  ROW("neo-hookean", "psi = mu/2 (a - 3) + bulk/2 (J - 1)^2, a = I1 J^-2/3",                                                         \
      "The simplest rubber: mu is the shear modulus at rest; bulk, where there is one, resists a change of volume.", "Treloar 1943", \
      read_neo_hookean, write, neo_hookean_keys, more)
#define MOONEY_RIVLIN(more)                                                                                               \
  ROW("mooney-rivlin", "psi = c10 (a - 3) + c01 (b - 3) + bulk/2 (J - 1)^2, b = I2 J^-4/3",                               \
      "Rubber by two moduli: 2 (c10 + c01) is the shear modulus at rest; c01 counts where two directions are stretched.", \
      "Mooney 1940; Rivlin 1948", read_mooney_rivlin, write, keys, more)
#define YEOH(more)                                                                                                                      \
  ROW("yeoh", "psi = sum of c_m0 (a - 3)^m, m = 1..3, + bulk/2 (J - 1)^2",                                                              \
      "Rubber that stiffens: 2 c10 is the shear modulus at rest; c20 and c30 bend the curve at large stretch.", "Yeoh 1993", read_yeoh, \
      write, keys, more)
#define POLYNOMIAL(more)                                                                                                        \
  ROW("polynomial", "psi = sum of c_mn (a - 3)^m (b - 3)^n + bulk/2 (J - 1)^2",                                                 \
      "Rubber as a polynomial of the two invariants of stretch; the numbers are its coefficients.", "Rivlin and Saunders 1951", \
      read_polynomial, write_polynomial, polynomial_keys, more)

static const pl_law_row polyconvex_row[PL_POLYNOMIAL_KINDS] = {NEO_HOOKEAN(PL_LAW_POLYCONVEX), MOONEY_RIVLIN(PL_LAW_POLYCONVEX),
                                                               YEOH(PL_LAW_POLYCONVEX), POLYNOMIAL(PL_LAW_POLYCONVEX)};

const pl_law_row pl_law_neo_hookean = NEO_HOOKEAN(PL_LAW_POLYCONVEX);
const pl_law_row pl_law_mooney_rivlin = MOONEY_RIVLIN(0);
const pl_law_row pl_law_yeoh = YEOH(0);
const pl_law_row pl_law_polynomial = POLYNOMIAL(0);
