// The library as its users see it: only <pliant/pliant.h>, the same calls as the program in docs/library.md and those it leaves out.
#include <pliant/extend/format.h>
#include <pliant/pliant.h>

#include <stdlib.h>

#include "said.h"
#include "test.h"

#define EXAMPLE PLIANT_SOURCE_DIR "/examples/gabardine/"

// Fails the test with the library's own words.
static void must(pl_context *ctx, pl_status status, const char *call) {
  if (status == PL_OK) return;
  char text[2048];
  said_error_format(pl_context_error(ctx), text, sizeof text);
  test_fail(__FILE__, __LINE__, "%s: %s", call, text);
  test_stop();
}
#define MUST(ctx, call) must(ctx, call, #call)

TEST(api_fit_predict_save) {
  pl_context *ctx = pl_context_create(NULL);
  pl_measurement *fabric, *bias;
  MUST(ctx, pl_measurement_load(ctx, EXAMPLE "experiment.json", &fabric));
  MUST(ctx, pl_measurement_load(ctx, EXAMPLE "bias.json", &bias));
  pl_settings *settings;
  MUST(ctx, pl_settings_create(ctx, &settings));
  MUST(ctx, pl_settings_set(settings, "model", "volino"));
  MUST(ctx, pl_settings_set(settings, "segments", "3"));
  MUST(ctx, pl_settings_set(settings, "cells", "24"));
  pl_fit *fit;
  MUST(ctx, pl_estimate(ctx, 1, &fabric, 1, &bias, settings, &fit));
  pl_settings_destroy(settings);  // its texts are not needed any more
  CHECK(pl_fit_converged(fit) && pl_fit_passed(fit));
  CHECK(pl_fit_stop_reason(fit)[0] != '\0');

  const pl_material *material = pl_fit_material(fit);
  int n = pl_material_parameter_count(material), known = 0;
  CHECK(n > 5);
  for (int i = 0; i < n; i++) {
    pl_parameter_view p = pl_material_parameter(material, i);
    CHECK(p.name[0] != '\0' && p.unit[0] != '\0' && p.value >= p.lower && p.value <= p.upper);
    known += pl_fit_identified(fit, i) && !pl_fit_at_bound(fit, i) && p.sigma > 0;
  }
  CHECK(known > n / 2);
  CHECK_TEXT(pl_material_term_at(material, 0).name, "warp");
  CHECK_TEXT(pl_material_term_at(material, 0).stress_unit, "N/m");
  double strain = 0.5 * pl_material_term_at(material, 0).range[0][1], stress, half, again;
  pl_fit_stress(fit, 0, &strain, &stress, &half);
  pl_material_stress(material, 0, &strain, &again, NULL);
  CHECK(stress > 0 && half > 0 && half < stress);
  CHECK_NEAR(stress, again, 0);

  int n_held = 0;
  CHECK(pl_fit_score_count(fit) == pl_fit_test_count(fit));
  for (int i = 0; i < pl_fit_score_count(fit); i++) {
    pl_score_view s = pl_fit_score(fit, i);
    n_held += s.held_out;
    CHECK(s.r2 > 0.95 && s.n > 0 && s.n_failed == 0 && s.used == !s.held_out);
    CHECK_TEXT(s.unit, "N");
  }
  CHECK(n_held == 1);
  // the score is what the predictions say
  int held = pl_fit_test_count(fit) - 1, width;
  pl_fit_test_view view = pl_fit_test(fit, held);
  CHECK_TEXT(view.name, "bias");
  CHECK(view.held_out && view.rig[0] != '\0');
  const double *predicted = pl_fit_predicted(fit, held, "force", &width), *measured = pl_fit_measured(fit, held, "force", NULL);
  REQUIRE(predicted && measured && width == 1 && !pl_fit_predicted(fit, held, "farce", NULL));
  double sum = 0;
  for (int f = 0; f < view.n_frame; f++) sum += (predicted[f] - measured[f]) * (predicted[f] - measured[f]);
  CHECK_CLOSE(pl_fit_score(fit, pl_fit_score_count(fit) - 1).rms, sqrt(sum / view.n_frame), 1e-9);
  for (int i = 0; i < pl_fit_warning_count(fit); i++) CHECK(pl_fit_warning(fit, i).text && pl_fit_warning(fit, i).remedy);
  char *verdict;
  MUST(ctx, pl_fit_verdict(ctx, fit, &verdict));
  CHECK(verdict[0] != '\0');
  pl_free(ctx, verdict);

  // the saved material predicts the same
  char folder[4096], path[4200];
  snprintf(folder, sizeof folder, "%s/out", test_folder());
  snprintf(path, sizeof path, "%s/material.json", folder);
  MUST(ctx, pl_fit_save(ctx, folder, fit, NULL));
  pl_material *loaded;
  MUST(ctx, pl_material_load(ctx, path, &loaded));
  MUST(ctx, pl_settings_create(ctx, &settings));
  MUST(ctx, pl_settings_set(settings, "cells", "24"));
  pl_fit *prediction;
  MUST(ctx, pl_predict_material(ctx, loaded, 1, &bias, settings, &prediction));
  pl_settings_destroy(settings);
  pl_material_destroy(loaded);  // it was copied
  REQUIRE(pl_fit_score_count(prediction) == 1 && pl_fit_passed(prediction) && !pl_fit_identified(prediction, 0));
  CHECK_CLOSE(pl_fit_score(prediction, 0).r2, pl_fit_score(fit, pl_fit_score_count(fit) - 1).r2, 1e-6);
  pl_fit_stress(prediction, 0, &strain, &again, NULL);
  CHECK_CLOSE(again, stress, 1e-12);
  pl_fit_destroy(prediction);
  pl_fit_destroy(fit);
  pl_measurement_destroy(bias);
  pl_measurement_destroy(fabric);
  pl_context_destroy(ctx);
}

TEST(api_measurement_is_readable) {
  pl_context *ctx = pl_context_create(NULL);
  pl_measurement *m;
  MUST(ctx, pl_measurement_load(ctx, EXAMPLE "experiment.json", &m));
  CHECK_TEXT(pl_measurement_name(m), "gabardine");
  CHECK_TEXT(pl_measurement_protocol(m), "tensile");
  REQUIRE(pl_measurement_test_count(m) == 4);
  CHECK_TEXT(pl_measurement_test_name(m, 1), "warp");
  int width, n = pl_measurement_frame_count(m, 1);
  const double *force = pl_measurement_channel(m, 1, "force", &width);
  REQUIRE(force && width == 1 && n > 2);
  CHECK(force[n - 1] > force[0]);
  CHECK(!pl_measurement_channel(m, 1, "shear-displacement", NULL) || !pl_measurement_channel(m, 1, "shear-force", NULL));
  CHECK(!pl_measurement_channel(m, 1, "no such channel", NULL));
  char *text;
  MUST(ctx, pl_measurement_text(ctx, m, &text));
  CHECK_CONTAINS(text, "gabardine");
  pl_free(ctx, text);
  pl_measurement_destroy(m);
  CHECK(pl_measurement_load(ctx, EXAMPLE "nothing.json", &m) == PL_ERROR_FILE && m == NULL);
  CHECK(pl_context_error(ctx)->message[0] != '\0');
  pl_context_destroy(ctx);
}

TEST(api_settings_have_the_names_of_the_program) {
  pl_context *ctx = pl_context_create(NULL);
  pl_settings *settings;
  MUST(ctx, pl_settings_create(ctx, &settings));
  char name[48], text[64];
  int n_solver = 0;
  for (int i = 0; i < pl_settings_count(); i++) {
    CHECK(pl_settings_help(i, name, sizeof name)[0] != '\0');
    CHECK(pl_settings_get(settings, name, text, sizeof text));
    n_solver += strncmp(name, "solver-", 7) == 0;
    if (text[0] != '\0') MUST(ctx, pl_settings_set(settings, name, text));  // what is printed reads back
  }
  CHECK(n_solver == 2);
  MUST(ctx, pl_settings_set(settings, "solver-max-iterations", "77"));
  CHECK(pl_settings_get(settings, "solver-max-iterations", text, sizeof text));
  CHECK_TEXT(text, "77");
  CHECK(pl_settings_get(settings, "max-iterations", text, sizeof text));
  CHECK_TEXT(text, "60");
  CHECK(!pl_settings_get(settings, "segment", text, sizeof text));
  CHECK(pl_settings_set(settings, "segment", "4") == PL_ERROR_INPUT);
  CHECK_CONTAINS(pl_context_error(ctx)->hint, "segments");
  pl_context_clear_error(ctx);
  CHECK(pl_settings_set(settings, "segments", "many") == PL_ERROR_INPUT);
  pl_context_clear_error(ctx);
  CHECK(pl_settings_set(settings, "force-tolerance", "1e-9 m") == PL_ERROR_UNIT);
  pl_settings_destroy(settings);
  pl_context_destroy(ctx);
}

TEST(api_virtual_measurement_fits_back) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *material;
  MUST(ctx, pl_material_load(ctx, "gabardine-virtual", &material));
  enum { N = 15 };
  double pull[N], side[N];
  for (int i = 0; i < N; i++) pull[i] = 1e-4 * i, side[i] = 5e-4 * i;
  double right = acos(-1.0) / 2;
  pl_virtual_test test[] = {{.name = "warp", .length = 0.05, .width = 0.6, .n_frame = N, .displacement = pull},
                            {.name = "weft", .length = 0.05, .width = 0.6, .angle = right, .n_frame = N, .displacement = pull},
                            {.name = "shear", .length = 0.05, .width = 0.6, .n_frame = N, .shear_displacement = side}};
  pl_measurement *m;
  int n_failed;
  MUST(ctx, pl_simulate_measurement(ctx, "tensile", material, 3, test, NULL, 0.01, 7, &m, &n_failed));
  CHECK(n_failed == 0 && pl_measurement_test_count(m) == 3 && pl_measurement_frame_count(m, 2) == N);
  CHECK(pl_measurement_channel(m, 0, "force", NULL) && !pl_measurement_channel(m, 0, "lateral-stretch", NULL));
  CHECK(pl_measurement_channel(m, 2, "shear-force", NULL) && !pl_measurement_channel(m, 0, "shear-force", NULL));
  char folder[4096], path[4200];
  snprintf(folder, sizeof folder, "%s/virtual", test_folder());
  snprintf(path, sizeof path, "%s/experiment.json", folder);
  MUST(ctx, pl_measurement_save(ctx, folder, m));
  pl_measurement *read;
  MUST(ctx, pl_measurement_load(ctx, path, &read));
  CHECK(pl_measurement_frame_count(read, 0) == N);
  pl_fit *fit;
  MUST(ctx, pl_estimate(ctx, 1, &m, 0, NULL, NULL, &fit));
  double strain = 0.02, truth, found, half;
  pl_material_stress(material, 0, &strain, &truth, NULL);
  pl_fit_stress(fit, 0, &strain, &found, &half);
  CHECK_CLOSE(found, truth, 0.01);
  pl_fit_destroy(fit);
  pl_measurement_destroy(read);
  pl_measurement_destroy(m);

  pl_virtual_test push = {.name = "push", .length = 0.3, .width = 0.06, .n_frame = 3, .displacement = side};
  pl_settings *settings;
  MUST(ctx, pl_settings_create(ctx, &settings));
  MUST(ctx, pl_settings_set(settings, "cells", "16"));
  MUST(ctx, pl_simulate_measurement(ctx, "disk-push", material, 1, &push, settings, 0, 1, &m, NULL));
  CHECK(pl_measurement_frame_count(m, 0) == 3 && pl_measurement_channel(m, 0, "force", NULL)[2] > 0);
  pl_measurement_destroy(m);
  pl_settings_destroy(settings);

  // what makes no sense is refused
  pl_virtual_test bad = test[0];
  bad.n_frame = 1;
  CHECK(pl_simulate_measurement(ctx, "tensile", material, 1, &bad, NULL, 0, 1, &m, NULL) == PL_ERROR_INPUT && !m);
  pl_context_clear_error(ctx);
  CHECK(pl_simulate_measurement(ctx, "capture", material, 1, test, NULL, 0, 1, &m, NULL) == PL_ERROR_INPUT);
  pl_context_clear_error(ctx);
  push.width = 1;
  CHECK(pl_simulate_measurement(ctx, "disk-push", material, 1, &push, NULL, 0, 1, &m, NULL) == PL_ERROR_INPUT);
  pl_context_clear_error(ctx);
  CHECK(pl_estimate(ctx, 0, NULL, 0, NULL, NULL, &fit) == PL_ERROR_USAGE && !fit);
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}

TEST(api_hanging_sheet) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *material;
  MUST(ctx, pl_material_load(ctx, "gabardine-virtual", &material));
  pl_specimen strip = {.length = 0.5, .width = 0.1, .n_length = 20, .n_width = 4};
  pl_mesh *mesh;
  MUST(ctx, pl_mesh_strip(ctx, &strip, &mesh));
  enum { N_VERTEX = 105 };
  REQUIRE(mesh->n_vertex == N_VERTEX);
  uint8_t fixed[N_VERTEX][3] = {{0}};
  double load[N_VERTEX][3] = {{0}}, force[N_VERTEX][3], reaction[3];
  int32_t edge[5];
  REQUIRE(pl_mesh_select(mesh, 0, -1e-9, 1e-9, 5, edge) == 5);
  for (int i = 0; i < 5; i++) fixed[edge[i]][0] = fixed[edge[i]][1] = fixed[edge[i]][2] = 1;
  load[N_VERTEX - 1][0] = 0.01;
  pl_sheet_options options = pl_sheet_options_default();
  options.gravity[0] = 9.81;
  options.load = load[0];
  options.fixed = fixed[0];
  pl_sheet *sheet;
  MUST(ctx, pl_sheet_create(ctx, mesh, material, &options, NULL, &sheet));
  double start = pl_sheet_energy(sheet);
  pl_sheet_report report;
  MUST(ctx, pl_sheet_solve(sheet, &report));
  CHECK_TEXT(pl_solve_outcome_text(report.outcome), pl_solve_outcome_text(PL_SOLVE_CONVERGED));
  CHECK_LESS(report.energy, start);
  CHECK_NEAR(pl_sheet_energy(sheet), report.energy, 1e-12);
  pl_sheet_gradient(sheet, force[0]);
  for (int v = 0; v < N_VERTEX; v++)
    for (int k = 0; k < 3; k++)
      if (!fixed[v][k]) CHECK_NEAR(force[v][k], 0, 1e-8);
  // the supports carry the weight and the load: balance of forces
  pl_sheet_reaction(sheet, reaction);
  double weight = pl_material_density(material) * 0.5 * 0.1 * 9.81;
  CHECK_NEAR(reaction[0], -(weight + 0.01), 1e-7);
  CHECK_NEAR(reaction[1], 0, 1e-7);
  CHECK_NEAR(reaction[2], 0, 1e-7);
  // carried to another place, everything is as before
  double x[N_VERTEX][3];
  memcpy(x, pl_sheet_positions(sheet), sizeof x);
  for (int v = 0; v < N_VERTEX; v++) x[v][1] += 0.02;
  MUST(ctx, pl_sheet_move_supports(sheet, x[0]));
  MUST(ctx, pl_sheet_solve(sheet, &report));
  CHECK(report.outcome == PL_SOLVE_CONVERGED);
  for (int v = 0; v < N_VERTEX; v++) CHECK_NEAR(pl_sheet_positions(sheet)[3 * v + 1], x[v][1], 1e-6);
  pl_sheet_set_positions(sheet, mesh->x0);
  CHECK_NEAR(pl_sheet_energy(sheet), start, 0);
  pl_sheet_destroy(sheet);

  options.gravity[0] = NAN;
  CHECK(pl_sheet_create(ctx, mesh, material, &options, NULL, &sheet) == PL_ERROR_INPUT && !sheet);
  pl_mesh_destroy(mesh);
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}

// What people read: texts and JSON of measurements, fits, folders and materials, and the tables of protocols and formats behind them.
TEST(api_texts_and_tables) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *material;
  MUST(ctx, pl_material_load(ctx, "interlock-virtual", &material));
  char *text;
  MUST(ctx, pl_materials_text(ctx, NULL, &text));
  CHECK_CONTAINS(text, "interlock-virtual");
  pl_free(ctx, text);
  MUST(ctx, pl_material_text(ctx, material, NULL, &text));
  CHECK_CONTAINS(text, pl_material_name(material));
  pl_free(ctx, text);
  MUST(ctx, pl_material_json(ctx, material, "drawing.svg", &text));
  CHECK_CONTAINS(text, "\"plot\": \"drawing.svg\"");
  pl_free(ctx, text);
  const pl_material *pair[] = {material, material};
  const char *given[] = {"one", "two"};
  MUST(ctx, pl_materials_compare_text(ctx, 2, pair, given, 3, NULL, &text));
  CHECK_CONTAINS(text, "(one)");
  pl_free(ctx, text);

  CHECK(pl_protocol_count() > 0 && pl_protocol_index(pl_protocol_name(0)) == 0 && pl_protocol_index("no-such") == -1);
  CHECK(pl_protocols_for("rubber", (char[100]){0}, 100) && !pl_protocols_for("nothing", (char[100]){0}, 100));
  char folder[4096], path[4200];
  snprintf(folder, sizeof folder, "%s/template", test_folder());
  snprintf(path, sizeof path, "%s/experiment.json", folder);
  MUST(ctx, pl_measurement_new(ctx, pl_protocol_name(0), folder));
  pl_measurement *m;
  MUST(ctx, pl_measurement_load(ctx, path, &m));
  CHECK(!pl_measurement_only_scored(m));
  MUST(ctx, pl_measurements_json(ctx, 1, &m, &text));
  CHECK_CONTAINS(text, "\"experiments\"");
  pl_free(ctx, text);
  pl_fit *fit;
  MUST(ctx, pl_predict_material(ctx, material, 1, &m, NULL, &fit));
  pl_run run = {.command = "test", .verb = "predict", .next = ""};
  MUST(ctx, pl_fit_json(ctx, fit, &run, &text));
  CHECK_CONTAINS(text, "\"tests\"");
  pl_free(ctx, text);
  MUST(ctx, pl_fit_text(ctx, fit, NULL, NULL, &text));
  CHECK_CONTAINS(text, pl_material_name(material));
  pl_free(ctx, text);
  snprintf(folder, sizeof folder, "%s/result", test_folder());
  MUST(ctx, pl_result_save(ctx, folder, fit, &run));
  int n;
  MUST(ctx, pl_result_text(ctx, folder, NULL, &(pl_text_style){.columns = 100}, &text, &n));
  CHECK(n > 0);
  pl_free(ctx, text);
  pl_fit_destroy(fit);
  pl_measurement_destroy(m);

  // settings of figures, and only those
  pl_settings *settings;
  MUST(ctx, pl_settings_create_for(ctx, PL_SETTINGS_PLOT, &settings));
  CHECK(pl_settings_is_default(settings, "format"));
  MUST(ctx, pl_settings_set(settings, "format", "svg"));
  CHECK(!pl_settings_is_default(settings, "format"));
  char figures[4096];
  pl_file_list *files;
  snprintf(figures, sizeof figures, "%s/figures", test_folder());
  MUST(ctx, pl_result_plot(ctx, folder, figures, settings, &files));
  CHECK(pl_file_list_count(files) > 0 && pl_file_list_title(files, 0));
  pl_file_list_destroy(files);
  CHECK(pl_result_render(ctx, folder, figures, settings, &files) == PL_ERROR_INPUT && !files);
  pl_settings_destroy(settings);
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}

TEST(api_exporters_are_rows) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  pl_material *material, *back;
  MUST(ctx, pl_material_load(ctx, "interlock-virtual", &material));
  for (int i = 0; i < pl_exporter_count(); i++) {
    const pl_exporter *e = pl_exporter_at(i);
    CHECK(pl_exporter_find(e->name) == e && *e->what && *e->takes);
  }
  CHECK(!pl_exporter_find("no-such"));
  const pl_exporter *e = pl_exporter_find("wang2011");
  const pl_importer *r = pl_importer_find("wang2011");
  REQUIRE(e && r);
  void *options = pl_arena_alloc(arena, 1, e->options->struct_size);
  pl_options_default(e->options, options);
  MUST(ctx, pl_options_set(arena, e->options, options, "ring", "1/6", NULL));
  char path[4096];
  snprintf(path, sizeof path, "%s/table.json", test_folder());
  MUST(ctx, e->write(ctx, material, options, path));
  MUST(ctx, r->read(ctx, path, "back", options, &back));
  CHECK(pl_material_parameter_count(back) == pl_material_parameter_count(material));
  pl_material_destroy(back);
  pl_material_destroy(material);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}
