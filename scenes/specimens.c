// specimens.c: see specimens.h.
#include "scenes/specimens.h"

#include <math.h>
#include <string.h>

#include "protocol/homogeneous/homogeneous.h"
#include "rig/usual.h"

static const pl_usual *find_usual(const scene_specimens *plan) {
  for (int i = 0; i < pl_usual_count(); i++) {
    const pl_usual *usual = pl_usual_at(i);
    if (strcmp(usual->protocol, plan->protocol) == 0 && strcmp(usual->name, plan->usual) == 0) return usual;
  }
  return NULL;
}

static pl_status scaled(const pl_material *fabric, double factor, pl_material **out) {
  PL_TRY(pl_material_copy(fabric, out));
  for (int j = 0; j < fabric->n_theta; j++)
    if (fabric->parameter[j].dim.kg == 1) (*out)->theta[j] *= factor;
  return PL_OK;
}

// One percent of the largest value of each channel whose noise is not stated, from a test of the fabric itself.
static pl_status usual_noise(pl_context *ctx, const pl_protocol *protocol, const pl_usual_plan *plan, const pl_material *fabric,
                             const pl_rig_options *rig, const pl_solve_options *solve, double *noise) {
  pl_measurement *exact;
  pl_rig_report report;
  PL_TRY(pl_rig_measure(ctx, protocol, plan->n_test, plan->test, fabric, rig, solve, NULL, 1, &exact, &report));
  for (int k = 0; k < PL_MAX_CHANNEL; k++) {
    noise[k] = plan->sigma[k];
    for (int t = 0; t < exact->n_test && plan->sigma[k] == 0; t++) {
      const pl_channel *c = &exact->test[t].channel[k];
      for (int v = 0; c->row && c->row->observed && c->value && v < exact->test[t].n_frame * pl_channel_width(c); v++)
        if (isfinite(c->value[v])) noise[k] = fmax(noise[k], 0.01 * fabs(c->value[v] - c->row->rest));
    }
  }
  pl_measurement_destroy(exact);
  return PL_OK;
}

static void forget_sigmas(pl_measurement *m, const char *name) {
  for (int t = 0; t < m->n_test; t++) {
    m->test[t].specimen = name;
    for (int k = 0; k < PL_MAX_CHANNEL; k++) m->test[t].channel[k].sigma = 0, m->test[t].channel[k].value_sigma = NULL;
  }
}

pl_status scene_specimens_measure(pl_arena *arena, const pl_material *fabric, const scene_specimens *plan, pl_measurement **out) {
  pl_context *ctx = pl_arena_context(arena);
  const pl_usual *usual = find_usual(plan);
  const pl_protocol *protocol = pl_protocol_find(plan->protocol);
  pl_usual_plan tests = {0};
  pl_rig_options rig = pl_rig_options_default();
  pl_solve_options solve = pl_solve_options_default();
  double noise[PL_MAX_CHANNEL] = {0};
  for (int i = 0; i < plan->n; i++) out[i] = NULL;
  if (!usual || !protocol) return pl_fail(ctx, PL_ERROR_INTERNAL, NULL, "", "no usual test \"%s\" of %s", plan->usual, plan->protocol);
  PL_TRY(usual->plan(arena, usual, fabric, plan->like, &solve, &tests));
  if (tests.cells > 0) rig.cells = tests.cells;
  PL_TRY(usual_noise(ctx, protocol, &tests, fabric, &rig, &solve, noise));
  for (int k = 0; k < PL_MAX_CHANNEL; k++) noise[k] *= plan->noise;
  for (int i = 0; i < plan->n; i++) {
    pl_material *own = NULL;
    pl_rig_report report;
    pl_status status = scaled(fabric, plan->factor[i], &own);
    uint64_t seed = plan->seed * 1000 + (uint64_t)i + 1;
    if (status == PL_OK) status = pl_rig_measure(ctx, protocol, tests.n_test, tests.test, own, &rig, &solve, noise, seed, &out[i], &report);
    pl_material_destroy(own);
    PL_TRY(status);
    const char *name = pl_arena_printf(out[i]->arena, "specimen-%d", i + 1);
    if (!name) return PL_ERROR_MEMORY;
    forget_sigmas(out[i], name);
    out[i]->density = fabric->density;
  }
  return PL_OK;
}

const pl_test *scene_specimens_block(pl_arena *arena) {
  enum { FRAMES = 2 };
  const pl_protocol *protocol = pl_protocol_find("homogeneous");
  pl_homogeneous *h = pl_arena_alloc(arena, 1, sizeof *h);
  pl_test *test = pl_arena_alloc(arena, 1, sizeof *test);
  double *stretch = pl_arena_alloc(arena, FRAMES, sizeof *stretch);
  if (!h || !test || !stretch) return NULL;
  for (int f = 0; f < FRAMES; f++) stretch[f] = 1 + 0.5 * (f + 1);
  *h = (pl_homogeneous){.mode = PL_UNIAXIAL, .measure = PL_STRESS_NOMINAL, .incompressible = true};
  *test = (pl_test){.name = "block", .file = "", .strips = 1, .n_frame = FRAMES, .protocol = protocol, .detail = h};
  for (int k = 0; k < protocol->n_channel; k++) test->channel[k].row = &protocol->channel[k];
  test->control = PL_HOMOGENEOUS_STRETCH, test->observed = PL_HOMOGENEOUS_STRESS;
  test->channel[PL_HOMOGENEOUS_STRETCH].value = stretch;
  return test;
}

void scene_specimens_clear(int n, pl_measurement **specimens) {
  for (int i = 0; i < n; i++) pl_measurement_destroy(specimens[i]);
}
