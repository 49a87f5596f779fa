// test_capture_mesh.c: lines of a capture's simulation mesh lie on the edges of its clips, and a mesh that does not resolve them is
// reported.
#include <math.h>
#include <string.h>

#include "protocol/capture/rig/capture_mesh.h"
#include "test.h"

enum { CELLS = 20, ROWS = 3 };  // of the captured sheet of 100 mm; rows that a bar holds: 10 mm

typedef struct captured {
  pl_context *ctx;
  pl_arena *arena;
  pl_mesh *mesh;
  pl_clip clip[2];
  int32_t vertex[2][ROWS * (CELLS + 1)];  // bars at both ends, along the width
  pl_capture capture;
} captured;

static void start(captured *c, pl_topology_kind kind) {
  *c = (captured){.ctx = pl_context_create(NULL)};
  c->arena = pl_arena_create(c->ctx);
  pl_specimen specimen = {.length = 0.1, .width = 0.1, .n_length = CELLS, .n_width = CELLS, .kind = kind, .seed = 3};
  REQUIRE(c->arena && pl_mesh_strip(c->ctx, &specimen, &c->mesh) == PL_OK);
  for (int b = 0; b < 2; b++) {
    int32_t first = b ? (CELLS + 1 - ROWS) * (CELLS + 1) : 0;
    for (int i = 0; i < ROWS * (CELLS + 1); i++) c->vertex[b][i] = first + i;
    c->clip[b] = (pl_clip){.name = b ? "moving" : "fixed", .n_vertex = ROWS * (CELLS + 1), .vertex = c->vertex[b]};
  }
  c->capture = (pl_capture){.mesh = c->mesh, .n_clip = 2, .clip = c->clip};
}

static void finish(captured *c) {
  pl_mesh_destroy(c->mesh);
  pl_arena_destroy(c->arena);
  pl_context_destroy(c->ctx);
}

// Vertices within `near` of the line u = at, m.
static int on_line(const pl_mesh *mesh, double at, double near) {
  int n = 0;
  for (int32_t v = 0; v < mesh->n_vertex; v++) n += fabs(mesh->rest[2 * v] - at) < near;
  return n;
}

// A bar of 10 mm, with cells of 12.5, 8.3, 14.3 mm; the other side, which no clip ends on, keeps its equal cells.
static void check_lines(pl_topology_kind kind, double near) {
  static const int cells[] = {8, 10, 12, 7};
  captured c;
  start(&c, kind);
  for (int i = 0; i < 4; i++) {
    pl_rig_options options = pl_rig_options_default();
    options.cells = cells[i];
    pl_mesh *mesh;
    REQUIRE(pl_capture_mesh(c.arena, &c.capture, &options, &mesh) == PL_OK);
    CHECK(on_line(mesh, 0.01, near) == cells[i] + 1);
    CHECK(on_line(mesh, 0.09, near) == cells[i] + 1);
    CHECK(on_line(mesh, 0, 1e-12) == cells[i] + 1 && on_line(mesh, 0.1, 1e-12) == cells[i] + 1);
    double area = 0;
    for (int32_t t = 0; t < mesh->n_triangle; t++) area += mesh->triangle_area[t];
    CHECK_NEAR(area, 0.01, 1e-14);
    pl_mesh_destroy(mesh);
  }
  finish(&c);
}

TEST(capture_mesh_lines_on_clip_edges) { check_lines(PL_TOPOLOGY_ALTERNATING, 1e-12); }

// Rows of a jittered captured mesh are 1.5 mm wide at most: the line lies at their mean.
TEST(capture_mesh_lines_at_jittered_clips) { check_lines(PL_TOPOLOGY_IRREGULAR, 0.6e-3); }

// Cells of 50 mm would need a band of a fifth of a cell: they stay equal, and the clip is reported as unresolved.
TEST(capture_mesh_tells_clips_it_misses) {
  captured c;
  start(&c, PL_TOPOLOGY_ALTERNATING);
  for (int fine = 0; fine < 2; fine++) {
    pl_rig_options options = pl_rig_options_default();
    options.cells = fine ? 8 : 2;
    pl_mesh *mesh;
    REQUIRE(pl_capture_mesh(c.arena, &c.capture, &options, &mesh) == PL_OK);
    int *clip = pl_arena_alloc(c.arena, (size_t)mesh->n_vertex, sizeof *clip);
    REQUIRE(clip);
    for (int32_t v = 0; v < mesh->n_vertex; v++) {
      double u = mesh->rest[2 * v];
      clip[v] = u < 0.0101 ? 0 : u > 0.0899 ? 1 : -1;
    }
    pl_resampled resampled = {.mesh = mesh, .clip = clip};
    pl_clip_miss miss;
    REQUIRE(pl_capture_clip_miss(c.arena, &c.capture, &resampled, &miss) == PL_OK);
    CHECK((miss.clip >= 0) == !fine);
    if (!fine) {
      CHECK_NEAR(miss.depth, 0.01, 1e-12);
      CHECK_NEAR(miss.held, 0, 1e-12);
      CHECK_NEAR(miss.cell, 0.05, 1e-12);
    }
    pl_mesh_destroy(mesh);
  }
  finish(&c);
}

// A clip that holds one row of vertices, and what round-off leaves between them: a line, not a depth that cells could be made for.
TEST(capture_mesh_takes_a_row_for_a_line) {
  captured c;
  start(&c, PL_TOPOLOGY_ALTERNATING);
  double *rest = pl_arena_alloc(c.arena, 2 * (size_t)c.mesh->n_vertex, sizeof *rest);
  REQUIRE(rest);
  memcpy(rest, c.mesh->rest, 2 * (size_t)c.mesh->n_vertex * sizeof *rest);
  for (int v = 1; v <= CELLS; v++) rest[2 * v] = 7e-18;
  pl_mesh *rough;
  REQUIRE(pl_mesh_create(c.ctx, c.mesh->n_vertex, rest, NULL, c.mesh->n_triangle, c.mesh->triangle, c.mesh->kind, &rough) == PL_OK);
  c.capture.mesh = rough;
  c.clip[0].n_vertex = CELLS + 1;
  pl_rig_options options = pl_rig_options_default();
  options.cells = 8;
  pl_mesh *mesh;
  REQUIRE(pl_capture_mesh(c.arena, &c.capture, &options, &mesh) == PL_OK);
  int *clip = pl_arena_alloc(c.arena, (size_t)mesh->n_vertex, sizeof *clip);
  REQUIRE(clip);
  for (int32_t v = 0; v < mesh->n_vertex; v++) clip[v] = mesh->rest[2 * v] < 0.02 ? 0 : mesh->rest[2 * v] > 0.0899 ? 1 : -1;
  pl_resampled resampled = {.mesh = mesh, .clip = clip};
  pl_clip_miss miss;
  REQUIRE(pl_capture_clip_miss(c.arena, &c.capture, &resampled, &miss) == PL_OK);
  CHECK(miss.clip == 0 && miss.depth == 0);
  pl_mesh_destroy(mesh);
  pl_mesh_destroy(rough);
  finish(&c);
}

// Cloth over a table edge on the bias gets diagonals parallel to that edge, on either diagonal of the cloth; a requested topology stays.
TEST(capture_mesh_diagonals_follow_a_bias_edge) {
  for (int side = 0; side < 2; side++) {
    captured c;
    start(&c, PL_TOPOLOGY_ALTERNATING);
    int32_t n = c.mesh->n_vertex;
    double *x = pl_arena_alloc(c.arena, 3 * (size_t)n, sizeof *x), r = sqrt(0.5), s = side ? 1 : -1;
    uint8_t *supported = pl_arena_alloc(c.arena, (size_t)n, sizeof *supported);
    REQUIRE(x && supported);
    for (int32_t v = 0; v < n; v++) {  // turned so that the pushed direction (1, s) is x
      const double *p = c.mesh->rest + 2 * v;
      x[3 * v] = r * (p[0] + s * p[1]);
      x[3 * v + 1] = r * (p[1] - s * p[0]);
      supported[v] = x[3 * v] < 0.03;
    }
    c.capture = (pl_capture){.mesh = c.mesh, .direction = "bias", .motion = "table-edge", .n_frame = 1, .x = x, .supported = supported};
    c.capture.table.given = true;
    pl_rig_options options = pl_rig_options_default();
    options.cells = 8;
    pl_mesh *mesh;
    REQUIRE(pl_capture_mesh(c.arena, &c.capture, &options, &mesh) == PL_OK);
    int along = 0, across = 0;
    double area = 0;
    for (int32_t e = 0; e < mesh->n_edge; e++) {
      const double *a = mesh->rest + 2 * mesh->edge[2 * e], *b = mesh->rest + 2 * mesh->edge[2 * e + 1];
      double slope = (b[0] - a[0]) * (b[1] - a[1]);
      along += slope * s < -1e-12;
      across += slope * s > 1e-12;
    }
    for (int32_t t = 0; t < mesh->n_triangle; t++) area += mesh->triangle_area[t];
    CHECK(along == 64 && across == 0);
    CHECK_NEAR(area, 0.01, 1e-14);
    pl_mesh_destroy(mesh);
    options.topology = PL_TOPOLOGY_UNIFORM;
    REQUIRE(pl_capture_mesh(c.arena, &c.capture, &options, &mesh) == PL_OK);
    CHECK(mesh->kind == PL_TOPOLOGY_UNIFORM);
    pl_mesh_destroy(mesh);
    finish(&c);
  }
}
