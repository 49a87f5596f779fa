// dahl_preferred_wrinkle.c: cloth on a table is pulled along a strip, released, and pushed together across it (Miguel et al. 2013,
// section 6, figure 1). Every trial pushes from another direction, while a small force lifts the cloth somewhere. Elastic cloth wrinkles where it is
// lifted; cloth with friction of stretch keeps the strip a little longer than the rest, and wrinkles there.
#include <math.h>
#include <stdio.h>

#include "base/rng.h"
#include "bench/accuracy/dahl/dahl_cloth.h"
#include "bench/cases.h"

#define PI 3.14159265358979323846
#define SIDE 200.0   // mm
#define STRIP 11.0   // mm, half of its width
#define SPAN 80.0    // mm, half of its length
#define PULL 20.0    // mm, by which each end moves
#define PUSH 20.0    // mm
#define PATCH 15.0   // mm, half the side of what is lifted
#define LIFT 0.5     // mN: less than the patch weighs
#define SPREAD 15.0  // degrees, of the directions to either side
// s: pulled, back and let go, pushed from .. to, end
#define PULLED 0.2
#define RELEASED 0.4
#define PUSHED 0.6
#define TOGETHER 1.2
#define END 1.4

typedef struct trial {
  double direction;  // rad
  double lifted[2];  // mm, centre of the patch
} trial;

static void draw(int n, trial *t) {
  pl_rng rng;
  pl_rng_init(&rng, 1);
  for (int i = 0; i < n; i++) {
    t[i].direction = (n > 1 ? 2.0 * i / (n - 1) - 1 : 0) * SPREAD * PI / 180;
    t[i].lifted[0] = SIDE * (0.2 + 0.6 * pl_rng_uniform(&rng));
    t[i].lifted[1] = SIDE * (0.6 * pl_rng_uniform(&rng) - 0.3);
  }
}

// ---- the scene: two sheets per trial, c0, f0, c1, f1, ...: without friction and with it ----

static void write_pull(const char *mesh, int side, double cell, pl_text *text) {
  double low = side > 0 ? SPAN : -SPAN - cell;
  pl_text_printf(
      text,
      "    {\"mesh\": \"%s\", \"until\": \"%g s\", \"box\": {\"min\": [\"%g mm\", \"%g mm\", \"-5 mm\"], \"max\": [\"%g mm\", \"%g mm\", "
      "\"5 mm\"]},\n     \"motion\": {\"keyframes\": [{\"time\": \"0 s\"}, {\"time\": \"%g s\", \"translate\": [\"0 mm\", \"%g mm\", \"0 "
      "mm\"]}, {\"time\": \"%g s\"}]}},\n",
      mesh, RELEASED, SIDE / 2 - STRIP, low - 1, SIDE / 2 + STRIP, low + cell + 1, PULLED, side * PULL, RELEASED);
}

static void write_push(const char *mesh, double direction, const char *end, pl_text *text) {
  pl_text_printf(
      text,
      "    {\"mesh\": \"%s\", \"edge\": \"left\", \"from\": \"%g s\"},\n    {\"mesh\": \"%s\", \"edge\": \"right\", \"from\": \"%g s\",\n"
      "     \"motion\": {\"keyframes\": [{\"time\": \"%g s\"}, {\"time\": \"%g s\", \"translate\": [\"%.6g mm\", \"%.6g mm\", \"0 "
      "mm\"]}]}}%s\n",
      mesh, RELEASED, mesh, RELEASED, PUSHED, TOGETHER, -PUSH * cos(direction), PUSH * sin(direction), end);
}

static void write_scene(int n, const trial *t, int cells, pl_text *text) {
  char mesh[16];
  pl_text_add(text, "{\n  \"pliant\": \"scene 1\",\n  \"name\": \"preferred-wrinkle\",\n  \"meshes\": [");
  for (int i = 0; i < 2 * n; i++)
    pl_text_printf(
        text,
        "%s\n    {\"name\": \"%c%d\", \"material\": \"%s.json\", \"disturb\": \"0.01 mm\", \"place\": {\"translate\": [\"0 mm\", \"0 mm\", "
        "\"1 mm\"]},\n     \"sheet\": {\"length\": \"%g mm\", \"width\": \"%g mm\", \"cells\": [%d, %d]}}",
        i ? "," : "", i % 2 ? 'f' : 'c', i / 2, i % 2 ? "cotton-friction" : "cotton", SIDE, SIDE, cells, cells);
  pl_text_add(text, "],\n  \"clips\": [\n");
  for (int i = 0; i < 2 * n; i++) {
    snprintf(mesh, sizeof mesh, "%c%d", i % 2 ? 'f' : 'c', i / 2);
    write_pull(mesh, -1, SIDE / cells, text);
    write_pull(mesh, 1, SIDE / cells, text);
    write_push(mesh, t[i / 2].direction, i + 1 < 2 * n ? "," : "", text);
  }
  pl_text_add(text, "  ],\n  \"loads\": [");
  for (int i = 0; i < 2 * n; i++) {
    const double *at = t[i / 2].lifted;
    pl_text_printf(text,
                   "%s\n    {\"mesh\": \"%c%d\", \"force\": [\"0 mN\", \"0 mN\", \"%g mN\"], \"from\": \"%g s\", \"until\": \"%g s\", "
                   "\"ramp\": \"0.1 s\", "
                   "\"box\": {\"min\": [\"%.6g mm\", \"%.6g mm\", \"-5 mm\"], \"max\": [\"%.6g mm\", \"%.6g mm\", \"5 mm\"]}}",
                   i ? "," : "", i % 2 ? 'f' : 'c', i / 2, LIFT, PUSHED, TOGETHER, at[0] - PATCH, at[1] - PATCH, at[0] + PATCH,
                   at[1] + PATCH);
  }
  pl_text_printf(text,
                 "],\n  \"gravity\": [\"0 m/s^2\", \"0 m/s^2\", \"-9.81 m/s^2\"],\n  \"damping\": \"5 ms\",\n"
                 "  \"obstacles\": [{\"kind\": \"plane\", \"point\": [\"0 mm\", \"0 mm\", \"0 mm\"], \"normal\": [0, 0, 1]}],\n  "
                 "\"contact\": {\"apart\": true},\n  \"integrator\": {\"method\": \"bdf2\", \"step\": \"10 ms\", \"newton\": 50},\n  "
                 "\"duration\": \"%g s\",\n"
                 "  \"output\": {\"every\": 10}\n}\n",
                 END);
}

// ---- where the wrinkle is ----

// Along the cloth (mm of its rest shape): the crest of the height, averaged over the middle half of its width; *height, mm.
static double crest(int cells, const double *x, double *height) {
  int row = cells + 1, from = row / 4, until = row - from, top = 0;
  double profile[201];
  for (int i = 0; i < row; i++) {
    profile[i] = 0;
    for (int j = from; j < until; j++) profile[i] += 1e3 * x[3 * (i * row + j) + 2] / (until - from);
    if (profile[i] > profile[top]) top = i;
  }
  *height = profile[top];
  // the parabola through the highest three
  double left = profile[top > 0 ? top - 1 : top], right = profile[top < cells ? top + 1 : top], bend = left - 2 * profile[top] + right;
  return (top + (bend < 0 ? 0.5 * (left - right) / bend : 0)) * SIDE / cells;
}

// ---- figures ----

static double deviation(int n, const double *value, double *mean) {
  double sum = 0;
  *mean = 0;
  for (int i = 0; i < n; i++) *mean += value[2 * i] / n;
  for (int i = 0; i < n; i++) sum += (value[2 * i] - *mean) * (value[2 * i] - *mean);
  return sqrt(sum / (n - 1));
}

static pl_status judge(evidence *e, int n, int cells, const trial *t, const pl_scene *scene, const pl_simulation *sim) {
  double *place = pl_arena_alloc(e->arena, 2 * (size_t)n, sizeof *place), mean[2], spread[2], lowest = INFINITY;
  const char *folder;
  if (!place) return PL_ERROR_MEMORY;
  PL_TRY(evidence_folder(e, &folder));
  int64_t loose = 0;
  for (int i = 0; i < 2 * n; i++) {
    double height;
    place[i] = crest(cells, sim->system[i].state->x, &height);
    lowest = fmin(lowest, height);
    loose += sim->system[i].tally.n_loose;
    const char *path = e->keep ? pl_arena_printf(e->arena, "%s/%s.obj", folder, scene->body[i].name) : NULL;
    if (path) PL_TRY(pl_mesh_save(e->ctx, path, scene->body[i].mesh, sim->system[i].state->x, 0, NULL));
  }
  for (int i = 0; i < n; i++)
    evidence_inform(e, place[2 * i + 1], "mm", "", "pushed from %.1f degrees, lifted at %.0f mm: crest with friction (without: %.0f mm)",
                    t[i].direction * 180 / PI, t[i].lifted[0], place[2 * i]);
  for (int k = 0; k < 2; k++) spread[k] = deviation(n, place + k, &mean[k]);
  evidence_inform(e, spread[0], "mm", "", "standard deviation of the crest's place without friction, mean %.0f mm", mean[0]);
  evidence_below(e, spread[1], "mm", spread[0], "the same with friction, mean %.0f mm (the strip is at 100 mm)", mean[1]);
  evidence_above(e, lowest, "mm", 5, "height of the lowest of all crests");
  evidence_inform(e, (double)loose, "", "", "steps that did not converge, of %d", 2 * n * (int)scene->n_step);
  return PL_OK;
}

pl_status reproduce_dahl_preferred_wrinkle(evidence *e) {
  enum { MAX_TRIAL = 24 };
  int n = e->full ? MAX_TRIAL : 12, cells = e->full ? 32 : 24;
  trial t[MAX_TRIAL];
  dahl_cloth cotton = dahl_cotton();
  draw(n, t);
  PL_TRY(dahl_cloth_save(e, &cotton, DAHL_ELASTIC, "cotton"));
  PL_TRY(dahl_cloth_save(e, &cotton, DAHL_ELASTIC | DAHL_FRICTION, "cotton-friction"));
  pl_text text;
  pl_scene *scene = NULL;
  pl_simulation *sim = NULL;
  bool stopped;
  pl_text_init(&text, e->ctx);
  write_scene(n, t, cells, &text);
  pl_status status;
  PL_TRY_CLEAN(dahl_scene_begin(e, "scene", &text, &scene, &sim));
  PL_TRY_CLEAN(pl_simulation_advance(sim, scene->n_step, &stopped));
  PL_TRY_CLEAN(judge(e, n, cells, t, scene, sim));
  evidence_note(e,
                "Cotton of the paper, 200 x 200 mm, %d x %d cells, on a smooth table. A strip of 22 x 160 mm is pulled by a quarter of its "
                "length and let "
                "go; then the sheet is pushed together by 20 mm in 0.6 s while 0.5 mN lift a patch of 30 x 30 mm (which weighs 1.3 mN).",
                cells, cells);
cleanup:
  pl_simulation_destroy(sim);
  pl_scene_destroy(scene);
  pl_text_clear(&text);
  return status;
}
