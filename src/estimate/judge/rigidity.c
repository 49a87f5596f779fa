// rigidity.c: see rigidity.h. B(cut) is the sum of dM/dkappa at rest (material/plate.h) over the elastic terms that bend
// strips of that cut. Its standard deviation follows from sigma^2 = g C g, g = dB/d(theta) (slope.h).
//
// Cuts. Strain `curvature` has a rigidity for every cut, if all curvatures of such a strip are in the material. Hinges: on a strip mesh only the edges across it bend, and every cut has the rigidity of its class. On a sheet of cells, edges along warp
// and weft do the same for strips cut at 0 and 90 degrees. A sheet bent along its diagonal bends all edges at once, in proportions that
// depend on the mesh (docs/theory/discretisation.md). So there is no row for 45 degrees then, and none at all on meshes that are not a
// grid.
#include "estimate/judge/rigidity.h"

#include <math.h>
#include <string.h>

#include "estimate/judge/marks.h"
#include "estimate/judge/slope.h"
#include "estimate/problem/protocol_fit.h"
#include "material/plate.h"

static const int cuts[PL_RIGIDITY_MAX] = {0, 45, 90};

// True if any of its parameters was fitted; a prediction fits none.
static bool is_found(const pl_fit *fit, const pl_term *term) {
  bool found = fit->problem.n_fitted == 0;
  for (int j = term->theta; j < term->theta + pl_term_theta_count(term); j++) found = found || !fit->material->parameter[j].frozen;
  return found;
}

static bool has_cut(const pl_fit *fit, const pl_term *term, int cut) {
  bool grid = true;
  if (pl_element_is_patch(term->strain->element)) return pl_material_bending(fit->material, cut, 0, NULL, NULL);
  for (int i = 0; i < fit->problem.n_case; i++) {
    const pl_fit_case *c = &fit->work.fit_case[i];
    if (!pl_case_part(c)->sheet || !c->rig || !c->rig->body.mesh) continue;
    pl_topology_kind kind = c->rig->body.mesh->kind;
    grid = grid && cut != 45 && (kind == PL_TOPOLOGY_ALTERNATING || kind == PL_TOPOLOGY_UNIFORM);
  }
  return grid;
}

// B of the terms [n_term] at theta.
static double rigidity_at(const pl_material *material, const bool *term, int cut, const double *theta) {
  double sum = 0;
  for (int t = 0; t < material->n_term; t++)
    if (term[t]) pl_term_add_bending(&material->term[t], theta, cut, 0, NULL, &sum);
  return sum;
}

static pl_status find_sigma(pl_arena *arena, const pl_fit *fit, pl_rigidity *out) {
  const pl_material *material = fit->material;
  size_t n = (size_t)material->n_theta;
  double *theta = pl_arena_alloc(arena, 2 * n + 1, sizeof *theta), *slope = theta + n;
  if (!theta) return PL_ERROR_MEMORY;
  memcpy(theta, material->theta, n * sizeof *theta);
  // the tangent of a law at rest is linear in its parameters, or nearly so: any small step will do
  for (size_t j = 0; j < n; j++) {
    double here = theta[j], h = 1e-4 * fmax(fabs(here), 1e-3 * material->parameter[j].scale), above;
    theta[j] = here + h;
    above = rigidity_at(material, out->term, out->cut[0], theta);
    theta[j] = here - h;
    slope[j] = h > 0 ? (above - rigidity_at(material, out->term, out->cut[0], theta)) / (2 * h) : 0;
    theta[j] = here;
  }
  double variance = pl_slope_known(fit) ? pl_slope_variance(fit, slope, 1, 0, false) : NAN;
  out->bounded = pl_slope_bounded(fit, slope, 1, 0, out->value);
  out->sigma = variance > 0 && !out->bounded ? sqrt(variance) : NAN;
  out->lost = fit->findings.contradicted || out->sigma > PL_UNDETERMINED * fabs(out->value) ||
              (out->sigma > 0 && pl_slope_undetermined(fit, slope, 1, 0));
  return PL_OK;
}

// The laws can vary with the bend: a curve, or another rigidity at some curvature (1/m).
static bool bends_more(const pl_material *material, const pl_rigidity *r) {
  double bent = 0;
  for (int t = 0; t < material->n_term; t++) {
    if (!r->term[t]) continue;
    if (material->term[t].law.row->n_in == 1 && material->term[t].law.n_param > 1) return true;
    pl_term_add_bending(&material->term[t], material->theta, r->cut[0], 20, NULL, &bent);
  }
  return fabs(bent - r->value) > 1e-6 * fabs(r->value);
}

// "bending rigidity, cut 0 and 90 deg".
static const char *name_of(pl_arena *arena, const pl_material *material, const pl_rigidity *r) {
  const char *name = bends_more(material, r) ? "bending rigidity at rest" : "bending rigidity";
  if (r->n_cut == 3) return name;
  if (r->n_cut == 2) return pl_arena_printf(arena, "%s, cut %d and %d deg", name, r->cut[0], r->cut[1]);
  return pl_arena_printf(arena, "%s, cut %d deg", name, r->cut[0]);
}

static bool is_same(const pl_material *material, const pl_rigidity *last, const bool *term, double value) {
  return memcmp(last->term, term, (size_t)material->n_term * sizeof *term) == 0 && fabs(last->value - value) <= 1e-9 * fabs(value);
}

pl_status pl_rigidities_make(pl_arena *arena, const pl_fit *fit, int *n, pl_rigidity out[PL_RIGIDITY_MAX]) {
  const pl_material *material = fit->material;
  *n = 0;
  for (int k = 0; k < PL_RIGIDITY_MAX; k++) {
    bool *term = pl_arena_alloc(arena, (size_t)material->n_term + 1, sizeof *term), any = false;
    if (!term) return PL_ERROR_MEMORY;
    for (int t = 0; t < material->n_term; t++) {
      const pl_term *its = &material->term[t];
      term[t] = pl_term_bends(its, cuts[k]) && has_cut(fit, its, cuts[k]);
      any = any || (term[t] && is_found(fit, its));
    }
    if (!any) continue;
    double value = rigidity_at(material, term, cuts[k], material->theta);
    pl_rigidity *last = *n > 0 ? &out[*n - 1] : NULL;
    if (last && is_same(material, last, term, value))
      last->cut[last->n_cut++] = cuts[k];
    else
      out[(*n)++] = (pl_rigidity){.n_cut = 1, .cut = {cuts[k]}, .term = term, .value = value};
  }
  for (int i = 0; i < *n; i++) {
    PL_TRY(find_sigma(arena, fit, &out[i]));
    out[i].name = name_of(arena, material, &out[i]);
    if (!out[i].name) return PL_ERROR_MEMORY;
  }
  return PL_OK;
}
