// warn_numbers.c: which numbers the data do not tell, or a bound, a border or a specimen tells instead. See warnings.h.
#include "estimate/advise/warnings_part.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "base/unit_scale.h"
#include "estimate/judge/judge.h"
#include "estimate/judge/marks.h"
#include "estimate/advise/remedy.h"
#include "estimate/model/rubber_model.h"
#include "estimate/judge/sandwich.h"
#include "estimate/advise/warning_rows.h"
#include "protocol/homogeneous/homogeneous.h"
#include "protocol/biaxial-hang/hang.h"
#include "protocol/capture/capture.h"
#include "protocol/cantilever/cantilever.h"
#include "protocol/poses/poses.h"

// What to do about a stiffness that the data would have negative.
static const char *below_remedy(const pl_fit *fit) {
  const pl_test *first = fit->problem.n_case > 0 ? fit->problem.fit_case[0].test : NULL;
  bool convex = fit->problem.options.variant && strstr(fit->problem.options.variant, "convex");
  if (fit->way.n_step > 0) return pl_remedy_fewer(fit, "the data ask for less than nothing there; ");
  if (first && pl_capture_of(first))
    return convex ? "the data ask for less than nothing there; use fewer --max-points"
                  : "the data ask for less than nothing there; use fewer --max-points, or --variant convex";
  if (first && pl_cantilever_of(first))
    return "the data ask for a negative stiffness there; use fewer --bend-knots, or --monotone false to see how far";
  if (first && pl_poses_of(first) && !fit->problem.options.polyconvex)
    return "the data ask for less than nothing there; take a model with fewer numbers, or add poses";
  if (first && (pl_homogeneous_of(first) || pl_poses_of(first)))
    return "nothing to do when it is a curvature: the data ask for no stiffening there, and the bound keeps the energy convex";
  return "the data ask for a negative stiffness there; use fewer --segments, or --monotone false to see how far";
}

// The same of rubber, where a number that is no curvature is at its bound too.
static const char *slope_remedy(const pl_fit *fit, bool bent) {
  const pl_test *first = fit->problem.n_case > 0 ? fit->problem.fit_case[0].test : NULL;
  if (bent || !first || !(pl_homogeneous_of(first) || (pl_poses_of(first) && fit->problem.options.polyconvex))) return below_remedy(fit);
  return "the data ask for no stiffness of that kind beside the others, or for less than none; take a model without it, or --model ogden-3";
}

// Only the numbers of curves are called k.
static bool is_curvature(const pl_parameter *p) {
  const char *dot = strrchr(p->name, '.');
  return dot && dot[1] == 'k';
}

void pl__warn_parameters(pl_fit *fit) {
  pl_text bound, above;
  pl_text_init(&bound, fit->ctx);
  pl_text_init(&above, fit->ctx);
  bool bent = true, infinite = false, homogeneous = fit->problem.n_case > 0 && pl_homogeneous_of(fit->problem.fit_case[0].test);
  for (int j = 0; j < fit->material->n_theta && fit->known.identified; j++) {
    if (fit->material->parameter[j].frozen) continue;
    const pl_parameter *p = &fit->material->parameter[j];
    bool high = fit->known.at_bound[j] && p->upper - fit->material->theta[j] < fit->material->theta[j] - p->lower;
    pl_text *list = high ? &above : fit->known.at_bound[j] ? &bound : NULL;
    if (list == &bound) bent = bent && is_curvature(p);
    if (homogeneous && high && pl_rubber_is_bulk(p)) {
      infinite = true;
      continue;
    }
    if (list) pl_text_printf(list, "%s%s", list->size ? ", " : "", fit->material->parameter[j].name);
  }
  if (infinite)
    pl_warning_add(fit, "write \"incompressible\": true, or add tests with a measured lateral stretch",
                   "the data do not tell the bulk modulus from infinite: it is as large as is tried");
  if (bound.size) pl_warning_add(fit, slope_remedy(fit, bent), pl_arena_printf(fit->arena, "held at a bound: %s", bound.data));
  if (above.size)
    pl_warning_add(fit,
                   fit->problem.n_case > 0 && pl_capture_of(fit->problem.fit_case[0].test)
                       ? "add captures that fold the cloth that way; the bound, not the data, limits it from above"
                       : "the bound, not the data, limits it from above; add a test that strains it that way",
                   pl_arena_printf(fit->arena, "held at its upper bound: %s", above.data));
  pl_text_clear(&bound);
  pl_text_clear(&above);
}

void pl__warn_held(pl_fit *fit) {
  int n = fit->evidence.border ? fit->evidence.border->n_row : 0;
  if (n == 0) return;
  pl_text names;
  pl_text_init(&names, fit->ctx);
  for (int j = 0; j < fit->material->n_theta; j++)
    if (!fit->material->parameter[j].frozen && pl_judge_on_border(fit, j))
      pl_text_printf(&names, "%s%s",
                     names.size ? ", " : "; the border, not the data, says what these are: ", fit->material->parameter[j].name);
  pl_warning_add(
      fit,
      fit->way.n_step > 0 ? pl_remedy_fewer(fit, "the data ask for an energy that is not convex, and this is the nearest that is; ")
                          : "the data ask for an energy that is not convex, and this is the nearest that is; take a model with fewer "
                            "numbers",
      pl_arena_printf(fit->arena, "held by convexity: %d combination%s of parameters lie%s on the border of the convex materials%s", n,
                      n == 1 ? "" : "s", n == 1 ? "s" : "", names.size ? names.data : ""));
  pl_text_clear(&names);
}

void pl__warn_scale(pl_fit *fit) {
  if (fit->solution.scale_held)
    pl_warning_add(
        fit, "measure a force or a torque on a support, or load the body: by gravity, a weight, a pressure, a spring of known stiffness",
        pl_arena_printf(fit->arena,
                        "how stiff the body is as a whole is not known: only places were measured, and nothing loads it. Stiffnesses are "
                        "in proportion to each other, their size is made up"));
}

// Is the mesh what makes the weak numbers weak: does half their sigma, or more, come from what they do on a finer one?
static bool mesh_weakens(const pl_fit *fit) {
  int n_weak = 0, n_mesh = 0;
  for (int j = 0; j < fit->material->n_theta && fit->evidence.mesh_shift; j++) {
    n_weak += fit->known.weak[j];
    n_mesh += fit->known.weak[j] && fabs(fit->evidence.mesh_shift[j]) >= 0.5 * fit->material->sigma[j];
  }
  return 2 * n_mesh > n_weak;
}

static const char *weak_remedy(const pl_fit *fit) {
  bool strips = false, hung = false;
  if (mesh_weakens(fit)) return "fit with more --cells: half of these sigmas or more is what a finer mesh would change";
  const char *states = pl_remedy_states(fit);
  if (states) return states;
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    strips = strips || pl_cantilever_of(fit->problem.fit_case[i].test);
    hung = hung || pl_hang_of(fit->problem.fit_case[i].test);
  }
  if (fit->problem.n_fitted > 0 && pl_poses_of(fit->problem.fit_case[0].test))
    return "add poses that strain the body in other ways, read more places or forces, or take a model with fewer numbers";
  if (strips && hung) return "hang a sample cut at another angle, add heavier weights, or photograph more overhangs";
  if (strips) return "photograph more overhangs, longer ones for sharp bends, or fit fewer --bend-knots";
  if (!hung) return "add a test that strains the material that way, or take a model with fewer numbers";
  return fit->problem.options.points > 4
             ? "hang a sample cut at another angle or add heavier weights, or fit fewer data points (--points 4)"
             : "hang a sample cut at another angle or add heavier weights";
}

// Known, but to some tens of per cent only; and numbers that may as well be zero, of which a share in per cent says nothing.
void pl__warn_weak(pl_fit *fit) {
  const pl_material *material = fit->material;
  pl_text weak, zero;
  pl_text_init(&weak, fit->ctx);
  pl_text_init(&zero, fit->ctx);
  for (int j = 0; j < material->n_theta && fit->known.weak; j++) {
    const pl_parameter *p = &material->parameter[j];
    char value[40], sigma[40];
    if (!fit->known.weak[j]) continue;
    pl_shown in = pl_dim_shown(p->dim, fmax(fabs(material->theta[j]), material->sigma[j]));
    if (pl_mark_near_zero(fit, j))
      pl_text_printf(&zero, "%s%s (%s%s%s, sigma %s)", zero.size ? ", " : "", p->name,
                     pl_number_people(in.factor * material->theta[j], value, sizeof value), *in.unit ? " " : "", in.unit,
                     pl_number_people(in.factor * material->sigma[j], sigma, sizeof sigma));
    else
      pl_text_printf(&weak, "%s%s (%.0f %%)", weak.size ? ", " : "", p->name, 100 * material->sigma[j] / fabs(material->theta[j]));
  }
  if (weak.size)
    pl_warning_add(fit, weak_remedy(fit), pl_arena_printf(fit->arena, "uncertain by %.0f %% or more: %s", 100 * PL_WEAK, weak.data));
  const char *states = pl_remedy_states(fit);
  if (zero.size)
    pl_warning_add(fit,
                   states ? states
                   : fit->problem.n_case > 0 && pl_poses_of(fit->problem.fit_case[0].test)
                       ? "add a pose that strains the body that way, or see whether a model without them does as well"
                       : "add a test that strains the material that way, or see whether a model without them does as well",
                   pl_arena_printf(fit->arena, "not told from zero by these data: %s", zero.data));
  pl_text_clear(&weak);
  pl_text_clear(&zero);
}

// An error of the specimen that is far beyond what its file allows has swallowed something else.
void pl__warn_intrinsics(pl_fit *fit) {
  for (int i = 0; i < fit->problem.n_case; i++) {
    const pl_fit_case *c = &fit->problem.fit_case[i];
    for (int k = 0; k < c->n_intrinsic && c->rig; k++) {
      const pl_intrinsic *row = &c->rig->intrinsic[k];
      double off = fabs(c->intrinsic[k] - row->start);
      if (!(row->prior > 0) || off <= 3 * row->prior) continue;
      if (c->held_out) fit->findings.validation_passed = false;
      pl_warning_add(fit, "check sizes, masses and directions in its file: something that is wrong there has gone into this number",
                     pl_arena_printf(fit->arena, "%s of '%s' came out as %.3g %s, %.1f times the %.3g %s that its file allows", row->name,
                                     c->test->name, pl_dim_display(row->dim, c->intrinsic[k]), pl_dim_unit(row->dim), off / row->prior,
                                     pl_dim_display(row->dim, row->prior), pl_dim_unit(row->dim)));
      pl_warning_row(fit, "numbers of specimens came out far beyond what their files allow", "test|number|>value|>allowed|>times",
                     c->test->name, row->name,
                     pl_arena_printf(fit->arena, "%.3g %s", pl_dim_display(row->dim, c->intrinsic[k]), pl_dim_unit(row->dim)),
                     pl_arena_printf(fit->arena, "%.3g %s", pl_dim_display(row->dim, row->prior), pl_dim_unit(row->dim)),
                     pl_warning_number(fit, off / row->prior, ""));
    }
  }
}
