// curves.c: see draw.h. Every curve is a closed form that uses nothing of the library's laws.
#include <math.h>
#include <stdio.h>

#include "base/text.h"
#include "bench/accuracy/verdicts/draw.h"
#include "scenes/scenes.h"

#define PI 3.14159265358979323846
#define GRAVITY 9.80665  // m/s^2

static const char *const mode_name[DRAW_MODES] = {"uniaxial", "equibiaxial", "planar"};

// With W1 = dW/dI1, W2 = dW/dI2 of an incompressible body:
//   uniaxial     P = 2 (l - l^-2) (W1 + W2 / l)
//   equibiaxial  P = 2 (l - l^-5) (W1 + l^2 W2)
//   planar       P = 2 (l - l^-3) (W1 + W2)
static double stress(const draw_rubber *r, draw_mode mode, double l) {
  double i1 = mode == DRAW_UNIAXIAL ? l * l + 2 / l : mode == DRAW_EQUIBIAXIAL ? 2 * l * l + pow(l, -4) : l * l + 1 / (l * l) + 1;
  double w1 = r->c10 + 3 * r->c30 * (i1 - 3) * (i1 - 3);
  if (mode == DRAW_UNIAXIAL) return 2 * (l - pow(l, -2)) * (w1 + r->c01 / l);
  if (mode == DRAW_EQUIBIAXIAL) return 2 * (l - pow(l, -5)) * (w1 + l * l * r->c01);
  return 2 * (l - pow(l, -3)) * (w1 + r->c01);
}

// The force is smaller by `loss` on the way back, but not at its turn.
static double kept(double loss, double share) { return 1 - loss * (1 - pow(share, 8)); }

static pl_status save(verdict_draw *d, const char *name, pl_text *text) {
  const char *file = pl_path_join(d->arena, d->folder, name);
  pl_status status = file && !text->failed ? pl_file_write(d->ctx, file, text->data, text->size) : PL_ERROR_MEMORY;
  pl_text_clear(text);
  return status;
}

static pl_status load(verdict_draw *d, const char *name, pl_text *json, pl_measurement **out) {
  char file[100];
  snprintf(file, sizeof file, "%s.json", name);
  PL_TRY(save(d, file, json));
  const char *path = pl_path_join(d->arena, d->folder, file);
  return path ? pl_measurement_load(d->ctx, path, out) : PL_ERROR_MEMORY;
}

pl_status draw_rubber_curves(verdict_draw *d, const char *name, int n, const draw_curve *curve, draw_readings read, pl_measurement **out) {
  pl_text json, table;
  pl_text_init(&json, d->ctx);
  pl_text_printf(&json, "{\"pliant\": \"experiment 1\", \"protocol\": \"homogeneous\", \"name\": \"%s\", \"stress\": \"nominal\",\n", name);
  pl_text_add(&json, " \"incompressible\": true, \"symmetry\": \"isotropic\", \"tests\": [\n");
  for (int i = 0; i < n; i++) {
    const draw_curve *c = &curve[i];
    char file[100];
    snprintf(file, sizeof file, "%s-%d.csv", name, i);
    pl_text_init(&table, d->ctx);
    pl_text_add(&table, "stretch,stress [kPa]\n");
    double most = fabs(c->factor * stress(&c->rubber, c->mode, c->to));
    for (int k = 1; k <= (c->loss > 0 ? 2 * read.n - 1 : read.n); k++) {
      double share = (double)(k > read.n ? 2 * read.n - k : k) / read.n, l = c->from + (c->to - c->from) * share;
      double p = c->factor * stress(&c->rubber, c->mode, l) * (k > read.n ? kept(c->loss, share) : 1);
      pl_text_printf(&table, "%.6f,%.7g\n", l, 1e-3 * (p + read.noise * most * pl_rng_normal(&d->rng)));
    }
    PL_TRY(save(d, file, &table));
    pl_text_printf(&json, "%s  {\"name\": \"%s %d\", \"mode\": \"%s\", \"file\": \"%s\"", i ? ",\n" : "", mode_name[c->labelled], i,
                   mode_name[c->labelled], file);
    if (read.stated > 0) pl_text_printf(&json, ", \"sigma\": \"%.6g kPa\"", 1e-3 * read.stated * read.noise * most);
    pl_text_add(&json, "}");
  }
  pl_text_add(&json, "]}\n");
  return load(d, name, &json, out);
}

// Forces of the rig, there and back.
static void add_branches(verdict_draw *d, const pl_test *test, const draw_strip *s, double noise, pl_text *table) {
  int n = test->n_frame;
  const double *x = test->channel[test->control].value, *f = test->channel[test->observed].value;
  const double *side = test->channel[PL_TENSILE_LATERAL].value;
  double full = s->factor * fabs(f[n - 1]);
  pl_text_add(table, "displacement [mm],force [N],lateral-stretch\n");
  for (int k = 0; k < (s->loss > 0 ? 2 * n - 1 : n); k++) {
    int at = k < n ? k : 2 * n - 2 - k;
    double force = s->factor * f[at] * (k < n ? 1 : kept(s->loss, x[at] / x[n - 1]));
    pl_text_printf(table, "%.6g,%.7g,%.6f\n", 1e3 * x[at], force + (k > 0 ? noise * full * pl_rng_normal(&d->rng) : 0),
                   side[at] + 2e-4 * pl_rng_normal(&d->rng));
  }
}

pl_status draw_strips(verdict_draw *d, const char *name, const char *material, double strain, int n, const draw_strip *strip, double noise,
                      pl_measurement **out) {
  double angle[DRAW_MOST_STRIPS] = {0};
  pl_measurement *made;
  pl_text json, table;
  for (int i = 0; i < n; i++) angle[i] = strip[i].angle;
  PL_TRY(draw_narrow(d, material, strain, n, angle, &made));
  pl_text_init(&json, d->ctx);
  pl_text_printf(&json,
                 "{\"pliant\": \"experiment 1\", \"protocol\": \"tensile\", \"name\": \"%s\", \"density\": \"150 g/m^2\",\n"
                 " \"specimen\": {\"length\": \"200 mm\", \"width\": \"50 mm\"}, \"tests\": [\n",
                 name);
  pl_status status = PL_OK;
  for (int i = 0; i < n && status == PL_OK; i++) {
    char file[100];
    snprintf(file, sizeof file, "%s-%d.csv", name, i);
    pl_text_init(&table, d->ctx);
    add_branches(d, &made->test[i], &strip[i], noise, &table);
    status = save(d, file, &table);
    pl_text_printf(&json, "%s  {\"name\": \"%s %d\", \"file\": \"%s\", \"angle\": \"%g deg\", \"method\": \"free\"}", i ? ",\n" : "", name,
                   i + 1, file, strip[i].labelled);
  }
  pl_measurement_destroy(made);
  pl_text_add(&json, "]}\n");
  if (status == PL_OK) return load(d, name, &json, out);
  pl_text_clear(&json);
  return status;
}

pl_status draw_cantilever(verdict_draw *d, double density, int n, const double *rigidity, pl_measurement **out) {
  enum { OVERHANGS = 6 };
  pl_text json, table;
  pl_text_init(&json, d->ctx);
  pl_text_printf(&json,
                 "{\"pliant\": \"experiment 1\", \"protocol\": \"cantilever\", \"name\": \"strips\", \"density\": \"%.6g g/m^2\",\n"
                 " \"width\": \"25 mm\", \"sigma\": {\"angle\": \"0.5 deg\"}, \"tests\": [\n",
                 1e3 * density);
  for (int i = 0; i < n; i++) {
    char file[100];
    snprintf(file, sizeof file, "strip-%d.csv", i);
    pl_text_init(&table, d->ctx);
    pl_text_add(&table, "overhang [mm],angle [deg]\n");
    for (int k = 0; k < OVERHANGS; k++) {
      // from a tenth to about three of w L^3 / B: 2 to 60 degrees
      double ratio = density * GRAVITY / rigidity[i], length = cbrt((0.8 + 1.6 * k) / ratio), tip[2];
      scene_elastica(length, ratio, 0, tip);
      pl_text_printf(&table, "%.5f,%.4f\n", 1e3 * length, atan2(-tip[1], tip[0]) * 180 / PI + 0.5 * pl_rng_normal(&d->rng));
    }
    PL_TRY(save(d, file, &table));
    pl_text_printf(&json, "%s  {\"name\": \"strip %d\", \"cut\": \"0 deg\", \"angles\": \"%s\"}", i ? ",\n" : "", i + 1, file);
  }
  pl_text_add(&json, "]}\n");
  return load(d, "strips", &json, out);
}
