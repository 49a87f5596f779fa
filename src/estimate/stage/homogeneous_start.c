// homogeneous_start.c: see homogeneous_start.h.
//
// A uniform specimen with Green strains e along the pull and a across it, free of stress across, satisfies
//   S = c11 e + c12 a,   0 = c12 e + c22 a            (pulled along warp; along weft c11 and c22 change places)
//   S = c11 e                                         if the strain across was not measured
//   S = c33 g                                         sheared
// with the stress S (N/m). All are linear in c11, c22, c33, c12: one least-squares problem without a start. A fit that begins far from its
// solution can stop at its first numbers. A strong coupling makes long steps end in other equilibria.
#include "estimate/stage/homogeneous_start.h"

#include <math.h>

#include "estimate/friction/friction.h"
#include "estimate/optimise/linear_fit.h"
#include "estimate/problem/protocol_fit.h"
#include "estimate/stage/curves.h"

enum { C11, C22, C33, C12, N_STIFFNESS };
static const char *const term_name[N_STIFFNESS] = {"warp", "weft", "shear", "cross"};

#define WEAK 1e-3           // sigmas by which a stiffness may differ from its start by itself: far below any reading
#define LARGEST_RATIO 0.95  // of c12 / sqrt(c11 c22): a start inside the convex materials

typedef struct rows {
  int n;
  double *matrix, *target;  // [n][N_STIFFNESS], [n], over the standard error of the stress
} rows;

static void add_row(rows *r, double sigma, double target, int a, double by_a, int b, double by_b) {
  double *row = r->matrix + (size_t)r->n * N_STIFFNESS, over = sigma > 0 ? 1 / sigma : 1;
  for (int j = 0; j < N_STIFFNESS; j++) row[j] = 0;
  row[a] += over * by_a;
  row[b] += over * by_b;
  r->target[r->n++] = over * target;
}

static void add_path(rows *r, const pl_path *path, int curve) {
  for (int f = 0; f < path->n; f++) {
    double e = path->strain[f], across = path->across ? path->across[f] : 0;
    add_row(r, path->sigma[f], path->stress[f], curve, e, C12, across);
    if (path->across) add_row(r, path->sigma[f], 0, C12, e, curve == C11 ? C22 : C11, across);
  }
}

pl_status pl_homogeneous_start(const pl_fit *fit, pl_material *linear) {
  int n_frame = 0, at[N_STIFFNESS];
  for (int j = 0; j < N_STIFFNESS; j++) {
    const pl_term *term = pl_material_term(linear, term_name[j]);
    if (!term) return PL_OK;
    at[j] = term->theta;
  }
  for (int i = 0; i < fit->problem.n_fitted; i++) n_frame += fit->work.fit_case[i].test->n_frame;
  size_t most = 2 * (size_t)n_frame + N_STIFFNESS;
  rows r = {0, pl_arena_alloc(fit->arena, most * N_STIFFNESS, sizeof *r.matrix), pl_arena_alloc(fit->arena, most, sizeof *r.target)};
  if (!r.matrix || !r.target) return PL_ERROR_MEMORY;
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_fit_case *c = &fit->work.fit_case[i];
    const pl_protocol_fit *part = pl_case_part(c);
    int curve = part->curve && part->nominal_path ? part->curve(c->test) : -1;
    pl_path path;
    if (curve < 0) continue;
    PL_TRY(part->nominal_path(fit->arena, c, curve, &path));
    add_path(&r, &path, curve);
  }
  if (r.n == 0) return PL_OK;
  double lower[N_STIFFNESS], upper[N_STIFFNESS], p[N_STIFFNESS], objective;
  for (int j = 0; j < N_STIFFNESS; j++) {
    double scale = linear->parameter[at[j]].scale;
    add_row(&r, scale / WEAK, linear->theta[at[j]], j, 1, j, 0);
    lower[j] = j == C12 ? -INFINITY : WEAK * scale;
    upper[j] = INFINITY;
  }
  pl_linear_problem problem = {N_STIFFNESS, r.n, r.target, r.matrix};
  PL_TRY(pl_linear_fit(fit->ctx, &problem, lower, upper, p, &objective));
  double largest = LARGEST_RATIO * sqrt(p[C11] * p[C22]);
  p[C12] = fmin(fmax(p[C12], -largest), largest);
  for (int j = 0; j < N_STIFFNESS; j++)
    if (isfinite(p[j])) linear->theta[at[j]] = p[j];
  return PL_OK;
}
