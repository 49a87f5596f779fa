// material_compare.c: the stresses of several materials at the same strains, as tables and as JSON.
//
// One table per strain measure. A row is one value of the strain (warp, weft, shear) at one size, the other values at zero. If a material
// distinguishes classes of elements (bending along warp, weft, diagonals), one row per class.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "terminal/show.h"

enum { MAX_COMPARED = PL_MATERIALS_MOST };

static bool uses(const pl_material *material, const pl_strain *strain) {
  for (int t = 0; t < material->n_term; t++)
    if (material->term[t].strain == strain && !material->term[t].rate) return true;
  return false;
}

// The largest strain of value i of a strain measure in the range of some material; 0 when there is none.
static double largest_strain(int n, const pl_material *const *material, const pl_strain *strain, int i) {
  double largest = 0;
  for (int m = 0; m < n; m++)
    for (int t = 0; t < material[m]->n_term; t++) {
      const pl_term *term = &material[m]->term[t];
      double range[2];
      for (int k = 0; term->strain == strain && !term->rate && pl__term_range(material[m], term, k, range); k++)
        if (term->value[k] == i) largest = fmax(largest, fmax(fabs(range[0]), fabs(range[1])));
    }
  return largest;
}

// Stress of value i on elements of one class, the other strains at zero; NAN when the material has no term for it.
static double stress_at(const pl_material *material, const pl_strain *strain, int class, int i, double value) {
  double sum = 0;
  bool any = false;
  for (int t = 0; t < material->n_term; t++) {
    const pl_term *term = &material->term[t];
    if (term->strain != strain || term->rate || !(term->classes >> class & 1u)) continue;
    double s[PL_LAW_MAX_IN] = {0}, stress[PL_LAW_MAX_IN];
    for (int k = 0; k < term->law.row->n_in; k++)
      if (term->value[k] == i) s[k] = value;
    pl_term_eval_mean(term, material->theta, s, NULL, stress, NULL);
    for (int k = 0; k < term->law.row->n_in; k++)
      if (term->value[k] == i) sum += stress[k];
    any = true;
  }
  return any ? sum : NAN;
}

// Number of element classes that some material distinguishes; 1 when none does.
static int class_count(int n, const pl_material *const *material, const pl_strain *strain) {
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

// True if this strain was measured, or if the material does not say.
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
  const pl_material *const *material;
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

// The only material that has this strain, else -1.
static int alone(const comparison *k) {
  int only = -1;
  for (int m = 0; m < k->n; m++)
    if (uses(k->material[m], k->strain)) {
      if (only >= 0) return -1;
      only = m;
    }
  return only;
}

static void compare_text(pl_terminal *c, const comparison *k) {
  const pl_strain *strain = k->strain;
  pl_text columns;
  pl_text_init(&columns, c->ctx);
  pl_text_printf(&columns, "%s|>strain%s%s", strain->name, pl_dim_equal(strain->value_dim, PL_DIM_NONE) ? "" : " [",
                 pl_dim_equal(strain->value_dim, PL_DIM_NONE) ? "" : pl_dim_unit(strain->value_dim));
  if (!pl_dim_equal(strain->value_dim, PL_DIM_NONE)) pl_text_add(&columns, "]");
  for (int m = 0; m < k->n; m++) pl_text_printf(&columns, "|>%c", 'A' + m);
  for (int m = 1; m < k->n; m++) pl_text_printf(&columns, "|>%c/A - 1 [%%]", 'A' + m);
  pl_table *table = pl_table_create(c->arena, columns.data);
  pl_text_clear(&columns);
  bool extrapolated = false;
  comparison_row row;
  double largest = 0;
  for (int at = 0; next_row(k, &at, &row);)
    for (int m = 0; m < k->n; m++)
      largest = fmax(largest, fabs(stress_at(k->material[m], strain, row.class, row.value, row.strain)));  // a NAN is ignored
  pl_shown in = pl_dim_shown(stress_dim(strain), largest);
  for (int at = 0; next_row(k, &at, &row);) {
    double stress[MAX_COMPARED];
    pl_table_cell(table, "%s", row.name);
    pl_table_number(table, pl_dim_display(strain->value_dim, row.strain));
    for (int m = 0; m < k->n; m++) {
      char number[48];
      stress[m] = stress_at(k->material[m], strain, row.class, row.value, row.strain);
      bool known = measured(k->material[m], strain, row.value, row.strain);
      extrapolated = extrapolated || !known;
      pl_table_cell(table, "%s%s", isnan(stress[m]) ? "-" : pl_number_people(in.factor * stress[m], number, sizeof number),
                    known ? "" : "*");
    }
    for (int m = 1; m < k->n; m++) pl_table_cell(table, isfinite(stress[m] / stress[0]) ? "%.1f" : "-", 100 * (stress[m] / stress[0] - 1));
  }
  pl__print(c, "\nStress [%s] over %s strain, other strains at zero\n", in.unit, strain->name);
  pl_table_say(c, table);
  if (extrapolated) pl__print(c, "  * beyond the strains this material was measured at\n");
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

// Strains that only one material has cannot be compared.
static void say_alone(pl_terminal *c, comparison *k) {
  bool first = true;
  for (int s = 0; s < pl_strain_count(); s++) {
    k->strain = pl_strain_at(s);
    int only = alone(k);
    if (only >= 0) pl__print(c, "%sOnly %c has a law on %s strain.\n", first ? "\n" : "", 'A' + only, k->strain->name);
    first = first && only < 0;
  }
}

static bool used(comparison *k, int strain) {
  k->strain = pl_strain_at(strain);
  for (int m = 0; m < k->n; m++)
    if (uses(k->material[m], k->strain)) return true;
  return false;
}

pl_status pl_materials_compare_json(pl_context *ctx, int n, const pl_material *const *material, const char *const *given, int points,
                                    char **text) {
  PL_ASSERT(n >= 1 && n <= MAX_COMPARED && points >= 1);
  comparison k = {.n = n, .points = points, .material = material};
  *text = NULL;
  pl_json_writer *w = pl_json_writer_create(ctx);
  if (!w) return PL_ERROR_MEMORY;
  pl_json_begin_object(w, NULL);
  pl_json_begin_array(w, "materials");
  for (int m = 0; m < n; m++) {
    pl_json_begin_object(w, NULL);
    pl_json_put_text(w, "name", material[m]->name);
    pl_json_put_text(w, "given", given[m]);
    pl_json_put_quantity(w, "density", material[m]->density, material[m]->density_dim);
    pl_json_end_object(w);
  }
  pl_json_end_array(w);
  pl_json_begin_array(w, "points");
  for (int s = 0; s < pl_strain_count(); s++)
    if (used(&k, s)) compare_json(w, &k);
  pl_json_end_array(w);
  pl_json_end_object(w);
  return pl__json_text(ctx, w, text);
}

pl_status pl_materials_compare_text(pl_context *ctx, int n, const pl_material *const *material, const char *const *given, int points,
                                    const pl_text_style *style, char **text) {
  PL_ASSERT(n >= 1 && n <= MAX_COMPARED && points >= 1);
  comparison k = {.n = n, .points = points, .material = material};
  pl_terminal c;
  *text = NULL;
  PL_TRY(pl__terminal_open(&c, ctx, style));
  for (int m = 0; m < n; m++)
    pl__print(&c, "%c  %s (%s), %s\n", 'A' + m, material[m]->name, given[m], pl__shown(&c, material[m]->density, material[m]->density_dim));
  for (int s = 0; s < pl_strain_count(); s++)
    if (used(&k, s) && alone(&k) < 0) compare_text(&c, &k);
  say_alone(&c, &k);
  return pl__terminal_close(&c, PL_OK, text);
}
