// rig.c: a body in a known homogeneous state: one element, without a mesh (protocol `homogeneous`).
//
// A solid is one tetrahedron (0,0,0), (1,0,0), (0,1,0), (0,0,1), a sheet one triangle (0,0), (1,0), (0,1): corner 1 + j carries column j of
// F. With legs of one metre the gradient of the energy at that corner is the volume (or area) times column j of the nominal stress,
//
//   S_ij = 6 g_j,i   (N/m^2)        sheets: S_ij = 2 g_j,i / thickness
//
// Incompressible solids keep their volume by their third leg (model/isochoric.c). The forces on the others include the pressure that
// makes face 3 stress-free, P = S - p F^-T with p = l3 S_33. So S_ij above is already P_ij:
//
//   P_11 = S_11 - (l3 / l1) S_33,    P_22 = S_22 - (l3 / l2) S_33,    P_12 = S_12          ((F^-T)_12 = 0 for F = [l1 g 0; 0 l2 0; 0 0 l3])
//
// Free stretches are found by equilibrium, and their derivatives by the implicit function theorem. The exception is the width of an
// isotropic incompressible body in tension, which is known. Sheet laws have a stress-free thickness by construction. A free side of an
// orthotropic body cut at an angle also shears. All observed values are linear in reactions and positions; Cauchy stress is nominal stress
// times a factor of the frame.
#include <math.h>
#include <string.h>

#include "protocol/homogeneous/homogeneous.h"
#include "rig/rig_rows.h"

enum { MAX_DOF = 12 };

// The stress channels: row and column of P.
static const struct {
  int channel, i, j;
} component[] = {{PL_HOMOGENEOUS_STRESS, 0, 0}, {PL_HOMOGENEOUS_STRESS_2, 1, 1}, {PL_HOMOGENEOUS_SHEAR_STRESS, 0, 1}};

// True if the mode has this stress. It is zero across a uniaxial specimen, and not observed along a sheared one.
static bool has_stress(pl_homogeneous_mode mode, int channel) {
  bool shear = mode >= PL_SIMPLE_SHEAR;
  if (channel == PL_HOMOGENEOUS_STRESS) return !shear;
  return channel == PL_HOMOGENEOUS_STRESS_2 ? mode != PL_UNIAXIAL : shear;
}

// t1 - t2 = l1 P11 - l2 P22, independent of pressure.
static pl_status observe_difference(pl_rig *rig, double per_gradient) {
  double *weight = pl_rig_vector(rig);
  if (!weight) return PL_ERROR_MEMORY;
  for (int f = 0; f < rig->test->n_frame; f++) {
    const pl_homogeneous_state s = pl_homogeneous_at(rig->test, f);
    weight[3] = per_gradient * s.stretch[0];
    weight[7] = -per_gradient * s.stretch[1];
    PL_TRY(pl_rig_observe(rig, PL_HOMOGENEOUS_STRESS, 0, f, weight, NULL));
  }
  return PL_OK;
}

static bool is_solid(const pl_material *material) { return material->n_term > 0 && pl_element_is_solid(material->term[0].strain->element); }

// The corners of a frame, with the free stretches of an incompressible neo-Hookean body.
static void corners(const pl_rig *rig, int frame, double x[MAX_DOF]) {
  const pl_homogeneous_state s = pl_homogeneous_at(rig->test, frame);
  const double all[MAX_DOF] = {0, 0, 0, s.stretch[0], 0, 0, s.shear, s.stretch[1], 0, 0, 0, s.stretch[2]};
  memcpy(x, all, sizeof all);
}

static void place(const pl_rig *rig, int frame, const double *intrinsic, double *x) {
  (void)intrinsic;
  double all[MAX_DOF];
  corners(rig, frame, all);
  for (int32_t i = 0; i < rig->body.model->n_dof; i++)
    if (rig->body.model->fixed[i]) x[i] = all[i];
}

static bool start(const pl_rig *rig, int frame, double *x) {
  double all[MAX_DOF];
  corners(rig, frame, all);
  memcpy(x, all, (size_t)rig->body.model->n_dof * sizeof *x);
  return true;
}

// per_gradient: 6, or 2 / thickness.
static pl_status observe_stresses(pl_rig *rig, double per_gradient) {
  const pl_test *test = rig->test;
  if (pl_homogeneous_of(test)->measure == PL_STRESS_DIFFERENCE) return observe_difference(rig, per_gradient);
  for (size_t k = 0; k < sizeof component / sizeof component[0]; k++) {
    int channel = component[k].channel, i = component[k].i, j = component[k].j;
    if (!has_stress(pl_homogeneous_of(test)->mode, channel)) continue;
    double *weight = pl_rig_vector(rig);
    if (!weight) return PL_ERROR_MEMORY;
    for (int f = 0; f < test->n_frame; f++) {
      weight[3 * (1 + j) + i] = per_gradient * pl_homogeneous_factor(test, channel, f);
      PL_TRY(pl_rig_observe(rig, channel, 0, f, weight, NULL));
    }
  }
  return PL_OK;
}

static pl_status make_model(pl_rig *rig, const uint8_t *fixed, bool isochoric) {
  return pl_rig_add_model(rig, &(pl_model_options){.fixed = fixed, .isochoric = isochoric});
}

// The dofs of each corner that the mode leaves free; the thickness is one of solids only.
static void release(const pl_test *test, bool solid, uint8_t *fixed) {
  const pl_homogeneous *h = pl_homogeneous_of(test);
  const pl_homogeneous_state s = pl_homogeneous_at(test, 0);
  bool isotropic = h->symmetry == PL_SYMMETRY_ISOTROPIC;
  if (s.free[0]) fixed[3] = 0;
  if (s.free[1] && !(isotropic && h->incompressible)) fixed[7] = 0;
  if (s.free[1] && !isotropic) fixed[6] = 0;
  if (solid && s.free[2] && !h->incompressible) fixed[11] = 0;
}

// As a solid: a model of sheets may have less to solve.
static bool solves(const pl_test *test, const pl_rig_options *options) {
  (void)options;
  uint8_t fixed[MAX_DOF];
  memset(fixed, 1, sizeof fixed);
  release(test, true, fixed);
  return memchr(fixed, 0, sizeof fixed) != NULL;
}

static pl_status build_sheet(pl_rig *rig) {
  const pl_test *test = rig->test;
  const pl_homogeneous *h = pl_homogeneous_of(test);
  pl_where where = {.file = test->file};
  if (!(h->thickness > 0))
    return pl_fail(rig->ctx, PL_ERROR_INPUT, &where, "add \"thickness\" to the test, or take a model of solids",
                   "'%s' has no thickness: it cannot be compared with a material that is a sheet (N/m)", test->name);
  rig->run.reason = "uniform by its mode: one triangle";
  pl_specimen specimen = {.length = 1, .width = 1, .angle = test->angle, .n_length = 1, .n_width = 1};
  PL_TRY(pl_mesh_single(rig->ctx, &specimen, &rig->memory->mesh));
  rig->body.mesh = rig->memory->mesh;
  uint8_t fixed[9];
  memset(fixed, 1, sizeof fixed);
  release(test, false, fixed);
  PL_TRY(make_model(rig, fixed, false));
  PL_TRY(observe_stresses(rig, 2 / h->thickness));
  return h->mode == PL_UNIAXIAL ? pl_rig_observe_dof(rig, PL_HOMOGENEOUS_LATERAL, 0, 0, 7) : PL_OK;
}

static pl_status build_solid(pl_rig *rig) {
  static const int32_t tet[4] = {0, 1, 2, 3};
  static const double unit[MAX_DOF] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  const pl_test *test = rig->test;
  const pl_homogeneous *h = pl_homogeneous_of(test);
  rig->run.reason = "uniform by its mode: one tetrahedron";
  // material axes are those that the test names, rotated by the angle; the specimen's axes are x and y
  double rest[MAX_DOF], c = cos(test->angle), d = sin(test->angle), sense;
  int axis[3];
  pl_homogeneous_axes(h, axis, &sense);
  for (int v = 0; v < 4; v++) {
    const double *x = unit + 3 * v;
    const double turned[3] = {c * x[0] - d * x[1], d * x[0] + c * x[1], sense * x[2]};
    for (int k = 0; k < 3; k++) rest[3 * v + axis[k]] = turned[k];
  }
  PL_TRY(pl_mesh_create_solid(rig->ctx, 4, rest, unit, 1, tet, 0, NULL, &rig->memory->mesh));
  rig->body.mesh = rig->memory->mesh;
  uint8_t fixed[MAX_DOF];
  memset(fixed, 1, sizeof fixed);
  release(test, true, fixed);
  PL_TRY(make_model(rig, fixed, h->incompressible));
  PL_TRY(observe_stresses(rig, 6));
  bool free = h->mode == PL_UNIAXIAL ? !fixed[7] : !fixed[11] && h->mode != PL_COMPOUND_SHEAR;
  return free ? pl_rig_observe_dof(rig, PL_HOMOGENEOUS_LATERAL, 0, 0, h->mode == PL_UNIAXIAL ? 7 : 11) : PL_OK;
}

static pl_status build(pl_rig *rig, const pl_rig_options *options) {
  (void)options;
  rig->run.method = PL_TEST_CLAMPED;
  rig->act.place = place;
  rig->act.start = start;
  rig->body.any_volume = pl_homogeneous_of(rig->test)->incompressible;
  return is_solid(rig->material) ? build_solid(rig) : build_sheet(rig);
}

const pl_rig_row pl__homogeneous_rig = {
    .help = "a sheet or block in a known homogeneous state of deformation: one element",
    .solves = solves,
    .build = build,
};
