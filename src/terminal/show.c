// show.c: see show.h.
#include "terminal/show.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "estimate/advise/further.h"
#include "estimate/advise/words.h"
#include "estimate/judge/judge.h"
#include "estimate/judge/marks.h"
#include "report/result/knot_place.h"
#include "report/result/parameter_status.h"
#include "report/result/protocol_view.h"
#include "report/result/result.h"
#include "estimate/judge/moduli.h"
#include "estimate/judge/rigidity.h"
#include "estimate/field/sample_plan.h"
#include "report/result/stiffness_map.h"

// A title with the unit if all rows share it, else without.
static const char *with_unit(pl_terminal *c, const char *title, bool same, pl_shown in) {
  const char *text = same && *in.unit ? pl_arena_printf(c->arena, "%s [%s]", title, in.unit) : title;
  return text ? text : title;
}

// ---- parameters ----

void pl__pair(double value, double sigma, char left[48], char right[48]) {
  if (!(sigma > 1e-4 && sigma < 1e6 && fabs(value) < 1e7)) {
    pl_number_people(value, left, 48);
    if (isnan(sigma))
      snprintf(right, 48, "-");
    else
      pl_number_people(sigma, right, 48);
    return;
  }
  int decimals = sigma >= 10 ? 0 : 1 - (int)floor(log10(sigma));
  snprintf(left, 48, "%.*f", decimals, value);
  snprintf(right, 48, "%.*f", decimals, sigma);
}

// True if every parameter of the term was fixed.
static bool assumed(const pl_material *material, const pl_term *term) {
  for (int j = term->theta; j < term->theta + pl_term_theta_count(term); j++)
    if (!material->parameter[j].frozen) return false;
  return term->law.n_param > 0;
}

// Bending terms refer to the fold line: the line that stays straight when the cloth is bent.
static void show_folds(pl_terminal *c, const pl_material *material) {
  for (int t = 0; t < material->n_term; t++)
    if (*pl_term_fold_words(&material->term[t])) pl__print(c, "  %s: %s\n", material->term[t].name, pl_term_fold_words(&material->term[t]));
}

// Explains marks of the table where they occur.
static void show_legend(pl_terminal *c, const pl_material *material, const pl_fit *fit) {
  bool held = false, undetermined = false;
  for (int j = 0; j < material->n_theta; j++) {
    bool frozen = material->parameter[j].frozen;
    held = held || (frozen && !assumed(material, &material->term[material->parameter[j].term]));
    undetermined = undetermined || (fit->known.identified && !frozen && !fit->known.at_bound[j] && !pl_judge_on_border(fit, j) &&
                                    !fit->known.identified[j]);
  }
  if (undetermined)
    pl__print(c,
              "  not determined: the prior%s outweighs the data, or sigma exceeds half of the value;\n"
              "  value and sigma then largely reflect the prior\n",
              fit->evidence.resolution ? " (which ties neighbouring samples)" : "");
  if (held)
    pl__print(c, "  held: not fitted and without sigma; no test covers its strain, the best-fitting value is zero, or it was given\n");
}

// Parameters of one term and dimension share a unit, as on the page.
static pl_shown term_scale(const pl_material *material, int j) {
  const pl_term *term = &material->term[material->parameter[j].term];
  double largest = 0;
  for (int i = term->theta; i < term->theta + pl_term_theta_count(term); i++)
    if (pl_dim_equal(material->parameter[i].dim, material->parameter[j].dim)) largest = fmax(largest, fabs(material->theta[i]));
  return pl_dim_shown(material->parameter[j].dim, largest > 0 || !material->sigma ? largest : material->sigma[j]);
}

void pl__show_parameters(pl_terminal *c, const pl_material *material, const pl_fit *fit) {
  const pl_parameter *p = material->parameter;
  bool same = true;
  for (int j = 1; j < material->n_theta; j++) same = same && pl_dim_equal(p[j].dim, p[0].dim);
  pl_dim dim = material->n_theta > 0 ? p[0].dim : PL_DIM_NONE;
  double largest = 0;
  for (int j = 0; j < material->n_theta; j++) largest = fmax(largest, fabs(material->theta[j]));
  pl_shown all = pl_dim_shown(dim, largest);
  char columns[256];
  snprintf(columns, sizeof columns, "parameter|>%s|>%s|>of it mesh|unit|>at|", with_unit(c, "value", same, all),
           with_unit(c, "± sigma", same, all));
  pl_table *table = pl_table_create(c->arena, columns);
  for (int j = 0; j < material->n_theta; j++) {
    pl_table_cell(table, "%s", p[j].name);
    char left[48], right[48] = "";
    pl_shown in = same ? all : term_scale(material, j);
    double value = in.factor * material->theta[j];
    if (material->sigma)
      pl__pair(value, in.factor * material->sigma[j], left, right);
    else
      pl_number_people(value, left, sizeof left);
    pl_table_cell(table, "%s", left);
    pl_table_cell(table, "%s", right);
    if (fit && fit->evidence.mesh_shift)
      pl_table_number(table, in.factor * fabs(fit->evidence.mesh_shift[j]));
    else
      pl_table_cell(table, "%s", "");
    pl_table_cell(table, "%s", same ? "" : in.unit);
    const char *name;
    double place;
    if (isnan(p[j].knot))
      pl_table_cell(table, "%s", "");
    else if (pl_knot_place(material, j, &name, &place)) {
      char number[48];
      pl_table_cell(table, "%s = %s", name, pl_number_people(place, number, sizeof number));
    } else {
      pl_dim strain = pl_term_strain_dim(&material->term[p[j].term]);
      char knot[48];
      pl_number_people(pl_dim_display(strain, p[j].knot), knot, sizeof knot);
      pl_table_cell(table, "%s%s%s", knot, pl_dim_equal(strain, PL_DIM_NONE) ? "" : " ",
                    pl_dim_equal(strain, PL_DIM_NONE) ? "" : pl_dim_unit(strain));
    }
    pl_parameter_status status = fit ? pl__parameter_status(fit, j) : (pl_parameter_status){p[j].frozen ? "held" : "", ""};
    pl_table_cell(table, "%s", strcmp(status.mark, "good") == 0 ? "" : status.words);
  }
  pl_table_say(c, table);
  if (fit) show_legend(c, material, fit);
  if (fit) show_folds(c, material);
  if (fit) pl__show_specimens(c, fit);
}

int pl__show_specimens(pl_terminal *c, const pl_fit *fit) {
  int n = 0;
  for (int i = 0; i < fit->problem.n_case; i++) {
    const pl_fit_case *k = &fit->work.fit_case[i];
    n += k->specimen.n;
    for (int j = 0; j < k->specimen.n; j++)
      pl__print(c, "  %s of '%s': %s ± %s (sigma)\n", k->rig->intrinsic[j].name, k->test->name,
                pl__shown(c, k->specimen.value[j], k->rig->intrinsic[j].dim), pl__shown(c, k->specimen.sigma[j], k->rig->intrinsic[j].dim));
  }
  return n;
}

// ---- curves ----

bool pl__term_range(const pl_material *material, const pl_term *term, int i, double range[2]) {
  if (i >= term->law.row->n_in) return false;
  pl_term_shown_range(material, term, i, range);
  // rounding is not compression, and one half of an antisymmetric curve suffices
  double near = 1e-9 * (range[1] - range[0]);
  if (fabs(range[0]) < near || fabs(range[0] + range[1]) < near) range[0] = 0;
  return true;
}

void pl__term_curve(const pl_material *material, const pl_term *term, int i, const double range[2], int n, double *stress) {
  for (int k = 0; k < n; k++) {
    double s[PL_LAW_MAX_IN], t[PL_LAW_MAX_IN];
    for (int j = 0; j < term->law.row->n_in; j++) s[j] = term->strain->rest_value[term->value[j]];
    s[i] = range[0] + (range[1] - range[0]) * k / (n - 1);
    pl_term_eval_mean(term, material->theta, s, NULL, t, NULL);
    stress[k] = t[i];
  }
}

void pl__show_curves(pl_terminal *c, const pl_material *material, const pl_fit *fit, const char *heading) {
  enum { N = 97 };
  int n = 0;
  pl_table *table = pl_table_create(c->arena, "curve|strain|law|>from|>to|stress over strain|>from|>to|unit");
  for (int t = 0; t < material->n_term; t++) {
    const pl_term *term = &material->term[t];
    double range[2], y[N];
    if (fit && assumed(material, term)) continue;
    for (int i = 0; pl__term_range(material, term, i, range); i++) {
      if (!(range[1] - range[0] > 1e-9 * fmax(1, fabs(range[1])))) continue;  // never strained that way
      pl__term_curve(material, term, i, range, N, y);
      const char *picture = pl_spark(c, N, y, 24);
      if (!*picture) continue;
      n++;
      if (term->law.row->n_in > 1)
        pl_table_cell(table, "%s (%s)", term->name, term->strain->value_name[term->value[i]]);
      else
        pl_table_cell(table, "%s", term->name);
      pl_table_cell(table, "%s%s", term->strain->name, term->rate ? " rate" : "");
      pl_table_cell(table, "%s", term->law.row->name);
      pl_table_number(table, range[0]);
      pl_table_number(table, range[1]);
      pl_table_cell(table, "%s", picture);
      pl_dim dim = pl_term_stress_dim(term);
      pl_shown in = pl_dim_shown(dim, fmax(fabs(y[0]), fabs(y[N - 1])));
      pl_table_number(table, in.factor * y[0]);
      pl_table_number(table, in.factor * y[N - 1]);
      pl_table_cell(table, "%s", in.unit);
    }
  }
  if (n == 0) return;
  pl__print(c, "\n%s\n", heading);
  pl_table_say(c, table);
}

// ---- scores ----

// "passed, 1.2 sigma", "FAILED, 8.4 sigma, 61 % of its change", "0.4 sigma": for one or two values also the criterion.
static void score_verdict(pl_table *table, const pl_fit *fit, const pl_score *s) {
  char by[64] = "", number[32];
  bool far = !(s->doubts <= PL_FEW_SIGMAS);
  if (s->few && isfinite(s->doubts)) snprintf(by, sizeof by, "%s sigma", pl_judge_multiple(s->doubts, number));
  if (s->few && far && isfinite(s->of_change)) {
    size_t used = strlen(by);
    snprintf(by + used, sizeof by - used, "%s%s %% of its change", used ? ", " : "", pl_judge_multiple(100 * s->of_change, number));
  }
  const char *word = !s->judged ? "not judged" : !s->held_out ? "" : pl_score_passes(fit, s) ? "passed" : "FAILED";
  pl_table_cell(table, "%s%s%s", word, *word && *by ? ", " : "", by);
}

int pl__show_scores(pl_terminal *c, const pl_fit *fit, bool held_out) {
  int n = 0;
  bool same = true, any_few = false, all_judged = true;
  pl_dim dim = PL_DIM_NONE;
  double largest = 0;
  for (int i = 0; i < fit->evidence.n_score; i++) {
    if (fit->evidence.score[i].held_out != held_out) continue;
    if (n++ == 0) dim = fit->evidence.score[i].channel->dim;
    largest = fmax(largest, fabs(fit->evidence.score[i].max));
    same = same && pl_dim_equal(dim, fit->evidence.score[i].channel->dim);
  }
  if (n == 0) return 0;
  pl_shown all = pl_dim_shown(dim, largest);
  char columns[256];
  snprintf(columns, sizeof columns, "test|channel|>points|>%s|>%s|unit|>rms/range [%%]|>R²|", with_unit(c, "rms", same, all),
           with_unit(c, "largest", same, all));
  pl_table *table = pl_table_create(c->arena, columns);
  for (int i = 0; i < fit->evidence.n_score; i++) {
    const pl_score *s = &fit->evidence.score[i];
    if (s->held_out != held_out) continue;
    pl_table_cell(table, "%s", s->test);
    pl_table_cell(table, "%s", s->channel->name);
    pl_table_cell(table, "%d", s->n);
    pl_shown in = same ? all : pl_dim_shown(s->channel->dim, s->max);
    pl_table_number(table, in.factor * s->rms);
    pl_table_number(table, in.factor * s->max);
    pl_table_cell(table, "%s", same ? "" : in.unit);
    pl_table_number(table, 100 * s->relative);
    pl_table_cell(table, isnan(s->r2) ? "-" : "%.5f", s->r2);
    if (s->n_failed > 0)
      pl_table_cell(table, "%d more without equilibrium", s->n_failed);
    else
      score_verdict(table, fit, s);
    any_few = any_few || s->few;
    all_judged = all_judged && s->judged;
  }
  pl_table_say(c, table);
  if (!all_judged) pl__print(c, "  not judged: " PL_NOT_JUDGED "\n");
  for (int i = 0; i < fit->evidence.n_score && held_out; i++)
    any_few = any_few && (fit->evidence.score[i].held_out || !fit->evidence.score[i].few);  // already stated above
  if (any_few)
    pl__print(c,
              "  R² -: one or two values have no R². They pass within %g sigma (of reading and prediction, if held out) or within %.0f %% "
              "of their change\n",
              PL_FEW_SIGMAS, 100 * sqrt(1 - fit->problem.options.accept_r2));
  return n;
}

// Lengths are small beside a specimen: mm.
static pl_shown figure_unit(const pl_view_figure *figure) {
  if (figure->unit && strcmp(figure->unit, "m") == 0) return (pl_shown){1e3, "mm"};
  return (pl_shown){1, figure->unit ? figure->unit : ""};
}

// One table for all tests whose figures have the same names.
int pl__show_figures(pl_terminal *c, const pl_fit *fit, bool held_out) {
  pl_view_figure first[PL_VIEW_FIGURES], own[PL_VIEW_FIGURES];
  pl_table *table = NULL;
  const char *note = NULL;
  int n = 0, n_first = 0;
  for (int i = 0; i < fit->problem.n_case; i++) {
    const pl_fit_case *k = &fit->work.fit_case[i];
    const pl_protocol_view *view = pl_case_view(k);
    int n_own = view->figures && k->given->held_out == held_out ? view->figures(c->arena, fit, k, own) : 0;
    if (n_own <= 0 || (note && note != view->figures_note)) continue;
    if (!table) {
      char columns[512] = "test|>frames|>failed";
      memcpy(first, own, sizeof first);
      n_first = n_own, note = view->figures_note;
      for (int f = 0; f < n_first; f++) {
        size_t at = strlen(columns);
        pl_shown in = figure_unit(&own[f]);
        snprintf(columns + at, sizeof columns - at, own[f].unit ? "|>%s [%s]" : "|%s", own[f].name, in.unit);
      }
      table = pl_table_create(c->arena, columns);
    }
    n++;
    pl_table_cell(table, "%s", k->test->name);
    pl_table_cell(table, "%d", k->test->n_frame);
    pl_table_cell(table, "%d", k->report.n_failed);
    for (int f = 0; f < n_first; f++) {
      if (own[f].unit)
        pl_table_number(table, figure_unit(&own[f]).factor * own[f].value);
      else
        pl_table_cell(table, "%s", own[f].text);
    }
  }
  if (n == 0) return 0;
  pl_table_say(c, table);
  pl__print(c, "  %s\n", note);
  return n;
}

// The columns of the table of steps, shown if any step has a value.
typedef struct step_column {
  const char *title;
  size_t offset;  // of a double in pl_fit_step
  double factor;
} step_column;

static double step_figure(const pl_fit_step *step, const step_column *column) {
  double value;
  memcpy(&value, (const char *)step + column->offset, sizeof value);
  return column->factor * value;
}

static bool has_figure(const pl_fit *fit, const step_column *column) {
  for (int i = 0; i < fit->way.n_step; i++)
    if (!isnan(step_figure(&fit->way.step[i], column))) return true;
  return false;
}

// True if residuals are those of single readings, not of vectors (bodies).
static bool counts_single_readings(const pl_fit *fit) {
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_protocol *protocol = fit->work.fit_case[i].given->measurement->protocol;
    for (int k = 0; k < protocol->n_channel; k++)
      if (protocol->channel[k].misfit != PL_MISFIT_NONE && protocol->channel[k].misfit_width < 2) return true;
  }
  return false;
}

// For bodies the sum of squares includes everything that was measured.
static int step_columns(const pl_fit *fit, const step_column *out[]) {
  static const step_column all[] = {{"sum of squares", offsetof(pl_fit_step, chi2), 1},
                                    {"force rms [N]", offsetof(pl_fit_step, force), 1},
                                    {"distance rms [mm]", offsetof(pl_fit_step, position), 1e3},
                                    {"left out", offsetof(pl_fit_step, held_out), 1},
                                    {"held-out force [N]", offsetof(pl_fit_step, unseen_force), 1},
                                    {"held-out distance [mm]", offsetof(pl_fit_step, unseen_position), 1e3}};
  int n = 0, first = counts_single_readings(fit) ? 0 : 1;
  for (int k = first; k < (int)(sizeof all / sizeof *all); k++)
    if (has_figure(fit, &all[k])) out[n++] = &all[k];
  return n;
}

void pl__show_steps(pl_terminal *c, const pl_fit *fit) {
  if (fit->way.n_step == 0) return;
  pl__print(c, "\nSteps\n");
  const step_column *column[8];
  int n_column = step_columns(fit, column);
  char titles[200] = "model|addends|>parameters";
  for (int k = 0; k < n_column; k++) snprintf(titles + strlen(titles), sizeof titles - strlen(titles), "|>%s", column[k]->title);
  snprintf(titles + strlen(titles), sizeof titles - strlen(titles), "|");
  pl_table *table = pl_table_create(c->arena, titles);
  for (int i = 0; i < fit->way.n_step; i++) {
    const pl_fit_step *step = &fit->way.step[i];
    pl_table_cell(table, "%s", step->name);
    pl_table_cell(table, "%s", step->addends);
    pl_table_cell(table, "%d", step->n_parameter);
    for (int k = 0; k < n_column; k++) pl_table_number(table, step_figure(step, column[k]));
    pl_table_cell(table, "%s", step->kept ? "" : "not kept");
  }
  pl_table_say(c, table);
  if (fit->way.step[fit->way.n_step - 1].tied)
    pl__print(c, "  addends joined by = share one parameter: the data do not distinguish them\n");
  // counted in the material: an interrupted fit may end with another model than its last step
  int free = 0, bending = 0, kept = 0;
  for (int i = 0; i < fit->way.n_step; i++)
    if (fit->way.step[i].kept) kept = fit->way.step[i].n_parameter;
  for (int j = 0; j < fit->material->n_theta; j++) {
    const pl_parameter *p = &fit->material->parameter[j];
    free += !p->frozen;
    bending += !p->frozen && pl_strain_bends(fit->material->term[p->term].strain);
  }
  if (bending > 0 && free == kept + bending)  // bending that was fitted along is already included
    pl__print(c, "  parameters: free numbers of the addends; with the %d of bending the result has %d\n", bending, free);
}

void pl__show_sample_points(pl_terminal *c, const pl_material *material) {
  const pl_samples *samples = pl_material_samples(material);
  if (!samples) return;
  pl__print(c, "\nMaterial samples (curves above: the mean over them)\n");
  pl_table *table = pl_table_create(c->arena, ">sample|>x [mm]|>y [mm]|>z [mm]");
  for (int m = 0; m < samples->n; m++) {
    pl_table_cell(table, "%d", m + 1);
    for (int k = 0; k < 3; k++) pl_table_cell(table, "%.1f", 1e3 * samples->point[3 * m + k]);
  }
  pl_table_say(c, table);
  pl__print(c, "  radius %.3g mm\n", 1e3 * samples->radius);
}

void pl__show_samples(pl_terminal *c, const pl_fit *fit) {
  if (!pl_material_samples(fit->material)) return;
  pl__show_sample_points(c, fit->material);
  if (fit->way.n_sample_stage > 0) {
    pl_table *table =
        pl_table_create(c->arena, ">samples|>parameters|>error [%]|>held out [sigma]|>left out [sigma]|>regularisation|>time [s]|");
    for (int i = 0; i < fit->way.n_sample_stage; i++) {
      const pl_sample_stage *stage = &fit->way.sample_stage[i];
      pl_table_cell(table, "%d", stage->n_sample);
      pl_table_cell(table, "%d", stage->n_parameter);
      pl_table_cell(table, "%.1f", 100 * stage->relative);
      pl_table_number(table, stage->held_out);
      pl_table_number(table, stage->left_out);
      pl_table_number(table, stage->regularisation);
      pl_table_cell(table, "%.2f", stage->seconds);
      pl_table_cell(table, "%s", !stage->kept ? "not kept: residuals not smaller" : stage->needed ? "" : "not needed");
    }
    pl__print(c, "\n");
    pl_table_say(c, table);
    pl__print(c,
              "  error: of the fitted tests, of that with one sample; left out: of the fitted poses, each left out once, to first order\n");
    if (fit->problem.options.samples == 0)
      pl__print(c, "  not needed: poses left out are predicted as well with fewer, within one standard error\n");
  }
  if (fit->solution.ties.n > 0)
    pl__print(c,
              "  regularisation: stiffness changes by %.2g of the homogeneous one from place to place, over %s, %s. The data determine "
              "%.1f of %d parameters, the prior the rest\n",
              fit->map.tie.tau, pl__shown(c, fit->map.tie.length, PL_DIM_LENGTH),
              fit->problem.options.sample_contrast > 0 ? "as given" : "of maximum likelihood", fit->evidence.effective,
              fit->material->n_theta);
}

void pl__show_moduli(pl_terminal *c, const pl_fit *fit) {
  pl_modulus modulus[PL_MODULI_MAX];
  int n;
  if (pl_moduli_make(c->arena, fit, &n, modulus) != PL_OK || n == 0) return;
  bool varies = modulus[0].n > 1;
  pl__print(c, "\nAt small strain%s\n",
            fit->solution.scale_held ? " (only ratios were measured: absolute stiffness is not identifiable)" : "");
  pl_table *table = pl_table_create(c->arena, varies ? "modulus|>at 5 % of the volume|>± sigma|>at 50 %|>± sigma|>at 95 %|>± sigma|unit|"
                                                     : "modulus|>value|>± sigma|unit|");
  for (int i = 0; i < n; i++) {
    const pl_modulus *m = &modulus[i];
    double most = 0;
    for (int k = 0; k < m->n; k++) most = fmax(most, fabs(m->value[k]));
    pl_shown in = pl_dim_shown(m->dim, most);
    pl_table_cell(table, "%s", m->name);
    for (int k = 0; k < m->n; k++) {
      pl_table_number(table, in.factor * m->value[k]);
      pl_table_number(table, in.factor * m->sigma[k]);
    }
    pl_table_cell(table, "%s", in.unit);
    pl_table_cell(table, "%s", m->lost ? "not determined by these data" : "");
  }
  pl_table_say(c, table);
  if (pl_moduli_counted(n, modulus)) pl__print(c, "  sigma counts noise and %s\n", pl_moduli_counted(n, modulus));
}

void pl__show_rigidities(pl_terminal *c, const pl_fit *fit) {
  pl_rigidity rigidity[PL_RIGIDITY_MAX];
  int n;
  if (pl_rigidities_make(c->arena, fit, &n, rigidity) != PL_OK || n == 0) return;
  double most = 0;
  for (int i = 0; i < n; i++) most = fmax(most, fabs(rigidity[i].value));
  pl_shown in = pl_dim_shown(PL_DIM_ENERGY, most);
  pl__print(c, "\nBending rigidity (moment per width over curvature)\n");
  pl_table *table = pl_table_create(c->arena, "rigidity|>value|>± sigma|unit|");
  for (int i = 0; i < n; i++) {
    const pl_rigidity *r = &rigidity[i];
    pl_table_cell(table, "%s", r->name);
    char left[48], right[48];
    pl__pair(in.factor * r->value, in.factor * r->sigma, left, right);
    pl_table_cell(table, "%s", left);
    pl_table_cell(table, "%s", right);
    pl_table_cell(table, "%s", in.unit);
    const char *mark = r->lost ? "not determined by these data" : r->bounded ? "at its bound" : "";
    pl_table_cell(table, "%s", *mark == '\0' && isnan(r->sigma) && fit->problem.n_fitted > 0 ? "held" : mark);
  }
  pl_table_say(c, table);
}

void pl__show_warnings(pl_terminal *c, const pl_fit *fit) {
  if (fit->findings.n_warning > 0) pl__print(c, "\nWarnings\n");
  for (int i = 0; i < fit->findings.n_warning; i++) {
    const pl_warning *w = &fit->findings.warning[i];
    pl__print(c, "  ! %s\n", w->text);
    if (w->remedy && *w->remedy) pl__print(c, "    → %s\n", w->remedy);
    if (w->n_row == 0) continue;
    // below its sentence: the first column is indented by two more
    pl_table *table = pl_table_create(c->arena, pl_arena_printf(c->arena, "  %s", w->columns));
    for (int k = 0; k < w->n_row * w->n_column; k++) pl_table_cell(table, k % w->n_column == 0 ? "  %s" : "%s", w->cell[k]);
    pl_table_say(c, table);
  }
}

void pl__show_further(pl_terminal *c, const pl_fit *fit) { pl__print(c, "\nFurther tests\n  %s\n", fit->findings.further->words); }
