// figure.c: all homogeneous tests of one channel in one plot, as is usual for rubber. It has a colour per test, its mode in words,
// measured points, and predicted lines with their 95 % bands. Stresses over stretches and over shears are separate figures, in the stress
// measure that all tests share. If they do not share one, all are nominal: Cauchy stresses are multiplied by the ratio of deformed to rest
// area.
#include <math.h>
#include <string.h>

#include "protocol/homogeneous/homogeneous_part.h"
#include "report/figure/figure.h"

enum { MAX_TEST = PL_N_COLOUR - 1 };

// "A7, planar (held out)"; only the mode if the test has that name.
static const char *label(pl_figures *set, pl_json *test) {
  const char *name = pl__member_text(test, "name"), *mode = pl__member_text(test, "mode");
  const char *held = pl__member_flag(test, "held_out") && pl__member_list(set->reader.fit, "iterations") ? " (held out)" : "";
  bool both = mode[0] && strcmp(name, mode) != 0;
  return pl__figure_text(set, "%s%s%s%s", name, both ? ", " : "", both ? mode : "", held);
}

// Tests drawn together: a channel over a control, in one stress measure.
typedef struct together {
  const char *control, *channel, *measure;
} together;

// One test of them, in a common unit.
typedef struct drawn {
  pl_channel_view v;
  const double *factor;  // [v.n], nominal over the test's stress; NULL: no conversion
} drawn;

// Older results do not store it for nominal stress.
static const char *measure_of(pl_json *test) {
  const char *measure = pl__member_text(test, "stress_measure");
  return measure[0] ? measure : "nominal";
}

// The channel, if this test has it over this control.
static pl_json *channel_of(pl_json *test, const together *all) {
  if (!*pl__member_text(test, "mode") || strcmp(pl__member_text(test, "control"), all->control) != 0) return NULL;
  return pl__test_channel(test, all->channel);
}

// The measure that all tests share, or nominal stress.
static const char *shared_measure(const pl_figures *set, const together *all) {
  const char *shared = NULL;
  for (pl_json *test = pl__member_list(set->reader.fit, "tests"); test; test = test->next) {
    if (!channel_of(test, all)) continue;
    if (shared && strcmp(shared, measure_of(test)) != 0) return "nominal";
    shared = measure_of(test);
  }
  return shared ? shared : "nominal";
}

// True if the stresses of this test are of that measure or can be converted. A difference of Cauchy stresses cannot become nominal.
static bool view(pl_figures *set, pl_json *test, const together *all, drawn *d) {
  pl_json *observed = channel_of(test, all);
  if (!observed || !pl__view_channel(&set->reader, test, observed, &d->v)) return false;
  d->factor = NULL;
  if (strcmp(measure_of(test), all->measure) == 0) return true;
  int n;
  const double *factor = pl__reader_values(&set->reader, observed, "nominal_factor", 1, &n);
  d->factor = n == d->v.n ? factor : NULL;
  return d->factor != NULL;
}

static const char *stress_name(pl_figures *set, const together *all) {
  if (strcmp(all->measure, "cauchy-difference") == 0) return pl__figure_text(set, "difference of Cauchy %ses", all->channel);
  return pl__figure_text(set, "%s %s", strcmp(all->measure, "cauchy") == 0 ? "Cauchy" : "nominal", all->channel);
}

// The largest stress as drawn, SI: determines the unit.
static double largest(const drawn *d) {
  double most = 0;
  for (int i = 0; i < d->v.n; i++) {
    double size = fabs(d->v.measured[i]) / d->v.y.factor * (d->factor ? d->factor[i] : 1);
    if (size > most) most = size;
  }
  return most;
}

static void add_test(pl_figures *set, pl_plot *plot, drawn *d, pl_shown unit, int colour) {
  pl_channel_view *v = &d->v;
  double *const list[] = {v->measured, v->predicted, v->low, v->high};
  for (int i = 0; i < v->n; i++)
    for (int k = 0; k < 4; k++) list[k][i] *= unit.factor / v->y.factor * (d->factor ? d->factor[i] : 1);
  pl_plot_add(plot, PL_SERIES_BAND, colour, NULL, v->n, v->at, v->low)->y2 = v->high;
  pl_plot_add(plot, PL_SERIES_LINE, colour, label(set, v->test), v->n, v->at, v->predicted);
  pl_plot_add(plot, PL_SERIES_POINTS, colour, NULL, v->n, v->at, v->measured);
}

static void add_figure(pl_figures *set, const together *all, int n, drawn *list) {
  double column = set->column, height = 0.85 * column, most = 0;
  double curve[2] = {0, 0}, band[2] = {0, 0};
  pl_panel *panel = pl__panels(set, 1);
  if (!panel) return;
  for (int i = 0; i < n; i++) most = fmax(most, largest(&list[i]));
  pl_shown unit = pl__shown_unit(pl__member_text(list[0].v.channel, "unit"), most);
  const char *name = stress_name(set, all);
  pl_plot plot = {.x_name = all->control, .x_unit = list[0].v.x.unit, .y_name = name, .y_unit = unit.unit};
  for (int i = 0; i < n; i++) {
    pl_channel_view *v = &list[i].v;
    add_test(set, &plot, &list[i], unit, i + 1);
    pl__plot_range(v->n, v->predicted, curve), pl__plot_range(v->n, v->measured, curve);
    pl__plot_range(v->n, v->low, band), pl__plot_range(v->n, v->high, band);
  }
  pl__plot_limit(&plot, curve, band);
  *panel = (pl_panel){.box = {0, 2, column, height}, .heading = "points measured, lines predicted", .plot = plot};
  pl__figure_add_panels(set, pl__figure_text(set, "modes-%s", all->channel),
                        pl__figure_text(set, "All tests: %s over %s, measured and predicted with 95 %% bands", name, all->control), column,
                        4 + height, 1, panel);
}

// The channel of all tests that have it over this control; a single test already has its figure.
static void add_channel(pl_figures *set, const char *control, const char *channel) {
  drawn list[MAX_TEST];
  together all = {.control = control, .channel = channel};
  all.measure = shared_measure(set, &all);
  int n = 0, page = 0;
  for (pl_json *test = pl__member_list(set->reader.fit, "tests"); test; test = test->next) {
    if (n == MAX_TEST) add_figure(set, &all, n, list), n = 0, page++;
    n += view(set, test, &all, &list[n]);
  }
  if (n > 1 || (n == 1 && page > 0)) add_figure(set, &all, n, list);
}

void pl__homogeneous_draw(pl_figures *set) {
  const pl_channel_row *row = pl__homogeneous_channel;
  add_channel(set, row[PL_HOMOGENEOUS_STRETCH].name, row[PL_HOMOGENEOUS_STRESS].name);
  add_channel(set, row[PL_HOMOGENEOUS_SHEAR].name, row[PL_HOMOGENEOUS_SHEAR_STRESS].name);
}
