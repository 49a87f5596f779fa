// check.c: frames that cannot be used are removed and counted.
//
//  1. positions that are not finite: tracking failed in the frame
//  2. torn: an edge more than twice as long as at rest, or more than 2 s times in a cloth of mean stretch s
//  3. no pose of a clip, no tension of a cord
//
// A cloth 5 times too large or too small as a whole is a wrong unit: an error. Gaps in the frame numbers and clips without cords are notes. What is
// readable but probably not what was meant is in protocol/capture/read/doubt.c.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "protocol/capture/capture_part.h"
#include "measure/record.h"
#include "protocol/capture/say_doubts.h"

#define TORN 2.0          // edge length over rest length: cloth is torn, or the labels exchanged
#define WRONG_UNIT 5.0    // mean edge length over mean rest length: cloth does not stretch so far, and units differ by ten or more
#define WRONG_FORMAT 1e5  // the same, beyond units of length
#define FARTHEST 1e6      // m: what is farther away is no place
#define LIST_LENGTH 120   // characters of a list of frame numbers

static double edge_length(const double *x, const int32_t *e) {
  const double *a = x + 3 * (size_t)e[0], *b = x + 3 * (size_t)e[1];
  return sqrt((b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1]) + (b[2] - a[2]) * (b[2] - a[2]));
}

static double rest_length(const pl_mesh *mesh, int32_t edge) {
  const double *a = mesh->rest + 2 * (size_t)mesh->edge[2 * edge], *b = mesh->rest + 2 * (size_t)mesh->edge[2 * edge + 1];
  return hypot(b[0] - a[0], b[1] - a[1]);
}

static pl__frame_fault frame_fault(const pl_mesh *mesh, const double *x, const double *rest, double *scale) {
  double sum = 0, sum_rest = 0;
  *scale = 1;
  for (size_t i = 0; i < 3 * (size_t)mesh->n_vertex; i++)
    if (!(fabs(x[i]) < FARTHEST)) return PL_FRAME_NOT_FINITE;
  for (int32_t e = 0; e < mesh->n_edge; e++) {
    sum += edge_length(x, mesh->edge + 2 * (size_t)e);
    sum_rest += rest[e];
  }
  *scale = sum / sum_rest;
  double limit = TORN * fmax(1, *scale);
  for (int32_t e = 0; e < mesh->n_edge; e++)
    if (edge_length(x, mesh->edge + 2 * (size_t)e) > limit * rest[e]) return PL_FRAME_TORN;
  return PL_FRAME_GOOD;
}

pl_status pl__capture_check_frames(pl__capture_reader *r, const pl_mesh *mesh, const pl__frames *frames, uint8_t *fault) {
  double *rest = pl_arena_alloc(r->scratch, (size_t)mesh->n_edge, sizeof *rest);
  if (!rest) return PL_ERROR_MEMORY;
  for (int32_t e = 0; e < mesh->n_edge; e++) rest[e] = rest_length(mesh, e);
  for (int f = 0; f < frames->n_frame; f++) {
    double scale;
    fault[f] = (uint8_t)frame_fault(mesh, frames->x + 3 * (size_t)mesh->n_vertex * (size_t)f, rest, &scale);
    if (scale <= WRONG_UNIT && scale >= 1 / WRONG_UNIT) continue;
    bool absurd = frames->format && !(scale < WRONG_FORMAT && scale > 1 / WRONG_FORMAT);
    return pl_fail(
        r->ctx, PL_ERROR_UNIT, &frames->where,
        absurd ? "check \"format\": is it float32 or float64?"
               : "check \"unit\", which holds for the rest mesh and the frames; texture coordinates of the rest mesh are lengths too",
        PL_ID("capture.cloth-frame-times-large") "the cloth of frame %d is %.3g times as large as at rest", frames->number[f], scale);
  }
  return PL_OK;
}

// "3, 7, 12 to 14" of the frames with this fault.
static int list_frames(const pl__frames *frames, const uint8_t *fault, pl__frame_fault reason, char text[LIST_LENGTH + 8]) {
  int n = 0;
  size_t at = 0;
  text[0] = '\0';
  for (int f = 0; f < frames->n_frame; f++) {
    if (fault[f] != reason) continue;
    int last = f;
    while (last + 1 < frames->n_frame && fault[last + 1] == reason) last++;
    if (at < LIST_LENGTH - 40) {
      const char *comma = n > 0 ? ", " : "";
      at += (size_t)(last > f ? snprintf(text + at, LIST_LENGTH - at, "%s%d to %d", comma, frames->number[f], frames->number[last])
                              : snprintf(text + at, LIST_LENGTH - at, "%s%d", comma, frames->number[f]));
    } else if (text[at - 1] != '.')
      at += (size_t)snprintf(text + at, LIST_LENGTH - at, ", ...");
    n += last - f + 1;
    f = last;
  }
  return n;
}

static void keep_rows(void *data, size_t row_size, const uint8_t *fault, int n_frame) {
  unsigned char *to = data;
  if (!data) return;
  for (int f = 0; f < n_frame; f++) {
    if (fault[f]) continue;
    const unsigned char *from = (const unsigned char *)data + row_size * (size_t)f;
    if (from != to) memmove(to, from, row_size);
    to += row_size;
  }
}

// Numbers read with the wrong width are noise: none of the frames is a cloth.
static pl_status fail_all(pl__capture_reader *r, const pl__frames *frames, const uint8_t *fault, const char *reasons) {
  bool positions = frames->format != NULL;
  for (int f = 0; f < frames->n_frame; f++) positions = positions && (fault[f] == PL_FRAME_NOT_FINITE || fault[f] == PL_FRAME_TORN);
  if (!positions)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &frames->where, "repair the capture; frame numbers in poses and cords are those of the frames",
                   "none of the %d frames can be used: %s", frames->n_frame, reasons);
  bool wide = strcmp(frames->format, "float64") == 0;
  char hint[160];
  snprintf(hint, sizeof hint, "check \"format\": is it float32 or float64? As %s the file holds %g frames", wide ? "float32" : "float64",
           frames->n_frame * (wide ? 2 : 0.5));
  return pl_fail(r->ctx, PL_ERROR_INPUT, &frames->where, hint,
                 PL_ID("capture.none-frames-read-can") "none of the %d frames (read as %s) can be used: %s", frames->n_frame,
                 frames->format, reasons);
}

pl_status pl__capture_exclude(pl__capture_reader *r, const pl__frames *frames, const uint8_t *fault, pl_capture *capture) {
  static const char *const because[] = {"", "positions that are not finite", "torn: an edge more than twice as long as at rest",
                                        "no pose of a clip", "no tension of a cord"};
  char list[LIST_LENGTH + 8], all[400] = "";
  int n_out = 0;
  for (int k = PL_FRAME_NOT_FINITE; k <= PL_FRAME_NO_CORD; k++) {
    int n = list_frames(frames, fault, (pl__frame_fault)k, list);
    if (n == 0) continue;
    n_out += n;
    size_t used = strlen(all);
    snprintf(all + used, sizeof all - used, "%s%d (%s)", used ? ", " : "", n, because[k]);
    if (n < frames->n_frame)
      PL_TRY(pl__capture_doubt(r, PL_DOUBT_ROWS, PL_SAID(SAY_CAPTURE_EXCLUDED_DO), SAY_CAPTURE_EXCLUDED, n, frames->n_frame, because[k],
                               list));
  }
  if (n_out == frames->n_frame) return fail_all(r, frames, fault, all);
  capture->n_frame = frames->n_frame - n_out;
  if (n_out == 0) return PL_OK;
  // all of these were allocated while reading, in the measurement's arena
  size_t n_vertex = (size_t)capture->mesh->n_vertex;
  keep_rows(frames->number, sizeof *frames->number, fault, frames->n_frame);
  keep_rows(frames->x, 3 * n_vertex * sizeof(double), fault, frames->n_frame);
  keep_rows((void *)(uintptr_t)capture->supported, n_vertex, fault, frames->n_frame);
  for (int c = 0; c < capture->n_clip; c++)
    keep_rows((void *)(uintptr_t)capture->clip[c].pose, 12 * sizeof(double), fault, frames->n_frame);
  for (int c = 0; c < capture->n_cord; c++) {
    keep_rows((void *)(uintptr_t)capture->cord[c].direction, 3 * sizeof(double), fault, frames->n_frame);
    keep_rows((void *)(uintptr_t)capture->cord[c].tension, sizeof(double), fault, frames->n_frame);
  }
  return PL_OK;
}

static pl_status note_gaps(pl__capture_reader *r, const pl__frames *frames) {
  char list[LIST_LENGTH + 8] = "";
  size_t at = 0;
  int n = 0;
  // equal steps between the numbers (every second image) are no gaps
  int step = frames->n_frame > 1 ? frames->number[1] - frames->number[0] : 1;
  for (int f = 1; f < frames->n_frame; f++)
    if (frames->number[f] - frames->number[f - 1] < step) step = frames->number[f] - frames->number[f - 1];
  for (int f = 1; f < frames->n_frame; f++) {
    int missing = (frames->number[f] - frames->number[f - 1]) / step - 1;
    if (missing <= 0) continue;
    n += missing;
    if (at >= LIST_LENGTH - 40) continue;
    int first = frames->number[f - 1] + step, last = frames->number[f] - step;
    const char *comma = at > 0 ? ", " : "";
    at += (size_t)(last > first ? snprintf(list + at, LIST_LENGTH - at, "%s%d to %d", comma, first, last)
                                : snprintf(list + at, LIST_LENGTH - at, "%s%d", comma, first));
  }
  if (n == 0) return PL_OK;
  return pl__record_note(r->m, r->name, "gaps: %d frame numbers are missing in the middle (%s); the frames that are there are used", n,
                         list);
}

static pl_status note_clips(pl__capture_reader *r, const pl_capture *capture) {
  for (int c = 0; c < capture->n_clip; c++) {
    bool pulled = false;
    for (int i = 0; i < capture->n_cord; i++) pulled = pulled || capture->cord[i].clip == c;
    if (!pulled)
      PL_TRY(pl__record_note(r->m, r->name, "clip %s has no cord: the force it gives to the cloth is taken to be its weight alone",
                             capture->clip[c].name));
  }
  return PL_OK;
}

pl_status pl__capture_check(pl__capture_reader *r, const pl__frames *frames, const pl_capture *capture) {
  PL_TRY(note_gaps(r, frames));
  return note_clips(r, capture);
}
