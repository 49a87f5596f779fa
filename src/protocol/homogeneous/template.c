// template.c: a filled-in experiment of the protocol `homogeneous`: a rubber pulled in one direction, in two, with fixed width, and
// sheared.
//
// The stresses are those of W = c1 (I1 - 3) + c2 (I2 - 3) + c3 (I1 - 3)^3, incompressible, with noise. For stretches l1, l2 and a free thickness l3
// = 1 / (l1 l2),
//   P11 = 2 (l1 - l3^2 / l1) (W1 + l2^2 W2);   simple shear: P12 = 2 g (W1 + W2).
// They are not measurements.
#include <math.h>

#include "base/rng.h"
#include "measure/template.h"

#define C1 0.16   // MPa
#define C2 0.012  // MPa
#define C3 3e-5   // MPa
#define NOISE 0.006
enum { POINTS = 20 };

static double stress(double l1, double l2) {
  double l3 = 1 / (l1 * l2), i1 = l1 * l1 + l2 * l2 + l3 * l3;
  return 2 * (l1 - l3 * l3 / l1) * (C1 + 3 * C3 * (i1 - 3) * (i1 - 3) + l2 * l2 * C2);
}

// power: of the first stretch, for the second one.
static void write_curve(pl_text *out, double top, double power, uint64_t seed) {
  pl_rng rng;
  pl_rng_init(&rng, seed);
  pl_text_add(out, "stretch,stress [MPa]\n");
  for (int i = 1; i <= POINTS; i++) {
    double l = 1 + (top - 1) * i / POINTS;
    pl_text_printf(out, "%.3f,%.4f\n", l, stress(l, pow(l, power)) + NOISE * pl_rng_normal(&rng));
  }
}

static void write_uniaxial(pl_text *out) { write_curve(out, 6, -0.5, 1); }
static void write_equibiaxial(pl_text *out) { write_curve(out, 4, 1, 2); }
static void write_planar(pl_text *out) { write_curve(out, 5, 0, 3); }

static void write_shear(pl_text *out) {
  pl_rng rng;
  pl_rng_init(&rng, 4);
  pl_text_add(out, "shear,shear stress [MPa]\n");
  for (int i = 1; i <= POINTS; i++) {
    double g = 1.5 * i / POINTS;
    pl_text_printf(out, "%.3f,%.4f\n", g, 2 * g * (C1 + C2 + 3 * C3 * g * g * g * g) + NOISE * pl_rng_normal(&rng));
  }
}

static void write_experiment(pl_text *out) {
  pl_text_add(
      out,
      "// An experiment: how each specimen was deformed, and where its curve is. Comments like this one may stay.\n"
      "{\n"
      "  \"pliant\": \"experiment 1\",\n"
      "  \"protocol\": \"homogeneous\",\n"
      "  \"name\": \"my rubber\",\n"
      "\n"
      "  // What stands here holds for all tests; a test may have its own.\n"
      "  \"stress\": \"nominal\",             // required: force over the area at rest; \"cauchy\": over the current area\n"
      "  \"incompressible\": true,          // rubber and gels keep their volume; foams and cloth do not\n"
      "  \"symmetry\": \"isotropic\",         // or \"orthotropic\"\n"
      "  \"sigma\": \"0.006 MPa\",            // of one stress; or \"2 %\" of the largest; leave it out when unknown\n"
      "\n"
      "  // One entry per curve.\n"
      "  \"tests\": [\n"
      "    { \"name\": \"uniaxial\", \"mode\": \"uniaxial\", \"file\": \"uniaxial.csv\" },\n"
      "    { \"name\": \"equibiaxial\", \"mode\": \"equibiaxial\", \"file\": \"equibiaxial.csv\" },\n"
      "    { \"name\": \"planar\", \"mode\": \"planar\", \"file\": \"planar.csv\" },\n"
      "    { \"name\": \"shear\", \"mode\": \"simple-shear\", \"file\": \"shear.csv\" }\n"
      "  ]\n"
      "\n"
      "  // Other modes: strip-biaxial (with \"held\": 1.5), biaxial (columns stretch, stretch 2, stress, stress 2), compound-shear.\n"
      "  // A test may also say:\n"
      "  //   \"columns\": { \"stretch\": \"lambda\", \"stress\": { \"name\": \"P\", \"unit\": \"kPa\" } }   columns with other names\n"
      "  //   \"length\": \"50 mm\"              at rest, for a column elongation [mm]\n"
      "  //   \"area\": \"12 mm^2\"              at rest, for a column force [N]; or \"width\" and \"thickness\"\n"
      "  //   \"height\": \"4 mm\"               at rest, for a column shear displacement [mm]\n"
      "  //   \"where\": { \"sample\": \"A\" }     only these rows, when one file holds many curves\n"
      "}\n");
}

static void write_readme(pl_text *out) {
  pl_text_add(out, "# A homogeneous experiment\n"
                   "\n"
                   "Sheets or blocks of one material, each deformed the same everywhere in a way that is known: pulled, stretched in two "
                   "directions, sheared.\n"
                   "docs/protocols/homogeneous.md has all modes, columns and keys. The numbers here come from a formula.\n"
                   "\n"
                   "| file | what |\n"
                   "|---|---|\n"
                   "| `experiment.json` | modes, stress measure, what is known about the material |\n"
                   "| `uniaxial.csv`, `equibiaxial.csv`, `planar.csv`, `shear.csv` | the curves |\n"
                   "\n"
                   "1. Replace the curves by your own: stretch (or strain, or elongation) and stress (or force), each with its unit.\n"
                   "2. Say in `experiment.json` whether the stresses are nominal or Cauchy. The numbers do not show it.\n"
                   "3. Look at what was understood: `pliant check experiment.json`\n"
                   "4. Estimate the material: `pliant fit experiment.json -o result`\n"
                   "5. Curves in a separate experiment file can be held out: `pliant fit a.json --validate b.json -o result`\n");
}

const pl__template_file pl__homogeneous_template[] = {{"uniaxial.csv", write_uniaxial},
                                                      {"equibiaxial.csv", write_equibiaxial},
                                                      {"planar.csv", write_planar},
                                                      {"shear.csv", write_shear},
                                                      {"README.md", write_readme},
                                                      {"experiment.json", write_experiment},
                                                      {NULL, NULL}};
