// test_poses_read.c: bodies, sets, landmarks, supports and readings of the protocol `poses` by hand; saving loses nothing.
#include "said.h"
#include "test.h"

#include "base/text.h"
#include "protocol/poses/poses_locate.h"
#include "protocol/poses/poses_part.h"
#include "unit/measure/scratch_experiment.h"
#include "protocol/poses/poses.h"

static pl_measurement *load(const char *body, const char *poses) {
  put("e.json",
      pl_arena_printf(
          arena,
          "{\"pliant\": \"experiment 1\", \"protocol\": \"poses\", \"density\": \"1000 kg/m^3\", \"tests\": [{\"name\": \"b\", %s, "
          "\"poses\": [%s]}]}",
          body, poses));
  pl_measurement *m;
  require_ok(pl_measurement_load(ctx, at("e.json"), &m));
  return m;
}

static void refuse(const char *body, const char *poses, const char *expected) {
  put("e.json", pl_arena_printf(
                    arena, "{\"pliant\": \"experiment 1\", \"protocol\": \"poses\", \"tests\": [{\"name\": \"b\", %s, \"poses\":\n[%s]}]}",
                    body, poses));
  pl_measurement *m = NULL;
  CHECK(pl_measurement_load(ctx, at("e.json"), &m) == PL_ERROR_INPUT && !m);
  CHECK_CONTAINS(said_error(ctx), expected);
}

#define BOX "\"mesh\": {\"box\": [\"40 mm\", \"20 mm\", \"10 mm\"], \"cells\": [4, 2, 1]"
#define SETS                                                                                                                       \
  "\"sets\": {\"left\": {\"plane\": \"x\", \"at\": \"0 mm\"}, \"right\": {\"plane\": [2, 0, 0], \"through\": [\"40 "               \
  "mm\", \"0 mm\", \"0 mm\"]}, \"top\": {\"box\": [[\"0 mm\", \"0 mm\", \"1 cm\"], [\"40 mm\", \"20 mm\", \"1 cm\"]]}, \"ends\": " \
  "{\"sets\": [\"left\", \"right\"]}, "                                                                                            \
  "\"corner\": {\"nearest\": [[\"50 mm\", \"30 mm\", \"11 mm\"]]}, \"few\": {\"vertices\": [7, 3]}}"

TEST(poses_read_sets) {
  start();
  pl_measurement *m =
      load(BOX "}, " SETS, "{\"supports\": [{\"set\": \"left\"}], \"measured\": {\"areas\": [{\"set\": \"top\", \"area\": \"8 cm^2\"}]}}");
  const pl_poses *p = pl_poses_of(&m->test[0]);
  REQUIRE(m->n_test == 1 && p->n_set == 6 && p->n_pose == 1);
  static const int n[6] = {6, 6, 15, 12, 1, 2};
  for (int i = 0; i < 6; i++) CHECK(p->set[i].n == n[i]);
  CHECK(p->set[4].vertex[0] == 29 && p->set[5].vertex[0] == 3 && p->set[5].vertex[1] == 7);
  // shares by area: corners, edges and middle of a grid of quads (cut in two) sum to one
  for (int i = 0; i < 6; i++) {
    double sum = 0;
    for (int32_t k = 0; k < p->set[i].n; k++) sum += p->set[i].share[k];
    CHECK_NEAR(sum, 1, 1e-14);
  }
  CHECK_NEAR(p->rest[PL_POSES_AREA][0], 8e-4, 1e-15);
  CHECK_TEXT(p->pose[0].name, "1");
  pl_measurement_destroy(m);
  finish();
}

// A linear field is read exactly at a landmark, in tetrahedra and hexahedra, inside, on faces and just outside. A trilinear one in a skewed
// hexahedron.
TEST(poses_read_landmarks) {
  start();
  static const double place[][3] = {
      {0.013, 0.007, 0.0042}, {0.02, 0.01, 0.01}, {0.04, 0.02, 0.01}, {0.0405, 0.0033, 0.005}, {0.011, 0.0199, 0.0101}};
  static const char *const elements[] = {"tetrahedra", "hexahedra"};
  for (int e = 0; e < 2; e++) {
    pl_block_specimen s = {.size = {0.04, 0.02, 0.01}, .n = {4, 2, 1}, .kind = e ? PL_SOLID_HEX : PL_SOLID_TET5};
    pl_mesh *mesh;
    require_ok(pl_mesh_block(ctx, &s, &mesh));
    for (size_t i = 0; i < sizeof place / sizeof place[0]; i++) {
      pl__body_place found = pl__body_locate(mesh, place[i]);
      CHECK(found.n == (e ? 8 : 4));
      double sum = 0, x[3] = {0};
      for (int k = 0; k < found.n; k++) {
        sum += found.weight[k];
        for (int c = 0; c < 3; c++) x[c] += found.weight[k] * mesh->x0[3 * found.vertex[k] + c];
      }
      CHECK_NEAR(sum, 1, 1e-12);
      for (int c = 0; c < 3; c++) CHECK_NEAR(x[c], place[i][c], 1e-12);
      CHECK_NEAR(found.distance, i == 3 ? 0.0005 : i == 4 ? 0.0001 : 0, 1e-12);
    }
    pl_mesh_destroy(mesh);
    pl_measurement *m =
        load(pl_arena_printf(arena,
                             BOX ", \"elements\": \"%s\"}, \"tolerance\": \"1 mm\", " SETS
                                 ", \"landmarks\": {\"p\": [\"40.5 mm\", \"3.3 mm\", \"5 mm\"]}",
                             elements[e]),
             "{\"supports\": [{\"set\": \"left\"}], \"measured\": {\"areas\": [{\"set\": \"top\", \"area\": \"8 cm^2\"}]}}");
    CHECK(m->n_note == 1);
    CHECK_CONTAINS(m->note[0], "1 landmarks are outside of the mesh, at most 0.5 mm");
    pl_measurement_destroy(m);
  }
  finish();
}

// A file whose elements are all inverted is read with them turned, and it is said.
TEST(poses_read_turned_elements) {
  start();
  static const char *const order[] = {"0 1 2 3", "0 2 1 3"};
  for (int i = 0; i < 2; i++) {
    put("body.vtk", pl_arena_printf(arena,
                                    "# vtk DataFile Version 3.0\nx\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 double\n0 0 0 20 0 0 0 20 0 "
                                    "0 0 20\nCELLS 1 5\n4 %s\nCELL_TYPES 1\n10\n",
                                    order[i]));
    pl_measurement *m =
        load("\"mesh\": {\"file\": \"body.vtk\", \"unit\": \"mm\"}, \"sets\": {\"foot\": {\"plane\": \"z\", \"at\": \"0 mm\"}}",
             "{\"supports\": [{\"set\": \"foot\"}], \"measured\": {\"volumes\": [{\"volume\": \"1.4 cm^3\"}]}}");
    CHECK(m->n_note == i);
    if (i == 1)
      CHECK_CONTAINS(m->note[0], "all elements of body.vtk are inverted: their vertices are counted the other way round; they were turned");
    CHECK_NEAR(pl_poses_of(&m->test[0])->rest[PL_POSES_VOLUME][0], 8e-6 / 6, 1e-15);
    pl_measurement_destroy(m);
  }
  finish();
}

TEST(poses_read_hexahedron_inverse) {
  start();
  double x[24];
  static const int32_t hex[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  static const double corner[24] = {0, 0, 0, 1, 0.1, 0, 1.2, 1, 0.1, 0, 0.9, 0, 0.1, 0, 1, 1, 0, 1.2, 1.3, 1.1, 1, 0, 1, 0.9};
  memcpy(x, corner, sizeof x);
  pl_mesh *mesh;
  require_ok(pl_mesh_create_solid(ctx, 8, x, NULL, 0, NULL, 1, hex, &mesh));
  static const double xi[3] = {0.3, 0.8, 0.45};
  static const int bit[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
  double weight[8], p[3] = {0};
  for (int k = 0; k < 8; k++) {
    weight[k] = 1;
    for (int c = 0; c < 3; c++) weight[k] *= bit[k][c] ? xi[c] : 1 - xi[c];
    for (int c = 0; c < 3; c++) p[c] += weight[k] * corner[3 * k + c];
  }
  pl__body_place found = pl__body_locate(mesh, p);
  REQUIRE(found.n == 8);
  for (int k = 0; k < 8; k++) CHECK_NEAR(found.weight[k], weight[k], 1e-10);
  pl_mesh_destroy(mesh);
  finish();
}

// Supports: a turn of 90 degrees about z through (0, 10, 0) mm and a translation; springs; positions; loads.
TEST(poses_read_supports) {
  start();
  put("places.csv", "vertex,x [mm],y [mm],z [mm]\n7,1,2,3\n3,4,5,6\n");
  pl_measurement *m = load(BOX "}, " SETS ", \"sigma\": {\"force\": \"1 N\"}",
                           "{\"name\": \"turned\", \"gravity\": [0, -2, 0], \"supports\": [{\"set\": \"left\"}, {\"set\": \"right\", "
                           "\"rotation\": {\"axis\": [0, 0, 3], \"through\": [\"0 mm\", \"10 mm\", "
                           "\"0 mm\"], \"angle\": \"90 deg\"}, \"translation\": [\"1 mm\", \"0 mm\", \"0 mm\"]}], \"loads\": [{\"set\": "
                           "\"top\", \"force\": [\"0 N\", \"0 N\", \"-3 N\"]}], \"measured\": "
                           "{\"forces\": [{\"set\": \"right\", \"force\": [\"1 N\", null, null], \"of\": \"body\", \"weight\": 4}]}},"
                           "{\"name\": \"sprung\", \"weight\": 9, \"supports\": [{\"set\": \"left\", \"axes\": \"yz\"}, {\"set\": "
                           "\"left\", \"axes\": \"x\", \"spring\": \"60 N/m\", \"translation\": [\"2 mm\", \"0 mm\", \"0 "
                           "mm\"]}, {\"set\": \"few\", \"positions\": \"places.csv\"}], \"loads\": [{\"set\": \"top\", \"pressure\": \"2 "
                           "kPa\"}], \"measured\": {\"forces\": [{\"set\": \"left\", \"force\": [\"0.2 N\", \"0 N\", "
                           "null], \"sigma\": \"2 N\"}]}, \"held-out\": true}");
  REQUIRE(m->n_test == 2);
  const pl_test *test = &m->test[0], *held = &m->test[1];
  CHECK(!test->held_out && held->held_out && test->n_frame == 1 && held->n_frame == 1);
  CHECK_TEXT(held->name, "b held-out");
  const pl_poses *p = pl_poses_of(test);
  const pl_pose_frame *f = &p->frame[0];
  CHECK_NEAR(p->pose[0].gravity[1], -9.81, 1e-12);
  // vertex 4: (40, 0, 0) mm goes to (0 + 10 + 1, 10 + 40, 0) mm
  CHECK(f->fixed[12] && f->fixed[13] && f->fixed[14] && !f->fixed[3]);
  CHECK_NEAR(f->target[12], 0.011, 1e-15);
  CHECK_NEAR(f->target[13], 0.050, 1e-15);
  CHECK_NEAR(f->target[14], 0, 1e-15);
  double sum = 0;
  for (int32_t v = 0; v < p->mesh->n_vertex; v++) sum += f->force[3 * v + 2];
  CHECK_NEAR(sum, -3, 1e-12);
  // the force of the body on its support, turned round; a weight of 4 is a factor of 2
  CHECK_NEAR(test->channel[PL_POSES_FORCE].value[0], -1, 0);
  CHECK(isnan(test->channel[PL_POSES_FORCE].value[1]));
  CHECK_NEAR(test->channel[PL_POSES_FORCE].importance[0], 2, 1e-14);
  const pl_pose_frame *g = &pl_poses_of(held)->frame[0];
  CHECK(!g->fixed[0] && g->fixed[1] && g->fixed[2]);
  double stiffness = 0;
  for (int32_t v = 0; v < p->mesh->n_vertex; v++) stiffness += g->spring[3 * v];
  CHECK_NEAR(stiffness, 60, 1e-12);
  CHECK_NEAR(g->anchor[0], 0.002, 1e-15);
  CHECK_NEAR(g->target[3 * 3], 0.004, 1e-15);
  CHECK_NEAR(g->target[3 * 7 + 2], 0.003, 1e-15);
  CHECK(g->pressure && !f->pressure && !f->spring);
  // the reading is half as sure as its kind; the pose's weight of 9 is a factor of 3
  CHECK_NEAR(held->channel[PL_POSES_FORCE].sigma, 1, 0);
  CHECK_NEAR(held->channel[PL_POSES_FORCE].value_sigma[3], 2, 1e-14);
  CHECK_NEAR(held->channel[PL_POSES_FORCE].importance[3], 3, 1e-14);
  pl_measurement_destroy(m);
  finish();
}

static void check_same_test(const pl_test *a, const pl_test *b) {
  CHECK_TEXT(a->name, b->name);
  REQUIRE(a->n_frame == b->n_frame && a->held_out == b->held_out);
  size_t n = 3 * (size_t)pl_poses_of(a)->mesh->n_vertex;
  REQUIRE(pl_poses_of(a)->mesh->n_vertex == pl_poses_of(b)->mesh->n_vertex);
  for (size_t i = 0; i < n; i++) CHECK_NEAR(pl_poses_of(a)->mesh->x0[i], pl_poses_of(b)->mesh->x0[i], 0);
  for (int c = 0; c < PL_POSES_CHANNELS; c++) {
    REQUIRE(!a->channel[c].value == !b->channel[c].value && a->channel[c].width == b->channel[c].width);
    CHECK_NEAR(a->channel[c].sigma, b->channel[c].sigma, 1e-15);
    for (int i = 0; a->channel[c].value && i < a->n_frame * a->channel[c].width; i++) {
      if (!isnan(a->channel[c].value[i]) || !isnan(b->channel[c].value[i]))
        CHECK_NEAR(a->channel[c].value[i], b->channel[c].value[i], 1e-15);
      CHECK_NEAR(a->channel[c].importance[i], b->channel[c].importance[i], 1e-14);
      if (a->channel[c].value_sigma && !isnan(a->channel[c].value[i]))
        CHECK_NEAR(a->channel[c].value_sigma[i], b->channel[c].value_sigma[i], 1e-14);
    }
  }
  for (int f = 0; f < a->n_frame; f++) {
    const pl_pose_frame *p = &pl_poses_of(a)->frame[f], *q = &pl_poses_of(b)->frame[f];
    CHECK(memcmp(p->fixed, q->fixed, n) == 0 && !p->spring == !q->spring && !p->pressure == !q->pressure);
    for (size_t i = 0; i < n; i++) {
      CHECK_NEAR(p->target[i], q->target[i], 1e-15);
      CHECK_NEAR(p->force[i], q->force[i], 1e-15);
      if (p->spring) CHECK_NEAR(p->spring[i], q->spring[i], 1e-12);
    }
  }
}

TEST(poses_save_loads_the_same) {
  start();
  put("places.csv", "vertex,x [mm],y [mm],z [mm]\n7,1,2,3\n3,4,5,6\n");
  put("seen.csv", "name,vertex,x [mm],y [mm],z [mm]\np,,10,11,\n,12,1,2,3\n");
  pl_measurement *m = load(BOX "}, " SETS ", \"landmarks\": {\"p\": [\"10 mm\", \"10 mm\", \"5 mm\"], \"q\": [\"30 mm\", \"10 mm\", \"5 "
                               "mm\"]}, \"sigma\": {\"positions\": \"0.1 mm\", \"torque\": \"1 N mm\"}",
                           "{\"name\": \"a, then\", \"weight\": 4, \"gravity\": [0, 0, -1], \"supports\": [{\"set\": \"left\"}, {\"set\": "
                           "\"right\", \"rotation\": {\"axis\": [1, 1, 0], \"through\": [\"40 mm\", \"10 mm\", \"0 mm\"], "
                           "\"angle\": \"20 deg\"}}], \"loads\": [{\"set\": \"top\", \"force\": [\"0 N\", \"1 N\", \"0 N\"]}, {\"set\": "
                           "\"top\", \"pressure\": \"1 kPa\"}], \"measured\": {\"positions\": \"seen.csv\", \"torques\": "
                           "[{\"set\": \"right\", \"about\": [\"40 mm\", \"10 mm\", \"0 mm\"], \"torque\": [\"3 N mm\", null, \"1 N mm\"], "
                           "\"sigma\": \"2 N mm\"}], \"volumes\": [{\"volume\": \"8.1 cm^3\"}], \"lengths\": [{\"along\": "
                           "[\"p\", \"q\", \"p\"], \"length\": \"40 mm\"}]}},"
                           "{\"name\": \"c\", \"held-out\": true, \"supports\": [{\"set\": \"left\"}, {\"set\": \"corner\", \"spring\": "
                           "\"5 N/m\"}, {\"set\": \"few\", \"axes\": \"x\", \"positions\": \"places.csv\"}], \"measured\": "
                           "{\"positions\": \"seen.csv\", \"forces\": [{\"set\": \"corner\", \"force\": [null, \"1 N\", null]}]}}");
  require_ok(pl_measurement_save(ctx, at("copy"), m));
  pl_measurement *copy;
  require_ok(pl_measurement_load(ctx, at("copy"), &copy));
  REQUIRE(copy->n_test == 2 && copy->per_volume);
  CHECK_NEAR(copy->density, 1000, 0);
  for (int t = 0; t < 2; t++) check_same_test(&m->test[t], &copy->test[t]);
  pl_measurement_destroy(copy);
  pl_measurement_destroy(m);
  finish();
}

// A landmark called as a vertex is named is another point than the vertex, in either order of the rows and after saving.
TEST(poses_landmark_named_like_a_vertex) {
  for (int order = 0; order < 2; order++) {
    start();
    put("seen.csv", order ? "name,vertex,x [mm],y [mm],z [mm]\nvertex 3,,20,10,6\n,3,31,0,0\n"
                          : "name,vertex,x [mm],y [mm],z [mm]\n,3,31,0,0\nvertex 3,,20,10,6\n");
    pl_measurement *m = load(BOX "}, " SETS ", \"landmarks\": {\"vertex 3\": [\"20 mm\", \"10 mm\", \"5 mm\"]}",
                             "{\"supports\": [{\"set\": \"left\"}], \"measured\": {\"positions\": \"seen.csv\"}}");
    pl_measurement *copy;
    require_ok(pl_measurement_save(ctx, at("copy"), m));
    require_ok(pl_measurement_load(ctx, at("copy"), &copy));
    for (int c = 0; c < 2; c++) {
      const pl_test *test = &(c ? copy : m)->test[0];
      const pl_poses *p = pl_poses_of(test);
      REQUIRE(p->n_point == 2 && p->n_quantity == 2);
      for (int q = 0; q < 2; q++) {
        const pl_body_point *point = &p->point[p->quantity[q].point[0]];
        const double *x = test->channel[PL_POSES_POSITIONS].value + p->quantity[q].first;
        bool vertex = point->n == 1;
        CHECK(!vertex || point->vertex[0] == 3);
        CHECK_NEAR(x[0], vertex ? 31e-3 : 20e-3, 1e-15);
        CHECK_NEAR(x[2], vertex ? 0 : 6e-3, 1e-15);
        CHECK_NEAR(p->rest[PL_POSES_POSITIONS][p->quantity[q].first], vertex ? 30e-3 : 20e-3, 1e-15);
      }
    }
    pl_measurement_destroy(copy);
    pl_measurement_destroy(m);
    finish();
  }
}

// Hundreds of names and vertices, each found again in the second pose: the table of names grows several times on the way.
// As German spreadsheets write tables: semicolons, decimal commas, a byte-order mark.
TEST(poses_read_decimal_commas) {
  start();
  put("marks.csv", "\xEF\xBB\xBFname;x [mm];y [mm];z [mm]\na;10,5;10;10\nb;20,25;10;10\n");
  put("places.csv", "\xEF\xBB\xBFname;x [mm];y [mm];z [mm]\na;11,25;10;10\nb;21,5;;9,75\n");
  pl_measurement *m = load(BOX "}, \"landmarks\": \"marks.csv\", " SETS,
                           "{\"supports\": [{\"set\": \"left\"}, {\"set\": \"right\", \"translation\": [\"2 mm\", \"0 mm\", \"0 mm\"]}], "
                           "\"measured\": {\"positions\": \"places.csv\"}}");
  const double *x = m->test[0].channel[PL_POSES_POSITIONS].value;
  CHECK_NEAR(x[0], 11.25e-3, 1e-15);
  CHECK_NEAR(x[3], 21.5e-3, 1e-15);
  CHECK(isnan(x[4]));
  CHECK_NEAR(x[5], 9.75e-3, 1e-15);
  pl_measurement_destroy(m);
  finish();
}

TEST(poses_read_many_points) {
  start();
  enum { N = 300 };
  pl_text marks, seen;
  pl_text_init(&marks, ctx);
  pl_text_init(&seen, ctx);
  pl_text_add(&marks, "name,x [mm],y [mm],z [mm]\n");
  pl_text_add(&seen, "name,vertex,x [mm],y [mm],z [mm]\n");
  for (int i = 0; i < N; i++) pl_text_printf(&marks, "m%d,%g,10,5\n", i, 0.1 * i);
  for (int i = N - 1; i >= 0; i--) pl_text_printf(&seen, "m%d,,%g,11,5\n", i, 0.1 * i);
  for (int v = 29; v >= 0; v--) pl_text_printf(&seen, ",%d,%d,12,5\n", v, v);
  put("marks.csv", marks.data);
  put("seen.csv", seen.data);
  pl_measurement *m = load(BOX "}, " SETS ", \"landmarks\": \"marks.csv\"",
                           "{\"supports\": [{\"set\": \"left\"}], \"measured\": {\"positions\": \"seen.csv\"}}, {\"supports\": [{\"set\": "
                           "\"right\"}], \"measured\": {\"positions\": \"seen.csv\"}}");
  const pl_poses *p = pl_poses_of(&m->test[0]);
  const pl_channel *c = &m->test[0].channel[PL_POSES_POSITIONS];
  REQUIRE(p->n_point == N + 30 && p->n_quantity == N + 30 && pl_channel_width(c) == 3 * (N + 30));
  for (int f = 0; f < 2; f++)
    for (int q = 0; q < p->n_quantity; q++) {
      const pl_body_point *point = &p->point[p->quantity[q].point[0]];
      double x = c->value[f * pl_channel_width(c) + p->quantity[q].first];
      CHECK_NEAR(x, point->n == 1 ? 1e-3 * point->vertex[0] : point->rest[0], 1e-12);
    }
  pl_text_clear(&marks);
  pl_text_clear(&seen);
  pl_measurement_destroy(m);
  finish();
}

// Without a sigma of the kind, sigmas of the readings are weights to each other. One of them cannot stand for a reading that has none.
TEST(poses_read_sigmas_of_readings) {
  start();
  static const char poses[] =
      "{\"name\": \"one\", \"supports\": [{\"set\": \"left\"}], \"measured\": {\"areas\": [{\"set\": \"top\", \"area\": \"8 cm^2\", "
      "\"sigma\": \"0.1 cm^2\"}, {\"set\": \"right\", \"area\": \"2 cm^2\"%s}]}}";
  pl_measurement *m = load(BOX "}, " SETS, pl_arena_printf(arena, poses, ", \"sigma\": \"0.4 cm^2\""));
  CHECK_NEAR(m->test[0].channel[PL_POSES_AREA].sigma, 1e-5, 1e-18);
  CHECK_NEAR(m->test[0].channel[PL_POSES_AREA].value_sigma[0], 1e-5, 1e-18);
  CHECK_NEAR(m->test[0].channel[PL_POSES_AREA].value_sigma[1], 4e-5, 1e-18);
  pl_measurement_destroy(m);
  m = load(BOX "}, " SETS ", \"sigma\": {\"area\": \"0.2 cm^2\"}", pl_arena_printf(arena, poses, ""));
  CHECK_NEAR(m->test[0].channel[PL_POSES_AREA].sigma, 2e-5, 1e-18);
  CHECK_NEAR(m->test[0].channel[PL_POSES_AREA].value_sigma[0], 1e-5, 1e-18);
  CHECK_NEAR(m->test[0].channel[PL_POSES_AREA].value_sigma[1], 2e-5, 1e-18);
  pl_measurement_destroy(m);
  refuse(BOX "}, " SETS, pl_arena_printf(arena, poses, ""), "[poses.pose-has-no-sigma]|\"right\"|\"one\"|1");
  CHECK(pl_context_error(ctx)->line == 2);
  CHECK_CONTAINS(pl_context_error(ctx)->hint, "\"sigma\": {\"area\": ...}");
  finish();
}

// Numbers of vertices that no integer holds.
TEST(poses_read_vertex_out_of_range) {
  static const char *const number[] = {"30", "-1", "1e300", "-1e300", "4294967299"};
  static const char *const shown[] = {"[poses.vertex-mesh-has-vertices]|30", "vertex -1,", "vertex 1e+300,", "vertex -1e+300,",
                                      "vertex 4294967299,"};
  for (int i = 0; i < 5; i++) {
    start();
    put("seen.csv", pl_arena_printf(arena, "vertex,x [mm],y [mm],z [mm]\n%s,1,2,3\n", number[i]));
    refuse(BOX "}, " SETS, "{\"supports\": [{\"set\": \"left\"}], \"measured\": {\"positions\": \"seen.csv\"}}", shown[i]);
    finish();
  }
}

// Named groups of Gmsh files, both versions: by the first tag of an element, or by the entity it belongs to.
TEST(poses_read_gmsh_groups) {
  start();
  static const char *const file[2] = {
      "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n2\n2 1 \"the foot\"\n3 7 \"body\"\n$EndPhysicalNames\n$Nodes\n5\n1 0 0 0\n2 "
      "10 0 0\n3 0 10 0\n"
      "4 0 0 10\n5 10 10 10\n$EndNodes\n$Elements\n3\n1 2 2 1 1 1 2 3\n2 4 2 7 1 1 2 3 4\n3 4 2 7 1 2 3 4 5\n$EndElements\n",
      "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$PhysicalNames\n2\n2 1 \"the foot\"\n3 7 \"body\"\n$EndPhysicalNames\n$Entities\n1 0 1 1\n1 0 "
      "0 0 0\n"
      "4 0 0 0 10 10 0 1 1 0\n9 0 0 0 10 10 10 1 7 1 4\n$EndEntities\n$Nodes\n1 5 1 5\n3 9 0 5\n1\n2\n3\n4\n5\n0 0 0\n10 0 0\n0 10 0\n0 0 "
      "10\n10 10 10\n$EndNodes\n"
      "$Elements\n2 3 1 3\n2 4 2 1\n1 1 2 3\n3 9 4 2\n2 1 2 3 4\n3 2 3 4 5\n$EndElements\n"};
  for (int k = 0; k < 2; k++) {
    put("b.msh", file[k]);
    pl_measurement *m =
        load("\"mesh\": {\"file\": \"b.msh\", \"unit\": \"mm\"}",
             "{\"supports\": [{\"set\": \"the foot\"}], \"measured\": {\"volumes\": [{\"set\": \"body\", \"volume\": \"0.5 cm^3\"}]}}");
    const pl_poses *p = pl_poses_of(&m->test[0]);
    REQUIRE(p->n_set == 2 && p->set[0].n == 3 && p->set[1].n == 5);
    CHECK_TEXT(p->set[0].name, "the foot");
    CHECK(p->set[0].n_face == 1 && p->set[1].n_element == 2);
    CHECK_NEAR(p->mesh->x0[3], 0.01, 1e-15);
    pl_measurement_destroy(m);
  }
  finish();
}

// A body of tetrahedra to be simulated with hexahedra. Sets, faces, elements, landmarks, positions and rest values are those of the mesh in
// the file, whose vertices keep their numbers; saving keeps it all.
TEST(poses_read_elements) {
  start();
  pl_block_specimen s = {.size = {40, 20, 10}, .n = {4, 2, 1}, .kind = PL_SOLID_TET5, .jitter = 0.2, .seed = 3};
  pl_mesh *mesh;
  require_ok(pl_mesh_block(ctx, &s, &mesh));
  require_ok(pl_mesh_save(ctx, at("b.vtk"), mesh, NULL, 0, NULL));
  pl_mesh_destroy(mesh);
  put("places.csv", "vertex,x [mm],y [mm],z [mm]\n0,1,0,0\n1,11,0,0\n");
  const char *body = ", \"landmarks\": {\"p\": [\"10 mm\", \"10 mm\", \"5 mm\"]}, \"sets\": {\"left\": {\"plane\": \"x\", \"at\": \"0 "
                     "mm\"}, \"half\": {\"box\": [[\"0 mm\", \"0 mm\", \"0 mm\"], [\"23 mm\", \"20 mm\", \"10 mm\"]]}, \"top\": "
                     "{\"plane\": \"z\", \"at\": \"10 mm\"}, \"edge\": {\"vertices\": [0, 1]}}";
  const char *poses =
      "{\"name\": \"a\", \"supports\": [{\"set\": \"left\"}], \"loads\": [{\"set\": \"top\", \"pressure\": \"1 kPa\"}], "
      "\"measured\": {\"areas\": [{\"set\": \"top\", \"area\": \"8 cm^2\"}], \"volumes\": [{\"set\": \"half\", \"volume\": "
      "\"4 cm^3\"}]}}, {\"name\": \"b\", \"held-out\": true, \"supports\": [{\"set\": \"edge\", \"positions\": \"places.csv\"}, "
      "{\"set\": \"top\"}], \"measured\": {\"volumes\": [{\"volume\": \"8 cm^3\"}]}}";
  pl_measurement *m[2];
  for (int k = 0; k < 2; k++)
    m[k] = load(pl_arena_printf(arena, "\"mesh\": {\"file\": \"b.vtk\", \"unit\": \"mm\", \"elements\": \"%s\"}%s",
                                k ? "hexahedra" : "given", body),
                poses);
  REQUIRE(m[0]->n_test == 2 && m[1]->n_test == 2);
  const pl_poses *tets = pl_poses_of(&m[0]->test[0]), *hexes = pl_poses_of(&m[1]->test[0]), *out = pl_poses_of(&m[1]->test[1]);
  CHECK(hexes->mesh == out->mesh && hexes->mesh->n_tet == 0 && hexes->mesh->n_hex == 4 * tets->mesh->n_tet);
  for (int i = 0; i < 4; i++) {
    CHECK(hexes->set[i].n_face == 3 * tets->set[i].n_face && hexes->set[i].n_element == 4 * tets->set[i].n_element);
    for (int32_t k = 0; k < tets->set[i].n; k++) CHECK(hexes->set[i].vertex[k] == tets->set[i].vertex[k]);
  }
  CHECK(tets->set[1].n_element > 0 && hexes->set[3].n == 3);
  // the middle of the edge goes to the middle of its ends
  int32_t middle = hexes->set[3].vertex[2];
  CHECK_NEAR(out->frame[0].target[3 * middle], 6e-3, 1e-15);
  CHECK(out->frame[0].fixed[3 * middle] && hexes->frame[0].pressure != NULL);
  for (int c = 0; c < PL_POSES_CHANNELS; c++)
    if (m[0]->test[0].channel[c].value) CHECK_CLOSE(hexes->rest[c][0], tets->rest[c][0], 1e-12);
  for (int q = 0; q < hexes->n_quantity; q++)
    if (hexes->quantity[q].channel >= PL_POSES_LENGTH)
      CHECK_CLOSE(pl_quantity_value(hexes, &hexes->quantity[q], hexes->mesh->x0, NULL),
                  pl_quantity_value(tets, &tets->quantity[q], tets->mesh->x0, NULL), 1e-12);
  double place[3] = {0};
  for (int k = 0; k < 3 * hexes->point[0].n; k++)
    place[k % 3] += hexes->point[0].weight[k / 3] * hexes->mesh->x0[3 * hexes->point[0].vertex[k / 3] + k % 3];
  for (int k = 0; k < 3; k++) CHECK_NEAR(place[k], hexes->point[0].rest[k], 1e-12);
  require_ok(pl_measurement_save(ctx, at("copy"), m[1]));
  pl_measurement *copy;
  require_ok(pl_measurement_load(ctx, at("copy"), &copy));
  REQUIRE(copy->n_test == 2);
  for (int t = 0; t < 2; t++) check_same_test(&m[1]->test[t], &copy->test[t]);
  pl_measurement_destroy(copy);
  for (int k = 0; k < 2; k++) pl_measurement_destroy(m[k]);
  put("s.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  refuse("\"mesh\": {\"file\": \"s.obj\", \"unit\": \"mm\", \"elements\": \"hexahedra\"}", "{}", "[poses.sheet-has-no-tetrahedra]");
  finish();
}

// Ten thousand poses of seven hundred points would be 21 million numbers: refused before they are read, not when memory ends.
TEST(poses_read_too_many) {
  start();
  pl_text poses, table;
  pl_text_init(&poses, ctx);
  pl_text_init(&table, ctx);
  for (int i = 0; i < PL_MAX_POSES; i++)
    pl_text_printf(&poses, "%s{\"supports\": [{\"set\": \"left\"}], \"measured\": {\"positions\": \"p.csv\"}}", i ? "," : "");
  pl_text_add(&table, "vertex,x [mm],y [mm],z [mm]\n");
  for (int i = 0; i < 700; i++) pl_text_printf(&table, "%d,1,1,1\n", i);
  put("p.csv", table.data);
  refuse("\"mesh\": {\"box\": [\"40 mm\", \"20 mm\", \"10 mm\"], \"cells\": [20, 5, 5]}, " SETS, poses.data,
         "[poses.poses-more-numbers-some]|10000|2000|20000000");
  pl_text_clear(&poses);
  pl_text_clear(&table);
  finish();
}
