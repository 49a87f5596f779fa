// template.c: a small capture to look at and to edit (`pliant new capture`): a square of cloth between two bars, stretched once.
//
// It comes from formulas, not from measurements. The cloth lengthens uniformly by e, narrows by e/4 and sags like a shallow parabola. The
// bars pull with F = w (k e + c e^3), 2 % more on the way out and 2 % less on the way back. Each bar has one cord, which carries its weight
// and half the cloth's.
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "protocol/capture/capture_part.h"
#include "protocol/capture/capture.h"

enum { N_CELL = 12, N_STEP = 10, N_FRAME = 2 * N_STEP + 1 };
#define SIZE 0.1         // m
#define CLOTH_MASS 2e-3  // kg
#define CLIP_MASS 13.3e-3
#define GRAVITY 9.81

static const char readme[] =
    "# A capture to edit\n\n"
    "`experiment.json` lists one test, a stretch along the warp. Its folder holds what a capture consists of:\n\n"
    "| file | what |\n|---|---|\n"
    "| `rest.obj` | the cloth at rest; its texture coordinates are the material coordinates (warp, weft), here in metres |\n"
    "| `frames.bin` | positions of its vertices, frame after frame: float64, little-endian, [frame][vertex][3] |\n"
    "| `poses.csv` | rotation and position of each clip in each frame |\n"
    "| `cords.csv` | direction and tension of each cord in each frame |\n\n"
    "In place of `frames.bin` you may give one mesh per frame, `\"frames\": \"frames/*.ply\"`, or a table `frames.csv`. The numbers here "
    "are made by\n"
    "formulas; they measure no real cloth. All keys are in docs/protocols/capture.md. Next: `pliant check experiment.json`.\n";

static double travel(int frame) { return (double)(frame <= N_STEP ? frame : 2 * N_STEP - frame) / N_STEP; }

static double bar_force(int frame) {
  double e = 0.002 + 0.04 * travel(frame);
  return SIZE * (800 * e + 60000 * e * e * e) * (frame <= N_STEP ? 1.02 : 0.98);
}

static void fill_frame(const pl_mesh *mesh, int frame, double *x) {
  double e = 0.002 + 0.04 * travel(frame), sag = CLOTH_MASS * GRAVITY * SIZE / (8 * bar_force(frame));
  for (int32_t i = 0; i < mesh->n_vertex; i++) {
    double s = mesh->rest[2 * i] / SIZE, edge = 4 * s * (1 - s);  // 0 at the bars, which hold the width
    x[3 * i] = (1 + e) * mesh->rest[2 * i];
    x[3 * i + 1] = (1 - 0.25 * e * edge) * mesh->rest[2 * i + 1];
    x[3 * i + 2] = -sag * edge;
  }
}

// A bar along y that holds the vertices at u = at, its cord pulling to side (-1, 1).
static pl_status add_bar(pl_arena *arena, pl_capture *capture, pl_clip *clip, pl_cord *cord, const char *name, double at, int side) {
  int32_t *vertex = pl_arena_alloc(arena, (size_t)capture->mesh->n_vertex, sizeof *vertex);
  double *pose = pl_arena_alloc(arena, 12 * N_FRAME, sizeof *pose), *direction = pl_arena_alloc(arena, 3 * N_FRAME, sizeof *direction);
  double *tension = pl_arena_alloc(arena, N_FRAME, sizeof *tension);
  if (!vertex || !pose || !direction || !tension) return PL_ERROR_MEMORY;
  *clip = (pl_clip){.name = name, .mass = CLIP_MASS, .vertex = vertex, .pose = pose, .axis = {0, 1, 0}};
  *cord = (pl_cord){
      .name = name, .clip = (int)(clip - capture->clip), .point = {0.005 * side, 0, 0}, .direction = direction, .tension = tension};
  for (int32_t i = 0; i < capture->mesh->n_vertex; i++)
    if (fabs(capture->mesh->rest[2 * i] - at) < 1e-9) vertex[clip->n_vertex++] = i;
  for (int f = 0; f < N_FRAME; f++) {
    double *R = pose + 12 * (size_t)f, pull = bar_force(f), lift = (CLIP_MASS + CLOTH_MASS / 2) * GRAVITY;
    R[0] = R[4] = R[8] = 1;
    R[9] = (1.002 + 0.04 * travel(f)) * at;
    tension[f] = hypot(pull, lift);
    direction[3 * f] = side * pull / tension[f];
    direction[3 * f + 2] = lift / tension[f];
  }
  return PL_OK;
}

static pl_status build(pl_arena *arena, const pl_mesh *mesh, pl_capture *capture) {
  double *x = pl_arena_alloc(arena, 3 * (size_t)mesh->n_vertex * N_FRAME, sizeof *x);
  pl_clip *clip = pl_arena_alloc(arena, 2, sizeof *clip);
  pl_cord *cord = pl_arena_alloc(arena, 2, sizeof *cord);
  if (!x || !clip || !cord) return PL_ERROR_MEMORY;
  *capture = (pl_capture){.motion = "stretch",
                          .direction = "warp",
                          .mesh = mesh,
                          .n_frame = N_FRAME,
                          .x = x,
                          .n_clip = 2,
                          .n_cord = 2,
                          .clip = clip,
                          .cord = cord,
                          .mass = CLOTH_MASS,
                          .gravity = {0, 0, -GRAVITY},
                          .sigma_position = 1e-4,
                          .sigma_force = 3e-3};
  for (int f = 0; f < N_FRAME; f++) fill_frame(mesh, f, x + 3 * (size_t)mesh->n_vertex * (size_t)f);
  PL_TRY(add_bar(arena, capture, &clip[0], &cord[0], "left", 0, -1));
  return add_bar(arena, capture, &clip[1], &cord[1], "right", SIZE, 1);
}

pl_status pl__capture_new(pl_context *ctx, const char *directory) {
  pl_mesh *mesh = NULL;
  pl_arena *arena = pl_arena_create(ctx);
  if (!arena) return PL_ERROR_MEMORY;
  pl_status status = PL_ERROR_MEMORY;
  pl_capture capture;
  pl_specimen specimen = {.length = SIZE, .width = SIZE, .n_length = N_CELL, .n_width = N_CELL, .kind = PL_TOPOLOGY_IRREGULAR, .seed = 1};
  pl_test test = {.name = "stretch-warp", .n_frame = N_FRAME, .protocol = &pl_protocol_capture, .detail = &capture};
  pl_measurement m = {.protocol = pl_protocol_find("capture"), .name = "my fabric", .n_test = 1, .test = &test};
  char *path = pl_path_join(arena, directory, "README.md");
  if (!path) goto cleanup;
  PL_TRY_CLEAN(pl_mesh_strip(ctx, &specimen, &mesh));
  PL_TRY_CLEAN(build(arena, mesh, &capture));
  PL_TRY_CLEAN(pl__capture_save(ctx, directory, &m));
  PL_TRY_CLEAN(pl_file_write(ctx, path, readme, strlen(readme)));

cleanup:
  pl_mesh_destroy(mesh);
  pl_arena_destroy(arena);
  return status;
}
