// The rasteriser against geometry: areas, shared sides, depth, perspective, and a sphere's outline and light.
#include "report/render/raster.h"

#include <stdlib.h>

#include "base/rng.h"
#include "report/render/render_parts.h"
#include "test.h"

static const double black[3] = {0, 0, 0};

typedef struct bench {
  pl_context *ctx;
  pl_arena *arena;
  pl_raster raster;
} bench;

static bench open_bench(int width, int height) {
  bench b = {.ctx = pl_context_create(NULL)};
  b.arena = pl_arena_create(b.ctx);
  REQUIRE(b.arena && pl_raster_create(b.arena, width, height, black, &b.raster) == PL_OK);
  return b;
}

static void close_bench(bench *b) {
  pl_arena_destroy(b->arena);
  pl_context_destroy(b->ctx);
}

// Adds one to the sample's first channel.
static void count(const void *user, const double *a, const double *edge, float *rgb) {
  (void)user, (void)a, (void)edge;
  rgb[0] += 1;
}

static void paint(const void *user, const double *a, const double *edge, float *rgb) {
  (void)a, (void)edge;
  rgb[0] = *(const float *)user;
}

static void copy(const void *user, const double *a, const double *edge, float *rgb) {
  (void)user, (void)edge;
  for (int k = 0; k < 3; k++) rgb[k] = (float)a[k];
}

static pl_raster_point at(double x, double y, double depth) { return (pl_raster_point){.x = x, .y = y, .key = 1 / depth, .w = 1 / depth}; }

static double total(const pl_raster *r) {
  double sum = 0;
  for (int i = 0; i < r->width * r->height; i++) sum += r->rgb[3 * i];
  return sum;
}

// Samples inside come to the area, up to those along the sides.
TEST(raster_area) {
  bench b = open_bench(400, 300);
  pl_rng rng;
  pl_rng_init(&rng, 7);
  for (int i = 0; i < 50; i++) {
    pl_raster_point p[3];
    for (int k = 0; k < 3; k++) p[k] = at(400 * pl_rng_uniform(&rng), 300 * pl_rng_uniform(&rng), 1);
    double area = 0.5 * fabs((p[1].x - p[0].x) * (p[2].y - p[0].y) - (p[1].y - p[0].y) * (p[2].x - p[0].x)), around = 0;
    for (int k = 0; k < 3; k++) around += hypot(p[(k + 1) % 3].x - p[k].x, p[(k + 1) % 3].y - p[k].y);
    pl_raster_clear(&b.raster, black);
    pl_raster_triangle(&b.raster, p, 0, count, NULL);
    // the error along a side is that of a random sum: far below its length
    CHECK_NEAR(total(&b.raster), area, 3 + 2 * sqrt(around));
  }
  close_bench(&b);
}

// A fan of triangles around a point that covers the picture, in either turn: every sample exactly once, though samples lie on the sides.
TEST(raster_shared_sides) {
  bench b = open_bench(64, 48);
  static const double rim[][2] = {{0, 0}, {20.5, 0}, {64, 0}, {64, 17.5}, {64, 48}, {10.25, 48}, {0, 48}, {0, 30.5}};
  enum { N = sizeof rim / sizeof rim[0] };
  for (int turn = 0; turn < 2; turn++) {
    pl_raster_clear(&b.raster, black);
    for (int i = 0; i < N; i++) {
      int j = (i + 1) % N;
      pl_raster_point middle = at(20.5, 30.5, 1), first = at(rim[i][0], rim[i][1], 1), second = at(rim[j][0], rim[j][1], 1);
      for (int k = 0; k < 64 * 48; k++) b.raster.key[k] = -INFINITY;  // depth would hide a second cover
      pl_raster_triangle(&b.raster, (pl_raster_point[3]){middle, turn ? second : first, turn ? first : second}, 0, count, NULL);
    }
    for (int i = 0; i < 64 * 48; i++) CHECK(b.raster.rgb[3 * i] == 1);
  }
  close_bench(&b);
}

// Two triangles that cut through each other: the nearer one at every sample, whatever comes first.
TEST(raster_depth_order) {
  bench b = open_bench(100, 100);
  const float one = 1, two = 2;
  // both over the whole picture. Depth rises to the right in the first and to the left in the second, and is equal in the middle column
  pl_raster_point first[3] = {at(-100, -100, 1), at(300, -100, 1), at(-100, 300, 1)}, second[3];
  memcpy(second, first, sizeof second);
  for (int k = 0; k < 3; k++) {
    first[k].key = first[k].w = 1 - first[k].x / 1000;
    second[k].key = second[k].w = 0.9 + second[k].x / 1000;
  }
  for (int order = 0; order < 2; order++) {
    pl_raster_clear(&b.raster, black);
    pl_raster_triangle(&b.raster, order ? second : first, 0, paint, order ? &two : &one);
    pl_raster_triangle(&b.raster, order ? first : second, 0, paint, order ? &one : &two);
    for (int y = 0; y < 100; y++)
      for (int x = 0; x < 100; x++)
        if (x != 49 && x != 50) CHECK(b.raster.rgb[3 * (100 * y + x)] == (x < 50 ? 1 : 2));
  }
  close_bench(&b);
}

// A floor that recedes: its coordinates at a sample are those of the ray through it, not linear on the screen.
TEST(raster_perspective) {
  bench b = open_bench(200, 200);
  const double focus = 150, height = 1;                                 // the camera looks along depth, the floor is `height` below
  static const double floor_points[3][2] = {{-3, 2}, {4, 2}, {0, 12}};  // right, depth
  pl_raster_point p[3];
  for (int k = 0; k < 3; k++) {
    double right = floor_points[k][0], depth = floor_points[k][1];
    p[k] = at(100 + focus * right / depth, 100 + focus * height / depth, depth);
    p[k].a[0] = right, p[k].a[1] = depth;
  }
  pl_raster_triangle(&b.raster, p, 2, copy, NULL);
  int n = 0;
  for (int y = 0; y < 200; y++)
    for (int x = 0; x < 200; x++) {
      const float *a = b.raster.rgb + 3 * (200 * y + x);
      if (!isfinite(b.raster.key[200 * y + x])) continue;
      double depth = focus * height / (y + 0.5 - 100), right = (x + 0.5 - 100) * depth / focus;
      CHECK_NEAR(a[0], right, 0.02 * fabs(depth));  // vertices lie on the grid of 1/256
      CHECK_CLOSE(a[1], depth, 0.01);
      CHECK_CLOSE(1 / b.raster.key[200 * y + x], depth, 0.01);
      n++;
    }
  CHECK(n > 1000);
  close_bench(&b);
}

TEST(raster_resolve_means) {
  bench b = open_bench(4, 2);
  b.raster.rgb[0] = 1, b.raster.rgb[1] = 0.5f, b.raster.rgb[2] = 2;  // of four samples
  uint32_t out[2];
  pl_raster_resolve(&b.raster, 2, (unsigned char *)out, sizeof out);
  CHECK(out[0] == (64u << 16 | 32u << 8 | 128u) && out[1] == 0);
  close_bench(&b);
}

// ---- a sphere ----

enum { N_TALL = 96, N_ROUND = 192 };

static pl_film_body sphere(pl_arena *arena, double radius) {
  int n = (N_TALL + 1) * N_ROUND;
  double *x = pl_arena_alloc(arena, 3 * (size_t)n, sizeof *x), *rest = pl_arena_alloc(arena, 3 * (size_t)n, sizeof *rest);
  int32_t *t = pl_arena_alloc(arena, 6 * (size_t)N_TALL * N_ROUND, sizeof *t);
  bool *has = pl_arena_alloc(arena, 1, sizeof *has);
  REQUIRE(x && rest && t && has);
  for (int i = 0; i <= N_TALL; i++)
    for (int j = 0; j < N_ROUND; j++) {
      double tall = acos(-1.0) * i / N_TALL, round = 2 * acos(-1.0) * j / N_ROUND;
      double *at_vertex = x + 3 * (i * N_ROUND + j);
      at_vertex[0] = radius * sin(tall) * cos(round), at_vertex[1] = radius * sin(tall) * sin(round), at_vertex[2] = radius * cos(tall);
    }
  int32_t *p = t;
  for (int i = 0; i < N_TALL; i++)
    for (int j = 0; j < N_ROUND; j++) {
      int32_t a = i * N_ROUND + j, b = i * N_ROUND + (j + 1) % N_ROUND, quad[6] = {a, a + N_ROUND, b, b, a + N_ROUND, b + N_ROUND};
      memcpy(p, quad, sizeof quad), p += 6;
    }
  *has = true;
  memcpy(rest, x, 3 * (size_t)n * sizeof *x);
  return (pl_film_body){
      .n_vertex = n, .n_triangle = 2 * N_TALL * N_ROUND, .triangle = t, .rest = rest, .n_rest = 3, .x = {NULL, x}, .has = {NULL, has}};
}

// Outline: a sphere R is in the middle, seen from D. Its tangent rays meet the screen in a circle of radius scale R / sqrt(D^2 - R^2).
// Light: that of the normal where the ray through a sample meets the sphere first.
TEST(raster_sphere) {
  enum { SIZE = 300 };
  const double radius = 0.3;
  bench b = open_bench(SIZE, SIZE);
  pl_film_body body = sphere(b.arena, radius);
  int number = 0;
  pl_film film = {.name = "", .n_frame = 1, .number = &number, .n_body = 1, .body = &body, .up = {0, 0, 1}};
  const bool side[2] = {false, true};
  pl_camera c = pl__render_camera(&film, side, 0.4, 0.3, 1, SIZE, SIZE, 0);
  pl_render_options options = pl_render_options_default();
  options.samples = 1;
  pl_look look = {.options = &options, .base = {1, 1, 1}};
  REQUIRE(pl__render_body(b.ctx, &b.raster, &c, &look, &body, PL_FILM_SIMULATED, 0, NULL) == PL_OK);
  double outline = c.scale * radius / sqrt(c.distance * c.distance - radius * radius);
  CHECK_NEAR(c.x, SIZE / 2.0, 0.2);
  CHECK_NEAR(outline, 0.45 * SIZE, 0.2);  // it fills the picture up to the margin
  int n = 0, compared = 0;
  double worst = 0;
  for (int y = 0; y < SIZE; y++)
    for (int x = 0; x < SIZE; x++) {
      n += isfinite(b.raster.key[SIZE * y + x]);
      // the ray (u, v, -1) t from the camera at (0, 0, D) in its own axes
      double u = (x + 0.5 - c.x) / c.scale, v = -(y + 0.5 - c.y) / c.scale, a = u * u + v * v + 1, half = c.distance;
      double disc = half * half - a * (c.distance * c.distance - radius * radius);
      if (hypot(x + 0.5 - c.x, y + 0.5 - c.y) > 0.97 * outline) continue;
      double t = (half - sqrt(disc)) / a;
      const double normal[3] = {u * t / radius, v * t / radius, (c.distance - t) / radius};
      worst = fmax(worst, fabs(b.raster.rgb[3 * (SIZE * y + x)] - pl__render_light(normal)));
      compared++;
    }
  CHECK_CLOSE(n, acos(-1.0) * outline * outline, 0.003);
  CHECK(compared > 50000);
  CHECK_LESS(worst, 0.01);
  close_bench(&b);
}

// A tile trimmed to what it shows: all positions of all frames lie inside the margins, and touch them on all sides. A label keeps its
// space, and may need more width.
TEST(raster_tile_trimmed_to_its_shapes) {
  enum { WIDTH = 640, HEIGHT = 480, LABEL = 20 };
  bench b = open_bench(8, 8);
  pl_film_body body = sphere(b.arena, 0.3);
  int number = 0;
  pl_film film = {.name = "", .n_frame = 1, .number = &number, .n_body = 1, .body = &body, .up = {0, 0, 1}};
  const bool side[2] = {false, true};
  for (int wide = 0; wide < 2; wide++) {
    double size[2] = {WIDTH, HEIGHT}, low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY}, margin = 0.05 * HEIGHT;
    double least = wide ? 500 : 10;
    pl_camera c = pl__render_camera(&film, side, 0.4, 0.3, 1, WIDTH, HEIGHT, LABEL);
    pl__camera_trim(&film, side, &c, LABEL, least, size);
    for (int32_t v = 0; v < body.n_vertex; v++) {
      double at[2], depth;
      pl__camera_project(&c, body.x[1] + 3 * v, &at[0], &at[1], &depth);
      for (int k = 0; k < 2; k++) low[k] = fmin(low[k], at[k]), high[k] = fmax(high[k], at[k]);
    }
    CHECK_NEAR(size[1], HEIGHT, 1e-9);  // a sphere fills the height already
    CHECK_NEAR(low[1], LABEL + margin, 1e-9);
    CHECK_NEAR(high[1], size[1] - margin, 1e-9);
    CHECK_NEAR(low[0], size[0] - high[0], 1e-9);  // in the middle
    if (wide)
      CHECK_NEAR(size[0], least, 1e-9);
    else
      CHECK_NEAR(low[0], margin, 1e-9);
  }
  close_bench(&b);
}
