// body_model.c: see body_model.h.
#include "estimate/model/body_model.h"

#include <math.h>
#include <string.h>

#include "estimate/model/rubber_model.h"
#include "material/addend.h"

#define WORTH_A_CURVE 2e-3  // Green strain: below it a curve is effectively a straight line

// ---- terms ----

static pl_status add_addend(pl_material *material, const char *name, const pl_addend_knots *knots) {
  const char *text;
  PL_TRY(pl_addend_describe(material->arena, pl_addend_find(name), knots, &text));
  return pl_material_add_term(material, text);
}

static pl_status add_curves(pl_material *material, int n, const char *const *name, const pl_body_guess *g) {
  for (int i = 0; i < n; i++) {
    double most = fmax(-g->range[i][0], g->range[i][1]);
    pl_addend_knots knots = {.n = {most > WORTH_A_CURVE ? g->points : 1}, .low = {-most}, .high = {fmax(most, 1e-6)}};
    PL_TRY(add_addend(material, name[i], &knots));
  }
  return PL_OK;
}

static pl_status add_pair(pl_material *material, const char *name, int first, int second, const pl_body_guess *g) {
  pl_addend_knots knots = {.n = {1, 1}, .high = {fmax(g->range[first][1], 1e-6), fmax(g->range[second][1], 1e-6)}};
  return add_addend(material, name, &knots);
}

static pl_status add_additive(pl_material *material, const pl_body_guess *g) {
  PL_TRY(add_curves(material, 6, (const char *const[]){"xx", "yy", "zz", "yz", "xz", "xy"}, g));
  PL_TRY(add_pair(material, "yy-zz", 1, 2, g));
  PL_TRY(add_pair(material, "xx-zz", 0, 2, g));
  return add_pair(material, "xx-yy", 0, 1, g);
}

static pl_status add_additive_sheet(pl_material *material, const pl_body_guess *g) {
  PL_TRY(add_curves(material, 3, (const char *const[]){"warp", "weft", "shear"}, g));
  return add_pair(material, "area", 0, 1, g);
}

// An isotropic plate: D11 = D22 = D, D66 = D/2, D12 held at 0 (pl_body_bound).
pl_status pl_body_add_bending(pl_material *material) {
  return pl_material_add_term(material, "{\"name\": \"bend\", \"strain\": \"curvature\", \"law\": \"isotropic\"}");
}

// ---- the rows ----

#define BODY(law) "{\"name\": \"body\", \"strain\": \"green3\", \"law\": \"" law "\"}"
#define MEMBRANE(law) "{\"name\": \"membrane\", \"strain\": \"green\", \"law\": \"" law "\"}"
#define SHAPE "{\"name\": \"neo-hookean\", \"strain\": \"invariants\", \"law\": \"neo-hookean\", \"incompressible\": true}"
// a separate volume term, so that nearly incompressible hexahedra do not lock (strain_volume.c)
#define VOLUME "{\"name\": \"volume\", \"strain\": \"volume\", \"law\": \"linear\"}"
#define RUBBER .solid = true, .polyconvex = true, .rubber = true

static const pl_body_row rows[] = {
    {"stvk", "linear isotropic on Green strain (St. Venant-Kirchhoff)", .solid = true, .isotropic = true, .term = {BODY("isotropic3")},
     .larger = {"orthotropic", "additive"}},
    {"neo-hookean", "the simplest rubber, with its volume", .solid = true, .polyconvex = true, .isotropic = true, .term = {SHAPE, VOLUME},
     .larger = {"orthotropic", "additive"}},
    {"mooney-rivlin", "rubber with two moduli, linear in I1 and I2, and its volume", RUBBER, .no_softening = 2},
    {"yeoh", "a cubic of I1, and its volume", RUBBER},
    {"ogden-1", "one power of the stretches, and the volume", RUBBER},
    {"ogden-2", "two powers of the stretches, and the volume", RUBBER},
    {"ogden-3", "three powers of the stretches, and the volume", RUBBER},
    {"orthotropic", "linear on Green strain with three planes of symmetry, nine numbers", .solid = true, .coupled = true,
     .term = {BODY("orthotropic3")}, .larger = {"additive"}},
    {"additive", "convex curves of the six Green strains and pairs of the normal ones", .solid = true, .coupled = true, .polyconvex = true,
     .choice = true, .add_curves = add_additive},
    {"isotropic", "linear isotropic sheet: Young modulus, Poisson coefficient, one bending rigidity", .isotropic = true,
     .term = {MEMBRANE("isotropic")}, .larger = {"orthotropic"}},
    {"orthotropic", "linear orthotropic sheet: c11, c12, c22, c33, one bending rigidity", .coupled = true,
     .term = {MEMBRANE("orthotropic")}},
    {"additive", "convex curves of warp, weft and shear strain, the pair of warp and weft, one bending rigidity", .coupled = true,
     .choice = true, .add_curves = add_additive_sheet},
};

int pl_body_count(void) { return (int)(sizeof rows / sizeof rows[0]); }
const pl_body_row *pl_body_at(int index) { return &rows[index]; }

const pl_body_row *pl_body_find(const char *name, bool solid) {
  for (int i = 0; i < pl_body_count(); i++)
    if (rows[i].solid == solid && strcmp(rows[i].name, name) == 0) return &rows[i];
  return NULL;
}

// ---- materials ----

static pl_status add_terms(pl_material *material, const pl_body_row *row, const pl_body_guess *g) {
  if (row->add_curves) PL_TRY(row->add_curves(material, g));
  for (int i = 0; i < PL_BODY_MAX_TERM && row->term[i]; i++) PL_TRY(pl_material_add_term(material, row->term[i]));
  return row->solid ? PL_OK : pl_body_add_bending(material);
}

// Starting value of a parameter, by its role, such that the material is the linear isotropic one.
static double start_of(const pl_material *material, int j, bool solid, const pl_body_guess *g) {
  const pl_parameter *p = &material->parameter[j];
  const pl_term *term = &material->term[p->term];
  bool matrix = p->role == PL_ROLE_MATRIX;
  double mu = g->young / (2 * (1 + g->poisson)), lambda = g->young * g->poisson / ((1 + g->poisson) * (1 - 2 * g->poisson));
  double plane = g->young / (1 - g->poisson * g->poisson);
  if (pl_strain_bends(term->strain)) return p->role == PL_ROLE_POISSON ? 0 : g->bend;
  if (p->role == PL_ROLE_YOUNG) return g->young;
  if (p->role == PL_ROLE_POISSON) return g->poisson;
  if (p->role == PL_ROLE_LAMBDA) return lambda;
  if (p->role == PL_ROLE_SHEAR) return mu;
  if (p->bulk) return lambda + 2.0 / 3 * mu;
  if (!solid && ((matrix && p->of[0] == 2 && p->of[1] == 2) || (term->law.row->n_in == 1 && term->value[0] == 2)))
    return mu;  // c33, or a curve of the third strain
  if (!solid) return (matrix && p->of[0] == 0 && p->of[1] == 1) || term->law.row->n_in == 2 ? g->poisson * plane : plane;
  if (strchr(term->name, '-')) return lambda;
  if (matrix) return p->of[0] != p->of[1] ? lambda : p->of[0] > 2 ? mu : lambda + 2 * mu;
  return term->name[0] == term->name[1] ? lambda + 2 * mu : mu;
}

// The rubber laws of homogeneous tests (rubber_model.h) with a separate volume term, starting as neo-Hooke. Curves span the visited range.
// Exponents start at different values: two equal ones would be one term.
static pl_status rubber_material(pl_context *ctx, const pl_measurement *measured, const pl_body_row *row, const pl_body_guess *g,
                                 pl_material **out) {
  double b = fmax(g->range[1][1], 3), x[2] = {0, fmax(g->range[0][1] - 3, 1e-6)},
         y[2] = {0, fmax((pow(b, 1.5) - pow(3, 1.5)) / (1.5 * sqrt(3)), 1e-6)};
  const int segments[2] = {g->points - 1, g->points - 1};
  const pl_rubber_row *rubber = pl_rubber_find(row->name);
  pl_rubber_guess start = {.incompressible = true,
                           .polyconvex = g->polyconvex,
                           .apart = true,
                           .negative = rubber->terms > 1,
                           .n = 2,
                           .invariant = x,
                           .second = y,
                           .range = {.invariant = x[1], .second = y[1]},
                           .modulus = g->young / (2 * (1 + g->poisson)),
                           .bulk = g->young / (3 * (1 - 2 * g->poisson))};
  PL_TRY(pl_rubber_build(ctx, measured, rubber, segments, &start, out));
  for (int j = 0; j < (*out)->n_theta; j++) {
    pl_parameter *p = &(*out)->parameter[j];
    // without the first slope, or without a bulk modulus, there may be no stiffness at all
    if (j < row->no_softening) p->lower = j == 0 ? 1e-4 * start.modulus : 0;
    if ((p->role == PL_ROLE_SLOPE && p->of[0] == 0) || p->bulk) p->lower = 1e-4 * start.modulus;
    bool power = p->role == PL_ROLE_EXPONENT && !p->of[1];
    if (power && p->of[0] == 1) (*out)->theta[j] = g->polyconvex ? 5 : -2;
    if (power && p->of[0] == 2) (*out)->theta[j] = 5;
  }
  return PL_OK;
}

pl_status pl_body_empty(pl_context *ctx, const pl_measurement *measured, pl_material **material) {
  PL_TRY(pl_material_create(ctx, measured->name, measured->density, material));
  (*material)->density_dim = pl_measurement_density_dim(measured);
  return PL_OK;
}

void pl_body_bound(pl_material *material, const pl_body_guess *guess) {
  for (int j = 0; j < material->n_theta; j++) {
    pl_parameter *p = &material->parameter[j];
    bool number = pl_dim_equal(p->dim, PL_DIM_NONE), bends = pl_strain_bends(material->term[p->term].strain);
    p->scale = number ? 0.3 : bends ? guess->bend : guess->young;
    if (bends && p->role == PL_ROLE_POISSON) {
      material->theta[j] = 0;
      p->frozen = true;
    }
    // a material without stiffness has no equilibrium
    if (!number && p->lower == 0) p->lower = 1e-4 * (bends ? guess->bend : guess->young);
  }
}

pl_status pl_body_material(pl_context *ctx, const pl_measurement *measured, const pl_body_row *row, const pl_body_guess *guess,
                           pl_material **out) {
  *out = NULL;
  if (row->rubber || (guess->polyconvex && row->choice)) return rubber_material(ctx, measured, row, guess, out);
  pl_material *material;
  PL_TRY(pl_body_empty(ctx, measured, &material));
  pl_status status;
  PL_TRY_CLEAN(add_terms(material, row, guess));
  PL_TRY_CLEAN(pl_material_finish(material));
  pl_body_bound(material, guess);
  for (int j = 0; j < material->n_theta; j++) material->theta[j] = start_of(material, j, row->solid, guess);
  *out = material;
  return PL_OK;
cleanup:
  pl_material_destroy(material);
  return status;
}

void pl_body_moduli(const pl_material *material, bool solid, double *young, double *poisson) {
  double a = material->theta[0], b = material->theta[1];
  *young = solid ? b * (3 * a + 2 * b) / (a + b) : a;
  *poisson = solid ? 0.5 * a / (a + b) : b;
}

int pl_body_scale_parameter(const pl_material *material, bool solid) {
  int mu = pl_material_parameter_index(material, "body.mu");
  return solid && mu >= 0 ? mu : 0;
}
