// template.c: the folder of `pliant new` for this protocol: readings of a shirting-like cloth on itself and on skin. Not measurements.
#include <math.h>

#include "base/rng.h"
#include "protocol/slide/slide_part.h"

// A sled of 2 N on skin, pulled over 60 mm: it sticks, lets go and slides.
static void write_trace(pl_text *out) {
  pl_rng rng;
  pl_rng_init(&rng, 4);
  pl_text_add(out, "travel [mm],force [N]\n");
  for (int i = 0; i <= 120; i++) {
    double at = 0.5 * i, kinetic = 2 * 0.41, peak = 2 * 0.52;
    double force = at < 2 ? peak * at / 2 : kinetic + (peak - kinetic) * exp(-(at - 2) / 1.5);
    pl_text_printf(out, "%.1f,%.3f\n", at, force + 0.01 * pl_rng_normal(&rng));
  }
}

static void write_experiment(pl_text *out) {
  pl_text_add(
      out, "// An experiment: friction of a cloth. Comments like this one may stay.\n"
           "{\n"
           "  \"pliant\": \"experiment 1\",\n"
           "  \"protocol\": \"slide\",\n"
           "  \"name\": \"my cloth\",\n"
           "\n"
           "  // One entry per direction and surface. Without \"against\" the cloth slides on itself.\n"
           "  // Values are one per pull; sigma is then estimated from their scatter.\n"
           "  \"tests\": [\n"
           "    // a board is tilted until a block wrapped in the cloth begins to slide; then: until it keeps sliding after a tap\n"
           "    { \"name\": \"board warp\", \"direction\": \"warp\",\n"
           "      \"static-angle\": { \"unit\": \"deg\", \"values\": [27.5, 26.0, 28.0, 27.0, 26.5] },\n"
           "      \"kinetic-angle\": { \"unit\": \"deg\", \"values\": [21.5, 22.5, 21.0, 22.0, 22.0] } },\n"
           "    { \"name\": \"board weft\", \"direction\": \"weft\",\n"
           "      \"static-angle\": { \"unit\": \"deg\", \"values\": [24.0, 25.5, 24.5, 25.0, 24.0] },\n"
           "      \"kinetic-angle\": { \"unit\": \"deg\", \"values\": [19.5, 20.5, 20.0, 21.0, 20.0] } },\n"
           "    // a strip around a rod covered with the cloth: 0.5 N hang at one end, the other end is pulled\n"
           "    { \"name\": \"rod warp\", \"direction\": \"warp\", \"load\": \"0.5 N\", \"wrap\": \"180 deg\",\n"
           "      \"kinetic-force\": { \"unit\": \"N\", \"values\": [1.78, 1.74, 1.82, 1.76] } },\n"
           "    // a sled of 2 N on skin, with its force over the travel\n"
           "    { \"name\": \"sled skin\", \"direction\": \"warp\", \"against\": \"skin\", \"load\": \"2 N\", \"trace\": \"sled.csv\" }\n"
           "  ]\n"
           "}\n");
}

static void write_readme(pl_text *out) {
  pl_text_add(out,
              "# Friction of a cloth\n"
              "\n"
              "A board is tilted, a sled is pulled, or a strip is pulled around a rod. `experiment.json` holds the readings, `sled.csv`\n"
              "the force of a sled over its travel. All are examples.\n"
              "\n"
              "1. Replace the readings by your own, one per pull, and the directions.\n"
              "2. Look at what was understood: `pliant check experiment.json`\n"
              "3. Estimate the friction: `pliant fit experiment.json -o result`\n"
              "4. Add it to a material: `pliant material combine cloth.json result/material.json -o cloth-with-friction.json`\n");
}

const pl__template_file pl__slide_template[] = {
    {"sled.csv", write_trace}, {"README.md", write_readme}, {"experiment.json", write_experiment}, {NULL, NULL}};
