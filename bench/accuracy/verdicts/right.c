// right.c: experiments whose model is right: the residuals of a fit are noise. See draw.h.
#include "bench/accuracy/verdicts/draw.h"
#include "scenes/scenes.h"
#include "scenes/tissue.h"

static double noise_of(verdict_draw *d) { return draw_between(d, 0.003, 0.03); }

static draw_rubber rubber_of(verdict_draw *d, bool second, bool stiffens) {
  double c10 = draw_between(d, 2e4, 1e6);
  return (draw_rubber){c10, second ? c10 * draw_between(d, 0.1, 0.4) : 0, stiffens ? 1e-3 * c10 : 0};
}

// Three modes fitted, one more held out, within the fitted stretches.
static pl_status rubber(verdict_draw *d, const char *model, bool second, bool with_hold, int n_reading) {
  draw_rubber r = rubber_of(d, second, false);
  double top = draw_between(d, 1.5, 3);
  draw_readings read = {n_reading, noise_of(d), d->number % 2};
  draw_curve curve[DRAW_MODES];
  pl_measurement *m;
  for (int i = 0; i < DRAW_MODES; i++)
    curve[i] = (draw_curve){(draw_mode)i, (draw_mode)i, r, 1, i == DRAW_EQUIBIAXIAL ? 1 + 0.6 * (top - 1) : top, 1, 0};
  d->model = model;
  PL_TRY(draw_rubber_curves(d, "fitted", with_hold ? 2 : 3, curve, read, &m));
  draw_add_fit(d, m);
  if (!with_hold) return PL_OK;
  PL_TRY(draw_rubber_curves(d, "held", 1, curve + 2, read, &m));
  draw_add_hold(d, m);
  return PL_OK;
}

static pl_status neo_hooke(verdict_draw *d) { return rubber(d, "neo-hookean", false, d->number % 2, DRAW_READINGS); }
static pl_status mooney(verdict_draw *d) { return rubber(d, "mooney-rivlin", true, d->number % 2, DRAW_READINGS); }
// Few readings per curve: 6 to 14.
static pl_status short_curves(verdict_draw *d) { return rubber(d, "neo-hookean", false, d->number % 4 > 1, 6 + d->number % 9); }

// A preload and small swings about it: stresses hardly change.
static pl_status nearly_constant(verdict_draw *d) {
  draw_rubber r = rubber_of(d, false, false);
  double at = draw_between(d, 1.5, 2.5);
  draw_curve curve[2] = {{DRAW_UNIAXIAL, DRAW_UNIAXIAL, r, 1, 1.1 * at, 1, 0}, {DRAW_PLANAR, DRAW_PLANAR, r, at, 1.01 * at, 1, 0}};
  pl_measurement *m;
  d->model = "neo-hookean";
  PL_TRY(draw_rubber_curves(d, "fitted", 1, curve, (draw_readings){DRAW_READINGS, 0.01, 0}, &m));
  draw_add_fit(d, m);
  PL_TRY(draw_rubber_curves(d, "held", 1, curve + 1, (draw_readings){DRAW_READINGS, 0.02, 0}, &m));
  draw_add_hold(d, m);
  return PL_OK;
}

// Warp, weft and bias fitted; between them held out.
static pl_status strips_of_sheet(verdict_draw *d) {
  static const draw_strip fitted[3] = {{0, 0, 1, 0}, {90, 90, 1, 0}, {45, 45, 1, 0}}, held[2] = {{22.5, 22.5, 1, 0}, {67.5, 67.5, 1, 0}};
  double strain = draw_between(d, 0.03, 0.2), noise = noise_of(d);
  pl_measurement *m;
  PL_TRY(draw_strips(d, "strip", d->model, strain, 3, fitted, noise, &m));
  draw_add_fit(d, m);
  PL_TRY(draw_strips(d, "other", d->model, strain, 2, held, noise, &m));
  draw_add_hold(d, m);
  return PL_OK;
}

static pl_status strips(verdict_draw *d) {
  PL_TRY(draw_sheet(d, &d->model));
  return strips_of_sheet(d);
}

static pl_status coupled(verdict_draw *d) {
  PL_TRY(draw_coupled_sheet(d, draw_between(d, 0.05, 0.8), &d->model));
  return strips_of_sheet(d);
}

static pl_status singular(verdict_draw *d) {
  PL_TRY(draw_coupled_sheet(d, draw_between(d, 0.94, 0.99), &d->model));
  return strips_of_sheet(d);
}

static pl_status cantilever(verdict_draw *d) {
  double b = draw_between(d, 1e-6, 5e-5), rigidity[2] = {b, b};
  pl_measurement *m;
  PL_TRY(draw_cantilever(d, draw_between(d, 0.08, 0.4), 1 + d->number % 2, rigidity, &m));
  draw_add_fit(d, m);
  return PL_OK;
}

static pl_status tissue(verdict_draw *d) {
  static const double path[5][2] = {{1, 1}, {1, 0.75}, {0.75, 1}, {1, 0.5}, {0.5, 1}}, other[1][2] = {{0.6, 1}};
  scene_tissue_plan plan = {
      .kind = SCENE_TISSUE_FIBRES, .n_frame = 30, .most = 0.2, .sigma = 300, .seed = evidence_seed(d->e, 500 + (uint64_t)d->number)};
  pl_measurement *m;
  d->model = scene_tissue_truths[plan.kind].model;
  PL_TRY(scene_tissue(d->ctx, d->folder, "fitted", &plan, 5, path, &m));
  draw_add_fit(d, m);
  plan.seed += 1000;
  PL_TRY(scene_tissue(d->ctx, d->folder, "held", &plan, 1, other, &m));
  draw_add_hold(d, m);
  return PL_OK;
}

static pl_status weights(verdict_draw *d) {
  int i = d->number % 3;
  scene_weights_plan hung = {.side = 0.1, .step = i == 0 ? 1 : 0.3, .n_top = 5, .repetitions = 2, .clip = 0.012, .sigma = 1e-4};
  pl_measurement *m;
  PL_TRY(scene_weights(d->ctx, &scene_stretch_fabric[i], &hung, evidence_seed(d->e, 40 + (uint64_t)d->number), &m));
  draw_add_fit(d, m);
  return PL_OK;
}

const verdict_kind verdict_right[] = {{"rubber, neo-Hooke in two or three modes", 15, neo_hooke},
                                      {"rubber, Mooney-Rivlin in two or three modes", 10, mooney},
                                      {"rubber, curves of 6 to 14 readings", 15, short_curves},
                                      {"rubber, a held-out stress that hardly changes", 10, nearly_constant},
                                      {"strips of an orthotropic sheet, two directions held out", 20, strips},
                                      {"cantilevers, heavy elastica", 13, cantilever},
                                      {"tissue with two families of fibres", 10, tissue},
                                      {"weights hung on and taken off, with friction", 7, weights}};
const int n_verdict_right = (int)(sizeof verdict_right / sizeof verdict_right[0]);
const verdict_kind verdict_coupled = {"c12^2 of 5 to 80 % of c11 c22", 60, coupled},
                   verdict_singular = {"c12^2 of 94 to 99 % of c11 c22", 20, singular};
