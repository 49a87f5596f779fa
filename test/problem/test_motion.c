// Virtual captures: balance of forces, closed forms, symmetry, reproducibility. Small meshes; the BLAS in use must be safe on several threads.
#include <math.h>
#include <stdlib.h>

#include "said.h"
#include "protocol/capture/rig/motion.h"
#include "test.h"
#include "protocol/capture/capture.h"

typedef struct bench {
  pl_context *ctx;
  pl_arena *arena;
  pl_material *material;
  pl_motion_options options;
  pl_solve_options solve;
} bench;

static const char membrane[] = "{\"name\": \"membrane\", \"strain\": \"green\", \"law\": \"orthotropic\","
                               " \"parameters\": {\"unit\": \"N/m\", \"values\": [%g, 0, %g, %g]}}";
static const char bending[] = "{\"name\": \"bend\", \"strain\": \"hinge\", \"law\": \"linear\", \"parameters\": {\"k\": \"%g N m\"}}";

// A decoupled linear cloth: stretch and shear stiffness (N/m), hinge stiffness (N m, 0: none), density (kg/m^2).
static bench start(double stretch, double shear, double bend, double density) {
  bench b = {.ctx = pl_context_create(NULL), .options = pl_motion_options_default(), .solve = pl_solve_options_default()};
  char text[512];
  REQUIRE(b.ctx != NULL);
  b.arena = pl_arena_create(b.ctx);
  REQUIRE(pl_material_create(b.ctx, "cloth", density, &b.material) == PL_OK);
  snprintf(text, sizeof text, membrane, stretch, stretch, shear);
  REQUIRE(pl_material_add_term(b.material, text) == PL_OK);
  snprintf(text, sizeof text, bending, bend);
  if (bend > 0) REQUIRE(pl_material_add_term(b.material, text) == PL_OK);
  REQUIRE(pl_material_finish(b.material) == PL_OK);
  b.options.noise_position = b.options.noise_force = 0;
  b.options.frames = 5;
  b.options.cells = 12;
  return b;
}

static void stop(bench *b) {
  pl_material_destroy(b->material);
  pl_arena_destroy(b->arena);
  pl_context_destroy(b->ctx);
}

static pl_test capture(bench *b, const char *motion, const char *direction) {
  pl_test test;
  pl_rig_report report;
  REQUIRE(pl_motion_find(motion) != NULL);
  REQUIRE(pl_motion_capture(b->ctx, pl_motion_find(motion), direction, b->material, &b->options, &b->solve, b->arena, &test, &report) ==
          PL_OK);
  CHECK(report.n_failed == 0);
  REQUIRE(test.n_frame == pl_capture_of(&test)->n_frame);
  return test;
}

static void add_cross(const double *a, const double *b, double *sum) {
  sum[0] += a[1] * b[2] - a[2] * b[1];
  sum[1] += a[2] * b[0] - a[0] * b[2];
  sum[2] += a[0] * b[1] - a[1] * b[0];
}

// What clips and gravity give to the cloth of a frame: force, and torque about the origin.
static void total(const bench *b, const pl_capture *c, int frame, double force[3], double torque[3]) {
  for (int k = 0; k < 3; k++) force[k] = torque[k] = 0;
  for (int i = 0; i < c->n_clip; i++) {
    double f[3], t[3];
    pl_capture_clip_load(c, i, frame, f, t);
    for (int k = 0; k < 3; k++) {
      force[k] += f[k];
      torque[k] += t[k];
    }
    add_cross(c->clip[i].pose + 12 * frame + 9, f, torque);
  }
  for (int32_t v = 0; v < c->mesh->n_vertex; v++) {
    double weight[3];
    for (int k = 0; k < 3; k++) {
      weight[k] = b->material->density * c->mesh->vertex_area[v] * c->gravity[k];
      force[k] += weight[k];
    }
    add_cross(c->x + 3 * ((size_t)frame * c->mesh->n_vertex + v), weight, torque);
  }
}

// Cords, clip weights and cloth weight cancel. A torque about the axis of a bar is the one thing that two cords cannot carry.
LONG_TEST(motion_forces_balance) {
  const struct {
    const char *motion, *direction;
    bool torque[3];  // carried
  } row[] = {{"stretch", "warp", {1, 0, 1}},
             {"stretch", "weft", {0, 1, 1}},
             {"picture-frame", "", {0, 0, 1}},
             {"complex-shear", "", {1, 0, 1}},
             {"corner-pull", "", {0, 0, 0}}};
  bench b = start(800, 60, 5e-6, 0.3);
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    pl_test test = capture(&b, row[i].motion, row[i].direction);
    for (int f = 0; f < test.n_frame; f++) {
      double force[3], torque[3];
      total(&b, pl_capture_of(&test), f, force, torque);
      for (int k = 0; k < 3; k++) {
        CHECK_NEAR(force[k], 0, 1e-6);
        if (row[i].torque[k]) CHECK_NEAR(torque[k], 0, 1e-7);
      }
      for (int c = 0; c < pl_capture_of(&test)->n_cord; c++) CHECK(pl_capture_of(&test)->cord[c].tension[f] >= 0);
    }
    CHECK_NEAR(pl_capture_of(&test)->mass, 0.3 * 0.01, 1e-12);
    REQUIRE(test.channel[PL_CAPTURE_CLIP_FORCE].value != NULL);
    CHECK(test.channel[PL_CAPTURE_CLIP_FORCE].width == 3 * pl_capture_of(&test)->n_clip);
  }
  stop(&b);
}

// Without weight a decoupled law stretches uniformly: F = lambda k e width, e = (lambda^2 - 1)/2 over the free 90 mm.
TEST(motion_stretch_closed_form) {
  bench b = start(400, 40, 1e-6, 1e-9);
  b.options.cells = 20;
  b.options.jitter = 0;
  b.options.frames = 7;
  pl_test test = capture(&b, "stretch", "weft");
  const pl_capture *c = pl_capture_of(&test);
  double peak = 0;
  for (int f = 0; f < test.n_frame; f++) {
    double force[3], torque[3], move = c->clip[1].pose[12 * f + 10] - c->clip[1].pose[10], lambda = 1 + move / 0.09;
    pl_capture_clip_load(c, 1, f, force, torque);
    CHECK_NEAR(force[1], 0.1 * lambda * 400 * 0.5 * (lambda * lambda - 1), 1e-6);
    CHECK_NEAR(force[0], 0, 1e-6);
    CHECK(test.branch[f] == (f > 0 && f % 2 == 0 ? PL_BRANCH_UNLOAD : PL_BRANCH_LOAD));
    peak = fmax(peak, force[1]);
  }
  CHECK_CLOSE(peak, b.options.force, 0.05);  // up to the requested force
  stop(&b);
}

TEST(motion_picture_frame_angle) {
  bench b = start(300, 10, 5e-6, 0.2);
  b.options.frames = 3;
  pl_test test = capture(&b, "picture-frame", "");
  const double *right = pl_capture_of(&test)->clip[1].pose + 12, *top = pl_capture_of(&test)->clip[3].pose + 12;
  // directions of the bars: the images of weft and warp
  double cosine = right[1] * top[0] + right[4] * top[3], shear = asin(cosine);
  CHECK_NEAR(shear, 20 * 0.017453292519943295, 1e-12);
  // the middle of the cloth follows
  const pl_mesh *mesh = pl_capture_of(&test)->mesh;
  const double *x = pl_capture_of(&test)->x + 3 * (size_t)mesh->n_vertex;
  double sum[2][3] = {{0}};
  for (int32_t v = 0; v < mesh->n_vertex; v++) {
    double u = mesh->rest[2 * v] - 0.05, w = mesh->rest[2 * v + 1];
    if (fabs(u) > 0.03 || fabs(w) > 0.03) continue;
    for (int k = 0; k < 3; k++) {
      sum[0][k] += u * x[3 * v + k];
      sum[1][k] += w * x[3 * v + k];
    }
  }
  double dot = 0, length[2] = {0};
  for (int k = 0; k < 3; k++) {
    dot += sum[0][k] * sum[1][k];
    for (int i = 0; i < 2; i++) length[i] += sum[i][k] * sum[i][k];
  }
  CHECK_NEAR(asin(dot / sqrt(length[0] * length[1])), shear, 0.03);
  stop(&b);
}

// Height of the middle of the leading edge in the last frame.
static double tip(const pl_capture *c) {
  int32_t n = c->mesh->n_vertex, side = (int32_t)lround(sqrt(n));
  return c->x[3 * ((size_t)(c->n_frame - 1) * n + n - 1 - side / 2) + 2];
}

TEST(motion_table_edge_profile) {
  double drop[3], bend[3] = {1e-6, 1e-5, 1e-4};
  for (int i = 0; i < 3; i++) {
    bench b = start(2000, 60, bend[i], 0.3);
    b.options.cells = 20;
    b.options.topology = PL_TOPOLOGY_ALTERNATING;
    b.options.jitter = 0;
    pl_test test = capture(&b, "table-edge", "warp");
    const pl_capture *c = pl_capture_of(&test);
    int32_t n = c->mesh->n_vertex, side = 21;
    drop[i] = tip(c);
    CHECK(c->n_clip == 0 && test.n_frame == 5);
    for (int f = 0; f < test.n_frame; f++) {
      double overhang = 0.02 + 0.015 * f, before = 0;
      for (int32_t row = 0; row < side; row++) {  // along the middle line
        int32_t v = row * side + side / 2;
        const double *x = c->x + 3 * ((size_t)f * n + v);
        bool on = 0.005 * row <= 0.1 - overhang + 1e-9;
        CHECK(c->supported[(size_t)f * n + v] == on);
        if (on)
          CHECK_NEAR(x[2], 0, 1e-15);
        else
          CHECK_LESS(x[2], before);
        if (on) CHECK_NEAR(x[0], 0.005 * row + overhang, 1e-12);
        before = x[2];
      }
    }
    stop(&b);
  }
  CHECK_LESS(drop[0], drop[1]);
  CHECK_LESS(drop[1], drop[2]);
  CHECK_LESS(drop[2], 0);
}

// On the bias the edge of the table lies at 45 degrees to the yarns, and cloth that is pulled back lies flat again.
TEST(motion_table_edge_on_the_bias) {
  bench b = start(2000, 60, 1e-5, 0.3);
  b.options.cells = 20;
  b.options.topology = PL_TOPOLOGY_UNIFORM;
  b.options.jitter = 0;
  b.options.pull_back = true;
  pl_test test = capture(&b, "table-edge", "bias");
  const pl_capture *c = pl_capture_of(&test);
  const double root = sqrt(0.5), step = 0.005 * root;
  int32_t n = c->mesh->n_vertex;
  REQUIRE(test.n_frame == 9 && pl_capture_on_bias(c));
  for (int f = 0; f < test.n_frame; f++) {
    int way = f < 5 ? f : 8 - f;
    double overhang = step * round(0.1414213562 * (0.2 + 0.15 * way) / step), end = 0.15 * root - overhang;
    for (int32_t v = 0; v < n; v++) {
      const double *p = c->mesh->rest + 2 * v, *x = c->x + 3 * ((size_t)f * n + v);
      double along = root * (p[0] - p[1]);
      bool on = along <= end + 1e-9;
      CHECK(c->supported[(size_t)f * n + v] == on);
      if (!on) continue;
      CHECK_NEAR(x[0], along + overhang, 1e-12);
      CHECK_NEAR(x[1], root * (p[0] + p[1]), 1e-12);
      CHECK_NEAR(x[2], 0, 1e-15);
    }
  }
  // an elastic cloth comes back to the shapes it had
  for (int f = 0; f < 4; f++)
    for (int32_t i = 0; i < 3 * n; i++) CHECK_NEAR(c->x[3 * (size_t)f * n + i], c->x[3 * (size_t)(8 - f) * n + i], 1e-6);
  stop(&b);
}

// Exchanging the pairs mirrors the sample: the same forces on the other corners. The sheet is stiff in bending and pulled little, so that
// it has one equilibrium only. Wrinkled cloth may have another fold on the other side.
TEST(motion_corner_pull_symmetric) {
  bench b = start(500, 100, 5e-3, 0.2);
  b.options.cells = 10;
  b.options.jitter = 0;
  b.options.amplitude = 0.15;
  pl_test test = capture(&b, "corner-pull", "");
  const int mirror[4] = {1, 0, 3, 2};
  for (int i = 0; i < 4; i++) {
    double first[3], second[3], torque[3];
    pl_capture_clip_load(pl_capture_of(&test), i, 1, first, torque);
    pl_capture_clip_load(pl_capture_of(&test), mirror[i], 3, second, torque);
    CHECK(hypot(first[0], first[1]) > 0.02);
    CHECK_NEAR(first[0], -second[0], 1e-6);
    CHECK_NEAR(first[1], second[1], 1e-6);
    CHECK_NEAR(first[2], second[2], 1e-6);
  }
  stop(&b);
}

LONG_TEST(motion_seeds_reproduce) {
  bench b = start(800, 60, 5e-6, 0.3);
  b.options.noise_position = 1e-4;
  b.options.noise_force = 3e-3;
  pl_test one = capture(&b, "complex-shear", ""), two = capture(&b, "complex-shear", "");
  b.options.seed = 2;
  pl_test other = capture(&b, "complex-shear", "");
  size_t size = 3 * (size_t)one.n_frame * pl_capture_of(&one)->mesh->n_vertex * sizeof(double);
  CHECK(memcmp(pl_capture_of(&one)->x, pl_capture_of(&two)->x, size) == 0);
  CHECK(memcmp(pl_capture_of(&one)->cord[0].tension, pl_capture_of(&two)->cord[0].tension, (size_t)one.n_frame * sizeof(double)) == 0);
  CHECK(memcmp(pl_capture_of(&one)->x, pl_capture_of(&other)->x, size) != 0);
  stop(&b);
}

// Noise has the requested size, omits vertices in clips, and leaves the rest of the capture unchanged.
TEST(motion_noise_and_hysteresis) {
  bench b = start(800, 60, 5e-6, 0.3);
  b.options.frames = 7;
  pl_test clean = capture(&b, "stretch", "warp");
  b.options.noise_position = 1e-4;
  b.options.hysteresis = 0.4;
  pl_test noisy = capture(&b, "stretch", "warp");
  size_t n = 3 * (size_t)clean.n_frame * pl_capture_of(&clean)->mesh->n_vertex;
  double sum = 0;
  for (size_t i = 0; i < n; i++) sum += pow(pl_capture_of(&noisy)->x[i] - pl_capture_of(&clean)->x[i], 2);
  int32_t held = pl_capture_of(&clean)->clip[0].n_vertex + pl_capture_of(&clean)->clip[1].n_vertex,
          all = pl_capture_of(&clean)->mesh->n_vertex;
  CHECK_CLOSE(sqrt(sum / (double)n * all / (all - held)), 1e-4, 0.05);
  for (int f = 0; f < clean.n_frame; f++) {
    double a[3], c[3], torque[3];
    pl_capture_clip_load(pl_capture_of(&clean), 1, f, a, torque);
    pl_capture_clip_load(pl_capture_of(&noisy), 1, f, c, torque);
    CHECK_NEAR(c[0], a[0] * (clean.branch[f] == PL_BRANCH_UNLOAD ? 0.8 : 1.2), 1e-9);
  }
  for (int32_t i = 0; i < pl_capture_of(&clean)->clip[0].n_vertex; i++) {
    size_t v = 3 * (size_t)pl_capture_of(&clean)->clip[0].vertex[i];
    CHECK(pl_capture_of(&noisy)->x[v] == pl_capture_of(&clean)->x[v]);
  }
  stop(&b);
}

TEST(motion_failed_frames_counted) {
  bench b = start(800, 60, 5e-6, 0.3);
  pl_test test;
  pl_rig_report report;
  b.solve.max_iterations = 1;
  b.solve.method = PL_METHOD_LEVENBERG;
  REQUIRE(pl_motion_capture(b.ctx, pl_motion_find("corner-pull"), "", b.material, &b.options, &b.solve, b.arena, &test, &report) == PL_OK);
  CHECK(report.n_failed == 5 && report.first_failed == 0);
  CHECK(test.n_frame == 0 && pl_capture_of(&test)->n_frame == 0);
  CHECK(report.worst != PL_SOLVE_CONVERGED);
  stop(&b);
}

TEST(motion_bad_input) {
  bench flat = start(800, 60, 0, 0.3), b = start(800, 60, 1e-6, 0.3);
  pl_test test;
  pl_rig_report report;
  pl_measurement *m;
  const pl_motion_row *stretch = pl_motion_find("stretch");
  CHECK(pl_motion_find("pull") == NULL && pl_motion_count() == 5);
  CHECK(pl_motion_capture(flat.ctx, stretch, "warp", flat.material, &flat.options, &flat.solve, flat.arena, &test, &report) ==
        PL_ERROR_INPUT);
  CHECK_CONTAINS(said_error(flat.ctx), "no bending");
  CHECK(pl_motion_capture(b.ctx, stretch, "", b.material, &b.options, &b.solve, b.arena, &test, &report) == PL_ERROR_INPUT);
  CHECK_CONTAINS(said_error(b.ctx), "[rig.direction]|'stretch'");
  pl_context_clear_error(b.ctx);
  CHECK(pl_motion_measure(b.ctx, "stretch,corner", b.material, &b.options, &b.solve, &m, &report) == PL_ERROR_USAGE && m == NULL);
  stop(&flat);
  stop(&b);
}

// Several captures at once, in the standard order, for any order in the request.
TEST(motion_measure_tests) {
  bench b = start(800, 60, 5e-6, 0.3);
  pl_measurement *m;
  pl_rig_report report;
  b.options.cells = 8;
  b.options.frames = 3;
  REQUIRE(pl_motion_measure(b.ctx, "corner-pull,stretch", b.material, &b.options, &b.solve, &m, &report) == PL_OK);
  REQUIRE(m->n_test == 3);
  CHECK_TEXT(m->test[0].name, "stretch-warp");
  CHECK_TEXT(m->test[1].name, "stretch-weft");
  CHECK_TEXT(m->test[2].name, "corner-pull");
  CHECK_TEXT(pl_capture_of(&m->test[1])->direction, "weft");
  CHECK_TEXT(pl_capture_of(&m->test[2])->motion, "corner-pull");
  CHECK(m->protocol == pl_protocol_find("capture"));
  pl_measurement_destroy(m);
  stop(&b);
}

// The four virtual fabrics: masses of table 3.1 on 100 mm, a convex membrane.
TEST(motion_fabrics_load) {
  const struct {
    const char *name;
    double gram;
  } fabric[] = {{"fabric-satin", 1.2}, {"fabric-knit", 3.1}, {"fabric-denim", 4.6}, {"fabric-wool", 2.4}};
  pl_context *ctx = pl_context_create(NULL);
  for (size_t i = 0; i < sizeof fabric / sizeof fabric[0]; i++) {
    pl_material *material;
    double smallest, where[PL_STRAIN_MAX_VALUE];
    REQUIRE(pl_material_load(ctx, fabric[i].name, &material) == PL_OK);
    CHECK_NEAR(material->density * 0.01, fabric[i].gram * 1e-3, 1e-12);
    CHECK(pl_material_convexity(material, pl_strain_find("green"), &smallest, where) && smallest > 0);
    pl_material_destroy(material);
  }
  pl_context_destroy(ctx);
}
