// roll.c: virtual spirals of the friction paper's bending materials, by a way of their own: Dahl's equation and the heavy rod, both by Runge-Kutta steps; no law, mesh or solver.
//
// 1. From flat to the cylinder and back: (k1 + k2 |e|) e + sigma(e) over the bending strain e = 3 kappa, tabulated along d sigma / d e of eq. 2 from e = 0 to 3/R, then from there both
//    ways. A strip that is let go stops at the first strain, seen from the cylinder, that balances its torque.
// 2. With q the distance from the free end and u = int x dq, gravity's torque per width is rho g (q x - u) for a strip rolled counterclockwise:
//      x' = -cos theta,  y' = -sin theta,  theta' = -e/3,  u' = x,    from the free end on,
//    where nothing hangs. One unknown: the direction of the free end. The strip hangs on a pin, about which it turns until its centre of mass is straight below.
#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "measure/roll.h"
#include "scenes/scenes.h"

#define GRAVITY 9.80665
#define PI 3.14159265358979323846
enum { TABLE = 20000, STEPS = 1000, SCAN = 24, HALVINGS = 40 };

// Miguel et al. 2013, table of section 4.3 (warp).
const scene_friction scene_bending_fabric[3] = {
    {"felt", 0.208, 145.3e-7, 0.15e-7, 5.12e-4, 0.15e-4, 29.9},
    {"doublecloth", 0.255, 62.19e-7, 0.07e-7, 12.84e-4, 0.05e-4, 7.67},
    {"paper", 0.075, 479.7e-7, 0.47e-7, 0.04e-4, 0.64e-4, 10.2},
};
const double scene_roll_radius[SCENE_ROLL_RADII] = {3e-3, 4e-3, 5e-3, 6e-3, 7e-3, 7.5e-3, 10e-3, 16e-3, 23e-3, 27.5e-3, 31.5e-3, 50e-3};

// Torque per width over strain, on both sides of the cylinder's strain.
typedef struct table {
  double rolled;                // 1/m, 3/R
  double h[2];                  // 1/m, steps down and up
  double torque[2][TABLE + 1];  // N
} table;

// d sigma / d e of eq. 2 for motion in direction d.
static double slope(const scene_friction *f, int d, double strain, double stress) {
  return (f->a + f->b * fabs(strain) - d * stress) / f->tau;
}

static double step(const scene_friction *f, double strain, double stress, double h) {
  int d = h > 0 ? 1 : -1;
  double m1 = slope(f, d, strain, stress), m2 = slope(f, d, strain + h / 2, stress + h / 2 * m1),
         m3 = slope(f, d, strain + h / 2, stress + h / 2 * m2), m4 = slope(f, d, strain + h, stress + h * m3);
  return stress + h / 6 * (m1 + 2 * m2 + 2 * m3 + m4);
}

static void tabulate(const scene_friction *f, double radius, table *t) {
  t->rolled = 3 / radius;
  double first = 0;
  for (int i = 0; i < TABLE; i++) first = step(f, i * t->rolled / TABLE, first, t->rolled / TABLE);
  t->h[0] = -2 * t->rolled / TABLE;
  t->h[1] = t->rolled / TABLE;
  for (int way = 0; way < 2; way++) {
    double stress = first;
    for (int i = 0; i <= TABLE; i++) {
      double e = t->rolled + i * t->h[way];
      t->torque[way][i] = (f->k1 + f->k2 * fabs(e)) * e + stress;
      stress = step(f, e, stress, t->h[way]);
    }
  }
}

// The first strain from the cylinder on at which the torque is this one.
static double strain_at(const table *t, double torque) {
  int way = torque > t->torque[0][0], low = 0, high = TABLE;
  double sign = way ? 1 : -1;
  const double *value = t->torque[way];
  // the torque is monotonic up to its turn, beyond which there is nothing to find
  while (high - low > 1) {
    int middle = (low + high) / 2;
    bool turned = sign * (value[middle] - value[middle - 1]) < 0;
    if (turned || sign * (value[middle] - torque) > 0)
      high = middle;
    else
      low = middle;
  }
  return t->rolled + t->h[way] * (low + fmin((torque - value[low]) / (value[high] - value[low]), 1));
}

typedef struct rod {
  double x, y, theta, u;  // m, m, rad, m^2
} rod;

static rod change(const table *t, double weight, double q, rod at) {
  return (rod){-cos(at.theta), -sin(at.theta), -strain_at(t, weight * (q * at.x - at.u)) / 3, at.x};
}

static rod along(rod at, rod by, double h) { return (rod){at.x + h * by.x, at.y + h * by.y, at.theta + h * by.theta, at.u + h * by.u}; }

// From the free end, which points away from the pin in the direction `end`, to the pin. path[STEPS + 1][2] from the pin, or NULL. Returns how far the centre of mass lies beside the pin.
static double march(const table *t, double weight, double length, double end, double (*path)[2], double *below) {
  double h = length / STEPS, height = 0;
  rod at = {.theta = end};
  for (int i = 0; i < STEPS; i++) {
    if (path) memcpy(path[STEPS - i], (double[]){at.x, at.y}, sizeof path[0]);
    double q = i * h;
    rod k1 = change(t, weight, q, at), k2 = change(t, weight, q + h / 2, along(at, k1, h / 2));
    rod k3 = change(t, weight, q + h / 2, along(at, k2, h / 2)), k4 = change(t, weight, q + h, along(at, k3, h));
    rod to = along(along(along(along(at, k1, h / 6), k2, h / 3), k3, h / 3), k4, h / 6);
    height += 0.5 * h * (at.y + to.y);
    at = to;
  }
  if (path) memcpy(path[0], (double[]){at.x, at.y}, sizeof path[0]);
  *below = at.y - height / length;
  return at.u / length - at.x;
}

// The direction of the free end with which the strip hangs lowest, straight under its pin.
static double hang(const table *t, double weight, double length) {
  double found = 0, lowest = 0, below, before = march(t, weight, length, 0, NULL, &below);
  for (int i = 0; i < SCAN; i++) {
    double low = 2 * PI * i / SCAN, high = 2 * PI * (i + 1) / SCAN, after = march(t, weight, length, high, NULL, &below);
    if ((before < 0) != (after < 0)) {
      for (int k = 0; k < HALVINGS; k++) {
        double middle = 0.5 * (low + high);
        if ((march(t, weight, length, middle, NULL, &below) < 0) == (before < 0))
          low = middle;
        else
          high = middle;
      }
      if (below > lowest) {
        lowest = below;
        found = low;
      }
    }
    before = after;
  }
  return found;
}

// path[STEPS + 1][2], m, from the pin.
static pl_status spiral(pl_context *ctx, const scene_friction *fabric, const scene_roll_plan *plan, double radius, double (*path)[2]) {
  table *t = pl_alloc(ctx, 1, sizeof *t);
  if (!t) return PL_ERROR_MEMORY;
  double weight = fabric->density * plan->gravity, below;
  tabulate(fabric, radius, t);
  march(t, weight, plan->length, hang(t, weight, plan->length), path, &below);
  pl_free(ctx, t);
  return PL_OK;
}

scene_roll_plan scene_roll_plan_default(void) {
  return (scene_roll_plan){.length = 0.1,
                           .gravity = GRAVITY,
                           .n_radius = SCENE_ROLL_RADII,
                           .radius = scene_roll_radius,
                           .repetitions = 3,
                           .n_point = 67,
                           .sigma = 0.1e-3,
                           .side = 1};
}

pl_status scene_roll_material(pl_context *ctx, const scene_friction *fabric, pl_material **material) {
  static const char *const terms[] = {
      "{\"name\": \"membrane\", \"strain\": \"green\", \"values\": [\"warp\", \"weft\", \"shear\"], \"law\": \"orthotropic\"}",
      "{\"name\": \"bend-warp\", \"strain\": \"hinge\", \"elements\": \"warp\", \"law\": \"quadratic\"}",
      "{\"name\": \"bend-warp-friction\", \"strain\": \"hinge\", \"elements\": \"warp\", \"law\": \"dahl\"}"};
  const double theta[] = {2000, 0, 2000, 1000, fabric->k1, fabric->k2, fabric->a, fabric->b, fabric->tau};  // the membrane hardly stretches
  *material = NULL;
  pl_material *made;
  PL_TRY(pl_material_create(ctx, fabric->name, fabric->density, &made));
  pl_status status = PL_OK;
  for (int i = 0; i < 3 && status == PL_OK; i++) status = pl_material_add_term(made, terms[i]);
  if (status == PL_OK) status = pl_material_finish(made);
  if (status != PL_OK) {
    pl_material_destroy(made);
    return status;
  }
  memcpy(made->theta, theta, sizeof theta);
  *material = made;
  return PL_OK;
}

static pl_status add_test(pl_arena *arena, const scene_friction *fabric, const scene_roll_plan *plan, double radius, int repetition,
                          double (*path)[2], pl_rng *rng, pl_test *test) {
  int n = plan->n_point;
  pl_roll *roll = pl_arena_alloc(arena, 1, sizeof *roll);
  pl_roll_profile *profile = pl_arena_alloc(arena, 1, sizeof *profile);
  double *value = pl_arena_alloc(arena, 2 * (size_t)n, sizeof *value);
  int *branch = pl_arena_alloc(arena, 1, sizeof *branch);
  const char *name = pl_arena_printf(arena, "%s %g mm %d", fabric->name, 1e3 * radius, repetition);
  if (!roll || !profile || !value || !branch || !name) return PL_ERROR_MEMORY;
  branch[0] = PL_BRANCH_UNLOAD;
  for (int i = 0; i < n; i++) {
    double at = (double)i * STEPS / (n - 1);
    int k = (int)fmin(at, STEPS - 1);
    for (int c = 0; c < 2; c++) {
      double p = path[k][c] + (at - k) * (path[k + 1][c] - path[k][c]);
      value[2 * i + c] = (c == 0 ? plan->side : 1) * p + plan->sigma * pl_rng_normal(rng);
    }
  }
  for (int i = n - 1; i >= 0; i--)
    for (int c = 0; c < 2; c++) value[2 * i + c] -= value[c];
  *roll = (pl_roll){.radius = radius,
                    .repetition = repetition,
                    .side = plan->side,
                    .gravity = plan->gravity,
                    .rigidity = plan->rigidity,
                    .rigidity_sigma = plan->rigidity_sigma,
                    .bending = plan->bending,
                    .strip = fabric->name,
                    .n_point = n,
                    .profile = profile};
  *test = (pl_test){.name = name,
                    .file = "",
                    .length = plan->length,
                    .width = 0.025,
                    .strips = 1,
                    .n_frame = 1,
                    .n_raw = 1,
                    .branch = branch,
                    .raw_branch = branch,
                    .control = PL_ROLL_PROFILE,
                    .observed = PL_ROLL_PROFILE,
                    .roll = roll};
  pl_channel *channel = &test->channel[PL_ROLL_PROFILE];
  channel->row = &pl_protocol_find("roll")->channel[PL_ROLL_PROFILE];
  channel->value = value;
  channel->width = 2 * n;
  channel->sigma = plan->sigma;
  return pl_roll_derive(arena, test, fabric->density, PL_ROLL_DEFAULT_SAMPLES, profile);
}

pl_status scene_roll(pl_context *ctx, const scene_friction *fabric, const scene_roll_plan *plan, uint64_t seed, pl_measurement **out) {
  *out = NULL;
  pl_arena *arena = pl_arena_create(ctx);
  if (!arena) return PL_ERROR_MEMORY;
  size_t n_test = (size_t)(plan->n_radius * plan->repetitions);
  pl_measurement *m = pl_arena_alloc(arena, 1, sizeof *m);
  pl_test *test = pl_arena_alloc(arena, n_test, sizeof *test);
  double(*path)[2] = pl_arena_alloc(arena, STEPS + 1, sizeof *path);
  pl_status status = m && test && path ? PL_OK : PL_ERROR_MEMORY;
  pl_rng rng;
  pl_rng_init(&rng, seed);
  int n = 0;
  for (int r = 0; r < plan->n_radius && status == PL_OK; r++) {
    status = spiral(ctx, fabric, plan, plan->radius[r], path);
    for (int k = 1; k <= plan->repetitions && status == PL_OK; k++)
      status = add_test(arena, fabric, plan, plan->radius[r], k, path, &rng, &test[n++]);
  }
  if (status != PL_OK) {
    pl_arena_destroy(arena);
    return status;
  }
  *m = (pl_measurement){.arena = arena,
                        .protocol = pl_protocol_find("roll"),
                        .name = fabric->name,
                        .file = "",
                        .density = fabric->density,
                        .n_test = n,
                        .test = test};
  *out = m;
  return PL_OK;
}
