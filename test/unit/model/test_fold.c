// test_fold.c: Wang's bending: the strain "fold" with its shared elements, and the stiffness made of straight pieces that goes with it.
#include <stdlib.h>

#include "said.h"
#include "base/rng.h"
#include "law/piecewise.h"
#include "model/elements.h"
#include "model/model.h"
#include "test.h"

static const double eighth_turn = 0.78539816339744831;  // 45 degrees

// ---- a model of bending terms on some mesh ----

typedef struct setup {
  pl_context *ctx;
  pl_mesh *mesh;
  pl_material *material;
  pl_model *model;
  pl_work *work;
  double *x;  // [n], m
  int32_t n;  // degrees of freedom
} setup;

static pl_material *make_material(pl_context *ctx, const char *terms) {
  char text[4096];
  snprintf(text, sizeof text, "{\"pliant\": \"material 1\", \"name\": \"m\", \"density\": \"100 g/m^2\", \"terms\": [%s]}", terms);
  pl_material *material;
  pl_status status = pl_material_parse(ctx, "m", text, strlen(text), &material);
  char message[512];
  said_error_format(pl_context_error(ctx), message, sizeof message);
  if (status != PL_OK) test_fail(__FILE__, __LINE__, "%s", message);
  REQUIRE(status == PL_OK);
  return material;
}

static void attach(setup *s, const char *terms) {
  s->material = make_material(s->ctx, terms);
  REQUIRE(pl_model_create(s->ctx, s->mesh, s->material, NULL, &s->model) == PL_OK);
  REQUIRE(pl_work_create(s->model, &s->work) == PL_OK);
}

static void detach(setup *s) {
  pl_work_destroy(s->work);
  pl_model_destroy(s->model);
  pl_material_destroy(s->material);
}

static void set_positions(setup *s) {
  s->n = 3 * s->mesh->n_vertex;
  s->x = malloc((size_t)s->n * sizeof *s->x);
  REQUIRE(s->x != NULL);
  memcpy(s->x, s->mesh->x0, (size_t)s->n * sizeof *s->x);
}

// Two triangles of heights h0 and h1 over an edge of length l along `angle` from warp, folded by theta. Vertex 2 turns about the edge.
static setup make_hinge(double l, double h0, double h1, double angle, double theta) {
  setup s = {.ctx = pl_context_create(NULL)};
  double c = cos(angle), d = sin(angle), local[4][2] = {{0, 0}, {l, 0}, {0.3 * l, h0}, {0.8 * l, -h1}}, rest[8], x0[12];
  for (int v = 0; v < 4; v++) {
    rest[2 * v] = c * local[v][0] - d * local[v][1];
    rest[2 * v + 1] = d * local[v][0] + c * local[v][1];
    x0[3 * v] = local[v][0], x0[3 * v + 1] = local[v][1], x0[3 * v + 2] = 0;
  }
  const int32_t triangle[6] = {0, 1, 2, 1, 0, 3};
  REQUIRE(pl_mesh_create(s.ctx, 4, rest, x0, 2, triangle, PL_TOPOLOGY_OTHER, &s.mesh) == PL_OK);
  REQUIRE(s.mesh->n_hinge == 1);
  set_positions(&s);
  s.x[7] = h0 * cos(theta);
  s.x[8] = h0 * sin(theta);
  return s;
}

static setup make_sheet(pl_topology_kind kind) {
  setup s = {.ctx = pl_context_create(NULL)};
  pl_specimen specimen = {.length = 0.1, .width = 0.08, .angle = 0.3, .n_length = 7, .n_width = 6, .kind = kind, .seed = 5};
  REQUIRE(pl_mesh_strip(s.ctx, &specimen, &s.mesh) == PL_OK);
  set_positions(&s);
  pl_rng rng;
  pl_rng_init(&rng, 1);
  for (int32_t i = 0; i < s.n; i++) s.x[i] += 2e-3 * pl_rng_normal(&rng);
  return s;
}

static void unmake(setup *s) {
  free(s->x);
  pl_mesh_destroy(s->mesh);
  pl_context_destroy(s->ctx);
}

#define LINEAR_TERM(name, elements, k) \
  "{\"name\": \"" name "\", \"strain\": \"fold\"" elements ", \"law\": \"linear\", \"parameters\": {\"k\": \"" k " N m\"}}"
#define ONLY(class) ", \"elements\": \"" class "\""
#define SPLINE "\"law\": \"stiffness-spline\", \"degree\": 1, \"knots\": {\"unit\": \"1/m\", \"values\": [0, 5, 10, 15, 20]}"

// ---- the strain ----

// Energy k l^2 theta^2 / (8 A), moment k alpha l/2 about the edge, force k l^2/(2A) (theta/2) grad theta, for both signs of theta.
TEST(fold_moment_and_energy_closed_form) {
  const double l = 0.012, h0 = 0.009, h1 = 0.014, area = 0.5 * l * (h0 + h1), k = 5e-5;
  for (int i = 0; i < 5; i++) {
    double theta = (const double[]){0.4, -0.4, 1.3, -2.5, 1e-3}[i], energy, g[12];
    setup s = make_hinge(l, h0, h1, 1.1, theta);
    attach(&s, LINEAR_TERM("b", "", "5e-5"));
    REQUIRE(pl_model_eval(s.model, s.material->theta, s.x, PL_HESS_EXACT, &energy, g, NULL, s.work));
    CHECK_CLOSE(energy, k * l * l * theta * theta / (8 * area), 1e-12);
    // vertex 2 moves on a circle of radius h0: its gradient is the moment over h0, along the circle
    double alpha = theta * l / (2 * area), moment = k * alpha * l / 2;
    CHECK_NEAR(g[6], 0, 1e-15);
    CHECK_NEAR(g[7], -moment / h0 * sin(theta), 1e-12 * fabs(moment / h0));
    CHECK_NEAR(g[8], moment / h0 * cos(theta), 1e-12 * fabs(moment / h0));
    CHECK_NEAR(g[11], moment / h1, 1e-12 * fabs(moment / h1));  // vertex 3, in the plane: grad theta = 1/h1 along z
    CHECK_CLOSE(g[11], k * l * l / (2 * area) * (theta / 2) / h1, 1e-12);
    // eq. 4 of the paper has sin(theta/2): smaller by theta^2/24
    double printed = k * l * l / (2 * area) * sin(theta / 2) / h1;
    if (fabs(theta) < 1) CHECK_NEAR(1 - printed / g[11], theta * theta / 24, pow(theta, 4) / 1900 + 1e-12);
    double strain;
    CHECK(pl_model_strains(s.model, pl_strain_find("fold"), s.x, &strain, s.work) == 1);
    CHECK_CLOSE(strain, -alpha, 1e-12);  // folding towards the side of the normals counts negative
    detach(&s);
    unmake(&s);
  }
}

// At the last column of the files, alpha = 20 1/m, on cells of 10 mm: the figure that strain_fold.c states.
TEST(fold_sine_differs_by_less_than_a_percent) {
  double l = 0.01, area = l * l, theta = 20 * 2 * area / l;
  CHECK_NEAR(theta * 180 / acos(-1), 23, 0.1);
  CHECK_NEAR(1 - sin(theta / 2) / (theta / 2), 0.0067, 5e-5);
}

// k(alpha) of the files on one hinge. The moment is k(alpha) alpha l/2. The energy is its integral, computed by Simpson's rule on the
// pieces.
TEST(fold_moment_of_a_tabulated_stiffness) {
  const double table[5] = {60e-6, 30e-6, 80e-6, 75e-6, 20e-6}, l = 0.01, h = 0.01, area = l * h;
  for (double alpha = 2.5; alpha < 40; alpha += 5) {
    double theta = alpha * 2 * area / l, energy, g[12], expected = 0;
    setup s = make_hinge(l, h, h, 0, theta);
    attach(&s, "{\"name\": \"b\", \"strain\": \"fold\", " SPLINE ", \"parameters\": {\"unit\": \"N m\", "
               "\"values\": [60e-6, 30e-6, 80e-6, 75e-6, 20e-6]}}");
    REQUIRE(pl_model_eval(s.model, s.material->theta, s.x, PL_HESS_EXACT, &energy, g, NULL, s.work));
    double k_here = 0;
    for (double from = 0; from < alpha; from += 5) {
      double to = fmin(from + 5, alpha), sum = 0;
      for (int i = 0; i < 3; i++) {  // k a is quadratic on a piece: Simpson is exact
        double a = from + 0.5 * i * (to - from), at = fmin(a / 5, 4);
        int j = (int)fmin(from / 5, 3);
        k_here = table[j] + (at - j) * (table[j + 1] - table[j]);
        sum += (i == 1 ? 4 : 1) * k_here * a;
      }
      expected += area * sum * (to - from) / 6;
    }
    CHECK_CLOSE(energy, expected, 1e-12);
    CHECK_CLOSE(g[11], k_here * alpha * l / 2 / h, 1e-12);
    detach(&s);
    unmake(&s);
  }
}

// ---- shares ----

TEST(fold_shares_are_linear_in_the_angle) {
  const pl_strain *fold = pl_strain_find("fold");
  for (int degree = -90; degree <= 270; degree++) {
    setup s = make_hinge(0.01, 0.008, 0.012, degree * eighth_turn / 45, 0.1);
    int folded = abs(degree) % 180 <= 90 ? abs(degree) % 180 : 180 - abs(degree) % 180;  // 0 .. 90
    double sum = 0;
    for (int c = 0; c < 3; c++) {
      double share = pl_strain_share(fold, s.mesh, s.mesh->hinge, c), expected = fmax(0, 1 - fabs(folded - 45.0 * c) / 45);
      CHECK_NEAR(share, expected, 1e-9);
      CHECK(share >= 0 && share <= 1);
      if (folded % 45 == 0) CHECK(share == expected);  // on a row exactly, so that no other class lists the element
      sum += share;
    }
    CHECK_NEAR(sum, 1, 1e-15);
    unmake(&s);
  }
}

// Every strain measure: an element's shares sum to 1, and where classes are crisp one class has it all.
TEST(strain_shares_sum_to_one) {
  setup s = make_sheet(PL_TOPOLOGY_IRREGULAR);
  for (int i = 0; i < pl_strain_count(); i++) {
    const pl_strain *strain = pl_strain_at(i);
    CHECK(!(strain->classify && strain->membership));
    pl_elements all;
    REQUIRE(pl_elements_list(s.mesh->arena, s.mesh, strain->element, &all) == PL_OK);
    for (int32_t e = 0; e < all.n; e++) {
      const int32_t *vertex = all.vertex + (size_t)e * all.n_vertex;
      double sum = 0;
      for (int c = 0; c < strain->n_class; c++) {
        double share = pl_strain_share(strain, s.mesh, vertex, c);
        if (!strain->membership) CHECK(share == (!strain->classify || strain->classify(s.mesh, vertex) == c));
        sum += share;
      }
      CHECK_NEAR(sum, 1, 1e-15);
    }
  }
  unmake(&s);
}

// At 30 degrees a third belongs to row 0 and two thirds to row 45.
TEST(fold_interpolates_between_rows) {
  setup s = make_hinge(0.01, 0.008, 0.012, 30 * eighth_turn / 45, 0.2);
  double energy[3], mixed;
  static const char *const one[3] = {LINEAR_TERM("b", "", "1e-5"), LINEAR_TERM("b", "", "4e-5"), LINEAR_TERM("b", "", "9e-5")};
  for (int c = 0; c < 3; c++) {
    attach(&s, one[c]);
    REQUIRE(pl_model_eval(s.model, s.material->theta, s.x, PL_HESS_EXACT, &energy[c], NULL, NULL, s.work));
    detach(&s);
  }
  attach(&s, LINEAR_TERM("b0", ONLY("0"), "1e-5") ", " LINEAR_TERM("b45", ONLY("45"), "4e-5") ", " LINEAR_TERM("b90", ONLY("90"), "9e-5"));
  CHECK(s.model->n_group == 2);  // row 90 has no part of this edge
  REQUIRE(pl_model_eval(s.model, s.material->theta, s.x, PL_HESS_EXACT, &mixed, NULL, NULL, s.work));
  CHECK_CLOSE(mixed, energy[0] / 3 + 2 * energy[1] / 3, 1e-12);
  detach(&s);
  unmake(&s);
}

// Three terms with equal stiffness are one term on all elements: energy, gradient, Hessian and theta-derivatives add up to it.
TEST(fold_shares_sum_to_the_whole_element) {
  setup s = make_sheet(PL_TOPOLOGY_IRREGULAR);
  size_t n = (size_t)s.n;
  double energy[2], size[3] = {0}, *row = malloc(8 * n * sizeof *row), *d = row + 7 * n;
  double *g[2] = {row, row + n}, *hd[2] = {row + 2 * n, row + 3 * n}, *dg = row + 4 * n, *whole = malloc(n * sizeof *whole);
  REQUIRE(row && whole);
  for (size_t i = 0; i < n; i++) d[i] = sin(1.7 * (double)i);
  for (int i = 0; i < 2; i++) {
    attach(&s, i == 0 ? LINEAR_TERM("b", "", "3e-5")
                      : LINEAR_TERM("b0", ONLY("0"), "3e-5") ", " LINEAR_TERM("b45", ONLY("45"), "3e-5") ", " LINEAR_TERM("b90", ONLY("90"),
                                                                                                                          "3e-5"));
    CHECK(s.model->n_group == 3);
    pl_block_matrix h;
    REQUIRE(pl_block_matrix_create(s.mesh->arena, &s.model->pattern, &h) == PL_OK);
    REQUIRE(pl_model_eval(s.model, s.material->theta, s.x, PL_HESS_EXACT, &energy[i], g[i], &h, s.work));
    pl_block_matrix_multiply(&h, d, hd[i]);
    pl_model_theta(s.model, s.material->theta, s.x, s.material->n_theta, NULL, i == 0 ? whole : dg, s.work);
    detach(&s);
  }
  CHECK_CLOSE(energy[1], energy[0], 1e-13);
  for (size_t i = 0; i < n; i++) {
    size[0] = fmax(size[0], fabs(g[0][i]));
    size[1] = fmax(size[1], fabs(hd[0][i]));
    size[2] = fmax(size[2], fabs(whole[i]));
  }
  CHECK(size[0] > 0);
  for (size_t i = 0; i < n; i++) {
    CHECK_NEAR(g[1][i], g[0][i], 1e-13 * size[0]);
    CHECK_NEAR(hd[1][i], hd[0][i], 1e-13 * size[1]);
    CHECK_NEAR(dg[i] + dg[n + i] + dg[2 * n + i], whole[i], 1e-13 * size[2]);
  }
  free(row), free(whole);
  unmake(&s);
}

// An element that two classes share is listed once: by the strain, and by a term that acts on both.
TEST(fold_strains_are_listed_once) {
  setup s = make_sheet(PL_TOPOLOGY_IRREGULAR);
  const pl_strain *fold = pl_strain_find("fold");
  int32_t n = s.mesh->n_hinge, in_class[3] = {0}, in_two = 0;
  double *strain = malloc(3 * (size_t)n * sizeof *strain), *other = malloc(3 * (size_t)n * sizeof *other);
  REQUIRE(strain && other);
  for (int32_t e = 0; e < n; e++) {
    int classes = 0;
    for (int c = 0; c < 3; c++) {
      bool part = pl_strain_share(fold, s.mesh, s.mesh->hinge + 4 * (size_t)e, c) > 0;
      in_class[c] += part, classes += part;
    }
    in_two += classes == 2;
  }
  CHECK(in_two > n / 2 && in_class[0] + in_class[1] + in_class[2] == n + in_two);
  attach(&s, LINEAR_TERM("b0", ONLY("0"), "1e-5") ", " LINEAR_TERM("b45", ONLY("45"), "1e-5") ", " LINEAR_TERM(
                 "b90", ONLY("90"), "1e-5") ", " LINEAR_TERM("both", ", \"elements\": [\"0\", \"45\"]", "1e-5"));
  CHECK(pl_model_strains(s.model, fold, s.x, strain, s.work) == n);
  double sum = 0, sum_other = 0;
  for (int32_t e = 0; e < n; e++) sum += strain[e];
  // hinges have the same angle: s_fold = theta l/(2A) and s_hinge = 3 theta l/A, so the sums are 1 : 6
  detach(&s);
  attach(&s, "{\"name\": \"h\", \"strain\": \"hinge\", \"law\": \"linear\"}");
  CHECK(pl_model_strains(s.model, pl_strain_find("hinge"), s.x, other, s.work) == n);
  for (int32_t e = 0; e < n; e++) sum_other += other[e];
  CHECK_NEAR(6 * sum, sum_other, 1e-11 * fabs(sum_other) + 1e-11);
  detach(&s);
  attach(&s, LINEAR_TERM("b0", ONLY("0"), "1e-5") ", " LINEAR_TERM("both", ", \"elements\": [\"0\", \"45\"]", "1e-5"));
  CHECK(pl_model_term_strains(s.model, &s.material->term[0], s.x, strain, s.work) == in_class[0]);
  int32_t either = 0;
  for (int32_t e = 0; e < n; e++) either += pl_strain_share(fold, s.mesh, s.mesh->hinge + 4 * (size_t)e, 2) < 1;
  CHECK(pl_model_term_strains(s.model, &s.material->term[1], s.x, strain, s.work) == either);
  // edges of a regular grid lie on the rows: no element is evaluated twice
  detach(&s);
  unmake(&s);
  setup regular = {.ctx = pl_context_create(NULL)};
  pl_specimen specimen = {.length = 0.06, .width = 0.05, .n_length = 6, .n_width = 5, .kind = PL_TOPOLOGY_ALTERNATING};
  REQUIRE(pl_mesh_strip(regular.ctx, &specimen, &regular.mesh) == PL_OK);
  set_positions(&regular);
  attach(&regular, LINEAR_TERM("b", "", "1e-5"));
  int32_t total = 0;
  for (int g = 0; g < regular.model->n_group; g++) total += regular.model->group[g].n_element;
  CHECK(total == regular.mesh->n_hinge && regular.model->n_group == 3);
  detach(&regular);
  unmake(&regular);
  free(strain), free(other);
}

// A cylinder about the weft folds the lines along weft only, and the sheet has the rigidity k90/4 (NUMERICS section 3): per area B kappa^2/2.
TEST(fold_rigidity_is_a_quarter) {
  setup s = {.ctx = pl_context_create(NULL)};
  pl_specimen specimen = {.length = 0.2, .width = 0.1, .n_length = 40, .n_width = 20, .kind = PL_TOPOLOGY_ALTERNATING};
  REQUIRE(pl_mesh_strip(s.ctx, &specimen, &s.mesh) == PL_OK);
  set_positions(&s);
  double radius = 0.5, energy, k = 4e-5;
  for (int32_t v = 0; v < s.mesh->n_vertex; v++) {
    double at = s.mesh->x0[3 * v] / radius;
    s.x[3 * v] = radius * sin(at);
    s.x[3 * v + 2] = radius * (1 - cos(at));
  }
  attach(&s, LINEAR_TERM("b0", ONLY("0"), "1") ", " LINEAR_TERM("b45", ONLY("45"), "1") ", " LINEAR_TERM("b90", ONLY("90"), "4e-5"));
  REQUIRE(pl_model_eval(s.model, s.material->theta, s.x, PL_HESS_EXACT, &energy, NULL, NULL, s.work));
  // 39 of 40 cell borders fold; each has the curvature chord/cell too large by (cell/radius)^2/24
  double bent = 0.2 * 39 / 40 * 0.1, rigidity = 2 * energy / bent * radius * radius;
  CHECK_CLOSE(rigidity, k / 4, 1e-3);
  detach(&s);
  unmake(&s);
}

// ---- the law ----

static const char pieces[] = "{\"name\": \"b\", \"strain\": \"fold\", \"elements\": \"45\", " SPLINE
                             ", \"parameters\": {\"unit\": \"N m\", \"values\": [6e-5, 3e-5, -2e-5, 7e-5, 4e-5]}}";

// Between knots k is the chord, beyond the last it is held. Psi is the integral of k(a) a in closed form, the tangent k + a k'.
TEST(stiffness_pieces_closed_form) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *material = make_material(ctx, pieces);
  const double *theta = material->theta;
  double base = 0;
  for (int j = 0; j < 5; j++) {
    double from = 5 * j, slope = j < 4 ? (theta[j + 1] - theta[j]) / 5 : 0, start = theta[j] - slope * from;
    for (int i = 0; i <= 8; i++) {
      double a = from + 5 * (i + 0.5) / 9.5, psi, t, k, dt[5], shown = start + slope * a;
      double grown = base + start * (a * a - from * from) / 2 + slope * (a * a * a - from * from * from) / 3;
      for (int side = -1; side <= 1; side += 2) {
        double s = side * a;
        pl_law_eval_one(&material->term[0].law, theta, &s, &psi, &t, &k);
        pl_law_theta_one(&material->term[0].law, theta, &s, dt);
        CHECK_NEAR(t, shown * s, 1e-16);
        CHECK_NEAR(psi, grown, 1e-15);
        CHECK_NEAR(k, shown + slope * a, 1e-17);
        // the theta-derivative is a hat function times the strain
        for (int m = 0; m < 5; m++) CHECK_NEAR(dt[m], s * fmax(0, 1 - fabs(fmin(a, 20) / 5 - m)), 1e-12);
      }
    }
    base += start * (25 + 10 * from) / 2 + slope * (pow(from + 5, 3) - pow(from, 3)) / 3;
  }
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}

// Negative entries are read, written and copied as they are, and no parameter has a bound. A cubic keeps its bound and has no "degree" in
// files.
TEST(stiffness_pieces_in_files) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *material = make_material(ctx, pieces), *copy, *back;
  CHECK(material->theta[2] == -2e-5 && material->parameter[2].lower == -INFINITY && material->parameter[2].knot == 10);
  CHECK(material->term[0].classes == 2u);
  REQUIRE(pl_material_copy(material, &copy) == PL_OK);
  pl_json_writer *writer = pl_json_writer_create(ctx);
  pl_material_write(copy, writer);
  const char *text = pl_json_writer_text(writer);
  CHECK_CONTAINS(text, "\"degree\": 1");
  REQUIRE(pl_material_parse(ctx, "back", text, strlen(text), &back) == PL_OK);
  CHECK(memcmp(back->theta, material->theta, 5 * sizeof *back->theta) == 0);
  double range[1][2];
  back->term[0].law.row->range(&back->term[0].law, range);
  CHECK(range[0][0] == -20 && range[0][1] == 20);
  pl_json_writer_destroy(writer);
  pl_material_destroy(copy);
  pl_material_destroy(back);
  pl_material_destroy(material);
  material = make_material(ctx, "{\"name\": \"b\", \"strain\": \"hinge\", \"law\": \"stiffness-spline\", \"degree\": 3, \"knots\": "
                                "[\"0 1/m\", \"5 1/m\", \"9 1/m\"]}");
  writer = pl_json_writer_create(ctx);
  pl_material_write(material, writer);
  CHECK(strstr(pl_json_writer_text(writer), "degree") == NULL && material->parameter[0].lower == 0);
  pl_json_writer_destroy(writer);
  pl_material_destroy(material);
  static const char *const bad[][2] = {{"\"degree\": 2", "degree = 2, must be 1 or 3"},
                                       {"\"degree\": 4", "degree"},
                                       {"\"degree\": \"one\"", "degree"},
                                       {"\"degre\": 1", "[json.unknown-key]|\"degree\""}};
  for (int i = 0; i < 4; i++) {
    char file[512], message[1024];
    snprintf(file, sizeof file,
             "{\"pliant\": \"material 1\", \"name\": \"m\", \"terms\": [{\"name\": \"b\", \"strain\": \"fold\",\n\"law\": "
             "\"stiffness-spline\", %s, \"knots\": [\"0 1/m\"]}]}",
             bad[i][0]);
    CHECK(pl_material_parse(ctx, "bad.json", file, strlen(file), &material) == PL_ERROR_INPUT);
    said_error_format(pl_context_error(ctx), message, sizeof message);
    CHECK_CONTAINS(message, bad[i][1]);
    CHECK_CONTAINS(message, "bad.json:2");
    pl_context_clear_error(ctx);
  }
  pl_context_destroy(ctx);
}
