// words.c: what the protocol `bulge` says about its tests.
#include <math.h>

#include "estimate/advise/warning_rows.h"
#include "estimate/advise/words.h"
#include "protocol/bulge/bulge_part.h"
#include "protocol/bulge/say.h"

bool pl__only_bulges(const pl_fit *fit) {
  for (int i = 0; i < fit->problem.n_fitted; i++)
    if (fit->work.fit_case[i].test->protocol != &pl_protocol_bulge) return false;
  return true;
}

// Stress along warp of a strain along warp, and the same along weft, N/m at 1 % of strain: equal for isotropic laws.
static bool has_two_directions(const pl_material *material) {
  double stress[2][3] = {{0}};
  for (int i = 0; i < 2; i++) {
    double strain[3] = {i == 0 ? 0.01 : 0, i == 1 ? 0.01 : 0, 0};
    pl_material_eval(material, pl_strain_find("green"), NULL, strain, NULL, stress[i], NULL);
  }
  return fabs(stress[0][0] - stress[1][1]) > 1e-6 * (fabs(stress[0][0]) + fabs(stress[1][1]));
}

// A disc turned by 90 degrees gives the same curve: with warp and weft exchanged every material predicts the same heights. Standard errors
// are local and do not show this second minimum, so the parameters are marked as not identifiable. A held parameter may exclude it.
static pl_status warn_exchange(const pl_fit *fit) {
  if (!fit->known.identified || !pl__only_bulges(fit) || !has_two_directions(fit->material)) return PL_OK;
  for (int j = 0; j < fit->material->n_theta; j++)
    if (fit->material->parameter[j].frozen) return PL_OK;
  for (int j = 0; j < fit->material->n_theta; j++) fit->known.identified[j] = fit->known.weak[j] = false;
  return PL_OK;
}

// Says that Poisson's ratio was held (estimate/stage/curves.c).
static void warn_held(const pl_fit *fit, pl_fit_findings *findings) {
  for (int j = 0; j < fit->material->n_theta; j++) {
    if (!fit->material->parameter[j].frozen || fit->material->parameter[j].role != PL_ROLE_POISSON) continue;
    pl_warning_add(findings, PL_SAID(SAY_BULGE_POISSON_DO), pl_say(fit->arena, SAY_BULGE_POISSON, fit->material->theta[j]));
  }
}

static pl_status warn(const pl_fit *fit, pl_fit_findings *findings, pl_warn_phase phase) {
  if (phase != PL_WARN_FIRST || fit->problem.n_fitted == 0) return PL_OK;
  if (pl__only_bulges(fit)) warn_held(fit, findings);
  return warn_exchange(fit);
}

// True for laws of two moduli on all three strains.
static bool is_isotropic(const pl_material *material) {
  for (int t = 0; t < material->n_term; t++)
    if (material->term[t].law.row->n_in != 3 || material->term[t].law.n_param != 2) return false;
  return true;
}

static pl_sentence own_remedy(const pl_fit *fit, const pl_fit_case *c, pl_remedy_kind kind) {
  (void)c;
  if (kind != PL_REMEDY_UNKNOWN || !pl__only_bulges(fit)) return (pl_sentence){0};
  return is_isotropic(fit->material) ? PL_SAID(SAY_BULGE_UNKNOWN_ISOTROPIC) : PL_SAID(SAY_BULGE_UNKNOWN);
}

// A disc has no direction: every bulge test is of the usual kind.
static bool is_made(const pl_fit_case *c, const pl_usual *usual) {
  (void)c, (void)usual;
  return true;
}

const pl_protocol_words pl__bulge_words = {.remedy = {[PL_REMEDY_FAILED] = {SAY_BULGE_FAILED},
                                                      [PL_REMEDY_POOR] = {SAY_BULGE_POOR},
                                                      [PL_REMEDY_SYSTEMATIC] = {SAY_BULGE_SYSTEMATIC},
                                                      [PL_REMEDY_FEW] = {SAY_BULGE_FEW},
                                                      [PL_REMEDY_BELOW] = {SAY_BULGE_BELOW}},
                                           .own_remedy = own_remedy,
                                           .warn = warn,
                                           .is_made = is_made};
