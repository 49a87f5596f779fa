// figure_polar.c: stiffness at rest by direction. Bending is over the direction of the fold line, the stiffness of a narrow strip over
// that of the pull. The latter follows from C at the origin: 1/E = d^T C^-1 d with d = (cos², sin², cos sin) and engineering shear.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/figure/figure.h"

enum { N_ROUND = 121, MAX_FOLD = 16 };

static void add(pl_figures *set, const char *name, const char *heading, const char *title, pl_plot plot) {
  pl_panel *panel = pl__panels(set, 1);
  if (!panel) return;
  plot.title = title;
  *panel = (pl_panel){.box = {0, 2, set->column, 0.98 * set->column}, .heading = heading, .plot = plot};
  pl__figure_add_panels(set, name, title, set->column, 0.98 * set->column + 4, 1, panel);
}

// ---- bending ----

typedef struct fold {
  double degree, k, half;  // deg, shown units
} fold;

static int read_folds(pl_figures *set, fold *out, pl_shown *unit) {
  int n = 0;
  double largest = 0;  // of all directions, which share a unit
  for (pl_json *curve = pl__member_list(set->reader.fit, "curves"); curve; curve = curve->next)
    if (pl__member_flag(curve, "by_direction")) largest = fmax(largest, pl__member_largest(curve, "zero_stiffness"));
  for (pl_json *curve = pl__member_list(set->reader.fit, "curves"); curve && n < MAX_FOLD; curve = curve->next) {
    double degree = pl__member_number(curve, "fold_deg");  // classes of hinges act together and have none
    // friction is no stiffness
    if (pl__member_flag(curve, "assumed") || pl__member_flag(curve, "friction") || !isfinite(degree)) continue;
    *unit = pl__shown_unit(pl__member_text(curve, "stiffness_unit"), largest);
    fold f = {degree, unit->factor * pl__member_number(curve, "zero_stiffness"),
              unit->factor * pl__member_number(curve, "zero_stiffness_half_width")};
    bool again = false;  // one direction may have several laws
    for (int k = 0; k < n; k++) again = again || out[k].degree == degree;
    if (!isfinite(f.k) || again) continue;
    int i = n++;
    for (; i > 0 && out[i - 1].degree > degree; i--) out[i] = out[i - 1];
    out[i] = f;
  }
  return n;
}

// k + share times its half-width at any direction: linear between the measured ones, mirrored at warp and weft.
static double fold_stiffness(int n, const fold *of, double degree, double share) {
  double folded = fmod(degree, 180);
  if (folded > 90) folded = 180 - folded;
  int i = 0;
  while (i < n - 2 && of[i + 1].degree < folded) i++;
  double t = (folded - of[i].degree) / (of[i + 1].degree - of[i].degree);
  double half[2] = {isfinite(of[i].half) ? of[i].half : 0, isfinite(of[i + 1].half) ? of[i + 1].half : 0};
  return fmax((1 - t) * (of[i].k + share * half[0]) + t * (of[i + 1].k + share * half[1]), 0);
}

static void bending(pl_figures *set) {
  fold of[MAX_FOLD];
  pl_shown unit = {1, ""};
  int n = read_folds(set, of, &unit);
  double *memory = pl_arena_alloc(set->reader.arena, 6 * N_ROUND + 2 * MAX_FOLD, sizeof *memory), degree = acos(-1.0) / 180;
  if (!memory) set->reader.failed = true;
  if (n < 2 || !memory) return;
  pl_plot plot = {.x_name = "along warp", .x_unit = unit.unit, .y_name = "along weft", .y_unit = unit.unit, .equal = true};
  bool known = false;  // values at a bound have no interval
  for (int i = 0; i < n; i++) known = known || of[i].half > 1e-5 * fabs(of[i].k);
  for (int line = known ? 0 : 2; line < 3; line++) {
    double *x = memory + 2 * line * N_ROUND, *y = x + N_ROUND;
    for (int i = 0; i < N_ROUND; i++) {
      double angle = 360.0 * i / (N_ROUND - 1), r = fold_stiffness(n, of, angle, line == 2 ? 0 : 2 * line - 1);
      x[i] = r * cos(angle * degree), y[i] = r * sin(angle * degree);
    }
    pl_plot_add(&plot, line == 2 ? PL_SERIES_LINE : PL_SERIES_DASHED, 1,
                line == 2   ? "stiffness"
                : line == 1 ? "95 % interval"
                            : NULL,
                N_ROUND, x, y);
  }
  double *x = memory + 6 * N_ROUND, *y = x + MAX_FOLD;
  for (int i = 0; i < n; i++) x[i] = of[i].k * cos(of[i].degree * degree), y[i] = of[i].k * sin(of[i].degree * degree);
  pl_plot_add(&plot, PL_SERIES_RINGS, 0, "fitted directions", n, x, y);
  add(set, "polar-bending", "by direction of the fold line", "Bending stiffness by direction of the fold line", plot);
}

// ---- tensors ----

static pl_json *term_named(pl_figures *set, const char *name) {
  pl_json *material = pl_json_find(set->reader.fit, "material");
  for (pl_json *term = pl__member_list(material, "terms"); term; term = term->next)
    if (strcmp(pl__member_text(term, "name"), name) == 0) return term;
  return NULL;
}

// Entry `which` of C at the origin; NAN when the term has none.
static double entry(pl_figures *set, const char *term, const char *which) {
  for (pl_json *p = pl__member_list(set->reader.fit, "parameters"); p; p = p->next) {
    const char *name = pl__member_text(p, "name");
    size_t n = strlen(term);
    if (strncmp(name, term, n) != 0 || name[n] != '.' || strncmp(name + n + 1, which, 3) != 0) continue;
    if (name[n + 4] == '\0' || strcmp(name + n + 4, "@origin") == 0) return pl__member_number(p, "value");
  }
  return NAN;
}

static void tensor(pl_figures *set, pl_json *term) {
  const char *name = pl__member_text(term, "name");
  double c11 = entry(set, name, "c11"), c12 = entry(set, name, "c12"), c22 = entry(set, name, "c22"), c33 = entry(set, name, "c33");
  double det = c11 * c22 - c12 * c12, shear = pl__member_flag(term, "tensor_shear") ? c33 / 2 : c33;
  double *x = pl_arena_alloc(set->reader.arena, 2 * N_ROUND, sizeof *x), *y = x ? x + N_ROUND : NULL;
  if (!x) set->reader.failed = true;
  if (!x || !(det > 0) || !(shear > 0) || isfinite(entry(set, name, "c13"))) return;
  for (int i = 0; i < N_ROUND; i++) {
    double angle = 2 * acos(-1.0) * i / (N_ROUND - 1), c = cos(angle), s = sin(angle), u = c * c, v = s * s;
    double e = 1 / ((c22 * u * u - 2 * c12 * u * v + c11 * v * v) / det + u * v / shear);
    x[i] = e * c, y[i] = e * s;
  }
  pl_plot plot = {.x_name = "along warp", .x_unit = "N/m", .y_name = "along weft", .y_unit = "N/m", .equal = true};
  pl_plot_add(&plot, PL_SERIES_LINE, 1, "narrow strip", N_ROUND, x, y);
  add(set, pl__figure_text(set, "polar-%s", name), pl__figure_text(set, "%s at rest", name),
      pl__figure_text(set, "%s: stiffness at rest by direction of pull", name), plot);
}

void pl__figure_polar(pl_figures *set) {
  pl_json *material = pl_json_find(set->reader.fit, "material");
  for (pl_json *term = pl__member_list(material, "terms"); term; term = term->next)
    if (!pl__member_flag(term, "assumed") && term_named(set, pl__member_text(term, "name")) == term) tensor(set, term);
  bending(set);
}
