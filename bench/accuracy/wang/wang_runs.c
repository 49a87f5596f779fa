// wang_runs.c: see wang_runs.h.
#include "bench/accuracy/wang/wang_runs.h"
#include "protocol/biaxial-hang/hang.h"

#include <math.h>

#define DEGREE (3.14159265358979323846 / 180)

const wang_sample wang_samples[3] = {
    {"cut-0", 0, {0.8 * DEGREE, 1.004}}, {"cut-45", 45 * DEGREE, {-1.5 * DEGREE, 0.997}}, {"cut-90", 90 * DEGREE, {0.5 * DEGREE, 1.002}}};
const wang_sample wang_others[2] = {{"cut-22.5", 22.5 * DEGREE, {6 * DEGREE, 1.003}}, {"cut-67.5", 67.5 * DEGREE, {-1 * DEGREE, 0.999}}};

wang_sizes wang_sizes_default(bool full) {
  return full ? (wang_sizes){40, 60, PL_TOPOLOGY_ALTERNATING, 7, 5, 1, 0.08, 0.5e-3}
              : (wang_sizes){20, 30, PL_TOPOLOGY_ALTERNATING, 4, 3, 1, 0.08, 0.5e-3};
}

pl_status wang_measure(evidence *e, const pl_material *material, const wang_sizes *sizes, int n, const wang_sample *sample, bool unbalanced,
                       uint64_t seed, pl_measurement **measurement) {
  enum { ROOM = 16 };
  static const double kg = 9.80665;  // N
  PL_ASSERT(n <= ROOM && sizes->bottom <= ROOM && sizes->side <= ROOM);
  double bottom[ROOM], side[ROOM], half = 0.2 * kg * sizes->load, whole = 2 * half;
  for (int i = 0; i < sizes->bottom; i++)
    bottom[i] = 0.6 * kg * sizes->load * (unbalanced ? (i + 1.0) / sizes->bottom : (double)i / (sizes->bottom - 1));
  for (int i = 0; i < sizes->side; i++) side[i] = whole * i / (sizes->side - 1);
  pl_hang_plan plan[ROOM];
  pl_hang_error error[ROOM];
  for (int i = 0; i < n; i++) {
    plan[i] = pl_hang_plan_default();
    plan[i].name = unbalanced ? pl_arena_printf(e->arena, "%s-unbalanced", sample[i].name) : sample[i].name;
    plan[i].cut = sample[i].cut;
    plan[i].clip = sizes->clip;
    plan[i].n_bottom = sizes->bottom;
    plan[i].bottom = bottom;
    plan[i].n_side = unbalanced ? 1 : sizes->side;
    plan[i].left = unbalanced ? &half : side;
    plan[i].right = unbalanced ? &whole : side;
    error[i] = sample[i].error;
    if (!plan[i].name) return PL_ERROR_MEMORY;
  }
  pl_rig_options rig = pl_rig_options_default();
  rig.cells = sizes->captured;
  rig.topology = sizes->topology;
  pl_solve_options solve = pl_solve_options_default();
  pl_rig_report report;
  PL_TRY(pl_measure_hang(e->ctx, n, plan, error, material, &rig, &solve, sizes->noise, seed, measurement, &report));
  if (report.n_failed > 0) evidence_note(e, "%d virtual tests found no equilibrium and are left out.", report.n_failed);
  return PL_OK;
}

pl_fit_options wang_fit_options(const wang_sizes *sizes) {
  pl_fit_options options = pl_fit_options_default();
  options.model = "wang";
  options.rig.cells = sizes->cells;
  options.tolerance = 1e-6;
  return options;
}

double wang_rms(const pl_fit *fit, int first, int last) {
  double sum = 0, n = 0;
  for (int i = first; i < last; i++) {
    const pl_fit_case *c = &fit->work.fit_case[i];
    for (int k = 0; k < pl_case_values(c, PL_HANG_POINTS); k++) {
      double residual = c->predicted[PL_HANG_POINTS][k] - c->test->channel[PL_HANG_POINTS].value[k];
      if (!isnan(residual)) sum += residual * residual, n++;
    }
  }
  return n > 0 ? sqrt(sum / n) : NAN;
}

double wang_distance(const pl_fit *fit, int first, int last) {
  double sum = 0, n = 0;
  for (int i = first; i < last; i++) {
    const pl_fit_case *c = &fit->work.fit_case[i];
    const double *predicted = c->predicted[PL_HANG_POINTS], *value = c->test->channel[PL_HANG_POINTS].value;
    for (int k = 0; k < pl_case_values(c, PL_HANG_POINTS); k += 2) {
      double distance = hypot(predicted[k] - value[k], predicted[k + 1] - value[k + 1]);
      if (!isnan(distance)) sum += distance, n++;
    }
  }
  return n > 0 ? sum / n : NAN;
}

int wang_failed(const pl_fit *fit, int first, int last) {
  int n = 0;
  for (int i = first; i < last; i++) n += fit->work.fit_case[i].report.n_failed;
  return n;
}

double wang_freedom(const pl_fit *fit) {
  double n = -fit->solution.n_parameter;
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_fit_case *c = &fit->work.fit_case[i];
    n += pl_case_values(c, PL_HANG_POINTS) - 2 * (pl_hang_of(c->test)->n_point - (PL_HANG_BODIES - 1));
  }
  return n;
}
