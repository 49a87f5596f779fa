// template.c: a filled-in experiment of the protocol `weights`. A cotton-like square in warp and weft, tops of 1 to 6 N, three
// repetitions, and an empty sheet.
//
// The lengths are those of the exact law: with e = ((L/L0)^2 - 1)/2, width W, stiffness k1 + k2 e and Dahl's friction stress sigma,
//   W (L/L0) ((k1 + k2 e) e + sigma) = weight + dead,
// solved on each branch from its turning point, from a fresh cloth. Warp has the paper's cotton. They are not measurements.
#include <math.h>

#include "base/rng.h"
#include "measure/template.h"

#define SIDE 0.1                               // m, both sides of the square
#define DEAD ((0.012 + 0.5 * 0.00143) * 9.81)  // N: the clip and half of the cloth
#define NOISE 0.1                              // mm
enum { TOPS = 6, REPETITIONS = 3 };

typedef struct cloth {
  double k1, k2;  // N/m
  pl__template_dahl friction;
  uint64_t seed;
} cloth;

static const cloth warp = {135.6, 64.03, {2.22, 3.16, 0.006}, 1};  // friction paper 2013, table of section 4.2
static const cloth weft = {92.0, 48.0, {1.60, 2.40, 0.009}, 2};

// The start of a branch, and its friction stress there.
typedef struct turn {
  double strain, stress;
} turn;

static double force(const cloth *c, const turn *from, double e) {
  double stress = pl__template_friction(&c->friction, from->strain, from->stress, e, NULL);
  return SIDE * sqrt(1 + 2 * e) * ((c->k1 + c->k2 * e) * e + stress);
}

// The strain on the branch at which the cloth carries a force, which increases with strain.
static double strain_at(const cloth *c, const turn *from, int direction, double target) {
  double low = direction > 0 ? from->strain : from->strain - 0.4, high = direction > 0 ? from->strain + 1 : from->strain;
  for (int i = 0; i < 60; i++) {
    double middle = 0.5 * (low + high);
    if (force(c, from, middle) < target)
      low = middle;
    else
      high = middle;
  }
  return 0.5 * (low + high);
}

static void add_row(pl_text *out, int repetition, int cycle, int weight, double e, pl_rng *rng) {
  pl_text_printf(out, "%d,%d,%d,%.2f\n", repetition, cycle, weight, 1e3 * SIDE * sqrt(1 + 2 * e) + NOISE * pl_rng_normal(rng));
}

static void write_lengths(pl_text *out, const cloth *c) {
  turn from = {0, 0};
  pl_rng rng;
  pl_rng_init(&rng, c->seed);
  pl_text_add(out, "repetition,cycle,weight [N],length [mm]\n");
  add_row(out, 1, 1, 0, strain_at(c, &from, 1, DEAD), &rng);
  for (int repetition = 1; repetition <= REPETITIONS; repetition++)
    for (int top = 1; top <= TOPS; top++)
      for (int direction = 1; direction >= -1; direction -= 2) {
        double e = 0;
        for (int k = 1; k <= top; k++) {
          int weight = direction > 0 ? k : top - k;
          e = strain_at(c, &from, direction, weight + DEAD);
          add_row(out, repetition, top, weight, e, &rng);
        }
        from = (turn){e, pl__template_friction(&c->friction, from.strain, from.stress, e, NULL)};
      }
}

static void write_warp(pl_text *out) { write_lengths(out, &warp); }
static void write_weft(pl_text *out) { write_lengths(out, &weft); }

// For printing: the same rows without readings.
static void write_sheet(pl_text *out) {
  pl_text_add(out, "repetition,cycle,weight [N],length [mm]\n1,1,0,\n");
  for (int repetition = 1; repetition <= REPETITIONS; repetition++)
    for (int top = 1; top <= TOPS; top++)
      for (int k = 1; k <= 2 * top; k++) pl_text_printf(out, "%d,%d,%d,\n", repetition, top, k <= top ? k : 2 * top - k);
}

static void write_experiment(pl_text *out) {
  pl_text_add(
      out, "// An experiment: what was done, on which cloth, and where the lengths are. Comments like this one may stay.\n"
           "{\n"
           "  \"pliant\": \"experiment 1\",\n"
           "  \"protocol\": \"weights\",\n"
           "  \"name\": \"my fabric\",\n"
           "  \"density\": \"143 g/m^2\",          // required: half of the cloth's own weight counts\n"
           "\n"
           "  // What stands here holds for all tests; a test may have its own.\n"
           "  \"length\": \"100 mm\",              // between the clips (or the marks that are read)\n"
           "  \"width\": \"100 mm\",\n"
           "  \"clip\": \"12 g\",                  // the lower clip with its hook, which always hangs; \"0 g\" if the weights include it\n"
           "  \"first\": \"virgin\",               // fresh or well relaxed cloth; \"conditioned\": it was loaded and unloaded before\n"
           "  \"sigma\": \"0.1 mm\",               // what repeated readings of one length scatter\n"
           "  \"step\": \"1 N\",                   // each row has one weight more or less than the one before\n"
           "  \"tops\": [\"1 N\", \"2 N\", \"3 N\", \"4 N\", \"5 N\", \"6 N\"],   // where the cycles of one repetition turn\n"
           "\n"
           "  // One entry per piece of cloth. \"direction\": which yarns hang down.\n"
           "  \"tests\": [\n"
           "    { \"name\": \"warp\", \"direction\": \"warp\", \"file\": \"warp.csv\" },\n"
           "    { \"name\": \"weft\", \"direction\": \"weft\", \"file\": \"weft.csv\" }\n"
           "  ]\n"
           "\n"
           "  // A test may also say:\n"
           "  //   \"rest-length\": \"99.6 mm\"     the same length, measured on the flat cloth\n"
           "  //   \"rest-sigma\": \"0.5 mm\"       how well the length at rest is known\n"
           "  //   \"partial-unloading\": true    the weights went up again before all were off\n"
           "  //   \"angle\": \"45 deg\"            instead of \"direction\"\n"
           "  //   \"gravity\": \"9.81 m/s^2\"\n"
           "}\n");
}

static void write_readme(pl_text *out) {
  pl_text_add(
      out, "# A weights experiment\n"
           "\n"
           "A square of cloth hangs on a board. Weights are hung on its lower side one after the other and taken off again; the length is "
           "read at\n"
           "each (Miguel et al. 2013). The difference between the way up and the way down is internal friction. How to do it at a kitchen "
           "table:\n"
           "docs/protocols/weights.md. The numbers here come from a formula.\n"
           "\n"
           "| file | what |\n"
           "|---|---|\n"
           "| `sheet.csv` | the rows to print and fill in by hand, in the order of the measurement |\n"
           "| `experiment.json` | size and density of the cloth, the clip, directions |\n"
           "| `warp.csv`, `weft.csv` | the lengths, row by row in the order in which they were read |\n"
           "\n"
           "1. Print `sheet.csv`, measure, and type the lengths into `warp.csv` and `weft.csv`. Do not sort the rows and leave none out.\n"
           "2. Masses are fine too: write `mass [g]` in the header instead of `weight [N]`.\n"
           "3. Edit density, clip and sizes in `experiment.json`.\n"
           "4. Look at what was understood: `pliant check experiment.json`\n"
           "5. Estimate the material: `pliant fit experiment.json -o result`\n");
}

const pl__template_file pl__weights_template[] = {{"warp.csv", write_warp},
                                                  {"weft.csv", write_weft},
                                                  {"sheet.csv", write_sheet},
                                                  {"README.md", write_readme},
                                                  {"experiment.json", write_experiment},
                                                  {NULL, NULL}};
