// A solid with cells of half the size: volume, surface, places and parents of its vertices; a body in poses on it.
#include "mesh/split.h"

#include <string.h>

#include "mesh/volume.h"
#include "test.h"

// A block of crooked cells, and what a way to split it makes of it.
typedef pl_status splitter(pl_arena *arena, const pl_mesh *mesh, pl_mesh **fine, const pl_mesh_parents **parents);
typedef struct split {
  pl_context *ctx;
  pl_arena *arena;
  pl_mesh *mesh, *fine;
  const pl_mesh_parents *parents;  // [fine->n_vertex]
} split;

static split split_block(int kind, splitter *way) {
  pl_block_specimen block = {.size = {0.08, 0.04, 0.03}, .n = {4, 2, 2}, .kind = (pl_solid_kind)kind, .jitter = 0.2, .seed = 2};
  split s = {.ctx = pl_context_create(NULL)};
  s.arena = pl_arena_create(s.ctx);
  REQUIRE(pl_mesh_block(s.ctx, &block, &s.mesh) == PL_OK);
  REQUIRE(way(s.arena, s.mesh, &s.fine, &s.parents) == PL_OK);
  return s;
}

static void split_clear(split *s) {
  pl_mesh_destroy(s->fine);
  pl_mesh_destroy(s->mesh);
  pl_arena_destroy(s->arena);
  pl_context_destroy(s->ctx);
}

// Every vertex is in the middle of its parents.
static void check_places(const split *s) {
  for (int32_t v = 0; v < s->fine->n_vertex; v++)
    for (int k = 0; k < 3; k++) {
      double sum = 0;
      for (int i = 0; i < s->parents[v].n; i++) sum += s->mesh->rest3[3 * s->parents[v].vertex[i] + k] / s->parents[v].n;
      CHECK_NEAR(s->fine->rest3[3 * v + k], sum, 1e-15);
    }
}

TEST(split_solids_keep_their_volume) {
  for (int kind = 0; kind < 3; kind++) {
    split s = split_block(kind, pl_mesh_split);
    const pl_mesh *mesh = s.mesh, *fine = s.fine;
    CHECK(fine->n_tet == 8 * mesh->n_tet && fine->n_hex == 8 * mesh->n_hex && fine->n_face == 4 * mesh->n_face);
    // vertices, edges, faces and solids of a ball: V - E + F - S = 1, so the mesh has no cracks. Of hexahedra the number is plain.
    if (kind == PL_SOLID_HEX) CHECK(fine->n_vertex == 9 * 5 * 5);
    for (int32_t e = 0; e < mesh->n_tet + mesh->n_hex; e++) {
      double sum = 0, whole = pl_element_volume(mesh, e, mesh->rest3, NULL);
      for (int c = 0; c < 8; c++) sum += pl_element_volume(fine, 8 * e + c, fine->rest3, NULL);
      CHECK_CLOSE(sum, whole, 1e-10);
      if (mesh->n_tet > 0)
        for (int c = 0; c < 8; c++) CHECK_CLOSE(pl_element_volume(fine, 8 * e + c, fine->rest3, NULL), whole / 8, 1e-9);
    }
    for (int32_t v = 0; v < fine->n_vertex; v++)
      CHECK(s.parents[v].n == 1 ? v < mesh->n_vertex && s.parents[v].vertex[0] == v : v >= mesh->n_vertex);
    check_places(&s);
    split_clear(&s);
  }
}

// Four hexahedra for every tetrahedron, eight for every hexahedron: the same volume, no cracks, correct parents.
TEST(split_tetrahedra_become_hexahedra) {
  for (int kind = 0; kind < 3; kind++) {
    split s = split_block(kind, pl_mesh_to_hexahedra);
    const pl_mesh *mesh = s.mesh, *fine = s.fine;
    CHECK(fine->n_tet == 0 && fine->n_hex == 4 * mesh->n_tet + 8 * mesh->n_hex);
    CHECK(fine->n_face == (mesh->n_tet > 0 ? 3 : 4) * mesh->n_face);
    for (int32_t e = 0; e < mesh->n_tet; e++)
      for (int c = 0; c < 4; c++)
        CHECK_CLOSE(pl_element_volume(fine, 4 * e + c, fine->rest3, NULL), pl_element_volume(mesh, e, mesh->rest3, NULL) / 4, 1e-9);
    int32_t by[9] = {0};
    for (int32_t v = 0; v < fine->n_vertex; v++) by[s.parents[v].n]++;
    check_places(&s);
    // vertices, edges, faces and bodies of a ball: V - E + F - S = 1, so that no vertex was made twice
    CHECK(by[1] == mesh->n_vertex);
    if (mesh->n_tet > 0) CHECK(by[4] == mesh->n_tet && by[1] - by[2] + by[3] - by[4] == 1);
    split_clear(&s);
  }
}
