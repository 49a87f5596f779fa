// template.c: the folder of `pliant new` for this protocol: one curve, 300 mm frame, 60 mm disk.
#include "protocol/disk-push/disk_part.h"

enum { N_STEP = PL__TEMPLATE_STEPS };

static void write_push_curve(pl_text *out) {
  pl_text_add(out, "displacement [mm],force [N]\n");
  for (int i = 0; i <= 2 * N_STEP; i++) {
    double d = 0.040 * pl__template_travel(i);
    pl__template_row(out, 1e3 * d, pl__template_friction_factor(i) * (2 * d + 3e5 * d * d * d));
  }
}

static void write_push(pl_text *out) {
  pl_text_add(out,
              "// An experiment: what was done, on which specimen, and where the curve is. Comments like this one may stay.\n"
              "{\n"
              "  \"pliant\": \"experiment 1\",\n"
              "  \"protocol\": \"disk-push\",\n"
              "  \"name\": \"my fabric\",\n"
              "  \"density\": \"150 g/m^2\",        // optional\n"
              "\n"
              "  // Inner diameter of the frame that holds the cloth, and diameter of the disk that is pushed into its middle.\n"
              "  \"specimen\": { \"frame-diameter\": \"300 mm\", \"disk-diameter\": \"60 mm\" },\n"
              "\n"
              "  // Standard deviation of one reading. Leave it out when unknown: it is then estimated from the residuals.\n"
              "  \"sigma\": { \"force\": \"0.05 N\" },\n"
              "\n"
              "  // One entry per curve: travel of the disk from the flat cloth, and force on it.\n"
              "  \"tests\": [\n"
              "    { \"name\": \"push\", \"file\": \"push.csv\" }\n"
              "  ]\n"
              "\n"
              "  // A test may also say (the same words at the top of the file are defaults for all tests):\n"
              "  //   \"columns\": { \"displacement\": \"Stroke\", \"force\": { \"name\": \"Load\", \"unit\": \"N\" } }   columns with "
              "other names\n"
              "  //   \"where\": { \"run\": 3 }                     only these rows, when one file holds many tests\n"
              "  //   \"branch\": \"average\"                       or \"load\", \"unload\", \"all\"; average when both were measured\n"
              "  //   \"fit-offset\": true                        the displacement zero is uncertain (slack): estimate it\n"
              "  //   \"sign\": \"flip\"                            for machines that count compression as positive\n"
              "}\n");
}

static void write_push_readme(pl_text *out) {
  pl_text_add(out,
              "# A disk-push experiment\n"
              "\n"
              "Cloth is clamped on a circular frame and a round disk is pushed into its middle. `experiment.json` says what was done;\n"
              "`push.csv` holds the curve. Both are examples: the numbers come from a formula.\n"
              "\n"
              "1. Replace the curve by your own: travel of the disk and force on it, each column with its unit.\n"
              "2. Edit the diameters and the fabric's name in `experiment.json`.\n"
              "3. Look at what was understood: `pliant check experiment.json`\n"
              "4. Compare with a material estimated from tensile tests: `pliant predict MATERIAL experiment.json`\n");
}

const pl__template_file pl__disk_template[] = {
    {"push.csv", write_push_curve}, {"README.md", write_push_readme}, {"experiment.json", write_push}, {NULL, NULL}};
