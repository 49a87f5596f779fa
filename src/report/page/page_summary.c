// page_summary.c: what was measured, which model, what came out, how sure it is, what to do next.
#include "report/page/page.h"

#include <math.h>
#include <string.h>

static void verdict(pl_page *page) {
  pl_verdict_state state = pl__page_state(page->fit);
  pl_text_printf(page->out, "<p class=\"verdict %s\"><b aria-hidden=\"true\">%s</b><span>", pl_verdict_name(state), pl_verdict_sign(state));
  // the sentence says R2 for terminals; here it can look as it should
  const char *text = pl__page_text(page->fit, "verdict");
  for (const char *r2; (r2 = strstr(text, "R2 ")); text = r2 + (strncmp(r2, "R2 = ", 5) == 0 ? 5 : 3)) {
    char *before = pl_arena_printf(page->arena, "%.*s", (int)(r2 - text), text);
    pl__page_escape(page, before ? before : "");
    pl__page_add(page, strncmp(r2, "R2 = ", 5) == 0 ? "R\xC2\xB2\xC2\xA0=\xC2\xA0" : "R\xC2\xB2\xC2\xA0");
  }
  pl__page_escape(page, text);
  pl__page_add(page, "</span></p>\n");
}

static void key(pl_page *page, const char *name, const char *more) {
  pl__page_add(page, "<div class=\"key\"><dt>");
  pl__page_capital(page, name);
  pl__page_escape(page, more);
  pl__page_add(page, "</dt><dd>");
}

static void unit(pl_page *page, const char *text) {
  pl__page_add(page, " <small>");
  pl__markup_unit(page->out, text);
  pl__page_add(page, "</small>");
}

// The tensor at rest of a polar-tensor term: its own parameters, since c33 is not the slope of the shear curve.
static void tensor_keys(pl_page *page) {
  for (pl_json *parameter = pl__page_list(page->fit, "parameters"); parameter; parameter = parameter->next) {
    const char *name = pl__page_text(parameter, "name"), *at = strstr(name, "@origin"), *dot = strrchr(name, '.');
    if (!at || !dot || at[7] || pl__page_flag(parameter, "frozen")) continue;
    pl_shown stiffness = pl__page_unit(pl__page_text(parameter, "unit"), pl__page_largest(parameter, "value"));
    key(page, pl_arena_printf(page->arena, "%.*s %.*s", (int)(dot - name), name, (int)(at - dot - 1), dot + 1), " at rest");
    pl__markup_uncertain(page->out, stiffness.factor * pl__page_number(parameter, "value"),
                         stiffness.factor * pl__page_number(parameter, "sigma"));
    unit(page, stiffness.unit);
    pl__page_add(page, "</dd></div>\n");
  }
}

// Young's modulus and the like; of a material that changes from place to place between the softest and the stiffest 5 % of the body.
static void modulus_key(pl_page *page, pl_json *modulus) {
  int n, n_sigma;
  pl_shown shown = pl__page_unit(pl__page_text(modulus, "unit"), pl__page_largest(modulus, "value"));
  double *value = pl__page_values(page, modulus, "value", shown.factor, 0, &n);
  double *sigma = pl__page_values(page, modulus, "sigma", shown.factor, 0, &n_sigma);
  if (n < 1 || n != n_sigma) return;
  bool made_up = pl__page_flag(modulus, "size_made_up");
  key(page, pl__page_text(modulus, "name"),
      n > 1     ? made_up ? ", from 5 to 95 % of the body, its size made up" : ", from 5 to 95 % of the body"
      : made_up ? ", its size made up"
                : "");
  // a number that the data do not tell is no headline
  if (pl__page_flag(modulus, "not_determined")) {
    pl__page_add(page, "not determined</dd></div>\n");
    return;
  }
  pl__markup_uncertain(page->out, value[0], sigma[0]);
  if (n > 1) {
    pl__page_add(page, " to ");
    pl__markup_uncertain(page->out, value[n - 1], sigma[n - 1]);
  }
  unit(page, shown.unit);
  pl__page_add(page, "</dd></div>\n");
}

// Is the number that tells the stiffness at rest at its bound? Its sigma then says nothing.
static bool at_bound(pl_page *page, pl_json *curve) {
  const char *name = "";
  for (pl_json *point = pl__page_list(curve, "control"); point; point = point->next)
    if (pl__page_number(point, "strain") == 0) name = pl__page_text(point, "parameter");
  for (pl_json *parameter = pl__page_list(page->fit, "parameters"); parameter && *name; parameter = parameter->next)
    if (strcmp(pl__page_text(parameter, "name"), name) == 0) return pl__page_flag(parameter, "at_bound");
  return false;
}

// The bending rigidity by cut; the laws' own numbers are in the table of parameters.
static void rigidity_key(pl_page *page, pl_json *rigidity) {
  pl_shown shown = pl__page_unit(pl__page_text(rigidity, "unit"), pl__page_largest(rigidity, "value"));
  key(page, pl__page_text(rigidity, "name"), "");
  if (pl__page_flag(rigidity, "not_determined")) {
    pl__page_add(page, "not determined</dd></div>\n");
    return;
  }
  pl__markup_uncertain(page->out, shown.factor * pl__page_number(rigidity, "value"), shown.factor * pl__page_number(rigidity, "sigma"));
  unit(page, shown.unit);
  pl__page_add(page, pl__page_flag(rigidity, "at_bound") ? "<small>, at its bound</small></dd></div>\n" : "</dd></div>\n");
}

// Is the curve told by a rigidity?
static bool is_rigidity(pl_page *page, pl_json *curve) {
  for (pl_json *rigidity = pl__page_list(page->fit, "rigidities"); rigidity; rigidity = rigidity->next)
    for (pl_json *term = pl__page_list(rigidity, "terms"); term; term = term->next)
      if (term->kind == PL_JSON_STRING && strcmp(term->text, pl__page_text(curve, "term")) == 0) return true;
  return false;
}

static void curve_key(pl_page *page, pl_json *curve) {
  if (is_rigidity(page, curve)) return;
  if (pl__page_flag(curve, "assumed") || strcmp(pl__page_text(curve, "law"), "polar-tensor") == 0) return;
  // the unit of the picture
  double largest = fmax(pl__page_largest(curve, "stiffness"), pl__page_largest(curve, "zero_stiffness"));
  pl_shown stiffness = pl__page_unit(pl__page_text(curve, "stiffness_unit"), largest);
  bool coupling = strcmp(pl__page_text(curve, "strain_name"), pl__page_text(curve, "stress_name")) != 0;
  // a coupling that is zero at rest by its law is no finding
  if (coupling && pl__page_number(curve, "zero_stiffness") == 0) return;
  key(page, pl__page_text(curve, "name"), coupling ? " coupling" : " stiffness at rest");
  pl__markup_uncertain(page->out, stiffness.factor * pl__page_number(curve, "zero_stiffness"),
                       at_bound(page, curve) ? NAN
                                             : stiffness.factor * pl__page_number(curve, "zero_stiffness_half_width") / PL_PAGE_INTERVAL);
  unit(page, stiffness.unit);
  pl__page_add(page, at_bound(page, curve) ? "<small>, at its bound</small></dd></div>\n" : "</dd></div>\n");
}

static void keys(pl_page *page) {
  pl__page_add(page, "<dl class=\"keys\">\n");
  tensor_keys(page);
  pl_json *moduli = pl__page_list(page->fit, "moduli");
  for (pl_json *modulus = moduli; modulus; modulus = modulus->next) modulus_key(page, modulus);
  for (pl_json *curve = pl__page_list(page->fit, "curves"); curve && !moduli; curve = curve->next) curve_key(page, curve);
  for (pl_json *rigidity = pl__page_list(page->fit, "rigidities"); rigidity; rigidity = rigidity->next) rigidity_key(page, rigidity);
  double worst[2];
  pl__page_lowest_r2(page->fit, worst);
  for (int held = 0; held < 2; held++) {
    if (!isfinite(worst[held])) continue;
    key(page, held ? "lowest R\xC2\xB2, held out" : "lowest R\xC2\xB2, fitted", "");
    pl__page_r2(page, worst[held]);
    pl__page_add(page, "</dd></div>\n");
  }
  int n = 0, n_identified = 0, n_weak = 0;
  for (pl_json *parameter = pl__page_list(page->fit, "parameters"); parameter; parameter = parameter->next) {
    if (!pl_json_find(parameter, "identified") || pl__page_flag(parameter, "frozen")) continue;
    n++;
    n_identified += pl__page_flag(parameter, "identified") && !pl__page_flag(parameter, "near_zero");
    n_weak += pl__page_flag(parameter, "weak") && !pl__page_flag(parameter, "near_zero");
  }
  if (n) {
    key(page, "parameters determined", "");
    pl_text_printf(page->out, "%d <small>of %d", n_identified, n);
    if (n_weak) pl_text_printf(page->out, ", %d of them weakly", n_weak);
    pl__page_add(page, "</small></dd></div>\n");
  }
  key(page, "computing time", "");
  double seconds = pl__page_number(page->fit, "seconds");
  pl__markup_fixed(page->out, seconds, seconds < 9.95 ? 2 : seconds < 99.5 ? 1 : 0);
  unit(page, "s");
  pl__page_add(page, "</dd></div>\n</dl>\n");
  if (pl__page_list(page->fit, "curves") || moduli)
    pl__page_add(page,
                 "<p class=\"soft\">\xC2\xB1 is sigma, one standard deviation, here and in all tables; bands and bars in pictures are 95 % "
                 "intervals, 1.96 sigma to either side.</p>\n");
}

// Several warnings of one kind, a row each.
static void warning_table(pl_page *page, pl_json *warning) {
  if (!pl__page_list(warning, "columns")) return;
  pl__page_add(page, "<table><tr>");
  for (pl_json *column = pl__page_list(warning, "columns"); column; column = column->next) {
    pl__page_add(page, pl__page_flag(column, "number") ? "<th class=\"num\">" : "<th>");
    pl__page_escape(page, pl__page_text(column, "name"));
    pl__page_add(page, "</th>");
  }
  pl__page_add(page, "</tr>\n");
  for (pl_json *row = pl__page_list(warning, "rows"); row; row = row->next) {
    pl__page_add(page, "<tr>");
    pl_json *column = pl__page_list(warning, "columns");
    for (pl_json *cell = row->child; cell && column; cell = cell->next, column = column->next) {
      pl__page_add(page, pl__page_flag(column, "number") ? "<td class=\"num\">" : "<td>");
      pl__page_escape(page, cell->kind == PL_JSON_STRING ? cell->text : "");
      pl__page_add(page, "</td>");
    }
    pl__page_add(page, "</tr>\n");
  }
  pl__page_add(page, "</table>");
}

static void warnings(pl_page *page) {
  pl_json *warning = pl__page_list(page->fit, "warnings");
  const char *shear = pl__page_text(pl_json_find(page->fit, "shear_check"), "words");
  if (warning) pl__page_add(page, "<h3>Warnings</h3><ul class=\"warn\">\n");
  bool any = warning != NULL;
  for (; warning; warning = warning->next) {
    pl__page_add(page, "<li>");
    pl__page_capital(page, pl__page_text(warning, "text"));
    pl__page_add(page, ".<br><span>");
    pl__page_capital(page, pl__page_text(warning, "remedy"));
    pl__page_add(page, ".</span>");
    warning_table(page, warning);
    pl__page_add(page, "</li>\n");
  }
  if (any) pl__page_add(page, "</ul>\n");
  if (shear[0]) pl__page_add(page, "<p>"), pl__page_escape(page, shear), pl__page_add(page, "</p>\n");
}

// The largest of a member of all curves whose member `by` is `same`: what is drawn together has one unit.
static double largest_of(pl_page *page, const char *by, const char *same, const char *key) {
  double largest = 0;
  for (pl_json *curve = pl__page_list(page->fit, "curves"); curve; curve = curve->next)
    if (!pl__page_flag(curve, "assumed") && strcmp(pl__page_text(curve, by), same) == 0)
      largest = fmax(largest, pl__page_largest(curve, key));
  return largest;
}

// k(alpha) of all directions in one picture (figure 6 of Wang 2011), with the control points.
static void bending_overview(pl_page *page) {
  pl_plot plot = {
      .title = "Bending stiffness in all directions", .x_name = "alpha, half the curvature", .y_name = "stiffness k", .height = 250};
  int colour = 1;
  pl_shown x = {1, ""}, y = {1, ""};  // of all directions
  for (pl_json *curve = pl__page_list(page->fit, "curves"); curve && colour <= 6; curve = curve->next) {
    int n, n_k;
    if (strcmp(pl__page_text(curve, "measure"), "fold") != 0) continue;
    if (plot.n_series == 0)
      x = pl__page_unit(pl__page_text(curve, "strain_unit"), 0),
      y = pl__page_unit(pl__page_text(curve, "stiffness_unit"), largest_of(page, "measure", "fold", "secant"));
    double *alpha = pl__page_values(page, curve, "strain", x.factor, 0, &n), *k = pl__page_values(page, curve, "secant", y.factor, 0, &n_k);
    if (n != n_k || n < 2) continue;
    plot.x_unit = x.unit, plot.y_unit = y.unit;
    pl_plot_add(&plot, PL_SERIES_LINE, colour++, pl__page_text(curve, "name"), n, alpha, k);
  }
  if (plot.n_series == 0) return;
  pl__page_add(page, "<figure>");
  pl__page_plot(page, &plot);
  pl__page_add(page,
               "<figcaption>Stiffness k of the law by direction of the fold line; the bending rigidity is k/4.</figcaption></figure>\n");
}

// All curves in one picture: how stiff the directions are against each other.
static void overview(pl_page *page) {
  pl_plot plot = {.title = "All fitted stress curves together", .x_name = "strain", .y_name = "stress", .height = 250};
  const char *stress_unit = NULL;
  int colour = 1;
  for (pl_json *curve = pl__page_list(page->fit, "curves"); curve && colour <= 6; curve = curve->next) {
    const char *unit_text = pl__page_text(curve, "stress_unit");
    if (pl__page_flag(curve, "assumed")) continue;
    if (strcmp(pl__page_text(curve, "strain_unit"), "1") != 0 || (stress_unit && strcmp(stress_unit, unit_text) != 0)) continue;
    if (strcmp(pl__page_text(curve, "strain_name"), pl__page_text(curve, "stress_name")) != 0) continue;
    stress_unit = unit_text;
    pl_shown x = pl__page_strain_unit("1"), y = pl__page_unit(unit_text, largest_of(page, "stress_unit", unit_text, "stress"));
    int n, n_y, n_in;
    double *strain = pl__page_values(page, curve, "strain", x.factor, 0, &n),
           *stress = pl__page_values(page, curve, "stress", y.factor, 0, &n_y),
           *in_range = pl__page_values(page, curve, "in_range", 1, 0, &n_in);
    if (n != n_y || n != n_in) continue;
    for (int i = 0; i < n; i++)
      if ((pl__page_flag(curve, "measured") && in_range[i] == 0) || (strain[n - 1] > 0 && strain[i] < 0)) stress[i] = NAN;
    plot.x_unit = x.unit, plot.y_unit = y.unit;
    // warp and weft may be alike: the second is dashed, and the one below shows through the gaps
    pl_plot_add(&plot, colour == 2 ? PL_SERIES_DASHED : PL_SERIES_LINE, colour, pl__page_text(curve, "name"), n, strain, stress);
    colour++;
  }
  if (plot.n_series < 2) {
    bending_overview(page);
    return;
  }
  pl__page_add(page, "<figure>");
  pl__page_plot(page, &plot);
  pl__page_add(page, "<figcaption>The fitted curves in tension, over the strains that were measured.</figcaption></figure>\n");
}

// "50 × 200 mm".
static void size(pl_page *page, pl_json *test) {
  static const char *const side[] = {"length", "width"};
  for (int i = 0; i < 2; i++) {
    double value = NAN;
    pl_dim dim;
    bool has_unit;
    pl_quantity_parse(pl__page_text(test, side[i]), &value, &dim, &has_unit);
    pl__page_add(page, i ? " \xC3\x97 " : "");
    pl__markup_number(page->out, pl_dim_display(PL_DIM_LENGTH, value));
  }
  pl_text_printf(page->out, " %s", pl_dim_unit(PL_DIM_LENGTH));
}

static void test_row(pl_page *page, pl_json *test) {
  pl__page_add(page, "<tr><td class=\"name\">");
  pl__page_escape(page, pl__page_text(test, "name"));
  pl__page_add(page, "</td><td class=\"keep\">");
  pl__page_direction(page, test);
  const char *compared = pl__page_text(pl_json_find(test, "capture"), "compared");
  if (*compared) pl__page_add(page, "<br><span class=\"soft\">by "), pl__page_escape(page, compared), pl__page_add(page, "</span>");
  pl__page_add(page, "</td><td class=\"keep\">");
  size(page, test);
  double strips = pl__page_number(test, "strips");
  if (strips > 1) pl_text_printf(page->out, ", %d strips", (int)strips);
  pl__page_add(page, "</td>");
  pl__page_cell(page, pl__page_number(test, "frames"));
  pl_text_printf(page->out, "<td class=\"keep\">%s</td><td class=\"keep\" title=\"",
                 pl__page_flag(test, "held_out") ? "held out" : "fitted");
  pl__page_escape(page, pl__page_text(test, "method_reason"));
  double triangles = pl__page_number(test, "triangles");
  if (triangles > 2) pl_text_printf(page->out, " (%d triangles)", (int)triangles);
  pl__page_add(page, "\">");
  pl__page_escape(page, pl__page_text(test, "method"));
  pl__page_add(page, "</td></tr>\n");
}

static void measured(pl_page *page) {
  pl__page_add(page, "<div><h3>What was measured</h3><div class=\"scroll\"><table "
                     "class=\"dense\"><thead><tr><th>test</th><th>direction</th><th>length \xC3\x97 width</th>"
                     "<th class=\"num\">frames</th><th>use</th><th>method</th></tr></thead><tbody>\n");
  for (pl_json *test = pl__page_list(page->fit, "tests"); test; test = test->next) test_row(page, test);
  pl__page_add(page, "</tbody></table></div>\n");
  if (pl__page_count(page->fit, "notes")) {
    pl__page_add(page, "<details><summary>How the files were read</summary><ul>");
    for (pl_json *note = pl__page_list(page->fit, "notes"); note; note = note->next)
      if (note->kind == PL_JSON_STRING) pl__page_add(page, "<li>"), pl__page_escape(page, note->text), pl__page_add(page, "</li>");
    pl__page_add(page, "</ul></details>\n");
  }
  pl__page_add(page, "<h3>Model</h3><p>");
  pl_json *material = pl_json_find(page->fit, "material");
  for (pl_json *term = pl__page_list(material, "terms"); term; term = term->next) {
    pl__page_add(page, "<b>");
    pl__page_escape(page, pl__page_text(term, "name"));
    pl__page_add(page, "</b>: ");
    pl__page_escape(page, pl__page_text(term, "law"));
    pl__page_add(page, " over ");
    pl__page_escape(page, pl__page_text(term, "strain"));
    pl_text_printf(page->out, " strain, %d parameter%s", (int)pl__page_number(term, "parameters"),
                   pl__page_number(term, "parameters") == 1 ? "" : "s");
    if (pl__page_flag(term, "assumed")) pl__page_add(page, ", assumed, not measured");
    if (*pl__page_text(term, "fold")) pl__page_add(page, " ("), pl__page_escape(page, pl__page_text(term, "fold")), pl__page_add(page, ")");
    pl__page_add(page, term->next ? "<br>" : "");
  }
  pl__page_add(page, "</p></div>\n");
}

void pl__page_summary(pl_page *page) {
  pl__page_begin(page, "summary", "Summary");
  verdict(page);
  keys(page);
  warnings(page);
  pl__page_add(page, "<div class=\"pair lead\">");
  measured(page);
  overview(page);
  pl__page_add(page, "</div>\n");
  const char *next = pl__page_text(page->fit, "next");
  if (next[0]) pl__page_add(page, "<h3>Next</h3><pre>"), pl__page_escape(page, next), pl__page_add(page, "</pre>\n");
  pl__page_end(page);
}
