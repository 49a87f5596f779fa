// least_squares.c: minimise half |r(p)|^2 over lower <= p <= upper.
//
// In scaled parameters z = p/scale with A = J^T J and b = J^T r (J scaled too), a step solves
//   (A + mu diag(A + floor)) d = -b
// over the free parameters. Fixed are frozen parameters, and parameters on a bound whose gradient points outward. Parameters that the step
// would carry across a bound are found by repeating the solve. They are set exactly on the bound, and the others are solved again. Bounds
// thus hold during the step, not by clipping it afterwards. mu follows the gain ratio (Nielsen's rule).
//
// Within a convex set (pl_ls_set) the step minimises the same quadratic under bounds and cuts (math/quadratic_program.h). A trial that
// leaves the set gives a cut, g . d >= h in scaled parameters. The step is solved again with it, so that it slides along the boundary. Cuts
// are valid for the whole set and are kept for later steps. (Tried first: cuts as rows of large weight, activated and released all at once.
// Three cuts were enough to cycle, and the fit made no progress.)
#include "math/least_squares.h"

#include <float.h>
#include <lapacke.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "math/quadratic_program.h"

const char *pl_ls_outcome_text(pl_ls_outcome outcome) {
  switch (outcome) {
  case PL_LS_CONVERGED: return "converged";
  case PL_LS_FLAT: return "converged along a direction that the data do not determine";
  case PL_LS_STALLED: return "no further decrease found";
  case PL_LS_REFUSED: return "the last steps were all refused";
  case PL_LS_FUTILE: return "stopped: residuals large, ten trials without progress";
  case PL_LS_ITERATIONS: return "iteration limit reached";
  case PL_LS_INTERRUPTED: return "interrupted";
  }
  return "";
}

enum { MAX_CUT = 96 };

typedef struct ls_cut {
  double *g;  // [n], row . scale
  double level;
  double force;  // its multiplier in the last step; 0: inactive
} ls_cut;

// Arrays of one search. members: workspace of a step, allocated at once.
typedef struct ls_work {
  int n, m;
  double *a, *b;         // normal matrix [n][n] and J^T r [n], scaled
  double *matrix, *rhs;  // of one solve, fixed parameters removed
  double *d;             // step, scaled [n]
  double *trial, *r_trial, *j_trial;
  bool *held;
  int *index;  // indices of the free parameters
  int n_cut;
  ls_cut *cut;  // [MAX_CUT]
  double *row;  // [n], of the cut being made
  // the step under bounds and cuts: rows [2 n + MAX_CUT][n], their levels, slacks and multipliers
  double *rows, *level, *slack, *force, *program;
  int *holding;
} ls_work;

static double half_square(int m, const double *r) {
  double sum = 0;
  for (int i = 0; i < m; i++) sum += r[i] * r[i];
  return 0.5 * sum;
}

static void normal_equations(const pl_ls_problem *problem, const double *r, const double *jacobian, ls_work *w) {
  int n = w->n;
  memset(w->a, 0, (size_t)n * n * sizeof *w->a);
  memset(w->b, 0, (size_t)n * sizeof *w->b);
  for (int i = 0; i < w->m; i++) {
    const double *row = jacobian + (size_t)i * n;
    for (int j = 0; j < n; j++) {
      double value = row[j] * problem->scale[j];
      if (value == 0) continue;
      w->b[j] += value * r[i];
      for (int k = 0; k <= j; k++) w->a[j * n + k] += value * row[k] * problem->scale[k];
    }
  }
  for (int j = 0; j < n; j++)
    for (int k = 0; k < j; k++) w->a[k * n + j] = w->a[j * n + k];
}

// Solves over the free parameters. False when the damped matrix is not positive definite.
static bool solve_free(double mu, ls_work *w) {
  int n = w->n, n_free = 0;
  double largest = 0;
  for (int j = 0; j < n; j++) {
    if (!w->held[j]) w->index[n_free++] = j;
    largest = fmax(largest, w->a[j * n + j]);
  }
  if (n_free == 0) return true;
  for (int i = 0; i < n_free; i++) {
    w->rhs[i] = -w->b[w->index[i]];
    for (int k = 0; k < n; k++)
      if (w->held[k]) w->rhs[i] -= w->a[w->index[i] * n + k] * w->d[k];  // parameters set on their bound move too
    for (int j = 0; j < n_free; j++) w->matrix[i * n_free + j] = w->a[w->index[i] * n + w->index[j]];
    w->matrix[i * n_free + i] += mu * (w->a[w->index[i] * n + w->index[i]] + 1e-12 * largest) + DBL_MIN;
  }
  if (LAPACKE_dposv(LAPACK_ROW_MAJOR, 'L', n_free, 1, w->matrix, n_free, w->rhs, 1) != 0) return false;
  for (int i = 0; i < n_free; i++) w->d[w->index[i]] = w->rhs[i];
  return true;
}

static bool bounded_step(const pl_ls_problem *problem, const double *p, double mu, ls_work *w) {
  int n = w->n;
  for (int j = 0; j < n; j++) {
    bool outward = (p[j] <= problem->lower[j] && w->b[j] > 0) || (p[j] >= problem->upper[j] && w->b[j] < 0);
    w->held[j] = (problem->frozen && problem->frozen[j]) || outward || w->a[j * n + j] == 0;
    w->d[j] = 0;
  }
  for (int round = 0; round <= n; round++) {
    if (!solve_free(mu, w)) return false;
    bool crossed = false;
    for (int j = 0; j < n; j++) {
      if (w->held[j]) continue;
      double next = p[j] + w->d[j] * problem->scale[j];
      double bound = next < problem->lower[j] ? problem->lower[j] : next > problem->upper[j] ? problem->upper[j] : NAN;
      if (isnan(bound)) continue;
      w->d[j] = (bound - p[j]) / problem->scale[j];
      w->held[j] = crossed = true;
    }
    if (!crossed) return true;
  }
  return true;
}

static void set_trial(const pl_ls_problem *problem, const double *p, ls_work *w) {
  for (int j = 0; j < w->n; j++) {
    double next = p[j] + w->d[j] * problem->scale[j];
    bool frozen = problem->frozen && problem->frozen[j];
    w->trial[j] = frozen ? p[j] : fmin(fmax(next, problem->lower[j]), problem->upper[j]);
  }
}

// How far p is inside a cut; *size: the scale of that distance.
static double cut_value(const pl_ls_problem *problem, const ls_cut *cut, const double *p, double *size) {
  double value = -cut->level;
  *size = fabs(cut->level);
  for (int j = 0; j < problem->n_parameter; j++) {
    double part = cut->g[j] * p[j] / problem->scale[j];
    value += part;
    *size += fabs(part);
  }
  return value;
}

// Adds a cut from w->row. It replaces the first inactive one when there are too many.
static void add_cut(const pl_ls_problem *problem, double level, ls_work *w) {
  int place = w->n_cut < MAX_CUT ? w->n_cut++ : 0;
  while (w->n_cut == MAX_CUT && place < MAX_CUT - 1 && w->cut[place].force > 0) place++;
  ls_cut *cut = &w->cut[place];
  for (int j = 0; j < w->n; j++) cut->g[j] = w->row[j] * problem->scale[j];
  cut->level = level;
  cut->force = 0;
}

// A row of the program in the free parameters.
static void add_row(const ls_work *w, pl_quadratic_program *q, const double *g, double level, double slack) {
  double *row = w->rows + (size_t)q->n_row * (size_t)q->n;
  for (int i = 0; i < q->n; i++) row[i] = g[w->index[i]];
  w->level[q->n_row] = level;
  w->slack[q->n_row++] = slack;
}

static void add_bounds(const pl_ls_problem *problem, const double *p, ls_work *w, pl_quadratic_program *q) {
  for (int i = 0; i < q->n; i++) {
    int j = w->index[i];
    memset(w->row, 0, (size_t)w->n * sizeof *w->row);
    for (int side = 1; side >= -1; side -= 2) {
      double room = side * ((side > 0 ? problem->lower : problem->upper)[j] - p[j]) / problem->scale[j];
      w->row[j] = side;
      if (isfinite(room)) add_row(w, q, w->row, room, 1e-12 * (fabs(room) + fabs(p[j] / problem->scale[j])));
    }
  }
}

// The step under bounds and all known cuts.
static bool step_under_cuts(const pl_ls_problem *problem, const double *p, double mu, ls_work *w) {
  int n = w->n, n_free = 0;
  double largest = 0;
  for (int j = 0; j < n; j++) {
    bool held = (problem->frozen && problem->frozen[j]) || w->a[j * n + j] == 0;
    if (!held) w->index[n_free++] = j;
    largest = fmax(largest, w->a[j * n + j]);
    w->d[j] = 0;
  }
  for (int i = 0; i < n_free; i++) {
    int own = w->index[i];
    w->rhs[i] = w->b[own];
    for (int j = 0; j < n_free; j++) w->matrix[i * n_free + j] = w->a[own * n + w->index[j]];
    w->matrix[i * n_free + i] += mu * (w->a[own * n + own] + 1e-12 * largest) + DBL_MIN;
  }
  pl_quadratic_program q = {n_free, 0, w->matrix, w->rhs, w->rows, w->level, w->slack};
  add_bounds(problem, p, w, &q);
  int first = q.n_row;
  for (int c = 0; c < w->n_cut; c++) {
    double size, value = cut_value(problem, &w->cut[c], p, &size);
    add_row(w, &q, w->cut[c].g, -value, 1e-9 * size);
  }
  double *d = w->trial;  // not needed yet
  if (!pl_quadratic_solve(&q, d, w->force, w->program, w->holding)) return false;
  for (int c = 0; c < w->n_cut; c++) w->cut[c].force = w->force[first + c];
  for (int i = 0; i < n_free; i++) w->d[w->index[i]] = d[i];
  return true;
}

// The step within bounds and set. p is inside the set, so a shorter step always stays inside. If the program finds no solution (cuts that
// are equal except for rounding), the step under bounds alone is shortened.
static bool step_inside(const pl_ls_problem *problem, const pl_ls_set *set, const double *p, double mu, ls_work *w) {
  double level;
  for (int round = 0; round < MAX_CUT; round++) {
    if (!step_under_cuts(problem, p, mu, w)) {
      if (!bounded_step(problem, p, mu, w)) return false;
      break;
    }
    set_trial(problem, p, w);
    memset(w->row, 0, (size_t)w->n * sizeof *w->row);
    if (set->inside(set->user, w->trial, w->row, &level)) return true;
    add_cut(problem, level, w);
  }
  for (int shorter = 0; shorter < 40; shorter++) {
    set_trial(problem, p, w);
    if (set->inside(set->user, w->trial, w->row, &level)) return true;
    for (int j = 0; j < w->n; j++) w->d[j] *= 0.7;
  }
  return false;
}

static bool program_room(pl_arena *arena, ls_work *w) {
  size_t n = (size_t)w->n, n_row = 2 * n + MAX_CUT;
  w->rows = pl_arena_alloc(arena, n_row * n + 1, sizeof *w->rows);
  w->level = pl_arena_alloc(arena, n_row, sizeof *w->level);
  w->slack = pl_arena_alloc(arena, n_row, sizeof *w->slack);
  w->force = pl_arena_alloc(arena, n_row, sizeof *w->force);
  w->program = pl_arena_alloc(arena, pl_quadratic_work(w->n), sizeof *w->program);
  w->holding = pl_arena_alloc(arena, n + 1, sizeof *w->holding);
  return w->rows && w->level && w->slack && w->force && w->program && w->holding;
}

static pl_status work_create(pl_arena *arena, const pl_ls_problem *problem, bool set, ls_work *w) {
  size_t n = (size_t)problem->n_parameter, m = (size_t)problem->n_residual;
  *w = (ls_work){.n = problem->n_parameter, .m = problem->n_residual};
  w->a = pl_arena_alloc(arena, n * n + 1, sizeof *w->a);
  w->matrix = pl_arena_alloc(arena, n * n + 1, sizeof *w->matrix);
  w->b = pl_arena_alloc(arena, n + 1, sizeof *w->b);
  w->rhs = pl_arena_alloc(arena, n + 1, sizeof *w->rhs);
  w->d = pl_arena_alloc(arena, n + 1, sizeof *w->d);
  w->trial = pl_arena_alloc(arena, n + 1, sizeof *w->trial);
  w->r_trial = pl_arena_alloc(arena, m + 1, sizeof *w->r_trial);
  w->j_trial = pl_arena_alloc(arena, m * n + 1, sizeof *w->j_trial);
  w->held = pl_arena_alloc(arena, n + 1, sizeof *w->held);
  w->index = pl_arena_alloc(arena, n + 1, sizeof *w->index);
  w->cut = pl_arena_alloc(arena, MAX_CUT, sizeof *w->cut);
  w->row = pl_arena_alloc(arena, n + 1, sizeof *w->row);
  bool ok = (!set || program_room(arena, w)) && w->a && w->matrix && w->b && w->rhs && w->d && w->trial && w->r_trial && w->j_trial &&
            w->held && w->index && w->cut && w->row;
  for (int c = 0; c < MAX_CUT && ok; c++) ok = (w->cut[c].g = pl_arena_alloc(arena, n + 1, sizeof(double)));
  return ok ? PL_OK : PL_ERROR_MEMORY;
}

// d^T A d: the change of the sum of squares by the step d at a minimum.
static double curvature(const ls_work *w) {
  double sum = 0;
  for (int j = 0; j < w->n; j++)
    for (int k = 0; k < w->n; k++) sum += w->d[j] * w->a[j * w->n + k] * w->d[k];
  return sum;
}

// Decrease that the quadratic model predicts for the step d: -b.d - d^T A d / 2.
static double promised_decrease(const ls_work *w) {
  double sum = -0.5 * curvature(w);
  for (int j = 0; j < w->n; j++) sum -= w->d[j] * w->b[j];
  return sum;
}

// The largest fraction of the step that keeps every parameter within the relative limits of the options.
static double allowed_part(const pl_ls_problem *problem, const pl_ls_options *options, const double *p, const ls_work *w) {
  double part = 1;
  for (int j = 0; j < w->n && options->rise > 0; j++) {
    double size = fmax(fabs(p[j]), 0.1 * problem->scale[j]), step = w->d[j] * problem->scale[j];
    bool away = step * p[j] >= 0;  // from zero
    double most = (away ? options->rise : options->fall) * size;
    if (fabs(step) > most) part = fmin(part, most / fabs(step));
  }
  return part;
}

// Damping that shortens the step d to the minimum of the parabola through both objectives with the initial slope.
static double leap(const ls_work *w, double rise) {
  double slope = 0;
  for (int j = 0; j < w->n; j++) slope += w->b[j] * w->d[j];
  return slope < 0 && isfinite(rise) && rise > 0 ? 2 * (rise - slope) / -slope - 1 : 0;
}

#define WORTH 0.01       // upper limit, relative to the objective
enum { PATIENCE = 10 };  // trials

// Smallest significant decrease: one parameter moving by one standard error. That changes the sum of squares by s^2 = 2 objective/dof, the
// mean square of the residuals. It includes model error (sigmas are inflated alike, judge.c). This is the fraction 1/dof of the objective.
// A fixed hundredth would be many standard errors of a parameter when there are thousands of residuals.
static double worth(const pl_ls_problem *problem, double objective) {
  double dof = fmax(problem->n_residual - problem->n_parameter, 1);
  return objective * fmin(WORTH, 1 / dof);
}

// True if the objective has hardly decreased for some trials although residuals are large. mark, since: objective and trial from which this
// is counted.
static bool is_futile(const pl_ls_problem *problem, const pl_ls_options *options, double objective, int trial, double *mark, int *since) {
  if (isinf(*mark) || objective < *mark - worth(problem, *mark)) *mark = objective, *since = trial;
  return options->large_residual > 0 && trial - *since >= PATIENCE && 2 * objective > options->large_residual * problem->n_residual;
}

// ---- refused steps ----
// Each refused step raises the damping, until a step is so short that it promises no decrease. At a minimum the first refused step promised
// none either. If that step promised more than all parameters can scatter, n s^2 / 2, the search has not converged. Model and objective
// then disagree, as where equilibria jump to another branch, fail, or are too inexact for the derivative.

typedef struct ls_streak {
  int n;           // consecutive refused steps up to now
  double promise;  // decrease that the first of them promised
} ls_streak;

static bool ends_on_refusals(const pl_ls_problem *problem, double objective, const ls_streak *streak) {
  return streak->n > 0 && streak->promise > problem->n_parameter * worth(problem, objective);
}

// ---- valleys ----
// A direction that the data do not determine is the floor of a valley, often a curved one. Example: lambda and mu when only Young's modulus
// is identifiable. Steps along it are short and continue for ever without changing any prediction. The search ends after CALM consecutive
// accepted steps along such directions that together lowered the sum of squares by less than `felt` s^2. Determined directions use the
// other criteria.

enum { CALM = 5 };
#define HALF 0.5  // of a parameter: half-width above which it counts as undetermined (PL_UNDETERMINED of marks.h)

typedef struct ls_valley {
  int n;                // consecutive accepted steps along undetermined directions
  double before[CALM];  // ring buffer of the objectives before each of them
} ls_valley;

// s^2: the mean square of the residuals, or of the noise if sigma was stated.
static double noise_square(const pl_ls_problem *problem, const pl_ls_options *options, double objective) {
  return fmax(options->noise, 2 * objective / fmax(problem->n_residual - problem->n_parameter, 1));
}

// True if moving along d until one parameter has changed by half its value would change the sum of squares by less than s^2.
static bool is_undetermined(const pl_ls_problem *problem, const double *p, const ls_work *w, double square) {
  double most = 0;
  for (int j = 0; j < w->n; j++) most = fmax(most, fabs(w->d[j]) / fmax(fabs(p[j] / problem->scale[j]), 0.1));
  return most > 0 && HALF * HALF * curvature(w) < square * most * most;
}

// After an accepted step that started at the objective `before`.
static bool is_flat(const pl_ls_options *options, bool undetermined, double before, double objective, double square, ls_valley *v) {
  v->n = undetermined ? v->n + 1 : 0;
  if (!undetermined || !(options->felt > 0)) return false;
  v->before[v->n % CALM] = before;
  return v->n >= CALM && 2 * (v->before[(v->n + 1) % CALM] - objective) < options->felt * square;
}

static pl_status iterate(const pl_ls_problem *problem, const pl_ls_options *options, double *p, double *r, double *jacobian, ls_work *w,
                         pl_ls_report *report) {
  int n = w->n;
  double mu = options->damping > 0 ? options->damping : 1e-3, grow = 2, mark = INFINITY;
  int since = 0;
  ls_valley valley = {0};
  ls_streak streak = {0};
  report->outcome = PL_LS_ITERATIONS;
  for (int trial = 0; trial < options->max_iterations; trial++) {
    normal_equations(problem, r, jacobian, w);
    bool cuts = options->set && !options->set->project;
    bool solved = cuts ? step_inside(problem, options->set, p, mu, w) : bounded_step(problem, p, mu, w);
    double part = solved ? allowed_part(problem, options, p, w) : 1;
    for (int j = 0; j < n; j++) w->d[j] *= part;
    double promise = solved ? promised_decrease(w) : 0, largest = 0;
    if (solved) {
      for (int j = 0; j < n; j++) largest = fmax(largest, fabs(w->d[j]));
      if ((part == 1 && promise <= options->tolerance * 0.1 * report->objective) || largest < 1e-12) {
        report->outcome = ends_on_refusals(problem, report->objective, &streak) ? PL_LS_REFUSED : PL_LS_CONVERGED;
        return PL_OK;
      }
    }
    set_trial(problem, p, w);
    if (options->set && options->set->project) options->set->project(options->set->user, w->trial);
    int n_failed = report->n_failed;
    double objective = INFINITY;
    if (solved) {
      pl_status status = problem->evaluate(problem->user, w->trial, w->r_trial, w->j_trial, &n_failed);
      if (status == PL_ERROR_INTERRUPTED) report->outcome = PL_LS_INTERRUPTED;
      if (status != PL_OK) return status == PL_ERROR_INTERRUPTED ? PL_OK : status;
      objective = half_square(w->m, w->r_trial);
    }
    double gain = promise > 0 ? (report->objective - objective) / promise : -1;
    bool accepted = solved && isfinite(objective) && n_failed <= report->n_failed && objective < report->objective;
    double decrease = report->objective - objective;
    pl_ls_iteration iteration = {accepted ? objective : report->objective, largest, mu, accepted, n_failed};
    bool converged = false, flat = false;
    report->n_iteration++;
    if (streak.n == 0) streak.promise = promise;
    streak.n = accepted ? 0 : streak.n + 1;
    report->n_refused = streak.n;
    if (accepted) {
      double square = noise_square(problem, options, objective);
      flat = is_flat(options, is_undetermined(problem, p, w, square), report->objective, objective, square, &valley);
      memcpy(p, w->trial, (size_t)n * sizeof *p);
      memcpy(r, w->r_trial, (size_t)w->m * sizeof *r);
      memcpy(jacobian, w->j_trial, (size_t)w->m * n * sizeof *jacobian);
      double previous = report->objective;
      report->objective = objective;
      report->n_failed = n_failed;
      double cube = 2 * gain - 1;
      mu = fmax(mu * fmax(1.0 / 3, 1 - cube * cube * cube), 1e-15);
      grow = 2;
      converged = decrease <= options->tolerance * previous && gain > 0.25 && part == 1;
    } else {
      mu = fmax(mu * grow, options->leap && (grow > 2 || -decrease > report->objective) ? fmin(leap(w, -decrease), 1e3) : 0);
      grow *= 2;
    }
    bool go_on = !options->progress || options->progress(options->progress_user, &iteration);
    if (converged || flat || !go_on) {
      report->outcome = converged ? PL_LS_CONVERGED : flat ? PL_LS_FLAT : PL_LS_INTERRUPTED;
      return PL_OK;
    }
    if (mu > 1e12) {
      report->outcome = PL_LS_STALLED;
      return PL_OK;
    }
    if (is_futile(problem, options, report->objective, trial, &mark, &since)) {
      report->outcome = PL_LS_FUTILE;
      return PL_OK;
    }
  }
  return PL_OK;
}

// In a valley with only a weak prior, steps continue for ever without changing any prediction.
static bool is_met(const pl_ls_options *options, const pl_ls_report *report) {
  bool ran_out = report->outcome == PL_LS_ITERATIONS || report->outcome == PL_LS_STALLED || report->outcome == PL_LS_REFUSED;
  return ran_out && report->n_failed == 0 && 2 * report->objective <= options->met;
}

// Active cuts at p: cuts through p that a damped step would cross, sorted by multiplier, strongest first. One more step finds them, also
// where steps are projected and made no cuts.
static pl_status find_active(const pl_ls_problem *problem, const pl_ls_options *options, const double *p, const double *r,
                             const double *jacobian, ls_work *w, pl_ls_report *report) {
  const double damping = 1, near = 1e-3;
  int n = w->n;
  double force[MAX_CUT];
  if (!options->set || !options->arena) return PL_OK;
  normal_equations(problem, r, jacobian, w);
  if (!step_inside(problem, options->set, p, damping, w)) return PL_OK;
  for (int c = 0; c < w->n_cut; c++) {
    const ls_cut *cut = &w->cut[c];
    double size, length = 0;
    bool on = fabs(cut_value(problem, cut, p, &size)) <= near * size;
    for (int j = 0; j < n; j++) length += cut->g[j] * cut->g[j];
    force[c] = on ? cut->force * sqrt(length) : 0;
    report->n_active += force[c] > 0;
  }
  report->active = pl_arena_alloc(options->arena, (size_t)report->n_active * (size_t)n + 1, sizeof *report->active);
  if (!report->active) return PL_ERROR_MEMORY;
  for (int i = 0; i < report->n_active; i++) {
    int strongest = 0;
    for (int c = 1; c < w->n_cut; c++)
      if (force[c] > force[strongest]) strongest = c;
    for (int j = 0; j < n; j++) report->active[(size_t)i * (size_t)n + (size_t)j] = w->cut[strongest].g[j] / problem->scale[j];
    force[strongest] = 0;
  }
  return PL_OK;
}

pl_status pl_least_squares(pl_context *ctx, const pl_ls_problem *problem, const pl_ls_options *options, double *p, double *r,
                           double *jacobian, pl_ls_report *report) {
  *report = (pl_ls_report){0};
  pl_arena *arena = pl_arena_create(ctx);
  if (!arena) return PL_ERROR_MEMORY;
  ls_work w;
  pl_status status = work_create(arena, problem, options->set != NULL, &w);
  if (status == PL_OK) {
    for (int j = 0; j < w.n; j++)
      if (!problem->frozen || !problem->frozen[j]) p[j] = fmin(fmax(p[j], problem->lower[j]), problem->upper[j]);
    report->n_failed = INT_MAX;
    status = problem->evaluate(problem->user, p, r, jacobian, &report->n_failed);
  }
  if (status == PL_OK) {
    report->started = report->objective = half_square(w.m, r);
    status = iterate(problem, options, p, r, jacobian, &w, report);
    if (is_met(options, report)) report->outcome = PL_LS_CONVERGED;
  }
  if (status == PL_OK) status = find_active(problem, options, p, r, jacobian, &w, report);
  pl_arena_destroy(arena);
  return status;
}
