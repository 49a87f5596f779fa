// A solid with cells of half the size: volume, surface, places and parents of its vertices; a body in poses on it.
#include "mesh/split.h"

#include <string.h>

#include "mesh/volume.h"
#include "test.h"

TEST(split_solids_keep_their_volume) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  for (int kind = 0; kind < 3; kind++) {
    pl_block_specimen s = {.size = {0.08, 0.04, 0.03}, .n = {4, 2, 2}, .kind = (pl_solid_kind)kind, .jitter = 0.2, .seed = 2};
    pl_mesh *mesh, *fine;
    const pl_mesh_parents *parents;
    REQUIRE(pl_mesh_block(ctx, &s, &mesh) == PL_OK);
    REQUIRE(pl_mesh_split(arena, mesh, &fine, &parents) == PL_OK);
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
    for (int32_t v = 0; v < fine->n_vertex; v++) {
      CHECK(parents[v].n == 1 ? v < mesh->n_vertex && parents[v].vertex[0] == v : v >= mesh->n_vertex);
      for (int k = 0; k < 3; k++) {
        double sum = 0;
        for (int i = 0; i < parents[v].n; i++) sum += mesh->rest3[3 * parents[v].vertex[i] + k] / parents[v].n;
        CHECK_NEAR(fine->rest3[3 * v + k], sum, 1e-15);
      }
    }
    pl_mesh_destroy(fine);
    pl_mesh_destroy(mesh);
  }
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

// Four hexahedra for every tetrahedron, eight for every hexahedron: the same volume, no cracks, parents as told.
TEST(split_tetrahedra_become_hexahedra) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  for (int kind = 0; kind < 3; kind++) {
    pl_block_specimen s = {.size = {0.08, 0.04, 0.03}, .n = {4, 2, 2}, .kind = (pl_solid_kind)kind, .jitter = 0.2, .seed = 2};
    pl_mesh *mesh, *fine;
    const pl_mesh_parents *parents;
    REQUIRE(pl_mesh_block(ctx, &s, &mesh) == PL_OK);
    REQUIRE(pl_mesh_to_hexahedra(arena, mesh, &fine, &parents) == PL_OK);
    CHECK(fine->n_tet == 0 && fine->n_hex == 4 * mesh->n_tet + 8 * mesh->n_hex);
    CHECK(fine->n_face == (mesh->n_tet > 0 ? 3 : 4) * mesh->n_face);
    for (int32_t e = 0; e < mesh->n_tet; e++)
      for (int c = 0; c < 4; c++)
        CHECK_CLOSE(pl_element_volume(fine, 4 * e + c, fine->rest3, NULL), pl_element_volume(mesh, e, mesh->rest3, NULL) / 4, 1e-9);
    int32_t by[9] = {0};
    for (int32_t v = 0; v < fine->n_vertex; v++) {
      by[parents[v].n]++;
      for (int k = 0; k < 3; k++) {
        double sum = 0;
        for (int i = 0; i < parents[v].n; i++) sum += mesh->rest3[3 * parents[v].vertex[i] + k] / parents[v].n;
        CHECK_NEAR(fine->rest3[3 * v + k], sum, 1e-15);
      }
    }
    // vertices, edges, faces and bodies of a ball: V - E + F - S = 1, so that no vertex was made twice
    CHECK(by[1] == mesh->n_vertex);
    if (mesh->n_tet > 0) CHECK(by[4] == mesh->n_tet && by[1] - by[2] + by[3] - by[4] == 1);
    pl_mesh_destroy(fine);
    pl_mesh_destroy(mesh);
  }
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}
