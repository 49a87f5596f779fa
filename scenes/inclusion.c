// inclusion.c: see inclusion.h.
#include "scenes/inclusion.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "math/distance.h"
#include "protocol/poses/poses.h"
#include "rig/rig.h"

const scene_ball scene_stiff_ball = {{0.036, 0.0275, 0.0225}, 0.018, 4}, scene_soft_ball = {{0.022, 0.031, 0.029}, 0.014, 0.3};
const scene_body scene_layers = {.border = 0.027, .above = 3};
const scene_body scene_two_balls = {.n_ball = 2, .ball = {{{0.014, 0.015, 0.015}, 0.011, 3}, {{0.046, 0.035, 0.036}, 0.011, 0.3}}};
const scene_body scene_tilted_layers = {.border = 0.024, .above = 0.4, .slope = 0.5};
const scene_body scene_three_balls = {
    .n_ball = 3, .ball = {{{0.011, 0.012, 0.012}, 0.009, 3}, {{0.049, 0.014, 0.015}, 0.009, 0.3}, {{0.030, 0.038, 0.038}, 0.009, 4}}};
const double scene_inclusion_noise_position = 5e-5, scene_inclusion_noise_force = 0.05;

static const double SIZE[3] = {0.06, 0.05, 0.05};  // m
enum { N_LANDMARK = 15, N_DIRECTION = 80 };
static const int FINE[3] = {12, 10, 10};

// ---- the experiment ----

// Landmarks inside the block: five triangles along x, each turned against the one before.
static void landmark(int i, double at[3]) {
  int layer = i / 3;
  double angle = 2 * 3.14159265358979323846 * (i % 3 / 3.0 + layer % 2 / 6.0);
  at[0] = SIZE[0] * (layer + 0.8) / 5.6;
  at[1] = SIZE[1] * (0.5 + 0.32 * cos(angle));
  at[2] = SIZE[2] * (0.5 + 0.32 * sin(angle));
}

typedef struct pose {
  const char *name;
  int axis;        // the two faces across it are held; the second one moves
  double move[3];  // mm
  double turn;     // degrees about the axis, through the middle
  bool force;      // measured on the moving face
  bool held_out;
} pose;

static const pose poses[] = {
    {"pull along x", 0, {9, 0, 0}, 0, true, false},    {"pull along y", 1, {0, 7.5, 0}, 0, true, false},
    {"press along z", 2, {0, 0, -5}, 0, true, false},  {"shear x by y", 0, {0, 13, 0}, 0, false, false},
    {"shear y by z", 1, {0, 0, 11}, 0, false, false},  {"shear z by x", 2, {11, 0, 0}, 0, false, false},
    {"twist about x", 0, {3, 0, 0}, 35, false, false}, {"shear x by z", 0, {0, 0, 13}, 0, true, true},
};
enum { N_POSE = sizeof poses / sizeof poses[0] };

static void write_pose(pl_text *out, const pose *p) {
  static const char *const low[] = {"left", "front", "bottom"}, *const high[] = {"right", "back", "top"},
                           *const axis[] = {"[1, 0, 0]", "[0, 1, 0]", "[0, 0, 1]"};
  pl_text_printf(
      out,
      "    {\"name\": \"%s\", %s\"supports\": [{\"set\": \"%s\"}, {\"set\": \"%s\", \"translation\": [\"%g mm\", \"%g mm\", \"%g mm\"]",
      p->name, p->held_out ? "\"held-out\": true, " : "", low[p->axis], high[p->axis], p->move[0], p->move[1], p->move[2]);
  if (p->turn != 0)
    pl_text_printf(out, ", \"rotation\": {\"axis\": %s, \"through\": [\"%g m\", \"%g m\", \"%g m\"], \"angle\": \"%g deg\"}", axis[p->axis],
                   SIZE[0] / 2, SIZE[1] / 2, SIZE[2] / 2, p->turn);
  pl_text_add(out, "}],\n     \"measured\": {\"positions\": \"positions.csv\"");
  if (p->force) pl_text_printf(out, ", \"forces\": [{\"set\": \"%s\", \"force\": [\"0 N\", \"0 N\", \"0 N\"]}]", high[p->axis]);
  pl_text_add(out, "}}");
}

static void write_experiment(pl_text *out, const int cells[3]) {
  pl_text_printf(out,
                 "{\"pliant\": \"experiment 1\", \"protocol\": \"poses\", \"name\": \"block with an inclusion\",\n \"sigma\": "
                 "{\"positions\": \"%g m\", "
                 "\"force\": \"%g N\"},\n \"tests\": [{\"name\": \"block\",\n",
                 scene_inclusion_noise_position, scene_inclusion_noise_force);
  pl_text_printf(
      out,
      "  \"mesh\": {\"box\": [\"%g m\", \"%g m\", \"%g m\"], \"cells\": [%d, %d, %d], \"elements\": \"tetrahedra\", \"jitter\": 0.2},\n",
      SIZE[0], SIZE[1], SIZE[2], cells[0], cells[1], cells[2]);
  pl_text_add(out, "  \"landmarks\": \"landmarks.csv\",\n  \"sets\": {");
  static const char *const set[] = {"left", "right", "front", "back", "bottom", "top"};
  for (int i = 0; i < 6; i++)
    pl_text_printf(out, "%s\"%s\": {\"plane\": \"%c\", \"at\": \"%g m\"}", i ? ", " : "", set[i], 'x' + i / 2, i % 2 ? SIZE[i / 2] : 0);
  pl_text_add(out, "},\n  \"poses\": [\n");
  for (int i = 0; i < N_POSE; i++) {
    if (i) pl_text_add(out, ",\n");
    write_pose(out, &poses[i]);
  }
  pl_text_add(out, "]}]}\n");
}

static pl_status save(pl_context *ctx, pl_arena *arena, const char *folder, const char *name, pl_text *text) {
  const char *path = pl_path_join(arena, folder, name);
  if (!path || text->failed) return PL_ERROR_MEMORY;
  return pl_file_write(ctx, path, text->data, text->size);
}

// Files of the experiment on a mesh with these cells; the readings are the places at rest and no force until they are made.
static pl_status write_files(pl_context *ctx, pl_arena *arena, const char *folder, const char *name, const int cells[3]) {
  pl_text experiment, landmarks, positions;
  pl_text_init(&experiment, ctx), pl_text_init(&landmarks, ctx), pl_text_init(&positions, ctx);
  write_experiment(&experiment, cells);
  pl_text_add(&landmarks, "name,x [m],y [m],z [m]\n");
  pl_text_add(&positions, "pose,name,x [m],y [m],z [m]\n");
  for (int i = 0; i < N_LANDMARK; i++) {
    double at[3];
    landmark(i, at);
    pl_text_printf(&landmarks, "m%d,%.6g,%.6g,%.6g\n", i + 1, at[0], at[1], at[2]);
    for (int p = 0; p < N_POSE; p++) pl_text_printf(&positions, "%s,m%d,%.6g,%.6g,%.6g\n", poses[p].name, i + 1, at[0], at[1], at[2]);
  }
  pl_status status = save(ctx, arena, folder, name, &experiment);
  if (status == PL_OK) status = save(ctx, arena, folder, "landmarks.csv", &landmarks);
  if (status == PL_OK) status = save(ctx, arena, folder, "positions.csv", &positions);
  pl_text_clear(&positions), pl_text_clear(&landmarks), pl_text_clear(&experiment);
  return status;
}

// ---- the truth ----

// Samples of one ball: one at its centre, the others at twice the radius all around. Where weights are narrow the nearest sample counts
// alone, and the border is half way. Balls that are far enough apart do not disturb each other's borders.
static void add_ball(const scene_ball *ball, bool first, pl_text *point, pl_text *value) {
  const double *c = ball->center;
  pl_text_printf(point, "%s[%g, %g, %g]", first ? "" : ", ", c[0], c[1], c[2]);
  pl_text_printf(value, "%s{\"young\": \"%g Pa\", \"poisson\": %g}", first ? "" : ", ", ball->contrast * SCENE_INCLUSION_YOUNG,
                 SCENE_INCLUSION_POISSON);
  for (int i = 0; i < N_DIRECTION; i++) {
    double z = 1 - 2 * (i + 0.5) / N_DIRECTION, r = sqrt(1 - z * z), angle = 2.39996322972865332 * i;  // the golden angle
    pl_text_printf(point, ", [%.9g, %.9g, %.9g]", c[0] + 2 * ball->radius * z, c[1] + 2 * ball->radius * r * cos(angle),
                   c[2] + 2 * ball->radius * r * sin(angle));
    pl_text_printf(value, ", {\"young\": \"%g Pa\", \"poisson\": %g}", SCENE_INCLUSION_YOUNG, SCENE_INCLUSION_POISSON);
  }
}

// Two samples, the border half way between them.
static void add_layers(const scene_body *body, pl_text *point, pl_text *value) {
  const double apart = 0.02,
               rise = sqrt(1 + body->slope * body->slope);  // m, of each from the border, along its normal (-slope, 0, 1) / rise
  for (int i = 0; i < 2; i++) {
    double step = (i ? apart : -apart) / rise;
    pl_text_printf(point, "%s[%.9g, %.9g, %.9g]", i ? ", " : "", SIZE[0] / 2 - body->slope * step, SIZE[1] / 2, body->border + step);
    pl_text_printf(value, "%s{\"young\": \"%g Pa\", \"poisson\": %g}", i ? ", " : "", SCENE_INCLUSION_YOUNG * (i ? body->above : 1),
                   SCENE_INCLUSION_POISSON);
  }
}

static pl_status make_truth(pl_context *ctx, const scene_body *body, pl_material **material) {
  pl_text text, point, value;
  pl_text_init(&text, ctx), pl_text_init(&point, ctx), pl_text_init(&value, ctx);
  if (body->n_ball == 0) add_layers(body, &point, &value);
  for (int i = 0; i < body->n_ball; i++) add_ball(&body->ball[i], i == 0, &point, &value);
  pl_text_add(&text, "{\"pliant\": \"material 1\", \"name\": \"block with an inclusion\", \"terms\": [{\"name\": \"stvk\", "
                     "\"strain\": \"green3\", \"law\": \"isotropic3\", \"samples\": {\"radius\": \"3 mm\", \"unit\": \"m\", \"points\": [");
  pl_text_add_bytes(&text, point.data, point.size);
  pl_text_add(&text, "]}, \"parameters\": [");
  pl_text_add_bytes(&text, value.data, value.size);
  pl_text_add(&text, "]}]}");
  bool whole = !text.failed && !point.failed && !value.failed;
  pl_status status = whole ? pl_material_parse(ctx, "truth", text.data, text.size, material) : PL_ERROR_MEMORY;
  pl_text_clear(&value), pl_text_clear(&point), pl_text_clear(&text);
  return status;
}

static double contrast_at(const scene_body *body, const double x[3]) {
  for (int i = 0; i < body->n_ball; i++)
    if (pl_square_distance(x, body->ball[i].center) < body->ball[i].radius * body->ball[i].radius) return body->ball[i].contrast;
  return body->n_ball == 0 && x[2] > body->border + body->slope * (x[0] - SIZE[0] / 2) ? body->above : 1;
}

double scene_body_truth(const scene_body *body, const pl_mesh *mesh, int32_t e) {
  enum { Q = 8 };
  int n = 0;
  double sum = 0;
  for (int a = 0; a < Q; a++)
    for (int b = 0; a + b < Q; b++)
      for (int c = 0; a + b + c < Q; c++, n++) {
        double weight[4] = {a + 0.25, b + 0.25, c + 0.25, Q - 1 - a - b - c + 0.25}, x[3] = {0};
        for (int i = 0; i < 4; i++)
          for (int k = 0; k < 3; k++) x[k] += weight[i] / Q * mesh->rest3[3 * (size_t)mesh->tet[4 * (size_t)e + i] + k];
        sum += contrast_at(body, x);
      }
  return SCENE_INCLUSION_YOUNG * sum / n;
}

// The readings of `from` in the place of those of `to`: the same poses, landmarks and sets on another mesh.
static void take_readings(const pl_measurement *from, pl_measurement *to) {
  for (int t = 0; t < to->n_test; t++)
    for (int k = 0; k < PL_POSES_CHANNELS; k++) {
      const pl_channel *source = &from->test[t].channel[k];
      pl_channel *own = &to->test[t].channel[k];
      if (own->value && source->value)
        memcpy(own->value, source->value, (size_t)to->test[t].n_frame * (size_t)pl_channel_width(own) * sizeof *own->value);
    }
}

pl_status scene_inclusion(pl_context *ctx, const char *folder, const int cells[3], const scene_ball *ball, uint64_t seed,
                          pl_measurement **measurement) {
  return scene_heterogeneous(ctx, folder, cells, &(scene_body){.n_ball = 1, .ball = {*ball}}, seed, measurement);
}

pl_status scene_heterogeneous(pl_context *ctx, const char *folder, const int cells[3], const scene_body *body, uint64_t seed,
                              pl_measurement **measurement) {
  *measurement = NULL;
  pl_arena *arena = pl_arena_create(ctx);
  pl_measurement *plan = NULL, *readings = NULL, *own = NULL;
  pl_material *truth = NULL;
  pl_status status = arena ? PL_OK : PL_ERROR_MEMORY;
  if (status != PL_OK) return status;
  double noise[PL_MAX_CHANNEL] = {[PL_POSES_POSITIONS] = scene_inclusion_noise_position, [PL_POSES_FORCE] = scene_inclusion_noise_force};
  pl_rig_options rig = pl_rig_options_default();
  pl_solve_options solve = pl_solve_options_default();
  pl_rig_report report;
  const char *fine = pl_path_join(arena, folder, "fine.json"), *coarse = pl_path_join(arena, folder, "experiment.json");
  status = fine && coarse ? PL_OK : PL_ERROR_MEMORY;
  if (status != PL_OK) goto cleanup;
  PL_TRY_CLEAN(write_files(ctx, arena, folder, "fine.json", FINE));
  PL_TRY_CLEAN(pl_measurement_load(ctx, fine, &plan));
  PL_TRY_CLEAN(make_truth(ctx, body, &truth));
  PL_TRY_CLEAN(pl_rig_measure(ctx, plan->protocol, plan->n_test, plan->test, truth, &rig, &solve, noise, seed, &readings, &report));
  if (report.n_failed > 0) status = pl_fail(ctx, PL_ERROR_INTERNAL, NULL, "", "%d poses of the block have no equilibrium", report.n_failed);
  if (status != PL_OK) goto cleanup;
  PL_TRY_CLEAN(write_files(ctx, arena, folder, "experiment.json", cells));
  PL_TRY_CLEAN(pl_measurement_load(ctx, coarse, &own));
  take_readings(readings, own);
  PL_TRY_CLEAN(pl_measurement_save(ctx, folder, own));
  *measurement = own;
  own = NULL;
cleanup:
  pl_measurement_destroy(own);
  pl_measurement_destroy(readings);
  pl_measurement_destroy(plan);
  pl_material_destroy(truth);
  pl_arena_destroy(arena);
  return status;
}
