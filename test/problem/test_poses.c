// test_poses.c: bodies in poses against closed forms: a pulled block, a twisted cylinder, a body under pressure, a block on springs; derivatives.
#include "protocol/poses/poses.h"
#include "rig/rig.h"
#include "test.h"
#include "unit/measure/scratch_experiment.h"

#define PI 3.14159265358979323846

static pl_measurement *load(const char *body, const char *poses) {
  put("e.json",
      pl_arena_printf(arena, "{\"pliant\": \"experiment 1\", \"protocol\": \"poses\", \"tests\": [{\"name\": \"b\", %s, \"poses\": [%s]}]}",
                      body, poses));
  pl_measurement *m;
  require_ok(pl_measurement_load(ctx, at("e.json"), &m));
  return m;
}

static pl_material *stvk(double young, double poisson) {
  pl_material *material;
  require_ok(pl_material_create(ctx, "b", 0, &material));
  require_ok(pl_material_add_term(material, "{\"name\": \"body\", \"strain\": \"green3\", \"law\": \"isotropic3\"}"));
  require_ok(pl_material_finish(material));
  material->theta[0] = young * poisson / ((1 + poisson) * (1 - 2 * poisson));
  material->theta[1] = young / (2 * (1 + poisson));
  material->density_dim = PL_DIM_VOLUME_DENSITY;
  return material;
}

// Values of all channels of the first test, [channel][n_frame * width].
static void predict(const pl_test *test, const pl_material *material, double *value[PL_MAX_CHANNEL], double *by_theta[PL_MAX_CHANNEL]) {
  pl_rig_options options = pl_rig_options_default();
  pl_solve_options solve = pl_solve_options_default();
  const pl_rig *rig;
  require_ok(pl_rig_create(ctx, pl_protocol_find("poses"), test, material, &options, &solve, &rig));
  for (int c = 0; c < PL_POSES_CHANNELS; c++) {
    size_t n = (size_t)(test->n_frame * pl_channel_width(&test->channel[c]));
    value[c] = test->channel[c].value ? pl_arena_alloc(arena, n, sizeof(double)) : NULL;
    if (by_theta) by_theta[c] = value[c] ? pl_arena_alloc(arena, n * (size_t)material->n_theta, sizeof(double)) : NULL;
  }
  pl_rig_report report;
  require_ok(pl_rig_predict(rig, &(pl_prediction){.theta = material->theta, .value = value, .by_theta = by_theta}, &report));
  CHECK(report.n_failed == 0);
  pl_rig_destroy(rig);
}

// A block free to contract, pulled. With the axial stretch l and the lateral stretch m, m^2 = 1 - nu (l^2 - 1), F = E (l^2 - 1)/2 l A, for St.
// Venant and Kirchhoff.
TEST(poses_uniaxial_block) {
  start();
  static const char *const elements[] = {"tetrahedra", "hexahedra"};
  for (int e = 0; e < 2; e++) {
    pl_measurement *m =
        load(pl_arena_printf(arena,
                             "\"mesh\": {\"box\": [\"40 mm\", \"20 mm\", \"10 mm\"], \"cells\": [4, 2, 2], \"elements\": \"%s\", "
                             "\"jitter\": 0.2}, \"landmarks\": {\"a\": [\"11 mm\", \"7 mm\", \"3 mm\"], \"b\": [\"31 mm\", "
                             "\"7 mm\", \"3 mm\"], \"c\": [\"11 mm\", \"17 mm\", \"3 mm\"]}, \"sets\": {\"left\": {\"plane\": \"x\", "
                             "\"at\": \"0 mm\"}, \"right\": {\"plane\": \"x\", \"at\": \"40 mm\"}, \"front\": {\"plane\": \"y\", "
                             "\"at\": \"0 mm\"}, \"floor\": {\"plane\": \"z\", \"at\": \"0 mm\"}}",
                             elements[e]),
             "{\"supports\": [{\"set\": \"left\", \"axes\": \"x\"}, {\"set\": \"front\", \"axes\": \"y\"}, {\"set\": \"floor\", \"axes\": "
             "\"z\"}, {\"set\": \"right\", \"axes\": \"x\", \"translation\": [\"6 mm\", \"0 mm\", \"0 "
             "mm\"]}], \"measured\": {\"forces\": [{\"set\": \"right\", \"force\": [\"1 N\", null, null]}, {\"set\": \"left\", \"force\": "
             "[\"1 N\", null, null]}], \"lengths\": [{\"along\": [\"a\", \"b\"], \"length\": \"20 mm\"}, "
             "{\"along\": [\"a\", \"c\"], \"length\": \"10 mm\"}], \"areas\": [{\"set\": \"right\", \"area\": \"2 cm^2\"}], \"volumes\": "
             "[{\"volume\": \"8 cm^3\"}]}}");
    pl_material *material = stvk(5e4, 0.3);
    double *value[PL_MAX_CHANNEL] = {0};
    predict(&m->test[0], material, value, NULL);
    double l = 1.15, strain = 0.5 * (l * l - 1), lateral = sqrt(1 - 0.3 * (l * l - 1)), area = 2e-4, force = 5e4 * strain * l * area;
    CHECK_CLOSE(value[PL_POSES_FORCE][0], force, 1e-8);
    CHECK_CLOSE(value[PL_POSES_FORCE][3], -force, 1e-8);
    CHECK_CLOSE(value[PL_POSES_LENGTH][0], 0.02 * l, 1e-9);
    CHECK_CLOSE(value[PL_POSES_LENGTH][1], 0.01 * lateral, 1e-9);
    CHECK_CLOSE(value[PL_POSES_AREA][0], area * lateral * lateral, 1e-9);
    CHECK_CLOSE(value[PL_POSES_VOLUME][0], 8e-6 * l * lateral * lateral, 1e-9);
    pl_material_destroy(material);
    pl_measurement_destroy(m);
  }
  finish();
}

// A cylinder pressed between smooth plates: the force is that of its area, with the coarsest mesh as with any other. One line of vertices keeps it in
// its place. The same closed form as of the block.
TEST(poses_pressed_cylinder) {
  start();
  for (int n = 2; n <= 4; n += 2) {
    pl_measurement *m =
        load(pl_arena_printf(
                 arena,
                 "\"mesh\": {\"cylinder\": {\"diameter\": \"20 mm\", \"length\": \"10 mm\"}, \"cells\": [%d, 2, 2], "
                 "\"elements\": \"hexahedra\"}, \"sets\": {\"foot\": {\"plane\": \"z\", \"at\": \"0 mm\"}, \"head\": {\"plane\": "
                 "\"z\", \"at\": \"10 mm\"}, \"x\": {\"plane\": \"x\", \"at\": \"0 mm\"}, \"y\": {\"plane\": \"y\", \"at\": \"0 mm\"}}",
                 n),
             "{\"supports\": [{\"set\": \"foot\", \"axes\": \"z\"}, {\"set\": \"x\", \"axes\": \"x\"}, {\"set\": \"y\", \"axes\": \"y\"}, "
             "{\"set\": "
             "\"head\", \"axes\": \"z\", \"translation\": [\"0 mm\", \"0 mm\", \"-1 mm\"]}], \"measured\": {\"forces\": [{\"set\": "
             "\"head\", \"force\": "
             "[null, null, \"-1 N\"]}]}}");
    pl_material *material = stvk(6e4, 0.3);
    double *value[PL_MAX_CHANNEL] = {0}, l = 0.9;
    predict(&m->test[0], material, value, NULL);
    CHECK_CLOSE(value[PL_POSES_FORCE][2], 6e4 * 0.5 * (l * l - 1) * l * PI * 1e-4, 1e-8);
    pl_material_destroy(material);
    pl_measurement_destroy(m);
  }
  finish();
}

// Torque of a thin cylinder turned by a small angle: G J angle / L about its axis, and nothing across. The other end carries the opposite.
// The mesh has straight edges, so the polar moment is that of a polygon: the error falls as the square of the cell. The torque about a
// point beside the axis is the same: there is no force.
TEST(poses_twisted_cylinder) {
  start();
  double error[2], found[2], G = 5e4 / 2.6, angle = 2 * PI / 180, torque = G * PI * pow(0.02, 4) / 32 * angle / 0.06;
  for (int fine = 0; fine < 2; fine++) {
    pl_measurement *m =
        load(pl_arena_printf(arena,
                             "\"mesh\": {\"cylinder\": {\"diameter\": \"20 mm\", \"length\": \"60 mm\"}, \"cells\": [%d, %d, %d], "
                             "\"elements\": \"hexahedra\"}, \"sets\": {\"foot\": {\"plane\": \"z\", \"at\": \"0 mm\"}, "
                             "\"head\": {\"plane\": \"z\", \"at\": \"60 mm\"}}",
                             fine ? 8 : 4, fine ? 8 : 4, 4),
             "{\"supports\": [{\"set\": \"foot\"}, {\"set\": \"head\", \"axes\": \"xy\", \"rotation\": {\"axis\": [0, 0, 1], \"through\": "
             "[\"0 mm\", \"0 mm\", \"0 mm\"], \"angle\": \"2 deg\"}}], \"measured\": {\"torques\": "
             "[{\"set\": \"head\", \"about\": [\"0 mm\", \"0 mm\", \"60 mm\"], \"torque\": [null, null, \"1 N mm\"]}, {\"set\": \"foot\", "
             "\"about\": [\"0 mm\", \"0 mm\", \"0 mm\"], \"torque\": [\"0 N mm\", \"0 N mm\", \"1 N "
             "mm\"]}, {\"set\": \"head\", \"about\": [\"30 mm\", \"0 mm\", \"0 mm\"], \"torque\": [null, null, \"1 N mm\"]}]}}");
    pl_material *material = stvk(5e4, 0.3);
    double *value[PL_MAX_CHANNEL] = {0};
    predict(&m->test[0], material, value, NULL);
    const double *t = value[PL_POSES_TORQUE];
    found[fine] = t[2];
    error[fine] = fabs(t[2] / torque - 1);
    CHECK_CLOSE(t[5], -t[2], 1e-7);
    CHECK_NEAR(t[3], 0, 1e-7 * torque);
    CHECK_NEAR(t[4], 0, 1e-7 * torque);
    CHECK_CLOSE(t[8], t[2], 1e-7);
    CHECK(t[2] > 0);
    pl_material_destroy(material);
    pl_measurement_destroy(m);
  }
  printf("torque is off by %.3g and %.3g\n", error[0], error[1]);
  CHECK_LESS(error[1], 0.02);
  CHECK_LESS(error[1], 0.3 * error[0]);
  CHECK_CLOSE(found[1] + (found[1] - found[0]) / 3, torque, 2e-3);  // extrapolated to cells of no size
  finish();
}

// Pressure all around, held so that nothing else acts. All stretches are l, and the second Piola-Kirchhoff stress 3 K (l^2 - 1)/2 / 3 balances -p l:
// (3 lambda + 2 mu) (l^2 - 1)/2 = -p l.
TEST(poses_pressed_body) {
  start();
  pl_measurement *m =
      load("\"mesh\": {\"box\": [\"20 mm\", \"20 mm\", \"20 mm\"], \"cells\": [2, 2, 2], \"elements\": \"hexahedra\"}, \"sets\": {\"all\": "
           "{\"box\": [[\"0 mm\", \"0 mm\", \"0 mm\"], [\"20 mm\", \"20 mm\", \"20 mm\"]]}, \"left\": {\"plane\": \"x\", "
           "\"at\": \"0 mm\"}, \"front\": {\"plane\": \"y\", \"at\": \"0 mm\"}, \"floor\": {\"plane\": \"z\", \"at\": \"0 mm\"}}",
           "{\"supports\": [{\"set\": \"left\", \"axes\": \"x\"}, {\"set\": \"front\", \"axes\": \"y\"}, {\"set\": \"floor\", \"axes\": "
           "\"z\"}], \"loads\": [{\"set\": \"all\", \"pressure\": \"4 kPa\"}], \"measured\": {\"volumes\": [{\"volume\": \"8 "
           "cm^3\"}], \"areas\": [{\"set\": \"left\", \"area\": \"4 cm^2\"}]}}");
  pl_material *material = stvk(5e4, 0.3);
  double *value[PL_MAX_CHANNEL] = {0}, modulus = 3 * material->theta[0] + 2 * material->theta[1], b = 4e3 / modulus,
         l = sqrt(b * b + 1) - b;
  predict(&m->test[0], material, value, NULL);
  CHECK_CLOSE(value[PL_POSES_VOLUME][0], 8e-6 * l * l * l, 1e-8);
  CHECK_CLOSE(value[PL_POSES_AREA][0], 4e-4 * l * l, 1e-8);
  // dV/V = -p/K + ..., K the bulk modulus: the second order is 4.5 (p/3K)^2
  CHECK_NEAR(value[PL_POSES_VOLUME][0] / 8e-6 - 1, -3 * b + 4.5 * b * b, 5 * b * b * b);
  pl_material_destroy(material);
  pl_measurement_destroy(m);
  finish();
}

// Pressure on one face whose border is free: the foot carries pressure times area, to first order in the strain (1e-4 here), along the normal.
TEST(poses_pressed_face) {
  start();
  static const char *const elements[] = {"tetrahedra", "hexahedra"};
  for (int e = 0; e < 2; e++) {
    pl_measurement *m =
        load(pl_arena_printf(arena,
                             "\"mesh\": {\"box\": [\"30 mm\", \"20 mm\", \"10 mm\"], \"cells\": [3, 2, 2], \"elements\": \"%s\"}, "
                             "\"sets\": {\"floor\": {\"plane\": \"z\", \"at\": "
                             "\"0 mm\"}, \"top\": {\"plane\": \"z\", \"at\": \"10 mm\"}, \"side\": {\"plane\": \"x\", \"at\": \"30 mm\"}}",
                             elements[e]),
             "{\"name\": \"top\", \"supports\": [{\"set\": \"floor\"}], \"loads\": [{\"set\": \"top\", \"pressure\": \"5 Pa\"}], "
             "\"measured\": {\"forces\": [{\"set\": \"floor\", "
             "\"force\": [\"0 N\", \"0 N\", \"0 N\"]}]}}, {\"name\": \"side\", \"supports\": [{\"set\": \"floor\"}], \"loads\": [{\"set\": "
             "\"side\", \"pressure\": \"5 Pa\"}, "
             "{\"set\": \"top\", \"pressure\": \"2 Pa\"}], \"measured\": {\"forces\": [{\"set\": \"floor\", \"force\": [\"0 N\", \"0 N\", "
             "\"0 N\"]}]}}");
    pl_material *material = stvk(5e4, 0.3);
    double *value[PL_MAX_CHANNEL] = {0};
    predict(&m->test[0], material, value, NULL);
    const double *f = value[PL_POSES_FORCE], top = 6e-4, side = 2e-4;  // m^2
    CHECK_CLOSE(f[2], 5 * top, 1e-3);
    CHECK_NEAR(f[0], 0, 1e-3 * 5 * top);
    CHECK_CLOSE(f[3], 5 * side, 1e-3);
    CHECK_CLOSE(f[5], 2 * top, 1e-3);
    pl_material_destroy(material);
    pl_measurement_destroy(m);
  }
  finish();
}

// Supported vertically by springs only, a load on the floor moves the block by force over stiffness from the anchors of the springs. The
// block does not deform, and the springs carry the load.
TEST(poses_block_on_springs) {
  start();
  put("p.csv", "vertex,x [mm],y [mm],z [mm]\n26,20,20,20\n");
  pl_measurement *m = load("\"mesh\": {\"box\": [\"20 mm\", \"20 mm\", \"20 mm\"], \"cells\": [2, 2, 2]}, \"sets\": {\"floor\": "
                           "{\"plane\": \"z\", \"at\": \"0 mm\"}}",
                           "{\"supports\": [{\"set\": \"floor\", \"axes\": \"xy\"}, {\"set\": \"floor\", \"axes\": \"z\", \"spring\": \"50 "
                           "N/m\", \"translation\": [\"0 mm\", "
                           "\"0 mm\", \"1 mm\"]}], \"loads\": [{\"set\": \"floor\", \"force\": [\"0 N\", \"0 N\", \"-0.2 N\"]}], "
                           "\"measured\": {\"forces\": [{\"set\": \"floor\", "
                           "\"force\": [\"0 N\", \"0 N\", \"0 N\"]}], \"positions\": \"p.csv\"}}");
  pl_material *material = stvk(5e4, 0.3);
  double *value[PL_MAX_CHANNEL] = {0};
  predict(&m->test[0], material, value, NULL);
  CHECK_NEAR(value[PL_POSES_FORCE][2], 0.2, 1e-8);
  CHECK_NEAR(value[PL_POSES_FORCE][0], 0, 1e-8);
  CHECK_NEAR(value[PL_POSES_POSITIONS][2], 0.02 + 0.001 - 0.2 / 50, 1e-8);
  pl_material_destroy(material);
  pl_measurement_destroy(m);
  finish();
}

// Every kind of reading under every kind of load: derivatives by theta against differences of whole predictions.
TEST(poses_derivatives) {
  start();
  put("p.csv", "name,x [mm],y [mm],z [mm]\na,1,1,1\nb,1,1,1\n");
  pl_measurement *m = load(
      "\"mesh\": {\"box\": [\"40 mm\", \"20 mm\", \"10 mm\"], \"cells\": [4, 2, 2]}, \"landmarks\": {\"a\": [\"11 mm\", \"7 mm\", \"3 "
      "mm\"], \"b\": [\"31 "
      "mm\", \"12 mm\", \"6 mm\"]}, \"sets\": {\"left\": {\"plane\": \"x\", \"at\": \"0 mm\"}, \"right\": {\"plane\": \"x\", \"at\": \"40 "
      "mm\"}, \"top\": "
      "{\"plane\": \"z\", \"at\": \"10 mm\"}, \"half\": {\"box\": [[\"0 mm\", \"0 mm\", \"0 mm\"], [\"20 mm\", \"20 mm\", \"10 mm\"]]}}",
      "{\"name\": \"t\", \"supports\": [{\"set\": \"left\"}, {\"set\": \"right\", \"rotation\": {\"axis\": [1, 0.2, 0], \"through\": [\"40 "
      "mm\", \"10 mm\", \"5 "
      "mm\"], \"angle\": \"30 deg\"}, \"translation\": [\"3 mm\", \"0 mm\", \"1 mm\"]}], \"measured\": {\"positions\": \"p.csv\", "
      "\"forces\": [{\"set\": "
      "\"right\", \"force\": [\"0 N\", \"0 N\", \"0 N\"]}], \"torques\": [{\"set\": \"right\", \"about\": [\"1 mm\", \"2 mm\", \"3 mm\"], "
      "\"torque\": [\"0 N mm\", "
      "\"0 N mm\", \"0 N mm\"]}], \"lengths\": [{\"along\": [\"a\", \"b\"], \"length\": \"20 mm\"}], \"areas\": [{\"set\": \"top\", "
      "\"area\": \"8 cm^2\"}], "
      "\"volumes\": [{\"volume\": \"8 cm^3\"}, {\"set\": \"half\", \"volume\": \"4 cm^3\"}]}},"
      "{\"name\": \"p\", \"supports\": [{\"set\": \"left\"}, {\"set\": \"right\", \"spring\": \"30 N/m\"}], \"loads\": [{\"set\": \"top\", "
      "\"pressure\": \"100 "
      "Pa\"}, {\"set\": \"right\", \"force\": [\"0.3 N\", \"0 N\", \"0.01 N\"]}], \"measured\": {\"positions\": \"p.csv\", \"forces\": "
      "[{\"set\": \"right\", "
      "\"force\": [\"0 N\", \"0 N\", \"0 N\"]}], \"lengths\": [{\"along\": [\"a\", \"b\"], \"length\": \"20 mm\"}], \"areas\": [{\"set\": "
      "\"top\", \"area\": \"8 "
      "cm^2\"}], \"volumes\": [{\"volume\": \"8 cm^3\"}]}}");
  pl_material *material = stvk(5e4, 0.3);
  double *value[PL_MAX_CHANNEL] = {0}, *slope[PL_MAX_CHANNEL] = {0}, *up[PL_MAX_CHANNEL] = {0}, *down[PL_MAX_CHANNEL] = {0};
  predict(&m->test[0], material, value, slope);
  for (int j = 0; j < 2; j++) {
    double theta = material->theta[j], h = 1e-4 * theta;
    material->theta[j] = theta + h;
    predict(&m->test[0], material, up, NULL);
    material->theta[j] = theta - h;
    predict(&m->test[0], material, down, NULL);
    material->theta[j] = theta;
    for (int c = 0; c < PL_POSES_CHANNELS; c++) {
      int n = m->test[0].n_frame * m->test[0].channel[c].width;
      double largest = 0;
      for (int i = 0; i < n; i++) largest = fmax(largest, fabs(slope[c][2 * i + j]));
      CHECK(largest > 0);
      for (int i = 0; i < n; i++) CHECK_NEAR(slope[c][2 * i + j], (up[c][i] - down[c][i]) / (2 * h), 2e-6 * largest);
    }
  }
  pl_material_destroy(material);
  pl_measurement_destroy(m);
  finish();
}
