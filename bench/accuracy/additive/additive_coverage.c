// additive_coverage.c: coverage of the stated 95 % intervals over many draws of noise, on captures of a cloth that the additive model
// contains.
//
// The truth has curves of linearly rising stiffness, kappa(s) = k0 + k1 |s|. Warp and weft have a constant coupling, and those with
// shear rise with |shear|. Wherever the fit places its control strains, its model contains this cloth, so every control value has a true
// value. Captures are made without noise on the fit's mesh, because another mesh would add an error that no interval includes. Then each
// draw adds independent normal noise to every coordinate of a free vertex and every component of a clip's force. Draws are distributed over
// the threads, each with its context.
#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "base/text.h"
#include "bench/accuracy/additive/additive_runs.h"
#include "bench/cases.h"
#include "estimate/model/additive_model.h"
#include "protocol/capture/capture.h"

static const double NOISE_POSITION = 0.2e-3, NOISE_FORCE = 6e-3;  // m, N

typedef struct cloth {
  const char *name;
  double curve[3][2];    // N/m: k0, k1 of warp, weft, shear
  double area;           // N/m
  double with_shear[2];  // N/m per |shear|, of warp, weft
  double bend;           // N m
} cloth;
static const cloth cloths[] = {{"soft", {{250, 1200}, {180, 600}, {60, 100}}, 50, {120, 60}, 6e-6},
                               {"stiff", {{1500, 15000}, {900, 5000}, {80, 100}}, 200, {300, 200}, 1e-5}};
enum { N_CLOTH = sizeof cloths / sizeof *cloths };

enum { MAX_PARAMETER = 40, FRAMES = 7 };

typedef struct draw {
  int n;
  double theta[MAX_PARAMETER], sigma[MAX_PARAMETER], truth[MAX_PARAMETER];  // SI
  char name[MAX_PARAMETER][64];
  bool identified[MAX_PARAMETER];
  bool converged;
} draw;

typedef struct draws {
  pl_measurement *clean[N_CLOTH];
  int cells, n_seed;
  draw *draw;  // [N_CLOTH][n_seed]
} draws;

// The cloth as a shape whose control strains lie beyond everything that is visited.
static pl_status make_truth(pl_context *ctx, const cloth *c, pl_material **material) {
  const double far = 1;
  pl_additive_shape shape;
  pl_additive_start(&shape, c->curve[0][0], 0.2, c->bend);
  for (int i = 0; i < 3; i++) shape.range[i][0] = -far, shape.range[i][1] = far;
  shape.points = 2;
  pl_additive_raise(&shape, PL_ADDITIVE_NONLINEAR);
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 2; k++) shape.addend[i].value[k] = c->curve[i][0] + k * far * c->curve[i][1];
  shape.addend[PL_SLOT_AREA].value[0] = c->area;
  for (int i = 0; i < 2; i++) shape.addend[PL_SLOT_WARP_SHEAR + i].value[0] = far * c->with_shear[i];
  return pl_additive_material(ctx, c->name, 0.2, &shape, material);
}

// The true value of a control value of the fit.
static double true_value(const cloth *c, const pl_material *material, int j) {
  const pl_parameter *parameter = &material->parameter[j];
  const pl_term *term = &material->term[parameter->term];
  for (int i = 0; i < 3; i++)
    if (strcmp(term->name, pl_additive_slot_name((pl_additive_slot)i)) == 0) {
      double at = isnan(parameter->knot) ? 0 : parameter->knot;
      return c->curve[i][0] + c->curve[i][1] * fabs(at);
    }
  for (int i = 0; i < 2; i++)
    if (strcmp(term->name, pl_additive_slot_name((pl_additive_slot)(PL_SLOT_WARP_SHEAR + i))) == 0) {
      double range[PL_LAW_MAX_IN][2];
      term->law.row->range(&term->law, range);
      return c->with_shear[i] * range[1][1];
    }
  return strcmp(term->name, pl_additive_slot_name(PL_SLOT_AREA)) == 0 ? c->area : c->bend;
}

static bool in_clip(const pl_capture *capture, int32_t vertex) {
  for (int c = 0; c < capture->n_clip; c++)
    for (int32_t i = 0; i < capture->clip[c].n_vertex; i++)
      if (capture->clip[c].vertex[i] == vertex) return true;
  return false;
}

// A capture with noise. The first cord of a clip takes the noise of its force: T d + noise is the new T d.
static pl_status add_noise(pl_arena *arena, const pl_capture *clean, pl_rng *rng, const pl_capture **out) {
  pl_capture *noisy = pl_arena_alloc(arena, 1, sizeof *noisy);
  size_t n_vertex = (size_t)clean->mesh->n_vertex, n_frame = (size_t)clean->n_frame;
  double *x = pl_arena_alloc(arena, 3 * n_vertex * n_frame + 1, sizeof *x);
  pl_cord *cord = pl_arena_alloc(arena, (size_t)clean->n_cord + 1, sizeof *cord);
  if (!noisy || !x || !cord) return PL_ERROR_MEMORY;
  *noisy = *clean;
  for (size_t v = 0; v < n_vertex; v++) {
    bool clipped = in_clip(clean, (int32_t)v);
    for (size_t f = 0; f < n_frame; f++) {
      size_t at = f * n_vertex + v;
      double sigma = clipped || (clean->supported && clean->supported[at]) ? 0 : NOISE_POSITION;
      for (size_t k = 0; k < 3; k++) x[3 * at + k] = clean->x[3 * at + k] + sigma * pl_rng_normal(rng);
    }
  }
  if (clean->n_cord > 0) memcpy(cord, clean->cord, (size_t)clean->n_cord * sizeof *cord);
  for (int i = 0, last = -1; i < clean->n_cord; i++) {
    if (clean->cord[i].clip == last) continue;
    last = clean->cord[i].clip;
    double *direction = pl_arena_alloc(arena, 3 * n_frame, sizeof *direction), *tension = pl_arena_alloc(arena, n_frame, sizeof *tension);
    if (!direction || !tension) return PL_ERROR_MEMORY;
    for (size_t f = 0; f < n_frame; f++) {
      double pull[3], square = 0;
      for (int k = 0; k < 3; k++) {
        pull[k] = clean->cord[i].tension[f] * clean->cord[i].direction[3 * f + (size_t)k] + NOISE_FORCE * pl_rng_normal(rng);
        square += pull[k] * pull[k];
      }
      tension[f] = sqrt(square);
      for (int k = 0; k < 3; k++) direction[3 * f + (size_t)k] = pull[k] / tension[f];
    }
    cord[i].direction = direction;
    cord[i].tension = tension;
  }
  noisy->x = x;
  noisy->cord = cord;
  noisy->sigma_position = NOISE_POSITION;
  noisy->sigma_force = NOISE_FORCE;
  *out = noisy;
  return PL_OK;
}

static pl_status fit_one(pl_context *ctx, pl_arena *arena, const draws *d, int which, uint64_t seed, draw *out) {
  const pl_measurement *clean = d->clean[which];
  pl_rng rng;
  pl_rng_init(&rng, seed);
  pl_measurement noisy = *clean, *list = &noisy;
  noisy.test = pl_arena_alloc(arena, (size_t)noisy.n_test, sizeof *noisy.test);
  if (!noisy.test) return PL_ERROR_MEMORY;
  for (int t = 0; t < noisy.n_test; t++) {
    noisy.test[t] = clean->test[t];
    const pl_capture *capture;
    PL_TRY(add_noise(arena, pl_capture_of(&clean->test[t]), &rng, &capture));
    noisy.test[t].detail = capture;
  }
  pl_fit_options options = pl_fit_options_default();
  options.model = "additive";
  options.max_points = 3;
  options.rig.cells = d->cells;
  pl_fit *fit;
  PL_TRY(pl_fit_run(ctx, 1, &list, 0, NULL, &options, &fit));
  const pl_material *material = fit->material;
  out->converged = fit->solution.converged;
  for (int j = 0; j < material->n_theta && out->n < MAX_PARAMETER; j++) {
    if (material->parameter[j].frozen) continue;
    int k = out->n++;
    out->theta[k] = material->theta[j];
    out->sigma[k] = material->sigma[j];
    out->truth[k] = true_value(&cloths[which], material, j);
    out->identified[k] = fit->known.identified[j];
    memcpy(out->name[k], material->parameter[j].name, sizeof out->name[k]);
  }
  pl_fit_destroy(fit);
  return PL_OK;
}

static pl_status fit_draw(pl_context *ctx, void *user, int i) {
  draws *d = user;
  pl_arena *arena = pl_arena_create(ctx);
  pl_status status = arena ? fit_one(ctx, arena, d, i / d->n_seed, (uint64_t)i + 1, &d->draw[i]) : PL_ERROR_MEMORY;
  pl_arena_destroy(arena);
  return status;
}

static bool covers(const draw *d, int j) { return fabs(d->theta[j] - d->truth[j]) <= 1.96 * d->sigma[j]; }

// Probability of at most k successes of n with p each.
static double binomial_up_to(int k, int n, double p) {
  double sum = 0;
  for (int i = 0; i <= k; i++) sum += exp(lgamma(n + 1.0) - lgamma(i + 1.0) - lgamma(n - i + 1.0) + i * log(p) + (n - i) * log1p(-p));
  return sum;
}

// One number of a cloth over the draws in which it was identified. Returns the chance that so few of its intervals, or fewer, hold the
// truth when each does with 95 %. NAN when it was rarely identified. *share: how many do.
static double judge_parameter(evidence *e, const draws *d, int which, const char *name, double *share) {
  double n = 0, covered = 0, off = 0, square = 0, stated = 0, truth = 0;
  for (int i = which * d->n_seed; i < (which + 1) * d->n_seed; i++)
    for (int j = 0; j < d->draw[i].n; j++) {
      const draw *own = &d->draw[i];
      if (!own->identified[j] || strcmp(own->name[j], name) != 0) continue;
      double error = own->theta[j] - own->truth[j];
      n++;
      covered += covers(own, j);
      off += error;
      square += error * error;
      stated += own->sigma[j];
      truth += own->truth[j];
    }
  if (n < 0.5 * d->n_seed) return NAN;
  double spread = sqrt(fmax(square / n - off * off / (n * n), 0));
  evidence_inform(e, 100 * covered / n, "%", "95", "%s, %s: interval holds the truth (off by %.2g %%; scatter %.2g %%, stated %.2g %%)",
                  cloths[which].name, name, 100 * off / truth, 100 * spread * n / truth, 100 * stated / truth);
  *share = covered / n;
  return binomial_up_to((int)covered, (int)n, 0.95);
}

// Every parameter by itself. If the intervals are right, coverage is too low for any parameter in one of a thousand repetitions
// (Bonferroni). Coverage that is too high cannot be detected: a hundred of a hundred is likely.
static void judge_numbers(evidence *e, const draws *d) {
  const double once = 1e-3;
  double chance[N_CLOTH * MAX_PARAMETER], share, lowest = 1;
  int n = 0, n_low = 0;
  for (int which = 0; which < N_CLOTH; which++)
    for (int j = 0; j < d->draw[which * d->n_seed].n; j++) {
      chance[n] = judge_parameter(e, d, which, d->draw[which * d->n_seed].name[j], &share);
      if (isnan(chance[n])) continue;
      lowest = fmin(lowest, share);
      n++;
    }
  for (int i = 0; i < n; i++) n_low += chance[i] < once / n;
  evidence_inform(e, 100 * lowest, "%", "", "the least share of a single number");
  evidence_at_most(e, n_low, "", 0, "numbers, of %d, that hold the truth too rarely (chance below 0.1 %% / %d)", n, n);
}

static void judge(evidence *e, const draws *d) {
  int n_draw = N_CLOTH * d->n_seed;
  double n = 0, covered = 0, open = 0, mean = 0, square = 0;
  for (int i = 0; i < n_draw; i++) {
    double own = 0, held = 0;
    for (int j = 0; j < d->draw[i].n; j++) {
      own += d->draw[i].identified[j];
      held += d->draw[i].identified[j] && covers(&d->draw[i], j);
    }
    n += own;
    covered += held;
    mean += held / fmax(own, 1) / n_draw;
    square += held / fmax(own, 1) * held / fmax(own, 1) / n_draw;
    open += !d->draw[i].converged;
  }
  judge_numbers(e, d);
  // numbers of one draw err together: the scatter between draws says how well the mean is known
  double error = sqrt(fmax(square - mean * mean, 0) / n_draw), room = e->full ? 0 : 200 * error;
  evidence_at_least(e, 100 * covered / n, "%", 93 - room, "stated 95 %% intervals hold the truth, %d draws of each cloth", d->n_seed);
  evidence_at_most(e, 100 * covered / n, "%", 97 + room, "the same, from above");
  evidence_inform(e, 100 * error, "%", "", "standard error of this share");
  evidence_inform(e, n / n_draw, "", "", "identified numbers of a draw, of %d", d->draw[0].n);
  evidence_inform(e, open, "", "", "fits that did not converge, of %d", n_draw);
}

static pl_status save(evidence *e, const draws *d) {
  pl_text csv;
  pl_text_init(&csv, e->ctx);
  pl_text_add(&csv, "cloth,seed,parameter,value,sigma,truth,identified\n");
  for (int i = 0; i < N_CLOTH * d->n_seed; i++)
    for (int j = 0; j < d->draw[i].n; j++)
      pl_text_printf(&csv, "%s,%d,%s,%.8g,%.4g,%.8g,%d\n", cloths[i / d->n_seed].name, i + 1, d->draw[i].name[j], d->draw[i].theta[j],
                     d->draw[i].sigma[j], d->draw[i].truth[j], d->draw[i].identified[j]);
  pl_status status = csv.failed ? PL_ERROR_MEMORY : evidence_save(e, "draws.csv", &csv);
  pl_text_clear(&csv);
  return status;
}

static pl_status capture_clean(evidence *e, const cloth *c, int cells, pl_measurement **clean) {
  pl_material *truth;
  PL_TRY(make_truth(e->ctx, c, &truth));
  pl_motion_options o = pl_motion_options_default();
  o.cells = cells;
  o.frames = FRAMES;
  o.cycles = 1;
  o.jitter = o.noise_position = o.noise_force = 0;
  o.depth = o.overhang_step = o.size / cells;
  pl_solve_options solve = pl_solve_options_default();
  pl_rig_report report;
  pl_status status = pl_motion_measure(e->ctx, additive_fitted, truth, &o, &solve, clean, &report);
  pl_material_destroy(truth);
  return status;
}

pl_status reproduce_additive_coverage(evidence *e) {
  draws d = {.cells = 8, .n_seed = e->full ? 100 : 20};
  d.draw = pl_arena_alloc(e->arena, (size_t)(N_CLOTH * d.n_seed), sizeof *d.draw);
  if (!d.draw) return PL_ERROR_MEMORY;
  pl_status status = PL_OK;
  for (int i = 0; i < N_CLOTH && status == PL_OK; i++) status = capture_clean(e, &cloths[i], d.cells, &d.clean[i]);
  if (status == PL_OK) status = evidence_draws(e, N_CLOTH * d.n_seed, fit_draw, &d);
  for (int i = 0; i < N_CLOTH; i++) pl_measurement_destroy(d.clean[i]);
  PL_TRY(status);
  judge(e, &d);
  evidence_note(
      e,
      "Asymmetric model, %d x %d vertices, %d frames of each of five sequences; %g mm of noise on coordinates, %g mN on components "
      "of clip forces. Clips and table are where they are. The data come from the mesh of the fit: what another mesh would change is "
      "in no interval here (--mesh-error adds it). With -o DIR, DIR/additive-coverage/draws.csv has every number.",
      d.cells + 1, d.cells + 1, FRAMES, 1e3 * NOISE_POSITION, 1e3 * NOISE_FORCE);
  return save(e, &d);
}
