// Planes through boxes and cylinders: areas of the face, volumes of what is left, values carried along, pixels, and what is refused.
#include "said.h"
#include "mesh/build.h"
#include "report/render/film_parts.h"
#include "report/render/render_parts.h"
#include "test.h"

typedef struct bench {
  pl_context *ctx;
  pl_arena *arena;
  pl_mesh *mesh;
  pl_film_body body;
  pl_film film;
  int number;
} bench;

static const bool simulated[2] = {false, true};

// A mesh as a film of one frame; takes the mesh.
static void show(bench *b) {
  REQUIRE(pl__film_body(b->arena, b->mesh, 1, PL_FILM_SIMULATED, &b->body) == PL_OK);
  memcpy(b->body.x[1], b->mesh->x0, 3 * (size_t)b->mesh->n_vertex * sizeof(double));
  b->body.has[1][0] = true;
  b->film = (pl_film){.name = "", .n_frame = 1, .number = &b->number, .n_body = 1, .body = &b->body, .up = {0, 0, 1}};
}

static void open_block(bench *b, bool round, pl_solid_kind kind) {
  *b = (bench){.ctx = pl_context_create(NULL)};
  b->arena = pl_arena_create(b->ctx);
  REQUIRE(b->arena != NULL);
  pl_block_specimen box = {.size = {0.05, 0.04, 0.03}, .n = {5, 4, 3}, .kind = kind, .jitter = 0.2, .seed = 3};
  if (round) box = (pl_block_specimen){.size = {0.04, 0.04, 0.06}, .n = {3, 2, 4}, .kind = kind, .jitter = 0.1, .seed = 3};
  REQUIRE((round ? pl_mesh_cylinder : pl_mesh_block)(b->ctx, &box, &b->mesh) == PL_OK);
  show(b);
}

static void close_bench(bench *b) {
  pl_mesh_destroy(b->mesh);
  pl_arena_destroy(b->arena);
  pl_context_destroy(b->ctx);
}

// Attribute 0 of a corner is a linear function of its place.
static double linear(const double *x) { return 3 + 20 * x[0] - 7 * x[1] + 11 * x[2]; }

static pl_corner corner_at(const bench *b, int32_t v) {
  pl_corner c = {.a = {0}};
  memcpy(c.x, b->body.x[1] + 3 * v, sizeof c.x);
  c.a[0] = linear(c.x);
  return c;
}

// Twice the area of a polygon times its normal.
static void add_polygon(int n, const pl_corner *p, double sum[3]) {
  for (int k = 2; k < n; k++)
    for (int i = 0; i < 3; i++) {
      int j = (i + 1) % 3, l = (i + 2) % 3;
      sum[i] += (p[k - 1].x[j] - p[0].x[j]) * (p[k].x[l] - p[0].x[l]) - (p[k - 1].x[l] - p[0].x[l]) * (p[k].x[j] - p[0].x[j]);
    }
}

// Area of the face; its corners lie in the plane and have the value of their place.
static double face_area(const bench *b, const pl_cut *cut) {
  double area = 0;
  for (int32_t e = 0; e < b->body.n_tet; e++) {
    pl_corner in[4], out[4];
    for (int k = 0; k < 4; k++) in[k] = corner_at(b, b->body.tet[4 * e + k]);
    int n = pl__cut_tet(cut, in, out);
    REQUIRE(n == 0 || n == 3 || n == 4);
    double twice[3] = {0, 0, 0};
    add_polygon(n, out, twice);
    area += 0.5 * fabs(twice[cut->axis]);
    for (int k = 0; k < n; k++) {
      CHECK_NEAR(out[k].x[cut->axis], cut->level, 1e-15);
      CHECK_NEAR(out[k].a[0], linear(out[k].x), 1e-12);
    }
  }
  return area;
}

// Volume between the plane and what is left of the surface. By the divergence theorem it is the integral of (x[axis] - level) n[axis]
// over the surface, to which the face adds nothing.
static double volume_left(const bench *b, const pl_cut *cut) {
  double volume = 0;
  for (int32_t t = 0; t < b->body.n_triangle; t++) {
    pl_corner in[3], out[4];
    for (int k = 0; k < 3; k++) in[k] = corner_at(b, b->body.triangle[3 * t + k]);
    int n = pl__cut_triangle(cut, in, out);
    REQUIRE(n == 0 || n == 3 || n == 4);
    for (int k = 2; k < n; k++) {
      const pl_corner part[3] = {out[0], out[k - 1], out[k]};
      double twice[3] = {0, 0, 0}, middle = 0;
      add_polygon(3, part, twice);
      for (int i = 0; i < 3; i++) middle += (part[i].x[cut->axis] - cut->level) / 3;
      volume += 0.5 * twice[cut->axis] * middle;
    }
  }
  return volume;
}

static pl_cut cut_of(bench *b, const char *text) {
  pl_cut cut;
  pl_status status = pl__render_cut(b->ctx, "here", text, &b->film, simulated, &cut);
  if (status != PL_OK) test_fail(__FILE__, __LINE__, "%s: %s", text, pl_context_error(b->ctx)->message);
  return cut;
}

static const pl_solid_kind kinds[] = {PL_SOLID_HEX, PL_SOLID_TET6};

// A box 50 x 40 x 30 mm, as hexahedra and as tetrahedra with moved vertices: planes between and in the layers of vertices.
TEST(cut_box_has_its_area_and_leaves_its_volume) {
  static const struct {
    const char *text;
    int axis;
    double level;
  } cases[] = {{"x=0.37", 0, 0.0185}, {"y=0.5", 1, 0.02}, {"z = 7 mm", 2, 0.007}, {"x=3 cm", 0, 0.03}, {"z=90 %", 2, 0.027}};
  const double size[3] = {0.05, 0.04, 0.03}, whole = size[0] * size[1] * size[2];
  for (int kind = 0; kind < 2; kind++) {
    bench b;
    open_block(&b, false, kinds[kind]);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      pl_cut cut = cut_of(&b, cases[i].text);
      double area = whole / size[cases[i].axis];
      CHECK(cut.axis == cases[i].axis);
      CHECK_NEAR(cut.level, cases[i].level, 1e-12);
      CHECK_NEAR(face_area(&b, &cut), area, 1e-12);
      for (int above = 0; above < 2; above++) {
        cut.above = above;
        CHECK_NEAR(volume_left(&b, &cut), area * (above ? size[cut.axis] - cut.level : cut.level), 1e-15);
      }
    }
    close_bench(&b);
  }
}

// Turned by 45 degrees about z, the middle of the box is cut from side to side: 40 mm sqrt(2) wide.
TEST(cut_of_a_deformed_shape_is_where_it_is_now) {
  bench b;
  open_block(&b, false, PL_SOLID_HEX);
  double *x = b.body.x[1], half = sqrt(0.5);
  for (int32_t v = 0; v < b.body.n_vertex; v++) {
    double p = x[3 * v] - 0.025, q = x[3 * v + 1] - 0.02;
    x[3 * v] = half * (p - q), x[3 * v + 1] = half * (p + q);
  }
  pl_cut cut = cut_of(&b, "x=0 mm");
  CHECK_NEAR(face_area(&b, &cut), 0.04 * sqrt(2) * 0.03, 1e-12);
  close_bench(&b);
}

// A cylinder of 40 mm and 60 mm length has the section pi r^2 across. Along its axis the plane x = 0 is as wide as the polygon there, which
// has the area of the circle. The polygon has N = 4 n corners at r sqrt((2 pi / N) / sin(2 pi / N)). Two of its sides are cut in the middle
// for n = 3.
TEST(cut_cylinder_has_its_area) {
  const double pi = acos(-1.0), radius = 0.02, sector = 2 * pi / 12;
  for (int kind = 0; kind < 2; kind++) {
    bench b;
    open_block(&b, true, kinds[kind]);
    pl_cut across = cut_of(&b, "z=0.4"), along = cut_of(&b, "x=0 mm");
    CHECK_NEAR(face_area(&b, &across), pi * radius * radius, 1e-12);
    across.above = true;
    CHECK_NEAR(volume_left(&b, &across), 0.6 * 0.06 * pi * radius * radius, 1e-15);
    double corner = radius * sqrt(sector / sin(sector));
    CHECK_NEAR(face_area(&b, &along), 2 * corner * cos(0.5 * sector) * 0.06, 1e-12);
    close_bench(&b);
  }
}

// Seen straight along the axis the face covers scale^2 area / depth^2 pixels and nothing hides it; its colour is that of the scale, unshaded.
TEST(cut_face_on_the_picture) {
  enum { SIZE = 300 };
  bench b;
  open_block(&b, true, PL_SOLID_HEX);
  static const double white[3] = {1, 1, 1};
  pl_raster raster;
  REQUIRE(pl_raster_create(b.arena, SIZE, SIZE, white, &raster) == PL_OK);
  pl_render_options options = pl_render_options_default();
  options.samples = 1;
  pl_camera c = pl__render_camera(&b.film, simulated, 0, acos(-1.0) / 2, 1, SIZE, SIZE, 0);
  pl_cut cut = cut_of(&b, "z=0.25");
  double *value = pl_arena_alloc(b.arena, (size_t)b.body.n_vertex, sizeof *value), expected[3];
  REQUIRE(value != NULL);
  for (int32_t v = 0; v < b.body.n_vertex; v++) value[v] = b.body.x[1][3 * v + 2];
  pl_render_field field = {.title = "height", .factor = 1, .colours = PL_SCALE_SIZE, .low = 0, .high = 0.06};
  pl_look look = {.options = &options, .base = {1, 0, 0}, .field = &field, .cut = &cut};
  REQUIRE(pl__render_body(b.ctx, &raster, &c, &look, &b.body, PL_FILM_SIMULATED, 0, value) == PL_OK);
  pl__colour_scale(PL_SCALE_SIZE, 0.25, expected);
  int n = 0, alike = 0;
  for (int i = 0; i < SIZE * SIZE; i++) {
    const float *rgb = raster.rgb + 3 * i;
    if (!isfinite(raster.key[i])) continue;
    n++;
    alike += fabs(rgb[0] - expected[0]) + fabs(rgb[1] - expected[1]) + fabs(rgb[2] - expected[2]) < 1e-4;
  }
  double depth = c.distance - (0.015 - c.centre[2]), pixels = c.scale * c.scale * acos(-1.0) * 0.02 * 0.02 / (depth * depth);
  CHECK(pixels > 5000);
  CHECK_CLOSE(n, pixels, 0.01);
  CHECK(alike == n);
  close_bench(&b);
}

// Stretched by 1.3 along a skew line and 0.8 across it the largest strain is 30 % at every vertex, inside too.
TEST(cut_shows_strain_inside) {
  bench b;
  open_block(&b, false, PL_SOLID_HEX);
  const double along[3] = {2.0 / 3, -1.0 / 3, 2.0 / 3};
  double *x = b.body.x[1], value[200], weight[200];
  REQUIRE(b.body.n_vertex <= 200);
  for (int32_t v = 0; v < b.body.n_vertex; v++) {
    double part = 0;
    for (int i = 0; i < 3; i++) part += along[i] * x[3 * v + i];
    for (int i = 0; i < 3; i++) x[3 * v + i] = 0.8 * x[3 * v + i] + 0.5 * part * along[i];
  }
  pl_render_field field;
  REQUIRE(pl__render_field_row(b.arena, &b.film, PL_RENDER_STRAIN, &field));
  REQUIRE(pl__render_field(&b.body, PL_FILM_SIMULATED, 0, &field, PL_RENDER_STRAIN, value, weight));
  for (int32_t v = 0; v < b.body.n_vertex; v++) CHECK_NEAR(value[v], 30, 1e-9);
  close_bench(&b);
}

static void refused(bench *b, const char *text, const char *says) {
  pl_cut cut;
  CHECK(pl__render_cut(b->ctx, "here", text, &b->film, simulated, &cut) == PL_ERROR_INPUT);
  CHECK_CONTAINS(said_error(b->ctx), says);
  pl_context_clear_error(b->ctx);
}

TEST(cut_refuses_what_is_no_plane_and_what_meets_nothing) {
  bench b;
  open_block(&b, false, PL_SOLID_HEX);
  static const char *const wrong[] = {"x", "=", "=0.5", "w=0.5", "xy=0.5", "x=", "x=a", "x=3 N", "0.5", "x 0.5", "X=0.5", " "};
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) refused(&b, wrong[i], "[report.no-plane]");
  static const char *const outside[] = {"x=0", "x=1.01", "x=-0.2", "x=51 mm", "z=-1 mm"};
  for (size_t i = 0; i < sizeof outside / sizeof outside[0]; i++) refused(&b, outside[i], "[report.plane-mm-meets-nothing]|0 mm");
  b.body.n_tet = 0;  // as old results have it
  refused(&b, "x=0.5", "[report.no-solid-here-has]");
  pl_mesh_destroy(b.mesh);
  const pl_specimen strip = {.length = 0.1, .width = 0.05, .n_length = 4, .n_width = 2};
  REQUIRE(pl_mesh_strip(b.ctx, &strip, &b.mesh) == PL_OK);
  show(&b);
  refused(&b, "x=0.5", "only sheets");
  close_bench(&b);
}
