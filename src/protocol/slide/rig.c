// rig.c: a virtual test of sliding. The readings are closed forms of the coefficients (slide.h), so no shape is sought.
//
// The coefficients are numbers of terms on the strain `slip`. One triangle whose vertices are all supports carries them. A potential with
// the energy q_static x_0 + q_kinetic x_1 has the reactions q = mu, atan(mu) or exp(mu wrap). Observers multiply them by the load. With
// shares c = |cos phi|, s = |sin phi| of the direction,
//   mu^2 = (mu_warp c)^2 + (mu_weft s)^2,   d mu/d mu_warp = mu_warp c^2 / mu.
#include <math.h>
#include <string.h>

#include "model/potential.h"
#include "protocol/slide/slide_part.h"
#include "rig/rig_rows.h"

typedef struct pull {
  const pl_slide *slide;
  double share[2];
  int theta[PL_SLIDE_PHASES][2];  // of warp and weft, -1: not needed, or the phase was not measured
} pull;

static double coefficient(const pull *p, int phase, const double *theta) {
  double sum = 0;
  for (int a = 0; a < 2; a++)
    if (p->theta[phase][a] >= 0) sum += pow(theta[p->theta[phase][a]] * p->share[a], 2);
  return sqrt(sum);
}

// The reading of a load of 1, and its derivative by mu.
static double reading(const pl_slide *slide, double mu, double *slope) {
  if (slide->kind == PL_SLIDE_INCLINE) return *slope = 1 / (1 + mu * mu), atan(mu);
  if (slide->kind == PL_SLIDE_SLED) return *slope = 1, mu;
  double grown = exp(mu * slide->wrap);
  return *slope = slide->wrap * grown, grown;
}

static void add(const pl_model *model, const pl_potential *own, const double *theta, const double *x, pl_hess_mode mode, double *energy,
                double *gradient, pl_block_matrix *hessian, pl_work *work) {
  (void)model, (void)mode, (void)hessian, (void)work;
  const pull *p = own->data;
  for (int phase = 0; phase < PL_SLIDE_PHASES; phase++) {
    double slope, q = reading(p->slide, coefficient(p, phase, theta), &slope);
    if (energy) *energy += q * x[phase];
    if (gradient) gradient[phase] += q;
  }
}

static void add_theta(const pl_model *model, const pl_potential *own, const double *theta, const double *x, const int *column, double *out,
                      pl_work *work) {
  (void)x, (void)work;
  const pull *p = own->data;
  for (int phase = 0; phase < PL_SLIDE_PHASES; phase++)
    for (int a = 0; a < 2; a++) {
      int j = p->theta[phase][a], to = j < 0 ? -1 : column ? column[j] : j;
      if (to < 0) continue;
      double slope, mu = coefficient(p, phase, theta), c = p->share[a];
      reading(p->slide, mu, &slope);
      out[(size_t)to * 3 * (size_t)model->n_vertex + (size_t)phase] += slope * (mu > 0 ? theta[j] * c * c / mu : c);
    }
}

static const pl_potential_row row = {.name = "sliding", .add = add, .add_theta = add_theta};

static pl_status find_terms(const pl_rig *rig, pull *p) {
  static const char *const axis[] = {"warp", "weft"};
  pl__slide_shares(rig->test->angle, p->share);
  for (int phase = 0; phase < PL_SLIDE_PHASES; phase++)
    for (int a = 0; a < 2; a++) {
      const pl_term *term = p->share[a] > 0 ? pl__slide_term(rig->material, p->slide->against, phase, a) : NULL;
      bool wanted = rig->test->channel[pl_slide_channel(p->slide->kind, phase)].value != NULL;
      p->theta[phase][a] = term ? term->theta : -1;
      if (term || !wanted || !(p->share[a] > 0)) continue;
      return pl_fail(rig->ctx, PL_ERROR_INPUT, NULL, "fit tests of sliding, or add a term of strain \"slip\" and law \"linear\"",
                     PL_ID("slide.no-term") "the material \"%s\" has no %s friction along %s on %s", rig->material->name,
                     pl__slide_phase_name[phase], axis[a], p->slide->against ? p->slide->against : "itself");
    }
  return PL_OK;
}

static pl_status observe(pl_rig *rig, const pull *p) {
  for (int phase = 0; phase < PL_SLIDE_PHASES; phase++) {
    if (p->theta[phase][0] < 0 && p->theta[phase][1] < 0) continue;
    for (int f = 0; f < rig->test->n_frame; f++) {
      double *weight = pl_rig_vector(rig);
      if (!weight) return PL_ERROR_MEMORY;
      weight[phase] = p->slide->load ? p->slide->load[f] : 1;
      PL_TRY(pl_rig_observe(rig, pl_slide_channel(p->slide->kind, phase), 0, f, weight, NULL));
    }
  }
  return PL_OK;
}

static pl_status build(pl_rig *rig, const pl_rig_options *options) {
  (void)options;
  static const double rest[] = {0, 0, 1, 0, 0, 1}, x0[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
  static const int32_t triangle[] = {0, 1, 2};
  static const uint8_t fixed[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
  pull *p = pl_arena_alloc(rig->arena, 1, sizeof *p);
  pl_potential *sliding = pl_arena_alloc(rig->arena, 1, sizeof *sliding);
  if (!p || !sliding) return PL_ERROR_MEMORY;
  *p = (pull){.slide = pl_slide_of(rig->test)};
  *sliding = (pl_potential){.row = &row, .data = p};
  rig->run.method = PL_TEST_CLAMPED;
  rig->run.reason = "friction of a uniform contact: closed form";
  PL_TRY(find_terms(rig, p));
  PL_TRY(pl_mesh_create(rig->ctx, 3, rest, x0, 1, triangle, PL_TOPOLOGY_OTHER, &rig->memory->mesh));
  rig->body.mesh = rig->memory->mesh;
  PL_TRY(pl_rig_add_model(rig, &(pl_model_options){.fixed = fixed, .n_potential = 1, .potential = sliding}));
  return observe(rig, p);
}

static bool solves(const pl_test *test, const pl_rig_options *options) {
  (void)test, (void)options;
  return false;
}

const pl_rig_row pl__slide_rig = {.help = "cloth that slides on a surface: sled, incline or capstan", .solves = solves, .build = build};
