// capture_friction.c: internal friction from captures that load and unload: stretch and picture-frame cycles.
//
// The elastic parameters of the schedule are given. A friction term is added for stretch along warp and weft and for shear. The captured
// shapes are used in their measured order. For given tau, the clip forces are linear in a and b of every term and in the elastic
// stiffnesses. No simulation is needed, and tau is scanned. Then elasticity and friction are fitted together along the path of equilibria.
// Cloth models are fitted one motion after the other, here; the additive model all at once (additive_friction.c). Bending friction of
// plates (strain `curvature`) follows from the shapes of cloth pushed over a table edge and pulled back. There is no force to balance, and
// noise bends the captured shapes more than the cloth does. So its search starts at a tenth of the elastic moment.
#include <math.h>
#include <string.h>

#include "protocol/capture/fit/capture_friction.h"
#include "estimate/friction/friction.h"
#include "estimate/model/cloth_model.h"
#include "estimate/optimise/linear_fit.h"
#include "protocol/capture/capture.h"

enum { N_TAU = 8, MAX_TERM = 3 };

typedef struct friction_motion {
  const char *motion, *stage;
  int n;
  const char *curve[3];
  const char *direction[3];  // of the captures that determine the friction of each curve; NULL: all do
  bool shapes;               // positions are compared, of cloth that bends as a plate
} friction_motion;

static const friction_motion motions[] = {
    {.motion = "stretch", .stage = "stretch friction", .n = 2, .curve = {"stretch-warp", "stretch-weft"}},
    {.motion = "picture-frame", .stage = "shear friction", .n = 1, .curve = {"shear"}},
    {.motion = "table-edge",
     .stage = "bend friction",
     .n = 3,
     .curve = {"bend-warp", "bend-weft", "bend-diagonal"},
     .direction = {"warp", "weft", "bias"},
     .shapes = true},
};
enum { N_MOTION = sizeof motions / sizeof motions[0] };

// True if the edge of the table moves over the cloth in both directions, by a hundredth of the cloth at least.
static bool turns(const pl_test *test) {
  const pl_resampled *r = pl_resampled_of(test);
  double least = 0.01 * test->length, out = 0, back = 0;
  for (int f = 1; r && r->line && f < test->n_frame; f++) {
    double step = r->line[3 * f + 2] - r->line[3 * f - 1];
    out = fmax(out, step);
    back = fmax(back, -step);
  }
  return out > least && back > least;
}

// Does the fitted model bend as a plate?
static bool bends_as_plate(const pl_fit *fit) {
  const pl_cloth_row *row = pl_cloth_find(fit->solution.model);
  return row && pl_strain_find(row->bending)->rigidity > 0 && pl_strain_find(row->bending)->n_value == 3;
}

// True if case i is a capture of this motion whose forces, or shapes, are compared.
static bool shows(const pl_fit *fit, const pl_stage *stage, int i, const friction_motion *motion) {
  const bool *unused = pl_stage_weighting(stage, i)->unused;
  const pl_test *test = fit->work.fit_case[i].test;
  if (motion->shapes)
    return strcmp(pl_capture_of(test)->motion, motion->motion) == 0 && !unused[PL_CAPTURE_POSITIONS] && turns(test) && bends_as_plate(fit);
  return strcmp(pl_capture_of(fit->work.fit_case[i].test)->motion, motion->motion) == 0 &&
         !(unused[PL_CAPTURE_CLIP_FORCE] && unused[PL_CAPTURE_CLIP_PARALLEL]);
}

static bool any_shows(const pl_fit *fit, const pl_stage *stage, const friction_motion *motion) {
  for (int i = 0; i < fit->problem.n_fitted; i++)
    if (shows(fit, stage, i, motion)) return true;
  return false;
}

// True if a capture determines the friction of curve k.
static bool shows_curve(const pl_fit *fit, const pl_stage *stage, const friction_motion *motion, int k) {
  for (int i = 0; i < fit->problem.n_fitted; i++)
    if (shows(fit, stage, i, motion) &&
        (!motion->direction[k] || strcmp(pl_capture_of(fit->work.fit_case[i].test)->direction, motion->direction[k]) == 0))
      return true;
  return false;
}

bool pl_capture_tells_friction(const pl_fit *fit, const pl_stage *stage, bool of_shear) {
  return any_shows(fit, stage, &motions[of_shear]);
}

// True if a curve uses the parameters of another (isotropic cloth). Its friction then does too.
static bool borrowed(const pl_material *material, const char *curve) { return pl_material_term(material, curve)->shares >= 0; }

// ---- starts at the captured shapes ----

// The compared force channel of a case, -1 when it has none or takes no part.
static int force_channel(const pl_fit *fit, const pl_stage *stage, int i) {
  for (int k = 0; k < PL_MAX_CHANNEL; k++)
    if ((k == PL_CAPTURE_CLIP_FORCE || k == PL_CAPTURE_CLIP_PARALLEL) && pl_stage_uses(stage, &fit->work, i, k)) return k;
  return -1;
}

// Clip forces of the stage's cases, over sigma, as a sum of columns: friction first (a and b of every term), then the elastic stiffnesses.
typedef struct balance {
  const pl_fit *fit;
  const pl_stage *stage;
  int n_term;
  const pl_term *term[MAX_TERM];  // of friction
  double top[MAX_TERM];           // largest |strain| of their equilibria
  int n, n_friction;              // columns, and those of friction among them
  int parameter[PL_MAX_LINEAR];   // index of each in theta
  int n_row;
  double *theta;   // [n_theta], present values, with 0 for all columns
  double *base;    // [n_row], forces of theta
  double *target;  // [n_row], the rest to be explained; 0 where nothing was measured
  double *one;     // [n_row], scratch
  double *column;  // [n_row][n]
} balance;

// Largest |strain| of a term over the equilibria.
static double strain_top(const pl_fit *fit, const pl_stage *stage, const pl_term *term) {
  double range[PL_LAW_MAX_IN][2] = {{0}};
  for (int i = 0; i < fit->problem.n_fitted; i++)
    if (pl_stage_asks(stage, i)) pl_rig_term_range(fit->work.fit_case[i].rig, term, range);
  return fmax(fmax(-range[0][0], range[0][1]), 1e-4);
}

// True for a free elastic parameter on the same strain as friction, in which its law is linear.
static bool stands_beside(const balance *b, const pl_material *material, int j) {
  const pl_term *term = &material->term[material->parameter[j].term];
  bool same = false;
  for (int t = 0; t < b->n_term; t++) same = same || b->term[t]->strain == term->strain;
  return same && !pl_stage_holds(b->stage, material, j) && pl_term_is_elastic(term) && (term->law.row->flags & PL_LAW_LINEAR);
}

static void choose_columns(balance *b) {
  const pl_material *material = b->fit->material;
  for (int t = 0; t < material->n_term; t++) {
    const pl_term *term = &material->term[t];
    if (term->law.row->n_history == 0 || pl_stage_holds(b->stage, material, term->theta)) continue;
    PL_ASSERT(b->n_term < MAX_TERM);
    b->top[b->n_term] = strain_top(b->fit, b->stage, term);
    b->term[b->n_term++] = term;
    for (int j = term->theta; j < pl_friction_rate(material, term); j++) b->parameter[b->n++] = j;
  }
  b->n_friction = b->n;
  // elastic parameters beyond the capacity of the linear problem keep their values here: the fit that follows frees all of them
  for (int j = 0; j < material->n_theta && b->n < PL_MAX_LINEAR; j++)
    if (stands_beside(b, material, j)) b->parameter[b->n++] = j;
}

// Forces of b->theta at the captured shapes in order, over sigma.
static pl_status forces(const balance *b, double *out) {
  for (int i = 0; i < b->fit->problem.n_fitted; i++) {
    const pl_fit_case *c = &b->fit->work.fit_case[i];
    int channel = force_channel(b->fit, b->stage, i);
    if (channel < 0) continue;
    double *to[PL_MAX_CHANNEL] = {0};
    to[channel] = out;
    PL_TRY(pl_rig_at_start(c->rig, b->theta, to));
    for (int v = 0; v < pl_case_values(c, channel); v++) *out++ /= pl_stage_weight_sigma(b->stage, &b->fit->work, i, channel);
  }
  return PL_OK;
}

static pl_status fill_column(const balance *b, int j) {
  b->theta[b->parameter[j]] = 1;
  pl_status status = forces(b, b->one);
  b->theta[b->parameter[j]] = 0;
  for (int i = 0; i < b->n_row; i++) {
    double d = b->one[i] - b->base[i];
    b->column[i * b->n + j] = isfinite(d) && b->target[i] != 0 ? d : 0;
  }
  return status;
}

static void fill_target(const balance *b) {
  double *target = b->target;
  const double *base = b->base;
  for (int i = 0; i < b->fit->problem.n_fitted; i++) {
    const pl_fit_case *c = &b->fit->work.fit_case[i];
    int channel = force_channel(b->fit, b->stage, i);
    for (int v = 0; channel >= 0 && v < pl_case_values(c, channel); v++, target++, base++) {
      *target = c->test->channel[channel].value[v] / pl_stage_weight_sigma(b->stage, &b->fit->work, i, channel) - *base;
      if (!isfinite(*target)) *target = 0;
    }
  }
}

static pl_status balance_create(pl_arena *arena, const pl_fit *fit, const pl_stage *stage, balance *b) {
  *b = (balance){.fit = fit, .stage = stage};
  choose_columns(b);
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    int channel = force_channel(fit, stage, i);
    if (channel >= 0) b->n_row += pl_case_values(&fit->work.fit_case[i], channel);
  }
  size_t n_theta = (size_t)fit->material->n_theta, n_row = (size_t)b->n_row;
  b->theta = pl_arena_alloc(arena, n_theta + 1, sizeof *b->theta);
  b->base = pl_arena_alloc(arena, 3 * n_row + 1, sizeof *b->base);
  b->column = pl_arena_alloc(arena, n_row * (size_t)b->n + 1, sizeof *b->column);
  if (!b->theta || !b->base || !b->column) return PL_ERROR_MEMORY;
  b->target = b->base + n_row;
  b->one = b->target + n_row;
  memcpy(b->theta, fit->material->theta, n_theta * sizeof *b->theta);
  for (int j = 0; j < b->n; j++) b->theta[b->parameter[j]] = 0;
  PL_TRY(forces(b, b->base));
  fill_target(b);
  for (int j = b->n_friction; j < b->n; j++) PL_TRY(fill_column(b, j));
  return PL_OK;
}

// Sets the rates of the terms first to last - 1 to this fraction of their largest strains.
static pl_status set_rates(const balance *b, int first, int last, double part) {
  const pl_material *material = b->fit->material;
  for (int t = first; t < last; t++) b->theta[pl_friction_rate(material, b->term[t])] = part * b->top[t];
  for (int j = 0; j < b->n_friction; j++)
    for (int t = first; t < last; t++)
      if (&material->term[material->parameter[b->parameter[j]].term] == b->term[t]) PL_TRY(fill_column(b, j));
  return PL_OK;
}

// The best of a range of rates for these terms, from a fiftieth of the largest strain to all of it; value[n]: the columns' parameters.
static pl_status scan(const balance *b, int first, int last, double *value) {
  double lower[PL_MAX_LINEAR], upper[PL_MAX_LINEAR], trial[PL_MAX_LINEAR], best = INFINITY, kept = 1;
  for (int j = 0; j < b->n; j++) {
    const pl_parameter *p = &b->fit->material->parameter[b->parameter[j]];
    lower[j] = p->lower < 0 ? p->lower : 0;
    upper[j] = INFINITY;
  }
  for (int k = 0; k < N_TAU; k++) {
    double part = 0.02 * pow(50, (double)k / (N_TAU - 1)), objective;
    PL_TRY(set_rates(b, first, last, part));
    PL_TRY(pl_linear_fit(b->fit->ctx, &(pl_linear_problem){b->n, b->n_row, b->target, b->column}, lower, upper, trial, &objective));
    if (objective >= best) continue;
    best = objective;
    kept = part;
    memcpy(value, trial, (size_t)b->n * sizeof *value);
  }
  return set_rates(b, first, last, kept);
}

// Starts there, with matching step scales and prior sizes.
static void start_friction(pl_material *material, const balance *b, const double *value) {
  for (int t = 0, at = 0; t < b->n_term; t++) {
    const pl_term *elastic, *term = b->term[t];
    int rate = pl_friction_rate(material, term);
    double level = pl_friction_stiffness(material, term, &elastic) * b->top[t];
    material->theta[rate] = material->parameter[rate].scale = b->theta[rate];
    for (int j = term->theta; j < rate; j++, at++) {
      pl_parameter *p = &material->parameter[j];
      material->theta[j] = fmin(fmax(value[at], p->lower), p->upper);
      p->scale = fmax(value[at], j == term->theta ? 0.05 * level : 0.1 * level / b->top[t]);  // a, b
    }
  }
}

// The elastic stiffnesses; one that the balance sets to zero keeps the schedule's value.
static void start_elasticity(pl_material *material, const balance *b, const double *value) {
  for (int j = b->n_friction; j < b->n; j++) {
    const pl_parameter *p = &material->parameter[b->parameter[j]];
    if (value[j] > 0) material->theta[b->parameter[j]] = fmin(fmax(value[j], p->lower), p->upper);
  }
}

pl_status pl_capture_friction_start(pl_fit *fit, const pl_stage *stage, bool elasticity, pl_solution *solution) {
  balance b;
  double value[PL_MAX_LINEAR] = {0};
  PL_TRY(pl_solution_reset(fit->ctx, solution));
  PL_TRY(balance_create(solution->arena, fit, stage, &b));
  PL_TRY(scan(&b, 0, b.n_term, value));
  for (int t = 0; t < b.n_term && b.n_term > 1; t++) PL_TRY(scan(&b, t, t + 1, value));
  start_friction(fit->material, &b, value);
  if (elasticity) start_elasticity(fit->material, &b, value);
  return PL_OK;
}

// ---- stages ----

static pl_status add_terms(const pl_fit *fit, const pl_stage *stage, pl_material **out) {
  pl_material *material;
  PL_TRY(pl_material_copy(fit->material, &material));
  pl_status status = PL_OK;
  for (int m = 0; m < N_MOTION && status == PL_OK; m++)
    for (int k = 0; k < motions[m].n && status == PL_OK; k++)
      if (shows_curve(fit, stage, &motions[m], k) && pl_material_term(material, motions[m].curve[k]) &&
          !borrowed(material, motions[m].curve[k]))
        status = pl_friction_add_term(material, motions[m].curve[k], (pl_friction)fit->problem.options.friction);
  // without friction the material is still the elastic one
  for (int t = 0; t < material->n_term && status == PL_OK; t++) {
    const pl_term *term = &material->term[t];
    for (int j = 0; term->law.row->n_history > 0 && j + 1 < term->law.n_param; j++) material->theta[term->theta + j] = 0;
  }
  if (status == PL_OK)
    *out = material;
  else
    pl_material_destroy(material);
  return status;
}

// Only the parameters of the motion's curves are free.
static void hold_others(const pl_material *material, const friction_motion *motion, bool *held) {
  for (int j = 0; j < material->n_theta; j++) {
    const char *name = material->term[material->parameter[j].term].name;
    held[j] = true;
    for (int k = 0; k < motion->n; k++)
      if (strncmp(name, motion->curve[k], strlen(motion->curve[k])) == 0) held[j] = false;
  }
}

pl_status pl_capture_friction_check(const pl_fit *fit, const pl_stage *stage) {
  if (fit->problem.options.friction == PL_FRICTION_ALPHA)
    return pl_fail(fit->ctx, PL_ERROR_USAGE, NULL, "use --friction dahl or --friction constant",
                   "friction of constant alpha is not available for captures");
  for (int m = 0; m < N_MOTION; m++)
    if (any_shows(fit, stage, &motions[m])) return PL_OK;
  return pl_fail(
      fit->ctx, PL_ERROR_INPUT, NULL,
      "give a stretch or picture-frame capture that loads and unloads, or a table edge that is pulled back, or leave --friction out",
      PL_ID("friction.no-cycle") "no capture loads and unloads with compared readings: friction is not identifiable");
}

// Friction starts at a tenth of the elastic moment of the largest curvature, and turns round within a fifth of that curvature.
static void start_bending(const pl_fit *fit, const pl_stage *stage) {
  pl_material *material = fit->material;
  for (int t = 0; t < material->n_term; t++) {
    const pl_term *elastic, *term = &material->term[t];
    if (term->law.row->n_history == 0 || pl_stage_holds(stage, material, term->theta)) continue;
    int rate = pl_friction_rate(material, term);
    double top = strain_top(fit, stage, term), level = pl_friction_stiffness(material, term, &elastic) * top;
    material->theta[rate] = material->parameter[rate].scale = 0.2 * top;
    for (int j = term->theta; j < rate; j++) {
      material->theta[j] = j == term->theta ? 0.1 * level : 0;  // a, b
      material->parameter[j].scale = j == term->theta ? 0.1 * level : 0.1 * level / top;
    }
  }
}

pl_status pl_capture_friction(pl_fit *fit, const pl_stage *all, pl_solution *solution) {
  pl_material *material;
  PL_TRY(add_terms(fit, all, &material));
  PL_TRY(pl_stage_material(&fit->problem, &fit->work, all, &fit->material, material));
  bool *left_out = pl_arena_alloc(fit->arena, (size_t)fit->problem.n_fitted, sizeof *left_out);
  bool *held = pl_arena_alloc(fit->arena, (size_t)material->n_theta, sizeof *held);
  if (!left_out || !held) return PL_ERROR_MEMORY;
  for (int m = 0; m < N_MOTION; m++) {
    if (!any_shows(fit, all, &motions[m])) continue;
    for (int i = 0; i < fit->problem.n_fitted; i++) left_out[i] = !shows(fit, all, i, &motions[m]);
    hold_others(material, &motions[m], held);
    pl_stage stage = pl_stage_named(all, motions[m].stage);
    stage.left_out = left_out;
    stage.held = held;
    if (motions[m].shapes)
      start_bending(fit, &stage);
    else
      PL_TRY(pl_capture_friction_start(fit, &stage, true, solution));
    PL_TRY(pl_stage_run(&fit->problem, &fit->work, fit->material, &stage, solution));
  }
  return PL_OK;
}
