// material_text.c: one material, and the list of the database, as text and as JSON.
#include <math.h>
#include <pliant/extend/format.h>
#include <stdio.h>
#include <string.h>

#include "material/certificate.h"
#include "material/plate.h"
#include "material/stretch_stability.h"
#include "report/result/result.h"
#include "terminal/material_check.h"
#include "terminal/show.h"

static void print_place(pl_terminal *c, const pl_strain *strain, const double *where) {
  for (int i = 0; i < strain->n_value; i++)
    pl__print(c, "%s %s %s", i ? "," : " at", strain->value_name[i] ? strain->value_name[i] : "value",
              pl__shown(c, where[i], strain->value_dim));
}

// "stretches of 0.5 to 2: smallest stiffness -3 kPa at 1.2, 0.913, 0.913; not stable everywhere (768 sampled states); of r, v"
static void print_stability(pl_terminal *c, const pl_material *material, bool solid) {
  pl_stretch_stability s;
  if (!pl_material_stability(material, NULL, solid, &s)) return;
  pl__print(c, "  stretches of %.3g to %.3g: smallest stiffness %s at", s.reach[0], s.reach[1],
            pl__shown(c, s.smallest, solid ? PL_DIM_PRESSURE : PL_DIM_LINE_FORCE));
  for (int i = 0; i < s.n_stretch; i++) pl__print(c, "%s %.3g", i ? "," : "", s.stretch[i]);
  const char *words = pl_stretch_stability_words(c->arena, &s);
  pl__print(c, "; %s", words ? words : "");
  for (int t = 0, n = 0; t < material->n_term; t++)
    if (pl_term_is_stretched(&material->term[t], solid)) pl__print(c, "%s%s", n++ ? ", " : "; of ", material->term[t].name);
  pl__print(c, "%s\n", s.proven || s.smallest >= 0 ? "" : ": simulations may jump");
}

// "green: smallest stiffness 42 N/m at warp 0.01, weft 0, shear 0; convex over the range, proven"
static void print_convexity(pl_terminal *c, const pl_material *material) {
  pl_certified certified[PL_MAX_CERTIFIED];
  int n = pl_material_certify_all(material, NULL, certified);
  for (int solid = 1; solid >= 0; solid--) print_stability(c, material, solid);
  for (int k = 0; k < n; k++) {
    const pl_strain *strain = certified[k].strain;
    pl_dim tangent = pl_strain_tangent_dim(strain);
    pl__print(c, "  %s: smallest stiffness %s", strain->name, pl__shown(c, certified[k].smallest, tangent));
    print_place(c, strain, certified[k].where);
    pl__print(c, "; %s", pl_certified_words(&certified[k]));
    if (certified[k].drop > 0) {
      pl__print(c, ", that of %s by %s", strain->value_name[certified[k].drop_axis],
                pl__shown(c, certified[k].drop, pl_dim_multiply(tangent, strain->value_dim)));
      print_place(c, strain, certified[k].drop_where);
    }
    pl__print(c, "%s\n", pl_certified_convex(&certified[k]) ? "" : ": simulations may find several equilibria");
  }
  if (pl_material_polyconvex(material, NULL)) pl__print(c, "  polyconvex by its bounds on stretches and invariants\n");
}

static void print_plots(pl_terminal *c, const pl_material *material) {
  enum { N = 193, HEIGHT = 5, WIDTH = 48 };
  for (int t = 0; t < material->n_term; t++) {
    const pl_term *term = &material->term[t];
    if (term->law.row->n_in != 1 || term->law.n_param < 2) continue;
    double range[2], y[N];
    const char *line[HEIGHT];
    pl__term_range(material, term, 0, range);
    pl__term_curve(material, term, 0, range, N, y);
    pl_braille(c, N, y, WIDTH, HEIGHT, line);
    if (!*line[0]) continue;
    pl_dim dim = pl_term_stress_dim(term);
    double low = y[0], high = y[0];
    for (int k = 1; k < N; k++) {
      low = fmin(low, y[k]);
      high = fmax(high, y[k]);
    }
    pl__print(c, "\n  %s\n", term->name);
    for (int l = 0; l < HEIGHT; l++)
      pl__print(c, "  %14s %s%s\n",
                l == 0            ? pl__shown(c, high, dim)
                : l == HEIGHT - 1 ? pl__shown(c, low, dim)
                                  : "",
                l == HEIGHT - 1 ? "┴" : "┤", line[l]);
    pl__print(c, "  %14s  %-*s%s\n", "strain", WIDTH - pl_text_width(pl__shown(c, range[1], pl_term_strain_dim(term))),
              pl__shown(c, range[0], pl_term_strain_dim(term)), pl__shown(c, range[1], pl_term_strain_dim(term)));
  }
}

// Cuts whose rigidity is stated, degrees from warp.
static const int cuts[] = {0, 45, 90};

static void print_rigidities(pl_terminal *c, const pl_material *material) {
  double most = 0, rigidity;
  for (int i = 0; i < 3; i++)
    if (pl_material_bending(material, cuts[i], 0, NULL, &rigidity)) most = fmax(most, fabs(rigidity));
  if (!(most > 0)) return;
  pl_shown in = pl_dim_shown(PL_DIM_ENERGY, most);
  pl__print(c, "\nBending rigidity at rest (moment per width over curvature)\n");
  pl_table *table = pl_table_create(c->arena, "strips cut at|>rigidity|unit");
  for (int i = 0; i < 3; i++) {
    if (!pl_material_bending(material, cuts[i], 0, NULL, &rigidity)) continue;
    pl_table_cell(table, "%d deg", cuts[i]);
    pl_table_number(table, in.factor * rigidity);
    pl_table_cell(table, "%s", in.unit);
  }
  pl_table_say(c, table);
}

static void show_text(pl_terminal *c, const pl_material *material) {
  pl__print(c, "%s  %s, %d term%s, %d parameter%s\n", material->name,
            material->density > 0 ? pl__shown(c, material->density, material->density_dim) : "density not known", material->n_term,
            material->n_term == 1 ? "" : "s", material->n_theta, material->n_theta == 1 ? "" : "s");
  if (*material->note) pl__print(c, "%s\n", material->note);
  pl__print(c, "\nTerms\n");
  pl_table *table = pl_table_create(c->arena, "term|strain|of|law|meaning|measured over|");
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
    pl_table_cell(table, "%s", term->name);
    pl_table_cell(table, "%s%s", term->strain->name, term->rate ? " rate" : "");
    pl_table_cell(table, "%s", of);
    pl_table_cell(table, "%s", term->law.row->name);
    pl_table_cell(table, "%s", term->law.row->help);
    pl_table_cell(table, "%s", range);
    pl_table_cell(table, "%s", pl_term_fold_words(term));
  }
  pl_table_say(c, table);
  if (!pl__material_print_points(c, material) || material->sigma) {
    pl__print(c, "\nParameters\n");
    pl__show_parameters(c, material, NULL);
  }
  print_rigidities(c, material);
  pl__show_curves(c, material, NULL, "Curves (stress over strain)");
  pl__show_sample_points(c, material);
  print_plots(c, material);
  pl__print(c, "\nConvexity (over the measured or described strains)\n");
  print_convexity(c, material);
  if (*material->certificate) pl__print(c, "  as fitted: %s\n", material->certificate);
  pl__material_print_warnings(c, material);
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

static void write_rigidities(pl_json_writer *w, const pl_material *material) {
  pl_json_begin_array(w, "rigidities");
  for (int i = 0; i < 3; i++) {
    double rigidity;
    if (!pl_material_bending(material, cuts[i], 0, NULL, &rigidity)) continue;
    pl_json_begin_object(w, NULL);
    pl_json_put_integer(w, "cut-deg", cuts[i]);
    pl_json_put_number(w, "value-si", rigidity);
    pl_json_end_object(w);
  }
  pl_json_end_array(w);
}

pl_status pl_material_json(pl_context *ctx, const pl_material *material, const char *plot, char **text) {
  *text = NULL;
  pl_json_writer *w = pl_json_writer_create(ctx);
  if (!w) return PL_ERROR_MEMORY;
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
  write_rigidities(w, material);
  if (*material->certificate) pl_json_put_text(w, "certificate", material->certificate);
  pl_material_write_warnings(ctx, material, w);
  if (plot) pl_json_put_text(w, "plot", plot);
  pl_json_end_object(w);
  return pl__json_text(ctx, w, text);
}

pl_status pl_material_text(pl_context *ctx, const pl_material *material, const pl_text_style *style, char **text) {
  pl_terminal c;
  *text = NULL;
  PL_TRY(pl__terminal_open(&c, ctx, style));
  show_text(&c, material);
  return pl__terminal_close(&c, PL_OK, text);
}

pl_status pl_material_warnings_text(pl_context *ctx, const pl_material *material, const pl_text_style *style, char **text) {
  pl_terminal c;
  *text = NULL;
  PL_TRY(pl__terminal_open(&c, ctx, style));
  pl__material_print_warnings(&c, material);
  return pl__terminal_close(&c, PL_OK, text);
}

// ---- the database ----

static void list_row(pl_terminal *c, pl_table *table, const char *name, const pl_material *material) {
  pl_text terms;
  pl_text_init(&terms, c->ctx);
  for (int t = 0; t < material->n_term; t++)
    pl_text_printf(&terms, "%s%s (%s)", t ? ", " : "", material->term[t].name, material->term[t].law.row->name);
  pl_table_cell(table, "%s", name);
  pl_table_number(table, pl_dim_display(material->density_dim, material->density));
  pl_table_cell(table, "%s", material->density > 0 ? pl_dim_unit(material->density_dim) : "");
  pl_table_cell(table, "%d", material->n_theta);
  pl_table_cell(table, "%s", terms.data);
  pl_text_clear(&terms);
}

static pl_status list_all(pl_terminal *c) {
  int n;
  const char **name, **path;
  PL_TRY(pl_material_list(c->arena, &n, &name, &path));
  pl_table *table = pl_table_create(c->arena, "material|>density|unit|>parameters|terms");
  for (int i = 0; i < n; i++) {
    pl_material *material;
    PL_TRY(pl_material_load(c->ctx, path[i], &material));
    list_row(c, table, name[i], material);
    pl_material_destroy(material);
  }
  pl_table_say(c, table);
  if (n > 0) pl__print(c, "\nnext    %s material show %s\n", c->program, name[0]);
  return PL_OK;
}

pl_status pl_materials_text(pl_context *ctx, const pl_text_style *style, char **text) {
  pl_terminal c;
  *text = NULL;
  PL_TRY(pl__terminal_open(&c, ctx, style));
  return pl__terminal_close(&c, list_all(&c), text);
}

static pl_status list_json(pl_context *ctx, pl_arena *arena, pl_json_writer *w) {
  int n;
  const char **name, **path;
  PL_TRY(pl_material_list(arena, &n, &name, &path));
  pl_json_begin_object(w, NULL);
  pl_json_begin_array(w, "materials");
  for (int i = 0; i < n; i++) {
    pl_material *material;
    PL_TRY(pl_material_load(ctx, path[i], &material));
    pl_json_begin_object(w, NULL);
    pl_json_put_text(w, "name", name[i]);
    pl_json_put_text(w, "path", path[i]);
    pl_json_put_quantity(w, "density", material->density, material->density_dim);
    pl_json_put_integer(w, "parameters", material->n_theta);
    pl_json_put_text(w, "note", material->note);
    pl_json_end_object(w);
    pl_material_destroy(material);
  }
  pl_json_end_array(w);
  pl_json_end_object(w);
  return PL_OK;
}

pl_status pl_materials_json(pl_context *ctx, char **text) {
  *text = NULL;
  pl_arena *arena = pl_arena_create(ctx);
  pl_json_writer *w = arena ? pl_json_writer_create(ctx) : NULL;
  pl_status status = w ? list_json(ctx, arena, w) : PL_ERROR_MEMORY;
  pl_arena_destroy(arena);
  if (status == PL_OK) return pl__json_text(ctx, w, text);
  pl_json_writer_destroy(w);
  return status;
}
