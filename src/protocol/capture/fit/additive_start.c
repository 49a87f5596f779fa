// additive_start.c: starting values of an additive fit, from force balances at the captured shapes, without simulation.
//
// Clip forces are linear in E/(1 - nu^2) and nu E/(1 - nu^2) of StVK. Bending balances the weight: for a motion u of the overhanging cloth
// that keeps all lengths,
//    sum_v load_v . u_v = sum_b k_b dE_b/dx . u      (E_b: hinges of one direction with stiffness 1)
// The overhang is nearly a cylinder along the edge of the table. Let s be the distance from the edge on the flat cloth, T(s) the tangent of
// its profile and N the normal towards the ground. A curvature increased by 1 everywhere moves it by u(s) = integral of s N ds. u is
// computed from means over strips along the edge, so the noise of single vertices enters only the hinge angles, and averages out.
#include <math.h>
#include <string.h>

#include "protocol/capture/fit/additive_run.h"
#include "math/quadratic_program.h"
#include "protocol/capture/capture.h"

// The clip forces of a case at its captured shapes with E/(1 - nu^2) = a and nu a = b.
static pl_status forces_at(const pl_additive_run *run, const pl_fit_case *c, double a, double b, double *force) {
  double *theta = run->fit->material->theta + pl_material_term(run->fit->material, "membrane")->theta, *out[PL_MAX_CHANNEL] = {0};
  theta[1] = a > 0 ? b / a : 0;
  theta[0] = a * (1 - theta[1] * theta[1]);
  out[PL_CAPTURE_CLIP_FORCE] = force;
  return pl_rig_at_start(c->rig, run->fit->material->theta, out);
}

// Products of the derivatives of the forces by a and b, and of each with the measured forces minus those of a = b = 0.
static pl_status add_forces(const pl_additive_run *run, int i, double product[3], double sum[2]) {
  const pl_fit_case *c = &run->fit->work.fit_case[i];
  const double *measured = c->test->channel[PL_CAPTURE_CLIP_FORCE].value, part = 0.5;
  size_t n = (size_t)pl_case_values(c, PL_CAPTURE_CLIP_FORCE);
  double *force[3], counts_as = run->weighting[i].counts_as[PL_CAPTURE_CLIP_FORCE], sigma = counts_as > 0 ? counts_as : 1,
                    weight = 1 / (sigma * sigma);
  for (int k = 0; k < 3; k++) {
    if (!(force[k] = pl_arena_alloc(run->solution->arena, n + 1, sizeof **force))) return PL_ERROR_MEMORY;
    PL_TRY(forces_at(run, c, k > 0, k == 2 ? part : 0, force[k]));
  }
  for (size_t v = 0; v < n; v++) {
    double by_a = force[1][v] - force[0][v], by_b = (force[2][v] - force[1][v]) / part, rest = measured[v] - force[0][v];
    product[0] += weight * by_a * by_a;
    product[1] += weight * by_a * by_b;
    product[2] += weight * by_b * by_b;
    sum[0] += weight * by_a * rest;
    sum[1] += weight * by_b * rest;
  }
  return PL_OK;
}

pl_status pl_additive_balance_forces(pl_additive_run *run, double *young, double *poisson) {
  const double least = 0, most = 0.8;  // of nu: beyond, E/(1 - nu^2) diverges
  const pl_fit *fit = run->fit;
  double product[3] = {0}, sum[2] = {0}, was = fit->material->theta[pl_material_term(fit->material, "membrane")->theta];
  for (int i = 0; i < fit->problem.n_fitted; i++)
    if (pl_stage_asks(&run->stage, i) && fit->work.fit_case[i].test->channel[PL_CAPTURE_CLIP_FORCE].value)
      PL_TRY(add_forces(run, i, product, sum));
  double det = product[0] * product[2] - product[1] * product[1];
  double a = product[2] * sum[0] - product[1] * sum[1], b = product[0] * sum[1] - product[1] * sum[0];
  *poisson = det > 0 && a > 0 ? fmin(fmax(b / a, least), most) : 0.2;
  // the best a for that nu
  double nu = *poisson, slope = sum[0] + nu * sum[1], square = product[0] + nu * (2 * product[1] + nu * product[2]);
  *young = slope > 0 && square > 0 ? slope / square * (1 - nu * nu) : was;
  return PL_OK;
}

// ---- bending ----

enum { MAX_STRIP = 128, ON_TABLE = 2 };  // strips of the profile; of these on the table

typedef struct profile {
  int n;
  double s[MAX_STRIP];     // m, mean distance from the edge, negative on the table
  double x[MAX_STRIP][3];  // m, mean position
  double u[MAX_STRIP][3];  // motion
} profile;

static double distance(const double *line, const double *rest) { return line[0] * rest[0] + line[1] * rest[1] + line[2]; }

// Mean positions of strips of width h from just inside the table to the free end. False when there are too few.
static bool make_profile(const pl_resampled *r, int frame, double h, profile *p) {
  int count[MAX_STRIP] = {0};
  *p = (profile){0};
  for (int32_t v = 0; v < r->mesh->n_vertex; v++) {
    double s = distance(r->line + 3 * (size_t)frame, r->mesh->rest + 2 * (size_t)v), at = floor(s / h) + ON_TABLE;
    if (!(at >= 0) || at >= MAX_STRIP) continue;
    const double *x = r->x + 3 * ((size_t)frame * (size_t)r->mesh->n_vertex + (size_t)v);
    count[(int)at]++;
    p->s[(int)at] += s;
    for (int k = 0; k < 3; k++) p->x[(int)at][k] += x[k];
  }
  for (int i = 0; i < MAX_STRIP; i++) {
    if (count[i] == 0) continue;
    p->s[p->n] = p->s[i] / count[i];
    for (int k = 0; k < 3; k++) p->x[p->n][k] = p->x[i][k] / count[i];
    p->n++;
  }
  return p->n > ON_TABLE + 1 && p->s[0] < 0;
}

static void cross_product(const double a[3], const double b[3], double out[3]) {
  for (int k = 0; k < 3; k++) out[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

static double normalise(double a[3]) {
  double length = sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
  for (int k = 0; k < 3; k++) a[k] /= length;
  return length;
}

// u(s) by strips; `down`: the direction of gravity. The axis is that of the edge: N = axis x T, and N = down where the cloth lies on the
// table.
static bool move_profile(const double down[3], profile *p) {
  double axis[3] = {0};
  for (int i = 0; i + 1 < p->n; i++) {
    double t[3], normal[3], length = p->s[i + 1] - p->s[i], phi = fmax(0.5 * (p->s[i] + p->s[i + 1]), 0);
    for (int k = 0; k < 3; k++) t[k] = p->x[i + 1][k] - p->x[i][k];
    normalise(t);
    if (i == 0) {
      cross_product(t, down, axis);
      if (!(normalise(axis) > 0)) return false;
    }
    cross_product(axis, t, normal);
    for (int k = 0; k < 3; k++) p->u[i + 1][k] = p->u[i][k] + phi * length * normal[k];
  }
  return true;
}

static void profile_at(const profile *p, double s, double u[3]) {
  int i = 0;
  while (i + 2 < p->n && p->s[i + 1] < s) i++;
  double part = (s - p->s[i]) / (p->s[i + 1] - p->s[i]);
  for (int k = 0; k < 3; k++) u[k] = p->u[i][k] + part * (p->u[i + 1][k] - p->u[i][k]);
}

// Work of the gradient at the captured shape along the motion of the profile.
static double work_along(const pl_rig *rig, int frame, const double *theta, const profile *p, double *x, double *gradient) {
  const pl_resampled *r = pl_resampled_of(rig->test);
  pl_solver *solver = pl_rig_frame_solver(rig, frame);
  size_t n = (size_t)r->mesh->n_vertex;
  double sum = 0;
  rig->act.start(rig, frame, x);
  pl_solver_gradient(solver, theta, x, gradient);
  for (size_t v = 0; v < n; v++) {
    double u[3];
    if (r->supported[(size_t)frame * n + v]) continue;
    profile_at(p, distance(r->line + 3 * (size_t)frame, r->mesh->rest + 2 * v), u);
    for (size_t k = 0; k < 3; k++) sum += gradient[3 * v + k] * u[k];
  }
  return sum;
}

// One row per frame, row . k = 1: the ratio of the work of bending to that of the weight. Adds its products.
static pl_status add_frame(const pl_additive_run *run, const pl_rig *rig, int frame, double *theta, double *room, double product[9],
                           double sum[3], int *n) {
  const pl_resampled *r = pl_resampled_of(rig->test);
  const pl_material *material = run->fit->material;
  size_t n_dof = (size_t)rig->body.model->n_dof;
  double area = 0, down[3] = {0}, row[3], *gradient = room, *x = room + n_dof;
  for (int32_t t = 0; t < r->mesh->n_triangle; t++) area += r->mesh->triangle_area[t];
  profile p;
  memset(theta, 0, (size_t)material->n_theta * sizeof *theta);
  pl_solver_gradient(pl_rig_frame_solver(rig, frame), theta, r->x + (size_t)frame * n_dof, gradient);
  for (size_t i = 0; i < n_dof; i++) down[i % 3] -= gradient[i];
  if (!(normalise(down) > 0) || !make_profile(r, frame, sqrt(2 * area / r->mesh->n_triangle), &p) || !move_profile(down, &p)) return PL_OK;
  double weight = -work_along(rig, frame, theta, &p, x, gradient);
  for (int b = 0; b < 3; b++) {
    int at = pl_additive_bending(material, b);
    theta[at] = 1;
    row[b] = (work_along(rig, frame, theta, &p, x, gradient) + weight) / weight;
    theta[at] = 0;
  }
  if (!(weight > 0) || !(row[0] + row[1] + row[2] > 0)) return PL_OK;
  for (int a = 0; a < 3; a++) {
    sum[a] += row[a];
    for (int b = 0; b < 3; b++) product[3 * a + b] += row[a] * row[b];
  }
  ++*n;
  return PL_OK;
}

// Least squares over the frames for k = size z with z >= 0. A weak regularisation favours equal values, since two directions of overhang do
// not determine all three.
static bool solve_bending(const double product[9], const double sum[3], int n, double bend[3]) {
  static const double each[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, level[3] = {1e-2, 1e-2, 1e-2}, slack[3] = {0};
  double whole = 0, m[9], b[3], z[3], force[3], work[64];
  int holding[3];
  for (int a = 0; a < 3; a++) whole += sum[a];
  double size = n / whole, alike = 0.01 * n;
  for (int a = 0; a < 3; a++) {
    b[a] = -size * sum[a] - alike;
    for (int c = 0; c < 3; c++) m[3 * a + c] = size * size * product[3 * a + c] + (a == c ? alike : 0);
  }
  if (!pl_quadratic_solve(&(pl_quadratic_program){3, 3, m, b, each, level, slack}, z, force, work, holding)) return false;
  for (int a = 0; a < 3; a++) bend[a] = size * z[a];
  return true;
}

pl_status pl_additive_balance_bending(pl_additive_run *run, double bend[3], bool *known) {
  const pl_fit *fit = run->fit;
  double product[9] = {0}, sum[3] = {0};
  int n = 0;
  *known = false;
  PL_TRY(pl_additive_take(run, PL_FREE_BENDING));
  PL_TRY(pl_solution_reset(fit->ctx, run->solution));
  double *theta = pl_arena_alloc(run->solution->arena, (size_t)fit->material->n_theta + 1, sizeof *theta);
  if (!theta) return PL_ERROR_MEMORY;
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_fit_case *c = &fit->work.fit_case[i];
    if (!pl_stage_asks(&run->stage, i) || !pl_resampled_of(c->test)->line) continue;
    double *room = pl_arena_alloc(run->solution->arena, 2 * (size_t)c->rig->body.model->n_dof + 1, sizeof *room);
    if (!room) return PL_ERROR_MEMORY;
    for (int f = 0; f < c->test->n_frame; f++) PL_TRY(add_frame(run, c->rig, f, theta, room, product, sum, &n));
  }
  *known = n > 0 && solve_bending(product, sum, n, bend);
  return PL_OK;
}
