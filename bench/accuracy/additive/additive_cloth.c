// additive_cloth.c: table 2 of Miguel et al. 2016 on two virtual fabrics: force and position errors as addends are added.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "bench/accuracy/additive/additive_runs.h"
#include "bench/cases.h"
#include "estimate/model/additive_model.h"
#include "report/result/result.h"
#include "protocol/capture/capture.h"

enum { KEYS, CYCLE, HELD, N_SET };
static const char *const set_name[N_SET] = {"keyframes", "full cycle", "corner pull and complex shear"};

typedef struct column_errors {
  double force[N_SET], position[N_SET];  // N, m, root mean squares
  double chi2;                           // of the fit, where it ended
} column_errors;

// Root mean squares over all captures of clip force vectors and of vertices.
static void pool(const pl_fit *fit, double *force, double *position) {
  double sum[2] = {0}, n[2] = {0};
  static const int channel[2] = {PL_CAPTURE_CLIP_FORCE, PL_CAPTURE_POSITIONS};
  for (int i = 0; i < fit->problem.n_case; i++)
    for (int k = 0; k < 2; k++) {
      const pl_fit_case *c = &fit->work.fit_case[i];
      if (!c->predicted[channel[k]]) continue;
      for (int v = 0; v < pl_case_values(c, channel[k]); v++) {
        double r = c->predicted[channel[k]][v] - c->test->channel[channel[k]].value[v];
        if (isnan(r)) continue;
        sum[k] += r * r;
        n[k] += 1.0 / 3;
      }
    }
  *force = sqrt(sum[0] / n[0]);
  *position = sqrt(sum[1] / n[1]);
}

// Figure 3.
static pl_status save_sections(evidence *e, const char *fabric, const pl_fit *fit) {
  pl_text csv;
  pl_text_init(&csv, e->ctx);
  char name[64];
  snprintf(name, sizeof name, "%s-energy.csv", fabric);
  pl_status status = pl_result_sections(e->arena, fit, &csv);
  if (status == PL_OK) status = evidence_save(e, name, &csv);
  pl_text_clear(&csv);
  return status;
}

static void claim(evidence *e, const char *fabric, const column_errors *column) {
  for (int k = 0; k < PL_ADDITIVE_STAGES; k++) {
    const char *stage = pl_additive_stage_names[k];
    for (int set = 0; set < N_SET; set++) {
      evidence_inform(e, column[k].force[set], "N", "", "%s, %s: force, %s", fabric, stage, set_name[set]);
      evidence_inform(e, 1e3 * column[k].position[set], "mm", "", "%s, %s: position, %s", fabric, stage, set_name[set]);
    }
    if (k > 0)
      evidence_at_most(e, column[k].force[KEYS] / column[k - 1].force[KEYS], "", 1, "%s: force error of %s / of %s, keyframes", fabric,
                       stage, pl_additive_stage_names[k - 1]);
    if (k > 0)
      evidence_at_most(e, column[k].position[KEYS] / column[k - 1].position[KEYS], "", 1, "%s: position error of %s / of %s, keyframes",
                       fabric, stage, pl_additive_stage_names[k - 1]);
    if (k > 0)
      evidence_at_most(e, column[k].chi2 / column[k - 1].chi2, "", 1, "%s: objective of %s / of %s, training data", fabric, stage,
                       pl_additive_stage_names[k - 1]);
  }
  const column_errors *first = &column[0], *last = &column[PL_ADDITIVE_STAGES - 1];
  evidence_inform(e, 100 * last->chi2 / first->chi2, "%",
                  strcmp(fabric, "knit") == 0 ? "84 published, real knit" : "78 published, real denim",
                  "%s: objective of the last stage / of stvk", fabric);
  evidence_below(e, last->force[KEYS] / first->force[KEYS], "", 1, "%s: force error of the last stage / of stvk, keyframes", fabric);
  evidence_below(e, last->force[HELD] / first->force[HELD], "", 1, "%s: force error of the last stage / of stvk, held out", fabric);
}

// The same measurement without its table edges, which come last: stretch and picture frames, the part of the fit that tables are made of.
static pl_measurement without_edges(const pl_measurement *measurement) {
  pl_measurement part = *measurement;
  while (part.n_test > 0 && pl_capture_of(&part.test[part.n_test - 1])->n_clip == 0) part.n_test--;
  return part;
}

static int free_parameters(const pl_fit *fit) {
  int n = 0;
  for (int j = 0; j < fit->material->n_theta; j++) n += !fit->material->parameter[j].frozen;
  return n;
}

static pl_status run_fabric(evidence *e, const char *fabric, const additive_sizes *sizes) {
  char path[64];
  snprintf(path, sizeof path, "fabric-%s-coupled", fabric);
  pl_material *material;
  PL_TRY(pl_material_load(e->ctx, path, &material));
  pl_measurement *fitted = NULL, *set[N_SET] = {NULL}, keys;
  pl_fit *fit = NULL, *other = NULL;
  int n_failed = 0;
  pl_fit_options options = additive_fit_options(sizes, "asymmetric");
  column_errors column[PL_ADDITIVE_STAGES] = {0};
  pl_status status = PL_OK;
  PL_TRY_CLEAN(additive_measure(e, material, sizes, additive_fitted, sizes->keys, 1, &fitted, &n_failed));
  keys = without_edges(fitted);
  set[KEYS] = &keys;
  PL_TRY_CLEAN(additive_measure(e, material, sizes, additive_cycle, sizes->dense, 1, &set[CYCLE], &n_failed));
  PL_TRY_CLEAN(additive_measure(e, material, sizes, capture_held, sizes->keys, 2, &set[HELD], &n_failed));
  PL_TRY_CLEAN(pl_fit_run(e->ctx, 1, &fitted, 0, NULL, &options, &fit));
  for (int k = 0; k < PL_ADDITIVE_STAGES && k < fit->way.n_step; k++) {
    column[k].chi2 = fit->way.step[k].chi2;
    for (int s = 0; s < N_SET; s++) {
      PL_TRY_CLEAN(pl_fit_predict(e->ctx, fit->way.step[k].material, 1, &set[s], &options, &other));
      pool(other, &column[k].force[s], &column[k].position[s]);
      pl_fit_destroy(other);
    }
  }
  claim(e, fabric, column);
  for (int s = 0; s < N_SET; s++) {
    double force, position;
    PL_TRY_CLEAN(pl_fit_predict(e->ctx, material, 1, &set[s], &options, &other));
    pool(other, &force, &position);
    pl_fit_destroy(other);
    evidence_inform(e, force, "N", "", "%s itself on the fit's mesh: force, %s", fabric, set_name[s]);
    evidence_inform(e, 1e3 * position, "mm", "", "%s itself on the fit's mesh: position, %s", fabric, set_name[s]);
  }
  evidence_inform(e, fit->solution.seconds, "s", "24 h published", "%s: fit of %d parameters, all stages", fabric, free_parameters(fit));
  evidence_note(e, "%s: %s", fabric, fit->material->certificate);
  PL_TRY_CLEAN(save_sections(e, fabric, fit));
cleanup:
  pl_fit_destroy(fit);
  pl_measurement_destroy(set[CYCLE]);
  pl_measurement_destroy(set[HELD]);
  pl_measurement_destroy(fitted);
  pl_material_destroy(material);
  if (n_failed) evidence_note(e, "%s: %d frames of the captures found no equilibrium and were left out.", fabric, n_failed);
  return status;
}

pl_status reproduce_additive_cloth(evidence *e) {
  additive_sizes sizes = additive_sizes_default(true);
  PL_TRY(run_fabric(e, "knit", &sizes));
  PL_TRY(run_fabric(e, "denim", &sizes));
  evidence_note(
      e,
      "Virtual fabrics whose principal stretches are coupled, which no addend of the fit is; captured on %d x %d moved vertices with "
      "0.1 mm and 3 mN of noise, fitted on an irregular mesh of %d triangles to %d keyframes of stretch and shear (positions and "
      "clip forces), bending to table edges. Held out: corner pull and complex shear.",
      sizes.captured + 1, sizes.captured + 1, 2 * sizes.cells * sizes.cells, 3 * sizes.keys);
  return PL_OK;
}
