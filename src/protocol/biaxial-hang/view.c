// view.c: the report view of the protocol `biaxial-hang`. It shows the sample in the plane of its board and the weight of the cloth.
// Weights act along their cords on bottom slat and side clips.
//
// A hung sample has many frames with one outline each. Two frames are stored completely: the one with the heaviest load, and the one
// predicted worst.
#include <math.h>
#include <stdlib.h>

#include "measure/direction_words.h"
#include "protocol/biaxial-hang/hang.h"
#include "protocol/biaxial-hang/hang_part.h"
#include "report/result/protocol_view.h"

static void direction(const pl_test *test, pl_text *out) { pl__direction_cut(test->angle, out); }

static double load_of(const pl_hang *hang, int frame) {
  return hang->load[3 * frame] + hang->load[3 * frame + 1] + hang->load[3 * frame + 2];
}

// Mean square of the frame's residuals, m^2; -1 when there is nothing to compare.
static double misfit(const pl_fit_case *c, int frame) {
  int width = pl_channel_width(&c->test->channel[PL_HANG_POINTS]), n = 0;
  const double *measured = c->test->channel[PL_HANG_POINTS].value + (size_t)frame * (size_t)width,
               *predicted = c->predicted[PL_HANG_POINTS] + (size_t)frame * (size_t)width;
  double sum = 0;
  for (int i = 0; i < width; i++) {
    double d = predicted[i] - measured[i];
    if (isfinite(d)) sum += d * d, n++;
  }
  return n > 0 && c->rig->memory->have_x[frame] ? sum / n : -1;
}

// The heaviest and the worst predicted frame among those with an equilibrium; -1: none.
static void pick_frames(const pl_fit_case *c, int picked[2]) {
  picked[0] = picked[1] = -1;
  for (int f = 0; f < c->test->n_frame; f++) {
    if (misfit(c, f) < 0) continue;
    if (picked[0] < 0 || load_of(pl_hang_of(c->test), f) > load_of(pl_hang_of(c->test), picked[0])) picked[0] = f;
    if (picked[1] < 0 || misfit(c, f) > misfit(c, picked[1])) picked[1] = f;
  }
}

// A border vertex and its distance around the rectangle, m, clockwise from the upper left corner.
typedef struct border {
  double way;
  int32_t vertex;
} border;

static int by_way(const void *a, const void *b) {
  double x = ((const border *)a)->way, y = ((const border *)b)->way;
  return (x > y) - (x < y);
}

// The border of the flat rectangle in order. Returns the number of vertices, -1: out of memory.
static int find_border(pl_arena *arena, const pl_mesh *mesh, border **out) {
  border *list = *out = pl_arena_alloc(arena, (size_t)mesh->n_vertex + 1, sizeof *list);
  if (!list) return -1;
  double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
  for (int32_t v = 0; v < mesh->n_vertex; v++)
    for (int k = 0; k < 2; k++) low[k] = fmin(low[k], mesh->x0[3 * v + k]), high[k] = fmax(high[k], mesh->x0[3 * v + k]);
  double width = high[0] - low[0], height = high[1] - low[1], near = 1e-9 * (width + height);
  int n = 0;
  for (int32_t v = 0; v < mesh->n_vertex; v++) {
    double x = mesh->x0[3 * v], y = mesh->x0[3 * v + 1];
    if (!mesh->boundary[v]) continue;
    double way = y > high[1] - near   ? x - low[0]
                 : x > high[0] - near ? width + high[1] - y
                 : y < low[1] + near  ? width + height + high[0] - x
                                      : 2 * width + height + y - low[1];
    list[n++] = (border){way, v};
  }
  qsort(list, (size_t)n, sizeof *list, by_way);
  return n;
}

// x and y of the border's vertices, m, closed.
static void write_outline(pl_json_writer *w, const char *key, int n, const border *list, const double *x) {
  pl_json_begin_array(w, key);
  for (int i = 0; i <= n && n > 0; i++)
    for (int k = 0; k < 2; k++) pl_json_put_number(w, NULL, x[3 * (size_t)list[i % n].vertex + (size_t)k]);
  pl_json_end_array(w);
}

static pl_status test_members(pl_json_writer *w, pl_arena *arena, const pl_fit *fit, const pl_fit_case *c) {
  (void)fit;
  static const char *const body[PL_HANG_BODIES] = {"top", "bottom", "left", "right"};
  const pl_hang *hang = pl_hang_of(c->test);
  border *list;
  if (!c->rig || !c->rig->body.mesh || !c->rig->memory->x || !c->predicted[PL_HANG_POINTS]) return PL_OK;
  int n = find_border(arena, c->rig->body.mesh, &list), picked[2];
  if (n < 0) return PL_ERROR_MEMORY;
  pick_frames(c, picked);
  pl_json_begin_object(w, "front_view");
  pl_json_begin_array(w, "points");
  for (int i = 0; i < hang->n_point; i++) {
    pl_json_begin_object(w, NULL);
    pl_json_put_text(w, "name", hang->point[i].name);
    pl_json_put_text(w, "body", body[hang->point[i].body]);
    pl_json_end_object(w);
  }
  pl_json_end_array(w);
  pl_json_begin_array(w, "load");  // N: bottom, left, right of each frame
  for (int i = 0; i < 3 * c->test->n_frame; i++) pl_json_put_number(w, NULL, hang->load[i]);
  pl_json_end_array(w);
  write_outline(w, "outline", n, list, c->rig->body.mesh->x0);
  pl_json_begin_array(w, "shown");
  for (int i = 0; i < 2; i++) {
    if (picked[i] < 0 || (i == 1 && picked[1] == picked[0])) continue;
    pl_json_begin_object(w, NULL);
    pl_json_put_integer(w, "frame", picked[i]);
    pl_json_put_bool(w, "heaviest", i == 0);
    pl_json_put_bool(w, "worst", picked[i] == picked[1]);
    write_outline(w, "outline", n, list, c->rig->memory->x + (size_t)picked[i] * (size_t)c->rig->body.model->n_dof);
    pl_json_end_object(w);
  }
  pl_json_end_array(w);
  pl_json_end_object(w);
  return PL_OK;
}

static pl_status loads(pl_load_maker *m) {
  static const char *const name[PL_HANG_BODIES] = {
      [PL_HANG_BOTTOM] = "bottom slat", [PL_HANG_LEFT] = "left clip", [PL_HANG_RIGHT] = "right clip"};
  const pl_fit_case *c = m->of;
  const pl_hang *h = pl_hang_of(c->test);
  for (int b = PL_HANG_BOTTOM; b < PL_HANG_BODIES; b++) {
    pl_shape_load *load = pl__load_add(m, name[b], "N", true);
    if (!load) return PL_ERROR_MEMORY;
    for (int32_t v = 0; v < c->rig->body.mesh->n_vertex; v++) m->chosen[v] = c->rig->body.model->tie[v] == b;
    pl__load_at_chosen(m, load);
    for (int f = 0; f < c->test->n_frame; f++) {
      int weight = 3 * f + b - 1;
      pl__load_set(f, h->load[weight], h->direction[2 * weight], h->direction[2 * weight + 1], load);
    }
  }
  return pl__load_own_weight(m, "weight of the cloth", h->gravity);
}

static const pl_key keys[] = {
    {"tests[].front_view", PL_KEY_OBJECT, "", true, "a sample in the plane of its board"},
    {"tests[].front_view.points", PL_KEY_OBJECTS, "", false, "labelled points"},
    {"tests[].front_view.points[].name", PL_KEY_TEXT, "", false, "name"},
    {"tests[].front_view.points[].body", PL_KEY_TEXT, "", false, "slat or clip it belongs to"},
    {"tests[].front_view.load", PL_KEY_NUMBERS, "N", false, "per frame: force on bottom, left, right"},
    {"tests[].front_view.outline", PL_KEY_NUMBERS, "m", false, "border of the cloth as cut, x and y"},
    {"tests[].front_view.shown", PL_KEY_OBJECTS, "", false, "frames that are drawn whole"},
    {"tests[].front_view.shown[].frame", PL_KEY_NUMBER, "", false, "frame, from 0"},
    {"tests[].front_view.shown[].heaviest", PL_KEY_FLAG, "", false, "the heaviest load"},
    {"tests[].front_view.shown[].worst", PL_KEY_FLAG, "", false, "predicted worst"},
    {"tests[].front_view.shown[].outline", PL_KEY_NUMBERS, "m", false, "simulated border, x and y"},
};

const pl_protocol_view pl__hang_view = {.state = "load",
                                        .sized = true,
                                        .direction = direction,
                                        .test_members = test_members,
                                        .loads = loads,
                                        .draw = pl__hang_draw,
                                        .n_key = sizeof keys / sizeof keys[0],
                                        .key = keys};
