// describe.c: summary of a capture as aligned plain text (`pliant check`).
//
// Strain ranges are over all triangles in all frames without the outermost 1 % (half a per cent at each end), which are badly tracked.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "protocol/capture/capture_part.h"
#include "protocol/capture/capture.h"

enum { LABEL_WIDTH = 22, MAX_SAMPLE = 1 << 18 };
#define OUTLIERS 0.005  // at each end

static void add_label(pl_text *out, const char *label) {
  int space = LABEL_WIDTH - 2 - pl_text_width(label);
  pl_text_printf(out, "  %s", label);
  pl_text_repeat(out, " ", space > 1 ? space : 1);
}

static const char *people(double value, char text[40]) { return pl_number_people(value, text, 40); }

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// Apparent strain caused by noise of the positions: 1.4 sigma over the length of an edge.
static void describe_noise(const pl_capture *capture, pl_text *out) {
  if (!(capture->sigma_position > 0)) return;
  double edge = sqrt(2 * pl__mesh_area(capture->mesh) / capture->mesh->n_triangle), noise = sqrt(2) * capture->sigma_position / edge;
  char text[40];
  if (noise < 2e-3) return;
  add_label(out, "");
  pl_text_printf(out, "noise of the positions alone makes about %s %% in triangles of this size\n", people(100 * noise, text));
}

static void describe_strain(const pl_capture *capture, pl_arena *arena, pl_text *out) {
  static const char *const mode[] = {"strain warp", "strain weft", "strain shear"};
  const pl_mesh *mesh = capture->mesh;
  // evenly spread over triangles and frames; the step is coprime to the number of triangles, so that all are sampled
  size_t n_all = (size_t)mesh->n_triangle * (size_t)capture->n_frame, step = (n_all + MAX_SAMPLE - 1) / MAX_SAMPLE;
  while (step > 1 && (size_t)mesh->n_triangle % step == 0) step++;
  size_t n = (n_all + step - 1) / step;
  double *value = pl_arena_alloc(arena, n, sizeof *value);
  if (!value) return;
  for (int k = 0; k < 3; k++) {
    for (size_t i = 0; i < n; i++) {
      size_t frame = i * step / (size_t)mesh->n_triangle, triangle = i * step % (size_t)mesh->n_triangle;
      double strain[3];
      pl__triangle_green(mesh, (int32_t)triangle, capture->x + 3 * (size_t)mesh->n_vertex * frame, strain);
      value[i] = strain[k];
    }
    qsort(value, n, sizeof *value, compare);
    size_t cut = (size_t)(OUTLIERS * (double)n);
    char low[40], high[40];
    add_label(out, mode[k]);
    pl_text_printf(out, "%s to %s %%%s\n", people(100 * value[cut], low), people(100 * value[n - 1 - cut], high),
                   k == 0 ? "   Green strain, without the outermost 1 % of the triangles" : "");
  }
  describe_noise(capture, out);
}

static void describe_force(const pl_capture *capture, pl_text *out) {
  char mass[40], low[40], high[40];
  for (int c = 0; c < capture->n_clip; c++) {
    const pl_clip *clip = &capture->clip[c];
    double smallest = INFINITY, largest = 0;
    int n_cord = 0;
    for (int f = 0; f < capture->n_frame; f++) {
      double force[3], torque[3];
      pl_capture_clip_load(capture, c, f, force, torque);
      double size = sqrt(force[0] * force[0] + force[1] * force[1] + force[2] * force[2]);
      smallest = fmin(smallest, size);
      largest = fmax(largest, size);
    }
    for (int i = 0; i < capture->n_cord; i++) n_cord += capture->cord[i].clip == c;
    add_label(out, c == 0 ? "clips" : "");
    pl_text_printf(out, "%s: %s g, %d vertices, %d cord%s, force %s to %s N\n", clip->name, people(1e3 * clip->mass, mass),
                   (int)clip->n_vertex, n_cord, n_cord == 1 ? "" : "s", people(smallest, low), people(largest, high));
  }
  if (capture->n_clip == 0) {
    add_label(out, "clips");
    pl_text_add(out, "none\n");
  }
}

static void describe_support(const pl_capture *capture, pl_text *out) {
  if (!capture->supported) return;
  size_t n = (size_t)capture->n_frame * (size_t)capture->mesh->n_vertex, on = 0;
  for (size_t i = 0; i < n; i++) on += capture->supported[i];
  char share[40];
  add_label(out, "table");
  pl_text_printf(out, "carries %s %% of the vertices on average\n", people(100 * (double)on / (double)n, share));
}

static void describe_sigma(const pl_capture *capture, pl_text *out) {
  char a[40];
  add_label(out, "sigma");
  if (capture->sigma_position > 0)
    pl_text_printf(out, "positions %s mm", people(1e3 * capture->sigma_position, a));
  else
    pl_text_add(out, "positions not given");
  if (capture->sigma_force > 0)
    pl_text_printf(out, ", clip-force %s mN\n", people(1e3 * capture->sigma_force, a));
  else
    pl_text_add(out, ", clip-force not given\n");
}

static void describe_error(const pl_capture *capture, pl_arena *arena, pl_text *out) {
  pl_mesh *mesh;
  pl_resampled resampled;
  char rms[40], largest[40];
  if (pl__capture_default_mesh(out->ctx, capture, PL_CAPTURE_DEFAULT_N, &mesh) != PL_OK) return;
  add_label(out, "resampled");
  if (pl_capture_resample(arena, capture, mesh, &resampled) == PL_OK) {
    pl_text_printf(out, "on %d x %d vertices: interpolation error %s mm rms, %s mm at most\n", PL_CAPTURE_DEFAULT_N, PL_CAPTURE_DEFAULT_N,
                   people(1e3 * resampled.error, rms), people(1e3 * resampled.error_max, largest));
  } else {
    // the cloth is not a rectangle: it needs a given mesh, which is not an error here
    pl_text_printf(out, "not on the usual rectangle of %d x %d vertices, which the cloth does not fill: use a mesh of your own\n",
                   PL_CAPTURE_DEFAULT_N, PL_CAPTURE_DEFAULT_N);
    pl_context_clear_error(out->ctx);
  }
  pl_mesh_destroy(mesh);
}

void pl__capture_describe(const pl_test *test, struct pl_text *out) {
  const pl_capture *capture = pl_capture_of(test);
  char a[40], b[40], c[40];
  double low[2], high[2];
  pl__mesh_extent(capture->mesh, low, high);
  add_label(out, "motion");
  pl_text_printf(out, "%s%s%s\n", capture->motion, *capture->direction ? " along " : "", capture->direction);
  add_label(out, "compared by");
  pl_text_printf(out, "%s\n", pl_capture_compared_words(pl_capture_compared(capture, capture->compare)));
  add_label(out, "cloth");
  pl_text_printf(out, "%s mm along warp, %s mm along weft, %s g\n", people(1e3 * (high[0] - low[0]), a),
                 people(1e3 * (high[1] - low[1]), b), people(1e3 * capture->mass, c));
  add_label(out, "captured mesh");
  pl_text_printf(out, "%d vertices, %d triangles\n", (int)capture->mesh->n_vertex, (int)capture->mesh->n_triangle);
  add_label(out, "frames");
  if (test->n_raw > test->n_frame)
    pl_text_printf(out, "%d read, %d used\n", test->n_raw, test->n_frame);
  else
    pl_text_printf(out, "%d\n", test->n_frame);
  describe_force(capture, out);
  describe_support(capture, out);
  describe_sigma(capture, out);
  pl_arena *arena = pl_arena_create(out->ctx);
  if (!arena) return;
  describe_strain(capture, arena, out);
  describe_error(capture, arena, out);
  pl_arena_destroy(arena);
}
