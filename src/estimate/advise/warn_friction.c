// warn_friction.c: what a material without friction leaves out, and what friction was not seen to do. See warnings.h.
#include "estimate/advise/warnings_part.h"

#include <math.h>
#include <string.h>

#include "estimate/friction/friction.h"
#include "estimate/advise/warning_rows.h"
#include "law/friction/dahl.h"
#include "protocol/roll/roll.h"

void pl__warn_hysteresis(pl_fit *fit) {
  if (pl_material_remembers(fit->material)) return;
  for (int i = 0; i < fit->problem.n_case; i++) {
    const pl_test *test = fit->problem.fit_case[i].test;
    if (!(test->hysteresis > 0.1)) continue;
    pl_warning_add(
        fit, "the elastic curve runs through the middle; --friction dahl fits both branches along their path",
        pl_arena_printf(fit->arena, "'%s' loses %.0f %% of its force between loading and unloading", test->name, 100 * test->hysteresis));
    pl_warning_row(fit, "tests lose force between loading and unloading", "test|>lost", test->name,
                   pl_warning_number(fit, 100 * test->hysteresis, " %"));
  }
}

// Friction on one side of a term: (a, b, tau), b = 0 when the largest stress is constant, up to the strain `top`.
static void warn_friction_side(pl_fit *fit, const pl_term *term, const double own[3], double top, const char *side) {
  const pl_material *material = fit->material;
  const pl_term *elastic;
  double a = own[0], b = own[1], tau = own[2], k = pl_friction_stiffness(material, term, &elastic);
  if (!(top > 0)) return;
  double saturation = pl_dahl_saturation(tau, top);
  if (saturation < PL_DAHL_SATURATED && fit->problem.n_fitted > 0)
    pl_warning_add(fit, "load further: its largest stress and tau are known only together",
                   pl_arena_printf(fit->arena, "%s%s comes to %.0f %% of its largest stress within the strains measured", term->name, side,
                                   100 * saturation));
  double smallest = elastic ? pl_dahl_smallest_tangent(a, b, tau, k, top) : 0;
  if (smallest < 0)
    pl_warning_add(fit, "a cloth under load jumps there; --friction constant has no such part",
                   pl_arena_printf(fit->arena,
                                   "while unloading, %s%s falls faster than %s stiffens near zero strain: b = %.3g against k = %.3g %s",
                                   term->name, side, elastic->name, b, k,
                                   pl_dim_unit(pl_dim_divide(pl_term_stress_dim(term), pl_term_strain_dim(term)))));
}

// Dahl's friction that was not seen to saturate, or that falls faster than the cloth stiffens.
void pl__warn_friction(pl_fit *fit) {
  const pl_material *material = fit->material;
  for (int t = 0; t < material->n_term; t++) {
    const pl_term *term = &material->term[t];
    const double *theta = material->theta + term->theta, *range = term->range[0];
    bool sides = strcmp(term->law.row->name, "dahl-sides") == 0;
    if (!sides && strcmp(term->law.row->name, "dahl") != 0) continue;
    if (((const pl_dahl *)term->law.shape)->form != PL_DAHL_TAU) continue;
    if (sides) {
      double both[6];
      pl_law_bind(&term->law, theta, both);
      warn_friction_side(fit, term, both, range[1], " (positive side)");
      warn_friction_side(fit, term, both + 3, -range[0], " (negative side)");
    } else {
      const double own[3] = {theta[0], term->law.n_param == 2 ? 0 : theta[1], theta[term->law.n_param - 1]};
      warn_friction_side(fit, term, own, fmax(-range[0], range[1]), "");
    }
  }
}

// Spirals that their own weight has opened: what friction keeps is then hardly seen (the limitation that Miguel et al. 2013 state in section 7).
void pl__warn_roll(pl_fit *fit) {
  int n = 0, n_straight = 0;
  bool unknown = false;
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_roll *roll = pl_roll_of(fit->problem.fit_case[i].test);
    if (!roll) continue;
    unknown = unknown || (roll->rigidity == 0 && !roll->bending);
    for (int k = 0; k < roll->profile->n_sample; k++, n++) n_straight += fabs(roll->profile->sample[k].kappa) < 0.1 / roll->radius;
  }
  if (n_straight > 0.6 * n)
    pl_warning_add(
        fit, "this cloth is too heavy for its stiffness; roll shorter strips, which weigh less and hang closer to where they are held",
        pl_arena_printf(fit->arena, "gravity opens the spirals: %d of %d samples keep less than a tenth of the roll", n_straight, n));
  if (unknown)
    pl_warning_add(fit, "give \"rigidity\" or \"bending\", measured with a cantilever; until then trust neither k1 nor b",
                   pl_arena_printf(fit->arena,
                                   "no bending stiffness was given: spirals tell k1 - b well, but k1 and b hardly, and less surely than "
                                   "their sigmas say"));
}
