// volume_check.c: checks that a solid has volumetric stiffness.
//
// Rubber laws fitted as incompressible depend on the change of shape only; the pressure follows from the stress-free face of a homogeneous
// state. On a mesh such a body would change its volume without resistance. The bulk modulus at rest (pl_moduli) shows this. It is zero for
// a law without a volumetric parameter, for any parameter values. So parameters that are not yet fitted are moved away from zero first.
#include <math.h>
#include <stdio.h>

#include "base/text.h"
#include "model/model.h"

#define NO_VOLUME 1e-6    // of the shear modulus: a smaller bulk modulus is rounding
#define REMEDY_BULK 50.0  // of the shear modulus: Poisson's ratio 0.49, at which most elements do not lock

static double shear_of(const pl_moduli *m) { return (m->shear[0] + m->shear[1] + m->shear[2]) / 3; }

static bool lacks_bulk(const pl_moduli *m) { return shear_of(m) > 0 && !(fabs(m->bulk) > NO_VOLUME * shear_of(m)); }

static pl_status refuse(const pl_model *model, double shear) {
  const pl_material *material = model->material;
  char bulk[40], remedy[600];
  pl_number_people(1e-6 * REMEDY_BULK * shear, bulk, sizeof bulk);
  snprintf(remedy, sizeof remedy,
           "run 'pliant material volume MATERIAL --bulk \"%s MPa\" -o FILE' and take FILE (%g times the shear modulus, or its bulk modulus "
           "if known). Or fit tests with a measured lateral stretch and \"incompressible\": false",
           bulk, REMEDY_BULK);
  return pl_fail(model->ctx, PL_ERROR_INPUT, NULL, remedy,
                 PL_ID("material.no-bulk") "the material \"%s\" is incompressible: it has no bulk modulus, and none of its terms resists a "
                                           "change of volume. A mesh would swell and shrink at no cost",
                 material->name);
}

pl_status pl_model_check_volume(const pl_model *model) {
  const pl_material *material = model->material;
  size_t n = (size_t)pl_model_stiffness_count(model), n_theta = (size_t)material->n_theta;
  if (!pl_mesh_is_solid(model->mesh) || n == 0) return PL_OK;
  pl_moduli *moduli = pl_alloc(model->ctx, n, sizeof *moduli);
  bool *wanted = pl_alloc(model->ctx, n, sizeof *wanted);  // the first element only
  double *theta = pl_alloc(model->ctx, n_theta + 1, sizeof *theta), shear = 0;
  pl_work *work = NULL;
  pl_status status = PL_ERROR_MEMORY;
  if (!moduli || !wanted || !theta) goto cleanup;
  wanted[0] = true;
  PL_TRY_CLEAN(pl_work_create(model, &work));
  PL_TRY_CLEAN(pl_model_moduli(model, material->theta, wanted, moduli, work));
  shear = shear_of(&moduli[0]);
  if (!lacks_bulk(&moduli[0])) goto cleanup;
  for (size_t j = 0; j < n_theta; j++) theta[j] = material->theta[j] + material->parameter[j].scale;
  PL_TRY_CLEAN(pl_model_moduli(model, theta, wanted, moduli, work));
  if (lacks_bulk(&moduli[0])) status = refuse(model, shear);
cleanup:
  pl_work_destroy(work);
  pl_free(model->ctx, theta);
  pl_free(model->ctx, wanted);
  pl_free(model->ctx, moduli);
  return status;
}
