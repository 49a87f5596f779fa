// save.c: writes bodies in poses into an experiment folder: DIR/experiment.json, and per body a mesh, its landmarks and the measured
// positions. Sets are written as lists of vertices, sigmas and weights per reading where they differ. Loading gives the same numbers.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "measure/table/curve.h"
#include "protocol/poses/poses_locate.h"
#include "protocol/poses/poses_part.h"
#include "protocol/poses/poses.h"

// A body with the test of its poses and, next, that of the held-out ones (or either alone).
typedef struct body {
  const pl_test *test[2];
  const char *stem;  // of its files
} body;

static void put_vector(pl_json_writer *w, const char *key, pl_dim dim, const double *v) {
  pl_json_begin_array(w, key);
  for (int k = 0; k < 3; k++) {
    if (isnan(v[k]))
      pl_json_put_number(w, NULL, NAN);  // null
    else
      pl_json_put_quantity(w, NULL, v[k], dim);
  }
  pl_json_end_array(w);
}

static void put_sets(pl_json_writer *w, const pl_poses *p) {
  pl_json_begin_object(w, "sets");
  for (int i = 0; i < p->n_set; i++) {
    pl_json_begin_object(w, p->set[i].name);
    pl_json_begin_array(w, "vertices");
    for (int32_t k = 0; k < p->set[i].n; k++) pl_json_put_integer(w, NULL, p->set[i].vertex[k]);
    pl_json_end_array(w);
    pl_json_end_object(w);
  }
  pl_json_end_object(w);
}

static const char *places_file(pl_arena *arena, const char *stem, const char *pose, int support) {
  return pl_arena_printf(arena, "%s-%s-support-%d.csv", stem, pose, support + 1);
}

static pl_status put_supports(pl_arena *arena, pl_json_writer *w, const pl_poses *p, const pl_pose *pose, const char *stem,
                              const char *pose_stem) {
  pl_json_begin_array(w, "supports");
  for (int i = 0; i < pose->n_support; i++) {
    const pl_pose_support *s = &pose->support[i];
    char axes[4];
    int n = 0;
    for (int k = 0; k < 3; k++)
      if (s->axis[k]) axes[n++] = "xyz"[k];
    axes[n] = '\0';
    pl_json_begin_object(w, NULL);
    pl_json_put_text(w, "set", p->set[s->set].name);
    if (n < 3) pl_json_put_text(w, "axes", axes);
    if (s->translation[0] != 0 || s->translation[1] != 0 || s->translation[2] != 0)
      put_vector(w, "translation", PL_DIM_LENGTH, s->translation);
    if (s->angle != 0) {
      pl_json_begin_object(w, "rotation");
      pl_json_begin_array(w, "axis");
      for (int k = 0; k < 3; k++) pl_json_put_number(w, NULL, s->turn[k]);
      pl_json_end_array(w);
      put_vector(w, "through", PL_DIM_LENGTH, s->through);
      pl_json_put_quantity(w, "angle", s->angle, PL_DIM_ANGLE);
      pl_json_end_object(w);
    }
    if (s->kind == PL_SUPPORT_SPRING) pl_json_put_quantity(w, "spring", s->stiffness, PL_DIM_LINE_FORCE);
    if (s->kind == PL_SUPPORT_POSITIONS) {
      const char *file = places_file(arena, stem, pose_stem, i);
      if (!file) return PL_ERROR_MEMORY;
      pl_json_put_text(w, "positions", file);
    }
    pl_json_end_object(w);
  }
  pl_json_end_array(w);
  return PL_OK;
}

static void put_loads(pl_json_writer *w, const pl_poses *p, const pl_pose *pose) {
  if (pose->n_load == 0) return;
  pl_json_begin_array(w, "loads");
  for (int i = 0; i < pose->n_load; i++) {
    pl_json_begin_object(w, NULL);
    pl_json_put_text(w, "set", p->set[pose->load[i].set].name);
    if (pose->load[i].kind == PL_LOAD_FORCE)
      put_vector(w, "force", PL_DIM_FORCE, pose->load[i].force);
    else
      pl_json_put_quantity(w, "pressure", pose->load[i].pressure, PL_DIM_PRESSURE);
    pl_json_end_object(w);
  }
  pl_json_end_array(w);
}

static bool measured(const pl_test *test, const pl_quantity *q, int frame) {
  const pl_channel *c = &test->channel[q->channel];
  for (int k = 0; c->value && k < q->n; k++)
    if (!isnan(c->value[frame * pl_channel_width(c) + q->first + k])) return true;
  return false;
}

static bool any_measured(const pl_test *test, int channel, int frame) {
  for (int i = 0; i < pl_poses_of(test)->n_quantity; i++)
    if (pl_poses_of(test)->quantity[i].channel == channel && measured(test, &pl_poses_of(test)->quantity[i], frame)) return true;
  return false;
}

static void put_quantity(pl_json_writer *w, const pl_test *test, const pl_quantity *q, int frame) {
  const pl_poses *p = pl_poses_of(test);
  const pl_channel *c = &test->channel[q->channel];
  static const char *const key[] = {"", "force", "torque", "length", "area", "volume"};
  size_t at = (size_t)frame * (size_t)pl_channel_width(c) + (size_t)q->first;
  pl_json_begin_object(w, NULL);
  if (q->set >= 0) pl_json_put_text(w, "set", p->set[q->set].name);
  if (q->channel == PL_POSES_TORQUE) put_vector(w, "about", PL_DIM_LENGTH, q->about);
  if (q->channel == PL_POSES_LENGTH) {
    pl_json_begin_array(w, "along");
    for (int i = 0; i < q->n_point; i++) pl_json_put_text(w, NULL, p->point[q->point[i]].name);
    pl_json_end_array(w);
  }
  if (q->n == 3)
    put_vector(w, key[q->channel], c->row->dim, c->value + at);
  else
    pl_json_put_quantity(w, key[q->channel], c->value[at], c->row->dim);
  // pose weights are written with the pose: the rest belongs to the reading
  if (c->value_sigma) pl_json_put_quantity(w, "sigma", c->value_sigma[at], c->row->dim);
  double factor = c->importance ? c->importance[at] : 1, own = p->pose[frame].weight > 0 ? factor * factor / p->pose[frame].weight : 1;
  if (fabs(own - 1) > 1e-12) pl_json_put_number(w, "weight", own);
  pl_json_end_object(w);
}

static void put_measured(pl_json_writer *w, const pl_test *test, int frame, const char *positions) {
  static const char *const list[] = {"", "forces", "torques", "lengths", "areas", "volumes"};
  const pl_poses *p = pl_poses_of(test);
  pl_json_begin_object(w, "measured");
  if (any_measured(test, PL_POSES_POSITIONS, frame)) pl_json_put_text(w, "positions", positions);
  for (int c = PL_POSES_FORCE; c < PL_POSES_CHANNELS; c++) {
    if (!any_measured(test, c, frame)) continue;
    pl_json_begin_array(w, list[c]);
    for (int i = 0; i < p->n_quantity; i++)
      if (p->quantity[i].channel == c && measured(test, &p->quantity[i], frame)) put_quantity(w, test, &p->quantity[i], frame);
    pl_json_end_array(w);
  }
  pl_json_end_object(w);
}

// A name in a table, quoted if it contains separators.
static void put_name(pl_text *out, const char *name) {
  bool plain = !strpbrk(name, ",;\"\t ");
  pl_text_printf(out, plain ? "%s" : "\"%s\"", name);
}

// True for a measured vertex, which depends on itself only; a landmark depends on all vertices of an element. A vertex has no row among the
// landmarks.
static bool is_vertex(const pl_body_point *p) { return p->n == 1; }

static void positions_text(const body *b, pl_text *out) {
  char number[40];
  pl_text_add(out, "pose,name,vertex,x [m],y [m],z [m]\n");
  for (int t = 0; t < 2; t++) {
    const pl_test *test = b->test[t];
    for (int f = 0; test && f < test->n_frame; f++)
      for (int i = 0; i < pl_poses_of(test)->n_quantity; i++) {
        const pl_quantity *q = &pl_poses_of(test)->quantity[i];
        if (q->channel != PL_POSES_POSITIONS || !measured(test, q, f)) continue;
        const pl_channel *c = &test->channel[PL_POSES_POSITIONS];
        const pl_body_point *point = &pl_poses_of(test)->point[q->point[0]];
        put_name(out, pl_poses_of(test)->pose[f].name);
        pl_text_add(out, ",");
        if (!is_vertex(point)) put_name(out, point->name);
        pl_text_add(out, ",");
        if (is_vertex(point)) pl_text_printf(out, "%d", (int)point->vertex[0]);
        for (int k = 0; k < 3; k++) {
          double x = c->value[f * pl_channel_width(c) + q->first + k];
          pl_text_printf(out, ",%s", isnan(x) ? "" : pl_number_print(x, number, sizeof number));
        }
        pl_text_add(out, "\n");
      }
  }
}

static void landmarks_text(const body *b, pl_text *out) {
  const pl_poses *p = pl_poses_of((b->test[0] ? b->test[0] : b->test[1]));
  char number[40];
  pl_text_add(out, "name,x [m],y [m],z [m]\n");
  for (int i = 0; i < p->n_point; i++) {
    if (is_vertex(&p->point[i])) continue;
    put_name(out, p->point[i].name);
    for (int k = 0; k < 3; k++) pl_text_printf(out, ",%s", pl_number_print(p->point[i].rest[k], number, sizeof number));
    pl_text_add(out, "\n");
  }
}

static pl_status save_text(pl_context *ctx, pl_arena *arena, const char *directory, const char *name, const body *b,
                           void (*write)(const body *b, pl_text *out)) {
  char *path = pl_path_join(arena, directory, name);
  if (!path) return PL_ERROR_MEMORY;
  pl_text text;
  pl_text_init(&text, ctx);
  write(b, &text);
  pl_status status = text.failed ? PL_ERROR_MEMORY : pl_file_write(ctx, path, text.data, text.size);
  pl_text_clear(&text);
  return status;
}

static pl_status save_places(pl_context *ctx, pl_arena *arena, const char *directory, const char *name, const pl_node_set *set,
                             const double *place) {
  char *path = pl_path_join(arena, directory, name), number[40];
  if (!path) return PL_ERROR_MEMORY;
  pl_text text;
  pl_text_init(&text, ctx);
  pl_text_add(&text, "vertex,x [m],y [m],z [m]\n");
  for (int32_t i = 0; i < set->n; i++) {
    pl_text_printf(&text, "%d", (int)set->vertex[i]);
    for (int k = 0; k < 3; k++) pl_text_printf(&text, ",%s", pl_number_print(place[3 * i + k], number, sizeof number));
    pl_text_add(&text, "\n");
  }
  pl_status status = text.failed ? PL_ERROR_MEMORY : pl_file_write(ctx, path, text.data, text.size);
  pl_text_clear(&text);
  return status;
}

static pl_status put_pose(pl_context *ctx, pl_arena *arena, pl_json_writer *w, const char *directory, const body *b, const pl_test *test,
                          int f, const char *positions) {
  const pl_poses *p = pl_poses_of(test);
  const pl_pose *pose = &p->pose[f];
  char stem[24];
  snprintf(stem, sizeof stem, "%s%d", test->held_out ? "h" : "p", f + 1);
  pl_json_begin_object(w, NULL);
  pl_json_put_text(w, "name", pose->name);
  if (pose->gravity[0] != 0 || pose->gravity[1] != 0 || pose->gravity[2] != 0) put_vector(w, "gravity", PL_DIM_ACCELERATION, pose->gravity);
  PL_TRY(put_supports(arena, w, p, pose, b->stem, stem));
  for (int i = 0; i < pose->n_support; i++)
    if (pose->support[i].kind == PL_SUPPORT_POSITIONS) {
      const char *file = places_file(arena, b->stem, stem, i);
      if (!file) return PL_ERROR_MEMORY;
      PL_TRY(save_places(ctx, arena, directory, file, &p->set[pose->support[i].set], pose->support[i].place));
    }
  put_loads(w, p, pose);
  put_measured(w, test, f, positions);
  if (pose->weight != 1) pl_json_put_number(w, "weight", pose->weight);
  if (test->held_out) pl_json_put_bool(w, "held-out", true);
  pl_json_end_object(w);
  return PL_OK;
}

// m, largest distance of a landmark from the mesh.
static double most_outside(const pl_poses *p) {
  double most = 0;
  for (int i = 0; i < p->n_point; i++)
    if (!is_vertex(&p->point[i])) most = fmax(most, pl__body_locate(p->mesh, p->point[i].rest).distance);
  return most;
}

static pl_status put_body(pl_context *ctx, pl_arena *arena, pl_json_writer *w, const char *directory, const body *b) {
  const pl_test *first = b->test[0] ? b->test[0] : b->test[1];
  const pl_poses *p = pl_poses_of(first);
  const char *mesh = pl_arena_printf(arena, "%s.%s", b->stem, pl_mesh_is_solid(p->mesh) ? "vtk" : "obj");
  const char *landmarks = pl_arena_printf(arena, "%s-landmarks.csv", b->stem),
             *positions = pl_arena_printf(arena, "%s-positions.csv", b->stem);
  char *path = mesh ? pl_path_join(arena, directory, mesh) : NULL;
  if (!path || !landmarks || !positions) return PL_ERROR_MEMORY;
  bool any_landmark = false, any_position = false;
  for (int i = 0; i < p->n_point; i++) any_landmark = any_landmark || !is_vertex(&p->point[i]);
  for (int t = 0; t < 2; t++) any_position = any_position || (b->test[t] && b->test[t]->channel[PL_POSES_POSITIONS].value);
  PL_TRY(pl_mesh_save(ctx, path, p->mesh, NULL, 0, NULL));
  if (any_landmark) PL_TRY(save_text(ctx, arena, directory, landmarks, b, landmarks_text));
  if (any_position) PL_TRY(save_text(ctx, arena, directory, positions, b, positions_text));
  pl_json_begin_object(w, NULL);
  pl_json_put_text(w, "name", b->test[0] ? b->test[0]->name : b->stem);
  pl_json_begin_object(w, "mesh");
  pl_json_put_text(w, "file", mesh);
  pl_json_put_text(w, "unit", "m");
  pl_json_end_object(w);
  if (any_landmark) {
    pl_json_put_text(w, "landmarks", landmarks);
    double outside = most_outside(p);
    if (outside > PL__POSES_TOLERANCE * first->length) pl_json_put_quantity(w, "tolerance", 1.01 * outside, PL_DIM_LENGTH);
  }
  put_sets(w, p);
  pl_json_begin_object(w, "sigma");
  for (int c = 0; c < PL_POSES_CHANNELS; c++)
    for (int t = 0, done = 0; t < 2 && !done; t++)
      if (b->test[t] && b->test[t]->channel[c].value && b->test[t]->channel[c].sigma > 0) {
        pl_json_put_quantity(w, pl__poses_channel[c].name, b->test[t]->channel[c].sigma, pl__poses_dim[c]);
        done = 1;
      }
  pl_json_end_object(w);
  pl_json_begin_array(w, "poses");
  for (int t = 0; t < 2; t++)
    for (int f = 0; b->test[t] && f < b->test[t]->n_frame; f++) PL_TRY(put_pose(ctx, arena, w, directory, b, b->test[t], f, positions));
  pl_json_end_array(w);
  pl_json_end_object(w);
  return PL_OK;
}

static pl_status save_bodies(const pl__saver *s, const void *user) {
  (void)user;
  const pl_measurement *m = s->m;
  for (int t = 0; t < m->n_test; t++) {
    const pl_test *test = &m->test[t], *next = t + 1 < m->n_test ? &m->test[t + 1] : NULL;
    body b = {.test = {test->held_out ? NULL : test, test->held_out ? test : NULL}};
    // the held-out poses of the same body follow directly
    if (!test->held_out && next && next->held_out && pl_poses_of(next)->mesh == pl_poses_of(test)->mesh) b.test[1] = &m->test[++t];
    s->file[t] = "";
    b.stem = pl__test_file_name(s->arena, m, (int)(test - m->test), s->file, "");
    s->file[test - m->test] = b.stem;
    if (!b.stem) return PL_ERROR_MEMORY;
    PL_TRY(put_body(s->ctx, s->arena, s->w, s->directory, &b));
  }
  return PL_OK;
}

pl_status pl__poses_save(pl_context *ctx, const char *directory, const pl_measurement *m) {
  return pl__experiment_save(ctx, directory, m, save_bodies, NULL);
}
