// stretch_stability.c: see stretch_stability.h.
#include "material/stretch_stability.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "material/internal.h"
#include "math/eigen_small.h"

enum {
  N_RAY = 24,   // every 15 degrees of the plane of logarithmic stretches, including tension, compression and shear along every axis
  N_STEP = 32,  // states of a ray, a multiple of PL_BLOCK
  MAX_AXIS = 3,
  MAX_DOF = 3 * (MAX_AXIS + 1)
};
#define FAR 4.0          // logarithmic stretch, a factor of 55: limit of every ray
#define UNMEASURED 2.0   // uniaxial stretch, used when no range is known
#define SLACK 1e-9       // of a range
#define NO_VOLUME 1e-12  // of the largest entry of D: the energy does not depend on the volume
_Static_assert(N_STEP % PL_BLOCK == 0, "a ray is whole blocks");

// Input of the scan: the terms of a solid or of a sheet, with sample `choice` of every term.
typedef struct scan {
  const pl_material *material;
  const double *theta;
  int n, choice;
  double volume[2];  // J, smallest and largest
} scan;

bool pl_term_is_stretched(const pl_term *term, bool solid) {
  return term->strain->element == (solid ? PL_ELEMENT_TET : PL_ELEMENT_TRIANGLE) && pl__term_counts(term, term->strain, ~0u);
}

static bool counts(const scan *s, const pl_term *term) { return pl_term_is_stretched(term, s->n == 3); }

bool pl_term_convex_in_logs(const pl_term *term, const double *theta) {
  static const char *const signs[] = {"neo-hookean", "mooney-rivlin", "yeoh", "invariant-spline", "valanis-landel"};
  const char *law = term->law.row->name;
  bool ogden = strcmp(law, "ogden") == 0, known = strcmp(term->strain->name, "volume") == 0 && strcmp(law, "linear") == 0;
  for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) known = known || strcmp(law, signs[i]) == 0;
  int n = term->law.n_param, paired = ogden ? n - n % 2 : 0;  // a bulk modulus follows the pairs of Ogden's terms
  for (int j = 0; j < paired; j += 2)
    if (!(theta[j] * theta[j + 1] >= 0)) return false;
  for (int j = paired; j < n; j++)
    if (!(theta[j] >= 0)) return false;
  return known || ogden;
}

// ---- one block of states ----

// The element with vertices at 0 and at the unit vectors: its x are the stretches, x_(i+1) = l_i e_i.
static void unit_element(int n, const pl_lanes *l, pl_lanes *rest, pl_lanes *x) {
  memset(x, 0, 3 * (size_t)(n + 1) * sizeof *x);
  for (int i = 0; i < n; i++) {
    memcpy(x[3 * (i + 1) + i], l[i], sizeof(pl_lanes));
    for (int a = 0; a <= n; a++) PL_FOR_LANES(k) rest[i * (n + 1) + a][k] = a == 0 ? -1 : a == i + 1;
  }
}

// The law of a term on all values of its strain: t[n_value], k[n_value^2].
static void eval_law(const pl_term *term, const double *bound, const pl_lanes *s, pl_lanes *t, pl_lanes *k) {
  int n_value = term->strain->n_value, n_in = term->law.row->n_in;
  pl_lanes in[PL_LAW_MAX_IN], t_in[PL_LAW_MAX_IN], k_in[PL_LAW_MAX_IN * PL_LAW_MAX_IN];
  memset(t, 0, (size_t)n_value * sizeof *t);
  memset(k, 0, (size_t)(n_value * n_value) * sizeof *k);
  for (int a = 0; a < n_in; a++) memcpy(in[a], s[term->value[a]], sizeof(pl_lanes));
  term->law.row->eval(&term->law, bound, in, NULL, t_in, k_in);
  for (int a = 0; a < n_in; a++) {
    memcpy(t[term->value[a]], t_in[a], sizeof(pl_lanes));
    for (int b = 0; b < n_in; b++) memcpy(k[term->value[a] * n_value + term->value[b]], k_in[a * n_in + b], sizeof(pl_lanes));
  }
}

// d[n * n] += l_i l_j d2psi/(dl_i dl_j) + (i == j) l_i dpsi/dl_i, which is d2psi/(de_i de_j).
static void add_term(const pl_term *term, const double *bound, int n, const pl_lanes *l, pl_lanes *d) {
  const pl_strain *strain = term->strain;
  int n_value = strain->n_value, n_dof = 3 * (n + 1);
  pl_lanes rest[MAX_AXIS * (MAX_AXIS + 1)], x[MAX_DOF], s[PL_STRAIN_MAX_VALUE], ds[PL_STRAIN_MAX_VALUE * MAX_DOF];
  pl_lanes t[PL_STRAIN_MAX_VALUE], k[PL_STRAIN_MAX_VALUE * PL_STRAIN_MAX_VALUE], h[MAX_DOF * MAX_DOF];
  unit_element(n, l, rest, x);
  strain->eval(rest, x, s, ds);
  eval_law(term, bound, s, t, k);
  memset(h, 0, sizeof h);
  if (strain->add_hess_law)
    strain->add_hess_law(rest, x, t, k, PL_HESS_EXACT, h);
  else
    strain->add_hess(rest, x, t, PL_HESS_EXACT, h);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      int row = 3 * (i + 1) + i, column = 3 * (j + 1) + j;
      PL_FOR_LANES(z) {
        double sum = l[j][z] * h[row * n_dof + column][z];
        for (int a = 0; a < n_value; a++) {
          double slope = ds[a * n_dof + row][z];
          if (i == j) sum += t[a][z] * slope;
          for (int b = 0; b < n_value; b++) sum += l[j][z] * k[a * n_value + b][z] * slope * ds[b * n_dof + column][z];
        }
        d[i * n + j][z] += l[i][z] * sum;
      }
    }
}

// ---- rays ----

// Range of input `a` of a term, including the value at rest. For unmeasured strains: the range of the certificate of their measure. False:
// no range is known.
static bool term_range(const pl_term *term, int a, double range[2]) {
  double rest = term->strain->rest_value[term->value[a]], own[PL_LAW_MAX_IN][2] = {{0}};
  if (!term->law.row->rest) own[a][0] = rest - PL_RANGE_UNMEASURED, own[a][1] = rest + PL_RANGE_UNMEASURED;
  if (term->law.row->range) term->law.row->range(&term->law, own);
  const double *given = term->range[a][0] < term->range[a][1] ? term->range[a] : own[a];
  range[0] = fmin(given[0], rest);
  range[1] = fmax(given[1], rest);
  return given[0] < given[1];
}

// True if this stretch is within the range of all terms.
static bool is_known(const scan *sc, const double *stretch) {
  pl_lanes l[MAX_AXIS], rest[MAX_AXIS * (MAX_AXIS + 1)], x[MAX_DOF], s[PL_STRAIN_MAX_VALUE];
  for (int i = 0; i < sc->n; i++) PL_FOR_LANES(z) l[i][z] = stretch[i];
  unit_element(sc->n, l, rest, x);
  for (int t = 0; t < sc->material->n_term; t++) {
    const pl_term *term = &sc->material->term[t];
    if (!counts(sc, term)) continue;
    term->strain->eval(rest, x, s, NULL);
    for (int a = 0; a < term->law.row->n_in; a++) {
      double range[2], value = s[term->value[a]][0];
      if (!term_range(term, a, range)) continue;
      double slack = SLACK * (1 + fabs(range[0]) + fabs(range[1]));
      if (!(value >= range[0] - slack && value <= range[1] + slack)) return false;
    }
  }
  return true;
}

// Unit direction of a ray; for solids in the plane e_1 + e_2 + e_3 = 0.
static void direction_of(int n, int ray, double e[MAX_AXIS]) {
  static const double plane[2][MAX_AXIS] = {{0.81649658092772603, -0.40824829046386302, -0.40824829046386302},
                                            {0, 0.70710678118654752, -0.70710678118654752}};
  double angle = 2 * 3.14159265358979323846 * ray / N_RAY, c = cos(angle), s = sin(angle);
  for (int i = 0; i < n; i++) e[i] = n == 3 ? c * plane[0][i] + s * plane[1][i] : i == 0 ? c : s;
}

// Length of a ray: invariants and strains grow along it, so it is bisected to the last state within the ranges.
static double length_of(const scan *sc, const double *e) {
  double low = 0, high = FAR, stretch[MAX_AXIS];
  for (int halving = 0; halving < 48; halving++) {
    double middle = halving == 0 ? FAR : 0.5 * (low + high);
    for (int i = 0; i < sc->n; i++) stretch[i] = exp(middle * e[i]);
    if (!is_known(sc, stretch))
      high = middle;
    else if (halving == 0)
      return log(UNMEASURED) * (sc->n == 3 ? sqrt(1.5) : 1);
    else
      low = middle;
  }
  return low;
}

#define ROUNDING 1e-9  // of the largest entry of D: such an eigenvalue is zero, not negative

// Smallest eigenvalue of D, or of its volume-preserving part.
static double smallest_of(int n, bool keeps, const double *d) {
  static const double basis[2][3] = {{0.70710678118654752, -0.70710678118654752, 0},
                                     {0.40824829046386302, 0.40824829046386302, -0.81649658092772603}};
  double part[4] = {0}, w[MAX_AXIS];
  if (!keeps) {
    pl_sym_eigenvalues(n, d, w);
    return w[0];
  }
  for (int p = 0; p < 2; p++)
    for (int q = 0; q < 2; q++)
      for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) part[2 * p + q] += basis[p][i] * d[3 * i + j] * basis[q][j];
  pl_sym_eigenvalues(2, part, w);
  return w[0];
}

static void note(int n, bool keeps, const pl_lanes *l, const pl_lanes *d, int z, pl_stretch_stability *out) {
  double matrix[MAX_AXIS * MAX_AXIS];
  for (int i = 0; i < n * n; i++) {
    matrix[i] = d[i][z];
    if (!isfinite(matrix[i])) return;
  }
  double smallest = smallest_of(n, keeps, matrix), size = 0;
  for (int i = 0; i < n * n; i++) size = fmax(size, fabs(matrix[i]));
  if (fabs(smallest) <= ROUNDING * size) smallest = 0;
  out->n_state++;
  for (int i = 0; i < n; i++) {
    out->reach[0] = fmin(out->reach[0], l[i][z]);
    out->reach[1] = fmax(out->reach[1], l[i][z]);
  }
  if (!(smallest < out->smallest)) return;
  out->smallest = smallest;
  for (int i = 0; i < n; i++) out->stretch[i] = l[i][z];
}

// D at the states of a ray.
static void add_terms(const scan *sc, const pl_lanes (*l)[MAX_AXIS], pl_lanes (*d)[MAX_AXIS * MAX_AXIS]) {
  for (int t = 0; t < sc->material->n_term; t++) {
    const pl_term *term = &sc->material->term[t];
    if (!counts(sc, term)) continue;
    double bound[PL_LAW_MAX_BOUND];
    int sample = sc->choice % pl_term_sample_count(term);
    pl_law_bind(&term->law, sc->theta + term->theta + sample * term->law.n_param, bound);
    for (int b = 0; b < N_STEP / PL_BLOCK; b++) add_term(term, bound, sc->n, l[b], d[b]);
  }
}

static void look_along(const scan *sc, const double *e, double length, double volume, bool keeps, pl_stretch_stability *out) {
  pl_lanes l[N_STEP / PL_BLOCK][MAX_AXIS], d[N_STEP / PL_BLOCK][MAX_AXIS * MAX_AXIS];
  memset(d, 0, sizeof d);
  for (int k = 0; k < N_STEP; k++)
    for (int i = 0; i < sc->n; i++) l[k / PL_BLOCK][i][k % PL_BLOCK] = cbrt(volume) * exp(length * e[i] * k / (N_STEP - 1));
  add_terms(sc, (const pl_lanes(*)[MAX_AXIS])l, d);
  for (int k = 0; k < N_STEP; k++) note(sc->n, keeps, l[k / PL_BLOCK], d[k / PL_BLOCK], k % PL_BLOCK, out);
}

// ---- the whole ----

// True if the energy at rest does not depend on the volume.
static bool keeps_volume(const scan *sc) {
  pl_lanes l[N_STEP / PL_BLOCK][MAX_AXIS], d[N_STEP / PL_BLOCK][MAX_AXIS * MAX_AXIS];
  double sum = 0, largest = 0;
  if (sc->n != 3) return false;
  memset(d, 0, sizeof d);
  for (int b = 0; b < N_STEP / PL_BLOCK; b++)
    for (int i = 0; i < 3; i++) PL_FOR_LANES(z) l[b][i][z] = 1;
  add_terms(sc, (const pl_lanes(*)[MAX_AXIS])l, d);
  for (int i = 0; i < 9; i++) {
    sum += d[0][i][0];
    largest = fmax(largest, fabs(d[0][i][0]));
  }
  return fabs(sum) <= NO_VOLUME * largest;
}

// Volumes of the range, J, including the one at rest.
static void find_volumes(scan *sc) {
  sc->volume[0] = sc->volume[1] = 1;
  for (int t = 0; t < sc->material->n_term; t++) {
    const pl_term *term = &sc->material->term[t];
    for (int a = 0; counts(sc, term) && a < term->law.row->n_in; a++) {
      double range[2], rest = term->strain->rest_value[term->value[a]];
      if (strcmp(term->strain->value_name[term->value[a]], "j") != 0 || !term_range(term, a, range)) continue;
      sc->volume[0] = fmin(sc->volume[0], fmax(range[0] - rest + 1, DBL_EPSILON));
      sc->volume[1] = fmax(sc->volume[1], range[1] - rest + 1);
    }
  }
}

// True if every term of every sample is convex in the logarithmic stretches, over all volumes of the range.
static bool is_proven(const scan *sc) {
  bool proven = sc->n == 3 && sc->volume[0] > 0.5;
  for (int t = 0; t < sc->material->n_term; t++) {
    const pl_term *term = &sc->material->term[t];
    for (int m = 0; counts(sc, term) && m < pl_term_sample_count(term); m++)
      proven = proven && pl_term_convex_in_logs(term, sc->theta + term->theta + m * term->law.n_param);
  }
  return proven;
}

static void look_around(const scan *sc, const double *length, pl_stretch_stability *out) {
  bool keeps = keeps_volume(sc);
  for (int ray = 0; ray < N_RAY; ray++) {
    double e[MAX_AXIS];
    direction_of(sc->n, ray, e);
    look_along(sc, e, length[ray], 1, keeps, out);
    for (int end = 0; end < 2 && !keeps; end++)
      if (sc->volume[end] != 1) look_along(sc, e, length[ray], sc->volume[end], keeps, out);
  }
}

bool pl_material_stability(const pl_material *material, const double *theta, bool solid, pl_stretch_stability *out) {
  scan sc = {.material = material, .theta = theta ? theta : material->theta, .n = solid ? 3 : 2};
  int n_choice = 0;
  for (int t = 0; t < material->n_term; t++) {
    const pl_term *term = &material->term[t];
    if (counts(&sc, term) && term->law.row->rest && n_choice == 0) n_choice = 1;
  }
  for (int t = 0; t < material->n_term && n_choice > 0; t++)
    if (counts(&sc, &material->term[t]) && pl_term_sample_count(&material->term[t]) > n_choice)
      n_choice = pl_term_sample_count(&material->term[t]);
  *out = (pl_stretch_stability){.n_stretch = sc.n, .smallest = INFINITY, .reach = {1, 1}};
  double length[N_RAY], e[MAX_AXIS];
  find_volumes(&sc);
  for (int ray = 0; ray < N_RAY && n_choice > 0; ray++) {
    direction_of(sc.n, ray, e);
    length[ray] = length_of(&sc, e);
  }
  for (sc.choice = 0; sc.choice < n_choice; sc.choice++) look_around(&sc, length, out);
  out->proven = out->n_state > 0 && is_proven(&sc);
  return out->n_state > 0;
}

const char *pl_stretch_stability_words(pl_arena *arena, const pl_stretch_stability *s) {
  if (s->proven) return "stable over the range, proven: these numbers make the energy convex in the logarithmic stretches";
  return pl_arena_printf(arena,
                         s->smallest > 0 ? "stable at all of %d sampled states, not proven between them"
                         : s->smallest == 0
                             ? "nowhere unstable at %d sampled states, but without stiffness in places; not proven between them"
                             : "not stable everywhere (%d sampled states)",
                         s->n_state);
}
