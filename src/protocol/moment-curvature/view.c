// view.c: the report view of the protocol `moment-curvature`: B, 2HB and residual curvature of each loop by face, as measured and of the
// fitted material.
#include <math.h>

#include "base/text.h"
#include "measure/direction_words.h"
#include "protocol/moment-curvature/moment_part.h"
#include "report/result/protocol_view.h"

static void direction(const pl_test *test, pl_text *out) { pl__direction_along(test->angle, out); }

// The three values by face: measured, of the material at the same readings, and the standard errors of these.
typedef struct loop_table {
  pl_moment_window window;
  pl_loop_values measured, predicted, sigma;
} loop_table;

static pl_status make_table(pl_arena *arena, const pl_fit *fit, const pl_fit_case *c, loop_table *t, bool *any) {
  const pl_test *test = c->test;
  const double *curvature = test->channel[PL_MOMENT_CURVATURE].value, *moment = test->channel[PL_MOMENT_MOMENT].value;
  *any = !pl_moment_of(test)->sheet && curvature && moment && test->branch && c->predicted[PL_MOMENT_MOMENT];
  if (!*any) return PL_OK;
  t->window = pl_moment_window_of(pl__moment_top(test));
  pl_loop_values_of(test->n_frame, curvature, moment, test->branch, &t->window, &t->measured);
  pl_loop_values_of(test->n_frame, curvature, c->predicted[PL_MOMENT_MOMENT], test->branch, &t->window, &t->predicted);
  pl_loop_values ideal;
  double face[2];
  return pl__moment_values(arena, fit, test->angle, &t->window, &ideal, &t->sigma, face);
}

static const double *row_of(const pl_loop_values *v, int k) { return k == 0 ? v->rigidity : k == 1 ? v->hysteresis : v->residual; }
static const char *const name[] = {"rigidity", "hysteresis", "residual_curvature"}, *const unit[] = {"N m", "N", "1/m"};

// "9.81; 9.79 ± 0.05": measured; model, its standard error.
static const char *both_text(pl_arena *arena, double scale, double measured, double predicted, double sigma) {
  char a[40], b[40];
  if (!isfinite(measured) || !isfinite(predicted)) return pl_arena_text(arena, "-");
  pl_number_people(scale * measured, a, sizeof a);
  pl_number_people(scale * predicted, b, sizeof b);
  return isfinite(sigma) ? pl_arena_printf(arena, "%s; %s ± %.1g", a, b, scale * sigma) : pl_arena_printf(arena, "%s; %s", a, b);
}

static int figures(pl_arena *arena, const pl_fit *fit, const pl_fit_case *c, pl_view_figure figure[PL_VIEW_FIGURES]) {
  static const char *const title[3][PL_FACES] = {{"B outward [µN m]", "B inward [µN m]"},
                                                 {"2HB outward [µN]", "2HB inward [µN]"},
                                                 {"residual curvature outward [1/m]", "residual curvature inward [1/m]"}};
  static const double scale[] = {1e6, 1e6, 1};
  loop_table t;
  bool any;
  int n = 0;
  if (make_table(arena, fit, c, &t, &any) != PL_OK) return -1;
  for (int k = 0; k < 3 && any; k++)
    for (int f = 0; f < PL_FACES; f++, n++) {
      figure[n] = (pl_view_figure){
          .name = title[k][f],
          .text = both_text(arena, scale[k], row_of(&t.measured, k)[f], row_of(&t.predicted, k)[f], row_of(&t.sigma, k)[f])};
      if (!figure[n].text) return -1;
    }
  return n;
}

static pl_status test_members(pl_json_writer *w, pl_arena *arena, const pl_fit *fit, const pl_fit_case *c) {
  loop_table t;
  bool any;
  PL_TRY(make_table(arena, fit, c, &t, &any));
  if (!any) return PL_OK;
  const double window[] = {t.window.low, t.window.high, t.window.at};
  pl_json_begin_object(w, "loop");
  pl_json_begin_array(w, "window");
  for (int i = 0; i < 3; i++) pl_json_put_number(w, NULL, window[i]);
  pl_json_end_array(w);
  pl_json_begin_array(w, "values");
  for (int k = 0; k < 3; k++)
    for (int f = 0; f < PL_FACES; f++) {
      if (!isfinite(row_of(&t.predicted, k)[f])) continue;
      pl_json_begin_object(w, NULL);
      pl_json_put_text(w, "name", name[k]);
      pl_json_put_text(w, "face", pl__moment_face_name[f]);
      pl_json_put_text(w, "unit", unit[k]);
      pl_json_put_number(w, "measured", row_of(&t.measured, k)[f]);
      pl_json_put_number(w, "predicted", row_of(&t.predicted, k)[f]);
      pl_json_put_number(w, "sigma", row_of(&t.sigma, k)[f]);
      pl_json_end_object(w);
    }
  pl_json_end_array(w);
  pl_json_end_object(w);
  return PL_OK;
}

static const pl_key keys[] = {
    {"tests[].loop", PL_KEY_OBJECT, "", true, "a loop of moment over curvature, as data sheets describe it"},
    {"tests[].loop.window", PL_KEY_NUMBERS, "1/m", false, "curvatures: B is the slope between the first two, 2HB is read at the third"},
    {"tests[].loop.values", PL_KEY_OBJECTS, "", false, "B, 2HB and residual curvature by face"},
    {"tests[].loop.values[].name", PL_KEY_TEXT, "", false, "rigidity, hysteresis or residual_curvature"},
    {"tests[].loop.values[].face", PL_KEY_TEXT, "", false, "outward or inward"},
    {"tests[].loop.values[].unit", PL_KEY_TEXT, "", false, "SI unit"},
    {"tests[].loop.values[].measured", PL_KEY_NUMBER, "unit", false, "from the readings"},
    {"tests[].loop.values[].predicted", PL_KEY_NUMBER, "unit", false, "from the fitted material at the same readings"},
    {"tests[].loop.values[].sigma", PL_KEY_NUMBER, "unit", false, "standard error of the predicted value"},
};

const pl_protocol_view pl__moment_view = {.state = "reading",
                                          .direction = direction,
                                          .figures = figures,
                                          .figures_note =
                                              "Measured; model and its standard error. B is the slope of the loading branch, 2HB the "
                                              "width of the loop, as data sheets define them. Residual curvature is that "
                                              "without moment on the way back.",
                                          .test_members = test_members,
                                          .n_key = sizeof keys / sizeof keys[0],
                                          .key = keys};
