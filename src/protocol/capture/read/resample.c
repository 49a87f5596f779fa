// resample.c: the captured surface on a simulation mesh with the same material coordinates.
//
// Places are located once and used in every frame: x_sim(f) = sum_j w_j x_captured(f). A vertex is held by the clip that clamps the nearest
// corner of its captured triangle. A clip too small to hold any gets the vertex nearest to its centre. Held vertices move rigidly: x(f) =
// R(f) p + t(f). The point p is the mean over frames of R^T (x - t). Per coordinate it omits the lowest and highest third, so that a badly
// tracked frame does not affect the others. Cloth on a table lies flat and unstretched. Supported vertices are placed by the rigid motion
// of the rest shape that best fits all supported captured vertices of the frame. So noise in the supported part does not bend the hanging
// part. The same motion maps the table's edge onto the cloth as a line a u + b v + c = 0. This line is the exact border of the free cloth.
// The error is measured in reverse: each captured vertex is located in the simulation mesh. Its distance to the surface at equal material
// coordinates is what the coarser mesh cannot represent (tangential shifts count too).
#include "protocol/capture/capture_part.h"

#include <math.h>
#include <stdlib.h>

#include "base/sort.h"

typedef struct task {
  pl_context *ctx;
  pl_arena *scratch;
  const pl_capture *capture;
  const pl_mesh *mesh;
  pl__place *place;  // [n_vertex of mesh], in the captured mesh
  double on_edge;    // m, a mesh vertex no farther off the table than this counts as on it
  pl_resampled *out;
} task;

static double mean_edge(const pl_mesh *mesh) {
  double sum = 0;
  for (int32_t e = 0; e < mesh->n_edge; e++) {
    const double *a = mesh->rest + 2 * (size_t)mesh->edge[2 * e], *b = mesh->rest + 2 * (size_t)mesh->edge[2 * e + 1];
    sum += hypot(b[0] - a[0], b[1] - a[1]);
  }
  return sum / mesh->n_edge;
}

// How far a simulation vertex may lie outside the captured surface: 3 captured edges, or 2 % of the size.
static double allowed_distance(const pl_mesh *captured) {
  double low[2], high[2];
  pl__mesh_extent(captured, low, high);
  return fmax(3 * mean_edge(captured), 0.02 * fmax(high[0] - low[0], high[1] - low[1]));
}

static pl_status find_places(task *k) {
  pl__locator *locator = pl__locator_create(k->scratch, k->capture->mesh);
  k->place = pl_arena_alloc(k->scratch, (size_t)k->mesh->n_vertex, sizeof *k->place);
  if (!locator || !k->place) return PL_ERROR_MEMORY;
  double allowed = allowed_distance(k->capture->mesh);
  for (int32_t i = 0; i < k->mesh->n_vertex; i++) {
    const double *p = k->mesh->rest + 2 * (size_t)i;
    k->place[i] = pl__locate(locator, p);
    if (!(k->place[i].distance <= allowed))
      return pl_fail(
          k->ctx, PL_ERROR_INPUT, NULL, "make the simulation mesh over the material coordinates of the captured rest mesh",
          "vertex %d of the simulation mesh, at (%g mm, %g mm), lies %g mm outside the captured surface; at most %g mm are allowed", (int)i,
          1e3 * p[0], 1e3 * p[1], 1e3 * k->place[i].distance, 1e3 * allowed);
  }
  return PL_OK;
}

static void interpolate(const pl_mesh *mesh, const pl__place *place, const double *x, double out[3]) {
  const int32_t *v = mesh->triangle + 3 * (size_t)place->triangle;
  for (int d = 0; d < 3; d++)
    out[d] = place->weight[0] * x[3 * (size_t)v[0] + d] + place->weight[1] * x[3 * (size_t)v[1] + d] +
             place->weight[2] * x[3 * (size_t)v[2] + d];
}

static double distance2(const double *a, const double *b) { return (a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]); }

// The simulation vertex nearest to the centre of a clip.
static int32_t middle_vertex(const task *k, const pl_clip *clip) {
  double middle[2] = {0, 0};
  for (int32_t i = 0; i < clip->n_vertex; i++)
    for (int d = 0; d < 2; d++) middle[d] += k->capture->mesh->rest[2 * (size_t)clip->vertex[i] + d] / clip->n_vertex;
  int32_t best = 0;
  for (int32_t i = 1; i < k->mesh->n_vertex; i++)
    if (distance2(k->mesh->rest + 2 * (size_t)i, middle) < distance2(k->mesh->rest + 2 * (size_t)best, middle)) best = i;
  return best;
}

static pl_status assign_clips(task *k) {
  const pl_capture *capture = k->capture;
  const pl_mesh *captured = capture->mesh;
  int *holder = pl_arena_alloc(k->scratch, (size_t)captured->n_vertex, sizeof *holder);  // clip + 1 of captured vertices
  bool *used = pl_arena_alloc(k->scratch, (size_t)capture->n_clip + 1, sizeof *used);
  if (!holder || !used) return PL_ERROR_MEMORY;
  for (int c = 0; c < capture->n_clip; c++)
    for (int32_t i = 0; i < capture->clip[c].n_vertex; i++) holder[capture->clip[c].vertex[i]] = c + 1;
  for (int32_t i = 0; i < k->mesh->n_vertex; i++) {
    const int32_t *v = captured->triangle + 3 * (size_t)k->place[i].triangle;
    const double *p = k->mesh->rest + 2 * (size_t)i;
    int32_t nearest = v[0];
    for (int j = 1; j < 3; j++)
      if (distance2(p, captured->rest + 2 * (size_t)v[j]) < distance2(p, captured->rest + 2 * (size_t)nearest)) nearest = v[j];
    int clip = holder[nearest] - 1;
    k->out->clip[i] = clip;
    if (clip >= 0) used[clip] = true;
  }
  for (int c = 0; c < capture->n_clip; c++)
    if (!used[c]) k->out->clip[middle_vertex(k, &capture->clip[c])] = c;
  return PL_OK;
}

static void fill_frame(const task *k, int frame) {
  const pl_capture *capture = k->capture;
  const pl_mesh *captured = capture->mesh;
  const double *from = capture->x + 3 * (size_t)captured->n_vertex * (size_t)frame;
  double *to = k->out->x + 3 * (size_t)k->mesh->n_vertex * (size_t)frame;
  for (int32_t i = 0; i < k->mesh->n_vertex; i++) interpolate(captured, &k->place[i], from, to + 3 * (size_t)i);
  if (!k->out->supported) return;
  const uint8_t *flag = capture->supported + (size_t)captured->n_vertex * (size_t)frame;
  for (int32_t i = 0; i < k->mesh->n_vertex; i++) {
    const int32_t *v = captured->triangle + 3 * (size_t)k->place[i].triangle;
    double share = 0;
    for (int j = 0; j < 3; j++) share += flag[v[j]] ? k->place[i].weight[j] : 0;
    k->out->supported[(size_t)k->mesh->n_vertex * (size_t)frame + (size_t)i] = share >= 0.5;
  }
}

static void lay_on_table(const task *k, int frame) {
  const pl_mesh *captured = k->capture->mesh;
  pl_flat_place p;
  // all on one line: keep them as captured
  if (!pl_place_flat(captured->n_vertex, captured->rest, k->capture->supported + (size_t)captured->n_vertex * (size_t)frame,
                     k->capture->x + 3 * (size_t)captured->n_vertex * (size_t)frame, &p))
    return;
  size_t n_vertex = (size_t)k->mesh->n_vertex;
  const pl_table_edge *table = &k->capture->table;
  if (k->out->line) {
    double sign = table->positive ? -1 : 1, *line = k->out->line + 3 * (size_t)frame;
    for (int d = 0; d < 2; d++) line[d] = sign * p.Q[table->axis][d];
    line[2] = sign * (p.c[table->axis] - table->edge) - line[0] * p.m[0] - line[1] * p.m[1];
    for (size_t v = 0; v < n_vertex; v++) {
      const double *r = k->mesh->rest + 2 * v;
      k->out->supported[n_vertex * (size_t)frame + v] = line[0] * r[0] + line[1] * r[1] + line[2] <= k->on_edge;
    }
  }
  for (size_t v = 0; v < n_vertex; v++) {
    if (!k->out->supported[n_vertex * (size_t)frame + v]) continue;
    pl_flat_at(&p, k->mesh->rest + 2 * v, k->out->x + 3 * (n_vertex * (size_t)frame + v));
  }
}

// Mean of the middle third of n values, which are sorted.
static double middle_mean(int n, double *value) {
  int drop = n / 3;
  double sum = 0;
  qsort(value, (size_t)n, sizeof *value, pl_ascending);
  for (int i = drop; i < n - drop; i++) sum += value[i];
  return sum / (n - 2 * drop);
}

// scratch: [n_frame]
static void move_with_clip(const task *k, int32_t vertex, const pl_clip *clip, double *scratch) {
  int n = k->capture->n_frame;
  size_t stride = 3 * (size_t)k->mesh->n_vertex;
  double *x = k->out->x + 3 * (size_t)vertex, local[3];
  for (int d = 0; d < 3; d++) {
    for (int f = 0; f < n; f++) {
      const double *R = clip->pose + 12 * (size_t)f, *t = R + 9, *p = x + stride * (size_t)f;
      scratch[f] = R[d] * (p[0] - t[0]) + R[3 + d] * (p[1] - t[1]) + R[6 + d] * (p[2] - t[2]);
    }
    local[d] = middle_mean(n, scratch);
  }
  for (int f = 0; f < n; f++) {
    const double *R = clip->pose + 12 * (size_t)f, *t = R + 9;
    for (int d = 0; d < 3; d++)
      x[stride * (size_t)f + (size_t)d] = R[3 * d] * local[0] + R[3 * d + 1] * local[1] + R[3 * d + 2] * local[2] + t[d];
  }
}

static pl_status measure_error(task *k) {
  const pl_capture *capture = k->capture;
  const pl_mesh *captured = capture->mesh;
  pl__locator *locator = pl__locator_create(k->scratch, k->mesh);
  pl__place *place = pl_arena_alloc(k->scratch, (size_t)captured->n_vertex, sizeof *place);
  if (!locator || !place) return PL_ERROR_MEMORY;
  // captured vertices far outside a simulation mesh that covers only a part of the cloth are ignored
  double allowed = 0.5 * mean_edge(k->mesh), sum = 0, largest = 0;
  size_t n = 0;
  for (int32_t i = 0; i < captured->n_vertex; i++) place[i] = pl__locate(locator, captured->rest + 2 * (size_t)i);
  for (int f = 0; f < capture->n_frame; f++) {
    const double *from = capture->x + 3 * (size_t)captured->n_vertex * (size_t)f;
    const double *surface = k->out->x + 3 * (size_t)k->mesh->n_vertex * (size_t)f;
    for (int32_t i = 0; i < captured->n_vertex; i++) {
      if (place[i].distance > allowed) continue;
      double p[3], square = 0;
      interpolate(k->mesh, &place[i], surface, p);
      for (int d = 0; d < 3; d++) square += (p[d] - from[3 * (size_t)i + d]) * (p[d] - from[3 * (size_t)i + d]);
      sum += square;
      largest = fmax(largest, square);
      n++;
    }
  }
  k->out->error = n > 0 ? sqrt(sum / (double)n) : 0;
  k->out->error_max = sqrt(largest);
  return PL_OK;
}

static pl_status run(task *k) {
  PL_TRY(find_places(k));
  PL_TRY(assign_clips(k));
  for (int f = 0; f < k->capture->n_frame; f++) {
    fill_frame(k, f);
    if (k->out->supported) lay_on_table(k, f);
  }
  double *scratch = pl_arena_alloc(k->scratch, (size_t)k->capture->n_frame + 1, sizeof *scratch);
  if (!scratch) return PL_ERROR_MEMORY;
  for (int32_t i = 0; i < k->mesh->n_vertex; i++)
    if (k->out->clip[i] >= 0) move_with_clip(k, i, &k->capture->clip[k->out->clip[i]], scratch);
  return measure_error(k);
}

pl_status pl_capture_resample(pl_arena *arena, const pl_capture *capture, const pl_mesh *mesh, pl_resampled *out) {
  pl_context *ctx = pl_arena_context(arena);
  size_t n = (size_t)mesh->n_vertex, n_frame = (size_t)capture->n_frame;
  *out = (pl_resampled){.mesh = mesh};
  out->x = pl_arena_alloc(arena, 3 * n * n_frame, sizeof *out->x);
  out->clip = pl_arena_alloc(arena, n, sizeof *out->clip);
  out->supported = capture->supported ? pl_arena_alloc(arena, n * n_frame, sizeof *out->supported) : NULL;
  out->line = capture->supported && capture->table.given ? pl_arena_alloc(arena, 3 * n_frame, sizeof *out->line) : NULL;
  if (!out->x || !out->clip || (capture->supported && (!out->supported || (capture->table.given && !out->line)))) return PL_ERROR_MEMORY;
  pl_arena *scratch = pl_arena_create(ctx);
  if (!scratch) return PL_ERROR_MEMORY;
  task k = {.ctx = ctx, .scratch = scratch, .capture = capture, .mesh = mesh, .on_edge = 0.02 * mean_edge(mesh), .out = out};
  pl_status status = run(&k);
  pl_arena_destroy(scratch);
  return status;
}
