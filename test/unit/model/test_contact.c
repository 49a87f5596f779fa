// The potentials of contact and of its friction: derivatives, equilibria of stacks, sensitivities along a path, steps, threads.
#include "model/contact/contact.h"

#include <lapacke.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "conformance/derivative.h"
#include "contact/exact.h"
#include "contact/mesh_surface.h"
#include "model/assemble.h"
#include "test.h"

enum { MAX_DOF = 64 };

typedef struct stack {
  pl_context *ctx;
  pl_arena *arena;
  pl_mesh *mesh;
  pl_material *material;
  pl_contact_surface *surface;
  pl_contact contact;
  double friction[64];
  pl_model *model;
  pl_work *work;
  pl_block_matrix hess;
  double theta[8], load[MAX_DOF];
  uint8_t fixed[MAX_DOF];
  int n;
  const pl_potential *only;  // for checks of one potential
} stack;

static const char *const terms[] = {
    "{\"name\": \"membrane\", \"strain\": \"green\", \"law\": \"orthotropic\", \"parameters\": {\"unit\": \"N/m\", \"values\": [60, 5, 40, "
    "10]}}",
    "{\"name\": \"bend\", \"strain\": \"hinge\", \"law\": \"linear\", \"parameters\": {\"k\": \"2e-5 N m\"}}"};

// Sheets of one cell each, shifted and turned against each other; the lowest is uneven and fixed. Springs hold them sideways.
static void open_stack(stack *s, int n_sheet, int n_thread, double mu) {
  pl_mesh *sheet[8], *flat;
  pl_specimen specimen = {.length = 0.1, .width = 0.1, .n_length = 1, .n_width = 1};
  pl_rng rng;
  pl_rng_init(&rng, 21);
  *s = (stack){.ctx = pl_context_create(&(pl_context_options){.n_thread = n_thread})};
  s->arena = pl_arena_create(s->ctx);
  REQUIRE(pl_mesh_strip(s->ctx, &specimen, &flat) == PL_OK);
  for (int p = 0; p < n_sheet; p++) {
    double x0[12];
    for (int v = 0; v < 4; v++) {
      double c = cos(0.2 * p), t = sin(0.2 * p), x = flat->x0[3 * v] - 0.05, y = flat->x0[3 * v + 1];
      x0[3 * v] = c * x - t * y + 0.003 * p;
      x0[3 * v + 1] = t * x + c * y;
      x0[3 * v + 2] = 0.006 * p + (p == 0 ? 0.0015 * pl_rng_normal(&rng) : 0);
    }
    REQUIRE(pl_mesh_create(s->ctx, 4, flat->rest, x0, 2, flat->triangle, PL_TOPOLOGY_OTHER, &sheet[p]) == PL_OK);
  }
  REQUIRE(pl_mesh_join(s->ctx, n_sheet, (const pl_mesh *const *)sheet, &s->mesh) == PL_OK);
  for (int p = 0; p < n_sheet; p++) pl_mesh_destroy(sheet[p]);
  pl_mesh_destroy(flat);
  REQUIRE(pl_material_create(s->ctx, "test", 0.2, &s->material) == PL_OK);
  for (int i = 0; i < 2; i++) REQUIRE(pl_material_add_term(s->material, terms[i]) == PL_OK);
  REQUIRE(pl_material_finish(s->material) == PL_OK);
  double radius[8], spring[MAX_DOF] = {0};
  for (int p = 0; p < n_sheet; p++) radius[p] = 0.0005;
  REQUIRE(pl_mesh_surface_create(s->ctx, s->mesh, &(pl_mesh_surface_options){.radius = radius, .reach = 0.003}, &s->surface) == PL_OK);
  for (int i = 0; i < n_sheet * n_sheet; i++) s->friction[i] = mu;
  s->contact = (pl_contact){.surface = s->surface, .stiffness = 0.5, .margin = 0.003, .friction = s->friction, .slip = 2e-4};
  s->n = 3 * s->mesh->n_vertex;
  REQUIRE(s->n <= MAX_DOF && s->material->n_theta <= 8);
  for (int i = 0; i < s->n; i++) {
    s->fixed[i] = i < 12;
    spring[i] = i % 3 == 2 ? 0 : 2;
  }
  const pl_potential more[] = {pl_contact_potential(&s->contact), pl_rubbing_potential(&s->contact)};
  REQUIRE(pl_model_create(
              s->ctx, s->mesh, s->material,
              &(pl_model_options){.gravity = {0, 0, -9.81}, .fixed = s->fixed, .spring = spring, .n_potential = 2, .potential = more},
              &s->model) == PL_OK);
  REQUIRE(pl_work_create(s->model, &s->work) == PL_OK);
  REQUIRE(pl_block_matrix_create(s->arena, &s->model->pattern, &s->hess) == PL_OK);
  memcpy(s->theta, s->material->theta, (size_t)s->material->n_theta * sizeof *s->theta);
  memcpy(s->load, s->model->load, (size_t)s->n * sizeof *s->load);
}

static void close_stack(stack *s) {
  pl_work_destroy(s->work);
  pl_model_destroy(s->model);
  pl_contact_surface_destroy(s->surface);
  pl_material_destroy(s->material);
  pl_mesh_destroy(s->mesh);
  pl_arena_destroy(s->arena);
  pl_context_destroy(s->ctx);
}

static const pl_potential *barrier(const stack *s) { return pl_model_potential(s->model, &pl_potential_contact); }
static const pl_potential *rubbing(const stack *s) { return pl_model_potential(s->model, &pl_potential_rubbing); }

static bool eval_mode(stack *s, const double *x, pl_hess_mode mode, double *value, double *gradient, double *hessian) {
  bool ok = true;
  if (value) *value = 0;
  if (gradient) memset(gradient, 0, (size_t)s->n * sizeof *gradient);
  pl_block_matrix_zero(&s->hess);
  if (s->only)
    s->only->row->add(s->model, s->only, s->theta, x, mode, value, gradient, hessian ? &s->hess : NULL, s->work);
  else
    ok = pl_model_eval(s->model, s->theta, x, mode, value, gradient, hessian ? &s->hess : NULL, s->work);
  for (int j = 0; j < s->n && hessian; j++) {
    double one[MAX_DOF] = {0}, column[MAX_DOF];
    one[j] = 1;
    pl_block_matrix_multiply(&s->hess, one, column);
    for (int i = 0; i < s->n; i++) hessian[i * s->n + j] = column[i];
  }
  return ok;
}

static void eval_exact(void *user, const double *x, double *value, double *gradient, double *hessian) {
  eval_mode(user, x, PL_HESS_EXACT, value, gradient, hessian);
}

// Solves H b = b at the free dofs, fixed ones get 0. False if H is not positive definite there.
static bool solve_free(const stack *s, const double *h, int n_right, double *b) {
  int n = 0, at[MAX_DOF];
  double m[MAX_DOF * MAX_DOF], right[4 * MAX_DOF];
  for (int i = 0; i < s->n; i++)
    if (!s->fixed[i]) at[n++] = i;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) m[i * n + j] = h[at[i] * s->n + at[j]];
    for (int r = 0; r < n_right; r++) right[r * n + i] = b[r * s->n + at[i]];
  }
  if (LAPACKE_dposv(LAPACK_COL_MAJOR, 'L', n, n_right, m, n, right, n) != 0) return false;
  memset(b, 0, (size_t)(n_right * s->n) * sizeof *b);
  for (int i = 0; i < n; i++)
    for (int r = 0; r < n_right; r++) b[r * s->n + at[i]] = right[r * n + i];
  return true;
}

static double largest_free(const stack *s, const double *g) {
  double most = 0;
  for (int i = 0; i < s->n; i++) most = fmax(most, s->fixed[i] ? 0 : fabs(g[i]));
  return most;
}

// Newton with steps that every potential admits. Ends at rounding.
static void settle(stack *s, double *x) {
  double energy, g[MAX_DOF], h[MAX_DOF * MAX_DOF], dx[MAX_DOF], trial[MAX_DOF], next;
  for (int iteration = 0; iteration < 300; iteration++) {
    REQUIRE(eval_mode(s, x, PL_HESS_EXACT, &energy, g, h));
    if (largest_free(s, g) < 1e-14) return;
    for (int i = 0; i < s->n; i++) dx[i] = -g[i];
    if (!solve_free(s, h, 1, dx)) {
      REQUIRE(eval_mode(s, x, PL_HESS_PSD, &energy, g, h));
      // sheets in the air have no stiffness against falling: a small one is added
      for (int i = 0; i < s->n; i++) {
        dx[i] = -g[i];
        h[i * s->n + i] += 0.05;
      }
      REQUIRE(solve_free(s, h, 1, dx));
    }
    double a = pl_model_max_step(s->model, x, dx, s->work), longest = largest_free(s, dx);
    for (int k = 0; k < 60; k++, a /= 2) {
      for (int i = 0; i < s->n; i++) trial[i] = x[i] + a * dx[i];
      if (eval_mode(s, trial, PL_HESS_EXACT, &next, NULL, NULL) && next <= energy + 1e-14 * fabs(energy)) break;
    }
    memcpy(x, trial, (size_t)s->n * sizeof *x);
    if (longest < 1e-15) return;
  }
  test_fail(__FILE__, __LINE__, "not settled");
}

static void check_slopes(stack *s, const double *x, const char *name) {
  derivative_check check = check_derivatives(eval_exact, s, s->n, x, 2e-5, true, 5);
  if (!check.gradient_ok || !check.hessian_ok || check.asymmetry > 1e-10)
    test_fail(__FILE__, __LINE__, "%s: slopes %.2f %.2f, errors %.1e %.1e, asymmetry %.1e", name, check.gradient_slope, check.hessian_slope,
              check.gradient_error, check.hessian_error, check.asymmetry);
}

static void check_semidefinite(stack *s, const double *x) {
  double exact[2], g[2][MAX_DOF], h[MAX_DOF * MAX_DOF], w[MAX_DOF], sum[3] = {0};
  eval_mode(s, x, PL_HESS_EXACT, &exact[0], g[0], NULL);
  eval_mode(s, x, PL_HESS_PSD, &exact[1], g[1], h);
  CHECK(exact[0] == exact[1] && memcmp(g[0], g[1], (size_t)s->n * sizeof(double)) == 0);
  for (int i = 0; i < s->n; i++) sum[i % 3] += g[0][i];
  for (int k = 0; k < 3; k++) CHECK_NEAR(sum[k], 0, 1e-12 * (1e-3 + largest_free(s, g[0])));  // forces add up to nothing
  REQUIRE(LAPACKE_dsyev(LAPACK_ROW_MAJOR, 'N', 'U', s->n, h, s->n, w) == 0);
  CHECK(w[0] > -1e-9 * w[s->n - 1] && w[s->n - 1] > 0);
}

TEST(contact_potential_conforms) {
  stack s;
  open_stack(&s, 3, 1, 0.4);
  double x[MAX_DOF];
  memcpy(x, s.mesh->x0, (size_t)s.n * sizeof *x);
  settle(&s, x);
  s.only = barrier(&s);
  check_slopes(&s, x, "barrier");
  check_semidefinite(&s, x);
  // friction: a step that began at x, sticking and sliding
  pl_history *history;
  REQUIRE(pl_history_create(s.model, &history) == PL_OK);
  s.only = rubbing(&s);
  double value;
  eval_mode(&s, x, PL_HESS_EXACT, &value, NULL, NULL);
  CHECK(value == 0);  // no history
  pl_history_begin(s.model, s.theta, x, history, s.work);
  pl_work_set_history(s.work, history);
  pl_rng rng;
  pl_rng_init(&rng, 22);
  for (int size = 0; size < 2; size++) {
    double y[MAX_DOF];
    for (int i = 0; i < s.n; i++) y[i] = x[i] + (size ? 4e-4 : 4e-5) * pl_rng_normal(&rng);
    check_slopes(&s, y, size ? "sliding" : "sticking");
    check_semidefinite(&s, y);
    eval_mode(&s, y, PL_HESS_EXACT, &value, NULL, NULL);
    CHECK_CLOSE(pl_history_work(s.model, s.theta, y, history, s.work), value, 1e-14);
  }
  pl_history_destroy(history);
  close_stack(&s);
}

// A slip speed gives a slip length in proportion to the duration of the step, so a step in parts creeps no faster.
TEST(contact_slip_follows_the_duration_of_a_step) {
  stack s;
  open_stack(&s, 3, 1, 0.4);
  double x[MAX_DOF], y[MAX_DOF], value[2];
  memcpy(x, s.mesh->x0, (size_t)s.n * sizeof *x);
  settle(&s, x);
  memcpy(y, x, sizeof y);
  for (int i = 12; i < s.n; i += 3) y[i] += 5e-5;
  pl_history *history;
  REQUIRE(pl_history_create(s.model, &history) == PL_OK);
  pl_history_begin(s.model, s.theta, x, history, s.work);
  pl_work_set_history(s.work, history);
  s.only = rubbing(&s);
  for (int part = 1; part <= 4; part *= 2) {
    s.contact.slip_speed = 0.02;
    pl_work_set_duration(s.work, 0.01 / part);
    eval_mode(&s, y, PL_HESS_EXACT, &value[0], NULL, NULL);
    s.contact.slip_speed = 0;
    s.contact.slip = 2e-4 / part;
    eval_mode(&s, y, PL_HESS_EXACT, &value[1], NULL, NULL);
    CHECK(value[1] > 0);
    CHECK_CLOSE(value[0], value[1], 1e-13);
  }
  pl_history_destroy(history);
  close_stack(&s);
}

// The force through each gap carries all sheets above it.
TEST(contact_stack_of_sheets_carries_its_weight) {
  stack s;
  open_stack(&s, 5, 1, 0);
  double x[MAX_DOF], g[MAX_DOF], weight = 0.2 * 0.01 * 9.81;
  memcpy(x, s.mesh->x0, (size_t)s.n * sizeof *x);
  settle(&s, x);
  s.only = barrier(&s);
  eval_mode(&s, x, PL_HESS_EXACT, NULL, g, NULL);
  for (int k = 1; k < 5; k++) {
    double force = 0;
    for (int i = 12 * k + 2; i < s.n; i += 3) force -= g[i];
    CHECK_CLOSE(force, (5 - k) * weight, 1e-9);
  }
  pl_exact_hit hit;
  REQUIRE(pl_exact_find(s.surface, x, &hit) == PL_OK && !hit.found);
  double gap;
  REQUIRE(pl_contact_smallest_gap(s.model, barrier(&s), x, &gap, s.work) == PL_OK);
  CHECK(gap > 0 && gap < 1);
  close_stack(&s);
}

// Down through each other: a step that no potential may admit as a whole.
TEST(contact_limits_steps) {
  stack s;
  open_stack(&s, 4, 1, 0);
  double dx[MAX_DOF] = {0}, x[MAX_DOF];
  for (int i = 12; i < s.n; i++) dx[i] = i % 3 == 2 ? -0.05 * (i / 12) : 0;
  double a = pl_model_max_step(s.model, s.mesh->x0, dx, s.work);
  CHECK(a > 0 && a < 0.2);
  pl_exact_hit hit;
  for (int i = 0; i < s.n; i++) x[i] = s.mesh->x0[i] + a * dx[i];
  REQUIRE(pl_exact_find(s.surface, x, &hit) == PL_OK && !hit.found);
  for (int i = 0; i < s.n; i++) x[i] = s.mesh->x0[i] + 3 * a * dx[i];
  double energy;
  CHECK(!eval_mode(&s, x, PL_HESS_EXACT, &energy, NULL, NULL) || energy > 0);
  close_stack(&s);
}

// ---- derivatives of equilibria ----

// dx/dtheta_0 at an equilibrium x; column: dg/dp already there (the history's), replaced by dx/dp.
static void sensitivity(stack *s, const double *x, double *column) {
  static const int first[8] = {0, -1, -1, -1, -1, -1, -1, -1};
  double h[MAX_DOF * MAX_DOF], dg[MAX_DOF] = {0};
  pl_model_theta(s->model, s->theta, x, 1, first, dg, s->work);
  for (int i = 0; i < s->n; i++) column[i] = -(column[i] + dg[i]);
  REQUIRE(eval_mode(s, x, PL_HESS_EXACT, NULL, NULL, h));
  REQUIRE(solve_free(s, h, 1, column));
}

// Rest, then a push to one side, then to the other. Returns x and dx/dtheta_0 (slope may be NULL) at the end; without friction at rest only.
static void path(stack *s, bool pushed, double *x, double *slope) {
  pl_history *history = NULL;
  pl_history_slope *memory = NULL;
  memcpy(x, s->mesh->x0, (size_t)s->n * sizeof *x);
  pl_work_set_history(s->work, NULL);
  pl_work_set_load(s->work, NULL);
  settle(s, x);
  if (slope) {
    memset(slope, 0, (size_t)s->n * sizeof *slope);
    sensitivity(s, x, slope);
  }
  if (!pushed) return;
  REQUIRE(pl_history_create(s->model, &history) == PL_OK && pl_history_slope_create(s->model, 1, &memory) == PL_OK);
  pl_history_begin(s->model, s->theta, x, history, s->work);
  pl_work_set_history(s->work, history);
  if (slope) pl_history_slope_commit(s->model, s->theta, x, history, NULL, slope, memory, s->work);
  for (int step = 0; step < 3; step++) {
    double load[MAX_DOF];
    memcpy(load, s->load, sizeof load);
    for (int i = 24; i < s->n; i += 3) load[i] += step == 1 ? -2e-3 : 2.5e-3;
    pl_work_set_load(s->work, load);
    settle(s, x);
    if (slope) {
      memset(slope, 0, (size_t)s->n * sizeof *slope);
      pl_history_add_columns(s->model, s->theta, x, history, memory, 0, 1, slope, s->work);
      sensitivity(s, x, slope);
      pl_history_slope_commit(s->model, s->theta, x, history, NULL, slope, memory, s->work);
    }
    pl_history_commit(s->model, s->theta, x, history, s->work);
    pl_work_set_load(s->work, NULL);
  }
  pl_work_set_history(s->work, NULL);
  pl_history_destroy(history);
  pl_history_slope_destroy(memory);
}

static void check_sensitivity(bool pushed, double mu) {
  stack s;
  open_stack(&s, 3, 1, mu);
  double x[MAX_DOF], slope[MAX_DOF], lo[MAX_DOF], hi[MAX_DOF], theta = s.theta[0], size = 0, error = 0;
  path(&s, pushed, x, slope);
  s.theta[0] = theta * (1 - 2e-4);
  path(&s, pushed, lo, NULL);
  s.theta[0] = theta * (1 + 2e-4);
  path(&s, pushed, hi, NULL);
  for (int i = 0; i < s.n; i++) {
    size = fmax(size, fabs(slope[i]));
    error = fmax(error, fabs((hi[i] - lo[i]) / (4e-4 * theta) - slope[i]));
  }
  printf("largest dx/dtheta %.3g, error %.2e of it\n", size, error / size);
  CHECK(size > 0 && error < 1e-6 * size);
  close_stack(&s);
}

TEST(contact_equilibrium_derivative) { check_sensitivity(false, 0); }
TEST(contact_path_derivative_with_friction) { check_sensitivity(true, 0.4); }

TEST(contact_does_not_depend_on_threads) {
  double energy[2], g[2][MAX_DOF], h[2][MAX_DOF * MAX_DOF], x[MAX_DOF];
  for (int thread = 0; thread < 2; thread++) {
    stack s;
    open_stack(&s, 5, 1 + 2 * thread, 0.4);
    if (thread == 0) {
      memcpy(x, s.mesh->x0, (size_t)s.n * sizeof *x);
      settle(&s, x);
    }
    CHECK(eval_mode(&s, x, PL_HESS_PSD, &energy[thread], g[thread], h[thread]));
    if (thread == 1) {
      CHECK(energy[0] == energy[1] && memcmp(g[0], g[1], (size_t)s.n * sizeof(double)) == 0);
      CHECK(memcmp(h[0], h[1], (size_t)(s.n * s.n) * sizeof(double)) == 0);
    }
    close_stack(&s);
  }
}
