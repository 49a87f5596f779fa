// words.c: texts of the protocol `moment-curvature` about its tests.
#include <math.h>
#include <stdio.h>

#include "base/text.h"
#include "estimate/advise/curve_words.h"
#include "estimate/advise/warning_rows.h"
#include "protocol/moment-curvature/moment_part.h"
#include "protocol/moment-curvature/say.h"

#define PI 3.14159265358979323846
#define CLEAR 4.0   // standard errors by which the faces must differ: one in 16 000 equal ones does
#define WORTH 0.03  // of their mean

// The first fitted loop of a direction that was not asked before.
static bool is_first(const pl_fit *fit, int i) {
  const pl_test *test = fit->work.fit_case[i].test;
  if (!pl_moment_of(test) || pl_moment_of(test)->sheet) return false;
  for (int k = 0; k < i; k++) {
    const pl_test *other = fit->work.fit_case[k].test;
    if (pl_moment_of(other) && !pl_moment_of(other)->sheet && fabs(other->angle - test->angle) < 1e-6) return false;
  }
  return true;
}

static pl_status warn_faces(const pl_fit *fit, pl_fit_findings *findings, const pl_test *test) {
  pl_moment_window window = pl_moment_window_of(pl__moment_top(test));
  pl_loop_values v, sigma;
  double face[2];
  PL_TRY(pl__moment_values(fit->arena, fit, test->angle, &window, &v, &sigma, face));
  double off = face[0];
  if (!(fabs(off) > CLEAR * face[1]) || fabs(off) < WORTH * 0.5 * (v.rigidity[0] + v.rigidity[1])) return PL_OK;
  char b[4][40];
  for (int f = 0; f < PL_FACES; f++) {
    pl_number_people(v.rigidity[f], b[2 * f], sizeof b[0]);
    snprintf(b[2 * f + 1], sizeof b[0], "%.1g", sigma.rigidity[f]);
  }
  pl_warning_add(findings, PL_SAID(SAY_MOMENT_FACES_DO),
                 pl_say(fit->arena, SAY_MOMENT_FACES, test->angle * 180 / PI, pl__moment_face_name[off < 0], b[0], b[1], b[2], b[3]));
  return PL_OK;
}

static void warn_held(const pl_fit *fit, pl_fit_findings *findings) {
  for (int t = 0; t < fit->material->n_term; t++) {
    const pl_term *term = &fit->material->term[t];
    int rate = term->theta + term->law.n_param - 1;
    if (!(term->law.row->flags & PL_LAW_FRICTION) || !pl_element_is_patch(term->strain->element)) continue;
    if (fit->material->parameter[rate].frozen)
      pl_warning_add(findings, PL_SAID(SAY_MOMENT_TAU_DO), pl_say(fit->arena, SAY_MOMENT_TAU, term->name, fit->material->theta[rate]));
  }
}

static pl_status warn(const pl_fit *fit, pl_fit_findings *findings, pl_warn_phase phase) {
  if (phase == PL_WARN_FRICTION && fit->problem.n_fitted > 0) warn_held(fit, findings);
  if (phase != PL_WARN_TOGETHER) return PL_OK;
  for (int i = 0; i < fit->problem.n_fitted; i++)
    if (is_first(fit, i)) PL_TRY(warn_faces(fit, findings, fit->work.fit_case[i].test));
  return PL_OK;
}

static bool is_made(const pl_fit_case *c, const pl_usual *usual) { return pl_words_same_cut(c->test, usual); }

static pl_reach_words reach(const pl_test *test) { return (pl_reach_words){pl__moment_top(test), "a curvature of", "1/m"}; }

const pl_protocol_words pl__moment_words = {.weightless = true,
                                            .remedy = {[PL_REMEDY_FAILED] = {SAY_LOOP_FAILED},
                                                       [PL_REMEDY_UNKNOWN] = {SAY_LOOP_UNKNOWN},
                                                       [PL_REMEDY_POOR] = {SAY_LOOP_POOR},
                                                       [PL_REMEDY_SYSTEMATIC] = {SAY_LOOP_SYSTEMATIC},
                                                       [PL_REMEDY_FEW] = {SAY_LOOP_FEW}},
                                            .warn = warn,
                                            .is_made = is_made,
                                            .reach = reach};
