// test_curvature.c: curvatures of triangles are those of the surface, and a constant moment is in equilibrium. Plates bend as theory
// predicts, on meshes of every kind.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/curvature_patch.h"
#include "model/model.h"
#include "scenes/plate.h"
#include "strain/strain_rows.h"
#include "test.h"

#include <lapacke.h>

// w = (k_uu u^2 + k_vv v^2)/2 + k_uv u v; the curvatures of the strain have the other sign: it bends away from its upper side.
static double surface(const double *p, const double k[3]) {
  return 0.5 * (k[0] * p[0] * p[0] + k[1] * p[1] * p[1]) + 0.5 * k[2] * p[0] * p[1];
}

// The angle of a hinge of a nearly flat surface, from heights w [n_vertex] by the slopes of its two planes.
static double small_angle(const pl_mesh *mesh, const int32_t *v, const double *w) {
  const double *a = mesh->rest + 2 * v[0], *b = mesh->rest + 2 * v[1];
  double e[2] = {b[0] - a[0], b[1] - a[1]}, length = hypot(e[0], e[1]), sum = 0;
  for (int side = 0; side < 2; side++) {
    const double *o = mesh->rest + 2 * v[2 + side];
    double p[2] = {o[0] - a[0], o[1] - a[1]}, along = (p[0] * e[0] + p[1] * e[1]) / (length * length);
    double height = fabs(e[0] * p[1] - e[1] * p[0]) / length;
    sum += (w[v[2 + side]] - w[v[0]] - along * (w[v[1]] - w[v[0]])) / height;
  }
  return -sum;
}

// Curvatures of a patch of a nearly flat surface of heights w.
static void patch_curvature(const pl_mesh *mesh, const pl_curvature_patch *patch, const double *w, double kappa[3]) {
  memset(kappa, 0, 3 * sizeof *kappa);
  for (int f = 0; f < patch->n_hinge; f++) {
    int32_t v[4];
    for (int i = 0; i < 4; i++) v[i] = patch->vertex[patch->corner[f][i]];
    for (int i = 0; i < 3; i++) kappa[i] += patch->m[f][i] * small_angle(mesh, v, w);
  }
}

TEST(curvature_of_quadratic_surfaces) {
  static const double k[3] = {0.7, -1.3, 0.9};
  pl_context *ctx = pl_context_create(NULL);
  for (int which = 0; which < SCENE_PLATE_MESHES; which++) {
    pl_mesh *mesh;
    REQUIRE(scene_plate_square(ctx, (scene_plate_mesh)which, 0.1, 8, 0.3, &mesh) == PL_OK);
    pl_curvature_patch *patch;
    double *w = calloc((size_t)mesh->n_vertex, sizeof *w), worst = 0;
    int size[13] = {0};
    for (int32_t v = 0; v < mesh->n_vertex; v++) w[v] = surface(mesh->rest + 2 * v, k);
    REQUIRE(pl_curvature_patches(mesh->arena, mesh, (pl_flat_parts){0}, &patch) == PL_OK);
    for (int32_t t = 0; t < mesh->n_triangle; t++) {
      double kappa[3];
      size[patch[t].n_vertex]++;
      patch_curvature(mesh, &patch[t], w, kappa);
      for (int i = 0; i < 3; i++) worst = fmax(worst, fabs(kappa[i] + k[i]));
    }
    printf("%-12s %5d triangles, largest error of a curvature %.2g; patches by vertices:", scene_plate_mesh_name[which], mesh->n_triangle,
           worst);
    for (int i = 3; i < 13; i++) printf(" %d", size[i]);
    printf("\n");
    CHECK_LESS(worst, 1e-11);
    free(w);
    pl_mesh_destroy(mesh);
  }
  pl_context_destroy(ctx);
}

static const double LEAST_SHARE = 0.02;  // triangles with a smaller free part are made stiff, not exact (free_part.c)

// Cloth that is flat up to a line and has constant curvature beyond it, with cells of any shape. The line crosses triangles of irregular meshes.
TEST(curvature_beyond_a_clamp_is_exact) {
  static const double cell[][2] = {{2e-3, 2e-3}, {2e-3, 5e-3}, {2e-3, 1e-2}};
  static const double line[] = {2, 2.3, 3.5};  // cells from the end
  pl_context *ctx = pl_context_create(NULL);
  for (int c = 0; c < 3; c++)
    for (int l = 0; l < 3; l++)
      for (int seed = 1; seed <= 20; seed++) {
        enum { LONG = 12, WIDE = 6 };
        const pl_specimen strip = {.length = LONG * cell[c][0],
                                   .width = WIDE * cell[c][1],
                                   .n_length = LONG,
                                   .n_width = WIDE,
                                   .kind = PL_TOPOLOGY_IRREGULAR,
                                   .seed = (uint64_t)seed};
        pl_mesh *mesh;
        REQUIRE(pl_mesh_strip(ctx, &strip, &mesh) == PL_OK);
        size_t n = (size_t)mesh->n_vertex;
        double *w = calloc(3 * n, sizeof *w), *distance = w + n, *whole = w + 2 * n, worst = 0;
        double *part = calloc(pl_model_part_count(mesh) + 1, sizeof *part), *share = part + mesh->n_hinge;
        uint8_t *held = calloc(n, 1);
        for (size_t v = 0; v < n; v++) {
          distance[v] = mesh->rest[2 * v] - line[l] * cell[c][0];
          if (fabs(distance[v]) < 1e-12) distance[v] = 0;
          held[v] = distance[v] <= 0;
          w[v] = 0.5 * fmax(distance[v], 0) * distance[v];
          whole[v] = 0.5 * distance[v] * distance[v];
        }
        pl_model_free_parts(mesh, held, distance, part);
        pl_curvature_patch *patch, *without;
        REQUIRE(pl_curvature_patches(mesh->arena, mesh, (pl_flat_parts){0}, &without) == PL_OK);
        REQUIRE(pl_curvature_patches(mesh->arena, mesh, (pl_flat_parts){.free_share = share, .distance = distance}, &patch) == PL_OK);
        for (int32_t t = 0; t < mesh->n_triangle; t++) {
          double kappa[3];
          if (!(share[t] > LEAST_SHARE)) continue;
          // a fan of triangles on the border does not show the curvature across it, with a clamp or without
          patch_curvature(mesh, &without[t], whole, kappa);
          if (fabs(kappa[0] + 1) > 1e-9) continue;
          patch_curvature(mesh, &patch[t], w, kappa);
          worst = fmax(worst, fmax(fabs(kappa[0] + 1), fmax(fabs(kappa[1]), fabs(kappa[2]))));
        }
        if (worst > 1e-9)
          test_fail(__FILE__, __LINE__, "cells of %g x %g mm, seed %d, clamped up to %g cells: curvature off by %.3g", 1e3 * cell[c][0],
                    1e3 * cell[c][1], seed, line[l], worst);
        free(w), free(part), free(held);
        pl_mesh_destroy(mesh);
      }
  pl_context_destroy(ctx);
}

// A block of patches that name the same corners takes a shorter path. It gives what the general one gives: one lane with two corners
// renamed, and their positions exchanged, forces the latter.
TEST(curvature_of_patches_alike) {
  enum { N_HINGE = 5, N_VERTEX = 8, N_DOF = 24 };
  static const uint8_t corner[N_HINGE][4] = {{0, 1, 2, 3}, {1, 2, 0, 4}, {2, 0, 1, 5}, {0, 3, 1, 6}, {4, 2, 1, 7}};
  const pl_strain *strain = pl_strain_find("curvature of 8 vertices");
  REQUIRE(strain != NULL);
  pl_lanes rest[2][PL_STRAIN_MAX_REST] = {0}, x[2][N_DOF], s[2][3], ds[2][3 * N_DOF];
  srand(3);
  for (int i = 0; i < N_DOF; i++) PL_EACH_LANE(l) x[0][i][l] = rand() / (double)RAND_MAX;
  for (int f = 0; f < N_HINGE; f++) PL_EACH_LANE(l) {
      for (int i = 0; i < 3; i++) rest[0][4 * f + i][l] = f == i ? 0 : rand() / (double)RAND_MAX - 0.5;
      rest[0][4 * f + 3][l] = pl_curvature_corners(corner[f]);
    }
  memcpy(rest[1], rest[0], sizeof rest[0]);
  memcpy(x[1], x[0], sizeof x[0]);
  for (int f = 0; f < N_HINGE; f++) {
    uint8_t renamed[4];
    for (int k = 0; k < 4; k++) renamed[k] = corner[f][k] == 6 ? 7 : corner[f][k] == 7 ? 6 : corner[f][k];
    rest[1][4 * f + 3][5] = pl_curvature_corners(renamed);
  }
  for (int k = 0; k < 3; k++) x[1][18 + k][5] = x[0][21 + k][5], x[1][21 + k][5] = x[0][18 + k][5];
  for (int i = 0; i < 2; i++) strain->eval((const pl_lanes *)rest[i], (const pl_lanes *)x[i], s[i], ds[i]);
  PL_EACH_LANE(l) {
    for (int i = 0; i < 3; i++) CHECK_NEAR(s[1][i][l], s[0][i][l], 1e-13);
    for (int a = 0; a < N_DOF; a++) {
      int b = l != 5 || a < 18 ? a : a < 21 ? a + 3 : a - 3;
      for (int i = 0; i < 3; i++) CHECK_NEAR(ds[1][N_DOF * i + b][l], ds[0][N_DOF * i + a][l], 1e-11);
    }
  }
}

// The blocks that time steps factorise: none that is nonzero is missing, and with c12 = 0 a uniform mesh needs fewer.
TEST(curvature_blocks_that_can_be_nonzero) {
  pl_context *ctx = pl_context_create(NULL);
  for (int which = 0; which < SCENE_PLATE_MESHES; which++)
    for (int coupled = 0; coupled < 2; coupled++) {
      pl_mesh *mesh;
      pl_material *material;
      pl_model *model;
      pl_work *work;
      pl_block_matrix hess;
      REQUIRE(scene_plate_square(ctx, (scene_plate_mesh)which, 0.1, 8, 0, &mesh) == PL_OK);
      REQUIRE(scene_plate_material(ctx, 0.1, (scene_rigidities){1e-5, 2e-5, coupled ? 3e-6 : 0, 4e-6}, &material) == PL_OK);
      REQUIRE(pl_model_create(ctx, mesh, material, NULL, &model) == PL_OK);
      REQUIRE(pl_work_create(model, &work) == PL_OK);
      REQUIRE(pl_block_matrix_create(mesh->arena, &model->pattern, &hess) == PL_OK);
      double *x = pl_arena_alloc(mesh->arena, (size_t)model->n_dof, sizeof *x), energy;
      uint8_t *used = pl_arena_alloc(mesh->arena, (size_t)model->pattern.n_block, sizeof *used);
      REQUIRE(x && used);
      srand(5);
      for (int32_t i = 0; i < model->n_dof; i++) x[i] = mesh->x0[i] + 2e-3 * (rand() / (double)RAND_MAX - 0.5);
      REQUIRE(pl_model_eval(model, material->theta, x, PL_HESS_EXACT, &energy, NULL, &hess, work));
      pl_model_structure(model, material->theta, used, work);
      int missing = 0, unused = 0, zeros = 0;
      for (int32_t k = 0; k < model->pattern.n_block; k++) {
        bool zero = true;
        for (int i = 0; i < 9; i++) zero = zero && hess.value[9 * k + i] == 0;
        missing += !used[k] && !zero;
        zeros += zero;
        unused += !used[k];
      }
      printf("%-12s c12 %s 0: %d of %d blocks unused\n", scene_plate_mesh_name[which], coupled ? ">" : "=", unused, model->pattern.n_block);
      CHECK(missing == 0);
      CHECK(unused == zeros);
      CHECK((unused > 0) == (!coupled && (which == SCENE_ALTERNATING || which == SCENE_UNIFORM)));
      pl_work_destroy(work);
      pl_model_destroy(model);
      pl_material_destroy(material);
      pl_mesh_destroy(mesh);
    }
  pl_context_destroy(ctx);
}

TEST(curvature_twisted_plate) {
  pl_context *ctx = pl_context_create(NULL);
  for (int which = 0; which < SCENE_DISC; which++) {
    double error;
    REQUIRE(scene_plate_twisted(ctx, (scene_plate_mesh)which, 10, &error) == PL_OK);
    printf("%-12s twisted plate, rigidities 33:1: %+.2g\n", scene_plate_mesh_name[which], error);
    CHECK_LESS(fabs(error), 1e-6);
  }
  pl_context_destroy(ctx);
}

TEST(curvature_clamped_plate) {
  pl_context *ctx = pl_context_create(NULL);
  for (int which = 0; which < SCENE_DISC; which++)
    for (int n = 20; n <= 40; n *= 2) {
      double error;
      REQUIRE(scene_plate_clamped(ctx, (scene_plate_mesh)which, n, &error) == PL_OK);
      printf("%-12s clamped plate, %d cells: middle %+.2f %%\n", scene_plate_mesh_name[which], n, 100 * error);
      CHECK_LESS(fabs(error), n == 40 ? 0.01 : 0.035);
    }
  pl_context_destroy(ctx);
}

// A quadratic surface whose border is held in place keeps its energy when its inside is let go: no zigzag is softer.
TEST(curvature_relaxed_patch) {
  static const double k[3] = {1e-4, -0.6e-4, 1.4e-4};
  for (int which = 0; which < SCENE_PLATE_MESHES; which++) {
    pl_context *ctx = pl_context_create(NULL);
    pl_mesh *mesh;
    scene_plate p;
    REQUIRE(scene_plate_square(ctx, (scene_plate_mesh)which, 0.1, 10, 0.3, &mesh) == PL_OK);
    double d11 = 3.3e-4, d22 = 1e-5, d12 = 0.2e-5, d66 = 2e-5, area = 0;
    REQUIRE(scene_plate_create(ctx, mesh, (scene_rigidities){d11, d22, d12, d66}, &p) == PL_OK);
    uint8_t *near = calloc((size_t)mesh->n_vertex, 1);
    pl_curvature_patch *patch;
    REQUIRE(pl_curvature_patches(mesh->arena, mesh, (pl_flat_parts){0}, &patch) == PL_OK);
    for (int32_t t = 0; t < mesh->n_triangle; t++) {
      const int32_t *v = mesh->triangle + 3 * t;
      area += mesh->triangle_area[t];
      // what a triangle at the border sees is prescribed: there the plate is free and has no constant moment
      if (mesh->boundary[v[0]] || mesh->boundary[v[1]] || mesh->boundary[v[2]])
        for (int i = 0; i < patch[t].n_vertex; i++) near[patch[t].vertex[i]] = 1;
    }
    for (int32_t v = 0; v < mesh->n_vertex; v++) {
      p.fixed[3 * v + 2] = near[v];
      p.x[3 * v + 2] = near[v] ? surface(mesh->rest + 2 * v, k) : 0;
    }
    bool converged;
    REQUIRE(scene_plate_relax(ctx, &p, &converged) == PL_OK);
    CHECK(converged);
    double exact = area * (0.5 * d11 * k[0] * k[0] + 0.5 * d22 * k[1] * k[1] + d12 * k[0] * k[1] + 0.5 * d66 * k[2] * k[2]);
    printf("%-12s energy of a relaxed patch, rigidities 33:1: %+.2g\n", scene_plate_mesh_name[which], p.energy / exact - 1);
    CHECK_LESS(fabs(p.energy / exact - 1), 1e-8);
    free(near);
    scene_plate_destroy(&p);
    pl_context_destroy(ctx);
  }
}

// A free plate has exactly three motions out of its plane that cost nothing.
TEST(curvature_zero_modes) {
  for (int which = 0; which < SCENE_PLATE_MESHES; which++) {
    pl_context *ctx = pl_context_create(NULL);
    pl_mesh *mesh;
    scene_plate p;
    pl_model *model;
    REQUIRE(scene_plate_square(ctx, (scene_plate_mesh)which, 0.1, 6, 0.3, &mesh) == PL_OK);
    REQUIRE(scene_plate_create(ctx, mesh, (scene_rigidities){3.3e-4, 1e-5, 0, 1e-5}, &p) == PL_OK);
    int n = mesh->n_vertex;
    pl_work *work;
    pl_model_options options = {0};
    REQUIRE(pl_model_create(ctx, mesh, p.material, &options, &model) == PL_OK);
    REQUIRE(pl_work_create(model, &work) == PL_OK);
    double *h = calloc((size_t)n * (size_t)n, sizeof *h), *w = calloc((size_t)n, sizeof *w), *plus = calloc(3 * (size_t)n, sizeof *plus),
           *g = calloc(3 * (size_t)n, sizeof *g);
    // the forces are linear in small heights
    for (int c = 0; c < n; c++) {
      memcpy(plus, mesh->x0, 3 * (size_t)n * sizeof *plus);
      plus[3 * c + 2] += 1e-7;
      REQUIRE(pl_model_eval(model, p.material->theta, plus, PL_HESS_EXACT, NULL, g, NULL, work));
      for (int r = 0; r < n; r++) h[(size_t)r * (size_t)n + (size_t)c] = g[3 * r + 2] / 1e-7;
    }
    REQUIRE(LAPACKE_dsyev(LAPACK_ROW_MAJOR, 'N', 'L', n, h, n, w) == 0);
    printf("%-12s smallest eigenvalues over the largest: %.1e %.1e %.1e | %.1e\n", scene_plate_mesh_name[which], w[0] / w[n - 1],
           w[1] / w[n - 1], w[2] / w[n - 1], w[3] / w[n - 1]);
    for (int i = 0; i < 3; i++) CHECK_LESS(fabs(w[i]), 1e-9 * w[n - 1]);
    CHECK(w[3] > 1e-6 * w[n - 1]);
    free(h), free(w), free(plus), free(g);
    pl_work_destroy(work);
    pl_model_destroy(model);
    scene_plate_destroy(&p);
    pl_context_destroy(ctx);
  }
}

// The edge of the table on a line of the mesh and between two, against the limit of fine uniform meshes.
TEST(curvature_strips) {
  pl_context *ctx = pl_context_create(NULL);
  const double turn = 3.14159265358979323846 / 8;
  for (int cut = 0; cut < 5; cut++) {
    double coarse, fine, height;
    REQUIRE(scene_plate_strip(ctx, SCENE_UNIFORM, 40, cut * turn, 0, &coarse) == PL_OK);
    REQUIRE(scene_plate_strip(ctx, SCENE_UNIFORM, 80, cut * turn, 0, &fine) == PL_OK);
    double exact = (4 * fine - coarse) / 3;
    printf("cut %.1f degrees, end %.4g m, error with 20 cells and the edge between lines of the mesh:", cut * 22.5, exact);
    for (int which = 0; which < SCENE_DISC; which++)
      for (int i = 0; i < 4; i++) {
        REQUIRE(scene_plate_strip(ctx, (scene_plate_mesh)which, 20, cut * turn, 0.3 * i, &height) == PL_OK);
        printf(" %+.2f%s", 100 * (height / exact - 1), i == 3 ? " |" : "");
        CHECK_LESS(fabs(height / exact - 1), 0.01);
      }
    printf(" %%\n");
  }
  pl_context_destroy(ctx);
}
