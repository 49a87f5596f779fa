// additive_heterogeneous.c: a hidden stiff ball in a soft block, found from 15 landmarks in a few poses by material samples that are inserted where the
// residuals ask for them (the shape of Miguel 2016, table 3, with a truth to compare the map with).
#include <math.h>

#include "bench/cases.h"
#include "estimate/sample_plan.h"
#include "report/stiffness_map.h"
#include "scenes/inclusion.h"

// Correlation of the map with the truth over the elements, weighted with their volumes.
static double correlation(const pl_mesh *mesh, const double *map, const double *size, bool logarithm) {
  double sum = 0, mean[2] = {0}, product[3] = {0};
  for (int pass = 0; pass < 2; pass++)
    for (int32_t e = 0; e < mesh->n_tet; e++) {
      double a = map[e], b = scene_inclusion_truth(mesh, e), w = size[e];
      if (logarithm) a = log(fmax(a, 1)), b = log(b);
      if (pass == 0) {
        sum += w, mean[0] += w * a, mean[1] += w * b;
        continue;
      }
      a -= mean[0] / sum, b -= mean[1] / sum;
      product[0] += w * a * b, product[1] += w * a * a, product[2] += w * b * b;
    }
  return product[0] / sqrt(product[1] * product[2]);
}

// The map of a fit, [n_tet], and the volumes.
static pl_status find_map(evidence *e, const pl_fit *fit, pl_stiffness_map *map, pl_places *places) {
  PL_TRY(pl_places_of_mesh(e->arena, fit->fit_case[0].rig->mesh, places));
  return pl_stiffness_map_make(e->arena, fit, &fit->fit_case[0], map);
}

static pl_status judge_map(evidence *e, const pl_fit *fit) {
  const pl_mesh *mesh = fit->fit_case[0].rig->mesh;
  pl_stiffness_map map;
  pl_places places;
  PL_TRY(find_map(e, fit, &map, &places));
  evidence_above(e, correlation(mesh, map.element, places.size, false), "", 0.9,
                 "correlation of the Young modulus per element with the truth, %d samples, linear, weighted with volumes",
                 fit->material->term[0].samples->n);
  evidence_inform(e, correlation(mesh, map.element, places.size, true), "", "", "the same of logarithms");
  evidence_inform(e, 1e-3 * map.low, "kPa", "20 true", "smallest Young modulus of the map");
  evidence_inform(e, 1e-3 * map.high, "kPa", "80 true", "largest Young modulus of the map");
  return PL_OK;
}

static pl_status fit_draw(evidence *e, uint64_t seed, pl_measurement **block, pl_fit **fit) {
  static const int cells[3] = {6, 5, 5};
  const char *folder;
  PL_TRY(evidence_folder(e, &folder));
  PL_TRY(scene_inclusion(e->ctx, folder, cells, seed, block));
  pl_fit_options options = pl_fit_options_default();
  options.samples = 16;
  return pl_fit_run(e->ctx, 1, block, 0, NULL, &options, fit);
}

// Other draws of the noise.
static pl_status judge_draws(evidence *e) {
  double least = 1;
  for (uint64_t seed = 1; seed <= 4; seed++) {
    pl_measurement *block = NULL;
    pl_fit *fit = NULL;
    pl_stiffness_map map;
    pl_places places;
    pl_status status = fit_draw(e, seed, &block, &fit);
    if (status == PL_OK) status = find_map(e, fit, &map, &places);
    if (status == PL_OK) least = fmin(least, correlation(fit->fit_case[0].rig->mesh, map.element, places.size, false));
    pl_fit_destroy(fit);
    pl_measurement_destroy(block);
    PL_TRY(status);
  }
  evidence_above(e, least, "", 0.9, "the same correlation, linear, least of four other draws of the noise");
  return PL_OK;
}

pl_status reproduce_additive_heterogeneous(evidence *e) {
  pl_measurement *block = NULL;
  pl_fit *fit = NULL;
  pl_status status = fit_draw(e, 42, &block, &fit);
  if (status == PL_OK) {
    double before = INFINITY;
    evidence_inform(e, fit->fit_case[0].rig->mesh->n_tet, "", "about 800", "tetrahedra of the mesh that is fitted on");
    for (int i = 0; i < fit->n_sample_stage; i++) {
      const pl_sample_stage *s = &fit->sample_stage[i];
      if (i > 0)
        evidence_below(e, 100 * s->relative, "%", before, "error of the fitted poses with %d samples, of that with one", s->n_sample);
      evidence_inform(e, s->held_out, "sigma", "", "error of the held-out pose with %d sample%s", s->n_sample, s->n_sample == 1 ? "" : "s");
      before = 100 * s->relative;
    }
    status = judge_map(e, fit);
    evidence_inform(e, fit->effective, "", "", "parameters that the data determine beside the regularisation, of %d",
                    fit->material->n_theta);
    evidence_at_most(e, fit->seconds, "s", 60, "time of the fit");
  }
  if (status == PL_OK && e->full) status = judge_draws(e);
  evidence_note(e, "A block of 60 x 50 x 50 mm, 20 kPa, with a ball of 18 mm radius, 80 kPa. Seven poses are fitted (two pulls, a press, "
                   "three shears, a "
                   "twist, each by two opposite faces), one shear is held out; 15 landmarks inside, noise 0.05 mm; the force on the moving "
                   "face in three "
                   "poses, noise 0.05 N. The readings come from a mesh of 6000 tetrahedra. The truth of an element that the ball's border "
                   "crosses is its "
                   "mean.");
  evidence_note(e, "The paper's table 3 has the image error of a knee: 96.9, 92.7, 85.1 and 82.3 percent with 2, 4, 8 and 16 samples.");
  pl_fit_destroy(fit);
  pl_measurement_destroy(block);
  return status;
}
