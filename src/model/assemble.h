// assemble.h: scratch of the assembly, shared by its files.
#ifndef PL_MODEL_ASSEMBLE_H
#define PL_MODEL_ASSEMBLE_H

#include "model/potential.h"

struct pl_work {
  pl_arena *arena;
  const double *load;         // [n_dof], N, replaces the model's; NULL: the model's
  const pl_history *history;  // history at the start of the step; NULL: the sheet never moved
  double duration;            // s, of the step; INFINITY: slower than any relaxation
  double ***bound;            // [n_term][samples][law.n_bound], theta after each law's bind; one sample where a term has none
  struct pl_relax {
    pl_prony step;
    pl_prony_slope slope;
  } * relax;  // [n_term], of this theta and duration
  // one block; sizes are the maximum over all strains and laws
  pl_lanes *x;              // [PL_STRAIN_MAX_DOF]
  pl_lanes *s, *t;          // [PL_STRAIN_MAX_VALUE]
  pl_lanes *k;              // [PL_STRAIN_MAX_VALUE^2]
  pl_lanes *ds;             // [PL_STRAIN_MAX_VALUE * PL_STRAIN_MAX_DOF]
  pl_lanes *q;              // [PL_STRAIN_MAX_VALUE * PL_STRAIN_MAX_DOF], k ds
  pl_lanes *h;              // [PL_STRAIN_MAX_DOF^2]
  pl_lanes *law_s;          // [PL_LAW_MAX_IN + PL_LAW_MAX_HISTORY]
  pl_lanes *law_t;          // [PL_LAW_MAX_IN]
  pl_lanes *law_k;          // [PL_LAW_MAX_IN^2]
  pl_lanes *psi;            // [1]
  pl_lanes *sample;         // [1 + PL_LAW_MAX_IN + PL_LAW_MAX_IN^2], one material sample
  double *stiffness;        // [fold.n_element rounded up to blocks], N m, weights of the narrow matrix; zero between evaluations
  pl_block_matrix *narrow;  // filled beside each Hessian (narrow.h); NULL: none
  double *moment;           // [fold.n_element rounded up to blocks], N m, of the patches on each hinge; zero between evaluations
  pl_lanes *dt;             // [largest number of a term's parameters * PL_LAW_MAX_IN]; n_param * PL_LAW_MAX_HISTORY fits as well
  pl_status status;         // first error of a potential
  // of each potential of the model, NULL: it has none
  void *scratch[PL_MAX_POTENTIAL];
  void (*scratch_destroy[PL_MAX_POTENTIAL])(void *scratch);
};

// Rows of lanes: groups in order, blocks in order, then the rows of each term; after them those of other potentials.
struct pl_history {
  pl_context *ctx;
  size_t n_row;
  pl_lanes row[];  // [n_row]
};

struct pl_history_slope {
  pl_context *ctx;
  size_t n_row;
  int n_column;
  pl_lanes row[];  // [n_column][n_row]
};

// Vertex vectors of a block: out[3 n_vertex] lanes from a[n_vertex][3].
void pl_block_gather(const pl_group *group, int32_t block, const double *a, pl_lanes *out);
// g[vertex] += value, lane by lane in order.
void pl_block_scatter_vector(const pl_group *group, int32_t block, const pl_lanes *value, double *g);
// matrix += h (row-major 3 n_vertex squared).
void pl_block_scatter_matrix(const pl_group *group, int32_t block, const pl_lanes *h, pl_block_matrix *matrix);
// Rows of a block in a history: [group->n_history], NULL if the group has no memory.
const pl_lanes *pl_block_history(const pl_group *group, int32_t block, const pl_history *history);
// The inputs of term k of a group: strains from s[n_value], then its part of the block's history (NULL: all zero), into law_s.
void pl_term_inputs(const pl_model *model, const pl_group *group, int k, const pl_lanes *s, const pl_lanes *history, pl_lanes *law_s);
// The part of term k in the rows of a block; NULL: history is NULL.
static inline const pl_lanes *pl_term_rows(const pl_group *group, int k, const pl_lanes *history) {
  return history ? history + group->history_at[k] : NULL;
}
// Sum of the elastic laws' stresses and tangents of a block at s: t[n_value], k[n_value^2] (k may be NULL), psi[1] (may be NULL). The
// `history` is the block's.
void pl_group_laws(const pl_model *model, const pl_group *group, int32_t block, const pl_lanes *s, const pl_lanes *history, pl_lanes *psi,
                   pl_lanes *t, pl_lanes *k, pl_work *work);
// The same for the viscous laws on strain rates.
void pl_group_rate_laws(const pl_model *model, const pl_group *group, int32_t block, const pl_lanes *rate, pl_lanes *psi, pl_lanes *t,
                        pl_lanes *k, pl_work *work);
// g = sum_i t_i ds_i, [3 n_vertex]; t includes the weight w.
void pl_group_gradient(const pl_group *group, const pl_lanes *t, const pl_lanes *ds, pl_lanes *g);
// h = w sum_ij k_ij ds_i ds_j^T, the blocks of vertex pairs that the pattern stores; k includes the weight w.
void pl_group_stiffness(const pl_group *group, bool symmetric, const pl_lanes *k, const pl_lanes *ds, pl_lanes *q, pl_lanes *h);
// The exact Hessian of the elements of a block at x, into work->h [(3 n_vertex)^2]. For a symmetric model the blocks of vertex pairs i >=
// j. theta must be bound.
void pl_block_stiffness(const pl_model *model, const pl_group *group, int32_t block, const double *x, pl_work *work);
// The gradient of the elements of a block at x, into work->q [3 n_vertex], zero in padding lanes. theta must be bound.
void pl_block_gradient(const pl_model *model, const pl_group *group, int32_t block, const double *x, pl_work *work);
void pl_work_bind(const pl_model *model, const double *theta, pl_work *work);

// The functions of pl_potential_terms (terms.c).
void pl_terms_add(const pl_model *model, const pl_potential *own, const double *theta, const double *x, pl_hess_mode mode, double *energy,
                  double *gradient, pl_block_matrix *hessian, pl_work *work);
void pl_terms_add_theta(const pl_model *model, const pl_potential *own, const double *theta, const double *x, const int *column,
                        double *out, pl_work *work);

#endif
