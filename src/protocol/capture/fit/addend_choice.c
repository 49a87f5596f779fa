// addend_choice.c: chooses the addends of an additive model of captured cloth by cross-validation: blocks of neighbouring frames
// (fold_choice.h).
#include <math.h>
#include <string.h>

#include "protocol/capture/fit/additive_run.h"
#include "estimate/stage/fold_choice.h"

_Static_assert(PL_FOLD_VALUES > PL_SLOTS * PL_ADDITIVE_MAX_KNOT, "all addends with all control strains, and bending");

typedef struct choice {
  pl_additive_run *run;
  unsigned free;  // which parameters are fitted
  double tolerance;
  bool bend;                 // includes one bending parameter
  pl_additive_shape before;  // before the last change
  pl_additive_shape big;     // all addends with all levels
  int first[PL_SLOTS];       // index of each addend's first value in the large model; the bending parameter is the last, if it is fitted
                             // along
} choice;

static int fold_of(const void *user, const pl_fit *fit, int i_case, int frame) {
  const int *n_fold = user;
  int block = (int)((double)frame * 2 * *n_fold / fit->work.fit_case[i_case].test->n_frame);
  return (block + i_case) % *n_fold;
}

// The large model at the present energy, its residuals and derivatives summed per fold. The fit then has the large model.
static pl_status linearise(void *user, pl_folds *folds) {
  choice *ch = user;
  pl_additive_run *run = ch->run;
  pl_fit *fit = run->fit;
  pl_additive_shape shape = run->shape;
  int column[PL_FOLD_VALUES], n = 0;
  for (int s = 0; s < PL_SLOTS; s++) pl_additive_set(&run->shape, (pl_additive_slot)s, PL_LEVEL_ASYMMETRIC);
  ch->big = run->shape;
  pl_status status = pl_additive_take(run, PL_FREE_MEMBRANE | (ch->bend ? PL_FREE_BENDING : 0));
  run->shape = shape;
  PL_TRY(status);
  for (int s = 0; s < PL_SLOTS; s++) {
    int at = pl_material_term(fit->material, pl_additive_slot_name((pl_additive_slot)s))->theta;
    ch->first[s] = n;
    for (int j = 0; j < pl_additive_values_of(&ch->big.addend[s]); j++) {
      column[n++] = at + j;
      fit->material->parameter[at + j].frozen = false;  // values that a fit would fix still follow those they are tied to
    }
  }
  if (ch->bend) column[n++] = pl_additive_bending(fit->material, 0);
  return pl_folds_evaluate(folds, fit, &run->stage, run->solution, n, column, fold_of, &folds->n_fold);
}

// B of a shape, and which of its values are curves with lower bound 0.
static void embed_free(const choice *ch, const pl_folds *folds, const pl_additive_shape *shape, pl_fold_model *model) {
  int n_small = 0, place[PL_FOLD_VALUES], slot_of[PL_FOLD_VALUES];
  for (int s = 0; s < PL_SLOTS; s++)
    for (int j = 0; j < pl_additive_values_of(&shape->addend[s]); j++)
      if (!shape->addend[s].held[j]) {
        slot_of[n_small] = s;
        model->positive[n_small] = s <= PL_SLOT_SHEAR;
        place[n_small++] = j;
      }
  int n = model->n = n_small + ch->bend;
  memset(model->basis, 0, (size_t)folds->n * (size_t)n * sizeof *model->basis);
  for (int k = 0; k < n_small; k++) {
    pl_additive_addend unit = shape->addend[slot_of[k]], to = ch->big.addend[slot_of[k]];
    memset(unit.value, 0, sizeof unit.value);
    unit.value[place[k]] = 1;
    pl_additive_read((pl_additive_slot)slot_of[k], &unit, &to);
    for (int j = 0; j < pl_additive_values_of(&to); j++) {
      int i = ch->first[slot_of[k]] + j;
      model->basis[i * n + k] = to.value[j] / folds->scale[i];
    }
  }
  if (ch->bend) {
    model->basis[(folds->n - 1) * n + n_small] = 1;
    model->positive[n_small] = true;
  }
}

// Contribution of fixed values to B z.
static void embed_held(const choice *ch, const pl_folds *folds, const pl_additive_shape *shape, pl_fold_model *model) {
  memset(model->held, 0, sizeof model->held);
  for (int s = 0; s < PL_SLOTS; s++) {
    pl_additive_addend fixed = shape->addend[s], to = ch->big.addend[s];
    if (pl_additive_values_of(&fixed) == 0) continue;
    for (int j = 0; j < PL_ADDITIVE_MAX_KNOT; j++)
      if (!fixed.held[j]) fixed.value[j] = 0;
    pl_additive_read((pl_additive_slot)s, &fixed, &to);
    for (int j = 0; j < pl_additive_values_of(&to); j++) model->held[ch->first[s] + j] = to.value[j] / folds->scale[ch->first[s] + j];
  }
}

// The shape after a change. False when some addend has no such level.
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

static bool embed(void *user, const pl_folds *folds, unsigned slots, int up, pl_fold_model *model) {
  const choice *ch = user;
  pl_additive_shape shape = ch->run->shape;
  if (!apply(&shape, slots, up)) return false;
  embed_free(ch, folds, &shape, model);
  embed_held(ch, folds, &shape, model);
  return true;
}

static const char *name_change(pl_arena *arena, const pl_additive_shape *before, const pl_additive_shape *after, unsigned slots, int up) {
  static const char *const level_name[] = {"", "", " curved", " asymmetric"};
  const char *name = up > 0 ? "+" : "-";
  for (int s = 0; s < PL_SLOTS && name; s++)
    if (slots >> s & 1)
      name = pl_arena_printf(arena, "%s %s%s", name, pl_additive_slot_name((pl_additive_slot)s),
                             level_name[(up > 0 ? after : before)->addend[s].level]);
  return name;
}

static pl_status fit_change(void *user, unsigned slots, int up) {
  choice *ch = user;
  pl_additive_run *run = ch->run;
  ch->before = run->shape;
  apply(&run->shape, slots, up);
  const char *name = name_change(run->fit->arena, &ch->before, &run->shape, slots, up);
  if (!name) return PL_ERROR_MEMORY;
  PL_TRY(pl_additive_fit(run, "choice of addends", ch->free, ch->tolerance));
  return pl_additive_note(run, name, NAN, true);
}

static void undo(void *user) {
  choice *ch = user;
  ch->run->shape = ch->before;
}

pl_status pl_addend_choice(pl_additive_run *run, unsigned free, double tolerance) {
  pl_fit *fit = run->fit;
  choice ch = {.run = run, .free = free, .tolerance = tolerance, .bend = (free & PL_FREE_BENDING) != 0};
  pl_grower grower = {.user = &ch, .n_slot = PL_SLOTS, .embed = embed, .linearise = linearise, .fit = fit_change, .undo = undo};
  pl_folds *folds = pl_alloc(fit->ctx, 1, sizeof *folds);
  if (!folds) return PL_ERROR_MEMORY;
  double error;
  folds->n_fold = fit->problem.options.folds;
  pl_status status = pl_folds_grow(&grower, fit, folds, fit->problem.options.refine, &error);
  pl_free(fit->ctx, folds);
  PL_TRY(status);
  PL_TRY(pl_additive_fit(run, "chosen addends", free, 1e-5));
  return pl_additive_note(run, "chosen addends", NAN, true);
}
