// test_extrapolation.c: a prediction says how far it goes beyond what the material was measured at, whatever the protocol and the law; and is quiet inside.
#include "conformance/law_subject.h"
#include "estimate/problem/audience.h"
#include "said.h"
#include "test.h"
#include "unit/measure/scratch_experiment.h"

// Bodies on coarse cells.
static void make_coarse(const char *folder) {
  char *text, *cells;
  size_t size;
  require_ok(pl_file_read(arena, at(pl_arena_printf(arena, "%s/experiment.json", folder)), 1 << 20, &text, &size));
  cells = strstr(text, "[20, 5, 5]");
  if (!cells) return;
  memcpy(cells, "[ 6, 2, 2]", 10);
  put(pl_arena_printf(arena, "%s/experiment.json", folder), text);
}

static pl_measurement *template_of(const char *protocol) {
  pl_measurement *m;
  const char *folder = at(protocol);
  if (!pl_file_exists(pl_arena_printf(arena, "%s/experiment.json", folder))) {
    require_ok(pl_measurement_new(ctx, protocol, folder));
    make_coarse(protocol);
  }
  require_ok(pl_measurement_load(ctx, folder, &m));
  return m;
}

static pl_fit *predict(pl_measurement *m, pl_material *material) {
  pl_fit_options options = pl_fit_options_default();
  const pl_option *cells = pl_options_find(&pl_rig_option_table, "cells");
  // the report follows from the visited strains, however well they are resolved
  if (pl_option_is_read(m->protocol, NULL, &pl_rig_option_table, cells))
    options.rig.cells = m->protocol->rig->least_cells > 6 ? m->protocol->rig->least_cells : 6;
  pl_fit *fit;
  require_ok(pl_fit_predict(ctx, material, 1, &m, &options, &fit));
  return fit;
}

// Texts and cells of warnings about validity that name the term.
static int said(const pl_fit *fit, const char *term) {
  int n = 0;
  for (int i = 0; i < fit->findings.n_warning; i++) {
    const pl_warning *w = &fit->findings.warning[i];
    bool reach = strcmp(w->id, "material.extrapolated") == 0 || strcmp(w->id, "material.other-side") == 0 ||
                 strcmp(w->id, "material.unmeasured") == 0;
    if (!reach) continue;
    n += w->n_row == 0 && (!term || strstr(w->text, term));
    for (int r = 0; r < w->n_row; r++) n += !term || strstr(w->cell[r * w->n_column + 1], term);
  }
  return n;
}

// The strains that a prediction visits, as ranges of the material: 1 as they are, less: that part of them, counted from rest.
static void set_ranges(pl_fit *fit, pl_material *material, double part, double size[]) {
  for (int t = 0; t < material->n_term; t++) {
    pl_term *term = &material->term[t];
    double range[PL_LAW_MAX_IN][2];
    for (int a = 0; a < term->law.row->n_in; a++) range[a][0] = range[a][1] = term->strain->rest_value[term->value[a]];
    for (int i = 0; i < fit->problem.n_case; i++) pl_rig_term_range(fit->work.fit_case[i].rig, term, range);
    size[t] = 0;
    for (int a = 0; a < term->law.row->n_in; a++)
      for (int k = 0; k < 2; k++) {
        double rest = term->strain->rest_value[term->value[a]];
        size[t] = fmax(size[t], fabs(range[a][k] - rest));
        term->range[a][k] = rest + part * (range[a][k] - rest);
      }
  }
}

static void check_pair(const char *protocol, pl_material *material) {
  enum { MOST_TERMS = 16 };
  double size[MOST_TERMS];
  pl_measurement *m = template_of(protocol);
  REQUIRE(material->n_term <= MOST_TERMS);
  for (int t = 0; t < material->n_term; t++) memset(material->term[t].range, 0, sizeof material->term[t].range);
  // written by hand: nothing is known of where it holds
  pl_fit *fit = predict(m, material);
  CHECK(said(fit, NULL) == 0);
  set_ranges(fit, material, 1, size);
  pl_fit_destroy(fit);
  fit = predict(m, material);
  if (said(fit, NULL) > 0)
    test_fail(__FILE__, __LINE__, "%s on %s: not inside: %s", material->name, protocol, fit->findings.warning[0].text);
  set_ranges(fit, material, 0.4, size);
  pl_fit_destroy(fit);
  fit = predict(m, material);
  for (int t = 0; t < material->n_term; t++)
    if (size[t] > 1e-3 && !material->term[t].rate && said(fit, material->term[t].name) == 0)
      test_fail(__FILE__, __LINE__, "%s on %s: nothing is said of %s, which goes to %g", material->name, protocol, material->term[t].name,
                size[t]);
  pl_fit_destroy(fit);
  pl_measurement_destroy(m);
}

TEST(extrapolation_is_told_of_every_protocol) {
  static const struct {
    const char *material, *protocol;
  } pair[] = {{"gabardine-virtual", "tensile"},  {"gabardine-virtual", "disk-push"},  {"gabardine-virtual", "weights"},
              {"gabardine-virtual", "capture"},  {"fabric-denim", "cantilever"},      {"fabric-denim", "weights"},
              {"fabric-denim", "capture"},       {"isotropic-1000", "tensile"},       {"isotropic-1000", "weights"},
              {"poplin-virtual", "disk-push"},   {"interlock-virtual", "cantilever"}, {"interlock-virtual", "weights"},
              {"fabric-knit-coupled", "weights"}};
  start();
  for (size_t i = 0; i < sizeof pair / sizeof pair[0]; i++) {
    pl_material *material;
    require_ok(pl_material_load(ctx, pl_arena_printf(arena, PLIANT_SOURCE_DIR "/data/materials/%s.json", pair[i].material), &material));
    check_pair(pair[i].protocol, material);
    pl_material_destroy(material);
  }
  finish();
}

static pl_material *solid(const char *term, int n, const double *theta) {
  pl_material *material;
  require_ok(pl_material_create(ctx, "gel", 1020, &material));
  require_ok(pl_material_add_term(material, term));
  require_ok(pl_material_finish(material));
  material->density_dim = PL_DIM_VOLUME_DENSITY;
  REQUIRE(material->n_theta == n);
  memcpy(material->theta, theta, (size_t)n * sizeof *theta);
  return material;
}

// Laws of several strains: an isotropic one knows no axes, another one names the strain.
LONG_TEST(extrapolation_is_told_of_bodies) {
  start();
  const double both[2] = {87e3, 21e3}, nine[9] = {130e3, 130e3, 130e3, 87e3, 87e3, 87e3, 21e3, 21e3, 21e3};
  pl_material *isotropic = solid("{\"name\": \"body\", \"strain\": \"green3\", \"law\": \"isotropic3\"}", 2, both);
  check_pair("poses", isotropic);
  pl_material *orthotropic = solid("{\"name\": \"body\", \"strain\": \"green3\", \"law\": \"orthotropic3\"}", 9, nine);
  check_pair("poses", orthotropic);
  // pulled only, and asked to be pushed
  pl_measurement *m = template_of("poses");
  pl_fit *fit = predict(m, orthotropic);
  double size[1];
  set_ranges(fit, orthotropic, 1, size);
  orthotropic->term[0].range[0][0] = 0;
  pl_fit_destroy(fit);
  fit = predict(m, orthotropic);
  CHECK(said(fit, "body (xx)") == 1 && said(fit, NULL) == 1);
  CHECK_WARNING(fit, "material.other-side");
  pl_fit_destroy(fit);
  pl_measurement_destroy(m);
  pl_material_destroy(isotropic);
  pl_material_destroy(orthotropic);
  finish();
}

// ---- every law of the table ----

// A sheet and a block stretched along both axes, by up to 12 and 9 %.
static pl_measurement *biaxial(bool block, bool incompressible) {
  const char *name = !block ? "sheet" : incompressible ? "incompressible" : "block";
  put(pl_arena_printf(arena, "%s.csv", name),
      "stretch,stretch 2,stress [kPa],stress 2 [kPa]\n1.03,1.02,10,8\n1.06,1.045,20,16\n1.09,1.07,30,24\n1.12,1.09,40,32\n");
  put(pl_arena_printf(arena, "%s.json", name),
      pl_arena_printf(
          arena,
          "{\"pliant\": \"experiment 1\", \"protocol\": \"homogeneous\", \"name\": \"%s\", \"stress\": \"nominal\", "
          "\"symmetry\": \"orthotropic\", %s, \"sigma\": \"1 kPa\", \"tests\": [{\"mode\": \"biaxial\", \"file\": \"%s.csv\"}]}",
          name,
          !block           ? "\"thickness\": \"0.5 mm\""
          : incompressible ? "\"incompressible\": true"
                           : "\"incompressible\": false",
          name));
  pl_measurement *m;
  require_ok(pl_measurement_load(ctx, at(pl_arena_printf(arena, "%s.json", name)), &m));
  return m;
}

typedef struct law_place {
  const char *strain;
  bool block;
} law_place;

static const law_place law_places[] = {
    {"green", false}, {"principal", false}, {"green3", true}, {"invariants", true}, {"principal3", true}};

// The first n values of a strain, as a material file names them.
static const char *values_of(const pl_strain *strain, int n) {
  const char *list = "";
  for (int i = 0; i < n && i < strain->n_value; i++)
    list = pl_arena_printf(arena, "%s%s\"%s\"", list, i ? ", " : "", strain->value_name[i]);
  return list;
}

// A material of this law alone on the first of these strains that it takes; NULL: on none.
static pl_material *material_of(law_subject *who, bool *block) {
  for (size_t i = 0; i < sizeof law_places / sizeof law_places[0]; i++) {
    const law_place *place = &law_places[i];
    const pl_strain *strain = pl_strain_find(place->strain);
    bool suits = true;  // stretches are 1 at rest, I1 and I2 are 3
    for (int k = 0; k < who->law.row->n_in && k < strain->n_value; k++)
      suits = suits && strain->rest_value[k] == (who->law.row->rest ? who->law.row->rest[k] : 0);
    if (!suits) continue;
    const char *members = who->shape->json + 1;
    pl_material *material;
    require_ok(pl_material_create(ctx, who->shape->law, place->block ? 1000 : 0.1, &material));
    if (place->block) material->density_dim = PL_DIM_VOLUME_DENSITY;
    const char *term =
        pl_arena_printf(arena, "{\"name\": \"one\", \"strain\": \"%s\", \"values\": [%s], \"law\": \"%s\"%s%s", place->strain,
                        values_of(strain, who->law.row->n_in), who->shape->law, *members == '}' ? "" : ", ", members);
    *block = place->block;
    bool taken = pl_material_add_term(material, term) == PL_OK && pl_material_finish(material) == PL_OK;
    pl_context_clear_error(ctx);
    if (taken && material->n_theta == who->law.n_param) {
      for (int j = 0; j < material->n_theta; j++) {
        const pl_parameter *p = &material->parameter[j];
        material->theta[j] = fmin(fmax(p->scale, p->lower), p->upper);
      }
      return material;
    }
    pl_material_destroy(material);
  }
  return NULL;
}

static char laws_done[64][40];
static int n_laws_done;

static void check_law(law_subject *who) {
  double size[1];
  bool block;
  for (int i = 0; i < n_laws_done; i++)
    if (strcmp(laws_done[i], who->shape->law) == 0) return;
  REQUIRE(n_laws_done < 64);
  snprintf(laws_done[n_laws_done++], sizeof laws_done[0], "%s", who->shape->law);
  pl_material *material = material_of(who, &block);
  if (!material) test_fail(__FILE__, __LINE__, "%s: no strain of a biaxial test takes this law", who->shape->law);
  if (!material) return;
  // a law of fibres or of stretches alone has no equilibrium across them, unless the volume is kept
  pl_measurement *m = biaxial(block, false);
  pl_fit *fit = predict(m, material);
  if (fit->work.fit_case[0].report.n_failed == m->test[0].n_frame) {
    pl_fit_destroy(fit);
    pl_measurement_destroy(m);
    m = biaxial(block, true);
    fit = predict(m, material);
  }
  set_ranges(fit, material, 1, size);
  pl_fit_destroy(fit);
  if (!(size[0] > 1e-3)) test_fail(__FILE__, __LINE__, "%s: the test visits no strain of it", who->shape->law);
  fit = predict(m, material);
  if (said(fit, NULL) > 0 || fit->findings.n_extrapolated > 0)
    test_fail(__FILE__, __LINE__, "%s: extrapolation is said inside its range", who->shape->law);
  set_ranges(fit, material, 0.4, size);
  pl_fit_destroy(fit);
  fit = predict(m, material);
  if (said(fit, "one") == 0 || fit->findings.n_extrapolated != 1)
    test_fail(__FILE__, __LINE__, "%s: extrapolation to 2.5 times its range is not noticed", who->shape->law);
  pl_fit_destroy(fit);
  pl_measurement_destroy(m);
  pl_material_destroy(material);
}

// The table of laws is walked: each law on a strain that it takes, predicted within its range and at 2.5 times it.
TEST(extrapolation_is_noticed_for_every_law) {
  start();
  n_laws_done = 0;
  law_run(check_law);
  CHECK(n_laws_done == pl_law_count());
  finish();
}
