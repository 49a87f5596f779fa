// dahl_persistence.c: what remains of a stretch without load, under friction and two plastic laws (Miguel et al. 2013, sections
// 2.2 and 3.1, figure 3).
//
// Friction leaves the strain at which elasticity and saturated friction balance, sigma_max / k. Small oscillations of the load remove it.
// On the way up the slope is k + (sigma_max - sigma)/tau, on the way down k + (sigma_max + sigma)/tau, so every cycle drifts towards sigma
// = 0. Plastic laws answer small loads elastically and keep what they have. Everything runs through rigs: weights (force imposed) for what
// remains, tensile (displacement imposed) for the loops of figure 3.
#include <math.h>
#include <stdio.h>

#include "base/text.h"
#include "bench/cases.h"
#include "protocol/weights/weights.h"
#include "scenes/scenes.h"
#include "protocol/tensile/tensile.h"

static const double SIDE = 0.1;  // m

// One term on the stretch along warp.
typedef struct term {
  const char *law;  // with its options, as in a material file
  double theta[3];  // SI
} term;

typedef struct cloth {
  const char *name;
  term term[2];      // the second may be absent
  double stiffness;  // N/m, of small elastic changes
  double top;        // N/m, to which it is loaded
} cloth;

static pl_status make(pl_context *ctx, const cloth *c, pl_material **out) {
  pl_material *material;
  PL_TRY(pl_material_create(ctx, c->name, 0, &material));
  pl_status status = PL_OK;
  for (int t = 0; t < 2 && c->term[t].law; t++) {
    char text[160];
    snprintf(text, sizeof text, "{\"name\": \"%s\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": %s}", t ? "second" : "first",
             c->term[t].law);
    PL_TRY_CLEAN(pl_material_add_term(material, text));
  }
  PL_TRY_CLEAN(pl_material_finish(material));
  for (int t = 0; t < material->n_term; t++)
    for (int j = 0; j < material->term[t].law.n_param; j++) material->theta[material->term[t].theta + j] = c->term[t].theta[j];
  *out = material;
  return PL_OK;
cleanup:
  pl_material_destroy(material);
  return status;
}

// Strain at each of n forces (N per m of width).
static pl_status hang(evidence *e, const cloth *c, int n, const double *force, double *strain) {
  pl_material *material;
  PL_TRY(make(e->ctx, c, &material));
  const pl_protocol *protocol = pl_protocol_find("weights");
  pl_test plan = {.protocol = protocol,
                  .name = c->name,
                  .file = "",
                  .length = SIDE,
                  .width = SIDE,
                  .strips = 1,
                  .n_frame = n,
                  .observed = PL_WEIGHTS_LENGTH};
  for (int k = 0; k < protocol->n_channel; k++) plan.channel[k].row = &protocol->channel[k];
  pl_measurement *measured = NULL;
  pl_status status = PL_ERROR_MEMORY;
  double *total = pl_arena_alloc(e->arena, (size_t)n, sizeof *total);
  if (!total) goto cleanup;
  for (int f = 0; f < n; f++) total[f] = force[f] * SIDE;
  plan.channel[PL_WEIGHTS_FORCE].value = total;
  pl_rig_options options = pl_rig_options_default();
  pl_solve_options solve = pl_solve_options_default();
  pl_rig_report report;
  PL_TRY_CLEAN(pl_rig_measure(e->ctx, protocol, 1, &plan, material, &options, &solve, NULL, 0, &measured, &report));
  for (int f = 0; f < n; f++) {
    double ratio = measured->test[0].channel[PL_WEIGHTS_LENGTH].value[f] / SIDE;
    strain[f] = 0.5 * (ratio * ratio - 1);
  }
cleanup:
  pl_measurement_destroy(measured);
  pl_material_destroy(material);
  return status;
}

// Force per width (N/m) at each of n stretches L/L0 - 1.
static pl_status pull(evidence *e, const cloth *c, int n, const double *stretch, double *force) {
  pl_material *material;
  PL_TRY(make(e->ctx, c, &material));
  scene_tensile scene = {c->name, SIDE, SIDE, 0, PL_TEST_CLAMPED, PL_TENSILE_DISPLACEMENT, SIDE, n};
  pl_test plan;
  pl_measurement *measured = NULL;
  pl_status status = PL_OK;
  PL_TRY_CLEAN(scene_tensile_plan(e->arena, &scene, &plan));
  for (int f = 0; f < n; f++) plan.channel[PL_TENSILE_DISPLACEMENT].value[f] = stretch[f] * SIDE;
  pl_rig_options options = pl_rig_options_default();
  pl_solve_options solve = pl_solve_options_default();
  pl_rig_report report;
  PL_TRY_CLEAN(pl_rig_measure(e->ctx, pl_protocol_find("tensile"), 1, &plan, material, &options, &solve, NULL, 0, &measured, &report));
  for (int f = 0; f < n; f++) force[f] = measured->test[0].channel[PL_TENSILE_FORCE].value[f] / SIDE;
cleanup:
  pl_measurement_destroy(measured);
  pl_material_destroy(material);
  return status;
}

// ---- what remains ----

#define FRICTION "\"dahl\", \"max\": \"constant\""

// A fabric of the paper with its k1 and a alone: loaded to `top` (N/m), then nothing.
static pl_status remaining(evidence *e, const scene_friction *f, double top, double *strain) {
  cloth c = {f->name, {{"\"linear\"", {f->k1}}, {FRICTION, {f->a, f->tau}}}, f->k1, top};
  const double force[2] = {top, 0};
  double found[2];
  PL_TRY(hang(e, &c, 2, force, found));
  *strain = found[1];
  return PL_OK;
}

static pl_status saturated(evidence *e) {
  static const double full[3] = {60, 20, 60};  // N/m; spandex is ten times as soft as the others
  for (int i = 0; i < 3; i++) {
    const scene_friction *f = &scene_stretch_fabric[i];
    double persistent = f->a / f->k1, strain;
    PL_TRY(remaining(e, f, full[i], &strain));
    evidence_inform(e, strain, "", "", "%s: strain that remains", f->name);
    evidence_at_most(e, fabs(strain / persistent - 1), "", 1e-6, "%s: relative difference from sigma_max / k", f->name);
    // section 3.1: the strain up to which it must be stretched for c = 0.95 of that
    double saturation = persistent + f->tau * log(2 / (1 - 0.95)), sigma = f->a * (1 - exp(-saturation / f->tau));
    PL_TRY(remaining(e, f, (f->k1 * saturation + sigma) * sqrt(1 + 2 * saturation), &strain));
    evidence_at_least(e, strain / persistent, "", 0.95, "%s: what remains of the saturation strain %.3g, over sigma_max / k", f->name,
                      saturation);
  }
  return PL_OK;
}

// ---- small oscillations ----

enum { N_CLOTH = 3, CYCLES = 100, DECAY = 40 };
static const double PRELOAD = 1, SWING = 0.5;  // N/m

// The plastic ones have a little hardening beside them: without it they would run away under a force above the yield stress. All three are
// stretched to a strain of about 0.05 and keep about 0.02.
static const cloth cloths[N_CLOTH] = {
    {"friction", {{"\"linear\"", {100}}, {FRICTION, {2, 0.005}}}, 100, 7.35},
    {"bounded", {{"\"bounded\"", {100, 3}}, {"\"linear\"", {10}}}, 110, 3.67},
    {"creep", {{"\"creep\"", {100, 0.01, 0.02}}, {"\"linear\"", {10}}}, 110, 3.67},
};

// Elastic strain under a force per width: k s sqrt(1 + 2 s) = force.
static double elastic_strain(double k, double force) {
  double s = 0;
  for (int i = 0; i < 60; i++) s = force / (k * sqrt(1 + 2 * s));
  return s;
}

static pl_status shake(evidence *e, const cloth *c, double limit, pl_text *csv) {
  enum { N = 3 + 2 * CYCLES + 1 };
  double force[N], strain[N], elastic = elastic_strain(c->stiffness, PRELOAD);
  force[0] = PRELOAD;
  force[1] = c->top;
  force[2] = force[N - 1] = PRELOAD;
  for (int i = 0; i < 2 * CYCLES; i++) {
    double part = fmin(1, (2.0 * CYCLES - i) / (2 * DECAY));  // dies down at the end
    force[3 + i] = PRELOAD + (i % 2 ? -1 : 1) * part * SWING;
  }
  PL_TRY(hang(e, c, N, force, strain));
  for (int f = 0; f < N; f++) pl_text_printf(csv, "%s,%d,%.6g,%.8g\n", c->name, f, force[f], strain[f] - elastic);
  double before = strain[2] - elastic, left = (strain[N - 1] - elastic) / before;
  evidence_inform(e, before, "", "", "%s: strain that remains after loading to %.3g N/m", c->name, c->top);
  if (limit < 0.5)
    evidence_at_most(e, fabs(left), "", limit, "%s: part of it left after %d swings of %g N/m", c->name, CYCLES, SWING);
  else
    evidence_at_least(e, left, "", limit, "%s: part of it left after %d swings of %g N/m", c->name, CYCLES, SWING);
  return PL_OK;
}

// ---- the loops of figure 3 ----

enum { LEG = 25 };  // frames between two turns

// Work that went in between frames first and last and did not come back, over all that went in.
static double lost(const double *stretch, const double *force, int first, int last) {
  double loop = 0, rising = 0;
  for (int f = first + 1; f <= last; f++) {
    double step = stretch[f] - stretch[f - 1], work = 0.5 * (force[f] + force[f - 1]) * step;
    loop += work;
    if (step > 0) rising += work;
  }
  return loop / rising;
}

static pl_status loops(evidence *e, const cloth *c, pl_text *csv) {
  // a small cycle, two larger ones, and small ones at the top of the last, the third of which comes back to where it began
  static const double turn[] = {0, 0.005, 0, 0.03, 0, 0.05, 0.045, 0.05, 0.045, 0.05, 0.045, 0.05, 0};
  enum { N_LEG = sizeof turn / sizeof turn[0] - 1, N = N_LEG * LEG + 1 };
  double stretch[N], force[N];
  for (int f = 0; f < N; f++) {
    int leg = f / LEG < N_LEG ? f / LEG : N_LEG - 1;
    stretch[f] = turn[leg] + (turn[leg + 1] - turn[leg]) * (f - leg * LEG) / LEG;
  }
  cloth pure = *c;
  if (c != &cloths[0]) pure.term[1].law = NULL;  // displacement is imposed here: no hardening needed
  PL_TRY(pull(e, &pure, N, stretch, force));
  for (int f = 0; f < N; f++) pl_text_printf(csv, "%s,%d,%.6g,%.6g\n", c->name, f, stretch[f], force[f]);
  double small = lost(stretch, force, 0, 2 * LEG), local = lost(stretch, force, 9 * LEG, 11 * LEG);
  if (c == &cloths[0]) {
    evidence_above(e, 100 * small, "%", 1, "%s: work not given back by a first cycle to half a per cent", c->name);
    evidence_above(e, 100 * local, "%", 1, "%s: work lost by small cycles at the top", c->name);
  } else {
    evidence_at_most(e, 100 * fabs(small), "%", 1e-9, "%s: work not given back by a first cycle to half a per cent", c->name);
    evidence_at_most(e, 100 * fabs(local), "%", 1e-9, "%s: work lost by small cycles at the top", c->name);
  }
  return PL_OK;
}

pl_status reproduce_dahl_persistence(evidence *e) {
  PL_TRY(saturated(e));
  pl_text swings, figure;
  pl_text_init(&swings, e->ctx);
  pl_text_init(&figure, e->ctx);
  pl_text_add(&swings, "law,frame,force [N/m],strain beyond the elastic one\n");
  pl_text_add(&figure, "law,frame,stretch,force [N/m]\n");
  static const double limit[N_CLOTH] = {0.02, 0.999, 0.999};
  pl_status status = PL_OK;
  for (int i = 0; i < N_CLOTH; i++) {
    PL_TRY_CLEAN(shake(e, &cloths[i], limit[i], &swings));
    PL_TRY_CLEAN(loops(e, &cloths[i], &figure));
  }
  PL_TRY_CLEAN(evidence_save(e, "swings.csv", &swings));
  PL_TRY_CLEAN(evidence_save(e, "loops.csv", &figure));
  evidence_note(e,
                "Swings of the load about %g N/m, dying down over the last %d. The plastic laws have 10 N/m of hardening beside them "
                "there, so that a force above "
                "the yield stress finds an equilibrium; not in the loops, where the displacement is imposed.",
                PRELOAD, DECAY);
  evidence_note(e, "With -o DIR, DIR/dahl-persistence/swings.csv has the strains, loops.csv the loops of figure 3.");
cleanup:
  pl_text_clear(&swings);
  pl_text_clear(&figure);
  return status;
}
