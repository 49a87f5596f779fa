// fit.c: the schedule for strips that were rolled on cylinders and released (Miguel et al. 2013, section 4.3).
//
// Every cut has a term `bend-CUT`, (k1 + k2 |s|) s, and `bend-CUT-friction`, both equal to moments per width. s is the curvature (warp, weft)
// or, with the paper's hinges, s = 3 kappa. A diagonal strip of a plate bends along both yarns and twists: its torque less theirs is the law of
// the twist. The law of friction is dahl if the strip was rolled to one side. It is dahl-sides, with separate parameters for either side, if it was rolled to both.
// The stiffness is the measured one, fixed or with its sigma as a prior, else estimated too.
//   1. torques at samples of the smoothed spirals: roll_start.h, linear for given tau, over the whole range of tau
//   2. for each side, simulated spirals (protocol/roll/rig.c) against the labels: tau fixed at each value that is not far worse, then free
//   3. all cuts and sides together
// The paper ends with stage 1 (and its approximate path). Curvature is a second derivative of noisy labels and contains the error of
// smoothing; stage 2 compares the labels themselves. The membrane is not fitted: it is frozen at a high stiffness.
#include "protocol/roll/fit_roll.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "estimate/problem/whole.h"
#include "estimate/friction/friction.h"
#include "protocol/roll/roll.h"
#include "protocol/roll/roll_part.h"

#define PI 3.14159265358979323846
enum { CUTS = 3, DIAGONAL = 2, SIDES = 2, RATES = 16, SCAN_ITERATIONS = 6, MIN_READING = 6, BESIDE = 2 };
static const double INEXTENSIBLE = 1e4;  // membrane stiffness over the weight of the longest strip per width
static const double SCAN_TOLERANCE = 1e-3;
static const double WORTH =
    10;  // chi2 of stage 1 over the smallest one: rates beyond are not simulated, except for BESIDE on either side of the best
static const double STRAIN_ERROR = 0.01;  // of the strain on the cylinder: error of smoothing, besides its standard error
static const double TWIST_ERROR = 0.1;    // of the rigidity at 45 degrees, for each yarn whose rigidity is estimated too
static const char *const cut_name[CUTS] = {"warp", "weft", "diagonal"};
static const char *const side_suffix[SIDES] = {"-positive", "-negative"};

// One cut and its tests.
typedef struct strip_cut {
  int n_test[SIDES];
  pl_roll_start found[SIDES];  // the best of stage 1, as it was found
  pl_roll_stiffness known;
  pl_roll_start start[SIDES][RATES];
  int best[SIDES];
} strip_cut;

// The chosen model. s = c kappa of its strain; samples have the paper's strain 3 kappa (roll.h).
static const pl_roll_model *model_of(const pl_fit *fit) { return pl_roll_model_find(fit->solution.model); }
static double per_curvature(const pl_roll_model *model) { return pl_strain_find(model->strain)->per_curvature; }
static const double SAMPLED = 3;

// 0: warp, 1: weft, 2: at 45 degrees, -1: none of them.
static int cut_of(const pl_test *test) {
  double at = fabs(remainder(test->angle, PI)) / (0.25 * PI);
  if (fabs(at - round(at)) > 1e-6) return -1;
  return at < 0.5 ? 0 : at > 1.5 ? 1 : 2;
}

static int rolled_side(const pl_test *test) { return pl_roll_of(test)->side > 0 ? 0 : 1; }

// The sign of the cut's strain: the twist 2 k_uv = sin(2 c) kappa changes it with the angle.
static int side_of(const pl_roll_model *model, const pl_test *test) {
  bool turned = model->plate && cut_of(test) == DIAGONAL && sin(2 * test->angle) < 0;
  return turned ? 1 - rolled_side(test) : rolled_side(test);
}

// ---- tests ----

static bool has_cut(const pl_fit *fit, int cut) {
  for (int i = 0; i < fit->problem.n_fitted; i++)
    if (cut_of(fit->work.fit_case[i].test) == cut) return true;
  return false;
}

static pl_status check_tests(const pl_fit *fit, const pl_roll_model *model) {
  bool yarns = has_cut(fit, 0) && has_cut(fit, 1);
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_fit_case *c = &fit->work.fit_case[i], *other = i > 0 ? c - 1 : c;
    pl_where where = {.file = c->given->measurement->file, .line = c->test->line};
    if (cut_of(c->test) < 0)
      return pl_fail(fit->ctx, PL_ERROR_INPUT, &where, "cut the strip along warp, along weft or at 45 degrees",
                     "'%s' is cut at %.4g degrees: its bending belongs to two directions at once", c->test->name,
                     c->test->angle * 180 / PI);
    if (cut_of(c->test) == DIAGONAL && model->plate && !yarns)
      return pl_fail(fit->ctx, PL_ERROR_INPUT, &where, "add strips along warp and weft, or leave --model out",
                     PL_ID("roll.diagonal") "'%s' is cut at 45 degrees: its torque contains that of warp and weft, which were not both "
                                            "measured",
                     c->test->name);
    if (fabs(c->given->measurement->density - other->given->measurement->density) > 0.01 * other->given->measurement->density)
      return pl_fail(fit->ctx, PL_ERROR_INPUT, &where, "fit different cloths one by one", "%g kg/m^2, but '%s' has %g kg/m^2",
                     c->given->measurement->density, other->test->name, other->given->measurement->density);
  }
  return PL_OK;
}

static pl_status check_kind(const pl_fit *fit, pl_friction kind) {
  if (kind == PL_FRICTION_DAHL || kind == PL_FRICTION_CONSTANT) return PL_OK;
  return pl_fail(fit->ctx, PL_ERROR_USAGE, NULL, "take --friction dahl or constant",
                 "a rolled strip that keeps its roll is not described by --friction %s", kind == PL_FRICTION_NONE ? "none" : "alpha");
}

static pl_status look(pl_fit *fit, const pl_roll_model *model, strip_cut cut[CUTS]) {
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_fit_case *c = &fit->work.fit_case[i];
    strip_cut *of = &cut[cut_of(c->test)];
    if (of->n_test[0] + of->n_test[1] == 0)
      PL_TRY(pl_roll_stiffness_of(fit, c, cut_name[cut_of(c->test)], per_curvature(model), &of->known));
    of->n_test[side_of(model, c->test)]++;
  }
  return PL_OK;
}

// ---- stage 1 ----

// The torque of warp and weft in a strip at 45 degrees. Each bends by half the curvature, and half of its moment is across the strip.
static double yarn_torque(const strip_cut cut[CUTS], const pl_test *test, double anchor, double strain) {
  double sum = 0;
  for (int y = 0; y < DIAGONAL; y++) {
    int side = rolled_side(test);
    if (cut[y].n_test[side] == 0) side = 1 - side;
    sum += 0.5 * pl_roll_torque(&cut[y].found[side], 0.5 * anchor, 0.5 * strain, NULL);
  }
  return sum;
}

// The samples of one cut and side, without those whose unrolling may not be monotonic; with them if too few are left.
static int read_samples(const pl_fit *fit, const pl_roll_model *model, const strip_cut all[CUTS], int cut, int side, bool opposed,
                        pl_roll_reading *out) {
  double scale = per_curvature(model) / SAMPLED;
  int n = 0;
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_test *test = fit->work.fit_case[i].test;
    if (cut_of(test) != cut || side_of(model, test) != side) continue;
    for (int k = 0; k < pl_roll_of(test)->profile->n_sample; k++) {
      const pl_roll_sample *at = &pl_roll_of(test)->profile->sample[k];
      if (at->opposed && !opposed) continue;
      double yarns = out && model->plate && cut == DIAGONAL ? yarn_torque(all, test, scale * at->anchor_strain, scale * at->strain) : 0;
      if (out)
        out[n] = (pl_roll_reading){scale * at->anchor_strain, scale * at->strain,
                                   scale * hypot(SAMPLED * at->kappa_sigma, STRAIN_ERROR * at->anchor_strain), at->torque - yarns};
      n++;
    }
  }
  return n;
}

// Unknown k1 and b are nearly one parameter, their difference, where friction is saturated. A linear fit tends to end at b = 0, where a
// step has no effect. Both are raised.
static void raise_both(pl_roll_start *start) {
  start->b += start->k[0];
  start->k[0] *= 2;
}

// The given rigidity of a diagonal strip contains those of the yarns: D66 = B(45) - (D11 + D22)/4, and of k2 an eighth of each. It is known as well
// as theirs are.
static void take_twist(strip_cut all[CUTS], pl_roll_stiffness *known) {
  for (int j = 0; j < 2; j++) {
    double share = j == 0 ? 0.25 : 0.125, whole = known->k[j];
    if (isinf(known->sigma[j])) continue;
    for (int y = 0; y < DIAGONAL; y++) {
      known->k[j] -= share * all[y].found[all[y].n_test[0] == 0].k[j];
      known->sigma[j] = hypot(known->sigma[j], isinf(all[y].known.sigma[j]) ? TWIST_ERROR * whole : share * all[y].known.sigma[j]);
    }
    known->k[j] = fmax(known->k[j], j == 0 ? 1e-3 * whole : 0);
  }
}

static pl_status scan_samples(const pl_fit *fit, const pl_roll_model *model, strip_cut all[CUTS], int cut, int side, bool constant) {
  strip_cut *of = &all[cut];
  bool opposed = read_samples(fit, model, all, cut, side, false, NULL) < MIN_READING;
  int n = read_samples(fit, model, all, cut, side, opposed, NULL);
  pl_roll_reading *reading = pl_alloc(fit->ctx, (size_t)n, sizeof *reading);
  if (!reading) return PL_ERROR_MEMORY;
  double tau[RATES];
  read_samples(fit, model, all, cut, side, opposed, reading);
  pl_roll_rates(n, reading, RATES, tau);
  pl_status status = PL_OK;
  of->best[side] = 0;
  for (int k = 0; k < RATES && status == PL_OK; k++) {
    status = pl_roll_start_at(fit->ctx, n, reading, &of->known, constant, tau[k], &of->start[side][k]);
    if (of->start[side][k].chi2 < of->start[side][of->best[side]].chi2) of->best[side] = k;
    if (of->best[side] == k) of->found[side] = of->start[side][k];
    if (isinf(of->known.sigma[0]) && !constant) raise_both(&of->start[side][k]);
  }
  pl_free(fit->ctx, reading);
  return status;
}

// ---- the material ----

static double membrane_stiffness(const pl_fit *fit) {
  double heaviest = 0;
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_fit_case *c = &fit->work.fit_case[i];
    heaviest = fmax(heaviest, c->given->measurement->density * pl_roll_of(c->test)->gravity * c->test->length);
  }
  return INEXTENSIBLE * heaviest;
}

static bool both_sides(const strip_cut *of) { return of->n_test[0] > 0 && of->n_test[1] > 0; }

static pl_status build_material(const pl_fit *fit, const pl_roll_model *model, const strip_cut cut[CUTS], bool constant,
                                pl_material **out) {
  static const char membrane[] = "{\"name\": \"membrane\", \"strain\": \"green\", \"values\": [\"warp\", \"weft\", \"shear\"], \"law\": "
                                 "\"orthotropic\"}";
  pl_measurement whole = pl_fit_whole(fit);
  pl_material *material;
  PL_TRY(pl_material_create(fit->ctx, whole.name, whole.density, &material));
  pl_status status = PL_OK;
  PL_TRY_CLEAN(pl_material_add_term(material, membrane));
  for (int c = 0; c < CUTS; c++) {
    if (cut[c].n_test[0] + cut[c].n_test[1] == 0) continue;
    char text[256];
    snprintf(text, sizeof text, "{\"name\": \"bend-%s\", \"strain\": \"%s\", \"%s\": [\"%s\"], \"law\": \"quadratic\"}", cut_name[c],
             model->strain, model->key, model->part[c]);
    PL_TRY_CLEAN(pl_material_add_term(material, text));
    snprintf(text, sizeof text, "{\"name\": \"bend-%s-friction\", \"strain\": \"%s\", \"%s\": [\"%s\"], \"law\": \"%s\"%s}", cut_name[c],
             model->strain, model->key, model->part[c], both_sides(&cut[c]) ? "dahl-sides" : "dahl",
             constant ? ", \"max\": \"constant\"" : "");
    PL_TRY_CLEAN(pl_material_add_term(material, text));
  }
  PL_TRY_CLEAN(pl_material_finish(material));
  double stiff = membrane_stiffness(fit), tensor[4] = {stiff, 0, stiff, 0.5 * stiff};
  for (int i = 0; i < 4; i++) {
    material->theta[i] = tensor[i];
    material->parameter[i].scale = stiff;
    material->parameter[i].frozen = true;
  }
  *out = material;
  return PL_OK;
cleanup:
  pl_material_destroy(material);
  return status;
}

// Index in theta of a friction parameter ("a", "b", "tau") of one side; -1: this kind of friction has none.
static int friction_index(const pl_fit *fit, const strip_cut *of, int cut, int side, const char *name) {
  char full[96];
  snprintf(full, sizeof full, "bend-%s-friction.%s%s", cut_name[cut], name, both_sides(of) ? side_suffix[side] : "");
  return pl_material_parameter_index(fit->material, full);
}

static int stiffness_index(const pl_fit *fit, int cut) {
  char name[32];
  snprintf(name, sizeof name, "bend-%s", cut_name[cut]);
  return pl_material_term(fit->material, name)->theta;
}

static void set_parameter(pl_fit *fit, int j, double value, double scale) {
  if (j < 0) return;
  pl_parameter *parameter = &fit->material->parameter[j];
  parameter->scale = scale;
  fit->material->theta[j] = fmin(fmax(value, parameter->lower), parameter->upper);
}

// Lower bounds against divergence: a strip without stiffness, or with a stiffness that decreases with strain, has no equilibrium.
static void set_bounds(pl_fit *fit, int first) {
  if (!fit->material->parameter[first].frozen) fit->material->parameter[first].lower = 1e-3 * fit->material->theta[first];
  if (!fit->material->parameter[first + 1].frozen) fit->material->parameter[first + 1].lower = 0;
}

// The known stiffness: its prior is the weak one of every parameter, with the width of its sigma, centred at the start of the stage.
static void set_stiffness(pl_fit *fit, const strip_cut *of, int cut, const pl_roll_start *start, double strain) {
  int first = stiffness_index(fit, cut);
  const double usual[2] = {fmax(start->k[0], 1e-9), fmax(start->k[0], 1e-9) / strain};
  for (int j = 0; j < 2; j++) {
    bool known = isfinite(of->known.sigma[j]), prior = known && of->known.sigma[j] > 0 && fit->problem.options.prior > 0;
    double scale = prior ? of->known.sigma[j] / fit->problem.options.prior : usual[j];
    set_parameter(fit, first + j, known ? of->known.k[j] : start->k[j], scale);
    fit->material->parameter[first + j].frozen = known && !prior;
  }
  set_bounds(fit, first);
}

static void set_friction(pl_fit *fit, const strip_cut *of, int cut, int side, const pl_roll_start *start, double strain) {
  double stress = (start->k[0] + fabs(start->k[1]) * strain) * strain;
  set_parameter(fit, friction_index(fit, of, cut, side, "a"), start->a, fmax(start->a, 1e-2 * stress));
  set_parameter(fit, friction_index(fit, of, cut, side, "b"), start->b, fmax(start->b, 1e-2 * stress / strain));
  set_parameter(fit, friction_index(fit, of, cut, side, "tau"), start->tau, start->tau);
}

// ---- stage 2 ----

// A typical bending strain of the spirals of a cut: that of the mean curvature.
static double usual_strain(const pl_fit *fit, const pl_roll_model *model, int cut) {
  double sum = 0;
  int n = 0;
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_test *test = fit->work.fit_case[i].test;
    if (cut_of(test) != cut) continue;
    sum += per_curvature(model) * 2 * PI * pl_roll_of(test)->profile->turns / pl_roll_of(test)->profile->arc;
    n++;
  }
  return fmax(sum / n, per_curvature(model) / SAMPLED);
}

// Only this side of this cut takes part; the stiffness is free if it is not yet known.
static pl_status only(const pl_fit *fit, const pl_roll_model *model, const strip_cut *of, int cut, int side, bool stiffness,
                      pl_stage *stage) {
  static const char *const names[] = {"a", "b", "tau"};
  size_t n = (size_t)fit->problem.n_fitted, n_theta = (size_t)fit->material->n_theta;
  bool *left_out = pl_arena_alloc(fit->arena, n, sizeof *left_out), *held = pl_arena_alloc(fit->arena, n_theta, sizeof *held);
  if (!left_out || !held) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < n; i++) {
    const pl_test *test = fit->work.fit_case[i].test;
    left_out[i] = cut_of(test) != cut || side_of(model, test) != side;
  }
  for (size_t j = 0; j < n_theta; j++) held[j] = true;
  int first = stiffness_index(fit, cut);
  for (int j = first; j < first + 2 && stiffness; j++) held[j] = false;
  for (int k = 0; k < 3; k++) {
    int j = friction_index(fit, of, cut, side, names[k]);
    if (j >= 0) held[j] = false;
  }
  stage->left_out = left_out;
  stage->held = held;
  return PL_OK;
}

static int failed_cases(const pl_fit *fit, const pl_stage *stage) {
  int n = 0;
  for (int i = 0; i < fit->problem.n_fitted; i++) n += pl_stage_asks(stage, i) ? fit->work.fit_case[i].report.n_failed : 0;
  return n;
}

// The profile over tau, then tau free. Strips without an equilibrium would make a rate look good: they count as far off. Equilibria found
// with other parameters may be on another branch; the labelled shapes, where every stage starts, are on the right one.
static pl_status fit_side(pl_fit *fit, const pl_stage *all, const pl_roll_model *model, const strip_cut *of, int cut, int side,
                          bool stiffness, pl_solution *solution) {
  const double FAILED = 1e6;
  size_t n_theta = (size_t)fit->material->n_theta;
  double strain = usual_strain(fit, model, cut), least = INFINITY;
  double *best = pl_arena_alloc(fit->arena, n_theta, sizeof *best);
  bool *held = pl_arena_alloc(fit->arena, n_theta, sizeof *held);
  int rate = friction_index(fit, of, cut, side, "tau");
  PL_ASSERT(fit->way.n_profile < PL_MAX_PROFILE);
  pl_profile *profile = &fit->way.profile[fit->way.n_profile++];
  *profile = (pl_profile){.parameter = rate,
                          .value = pl_arena_alloc(fit->arena, RATES, sizeof(double)),
                          .chi2 = pl_arena_alloc(fit->arena, RATES, sizeof(double))};
  if (!best || !held || !profile->value || !profile->chi2) return PL_ERROR_MEMORY;
  pl_stage free = pl_stage_named(all, "friction"), scan;
  PL_TRY(only(fit, model, of, cut, side, stiffness, &free));
  memcpy(held, free.held, n_theta * sizeof *held);
  held[rate] = true;
  scan = pl_stage_named(&free, "rate of friction");
  scan.held = held;
  scan.scan = true;
  scan.tolerance = fmax(all->tolerance, SCAN_TOLERANCE);
  scan.max_iterations = SCAN_ITERATIONS;
  pl_status status = PL_OK;
  for (int k = 0; k < RATES && status == PL_OK; k++) {
    const pl_roll_start *start = &of->start[side][k];
    if (abs(k - of->best[side]) > BESIDE && start->chi2 > WORTH * of->start[side][of->best[side]].chi2) continue;
    if (stiffness) set_stiffness(fit, of, cut, start, strain);
    set_friction(fit, of, cut, side, start, strain);
    pl_stage_forget(&fit->problem, &fit->work, &scan);
    status = pl_stage_run(&fit->problem, &fit->work, fit->material, &scan, solution);
    double objective = solution->objective + FAILED * failed_cases(fit, &scan);
    profile->value[profile->n] = fit->material->theta[rate];
    profile->chi2[profile->n++] = 2 * objective;
    if (objective < least) {
      least = objective;
      memcpy(best, fit->material->theta, n_theta * sizeof *best);
    }
  }
  if (status != PL_OK) return status;
  memcpy(fit->material->theta, best, n_theta * sizeof *best);
  fit->material->parameter[rate].scale = best[rate];
  pl_stage_forget(&fit->problem, &fit->work, &free);
  return pl_stage_run(&fit->problem, &fit->work, fit->material, &free, solution);
}

// Both sides of a cut, the one with more spirals first: it determines the stiffness.
static pl_status fit_cut(pl_fit *fit, const pl_stage *all, const pl_roll_model *model, const strip_cut *of, int cut,
                         pl_solution *solution) {
  int first = of->n_test[1] > of->n_test[0];
  for (int k = 0; k < SIDES; k++) {
    int side = k == 0 ? first : 1 - first;
    if (of->n_test[side] == 0) continue;
    PL_TRY(fit_side(fit, all, model, of, cut, side, k == 0, solution));
  }
  return PL_OK;
}

// ---- the schedule ----

// Values, scales, bounds, and permanently fixed parameters.
static void prepare(pl_fit *fit, const pl_roll_model *model, const strip_cut cut[CUTS]) {
  for (int c = 0; c < CUTS; c++)
    for (int side = 0; side < SIDES; side++) {
      if (cut[c].n_test[side] == 0) continue;
      const pl_roll_start *start = &cut[c].start[side][cut[c].best[side]];
      set_stiffness(fit, &cut[c], c, start, usual_strain(fit, model, c));
      set_friction(fit, &cut[c], c, side, start, usual_strain(fit, model, c));
    }
}

// Centres the prior of a measured stiffness at its value again.
static void centre_stiffness(pl_fit *fit, const strip_cut cut[CUTS]) {
  for (int c = 0; c < CUTS; c++)
    for (int j = 0; j < 2 && cut[c].n_test[0] + cut[c].n_test[1] > 0; j++)
      if (isfinite(cut[c].known.sigma[j])) fit->material->theta[stiffness_index(fit, c) + j] = cut[c].known.k[j];
}

pl_status pl__roll_fit(pl_fit *fit, pl_solution *solution) {
  strip_cut *cut = pl_arena_alloc(fit->arena, CUTS, sizeof *cut);
  if (!cut) return PL_ERROR_MEMORY;
  pl_friction kind = fit->problem.options.friction == PL_FRICTION_AUTO ? PL_FRICTION_DAHL : (pl_friction)fit->problem.options.friction;
  bool constant = kind == PL_FRICTION_CONSTANT;
  const pl_roll_model *model = model_of(fit);
  PL_TRY(check_tests(fit, model));
  PL_TRY(check_kind(fit, kind));
  PL_TRY(look(fit, model, cut));
  fit->solution.model = "bending with friction";
  for (int c = 0; c < CUTS; c++) {
    if (c == DIAGONAL && model->plate) take_twist(cut, &cut[c].known);
    for (int side = 0; side < SIDES; side++)
      if (cut[c].n_test[side] > 0) PL_TRY(scan_samples(fit, model, cut, c, side, constant));
  }
  pl_material *material;
  PL_TRY(build_material(fit, model, cut, constant, &material));
  pl_stage stage = pl_stage_default(&fit->problem);
  stage.name = "all together";
  PL_TRY(pl_stage_material(&fit->problem, &fit->work, &stage, &fit->material, material));
  prepare(fit, model, cut);
  pl_status status = PL_OK;
  for (int c = 0; c < CUTS && status == PL_OK; c++)
    if (cut[c].n_test[0] + cut[c].n_test[1] > 0) status = fit_cut(fit, &stage, model, &cut[c], c, solution);
  if (status != PL_OK) return pl_fit_stopped(fit, &stage, status, solution);
  centre_stiffness(fit, cut);
  pl_stage_forget(&fit->problem, &fit->work, &stage);
  return pl_stage_run(&fit->problem, &fit->work, fit->material, &stage, solution);
}
