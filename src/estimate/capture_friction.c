// capture_friction.c: internal friction from captures that load and unload: stretch and picture-frame cycles.
//
// The elastic curves of the schedule stand. Beside stretch-warp, stretch-weft and shear a friction term takes its place. At the captured shapes,
// visited in their measured order, the clip forces are linear in a and b of every term once tau is given, and in the stiffnesses beside them (no
// simulation): tau is scanned, then elasticity and friction of the motion's curves are fitted together along the path of equilibria. Bending has no
// force to compare and no cycles; it stays elastic.
#include <math.h>
#include <string.h>

#include "estimate/capture_friction.h"
#include "estimate/friction.h"
#include "estimate/linear_fit.h"
#include "measure/capture.h"

enum { MAX_COLUMN = 32, N_TAU = 8 };

typedef struct friction_motion {
  const char *motion, *stage;
  int n;
  const char *curve[2];
} friction_motion;

static const friction_motion motions[] = {
    {"stretch", "stretch friction", 2, {"stretch-warp", "stretch-weft"}},
    {"picture-frame", "shear friction", 1, {"shear"}},
};
enum { N_MOTION = sizeof motions / sizeof motions[0] };

static bool shows(const pl_fit_case *c, const friction_motion *motion) { return strcmp(c->test->capture->motion, motion->motion) == 0; }

static bool any_shows(const pl_fit *fit, const friction_motion *motion) {
  for (int i = 0; i < fit->n_fitted; i++)
    if (shows(&fit->fit_case[i], motion)) return true;
  return false;
}

static const pl_term *friction_of(const pl_material *material, const char *curve) {
  char name[64];
  strcat(strcpy(name, curve), "-friction");
  return pl_material_term(material, name);
}

// Does a curve borrow the parameters of another (isotropic cloth)? Then so does its friction.
static bool borrowed(const pl_material *material, const char *curve) { return pl_material_term(material, curve)->shares >= 0; }

// ---- starts at the captured shapes ----

static int force_channel(const pl_fit_case *c) {
  for (int k = 0; k < PL_MAX_CHANNEL; k++)
    if ((k == PL_CAPTURE_CLIP_FORCE || k == PL_CAPTURE_CLIP_PARALLEL) && pl_case_used(c, k)) return k;
  return -1;
}

typedef struct balance {
  int n, n_row;
  double *target;  // [n_row], what elasticity leaves unexplained, over sigma
  double *column;  // [n_row][n]
} balance;

// Rows of one capture: forces of the elastic material, and of one unit of each friction parameter.
static pl_status add_rows(pl_arena *arena, const pl_fit *fit, const pl_fit_case *c, const int *parameter, balance *b) {
  int channel = force_channel(c), n_value = channel < 0 ? 0 : pl_case_values(c, channel);
  if (n_value == 0) return PL_OK;
  size_t n_theta = (size_t)fit->material->n_theta;
  double *theta = pl_arena_alloc(arena, n_theta, sizeof *theta), *base = pl_arena_alloc(arena, (size_t)n_value, sizeof *base);
  double *one = pl_arena_alloc(arena, (size_t)n_value, sizeof *one), *out[PL_MAX_CHANNEL] = {0};
  if (!theta || !base || !one) return PL_ERROR_MEMORY;
  memcpy(theta, fit->material->theta, n_theta * sizeof *theta);
  for (int j = 0; j < b->n; j++) theta[parameter[j]] = 0;
  out[channel] = base;
  PL_TRY(pl_rig_at_start(c->rig, theta, out));
  double sigma = c->weight_sigma[channel];
  for (int i = 0; i < n_value; i++) b->target[b->n_row + i] = (c->test->channel[channel].value[i] - base[i]) / sigma;
  out[channel] = one;
  for (int j = 0; j < b->n; j++) {
    theta[parameter[j]] = 1;
    PL_TRY(pl_rig_at_start(c->rig, theta, out));
    theta[parameter[j]] = 0;
    for (int i = 0; i < n_value; i++) b->column[(b->n_row + i) * b->n + j] = (one[i] - base[i]) / sigma;
  }
  for (int i = 0; i < n_value; i++) {  // gaps
    bool good = isfinite(b->target[b->n_row + i]);
    for (int j = 0; j < b->n; j++) good = good && isfinite(b->column[(b->n_row + i) * b->n + j]);
    if (good) continue;
    b->target[b->n_row + i] = 0;
    for (int j = 0; j < b->n; j++) b->column[(b->n_row + i) * b->n + j] = 0;
  }
  b->n_row += n_value;
  return PL_OK;
}

// Largest |strain| that the equilibria of a curve reached.
static double strain_top(const pl_fit *fit, const pl_term *term) {
  double range[PL_LAW_MAX_IN][2] = {{0}};
  for (int i = 0; i < fit->n_fitted; i++)
    if (!fit->fit_case[i].idle) pl_rig_term_range(fit->fit_case[i].rig, term, range);
  return fmax(fmax(-range[0][0], range[0][1]), 1e-4);
}

// The best of a range of tau, from a fiftieth of the largest strain to all of it.
static pl_status scan(pl_fit *fit, const friction_motion *motion, pl_solution *solution) {
  pl_material *material = fit->material;
  PL_TRY(pl_solution_reset(fit->ctx, solution));
  pl_arena *arena = solution->arena;
  int parameter[MAX_COLUMN], n = 0, n_friction = 0, n_row = 0, rate[2], n_rate = 0;
  double top[2], level = 0, best = INFINITY, value[MAX_COLUMN], kept[MAX_COLUMN] = {0}, kept_part = 0.1;
  for (int pass = 0; pass < 2; pass++)  // friction first, then the stiffnesses beside it
    for (int k = 0; k < motion->n; k++) {
      const pl_term *elastic = pl_material_term(material, motion->curve[k]), *friction = friction_of(material, motion->curve[k]);
      if (!friction) continue;
      if (pass == 1) {
        for (int j = 0; j < elastic->law.n_param && n < MAX_COLUMN; j++) parameter[n++] = elastic->theta + j;
        continue;
      }
      top[n_rate] = strain_top(fit, friction);
      level = fmax(level, material->theta[elastic->theta] * top[n_rate]);
      rate[n_rate++] = pl_friction_rate(material, friction);
      for (int j = 0; j + 1 < friction->law.n_param; j++) parameter[n++] = friction->theta + j;
      n_friction = n;
    }
  for (int i = 0; i < fit->n_fitted; i++) {
    const pl_fit_case *c = &fit->fit_case[i];
    if (!c->idle && force_channel(c) >= 0) n_row += pl_case_values(c, force_channel(c));
  }
  balance b = {.n = n,
               .target = pl_arena_alloc(arena, (size_t)n_row + 1, sizeof(double)),
               .column = pl_arena_alloc(arena, (size_t)n_row * (size_t)n + 1, sizeof(double))};
  if (!b.target || !b.column) return PL_ERROR_MEMORY;
  double lower[MAX_COLUMN] = {0}, upper[MAX_COLUMN];
  for (int j = 0; j < n; j++) upper[j] = INFINITY;
  for (int k = 0; k < N_TAU; k++) {
    double part = 0.02 * pow(50, (double)k / (N_TAU - 1)), objective;
    for (int j = 0; j < n_rate; j++) material->theta[rate[j]] = part * top[j];
    b.n_row = 0;
    for (int i = 0; i < fit->n_fitted; i++)
      if (!fit->fit_case[i].idle) PL_TRY(add_rows(arena, fit, &fit->fit_case[i], parameter, &b));
    PL_TRY(pl_linear_fit(fit->ctx, &(pl_linear_problem){n, b.n_row, b.target, b.column}, lower, upper, value, &objective));
    if (objective >= best) continue;
    best = objective;
    kept_part = part;
    memcpy(kept, value, sizeof kept);
  }
  for (int j = 0; j < n_rate; j++) {
    material->theta[rate[j]] = kept_part * top[j];
    material->parameter[rate[j]].scale = kept_part * top[j];
  }
  for (int j = 0; j < n; j++) {
    pl_parameter *p = &material->parameter[parameter[j]];
    // a stiffness that the balance has no use for keeps the schedule's value
    if (j < n_friction || kept[j] > 0) material->theta[parameter[j]] = fmin(fmax(kept[j], p->lower), p->upper);
    bool slope =
        j < n_friction && pl_dim_equal(p->dim, material->parameter[parameter[n_friction]].dim);  // b has the dimension of a stiffness
    if (j < n_friction) p->scale = fmax(kept[j], slope ? 0.1 * level / top[0] : 0.05 * level);
  }
  return PL_OK;
}

// ---- stages ----

static pl_status add_terms(pl_fit *fit, pl_material **out) {
  pl_material *material;
  PL_TRY(pl_material_copy(fit->material, &material));
  pl_status status = PL_OK;
  for (int m = 0; m < N_MOTION && status == PL_OK; m++)
    for (int k = 0; k < motions[m].n && status == PL_OK && any_shows(fit, &motions[m]); k++)
      if (pl_material_term(material, motions[m].curve[k]) && !borrowed(material, motions[m].curve[k]))
        status = pl_friction_add_term(material, motions[m].curve[k], (pl_friction)fit->options.friction);
  // with no friction yet the material is still the elastic one
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

// Only what belongs to the motion's curves is free.
static void free_curves(pl_material *material, const friction_motion *motion) {
  for (int j = 0; j < material->n_theta; j++) {
    const char *name = material->term[material->parameter[j].term].name;
    material->parameter[j].frozen = true;
    for (int k = 0; motion && k < motion->n; k++)
      if (strncmp(name, motion->curve[k], strlen(motion->curve[k])) == 0) material->parameter[j].frozen = false;
    if (!motion) material->parameter[j].frozen = false;
  }
}

pl_status pl_capture_friction(pl_fit *fit, pl_solution *solution) {
  if (fit->options.friction == PL_FRICTION_ALPHA)
    return pl_fail(fit->ctx, PL_ERROR_USAGE, NULL, "use --friction dahl or --friction constant",
                   "captures know no friction of constant alpha");
  bool any = false;
  for (int m = 0; m < N_MOTION; m++) any = any || any_shows(fit, &motions[m]);
  if (!any)
    return pl_fail(fit->ctx, PL_ERROR_INPUT, NULL,
                   "give a stretch or picture-frame capture that loads and unloads, or leave --friction out",
                   "no capture shows forces along a cycle: friction cannot be told");
  pl_material *material;
  PL_TRY(add_terms(fit, &material));
  PL_TRY(pl_stage_material(fit, material));
  pl_status status = PL_OK;
  for (int m = 0; m < N_MOTION && status == PL_OK; m++) {
    int n = 0;
    for (int i = 0; i < fit->n_fitted; i++) {
      fit->fit_case[i].idle = !shows(&fit->fit_case[i], &motions[m]);
      n += !fit->fit_case[i].idle;
    }
    if (n == 0) continue;
    free_curves(material, &motions[m]);
    status = scan(fit, &motions[m], solution);
    if (status == PL_OK) status = pl_stage_run(fit, motions[m].stage, true, solution);
  }
  for (int i = 0; i < fit->n_fitted; i++) fit->fit_case[i].idle = false;
  free_curves(material, NULL);
  return status;
}
