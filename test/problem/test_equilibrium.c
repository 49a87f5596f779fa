// test_equilibrium.c: equilibria with a closed form: one triangle, uniaxial strip, Euler's column and what comes after it, following clips.
#include <stdlib.h>

#include "conformance/solver_problem.h"
#include "test.h"

typedef struct specimen_model {
  pl_context *ctx;
  pl_mesh *mesh;
  pl_material *material;
  pl_model *model;
} specimen_model;

static void finish_model(specimen_model *m, double density, const char *membrane, const char *bending, const pl_model_options *options) {
  REQUIRE(pl_material_create(m->ctx, "test", density, &m->material) == PL_OK);
  REQUIRE(pl_material_add_term(m->material, membrane) == PL_OK);
  if (bending != NULL) REQUIRE(pl_material_add_term(m->material, bending) == PL_OK);
  REQUIRE(pl_material_finish(m->material) == PL_OK);
  REQUIRE(pl_model_create(m->ctx, m->mesh, m->material, options, &m->model) == PL_OK);
}

static void destroy_model(specimen_model *m) {
  pl_model_destroy(m->model);
  pl_material_destroy(m->material);
  pl_mesh_destroy(m->mesh);
  pl_context_destroy(m->ctx);
}

static const char plain[] = "{\"name\": \"membrane\", \"strain\": \"green\", \"law\": \"isotropic\","
                            " \"parameters\": {\"young\": \"2000 N/m\", \"poisson\": 0}}";
static const char contracting[] = "{\"name\": \"membrane\", \"strain\": \"green\", \"law\": \"isotropic\","
                                  " \"parameters\": {\"young\": \"2000 N/m\", \"poisson\": 0.3}}";
static const char bending[] = "{\"name\": \"bend\", \"strain\": \"hinge\", \"law\": \"linear\","
                              " \"parameters\": {\"unit\": \"N m\", \"values\": [1e-5]}}";

// One triangle stretched by u along x, free to contract along y: weft strain = -nu * warp strain (Green strains), in a handful of microseconds.
TEST(equilibrium_single_triangle) {
  specimen_model m = {.ctx = pl_context_create(NULL)};
  pl_specimen specimen = {.length = 0.1, .width = 0.1, .n_length = 1, .n_width = 1};
  REQUIRE(pl_mesh_single(m.ctx, &specimen, &m.mesh) == PL_OK);
  uint8_t fixed[9] = {1, 1, 1, 1, 1, 1, 0, 0, 1};
  pl_model_options options = {.fixed = fixed};
  finish_model(&m, 0.1, contracting, NULL, &options);
  pl_solve_options solve_options = pl_solve_options_default();
  pl_solver *solver;
  REQUIRE(pl_solver_create(m.model, &solve_options, &solver) == PL_OK);
  for (int k = 0; k <= 10; k++) {
    double stretch = 1 + 0.03 * k, green = 0.5 * (stretch * stretch - 1), x[9];
    memcpy(x, m.mesh->x0, sizeof x);
    x[3] = 0.1 * stretch;
    pl_solve_report report;
    REQUIRE(pl_equilibrium(solver, m.material->theta, x, &report) == PL_OK);
    CHECK(report.outcome == PL_SOLVE_CONVERGED);
    CHECK_NEAR(x[6], 0, 1e-12);
    CHECK_NEAR(x[7], 0.1 * sqrt(1 - 0.6 * green), 1e-12);
  }
  // overhead: many small solves
  double begin = pl_seconds();
  enum { REPEATS = 2000 };
  pl_solve_report report;
  for (int k = 0; k < REPEATS; k++) {
    double x[9];
    memcpy(x, m.mesh->x0, sizeof x);
    x[3] = 0.11;
    REQUIRE(pl_equilibrium(solver, m.material->theta, x, &report) == PL_OK);
  }
  double each = (pl_seconds() - begin) / REPEATS;
  if (getenv("SOLVER_TRACE") != NULL)
    printf("single triangle: %.2f us, %d iterations, %d evaluations\n", 1e6 * each, report.iterations, report.evaluations);
  CHECK_LESS(report.iterations, 10);  // time is printed, not asserted: a busy machine or a sanitizer is no failure
  pl_solver_destroy(solver);
  destroy_model(&m);
}

// A pinned column of rigid links with springs in the joints, width w, links dx, bending rigidity B = 3 k. It buckles at P = B w 2 (1 -
// cos(pi/n)) / dx^2, which tends to Euler's pi^2 B w / L^2. It is one cell wide, so that the two triangles of a cell stay in a plane and
// only the cross lines fold. It is narrow, because diagonals couple bending to twist (a square cell reduces the load by 4 %).
typedef struct column {
  specimen_model m;
  double critical;  // N, of the links
  double euler;     // N
} column;

enum { LINKS = 24 };
static const double LENGTH = 0.12, WIDTH = 0.0005, RIGIDITY = 3e-5;

static void create_column(double load_factor, column *c) {
  c->m = (specimen_model){.ctx = pl_context_create(NULL)};
  pl_specimen specimen = {.length = LENGTH, .width = WIDTH, .n_length = LINKS, .n_width = 1, .kind = PL_TOPOLOGY_UNIFORM};
  REQUIRE(pl_mesh_strip(c->m.ctx, &specimen, &c->m.mesh) == PL_OK);
  double dx = LENGTH / LINKS, pi = acos(-1);
  c->critical = RIGIDITY * WIDTH * 2 * (1 - cos(pi / LINKS)) / (dx * dx);
  c->euler = pi * pi * RIGIDITY * WIDTH / (LENGTH * LENGTH);
  size_t n_dof = 3 * (size_t)c->m.mesh->n_vertex;
  uint8_t *fixed = calloc(n_dof, 1);
  double *load = calloc(n_dof, sizeof *load);
  for (size_t v = 0; v < n_dof / 3; v++) {
    double x = c->m.mesh->x0[3 * v];
    bool left = x<1e-9, right = x> LENGTH - 1e-9;
    fixed[3 * v] = left;
    fixed[3 * v + 1] = 1;
    fixed[3 * v + 2] = left || right;
    if (right) load[3 * v] = -0.5 * load_factor * c->critical;
  }
  pl_model_options options = {.fixed = fixed, .load = load};
  finish_model(&c->m, 0.1, plain, bending, &options);
  free(fixed);
  free(load);
}

TEST(equilibrium_euler_load) {
  const double factor[] = {0.5, 0.99, 1.01, 1.5};
  for (int k = 0; k < 4; k++) {
    column c;
    create_column(factor[k], &c);
    CHECK_CLOSE(c.critical, c.euler, 0.002);
    // The flat column shortens under its load; its Hessian tells whether it stands. All z fixed for this first step.
    pl_solve_options options = pl_solve_options_default();
    pl_solver *solver;
    pl_solve_report report;
    bool stable;
    double *x = malloc((size_t)c.m.model->n_dof * sizeof *x);
    memcpy(x, c.m.mesh->x0, (size_t)c.m.model->n_dof * sizeof *x);
    uint8_t *fixed = malloc((size_t)c.m.model->n_dof);
    memcpy(fixed, c.m.model->fixed, (size_t)c.m.model->n_dof);
    for (int32_t i = 2; i < c.m.model->n_dof; i += 3) c.m.model->fixed[i] = 1;
    REQUIRE(pl_solver_create(c.m.model, &options, &solver) == PL_OK);
    REQUIRE(pl_equilibrium(solver, c.m.material->theta, x, &report) == PL_OK);
    CHECK(report.outcome == PL_SOLVE_CONVERGED);
    pl_solver_destroy(solver);
    memcpy(c.m.model->fixed, fixed, (size_t)c.m.model->n_dof);
    REQUIRE(pl_solver_create(c.m.model, &options, &solver) == PL_OK);
    REQUIRE(pl_sensitivity_begin(solver, c.m.material->theta, x, &stable) == PL_OK);
    CHECK(stable == (factor[k] < 1));
    pl_solver_destroy(solver);
    free(fixed);
    free(x);
    destroy_model(&c.m);
  }
}

// From the perfectly flat column above its critical load: a saddle without any force out of its plane. A method must find the way down, to the
// elastica: P / Pc = 1 + (pi a / L)^2 / 8 + ... for the amplitude a. Below the load it must stay flat.
TEST(equilibrium_column_buckles) {
  for (int method = 0; method < PL_METHOD_COUNT; method++) {
    // Relaxation creeps along the valley of a slender column: it finds the way, but not the end, in its steps.
    for (int over = 0; over < (method == PL_METHOD_RELAXATION ? 1 : 2); over++) {
      column c;
      double factor = over ? 1.015 : 0.985, pi = acos(-1), amplitude = 0;
      create_column(factor, &c);
      pl_solve_options options = pl_solve_options_default();
      options.method = method;
      pl_solver *solver;
      pl_solve_report report;
      double *x = malloc((size_t)c.m.model->n_dof * sizeof *x);
      memcpy(x, c.m.mesh->x0, (size_t)c.m.model->n_dof * sizeof *x);
      REQUIRE(pl_solver_create(c.m.model, &options, &solver) == PL_OK);
      REQUIRE(pl_equilibrium(solver, c.m.material->theta, x, &report) == PL_OK);
      CHECK(report.outcome == PL_SOLVE_CONVERGED);
      for (int32_t i = 2; i < c.m.model->n_dof; i += 3) amplitude = fmax(amplitude, fabs(x[i]));
      if (over)
        CHECK_CLOSE(amplitude, LENGTH / pi * sqrt(8 * (factor - 1)), 0.03);
      else
        CHECK_NEAR(amplitude, 0, 1e-9);
      pl_solver_destroy(solver);
      free(x);
      destroy_model(&c.m);
    }
  }
}

// Forces of a hundred newtons: 1e-9 N is 1e-11 of them, near the floor of round-off, and must not stall.
TEST(equilibrium_large_forces) {
  specimen_model m = {.ctx = pl_context_create(NULL)};
  pl_specimen specimen = {.length = 0.2, .width = 0.1, .n_length = 12, .n_width = 6, .kind = PL_TOPOLOGY_ALTERNATING};
  REQUIRE(pl_mesh_strip(m.ctx, &specimen, &m.mesh) == PL_OK);
  size_t n_dof = 3 * (size_t)m.mesh->n_vertex;
  uint8_t *fixed = calloc(n_dof, 1);
  double *x = malloc(n_dof * sizeof *x);
  for (size_t v = 0; v < n_dof / 3; v++) {
    double u = m.mesh->x0[3 * v];
    bool clip = u < 1e-9 || u > 0.2 - 1e-9;
    for (size_t a = 0; a < 3; a++) {
      fixed[3 * v + a] = clip || a == 2;
      x[3 * v + a] = m.mesh->x0[3 * v + a] + (u > 0.2 - 1e-9 && a == 0 ? 0.06 : 0);
    }
  }
  pl_model_options options = {.fixed = fixed};
  finish_model(&m, 0.1,
               "{\"name\": \"membrane\", \"strain\": \"green\", \"law\": \"isotropic\", \"parameters\": {\"young\": \"200000 N/m\", "
               "\"poisson\": 0.3}}",
               NULL, &options);
  double *start = malloc(n_dof * sizeof *start);
  memcpy(start, x, n_dof * sizeof *x);
  for (int method = 0; method < PL_METHOD_COUNT; method++) {
    pl_solve_options solve_options = pl_solve_options_default();
    solve_options.method = method;
    pl_solver *solver;
    pl_solve_report report;
    memcpy(x, start, n_dof * sizeof *x);
    REQUIRE(pl_solver_create(m.model, &solve_options, &solver) == PL_OK);
    REQUIRE(pl_equilibrium(solver, m.material->theta, x, &report) == PL_OK);
    CHECK(report.outcome == PL_SOLVE_CONVERGED);
    CHECK_LESS(report.force, 1e-8);
    // A tolerance below the floor: the force reached is reported.
    solve_options.force_tolerance = 1e-15;
    pl_solver_destroy(solver);
    REQUIRE(pl_solver_create(m.model, &solve_options, &solver) == PL_OK);
    REQUIRE(pl_equilibrium(solver, m.material->theta, x, &report) == PL_OK);
    CHECK(report.outcome == PL_SOLVE_CONVERGED);
    CHECK(report.force > 1e-15);
    CHECK_LESS(report.force, 1e-8);
    pl_solver_destroy(solver);
  }
  free(fixed);
  free(x);
  free(start);
  destroy_model(&m);
}

// Following a motion: supports reach their targets, and a planar affine motion of a whole border is followed exactly. The start is
// better than displaced supports alone.
TEST(equilibrium_follow) {
  problem p;
  problem_create(PROBLEM_CORNER, 8, &p);
  size_t n_dof = (size_t)p.model->n_dof;
  pl_solve_options options = pl_solve_options_default();
  pl_solver *solver;
  REQUIRE(pl_solver_create(p.model, &options, &solver) == PL_OK);
  double *x = malloc(n_dof * sizeof *x), *raw = malloc(n_dof * sizeof *raw);
  memcpy(x, p.mesh->x0, n_dof * sizeof *x);
  memcpy(raw, p.mesh->x0, n_dof * sizeof *raw);
  REQUIRE(pl_solver_follow(solver, p.material->theta, p.start, x, NULL) == PL_OK);
  for (size_t i = 0; i < n_dof; i++) {
    if (!p.model->fixed[i]) continue;
    CHECK(x[i] == p.start[i]);
    raw[i] = p.start[i];
  }
  pl_work *work;
  double followed, unmoved;
  REQUIRE(pl_work_create(p.model, &work) == PL_OK);
  CHECK(pl_model_eval(p.model, p.material->theta, x, PL_HESS_EXACT, &followed, NULL, NULL, work));
  CHECK(pl_model_eval(p.model, p.material->theta, raw, PL_HESS_EXACT, &unmoved, NULL, NULL, work));
  CHECK_LESS(followed, 0.5 * unmoved);
  pl_work_destroy(work);
  // no motion: nothing moves
  memcpy(raw, x, n_dof * sizeof *x);
  REQUIRE(pl_solver_follow(solver, p.material->theta, x, x, NULL) == PL_OK);
  CHECK(memcmp(raw, x, n_dof * sizeof *x) == 0);
  // a translation of all supports
  for (size_t i = 0; i < n_dof; i++) raw[i] = x[i] + 0.01 * (double)(1 + i % 3);
  double *moved = malloc(n_dof * sizeof *moved);
  memcpy(moved, x, n_dof * sizeof *x);
  REQUIRE(pl_solver_follow(solver, p.material->theta, raw, moved, NULL) == PL_OK);
  for (size_t i = 0; i < n_dof; i++) CHECK_NEAR(moved[i], raw[i], 1e-9);
  free(x);
  free(raw);
  free(moved);
  pl_solver_destroy(solver);
  problem_destroy(&p);
}

// Flat cloth without bending has no stiffness out of its plane: the fallbacks must carry a lifted clip all the same.
TEST(equilibrium_follow_without_stiffness) {
  specimen_model m = {.ctx = pl_context_create(NULL)};
  pl_specimen specimen = {.length = 0.1, .width = 0.1, .n_length = 6, .n_width = 6, .kind = PL_TOPOLOGY_ALTERNATING};
  REQUIRE(pl_mesh_strip(m.ctx, &specimen, &m.mesh) == PL_OK);
  size_t n_dof = 3 * (size_t)m.mesh->n_vertex;
  uint8_t *fixed = calloc(n_dof, 1);
  double *x = malloc(n_dof * sizeof *x), *target = malloc(n_dof * sizeof *target);
  memcpy(x, m.mesh->x0, n_dof * sizeof *x);
  memcpy(target, m.mesh->x0, n_dof * sizeof *x);
  for (size_t v = 0; v < n_dof / 3; v++) {
    double u = m.mesh->x0[3 * v];
    bool left = u<1e-9, right = u> 0.1 - 1e-9;
    for (size_t a = 0; a < 3; a++) fixed[3 * v + a] = left || right;
    if (right) target[3 * v + 2] = 0.02;
  }
  pl_model_options options = {.fixed = fixed};
  finish_model(&m, 0.1, plain, NULL, &options);
  pl_solve_options solve_options = pl_solve_options_default();
  pl_solver *solver;
  REQUIRE(pl_solver_create(m.model, &solve_options, &solver) == PL_OK);
  REQUIRE(pl_solver_follow(solver, m.material->theta, target, x, NULL) == PL_OK);
  for (size_t v = 0; v < n_dof / 3; v++) {
    if (fixed[3 * v]) {
      CHECK(x[3 * v + 2] == target[3 * v + 2]);
    } else {
      // between the clips, and no further: harmonic, not singular
      CHECK(x[3 * v + 2] > 0.001 && x[3 * v + 2] < 0.019);
    }
  }
  free(fixed);
  free(x);
  free(target);
  pl_solver_destroy(solver);
  destroy_model(&m);
}
