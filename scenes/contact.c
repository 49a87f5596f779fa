// contact.c: scenes of contact with known outcomes: a sheet on an incline, a strip around a rod, random drops.
#include "scenes/contact.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "contact/exact.h"
#include "contact/mesh_surface.h"
#include "scene/simulation.h"

#define PI 3.14159265358979323846

// folder: of the materials that the scene names as files.
static pl_status open_scene(pl_context *ctx, const char *folder, const char *text, pl_scene **scene, pl_simulation **sim) {
  *scene = NULL, *sim = NULL;
  PL_TRY(pl_scene_parse(ctx, "scene.json", folder, text, strlen(text), scene));
  return pl_simulation_create(*scene, sim);
}

static void close_scene(pl_scene *scene, pl_simulation *sim) {
  pl_simulation_destroy(sim);
  pl_scene_destroy(scene);
}

// Mean of one coordinate of positions or velocities over the vertices of the first body.
static double mean_of(const pl_simulation *sim, const double *of, int axis) {
  double sum = 0;
  int32_t n = sim->system[0].first[1];
  for (int32_t v = 0; v < n; v++) sum += of[3 * v + axis];
  return sum / n;
}

// ---- incline ----

pl_status scene_incline(pl_context *ctx, double tangent, double mu, double *speed, double *acceleration) {
  const double g = 9.81, c = 1 / sqrt(1 + tangent * tangent);
  const int settle = 100, slide = 100;
  const double step = 5e-3;
  char text[1600];
  snprintf(text, sizeof text,
           "{\"pliant\": \"scene 1\", \"gravity\": [\"%.9g m/s^2\", \"0 m/s^2\", \"%.9g m/s^2\"], \"damping\": \"2 ms\","
           "\"integrator\": {\"step\": \"%g s\"}, \"duration\": \"2 s\", \"meshes\": [{\"name\": \"cloth\", \"sheet\": {\"length\": "
           "\"40 mm\", \"width\": \"40 mm\", \"cells\": [3, 3]}, \"material\": \"poplin-virtual\", \"place\": {\"translate\": [\"0 mm\", "
           "\"0 mm\", \"0.5 mm\"]}}], \"pins\": [{\"box\": {\"min\": [\"-1 m\", \"-1 m\", \"-1 m\"]}, \"axes\": \"xy\", \"until\": \"0.4 "
           "s\"}], \"obstacles\": [{\"name\": \"board\", \"kind\": \"plane\", \"point\": [\"0 m\", \"0 m\", \"0 m\"], "
           "\"normal\": [0, 0, 1]}], \"contact\": {\"friction\": %.9g, \"pressure\": \"20 Pa\", \"slip\": \"1 mm/s\"}}",
           g * c * tangent, -g * c, step, mu);
  pl_scene *scene;
  pl_simulation *sim;
  bool stopped;
  pl_status status = PL_OK;
  PL_TRY_CLEAN(open_scene(ctx, ".", text, &scene, &sim));
  PL_TRY_CLEAN(pl_simulation_advance(sim, settle, &stopped));
  double before = mean_of(sim, sim->system[0].state->v, 0);
  PL_TRY_CLEAN(pl_simulation_advance(sim, slide, &stopped));
  *speed = mean_of(sim, sim->system[0].state->v, 0);
  *acceleration = (*speed - before) / (slide * step);
  if (stopped || sim->system[0].tally.n_loose > 0) *speed = *acceleration = NAN;
cleanup:
  close_scene(scene, sim);
  return status;
}

// ---- capstan ----

pl_status scene_capstan(pl_context *ctx, double mu, double ratio, double *travel) {
  const double step = 5e-3, tension = 0.2, settled = 0.6, whole = 1.0;  // s, N, s, s
  char text[3000];
  snprintf(
      text, sizeof text,
      "{\"pliant\": \"scene 1\", \"damping\": \"10 ms\", \"integrator\": {\"step\": \"%g s\"}, \"duration\": \"2 s\","
      "\"wind\": {\"normal\": \"2 N s/m^3\", \"tangential\": \"2 N s/m^3\"},"
      "\"meshes\": [{\"name\": \"strip\", \"sheet\": {\"length\": \"120 mm\", \"width\": \"8 mm\", \"cells\": [40, 1]}, \"material\": "
      "\"poplin-virtual\", \"place\": {\"translate\": [\"-60 mm\", \"0 mm\", \"15.4 mm\"]}}],"
      "\"obstacles\": [{\"name\": \"rod\", \"kind\": \"cylinder\", \"ends\": [[\"0 m\", \"-10 mm\", \"0 m\"], [\"0 m\", \"10 mm\", "
      "\"0 m\"]], \"radius\": \"15 mm\"}],"
      "\"loads\": [{\"edge\": \"left\", \"force\": [\"0 N\", \"0 N\", \"-%g N\"], \"ramp\": \"0.2 s\"}, {\"edge\": \"right\", "
      "\"force\": [\"0 N\", \"0 N\", \"-%g N\"], \"ramp\": \"0.2 s\"}, {\"edge\": \"right\", \"force\": [\"0 N\", \"0 N\", "
      "\"-%.9g N\"], \"from\": \"%g s\", \"ramp\": \"0.2 s\"}],"
      "\"contact\": {\"friction\": %g, \"pressure\": \"5 kPa\", \"gap\": \"0.3 mm\", \"thickness\": \"0.2 mm\", \"slip\": \"1 mm/s\"}}",
      step, tension, tension, tension * (ratio - 1), settled, mu);
  pl_scene *scene;
  pl_simulation *sim;
  bool stopped;
  pl_status status = PL_OK;
  PL_TRY_CLEAN(open_scene(ctx, ".", text, &scene, &sim));
  const pl_simulation_system *s = &sim->system[0];
  // the full pull acts 0.2 s after it begins; from there on only creep is allowed. The first vertex is at the end that is pulled up.
  PL_TRY_CLEAN(pl_simulation_advance(sim, (int64_t)((settled + 0.25) / step), &stopped));
  double before = s->state->x[2];
  PL_TRY_CLEAN(pl_simulation_advance(sim, (int64_t)((whole - settled - 0.25) / step), &stopped));
  *travel = stopped ? NAN : s->state->x[2] - before;
cleanup:
  close_scene(scene, sim);
  return status;
}

// ---- collision ----

static void momentum_of(const pl_simulation_system *s, double p[3]) {
  for (int k = 0; k < 3; k++) p[k] = 0;
  for (int32_t v = 0; v < s->first[s->n_part]; v++)
    for (int k = 0; k < 3; k++) p[k] += s->model->mass[v] * s->state->v[3 * v + k];
}

pl_status scene_collide(pl_context *ctx, const char *method, scene_collided *out) {
  char text[2000];
  snprintf(text, sizeof text,
           "{\"pliant\": \"scene 1\", \"integrator\": {\"method\": \"%s\", \"step\": \"1 ms\", \"tolerance\": \"1e-12 m\"}, "
           "\"duration\": \"1 s\", \"meshes\": [{\"name\": \"a\", \"sheet\": {\"length\": \"60 mm\", \"width\": \"50 mm\", \"cells\": "
           "[5, 4]}, \"material\": \"poplin-virtual\", \"velocity\": [\"0.2 m/s\", \"0.1 m/s\", \"1 m/s\"]}, {\"name\": \"b\", \"sheet\": "
           "{\"length\": \"50 mm\", \"width\": \"40 mm\", \"cells\": [4, 4]}, \"material\": \"silk-virtual\", \"place\": {\"rotate\": "
           "{\"axis\": [1, 0.4, 2], \"angle\": \"20 deg\"}, \"translate\": [\"6 mm\", \"3 mm\", \"14 mm\"]}, \"velocity\": [\"0 m/s\", "
           "\"0 m/s\", \"-1 m/s\"]}], \"contact\": {}}",
           method);
  pl_scene *scene;
  pl_simulation *sim;
  pl_status status = PL_OK;
  bool stopped = false;
  *out = (scene_collided){0};
  PL_TRY_CLEAN(open_scene(ctx, ".", text, &scene, &sim));
  const pl_simulation_system *s = &sim->system[0];
  double p0[3], p[3];
  momentum_of(s, p0);
  pl_energies e = pl_simulation_energies(sim, 0);
  double e0 = pl_energies_balance(&e), size = fabs(e0);
  for (int i = 0; i < 40 && !stopped; i++) {
    PL_TRY_CLEAN(pl_simulation_advance(sim, 1, &stopped));
    momentum_of(s, p);
    e = pl_simulation_energies(sim, 0);
    double lost = 0, scale = sqrt(p0[0] * p0[0] + p0[1] * p0[1] + p0[2] * p0[2]), now = pl_energies_balance(&e);
    for (int k = 0; k < 3; k++) lost = fmax(lost, fabs(p[k] - p0[k]));
    out->momentum = fmax(out->momentum, lost / scale);
    out->growth = fmax(out->growth, (now - e0) / size);
    out->contact = fmax(out->contact, e.obstacle / size);
    e0 = fmin(e0, now);
  }
  if (stopped || s->tally.n_loose > 0) out->momentum = out->growth = NAN;
cleanup:
  close_scene(scene, sim);
  return status;
}

// ---- drops ----

// A random rotation axis and angle, a place and a velocity, as members of a mesh.
static int put_place(char *text, size_t size, pl_rng *rng, double height, double fastest) {
  double axis[3], v[3];
  for (int k = 0; k < 3; k++) axis[k] = pl_rng_normal(rng), v[k] = pl_rng_normal(rng);
  double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]), speed = fastest * pl_rng_uniform(rng);
  for (int k = 0; k < 3; k++) v[k] *= speed / length;
  return snprintf(text, size,
                  "\"place\": {\"rotate\": {\"axis\": [%.6f, %.6f, %.6f], \"angle\": \"%.3f deg\"}, \"translate\": [\"%.4f m\", "
                  "\"%.4f m\", \"%.4f m\"]}, \"velocity\": [\"%.5f m/s\", \"%.5f m/s\", \"%.5f m/s\"]}",
                  axis[0], axis[1], axis[2], 360 * pl_rng_uniform(rng), 0.02 * pl_rng_normal(rng), 0.02 * pl_rng_normal(rng), height, v[0],
                  v[1], -fabs(v[2]));
}

// Sheets are 60 mm, solids 24 mm wide: those of one column, 110 mm apart, do not touch at the start, however they are turned.
static void write_drop(uint64_t seed, bool solids, char *text, size_t size) {
  static const char *const cloth[] = {"poplin-virtual", "silk-virtual", "denim-virtual"};
  pl_rng rng;
  pl_rng_init(&rng, seed);
  double step = 1e-3 + 19e-3 * pl_rng_uniform(&rng);
  int n_body = 2 + (int)(2 * pl_rng_uniform(&rng)), n = 0;
  n += snprintf(text + n, size - (size_t)n,
                "{\"pliant\": \"scene 1\", \"gravity\": [\"0 m/s^2\", \"0 m/s^2\", \"-9.81 m/s^2\"], \"damping\": \"1 ms\","
                "\"integrator\": {\"step\": \"%.6f s\"}, \"duration\": \"%.6f s\", \"meshes\": [",
                step, SCENE_DROP_STEPS * step);
  for (int i = 0; i < n_body; i++) {
    bool block = solids && pl_rng_uniform(&rng) < 0.35;
    n += snprintf(text + n, size - (size_t)n, "%s{\"name\": \"body%d\", ", i ? ", " : "", i);
    if (block)
      n += snprintf(text + n, size - (size_t)n,
                    "\"box\": {\"size\": [\"24 mm\", \"20 mm\", \"16 mm\"], \"cells\": [2, 2, 2]}, \"material\": \"gel.json\", ");
    else
      n += snprintf(text + n, size - (size_t)n,
                    "\"sheet\": {\"length\": \"60 mm\", \"width\": \"50 mm\", \"cells\": [6, 5]}, \"material\": \"%s\", ",
                    cloth[(int)(3 * pl_rng_uniform(&rng)) % 3]);
    n += put_place(text + n, size - (size_t)n, &rng, 0.13 + 0.14 * i, 10);
  }
  snprintf(text + n, size - (size_t)n,
           "], \"obstacles\": [{\"name\": \"floor\", \"kind\": \"plane\", \"point\": [\"0 m\", \"0 m\", \"-30 mm\"], \"normal\": [0, "
           "0, 1]}, {\"name\": \"ball\", \"kind\": \"sphere\", \"center\": [\"5 mm\", \"3 mm\", \"0 mm\"], \"radius\": \"25 mm\"}], "
           "\"contact\": {\"thickness\": \"0.3 mm\", \"friction\": %.3f}}",
           0.5 * pl_rng_uniform(&rng));
}

// Surfaces without thickness: what the exact test decides on.
static pl_status bare_surface(pl_context *ctx, const pl_simulation_system *s, pl_contact_surface **surface) {
  double radius[SCENE_DROP_PARTS] = {0};
  uint8_t rigid[SCENE_DROP_PARTS] = {0};
  PL_ASSERT(s->n_part <= SCENE_DROP_PARTS);
  for (int p = 0; p < s->n_part && p < SCENE_DROP_PARTS; p++) rigid[p] = p >= s->n_body;
  pl_mesh_surface_options options = {.radius = radius, .rigid = rigid, .reach = 1e-3};
  return pl_mesh_surface_create(ctx, s->model->mesh, &options, surface);
}

// 60 kPa: a gel that a drop of 10 m/s squashes visibly.
static pl_status write_gel(pl_context *ctx, const char *folder) {
  static const char gel[] =
      "{\"pliant\": \"material 1\", \"name\": \"gel\", \"density\": \"1000 kg/m^3\", \"terms\": [{\"name\": \"body\", "
      "\"strain\": \"invariants\", \"law\": \"neo-hookean\", \"parameters\": {\"mu\": \"60 kPa\", \"bulk\": \"300 kPa\"}}]}";
  char path[1024];
  snprintf(path, sizeof path, "%s/gel.json", folder);
  return pl_file_write(ctx, path, gel, strlen(gel));
}

pl_status scene_drop(pl_context *ctx, uint64_t seed, const char *folder, scene_dropped *out) {
  char text[6000];
  *out = (scene_dropped){.inside = 1};
  if (folder) PL_TRY(write_gel(ctx, folder));
  write_drop(seed, folder != NULL, text, sizeof text);
  pl_scene *scene;
  pl_simulation *sim;
  pl_contact_surface *surface = NULL;
  pl_status status = PL_OK;
  bool stopped = false;
  PL_TRY_CLEAN(open_scene(ctx, folder ? folder : ".", text, &scene, &sim));
  const pl_simulation_system *s = &sim->system[0];
  PL_TRY_CLEAN(bare_surface(ctx, s, &surface));
  for (int i = 0; i < SCENE_DROP_STEPS && !stopped; i++) {
    pl_exact_hit hit;
    PL_TRY_CLEAN(pl_simulation_advance(sim, 1, &stopped));
    PL_TRY_CLEAN(pl_exact_find(surface, s->state->x, &hit));
    out->n_step++;
    out->n_hit += hit.found;
    for (int32_t k = 0; k < s->state->n_dof; k++) out->n_nan += !isfinite(s->state->x[k]);
    // the sphere has no triangles: its distance is compared
    for (int32_t v = 0; v < s->first[s->n_body]; v++) {
      const double *x = s->state->x + 3 * v;
      double d = sqrt(pow(x[0] - 5e-3, 2) + pow(x[1] - 3e-3, 2) + x[2] * x[2]) - 25e-3;
      out->inside = fmin(out->inside, d);
      out->inside = fmin(out->inside, x[2] + 30e-3);
    }
  }
  out->stopped = stopped;
  out->n_loose = s->tally.n_loose;
cleanup:
  pl_contact_surface_destroy(surface);
  close_scene(scene, sim);
  return status;
}
