// warn_readings.c: what the readings say against the model: contradictions, misses, systematic residuals, and scatter that is not the stated one. See warnings.h.
#include "estimate/advise/warnings_part.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "estimate/judge/judge.h"
#include "protocol/poses/fit/poses_sizes.h"
#include "estimate/advise/remedy.h"
#include "estimate/advise/warning_rows.h"
#include "measure/table/curve.h"
#include "protocol/poses/poses.h"

// "the force on \"right\" in pose \"bent\"", "the motion of the landmarks in pose \"hanging\"": one thing that contradicts.
static const char *reading_words(pl_fit *fit, const pl_channel_row *channel, const char *name, const char *pose) {
  if (!*name) return pl_arena_printf(fit->arena, "the motion of the landmarks in pose \"%s\"", pose);
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

// What the first of them says in the headline: what most readings say, and which one says otherwise.
static const char *contradicted_words(pl_fit *fit) {
  const pl_contradiction *c = &fit->findings.contradiction[0];
  const char *what = reading_words(fit, c->channel, c->name, c->pose);
  int n_opposite = 0;
  for (int i = 0; i < fit->findings.n_contradiction; i++) n_opposite += fit->findings.contradiction[i].opposite;
  if (n_opposite > 1 && n_opposite == fit->findings.n_size_reading)
    return pl_arena_printf(fit->arena,
                           "all %d have the opposite sign (they are taken as what supports do to the body; \"of\": \"body\" turns them)",
                           n_opposite);
  if (n_opposite > 1)
    return pl_arena_printf(fit->arena, "%d of %d have the opposite sign, first %s", n_opposite, fit->findings.n_size_reading, what);
  if (c->opposite) return pl_arena_printf(fit->arena, "%s has the opposite sign", what);
  if (c->n_others > 1)
    return pl_arena_printf(fit->arena, "by %d of them Young's modulus is about %s, by %s about %s", c->n_others, pascals(fit, c->others),
                           what, pascals(fit, c->young));
  return pl_arena_printf(fit->arena, "by %s Young's modulus is about %s, by %s about %s", what, pascals(fit, c->young),
                         reading_words(fit, c->other_channel, c->other_name, c->other_pose), pascals(fit, c->others));
}

// The least squares follow the reading in the largest unit: their numbers are nobody's, however small their sigmas are.
static void call_nothing_determined(pl_fit *fit) {
  for (int j = 0; j < fit->material->n_theta && fit->known.identified; j++) fit->known.identified[j] = fit->known.weak[j] = false;
}

// Readings of a body that no size of its stiffness reconciles, unless the fit meets them. The factor is that by which the reading would have to be
// divided: forces are in proportion to the stiffness, motions under loads to its inverse.
void pl__warn_contradictions(pl_fit *fit) {
  static const char unit[] = "check its unit (mN, N, kN; mm, m), and those of \"density\" and loads; until then trust no stiffness; "
                             "if all are right, the body changes from place to place: take --samples 4";
  static const char model[] =
      "check its unit and size; if they are right, the body stiffens, has a grain, or changes from place to place: take --model "
      "additive or orthotropic, or --samples 4";
  static const char sign[] = "check its sign: readings are what the support does to the body; \"of\": \"body\" turns them round";
  if (fit->findings.n_contradiction == 0 || (!fit->findings.contradicts && fit->findings.fit_passed)) return;
  if (sample_count(fit) > 1 || pl_sizes_met(fit)) return;  // one size for all of the body is no measure of it
  fit->findings.contradicted = contradicted_words(fit);
  call_nothing_determined(fit);
  for (int i = 0; i < fit->findings.n_contradiction; i++) {
    const pl_contradiction *c = &fit->findings.contradiction[i];
    if (c->opposite) {
      const char *reading = reading_words(fit, c->channel, c->name, c->pose);
      pl_warning_add(fit, sign, pl_arena_printf(fit->arena, "%s has the opposite sign: the body was moved the other way", reading));
      pl_warning_row(fit, "readings have the opposite sign: the body was moved the other way", "test|reading", c->test, reading);
      continue;
    }
    double factor = *c->name ? c->young / c->others : c->others / c->young;
    const char *what = reading_words(fit, c->channel, c->name, c->pose), *large = factor > 1 ? "large" : "small";
    char times[40];
    pl_number_people(rounded(fmax(factor, 1 / factor), 1), times, sizeof times);
    if (c->n_others > 1)
      pl_warning_add(fit, fit->findings.contradicts ? unit : model,
                     pl_arena_printf(fit->arena,
                                     "%s contradicts the others: by it Young's modulus is about %s, by %d others about %s; it seems %s "
                                     "times too %s",
                                     what, pascals(fit, c->young), c->n_others, pascals(fit, c->others), times, large));
    else
      pl_warning_add(fit, fit->findings.contradicts ? unit : model,
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

// The case and the channel that a score is of.
static const pl_fit_case *case_of(const pl_fit *fit, const pl_score *score, int *channel) {
  for (int i = 0; i < fit->problem.n_case; i++) {
    const pl_fit_case *c = &fit->problem.fit_case[i];
    *channel = (int)(score->channel - c->measurement->protocol->channel);
    if (c->test->name == score->test && *channel >= 0 && *channel < c->measurement->protocol->n_channel) return c;
  }
  return NULL;
}

// Where a body in poses is missed most: ", most in pose \"bent\"", of one pose alone ", in pose \"bent\""; "" of other tests.
static const char *worst_pose(pl_fit *fit, const pl_fit_case *c, int k) {
  if (!c || !pl_poses_of(c->test) || !c->predicted[k]) return "";
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
      worst < 0 ? NULL : pl_arena_printf(fit->arena, ", %sin pose \"%s\"", n > 1 ? "most " : "", pl_poses_of(c->test)->pose[worst].name);
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

void pl__warn_poor(pl_fit *fit) {
  for (int i = 0; i < fit->evidence.n_score; i++) {
    const pl_score *s = &fit->evidence.score[i];
    int k = 0;
    const pl_fit_case *c = case_of(fit, s, &k);
    if (!c || !s->used || s->n == 0 || pl_score_passes(fit, s)) continue;  // lost frames are told by themselves
    const char *where = worst_pose(fit, c, k), *remedy = pl_remedy(fit, c->test, PL_REMEDY_POOR);
    char score[32];
    if (!s->judged) {
      pl_warning_add(fit, "fit with more --cells: what that improves was the mesh's error, not the material's; forces tell the stiffnesses",
                     pl_arena_printf(fit->arena, "'%s' (%s): R2 = %s, told but not judged: folds lie elsewhere on another mesh", s->test,
                                     s->channel->name, pl_judge_print(s->r2, fit->problem.options.accept_r2, 2, score)));
      continue;
    }
    if (!s->few && isnan(s->r2))
      pl_warning_add(fit, remedy,
                     pl_arena_printf(fit->arena,
                                     "'%s' (%s%s) is not described by the model: its readings do not change, which leaves R2 nothing "
                                     "to explain, and are missed by %s",
                                     s->test, s->channel->name, where, missed_by(fit, s)));
    else if (s->few)
      pl_warning_add(fit, remedy,
                     pl_arena_printf(fit->arena, "'%s' (%s, %s%s) is not described by the model: missed by %s", s->test, s->channel->name,
                                     s->n == 1 ? "one reading" : "two readings", where, missed_by(fit, s)));
    else
      pl_warning_add(fit, remedy,
                     pl_arena_printf(fit->arena, "'%s' (%s) is not described by the model: R2 = %s%s", s->test, s->channel->name,
                                     pl_judge_print(s->r2, fit->problem.options.accept_r2, 2, score), where));
    pl_warning_row(fit, "several readings are not described by the model", "test|channel|worst|>R2|>missed by", s->test, s->channel->name,
                   pose_name(where),
                   s->few || isnan(s->r2) ? "-"
                                          : pl_arena_text(fit->arena, pl_judge_print(s->r2, fit->problem.options.accept_r2, 5, score)),
                   missed_by(fit, s));
  }
}

static int free_numbers(const pl_fit *fit) {
  int n = 0;
  for (int j = 0; j < fit->material->n_theta; j++) n += !fit->material->parameter[j].frozen;
  return n;
}

// Numbers that are as many as the readings can meet any of them: what is left is no scatter.
static bool meets_anything(const pl_fit *fit) { return fit->solution.ties.n == 0 && fit->evidence.n_residual <= free_numbers(fit); }

// Stated and found scatter should agree within a few times.
void pl__warn_sigma(pl_fit *fit) {
  for (int i = 0; i < fit->problem.n_fitted; i++)
    for (int k = 0; k < PL_MAX_CHANNEL; k++) {
      const pl_fit_case *c = &fit->problem.fit_case[i];
      if (!c->predicted[k] || c->unused[k] || !(c->test->channel[k].sigma > 0)) continue;
      double sum = 0;
      int n = pl_case_values(c, k), n_used = 0;
      for (int f = 0; f < n; f++)
        if (!isnan(c->predicted[k][f] - c->test->channel[k].value[f]))  // of bodies not every place is read in every pose
          sum += pow(c->predicted[k][f] - c->test->channel[k].value[f], 2), n_used++;
      double ratio = n_used ? sqrt(sum / n_used) / c->test->channel[k].sigma : 1;
      const char *test = c->test->name, *channel = c->test->channel[k].row->name;
      if (ratio < 0.1 && n_used > 2 && !meets_anything(fit)) {  // one reading may be right by luck
        pl_warning_add(fit, "state the standard deviation of one reading, or leave sigma out to have it estimated",
                       pl_arena_printf(fit->arena, "the sigma given for %s of '%s' is %.0f times what the readings scatter",
                                       c->test->channel[k].row->name, c->test->name, 1 / ratio));
        pl_warning_row(fit, "the sigmas given are many times what the readings scatter", "test|channel|>times", test, channel,
                       pl_warning_number(fit, 1 / ratio, ""));
      } else if (ratio > PL_MANY_SIGMAS && !pl_poses_of(c->test)) {  // of bodies single readings are told
        pl_warning_add(fit, "the intervals were widened to match; the model or the stated sigma is off",
                       pl_arena_printf(fit->arena, "%s of '%s' misses by %.0f times the sigma given%s", c->test->channel[k].row->name,
                                       c->test->name, ratio, worst_pose(fit, c, k)));
        pl_warning_row(fit, "readings are missed by many times the sigma given", "test|channel|worst|>times sigma", test, channel,
                       pose_name(worst_pose(fit, c, k)), pl_warning_number(fit, ratio, ""));
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
  for (int i = 0; i < fit->problem.n_case; i++)
    for (int k = 0; k < PL_POSES_CHANNELS && pl_poses_of(fit->problem.fit_case[i].test); k++) {
      const pl_fit_case *c = &fit->problem.fit_case[i];
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
void pl__warn_misses(pl_fit *fit) {
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
    const char *pose = pl_poses_of(c->test)->pose[worst[i].value / width].name;
    const char *measured = reading_value(fit, channel, channel->value[worst[i].value]);
    const char *predicted = reading_value(fit, channel, c->predicted[worst[i].channel][worst[i].value]);
    char name[PL_COMPONENT_NAME], times[32];
    pl__component_name(c->test, worst[i].channel, worst[i].value % width, name);
    pl_judge_multiple(worst[i].sigmas, times);
    pl_warning_add(
        fit,
        fit->problem.options.samples == 1 && pl_mesh_is_solid(pl_poses_of(c->test)->mesh)
            ? "look at the pose of the first one: unit, sign, set, axes; then at the model (--samples 16 if the body may not be alike "
              "everywhere), and whether so small a sigma is meant"
            : "look at the pose of the first one: unit, sign, set, axes; then at the model, and whether so small a sigma is meant",
        pl_arena_printf(fit->arena, "%s of '%s' in pose \"%s\" is missed by %s times the sigma given: %s measured, %s predicted (%s)",
                        channel->row->name, name, pose, times, measured ? measured : "", predicted ? predicted : "", c->test->name));
    pl_warning_row(fit, kind, "test|pose|channel|reading|>measured|>predicted|>sigmas", c->test->name, pose, channel->row->name,
                   pl_arena_text(fit->arena, name), measured, predicted, pl_arena_text(fit->arena, times));
  }
}

// As many as the summary counts: where samples are tied to each other, those numbers that the data tell and not the ties.
void pl__warn_few(pl_fit *fit) {
  int n_free = 0, n_all = fit->known.identified ? free_numbers(fit) : 0;
  for (int j = 0; j < fit->material->n_theta && fit->known.identified; j++) n_free += fit->known.identified[j];
  double determined = fit->solution.ties.n > 0 ? fit->evidence.effective : n_free;
  bool any = fit->evidence.n_residual < n_all && meets_anything(fit);
  if (fit->problem.n_fitted == 0 || (fit->evidence.n_residual >= 3 * determined && !any)) return;
  const char *remedy = pl_remedy(fit, NULL, PL_REMEDY_FEW);
  if (fit->solution.ties.n > 0)
    pl_warning_add(
        fit, remedy,
        pl_arena_printf(fit->arena,
                        "%d readings determine %.1f of %d parameters, the ties between material samples the rest: the fit can follow noise",
                        fit->evidence.n_residual, determined, n_all));
  else if (any)
    pl_warning_add(fit, remedy,
                   pl_arena_printf(fit->arena,
                                   "there are more numbers than readings, %d for %d: such a fit can meet any readings, and that it meets "
                                   "these says nothing",
                                   n_all, fit->evidence.n_residual));
  else if (determined < n_all)
    pl_warning_add(fit, remedy,
                   pl_arena_printf(fit->arena, "%d readings for the %d of %d parameters that they determine: the fit can follow noise",
                                   fit->evidence.n_residual, n_free, n_all));
  else
    pl_warning_add(fit, remedy,
                   pl_arena_printf(fit->arena, "%d readings for %d parameters: the fit can follow noise", fit->evidence.n_residual, n_all));
}

static void warn_unfollowed(pl_fit *fit, const pl_fit_case *c, const pl_score *s) {
  char times[32];
  pl_judge_multiple(pl_judge_unfollowed(fit, s), times);
  pl_warning_add(
      fit, pl_remedy(fit, c->test, PL_REMEDY_SYSTEMATIC),
      pl_arena_printf(fit->arena,
                      "the model does not follow '%s' (%s): misses are %s times the scatter of neighbouring readings, %.1f %% of "
                      "its range",
                      s->test, s->channel->name, times, 100 * s->relative));
  pl_warning_row(fit, "the model does not follow several curves", "test|channel|>misses over scatter|>of its range", s->test,
                 s->channel->name, pl_arena_printf(fit->arena, "%s", times), pl_warning_number(fit, 100 * s->relative, " %"));
}

void pl__warn_correlated(pl_fit *fit) {
  for (int i = 0; i < fit->evidence.n_score; i++) {
    const pl_score *s = &fit->evidence.score[i];
    int k = 0;
    const pl_fit_case *c = case_of(fit, s, &k);
    if (!c) continue;
    if (pl_judge_unfollowed(fit, s) > 0) {
      warn_unfollowed(fit, c, s);
      continue;
    }
    if (!pl_remedy_systematic(s)) continue;
    pl_warning_add(fit, pl_remedy(fit, c->test, PL_REMEDY_SYSTEMATIC),
                   pl_arena_printf(fit->arena, "the residuals of '%s' (%s) are systematic, %.1f %% of its range%s", s->test,
                                   s->channel->name, 100 * s->relative, worst_pose(fit, c, k)));
    pl_warning_row(fit, "the residuals of several curves are systematic", "test|channel|worst|>of its range", s->test, s->channel->name,
                   pose_name(worst_pose(fit, c, k)), pl_warning_number(fit, 100 * s->relative, " %"));
  }
}
