// wrong.c: experiments whose fit is wrong: law, unit, files, rate, losses, fabrics, or a prediction beyond the data. See draw.h.
#include "bench/accuracy/verdicts/draw.h"
#include "scenes/tissue.h"

static const double noise = 0.01;

static double modulus(verdict_draw *d) { return draw_between(d, 2e4, 1e6); }

static draw_curve curve_of(draw_mode mode, draw_rubber r, double to) { return (draw_curve){mode, mode, r, 1, to, 1, 0}; }

static pl_status fit_read_curves(verdict_draw *d, const char *model, int n, const draw_curve *curve, draw_readings read) {
  pl_measurement *m;
  d->model = model;
  PL_TRY(draw_rubber_curves(d, "fitted", n, curve, read, &m));
  draw_add_fit(d, m);
  return PL_OK;
}

static draw_readings usual(const verdict_draw *d) { return (draw_readings){DRAW_READINGS, noise, d->number % 2}; }

static pl_status fit_curves(verdict_draw *d, const char *model, int n, const draw_curve *curve) {
  return fit_read_curves(d, model, n, curve, usual(d));
}

static pl_status hold_curves(verdict_draw *d, int n, const draw_curve *curve) {
  pl_measurement *m;
  PL_TRY(draw_rubber_curves(d, "held", n, curve, usual(d), &m));
  draw_add_hold(d, m);
  return PL_OK;
}

// Rubber that stiffens, or with a large second invariant, by neo-Hooke.
static pl_status other_law(verdict_draw *d, draw_readings read) {
  double c10 = modulus(d);
  draw_rubber r =
      d->number % 2 ? (draw_rubber){c10, 0, draw_between(d, 2e-3, 2e-2) * c10} : (draw_rubber){c10, draw_between(d, 0.2, 1) * c10, 0};
  draw_curve curve[2] = {curve_of(DRAW_UNIAXIAL, r, d->number % 2 ? 3 : 2.5), curve_of(DRAW_EQUIBIAXIAL, r, 2)};
  return fit_read_curves(d, "neo-hookean", 2, curve, read);
}

static pl_status wrong_law(verdict_draw *d) { return other_law(d, usual(d)); }
// The same from 6 to 14 readings per curve.
static pl_status wrong_law_short(verdict_draw *d) { return other_law(d, (draw_readings){6 + d->number % 9, noise, d->number % 2}); }
// The same with a sigma that is 3 to 30 times as large as the noise.
static pl_status wrong_sigma(verdict_draw *d) {
  int n = d->number % 3 == 0 ? 8 + d->number % 7 : DRAW_READINGS;
  return other_law(d, (draw_readings){n, noise, draw_between(d, 3, 30)});
}

static pl_status wrong_law_of_tissue(verdict_draw *d) {
  static const char *const model[] = {"orthotropic", "additive"};
  static const double path[3][2] = {{1, 1}, {1, 0.5}, {0.5, 1}};
  scene_tissue_plan plan = {
      .kind = SCENE_TISSUE_FIBRES, .n_frame = 30, .most = 0.2, .sigma = 300, .seed = evidence_seed(d->e, 900 + (uint64_t)d->number)};
  pl_measurement *m;
  d->model = model[d->number % 2];
  PL_TRY(scene_tissue(d->ctx, d->folder, "fitted", &plan, 3, path, &m));
  draw_add_fit(d, m);
  return PL_OK;
}

// One of two files in another unit.
static pl_status wrong_unit(verdict_draw *d) {
  static const double factor[] = {1e-3, 0.1, 10, 1e3, 0.102, 6.895};  // kPa for MPa, N/cm^2, kgf/cm^2, psi
  draw_rubber r = {modulus(d), 0, 0};
  draw_curve curve[2] = {curve_of(DRAW_UNIAXIAL, r, 2), curve_of(DRAW_PLANAR, r, 2)};
  curve[1].factor = factor[d->number % 6];
  if (d->number % 2) return fit_curves(d, "neo-hookean", 2, curve);
  PL_TRY(fit_curves(d, "neo-hookean", 1, curve));
  return hold_curves(d, 1, curve + 1);
}

// The files of two modes exchanged.
static pl_status swapped_modes(verdict_draw *d) {
  double c10 = modulus(d);
  draw_rubber r = {c10, 0.2 * c10, 0};
  double top = draw_between(d, 1.5, 2.5);
  draw_curve curve[2] = {curve_of(DRAW_UNIAXIAL, r, top), curve_of(DRAW_EQUIBIAXIAL, r, top)};
  curve[0].labelled = DRAW_EQUIBIAXIAL;
  curve[1].labelled = DRAW_UNIAXIAL;
  return fit_curves(d, "mooney-rivlin", 2, curve);
}

static const draw_strip straight[4] = {{0, 0, 1, 0}, {90, 90, 1, 0}, {45, 45, 1, 0}, {0, 0, 1, 0}};

static pl_status fit_strips(verdict_draw *d, double strain, int n, const draw_strip *strip) {
  pl_measurement *m;
  PL_TRY(draw_sheet(d, &d->model));
  PL_TRY(draw_strips(d, "strip", d->model, strain, n, strip, noise, &m));
  draw_add_fit(d, m);
  return PL_OK;
}

static pl_status hold_strips(verdict_draw *d, double strain, int n, const draw_strip *strip) {
  pl_measurement *m;
  PL_TRY(draw_strips(d, "other", d->model, strain, n, strip, noise, &m));
  draw_add_hold(d, m);
  return PL_OK;
}

// Labels of warp and weft exchanged, and another experiment of the same cloth held out.
static pl_status swapped_directions(verdict_draw *d) {
  static const draw_strip wrong[3] = {{0, 90, 1, 0}, {90, 0, 1, 0}, {45, 45, 1, 0}}, held[2] = {{22.5, 22.5, 1, 0}, {0, 0, 1, 0}};
  double strain = draw_between(d, 0.03, 0.2);
  PL_TRY(fit_strips(d, strain, 3, wrong));
  return hold_strips(d, strain, 1, held + d->number % 2);
}

// Faster tests are stiffer: the same test at two speeds.
static pl_status rate(verdict_draw *d) {
  double more = draw_between(d, 1.2, 2);
  if (d->number % 2) {
    draw_rubber r = {modulus(d), 0, 0};
    draw_curve curve[2] = {curve_of(DRAW_UNIAXIAL, r, 2), curve_of(DRAW_UNIAXIAL, r, 2)};
    curve[1].factor = more;
    return fit_curves(d, "neo-hookean", 2, curve);
  }
  draw_strip s[4] = {straight[0], straight[1], straight[2], straight[3]};
  s[3].factor = more;
  if (d->number % 4) return fit_strips(d, 0.1, 4, s);
  PL_TRY(fit_strips(d, 0.1, 3, s));
  return hold_strips(d, 0.1, 1, s + 3);
}

// Foam and cloth that lose a part of their force on the way back, by an elastic law.
static pl_status losses(verdict_draw *d) {
  double loss = draw_between(d, 0.2, 0.68);
  if (d->number % 2) {
    draw_rubber r = {modulus(d), 0, 0};
    draw_curve curve = curve_of(DRAW_UNIAXIAL, r, 2);
    curve.loss = loss;
    return fit_curves(d, "neo-hookean", 1, &curve);
  }
  draw_strip s[3] = {straight[0], straight[1], straight[2]};
  for (int i = 0; i < 3; i++) s[i].loss = loss;
  return fit_strips(d, draw_between(d, 0.03, 0.2), 3, s);
}

// Specimens of two materials in one experiment, or one held out.
static pl_status two_fabrics(verdict_draw *d) {
  double c10 = modulus(d), other = draw_between(d, 1.25, 3) * c10;
  if (d->number % 2) {
    draw_curve curve[2] = {curve_of(DRAW_UNIAXIAL, (draw_rubber){c10, 0, 0}, 2), curve_of(DRAW_PLANAR, (draw_rubber){other, 0, 0}, 2)};
    if (d->number % 4 == 1) return fit_curves(d, "neo-hookean", 2, curve);
    PL_TRY(fit_curves(d, "neo-hookean", 1, curve));
    return hold_curves(d, 1, curve + 1);
  }
  double rigidity[2] = {draw_between(d, 1e-6, 5e-5)};
  pl_measurement *m;
  rigidity[1] = rigidity[0] * draw_between(d, 1.5, 4);
  PL_TRY(draw_cantilever(d, draw_between(d, 0.08, 0.4), 2, rigidity, &m));
  draw_add_fit(d, m);
  return PL_OK;
}

// Fitted to moderate stretches, judged far beyond: even where the law goes on as before, no reading says so.
static pl_status beyond(verdict_draw *d) {
  static const char *const model[] = {"neo-hookean", "mooney-rivlin", "ogden-1", "yeoh"};
  double c10 = modulus(d), top = draw_between(d, 1.3, 1.8);
  draw_rubber r = {c10, 0.2 * c10, 0};
  draw_curve curve[2] = {curve_of(DRAW_UNIAXIAL, r, top), curve_of(DRAW_PLANAR, r, top)};
  if (d->number % 5 == 4) {
    PL_TRY(fit_strips(d, 0.05, 3, straight));
    return hold_strips(d, 0.1, 1, straight);
  }
  draw_curve far = curve_of(DRAW_UNIAXIAL, r, 1 + 2 * (top - 1));
  PL_TRY(fit_curves(d, model[d->number % 4], 2, curve));
  return hold_curves(d, 1, &far);
}

const verdict_kind verdict_wrong[] = {{"rubber that stiffens or depends on I2, by neo-Hooke", 8, wrong_law},
                                      {"the same, curves of 6 to 14 readings", 9, wrong_law_short},
                                      {"the same, sigma overstated 3 to 30 times", 9, wrong_sigma},
                                      {"tissue by laws without its coupling", 5, wrong_law_of_tissue},
                                      {"one of two files in another unit", 13, wrong_unit},
                                      {"files of two modes exchanged", 7, swapped_modes},
                                      {"warp and weft exchanged, another experiment held out", 6, swapped_directions},
                                      {"two speeds, 20 to 100 % apart", 11, rate},
                                      {"20 to 68 % of the force lost between loading and unloading", 11, losses},
                                      {"two fabrics, 25 to 300 % apart", 13, two_fabrics},
                                      {"held-out stretches twice as far as fitted", 8, beyond}};
const int n_verdict_wrong = (int)(sizeof verdict_wrong / sizeof verdict_wrong[0]);
