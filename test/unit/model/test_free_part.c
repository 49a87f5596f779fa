// test_free_part.c: the fraction of a hinge that can bend. With it a clamped strip is as stiff as theory says wherever the table's edge
// crosses the mesh.
#include <stdlib.h>

#include "conformance/solver_problem.h"
#include "test.h"

// Areas of the cut triangles of a regular strip of squares 1 x 1 m, by hand. The line u = 1.25 crosses the second column of cells.
TEST(free_part_of_cut_triangles) {
  pl_context *ctx = pl_context_create(NULL);
  pl_specimen specimen = {.length = 3, .width = 1, .n_length = 3, .n_width = 1};
  pl_mesh *mesh;
  REQUIRE(pl_mesh_strip(ctx, &specimen, &mesh) == PL_OK);
  uint8_t held[8];
  double distance[8], part[40];
  REQUIRE(mesh->n_vertex == 8 && mesh->n_hinge <= 16);
  for (int v = 0; v < 8; v++) {
    distance[v] = mesh->rest[2 * v] - 1.25;
    held[v] = distance[v] <= 0;
  }
  int n_front = 0, n_cross = 0, n_back = 0;
  pl_model_free_parts(mesh, held, distance, part);
  for (int i = 0; i < mesh->n_hinge; i++) {
    const int32_t *v = mesh->hinge + 4 * i;
    double a = mesh->rest[2 * v[0]], b = mesh->rest[2 * v[1]];
    if (a == 1 && b == 1) {  // a whole triangle behind it, and 1 - 0.75^2 = 7/16 of the next one
      CHECK_NEAR(part[i], 1 - (1 + 7.0 / 16) / 2, 1e-12);
      n_front++;
    } else if (a != b && fmin(a, b) == 1) {  // the diagonal of the cut cell: 1/4 of the two together
      CHECK_NEAR(part[i], 0.75, 1e-12);
      n_cross++;
    } else if (a == 2 && b == 2) {  // the tip of the cut triangle before it: 1/16
      CHECK_NEAR(part[i], 1 - 1.0 / 32, 1e-12);
      n_back++;
    } else
      CHECK_NEAR(part[i], 1, 1e-12);  // held altogether, or free
  }
  CHECK(n_front == 1 && n_cross == 1 && n_back == 1);
  // without the line: triangles with three held corners
  pl_model_free_parts(mesh, held, NULL, part);
  for (int i = 0; i < mesh->n_hinge; i++) {
    const int32_t *v = mesh->hinge + 4 * i;
    bool front = mesh->rest[2 * v[0]] == 1 && mesh->rest[2 * v[1]] == 1;
    CHECK_NEAR(part[i], front ? 0.5 : 1, 1e-12);
  }
  pl_mesh_destroy(mesh);
  pl_context_destroy(ctx);
}

// Drop of the tip of a strip over an edge at `edge`, m. Cells are slender, so that the cross lines fold and the diagonals do not.
static double tip_drop(int n, double edge, const char *bending) {
  pl_context *ctx = pl_context_create(NULL);
  pl_specimen specimen = {.length = 0.1, .width = 0.005 / n, .n_length = n, .n_width = 1};
  pl_mesh *mesh;
  pl_material *material;
  pl_model *model;
  pl_solver *solver;
  REQUIRE(pl_mesh_strip(ctx, &specimen, &mesh) == PL_OK);
  REQUIRE(pl_material_create(ctx, "strip", 1e-3, &material) == PL_OK);
  REQUIRE(pl_material_add_term(material, "{\"name\": \"membrane\", \"strain\": \"green\", \"law\": \"isotropic\", \"parameters\": "
                                         "{\"young\": \"2000 N/m\", \"poisson\": 0}}") == PL_OK);
  REQUIRE(pl_material_add_term(material, bending) == PL_OK);
  REQUIRE(pl_material_finish(material) == PL_OK);
  size_t n_vertex = (size_t)mesh->n_vertex;
  uint8_t *held = calloc(4 * n_vertex, 1), *fixed = held + n_vertex;
  double *distance = calloc(4 * n_vertex + pl_model_part_count(mesh), sizeof *distance), *part = distance + n_vertex,
         *x = part + pl_model_part_count(mesh);
  for (size_t v = 0; v < n_vertex; v++) {
    distance[v] = mesh->rest[2 * v] - edge;
    held[v] = distance[v] <= 1e-9;
    for (int k = 0; k < 3; k++) fixed[3 * v + (size_t)k] = held[v];
  }
  pl_model_free_parts(mesh, held, distance, part);
  pl_model_options options = {.gravity = {0, 0, -9.81}, .fixed = fixed, .free_part = part};
  REQUIRE(pl_model_create(ctx, mesh, material, &options, &model) == PL_OK);
  pl_solve_options solve = pl_solve_options_default();
  pl_solve_report report;
  REQUIRE(pl_solver_create(model, &solve, &solver) == PL_OK);
  memcpy(x, mesh->x0, 3 * n_vertex * sizeof *x);
  REQUIRE(pl_equilibrium(solver, material->theta, x, &report) == PL_OK);
  CHECK(report.outcome == PL_SOLVE_CONVERGED);
  double drop = -x[3 * n_vertex - 1];
  free(held);
  free(distance);
  pl_solver_destroy(solver);
  pl_model_destroy(model);
  pl_material_destroy(material);
  pl_mesh_destroy(mesh);
  pl_context_destroy(ctx);
  return drop;
}

// Small deflections: tip = w L^4/(8 B), B = 3 k. The error is of second order in the cell, whether the edge is on a line of the mesh or between two.
TEST(free_part_cantilever_is_as_long_as_it_is) {
  static const char bending[] = "{\"name\": \"bend\", \"strain\": \"hinge\", \"law\": \"linear\", \"parameters\": {\"k\": \"1e-5 N m\"}}";
  for (int i = 0; i < 5; i++) {
    double edge = 0.06 + 0.1 / 20 * i / 4, length = 0.1 - edge, exact = 1e-3 * 9.81 * pow(length, 4) / (8 * 3e-5);
    double coarse = tip_drop(20, edge, bending) / exact - 1, fine = tip_drop(80, edge, bending) / exact - 1;
    printf("edge %.5f m: tip %+.2f %% with cells of 5 mm, %+.3f %% with 1.25 mm\n", edge, 100 * coarse, 100 * fine);
    CHECK_LESS(fabs(coarse), 0.025);
    CHECK_LESS(fabs(fine), 0.1 * fabs(coarse));
  }
}

// Energy of bending springs alone in a strip folded by `angle` at the line u = 1 m, where the hinges have these parts.
static double folded_energy(pl_context *ctx, const pl_mesh *mesh, const pl_material *material, const double *part, double angle) {
  pl_model_options options = {.free_part = part};
  pl_model *model;
  REQUIRE(pl_model_create(ctx, mesh, material, &options, &model) == PL_OK);
  pl_work *work;
  REQUIRE(pl_work_create(model, &work) == PL_OK);
  double x[24], energy;
  REQUIRE(model->n_dof == 24);
  for (int v = 0; v < 8; v++) {
    double out = fmax(mesh->x0[3 * v] - 1, 0);
    x[3 * v] = fmin(mesh->x0[3 * v], 1) + out * cos(angle);
    x[3 * v + 1] = mesh->x0[3 * v + 1];
    x[3 * v + 2] = -out * sin(angle);
  }
  REQUIRE(pl_model_eval(model, material->theta, x, PL_HESS_EXACT, &energy, NULL, NULL, work));
  pl_work_destroy(work);
  pl_model_destroy(model);
  return energy;
}

// A spring over two edges shortens with the square of the angle between them, s = -theta^2/8. If the part p of its length bends, the curvature
// theta/(p h) gives the energy p A psi(s/p^2) of the part. For a linear law this is 1/p^3 of the whole spring's, at most a thousand times.
TEST(free_part_with_springs) {
  pl_context *ctx = pl_context_create(NULL);
  pl_specimen specimen = {.length = 3, .width = 1, .n_length = 3, .n_width = 1};
  pl_mesh *mesh;
  pl_material *material;
  REQUIRE(pl_mesh_strip(ctx, &specimen, &mesh) == PL_OK);
  REQUIRE(pl_material_create(ctx, "strip", 1e-3, &material) == PL_OK);
  REQUIRE(pl_material_add_term(material, "{\"name\": \"bend\", \"strain\": \"spring-2\", \"law\": \"linear\", \"parameters\": "
                                         "{\"k\": \"1 N/m\"}}") == PL_OK);
  REQUIRE(pl_material_finish(material) == PL_OK);
  static const double edge[] = {1, 1.25, 1.75, 1.95}, share[] = {0.5, 0.375, 0.125, 0.025};
  for (int i = 0; i < 4; i++) {
    uint8_t held[8];
    double distance[8], part[40], whole[40];
    REQUIRE(mesh->n_hinge <= 16);
    for (int v = 0; v < 8; v++) {
      distance[v] = mesh->rest[2 * v] - edge[i];
      held[v] = distance[v] <= 0;
    }
    for (int h = 0; h < 40; h++) whole[h] = 1;
    pl_model_free_parts(mesh, held, distance, part);
    double all = folded_energy(ctx, mesh, material, whole, 0.2), some = folded_energy(ctx, mesh, material, part, 0.2);
    CHECK(all > 0);
    CHECK_CLOSE(some / all, fmin(1 / pow(share[i], 3), 1000), 1e-9);
  }
  pl_material_destroy(material);
  pl_mesh_destroy(mesh);
  pl_context_destroy(ctx);
}
