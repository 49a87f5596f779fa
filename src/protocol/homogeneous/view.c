// view.c: the report view of the protocol `homogeneous`. It shows modes, stress measure, and column j of the nominal stress P on the faces
// with normal +- j. It shows no force, since face sizes are not given. A difference of Cauchy stresses determines the stress of no face.
#include <stdio.h>
#include <string.h>

#include "protocol/homogeneous/homogeneous.h"
#include "protocol/homogeneous/homogeneous_part.h"
#include "report/result/protocol_view.h"

static void direction(const pl_test *test, pl_text *out) { pl_text_add(out, pl_homogeneous_mode_name(pl_homogeneous_of(test)->mode)); }

// A state in words: "stretch 1.5".
static const char *frame_name(const pl_test *test, int frame, char room[PL_FRAME_NAME]) {
  const pl_channel *control = &test->channel[test->control];
  snprintf(room, PL_FRAME_NAME, "%s %.3g", control->row->name, control->value[frame]);
  return room;
}

// Tests drawn in one picture: normal stress over stretch, shear stress over shear. NULL: in none.
static const char *together(const pl_test *test, int k) {
  if (test->control == PL_HOMOGENEOUS_STRETCH && k == PL_HOMOGENEOUS_STRESS) return "normal";
  return test->control == PL_HOMOGENEOUS_SHEAR && k == PL_HOMOGENEOUS_SHEAR_STRESS ? "shear" : NULL;
}

// Factors from Cauchy to nominal stress, so that tests in both measures can be drawn together: deformed over rest area.
static void channel_members(pl_json_writer *w, const pl_fit_case *c, int k) {
  static const char *const title[] = {
      [PL_STRESS_NOMINAL] = "nominal %s", [PL_STRESS_CAUCHY] = "Cauchy %s", [PL_STRESS_DIFFERENCE] = "difference of Cauchy %ses"};
  const pl_test *test = c->test;
  const pl_channel_row *row = test->channel[k].row;
  if (strstr(row->name, "stress")) {
    char text[64];
    snprintf(text, sizeof text, title[pl_homogeneous_of(test)->measure], row->name);
    pl_json_put_text(w, "title", text);
  }
  if (together(test, k)) pl_json_put_text(w, "together", together(test, k));
  if (!c->predicted[k] || pl_homogeneous_of(test)->measure != PL_STRESS_CAUCHY || k == PL_HOMOGENEOUS_LATERAL) return;
  pl_json_begin_array(w, "nominal_factor");
  for (int f = 0; f < test->n_frame; f++) pl_json_put_number(w, NULL, 1 / pl_homogeneous_factor(test, k, f));
  pl_json_end_array(w);
}

static pl_status test_members(pl_json_writer *w, pl_arena *arena, const pl_fit *fit, const pl_fit_case *c) {
  (void)fit;
  (void)arena;
  pl_json_put_text(w, "mode", pl_homogeneous_mode_name(pl_homogeneous_of(c->test)->mode));
  pl_json_put_text(w, "mode_words", pl_homogeneous_mode_words(pl_homogeneous_of(c->test)->mode));
  pl_json_put_text(w, "stress_measure", pl_stress_measure_name[pl_homogeneous_of(c->test)->measure]);
  return PL_OK;
}

// ---- loads ----

// Component i of the stress on faces j as nominal stress; false: it was not measured. A component that the mode does not have is zero.
// Cauchy stress is nominal stress times a factor.
static bool put_stress(const pl_load_maker *m, int i, int j, double sign, pl_shape_load *load) {
  const pl_fit_case *c = m->of;
  int channel = i == 1 && j == 1   ? PL_HOMOGENEOUS_STRESS_2
                : i == 0 && j == 0 ? PL_HOMOGENEOUS_STRESS
                : i == 0 && j == 1 ? PL_HOMOGENEOUS_SHEAR_STRESS
                                   : -1;
  if (channel < 0 || !c->rig->read.observes[channel]) pl__load_zero(m, i, load);
  if (channel < 0 || !c->rig->read.observes[channel] || !c->test->channel[channel].value) return false;
  pl__load_channel(m, channel, i, sign, load);
  for (int f = 0; f < c->test->n_frame; f++) {
    double factor = pl_homogeneous_factor(c->test, channel, f);
    load->known[3 * f + i] /= factor, load->predicted[3 * f + i] /= factor;
  }
  return true;
}

// Faces with normal -j and +j: half of leg j from the centre of the body. The centre is half of all legs from the first corner; for a
// sheet half of the first leg.
static void put_face(const pl_load_maker *m, int j, double sign, pl_shape_load *load) {
  const pl_fit_case *c = m->of;
  int n_leg = c->rig->body.mesh->n_vertex == 4 ? 3 : 1;
  for (int f = 0; f < c->test->n_frame; f++) {
    const double *x = pl__load_shape(m, f);
    for (int k = 0; k < 3 && x; k++) {
      double at = x[k] + sign * 0.5 * (x[3 * (1 + j) + k] - x[k]);
      for (int leg = 0; leg < n_leg; leg++) at += 0.5 * (x[3 * (1 + leg) + k] - x[k]);
      load->at[3 * f + k] = at;
    }
  }
}

static pl_status loads(pl_load_maker *m) {
  const pl_fit_case *c = m->of;
  if (pl_homogeneous_of(c->test)->measure == PL_STRESS_DIFFERENCE) return PL_OK;
  for (int j = 0; j < 2; j++)
    for (int side = -1; side <= 1; side += 2) {
      static const char *const name[2] = {"faces across the first direction", "faces across the second direction"};
      pl_shape_load *load = pl__load_add(m, name[j], "Pa", false);
      if (!load) return PL_ERROR_MEMORY;
      bool any = false;
      for (int i = 0; i < 3; i++) any = put_stress(m, i, j, side, load) || any;
      put_face(m, j, side, load);
      if (!any) m->out->n--;
    }
  return PL_OK;
}

static const pl_key keys[] = {
    {"tests[].mode", PL_KEY_TEXT, "", true, "mode of deformation"},
    {"tests[].mode_words", PL_KEY_TEXT, "", true, "the mode in words"},
    {"tests[].stress_measure", PL_KEY_TEXT, "", true, "nominal, cauchy or cauchy-difference"},
    {"tests[].channels[].together", PL_KEY_TEXT, "", true, "picture that it shares with other tests: normal or shear stresses"},
    {"tests[].channels[].nominal_factor", PL_KEY_NUMBERS, "", true, "nominal over Cauchy stress of each frame"},
};

const pl_protocol_view pl__homogeneous_view = {.state = "state",
                                               .direction = direction,
                                               .frame_name = frame_name,
                                               .channel_members = channel_members,
                                               .test_members = test_members,
                                               .loads = loads,
                                               .draw = pl__homogeneous_draw,
                                               .n_key = sizeof keys / sizeof keys[0],
                                               .key = keys};
