// rubber.c: see rubber.h.
#include "scenes/rubber.h"

#include <math.h>

#include "base/text.h"
#include "protocol/homogeneous/homogeneous.h"

const scene_rubber_curve scene_treloar[SCENE_TRELOAR] = {
    {"uniaxial", "Treloar_1944", "UT", "uniaxial", "nominal", 0},
    {"equibiaxial", "Treloar_1944", "ET", "equibiaxial", "nominal", 0},
    {"planar", "Treloar_1944", "PS", "planar", "nominal", 0},
};

const scene_rubber_curve scene_jones[SCENE_JONES] = {
    {"uniaxial", "Jones_1975", "UT", "uniaxial", "nominal", 0},
    {"strip 1", "Jones_1975", "BT_lambda_1", "strip-biaxial", "cauchy-difference", 1},
    {"strip 1.502", "Jones_1975", "BT_lambda_1d502", "strip-biaxial", "cauchy-difference", 1.502},
    {"strip 1.984", "Jones_1975", "BT_lambda_1d984", "strip-biaxial", "cauchy-difference", 1.984},
    {"strip 2.295", "Jones_1975", "BT_lambda_2d295", "strip-biaxial", "cauchy-difference", 2.295},
    {"strip 2.623", "Jones_1975", "BT_lambda_2d623", "strip-biaxial", "cauchy-difference", 2.623},
};

static void write_experiment(const char *data, int n, const scene_rubber_curve *curve, unsigned chosen, pl_text *text) {
  pl_text_printf(
      text,
      "{\"pliant\": \"experiment 1\", \"protocol\": \"homogeneous\", \"name\": \"%s\", \"incompressible\": true,\n"
      " \"file\": \"%s/rubber_treloar_jones.csv\",\n"
      " \"columns\": {\"stretch\": {\"name\": \"F11\", \"as\": \"stretch\"}, \"stress\": {\"name\": \"P11\", \"unit\": \"MPa\"}},\n"
      " \"tests\": [",
      curve[0].source, data);
  for (int i = 0, written = 0; i < n; i++) {
    if (!(chosen >> i & 1)) continue;
    const scene_rubber_curve *c = &curve[i];
    pl_text_printf(text, "%s\n  {\"name\": \"%s\", \"mode\": \"%s\", \"stress\": \"%s\", ", written++ ? "," : "", c->name, c->mode,
                   c->stress);
    if (c->held > 0) pl_text_printf(text, "\"held\": %g, ", c->held);
    pl_text_printf(text, "\"where\": {\"source\": \"%s\", \"config\": \"%s\"}}", c->source, c->config);
  }
  pl_text_add(text, "\n ]}\n");
}

// sum r^2 / sigma^2 = 100 (1 - R2) for every curve.
static void weigh_by_r2(pl_measurement *m) {
  for (int t = 0; t < m->n_test; t++) {
    pl_channel *stress = &m->test[t].channel[PL_HOMOGENEOUS_STRESS];
    int n = m->test[t].n_frame;
    double mean = 0, square = 0;
    for (int i = 0; i < n; i++) mean += stress->value[i] / n;
    for (int i = 0; i < n; i++) square += (stress->value[i] - mean) * (stress->value[i] - mean);
    stress->sigma = 0.1 * sqrt(square);
  }
}

pl_status scene_rubber(pl_context *ctx, const char *data, const char *folder, const char *name, int n, const scene_rubber_curve *curve,
                       unsigned chosen, bool by_r2, pl_measurement **measurement) {
  *measurement = NULL;
  pl_arena *arena = pl_arena_create(ctx);
  if (!arena) return PL_ERROR_MEMORY;
  pl_text text;
  pl_text_init(&text, ctx);
  write_experiment(data, n, curve, chosen, &text);
  const char *path = pl_path_join(arena, folder, name);
  pl_status status = path && !text.failed ? pl_file_write(ctx, path, text.data, text.size) : PL_ERROR_MEMORY;
  if (status == PL_OK) status = pl_measurement_load(ctx, path, measurement);
  if (status == PL_OK && by_r2) weigh_by_r2(*measurement);
  pl_text_clear(&text);
  pl_arena_destroy(arena);
  return status;
}
