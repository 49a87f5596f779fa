// fit.c: the schedule for strips that bend under their own weight (Wang 2011, 4.2).
//
//   1. one stiffness per direction of the fold line    from Peirce's bending length of each strip
//   2. a moment that increases with curvature          convex-spline on the knots of `bend-knots`; the clamps' directions are estimated
//                                                      from here on
//   3. `wang-bending`: k(alpha) through the same knots, from the secants of stage 2
// `convex-bending` ends with stage 2, `hinge` with the constants of stage 1. Stage 2 is needed because a decreasing moment makes strips
// snap. Starting from constant stiffness, an unconstrained k(alpha) soon has one, and the shapes jump as the parameters change.
//
// A strip cut at c from warp folds about lines at 90 - c degrees (c folded into 0 .. 90): cut along warp, about weft. Its stiffness belongs
// to the rows 0, 45 and 90 of strain `fold` in proportion to that angle. So strips cut at 0, 45 and 90 degrees determine one row each, and
// any other cut two. Only measured rows have terms.
// The membrane is not fitted: it is frozen at a stiffness with a strain of a ten-thousandth under the strip's weight.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "estimate/problem/whole.h"
#include "estimate/stage/joint.h"
#include "protocol/cantilever/bending_model.h"
#include "protocol/cantilever/cantilever_part.h"

#define PI 3.14159265358979323846
enum { ROWS = PL_BENDING_FOLDS, MAX_KNOT = 16, VISITED_KNOTS = 5 };
static const double INEXTENSIBLE = 1e4;  // membrane stiffness over the weight of the longest strip per width

typedef pl_bending_row bending_row;
static const char *const fold_words[ROWS] = {"along warp", "at 45 degrees", "along weft"};

// Plate rigidity over stiffness.
static double rigidity_of(const bending_row *row) { return pl_strain_find(row->strain)->rigidity; }

// The row of the chosen model, or the default one together with hung samples, whose model is no row here (estimate/stage/joint.h).
static const bending_row *find_row(pl_fit *fit) {
  const bending_row *row = pl_bending_find(fit->solution.model);
  if (!row) row = pl_bending_at(0);
  fit->solution.model = row->model;
  return row;
}

// The curve of one row: values at knots. No values: no term.
typedef struct bend_curve {
  int n;
  double at[MAX_KNOT];     // 1/m, alpha
  double value[MAX_KNOT];  // N m
  double scale[MAX_KNOT];  // N m
} bend_curve;

// ---- estimates from the strips ----

// NULL for hung samples that are fitted together with strips (estimate/stage/joint.h).
static const pl_cantilever *strip(const pl_fit *fit, int i) { return pl_cantilever_of(fit->problem.fit_case[i].test); }

static const pl_measurement *first_strip(const pl_fit *fit) {
  int i = 0;
  while (!strip(fit, i)) i++;
  return fit->problem.fit_case[i].measurement;
}

// The share of each row in the bending of a strip.
static void row_shares(const bending_row *row, const pl_test *test, double share[ROWS]) {
  double at = (0.5 * PI - fabs(remainder(test->angle, PI))) / (0.25 * PI);  // 0, 1, 2: fold lines at 0, 45, 90 degrees
  if (!row->shared || fabs(at - round(at)) < 1e-9) at = round(at);
  for (int k = 0; k < ROWS; k++) share[k] = fmax(0, 1 - fabs(at - k));
}

// The angle of the chord from the clamp to the tip, or to the last labelled point.
static double chord(const pl_test *test) {
  const double *point = test->channel[PL_CANTILEVER_TIP].value, *profile = test->channel[PL_CANTILEVER_PROFILE].value;
  if (test->channel[PL_CANTILEVER_ANGLE].value) return test->channel[PL_CANTILEVER_ANGLE].value[0];
  if (!point) point = profile + 2 * (size_t)(pl_cantilever_of(test)->n_point - 1);
  return atan2(-point[1], point[0]);
}

// Peirce's rigidity w c^3, c = l (cos(a/2) / (8 tan a))^(1/3), N m. The formula is valid for 2 .. 80 degrees.
static double peirce_rigidity(const pl_test *test, double density) {
  double l = pl_cantilever_of(test)->overhang,
         a = fmin(fmax(chord(test) - pl_cantilever_of(test)->inclination, 2 * PI / 180), 80 * PI / 180);
  return density * pl_cantilever_of(test)->gravity * l * l * l * cos(0.5 * a) / (8 * tan(a));
}

// Shapes determine only stiffness over density: all strips, and hung samples with them, must be of the cloth of the first strip.
static pl_status check_density(const pl_fit *fit) {
  const pl_measurement *first = first_strip(fit);
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_measurement *other = fit->problem.fit_case[i].measurement;
    if (other->density > 0 && fabs(other->density - first->density) > 0.01 * first->density)
      return pl_fail(fit->ctx, PL_ERROR_INPUT, &(pl_where){.file = other->file, .key = "density"}, "fit different cloths one by one",
                     "%g kg/m^2, but '%s' has %g kg/m^2", other->density, first->name, first->density);
  }
  return PL_OK;
}

static double measured_density(const pl_fit *fit) { return pl_fit_whole(fit).density; }

// First guesses of the rows' stiffness: geometric means over their strips. A row without a strip has no curve.
static void first_guess(const pl_fit *fit, const bending_row *row, bend_curve curve[ROWS]) {
  double sum[ROWS] = {0}, weight[ROWS] = {0};
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    if (!strip(fit, i)) continue;
    double share[ROWS], rigidity = peirce_rigidity(fit->problem.fit_case[i].test, measured_density(fit));
    row_shares(row, fit->problem.fit_case[i].test, share);
    for (int j = 0; j < ROWS; j++) {
      sum[j] += share[j] * log(rigidity);
      weight[j] += share[j];
    }
  }
  for (int j = 0; j < ROWS; j++) {
    double k = fit->problem.options.start * exp(sum[j] / fmax(weight[j], 1e-300)) / rigidity_of(row);
    curve[j] = (bend_curve){.n = weight[j] > 0, .value = {k}, .scale = {k}};
  }
}

// ---- materials ----

static double membrane_stiffness(const pl_fit *fit) {
  double longest = 0;
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_cantilever *c = strip(fit, i);
    if (c) longest = fmax(longest, c->gravity * c->overhang);
  }
  return INEXTENSIBLE * measured_density(fit) * longest;
}

static pl_status add_term(pl_fit *fit, pl_material *material, const bending_row *row, int j, const char *law, const bend_curve *curve) {
  pl_text text;
  if (curve->n == 1) law = "linear";
  pl_text_init(&text, fit->ctx);
  pl_text_printf(&text, "{\"name\": \"%s\", \"strain\": \"%s\", \"elements\": \"%s\", \"law\": \"%s\"", row->name[j], row->strain,
                 row->elements[j], law);
  if (pl_law_takes(pl_law_find(law), "degree")) pl_text_add(&text, ", \"degree\": 1");
  if (pl_law_takes(pl_law_find(law), "knots")) {
    pl_text_add(&text, ", \"knots\": {\"unit\": \"1/m\", \"values\": [");
    for (int i = 0; i < curve->n; i++) pl_text_printf(&text, "%s%.9g", i ? ", " : "", curve->at[i]);
    pl_text_add(&text, "]}");
  }
  pl_text_add(&text, "}");
  pl_status status = text.failed ? PL_ERROR_MEMORY : pl_material_add_term(material, text.data);
  pl_text_clear(&text);
  return status;
}

// The membrane and a bending term for each row that has a curve.
static pl_status build(pl_fit *fit, const bending_row *row, const char *law, const bend_curve curve[ROWS], pl_material **out) {
  static const char membrane[] = "{\"name\": \"membrane\", \"strain\": \"green\", \"values\": [\"warp\", \"weft\", \"shear\"], \"law\": "
                                 "\"orthotropic\"}";
  pl_material *material;
  PL_TRY(pl_material_create(fit->ctx, pl_fit_whole(fit).name, measured_density(fit), &material));
  pl_status status = PL_OK;
  PL_TRY_CLEAN(pl_material_add_term(material, membrane));
  for (int j = 0; j < ROWS; j++)
    if (curve[j].n > 0) PL_TRY_CLEAN(add_term(fit, material, row, j, law, &curve[j]));
  PL_TRY_CLEAN(pl_material_finish(material));
  double stiff = membrane_stiffness(fit), tensor[4] = {stiff, 0, stiff, 0.5 * stiff};
  for (int i = 0; i < 4; i++) {
    material->theta[i] = tensor[i];
    material->parameter[i].scale = stiff;
    material->parameter[i].frozen = true;
  }
  for (int j = 0; j < ROWS; j++) {
    const pl_term *term = curve[j].n > 0 ? pl_material_term(material, row->name[j]) : NULL;
    for (int i = 0; term && i < term->law.n_param; i++) {
      pl_parameter *parameter = &material->parameter[term->theta + i];
      parameter->scale = curve[j].scale[i];
      // a strip without any stiffness has no equilibrium
      if (fit->problem.options.monotone) parameter->lower = 1e-3 * curve[j].value[i];
      material->theta[term->theta + i] = fmax(curve[j].value[i], parameter->lower);
    }
  }
  *out = material;
  return PL_OK;
cleanup:
  pl_material_destroy(material);
  return status;
}

// ---- knots ----

static pl_status read_knots(pl_fit *fit, bend_curve *out) {
  const char *text = fit->problem.options.bend_knots;
  out->n = 0;
  bool good = true;
  while (*text && good) {
    char *end;
    double value = strtod(text, &end);
    good = end > text && isfinite(value) && out->n < MAX_KNOT && (out->n == 0 ? value == 0 : value > out->at[out->n - 1]);
    if (good) out->at[out->n++] = value;
    text = end + strspn(end, ", ");
  }
  if (good && out->n > 0) return PL_OK;
  return pl_fail(fit->ctx, PL_ERROR_USAGE, NULL,
                 "write rising numbers from 0 on, such as 0,5,10,15,20 (1/m, half the curvature), visited or auto",
                 "bend-knots = '%s' is no list of 1 to %d numbers that rise from 0", fit->problem.options.bend_knots, MAX_KNOT);
}

// The largest curvature of the strips, which is at the clamp. It is no artefact there (pl_rig_term_range would exclude the outermost
// elements). 0: no term, no bend.
static pl_status largest_alpha(const pl_fit *fit, const pl_term *term, double *largest) {
  *largest = 0;
  for (int i = 0; i < fit->problem.n_fitted && term; i++) {
    if (!strip(fit, i)) continue;
    const pl_rig *rig = fit->problem.fit_case[i].rig;
    double *alpha = pl_alloc(fit->ctx, (size_t)rig->body.mesh->n_hinge + 1, sizeof *alpha);
    if (!alpha) return PL_ERROR_MEMORY;
    int32_t n = rig->memory.have_x[0] ? pl_solver_term_strains(pl_rig_frame_solver(rig, 0), term, rig->memory.x, alpha) : 0;
    for (int32_t e = 0; e < n; e++) *largest = fmax(*largest, fabs(alpha[e]));
    pl_free(fit->ctx, alpha);
  }
  return PL_OK;
}

// Number of readings that determine row j.
static int readings(const pl_fit *fit, const bending_row *row, int j) {
  int n = 0;
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_test *test = fit->problem.fit_case[i].test;
    if (!strip(fit, i)) continue;
    double share[ROWS];
    row_shares(row, test, share);
    if (share[j] > 0)
      n += test->channel[PL_CANTILEVER_PROFILE].value ? pl_cantilever_of(test)->n_point : test->channel[PL_CANTILEVER_TIP].value ? 2 : 1;
  }
  return n;
}

// The option's knots, or for each row even ones up to the largest alpha of its strips. "auto" uses the paper's, unless a row hardly reaches
// or far exceeds them, and one constant for a row with fewer than two readings per knot.
static pl_status choose_knots(pl_fit *fit, const bending_row *row, bend_curve own[ROWS]) {
  static const bend_curve paper = {.n = 5, .at = {0, 5, 10, 15, 20}};
  const char *option = fit->problem.options.bend_knots;
  bool automatic = strcmp(option, "auto") == 0, visited = strcmp(option, "visited") == 0;
  double largest[ROWS];
  bend_curve given = paper;
  if (!automatic && !visited) PL_TRY(read_knots(fit, &given));
  for (int j = 0; j < ROWS; j++) {
    const pl_term *term = pl_material_term(fit->material, row->name[j]);
    PL_TRY(largest_alpha(fit, term, &largest[j]));
    largest[j] = fmax(largest[j], 1e-3);
    visited = visited || (automatic && term && (largest[j] < 0.6 * paper.at[4] || largest[j] > 1.75 * paper.at[4]));
  }
  for (int j = 0; j < ROWS; j++) {
    if (own[j].n == 0) continue;
    own[j].n = visited ? VISITED_KNOTS : given.n;
    memcpy(own[j].at, given.at, sizeof given.at);
    for (int i = 1; i < own[j].n; i++) own[j].value[i] = own[j].scale[i] = own[j].value[0];
    if (automatic && readings(fit, row, j) < 2 * own[j].n) own[j].n = 1;
    for (int i = 0; i < VISITED_KNOTS && visited; i++) own[j].at[i] = largest[j] * i / (VISITED_KNOTS - 1);
  }
  return PL_OK;
}

// ---- stages ----

// Note for readers: rigidities of the constant stage, and what was assumed or not measured.
static pl_status write_note(pl_material *material, const bending_row *row, const bend_curve constant[ROWS]) {
  pl_text text;
  pl_text_init(&text, pl_arena_context(material->arena));
  pl_text_add(&text, "Bending rigidity of the best constant stiffness:");
  int n = 0;
  for (int j = 0; j < ROWS; j++)
    if (constant[j].n > 0)
      pl_text_printf(&text, "%s %.4g µN m about fold lines %s", n++ ? "," : "", 1e6 * rigidity_of(row) * constant[j].value[0],
                     fold_words[j]);
  for (int j = 0; j < ROWS; j++)
    if (constant[j].n == 0) pl_text_printf(&text, "; not measured about fold lines %s", fold_words[j]);
  pl_text_add(&text, ". The membrane is assumed, not measured.");
  const char *note = text.failed ? NULL : pl_arena_text(material->arena, text.data);
  pl_text_clear(&text);
  if (!note) return PL_ERROR_MEMORY;
  material->note = note;
  return PL_OK;
}

// Values of the last stage's constants.
static void take_constants(const pl_fit *fit, const bending_row *row, bend_curve curve[ROWS]) {
  for (int j = 0; j < ROWS; j++)
    if (curve[j].n > 0) curve[j].value[0] = curve[j].scale[0] = fit->material->theta[pl_material_term(fit->material, row->name[j])->theta];
}

// Secants of the last stage's curves: stress over alpha at the knots, the tangent at zero. Their uncertainty is far smaller than the order
// of magnitude that the weak prior allows constants. The prior is tightened to the value itself, so that weakly determined values do not
// drift until the moment decreases.
static void take_secants(const pl_fit *fit, const bending_row *row, bend_curve curve[ROWS]) {
  for (int j = 0; j < ROWS; j++)
    for (int i = 0; i < curve[j].n; i++) {
      const pl_term *term = pl_material_term(fit->material, row->name[j]);
      double stress, tangent, alpha = curve[j].at[i];
      pl_law_eval_one(&term->law, fit->material->theta + term->theta, &alpha, NULL, &stress, &tangent);
      curve[j].value[i] = alpha > 0 ? stress / alpha : tangent;
      curve[j].scale[i] = 0.1 * curve[j].value[i];
    }
}

static pl_status run(pl_fit *fit, const pl_stage *stage, const bending_row *row, const char *law, const bend_curve curve[ROWS],
                     pl_solution *solution) {
  pl_material *material;
  PL_TRY(build(fit, row, law, curve, &material));
  PL_TRY(pl_stage_material(fit, stage, material));
  return pl_stage_run(fit, stage, solution);
}

// The first guess, before any fit: one stiffness per direction by Peirce's formula.
static pl_status guess(pl_fit *fit, pl_material **material) {
  bend_curve curve[ROWS];
  const bending_row *row = find_row(fit);
  first_guess(fit, row, curve);
  return build(fit, row, "linear", curve, material);
}

static pl_status fit_stages(pl_fit *fit, const pl_stage *stage, pl_solution *solution) {
  const bending_row *row = find_row(fit);
  bend_curve curve[ROWS];
  pl_stage constants = pl_stage_named(stage, "constant stiffness");
  const pl_stage rising_moment = pl_stage_named(stage, "rising moment"), last = pl_stage_named(stage, row->model);
  constants.hold_intrinsics = true;
  PL_TRY(check_density(fit));
  first_guess(fit, row, curve);
  PL_TRY(run(fit, &constants, row, "linear", curve, solution));
  take_constants(fit, row, curve);
  if (row->curve) {
    bend_curve constant[ROWS];
    memcpy(constant, curve, sizeof curve);
    PL_TRY(choose_knots(fit, row, curve));
    bool rising = false;  // more than one knot
    for (int j = 0; j < ROWS; j++) rising = rising || curve[j].n > 1;
    if (rising) {
      PL_TRY(run(fit, &rising_moment, row, "convex-spline", curve, solution));
      take_secants(fit, row, curve);
    }
    if (!rising || pl_law_find(row->curve)->flags & PL_LAW_SECANT) PL_TRY(run(fit, &last, row, "stiffness-spline", curve, solution));
    return write_note(fit->material, row, constant);
  }
  PL_TRY(pl_stage_run(fit, &last, solution));
  take_constants(fit, row, curve);
  return write_note(fit->material, row, curve);
}

pl_status pl__cantilever_fit(pl_fit *fit, pl_solution *solution) {
  const pl_stage stage = pl_stage_default(fit);
  return fit_stages(fit, &stage, solution);
}

const pl_joint_part pl__cantilever_joint = {
    .half = PL_JOINT_BEND, .tests = "strips", .check = check_density, .run = fit_stages, .guess = guess, .guessed_by = "Peirce's formula"};
