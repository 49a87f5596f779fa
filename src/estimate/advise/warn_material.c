// warn_material.c: warnings about the material: extrapolation, convexity, stability, locking. See warnings.h.
#include "estimate/advise/warnings_part.h"

#include <math.h>
#include <string.h>

#include "base/sentence/say_material.h"
#include "base/sentence/say_numbers.h"
#include "base/text.h"
#include "estimate/advise/remedy.h"
#include "estimate/advise/warning_rows.h"
#include "estimate/advise/warnings.h"
#include "estimate/advise/words.h"
#include "estimate/judge/judge.h"
#include "estimate/judge/locking.h"
#include "material/certificate.h"
#include "material/stretch_stability.h"
#include "measure/protocol.h"

// "warp", "body (xx)".
static const char *input_name(const pl_fit *fit, const pl_term *term, const pl_reach_input *r) {
  if (term->law.row->n_in == 1 || r->stretch) return term->name;
  return pl_arena_printf(fit->arena, "%s (%s)", term->name, term->strain->value_name[term->value[r->input]]);
}

// " in zz": for an isotropic law whose largest measured strain is in another component than the one required.
static const char *known_in(const pl_fit *fit, const pl_term *term, const pl_reach_input *r) {
  const char *in = r->known != r->input ? pl_arena_printf(fit->arena, " in %s", term->strain->value_name[term->value[r->known]]) : "";
  return in ? in : "";
}

static void warn_beyond(const pl_fit *fit, pl_fit_findings *findings, const char *test, const pl_term *term, const pl_reach_input *r) {
  pl_dim dim = pl_term_strain_dim(term);
  const char *name = input_name(fit, term, r), *asked = pl_warning_range(findings, dim, r->used);
  const char *in = known_in(fit, term, r), *known = pl_arena_printf(fit->arena, "%s%s", pl_warning_range(findings, dim, r->valid), in);
  char times[32] = "other side";
  if (r->reach == PL_REACH_UNMEASURED) {
    pl_warning_add(findings, PL_SAID(SAY_ADD_TEST_THAT_WAY), pl_say(fit->arena, SAY_UNMEASURED, test, name));
    pl_warning_row(findings, PL_SAID(SAY_UNMEASURED_ALL), "test|term|>strains needed", test, name, asked);
    return;
  }
  double used = fmax(fabs(r->used[0]), fabs(r->used[1])), valid = fmax(fabs(r->valid[0]), fabs(r->valid[1]));
  pl_warning_add(findings, PL_SAID(SAY_MEASURE_FURTHER),
                 r->other_side ? pl_say(fit->arena, SAY_OTHER_SIDE, test, name, asked, known)
                               : pl_say(fit->arena, SAY_EXTRAPOLATED, test, name, pl_warning_strain(findings, dim, used),
                                        pl_warning_strain(findings, dim, valid), in, pl_judge_multiple(r->times, times)));
  pl_warning_row(findings, PL_SAID(SAY_EXTRAPOLATED_ALL), "test|term|>strains fitted|>strains needed|>times as far", test, name, known,
                 asked, pl_arena_text(fit->arena, times));
}

// Compares the strains of every predicted test with each law's validity range.
void pl__warn_extrapolation(const pl_fit *fit, pl_fit_findings *findings) {
  for (int i = fit->problem.n_fitted; i < fit->problem.n_case; i++) {
    bool beyond = false;
    for (int t = 0; t < fit->material->n_term; t++) {
      const pl_term *term = &fit->material->term[t];
      pl_reach_input input[PL_LAW_MAX_IN];
      if (fit->problem.n_fitted == 0 && !fit->material->sigma && !pl_term_has_range(term)) continue;  // written by hand: no measured range
      int n = pl_rig_reaches(fit->work.fit_case[i].rig, term, input);
      for (int k = 0; k < n; k++)
        if (input[k].reach != PL_REACH_INSIDE) {
          warn_beyond(fit, findings, fit->work.fit_case[i].test->name, term, &input[k]);
          if (!(input[k].reach == PL_REACH_BEYOND && isfinite(input[k].times) && input[k].times > PL_FAR)) continue;
          beyond = true;
          findings->extrapolated = fmax(findings->extrapolated, input[k].times);
        }
    }
    findings->n_extrapolated += beyond;
  }
}

// The convexity certificate of the material, and a warning when its membrane energy is not convex.
pl_status pl__warn_convexity(const pl_fit *fit, pl_fit_findings *findings) {
  double smallest, where[PL_STRAIN_MAX_VALUE];
  const pl_strain *green = pl_strain_reference(false);
  if (!pl_material_convexity(fit->material, green, &smallest, where)) return PL_OK;
  int lacking = pl_material_lacks(fit->material, green);
  if (lacking >= 0)
    pl_warning_add(findings, PL_SAID(SAY_COMBINE), pl_say(fit->arena, SAY_NO_STIFFNESS, green->value_name[lacking]));
  else if (smallest <= 0) {
    char number[40];
    if (isinf(smallest))
      findings->unstable = "the material is not convex (a stress decreases with its strain)";
    else if (smallest < 0)
      findings->unstable = pl_arena_printf(fit->arena, "the material is not convex (smallest eigenvalue of its tangent %s N/m)",
                                           pl_number_people(smallest, number, sizeof number));
    pl_warning_add(findings, pl_remedy(fit, NULL, PL_REMEDY_NOT_CONVEX), pl_say(fit->arena, SAY_NOT_CONVEX, fit->material->certificate));
  }
  return PL_OK;
}

#define NEAR_SINGULAR 0.9  // of c12^2 / (c11 c22)

// The largest k01^2 / (k00 k11) of the tangent at rest and along warp and weft alone, over the measured strains; 0 without a coupling.
static double coupling_square(const pl_fit *fit, const pl_strain *membrane) {
  enum { STEPS = 4 };
  const pl_material *material = fit->material;
  double range[2][2] = {{0}}, largest = 0;
  for (int t = 0; t < material->n_term; t++) {
    const pl_term *term = &material->term[t];
    for (int i = 0; i < term->law.row->n_in && term->strain == membrane; i++)
      for (int end = 0; end < 2 && term->value[i] < 2; end++) {
        double *most = &range[term->value[i]][end];
        *most = end ? fmax(*most, term->range[i][end]) : fmin(*most, term->range[i][end]);
      }
  }
  for (int axis = 0; axis < 2; axis++)
    for (int k = 0; k <= STEPS; k++) {
      double s[PL_STRAIN_MAX_VALUE] = {0}, t[PL_STRAIN_MAX_VALUE], tangent[PL_STRAIN_MAX_VALUE * PL_STRAIN_MAX_VALUE];
      s[axis] = range[axis][1] * k / STEPS;
      pl_material_eval(material, membrane, NULL, s, NULL, t, tangent);
      double both = tangent[0] * tangent[4];
      if (both > 0) largest = fmax(largest, tangent[1] * tangent[1] / both);
    }
  return largest;
}

// A pull whose width is free has the stiffness c11 (1 - q), q = c12^2 / (c11 c22). A relative error of c12 changes it by 2 q / (1 - q) times as
// much: above q = 0.9 at least eighteenfold. No isotropic sheet has more than q = 1/4 (incompressible); q = 1 is singular. A fit that ends
// there determines no coupling.
void pl__warn_near_singular(const pl_fit *fit, pl_fit_findings *findings) {
  const pl_strain *green = pl_strain_reference(false);
  if (findings->unstable || fit->problem.n_fitted == 0) return;
  double q = coupling_square(fit, green);
  if (!(q > NEAR_SINGULAR && q < 1)) return;
  findings->unstable =
      pl_arena_printf(fit->arena, "warp and weft are coupled almost to singularity (c12^2 is %.0f %% of c11 c22)", 100 * q);
  pl_warning_add(findings, PL_SAID(SAY_MEASURE_LATERAL), pl_say(fit->arena, SAY_NEAR_SINGULAR, 100 * q, 2 * q / (1 - q)));
}

// Rubber in bodies of any shape: checks stability over the visited states. The certificate states the range that was checked.
static pl_status warn_stretches(const pl_fit *fit, pl_fit_findings *findings) {
  for (int solid = 0; solid < 2; solid++) {
    pl_stretch_stability s;
    if (!pl_material_stability(fit->material, NULL, solid, &s) || s.proven || s.smallest >= 0) continue;
    const char *third = solid ? pl_arena_printf(fit->arena, ", %.3g", s.stretch[2]) : "";
    pl_dim dim = solid ? PL_DIM_PRESSURE : PL_DIM_LINE_FORCE;
    if (!findings->unstable)
      findings->unstable = pl_arena_printf(fit->arena, "the material is not stable at stretches of %.3g, %.3g%s", s.stretch[0],
                                           s.stretch[1], third ? third : "");
    pl_warning_add(findings, PL_SAID(SAY_USE_POLYCONVEX),
                   pl_say(fit->arena, SAY_UNSTABLE_STATE, s.stretch[0], s.stretch[1], third ? third : "", pl_dim_display(dim, s.smallest),
                          pl_dim_unit(dim)));
  }
  return PL_OK;
}

pl_status pl__warn_stability(const pl_fit *fit, pl_fit_findings *findings) {
  for (int p = 0; p < pl_protocol_count(); p++) {
    const pl_fit_case *c = pl_fit_case_of(fit, p);
    bool known = false;
    if (c && pl_case_words(c)->stability) PL_TRY(pl_case_words(c)->stability(fit, findings, &known));
    if (known) return PL_OK;
  }
  return warn_stretches(fit, findings);
}

pl_status pl__warn_locking(const pl_fit *fit, pl_fit_findings *findings) {
  double poisson;
  PL_TRY(pl_locking_poisson(fit, &poisson));
  if (poisson > 0) pl_warning_add(findings, pl_locking_remedy(fit), pl_say(fit->arena, SAY_LOCKING, poisson));
  return PL_OK;
}

// A curve of secant stiffnesses keeps k >= 0, but not its tangent d(k s)/ds. Where the tangent is negative, stress decreases with strain
// (thesis 3.5). Checked on a grid over the fitted range, in both directions.
void pl__warn_falling(const pl_fit *fit, pl_fit_findings *findings) {
  enum { N = 400 };
  for (int t = 0; t < fit->material->n_term && fit->problem.n_fitted > 0; t++) {
    const pl_term *term = &fit->material->term[t];
    if (!(term->law.row->flags & PL_LAW_SECANT)) continue;
    double end = fmax(fabs(term->range[0][0]), fabs(term->range[0][1])), largest = 0, fall = NAN;
    for (int i = 1; i <= N && isnan(fall) && end > 0; i++) {
      double s = end * i / N, stress;
      pl_law_eval_one(&term->law, fit->material->theta + term->theta, &s, NULL, &stress, NULL);
      if (stress < (1 - 1e-6) * largest) fall = end * (i - 1) / N;
      largest = fmax(largest, stress);
    }
    if (isnan(fall)) continue;
    char at[40];
    pl_dim dim = pl_term_strain_dim(term);
    pl_number_people(pl_dim_display(dim, fall), at, sizeof at);
    const char *unit = pl_dim_equal(dim, PL_DIM_NONE) ? "" : pl_dim_unit(dim);
    pl_warning_add(findings, pl_remedy(fit, NULL, PL_REMEDY_FALLING),
                   pl_say(fit->arena, SAY_FALLING, term->name, at, *unit ? " " : "", unit));
    pl_warning_row(findings, PL_SAID(SAY_FALLING_ALL), "term|>beyond", term->name, pl_warning_strain(findings, dim, fall));
  }
}
