// result_json.c: fit.json, everything about a fit. Numbers are SI, each with its unit ("unit" is a unit without a factor). An undefined
// number (a frame without equilibrium, no bound) is null. docs/formats.md lists the members.
#include "estimate/judge/judge.h"
#include "estimate/judge/marks.h"
#include "report/result/result_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "estimate/judge/sandwich.h"
#include "material/certificate.h"
#include "report/result/knot_place.h"
#include "report/result/parameter_status.h"
#include "report/result/protocol_view.h"

static void put_pair(pl_json_writer *w, const char *key, const double pair[2]) { pl_json_put_numbers(w, key, 2, pair); }

static const char *const branch_name[] = {"load", "unload", "average"};

static void put_branches(pl_json_writer *w, const char *key, int n, const int *branch) {
  pl_json_begin_array(w, key);
  for (int i = 0; i < n; i++) pl_json_put_text(w, NULL, branch_name[branch ? branch[i] : PL_BRANCH_LOAD]);
  pl_json_end_array(w);
}

// ---- head ----

static void write_head(pl_json_writer *w, const pl_fit *fit, const pl_run *run) {
  pl_text verdict;
  pl_text_init(&verdict, fit->ctx);
  pl_result_verdict(fit, &verdict);
  pl_json_put_text(w, "pliant", PL_RESULT_FORMAT);
  pl_json_put_text(w, "verb", run->verb ? run->verb : fit->problem.n_fitted ? "fit" : "predict");
  pl_json_put_text(w, "verdict", verdict.data);
  const char *reason[PL_MAX_REASON];
  int n_reason = pl_result_reasons(fit, reason);
  pl_json_begin_array(w, "reasons");
  for (int i = 0; i < n_reason; i++) pl_json_put_text(w, NULL, reason[i]);
  pl_json_end_array(w);
  pl_json_put_text(w, "command", run->command ? run->command : "");
  pl_json_put_text(w, "next", run->next ? run->next : "");
  pl_text_clear(&verdict);
  pl_json_begin_object(w, "outcome");
  pl_json_put_text(w, "state", pl_verdict_name(pl_result_state(fit)));
  pl_json_put_bool(w, "converged", fit->solution.converged);
  pl_json_put_bool(w, "interrupted", fit->solution.interrupted);
  pl_json_put_text(w, "stop_reason", fit->solution.stop_reason);
  pl_json_put_bool(w, "fit_passed", fit->findings.fit_passed);
  pl_json_put_bool(w, "validation_passed", fit->findings.validation_passed);
  pl_json_put_number(w, "accept_r2", fit->problem.options.accept_r2);
  pl_json_put_integer(w, "fitted_tests", fit->problem.n_fitted);
  pl_json_put_integer(w, "held_out_tests", fit->problem.n_case - fit->problem.n_fitted);
  pl_json_put_number(w, "chi2", fit->evidence.chi2);
  pl_json_put_integer(w, "residuals", fit->evidence.n_residual);
  pl_json_put_number(w, "inflation", fit->evidence.inflation);
  pl_json_end_object(w);
}

static void write_where(pl_json_writer *w, const char *key, const pl_strain *strain, const double *where) {
  pl_json_begin_object(w, key);
  for (int v = 0; v < strain->n_value; v++) pl_json_put_number(w, strain->value_name[v], where[v]);
  pl_json_end_object(w);
}

// The certificate in numbers.
static void write_convexity(pl_json_writer *w, const pl_material *material) {
  pl_json_begin_array(w, "convexity");
  for (int i = 0; i < material->n_certified; i++) {
    const pl_certified *c = &material->certified[i];
    pl_json_begin_object(w, NULL);
    pl_json_put_text(w, "strain", c->strain->name);
    pl_json_put_number(w, "smallest", c->smallest);
    pl_json_put_text(w, "unit", pl__si_unit(pl_strain_tangent_dim(c->strain)));
    write_where(w, "where", c->strain, c->where);
    pl_json_put_number(w, "bound", c->bound);
    pl_json_put_bool(w, "proven", c->proven);
    if (c->drop > 0) {
      pl_json_put_number(w, "drop", c->drop);
      pl_json_put_text(w, "drop_of", c->strain->value_name[c->drop_axis]);
      write_where(w, "drop_where", c->strain, c->drop_where);
    }
    pl_json_end_object(w);
  }
  pl_json_end_array(w);
}

// Traits of the law and the strain of a term; an absent trait is false.
static void put_traits(pl_json_writer *w, const pl_term *term) {
  const struct {
    const char *name;
    bool has;
  } traits[] = {{"friction", term->law.row->flags & PL_LAW_FRICTION}, {"tensor_shear", term->law.row->flags & PL_LAW_TENSOR_SHEAR},
                {"maps", term->law.row->flags & PL_LAW_FIELD},        {"bends", pl_strain_bends(term->strain)},
                {"solid", pl_strain_is_solid(term->strain)},          {"by_direction", pl_strain_by_direction(term->strain)}};
  for (size_t i = 0; i < sizeof traits / sizeof *traits; i++)
    if (traits[i].has) pl_json_put_bool(w, traits[i].name, true);
  for (int c = 0; c < term->strain->n_class && pl_strain_by_direction(term->strain); c++)
    if (term->classes == 1u << c) pl_json_put_number(w, "fold_deg", 90 - term->strain->class_cut[c]);
}

static void write_material(pl_json_writer *w, const pl_fit *fit) {
  const pl_material *material = fit->material;
  pl_json_begin_object(w, "material");
  pl_json_put_text(w, "name", material->name);
  pl_json_put_number(w, "density", material->density);
  pl_json_put_text(w, "density_unit", pl__si_unit(material->density_dim));
  pl_json_put_text(w, "model", fit->problem.n_fitted ? fit->solution.model : "given");
  pl_json_put_text(w, "certificate", material->certificate);
  write_convexity(w, material);
  pl_json_begin_array(w, "terms");
  for (int t = 0; t < material->n_term; t++) {
    const pl_term *term = &material->term[t];
    pl_json_begin_object(w, NULL);
    pl_json_put_text(w, "name", term->name);
    pl_json_put_text(w, "strain", term->strain->name);
    pl_json_put_text(w, "law", term->law.row->name);
    pl_json_put_text(w, "formula", term->law.row->help);
    pl_json_put_text(w, "words", term->law.row->words);
    pl_json_put_text(w, "acts_on", term->strain->words);
    put_traits(w, term);
    pl_json_put_integer(w, "parameters", pl_term_theta_count(term));
    if (term->samples) pl_json_put_integer(w, "samples", term->samples->n);
    if (*pl_term_fold_words(term)) pl_json_put_text(w, "fold", pl_term_fold_words(term));
    pl_json_put_bool(w, "assumed", pl__term_assumed(fit, term));
    pl_json_end_object(w);
  }
  pl_json_end_array(w);
  pl_json_end_object(w);
}

// ---- curves ----

// The strain of a curve in words, and the convention of its stress.
static void put_strain_words(pl_json_writer *w, const pl_curve_sample *curve) {
  const pl_term *term = curve->term;
  char axis[64];
  int value = term->value[curve->input];
  pl_value_words words = pl_strain_value_words(term->strain, value, axis);
  pl_json_put_text(w, "strain_kind", words.kind);
  pl_json_put_text(w, "strain_which", words.which);
  pl_json_put_text(w, "strain_axis", words.axis);
  if (term->strain->note) pl_json_put_text(w, "note", term->strain->note);
  if (term->law.row->flags & PL_LAW_TENSOR_SHEAR && term->strain->axial && !(term->strain->axial >> value & 1))
    pl_json_put_text(w, "note", "Shear strain is 2 \xCE\xB5_uv, so the slope at rest is c33/2.");
}

// The parameters that are stiffnesses at a strain: the control points of a spline's tangent.
static void write_control(pl_json_writer *w, const pl_fit *fit, const pl_curve_sample *curve, pl_dim stiffness) {
  const pl_term *term = curve->term;
  pl_json_begin_array(w, "control");
  for (int j = term->theta; j < term->theta + pl_term_theta_count(term); j++) {
    const pl_parameter *parameter = &fit->material->parameter[j];
    if (term->samples || term->law.row->n_in != 1 || !isfinite(parameter->knot) || !pl_dim_equal(parameter->dim, stiffness)) continue;
    double stress, s[1] = {parameter->knot};
    pl_term_eval_mean(term, fit->material->theta, s, NULL, &stress, NULL);
    pl_json_begin_object(w, NULL);
    pl_json_put_text(w, "parameter", parameter->name);
    pl_json_put_number(w, "strain", parameter->knot);
    pl_json_put_number(w, "stress", stress);
    pl_json_put_number(w, "stiffness", fit->material->theta[j]);
    pl_json_put_number(w, "sigma", pl__parameter_sigma(fit, j));
    pl_json_put_number(w, "half_width", pl__parameter_half_width(fit, j));
    pl_json_end_object(w);
  }
  pl_json_end_array(w);
}

// Fractions of the visited strains, in equal bins over the shown range. They are over elements and frames of the fitted tests, with
// equal weight of every test. Nothing for terms that were never strained.
static void write_histogram(pl_json_writer *w, const pl_fit *fit, const pl_curve_sample *curve) {
  enum { N_BIN = 40 };
  double share[N_BIN] = {0}, high = curve->strain[curve->n - 1];
  bool mirrored = curve->strain[0] == 0 && curve->term->range[curve->input][0] < 0;  // bending in both directions, shown for one
  const pl_bins bins = {.range = {mirrored ? -high : curve->strain[0], high}, .n = mirrored ? 2 * N_BIN : N_BIN};
  int n_test = 0;
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    double count[2 * N_BIN] = {0}, sum = 0;
    const pl_rig *rig = fit->work.fit_case[i].rig;
    if (!rig || !rig->memory->x) continue;
    pl_rig_term_histogram(rig, curve->term, curve->input, &bins, count);
    for (int k = 0; k < 2 * N_BIN; k++) sum += count[k];
    for (int k = 0; k < N_BIN && sum > 0; k++) share[k] += (mirrored ? count[N_BIN + k] + count[N_BIN - 1 - k] : count[k]) / sum;
    n_test += sum > 0;
  }
  for (int k = 0; k < N_BIN && n_test > 0; k++) share[k] /= n_test;
  if (n_test > 0) pl_json_put_numbers(w, "histogram", N_BIN, share);
}

static void write_curve(pl_json_writer *w, const pl_fit *fit, const pl_curve_sample *curve) {
  const pl_term *term = curve->term;
  pl_dim strain = pl_term_strain_dim(term), stress = pl_term_stress_dim(term), stiffness = pl_dim_divide(stress, strain);
  pl_json_begin_object(w, NULL);
  pl_json_put_text(w, "name", curve->name);
  pl_json_put_text(w, "term", term->name);
  pl_json_put_text(w, "law", term->law.row->name);
  pl_json_put_text(w, "measure", term->strain->name);
  pl_json_put_text(w, "strain_name", term->strain->value_name[term->value[curve->input]]);
  pl_json_put_text(w, "stress_name", term->strain->value_name[term->value[curve->output]]);
  put_strain_words(w, curve);
  put_traits(w, term);
  pl_json_put_text(w, "strain_unit", pl__si_unit(strain));
  pl_json_put_text(w, "stress_unit", pl__si_unit(stress));
  pl_json_put_text(w, "stiffness_unit", pl__si_unit(stiffness));
  if (*pl_term_fold_words(term)) pl_json_put_text(w, "fold", pl_term_fold_words(term));
  pl_json_put_bool(w, "measured", curve->measured);
  pl_json_put_bool(w, "assumed", curve->assumed);
  put_pair(w, "range", curve->range);
  pl_json_put_number(w, "zero_stiffness", curve->zero_stiffness);
  pl_json_put_number(w, "zero_stiffness_half_width", curve->zero_half_width);
  pl_json_put_number(w, "zero_stiffness_sigma", curve->zero_sigma);
  pl_json_put_numbers(w, "strain", curve->n, curve->strain);
  pl_json_put_numbers(w, "stress", curve->n, curve->stress);
  pl_json_put_numbers(w, "stress_half_width", curve->n, curve->half_width);
  if (isfinite(curve->next[curve->n - 1])) pl_json_put_numbers(w, "stress_next_half_width", curve->n, curve->next);
  pl_json_put_numbers(w, "stiffness", curve->n, curve->stiffness);
  pl_json_put_numbers(w, "stiffness_half_width", curve->n, curve->stiffness_half_width);
  if (curve->secant) pl_json_put_numbers(w, "secant", curve->n, curve->secant);
  if (curve->secant) pl_json_put_numbers(w, "secant_half_width", curve->n, curve->secant_half_width);
  pl_json_begin_array(w, "in_range");
  for (int i = 0; i < curve->n; i++) pl_json_put_bool(w, NULL, pl__curve_in_range(curve, curve->strain[i]));
  pl_json_end_array(w);
  write_control(w, fit, curve, stiffness);
  write_histogram(w, fit, curve);
  pl_json_end_object(w);
}

static pl_status write_curves(pl_json_writer *w, pl_arena *arena, const pl_fit *fit) {
  pl_curve_sample *curve;
  int n;
  PL_TRY(pl__curves_sample(arena, fit, &n, &curve));
  pl_json_put_text(
      w, "band",
      "95 %: half-width = 1.96 standard errors, or Student's t where scatter between specimens counts; next: of one more specimen");
  pl_json_begin_array(w, "curves");
  for (int i = 0; i < n; i++) write_curve(w, fit, &curve[i]);
  pl_json_end_array(w);
  return PL_OK;
}

// ---- tests ----

static const char *method_name(pl_test_method method) {
  static const char *const name[] = {"auto", "clamped", "free", "mesh"};
  return name[method];
}

static void put_components(pl_json_writer *w, const pl_channel *channel) {
  pl_json_begin_array(w, "components");
  for (int i = 0; i < pl_channel_width(channel); i++)
    if (channel->component[i]) pl_json_put_text(w, NULL, channel->component[i]);
  pl_json_end_array(w);
}

// True if the rest values are not zero. The change from rest is then shown.
static bool has_rest(const pl_channel *channel) {
  for (int i = 0; channel->rest && i < pl_channel_width(channel); i++)
    if (channel->rest[i] != 0) return true;
  return false;
}

// True if the scatter between specimens of this kind of test is measured.
static bool has_next(const pl_fit_case *c, int k, int n) {
  for (int f = 0; f < n; f++)
    if (isfinite(c->prediction.next[k][f])) return true;
  return false;
}

static void write_channel(pl_json_writer *w, const pl_fit *fit, const pl_fit_case *c, int k) {
  const pl_test *test = c->test;
  const pl_channel *channel = &test->channel[k];
  const pl_channel_row *row = &c->given->measurement->protocol->channel[k];
  pl_json_begin_object(w, NULL);
  pl_json_put_text(w, "name", row->name);
  pl_json_put_text(w, "help", row->help);
  pl_json_put_text(w, "unit", pl__si_unit(row->dim));
  pl_json_put_bool(w, "observed", row->observed);
  pl_json_put_text(w, "drawing", pl_drawing_name(row->drawing));
  if (channel->source) pl_json_put_text(w, "source", channel->source);
  int n = test->n_frame * pl_channel_width(channel);
  if (pl_channel_width(channel) > 1) pl_json_put_integer(w, "values_per_frame", pl_channel_width(channel));
  const pl_protocol_view *view = pl_case_view(c);
  if (channel->component) put_components(w, channel);
  if (has_rest(channel)) pl_json_put_numbers(w, "rest", pl_channel_width(channel), channel->rest);
  if (view->channel_members) view->channel_members(w, c, k);
  int one;
  bool whole = !view->one_frame || !view->one_frame(NULL, c, k, &one);
  if (whole) pl_json_put_numbers(w, row->observed ? "measured" : "imposed", n, channel->value);
  if (c->predicted[k]) {
    if (whole) {
      pl_json_put_numbers(w, "predicted", n, c->predicted[k]);
      pl_json_put_numbers(w, "predicted_sigma", n, c->prediction.sigma[k]);
      pl_json_put_numbers(w, "predicted_half_width", n, c->prediction.half_width[k]);
      if (has_next(c, k, n)) pl_json_put_numbers(w, "next_half_width", n, c->prediction.next[k]);
      pl_json_begin_array(w, "residual");
      for (int f = 0; f < n; f++) pl_json_put_number(w, NULL, c->predicted[k][f] - channel->value[f]);
      pl_json_end_array(w);
    }
    pl_json_put_number(w, "weight_sigma", pl_case_weight_sigma(c, k));
    pl_json_put_bool(w, "sigma_given", channel->sigma > 0);
    // if single readings have individual sigmas: the channel's sigma over theirs
    if (channel->value_sigma) pl_json_begin_array(w, "precision");
    for (int f = 0; channel->value_sigma && f < n; f++) pl_json_put_number(w, NULL, c->sigma[k] / channel->value_sigma[f]);
    if (channel->value_sigma) pl_json_end_array(w);
    pl_json_put_bool(w, "in_objective", !c->given->held_out && !c->weighting.unused[k]);
  }
  if (test->raw[k] && pl_channel_width(channel) == 1) pl_json_put_numbers(w, "raw", test->n_raw, test->raw[k]);
  for (int i = 0; i < fit->evidence.n_score; i++) {
    const pl_score *s = &fit->evidence.score[i];
    if (s->channel != row || s->test != test->name || s->held_out != c->given->held_out || !c->predicted[k]) continue;
    pl_json_put_number(w, "r2", s->r2);
    pl_json_put_number(w, "sigmas", s->sigmas);
    pl_json_put_number(w, "rms", s->rms);
    pl_json_put_number(w, "max", s->max);
    pl_json_put_number(w, "relative", s->relative);
    break;
  }
  pl_json_end_object(w);
}

// Words for a test and its states.
static void write_words(pl_json_writer *w, pl_context *ctx, const pl_fit_case *c) {
  const pl_protocol_view *view = pl_case_view(c);
  pl_text direction;
  pl_text_init(&direction, ctx);
  if (view->direction) view->direction(c->test, &direction);
  pl_json_put_text(w, "direction", direction.data);
  pl_text_clear(&direction);
  pl_json_put_text(w, "state_name", view->state);
  pl_json_put_bool(w, "sized", view->sized);
  if (view->disc) pl_json_put_bool(w, "disc", true);
  if (!view->frame_name) return;
  pl_json_begin_array(w, "frame_names");
  for (int f = 0; f < c->test->n_frame; f++) {
    char room[PL_FRAME_NAME];
    pl_json_put_text(w, NULL, view->frame_name(c->test, f, room));
  }
  pl_json_end_array(w);
}

// Summary figures of a test, in the order of their table.
static pl_status write_figures(pl_json_writer *w, pl_arena *arena, const pl_fit *fit, const pl_fit_case *c) {
  const pl_protocol_view *view = pl_case_view(c);
  pl_view_figure figure[PL_VIEW_FIGURES];
  int n = view->figures ? view->figures(arena, fit, c, figure) : 0;
  if (n < 0) return PL_ERROR_MEMORY;
  if (n == 0) return PL_OK;
  pl_json_begin_array(w, "figures");
  for (int i = 0; i < n; i++) {
    pl_json_begin_object(w, NULL);
    pl_json_put_text(w, "name", figure[i].name);
    if (figure[i].unit) pl_json_put_text(w, "unit", figure[i].unit), pl_json_put_number(w, "value", figure[i].value);
    if (!figure[i].unit) pl_json_put_text(w, "text", figure[i].text);
    pl_json_end_object(w);
  }
  pl_json_end_array(w);
  pl_json_put_text(w, "figures_note", view->figures_note);
  return PL_OK;
}

static pl_status write_test(pl_json_writer *w, pl_arena *arena, const pl_fit *fit, const pl_fit_case *c) {
  const pl_test *test = c->test;
  const pl_protocol_view *view = pl_case_view(c);
  const pl_protocol *protocol = c->given->measurement->protocol;
  pl_json_begin_object(w, NULL);
  pl_json_put_text(w, "name", test->name);
  pl_json_put_text(w, "protocol", protocol->name);
  pl_json_put_text(w, "experiment", c->given->measurement->file);
  pl_json_put_text(w, "file", test->file);
  pl_json_put_bool(w, "held_out", c->given->held_out);
  write_words(w, fit->ctx, c);
  pl_json_put_quantity(w, "length", test->length, PL_DIM_LENGTH);
  pl_json_put_quantity(w, "width", test->width, PL_DIM_LENGTH);
  pl_json_put_integer(w, "strips", test->strips);
  pl_json_put_quantity(w, "angle", test->angle, PL_DIM_ANGLE);
  pl_json_put_quantity(w, "pretension", test->pretension, PL_DIM_FORCE);
  pl_json_put_text(w, "method", method_name(c->rig ? c->rig->run.method : test->method));
  pl_json_put_text(w, "method_reason", c->rig && c->rig->run.reason ? c->rig->run.reason : "");
  pl_json_put_integer(w, "triangles", c->rig && c->rig->body.mesh ? c->rig->body.mesh->n_triangle : 0);
  pl_json_begin_array(w, "intrinsics");
  for (int k = 0; k < c->specimen.n; k++) {
    pl_json_begin_object(w, NULL);
    pl_json_put_text(w, "name", c->rig->intrinsic[k].name);
    pl_json_put_number(w, "value", c->specimen.value[k]);
    pl_json_put_number(w, "sigma", c->specimen.sigma[k]);
    pl_json_put_text(w, "unit", pl__si_unit(c->rig->intrinsic[k].dim));
    pl_json_end_object(w);
  }
  pl_json_end_array(w);
  pl_json_put_number(w, "hysteresis", test->hysteresis);
  pl_json_put_integer(w, "frames", test->n_frame);
  pl_json_put_integer(w, "raw_frames", test->n_raw);
  pl_json_put_integer(w, "failed_frames", c->report.n_failed);
  pl_json_put_integer(w, "newton_iterations_at_most", c->report.max_iterations);
  pl_json_put_text(w, "control", pl_case_control(c) ? pl_case_control(c)->name : "");
  put_branches(w, "branch", test->n_frame, test->branch);
  put_branches(w, "raw_branch", test->n_raw, test->raw_branch);
  pl_json_begin_array(w, "channels");
  for (int k = 0; k < protocol->n_channel; k++)
    if (test->channel[k].value) write_channel(w, fit, c, k);
  pl_json_end_array(w);
  PL_TRY(write_figures(w, arena, fit, c));
  if (view->test_members) PL_TRY(view->test_members(w, arena, fit, c));
  pl_json_end_object(w);
  return PL_OK;
}

// Hash of the measured values of a score: shows whether two fits of the same test used the same data.
static void put_data_hash(pl_json_writer *w, const pl_fit *fit, const pl_score *score) {
  for (int i = 0; i < fit->problem.n_case; i++) {
    const pl_fit_case *c = &fit->work.fit_case[i];
    if (c->test->name != score->test || c->given->held_out != score->held_out) continue;
    int k = (int)(score->channel - c->given->measurement->protocol->channel);
    if (k < 0 || k >= PL_MAX_CHANNEL || !c->predicted[k]) continue;
    char hash[65];
    pl_hash_bytes(c->test->channel[k].value, (size_t)pl_case_values(c, k) * sizeof(double), hash);
    pl_json_put_text(w, "data_sha256", hash);
    return;
  }
}

static void write_scores(pl_json_writer *w, const pl_fit *fit) {
  pl_json_begin_array(w, "scores");
  for (int i = 0; i < fit->evidence.n_score; i++) {
    const pl_score *s = &fit->evidence.score[i];
    pl_json_begin_object(w, NULL);
    pl_json_put_text(w, "test", s->test);
    pl_json_put_text(w, "channel", s->channel->name);
    pl_json_put_text(w, "unit", pl__si_unit(s->channel->dim));
    pl_json_put_bool(w, "held_out", s->held_out);
    pl_json_put_integer(w, "values", s->n);
    pl_json_put_integer(w, "frames", s->n_frame);
    pl_json_put_integer(w, "failed_frames", s->n_failed);
    pl_json_put_number(w, "r2", s->r2);
    if (s->few) pl_json_put_text(w, "no_r2", "one or two numbers have no scatter to explain: judged by sigmas and by their change");
    pl_json_put_number(w, "sigmas", s->sigmas);
    if (s->few) pl_json_put_number(w, "sigmas_judged", s->doubts);
    if (s->few) pl_json_put_number(w, "of_change", s->of_change);
    pl_json_put_number(w, "rms", s->rms);
    pl_json_put_number(w, "max", s->max);
    pl_json_put_number(w, "relative", s->relative);
    pl_json_put_number(w, "residual_correlation", s->correlation);
    pl_json_put_number(w, "weight_sigma", s->sigma);
    put_data_hash(w, fit, s);
    if (!s->judged) pl_json_put_text(w, "not_judged", PL_NOT_JUDGED);
    if (s->held_out && s->judged) pl_json_put_bool(w, "passed", pl_score_passes(fit, s));
    pl_json_end_object(w);
  }
  pl_json_end_array(w);
}

// ---- confidence ----

static void write_parameter(pl_json_writer *w, pl_arena *arena, const pl_fit *fit, int j) {
  const pl_material *material = fit->material;
  bool theta = j < material->n_theta;
  const pl_parameter *parameter = theta ? &material->parameter[j] : NULL;
  int k = 0;
  const pl_fit_case *c = theta ? NULL : pl__intrinsic_case(fit, j, &k);
  pl_json_begin_object(w, NULL);
  pl_json_put_text(w, "name", pl__parameter_name(arena, fit, j));
  pl_json_put_text(w, "kind", theta ? "material" : "intrinsic");
  pl_json_put_number(w, "value", theta ? material->theta[j] : c ? c->specimen.value[k] : NAN);
  pl_json_put_number(w, "sigma", pl__parameter_sigma(fit, j));
  pl_json_put_number(w, "half_width", pl__parameter_half_width(fit, j));
  if (fit->evidence.mesh_shift) pl_json_put_number(w, "mesh_shift", fit->evidence.mesh_shift[j]);
  pl_json_put_text(w, "unit", pl__si_unit(theta ? parameter->dim : c ? c->rig->intrinsic[k].dim : PL_DIM_NONE));
  if (theta) {
    pl_json_put_number(w, "strain", parameter->knot);
    pl_json_put_text(w, "strain_unit", pl__si_unit(pl_term_strain_dim(&material->term[parameter->term])));
    const char *name;
    double place;
    if (pl_knot_place(material, j, &name, &place)) {
      pl_json_begin_object(w, "place");
      pl_json_put_text(w, "name", name);
      pl_json_put_number(w, "value", place);
      pl_json_end_object(w);
    }
    if (parameter->sample > 0) pl_json_put_integer(w, "sample", parameter->sample);
    pl_json_put_number(w, "lower", parameter->lower);
    pl_json_put_number(w, "upper", parameter->upper);
    pl_json_put_number(w, "scale", parameter->scale);
    pl_json_put_bool(w, "frozen", parameter->frozen);
    if (fit->evidence.prior_sigma) pl_json_put_number(w, "prior_sigma", fit->evidence.prior_sigma[j]);
    if (fit->evidence.resolution) pl_json_put_number(w, "resolution", fit->evidence.resolution[j]);
    pl_parameter_status status = pl__parameter_status(fit, j);
    pl_json_put_text(w, "status", status.words);
    pl_json_put_text(w, "status_mark", status.mark);
    if (fit->known.identified) pl_json_put_bool(w, "identified", fit->known.identified[j]);
    if (fit->known.weak) pl_json_put_bool(w, "weak", fit->known.weak[j]);
    if (fit->known.weak) pl_json_put_bool(w, "near_zero", fit->known.weak[j] && pl_mark_near_zero(fit, j));
    if (fit->known.at_bound) pl_json_put_bool(w, "at_bound", fit->known.at_bound[j]);
    if (fit->known.at_bound) pl_json_put_bool(w, "on_border", pl_judge_on_border(fit, j));
  }
  pl_json_end_object(w);
}

static void write_confidence(pl_json_writer *w, pl_arena *arena, const pl_fit *fit) {
  int n = fit->solution.n_parameter;
  pl_json_begin_array(w, "parameters");
  for (int j = 0; j < n; j++) write_parameter(w, arena, fit, j);
  pl_json_end_array(w);
  pl_json_begin_array(w, "correlation");
  for (int i = 0; i < n && fit->evidence.covariance; i++) {
    pl_json_begin_array(w, NULL);
    for (int j = 0; j < n; j++) {
      double product = pl__parameter_sigma(fit, i) * pl__parameter_sigma(fit, j);
      pl_json_put_number(w, NULL, product > 0 ? fit->evidence.covariance[(size_t)i * n + j] / product : i == j);
    }
    pl_json_end_array(w);
  }
  pl_json_end_array(w);
  pl_json_begin_array(w, "profiles");
  for (int i = 0; i < fit->way.n_profile; i++) {
    const pl_profile *profile = &fit->way.profile[i];
    pl_json_begin_object(w, NULL);
    pl_json_put_text(w, "parameter", fit->material->parameter[profile->parameter].name);
    pl_json_put_numbers(w, "values", profile->n, profile->value);
    pl_json_put_numbers(w, "chi2", profile->n, profile->chi2);
    pl_json_end_object(w);
  }
  pl_json_end_array(w);
  pl_json_put_integer(w, "held_by_convexity", fit->evidence.border ? fit->evidence.border->n_row : 0);
  pl_json_put_numbers(w, "singular_values", fit->known.n_singular, fit->known.singular);
  pl_text words;
  pl_text_init(&words, fit->ctx);
  pl__worst_direction_words(arena, fit, &words);
  pl_json_begin_object(w, "worst_direction");
  pl_json_put_text(w, "words", words.data);
  pl_json_put_numbers(w, "components", fit->known.worst_direction ? n : 0, fit->known.worst_direction);
  pl_json_end_object(w);
  pl_text_clear(&words);
}

// Several warnings of one kind: titles, and a row each.
static void write_warning_table(pl_json_writer *w, const pl_warning *warning) {
  pl_json_begin_array(w, "columns");
  for (const char *title = warning->columns; title; title = strchr(title, '|') ? strchr(title, '|') + 1 : NULL) {
    bool number = *title == '>';
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(title + number, "|"), title + number);
    pl_json_begin_object(w, NULL);
    pl_json_put_text(w, "name", name);
    pl_json_put_bool(w, "number", number);
    pl_json_end_object(w);
  }
  pl_json_end_array(w);
  pl_json_begin_array(w, "rows");
  for (int r = 0; r < warning->n_row; r++) {
    pl_json_begin_array(w, NULL);
    for (int k = 0; k < warning->n_column; k++) pl_json_put_text(w, NULL, warning->cell[r * warning->n_column + k]);
    pl_json_end_array(w);
  }
  pl_json_end_array(w);
}

static void write_warnings(pl_json_writer *w, const pl_fit *fit) {
  pl_json_begin_array(w, "warnings");
  for (int i = 0; i < fit->findings.n_warning; i++) {
    pl_json_begin_object(w, NULL);
    pl_json_put_text(w, "id", fit->findings.warning[i].id);
    pl_json_put_text(w, "text", fit->findings.warning[i].text);
    pl_json_put_text(w, "remedy_id", fit->findings.warning[i].remedy_id);
    pl_json_put_text(w, "remedy", fit->findings.warning[i].remedy);
    if (fit->findings.warning[i].n_row > 0) write_warning_table(w, &fit->findings.warning[i]);
    pl_json_end_object(w);
  }
  pl_json_end_array(w);
  for (int i = 0; i < pl_protocol_count(); i++) {
    const pl_protocol_view *view = pl_protocol_at(i)->view;
    if (view && view->fit_members) view->fit_members(w, fit);
  }
}

// The steps of an additive fit; see pl_fit_step.
static void write_steps(pl_json_writer *w, const pl_fit *fit) {
  if (fit->way.n_step == 0) return;
  pl_json_begin_array(w, "steps");
  for (int i = 0; i < fit->way.n_step; i++) {
    const pl_fit_step *step = &fit->way.step[i];
    pl_json_begin_object(w, NULL);
    pl_json_put_text(w, "name", step->name);
    pl_json_put_text(w, "addends", step->addends);
    pl_json_put_number(w, "parameters", step->n_parameter);
    pl_json_put_number(w, "chi2", step->chi2);
    pl_json_put_number(w, "force_rms", step->force);
    pl_json_put_number(w, "position_rms", step->position);
    pl_json_put_number(w, "held_out", step->held_out);
    pl_json_put_number(w, "held_out_force_rms", step->unseen_force);
    pl_json_put_number(w, "held_out_position_rms", step->unseen_position);
    pl_json_put_bool(w, "kept", step->kept);
    pl_json_end_object(w);
  }
  pl_json_end_array(w);
}

static void write_iterations(pl_json_writer *w, const pl_fit *fit) {
  pl_json_begin_array(w, "iterations");
  for (int i = 0; i < fit->work.n_iteration; i++) {
    const pl_iteration *it = &fit->work.iteration[i];
    pl_json_begin_object(w, NULL);
    pl_json_put_text(w, "stage", it->stage);
    pl_json_put_number(w, "objective", it->objective);
    pl_json_put_number(w, "step", it->step);
    pl_json_put_number(w, "damping", it->damping);
    pl_json_put_bool(w, "accepted", it->accepted);
    pl_json_put_integer(w, "failed_frames", it->n_failed);
    if (it->scan) pl_json_put_bool(w, "scan", true);
    pl_json_end_object(w);
  }
  pl_json_end_array(w);
}

// ---- provenance ----

static void write_inputs(pl_json_writer *w, const pl_fit *fit) {
  pl_json_begin_array(w, "inputs");
  const pl_measurement *last = NULL;
  for (int i = 0; i < fit->problem.n_case; i++) {
    const pl_measurement *m = fit->work.fit_case[i].given->measurement;
    if (m == last) continue;  // the cases of one measurement are adjacent
    last = m;
    for (int k = 0; k < m->n_input; k++) {
      pl_json_begin_object(w, NULL);
      pl_json_put_text(w, "path", m->input_path[k]);
      pl_json_put_text(w, "sha256", m->input_hash[k]);
      pl_json_put_text(w, "use", fit->work.fit_case[i].given->held_out ? "held-out" : "fitted");
      pl_json_end_object(w);
    }
  }
  pl_json_end_array(w);
  pl_json_begin_array(w, "notes");
  last = NULL;
  for (int i = 0; i < fit->problem.n_case; i++) {
    const pl_measurement *m = fit->work.fit_case[i].given->measurement;
    for (int k = 0; m != last && k < m->n_note; k++) pl_json_put_text(w, NULL, m->note[k]);
    last = m;
  }
  pl_json_end_array(w);
}

static void write_provenance(pl_json_writer *w, const pl_fit *fit) {
  write_inputs(w, fit);
  pl_json_begin_object(w, "settings");
  pl_options_write(&pl_fit_option_table, &fit->problem.options, w, pl_fit_option_table.name);
  pl_options_write(&pl_rig_option_table, &fit->problem.options.rig, w, pl_rig_option_table.name);
  pl_options_write(&pl_solve_option_table, &fit->problem.options.solve, w, pl_solve_option_table.name);
  pl_json_end_object(w);
  pl_json_begin_object(w, "versions");
  pl_json_put_text(w, "pliant", pl_version());
#ifdef __VERSION__
  pl_json_put_text(w, "compiler", __VERSION__);
#endif
  pl_json_end_object(w);
  pl_json_put_integer(w, "threads", pl_context_threads(fit->ctx));
  pl_json_put_number(w, "seconds", fit->solution.seconds);
  pl_json_begin_object(w, "seconds_per_phase");
  for (int p = 0; p < PL_PHASE_COUNT; p++) pl_json_put_number(w, pl_phase_name((pl_phase)p), fit->work.times.seconds[p]);
  pl_json_end_object(w);
}

pl_status pl_result_json(pl_context *ctx, const pl_fit *fit, const pl_run *run, pl_json_writer **out) {
  *out = NULL;
  pl_arena *arena = pl_arena_create(ctx);
  pl_json_writer *w = arena ? pl_json_writer_create(ctx) : NULL;
  pl_status status = PL_ERROR_MEMORY;
  if (!w) goto cleanup;
  pl_json_begin_object(w, NULL);
  write_head(w, fit, run);
  write_warnings(w, fit);
  write_material(w, fit);
  write_confidence(w, arena, fit);
  pl__result_specimens_json(w, fit);
  PL_TRY_CLEAN(pl__result_rates_json(w, arena, fit));
  pl__result_further_json(w, fit);
  write_scores(w, fit);
  PL_TRY_CLEAN(write_curves(w, arena, fit));
  PL_TRY_CLEAN(pl__result_rigidities_json(w, arena, fit));
  pl_json_begin_array(w, "tests");
  for (int i = 0; i < fit->problem.n_case; i++) PL_TRY_CLEAN(write_test(w, arena, fit, &fit->work.fit_case[i]));
  pl_json_end_array(w);
  write_steps(w, fit);
  PL_TRY_CLEAN(pl__result_samples_json(w, arena, fit));
  PL_TRY_CLEAN(pl__result_solid_json(w, arena, fit));
  PL_TRY_CLEAN(pl__result_sections_json(w, arena, fit));
  write_iterations(w, fit);
  write_provenance(w, fit);
  pl_json_end_object(w);
  status = pl_json_writer_text(w) ? PL_OK : PL_ERROR_MEMORY;
cleanup:
  pl_arena_destroy(arena);
  if (status == PL_OK)
    *out = w;
  else
    pl_json_writer_destroy(w);
  return status;
}
