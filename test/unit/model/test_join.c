// test_join.c: a joined model is the sum of its parts: the same gradients, Hessian blocks, masses and histories, bit by bit.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "model/history.h"
#include "model/model.h"
#include "test.h"

static const char sheet_a[] =
    "{\"pliant\": \"material 1\", \"name\": \"a\", \"density\": \"200 g/m^2\", \"terms\": ["
    "{\"name\": \"all\", \"strain\": \"green\", \"law\": \"orthotropic\", \"parameters\": {\"unit\": \"N/m\", \"values\": [200, 50, 150, "
    "30]}},"
    "{\"name\": \"threads\", \"strain\": \"spring\", \"values\": [\"stretch\"], \"elements\": \"warp\", \"law\": \"linear\", "
    "\"parameters\": {\"unit\": \"N/m\", \"values\": [70]}},"
    "{\"name\": \"bend\", \"strain\": \"curvature\", \"law\": \"orthotropic\", \"parameters\": {\"unit\": \"N m\", \"values\": [2e-6, "
    "1e-7, "
    "1e-6, 1e-6]}}]}";
static const char solid[] =
    "{\"pliant\": \"material 1\", \"name\": \"gel\", \"density\": \"1000 kg/m^3\", \"terms\": [{\"name\": \"body\", \"strain\": "
    "\"green3\", "
    "\"law\": \"orthotropic3\", \"parameters\": {\"unit\": \"Pa\", \"values\": [3e4, 2e4, 2.5e4, 5e3, 6e3, 7e3, 4e3, 5e3, 6e3]}}]}";

static const char friction[] = "{\"name\": \"yarns\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"dahl\", \"parameters\": "
                               "{\"a\": \"1 N/m\", \"b\": \"1 N/m\", "
                               "\"tau\": 0.05}}";

enum { N_PART = 4, RIGID = 2 };

typedef struct bodies {
  pl_context *ctx;
  pl_mesh *mesh[N_PART], *joined;
  pl_material *material[N_PART], *all;
  pl_model *model[N_PART], *whole;
} bodies;

static const char *const names[N_PART] = {"left", "right", "ball", "block"};

// Two sheets with bending by curvatures and by hinges with internal friction, a rigid tetrahedron, and a solid.
static void open(bodies *b) {
  *b = (bodies){.ctx = pl_context_create(NULL)};
  const pl_specimen first = {
      .length = 0.1, .width = 0.08, .angle = 0.3, .n_length = 7, .n_width = 5, .kind = PL_TOPOLOGY_IRREGULAR, .seed = 5};
  const pl_specimen second = {.length = 0.06, .width = 0.05, .n_length = 6, .n_width = 4, .kind = PL_TOPOLOGY_ALTERNATING};
  const pl_block_specimen block = {.size = {0.04, 0.02, 0.02}, .n = {3, 2, 2}, .kind = PL_SOLID_HEX, .jitter = 0.1};
  const double point[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  const int32_t face[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2};
  REQUIRE(pl_mesh_strip(b->ctx, &first, &b->mesh[0]) == PL_OK);
  REQUIRE(pl_mesh_strip(b->ctx, &second, &b->mesh[1]) == PL_OK);
  REQUIRE(pl_mesh_create_rigid(b->ctx, 4, point, 4, face, &b->mesh[RIGID]) == PL_OK);
  REQUIRE(pl_mesh_block(b->ctx, &block, &b->mesh[3]) == PL_OK);
  REQUIRE(pl_material_parse(b->ctx, "a", sheet_a, strlen(sheet_a), &b->material[0]) == PL_OK);
  REQUIRE(pl_material_load(b->ctx, "denim-virtual", &b->material[1]) == PL_OK);
  REQUIRE(pl_material_add_term(b->material[1], friction) == PL_OK && pl_material_finish(b->material[1]) == PL_OK);
  REQUIRE(pl_material_parse(b->ctx, "gel", solid, strlen(solid), &b->material[3]) == PL_OK);
  REQUIRE(pl_mesh_join(b->ctx, N_PART, (const pl_mesh *const *)b->mesh, &b->joined) == PL_OK);
  REQUIRE(pl_material_join(b->ctx, N_PART, (const pl_material *const *)b->material, names, &b->all) == PL_OK);
  const pl_model_options options = {.gravity = {0, 1, -9.81}};
  for (int i = 0; i < N_PART; i++)
    if (i != RIGID) REQUIRE(pl_model_create(b->ctx, b->mesh[i], b->material[i], &options, &b->model[i]) == PL_OK);
  REQUIRE(pl_model_create(b->ctx, b->joined, b->all, &options, &b->whole) == PL_OK);
}

static void close(bodies *b) {
  pl_model_destroy(b->whole);
  for (int i = 0; i < N_PART; i++) pl_model_destroy(b->model[i]);
  pl_material_destroy(b->all);
  pl_mesh_destroy(b->joined);
  for (int i = 0; i < N_PART; i++) {
    pl_material_destroy(b->material[i]);
    pl_mesh_destroy(b->mesh[i]);
  }
  pl_context_destroy(b->ctx);
}

static double *deformed(const pl_mesh *mesh, uint64_t seed) {
  double *x = malloc(3 * (size_t)mesh->n_vertex * sizeof *x);
  pl_rng rng;
  pl_rng_init(&rng, seed);
  for (int32_t i = 0; i < 3 * mesh->n_vertex; i++) x[i] = mesh->x0[i] + 1e-3 * pl_rng_normal(&rng);
  return x;
}

TEST(join_mesh) {
  bodies b;
  open(&b);
  const pl_mesh *m = b.joined;
  CHECK(m->n_part == N_PART && pl_mesh_part_count(m) == N_PART && pl_mesh_part_count(b.mesh[0]) == 1);
  CHECK(m->n_triangle == b.mesh[0]->n_triangle + b.mesh[1]->n_triangle && m->n_hex == b.mesh[3]->n_hex);
  CHECK(m->n_face == b.mesh[3]->n_face + 4);
  for (int p = 0; p < N_PART; p++) {
    int32_t first = pl_mesh_part_first(m, p);
    CHECK(pl_mesh_part_first(m, p + 1) - first == b.mesh[p]->n_vertex);
    CHECK(pl_mesh_part_is_solid(m, p) == pl_mesh_is_solid(b.mesh[p]));
    CHECK(memcmp(m->x0 + 3 * first, b.mesh[p]->x0, 3 * (size_t)b.mesh[p]->n_vertex * sizeof(double)) == 0);
    for (int32_t v = 0; v < b.mesh[p]->n_vertex; v++) CHECK(pl_mesh_part_of(m, first + v) == p);
  }
  // edges stay sorted, hinges keep their vertices
  for (int32_t e = 1; e < m->n_edge; e++)
    CHECK(m->edge[2 * e - 2] < m->edge[2 * e] || (m->edge[2 * e - 2] == m->edge[2 * e] && m->edge[2 * e - 1] < m->edge[2 * e + 1]));
  for (int32_t h = 0; h < 4 * b.mesh[1]->n_hinge; h++)
    CHECK(m->hinge[4 * b.mesh[0]->n_hinge + h] == b.mesh[1]->hinge[h] + b.mesh[0]->n_vertex);
  CHECK(pl_material_part(b.all, 1) == b.material[1] && pl_material_part(b.all, RIGID) == NULL);
  CHECK(pl_material_term(b.all, "left/bend") != NULL && pl_material_term(b.all, "block/body")->part == 3);
  CHECK(b.all->n_theta == b.material[0]->n_theta + b.material[1]->n_theta + b.material[3]->n_theta);
  close(&b);
}

TEST(join_model_is_the_sum_of_its_parts) {
  bodies b;
  open(&b);
  pl_work *work, *whole_work;
  pl_arena *arena = pl_arena_create(b.ctx);
  double *x = deformed(b.joined, 3), *g = malloc(3 * (size_t)b.joined->n_vertex * sizeof *g), energy, sum = 0;
  pl_block_matrix h;
  REQUIRE(pl_work_create(b.whole, &whole_work) == PL_OK && pl_block_matrix_create(arena, &b.whole->pattern, &h) == PL_OK);
  REQUIRE(b.whole->symmetric);
  for (int mode = 0; mode < 2; mode++) {
    sum = 0;
    REQUIRE(pl_model_eval(b.whole, b.all->theta, x, mode ? PL_HESS_PSD : PL_HESS_EXACT, &energy, g, &h, whole_work));
    for (int p = 0; p < N_PART; p++) {
      int32_t first = b.joined->part_first[p], n = b.mesh[p]->n_vertex;
      if (p == RIGID) {
        for (int32_t i = 3 * first; i < 3 * (first + n); i++) CHECK(g[i] == 0 && b.whole->mass[i / 3] == 0);
        continue;
      }
      double own, *own_g = malloc(3 * (size_t)n * sizeof *own_g);
      pl_block_matrix own_h;
      REQUIRE(pl_work_create(b.model[p], &work) == PL_OK);
      REQUIRE(pl_block_matrix_create(arena, &b.model[p]->pattern, &own_h) == PL_OK);
      REQUIRE(
          pl_model_eval(b.model[p], b.material[p]->theta, x + 3 * first, mode ? PL_HESS_PSD : PL_HESS_EXACT, &own, own_g, &own_h, work));
      sum += own;
      CHECK(memcmp(g + 3 * first, own_g, 3 * (size_t)n * sizeof *g) == 0);
      CHECK(memcmp(b.whole->mass + first, b.model[p]->mass, (size_t)n * sizeof *g) == 0);
      CHECK(memcmp(b.whole->load + 3 * first, b.model[p]->load, 3 * (size_t)n * sizeof *g) == 0);
      for (int32_t c = 0; c < n; c++) {
        const pl_block_pattern *q = &b.model[p]->pattern;
        int32_t in_column = b.whole->pattern.start[first + c + 1] - b.whole->pattern.start[first + c];
        CHECK(in_column == q->start[c + 1] - q->start[c]);
        for (int32_t k = q->start[c]; k < q->start[c + 1]; k++)
          CHECK(memcmp(pl_block_matrix_at(&h, first + q->row[k], first + c), own_h.value + 9 * k, 9 * sizeof(double)) == 0);
      }
      pl_work_destroy(work);
      free(own_g);
    }
    CHECK_NEAR(energy, sum, 1e-13 * fabs(sum));
  }
  pl_work_destroy(whole_work);
  pl_arena_destroy(arena);
  free(x), free(g);
  close(&b);
}

// Internal friction of one part is remembered as in the part alone.
TEST(join_history) {
  bodies b;
  open(&b);
  enum { PART = 1 };  // the sheet with friction
  REQUIRE(pl_model_remembers(b.whole) && pl_model_remembers(b.model[PART]) && !pl_model_remembers(b.model[0]));
  pl_history *whole, *own;
  pl_work *whole_work, *work;
  int32_t first = b.joined->part_first[PART];
  REQUIRE(pl_history_create(b.whole, &whole) == PL_OK && pl_history_create(b.model[PART], &own) == PL_OK);
  REQUIRE(pl_work_create(b.whole, &whole_work) == PL_OK && pl_work_create(b.model[PART], &work) == PL_OK);
  CHECK(pl_history_size(whole) == pl_history_size(own));
  pl_history_begin(b.whole, b.all->theta, b.joined->x0, whole, whole_work);
  pl_history_begin(b.model[PART], b.material[PART]->theta, b.mesh[PART]->x0, own, work);
  for (uint64_t step = 0; step < 3; step++) {
    double *x = deformed(b.joined, 10 + step);
    CHECK(pl_history_work(b.whole, b.all->theta, x, whole, whole_work) ==
          pl_history_work(b.model[PART], b.material[PART]->theta, x + 3 * first, own, work));
    pl_history_commit(b.whole, b.all->theta, x, whole, whole_work);
    pl_history_commit(b.model[PART], b.material[PART]->theta, x + 3 * first, own, work);
    CHECK(memcmp(pl_history_values(whole), pl_history_values(own), pl_history_size(own) * sizeof(double)) == 0);
    free(x);
  }
  CHECK(pl_history_values(own)[0] != 0);
  pl_history_destroy(whole), pl_history_destroy(own);
  pl_work_destroy(whole_work), pl_work_destroy(work);
  close(&b);
}

// One material for all sheets of a joined mesh acts on each of them.
TEST(join_one_material_for_all) {
  bodies b;
  open(&b);
  pl_mesh *two;
  pl_model *model;
  pl_work *work;
  REQUIRE(pl_mesh_join(b.ctx, 2, (const pl_mesh *const *)b.mesh, &two) == PL_OK);
  CHECK(two->rest3 == NULL && !pl_mesh_is_solid(two));
  REQUIRE(pl_model_create(b.ctx, two, b.material[0], NULL, &model) == PL_OK && pl_work_create(model, &work) == PL_OK);
  double *x = deformed(two, 1), *g = malloc(3 * (size_t)two->n_vertex * sizeof *g);
  REQUIRE(pl_model_eval(model, b.material[0]->theta, x, PL_HESS_EXACT, NULL, g, NULL, work));
  CHECK(g[0] != 0 && g[3 * two->n_vertex - 1] != 0);
  pl_work_destroy(work);
  pl_model_destroy(model);
  pl_mesh_destroy(two);
  free(x), free(g);
  close(&b);
}
