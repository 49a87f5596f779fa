// addend_choice.c: which addends an additive model needs, by examples left out (the future work of Miguel 2016, section 6).
//
// Every smaller model is a linear subspace of the one with all addends: theta = B z. So one evaluation of residuals r and Jacobian J of the large
// model, at the parameters found so far, tells about all of them. With the frames divided into k folds (blocks of neighbouring frames), fold f costs
//   | r_f + J_f (B z_f - theta) |^2,   z_f the least-squares solution of the other folds, curves held above zero,
// and the sum over the folds is what the model would get wrong on examples it has not seen, to first order. The best candidate is then fitted in
// earnest and judged again where it ended: only that decides.
#include <lapacke.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "estimate/additive_run.h"

enum { MAX_BIG = PL_SLOTS * PL_ADDITIVE_MAX_KNOT + 1, MAX_FOLD = 20 };

typedef struct fold_sum {
  double a[MAX_BIG * MAX_BIG], b[MAX_BIG], rr;  // J^T J, J^T r, r.r of the fold's rows
} fold_sum;

typedef struct choice {
  pl_additive_run *run;
  int n_fold;
  int n_data;               // rows that were measured and found
  int n_failed;             // frames without equilibrium
  pl_additive_shape big;    // all addends with all levels
  int n;                    // values of all of them, then the bending number when it is fitted along
  int first[PL_SLOTS];      // of each addend's values
  bool bend;                // one number of bending is among them
  double theta[MAX_BIG];    // as it stands
  double scale[MAX_BIG];    // usual sizes
  fold_sum fold[MAX_FOLD];  // [n_fold]
  fold_sum others;          // scratch
} choice;

// ---- one evaluation of the large model ----

static int fold_of(const choice *ch, int i_case, int frame, int n_frame) {
  int block = (int)((double)frame * 2 * ch->n_fold / n_frame);
  return (block + i_case) % ch->n_fold;
}

static void add_row(choice *ch, const int *column, int fold, double r, const double *row) {
  fold_sum *f = &ch->fold[fold];
  f->rr += r * r;
  for (int i = 0; i < ch->n; i++) {
    double value = row[column[i]] * ch->scale[i];
    if (value == 0) continue;
    f->b[i] += value * r;
    for (int j = 0; j <= i; j++) f->a[i * ch->n + j] += value * row[column[j]] * ch->scale[j];
  }
}

static void add_rows(choice *ch, const int *column) {
  const pl_fit *fit = ch->run->fit;
  const pl_solution *solution = ch->run->solution;
  int row = 0;
  memset(ch->fold, 0, sizeof ch->fold);
  ch->n_data = 0;
  for (int i = 0; i < fit->n_fitted; i++)
    for (int k = 0; k < PL_MAX_CHANNEL; k++) {
      const pl_fit_case *c = &fit->fit_case[i];
      if (!pl_case_used(c, k)) continue;
      int width = pl_channel_width(&c->test->channel[k]);
      for (int v = 0; v < pl_case_values(c, k); v++, row++) {
        ch->n_data += !isnan(c->predicted[k][v]) && !isnan(c->test->channel[k].value[v]);
        add_row(ch, column, fold_of(ch, i, v / width, c->test->n_frame), solution->r[row],
                solution->jacobian + (size_t)row * solution->stack.n_parameter);
      }
    }
  for (int f = 0; f < ch->n_fold; f++)
    for (int i = 0; i < ch->n; i++)
      for (int j = 0; j < i; j++) ch->fold[f].a[j * ch->n + i] = ch->fold[f].a[i * ch->n + j];
}

// The large model with the energy found so far, its residuals and derivatives summed per fold. Leaves the fit with the large model.
static pl_status linearise(choice *ch) {
  pl_additive_run *run = ch->run;
  pl_fit *fit = run->fit;
  pl_additive_shape shape = run->shape;
  int column[MAX_BIG];
  for (int s = 0; s < PL_SLOTS; s++) pl_additive_set(&run->shape, (pl_additive_slot)s, PL_LEVEL_ASYMMETRIC);
  ch->big = run->shape;
  pl_status status = pl_additive_take(run, PL_FREE_MEMBRANE | (ch->bend ? PL_FREE_BENDING : 0));
  run->shape = shape;
  PL_TRY(status);
  ch->n = 0;
  for (int s = 0; s < PL_SLOTS; s++) {
    int at = pl_material_term(fit->material, pl_additive_slot_name((pl_additive_slot)s))->theta;
    ch->first[s] = ch->n;
    for (int j = 0; j < pl_additive_values_of(&ch->big.addend[s]); j++, ch->n++) {
      column[ch->n] = at + j;
      fit->material->parameter[at + j].frozen = false;  // values that a fit would hold still follow those they are tied to
    }
  }
  if (ch->bend) column[ch->n++] = pl_material_term(fit->material, "bend-warp")->theta;
  for (int i = 0; i < ch->n; i++) {
    ch->theta[i] = fit->material->theta[column[i]];
    ch->scale[i] = fit->material->parameter[column[i]].scale;
  }
  PL_TRY(pl_fit_capture_room(fit, run->solution));
  ch->n_failed = INT_MAX;
  PL_TRY(pl_stack_evaluate(&run->solution->stack, fit->material->theta, run->solution->r, run->solution->jacobian, &ch->n_failed));
  add_rows(ch, column);
  return PL_OK;
}

// ---- the cost of a model on examples left out ----

// B of a shape, [n][n_small] in scaled values of the large model, and which of its values are curves, at least 0.
static int embed(const choice *ch, const pl_additive_shape *shape, double *basis, bool *curve) {
  int n_small = 0, place[MAX_BIG], slot_of[MAX_BIG];
  for (int s = 0; s < PL_SLOTS; s++)
    for (int j = 0; j < pl_additive_values_of(&shape->addend[s]); j++)
      if (!shape->addend[s].held[j]) {
        slot_of[n_small] = s;
        curve[n_small] = s <= PL_SLOT_SHEAR;
        place[n_small++] = j;
      }
  int n = n_small + ch->bend;
  memset(basis, 0, (size_t)ch->n * (size_t)n * sizeof *basis);
  for (int k = 0; k < n_small; k++) {
    pl_additive_addend unit = shape->addend[slot_of[k]], to = ch->big.addend[slot_of[k]];
    memset(unit.value, 0, sizeof unit.value);
    unit.value[place[k]] = 1;
    pl_additive_read((pl_additive_slot)slot_of[k], &unit, &to);
    for (int j = 0; j < pl_additive_values_of(&to); j++) {
      int i = ch->first[slot_of[k]] + j;
      basis[i * n + k] = to.value[j] / ch->scale[i];
    }
  }
  if (ch->bend) {
    basis[(ch->n - 1) * n + n_small] = 1;
    curve[n_small] = true;
  }
  return n;
}

// What held values add to B z, scaled, [n].
static void held_part(const choice *ch, const pl_additive_shape *shape, double *part) {
  memset(part, 0, (size_t)ch->n * sizeof *part);
  for (int s = 0; s < PL_SLOTS; s++) {
    pl_additive_addend fixed = shape->addend[s], to = ch->big.addend[s];
    if (pl_additive_values_of(&fixed) == 0) continue;
    for (int j = 0; j < PL_ADDITIVE_MAX_KNOT; j++)
      if (!fixed.held[j]) fixed.value[j] = 0;
    pl_additive_read((pl_additive_slot)s, &fixed, &to);
    for (int j = 0; j < pl_additive_values_of(&to); j++) part[ch->first[s] + j] = to.value[j] / ch->scale[ch->first[s] + j];
  }
}

// z of the least squares over the sums, curves at least 0: those that would be less are put there and the others solved again. False: no solution.
static bool solve_small(const choice *ch, const fold_sum *sum, int m, const double *basis, const double *offset, const bool *curve,
                        double *z) {
  int n = ch->n;
  bool at_zero[MAX_BIG] = {false};
  double matrix[MAX_BIG * MAX_BIG], rhs[MAX_BIG], product[MAX_BIG], residual[MAX_BIG];
  for (int i = 0; i < n; i++) {
    residual[i] = -sum->b[i];
    for (int j = 0; j < n; j++) residual[i] -= sum->a[i * n + j] * offset[j];
  }
  for (int round = 0; round <= m; round++) {
    int index[MAX_BIG], free = 0;
    double largest = 0;
    for (int k = 0; k < m; k++)
      if (!at_zero[k]) index[free++] = k;
    for (int k = 0; k < free; k++) {
      for (int i = 0; i < n; i++) {
        product[i] = 0;
        for (int j = 0; j < n; j++) product[i] += sum->a[i * n + j] * basis[j * m + index[k]];
      }
      rhs[k] = 0;
      for (int i = 0; i < n; i++) rhs[k] += basis[i * m + index[k]] * residual[i];
      for (int l = 0; l < free; l++) {
        double entry = 0;
        for (int i = 0; i < n; i++) entry += basis[i * m + index[l]] * product[i];
        matrix[k * free + l] = entry;
      }
      largest = fmax(largest, matrix[k * free + k]);
    }
    for (int k = 0; k < free; k++) matrix[k * free + k] += 1e-10 * largest + 1e-6 * matrix[k * free + k];
    if (LAPACKE_dposv(LAPACK_ROW_MAJOR, 'L', free, 1, matrix, free, rhs, 1) != 0) return false;
    memset(z, 0, (size_t)m * sizeof *z);
    bool again = false;
    for (int k = 0; k < free; k++) {
      z[index[k]] = rhs[k];
      if (curve[index[k]] && rhs[k] < 0) again = at_zero[index[k]] = true;
    }
    if (!again) return true;
  }
  return true;
}

// Root mean square of the weighted residuals of the folds left out, over the rows that were found.
static double held_out_error(choice *ch, const pl_additive_shape *shape) {
  double basis[MAX_BIG * MAX_BIG], offset[MAX_BIG], z[MAX_BIG], total = 0;
  bool curve[MAX_BIG];
  int n = ch->n, m = embed(ch, shape, basis, curve);
  held_part(ch, shape, offset);
  for (int i = 0; i < n; i++) offset[i] -= ch->theta[i] / ch->scale[i];
  for (int f = 0; f < ch->n_fold; f++) {
    memset(&ch->others, 0, sizeof ch->others);
    for (int g = 0; g < ch->n_fold; g++) {
      if (g == f) continue;
      for (int i = 0; i < n * n; i++) ch->others.a[i] += ch->fold[g].a[i];
      for (int i = 0; i < n; i++) ch->others.b[i] += ch->fold[g].b[i];
    }
    if (!solve_small(ch, &ch->others, m, basis, offset, curve, z)) return INFINITY;
    const fold_sum *left = &ch->fold[f];
    double e[MAX_BIG];
    for (int i = 0; i < n; i++) {
      e[i] = offset[i];
      for (int k = 0; k < m; k++) e[i] += basis[i * m + k] * z[k];
    }
    total += left->rr;
    for (int i = 0; i < n; i++) {
      double ae = 0;
      for (int j = 0; j < n; j++) ae += left->a[i * n + j] * e[j];
      total += e[i] * (2 * left->b[i] + ae);
    }
  }
  return ch->n_data > 0 ? sqrt(fmax(total, 0) / ch->n_data) : INFINITY;
}

// ---- growing and pruning ----

// Addends that go up or down one level together: bit s for slot s.
typedef struct change {
  unsigned slots;
  int up;
  double error;  // of the examples left out, to first order
  double worth;  // relative decrease of the error per parameter added
} change;

// The shape with a change made. False when some addend has no such level.
static bool apply(pl_additive_shape *shape, unsigned slots, int up) {
  for (int s = 0; s < PL_SLOTS; s++) {
    pl_additive_slot slot = (pl_additive_slot)s;
    if (!(slots >> s & 1)) continue;
    pl_additive_level next = pl_additive_next(slot, shape->addend[s].level, up);
    if (next == shape->addend[s].level || (next == PL_LEVEL_ASYMMETRIC && !pl_additive_two_sided(shape, slot))) return false;
    pl_additive_set(shape, slot, next);
  }
  return true;
}

static int free_values(const pl_additive_shape *shape) {
  int n = 0;
  for (int s = 0; s < PL_SLOTS; s++)
    for (int j = 0; j < pl_additive_values_of(&shape->addend[s]); j++) n += !shape->addend[s].held[j];
  return n;
}

static void consider(choice *ch, unsigned slots, int up, double now, change *best) {
  pl_additive_shape trial = ch->run->shape;
  if (!apply(&trial, slots, up)) return;
  change its = {slots, up, held_out_error(ch, &trial), 0};
  int more = free_values(&trial) - free_values(&ch->run->shape);
  its.worth = up > 0 ? (now - its.error) / (now * fmax(more, 1)) : now - its.error;
  if (!best->slots || its.worth > best->worth) *best = its;
}

// The change that is worth most; of one addend, or of two when two at a time are asked for: the curves of two directions may help only together.
static change best_change(choice *ch, int up, bool pairs, unsigned blocked, double now) {
  change best = {.error = INFINITY};
  for (int s = 0; s < PL_SLOTS; s++)
    for (int t = pairs ? s + 1 : s; t < (pairs ? PL_SLOTS : s + 1); t++) {
      unsigned slots = 1u << s | 1u << t;
      if (!(slots & blocked)) consider(ch, slots, up, now, &best);
    }
  return best;
}

static const char *name_change(pl_arena *arena, const pl_additive_shape *before, const pl_additive_shape *after, const change *c) {
  static const char *const level_name[] = {"", "", " curved", " asymmetric"};
  const char *name = c->up > 0 ? "+" : "-";
  for (int s = 0; s < PL_SLOTS && name; s++)
    if (c->slots >> s & 1)
      name = pl_arena_printf(arena, "%s %s%s", name, pl_additive_slot_name((pl_additive_slot)s),
                             level_name[(c->up > 0 ? after : before)->addend[s].level]);
  return name;
}

// Fit with a change. Kept when the examples left out are wrong by at most `most` and no frame lost its equilibrium; the shape is what it was
// otherwise.
static pl_status try_change(choice *ch, const change *c, unsigned free, double tolerance, double most, double *error, bool *kept) {
  pl_additive_run *run = ch->run;
  pl_additive_shape before = run->shape;
  int n_failed = ch->n_failed;
  apply(&run->shape, c->slots, c->up);
  const char *name = name_change(run->fit->arena, &before, &run->shape, c);
  if (!name) return PL_ERROR_MEMORY;
  PL_TRY(pl_additive_fit(run, "choice of addends", free, tolerance));
  PL_TRY(pl_additive_note(run, name, NAN, true));
  pl_fit_step *step = &run->fit->step[run->fit->n_step - 1];
  PL_TRY(linearise(ch));
  *error = step->held_out = held_out_error(ch, &run->shape);
  *kept = step->kept = *error <= most && ch->n_failed <= n_failed;
  if (*kept) return PL_OK;
  pl_material_destroy(step->material);
  step->material = NULL;
  run->shape = before;
  return linearise(ch);
}

static pl_status grow_and_prune(choice *ch, unsigned free, double tolerance) {
  pl_additive_run *run = ch->run;
  pl_fit *fit = run->fit;
  unsigned blocked = 0;
  double refine = fit->options.refine, error;
  PL_TRY(linearise(ch));
  double now = held_out_error(ch, &run->shape);
  fit->step[fit->n_step - 1].held_out = now;
  for (int round = 0; round < 4 * PL_SLOTS && fit->n_step < PL_MAX_STEP - 1; round++) {
    bool kept = false;
    change c = best_change(ch, 1, false, blocked, now);
    if (!(c.error < (1 - refine) * now)) c = best_change(ch, 1, true, blocked, now);
    if (c.error < (1 - refine) * now) {
      PL_TRY(try_change(ch, &c, free, tolerance, (1 - 0.5 * refine) * now, &error, &kept));
      if (kept)
        now = error;
      else
        blocked |= c.slots;
      continue;
    }
    c = best_change(ch, -1, false, 0, now);
    double most = (1 + 0.25 * refine) * now;
    if (!(c.error < most)) break;
    PL_TRY(try_change(ch, &c, free, tolerance, most, &error, &kept));
    blocked |= c.slots;
    if (!kept) break;
    now = fmin(now, error);
  }
  return pl_additive_fit(run, "chosen addends", free, 1e-5);
}

pl_status pl_addend_choice(pl_additive_run *run, unsigned free, double tolerance) {
  choice *ch = pl_alloc(run->fit->ctx, 1, sizeof *ch);
  if (!ch) return PL_ERROR_MEMORY;
  *ch = (choice){.run = run, .n_fold = run->fit->options.folds, .bend = (free & PL_FREE_BENDING) != 0};
  pl_status status = grow_and_prune(ch, free, tolerance);
  if (status == PL_OK) status = pl_additive_note(run, "chosen addends", NAN, true);
  pl_free(run->fit->ctx, ch);
  return status;
}
