// mesh_correction.c: see mesh_correction.h.
#include "estimate/field/mesh_correction.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "estimate/problem/protocol_fit.h"
#include "estimate/problem/stack.h"
#include "mesh/split.h"

bool pl_fit_corrects(const pl_fit *fit) {
  for (int i = 0; i < fit->problem.n_case; i++) {
    const pl_protocol_fit *part = pl_case_part(&fit->work.fit_case[i]);
    if (!part->refine) return false;
    const pl_mesh *body = part->body(fit->work.fit_case[i].test);
    if (!pl_mesh_is_solid(body) || 8 * ((int64_t)body->n_tet + body->n_hex) > PL_CORRECTION_MOST) return false;
  }
  return fit->problem.options.mesh_correction && fit->problem.n_case > 0;
}

// Equilibria of the coarse mesh as starts: a vertex of the fine mesh is the mean of its parents.
static void start_from(const pl_rig *coarse, const pl_mesh_parents *parents, const pl_rig *fine) {
  size_t n = (size_t)coarse->body.model->n_dof, n_fine = (size_t)fine->body.model->n_dof;
  for (int f = 0; f < coarse->test->n_frame; f++) {
    fine->memory->have_x[f] = coarse->memory->have_x[f];
    for (size_t i = 0; i < n_fine && fine->memory->have_x[f]; i++) {
      const pl_mesh_parents *p = &parents[i / 3];
      double sum = 0;
      for (int k = 0; k < p->n; k++) sum += coarse->memory->x[(size_t)f * n + 3 * (size_t)p->vertex[k] + i % 3];
      fine->memory->x[(size_t)f * n_fine + i] = sum / p->n;
    }
  }
}

// Predicts on the fine mesh into value[channel], [n_frame][width], SI.
static pl_status predict_fine(const pl_fit *fit, const pl_fit_case *c, pl_arena *arena, double *const *value) {
  pl_mesh *mesh = NULL;
  const pl_rig *rig = NULL;
  pl_test test;
  const pl_mesh_parents *parents;
  pl_rig_report report;
  pl_status status = pl_case_part(c)->refine(arena, c->test, &mesh, &parents, &test);
  if (status != PL_OK) return status;
  PL_TRY_CLEAN(pl_rig_create(fit->ctx, c->given->measurement->protocol, &test, fit->material, &fit->problem.options.rig,
                             &fit->problem.options.solve, &rig));
  start_from(c->rig, parents, rig);
  pl_prediction ask = {.theta = fit->material->theta, .intrinsic = c->specimen.value, .value = value};
  status = pl_rig_predict(rig, &ask, &report);
cleanup:
  pl_rig_destroy(rig);
  pl_mesh_destroy(mesh);
  return status;
}

static pl_status correct_case(const pl_fit *fit, pl_fit_case *c) {
  pl_arena *arena = pl_arena_create(fit->ctx);
  if (!arena) return PL_ERROR_MEMORY;
  double *value[PL_MAX_CHANNEL] = {NULL};
  pl_status status = PL_OK;
  for (int k = 0; k < PL_MAX_CHANNEL && status == PL_OK; k++) {
    if (!c->predicted[k]) continue;
    value[k] = pl_arena_alloc(arena, (size_t)pl_case_values(c, k), sizeof **value);
    if (!c->prediction.correction[k])
      c->prediction.correction[k] = pl_arena_alloc(fit->arena, (size_t)pl_case_values(c, k), sizeof **c->prediction.correction);
    if (!value[k] || !c->prediction.correction[k]) status = PL_ERROR_MEMORY;
  }
  if (status == PL_OK) status = predict_fine(fit, c, arena, value);
  for (int k = 0; k < PL_MAX_CHANNEL && status == PL_OK; k++)
    for (int v = 0; value[k] && v < pl_case_values(c, k); v++) {
      double change = value[k][v] - c->predicted[k][v];
      c->prediction.correction[k][v] = isnan(change) ? 0 : change;
    }
  pl_arena_destroy(arena);
  return status;
}

// Copies the corrections of the cases [first, last) one after the other into to; returns their number. NULL: counts only.
static size_t copy_corrections(const pl_fit *fit, int first, int last, double *to) {
  size_t n = 0;
  for (int i = first; i < last; i++)
    for (int k = 0; k < PL_MAX_CHANNEL; k++)
      for (int v = 0; fit->work.fit_case[i].predicted[k] && v < pl_case_values(&fit->work.fit_case[i], k); v++, n++)
        if (to) to[n] = fit->work.fit_case[i].prediction.correction[k] ? fit->work.fit_case[i].prediction.correction[k][v] : 0;
  return n;
}

// Root mean square of the change from `old`, over compared readings, in sigma.
static double change_from(const pl_fit *fit, const pl_stage *stage, int first, int last, const double *old) {
  double sum = 0;
  int n = 0;
  for (int i = first; i < last; i++)
    for (int k = 0; k < PL_MAX_CHANNEL; k++) {
      const pl_fit_case *c = &fit->work.fit_case[i];
      for (int v = 0; c->predicted[k] && v < pl_case_values(c, k); v++, old++) {
        double sigma = pl_stage_uses(stage, &fit->work, i, k) ? pl_stage_row_sigma(stage, &fit->work, i, k, v) : INFINITY;
        if (isinf(sigma) || isnan(c->test->channel[k].value[v])) continue;
        sum += pow((c->prediction.correction[k][v] - *old) / sigma, 2);
        n++;
      }
    }
  return n > 0 ? sqrt(sum / n) : 0;
}

pl_status pl_fit_mesh_correct(pl_fit *fit, int first, int last, double *change) {
  const pl_stage stage = pl_stage_default(&fit->problem);
  int n_failed = INT_MAX;
  double *old = pl_alloc(fit->ctx, copy_corrections(fit, first, last, NULL) + 1, sizeof *old);
  if (!old) return PL_ERROR_MEMORY;
  copy_corrections(fit, first, last, old);
  for (int i = first; i < last; i++)
    for (int k = 0; k < PL_MAX_CHANNEL; k++)
      if (fit->work.fit_case[i].prediction.correction[k])
        memset(fit->work.fit_case[i].prediction.correction[k], 0,
               (size_t)pl_case_values(&fit->work.fit_case[i], k) * sizeof **fit->work.fit_case[i].prediction.correction);
  pl_status status =
      pl_cases_predict(&fit->problem, &fit->work, &stage,
                       &(pl_cases_ask){.theta = fit->material->theta, .first = first, .last = last, .wanted = PL_WANTED_VALUES}, &n_failed);
  for (int i = first; i < last && status == PL_OK; i++) status = correct_case(fit, &fit->work.fit_case[i]);
  if (status == PL_OK && change) *change = change_from(fit, &stage, first, last, old);
  pl_free(fit->ctx, old);
  return status;
}
