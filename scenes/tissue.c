// tissue.c: see tissue.h. With l3 = 1/(l1 l2) and W(l1, l2), nominal stress is dW/dl.
#include "scenes/tissue.h"

#include <math.h>
#include <stdio.h>

#include "base/rng.h"
#include "base/text.h"

#define ANGLE 0.61  // rad, of the two families
#define SLANT 0.35  // rad, of the valve's fibres
#define THICKNESS 1e-3

const scene_tissue_truth scene_tissue_truths[SCENE_TISSUE_KINDS] = {
    [SCENE_TISSUE_FIBRES] = {"hgo-2", {"matrix.mu", "fibres.k1", "fibres.k2", "fibres.angle", "fibres.kappa"}, {20, 30, 4, ANGLE, 0.1}},
    [SCENE_TISSUE_FUNG] = {"fung", {"tissue.c", "tissue.b1", "tissue.b2", "tissue.coupling"}, {10, 5, 3, 0.5}},
    [SCENE_TISSUE_VALVE] = {"may-newman", {"tissue.c0", "tissue.c1", "tissue.c2", "tissue.angle"}, {2, 12, 900, SLANT}},
};

// dI1/dl_i = 2 (l_i - l3^2/l_i)
static double first_slope(const double l[2], int i) { return 2 * (l[i] - 1 / (pow(l[0] * l[1], 2) * l[i])); }
static double first(const double l[2]) { return l[0] * l[0] + l[1] * l[1] + 1 / pow(l[0] * l[1], 2) - 3; }

void scene_tissue_stress(scene_tissue_kind kind, const double l[2], double p[2]) {
  const double *v = scene_tissue_truths[kind].value;
  double angle = kind == SCENE_TISSUE_VALVE ? v[3] : ANGLE, part[2] = {pow(cos(angle), 2), pow(sin(angle), 2)};
  double fourth = part[0] * l[0] * l[0] + part[1] * l[1] * l[1];
  for (int i = 0; i < 2; i++) {
    double along = 2 * part[i] * l[i], line;  // dI4/dl_i; line: N/m
    if (kind == SCENE_TISSUE_FIBRES) {
      double z = v[4] * first(l) + (1 - 3 * v[4]) * (fourth - 1), push = z > 0 ? v[1] * z * exp(v[2] * z * z) : 0;
      line = 0.5 * v[0] * first_slope(l, i) + 2 * push * (v[4] * first_slope(l, i) + (1 - 3 * v[4]) * along);
    } else if (kind == SCENE_TISSUE_FUNG) {
      double e[2] = {0.5 * (l[0] * l[0] - 1), 0.5 * (l[1] * l[1] - 1)}, a[2] = {v[1] * v[1], v[2] * v[2]}, both = v[3] * v[1] * v[2];
      double q = a[0] * e[0] * e[0] + a[1] * e[1] * e[1] + 2 * both * e[0] * e[1];
      line = v[0] * exp(q) * (a[i] * e[i] + both * e[1 - i]) * l[i];
    } else {
      double x = first(l), u = sqrt(fourth), q = v[1] * x * x + v[2] * pow(u - 1, 4);
      line = v[0] * exp(q) * (2 * v[1] * x * first_slope(l, i) + 4 * v[2] * pow(u - 1, 3) * along / (2 * u));
    }
    p[i] = line / THICKNESS;
  }
}

// Dahl's d sigma / d s = (a + b |s| - sense sigma) / tau from one strain to another, in small steps of the midpoint rule.
static double slide(const double law[3], double from, double to, double sigma) {
  enum { STEPS = 2000 };
  double h = (to - from) / STEPS, sense = h > 0 ? 1 : -1;
  for (int k = 0; k < STEPS; k++) {
    double s = from + k * h, half = sigma + 0.5 * h * (law[0] + law[1] * fabs(s) - sense * sigma) / law[2];
    sigma += h * (law[0] + law[1] * fabs(s + 0.5 * h) - sense * half) / law[2];
  }
  return sigma;
}

static pl_status write_path(pl_context *ctx, const char *folder, const char *name, const scene_tissue_plan *plan, const double ratio[2],
                            pl_rng *rng) {
  pl_text text, path;
  pl_text_init(&text, ctx);
  pl_text_init(&path, ctx);
  pl_text_add(&text, "stretch,stretch 2,stress [Pa],stress 2 [Pa]\n");
  int n_way = plan->n_cycle > 0 ? 2 * plan->n_cycle : 1;
  double before[2] = {0, 0}, slip[2] = {0, 0};  // Green strains and friction stresses (N/m) of the frame before
  for (int f = 1; f <= n_way * plan->n_frame; f++) {
    int way = (f - 1) / plan->n_frame, step = f - way * plan->n_frame;
    double share = (double)(way % 2 ? plan->n_frame - step : step) / plan->n_frame, l[2], p[2];
    for (int i = 0; i < 2; i++) l[i] = 1 + plan->most * ratio[i] * share;
    scene_tissue_stress(plan->kind, l, p);
    for (int i = 0; i < 2 && plan->friction; i++) {
      double strain = 0.5 * (l[i] * l[i] - 1);
      slip[i] = slide(plan->friction[i], before[i], strain, slip[i]);
      before[i] = strain;
      p[i] += slip[i] * l[i] / THICKNESS;
    }
    for (int i = 0; i < 2; i++) p[i] += plan->sigma * pl_rng_normal(rng);
    pl_text_printf(&text, "%.12g,%.12g,%.12g,%.12g\n", l[0], l[1], p[0], p[1]);
  }
  pl_text_printf(&path, "%s/%s", folder, name);
  pl_status status = text.failed || path.failed ? PL_ERROR_MEMORY : pl_file_write(ctx, path.data, text.data, text.size);
  pl_text_clear(&text);
  pl_text_clear(&path);
  return status;
}

pl_status scene_tissue(pl_context *ctx, const char *folder, const char *name, const scene_tissue_plan *plan, int n_path,
                       const double (*path)[2], pl_measurement **measurement) {
  pl_text text, file;
  pl_rng rng;
  *measurement = NULL;
  pl_rng_init(&rng, plan->seed);
  pl_text_init(&text, ctx);
  pl_text_init(&file, ctx);
  pl_text_printf(&text,
                 "{\"pliant\": \"experiment 1\", \"protocol\": \"homogeneous\", \"name\": \"virtual tissue\", \"stress\": \"nominal\", "
                 "\"symmetry\": \"orthotropic\", \"incompressible\": true, \"mode\": \"biaxial\", \"sigma\": \"%.9g Pa\"%s, \"tests\": [",
                 plan->sigma > 0 ? plan->sigma : 1, plan->block ? "" : ", \"thickness\": \"1 mm\"");
  pl_status status = PL_OK;
  for (int i = 0; i < n_path && status == PL_OK; i++) {
    char table[64];
    snprintf(table, sizeof table, "%s-%g-%g.csv", name, path[i][0], path[i][1]);
    pl_text_printf(&text, "%s\n  {\"name\": \"%g:%g\", \"file\": \"%s\"}", i ? "," : "", path[i][0], path[i][1], table);
    status = write_path(ctx, folder, table, plan, path[i], &rng);
  }
  pl_text_add(&text, "]}\n");
  pl_text_printf(&file, "%s/%s.json", folder, name);
  if (text.failed || file.failed) status = PL_ERROR_MEMORY;
  if (status == PL_OK) status = pl_file_write(ctx, file.data, text.data, text.size);
  if (status == PL_OK) status = pl_measurement_load(ctx, file.data, measurement);
  pl_text_clear(&text);
  pl_text_clear(&file);
  return status;
}
