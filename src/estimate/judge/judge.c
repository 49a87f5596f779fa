// judge.c: see judge.h.
//
// Covariance. The objective weights residuals by the given sigma, or a nominal one percent. Their actual scatter is measured afterwards per
// channel: v = mean square of r, times (1 + rho)/(1 - rho) when neighbouring residuals are correlated (rho, lag one). A smooth misfit
// sampled a thousand times is not a thousand observations. With A = sum J^T J + P (P the prior) and B = sum v J^T J + P the covariance is
// A^-1 B A^-1. Where sigma was given, v >= 1. Importance scales rows and their scatter alike.
//
// Several tests of one kind are draws of a fabric (repeats.h). A stiffer specimen is no misfit of the model. So v is measured without the
// effects of specimens. B gets t^2 (J_s^T z_s) (J_s^T z_s)^T for each, t the scatter between specimens.
//
// Some parameters are not fitted to some cases (pl_fit_case.unfitted): bending is fitted to table edges only, the rest to all others. They
// solve sum_i m_ij J_ij r_i = 0 with m_ij = 0 for those cases. To first order their errors are G^-1 sum_i m_ij J_ij noise_i with G_jk =
// sum_i m_ij J_ij J_ik. Hence the covariance is G^-1 B G^-T, B_jk = sum_i v_i m_ij J_ij m_ik J_ik; for all m = 1 it is the above.
//
// A fit on the boundary of a convex set has a non-zero gradient and varies only along the boundary. Its standard errors are nevertheless
// those of the unconstrained fit. The true material is convex, and projection onto a convex set that contains the truth does not increase
// the error. Standard errors along the boundary alone would be too small where noise moved the fit there (95 % intervals cover 91 % instead
// of 96 %). A parameter that points across the boundary more than along it is not identified, like one at a bound.
//
// Identified: sigma is less than half of the prior's, so that three quarters of the information come from the data. The prior is wide (ten
// times the first guess), so noise alone can satisfy this. Hence marks.c also compares sigma with the size of the parameter and of its
// term.
#include "estimate/judge/judge.h"

#include <lapacke.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "estimate/judge/repeats.h"
#include "estimate/judge/sandwich.h"
#include "estimate/judge/spread.h"
#include "estimate/problem/nominal.h"
#include "math/student.h"

static const pl_channel_row *row_of(const pl_fit_case *c, int k) { return &c->given->measurement->protocol->channel[k]; }

typedef struct channel_scatter {
  int n, n_frame, n_failed;  // residuals; frames with a residual; frames without equilibrium
  double mean_square, rho;
} channel_scatter;

// Residual of one value, SI. left: [n_frame][width], weighted residuals to use instead (pl_repeats_remove); NULL: none.
static double residual_of(const pl_fit_case *c, int k, int i, const double *left) {
  double plain = c->predicted[k][i] - c->test->channel[k].value[i];
  return left && !isnan(plain) ? left[i] * pl_case_row_sigma(c, k, i) : plain;
}

// A group of values (pl_channel_row.group) counts as one residual: the norm of its vector. scaled: as if each value had the channel's
// sigma. left: see residual_of.
static channel_scatter scatter(const pl_fit_case *c, int k, bool scaled, const double *left) {
  const double *measured = c->test->channel[k].value;
  int group = row_of(c, k)->group > 1 ? row_of(c, k)->group : 1;
  int width = pl_channel_width(&c->test->channel[k]), last_found = -1, last_failed = -1;
  channel_scatter s = {0};
  const double *own = scaled ? c->test->channel[k].value_sigma : NULL, *importance = pl_case_value_importance(c, k);
  bool previous = false;
  double product = 0, sum = 0;
  for (int f = 0; f + group <= pl_case_values(c, k); f += group) {
    double square = 0, with_last = 0, missing = 0;
    if (importance && importance[f] == 0) {
      previous = false;
      continue;
    }
    for (int i = f; i < f + group; i++) {
      double residual = residual_of(c, k, i, left);
      if (own) residual *= c->sigma[k] / own[i];
      square += residual * residual;
      missing += measured[i];
      if (previous) with_last += residual * residual_of(c, k, i - group, left) * (own ? c->sigma[k] / own[i - group] : 1);
    }
    if (isnan(square)) {
      // no equilibrium; values that were not measured do not count
      if (!isnan(missing) && f / width != last_failed) {
        last_failed = f / width;
        s.n_failed++;
      }
      previous = false;
      continue;
    }
    sum += square;
    product += with_last;
    previous = true;
    s.n++;
    s.n_frame += f / width != last_found;
    last_found = f / width;
  }
  s.mean_square = s.n ? sum / s.n : 0;
  s.rho = sum > 0 ? product / sum : 0;
  return s;
}

static bool is_judged(const pl_fit_case *c, int k) {
  if (c->test->channel[k].judged != PL_JUDGED_ALONE) return true;
  for (int other = 0; other < PL_MAX_CHANNEL; other++)
    if (other != k && (c->given->held_out ? c->predicted[other] != NULL : pl_case_used(c, other))) return false;
  return true;
}

// The mean square of n residuals of noise is sigma^2 (1 +- sqrt(2/n)). Noise is independent from reading to reading: a significant
// systematic part is none, however large a sigma is stated.
static bool is_noise(const pl_score *score) {
  return !(score->systematic > PL_SYSTEMATIC_SHARE) &&
         score->sigmas * score->sigmas <= 1 + PL_FEW_SIGMAS * sqrt(2.0 / (score->n > 0 ? score->n : 1));
}

double pl_judge_share(const pl_fit *fit) { return 0.5 * sqrt(fmax(1 - fit->problem.options.accept_r2, 0)); }

bool pl_score_passes(const pl_fit *fit, const pl_score *score) {
  double share = pl_judge_share(fit);
  // in a sequence long enough, what is not systematic is scatter of the readings: no model describes it
  bool scatter_only = score->sequence && score->systematic <= share;
  bool close = score->share <= share || is_noise(score) || scatter_only;
  if (!score->few && isnan(score->r2)) return close || score->rms <= PL_FEW_SIGMAS * score->sigma;
  if (!score->few) return close || score->r2 >= fit->problem.options.accept_r2;
  if (score->doubts <= PL_FEW_SIGMAS) return true;
  return score->of_change * score->of_change <= 1 - fit->problem.options.accept_r2;
}

double pl_judge_systematic(const pl_score *score) {
  bool counts = score->judged && (score->used || score->held_out) && !score->few && !is_noise(score);
  return counts && score->systematic > PL_SYSTEMATIC_SHARE ? score->systematic : 0;
}

double pl_judge_loss(const pl_fit *fit, const char **test) {
  double most = 0;
  for (int i = 0; i < fit->problem.n_case && !pl_material_remembers(fit->material); i++) {
    const pl_test *one = fit->work.fit_case[i].test;
    if (!(one->hysteresis > fmax(most, PL_LOSS))) continue;
    most = one->hysteresis;
    *test = one->name;
  }
  return most;
}

// With correlation rho, neighbouring residuals differ by sqrt(2 (1 - rho)) times their rms. For pure noise the rms equals the rms
// difference of neighbours over sqrt 2. A misfit is reported only above the nominal percent.
#define UNFOLLOWED 2.0
#define UNFOLLOWED_SHARE 0.01
enum { UNFOLLOWED_READINGS = 8 };
// From this number on, neighbours reveal a smooth misfit like a polynomial of degree 3, orthogonal to lower ones. Its correlation of
// neighbours exceeds 2/sqrt(n): 0.53 and 0.52 of 15 readings, but 0.12 and 0.71 of 8. Fewer readings cannot prove that a misfit is scatter.
enum { SEQUENCE_READINGS = 15 };

double pl_judge_unfollowed(const pl_fit *fit, const pl_score *score) {
  if (!score->used || score->held_out || score->n < UNFOLLOWED_READINGS || !(score->relative > UNFOLLOWED_SHARE)) return 0;
  if (fit->problem.n_fitted == 0 || !score->channel->traced) return 0;
  double times = 1 / sqrt(1 - fmin(score->correlation, 0.9999));
  return times > UNFOLLOWED ? times : 0;
}

// Root mean square over a channel's values of (p - m)^2/(sigma^2 + sigma_p^2). Here sigma is the given one of the reading, sigma_p that
// of a prediction not fitted to it. It is limited to `most`: a vague prediction proves nothing. For fitted values prediction and reading are
// correlated, so only sigma counts. NAN without a sigma.
static double doubts(const pl_fit_case *c, int k, double most) {
  double given = c->test->channel[k].sigma, sum = 0;
  int n = 0;
  for (int v = 0; v < pl_case_values(c, k) && given > 0; v++) {
    double miss = c->predicted[k][v] - c->test->channel[k].value[v];
    double reading = pl_case_value_sigma(c, k, v);
    double own = c->given->held_out && c->prediction.sigma[k] ? c->prediction.sigma[k][v] : 0;
    if (pl_value_left_out(c, k, v)) continue;
    own = isfinite(own) ? fmin(own, most) : 0;
    sum += miss * miss / (reading * reading + own * own);
    n++;
  }
  return n ? sqrt(sum / n) : NAN;
}

// The part of the residuals r that is no scatter, SI. Scatter of neighbours is independent: the mean of r_i r_(i+1) is that of the smooth
// part's square. It counts beyond z/sqrt(n) of the mean square (chance_limit). So does a mean beyond PL_FEW_SIGMAS of its standard error.
// Only for one value per frame: components have no neighbours. left: residuals without the effect of the specimen, which is no misfit of
// the model; NULL: the residuals. *mean is that of the residuals themselves.
// Fewer than SEQUENCE_READINGS neighbours cannot show it. There a stated sigma does: what the mean square has beyond the noise of n readings.
static double systematic_part(const pl_fit_case *c, int k, double z, const double *left, double *mean) {
  double sum = 0, rest = 0;
  int n = 0;
  for (int v = 0; v < pl_case_values(c, k); v++)
    if (!pl_value_left_out(c, k, v)) sum += residual_of(c, k, v, NULL), rest += residual_of(c, k, v, left), n++;
  *mean = n ? sum / n : NAN;
  if (n < PL_FEW_READINGS || pl_channel_width(&c->test->channel[k]) > 1) return 0;
  channel_scatter s = scatter(c, k, false, left);
  double bias = rest / n, variance = fmax(s.mean_square - bias * bias, 0), smooth = s.rho * s.mean_square;
  double biased = fabs(bias) > PL_FEW_SIGMAS * sqrt(variance / (n - 1)) ? bias * bias : 0;
  double given = c->test->channel[k].sigma, square = given > 0 ? scatter(c, k, true, left).mean_square / (given * given) : 0;
  bool beyond = n < SEQUENCE_READINGS && square > 1 + PL_FEW_SIGMAS * sqrt(2.0 / n);
  double excess = beyond ? s.mean_square * (1 - 1 / square) : 0;
  return sqrt(fmax(excess, fmax(biased, s.rho > z / sqrt(n) ? smooth : 0)));
}

// Two standard errors if one channel is judged. Of n channels the largest correlation is larger by chance: z keeps the probability that
// any of them exceeds it (Bonferroni). 2.8 of 10 channels.
static double chance_limit(int n) {
  double z = 2, one = pl_student_tails(z, INFINITY);
  while (n * pl_student_tails(z, INFINITY) > one) z += 0.01;
  return z;
}

// Of the sigma that readings are weighted by: what varies less is rounding, as the zero force along a clamp that only pulls.
#define ROUNDED 1e-6

// The spread of readings, none where they vary by rounding alone: R2 would compare residuals with it. Constant readings that are not at rest
// keep their range from rest.
static pl_spread varying(pl_spread spread, int n, double sigma) {
  double rounding = n * (ROUNDED * sigma) * (ROUNDED * sigma);
  if (spread.square <= rounding) spread.square = 0;
  if (spread.level <= rounding) spread.level = 0;
  if (spread.square == 0 && spread.level == 0) spread.range = 0;
  return spread;
}

// Residuals over the range; unknown for readings that stay at rest, unless they are predicted exactly.
static double of_range(double rms, int n, pl_spread spread, double sigma) {
  if (n == 0) return NAN;
  if (spread.range > 0) return rms / spread.range;
  return rms <= ROUNDED * sigma ? 0 : NAN;
}

pl_status pl_judge_scores(pl_fit *fit) {
  int n = 0;
  for (int i = 0; i < fit->problem.n_case; i++)
    for (int k = 0; k < PL_MAX_CHANNEL; k++) n += fit->work.fit_case[i].predicted[k] != NULL;
  fit->evidence.score = pl_arena_alloc(fit->arena, (size_t)n + 1, sizeof *fit->evidence.score);
  if (!fit->evidence.score) return PL_ERROR_MEMORY;
  double z = chance_limit(n);
  fit->evidence.n_score = 0;
  for (int i = 0; i < fit->problem.n_case; i++)
    for (int k = 0; k < PL_MAX_CHANNEL; k++) {
      const pl_fit_case *c = &fit->work.fit_case[i];
      if (!c->predicted[k]) continue;
      if (c->test->channel[k].judged == PL_JUDGED_NEVER) continue;
      const double *measured = c->test->channel[k].value;
      const double *left = pl_repeats_left(fit, i, k);
      channel_scatter s = scatter(c, k, false, NULL);
      if (s.n + s.n_failed == 0) continue;  // all values have zero weight
      double worst = 0;
      pl_spread spread = varying(pl_spread_of(c, k), s.n, pl_case_weight_sigma(c, k));
      for (int f = 0; f < pl_case_values(c, k); f++)
        if (!pl_value_left_out(c, k, f)) worst = fmax(worst, fabs(c->predicted[k][f] - measured[f]));
      double rms = sqrt(s.mean_square), given = c->test->channel[k].sigma;
      double part = spread.square > 0 ? s.n * s.mean_square / spread.square : NAN;
      bool few = s.n < PL_FEW_READINGS;
      double level = s.n > 0 && spread.level > 0 ? sqrt(spread.level / s.n) : NAN, mean, smooth = systematic_part(c, k, z, left, &mean);
      // PL_FEW_SIGMAS of a prediction's sigma never allow more than R2 would
      double vague = s.n > 0 ? sqrt((1 - fit->problem.options.accept_r2) * spread.square / s.n) / PL_FEW_SIGMAS : 0;
      fit->evidence.score[fit->evidence.n_score++] =
          (pl_score){.test = c->test->name,
                     .channel = row_of(c, k),
                     .n = s.n,
                     .n_frame = s.n_frame,
                     .n_failed = s.n_failed,
                     .rms = s.n > 0 ? rms : NAN,
                     .max = s.n > 0 ? worst : NAN,
                     .relative = of_range(rms, s.n, spread, pl_case_weight_sigma(c, k)),
                     .r2 = few ? NAN : 1 - part,
                     .of_change = sqrt(part),
                     .level = level,
                     .share = rms / level,
                     .bias = mean / level,
                     .systematic = smooth / level,
                     .sequence = s.n >= SEQUENCE_READINGS && pl_channel_width(&c->test->channel[k]) == 1,
                     .sigmas = given > 0 ? sqrt(scatter(c, k, true, NULL).mean_square) / given : NAN,
                     .doubts = doubts(c, k, vague),
                     .few = few,
                     .correlation = left ? scatter(c, k, false, left).rho : s.rho,
                     .sigma = pl_case_weight_sigma(c, k),
                     .used = !c->given->held_out && pl_case_used(c, k),
                     .held_out = c->given->held_out,
                     .judged = is_judged(c, k)};
    }
  return PL_OK;
}

// Variance factor of one channel: mean square of its residuals over sigma, larger when they are correlated.
static double channel_variance(const pl_fit_case *c, int k, double spent, const double *left) {
  channel_scatter s = scatter(c, k, true, left);
  double factor = spent * s.mean_square / (c->sigma[k] * c->sigma[k]);
  if (c->test->channel[k].sigma > 0) factor = fmax(factor, 1);
  double significant = s.n > 4 ? 2 / sqrt(s.n) : 1, rho = fmin(s.rho, 0.98);
  return rho > significant ? factor * (1 + rho) / (1 - rho) : factor;
}

double pl_judge_inflation(const pl_fit_case *c) {
  double largest = 0;
  for (int k = 0; k < PL_MAX_CHANNEL; k++)
    if (pl_case_used(c, k)) largest = fmax(largest, channel_variance(c, k, 1, NULL));
  return sqrt(largest);
}

// Readings that were compared: rows of the stack that were measured, predicted and weighted.
static int count_readings(const pl_fit *fit) {
  int n = 0;
  for (int i = 0; i < fit->problem.n_fitted; i++)
    for (int k = 0; k < PL_MAX_CHANNEL; k++)
      if (pl_case_used(&fit->work.fit_case[i], k)) n += scatter(&fit->work.fit_case[i], k, false, NULL).n;
  return n;
}

// Variance factor v of each residual row, channel by channel (see the file header). dof corrects for the number of fitted parameters. left:
// [n_data], residuals without the effects of specimens; NULL: there are no repeats.
static void variance_factors(const pl_fit *fit, const pl_stack *stack, const double *left, double *v) {
  int row = 0, n_effect = left ? fit->evidence.repeats->n_specimen - fit->evidence.repeats->n_kind : 0;
  double dof = fmax(fit->evidence.n_residual - stack->n_parameter - n_effect, 1), spent = fmax(fit->evidence.n_residual / dof, 1);
  for (int i = 0; i < fit->problem.n_fitted; i++)
    for (int k = 0; k < PL_MAX_CHANNEL; k++) {
      const pl_fit_case *c = &fit->work.fit_case[i];
      if (!pl_case_used(c, k)) continue;
      double factor = channel_variance(c, k, spent, left ? left + row : NULL);
      const double *of_value = pl_case_value_importance(c, k);
      for (int f = 0; f < pl_case_values(c, k); f++) {
        // rows and their scatter are scaled by it; precision does not change the scatter
        double importance = pl_case_importance(c, k) * (of_value ? of_value[f] : 1);
        v[row++] = factor * importance * importance;
      }
    }
  double unit = stack->stage.noise_unit, link = stack->stage.ties.noise * stack->stage.ties.noise;
  for (int j = 0; j < stack->n_parameter; j++) v[row++] = unit * unit;  // the prior
  while (row < stack->n_residual) v[row++] = link;
}

// The parameters that row i of the data was not used for; NULL: it was used for all, as is the prior.
static const bool *unfitted_by(const pl_fit *fit, int i) {
  int first = 0;
  for (int c = 0; c < fit->problem.n_fitted; c++)
    for (int k = 0; k < PL_MAX_CHANNEL; k++) {
      if (!pl_case_used(&fit->work.fit_case[c], k)) continue;
      first += pl_case_values(&fit->work.fit_case[c], k);
      if (i < first) return fit->work.fit_case[c].unfitted;
    }
  return NULL;
}

bool pl_judge_held(const pl_fit *fit, const pl_stack *stack, int j) {
  return stack->frozen[j] || (j < stack->n_theta && fit->known.at_bound[j]);
}

// Singular values of the scaled Jacobian over the free parameters.
static void singular_values(pl_fit *fit, const pl_stack *stack, const double *jacobian, int *free_index, double *scratch) {
  int n = stack->n_parameter, m = stack->n_data, n_free = 0;
  for (int j = 0; j < n; j++)
    if (!pl_judge_held(fit, stack, j)) free_index[n_free++] = j;
  fit->known.n_singular = n_free;
  if (m < 1 || n_free < 1) return;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n_free; j++)
      scratch[(size_t)i * n_free + j] = jacobian[(size_t)i * n + free_index[j]] * stack->scale[free_index[j]];
  double *work = scratch + (size_t)m * n_free;
  int rank = m < n_free ? m : n_free;
  if (LAPACKE_dgesvd(LAPACK_ROW_MAJOR, 'N', 'N', m, n_free, scratch, n_free, fit->known.singular, NULL, 1, NULL, n_free, work) != 0) return;
  for (int j = rank; j < n_free; j++) fit->known.singular[j] = 0;
}

// With all others known, sigma of a parameter is 1/|J_j|, J_j its column. If even that is at least half of the prior's, no reading
// determines it.
static void find_acting(const pl_fit *fit, const pl_stack *stack, const double *jacobian) {
  size_t n = (size_t)stack->n_parameter;
  for (int j = 0; j < stack->n_theta; j++) {
    double square = 0;
    for (int i = 0; i < stack->n_data; i++) square += jacobian[(size_t)i * n + (size_t)j] * jacobian[(size_t)i * n + (size_t)j];
    fit->known.acts[j] = square > 0 && stack->stage.noise_unit < 0.5 * fit->evidence.prior_sigma[j] * sqrt(square);
  }
}

// Determined more by the data than by anything else; marks.c restricts it by the reported sigma.
static void set_identified(const pl_fit *fit, int j, double sigma, bool free) {
  bool determined = fit->evidence.resolution ? fit->evidence.resolution[j] > 0.5 : sigma < 0.5 * fit->evidence.prior_sigma[j];
  fit->known.identified[j] = fit->solution.formula || (free && determined);
}

// The rows after the data (prior and regularisation): c[n][n] = sum of their products, scaled, over the free parameters.
static void other_rows(const pl_fit *fit, const pl_stack *stack, const double *jacobian, double *c) {
  int n = stack->n_parameter;
  memset(c, 0, (size_t)n * (size_t)n * sizeof *c);
  for (int i = stack->n_data; i < stack->n_residual; i++)
    for (int j = 0; j < n; j++) {
      double value = pl_judge_held(fit, stack, j) ? 0 : jacobian[(size_t)i * n + j] * stack->scale[j];
      for (int k = 0; k < n && value != 0; k++)
        if (!pl_judge_held(fit, stack, k)) c[j * n + k] += value * jacobian[(size_t)i * n + k] * stack->scale[k];
    }
}

// Regularisation gives a parameter without data the values of others. The part of each parameter that comes from the data is the diagonal
// of the resolution matrix. It is A^-1 A_data = 1 - A^-1 R, with R the rows of prior and regularisation. 1: the data alone determine it; 0:
// they contain nothing about it.
static pl_status set_resolution(pl_fit *fit, const pl_stack *stack, const double *rows, const double *inverse) {
  int n = stack->n_parameter;
  fit->evidence.resolution = pl_arena_alloc(fit->arena, (size_t)n + 1, sizeof *fit->evidence.resolution);
  if (!fit->evidence.resolution) return PL_ERROR_MEMORY;
  fit->evidence.effective = 0;
  for (int j = 0; j < n; j++) {
    if (pl_judge_held(fit, stack, j)) continue;
    fit->evidence.resolution[j] = 1;
    for (int k = 0; k < n; k++) fit->evidence.resolution[j] -= inverse[j * n + k] * rows[k * n + j];
    fit->evidence.effective += fit->evidence.resolution[j];
  }
  return PL_OK;
}

bool pl_judge_on_border(const pl_fit *fit, int j) { return fit->evidence.border && pl_border_freedom(fit->evidence.border, j) <= 0.5; }

pl_status pl_judge_covariance(pl_fit *fit, const pl_stack *stack, const double *r, const double *jacobian) {
  int n = stack->n_parameter, m = stack->n_residual;
  size_t square = (size_t)n * n;
  fit->solution.n_parameter = n;
  fit->evidence.covariance = pl_arena_alloc(fit->arena, square + 1, sizeof(double));
  fit->known.singular = pl_arena_alloc(fit->arena, (size_t)n + 1, sizeof(double));
  fit->known.worst_direction = pl_arena_alloc(fit->arena, (size_t)n + 1, sizeof(double));
  fit->evidence.prior_sigma = pl_arena_alloc(fit->arena, (size_t)n + 1, sizeof(double));
  fit->known.acts = pl_arena_alloc(fit->arena, (size_t)n + 1, sizeof(bool));
  fit->known.identified = pl_arena_alloc(fit->arena, (size_t)n + 1, sizeof(bool));
  fit->known.weak = pl_arena_alloc(fit->arena, (size_t)n + 1, sizeof(bool));
  fit->known.at_bound = pl_arena_alloc(fit->arena, (size_t)n + 1, sizeof(bool));
  double *a = pl_arena_alloc(fit->arena, square + 1, sizeof(double)), *b = pl_arena_alloc(fit->arena, square + 1, sizeof(double));
  double *v = pl_arena_alloc(fit->arena, (size_t)m + 1, sizeof(double));
  int *free_index = pl_arena_alloc(fit->arena, (size_t)n + 1, sizeof *free_index);
  double *scratch = pl_arena_alloc(fit->arena, (size_t)(m + 3) * n + square + (size_t)m, sizeof(double));
  if (!fit->evidence.covariance || !fit->known.singular || !fit->known.worst_direction || !fit->evidence.prior_sigma || !fit->known.acts ||
      !fit->known.identified || !fit->known.weak || !fit->known.at_bound || !a || !b || !v || !free_index || !scratch)
    return PL_ERROR_MEMORY;
  fit->evidence.n_residual = count_readings(fit);
  for (int j = 0; j < stack->n_theta; j++) {
    double low = stack->bounds.lower[j], high = stack->bounds.upper[j], value = fit->material->theta[j], near = 1e-9 * stack->scale[j];
    fit->known.at_bound[j] = value <= low + near || value >= high - near;
    fit->evidence.prior_sigma[j] = stack->prior.sigma[j] > 0 ? stack->prior.sigma[j] : INFINITY;
  }
  fit->material->scatter = NULL;  // that of a file the fit started from
  PL_TRY(pl_repeats_find(fit, stack, jacobian));
  PL_TRY(pl_repeats_remove(fit, stack, r, jacobian));
  variance_factors(fit, stack, fit->evidence.repeats->left, v);
  PL_TRY(pl_repeats_scatter(fit, stack, r, jacobian, v));
  pl_repeats *repeats = fit->evidence.repeats;
  find_acting(fit, stack, jacobian);
  singular_values(fit, stack, jacobian, free_index, scratch);
  // parameters at a bound or frozen have no variance: their columns are excluded
  fit->evidence.chi2 = 0;
  double sum_v = 0;
  bool symmetric = true;
  double *row = scratch;  // [n] scaled, without fixed parameters
  for (int i = 0; i < m; i++) {
    if (i < stack->n_data) {
      fit->evidence.chi2 += r[i] * r[i];
      sum_v += v[i];
    }
    const bool *unfitted = unfitted_by(fit, i);
    symmetric = symmetric && !unfitted;
    for (int j = 0; j < n; j++) row[j] = pl_judge_held(fit, stack, j) ? 0 : jacobian[(size_t)i * n + j] * stack->scale[j];
    if (i < stack->n_data) pl_repeats_row(repeats, i, row, unfitted, stack->n_theta);
    for (int j = 0; j < n; j++) {
      if (row[j] == 0 || (unfitted && j < stack->n_theta && unfitted[j])) continue;
      for (int k = 0; k < n; k++) {
        a[j * n + k] += row[j] * row[k];
        if (!unfitted || k >= stack->n_theta || !unfitted[k]) b[j * n + k] += v[i] * row[j] * row[k];
      }
    }
  }
  pl_repeats_add(repeats, b);
  fit->evidence.inflation = stack->n_data ? sqrt(sum_v / stack->n_data) : 1;
  bool *still = pl_arena_alloc(fit->arena, (size_t)n + 1, sizeof *still);  // no residual or prior depends on it, or it is fixed
  if (!still) return PL_ERROR_MEMORY;
  for (int j = 0; j < n; j++) {
    still[j] = !(a[j * n + j] > 0);
    if (still[j]) a[j * n + j] = 1;  // decoupled, and b is zero there
  }
  pl_border *border = fit->evidence.border = pl_arena_alloc(fit->arena, 1, sizeof *border);
  if (!border) return PL_ERROR_MEMORY;
  if (fit->solution.cut.n > 0 && fit->solution.cut.width != stack->n_theta)
    return pl_fail(fit->ctx, PL_ERROR_INTERNAL, NULL, "", "cuts of %d parameters hold a material of %d", fit->solution.cut.width,
                   stack->n_theta);
  PL_TRY(pl_border_create(fit->arena, n, fit->solution.cut.n, fit->solution.cut.width, fit->solution.cut.row, stack->scale, still, border));
  // singular: the covariance stays zero; nothing is marked as identified
  if (!pl_sandwich(n, symmetric, a, b, free_index, scratch, fit->evidence.covariance)) return PL_OK;
  pl_repeats_influence(repeats, a, stack->scale);
  PL_TRY(pl_repeats_keep(fit));
  if (stack->stage.ties.n > 0) {
    other_rows(fit, stack, jacobian, scratch);
    PL_TRY(set_resolution(fit, stack, scratch, a));
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) fit->evidence.covariance[i * n + j] *= stack->scale[i] * stack->scale[j];
  for (int j = 0; j < stack->n_theta; j++) {
    // by the weights, and by the actual scatter of the residuals: the larger one counts
    double weighed = stack->stage.noise_unit * sqrt(fmax(a[j * n + j], 0)) * stack->scale[j];
    double from_data = fmax(weighed, sqrt(fmax(fit->evidence.covariance[j * n + j], 0)));
    // a variance of zero by rounding is not an exact value
    bool found = fit->evidence.covariance[j * n + j] > 0 && isfinite(fit->evidence.covariance[j * n + j]);
    set_identified(fit, j, from_data, found && !still[j] && !fit->known.at_bound[j] && !stack->frozen[j] && !pl_judge_on_border(fit, j));
  }
  return PL_OK;
}

// Half-widths of the 95 % intervals of one predicted value, of the fabric and of one more specimen. slope: [n_parameter], its derivatives.
// kind: of the test among those of the material's scatter; -1: none.
static void set_intervals(const pl_fit *fit, int i, int k, int f, int kind, const double *slope) {
  pl_case_prediction *out = &fit->work.fit_case[i].prediction;
  double sigma = out->sigma[k][f];
  const pl_slopes slopes = {0, fit->solution.n_parameter, slope, 1};
  out->half_width[k][f] = sigma * pl_scatter_95(fit->material, slopes, sigma * sigma);
  out->next[k][f] = pl_scatter_next(fit->material, kind, slopes, sigma * sigma).half_width;
}

pl_status pl_judge_predictions(pl_fit *fit, const pl_stack *stack) {
  double *slope = pl_arena_alloc(fit->arena, (size_t)stack->n_parameter + 1, sizeof *slope);
  if (!slope) return PL_ERROR_MEMORY;
  int n_theta = stack->n_theta, n = stack->n_parameter;
  pl_scatter_key key;
  for (int i = 0; i < fit->problem.n_case; i++)
    for (int k = 0; k < PL_MAX_CHANNEL; k++) {
      pl_fit_case *c = &fit->work.fit_case[i];
      if (!c->predicted[k]) continue;
      int kind = pl_test_key(c->given->test, &key) ? pl_scatter_find(fit->material->scatter, &key) : -1;
      int first = i < fit->problem.n_fitted ? stack->first_intrinsic[i] : 0, n_own = i < fit->problem.n_fitted ? c->specimen.n : 0;
      for (int f = 0; f < pl_case_values(c, k); f++) {
        c->prediction.sigma[k][f] = c->prediction.half_width[k][f] = c->prediction.next[k][f] = NAN;
        if (!c->prediction.by_theta[k]) continue;
        const double *row = c->prediction.by_theta[k] + (size_t)f * n_theta;
        const double *own = c->prediction.by_intrinsic[k] + (size_t)f * n_own;
        double sum = 0;
        for (int p = 0; p < n_theta; p++) {
          for (int q = 0; q < n_theta; q++) sum += row[p] * fit->evidence.covariance[p * n + q] * row[q];
          for (int q = 0; q < n_own; q++) sum += 2 * row[p] * fit->evidence.covariance[p * n + first + q] * own[q];
        }
        for (int p = 0; p < n_own; p++)
          for (int q = 0; q < n_own; q++) sum += own[p] * fit->evidence.covariance[(first + p) * n + first + q] * own[q];
        c->prediction.sigma[k][f] = sqrt(fmax(sum, 0));
        memset(slope, 0, (size_t)n * sizeof *slope);
        memcpy(slope, row, (size_t)n_theta * sizeof *slope);
        for (int p = 0; p < n_own; p++) slope[first + p] = own[p];
        set_intervals(fit, i, k, f, kind, slope);
      }
    }
  return PL_OK;
}

const char *pl_judge_print(double score, double limit, int decimals, char buffer[32]) {
  do {
    snprintf(buffer, 32, "%.*f", decimals, score);
  } while (isfinite(score) && (strtod(buffer, NULL) >= limit) != (score >= limit) && ++decimals <= 15);
  return buffer;
}

const char *pl_judge_multiple(double times, char buffer[32]) {
  snprintf(buffer, 32, times < 99.5 ? "%.2g" : "%.0f", times);
  return buffer;
}
