// read.c: reading, describing and writing loops of moment over curvature beyond their table, and values of data sheets.
#include "protocol/moment-curvature/moment_part.h"

#include <math.h>

#include "base/text.h"
#include "measure/direction_words.h"
#include "measure/record.h"

#define USUAL_SHARE 0.05  // sigma of a value of a data sheet that gives none

const char *const pl__moment_face_name[PL_FACES] = {"outward", "inward"};

// Which way the face of the cloth is turned at positive curvature.
static pl_status read_face(const pl_curve_reader *r, pl_json *object, int *face) {
  return pl__curve_choice(r, object, "face", PL_FACES, pl__moment_face_name, face);
}

pl_status pl__moment_specimen(const pl_curve_reader *r, pl_json *object, pl_test *test, pl_curve_settings *settings) {
  (void)settings;
  pl_moment *moment = pl_arena_alloc(r->m->arena, 1, sizeof *moment);
  if (!moment) return PL_ERROR_MEMORY;
  int face = PL_FACE_BOTH;
  PL_TRY(read_face(r, object, &face));
  *moment = (pl_moment){.face = (pl_moment_face)face};
  test->detail = moment;
  return pl__curve_angle(r, object, &test->angle);
}

// A loop keeps all its branches in order, unless another choice is made.
pl_status pl__moment_settings(const pl_curve_reader *r, pl_json *object, pl_test *test, pl_curve_settings *settings) {
  static const char *const number[] = {"rigidity", "bending-hysteresis"};
  (void)test;
  if (!pl__curve_setting(r, object, "branch")) settings->branch = PL_CHOOSE_ALL;
  for (int i = 0; i < 2 && pl__curve_setting(r, object, "file"); i++) {
    pl_json *given = pl_json_find(object, number[i]);
    if (!given) continue;
    pl_where where = pl_json_where(given);
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "make two tests of them, or leave the number out: it follows from the loop",
                   PL_ID("moment.loop-and-number") "the test has a table and a number of a data sheet");
  }
  return PL_OK;
}

// Cloth that was mounted the other way round: positive curvature then turns its face inward.
pl_status pl__moment_complete(const pl_curve_reader *r, const pl_csv *csv, pl_test *test, const pl_curve_settings *settings,
                              pl_curve *raw) {
  (void)r, (void)csv, (void)settings;
  raw->value[PL_MOMENT_RIGIDITY] = raw->value[PL_MOMENT_HYSTERESIS] = NULL;  // of data sheets only, never columns
  if (pl_moment_of(test)->face != PL_FACE_INWARD) return PL_OK;
  for (int c = PL_MOMENT_CURVATURE; c <= PL_MOMENT_MOMENT; c++)
    for (int i = 0; i < raw->n_frame && raw->value[c]; i++) raw->value[c][i] = -raw->value[c][i] + 0.0;
  return PL_OK;
}

// ---- data sheets ----

bool pl__moment_has_numbers(const pl_test *test) { return pl_moment_of(test)->sheet; }

static pl_status read_number(const pl_curve_reader *r, pl_json *object, pl_test *test, int channel) {
  const pl_channel_row *row = test->channel[channel].row;
  pl_json *given = pl_json_find(object, row->name);
  if (!given) return PL_OK;
  double *value = pl_arena_alloc(r->m->arena, 1, sizeof *value);
  if (!value) return PL_ERROR_MEMORY;
  PL_TRY(pl_json_quantity(r->ctx, given, row->dim, channel == PL_MOMENT_RIGIDITY ? 1e-12 : 0, 1e6, value));
  pl_channel *to = &test->channel[channel];
  to->value = value;
  to->source = "value of a data sheet";
  if (to->sigma > 0) return PL_OK;
  double other = test->channel[PL_MOMENT_RIGIDITY].value ? test->channel[PL_MOMENT_RIGIDITY].value[0] : 0;
  to->sigma = USUAL_SHARE * fmax(*value, channel == PL_MOMENT_HYSTERESIS ? 0.1 * other * 100 : 0);
  char text[64];
  return pl__record_note(r->m, test->name, "sigma of %s is not given: %s, %g %% of it, is assumed", row->name,
                         pl__describe_value(to->sigma, row->dim, text), 100 * USUAL_SHARE);
}

pl_status pl__moment_numbers(const pl_curve_reader *r, pl_json *object, pl_test *test) {
  pl_moment *moment = pl_arena_alloc(r->m->arena, 1, sizeof *moment);
  double *at = pl_arena_alloc(r->m->arena, 1, sizeof *at);
  int *branch = pl_arena_alloc(r->m->arena, 1, sizeof *branch);
  if (!moment || !at || !branch) return PL_ERROR_MEMORY;
  *moment = (pl_moment){.sheet = true, .face = pl_moment_of(test)->face};
  test->detail = moment;
  PL_TRY(read_number(r, object, test, PL_MOMENT_RIGIDITY));
  PL_TRY(read_number(r, object, test, PL_MOMENT_HYSTERESIS));
  if (!test->channel[PL_MOMENT_RIGIDITY].value) {
    pl_where where = pl_json_where(object);
    return pl_fail(
        r->ctx, PL_ERROR_INPUT, &where,
        "write \"file\": \"warp.csv\", or \"rigidity\": \"0.05 gf cm^2/cm\" (B) and \"bending-hysteresis\": \"0.04 gf cm/cm\" (2HB)",
        PL_ID("moment.no-readings") "the test has neither a table nor a rigidity");
  }
  *at = pl_moment_window_of(INFINITY).at;
  *branch = PL_BRANCH_LOAD;
  test->channel[PL_MOMENT_CURVATURE].value = at;
  test->channel[PL_MOMENT_CURVATURE].source = "where 2HB is read";
  test->control = PL_MOMENT_CURVATURE;
  test->observed = PL_MOMENT_RIGIDITY;
  test->file = "";
  test->n_frame = 1;
  test->branch = branch;
  return PL_OK;
}

// ---- description and files ----

static void describe_face(pl_text *out, const pl_loop_values *v, int face) {
  char a[64], b[64];
  pl__describe_label(out, face == 0 ? "as a sheet" : "");
  pl_text_printf(out, "B %s", pl__describe_value(v->rigidity[face], PL_DIM_ENERGY, a));
  if (isfinite(v->hysteresis[face])) pl_text_printf(out, ", 2HB %s", pl__describe_value(v->hysteresis[face], PL_DIM_FORCE, b));
  pl_text_printf(out, ", face %s\n", pl__moment_face_name[face]);
}

void pl__moment_describe(const pl_test *test, pl_text *out) {
  const pl_moment *moment = pl_moment_of(test);
  char a[64];
  pl__describe_label(out, "direction");
  pl__direction_along(test->angle, out);
  if (test->width > 0) pl_text_printf(out, ", %s wide", pl__describe_value(test->width, PL_DIM_LENGTH, a));
  pl_text_add(out, "\n");
  if (moment->sheet) {
    pl__describe_label(out, "data sheet");
    pl_text_printf(out, "B from 50 to 150 1/m, 2HB at 100 1/m, %s\n",
                   moment->face == PL_FACE_BOTH ? "mean of both faces" : pl__moment_face_name[moment->face]);
    return;
  }
  const double *curvature = test->channel[PL_MOMENT_CURVATURE].value, *value = test->channel[PL_MOMENT_MOMENT].value;
  if (!curvature || !value || !test->branch) return;
  pl_moment_window window = pl_moment_window_of(pl__moment_top(test));
  pl_loop_values v;
  pl_loop_values_of(test->n_frame, curvature, value, test->branch, &window, &v);
  for (int f = 0; f < PL_FACES; f++)
    if (isfinite(v.rigidity[f])) describe_face(out, &v, f);
}

double pl__moment_top(const pl_test *test) {
  double top = 0;
  for (int f = 0; f < test->n_frame; f++) top = fmax(top, fabs(test->channel[PL_MOMENT_CURVATURE].value[f]));
  return top;
}

// A loop is saved in the signs of the material, so its face is not written again.
void pl__moment_write_test(pl_json_writer *w, const pl_test *test) {
  const pl_moment *moment = pl_moment_of(test);
  pl__curve_write_angle(w, test);
  if (!moment->sheet) return;
  if (moment->face != PL_FACE_BOTH) pl_json_put_text(w, "face", pl__moment_face_name[moment->face]);
  for (int c = PL_MOMENT_RIGIDITY; c <= PL_MOMENT_HYSTERESIS; c++)
    if (test->channel[c].value) pl_json_put_quantity(w, test->channel[c].row->name, test->channel[c].value[0], test->channel[c].row->dim);
}
