// project_states.c: strain states over which one law is projected onto another.
#include <math.h>
#include <string.h>

#include "law/rubber/rubber.h"
#include "material/project.h"

enum { LEVELS = 12, MODES = 3, VOLUMES = 3, TURNS = 4 };

#define BEYOND 1e-3   // weight of states outside the validity
#define FARTHEST 1.5  // stretch of unmeasured rubber

bool pl_laws_alike(const pl_law_row *a, const pl_law_row *b) {
  if (a->n_in != b->n_in || (a->n_history > 0) != (b->n_history > 0) || (a->rest == NULL) != (b->rest == NULL)) return false;
  return a->rest == NULL || memcmp(a->rest, b->rest, (size_t)a->n_in * sizeof *a->rest) == 0;
}

static bool is_measured(const pl_term *term, int i) { return term->range[i][1] > term->range[i][0]; }

static bool on_invariants(const pl_law_row *row) { return row->rest && row->rest[0] == pl_rest_invariants[0]; }

// The validity of input i: measured, or the range of the law's knots. False when there is neither.
static bool own_range(const pl_term *term, int i, double range[2]) {
  double law[PL_LAW_MAX_IN][2] = {{0}};
  if (is_measured(term, i)) {
    memcpy(range, term->range[i], 2 * sizeof *range);
    return true;
  }
  if (!term->law.row->range) return false;
  term->law.row->range(&term->law, law);
  memcpy(range, law[i], 2 * sizeof *range);
  return range[1] > range[0];
}

// The stress of one state, as if the material had never moved.
static void stress_at(const pl_term *term, const double *theta, const double *s, double *t) {
  pl_law_eval_one(&term->law, theta, s, NULL, t, NULL);
}

static bool is_odd(const pl_term *term, const double *theta, const double range[][2]) {
  int n = term->law.row->n_in;
  for (int m = 1; m <= LEVELS; m++) {
    double s[PL_LAW_MAX_IN], back[PL_LAW_MAX_IN], t[PL_LAW_MAX_IN], t_back[PL_LAW_MAX_IN], size = 0, off = 0;
    for (int i = 0; i < n; i++) {
      s[i] = range[i][1] * m / LEVELS * ((m + i) % 3 ? 1 : -0.5);
      back[i] = -s[i];
    }
    stress_at(term, theta, s, t);
    stress_at(term, theta, back, t_back);
    for (int i = 0; i < n; i++) size = fmax(size, fabs(t[i])), off = fmax(off, fabs(t[i] + t_back[i]));
    if (!(off <= 1e-9 * size)) return false;
  }
  return true;
}

// The strains of a law of strains that are 0 at rest. A side that was not measured mirrors the other. An input that was not measured at all
// gets the largest measured strain. Without any, it gets five usual strains (10 %, 100/m).
static void cover_strains(const pl_term *term, pl_project_states *states) {
  int n = term->law.row->n_in;
  double widest = 0;
  bool known[PL_LAW_MAX_IN];
  for (int i = 0; i < n; i++) {
    known[i] = own_range(term, i, states->range[i]);
    if (known[i]) widest = fmax(widest, fmax(fabs(states->range[i][0]), fabs(states->range[i][1])));
  }
  if (!(widest > 0)) widest = 5 * pl_law_strain_scale(pl_term_strain_dim(term));
  for (int i = 0; i < n; i++) {
    double *range = states->range[i];
    if (!known[i]) range[0] = -widest, range[1] = widest;
    range[0] = fmin(range[0], 0), range[1] = fmax(range[1], 0);
    double reach = fmax(-range[0], range[1]);
    if (range[0] > -1e-3 * reach) range[0] = -reach;
    if (range[1] < 1e-3 * reach) range[1] = reach;
  }
}

// The largest uniaxial stretch whose first invariant l^2 + 2/l is at most i1.
static double stretch_of(double i1) {
  double low = 1, high = 1;
  while (high * high + 2 / high < i1 && high < 1e3) high *= 2;
  for (int k = 0; k < 60; k++) {
    double middle = 0.5 * (low + high);
    if (middle * middle + 2 / middle < i1)
      low = middle;
    else
      high = middle;
  }
  return high;
}

// Smallest and largest principal stretch.
static void stretch_range(const pl_term *term, double range[2]) {
  const pl_law_row *row = term->law.row;
  double own[2], reach = 1;
  for (int i = 0; i < (on_invariants(row) ? 1 : row->n_in); i++)
    if (own_range(term, i, own)) {
      if (on_invariants(row))
        reach = fmax(reach, stretch_of(own[1]));
      else
        reach = fmax(reach, fmax(own[1], own[0] > 0 ? 1 / own[0] : 1));
    }
  if (!(reach > 1 + 1e-6)) reach = FARTHEST;
  range[0] = 1 / reach, range[1] = reach;
}

void pl_project_cover(const pl_term *term, const double *theta, pl_project_states *states) {
  const pl_law_row *row = term->law.row;
  *states = (pl_project_states){0};
  if (!row->rest) {
    cover_strains(term, states);
    states->odd = is_odd(term, theta, (const double(*)[2])states->range);
    return;
  }
  double stretch[2];
  stretch_range(term, stretch);
  for (int i = 0; i < row->n_in; i++) memcpy(states->range[i], stretch, sizeof stretch);
  if (!on_invariants(row)) return;
  double most = stretch[1] * stretch[1] + 2 / stretch[1];
  states->range[0][0] = states->range[1][0] = 3, states->range[0][1] = states->range[1][1] = most;
  states->range[2][0] = 0.97, states->range[2][1] = 1.03;
}

// ---- states ----

// Element m of the sequence of van der Corput in a prime base: evenly spread in 0 .. 1.
static double spread(int m, int base) {
  double value = 0, digit = 1;
  for (; m > 0; m /= base) value += (digit /= base) * (m % base);
  return value;
}

static void add(pl_project_states *states, int n_in, const double *s, double weight) {
  memcpy(states->s + (size_t)states->n * (size_t)n_in, s, (size_t)n_in * sizeof *s);
  states->weight[states->n++] = weight;
}

static bool reserve(pl_arena *arena, int n, int n_in, pl_project_states *states) {
  states->s = pl_arena_alloc(arena, (size_t)n * (size_t)n_in, sizeof *states->s);
  states->weight = pl_arena_alloc(arena, (size_t)n, sizeof *states->weight);
  return states->s && states->weight;
}

// Within the box of the measured strains; without any, everywhere.
static double weight_of(const pl_term *term, const double *s) {
  bool any = false;
  double valid[2];
  for (int i = 0; i < term->law.row->n_in; i++) {
    any = any || own_range(term, i, valid);
  }
  for (int i = 0; any && i < term->law.row->n_in; i++) {
    if (!own_range(term, i, valid)) valid[0] = valid[1] = 0;
    double low = fmin(valid[0], 0), high = fmax(valid[1], 0), slack = 1e-9 * (high - low);
    if (s[i] < low - slack || s[i] > high + slack) return BEYOND;
  }
  return 1;
}

// Every strain alone, and all together; half of the states within the validity.
static pl_status sample_strains(pl_arena *arena, const pl_term *term, int n_param, pl_project_states *states) {
  static const int prime[PL_LAW_MAX_IN] = {2, 3, 5, 7, 11, 13};
  int n_in = term->law.row->n_in, per_line = n_in == 1 ? 40 + 4 * n_param : 2 * LEVELS, scattered = n_in == 1 ? 0 : 60 * n_in + 2 * n_param;
  if (!reserve(arena, n_in * (per_line + 1) + 2 * scattered, n_in, states)) return PL_ERROR_MEMORY;
  double valid[PL_LAW_MAX_IN][2];
  for (int i = 0; i < n_in; i++) {
    if (!own_range(term, i, valid[i])) memcpy(valid[i], states->range[i], sizeof valid[i]);
    valid[i][0] = fmin(valid[i][0], 0), valid[i][1] = fmax(valid[i][1], 0);
  }
  for (int i = 0; i < n_in; i++)
    for (int m = 0; m <= per_line; m++) {
      // every second state lies within the validity
      const double *range = m % 2 ? valid[i] : states->range[i];
      double s[PL_LAW_MAX_IN] = {0};
      s[i] = range[0] + (range[1] - range[0]) * m / per_line;
      add(states, n_in, s, weight_of(term, s));
    }
  for (int m = 1; m <= 2 * scattered; m++) {
    double s[PL_LAW_MAX_IN];
    for (int i = 0; i < n_in; i++) {
      const double *range = m % 2 ? valid[i] : states->range[i];
      s[i] = range[0] + (range[1] - range[0]) * spread(m, prime[i]);
    }
    add(states, n_in, s, weight_of(term, s));
  }
  return PL_OK;
}

// Uniaxial, equibiaxial and planar stretches, as they are and with 3 % more or less volume.
static pl_status sample_stretches(pl_arena *arena, const pl_term *term, int n_param, pl_project_states *states) {
  const pl_law_row *row = term->law.row;
  int levels = LEVELS + n_param;
  if (!reserve(arena, MODES * VOLUMES * levels, row->n_in, states)) return PL_ERROR_MEMORY;
  double range[2];
  stretch_range(term, range);
  for (int m = 0; m < levels; m++)
    for (int mode = 0; mode < MODES; mode++)
      for (int volume = 0; volume < VOLUMES; volume++) {
        double l = range[0] * pow(range[1] / range[0], (double)m / (levels - 1)), grow = cbrt(1 + 0.03 * (volume - 1));
        double across = mode == 0 ? 1 / sqrt(l) : mode == 1 ? l : 1, a[3] = {l * grow, across * grow, grow / (l * across)};
        for (int i = 0; i < 2; i++)  // largest first
          for (int j = 0; j < 2; j++)
            if (a[j] < a[j + 1]) {
              double swap = a[j];
              a[j] = a[j + 1], a[j + 1] = swap;
            }
        double x = a[0] * a[0], y = a[1] * a[1], z = a[2] * a[2], invariant[3] = {x + y + z, x * y + y * z + z * x, a[0] * a[1] * a[2]};
        add(states, row->n_in, on_invariants(row) ? invariant : a, 1);
      }
  return PL_OK;
}

// A path: twice to each end of the range and back, in small steps.
static pl_status sample_path(pl_arena *arena, pl_project_states *states) {
  enum { STEPS = 24 };
  if (!reserve(arena, TURNS * 2 * STEPS, 1, states)) return PL_ERROR_MEMORY;
  double at = 0;
  for (int turn = 0; turn < 2 * TURNS; turn++) {
    double goal = states->range[0][turn % 2 ? 0 : 1] * (turn < TURNS ? 0.5 : 1);
    for (int k = 1; k <= STEPS; k++) {
      double s = at + (goal - at) * k / STEPS;
      add(states, 1, &s, 1);
    }
    at = goal;
  }
  return PL_OK;
}

pl_status pl_project_sample(pl_arena *arena, const pl_term *term, const pl_law *to, pl_project_states *states) {
  const pl_law_row *row = term->law.row;
  int n_param = term->law.n_param + to->n_param;
  if (row->n_history > 0) return sample_path(arena, states);
  if (row->rest) return sample_stretches(arena, term, n_param, states);
  double own[PL_LAW_MAX_IN][2] = {{0}};
  if (to->row->range) to->row->range(to, own);
  for (int i = 0; i < row->n_in; i++) {
    states->range[i][0] = fmin(states->range[i][0], own[i][0]);
    states->range[i][1] = fmax(states->range[i][1], own[i][1]);
  }
  return sample_strains(arena, term, n_param, states);
}
