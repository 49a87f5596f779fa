// test_curvature_friction.c: internal friction on single curvatures: the work of a bending cycle on meshes of every kind against Dahl's closed
// form.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "material/plate.h"
#include "model/history.h"
#include "scenes/plate.h"
#include "test.h"

#define SIZE 0.1
static const double A = 2e-3, TAU = 2e-3;  // N, 1/m: curvatures are small, so that slopes are

// Work per area of friction in one step of the strain: sigma = d a + (sigma0 - d a) exp(-|s - s0|/tau), d the direction of motion.
static double friction_work(double from, double to, double *sigma) {
  double d = to > from ? 1 : -1, length = fabs(to - from), decay = exp(-length / TAU), rest = *sigma - d * A;
  *sigma = d * A + rest * decay;
  return length > 0 ? d * (d * A * length + rest * TAU * (1 - decay)) : 0;
}

static pl_material *rubbing(pl_context *ctx) {
  static const char *const value[] = {"warp", "weft", "twist"};
  pl_material *material;
  REQUIRE(pl_material_create(ctx, "sheet", 0.2, &material) == PL_OK);
  for (int i = 0; i < 3; i++) {
    char text[320];
    snprintf(text, sizeof text,
             "{\"name\": \"%s\", \"strain\": \"curvature\", \"values\": [\"%s\"], \"law\": \"dahl\", \"max\": \"constant\", "
             "\"parameters\": {\"a\": "
             "\"%g N\", \"tau\": \"%g 1/m\"}}",
             value[i], value[i], A, TAU);
    REQUIRE(pl_material_add_term(material, text) == PL_OK);
  }
  REQUIRE(pl_material_finish(material) == PL_OK);
  return material;
}

// A sheet bent to a cylinder across a direction, in a cycle that turns twice: each curvature has separate friction.
TEST(curvature_friction_absorbs_the_work_of_dahls_law) {
  static const double way[] = {0.004, 0.01, -0.002, -0.01, 0.003, 0.01}, cuts[] = {0, 30, 90};
  pl_context *ctx = pl_context_create(NULL);
  pl_material *material = rubbing(ctx);
  for (int which = 0; which < SCENE_PLATE_MESHES; which++)
    for (int k = 0; k < 3; k++) {
      pl_mesh *mesh;
      pl_model *model;
      pl_history *history;
      pl_work *work;
      double n[PL_PLATE_VALUES], angle = cuts[k] * 3.14159265358979323846 / 180, at[PL_PLATE_VALUES] = {0}, sigma[PL_PLATE_VALUES] = {0};
      REQUIRE(scene_plate_square(ctx, (scene_plate_mesh)which, SIZE, 8, 0.3, &mesh) == PL_OK);
      pl_model_options options = {0};
      REQUIRE(pl_model_create(ctx, mesh, material, &options, &model) == PL_OK);
      REQUIRE(pl_history_create(model, &history) == PL_OK && pl_work_create(model, &work) == PL_OK);
      double *x = malloc(3 * (size_t)mesh->n_vertex * sizeof *x), area = 0;
      for (int32_t v = 0; v < mesh->n_vertex; v++) area += mesh->vertex_area[v];
      pl_plate_direction(cuts[k], n);
      for (size_t i = 0; i < sizeof way / sizeof way[0]; i++) {
        double exact = 0;
        for (int32_t v = 0; v < mesh->n_vertex; v++) {  // the strain has the sign of bending away from the upper side
          double along = cos(angle) * mesh->rest[2 * v] + sin(angle) * mesh->rest[2 * v + 1];
          x[3 * v] = mesh->rest[2 * v], x[3 * v + 1] = mesh->rest[2 * v + 1], x[3 * v + 2] = -0.5 * way[i] * along * along;
        }
        for (int j = 0; j < PL_PLATE_VALUES; j++) {
          exact += friction_work(at[j], way[i] * n[j], &sigma[j]);
          at[j] = way[i] * n[j];
        }
        CHECK_CLOSE(pl_history_work(model, material->theta, x, history, work), area * exact, 1e-4);
        pl_history_commit(model, material->theta, x, history, work);
      }
      free(x);
      pl_work_destroy(work);
      pl_history_destroy(history);
      pl_model_destroy(model);
      pl_mesh_destroy(mesh);
    }
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}
