// additive_stvk.c: StVK as a sum of addends (thesis 4.3). It has equal energies at every stage of the model, and the fit recovers it from
// captures of StVK.
#include <math.h>
#include <stdio.h>

#include "base/rng.h"
#include "base/text.h"
#include "bench/accuracy/additive/additive_runs.h"
#include "bench/cases.h"
#include "estimate/model/additive_model.h"

static const double YOUNG = 900, POISSON = 0.3, BEND = 4e-6;

// Largest difference of energy and stress between a material and StVK over random Green strains within `reach`, relative to their sizes.
static double difference(const pl_material *stvk, const pl_material *material, double reach) {
  pl_rng rng;
  pl_rng_init(&rng, 7);
  const pl_strain *green = pl_strain_find("green");
  double worst = 0, largest[4] = {0}, apart[4] = {0};
  for (int i = 0; i < 2000; i++) {
    double s[PL_STRAIN_MAX_VALUE] = {0}, psi[2], t[2][PL_STRAIN_MAX_VALUE], k[PL_STRAIN_MAX_VALUE * PL_STRAIN_MAX_VALUE];
    for (int a = 0; a < 3; a++) s[a] = reach * (2 * pl_rng_uniform(&rng) - 1);
    pl_material_eval(stvk, green, NULL, s, &psi[0], t[0], k);
    pl_material_eval(material, green, NULL, s, &psi[1], t[1], k);
    for (int a = 0; a < 4; a++) {
      double x = a < 3 ? t[0][a] : psi[0], y = a < 3 ? t[1][a] : psi[1];
      largest[a] = fmax(largest[a], fabs(x));
      apart[a] = fmax(apart[a], fabs(x - y));
    }
  }
  for (int a = 0; a < 4; a++) worst = fmax(worst, apart[a] / largest[a]);
  return worst;
}

// Every stage of the model, raised from the same StVK: the energy does not change.
static pl_status compare_stages(evidence *e, const pl_material *stvk, pl_additive_shape shape) {
  for (int stage = PL_ADDITIVE_ANISOTROPIC; stage < PL_ADDITIVE_STAGES; stage++) {
    pl_material *material;
    pl_additive_raise(&shape, (pl_additive_stage)stage);
    PL_TRY(pl_additive_material(e->ctx, "addends", 0.2, &shape, &material));
    double apart = difference(stvk, material, 0.3);
    pl_material_destroy(material);
    evidence_at_most(e, apart, "", 1e-13, "energy and stress of the addends (%s) against StVK", pl_additive_stage_names[stage]);
  }
  return PL_OK;
}

pl_status reproduce_additive_stvk(evidence *e) {
  int cells = e->full ? 16 : 8;
  pl_additive_shape shape;
  pl_additive_start(&shape, YOUNG, POISSON, BEND);
  pl_material *stvk;
  PL_TRY(pl_additive_material(e->ctx, "StVK", 0.2, &shape, &stvk));
  pl_measurement *measurement = NULL;
  pl_fit *fit = NULL;
  pl_status status = compare_stages(e, stvk, shape);
  if (status != PL_OK) goto cleanup;
  // captured without noise on the mesh of the fit
  pl_motion_options o = pl_motion_options_default();
  o.cells = cells;
  o.frames = 7;
  o.cycles = 1;
  o.jitter = o.noise_position = o.noise_force = 0;
  o.depth = o.overhang_step = o.size / cells;
  pl_solve_options solve = pl_solve_options_default();
  pl_rig_report report;
  PL_TRY_CLEAN(pl_motion_measure(e->ctx, additive_fitted, stvk, &o, &solve, &measurement, &report));
  pl_fit_options options = pl_fit_options_default();
  options.model = "additive";
  options.max_points = 3;
  options.rig.cells = cells;
  PL_TRY_CLEAN(pl_fit_run(e->ctx, 1, &measurement, 0, NULL, &options, &fit));
  for (int i = 0; i < fit->way.n_step; i++)
    evidence_at_most(e, difference(stvk, fit->way.step[i].material, 0.1), "", i <= PL_ADDITIVE_ANISOTROPIC ? 1e-3 : 0.02,
                     "fitted to captures of StVK, %s (%d numbers): energy and stress against it", fit->way.step[i].name,
                     fit->way.step[i].n_parameter);
  evidence_note(e, "Fits: %d x %d vertices, %d frames of each of five sequences without noise; strains to 0.1.", cells + 1, cells + 1,
                o.frames);
  evidence_note(e, "%s", fit->material->certificate);
cleanup:
  pl_fit_destroy(fit);
  pl_measurement_destroy(measurement);
  pl_material_destroy(stvk);
  return status;
}
