// Stress at the vertices: closed forms of uniform states with several terms, and the invariants of a stress. For any state, the change
// of the energy under uniform displacement gradients.
#include "base/rng.h"
#include "mesh/volume.h"
#include "model/model.h"
#include "test.h"

typedef struct body {
  pl_context *ctx;
  pl_mesh *mesh;
  pl_material *material;
  pl_model *model;
  pl_work *work;
  double *x;            // [n_dof]
  double (*stress)[6];  // [n_vertex]
} body;

static body make(pl_context *ctx, pl_mesh *mesh, const char *terms) {
  char text[2048];
  body b = {.ctx = ctx, .mesh = mesh};
  snprintf(text, sizeof text, "{\"pliant\": \"material 1\", \"name\": \"m\", \"terms\": [%s]}", terms);
  if (pl_material_parse(ctx, "test.json", text, strlen(text), &b.material) != PL_OK) {
    test_fail(__FILE__, __LINE__, "%s", pl_context_error(ctx)->message);
    test_stop();
  }
  REQUIRE(pl_model_create(ctx, mesh, b.material, NULL, &b.model) == PL_OK && pl_work_create(b.model, &b.work) == PL_OK);
  b.x = pl_alloc(ctx, (size_t)b.model->n_dof, sizeof *b.x);
  b.stress = pl_alloc(ctx, (size_t)mesh->n_vertex, sizeof *b.stress);
  REQUIRE(b.x && b.stress);
  return b;
}

static body sheet(const char *terms) {
  pl_context *ctx = pl_context_create(NULL);
  pl_mesh *mesh;
  pl_specimen s = {.length = 0.1, .width = 0.06, .n_length = 9, .n_width = 7, .kind = PL_TOPOLOGY_IRREGULAR, .seed = 3};
  REQUIRE(pl_mesh_strip(ctx, &s, &mesh) == PL_OK);
  return make(ctx, mesh, terms);
}

static body block(pl_solid_kind kind, const char *terms) {
  pl_context *ctx = pl_context_create(NULL);
  pl_mesh *mesh;
  pl_block_specimen s = {.size = {0.1, 0.06, 0.05}, .n = {4, 3, 3}, .kind = kind, .jitter = 0.2, .seed = 5};
  REQUIRE(pl_mesh_block(ctx, &s, &mesh) == PL_OK);
  return make(ctx, mesh, terms);
}

static void unmake(body *b) {
  pl_free(b->ctx, b->stress);
  pl_free(b->ctx, b->x);
  pl_work_destroy(b->work);
  pl_model_destroy(b->model);
  pl_material_destroy(b->material);
  pl_mesh_destroy(b->mesh);
  pl_context_destroy(b->ctx);
}

static const int axis[6][2] = {{0, 0}, {1, 1}, {2, 2}, {1, 2}, {2, 0}, {0, 1}};

// A sheet with three laws under F, turned in space. The stress is sigma = R F S F^T R^T / det F, with S = (k_u E_uu, k_v E_vv, k_s 2 E_uv).
TEST(stress_of_a_sheet_with_three_laws) {
  body b =
      sheet("{\"name\": \"warp\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"linear\", \"parameters\": {\"unit\": \"N/m\", "
            "\"values\": [200]}}, {\"name\": \"weft\", \"strain\": \"green\", \"values\": [\"weft\"], \"law\": \"linear\", \"parameters\": "
            "{\"unit\": \"N/m\", \"values\": [120]}}, {\"name\": \"shear\", \"strain\": \"green\", \"values\": [\"shear\"], \"law\": "
            "\"linear\", \"parameters\": {\"unit\": \"N/m\", \"values\": [30]}}");
  const double f[2][2] = {{1.2, 0.1}, {0.02, 1.05}}, c = cos(0.7), s = sin(0.7);
  double e[3] = {0.5 * (f[0][0] * f[0][0] + f[1][0] * f[1][0] - 1), 0.5 * (f[0][1] * f[0][1] + f[1][1] * f[1][1] - 1),
                 f[0][0] * f[0][1] + f[1][0] * f[1][1]};
  const double S[2][2] = {{200 * e[0], 30 * e[2]}, {30 * e[2], 120 * e[1]}}, det = f[0][0] * f[1][1] - f[0][1] * f[1][0];
  double plane[2][2] = {{0}};
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      for (int k = 0; k < 2; k++)
        for (int l = 0; l < 2; l++) plane[i][j] += f[i][k] * S[k][l] * f[j][l] / det;
  // turned about x by 0.7: y = (0, c, s)
  const double y[3] = {0, c, s};
  for (int32_t v = 0; v < b.mesh->n_vertex; v++) {
    const double *r = b.mesh->rest + 2 * v;
    double p = f[0][0] * r[0] + f[0][1] * r[1], q = f[1][0] * r[0] + f[1][1] * r[1];
    b.x[3 * v] = p + 3, b.x[3 * v + 1] = c * q - 1, b.x[3 * v + 2] = s * q;
  }
  REQUIRE(pl_model_stress(b.model, b.material->theta, b.x, b.stress, b.work) == PL_OK);
  for (int32_t v = 0; v < b.mesh->n_vertex; v++)
    for (int k = 0; k < 6; k++) {
      int i = axis[k][0], j = axis[k][1];
      const double x[3] = {1, 0, 0};
      double expected = plane[0][0] * x[i] * x[j] + plane[0][1] * (x[i] * y[j] + y[i] * x[j]) + plane[1][1] * y[i] * y[j];
      CHECK_NEAR(b.stress[v][k], expected, 1e-9);
    }
  double mean = 0.5 * (plane[0][0] + plane[1][1]);
  CHECK_NEAR(pl_stress_largest(b.stress[5]), mean + hypot(0.5 * (plane[0][0] - plane[1][1]), plane[0][1]), 1e-9);
  unmake(&b);
}

// Uniform uniaxial stretch of neo-Hookean rubber on tetrahedra and hexahedra: the von Mises stress is mu (l^2 - 1/l) at J = 1.
TEST(stress_of_stretched_rubber) {
  for (int kind = 0; kind < 2; kind++) {
    body b = block(kind ? PL_SOLID_HEX : PL_SOLID_TET6,
                   "{\"name\": \"a\", \"strain\": \"invariants\", \"law\": \"neo-hookean\", \"parameters\": {\"mu\": \"40 kPa\", "
                   "\"bulk\": \"400 kPa\"}}");
    const double l = 1.5, m = 1 / sqrt(l);
    for (int32_t v = 0; v < b.mesh->n_vertex; v++)
      for (int k = 0; k < 3; k++) b.x[3 * v + k] = (k ? m : l) * b.mesh->rest3[3 * v + k];
    REQUIRE(pl_model_stress(b.model, b.material->theta, b.x, b.stress, b.work) == PL_OK);
    for (int32_t v = 0; v < b.mesh->n_vertex; v++) CHECK_CLOSE(pl_stress_von_mises(b.stress[v]), 40e3 * (l * l - 1 / l), 1e-9);
    unmake(&b);
  }
}

// dE under u = H x is H : sum of the vertices' stresses times their present volumes or areas, at any x. Central differences of the energy
// check it.
static void check_virial(body *b, bool solid) {
  pl_rng rng;
  pl_rng_init(&rng, 7);
  int32_t n = b->mesh->n_vertex;
  for (int32_t i = 0; i < 3 * n; i++) b->x[i] = b->mesh->x0[i] * (1 + 0.05 * (i % 3)) + 0.001 * pl_rng_normal(&rng);
  REQUIRE(pl_model_stress(b->model, b->material->theta, b->x, b->stress, b->work) == PL_OK);
  double *size = pl_alloc(b->ctx, (size_t)n, sizeof *size), *moved = pl_alloc(b->ctx, 3 * (size_t)n, sizeof *moved), scale = 0;
  REQUIRE(size && moved);
  if (solid)
    for (int32_t e = 0; e < b->mesh->n_tet + b->mesh->n_hex; e++) {
      int corners = e < b->mesh->n_tet ? 4 : 8;
      for (int i = 0; i < corners; i++)
        size[corners == 4 ? b->mesh->tet[4 * e + i] : b->mesh->hex[8 * (e - b->mesh->n_tet) + i]] +=
            pl_element_volume(b->mesh, e, b->x, NULL) / corners;
    }
  for (int32_t t = 0; t < b->mesh->n_triangle && !solid; t++) {
    const int32_t *v = b->mesh->triangle + 3 * t;
    double a[3], c[3], square = 0;
    for (int i = 0; i < 3; i++) a[i] = b->x[3 * v[1] + i] - b->x[3 * v[0] + i], c[i] = b->x[3 * v[2] + i] - b->x[3 * v[0] + i];
    for (int i = 0; i < 3; i++) square += pow(a[(i + 1) % 3] * c[(i + 2) % 3] - a[(i + 2) % 3] * c[(i + 1) % 3], 2);
    for (int i = 0; i < 3; i++) size[v[i]] += sqrt(square) / 6;
  }
  double sum[6] = {0}, slope[6];
  for (int k = 0; k < 6; k++) {
    double energy[2], step = 1e-6;
    for (int side = 0; side < 2; side++) {
      for (int32_t v = 0; v < n; v++) {
        double h = (side ? 1 : -1) * step;
        for (int i = 0; i < 3; i++) moved[3 * v + i] = b->x[3 * v + i];
        moved[3 * v + axis[k][0]] += h * b->x[3 * v + axis[k][1]];
      }
      REQUIRE(pl_model_eval(b->model, b->material->theta, moved, PL_HESS_EXACT, &energy[side], NULL, NULL, b->work));
    }
    slope[k] = (energy[1] - energy[0]) / (2 * step);
    for (int32_t v = 0; v < n; v++) sum[k] += b->stress[v][k] * size[v];
    scale = fmax(scale, fabs(slope[k]));
  }
  REQUIRE(scale > 0);
  for (int k = 0; k < 6; k++) CHECK_NEAR(sum[k], slope[k], 1e-6 * scale);
  pl_free(b->ctx, moved);
  pl_free(b->ctx, size);
}

TEST(stress_is_the_change_of_energy) {
  static const char solid[] =
      "{\"name\": \"a\", \"strain\": \"green3\", \"law\": \"isotropic3\"}, {\"name\": \"b\", \"strain\": \"principal3\", "
      "\"law\": \"ogden\", \"terms\": 1}";
  static const char springs[] = "{\"name\": \"a\", \"strain\": \"spring\", \"law\": \"linear\"}, {\"name\": \"b\", \"strain\": \"green\", "
                                "\"values\": [\"shear\"], \"law\": \"linear\"}";
  body b = block(PL_SOLID_TET6, solid);
  check_virial(&b, true);
  unmake(&b);
  b = block(PL_SOLID_HEX, solid);
  check_virial(&b, true);
  unmake(&b);
  b = sheet(springs);
  check_virial(&b, false);
  unmake(&b);
}
