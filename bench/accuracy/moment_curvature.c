// moment_curvature.c: loops of moment over curvature: what made them is found again, over many draws of the noise.
//
// The loops are closed forms (scenes/loops.c). Four cloths: constant rigidities with a bias strip, faces that differ, a moment that stiffens,
// and friction that grows with curvature.
#include <math.h>
#include <string.h>

#include "bench/cases.h"
#include "measure/doubt/doubt.h"
#include "protocol/moment-curvature/moment.h"
#include "scenes/scenes.h"

#define PI 3.14159265358979323846
static const double NOISE = 1e-5;  // N
static const double angles[] = {0, PI / 2, PI / 4};

// One cloth, the model that made it, and its numbers in the order of the material.
typedef struct cloth {
  const char *name, *model;
  int n_angle;
  scene_bend bend[3];
  int n_truth;
  struct {
    const char *parameter;
    double value;
  } truth[9];
} cloth;

static const cloth cloths[] = {
    {"worsted",
     "rigidity-constant",
     3,
     {{{9.2e-6, 9.2e-6}, 0, 2.6e-4, 0, 14}, {{5.7e-6, 5.7e-6}, 0, 1.9e-4, 0, 16}, {{4e-6, 4e-6}, 0, 0.8e-4, 0, 20}},
     9,
     {{"bend-warp.k", 9.2e-6},
      {"bend-warp-friction.a", 2.6e-4},
      {"bend-warp-friction.tau", 14},
      {"bend-weft.k", 5.7e-6},
      {"bend-weft-friction.a", 1.9e-4},
      {"bend-weft-friction.tau", 16},
      {"bend-twist.k", 4e-6},
      {"bend-twist-friction.a", 0.8e-4},
      {"bend-twist-friction.tau", 20}}},
    {"two faces",
     "rigidity-faces",
     1,
     {{{9.2e-6, 8.4e-6}, 0, 2.6e-4, 0, 14}},
     4,
     {{"bend-warp.k1", 9.2e-6}, {"bend-warp.k0", 8.4e-6}, {"bend-warp-friction.a", 2.6e-4}, {"bend-warp-friction.tau", 14}}},
    {"stiffening",
     "rigidity-curve",
     1,
     {{{6e-6, 6e-6}, 8e-11, 2e-4, 0, 14}},
     2,
     {{"bend-warp-friction.a", 2e-4}, {"bend-warp-friction.tau", 14}}},
    {"growing friction",
     "rigidity-constant",
     1,
     {{{9.2e-6, 9.2e-6}, 0, 1.6e-4, 1.2e-6, 14}},
     4,
     {{"bend-warp.k", 9.2e-6}, {"bend-warp-friction.a", 1.6e-4}, {"bend-warp-friction.b", 1.2e-6}, {"bend-warp-friction.tau", 14}}},
};
enum { N_CLOTH = sizeof cloths / sizeof cloths[0] };

typedef struct draw {
  bool model, faces, doubted;
  int n_covered, n_beyond;  // of the truths: within 1.96 sigma, off by more than 3
  double off[9];            // of each truth, in sigma
  double rigidity, width;   // largest relative error of B and 2HB of the sheet
  double curve;             // largest relative error of the elastic moment at 100, 175 and 250 1/m along warp
} draw;

typedef struct draws {
  int n_seed;
  draw *draw;  // [N_CLOTH][n_seed]
} draws;

static scene_loop_plan plan_of(const cloth *c, double sigma) {
  return (scene_loop_plan){.n_angle = c->n_angle, .angle = angles, .top = 250, .per_branch = 25, .cycles = 1, .sigma = sigma};
}

// B and 2HB of the fitted material against those of the exact loop, along warp.
static pl_status compare_sheet(pl_context *ctx, const cloth *c, const pl_fit *fit, draw *out) {
  scene_loop_plan plan = plan_of(c, 0);
  pl_measurement *exact;
  PL_TRY(scene_loops(ctx, c->bend, &plan, 1, &exact));
  const pl_test *test = &exact->test[0];
  pl_moment_window window = pl_moment_window_of(plan.top);
  pl_loop_values truth, found;
  double moment[101], at[3] = {100, 175, 250}, elastic[3];
  bool only[16] = {false};
  const double *curvature = test->channel[PL_MOMENT_CURVATURE].value;
  pl_loop_values_of(test->n_frame, curvature, test->channel[PL_MOMENT_MOMENT].value, test->branch, &window, &truth);
  pl_moment_along(fit->material, fit->material->theta, 0, NULL, test->n_frame, curvature, moment);
  pl_loop_values_of(test->n_frame, curvature, moment, test->branch, &window, &found);
  for (int f = 0; f < PL_FACES; f++) {
    out->rigidity = fmax(out->rigidity, fabs(found.rigidity[f] / truth.rigidity[f] - 1));
    out->width = fmax(out->width, fabs(found.hysteresis[f] / truth.hysteresis[f] - 1));
  }
  for (int t = 0; t < fit->material->n_term && t < 16; t++) only[t] = pl_term_is_elastic(&fit->material->term[t]);
  pl_moment_along(fit->material, fit->material->theta, 0, only, 3, at, elastic);
  for (int i = 0; i < 3; i++) {
    double expected = c->bend[0].rigidity[0] * at[i] + c->bend[0].cubic * at[i] * at[i] * at[i];
    out->curve = fmax(out->curve, fabs(elastic[i] / expected - 1));
  }
  pl_measurement_destroy(exact);
  return PL_OK;
}

static void compare_numbers(const cloth *c, const pl_fit *fit, draw *out) {
  for (int i = 0; i < c->n_truth; i++) {
    int j = pl_material_parameter_index(fit->material, c->truth[i].parameter);
    double off = j < 0 ? INFINITY : fabs(fit->material->theta[j] - c->truth[i].value) / fit->material->sigma[j];
    out->off[i] = off;
    out->n_covered += off <= 1.96;
    out->n_beyond += !(off <= 3);
  }
}

static pl_status fit_one(pl_context *ctx, const cloth *c, uint64_t seed, draw *out) {
  scene_loop_plan plan = plan_of(c, NOISE);
  pl_measurement *m;
  PL_TRY(scene_loops(ctx, c->bend, &plan, seed, &m));
  pl_suspicions list = {.arena = m->arena};
  pl_fit_options options = pl_fit_options_default();
  pl_fit *fit = NULL;
  pl_status status = m->protocol->files->doubt(&list, m);
  if (status == PL_OK) status = pl_fit_run(ctx, 1, &m, 0, NULL, &options, &fit);
  if (status == PL_OK) {
    out->model = strcmp(fit->solution.model, c->model) == 0;
    out->doubted = list.n > 0;
    for (int i = 0; i < fit->findings.n_warning; i++)
      out->faces = out->faces || strcmp(fit->findings.warning[i].id, "moment.faces-differ") == 0;
    compare_numbers(c, fit, out);
    status = compare_sheet(ctx, c, fit, out);
  }
  pl_fit_destroy(fit);
  pl_measurement_destroy(m);
  return status;
}

static pl_status fit_draw(pl_context *ctx, void *user, int i) {
  draws *d = user;
  return fit_one(ctx, &cloths[i / d->n_seed], (uint64_t)i + 1, &d->draw[i]);
}

static double median(int n, const draw *d, size_t offset, double *scratch) {
  for (int i = 0; i < n; i++) {
    double value = *(const double *)((const char *)&d[i] + offset);
    int k = i;
    for (; k > 0 && scratch[k - 1] > value; k--) scratch[k] = scratch[k - 1];
    scratch[k] = value;
  }
  return scratch[n / 2];
}

static void judge_cloth(evidence *e, const cloth *c, int n, const draw *d, double *scratch) {
  int n_model = 0, n_faces = 0, n_beyond = 0, n_covered = 0;
  for (int i = 0; i < n; i++) n_model += d[i].model, n_faces += d[i].faces, n_beyond += d[i].n_beyond, n_covered += d[i].n_covered;
  bool differ = c->bend[0].rigidity[0] != c->bend[0].rigidity[1];
  evidence_at_least(e, 100.0 * n_model / n, "%", 90, "%s: the law that made the loops is chosen, of %d draws", c->name, n);
  if (differ)
    evidence_at_least(e, 100.0 * n_faces / n, "%", 95, "%s: the faces are said to differ", c->name);
  else
    evidence_at_most(e, 100.0 * n_faces / n, "%", 2, "%s: the faces are said to differ", c->name);
  evidence_at_most(e, 100 * median(n, d, offsetof(draw, rigidity), scratch), "%", 0.5, "%s: B of the sheet off, median", c->name);
  evidence_at_most(e, 100 * median(n, d, offsetof(draw, width), scratch), "%", 0.5, "%s: 2HB of the sheet off, median", c->name);
  evidence_inform(e, 100.0 * n_covered / (n * c->n_truth), "%", "95", "%s: stated intervals that hold the truth", c->name);
  evidence_at_most(e, 100.0 * n_beyond / (n * c->n_truth), "%", 2, "%s: numbers off by more than 3 sigma (law not chosen counts)", c->name);
  if (c->bend[0].cubic > 0)
    evidence_at_most(e, 100 * median(n, d, offsetof(draw, curve), scratch), "%", 3, "%s: elastic moment off at 100, 175, 250 1/m, median",
                     c->name);
}

pl_status reproduce_moment_curvature(evidence *e) {
  draws d = {.n_seed = e->full ? 200 : 40};
  d.draw = pl_arena_alloc(e->arena, (size_t)(N_CLOTH * d.n_seed), sizeof *d.draw);
  double *scratch = pl_arena_alloc(e->arena, (size_t)d.n_seed, sizeof *scratch);
  if (!d.draw || !scratch) return PL_ERROR_MEMORY;
  PL_TRY(evidence_draws(e, N_CLOTH * d.n_seed, fit_draw, &d));
  for (int k = 0; k < N_CLOTH; k++) judge_cloth(e, &cloths[k], d.n_seed, d.draw + k * d.n_seed, scratch);
  int n_doubted = 0, n_covered = 0, n = 0;
  for (int i = 0; i < N_CLOTH * d.n_seed; i++) {
    const cloth *c = &cloths[i / d.n_seed];
    n_doubted += d.draw[i].doubted;
    if (d.draw[i].model) n_covered += d.draw[i].n_covered, n += c->n_truth;
  }
  evidence_at_least(e, 100.0 * n_covered / n, "%", 93, "stated 95 %% intervals that hold the truth, of %d where the law was chosen", n);
  evidence_at_most(e, 100.0 * n_doubted / (N_CLOTH * d.n_seed), "%", 1, "right loops that are doubted, of %d", N_CLOTH * d.n_seed);
  evidence_note(e, "The law is chosen by the readings; intervals do not contain the choice itself.");
  return PL_OK;
}
