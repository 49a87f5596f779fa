// test_swap_pairs.c: every pair of laws that take the same strains is swapped by name; the result loads, simulates and fits.
#include <stdlib.h>

#include "base/text.h"
#include "solve/equilibrium.h"
#include "estimate/problem/fit.h"
#include "fit/virtual_tests.h"
#include "material/project.h"
#include "protocol/homogeneous/homogeneous.h"
#include "protocol/tensile/tensile.h"
#include "test.h"

// A first term whose law is replaced, and a companion that keeps the body stable when the law has no stiffness in some direction.
typedef struct group {
  const char *law, *head, *numbers, *companion;
  bool solid;
} group;

#define SHEET \
  "{\"name\": \"matrix\", \"strain\": \"green\", \"law\": \"isotropic\", \"parameters\": {\"young\": \"600 N/m\", \"poisson\": 0.2}}"
#define BLOCK                                                                                                                      \
  "{\"name\": \"matrix\", \"strain\": \"green3\", \"law\": \"isotropic3\", \"parameters\": {\"unit\": \"kPa\", \"values\": [600, " \
  "200]}}"

static const group groups[] = {
    {"linear", "\"strain\": \"green\", \"values\": [\"warp\"]", "\"range\": [[0, 0.05]], \"parameters\": [\"1000 N/m\"]", SHEET, false},
    {"dahl", "\"strain\": \"green\", \"values\": [\"warp\"]",
     "\"range\": [[0, 0.05]], \"parameters\": {\"a\": \"5 N/m\", \"b\": \"20 N/m\", \"tau\": 0.01}", SHEET, false},
    {"cross", "\"strain\": \"green\", \"values\": [\"warp\", \"weft\"]", "\"parameters\": [\"150 N/m\"]", SHEET, false},
    {"ogden-sheet", "\"strain\": \"principal\"", "\"terms\": 1, \"parameters\": {\"mu1\": \"300 N/m\", \"alpha1\": 2.5}", SHEET, false},
    {"orthotropic", "\"strain\": \"green\"", "\"parameters\": {\"unit\": \"N/m\", \"values\": [1000, 200, 800, 300]}", SHEET, false},
    {"neo-hookean", "\"strain\": \"invariants\"", "\"parameters\": {\"unit\": \"kPa\", \"values\": [200, 2000]}", BLOCK, true},
    {"ogden", "\"strain\": \"principal3\"", "\"terms\": 1, \"parameters\": {\"mu1\": \"300 kPa\", \"alpha1\": 2.5, \"bulk\": \"2 MPa\"}",
     BLOCK, true},
    {"orthotropic3", "\"strain\": \"green3\"",
     "\"parameters\": {\"unit\": \"kPa\", \"values\": [1000, 200, 180, 800, 190, 700, 300, 280, 260]}", BLOCK, true},
};
enum { N_GROUP = sizeof groups / sizeof groups[0], MAX_TEXT = 20000 };

static pl_material *parse(pl_context *ctx, const char *text) {
  pl_material *material;
  if (pl_material_parse(ctx, "pair.json", text, strlen(text), &material) != PL_OK) {
    test_fail(__FILE__, __LINE__, "%s (%s): %s", pl_context_error(ctx)->message, pl_context_error(ctx)->hint, text);
    test_stop();
  }
  return material;
}

// The file of a material with the first law's name replaced.
static void rename_law(pl_context *ctx, const pl_material *material, const char *law, char *out) {
  pl_json_writer *writer = pl_json_writer_create(ctx);
  pl_material_write(material, writer);
  const char *text = pl_json_writer_text(writer), *at = strstr(text, "\"law\": \"") + strlen("\"law\": \"");
  snprintf(out, MAX_TEXT, "%.*s%s%s", (int)(at - text), text, law, strchr(at, '"'));
  pl_json_writer_destroy(writer);
}

static pl_mesh *small_mesh(pl_context *ctx, bool solid) {
  pl_mesh *mesh;
  if (solid) {
    pl_block_specimen block = {.size = {0.02, 0.01, 0.01}, .n = {2, 1, 1}};
    REQUIRE(pl_mesh_block(ctx, &block, &mesh) == PL_OK);
  } else {
    pl_specimen sheet = {.length = 0.1, .width = 0.05, .n_length = 4, .n_width = 2};
    REQUIRE(pl_mesh_strip(ctx, &sheet, &mesh) == PL_OK);
  }
  return mesh;
}

// Equilibrium of a body pulled by 3 % between two ends.
static bool simulates(pl_context *ctx, const pl_material *material, bool solid) {
  pl_mesh *mesh = small_mesh(ctx, solid);
  size_t n = 3 * (size_t)mesh->n_vertex;
  uint8_t *fixed = calloc(n, 1);
  double *x = malloc(n * sizeof *x), low = INFINITY, high = -INFINITY;
  memcpy(x, mesh->x0, n * sizeof *x);
  for (int v = 0; v < mesh->n_vertex; v++) low = fmin(low, x[3 * v]), high = fmax(high, x[3 * v]);
  for (int v = 0; v < mesh->n_vertex; v++) {
    bool end = x[3 * v] - low < 1e-9 || high - x[3 * v] < 1e-9;
    for (int c = 0; c < 3; c++) fixed[3 * v + c] = end || (c == 2 && !solid);
    x[3 * v] = low + 1.03 * (x[3 * v] - low);
  }
  pl_model_options options = {0};
  options.fixed = fixed;
  pl_model *model;
  REQUIRE(pl_model_create(ctx, mesh, material, &options, &model) == PL_OK);
  pl_solve_options solve = pl_solve_options_default();
  pl_solver *solver;
  pl_solve_report report;
  REQUIRE(pl_solver_create(model, &solve, &solver) == PL_OK);
  REQUIRE(pl_equilibrium(solver, material->theta, x, &report) == PL_OK);
  pl_solver_destroy(solver);
  pl_model_destroy(model);
  pl_mesh_destroy(mesh);
  free(fixed);
  free(x);
  return report.outcome == PL_SOLVE_CONVERGED;
}

// Virtual curves of a material: a wide strip of cloth loaded and unloaded, or a block pulled along one axis.
static pl_measurement *curves(pl_context *ctx, const pl_material *truth, bool solid) {
  enum { N = 8 };
  static pl_homogeneous mode = {.mode = PL_UNIAXIAL};
  double control[N], noise[PL_MAX_CHANNEL] = {0};
  const pl_protocol *protocol = pl_protocol_find(solid ? "homogeneous" : "tensile");
  pl_test test = {.name = "pull", .file = "", .length = 0.1, .width = 1.5, .strips = 1, .n_frame = N};
  for (int c = 0; c < protocol->n_channel; c++) test.channel[c].row = &protocol->channel[c];
  for (int i = 0; i < N; i++) control[i] = solid ? 1 + 0.04 * (i + 1) / N : 0.004 * (i < 5 ? i / 4.0 : (8 - i) / 4.0);
  pl_rig_options rig = pl_rig_options_default();
  if (solid) {
    test.length = test.width = 1;
    test.protocol = &pl_protocol_homogeneous;
    test.detail = &mode;
    test.channel[PL_HOMOGENEOUS_STRETCH].value = control;
    noise[PL_HOMOGENEOUS_STRESS] = 100;
    noise[PL_HOMOGENEOUS_LATERAL] = 1e-4;
  } else {
    test.channel[PL_TENSILE_DISPLACEMENT].value = control;
    noise[PL_TENSILE_FORCE] = 0.02;
    rig.method = PL_TEST_CLAMPED;
  }
  pl_solve_options solve = pl_solve_options_default();
  pl_measurement *m;
  pl_rig_report report;
  REQUIRE(pl_rig_measure(ctx, protocol, 1, &test, truth, &rig, &solve, noise, 3, &m, &report) == PL_OK);
  CHECK(report.n_failed == 0);
  if (!solid) keep_channels(m, 0, true, false, false);
  return m;
}

// The fit of the file's terms ends, with a residual that is not above the start's.
static void check_fits(pl_context *ctx, pl_measurement *m, const char *text, const char *pair) {
  char path[600];
  snprintf(path, sizeof path, "%s/swapped.json", test_folder());
  FILE *file = fopen(path, "w");
  REQUIRE(file && fputs(text, file) >= 0 && fclose(file) == 0);
  pl_fit_options options = pl_fit_options_default();
  options.model = path;
  options.max_iterations = 3;
  pl_fit *fit;
  if (pl_fit_run(ctx, 1, &m, 0, NULL, &options, &fit) != PL_OK) {
    test_fail(__FILE__, __LINE__, "%s: %s (%s)", pair, pl_context_error(ctx)->message, pl_context_error(ctx)->hint);
    pl_context_clear_error(ctx);
    return;
  }
  for (int j = 0; j < fit->material->n_theta; j++)
    if (!isfinite(fit->material->theta[j])) test_fail(__FILE__, __LINE__, "%s: %s is not finite", pair, fit->material->parameter[j].name);
  pl_fit_destroy(fit);
}

// Pairs in which the second law contains the first.
static bool contains(const char *from, const char *to) {
  static const char *const pairs[][2] = {
      {"linear", "quadratic"},         {"linear", "stress-spline"},        {"linear", "convex-spline"},      {"linear", "stiffness-spline"},
      {"linear", "energy-spline"},     {"convex-spline", "stress-spline"}, {"isotropic", "orthotropic"},     {"isotropic", "polar-tensor"},
      {"orthotropic", "polar-tensor"}, {"orthotropic", "polar-energy"},    {"neo-hookean", "mooney-rivlin"}, {"neo-hookean", "yeoh"},
      {"neo-hookean", "polynomial"},   {"mooney-rivlin", "polynomial"},    {"isotropic3", "orthotropic3"},   {"cross", "cross-spline"},
  };
  for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
    if (strcmp(from, pairs[i][0]) == 0 && strcmp(to, pairs[i][1]) == 0) return true;
  return false;
}

static void check_pair(pl_context *ctx, const group *g, const pl_material *from, const char *law, pl_measurement *m) {
  static char text[MAX_TEXT];
  char pair[120];
  snprintf(pair, sizeof pair, "%s -> %s", from->term[0].law.row->name, law);
  rename_law(ctx, from, law, text);
  pl_material *to = parse(ctx, text);
  CHECK_TEXT(to->term[0].law.row->name, law);
  REQUIRE(to->term[0].swap != NULL);
  for (int j = 0; j < to->n_theta; j++)
    if (!isfinite(to->theta[j]) || to->theta[j] < to->parameter[j].lower || to->theta[j] > to->parameter[j].upper)
      test_fail(__FILE__, __LINE__, "%s: %s = %g", pair, to->parameter[j].name, to->theta[j]);
  double miss = to->term[0].swap->miss;
  if (contains(from->term[0].law.row->name, law)) CHECK_LESS(miss, 1e-12);
  // every law of friction and of rubber is a fair likeness of another; of others the companion's numbers decide
  printf("%-40s %.3g %%\n", pair, 100 * miss);
  if (!simulates(ctx, to, g->solid)) test_fail(__FILE__, __LINE__, "%s: no equilibrium", pair);
  if (m) check_fits(ctx, m, text, pair);
  pl_material_destroy(to);
}

// All ordered pairs of one group: its law to every other, and from there to every other again.
static void check_group(const group *g) {
  pl_context *ctx = pl_context_create(NULL);
  char text[2000];
  snprintf(text, sizeof text,
           "{\"pliant\": \"material 1\", \"name\": \"body\", \"density\": \"%s\", \"terms\": [{\"name\": \"term\", %s, \"law\": \"%s\", "
           "%s}, %s]}",
           g->solid ? "1000 kg/m^3" : "200 g/m^2", g->head, g->law, g->numbers, g->companion);
  pl_material *base = parse(ctx, text);
  const pl_law_row *row = base->term[0].law.row;
  pl_measurement *m = curves(ctx, base, g->solid);
  int n = 0;
  for (int a = 0; a < pl_law_count(); a++) {
    if (!pl_laws_alike(row, pl_law_at(a))) continue;
    static char renamed[MAX_TEXT];
    rename_law(ctx, base, pl_law_at(a)->name, renamed);
    pl_material *from = parse(ctx, renamed);
    for (int b = 0; b < pl_law_count(); b++)
      if (b != a && pl_laws_alike(row, pl_law_at(b))) check_pair(ctx, g, from, pl_law_at(b)->name, m), n++;
    pl_material_destroy(from);
  }
  CHECK(n > 0);
  printf("%d pairs\n", n);
  pl_measurement_destroy(m);
  pl_material_destroy(base);
  pl_context_destroy(ctx);
}

LONG_TEST(swap_pairs_of_one_strain) { check_group(&groups[0]); }
LONG_TEST(swap_pairs_with_a_memory) { check_group(&groups[1]); }
LONG_TEST(swap_pairs_of_two_strains) { check_group(&groups[2]); }
LONG_TEST(swap_pairs_of_two_stretches) { check_group(&groups[3]); }
LONG_TEST(swap_pairs_of_sheets) { check_group(&groups[4]); }
LONG_TEST(swap_pairs_of_invariants) { check_group(&groups[5]); }
LONG_TEST(swap_pairs_of_stretches) { check_group(&groups[6]); }
LONG_TEST(swap_pairs_of_blocks) { check_group(&groups[7]); }

// Every law of the table that has a companion is in one of the groups above.
TEST(swap_pairs_are_complete) {
  for (int a = 0; a < pl_law_count(); a++) {
    bool alone = true, covered = false;
    for (int b = 0; b < pl_law_count(); b++) alone = alone && (a == b || !pl_laws_alike(pl_law_at(a), pl_law_at(b)));
    for (int g = 0; g < N_GROUP; g++) covered = covered || pl_laws_alike(pl_law_at(a), pl_law_find(groups[g].law));
    if (!alone && !covered) test_fail(__FILE__, __LINE__, "%s is in no group", pl_law_at(a)->name);
  }
}
