// fit.c: the schedule for bodies in known homogeneous states (rubber, gels, foams); those with axes are fit_orthotropic.c's.
//
//   1. neo-Hooke     its modulus directly from the main stresses: the scale of everything that follows
//   2. the model     laws linear in theta start at the solution of the linear problem within their bounds: no starting values are needed
//        additive    one more segment in one of its curves while five-fold cross-validation improves; then a curve, or parameters, that the
//                    data do not determine and cross-validation does not need are removed (rubber_prune.c); the effect of the knots on the
//                    moduli at rest comes from a law with twice as many (knot_error.c)
//        polyconvex  (--polyconvex) the same with polyconvex laws and bounds: curves of I1 and I2; exponents >= 3/2 or <= -3
//        ogden-n     the best sets of n exponents of a grid are starts of the full problem (fit_ogden.c)
#include <math.h>
#include <stdlib.h>

#include "base/text.h"
#include "protocol/homogeneous/homogeneous_run.h"
#include "estimate/problem/whole.h"
#include "estimate/judge/knot_error.h"
#include "estimate/stage/linear_stage.h"
#include "protocol/homogeneous/homogeneous.h"
#include "protocol/homogeneous/visit.h"
#include "protocol/homogeneous/homogeneous_part.h"

#define FIRST_BULK 20.0  // of the modulus: a Poisson's ratio of 0.475
// Of the modulus: a Poisson's ratio of 0.4998. Beyond it, the bulk modulus is indistinguishable from infinite in such tests, and the
// lateral stretches are rounding.
#define MOST_BULK 2500.0
enum { MAX_SEGMENT = 8 };
// Maximum factorisations of a frame in a trial step. It starts at the last step's stretches and usually needs 1 to 10.
enum { TRIAL_EFFORT = 60 };

// ---- tests and model ----

// True if all stresses are zero: a column that was never filled in.
static bool is_all_zero(const pl_test *test) {
  for (int f = 0; f < test->n_frame; f++)
    if (test->channel[test->observed].value[f] != 0) return false;
  return true;
}

// Common properties of all tests, once they are checked.
static const pl_homogeneous *agreed(const pl_fit *fit) {
  const pl_fit_case *any = fit->work.fit_case;
  return pl_homogeneous_of(any->test);
}

static pl_status check_tests(const pl_fit *fit) {
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_fit_case *c = &fit->work.fit_case[i], *other = i > 0 ? c - 1 : c;
    const pl_homogeneous *h = pl_homogeneous_of(c->test), *its = pl_homogeneous_of(other->test);
    pl_where where = {.file = c->given->measurement->file, .line = c->test->line};
    if (is_all_zero(c->test))
      return pl_fail(fit->ctx, PL_ERROR_INPUT, &where, "check the column and the file; leave the test out if its stress was not measured",
                     PL_ID("state.zero-stress") "%s of '%s' is zero in every row: there is no stiffness to be found",
                     c->test->channel[c->test->observed].row->name, c->test->name);
    if (h->symmetry != its->symmetry)
      return pl_fail(fit->ctx, PL_ERROR_INPUT, &where, "say the same \"symmetry\" about all tests of one material",
                     "'%s' is %s, '%s' is %s", c->test->name, h->symmetry == PL_SYMMETRY_ORTHOTROPIC ? "orthotropic" : "isotropic",
                     other->test->name, its->symmetry == PL_SYMMETRY_ORTHOTROPIC ? "orthotropic" : "isotropic");
    if (h->incompressible != its->incompressible)
      return pl_fail(fit->ctx, PL_ERROR_INPUT, &where, "say the same about all tests of one material",
                     "'%s' is %scompressible, '%s' is not", c->test->name, its->incompressible ? "" : "in", other->test->name);
  }
  return PL_OK;
}

// Shear modulus by least squares on the main stresses: P11 = mu (l1 - l3^2 / l1), P12 = mu g, t1 - t2 = mu (l1^2 - l2^2).
static double first_modulus(const pl_fit *fit) {
  double product = 0, square = 0;
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_test *test = fit->work.fit_case[i].test;
    const double *stress = test->channel[test->observed].value;
    double sigma = pl_case_sigma(test, test->observed);
    for (int f = 0; f < test->n_frame; f++) {
      const pl_homogeneous_state s = pl_homogeneous_at(test, f);
      const double *l = s.stretch;
      double per = pl_homogeneous_of(test)->mode >= PL_SIMPLE_SHEAR ? s.shear : l[0] - l[2] * l[2] / l[0];
      if (pl_homogeneous_of(test)->measure == PL_STRESS_DIFFERENCE) per = l[0] * l[0] - l[1] * l[1];
      per *= pl_homogeneous_factor(test, test->observed, f) / sigma;
      product += per * stress[f] / sigma;
      square += per * per;
    }
  }
  double modulus = square > 0 ? product / square : 0;
  return modulus > 0 ? modulus : 1e5;
}

// ---- models ----

pl_status pl_homogeneous_take(pl_fit *fit, const pl_stage *stage, const pl_rubber_row *row, const pl_rubber_guess *g,
                              const int segments[2]) {
  pl_material *material;
  pl_measurement whole = pl_fit_whole(fit);
  PL_TRY(pl_rubber_build(fit->ctx, &whole, row, segments, g, &material));
  for (int j = 0; j < material->n_theta; j++)
    if (material->parameter[j].bulk) {
      material->parameter[j].upper = MOST_BULK * g->modulus;
      material->theta[j] = fmin(material->theta[j], material->parameter[j].upper);
    }
  return pl_stage_material(&fit->problem, &fit->work, stage, &fit->material, material);
}

static pl_status try_segments(pl_fit *fit, const pl_stage *stage, const pl_rubber_row *row, const pl_rubber_guess *g, const int segments[2],
                              pl_solution *solution, pl_held_out *out) {
  PL_TRY(pl_homogeneous_take(fit, stage, row, g, segments));
  PL_TRY(pl_linear_stage_make(&fit->problem, &fit->work, fit->material, stage, solution));
  PL_TRY(pl_linear_stage_held_out(fit->material, solution, out));
  return pl_progress(fit->ctx, "segments", -1, "%d and %d: held-out rows are missed by %.4g sigma", segments[0], segments[1], out->error)
             ? PL_OK
             : PL_ERROR_INTERRUPTED;
}

// The curve that gains more gets one more segment, while one gains enough. Then the curve of the stretches is dropped if that of I1
// suffices. (Not the reverse: the curve of I1 is exactly neo-Hooke's, which knots are not, and that shows near rest.)
static pl_status choose_segments(pl_fit *fit, const pl_stage *stage, const pl_rubber_row *row, const pl_rubber_guess *g,
                                 pl_solution *solution, int segments[2]) {
  pl_held_out least, tried[2];
  segments[0] = segments[1] = 1;
  PL_TRY(try_segments(fit, stage, row, g, segments, solution, &least));
  for (;;) {
    for (int c = 0; c < 2; c++) {
      int more[2] = {segments[0] + (c == 0), segments[1] + (c == 1)};
      tried[c].error = INFINITY;
      if (more[c] <= MAX_SEGMENT) PL_TRY(try_segments(fit, stage, row, g, more, solution, &tried[c]));
    }
    int better = tried[1].error < tried[0].error;
    if (!pl_linear_stage_improves(&least, &tried[better])) break;
    least = tried[better];
    segments[better]++;
  }
  if (g->polyconvex) return PL_OK;
  const int alone[2] = {segments[0], 0};
  PL_TRY(try_segments(fit, stage, row, g, alone, solution, &tried[0]));
  if (!pl_linear_stage_improves(&tried[0], &least)) segments[1] = 0;
  return PL_OK;
}

static pl_status fit_additive(pl_fit *fit, const pl_stage *stage, const pl_rubber_row *row, const pl_rubber_guess *g,
                              pl_solution *solution) {
  int segments[2];
  PL_TRY(choose_segments(fit, stage, row, g, solution, segments));
  const int finer[2] = {2 * segments[0], 2 * segments[1]};
  PL_TRY(pl_homogeneous_take(fit, stage, row, g, finer));
  PL_TRY(pl_knot_error(fit, stage, solution));
  PL_TRY(pl_homogeneous_take(fit, stage, row, g, segments));
  PL_TRY(pl_rubber_prune(fit, stage, solution));
  return pl_stage_run(&fit->problem, &fit->work, fit->material, stage, solution);
}

static int ascending_order(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static pl_status first_guess(const pl_fit *fit, pl_rubber_guess *g) {
  *g = (pl_rubber_guess){
      .incompressible = agreed(fit)->incompressible, .polyconvex = fit->problem.options.polyconvex, .modulus = first_modulus(fit)};
  g->bulk = FIRST_BULK * g->modulus;
  for (int i = 0; i < fit->problem.n_fitted; i++) g->n += fit->work.fit_case[i].test->n_frame;
  double *x = pl_arena_alloc(fit->arena, (size_t)g->n, sizeof *x), *y = pl_arena_alloc(fit->arena, (size_t)g->n, sizeof *y);
  if (!x || !y) return PL_ERROR_MEMORY;
  for (int i = 0, at = 0; i < fit->problem.n_fitted; at += fit->work.fit_case[i++].test->n_frame)
    pl_rubber_visit(fit->work.fit_case[i].test, &g->range, x + at, y + at);
  qsort(x, (size_t)g->n, sizeof *x, ascending_order);
  qsort(y, (size_t)g->n, sizeof *y, ascending_order);
  g->invariant = x;
  g->second = y;
  return PL_OK;
}

pl_status pl__homogeneous_fit(pl_fit *fit, pl_solution *solution) {
  PL_TRY(check_tests(fit));
  pl_stage settings = pl_stage_default(&fit->problem), *stage = &settings;
  stage->steps.effort = TRIAL_EFFORT;
  if (agreed(fit)->symmetry == PL_SYMMETRY_ORTHOTROPIC) return pl_fit_orthotropic(fit, stage, solution);
  const pl_rubber_row *row = pl_rubber_find(fit->solution.model), *first = pl_rubber_first();
  pl_rubber_guess g;
  PL_TRY(first_guess(fit, &g));
  PL_TRY(pl_homogeneous_take(fit, stage, first, &g, NULL));
  stage->name = first->name;
  PL_TRY(pl_stage_run(&fit->problem, &fit->work, fit->material, stage, solution));
  if (row == first) return PL_OK;
  g.modulus = fmax(fit->material->theta[0], 1e-3 * g.modulus);
  if (!g.incompressible) g.bulk = fit->material->theta[1];
  stage->name = row->name;
  if (row->kind == PL_RUBBER_ADDITIVE) return fit_additive(fit, stage, row, &g, solution);
  if (row->kind == PL_RUBBER_OGDEN) return pl_fit_ogden(fit, stage, row, &g, solution);
  PL_TRY(pl_homogeneous_take(fit, stage, row, &g, NULL));
  PL_TRY(pl_linear_stage_start(&fit->problem, &fit->work, fit->material, stage, solution));
  return pl_stage_run(&fit->problem, &fit->work, fit->material, stage, solution);
}
