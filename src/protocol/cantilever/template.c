// template.c: a filled-in experiment of the protocol `cantilever`: three strips at four overhangs each, and a classical table of angles.
//
// The shapes are those of the heavy elastica. s is the arc length from the clamp, a(s) the angle below the horizontal. B is the bending
// stiffness per width and w the weight per area.  B a'' = -w (L - s) cos a,  a(0) = 0,  a'(L) = 0,  solved by shooting for a'(0). They are
// not measurements.
#include <math.h>

#include "base/rng.h"
#include "measure/template.h"

#define WEIGHT (0.19 * 9.81)  // N/m^2
#define SCALE 0.08            // mm per pixel
#define NOISE 0.15            // mm
#define PI 3.14159265358979323846
enum { N_STEP = 200, N_LABEL = 16 };

// Stiffness of strips cut along 0, 45 and 90 degrees, N m per metre of width.
static const double stiffness[] = {1.6e-5, 1.0e-5, 0.7e-5};
static const int overhang_mm[] = {30, 45, 60, 80};

typedef struct state {
  double a, slope, x, y;  // angle below the horizontal (rad), its derivative (1/m), position (m)
} state;

static state derivative(const state *at, double rest, double ratio) {
  return (state){at->slope, -ratio * rest * cos(at->a), cos(at->a), -sin(at->a)};
}

static state moved(const state *at, const state *by, double h) {
  return (state){at->a + h * by->a, at->slope + h * by->slope, at->x + h * by->x, at->y + h * by->y};
}

// Integrates from the clamp with a start slope, classical Runge-Kutta; path[N_STEP + 1] may be NULL. Returns the slope at the tip or, if it
// stops early, its sign. The true strip never passes the vertical (start slope too large) and its slope stays positive (too small).
static double integrate(double length, double ratio, double slope, state *path) {
  state at = {.slope = slope};
  double h = length / N_STEP;
  for (int i = 0; i < N_STEP; i++) {
    if (path) path[i] = at;
    if (!path && at.a > PI / 2) return 1;
    if (!path && at.slope < 0) return -1;
    double rest = length - i * h;
    state k1 = derivative(&at, rest, ratio), m1 = moved(&at, &k1, h / 2);
    state k2 = derivative(&m1, rest - h / 2, ratio), m2 = moved(&at, &k2, h / 2);
    state k3 = derivative(&m2, rest - h / 2, ratio), m3 = moved(&at, &k3, h);
    state k4 = derivative(&m3, rest - h, ratio);
    at = moved(&at, &k1, h / 6);
    at = moved(&at, &k2, h / 3);
    at = moved(&at, &k3, h / 3);
    at = moved(&at, &k4, h / 6);
  }
  if (path) path[N_STEP] = at;
  return at.slope;
}

// a'(0) lies between 0 and that of a straight strip, w L^2 / 2 B; the tip's slope grows with it.
static void elastica(double length, double ratio, state path[N_STEP + 1]) {
  double low = 0, high = 0.5 * ratio * length * length;
  for (int i = 0; i < 60; i++) {
    double middle = 0.5 * (low + high);
    if (integrate(length, ratio, middle, NULL) > 0)
      high = middle;
    else
      low = middle;
  }
  integrate(length, ratio, 0.5 * (low + high), path);
}

// A photograph from the side: the clamp's edge at pixel (310, 260), y down. The first point is where the strip leaves the clamp.
static void write_profiles(pl_text *out, double bending, uint64_t seed) {
  pl_rng rng;
  state path[N_STEP + 1];
  pl_rng_init(&rng, seed);
  pl_text_add(out, "overhang [mm],x [px],y [px]\n");
  for (size_t k = 0; k < sizeof overhang_mm / sizeof overhang_mm[0]; k++) {
    elastica(1e-3 * overhang_mm[k], WEIGHT / bending, path);
    for (int i = 0; i <= N_LABEL; i++) {
      const state *at = &path[i * N_STEP / N_LABEL];
      double noise = i > 0 ? NOISE : 0, x = 1e3 * at->x + noise * pl_rng_normal(&rng), y = 1e3 * at->y + noise * pl_rng_normal(&rng);
      pl_text_printf(out, "%d,%.1f,%.1f\n", overhang_mm[k], 310 + x / SCALE, 260 - y / SCALE);
    }
  }
}

static void write_0(pl_text *out) { write_profiles(out, stiffness[0], 1); }
static void write_45(pl_text *out) { write_profiles(out, stiffness[1], 2); }
static void write_90(pl_text *out) { write_profiles(out, stiffness[2], 3); }

static void write_angles(pl_text *out) {
  pl_text_add(out, "overhang [mm],angle [deg]\n");
  for (int mm = 30; mm <= 60; mm += 10) {
    state path[N_STEP + 1];
    elastica(1e-3 * mm, WEIGHT / stiffness[2], path);
    pl_text_printf(out, "%d,%.1f\n", mm, atan2(-path[N_STEP].y, path[N_STEP].x) * 180 / PI);
  }
}

static void write_experiment(pl_text *out) {
  pl_text_add(out, "// An experiment: what was done, on which strips, and where the labelled points are. Comments like this one may stay.\n"
                   "{\n"
                   "  \"pliant\": \"experiment 1\",\n"
                   "  \"protocol\": \"cantilever\",\n"
                   "  \"name\": \"my fabric\",\n"
                   "  \"density\": \"190 g/m^2\",          // required: the strip bends under its own weight\n"
                   "\n"
                   "  // What stands here holds for all tests; a test may have its own.\n"
                   "  \"width\": \"40 mm\",                // of the strip\n"
                   "  \"calibration\": { \"scale\": \"0.08 mm/px\" },\n"
                   "  \"sigma\": { \"profile\": \"0.2 mm\", \"angle\": \"1 deg\" },   // standard deviation of one reading\n"
                   "\n"
                   "  // One entry per strip. \"cut\": direction of its long side, counted from warp towards weft.\n"
                   "  \"tests\": [\n"
                   "    // Profiles: labelled points from the clamp to the tip, photographed from the side. The column `overhang` tells "
                   "the photographs apart.\n"
                   "    { \"name\": \"strip 0\", \"cut\": \"0 deg\", \"profile\": \"strip-0.csv\" },\n"
                   "    { \"name\": \"strip 45\", \"cut\": \"45 deg\", \"profile\": \"strip-45.csv\" },\n"
                   "    { \"name\": \"strip 90\", \"cut\": \"90 deg\", \"profile\": \"strip-90.csv\" },\n"
                   "    // The classical test: overhang and angle of the chord from clamp to tip.\n"
                   "    { \"name\": \"peirce 90\", \"cut\": \"90 deg\", \"width\": \"25 mm\", \"angles\": \"peirce-90.csv\" }\n"
                   "  ]\n"
                   "\n"
                   "  // A test may also be one profile, one tip, one angle, or a bending length (half the overhang at 41.5 degrees):\n"
                   "  //   { \"cut\": \"0 deg\", \"overhang\": \"80 mm\", \"profile\": \"p80.csv\" }\n"
                   "  //   { \"cut\": \"0 deg\", \"overhang\": \"80 mm\", \"tip\": [\"62 mm\", \"-41 mm\"] }\n"
                   "  //   { \"cut\": \"0 deg\", \"overhang\": \"52 mm\", \"angle\": \"41.5 deg\" }\n"
                   "  //   { \"cut\": \"0 deg\", \"bending-length\": \"26 mm\" }\n"
                   "  // and say:\n"
                   "  //   \"strip\": \"A\"                   tests of the same strip\n"
                   "  //   \"inclination\": \"5 deg\"         the clamp points below the horizontal\n"
                   "  //   \"turn-sigma\": \"2 deg\"          how well its direction is known\n"
                   "  //   \"tip-labelled\": false          the strip goes on beyond the last point\n"
                   "  //   \"origin\": [310, 260]           pixel where the strip leaves the clamp; else the first point\n"
                   "}\n");
}

static void write_readme(pl_text *out) {
  pl_text_add(
      out,
      "# A cantilever experiment\n"
      "\n"
      "Strips of cloth stick out of a clamp and bend under their own weight (Peirce; ASTM D1388; Wang, O'Brien, Ramamoorthi 2011). How to\n"
      "build and use the rig: docs/protocols/cantilever.md. The numbers here come from the theory of a heavy elastic strip.\n"
      "\n"
      "| file | what |\n"
      "|---|---|\n"
      "| `experiment.json` | strips, density of the cloth, calibration of the camera |\n"
      "| `strip-0.csv`, `strip-45.csv`, `strip-90.csv` | points along each strip at several overhangs |\n"
      "| `peirce-90.csv` | overhangs and angles of the classical test |\n"
      "\n"
      "1. Label 10 to 20 points along each strip, in order: the first where it leaves the clamp, the last at its tip.\n"
      "2. Write the overhang beside them: the length of the strip outside the clamp.\n"
      "3. Edit density, widths and the scale in `experiment.json`; remove what you did not measure.\n"
      "4. Look at what was understood: `pliant check experiment.json`\n"
      "5. Estimate the material: `pliant fit experiment.json -o result`\n");
}

const pl__template_file pl__cantilever_template[] = {{"strip-0.csv", write_0},
                                                     {"strip-45.csv", write_45},
                                                     {"strip-90.csv", write_90},
                                                     {"peirce-90.csv", write_angles},
                                                     {"README.md", write_readme},
                                                     {"experiment.json", write_experiment},
                                                     {NULL, NULL}};
