// supernodal.c: see supernodal.h.
//
// A supernode J is a set of consecutive columns with the same rows below them. A dense panel of m rows and w columns, rows[0..w) its own.
// Right-looking:
//   A = panel J:  L11 L11^T = A11 (dpotrf),  L21 = A21 L11^-T (dtrsm),  U = L21 L21^T (dsyrk),
// and U is subtracted from the panels of the columns given by the rows of L21. The rows of J that are columns of one later supernode S form
// a *piece*. Its `target` holds the positions of its rows in the panel of S.
#include "solve/supernodal.h"

#include <cblas.h>
#include <lapacke.h>
#include <string.h>

// Rows first .. first + count of the part of J below its diagonal block are columns of supernode `to`. Rows first .. r of J have the
// positions target[] in its panel.
typedef struct piece {
  int32_t first, count, to;
  int64_t target;  // into pl_supernodal.target: r - first row numbers within the panel of `to`
} piece;

struct pl_supernodal {
  const int32_t *super, *pi, *px, *row;  // CHOLMOD's: first column, first row index, first value of each supernode, row indices
  int32_t n_super;
  int64_t n_value;       // of L
  int32_t *entry;        // [n_entry of A], index of each entry in x
  int32_t *first_piece;  // [n_super + 1]
  piece *pieces;
  int32_t *target;
  double *update;  // [largest r][largest r]
};

void pl__supernodal_destroy(pl_context *ctx, pl_supernodal *p) {
  if (!p) return;
  pl_free(ctx, p->entry);
  pl_free(ctx, p->first_piece);
  pl_free(ctx, p->pieces);
  pl_free(ctx, p->target);
  pl_free(ctx, p->update);
  pl_free(ctx, p);
}

static int32_t panel_rows(const pl_supernodal *p, int32_t s) { return p->pi[s + 1] - p->pi[s]; }
static int32_t panel_columns(const pl_supernodal *p, int32_t s) { return p->super[s + 1] - p->super[s]; }

// Index of each entry of A. `place` [n]: position of a row in the present panel.
static void place_entries(pl_supernodal *p, const pl_columns *a, int32_t *place) {
  for (int32_t s = 0; s < p->n_super; s++) {
    int32_t m = panel_rows(p, s);
    for (int32_t i = 0; i < m; i++) place[p->row[p->pi[s] + i]] = i;
    for (int32_t c = p->super[s]; c < p->super[s + 1]; c++)
      for (int32_t k = a->start[c]; k < a->start[c + 1]; k++) p->entry[k] = p->px[s] + (c - p->super[s]) * m + place[a->row[k]];
  }
}

// Pieces of every supernode, counted first (pieces NULL) and then filled. of: [n], supernode of a column.
static void list_pieces(pl_supernodal *p, const int32_t *of, int32_t *n_piece, int64_t *n_target) {
  *n_piece = 0;
  *n_target = 0;
  for (int32_t s = 0; s < p->n_super; s++) {
    int32_t w = panel_columns(p, s), r = panel_rows(p, s) - w;
    const int32_t *below = p->row + p->pi[s] + w;
    p->first_piece[s] = *n_piece;
    for (int32_t i = 0; i < r;) {
      int32_t first = i, to = of[below[i]];
      while (i < r && of[below[i]] == to) i++;
      if (p->pieces) p->pieces[*n_piece] = (piece){first, i - first, to, *n_target};
      ++*n_piece;
      *n_target += r - first;
    }
  }
  p->first_piece[p->n_super] = *n_piece;
}

// Rows of each piece in its target panel: both lists ascend, so one pass finds them.
static void find_targets(pl_supernodal *p) {
  for (int32_t s = 0; s < p->n_super; s++) {
    int32_t w = panel_columns(p, s), r = panel_rows(p, s) - w;
    const int32_t *below = p->row + p->pi[s] + w;
    for (int32_t k = p->first_piece[s]; k < p->first_piece[s + 1]; k++) {
      const piece *q = &p->pieces[k];
      const int32_t *theirs = p->row + p->pi[q->to];
      for (int32_t i = q->first, j = 0; i < r; i++) {
        while (theirs[j] != below[i]) j++;
        p->target[q->target + i - q->first] = j;
      }
    }
  }
}

pl_status pl__supernodal_create(pl_context *ctx, const pl_columns *a, const cholmod_factor *l, pl_supernodal **out) {
  *out = NULL;
  pl_supernodal *p = pl_alloc(ctx, 1, sizeof *p);
  int32_t *of = pl_alloc(ctx, (size_t)a->n + 1, sizeof *of);
  pl_status status = PL_ERROR_MEMORY;
  if (!p || !of) goto cleanup;
  p->super = l->super, p->pi = l->pi, p->px = l->px, p->row = l->s;
  p->n_super = (int32_t)l->nsuper;
  p->n_value = (int64_t)l->xsize;
  p->entry = pl_alloc(ctx, (size_t)a->n_entry + 1, sizeof *p->entry);
  p->first_piece = pl_alloc(ctx, (size_t)p->n_super + 1, sizeof *p->first_piece);
  if (!p->entry || !p->first_piece) goto cleanup;
  place_entries(p, a, of);
  size_t most = 1;
  for (int32_t s = 0; s < p->n_super; s++) {
    for (int32_t c = p->super[s]; c < p->super[s + 1]; c++) of[c] = s;
    size_t r = (size_t)(panel_rows(p, s) - panel_columns(p, s));
    most = r > most ? r : most;
  }
  int32_t n_piece;
  int64_t n_target;
  list_pieces(p, of, &n_piece, &n_target);
  p->pieces = pl_alloc(ctx, (size_t)n_piece + 1, sizeof *p->pieces);
  p->target = pl_alloc(ctx, (size_t)n_target + 1, sizeof *p->target);
  p->update = pl_alloc(ctx, most * most, sizeof *p->update);
  if (!p->pieces || !p->target || !p->update) goto cleanup;
  list_pieces(p, of, &n_piece, &n_target);
  find_targets(p);
  *out = p;
  status = PL_OK;
cleanup:
  pl_free(ctx, of);
  if (status != PL_OK) pl__supernodal_destroy(ctx, p);
  return status;
}

// x -= the lower triangle of the update of supernode s.
static void subtract_update(const pl_supernodal *p, int32_t s, int32_t r, double *restrict x) {
  const double *restrict update = p->update;
  for (int32_t k = p->first_piece[s]; k < p->first_piece[s + 1]; k++) {
    const piece *q = &p->pieces[k];
    const int32_t *restrict target = p->target + q->target;
    int32_t m = panel_rows(p, q->to), n = r - q->first;
    for (int32_t c = 0; c < q->count; c++) {
      // column target[c] of the panel: its first columns are its own rows, in order
      double *restrict to = x + p->px[q->to] + (int64_t)target[c] * m;
      const double *restrict from = update + (int64_t)(q->first + c) * r + q->first;
      for (int32_t i = c; i < n; i++) to[target[i]] -= from[i];
    }
  }
}

bool pl__supernodal_factorize(const pl_supernodal *p, const pl_columns *a, double *x) {
  memset(x, 0, (size_t)p->n_value * sizeof *x);
  for (int32_t k = 0; k < a->n_entry; k++) x[p->entry[k]] = a->value[k];
  for (int32_t s = 0; s < p->n_super; s++) {
    int32_t m = panel_rows(p, s), w = panel_columns(p, s), r = m - w;
    double *panel = x + p->px[s];
    if (LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', w, panel, m) != 0) return false;
    if (r == 0) continue;
    cblas_dtrsm(CblasColMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, r, w, 1, panel, m, panel + w, m);
    cblas_dsyrk(CblasColMajor, CblasLower, CblasNoTrans, r, w, 1, panel + w, m, 0, p->update, r);
    subtract_update(p, s, r, x);
  }
  return true;
}

// L y = b: each column of a panel is one long product with the vector.
static void solve_forward(const pl_supernodal *p, const double *x, double *restrict b, double *restrict sum) {
  for (int32_t s = 0; s < p->n_super; s++) {
    int32_t m = panel_rows(p, s), w = panel_columns(p, s), r = m - w;
    const double *restrict panel = x + p->px[s];
    const int32_t *below = p->row + p->pi[s] + w;
    double *own = b + p->super[s];
    for (int32_t i = 0; i < r; i++) sum[i] = 0;
    for (int32_t j = 0; j < w; j++, panel += m) {
      double y = own[j] /= panel[j];
      for (int32_t i = j + 1; i < w; i++) own[i] -= panel[i] * y;
      const double *restrict rest = panel + w;
#pragma omp simd
      for (int32_t i = 0; i < r; i++) sum[i] += rest[i] * y;
    }
    for (int32_t i = 0; i < r; i++) b[below[i]] -= sum[i];
  }
}

// L^T x = y.
static void solve_backward(const pl_supernodal *p, const double *x, double *restrict b, double *restrict known) {
  for (int32_t s = p->n_super - 1; s >= 0; s--) {
    int32_t m = panel_rows(p, s), w = panel_columns(p, s), r = m - w;
    const int32_t *below = p->row + p->pi[s] + w;
    double *own = b + p->super[s];
    for (int32_t i = 0; i < r; i++) known[i] = b[below[i]];
    for (int32_t j = w - 1; j >= 0; j--) {
      const double *restrict column = x + p->px[s] + (int64_t)j * m, *restrict rest = column + w;
      double sum = 0;
      for (int32_t i = j + 1; i < w; i++) sum += column[i] * own[i];
#pragma omp simd reduction(+ : sum)
      for (int32_t i = 0; i < r; i++) sum += rest[i] * known[i];
      own[j] = (own[j] - sum) / column[j];
    }
  }
}

void pl__supernodal_solve(const pl_supernodal *p, const double *x, double *b, double *scratch) {
  solve_forward(p, x, b, scratch);
  solve_backward(p, x, b, scratch);
}
