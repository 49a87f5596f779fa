// fit.c: the schedule for loops of moment over curvature and for data sheets.
//
//   1. warp and weft, each alone: the law of its curvature and its friction (choose.h), exactly, since a specimen is uniform
//   2. other cuts: their moment less what warp and weft give, as a law of the twist 2 k_uv
//   3. everything together, which gives the covariance
// A data sheet alone gives B and the level of friction, a = 2HB / 2; its rate is held. D12, the coupling of the
// two curvatures, is held at 0. A cylinder of any cut adds it to 2 D66, so only D12 + 2 D66 is identifiable.
// The membrane is not measured. It is frozen at the stiffness of usual cloth, so that the material can be simulated.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "estimate/problem/whole.h"
#include "estimate/stage/joint.h"
#include "protocol/moment-curvature/direction.h"
#include "protocol/moment-curvature/moment_part.h"
#include "protocol/moment-curvature/say.h"

#define PI 3.14159265358979323846
static const double MEMBRANE = 1000;  // N/m

// ---- tests ----

static int count(const pl_fit *fit, const pl_stage *stage, int direction, bool sheet) {
  int n = 0;
  for (int i = 0; i < fit->problem.n_fitted; i++) n += pl__moment_takes_part(fit, stage, i, direction, sheet);
  return n;
}

static pl_status check_tests(const pl_fit *fit, const pl_stage *stage) {
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_fit_case *c = &fit->work.fit_case[i];
    if (!pl_moment_of(fit->work.fit_case[i].test) || pl__moment_direction(c->test) != PL_MOMENT_TWIST) continue;
    for (int d = 0; d < PL_MOMENT_TWIST; d++)
      if (count(fit, stage, d, false) + count(fit, stage, d, true) == 0)
        return pl_fail(fit->ctx, PL_ERROR_INPUT, &(pl_where){.file = c->given->measurement->file, .line = c->test->line},
                       "add a loop or a data sheet of that direction",
                       PL_ID("moment.direction-missing") "'%s' is cut at %.4g degrees: its moment contains that of %s, which was not "
                                                         "measured",
                       c->test->name, c->test->angle * 180 / PI, pl__moment_value[d]);
  }
  return PL_OK;
}

// ---- the material ----

// A term of the elasticity or the friction of a direction; NULL: it has none.
static pl_term *term_of(pl_material *material, int direction, bool friction) {
  char name[32];
  snprintf(name, sizeof name, "%s%s", pl__moment_term[direction], friction ? "-friction" : "");
  for (int t = 0; t < material->n_term; t++)
    if (strcmp(material->term[t].name, name) == 0) return &material->term[t];
  return NULL;
}

// Start values and sizes of the steps. A number that starts at zero has the size of the moments.
static void set_start(pl_material *material, int direction, const pl_bend_choice *choice, bool hold_rate) {
  const pl_term *elastic = term_of(material, direction, false), *friction = term_of(material, direction, true);
  double level = 0, stress;
  pl_law_eval_one(&elastic->law, choice->theta, &choice->top, NULL, &stress, NULL);
  level = fmax(fabs(stress), 1e-12);
  for (int j = 0; j < elastic->law.n_param; j++) {
    material->theta[elastic->theta + j] = choice->theta[j];
    material->parameter[elastic->theta + j].scale = fmax(fabs(choice->theta[j]), 0.1 * level / choice->top);
  }
  for (int j = 0; friction && j < friction->law.n_param; j++) {
    bool rate = j + 1 == friction->law.n_param;
    double value = choice->theta[elastic->law.n_param + j], natural = rate ? 0 : j == 0 ? 0.02 * level : 0.02 * level / choice->top;
    material->theta[friction->theta + j] = value;
    material->parameter[friction->theta + j].scale = fmax(fabs(value), natural);
    material->parameter[friction->theta + j].frozen = rate && hold_rate;
  }
}

static pl_status add_membrane(pl_material *material) {
  return pl_material_add_term(material, "{\"name\": \"membrane\", \"strain\": \"green\", \"values\": [\"warp\", \"weft\", \"shear\"], "
                                        "\"law\": \"orthotropic\"}");
}

static void hold_membrane(pl_material *material) {
  const double tensor[4] = {MEMBRANE, 0, MEMBRANE, 0.5 * MEMBRANE};
  for (int i = 0; i < 4; i++) {
    material->theta[i] = tensor[i];
    material->parameter[i].scale = MEMBRANE;
    material->parameter[i].frozen = true;
  }
  material->note = pl_arena_printf(material->arena, "%s", pl_say(material->arena, SAY_MOMENT_MEMBRANE, MEMBRANE).text);
}

typedef struct direction_found {
  bool present, sheet_only;
  pl_bend_choice choice;
} direction_found;

// The material of the directions that are known so far.
static pl_status build(const pl_fit *fit, const direction_found found[PL_MOMENT_DIRECTIONS], pl_material **out) {
  pl_measurement whole = pl_fit_whole(fit);
  pl_material *material;
  PL_TRY(pl_material_create(fit->ctx, whole.name, whole.density, &material));
  pl_status status = PL_OK;
  PL_TRY_CLEAN(add_membrane(material));
  for (int d = 0; d < PL_MOMENT_DIRECTIONS; d++)
    if (found[d].present) PL_TRY_CLEAN(pl_bend_add_terms(material, pl__moment_term[d], pl__moment_value[d], &found[d].choice));
  PL_TRY_CLEAN(pl_material_finish(material));
  hold_membrane(material);
  for (int d = 0; d < PL_MOMENT_DIRECTIONS; d++)
    if (found[d].present) set_start(material, d, &found[d].choice, found[d].sheet_only);
  *out = material;
  return PL_OK;
cleanup:
  pl_material_destroy(material);
  return status;
}

static pl_status find_directions(const pl_fit *fit, const pl_stage *stage, direction_found found[PL_MOMENT_DIRECTIONS], pl_material **out) {
  *out = NULL;
  for (int d = 0; d < PL_MOMENT_DIRECTIONS; d++) {
    int n_loop = count(fit, stage, d, false), n_sheet = count(fit, stage, d, true);
    if (n_loop + n_sheet == 0) continue;
    pl_material *before = NULL;
    if (d == PL_MOMENT_TWIST) PL_TRY(build(fit, found, &before));
    pl_status status = PL_OK;
    if (n_loop > 0)
      status = pl__moment_ask_loops(fit, stage, d, before, &found[d].choice);
    else
      pl__moment_ask_sheets(fit, stage, d, before, &found[d].choice);
    pl_material_destroy(before);
    PL_TRY(status);
    found[d].present = true;
    found[d].sheet_only = n_loop == 0;
  }
  return build(fit, found, out);
}

// "rigidity-faces along warp, rigidity-constant along weft".
static pl_status name_model(pl_fit *fit, const direction_found found[PL_MOMENT_DIRECTIONS]) {
  const pl_bend_law *first = NULL;
  bool same = true;
  for (int d = 0; d < PL_MOMENT_DIRECTIONS; d++) {
    if (!found[d].present) continue;
    if (!first) first = found[d].choice.law;
    same = same && found[d].choice.law == first;
  }
  const char *model = same ? pl_arena_text(fit->arena, first->model) : pl_arena_text(fit->arena, "");
  for (int d = 0; d < PL_MOMENT_DIRECTIONS && !same && model; d++)
    if (found[d].present)
      model = pl_arena_printf(fit->arena, "%s%s%s of %s", model, *model ? ", " : "", found[d].choice.law->model, pl__moment_value[d]);
  fit->solution.model = model;
  return model ? PL_OK : PL_ERROR_MEMORY;
}

// chi^2 over the rate of friction, kept for the report.
static pl_status keep_profiles(pl_fit *fit, const pl_stage *stage, const direction_found found[PL_MOMENT_DIRECTIONS]) {
  for (int d = 0; d < PL_MOMENT_TWIST; d++) {
    const pl_term *friction = found[d].present && !found[d].sheet_only ? term_of(fit->material, d, true) : NULL;
    if (!friction || fit->way.n_profile >= PL_MAX_PROFILE) continue;
    pl_profile *profile = &fit->way.profile[fit->way.n_profile];
    int n = 0;
    double objective, *theta = pl_arena_alloc(fit->arena, (size_t)fit->material->n_theta + 2 * PL_FRICTION_GRID, sizeof *theta);
    pl_path *path = pl_arena_alloc(fit->arena, (size_t)fit->problem.n_fitted, sizeof *path);
    if (!theta || !path) return PL_ERROR_MEMORY;
    for (int i = 0; i < fit->problem.n_fitted; i++)
      if (pl__moment_takes_part(fit, stage, i, d, false)) PL_TRY(pl__moment_path(fit->arena, &fit->work.fit_case[i], &path[n++]));
    *profile = (pl_profile){.parameter = pl_friction_rate(fit->material, friction),
                            .value = theta + fit->material->n_theta,
                            .chi2 = theta + fit->material->n_theta + PL_FRICTION_GRID};
    memcpy(theta, fit->material->theta, (size_t)fit->material->n_theta * sizeof *theta);
    PL_TRY(pl_friction_scan(fit->ctx, fit->material, pl__moment_term[d], n, path, theta, &objective, profile));
    fit->way.n_profile++;
  }
  return PL_OK;
}

// ---- the schedule ----

static pl_status run(pl_fit *fit, const pl_stage *stage, pl_solution *solution) {
  direction_found found[PL_MOMENT_DIRECTIONS] = {{0}};
  pl_material *material;
  PL_TRY(check_tests(fit, stage));
  PL_TRY(pl_fit_take_asked_paths(fit, stage));
  PL_TRY(find_directions(fit, stage, found, &material));
  pl_status named = name_model(fit, found);
  if (named != PL_OK) {
    pl_material_destroy(material);
    return named;
  }
  pl_stage all = pl_stage_named(stage, "all together");
  PL_TRY(pl_stage_material(&fit->problem, &fit->work, &all, &fit->material, material));
  PL_TRY(keep_profiles(fit, stage, found));
  return pl_stage_run(&fit->problem, &fit->work, fit->material, &all, solution);
}

pl_status pl__moment_fit(pl_fit *fit, pl_solution *solution) {
  const pl_stage stage = pl_stage_default(&fit->problem);
  return run(fit, &stage, solution);
}

// Without any fit: the starts of the schedule.
static pl_status guess(pl_fit *fit, pl_material **material) {
  direction_found found[PL_MOMENT_DIRECTIONS] = {{0}};
  const pl_stage stage = pl_stage_default(&fit->problem);
  PL_TRY(find_directions(fit, &stage, found, material));
  return name_model(fit, found);
}

const pl_joint_part pl__moment_joint = {
    .half = PL_JOINT_BEND, .tests = "loops of moment over curvature", .run = run, .guess = guess, .guessed_by = "linear fits"};
