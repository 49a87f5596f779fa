// prony.h: relaxation of an elastic law in time, a Prony series (generalised Maxwell solid; Fung's quasi-linear viscoelasticity).
//
// The elastic law psi_e(s), t_e = psi_e,s is that of very slow motions. Each of n times adds an overstress q_i that follows the elastic
// stress and decays,
//
//   t = t_e(s) + sum_i q_i,     dq_i/dt + q_i/tau_i = g_i d t_e/dt
//
// so after a sudden strain the stress is t_e (1 + sum_i g_i exp(-t/tau_i)). Over a step of duration d in which t_e changes linearly in time
// the solution is exact, with h_i = d/tau_i:
//
//   q_i' = e_i q_i + g_i c_i (t_e(s) - t_0),     e_i = exp(-h_i),     c_i = (1 - e_i)/h_i
//
// t_0 is the elastic stress at the start. This stress is the gradient of the step's potential
//
//   psi = psi_e + sum_i g_i c_i (psi_e - psi_0) + sum_a r_a (s_a - s_0a),     r = sum_i (e_i q_i - g_i c_i t_0)
//
// whose tangent is (1 + sum_i g_i c_i) times the elastic one: a convex law stays convex. A step without a duration (INFINITY) has e = c = 0:
// it is the elastic law.
//
// History of a term, rows of lanes: s_0[n_in], t_0[n_in], psi_0, q[n][n_in]. All zero: a body that never moved.
// Parameters, after those of the law: g_1, tau_1, g_2, tau_2, ... docs/theory/rate.md
#ifndef PL_LAW_PRONY_H
#define PL_LAW_PRONY_H

#include "law/law.h"

enum { PL_PRONY_MAX = 4, PL_PRONY_USUAL = 2 };

// Factors of one step.
typedef struct pl_prony {
  int n;
  double decay[PL_PRONY_MAX];  // e_i
  double gain[PL_PRONY_MAX];   // g_i c_i
  double growth;               // 1 + sum_i g_i c_i
} pl_prony;

// Their derivatives by the parameters.
typedef struct pl_prony_slope {
  double gain_share[PL_PRONY_MAX];                           // c_i
  double decay_time[PL_PRONY_MAX], gain_time[PL_PRONY_MAX];  // 1/s, by tau_i
} pl_prony_slope;

static inline int pl_prony_history(int n, int n_in) { return (2 + n) * n_in + 1; }
static inline int pl_prony_params(int n) { return 2 * n; }

// theta: [2 n]; duration: s, of the step; slope may be NULL.
void pl_prony_bind(int n, const double *theta, double duration, pl_prony *step, pl_prony_slope *slope);
// Name ("g1", "tau1"), dimension, scale and bounds of parameter j of them.
void pl_prony_parameter(int j, pl_parameter *parameter);

// Replaces energy, stress and tangent of the elastic law at s by those of the step. psi[1], k[n_in^2] may be NULL. history: NULL: zero.
void pl_prony_eval(const pl_prony *step, int n_in, const pl_lanes *s, const pl_lanes *history, pl_lanes *psi, pl_lanes *t, pl_lanes *k);
// History after a step that ended at s with these elastic energies and stresses; in place.
void pl_prony_commit(const pl_prony *step, int n_in, const pl_lanes *s, const pl_lanes *psi, const pl_lanes *t, pl_lanes *history);
// dt[n_param * n_in], derivatives of the elastic stress by the law's parameters, becomes that of the step's stress. Those by the 2 n
// parameters of the series are appended. t[n_in]: elastic stress.
void pl_prony_theta(const pl_prony *step, const pl_prony_slope *slope, int n_in, int n_param, const pl_lanes *t, const pl_lanes *history,
                    pl_lanes *dt);
// Derivative of the stress through a change of the history, change[n_history]: out[n_in].
void pl_prony_by_history(const pl_prony *step, int n_in, const pl_lanes *change, pl_lanes *out);
// Change of the history over the step, in place, through changes of s and of the elastic stress, ds[n_in] and dt[n_in].
void pl_prony_commit_slope(const pl_prony *step, int n_in, const pl_lanes *ds, const pl_lanes *dt, pl_lanes *change);
// Adds the change of the overstresses by parameter j of the series; t: elastic stress at the end, history: at the start.
void pl_prony_add_parameter(const pl_prony_slope *slope, int j, int n_in, const pl_lanes *t, const pl_lanes *history, pl_lanes *change);

#endif
