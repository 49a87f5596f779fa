// fit_friction.c: internal friction of bodies with axes, from tests that go up and down again (--friction).
//
// After the elastic model, each strain that the tests impose gets a friction term (law dahl): along an axis, or the shear of two. Along
// the path of a test its stress is linear in a and b at a given rate tau. Rates over the whole range of strains are starts. Each gets its
// moduli from a linear problem, then all parameters are fitted together (estimate/stage/starts.h). In biaxial loops each direction has a
// separate memory.
#include <math.h>

#include "estimate/friction/friction.h"
#include "estimate/model/tissue_model.h"
#include "estimate/stage/curves.h"
#include "estimate/stage/starts.h"
#include "protocol/homogeneous/homogeneous.h"
#include "protocol/homogeneous/homogeneous_run.h"

#define ASIDE 0.1  // sine of the angle below which a test along one axis does not strain the other
enum { N_RATE = 4 };
static const double rate_share[N_RATE] = {0.02, 0.08, 0.3, 1};  // of the visited strains

typedef struct friction_run {
  const pl_strain *strain;
  const double (*range)[2];  // visited strains
  int n_elastic;             // parameters of the elastic model
  double modulus;            // Pa or N/m, size of the stiffness
} friction_run;

// The strain of axes a and b among the values of a measure: E_aa, or the shear of two.
static int value_of(const pl_strain *strain, int a, int b) { return a == b ? a : strain->n_value == 3 ? 2 : 6 - a - b; }

// Strains that some test imposes.
static void find_strains(const pl_fit *fit, const pl_strain *strain, bool *imposed) {
  for (int v = 0; v < strain->n_value; v++) imposed[v] = false;
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_test *test = fit->work.fit_case[i].test;
    const pl_homogeneous *h = pl_homogeneous_of(test);
    int axis[3];
    double sense, along = fabs(cos(test->angle)), across = fabs(sin(test->angle));
    pl_homogeneous_axes(h, axis, &sense);
    bool sheared = test->control == PL_HOMOGENEOUS_SHEAR, single = h->mode == PL_UNIAXIAL;
    if (sheared || fmin(along, across) > ASIDE) imposed[value_of(strain, axis[0], axis[1])] = true;
    if (sheared) continue;
    if (!single || along > ASIDE) imposed[axis[0]] = true;
    if (!single || across > ASIDE) imposed[axis[1]] = true;
  }
}

static double reach_of(const friction_run *run, int value) { return fmax(fmax(-run->range[value][0], run->range[value][1]), 1e-6); }

// Elastic parameters stay; a is a twentieth of the stress, b small, and the rate a share of the strains.
static void set_start(const void *user, int k, pl_material *material) {
  const friction_run *run = user;
  for (int t = 0; t < material->n_term; t++) {
    const pl_term *term = &material->term[t];
    if (!(term->law.row->flags & PL_LAW_FRICTION)) continue;
    double reach = reach_of(run, term->value[0]), tau = rate_share[k] * reach, a = 0.05 * run->modulus * reach;
    int rate = pl_friction_rate(material, term);
    bool strain = pl_dim_equal(material->parameter[rate].dim, term->strain->value_dim);
    for (int j = term->theta; j < rate; j++) {
      material->parameter[j].scale = j == term->theta ? a : 0.05 * run->modulus;
      material->theta[j] = j == term->theta ? a : 0.1 * material->parameter[j].scale;
    }
    material->parameter[rate].scale = strain ? reach : 0.05 * run->modulus;
    material->theta[rate] = strain ? tau : a / tau;
  }
}

static pl_status add_terms(const pl_fit *fit, const friction_run *run, pl_material *material) {
  bool imposed[PL_STRAIN_MAX_VALUE];
  find_strains(fit, run->strain, imposed);
  for (int v = 0; v < run->strain->n_value; v++) {
    const char *name = run->strain->value_name[v];
    if (imposed[v]) PL_TRY(pl_friction_add_beside(material, name, run->strain->name, name, (pl_friction)fit->problem.options.friction));
  }
  return pl_material_finish(material);
}

bool pl__homogeneous_has_friction(const pl_fit *fit) { return fit->problem.options.friction > PL_FRICTION_NONE; }

pl_status pl__homogeneous_take_paths(pl_fit *fit) {
  PL_TRY(pl__curve_check_turns(fit));
  return pl_fit_take_paths(fit, 0, fit->problem.n_fitted);
}

pl_status pl__homogeneous_friction(pl_fit *fit, const pl_stage *stage, const pl_strain *strain, const double range[][2], double modulus,
                                   pl_solution *solution) {
  const friction_run run = {.strain = strain, .range = range, .n_elastic = fit->material->n_theta, .modulus = modulus};
  bool nonlinear[PL_STARTS_MAX_THETA];
  pl_material *material;
  PL_TRY(pl_material_copy(fit->material, &material));
  pl_status status = add_terms(fit, &run, material);
  if (status == PL_OK) status = pl_starts_fits(fit->ctx, material);
  if (status != PL_OK) {
    pl_material_destroy(material);
    return status;
  }
  for (int j = 0; j < run.n_elastic; j++) material->parameter[j] = fit->material->parameter[j];
  PL_TRY(pl_stage_material(&fit->problem, &fit->work, stage, &fit->material, material));
  for (int j = 0; j < material->n_theta; j++) nonlinear[j] = !pl_tissue_is_modulus(&material->parameter[j]);
  for (int t = 0; t < material->n_term; t++)
    if (material->term[t].law.row->flags & PL_LAW_FRICTION) nonlinear[pl_friction_rate(material, &material->term[t])] = true;
  const pl_starts starts = {.n = N_RATE, .set = set_start, .user = &run, .nonlinear = nonlinear};
  pl_stage together = pl_stage_named(stage, "elasticity and friction");
  return pl_starts_run(fit, &together, &starts, solution);
}
