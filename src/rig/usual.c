// usual.c: see usual.h.
#include "rig/usual.h"

#include <math.h>
#include <string.h>

#include "protocol/homogeneous/homogeneous.h"
#include "protocol/roll/roll.h"
#include "protocol/weights/weights.h"
#include "protocol/capture/rig/motion.h"
#include "protocol/cantilever/plan_cantilever.h"
#include "protocol/biaxial-hang/plan_hang.h"
#include "protocol/capture/rig/rig_capture.h"
#include "protocol/poses/rig/usual_body.h"
#include "protocol/poses/poses.h"

#define PI 3.14159265358979323846
enum { FRAMES = 20 };
static const double G = 9.80665;

// ---- tensile and shear: 50 mm between clamps of 200 mm, up to 10 % or 200 N/m; sheared to 14 % or 50 N/m ----

// The largest force per width (N/m) when the only frame of the test is at `last`; NAN without equilibrium.
static double force_at(pl_rig *rig, double *control, double last, const double *theta, int channel) {
  double force = NAN, *value[PL_MAX_CHANNEL] = {0};
  pl_rig_report report;
  *control = last;
  value[channel] = &force;
  pl_rig_forget(rig);
  if (pl_rig_predict(rig, &(pl_prediction){.theta = theta, .value = value, .last = true}, &report) != PL_OK) return NAN;
  return fabs(force) / rig->test->width;
}

// Pull less where the cloth is stiff: a machine has a load cell, and yarns break.
static pl_status limit(pl_context *ctx, const pl_material *material, const pl_solve_options *solve, const pl_test *test, int control,
                       double most, double *last) {
  enum { TRIALS = 8 };
  double at[1] = {*last};
  pl_test one = *test;
  one.n_frame = one.n_raw = 1;
  one.channel[control].value = at;
  pl_rig_options options = pl_rig_options_default();
  options.cells = 8;
  pl_rig *rig;
  PL_TRY(pl_rig_create(ctx, pl_protocol_find("tensile"), &one, material, &options, solve, &rig));
  for (int i = 0; i < TRIALS; i++) {
    double force = force_at(rig, at, *last, material->theta, PL_TENSILE_FORCE + control);
    if (force <= 1.05 * most) break;
    *last *= isnan(force) ? 0.5 : fmax(most / force, 0.25);
  }
  pl_rig_destroy(rig);
  return PL_OK;
}

static pl_status plan_tensile(pl_arena *arena, const pl_usual *usual, const pl_material *material, const pl_test *like,
                              const pl_solve_options *solve, pl_usual_plan *plan) {
  (void)like;
  const pl_protocol *protocol = pl_protocol_find("tensile");
  int control = usual->which, n_frame = pl_material_remembers(material) ? 2 * FRAMES : FRAMES;
  pl_test *test = &plan->test[0];
  *test = (pl_test){.protocol = protocol,
                    .name = usual->name,
                    .file = "",
                    .length = 0.05,
                    .width = 0.2,
                    .strips = 1,
                    .angle = usual->angle,
                    .control = control};
  for (int k = 0; k < protocol->n_channel; k++) test->channel[k].row = &protocol->channel[k];
  bool shear = control == PL_TENSILE_SHEAR_DISPLACEMENT;
  double last = shear ? 7e-3 : 5e-3, *value = pl_arena_alloc(arena, (size_t)n_frame, sizeof *value);
  int *branch = pl_arena_alloc(arena, (size_t)n_frame, sizeof *branch);
  if (!value || !branch) return PL_ERROR_MEMORY;
  test->branch = test->raw_branch = branch;
  PL_TRY(limit(pl_arena_context(arena), material, solve, test, control, shear ? 50 : 200, &last));
  for (int f = 0; f < n_frame; f++) {
    branch[f] = f < FRAMES ? PL_BRANCH_LOAD : PL_BRANCH_UNLOAD;
    value[f] = last * (f < FRAMES ? f + 1 : 2 * FRAMES - 1 - f) / FRAMES;
  }
  test->n_frame = test->n_raw = n_frame;
  test->channel[control].value = value;
  test->channel[PL_TENSILE_FORCE + control].width = 1;
  test->observed = PL_TENSILE_FORCE + control;
  plan->n_test = 1;
  plan->cells = 12;
  return PL_OK;
}

// ---- bending strips, hung samples, hung weights ----

static pl_status plan_strip(pl_arena *arena, const pl_usual *usual, const pl_material *material, const pl_test *like,
                            const pl_solve_options *solve, pl_usual_plan *plan) {
  (void)material, (void)like, (void)solve;
  static const double overhang[] = {0.03, 0.045, 0.06, 0.08};
  static const char *const name[] = {"30 mm", "45 mm", "60 mm", "80 mm"};
  for (int i = 0; i < 4; i++) {
    pl_cantilever_plan p = pl_cantilever_plan_default();
    p.name = name[i];
    p.cut = usual->angle;
    p.overhang = overhang[i];
    p.turn_sigma = 2 * PI / 180;
    PL_TRY(pl_plan_cantilever(arena, &p, &plan->test[plan->n_test++]));
  }
  plan->sigma[PL_CANTILEVER_PROFILE] = 2e-4;
  plan->cells = 20;
  return PL_OK;
}

static pl_status plan_hung(pl_arena *arena, const pl_usual *usual, const pl_material *material, const pl_test *like,
                           const pl_solve_options *solve, pl_usual_plan *plan) {
  (void)usual, (void)material, (void)like, (void)solve;
  static const char *const name[] = {"cut 0", "cut 45", "cut 90"};
  static const double bottom[] = {0, 0.2 * 9.80665, 0.4 * 9.80665, 0.6 * 9.80665}, side[] = {0, 0.2 * 9.80665, 0.4 * 9.80665};
  for (int i = 0; i < 3; i++) {
    pl_hang_plan p = pl_hang_plan_default();
    p.name = name[i];
    p.cut = i * PI / 4;
    p.bottom = bottom, p.n_bottom = 4;
    p.left = p.right = side, p.n_side = 3;
    PL_TRY(pl_plan_hang(arena, &p, &plan->test[plan->n_test++]));
  }
  plan->sigma[PL_HANG_POINTS] = 5e-4;
  plan->cells = 10;
  return PL_OK;
}

static pl_status plan_weights(pl_arena *arena, const pl_usual *usual, const pl_material *material, const pl_test *like,
                              const pl_solve_options *solve, pl_usual_plan *plan) {
  (void)like, (void)solve;
  enum { TOP = 6, N = 2 * TOP + 1 };
  const double side = 0.1, step = 0.1 * G, clip = 0.01, cloth = material->density * side * side;
  pl_weights *w = pl_arena_alloc(arena, 1, sizeof *w);
  double *weight = pl_arena_alloc(arena, 2 * N, sizeof *weight), *force = weight + N;
  if (!w || !weight) return PL_ERROR_MEMORY;
  *w = (pl_weights){.gravity = G,
                    .clip = clip,
                    .cloth = cloth,
                    .dead = (clip + cloth / 2) * G,
                    .cut_length = side,
                    .rest_sigma = 5e-4,
                    .first = PL_WEIGHTS_VIRGIN,
                    .weight = weight};
  for (int f = 0; f < N; f++) {
    weight[f] = step * (f <= TOP ? f : 2 * TOP - f);
    force[f] = weight[f] + w->dead;
  }
  const pl_protocol *protocol = pl_protocol_find("weights");
  pl_test *test = &plan->test[0];
  *test = (pl_test){.name = usual->name,
                    .file = "",
                    .length = side,
                    .width = side,
                    .strips = 1,
                    .angle = usual->angle,
                    .n_frame = N,
                    .n_raw = N,
                    .control = PL_WEIGHTS_FORCE,
                    .observed = PL_WEIGHTS_LENGTH,
                    .protocol = &pl_protocol_weights,
                    .detail = w};
  for (int c = 0; c < 2; c++) test->channel[c].row = &protocol->channel[c];
  test->channel[PL_WEIGHTS_FORCE].value = force;
  test->channel[PL_WEIGHTS_LENGTH].width = 1;
  plan->sigma[PL_WEIGHTS_LENGTH] = 3e-4;
  plan->n_test = 1;
  return pl_weights_follow(arena, w, test);
}

// ---- rolled strips ----

enum { ROLL_POINTS = 25 };

// Labels of an arc that hangs down and is bent to `kappa`, counterclockwise.
static void arc(double length, double kappa, double *label) {
  double at[2] = {0, 0};
  for (int i = 0; i < ROLL_POINTS; i++) {
    double step = length / (ROLL_POINTS - 1), to = -PI / 2 + (i + 0.5) * step * kappa;
    label[2 * i] = at[0];
    label[2 * i + 1] = at[1];
    at[0] += step * cos(to);
    at[1] += step * sin(to);
  }
}

// A rig of a rolled strip needs labels, which say where its end is held: those of an arc are carried to the strip that they lead to.
static pl_status settle_labels(pl_context *ctx, const pl_material *material, const pl_solve_options *solve, int cells, pl_test *test) {
  enum { ROUNDS = 3 };
  double *label = test->channel[PL_ROLL_PROFILE].value, found[2 * ROLL_POINTS], *value[PL_MAX_CHANNEL] = {[PL_ROLL_PROFILE] = found};
  pl_rig_options options = pl_rig_options_default();
  options.cells = cells;
  for (int round = 0; round < ROUNDS; round++) {
    pl_rig *rig;
    pl_rig_report report;
    PL_TRY(pl_rig_create(ctx, pl_protocol_find("roll"), test, material, &options, solve, &rig));
    pl_status status = pl_rig_predict(rig, &(pl_prediction){.theta = material->theta, .value = value, .last = true}, &report);
    pl_rig_destroy(rig);
    PL_TRY(status);
    if (report.n_failed > 0) return PL_OK;  // the prediction that follows fails too, and is left out
    memcpy(label, found, sizeof found);
  }
  return PL_OK;
}

static pl_status plan_roll(pl_arena *arena, const pl_usual *usual, const pl_material *material, const pl_test *like,
                           const pl_solve_options *solve, pl_usual_plan *plan) {
  (void)like;
  static const double radius[] = {7.5e-3, 16e-3, 31.5e-3};
  static const char *const name[] = {"7.5 mm", "16 mm", "31.5 mm"};
  plan->cells = 40;
  plan->sigma[PL_ROLL_PROFILE] = 2e-4;
  for (int i = 0; i < 3; i++) {
    pl_roll *roll = pl_arena_alloc(arena, 1, sizeof *roll);
    double *label = pl_arena_alloc(arena, 2 * ROLL_POINTS, sizeof *label);
    if (!roll || !label) return PL_ERROR_MEMORY;
    *roll = (pl_roll){.radius = radius[i], .repetition = 1, .side = 1, .gravity = G, .strip = usual->name, .n_point = ROLL_POINTS};
    pl_test *test = &plan->test[plan->n_test++];
    *test = (pl_test){.name = name[i],
                      .file = "",
                      .length = 0.1,
                      .width = 0.025,
                      .strips = 1,
                      .angle = usual->angle,
                      .method = PL_TEST_MESH,
                      .n_frame = 1,
                      .n_raw = 1,
                      .protocol = &pl_protocol_roll,
                      .detail = roll};
    arc(test->length, 0.2 / radius[i], label);
    test->channel[PL_ROLL_PROFILE] = (pl_channel){.row = &pl_protocol_find("roll")->channel[PL_ROLL_PROFILE],
                                                  .width = 2 * ROLL_POINTS,
                                                  .value = label,
                                                  .sigma = plan->sigma[PL_ROLL_PROFILE]};
    PL_TRY(settle_labels(pl_arena_context(arena), material, solve, plan->cells, test));
  }
  return PL_OK;
}

// ---- captures ----

static pl_status plan_capture(pl_arena *arena, const pl_usual *usual, const pl_material *material, const pl_test *like,
                              const pl_solve_options *solve, pl_usual_plan *plan) {
  (void)like;
  pl_motion_options motion = pl_motion_options_default();
  motion.cells = 16;
  motion.frames = 6;
  motion.cycles = 1;
  pl_rig_report report;
  PL_TRY(pl_motion_measure(pl_arena_context(arena), usual->name, material, &motion, solve, &plan->capture, &report));
  pl_rig_options options = pl_rig_options_default();
  plan->cells = options.cells = 10;
  if (plan->capture->test[0].n_frame < 1) return PL_OK;
  PL_TRY(pl_capture_prepare(arena, &plan->capture->test[0], &options, &plan->test[0], &plan->mesh));
  plan->n_test = 1;
  return PL_OK;
}

// ---- homogeneous states of rubber: the body and the largest stretch of what was measured ----

static pl_status plan_state(pl_arena *arena, const pl_usual *usual, const pl_material *material, const pl_test *like,
                            const pl_solve_options *solve, pl_usual_plan *plan) {
  (void)material, (void)solve;
  const pl_protocol *protocol = pl_protocol_find("homogeneous");
  pl_homogeneous *h = pl_arena_alloc(arena, 1, sizeof *h);
  double *value = pl_arena_alloc(arena, FRAMES, sizeof *value), largest = 1;
  if (!h || !value) return PL_ERROR_MEMORY;
  for (int f = 0; f < like->n_frame; f++) largest = fmax(largest, pl_homogeneous_at(like, f).stretch[0]);
  *h = (pl_homogeneous){.mode = (pl_homogeneous_mode)usual->which,
                        .measure = PL_STRESS_NOMINAL,
                        .symmetry = pl_homogeneous_of(like)->symmetry,
                        .incompressible = pl_homogeneous_of(like)->incompressible,
                        .thickness = pl_homogeneous_of(like)->thickness};
  bool shear = h->mode == PL_SIMPLE_SHEAR;
  // two equal stretches reach the thickness of one that is their square
  bool other = pl_homogeneous_of(like)->mode != h->mode;
  double last = shear ? largest - 1 / largest : other && h->mode == PL_EQUIBIAXIAL ? sqrt(largest) : largest;
  for (int f = 0; f < FRAMES; f++) value[f] = (shear ? 0 : 1) + (last - (shear ? 0 : 1)) * (f + 1) / FRAMES;
  pl_test *test = &plan->test[0];
  *test = (pl_test){.name = usual->name,
                    .file = "",
                    .strips = 1,
                    .angle = usual->angle,
                    .n_frame = FRAMES,
                    .n_raw = FRAMES,
                    .protocol = &pl_protocol_homogeneous,
                    .detail = h};
  for (int k = 0; k < protocol->n_channel; k++) test->channel[k].row = &protocol->channel[k];
  test->control = shear ? PL_HOMOGENEOUS_SHEAR : PL_HOMOGENEOUS_STRETCH;
  test->observed = shear ? PL_HOMOGENEOUS_SHEAR_STRESS : PL_HOMOGENEOUS_STRESS;
  test->channel[test->control].value = value;
  test->channel[test->observed].width = 1;
  plan->n_test = 1;
  return PL_OK;
}

// ---- the table ----

static const char force_noise[] = "forces to 1 % of the largest", label_noise[] = "labels to 0.2 mm", board_noise[] = "labels to 0.5 mm",
                  length_noise[] = "lengths to 0.3 mm", stress_noise[] = "stresses to 1 % of the largest",
                  capture_noise[] = "positions to 0.1 mm, forces to 3 mN", body_noise[] = "force to 1 %, landmarks as before",
                  torque_noise[] = "torque to 1 %, landmarks as before";

enum {
  YARNS = PL_NEEDS_STRETCH,
  SHEET = PL_NEEDS_STRETCH | PL_NEEDS_SHEAR,
  STRIP = PL_NEEDS_BEND | PL_NEEDS_WEIGHT,
  ROLLED = PL_NEEDS_BEND | PL_NEEDS_WEIGHT | PL_NEEDS_MEMORY,
  CAPTURE = PL_NEEDS_STRETCH | PL_NEEDS_SHEAR | PL_NEEDS_BEND | PL_NEEDS_WEIGHT,
  BODY = PL_NEEDS_RUBBER,
  SOLID = PL_NEEDS_BODY
};

#define BODY_TEST(name, words, noise, kind, axis) \
  { "poses", name, words, noise, SOLID, false, 0, PL_BODY_WHICH(kind, axis), pl__plan_body }

// Cheap ones first.
static const pl_usual rows[] = {
    {"tensile", "warp", "a tensile test along warp", force_noise, YARNS, false, 0, PL_TENSILE_DISPLACEMENT, plan_tensile},
    {"tensile", "weft", "a tensile test along weft", force_noise, YARNS, false, PI / 2, PL_TENSILE_DISPLACEMENT, plan_tensile},
    {"tensile", "bias", "a tensile test at 45 degrees", force_noise, SHEET, false, PI / 4, PL_TENSILE_DISPLACEMENT, plan_tensile},
    {"tensile", "shear", "a shear test", force_noise, SHEET, false, 0, PL_TENSILE_SHEAR_DISPLACEMENT, plan_tensile},
    {"weights", "weights warp", "weights hung on and taken off along warp", length_noise, YARNS, false, 0, 0, plan_weights},
    {"weights", "weights weft", "weights hung on and taken off along weft", length_noise, YARNS, false, PI / 2, 0, plan_weights},
    {"cantilever", "warp strip", "a cantilever of a warp strip", label_noise, STRIP, false, 0, 0, plan_strip},
    {"cantilever", "weft strip", "a cantilever of a weft strip", label_noise, STRIP, false, PI / 2, 0, plan_strip},
    {"cantilever", "bias strip", "a cantilever of a bias strip", label_noise, STRIP, false, PI / 4, 0, plan_strip},
    {"roll", "rolled warp strip", "a warp strip rolled and released", label_noise, ROLLED, false, 0, 0, plan_roll},
    {"roll", "rolled weft strip", "a weft strip rolled and released", label_noise, ROLLED, false, PI / 2, 0, plan_roll},
    {"homogeneous", "uniaxial", "a uniaxial test", stress_noise, BODY, false, 0, PL_UNIAXIAL, plan_state},
    {"homogeneous", "equibiaxial", "an equibiaxial test", stress_noise, BODY, false, 0, PL_EQUIBIAXIAL, plan_state},
    {"homogeneous", "planar", "a planar test", stress_noise, BODY, false, 0, PL_PLANAR, plan_state},
    {"homogeneous", "simple-shear", "a simple shear test", stress_noise, BODY, false, 0, PL_SIMPLE_SHEAR, plan_state},
    BODY_TEST("stretched x", "the body held at both ends and stretched along x", body_noise, PL_BODY_STRETCH, 0),
    BODY_TEST("stretched y", "the body held at both ends and stretched along y", body_noise, PL_BODY_STRETCH, 1),
    BODY_TEST("stretched z", "the body held at both ends and stretched along z", body_noise, PL_BODY_STRETCH, 2),
    BODY_TEST("sheared yz", "the body held at two faces and sheared in the plane yz", body_noise, PL_BODY_SHEAR, 0),
    BODY_TEST("sheared xz", "the body held at two faces and sheared in the plane xz", body_noise, PL_BODY_SHEAR, 1),
    BODY_TEST("sheared xy", "the body held at two faces and sheared in the plane xy", body_noise, PL_BODY_SHEAR, 2),
    BODY_TEST("pressed x", "the body pressed between plates that hold it along x", body_noise, PL_BODY_PRESS, 0),
    BODY_TEST("pressed y", "the body pressed between plates that hold it along y", body_noise, PL_BODY_PRESS, 1),
    BODY_TEST("pressed z", "the body pressed between plates that hold it along z", body_noise, PL_BODY_PRESS, 2),
    BODY_TEST("twisted x", "the body held at both ends and twisted about x", torque_noise, PL_BODY_TWIST, 0),
    BODY_TEST("twisted y", "the body held at both ends and twisted about y", torque_noise, PL_BODY_TWIST, 1),
    BODY_TEST("twisted z", "the body held at both ends and twisted about z", torque_noise, PL_BODY_TWIST, 2),
    BODY_TEST("pushed x", "a disk pushed into the body along x", body_noise, PL_BODY_PUSH, 0),
    BODY_TEST("pushed y", "a disk pushed into the body along y", body_noise, PL_BODY_PUSH, 1),
    BODY_TEST("pushed z", "a disk pushed into the body along z", body_noise, PL_BODY_PUSH, 2),
    {"biaxial-hang", "hung samples", "samples hung with weights on three sides", board_noise, SHEET, true, 0, 0, plan_hung},
    {"capture", "stretch-warp", "a captured stretch along warp", capture_noise, CAPTURE, true, 0, 0, plan_capture},
    {"capture", "stretch-weft", "a captured stretch along weft", capture_noise, CAPTURE, true, 0, 0, plan_capture},
    {"capture", "picture-frame", "a captured picture frame", capture_noise, CAPTURE, true, 0, 0, plan_capture},
    {"capture", "table-edge-warp", "a capture over the edge of a table along warp", capture_noise, CAPTURE, true, 0, 0, plan_capture},
    {"capture", "table-edge-weft", "a capture over the edge of a table along weft", capture_noise, CAPTURE, true, 0, 0, plan_capture},
};

int pl_usual_count(void) { return (int)(sizeof rows / sizeof rows[0]); }

const pl_usual *pl_usual_at(int index) { return &rows[index]; }

unsigned pl_usual_has(const pl_material *material, const pl_test *like) {
  if (like) return pl_poses_of(like) ? PL_NEEDS_BODY : PL_NEEDS_RUBBER;  // bodies are not hung and draped
  unsigned has = material->density > 0 ? PL_NEEDS_WEIGHT : 0;
  bool other = false;  // springs and soft constraints resist shear by their diagonals
  for (int t = 0; t < material->n_term; t++) {
    pl_element_kind element = material->term[t].strain->element;
    if (material->term[t].rate) continue;
    if (pl_element_is_solid(element)) return 0;
    has |= element == PL_ELEMENT_HINGE || element == PL_ELEMENT_RING2 ? PL_NEEDS_BEND : PL_NEEDS_STRETCH;
    if (has & PL_NEEDS_BEND && element == PL_ELEMENT_HINGE && material->term[t].law.row->n_history > 0) has |= PL_NEEDS_MEMORY;
    other = other || (element != PL_ELEMENT_HINGE && element != PL_ELEMENT_RING2 && !material->term[t].strain->reference);
  }
  if (has & PL_NEEDS_STRETCH && (other || pl_material_lacks(material, pl_strain_reference(false)) < 0)) has |= PL_NEEDS_SHEAR;
  return has;
}
