// direction.c: see direction.h.
#include "protocol/moment-curvature/direction.h"

#include <math.h>

#define PI 3.14159265358979323846
static const double HELD_RATE = 5;       // 1/m, of friction known from a data sheet: saturated long before 50 1/m, where B is read
static const double SHEET_TOP = 250;     // 1/m, of the loops that data sheets summarise (KES-FB2)
static const double USUAL_SIGMA = 0.01;  // of the largest moment, where none is given: only ratios matter then

const char *const pl__moment_term[PL_MOMENT_DIRECTIONS] = {"bend-warp", "bend-weft", "bend-twist"};
const char *const pl__moment_value[PL_MOMENT_DIRECTIONS] = {"warp", "weft", "twist"};

int pl__moment_direction(const pl_test *test) {
  double quarter = test->angle / (0.5 * PI);
  if (fabs(quarter - round(quarter)) > 1e-6) return PL_MOMENT_TWIST;
  return (int)fabs(fmod(round(quarter), 2));
}

static const pl_moment *moment_at(const pl_fit *fit, int i) { return pl_moment_of(fit->work.fit_case[i].test); }

bool pl__moment_takes_part(const pl_fit *fit, const pl_stage *stage, int i, int direction, bool sheet) {
  const pl_moment *moment = moment_at(fit, i);
  return moment && pl_stage_asks(stage, i) && moment->sheet == sheet && pl__moment_direction(fit->work.fit_case[i].test) == direction;
}

pl_status pl__moment_path(pl_arena *arena, const pl_fit_case *c, pl_path *path) {
  const pl_test *test = c->test;
  const double *curvature = test->channel[PL_MOMENT_CURVATURE].value, *moment = test->channel[PL_MOMENT_MOMENT].value;
  PL_TRY(pl_path_create(arena, test->n_frame, path));
  double largest = 1e-12, given = test->channel[PL_MOMENT_MOMENT].sigma;
  for (int f = 0; f < test->n_frame; f++) largest = fmax(largest, fabs(moment[f]));
  for (int f = 0; f < test->n_frame; f++) {
    path->strain[f] = curvature[f];
    path->stress[f] = moment[f];
    path->sigma[f] = given > 0 ? given : USUAL_SIGMA * largest;
  }
  return PL_OK;
}

// The twist of a path, and the moment that warp and weft leave to it: M = sum of t_i d kappa_i / d curvature.
static pl_status take_twist(pl_arena *arena, const pl_material *found, double angle, pl_path *path) {
  double share = sin(2 * angle), *known = pl_arena_alloc(arena, (size_t)path->n, sizeof *known);
  if (!known) return PL_ERROR_MEMORY;
  pl_moment_along(found, found->theta, angle, NULL, path->n, path->strain, known);
  for (int f = 0; f < path->n; f++) {
    path->stress[f] = (path->stress[f] - known[f]) / share;
    path->strain[f] *= share;
    path->sigma[f] /= fabs(share);
  }
  return PL_OK;
}

pl_status pl__moment_ask_loops(const pl_fit *fit, const pl_stage *stage, int direction, const pl_material *found, pl_bend_choice *out) {
  pl_path *path = pl_arena_alloc(fit->arena, (size_t)fit->problem.n_fitted, sizeof *path);
  if (!path) return PL_ERROR_MEMORY;
  pl_bend_ask ask = {.law = pl_bend_law_find(fit->solution.model),
                     .friction = (pl_friction)fit->problem.options.friction,
                     .sigma_known = true,
                     .path = path,
                     .value = pl__moment_value[direction]};
  if (!ask.law) ask.law = pl_bend_law_at(0);  // together with tests whose model is no row here (estimate/stage/joint.h)
  double low = 0, high = 0;
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_fit_case *c = &fit->work.fit_case[i];
    if (!pl__moment_takes_part(fit, stage, i, direction, false)) continue;
    pl_path *p = &path[ask.n_path++];
    PL_TRY(pl__moment_path(fit->arena, c, p));
    if (direction == PL_MOMENT_TWIST) PL_TRY(take_twist(fit->arena, found, c->test->angle, p));
    ask.sigma_known = ask.sigma_known && c->test->channel[PL_MOMENT_MOMENT].sigma > 0;
    for (int f = 0; f < p->n; f++) {
      low = fmin(low, p->strain[f]);
      high = fmax(high, p->strain[f]);
      ask.turns = ask.turns || c->test->branch[f] == PL_BRANCH_UNLOAD;
    }
  }
  ask.both = fmin(-low, high) > 0.2 * fmax(-low, high);
  return pl_bend_choose(fit->ctx, &ask, out);
}

// B and 2HB as a sheet has them, of the directions found so far, for cloth cut at this angle. The path: along the loading branch to the
// top, and back to where the width of the loop is read.
static void sheet_of(const pl_material *found, double angle, double *rigidity, double *hysteresis) {
  pl_moment_window window = pl_moment_window_of(SHEET_TOP);
  const double at[5] = {window.low, window.at, window.high, window.top, window.at};
  double moment[5];
  pl_moment_along(found, found->theta, angle, NULL, 5, at, moment);
  *rigidity = (moment[2] - moment[0]) / (window.high - window.low);
  *hysteresis = moment[1] - moment[4];
}

// From data sheets alone: means over them. The twist is what warp and weft leave of a bias cut. Where they leave nothing, the start is a
// tenth of the measured rigidity: steps and prior follow the size of the start.
void pl__moment_ask_sheets(const pl_fit *fit, const pl_stage *stage, int direction, const pl_material *found, pl_bend_choice *out) {
  double rigidity = 0, hysteresis = 0, measured = 0;
  int n = 0, n_loop = 0;
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_test *test = fit->work.fit_case[i].test;
    if (!pl__moment_takes_part(fit, stage, i, direction, true)) continue;
    const double *width = test->channel[PL_MOMENT_HYSTERESIS].value;
    double known_rigidity = 0, known_width = 0, share = direction == PL_MOMENT_TWIST ? sin(2 * test->angle) : 1;
    if (direction == PL_MOMENT_TWIST) sheet_of(found, test->angle, &known_rigidity, &known_width);
    measured += test->channel[PL_MOMENT_RIGIDITY].value[0] / (share * share);
    rigidity += (test->channel[PL_MOMENT_RIGIDITY].value[0] - known_rigidity) / (share * share), n++;
    if (width) hysteresis += fmax(width[0] - known_width, 0) / fabs(share), n_loop++;
  }
  bool friction = n_loop > 0 && fit->problem.options.friction != PL_FRICTION_NONE;
  *out = (pl_bend_choice){.law = pl_bend_law_at(1),
                          .friction = friction ? PL_FRICTION_CONSTANT : PL_FRICTION_NONE,
                          .top = SHEET_TOP,
                          .n = friction ? 3 : 1,
                          .theta = {fmax(rigidity, 0.1 * measured) / n, n_loop > 0 ? 0.5 * hysteresis / n_loop : 0, HELD_RATE}};
}
