// warn_unknown.c: parameters that the data do not determine, and the combinations that they do determine. See warnings.h.
//
// Two kinds. Some parameters do not affect the readings: they keep the value of the prior, which is the result of the stage before. Others
// affect the readings but can compensate each other, so only combinations are identifiable. The moduli among these are listed with their
// standard errors. The best determined combination (marks.c) is given by its components.
#include "estimate/advise/warnings_part.h"

#include <math.h>

#include "base/sentence/say_numbers.h"
#include "base/text.h"
#include "base/unit.h"
#include "estimate/judge/judge.h"
#include "estimate/judge/moduli.h"
#include "estimate/advise/remedy.h"
#include "estimate/advise/warning_rows.h"

static bool is_unknown(const pl_fit *fit, int j) {
  return !fit->material->parameter[j].frozen && !fit->known.at_bound[j] && !fit->known.identified[j] && !pl_judge_on_border(fit, j);
}

// With regularised samples no combinations are listed: the regularisation determines parameters that the readings alone do not.
static bool is_traded(const pl_fit *fit, int j) { return fit->known.acts[j] && !fit->evidence.resolution; }

// "a, b, c": parameters of one kind. Returns their number.
static int add_names(const pl_fit *fit, bool traded, pl_text *out) {
  int n = 0;
  for (int j = 0; j < fit->material->n_theta; j++)
    if (is_unknown(fit, j) && is_traded(fit, j) == traded) pl_text_printf(out, "%s%s", n++ ? ", " : "", fit->material->parameter[j].name);
  return n;
}

// " (best 0.8 mu1 - 0.6 mu2, each relative to its size, to 0.02 %)": the largest three components of the best determined direction.
static void add_best(const pl_fit *fit, pl_text *out) {
  enum { MOST = 3 };
  const double *v = fit->known.best_direction;
  int part[MOST], n = 0;
  for (int k = 0; k < MOST; k++) {
    int largest = -1;
    for (int j = 0; j < fit->material->n_theta; j++) {
      bool taken = fabs(v[j]) < 0.01;
      for (int i = 0; i < n; i++) taken = taken || part[i] == j;
      if (!taken && (largest < 0 || fabs(v[j]) > fabs(v[largest]))) largest = j;
    }
    if (largest < 0) break;
    part[n++] = largest;
  }
  // the sign of a direction is arbitrary: make the largest component positive
  for (int k = 0; k < n; k++)
    pl_text_printf(out, "%s%.2g %s",
                   k == 0                        ? " (best "
                   : v[part[k]] * v[part[0]] < 0 ? " - "
                                                 : " + ",
                   fabs(v[part[k]]), fit->material->parameter[part[k]].name);
  char text[32];
  if (n > 0) pl_text_printf(out, ", each relative to its size, to %s %%)", pl_judge_multiple(100 * fit->known.best_sigma, text));
}

// "; identifiable: Young's modulus along x 500 kPa (standard error 2.3)".
static pl_status add_known_moduli(const pl_fit *fit, pl_text *out) {
  pl_modulus modulus[PL_MODULI_MAX];
  int n, n_known = 0;
  PL_TRY(pl_moduli_make(fit->arena, fit, &n, modulus));
  for (int i = 0; i < n; i++) {
    const pl_modulus *m = &modulus[i];
    char value[40], sigma[32];
    if (m->lost || m->n > 1 || !(m->sigma[0] > 0)) continue;
    pl_shown in = pl_dim_shown(m->dim, m->value[0]);
    pl_text_printf(out, "%s%s %s%s%s (standard error %s)", n_known++ ? ", " : "; identifiable: ", m->name,
                   pl_number_people(in.factor * m->value[0], value, sizeof value), *in.unit ? " " : "", in.unit,
                   pl_judge_multiple(in.factor * m->sigma[0], sigma));
  }
  return PL_OK;
}

static pl_status warn_traded(const pl_fit *fit, pl_fit_findings *findings, pl_sentence remedy, pl_text *names, pl_text *best,
                             pl_text *moduli) {
  int n_free = 0;
  for (int j = 0; j < fit->material->n_theta; j++) n_free += !fit->material->parameter[j].frozen && !fit->known.at_bound[j];
  if (add_names(fit, true, names) == 0) return PL_OK;
  // as many combinations as parameters: none compensates another, some only have large standard errors
  if (fit->known.n_determined >= n_free) {
    pl_warning_add(findings, remedy, pl_say(fit->arena, SAY_VAGUE, names->data));
    return PL_OK;
  }
  if (fit->known.n_determined > 0) add_best(fit, best);
  PL_TRY(add_known_moduli(fit, moduli));
  pl_warning_add(findings, remedy,
                 pl_say(fit->arena, SAY_TRADED, names->data, fit->known.n_determined, fit->known.n_determined == 1 ? "" : "s", n_free,
                        best->size ? best->data : "", moduli->size ? moduli->data : ""));
  return PL_OK;
}

pl_status pl__warn_unknown(const pl_fit *fit, pl_fit_findings *findings) {
  if (!fit->known.identified || !fit->known.acts || findings->contradicted)
    return PL_OK;  // the warning about the contradiction has its own remedy
  pl_sentence remedy = pl_remedy(fit, NULL, PL_REMEDY_UNKNOWN);
  pl_text part[4];
  for (int i = 0; i < 4; i++) pl_text_init(&part[i], fit->ctx);
  if (add_names(fit, false, &part[0]) > 0)
    pl_warning_add(findings, remedy,
                   fit->evidence.resolution ? pl_say(fit->arena, SAY_IDENTIFIED_BY_TIES, part[0].data)
                                            : pl_say(fit->arena, SAY_NOT_IDENTIFIABLE, part[0].data));
  pl_status status = warn_traded(fit, findings, remedy, &part[1], &part[2], &part[3]);
  for (int i = 0; i < 4; i++) pl_text_clear(&part[i]);
  return status;
}
