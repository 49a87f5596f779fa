// One checklist for every law with a memory: what it does from a random history, and the derivatives along a path.
#include "conformance/derivative.h"
#include "law/friction/dahl.h"
#include "law_subject.h"
#include "memory_shapes.h"

static const law_shape shapes[] = {MEMORY_SHAPES};

enum { N_SHAPE = sizeof shapes / sizeof shapes[0], N_PARAM = 6, N_HISTORY = PL_LAW_MAX_HISTORY, N_KINK = 8 };
static const double reach = 0.1;  // strains of interest lie within -reach .. reach

// A law under test, and a state of it: parameters, a history it came to by itself, and the strain a step goes to.
typedef struct subject {
  const law_shape *shape;
  pl_law law;
  pl_parameter parameter[N_PARAM];
  bool dahl, sides, linearised;
  pl_rng rng;
  double theta[N_PARAM], history[N_HISTORY], s;
} subject;

static void run(void (*check)(subject *)) {
  law_start();
  for (int i = 0; i < N_SHAPE; i++) {
    subject who = {.shape = &shapes[i], .law = law_read(shapes[i].law, shapes[i].json)};
    REQUIRE(who.law.n_param <= N_PARAM);
    for (int j = 0; j < who.law.n_param; j++) who.law.row->parameter(&who.law, j, PL_DIM_NONE, PL_DIM_LINE_FORCE, &who.parameter[j]);
    who.sides = strcmp(shapes[i].law, "dahl-sides") == 0;
    who.dahl = who.sides || strcmp(shapes[i].law, "dahl") == 0;
    who.linearised = who.law.row->n_history == 3;
    pl_rng_init(&who.rng, 300 + (uint64_t)i);
    check(&who);
  }
  law_stop();
}

// Numerical integration takes its time: fewer rounds there.
static bool numerical(const subject *who) { return who->dahl && ((const pl_dahl *)who->law.shape)->gamma != 1; }

static int rounds(const subject *who, int n) { return numerical(who) ? n / 5 : n; }

static double random_strain(subject *who) { return reach * (2 * pl_rng_uniform(&who->rng) - 1); }

static void step(const subject *who, double s, double *psi, double *t, double *k, double *next) {
  pl_law_step_one(&who->law, who->theta, &s, who->history, psi, t, k, next);
}

// Parameters inside their bounds, a walk of a few steps from the virgin state, and a strain to go to.
static void random_state(subject *who) {
  double t;
  for (int j = 0; j < who->law.n_param; j++)
    who->theta[j] = who->parameter[j].lower + who->parameter[j].scale * (0.3 + 2 * pl_rng_uniform(&who->rng));
  memset(who->history, 0, sizeof who->history);
  for (int i = 0; i < 3; i++) step(who, random_strain(who), NULL, &t, NULL, who->history);
  who->s = random_strain(who);
}

// The strains where the formula of this step changes.
static int kinks(const subject *who, double *at) {
  if (who->dahl) {
    at[0] = who->history[0];
    at[1] = 0;
    return 2;
  }
  bool creep = who->law.n_param == 3;
  double yield = creep ? who->theta[1] : who->theta[1] / who->theta[0], most = creep ? who->theta[2] : INFINITY, p = who->history[1];
  at[0] = p - yield;
  at[1] = p + yield;
  at[2] = most + yield;
  at[3] = -at[2];
  return creep ? 4 : 2;
}

// Distance of the state to the nearest kink of the step as a function of strain, history and parameters.
static double clearance(const subject *who) {
  double at[N_KINK], room = reach;
  int n = kinks(who, at);
  for (int i = 0; i < n; i++) room = fmin(room, fabs(who->s - at[i]));
  if (who->dahl) room = fmin(room, fabs(who->history[0]));
  if (who->linearised) room = fmin(room, fmin(fabs(who->history[2]), fabs(who->history[0] + who->history[2])));
  if (!who->dahl && who->law.n_param == 3) room = fmin(room, fabs(fabs(who->history[1]) - who->theta[2]));
  return room;
}

static double clear_state(subject *who) {
  double room;
  do {
    random_state(who);
    room = clearance(who);
  } while (room < 0.03 * reach);
  return room;
}

// The size of stress in this theta.
static double stress_size(const subject *who) {
  double size = 0;
  for (int j = 0; j < who->law.n_param; j++)
    if (!pl_dim_equal(who->parameter[j].dim, PL_DIM_NONE)) size = fmax(size, who->theta[j]);
  return size;
}

// ---- psi, t, k of a step ----

static void energy(void *user, const double *x, double *value, double *gradient, double *hessian) {
  double t;
  step(user, x[0], value, gradient ? gradient : &t, hessian, NULL);
}

static void check_taylor(subject *who) {
  for (int q = 0; q < rounds(who, 20); q++) {
    double room = clear_state(who);
    derivative_check check = check_derivatives(energy, who, 1, &who->s, 0.25 * room, true, (unsigned)q);
    CHECK_OF(who, check.gradient_ok, "at %g: slope %g, error %g", who->s, check.gradient_slope, check.gradient_error);
    CHECK_OF(who, check.hessian_ok, "at %g: slope %g, error %g", who->s, check.hessian_slope, check.hessian_error);
  }
}

TEST(law_memory_taylor_slopes) { run(check_taylor); }

// psi is the work of the step: the integral of the stress from the strain it began at, piece by piece between the kinks.
static void check_work(subject *who) {
  static const double node[5] = {0, 0.5384693101056831, -0.5384693101056831, 0.9061798459386640, -0.9061798459386640};
  static const double weight[5] = {0.5688888888888889, 0.4786286704993665, 0.4786286704993665, 0.2369268850561891, 0.2369268850561891};
  enum { PANEL = 20 };
  for (int q = 0; q < rounds(who, 20); q++) {
    random_state(who);
    double at[N_KINK + 2], psi, t, sum = 0, from = who->history[0], to = who->s;
    int n = kinks(who, at);
    at[n++] = from, at[n++] = to;
    for (int i = 1; i < n; i++)
      for (int j = i; j > 0 && at[j] < at[j - 1]; j--) {
        double swap = at[j];
        at[j] = at[j - 1], at[j - 1] = swap;
      }
    for (int i = 0; i + 1 < n; i++) {
      if (at[i] < fmin(from, to) || at[i + 1] > fmax(from, to)) continue;
      double half = 0.5 * (at[i + 1] - at[i]) / PANEL;
      for (int p = 0; p < PANEL * 5; p++) {
        step(who, at[i] + half * (2 * (p / 5) + 1 + node[p % 5]), NULL, &t, NULL, NULL);
        sum += (from < to ? 1 : -1) * half * weight[p % 5] * t;
      }
    }
    step(who, to, &psi, &t, NULL, NULL);
    // With gamma there is one more kink, where a falling sigma_max passes the stress; the panels do not know it.
    CHECK_OF(who, fabs(sum - psi) <= (numerical(who) ? 1e-7 : 1e-11) * stress_size(who) * reach, "%g to %g: integral %.12g, psi %.12g",
             from, to, sum, psi);
  }
}

TEST(law_memory_psi_is_work) { run(check_work); }

// The stress goes on where the last step ended and bends, but does not jump, there and at every other kink.
static void check_continuous(subject *who) {
  for (int q = 0; q < 30; q++) {
    double before, t, k, psi, at[N_KINK], next[N_HISTORY];
    random_state(who);
    step(who, who->s, NULL, &before, NULL, next);
    double stiff = 3 * stress_size(who) / 0.004;
    if (!who->linearised) {  // whose history is advanced by another formula than its stress
      pl_law_step_one(&who->law, who->theta, &who->s, next, &psi, &t, &k, NULL);
      CHECK_OF(who, fabs(t - before) <= 1e-14 * stiff && fabs(psi) <= 1e-16 * stiff * reach, "stress %g, then %g", before, t);
      CHECK_OF(who, k >= 0 && k <= stiff, "tangent %g at the turning point", k);
    }
    int n = kinks(who, at);
    for (int i = 0; i < n; i++) {
      double around[3];
      for (int side = -1; side <= 1; side++) step(who, at[i] + side * 1e-12, NULL, &around[side + 1], NULL, NULL);
      CHECK_OF(who, fabs(around[2] - around[0]) <= 1e-11 * stiff, "stress %g, %g, %g around %g", around[0], around[1], around[2], at[i]);
    }
  }
}

TEST(law_memory_stress_is_continuous) { run(check_continuous); }

// A step that ends where it began leaves the history as it was.
static void check_commit_nothing(subject *who) {
  for (int q = 0; q < 30; q++) {
    double t, next[N_HISTORY];
    random_state(who);
    step(who, who->history[0], NULL, &t, NULL, next);
    for (int i = 0; i < who->law.row->n_history; i++)
      CHECK_OF(who, fabs(next[i] - who->history[i]) <= (who->dahl ? 0 : 1e-16), "number %d: %.17g became %.17g", i, who->history[i],
               next[i]);
  }
}

TEST(law_memory_resting_step_changes_nothing) { run(check_commit_nothing); }

// A step that does not turn may be cut in two. The linearised step is allowed to differ, and its history is not.
static void check_cut(subject *who) {
  for (int q = 0; q < 30; q++) {
    double direct[N_HISTORY], cut[N_HISTORY], t, psi[3], t_direct;
    random_state(who);
    step(who, who->s, &psi[0], &t_direct, NULL, direct);
    double middle = who->history[0] + pl_rng_uniform(&who->rng) * (who->s - who->history[0]), end = who->s;
    step(who, middle, &psi[1], &t, NULL, cut);
    pl_law_step_one(&who->law, who->theta, &end, cut, &psi[2], &t, NULL, cut);
    CHECK_OF(who, fabs(direct[1] - cut[1]) <= 1e-12 * (who->dahl ? stress_size(who) : 1), "%.15g at once, %.15g in two steps", direct[1],
             cut[1]);
    if (who->linearised) continue;
    CHECK_OF(who, fabs(t - t_direct) <= 1e-12 * stress_size(who), "stress %.15g at once, %.15g in two steps", t_direct, t);
    CHECK_OF(who, fabs(psi[0] - psi[1] - psi[2]) <= 1e-13 * stress_size(who), "work %.15g, %.15g", psi[0], psi[1] + psi[2]);
  }
}

TEST(law_memory_steps_can_be_cut) { run(check_cut); }

// Friction alone may soften by b ("form": "tau", gamma = 1), a convex law never.
static void check_tangent(subject *who) {
  const pl_dahl *dahl = who->dahl ? who->law.shape : NULL;
  if (who->linearised || who->sides || (dahl && !dahl->constant && (dahl->form == PL_DAHL_ALPHA || dahl->gamma != 1))) return;
  for (int q = 0; q < 200; q++) {
    double t, k;
    random_state(who);
    step(who, who->s, NULL, &t, &k, NULL);
    double b = dahl && !dahl->constant ? who->theta[1] : 0;
    CHECK_OF(who, k >= -b - 1e-9 * stress_size(who), "k = %g, b = %g", k, b);
  }
}

TEST(law_memory_tangent_is_bounded) { run(check_tangent); }

// ---- derivatives along a path ----

// Strain, history and parameters as one vector, each scaled by its size: x[0], x[1 .. n_history], then theta.
typedef struct path_point {
  subject *who;
  double unit[1 + N_HISTORY + N_PARAM];
  double weight[1 + N_HISTORY];  // of t and next in the one number that is differentiated
} path_point;

// weight . (t, next) and its gradient from k, eval_theta and path.
static void path_function(void *user, const double *x, double *value, double *gradient, double *hessian) {
  (void)hessian;
  const path_point *point = user;
  const pl_law *law = &point->who->law;
  int n_history = law->row->n_history, n_param = law->n_param;
  double theta[N_PARAM], bound[PL_LAW_MAX_BOUND];
  pl_lanes s[1 + N_HISTORY], t[1], k[1], next[N_HISTORY];
  for (int i = 0; i <= n_history; i++) PL_EACH_LANE(l) s[i][l] = point->unit[i] * x[i];
  for (int j = 0; j < n_param; j++) theta[j] = point->unit[1 + n_history + j] * x[1 + n_history + j];
  pl_law_bind(law, theta, bound);
  law->row->eval(law, bound, (const pl_lanes *)s, NULL, t, k);
  law->row->commit(law, bound, (const pl_lanes *)s, next);
  if (value) {
    *value = point->weight[0] * t[0][0];
    for (int m = 0; m < n_history; m++) *value += point->weight[1 + m] * next[m][0];
  }
  if (!gradient) return;
  pl_lanes t_h[N_HISTORY], next_s[N_HISTORY], next_h[N_HISTORY * N_HISTORY], next_theta[N_HISTORY * N_PARAM], dt[N_PARAM];
  law->row->path(law, theta, (const pl_lanes *)s, t_h, next_s, next_h, next_theta);
  law->row->eval_theta(law, theta, (const pl_lanes *)s, dt);
  gradient[0] = point->weight[0] * k[0][0];
  for (int i = 0; i < n_history; i++) gradient[1 + i] = point->weight[0] * t_h[i][0];
  for (int j = 0; j < n_param; j++) gradient[1 + n_history + j] = point->weight[0] * dt[j][0];
  for (int m = 0; m < n_history; m++) {
    double w = point->weight[1 + m];
    gradient[0] += w * next_s[m][0];
    for (int i = 0; i < n_history; i++) gradient[1 + i] += w * next_h[m * n_history + i][0];
    for (int j = 0; j < n_param; j++) gradient[1 + n_history + j] += w * next_theta[m * n_param + j][0];
  }
  for (int i = 0; i < 1 + n_history + n_param; i++) gradient[i] *= point->unit[i];
}

static void check_path(subject *who) {
  int n_history = who->law.row->n_history, n_param = who->law.n_param, n = 1 + n_history + n_param;
  for (int q = 0; q < rounds(who, 40); q++) {
    double room = clear_state(who), x[1 + N_HISTORY + N_PARAM], size = stress_size(who);
    // One output at a time, t first, so that none hides behind another.
    path_point point = {.who = who};
    point.weight[q % (1 + n_history)] = 1;
    for (int i = 0; i < n; i++) {
      bool stress = who->dahl && i == 2;
      point.unit[i] = i > n_history ? who->theta[i - 1 - n_history] : stress ? size : reach;
      x[i] = i == 0 ? who->s : i <= n_history ? who->history[i - 1] : who->theta[i - 1 - n_history];
      x[i] /= point.unit[i];
    }
    derivative_check check = check_derivatives(path_function, &point, n, x, 0.05 * room / reach, false, (unsigned)q);
    CHECK_OF(who, check.gradient_ok, "output %d: slope %g, error %g at %d", q % (1 + n_history), check.gradient_slope, check.gradient_error,
             check.gradient_entry);
  }
}

LONG_TEST(law_memory_path_derivatives) { run(check_path); }

// ---- lanes ----

// A block of states that have nothing in common but theta against one state at a time, to the last bit.
static void check_lanes(subject *who) {
  const pl_law *law = &who->law;
  int n_history = law->row->n_history, n_param = law->n_param;
  for (int q = 0; q < 5; q++) {
    pl_lanes s[1 + N_HISTORY] = {{0}}, one[1 + N_HISTORY];
    double theta[N_PARAM], bound[PL_LAW_MAX_BOUND];
    PL_EACH_LANE(l) {
      random_state(who);
      if (l == 0) memcpy(theta, who->theta, sizeof theta);
      s[0][l] = l % 5 == 4 ? who->history[0] : who->s;  // some do not move
      for (int i = 0; i < n_history; i++) s[1 + i][l] = who->history[i];
    }
    pl_law_bind(law, theta, bound);
    // out: psi, t, k, next, dt, t_h, next_s, next_h, next_theta
    enum { N_OUT = 3 + N_HISTORY + N_PARAM + N_HISTORY + N_HISTORY + N_HISTORY * N_HISTORY + N_HISTORY * N_PARAM };
    pl_lanes block[N_OUT] = {{0}}, single[N_OUT] = {{0}};
    for (int l = -1; l < PL_BLOCK; l++) {
      pl_lanes *out = l < 0 ? block : single, *next = out + 3, *dt = next + n_history, *t_h = dt + n_param, *next_s = t_h + n_history,
               *next_h = next_s + n_history, *next_theta = next_h + n_history * n_history;
      for (int i = 0; i <= n_history; i++) PL_EACH_LANE(m) one[i][m] = s[i][l < 0 ? m : l];
      law->row->eval(law, bound, (const pl_lanes *)one, out, out + 1, out + 2);
      law->row->commit(law, bound, (const pl_lanes *)one, next);
      law->row->eval_theta(law, theta, (const pl_lanes *)one, dt);
      law->row->path(law, theta, (const pl_lanes *)one, t_h, next_s, next_h, next_theta);
      if (l < 0) continue;
      for (int i = 0; i < N_OUT; i++)
        CHECK_OF(who, single[i][l] == block[i][l], "output %d of lane %d: %.17g in a block, %.17g alone", i, l, block[i][l], single[i][l]);
    }
  }
}

TEST(law_memory_lanes_are_independent) { run(check_lanes); }
