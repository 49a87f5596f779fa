// clip_travel.c: see clip_travel.h.
#include "protocol/capture/view/clip_travel.h"

#include <math.h>

static const double LEAST = 1e-3;   // of the distance between the clips: smaller motions are noise
static const double ASIDE = 0.15;   // of the largest motion: a bar on an arc of 20 degrees is aside by 4 %
static const double ALONG = 0.707;  // cosine: within 45 degrees of the line between the clips

static double dot(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

void pl_clip_middles(const pl_resampled *r, int n_clip, int n_frame, double *middle) {
  size_t n_vertex = (size_t)r->mesh->n_vertex;
  for (int clip = 0; clip < n_clip; clip++)
    for (int f = 0; f < n_frame; f++) {
      double sum[3] = {0}, n = 0, *to = middle + 3 * ((size_t)clip * (size_t)n_frame + (size_t)f);
      for (size_t v = 0; v < n_vertex; v++) {
        if (r->clip[v] != clip) continue;
        for (size_t k = 0; k < 3; k++) sum[k] += r->x[3 * ((size_t)f * n_vertex + v) + k];
        n++;
      }
      for (int k = 0; k < 3; k++) to[k] = n > 0 ? sum[k] / n : NAN;
    }
}

// Vector from the opposite clip to this one in a frame.
static void apart(int n_frame, const double *middle, int clip, int opposite, int frame, double d[3]) {
  const double *c = middle + 3 * ((size_t)clip * (size_t)n_frame + (size_t)frame);
  const double *o = middle + 3 * ((size_t)opposite * (size_t)n_frame + (size_t)frame);
  for (int k = 0; k < 3; k++) d[k] = c[k] - o[k];
}

bool pl_clip_travel(int n_clip, int n_frame, const double *middle, int clip, double *travel, int *opposite) {
  double first[3], d[3], e[3] = {0}, farthest = 0, largest = 0;
  *opposite = -1;
  for (int other = 0; other < n_clip && n_frame > 1; other++) {
    apart(n_frame, middle, clip, other, 0, d);
    if (!(dot(d, d) > farthest)) continue;
    farthest = dot(d, d), *opposite = other;
  }
  if (*opposite < 0) return false;
  apart(n_frame, middle, clip, *opposite, 0, first);
  for (int f = 0; f < n_frame; f++) {
    apart(n_frame, middle, clip, *opposite, f, d);
    for (int k = 0; k < 3; k++) d[k] -= first[k];
    if (!(dot(d, d) > largest)) continue;
    largest = dot(d, d);
    for (int k = 0; k < 3; k++) e[k] = d[k];
  }
  if (!(largest > LEAST * LEAST * farthest)) return false;
  double length = sqrt(largest), cosine = dot(e, first) / (length * sqrt(farthest)), sign = cosine < -ALONG ? -1 : 1;
  for (int k = 0; k < 3; k++) e[k] *= sign / length;
  for (int f = 0; f < n_frame; f++) {
    apart(n_frame, middle, clip, *opposite, f, d);
    for (int k = 0; k < 3; k++) d[k] -= first[k];
    travel[f] = dot(d, e);
    if (!(dot(d, d) - travel[f] * travel[f] <= ASIDE * ASIDE * largest)) return false;
  }
  return true;
}
