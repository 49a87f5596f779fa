// relaxation.c: see relaxation.h.
#include "estimate/rate/relaxation.h"

#include <math.h>
#include <string.h>

#include "estimate/judge/slope.h"

static const double STEP = 1e-4;  // of a parameter's scale: laws are linear in most parameters, for which central differences are exact

static double tangent(const pl_term *term, const double *theta, int a) {
  double s[PL_LAW_MAX_IN] = {0}, t[PL_LAW_MAX_IN], k[PL_LAW_MAX_IN * PL_LAW_MAX_IN], psi;
  pl_term_eval_mean(term, theta, s, &psi, t, k);
  return k[a * term->law.row->n_in + a];
}

// slope[n_theta]: derivatives of the tangent at rest.
static void tangent_slope(const pl_material *material, const pl_term *term, int a, double *theta, double *slope) {
  for (int j = 0; j < material->n_theta; j++) slope[j] = 0;
  for (int j = term->theta; j < term->theta + term->law.n_param; j++) {
    double kept = theta[j], h = STEP * material->parameter[j].scale, k[2];
    for (int side = 0; side < 2; side++) {
      theta[j] = kept + (side ? h : -h);
      k[side] = tangent(term, theta, a);
    }
    theta[j] = kept;
    slope[j] = (k[1] - k[0]) / (2 * h);
  }
}

static pl_with_error with_error(const pl_fit *fit, double value, const double *slope) {
  double variance = pl_slope_known(fit) ? pl_slope_variance(fit, slope, 1, 0, false) : NAN;
  return (pl_with_error){value, variance > 0 ? sqrt(variance) : NAN};
}

// Of strain a of a term; false: these data do not determine it. slope[n_theta], sum[n_theta]: work; theta[n_theta]: the material's values.
static bool moduli_of(const pl_fit *fit, const pl_term *term, int a, double *theta, double *slope, double *sum, pl_relaxing_modulus *out) {
  const pl_material *material = fit->material;
  double k = tangent(term, theta, a), growth = 1;
  *out = (pl_relaxing_modulus){.term = term,
                               .strain = term->strain->value_name[term->value[a]],
                               .dim = pl_dim_divide(pl_term_stress_dim(term), pl_term_strain_dim(term))};
  tangent_slope(material, term, a, theta, slope);
  out->slow = with_error(fit, k, slope);
  if (!(k > 0) || isnan(out->slow.sigma) || pl_slope_undetermined(fit, slope, 1, 0)) return false;
  for (int i = 0; i < term->n_prony; i++) {
    int at = term->prony + 2 * i;
    double g = theta[at];
    for (int j = 0; j < material->n_theta; j++) sum[j] = g * slope[j];
    sum[at] += k;
    out->part[i] = with_error(fit, g * k, sum);
    growth += g;
  }
  for (int j = 0; j < material->n_theta; j++) sum[j] = growth * slope[j];
  for (int i = 0; i < term->n_prony; i++) sum[term->prony + 2 * i] += k;
  out->sudden = with_error(fit, growth * k, sum);
  return true;
}

pl_status pl_relaxation_make(pl_arena *arena, const pl_fit *fit, int *n, pl_relaxation **out) {
  const pl_material *material = fit->material;
  size_t n_theta = (size_t)material->n_theta;
  double *theta = pl_arena_alloc(arena, 3 * n_theta + 1, sizeof *theta), *slope = theta ? theta + n_theta : NULL;
  pl_relaxation *all = *out = pl_arena_alloc(arena, (size_t)material->n_term + 1, sizeof *all);
  *n = 0;
  if (!theta || !all) return PL_ERROR_MEMORY;
  memcpy(theta, material->theta, n_theta * sizeof *theta);
  for (int t = 0; t < material->n_term; t++) {
    const pl_term *owner = &material->term[t];
    if (!pl_term_owns_prony(owner)) continue;
    pl_relaxation *one = &all[(*n)++];
    *one = (pl_relaxation){.term = owner, .n = owner->n_prony};
    one->modulus = pl_arena_alloc(arena, (size_t)(material->n_term - t) * PL_LAW_MAX_IN, sizeof *one->modulus);
    if (!one->modulus) return PL_ERROR_MEMORY;
    for (int i = 0; i < one->n; i++) {
      int at = owner->prony + 2 * i;
      one->share[i] = (pl_with_error){theta[at], material->sigma ? material->sigma[at] : NAN};
      one->time[i] = (pl_with_error){theta[at + 1], material->sigma ? material->sigma[at + 1] : NAN};
    }
    for (int u = t; u < material->n_term; u++) {
      const pl_term *term = &material->term[u];
      for (int a = 0; a < term->law.row->n_in && term->n_prony > 0 && term->prony == owner->prony; a++)
        one->n_modulus += moduli_of(fit, term, a, theta, slope, slope + n_theta, &one->modulus[one->n_modulus]);
    }
  }
  return PL_OK;
}
