// template.c: a filled-in experiment folder to edit (`pliant new`): experiment.json with comments, example curves, README.md.
//
// The curves are made by formulas, so that the template can be checked and fitted at once; they measure no real cloth.
#include "measure/protocol.h"

#include <math.h>
#include <dirent.h>
#include <stdio.h>
#include <string.h>

#include "protocol/capture/capture_part.h"
#include "measure/template.h"

// ---- tensile: four KES-like curves of one law, 50 mm x 200 mm, converted with eq. 16 ----

static const pl_sample sample = {0.050, 0.200};

// A stress-strain curve k e + c e^3, N/m.
typedef struct cubic {
  double k, c;
} cubic;
static const cubic warp_law = {900, 60000}, weft_law = {400, 25000}, shear_law = {40, 300};
static double stress(cubic law, double e) { return law.k * e + law.c * e * e * e; }

enum { N_STEP = 30 };
// Friction between the yarns: the force is 4 % higher on the way out and 4 % lower on the way back, fading out towards the turn so that it does not
// jump there.
static double travel(int i) { return (double)(i <= N_STEP ? i : 2 * N_STEP - i) / N_STEP; }
static double branch_factor(int i) {
  double from_turn = fabs((double)i - N_STEP) / N_STEP, part = 0.04 * (1 - exp(-8 * from_turn));
  return i <= N_STEP ? 1 + part : 1 - part;
}

static void add_row(pl_text *out, double control, double observed) { pl_text_printf(out, "%.3f,%.4f\n", control, observed); }

static void write_elongation(pl_text *out, cubic law, double largest) {
  pl_text_add(out, "displacement [mm],force [N]\n");
  for (int i = 0; i <= 2 * N_STEP; i++) {
    double d = largest * travel(i), elongation, shear, fu, fv;
    pl_tensile_strain(&sample, d, 0, &elongation, &shear);
    pl_tensile_force(&sample, d, 0, stress(law, elongation), 0, &fu, &fv);
    add_row(out, 1e3 * d, branch_factor(i) * fu);
  }
}

static void write_shear(pl_text *out, cubic law) {
  pl_text_add(out, "shear-displacement [mm],shear-force [N]\n");
  for (int i = 0; i <= 2 * N_STEP; i++) {
    double d = 0.007 * travel(i), elongation, shear, fu, fv;
    pl_tensile_strain(&sample, 0, d, &elongation, &shear);
    pl_tensile_force(&sample, 0, d, stress(law, elongation), stress(shear_law, shear), &fu, &fv);
    add_row(out, 1e3 * d, branch_factor(i) * fv);
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

// ---- disk-push: 300 mm frame, 60 mm disk ----

static void write_push_curve(pl_text *out) {
  pl_text_add(out, "displacement [mm],force [N]\n");
  for (int i = 0; i <= 2 * N_STEP; i++) {
    double d = 0.040 * travel(i);
    add_row(out, 1e3 * d, branch_factor(i) * (2 * d + 3e5 * d * d * d));
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

static const pl__template_file tensile_files[] = {{"warp.csv", write_warp},
                                                  {"weft.csv", write_weft},
                                                  {"shear-warp.csv", write_shear_warp},
                                                  {"shear-weft.csv", write_shear_weft},
                                                  {"README.md", write_tensile_readme},
                                                  {"experiment.json", write_tensile},
                                                  {NULL, NULL}};
static const pl__template_file push_files[] = {
    {"push.csv", write_push_curve}, {"README.md", write_push_readme}, {"experiment.json", write_push}, {NULL, NULL}};

static const struct {
  const char *protocol;
  const pl__template_file *file;
} templates[] = {{"tensile", tensile_files},
                 {"disk-push", push_files},
                 {"biaxial-hang", pl__hang_template},
                 {"cantilever", pl__cantilever_template},
                 {"weights", pl__weights_template},
                 {"roll", pl__roll_template},
                 {"homogeneous", pl__homogeneous_template},
                 {"poses", pl__poses_template}};

static bool is_empty(const char *directory) {
  DIR *folder = opendir(directory);
  if (!folder) return true;  // the writing will say what is wrong
  bool empty = true;
  for (const struct dirent *entry; empty && (entry = readdir(folder)) != NULL;) {
    empty = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
  }
  closedir(folder);
  return empty;
}

static pl_status fail_protocol(pl_context *ctx, const char *protocol) {
  const char *names[16];
  char all[256] = "", hint[128];
  int n = pl_protocol_count();
  for (int p = 0; p < n && p < 16; p++) {
    names[p] = pl_protocol_at(p)->name;
    size_t used = strlen(all);
    snprintf(all + used, sizeof all - used, "%s%s", p ? ", " : "", names[p]);
  }
  const char *nearest = pl_text_nearest(protocol, n, names);
  if (nearest)
    snprintf(hint, sizeof hint, "did you mean %s?", nearest);
  else
    snprintf(hint, sizeof hint, "choose one of these");
  return pl_fail(ctx, PL_ERROR_USAGE, NULL, hint, "protocol \"%.60s\" is not known, expected one of %s", protocol, all);
}

// A folder may hold measurements already, as long as none of them would be overwritten.
static pl_status check_free(pl_context *ctx, pl_arena *arena, const pl__template_file *file, const char *directory) {
  for (; file->name; file++) {
    char *path = pl_path_join(arena, directory, file->name);
    if (!path) return PL_ERROR_MEMORY;
    if (!pl_file_exists(path)) continue;
    pl_where where = {.file = path};
    return pl_fail(ctx, PL_ERROR_FILE, &where, "choose a new folder, and move your tables into it afterwards",
                   PL_ID("experiment.already-there-would-overwritten") "is already there and would be overwritten, nothing was written");
  }
  return PL_OK;
}

static pl_status write_files(pl_context *ctx, pl_arena *arena, const pl__template_file *file, const char *directory) {
  PL_TRY(pl_directory_create(ctx, directory));
  for (; file->name; file++) {
    char *path = pl_path_join(arena, directory, file->name);
    if (!path) return PL_ERROR_MEMORY;
    pl_text out;
    pl_text_init(&out, ctx);
    file->write(&out);
    pl_status status = out.failed ? PL_ERROR_MEMORY : pl_file_write(ctx, path, out.data, out.size);
    pl_text_clear(&out);
    PL_TRY(status);
  }
  return PL_OK;
}

pl_status pl_measurement_new(pl_context *ctx, const char *protocol, const char *directory) {
  const pl__template_file *file = NULL;
  for (size_t t = 0; t < sizeof templates / sizeof templates[0]; t++) {
    if (strcmp(templates[t].protocol, protocol) == 0) file = templates[t].file;
  }
  bool capture = strcmp(protocol, "capture") == 0;
  if (!file && !capture) return fail_protocol(ctx, protocol);
  if (capture && !is_empty(directory)) {  // whose meshes have many names
    pl_where where = {.file = directory};
    return pl_fail(ctx, PL_ERROR_FILE, &where, "choose a new name, or empty the folder first",
                   "the folder is not empty, nothing was written");
  }
  if (capture) return pl__capture_new(ctx, directory);
  pl_arena *arena = pl_arena_create(ctx);
  if (!arena) return PL_ERROR_MEMORY;
  pl_status status = check_free(ctx, arena, file, directory);
  if (status == PL_OK) status = write_files(ctx, arena, file, directory);
  pl_arena_destroy(arena);
  return status;
}
