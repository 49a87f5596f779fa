// law_subject.c: see law_subject.h. Each row of the table of laws must appear here with at least one shape. A new law adds its shapes to
// the list and gets all checks.
#include "law_subject.h"

#include "memory_shapes.h"

static const law_shape shapes[] = {
    {"linear", "{}"},
    {"quadratic", "{}"},
    {"stress-spline", "{\"order\": 1, \"knots\": [0, 0.01, 0.03]}"},
    {"stress-spline", "{\"order\": 2, \"knots\": [0, 0.01, 0.02, 0.05], \"compression\": \"antisymmetric\"}"},
    {"stress-spline", "{\"knots\": [0, 0.01, 0.02, 0.03], \"compression\": \"antisymmetric\"}"},
    {"stress-spline", "{\"order\": 4, \"knots\": [0, 0.02], \"compression\": \"antisymmetric\"}"},
    {"stress-spline", "{\"order\": 5, \"knots\": [-0.02, -0.005, 0, 0.03], \"compression\": \"free\"}"},
    {"stress-spline", "{\"order\": 6, \"knots\": [0, 0.01, 0.04, 0.05, 0.1, 0.2]}"},
    {"stress-spline", "{\"order\": 3, \"knots\": [-0.03, -0.01, 0.013, 0.05], \"compression\": \"free\"}"},
    {"stress-spline", "{\"order\": 1, \"knots\": [-0.03, 0.05], \"compression\": \"free\"}"},
    {"stress-spline", "{\"order\": 3, \"knots\": [0, 0.01, 0.05], \"compression\": \"free\"}"},
    {"stress-spline", "{\"order\": 2, \"knots\": [-0.2, -0.1, 0], \"compression\": \"free\"}"},
    {"convex-spline", "{\"knots\": [0, 0.01, 0.02, 0.05, 0.06]}"},
    {"convex-spline", "{\"knots\": [0, 0.1]}"},
    {"convex-spline", "{\"knots\": [-0.05, -0.01, 0.02, 0.05], \"compression\": \"free\"}"},
    {"stiffness-spline", "{\"knots\": [0]}"},
    {"stiffness-spline", "{\"knots\": [0.02], \"compression\": \"free\"}"},
    {"stiffness-spline", "{\"knots\": [0, 0.04]}"},
    {"stiffness-spline", "{\"knots\": [0, 0.01, 0.05, 0.06]}"},
    {"stiffness-spline", "{\"knots\": [-0.03, -0.01, 0.02, 0.05], \"compression\": \"free\"}"},
    {"stiffness-spline", "{\"degree\": 1, \"knots\": [0]}"},
    {"stiffness-spline", "{\"degree\": 1, \"knots\": [0, 0.01, 0.05, 0.06]}"},
    {"stiffness-spline", "{\"degree\": 1, \"knots\": [-0.03, -0.01, 0.02, 0.05], \"compression\": \"free\"}"},
    {"orthotropic", "{}"},
    {"orthotropic", "{\"shear-coupling\": true}"},
    {"isotropic", "{}"},
    {"isotropic3", "{}"},
    {"orthotropic3", "{}"},
    {"cross", "{}"},
    {"polar-tensor", "{\"radii\": []}"},
    {"polar-tensor", "{\"radii\": [0.16666666666666666], \"angles\": {\"unit\": \"deg\", \"values\": [0, 45, 90]}}"},
    {"polar-tensor", "{\"radii\": [0.16666666666666666], \"angles\": {\"unit\": \"deg\", \"values\": [0, 22.5, 45, 67.5, 90]}}"},
    {"polar-tensor", "{\"radii\": [0.1], \"angles\": {\"unit\": \"deg\", \"values\": [0, 22.5, 45, 67.5, 90]}, \"smoothing\": 0.4}"},
    {"polar-tensor", "{\"radii\": [0.1, 0.2], \"angles\": {\"unit\": \"deg\", \"values\": [0, 30, 45, 90]}, \"smoothing\": 0.05}"},
    {"polar-tensor", "{\"radii\": [0.2], \"angles\": {\"unit\": \"deg\", \"values\": [0, 22.5, 45, 67.5, 90]}, \"negative\": \"zero\"}"},
    {"polar-tensor", "{\"radii\": [0.2], \"angles\": {\"unit\": \"deg\", \"values\": [0, 40, 90, 130]}, \"shear-coupling\": true}"},
    {"polar-energy", "{\"angles\": {\"unit\": \"deg\", \"values\": [0, 90]}, \"knots\": [0, 0.1]}"},
    {"polar-energy", "{\"angles\": {\"unit\": \"deg\", \"values\": [0, 22.5, 45, 67.5, 90]}, \"knots\": [0, 0.09, 0.18]}"},
    {"polar-energy", "{\"balance\": 1.7, \"angles\": {\"unit\": \"deg\", \"values\": [0, 45, 90]}, \"knots\": [0, 0.02, 0.05, 0.1, 0.2]}"},
    {"energy-spline", "{\"knots\": [0, 0.1]}"},
    {"energy-spline", "{\"knots\": [0, 0.02, 0.04, 0.06]}"},
    {"energy-spline", "{\"knots\": [-0.05, 0, 0.03, 0.06, 0.1], \"compression\": \"free\"}"},
    {"energy-spline", "{\"knots\": [-0.2, -0.1, 0], \"compression\": \"free\"}"},
    {"bilinear-grid", "{\"knots\": [[-0.1, 0, 0.1], [-0.2, 0, 0.2]]}"},
    {"bilinear-grid", "{\"knots\": [[-0.05, 0, 0.1], [-0.1, 0, 0.04]]}"},
    {"cross-spline", "{\"knots\": [[0], [0]]}"},
    {"cross-spline", "{\"knots\": [[-0.1, 0.1], [-0.05, 0.05]]}"},
    {"cross-spline", "{\"knots\": [[-0.1, 0.02, 0.1], [0, 0.05, 0.1]], \"even\": \"second\"}"},
    {"cross-spline", "{\"knots\": [[0, 0.1], [0, 0.05, 0.12]], \"even\": \"both\"}"},
    {"cross-spline", "{\"knots\": [[0, 0.07, 0.1], [0.01, 0.05, 0.08, 0.1]], \"even\": \"first\"}"},
    {"rbf-1", "{\"points\": [[-0.1], [0.05], [0.1]], \"widths\": [0.06]}"},
    {"rbf-2", "{\"points\": [[0.1, 0], [0, 0.1], [-0.1, -0.1], [0.07, 0.1]], \"widths\": [0.1, 0.08]}"},
    {"rbf-2", "{\"points\": [[0.1, 0.1], [-0.1, 0.1]], \"widths\": [0.02, 0.03]}"},
    {"rbf-3", "{\"points\": [[0.1, 0, 0], [0, 0.1, 0.05], [0.02, 0.02, -0.1]], \"widths\": [0.1, 0.1, 0.12]}"},
    {"rbf-6", "{\"points\": [[0.1, 0, 0, 0, 0, 0.05], [0, 0.1, 0.05, 0, -0.05, 0], [0.02, 0.02, -0.1, 0.05, 0, 0]], \"widths\": [0.1, 0.1, "
              "0.12, 0.1, 0.1, 0.1]}"},
    {"neo-hookean", "{}"},
    {"neo-hookean", "{\"incompressible\": true}"},
    {"mooney-rivlin", "{}"},
    {"mooney-rivlin", "{\"polyconvex\": true}"},
    {"yeoh", "{}"},
    {"yeoh", "{\"polyconvex\": true, \"incompressible\": true}"},
    {"polynomial", "{\"order\": 3}"},
    {"polynomial", "{\"polyconvex\": true}"},
    {"rubber-sheet", "{\"model\": \"mooney-rivlin\"}"},
    {"rubber-sheet", "{\"model\": \"polynomial\", \"order\": 3}"},
    {"invariant-spline", "{\"knots1\": [0, 0.3, 0.8], \"knots2\": [0, 0.5, 1.2]}"},
    {"invariant-spline", "{\"knots2\": [0, 0.4], \"incompressible\": true}"},
    {"ogden", "{}"},
    {"ogden", "{\"terms\": 2, \"polyconvex\": true, \"negative\": 1}"},
    {"ogden", "{\"terms\": 1, \"incompressible\": true}"},
    {"ogden-sheet", "{\"terms\": 2}"},
    {"ogden-sheet", "{}"},
    {"valanis-landel", "{\"knots\": [-0.4, -0.1, 0.2, 0.5]}"},
    {"valanis-landel", "{\"knots\": [-0.3, 0.3], \"incompressible\": true}"},
    {"valanis-landel-sheet", "{\"knots\": [-0.4, 0, 0.1, 0.5]}"},
    {"log-spline", "{\"knots\": [-0.3, -0.1, 0.2, 0.3], \"compression\": \"free\"}"},
    {"log-cross", "{\"knots\": [[-0.3, 0.1, 0.3], [-0.3, 0.1, 0.3]]}"},
    {"log-cross", "{\"knots\": [[0, 0.1, 0.3], [0, 0.1, 0.3]], \"even\": \"both\"}"},
    {"log-cross", "{\"knots\": [[0], [0]]}"},
    {"rubber-sheet", "{\"model\": \"neo-hookean\"}"},
    {"fung", "{}"},
    {"fung3", "{}"},
    {"fibre-exponential", "{}"},
    {"fibre-exponential", "{\"families\": 2}"},
    {"fibre-exponential", "{\"families\": 2, \"dispersed\": false}"},
    {"fibre-exponential3", "{\"families\": 2}"},
    {"fibre-exponential3", "{\"dispersed\": false}"},
    {"may-newman", "{}"},
    {"may-newman3", "{}"},
    {"fibre-spline", "{\"knots\": [0, 0.1, 0.25]}"},
    {"fibre-spline", "{\"families\": 2, \"angle\": \"35 deg\", \"knots\": [0, 0.15]}"},
    {"fibre-spline3", "{\"families\": 2, \"knots\": [0, 0.05, 0.2]}"},
    {"fibre-spline3", "{\"angle\": \"-20 deg\", \"knots\": [0, 0.05, 0.2]}"},
    {"invariant-sheet", "{\"knots\": [0, 0.03, 0.1]}"},
    MEMORY_SHAPES,
};
enum { N_SHAPE = sizeof shapes / sizeof shapes[0] };

pl_context *law_ctx;
pl_arena *law_arena;

bool law_has_shape(const char *name) {
  for (int k = 0; k < N_SHAPE; k++)
    if (strcmp(shapes[k].law, name) == 0) return true;
  return false;
}

void law_start(void) {
  law_ctx = pl_context_create(NULL);
  law_arena = pl_arena_create(law_ctx);
  REQUIRE(law_arena != NULL);
}

void law_stop(void) {
  pl_arena_destroy(law_arena);
  pl_context_destroy(law_ctx);
}

pl_law law_read(const char *name, const char *json) {
  pl_json *root;
  pl_law law = {.row = pl_law_find(name)};
  REQUIRE(law.row != NULL);
  REQUIRE(pl_json_parse(law_arena, "shape", json, strlen(json), &root) == PL_OK);
  REQUIRE(law.row->read(law_arena, root, PL_DIM_NONE, &law) == PL_OK);
  return law;
}

static void describe(law_subject *who) {
  const pl_law *law = &who->law;
  REQUIRE(law->n_param <= MAX_PARAM);
  for (int j = 0; j < law->n_param; j++) law->row->parameter(law, j, PL_DIM_NONE, PL_DIM_LINE_FORCE, &who->parameter[j]);
  who->piece = law->row->eval == pl_piecewise_eval ? law->shape : NULL;
  double range[PL_LAW_MAX_IN][2];
  who->reach = 0.1;
  if (law->row->range) {
    law->row->range(law, range);
    who->reach = fmax(fabs(range[0][0]), fabs(range[0][1])) + 0.01;
  }
}

void law_run(void (*check)(law_subject *)) {
  law_start();
  for (int i = 0; i < N_SHAPE; i++) {
    law_subject who = {.shape = &shapes[i]};
    who.law = law_read(shapes[i].law, shapes[i].json);
    pl_rng_init(&who.rng, 100 + (uint64_t)i);
    describe(&who);
    check(&who);
  }
  law_stop();
}

bool law_remembers(const law_subject *who) { return who->law.row->n_history > 0; }

void law_random_theta(law_subject *who, bool within, double *theta) {
  for (int j = 0; j < who->law.n_param; j++) {
    const pl_parameter *p = &who->parameter[j];
    double scale = p->scale;
    if (law_remembers(who))
      theta[j] = p->lower + scale * (0.2 + 2 * pl_rng_uniform(&who->rng));
    else if (isfinite(p->lower) && isfinite(p->upper))
      theta[j] = p->lower + (p->upper - p->lower) * pl_rng_uniform(&who->rng);
    else if (within && isfinite(p->lower))
      theta[j] = p->lower + scale * (pl_rng_uniform(&who->rng) < 0.2 ? 0 : 2 * pl_rng_uniform(&who->rng));
    else
      theta[j] = scale * pl_rng_normal(&who->rng);
  }
}

void law_random_strain(law_subject *who, double *s) {
  const double *rest = who->law.row->rest;
  for (int i = 0; i < who->law.row->n_in; i++) {
    double u = 2 * pl_rng_uniform(&who->rng) - 1;
    s[i] = rest ? rest[i] * (1 + 0.3 * u) : who->reach * u;
  }
}

double law_stiffness_scale(const law_subject *who, const double *theta) {
  double scale = 1;
  for (int j = 0; j < who->law.n_param; j++)
    if (!pl_dim_equal(who->parameter[j].dim, PL_DIM_NONE)) scale = fmax(scale, 1000 * fabs(theta[j]) / who->parameter[j].scale);
  return (who->law.row->rest ? 1000 : 20) * scale;  // cubic overshoot, 1 / (1 - nu^2); powers of stretches
}
