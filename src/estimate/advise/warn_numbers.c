// warn_numbers.c: warnings about parameters that the data do not determine: bounds, convexity, the specimen. See warnings.h.
#include "estimate/advise/warnings_part.h"

#include <math.h>
#include <string.h>

#include "base/sentence/say_numbers.h"
#include "base/text.h"
#include "base/unit.h"
#include "estimate/judge/judge.h"
#include "estimate/judge/marks.h"
#include "estimate/judge/misfit.h"
#include "estimate/advise/remedy.h"
#include "estimate/model/rubber_model.h"
#include "estimate/judge/sandwich.h"
#include "estimate/advise/warning_rows.h"

static void list_name(pl_text *list, const pl_parameter *p) { pl_text_printf(list, "%s%s", list->size ? ", " : "", p->name); }

void pl__warn_parameters(const pl_fit *fit, pl_fit_findings *findings) {
  pl_text below, above;
  pl_text_init(&below, fit->ctx);
  pl_text_init(&above, fit->ctx);
  pl_sentence incompressible = pl_remedy(fit, NULL, PL_REMEDY_INFINITE);
  bool infinite = false;
  for (int j = 0; j < fit->material->n_theta && fit->known.identified; j++) {
    const pl_parameter *p = &fit->material->parameter[j];
    if (p->frozen || !fit->known.at_bound[j]) continue;
    bool high = p->upper - fit->material->theta[j] < fit->material->theta[j] - p->lower;
    if (high && incompressible.text && p->bulk)
      infinite = true;
    else
      list_name(high ? &above : &below, p);
  }
  if (infinite) pl_warning_add(findings, incompressible, PL_SAID(SAY_BULK_INFINITE));
  if (below.size) pl_warning_add(findings, pl_remedy(fit, NULL, PL_REMEDY_BELOW), pl_say(fit->arena, SAY_LOWER_BOUND, below.data));
  if (above.size) pl_warning_add(findings, pl_remedy(fit, NULL, PL_REMEDY_ABOVE), pl_say(fit->arena, SAY_UPPER_BOUND, above.data));
  pl_text_clear(&below);
  pl_text_clear(&above);
}

void pl__warn_held(const pl_fit *fit, pl_fit_findings *findings) {
  int n = fit->evidence.border ? fit->evidence.border->n_row : 0;
  if (n == 0) return;
  pl_text names;
  pl_text_init(&names, fit->ctx);
  for (int j = 0; j < fit->material->n_theta; j++)
    if (!fit->material->parameter[j].frozen && pl_judge_on_border(fit, j))
      pl_text_printf(&names, "%s%s", names.size ? ", " : ", which determines ", fit->material->parameter[j].name);
  pl_warning_add(findings, pl_remedy(fit, NULL, PL_REMEDY_BORDER),
                 pl_say(fit->arena, SAY_CONVEXITY_ACTIVE, n, n == 1 ? "" : "s", names.size ? names.data : ""));
  pl_text_clear(&names);
}

void pl__warn_scale(const pl_fit *fit, pl_fit_findings *findings) {
  if (fit->solution.scale_held) pl_warning_add(findings, PL_SAID(SAY_MEASURE_FORCE), PL_SAID(SAY_SCALE_UNKNOWN));
}

void pl__warn_coupling(const pl_fit *fit, pl_fit_findings *findings) {
  const pl_material *material = fit->material;
  if (!(fit->solution.coupling > 0)) return;
  for (int j = 0; j < material->n_theta; j++) {
    const pl_parameter *parameter = &material->parameter[j];
    if (!parameter->frozen || material->term[parameter->term].law.row->n_in < 2) continue;
    pl_warning_add(findings, PL_SAID(SAY_MEASURE_LATERAL),
                   pl_say(fit->arena, SAY_COUPLING_FIXED, fit->solution.coupling, parameter->name,
                          pl_dim_display(parameter->dim, material->theta[j]), pl_dim_unit(parameter->dim)));
    return;
  }
}

void pl__warn_moved(const pl_fit *fit, pl_fit_findings *findings) {
  for (int i = 0; i < fit->known.n_moved; i++) {
    const pl_moved *moved = &fit->known.moved[i];
    const pl_parameter *p = &fit->material->parameter[moved->theta];
    const char *test = fit->work.fit_case[moved->test].test->name, *unit = pl_dim_unit(p->dim);
    char with[40], without[40], sigma[40];
    pl_number_people(pl_dim_display(p->dim, fit->material->theta[moved->theta]), with, sizeof with);
    pl_number_people(pl_dim_display(p->dim, moved->without), without, sizeof without);
    pl_number_people(pl_dim_display(p->dim, moved->sigma), sigma, sizeof sigma);
    pl_warning_add(findings, PL_SAID(SAY_LAW_FOR_TEST), pl_say(fit->arena, SAY_MOVED, test, p->name, with, unit, without, sigma, unit));
    pl_warning_row(findings, PL_SAID(SAY_MOVED_ALL), "test|parameter|>fitted|>from the other tests", test, p->name,
                   pl_arena_printf(fit->arena, "%s %s", with, unit), pl_arena_printf(fit->arena, "%s +- %s %s", without, sigma, unit));
  }
}

// True if the mesh error contributes half or more of the standard errors of weak parameters.
static bool mesh_weakens(const pl_fit *fit) {
  int n_weak = 0, n_mesh = 0;
  for (int j = 0; j < fit->material->n_theta && fit->evidence.mesh_shift; j++) {
    n_weak += fit->known.weak[j];
    n_mesh += fit->known.weak[j] && fabs(fit->evidence.mesh_shift[j]) >= 0.5 * fit->material->sigma[j];
  }
  return 2 * n_mesh > n_weak;
}

// Parameters with a standard error of tens of per cent, and parameters indistinguishable from zero, where a percentage is meaningless.
void pl__warn_weak(const pl_fit *fit, pl_fit_findings *findings) {
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
      pl_text_printf(&zero, "%s%s (%s%s%s, standard error %s)", zero.size ? ", " : "", p->name,
                     pl_number_people(in.factor * material->theta[j], value, sizeof value), *in.unit ? " " : "", in.unit,
                     pl_number_people(in.factor * material->sigma[j], sigma, sizeof sigma));
    else
      pl_text_printf(&weak, "%s%s (%.0f %%)", weak.size ? ", " : "", p->name, 100 * material->sigma[j] / fabs(material->theta[j]));
  }
  if (weak.size)
    pl_warning_add(findings, mesh_weakens(fit) ? PL_SAID(SAY_MORE_CELLS) : pl_remedy(fit, NULL, PL_REMEDY_WEAK),
                   pl_say(fit->arena, SAY_WEAK, 100 * PL_WEAK, weak.data));
  if (zero.size) pl_warning_add(findings, pl_remedy(fit, NULL, PL_REMEDY_ZERO), pl_say(fit->arena, SAY_ZERO, zero.data));
  pl_text_clear(&weak);
  pl_text_clear(&zero);
}

// A specimen parameter far beyond the tolerance in its file has absorbed another error.
void pl__warn_intrinsics(const pl_fit *fit, pl_fit_findings *findings) {
  for (int i = 0; i < fit->problem.n_case; i++) {
    const pl_fit_case *c = &fit->work.fit_case[i];
    for (int k = 0; k < c->specimen.n && c->rig; k++) {
      const pl_intrinsic *row = &c->rig->intrinsic[k];
      double off = fabs(c->specimen.value[k] - row->start);
      if (!(row->prior > 0) || off <= 3 * row->prior) continue;
      if (c->given->held_out) findings->validation_passed = false;
      pl_warning_add(findings, PL_SAID(SAY_CHECK_SPECIMEN),
                     pl_say(fit->arena, SAY_SPECIMEN, row->name, c->test->name, pl_dim_display(row->dim, c->specimen.value[k]),
                            pl_dim_unit(row->dim), off / row->prior, pl_dim_display(row->dim, row->prior), pl_dim_unit(row->dim)));
      pl_warning_row(findings, PL_SAID(SAY_SPECIMEN_ALL), "test|parameter|>value|>tolerance|>times", c->test->name, row->name,
                     pl_arena_printf(fit->arena, "%.3g %s", pl_dim_display(row->dim, c->specimen.value[k]), pl_dim_unit(row->dim)),
                     pl_arena_printf(fit->arena, "%.3g %s", pl_dim_display(row->dim, row->prior), pl_dim_unit(row->dim)),
                     pl_warning_number(findings, off / row->prior, ""));
    }
  }
}
