// potential.h: the interface of everything with an energy: the terms of the material, loads, constraints, obstacles.
//
// A model's energy is a sum over its potentials,  E(x; theta) = sum_p E_p(x; theta).  Solvers, integrators, line searches and sensitivities
// use only the sums below (pl_model_eval, pl_model_theta, pl_model_max_step, the histories of history.h). A new kind of potential is one
// file with a pl_potential_row; a caller passes an instance to the model by pl_model_options.potential. One set of tests checks them all
// (test/conformance/test_potentials.c).
#ifndef PL_MODEL_POTENTIAL_H
#define PL_MODEL_POTENTIAL_H

#include "model/history.h"

// The account of an energy (pl_model_energies).
typedef enum pl_account { PL_ACCOUNT_BODY, PL_ACCOUNT_OBSTACLE, PL_ACCOUNT_COUNT } pl_account;

typedef struct pl_potential_row {
  const char *name;
  pl_account account;
  // The energy is added after those of all other potentials of the body, which it nearly cancels; add() is then called twice.
  bool energy_last;
  // Adds energy (J), gradient [n_dof] (N) and Hessian at x; any may be NULL. The exact mode is the true second derivative, PSD a
  // semidefinite replacement. theta is bound in work (pl_work_bind).
  void (*add)(const pl_model *model, const pl_potential *own, const double *theta, const double *x, pl_hess_mode mode, double *energy,
              double *gradient, pl_block_matrix *hessian, pl_work *work);
  // Optional: adds dg/dtheta to out[n_column][n_dof]; column as in pl_model_theta.
  void (*add_theta)(const pl_model *model, const pl_potential *own, const double *theta, const double *x, const int *column, double *out,
                    pl_work *work);
  // Optional: the largest fraction a, 0 < a <= 1, of the step dx [n_dof] from x along which the energy is defined everywhere. It is defined
  // at x. NULL: no limit. If only the energy itself shows the limit, it is not finite there.
  double (*max_step)(const pl_model *model, const pl_potential *own, const double *x, const double *dx, pl_work *work);

  // ---- potentials with a work space, such as lists of pairs; both or none ----
  // It is made with every pl_work and found by pl_work_scratch. Results never depend on what earlier calls left in it.
  pl_status (*scratch_create)(const pl_model *model, const pl_potential *own, void **scratch);
  void (*scratch_destroy)(void *scratch);

  // ---- potentials with a memory (history.h has the formulas); all of them or none ----
  void (*begin)(const pl_model *model, const pl_potential *own, const double *x, pl_history *history, pl_work *work);
  void (*commit)(const pl_model *model, const pl_potential *own, const double *theta, const double *x, pl_history *history, pl_work *work);
  double (*uptake)(const pl_model *model, const pl_potential *own, const double *theta, const double *x, const pl_history *history,
                   pl_work *work);
  void (*add_columns)(const pl_model *model, const pl_potential *own, const double *theta, const double *x, const pl_history *history,
                      const pl_history_slope *slope, int first, int n, double *out, pl_work *work);
  void (*commit_slope)(const pl_model *model, const pl_potential *own, const double *theta, const double *x, const pl_history *history,
                       const int *column, const double *dx, pl_history_slope *slope, pl_work *work);

  // ---- constraints that eliminate unknowns: E'(y) = E(y, z(y)). At most one in a model, of at most PL_PLACED_DOF dofs ----
  // x with its dependent entries filled in, into placed [n_dof]. NAN where there is none.
  void (*place)(const pl_potential *own, const double *x, double *placed);
  // Gradient, or a column of dg/dtheta, and Hessian (may be NULL) of E at the placed x become those of E'.
  void (*reduce)(const pl_potential *own, const double *x, pl_hess_mode mode, double *gradient, pl_block_matrix *hessian);
  // Their Lagrange multipliers, out[n_multiplier], from the gradient of E at the placed x.
  int n_multiplier;
  void (*multipliers)(const pl_potential *own, const double *x, const double *gradient, double *out);
} pl_potential_row;

enum { PL_PLACED_DOF = 12 };

struct pl_potential {
  const pl_potential_row *row;
  const void *data;  // of the instance, constant; borrowed
  // Vertices whose blocks its Hessian fills in addition to those of the terms: [n_couple][couple_size]. Diagonal blocks always exist.
  int32_t n_couple;
  int couple_size;
  const int32_t *couple;
  // Its number of rows of lanes in a history, and (set by the model) the first of them.
  size_t n_history, history_first;
};

// The rows.
extern const pl_potential_row pl_potential_terms;      // pairs of strain and law (terms.c)
extern const pl_potential_row pl_potential_dead_load;  // gravity and given forces (loads.c)
extern const pl_potential_row pl_potential_pressure;
extern const pl_potential_row pl_potential_springs;
extern const pl_potential_row pl_potential_isochoric;  // isochoric.c

// The work space of a potential of the model.
void *pl_work_scratch(const pl_model *model, const pl_potential *own, const pl_work *work);
// For functions of a potential that cannot go on: without memory. pl_model_eval then returns false, and pl_work_status says why.
void pl_work_fail(pl_work *work, pl_status status);

// Energies (J) by account.
void pl_model_energies(const pl_model *model, const double *theta, const double *x, double account[PL_ACCOUNT_COUNT], pl_work *work);

// Used by pl_model_create.
void pl_model_add_potential(pl_model *model, const pl_potential *potential);
// The first potential of this kind, NULL when the model has none.
const pl_potential *pl_model_potential(const pl_model *model, const pl_potential_row *row);

#endif
