// test_conjugate.c: steps of plates by conjugate gradients with the factor of the narrow matrix, against the exact factor.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scenes/plate.h"
#include "solve/conjugate.h"
#include "test.h"

typedef struct plate {
  pl_context *ctx;
  pl_mesh *mesh;
  pl_material *material;
  pl_model *model;
  pl_work *work;
  pl_conjugate conjugate;
  pl_block_matrix hess, alone;
  double *x, *b, *exact, *found;  // [n_dof]
} plate;

// A crumpled square plate of 12 x 12 cells, 0.1 m wide, one side of it fixed.
static void create(plate *s, int which, double rigidity, pl_hess_mode mode) {
  s->ctx = pl_context_create(NULL);
  REQUIRE(scene_plate_square(s->ctx, (scene_plate_mesh)which, 0.1, 12, 0, &s->mesh) == PL_OK);
  REQUIRE(scene_plate_material(s->ctx, 0.1, (scene_rigidities){rigidity, 2 * rigidity, 0.3 * rigidity, 0.4 * rigidity}, &s->material) ==
          PL_OK);
  uint8_t *fixed = pl_arena_alloc(s->mesh->arena, 3 * (size_t)s->mesh->n_vertex, sizeof *fixed);
  for (int32_t v = 0; v < s->mesh->n_vertex; v++)
    if (s->mesh->x0[3 * v] < -0.04) memset(fixed + 3 * v, 1, 3);
  pl_model_options options = {.fixed = fixed};
  REQUIRE(pl_model_create(s->ctx, s->mesh, s->material, &options, &s->model) == PL_OK);
  REQUIRE(pl_work_create(s->model, &s->work) == PL_OK);
  REQUIRE(pl_block_matrix_create(s->mesh->arena, &s->model->pattern, &s->hess) == PL_OK);
  REQUIRE(pl_block_matrix_create(s->mesh->arena, &s->model->pattern, &s->alone) == PL_OK);
  REQUIRE(pl__conjugate_create(s->mesh->arena, s->model, &s->conjugate) == PL_OK);
  REQUIRE(pl__conjugate_supports(s->model, s->work, &s->conjugate) == PL_OK);
  double **vectors[] = {&s->x, &s->b, &s->exact, &s->found};
  for (int i = 0; i < 4; i++) REQUIRE((*vectors[i] = pl_arena_alloc(s->mesh->arena, (size_t)s->model->n_dof, sizeof(double))) != NULL);
  srand(7);
  for (int32_t i = 0; i < s->model->n_dof; i++) {
    s->x[i] = s->mesh->x0[i] + 1e-3 * (rand() / (double)RAND_MAX - 0.5);
    s->b[i] = rand() / (double)RAND_MAX - 0.5;
  }
  double energy;
  REQUIRE(pl_model_eval(s->model, s->material->theta, s->x, mode, &energy, NULL, &s->alone, s->work));
  pl_work_set_narrow(s->work, &s->conjugate.matrix);
  REQUIRE(pl_model_eval(s->model, s->material->theta, s->x, mode, &energy, NULL, &s->hess, s->work));
}

static void add_mass(plate *s, double mass) {
  pl_block_matrix *all[] = {&s->hess, &s->conjugate.matrix};
  for (int m = 0; m < 2; m++)
    for (int32_t v = 0; v < s->model->n_vertex; v++)
      for (int k = 0; k < 9; k += 4) all[m]->value[9 * (size_t)pl_block_position(&s->model->pattern, v, v) + (size_t)k] += mass;
}

static void destroy(plate *s) {
  pl__conjugate_clear(&s->conjugate);
  pl_work_destroy(s->work);
  pl_model_destroy(s->model);
  pl_material_destroy(s->material);
  pl_mesh_destroy(s->mesh);
  pl_context_destroy(s->ctx);
}

// The Hessian is the same with and without the narrow matrix. That has no more blocks than hinges need, and fewer than the Hessian.
TEST(conjugate_narrow_matrix) {
  for (int which = 0; which < SCENE_PLATE_MESHES; which++)
    for (int mode = 0; mode < 2; mode++) {
      plate s = {0};
      create(&s, which, 1e-5, mode ? PL_HESS_PSD : PL_HESS_EXACT);
      int32_t n_block = s.model->pattern.n_block, n_used = 0, outside = 0;
      double largest = 0, difference = 0;
      for (int32_t k = 0; k < 9 * n_block; k++) {
        largest = fmax(largest, fabs(s.alone.value[k]));
        difference = fmax(difference, fabs(s.alone.value[k] - s.hess.value[k]));
      }
      CHECK_LESS(difference, 1e-13 * largest);
      uint8_t *used = pl_arena_alloc(s.mesh->arena, (size_t)n_block, sizeof *used);
      pl_model_narrow_structure(s.model, used);
      for (int32_t k = 0; k < n_block; k++) {
        n_used += used[k];
        for (int i = 0; i < 9; i++) outside += !used[k] && s.conjugate.matrix.value[9 * k + i] != 0;
      }
      CHECK(outside == 0);
      CHECK(n_used < 0.8 * n_block);
      destroy(&s);
    }
}

// From masses that dominate to bending that dominates: the tolerance holds, and the iterations stay within their limit.
TEST(conjugate_steps_equal_those_of_the_exact_factor) {
  for (int which = 0; which < SCENE_PLATE_MESHES; which++)
    for (double mass = 1e-2; mass < 1e5; mass *= 1e2) {
      plate s = {0};
      pl_factor *factor;
      pl_factor_outcome outcome;
      bool ready, solved;
      create(&s, which, 1e-5, PL_HESS_PSD);
      add_mass(&s, mass);
      REQUIRE(pl_factor_create(s.ctx, &s.model->pattern, s.model->fixed, NULL, PL_FACTOR_CHOLESKY, &factor) == PL_OK);
      REQUIRE(pl_factor_compute(factor, &s.hess, 0, NULL, &outcome) == PL_OK && outcome == PL_FACTOR_OK);
      REQUIRE(pl_factor_solve(factor, 1, s.b, s.exact) == PL_OK);
      s.conjugate.limit = 60;
      REQUIRE(pl__conjugate_factor(&s.conjugate, &ready) == PL_OK && ready);
      REQUIRE(pl__conjugate_solve(&s.conjugate, &s.hess, 1e-6, s.b, s.found, &solved) == PL_OK);
      double most = 0, error = 0;
      for (int32_t i = 0; i < s.model->n_dof; i++) {
        most = fmax(most, fabs(s.exact[i]));
        error = fmax(error, fabs(s.found[i] - s.exact[i]));
      }
      printf("%-12s mass %8.2g N/m: %2d iterations, error %.2g\n", scene_plate_mesh_name[which], mass, s.conjugate.iterations,
             error / most);
      CHECK(solved);
      CHECK_LESS(error, 3e-5 * most);
      pl_factor_destroy(factor);
      destroy(&s);
    }
}

// A matrix that is not positive definite is refused. The next systems are left to the exact factor, twice as many after each failure.
TEST(conjugate_refuses_indefinite_matrices) {
  plate s = {0};
  bool ready, solved;
  create(&s, SCENE_IRREGULAR, 1e-5, PL_HESS_PSD);
  add_mass(&s, 1);
  REQUIRE(pl__conjugate_factor(&s.conjugate, &ready) == PL_OK && ready);
  for (int32_t k = 0; k < 9 * s.model->pattern.n_block; k++) s.hess.value[k] = -s.hess.value[k];
  for (int failure = 0; failure < 3; failure++) {
    CHECK(pl__conjugate_next(&s.conjugate));
    REQUIRE(pl__conjugate_solve(&s.conjugate, &s.hess, 1e-6, s.b, s.found, &solved) == PL_OK);
    CHECK(!solved);
    for (int i = 0; i < 1 << failure; i++) CHECK(!pl__conjugate_next(&s.conjugate));
  }
  destroy(&s);
}
