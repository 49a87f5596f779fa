// test_remedy.c: a remedy names only options that the protocol and the model have.
#include "test.h"

#include "estimate/advise/further.h"
#include "estimate/advise/remedy.h"
#include "measure/protocol.h"
#include "protocol/homogeneous/homogeneous.h"

typedef struct fake {
  const char *protocol;
  pl_measurement measurement;
  pl_test test;
  pl_given_test given;
  pl_fit_case fit_case;
  pl_material material;
  pl_fit fit;
} fake;

#define FAKE(name, ...) \
  static fake name = {.fit = {.problem = {.n_case = 1, .n_fitted = 1}, .work.fit_case = &name.fit_case}, .protocol = __VA_ARGS__}

static const pl_fit *fake_fit(fake *f, const char *model) {
  f->test.protocol = pl_protocol_find(f->protocol);
  f->fit_case.test = &f->test;
  f->measurement.protocol = f->test.protocol;
  f->given = (pl_given_test){.measurement = &f->measurement, .test = &f->test};
  f->fit_case.given = &f->given;
  f->fit.material = &f->material;
  f->fit.solution.model = model;
  f->fit.solution.additive = strcmp(model, "additive") == 0;
  f->fit.solution.stop_reason = "";
  return &f->fit;
}

static void check_without(pl_sentence remedy, const char *const *word) {
  for (; remedy.text && *word; word++)
    if (strstr(remedy.text, *word)) test_fail(__FILE__, __LINE__, "\"%s\" has \"%s\"", remedy.text, *word);
}

static const char *text_of(pl_sentence remedy) { return remedy.text ? remedy.text : ""; }

TEST(remedy_speaks_of_its_protocol) {
  static const char *const body[] = {"--segments", "--points", "--max-points", "--cells", "--bend-knots", "curve", "fabric", "cloth", NULL};
  static const char *const rubber[] = {"--segments", "--points", "--max-points", "--cells", "--bend-knots", "fabric", "cloth", NULL};
  static const char *const capture[] = {"--segments", "--points", "--bend-knots", "specimen", NULL};
  FAKE(poses, "poses");
  FAKE(convex, "poses", .fit.problem.options.polyconvex = true);
  FAKE(state, "homogeneous");
  FAKE(shot, "capture");
  pl_homogeneous uniform = {.mode = PL_UNIAXIAL};
  state.test.detail = &uniform;
  pl_term block = {.strain = pl_strain_reference(true), .law.row = pl_law_find("isotropic3")};
  poses.material.term = convex.material.term = &block;
  poses.material.n_term = convex.material.n_term = 1;
  pl_context *ctx = pl_context_create(NULL);
  poses.fit.arena = convex.fit.arena = state.fit.arena = shot.fit.arena = pl_arena_create(ctx);
  for (int k = 0; k < PL_REMEDY_COUNT; k++) {
    check_without(pl_remedy(fake_fit(&poses, "stvk"), NULL, (pl_remedy_kind)k), body);
    check_without(pl_remedy(fake_fit(&poses, "additive"), &poses.fit_case, (pl_remedy_kind)k), body);
    check_without(pl_remedy(fake_fit(&state, "mooney-rivlin"), NULL, (pl_remedy_kind)k), rubber);
    check_without(pl_remedy(fake_fit(&shot, "stvk"), NULL, (pl_remedy_kind)k), capture);
  }
  CHECK_CONTAINS(text_of(pl_remedy(fake_fit(&state, "mooney-rivlin"), NULL, PL_REMEDY_SYSTEMATIC)), "--model additive");
  uniform.symmetry = PL_SYMMETRY_ORTHOTROPIC;  // and of a body with axes not those of isotropic ones
  for (int k = 0; k < PL_REMEDY_COUNT; k++)
    CHECK(!strstr(text_of(pl_remedy(fake_fit(&state, "orthotropic"), NULL, (pl_remedy_kind)k)), "ogden"));
  CHECK_CONTAINS(text_of(pl_remedy(fake_fit(&poses, "stvk"), NULL, PL_REMEDY_SYSTEMATIC)), "additive");
  CHECK(!strstr(text_of(pl_remedy(fake_fit(&poses, "additive"), NULL, PL_REMEDY_SYSTEMATIC)), "additive"));
  // sheets in poses have no additive model, and orthotropic is not suggested to its users
  static pl_term term;
  pl_strain sheet = {.element = PL_ELEMENT_TRIANGLE}, solid = {.element = PL_ELEMENT_TET};
  poses.material.term = &term;
  poses.material.n_term = 1;
  term.law.row = &(pl_law_row){.name = "orthotropic"};
  term.strain = &sheet;
  const char *told = text_of(pl_remedy(fake_fit(&poses, "isotropic"), NULL, PL_REMEDY_SYSTEMATIC));
  CHECK(!strstr(told, "additive") && strstr(told, "--model orthotropic"));
  told = text_of(pl_remedy(fake_fit(&poses, "orthotropic"), NULL, PL_REMEDY_SYSTEMATIC));
  CHECK(!strstr(told, "additive") && !strstr(told, "orthotropic") && strstr(told, "--samples 4"));
  term.strain = &solid;
  told = text_of(pl_remedy(fake_fit(&poses, "orthotropic"), NULL, PL_REMEDY_SYSTEMATIC));
  CHECK(strstr(told, "--model additive") && !strstr(told, "orthotropic"));
  told = text_of(pl_remedy(fake_fit(&poses, "gel.json"), NULL, PL_REMEDY_SYSTEMATIC));
  CHECK(!strstr(told, "--model") && !strstr(told, "--samples"));  // of a file neither is asked
  // and orthotropic has no polyconvex form
  convex.material = poses.material;
  told = text_of(pl_remedy(fake_fit(&convex, "neo-hookean"), NULL, PL_REMEDY_SYSTEMATIC));
  CHECK(strstr(told, "--model additive") && !strstr(told, "orthotropic"));
  poses.fit.solution.ties.n = 3;
  CHECK_TEXT(pl_remedy(&poses.fit, NULL, PL_REMEDY_FEW).id, "remedy.body-few-samples");
  pl_arena_destroy(poses.fit.arena);
  pl_context_destroy(ctx);
}

// Without curves there are no segments to choose.
TEST(remedy_knows_whether_there_are_curves) {
  FAKE(curve, "tensile");
  static pl_term term;
  pl_law_row spline = {.flags = PL_LAW_SPLINE}, linear = {.flags = 0};
  curve.material.term = &term;
  curve.material.n_term = 1;
  const pl_fit *fit = fake_fit(&curve, "auto");
  term.law.row = &spline;
  CHECK_TEXT(pl_remedy(fit, NULL, PL_REMEDY_SYSTEMATIC).id, "remedy.curve-systematic");
  CHECK_TEXT(pl_remedy(fit, NULL, PL_REMEDY_FEW).id, "remedy.curve-few");
  term.law.row = &linear;
  CHECK_CONTAINS(text_of(pl_remedy(fit, NULL, PL_REMEDY_SYSTEMATIC)), "--model volino");
  for (int k = 0; k < PL_REMEDY_COUNT; k++) CHECK(!strstr(text_of(pl_remedy(fit, NULL, (pl_remedy_kind)k)), "--segments"));
}

// Protocols of one fit that differ get the general remedy, which names no option of one of them; those that agree keep theirs.
TEST(remedy_of_a_mixed_fit_is_one) {
  static const char *const options[] = {"--segments", "--points", "--max-points", "--cells", "--bend-knots", NULL};
  FAKE(curve, "tensile");
  FAKE(shot, "capture");
  static pl_term term;
  pl_law_row spline = {.flags = PL_LAW_SPLINE};
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  term.law.row = &spline;
  term.strain = pl_strain_reference(false);
  curve.material.term = shot.material.term = &term;
  curve.material.n_term = shot.material.n_term = 1;
  curve.fit.arena = shot.fit.arena = arena;
  fake_fit(&curve, "auto");
  fake_fit(&shot, "auto");
  pl_fit_case both[2] = {curve.fit_case, shot.fit_case};
  pl_fit mixed = {.problem = {.n_case = 2, .n_fitted = 2}, .work.fit_case = both, .arena = arena, .material = &curve.material};
  mixed.solution = curve.fit.solution;
  int n_differ = 0;
  for (int k = 0; k < PL_REMEDY_COUNT; k++) {
    pl_sentence one = pl_remedy(&curve.fit, NULL, (pl_remedy_kind)k), other = pl_remedy(&shot.fit, NULL, (pl_remedy_kind)k),
                all = pl_remedy(&mixed, NULL, (pl_remedy_kind)k);
    bool differ = one.text && other.text && strcmp(one.text, other.text) != 0;
    n_differ += differ;
    if (differ)
      check_without(all, options);
    else
      CHECK_TEXT(text_of(all), one.text ? one.text : text_of(other));
  }
  CHECK(n_differ > 2);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

TEST(remedy_after_a_stop) {
  FAKE(f, "tensile");
  const pl_fit *fit = fake_fit(&f, "auto");
  f.fit.solution.at_limit = true;
  CHECK_TEXT(pl_remedy_stop(fit).id, "remedy.raise-iterations");
  f.fit.solution.at_limit = false;
  CHECK_TEXT(pl_remedy_stop(fit).id, "remedy.see-convergence");
  f.fit.solution.interrupted = true;
  CHECK_TEXT(pl_remedy_stop(fit).id, "remedy.interrupted");
}

// Six numbers on four readings: fewer are two or one, not six of another model. Never as many as there are, nor more than one state tells.
// If simulated tests show that another state would not help, none is suggested, also in the warnings that were made before.
TEST(remedy_takes_fewer_numbers) {
  static const struct {
    int numbers, readings;
    const char *told;
  } with[] = {{6, 4, "--model mooney-rivlin"},
              {6, 100, "--model mooney-rivlin"},
              {14, 80, "--model mooney-rivlin"},
              {2, 100, "--model neo-hookean"},
              {6, 1, "--model neo-hookean"}};
  FAKE(state, "homogeneous");
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
    pl_sentence before = pl_remedy(&state.fit, NULL, PL_REMEDY_WEAK);
    CHECK_CONTAINS(text_of(before), with[i].told);
    pl_warning warning = {.remedy = "as it was worded", .remedy_id = before.id};
    CHECK_TEXT(before.id, "remedy.state-other-or-fewer");
    CHECK_CONTAINS(before.text, "add a test in another state (equibiaxial, planar, simple-shear)");
    state.fit.findings.warning = &warning;
    state.fit.findings.n_warning = 1;
    pl_remedy_again(&state.fit, &state.fit.findings);
    CHECK_TEXT(warning.remedy_id, "remedy.state-fewer-only");
    CHECK_CONTAINS(warning.remedy, with[i].told);
    state.fit.findings.n_warning = 0;
    uniform.symmetry = PL_SYMMETRY_ORTHOTROPIC;
    CHECK_TEXT(pl_remedy(&state.fit, NULL, PL_REMEDY_ZERO).id, "remedy.state-axes-test");
    CHECK_CONTAINS(text_of(pl_remedy(&state.fit, NULL, PL_REMEDY_ZERO)), "--model orthotropic");
    uniform.symmetry = PL_SYMMETRY_ISOTROPIC;
    pl_arena_destroy(state.fit.arena);
  }
  pl_context_destroy(ctx);
}
