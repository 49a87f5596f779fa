// test_audience.c: every setting is read or refused, for every protocol and each of its models; names in the lists exist.
#include "estimate/problem/audience.h"
#include "estimate/problem/protocol_fit.h"
#include "measure/measurement.h"
#include "protocol/homogeneous/homogeneous.h"
#include "rig/laboratory.h"
#include "said.h"
#include "test.h"

static const pl_option_table *const tables[] = {&pl_fit_option_table, &pl_rig_option_table};

// A value of the option that is not its default, as a user writes it.
static void other_value(const pl_option *option, char *text, size_t size) {
  double step = option->upper > option->value ? option->upper : option->lower;
  switch (option->type) {
  case PL_OPTION_INT: snprintf(text, size, "%d", (int)(option->value + (option->value < option->upper ? 1 : -1))); break;
  case PL_OPTION_REAL: pl_quantity_print(step, option->dim, text, size); break;
  case PL_OPTION_BOOL: snprintf(text, size, "%s", option->value != 0 ? "false" : "true"); break;
  case PL_OPTION_CHOICE: {
    const char *first = option->choices;
    const char *next = strchr(first, '|') + 1;
    const char *word = option->value == 0 ? next : first;
    snprintf(text, size, "%.*s", (int)strcspn(word, "|"), word);
    break;
  }
  case PL_OPTION_TEXT: snprintf(text, size, "other"); break;
  }
}

static bool exists(const char *name, const pl_option_table *table) {
  const pl_option *option = pl_options_find(table, name);
  return option && !pl_options_is_shared(table, option);
}

static void check_list(const char *const *reads, const pl_option_table *table, const char *of) {
  for (; reads && *reads; reads++)
    if (!exists(*reads, table)) test_fail(__FILE__, __LINE__, "%s lists \"%s\", which is no listed option", of, *reads);
}

TEST(audience_lists_name_options) {
  for (int p = 0; p < pl_protocol_count(); p++) {
    const pl_protocol *protocol = pl_protocol_at(p);
    pl_fit_model model[PL_MAX_MODEL];
    int n = pl_models_of(protocol, model);
    CHECK(n > 0 && n <= PL_MAX_MODEL);
    check_list(protocol->rig->reads, &pl_rig_option_table, protocol->name);
    check_list(protocol->fit->models->reads, &pl_fit_option_table, protocol->name);
    check_list(protocol->fit->models->idle, &pl_fit_option_table, protocol->name);
    for (int i = 0; i < n; i++) {
      CHECK(model[i].name && model[i].help && model[i].schedule && model[i].schedule->run);
      check_list(model[i].reads, &pl_fit_option_table, model[i].name);
      check_list(model[i].schedule->reads, &pl_fit_option_table, model[i].schedule->name);
    }
  }
}

TEST(audience_every_option_has_a_reader) {
  for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
    for (int i = 0; i < tables[t]->n_option; i++) {
      int n = 0;
      for (int p = 0; p < pl_protocol_count(); p++) n += pl_option_is_read(pl_protocol_at(p), NULL, tables[t], &tables[t]->option[i]);
      if (n == 0) test_fail(__FILE__, __LINE__, "nothing reads --%s", tables[t]->option[i].name);
    }
}

// Relaxation needs times, which hung weights do not have, and a stress that is zero at rest, unlike that of rubber laws.
TEST(audience_of_relaxation) {
  const pl_option *rate = pl_options_find(&pl_fit_option_table, "rate");
  static const char *const timed[] = {"tensile", "disk-push", "homogeneous", "bulge"};
  for (int p = 0; p < pl_protocol_count(); p++) {
    bool expected = false;
    for (size_t i = 0; i < sizeof timed / sizeof *timed; i++) expected = expected || strcmp(pl_protocol_at(p)->name, timed[i]) == 0;
    CHECK(pl_option_is_read(pl_protocol_at(p), NULL, &pl_fit_option_table, rate) == expected);
  }
  pl_fit_model model[PL_MAX_MODEL];
  const pl_protocol *states = pl_protocol_find("homogeneous");
  int n_rubber = 0;
  for (int i = 0, n = pl_models_of(states, model); i < n; i++) {
    if (strcmp(model[i].name, "neo-hookean") != 0 && strncmp(model[i].name, "ogden", 5) != 0) continue;
    CHECK(!pl_option_is_read(states, &model[i], &pl_fit_option_table, rate));
    n_rubber++;
  }
  CHECK(n_rubber == 4);
}

// ---- the templates ----

// The choice of schedule and the refusal of settings for a loaded experiment, as a fit begins; nothing is fitted.
static pl_status begin(pl_context *ctx, const pl_measurement *m, const pl_fit_options *options, pl_model_choice *choice) {
  const pl_given_test given = {.measurement = m, .test = &m->test[0]};
  pl_fit_case one = {.given = &given, .test = given.test};
  pl_fit fit = {.arena = pl_arena_create(ctx),
                .ctx = ctx,
                .problem = {.options = *options, .n_case = 1, .n_fitted = 1, .given = &given},
                .work.fit_case = &one};
  pl_status status = pl_model_choose(&fit, choice);
  if (status == PL_OK) status = pl_refuse_idle_options(&fit, choice);
  pl_arena_destroy(fit.arena);
  return status;
}

// One option at another value than its default, and whatever it needs beside it.
static pl_status try_option(pl_context *ctx, const pl_measurement *m, const char *model, const pl_option_table *table,
                            const pl_option *option) {
  pl_fit_options options = pl_fit_options_default();
  pl_arena *arena = pl_arena_create(ctx);
  pl_model_choice choice;
  char text[64];
  void *of = table == &pl_rig_option_table ? (void *)&options.rig : (void *)&options;
  other_value(option, text, sizeof text);
  CHECK(pl_options_set(arena, table, of, option->name, text, NULL) == PL_OK);
  const char *needed = pl_options_needs(table, option, of);
  if (needed && strcmp(needed, "samples") == 0) options.samples = 4;
  if (needed && strcmp(needed, "addends auto") == 0) options.addends = "auto";
  if (strcmp(option->name, "model") != 0) options.model = model;
  pl_status status = begin(ctx, m, &options, &choice);
  pl_arena_destroy(arena);
  return status;
}

// For every protocol's template, every model that suits it, and every option: read, or refused by one sentence that names it.
TEST(audience_reads_or_refuses_every_option) {
  pl_context *ctx = pl_context_create(NULL);
  int n_read = 0, n_refused = 0;
  for (int p = 0; p < pl_protocol_count(); p++) {
    const pl_protocol *protocol = pl_protocol_at(p);
    char folder[1200];
    pl_measurement *m;
    snprintf(folder, sizeof folder, "%s/%s", test_folder(), protocol->name);
    REQUIRE(pl_measurement_new(ctx, protocol->name, folder) == PL_OK);
    REQUIRE(pl_measurement_load(ctx, folder, &m) == PL_OK);
    pl_fit_model model[PL_MAX_MODEL];
    int n = pl_models_of(protocol, model);
    for (int k = 0; k < n; k++)
      for (size_t t = 0; t < sizeof tables / sizeof *tables && (!model[k].suits || model[k].suits(&m->test[0])); t++)
        for (int i = 0; i < tables[t]->n_option; i++) {
          const pl_option *option = &tables[t]->option[i];
          if (strcmp(option->name, "model") == 0) continue;
          bool iterates = !model[k].linear || !model[k].linear(&m->test[0]);
          bool of_iterations = strcmp(option->name, "max-iterations") == 0 || strcmp(option->name, "tolerance") == 0;
          bool read = pl_option_is_read(protocol, &model[k], tables[t], option) && (iterates || !of_iterations);
          pl_context_clear_error(ctx);
          pl_status status = try_option(ctx, m, model[k].name, tables[t], option);
          if (status != (read ? PL_OK : PL_ERROR_USAGE))
            test_fail(__FILE__, __LINE__, "--%s for model %s of %s: %s", option->name, model[k].name, protocol->name,
                      pl_context_error(ctx)->message);
          char flag[80];
          snprintf(flag, sizeof flag, "--%s has no effect", option->name);
          // what an option needs may be refused in its place
          if (!read && strcmp(option->name, "folds") != 0 && !strstr(pl_context_error(ctx)->message, flag) &&
              !strstr(pl_context_error(ctx)->message, "--samples"))
            test_fail(__FILE__, __LINE__, "%s: %s", flag, pl_context_error(ctx)->message);
          *(read ? &n_read : &n_refused) += 1;
        }
    pl_measurement_destroy(m);
  }
  printf("%d read, %d refused\n", n_read, n_refused);
  CHECK(n_read > 500 && n_refused > 500);
  pl_context_destroy(ctx);
}

// What was said of tensile tests alone: defect 6.6.
TEST(audience_refuses_points_of_captures_for_curves) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  pl_measurement *m;
  pl_model_choice choice;
  char folder[1200];
  snprintf(folder, sizeof folder, "%s/curves", test_folder());
  REQUIRE(pl_measurement_new(ctx, "tensile", folder) == PL_OK);
  REQUIRE(pl_measurement_load(ctx, folder, &m) == PL_OK);
  pl_fit_options options = pl_fit_options_default();
  CHECK(begin(ctx, m, &options, &choice) == PL_OK);
  // the default, given by name, has no effect either
  CHECK(pl_options_set(arena, &pl_fit_option_table, &options, "max-points", "5", NULL) == PL_OK);
  CHECK(begin(ctx, m, &options, &choice) == PL_ERROR_USAGE);
  CHECK_CONTAINS(said_error(ctx), "[option.no-effect]|--max-points | volino of 'warp' (tensile)| capture");
  pl_measurement_destroy(m);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

// The same settings for a virtual measurement of these tests.
static pl_status check_plan(pl_context *ctx, pl_arena *arena, const pl_measurement *m, const pl_fit_options *options) {
  const pl_lab lab = {.ctx = ctx,
                      .arena = arena,
                      .word = m->protocol->name,
                      .options = {&options->rig, &options->solve},
                      .plan = {.n_test = m->n_test, .test = m->test}};
  return pl_refuse_idle_of_plan(&lab);
}

// Incompressible rubber in known states leaves no equilibrium to find; a foam does.
TEST(audience_refuses_settings_of_solvers_where_nothing_is_solved) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  pl_measurement *m;
  pl_model_choice choice;
  char folder[1200];
  snprintf(folder, sizeof folder, "%s/rubber", test_folder());
  REQUIRE(pl_measurement_new(ctx, "homogeneous", folder) == PL_OK);
  REQUIRE(pl_measurement_load(ctx, folder, &m) == PL_OK);
  for (int i = 0; i < pl_solve_option_table.n_option; i++) {
    const pl_option *option = &pl_solve_option_table.option[i];
    pl_fit_options options = pl_fit_options_default();
    char text[64], flag[48], said[100];
    other_value(option, text, sizeof text);
    pl_context_clear_error(ctx);
    CHECK(pl_options_set(arena, &pl_solve_option_table, &options.solve, option->name, text, NULL) == PL_OK);
    CHECK(begin(ctx, m, &options, &choice) == PL_ERROR_USAGE);
    pl_option_flag(&pl_solve_option_table, option, flag, sizeof flag);
    snprintf(said, sizeof said, "[option.no-effect]|--%s ", flag);
    CHECK_CONTAINS(said_error(ctx), said);
    CHECK(check_plan(ctx, arena, m, &options) == PL_ERROR_USAGE);
    ((pl_homogeneous *)m->test[0].detail)->incompressible = false;
    CHECK(begin(ctx, m, &options, &choice) == PL_OK);
    CHECK(check_plan(ctx, arena, m, &options) == PL_OK);
    ((pl_homogeneous *)m->test[0].detail)->incompressible = true;
  }
  pl_measurement_destroy(m);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

// Stresses of incompressible rubber in known states are linear in polynomial coefficients and curves, not in Ogden's exponents. The volume
// of a foam has to be found. Neo-Hooke has nothing to hold for a polyconvex energy.
TEST(audience_refuses_iterations_of_linear_models) {
  static const struct {
    const char *model, *option, *value;
    pl_status kept, free;  // with the volume kept, and free
  } rows[] = {{"additive", "max-iterations", "1", PL_ERROR_USAGE, PL_OK},
              {"neo-hookean", "max-iterations", "1", PL_ERROR_USAGE, PL_OK},
              {"mooney-rivlin", "tolerance", "1e-2", PL_ERROR_USAGE, PL_OK},
              {"yeoh", "tolerance", "1e-2", PL_ERROR_USAGE, PL_OK},
              {"ogden-2", "max-iterations", "1", PL_OK, PL_OK},
              {"ogden-1", "tolerance", "1e-2", PL_OK, PL_OK},
              {"neo-hookean", "polyconvex", "true", PL_ERROR_USAGE, PL_ERROR_USAGE},
              {"yeoh", "polyconvex", "true", PL_OK, PL_OK},
              {"additive", "polyconvex", "true", PL_OK, PL_OK}};
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  pl_measurement *m;
  pl_model_choice choice;
  char folder[1200];
  snprintf(folder, sizeof folder, "%s/rubber", test_folder());
  REQUIRE(pl_measurement_new(ctx, "homogeneous", folder) == PL_OK);
  REQUIRE(pl_measurement_load(ctx, folder, &m) == PL_OK);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    for (int kept = 0; kept < 2; kept++) {
      pl_fit_options options = pl_fit_options_default();
      char said[100];
      options.model = rows[i].model;
      CHECK(pl_options_set(arena, &pl_fit_option_table, &options, rows[i].option, rows[i].value, NULL) == PL_OK);
      ((pl_homogeneous *)m->test[0].detail)->incompressible = kept;
      pl_context_clear_error(ctx);
      pl_status expected = kept ? rows[i].kept : rows[i].free;
      CHECK(begin(ctx, m, &options, &choice) == expected);
      snprintf(said, sizeof said, "[option.no-effect]|--%s ", rows[i].option);
      if (expected != PL_OK) CHECK_CONTAINS(said_error(ctx), said);
    }
  pl_measurement_destroy(m);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

// Clamps prescribe the shape of a bent strip: there is nothing to solve.
TEST(audience_refuses_settings_of_solvers_of_prescribed_shapes) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  pl_measurement *m;
  pl_model_choice choice;
  char folder[1200];
  snprintf(folder, sizeof folder, "%s/loops", test_folder());
  REQUIRE(pl_measurement_new(ctx, "moment-curvature", folder) == PL_OK);
  REQUIRE(pl_measurement_load(ctx, folder, &m) == PL_OK);
  pl_fit_options options = pl_fit_options_default();
  CHECK(pl_options_set(arena, &pl_solve_option_table, &options.solve, "method", "lbfgs", NULL) == PL_OK);
  CHECK(begin(ctx, m, &options, &choice) == PL_ERROR_USAGE);
  CHECK_CONTAINS(said_error(ctx), "[option.no-effect]|--solver-method ");
  pl_measurement_destroy(m);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

// The shape of a clamped strip follows from its clamps unless its material couples warp and weft: known once the model is built.
TEST(audience_refuses_settings_of_solvers_of_clamped_strips) {
  static const struct {
    const char *method;  // of the virtual specimen
    int n_test;          // 2: strips along the yarns; 4: sheared samples too, which auto simulates on a mesh
    pl_status status;
  } rows[] = {{"clamped", 4, PL_ERROR_USAGE}, {"auto", 2, PL_ERROR_USAGE}, {"free", 2, PL_OK}, {"auto", 4, PL_OK}};
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  pl_measurement *m;
  char folder[1200];
  snprintf(folder, sizeof folder, "%s/strips", test_folder());
  REQUIRE(pl_measurement_new(ctx, "tensile", folder) == PL_OK);
  REQUIRE(pl_measurement_load(ctx, folder, &m) == PL_OK);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    for (int prediction = 0; prediction < 2; prediction++) {
      pl_fit_options options = pl_fit_options_default();
      pl_fit *fit = NULL, *before = NULL;
      m->n_test = rows[i].n_test;
      CHECK(pl_options_set(arena, &pl_rig_option_table, &options.rig, "method", rows[i].method, NULL) == PL_OK);
      if (rows[i].n_test > 2 && rows[i].status == PL_OK)
        CHECK(pl_options_set(arena, &pl_rig_option_table, &options.rig, "cells", "6", NULL) == PL_OK);
      REQUIRE(!prediction || pl_fit_run(ctx, 1, &m, 0, NULL, &options, &before) == PL_OK);
      CHECK(pl_options_set(arena, &pl_solve_option_table, &options.solve, "max-iterations", "77", NULL) == PL_OK);
      pl_context_clear_error(ctx);
      pl_status status =
          prediction ? pl_fit_predict(ctx, before->material, 1, &m, &options, &fit) : pl_fit_run(ctx, 1, &m, 0, NULL, &options, &fit);
      CHECK(status == rows[i].status);
      if (rows[i].status != PL_OK) CHECK_CONTAINS(said_error(ctx), "[option.no-effect]|--solver-max-iterations ");
      pl_fit_destroy(fit);
      pl_fit_destroy(before);
    }
  pl_measurement_destroy(m);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

// A uniform sample has no mesh, and a given method is not chosen by shape: such settings are refused before any stage. Where the choice
// depends on the material, they are refused once that is fitted.
TEST(audience_refuses_settings_of_meshes_of_uniform_strips) {
  static const char *const mesh[] = {"cells", "cells-short", "edges", "topology"}, *const shape[] = {"wide", "narrow"};
  static const struct {
    const char *method;
    bool mesh, shape;  // settings that have an effect with some material
  } rows[] = {{"clamped", false, false}, {"free", false, false}, {"mesh", true, false}, {"auto", true, true}};
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  pl_measurement *m;
  pl_model_choice choice;
  char folder[1200];
  snprintf(folder, sizeof folder, "%s/strips", test_folder());
  REQUIRE(pl_measurement_new(ctx, "tensile", folder) == PL_OK);
  REQUIRE(pl_measurement_load(ctx, folder, &m) == PL_OK);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    for (int k = 0; k < 6; k++) {
      const char *name = k < 4 ? mesh[k] : shape[k - 4];
      pl_status expected = (k < 4 ? rows[i].mesh : rows[i].shape) ? PL_OK : PL_ERROR_USAGE;
      pl_fit_options options = pl_fit_options_default();
      char text[64], said[100];
      other_value(pl_options_find(&pl_rig_option_table, name), text, sizeof text);
      CHECK(pl_options_set(arena, &pl_rig_option_table, &options.rig, "method", rows[i].method, NULL) == PL_OK);
      CHECK(pl_options_set(arena, &pl_rig_option_table, &options.rig, name, text, NULL) == PL_OK);
      pl_context_clear_error(ctx);
      CHECK(begin(ctx, m, &options, &choice) == expected);
      CHECK(check_plan(ctx, arena, m, &options) == expected);
      snprintf(said, sizeof said, "[option.no-effect]|--%s ", name);
      if (expected != PL_OK) CHECK_CONTAINS(said_error(ctx), said);
    }
  pl_fit *fit = NULL;
  pl_fit_options options = pl_fit_options_default();
  CHECK(pl_options_set(arena, &pl_rig_option_table, &options.rig, "cells", "6", NULL) == PL_OK);
  m->n_test = 2;  // along the yarns, with uncoupled curves
  CHECK(pl_fit_run(ctx, 1, &m, 0, NULL, &options, &fit) == PL_ERROR_USAGE && !fit);
  CHECK_CONTAINS(said_error(ctx), "[option.no-effect]|--cells ");
  pl_measurement_destroy(m);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

// A number of cells below the least one of a mesh is refused, not raised.
TEST(audience_refuses_too_few_cells) {
  static const struct {
    const char *protocol;
    int least;
  } rows[] = {{"bulge", 12}, {"disk-push", 16}, {"tensile", 2}, {"cantilever", 2}};
  pl_context *ctx = pl_context_create(NULL);
  pl_material *material;
  REQUIRE(pl_material_load(ctx, "isotropic-1000", &material) == PL_OK);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char folder[1200], said[80];
    pl_measurement *m;
    const pl_rig *rig;
    const pl_solve_options solve = pl_solve_options_default();
    pl_rig_options options = pl_rig_options_default();
    snprintf(folder, sizeof folder, "%s/%s", test_folder(), rows[i].protocol);
    REQUIRE(pl_measurement_new(ctx, rows[i].protocol, folder) == PL_OK);
    REQUIRE(pl_measurement_load(ctx, folder, &m) == PL_OK);
    options.method = PL_TEST_MESH;
    options.cells = rows[i].least - 1;
    pl_context_clear_error(ctx);
    CHECK(pl_rig_create(ctx, m->protocol, &m->test[0], material, &options, &solve, &rig) == PL_ERROR_USAGE && !rig);
    snprintf(said, sizeof said, "[rig.few-cells]|%d |%d for %s", options.cells, rows[i].least, rows[i].protocol);
    CHECK_CONTAINS(said_error(ctx), said);
    options.cells = rows[i].least;
    pl_context_clear_error(ctx);
    if (strcmp(rows[i].protocol, "cantilever") != 0) {  // it needs a material that bends
      CHECK(pl_rig_create(ctx, m->protocol, &m->test[0], material, &options, &solve, &rig) == PL_OK);
      pl_rig_destroy(rig);
    }
    pl_measurement_destroy(m);
  }
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}

// One message for an unknown model, whatever the protocol: the nearest name, the list, the protocol that has it.
TEST(registry_unknown_model) {
  pl_context *ctx = pl_context_create(NULL);
  static const struct {
    const char *protocol, *model, *hint;
  } row[] = {{"tensile", "volnio", "'volino'?|volino, convex,"},     {"tensile", "wang-bending", " for cantilever)|volino, "},
             {"weights", "blue", "quadratic, |material file"},       {"roll", "stvk", "quadratic, "},
             {"cantilever", "polar-bending", "wang-bending"},        {"poses", "isotropic", "stvk, neo-hookean"},
             {"homogeneous", "orthotropic", "additive, neo-hookean"}};
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char folder[1200];
    pl_measurement *m;
    pl_model_choice choice;
    snprintf(folder, sizeof folder, "%s/%d", test_folder(), (int)i);
    REQUIRE(pl_measurement_new(ctx, row[i].protocol, folder) == PL_OK);
    REQUIRE(pl_measurement_load(ctx, folder, &m) == PL_OK);
    pl_fit_options options = pl_fit_options_default();
    options.model = row[i].model;
    pl_context_clear_error(ctx);
    CHECK(begin(ctx, m, &options, &choice) == PL_ERROR_USAGE);
    char said[160];
    snprintf(said, sizeof said, "[model.unknown]|'%s'| %s|%s", row[i].model, row[i].protocol, row[i].hint);
    CHECK_CONTAINS(said_error(ctx), said);
    pl_measurement_destroy(m);
  }
  pl_context_destroy(ctx);
}
