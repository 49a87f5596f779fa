// cmd_material.c: `pliant material list | show NAME | compare A B... | combine A B | plate A | twin A | volume A | import FILE | export NAME`.
#include <stdio.h>
#include <string.h>

#include "load.h"
#include "material_format.h"

static char format_help[400];  // from the table of exporters
static const cli_flag flags[] = {
    {"points", 0, "N", false, "compare: strains per curve, 1 to 100 (default 5)"},
    {"plot", 0, "FILE", false, "show: also draw its stiffness tensors and bending curves as FILE.svg"},
    {"output", 'o', "FILE", false, "combine, plate, twin, volume, import, export: the file to write"},
    {"bulk", 0, "K", false, "volume: the bulk modulus of the term that is added, such as \"17 MPa\""},
    {"format", 0, "NAME", false, format_help},
};

// Which verb each flag is for.
static const struct {
  const char *flag, *verb[6];
} belongs[] = {
    {"points", {"compare", NULL}}, {"plot", {"show", NULL}},     {"output", {"import", "export", "combine", "plate", "twin", "volume"}},
    {"bulk", {"volume"}},          {"format", {"export", NULL}},
};

static const char more[] = "MATERIAL is a file, the folder of a fit, or a name from the list. Names are looked up in $PLIANT_MATERIALS, "
                           "then in the database that ships.\n"
                           "Examples: pliant material show gabardine-virtual\n"
                           "          pliant material compare gabardine-virtual out/demo/material.json\n"
                           "          pliant material combine out/hung/material.json out/strips/material.json -o cloth.json\n"
                           "          pliant material plate old-cloth.json -o cloth.json\n"
                           "          pliant material twin interlock-virtual -o interlock-energy.json\n"
                           "          pliant material volume out/rubber --bulk \"17 MPa\" -o rubber-for-meshes.json\n"
                           "          pliant material import gray-interlock.json -o gray.json --factor 2 --negative zero";

static int print(cli *c, pl_status made, char *text) { return made == PL_OK ? cli_print_text(c, text, CLI_DONE) : cli_fail(c, made); }

// ---- list, compare ----

static int list(cli *c) {
  pl_text_style style = cli_style(c);
  char *text;
  pl_status made = c->json ? pl_materials_json(c->ctx, &text) : pl_materials_text(c->ctx, &style, &text);
  return print(c, made, text);
}

static int compare(cli *c) {
  int64_t points = 5;
  int status = cli_integer(c, "points", 1, 100, &points), n = c->n_arg - 1;
  if (status != CLI_CONTINUE) return status;
  if (n < 2) return cli_usage(c, "'material compare' needs two materials or more");
  if (n > PL_MATERIALS_MOST) return cli_usage(c, "'material compare' takes at most %d materials", PL_MATERIALS_MOST);
  pl_material *material[PL_MATERIALS_MOST] = {0};
  pl_status loaded = PL_OK;
  for (int m = 0; m < n && loaded == PL_OK; m++) loaded = cli_load_material(c, c->arg[1 + m], &material[m]);
  pl_text_style style = cli_style(c);
  const pl_material *const *all = (const pl_material *const *)material;
  char *text = NULL;
  if (loaded == PL_OK)
    loaded = c->json ? pl_materials_compare_json(c->ctx, n, all, c->arg + 1, (int)points, &text)
                     : pl_materials_compare_text(c->ctx, n, all, c->arg + 1, (int)points, &style, &text);
  status = print(c, loaded, text);
  for (int m = 0; m < n; m++) pl_material_destroy(material[m]);
  return status;
}

// ---- show ----

static int show(cli *c) {
  const char *plot = cli_value(c, "plot"), *dot = plot ? strrchr(pl_path_name(plot), '.') : NULL;
  if (plot && (!dot || !pl_text_same(dot, ".svg")))
    return cli_usage(
        c, PL_ID("usage.svg") "--plot %s: the drawing is an SVG file; use --plot %.*s.svg (a browser or Inkscape makes PNG or PDF of it)",
        plot, (int)(dot ? dot - plot : (long)strlen(plot)), plot);
  pl_material *material;
  pl_status done = cli_load_material(c, c->arg[1], &material);
  if (done == PL_OK && plot) done = pl_material_plot(c->ctx, plot, material);
  int status = CLI_DONE;
  if (done != PL_OK)
    status = cli_fail(c, done);
  else {
    pl_text_style style = cli_style(c);
    char *text;
    done = c->json ? pl_material_json(c->ctx, material, plot, &text) : pl_material_text(c->ctx, material, &style, &text);
    status = print(c, done, text);
  }
  if (done == PL_OK && plot && !c->json) printf("\nplot    %s\n", plot);
  pl_material_destroy(material);
  return status;
}

// ---- combine, volume ----

static void say_written(const cli *c, const pl_material *m, const char *output) {
  int n_term = pl_material_term_count(m), n = pl_material_parameter_count(m);
  if (!c->json)
    printf("%s  %d term%s, %d parameter%s, written to %s\n%s\n\nnext    %s material show %s\n", pl_material_name(m), n_term,
           n_term == 1 ? "" : "s", n, n == 1 ? "" : "s", output, pl_material_note(m), c->program, output);
}

// Incompressible rubber for meshes.
static int add_volume(cli *c) {
  const char *output = cli_value(c, "output");
  double bulk;
  if (c->n_arg != 2) return cli_usage(c, PL_ID("usage.one-material") "'material volume' needs one material");
  if (!output) return cli_usage(c, "'material volume' needs -o FILE");
  if (!cli_has(c, "bulk")) return cli_usage(c, "'material volume' needs --bulk; 50 times the shear modulus is a Poisson's ratio of 0.49");
  int go = cli_quantity(c, "bulk", PL_DIM_PRESSURE, 1e-3, 1e13, &bulk);
  if (go != CLI_CONTINUE) return go;
  pl_material *material = NULL, *nearly = NULL;
  pl_status status = cli_load_material(c, c->arg[1], &material);
  if (status == PL_OK) status = pl_material_add_volume(c->ctx, material, bulk, &nearly);
  if (status == PL_OK) status = pl_material_save(c->ctx, output, nearly);
  if (status == PL_OK) say_written(c, nearly, output);
  pl_material_destroy(material);
  pl_material_destroy(nearly);
  return status == PL_OK ? CLI_DONE : cli_fail(c, status);
}

// Bending of hinges or folds as that of a plate.
static int to_plate(cli *c) {
  const char *output = cli_value(c, "output");
  if (c->n_arg != 2) return cli_usage(c, PL_ID("usage.one-material") "'material plate' needs one material");
  if (!output) return cli_usage(c, "'material plate' needs -o FILE");
  pl_material *material = NULL, *plate = NULL;
  pl_status status = cli_load_material(c, c->arg[1], &material);
  if (status == PL_OK) status = pl_material_to_plate(c->ctx, material, &plate);
  if (status == PL_OK) status = pl_material_save(c->ctx, output, plate);
  if (status == PL_OK) say_written(c, plate, output);
  pl_material_destroy(material);
  pl_material_destroy(plate);
  return status == PL_OK ? CLI_DONE : cli_fail(c, status);
}

// The conservative material nearest to a table without an energy.
static int make_twin(cli *c) {
  const char *output = cli_value(c, "output");
  if (c->n_arg != 2) return cli_usage(c, PL_ID("usage.one-material") "'material twin' needs one material");
  if (!output) return cli_usage(c, "'material twin' needs -o FILE");
  pl_twin_loss loss;
  pl_material *material = NULL, *twin = NULL;
  pl_status status = cli_load_material(c, c->arg[1], &material);
  if (status == PL_OK) status = pl_material_twin(c->ctx, material, &loss, &twin);
  if (status == PL_OK) status = pl_material_save(c->ctx, output, twin);
  if (status == PL_OK && !c->json) {
    printf("Difference of the stress, for largest strains along\n");
    for (int i = 0; i < loss.n_angle; i++) printf("  %5.1f deg  %6.2f %%\n", loss.angle[i] * 57.29577951308232, 100 * loss.part[i]);
    printf("  all        %6.2f %%\n\n", 100 * loss.all);
  }
  if (status == PL_OK) say_written(c, twin, output);
  pl_material_destroy(material);
  pl_material_destroy(twin);
  return status == PL_OK ? CLI_DONE : cli_fail(c, status);
}

static int combine(cli *c) {
  if (c->n_arg != 3) return cli_usage(c, "'material combine' needs two materials: the one that stretches, the one that bends");
  const char *output = cli_value(c, "output");
  if (!output) return cli_usage(c, "'material combine' needs -o FILE");
  pl_material *part[2] = {NULL, NULL}, *whole = NULL;
  pl_status status = cli_load_material(c, c->arg[1], &part[0]);
  if (status == PL_OK) status = cli_load_material(c, c->arg[2], &part[1]);
  if (status == PL_OK) status = pl_material_combine(c->ctx, part[0], part[1], &whole);
  if (status == PL_OK) status = pl_material_save(c->ctx, output, whole);
  if (status == PL_OK) pl_material_warn_undetermined(c->ctx, whole, "combined");
  if (status == PL_OK) say_written(c, whole, output);
  pl_material_destroy(part[0]);
  pl_material_destroy(part[1]);
  pl_material_destroy(whole);
  return status == PL_OK ? CLI_DONE : cli_fail(c, status);
}

int cmd_material(cli *c, int argc, char **argv) {
  static const char *const verbs[] = {"list", "show", "compare", "import", "export", "combine", "plate", "volume", "twin"};
  enum { N_VERB = sizeof verbs / sizeof verbs[0] };
  static cli_flag every[MATERIAL_MAX_FLAG];
  char formats[320];
  material_format_list(formats, sizeof formats);
  snprintf(format_help, sizeof format_help, "export: %s; material.json holds any material", formats);
  memcpy(every, flags, sizeof flags);
  int go = cli_parse(c, argc, argv, material_format_flags(sizeof flags / sizeof flags[0], every), every, 0, NULL, 1, -1, more);
  if (go != CLI_CONTINUE) return go;
  const char *verb = c->arg[0];
  bool of_files = strcmp(verb, "import") == 0 || strcmp(verb, "export") == 0;
  int known = 0;
  while (known < N_VERB && strcmp(verb, verbs[known]) != 0) known++;
  if (known == N_VERB) return cli_unknown(c, "verb of 'material'", verb, N_VERB, verbs);
  for (size_t i = 0; i < sizeof belongs / sizeof belongs[0]; i++) {
    const char *const *to = belongs[i].verb;
    bool fits = false;
    for (int k = 0; k < 6 && to[k]; k++) fits = fits || strcmp(verb, to[k]) == 0;
    if (cli_has(c, belongs[i].flag) && !fits)
      return cli_usage(c, PL_ID("usage.not-for-verb") "--%s is not for 'material %s'", belongs[i].flag, verb);
  }
  for (int i = 0; i < c->n_given && !of_files; i++)
    if (material_format_has(c->given[i].flag->name))
      return cli_usage(c, PL_ID("usage.not-for-verb") "--%s is not for 'material %s'", c->given[i].flag->name, verb);
  switch (known) {
  case 0: return c->n_arg == 1 ? list(c) : cli_usage(c, "'material list' takes no arguments");
  case 1: return c->n_arg == 2 ? show(c) : cli_usage(c, PL_ID("usage.one-material") "'material show' needs one material");
  case 2: return compare(c);
  case 3: return material_import(c);
  case 4: return material_export(c);
  case 5: return combine(c);
  case 6: return to_plate(c);
  case 7: return add_volume(c);
  default: return make_twin(c);
  }
}
