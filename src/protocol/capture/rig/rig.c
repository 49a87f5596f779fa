// rig.c: replays a capture on a simulation mesh (thesis 3.4): clips and table are boundary conditions, the free cloth is in equilibrium.
//
// Supports are taken from the capture: clamped vertices follow the clips' poses, supported ones lie on the table. A frame starts from its
// measured shape: sheared cloth has many equilibria, and this selects the captured one. Observed are
//   clip-force      sum of reactions over a clip's vertices, per component: balanced by cords and weight
//   clip-parallel   the same along the clip's axis in that frame: shear tests are compared by it (thesis 3.4.1)
//   positions       of all vertices of the simulation mesh
#include "protocol/capture/rig/rig_capture.h"

#include <math.h>
#include <string.h>

#include "protocol/capture/rig/capture_mesh.h"
#include "rig/rig_rows.h"
#include "protocol/capture/capture.h"

// The clip's long axis in space.
static void clip_axis(const pl_capture *capture, int clip, int frame, double axis[3]) {
  const double *pose = capture->clip[clip].pose + 12 * (size_t)frame, *local = capture->clip[clip].axis;
  for (int r = 0; r < 3; r++) axis[r] = pose[3 * r] * local[0] + pose[3 * r + 1] * local[1] + pose[3 * r + 2] * local[2];
}

static bool has_axis(const pl_clip *clip) { return clip->axis[0] != 0 || clip->axis[1] != 0 || clip->axis[2] != 0; }

// Positions of the flat cloth, moved rigidly with the held vertices (or with all vertices if those are on one line); NAN for held vertices.
// They serve as rest values: absolute positions spread over the width of the cloth, which any prediction explains.
static pl_status flat_places(pl_arena *arena, const pl_resampled *r, int n_frame, const double **out) {
  const pl_mesh *mesh = r->mesh;
  size_t n = (size_t)mesh->n_vertex;
  uint8_t *held = pl_arena_alloc(arena, n + 1, sizeof *held);
  double *flat = pl_arena_alloc(arena, 3 * n * (size_t)n_frame + 1, sizeof *flat);
  if (!held || !flat) return PL_ERROR_MEMORY;
  for (size_t f = 0; f < (size_t)n_frame; f++) {
    const double *x = r->x + 3 * n * f;
    pl_flat_place place;
    for (size_t v = 0; v < n; v++) held[v] = r->clip[v] >= 0 || (r->supported && r->supported[n * f + v]);
    bool placed = pl_place_flat(mesh->n_vertex, mesh->rest, held, x, &place) || pl_place_flat(mesh->n_vertex, mesh->rest, NULL, x, &place);
    for (size_t v = 0; v < n; v++) {
      double *to = flat + 3 * (n * f + v);
      if (placed && !held[v])
        pl_flat_at(&place, mesh->rest + 2 * v, to);
      else
        to[0] = to[1] = to[2] = NAN;
    }
  }
  *out = flat;
  return PL_OK;
}

// Measured channels.
static pl_status fill_channels(pl_arena *arena, const pl_resampled *resampled, pl_test *test) {
  const pl_capture *capture = pl_capture_of(test);
  size_t n_frame = (size_t)capture->n_frame, n_clip = (size_t)capture->n_clip;
  const pl_protocol *protocol = pl_protocol_find("capture");
  for (int c = 0; c < protocol->n_channel; c++) test->channel[c] = (pl_channel){.row = &protocol->channel[c]};
  test->channel[PL_CAPTURE_POSITIONS].value = resampled->x;
  test->channel[PL_CAPTURE_POSITIONS].width = 3 * resampled->mesh->n_vertex;
  test->channel[PL_CAPTURE_POSITIONS].sigma = capture->sigma_position;
  // Shapes are judged if the motion is meant for them, or if nothing else was measured or fitted. Elsewhere the cloth folds, and the
  // distance between two folded shapes misleads (capture_score.h): forces decide. This also holds for fitted captures. Consider the true
  // material of a virtual cloth in a picture frame, on meshes of 10 and 24 cells. R2 of its shapes is only 0.86 and 0.94. For its forces
  // they are 0.9986 and 0.996.
  if (n_clip > 0 && strcmp(capture->motion, "table-edge") != 0) test->channel[PL_CAPTURE_POSITIONS].judged = PL_JUDGED_ALONE;
  PL_TRY(flat_places(arena, resampled, (int)n_frame, &test->channel[PL_CAPTURE_POSITIONS].frame_rest));
  if (n_clip == 0) return PL_OK;
  double *force = pl_arena_alloc(arena, n_frame * 3 * n_clip, sizeof *force),
         *along = pl_arena_alloc(arena, n_frame * n_clip, sizeof *along);
  if (!force || !along) return PL_ERROR_MEMORY;
  bool bars = true;
  for (size_t c = 0; c < n_clip; c++) bars = bars && has_axis(&capture->clip[c]);
  for (size_t f = 0; f < n_frame; f++)
    for (size_t c = 0; c < n_clip; c++) {
      double torque[3], axis[3], *to = force + (f * n_clip + c) * 3;
      pl_capture_clip_load(capture, (int)c, (int)f, to, torque);
      clip_axis(capture, (int)c, (int)f, axis);
      along[f * n_clip + c] = to[0] * axis[0] + to[1] * axis[1] + to[2] * axis[2];
    }
  test->channel[PL_CAPTURE_CLIP_FORCE] = (pl_channel){
      .row = &protocol->channel[PL_CAPTURE_CLIP_FORCE], .width = (int)(3 * n_clip), .value = force, .sigma = capture->sigma_force};
  if (bars)
    test->channel[PL_CAPTURE_CLIP_PARALLEL] =
        (pl_channel){.row = &protocol->channel[PL_CAPTURE_CLIP_PARALLEL],
                     .width = (int)n_clip,
                     .value = along,
                     .sigma = capture->sigma_force,
                     // a pulled bar has no force along itself: its R2 would be that of noise
                     .judged = strcmp(capture->motion, "stretch") == 0 ? PL_JUDGED_NEVER : PL_JUDGED_ALWAYS};
  return PL_OK;
}

pl_status pl_capture_prepare(pl_arena *arena, const pl_test *test, const pl_rig_options *options, pl_test *prepared, pl_mesh **mesh) {
  *prepared = *test;
  pl_capture *capture = pl_arena_alloc(arena, 1, sizeof *capture);
  pl_resampled *resampled = pl_arena_alloc(arena, 1, sizeof *resampled);
  if (!capture || !resampled) return PL_ERROR_MEMORY;
  *capture = *pl_capture_of(test);
  PL_TRY(pl_capture_mesh(arena, capture, options, mesh));
  PL_TRY(pl_capture_resample(arena, capture, *mesh, resampled));
  capture->resampled = resampled;
  prepared->detail = capture;
  prepared->n_frame = capture->n_frame;
  return fill_channels(arena, resampled, prepared);
}

static void place(const pl_rig *rig, int frame, const double *intrinsic, double *x) {
  (void)intrinsic;
  const pl_resampled *r = pl_resampled_of(rig->test);
  size_t n = (size_t)r->mesh->n_vertex;
  for (size_t v = 0; v < n; v++)
    if (r->clip[v] >= 0 || (r->supported && r->supported[frame * n + v])) memcpy(x + 3 * v, r->x + 3 * (frame * n + v), 3 * sizeof *x);
}

static bool start(const pl_rig *rig, int frame, double *x) {
  size_t n_dof = 3 * (size_t)rig->body.mesh->n_vertex;
  memcpy(x, pl_resampled_of(rig->test)->x + frame * n_dof, n_dof * sizeof *x);
  return true;
}

// Fixed dofs of a frame.
static void frame_supports(const pl_resampled *r, int frame, uint8_t *fixed) {
  size_t n = (size_t)r->mesh->n_vertex;
  for (size_t v = 0; v < n; v++) {
    uint8_t held = r->clip[v] >= 0 || (r->supported && r->supported[frame * n + v]);
    fixed[3 * v] = fixed[3 * v + 1] = fixed[3 * v + 2] = held;
  }
}

// The fraction that can bend at each hinge of a frame.
static pl_status frame_free_parts(pl_rig *rig, int frame, const uint8_t *fixed, double *part) {
  const pl_resampled *r = pl_resampled_of(rig->test);
  size_t n = (size_t)r->mesh->n_vertex;
  uint8_t *held = pl_alloc(rig->ctx, n, sizeof *held);
  double *distance = held ? pl_alloc(rig->ctx, n, sizeof *distance) : NULL;
  for (size_t v = 0; v < n && distance; v++) {
    const double *line = r->line ? r->line + 3 * (size_t)frame : NULL, *p = r->mesh->rest + 2 * v;
    held[v] = fixed[3 * v];
    if (line) distance[v] = line[0] * p[0] + line[1] * p[1] + line[2];
  }
  if (distance) pl_model_free_parts(r->mesh, held, r->line ? distance : NULL, part);
  pl_status status = distance ? PL_OK : PL_ERROR_MEMORY;
  pl_free(rig->ctx, distance);
  pl_free(rig->ctx, held);
  return status;
}

// Table edges less than a twentieth of a cell apart share a model: a long slow capture would otherwise have one for every frame.
static bool alike(size_t n, const double *a, const double *b) {
  for (size_t i = 0; i < n; i++)
    if (fabs(a[i] - b[i]) > 0.05) return false;
  return true;
}

// One model per distinct set of supports.
static pl_status build_models(pl_rig *rig) {
  const pl_resampled *r = pl_resampled_of(rig->test);
  int n_frame = rig->test->n_frame;
  size_t n_dof = 3 * (size_t)r->mesh->n_vertex;
  uint8_t *fixed = pl_arena_alloc(rig->arena, (size_t)n_frame * n_dof, sizeof *fixed);
  int *variant = pl_arena_alloc(rig->arena, (size_t)n_frame, sizeof *variant);
  size_t n_part = pl_model_part_count(r->mesh), n_compared = n_part - (size_t)r->mesh->n_vertex;  // shares, not distances
  double *part = pl_arena_alloc(rig->arena, (size_t)n_frame * n_part + 1, sizeof *part);
  if (!fixed || !variant || !part) return PL_ERROR_MEMORY;
  pl_model_options options = {0};
  if (r->supported &&
      pl_material_remembers(rig->material)) {  // one history serves all frames: every part of the cloth may lie on the table
    uint8_t *may_hold = pl_arena_alloc(rig->arena, (size_t)r->mesh->n_vertex, sizeof *may_hold);
    if (!may_hold) return PL_ERROR_MEMORY;
    memset(may_hold, 1, (size_t)r->mesh->n_vertex);
    options.may_hold = may_hold;
  }
  memcpy(options.gravity, pl_capture_of(rig->test)->gravity, sizeof options.gravity);
  int n_distinct = 0;
  for (int f = 0; f < n_frame; f++) {
    uint8_t *mine = fixed + n_distinct * n_dof;
    double *bends = part + n_distinct * n_part;
    frame_supports(r, f, mine);
    PL_TRY(frame_free_parts(rig, f, mine, bends));
    int same = 0;
    while (same < n_distinct && (memcmp(mine, fixed + same * n_dof, n_dof) != 0 || !alike(n_compared, bends, part + same * n_part))) same++;
    variant[f] = same;
    if (same < n_distinct) continue;
    options.fixed = mine;
    options.free_part = bends;
    PL_TRY(pl_rig_add_model(rig, &options));
    n_distinct++;
  }
  rig->body.variant = variant;
  return PL_OK;
}

static pl_status observe_clips(pl_rig *rig) {
  const pl_resampled *r = pl_resampled_of(rig->test);
  const pl_capture *capture = pl_capture_of(rig->test);
  double *weight = pl_rig_vector(rig);
  if (!weight) return PL_ERROR_MEMORY;
  size_t n_dof = 3 * (size_t)r->mesh->n_vertex;
  for (int c = 0; c < capture->n_clip; c++) {
    for (int k = 0; k < 3; k++) {
      memset(weight, 0, n_dof * sizeof *weight);
      for (int32_t v = 0; v < r->mesh->n_vertex; v++) weight[3 * v + k] = r->clip[v] == c;
      PL_TRY(pl_rig_observe(rig, PL_CAPTURE_CLIP_FORCE, 3 * c + k, -1, weight, NULL));
    }
    for (int f = 0; f < capture->n_frame && rig->test->channel[PL_CAPTURE_CLIP_PARALLEL].value; f++) {
      double axis[3];
      clip_axis(capture, c, f, axis);
      for (int32_t v = 0; v < r->mesh->n_vertex; v++)
        for (int k = 0; k < 3; k++) weight[3 * v + k] = r->clip[v] == c ? axis[k] : 0;
      PL_TRY(pl_rig_observe(rig, PL_CAPTURE_CLIP_PARALLEL, c, f, weight, NULL));
    }
  }
  return PL_OK;
}

static pl_status observe_positions(pl_rig *rig) {
  for (int32_t i = 0; i < 3 * rig->body.mesh->n_vertex; i++) PL_TRY(pl_rig_observe_dof(rig, PL_CAPTURE_POSITIONS, i, 0, i));
  return PL_OK;
}

static pl_status build(pl_rig *rig, const pl_rig_options *options) {
  (void)options;
  if (!pl_resampled_of(rig->test))
    return pl_fail(rig->ctx, PL_ERROR_INTERNAL, NULL, "call pl_capture_prepare first", "the capture '%s' was not resampled",
                   rig->test->name);
  rig->run.method = PL_TEST_MESH;
  rig->run.reason = "a capture is always simulated";
  rig->body.mesh = pl_resampled_of(rig->test)->mesh;
  rig->act.place = place;
  rig->act.start = start;
  rig->act.start_is_measured = true;
  PL_TRY(build_models(rig));
  PL_TRY(observe_clips(rig));
  return observe_positions(rig);
}

static const char *const reads[] = {"cells", "topology", NULL};

const pl_rig_row pl__capture_rig = {
    .help = "a captured motion replayed on a simulation mesh (thesis 3.4)",
    .reads = reads,
    .build = build,
};
