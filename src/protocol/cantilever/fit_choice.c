// fit_choice.c: whether strips need curves of bending, or constants suffice.
//
// Levels: constants; curves of the curvatures along warp and weft; a curve of the twist too.
// The strips are divided into at most FOLDS groups, such that every direction keeps a strip when a group is left out. For each group a
// level is fitted to the other strips. Then the strips of the group are predicted, with only their clamps' directions free. A higher level
// is chosen if it lowers the sum of squares of all left-out strips by WORTH. A curve that only follows noise raises it.
// Labels of one photograph share their errors, so labels of a strip are never divided. If no strip can be left out, curves must halve the
// sum of squares of the fit itself.
#include <math.h>
#include <string.h>

#include "protocol/cantilever/fit_strips.h"

#define PI 3.14159265358979323846
enum { ROWS = PL__STRIP_ROWS, OBLIQUE = 1, FOLDS = 4, ALWAYS = -1, LEVELS = 3 };
static const double WORTH = 0.02, HALF = 0.5, TOLERANCE = 1e-4;

// group[i] of each fitted case; ALWAYS: never left out. Returns the number of groups.
static int divide(const pl_fit *fit, int *group) {
  int n_group = 0;
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    int before = 0, all = 0;
    group[i] = ALWAYS;
    if (!pl__strip(fit, i)) continue;
    for (int k = 0; k < fit->problem.n_fitted; k++) {
      if (!pl__strip(fit, k)) continue;
      bool same = fabs(remainder(fit->work.fit_case[k].test->angle - fit->work.fit_case[i].test->angle, PI)) < 1e-6;
      all += same;
      before += same && k < i;
    }
    if (all < 2) continue;
    group[i] = before % FOLDS;
    if (group[i] >= n_group) n_group = group[i] + 1;
  }
  return n_group;
}

typedef struct choice {
  pl_fit *fit;
  const pl_stage *stage;
  const pl__strips *strips;
  pl_solution *solution;
  const int *group;  // [n_fitted]
  bool *left_out;    // [n_fitted]
} choice;

// Only the strips of group g take part, or only those of the others.
static void divide_at(const choice *c, int g, bool of_group) {
  bool *left_out = c->left_out;
  for (int i = 0; i < c->fit->problem.n_fitted; i++) left_out[i] = (c->group[i] == g) != of_group || !pl_stage_asks(c->stage, i);
}

// Adds the squares of the strips of group g, predicted by a model that was fitted to the others.
static pl_status predict_group(const choice *c, int g, const char *law, const pl__bend_curve curve[ROWS], pl_met *sum) {
  pl_fit *fit = c->fit;
  pl_stage others = pl_stage_named(c->stage, "left-out strips"), group;
  pl_material *material;
  PL_TRY(pl__strip_material(fit, c->strips, law, curve, &material));
  PL_TRY(pl_stage_material(&fit->problem, &fit->work, c->stage, &fit->material, material));
  bool *held = pl_arena_alloc(fit->arena, (size_t)material->n_theta, sizeof *held);
  if (!held) return PL_ERROR_MEMORY;
  for (int j = 0; j < material->n_theta; j++) held[j] = true;
  others.left_out = c->left_out;
  others.scan = true;
  others.tolerance = fmax(c->stage->tolerance, TOLERANCE);
  group = others;
  group.held = held;
  divide_at(c, g, false);
  PL_TRY(pl_stage_run(&fit->problem, &fit->work, fit->material, &others, c->solution));
  divide_at(c, g, true);
  PL_TRY(pl_stage_run(&fit->problem, &fit->work, fit->material, &group, c->solution));
  pl_met met = pl_solution_met(c->solution);
  sum->n_failed += met.n_failed;
  sum->chi2 += met.chi2;
  return PL_OK;
}

// The rows of a level: constants, curves along the yarns, or curves of all curvatures. False: it is that of the level before.
static bool rows_of_level(int level, const pl__bend_curve constant[ROWS], const pl__bend_curve curve[ROWS], pl__bend_curve out[ROWS]) {
  bool more = level == 0;
  for (int j = 0; j < ROWS; j++) {
    int from = j == OBLIQUE ? 2 : 1;
    out[j] = level >= from ? curve[j] : constant[j];
    more = more || (level == from && curve[j].n > 1);
  }
  return more;
}

pl_status pl__strip_choose(pl_fit *fit, const pl_stage *stage, const pl__strips *strips, const pl__bend_curve constant[ROWS],
                           const pl__bend_curve curve[ROWS], const pl_met sums[2], pl_solution *solution, pl__bend_curve chosen[ROWS]) {
  size_t n = (size_t)fit->problem.n_fitted;
  int *group = pl_arena_alloc(fit->arena, n, sizeof *group);
  bool *left_out = pl_arena_alloc(fit->arena, n, sizeof *left_out);
  if (!group || !left_out) return PL_ERROR_MEMORY;
  const choice c = {fit, stage, strips, solution, group, left_out};
  const pl_spent before = solution->fell_short;
  int n_group = divide(fit, group);
  pl_met best = {0};
  bool halved = sums[1].n_failed <= sums[0].n_failed && sums[1].chi2 < HALF * sums[0].chi2;
  rows_of_level(n_group == 0 && halved ? LEVELS - 1 : 0, constant, curve, chosen);
  for (int level = 0; level < LEVELS && n_group > 0; level++) {
    pl__bend_curve rows[ROWS];
    pl_met sum = {0};
    if (!rows_of_level(level, constant, curve, rows)) continue;
    for (int g = 0; g < n_group; g++) PL_TRY(predict_group(&c, g, strips->row->curve, rows, &sum));
    if (level > 0 && (sum.n_failed > best.n_failed || sum.chi2 > (1 - WORTH) * best.chi2)) continue;
    best = sum;
    memcpy(chosen, rows, sizeof rows);
  }
  solution->fell_short = before;
  return PL_OK;
}
