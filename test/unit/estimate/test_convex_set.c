// test_convex_set.c: the set of convex materials: cuts separate, steps slide along its border, the projection ends in it.
#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "estimate/model/additive_model.h"
#include "estimate/optimise/convex_set.h"
#include "material/certificate.h"
#include "test.h"

static const double box[3][2] = {{-0.1, 0.2}, {-0.1, 0.2}, {-0.2, 0.2}};

static pl_material *asymmetric_with(pl_context *ctx, bool friction) {
  pl_additive_shape shape;
  pl_additive_start(&shape, 300, 0.2, 1e-6);
  memcpy(shape.range, box, sizeof box);
  pl_additive_raise(&shape, PL_ADDITIVE_ASYMMETRIC);
  shape.friction_kind = PL_FRICTION_DAHL;
  for (int i = 0; i < 3; i++) shape.friction[i] = (pl_additive_friction){friction, {2, 20, 0.01}, {1, 10, 0.01}};
  pl_material *material;
  REQUIRE(pl_additive_material(ctx, "m", 0.2, &shape, &material) == PL_OK);
  for (int i = 0; i < material->n_term; i++)
    for (int a = 0; a < material->term[i].law.row->n_in && material->term[i].strain == pl_strain_find("green"); a++)
      memcpy(material->term[i].range[a], box[material->term[i].value[a]], sizeof box[0]);
  return material;
}

static pl_material *asymmetric(pl_context *ctx) { return asymmetric_with(ctx, false); }

static void draw(pl_rng *rng, const pl_material *material, double pair, double *theta) {
  for (int j = 0; j < material->n_theta; j++) {
    const pl_term *term = &material->term[material->parameter[j].term];
    theta[j] = term->law.row->n_in == 1 ? 50 + 250 * pl_rng_uniform(rng) : pair * (2 * pl_rng_uniform(rng) - 1);
  }
}

TEST(convex_set_cuts_separate) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  pl_material *material = asymmetric(ctx);
  pl_convex_set *set;
  REQUIRE(pl_convex_set_create(arena, material, pl_strain_find("green"), box, 1, false, &set) == PL_OK);
  const pl_ls_set *ls = pl_convex_set_ls(set);
  pl_rng rng;
  pl_rng_init(&rng, 5);
  double inner[20][64], theta[64], row[64], level;
  int n_inner = 0, n_cut = 0;
  REQUIRE(material->n_theta <= 64);
  while (n_inner < 20) {
    draw(&rng, material, 10, inner[n_inner]);
    memset(row, 0, sizeof row);
    n_inner += ls->inside(ls->user, inner[n_inner], row, &level);
  }
  for (int i = 0; i < 100; i++) {
    draw(&rng, material, 300, theta);
    memset(row, 0, sizeof row);
    if (ls->inside(ls->user, theta, row, &level)) continue;
    n_cut++;
    double value = 0;
    for (int j = 0; j < material->n_theta; j++) value += row[j] * theta[j];
    CHECK_LESS(value, level);
    for (int k = 0; k < n_inner; k++) {
      value = 0;
      for (int j = 0; j < material->n_theta; j++) value += row[j] * inner[k][j];
      CHECK(value >= 0.9 * level);
    }
  }
  CHECK(n_cut > 50);
  pl_material_destroy(material);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

TEST(convex_set_projection_ends_inside) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  pl_material *material = asymmetric(ctx);
  pl_convex_set *set;
  REQUIRE(pl_convex_set_create(arena, material, pl_strain_find("green"), box, 1, true, &set) == PL_OK);
  const pl_ls_set *ls = pl_convex_set_ls(set);
  REQUIRE(ls->project != NULL);
  pl_rng rng;
  pl_rng_init(&rng, 6);
  double theta[64];
  for (int i = 0; i < 5; i++) {
    draw(&rng, material, 80, theta);
    ls->project(ls->user, theta);
    pl_convexity verdict;
    CHECK(pl_material_certify(material, pl_strain_find("green"), theta, &verdict));
    CHECK(verdict.smallest > 0);
  }
  pl_material_destroy(material);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

// Friction is no part of the energy: whatever its numbers are, they are neither asked nor moved.
TEST(convex_set_leaves_friction_out) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  pl_material *elastic = asymmetric(ctx), *material = asymmetric_with(ctx, true);
  pl_convex_set *one, *set;
  REQUIRE(pl_convex_set_create(arena, elastic, pl_strain_find("green"), box, 1, true, &one) == PL_OK);
  REQUIRE(pl_convex_set_create(arena, material, pl_strain_find("green"), box, 1, true, &set) == PL_OK);
  const pl_ls_set *ls = pl_convex_set_ls(set);
  int first = pl_material_term(material, "warp-friction")->theta, n_cut = 0;
  REQUIRE(material->n_theta == elastic->n_theta + 9 && material->n_theta <= 64);
  pl_rng rng;
  pl_rng_init(&rng, 7);
  for (int i = 0; i < 20; i++) {
    double theta[64] = {0}, row[64] = {0}, level;
    draw(&rng, elastic, 100, theta);
    double smallest = pl_convex_set_smallest(one, theta);
    memmove(theta + first + 9, theta + first, (size_t)(elastic->n_theta - first) * sizeof *theta);
    for (int j = 0; j < 9; j++) theta[first + j] = -5 + j;
    CHECK(pl_convex_set_smallest(set, theta) == smallest);
    n_cut += !ls->inside(ls->user, theta, row, &level);
    ls->project(ls->user, theta);
    for (int j = 0; j < 9; j++) CHECK(row[first + j] == 0 && theta[first + j] == -5 + j);
  }
  CHECK(n_cut > 10);
  pl_material_destroy(material);
  pl_material_destroy(elastic);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

// With samples: inside when each sample is, the cut is that of the worst sample, and the projection moves the others not at all.
TEST(convex_set_of_samples) {
  enum { N_SAMPLE = 3 };
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  pl_material *material = asymmetric(ctx), *sampled;
  bool chosen[64];
  for (int t = 0; t < material->n_term; t++) chosen[t] = strcmp(material->term[t].strain->name, "green") == 0;
  double point[3 * N_SAMPLE] = {0.01, 0, 0, 0.05, 0.02, 0, 0.02, 0.08, 0};
  REQUIRE(pl_material_with_samples(material, chosen, &(pl_samples){N_SAMPLE, point, 0.03}, &sampled) == PL_OK);
  pl_convex_set *one, *all;
  REQUIRE(pl_convex_set_create(arena, material, pl_strain_find("green"), box, 1, true, &one) == PL_OK);
  REQUIRE(pl_convex_set_create(arena, sampled, pl_strain_find("green"), box, 1, true, &all) == PL_OK);
  const pl_ls_set *ls = pl_convex_set_ls(all), *part = pl_convex_set_ls(one);
  pl_rng rng;
  pl_rng_init(&rng, 8);
  double theta[N_SAMPLE][64], whole[256], row[256], row_part[64], level;
  REQUIRE(material->n_theta <= 64 && sampled->n_theta <= 256);
  int count[2] = {0};
  for (int round = 0; round < 60; round++) {
    double least = INFINITY;
    int worst = 0;
    memset(whole, 0, sizeof whole);
    memset(row, 0, sizeof row);
    memset(row_part, 0, sizeof row_part);
    for (int m = 0; m < N_SAMPLE; m++) {
      draw(&rng, material, round % 2 ? 10 : 100, theta[m]);
      double smallest = pl_convex_set_smallest(one, theta[m]);
      if (smallest < least) least = smallest, worst = m;
      for (int t = 0; t < material->n_term; t++)
        for (int j = 0; j < material->term[t].law.n_param; j++)
          whole[sampled->term[t].theta + (chosen[t] ? m * material->term[t].law.n_param : 0) + j] = theta[m][material->term[t].theta + j];
    }
    CHECK_NEAR(pl_convex_set_smallest(all, whole), least, 1e-12 * fabs(least));
    bool inside = ls->inside(ls->user, whole, row, &level);
    CHECK(inside == part->inside(part->user, theta[worst], row_part, &level));
    count[inside]++;
    for (int t = 0; t < material->n_term && !inside; t++)
      for (int m = 0; m < N_SAMPLE && chosen[t]; m++)
        for (int j = 0; j < material->term[t].law.n_param; j++)
          CHECK(row[sampled->term[t].theta + m * material->term[t].law.n_param + j] ==
                (m == worst ? row_part[material->term[t].theta + j] : 0));
    // pulled towards a material that is inside: those inside stay, the others end on the border
    double pulled[256];
    memcpy(pulled, whole, sizeof pulled);
    pl_convex_set_pull(all, sampled->theta, pulled);
    CHECK(ls->inside(ls->user, pulled, row, &level));
    for (int t = 0; t < material->n_term; t++)
      for (int m = 0; m < N_SAMPLE && chosen[t]; m++)
        for (int j = 0; j < material->term[t].law.n_param && pl_convex_set_smallest(one, theta[m]) > 0.9; j++) {
          int at = sampled->term[t].theta + m * material->term[t].law.n_param + j;
          CHECK(pulled[at] == whole[at]);
        }
    if (!inside) CHECK_NEAR(pl_convex_set_smallest(all, pulled), 0.9, 1e-6);
    ls->project(ls->user, whole);
    part->project(part->user, theta[worst]);
    for (int t = 0; t < material->n_term; t++)
      for (int j = 0; j < material->term[t].law.n_param && chosen[t]; j++)
        CHECK(whole[sampled->term[t].theta + worst * material->term[t].law.n_param + j] == theta[worst][material->term[t].theta + j]);
  }
  CHECK(count[0] > 10 && count[1] > 10);
  pl_material_destroy(sampled);
  pl_material_destroy(material);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

// ---- the steps of least_squares.c, on a set with a known answer ----

// The matrix [[a, c], [c, b]] nearest (Frobenius) to [[1, 2], [2, 1]], whose eigenvalues are 3 and -1. The positive semidefinite one is
// [[1.5, 1.5], [1.5, 1.5]].
static pl_status to_matrix(void *user, const double *p, double *r, double *j, int *n_failed) {
  (void)user;
  static const double target[3] = {1, 1, 2};
  double weight[3] = {1, 1, sqrt(2)};
  *n_failed = 0;
  for (int i = 0; i < 3; i++) r[i] = weight[i] * (p[i] - target[i]);
  for (int i = 0; i < 9 && j; i++) j[i] = i % 4 == 0 ? weight[i / 3] : 0;
  return PL_OK;
}

static bool semidefinite(void *user, const double *p, double *row, double *level) {
  int *visits = user;
  ++*visits;
  double mean = 0.5 * (p[0] + p[1]), half = 0.5 * (p[0] - p[1]), least = mean - hypot(half, p[2]);
  *level = 0;
  if (least >= -1e-9) return true;
  double angle = 0.5 * atan2(p[2], half), x = -sin(angle), y = cos(angle);  // of the smaller eigenvalue
  row[0] = x * x, row[1] = y * y, row[2] = 2 * x * y;
  return false;
}

TEST(least_squares_slides_along_a_convex_set) {
  pl_context *ctx = pl_context_create(NULL);
  int visits = 0;
  pl_ls_set set = {semidefinite, NULL, &visits};
  double p[3] = {2, 0.5, -0.3}, scale[3] = {1, 3, 0.5}, low[3] = {-9, -9, -9}, high[3] = {9, 9, 9}, r[3], j[9], row[3], level;
  pl_ls_problem problem = {3, 3, scale, low, high, NULL, to_matrix, NULL};
  pl_ls_report report;
  REQUIRE(pl_least_squares(ctx, &problem, &(pl_ls_options){.max_iterations = 100, .tolerance = 1e-12, .set = &set}, p, r, j, &report) ==
          PL_OK);
  CHECK(semidefinite(&visits, p, row, &level));
  for (int i = 0; i < 3; i++) CHECK_NEAR(p[i], 1.5, 1e-4);
  // without the set the target itself
  REQUIRE(pl_least_squares(ctx, &problem, &(pl_ls_options){.max_iterations = 100, .tolerance = 1e-12}, p, r, j, &report) == PL_OK);
  CHECK_NEAR(p[2], 2, 1e-6);
  pl_context_destroy(ctx);
}

// A set whose cuts contradict each other by more than their slack, as rounding makes of a nearly flat boundary. No step satisfies both, and
// the program finds none. The set itself is x + y + z <= 1, and steps are shortened into it.
static bool with_wrong_cuts(void *user, const double *p, double *row, double *level) {
  int *n = user;
  if (p[0] + p[1] + p[2] <= 1) return true;
  double side = ++*n % 2 ? -1 : 1;
  for (int i = 0; i < 3; i++) row[i] = -side;
  *level = -side + 0.5;
  return false;
}

TEST(least_squares_shortens_steps_that_no_cut_allows) {
  pl_context *ctx = pl_context_create(NULL);
  int n = 0;
  pl_ls_set set = {with_wrong_cuts, NULL, &n};
  double p[3] = {0, 0, 0}, scale[3] = {1, 1, 1}, low[3] = {-9, -9, -9}, high[3] = {9, 9, 9}, r[3], j[9];
  pl_ls_problem problem = {3, 3, scale, low, high, NULL, to_matrix, NULL};
  pl_ls_report report;
  REQUIRE(pl_least_squares(ctx, &problem, &(pl_ls_options){.max_iterations = 30, .tolerance = 1e-12, .set = &set}, p, r, j, &report) ==
          PL_OK);
  CHECK(p[0] + p[1] + p[2] <= 1);
  CHECK_LESS(report.objective, 3);  // of 5 at the start
  CHECK(p[2] > 0.2);
  pl_context_destroy(ctx);
}
