// warn_stability.c: stability of rubber in the states of homogeneous tests. See estimate/advise/warnings.h.
#include <math.h>
#include <string.h>

#include "base/sentence/say_material.h"
#include "base/text.h"
#include "estimate/advise/warning_rows.h"
#include "estimate/advise/words.h"
#include "material/certificate.h"
#include "protocol/homogeneous/say.h"
#include "protocol/homogeneous/stability.h"
#include "protocol/homogeneous/words_part.h"

// A model, other than the fitted one, that is stable for any data.
static pl_sentence unstable_remedy(const pl_fit *fit) {
  bool additive = fit->solution.additive || strcmp(fit->solution.model, "auto") == 0;
  return additive ? PL_SAID(SAY_STATE_JUMPS_NEO) : PL_SAID(SAY_STATE_JUMPS_ADDITIVE);
}

static void warn_unstable(const pl_fit *fit, pl_fit_findings *findings, const pl_stability *s) {
  for (int m = 0; m < PL_STABILITY_MODES; m++) {
    bool drucker = isnan(s->baker_ericksen[m]);
    double at = drucker ? s->drucker[m] : s->baker_ericksen[m];
    if (isnan(at)) continue;
    const char *mode = pl_stability_mode_name[m], *which = drucker ? "Drucker's" : "Baker and Ericksen's";
    if (!findings->unstable)
      findings->unstable = pl_arena_printf(fit->arena, "the material is unstable beyond a stretch of %.3g in %s tension", at, mode);
    pl_warning_add(findings, unstable_remedy(fit), pl_say(fit->arena, SAY_UNSTABLE_TENSION, mode, at, which));
    pl_warning_row(findings, PL_SAID(SAY_UNSTABLE_TENSION_ALL), "tension|>beyond a stretch of|inequality that fails", mode,
                   pl_warning_number(findings, at, ""), which);
  }
}

// Data with zero stiffness at small stretches are seldom those of rubber, which is stiffest there.
static void warn_flat(const pl_fit *fit, pl_fit_findings *findings, const pl_stability *s) {
  pl_text where;
  pl_text_init(&where, fit->ctx);
  for (int m = 0; m < PL_STABILITY_MODES; m++)
    if (!isnan(s->flat[m]) && isnan(s->drucker[m]) && isnan(s->baker_ericksen[m]))
      pl_text_printf(&where, "%s%s tension (first at a stretch of %.3g)", where.size ? ", " : "", pl_stability_mode_name[m], s->flat[m]);
  if (where.size) pl_warning_add(findings, PL_SAID(SAY_STATE_CHECK_STRESS), pl_say(fit->arena, SAY_FLAT, where.data));
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

// Rubber: Drucker's and Baker and Ericksen's inequalities over the measured range. The certificate states the result. Both apply to
// isotropic bodies: in an orthotropic one the smaller stretch along the stiffer axis may carry more stress.
pl_status pl__warn_states(const pl_fit *fit, pl_fit_findings *findings, bool *known) {
  pl_stability s;
  *known = false;
  for (int i = 0; i < fit->problem.n_case; i++) {
    const pl_homogeneous *of = pl_homogeneous_of(fit->work.fit_case[i].test);
    if (of && of->symmetry != PL_SYMMETRY_ISOTROPIC) return PL_OK;
  }
  PL_TRY(pl_stability_check(fit, &s, known));
  if (!*known) return PL_OK;
  const char *convexity = pl_material_convexity_words(fit->arena, fit->material, NULL);  // for rubber the tests give more information
  if (!convexity) return PL_ERROR_MEMORY;
  fit->material->certificate = pl_arena_printf(
      fit->material->arena,
      "%s%s%s. Sampled: %d states each in uniaxial, equibiaxial and planar tension, to the measured stretches %.3g, %.3g and "
      "%.3g. The smallest eigenvalue of d(Kirchhoff stress) / d(logarithmic stretch) is %.4g MPa, in %s tension at a "
      "stretch of %.4g. Positive means stable",
      convexity, *convexity ? ". " : "", stability_words(&s), PL_STABILITY_STEPS, s.reach[0], s.reach[1], s.reach[2], 1e-6 * s.smallest,
      pl_stability_mode_name[s.mode], s.stretch);
  if (!fit->material->certificate) return PL_ERROR_MEMORY;
  warn_unstable(fit, findings, &s);
  warn_flat(fit, findings, &s);
  return PL_OK;
}
