// dahl_cloth.c: see dahl_cloth.h.
#include "bench/accuracy/dahl/dahl_cloth.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "scenes/scenes.h"

static dahl_cloth elastic(const scene_friction *fabric) { return (dahl_cloth){.density = fabric->density}; }

static void take(const scene_friction *fabric, double friction[3]) {
  const double value[3] = {fabric->a, fabric->b, fabric->tau};
  memcpy(friction, value, sizeof value);
}

dahl_cloth dahl_cotton(void) {
  const scene_friction *fabric = &scene_stretch_fabric[0];
  dahl_cloth cloth = elastic(fabric);
  cloth.stretch[0] = fabric->k1;
  cloth.stretch[1] = fabric->k2;
  cloth.shear = 20;
  cloth.bend = 2e-6;
  take(fabric, cloth.stretch_friction);
  return cloth;
}

dahl_cloth dahl_doublecloth(void) {
  const scene_friction *fabric = &scene_bending_fabric[1];
  dahl_cloth cloth = elastic(fabric);
  cloth.stretch[0] = 1000;
  cloth.shear = 200;
  cloth.bend = fabric->k1;
  take(fabric, cloth.bend_friction);
  return cloth;
}

dahl_cloth dahl_shear_friction(dahl_cloth cloth) {
  double ratio = cloth.shear / cloth.stretch[0];
  cloth.shear_friction[0] = ratio * cloth.stretch_friction[0];
  cloth.shear_friction[1] = ratio * cloth.stretch_friction[1];
  cloth.shear_friction[2] = cloth.stretch_friction[2];
  return cloth;
}

// ---- files ----

static void add_term(pl_text *text, const char *name, const char *strain, const char *law, const char *parameters) {
  const char *separator = text->size > 0 && text->data[text->size - 1] == '}' ? "," : "";
  pl_text_printf(text, "%s\n    {\"name\": \"%s\", %s, \"law\": \"%s\", \"parameters\": {%s}}", separator, name, strain, law, parameters);
}

static void add_friction(pl_text *text, const char *name, const char *strain, const double friction[3], bool bending) {
  char parameters[120];
  if (!(friction[0] > 0)) return;
  snprintf(parameters, sizeof parameters,
           bending ? "\"a\": \"%g N\", \"b\": \"%g N m\", \"tau\": \"%g 1/m\"" : "\"a\": \"%g N/m\", \"b\": \"%g N/m\", \"tau\": %g",
           friction[0], friction[1], friction[2]);
  add_term(text, name, strain, "dahl", parameters);
}

static void write_cloth(const dahl_cloth *cloth, int parts, const char *name, pl_text *text) {
  static const char *const warp = "\"strain\": \"green\", \"values\": [\"warp\"]",
                           *const weft = "\"strain\": \"green\", \"values\": [\"weft\"]",
                           *const shear = "\"strain\": \"green\", \"values\": [\"shear\"]", *const bend = "\"strain\": \"hinge\"";
  char parameters[120];
  pl_text_printf(text, "{\n  \"pliant\": \"material 1\",\n  \"name\": \"%s\",\n  \"density\": \"%g g/m^2\",\n  \"terms\": [", name,
                 1e3 * cloth->density);
  if (parts & DAHL_ELASTIC) {
    snprintf(parameters, sizeof parameters, "\"k1\": \"%g N/m\", \"k2\": \"%g N/m\"", cloth->stretch[0], cloth->stretch[1]);
    add_term(text, "warp", warp, "quadratic", parameters);
    add_term(text, "weft", weft, "quadratic", parameters);
    snprintf(parameters, sizeof parameters, "\"k\": \"%g N/m\"", cloth->shear);
    add_term(text, "shear", shear, "linear", parameters);
    snprintf(parameters, sizeof parameters, "\"k\": \"%g N m\"", cloth->bend);
    add_term(text, "bend", bend, "linear", parameters);
  }
  if (parts & DAHL_FRICTION) {
    add_friction(text, "warp-friction", warp, cloth->stretch_friction, false);
    add_friction(text, "weft-friction", weft, cloth->stretch_friction, false);
    add_friction(text, "shear-friction", shear, cloth->shear_friction, false);
    add_friction(text, "bend-friction", bend, cloth->bend_friction, true);
  }
  pl_text_add(text, "\n  ]\n}\n");
}

static pl_status save_as(evidence *e, const char *name, const pl_text *text) {
  const char *file = pl_arena_printf(e->arena, "%s.json", name);
  return file ? evidence_save(e, file, text) : PL_ERROR_MEMORY;
}

pl_status dahl_cloth_save(evidence *e, const dahl_cloth *cloth, int parts, const char *name) {
  pl_text text;
  pl_text_init(&text, e->ctx);
  write_cloth(cloth, parts, name, &text);
  pl_status status = save_as(e, name, &text);
  pl_text_clear(&text);
  return status;
}

pl_status dahl_scene_begin(evidence *e, const char *name, const pl_text *text, pl_scene **scene, pl_simulation **simulation) {
  const char *folder;
  *scene = NULL;
  *simulation = NULL;
  PL_TRY(save_as(e, name, text));
  PL_TRY(evidence_folder(e, &folder));
  PL_TRY(pl_scene_parse(e->ctx, name, folder, text->data, text->size, scene));
  pl_status status = pl_simulation_create(*scene, simulation);
  if (status != PL_OK) {
    pl_scene_destroy(*scene);
    *scene = NULL;
  }
  return status;
}

double dahl_difference(int32_t n_vertex, const double *a, const double *b) {
  double sum = 0;
  for (int32_t i = 0; i < 3 * n_vertex; i++) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sqrt(sum / n_vertex);
}
