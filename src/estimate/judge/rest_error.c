// rest_error.c: see rest_error.h.
//
// A model that does not follow a curve compensates an error at its end by one at its start. Neo-Hooke fitted to a softening curve is too
// stiff at rest by many standard errors, while the residuals may be hidden by noise. So the parameters are fitted again with a linear drift
// along curve t,
//    theta(x) = theta_0 + x theta_t,     x = 0 at rest .. 1 at the end of the curve,
// theta_0 the same in all curves. Values at knots have no drift, because their curve is flexible (knot_error.c estimates their error).
// Shares and times of relaxation have none either: they follow from times, not from strains, and have no error at rest to compensate. To
// first order around the fit, with rows K_i = (J_i, .., x_i J_i, ..) and P the rows of the prior for either part,
//   (theta_0 - theta, theta_1, ..) = -(K^T K + P)^-1 K^T r.
// If the model is right, theta_0 - theta is noise: row i contributes W_i = [(K^T K + P)^-1 K_i]_0 - A^-1 J_i, A = J^T J + P. Its covariance
// is sum_i W_i W_i^T (e_i/(1 - h_i))^2 (MacKinnon and White 1985, HC3). Here e are the residuals of the m columns. The leverage of a reading
// is h_i = K_i (K^T K + P)^-1 K_i. It is largest near rest: theta_0 follows the noise there, and residuals hide it. Rows without a reading
// are zero.
// A shift u counts if one of its n components is beyond chance: below 1 % for all n together. This is a Hausman test (1978) with Student's
// distribution and Bonferroni's bound. It is then an error of the parameters: their covariance gets u u^T. So a parameter has the standard
// error of the modulus that it is.
#include "estimate/judge/rest_error.h"

#include <lapacke.h>
#include <math.h>

#include "estimate/judge/judge.h"
#include "estimate/problem/protocol_fit.h"
#include "math/student.h"

static const double CHANCE = 0.01;         // of a shift of any parameter if the model is right; a right fit should be green in 98 %
static const double LEAST_FREE = 1e-3;     // of 1 - h: a reading that one parameter fits alone
static const int READINGS_PER_NUMBER = 2;  // with fewer readings the drift would follow the noise

// The problem in scaled free parameters.
typedef struct drift {
  int n, n_drift, m, n_row;  // free parameters, of which the first n_drift drift; parameters and drifts together; rows of the data
  const int *index;          // [n], indices of the free parameters
  const int *curve;          // [n_row], curve of each reading
  const double *far;         // [n_row], x
} drift;

// curve and far of each row, in the stack's order.
static void place_rows(const pl_fit *fit, int *curve, double *far) {
  for (int i = 0, row = 0; i < fit->problem.n_fitted; i++) {
    const pl_fit_case *c = &fit->work.fit_case[i];
    const pl_protocol_fit *part = pl_case_part(c);
    double reach = 0;
    for (int f = 0; f < c->test->n_frame; f++) reach = fmax(reach, part->reach(c->test, f));
    for (int k = 0; k < PL_MAX_CHANNEL; k++)
      for (int f = 0; pl_case_used(c, k) && f < c->test->n_frame; f++, row++) {
        curve[row] = i;
        far[row] = reach > 0 ? part->reach(c->test, f) / reach : 0;
      }
  }
}

// Column j of K belongs to a parameter (curve -1) or to its drift along a curve.
static int column_of(const drift *d, int j, int *curve) {
  *curve = j < d->n ? -1 : (j - d->n) / d->n_drift;
  return d->index[j < d->n ? j : (j - d->n) % d->n_drift];
}

// Row i of K into out[m].
static void row_of(const drift *d, const pl_stack *stack, const double *jacobian, int i, double *out) {
  for (int j = 0; j < d->m; j++) {
    int curve, own = column_of(d, j, &curve);
    double value = jacobian[(size_t)i * (size_t)stack->n_parameter + (size_t)own] * stack->scale[own];
    out[j] = curve < 0 ? value : curve == d->curve[i] ? d->far[i] * value : 0;
  }
}

// K^T K + P into normal[m][m], -K^T r into right[m]. The prior applies to parameters and drifts; at the solution its gradient is zero.
static void sum_rows(const drift *d, const pl_stack *stack, const double *r, const double *jacobian, double *row, double *normal,
                     double *right) {
  int m = d->m;
  for (int i = 0; i < d->n_row; i++) {
    row_of(d, stack, jacobian, i, row);
    for (int j = 0; j < m; j++) {
      right[j] -= row[j] * r[i];
      for (int k = 0; k < m && row[j] != 0; k++) normal[j * m + k] += row[j] * row[k];
    }
  }
  for (int j = 0; j < d->n; j++) right[j] = 0;  // J^T r and the prior's gradient cancel
  for (int i = d->n_row; i < stack->n_residual; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < m; k++) {
        const double *prior = jacobian + (size_t)i * (size_t)stack->n_parameter;
        int along, other, a = column_of(d, j, &along), b = column_of(d, k, &other);
        if (along == other) normal[j * m + k] += prior[a] * stack->scale[a] * prior[b] * stack->scale[b];
      }
}

// inverse[size][size] of the leading part of normal[m][m]; false: singular.
static bool invert(const double *normal, int m, int size, double *inverse) {
  for (int j = 0; j < size; j++)
    for (int k = 0; k < size; k++) inverse[j * size + k] = normal[j * m + k];
  if (LAPACKE_dpotrf(LAPACK_ROW_MAJOR, 'U', size, inverse, size) != 0) return false;
  if (LAPACKE_dpotri(LAPACK_ROW_MAJOR, 'U', size, inverse, size) != 0) return false;
  for (int j = 0; j < size; j++)
    for (int k = 0; k < j; k++) inverse[j * size + k] = inverse[k * size + j];
  return true;
}

// theta_0 - theta and its covariance, converted to SI.
static pl_status solve(pl_fit *fit, const drift *d, const pl_stack *stack, const double *r, const double *jacobian, pl_rest_error *out) {
  int n = d->n, m = d->m;
  size_t square = (size_t)m * (size_t)m;
  double *normal = pl_arena_alloc(fit->arena, 2 * square + (size_t)(n * n) + 4 * (size_t)m + 1, sizeof *normal);
  if (!normal) return PL_ERROR_MEMORY;
  double *inverse = normal + square, *plain = inverse + square, *row = plain + n * n, *right = row + m, *found = right + m, *w = found + m;
  sum_rows(d, stack, r, jacobian, row, normal, right);
  if (!invert(normal, m, m, inverse) || !invert(normal, m, n, plain)) return PL_OK;  // no estimate is possible
  for (int j = 0; j < m; j++)
    for (int k = 0; k < m; k++) found[j] += inverse[j * m + k] * right[k];
  for (int i = 0; i < d->n_row; i++) {
    double e = r[i], leverage = 0;
    row_of(d, stack, jacobian, i, row);
    for (int j = 0; j < m; j++) {
      e += row[j] * found[j];
      w[j] = 0;
      for (int k = 0; k < m; k++) w[j] += inverse[j * m + k] * row[k];
      leverage += row[j] * w[j];
    }
    e /= fmax(1 - leverage, LEAST_FREE);
    for (int j = 0; j < n; j++) {
      for (int k = 0; k < n; k++) w[j] -= plain[j * n + k] * row[k];
      w[j] *= stack->scale[d->index[j]];
    }
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++) out->covariance[d->index[j] * out->n + d->index[k]] += e * e * w[j] * w[k];
  }
  for (int j = 0; j < n; j++) {
    size_t at = (size_t)d->index[j];
    out->shift[at] = found[j] * stack->scale[at];
    double beyond = fabs(out->shift[at]) / sqrt(out->covariance[at * (size_t)(out->n + 1)]);
    out->counts = out->counts || n * pl_student_tails(beyond, fit->evidence.n_residual - m) < CHANCE;
  }
  fit->evidence.rest_error = out;
  size_t wide = (size_t)fit->solution.n_parameter;
  for (int j = 0; j < out->n && out->counts; j++)
    for (int k = 0; k < out->n; k++) fit->evidence.covariance[(size_t)j * wide + (size_t)k] += out->shift[j] * out->shift[k];
  return PL_OK;
}

static bool drifts(const pl_parameter *parameter) { return !isfinite(parameter->knot) && parameter->role != PL_ROLE_RELAXES; }

pl_status pl_rest_error_make(pl_fit *fit, const pl_stack *stack, const double *r, const double *jacobian) {
  for (int i = 0; i < fit->problem.n_fitted; i++)
    if (!pl_case_part(&fit->work.fit_case[i])->reach) return PL_OK;
  size_t n_theta = (size_t)stack->n_theta, n_row = (size_t)stack->n_data;
  int *index = pl_arena_alloc(fit->arena, n_theta + 1, sizeof *index), *curve = pl_arena_alloc(fit->arena, n_row + 1, sizeof *curve);
  double *far = pl_arena_alloc(fit->arena, n_row + 1, sizeof *far);
  pl_rest_error *out = pl_arena_alloc(fit->arena, 1, sizeof *out);
  if (!index || !curve || !far || !out) return PL_ERROR_MEMORY;
  drift d = {.n_row = stack->n_data, .index = index, .curve = curve, .far = far};
  for (int drifting = 1; drifting >= 0; drifting--) {
    for (int j = 0; j < stack->n_theta; j++)
      if (!pl_judge_held(fit, stack, j) && drifts(&fit->material->parameter[j]) == drifting) index[d.n++] = j;
    if (drifting) d.n_drift = d.n;
  }
  d.m = d.n + d.n_drift * fit->problem.n_fitted;
  if (d.n_drift == 0 || fit->evidence.n_residual < READINGS_PER_NUMBER * d.m) return PL_OK;
  place_rows(fit, curve, far);
  *out = (pl_rest_error){.n = stack->n_theta,
                         .shift = pl_arena_alloc(fit->arena, n_theta, sizeof(double)),
                         .covariance = pl_arena_alloc(fit->arena, n_theta * n_theta, sizeof(double))};
  if (!out->shift || !out->covariance) return PL_ERROR_MEMORY;
  return solve(fit, &d, stack, r, jacobian, out);
}

double pl_rest_error_of(const pl_rest_error *error, const double *slope, int step) {
  double shift = 0;
  for (int j = 0; j < error->n && error->counts; j++) shift += slope[j * step] * error->shift[j];
  return shift;
}
