// roll.c: virtual spirals of the friction paper's bending materials, computed independently of the library. Dahl's equation is integrated
// by Runge-Kutta steps on a chain of links that relaxes to rest; no law, mesh or solver of the library.
//
// 1. From flat to the cylinder and back: the torque per width m(e) = (k1 + k2 |e|) e + sigma(e) over the bending strain e = 3 kappa, tabulated
//    along d sigma / d e of eq. 2 from e = 0 to 3/R, then from there both ways. A strip at 45 degrees has the sum of three laws, m = sum of g m_i(g e):
//    of warp and weft with g = 1/2 and of the twist with g = 1.
// 2. N links of length h with directions theta_j hang on a pin. Between two of them the torque is m(3 (theta_j - theta_(j-1))/h), and l_j of the
//    strip hangs from the middle of link j:
//      g_j = m_j - m_(j+1) + w h l_j cos theta_j,   m_0 = m_N = 0,   w the weight per area.
//    From the coil, its centre of mass straight below the pin, the chain moves as through honey, c dtheta/dt = -g, by implicit steps that grow as
//    it settles: of several equilibria the one that the opening coil comes to first. Some coils are too heavy for their friction and fall open; the
//    end is an equilibrium all the same.
#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "protocol/roll/roll.h"
#include "scenes/scenes.h"

#define GRAVITY 9.80665
#define PI 3.14159265358979323846
static const double STEP = 0.02;  // rad
enum { TABLE = 20000, LINKS = 800, MOST_STEPS = 4000 };

// Miguel et al. 2013, table of section 4.3 (warp).
const scene_friction scene_bending_fabric[3] = {
    {"felt", 0.208, 145.3e-7, 0.15e-7, 5.12e-4, 0.15e-4, 29.9},
    {"doublecloth", 0.255, 62.19e-7, 0.07e-7, 12.84e-4, 0.05e-4, 7.67},
    {"paper", 0.075, 479.7e-7, 0.47e-7, 0.04e-4, 0.64e-4, 10.2},
};
const double scene_roll_radius[SCENE_ROLL_RADII] = {3e-3, 4e-3, 5e-3, 6e-3, 7e-3, 7.5e-3, 10e-3, 16e-3, 23e-3, 27.5e-3, 31.5e-3, 50e-3};

// Torque per width over strain on both sides of the cylinder's strain.
typedef struct table {
  double rolled;                // 1/m, 3/R
  double h[2];                  // 1/m, steps down and up
  double torque[2][TABLE + 1];  // N
  double work[2][TABLE + 1];    // N/m, integral of the torque over the strain from the cylinder's
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

// Adds the torque of one law whose strain is `gain` times that of the strip.
static void add_law(const scene_friction *f, double gain, table *t) {
  double first = 0, rolled = gain * t->rolled;
  for (int i = 0; i < TABLE; i++) first = step(f, i * rolled / TABLE, first, rolled / TABLE);
  for (int way = 0; way < 2; way++) {
    double stress = first;
    for (int i = 0; i <= TABLE; i++) {
      double e = gain * (t->rolled + i * t->h[way]);
      t->torque[way][i] += gain * ((f->k1 + f->k2 * fabs(e)) * e + stress);
      stress = step(f, e, stress, gain * t->h[way]);
    }
  }
}

static void tabulate(const scene_friction *f, const scene_roll_plan *plan, double radius, table *t) {
  t->rolled = 3 / radius;
  t->h[0] = -2 * t->rolled / TABLE;
  t->h[1] = t->rolled / TABLE;
  add_law(f, 1, t);
  for (int y = 0; y < 2; y++)
    if (plan->yarn[y]) add_law(plan->yarn[y], 0.5, t);
  for (int way = 0; way < 2; way++)
    for (int i = 1; i <= TABLE; i++) t->work[way][i] = t->work[way][i - 1] + 0.5 * t->h[way] * (t->torque[way][i - 1] + t->torque[way][i]);
}

// Torque per width (N), its slope (N m) and its work (N/m) at a strain.
static double torque_at(const table *t, double e, double *tangent, double *work) {
  int way = e > t->rolled;
  double at = (e - t->rolled) / t->h[way];
  int i = (int)fmin(at, TABLE - 1);
  const double *value = t->torque[way];
  *tangent = (value[i + 1] - value[i]) / t->h[way];
  double x = t->h[way] * (at - i);
  *work = t->work[way][i] + x * (value[i] + 0.5 * x * *tangent);
  return value[i] + *tangent * x;
}

typedef struct chain {
  double h, weight;                       // m; N/m^2
  double theta[LINKS], before[LINKS];     // rad; before the last step
  double g[LINKS];                        // N
  double diagonal[LINKS], beside[LINKS];  // N, of dg/dtheta: beside[j] couples j - 1 and j
} chain;

// g and its derivatives; returns the energy per width (N).
static double balance(const table *t, chain *c) {
  double energy = 0;
  for (int j = 0; j < LINKS; j++) {
    double load = c->weight * c->h * c->h * (LINKS - j - 0.5);
    c->g[j] = load * cos(c->theta[j]);
    c->diagonal[j] = -load * sin(c->theta[j]);
    energy += load * sin(c->theta[j]);
  }
  for (int j = 1; j < LINKS; j++) {
    double tangent, work, torque = torque_at(t, 3 * (c->theta[j] - c->theta[j - 1]) / c->h, &tangent, &work);
    energy += work * c->h / 3;
    tangent *= 3 / c->h;
    c->g[j] += torque;
    c->g[j - 1] -= torque;
    c->diagonal[j] += tangent;
    c->diagonal[j - 1] += tangent;
    c->beside[j] = -tangent;
  }
  return energy;
}

// theta -= (drag + dg/dtheta)^-1 g, in place; *turn: the largest change. False when the matrix is not positive definite.
static bool creep(chain *c, double drag, double *turn) {
  *turn = 0;
  double pivot[LINKS], r[LINKS];
  for (int j = 0; j < LINKS; j++) {
    double factor = j > 0 ? c->beside[j] / pivot[j - 1] : 0;
    pivot[j] = drag + c->diagonal[j] - (j > 0 ? factor * c->beside[j] : 0);
    r[j] = c->g[j] - (j > 0 ? factor * r[j - 1] : 0);
    if (!(pivot[j] > 0)) return false;
  }
  for (int j = LINKS - 1; j >= 0; j--) {
    r[j] = (r[j] - (j < LINKS - 1 ? c->beside[j + 1] * r[j + 1] : 0)) / pivot[j];
    c->theta[j] -= r[j];
    *turn = fmax(*turn, fabs(r[j]));
  }
  return true;
}

static void lay_out(const chain *c, double (*path)[2]) {
  path[0][0] = path[0][1] = 0;
  for (int j = 0; j < LINKS; j++) {
    path[j + 1][0] = path[j][0] + c->h * cos(c->theta[j]);
    path[j + 1][1] = path[j][1] + c->h * sin(c->theta[j]);
  }
}

// The coil, turned so that its centre of mass is below the pin.
static void coil(chain *c, double radius, double (*path)[2]) {
  double sum[2] = {0, 0};
  for (int j = 0; j < LINKS; j++) c->theta[j] = (j + 0.5) * c->h / radius;
  lay_out(c, path);
  for (int j = 0; j <= LINKS; j++)
    for (int k = 0; k < 2; k++) sum[k] += path[j][k];
  double turn = -0.5 * PI - atan2(sum[1], sum[0]);
  for (int j = 0; j < LINKS; j++) c->theta[j] += turn;
}

// path[LINKS + 1][2], m, from the pin. The drag is kept such that a link turns by about STEP at a time; at rest it has vanished, and the steps are
// Newton's.
static pl_status spiral(pl_context *ctx, const scene_friction *fabric, const scene_roll_plan *plan, double radius, double (*path)[2]) {
  table *t = pl_alloc(ctx, 1, sizeof *t);
  chain *c = pl_alloc(ctx, 1, sizeof *c);
  pl_status status = t && c ? PL_OK : PL_ERROR_MEMORY;
  if (status == PL_OK) {
    c->h = plan->length / LINKS;
    c->weight = fabric->density * plan->gravity;
    tabulate(fabric, plan, radius, t);
    coil(c, radius, path);
    double energy = balance(t, c), drag = 1e-3, turn = 1;
    for (int n = 0; n < MOST_STEPS && turn > 1e-10; n++) {
      memcpy(c->before, c->theta, sizeof c->theta);
      while (!creep(c, drag, &turn)) drag *= 2;
      double now = balance(t, c);
      if (now > energy + 1e-14 || turn > 3 * STEP) {  // too far
        memcpy(c->theta, c->before, sizeof c->theta);
        balance(t, c);
        drag *= 4;
        continue;
      }
      energy = now;
      drag *= fmin(fmax(turn / STEP, 0.2), 2);
    }
    lay_out(c, path);
  }
  pl_free(ctx, t);
  pl_free(ctx, c);
  return status;
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
    double at = (double)i * LINKS / (n - 1);
    int k = (int)fmin(at, LINKS - 1);
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
                    .angle = plan->angle,
                    .width = 0.025,
                    .strips = 1,
                    .n_frame = 1,
                    .n_raw = 1,
                    .branch = branch,
                    .raw_branch = branch,
                    .control = PL_ROLL_PROFILE,
                    .observed = PL_ROLL_PROFILE,
                    .protocol = &pl_protocol_roll,
                    .detail = roll};
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
  double(*path)[2] = pl_arena_alloc(arena, LINKS + 1, sizeof *path);
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
