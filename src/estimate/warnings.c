// warnings.c: see warnings.h. One row per kind of warning: when it applies and what it says.
#include "estimate/warnings.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "base/unit_scale.h"
#include "estimate/judge.h"
#include "estimate/locking.h"
#include "estimate/marks.h"
#include "estimate/mesh_correction.h"
#include "estimate/poses_sizes.h"
#include "estimate/remedy.h"
#include "estimate/rubber_model.h"
#include "estimate/sandwich.h"
#include "estimate/stability.h"
#include "estimate/warning_rows.h"
#include "law/dahl.h"
#include "material/certificate.h"
#include "measure/curve.h"
#include "measure/poses.h"
#include "measure/roll.h"

static void warn(pl_fit *fit, const char *remedy, const char *text) { pl_warning_add(fit, remedy, text); }

// "12", "0.9", arena text, for the tables of warnings of one kind.
static const char *whole(pl_fit *fit, int value) { return pl_arena_printf(fit->arena, "%d", value); }
static const char *number(pl_fit *fit, double value, const char *unit) { return pl_arena_printf(fit->arena, "%.3g%s", value, unit); }

static void warn_convergence(pl_fit *fit) {
  if (!fit->converged && fit->n_fitted > 0)
    warn(fit, pl_remedy_stop(fit), pl_arena_printf(fit->arena, "the fit stopped before it converged: %s", fit->stop_reason));
}

// "the force on \"right\" in pose \"bent\"", "the landmarks in pose \"hanging\"".
static const char *reading_words(pl_fit *fit, const pl_channel_row *channel, const char *name, const char *pose) {
  if (!*name) return pl_arena_printf(fit->arena, "the landmarks in pose \"%s\"", pose);
  return pl_arena_printf(fit->arena, "the %s on \"%s\" in pose \"%s\"", channel->name, name, pose);
}

// To so many digits: it is no better known.
static double rounded(double value, int digits) {
  double unit = pow(10, floor(log10(value)) + 1 - digits);
  return unit * round(value / unit);
}

static const char *pascals(pl_fit *fit, double young) {
  static const char *const unit[] = {"Pa", "kPa", "MPa", "GPa"};
  char text[40];
  int i = 0;
  for (young = rounded(young, 2); i < 3 && young >= 999; i++) young /= 1e3;
  return pl_arena_printf(fit->arena, "%s %s", pl_number_people(young, text, sizeof text), unit[i]);
}

static int sample_count(const pl_fit *fit) {
  int most = 1;
  for (int t = 0; t < fit->material->n_term; t++) {
    int n = pl_term_sample_count(&fit->material->term[t]);
    most = n > most ? n : most;
  }
  return most;
}

// Readings of a body that no size of its stiffness reconciles, unless the fit meets them. The factor is that by which the reading would have to be
// divided: forces are in proportion to the stiffness, motions under loads to its inverse.
static void warn_contradictions(pl_fit *fit) {
  static const char unit[] = "check its unit (mN, N, kN; mm, m), and those of \"density\" and loads; until then trust no stiffness; "
                             "if all are right, the body changes from place to place: take --samples 4";
  static const char model[] =
      "check its unit and size; if they are right, the body stiffens, has a grain, or changes from place to place: take --model "
      "additive or orthotropic, or --samples 4";
  static const char sign[] = "check its sign: readings are what the support does to the body; \"of\": \"body\" turns them round";
  if (sample_count(fit) > 1 || pl_sizes_met(fit)) return;  // one size for all of the body is no measure of it
  for (int i = 0; i < fit->n_contradiction && (fit->contradicts || !fit->fit_passed); i++) {
    const pl_contradiction *c = &fit->contradiction[i];
    if (c->opposite) {
      const char *reading = reading_words(fit, c->channel, c->name, c->pose);
      warn(fit, sign, pl_arena_printf(fit->arena, "%s has the opposite sign: the body was moved the other way", reading));
      pl_warning_row(fit, "readings have the opposite sign: the body was moved the other way", "test|reading", c->test, reading);
      continue;
    }
    double factor = *c->name ? c->young / c->others : c->others / c->young;
    const char *what = reading_words(fit, c->channel, c->name, c->pose), *large = factor > 1 ? "large" : "small";
    char times[40];
    pl_number_people(rounded(fmax(factor, 1 / factor), 1), times, sizeof times);
    if (c->n_others > 1)
      warn(fit, fit->contradicts ? unit : model,
           pl_arena_printf(fit->arena,
                           "%s contradicts the others: by it Young's modulus is about %s, by %d others about %s; it seems %s "
                           "times too %s",
                           what, pascals(fit, c->young), c->n_others, pascals(fit, c->others), times, large));
    else
      warn(fit, fit->contradicts ? unit : model,
           pl_arena_printf(fit->arena,
                           "two readings contradict each other: by %s Young's modulus is about %s, by %s about %s; one of "
                           "them seems %s times wrong",
                           what, pascals(fit, c->young), reading_words(fit, c->other_channel, c->other_name, c->other_pose),
                           pascals(fit, c->others), times));
    pl_warning_row(fit, "readings contradict the others: they ask for quite another stiffness",
                   "test|reading|>its modulus|>by others|>times", c->test, what, pascals(fit, c->young), pascals(fit, c->others),
                   pl_arena_printf(fit->arena, "%s too %s", times, large));
  }
}

static void warn_failed_frames(pl_fit *fit) {
  for (int i = 0; i < fit->n_case; i++) {
    const pl_fit_case *c = &fit->fit_case[i];
    if (c->report.n_failed == 0) continue;
    const char *remedy = pl_remedy(fit, c->test, PL_REMEDY_FAILED);
    if (c->test->poses)
      warn(fit, remedy,
           pl_arena_printf(fit->arena, "%d of %d poses of '%s' found no equilibrium (first: \"%s\")", c->report.n_failed, c->test->n_frame,
                           c->test->name, c->test->poses->pose[c->report.first_failed].name));
    else
      warn(fit, remedy,
           pl_arena_printf(fit->arena, "%d of %d frames of '%s' found no equilibrium (first: frame %d)", c->report.n_failed,
                           c->test->n_frame, c->test->name, c->report.first_failed + 1));
    pl_warning_row(fit,
                   c->test->poses ? "several bodies have poses without an equilibrium" : "several tests have frames without an equilibrium",
                   "test|>without|>of|first", c->test->name, whole(fit, c->report.n_failed), whole(fit, c->test->n_frame),
                   c->test->poses ? c->test->poses->pose[c->report.first_failed].name
                                  : pl_arena_printf(fit->arena, "frame %d", c->report.first_failed + 1));
  }
}

// What to do about a stiffness that the data would have negative.
static const char *below_remedy(const pl_fit *fit) {
  const pl_test *first = fit->n_case > 0 ? fit->fit_case[0].test : NULL;
  bool convex = fit->options.variant && strstr(fit->options.variant, "convex");
  if (first && first->capture)
    return convex ? "the data ask for less than nothing there; use fewer --max-points"
                  : "the data ask for less than nothing there; use fewer --max-points, or --variant convex";
  if (first && first->cantilever)
    return "the data ask for a negative stiffness there; use fewer --bend-knots, or --monotone false to see how far";
  if (first && first->poses && !fit->options.polyconvex)
    return "the data ask for less than nothing there; take a model with fewer numbers, or add poses";
  if (first && (first->homogeneous || first->poses))
    return "nothing to do when it is a curvature: the data ask for no stiffening there, and the bound keeps the energy convex";
  return "the data ask for a negative stiffness there; use fewer --segments, or --monotone false to see how far";
}

// The same of rubber, where a number that is no curvature is at its bound too.
static const char *slope_remedy(const pl_fit *fit, bool bent) {
  const pl_test *first = fit->n_case > 0 ? fit->fit_case[0].test : NULL;
  if (bent || !first || !(first->homogeneous || (first->poses && fit->options.polyconvex))) return below_remedy(fit);
  return "the data ask for no stiffness of that kind beside the others, or for less than none; take a model without it, or --model ogden-3";
}

// Only the numbers of curves are called k.
static bool is_curvature(const pl_parameter *p) {
  const char *dot = strrchr(p->name, '.');
  return dot && dot[1] == 'k';
}

static void warn_parameters(pl_fit *fit) {
  pl_text unknown, bound, above;
  pl_text_init(&unknown, fit->ctx);
  pl_text_init(&bound, fit->ctx);
  pl_text_init(&above, fit->ctx);
  bool bent = true, infinite = false, homogeneous = fit->n_case > 0 && fit->fit_case[0].test->homogeneous;
  for (int j = 0; j < fit->material->n_theta && fit->identified; j++) {
    if (fit->material->parameter[j].frozen) continue;
    const pl_parameter *p = &fit->material->parameter[j];
    bool high = fit->at_bound[j] && p->upper - fit->material->theta[j] < fit->material->theta[j] - p->lower;
    pl_text *list = high ? &above : fit->at_bound[j] ? &bound : fit->identified[j] || pl_judge_on_border(fit, j) ? NULL : &unknown;
    if (list == &bound) bent = bent && is_curvature(p);
    if (homogeneous && high && pl_rubber_is_bulk(p)) {
      infinite = true;
      continue;
    }
    if (list) pl_text_printf(list, "%s%s", list->size ? ", " : "", fit->material->parameter[j].name);
  }
  const char *states = pl_remedy_states(fit);
  if (unknown.size)
    warn(
        fit, states ? states : pl_remedy(fit, NULL, PL_REMEDY_UNKNOWN),
        pl_arena_printf(fit->arena, "not determined by these data%s: %s", states ? ", so their values are the prior's" : "", unknown.data));
  if (infinite)
    warn(fit, "write \"incompressible\": true, or add tests with a measured lateral stretch",
         "the data do not tell the bulk modulus from infinite: it is as large as is tried");
  if (bound.size) warn(fit, slope_remedy(fit, bent), pl_arena_printf(fit->arena, "held at a bound: %s", bound.data));
  if (above.size)
    warn(fit,
         fit->n_case > 0 && fit->fit_case[0].test->capture
             ? "add captures that fold the cloth that way; the bound, not the data, limits it from above"
             : "the bound, not the data, limits it from above; add a test that strains it that way",
         pl_arena_printf(fit->arena, "held at its upper bound: %s", above.data));
  pl_text_clear(&unknown);
  pl_text_clear(&bound);
  pl_text_clear(&above);
}

static void warn_held(pl_fit *fit) {
  int n = fit->border ? fit->border->n_row : 0;
  if (n == 0) return;
  pl_text names;
  pl_text_init(&names, fit->ctx);
  for (int j = 0; j < fit->material->n_theta; j++)
    if (!fit->material->parameter[j].frozen && pl_judge_on_border(fit, j))
      pl_text_printf(&names, "%s%s",
                     names.size ? ", " : "; the border, not the data, says what these are: ", fit->material->parameter[j].name);
  warn(fit, "the data ask for an energy that is not convex; --convexity free shows how far, where captures are fitted",
       pl_arena_printf(fit->arena, "held by convexity: %d combination%s of parameters lie%s on the border of the convex materials%s", n,
                       n == 1 ? "" : "s", n == 1 ? "s" : "", names.size ? names.data : ""));
  pl_text_clear(&names);
}

static void warn_scale(pl_fit *fit) {
  if (fit->scale_held)
    warn(fit, "measure a force or a torque on a support, or load the body: by gravity, a weight, a pressure, a spring of known stiffness",
         pl_arena_printf(fit->arena,
                         "how stiff the body is as a whole is not known: only places were measured, and nothing loads it. Stiffnesses are "
                         "in proportion to each other, their size is made up"));
}

// Samples that only follow noise show where nothing was fitted: held-out poses are predicted worse with them.
static void warn_samples(pl_fit *fit) {
  int best = 0, last = 0;
  for (int i = 1; i < fit->n_sample_stage; i++) {
    if (!fit->sample_stage[i].kept || !fit->sample_stage[i].needed) continue;
    if (fit->sample_stage[i].held_out < fit->sample_stage[best].held_out) best = i;
    last = i;
  }
  const pl_sample_stage *least = &fit->sample_stage[best], *end = &fit->sample_stage[last];
  if (fit->n_sample_stage == 0 || !(end->held_out > 1.02 * least->held_out)) return;
  const char *remedy = pl_arena_printf(fit->arena, "take --samples %d, or add poses and landmarks", least->n_sample);
  warn(fit, remedy ? remedy : "",
       pl_arena_printf(fit->arena, "held-out poses are predicted best with %d material sample%s (%.3g sigma), not with %d (%.3g sigma)",
                       least->n_sample, least->n_sample == 1 ? "" : "s", least->held_out, end->n_sample, end->held_out));
}

// What stands behind a number of samples that was to be chosen, and behind the correction of the mesh.
static void warn_choice(pl_fit *fit) {
  int n_lost = 0, last = -1;
  for (int i = 0; i < fit->n_sample_stage; i++) {
    n_lost += fit->sample_stage[i].lost;
    if (fit->sample_stage[i].kept && fit->sample_stage[i].needed) last = i;
  }
  if (n_lost > 0)
    warn(fit, "see which poses have no equilibrium, or ask for a number of samples",
         pl_arena_printf(fit->arena, "the number of material samples was chosen without %d of the stages: a pose has no equilibrium there",
                         n_lost));
  if (fit->n_choice_pose >= 0 && fit->n_choice_pose < 2 && last >= 0)
    warn(fit, "add poses, or ask for a number of samples (--samples 1: the same material everywhere)",
         pl_arena_printf(
             fit->arena,
             "the number of material samples was not chosen: it takes two poses or more that the others can predict, and there %s "
             "%d. The last stage stands, with %d",
             fit->n_choice_pose == 1 ? "is" : "are", fit->n_choice_pose, fit->sample_stage[last].n_sample));
  if (last >= 0 && fit->sample_stage[last].unsettled > PL_CORRECTION_SETTLED)
    warn(fit, "use a finer mesh",
         pl_arena_printf(
             fit->arena,
             "what a finer mesh predicts otherwise is not settled: it changed by %.2g sigma the last time the material was fitted "
             "with it",
             fit->sample_stage[last].unsettled));
}

static const char *weak_remedy(const pl_fit *fit) {
  bool strips = false, hung = false;
  const char *states = pl_remedy_states(fit);
  if (states) return states;
  for (int i = 0; i < fit->n_fitted; i++) {
    strips = strips || fit->fit_case[i].test->cantilever;
    hung = hung || fit->fit_case[i].test->hang;
  }
  if (fit->n_fitted > 0 && fit->fit_case[0].test->poses)
    return "add poses that strain the body in other ways, read more places or forces, or take a model with fewer numbers";
  if (strips && hung) return "hang a sample cut at another angle, add heavier weights, or photograph more overhangs";
  if (strips) return "photograph more overhangs, longer ones for sharp bends, or fit fewer --bend-knots";
  if (!hung) return "add a test that strains the material that way, or take a model with fewer numbers";
  return fit->options.points > 4 ? "hang a sample cut at another angle or add heavier weights, or fit fewer data points (--points 4)"
                                 : "hang a sample cut at another angle or add heavier weights";
}

// Known, but to some tens of per cent only; and numbers that may as well be zero, of which a share in per cent says nothing.
static void warn_weak(pl_fit *fit) {
  const pl_material *material = fit->material;
  pl_text weak, zero;
  pl_text_init(&weak, fit->ctx);
  pl_text_init(&zero, fit->ctx);
  for (int j = 0; j < material->n_theta && fit->weak; j++) {
    const pl_parameter *p = &material->parameter[j];
    char value[40], sigma[40];
    if (!fit->weak[j]) continue;
    pl_shown in = pl_dim_shown(p->dim, fmax(fabs(material->theta[j]), material->sigma[j]));
    if (pl_mark_near_zero(fit, j))
      pl_text_printf(&zero, "%s%s (%s%s%s, sigma %s)", zero.size ? ", " : "", p->name,
                     pl_number_people(in.factor * material->theta[j], value, sizeof value), *in.unit ? " " : "", in.unit,
                     pl_number_people(in.factor * material->sigma[j], sigma, sizeof sigma));
    else
      pl_text_printf(&weak, "%s%s (%.0f %%)", weak.size ? ", " : "", p->name, 100 * material->sigma[j] / fabs(material->theta[j]));
  }
  if (weak.size) warn(fit, weak_remedy(fit), pl_arena_printf(fit->arena, "known to no better than %.0f %%: %s", 100 * PL_WEAK, weak.data));
  const char *states = pl_remedy_states(fit);
  if (zero.size)
    warn(fit,
         states ? states
         : fit->n_case > 0 && fit->fit_case[0].test->poses
             ? "add a pose that strains the body that way, or see whether a model without them does as well"
             : "add a test that strains the material that way, or see whether a model without them does as well",
         pl_arena_printf(fit->arena, "not told from zero by these data: %s", zero.data));
  pl_text_clear(&weak);
  pl_text_clear(&zero);
}

static void warn_mesh_error(pl_fit *fit) {
  if (!fit->options.mesh_error || fit->mesh_shift || fit->n_fitted == 0) return;
  bool captures = fit->fit_case[0].test->capture != NULL;
  warn(fit, captures ? "fit again without interrupting it, or with fewer --max-points" : "leave --mesh-error out: it is for captures",
       pl_arena_printf(fit->arena, "the error of the mesh is not in the sigmas: %s",
                       captures ? "it could not be computed" : "only captures are predicted on a finer mesh"));
}

// What the measurement layer found odd about the files.
static void warn_suspicions(pl_fit *fit) {
  const pl_measurement *last = NULL;
  for (int i = 0; i < fit->n_case; i++) {
    const pl_measurement *m = fit->fit_case[i].measurement;
    for (int k = 0; m != last && k < m->n_suspicion; k++)
      warn(fit, m->suspicion[k].remedy, pl_arena_text(fit->arena, m->suspicion[k].text));
    last = m;
  }
}

static void warn_missing(pl_fit *fit) {
  if (fit->n_fitted > 0 && fit->material->density == 0)
    warn(fit, "add \"density\" to the experiment file",
         pl_arena_printf(fit->arena, "no density was given: the material cannot be simulated with gravity"));
  for (int i = fit->n_fitted; i < fit->n_case; i++) {
    const pl_fit_case *c = &fit->fit_case[i];
    if (!c->test->fit_offset) continue;
    warn(fit, "its R2 is a little flattered; give \"fit-offset\": false in its file to predict it blind",
         pl_arena_printf(fit->arena, "the displacement zero of held-out '%s' was found from its own curve: %.3g mm", c->test->name,
                         1e3 * c->intrinsic[0]));
    pl_warning_row(fit, "the displacement zeros of held-out tests were found from their own curves", "test|>zero", c->test->name,
                   number(fit, 1e3 * c->intrinsic[0], " mm"));
  }
}

// An error of the specimen that is far beyond what its file allows has swallowed something else.
static void warn_intrinsics(pl_fit *fit) {
  for (int i = 0; i < fit->n_case; i++) {
    const pl_fit_case *c = &fit->fit_case[i];
    for (int k = 0; k < c->n_intrinsic && c->rig; k++) {
      const pl_intrinsic *row = &c->rig->intrinsic[k];
      double off = fabs(c->intrinsic[k] - row->start);
      if (!(row->prior > 0) || off <= 3 * row->prior) continue;
      if (c->held_out) fit->validation_passed = false;
      warn(fit, "check sizes, masses and directions in its file: something that is wrong there has gone into this number",
           pl_arena_printf(fit->arena, "%s of '%s' came out as %.3g %s, %.1f times the %.3g %s that its file allows", row->name,
                           c->test->name, pl_dim_display(row->dim, c->intrinsic[k]), pl_dim_unit(row->dim), off / row->prior,
                           pl_dim_display(row->dim, row->prior), pl_dim_unit(row->dim)));
      pl_warning_row(fit, "numbers of specimens came out far beyond what their files allow", "test|number|>value|>allowed|>times",
                     c->test->name, row->name,
                     pl_arena_printf(fit->arena, "%.3g %s", pl_dim_display(row->dim, c->intrinsic[k]), pl_dim_unit(row->dim)),
                     pl_arena_printf(fit->arena, "%.3g %s", pl_dim_display(row->dim, row->prior), pl_dim_unit(row->dim)),
                     number(fit, off / row->prior, ""));
    }
  }
}

static void warn_hysteresis(pl_fit *fit) {
  if (pl_material_remembers(fit->material)) return;
  for (int i = 0; i < fit->n_case; i++) {
    const pl_test *test = fit->fit_case[i].test;
    if (!(test->hysteresis > 0.1)) continue;
    warn(fit, "the elastic curve runs through the middle; --friction dahl fits both branches along their path",
         pl_arena_printf(fit->arena, "'%s' loses %.0f %% of its force between loading and unloading", test->name, 100 * test->hysteresis));
    pl_warning_row(fit, "tests lose force between loading and unloading", "test|>lost", test->name,
                   number(fit, 100 * test->hysteresis, " %"));
  }
}

// The case and the channel that a score is of.
static const pl_fit_case *case_of(const pl_fit *fit, const pl_score *score, int *channel) {
  for (int i = 0; i < fit->n_case; i++) {
    const pl_fit_case *c = &fit->fit_case[i];
    *channel = (int)(score->channel - c->measurement->protocol->channel);
    if (c->test->name == score->test && *channel >= 0 && *channel < c->measurement->protocol->n_channel) return c;
  }
  return NULL;
}

// Where a body in poses is missed most: ", most in pose \"bent\"", of one pose alone ", in pose \"bent\""; "" of other tests.
static const char *worst_pose(pl_fit *fit, const pl_fit_case *c, int k) {
  if (!c || !c->test->poses || !c->predicted[k]) return "";
  int width = pl_channel_width(&c->test->channel[k]), worst = -1, n = 0;
  double most = -1;
  for (int f = 0; f < c->test->n_frame; f++) {
    double sum = 0;
    bool any = false;
    for (int v = f * width; v < (f + 1) * width; v++) {
      double r = c->predicted[k][v] - c->test->channel[k].value[v];
      if (!isnan(r)) sum += r * r, any = true;
    }
    n += any;
    if (any && sum > most) most = sum, worst = f;
  }
  const char *words =
      worst < 0 ? NULL : pl_arena_printf(fit->arena, ", %sin pose \"%s\"", n > 1 ? "most " : "", c->test->poses->pose[worst].name);
  return words ? words : "";
}

// The same for a cell of a table: without the words before the name.
static const char *pose_name(const char *words) {
  const char *quote = strchr(words, '"');
  return quote ? quote : "";
}

// "12 sigma" of one or two numbers with a sigma; else "3.4 %".
static const char *missed_by(pl_fit *fit, const pl_score *s) {
  char text[32];
  bool sigmas = s->few && isfinite(s->doubts);
  return pl_arena_printf(fit->arena, "%s %s", pl_judge_multiple(sigmas ? s->doubts : 100 * s->relative, text), sigmas ? "sigma" : "%");
}

static void warn_poor(pl_fit *fit) {
  for (int i = 0; i < fit->n_score; i++) {
    const pl_score *s = &fit->score[i];
    int k = 0;
    const pl_fit_case *c = case_of(fit, s, &k);
    if (!c || !s->used || pl_score_passes(fit, s)) continue;
    const char *where = worst_pose(fit, c, k), *remedy = pl_remedy(fit, c->test, PL_REMEDY_POOR);
    char score[32];
    if (!s->judged) {
      warn(fit, "fit with more --cells: what that improves was the mesh's error, not the material's; forces tell the stiffnesses",
           pl_arena_printf(fit->arena, "'%s' (%s): R2 = %s, told but not judged: folds lie elsewhere on another mesh", s->test,
                           s->channel->name, pl_judge_print(s->r2, fit->options.accept_r2, 2, score)));
      continue;
    }
    if (s->few)
      warn(fit, remedy,
           pl_arena_printf(fit->arena, "'%s' (%s, %s%s) is not described by the model: missed by %s", s->test, s->channel->name,
                           s->n == 1 ? "one reading" : "two readings", where, missed_by(fit, s)));
    else
      warn(fit, remedy,
           pl_arena_printf(fit->arena, "'%s' (%s) is not described by the model: R2 = %s%s", s->test, s->channel->name,
                           pl_judge_print(s->r2, fit->options.accept_r2, 2, score), where));
    pl_warning_row(fit, "several readings are not described by the model", "test|channel|worst|>R2|>missed by", s->test, s->channel->name,
                   pose_name(where), s->few ? "-" : pl_arena_text(fit->arena, pl_judge_print(s->r2, fit->options.accept_r2, 5, score)),
                   missed_by(fit, s));
  }
}

// Stated and found scatter should agree within a few times.
static void warn_sigma(pl_fit *fit) {
  for (int i = 0; i < fit->n_fitted; i++)
    for (int k = 0; k < PL_MAX_CHANNEL; k++) {
      const pl_fit_case *c = &fit->fit_case[i];
      if (!c->predicted[k] || c->unused[k] || !(c->test->channel[k].sigma > 0)) continue;
      double sum = 0;
      int n = pl_case_values(c, k), n_used = 0;
      for (int f = 0; f < n; f++)
        if (!isnan(c->predicted[k][f] - c->test->channel[k].value[f]))  // of bodies not every place is read in every pose
          sum += pow(c->predicted[k][f] - c->test->channel[k].value[f], 2), n_used++;
      double ratio = n_used ? sqrt(sum / n_used) / c->test->channel[k].sigma : 1;
      const char *test = c->test->name, *channel = c->test->channel[k].row->name;
      if (ratio < 0.1 && n_used > 2) {  // one reading may be right by luck
        warn(fit, "state the standard deviation of one reading, or leave sigma out to have it estimated",
             pl_arena_printf(fit->arena, "the sigma given for %s of '%s' is %.0f times what the readings scatter",
                             c->test->channel[k].row->name, c->test->name, 1 / ratio));
        pl_warning_row(fit, "the sigmas given are many times what the readings scatter", "test|channel|>times", test, channel,
                       number(fit, 1 / ratio, ""));
      } else if (ratio > PL_MANY_SIGMAS && !c->test->poses) {  // of bodies single readings are told
        warn(fit, "the intervals were widened to match; the model or the stated sigma is off",
             pl_arena_printf(fit->arena, "%s of '%s' misses by %.0f times the sigma given%s", c->test->channel[k].row->name, c->test->name,
                             ratio, worst_pose(fit, c, k)));
        pl_warning_row(fit, "readings are missed by many times the sigma given", "test|channel|worst|>times sigma", test, channel,
                       pose_name(worst_pose(fit, c, k)), number(fit, ratio, ""));
      }
    }
}

enum { MISSES_SHOWN = 8 };

// A reading of a body in poses that is far from its prediction.
typedef struct miss {
  const pl_fit_case *of;
  int channel, value;
  double sigmas;
} miss;

// The worst misses, the largest first; of `most` at most. Returns how many there are beyond PL_MANY_SIGMAS.
static int worst_misses(const pl_fit *fit, int most, miss *worst) {
  int n = 0;
  for (int i = 0; i < fit->n_case; i++)
    for (int k = 0; k < PL_POSES_CHANNELS && fit->fit_case[i].test->poses; k++) {
      const pl_fit_case *c = &fit->fit_case[i];
      const pl_channel *channel = &c->test->channel[k];
      for (int v = 0; c->predicted[k] && !c->unused[k] && channel->sigma > 0 && v < pl_case_values(c, k); v++) {
        double precise = c->value_precision[k] ? c->value_precision[k][v] : 1;
        miss m = {c, k, v, fabs(c->predicted[k][v] - channel->value[v]) * precise / channel->sigma};
        if (!(m.sigmas > PL_MANY_SIGMAS) || (c->value_weight[k] && c->value_weight[k][v] == 0)) continue;
        int at = n < most ? n : most;
        n++;
        for (; at > 0 && worst[at - 1].sigmas < m.sigmas; at--)
          if (at < most) worst[at] = worst[at - 1];
        if (at < most) worst[at] = m;
      }
    }
  return n;
}

static const char *reading_value(pl_fit *fit, const pl_channel *channel, double value) {
  char text[64];
  return pl_arena_text(fit->arena, pl__suspect_number(value, channel->row->dim, text));
}

// Readings of bodies one by one: a pose that is wrong shows here first.
static void warn_misses(pl_fit *fit) {
  miss worst[MISSES_SHOWN];
  int n = worst_misses(fit, MISSES_SHOWN, worst), n_shown = n < MISSES_SHOWN ? n : MISSES_SHOWN;
  const char *kind = pl_arena_printf(fit->arena,
                                     n > n_shown ? "%d readings are missed by more than %g times the sigma given, most by these"
                                                 : "%d readings are missed by more than %g times the sigma given",
                                     n, PL_MANY_SIGMAS);
  for (int i = 0; i < n_shown && kind; i++) {
    const pl_fit_case *c = worst[i].of;
    const pl_channel *channel = &c->test->channel[worst[i].channel];
    int width = pl_channel_width(channel);
    const char *pose = c->test->poses->pose[worst[i].value / width].name;
    const char *measured = reading_value(fit, channel, channel->value[worst[i].value]);
    const char *predicted = reading_value(fit, channel, c->predicted[worst[i].channel][worst[i].value]);
    char name[PL_COMPONENT_NAME], times[32];
    pl__component_name(c->test, worst[i].channel, worst[i].value % width, name);
    pl_judge_multiple(worst[i].sigmas, times);
    warn(fit, "look at the pose of the first one: unit, sign, set, axes; then at the model, and whether so small a sigma is meant",
         pl_arena_printf(fit->arena, "%s of '%s' in pose \"%s\" is missed by %s times the sigma given: %s measured, %s predicted (%s)",
                         channel->row->name, name, pose, times, measured ? measured : "", predicted ? predicted : "", c->test->name));
    pl_warning_row(fit, kind, "test|pose|channel|reading|>measured|>predicted|>sigmas", c->test->name, pose, channel->row->name,
                   pl_arena_text(fit->arena, name), measured, predicted, pl_arena_text(fit->arena, times));
  }
}

// As many as the summary counts: where samples are tied to each other, those numbers that the data tell and not the ties.
static void warn_few(pl_fit *fit) {
  int n_free = 0, n_all = 0;
  for (int j = 0; j < fit->material->n_theta && fit->identified; j++) {
    n_all += !fit->material->parameter[j].frozen;
    n_free += fit->identified[j];
  }
  double determined = fit->n_link > 0 ? fit->effective : n_free;
  if (fit->n_fitted == 0 || fit->n_residual >= 3 * determined) return;
  const char *remedy = pl_remedy(fit, NULL, PL_REMEDY_FEW);
  if (fit->n_link > 0)
    warn(
        fit, remedy,
        pl_arena_printf(fit->arena,
                        "%d readings determine %.1f of %d parameters, the ties between material samples the rest: the fit can follow noise",
                        fit->n_residual, determined, n_all));
  else if (determined < n_all)
    warn(fit, remedy,
         pl_arena_printf(fit->arena, "%d readings for the %d of %d parameters that they determine: the fit can follow noise",
                         fit->n_residual, n_free, n_all));
  else
    warn(fit, remedy, pl_arena_printf(fit->arena, "%d readings for %d parameters: the fit can follow noise", fit->n_residual, n_all));
}

static void warn_correlated(pl_fit *fit) {
  for (int i = 0; i < fit->n_score; i++) {
    const pl_score *s = &fit->score[i];
    int k = 0;
    const pl_fit_case *c = case_of(fit, s, &k);
    if (!(c && pl_remedy_systematic(s))) continue;
    warn(fit, pl_remedy(fit, c->test, PL_REMEDY_SYSTEMATIC),
         pl_arena_printf(fit->arena, "the residuals of '%s' (%s) are systematic, %.1f %% of its range%s", s->test, s->channel->name,
                         100 * s->relative, worst_pose(fit, c, k)));
    pl_warning_row(fit, "the residuals of several curves are systematic", "test|channel|worst|>of its range", s->test, s->channel->name,
                   pose_name(worst_pose(fit, c, k)), number(fit, 100 * s->relative, " %"));
  }
}

// The term whose elasticity a friction term stands beside: "warp" for "warp-friction".
static const pl_term *partner(const pl_material *material, const pl_term *friction) {
  for (int t = 0; t < material->n_term; t++) {
    const pl_term *term = &material->term[t];
    size_t n = strlen(term->name);
    if (strncmp(friction->name, term->name, n) == 0 && strcmp(friction->name + n, "-friction") == 0) return term;
  }
  return NULL;
}

// Friction on one side of a term: (a, b, tau), b = 0 when the largest stress is constant, up to the strain `top`.
static void warn_friction_side(pl_fit *fit, const pl_term *term, const double own[3], double top, const char *side) {
  const pl_material *material = fit->material;
  const pl_term *elastic = partner(material, term);
  double a = own[0], b = own[1], tau = own[2], s = 0, stress, k = 0;
  if (!(top > 0)) return;
  double saturation = pl_dahl_saturation(tau, top);
  if (saturation < PL_DAHL_SATURATED && fit->n_fitted > 0)
    warn(fit, "load further: its largest stress and tau are known only together",
         pl_arena_printf(fit->arena, "%s%s comes to %.0f %% of its largest stress within the strains measured", term->name, side,
                         100 * saturation));
  if (elastic) pl_law_eval_one(&elastic->law, material->theta + elastic->theta, &s, NULL, &stress, &k);
  double smallest = elastic ? pl_dahl_smallest_tangent(a, b, tau, k, top) : 0;
  if (smallest < 0)
    warn(fit, "a cloth under load jumps there; --friction constant has no such part",
         pl_arena_printf(fit->arena, "while unloading, %s%s falls faster than %s stiffens near zero strain: b = %.3g against k = %.3g %s",
                         term->name, side, elastic->name, b, k,
                         pl_dim_unit(pl_dim_divide(pl_term_stress_dim(term), pl_term_strain_dim(term)))));
}

// Dahl's friction that was not seen to saturate, or that falls faster than the cloth stiffens.
static void warn_friction(pl_fit *fit) {
  const pl_material *material = fit->material;
  for (int t = 0; t < material->n_term; t++) {
    const pl_term *term = &material->term[t];
    const double *theta = material->theta + term->theta, *range = term->range[0];
    bool sides = strcmp(term->law.row->name, "dahl-sides") == 0;
    if (!sides && strcmp(term->law.row->name, "dahl") != 0) continue;
    if (((const pl_dahl *)term->law.shape)->form != PL_DAHL_TAU) continue;
    if (sides) {
      double both[6];
      pl_law_bind(&term->law, theta, both);
      warn_friction_side(fit, term, both, range[1], " (positive side)");
      warn_friction_side(fit, term, both + 3, -range[0], " (negative side)");
    } else {
      const double own[3] = {theta[0], term->law.n_param == 2 ? 0 : theta[1], theta[term->law.n_param - 1]};
      warn_friction_side(fit, term, own, fmax(-range[0], range[1]), "");
    }
  }
}

// Spirals that their own weight has opened: what friction keeps is then hardly seen (the limitation that Miguel et al. 2013 state in section 7).
static void warn_roll(pl_fit *fit) {
  int n = 0, n_straight = 0;
  bool unknown = false;
  for (int i = 0; i < fit->n_fitted; i++) {
    const pl_roll *roll = fit->fit_case[i].test->roll;
    if (!roll) continue;
    unknown = unknown || (roll->rigidity == 0 && !roll->bending);
    for (int k = 0; k < roll->profile->n_sample; k++, n++) n_straight += fabs(roll->profile->sample[k].kappa) < 0.1 / roll->radius;
  }
  if (n_straight > 0.6 * n)
    warn(fit, "this cloth is too heavy for its stiffness; roll shorter strips, which weigh less and hang closer to where they are held",
         pl_arena_printf(fit->arena, "gravity opens the spirals: %d of %d samples keep less than a tenth of the roll", n_straight, n));
  if (unknown)
    warn(fit, "give \"rigidity\" or \"bending\", measured with a cantilever; until then trust neither k1 nor b",
         pl_arena_printf(fit->arena, "no bending stiffness was given: spirals tell k1 - b well, but k1 and b hardly, and less surely than "
                                     "their sigmas say"));
}

// "warp", "body (xx)".
static const char *input_name(pl_fit *fit, const pl_term *term, const pl_reach_input *r) {
  if (term->law.row->n_in == 1 || r->stretch) return term->name;
  return pl_arena_printf(fit->arena, "%s (%s)", term->name, term->strain->value_name[term->value[r->input]]);
}

static void warn_beyond(pl_fit *fit, const char *test, const pl_term *term, const pl_reach_input *r) {
  pl_dim dim = pl_term_strain_dim(term);
  const char *name = input_name(fit, term, r), *asked = pl_warning_range(fit, dim, r->used), *known = pl_warning_range(fit, dim, r->valid);
  char times[32] = "other side";
  if (r->reach == PL_REACH_UNMEASURED) {
    warn(fit, "add a test that strains the fabric that way",
         pl_arena_printf(fit->arena, "'%s' needs %s, which was never measured: its values are the prior's", test, name));
    pl_warning_row(fit, "held-out tests need terms that were never measured: their values are the prior's", "test|term|>strains asked for",
                   test, name, asked);
    return;
  }
  double used = fmax(fabs(r->used[0]), fabs(r->used[1])), valid = fmax(fabs(r->valid[0]), fabs(r->valid[1]));
  if (r->other_side)
    warn(fit, "the curve is extrapolated there; measure further in that direction",
         pl_arena_printf(fit->arena, "'%s' strains %s %s, measured only %s: pulled is not pushed", test, name, asked, known));
  else
    warn(fit, "the curve is extrapolated there; measure further in that direction",
         pl_arena_printf(fit->arena, "'%s' strains %s to %s, measured only to %s: %s times as far", test, name,
                         pl_warning_strain(fit, dim, used), pl_warning_strain(fit, dim, valid), pl_judge_multiple(r->times, times)));
  pl_warning_row(fit, "held-out tests strain the material further than it was measured",
                 "test|term|>strains fitted|>strains asked for|>times as far", test, name, known, asked, pl_arena_text(fit->arena, times));
}

// Every law against its validity range, in every test that is predicted.
static void warn_extrapolation(pl_fit *fit) {
  for (int i = fit->n_fitted; i < fit->n_case; i++)
    for (int t = 0; t < fit->material->n_term; t++) {
      const pl_term *term = &fit->material->term[t];
      pl_reach_input input[PL_LAW_MAX_IN];
      if (fit->n_fitted == 0 && !fit->material->sigma && !pl_term_has_range(term)) continue;  // written by hand: nothing was measured
      int n = pl_rig_reaches(fit->fit_case[i].rig, term, input);
      for (int k = 0; k < n; k++)
        if (input[k].reach != PL_REACH_INSIDE) warn_beyond(fit, fit->fit_case[i].test->name, term, &input[k]);
    }
}

// The certificate of the material, and a word when its membrane is not convex.
static pl_status warn_convexity(pl_fit *fit) {
  double smallest, where[PL_STRAIN_MAX_VALUE];
  const pl_strain *green = pl_strain_find("green");
  PL_TRY(pl_material_set_certificate(fit->material));
  if (!pl_material_convexity(fit->material, green, &smallest, where)) return PL_OK;
  bool additive = fit->n_step > 0;
  int lacking = pl_material_lacks(fit->material, green);
  if (lacking >= 0)
    warn(fit, "complete it with `pliant material combine`, or add tests that strain it that way, before it is simulated",
         pl_arena_printf(fit->arena, "the material has no stiffness in %s: nothing was measured there", green->value_name[lacking]));
  else if (smallest <= 0)
    warn(fit,
         additive                                            ? "simulations may find several equilibria there; use --convexity step"
         : fit->n_case > 0 && fit->fit_case[0].test->capture ? "simulations may find several equilibria there; use --variant convex"
         : fit->n_case > 0 && fit->fit_case[0].test->hang
             ? "simulations may find several equilibria there; use --model wang-energy"
             : "simulations may find several equilibria there; use --model convex, or --cross off",
         pl_arena_printf(fit->arena, "the material is not convex: %s", fit->material->certificate));
  return PL_OK;
}

// Rubber: Drucker's and Baker and Ericksen's inequalities where it was measured. The certificate says what was found.
static pl_status warn_stability(pl_fit *fit) {
  if (fit->n_case == 0 || !fit->fit_case[0].test->homogeneous) return PL_OK;
  pl_stability s;
  bool known;
  PL_TRY(pl_stability_check(fit, &s, &known));
  if (!known) return PL_OK;
  const char *sentence = s.proven ? "stable at every stretch, proven: these numbers make the energy convex in the logarithmic stretches"
                         : s.smallest > 0 ? "stable where it was looked at, not proven between"
                                          : "not stable everywhere";
  fit->material->certificate =
      pl_arena_printf(fit->material->arena,
                      "%s%s%s. Looked at in uniaxial, equibiaxial and planar tension, %d states of each, to stretches of %.3g, %.3g and "
                      "%.3g, as far as the tests "
                      "went: the smallest eigenvalue of d(Kirchhoff stress) / d(logarithmic stretch), above zero where more stretch needs "
                      "more stress in every "
                      "direction, is %.4g MPa, in %s tension at a stretch of %.4g",
                      fit->material->certificate, *fit->material->certificate ? ". " : "", sentence, PL_STABILITY_STEPS, s.reach[0],
                      s.reach[1], s.reach[2], 1e-6 * s.smallest, pl_stability_mode_name[s.mode], s.stretch);
  if (!fit->material->certificate) return PL_ERROR_MEMORY;
  for (int m = 0; m < PL_STABILITY_MODES; m++) {
    bool drucker = isnan(s.baker_ericksen[m]);
    double at = drucker ? s.drucker[m] : s.baker_ericksen[m];
    if (isnan(at)) continue;
    warn(fit, "simulations may jump there; --model additive is convex in the logarithmic stretches",
         pl_arena_printf(fit->arena, "in %s tension the material is not stable beyond a stretch of %.3g: %s inequality fails",
                         pl_stability_mode_name[m], at, drucker ? "Drucker's" : "Baker and Ericksen's"));
    pl_warning_row(fit, "the material is not stable at large stretches", "tension|>beyond a stretch of|inequality that fails",
                   pl_stability_mode_name[m], number(fit, at, ""), drucker ? "Drucker's" : "Baker and Ericksen's");
  }
  return PL_OK;
}

static pl_status warn_shear(pl_fit *fit) {
  PL_TRY(pl_shear_consistency(fit, &fit->shear_mismatch));
  if (isnan(fit->shear_mismatch)) return PL_OK;
  double percent = 100 * fit->shear_mismatch;
  fit->shear_words =
      pl_arena_printf(fit->arena,
                      fit->shear_mismatch < 0.1 ? "The shear curves measured along warp and along weft agree within %.1f %%: independent "
                                                  "warp, weft and shear curves describe this fabric."
                                                : "The shear curves measured along warp and along weft differ by %.1f %%. With independent "
                                                  "elongation modes they would be one curve, so "
                                                  "shear depends on the elongation of this fabric (or one sample was mounted differently).",
                      percent);
  if (fit->shear_mismatch >= 0.1)
    warn(fit, "trust shear only near the tested tension; a coupled model needs combined tests",
         pl_arena_printf(fit->arena, "the two shear curves differ by %.1f %%", percent));
  return PL_OK;
}

static pl_status warn_locking(pl_fit *fit) {
  double poisson;
  PL_TRY(pl_locking_poisson(fit, &poisson));
  if (poisson > 0)
    warn(fit, pl_locking_remedy(fit),
         pl_arena_printf(fit->arena,
                         "nearly incompressible (Poisson's ratio %.3g): elements like these lock, and stiffnesses may be too small",
                         poisson));
  return PL_OK;
}

// A stiffness-spline keeps k >= 0, not the tangent d(k s)/ds: where that is negative, more strain gives less stress (thesis 3.5). Looked for on a
// grid over
// the range of the fit, both ways.
static void warn_falling(pl_fit *fit) {
  enum { N = 400 };
  for (int t = 0; t < fit->material->n_term && fit->n_fitted > 0; t++) {
    const pl_term *term = &fit->material->term[t];
    if (strcmp(term->law.row->name, "stiffness-spline") != 0 || term->law.row->n_in != 1) continue;
    double end = fmax(fabs(term->range[0][0]), fabs(term->range[0][1])), largest = 0, fall = NAN;
    for (int i = 1; i <= N && isnan(fall) && end > 0; i++) {
      double s = end * i / N, stress;
      pl_law_eval_one(&term->law, fit->material->theta + term->theta, &s, NULL, &stress, NULL);
      if (stress < (1 - 1e-6) * largest) fall = end * (i - 1) / N;
      largest = fmax(largest, stress);
    }
    if (isnan(fall)) continue;
    char at[40];
    pl_dim dim = pl_term_strain_dim(term);
    pl_number_people(pl_dim_display(dim, fall), at, sizeof at);
    const pl_test *first = fit->fit_case[0].test;
    bool folds = strcmp(term->strain->name, "fold") == 0;  // strips, alone or beside hung samples
    warn(fit,
         first->capture ? "a simulation is unstable there; --variant convex keeps the stress rising"
         : folds        ? "a simulation is unstable there; use fewer --bend-knots, or more overhangs"
                        : "a simulation is unstable there; --model convex keeps the stress rising",
         pl_arena_printf(fit->arena, "the stress of %s falls again beyond %s%s%s", term->name, at,
                         pl_dim_equal(dim, PL_DIM_NONE) ? "" : " ", pl_dim_equal(dim, PL_DIM_NONE) ? "" : pl_dim_unit(dim)));
    pl_warning_row(fit, "the stress of several terms falls again at large strains", "term|>beyond", term->name,
                   pl_warning_strain(fit, dim, fall));
  }
}

pl_status pl_fit_warn(pl_fit *fit) {
  fit->warning = pl_arena_alloc(fit->arena, PL_MAX_WARNING, sizeof *fit->warning);
  if (!fit->warning) return PL_ERROR_MEMORY;
  fit->n_warning = 0;
  warn_suspicions(fit);
  warn_contradictions(fit);
  warn_convergence(fit);
  warn_failed_frames(fit);
  warn_parameters(fit);
  warn_held(fit);
  warn_weak(fit);
  warn_scale(fit);
  warn_samples(fit);
  warn_choice(fit);
  warn_mesh_error(fit);
  warn_missing(fit);
  warn_intrinsics(fit);
  warn_hysteresis(fit);
  warn_friction(fit);
  warn_roll(fit);
  warn_poor(fit);
  warn_sigma(fit);
  warn_misses(fit);
  warn_few(fit);
  warn_correlated(fit);
  warn_extrapolation(fit);
  warn_falling(fit);
  PL_TRY(warn_convexity(fit));
  PL_TRY(warn_stability(fit));
  PL_TRY(warn_locking(fit));
  PL_TRY(warn_shear(fit));
  pl_warnings_finish(fit);
  return PL_OK;
}
