// test_remedy.c: a remedy names only options that the protocol and the model have.
#include "test.h"

#include "estimate/advise/further.h"
#include "estimate/advise/remedy.h"
#include "protocol/homogeneous/homogeneous.h"
#include "protocol/capture/capture.h"
#include "protocol/poses/poses.h"

typedef struct fake {
  pl_test test;
  pl_fit_case fit_case;
  pl_material material;
  pl_fit fit;
} fake;

static const int here;  // stands for what a test points to

static const pl_fit *fake_fit(fake *f, const char *model) {
  f->fit_case.test = &f->test;
  f->fit.problem.fit_case = &f->fit_case;
  f->fit.problem.n_case = f->fit.problem.n_fitted = 1;
  f->fit.material = &f->material;
  f->fit.problem.options.model = model;
  f->fit.solution.stop_reason = "";
  return &f->fit;
}

static void check_without(const char *remedy, const char *const *word) {
  for (; *word; word++)
    if (strstr(remedy, *word)) test_fail(__FILE__, __LINE__, "\"%s\" has \"%s\"", remedy, *word);
}

TEST(remedy_speaks_of_its_protocol) {
  static const char *const body[] = {"--segments", "--points", "--max-points", "--cells", "--bend-knots", "curve", "fabric", "cloth", NULL};
  static const char *const rubber[] = {"--segments", "--points", "--max-points", "--cells", "--bend-knots", "fabric", "cloth", NULL};
  static const char *const capture[] = {"--segments", "--points", "--bend-knots", "specimen", NULL};
  static fake poses, state, shot;
  poses.test.protocol = &pl_protocol_poses;
  poses.test.detail = (const void *)&here;
  pl_homogeneous uniform = {.mode = PL_UNIAXIAL};
  state.test.protocol = &pl_protocol_homogeneous;
  state.test.detail = &uniform;
  shot.test.protocol = &pl_protocol_capture;
  shot.test.detail = (const void *)&here;
  for (int k = 0; k < PL_REMEDY_COUNT; k++) {
    check_without(pl_remedy(fake_fit(&poses, "stvk"), NULL, (pl_remedy_kind)k), body);
    check_without(pl_remedy(fake_fit(&poses, "additive"), &poses.test, (pl_remedy_kind)k), body);
    check_without(pl_remedy(fake_fit(&state, "mooney-rivlin"), NULL, (pl_remedy_kind)k), rubber);
    check_without(pl_remedy(fake_fit(&shot, "stvk"), NULL, (pl_remedy_kind)k), capture);
  }
  CHECK_CONTAINS(pl_remedy(fake_fit(&state, "mooney-rivlin"), NULL, PL_REMEDY_SYSTEMATIC), "--model additive");
  uniform.symmetry = PL_SYMMETRY_ORTHOTROPIC;  // and of a body with axes not those of isotropic ones
  for (int k = 0; k < PL_REMEDY_COUNT; k++) CHECK(!strstr(pl_remedy(fake_fit(&state, "orthotropic"), NULL, (pl_remedy_kind)k), "ogden"));
  CHECK_CONTAINS(pl_remedy(fake_fit(&poses, "stvk"), NULL, PL_REMEDY_SYSTEMATIC), "additive");
  CHECK(!strstr(pl_remedy(fake_fit(&poses, "additive"), NULL, PL_REMEDY_SYSTEMATIC), "additive"));
  // sheets in poses have no additive model, and who uses orthotropic is not told to
  static pl_term term;
  pl_strain sheet = {.element = PL_ELEMENT_TRIANGLE}, solid = {.element = PL_ELEMENT_TET};
  poses.material.term = &term;
  poses.material.n_term = 1;
  term.law.row = &(pl_law_row){.name = "orthotropic"};
  term.strain = &sheet;
  const char *told = pl_remedy(fake_fit(&poses, "isotropic"), NULL, PL_REMEDY_SYSTEMATIC);
  CHECK(!strstr(told, "additive") && strstr(told, "--model orthotropic"));
  told = pl_remedy(fake_fit(&poses, "orthotropic"), NULL, PL_REMEDY_SYSTEMATIC);
  CHECK(!strstr(told, "additive") && !strstr(told, "orthotropic") && strstr(told, "refine the mesh"));
  term.strain = &solid;
  told = pl_remedy(fake_fit(&poses, "orthotropic"), NULL, PL_REMEDY_SYSTEMATIC);
  CHECK(strstr(told, "--model additive") && !strstr(told, "orthotropic"));
  told = pl_remedy(fake_fit(&poses, "gel.json"), NULL, PL_REMEDY_SYSTEMATIC);
  CHECK(!strstr(told, "--model") && !strstr(told, "--samples"));  // of a file neither is asked
  poses.fit.problem.options.polyconvex = true;                    // and orthotropic has no polyconvex form
  told = pl_remedy(fake_fit(&poses, "neo-hookean"), NULL, PL_REMEDY_SYSTEMATIC);
  CHECK(strstr(told, "--model additive") && !strstr(told, "orthotropic"));
  poses.fit.solution.ties.n = 3;
  CHECK_CONTAINS(pl_remedy(&poses.fit, NULL, PL_REMEDY_FEW), "fewer --samples");
}

// Without curves there are no segments to choose.
TEST(remedy_knows_whether_there_are_curves) {
  static fake curve;
  static pl_term term;
  pl_law_row spline = {.name = "stress-spline"}, linear = {.name = "orthotropic"};
  curve.material.term = &term;
  curve.material.n_term = 1;
  const pl_fit *fit = fake_fit(&curve, "auto");
  term.law.row = &spline;
  CHECK_CONTAINS(pl_remedy(fit, NULL, PL_REMEDY_SYSTEMATIC), "more --segments");
  CHECK_CONTAINS(pl_remedy(fit, NULL, PL_REMEDY_FEW), "fewer --segments");
  term.law.row = &linear;
  CHECK_CONTAINS(pl_remedy(fit, NULL, PL_REMEDY_SYSTEMATIC), "--model volino");
  for (int k = 0; k < PL_REMEDY_COUNT; k++) CHECK(!strstr(pl_remedy(fit, NULL, (pl_remedy_kind)k), "--segments"));
}

TEST(remedy_after_a_stop) {
  static fake f;
  const pl_fit *fit = fake_fit(&f, "auto");
  f.fit.solution.stop_reason = "iteration limit reached";
  CHECK_CONTAINS(pl_remedy_stop(fit), "raise --max-iterations");
  f.fit.solution.stop_reason = "no further decrease found";
  CHECK(!strstr(pl_remedy_stop(fit), "--max-iterations"));
  f.fit.solution.interrupted = true;
  f.fit.solution.stop_reason = "interrupted";
  CHECK(!strstr(pl_remedy_stop(fit), "--max-iterations"));
  CHECK_CONTAINS(pl_remedy_stop(fit), "without interrupting");
}

// Six numbers on four readings: fewer are two or one, not six of another model; never as many as there are, nor more than one state tells. Where
// simulated tests say that another state would not help none is asked for, in the warnings that were made before too.
TEST(remedy_takes_fewer_numbers) {
  static const struct {
    int numbers, readings;
    const char *told;
  } with[] = {{6, 4, "--model mooney-rivlin"},
              {6, 100, "--model mooney-rivlin"},
              {14, 80, "--model mooney-rivlin"},
              {2, 100, "--model neo-hookean"},
              {6, 1, "--model neo-hookean"}};
  static fake state;
  static pl_parameter parameter[14];
  static pl_term term;
  pl_homogeneous uniform = {.mode = PL_UNIAXIAL};
  pl_context *ctx = pl_context_create(NULL);
  state.test.protocol = &pl_protocol_homogeneous;
  state.test.detail = &uniform;
  state.material.parameter = parameter;
  state.material.term = &term;
  state.material.n_term = 1;
  term.law.row = &(pl_law_row){.name = "invariant-spline"};
  for (int j = 0; j < 14; j++) strcpy(parameter[j].name, "invariant.k");
  for (size_t i = 0; i < sizeof with / sizeof with[0]; i++) {
    fake_fit(&state, "additive");
    state.fit.arena = pl_arena_create(ctx);
    state.material.n_theta = with[i].numbers;
    state.fit.evidence.n_residual = with[i].readings;
    CHECK_CONTAINS(pl_remedy_states(&state.fit), with[i].told);
    pl_further none = {.helped = false};
    pl_warning warning = {.remedy = pl_remedy_states(&state.fit)};
    CHECK_CONTAINS(warning.remedy, "add a test in another state (equibiaxial, planar, simple-shear)");
    state.fit.findings.further = &none;
    state.fit.findings.warning = &warning;
    state.fit.findings.n_warning = 1;
    pl_remedy_states_again(&state.fit, warning.remedy);
    CHECK(!strstr(warning.remedy, "add a test"));
    CHECK_CONTAINS(warning.remedy, with[i].told);
    state.fit.findings.further = NULL;
    state.fit.findings.n_warning = 0;
    uniform.symmetry = PL_SYMMETRY_ORTHOTROPIC;
    CHECK_CONTAINS(pl_remedy_states(&state.fit), "--model orthotropic");
    CHECK_CONTAINS(pl_remedy_states(&state.fit), "along the second axis; cut at 45 deg");
    uniform.symmetry = PL_SYMMETRY_ISOTROPIC;
    pl_arena_destroy(state.fit.arena);
  }
  pl_context_destroy(ctx);
}
