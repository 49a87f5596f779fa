// ogden.c: powers of the principal stretches (Ogden 1972), one to three terms,
//
//   psi = sum_p mu_p / alpha_p (m_1^alpha_p + m_2^alpha_p + m_3^alpha_p - 3) + bulk (J - 1)^2 / 2,   m_i = lambda_i J^(-1/3).
//
// The shear modulus is sum mu_p alpha_p / 2. In logarithms l of the stretches f = sum mu (e^(alpha l) - 1) / alpha. Hence f' = sum mu
// e^(alpha l), f'' = sum mu alpha e^(alpha l). All are smooth in alpha everywhere, 0 included. Not linear in theta. alpha = 2, -2 is
// mooney-rivlin with c10 = mu_1/2, c01 = -mu_2/2. The law `ogden` takes the three stretches of a solid, `ogden-sheet` the two of a sheet of
// incompressible rubber in plane stress.
//
// Polyconvexity: the sum of m^alpha is polyconvex for mu > 0 and alpha >= 3/2, and for mu < 0 and alpha <= -3. In the second case it is the
// power -alpha of the stretches of areas. The function |F|^p J^(-p/3) needs p >= p/3 + 1, |cof F|^p J^(-2p/3) needs p >= 2p/3 + 1 (Hartmann
// and Neff 2003). The setting "polyconvex" turns these into bounds. Its last "negative" terms are nu/beta (sum m_i^-beta - 3) with nu >= 0,
// beta >= 3. Without it there are no bounds. The option is for solids: for a sheet whose thickness adapts, no such result is known.
#include <stdio.h>
#include <string.h>

#include "law/rows.h"
#include "law/rubber/stretch.h"

enum { MAX_TERM = 3 };

typedef struct shape {
  int n_in, n;  // stretches, terms
  int negative;
  bool incompressible, polyconvex;
} shape;

static const pl_law_row polyconvex_row;

static pl_status read(pl_arena *arena, pl_json *object, pl_dim strain_dim, pl_law *law) {
  (void)strain_dim;
  pl_context *ctx = pl_arena_context(arena);
  shape *own = pl_arena_alloc(arena, 1, sizeof *own);
  if (!own) return PL_ERROR_MEMORY;
  *own = (shape){.n_in = law->row->n_in, .incompressible = true};
  int64_t terms = 3, negative = 0;
  pl_json *value = pl_json_find(object, "terms");
  if (value) PL_TRY(pl_json_integer(ctx, value, 1, MAX_TERM, &terms));
  if (own->n_in == 3) PL_TRY(pl_rubber_read_flags(ctx, object, &own->incompressible, &own->polyconvex));
  value = own->polyconvex ? pl_json_find(object, "negative") : NULL;
  if (value) PL_TRY(pl_json_integer(ctx, value, 0, terms, &negative));
  own->n = (int)terms;
  own->negative = (int)negative;
  if (own->polyconvex) law->row = &polyconvex_row;
  law->shape = own;
  law->n_param = law->n_bound = 2 * own->n + !own->incompressible;
  return PL_OK;
}

static void write(const pl_law *law, pl_dim strain_dim, pl_json_writer *writer) {
  (void)strain_dim;
  const shape *own = law->shape;
  pl_json_put_integer(writer, "terms", own->n);
  pl_rubber_write_flags(writer, own->n_in == 3 && own->incompressible, own->polyconvex);
  if (own->negative > 0) pl_json_put_integer(writer, "negative", own->negative);
}

// For a term with a negative exponent the parameters are nu = -mu and beta = -alpha.
static double sign_of(const shape *own, int term) { return term >= own->n - own->negative ? -1 : 1; }

// Parameters: mu1, alpha1, mu2, alpha2, ..., bulk. A fit starts with different exponents.
static void parameter(const pl_law *law, int j, pl_dim strain_dim, pl_dim stress_dim, pl_parameter *out) {
  const shape *own = law->shape;
  int term = j / 2;
  bool below = sign_of(own, term) < 0, exponent = j % 2;
  char name[24] = "bulk";
  if (j < 2 * own->n) snprintf(name, sizeof name, "%s%d", below ? (exponent ? "beta" : "nu") : exponent ? "alpha" : "mu", term + 1);
  pl_rubber_modulus(out, name, strain_dim, stress_dim, own->polyconvex || j == 2 * own->n ? 0 : -INFINITY);
  out->bulk = j == 2 * own->n;
  if (out->bulk) return;
  out->role = exponent ? PL_ROLE_EXPONENT : PL_ROLE_SHEAR;
  out->of[0] = term, out->of[1] = below;
  if (!exponent) return;
  out->dim = PL_DIM_NONE;
  out->scale = below ? 4 : 2 * (term + 1);
  if (own->polyconvex) out->lower = below ? 3 : 1.5;
}

static void eval(const pl_law *law, const double *bound, const pl_lanes *s, pl_lanes *psi, pl_lanes *t, pl_lanes *k) {
  const shape *own = law->shape;
  pl_lanes l[3], f[3] = {{0}}, w[3] = {{0}}, v[3] = {{0}};
  pl_stretch_logs(own->n_in, s, l);
  for (int p = 0; p < own->n; p++) {
    double mu = sign_of(own, p) * bound[2 * p], alpha = sign_of(own, p) * bound[2 * p + 1];
    bool vanishing = fabs(alpha) < 1e-8;  // (e^(alpha l) - 1) / alpha is l then
    double over = vanishing ? 0 : 1 / alpha;
    for (int i = 0; i < 3; i++) {
      PL_FOR_LANES(e) {
        double growth = exp(alpha * l[i][e]);
        w[i][e] += mu * growth;
        v[i][e] += mu * alpha * growth;
      }
      if (psi) PL_FOR_LANES(e) f[i][e] += mu * (vanishing ? l[i][e] : expm1(alpha * l[i][e]) * over);
    }
  }
  pl_stretch_chain(own->n_in, s, (const pl_lanes *)f, (const pl_lanes *)w, (const pl_lanes *)v, own->incompressible ? 0 : bound[2 * own->n],
                   psi, t, k);
}

static void eval_theta(const pl_law *law, const double *theta, const pl_lanes *s, pl_lanes *dt) {
  const shape *own = law->shape;
  int n = own->n_in;
  pl_lanes l[3], w[3];
  pl_stretch_logs(n, s, l);
  for (int p = 0; p < own->n; p++) {
    double sign = sign_of(own, p), mu = sign * theta[2 * p], alpha = sign * theta[2 * p + 1];
    // d f' / d mu = e^(alpha l),   d f' / d alpha = mu l e^(alpha l)
    for (int i = 0; i < 3; i++) PL_FOR_LANES(e) w[i][e] = sign * exp(alpha * l[i][e]);
    pl_stretch_chain(n, s, NULL, (const pl_lanes *)w, NULL, 0, NULL, dt + 2 * p * n, NULL);
    for (int i = 0; i < 3; i++) PL_FOR_LANES(e) w[i][e] *= mu * l[i][e];
    pl_stretch_chain(n, s, NULL, (const pl_lanes *)w, NULL, 0, NULL, dt + (2 * p + 1) * n, NULL);
  }
  if (own->incompressible) return;
  memset(w, 0, sizeof w);
  pl_stretch_chain(n, s, NULL, (const pl_lanes *)w, NULL, 1, NULL, dt + 2 * own->n * n, NULL);
}

static const char *const keys[] = {"terms", "incompressible", "polyconvex", "negative", NULL};
static const char *const sheet_keys[] = {"terms", NULL};

#define ROW(text, formula, count, key_list, more)                                                                                          \
  {                                                                                                                                        \
    .name = text, .help = formula,                                                                                                         \
    .words = "Rubber by powers of the stretches: alpha is a power, mu its weight; half the sum of mu alpha is the shear modulus at rest.", \
    .source = "Ogden 1972", .n_in = count, .flags = PL_LAW_CONSERVATIVE | PL_LAW_ISOTROPIC | (more), .read = read, .write = write,         \
    .parameter = parameter, .eval = eval, .eval_theta = eval_theta, .rest = pl_rest_stretches, .keys = key_list                            \
  }
#define SOLID(more) \
  ROW("ogden", "psi = sum of mu/alpha (m1^alpha + m2^alpha + m3^alpha - 3) + bulk/2 (J - 1)^2, m = lambda J^-1/3", 3, keys, more)
#define SHEET(more) \
  ROW("ogden-sheet", "the same for an incompressible sheet in plane stress, on its two principal stretches", 2, sheet_keys, more)

static const pl_law_row polyconvex_row = SOLID(PL_LAW_POLYCONVEX);
const pl_law_row pl_law_ogden = SOLID(0);
const pl_law_row pl_law_ogden_sheet = SHEET(0);
