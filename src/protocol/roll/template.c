// template.c: a filled-in experiment of the protocol `roll`: a strip rolled on six radii to both sides, three repetitions each.
//
// The spirals are equilibria of the exact law. The strip hangs on a pin at its held end. Rolling it from flat to 3/R follows Dahl's loading
// path. Then, with q the distance from the free end, x(q) and its mean over [0, q], d = sense (x - mean),
//    k e + sigma(e) = rho g q d,   kappa = e/3,
// holds from the free end, where nothing hangs, to the pin, about which the strip rotates until d = 0 there. Integrating from the free end
// has one unknown, the direction of that end. They are not measurements.
#include <math.h>

#include "base/rng.h"
#include "measure/template.h"

#define WEIGHT (0.2 * 9.81)  // N/m^2
#define LENGTH 0.1           // m
#define STIFFNESS 145e-7     // N m: k, a third of the rigidity
#define SCALE 0.05           // mm per pixel
#define NOISE 0.1            // mm
#define PI 3.14159265358979323846
enum { N_STEP = 96, N_LABEL = 24, REPETITIONS = 3, N_SCAN = 24 };

static const pl__template_dahl face = {9e-4, 0.05e-4, 30}, back = {7.5e-4, 0.05e-4, 30};  // N, N m, 1/m
static const double radius_mm[] = {4, 7.5, 10, 16, 23, 31.5};

// Rolled to 3/R from flat.
typedef struct strip {
  const pl__template_dahl *law;
  double rolled, stress;  // 1/m, N
} strip;

// Bending strain under a torque per width, from the cylinder on. Newton's method stays in a bracket, since k e + sigma increases with e. It
// starts at `near`.
static double strain_at(const strip *c, double near, double torque) {
  double low = -4 * c->rolled, high = 4 * c->rolled, e = near;
  for (int i = 0; i < 60; i++) {
    double tangent, excess = STIFFNESS * e + pl__template_friction(c->law, c->rolled, c->stress, e, &tangent) - torque;
    if (excess > 0)
      high = e;
    else
      low = e;
    double next = e - excess / (STIFFNESS + tangent);
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (fabs(next - e) < 1e-9 * c->rolled) return next;
    e = next;
  }
  return e;
}

typedef struct place {
  double x, y, theta, moment[2];  // m, m, rad; integrals of x and y from the free end, m^2
} place;

// Towards the pin by h with a curvature.
static place moved(const place *at, double h, double kappa) {
  double middle = at->theta - 0.5 * h * kappa;
  place to = {at->x - h * cos(middle), at->y - h * sin(middle), at->theta - h * kappa, {0, 0}};
  to.moment[0] = at->moment[0] + 0.5 * h * (at->x + to.x);
  to.moment[1] = at->moment[1] + 0.5 * h * (at->y + to.y);
  return to;
}

// Integrates from the free end, whose tangent (pointing away from the pin) has the direction `end`, by the midpoint rule. The path[N_STEP +
// 1][2] begins at the pin, or is NULL. Returns the horizontal distance of the centre of mass from the pin; *below: its depth.
static double march(const strip *c, double end, double (*path)[2], double *below) {
  double h = LENGTH / N_STEP, e = c->rolled;
  place at = {.theta = end};
  for (int i = 0; i < N_STEP; i++) {
    double q = i * h;
    if (path) {
      path[N_STEP - i][0] = at.x;
      path[N_STEP - i][1] = at.y;
    }
    e = strain_at(c, e, WEIGHT * (q * at.x - at.moment[0]));
    place half = moved(&at, h / 2, e / 3);
    e = strain_at(c, e, WEIGHT * ((q + h / 2) * half.x - half.moment[0]));
    at = moved(&at, h, e / 3);
  }
  if (path) {
    path[0][0] = at.x;
    path[0][1] = at.y;
  }
  *below = at.y - at.moment[1] / LENGTH;
  return at.moment[0] / LENGTH - at.x;
}

// A direction of the free end between low and high at which the centre of mass is vertically below or above the pin. The method is false
// position (Illinois). *below: its depth.
static double upright(const strip *c, double low, double at_low, double high, double at_high, double *below) {
  for (int k = 0; k < 60 && fabs(high - low) > 1e-9 && at_high != 0; k++) {
    double middle = high - at_high * (high - low) / (at_high - at_low), at = march(c, middle, NULL, below);
    if ((at < 0) != (at_high < 0)) {
      low = high;
      at_low = at_high;
    } else
      at_low *= 0.5;
    high = middle;
    at_high = at;
  }
  return high;
}

// The one at which the strip hangs lowest.
static double hang(const strip *c) {
  double found = 0, lowest = 0, below, before = march(c, 0, NULL, &below);
  for (int i = 0; i < N_SCAN; i++) {
    double low = 2 * PI * i / N_SCAN, high = 2 * PI * (i + 1) / N_SCAN, after = march(c, high, NULL, &below);
    if ((before < 0) != (after < 0)) {
      double end = upright(c, low, before, high, after, &below);
      if (below > lowest) {
        lowest = below;
        found = end;
      }
    }
    before = after;
  }
  return found;
}

// The pin at pixel (900, 300), y down; the other side is photographed as its mirror image.
static void write_profiles(pl_text *out, const pl__template_dahl *law, double mirror, uint64_t seed) {
  pl_rng rng;
  double path[N_STEP + 1][2], below;
  pl_rng_init(&rng, seed);
  pl_text_add(out, "radius [mm],repetition,x [px],y [px]\n");
  for (size_t r = 0; r < sizeof radius_mm / sizeof radius_mm[0]; r++) {
    strip c = {.law = law, .rolled = 3e3 / radius_mm[r]};
    c.stress = pl__template_friction(law, 0, 0, c.rolled, NULL);
    march(&c, hang(&c), path, &below);
    for (int repetition = 1; repetition <= REPETITIONS; repetition++)
      for (int i = 0; i <= N_LABEL; i++) {
        const double *at = path[i * N_STEP / N_LABEL];
        double x = 1e3 * mirror * (at[0] - path[0][0]) + NOISE * pl_rng_normal(&rng),
               y = 1e3 * (at[1] - path[0][1]) + NOISE * pl_rng_normal(&rng);
        pl_text_printf(out, "%g,%d,%.1f,%.1f\n", radius_mm[r], repetition, 900 + x / SCALE, 300 - y / SCALE);
      }
  }
}

static void write_face(pl_text *out) { write_profiles(out, &face, 1, 1); }
static void write_back(pl_text *out) { write_profiles(out, &back, -1, 2); }

static void write_experiment(pl_text *out) {
  pl_text_add(out, "// An experiment: what was done, on which strip, and where the labelled points are. Comments like this one may stay.\n"
                   "{\n"
                   "  \"pliant\": \"experiment 1\",\n"
                   "  \"protocol\": \"roll\",\n"
                   "  \"name\": \"my fabric\",\n"
                   "  \"density\": \"200 g/m^2\",          // required: gravity opens the spiral\n"
                   "\n"
                   "  // What stands here holds for all tests; a test may have its own.\n"
                   "  \"length\": \"100 mm\",              // of the strip from its held end to its free end\n"
                   "  \"width\": \"25 mm\",\n"
                   "  \"held\": \"first\",                 // the first labelled point is the held end; or \"last\"\n"
                   "  \"down\": \"-y\",                    // gravity points down in the photograph\n"
                   "  \"calibration\": { \"scale\": \"0.05 mm/px\" },\n"
                   "  \"sigma\": \"0.1 mm\",               // what labels of one point scatter\n"
                   "\n"
                   "  // Bending stiffness, by one of: \"stiffness\" (k: torque per width 3 k x curvature), \"rigidity\" (B = 3 k), or "
                   "\"bending\": a folder\n"
                   "  // with a cantilever experiment, or a material file. Without it, it is estimated together with friction.\n"
                   "  \"rigidity\": \"43.5e-6 N m\",\n"
                   "\n"
                   "  // One entry per strip and side. The columns `radius` and `repetition` tell the photographs apart.\n"
                   "  \"tests\": [\n"
                   "    { \"name\": \"warp face\", \"cut\": \"warp\", \"side\": \"positive\", \"profile\": \"warp-face.csv\" },\n"
                   "    { \"name\": \"warp back\", \"cut\": \"warp\", \"side\": \"negative\", \"profile\": \"warp-back.csv\" }\n"
                   "  ]\n"
                   "\n"
                   "  // A test may also say:\n"
                   "  //   \"radius\": \"7.5 mm\"           when its table holds one profile\n"
                   "  //   \"strip\": \"A\"                 tests of the same strip\n"
                   "  //   \"samples\": 5                 points per spiral at which torques are compared\n"
                   "  //   \"tilt\": \"0.5 deg\"            by which a plumb line in the photograph leans, counterclockwise\n"
                   "  //   \"rigidity-sigma\": \"1e-6 N m\" how well the rigidity is known\n"
                   "}\n");
}

static void write_readme(pl_text *out) {
  pl_text_add(
      out,
      "# A roll experiment\n"
      "\n"
      "A strip of cloth is rolled on a cylinder and let go; the spiral that remains is photographed from the side (Miguel et al. 2013). "
      "How\n"
      "much of the roll remains is bending friction. How to do it at a kitchen table: docs/protocols/roll.md. The numbers here come from\n"
      "a formula.\n"
      "\n"
      "| file | what |\n"
      "|---|---|\n"
      "| `experiment.json` | strip, density of the cloth, bending stiffness, calibration of the camera |\n"
      "| `warp-face.csv`, `warp-back.csv` | points along each spiral, from the held end to the free end |\n"
      "\n"
      "1. Label 20 to 40 points along each spiral, in order, closer together where it bends most.\n"
      "2. Write the radius of the cylinder and the number of the repetition beside them.\n"
      "3. Edit density, sizes, bending stiffness and the scale in `experiment.json`; remove what you did not measure.\n"
      "4. Look at what was understood: `pliant check experiment.json`\n"
      "5. Estimate the material: `pliant fit experiment.json -o result`\n");
}

const pl__template_file pl__roll_template[] = {{"warp-face.csv", write_face},
                                               {"warp-back.csv", write_back},
                                               {"README.md", write_readme},
                                               {"experiment.json", write_experiment},
                                               {NULL, NULL}};
