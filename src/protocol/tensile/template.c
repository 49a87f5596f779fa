// template.c: the folder of `pliant new` for this protocol: four KES-like curves of one law, 50 mm x 200 mm, converted with eq. 16.
#include "protocol/tensile/tensile_part.h"

static const pl_sample sample = {0.050, 0.200};

// A stress-strain curve k e + c e^3, N/m.
typedef struct cubic {
  double k, c;
} cubic;
static const cubic warp_law = {900, 60000}, weft_law = {400, 25000}, shear_law = {40, 300};
static double stress(cubic law, double e) { return law.k * e + law.c * e * e * e; }

enum { N_STEP = PL__TEMPLATE_STEPS };

static void write_elongation(pl_text *out, cubic law, double largest) {
  pl_text_add(out, "displacement [mm],force [N]\n");
  for (int i = 0; i <= 2 * N_STEP; i++) {
    double d = largest * pl__template_travel(i), elongation, shear, fu, fv;
    pl_tensile_strain(&sample, d, 0, &elongation, &shear);
    pl_tensile_force(&sample, d, 0, stress(law, elongation), 0, &fu, &fv);
    pl__template_row(out, 1e3 * d, pl__template_friction_factor(i) * fu);
  }
}

static void write_shear(pl_text *out, cubic law) {
  pl_text_add(out, "shear-displacement [mm],shear-force [N]\n");
  for (int i = 0; i <= 2 * N_STEP; i++) {
    double d = 0.007 * pl__template_travel(i), elongation, shear, fu, fv;
    pl_tensile_strain(&sample, 0, d, &elongation, &shear);
    pl_tensile_force(&sample, 0, d, stress(law, elongation), stress(shear_law, shear), &fu, &fv);
    pl__template_row(out, 1e3 * d, pl__template_friction_factor(i) * fv);
  }
}

static void write_warp(pl_text *out) { write_elongation(out, warp_law, 0.004); }
static void write_weft(pl_text *out) { write_elongation(out, weft_law, 0.006); }
static void write_shear_warp(pl_text *out) { write_shear(out, warp_law); }
static void write_shear_weft(pl_text *out) { write_shear(out, weft_law); }

static void write_tensile(pl_text *out) {
  pl_text_add(out,
              "// An experiment: what was done, on which specimens, and where the curves are. Comments like this one may stay.\n"
              "{\n"
              "  \"pliant\": \"experiment 1\",\n"
              "  \"protocol\": \"tensile\",\n"
              "  \"name\": \"my fabric\",\n"
              "  \"density\": \"150 g/m^2\",        // optional; needed for simulation under gravity\n"
              "\n"
              "  // Size of one specimen: length between the clamps, width along them. A test may have its own \"specimen\".\n"
              "  // Several equal strips pulled together: add \"strips\": 12, with the width of one strip.\n"
              "  \"specimen\": { \"length\": \"50 mm\", \"width\": \"200 mm\" },\n"
              "\n"
              "  // Standard deviation of one reading. Leave it out when unknown: it is then estimated from the residuals.\n"
              "  \"sigma\": { \"force\": \"0.05 N\", \"shear-force\": \"0.01 N\" },\n"
              "\n"
              "  // One entry per curve. \"direction\": \"warp\" or \"weft\" is the direction along the length (the pulling direction);\n"
              "  // bias cuts say \"angle\": \"45 deg\", counted from warp towards weft.\n"
              "  \"tests\": [\n"
              "    { \"name\": \"warp\", \"file\": \"warp.csv\", \"direction\": \"warp\" },\n"
              "    { \"name\": \"weft\", \"file\": \"weft.csv\", \"direction\": \"weft\" },\n"
              "    { \"name\": \"shear warp\", \"file\": \"shear-warp.csv\", \"direction\": \"warp\", \"shear\": \"fixed-length\" },\n"
              "    { \"name\": \"shear weft\", \"file\": \"shear-weft.csv\", \"direction\": \"weft\", \"shear\": \"fixed-length\" }\n"
              "  ]\n"
              "\n"
              "  // A test may also say (the same words at the top of the file are defaults for all tests):\n"
              "  //   \"columns\": { \"displacement\": \"Extension\", \"force\": { \"name\": \"Load\", \"unit\": \"N\" } }   columns with "
              "other names\n"
              "  //   \"where\": { \"sample\": \"A\", \"run\": 3 }     only these rows, when one file holds many tests\n"
              "  //   \"branch\": \"average\"                       or \"load\", \"unload\", \"all\"; average when both were measured\n"
              "  //   \"shear\": \"keep-length\"                   shear tests: the clamps approach and the yarns keep their length (KES)\n"
              "  //   \"pretension\": \"0.5 N\"                     force at which the displacement was set to zero\n"
              "  //   \"fit-offset\": true                        the displacement zero is uncertain (slack): estimate it\n"
              "  //   \"method\": \"auto\"                          or \"clamped\" (wide), \"free\" (long, narrow), \"mesh\" (simulated)\n"
              "  //   \"sign\": \"flip\"                            for machines that count compression as positive\n"
              "}\n");
}

static void write_tensile_readme(pl_text *out) {
  pl_text_add(
      out, "# A tensile experiment\n"
           "\n"
           "`experiment.json` says what was done; the CSV files hold the curves. Both are examples: the numbers come from a formula.\n"
           "\n"
           "1. Replace the curves by your own. Any CSV export of a testing machine will do: the columns are found by their names, or are\n"
           "   named in `experiment.json`. Every column needs a unit, in its header (`force [N]`) or in `experiment.json`.\n"
           "2. Edit the specimen sizes, directions and the fabric's name in `experiment.json`.\n"
           "3. Look at what was understood: `pliant check experiment.json`\n"
           "4. Estimate the material: `pliant fit experiment.json -o result`\n"
           "\n"
           "Two elongation curves (warp, weft) and one shear curve make a material. The second shear curve is a check: both must\n"
           "give the same shear stress. Bias cuts (`\"angle\": \"45 deg\"`) can take the place of shear curves.\n");
}

const pl__template_file pl__tensile_template[] = {{"warp.csv", write_warp},
                                                  {"weft.csv", write_weft},
                                                  {"shear-warp.csv", write_shear_warp},
                                                  {"shear-weft.csv", write_shear_weft},
                                                  {"README.md", write_tensile_readme},
                                                  {"experiment.json", write_tensile},
                                                  {NULL, NULL}};
