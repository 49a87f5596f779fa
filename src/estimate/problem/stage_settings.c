// stage_settings.c: see stage_settings.h.
#include "estimate/problem/stage_settings.h"

// A trial step starts near its equilibria. One that needs as many iterations as a first search is refused, and a shorter step is tried.
enum { TRIAL_SHARE = 5 };  // of the iterations of an equilibrium

pl_case_weighting *pl_weightings_create(pl_arena *arena, const pl_fit_problem *problem) {
  return pl_arena_alloc(arena, (size_t)problem->n_fitted + 1, sizeof(pl_case_weighting));
}

const pl_case_weighting *pl_stage_weighting(const pl_stage *stage, int i) {
  static const pl_case_weighting by_noise = {0};
  return stage->weighting ? &stage->weighting[i] : &by_noise;
}

pl_stage pl_stage_default(const pl_fit_problem *problem) {
  const pl_fit_options *options = &problem->options;
  return (pl_stage){.name = "fit",
                    .max_iterations = options->max_iterations,
                    .tolerance = options->tolerance,
                    .steps.effort = (options->solve.max_iterations + TRIAL_SHARE - 1) / TRIAL_SHARE,
                    .noise_unit = 1,
                    .ties.noise = 1,
                    .rig = options->rig,
                    .solve = options->solve};
}
