// body_choice.c: chooses the addends of the energy of a body in poses by cross-validation over poses (fold_choice.h).
//
// It starts at the isotropic body and may raise any addend of body_shape.h. There are few poses with some tens of readings, so chance alone
// lowers the error of left-out poses by some per cent. Of many parameters without effect, the best removes a few squares of sigma from the
// sum over all readings. A change must gain more than that, on left-out and on fitted poses.
#include <math.h>
#include <string.h>

#include "estimate/problem/whole.h"
#include "estimate/model/body_shape.h"
#include "estimate/stage/fold_choice.h"
#include "protocol/poses/fit/poses_run.h"
#include "estimate/field/sample_choice.h"
#include "protocol/poses/poses.h"

#define CHANCE 8.0  // squares of sigma: possible gain of the best of some tens of parameters without effect
#define ROUGH 1e-3  // tolerances: of a tried model,
#define FINE 1e-4   // and of the chosen one: many parameters creep along valleys that do not affect the readings
enum { LEAST_POSES = 3 };

typedef struct choice {
  pl_poses_run *run;
  int *fold;             // of each pose, over all fitted cases
  pl_body_shape shape;   // as fitted so far
  pl_body_shape before;  // before the last change
  pl_body_shape start;   // isotropic: always convex
  pl_body_shape big;     // every addend at its highest level
} choice;

// ---- poses ----

static int readings_of(const pl_fit_case *c, int pose) {
  int n = 0;
  for (int k = 0; k < PL_POSES_CHANNELS; k++) {
    const pl_channel *channel = &c->test->channel[k];
    int width = channel->value ? pl_channel_width(channel) : 0;
    for (int v = pose * width; v < (pose + 1) * width; v++)
      n += !isnan(channel->value[v]) && (!channel->importance || channel->importance[v] > 0);
  }
  return n;
}

// Number of poses with readings, over all fitted cases; *n_reading: their total.
static int count_poses(const pl_fit *fit, int *n_reading) {
  int n_pose = *n_reading = 0;
  for (int i = 0; i < fit->problem.n_fitted; i++)
    for (int f = 0; f < fit->work.fit_case[i].test->n_frame; f++) {
      int n = readings_of(&fit->work.fit_case[i], f);
      n_pose += n > 0;
      *n_reading += n;
    }
  return n_pose;
}

// Assigns poses with readings to the folds in turn.
static pl_status deal_out(choice *ch, int n_fold) {
  const pl_fit *fit = ch->run->fit;
  int at = 0, n_dealt = 0;
  ch->fold = pl_arena_alloc(fit->arena, (size_t)pl_samples_poses(fit) + 1, sizeof *ch->fold);
  if (!ch->fold) return PL_ERROR_MEMORY;
  for (int i = 0; i < fit->problem.n_fitted; i++)
    for (int f = 0; f < fit->work.fit_case[i].test->n_frame; f++) {
      ch->fold[at++] = n_dealt % n_fold;
      n_dealt += readings_of(&fit->work.fit_case[i], f) > 0;
    }
  return PL_OK;
}

static int fold_of(const void *user, const pl_fit *fit, int i_case, int frame) {
  const choice *ch = user;
  int first = 0;
  for (int i = 0; i < i_case; i++) first += fit->work.fit_case[i].test->n_frame;
  return ch->fold[first + frame];
}

pl_status pl_body_choice_check(const pl_poses_run *run) {
  const pl_fit *fit = run->fit;
  const char *addends = fit->problem.options.addends;
  int n_reading;
  if (strcmp(addends, "auto") != 0) {
    if (strcmp(addends, pl_fit_options_default().addends) == 0) return PL_OK;
    return pl_fail(
        fit->ctx, PL_ERROR_USAGE, NULL, "use --addends auto, or leave it out; --model stvk (isotropic), orthotropic or additive",
        PL_ID("addends.of-captures") "'%s' does not apply to bodies in poses: their addends are chosen (auto), or given by a named model",
        addends);
  }
  if (fit->problem.options.samples != 1)
    return pl_fail(fit->ctx, PL_ERROR_USAGE, NULL, "choose addends first, then fit the material file that comes out with --samples",
                   PL_ID("addends.with-samples") "--addends auto and --samples cannot be chosen together: stiffness that changes from "
                                                 "place to place looks like further addends");
  if (fit->problem.options.polyconvex)
    return pl_fail(fit->ctx, PL_ERROR_USAGE, NULL, "leave --addends out, or --polyconvex",
                   PL_ID("addends.polyconvex") "the addends of bodies have no polyconvex form");
  int n_pose = count_poses(fit, &n_reading);
  if (n_pose < LEAST_POSES)
    return pl_fail(fit->ctx, PL_ERROR_INPUT, &(pl_where){.file = pl_fit_whole(fit).file},
                   "measure further poses or hold fewer out, or name a model: --model stvk, orthotropic, or additive without --addends",
                   PL_ID("addends.few-poses") "addends are chosen by poses left out, which takes %d fitted poses and more; there %s %d",
                   LEAST_POSES, n_pose == 1 ? "is" : "are", n_pose);
  return PL_OK;
}

// ---- one model ----

static pl_status make_material(const choice *ch, const pl_body_shape *shape, pl_material **material) {
  const pl_poses_run *run = ch->run;
  pl_measurement whole = pl_fit_whole(run->fit);
  return pl_body_shape_material(run->fit->ctx, &whole, shape, run->guess.young, material);
}

static pl_status take(choice *ch, const pl_body_shape *shape) {
  pl_material *material;
  PL_TRY(make_material(ch, shape, &material));
  return pl_poses_take(ch->run, material);
}

// The isotropic body is inside every constraint set: a shape outside, after addends were tied, is moved towards it.
static pl_status hold(choice *ch, const pl_ls_set **set) {
  *set = NULL;
  ch->run->hold = NULL;
  if (ch->shape.isotropic) return PL_OK;
  pl_body_shape inner = ch->shape;
  pl_material *material;
  pl_body_shape_read(&ch->start, &inner);
  PL_TRY(make_material(ch, &inner, &material));
  pl_status status = pl_poses_hold_convex(ch->run, material->theta, set);
  pl_material_destroy(material);
  return status;
}

static pl_status fit_shape(choice *ch, const char *name, double tolerance) {
  pl_fit *fit = ch->run->fit;
  pl_stage stage = pl_stage_named(&ch->run->stage, name);
  stage.tolerance = fmax(stage.tolerance, tolerance);
  PL_TRY(take(ch, &ch->shape));
  PL_TRY(hold(ch, &stage.set));
  PL_TRY(pl_stage_run(&fit->problem, &fit->work, fit->material, &stage, ch->run->solution));
  pl_body_shape_values(fit->material, &ch->shape);
  return PL_OK;
}

// Root mean square of the readings of a channel, from the residuals of the stage; NAN: none.
static double rms_of(const choice *ch, int channel) {
  const pl_fit *fit = ch->run->fit;
  const double *r = ch->run->solution->r;
  double sum = 0;
  int n = 0;
  for (int i = 0; i < fit->problem.n_fitted; i++)
    for (int k = 0; k < PL_MAX_CHANNEL; k++) {
      const pl_fit_case *c = &fit->work.fit_case[i];
      if (!pl_stage_uses(&ch->run->stage, &fit->work, i, k)) continue;
      int width = pl_channel_width(&c->test->channel[k]);
      for (int v = 0; v < pl_case_values(c, k); v++, r++) {
        double sigma = pl_stage_row_sigma(&ch->run->stage, &fit->work, i, k, v);
        if (k != channel || !c->rig->memory->have_x[v / width] || isnan(c->test->channel[k].value[v]) || !isfinite(sigma)) continue;
        sum += *r * *r * sigma * sigma;
        n++;
      }
    }
  return n > 0 ? sqrt(sum / n) : NAN;
}

static pl_status note(choice *ch, const char *name, double held_out) {
  pl_fit *fit = ch->run->fit;
  pl_goodness goodness = pl_solution_goodness(ch->run->solution);
  pl_fit_step step = {.name = name,
                      .addends = pl_body_shape_words(fit->arena, &ch->shape),
                      .tied = pl_body_shape_tied(&ch->shape),
                      .n_parameter = pl_fit_free(fit),
                      .force = rms_of(ch, PL_POSES_FORCE),
                      .position = rms_of(ch, PL_POSES_POSITIONS),
                      .chi2 = goodness.chi2,
                      .n_failed = goodness.n_failed,
                      .held_out = held_out,
                      .unseen_force = NAN,
                      .unseen_position = NAN,
                      .kept = true};
  return pl_fit_note_step(fit, &step);
}

// ---- growing and pruning ----

// The large model at the present energy, its residuals and derivatives summed per fold. The fit then has the large model.
static pl_status linearise(void *user, pl_folds *folds) {
  choice *ch = user;
  pl_fit *fit = ch->run->fit;
  ch->big = ch->shape;
  pl_body_shape_raise(&ch->big);
  PL_TRY(take(ch, &ch->big));
  int column[PL_FOLD_VALUES];
  PL_ASSERT(fit->material->n_theta <= PL_FOLD_VALUES);
  for (int j = 0; j < fit->material->n_theta; j++) {
    column[j] = j;
    fit->material->parameter[j].frozen = false;
  }
  return pl_folds_evaluate(folds, fit, &ch->run->stage, ch->run->solution, fit->material->n_theta, column, fold_of, ch);
}

// The values of the large model for a shape, over their scales, in the order of its terms.
static void spread(const choice *ch, const pl_folds *folds, const pl_body_shape *shape, double *value) {
  pl_body_shape to = ch->big;
  int i = 0;
  pl_body_shape_read(shape, &to);
  for (int s = 0; s < pl_body_shape_slots(&to); s++)
    for (int j = 0; j < pl_additive_values_of(&to.addend[s]); j++, i++) value[i] = to.addend[s].value[j] / folds->scale[i];
  if (!to.solid) value[i] = to.bend / folds->scale[i];
}

// B by columns: a shape is linear in its parameters, so each one gives a column.
static bool embed(void *user, const pl_folds *folds, unsigned slots, int up, pl_fold_model *model) {
  const choice *ch = user;
  pl_body_shape shape = ch->shape;
  double z[PL_FOLD_VALUES] = {0}, value[PL_FOLD_VALUES];
  if (!pl_body_shape_change(&shape, slots, up)) return false;
  int n = model->n = pl_body_shape_count(&shape);
  pl_body_shape_put(&shape, z);
  spread(ch, folds, &shape, model->held);
  for (int k = 0; k < n; k++) {
    z[k] = 1;
    pl_body_shape_put(&shape, z);
    z[k] = 0;
    spread(ch, folds, &shape, value);
    for (int i = 0; i < folds->n; i++) model->basis[i * n + k] = value[i] - model->held[i];
  }
  pl_body_shape_positive(&shape, model->positive);
  return true;
}

static const char *name_change(const choice *ch, unsigned slots, int up) {
  const char *name = up > 0 ? "+" : "-";
  for (int s = 0; s <= pl_body_shape_slots(&ch->shape) && name; s++)
    if (slots >> s & 1)
      name = pl_arena_printf(ch->run->fit->arena, "%s %s%s", name, pl_body_shape_slot_name(&ch->shape, s),
                             pl_body_shape_level_name(up > 0 ? &ch->shape : &ch->before, s));
  return name;
}

static pl_status fit_change(void *user, unsigned slots, int up) {
  choice *ch = user;
  ch->before = ch->shape;
  pl_body_shape_change(&ch->shape, slots, up);
  const char *name = name_change(ch, slots, up);
  if (!name) return PL_ERROR_MEMORY;
  pl_status status = fit_shape(ch, "choice of addends", ROUGH);
  if (status != PL_OK) ch->shape = ch->before;
  return status == PL_OK ? note(ch, name, NAN) : status;
}

static void undo(void *user) {
  choice *ch = user;
  ch->shape = ch->before;
}

static pl_status choose(choice *ch, pl_folds *folds) {
  pl_fit *fit = ch->run->fit;
  pl_grower grower = {.user = ch,
                      .n_slot = pl_body_shape_slots(&ch->shape) + 1,
                      .shrink_pairs = true,
                      .chance = CHANCE,
                      .embed = embed,
                      .linearise = linearise,
                      .fit = fit_change,
                      .undo = undo};
  double error;
  int n_reading, n_pose = count_poses(fit, &n_reading);
  folds->n_fold = fit->problem.options.folds < n_pose ? fit->problem.options.folds : n_pose;
  PL_TRY(deal_out(ch, folds->n_fold));
  PL_TRY(note(ch, "isotropic", NAN));
  PL_TRY(pl_folds_grow(&grower, fit, folds, fmax(fit->problem.options.refine, 0.5 * CHANCE / n_reading), &error));
  PL_TRY(fit_shape(ch, "chosen addends", ch->shape.isotropic ? 0 : FINE));
  return note(ch, "chosen addends", error);
}

// Interrupted: restores the last kept model, with memory for its residuals.
static pl_status leave(choice *ch) {
  PL_TRY(take(ch, &ch->shape));
  PL_TRY(pl_solution_room(&ch->run->fit->problem, &ch->run->fit->work, ch->run->fit->material, &ch->run->stage, ch->run->solution));
  return PL_ERROR_INTERRUPTED;
}

pl_status pl_body_choice(pl_poses_run *run) {
  pl_fit *fit = run->fit;
  choice ch = {.run = run};
  pl_folds *folds = pl_alloc(fit->ctx, 1, sizeof *folds);
  if (!folds) return PL_ERROR_MEMORY;
  pl_body_shape_start(&ch.shape, run->solid, &run->guess);
  pl_body_shape_values(fit->material, &ch.shape);
  ch.start = ch.shape;
  run->stage.steps.chained = true;
  fit->way.step = pl_arena_alloc(fit->arena, PL_MAX_STEP, sizeof *fit->way.step);
  pl_status status = fit->way.step ? choose(&ch, folds) : PL_ERROR_MEMORY;
  pl_free(fit->ctx, folds);
  return status == PL_ERROR_INTERRUPTED ? leave(&ch) : status;
}
