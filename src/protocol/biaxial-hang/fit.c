// fit.c: the schedule for hung samples (Wang 2011, 4.1.2).
//
//   1. one stiffness tensor everywhere            from an isotropic guess
//   2. the field of tensors C(lambda_max, phi)    with 4, then 6 or more data points, each starting from the field of the stage before
//                                                 (`progressive`); or with all points at once from the guess
//   3. with `components` 6, c13 and c23 too       and directions around half a turn: cloth without mirror symmetry
//   4. the same on the requested mesh             all earlier stages use half as many cells, for an eighth of the work
//   5. more than six points                       from the six of stage 4, on its mesh: a finer field contains the coarser one, so its
//                                                 error can only be smaller
// The model `wang-energy` fits the conservative counterpart from the tensor of stage 1. Stretch and cutting error of the samples are
// estimated from stage 2 on. The whole step is shortened when a stiffness would fall by more than half or rise by more than 1.5 times.
// Clamping single ones does not converge.
#include <math.h>
#include <string.h>

#include "estimate/problem/whole.h"
#include "estimate/problem/stack.h"
#include "estimate/stage/joint.h"
#include "law/polar/polar.h"
#include "protocol/biaxial-hang/hang_part.h"

#define PI 3.14159265358979323846
enum { TRIAL_ITERATIONS = 30, COARSE = 16, COARSE_POINTS = 6, NO_MIRROR = 6 };
static const double ROUGH = 1e-3,
                    PRECISE = 1e-6;  // relative decrease of the objective that ends a stage: a last step of some hundredths of a standard
                                     // error
static const double GUESS = 80;      // N/m, a typical knit; times the option `start`

// ---- materials ----

// A material of one term on all three strains, whose law is given by `members`.
static pl_status one_term(const pl_fit *fit, const char *law, void (*members)(const void *, pl_json_writer *), const void *shape,
                          pl_material **material) {
  pl_json_writer *w = pl_json_writer_create(fit->ctx);
  if (!w) return PL_ERROR_MEMORY;
  pl_json_begin_object(w, NULL);
  pl_json_put_text(w, "name", "membrane");
  pl_json_put_text(w, "strain", "green");
  pl_json_begin_array(w, "values");
  pl_json_put_text(w, NULL, "warp");
  pl_json_put_text(w, NULL, "weft");
  pl_json_put_text(w, NULL, "shear");
  pl_json_end_array(w);
  pl_json_put_text(w, "law", law);
  members(shape, w);
  pl_json_end_object(w);
  pl_measurement whole = pl_fit_whole(fit);
  pl_status status = pl_material_create(fit->ctx, whole.name, whole.density, material);
  const char *text = pl_json_writer_text(w);
  if (status == PL_OK) status = text ? pl_material_add_term(*material, text) : PL_ERROR_MEMORY;
  if (status == PL_OK) status = pl_material_finish(*material);
  pl_json_writer_destroy(w);
  if (status != PL_OK) pl_material_destroy(*material);
  return status;
}

static void tensor_members(const void *shape, pl_json_writer *w) { pl_polar_scheme_write(shape, w); }

// The same directions and their mirror images, with six parameters per point.
static void without_mirror(pl_polar_scheme *scheme) {
  int n = scheme->n_angle;
  for (int i = n - 2; i > 0; i--) scheme->angle[scheme->n_angle++] = PI - scheme->angle[i];
  scheme->coupling = true;
}

static pl_status tensor_material(const pl_fit *fit, int n_point, double ring, bool mirror, pl_material **material) {
  pl_polar_scheme scheme;
  if (!pl_polar_scheme_standard(n_point, ring, &scheme))
    return pl_fail(fit->ctx, PL_ERROR_USAGE, NULL, "use 1, 4, 6, 10 or 11", "there is no scheme of %d data points", n_point);
  if (!mirror) without_mirror(&scheme);
  PL_TRY(one_term(fit, "polar-tensor", tensor_members, &scheme, material));
  for (int j = 0; j < (*material)->n_theta; j++) (*material)->parameter[j].scale = GUESS;
  return PL_OK;
}

// c11, c12, c22, c33 of an isotropic guess: c33 multiplies the tensor shear, so it is c11 - c12.
static void guess(const pl_fit *fit, pl_material *material) {
  double k = GUESS * fit->problem.options.start;
  const double c[4] = {k, 0.3 * k, k, 0.7 * k};
  for (int j = 0; j < material->n_theta; j++) material->theta[j] = c[j % 4];
}

// The counterpart of a scheme: fibres along its angles, two knots of stiffness per ring and one at rest.
typedef struct twin_shape {
  pl_polar_scheme scheme;
  double balance;
} twin_shape;

static void twin_members(const void *shape, pl_json_writer *w) {
  const twin_shape *twin = shape;
  pl_json_put_quantities(w, "angles", PL_DIM_ANGLE, twin->scheme.n_angle, twin->scheme.angle);
  pl_json_begin_array(w, "knots");
  pl_json_put_number(w, NULL, 0);
  for (int i = 0; i < twin->scheme.n_ring; i++) {
    double inner = i > 0 ? twin->scheme.radius[i - 1] : 0, outer = twin->scheme.radius[i];
    for (int half = 1; half <= 2; half++) {
      double extension = inner + 0.5 * half * (outer - inner);
      pl_json_put_number(w, NULL, extension + 0.5 * extension * extension);
    }
  }
  pl_json_end_array(w);
  pl_json_put_number(w, "balance", twin->balance);
}

// ---- weights ----

// Eq. 7: residuals of a frame are weighted by the inverse of its displacement from the unloaded frame. It is at most 1e6/m; the mean is
// one. The unloaded frame itself would outweigh all others by 1e6; the paper uses it as the rest shape, so it is not compared. Here it has
// the weight of the least displaced other frame.
static pl_status paper_weights(const pl_fit *fit, pl_case_weighting *weighting) {
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_fit_case *c = &fit->work.fit_case[i];
    if (!pl_hang_of(c->test)) continue;
    const double *value = c->test->channel[PL_HANG_POINTS].value;
    int width = pl_channel_width(&c->test->channel[PL_HANG_POINTS]), n = c->test->n_frame;
    double *weight = pl_arena_alloc(fit->arena, (size_t)n, sizeof *weight), sum = 0, most = 0;
    double *importance = pl_arena_alloc(fit->arena, (size_t)n * (size_t)width, sizeof *importance);
    if (!weight || !importance) return PL_ERROR_MEMORY;
    for (int f = 0; f < n; f++) {
      double square = 0;
      int labelled = 0;
      for (int k = 0; k < width; k++) {
        double move = value[f * width + k] - value[pl_hang_of(c->test)->unloaded * width + k];
        if (isnan(move)) continue;
        square += move * move;
        labelled++;
      }
      square *= (double)width / fmax(labelled, 1);  // points that were not labelled are assumed to have moved like the others
      weight[f] = fmin(1 / sqrt(square), 1e6);
      if (f == pl_hang_of(c->test)->unloaded) continue;
      sum += weight[f] / fmax(n - 1, 1);
      most = fmax(most, weight[f]);
    }
    weight[pl_hang_of(c->test)->unloaded] = most;
    for (int f = 0; f < n; f++) weight[f] /= sum > 0 ? sum : 1;
    for (int v = 0; v < n * width; v++) importance[v] = weight[v / width];
    weighting[i].value_importance[PL_HANG_POINTS] = importance;
  }
  return PL_OK;
}

// ---- stages ----

typedef struct hang_run {
  pl_fit *fit;
  pl_solution *solution;
  pl_stage coarse, fine;  // the intermediate stages, and those on the requested mesh and to the requested tolerance
  double ring;            // extension of the ring of data points
} hang_run;

static pl_status run_tensor(const hang_run *run, const pl_stage *on, int n_point, bool first, bool mirror) {
  static const char *const name[12] = {[1] = "one tensor", [4] = "4 points", [6] = "6 points", [10] = "10 points", [11] = "11 points"};
  pl_fit *fit = run->fit;
  pl_material *material;
  PL_TRY(tensor_material(fit, n_point, run->ring, mirror, &material));
  if (first)
    guess(fit, material);
  else
    pl_polar_tensor_resample(&fit->material->term[0].law, fit->material->theta, &material->term[0].law, material->theta);
  pl_stage stage = pl_stage_named(on, mirror ? name[n_point] : "no mirror symmetry");
  stage.hold_intrinsics = first && n_point == 1 && fit->problem.options.points > 1;
  PL_TRY(pl_stage_material(&fit->problem, &fit->work, &stage, &fit->material, material));
  return pl_stage_run(&fit->problem, &fit->work, fit->material, &stage, run->solution);
}

static pl_status run_twin(const hang_run *run) {
  pl_fit *fit = run->fit;
  double c[4];
  memcpy(c, fit->material->theta, sizeof c);
  pl_material *material;
  twin_shape twin = {.balance = pl_polar_energy_balance(c)};
  if (fit->problem.options.points < 4 || !pl_polar_scheme_standard(fit->problem.options.points, run->ring, &twin.scheme))
    return pl_fail(fit->ctx, PL_ERROR_USAGE, NULL, "use 4, 6, 10 or 11", "wang-energy has no scheme of %d data points",
                   fit->problem.options.points);
  PL_TRY(one_term(fit, "polar-energy", twin_members, &twin, &material));
  for (int j = 0; j < material->n_theta; j++) material->parameter[j].scale = GUESS;
  pl_polar_energy_start(&material->term[0].law, c, material->theta);
  const pl_stage stage = pl_stage_named(&run->coarse, "convex energy");
  PL_TRY(pl_stage_material(&fit->problem, &fit->work, &stage, &fit->material, material));
  return pl_stage_run(&fit->problem, &fit->work, fit->material, &stage, run->solution);
}

// The same material on the requested mesh and to the requested tolerance: a few steps from the result of the stages before.
static pl_status run_fine(const hang_run *run) {
  pl_fit *fit = run->fit;
  pl_material *material;
  PL_TRY(pl_material_copy(fit->material, &material));
  const pl_stage stage = pl_stage_named(&run->fine, "final");
  PL_TRY(pl_stage_material(&fit->problem, &fit->work, &stage, &fit->material, material));
  return pl_stage_run(&fit->problem, &fit->work, fit->material, &stage, run->solution);
}

// The largest extension of the samples, without the outermost elements: a ring beyond it would be extrapolation.
static double visited_extension(const hang_run *run) {
  double range[PL_STRAIN_MAX_VALUE][2] = {{0}};
  for (int i = 0; i < run->fit->problem.n_fitted; i++)
    if (pl_stage_asks(&run->coarse, i)) pl_rig_strain_range(run->fit->work.fit_case[i].rig, pl_strain_find("green"), range);
  return sqrt(1 + 2 * fmax(range[0][1], range[1][1])) - 1;
}

static pl_status run_stages(hang_run *run, bool twin) {
  const pl_fit_options *options = &run->fit->problem.options;
  bool choose = options->ring == 0;
  run->ring = choose ? PL_POLAR_RING : options->ring;
  if (!twin && !options->progressive) return run_tensor(run, &run->coarse, options->points, true, true);
  PL_TRY(run_tensor(run, &run->coarse, 1, true, true));
  if (choose) run->ring = fmin(fmax(visited_extension(run), 0.01), PL_POLAR_RING);
  if (twin) return run_twin(run);
  if (options->points > 4) PL_TRY(run_tensor(run, &run->coarse, 4, false, true));
  return options->points > 1 ? run_tensor(run, &run->coarse, (int)fmin(options->points, COARSE_POINTS), false, true) : PL_OK;
}

static pl_status last_stage(const pl_fit *fit, pl_stage *stage) {
  *stage = pl_stage_default(&fit->problem);
  stage->steps.fall = 0.5;
  stage->steps.rise = 1.5;
  stage->tolerance = fmax(stage->tolerance, PRECISE);
  if (fit->problem.options.weights != 1) return PL_OK;
  pl_case_weighting *weighting = pl_weightings_create(fit->arena, &fit->problem);
  if (!weighting) return PL_ERROR_MEMORY;
  stage->weighting = weighting;
  return paper_weights(fit, weighting);
}

// twin: the model with an energy.
static pl_status fit_model(pl_fit *fit, const pl_stage *last, bool twin, pl_solution *solution) {
  const pl_fit_options *options = &fit->problem.options;
  if (options->components == 5 || (twin && options->components != 4))
    return pl_fail(fit->ctx, PL_ERROR_USAGE, NULL, twin ? "use 4, or --model wang" : "use 4 or 6", "%s has no tensors of %d components",
                   twin ? "wang-energy" : "wang", options->components);
  fit->solution.model = twin ? "wang-energy" : "wang";  // auto beside strips (joint.h)
  hang_run run = {.fit = fit, .solution = solution, .fine = *last};
  // an invalid trial tensor has no equilibrium: it is better refused soon
  if (run.fine.solve.method == PL_METHOD_AUTO) run.fine.solve.method = PL_METHOD_HYBRID;
  run.fine.solve.max_iterations = (int)fmin(run.fine.solve.max_iterations, TRIAL_ITERATIONS);
  run.coarse = run.fine;
  int cells = pl_rig_cells(&run.fine.rig, 40);
  run.coarse.rig.cells = (int)fmin(fmax(cells / 2, COARSE), cells);
  run.coarse.tolerance = fmax(run.fine.tolerance, ROUGH);  // the start of the next stage needs no high precision
  PL_TRY(run_stages(&run, twin));
  bool coupled = options->components == NO_MIRROR && !twin, more = options->points > COARSE_POINTS && options->progressive && !twin;
  if (coupled) PL_TRY(run_tensor(&run, &run.coarse, (int)fmin(options->points, COARSE_POINTS), false, false));
  PL_TRY(run_fine(&run));
  return more ? run_tensor(&run, &run.fine, options->points, false, !coupled) : PL_OK;
}

static pl_status fit_tensors(pl_fit *fit, const pl_stage *last, pl_solution *solution) { return fit_model(fit, last, false, solution); }

pl_status pl__hang_fit(pl_fit *fit, pl_solution *solution) {
  pl_stage last;
  PL_TRY(last_stage(fit, &last));
  return fit_tensors(fit, &last, solution);
}

pl_status pl__hang_fit_energy(pl_fit *fit, pl_solution *solution) {
  pl_stage last;
  PL_TRY(last_stage(fit, &last));
  return fit_model(fit, &last, true, solution);
}

const pl_joint_part pl__hang_joint = {.half = PL_JOINT_STRETCH, .tests = "hung samples", .stage = last_stage, .run = fit_tensors};
