// warn_material.c: where a material should not be trusted: beyond what was measured, not convex, not stable, locking. See warnings.h.
#include "estimate/advise/warnings_part.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "estimate/judge/judge.h"
#include "estimate/judge/locking.h"
#include "estimate/advise/remedy.h"
#include "protocol/homogeneous/stability.h"
#include "estimate/advise/warning_rows.h"
#include "estimate/advise/warnings.h"
#include "material/certificate.h"
#include "material/stretch_stability.h"
#include "protocol/homogeneous/homogeneous.h"
#include "protocol/capture/capture.h"
#include "protocol/biaxial-hang/hang.h"

// "warp", "body (xx)".
static const char *input_name(pl_fit *fit, const pl_term *term, const pl_reach_input *r) {
  if (term->law.row->n_in == 1 || r->stretch) return term->name;
  return pl_arena_printf(fit->arena, "%s (%s)", term->name, term->strain->value_name[term->value[r->input]]);
}

// " in zz": of an isotropic law, which was measured furthest along another strain than the one that is asked for.
static const char *known_in(pl_fit *fit, const pl_term *term, const pl_reach_input *r) {
  const char *in = r->known != r->input ? pl_arena_printf(fit->arena, " in %s", term->strain->value_name[term->value[r->known]]) : "";
  return in ? in : "";
}

static void warn_beyond(pl_fit *fit, const char *test, const pl_term *term, const pl_reach_input *r) {
  pl_dim dim = pl_term_strain_dim(term);
  const char *name = input_name(fit, term, r), *asked = pl_warning_range(fit, dim, r->used);
  const char *in = known_in(fit, term, r), *known = pl_arena_printf(fit->arena, "%s%s", pl_warning_range(fit, dim, r->valid), in);
  char times[32] = "other side";
  if (r->reach == PL_REACH_UNMEASURED) {
    pl_warning_add(fit, "add a test that strains the fabric that way",
                   pl_arena_printf(fit->arena, "'%s' needs %s, which was never measured: its values are the prior's", test, name));
    pl_warning_row(fit, "held-out tests need terms that were never measured: their values are the prior's", "test|term|>strains asked for",
                   test, name, asked);
    return;
  }
  double used = fmax(fabs(r->used[0]), fabs(r->used[1])), valid = fmax(fabs(r->valid[0]), fabs(r->valid[1]));
  if (r->other_side)
    pl_warning_add(fit, "the curve is extrapolated there; measure further in that direction",
                   pl_arena_printf(fit->arena, "'%s' strains %s %s, measured only %s: pulled is not pushed", test, name, asked, known));
  else
    pl_warning_add(fit, "the curve is extrapolated there; measure further in that direction",
                   pl_arena_printf(fit->arena, "'%s' strains %s to %s, measured only to %s%s: %s times as far", test, name,
                                   pl_warning_strain(fit, dim, used), pl_warning_strain(fit, dim, valid), in,
                                   pl_judge_multiple(r->times, times)));
  pl_warning_row(fit, "held-out tests strain the material further than it was measured",
                 "test|term|>strains fitted|>strains asked for|>times as far", test, name, known, asked, pl_arena_text(fit->arena, times));
}

// Every law against its validity range, in every test that is predicted.
void pl__warn_extrapolation(pl_fit *fit) {
  for (int i = fit->problem.n_fitted; i < fit->problem.n_case; i++)
    for (int t = 0; t < fit->material->n_term; t++) {
      const pl_term *term = &fit->material->term[t];
      pl_reach_input input[PL_LAW_MAX_IN];
      if (fit->problem.n_fitted == 0 && !fit->material->sigma && !pl_term_has_range(term))
        continue;  // written by hand: nothing was measured
      int n = pl_rig_reaches(fit->problem.fit_case[i].rig, term, input);
      for (int k = 0; k < n; k++)
        if (input[k].reach != PL_REACH_INSIDE) warn_beyond(fit, fit->problem.fit_case[i].test->name, term, &input[k]);
    }
}

// The certificate of the material, and a word when its membrane is not convex.
pl_status pl__warn_convexity(pl_fit *fit) {
  double smallest, where[PL_STRAIN_MAX_VALUE];
  const pl_strain *green = pl_strain_find("green");
  PL_TRY(pl_material_set_certificate(fit->material));
  if (!pl_material_convexity(fit->material, green, &smallest, where)) return PL_OK;
  bool additive = fit->way.n_step > 0;
  int lacking = pl_material_lacks(fit->material, green);
  if (lacking >= 0)
    pl_warning_add(
        fit, "complete it with `pliant material combine`, or add tests that strain it that way, before it is simulated",
        pl_arena_printf(fit->arena, "the material has no stiffness in %s: nothing was measured there", green->value_name[lacking]));
  else if (smallest <= 0) {
    char number[40];
    if (isinf(smallest))
      fit->findings.unstable = "the material is not convex (a stress falls where its strain rises)";
    else if (smallest < 0)
      fit->findings.unstable = pl_arena_printf(fit->arena, "the material is not convex (smallest eigenvalue of its tangent %s N/m)",
                                               pl_number_people(smallest, number, sizeof number));
    pl_warning_add(fit,
                   additive && fit->problem.options.convexity == PL_CONVEX_STEP
                       ? pl_remedy_fewer(fit, "simulations may find several equilibria there; ")
                   : additive ? "simulations may find several equilibria there; use --convexity step"
                   : fit->problem.n_case > 0 && pl_capture_of(fit->problem.fit_case[0].test)
                       ? "simulations may find several equilibria there; use --variant convex"
                   : fit->problem.n_case > 0 && pl_hang_of(fit->problem.fit_case[0].test)
                       ? "simulations may find several equilibria there; use --model wang-energy"
                       : "simulations may find several equilibria there; use --model convex, or --cross off",
                   pl_arena_printf(fit->arena, "the material is not convex: %s", fit->material->certificate));
  }
  return PL_OK;
}

// What is stable whatever the data say, other than what was fitted.
static const char *unstable_remedy(const pl_fit *fit) {
  bool additive = strcmp(fit->problem.options.model, "auto") == 0 || strcmp(fit->problem.options.model, "additive") == 0;
  return additive ? "simulations may jump there; --model neo-hookean has no such states"
                  : "simulations may jump there; --model additive is convex in the logarithmic stretches";
}

static void warn_unstable(pl_fit *fit, const pl_stability *s) {
  for (int m = 0; m < PL_STABILITY_MODES; m++) {
    bool drucker = isnan(s->baker_ericksen[m]);
    double at = drucker ? s->drucker[m] : s->baker_ericksen[m];
    if (isnan(at)) continue;
    const char *mode = pl_stability_mode_name[m], *which = drucker ? "Drucker's" : "Baker and Ericksen's";
    if (!fit->findings.unstable)
      fit->findings.unstable = pl_arena_printf(fit->arena, "the material is not stable beyond a stretch of %.3g in %s tension", at, mode);
    pl_warning_add(fit, unstable_remedy(fit),
                   pl_arena_printf(fit->arena, "in %s tension the material is not stable beyond a stretch of %.3g: %s inequality fails",
                                   mode, at, which));
    pl_warning_row(fit, "the material is not stable at large stretches", "tension|>beyond a stretch of|inequality that fails", mode,
                   pl_warning_number(fit, at, ""), which);
  }
}

// Data that ask for nothing at small stretches are seldom those of rubber, which is stiffest there.
static void warn_flat(pl_fit *fit, const pl_stability *s) {
  pl_text where;
  pl_text_init(&where, fit->ctx);
  for (int m = 0; m < PL_STABILITY_MODES; m++)
    if (!isnan(s->flat[m]) && isnan(s->drucker[m]) && isnan(s->baker_ericksen[m]))
      pl_text_printf(&where, "%s%s tension (first at a stretch of %.3g)", where.size ? ", " : "", pl_stability_mode_name[m], s->flat[m]);
  if (where.size)
    pl_warning_add(
        fit, "check whether \"stress\" is nominal or cauchy, and the first points of the curves: rubber is stiff from the beginning on",
        pl_arena_printf(fit->arena, "the material has no stiffness against some change of its shape in %s", where.data));
  pl_text_clear(&where);
}

static const char *stability_words(const pl_stability *s) {
  if (s->proven && s->smallest > 0)
    return "stable at every stretch, proven: these numbers make the energy convex in the logarithmic stretches";
  if (s->proven)
    return "nowhere unstable, proven: these numbers make the energy convex in the logarithmic stretches; but flat in places, without "
           "stiffness";
  return s->smallest > 0    ? "stable where it was looked at, not proven between"
         : s->smallest == 0 ? "without stiffness in places where it was looked at, nowhere unstable there"
                            : "not stable everywhere";
}

// Rubber in bodies of any shape: is it stable over the states it visits? The certificate says how far that is known.
static pl_status warn_stretches(pl_fit *fit) {
  for (int solid = 0; solid < 2; solid++) {
    pl_stretch_stability s;
    if (!pl_material_stability(fit->material, NULL, solid, &s) || s.proven || s.smallest >= 0) continue;
    const char *third = solid ? pl_arena_printf(fit->arena, ", %.3g", s.stretch[2]) : "";
    pl_dim dim = solid ? PL_DIM_PRESSURE : PL_DIM_LINE_FORCE;
    if (!fit->findings.unstable)
      fit->findings.unstable = pl_arena_printf(fit->arena, "the material is not stable at stretches of %.3g, %.3g%s", s.stretch[0],
                                               s.stretch[1], third ? third : "");
    pl_warning_add(
        fit, "simulations may jump there; use --polyconvex true, whose laws are stable, or add poses that go further",
        pl_arena_printf(fit->arena,
                        "the material is not stable where it was measured: at stretches of %.3g, %.3g%s the smallest eigenvalue of "
                        "d(Kirchhoff stress) / d(logarithmic stretch) is %.3g %s",
                        s.stretch[0], s.stretch[1], third ? third : "", pl_dim_display(dim, s.smallest), pl_dim_unit(dim)));
  }
  return PL_OK;
}

// Rubber: Drucker's and Baker and Ericksen's inequalities where it was measured. The certificate says what was found. Both hold for bodies that
// are alike in all directions: in an orthotropic one the smaller stretch along the stiffer axis may well carry more.
pl_status pl__warn_stability(pl_fit *fit) {
  const pl_homogeneous *first = fit->problem.n_case > 0 ? pl_homogeneous_of(fit->problem.fit_case[0].test) : NULL;
  if (!first || first->symmetry != PL_SYMMETRY_ISOTROPIC) return warn_stretches(fit);
  pl_stability s;
  bool known;
  PL_TRY(pl_stability_check(fit, &s, &known));
  if (!known) return warn_stretches(fit);
  const char *convexity = pl_material_convexity_words(fit->arena, fit->material, NULL);  // of the rubber the tests themselves say more
  if (!convexity) return PL_ERROR_MEMORY;
  fit->material->certificate =
      pl_arena_printf(fit->material->arena,
                      "%s%s%s. Looked at in uniaxial, equibiaxial and planar tension, %d states of each, to stretches of %.3g, %.3g and "
                      "%.3g, as far as the tests "
                      "went: the smallest eigenvalue of d(Kirchhoff stress) / d(logarithmic stretch), above zero where more stretch needs "
                      "more stress in every "
                      "direction, is %.4g MPa, in %s tension at a stretch of %.4g",
                      convexity, *convexity ? ". " : "", stability_words(&s), PL_STABILITY_STEPS, s.reach[0], s.reach[1], s.reach[2],
                      1e-6 * s.smallest, pl_stability_mode_name[s.mode], s.stretch);
  if (!fit->material->certificate) return PL_ERROR_MEMORY;
  warn_unstable(fit, &s);
  warn_flat(fit, &s);
  return PL_OK;
}

pl_status pl__warn_shear(pl_fit *fit) {
  PL_TRY(pl_shear_consistency(fit, &fit->findings.shear_mismatch));
  if (isnan(fit->findings.shear_mismatch)) return PL_OK;
  double percent = 100 * fit->findings.shear_mismatch;
  fit->findings.shear_words = pl_arena_printf(
      fit->arena,
      fit->findings.shear_mismatch < 0.1 ? "The shear curves measured along warp and along weft agree within %.1f %%: independent "
                                           "warp, weft and shear curves describe this fabric."
                                         : "The shear curves measured along warp and along weft differ by %.1f %%. With independent "
                                           "elongation modes they would be one curve, so "
                                           "shear depends on the elongation of this fabric (or one sample was mounted differently).",
      percent);
  if (fit->findings.shear_mismatch >= 0.1)
    pl_warning_add(fit, "trust shear only near the tested tension; a coupled model needs combined tests",
                   pl_arena_printf(fit->arena, "the two shear curves differ by %.1f %%", percent));
  return PL_OK;
}

pl_status pl__warn_locking(pl_fit *fit) {
  double poisson;
  PL_TRY(pl_locking_poisson(fit, &poisson));
  if (poisson > 0)
    pl_warning_add(
        fit, pl_locking_remedy(fit),
        pl_arena_printf(fit->arena,
                        "nearly incompressible (Poisson's ratio %.3g): elements like these lock, and stiffnesses may be too small",
                        poisson));
  return PL_OK;
}

// A stiffness-spline keeps k >= 0, not the tangent d(k s)/ds: where that is negative, more strain gives less stress (thesis 3.5). Looked for on a
// grid over
// the range of the fit, both ways.
void pl__warn_falling(pl_fit *fit) {
  enum { N = 400 };
  for (int t = 0; t < fit->material->n_term && fit->problem.n_fitted > 0; t++) {
    const pl_term *term = &fit->material->term[t];
    if (strcmp(term->law.row->name, "stiffness-spline") != 0 || term->law.row->n_in != 1) continue;
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
    const pl_test *first = fit->problem.fit_case[0].test;
    bool folds = strcmp(term->strain->name, "fold") == 0;  // strips, alone or beside hung samples
    pl_warning_add(fit,
                   pl_capture_of(first) ? "a simulation is unstable there; --variant convex keeps the stress rising"
                   : folds              ? "a simulation is unstable there; use fewer --bend-knots, or more overhangs"
                                        : "a simulation is unstable there; --model convex keeps the stress rising",
                   pl_arena_printf(fit->arena, "the stress of %s falls again beyond %s%s%s", term->name, at,
                                   pl_dim_equal(dim, PL_DIM_NONE) ? "" : " ", pl_dim_equal(dim, PL_DIM_NONE) ? "" : pl_dim_unit(dim)));
    pl_warning_row(fit, "the stress of several terms falls again at large strains", "term|>beyond", term->name,
                   pl_warning_strain(fit, dim, fall));
  }
}
