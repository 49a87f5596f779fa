// show.c: see show.h.
#include "show.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "estimate/advise/further.h"
#include "estimate/advise/words.h"
#include "estimate/judge/judge.h"
#include "estimate/judge/marks.h"
#include "no_experiment.h"
#include "report/result/knot_place.h"
#include "report/result/parameter_status.h"
#include "report/result/protocol_view.h"
#include "report/result/result.h"
#include "estimate/judge/moduli.h"
#include "estimate/judge/rigidity.h"
#include "estimate/field/sample_plan.h"
#include "report/result/stiffness_map.h"
#include "table.h"

void show_report(const char *label, const char *path) {
  if (pl_report_built())
    printf("%-7s %s\n", label, path ? path : "");
  else
    printf("%-7s none: %s\n", label, PL_NO_REPORT);
}

// Curves are named by experiment files: a user who gives the curve itself is told so.
pl_status cli_load_material(cli *c, const char *given, pl_material **material) {
  const char *inside = pl_path_join(c->arena, given, "material.json"), *fit = pl_path_join(c->arena, given, "fit.json");
  if (!inside || !fit) return PL_ERROR_MEMORY;
  if (pl_file_exists(inside)) return pl_material_load(c->ctx, inside, material);
  pl_where where = {.file = given};
  *material = NULL;
  if (pl_file_exists(fit))
    return pl_fail(c->ctx, PL_ERROR_FILE, &where, "name the material that was given to 'pliant predict', or the folder of a fit",
                   "this folder holds a prediction and no material.json");
  return pl_material_load(c->ctx, given, material);
}

static pl_status load_one(cli *c, const char *path, pl_measurement **measurement) {
  PL_TRY(cli_check_experiment(c, path));
  return pl_measurement_load(c->ctx, path, measurement);
}

int cli_load(cli *c, int n, const char *const *path, pl_measurement ***measurement) {
  *measurement = pl_arena_alloc(c->arena, (size_t)n + 1, sizeof **measurement);
  if (!*measurement) return cli_fail(c, PL_ERROR_MEMORY);
  for (int i = 0; i < n; i++) {
    pl_status status = load_one(c, path[i], &(*measurement)[i]);
    if (status == PL_OK) continue;
    cli_unload(i, *measurement);
    return cli_fail(c, status);
  }
  return CLI_CONTINUE;
}

void cli_unload(int n, pl_measurement **measurement) {
  for (int i = 0; i < n; i++) pl_measurement_destroy(measurement[i]);
}

const char *shown(cli *c, double si, pl_dim dim) {
  char number[48];
  if (isnan(si)) return "-";
  pl_shown in = pl_dim_shown(dim, si);
  pl_number_people(in.factor * si, number, sizeof number);
  const char *text = *in.unit ? pl_arena_printf(c->arena, "%s %s", number, in.unit) : pl_arena_text(c->arena, number);
  return text ? text : "";
}

// A title with the unit that all rows share, else without.
static const char *with_unit(cli *c, const char *title, bool same, pl_shown in) {
  const char *text = same && *in.unit ? pl_arena_printf(c->arena, "%s [%s]", title, in.unit) : title;
  return text ? text : title;
}

// ---- parameters ----

// Value and sigma with the same decimals, sigma in two digits: "67.07" and "0.89".
static void print_pair(double value, double sigma, char left[48], char right[48]) {
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

// Every number of the term was held.
static bool assumed(const pl_material *material, const pl_term *term) {
  for (int j = term->theta; j < term->theta + pl_term_theta_count(term); j++)
    if (!material->parameter[j].frozen) return false;
  return term->law.n_param > 0;
}

// What bending terms are about: the line that stays straight when the cloth is bent.
static void show_folds(const pl_material *material) {
  for (int t = 0; t < material->n_term; t++)
    if (*pl_term_fold_words(&material->term[t])) printf("  %s: %s\n", material->term[t].name, pl_term_fold_words(&material->term[t]));
}

// Marks of the table that do not explain themselves, where they occur.
static void show_legend(const pl_material *material, const pl_fit *fit) {
  bool held = false, untold = false;
  for (int j = 0; j < material->n_theta; j++) {
    bool frozen = material->parameter[j].frozen;
    held = held || (frozen && !assumed(material, &material->term[material->parameter[j].term]));
    untold =
        untold || (fit->known.identified && !frozen && !fit->known.at_bound[j] && !pl_judge_on_border(fit, j) && !fit->known.identified[j]);
  }
  if (untold)
    printf("  not determined: the data say less than was assumed beforehand (the prior%s), or sigma is more than half of the\n"
           "  number; value and sigma are then largely those of the assumption, so a small sigma is not the data's\n",
           fit->evidence.resolution ? ", the tie of each sample to its neighbours" : "");
  if (held) printf("  held: not fitted, so without sigma; at strains that no test visited or where the data ask for nothing, or given\n");
}

// Numbers of one term and dimension share a unit, as on the page.
static pl_shown term_scale(const pl_material *material, int j) {
  const pl_term *term = &material->term[material->parameter[j].term];
  double largest = 0;
  for (int i = term->theta; i < term->theta + pl_term_theta_count(term); i++)
    if (pl_dim_equal(material->parameter[i].dim, material->parameter[j].dim)) largest = fmax(largest, fabs(material->theta[i]));
  return pl_dim_shown(material->parameter[j].dim, largest > 0 || !material->sigma ? largest : material->sigma[j]);
}

void show_parameters(cli *c, const pl_material *material, const pl_fit *fit) {
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
  cli_table *table = cli_table_create(c, columns);
  for (int j = 0; j < material->n_theta; j++) {
    cli_table_cell(table, "%s", p[j].name);
    char left[48], right[48] = "";
    pl_shown in = same ? all : term_scale(material, j);
    double value = in.factor * material->theta[j];
    if (material->sigma)
      print_pair(value, in.factor * material->sigma[j], left, right);
    else
      pl_number_people(value, left, sizeof left);
    cli_table_cell(table, "%s", left);
    cli_table_cell(table, "%s", right);
    if (fit && fit->evidence.mesh_shift)
      cli_table_number(table, in.factor * fabs(fit->evidence.mesh_shift[j]));
    else
      cli_table_cell(table, "%s", "");
    cli_table_cell(table, "%s", same ? "" : in.unit);
    const char *name;
    double place;
    if (isnan(p[j].knot))
      cli_table_cell(table, "%s", "");
    else if (pl_knot_place(material, j, &name, &place)) {
      char number[48];
      cli_table_cell(table, "%s = %s", name, pl_number_people(place, number, sizeof number));
    } else {
      pl_dim strain = pl_term_strain_dim(&material->term[p[j].term]);
      char knot[48];
      pl_number_people(pl_dim_display(strain, p[j].knot), knot, sizeof knot);
      cli_table_cell(table, "%s%s%s", knot, pl_dim_equal(strain, PL_DIM_NONE) ? "" : " ",
                     pl_dim_equal(strain, PL_DIM_NONE) ? "" : pl_dim_unit(strain));
    }
    pl_parameter_status status = fit ? pl__parameter_status(fit, j) : (pl_parameter_status){p[j].frozen ? "held" : "", ""};
    cli_table_cell(table, "%s", strcmp(status.mark, "good") == 0 ? "" : status.words);
  }
  cli_table_print(table);
  if (fit) show_legend(material, fit);
  if (fit) show_folds(material);
  if (fit) show_specimens(c, fit);
}

int show_specimens(cli *c, const pl_fit *fit) {
  int n = 0;
  for (int i = 0; i < fit->problem.n_case; i++) {
    const pl_fit_case *k = &fit->problem.fit_case[i];
    n += k->specimen.n;
    for (int j = 0; j < k->specimen.n; j++)
      printf("  %s of '%s': %s ± %s (sigma)\n", k->rig->intrinsic[j].name, k->test->name,
             shown(c, k->specimen.value[j], k->rig->intrinsic[j].dim), shown(c, k->specimen.sigma[j], k->rig->intrinsic[j].dim));
  }
  return n;
}

// ---- curves ----

bool term_range(const pl_material *material, const pl_term *term, int i, double range[2]) {
  if (i >= term->law.row->n_in) return false;
  pl_term_shown_range(material, term, i, range);
  // rounding is not compression, and one half of an antisymmetric curve says it all
  double near = 1e-9 * (range[1] - range[0]);
  if (fabs(range[0]) < near || fabs(range[0] + range[1]) < near) range[0] = 0;
  return true;
}

void term_curve(const pl_material *material, const pl_term *term, int i, const double range[2], int n, double *stress) {
  for (int k = 0; k < n; k++) {
    double s[PL_LAW_MAX_IN], t[PL_LAW_MAX_IN];
    for (int j = 0; j < term->law.row->n_in; j++) s[j] = term->strain->rest_value[term->value[j]];
    s[i] = range[0] + (range[1] - range[0]) * k / (n - 1);
    pl_term_eval_mean(term, material->theta, s, NULL, t, NULL);
    stress[k] = t[i];
  }
}

void show_curves(cli *c, const pl_material *material, const pl_fit *fit, const char *heading) {
  enum { N = 97 };
  int n = 0;
  cli_table *table = cli_table_create(c, "curve|strain|law|>from|>to|stress over strain|>from|>to|unit");
  for (int t = 0; t < material->n_term; t++) {
    const pl_term *term = &material->term[t];
    double range[2], y[N];
    if (fit && assumed(material, term)) continue;
    for (int i = 0; term_range(material, term, i, range); i++) {
      if (!(range[1] - range[0] > 1e-9 * fmax(1, fabs(range[1])))) continue;  // never strained that way
      term_curve(material, term, i, range, N, y);
      const char *picture = cli_spark(c, N, y, 24);
      if (!*picture) continue;
      n++;
      if (term->law.row->n_in > 1)
        cli_table_cell(table, "%s (%s)", term->name, term->strain->value_name[term->value[i]]);
      else
        cli_table_cell(table, "%s", term->name);
      cli_table_cell(table, "%s%s", term->strain->name, term->rate ? " rate" : "");
      cli_table_cell(table, "%s", term->law.row->name);
      cli_table_number(table, range[0]);
      cli_table_number(table, range[1]);
      cli_table_cell(table, "%s", picture);
      pl_dim dim = pl_term_stress_dim(term);
      pl_shown in = pl_dim_shown(dim, fmax(fabs(y[0]), fabs(y[N - 1])));
      cli_table_number(table, in.factor * y[0]);
      cli_table_number(table, in.factor * y[N - 1]);
      cli_table_cell(table, "%s", in.unit);
    }
  }
  if (n == 0) return;
  printf("\n%s\n", heading);
  cli_table_print(table);
}

// ---- scores ----

// "passed, 1.2 sigma", "FAILED, 8.4 sigma, 61 % of its change", "0.4 sigma": of one or two numbers also what they are judged by.
static void score_verdict(cli_table *table, const pl_fit *fit, const pl_score *s) {
  char by[64] = "", number[32];
  bool far = !(s->doubts <= PL_FEW_SIGMAS);
  if (s->few && isfinite(s->doubts)) snprintf(by, sizeof by, "%s sigma", pl_judge_multiple(s->doubts, number));
  if (s->few && far && isfinite(s->of_change)) {
    size_t used = strlen(by);
    snprintf(by + used, sizeof by - used, "%s%s %% of its change", used ? ", " : "", pl_judge_multiple(100 * s->of_change, number));
  }
  const char *word = !s->judged ? "not judged" : !s->held_out ? "" : pl_score_passes(fit, s) ? "passed" : "FAILED";
  cli_table_cell(table, "%s%s%s", word, *word && *by ? ", " : "", by);
}

int show_scores(cli *c, const pl_fit *fit, bool held_out) {
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
  cli_table *table = cli_table_create(c, columns);
  for (int i = 0; i < fit->evidence.n_score; i++) {
    const pl_score *s = &fit->evidence.score[i];
    if (s->held_out != held_out) continue;
    cli_table_cell(table, "%s", s->test);
    cli_table_cell(table, "%s", s->channel->name);
    cli_table_cell(table, "%d", s->n);
    pl_shown in = same ? all : pl_dim_shown(s->channel->dim, s->max);
    cli_table_number(table, in.factor * s->rms);
    cli_table_number(table, in.factor * s->max);
    cli_table_cell(table, "%s", same ? "" : in.unit);
    cli_table_number(table, 100 * s->relative);
    cli_table_cell(table, isnan(s->r2) ? "-" : "%.5f", s->r2);
    if (s->n_failed > 0)
      cli_table_cell(table, "%d more without equilibrium", s->n_failed);
    else
      score_verdict(table, fit, s);
    any_few = any_few || s->few;
    all_judged = all_judged && s->judged;
  }
  cli_table_print(table);
  if (!all_judged) printf("  not judged: " PL_NOT_JUDGED "\n");
  for (int i = 0; i < fit->evidence.n_score && held_out; i++)
    any_few = any_few && (fit->evidence.score[i].held_out || !fit->evidence.score[i].few);  // said above
  if (any_few)
    printf("  R² -: one or two numbers have no scatter to explain; they should be met to %g sigma (of a held-out "
           "reading and its prediction together) or to %.0f %% of their change\n",
           PL_FEW_SIGMAS, 100 * sqrt(1 - fit->problem.options.accept_r2));
  return n;
}

// Lengths are small beside a specimen: mm.
static pl_shown figure_unit(const pl_view_figure *figure) {
  if (figure->unit && strcmp(figure->unit, "m") == 0) return (pl_shown){1e3, "mm"};
  return (pl_shown){1, figure->unit ? figure->unit : ""};
}

// One table for all tests whose figures have the same names.
int show_figures(cli *c, const pl_fit *fit, bool held_out) {
  pl_view_figure first[PL_VIEW_FIGURES], own[PL_VIEW_FIGURES];
  cli_table *table = NULL;
  const char *note = NULL;
  int n = 0, n_first = 0;
  for (int i = 0; i < fit->problem.n_case; i++) {
    const pl_fit_case *k = &fit->problem.fit_case[i];
    const pl_protocol_view *view = pl_case_view(k);
    int n_own = view->figures && k->held_out == held_out ? view->figures(c->arena, k, own) : 0;
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
      table = cli_table_create(c, columns);
    }
    n++;
    cli_table_cell(table, "%s", k->test->name);
    cli_table_cell(table, "%d", k->test->n_frame);
    cli_table_cell(table, "%d", k->report.n_failed);
    for (int f = 0; f < n_first; f++) {
      if (own[f].unit)
        cli_table_number(table, figure_unit(&own[f]).factor * own[f].value);
      else
        cli_table_cell(table, "%s", own[f].text);
    }
  }
  if (n == 0) return 0;
  cli_table_print(table);
  printf("  %s\n", note);
  return n;
}

// The figures of a step that the table has, where any step has them.
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

// Are misfits those of single readings, not of vectors? Then anything may have been measured, of bodies.
static bool counts_single_readings(const pl_fit *fit) {
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_protocol *protocol = fit->problem.fit_case[i].measurement->protocol;
    for (int k = 0; k < protocol->n_channel; k++)
      if (protocol->channel[k].misfit != PL_MISFIT_NONE && protocol->channel[k].misfit_width < 2) return true;
  }
  return false;
}

// Of bodies the sum of squares has all that was measured.
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

void show_steps(cli *c, const pl_fit *fit) {
  if (fit->way.n_step == 0) return;
  printf("\nSteps\n");
  const step_column *column[8];
  int n_column = step_columns(fit, column);
  char titles[200] = "model|addends|>parameters";
  for (int k = 0; k < n_column; k++) snprintf(titles + strlen(titles), sizeof titles - strlen(titles), "|>%s", column[k]->title);
  snprintf(titles + strlen(titles), sizeof titles - strlen(titles), "|");
  cli_table *table = cli_table_create(c, titles);
  for (int i = 0; i < fit->way.n_step; i++) {
    const pl_fit_step *step = &fit->way.step[i];
    cli_table_cell(table, "%s", step->name);
    cli_table_cell(table, "%s", step->addends);
    cli_table_cell(table, "%d", step->n_parameter);
    for (int k = 0; k < n_column; k++) cli_table_number(table, step_figure(step, column[k]));
    cli_table_cell(table, "%s", step->kept ? "" : "not kept");
  }
  cli_table_print(table);
  if (strstr(fit->way.step[fit->way.n_step - 1].addends, " = "))
    printf("  addends with = between them have one number in common: these data do not ask for more\n");
  // counted in the material: an interrupted fit ends with another model than its last step
  int free = 0, bending = 0, kept = 0;
  for (int i = 0; i < fit->way.n_step; i++)
    if (fit->way.step[i].kept) kept = fit->way.step[i].n_parameter;
  for (int j = 0; j < fit->material->n_theta; j++) {
    const pl_parameter *p = &fit->material->parameter[j];
    free += !p->frozen;
    bending += !p->frozen && fit->material->term[p->term].strain->element == PL_ELEMENT_HINGE;
  }
  if (bending > 0 && free == kept + bending)  // bending that was fitted along is among them already
    printf("  parameters: free numbers of the addends; with the %d of bending the result has %d\n", bending, free);
}

void show_sample_points(cli *c, const pl_material *material) {
  const pl_samples *samples = pl_material_samples(material);
  if (!samples) return;
  printf("\nMaterial samples (curves above: the mean over them)\n");
  cli_table *table = cli_table_create(c, ">sample|>x [mm]|>y [mm]|>z [mm]");
  for (int m = 0; m < samples->n; m++) {
    cli_table_cell(table, "%d", m + 1);
    for (int k = 0; k < 3; k++) cli_table_cell(table, "%.1f", 1e3 * samples->point[3 * m + k]);
  }
  cli_table_print(table);
  printf("  radius %.3g mm\n", 1e3 * samples->radius);
}

void show_samples(cli *c, const pl_fit *fit) {
  if (!pl_material_samples(fit->material)) return;
  show_sample_points(c, fit->material);
  if (fit->way.n_sample_stage > 0) {
    cli_table *table =
        cli_table_create(c, ">samples|>parameters|>error [%]|>held out [sigma]|>left out [sigma]|>regularisation|>time [s]|");
    for (int i = 0; i < fit->way.n_sample_stage; i++) {
      const pl_sample_stage *stage = &fit->way.sample_stage[i];
      cli_table_cell(table, "%d", stage->n_sample);
      cli_table_cell(table, "%d", stage->n_parameter);
      cli_table_cell(table, "%.1f", 100 * stage->relative);
      cli_table_number(table, stage->held_out);
      cli_table_number(table, stage->left_out);
      cli_table_number(table, stage->regularisation);
      cli_table_cell(table, "%.2f", stage->seconds);
      cli_table_cell(table, "%s", !stage->kept ? "not kept: the data are not met better" : stage->needed ? "" : "not needed");
    }
    printf("\n");
    cli_table_print(table);
    printf("  error: of the fitted tests, of that with one sample; left out: of the fitted poses, each left out once, to first order\n");
    if (fit->problem.options.samples == 0)
      printf("  not needed: poses left out are predicted as well with fewer, within one standard error\n");
  }
  if (fit->solution.ties.n > 0)
    printf("  regularisation: stiffness changes by %.2g of the homogeneous one from place to place, over %s, %s; the data determine "
           "%.1f of %d parameters, the ties the rest\n",
           fit->map.tie.tau, shown(c, fit->map.tie.length, PL_DIM_LENGTH),
           fit->problem.options.sample_contrast > 0 ? "as asked for" : "as makes the data likeliest", fit->evidence.effective,
           fit->material->n_theta);
}

void show_moduli(cli *c, const pl_fit *fit) {
  pl_modulus modulus[PL_MODULI_MAX];
  int n;
  if (pl_moduli_make(c->arena, fit, &n, modulus) != PL_OK || n == 0) return;
  bool varies = modulus[0].n > 1;
  printf("\nAt small strain%s\n", fit->solution.scale_held ? " (in proportion: the size of the stiffness is made up)" : "");
  cli_table *table = cli_table_create(c, varies ? "modulus|>at 5 % of the volume|>± sigma|>at 50 %|>± sigma|>at 95 %|>± sigma|unit|"
                                                : "modulus|>value|>± sigma|unit|");
  for (int i = 0; i < n; i++) {
    const pl_modulus *m = &modulus[i];
    double most = 0;
    for (int k = 0; k < m->n; k++) most = fmax(most, fabs(m->value[k]));
    pl_shown in = pl_dim_shown(m->dim, most);
    cli_table_cell(table, "%s", m->name);
    for (int k = 0; k < m->n; k++) {
      cli_table_number(table, in.factor * m->value[k]);
      cli_table_number(table, in.factor * m->sigma[k]);
    }
    cli_table_cell(table, "%s", in.unit);
    cli_table_cell(table, "%s", m->lost ? "not determined by these data" : "");
  }
  cli_table_print(table);
  if (pl_moduli_counted(n, modulus)) printf("  sigma counts noise and %s\n", pl_moduli_counted(n, modulus));
}

void show_rigidities(cli *c, const pl_fit *fit) {
  pl_rigidity rigidity[PL_RIGIDITY_MAX];
  int n;
  if (pl_rigidities_make(c->arena, fit, &n, rigidity) != PL_OK || n == 0) return;
  double most = 0;
  for (int i = 0; i < n; i++) most = fmax(most, fabs(rigidity[i].value));
  pl_shown in = pl_dim_shown(PL_DIM_ENERGY, most);
  printf("\nBending rigidity (moment per width over curvature)\n");
  cli_table *table = cli_table_create(c, "rigidity|>value|>± sigma|unit|");
  for (int i = 0; i < n; i++) {
    const pl_rigidity *r = &rigidity[i];
    cli_table_cell(table, "%s", r->name);
    char left[48], right[48];
    print_pair(in.factor * r->value, in.factor * r->sigma, left, right);
    cli_table_cell(table, "%s", left);
    cli_table_cell(table, "%s", right);
    cli_table_cell(table, "%s", in.unit);
    const char *mark = r->lost ? "not determined by these data" : r->bounded ? "at its bound" : "";
    cli_table_cell(table, "%s", *mark == '\0' && isnan(r->sigma) && fit->problem.n_fitted > 0 ? "held" : mark);
  }
  cli_table_print(table);
}

void show_warnings(cli *c, const pl_fit *fit) {
  if (fit->findings.n_warning > 0) printf("\nWarnings\n");
  for (int i = 0; i < fit->findings.n_warning; i++) {
    const pl_warning *w = &fit->findings.warning[i];
    printf("  ! %s\n", w->text);
    if (w->remedy && *w->remedy) printf("    → %s\n", w->remedy);
    if (w->n_row == 0) continue;
    // under its sentence: the first column begins two further in
    cli_table *table = cli_table_create(c, pl_arena_printf(c->arena, "  %s", w->columns));
    for (int k = 0; k < w->n_row * w->n_column; k++) cli_table_cell(table, k % w->n_column == 0 ? "  %s" : "%s", w->cell[k]);
    cli_table_print(table);
  }
}

void show_further(cli *c, const pl_fit *fit) {
  (void)c;
  printf("\nFurther tests\n  %s\n", fit->findings.further->words);
}
