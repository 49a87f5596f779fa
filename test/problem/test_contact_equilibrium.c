// Equilibria in contact by the solver of fits: found from a start without contact, free of intersections, with exact derivatives.
#include <math.h>
#include <string.h>

#include "contact/exact.h"
#include "contact/mesh_surface.h"
#include "model/contact/contact.h"
#include "solve/equilibrium.h"
#include "test.h"

typedef struct bench {
  pl_context *ctx;
  pl_mesh *mesh;
  pl_material *material, *mixed;  // of the free body; of both
  pl_contact_surface *surface;
  pl_contact contact;
  uint8_t *fixed;
  pl_model *model;
  pl_solver *solver;
  int n;
} bench;

static const char *const cloth[] = {
    "{\"name\": \"membrane\", \"strain\": \"green\", \"law\": \"orthotropic\", \"parameters\": {\"unit\": \"N/m\", \"values\": [400, 50, "
    "300, "
    "80]}}",
    "{\"name\": \"bend\", \"strain\": \"hinge\", \"law\": \"linear\", \"parameters\": {\"k\": \"4e-6 N m\"}}"};

static void add_material(bench *b, int n_term, const char *const *term, double density) {
  REQUIRE(pl_material_create(b->ctx, "test", density, &b->material) == PL_OK);
  for (int i = 0; i < n_term; i++) REQUIRE(pl_material_add_term(b->material, term[i]) == PL_OK);
  REQUIRE(pl_material_finish(b->material) == PL_OK);
  const pl_material *both[] = {b->material, NULL};
  const char *name[] = {"body", "obstacle"};
  REQUIRE(pl_material_join(b->ctx, 2, both, name, &b->mixed) == PL_OK);
}

// A failure shows its message.
static void require(const bench *b, pl_status status) {
  if (status == PL_OK) return;
  test_fail(__FILE__, __LINE__, "%s", pl_context_error(b->ctx)->message);
  test_stop();
}

static void finish(bench *b, double gravity, double reach, double stiffness) {
  double radius[2] = {2e-4, 2e-4};
  uint8_t rigid[2] = {0, 1};
  b->n = 3 * b->mesh->n_vertex;
  REQUIRE(pl_mesh_surface_create(b->ctx, b->mesh, &(pl_mesh_surface_options){.radius = radius, .rigid = rigid, .reach = reach},
                                 &b->surface) == PL_OK);
  b->contact = (pl_contact){.surface = b->surface, .stiffness = stiffness, .margin = reach, .slip = 1};
  pl_potential potential = pl_contact_potential(&b->contact);
  require(b, pl_model_create(b->ctx, b->mesh, b->mixed,
                             &(pl_model_options){.gravity = {0, 0, -gravity}, .fixed = b->fixed, .n_potential = 1, .potential = &potential},
                             &b->model));
  pl_solve_options options = pl_solve_options_default();
  REQUIRE(pl_solver_create(b->model, &options, &b->solver) == PL_OK);
}

static void join(bench *b, pl_mesh *first, pl_mesh *second) {
  const pl_mesh *both[] = {first, second};
  REQUIRE(pl_mesh_join(b->ctx, 2, both, &b->mesh) == PL_OK);
  b->fixed = pl_alloc(b->ctx, 3 * (size_t)b->mesh->n_vertex, 1);
  REQUIRE(b->fixed != NULL);
  memset(b->fixed + 3 * (size_t)first->n_vertex, 1, 3 * (size_t)second->n_vertex);
  pl_mesh_destroy(first);
  pl_mesh_destroy(second);
}

static void close(bench *b) {
  pl_solver_destroy(b->solver);
  pl_model_destroy(b->model);
  pl_contact_surface_destroy(b->surface);
  pl_material_destroy(b->mixed);
  pl_material_destroy(b->material);
  pl_mesh_destroy(b->mesh);
  pl_free(b->ctx, b->fixed);
  pl_context_destroy(b->ctx);
}

// A strip held at its left end, 3 mm above a fixed roof whose ridge runs across it.
static void open_strip(bench *b) {
  *b = (bench){.ctx = pl_context_create(NULL)};
  pl_mesh *strip, *roof, *flat;
  pl_specimen specimen = {.length = 0.12, .width = 0.03, .n_length = 16, .n_width = 4},
              two = {.length = 0.04, .width = 0.05, .n_length = 2, .n_width = 3};
  REQUIRE(pl_mesh_strip(b->ctx, &specimen, &strip) == PL_OK && pl_mesh_strip(b->ctx, &two, &flat) == PL_OK);
  double x0[3 * 64];
  for (int32_t v = 0; v < flat->n_vertex; v++) {
    x0[3 * v] = 0.055 + flat->x0[3 * v];
    x0[3 * v + 1] = flat->x0[3 * v + 1] + 0.0013;
    x0[3 * v + 2] = -0.003 - 0.6 * fabs(flat->x0[3 * v] - 0.02);
  }
  REQUIRE(pl_mesh_create(b->ctx, flat->n_vertex, flat->rest, x0, flat->n_triangle, flat->triangle, PL_TOPOLOGY_OTHER, &roof) == PL_OK);
  pl_mesh_destroy(flat);
  int32_t n_strip = strip->n_vertex;
  join(b, strip, roof);
  for (int32_t v = 0; v < n_strip; v++)
    if (b->mesh->x0[3 * v] < 0.008) memset(b->fixed + 3 * v, 1, 3);
  add_material(b, 2, cloth, 0.2);
  finish(b, 9.81, 1e-3, 0.02);
}

static void solve(bench *b, const double *theta, double *x) {
  pl_solve_report report;
  REQUIRE(pl_equilibrium(b->solver, theta, x, &report) == PL_OK);
  if (report.outcome != PL_SOLVE_CONVERGED)
    test_fail(__FILE__, __LINE__, "%s after %d iterations, force %.3g N", pl_solve_outcome_text(report.outcome), report.iterations,
              report.force);
}

static void check_derivatives(bench *b, const double *start) {
  int n = b->n, n_theta = b->mixed->n_theta;
  double *x = pl_alloc(b->ctx, (size_t)n, sizeof *x), *end = pl_alloc(b->ctx, 2 * (size_t)n, sizeof *end);
  double *slope = pl_alloc(b->ctx, (size_t)n * (size_t)n_theta, sizeof *slope), *theta = pl_alloc(b->ctx, (size_t)n_theta, sizeof *theta);
  REQUIRE(x && end && slope && theta);
  memcpy(theta, b->mixed->theta, (size_t)n_theta * sizeof *theta);
  memcpy(x, start, (size_t)n * sizeof *x);
  solve(b, theta, x);
  pl_exact_hit hit;
  REQUIRE(pl_exact_find(b->surface, x, &hit) == PL_OK);
  CHECK(!hit.found);
  pl_work *work;
  double gap;
  REQUIRE(pl_work_create(b->model, &work) == PL_OK);
  REQUIRE(pl_contact_smallest_gap(b->model, pl_model_potential(b->model, &pl_potential_contact), x, &gap, work) == PL_OK);
  CHECK(gap > 0 && gap < 0.9);  // it touches
  pl_work_destroy(work);
  bool stable;
  REQUIRE(pl_sensitivity_begin(b->solver, theta, x, &stable) == PL_OK);
  REQUIRE(stable);
  REQUIRE(pl_sensitivity_theta(b->solver, theta, x, n_theta, NULL, slope, NULL) == PL_OK);
  for (int j = 0; j < n_theta; j++) {
    double keep = theta[j], size = 0, error = 0;
    for (int i = 0; i < n; i++) size = fmax(size, fabs(slope[(size_t)j * (size_t)n + (size_t)i]));
    // the difference of two positions is to be far above their rounding
    double step = 1e-4 * fabs(keep) * fmin(fmax(3e-5 / (size * fabs(keep)), 1), 10);
    for (int side = 0; side < 2; side++) {
      memcpy(end + side * n, x, (size_t)n * sizeof *x);
      theta[j] = keep + (side ? step : -step);
      solve(b, theta, end + side * n);
    }
    theta[j] = keep;
    for (int i = 0; i < n; i++) {
      error = fmax(error, fabs((end[n + i] - end[i]) / (2 * step) - slope[(size_t)j * (size_t)n + (size_t)i]));
    }
    printf("parameter %d: largest dx/dlog(theta) %.3g m, error %.2e of it\n", j, size * keep, error / size);
    CHECK(size > 0 && error < 1e-6 * size);
  }
  pl_free(b->ctx, x);
  pl_free(b->ctx, end);
  pl_free(b->ctx, slope);
  pl_free(b->ctx, theta);
}

TEST(contact_equilibrium_of_a_strip_on_a_roof) {
  bench b;
  open_strip(&b);
  check_derivatives(&b, b.mesh->x0);
  close(&b);
}

// A block 3 mm above a fixed floor whose triangles are larger than the block.
static void open_block(bench *b) {
  static const char *const rubber[] = {
      "{\"name\": \"body\", \"strain\": \"green3\", \"law\": \"isotropic3\", \"parameters\": {\"young\": \"100 kPa\", \"poisson\": "
      "0.3}}"};
  *b = (bench){.ctx = pl_context_create(NULL)};
  pl_mesh *block, *floor, *flat;
  pl_block_specimen specimen = {.size = {0.02, 0.02, 0.01}, .n = {4, 4, 3}, .kind = PL_SOLID_HEX};
  pl_specimen one = {.length = 0.06, .width = 0.05, .n_length = 1, .n_width = 1};
  REQUIRE(pl_mesh_block(b->ctx, &specimen, &block) == PL_OK && pl_mesh_strip(b->ctx, &one, &flat) == PL_OK);
  double x0[12];
  for (int v = 0; v < 4; v++) {
    x0[3 * v] = flat->x0[3 * v] - 0.021;
    x0[3 * v + 1] = flat->x0[3 * v + 1] + 0.012;
    x0[3 * v + 2] = -0.003;
  }
  REQUIRE(pl_mesh_create(b->ctx, 4, flat->rest, x0, 2, flat->triangle, PL_TOPOLOGY_OTHER, &floor) == PL_OK);
  pl_mesh_destroy(flat);
  int32_t n_block = block->n_vertex;
  join(b, block, floor);
  for (int32_t v = 0; v < n_block; v++)
    if (b->mesh->x0[3 * v + 2] > 0.0099) memset(b->fixed + 3 * v, 1, 3);
  add_material(b, 1, rubber, 0);
  finish(b, 0, 5e-4, 0.1);
}

// Its top is pushed down by 3.5 mm at once, further than its lower face may follow.
TEST(contact_equilibrium_of_a_block_pushed_on_the_floor) {
  bench b;
  open_block(&b);
  double *x = pl_alloc(b.ctx, (size_t)b.n, sizeof *x), *target = pl_alloc(b.ctx, (size_t)b.n, sizeof *target);
  REQUIRE(x && target);
  memcpy(x, b.mesh->x0, (size_t)b.n * sizeof *x);
  memcpy(target, x, (size_t)b.n * sizeof *x);
  for (int i = 2; i < b.n; i += 3)
    if (b.fixed[i] && b.mesh->x0[i] > 0) target[i] -= 0.0035;
  REQUIRE(pl_solver_follow(b.solver, b.mixed->theta, target, x, NULL) == PL_OK);
  for (int i = 0; i < b.n; i++) CHECK(!b.fixed[i] || x[i] == target[i]);
  check_derivatives(&b, x);
  pl_free(b.ctx, x);
  pl_free(b.ctx, target);
  close(&b);
}

// The roof rises by 25 mm in one call, far past the strip: it takes the strip along.
TEST(contact_obstacle_that_moves_as_a_support_passes_nothing) {
  bench b;
  open_strip(&b);
  double *x = pl_alloc(b.ctx, (size_t)b.n, sizeof *x), *target = pl_alloc(b.ctx, (size_t)b.n, sizeof *target);
  REQUIRE(x && target);
  memcpy(x, b.mesh->x0, (size_t)b.n * sizeof *x);
  solve(&b, b.mixed->theta, x);
  memcpy(target, x, (size_t)b.n * sizeof *x);
  int32_t n_strip = 17 * 5;
  for (int32_t i = 3 * n_strip + 2; i < b.n; i += 3) target[i] += 0.025;
  bool arrived;
  REQUIRE(pl_solver_follow(b.solver, b.mixed->theta, target, x, &arrived) == PL_OK);
  CHECK(arrived);
  solve(&b, b.mixed->theta, x);
  pl_exact_hit hit;
  REQUIRE(pl_exact_find(b.surface, x, &hit) == PL_OK);
  CHECK(!hit.found);
  for (int32_t v = 0; v < n_strip; v++)  // the ridge is at x = 75 mm, z = 22 mm
    if (fabs(x[3 * v] - 0.075) < 0.004) CHECK_LESS(0.022, x[3 * v + 2]);
  pl_free(b.ctx, x);
  pl_free(b.ctx, target);
  close(&b);
}
