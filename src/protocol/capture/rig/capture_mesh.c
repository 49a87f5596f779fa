// capture_mesh.c: the simulation mesh of a capture, a grid over its rest rectangle whose lines lie on the edges of the clips.
//
// A clip holds whole lines of vertices. If its edge lies between two lines, the cloth beside it is up to half a cell too long or too short.
// The fit compensates for this. On the bundled knit, clips have 10 mm on 100 mm. Poisson's ratio of StVK was 0.22 with 10 cells, whose
// lines end where the clips do. It was -0.46 with 12 and -0.70 with 8. So each side of the rectangle is cut into bands at the edges of
// clips. Each band gets the number of equal cells nearest to the requested size. A jittered simulation mesh has no lines.
#include "protocol/capture/rig/capture_mesh.h"

#include <math.h>
#include <string.h>

#define LINE 1e-6  // of the cloth: a less deep clip is a line

enum { MAX_CUT = 2 * 16 };  // edges of clips across one side of the rectangle

typedef struct grid_side {
  double low, high;  // m, of the rest rectangle in material coordinates
  int n_cut;
  double cut[MAX_CUT + 2];  // m, ascending, from low to high
  int cells[MAX_CUT + 1];   // of each band
  int n;                    // their sum
} grid_side;

static void rest_box(const pl_mesh *mesh, double low[2], double high[2]) {
  for (int k = 0; k < 2; k++) low[k] = INFINITY, high[k] = -INFINITY;
  for (int32_t v = 0; v < mesh->n_vertex; v++)
    for (int k = 0; k < 2; k++) {
      low[k] = fmin(low[k], mesh->rest[2 * v + k]);
      high[k] = fmax(high[k], mesh->rest[2 * v + k]);
    }
}

// The edge of the cloth that a clip holds, across each axis and on either side. It is the mean position of held vertices with a neighbour
// on that side that is not held. None where it ends with the cloth.
typedef struct clip_edges {
  int n[2][2];                    // [axis][low, high], neighbours
  double at[2][2], spread[2][2];  // m, mean and standard deviation
} clip_edges;

static clip_edges find_edges(const pl_mesh *mesh, const int *holder, int clip) {
  clip_edges e = {0};
  double sum[2][2] = {{0}}, square[2][2] = {{0}};
  for (int32_t i = 0; i < 2 * mesh->n_edge; i++) {
    int32_t in = mesh->edge[i], out = mesh->edge[i ^ 1];
    if (holder[in] != clip || holder[out] == clip) continue;
    const double *p = mesh->rest + 2 * (size_t)in, *q = mesh->rest + 2 * (size_t)out, d[2] = {q[0] - p[0], q[1] - p[1]};
    int k = fabs(d[1]) > fabs(d[0]), side = d[k] > 0;
    if (fabs(d[1 - k]) > 0.7 * fabs(d[k])) continue;  // a diagonal belongs to neither axis
    e.n[k][side]++;
    sum[k][side] += p[k];
    square[k][side] += p[k] * p[k];
  }
  for (int k = 0; k < 2; k++)
    for (int side = 0; side < 2; side++) {
      double n = fmax(e.n[k][side], 1);
      e.at[k][side] = sum[k][side] / n;
      e.spread[k][side] = sqrt(fmax(square[k][side] / n - e.at[k][side] * e.at[k][side], 0));
    }
  return e;
}

// [n_vertex], the clip that holds each captured vertex, -1 for none; NULL: out of memory.
static int *captured_holder(pl_arena *arena, const pl_capture *capture) {
  int *holder = pl_arena_alloc(arena, (size_t)capture->mesh->n_vertex + 1, sizeof *holder);
  for (int32_t v = 0; holder && v < capture->mesh->n_vertex; v++) holder[v] = -1;
  for (int c = 0; c < capture->n_clip && holder; c++)
    for (int32_t i = 0; i < capture->clip[c].n_vertex; i++) holder[capture->clip[c].vertex[i]] = c;
  return holder;
}

// m, mean distance of neighbouring vertices.
static double spacing(const pl_mesh *mesh) {
  double area = 0;
  for (int32_t t = 0; t < mesh->n_triangle; t++) area += mesh->triangle_area[t];
  return sqrt(2 * area / mesh->n_triangle);
}

// True if the clip has an edge there: a row of vertices, straight within half their spacing.
static bool is_edge(const clip_edges *e, int k, int side, double h) { return e->n[k][side] >= 2 && e->spread[k][side] <= 0.5 * h; }

static void add_cut(grid_side *s, double at, double least) {
  if (s->n_cut == MAX_CUT || at < s->low + least || at > s->high - least) return;
  for (int i = 1; i <= s->n_cut; i++)
    if (fabs(s->cut[i] - at) < least) return;
  int i = ++s->n_cut;
  for (; i > 1 && s->cut[i - 1] > at; i--) s->cut[i] = s->cut[i - 1];
  s->cut[i] = at;
}

// Bands narrower than a quarter of a cell would be slivers: such an edge stays between the lines (pl_capture_clip_miss).
static void cut_side(const pl_capture *capture, const int *holder, int k, double cell, grid_side *s) {
  double h = spacing(capture->mesh);
  s->cut[0] = s->low;
  for (int c = 0; c < capture->n_clip; c++) {
    clip_edges e = find_edges(capture->mesh, holder, c);
    for (int i = 0; i < 2; i++)
      if (is_edge(&e, k, i, h)) add_cut(s, e.at[k][i], 0.25 * cell);
  }
  s->cut[s->n_cut + 1] = s->high;
}

// Position of line i of the side.
static double line_at(const grid_side *s, int i) {
  int b = 0;
  while (b < s->n_cut && i > s->cells[b]) i -= s->cells[b++];
  return s->cut[b] + (s->cut[b + 1] - s->cut[b]) * ((double)i / s->cells[b]);
}

static grid_side make_side(const pl_capture *capture, const int *holder, int k, double low, double high, double cell) {
  grid_side s = {.low = low, .high = high, .cut = {low, high}};
  if (holder) cut_side(capture, holder, k, cell, &s);
  for (int b = 0; b <= s.n_cut; b++) {
    s.cells[b] = (int)fmax(round((s.cut[b + 1] - s.cut[b]) / cell), s.n_cut > 0 ? 1 : 2);
    s.n += s.cells[b];
  }
  return s;
}

// Cloth folds along the edge of a table. A mesh without edges parallel to it must stretch to fold, which makes it too stiff (membrane locking).
// The error of the hanging corner on 24 cells is ten times larger with alternating diagonals (docs/theory/motions.md). So cloth on the bias gets uniform diagonals along its table edge.
// Returns the sign of the diagonals' slope in (u, v): +1 or -1; 0: not on the bias, or a topology was requested.
static int bias_diagonals(const pl_capture *capture, const pl_rig_options *options) {
  const pl_mesh *mesh = capture->mesh;
  pl_flat_place p;
  if (options->topology != PL_TOPOLOGY_ALTERNATING || !pl_capture_on_bias(capture) || !capture->supported || !capture->table.given)
    return 0;
  for (int f = 0; f < capture->n_frame; f++)
    if (pl_place_flat(mesh->n_vertex, mesh->rest, capture->supported + (size_t)f * (size_t)mesh->n_vertex,
                      capture->x + 3 * (size_t)f * (size_t)mesh->n_vertex, &p))
      return p.Q[capture->table.axis][0] * p.Q[capture->table.axis][1] < 0 ? 1 : -1;
  return 0;
}

// Triangles of the mirror image of a grid, counter-clockwise again.
static void turn_over(int32_t n_triangle, const int32_t *triangle, int32_t *out) {
  for (int32_t t = 0; t < n_triangle; t++) {
    out[3 * t] = triangle[3 * t];
    out[3 * t + 1] = triangle[3 * t + 2];
    out[3 * t + 2] = triangle[3 * t + 1];
  }
}

pl_status pl_capture_mesh(pl_arena *arena, const pl_capture *capture, const pl_rig_options *options, pl_mesh **out) {
  pl_context *ctx = pl_arena_context(arena);
  double low[2], high[2];
  rest_box(capture->mesh, low, high);
  double cell = fmax(high[0] - low[0], high[1] - low[1]) / pl_rig_cells(options, 24);
  bool lines = options->topology != PL_TOPOLOGY_IRREGULAR;
  int *holder = lines ? captured_holder(arena, capture) : NULL;
  if (lines && !holder) return PL_ERROR_MEMORY;
  grid_side s[2];
  for (int k = 0; k < 2; k++) s[k] = make_side(capture, holder, k, low[k], high[k], cell);
  int diagonals = bias_diagonals(capture, options);
  pl_specimen specimen = {.length = high[0] - low[0],
                          .width = high[1] - low[1],
                          .n_length = s[0].n,
                          .n_width = s[1].n,
                          .kind = diagonals ? PL_TOPOLOGY_UNIFORM : (pl_topology_kind)options->topology,
                          .seed = 1};
  pl_mesh *strip;
  PL_TRY(pl_mesh_strip(ctx, &specimen, &strip));
  double *rest = pl_arena_alloc(arena, 2 * (size_t)strip->n_vertex, sizeof *rest);
  int32_t *triangle = pl_arena_alloc(arena, 3 * (size_t)strip->n_triangle, sizeof *triangle);
  pl_status status = PL_ERROR_MEMORY;
  if (rest && triangle) {
    for (int32_t v = 0; v < strip->n_vertex; v++) {
      rest[2 * v] = lines && s[0].n_cut ? line_at(&s[0], v / (s[1].n + 1)) : strip->rest[2 * v] + low[0];
      rest[2 * v + 1] = lines && s[1].n_cut ? line_at(&s[1], v % (s[1].n + 1)) : strip->rest[2 * v + 1] + 0.5 * (low[1] + high[1]);
    }
    memcpy(triangle, strip->triangle, 3 * (size_t)strip->n_triangle * sizeof *triangle);
    if (diagonals < 0) {
      for (int32_t v = 0; v < strip->n_vertex; v++) rest[2 * v + 1] = low[1] + high[1] - rest[2 * v + 1];
      turn_over(strip->n_triangle, strip->triangle, triangle);
    }
    status = pl_mesh_create(ctx, strip->n_vertex, rest, NULL, strip->n_triangle, triangle, strip->kind, out);
  }
  pl_mesh_destroy(strip);
  return status;
}

pl_status pl_capture_clip_miss(pl_arena *arena, const pl_capture *capture, const pl_resampled *resampled, pl_clip_miss *miss) {
  double low[2], high[2], worst = 0, h = spacing(capture->mesh), cell = spacing(resampled->mesh);
  int *holder = captured_holder(arena, capture);
  *miss = (pl_clip_miss){.clip = -1};
  if (!holder) return PL_ERROR_MEMORY;
  rest_box(capture->mesh, low, high);
  double extent = fmax(high[0] - low[0], high[1] - low[1]), least = fmax(0.15 * cell, 0.01 * extent);
  for (int c = 0; c < capture->n_clip; c++) {
    clip_edges a = find_edges(capture->mesh, holder, c), b = find_edges(resampled->mesh, resampled->clip, c);
    for (int k = 0; k < 2; k++)
      for (int side = 0; side < 2; side++) {
        double off = fabs(a.at[k][side] - b.at[k][side]);
        if (!is_edge(&a, k, side, h) || b.n[k][side] == 0 || !(off > fmax(worst, least))) continue;
        // from the other edge of the clip, or of the cloth
        double from = a.n[k][!side] ? a.at[k][!side] : side ? low[k] : high[k], held = b.n[k][!side] ? b.at[k][!side] : from;
        // the round-off depth of a clip that holds one row of vertices needs no cells
        double depth = fabs(a.at[k][side] - from);
        worst = off;
        *miss = (pl_clip_miss){.clip = c, .depth = depth < LINE * extent ? 0 : depth, .held = fabs(b.at[k][side] - held), .cell = cell};
      }
  }
  return PL_OK;
}
