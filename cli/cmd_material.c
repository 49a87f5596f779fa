// cmd_material.c: `pliant material list | show NAME | compare A B...`.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "show.h"
#include "table.h"

static const cli_flag flags[] = {
    {"points", 0, "N", false, "compare: strains per curve, 1 to 100 (default 5)"},
};

static const char more[] =
    "MATERIAL is a file, or a name from the list. Names are looked up in $PLIANT_MATERIALS, then in the database that ships.\n"
    "Examples: pliant material show gabardine-virtual\n"
    "          pliant material compare gabardine-virtual out/demo/material.json";

// ---- list ----

static int list(cli *c) {
  int n;
  const char **name, **path;
  pl_status status = pl_material_list(c->arena, &n, &name, &path);
  if (status != PL_OK) return cli_fail(c, status);
  pl_json_writer *w = c->json ? pl_json_writer_create(c->ctx) : NULL;
  if (c->json && !w) return cli_fail(c, PL_ERROR_MEMORY);
  cli_table *table = cli_table_create(c, "material|>density [g/m^2]|>parameters|terms");
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
      pl_json_put_quantity(w, "density", material->density, PL_DIM_DENSITY);
      pl_json_put_integer(w, "parameters", material->n_theta);
      pl_json_put_text(w, "note", material->note);
      pl_json_end_object(w);
    } else {
      pl_text terms;
      pl_text_init(&terms, c->ctx);
      for (int t = 0; t < material->n_term; t++)
        pl_text_printf(&terms, "%s%s (%s)", t ? ", " : "", material->term[t].name, material->term[t].law.row->name);
      cli_table_cell(table, "%s", name[i]);
      cli_table_number(table, pl_dim_display(PL_DIM_DENSITY, material->density));
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
  if (n > 0) printf("\nnext    pliant material show %s\n", name[0]);
  return CLI_DONE;
}

// ---- show ----

static bool uses(const pl_material *material, const pl_strain *strain) {
  for (int t = 0; t < material->n_term; t++)
    if (material->term[t].strain == strain && !material->term[t].rate) return true;
  return false;
}

// "42 N/m at warp 0.01, weft 0, shear 0"
static void print_convexity(cli *c, const pl_material *material, const pl_strain *strain, double smallest, const double *where) {
  pl_dim dim = PL_DIM_NONE;
  for (int t = 0; t < material->n_term; t++)
    if (material->term[t].strain == strain) dim = pl_dim_divide(pl_term_stress_dim(&material->term[t]), strain->value_dim);
  printf("  %s: smallest stiffness %s at", strain->name, shown(c, smallest, dim));
  for (int i = 0; i < strain->n_value; i++)
    printf("%s %s %s", i ? "," : "", strain->value_name[i] ? strain->value_name[i] : "value", shown(c, where[i], strain->value_dim));
  printf("; %s\n", smallest > 0 ? "convex on its range" : "NOT convex: simulations may find several equilibria");
}

static void print_plots(cli *c, const pl_material *material) {
  enum { N = 193, HEIGHT = 5, WIDTH = 48 };
  for (int t = 0; t < material->n_term; t++) {
    const pl_term *term = &material->term[t];
    if (term->law.row->n_in != 1 || term->law.n_param < 2) continue;
    double range[2], y[N];
    const char *line[HEIGHT];
    term_range(term, 0, range);
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
  printf("%s  %s, %d terms, %d parameters\n", material->name, shown(c, material->density, PL_DIM_DENSITY), material->n_term,
         material->n_theta);
  if (*material->note) printf("%s\n", material->note);
  printf("\nTerms\n");
  cli_table *table = cli_table_create(c, "term|strain|of|law|meaning|measured over");
  for (int t = 0; t < material->n_term; t++) {
    const pl_term *term = &material->term[t];
    char of[128] = "", range[160] = "";
    for (int i = 0; i < term->law.row->n_in; i++) {
      const char *name = term->strain->value_name[term->value[i]];
      snprintf(of + strlen(of), sizeof of - strlen(of), "%s%s", i ? ", " : "", name ? name : "");
      if (term->range[i][0] < term->range[i][1])
        snprintf(range + strlen(range), sizeof range - strlen(range), "%s%.3g to %.3g", *range ? "; " : "", term->range[i][0],
                 term->range[i][1]);
    }
    cli_table_cell(table, "%s", term->name);
    cli_table_cell(table, "%s%s", term->strain->name, term->rate ? " rate" : "");
    cli_table_cell(table, "%s", of);
    cli_table_cell(table, "%s", term->law.row->name);
    cli_table_cell(table, "%s", term->law.row->help);
    cli_table_cell(table, "%s", range);
  }
  cli_table_print(table);
  printf("\nParameters\n");
  show_parameters(c, material, NULL);
  printf("\nCurves (stress over strain)\n");
  show_curves(c, material);
  print_plots(c, material);
  printf("\nConvexity (sampled over the measured or described strains)\n");
  for (int s = 0; s < pl_strain_count(); s++) {
    double smallest, where[PL_STRAIN_MAX_VALUE];
    if (pl_material_convexity(material, pl_strain_at(s), &smallest, where)) print_convexity(c, material, pl_strain_at(s), smallest, where);
  }
  if (*material->certificate) printf("  as fitted: %s\n", material->certificate);
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

static int show_json(cli *c, const pl_material *material) {
  pl_json_writer *w = pl_json_writer_create(c->ctx);
  if (!w) return cli_fail(c, PL_ERROR_MEMORY);
  pl_json_begin_object(w, NULL);
  pl_json_put_text(w, "name", material->name);
  pl_json_put_text(w, "note", material->note);
  pl_json_put_quantity(w, "density", material->density, PL_DIM_DENSITY);
  pl_json_begin_array(w, "terms");
  for (int t = 0; t < material->n_term; t++) write_term(w, material, &material->term[t]);
  pl_json_end_array(w);
  pl_json_begin_array(w, "convexity");
  for (int s = 0; s < pl_strain_count(); s++) {
    const pl_strain *strain = pl_strain_at(s);
    double smallest, where[PL_STRAIN_MAX_VALUE];
    if (!pl_material_convexity(material, strain, &smallest, where)) continue;
    pl_json_begin_object(w, NULL);
    pl_json_put_text(w, "strain", strain->name);
    pl_json_put_number(w, "smallest-stiffness-si", smallest);
    pl_json_put_bool(w, "convex", smallest > 0);
    pl_json_begin_array(w, "at");
    for (int i = 0; i < strain->n_value; i++) pl_json_put_number(w, NULL, where[i]);
    pl_json_end_array(w);
    pl_json_end_object(w);
  }
  pl_json_end_array(w);
  if (*material->certificate) pl_json_put_text(w, "certificate", material->certificate);
  pl_json_end_object(w);
  return cli_print_json(c, w, CLI_DONE);
}

static int show(cli *c) {
  pl_material *material;
  pl_status loaded = pl_material_load(c->ctx, c->arg[1], &material);
  if (loaded != PL_OK) return cli_fail(c, loaded);
  int status = CLI_DONE;
  if (c->json)
    status = show_json(c, material);
  else
    show_text(c, material);
  pl_material_destroy(material);
  return status;
}

// ---- compare ----

enum { MAX_COMPARED = 5 };

// The largest strain of value i of a strain measure that some material speaks about; 0 when none does.
static double largest_strain(int n, pl_material *const *material, const pl_strain *strain, int i) {
  double largest = 0;
  for (int m = 0; m < n; m++)
    for (int t = 0; t < material[m]->n_term; t++) {
      const pl_term *term = &material[m]->term[t];
      double range[2];
      for (int k = 0; term->strain == strain && !term->rate && term_range(term, k, range); k++)
        if (term->value[k] == i) largest = fmax(largest, fmax(fabs(range[0]), fabs(range[1])));
    }
  return largest;
}

// Stress of value i on elements of one class, the other strains at zero; NAN when the material says nothing about it.
static double stress_at(const pl_material *material, const pl_strain *strain, int class, int i, double value) {
  double sum = 0;
  bool any = false;
  for (int t = 0; t < material->n_term; t++) {
    const pl_term *term = &material->term[t];
    if (term->strain != strain || term->rate || !(term->classes >> class & 1u)) continue;
    double s[PL_LAW_MAX_IN] = {0}, stress[PL_LAW_MAX_IN];
    for (int k = 0; k < term->law.row->n_in; k++)
      if (term->value[k] == i) s[k] = value;
    pl_law_eval_one(&term->law, material->theta + term->theta, s, NULL, stress, NULL);
    for (int k = 0; k < term->law.row->n_in; k++)
      if (term->value[k] == i) sum += stress[k];
    any = true;
  }
  return any ? sum : NAN;
}

// Classes of elements that some material tells apart; 1 when none does.
static int class_count(int n, pl_material *const *material, const pl_strain *strain) {
  unsigned all = (1u << strain->n_class) - 1;
  for (int m = 0; m < n; m++)
    for (int t = 0; t < material[m]->n_term; t++)
      if (material[m]->term[t].strain == strain && (material[m]->term[t].classes & all) != all) return strain->n_class;
  return 1;
}

// Stress per weight of a strain measure: energy / (weight * strain).
static pl_dim stress_dim(const pl_strain *strain) {
  return pl_dim_divide(pl_dim_divide(PL_DIM_ENERGY, strain->weight_dim), strain->value_dim);
}

// Was this strain measured? Materials that do not say are trusted.
static bool measured(const pl_material *material, const pl_strain *strain, int i, double value) {
  for (int t = 0; t < material->n_term; t++) {
    const pl_term *term = &material->term[t];
    for (int k = 0; term->strain == strain && k < term->law.row->n_in; k++) {
      double largest = fmax(fabs(term->range[k][0]), fabs(term->range[k][1]));
      if (term->value[k] == i && largest > 0 && value > largest * (1 + 1e-6)) return false;
    }
  }
  return true;
}

typedef struct comparison {
  int n, points;
  pl_material **material;
  const pl_strain *strain;
} comparison;

// One line of a comparison: which value of the strain, on which class of elements, how large.
typedef struct comparison_row {
  int value, class;
  double strain;
  char name[64];
} comparison_row;

// The rows in order: *at counts from 0; false after the last.
static bool next_row(const comparison *k, int *at, comparison_row *row) {
  int n_class = class_count(k->n, k->material, k->strain), per_value = n_class * k->points;
  for (; *at < k->strain->n_value * per_value; (*at)++) {
    row->value = *at / per_value;
    row->class = *at % per_value / k->points;
    double largest = largest_strain(k->n, k->material, k->strain, row->value);
    if (!(largest > 0)) continue;
    row->strain = largest * (*at % k->points + 1) / k->points;
    const char *name = k->strain->value_name[row->value] ? k->strain->value_name[row->value] : k->strain->name;
    if (n_class > 1)
      snprintf(row->name, sizeof row->name, "%s (%s)", name, k->strain->class_name[row->class]);
    else
      snprintf(row->name, sizeof row->name, "%s", name);
    (*at)++;
    return true;
  }
  return false;
}

static void compare_text(cli *c, const comparison *k) {
  const pl_strain *strain = k->strain;
  pl_text columns;
  pl_text_init(&columns, c->ctx);
  pl_text_printf(&columns, "%s|>strain%s%s", strain->name, pl_dim_equal(strain->value_dim, PL_DIM_NONE) ? "" : " [",
                 pl_dim_equal(strain->value_dim, PL_DIM_NONE) ? "" : pl_dim_unit(strain->value_dim));
  if (!pl_dim_equal(strain->value_dim, PL_DIM_NONE)) pl_text_add(&columns, "]");
  for (int m = 0; m < k->n; m++) pl_text_printf(&columns, "|>%c", 'A' + m);
  for (int m = 1; m < k->n; m++) pl_text_printf(&columns, "|>%c/A - 1 [%%]", 'A' + m);
  cli_table *table = cli_table_create(c, columns.data);
  pl_text_clear(&columns);
  pl_dim dim = stress_dim(strain);
  bool extrapolated = false;
  comparison_row row;
  for (int at = 0; next_row(k, &at, &row);) {
    double stress[MAX_COMPARED];
    cli_table_cell(table, "%s", row.name);
    cli_table_number(table, pl_dim_display(strain->value_dim, row.strain));
    for (int m = 0; m < k->n; m++) {
      char number[48];
      stress[m] = stress_at(k->material[m], strain, row.class, row.value, row.strain);
      bool known = measured(k->material[m], strain, row.value, row.strain);
      extrapolated = extrapolated || !known;
      cli_table_cell(table, "%s%s", isnan(stress[m]) ? "-" : pl_number_people(pl_dim_display(dim, stress[m]), number, sizeof number),
                     known ? "" : "*");
    }
    for (int m = 1; m < k->n; m++) cli_table_cell(table, isfinite(stress[m] / stress[0]) ? "%.1f" : "-", 100 * (stress[m] / stress[0] - 1));
  }
  printf("\nStress [%s] over %s strain, other strains at zero\n", pl_dim_unit(dim), strain->name);
  cli_table_print(table);
  if (extrapolated) printf("  * beyond the strains this material was measured at\n");
}

static void compare_json(pl_json_writer *w, const comparison *k) {
  pl_dim dim = stress_dim(k->strain);
  bool classes = class_count(k->n, k->material, k->strain) > 1;
  comparison_row row;
  for (int at = 0; next_row(k, &at, &row);) {
    pl_json_begin_object(w, NULL);
    pl_json_put_text(w, "measure", k->strain->name);
    if (k->strain->value_name[row.value]) pl_json_put_text(w, "value", k->strain->value_name[row.value]);
    if (classes) pl_json_put_text(w, "elements", k->strain->class_name[row.class]);
    pl_json_put_number(w, "strain", row.strain);
    pl_json_put_text(w, "unit", pl_dim_unit(dim));
    pl_json_begin_array(w, "stress");
    for (int m = 0; m < k->n; m++)
      pl_json_put_number(w, NULL, pl_dim_display(dim, stress_at(k->material[m], k->strain, row.class, row.value, row.strain)));
    pl_json_end_array(w);
    pl_json_end_object(w);
  }
}

static int compare_all(cli *c, comparison *k) {
  pl_json_writer *w = c->json ? pl_json_writer_create(c->ctx) : NULL;
  if (c->json && !w) return cli_fail(c, PL_ERROR_MEMORY);
  if (w) {
    pl_json_begin_object(w, NULL);
    pl_json_begin_array(w, "materials");
    for (int m = 0; m < k->n; m++) {
      pl_json_begin_object(w, NULL);
      pl_json_put_text(w, "name", k->material[m]->name);
      pl_json_put_text(w, "given", c->arg[1 + m]);
      pl_json_put_quantity(w, "density", k->material[m]->density, PL_DIM_DENSITY);
      pl_json_end_object(w);
    }
    pl_json_end_array(w);
    pl_json_begin_array(w, "points");
  } else {
    for (int m = 0; m < k->n; m++)
      printf("%c  %s (%s), %s\n", 'A' + m, k->material[m]->name, c->arg[1 + m], shown(c, k->material[m]->density, PL_DIM_DENSITY));
  }
  for (int s = 0; s < pl_strain_count(); s++) {
    k->strain = pl_strain_at(s);
    bool any = false;
    for (int m = 0; m < k->n; m++) any = any || uses(k->material[m], k->strain);
    if (any && w)
      compare_json(w, k);
    else if (any)
      compare_text(c, k);
  }
  if (!w) return CLI_DONE;
  pl_json_end_array(w);
  pl_json_end_object(w);
  return cli_print_json(c, w, CLI_DONE);
}

static int compare(cli *c) {
  int64_t points = 5;
  int status = cli_integer(c, "points", 1, 100, &points);
  if (status != CLI_CONTINUE) return status;
  if (c->n_arg < 3) return cli_usage(c, "'material compare' needs two materials or more");
  if (c->n_arg - 1 > MAX_COMPARED) return cli_usage(c, "'material compare' takes at most %d materials", MAX_COMPARED);
  pl_material *material[MAX_COMPARED] = {0};
  comparison k = {.n = c->n_arg - 1, .points = (int)points, .material = material};
  pl_status loaded = PL_OK;
  for (int m = 0; m < k.n && loaded == PL_OK; m++) loaded = pl_material_load(c->ctx, c->arg[1 + m], &material[m]);
  status = loaded == PL_OK ? compare_all(c, &k) : cli_fail(c, loaded);
  for (int m = 0; m < k.n; m++) pl_material_destroy(material[m]);
  return status;
}

int cmd_material(cli *c, int argc, char **argv) {
  static const char *const verbs[] = {"list", "show", "compare"};
  int go = cli_parse(c, argc, argv, sizeof flags / sizeof flags[0], flags, 0, NULL, 1, -1, more);
  if (go != CLI_CONTINUE) return go;
  const char *verb = c->arg[0];
  if (strcmp(verb, "list") == 0) return c->n_arg == 1 ? list(c) : cli_usage(c, "'material list' takes no arguments");
  if (strcmp(verb, "show") == 0) return c->n_arg == 2 ? show(c) : cli_usage(c, "'material show' needs one material");
  if (strcmp(verb, "compare") == 0) return compare(c);
  return cli_unknown(c, "verb of 'material'", verb, 3, verbs);
}
