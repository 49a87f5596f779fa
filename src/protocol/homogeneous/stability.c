// stability.c: see stability.h. Derivatives by central differences of the rig's exact stresses.
#include "protocol/homogeneous/stability.h"

#include <math.h>

#include "estimate/model/rubber_model.h"
#include "protocol/homogeneous/visit.h"
#include "material/stretch_stability.h"
#include "protocol/homogeneous/homogeneous.h"

const char *const pl_stability_mode_name[PL_STABILITY_MODES] = {"uniaxial", "equibiaxial", "planar"};

static const double power[PL_STABILITY_MODES] = {-0.5, 1, 0};  // l2 = l1^power
enum { N_STEP = PL_STABILITY_STEPS, N_PROBE = 5, N_FRAME = PL_STABILITY_MODES * N_STEP * N_PROBE };
#define STEP 1e-4  // of a logarithmic stretch
#define FLAT 1e-7  // of the largest eigenvalue or stress of all states: rounding, including that of the differences

// Frames: per mode and step the state itself, then l1 up and down, l2 up and down.
typedef struct probe {
  double first[N_FRAME], second[N_FRAME], stress[2][N_FRAME];
} probe;

static void place_probes(const double reach[PL_STABILITY_MODES], probe *all) {
  static const double shift[N_PROBE][2] = {{0, 0}, {STEP, 0}, {-STEP, 0}, {0, STEP}, {0, -STEP}};
  for (int m = 0, f = 0; m < PL_STABILITY_MODES; m++)
    for (int k = 1; k <= N_STEP; k++) {
      double l = 1 + (reach[m] - 1) * k / N_STEP;
      for (int s = 0; s < N_PROBE; s++, f++) {
        all->first[f] = l * exp(shift[s][0]);
        all->second[f] = pow(l, power[m]) * exp(shift[s][1]);
      }
    }
}

static pl_status predict(const pl_fit *fit, const pl_test *like, probe *all, bool *known) {
  const pl_protocol *protocol = pl_protocol_find("homogeneous");
  pl_homogeneous h = {.mode = PL_BIAXIAL,
                      .symmetry = pl_homogeneous_of(like)->symmetry,
                      .incompressible = pl_homogeneous_of(like)->incompressible,
                      .thickness = pl_homogeneous_of(like)->thickness};
  pl_test test = {.name = "stability",
                  .file = "",
                  .length = 1,
                  .width = 1,
                  .strips = 1,
                  .n_frame = N_FRAME,
                  .protocol = &pl_protocol_homogeneous,
                  .detail = &h};
  for (int c = 0; c < protocol->n_channel; c++) test.channel[c].row = &protocol->channel[c];
  test.channel[PL_HOMOGENEOUS_STRETCH].value = all->first;
  test.channel[PL_HOMOGENEOUS_STRETCH_2].value = all->second;
  const pl_rig *rig;
  PL_TRY(pl_rig_create(fit->ctx, protocol, &test, fit->material, &fit->problem.options.rig, &fit->problem.options.solve, &rig));
  double *value[PL_MAX_CHANNEL] = {[PL_HOMOGENEOUS_STRESS] = all->stress[0], [PL_HOMOGENEOUS_STRESS_2] = all->stress[1]};
  pl_rig_report report;
  pl_status status = pl_rig_predict(rig, &(pl_prediction){.theta = fit->material->theta, .value = value, .last = true}, &report);
  *known = status == PL_OK && report.n_failed == 0;
  pl_rig_destroy(rig);
  return status;
}

// Kirchhoff stress of direction d at frame f.
static double kirchhoff(const probe *all, int d, int f) { return all->stress[d][f] * (d == 0 ? all->first[f] : all->second[f]); }

// Ascending.
static void eigenvalues(const probe *all, int f, double value[2]) {
  double d[2][2];
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) d[i][j] = (kirchhoff(all, i, f + 1 + 2 * j) - kirchhoff(all, i, f + 2 + 2 * j)) / (2 * STEP);
  double mean = 0.5 * (d[0][0] + d[1][1]), radius = hypot(0.5 * (d[0][0] - d[1][1]), 0.5 * (d[0][1] + d[1][0]));
  value[0] = mean - radius, value[1] = mean + radius;
}

// The smallest (t_i - t_j) (l_i - l_j) / |l_i - l_j| of two different stretches: negative if they are not ordered.
static double least_order(const probe *all, int f) {
  double l[3] = {all->first[f], all->second[f], 1 / (all->first[f] * all->second[f])};
  double t[3] = {kirchhoff(all, 0, f), kirchhoff(all, 1, f), 0}, least = INFINITY;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < i; j++)
      if (fabs(l[i] - l[j]) > 1e-6) least = fmin(least, l[i] > l[j] ? t[i] - t[j] : t[j] - t[i]);
  return least;
}

// Rounding level relative to the stresses and eigenvalues of all states, Pa.
static double rounding(const probe *all) {
  double most = 0, value[2];
  for (int f = 0; f < N_FRAME; f += N_PROBE) {
    eigenvalues(all, f, value);
    most = fmax(most, fmax(fabs(value[1]), fmax(fabs(kirchhoff(all, 0, f)), fabs(kirchhoff(all, 1, f)))));
  }
  return FLAT * most;
}

static bool is_proven(const pl_fit *fit, const pl_test *like) {
  const pl_material *material = fit->material;
  if (!pl_homogeneous_of(like)->incompressible) return false;
  for (int t = 0; t < material->n_term; t++)
    if (material->term[t].rate || material->term[t].samples ||
        !pl_term_convex_in_logs(&material->term[t], material->theta + material->term[t].theta))
      return false;
  return true;
}

pl_status pl_stability_check(const pl_fit *fit, pl_stability *s, bool *known) {
  const pl_test *like = NULL;
  for (int i = 0; i < fit->problem.n_case && !like; i++)
    if (pl_homogeneous_of(fit->work.fit_case[i].test)) like = fit->work.fit_case[i].test;
  pl_rubber_range range = {0};
  *known = false;
  if (!like) return PL_OK;
  for (int i = 0; i < fit->problem.n_case; i++)
    if (pl_homogeneous_of(fit->work.fit_case[i].test) && (i < fit->problem.n_fitted || fit->problem.n_fitted == 0))
      pl_rubber_visit(fit->work.fit_case[i].test, &range, NULL, NULL);
  probe *all = pl_arena_alloc(fit->arena, 1, sizeof *all);
  if (!all) return PL_ERROR_MEMORY;
  *s = (pl_stability){.smallest = INFINITY, .proven = is_proven(fit, like)};
  for (int m = 0; m < PL_STABILITY_MODES; m++) s->reach[m] = pl_rig_stretch_of_invariant(power[m], range.invariant);
  place_probes(s->reach, all);
  PL_TRY(predict(fit, like, all, known));
  double nothing = rounding(all);
  for (int m = 0; m < PL_STABILITY_MODES; m++) {
    double before = 1;
    s->drucker[m] = s->baker_ericksen[m] = s->flat[m] = NAN;
    for (int k = 0; k < N_STEP; k++) {
      int f = (m * N_STEP + k) * N_PROBE;
      double value[2], order = least_order(all, f);
      eigenvalues(all, f, value);
      if (value[0] < s->smallest) {
        s->smallest = value[0];
        s->mode = m;
        s->stretch = all->first[f];
      }
      if (value[0] < -nothing && isnan(s->drucker[m])) s->drucker[m] = before;
      if (order < -nothing && isnan(s->baker_ericksen[m])) s->baker_ericksen[m] = before;
      if (fmin(fabs(value[0]), fabs(order)) <= nothing && isnan(s->flat[m])) s->flat[m] = all->first[f];
      before = all->first[f];
    }
  }
  if (fabs(s->smallest) <= nothing) s->smallest = 0;
  return PL_OK;
}
