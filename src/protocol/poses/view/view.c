// view.c: the report view of the protocol `poses`: names of poses and readings, landmarks, and supported vertices.
#include "estimate/problem/fit.h"
#include "protocol/poses/poses.h"
#include "protocol/poses/poses_part.h"
#include "report/result/protocol_view.h"

static const char *frame_name(const pl_test *test, int frame, char room[PL_FRAME_NAME]) {
  (void)room;
  return pl_poses_of(test)->pose[frame].name;
}

// ---- shapes.bin ----

// Measured landmark positions in the poses kept.
static void put_landmarks(pl_shape_writer *s) {
  pl_json_writer *w = s->json;
  const pl_test *test = s->of->test;
  const pl_poses *p = pl_poses_of(test);
  const pl_channel *c = &test->channel[PL_POSES_POSITIONS];
  if (!c->value) return;
  pl_json_begin_array(w, "landmarks");
  for (int i = 0; i < p->n_quantity; i++)
    if (p->quantity[i].channel == PL_POSES_POSITIONS) pl_json_put_text(w, NULL, p->quantity[i].name);
  pl_json_end_array(w);
  pl__shape_array(s, "landmark");
  for (int f = 0; f < test->n_frame; f++)
    for (int k = 0; k < pl_channel_width(c) && pl__shape_kept(s, f); k++) pl__shape_float(s, c->value[f * pl_channel_width(c) + k]);
}

// Sets with a support or a reading of force or torque, [n_set].
static void used_sets(const pl_poses *p, bool *used) {
  for (int f = 0; f < p->n_pose; f++)
    for (int i = 0; i < p->pose[f].n_support; i++) used[p->pose[f].support[i].set] = true;
  for (int i = 0; i < p->n_quantity; i++)
    if (p->quantity[i].channel == PL_POSES_FORCE || p->quantity[i].channel == PL_POSES_TORQUE) used[p->quantity[i].set] = true;
}

// The set of each three values of a frame, in the order of the channel.
static void put_reading_sets(pl_json_writer *w, const char *key, const pl_poses *p, int channel, const int *number) {
  pl_json_begin_array(w, key);
  for (int i = 0; i < p->n_quantity; i++)
    if (p->quantity[i].channel == channel) pl_json_put_integer(w, NULL, number[p->quantity[i].set]);
  pl_json_end_array(w);
}

// Supported vertices, pose by pose, and where forces and torques were measured.
static pl_status put_supports(pl_shape_writer *s) {
  pl_json_writer *w = s->json;
  const pl_poses *p = pl_poses_of(s->of->test);
  bool *used = pl_arena_alloc(s->arena, (size_t)p->n_set + 1, sizeof *used);
  int *number = pl_arena_alloc(s->arena, (size_t)p->n_set + 1, sizeof *number), n = 0;  // of a set among those that are kept
  if (!used || !number) return PL_ERROR_MEMORY;
  used_sets(p, used);
  pl_json_begin_array(w, "sets");
  for (int i = 0; i < p->n_set; i++) {
    number[i] = used[i] ? n++ : -1;
    if (!used[i]) continue;
    pl_json_begin_object(w, NULL);
    pl_json_put_text(w, "name", p->set[i].name);
    pl_json_put_integer(w, "vertices", p->set[i].n);
    pl__shape_array(s, "vertex");
    for (int32_t v = 0; v < p->set[i].n; v++) pl__shape_index(s, (uint32_t)p->set[i].vertex[v]);
    pl_json_end_object(w);
  }
  pl_json_end_array(w);
  pl_json_begin_array(w, "supports");
  for (int f = 0; f < s->of->test->n_frame; f++) {
    if (!pl__shape_kept(s, f)) continue;
    pl_json_begin_array(w, NULL);
    for (int i = 0; i < p->pose[f].n_support; i++) pl_json_put_integer(w, NULL, number[p->pose[f].support[i].set]);
    pl_json_end_array(w);
  }
  pl_json_end_array(w);
  put_reading_sets(w, "forces", p, PL_POSES_FORCE, number);
  put_reading_sets(w, "torques", p, PL_POSES_TORQUE, number);
  return PL_OK;
}

static pl_status shape_members(pl_shape_writer *s) {
  put_landmarks(s);
  return put_supports(s);
}

const pl_protocol_view pl__poses_view = {.state = "pose", .frame_name = frame_name, .shape_members = shape_members};
