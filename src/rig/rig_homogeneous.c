// rig_homogeneous.c: a body in a known homogeneous state: one element, without a mesh (protocol `homogeneous`).
//
// A sheet is one triangle (0,0), (1,0), (0,1); its corners carry the columns of F. With unit legs the gradient at the corner that carries column j is half of that
// column of the nominal force per width, so
//
//   P_ij = 2 g_j,i / thickness                                        (energy per area; sheet laws leave the thickness free of stress by construction)
//
// A stretch that is imposed, or that follows from incompressibility in an isotropic body, holds its corner; one that is free is found by equilibrium. Everything observed is linear in
// reactions and positions; Cauchy stress is nominal stress times a factor of the frame.
#include <math.h>
#include <string.h>

#include "measure/homogeneous.h"
#include "rig/rig_rows.h"

// Is a free stretch known beforehand?
static bool follows(const pl_homogeneous *h) { return h->incompressible && h->symmetry == PL_SYMMETRY_ISOTROPIC; }

// Column j of F on the corner 1 + j: whole, or what is imposed of it.
static void place(const pl_rig *rig, int frame, const double *intrinsic, double *x) {
  (void)intrinsic;
  const pl_homogeneous_state s = pl_homogeneous_at(rig->test, frame);
  const uint8_t *fixed = rig->model->fixed;
  double target[9] = {0, 0, 0, s.stretch[0], 0, 0, s.shear, s.stretch[1], 0};
  for (int i = 0; i < 9; i++)
    if (fixed[i]) x[i] = target[i];
}

// Free stretches begin where those of an incompressible body are.
static bool start(const pl_rig *rig, int frame, double *x) {
  const pl_homogeneous_state s = pl_homogeneous_at(rig->test, frame);
  const double all[9] = {0, 0, 0, s.stretch[0], 0, 0, s.shear, s.stretch[1], 0};
  memcpy(x, all, sizeof all);
  (void)rig;
  return true;
}

static pl_status observe_stress(pl_rig *rig, int channel, int i, int j, double per_gradient) {
  double *weight = pl_rig_vector(rig);
  if (!weight) return PL_ERROR_MEMORY;
  for (int f = 0; f < rig->test->n_frame; f++) {
    weight[3 * (1 + j) + i] = per_gradient * pl_homogeneous_factor(rig->test, channel, f);
    PL_TRY(pl_rig_observe(rig, channel, 0, f, weight, NULL));
  }
  return PL_OK;
}

static pl_status build_sheet(pl_rig *rig) {
  const pl_test *test = rig->test;
  const pl_homogeneous *h = test->homogeneous;
  const pl_homogeneous_state s = pl_homogeneous_at(test, 0);
  pl_where where = {.file = test->file};
  if (!(h->thickness > 0))
    return pl_fail(rig->ctx, PL_ERROR_INPUT, &where, "add \"thickness\" to the test, or take a model of solids",
                   "'%s' has no thickness: stresses of a material that is a sheet (N/m) cannot be compared", test->name);
  rig->reason = "uniform by its mode: one triangle";
  pl_specimen specimen = {.length = 1, .width = 1, .angle = test->angle, .n_length = 1, .n_width = 1};
  PL_TRY(pl_mesh_single(rig->ctx, &specimen, &rig->mesh));
  uint8_t fixed[9];
  memset(fixed, 1, sizeof fixed);
  // across a pulled strip nothing holds: it contracts and, cut at an angle, shears
  if (s.free[1] && !follows(h)) fixed[6] = fixed[7] = 0;
  if (s.free[0] && !follows(h)) fixed[3] = 0;
  PL_TRY(pl_model_create(rig->ctx, rig->mesh, rig->material, &(pl_model_options){.fixed = fixed}, &rig->model));
  double per_gradient = 2 / h->thickness;
  if (test->channel[PL_HOMOGENEOUS_STRESS].value || h->mode < PL_SIMPLE_SHEAR)
    PL_TRY(observe_stress(rig, PL_HOMOGENEOUS_STRESS, 0, 0, per_gradient));
  if (h->mode != PL_UNIAXIAL) PL_TRY(observe_stress(rig, PL_HOMOGENEOUS_STRESS_2, 1, 1, per_gradient));
  if (h->mode >= PL_SIMPLE_SHEAR) PL_TRY(observe_stress(rig, PL_HOMOGENEOUS_SHEAR_STRESS, 0, 1, per_gradient));
  if (h->mode == PL_UNIAXIAL) PL_TRY(pl_rig_observe_dof(rig, PL_HOMOGENEOUS_LATERAL, 0, 0, 7));
  return PL_OK;
}

static pl_status build(pl_rig *rig, const pl_rig_options *options) {
  (void)options;
  rig->method = PL_TEST_CLAMPED;
  rig->place = place;
  rig->start = start;
  return build_sheet(rig);
}

const pl_rig_row pl_rig_homogeneous = {
    .protocol = "homogeneous",
    .help = "a sheet or block in a known homogeneous state of deformation: one element",
    .build = build,
};
