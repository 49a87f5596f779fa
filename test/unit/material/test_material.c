// Materials: building, evaluating, copying, files, the database, the convexity scan.
#include "said.h"
#include "material/certificate.h"
#include "material/material.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/text.h"
#include "test.h"

// Parse or end the test with the message.
static pl_material *parse(pl_context *ctx, const char *text) {
  pl_material *material;
  if (pl_material_parse(ctx, "test.json", text, strlen(text), &material) != PL_OK) {
    test_fail(__FILE__, __LINE__, "%s (%s)", pl_context_error(ctx)->message, pl_context_error(ctx)->key);
    test_stop();
  }
  return material;
}

static const char two_terms[] =
    "{\"pliant\": \"material 1\", \"name\": \"two\", \"note\": \"a note\", \"density\": \"150 g/m^2\", \"topology\": \"uniform\", "
    "\"terms\": [\n"
    " {\"name\": \"warp\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"stress-spline\", \"knots\": [0, 0.01, 0.02],\n"
    "  \"parameters\": {\"unit\": \"kN/m\", \"values\": [1, 2, 3, 4.1]}, \"sigma\": {\"k1\": \"12.5 N/m\"}, \"range\": [[0, 0.0171]]},\n"
    " {\"name\": \"sheet\", \"strain\": \"green\", \"law\": \"isotropic\", \"parameters\": {\"young\": \"1000 N/m\", \"poisson\": 0.3},\n"
    "  \"sigma\": {\"young\": \"10 N/m\", \"poisson\": 0.01}},\n"
    " {\"name\": \"damp\", \"strain\": \"green\", \"values\": [\"shear\"], \"rate\": true, \"law\": \"linear\", \"parameters\": [\"2 N "
    "s/m\"]},\n"
    " {\"name\": \"bend\", \"strain\": \"hinge\", \"elements\": \"weft\", \"law\": \"convex-spline\",\n"
    "  \"knots\": {\"unit\": \"1/cm\", \"values\": [0, 0.5]}, \"parameters\": {\"unit\": \"uN m\", \"values\": [3, 1.7]}, \"range\": [[\"0 "
    "1/m\", \"31.3 1/m\"]]}\n"
    "]}";

TEST(material_reads_terms) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *m = parse(ctx, two_terms);
  CHECK_TEXT(pl_material_name(m), "two");
  CHECK_TEXT(m->note, "a note");
  CHECK_CLOSE(pl_material_density(m), 0.15, 1e-15);
  CHECK(m->topology == PL_TOPOLOGY_UNIFORM);
  CHECK(m->n_term == 4);
  CHECK(m->n_theta == 4 + 2 + 1 + 2);
  const pl_term *warp = pl_material_term(m, "warp"), *sheet = pl_material_term(m, "sheet"), *bend = pl_material_term(m, "bend");
  REQUIRE(warp && sheet && bend);
  CHECK(pl_material_term(m, "weft") == NULL);
  CHECK(sheet->theta == 4 && sheet->value[0] == 0 && sheet->value[2] == 2);
  CHECK(warp->classes == ~0u && bend->classes == 2);
  CHECK_NEAR(warp->range[0][1], 0.0171, 0);
  CHECK(sheet->range[0][0] == 0 && sheet->range[0][1] == 0);
  CHECK_CLOSE(bend->range[0][1], 31.3, 1e-15);
  CHECK_CLOSE(m->theta[0], 1000.0, 1e-15);
  CHECK_CLOSE(m->theta[3], 4100.0, 1e-15);
  CHECK_CLOSE(m->theta[7], 3e-6, 1e-15);
  // Sigma: given for some by name, unknown for the rest.
  REQUIRE(m->sigma != NULL);
  CHECK(isnan(m->sigma[0]) && m->sigma[1] == 12.5 && m->sigma[4] == 10 && m->sigma[5] == 0.01 && isnan(m->sigma[8]));
  // Parameters carry their names, dimensions, bounds and places.
  int k2 = pl_material_parameter_index(m, "warp.k2"), nu = pl_material_parameter_index(m, "sheet.poisson"),
      c = pl_material_parameter_index(m, "damp.k");
  CHECK(k2 == 2 && nu == 5 && c == 6);
  CHECK(pl_material_parameter_index(m, "warp.k9") == -1);
  CHECK(pl_dim_equal(m->parameter[2].dim, PL_DIM_LINE_FORCE));
  CHECK(pl_dim_equal(m->parameter[5].dim, PL_DIM_NONE));
  CHECK(pl_dim_equal(m->parameter[6].dim, pl_dim_multiply(PL_DIM_LINE_FORCE, PL_DIM_TIME)));
  CHECK(pl_dim_equal(m->parameter[7].dim, PL_DIM_ENERGY));
  CHECK(m->parameter[5].upper == 0.99 && m->parameter[7].lower == 0);
  CHECK_NEAR(m->parameter[2].knot, 0.015, 1e-15);
  CHECK_CLOSE(m->parameter[8].knot, 50.0, 1e-14);
  CHECK(m->parameter[2].term == 0 && m->parameter[2].index == 2 && m->parameter[6].term == 2);
  CHECK_CLOSE(m->parameter[0].scale, 4100.0, 1e-15);  // from the values
  pl_material_destroy(m);
  pl_context_destroy(ctx);
}

// Sums over terms on one strain; rate terms stay out.
TEST(material_eval_sums_terms) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *m = parse(ctx, two_terms);
  const pl_strain *green = pl_strain_find("green"), *hinge = pl_strain_find("hinge");
  double s[3] = {0.005, -0.004, 0.03}, psi, t[3], k[9], psi_w, t_w, k_w, psi_s, t_s[3], k_s[9];
  pl_material_eval(m, green, NULL, s, &psi, t, k);
  pl_law_eval_one(&m->term[0].law, m->theta, s, &psi_w, &t_w, &k_w);
  pl_law_eval_one(&m->term[1].law, m->theta + 4, s, &psi_s, t_s, k_s);
  CHECK_CLOSE(psi, psi_w + psi_s, 1e-15);
  CHECK_CLOSE(t[0], t_w + t_s[0], 1e-15);
  CHECK_CLOSE(t[1], t_s[1], 1e-15);
  CHECK_CLOSE(t[2], t_s[2], 1e-15);
  CHECK_CLOSE(k[0], k_w + k_s[0], 1e-15);
  CHECK_CLOSE(k[1], k_s[1], 1e-15);
  CHECK_CLOSE(k[8], k_s[8], 1e-15);
  // Another theta, and outputs left out.
  double theta[9] = {0, 0, 0, 0, 2000, 0, 0, 0, 0};
  pl_material_eval(m, green, theta, s, NULL, t, NULL);
  CHECK_CLOSE(t[0], 2000 * s[0], 1e-14);
  double curvature = 10;
  pl_material_eval(m, hinge, NULL, &curvature, &psi, t, k);
  CHECK_CLOSE(k[0], 3e-6 + (1.7e-6 - 3e-6) * 10 / 50, 1e-12);
  pl_material_destroy(m);
  pl_context_destroy(ctx);
}

TEST(material_builds_in_memory) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *m;
  REQUIRE(pl_material_create(ctx, "own", 0.2, &m) == PL_OK);
  CHECK(pl_material_finish(m) == PL_ERROR_INPUT);  // no terms yet
  pl_context_clear_error(ctx);
  CHECK(pl_material_add_term(m, "{\"name\": \"a\", \"strain\": \"green\", \"values\": [\"weft\"], \"law\": \"linear\"}") == PL_OK);
  CHECK(pl_material_add_term(m, "{\"name\": \"b\", \"strain\": \"hinge\", \"law\": \"linear\", \"parameters\": {\"k\": \"2e-6 N m\"}}") ==
        PL_OK);
  CHECK(pl_material_finish(m) == PL_OK);
  CHECK(m->n_theta == 2 && m->sigma == NULL);
  CHECK_NEAR(m->theta[0], m->parameter[0].scale, 0);  // left out: the usual size
  CHECK_NEAR(m->theta[1], 2e-6, 1e-21);
  // A refused term leaves the material as it was.
  CHECK(pl_material_add_term(m, "{\"name\": \"a\", \"strain\": \"hinge\", \"law\": \"linear\"}") == PL_ERROR_INPUT);
  CHECK(m->n_term == 2 && m->n_theta == 2);
  pl_context_clear_error(ctx);
  pl_material_destroy(m);
  CHECK(pl_material_create(ctx, "bad", -1, &m) == PL_ERROR_INPUT);
  CHECK(m == NULL);
  pl_material_destroy(NULL);
  pl_context_destroy(ctx);
}

static bool same_numbers(int n, const double *a, const double *b) {
  for (int i = 0; i < n; i++)
    if (!(a[i] == b[i] || (isnan(a[i]) && isnan(b[i])))) return false;
  return true;
}

// Equal in everything a file keeps, to the last bit.
static void check_same(const pl_material *a, const pl_material *b) {
  CHECK_TEXT(a->name, b->name);
  CHECK_TEXT(a->note, b->note);
  CHECK_TEXT(a->certificate, b->certificate);
  REQUIRE(a->n_certified == b->n_certified);
  for (int i = 0; i < a->n_certified; i++) {
    const pl_certified *c = &a->certified[i], *d = &b->certified[i];
    CHECK(c->strain == d->strain && c->proven == d->proven && c->smallest == d->smallest && c->bound == d->bound);
    CHECK(same_numbers(c->strain->n_value, c->where, d->where));
  }
  CHECK(a->density == b->density);
  CHECK(a->topology == b->topology);
  REQUIRE(a->n_term == b->n_term && a->n_theta == b->n_theta);
  CHECK(same_numbers(a->n_theta, a->theta, b->theta));
  CHECK((a->sigma == NULL) == (b->sigma == NULL));
  if (a->sigma && b->sigma) CHECK(same_numbers(a->n_theta, a->sigma, b->sigma));
  CHECK((a->correlation == NULL) == (b->correlation == NULL));
  if (a->correlation && b->correlation) CHECK(same_numbers(a->n_theta * a->n_theta, a->correlation, b->correlation));
  for (int i = 0; i < a->n_term; i++) {
    const pl_term *x = &a->term[i], *y = &b->term[i];
    CHECK_TEXT(x->name, y->name);
    CHECK(x->strain == y->strain && x->law.row == y->law.row && x->classes == y->classes && x->rate == y->rate);
    CHECK(x->law.n_param == y->law.n_param && x->law.n_bound == y->law.n_bound && x->theta == y->theta);
    for (int j = 0; j < x->law.row->n_in; j++) {
      CHECK(x->value[j] == y->value[j]);
      CHECK(same_numbers(2, x->range[j], y->range[j]));
    }
    for (int k = 0; k < 20; k++) {
      double scale = x->strain->value_dim.m ? 100 : 0.1;
      double s[PL_LAW_MAX_IN] = {scale * (k - 10) / 10, 0.07 * scale, -0.04 * scale * k}, t[2][PL_LAW_MAX_IN];
      pl_law_eval_one(&x->law, a->theta + x->theta, s, NULL, t[0], NULL);
      pl_law_eval_one(&y->law, b->theta + y->theta, s, NULL, t[1], NULL);
      CHECK(same_numbers(x->law.row->n_in, t[0], t[1]));
    }
  }
  for (int j = 0; j < a->n_theta; j++) {
    CHECK_TEXT(a->parameter[j].name, b->parameter[j].name);
    CHECK(a->parameter[j].scale == b->parameter[j].scale && a->parameter[j].lower == b->parameter[j].lower);
  }
}

// Numbers that no short decimal holds must survive the file.
static void spoil(pl_material *m) {
  m->density = 0.1 / 3 * 4.7;
  for (int j = 0; j < m->n_theta; j++) {
    m->theta[j] *= 1 + 1e-3 / (3 + j);
    m->parameter[j].scale = 0;
  }
}

TEST(material_round_trip_is_exact) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *m = parse(ctx, two_terms), *again;
  spoil(m);
  double correlation[81];
  for (int i = 0; i < 81; i++) correlation[i] = i % 10 == 0 ? 1 : cos(i * 0.7) / 3;
  m->correlation = correlation;
  REQUIRE(pl_material_set_certificate(m) == PL_OK);
  REQUIRE(m->n_certified > 0);
  m->certified[0].smallest /= 3;
  m->certified[0].bound = -INFINITY;
  m->certified[0].where[0] = 0.1 / 3;
  m->certificate = "smallest eigenvalue 12 N/m";
  m->term[0].range[0][0] = -1.0 / 3;
  char path[600];
  snprintf(path, sizeof path, "%s/material.json", test_folder());
  REQUIRE(pl_material_save(ctx, path, m) == PL_OK);
  if (pl_material_load(ctx, path, &again) != PL_OK) {
    test_fail(__FILE__, __LINE__, "%s: %s", pl_context_error(ctx)->key, pl_context_error(ctx)->message);
    test_stop();
  }
  for (int j = 0; j < m->n_theta; j++) m->parameter[j].scale = again->parameter[j].scale;
  check_same(m, again);
  // Written twice, the text is the same.
  pl_json_writer *w1 = pl_json_writer_create(ctx), *w2 = pl_json_writer_create(ctx);
  pl_material_write(m, w1);
  pl_material_write(again, w2);
  CHECK_TEXT(pl_json_writer_text(w1), pl_json_writer_text(w2));
  pl_json_writer_destroy(w1);
  pl_json_writer_destroy(w2);
  pl_material_destroy(again);
  m->correlation = NULL;
  pl_material_destroy(m);
  pl_context_destroy(ctx);
}

TEST(material_copy_is_independent) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *m = parse(ctx, two_terms), *copy;
  spoil(m);
  m->theta[7] = -1;  // out of bounds values are copied too
  m->parameter[3].frozen = true;
  REQUIRE(pl_material_copy(m, &copy) == PL_OK);
  check_same(m, copy);
  CHECK(copy->parameter[3].frozen && copy->parameter[0].scale == 0);
  double before = copy->theta[0];
  m->theta[0] = 5;
  CHECK(copy->theta[0] == before);
  pl_material_destroy(m);
  double s[3] = {0.005, 0, 0}, psi, t[3];
  pl_material_eval(copy, pl_strain_find("green"), NULL, s, &psi, t, NULL);  // nothing is shared with the dead source
  CHECK(t[0] > 0);
  pl_material_destroy(copy);
  pl_context_destroy(ctx);
}

// Every material that ships loads, says where it comes from, and survives a round trip.
TEST(material_database_loads) {
  unsetenv("PLIANT_MATERIALS");
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  static const char *const promised[] = {"gabardine-virtual", "isotropic-1000",        "anisotropic-volino-fig4", "terry-virtual",
                                         "denim-virtual",     "knit-virtual",          "satin-virtual",           "silk-virtual",
                                         "poplin-virtual",    "spring-cotton-virtual", "latex-sheet-virtual",     "viscous-example"};
  int n;
  const char **name, **path;
  REQUIRE(pl_material_list(arena, &n, &name, &path) == PL_OK);
  CHECK(n >= 12);
  for (int i = 1; i < n; i++) CHECK(strcmp(name[i - 1], name[i]) < 0);
  for (size_t p = 0; p < sizeof promised / sizeof promised[0]; p++) {
    bool found = false;
    for (int i = 0; i < n; i++) found = found || strcmp(name[i], promised[p]) == 0;
    if (!found) test_fail(__FILE__, __LINE__, "%s is not in the database", promised[p]);
  }
  for (int i = 0; i < n; i++) {
    pl_material *m, *again;
    if (pl_material_load(ctx, name[i], &m) != PL_OK) {
      const pl_error *e = pl_context_error(ctx);
      test_fail(__FILE__, __LINE__, "%s:%d: %s: %s", e->file, e->line, e->key, e->message);
      pl_context_clear_error(ctx);
      continue;
    }
    CHECK_TEXT(m->name, name[i]);
    CHECK(strlen(m->note) > 40);
    pl_json_writer *writer = pl_json_writer_create(ctx);
    pl_material_write(m, writer);
    const char *text = pl_json_writer_text(writer);
    REQUIRE(text != NULL);
    again = parse(ctx, text);
    check_same(m, again);
    pl_json_writer_destroy(writer);
    pl_material_destroy(again);
    // All of them are sound in their range: the tangent is never indefinite.
    for (int s = 0; s < pl_strain_count(); s++) {
      double smallest, where[PL_STRAIN_MAX_VALUE];
      if (pl_material_convexity(m, pl_strain_at(s), &smallest, where) && !(smallest > 0))
        test_fail(__FILE__, __LINE__, "%s: the tangent of %s has the eigenvalue %g at (%g, %g, %g)", name[i], pl_strain_at(s)->name,
                  smallest, where[0], where[1], where[2]);
    }
    pl_material_destroy(m);
  }
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

// The virtual gabardine is what Volino describes: over 100 N on 20 cm at 3 % (warp) and 8 % (weft), weak shear.
TEST(material_gabardine_has_the_described_size) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *m;
  REQUIRE(pl_material_load(ctx, "gabardine-virtual", &m) == PL_OK);
  CHECK_CLOSE(pl_material_density(m), 0.15, 1e-15);
  double warp[3] = {0.03 + 0.00045, 0, 0}, weft[3] = {0, 0.08 + 0.0032, 0}, shear[3] = {0, 0, 0.2}, psi, t[3];
  const pl_strain *green = pl_strain_find("green");
  pl_material_eval(m, green, NULL, warp, &psi, t, NULL);
  CHECK(0.2 * t[0] * 1.03 > 100 && 0.2 * t[0] * 1.03 < 130);  // eq. 16: force = width * stress * stretch
  pl_material_eval(m, green, NULL, weft, &psi, t, NULL);
  CHECK(0.2 * t[1] * 1.08 > 100 && 0.2 * t[1] * 1.08 < 130);
  pl_material_eval(m, green, NULL, shear, &psi, t, NULL);
  CHECK(t[2] > 5 && t[2] < 20);
  pl_material_destroy(m);
  REQUIRE(pl_material_load(ctx, "anisotropic-volino-fig4", &m) == PL_OK);
  CHECK(2 * m->theta[0] == m->theta[2] && m->theta[2] == 8 * m->theta[3]);
  pl_material_destroy(m);
  pl_context_destroy(ctx);
}

// $PLIANT_MATERIALS comes first and may hide a name that ships.
TEST(material_search_path) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *m;
  char path[600], list[1300];
  snprintf(path, sizeof path, "%s/silk-virtual.json", test_folder());
  REQUIRE(pl_material_load(ctx, "isotropic-1000", &m) == PL_OK);
  REQUIRE(pl_material_save(ctx, path, m) == PL_OK);
  pl_material_destroy(m);
  snprintf(list, sizeof list, "%s/absent:%s", test_folder(), test_folder());
  setenv("PLIANT_MATERIALS", list, 1);
  REQUIRE(pl_material_load(ctx, "silk-virtual", &m) == PL_OK);
  CHECK_TEXT(m->name, "isotropic-1000");
  pl_material_destroy(m);
  REQUIRE(pl_material_load(ctx, "denim-virtual", &m) == PL_OK);
  pl_material_destroy(m);
  unsetenv("PLIANT_MATERIALS");
  CHECK(pl_material_load(ctx, "silk-virtul", &m) == PL_ERROR_FILE);
  CHECK(m == NULL);
  CHECK_CONTAINS(said_error(ctx), "silk-virtul");
  CHECK_CONTAINS(pl_context_error(ctx)->hint, "silk-virtual");
  pl_context_clear_error(ctx);
  CHECK(pl_material_load(ctx, "./nowhere.json", &m) == PL_ERROR_FILE);
  pl_context_destroy(ctx);
}

TEST(material_convexity_finds_the_saddle) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *m;
  REQUIRE(pl_material_create(ctx, "saddle", 0.1, &m) == PL_OK);
  REQUIRE(pl_material_add_term(m, "{\"name\": \"m\", \"strain\": \"green\", \"law\": \"orthotropic\","
                                  " \"parameters\": {\"unit\": \"N/m\", \"values\": [100, 150, 100, 10]}}") == PL_OK);
  double smallest, where[PL_STRAIN_MAX_VALUE];
  CHECK(pl_material_convexity(m, pl_strain_find("green"), &smallest, where));
  CHECK_NEAR(smallest, -50, 1e-10);
  CHECK(!pl_material_convexity(m, pl_strain_find("hinge"), &smallest, where));
  pl_material_destroy(m);

  // A curve that softens between its knots: the scan finds the place.
  REQUIRE(pl_material_create(ctx, "soft", 0.1, &m) == PL_OK);
  REQUIRE(pl_material_add_term(
              m, "{\"name\": \"b\", \"strain\": \"spring\", \"law\": \"stress-spline\", \"order\": 2, \"knots\": [0, 0.05, 0.1],"
                 " \"parameters\": {\"unit\": \"N/m\", \"values\": [100, -20, 100]}}") == PL_OK);
  CHECK(pl_material_convexity(m, pl_strain_find("spring"), &smallest, where));
  CHECK_NEAR(smallest, -20, 1e-9);
  CHECK_NEAR(fabs(where[0]), 0.05, 1e-12);
  // Within the measured range only: 0 .. 0.02.
  m->term[0].range[0][1] = 0.02;
  CHECK(pl_material_convexity(m, pl_strain_find("spring"), &smallest, where));
  CHECK_NEAR(smallest, 100 - 0.4 * 120, 1e-9);
  pl_material_destroy(m);

  // Terms of different classes do not help each other.
  REQUIRE(pl_material_create(ctx, "classes", 0.1, &m) == PL_OK);
  REQUIRE(pl_material_add_term(
              m, "{\"name\": \"a\", \"strain\": \"spring\", \"elements\": \"warp\", \"law\": \"linear\", \"parameters\": [\"100 N/m\"]}") ==
          PL_OK);
  REQUIRE(pl_material_add_term(m,
                               "{\"name\": \"b\", \"strain\": \"spring\", \"elements\": \"weft\", \"law\": \"stress-spline\", \"order\": 1,"
                               " \"knots\": [0, 0.1], \"parameters\": [\"-30 N/m\"]}") == PL_OK);
  CHECK(pl_material_convexity(m, pl_strain_find("spring"), &smallest, where));
  CHECK_NEAR(smallest, -30, 1e-12);
  pl_material_destroy(m);
  pl_context_destroy(ctx);
}

// A cloth whose shear was never measured gets it, and its bending, from another; what it has itself stays.
TEST(material_combine_completes) {
  pl_context *ctx = pl_context_create(NULL);
  static const char *const terms[2][4] = {
      {"{\"name\": \"warp\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"quadratic\"}",
       "{\"name\": \"weft\", \"strain\": \"green\", \"values\": [\"weft\"], \"law\": \"quadratic\"}", NULL},
      {"{\"name\": \"warp\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"linear\"}",
       "{\"name\": \"shear\", \"strain\": \"green\", \"values\": [\"shear\"], \"law\": \"linear\"}",
       "{\"name\": \"stretch\", \"strain\": \"green\", \"values\": [\"weft\", \"shear\"], \"law\": \"cross\"}",
       "{\"name\": \"bend\", \"strain\": \"hinge\", \"law\": \"linear\"}"}};
  pl_material *part[2], *whole;
  for (int k = 0; k < 2; k++) {
    REQUIRE(pl_material_create(ctx, "part", 0.1, &part[k]) == PL_OK);
    for (int i = 0; i < 4 && terms[k][i]; i++) REQUIRE(pl_material_add_term(part[k], terms[k][i]) == PL_OK);
  }
  const pl_strain *green = pl_strain_find("green");
  CHECK(pl_material_lacks(part[0], green) == 2);
  REQUIRE(pl_material_combine(ctx, part[0], part[1], &whole) == PL_OK);
  CHECK(whole->n_term == 4 && pl_material_lacks(whole, green) == -1);
  CHECK(pl_material_term(whole, "shear") && pl_material_term(whole, "bend") && !pl_material_term(whole, "stretch"));
  CHECK_TEXT(pl_material_term(whole, "warp")->law.row->name, "quadratic");
  pl_material_destroy(whole);
  for (int k = 0; k < 2; k++) pl_material_destroy(part[k]);
  pl_context_destroy(ctx);
}

static const char sampled_text[] =
    "{\"pliant\": \"material 1\", \"name\": \"sampled\", \"terms\": [\n"
    " {\"name\": \"solid\", \"strain\": \"green3\", \"law\": \"isotropic3\", \"samples\": {\"radius\": \"15 mm\", \"unit\": \"mm\", "
    "\"points\": "
    "[[0, 0, 0], [30, 0, 0], [0, 40, 5]]},\n"
    "  \"parameters\": [{\"young\": \"26 kPa\", \"poisson\": 0.3}, {\"lambda\": \"30 kPa\", \"mu\": \"40 kPa\"}, {\"unit\": \"kPa\", "
    "\"values\": [5, 6]}],\n"
    "  \"sigma\": [{\"mu\": \"1 kPa\"}, {}, {\"lambda\": \"2 kPa\"}]},\n"
    " {\"name\": \"bulk\", \"strain\": \"volume\", \"law\": \"linear\", \"parameters\": {\"k\": \"100 kPa\"}}]}";

// Material samples: names, values, copies and files keep them; without a place, the mean.
TEST(material_with_samples) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *m = parse(ctx, sampled_text), *copy, *again;
  const pl_term *solid = pl_material_term(m, "solid");
  REQUIRE(solid && solid->samples);
  CHECK(solid->samples->n == 3 && m->n_theta == 7 && pl_term_theta_count(solid) == 6);
  CHECK_CLOSE(solid->samples->radius, 0.015, 1e-15);
  CHECK_CLOSE(solid->samples->point[7], 0.04, 1e-15);
  CHECK_TEXT(m->parameter[0].name, "solid.lambda@1");
  CHECK_TEXT(m->parameter[3].name, "solid.mu@2");
  CHECK_TEXT(m->parameter[6].name, "bulk.k");
  CHECK(m->parameter[3].sample == 2 && m->parameter[3].index == 1 && m->parameter[3].term == 0 && m->parameter[6].sample == 0);
  CHECK_CLOSE(m->theta[0], 15e3, 1e-12);
  CHECK_CLOSE(m->theta[1], 10e3, 1e-12);
  CHECK_CLOSE(m->theta[5], 6e3, 1e-15);
  CHECK(isnan(m->sigma[0]) && m->sigma[1] == 1e3 && isnan(m->sigma[3]) && m->sigma[4] == 2e3);
  double s[6] = {0.1, 0, 0, 0, 0, 0}, t[6], psi;
  pl_material_eval(m, solid->strain, NULL, s, &psi, t, NULL);
  CHECK_CLOSE(t[0], 0.1 * (15e3 + 30e3 + 5e3 + 2 * (10e3 + 40e3 + 6e3)) / 3, 1e-12);
  CHECK_CLOSE(psi, 0.05 * t[0], 1e-12);
  // a copy and a file
  REQUIRE(pl_material_copy(m, &copy) == PL_OK);
  pl_json_writer *writer = pl_json_writer_create(ctx);
  pl_material_write(copy, writer);
  const char *text = pl_json_writer_text(writer);
  REQUIRE(text != NULL);
  again = parse(ctx, text);
  CHECK(pl_samples_same(again->term[0].samples, solid->samples) && pl_samples_same(copy->term[0].samples, solid->samples));
  CHECK(!pl_samples_same(solid->samples, NULL) && pl_samples_same(NULL, NULL));
  for (int j = 0; j < m->n_theta; j++) {
    CHECK_CLOSE(again->theta[j], m->theta[j], 1e-15);
    CHECK(copy->theta[j] == m->theta[j]);
    CHECK(again->sigma[j] == m->sigma[j] || (isnan(again->sigma[j]) && isnan(m->sigma[j])));
    CHECK_TEXT(again->parameter[j].name, m->parameter[j].name);
  }
  pl_json_writer_destroy(writer);
  pl_material_destroy(again);
  pl_material_destroy(copy);
  pl_material_destroy(m);
  pl_context_destroy(ctx);
}

// Terms with the same samples are looked at sample by sample, terms with other samples each with each.
TEST(material_with_samples_convexity) {
  static const char head[] = "{\"pliant\": \"material 1\", \"name\": \"m\", \"terms\": [";
  static const char line[] =
      "{\"name\": \"%s\", \"strain\": \"green\", \"values\": %s, \"law\": \"%s\", \"samples\": {\"radius\": \"5 mm\", \"unit\": \"mm\", "
      "\"points\": [[0, 0], [%d, 9]]}, \"parameters\": [[\"%d N/m\"], [\"%d N/m\"]]}";
  // warp k = 100 and 400, weft the same, coupling 90 and 300. This is convex where both are at the same samples; 300 > 100 where they are
  // not
  for (int apart = 0; apart < 2; apart++) {
    char text[2000], *end = text;
    end += sprintf(end, "%s", head);
    end += sprintf(end, line, "warp", "[\"warp\"]", "linear", 9, 100, 400);
    end += sprintf(end, ", ");
    end += sprintf(end, line, "weft", "[\"weft\"]", "linear", 9, 100, 400);
    end += sprintf(end, ", ");
    end += sprintf(end, line, "shear", "[\"shear\"]", "linear", 9, 30, 20);
    end += sprintf(end, ", ");
    end += sprintf(end, line, "area", "[\"warp\", \"weft\"]", "cross", apart ? 8 : 9, 90, 300);
    sprintf(end, "]}");
    pl_context *ctx = pl_context_create(NULL);
    pl_material *m = parse(ctx, text);
    double smallest, where[PL_STRAIN_MAX_VALUE];
    REQUIRE(pl_material_convexity(m, pl_strain_find("green"), &smallest, where));
    CHECK_NEAR(smallest, apart ? 100 - 300 : 10, 1e-9);
    pl_material_destroy(m);
    pl_context_destroy(ctx);
  }
}

// Two principal stretches have no order: one number per pair. Files of earlier versions have both; equal ones are read, others refused.
TEST(material_pair_of_stretches_is_symmetric) {
  static const struct {
    const char *members, *id;  // NULL: read as 10, 24, 60 N/m
    double sigma;              // of c0-1, N/m
  } file[] = {
      {"\"knots\": [[-0.1, 0.3], [-0.1, 0.3]], \"parameters\": {\"unit\": \"N/m\", \"values\": [10, 24, 60]}", NULL, NAN},
      {"\"knots\": [[-0.1, 0.3], [-0.1, 0.3]], \"parameters\": {\"unit\": \"N/m\", \"values\": [10, 24, 24, 60]}, \"sigma\": {\"unit\": "
       "\"N/m\", \"values\": [1, 2, 3, 4]}",
       NULL, 3},
      {"\"knots\": [[-0.1, 0.3], [-0.1, 0.3]], \"even\": \"none\", \"parameters\": {\"c0-0\": \"10 N/m\", \"c0-1\": \"24 N/m\", \"c1-0\": "
       "\"0.024 N/mm\", \"c1-1\": \"60 N/m\"}",
       NULL, NAN},
      {"\"knots\": [[-0.1, 0.3], [-0.1, 0.3]], \"parameters\": {\"unit\": \"N/m\", \"values\": [10, 754, 3476, 60]}", "law.pair-asymmetric",
       NAN},
      {"\"knots\": [[-0.1, 0.3], [-0.1, 0.2]], \"parameters\": {\"unit\": \"N/m\", \"values\": [10, 24, 60]}", "law.pair-knots-differ",
       NAN},
      {"\"knots\": [[0, 0.1, 0.3], [0, 0.1, 0.3]], \"even\": \"second\"", "law.pair-even-differs", NAN},
  };
  pl_context *ctx = pl_context_create(NULL);
  for (size_t i = 0; i < sizeof file / sizeof file[0]; i++) {
    pl_material *m;
    char term[600];
    snprintf(term, sizeof term, "{\"name\": \"p\", \"strain\": \"principal\", \"law\": \"log-cross\", %s}", file[i].members);
    REQUIRE(pl_material_create(ctx, "pair", 0.2, &m) == PL_OK);
    pl_status status = pl_material_add_term(m, term);
    CHECK(status == (file[i].id ? PL_ERROR_INPUT : PL_OK));
    if (file[i].id) CHECK_CONTAINS(said_error(ctx), file[i].id);
    if (status != PL_OK) {
      pl_context_clear_error(ctx);
      pl_material_destroy(m);
      continue;
    }
    REQUIRE(m->n_theta == 3);
    CHECK(strcmp(m->parameter[0].name, "p.c0-0") == 0 && strcmp(m->parameter[1].name, "p.c0-1") == 0);
    CHECK(strcmp(m->parameter[2].name, "p.c1-1") == 0);
    static const double expected[] = {10, 24, 60};
    for (int j = 0; j < 3; j++) CHECK_CLOSE(m->theta[j], expected[j], 1e-14);
    CHECK(isnan(file[i].sigma) ? m->sigma == NULL : m->sigma[1] == file[i].sigma);
    pl_material_destroy(m);
  }
  pl_context_destroy(ctx);
}
