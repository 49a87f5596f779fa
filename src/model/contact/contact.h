// contact.h: contact of the surfaces of a model: a barrier energy, and Coulomb friction with a memory.
//
// Barrier:  E = sum over pairs kappa w b(D^2) m  (contact/pair.h). It is infinite at contact; steps end before it.
//
// Friction in the step that began at x_n (lagged, Li et al. 2020). Weights w_i, normal n and force lambda of every pair are those at x_n:
//
//   E = sum over pairs mu lambda f0(|y|),  y = (I - n n^T) sum_i w_i (x_i - x_n,i)
//   f0 = y^2/e - y^3/(3 e^2) for y < e, else y - e/3;  e: the slip length, below which a pair sticks elastically
//
// f0' rises from 0 to 1 at y = e. The memory is x_n itself, so dx_n/dp is that of the solution before; lambda, n and w are differentiated by x_n.
#ifndef PL_MODEL_CONTACT_CONTACT_H
#define PL_MODEL_CONTACT_CONTACT_H

#include "contact/broad.h"
#include "model/potential.h"

// The data of both potentials. Constant within a step.
typedef struct pl_contact {
  const pl_contact_surface *surface;  // of the model's vertices; borrowed
  double stiffness;                   // J/m^2, kappa
  double margin;                      // m, motion for which a list of pairs is reused
  const double *friction;             // [n_part][n_part], symmetric, mu >= 0; NULL: none
  double slip;                        // m, e > 0 where a step has no duration, as on static paths
  double slip_speed;                  // m/s, e is this times the duration of the step, or of a part of it; 0: e is `slip` always
} pl_contact;

extern const pl_potential_row pl_potential_contact;  // barrier.c
extern const pl_potential_row pl_potential_rubbing;  // friction.c

pl_potential pl_contact_potential(const pl_contact *contact);
pl_potential pl_rubbing_potential(const pl_contact *contact);

// A vertex of each of the two primitives that limit the step dx [n_dof] from x; vertex is not written if none do.
void pl_contact_limiting(const pl_model *model, const pl_potential *own, const double *x, const double *dx, int32_t vertex[2],
                         pl_work *work);

// Wall time (s) of the barrier so far: finding lists of pairs, sums over them, and limits of steps.
typedef struct pl_contact_times {
  double near, sums, limits;
} pl_contact_times;
pl_contact_times pl_contact_seconds(const pl_model *model, const pl_potential *own, const pl_work *work);

// The smallest gap D - xi of the surface at x, relative to the pair's activation gap; 1 if none is closer. kappa is raised between steps by it.
pl_status pl_contact_smallest_gap(const pl_model *model, const pl_potential *own, const double *x, double *gap, pl_work *work);

#endif
