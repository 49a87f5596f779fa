// friction.c: Coulomb friction of surfaces (contact.h has the energy).
//
//   g_i = L w_i c y,   c = f0'(|y|)/|y|,   L = mu lambda,   lambda = -dE/dD of the barrier = -2 D b1 kappa area m
//   H_ij = L w_i w_j (c P + c'/|y| y y^T),   P = I - n n^T: semidefinite
//
// Derivative of g along dx_n, with D = d/dx_n . dx_n:
//   D s = -G^-1 B^T dx_n,  D w_i = w_i,k D s_k,  D d = sum w_i dx_n,i + t_k D s_k,  D n = P D d / |d|          (contact/distance.h)
//   D y = P (sum D w_i u_i - w_i dx_n,i) - D n (n.v) - n (D n . v),   v = sum w_i u_i,  u_i = x_i - x_n,i
//   D g_i = (D L w_i + L D w_i) c y + L w_i (c D y + c'/|y| y (y . D y))
//
// Memory: a row whose first lane is 1 once a step began somewhere, then x_n.
#include <math.h>
#include <string.h>

#include "contact/barrier.h"
#include "contact/mollifier.h"
#include "contact/vector.h"
#include "model/assemble.h"
#include "model/contact/contact.h"
#include "model/contact/pair_sum.h"

// A pair in contact at x_n.
typedef struct rub {
  pl_contact_pair pair;
  double w[4], n[3];
  double load;  // N, L
} rub;

typedef struct scratch {
  pl_context *ctx;
  pl_broad *broad;
  pl_pair_sum *sum;
  double *start;     // [n_dof], m, x_n of the list
  double *slope;     // [n_dof], m, one column of dx_n/dp
  double stiffness;  // J/m^2, of the list
  bool listed;
  int32_t n, capacity;
  rub *rub;
  int32_t (*block)[2];  // [6 or 12 capacity]
} scratch;

static void scratch_destroy(void *user) {
  scratch *s = user;
  if (!s) return;
  pl_broad_destroy(s->broad);
  pl_pair_sum_destroy(s->sum);
  pl_free(s->ctx, s->start);
  pl_free(s->ctx, s->slope);
  pl_free(s->ctx, s->rub);
  pl_free(s->ctx, s->block);
  pl_free(s->ctx, s);
}

static pl_status scratch_create(const pl_model *model, const pl_potential *own, void **out) {
  const pl_contact *contact = own->data;
  PL_ASSERT(contact->surface->n_vertex == model->n_vertex && contact->slip > 0);
  scratch *s = pl_alloc(model->ctx, 1, sizeof *s);
  *out = NULL;
  if (!s) return PL_ERROR_MEMORY;
  s->ctx = model->ctx;
  s->start = pl_alloc(s->ctx, (size_t)model->n_dof, sizeof *s->start);
  s->slope = pl_alloc(s->ctx, (size_t)model->n_dof, sizeof *s->slope);
  pl_status status = s->start && s->slope ? pl_pair_sum_create(s->ctx, &s->sum) : PL_ERROR_MEMORY;
  if (status == PL_OK) status = pl_broad_create(contact->surface, contact->margin, &s->broad);
  if (status != PL_OK)
    scratch_destroy(s);
  else
    *out = s;
  return status;
}

// ---- the memory ----

static size_t n_rows(int32_t n_vertex) { return 1 + (3 * (size_t)n_vertex + PL_BLOCK - 1) / PL_BLOCK; }

// x_n, NULL if no step began yet.
static const double *start_of(const pl_potential *own, const pl_history *history) {
  if (!history || history->row[own->history_first][0] == 0) return NULL;
  return history->row[own->history_first + 1];
}

static void set_start(const pl_model *model, const pl_potential *own, const double *x, pl_history *history) {
  history->row[own->history_first][0] = 1;
  memcpy(history->row[own->history_first + 1], x, (size_t)model->n_dof * sizeof *x);
}

static void begin(const pl_model *model, const pl_potential *own, const double *x, pl_history *history, pl_work *work) {
  (void)work;
  set_start(model, own, x, history);
}

static void commit(const pl_model *model, const pl_potential *own, const double *theta, const double *x, pl_history *history,
                   pl_work *work) {
  (void)theta, (void)work;
  set_start(model, own, x, history);
}

// ---- pairs in contact at x_n ----

static double friction_of(const pl_contact *contact, const int32_t vertex[4]) {
  const pl_contact_surface *s = contact->surface;
  return contact->friction ? contact->friction[(size_t)s->part[vertex[0]] * (size_t)s->n_part + (size_t)s->part[vertex[3]]] : 0;
}

static bool make_rub(const pl_contact *contact, const pl_contact_pair *pair, const double *start, rub *out) {
  double x[4][3], mu = friction_of(contact, pair->vertex);
  pl_nearest near;
  if (!(mu > 0)) return false;
  pl_contact_gather(pair->vertex, start, x);
  pl_pair_nearest(pair->kind, x, &near);
  double force = pl_barrier_force(near.square, pair->offset, pair->reach);
  if (!(force > 0)) return false;
  if (pair->kind == PL_PAIR_EDGE_EDGE) force *= pl_mollifier_eval(x, pair->threshold, NULL, NULL);
  *out = (rub){.pair = *pair, .load = mu * contact->stiffness * pair->area * force};
  memcpy(out->w, near.w, sizeof near.w);
  for (int k = 0; k < 3; k++) out->n[k] = near.d[k] / sqrt(near.square);
  return out->load > 0;
}

static pl_status reserve(scratch *s, int32_t n) {
  if (n <= s->capacity) return PL_OK;
  rub *grown = pl_realloc(s->ctx, s->rub, (size_t)n, sizeof *grown);
  if (grown) s->rub = grown;
  int32_t(*block)[2] = pl_realloc(s->ctx, s->block, 12 * (size_t)n, sizeof *block);
  if (block) s->block = block;
  if (!grown || !block) return PL_ERROR_MEMORY;
  s->capacity = n;
  return PL_OK;
}

static pl_status list(scratch *s, const pl_model *model, const pl_contact *contact, const double *start) {
  size_t bytes = (size_t)model->n_dof * sizeof *start;
  if (s->listed && s->stiffness == contact->stiffness && memcmp(s->start, start, bytes) == 0) return PL_OK;
  s->listed = false;
  s->stiffness = contact->stiffness;
  memcpy(s->start, start, bytes);
  PL_TRY(pl_broad_near(s->broad, s->start, NULL));
  PL_TRY(reserve(s, pl_broad_count(s->broad)));
  s->n = 0;
  for (int32_t i = 0; i < pl_broad_count(s->broad); i++)
    if (make_rub(contact, &pl_broad_pairs(s->broad)[i], s->start, &s->rub[s->n])) s->n++;
  s->listed = true;
  return PL_OK;
}

// ---- energy and derivatives ----

// c, and c'/|y|; f0 into *value (may be NULL).
static double coefficient(double y, double slip, double *value, double *change) {
  double u = y / slip;
  if (value) *value = u < 1 ? y * u * (1 - u / 3) : y - slip / 3;
  if (u < 1) {
    *change = y > 0 ? -1 / (slip * slip * y) : 0;  // times y y^T: 0 at y = 0
    return (2 - u) / slip;
  }
  *change = -1 / (y * y * y);
  return 1 / y;
}

// v = sum w_i (x_i - x_n,i) and y = P v.
static void slip_of(const rub *r, const double *x, const double *start, double v[3], double y[3]) {
  v[0] = v[1] = v[2] = 0;
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 3; k++) {
      size_t at = 3 * (size_t)r->pair.vertex[i] + (size_t)k;
      v[k] += r->w[i] * (x[at] - start[at]);
    }
  double along = pl_dot3(r->n, v);
  for (int k = 0; k < 3; k++) y[k] = v[k] - along * r->n[k];
}

static pl_status include(scratch *s, pl_block_matrix *hessian) {
  size_t n = 0;
  for (int32_t i = 0; i < s->n; i++)
    for (int a = 0; a < 4; a++)
      for (int b = 0; b < 4; b++) {
        int32_t row = s->rub[i].pair.vertex[a], column = s->rub[i].pair.vertex[b];
        if (a == b || (hessian->pattern->symmetric && row < column)) continue;
        s->block[n][0] = row;
        s->block[n++][1] = column;
      }
  return pl_block_matrix_include(hessian, n, (const int32_t(*)[2])s->block);
}

// Of the evaluation that is under way.
typedef struct rubbing {
  const scratch *scratch;
  const double *x;  // [n_dof], m
  double slip;      // m
} rubbing;

static void add_rub(const rub *r, const double *x, const double *start, double slip, double *energy, double *gradient) {
  double v[3], y[3], value, change;
  slip_of(r, x, start, v, y);
  double c = coefficient(sqrt(pl_dot3(y, y)), slip, &value, &change);
  if (energy) *energy += r->load * value;
  for (int i = 0; gradient && i < 4; i++)
    for (int k = 0; k < 3; k++) gradient[3 * (size_t)r->pair.vertex[i] + (size_t)k] += r->load * r->w[i] * c * y[k];
}

static void eval_hessian(const void *user, int32_t number, int32_t vertex[4], double h[12][12]) {
  const rubbing *now = user;
  const rub *r = &now->scratch->rub[number];
  double v[3], y[3], change;
  slip_of(r, now->x, now->scratch->start, v, y);
  double c = coefficient(sqrt(pl_dot3(y, y)), now->slip, NULL, &change);
  memcpy(vertex, r->pair.vertex, sizeof r->pair.vertex);
  for (int p = 0; p < 12; p++)
    for (int q = 0; q < 12; q++) {
      int j = p % 3, k = q % 3;
      h[p][q] = r->load * r->w[p / 3] * r->w[q / 3] * (c * ((j == k) - r->n[j] * r->n[k]) + change * y[j] * y[k]);
    }
}

// The slip length of this step, m. A part of a step has a part of its length.
static double slip_length(const pl_contact *contact, const pl_work *work) {
  return contact->slip_speed > 0 && isfinite(work->duration) ? contact->slip_speed * work->duration : contact->slip;
}

static pl_status add_all(const pl_model *model, const pl_potential *own, const double *x, const pl_history *history, double *energy,
                         double *gradient, pl_block_matrix *hessian, pl_work *work) {
  const pl_contact *contact = own->data;
  scratch *s = pl_work_scratch(model, own, work);
  const double *start = start_of(own, history);
  if (!start) return PL_OK;
  PL_TRY(list(s, model, contact, start));
  rubbing now = {.scratch = s, .x = x, .slip = slip_length(contact, work)};
  for (int32_t i = 0; i < s->n && (energy || gradient); i++) add_rub(&s->rub[i], x, s->start, now.slip, energy, gradient);
  if (!hessian || s->n == 0) return PL_OK;
  PL_TRY(include(s, hessian));
  return pl_pair_sum_add(s->sum, s->n, eval_hessian, &now, hessian);
}

static void add(const pl_model *model, const pl_potential *own, const double *theta, const double *x, pl_hess_mode mode, double *energy,
                double *gradient, pl_block_matrix *hessian, pl_work *work) {
  (void)theta, (void)mode;
  pl_status status = add_all(model, own, x, work->history, energy, gradient, hessian, work);
  if (status != PL_OK) pl_work_fail(work, status);
}

static double uptake(const pl_model *model, const pl_potential *own, const double *theta, const double *x, const pl_history *history,
                     pl_work *work) {
  (void)theta;
  double energy = 0;
  pl_status status = add_all(model, own, x, history, &energy, NULL, NULL, work);
  if (status != PL_OK) pl_work_fail(work, status);
  return energy;
}

// ---- along the path ----

// Changes of w, n and L with dx_n = move[4][3].
static void vary(const rub *r, const pl_contact *contact, const double x[4][3], const double move[4][3], double dw[4], double dn[3],
                 double *dload) {
  pl_nearest near;
  double t[2][3], inverse[2][2], pull[2] = {0, 0}, dd[3] = {0, 0, 0}, slope[4][3], m = 1, dm = 0;
  pl_pair_nearest(r->pair.kind, x, &near);
  pl_nearest_tangents(&near, x, t, inverse);
  for (int k = 0; k < near.n_free; k++)
    for (int i = 0; i < 4; i++) pull[k] += near.w[i] * pl_dot3(t[k], move[i]) + near.slope[k][i] * pl_dot3(near.d, move[i]);
  double ds[2] = {-inverse[0][0] * pull[0] - inverse[0][1] * pull[1], -inverse[1][0] * pull[0] - inverse[1][1] * pull[1]};
  for (int i = 0; i < 4; i++) {
    dw[i] = near.slope[0][i] * ds[0] + near.slope[1][i] * ds[1];
    for (int k = 0; k < 3; k++) dd[k] += near.w[i] * move[i][k];
  }
  for (int k = 0; k < 3; k++) dd[k] += t[0][k] * ds[0] + t[1][k] * ds[1];
  double distance = sqrt(near.square), along = pl_dot3(r->n, dd);
  for (int k = 0; k < 3; k++) dn[k] = (dd[k] - along * r->n[k]) / distance;
  if (r->pair.kind == PL_PAIR_EDGE_EDGE && (m = pl_mollifier_eval(x, r->pair.threshold, slope, NULL)) < 1)
    for (int i = 0; i < 4; i++) dm += pl_dot3(slope[i], move[i]);
  pl_barrier b = pl_barrier_eval(near.square, r->pair.offset, r->pair.reach);
  double force = -2 * distance * b.first, dforce = -2 * (b.first + 2 * near.square * b.second) * along;
  *dload = friction_of(contact, r->pair.vertex) * contact->stiffness * r->pair.area * (m * dforce + dm * force);
}

static void add_column(const rub *r, const pl_contact *contact, double slip, const double *x, const double *start, const double *slope,
                       double *out) {
  double at[4][3], move[4][3], dw[4], dn[3], dload, v[3], y[3], dv[3] = {0, 0, 0}, dy[3], change;
  pl_contact_gather(r->pair.vertex, start, at);
  pl_contact_gather(r->pair.vertex, slope, move);
  vary(r, contact, at, move, dw, dn, &dload);
  slip_of(r, x, start, v, y);
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 3; k++) dv[k] += dw[i] * (x[3 * (size_t)r->pair.vertex[i] + (size_t)k] - at[i][k]) - r->w[i] * move[i][k];
  for (int k = 0; k < 3; k++) dy[k] = dv[k] - r->n[k] * (pl_dot3(r->n, dv) + pl_dot3(dn, v)) - dn[k] * pl_dot3(r->n, v);
  double c = coefficient(sqrt(pl_dot3(y, y)), slip, NULL, &change), turn = change * pl_dot3(y, dy);
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 3; k++)
      out[3 * (size_t)r->pair.vertex[i] + (size_t)k] +=
          (dload * r->w[i] + r->load * dw[i]) * c * y[k] + r->load * r->w[i] * (c * dy[k] + turn * y[k]);
}

static void add_columns(const pl_model *model, const pl_potential *own, const double *theta, const double *x, const pl_history *history,
                        const pl_history_slope *slope, int first, int n, double *out, pl_work *work) {
  (void)theta;
  scratch *s = pl_work_scratch(model, own, work);
  const double *start = start_of(own, history);
  if (!start) return;
  pl_status status = list(s, model, own->data, start);
  if (status != PL_OK) pl_work_fail(work, status);
  for (int c = 0; status == PL_OK && c < n; c++) {
    const double *column = slope->row[(size_t)(first + c) * slope->n_row + own->history_first + 1];
    for (int32_t i = 0; i < s->n; i++)
      add_column(&s->rub[i], own->data, slip_length(own->data, work), x, s->start, column, out + (size_t)c * (size_t)model->n_dof);
  }
}

static void commit_slope(const pl_model *model, const pl_potential *own, const double *theta, const double *x, const pl_history *history,
                         const int *column, const double *dx, pl_history_slope *slope, pl_work *work) {
  (void)theta, (void)x, (void)history, (void)column, (void)work;
  for (int c = 0; c < slope->n_column; c++)
    memcpy(slope->row[(size_t)c * slope->n_row + own->history_first + 1], dx + (size_t)c * (size_t)model->n_dof,
           (size_t)model->n_dof * sizeof *dx);
}

const pl_potential_row pl_potential_rubbing = {.name = "friction of surfaces",
                                               .account = PL_ACCOUNT_OBSTACLE,
                                               .add = add,
                                               .scratch_create = scratch_create,
                                               .scratch_destroy = scratch_destroy,
                                               .begin = begin,
                                               .commit = commit,
                                               .uptake = uptake,
                                               .add_columns = add_columns,
                                               .commit_slope = commit_slope};

pl_potential pl_rubbing_potential(const pl_contact *contact) {
  return (pl_potential){.row = &pl_potential_rubbing, .data = contact, .n_history = n_rows(contact->surface->n_vertex)};
}
