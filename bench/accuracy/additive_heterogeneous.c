// additive_heterogeneous.c: a hidden stiff ball in a soft block, found from 15 landmarks in a few poses by material samples that are inserted where the
// residuals ask for them (the shape of Miguel 2016, table 3, with a truth to compare the map with).
#include <math.h>

#include "bench/cases.h"
#include "report/result.h"
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

static pl_status judge_map(evidence *e, const pl_fit *fit) {
  const pl_rig *rig = fit->fit_case[0].rig;
  size_t n = (size_t)pl_model_stiffness_count(rig->model);
  double *map = pl_arena_alloc(e->arena, n, sizeof *map), *size = pl_arena_alloc(e->arena, n, sizeof *size);
  pl_work *work;
  if (!map || !size) return PL_ERROR_MEMORY;
  PL_TRY(pl_work_create(rig->model, &work));
  pl_status status = pl_model_stiffness(rig->model, fit->material->theta, map, work);
  pl_work_destroy(work);
  PL_TRY(status);
  double low = INFINITY, high = 0;
  for (size_t i = 0; i < n; i++) {
    const double *x[4], *rest = rig->mesh->rest3;
    double u[3][3];
    for (int k = 0; k < 4; k++) x[k] = rest + 3 * (size_t)rig->mesh->tet[4 * i + (size_t)k];
    for (int k = 0; k < 9; k++) u[k / 3][k % 3] = x[1 + k / 3][k % 3] - x[0][k % 3];
    size[i] = (u[0][0] * (u[1][1] * u[2][2] - u[1][2] * u[2][1]) - u[0][1] * (u[1][0] * u[2][2] - u[1][2] * u[2][0]) +
               u[0][2] * (u[1][0] * u[2][1] - u[1][1] * u[2][0])) /
              6;
    low = fmin(low, map[i]), high = fmax(high, map[i]);
  }
  evidence_above(e, correlation(rig->mesh, map, size, false), "", 0.9,
                 "correlation of the Young modulus per element with the truth, %d samples, linear, weighted with volumes",
                 fit->material->term[0].samples->n);
  evidence_inform(e, correlation(rig->mesh, map, size, true), "", "", "the same of logarithms");
  evidence_inform(e, 1e-3 * low, "kPa", "20 true", "smallest Young modulus of the map");
  evidence_inform(e, 1e-3 * high, "kPa", "80 true", "largest Young modulus of the map");
  return PL_OK;
}

pl_status reproduce_additive_heterogeneous(evidence *e) {
  static const int cells[3] = {6, 5, 5};
  const char *folder;
  pl_measurement *block;
  pl_fit *fit = NULL;
  PL_TRY(evidence_folder(e, &folder));
  PL_TRY(scene_inclusion(e->ctx, folder, cells, 42, &block));
  pl_fit_options options = pl_fit_options_default();
  options.samples = 16;
  pl_status status = pl_fit_run(e->ctx, 1, &block, 0, NULL, &options, &fit);
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
  evidence_note(
      e,
      "A block of 60 x 50 x 50 mm, 20 kPa, with a ball of 18 mm radius, 80 kPa. Six poses are fitted (two pulls, a press, two shears, a "
      "twist, by "
      "two opposite faces), one shear is held out; 15 landmarks inside, noise 0.05 mm; the force on the moving face in three poses, noise "
      "0.05 N. The readings come from a mesh of 6000 tetrahedra. The truth of an element that the ball's border crosses is its mean.");
  evidence_note(e, "The paper's table 3 has the image error of a knee: 96.9, 92.7, 85.1 and 82.3 percent with 2, 4, 8 and 16 samples.");
  pl_fit_destroy(fit);
  pl_measurement_destroy(block);
  return status;
}
