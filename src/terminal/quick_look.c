// quick_look.c: see quick_look.h.
#include "terminal/quick_look.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "terminal/plot.h"
#include "report/result/reader.h"
#include "report/result/result.h"
#include "report/result/rubber_curve.h"

enum { MAX_PLOT = 200 };

typedef struct album {
  pl_terminal *c;
  pl_reader reader;
  int n, most;
  pl_plot_data plot[MAX_PLOT];
} album;

// The next plot to fill, NULL when there are enough.
static pl_plot_data *next_plot(album *a) {
  if (a->n >= a->most) return NULL;
  pl_plot_data *p = &a->plot[a->n++];
  *p = (pl_plot_data){.title = "", .x_unit = ""};
  return p;
}

// A prediction holds out everything: nothing is marked then.
static const char *test_name(album *a, pl_json *test) {
  const char *name = pl__member_text(test, "name");
  const char *marked = pl__member_flag(test, "held_out") && pl__member_list(a->reader.fit, "iterations")
                           ? pl_arena_printf(a->c->arena, "%s, held out", name)
                           : name;
  return marked ? marked : name;
}

// The first columns of a text with dots behind it; the text itself where it is not wider.
static const char *shortened(album *a, const char *text, int columns) {
  size_t n = strlen(text);
  if (pl_text_width(text) <= columns) return text;
  char *out = pl_arena_text(a->c->arena, text);
  while (out && n > 0 && pl_text_width(out) > columns - 2) {
    do n--;
    while (n > 0 && ((unsigned char)out[n] & 0xC0) == 0x80);
    out[n] = '\0';
  }
  out = out ? pl_arena_printf(a->c->arena, "%s..", out) : NULL;
  return out ? out : text;
}

// "warp: force [N], R² 0.9998"; without the score if there are too few columns; then the name is cut, never the unit.
static const char *title(album *a, const char *name, const char *rest, const char *unit, double r2) {
  const char *tail = pl_arena_printf(a->c->arena, ": %s%s%s%s", rest, *unit ? " [" : "", unit, *unit ? "]" : "");
  const char *scored = isnan(r2) || !tail ? tail : pl_arena_printf(a->c->arena, "%s, R² %.4f", tail, r2);
  int columns = pl__plot_title_columns(a->c);
  if (!tail || !scored) return name;
  if (pl_text_width(name) + pl_text_width(scored) <= columns) tail = scored;
  const char *text = pl_arena_printf(a->c->arena, "%s%s", shortened(a, name, columns - pl_text_width(tail)), tail);
  return text ? text : name;
}

static const double *numbers(album *a, pl_json *object, const char *key, double factor, int *n) {
  return pl__reader_values(&a->reader, object, key, factor, n);
}

static int least(int a, int b) { return a < b ? a : b; }

// ---- tests ----

// One value per frame over the main control.
static void add_curve(album *a, pl_json *test, pl_json *channel) {
  pl_json *control = pl__test_channel(test, pl__member_text(test, "control"));
  if (!control || control == channel || !pl_json_find(control, "imposed")) return;  // a body in poses has no control
  pl_plot_data *p = next_plot(a);
  if (!p) return;
  pl_shown x = pl__shown_unit(pl__member_text(control, "unit"), pl__member_largest(control, "imposed")),
           y = pl__shown_unit(pl__member_text(channel, "unit"), pl__member_largest(channel, "measured"));
  int n[3];
  const double *at = numbers(a, control, "imposed", x.factor, &n[0]), *measured = numbers(a, channel, "measured", y.factor, &n[1]);
  const double *predicted = numbers(a, channel, "predicted", y.factor, &n[2]);
  *p = (pl_plot_data){.title = title(a, test_name(a, test), pl__member_text(channel, "name"), y.unit, pl__member_number(channel, "r2")),
                      .x_unit = x.unit,
                      .n_curve = least(n[0], n[2]),
                      .n_point = least(n[0], n[1]),
                      .x = at,
                      .y = predicted,
                      .at = at,
                      .measured = measured};
}

// x or y of points.
static const double *every_second(album *a, const double *pair, int n, int first) {
  double *value = pl_arena_alloc(a->c->arena, (size_t)n + 1, sizeof *value);
  for (int i = 0; i < n && value; i++) value[i] = pair[2 * i + first];
  return value;
}

// Labelled points of a strip and the simulated strip.
static void add_profile(album *a, pl_json *test, pl_json *channel) {
  pl_plot_data *p = next_plot(a);
  if (!p) return;
  pl_json *strip = pl_json_find(test, "side_view");
  int n_label, n_curve;
  const double *label = numbers(a, channel, "measured", 1e3, &n_label);
  const double *curve = strip ? numbers(a, strip, "midline", 1e3, &n_curve) : numbers(a, channel, "predicted", 1e3, &n_curve);
  *p = (pl_plot_data){.title = title(a, test_name(a, test), pl__member_text(channel, "name"), "mm", NAN),
                      .x_unit = "mm",
                      .n_curve = n_curve / 2,
                      .n_point = n_label / 2,
                      .x = every_second(a, curve, n_curve / 2, 0),
                      .y = every_second(a, curve, n_curve / 2, 1),
                      .at = every_second(a, label, n_label / 2, 0),
                      .measured = every_second(a, label, n_label / 2, 1),
                      .equal = true};
  if (!p->x || !p->y || !p->at || !p->measured) a->n--;
}

// The clip with the largest force, frame by frame.
static void add_capture(album *a, pl_json *test, pl_json *capture) {
  pl_json *strongest = NULL;
  double most = 0;
  int n;
  for (pl_json *clip = pl__member_list(capture, "clips"); clip; clip = clip->next) {
    const double *force = numbers(a, clip, "force_measured", 1, &n);
    for (int i = 0; i < n; i++)
      if (force[i] > most) most = force[i], strongest = clip;
  }
  pl_plot_data *p = strongest ? next_plot(a) : NULL;
  if (!p) return;
  int n_predicted;
  const double *measured = numbers(a, strongest, "force_measured", 1, &n);
  const double *predicted = numbers(a, strongest, "force_predicted", 1, &n_predicted);
  double *frame = pl_arena_alloc(a->c->arena, (size_t)n + 1, sizeof *frame);
  if (!frame) {
    a->n--;
    return;
  }
  for (int i = 0; i < n; i++) frame[i] = i + 1;
  *p = (pl_plot_data){.title = title(a, test_name(a, test), "clip force", "N", NAN),
                      .x_unit = "frames",
                      .n_curve = least(n, n_predicted),
                      .n_point = n,
                      .x = frame,
                      .y = predicted,
                      .at = frame,
                      .measured = measured};
}

static void add_test(album *a, pl_json *test) {
  pl_json *capture = pl_json_find(test, "surface");
  if (capture) {
    add_capture(a, test, capture);
    return;
  }
  for (pl_json *channel = pl__member_list(test, "channels"); channel; channel = channel->next) {
    if (!pl_json_find(channel, "predicted")) continue;
    double width = pl__member_number(channel, "values_per_frame");
    pl_drawing drawing = pl__channel_drawing(channel);
    if ((drawing == PL_DRAW_LINE || drawing == PL_DRAW_SIDE) && width > 3)
      add_profile(a, test, channel);
    else if (!(width > 1))
      add_curve(a, test, channel);
  }
}

static album *open_album(pl_terminal *c, pl_json *fit, int most) {
  album *a = pl_arena_alloc(c->arena, 1, sizeof *a);
  if (!a) return NULL;
  a->c = c;
  a->reader = (pl_reader){.ctx = c->ctx, .arena = c->arena, .fit = fit};
  a->most = most > 0 && most < MAX_PLOT ? most : MAX_PLOT;
  return a;
}

static bool any_points(const album *a) {
  for (int i = 0; i < a->n; i++)
    if (a->plot[i].n_point > 0) return true;
  return false;
}

static int print_album(const album *a, const char *heading, const char *points, const char *curve) {
  if (a->n == 0 || a->reader.failed) return 0;
  pl__print(a->c, "\n%s\n", heading);
  pl__plots_print(a->c, a->n, a->plot);
  pl__plots_legend(a->c, any_points(a) ? points : NULL, curve);
  return a->n;
}

static bool wanted(pl_json *object, const char *only) { return !only || strstr(pl__member_text(object, "name"), only); }

// Plots of all tests, drawn or not: a test may have several, or none.
static int count_plots(pl_terminal *c, pl_json *fit) {
  album *a = open_album(c, fit, 0);
  for (pl_json *test = a ? pl__member_list(fit, "tests") : NULL; test; test = test->next) add_test(a, test);
  return a ? a->n : 0;
}

void pl__quick_look(pl_terminal *c, const char *folder) {
  enum { MOST = 4 };
  pl_json *fit;
  if (pl_result_load(c->arena, folder, &fit) != PL_OK) {
    pl_context_clear_error(c->ctx);  // the result is saved; only the plots are missing
    return;
  }
  enum { STATES = 12 };
  pl__quick_look_readings(c, fit, NULL, STATES);
  int n = pl__quick_look_tests(c, fit, NULL, MOST), all = count_plots(c, fit);
  if (n > 0 && n < all) pl__print(c, "  %d of %d plots; '%s show %s' draws all\n", n, all, c->program, folder);
}

int pl__quick_look_tests(pl_terminal *c, pl_json *fit, const char *only, int most) {
  album *a = open_album(c, fit, most);
  if (!a) return 0;
  // held-out tests, the validation of a fit, are shown even if there is room for few plots
  int n_held = 0, room = a->most;
  for (pl_json *test = pl__member_list(fit, "tests"); test; test = test->next)
    n_held += wanted(test, only) && pl__member_flag(test, "held_out");
  for (int held_out = 0; held_out < 2; held_out++) {
    a->most = held_out ? room : room - least(n_held, room / 2);
    for (pl_json *test = pl__member_list(fit, "tests"); test; test = test->next)
      if (wanted(test, only) && pl__member_flag(test, "held_out") == (bool)held_out) add_test(a, test);
  }
  return print_album(a, "Measured and predicted", "measured", "predicted");
}

// ---- laws ----

static const double *scaled(album *a, int n, const double *value, double factor) {
  double *out = pl_arena_alloc(a->c->arena, (size_t)n + 1, sizeof *out);
  if (!out) a->reader.failed = true;
  for (int i = 0; i < n && out; i++) out[i] = factor * value[i];
  return out;
}

static int rubber_laws(pl_terminal *c, const char *folder, pl_json *fit, const char *only) {
  album *a = open_album(c, fit, 0);
  if (!a) return 0;
  a->reader.directory = folder;
  const char *path = pl__reader_material(&a->reader);
  pl_material *material;
  if (!path) return 0;
  if (pl_material_load(c->ctx, path, &material) != PL_OK) {
    pl_context_clear_error(c->ctx);  // the tests can be shown without it
    return 0;
  }
  pl_rubber_curve *curve;
  int n;
  if (pl_rubber_curves(c->arena, material, &n, &curve) != PL_OK) n = 0;
  for (int i = 0; i < n; i++) {
    const pl_rubber_curve *r = &curve[i];
    pl_plot_data *p = !only || strstr(r->term->name, only) ? next_plot(a) : NULL;
    if (!p) continue;
    double largest = 0;
    for (int k = 0; k < r->n; k++) largest = fmax(largest, fabs(r->y[k]));
    pl_shown in = pl_dim_shown(r->dim, largest);
    *p = (pl_plot_data){.title = title(a, r->term->name, r->y_name, in.unit, NAN),
                        .x_unit = r->x_name,
                        .n_curve = r->n,
                        .n_point = r->n_control,
                        .x = r->x,
                        .y = scaled(a, r->n, r->y, in.factor),
                        .at = r->at,
                        .measured = scaled(a, r->n_control, r->value, in.factor)};
  }
  n = print_album(a, "Laws of rubber, derivative of the energy", "control points", "law");
  pl_material_destroy(material);
  return n;
}

int pl__quick_look_laws(pl_terminal *c, const char *folder, pl_json *fit, const char *only) {
  album *a = open_album(c, fit, 0);
  if (!a) return 0;
  for (pl_json *curve = pl__member_list(fit, "curves"); curve; curve = curve->next) {
    pl_plot_data *p = wanted(curve, only) && !pl__member_flag(curve, "assumed") ? next_plot(a) : NULL;
    if (!p) continue;
    pl_shown x = pl__shown_unit(pl__member_text(curve, "strain_unit"), pl__member_largest(curve, "strain")),
             y = pl__shown_unit(pl__member_text(curve, "stress_unit"), pl__member_largest(curve, "stress"));
    int n[2], n_control = 0;
    const double *strain = numbers(a, curve, "strain", x.factor, &n[0]), *stress = numbers(a, curve, "stress", y.factor, &n[1]);
    size_t room = (size_t)pl__member_count(curve, "control") + 1;
    double *at = pl_arena_alloc(c->arena, room, sizeof *at), *value = pl_arena_alloc(c->arena, room, sizeof *value);
    if (!at || !value) return 0;
    for (pl_json *control = pl__member_list(curve, "control"); control; control = control->next) {
      double where = x.factor * pl__member_number(control, "strain");
      if (n[0] == 0 || where < strain[0] || where > strain[n[0] - 1]) continue;
      at[n_control] = where;
      value[n_control++] = y.factor * pl__member_number(control, "stress");
    }
    *p = (pl_plot_data){.title = title(a, pl__member_text(curve, "name"), pl__member_text(curve, "law"), y.unit, NAN),
                        .x_unit = x.unit,
                        .n_curve = least(n[0], n[1]),
                        .n_point = n_control,
                        .x = strain,
                        .y = stress,
                        .at = at,
                        .measured = value};
  }
  return print_album(a, "Laws, stress over strain", "control points", "law") + rubber_laws(c, folder, fit, only);
}
