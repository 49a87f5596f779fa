// locking.c: see locking.h.
#include "estimate/locking.h"

#include <string.h>

#include "estimate/moduli.h"
#include "measure/poses.h"

// A hexahedron has one volume for all its points where the volume is a term of its own (strain_volume.c).
static bool volume_apart(const pl_material *material) {
  for (int t = 0; t < material->n_term; t++)
    if (strcmp(material->term[t].strain->name, "volume") == 0) return true;
  return false;
}

// Has a fitted body elements that lock?
static bool may_lock(const pl_fit *fit) {
  bool apart = volume_apart(fit->material);
  for (int i = 0; i < fit->n_fitted; i++) {
    const pl_rig *rig = fit->fit_case[i].rig;
    if (fit->fit_case[i].test->poses && rig && pl_mesh_is_solid(rig->mesh) && (!apart || rig->mesh->n_tet > 0)) return true;
  }
  return false;
}

const char *pl_locking_remedy(const pl_fit *fit) {
  bool tets = false;
  for (int i = 0; i < fit->n_fitted; i++) tets = tets || (fit->fit_case[i].test->poses && fit->fit_case[i].test->poses->mesh->n_tet > 0);
  if (!tets)
    return "fit again with --model neo-hookean, whose volume is a term of its own: its hexahedra do not lock (docs/theory/solids.md)";
  if (volume_apart(fit->material))
    return "fit again with --elements hexahedra, or write \"elements\": \"hexahedra\" in \"mesh\": they do not lock "
           "(docs/theory/solids.md)";
  return "fit again with --model neo-hookean --elements hexahedra, which do not lock (docs/theory/solids.md)";
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
    // a held ratio has no sigma: it is what it was said to be
    double surely = m->sigma[middle] > 0 ? pl_modulus_below(m, middle, 2) : m->value[middle];
    if (surely > PL_LOCKING_FROM) *poisson = m->value[middle];
  }
  pl_arena_destroy(arena);
  return status;
}
