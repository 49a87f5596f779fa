// virtual_body.h: a bar of 40 x 10 x 10 mm in poses, with readings simulated from a known material with noise, on a separate mesh.
#ifndef TEST_VIRTUAL_BODY_H
#define TEST_VIRTUAL_BODY_H

#include "protocol/poses/poses.h"
#include "rig/rig.h"
#include "unit/measure/scratch_experiment.h"

#define SETS                                                                                                                             \
  "\"landmarks\": {\"a\": [\"10 mm\", \"5 mm\", \"10 mm\"], \"b\": [\"20 mm\", \"5 mm\", \"10 mm\"], \"c\": [\"30 mm\", \"5 mm\", \"10 " \
  "mm\"], \"d\": [\"20 mm\", \"0 mm\", \"5 mm\"], \"e\": [\"20 mm\", \"10 mm\", \"5 mm\"]}, \"sets\": {\"left\": {\"plane\": \"x\", "    \
  "\"at\": \"0 mm\"}, \"right\": {\"plane\": \"x\", \"at\": \"40 mm\"}, \"top\": {\"plane\": \"z\", \"at\": \"10 mm\"}, \"floor\": "     \
  "{\"plane\": \"z\", \"at\": \"0 mm\"}, \"front\": {\"plane\": \"y\", \"at\": \"0 mm\"}, \"back\": {\"plane\": \"y\", \"at\": \"10 "    \
  "mm\"}}"
#define STRETCHED                                                                                                                         \
  "{\"name\": \"stretched\", \"supports\": [{\"set\": \"left\"}, {\"set\": \"right\", \"translation\": [\"4 mm\", \"0 mm\", \"0 mm\"]}]," \
  " \"measured\": {\"positions\": \"p.csv\""
#define FORCE ", \"forces\": [{\"set\": \"right\", \"force\": [\"0 N\", null, null]}]"
#define TWISTED                                                                                                                        \
  "{\"name\": \"twisted\", \"supports\": [{\"set\": \"left\"}, {\"set\": \"right\", \"rotation\": {\"axis\": [1, 0, 0], \"through\": " \
  "[\"40 mm\", \"5 mm\", \"5 mm\"], \"angle\": \"30 deg\"}}], \"measured\": {\"positions\": \"p.csv\", \"torques\": [{\"set\": "       \
  "\"right\", \"about\": [\"40 mm\", \"5 mm\", \"5 mm\"], \"torque\": [\"0 N mm\", null, null]}]}}"

// Faces on rollers: three of them stay, the other three move or are free. The strain is the same everywhere, so that any mesh has it exactly.
#define ROLLERS                                                                                                                    \
  "{\"set\": \"left\", \"axes\": \"x\"}, {\"set\": \"front\", \"axes\": \"y\"}, {\"set\": \"floor\", \"axes\": \"z\"}, {\"set\": " \
  "\"right\", \"axes\": \"x\", "
// Stretched with all sides on rollers; how hard it presses on three of them is read.
#define CONFINED(name, x, y, z)                                                                                                       \
  "{\"name\": \"" name "\", \"supports\": [" ROLLERS "\"translation\": [\"" x " mm\", \"0 mm\", \"0 mm\"]}, {\"set\": \"back\", "     \
  "\"axes\": \"y\", \"translation\": [\"0 mm\", \"" y " mm\", \"0 mm\"]}, {\"set\": \"top\", \"axes\": \"z\", \"translation\": [\"0 " \
  "mm\", \"0 mm\", \"" z " mm\"]}], \"measured\": {\"forces\": [{\"set\": \"right\", \"force\": [\"0 N\", null, null]}, {\"set\": "   \
  "\"back\", \"force\": [null, \"0 N\", null]}, {\"set\": \"top\", \"force\": [null, null, \"0 N\"]}]}}"
// One of two opposite faces slides; all three forces on it are read.
#define SHEARED(name, from, to, x, y, z)                                                                                        \
  "{\"name\": \"" name "\", \"supports\": [{\"set\": \"" from "\"}, {\"set\": \"" to "\", \"translation\": [\"" x " mm\", \"" y \
  " mm\", \"" z " mm\"]}], \"measured\": {\"positions\": \"p.csv\", \"forces\": [{\"set\": \"" to                               \
  "\", \"force\": [\"0 N\", \"0 N\", \"0 N\"]}]}"

#define PULL(name, x)                                                         \
  "{\"name\": \"" name "\", \"supports\": [" ROLLERS "\"translation\": [\"" x \
  " mm\", \"0 mm\", \"0 mm\"]}], \"measured\": {\"positions\": "              \
  "\"p.csv\", \"forces\": [{\"set\": \"right\", \"force\": [\"0 N\", null, null]}]}"

#define COARSE "{\"box\": [\"40 mm\", \"10 mm\", \"10 mm\"], \"cells\": [8, 2, 2], \"elements\": \"hexahedra\"}"
#define FITTED "{\"box\": [\"40 mm\", \"10 mm\", \"10 mm\"], \"cells\": [8, 4, 4], \"elements\": \"hexahedra\"}"
#define FINER "{\"box\": [\"40 mm\", \"10 mm\", \"10 mm\"], \"cells\": [16, 8, 8], \"elements\": \"hexahedra\"}"

// The body of a mesh with landmarks a to e and sets, in poses that read places from p.csv.
static pl_measurement *load_body(const char *name, const char *mesh, const char *sets, const char *poses) {
  put("p.csv", "name,x [mm],y [mm],z [mm]\na,10,5,10\nb,20,5,10\nc,30,5,10\nd,20,0,5\ne,20,10,5\n");
  put(name,
      pl_arena_printf(
          arena,
          "{\"pliant\": \"experiment 1\", \"protocol\": \"poses\", \"tests\": [{\"name\": \"b\", \"mesh\": %s, %s, \"poses\": [%s]}]}",
          mesh, sets, poses));
  pl_measurement *m;
  require_ok(pl_measurement_load(ctx, at(name), &m));
  return m;
}

static pl_measurement *load(const char *name, const char *mesh, const char *poses) { return load_body(name, mesh, SETS, poses); }

static double noise[PL_MAX_CHANNEL] = {[PL_POSES_POSITIONS] = 5e-5, [PL_POSES_FORCE] = 5e-3, [PL_POSES_TORQUE] = 2e-5,
                                       [PL_POSES_LENGTH] = 5e-5,    [PL_POSES_AREA] = 1e-6,  [PL_POSES_VOLUME] = 2e-8};

// The bodies of `plan` with a material; sigma [PL_MAX_CHANNEL], SI.
static pl_measurement *measure(const pl_measurement *plan, const pl_material *material, const double *sigma, uint64_t seed) {
  pl_rig_options rig = pl_rig_options_default();
  pl_solve_options solve = pl_solve_options_default();
  pl_measurement *virtual;
  pl_rig_report report;
  require_ok(pl_rig_measure(ctx, plan->protocol, plan->n_test, plan->test, material, &rig, &solve, sigma, seed, &virtual, &report));
  REQUIRE(report.n_failed == 0);
  return virtual;
}

// Readings of `plan` with noise, put into `m`, whose mesh may be another one.
static void simulate(const pl_measurement *plan, const pl_material *material, uint64_t seed, pl_measurement *m) {
  pl_measurement *virtual = measure(plan, material, noise, seed);
  for (int t = 0; t < m->n_test; t++)
    for (int c = 0; c < PL_POSES_CHANNELS; c++) {
      pl_channel *to = &m->test[t].channel[c];
      const pl_channel *from = &virtual->test[t].channel[c];
      REQUIRE(!to->value == !from->value && pl_channel_width(to) == pl_channel_width(from));
      if (to->value) memcpy(to->value, from->value, (size_t)(m->test[t].n_frame * pl_channel_width(to)) * sizeof *to->value);
      to->sigma = noise[c];
    }
  pl_measurement_destroy(virtual);
}

#endif
