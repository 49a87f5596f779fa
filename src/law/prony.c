// prony.c: see prony.h.
#include "law/prony.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double FIRST_TIME = 1, TIMES_APART = 30;  // s: usual relaxation times before anything is known
static const double USUAL_SHARE = 0.1;
static const double SHORTEST = 1e-6, LONGEST = 1e9;  // s

// (1 - e^-h (1 + h))/h, the derivative of (1 - e^-h)/h by log tau; its terms cancel where h is small.
static double gain_slope(double h) { return h < 1e-3 ? h * (0.5 - h * (1.0 / 3 - h / 8)) : (-expm1(-h) - h * exp(-h)) / h; }

void pl_prony_bind(int n, const double *theta, double duration, pl_prony *step, pl_prony_slope *slope) {
  *step = (pl_prony){.n = n, .growth = 1};
  if (slope) *slope = (pl_prony_slope){0};
  if (isinf(duration)) return;
  for (int i = 0; i < n; i++) {
    double share = theta[2 * i], tau = theta[2 * i + 1], h = duration / tau, c = h > 0 ? -expm1(-h) / h : 1;
    step->decay[i] = exp(-h);
    step->gain[i] = share * c;
    step->growth += step->gain[i];
    if (!slope) continue;
    slope->gain_share[i] = c;
    slope->decay_time[i] = step->decay[i] * h / tau;
    slope->gain_time[i] = share * gain_slope(h) / tau;
  }
}

void pl_prony_parameter(int j, pl_parameter *out) {
  bool share = j % 2 == 0;
  snprintf(out->name, sizeof out->name, "%s%d", share ? "g" : "tau", 1 + j / 2);
  out->dim = share ? PL_DIM_NONE : PL_DIM_TIME;
  out->scale = share ? USUAL_SHARE : FIRST_TIME * pow(TIMES_APART, j / 2);
  out->lower = share ? 0 : SHORTEST;
  out->upper = share ? INFINITY : LONGEST;
  out->knot = NAN;
  out->role = PL_ROLE_RELAXES;
}

// ---- rows of a history ----

static int start_stress(int n_in, int a) { return n_in + a; }
static int start_energy(int n_in) { return 2 * n_in; }
static int overstress(int n_in, int i, int a) { return 2 * n_in + 1 + i * n_in + a; }

// r_a = sum_i (e_i q_ia - g_i c_i t_0a)
static void remaining(const pl_prony *step, int n_in, int a, const pl_lanes *history, pl_lanes *out) {
  const double *t0 = history[start_stress(n_in, a)];
  PL_FOR_LANES(l)(*out)[l] = (1 - step->growth) * t0[l];
  for (int i = 0; i < step->n; i++) {
    const double *q = history[overstress(n_in, i, a)];
    PL_FOR_LANES(l)(*out)[l] += step->decay[i] * q[l];
  }
}

void pl_prony_eval(const pl_prony *step, int n_in, const pl_lanes *s, const pl_lanes *history, pl_lanes *psi, pl_lanes *t, pl_lanes *k) {
  for (int a = 0; a < n_in; a++) PL_FOR_LANES(l) t[a][l] *= step->growth;
  for (int a = 0; k && a < n_in * n_in; a++) PL_FOR_LANES(l) k[a][l] *= step->growth;
  if (psi) PL_FOR_LANES(l) psi[0][l] *= step->growth;
  if (!history) return;
  if (psi) PL_FOR_LANES(l) psi[0][l] -= (step->growth - 1) * history[start_energy(n_in)][l];
  for (int a = 0; a < n_in; a++) {
    pl_lanes r;
    remaining(step, n_in, a, history, &r);
    PL_FOR_LANES(l) t[a][l] += r[l];
    if (psi) PL_FOR_LANES(l) psi[0][l] += r[l] * (s[a][l] - history[a][l]);
  }
}

void pl_prony_commit(const pl_prony *step, int n_in, const pl_lanes *s, const pl_lanes *psi, const pl_lanes *t, pl_lanes *history) {
  for (int a = 0; a < n_in; a++) {
    double *t0 = history[start_stress(n_in, a)];
    for (int i = 0; i < step->n; i++) {
      double *q = history[overstress(n_in, i, a)];
      PL_FOR_LANES(l) q[l] = step->decay[i] * q[l] + step->gain[i] * (t[a][l] - t0[l]);
    }
    memcpy(history[a], s[a], sizeof s[a]);
    memcpy(t0, t[a], sizeof t[a]);
  }
  memcpy(history[start_energy(n_in)], psi[0], sizeof psi[0]);
}

// ---- derivatives ----

// By parameter j of the series, of the overstress of its time: c (t - t_0), or e' q + (g c)' (t - t_0).
static void by_parameter(const pl_prony_slope *slope, int j, int n_in, int a, const pl_lanes *t, const pl_lanes *history, pl_lanes *out) {
  static const pl_lanes zero = {0};
  int i = j / 2;
  const double *t0 = history ? history[start_stress(n_in, a)] : zero, *q = history ? history[overstress(n_in, i, a)] : zero;
  double rise = j % 2 == 0 ? slope->gain_share[i] : slope->gain_time[i], old = j % 2 == 0 ? 0 : slope->decay_time[i];
  PL_FOR_LANES(l)(*out)[l] = rise * (t[a][l] - t0[l]) + old * q[l];
}

void pl_prony_theta(const pl_prony *step, const pl_prony_slope *slope, int n_in, int n_param, const pl_lanes *t, const pl_lanes *history,
                    pl_lanes *dt) {
  for (int j = 0; j < n_param * n_in; j++) PL_FOR_LANES(l) dt[j][l] *= step->growth;
  for (int j = 0; j < pl_prony_params(step->n); j++)
    for (int a = 0; a < n_in; a++) by_parameter(slope, j, n_in, a, t, history, &dt[(n_param + j) * n_in + a]);
}

void pl_prony_by_history(const pl_prony *step, int n_in, const pl_lanes *change, pl_lanes *out) {
  for (int a = 0; a < n_in; a++) remaining(step, n_in, a, change, &out[a]);
}

void pl_prony_commit_slope(const pl_prony *step, int n_in, const pl_lanes *ds, const pl_lanes *dt, pl_lanes *change) {
  pl_lanes zero = {0};
  pl_prony_commit(step, n_in, ds, (const pl_lanes *)&zero, dt, change);  // the update is linear; no force depends on the energy
}

void pl_prony_add_parameter(const pl_prony_slope *slope, int j, int n_in, const pl_lanes *t, const pl_lanes *history, pl_lanes *change) {
  for (int a = 0; a < n_in; a++) {
    pl_lanes own;
    by_parameter(slope, j, n_in, a, t, history, &own);
    PL_FOR_LANES(l) change[overstress(n_in, j / 2, a)][l] += own[l];
  }
}
