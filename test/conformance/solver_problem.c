// solver_problem.c: see the header.
#include "said.h"
#include "conformance/solver_problem.h"

#include <stdlib.h>

#include "base/rng.h"
#include "test.h"

static const char isotropic[] = "{\"name\": \"membrane\", \"strain\": \"green\", \"law\": \"isotropic\","
                                " \"parameters\": {\"young\": \"1000 N/m\", \"poisson\": 0.3}}";
static const char orthotropic[] = "{\"name\": \"membrane\", \"strain\": \"green\", \"law\": \"orthotropic\","
                                  " \"parameters\": {\"unit\": \"N/m\", \"values\": [600, 100, 400, 80]}}";
static const char stiffening[] = "{\"name\": \"warp\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"convex-spline\","
                                 " \"knots\": [0, 0.05, 0.1, 0.2], \"compression\": \"antisymmetric\","
                                 " \"parameters\": {\"unit\": \"N/m\", \"values\": [50, 300, 2000, 4000]}}";
static const char bending[] = "{\"name\": \"bend\", \"strain\": \"hinge\", \"law\": \"linear\","
                              " \"parameters\": {\"unit\": \"N m\", \"values\": [1e-5]}}";

typedef struct recipe {
  const char *name;
  const char *term[3];
  double length, width;  // m
  bool planar, unique, gravity;
  double noise;  // m, of the start
} recipe;

static const recipe recipes[PROBLEM_COUNT] = {
    [PROBLEM_STRETCH] = {"stretch", {isotropic}, 0.2, 0.1, true, true, false, 1e-3},
    [PROBLEM_SHEAR] = {"shear", {orthotropic, stiffening}, 0.1, 0.1, true, true, false, 1e-3},
    [PROBLEM_CANTILEVER] = {"cantilever", {isotropic, bending}, 0.08, 0.03, false, true, true, 2e-4},
    [PROBLEM_HANG] = {"hang", {orthotropic, stiffening, bending}, 0.2, 0.2, false, false, true, 1e-3},
    [PROBLEM_CORNER] = {"corner", {orthotropic, bending}, 0.2, 0.2, false, false, true, 1e-3},
    [PROBLEM_BUCKLE] = {"buckle", {isotropic, bending}, 0.1, 0.05, false, false, false, 1e-3},
    [PROBLEM_TANGLE] = {"tangle", {isotropic, bending}, 0.1, 0.1, false, false, true, 0},
};

static bool near(double a, double b) { return fabs(a - b) < 1e-9; }

// Which dofs are prescribed, and how far they move from the flat shape.
static void support(problem_kind kind, const recipe *r, const double *x, uint8_t fixed[3], double move[3]) {
  bool left = near(x[0], 0), right = near(x[0], r->length), low = near(x[1], -0.5 * r->width), high = near(x[1], 0.5 * r->width);
  bool hold = false;
  switch (kind) {
  case PROBLEM_STRETCH:
    hold = left || right;
    if (right) move[0] = 0.1 * r->length;
    break;
  case PROBLEM_SHEAR:
    hold = left || right;
    if (right) move[1] = 0.2 * r->length;
    break;
  case PROBLEM_CANTILEVER: hold = x[0] < 0.011; break;
  case PROBLEM_HANG:
    hold = (left || right) && high;
    if (hold) move[0] = left ? 0.01 : -0.01;
    break;
  case PROBLEM_CORNER:
    hold = left && (low || high);
    if (right && high) {
      hold = true;
      move[0] = move[1] = 0.012;
      move[2] = 0.02;
    }
    break;
  case PROBLEM_BUCKLE:
    hold = left || right;
    if (right) move[0] = -0.05 * r->length;
    break;
  case PROBLEM_TANGLE: hold = left; break;
  case PROBLEM_COUNT: break;
  }
  for (int axis = 0; axis < 3; axis++) fixed[axis] = hold || (axis == 2 && r->planar);
}

static void create(problem_kind kind, int cells, void (*alter)(pl_material *material), problem *p) {
  const recipe *r = &recipes[kind];
  *p = (problem){.name = r->name, .planar = r->planar, .unique = r->unique, .ctx = pl_context_create(NULL)};
  REQUIRE(p->ctx != NULL);
  pl_specimen specimen = {.length = r->length, .width = r->width, .n_length = cells, .kind = PL_TOPOLOGY_ALTERNATING, .seed = 1};
  specimen.n_width = (int32_t)lround(cells * r->width / r->length);
  REQUIRE(pl_mesh_strip(p->ctx, &specimen, &p->mesh) == PL_OK);
  REQUIRE(pl_material_create(p->ctx, r->name, 0.2, &p->material) == PL_OK);
  for (int i = 0; i < 3 && r->term[i] != NULL; i++) {
    if (pl_material_add_term(p->material, r->term[i]) != PL_OK) {
      char text[1024];
      said_error_format(pl_context_error(p->ctx), text, sizeof text);
      test_fail(__FILE__, __LINE__, "%s", text);
      test_stop();
    }
  }
  REQUIRE(pl_material_finish(p->material) == PL_OK);
  if (alter != NULL) alter(p->material);

  size_t n_dof = 3 * (size_t)p->mesh->n_vertex;
  uint8_t *fixed = calloc(n_dof, 1);
  p->start = calloc(n_dof, sizeof *p->start);
  pl_rng rng;
  pl_rng_init(&rng, 42);
  for (size_t v = 0; v < n_dof / 3; v++) {
    const double *x0 = p->mesh->x0 + 3 * v;
    double move[3] = {0};
    support(kind, r, x0, fixed + 3 * v, move);
    for (size_t axis = 0; axis < 3; axis++) {
      double free = kind == PROBLEM_TANGLE ? 0.1 * pl_rng_uniform(&rng) : x0[axis] + r->noise * pl_rng_normal(&rng);
      p->start[3 * v + axis] = fixed[3 * v + axis] ? x0[axis] + move[axis] : free;
    }
  }
  pl_model_options options = {.gravity = {0, 0, r->gravity ? -9.81 : 0}, .fixed = fixed};
  REQUIRE(pl_model_create(p->ctx, p->mesh, p->material, &options, &p->model) == PL_OK);
  free(fixed);
}

void problem_create(problem_kind kind, int cells, problem *p) { create(kind, cells, NULL, p); }

void problem_destroy(problem *p) {
  pl_model_destroy(p->model);
  pl_material_destroy(p->material);
  pl_mesh_destroy(p->mesh);
  pl_context_destroy(p->ctx);
  free(p->start);
}

// ---- a law whose stress is no gradient ----

enum { COUPLING = 120 };  // N/m

static void skew_eval(const pl_law *law, const double *bound, const pl_lanes *s, pl_lanes *psi, pl_lanes *t, pl_lanes *k) {
  pl_law_find("isotropic")->eval(law, bound, s, psi, t, k);
  PL_FOR_LANES(l) {
    t[0][l] += COUPLING * s[1][l];
    t[1][l] -= COUPLING * s[0][l];
    if (k != NULL) k[1][l] += COUPLING;
    if (k != NULL) k[3][l] -= COUPLING;
  }
}

static pl_law_row skew_row;

static void make_unsymmetric(pl_material *material) {
  skew_row = *material->term[0].law.row;
  skew_row.flags &= ~(unsigned)(PL_LAW_CONSERVATIVE | PL_LAW_CONVEX);
  skew_row.eval = skew_eval;
  material->term[0].law.row = &skew_row;
}

void problem_create_unsymmetric(int cells, problem *p) {
  create(PROBLEM_STRETCH, cells, make_unsymmetric, p);
  REQUIRE(!p->model->symmetric);
}
