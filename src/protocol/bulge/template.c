// template.c: the folder of `pliant new` for this protocol: one curve of a flat isotropic film by Hencky's solution, 100 mm across.
//
// Hencky's solution is of shallow caps: it neglects terms of (height / radius)^2, 0.4 % at the largest pressure here.
#include <math.h>

#include "protocol/bulge/bulge_part.h"

enum { N_STEP = PL__TEMPLATE_STEPS };

static void write_curve(pl_text *out) {
  const double a = 0.05, young = 50e3, constant = 0.653;  // m, N/m, Poisson's ratio 0.3
  pl_text_add(out, "pressure [kPa],height [mm]\n");
  for (int i = 0; i <= 2 * N_STEP; i++) {
    double p = 1e3 * pl__template_travel(i);  // friction: lower on the way out than on the way back
    pl__template_row(out, 1e-3 * p, 1e3 * constant * a * cbrt(p * a / young) / pl__template_friction_factor(i));
  }
}

static void write_experiment(pl_text *out) {
  pl_text_add(out, "// An experiment: what was done, on which specimen, and where the curve is. Comments like this one may stay.\n"
                   "{\n"
                   "  \"pliant\": \"experiment 1\",\n"
                   "  \"protocol\": \"bulge\",\n"
                   "  \"name\": \"my film\",\n"
                   "  \"density\": \"150 g/m^2\",        // optional\n"
                   "\n"
                   "  // Inner diameter of the clamping ring. The thickness is optional, for your records.\n"
                   "  \"specimen\": { \"diameter\": \"100 mm\", \"thickness\": \"0.3 mm\" },\n"
                   "\n"
                   "  // Standard deviation of one reading. Leave it out when unknown: it is then estimated from the residuals.\n"
                   "  \"sigma\": { \"height\": \"0.02 mm\" },\n"
                   "\n"
                   "  // One entry per curve: pressure below the sheet, height of its pole above the plane of the rim.\n"
                   "  \"tests\": [\n"
                   "    { \"name\": \"bulge\", \"file\": \"bulge.csv\" }\n"
                   "  ]\n"
                   "}\n");
}

static void write_readme(pl_text *out) {
  pl_text_add(
      out, "# A bulge experiment\n"
           "\n"
           "A circular sheet is clamped at its rim and bulged by a measured pressure; the height of its pole is read. `experiment.json`\n"
           "says what was done; `bulge.csv` holds the curve. Both are examples: the numbers come from a formula.\n"
           "\n"
           "1. Replace the curve by your own: pressure and height, each column with its unit.\n"
           "2. Edit the diameter and the name in `experiment.json`.\n"
           "3. Look at what was understood: `pliant check experiment.json`\n"
           "4. Estimate the material: `pliant fit experiment.json -o result`\n");
}

const pl__template_file pl__bulge_template[] = {
    {"bulge.csv", write_curve}, {"README.md", write_readme}, {"experiment.json", write_experiment}, {NULL, NULL}};
