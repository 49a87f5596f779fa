// cmd_material.c: `pliant material list | show NAME | compare A B... | combine A B | volume A | import FILE | export NAME`.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "material/certificate.h"
#include "material/stretch_stability.h"
#include "material_check.h"
#include "material_compare.h"
#include "material_format.h"
#include "report/figure/material_plot.h"
#include "report/result/result.h"
#include "show.h"
#include "table.h"

static char format_help[400];  // from the table of exporters
static const cli_flag flags[] = {
    {"points", 0, "N", false, "compare: strains per curve, 1 to 100 (default 5)"},
    {"plot", 0, "FILE", false, "show: also draw its stiffness tensors and bending curves as FILE.svg"},
    {"output", 'o', "FILE", false, "combine, volume, import, export: the file to write"},
    {"bulk", 0, "K", false, "volume: the bulk modulus of the term that is added, such as \"17 MPa\""},
    {"format", 0, "NAME", false, format_help},
};

// Which verb each flag is for.
static const struct {
  const char *flag, *verb[4];
} belongs[] = {
    {"points", {"compare", NULL}}, {"plot", {"show", NULL}},     {"output", {"import", "export", "combine", "volume"}},
    {"bulk", {"volume"}},          {"format", {"export", NULL}},
};

static const char more[] = "MATERIAL is a file, the folder of a fit, or a name from the list. Names are looked up in $PLIANT_MATERIALS, "
                           "then in the database that ships.\n"
                           "Examples: pliant material show gabardine-virtual\n"
                           "          pliant material compare gabardine-virtual out/demo/material.json\n"
                           "          pliant material combine out/hung/material.json out/strips/material.json -o cloth.json\n"
                           "          pliant material volume out/rubber --bulk \"17 MPa\" -o rubber-for-meshes.json\n"
                           "          pliant material import gray-interlock.json -o gray.json --factor 2 --negative zero";

// ---- list ----

static int list(cli *c) {
  int n;
  const char **name, **path;
  pl_status status = pl_material_list(c->arena, &n, &name, &path);
  if (status != PL_OK) return cli_fail(c, status);
  pl_json_writer *w = c->json ? pl_json_writer_create(c->ctx) : NULL;
  if (c->json && !w) return cli_fail(c, PL_ERROR_MEMORY);
  cli_table *table = cli_table_create(c, "material|>density|unit|>parameters|terms");
  if (w) {
    pl_json_begin_object(w, NULL);
    pl_json_begin_array(w, "materials");
  }
  for (int i = 0; i < n; i++) {
    pl_material *material;
    status = pl_material_load(c->ctx, path[i], &material);
    if (status != PL_OK) {
      pl_json_writer_destroy(w);
      return cli_fail(c, status);
    }
    if (w) {
      pl_json_begin_object(w, NULL);
      pl_json_put_text(w, "name", name[i]);
      pl_json_put_text(w, "path", path[i]);
      pl_json_put_quantity(w, "density", material->density, material->density_dim);
      pl_json_put_integer(w, "parameters", material->n_theta);
      pl_json_put_text(w, "note", material->note);
      pl_json_end_object(w);
    } else {
      pl_text terms;
      pl_text_init(&terms, c->ctx);
      for (int t = 0; t < material->n_term; t++)
        pl_text_printf(&terms, "%s%s (%s)", t ? ", " : "", material->term[t].name, material->term[t].law.row->name);
      cli_table_cell(table, "%s", name[i]);
      cli_table_number(table, pl_dim_display(material->density_dim, material->density));
      cli_table_cell(table, "%s", material->density > 0 ? pl_dim_unit(material->density_dim) : "");
      cli_table_cell(table, "%d", material->n_theta);
      cli_table_cell(table, "%s", terms.data);
      pl_text_clear(&terms);
    }
    pl_material_destroy(material);
  }
  if (w) {
    pl_json_end_array(w);
    pl_json_end_object(w);
    return cli_print_json(c, w, CLI_DONE);
  }
  cli_table_print(table);
  if (n > 0) printf("\nnext    %s material show %s\n", c->program, name[0]);
  return CLI_DONE;
}

// ---- show ----

static void print_place(cli *c, const pl_strain *strain, const double *where) {
  for (int i = 0; i < strain->n_value; i++)
    printf("%s %s %s", i ? "," : " at", strain->value_name[i] ? strain->value_name[i] : "value", shown(c, where[i], strain->value_dim));
}

// "stretches of 0.5 to 2: smallest stiffness -3 kPa at 1.2, 0.913, 0.913; not stable everywhere (768 sampled states); of r, v"
static void print_stability(cli *c, const pl_material *material, bool solid) {
  pl_stretch_stability s;
  if (!pl_material_stability(material, NULL, solid, &s)) return;
  printf("  stretches of %.3g to %.3g: smallest stiffness %s at", s.reach[0], s.reach[1],
         shown(c, s.smallest, solid ? PL_DIM_PRESSURE : PL_DIM_LINE_FORCE));
  for (int i = 0; i < s.n_stretch; i++) printf("%s %.3g", i ? "," : "", s.stretch[i]);
  const char *words = pl_stretch_stability_words(c->arena, &s);
  printf("; %s", words ? words : "");
  for (int t = 0, n = 0; t < material->n_term; t++)
    if (pl_term_is_stretched(&material->term[t], solid)) printf("%s%s", n++ ? ", " : "; of ", material->term[t].name);
  printf("%s\n", s.proven || s.smallest >= 0 ? "" : ": simulations may jump");
}

// "green: smallest stiffness 42 N/m at warp 0.01, weft 0, shear 0; convex over the range, proven"
static void print_convexity(cli *c, const pl_material *material) {
  pl_certified certified[PL_MAX_CERTIFIED];
  int n = pl_material_certify_all(material, NULL, certified);
  for (int solid = 1; solid >= 0; solid--) print_stability(c, material, solid);
  for (int k = 0; k < n; k++) {
    const pl_strain *strain = certified[k].strain;
    pl_dim tangent = pl_strain_tangent_dim(strain);
    printf("  %s: smallest stiffness %s", strain->name, shown(c, certified[k].smallest, tangent));
    print_place(c, strain, certified[k].where);
    printf("; %s", pl_certified_words(&certified[k]));
    if (certified[k].drop > 0) {
      printf(", that of %s by %s", strain->value_name[certified[k].drop_axis],
             shown(c, certified[k].drop, pl_dim_multiply(tangent, strain->value_dim)));
      print_place(c, strain, certified[k].drop_where);
    }
    printf("%s\n", pl_certified_convex(&certified[k]) ? "" : ": simulations may find several equilibria");
  }
  if (pl_material_polyconvex(material, NULL)) printf("  polyconvex by its bounds on stretches and invariants\n");
}

static void print_plots(cli *c, const pl_material *material) {
  enum { N = 193, HEIGHT = 5, WIDTH = 48 };
  for (int t = 0; t < material->n_term; t++) {
    const pl_term *term = &material->term[t];
    if (term->law.row->n_in != 1 || term->law.n_param < 2) continue;
    double range[2], y[N];
    const char *line[HEIGHT];
    term_range(material, term, 0, range);
    term_curve(material, term, 0, range, N, y);
    cli_plot(c, N, y, WIDTH, HEIGHT, line);
    if (!*line[0]) continue;
    pl_dim dim = pl_term_stress_dim(term);
    double low = y[0], high = y[0];
    for (int k = 1; k < N; k++) {
      low = fmin(low, y[k]);
      high = fmax(high, y[k]);
    }
    printf("\n  %s\n", term->name);
    for (int l = 0; l < HEIGHT; l++)
      printf("  %14s %s%s\n",
             l == 0            ? shown(c, high, dim)
             : l == HEIGHT - 1 ? shown(c, low, dim)
                               : "",
             l == HEIGHT - 1 ? "┴" : "┤", line[l]);
    printf("  %14s  %-*s%s\n", "strain", WIDTH - pl_text_width(shown(c, range[1], pl_term_strain_dim(term))),
           shown(c, range[0], pl_term_strain_dim(term)), shown(c, range[1], pl_term_strain_dim(term)));
  }
}

static void show_text(cli *c, const pl_material *material) {
  printf("%s  %s, %d term%s, %d parameter%s\n", material->name,
         material->density > 0 ? shown(c, material->density, material->density_dim) : "density not known", material->n_term,
         material->n_term == 1 ? "" : "s", material->n_theta, material->n_theta == 1 ? "" : "s");
  if (*material->note) printf("%s\n", material->note);
  printf("\nTerms\n");
  cli_table *table = cli_table_create(c, "term|strain|of|law|meaning|measured over|");
  for (int t = 0; t < material->n_term; t++) {
    const pl_term *term = &material->term[t];
    char of[128] = "", range[160] = "";
    for (int i = 0; i < term->law.row->n_in; i++) {
      const char *name = term->strain->value_name[term->value[i]];
      snprintf(of + strlen(of), sizeof of - strlen(of), "%s%s", i ? ", " : "", name ? name : "");
      double over[2];
      if (pl_term_shown_range(material, term, i, over))
        snprintf(range + strlen(range), sizeof range - strlen(range), "%s%.3g to %.3g", *range ? "; " : "", over[0], over[1]);
    }
    cli_table_cell(table, "%s", term->name);
    cli_table_cell(table, "%s%s", term->strain->name, term->rate ? " rate" : "");
    cli_table_cell(table, "%s", of);
    cli_table_cell(table, "%s", term->law.row->name);
    cli_table_cell(table, "%s", term->law.row->help);
    cli_table_cell(table, "%s", range);
    cli_table_cell(table, "%s", pl_term_fold_words(term));
  }
  cli_table_print(table);
  if (!material_print_points(c, material) || material->sigma) {
    printf("\nParameters\n");
    show_parameters(c, material, NULL);
  }
  show_curves(c, material, NULL, "Curves (stress over strain)");
  show_sample_points(c, material);
  print_plots(c, material);
  printf("\nConvexity (over the measured or described strains)\n");
  print_convexity(c, material);
  if (*material->certificate) printf("  as fitted: %s\n", material->certificate);
  material_print_warnings(c, material);
}

static void write_term(pl_json_writer *w, const pl_material *material, const pl_term *term) {
  pl_json_begin_object(w, NULL);
  pl_json_put_text(w, "name", term->name);
  pl_json_put_text(w, "strain", term->strain->name);
  pl_json_put_text(w, "law", term->law.row->name);
  pl_json_put_bool(w, "rate", term->rate);
  pl_json_begin_array(w, "measured-over");
  for (int i = 0; i < term->law.row->n_in; i++) {
    pl_json_begin_array(w, NULL);
    pl_json_put_number(w, NULL, term->range[i][0]);
    pl_json_put_number(w, NULL, term->range[i][1]);
    pl_json_end_array(w);
  }
  pl_json_end_array(w);
  pl_json_begin_array(w, "parameters");
  for (int j = term->theta; j < term->theta + term->law.n_param; j++) {
    const pl_parameter *p = &material->parameter[j];
    pl_json_begin_object(w, NULL);
    pl_json_put_text(w, "name", p->name);
    pl_json_put_number(w, "value", pl_dim_display(p->dim, material->theta[j]));
    pl_json_put_text(w, "unit", pl_dim_unit(p->dim));
    if (material->sigma) pl_json_put_number(w, "sigma", pl_dim_display(p->dim, material->sigma[j]));
    if (!isnan(p->knot)) pl_json_put_number(w, "strain", p->knot);
    pl_json_end_object(w);
  }
  pl_json_end_array(w);
  pl_json_end_object(w);
}

static void write_list(pl_json_writer *w, const char *key, int n, const double *value) {
  pl_json_begin_array(w, key);
  for (int i = 0; i < n; i++) pl_json_put_number(w, NULL, value[i]);
  pl_json_end_array(w);
}

static void write_stability(pl_json_writer *w, const pl_material *material) {
  pl_json_begin_array(w, "stability");
  for (int solid = 1; solid >= 0; solid--) {
    pl_stretch_stability s;
    if (!pl_material_stability(material, NULL, solid, &s)) continue;
    pl_json_begin_object(w, NULL);
    pl_json_put_text(w, "of", solid ? "solid" : "sheet");
    pl_json_put_number(w, "smallest-stiffness-si", s.smallest);
    write_list(w, "at-stretches", s.n_stretch, s.stretch);
    write_list(w, "looked-at", 2, s.reach);
    pl_json_put_integer(w, "states", s.n_state);
    pl_json_put_bool(w, "stable", s.proven || s.smallest >= 0);
    pl_json_put_bool(w, "proven", s.proven);
    pl_json_end_object(w);
  }
  pl_json_end_array(w);
}

static int show_json(cli *c, const pl_material *material) {
  pl_json_writer *w = pl_json_writer_create(c->ctx);
  if (!w) return cli_fail(c, PL_ERROR_MEMORY);
  pl_json_begin_object(w, NULL);
  pl_json_put_text(w, "name", material->name);
  pl_json_put_text(w, "note", material->note);
  pl_json_put_quantity(w, "density", material->density, material->density_dim);
  pl_json_begin_array(w, "terms");
  for (int t = 0; t < material->n_term; t++) write_term(w, material, &material->term[t]);
  pl_json_end_array(w);
  pl_json_begin_array(w, "convexity");
  pl_certified certified[PL_MAX_CERTIFIED];
  int n_certified = pl_material_certify_all(material, NULL, certified);
  for (int k = 0; k < n_certified; k++) {
    pl_json_begin_object(w, NULL);
    pl_json_put_text(w, "strain", certified[k].strain->name);
    pl_json_put_number(w, "smallest-stiffness-si", certified[k].smallest);
    pl_json_put_bool(w, "convex", pl_certified_convex(&certified[k]));
    pl_json_put_bool(w, "proven", certified[k].proven);
    write_list(w, "at", certified[k].strain->n_value, certified[k].where);
    if (certified[k].drop > 0) {
      pl_json_put_number(w, "drop-si", certified[k].drop);
      write_list(w, "drop-at", certified[k].strain->n_value, certified[k].drop_where);
    }
    pl_json_end_object(w);
  }
  pl_json_end_array(w);
  write_stability(w, material);
  if (*material->certificate) pl_json_put_text(w, "certificate", material->certificate);
  material_write_warnings(c, material, w);
  if (cli_has(c, "plot")) pl_json_put_text(w, "plot", cli_value(c, "plot"));
  pl_json_end_object(w);
  return cli_print_json(c, w, CLI_DONE);
}

static int show(cli *c) {
  const char *plot = cli_value(c, "plot"), *dot = plot ? strrchr(pl_path_name(plot), '.') : NULL;
  if (plot && (!dot || !pl_text_same(dot, ".svg")))
    return cli_usage(c, "--plot %s: the drawing is an SVG file; use --plot %.*s.svg (a browser or Inkscape makes PNG or PDF of it)", plot,
                     (int)(dot ? dot - plot : (long)strlen(plot)), plot);
  pl_material *material;
  pl_status done = cli_load_material(c, c->arg[1], &material);
  if (done == PL_OK && plot) done = pl_material_plot(c->ctx, plot, material);
  int status = CLI_DONE;
  if (done != PL_OK)
    status = cli_fail(c, done);
  else if (c->json)
    status = show_json(c, material);
  else
    show_text(c, material);
  if (done == PL_OK && plot && !c->json) printf("\nplot    %s\n", plot);
  pl_material_destroy(material);
  return status;
}

// ---- combine, volume ----

static void say_written(const cli *c, const pl_material *m, const char *output) {
  if (!c->json)
    printf("%s  %d term%s, %d parameter%s, written to %s\n%s\n\nnext    %s material show %s\n", m->name, m->n_term,
           m->n_term == 1 ? "" : "s", m->n_theta, m->n_theta == 1 ? "" : "s", output, m->note, c->program, output);
}

// Incompressible rubber for meshes.
static int add_volume(cli *c) {
  const char *output = cli_value(c, "output");
  double bulk;
  if (c->n_arg != 2) return cli_usage(c, "'material volume' needs one material");
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

static int combine(cli *c) {
  if (c->n_arg != 3) return cli_usage(c, "'material combine' needs two materials: the one that stretches, the one that bends");
  const char *output = cli_value(c, "output");
  if (!output) return cli_usage(c, "'material combine' needs -o FILE");
  pl_material *part[2] = {NULL, NULL}, *whole = NULL;
  pl_status status = cli_load_material(c, c->arg[1], &part[0]);
  if (status == PL_OK) status = cli_load_material(c, c->arg[2], &part[1]);
  if (status == PL_OK) status = pl_material_combine(c->ctx, part[0], part[1], &whole);
  if (status == PL_OK) status = pl_material_save(c->ctx, output, whole);
  if (status == PL_OK) material_warn_undetermined(c, whole, "combined");
  if (status == PL_OK) say_written(c, whole, output);
  pl_material_destroy(part[0]);
  pl_material_destroy(part[1]);
  pl_material_destroy(whole);
  return status == PL_OK ? CLI_DONE : cli_fail(c, status);
}

int cmd_material(cli *c, int argc, char **argv) {
  static const char *const verbs[] = {"list", "show", "compare", "import", "export", "combine", "volume"};
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
    for (int k = 0; k < 4 && to[k]; k++) fits = fits || strcmp(verb, to[k]) == 0;
    if (cli_has(c, belongs[i].flag) && !fits) return cli_usage(c, "--%s is not for 'material %s'", belongs[i].flag, verb);
  }
  for (int i = 0; i < c->n_given && !of_files; i++)
    if (material_format_has(c->given[i].flag->name)) return cli_usage(c, "--%s is not for 'material %s'", c->given[i].flag->name, verb);
  switch (known) {
  case 0: return c->n_arg == 1 ? list(c) : cli_usage(c, "'material list' takes no arguments");
  case 1: return c->n_arg == 2 ? show(c) : cli_usage(c, "'material show' needs one material");
  case 2: return material_compare(c);
  case 3: return material_import(c);
  case 4: return material_export(c);
  case 5: return combine(c);
  default: return add_volume(c);
  }
}
