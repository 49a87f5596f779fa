// rig.c: a rectangular sample between two clamps, pulled by d_u and sheared by d_v (Volino's appendix, fig. 13).
//
// The specimen's x axis runs from the fixed clamp (x = 0) to the moving one (x = length); y runs along the clamps. Three methods:
//   clamped  one triangle (0,0), (length,0), (0,width): the first and the last vertex are on the fixed clamp, the second on the moving one,
// so
//            the deformation is U = (1 + d_u/l, d_v/l), V = (0, 1): exactly eqs. 15-17;
//   free     the same triangle with its last vertex free in the plane: uniform, stress-free across, free to contract and to shear;
//   mesh     a planar mesh with both clamps fixed.
// One triangle carries half of the rectangle's energy, hence the factor 2 on its forces.
#include <math.h>
#include <string.h>

#include "rig/rig_rows.h"
#include "protocol/tensile/tensile.h"

// True if warp, weft and shear are uncoupled. An aligned pull then keeps the sample uniform for any shape.
static bool decoupled(const pl_material *material) {
  for (int i = 0; i < material->n_term; i++) {
    const pl_term *term = &material->term[i];
    if (term->strain->element != PL_ELEMENT_TRIANGLE && !pl_strain_bends(term->strain)) return false;
    if (term->strain->element == PL_ELEMENT_TRIANGLE && term->law.row->n_in > 1) return false;
  }
  return true;
}

static bool aligned(double angle) {
  double quarter = angle / 1.5707963267948966;
  return fabs(quarter - round(quarter)) < 1e-6;
}

// How a test is predicted, and why, in words.
typedef struct choice {
  pl_test_method method;
  const char *reason;
} choice;

// material: NULL if it is not known yet; it is then taken as coupled, which only a mesh predicts in general.
static choice choose_method(const pl_test *test, const pl_rig_options *options, const pl_material *material) {
  double aspect = test->length / test->width;
  bool shear = test->channel[PL_TENSILE_SHEAR_DISPLACEMENT].value != NULL, lateral = test->channel[PL_TENSILE_LATERAL].value != NULL;
  if (options->method != PL_TEST_AUTO) return (choice){(pl_test_method)options->method, "requested by option"};
  if (test->method != PL_TEST_AUTO) return (choice){test->method, "requested by the experiment file"};
  if (shear)
    return 1 / aspect >= options->wide && aligned(test->angle)
               ? (choice){PL_TEST_CLAMPED, "sheared sample much wider than long: uniform but for its short free edges"}
               : (choice){PL_TEST_MESH, "sheared sample with free edges, where shear stress must vanish: not uniform"};
  if (aligned(test->angle) && material && decoupled(material) && !lateral)
    return (choice){PL_TEST_CLAMPED, "pulled along a yarn direction and no coupling between warp and weft: uniform"};
  if (aspect >= options->narrow) return (choice){PL_TEST_FREE, "long and narrow: uniform, free to contract"};
  if (1 / aspect >= options->wide) return (choice){PL_TEST_CLAMPED, "much wider than long: uniform, width held"};
  return (choice){PL_TEST_MESH, "neither narrow nor wide: not uniform, simulated on a mesh"};
}

static pl_status build_model(pl_rig *rig, const uint8_t *fixed) {
  pl_model_options model_options = {.fixed = fixed};
  return pl_rig_add_model(rig, &model_options);
}

static pl_status build_triangle(pl_rig *rig) {
  const pl_test *test = rig->test;
  pl_specimen specimen = {.length = test->length, .width = test->width, .angle = test->angle, .n_length = 1, .n_width = 1};
  PL_TRY(pl_mesh_single(rig->ctx, &specimen, &rig->memory->mesh));
  rig->body.mesh = rig->memory->mesh;
  uint8_t fixed[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
  bool free = rig->run.method == PL_TEST_FREE;
  if (free) fixed[6] = fixed[7] = 0;
  PL_TRY(build_model(rig, fixed));
  double *pull = pl_rig_vector(rig), *slide = pl_rig_vector(rig), *force = pl_rig_vector(rig), *side_force = pl_rig_vector(rig);
  double *width = pl_rig_vector(rig);
  if (!pull || !slide || !force || !side_force || !width) return PL_ERROR_MEMORY;
  pull[3] = slide[4] = 1;
  force[3] = side_force[4] = 2.0 * test->strips;
  width[7] = 1 / test->width;
  rig->path.direction[PL_TENSILE_DISPLACEMENT] = pull;
  rig->path.direction[PL_TENSILE_SHEAR_DISPLACEMENT] = slide;
  PL_TRY(pl_rig_observe(rig, PL_TENSILE_FORCE, 0, -1, force, NULL));
  PL_TRY(pl_rig_observe(rig, PL_TENSILE_SHEAR_FORCE, 0, -1, side_force, NULL));
  return pl_rig_observe(rig, PL_TENSILE_LATERAL, 0, -1, NULL, width);
}

// Centres of the two free edges, where the width is measured.
static void width_observer(const pl_mesh *mesh, double length, double width, double *weight) {
  const double *x0 = mesh->x0;
  for (int side = -1; side <= 1; side += 2) {
    int32_t best = 0;
    for (int32_t v = 1; v < mesh->n_vertex; v++) {
      double d = hypot(x0[3 * v] - 0.5 * length, x0[3 * v + 1] - side * 0.5 * width);
      double d_best = hypot(x0[3 * best] - 0.5 * length, x0[3 * best + 1] - side * 0.5 * width);
      if (d < d_best) best = v;
    }
    weight[3 * best + 1] += side / width;
  }
}

static pl_status build_mesh(pl_rig *rig, const pl_rig_options *options) {
  const pl_test *test = rig->test;
  double longer = fmax(test->length, test->width), shorter = fmin(test->length, test->width);
  // at least six cells across the short side, the scale of clamp effects
  int n_long = pl_rig_cells(options, 24),
      n_short = options->cells_short ? options->cells_short : (int)fmax(round(n_long * shorter / longer), 6);
  bool length_longer = test->length >= test->width;
  pl_specimen specimen = {.length = test->length,
                          .width = test->width,
                          .angle = test->angle,
                          .n_length = length_longer ? n_long : n_short,
                          .n_width = length_longer ? n_short : n_long,
                          .kind = (pl_topology_kind)options->topology,
                          .seed = 1};
  PL_TRY(pl_mesh_strip(rig->ctx, &specimen, &rig->memory->mesh));
  rig->body.mesh = rig->memory->mesh;
  const pl_mesh *mesh = rig->body.mesh;
  double *pull = pl_rig_vector(rig), *slide = pl_rig_vector(rig), *force = pl_rig_vector(rig), *side_force = pl_rig_vector(rig);
  double *width = pl_rig_vector(rig);
  uint8_t *fixed = pl_arena_alloc(rig->arena, 3 * (size_t)mesh->n_vertex, sizeof *fixed);
  if (!pull || !slide || !force || !side_force || !width || !fixed) return PL_ERROR_MEMORY;
  double near = 1e-9 * longer;
  for (int32_t v = 0; v < mesh->n_vertex; v++) {
    double x = mesh->x0[3 * v], y = mesh->x0[3 * v + 1];
    bool still = x<near, moving = x> test->length - near, side = fabs(y) > 0.5 * test->width - near;
    bool guided = side && options->edges == PL_EDGES_GUIDED;
    fixed[3 * v + 2] = 1;  // a planar test: the sheet does not leave its plane
    if (still || moving || guided) fixed[3 * v] = fixed[3 * v + 1] = 1;
    if (moving || guided) pull[3 * v] = slide[3 * v + 1] = x / test->length;
    if (moving) force[3 * v] = side_force[3 * v + 1] = test->strips;
  }
  width_observer(mesh, test->length, test->width, width);
  PL_TRY(build_model(rig, fixed));
  rig->path.direction[PL_TENSILE_DISPLACEMENT] = pull;
  rig->path.direction[PL_TENSILE_SHEAR_DISPLACEMENT] = slide;
  PL_TRY(pl_rig_observe(rig, PL_TENSILE_FORCE, 0, -1, force, NULL));
  PL_TRY(pl_rig_observe(rig, PL_TENSILE_SHEAR_FORCE, 0, -1, side_force, NULL));
  return pl_rig_observe(rig, PL_TENSILE_LATERAL, 0, -1, NULL, width);
}

static pl_status build(pl_rig *rig, const pl_rig_options *options) {
  pl_rig_add_offset(rig);
  choice chosen = choose_method(rig->test, options, rig->material);
  rig->run.method = chosen.method;
  rig->run.reason = chosen.reason;
  return rig->run.method == PL_TEST_MESH ? build_mesh(rig, options) : build_triangle(rig);
}

static const char *const reads[] = {"method", "cells", "cells-short", "edges", "topology", "wide", "narrow", NULL};

// Clamps prescribe the shape of the one triangle.
static bool solves(const pl_test *test, const pl_rig_options *options) {
  return choose_method(test, options, NULL).method != PL_TEST_CLAMPED;
}

static const char *idle(const pl_test *test, const pl_rig_options *options, const pl_material *material, const char *setting) {
  bool given = options->method != PL_TEST_AUTO || test->method != PL_TEST_AUTO;
  if (strcmp(setting, "method") == 0) return NULL;
  if (strcmp(setting, "wide") == 0 || strcmp(setting, "narrow") == 0)
    return given ? "leave it out, or use --method auto: the shape decides nothing where the method is given" : NULL;
  return choose_method(test, options, material).method == PL_TEST_MESH
             ? NULL
             : "leave it out, or use --method mesh: these samples are predicted as uniform, without a mesh";
}

const pl_rig_row pl__tensile_rig = {
    .help = "a strip or square between two clamps, pulled and sheared (Volino 2009, appendix)",
    .reads = reads,
    .solves = solves,
    .idle = idle,
    .build = build,
};
