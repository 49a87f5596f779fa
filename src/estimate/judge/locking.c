// locking.c: see locking.h.
#include "estimate/judge/locking.h"

#include "base/sentence/say_material.h"
#include "estimate/judge/moduli.h"
#include "estimate/problem/protocol_fit.h"
#include "estimate/judge/say_locking.h"

// A hexahedron with a separate volume term has one volume for all its points (strain_volume.c).
static bool volume_apart(const pl_material *material) {
  for (int t = 0; t < material->n_term; t++)
    if (material->term[t].strain->volume) return true;
  return false;
}

static const pl_mesh *body_of(const pl_fit_case *c) {
  const pl_protocol_fit *part = pl_case_part(c);
  return part->body ? part->body(c->test) : NULL;
}

// True if a fitted body has elements that lock.
static bool may_lock(const pl_fit *fit) {
  bool apart = volume_apart(fit->material);
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_rig *rig = fit->work.fit_case[i].rig;
    if (body_of(&fit->work.fit_case[i]) && rig && pl_mesh_is_solid(rig->body.mesh) && (!apart || rig->body.mesh->n_tet > 0)) return true;
  }
  return false;
}

static bool has_tets(const pl_fit *fit) {
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_mesh *body = body_of(&fit->work.fit_case[i]);
    if (body && body->n_tet > 0) return true;
  }
  return false;
}

pl_sentence pl_locking_remedy(const pl_fit *fit) {
  if (!has_tets(fit)) return PL_SAID(SAY_LOCKING_NEO_HOOKEAN);
  return volume_apart(fit->material) ? PL_SAID(SAY_LOCKING_HEXAHEDRA) : PL_SAID(SAY_LOCKING_BOTH);
}

pl_status pl_locking_poisson(const pl_fit *fit, double *poisson) {
  pl_modulus modulus[PL_MODULI_MAX];
  int n = 0;
  *poisson = 0;
  if (!may_lock(fit)) return PL_OK;
  pl_arena *arena = pl_arena_create(fit->ctx);
  pl_status status = arena ? pl_moduli_make(arena, fit, &n, modulus) : PL_ERROR_MEMORY;
  for (int i = 0; i < n && status == PL_OK; i++) {
    const pl_modulus *m = &modulus[i];
    int middle = m->n / 2;
    if (!pl_dim_equal(m->dim, PL_DIM_NONE) || m->lost) continue;
    // a fixed ratio has no sigma: its value is taken as exact
    double surely = m->sigma[middle] > 0 ? pl_modulus_below(m, middle, 2) : m->value[middle];
    if (surely > PL_LOCKING_FROM) *poisson = m->value[middle];
  }
  pl_arena_destroy(arena);
  return status;
}

pl_status pl_locking_of_rig(pl_context *ctx, pl_material *material, const pl_measurement *measurement, const pl_test *test,
                            const pl_rig *rig, double *poisson, const char **remedy) {
  // a fit of one test without free parameters: every value is taken as exact
  const pl_given_test given = {.measurement = measurement, .test = test};
  pl_fit_case one = {.given = &given, .test = test, .rig = rig};
  pl_fit fit = {.ctx = ctx, .material = material, .problem = {.n_case = 1, .n_fitted = 1, .given = &given}, .work.fit_case = &one};
  if (!has_tets(&fit))
    *remedy = PL_TEXT(SAY_LOCKING_RIG_TERMS);
  else if (volume_apart(material))
    *remedy = PL_TEXT(SAY_LOCKING_RIG_HEXAHEDRA);
  else
    *remedy = PL_TEXT(SAY_LOCKING_RIG_BOTH);
  return pl_locking_poisson(&fit, poisson);
}
