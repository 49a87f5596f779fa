// result_capture.c: see result_capture.h.
#include "protocol/capture/view/result_capture.h"

#include <math.h>

#include "protocol/capture/fit/capture_score.h"
#include "protocol/capture/capture.h"

static double length3(const double *v) { return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

// Vertices that a clip or the table holds in a frame.
static void held_vertices(const pl_resampled *r, int frame, uint8_t *held) {
  size_t n = (size_t)r->mesh->n_vertex;
  for (size_t v = 0; v < n; v++) held[v] = r->clip[v] >= 0 || (r->supported && r->supported[(size_t)frame * n + v]);
}

static double farthest(const pl_resampled *r, const uint8_t *held, const double *measured, const double *predicted) {
  double largest = 0;
  for (int32_t v = 0; v < r->mesh->n_vertex; v++) {
    double d[3];
    for (int k = 0; k < 3; k++) d[k] = predicted[3 * v + k] - measured[3 * v + k];
    if (isnan(d[0])) return NAN;
    if (!held[v]) largest = fmax(largest, length3(d));
  }
  return largest;
}

// Root mean square of the differences of a channel, without failed frames; NAN when there is none.
static double channel_rms(const pl_fit_case *c, int channel) {
  const double *measured = c->test->channel[channel].value, *predicted = c->predicted[channel];
  double sum = 0, n = 0;
  for (int i = 0; measured && predicted && i < pl_case_values(c, channel); i++) {
    double difference = predicted[i] - measured[i];
    if (isnan(difference)) continue;
    sum += difference * difference;
    n++;
  }
  return n > 0 ? sqrt(sum / n) : NAN;
}

pl_status pl_result_capture(pl_arena *arena, const pl_fit_case *c, pl_capture_result *out) {
  const pl_resampled *r = pl_resampled_of(c->test);
  size_t n_frame = (size_t)c->test->n_frame, n_clip = (size_t)pl_capture_of(c->test)->n_clip, n_dof = 3 * (size_t)r->mesh->n_vertex;
  const double *force = c->test->channel[PL_CAPTURE_CLIP_FORCE].value, *model = c->predicted[PL_CAPTURE_CLIP_FORCE];
  const double *position = c->test->channel[PL_CAPTURE_POSITIONS].value, *shape = c->predicted[PL_CAPTURE_POSITIONS];
  if (!force || !model) n_clip = 0;
  double *memory = pl_arena_alloc(arena, n_frame * (2 * n_clip + 3) + 1, sizeof *memory);
  uint8_t *held = pl_arena_alloc(arena, (size_t)r->mesh->n_vertex + 1, sizeof *held);
  if (!memory || !held) return PL_ERROR_MEMORY;
  *out = (pl_capture_result){.n_frame = (int)n_frame,
                             .n_clip = (int)n_clip,
                             .measured = memory,
                             .predicted = memory + n_clip * n_frame,
                             .force = n_clip ? memory + 2 * n_clip * n_frame : NULL,
                             .distance = memory + (2 * n_clip + 1) * n_frame,
                             .distance_largest = memory + (2 * n_clip + 2) * n_frame,
                             .force_rms = NAN,
                             .parallel_rms = channel_rms(c, PL_CAPTURE_CLIP_PARALLEL),
                             .force_largest = n_clip ? 0 : NAN,
                             .distance_rms = NAN,
                             .distance_worst = 0,
                             .worst_frame = -1};
  for (size_t f = 0; f < n_frame; f++) {
    for (size_t k = 0; k < n_clip; k++) {
      size_t from = 3 * (f * n_clip + k), to = k * n_frame + f;
      out->measured[to] = length3(force + from);
      out->predicted[to] = length3(model + from);
      out->force_largest = fmax(out->force_largest, out->measured[to]);
    }
    if (n_clip) out->force[f] = pl_score_forces((int)n_clip, force + 3 * f * n_clip, model + 3 * f * n_clip);
    out->distance[f] = out->distance_largest[f] = NAN;
    if (!position || !shape) continue;
    held_vertices(r, (int)f, held);
    out->distance_largest[f] = farthest(r, held, position + f * n_dof, shape + f * n_dof);
    if (isnan(out->distance_largest[f])) continue;
    out->distance[f] = pl_score_positions(r->mesh->n_vertex, held, position + f * n_dof, shape + f * n_dof);
    out->distance_worst = fmax(out->distance_worst, out->distance_largest[f]);
    if (out->worst_frame < 0 || out->distance[f] > out->distance[out->worst_frame]) out->worst_frame = (int)f;
  }
  if (n_clip) out->force_rms = pl_score_rms((int)n_frame, sizeof *out->force, out->force);
  out->distance_rms = pl_score_rms((int)n_frame, sizeof *out->distance, out->distance);
  return PL_OK;
}
