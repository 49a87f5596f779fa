// Fits of material samples to a body in poses: stages, derivatives, ties, what is kept in the files.
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/rng.h"
#include "base/text.h"
#include "estimate/judge/judge.h"
#include "estimate/field/mesh_correction.h"
#include "estimate/stage/stage.h"
#include "estimate/advise/warnings.h"
#include "failing_memory.h"
#include "math/eigen_small.h"
#include "protocol/poses/poses.h"
#include "estimate/judge/moduli.h"
#include "report/result/result.h"
#include "estimate/field/sample_plan.h"
#include "estimate/field/sample_run.h"
#include "report/result/stiffness_map.h"
#include "scenes/inclusion.h"
#include "said.h"
#include "test.h"

static pl_fit *fit_block(pl_context *ctx, const char *folder, const scene_ball *ball, int samples, double contrast,
                         pl_measurement **block) {
  static const int cells[3] = {4, 3, 3};
  REQUIRE(scene_inclusion(ctx, folder, cells, ball, 7, block) == PL_OK);
  pl_fit_options options = pl_fit_options_default();
  pl_fit *fit;
  options.samples = samples;
  options.sample_contrast = contrast;
  pl_status status = pl_fit_run(ctx, 1, block, 0, NULL, &options, &fit);
  if (status != PL_OK) test_fail(__FILE__, __LINE__, "%s", pl_context_error(ctx)->message), test_stop();
  return fit;
}

// Residuals, ties included, at p.
static void residuals(pl_stack *stack, const double *p, double *r, double *jacobian) {
  int n_failed = INT_MAX;
  REQUIRE(pl_stack_evaluate(stack, p, r, jacobian, &n_failed) == PL_OK);
  CHECK(n_failed == 0);
}

LONG_TEST(samples_fit_of_a_block) {
  const char *folder = test_folder();
  pl_context *ctx = pl_context_create(NULL);
  pl_measurement *block;
  pl_fit *fit = fit_block(ctx, folder, &scene_stiff_ball, 4, 0.5, &block);
  // the error falls from stage to stage, and the last one stands
  CHECK(fit->way.n_sample_stage == 3 && fit->problem.n_case == 2);
  for (int i = 0; i < fit->way.n_sample_stage; i++) {
    const pl_sample_stage *s = &fit->way.sample_stage[i];
    CHECK(s->n_sample == 1 << i && s->n_parameter == 2 << i && s->kept && isfinite(s->held_out));
    CHECK(i == 0 ? s->relative == 1 : s->chi2 < fit->way.sample_stage[i - 1].chi2);
    // where a stage begins the residuals are hardly above those of the one before
    CHECK(i == 0 || s->start < 1.1 * fit->way.sample_stage[i - 1].chi2);
  }
  // what the finer mesh changes has settled: with four samples the second time it was found it still moved by 0.26 sigma
  for (int i = 0; i < fit->way.n_sample_stage; i++) CHECK_LESS(fit->way.sample_stage[i].unsettled, PL_CORRECTION_SETTLED);
  CHECK(fit->way.sample_stage[2].held_out < fit->way.sample_stage[0].held_out);
  const pl_samples *samples = pl_material_samples(fit->material);
  REQUIRE(samples && samples->n == 4);
  CHECK(fit->material->n_theta == 8 && fit->solution.ties.n > 0);
  CHECK(fit->evidence.effective > 1 && fit->evidence.effective < 8);
  // some sample is in the ball, and is the stiffest
  int stiffest = 0;
  double d = 0;
  for (int m = 1; m < 4; m++)
    if (fit->material->theta[2 * m + 1] > fit->material->theta[2 * stiffest + 1]) stiffest = m;
  for (int k = 0; k < 3; k++) d += pow(samples->point[3 * stiffest + k] - scene_stiff_ball.center[k], 2);
  CHECK(sqrt(d) < scene_stiff_ball.radius);
  CHECK(fit->known.identified[2 * stiffest + 1]);

  // the Jacobian through the equilibria, ties included: the remainder falls with the square of the step
  pl_arena *arena = pl_arena_create(ctx);
  pl_stack stack;
  pl_stage stage = pl_stage_default(&fit->problem);
  stage.ties = fit->solution.ties;
  REQUIRE(arena && pl_stack_create(arena, &fit->problem, &fit->work, fit->material, &stage, &stack) == PL_OK);
  size_t n = (size_t)stack.n_parameter, m = (size_t)stack.n_residual;
  CHECK((int)m == stack.n_data + stack.n_parameter + fit->solution.ties.n);
  double *p = malloc(n * sizeof *p), *q = malloc(n * sizeof *q), *step = malloc(n * sizeof *step), *r = malloc(m * sizeof *r),
         *moved = malloc(m * sizeof *moved), *jacobian = malloc(m * n * sizeof *jacobian), left[2];
  pl_rng rng;
  pl_rng_init(&rng, 5);
  pl_stack_get(&stack, fit->material, p);
  for (size_t j = 0; j < n; j++) step[j] = 0.1 * p[j] * pl_rng_normal(&rng);
  residuals(&stack, p, r, jacobian);
  for (int k = 0; k < 2; k++) {
    double h = k ? 0.25 : 0.5, sum = 0;
    for (size_t j = 0; j < n; j++) q[j] = p[j] + h * step[j];
    residuals(&stack, q, moved, NULL);
    for (size_t i = 0; i < m; i++) {
      double remainder = moved[i] - r[i];
      for (size_t j = 0; j < n; j++) remainder -= h * jacobian[i * n + j] * step[j];
      sum += remainder * remainder;
    }
    left[k] = sqrt(sum);
  }
  CHECK(left[0] / left[1] > 3.5 && left[0] / left[1] < 4.5);
  free(p), free(q), free(step), free(r), free(moved), free(jacobian);

  // the error of the held-out pose is in the units of its rows
  double square = 0;
  int n_row = 0;
  const pl_fit_case *held = &fit->work.fit_case[1];
  for (int k = 0; k < PL_MAX_CHANNEL; k++)
    for (int v = 0; held->predicted[k] && v < pl_case_values(held, k); v++) {
      double row = (held->predicted[k][v] - held->test->channel[k].value[v]) / pl_case_row_sigma(held, k, v);
      if (!isnan(row)) square += row * row, n_row++;
    }
  CHECK_CLOSE(sqrt(square / n_row), fit->way.sample_stage[2].held_out, 1e-4);

  // frames without equilibrium have no residuals, and yet are no better
  pl_solution solution = {.arena = pl_arena_create(ctx)};
  REQUIRE(pl_solution_room(&fit->problem, &fit->work, fit->material, &stage, &solution) == PL_OK &&
          pl_stage_evaluate(fit->material, &solution) == PL_OK);
  pl_goodness good = pl_solution_goodness(&solution);
  CHECK(good.n_failed == 0);
  CHECK_CLOSE(good.chi2, fit->way.sample_stage[2].chi2, 1e-3);
  stage.solve.max_iterations = 0;
  REQUIRE(pl_stage_material(&fit->problem, &fit->work, &stage, &fit->material, fit->material) == PL_OK);
  pl_rig_forget(fit->work.fit_case[0].rig);
  REQUIRE(pl_solution_room(&fit->problem, &fit->work, fit->material, &stage, &solution) == PL_OK &&
          pl_stage_evaluate(fit->material, &solution) == PL_OK);
  pl_goodness lost = pl_solution_goodness(&solution);
  CHECK(lost.n_failed > 0 && lost.chi2 < good.chi2);
  CHECK(pl_goodness_better(good, lost) && !pl_goodness_better(lost, good));
  CHECK(pl_goodness_better((pl_goodness){1, 2}, (pl_goodness){1, 3}) && !pl_goodness_better(good, good));
  pl_arena_destroy(solution.arena);

  // files: the map, the stages, the material
  char *results = pl_path_join(arena, folder, "fit"), *data;
  size_t size;
  pl_run run = {.command = "pliant fit", .verb = "fit", .next = ""};
  REQUIRE(pl_result_save(ctx, results, fit, &run) == PL_OK);
  REQUIRE(pl_file_read(arena, pl_path_join(arena, results, "shapes.bin"), 1 << 24, &data, &size) == PL_OK);
  char *head = pl_arena_printf(arena, "%.*s", (int)(size < 4000 ? size - 12 : 4000), data + 12);
  CHECK_CONTAINS(head, "\"name\": \"tensile stiffness at rest\"");
  CHECK_CONTAINS(head, "\"tets\": 180");
  CHECK_CONTAINS(head, "\"element_sigma\": ");
  CHECK_CONTAINS(head, "\"vertex_sigma\": ");
  REQUIRE(pl_file_read(arena, pl_path_join(arena, results, "fit.json"), 1 << 24, &data, &size) == PL_OK);
  CHECK_CONTAINS(data, "\"regularisation\": {");
  CHECK_CONTAINS(data, "\"contrast\": 0.5");
  CHECK_CONTAINS(data, "\"sample\": 4");
  pl_material *again;
  REQUIRE(pl_material_load(ctx, results, &again) == PL_OK);
  CHECK(again->term[0].samples && again->term[0].samples->n == 4 && again->n_theta == 8);
  pl_material_destroy(again);
  pl_stiffness_map map;
  REQUIRE(pl_stiffness_map_make(arena, fit, &fit->work.fit_case[0], &map) == PL_OK);
  CHECK(map.n_element == 180 && map.low > 5e3 && map.high < 200e3 && map.high > 2 * map.low);
  double low = INFINITY, high = 0;
  for (int32_t e = 0; e < map.n_element; e++) low = fmin(low, map.sigma[e]), high = fmax(high, map.sigma[e]);
  for (int32_t v = 0; v < fit->work.fit_case[0].rig->body.mesh->n_vertex; v++) {
    CHECK(map.vertex[v] >= map.low && map.vertex[v] <= map.high);
    CHECK(map.vertex_sigma[v] >= low && map.vertex_sigma[v] <= high);
  }
  // the map is the mean of the samples' and the field's, which are two hypotheses; sigma counts the spread of both and half their distance
  CHECK_CONTAINS(head, "\"element_samples\": ");
  for (int32_t e = 0; e < map.n_element; e++) {
    double v = map.samples[e], field = v * fit->map.field_ratio[e], spread = field * fit->map.field_sigma[e],
           own = v * fit->map.samples_sigma[e];
    CHECK_CLOSE(map.element[e], (field + v) / 2, 1e-12);
    CHECK_CLOSE(pow(map.sigma[e] * map.element[e], 2), (spread * spread + own * own) / 2 + pow(field - v, 2) / 4, 1e-9);
    // for the samples alone they are a whole distance apart (or more: a negative field is reported as a small one)
    CHECK(pow(fit->map.map_sigma[e] * v, 2) > (1 - 1e-9) * (spread * spread + own * own + pow(field - v, 2)) / 2);
    CHECK(own > 0 && own <= (1 + 1e-12) * spread);
  }
  // the moduli over the body: Young's modulus within the map, between block and ball, each with a sigma
  pl_modulus modulus[PL_MODULI_MAX];
  int n_modulus;
  REQUIRE(pl_moduli_make(arena, fit, &n_modulus, modulus) == PL_OK);
  REQUIRE(n_modulus == 3 && modulus[0].n == PL_MODULI_PLACES);
  CHECK_TEXT(modulus[0].name, "Young's modulus");
  CHECK_TEXT(modulus[1].name, "Poisson's ratio");
  for (int i = 0; i < n_modulus; i++)
    for (int k = 0; k < PL_MODULI_PLACES; k++) {
      CHECK(modulus[i].sigma[k] > 0 && modulus[i].sigma[k] < (k < 2 ? 1 : 2) * modulus[i].value[k]);
      CHECK(k == 0 || modulus[i].value[k] >= modulus[i].value[k - 1]);
    }
  // four samples do not describe the ball: its stiffness is missed, and sigma says so
  CHECK(fabs(modulus[0].value[2] - SCENE_INCLUSION_YOUNG * scene_stiff_ball.contrast) < 2 * modulus[0].sigma[2]);
  pl_places places;
  double inside = 0, outside = 0, n_inside = 0;
  REQUIRE(pl_places_of_mesh(arena, fit->work.fit_case[0].rig->body.mesh, &places) == PL_OK && places.n == fit->map.n_place);
  for (int32_t e = 0; e < places.n; e++) {
    double away = 0;
    for (int k = 0; k < 3; k++) away += pow(places.place[3 * e + k] - scene_stiff_ball.center[k], 2);
    bool in = sqrt(away) < scene_stiff_ball.radius;
    *(in ? &inside : &outside) += fit->map.map_sigma[e];
    n_inside += in;
  }
  CHECK(inside / n_inside > 1.2 * outside / (places.n - n_inside));
  CHECK(modulus[0].value[0] >= map.low && modulus[0].value[2] <= map.high && modulus[0].value[2] > 1.3 * modulus[0].value[0]);
  CHECK(modulus[0].value[1] > SCENE_INCLUSION_YOUNG && modulus[0].value[1] < SCENE_INCLUSION_YOUNG * scene_stiff_ball.contrast);
  CHECK(modulus[1].value[0] > 0 && modulus[1].value[2] < 0.5);
  // lambda and mu may change apart from each other between the samples too. So sigma of nu is at least nu (1 - 2 nu) times that of
  // ln(lambda / mu)
  double apart = INFINITY;
  REQUIRE(fit->map.apart_sigma && fit->map.n_place == 180);
  for (int32_t e = 0; e < 180; e++) apart = fmin(apart, fit->map.apart_sigma[e]);
  CHECK(apart > 0.01);
  for (int k = 0; k < PL_MODULI_PLACES; k++) {
    double nu = modulus[1].value[k];
    CHECK(modulus[1].sigma[k] >= 0.99 * nu * (1 - 2 * nu) * apart);
  }
  pl_arena_destroy(arena);
  pl_fit_destroy(fit);
  pl_measurement_destroy(block);
  pl_context_destroy(ctx);
}

// Strong ties are the same material everywhere, whatever that is; weak ones leave all to the data.
LONG_TEST(samples_fit_ties) {
  const char *folder = test_folder();
  pl_context *ctx = pl_context_create(NULL);
  pl_measurement *block;
  // neighbours differ by no more than twice the given contrast
  const double contrast = 3e-3;
  pl_fit *fit = fit_block(ctx, folder, &scene_stiff_ball, 2, contrast, &block);
  REQUIRE(fit->material->n_theta == 4);
  for (int j = 0; j < 2; j++) CHECK_CLOSE(fit->material->theta[j], fit->material->theta[2 + j], 2 * contrast);
  // two numbers are left to the data, one stiffness and one ratio of lambda and mu: neither is drawn towards the homogeneous fit
  CHECK_NEAR(fit->evidence.effective, 2, 5 * contrast);
  // half of what is known about each sample is known from the other
  for (int j = 0; j < 4; j++) CHECK_NEAR(fit->evidence.resolution[j], 0.5, 0.02);
  CHECK(fit->way.sample_stage[1].relative > 0.99);
  CHECK(fit->map.tie.tau == contrast);
  pl_fit_destroy(fit);
  pl_measurement_destroy(block);
  // a prior that allows everything
  fit = fit_block(ctx, folder, &scene_stiff_ball, 2, 10, &block);
  CHECK(fit->evidence.effective > 3.9);
  CHECK(fit->way.sample_stage[1].relative < 0.98);
  pl_fit_destroy(fit);
  pl_measurement_destroy(block);
  pl_context_destroy(ctx);
}

// A stage that is kept meets the data better than the one before, and the result is the last of them. Sigma of the map is more than noise: nowhere
// zero, nowhere beyond what was known before.
LONG_TEST(samples_fit_stages_never_end_worse) {
  pl_context *ctx = pl_context_create(NULL);
  for (int i = 0; i < 2; i++) {
    const scene_ball *ball = i ? &scene_soft_ball : &scene_stiff_ball;
    pl_measurement *block;
    pl_fit *fit = fit_block(ctx, test_folder(), ball, 8, 0, &block);
    double last = INFINITY;
    int n = 0;
    for (int k = 0; k < fit->way.n_sample_stage; k++) {
      const pl_sample_stage *s = &fit->way.sample_stage[k];
      CHECK(s->kept ? s->chi2 < last : s->chi2 >= last && k == fit->way.n_sample_stage - 1);
      if (s->kept) last = s->chi2, n = s->n_sample;
    }
    CHECK(n >= 4 && pl_material_samples(fit->material)->n == n);
    CHECK_CLOSE(fit->evidence.chi2, last, 1e-3);
    pl_arena *arena = pl_arena_create(ctx);
    pl_stiffness_map map;
    REQUIRE(arena && pl_stiffness_map_make(arena, fit, &fit->work.fit_case[0], &map) == PL_OK && map.sigma);
    for (int32_t e = 0; e < map.n_element; e++) CHECK(map.sigma[e] > 0 && isfinite(map.sigma[e]));
    double median = pl_stiffness_median_sigma(arena, &map);
    CHECK(median > 0.02 && median < 0.7);
    CHECK(fit->map.tie.tau > 0.05 && fit->map.tie.tau < 3 && fit->map.tie.noise >= 1);
    pl_arena_destroy(arena);
    pl_fit_destroy(fit);
    pl_measurement_destroy(block);
  }
  pl_context_destroy(ctx);
}

// The number of samples by fitted poses that are left out: no more than predict better by a standard error. A held-out pose has no say: the stages
// are the same, and so is the choice, when it is not there.
LONG_TEST(samples_fit_chooses_their_number) {
  static const int cells[3] = {3, 2, 2};
  pl_context *ctx = pl_context_create(NULL);
  for (int i = 0, chosen = 0; i < 2; i++) {
    pl_measurement *block;
    pl_fit *fit;
    pl_fit_options options = pl_fit_options_default();
    options.samples = 0;
    options.mesh_correction = false;
    REQUIRE(scene_inclusion(ctx, test_folder(), cells, &scene_stiff_ball, 7, &block) == PL_OK);
    if (i == 1) {
      REQUIRE(block->n_test == 2 && block->test[1].held_out);
      block->n_test = 1;
    }
    REQUIRE(pl_fit_run(ctx, 1, &block, 0, NULL, &options, &fit) == PL_OK);
    block->n_test = 2;
    int n = 0, n_kept = 0;
    double told = NAN;
    for (int k = 0; k < fit->way.n_sample_stage; k++) {
      const pl_sample_stage *s = &fit->way.sample_stage[k];
      CHECK(s->left_out > 0 && isfinite(s->left_out) && isnan(s->held_out) == (i == 1));
      if (!s->kept) continue;
      n_kept++;
      REQUIRE(isfinite(s->excess) && isfinite(s->excess_error));
      // the first that is within one standard error of the best is the last that is needed
      bool last = k + 1 == fit->way.n_sample_stage || !fit->way.sample_stage[k + 1].kept || !fit->way.sample_stage[k + 1].needed;
      if (s->needed) CHECK(last == (s->excess <= s->excess_error));
      if (s->needed) n = s->n_sample, told = s->chi2;
    }
    CHECK(n_kept > 2 && fit->way.n_choice_frame == 7);
    if (i == 1) CHECK(n == chosen);
    chosen = n;
    // the report belongs to the remaining samples
    REQUIRE(pl_material_samples(fit->material) != NULL);
    CHECK(pl_material_samples(fit->material)->n == n);
    CHECK_CLOSE(fit->evidence.chi2, told, 1e-3);
    pl_fit_destroy(fit);
    pl_measurement_destroy(block);
  }
  pl_context_destroy(ctx);
}

// An even body needs one sample, with the mesh's own error corrected: without, samples follow that error, and held-out poses are predicted better.
LONG_TEST(samples_fit_of_an_even_body_needs_one) {
  static const int cells[3] = {4, 3, 3};
  const scene_ball even = {{0.03, 0.025, 0.025}, 0.01, 1};
  pl_context *ctx = pl_context_create(NULL);
  pl_measurement *block;
  pl_fit *fit;
  pl_fit_options options = pl_fit_options_default();
  options.samples = 0;
  REQUIRE(scene_inclusion(ctx, test_folder(), cells, &even, 7, &block) == PL_OK);
  REQUIRE(pl_fit_run(ctx, 1, &block, 0, NULL, &options, &fit) == PL_OK);
  REQUIRE(pl_material_samples(fit->material) != NULL);
  CHECK(pl_material_samples(fit->material)->n == 1);
  pl_fit_destroy(fit);
  pl_measurement_destroy(block);
  pl_context_destroy(ctx);
}

// Readings of an even body on the mesh of the fit, with noise.
static pl_measurement *even_block(pl_context *ctx, const int cells[3]) {
  const scene_ball even = {{0.03, 0.025, 0.025}, 0.01, 1};
  pl_measurement *block;
  pl_fit *fit;
  pl_fit_options options = pl_fit_options_default();
  pl_rng rng;
  REQUIRE(scene_inclusion(ctx, test_folder(), cells, &even, 7, &block) == PL_OK);
  REQUIRE(pl_fit_run(ctx, 1, &block, 0, NULL, &options, &fit) == PL_OK);
  pl_rng_init(&rng, 4);
  for (int i = 0; i < fit->problem.n_case; i++)
    for (int k = 0; k < PL_MAX_CHANNEL; k++) {
      pl_channel *channel = (pl_channel *)&fit->work.fit_case[i].test->channel[k];
      for (int v = 0; fit->work.fit_case[i].predicted[k] && v < pl_case_values(&fit->work.fit_case[i], k); v++)
        if (!isnan(channel->value[v]))
          channel->value[v] = fit->work.fit_case[i].predicted[k][v] + pl_case_sigma(fit->work.fit_case[i].test, k) * pl_rng_normal(&rng);
    }
  pl_fit_destroy(fit);
  return block;
}

// After restoring a stage, the fit equals that stage. Values and sigmas are those of a fit with this number of samples, with its
// regularisation and its cuts of the convex set. An even body needs one sample, which is not tied.
static void check_going_back(pl_context *ctx, pl_measurement *block, const char *model, int n_expected, bool held) {
  pl_fit_options options = pl_fit_options_default();
  pl_fit *chosen, *asked;
  options.model = model;
  options.mesh_correction = false;
  options.samples = 0;
  REQUIRE(pl_fit_run(ctx, 1, &block, 0, NULL, &options, &chosen) == PL_OK);
  int n = pl_material_samples(chosen->material)->n;
  CHECK(n == n_expected && chosen->way.sample_stage[chosen->way.n_sample_stage - 1].n_sample > n);
  options.samples = n;
  options.mesh_correction = n == 1;  // refused for one sample, which has none
  REQUIRE(pl_fit_run(ctx, 1, &block, 0, NULL, &options, &asked) == PL_OK);
  REQUIRE(chosen->material->n_theta == asked->material->n_theta);
  CHECK(chosen->solution.ties.n == asked->solution.ties.n && (n > 1) == (asked->solution.ties.n > 0));
  CHECK(chosen->solution.cut.n == asked->solution.cut.n && (asked->solution.cut.n > 0) == held &&
        chosen->solution.converged == asked->solution.converged);
  CHECK_TEXT(chosen->solution.stop_reason, asked->solution.stop_reason);
  for (int j = 0; j < asked->material->n_theta; j++) {
    CHECK_CLOSE(chosen->material->theta[j], asked->material->theta[j], 1e-9);
    CHECK_CLOSE(chosen->material->sigma[j], asked->material->sigma[j], 1e-4);
    CHECK(chosen->known.identified[j] == asked->known.identified[j] && pl_judge_on_border(chosen, j) == pl_judge_on_border(asked, j));
  }
  pl_fit_destroy(asked);
  pl_fit_destroy(chosen);
}

LONG_TEST(samples_fit_goes_back_to_what_it_was) {
  static const int cells[3] = {3, 2, 2};
  pl_context *ctx = pl_context_create(NULL);
  pl_measurement *block = even_block(ctx, cells);
  check_going_back(ctx, block, "stvk", 1, false);
  pl_measurement_destroy(block);
  REQUIRE(scene_inclusion(ctx, test_folder(), cells, &scene_stiff_ball, 7, &block) == PL_OK);
  check_going_back(ctx, block, "additive", 4, true);  // sixteen were fitted
  pl_measurement_destroy(block);
  pl_context_destroy(ctx);
}

// With one pose nothing can be left out: no number is chosen, and a warning says so.
LONG_TEST(samples_fit_of_one_pose_chooses_nothing) {
  static const int cells[3] = {2, 2, 2};
  pl_context *ctx = pl_context_create(NULL);
  pl_measurement *block;
  pl_fit *fit;
  pl_fit_options options = pl_fit_options_default();
  options.samples = 0;
  options.mesh_correction = false;
  options.max_iterations = 3;
  REQUIRE(scene_inclusion(ctx, test_folder(), cells, &scene_stiff_ball, 7, &block) == PL_OK);
  // six poses of seven were not read
  for (int k = 0; k < PL_MAX_CHANNEL; k++) {
    pl_channel *channel = &block->test[0].channel[k];
    int width = pl_channel_width(channel);
    for (int v = width; channel->value && v < width * block->test[0].n_frame; v++) channel->value[v] = NAN;
  }
  REQUIRE(pl_fit_run(ctx, 1, &block, 0, NULL, &options, &fit) == PL_OK);
  int n = 1;
  for (int k = 0; k < fit->way.n_sample_stage; k++) {
    const pl_sample_stage *s = &fit->way.sample_stage[k];
    if (s->kept) n = s->n_sample;
    CHECK(s->needed && isnan(s->excess));
  }
  CHECK(fit->way.n_choice_frame < 2 && n > 1 && pl_material_samples(fit->material)->n == n);
  CHECK_WARNING(fit, "run.samples-not-chosen");
  CHECK_NO_WARNING(fit, "run.samples-without-stages");
  CHECK_NO_WARNING(fit, "run.mesh-unsettled");
  // stages that could not be compared, and a correction of the mesh that still moves
  fit->way.n_choice_frame = 7;
  fit->way.sample_stage[0].lost = true;
  for (int k = 0; k < fit->way.n_sample_stage; k++) fit->way.sample_stage[k].unsettled = 0.4;
  REQUIRE(pl_fit_warn(fit) == PL_OK);
  CHECK_NO_WARNING(fit, "run.samples-not-chosen");
  CHECK_WARNING(fit, "run.samples-without-stages");
  CHECK_WARNING(fit, "run.mesh-unsettled");
  CHECK_CONTAINS(said_warning(fit, "run.mesh-unsettled")->text, " 0.4 sigma");
  pl_fit_destroy(fit);
  pl_measurement_destroy(block);
  pl_context_destroy(ctx);
}

// A contrast so small that the prior's covariance is all mean: the fit goes on, and its samples are alike. Smaller ones are refused.
LONG_TEST(samples_fit_with_a_tiny_contrast) {
  static const int cells[3] = {2, 2, 2};
  pl_context *ctx = pl_context_create(NULL);
  pl_measurement *block;
  pl_fit *fit;
  pl_fit_options options = pl_fit_options_default();
  options.samples = 2;
  options.mesh_correction = false;
  REQUIRE(scene_inclusion(ctx, test_folder(), cells, &scene_stiff_ball, 7, &block) == PL_OK);
  for (int i = 0; i < 2; i++) {
    options.sample_contrast = i ? PL_LEAST_SAMPLE_CONTRAST : 1e-3;
    pl_status status = pl_fit_run(ctx, 1, &block, 0, NULL, &options, &fit);
    if (status != PL_OK)
      test_fail(__FILE__, __LINE__, "contrast %g: %s", options.sample_contrast, pl_context_error(ctx)->message), test_stop();
    const pl_samples *samples = pl_material_samples(fit->material);
    double least = INFINITY, most = 0;
    for (int m = 0; samples && m < samples->n; m++)
      least = fmin(least, fit->material->theta[2 * m + 1]), most = fmax(most, fit->material->theta[2 * m + 1]);
    CHECK(samples && most > 1e3 && most < (1 + 10 * options.sample_contrast) * least);
    CHECK(fit->map.map_sigma && fit->map.apart_sigma);
    for (int32_t e = 0; e < fit->map.n_place; e++) CHECK(isfinite(fit->map.map_sigma[e]) && isfinite(fit->map.apart_sigma[e]));
    pl_fit_destroy(fit);
  }
  options.sample_contrast = 1e-7;
  CHECK(pl_fit_run(ctx, 1, &block, 0, NULL, &options, &fit) == PL_ERROR_USAGE);
  CHECK_CONTAINS(said_error(ctx), "sample-contrast = 1e-07 must be 0 or between 0.0001 and 1000");
  pl_measurement_destroy(block);
  pl_context_destroy(ctx);
}

static const char isotropic[] =
    "{\"pliant\": \"material 1\", \"name\": \"m\", \"terms\": [{\"name\": \"a\", \"strain\": \"green3\", \"law\": \"isotropic3\", "
    "\"parameters\": {\"young\": \"20 kPa\", \"poisson\": 0.3}}]}";

// The rows that regularise samples: a field has the penalty of its prior. A ratio of lambda and mu that is equal at all samples costs
// almost nothing, for any ratio of the homogeneous fit and any stiffness. (In a block with a ball, Poisson's ratio of the homogeneous fit
// is 0.2 though 0.3 is true everywhere. Drawn towards that fit, the map of the ratio was up to 9 sigma away from the truth.)
TEST(samples_ties_are_those_of_a_field) {
  enum { N = 3, M = 4 };
  static const double place[3 * M] = {0, 0, 0, 0.02, 0, 0, 0.01, 0.03, 0, 0.02, 0.02, 0.03}, level[N] = {1, 4, 0.5};
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  pl__samples_run *run = calloc(1, sizeof *run);
  pl_fit fit = {.ctx = ctx, .arena = arena, .findings.arena = arena};
  pl_material *material;
  bool chosen[1] = {true};
  pl_samples samples = {N, place, 0.012};
  double square[M] = {1, 0.5, 2, 0.5}, phi[M][N], k[M][M], expected = 0;
  REQUIRE(arena && run && pl_material_parse(ctx, "m", isotropic, strlen(isotropic), &run->base) == PL_OK);
  run->fit = &fit, run->chosen = chosen, run->candidates.n = M;
  memcpy(run->candidates.place, place, sizeof place);
  run->tie = (pl_field_prior){.tau = 0.5, .length = 0.02, .noise = 1.2, .n_local = M, .local_place = place, .local_square = square};
  REQUIRE(pl__sample_find_sizes(run) == PL_OK && pl_material_with_samples(run->base, chosen, &samples, &material) == PL_OK);
  REQUIRE(pl__sample_tie(run, material, &samples, level) == PL_OK && run->stage.ties.n == 2 * N && run->stage.ties.noise == 1.2);
  double cost[3] = {0};
  for (int i = 0; i < 3; i++) {
    static const double lambda[3] = {1, 1.5, 1};
    for (int m = 0; m < N; m++)
      for (int j = 0; j < 2; j++) material->theta[2 * m + j] = run->base->theta[j] * (i < 2 ? level[m] : 1) * (j ? 1 : lambda[i]);
    for (int l = 0; l < run->stage.ties.n; l++) {
      double row = 0;
      const pl_fit_link *link = &run->stage.ties.link[l];
      for (int n = 0; n < link->n; n++) row += link->weight[n] * material->theta[link->index[n]];
      cost[i] += row * row;
    }
  }
  // noise^2 (Phi u)^T (C + free^2)^-1 (Phi u) by elimination, u the levels
  double u[M] = {0}, x[M];
  for (int a = 0; a < M; a++) {
    pl_samples_weights(&samples, place + 3 * a, phi[a]);
    for (int m = 0; m < N; m++) u[a] += phi[a][m] * level[m];
    for (int b = 0; b < M; b++)
      k[a][b] = 100 + pl_field_covariance(&run->tie, place + 3 * a, pl_field_contrast(&run->tie, place + 3 * a), place + 3 * b,
                                          pl_field_contrast(&run->tie, place + 3 * b));
  }
  memcpy(x, u, sizeof x);
  for (int c = 0; c < M; c++)
    for (int a = 0; a < M; a++) {
      double factor = a == c ? 0 : k[a][c] / k[c][c];
      for (int b = 0; b < M; b++) k[a][b] -= factor * k[c][b];
      x[a] -= factor * x[c];
    }
  for (int a = 0; a < M; a++) expected += 1.44 * u[a] * x[a] / k[a][a];
  CHECK_CLOSE(cost[0], expected, 1e-6);
  // lambda is half as much again at every sample. Then u is 1.25 times what it was, and q is 0.4 everywhere, or with the levels of before
  // 0.5
  CHECK_NEAR(cost[1], 1.25 * 1.25 * cost[0] + 1.44 * 0.25 / 100, 1e-6 * cost[0]);
  // the same everywhere: the mean alone, 1 of ten, and what is known of it through the field is next to nothing
  CHECK_CLOSE(cost[2], 1.44 / 100, 3e-3);
  pl_material_destroy(material);
  pl_material_destroy(run->base);
  free(run);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

// The scale of a parameter near zero is not near zero. It is that of the law's stiffness, or the parameter's natural scale.
TEST(samples_size_of_numbers_near_zero) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *base;
  REQUIRE(pl_material_parse(ctx, "m", isotropic, strlen(isotropic), &base) == PL_OK);
  const pl_term *term = &base->term[0];
  double lambda = base->theta[0], mu = base->theta[1];
  for (int j = 0; j < 2; j++) {
    pl__sample_size size = pl__sample_size_of(base, term, j);
    CHECK(size.stiffness);
    CHECK_CLOSE(size.reference, j ? mu : lambda, 1e-12);
  }
  // no lambda: a cork. Its samples may have as much of it as is natural: ten sizes are 2 mu, the stiffness of the law at rest
  static const double nothing[] = {1e-6, 0, -1e-3};
  for (int i = 0; i < 3; i++) {
    base->theta[0] = nothing[i] * mu;
    pl__sample_size size = pl__sample_size_of(base, term, 0);
    CHECK(!size.stiffness);
    CHECK_CLOSE(10 * size.reference, 2 * mu, 2e-3);
  }
  // a value below minus its size keeps it
  base->theta[0] = -0.5 * mu;
  CHECK_CLOSE(pl__sample_size_of(base, term, 0).reference, 0.5 * mu, 1e-12);
  CHECK(!pl__sample_size_of(base, term, 0).stiffness && pl__sample_size_of(base, term, 1).stiffness);
  pl_material_destroy(base);
  pl_context_destroy(ctx);
}

// What is predicted is what a mesh of half the cell predicts with the fitted material, held-out poses included; without the correction it is not.
LONG_TEST(samples_fit_predicts_as_a_finer_mesh) {
  pl_context *ctx = pl_context_create(NULL);
  static const int cells[3] = {4, 3, 3};
  pl_measurement *block;
  REQUIRE(scene_inclusion(ctx, test_folder(), cells, &scene_stiff_ball, 7, &block) == PL_OK);
  for (int corrected = 0; corrected < 2; corrected++) {
    pl_fit_options options = pl_fit_options_default();
    pl_fit *fit;
    options.samples = 2;
    options.mesh_correction = corrected;
    REQUIRE(pl_fit_run(ctx, 1, &block, 0, NULL, &options, &fit) == PL_OK);
    double worst = 0;
    for (int i = 0; i < fit->problem.n_case; i++) {
      const pl_fit_case *c = &fit->work.fit_case[i];
      pl_arena *arena = pl_arena_create(ctx);
      pl_mesh *mesh;
      const pl_rig *rig;
      pl_test fine;
      pl_rig_report report;
      const struct pl_mesh_parents *parents;
      double *value[PL_MAX_CHANNEL] = {NULL};
      REQUIRE(arena && pl_poses_refine(arena, c->test, &mesh, &parents, &fine) == PL_OK);
      REQUIRE(pl_rig_create(ctx, c->given->measurement->protocol, &fine, fit->material, &options.rig, &options.solve, &rig) == PL_OK);
      for (int k = 0; k < PL_MAX_CHANNEL; k++)
        if (c->predicted[k]) value[k] = pl_arena_alloc(arena, (size_t)pl_case_values(c, k), sizeof **value);
      REQUIRE(pl_rig_predict(rig, &(pl_prediction){.theta = fit->material->theta, .value = value}, &report) == PL_OK);
      CHECK(report.n_failed == 0);
      const double sigma[2] = {scene_inclusion_noise_position, scene_inclusion_noise_force};
      for (int k = 0; k < 2; k++)
        for (int v = 0; value[k] && v < pl_case_values(c, k); v++)
          if (!isnan(c->test->channel[k].value[v])) worst = fmax(worst, fabs(value[k][v] - c->predicted[k][v]) / sigma[k]);
      pl_rig_destroy(rig);
      pl_mesh_destroy(mesh);
      pl_arena_destroy(arena);
    }
    CHECK(corrected ? worst < 0.01 : worst > 3);
    pl_fit_destroy(fit);
  }
  pl_measurement_destroy(block);
  pl_context_destroy(ctx);
}

// A model with coupled strains stays convex at every sample.
LONG_TEST(samples_fit_of_a_coupled_model_is_convex) {
  static const int cells[3] = {4, 3, 3};
  pl_context *ctx = pl_context_create(NULL);
  pl_measurement *block;
  REQUIRE(scene_inclusion(ctx, test_folder(), cells, &scene_stiff_ball, 7, &block) == PL_OK);
  pl_fit_options options = pl_fit_options_default();
  options.samples = 2;
  options.model = "orthotropic";
  options.mesh_correction = false;
  pl_fit *fit;
  REQUIRE(pl_fit_run(ctx, 1, &block, 0, NULL, &options, &fit) == PL_OK);
  REQUIRE(fit->material->n_theta == 18);
  const pl_term *term = &fit->material->term[0];
  for (int m = 0; m < 2; m++) {
    const double zero[6] = {0};
    double stress[6], k[36], w[6], v[36];
    pl_law_eval_one(&term->law, fit->material->theta + term->theta + 9 * m, zero, NULL, stress, k);
    pl_sym_eigen(6, k, w, v);
    CHECK(w[0] > 0);
  }
  CHECK(fit->material->n_certified > 0 && fit->material->certified[0].proven && fit->material->certified[0].smallest > 0);
  pl_fit_destroy(fit);
  pl_measurement_destroy(block);
  pl_context_destroy(ctx);
}

TEST(samples_fit_refuses_other_protocols) {
  pl_context *ctx = pl_context_create(NULL);
  const char *folder = test_folder();
  static const int cells[3] = {2, 2, 2};
  pl_measurement *block;
  pl_fit *fit;
  pl_fit_options options = pl_fit_options_default();
  REQUIRE(scene_inclusion(ctx, folder, cells, &scene_stiff_ball, 7, &block) == PL_OK);
  options.samples = 64;
  CHECK(pl_fit_run(ctx, 1, &block, 0, NULL, &options, &fit) == PL_ERROR_USAGE);
  CHECK_CONTAINS(said_error(ctx), " room for 40");
  char path[300];
  snprintf(path, sizeof path, "%s/m.json", folder);
  static const char text[] =
      "{\"pliant\": \"material 1\", \"name\": \"m\", \"terms\": [{\"name\": \"a\", \"strain\": \"green3\", \"law\": \"isotropic3\"}]}";
  REQUIRE(pl_file_write(ctx, path, text, strlen(text)) == PL_OK);
  options.model = path;
  pl_context_clear_error(ctx);
  CHECK(pl_fit_run(ctx, 1, &block, 0, NULL, &options, &fit) == PL_ERROR_USAGE);
  CHECK_CONTAINS(pl_context_error(ctx)->message, "--samples has");
  pl_measurement_destroy(block);
  pl_context_destroy(ctx);
}

// What a residual is divided by: the value's own sigma, or its channel's, over importance.
TEST(case_row_sigma) {
  pl_test test = {.n_frame = 2, .channel = {{.width = 2}}};
  pl_fit_case c = {.test = &test, .sigma = {6}};
  CHECK(pl_case_row_sigma(&c, 0, 3) == 6);
  c.weighting.counts_as[0] = 3;
  CHECK(pl_case_row_sigma(&c, 0, 1) == 3);
  test.channel[0].importance = (const double[]){1, 1, 0.5, 0};
  CHECK(pl_case_row_sigma(&c, 0, 2) == 6 && isinf(pl_case_row_sigma(&c, 0, 3)));
  test.channel[0].value_sigma = (const double[]){6, 8, 10, 12};
  CHECK(pl_case_row_sigma(&c, 0, 1) == 4 && pl_case_row_sigma(&c, 0, 2) == 10);
}

// Samples are places of one body.
LONG_TEST(samples_fit_refuses_other_meshes) {
  static const int cells[2][3] = {{2, 2, 2}, {3, 2, 2}};
  char folder[2][600];
  pl_context *ctx = pl_context_create(NULL);
  pl_measurement *block[2];
  pl_fit *fit;
  pl_fit_options options = pl_fit_options_default();
  options.samples = 2;
  options.max_iterations = 1;
  for (int i = 0; i < 2; i++) {
    snprintf(folder[i], sizeof folder[i], "%s/%d", test_folder(), i);
    REQUIRE(mkdir(folder[i], 0777) == 0 && scene_inclusion(ctx, folder[i], cells[i], &scene_stiff_ball, 7, &block[i]) == PL_OK);
  }
  CHECK(pl_fit_run(ctx, 2, block, 0, NULL, &options, &fit) == PL_ERROR_USAGE);
  CHECK_CONTAINS(said_error(ctx), "[samples.other-mesh]");
  pl_measurement_destroy(block[1]);
  pl_context_clear_error(ctx);
  // other forces on the same mesh are those of the same body
  pl_measurement *made;
  REQUIRE(scene_inclusion(ctx, folder[1], cells[0], &scene_stiff_ball, 8, &made) == PL_OK);
  pl_measurement_destroy(made);
  REQUIRE(pl_measurement_load(ctx, folder[1], &block[1]) == PL_OK);
  CHECK(pl_fit_run(ctx, 2, block, 0, NULL, &options, &fit) == PL_OK);
  pl_fit_destroy(fit);
  for (int i = 0; i < 2; i++) pl_measurement_destroy(block[i]);
  pl_context_destroy(ctx);
}

// Memory may run out anywhere in a fit: it says so, or does without, and leaves nothing behind.
LONG_TEST(samples_fit_survives_failing_memory) {
  static const int cells[3] = {2, 2, 2};
  const char *folder = test_folder();
  pl_context *own = pl_context_create(NULL);
  pl_measurement *block;
  REQUIRE(scene_inclusion(own, folder, cells, &scene_stiff_ball, 7, &block) == PL_OK);
  int fail_at = 2, step = 1;
  for (bool met = true; met; fail_at += step, step += 1 + step / 4) {
    failing f = {.fail_at = fail_at};
    pl_context_options options = pl_context_options_default();
    options.allocate = failing_allocate;
    options.allocate_user = &f;
    options.n_thread = 1;
    pl_context *ctx = pl_context_create(&options);
    REQUIRE(ctx != NULL);
    pl_fit_options fit_options = pl_fit_options_default();
    fit_options.samples = 2;
    fit_options.max_iterations = 2;
    pl_fit *fit;
    pl_status status = pl_fit_run(ctx, 1, &block, 0, NULL, &fit_options, &fit);
    met = f.n_call >= fail_at;
    if (status != PL_OK && !(met && status == PL_ERROR_MEMORY))
      test_fail(__FILE__, __LINE__, "allocation %d: %s", fail_at, pl_status_text(status));
    pl_fit_destroy(fit);
    if (f.n_live != 1) test_fail(__FILE__, __LINE__, "allocation %d: %d blocks leak", fail_at, f.n_live - 1);
    pl_context_destroy(ctx);
  }
  pl_measurement_destroy(block);
  pl_context_destroy(own);
}
