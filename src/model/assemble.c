// assemble.c: energy, gradient and Hessian of the terms of a model.
//
//   E = sum w psi(s)
//   g = sum w sum_i t_i ds_i
//   H = sum w ( sum_ij k_ij ds_i ds_j^T + sum_i t_i hess(s_i) )          (Volino eqs. 10-13 for the triangle)
// Blocks are processed in order and lanes are added in order, so a result depends only on the inputs.
#include "model/assemble.h"

#include <math.h>
#include <string.h>

#include "math/eigen_small.h"
#include "math/four.h"
#include "model/narrow.h"

static pl_status create_scratch(const pl_model *model, pl_work *work) {
  for (int i = 0; i < model->n_potential; i++) {
    const pl_potential *p = &model->potential[i];
    if (!p->row->scratch_create) continue;
    work->scratch_destroy[i] = p->row->scratch_destroy;
    PL_TRY(p->row->scratch_create(model, p, &work->scratch[i]));
  }
  return PL_OK;
}

pl_status pl_work_create(const pl_model *model, pl_work **out) {
  *out = NULL;
  pl_arena *arena = pl_arena_create(model->ctx);
  pl_work *work = arena ? pl_arena_alloc(arena, 1, sizeof *work) : NULL;
  if (!work) {
    pl_arena_destroy(arena);
    return PL_ERROR_MEMORY;
  }
  work->arena = arena;
  work->duration = INFINITY;
  int n_param = 1;
  bool ok = (work->bound = pl_arena_alloc(arena, (size_t)model->material->n_term, sizeof *work->bound)) != NULL;
  for (int i = 0; ok && i < model->material->n_term; i++) {
    const pl_law *law = &model->material->term[i].law;
    int n_sample = pl_term_sample_count(&model->material->term[i]);
    int n_own = law->n_param + pl_prony_params(model->material->term[i].n_prony);
    if (n_own > n_param) n_param = n_own;
    ok = (work->bound[i] = pl_arena_alloc(arena, (size_t)n_sample, sizeof *work->bound[i])) != NULL;
    for (int m = 0; ok && m < n_sample; m++) ok = (work->bound[i][m] = pl_arena_alloc(arena, (size_t)law->n_bound, sizeof(double))) != NULL;
  }
  struct {
    pl_lanes **place;
    int count;
  } part[] = {
      {&work->x, PL_STRAIN_MAX_DOF},
      {&work->s, PL_STRAIN_MAX_VALUE},
      {&work->t, PL_STRAIN_MAX_VALUE},
      {&work->k, PL_STRAIN_MAX_VALUE * PL_STRAIN_MAX_VALUE},
      {&work->ds, PL_STRAIN_MAX_VALUE * PL_STRAIN_MAX_DOF},
      {&work->q, PL_STRAIN_MAX_VALUE * PL_STRAIN_MAX_DOF},
      {&work->h, PL_STRAIN_MAX_DOF * PL_STRAIN_MAX_DOF},
      {&work->law_s, PL_LAW_MAX_IN + PL_LAW_MAX_HISTORY},
      {&work->law_t, PL_LAW_MAX_IN},
      {&work->law_k, PL_LAW_MAX_IN * PL_LAW_MAX_IN},
      {&work->psi, 1},
      {&work->sample, 1 + PL_LAW_MAX_IN + PL_LAW_MAX_IN * PL_LAW_MAX_IN},
      {&work->dt, n_param * PL_LAW_MAX_IN},
  };
  if (ok) ok = (work->relax = pl_arena_alloc(arena, (size_t)model->material->n_term, sizeof *work->relax)) != NULL;
  if (ok) ok = (work->moment = pl_arena_alloc(arena, (size_t)model->fold.n_block * PL_BLOCK + 1, sizeof *work->moment)) != NULL;
  if (ok) ok = (work->stiffness = pl_arena_alloc(arena, (size_t)model->fold.n_block * PL_BLOCK + 1, sizeof *work->stiffness)) != NULL;
  for (size_t i = 0; ok && i < sizeof part / sizeof part[0]; i++)
    ok = (*part[i].place = pl_arena_alloc(arena, (size_t)part[i].count, sizeof(pl_lanes))) != NULL;
  pl_status status = ok ? create_scratch(model, work) : PL_ERROR_MEMORY;
  if (status != PL_OK) {
    pl_work_destroy(work);
    return status;
  }
  *out = work;
  return PL_OK;
}

void pl_work_destroy(pl_work *work) {
  if (!work) return;
  for (int i = 0; i < PL_MAX_POTENTIAL; i++)
    if (work->scratch[i]) work->scratch_destroy[i](work->scratch[i]);
  pl_arena_destroy(work->arena);
}

void *pl_work_scratch(const pl_model *model, const pl_potential *own, const pl_work *work) { return work->scratch[own - model->potential]; }

void pl_work_fail(pl_work *work, pl_status status) {
  if (work->status == PL_OK) work->status = status;
}

pl_status pl_work_status(const pl_work *work) { return work->status; }

void pl_work_set_load(pl_work *work, const double *load) { work->load = load; }
const double *pl_work_load(const pl_model *model, const pl_work *work) { return work->load ? work->load : model->load; }

void pl_work_bind(const pl_model *model, const double *theta, pl_work *work) {
  for (int i = 0; i < model->material->n_term; i++) {
    const pl_term *term = &model->material->term[i];
    for (int m = 0; m < pl_term_sample_count(term); m++)
      pl_law_bind(&term->law, theta + term->theta + m * term->law.n_param, work->bound[i][m]);
    if (term->n_prony > 0) pl_prony_bind(term->n_prony, theta + term->prony, work->duration, &work->relax[i].step, &work->relax[i].slope);
  }
}

void pl_block_gather(const pl_group *group, int32_t block, const double *a, pl_lanes *out) {
  int nv = group->strain->n_vertex;
  const int32_t *vertex = group->vertex + (size_t)block * nv * PL_BLOCK;
  for (int i = 0; i < nv; i++) PL_EACH_LANE(l) {
      const double *from = a + 3 * (size_t)vertex[i * PL_BLOCK + l];
      out[3 * i][l] = from[0];
      out[3 * i + 1][l] = from[1];
      out[3 * i + 2][l] = from[2];
    }
}

void pl_block_scatter_vector(const pl_group *group, int32_t block, const pl_lanes *value, double *g) {
  int nv = group->strain->n_vertex;
  const int32_t *vertex = group->vertex + (size_t)block * nv * PL_BLOCK;
  PL_EACH_LANE(l) for (int i = 0; i < nv; i++) {
    double *to = g + 3 * (size_t)vertex[i * PL_BLOCK + l];
    to[0] += value[3 * i][l];
    to[1] += value[3 * i + 1][l];
    to[2] += value[3 * i + 2][l];
  }
}

PL_LANE_FUNCTION void add_block(double *value, int32_t position, const pl_four *low, const pl_four *high, double last) {
  double *to = value + 9 * (size_t)(position < 0 ? -1 - position : position);
  pl_four_add(to, low);
  pl_four_add(to + 4, high);
  to[8] += last;
}

// The 3x3 blocks of one vertex pair, four lanes at a time. They are transposed where they are stored so, brought into memory order, and
// added lane by lane in order. The count n is a constant where this is inlined.
static inline void scatter_pair(int n, const pl_lanes *restrict from, const int32_t *restrict position, double *restrict value) {
  for (int l = 0; l < PL_BLOCK; l += 4) {
    pl_four a, b, c, d, e, f, g, h;  // separate variables, not an array, so that they stay in registers
    pl_four_mask turned;
    pl_four_load(from[0] + l, &a), pl_four_load(from[1] + l, &b), pl_four_load(from[2] + l, &c);
    pl_four_load(from[n] + l, &d), pl_four_load(from[n + 1] + l, &e), pl_four_load(from[n + 2] + l, &f);
    pl_four_load(from[2 * n] + l, &g), pl_four_load(from[2 * n + 1] + l, &h);
    const double *last = from[2 * n + 2] + l;
    pl_four_negative(position + l, &turned);
    pl_four_swap(&turned, &b, &d);
    pl_four_swap(&turned, &c, &g);
    pl_four_swap(&turned, &f, &h);
    pl_four_transpose(&a, &b, &c, &d);
    pl_four_transpose(&e, &f, &g, &h);
    add_block(value, position[l], &a, &e, last[0]);
    add_block(value, position[l + 1], &b, &f, last[1]);
    add_block(value, position[l + 2], &c, &g, last[2]);
    add_block(value, position[l + 3], &d, &h, last[3]);
  }
}

static inline void scatter_pairs(int nv, bool symmetric, const pl_lanes *h, const int32_t *position, double *value) {
  for (int i = 0; i < nv; i++)
    for (int j = 0; j < (symmetric ? i + 1 : nv); j++, position += PL_BLOCK) scatter_pair(3 * nv, h + 9 * i * nv + 3 * j, position, value);
}

void pl_block_scatter_matrix(const pl_group *group, int32_t block, const pl_lanes *h, pl_block_matrix *matrix) {
  bool symmetric = matrix->pattern->symmetric;
  const int32_t *position = group->position + (size_t)block * group->n_pair * PL_BLOCK;
  switch (group->strain->n_vertex) {
  case 2: scatter_pairs(2, symmetric, h, position, matrix->value); break;
  case 3: scatter_pairs(3, symmetric, h, position, matrix->value); break;
  case 4: scatter_pairs(4, symmetric, h, position, matrix->value); break;
  case 6: scatter_pairs(6, symmetric, h, position, matrix->value); break;
  case 8: scatter_pairs(8, symmetric, h, position, matrix->value); break;
  case 10: scatter_pairs(10, symmetric, h, position, matrix->value); break;
  case 12: scatter_pairs(12, symmetric, h, position, matrix->value); break;
  default: PL_ASSERT(!"no strain has that many vertices");
  }
}

void pl_term_inputs(const pl_model *model, const pl_group *group, int k, const pl_lanes *s, const pl_lanes *history, pl_lanes *law_s) {
  const pl_term *term = &model->material->term[group->term[k]];
  int n_in = term->law.row->n_in, n_history = term->law.row->n_history;
  for (int a = 0; a < n_in; a++) memcpy(law_s[a], s[term->value[a]], sizeof(pl_lanes));
  if (n_history == 0) return;  // a relaxing term keeps its history beside its elastic law
  if (history)
    memcpy(law_s[n_in], history[group->history_at[k]], (size_t)n_history * sizeof(pl_lanes));
  else
    memset(law_s[n_in], 0, (size_t)n_history * sizeof(pl_lanes));
}

static void clear_sums(int nv, pl_lanes *psi, pl_lanes *t, pl_lanes *k) {
  memset(t, 0, (size_t)nv * sizeof *t);
  if (k) memset(k, 0, (size_t)nv * nv * sizeof *k);
  if (psi) memset(psi, 0, sizeof *psi);
}

// Adds the law of a term at the inputs in work->law_s; `near` are the material samples that affect the block, NULL: the term has none.
// history: rows of the term, for its relaxation.
static void add_law(const pl_model *model, int index, const pl_near_samples *near, const pl_lanes *history, int nv, pl_lanes *psi,
                    pl_lanes *t, pl_lanes *k, pl_work *work) {
  const pl_term *term = &model->material->term[index];
  int n_in = term->law.row->n_in;
  pl_lanes *law_psi = psi ? work->psi : NULL;
  if (near)
    pl_samples_eval(&term->law, near, (const double *const *)work->bound[index], (const pl_lanes *)work->law_s, law_psi, work->law_t,
                    k ? work->law_k : NULL, work->sample);
  else
    term->law.row->eval(&term->law, work->bound[index][0], (const pl_lanes *)work->law_s, law_psi, work->law_t, k ? work->law_k : NULL);
  if (term->n_prony > 0)
    pl_prony_eval(&work->relax[index].step, n_in, (const pl_lanes *)work->law_s, history, law_psi, work->law_t, k ? work->law_k : NULL);
  if (psi) PL_FOR_LANES(l) psi[0][l] += law_psi[0][l];
  for (int a = 0; a < n_in; a++) {
    PL_FOR_LANES(l) t[term->value[a]][l] += work->law_t[a][l];
    if (k)
      for (int b = 0; b < n_in; b++) PL_FOR_LANES(l) k[term->value[a] * nv + term->value[b]][l] += work->law_k[a * n_in + b][l];
  }
}

static const pl_near_samples *near_of(const pl_near_samples *const *table, int term, int32_t block) {
  return table && table[term] ? &table[term][block] : NULL;
}

void pl_group_laws(const pl_model *model, const pl_group *group, int32_t block, const pl_lanes *s, const pl_lanes *history, pl_lanes *psi,
                   pl_lanes *t, pl_lanes *k, pl_work *work) {
  clear_sums(group->strain->n_value, psi, t, k);
  for (int i = 0; i < group->n_term; i++) {
    pl_term_inputs(model, group, i, s, history, work->law_s);
    add_law(model, group->term[i], near_of(group->near, i, block), pl_term_rows(group, i, history), group->strain->n_value, psi, t, k,
            work);
  }
}

void pl_group_rate_laws(const pl_model *model, const pl_group *group, int32_t block, const pl_lanes *rate, pl_lanes *psi, pl_lanes *t,
                        pl_lanes *k, pl_work *work) {
  clear_sums(group->strain->n_value, psi, t, k);
  for (int i = 0; i < group->n_rate_term; i++) {
    const pl_term *term = &model->material->term[group->rate_term[i]];
    for (int a = 0; a < term->law.row->n_in; a++) memcpy(work->law_s[a], rate[term->value[a]], sizeof(pl_lanes));
    add_law(model, group->rate_term[i], near_of(group->rate_near, i, block), NULL, group->strain->n_value, psi, t, k, work);
  }
}

void pl_group_gradient(const pl_group *group, const pl_lanes *restrict t, const pl_lanes *restrict ds, pl_lanes *restrict g) {
  int nv = group->strain->n_value, n = 3 * group->strain->n_vertex;
  for (int c = 0; c < n; c++) {
    PL_FOR_LANES(l) g[c][l] = t[0][l] * ds[c][l];
    for (int i = 1; i < nv; i++) PL_FOR_LANES(l) g[c][l] += t[i][l] * ds[i * n + c][l];
  }
}

// n = 3 n_vertex and the number of strain values are constants where these are inlined, so the row and column loops unroll.
static inline void stiffness_1(int n, bool symmetric, const pl_lanes *restrict k, const pl_lanes *restrict ds, pl_lanes *restrict q,
                               pl_lanes *restrict h) {
  for (int c = 0; c < n; c++) PL_FOR_LANES(l) q[c][l] = k[0][l] * ds[c][l];
  for (int r = 0; r < n; r++)
    for (int c = 0; c < (symmetric ? 3 * (r / 3) + 3 : n); c++) PL_FOR_LANES(l) h[r * n + c][l] = ds[r][l] * q[c][l];
}

static inline void stiffness_3(int n, bool symmetric, const pl_lanes *restrict k, const pl_lanes *restrict ds, pl_lanes *restrict q,
                               pl_lanes *restrict h) {
  for (int i = 0; i < 3; i++)
    for (int c = 0; c < n; c++)
      PL_FOR_LANES(l) q[i * n + c][l] = k[3 * i][l] * ds[c][l] + k[3 * i + 1][l] * ds[n + c][l] + k[3 * i + 2][l] * ds[2 * n + c][l];
  for (int r = 0; r < n; r++)
    for (int c = 0; c < (symmetric ? 3 * (r / 3) + 3 : n); c++)
      PL_FOR_LANES(l) h[r * n + c][l] = ds[r][l] * q[c][l] + ds[n + r][l] * q[n + c][l] + ds[2 * n + r][l] * q[2 * n + c][l];
}

static inline void stiffness_n(int nv, int n, bool symmetric, const pl_lanes *restrict k, const pl_lanes *restrict ds, pl_lanes *restrict q,
                               pl_lanes *restrict h) {
  for (int i = 0; i < nv; i++)
    for (int c = 0; c < n; c++) {
      PL_FOR_LANES(l) q[i * n + c][l] = k[i * nv][l] * ds[c][l];
      for (int j = 1; j < nv; j++) PL_FOR_LANES(l) q[i * n + c][l] += k[i * nv + j][l] * ds[j * n + c][l];
    }
  for (int r = 0; r < n; r++)
    for (int c = 0; c < (symmetric ? 3 * (r / 3) + 3 : n); c++) {
      PL_FOR_LANES(l) h[r * n + c][l] = ds[r][l] * q[c][l];
      for (int i = 1; i < nv; i++) PL_FOR_LANES(l) h[r * n + c][l] += ds[i * n + r][l] * q[i * n + c][l];
    }
}

// q_i = sum_j k_ij ds_j, then h = sum_i ds_i q_i^T
void pl_group_stiffness(const pl_group *group, bool symmetric, const pl_lanes *k, const pl_lanes *ds, pl_lanes *q, pl_lanes *h) {
  int nv = group->strain->n_value, n = 3 * group->strain->n_vertex;
  if (nv == 3 && n == 9)
    stiffness_3(9, symmetric, k, ds, q, h);
  else if (nv == 1 && n == 12)
    stiffness_1(12, symmetric, k, ds, q, h);
  else if (nv == 1 && n == 6)
    stiffness_1(6, symmetric, k, ds, q, h);
  else if (nv == 6 && n == 12)
    stiffness_n(6, 12, symmetric, k, ds, q, h);
  else if (nv == 6 && n == 24)
    stiffness_n(6, 24, symmetric, k, ds, q, h);
  else if (nv == 3 && n == 12)
    stiffness_3(12, symmetric, k, ds, q, h);
  else if (nv == 3 && n == 24)
    stiffness_3(24, symmetric, k, ds, q, h);
  else if (nv == 3 && n == 18)
    stiffness_3(18, symmetric, k, ds, q, h);
  else if (nv == 3 && n == 30)
    stiffness_3(30, symmetric, k, ds, q, h);
  else if (nv == 3 && n == 36)
    stiffness_3(36, symmetric, k, ds, q, h);
  else
    stiffness_n(nv, n, symmetric, k, ds, q, h);
}

// The tangent's positive part, lane by lane; lanes that are already positive definite are unchanged.
static void project_tangent(int nv, pl_lanes *k) {
  PL_EACH_LANE(l) {
    if (nv == 1) {
      k[0][l] = pl_max(k[0][l], 0);
      continue;
    }
    double a[PL_STRAIN_MAX_VALUE * PL_STRAIN_MAX_VALUE];
    if (nv != 3) {
      for (int i = 0; i < nv * nv; i++) a[i] = 0.5 * (k[i][l] + k[nv * (i % nv) + i / nv][l]);
      pl_sym_project(nv, a);
      for (int i = 0; i < nv * nv; i++) k[i][l] = a[i];
      continue;
    }
    for (int i = 0; i < 9; i++) a[i] = 0.5 * (k[i][l] + k[3 * (i % 3) + i / 3][l]);
    double minor = a[0] * a[4] - a[1] * a[3];
    double det = a[0] * (a[4] * a[8] - a[5] * a[7]) - a[1] * (a[3] * a[8] - a[5] * a[6]) + a[2] * (a[3] * a[7] - a[4] * a[6]);
    if (!(a[0] > 0 && minor > 0 && det > 0)) pl_sym3_project(a);
    for (int i = 0; i < 9; i++) k[i][l] = a[i];
  }
}

// sum k_ij ds_i ds_j^T of a block, into work->h; work->k gets the weight here.
static void block_material_stiffness(const pl_model *model, const pl_group *group, int32_t block, pl_hess_mode mode, pl_work *work) {
  int nv = group->strain->n_value;
  if (mode == PL_HESS_PSD) project_tangent(nv, work->k);
  for (int i = 0; i < nv * nv; i++) PL_FOR_LANES(l) work->k[i][l] *= group->weight[block][l];
  pl_group_stiffness(group, model->symmetric, (const pl_lanes *)work->k, (const pl_lanes *)work->ds, work->q, work->h);
}

// Hessian of the elements of a block, work->h, from what the laws made of its strains; work->t carries the weight already, work->k gets it here.
static void block_hessian(const pl_model *model, const pl_group *group, int32_t block, pl_hess_mode mode, pl_work *work) {
  const pl_strain *strain = group->strain;
  const pl_lanes *rest = group->rest + (size_t)block * strain->n_rest;
  const double *w = group->weight[block];
  int nv = strain->n_value;
  if (mode == PL_HESS_PSD) project_tangent(nv, work->k);
  for (int i = 0; i < nv * nv; i++) PL_FOR_LANES(l) work->k[i][l] *= w[l];
  bool whole = strain->full_hess && model->symmetric;
  if (!whole) pl_group_stiffness(group, model->symmetric, (const pl_lanes *)work->k, (const pl_lanes *)work->ds, work->q, work->h);
  if (whole)
    strain->full_hess(rest, (const pl_lanes *)work->x, (const pl_lanes *)work->t, (const pl_lanes *)work->k, mode, work->h);
  else if (strain->add_hess_law)
    strain->add_hess_law(rest, (const pl_lanes *)work->x, (const pl_lanes *)work->t, (const pl_lanes *)work->k, mode, work->h);
  else
    strain->add_hess(rest, (const pl_lanes *)work->x, (const pl_lanes *)work->t, mode, work->h);
}

// Strains of the block at x, and stress and tangent of the elastic laws, into work->s, ds, t, k.
static void block_laws(const pl_model *model, const pl_group *group, int32_t block, const double *x, bool slopes, pl_lanes *psi,
                       bool tangent, pl_work *work) {
  const pl_strain *strain = group->strain;
  pl_block_gather(group, block, x, work->x);
  strain->eval(group->rest + (size_t)block * strain->n_rest, (const pl_lanes *)work->x, work->s, slopes ? work->ds : NULL);
  pl_group_laws(model, group, block, (const pl_lanes *)work->s, pl_block_history(group, block, work->history), psi, work->t,
                tangent ? work->k : NULL, work);
}

void pl_block_stiffness(const pl_model *model, const pl_group *group, int32_t block, const double *x, pl_work *work) {
  block_laws(model, group, block, x, true, NULL, true, work);
  for (int i = 0; i < group->strain->n_value; i++) PL_FOR_LANES(l) work->t[i][l] *= group->weight[block][l];
  block_hessian(model, group, block, PL_HESS_EXACT, work);
}

void pl_block_gradient(const pl_model *model, const pl_group *group, int32_t block, const double *x, pl_work *work) {
  block_laws(model, group, block, x, true, NULL, false, work);
  for (int i = 0; i < group->strain->n_value; i++) PL_FOR_LANES(l) work->t[i][l] *= group->weight[block][l];
  pl_group_gradient(group, (const pl_lanes *)work->t, (const pl_lanes *)work->ds, work->q);
}

// The moments that a block of patches puts on hinges, for the geometric stiffness of fold_stiffness: weighted stresses times dkappa/dtheta.
static void add_moments(const pl_group *group, int32_t block, pl_work *work) {
  int n_slot = group->strain->n_rest / 4;
  const pl_lanes *rest = group->rest + (size_t)block * group->strain->n_rest;
  const int32_t *hinge = group->hinge + (size_t)block * (size_t)n_slot * PL_BLOCK;
  for (int f = 0; f < n_slot; f++, hinge += PL_BLOCK) {
    const pl_lanes *m = rest + 4 * f;
    PL_EACH_LANE(l)
    if (hinge[l] >= 0) work->moment[hinge[l]] += m[0][l] * work->t[0][l] + m[1][l] * work->t[1][l] + m[2][l] * work->t[2][l];
  }
}

// Geometric stiffness of the hinges under the moments of all patches, which are cleared.
static void fold_stiffness(const pl_model *model, const double *x, pl_block_matrix *hessian, pl_work *work) {
  static const pl_lanes one = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  for (int32_t b = 0; b < model->fold.n_block; b++) {
    double *moment = work->moment + (size_t)b * PL_BLOCK;
    pl_block_gather(&model->fold, b, x, work->x);
    memset(work->h, 0, 144 * sizeof *work->h);
    model->fold.strain->add_hess(&one, (const pl_lanes *)work->x, (const pl_lanes *)moment, PL_HESS_EXACT, work->h);
    pl_block_scatter_matrix(&model->fold, b, (const pl_lanes *)work->h, hessian);
    memset(moment, 0, PL_BLOCK * sizeof *moment);
  }
}

// One block: adds its energy, gradient and Hessian.
static double eval_block(const pl_model *model, const pl_group *group, int32_t block, const double *x, pl_hess_mode mode, double *gradient,
                         pl_block_matrix *hessian, bool want_energy, pl_work *work) {
  int nv = group->strain->n_value;
  const double *w = group->weight[block];
  pl_lanes psi;
  block_laws(model, group, block, x, gradient || hessian, want_energy ? &psi : NULL, hessian != NULL, work);
  double energy = 0;
  if (want_energy) PL_EACH_LANE(l) energy += w[l] * psi[l];
  if (!gradient && !hessian) return energy;
  // from here on stresses and tangents include the weight
  for (int i = 0; i < nv; i++) PL_FOR_LANES(l) work->t[i][l] *= w[l];
  if (hessian && group->hinge) {
    if (mode == PL_HESS_EXACT) add_moments(group, block, work);
    block_material_stiffness(model, group, block, mode, work);
    if (work->narrow) pl_narrow_collect(group, block, (const pl_lanes *)work->k, work);
    pl_block_scatter_matrix(group, block, (const pl_lanes *)work->h, work->narrow ? work->narrow : hessian);
  } else if (hessian) {
    block_hessian(model, group, block, mode, work);
    pl_block_scatter_matrix(group, block, (const pl_lanes *)work->h, hessian);
  }
  if (gradient) {
    pl_group_gradient(group, (const pl_lanes *)work->t, (const pl_lanes *)work->ds, work->q);
    pl_block_scatter_vector(group, block, (const pl_lanes *)work->q, gradient);
  }
  return energy;
}

void pl_terms_add(const pl_model *model, const pl_potential *own, const double *theta, const double *x, pl_hess_mode mode, double *energy,
                  double *gradient, pl_block_matrix *hessian, pl_work *work) {
  (void)own, (void)theta;
  double sum = energy ? *energy : 0;
  for (int i = 0; i < model->n_group; i++) {
    const pl_group *group = &model->group[i];
    if (group->n_term == 0) continue;
    for (int32_t b = 0; b < group->n_block; b++) sum += eval_block(model, group, b, x, mode, gradient, hessian, energy != NULL, work);
  }
  if (hessian && mode == PL_HESS_EXACT) fold_stiffness(model, x, hessian, work);
  if (energy) *energy = sum;
}
