// warn_poses.c: readings of bodies in poses that contradict each other, and single readings with large residuals.
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "estimate/advise/warning_rows.h"
#include "estimate/advise/words.h"
#include "estimate/judge/judge.h"
#include "measure/table/curve.h"
#include "protocol/poses/fit/poses_sizes.h"
#include "protocol/poses/poses.h"
#include "protocol/poses/poses_part.h"
#include "protocol/poses/say.h"
#include "protocol/poses/words_part.h"

// "the force on \"right\" in pose \"bent\"", "the motion of the landmarks in pose \"hanging\"": one contradicting reading.
static const char *reading_words(const pl_fit *fit, const pl_channel_row *channel, const char *name, const char *pose) {
  if (!*name) return pl_arena_printf(fit->arena, "the motion of the landmarks in pose \"%s\"", pose);
  return pl_arena_printf(fit->arena, "the %s on \"%s\" in pose \"%s\"", channel->name, name, pose);
}

// Rounds to this many digits: it is not more accurate.
static double rounded(double value, int digits) {
  double unit = pow(10, floor(log10(value)) + 1 - digits);
  return unit * round(value / unit);
}

static const char *pascals(const pl_fit *fit, double young) {
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

// Headline about the first contradiction: what most readings imply, and which one differs.
static const char *contradicted_words(const pl_fit *fit, const pl_poses_findings *found) {
  const pl_contradiction *c = &found->contradiction[0];
  const char *what = reading_words(fit, c->channel, c->name, c->pose);
  int n_opposite = 0;
  for (int i = 0; i < found->n_contradiction; i++) n_opposite += found->contradiction[i].opposite;
  if (n_opposite > 1 && n_opposite == found->n_reading)
    return pl_arena_printf(fit->arena,
                           "all %d have the opposite sign (they are taken as what supports do to the body; \"of\": \"body\" turns them)",
                           n_opposite);
  if (n_opposite > 1) return pl_arena_printf(fit->arena, "%d of %d have the opposite sign, first %s", n_opposite, found->n_reading, what);
  if (c->opposite) return pl_arena_printf(fit->arena, "%s has the opposite sign", what);
  if (c->n_others > 1)
    return pl_arena_printf(fit->arena, "by %d of them Young's modulus is about %s, by %s about %s", c->n_others, pascals(fit, c->others),
                           what, pascals(fit, c->young));
  return pl_arena_printf(fit->arena, "by %s Young's modulus is about %s, by %s about %s", what, pascals(fit, c->young),
                         reading_words(fit, c->other_channel, c->other_name, c->other_pose), pascals(fit, c->others));
}

// Least squares follow the reading in the largest unit: the parameters are meaningless even if their standard errors are small.
static void call_nothing_determined(const pl_fit *fit) {
  for (int j = 0; j < fit->material->n_theta && fit->known.identified; j++) fit->known.identified[j] = fit->known.weak[j] = false;
}

// Readings of a body that imply inconsistent stiffnesses, unless the fit describes them. The factor is that by which the reading would have
// to be divided: forces are proportional to the stiffness, displacements under loads to its inverse.
static void warn_contradictions(const pl_fit *fit, pl_fit_findings *findings) {
  const pl_poses_findings *found = pl_poses_findings_of(fit);
  if (!found || found->n_contradiction == 0 || (!findings->contradicts && findings->fit_passed)) return;
  if (sample_count(fit) > 1 || pl_sizes_met(fit)) return;  // a heterogeneous body has no single stiffness
  findings->contradicted = contradicted_words(fit, found);
  findings->contradicts_motion = found->contradiction[0].opposite;
  call_nothing_determined(fit);
  for (int i = 0; i < found->n_contradiction; i++) {
    const pl_contradiction *c = &found->contradiction[i];
    if (c->opposite) {
      const char *reading = reading_words(fit, c->channel, c->name, c->pose);
      if (!reading) return;
      pl_warning_add(findings, PL_SAID(SAY_POSE_CHECK_SIGN), pl_say(fit->arena, SAY_POSE_OPPOSITE, reading));
      pl_warning_row(findings, PL_SAID(SAY_POSE_OPPOSITE_ALL), "test|reading", c->test, reading);
      continue;
    }
    double factor = *c->name ? c->young / c->others : c->others / c->young;
    const char *what = reading_words(fit, c->channel, c->name, c->pose), *large = factor > 1 ? "large" : "small";
    char times[40];
    pl_number_people(rounded(fmax(factor, 1 / factor), 1), times, sizeof times);
    pl_sentence remedy = findings->contradicts ? PL_SAID(SAY_POSE_CHECK_UNIT) : PL_SAID(SAY_POSE_CHECK_MODEL);
    const char *own = pascals(fit, c->young), *others = pascals(fit, c->others);
    if (c->n_others > 1)
      pl_warning_add(findings, remedy, pl_say(fit->arena, SAY_POSE_CONTRADICTS, what, own, c->n_others, others, times, large));
    else
      pl_warning_add(findings, remedy,
                     pl_say(fit->arena, SAY_POSE_CONTRADICTS_PAIR, times, what, own,
                            reading_words(fit, c->other_channel, c->other_name, c->other_pose), others));
    pl_warning_row(findings, PL_SAID(SAY_POSE_CONTRADICTS_ALL), "test|reading|>its modulus|>by others|>times", c->test, what, own, others,
                   pl_arena_printf(fit->arena, "%s too %s", times, large));
  }
}

enum { MISSES_SHOWN = 8 };

// A reading of a body in poses with a large residual.
typedef struct miss {
  const pl_fit_case *of;
  int channel, value;
  double sigmas;
} miss;

// The largest residuals first, at most `most`. Returns the number beyond PL_MANY_SIGMAS.
static int worst_misses(const pl_fit *fit, int most, miss *worst) {
  int n = 0;
  for (int i = 0; i < fit->problem.n_case; i++)
    for (int k = 0; k < PL_POSES_CHANNELS && pl_poses_of(fit->work.fit_case[i].test); k++) {
      const pl_fit_case *c = &fit->work.fit_case[i];
      const pl_channel *channel = &c->test->channel[k];
      for (int v = 0; c->predicted[k] && !c->weighting.unused[k] && channel->sigma > 0 && v < pl_case_values(c, k); v++) {
        miss m = {c, k, v, fabs(c->predicted[k][v] - channel->value[v]) / pl_case_value_sigma(c, k, v)};
        if (!(m.sigmas > PL_MANY_SIGMAS) || (channel->importance && channel->importance[v] == 0)) continue;
        int at = n < most ? n : most;
        n++;
        for (; at > 0 && worst[at - 1].sigmas < m.sigmas; at--)
          if (at < most) worst[at] = worst[at - 1];
        if (at < most) worst[at] = m;
      }
    }
  return n;
}

static const char *reading_value(const pl_fit *fit, const pl_channel *channel, double value) {
  char text[64];
  return pl_arena_text(fit->arena, pl__suspect_number(value, channel->row->dim, text));
}

// Readings of bodies one by one: a wrong pose shows here first.
static void warn_misses(const pl_fit *fit, pl_fit_findings *findings) {
  miss worst[MISSES_SHOWN];
  int n = worst_misses(fit, MISSES_SHOWN, worst), n_shown = n < MISSES_SHOWN ? n : MISSES_SHOWN;
  pl_sentence kind = pl_say(fit->arena, SAY_POSE_MISSED_ALL, n, PL_MANY_SIGMAS, n > n_shown ? ", these the largest" : "");
  for (int i = 0; i < n_shown && kind.text; i++) {
    const pl_fit_case *c = worst[i].of;
    const pl_channel *channel = &c->test->channel[worst[i].channel];
    int width = pl_channel_width(channel);
    const char *pose = pl_poses_of(c->test)->pose[worst[i].value / width].name;
    const char *measured = reading_value(fit, channel, channel->value[worst[i].value]);
    const char *predicted = reading_value(fit, channel, c->predicted[worst[i].channel][worst[i].value]);
    char times[32];
    const char *name = channel->component ? channel->component[worst[i].value % width] : "";
    pl_judge_multiple(worst[i].sigmas, times);
    bool alike = fit->problem.options.samples == 1 && pl_mesh_is_solid(pl_poses_of(c->test)->mesh);
    pl_warning_add(findings, alike ? PL_SAID(SAY_POSE_LOOK_SAMPLES) : PL_SAID(SAY_POSE_LOOK),
                   pl_say(fit->arena, SAY_POSE_MISSED, channel->row->name, name, pose, times, measured ? measured : "",
                          predicted ? predicted : "", c->test->name));
    pl_warning_row(findings, kind, "test|pose|channel|reading|>measured|>predicted|>sigmas", c->test->name, pose, channel->row->name,
                   pl_arena_text(fit->arena, name), measured, predicted, pl_arena_text(fit->arena, times));
  }
}

pl_status pl__warn_poses(const pl_fit *fit, pl_fit_findings *findings, pl_warn_phase phase) {
  if (phase == PL_WARN_FIRST) warn_contradictions(fit, findings);
  if (phase == PL_WARN_READINGS) warn_misses(fit, findings);
  return PL_OK;
}
