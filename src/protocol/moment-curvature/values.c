// values.c: B, 2HB and residual curvature of a fitted material, as data sheets define them, with standard errors.
//
// They are read from a virtual loop of the material (path.c). Standard errors follow from sigma^2 = g C g (judge/slope.h), g by central
// differences: moments are smooth in the parameters.
#include <math.h>
#include <string.h>

#include "estimate/judge/slope.h"
#include "protocol/moment-curvature/moment_part.h"

enum { PER_BRANCH = 250, N_VALUE = 3 * PL_FACES, DIFFERENCE = N_VALUE, N_ENTRY = N_VALUE + 1 };

typedef struct bench {
  const pl_fit *fit;
  double angle;
  const pl_moment_window *window;
  int n;
  double *curvature, *moment;  // [n]
  int *branch;                 // [n]
  bool *elastic;               // [n_term]
} bench;

static void read_loop(const bench *b, const double *theta, double entry[N_ENTRY]) {
  pl_loop_values v;
  pl_moment_along(b->fit->material, theta, b->angle, NULL, b->n, b->curvature, b->moment);
  pl_loop_values_of(b->n, b->curvature, b->moment, b->branch, b->window, &v);
  for (int f = 0; f < PL_FACES; f++) {
    entry[f] = v.rigidity[f];
    entry[PL_FACES + f] = v.hysteresis[f];
    entry[2 * PL_FACES + f] = v.residual[f];
  }
  // of the elastic part alone: friction of cloth that was flat before adds to the first face
  const double at[4] = {b->window->low, b->window->high, -b->window->low, -b->window->high};
  double moment[4];
  pl_moment_along(b->fit->material, theta, b->angle, b->elastic, 4, at, moment);
  entry[DIFFERENCE] = (moment[1] - moment[0] + moment[3] - moment[2]) / (b->window->high - b->window->low);
}

static void unpack(const double entry[N_ENTRY], pl_loop_values *v) {
  for (int f = 0; f < PL_FACES; f++)
    v->rigidity[f] = entry[f], v->hysteresis[f] = entry[PL_FACES + f], v->residual[f] = entry[2 * PL_FACES + f];
}

pl_status pl__moment_values(pl_arena *arena, const pl_fit *fit, double angle, const pl_moment_window *window, pl_loop_values *value,
                            pl_loop_values *sigma, double face[2]) {
  const pl__moment_loop loop = {.top = window->top, .n = PER_BRANCH, .cycles = 1};
  size_t n_theta = (size_t)fit->material->n_theta;
  bench b = {.fit = fit, .angle = angle, .window = window, .n = pl__moment_loop_frames(&loop)};
  b.curvature = pl_arena_alloc(arena, 2 * (size_t)b.n, sizeof *b.curvature);
  b.branch = pl_arena_alloc(arena, (size_t)b.n, sizeof *b.branch);
  double *theta = pl_arena_alloc(arena, n_theta * (1 + N_ENTRY) + 1, sizeof *theta), *slope = theta + n_theta;
  b.elastic = pl_arena_alloc(arena, (size_t)fit->material->n_term + 1, sizeof *b.elastic);
  if (!b.curvature || !b.branch || !theta || !b.elastic) return PL_ERROR_MEMORY;
  for (int t = 0; t < fit->material->n_term; t++) b.elastic[t] = pl_term_is_elastic(&fit->material->term[t]);
  b.moment = b.curvature + b.n;
  pl__moment_loop_fill(&loop, b.curvature, b.branch);
  memcpy(theta, fit->material->theta, n_theta * sizeof *theta);
  double here[N_ENTRY], above[N_ENTRY], below[N_ENTRY], deviation[N_ENTRY];
  read_loop(&b, theta, here);
  for (size_t j = 0; j < n_theta; j++) {
    const pl_parameter *parameter = &fit->material->parameter[j];
    double at = theta[j], h = 1e-4 * fmax(fabs(at), 1e-3 * parameter->scale);
    theta[j] = at + h;
    read_loop(&b, theta, above);
    theta[j] = fmax(at - h, parameter->lower);
    read_loop(&b, theta, below);
    for (int i = 0; i < N_ENTRY; i++) {
      double g = (above[i] - below[i]) / (at + h - theta[j]);
      slope[j * N_ENTRY + (size_t)i] = isfinite(g) && !parameter->frozen ? g : 0;
    }
    theta[j] = at;
  }
  for (int i = 0; i < N_ENTRY; i++) {
    double variance = pl_slope_known(fit) ? pl_slope_variance(fit, slope, N_ENTRY, i, false) : NAN;
    deviation[i] = variance > 0 ? sqrt(variance) : NAN;
  }
  unpack(here, value);
  unpack(deviation, sigma);
  face[0] = here[DIFFERENCE];
  face[1] = deviation[DIFFERENCE];
  return PL_OK;
}
