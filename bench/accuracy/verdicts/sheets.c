// sheets.c: see draw.h. Readings of rigs; the fit uses other cells where the rig has a mesh.
#include <math.h>
#include <stdio.h>

#include "bench/accuracy/verdicts/draw.h"
#include "scenes/scenes.h"

#define PI 3.14159265358979323846

// Linear on Green strain, c in N/m.
static pl_status write_sheet(verdict_draw *d, double c11, double c12, double c22, const char **file) {
  char text[400];
  int n = snprintf(text, sizeof text,
                   "{\"pliant\": \"material 1\", \"name\": \"sheet\", \"density\": \"150 g/m^2\", \"terms\": [\n"
                   " {\"name\": \"membrane\", \"strain\": \"green\", \"law\": \"orthotropic\",\n"
                   "  \"parameters\": {\"c11\": \"%.6g N/m\", \"c12\": \"%.6g N/m\", \"c22\": \"%.6g N/m\", \"c33\": \"%.6g N/m\"}}]}\n",
                   c11, c12, c22, 0.2 * c22);
  *file = pl_path_join(d->arena, d->folder, "sheet.json");
  return *file ? pl_file_write(d->ctx, *file, text, (size_t)n) : PL_ERROR_MEMORY;
}

pl_status draw_sheet(verdict_draw *d, const char **file) {
  double c11 = draw_between(d, 300, 3e4), c22 = c11 * draw_between(d, 0.3, 0.7), c12 = draw_between(d, 0.15, 0.3) * c22;
  return write_sheet(d, c11, c12, c22, file);
}

pl_status draw_coupled_sheet(verdict_draw *d, double square, const char **file) {
  double c11 = draw_between(d, 300, 3e4), c22 = c11 * draw_between(d, 0.3, 0.7);
  return write_sheet(d, c11, sqrt(square * c11 * c22), c22, file);
}

double draw_between(verdict_draw *d, double low, double high) { return low * pow(high / low, pl_rng_uniform(&d->rng)); }

void draw_add_fit(verdict_draw *d, pl_measurement *m) { d->fit[d->n_fit++] = m; }
void draw_add_hold(verdict_draw *d, pl_measurement *m) { d->hold[d->n_hold++] = m; }

static pl_status measure(verdict_draw *d, const char *name, int n, const pl_test *plan, pl_measurement **out) {
  pl_material *material;
  pl_rig_report report = {0};
  pl_rig_options options = pl_rig_options_default();
  pl_solve_options solve = pl_solve_options_default();
  options.cells = 14;
  PL_TRY(pl_material_load(d->ctx, name, &material));
  pl_status status = pl_rig_measure(d->ctx, plan[0].protocol, n, plan, material, &options, &solve, NULL, 0, out, &report);
  pl_material_destroy(material);
  return status;
}

pl_status draw_narrow(verdict_draw *d, const char *material, double strain, int n, const double *angle, pl_measurement **out) {
  pl_test plan[DRAW_MOST_STRIPS];
  for (int i = 0; i < n && i < DRAW_MOST_STRIPS; i++) {
    const char *name = pl_arena_printf(d->arena, "strip %d at %g degrees", i + 1, angle[i]);
    scene_tensile strip = {name, 0.2, 0.05, angle[i] * PI / 180, PL_TEST_FREE, PL_TENSILE_DISPLACEMENT, 0.2 * strain, 40};
    if (!name) return PL_ERROR_MEMORY;
    PL_TRY(scene_tensile_plan(d->arena, &strip, &plan[i]));
  }
  return measure(d, material, n < DRAW_MOST_STRIPS ? n : DRAW_MOST_STRIPS, plan, out);
}
