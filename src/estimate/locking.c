// locking.c: see locking.h.
#include "estimate/locking.h"

#include <math.h>
#include <string.h>

#include "measure/poses.h"

// A hexahedron has one volume for all its points where the volume is a term of its own (strain_volume.c).
static bool volume_apart(const pl_material *material) {
  for (int t = 0; t < material->n_term; t++)
    if (strcmp(material->term[t].strain->name, "volume") == 0) return true;
  return false;
}

static pl_status look_at(const pl_fit *fit, const pl_model *model, double *poisson) {
  const pl_mesh *mesh = model->mesh;
  int32_t n = pl_model_stiffness_count(model), n_first = volume_apart(fit->material) ? mesh->n_tet : n;
  pl_moduli *moduli = pl_alloc(fit->ctx, (size_t)n + 1, sizeof *moduli);
  pl_work *work = NULL;
  pl_status status = moduli ? pl_work_create(model, &work) : PL_ERROR_MEMORY;
  if (status == PL_OK) status = pl_model_moduli(model, fit->material->theta, NULL, moduli, work);
  for (int32_t e = 0; e < n_first && status == PL_OK; e++) *poisson = fmax(*poisson, moduli[e].poisson);
  pl_work_destroy(work);
  pl_free(fit->ctx, moduli);
  return status;
}

pl_status pl_locking_poisson(const pl_fit *fit, double *poisson) {
  *poisson = 0;
  for (int i = 0; i < fit->n_fitted; i++) {
    const pl_rig *rig = fit->fit_case[i].rig;
    if (fit->fit_case[i].test->poses && rig && pl_mesh_is_solid(rig->mesh)) PL_TRY(look_at(fit, rig->model, poisson));
  }
  return PL_OK;
}
