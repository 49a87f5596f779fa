// material_check.c: see material_check.h.
#include "base/sentence/say_material.h"
#include "base/sentence/sentence.h"
#include "terminal/material_check.h"

#include <pliant/extend/format.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "estimate/judge/marks.h"
#include "law/piecewise.h"
#include "material/polar_field.h"
#include "report/figure/material_plot.h"
#include "terminal/show.h"

// ---- warnings ----

static void add(pl_material_warning *warning, int *n, const char *text, const char *remedy) {
  if (text && *n < PL_MATERIAL_MAX_WARNING) warning[(*n)++] = (pl_material_warning){text, remedy};
}

// Where in the polar plane.
static const char *place(pl_terminal *c, double extension, double direction) {
  if (extension == 0) return "at rest";
  return pl_arena_printf(c->arena, "at the extension %.3g, %.3g deg from warp", extension, pl_dim_display(PL_DIM_ANGLE, direction));
}

static void check_polar(pl_terminal *c, const pl_material *material, const pl_term *term, pl_material_warning *warning, int *n) {
  const pl_polar_scheme *scheme = pl_polar_scheme_of(term);
  pl_polar_scan scan = pl_polar_scan_term(material, term);
  const pl_parameter *lowest = &material->parameter[term->theta + scan.lowest_index];
  if (scan.n_negative > 0)
    add(warning, n,
        pl_arena_printf(c->arena, "%s: %d of %d entries %s negative, the lowest %s = %s", term->name, scan.n_negative, scan.n_entry,
                        scan.n_negative == 1 ? "is" : "are", lowest->name, pl__shown(c, scan.lowest, lowest->dim)),
        scheme->zero ? "the entries stay; a simulation takes an interpolated value below zero as zero (\"negative\": \"zero\" in the term)"
                     : "\"negative\": \"zero\" in the term counts interpolated values below zero as zero, as the public simulator of these "
                       "tables does");
  if (scan.n_indefinite > 0) {
    const char *where = place(c, scan.extension, scan.direction);
    add(warning, n,
        pl_arena_printf(
            c->arena,
            scan.smallest == 0 ? "%s: some strain meets no stiffness at all on %.3g %% of the polar plane (smallest eigenvalue %s, %s)"
                               : "%s: the stiffness tensor is not positive definite on %.3g %% of the polar plane, smallest "
                                 "eigenvalue %s %s",
            term->name, 100.0 * scan.n_indefinite / scan.n_sample, pl__shown(c, scan.smallest, lowest->dim), where ? where : ""),
        "equilibria with such strains may be missing or several; keep simulations away from them, or fit again with more tests");
  }
}

static void check_curve(pl_terminal *c, const pl_material *material, const pl_term *term, pl_material_warning *warning, int *n) {
  int n_negative = 0, lowest = term->theta;
  for (int j = term->theta; j < term->theta + pl_term_theta_count(term); j++) {
    n_negative += material->theta[j] < 0;
    if (material->theta[j] < material->theta[lowest]) lowest = j;
  }
  if (n_negative == 0) return;
  const pl_parameter *p = &material->parameter[lowest];
  add(warning, n,
      pl_arena_printf(c->arena, "%s: %d of %d stiffnesses %s negative, the lowest %s at %s %s", term->name, n_negative,
                      pl_term_theta_count(term), n_negative == 1 ? "is" : "are", pl__shown(c, material->theta[lowest], p->dim),
                      term->strain->value_name[term->value[0]], pl__shown(c, p->knot, pl_term_strain_dim(term))),
      "a negative stiffness drives the strain further instead of resisting it; measure again, or set the entry to zero");
}

// Negative entries and indefinite tensors of polar-tensor terms, negative values of stiffness curves. Returns how many; at most
// PL_MATERIAL_MAX_WARNING are kept.
static int check_material(pl_terminal *c, const pl_material *material, pl_material_warning warning[PL_MATERIAL_MAX_WARNING]) {
  int n = 0;
  for (int t = 0; t < material->n_term; t++) {
    const pl_term *term = &material->term[t];
    if (term->rate || term->shares >= 0) continue;
    if (pl_polar_scheme_of(term))
      check_polar(c, material, term, warning, &n);
    else if (term->law.row->flags & PL_LAW_SECANT)
      check_curve(c, material, term, warning, &n);
  }
  return n;
}

void pl__material_print_warnings(pl_terminal *c, const pl_material *material) {
  pl_material_warning warning[PL_MATERIAL_MAX_WARNING];
  int n = check_material(c, material, warning);
  if (n > 0) pl__print(c, "\nWarnings\n");
  for (int i = 0; i < n; i++) pl__print(c, "  ! %s\n    → %s\n", warning[i].text, warning[i].remedy);
}

void pl_material_warn_undetermined(pl_context *ctx, const pl_material *material, const char *what) {
  enum { MOST = 8 };
  pl_text names;
  pl_text_init(&names, ctx);
  int n = 0;
  for (int i = 0; i < material->n_theta; i++) {
    if (!pl_mark_undetermined(material, i)) continue;
    if (n++ < MOST) pl_text_printf(&names, "%s%s", n > 1 ? ", " : "", material->parameter[i].name);
  }
  if (n > MOST) pl_text_add(&names, ", ...");
  if (n > 0 && !names.failed) pl_log(ctx, PL_LOG_WARNING, PL_TEXT(SAY_NUMBERS_NOT_DETERMINED), n, what, n == 1 ? "is" : "are", names.data);
  pl_text_clear(&names);
}

pl_status pl_material_write_warnings(pl_context *ctx, const pl_material *material, pl_json_writer *w) {
  pl_terminal c;
  PL_TRY(pl__terminal_open(&c, ctx, NULL));
  pl_material_warning warning[PL_MATERIAL_MAX_WARNING];
  int n = check_material(&c, material, warning);
  pl_json_begin_array(w, "warnings");
  for (int i = 0; i < n; i++) {
    pl_json_begin_object(w, NULL);
    pl_json_put_text(w, "text", warning[i].text);
    pl_json_put_text(w, "remedy", warning[i].remedy);
    pl_json_end_object(w);
  }
  pl_json_end_array(w);
  pl_text_clear(&c.out);
  pl_arena_destroy(c.arena);
  return PL_OK;
}

// ---- tables ----

static void print_polar(pl_terminal *c, const pl_material *material, const pl_term *term) {
  const pl_polar_scheme *scheme = pl_polar_scheme_of(term);
  int n_component = pl_polar_component_count(scheme), n_point = pl_polar_point_count(scheme);
  pl_text columns;
  pl_text_init(&columns, c->ctx);
  pl_text_add(&columns, "point|>extension|>direction [deg]");
  for (int i = 0; i < n_component; i++) pl_text_printf(&columns, "|>%s", pl_polar_component_name[i]);
  pl_text_add(&columns, "|>smallest eigenvalue|");
  pl_table *table = pl_table_create(c->arena, columns.data);
  pl_text_clear(&columns);
  pl_dim dim = material->parameter[term->theta].dim;
  for (int p = 0; p < n_point; p++) {
    const double *own = material->theta + term->theta + p * n_component;
    double entry[PL_POLAR_MAX_COMPONENT] = {0};
    for (int i = 0; i < n_component; i++) entry[i] = scheme->zero ? fmax(own[i], 0) : own[i];  // as the law uses it
    double smallest = pl_polar_smallest(entry);
    if (p == 0) {
      pl_table_cell(table, "origin");
      pl_table_number(table, 0);
      pl_table_cell(table, "any");
    } else {
      pl_table_cell(table, "%d", p);
      pl_table_number(table, scheme->radius[(p - 1) / scheme->n_angle]);
      pl_table_number(table, pl_dim_display(PL_DIM_ANGLE, scheme->angle[(p - 1) % scheme->n_angle]));
    }
    for (int i = 0; i < n_component; i++) pl_table_number(table, pl_dim_display(dim, own[i]));
    pl_table_number(table, pl_dim_display(dim, smallest));
    pl_table_cell(table, "%s", smallest > 0 ? "" : smallest == 0 ? "semidefinite" : "indefinite");
  }
  pl__print(c, "\nStiffness tensors of '%s' [%s]: C of stress = C strain, c33 on the tensor shear%s\n", term->name, pl_dim_unit(dim),
            scheme->zero ? "; interpolated values below zero count as zero, in the eigenvalues too" : "");
  pl_table_say(c, table);
}

static bool same_knots(const pl_piecewise *a, const pl_piecewise *b) {
  bool same = a->n_knot == b->n_knot;
  for (int i = 0; i < a->n_knot && same; i++) same = a->knot[i] == b->knot[i];
  return same;
}

// "0", or "0, 45": the directions of fold lines a term acts on.
static const char *directions(pl_terminal *c, const pl_term *term) {
  const char *text = "";
  for (int i = 0; i < term->strain->n_class && text; i++)
    if (term->classes >> i & 1) text = pl_arena_printf(c->arena, "%s%s%s", text, *text ? ", " : "", term->strain->class_name[i]);
  return text ? text : "";
}

// The stiffness curves on fold whose knots are those of term `first`, one row each, in µN m.
static void print_bending(pl_terminal *c, const pl_material *material, int first) {
  const pl_piecewise *piece = material->term[first].law.shape;
  pl_text columns;
  pl_text_init(&columns, c->ctx);
  pl_text_add(&columns, "term|>fold line [deg]");
  for (int i = 0; i < piece->n_knot; i++) pl_text_printf(&columns, "|>alpha %.4g", piece->knot[i]);
  pl_table *table = pl_table_create(c->arena, columns.data);
  pl_text_clear(&columns);
  for (int t = first; t < material->n_term; t++) {
    const pl_term *term = &material->term[t];
    if (!pl_term_on_fold(term) || !same_knots(term->law.shape, piece)) continue;
    pl_table_cell(table, "%s", term->name);
    pl_table_cell(table, "%s", directions(c, term));
    for (int i = 0; i < piece->n_knot; i++) pl_table_number(table, 1e6 * material->theta[term->theta + i]);
  }
  pl__print(c, "\nBending stiffness [µN m] at alpha, half the curvature [1/m]\n");
  pl_table_say(c, table);
}

bool pl__material_print_points(pl_terminal *c, const pl_material *material) {
  int covered = 0;
  for (int t = 0; t < material->n_term; t++) {
    const pl_term *term = &material->term[t];
    if (!pl_polar_scheme_of(term) && !pl_term_on_fold(term)) continue;
    covered += term->shares < 0 && !term->samples ? term->law.n_param : 0;
    if (pl_polar_scheme_of(term)) print_polar(c, material, term);
    bool listed = !pl_term_on_fold(term);
    for (int i = 0; i < t && !listed; i++)
      listed = pl_term_on_fold(&material->term[i]) && same_knots(material->term[i].law.shape, term->law.shape);
    if (!listed) print_bending(c, material, t);
  }
  return covered == material->n_theta;
}
