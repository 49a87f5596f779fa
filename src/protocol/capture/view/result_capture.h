// result_capture.h: a predicted capture frame by frame, for the result folder and the command line.
#ifndef PL_PROTOCOL_CAPTURE_VIEW_RESULT_CAPTURE_H
#define PL_PROTOCOL_CAPTURE_VIEW_RESULT_CAPTURE_H

#include "estimate/problem/fit.h"
#include "report/render/film.h"

// A predicted capture frame by frame. Forces are compared as vectors per clip, shapes by the distance of each free vertex. NAN where a
// frame has no equilibrium.
typedef struct pl_capture_result {
  int n_frame, n_clip;
  double *measured, *predicted;         // [n_clip][n_frame], N, norm of each clip's force on the cloth
  double *force;                        // [n_frame], N, rms over the clips of |predicted - measured|; NULL without clips
  double *distance, *distance_largest;  // [n_frame], m, rms and largest distance over the free vertices
  double force_rms;                     // N, over all frames; NAN without clips
  double parallel_rms;                  // N, along the clips, over all clips and frames; NAN where a clip has no axis
  double force_largest;                 // N, measured
  double distance_rms;                  // m, over all frames
  double distance_worst;                // m
  int worst_frame;                      // of the largest rms distance, -1 when no frame was predicted
} pl_capture_result;
// The case must be a capture; memory is in the arena.
pl_status pl_result_capture(pl_arena *arena, const pl_fit_case *c, pl_capture_result *out);

// The captured shapes of a test (film_capture.c).
pl_status pl__capture_film(pl_arena *arena, const pl_test *test, const char *frames, int count, pl_film *film);

// Figures of `pliant plot` (figure.c).
struct pl_figures;
void pl__capture_draw(struct pl_figures *set);

#endif
