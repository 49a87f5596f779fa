// test_scene_contact.c: bodies of a scene that touch each other and obstacles: nothing passes, starts that intersect are refused.
#include "said.h"
#include "contact/exact.h"
#include "contact/mesh_surface.h"
#include "scene/simulation.h"
#include "test.h"

#include "material/material.h"

#define HEAD                                                                                                   \
  "{\"pliant\": \"scene 1\", \"gravity\": [\"0 m/s^2\", \"0 m/s^2\", \"-9.81 m/s^2\"], \"damping\": \"2 ms\"," \
  "\"integrator\": {\"step\": \"10 ms\"}, \"duration\": \"2 s\","
#define SHEET(name, material, place)                                                                                                  \
  "{\"name\": \"" name "\", \"sheet\": {\"length\": \"160 mm\", \"width\": \"160 mm\", \"cells\": [8, 8]}, \"material\": \"" material \
  "\", \"place\": {" place "}}"
#define FLOOR "{\"name\": \"floor\", \"kind\": \"plane\", \"point\": [\"0 m\", \"0 m\", \"-55 mm\"], \"normal\": [0, 0, 1]}"

static pl_scene *parse(pl_context *ctx, const char *text) {
  pl_scene *scene;
  if (pl_scene_parse(ctx, "scene.json", ".", text, strlen(text), &scene) != PL_OK) {
    test_fail(__FILE__, __LINE__, "%s", pl_context_error(ctx)->message);
    test_stop();
  }
  return scene;
}

// Surfaces without thickness, so that the exact test sees the bodies themselves.
static pl_contact_surface *bare_surface(pl_context *ctx, const pl_simulation_system *s) {
  double radius[8] = {0};
  uint8_t rigid[8];
  pl_contact_surface *surface;
  REQUIRE(s->n_part <= 8);
  for (int p = 0; p < s->n_part; p++) rigid[p] = p >= s->n_body;
  pl_mesh_surface_options options = {.radius = radius, .rigid = rigid, .reach = 1e-3};
  REQUIRE(pl_mesh_surface_create(ctx, s->model->mesh, &options, &surface) == PL_OK);
  return surface;
}

// Two sheets fall on a sphere and the floor. They are never closer to the sphere than half their thickness, at no frame anything intersects, and
// the upper one stays above.
TEST(scene_contact_sheets_on_a_sphere) {
  pl_context *ctx = pl_context_create(NULL);
  pl_scene *scene =
      parse(ctx, HEAD "\"meshes\": [" SHEET("lower", "poplin-virtual", "\"translate\": [\"-80 mm\", \"0 mm\", \"52 mm\"]") ", " SHEET(
                     "upper", "silk-virtual",
                     "\"translate\": [\"-70 mm\", \"3 mm\", \"55 mm\"], \"rotate\": {\"axis\": [0, 0, 1], \"angle\": \"20 "
                     "deg\"}") "], \"obstacles\": [" FLOOR
                               ", {\"name\": \"ball\", \"kind\": \"sphere\", \"center\": [\"0 m\", \"0 m\", \"0 m\"], \"radius\": \"50 "
                               "mm\"}], \"contact\": {\"thickness\": \"0.4 mm\", \"friction\": 0.3}}");
  pl_simulation *sim;
  bool stopped;
  REQUIRE(pl_scene_system_count(scene) == 1);
  REQUIRE(pl_simulation_create(scene, &sim) == PL_OK);
  const pl_simulation_system *s = &sim->system[0];
  CHECK(s->n_body == 2 && s->n_part == 4);
  pl_contact_surface *surface = bare_surface(ctx, s);
  double lowest = 1, top[2] = {-1, -1};
  for (int frame = 0; frame < 30; frame++) {
    pl_exact_hit hit;
    REQUIRE(pl_simulation_advance(sim, 1, &stopped) == PL_OK && !stopped);
    const double *x = s->state->x;
    REQUIRE(pl_exact_find(surface, x, &hit) == PL_OK);
    CHECK(!hit.found);
    for (int32_t v = 0; v < s->first[2]; v++) {
      double r = sqrt(x[3 * v] * x[3 * v] + x[3 * v + 1] * x[3 * v + 1] + x[3 * v + 2] * x[3 * v + 2]);
      CHECK_LESS(0.0502, r);
      CHECK_LESS(-0.055 + 0.0002, x[3 * v + 2]);
    }
  }
  for (int32_t v = 0; v < s->first[2]; v++) {
    int body = v >= s->first[1];
    top[body] = fmax(top[body], s->state->x[3 * v + 2]);
    lowest = fmin(lowest, s->state->x[3 * v + 2]);
  }
  CHECK(s->tally.n_loose == 0);
  CHECK_LESS(lowest, 0.01);  // the corners hang
  CHECK_LESS(0.0502, top[0]);
  CHECK_LESS(top[0], top[1]);
  // without contact they have fallen through: the test above can fail
  double *through = pl_alloc(ctx, (size_t)s->state->n_dof, sizeof *through);
  pl_exact_hit hit;
  REQUIRE(through != NULL);
  memcpy(through, s->state->x, (size_t)s->state->n_dof * sizeof *through);
  for (int32_t v = s->first[1]; v < s->first[2]; v++) through[3 * v + 2] -= 0.01;
  REQUIRE(pl_exact_find(surface, through, &hit) == PL_OK);
  CHECK(hit.found);
  pl_free(ctx, through);
  pl_contact_surface_destroy(surface);
  pl_simulation_destroy(sim);
  pl_scene_destroy(scene);
  pl_context_destroy(ctx);
}

// Cloth on a plane: its vertices carry the barrier of their area (a plane has no vertices or edges near), which equals the weight:
//   kappa (-db/dD) = rho g,  kappa = p / (-db/dD at half the gap without thickness)
static double slope(double distance, double offset, double gap) {
  double full = (offset + gap) * (offset + gap) - offset * offset, u = (distance * distance - offset * offset) / full;
  return (2 * (u - 1) * log(u) + (u - 1) * (u - 1) / u) * 2 * distance / full;
}

TEST(scene_contact_sheet_lies_on_a_plane) {
  pl_context *ctx = pl_context_create(NULL);
  pl_scene *scene =
      parse(ctx, HEAD
            "\"meshes\": [" SHEET("cloth", "poplin-virtual",
                                  "\"translate\": [\"0 mm\", \"0 mm\", \"-54.4 mm\"]") "], \"obstacles\": [" FLOOR
                                                                                       "], \"contact\": {\"thickness\": \"0.4 mm\", "
                                                                                       "\"gap\": \"0.5 mm\", \"pressure\": \"20 Pa\"}}");
  const double xi = 2e-4, gap = 5e-4, kappa = 20 / slope(0.5 * gap, 0, gap);
  pl_simulation *sim;
  bool stopped;
  REQUIRE(pl_simulation_create(scene, &sim) == PL_OK);
  REQUIRE(pl_simulation_advance(sim, 200, &stopped) == PL_OK && !stopped);
  const pl_simulation_system *s = &sim->system[0];
  double low = xi, high = xi + gap, weight = scene->body[0].material->density * 9.81;
  for (int i = 0; i < 100; i++) {
    double middle = 0.5 * (low + high);
    if (kappa * slope(middle, xi, gap) > weight)
      low = middle;
    else
      high = middle;
  }
  CHECK_LESS(xi + 0.05 * gap, low);
  CHECK_LESS(low, xi + 0.95 * gap);
  for (int32_t v = 0; v < s->first[1]; v++) CHECK_NEAR(s->state->x[3 * v + 2] + 0.055, low, 1e-6);
  pl_simulation_destroy(sim);
  pl_scene_destroy(scene);
  pl_context_destroy(ctx);
}

// A plate under the cloth rises and carries it along; nothing is left behind.
TEST(scene_contact_moving_plate_carries_cloth) {
  pl_context *ctx = pl_context_create(NULL);
  pl_scene *scene = parse(
      ctx,
      HEAD "\"meshes\": [" SHEET(
          "cloth", "poplin-virtual",
          "\"translate\": [\"-80 mm\", \"0 mm\", \"0.6 mm\"]") "],"
                                                               "\"obstacles\": [{\"name\": \"plate\", \"kind\": \"box\", \"min\": [\"-120 "
                                                               "mm\", \"-100 mm\", \"-10 mm\"], \"max\": [\"120 mm\", \"100 mm\", "
                                                               "\"0 mm\"], \"motion\": {\"keyframes\": [{\"time\": \"0.05 s\"}, {\"time\": "
                                                               "\"0.25 s\", \"translate\": [\"0 mm\", \"0 mm\", \"40 mm\"]}]}}],"
                                                               "\"contact\": {\"friction\": 0.5}}");
  pl_simulation *sim;
  bool stopped;
  REQUIRE(pl_simulation_create(scene, &sim) == PL_OK);
  const pl_simulation_system *s = &sim->system[0];
  pl_contact_surface *surface = bare_surface(ctx, s);
  for (int i = 0; i < 40; i++) {
    pl_exact_hit hit;
    REQUIRE(pl_simulation_advance(sim, 1, &stopped) == PL_OK && !stopped);
    REQUIRE(pl_exact_find(surface, s->state->x, &hit) == PL_OK);
    CHECK(!hit.found);
  }
  for (int32_t v = 0; v < s->first[1]; v++) CHECK_LESS(0.0402, s->state->x[3 * v + 2]);
  CHECK_NEAR(s->state->x[3 * (s->first[2] - 1) + 2], 0.04, 1e-12);
  pl_contact_surface_destroy(surface);
  pl_simulation_destroy(sim);
  pl_scene_destroy(scene);
  pl_context_destroy(ctx);
}

// ---- starts ----

static void expect_refused(const char *text, const char *a, const char *b, const char *how) {
  pl_context *ctx = pl_context_create(NULL);
  pl_scene *scene = parse(ctx, text);
  pl_simulation *sim;
  CHECK(pl_simulation_create(scene, &sim) == PL_ERROR_INPUT && sim == NULL);
  char line[2048];
  said_error_format(pl_context_error(ctx), line, sizeof line);
  if (!strstr(line, a) || !strstr(line, b) || !strstr(line, how) || !strstr(line, "scene.start-intersects"))
    test_fail(__FILE__, __LINE__, "names neither %s and %s nor %s: %s", a, b, how, line);
  pl_scene_destroy(scene);
  pl_context_destroy(ctx);
}

TEST(scene_contact_intersecting_start_is_refused) {
  expect_refused(
      HEAD "\"meshes\": [" SHEET("flat", "poplin-virtual", "") ", " SHEET(
          "upright", "silk-virtual",
          "\"translate\": [\"7 mm\", \"3 mm\", \"1 mm\"], \"rotate\": {\"axis\": [1, 0, 0], \"angle\": \"80 deg\"}") "], \"contact\": {}}",
      "\"flat\"", "\"upright\"", "intersect");
  expect_refused(HEAD "\"meshes\": [" SHEET("flat", "poplin-virtual", "") ", " SHEET(
                     "near", "silk-virtual", "\"translate\": [\"7 mm\", \"3 mm\", \"0.3 mm\"]") "], \"contact\": {}}",
                 "\"flat\"", "\"near\"", "closer");
  expect_refused(HEAD "\"meshes\": [" SHEET(
                     "flat", "poplin-virtual",
                     "\"translate\": [\"-80 mm\", \"0 mm\", \"40 mm\"]") "], \"obstacles\": "
                                                                         "[{\"name\": \"ball\", \"kind\": \"sphere\", \"center\": [\"0 "
                                                                         "m\", \"0 m\", \"0 m\"], \"radius\": \"50 mm\"}]}",
                 "\"flat\"", "\"ball\"", "closer");
}

// ---- every kind of obstacle in motion ----

// Advances step by step; nothing intersects and every step converges. Returns the smallest distance of the first body from a segment a b.
static double run_exact(const char *text, int n_step, const double a[3], const double b[3], double lowest[2]) {
  pl_context *ctx = pl_context_create(NULL);
  pl_scene *scene = parse(ctx, text);
  pl_simulation *sim;
  bool stopped;
  double nearest = 1;
  pl_status created = pl_simulation_create(scene, &sim);
  if (created != PL_OK) test_fail(__FILE__, __LINE__, "%s", pl_context_error(ctx)->message);
  REQUIRE(created == PL_OK);
  const pl_simulation_system *s = &sim->system[0];
  pl_contact_surface *surface = bare_surface(ctx, s);
  for (int i = 0; i < n_step; i++) {
    pl_exact_hit hit;
    REQUIRE(pl_simulation_advance(sim, 1, &stopped) == PL_OK && !stopped);
    REQUIRE(pl_exact_find(surface, s->state->x, &hit) == PL_OK);
    CHECK(!hit.found);
    for (int32_t v = 0; v < s->first[1]; v++) {
      const double *x = s->state->x + 3 * v;
      double d[3], e[3], de = 0, ee = 0, square = 0;
      for (int k = 0; k < 3; k++) d[k] = x[k] - a[k], e[k] = b[k] - a[k], de += d[k] * e[k], ee += e[k] * e[k];
      double t = fmin(fmax(de / ee, 0), 1);
      for (int k = 0; k < 3; k++) square += (d[k] - t * e[k]) * (d[k] - t * e[k]);
      nearest = fmin(nearest, sqrt(square));
    }
  }
  CHECK(s->tally.n_loose == 0);
  for (int part = 0; part < 2; part++) {
    lowest[part] = 1;
    for (int32_t v = s->first[part]; v < s->first[part + 1]; v++) lowest[part] = fmin(lowest[part], s->state->x[3 * v + 2]);
  }
  pl_contact_surface_destroy(surface);
  pl_simulation_destroy(sim);
  pl_scene_destroy(scene);
  pl_context_destroy(ctx);
  return nearest;
}

static const double left[3] = {-0.05, 0, 0}, right[3] = {0.05, 0.02, 0};

// A capsule: exact, so no vertex is within its radius and half the thickness.
TEST(scene_contact_sheet_on_a_capsule) {
  double lowest[2];
  double d = run_exact(HEAD "\"meshes\": [" SHEET(
                           "cloth", "poplin-virtual",
                           "\"translate\": [\"-80 mm\", \"0 mm\", \"23 mm\"]") "],"
                                                                               "\"obstacles\": [{\"name\": \"arm\", \"kind\": \"capsule\", "
                                                                               "\"ends\": [[\"-50 mm\", \"0 mm\", \"0 mm\"], [\"50 mm\", "
                                                                               "\"20 mm\", \"0 mm\"]], \"radius\": \"20 mm\"}], "
                                                                               "\"contact\": {\"friction\": 0.4}}",
                       18, left, right, lowest);
  CHECK_LESS(0.0202, d);
  CHECK_LESS(d, 0.0202 + 0.0005 + 0.0025);  // the gap, and the sagitta of chords of 20 mm: between vertices the cloth is nearer
  CHECK_LESS(lowest[0], 0);
}

// A cylinder with ends: the prism is less than 0.1 % of the radius inside the true one.
TEST(scene_contact_sheet_on_a_cylinder) {
  double lowest[2];
  double d =
      run_exact(HEAD "\"meshes\": [" SHEET(
                    "cloth", "poplin-virtual",
                    "\"translate\": [\"-80 mm\", \"0 mm\", \"23 mm\"]") "],"
                                                                        "\"obstacles\": [{\"name\": \"can\", \"kind\": \"cylinder\", "
                                                                        "\"ends\": [[\"-50 mm\", \"0 mm\", \"0 mm\"], [\"50 mm\", "
                                                                        "\"20 mm\", \"0 mm\"]], \"radius\": \"20 mm\"}], \"contact\": "
                                                                        "{\"friction\": 0.4}}",
                18, left, right, lowest);
  CHECK_LESS(0.0202 - 2e-5, d);
  CHECK_LESS(lowest[0], 0);
}

// A box that a force pushes down on cloth that lies on another box: cloth between them, weight and push carried, no intersection.
TEST(scene_contact_pushed_box_presses_cloth) {
  double lowest[2];
  run_exact(HEAD "\"meshes\": [" SHEET(
                "cloth", "poplin-virtual",
                "\"translate\": [\"-80 mm\", \"0 mm\", \"0.6 mm\"]") "],"
                                                                     "\"obstacles\": [{\"name\": \"table\", \"kind\": \"box\", \"min\": "
                                                                     "[\"-100 mm\", \"-100 mm\", \"-10 mm\"], \"max\": [\"100 mm\", "
                                                                     "\"100 mm\", \"0 mm\"]}, {\"name\": \"weight\", \"kind\": \"box\", "
                                                                     "\"min\": [\"-30 mm\", \"-30 mm\", \"10 mm\"], \"max\": [\"30 mm\", "
                                                                     "\"31 mm\", \"20 mm\"], \"push\": {\"force\": [\"0 N\", \"0 N\", \"-1 "
                                                                     "N\"], \"mass\": \"50 g\"}}], \"contact\": {\"friction\": "
                                                                     "0.4}}",
            25, left, right, lowest);
  CHECK_LESS(0.0002, lowest[0]);
}

// A box is swept through cloth that cannot move: the motion stops before it, with the time and both names.
TEST(scene_contact_sweep_through_cloth_is_stopped) {
  pl_context *ctx = pl_context_create(NULL);
  pl_scene *scene = parse(
      ctx,
      HEAD "\"meshes\": [" SHEET(
          "cloth", "poplin-virtual",
          "\"translate\": [\"-80 mm\", \"0 mm\", \"5 mm\"]") "],"
                                                             "\"pins\": [{\"box\": {\"min\": [\"-1 m\", \"-1 m\", \"-1 m\"], \"max\": [\"1 "
                                                             "m\", \"1 m\", \"1 m\"]}}],"
                                                             "\"obstacles\": [{\"name\": \"ram\", \"kind\": \"box\", \"min\": [\"-20 mm\", "
                                                             "\"-20 mm\", \"-30 mm\"], \"max\": "
                                                             "[\"25 mm\", \"30 mm\", \"-10 mm\"], \"motion\": {\"interpolation\": "
                                                             "\"linear\", \"keyframes\": [{\"time\": \"0 s\"}, "
                                                             "{\"time\": \"0.2 s\", \"translate\": [\"0 mm\", \"0 mm\", \"40 mm\"]}]}}]}");
  pl_simulation *sim;
  bool stopped;
  REQUIRE(pl_simulation_create(scene, &sim) == PL_OK);
  REQUIRE(pl_simulation_advance(sim, 20, &stopped) == PL_OK);
  const pl_simulation_system *s = &sim->system[0];
  const char *body = NULL, *other = NULL;
  REQUIRE(stopped && s->stop.blocked);
  pl_touch_names(sim, s, s->stop.limit_vertex, &body, &other);
  REQUIRE(body && other);
  CHECK(strcmp(body, "cloth") == 0 && strcmp(other, "ram") == 0);
  // it touches after 15 mm less half the thickness, at 200 mm/s
  CHECK_NEAR(s->stop.until, 0.074, 0.002);
  pl_simulation_destroy(sim);
  pl_scene_destroy(scene);
  pl_context_destroy(ctx);
}
