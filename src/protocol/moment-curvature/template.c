// template.c: the folder of `pliant new`: KES loops of a worsted-like cloth along warp and weft, and a line of a data sheet.
//
// On each branch M = B kappa + sigma, with Dahl's exact solution sigma (measure/template.h), rounded as an instrument prints it. These are not
// measurements.
#include "base/rng.h"
#include "protocol/moment-curvature/moment_part.h"

enum { PER_BRANCH = 25 };
#define GF_CM 9.80665e-3  // N: 1 gf cm/cm
#define NOISE 0.001       // gf cm/cm

typedef struct cloth {
  double rigidity;             // N m
  pl__template_dahl friction;  // N, N/m^-1, 1/m
  uint64_t seed;
} cloth;

static const cloth warp = {9.2e-6, {2.6e-4, 0, 14}, 1}, weft = {5.7e-6, {1.9e-4, 0, 16}, 2};

static void write_loop(const cloth *c, pl_text *out) {
  double kappa[1 + 4 * PER_BRANCH], sigma = 0;
  int branch[1 + 4 * PER_BRANCH];
  const pl__moment_loop loop = {.top = 250, .n = PER_BRANCH, .cycles = 1};
  pl_rng rng;
  pl_rng_init(&rng, c->seed);
  pl__moment_loop_fill(&loop, kappa, branch);
  pl_text_add(out, "curvature [1/cm],moment [gf cm/cm]\n");
  for (int i = 0; i < pl__moment_loop_frames(&loop); i++) {
    if (i > 0) sigma = pl__template_friction(&c->friction, kappa[i - 1], sigma, kappa[i], NULL);
    pl_text_printf(out, "%.2f,%.4f\n", 1e-2 * kappa[i], (c->rigidity * kappa[i] + sigma) / GF_CM + NOISE * pl_rng_normal(&rng));
  }
}

static void write_warp(pl_text *out) { write_loop(&warp, out); }
static void write_weft(pl_text *out) { write_loop(&weft, out); }

static void write_experiment(pl_text *out) {
  pl_text_add(
      out,
      "// An experiment: what was done, on which specimens, and where the loops are. Comments like this one may stay.\n"
      "{\n"
      "  \"pliant\": \"experiment 1\",\n"
      "  \"protocol\": \"moment-curvature\",\n"
      "  \"name\": \"my cloth\",\n"
      "  \"density\": \"200 g/m^2\",        // optional\n"
      "\n"
      "  // Standard deviation of one reading. Leave it out when unknown: it is then estimated from the residuals.\n"
      "  \"sigma\": { \"moment\": \"0.001 gf cm/cm\" },\n"
      "\n"
      "  // One entry per specimen: curvature and moment per width, in the order of measurement, all cycles in one table.\n"
      "  // \"direction\" is warp or weft; for others write \"angle\": \"45 deg\". Positive curvature turns the face outward;\n"
      "  // if your specimen was mounted the other way round, add \"face\": \"inward\".\n"
      "  \"tests\": [\n"
      "    { \"name\": \"warp\", \"file\": \"warp.csv\", \"direction\": \"warp\" },\n"
      "    { \"name\": \"weft\", \"file\": \"weft.csv\", \"direction\": \"weft\" },\n"
      "    // A data sheet without its curve: B and 2HB as KES prints them.\n"
      "    { \"name\": \"weft sheet\", \"direction\": \"weft\", \"rigidity\": \"0.058 gf cm^2/cm\", \"bending-hysteresis\": \"0.039 gf "
      "cm/cm\" }\n"
      "  ]\n"
      "}\n");
}

static void write_readme(pl_text *out) {
  pl_text_add(
      out, "# Loops of bending moment over curvature\n"
           "\n"
           "A strip of cloth is bent as a cylinder between two clamps while its moment is read (KES-FB2 and other pure bending testers).\n"
           "`experiment.json` says what was done; `warp.csv` and `weft.csv` hold the loops. All are examples: the numbers come from a\n"
           "formula.\n"
           "\n"
           "1. Replace the loops by your own: curvature and moment per width, each column with its unit.\n"
           "2. Edit the directions and the name in `experiment.json`. Delete the line of the data sheet, or write your own numbers.\n"
           "3. Look at what was understood: `pliant check experiment.json`\n"
           "4. Estimate the material: `pliant fit experiment.json -o result`\n");
}

const pl__template_file pl__moment_template[] = {
    {"warp.csv", write_warp}, {"weft.csv", write_weft}, {"README.md", write_readme}, {"experiment.json", write_experiment}, {NULL, NULL}};
