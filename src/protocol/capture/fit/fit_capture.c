// fit_capture.c: the incremental schedule for captures of shape and force (thesis 3.4.2).
//
//   stretch        warp and weft curves, from the stretch captures
//   shear          from the picture-frame capture
//   bend           warp and weft curves, from the table-edge captures
//   diagonal bend  from the same captures
//   again          shear, then all bending, from where they stand
// Bending springs also act in the membrane. Fitted only to cloth hanging off a table, where their strains are tiny, they grow. They then
// carry the forces of the stretch and of the picture frame many times over (22 N on a mesh of 20 cells). With bending springs the bend is
// therefore fitted to stretch and table edge together with the stretch. The diagonal bend is fitted to picture frame and table edge
// together with the shear. Stretch and shear come last, at fixed bending springs. The compared channel depends on the capture
// (protocol/capture/read/compare.c). Usually it is clip forces for a stretch, forces along the clips for a picture frame, positions at a
// table edge. Each stage starts its curves with one control point and adds more, evenly over the captured strains, while the residual
// decreases by more than `refine`. Curves of other stages are fixed. Other motions among the fitted files are scored, not fitted.
#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "protocol/capture/fit/capture_friction.h"
#include "protocol/capture/fit/points.h"
#include "estimate/problem/whole.h"
#include "estimate/model/cloth_model.h"
#include "estimate/friction/friction.h"
#include "estimate/stage/stage.h"
#include "protocol/capture/capture.h"
#include "protocol/capture/capture_part.h"

#define BIT(k) (1u << (k))
enum { STRETCH, SHEAR, BEND, N_MOTION };
static const char *const motion_name[N_MOTION] = {"stretch", "picture-frame", "table-edge"};

typedef struct capture_stage {
  const char *name;
  unsigned curves;   // bit c: curve c is fitted
  unsigned refined;  // of these, start from one point and subdivide; the others keep their points
  unsigned motions;  // bit m: captures of motion m are compared
} capture_stage;

enum {
  STRETCHES = BIT(PL_CURVE_STRETCH_WARP) | BIT(PL_CURVE_STRETCH_WEFT),
  SHEARS = BIT(PL_CURVE_SHEAR),
  BENDS = BIT(PL_CURVE_BEND_WARP) | BIT(PL_CURVE_BEND_WEFT),
  DIAGONAL = BIT(PL_CURVE_BEND_DIAGONAL)
};
// Thesis 3.4.2.
static const capture_stage hinge_schedule[] = {
    {"stretch", STRETCHES, STRETCHES, BIT(STRETCH)},
    {"shear", SHEARS, SHEARS, BIT(SHEAR)},
    {"bend", BENDS, BENDS, BIT(BEND)},
    {"diagonal bend", DIAGONAL, DIAGONAL, BIT(BEND)},
    {"shear again", SHEARS, 0, BIT(SHEAR)},
    {"bend again", BENDS | DIAGONAL, 0, BIT(BEND)},
};
// A plate's rigidities belong together: at 45 degrees all three act.
static const capture_stage plate_schedule[] = {
    {"stretch", STRETCHES, STRETCHES, BIT(STRETCH)},         {"shear", SHEARS, SHEARS, BIT(SHEAR)},
    {"bend", BENDS | DIAGONAL, BENDS | DIAGONAL, BIT(BEND)}, {"shear again", SHEARS, 0, BIT(SHEAR)},
    {"bend again", BENDS | DIAGONAL, 0, BIT(BEND)},
};
static const capture_stage spring_schedule[] = {
    {"stretch", STRETCHES, STRETCHES, BIT(STRETCH)},
    {"shear", SHEARS, SHEARS, BIT(SHEAR)},
    {"bend", BENDS | STRETCHES, BENDS, BIT(BEND) | BIT(STRETCH)},
    {"diagonal bend", DIAGONAL | SHEARS, DIAGONAL, BIT(BEND) | BIT(SHEAR)},
    {"bend again", BENDS | STRETCHES, 0, BIT(BEND) | BIT(STRETCH)},
    {"stretch again", STRETCHES, 0, BIT(STRETCH)},
    {"shear again", SHEARS, 0, BIT(SHEAR)},
};

// The motion of a case, -1 if it is only scored.
static int motion_of(const pl_fit_case *c) {
  for (int m = 0; m < N_MOTION; m++)
    if (strcmp(pl_capture_of(c->test)->motion, motion_name[m]) == 0) return m;
  return -1;
}

// Sets the compared channels of each capture, as requested.
void pl__capture_compare_channels(const pl_fit *fit, bool both, pl_case_weighting *weighting) {
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_capture *capture = pl_capture_of(fit->work.fit_case[i].test);
    if (!capture) continue;
    pl_compare compare = fit->problem.options.compare > 0 ? (pl_compare)(fit->problem.options.compare - 1) : capture->compare;
    unsigned channels = pl_capture_compared(capture, compare);
    if (both && compare == PL_COMPARE_DEFAULT && capture->n_clip > 0 && channels)
      channels = 1u << PL_CAPTURE_POSITIONS | 1u << PL_CAPTURE_CLIP_FORCE;
    for (int k = 0; k < PL_MAX_CHANNEL; k++) weighting[i].unused[k] = !(channels >> k & 1);
  }
}

static bool shows(const pl_fit_case *c, unsigned motions) { return motion_of(c) >= 0 && (motions >> motion_of(c) & 1); }

static int count_cases(const pl_fit *fit, unsigned motions) {
  int n = 0;
  for (int i = 0; i < fit->problem.n_fitted; i++) n += shows(&fit->work.fit_case[i], motions);
  return n;
}

// A stage restricted to the available captures: auxiliary curves without a capture are fixed.
static capture_stage as_captured(const pl_fit *fit, capture_stage stage) {
  if (count_cases(fit, BIT(STRETCH)) == 0) stage.curves &= ~(unsigned)STRETCHES;
  if (count_cases(fit, BIT(SHEAR)) == 0) stage.curves &= ~(unsigned)SHEARS;
  return stage;
}

static bool is_force(int channel) { return channel == PL_CAPTURE_CLIP_FORCE || channel == PL_CAPTURE_CLIP_PARALLEL; }

// The compared force channel of a case, -1 when it has none or takes no part.
static int force_channel(const pl_fit *fit, const pl_stage *on, int i) {
  for (int k = 0; k < PL_MAX_CHANNEL; k++)
    if (is_force(k) && pl_stage_uses(on, &fit->work, i, k)) return k;
  return -1;
}

// ---- strains ----

// Largest |strain| of a curve over the equilibria of a stage, without the outermost elements. The simulated shapes are used, not the
// captured ones. Noise of 0.1 mm on a mesh of 4 mm bends every hinge far more than the cloth does.
static double strain_top(const pl_fit *fit, const pl_stage *on, pl_cloth_curve curve, double before) {
  const pl_term *term = pl_material_term(fit->material, pl_cloth_curve_name(curve));
  double range[PL_LAW_MAX_IN][2] = {{0}};
  for (int i = 0; i < fit->problem.n_fitted; i++)
    if (pl_stage_asks(on, i)) pl_rig_term_range(fit->work.fit_case[i].rig, term, range);
  double top = fmax(-range[0][0], range[0][1]);
  return top > 1e-6 ? top : before;  // no equilibrium, or none that moved
}

// ---- stages ----

static pl_status take_shape(pl_fit *fit, const pl_stage *on, const pl_cloth_shape *shape, unsigned curves, double density) {
  pl_material *material;
  PL_TRY(pl_cloth_material(fit->ctx, pl_fit_whole(fit).name, density, shape, &material));
  for (int j = 0; j < material->n_theta; j++) {
    material->parameter[j].frozen = true;
    for (int c = 0; c < PL_CURVE_COUNT; c++)
      if ((curves >> c & 1) &&
          strcmp(material->term[material->parameter[j].term].name, pl_cloth_curve_name(pl_cloth_owner(shape, (pl_cloth_curve)c))) == 0)
        material->parameter[j].frozen = false;
  }
  return pl_stage_material(&fit->problem, &fit->work, on, &fit->material, material);
}

// ---- first guesses ----

// Residuals and derivatives of a force balance at the captured shapes: r = a + sum_j k_j b_j, linear in the stage's stiffnesses.
typedef struct balance {
  double matrix[PL_CURVE_COUNT][PL_CURVE_COUNT], rhs[PL_CURVE_COUNT];
} balance;

// Adds the rows of one case: `zero` is the channel without the stage's curves, unit[j] with curve j at stiffness 1.
static void add_rows(const pl_fit_case *c, int channel, double sigma, const double *zero, double *const unit[], int n, balance *b) {
  const double *measured = c->test->channel[channel].value;
  double weight = 1 / (sigma * sigma);
  for (int i = 0; i < pl_case_values(c, channel); i++)
    for (int j = 0; j < n; j++) {
      double slope = unit[j][i] - zero[i];
      b->rhs[j] += weight * slope * (measured[i] - zero[i]);
      for (int k = 0; k < n; k++) b->matrix[j][k] += weight * slope * (unit[k][i] - zero[i]);
    }
}

// Non-negative solution of the small normal equations by coordinate descent, from the first guesses in k. A curve whose guess gives no
// force above the noise (weft, when only warp was pulled) keeps it: the rest of its column is round-off.
static void solve_balance(const balance *b, int n, double *k) {
  bool felt[PL_CURVE_COUNT];
  for (int j = 0; j < n; j++) felt[j] = b->matrix[j][j] * k[j] * k[j] > 1;
  for (int sweep = 0; sweep < 200; sweep++)
    for (int j = 0; j < n; j++) {
      double rest = b->rhs[j];
      for (int i = 0; i < n; i++)
        if (i != j) rest -= b->matrix[j][i] * k[i];
      if (felt[j]) k[j] = fmax(rest / b->matrix[j][j], 0);
    }
}

// Force balance at the captured shapes (no simulation): the constant stiffness of each of the stage's curves that fits the clip forces
// best.
static pl_status balance_forces(pl_fit *fit, const pl_stage *on, pl_cloth_shape *shape, const capture_stage *stage, double density,
                                pl_arena *arena) {
  int curve[PL_CURVE_COUNT], n = 0;
  for (int c = 0; c < PL_CURVE_COUNT; c++)
    if ((stage->curves >> c & 1) && pl_cloth_owner(shape, (pl_cloth_curve)c) == (pl_cloth_curve)c) curve[n++] = c;
  PL_TRY(take_shape(fit, on, shape, stage->curves, density));
  size_t n_theta = (size_t)fit->material->n_theta;
  double *theta = pl_arena_alloc(arena, n_theta + 1, sizeof *theta);
  if (!theta) return PL_ERROR_MEMORY;
  balance sum = {0};
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_fit_case *c = &fit->work.fit_case[i];
    int channel = force_channel(fit, on, i);
    if (channel < 0) continue;
    size_t n_value = (size_t)pl_case_values(c, channel);
    double *force[PL_CURVE_COUNT + 1];
    for (int j = 0; j <= n; j++) {
      force[j] = pl_arena_alloc(arena, n_value + 1, sizeof **force);
      if (!force[j]) return PL_ERROR_MEMORY;
      memcpy(theta, fit->material->theta, n_theta * sizeof *theta);
      for (int k = 0; k < n; k++) theta[pl_material_term(fit->material, pl_cloth_curve_name((pl_cloth_curve)curve[k]))->theta] = j == k + 1;
      double *out[PL_MAX_CHANNEL] = {0};
      out[channel] = force[j];
      PL_TRY(pl_rig_at_start(c->rig, theta, out));
    }
    add_rows(c, channel, pl_stage_weight_sigma(on, &fit->work, i, channel), force[0], force + 1, n, &sum);
  }
  double k[PL_CURVE_COUNT];
  for (int j = 0; j < n; j++) k[j] = shape->curve[curve[j]].value[0];
  solve_balance(&sum, n, k);
  for (int j = 0; j < n; j++)
    if (k[j] > 0) shape->curve[curve[j]].value[0] = k[j];
  return PL_OK;
}

// Sum of squares of the present material on the stage's captures, with equilibria from the captured shapes. A failed frame costs more than
// any residual.
static pl_status fresh_residual(pl_fit *fit, const pl_stage *on, pl_solution *solution, double *sum) {
  PL_TRY(pl_solution_reset(fit->ctx, solution));
  pl_stage_forget(&fit->problem, &fit->work, on);
  PL_TRY(pl_stack_create(solution->arena, &fit->problem, &fit->work, fit->material, on, &solution->stack));
  double *r = pl_arena_alloc(solution->arena, (size_t)solution->stack.n_residual + 1, sizeof *r);
  if (!r) return PL_ERROR_MEMORY;
  int n_failed = INT_MAX;
  PL_TRY(pl_stack_evaluate(&solution->stack, fit->material->theta, r, NULL, &n_failed));
  *sum = 1e9 * n_failed;
  for (int i = 0; i < solution->stack.n_data; i++) *sum += r[i] * r[i];
  return PL_OK;
}

// Scales the stiffnesses of the stage's initial curves.
static void scale_curves(pl_cloth_shape *shape, const capture_stage *stage, double factor) {
  for (int c = 0; c < PL_CURVE_COUNT; c++)
    for (int j = 0; (stage->refined >> c & 1) && j < shape->curve[c].n; j++) shape->curve[c].value[j] *= factor;
}

// Positions determine stiffness poorly without a simulation: the better of two powers of ten, or of a third below when the second is worse.
static pl_status scan_size(pl_fit *fit, const pl_stage *on, pl_cloth_shape *shape, const capture_stage *stage, double density,
                           pl_solution *solution) {
  static const double factor[] = {1, 10, 0.1};
  double best = INFINITY, best_factor = 1;
  for (int k = 0; k < 3; k++) {
    pl_cloth_shape trial = *shape;
    double sum;
    scale_curves(&trial, stage, factor[k]);
    PL_TRY(take_shape(fit, on, &trial, stage->curves, density));
    PL_TRY(fresh_residual(fit, on, solution, &sum));
    if (sum < best) {
      best = sum;
      best_factor = factor[k];
      if (k == 1) break;
    }
  }
  scale_curves(shape, stage, best_factor);
  return PL_OK;
}

// Numbers of points that a stage tries.
typedef struct pl_point_count {
  int first, most;
} pl_point_count;

// Fits with 1, 2, ... points per curve, or from the number that the curves have. It ends when another one no longer lowers the residual by `refine`, or no longer helps to predict
// frames that are left out (points.h). Each number of points is a trial; the last one is dropped if it was not needed.
static pl_status try_points(pl_fit *fit, const pl_stage *on, pl_cloth_shape *shape, const capture_stage *stage, pl_point_count count,
                            double density, pl_solution *solution, pl_point_trials *trials) {
  double best = INFINITY;
  int most = count.most;
  for (int n = count.first; n <= most; n++) {
    pl_cloth_shape *trial = &trials->shape[trials->n];
    *trial = *shape;
    for (int c = 0; c < PL_CURVE_COUNT; c++)
      if (stage->refined >> c & 1) pl_cloth_subdivide(trial, &trial->curve[c], n);
    PL_TRY(take_shape(fit, on, trial, stage->curves, density));
    PL_TRY(pl_stage_run(&fit->problem, &fit->work, fit->material, on, solution));
    pl_cloth_values(fit->material, trial);
    double sum = 0;
    for (int i = 0; i < solution->stack.n_data; i++) sum += solution->r[i] * solution->r[i];
    trials->sum[trials->n++] = sum;
    if (most > 1) PL_TRY(pl__points_leave_out(fit, solution, trials));
    if (most > 1 && !pl__points_needed(fit, trials)) {
      trials->n--;
      break;
    }
    bool enough = !(sqrt(sum) < (1 - fit->problem.options.refine) * sqrt(best));  // the residual is a root mean square
    if (sum < best) {
      *shape = *trial;
      best = sum;
    }
    if (enough) break;
    for (int c = 0; c < PL_CURVE_COUNT && n == 1; c++)
      if (stage->refined >> c & 1) shape->curve[c].top = strain_top(fit, on, (pl_cloth_curve)c, shape->curve[c].top);
  }
  return PL_OK;
}

// The best trial, evaluated from the captured shapes again. During the fit the equilibria may have drifted into folds that only this path
// reaches, which happens for curves with decreasing stress. If the best one passes this test, the others need not be tested.
static pl_status choose_trial(pl_fit *fit, const pl_stage *on, const capture_stage *stage, const pl_point_trials *trials, double density,
                              pl_solution *solution, pl_cloth_shape *shape) {
  int first = 0;
  for (int i = 1; i < trials->n; i++)
    if (trials->sum[i] < trials->sum[first]) first = i;
  double best = INFINITY;
  for (int k = 0; k < trials->n; k++) {
    int i = k == 0 ? first : k <= first ? k - 1 : k;
    double sum;
    PL_TRY(take_shape(fit, on, &trials->shape[i], stage->curves, density));
    PL_TRY(fresh_residual(fit, on, solution, &sum));
    if (sum < best) {
      best = sum;
      *shape = trials->shape[i];
    }
    // a second pass must be better than the first
    if (k == 0 && stage->refined && sqrt(sum) <= (1 + fit->problem.options.refine) * sqrt(trials->sum[i])) break;
  }
  return PL_OK;
}

static int most_points(const pl_cloth_shape *shape, unsigned curves) {
  int most = 1;
  for (int c = 0; c < PL_CURVE_COUNT; c++)
    if ((curves >> c & 1) && shape->curve[c].n > most) most = shape->curve[c].n;
  return most;
}

// How a schedule runs.
typedef struct capture_way {
  bool linear;     // one point per curve
  bool continues;  // from the present curves, which no stage may make worse; else from rough sizes
  double density;
} capture_way;

static pl_status run_schedule_stage(pl_fit *fit, const pl_stage *all, pl_cloth_shape *shape, const capture_stage *scheduled,
                                    capture_way way, pl_solution *solution) {
  bool linear = way.linear;
  double density = way.density;
  capture_stage allowed = as_captured(fit, *scheduled), *stage = &allowed;
  if (count_cases(fit, stage->motions) == 0) return PL_OK;
  bool *left_out = pl_arena_alloc(fit->arena, (size_t)fit->problem.n_fitted, sizeof *left_out);
  if (!left_out) return PL_ERROR_MEMORY;
  for (int i = 0; i < fit->problem.n_fitted; i++) left_out[i] = !shows(&fit->work.fit_case[i], stage->motions);
  pl_stage settings = pl_stage_named(all, stage->name), *on = &settings;
  on->left_out = left_out;
  // while points are added, a tenth of the criterion for the next one is precise enough
  on->tolerance = fmax(all->tolerance, stage->refined ? 0.1 * fit->problem.options.refine : 1e-5);
  pl_point_trials trials = {0};
  pl_cloth_shape before = *shape;
  double was = INFINITY, now = 0;
  if (stage->refined && way.continues) {
    PL_TRY(take_shape(fit, on, shape, stage->curves, density));
    PL_TRY(fresh_residual(fit, on, solution, &was));
  } else if (stage->refined) {
    bool forces = true;
    for (int i = 0; i < fit->problem.n_fitted; i++) forces = forces && (left_out[i] || force_channel(fit, on, i) >= 0);
    PL_TRY(forces ? balance_forces(fit, on, shape, stage, density, solution->arena) : scan_size(fit, on, shape, stage, density, solution));
  } else {  // a second pass must not be worse than the first
    trials.shape[0] = *shape;
    trials.sum[0] = INFINITY;
    trials.n = 1;
  }
  pl_point_count count = {1, linear || !stage->refined ? 1 : fit->problem.options.max_points};
  if (way.continues && stage->refined) count.first = most_points(shape, stage->refined);
  PL_TRY(try_points(fit, on, shape, stage, count, density, solution, &trials));
  PL_TRY(choose_trial(fit, on, stage, &trials, density, solution, shape));
  if (isfinite(was)) {  // a continuation must not be worse than its start
    PL_TRY(take_shape(fit, on, shape, stage->curves, density));
    PL_TRY(fresh_residual(fit, on, solution, &now));
    if (now > was) *shape = before;
  }
  unsigned bounded = pl__points_bounded(shape, stage->curves);
  if (!bounded) return PL_OK;
  pl__points_simplify(shape, bounded);
  PL_TRY(take_shape(fit, on, shape, stage->curves, density));
  PL_TRY(pl_stage_run(&fit->problem, &fit->work, fit->material, on, solution));
  pl_cloth_values(fit->material, shape);
  return PL_OK;
}

// ---- which parameters were fitted to which captures ----

// Captures to which the parameters of a curve were fitted: those of the last stages with this curve.
static unsigned motions_of(const pl_fit *fit, const pl_cloth_shape *shape, size_t n_stage, const capture_stage *stage, const char *curve) {
  unsigned all = 0;
  for (int c = 0; c < PL_CURVE_COUNT; c++) {
    if (strcmp(curve, pl_cloth_curve_name(pl_cloth_owner(shape, (pl_cloth_curve)c))) != 0) continue;
    unsigned last = 0;
    for (size_t s = 0; s < n_stage; s++)
      if ((as_captured(fit, stage[s]).curves >> c & 1) && count_cases(fit, stage[s].motions) > 0) last = stage[s].motions;
    all |= last;
  }
  return all;
}

// The curve of a term, or of its friction ("shear-friction"); NULL: none.
static const char *curve_of(const char *term) {
  for (int c = 0; c < PL_CURVE_COUNT; c++) {
    const char *name = pl_cloth_curve_name((pl_cloth_curve)c);
    if (strncmp(term, name, strlen(name)) == 0) return name;
  }
  return NULL;
}

// A capture does not affect curves that were not fitted to it: neither its noise nor its mesh changes them. Friction was fitted to the
// captures of its curve.
static pl_status tell_unfitted(pl_fit *fit, const pl_cloth_shape *shape, size_t n_stage, const capture_stage *stage) {
  const pl_material *material = fit->material;
  size_t n = (size_t)material->n_theta;
  bool *unfitted = pl_arena_alloc(fit->arena, n * (size_t)fit->problem.n_fitted + 1, sizeof *unfitted);
  if (!unfitted) return PL_ERROR_MEMORY;
  for (size_t j = 0; j < n; j++) {
    const char *curve = curve_of(material->term[material->parameter[j].term].name);
    if (!curve) continue;
    unsigned motions = motions_of(fit, shape, n_stage, stage, curve);
    for (int i = 0; i < fit->problem.n_fitted; i++) {
      int motion = motion_of(&fit->work.fit_case[i]);
      unfitted[(size_t)i * n + j] = motion < 0 || !(motions >> motion & 1);
    }
  }
  for (int i = 0; i < fit->problem.n_fitted; i++) fit->work.fit_case[i].unfitted = unfitted + (size_t)i * n;
  return PL_OK;
}

// ---- schedules ----

typedef struct capture_schedule {
  size_t n;
  const capture_stage *stage;
} capture_schedule;
#define SCHEDULE(list) ((capture_schedule){sizeof(list) / sizeof *(list), list})

static capture_schedule schedule_for(const pl_strain *bending) {
  if (bending->rigidity == 0) return SCHEDULE(spring_schedule);
  return bending->n_value == 3 ? SCHEDULE(plate_schedule) : SCHEDULE(hinge_schedule);
}

// ---- variants ----

// The next word of a list with commas, without spaces around it; false at the end.
static bool next_word(const char **list, char word[64]) {
  while (**list == ',' || **list == ' ') ++*list;
  size_t n = strcspn(*list, ","), kept = n < 63 ? n : 63;
  memcpy(word, *list, kept);
  while (kept > 0 && word[kept - 1] == ' ') kept--;
  word[kept] = '\0';
  *list += n;
  return kept > 0;
}

static bool variant_has(const pl_fit *fit, const char *word) {
  char found[64];
  for (const char *list = fit->problem.options.variant ? fit->problem.options.variant : ""; next_word(&list, found);)
    if (strcmp(found, word) == 0) return true;
  return false;
}

// An empty list means nonlinear and orthotropic; both may be given.
static pl_status check_variant(const pl_fit *fit) {
  static const char *const words[] = {"linear", "isotropic", "convex", "nonlinear", "orthotropic"};
  char found[64];
  for (const char *list = fit->problem.options.variant ? fit->problem.options.variant : ""; next_word(&list, found);) {
    int known = 0;
    while (known < 5 && strcmp(words[known], found) != 0) known++;
    if (known < 5) continue;
    const char *near = pl_text_nearest(found, 5, words);
    char hint[96] = "use linear, isotropic, convex, or several with commas between";
    if (near) strcat(strcat(strcpy(hint, "did you mean '"), near), "'?");
    return pl_fail(fit->ctx, PL_ERROR_USAGE, NULL, hint, "unknown variant '%s'", found);
  }
  bool contradiction =
      (variant_has(fit, "linear") && variant_has(fit, "nonlinear")) || (variant_has(fit, "isotropic") && variant_has(fit, "orthotropic"));
  if (contradiction)
    return pl_fail(fit->ctx, PL_ERROR_USAGE, NULL, "keep one of the two words", "the variant '%s' contradicts itself",
                   fit->problem.options.variant);
  return PL_OK;
}

// ---- continuations ----

// rough sizes of a cotton: stretch 1 kN/m, shear 100 N/m, bending 3e-6 N m (bending springs: N/m)
static void rough_sizes(const pl_fit *fit, const pl_strain *bending, pl_cloth_shape *shape) {
  for (int c = 0; c < PL_CURVE_COUNT; c++) {
    double start = c <= PL_CURVE_STRETCH_WEFT ? 1000 : c == PL_CURVE_SHEAR ? 100 : bending->rigidity == 0 ? 1 : 3e-6;
    shape->curve[c] = (pl_cloth_points){.n = 1, .top = 0.1, .value = {fit->problem.options.start * start}};
  }
}

static pl_status run_stages(pl_fit *fit, const pl_stage *all, capture_schedule schedule, capture_way way, pl_cloth_shape *shape,
                            pl_solution *solution) {
  PL_TRY(take_shape(fit, all, shape, 0, way.density));
  for (size_t s = 0; s < schedule.n; s++) PL_TRY(run_schedule_stage(fit, all, shape, &schedule.stage[s], way, solution));
  return PL_OK;
}

// How well a shape describes all motions: sum over motions of (frames/2) ln(sum of squares). The residuals of springs are errors of the
// model, of a size that differs between motions and is unknown. This is the likelihood at the best size for each, with frames as
// independent readings. It compares residuals by their ratios, so no motion decides alone by the number of its vertices.
static pl_status misfit(pl_fit *fit, const pl_stage *all, const pl_cloth_shape *shape, double density, pl_solution *solution, double *sum) {
  *sum = 0;
  PL_TRY(take_shape(fit, all, shape, ~0u, density));
  bool *left_out = pl_arena_alloc(fit->arena, (size_t)fit->problem.n_fitted, sizeof *left_out);
  if (!left_out) return PL_ERROR_MEMORY;
  for (int m = 0; m < N_MOTION; m++) {
    int n_frame = 0;
    for (int i = 0; i < fit->problem.n_fitted; i++) {
      left_out[i] = !shows(&fit->work.fit_case[i], BIT(m));
      if (!left_out[i]) n_frame += fit->work.fit_case[i].test->n_frame;
    }
    if (n_frame == 0) continue;
    pl_stage on = pl_stage_named(all, motion_name[m]);
    on.left_out = left_out;
    double square;
    PL_TRY(fresh_residual(fit, &on, solution, &square));
    *sum += 0.5 * n_frame * log(square);
  }
  return PL_OK;
}

// The curves of a restricted shape in the general one: exact.
static void take_curves(const pl_cloth_shape *restricted, pl_cloth_shape *shape) {
  for (int c = 0; c < PL_CURVE_COUNT; c++) shape->curve[c] = restricted->curve[pl_cloth_owner(restricted, (pl_cloth_curve)c)];
  shape->simplified = restricted->simplified;
}

// Bending springs act in the membrane: stages do not separate, and where they end depends on their start. A restriction can end at smaller
// residuals in every motion than the general variant, which contains it. So the general variant also continues from the solutions of its
// restrictions, found the same way, and the best is kept.
static pl_status run_variant(pl_fit *fit, const pl_stage *all, capture_schedule schedule, capture_way way, pl_cloth_shape *shape,
                             pl_solution *solution) {
  const pl_strain *bending = pl_strain_find(shape->row->bending);
  rough_sizes(fit, bending, shape);
  PL_TRY(run_stages(fit, all, schedule, way, shape, solution));
  if (bending->rigidity != 0 || (way.linear && shape->isotropic)) return PL_OK;
  double best;
  PL_TRY(misfit(fit, all, shape, way.density, solution, &best));
  for (int k = 0; k < 2; k++) {
    if (k == 0 ? way.linear : shape->isotropic) continue;
    pl_cloth_shape restricted = {.row = shape->row, .isotropic = shape->isotropic || k == 1, .convex = shape->convex}, other = *shape;
    capture_way narrow = way, on = way;
    narrow.linear = way.linear || k == 0;
    on.continues = true;
    double sum;
    PL_TRY(run_variant(fit, all, schedule, narrow, &restricted, solution));
    take_curves(&restricted, &other);
    for (int continued = 0; continued < 2; continued++) {  // as it is, and continued: stages that trade motions may end higher
      if (continued) PL_TRY(run_stages(fit, all, schedule, on, &other, solution));
      PL_TRY(misfit(fit, all, &other, way.density, solution, &sum));
      if (sum < best) *shape = other, best = sum;
    }
  }
  // how the chosen one converged
  const capture_stage *last = &schedule.stage[schedule.n - 1];
  return run_schedule_stage(fit, all, shape, last, way, solution);
}

pl_status pl__capture_fit(pl_fit *fit, pl_solution *solution) {
  PL_TRY(check_variant(fit));
  pl_cloth_shape shape = {
      .row = pl_cloth_find(fit->solution.model), .isotropic = variant_has(fit, "isotropic"), .convex = variant_has(fit, "convex")};
  capture_way way = {.linear = variant_has(fit, "linear"), .density = pl_fit_whole(fit).density};
  pl_case_weighting *weighting = pl_weightings_create(fit->arena, &fit->problem);
  if (!weighting) return PL_ERROR_MEMORY;
  pl__capture_compare_channels(fit, false, weighting);
  pl_stage all = pl_stage_default(&fit->problem);
  all.weighting = weighting;
  bool friction = fit->problem.options.friction > PL_FRICTION_NONE;
  if (friction) PL_TRY(pl_capture_friction_check(fit, &all));
  all.hold_intrinsics = true;
  capture_schedule schedule = schedule_for(pl_strain_find(shape.row->bending));
  pl_status status = run_variant(fit, &all, schedule, way, &shape, solution);
  if (status != PL_OK && status != PL_ERROR_INTERRUPTED) return status;
  // all curves and captures together, for the covariance and the scores
  PL_TRY(take_shape(fit, &all, &shape, ~0u, way.density));
  PL_TRY(pl__points_record(&fit->findings, &shape));
  if (friction && status == PL_OK) {
    status = pl_capture_friction(fit, &all, solution);
    if (status != PL_OK && status != PL_ERROR_INTERRUPTED) return status;
  }
  PL_TRY(tell_unfitted(fit, &shape, schedule.n, schedule.stage));
  pl_stage_forget(&fit->problem, &fit->work, &all);  // the last evaluation starts from the captured shapes
  PL_TRY(pl_solution_room(&fit->problem, &fit->work, fit->material, &all, solution));
  return status;
}
