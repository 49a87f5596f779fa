// test_krylov.c: linear systems of models without an energy: solved when there is a solution, and never said to be when there is none.
#include <math.h>
#include <stdlib.h>

#include "conformance/solver_problem.h"
#include "solve/solver.h"
#include "test.h"

// A solver at rest with the exact stiffness in hess and a factor of it.
static pl_solver *solver_at_rest(problem *p) {
  problem_create_unsymmetric(8, p);
  pl_solve_options options = pl_solve_options_default();
  pl_solver *s;
  pl_solve_report report;
  REQUIRE(pl_solver_create(p->model, &options, &s) == PL_OK);
  REQUIRE(pl_equilibrium(s, p->material->theta, p->start, &report) == PL_OK);
  REQUIRE(report.outcome == PL_SOLVE_CONVERGED);
  bool stable;
  REQUIRE(pl_sensitivity_begin(s, p->material->theta, p->start, &stable) == PL_OK);
  REQUIRE(stable);
  return s;
}

// Largest |H x - b| over the free dofs, relative to |b|.
static double misfit(pl_solver *s, const double *b, const double *x) {
  double *y = calloc((size_t)s->n_dof, sizeof *y), worst = 0, size = 0;
  pl_block_matrix_multiply(&s->hess, x, y);
  for (int32_t i = 0; i < s->n_dof; i++)
    if (!s->fixed[i]) {
      worst = fmax(worst, fabs(y[i] - b[i]));
      size = fmax(size, fabs(b[i]));
    }
  free(y);
  return worst / size;
}

TEST(krylov_singular_is_not_solved) {
  problem p;
  pl_solver *s = solver_at_rest(&p);
  size_t n = (size_t)s->n_dof;
  double *b = calloc(n, sizeof *b), *x = calloc(n, sizeof *x);
  int32_t loose = -1;  // a dof that nothing holds
  for (size_t i = 0; i < n; i++) {
    b[i] = s->fixed[i] ? 0 : sin(1.0 + (double)i);
    if (!s->fixed[i] && loose < 0) loose = (int32_t)i;
  }
  bool solved;
  REQUIRE(pl__krylov_solve(s, false, 1e-10, b, x, &solved) == PL_OK);
  CHECK(solved);
  CHECK_LESS(misfit(s, b, x), 1e-6);
  // no stiffness at all: nothing is solved, and x is no answer
  pl_block_matrix_zero(&s->hess);
  REQUIRE(pl__krylov_solve(s, false, 1e-10, b, x, &solved) == PL_OK);
  CHECK(!solved);
  for (size_t i = 0; i < n; i++) CHECK(x[i] == 0);
  REQUIRE(pl__krylov_solve(s, true, 1e-10, b, x, &solved) == PL_OK);
  CHECK(!solved);
  // a load that is not finite
  b[loose] = NAN;
  REQUIRE(pl__krylov_solve(s, false, 1e-10, b, x, &solved) == PL_OK);
  CHECK(!solved);
  free(b);
  free(x);
  pl_solver_destroy(s);
  problem_destroy(&p);
}
