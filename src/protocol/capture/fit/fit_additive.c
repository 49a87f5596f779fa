// fit_additive.c: the additive model fitted to captures (Miguel 2016, sections 4 and 5.1).
//
//   stvk          Young modulus and Poisson coefficient, from a force balance at the captured shapes
//   bending       hinges along warp, weft and diagonal, fitted to cloth hanging off a table; without such captures one parameter, fitted
//                 along with the rest
//   anisotropic   warp, weft, shear, area separately; now the visited strains are known
//   cross         shear stiffens with stretch
//   nonlinear     curves of 3, 5 control strains over the visited strains
//   asymmetric    separate compression
//   bending       again, with the fitted membrane, and the last stage again, until neither changes
//   friction      with --friction: for warp, weft and shear, together with all elastic parameters, along the measured path
//                 (additive_friction.c)
// Stretch and picture-frame captures are compared by positions and force vectors of the clips (weigh), all at once: no addend has a
// separate test. Every stage starts exactly where the one before ended (additive_model.h), and steps stay within the convex materials
// (convex_set.h). So at fixed bending the objective never increases. With --progressive 0 the last stage follows directly after stvk and
// bending.
#include <limits.h>
#include <math.h>
#include <string.h>

#include "estimate/problem/whole.h"
#include "protocol/capture/fit/prepare.h"
#include "base/text.h"
#include "protocol/capture/fit/additive_run.h"
#include "protocol/capture/fit/capture_friction.h"
#include "protocol/capture/capture.h"
#include "protocol/capture/capture_part.h"

enum { MEMBRANE = 1, EDGES = 2 };  // captures of a stage

static bool hangs(const pl_fit_case *c) { return pl_capture_of(c->test)->n_clip == 0; }

static bool shows(const pl_fit_case *c, unsigned which) {
  bool scored = pl_capture_compared(pl_capture_of(c->test), PL_COMPARE_DEFAULT) == 0;
  return !scored && (which & (hangs(c) ? EDGES : MEMBRANE));
}

static int count_cases(const pl_fit *fit, unsigned which) {
  int n = 0;
  for (int i = 0; i < fit->problem.n_fitted; i++) n += shows(&fit->work.fit_case[i], which);
  return n;
}

// The cases of the following stages.
static void select_cases(pl_additive_run *run, unsigned which) { run->stage.left_out = which == MEMBRANE ? run->of_edges : run->of_clips; }

// ---- one stage ----

pl_status pl_additive_stage_begin(pl_additive_run *run) {
  size_t n = (size_t)run->fit->problem.n_fitted;
  bool *of_edges = pl_arena_alloc(run->fit->arena, 2 * n + 1, sizeof *of_edges), *of_clips = of_edges ? of_edges + n : NULL;
  if (!of_edges) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < n; i++) {
    of_edges[i] = !shows(&run->fit->work.fit_case[i], MEMBRANE);
    of_clips[i] = !shows(&run->fit->work.fit_case[i], EDGES);
  }
  run->of_edges = of_edges;
  run->of_clips = of_clips;
  run->stage = pl_stage_default(&run->fit->problem);
  run->weighting = pl_weightings_create(run->fit->arena, &run->fit->problem);
  if (!run->weighting) return PL_ERROR_MEMORY;
  pl__capture_compare_channels(run->fit, true, run->weighting);
  run->stage.weighting = run->weighting;
  run->stage.hold_intrinsics = true;
  run->stage.steps.chained = true;
  return PL_OK;
}

static bool bends(const pl_material *material, int j) { return pl_strain_bends(material->term[material->parameter[j].term].strain); }

// Margin around the visited strains within which the energy is kept convex. Compression may go further than before where a fitted addend
// softens; shear has two directions.
static const double BOX_HIGH = 1.25, BOX_LOW = 2.5;

static pl_status make_set(pl_additive_run *run) {
  const pl_fit *fit = run->fit;
  run->stage.set = NULL;
  run->set = NULL;
  pl_arena_destroy(run->set_arena);
  run->set_arena = NULL;
  if (run->shape.isotropic || fit->problem.options.convexity == PL_CONVEX_FREE) return PL_OK;
  if (!(run->set_arena = pl_arena_create(fit->ctx))) return PL_ERROR_MEMORY;
  double box[3][2], least = INFINITY;
  for (int i = 0; i < 3; i++) {
    const double *range = run->shape.range[i];
    least = fmin(least, run->shape.addend[i].value[0]);
    box[i][1] = BOX_HIGH * (i == PL_SLOT_SHEAR ? fmax(-range[0], range[1]) : range[1]);
    box[i][0] = i == PL_SLOT_SHEAR ? -box[i][1] : BOX_LOW * range[0];
    box[i][0] = fmin(box[i][0], run->visited[i][0]);
    box[i][1] = fmax(box[i][1], run->visited[i][1]);
  }
  PL_TRY(pl_convex_set_create(run->set_arena, fit->material, pl_strain_reference(false), (const double(*)[2])box, 1e-3 * least,
                              fit->problem.options.convexity == PL_CONVEX_PROJECT, &run->set));
  run->stage.set = pl_convex_set_ls(run->set);
  return PL_OK;
}

pl_status pl_additive_take(pl_additive_run *run, unsigned free) {
  pl_fit *fit = run->fit;
  pl_material *material;
  PL_TRY(pl_additive_material(fit->ctx, pl_fit_whole(fit).name, run->density, &run->shape, &material));
  for (int j = 0; j < material->n_theta; j++)
    if (!(free & (bends(material, j) ? PL_FREE_BENDING : PL_FREE_MEMBRANE))) material->parameter[j].frozen = true;
  run->stage.set = NULL;
  PL_TRY(pl_stage_material(&fit->problem, &fit->work, &run->stage, &fit->material, material));
  return free & PL_FREE_MEMBRANE ? make_set(run) : PL_OK;
}

// True if the fit has taken a step since its history was n_before long.
static bool stepped(const pl_fit *fit, int n_before) {
  for (int i = n_before; i < fit->work.n_iteration; i++)
    if (fit->work.iteration[i].accepted) return true;
  return fit->work.n_iteration == PL_MAX_HISTORY;
}

pl_status pl_additive_fit(pl_additive_run *run, const char *name, unsigned free, double tolerance) {
  pl_fit *fit = run->fit;
  PL_TRY(pl_additive_take(run, free));
  int n_before = fit->work.n_iteration;
  pl_stage stage = pl_stage_named(&run->stage, name);
  stage.tolerance = fmax(run->stage.tolerance, tolerance);
  // a step that removes all stiffness in some direction leads into folds and back, at many times the cost
  if (free == PL_FREE_BENDING) stage.steps.fall = 0.5, stage.steps.rise = 1.5;
  pl_status status = pl_stage_run(&fit->problem, &fit->work, fit->material, &stage, run->solution);
  if (stepped(fit, n_before)) run->met = false;
  if (status == PL_OK || status == PL_ERROR_INTERRUPTED) pl_additive_values(fit->material, &run->shape);
  return status;
}

// ---- steps of the fit ----

// Sum of the squares of a channel's residuals.
static double channel_chi2(const pl_additive_run *run, int channel) {
  const pl_fit *fit = run->fit;
  const double *r = run->solution->r;
  double sum = 0;
  for (int i = 0; i < fit->problem.n_fitted; i++)
    for (int k = 0; k < PL_MAX_CHANNEL; k++) {
      if (!pl_stage_uses(&run->stage, &fit->work, i, k)) continue;
      int n_value = pl_case_values(&fit->work.fit_case[i], k);
      for (int v = 0; v < n_value && k == channel; v++) sum += r[v] * r[v];
      r += n_value;
    }
  return sum;
}

// Sum of the squares of all measured residuals, without the extra weight of positions.
static double chi2(const pl_additive_run *run) {
  return pl_solution_goodness(run->solution).chi2 - (1 - 1 / (run->leant * run->leant)) * channel_chi2(run, PL_CAPTURE_POSITIONS);
}

pl_status pl_additive_note(pl_additive_run *run, const char *name, double held_out, bool kept) {
  pl_fit *fit = run->fit;
  pl_fit_step step = {.name = name,
                      .addends = pl_additive_words(fit->arena, &run->shape),
                      .friction = pl_additive_has_friction(&run->shape),
                      .n_parameter = pl_fit_free(fit),
                      .force = pl_additive_rms(run, PL_CAPTURE_CLIP_FORCE),
                      .position = pl_additive_rms(run, PL_CAPTURE_POSITIONS),
                      .chi2 = chi2(run),
                      .n_failed = run->solution->n_failed,
                      .held_out = held_out,
                      .unseen_force = NAN,
                      .unseen_position = NAN,
                      .kept = kept};
  return pl_fit_note_step(fit, &step);
}

// ---- the first stages ----

static pl_status scan_bending(pl_additive_run *run) {
  static const double factor[] = {1, 10, 0.1};
  pl_fit *fit = run->fit;
  pl_additive_shape start = run->shape, best = run->shape;
  double least = INFINITY;
  for (int k = 0; k < 3; k++) {
    for (int b = 0; b < 3; b++) run->shape.bend[b] = factor[k] * start.bend[b];
    PL_TRY(pl_additive_take(run, PL_FREE_BENDING));
    pl_stage_forget(&fit->problem, &fit->work, &run->stage);
    PL_TRY(pl_solution_reset(fit->ctx, run->solution));
    pl_stack *stack = &run->solution->stack;
    PL_TRY(pl_stack_create(run->solution->arena, &fit->problem, &fit->work, fit->material, &run->stage, stack));
    double *r = pl_arena_alloc(run->solution->arena, (size_t)stack->n_residual + 1, sizeof *r), sum = 0;
    if (!r) return PL_ERROR_MEMORY;
    int n_failed = INT_MAX;
    PL_TRY(pl_stack_evaluate(stack, fit->material->theta, r, NULL, &n_failed));
    for (int i = 0; i < stack->n_data; i++) sum += r[i] * r[i];
    sum += 1e9 * n_failed;
    if (sum >= least) continue;
    least = sum;
    best = run->shape;
    if (k == 1) break;  // a larger value is better, so a smaller one is not
  }
  run->shape = best;
  return PL_OK;
}

// Bending from a balance at the captured shapes if the edge of the table is known; else the best of some powers of ten. Then the fit.
static pl_status fit_bending(pl_additive_run *run, double tolerance) {
  bool known;
  select_cases(run, EDGES);
  PL_TRY(pl_additive_balance_bending(run, run->shape.bend, &known));
  if (!known) PL_TRY(scan_bending(run));
  return pl_additive_fit(run, "bending", PL_FREE_BENDING, tolerance);
}

// m, side of a square with the area of the largest first sample of the files.
static double sample_size(const pl_fit *fit) {
  double largest = 0;
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_fit_case *c = &fit->work.fit_case[i];
    if (i == 0 || c->given->measurement != c[-1].given->measurement) largest = fmax(largest, pl__capture_area(c->test));
  }
  return sqrt(largest);
}

// Sets the weights of readings. Their noise is a fraction of the error of any model and mesh, and the misfit of a fold affects hundreds of
// vertices at once. With the noise as sigma, the shape of folds would dominate the stiffnesses. So the sigma of forces is a hundredth of
// the largest one of their capture, and that of positions the residual of StVK (`left`, m). All positions together have the weight of the
// forces.
static void weigh(pl_additive_run *run, double left) {
  const pl_fit *fit = run->fit;
  double n_force = 0, n_position = 0;
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_fit_case *c = &fit->work.fit_case[i];
    if (pl_stage_uses(&run->stage, &fit->work, i, PL_CAPTURE_CLIP_FORCE)) n_force += pl_case_values(c, PL_CAPTURE_CLIP_FORCE);
    if (pl_stage_uses(&run->stage, &fit->work, i, PL_CAPTURE_POSITIONS)) n_position += pl_case_values(c, PL_CAPTURE_POSITIONS);
  }
  for (int i = 0; i < fit->problem.n_fitted && n_force > 0 && n_position > 0; i++) {
    const pl_fit_case *c = &fit->work.fit_case[i];
    double *counts_as = run->weighting[i].counts_as;
    if (!pl_stage_asks(&run->stage, i)) continue;
    const double *force = c->test->channel[PL_CAPTURE_CLIP_FORCE].value;
    double largest = 0;
    for (int v = 0; v < pl_case_values(c, PL_CAPTURE_CLIP_FORCE); v++) largest = fmax(largest, fabs(force[v]));
    counts_as[PL_CAPTURE_CLIP_FORCE] = fmax(pl_case_sigma(c->test, PL_CAPTURE_CLIP_FORCE), 0.01 * largest);
    counts_as[PL_CAPTURE_POSITIONS] = fmax(pl_case_sigma(c->test, PL_CAPTURE_POSITIONS), left) * sqrt(fmax(n_position / n_force, 1));
  }
  pl_additive_noise_unit(run);
}

// Membrane strains over the present equilibria, without outermost elements, including both signs.
static void populated_range(pl_additive_run *run) {
  double range[PL_STRAIN_MAX_VALUE][2] = {{0}};
  for (int i = 0; i < run->fit->problem.n_fitted; i++)
    if (pl_stage_asks(&run->stage, i)) pl_rig_strain_range(run->fit->work.fit_case[i].rig, pl_strain_reference(false), range);
  for (int i = 0; i < 3; i++) {
    double top = fmax(fmax(-range[i][0], range[i][1]), 1e-4);
    run->shape.range[i][0] = fmin(range[i][0], -0.02 * top);
    run->shape.range[i][1] = fmax(range[i][1], 0.02 * top);
  }
}

// ---- the schedule ----

static pl_status stage_of(const pl_fit *fit, pl_additive_stage *stage, bool *choose) {
  const char *asked = fit->problem.options.addends;
  *choose = strcmp(asked, "auto") == 0;
  *stage = PL_ADDITIVE_ANISOTROPIC;
  if (*choose) return PL_OK;
  for (int s = 0; s < PL_ADDITIVE_STAGES; s++)
    if (strcmp(asked, pl_additive_stage_names[s]) == 0) {
      *stage = (pl_additive_stage)s;
      return PL_OK;
    }
  const char *near = pl_text_nearest(asked, PL_ADDITIVE_STAGES, pl_additive_stage_names);
  return pl_fail(fit->ctx, PL_ERROR_USAGE, NULL, "use stvk, anisotropic, cross, nonlinear, asymmetric or auto",
                 PL_ID("addends.unknown") "unknown stage '%s' of the additive model%s%s%s", asked, near ? ", did you mean '" : "",
                 near ? near : "", near ? "'?" : "");
}

// ---- sequence of stages ----

// The stage before the present one, which is recorded as the last step or, while it runs, not yet.
static const pl_fit_step *step_before(const pl_additive_run *run, bool noted) {
  int at = run->fit->way.n_step - (noted ? 2 : 1);
  return at >= 0 ? &run->fit->way.step[at] : NULL;
}

// More control strains while they help: 3, 5 (each set contains the one before).
static pl_status refine_curves(pl_additive_run *run, unsigned free, double tolerance) {
  while (2 * run->shape.points - 1 <= run->fit->problem.options.max_points) {
    double before = run->fit->way.step[run->fit->way.n_step - 1].chi2;
    pl_additive_points(&run->shape, 2 * run->shape.points - 1);
    PL_TRY(pl_additive_stage_fit(run, step_before(run, false), "nonlinear", free, tolerance));
    PL_TRY(pl_additive_note(run, "more control strains", NAN, true));
    if (run->fit->way.step[run->fit->way.n_step - 1].chi2 > (1 - 2 * run->fit->problem.options.refine) * before) break;
  }
  return PL_OK;
}

// Bending again, at the present membrane. *change: relative change of its largest parameter.
static pl_status find_bending(pl_additive_run *run, double tolerance, double *change) {
  double was[3], largest = 0;
  *change = 0;
  if (!run->edges) return PL_OK;
  memcpy(was, run->shape.bend, sizeof was);
  select_cases(run, EDGES);
  PL_TRY(pl_additive_fit(run, "bending", PL_FREE_BENDING, tolerance));
  for (int b = 0; b < 3; b++) largest = fmax(largest, run->shape.bend[b]);
  for (int b = 0; b < 3; b++) *change = fmax(*change, fabs(run->shape.bend[b] - was[b]) / largest);
  select_cases(run, MEMBRANE);
  return PL_OK;
}

void pl_additive_begin_anew(pl_additive_run *run) {
  pl_stage_forget(&run->fit->problem, &run->fit->work, &run->stage);
  run->met = true;
}

// The end of the sequence. Bending was found with a simpler membrane, and the membrane with that bending: they alternate until bending
// converges. Equilibria that were followed through many materials, or to another bending, start at the captured shapes again, as those of
// the result will. Table edges determine bending, so its effect on the other captures may be a loss. Both sums of squares are mostly model
// error, so relative changes are compared. If the captures with clips lose more than the edges gain, bending is kept. (If `edges` is 1
// there are none, and the objective only decreases.)
static pl_status settle(pl_additive_run *run, const pl_fit_step *before, const char *name, unsigned free) {
  const double enough = 0.01, between = 1e-4, fine = 1e-6, bending = 1e-5;  // relative: change of bending; tolerances
  const int rounds = 3;
  const pl_additive_shape was = run->shape;
  double edges = 1, clips = chi2(run);  // fraction of the sum of squares that bending left; sum of squares before
  int lost = run->solution->n_failed;   // frames, whose squares are not included
  bool met = run->met;
  for (int round = 1;; round++) {
    double change;
    PL_TRY(find_bending(run, bending, &change));
    if (run->edges) edges *= run->solution->objective / run->solution->started;
    if (round == 1 && (!met || change > enough)) pl_additive_begin_anew(run);
    pl_additive_lean(run, 1 / run->leant);
    bool last = change <= enough || round == rounds;
    PL_TRY(pl_additive_fit(run, name, free, last ? fine : between));
    if (last) break;
  }
  int lost_now = run->solution->n_failed;
  if (lost_now > lost || (lost_now == lost && edges * chi2(run) > clips)) {
    run->shape = was;
    pl_additive_begin_anew(run);
    PL_TRY(pl_additive_fit(run, name, free, fine));
  }
  return pl_additive_stage_end(run, before, name, free, fine);
}

// Updates the last recorded step.
static pl_status note_again(pl_additive_run *run) {
  pl_fit *fit = run->fit;
  if (fit->way.n_step == PL_MAX_STEP) return PL_OK;
  pl_fit_step *last = &fit->way.step[--fit->way.n_step];
  pl_material_destroy(last->material);
  last->material = NULL;
  return pl_additive_note(run, last->name, last->held_out, true);
}

// Bending found with the StVK membrane would change at the end, and with it the residual of every stage. It is fitted again as soon as the
// membrane is anisotropic.
static pl_status know_bending(pl_additive_run *run, unsigned free, double tolerance) {
  double change;
  if (!run->edges) return PL_OK;
  PL_TRY(pl_additive_fit(run, pl_additive_stage_names[PL_ADDITIVE_ANISOTROPIC], free, tolerance));
  PL_TRY(find_bending(run, tolerance, &change));
  pl_additive_begin_anew(run);
  return PL_OK;
}

static pl_status run_stages(pl_additive_run *run, pl_additive_stage last, bool choose, unsigned free) {
  const pl_fit *fit = run->fit;
  const double rough = 1e-3;
  bool once = !fit->problem.options.progressive && !choose;
  for (int s = once && last > PL_ADDITIVE_STVK ? (int)last : PL_ADDITIVE_ANISOTROPIC; s <= (int)last; s++) {
    const char *name = pl_additive_stage_names[s];
    if (s == PL_ADDITIVE_CROSS || once) populated_range(run);
    pl_additive_raise(&run->shape, (pl_additive_stage)s);
    if (s == PL_ADDITIVE_ANISOTROPIC && !once) PL_TRY(know_bending(run, free, rough));
    if (s == (int)last && s != PL_ADDITIVE_NONLINEAR && !choose) {
      // its residuals from the captured shapes are computed once it has converged
      pl_additive_lean(run, 1 / run->leant);
      PL_TRY(pl_additive_fit(run, name, free, rough));
      PL_TRY(settle(run, step_before(run, false), name, free));
      return pl_additive_note(run, name, NAN, true);
    }
    PL_TRY(pl_additive_stage_fit(run, step_before(run, false), name, free, rough));
    PL_TRY(pl_additive_note(run, name, NAN, true));
    if (s == PL_ADDITIVE_NONLINEAR) PL_TRY(refine_curves(run, free, rough));
  }
  if (choose) {
    populated_range(run);
    pl_additive_lean(run, 1 / run->leant);
    PL_TRY(pl_addend_choice(run, free, rough));
    return settle(run, NULL, "chosen addends", free);
  }
  PL_TRY(settle(run, step_before(run, true), pl_additive_stage_names[last], free));
  return note_again(run);
}

// The result may visit strains beyond the range in which its stages were kept convex, and its certificate covers them. Further steps
// enforce convexity there too, until the range no longer grows; after some rounds its parameters are only moved.
static pl_status end_convex(pl_additive_run *run, const char *name, bool noted, unsigned free) {
  const double fine = 1e-6;
  const int rounds = 3;
  for (int round = 1;; round++) {
    bool moved;
    PL_TRY(pl_additive_hold(run, free, &moved));
    if (!moved) return PL_OK;
    run->met = false;
    if (round > rounds) return PL_OK;
    PL_TRY(pl_additive_stage_fit(run, noted ? step_before(run, true) : NULL, name, free, fine));
    if (noted) PL_TRY(note_again(run));
  }
}

// Friction, if requested, comes last: the best elastic model is then known and recorded. Addends that hysteresis had hidden are tried once
// more (a virtual cloth had its area term removed by it).
static pl_status run_friction(pl_additive_run *run, bool choose, unsigned free) {
  const double rough = 1e-3, fine = 1e-6;
  const char *name = choose ? "chosen addends" : "friction";
  if (run->fit->problem.options.friction <= PL_FRICTION_NONE) return PL_OK;
  PL_TRY(pl_additive_add_friction(run, "friction", free));
  PL_TRY(pl_additive_note(run, "friction", NAN, true));
  if (choose) {
    PL_TRY(pl_addend_choice(run, free, rough));
    PL_TRY(pl_additive_stage_fit(run, NULL, name, free, fine));
    PL_TRY(note_again(run));
  }
  return end_convex(run, name, true, free);
}

static pl_status run_all(pl_additive_run *run, pl_additive_stage last, bool choose) {
  const double rough = 1e-3, again = 1e-2;
  const pl_fit *fit = run->fit;
  unsigned free = PL_FREE_MEMBRANE | (run->edges ? 0 : PL_FREE_BENDING);
  double young, poisson;
  select_cases(run, MEMBRANE);
  PL_TRY(pl_additive_take(run, PL_FREE_MEMBRANE));
  weigh(run, 0.01 * sample_size(fit));  // before anything is fitted: a hundredth of the cloth
  PL_TRY(pl_additive_balance_forces(run, &young, &poisson));
  pl_additive_shape start = run->shape;
  pl_additive_start(&run->shape, young, poisson, start.bend[0]);
  run->shape.bend_one = start.bend_one;
  PL_TRY(pl_additive_fit(run, "stvk", free, rough));
  weigh(run, pl_additive_rms(run, PL_CAPTURE_POSITIONS) / sqrt(3.0));
  if (run->edges) {
    PL_TRY(fit_bending(run, rough));
    select_cases(run, MEMBRANE);
    pl_additive_begin_anew(run);
  }
  PL_TRY(pl_additive_stage_fit(run, NULL, "stvk", free, again));
  PL_TRY(pl_additive_note(run, "stvk", NAN, true));
  PL_TRY(run_stages(run, last, choose, free));
  PL_TRY(end_convex(run, choose ? "chosen addends" : pl_additive_stage_names[last], !choose, free));
  return run_friction(run, choose, free);
}

// With table edges, only they determine bending, and they determine nothing else.
static pl_status tell_unfitted(pl_additive_run *run) {
  pl_fit *fit = run->fit;
  size_t n = (size_t)fit->material->n_theta;
  for (int i = 0; i < fit->problem.n_fitted && run->edges; i++) {
    bool *unfitted = pl_arena_alloc(fit->arena, n + 1, sizeof *unfitted), edge = hangs(&fit->work.fit_case[i]);
    if (!unfitted) return PL_ERROR_MEMORY;
    for (size_t j = 0; j < n; j++) unfitted[j] = bends(fit->material, (int)j) != edge;
    fit->work.fit_case[i].unfitted = unfitted;
  }
  return PL_OK;
}

pl_status pl__capture_fit_additive(pl_fit *fit, pl_solution *solution) {
  pl_additive_stage last;
  bool choose;
  PL_TRY(stage_of(fit, &last, &choose));
  if (!(fit->way.step = pl_arena_alloc(fit->arena, PL_MAX_STEP, sizeof *fit->way.step))) return PL_ERROR_MEMORY;
  pl_additive_run run = {.fit = fit, .solution = solution, .leant = 1, .density = pl_fit_whole(fit).density};
  PL_TRY(pl_additive_stage_begin(&run));
  if (fit->problem.options.friction > PL_FRICTION_NONE) PL_TRY(pl_capture_friction_check(fit, &run.stage));
  if (count_cases(fit, MEMBRANE) == 0)
    return pl_fail(fit->ctx, PL_ERROR_INPUT, &(pl_where){.file = pl_fit_whole(fit).file}, "give stretch and picture-frame captures as well",
                   PL_ID("addends.no-clips") "no capture with clips: stretch and shear are not identifiable");
  run.edges = count_cases(fit, EDGES) > 0;
  // rough sizes for a cotton
  pl_additive_start(&run.shape, 1000 * fit->problem.options.start, 0.2, 9e-6 * fit->problem.options.start);
  run.shape.bend_one = !run.edges;
  pl_status status = run_all(&run, last, choose);
  if (status == PL_OK || status == PL_ERROR_INTERRUPTED) {
    // all captures and parameters together, for the covariance and the scores
    run.stage.left_out = NULL;
    pl_status end = pl_additive_take(&run, PL_FREE_MEMBRANE | PL_FREE_BENDING);
    if (end == PL_OK) end = tell_unfitted(&run);
    for (int i = 0; i < fit->problem.n_fitted && end == PL_OK; i++)
      if (!run.met || hangs(&fit->work.fit_case[i])) pl_rig_forget(fit->work.fit_case[i].rig);
    run.stage.set = NULL;
    if (end == PL_OK) end = pl_solution_room(&fit->problem, &fit->work, fit->material, &run.stage, solution);
    if (end != PL_OK) status = end;
  }
  pl_arena_destroy(run.set_arena);
  return status;
}
