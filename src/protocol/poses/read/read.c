// read.c: reads an experiment file of the protocol `poses`: per body a test with its poses, and one more with the held-out ones.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "protocol/poses/poses_check.h"
#include "protocol/poses/poses_part.h"
#include "measure/record.h"
#include "protocol/poses/poses.h"

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))

static const char *const keys[] = {"name", "mesh", "unit", "landmarks", "tolerance", "sets", "gravity", "sigma", "poses", "comment"};

const pl_dim pl__poses_dim[PL_POSES_CHANNELS] = {
    [PL_POSES_POSITIONS] = {0, 1, 0, 0}, [PL_POSES_FORCE] = {1, 1, -2, 0}, [PL_POSES_TORQUE] = {1, 2, -2, 0},
    [PL_POSES_LENGTH] = {0, 1, 0, 0},    [PL_POSES_AREA] = {0, 2, 0, 0},   [PL_POSES_VOLUME] = {0, 3, 0, 0},
};

static const char *const no_names[] = {NULL};
const pl_channel_row pl__poses_channel[PL_POSES_CHANNELS] = {
    [PL_POSES_POSITIONS] = {"positions",
                            {0, 1, 0, 0},
                            true,
                            no_names,
                            "places of landmarks and vertices, x, y and z",
                            .misfit = PL_MISFIT_POSITION,
                            .drawing = PL_DRAW_PLACES},
    [PL_POSES_FORCE] = {"force",
                        {1, 1, -2, 0},
                        true,
                        no_names,
                        "with which the supports of a set act on the body, x, y and z",
                        .misfit = PL_MISFIT_FORCE,
                        .drawing = PL_DRAW_FORCES},
    [PL_POSES_TORQUE] =
        {"torque", {1, 2, -2, 0}, true, no_names, "of these forces about a point, about x, y and z", .drawing = PL_DRAW_TORQUES},
    [PL_POSES_LENGTH] = {"length", {0, 1, 0, 0}, true, no_names, "along straight lines between landmarks", .drawing = PL_DRAW_NUMBERS},
    [PL_POSES_AREA] = {"area", {0, 2, 0, 0}, true, no_names, "of the faces of a set", .drawing = PL_DRAW_NUMBERS},
    [PL_POSES_VOLUME] = {"volume", {0, 3, 0, 0}, true, no_names, "of the body, or of the elements of a set", .drawing = PL_DRAW_NUMBERS},
};

// "sigma": {"force": "5 mN"}, of the test, then of the file.
static pl_status read_sigma(pl__poses_reader *r, double sigma[PL_POSES_CHANNELS]) {
  pl_json *const source[] = {pl_json_find(r->label.root, "sigma"), pl_json_find(r->label.entry, "sigma")};
  const char *names[PL_POSES_CHANNELS];
  for (int c = 0; c < PL_POSES_CHANNELS; c++) names[c] = pl__poses_channel[c].name;
  for (int s = 0; s < 2; s++) {
    if (!source[s]) continue;
    PL_TRY(pl__poses_keys(r->label.ctx, source[s], PL_POSES_CHANNELS, names));
    for (int c = 0; c < PL_POSES_CHANNELS; c++)
      PL_TRY(pl_json_optional_quantity(r->label.ctx, source[s], names[c], pl__poses_dim[c], 1e-15, 1e9, &sigma[c]));
  }
  return PL_OK;
}

static pl_status read_poses(pl__poses_reader *r, bool **held_out) {
  pl_context *ctx = r->label.ctx;
  pl_json *list = pl__label_setting(&r->label, "poses");
  pl_where where = pl_json_where(list ? list : r->label.entry);
  if (!list || list->kind != PL_JSON_ARRAY || list->n == 0 || list->n > PL_MAX_POSES)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "write \"poses\": [{\"supports\": [...], \"measured\": {...}}]",
                   "a body needs a list of 1 to %d poses", PL_MAX_POSES);
  pl_pose *pose = pl_arena_alloc(r->label.m->arena, (size_t)list->n, sizeof *pose);
  pl_pose_frame *frame = pl_arena_alloc(r->label.m->arena, (size_t)list->n, sizeof *frame);
  *held_out = pl_arena_alloc(r->label.scratch, (size_t)list->n, sizeof **held_out);
  r->table = pl_arena_alloc(r->label.scratch, (size_t)list->n, sizeof *r->table);
  if (!pose || !frame || !*held_out || !r->table) return PL_ERROR_MEMORY;
  r->n_pose = list->n;
  r->poses->pose = pose;
  r->poses->frame = frame;
  int i = 0;
  for (pl_json *entry = list->child; entry; entry = entry->next, i++) {
    PL_TRY(pl__poses_read_pose(r, entry, &pose[i]));
    if (!*pose[i].name) pose[i].name = pl_arena_printf(r->label.m->arena, "%d", i + 1);
    if (!pose[i].name) return PL_ERROR_MEMORY;
    for (int k = 0; k < i; k++)
      if (strcmp(pose[k].name, pose[i].name) == 0) {
        where = pl_json_where(entry);
        return pl_fail(ctx, PL_ERROR_INPUT, &where, "give each pose a unique \"name\"",
                       PL_ID("poses.also-pose-line") "\"%.80s\" is also the pose of line %d", pose[i].name, pose[k].line);
      }
  }
  i = 0;
  for (pl_json *entry = list->child; entry; entry = entry->next, i++) {
    PL_TRY(pl__poses_resolve(r, &pose[i], &frame[i]));
    r->poses->n_pose = i + 1;
    pl_json *measured = pl_json_find(entry, "measured"), *held = pl_json_find(entry, "held-out");
    if (held) PL_TRY(pl_json_bool(ctx, held, &(*held_out)[i]));
    where = pl_json_where(entry);
    if (!measured)
      return pl_fail(ctx, PL_ERROR_INPUT, &where, "add \"measured\": {...}, or leave the pose out",
                     "nothing was measured in pose \"%.80s\"", pose[i].name);
    PL_TRY(pl__poses_measured(r, measured, i));
  }
  return PL_OK;
}

// Assigns the components of a channel, one quantity after the other.
static void lay_out(pl__poses_reader *r, int width[PL_POSES_CHANNELS]) {
  for (int q = 0; q < r->poses->n_quantity; q++) {
    r->quantity[q].first = width[r->quantity[q].channel];
    width[r->quantity[q].channel] += r->quantity[q].n;
  }
}

// Values at rest: positions, lengths, areas, volumes; unloaded, so forces are zero.
static pl_status rest_values(pl__poses_reader *r, const int width[PL_POSES_CHANNELS]) {
  pl_poses *poses = r->poses;
  double *rest[PL_POSES_CHANNELS];
  for (int c = 0; c < PL_POSES_CHANNELS; c++) {
    rest[c] = pl_arena_alloc(r->label.m->arena, (size_t)width[c] + 1, sizeof(double));
    if (!rest[c]) return PL_ERROR_MEMORY;
    poses->rest[c] = rest[c];
  }
  for (int q = 0; q < poses->n_quantity; q++) {
    const pl_quantity *quantity = &poses->quantity[q];
    double *out = rest[quantity->channel] + quantity->first;
    if (quantity->channel >= PL_POSES_LENGTH) *out = pl_quantity_value(poses, quantity, poses->mesh->x0, NULL);
    if (quantity->channel != PL_POSES_POSITIONS) continue;
    const pl_body_point *p = &poses->point[quantity->point[0]];
    for (int i = 0; i < p->n; i++)
      for (int k = 0; k < 3; k++) out[k] += p->weight[i] * poses->mesh->x0[3 * (size_t)p->vertex[i] + k];
  }
  return PL_OK;
}

// If the kind has no sigma, the first one given with a reading is the unit of the weights of all others. These must then have sigmas too:
// the precision of a reading without one is unknown.
static pl_status common_sigma(const pl__poses_reader *r, double sigma[PL_POSES_CHANNELS]) {
  int with[PL_POSES_CHANNELS] = {0}, without[PL_POSES_CHANNELS] = {0}, pose[PL_POSES_CHANNELS] = {0};  // readings; quantity + 1, its pose
  double first[PL_POSES_CHANNELS] = {0};
  for (int q = 0; q < r->poses->n_quantity; q++)
    for (int i = 0; i < r->n_pose; i++) {
      int c = r->quantity[q].channel;
      if (sigma[c] > 0 || !pl__poses_has_value(r, q, i)) continue;
      with[c] += r->sigma[q][i] > 0;
      if (!(first[c] > 0)) first[c] = r->sigma[q][i];
      if (!(r->sigma[q][i] > 0) && without[c] == 0) without[c] = q + 1, pose[c] = i;
    }
  for (int c = 0; c < PL_POSES_CHANNELS; c++) {
    if (with[c] > 0 && without[c] > 0) {
      pl_where where = pl_json_where(r->label.entry);
      where.line = r->poses->pose[pose[c]].line;
      char hint[160];
      snprintf(hint, sizeof hint, "state one for all of the kind: \"sigma\": {\"%s\": ...} in the test; entries may still have their own",
               pl__poses_channel[c].name);
      return pl_fail(r->label.ctx, PL_ERROR_INPUT, &where, hint,
                     PL_ID("poses.pose-has-no-sigma") "%s of \"%.80s\" in pose \"%.80s\" has no sigma, but %d other reading%s",
                     pl__poses_channel[c].name, r->quantity[without[c] - 1].name, r->poses->pose[pose[c]].name, with[c],
                     with[c] == 1 ? " of the kind has" : "s of the kind have");
    }
    if (!(sigma[c] > 0)) sigma[c] = first[c];
  }
  return PL_OK;
}

// A test of the poses that are (or are not) held out.
static pl_status make_test(pl__poses_reader *r, const bool *held_out, bool hold, const int width[PL_POSES_CHANNELS],
                           const double sigma[PL_POSES_CHANNELS], pl_test *test) {
  pl_arena *arena = r->label.m->arena;
  pl_poses *poses = pl_arena_alloc(arena, 1, sizeof *poses);
  pl_pose *pose = pl_arena_alloc(arena, (size_t)r->n_pose, sizeof *pose);
  pl_pose_frame *frame = pl_arena_alloc(arena, (size_t)r->n_pose, sizeof *frame);
  int *from = pl_arena_alloc(r->label.scratch, (size_t)r->n_pose, sizeof *from), n = 0;
  if (!poses || !pose || !frame || !from) return PL_ERROR_MEMORY;
  *poses = *r->poses;
  poses->file = r->label.m->file;
  for (int i = 0; i < r->n_pose; i++) {
    if (held_out[i] != hold) continue;
    pose[n] = r->poses->pose[i];
    frame[n] = r->poses->frame[i];
    from[n++] = i;
  }
  poses->pose = pose;
  poses->frame = frame;
  poses->n_pose = n;
  *test = (pl_test){.name = r->label.name,
                    .specimen = r->label.specimen,
                    .file = poses->mesh_file,
                    .line = r->label.entry->line,
                    .length = r->size,
                    .width = r->size,
                    .strips = 1,
                    .n_frame = n,
                    .n_raw = n,
                    .protocol = &pl_protocol_poses,
                    .detail = poses,
                    .held_out = hold};
  if (hold) test->name = pl_arena_printf(arena, "%s held-out", r->label.name);
  int *branch = pl_arena_alloc(arena, (size_t)n + 1, sizeof *branch);
  if (!test->name || !branch) return PL_ERROR_MEMORY;
  test->branch = test->raw_branch = branch;
  bool first = true;
  for (int c = 0; c < PL_POSES_CHANNELS; c++) {
    test->channel[c].row = &pl__poses_channel[c];
    bool any = false, any_own = false;
    size_t count = (size_t)n * (size_t)width[c];
    double *value = pl_arena_alloc(arena, count + 1, sizeof *value);
    double *importance = pl_arena_alloc(arena, count + 1, sizeof *importance);
    double *own = pl_arena_alloc(arena, count + 1, sizeof *own);
    if (!value || !importance || !own) return PL_ERROR_MEMORY;
    for (int q = 0; q < poses->n_quantity; q++) {
      const pl_quantity *quantity = &poses->quantity[q];
      for (int f = 0; f < n && quantity->channel == c; f++)
        for (int k = 0; k < quantity->n; k++) {
          size_t at = (size_t)f * (size_t)width[c] + (size_t)(quantity->first + k);
          value[at] = r->value[q][(size_t)from[f] * (size_t)quantity->n + (size_t)k];
          own[at] = r->sigma[q][from[f]] > 0 ? r->sigma[q][from[f]] : sigma[c];
          // eq. 6 of the paper weights squares
          importance[at] = sqrt(r->weight[q][from[f]] * pose[f].weight);
          any_own = any_own || own[at] != sigma[c];
          any = any || !isnan(value[at]);
        }
    }
    if (!any) continue;
    test->channel[c].value = value;
    test->channel[c].width = width[c];
    test->channel[c].sigma = test->raw_sigma[c] = sigma[c];
    test->raw[c] = value;
    test->channel[c].importance = importance;
    if (any_own) test->channel[c].value_sigma = own;
    test->channel[c].rest = poses->rest[c];
    PL_TRY(pl__component_names(arena, poses, c, width[c], &test->channel[c].component));
    if (first) test->observed = test->control = c;
    first = false;
  }
  return PL_OK;
}

static pl_status read_test(pl__poses_reader *r, pl_json *entry) {
  pl_measurement *m = r->label.m;
  const char *name;
  bool *held_out = NULL;
  double sigma[PL_POSES_CHANNELS] = {0};
  int width[PL_POSES_CHANNELS] = {0}, n_held = 0;
  PL_TRY(pl__label_open(&r->label, entry, NULL, "body", &name));
  PL_TRY(pl__label_unique(&r->label, name));
  r->poses = pl_arena_alloc(r->label.scratch, 1, sizeof *r->poses);
  if (!r->poses) return PL_ERROR_MEMORY;
  r->point = NULL;
  r->quantity = NULL;
  r->of_vertex = NULL;
  r->room_point = r->room_quantity = r->n_outside = r->n_landmark = r->n_slot = 0;
  r->n_reading = 0;
  memset(r->last, 0, sizeof r->last);
  r->most_outside = 0;
  r->named = NULL;
  PL_TRY(read_sigma(r, sigma));
  PL_TRY(pl__poses_body(r));
  PL_TRY(pl__poses_landmarks(r));
  PL_TRY(pl__poses_sets(r));
  PL_TRY(read_poses(r, &held_out));
  lay_out(r, width);
  PL_TRY(rest_values(r, width));
  PL_TRY(pl__poses_check(r));
  PL_TRY(common_sigma(r, sigma));
  PL_TRY(pl__poses_doubt(r, sigma));
  for (int i = 0; i < r->n_pose; i++) n_held += held_out[i];
  pl_test made[2], *test = m->test + m->n_test;
  int n = 0;
  if (n_held < r->n_pose) PL_TRY(make_test(r, held_out, false, width, sigma, &made[n++]));
  if (n_held > 0) PL_TRY(make_test(r, held_out, true, width, sigma, &made[n++]));
  // everything in the file refers to its own mesh
  if (r->to_hexahedra)
    PL_TRY(pl_poses_to_hexahedra(m->arena, n, made, test));
  else
    memcpy(test, made, (size_t)n * sizeof *test);
  m->n_test += n;
  return PL_OK;
}

pl_status pl__poses_read(pl_context *ctx, pl_arena *scratch, pl_measurement *m, pl_json *root, const char *directory) {
  pl__poses_reader r = {
      .label = {.ctx = ctx, .scratch = scratch, .m = m, .root = root, .directory = directory, .suspicions = {.arena = m->arena}}};
  pl_json *tests;
  PL_TRY(pl__label_check_keys(&r.label, COUNT(keys), keys));
  PL_TRY(pl__label_tests(&r.label, "{\"mesh\": {...}, \"poses\": [...]}", &tests));
  m->test = pl_arena_alloc(m->arena, 2 * (size_t)tests->n, sizeof *m->test);
  if (!m->test) return PL_ERROR_MEMORY;
  for (pl_json *entry = tests->child; entry; entry = entry->next) PL_TRY(read_test(&r, entry));
  m->n_suspicion = r.label.suspicions.n;
  m->suspicion = r.label.suspicions.item;
  return PL_OK;
}
