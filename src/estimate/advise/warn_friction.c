// warn_friction.c: warnings about hysteresis that a model without friction ignores, and about friction that is not identifiable. See
// warnings.h.
#include "estimate/advise/warnings_part.h"

#include <math.h>
#include <string.h>

#include "base/sentence/say_material.h"
#include "base/sentence/say_readings.h"
#include "estimate/advise/warning_rows.h"
#include "estimate/friction/friction.h"
#include "estimate/judge/judge.h"
#include "law/friction/dahl.h"

void pl__warn_hysteresis(const pl_fit *fit, pl_fit_findings *findings) {
  if (pl_material_remembers(fit->material)) return;
  for (int i = 0; i < fit->problem.n_case; i++) {
    const pl_test *test = fit->work.fit_case[i].test;
    if (!(test->hysteresis > PL_LOSS)) continue;
    // tests without branches are states: no path, hence no friction
    pl_sentence remedy = test->branch ? PL_SAID(SAY_FIT_FRICTION) : PL_SAID(SAY_ONE_BRANCH);
    pl_warning_add(findings, remedy, pl_say(fit->arena, SAY_HYSTERESIS, test->name, 100 * test->hysteresis));
    pl_warning_row(findings, PL_SAID(SAY_HYSTERESIS_ALL), "test|>drop", test->name,
                   pl_warning_number(findings, 100 * test->hysteresis, " %"));
  }
}

// Friction on one side of a term: (a, b, tau) up to the strain `top`; b = 0 when the largest stress is constant.
static void warn_friction_side(const pl_fit *fit, pl_fit_findings *findings, const pl_term *term, const double own[3], double top,
                               const char *side) {
  const pl_material *material = fit->material;
  const pl_term *elastic;
  double a = own[0], b = own[1], tau = own[2], k = pl_friction_stiffness(material, term, &elastic);
  if (!(top > 0)) return;
  double saturation = pl_dahl_saturation(tau, top);
  if (saturation < PL_DAHL_SATURATED && fit->problem.n_fitted > 0)
    pl_warning_add(findings, PL_SAID(SAY_LOAD_FURTHER), pl_say(fit->arena, SAY_UNSATURATED, term->name, side, 100 * saturation));
  double smallest = elastic ? pl_dahl_smallest_tangent(a, b, tau, k, top) : 0;
  if (smallest < 0)
    pl_warning_add(findings, PL_SAID(SAY_FRICTION_CONSTANT),
                   pl_say(fit->arena, SAY_FRICTION_JUMPS, term->name, side, elastic->name, b, k,
                          pl_dim_unit(pl_dim_divide(pl_term_stress_dim(term), pl_term_strain_dim(term)))));
}

// Dahl friction that did not saturate within the measured strains, or that decreases faster than the elastic stress increases.
void pl__warn_friction(const pl_fit *fit, pl_fit_findings *findings) {
  const pl_material *material = fit->material;
  for (int t = 0; t < material->n_term; t++) {
    const pl_term *term = &material->term[t];
    const double *theta = material->theta + term->theta, *range = term->range[0];
    double side[2][3];
    int n_side = pl_dahl_sides(&term->law, theta, side);
    if (n_side == 1) warn_friction_side(fit, findings, term, side[0], fmax(-range[0], range[1]), "");
    if (n_side < 2) continue;
    warn_friction_side(fit, findings, term, side[0], range[1], " (positive side)");
    warn_friction_side(fit, findings, term, side[1], -range[0], " (negative side)");
  }
}
