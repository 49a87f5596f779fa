// audience.c: see audience.h.
#include "estimate/problem/audience.h"

#include <stdio.h>
#include <string.h>

#include "base/flag.h"
#include "base/text.h"
#include "estimate/problem/protocol_fit.h"
#include "rig/laboratory.h"

static bool lists(const char *const *reads, const char *name) {
  for (; reads && *reads; reads++)
    if (strcmp(*reads, name) == 0) return true;
  return false;
}

static bool rig_reads(const pl_protocol *protocol, const pl_option *option) {
  return protocol->rig && lists(protocol->rig->reads, option->name);
}

bool pl_model_reads(const pl_protocol *protocol, const pl_fit_model *model, const char *option) {
  const pl_protocol_models *models = protocol->fit ? protocol->fit->models : NULL;
  if (models && lists(models->idle, option)) return false;
  if (models && lists(models->reads, option)) return true;
  return model->schedule && (lists(model->reads, option) || lists(model->schedule->reads, option));
}

bool pl_option_is_read(const pl_protocol *protocol, const pl_fit_model *model, const pl_option_table *table, const pl_option *option) {
  if (pl_options_is_shared(table, option)) return true;
  if (table == &pl_rig_option_table) return rig_reads(protocol, option);
  if (model) return pl_model_reads(protocol, model, option->name);
  pl_fit_model all[PL_MAX_MODEL];
  for (int i = 0, n = pl_models_of(protocol, all); i < n; i++)
    if (pl_model_reads(protocol, &all[i], option->name)) return true;
  return false;
}

// ---- words ----

// Lists the models of a protocol that use the setting, or those that do not if these are fewer; nothing if all do. Each name appears once:
// a name of both sheets and solids counts as using it if either does.
static void add_models(const pl_protocol *protocol, const pl_option_table *table, const pl_option *option, pl_text *out) {
  pl_fit_model all[PL_MAX_MODEL];
  const char *name[2][PL_MAX_MODEL];  // those that do not use it, those that do
  int n = pl_models_of(protocol, all), count[2] = {0, 0};
  for (int i = 0; i < n; i++) {
    bool again = false, read = false;
    for (int k = 0; k < n; k++) {
      if (strcmp(all[k].name, all[i].name) != 0) continue;
      again = again || k < i;
      read = read || pl_option_is_read(protocol, &all[k], table, option);
    }
    if (!again) name[read][count[read]++] = all[i].name;
  }
  if (count[0] == 0) return;
  bool reading = count[1] <= count[0];
  for (int i = 0; i < count[reading]; i++) pl_text_printf(out, "%s%s", i ? ", " : reading ? " (" : " (not ", name[reading][i]);
  pl_text_add(out, ")");
}

void pl_option_readers(const pl_option_table *table, const pl_option *option, pl_text *out) {
  const char *lead = "";
  bool shared = pl_options_is_shared(table, option);
  if (shared) pl_text_add(out, "all");
  for (int i = 0; i < pl_protocol_count() && !shared; i++) {
    const pl_protocol *protocol = pl_protocol_at(i);
    if (!pl_option_is_read(protocol, NULL, table, option)) continue;
    pl_text_printf(out, "%s%s", lead, protocol->name);
    add_models(protocol, table, option, out);
    lead = "; ";
  }
}

// ---- equilibria ----

void pl_option_flag(const pl_option_table *table, const pl_option *option, char *name, size_t size) {
  static const pl_option_table *const order[] = {&pl_fit_option_table, &pl_rig_option_table, &pl_solve_option_table};
  bool taken = false;
  for (size_t i = 0; i < sizeof order / sizeof *order && order[i] != table; i++)
    taken = taken || pl_options_find(order[i], option->name) != NULL;
  snprintf(name, size, "%s%s%s", taken ? table->name : "", taken ? "-" : "", option->name);
}

static bool solves(const pl_test *test, const pl_rig_options *options) {
  const pl_rig_row *rig = test->protocol->rig;
  return !rig || !rig->solves || rig->solves(test, options);
}

// An error if a setting of equilibria is given, for `who`, in whose tests every position is prescribed.
static pl_status refuse_solver(pl_context *ctx, const pl_solve_options *options, const char *who) {
  const pl_option_table *table = &pl_solve_option_table;
  for (int i = 0; i < table->n_option; i++) {
    char flag[48];
    if (!pl_options_is_given(table, &table->option[i], options)) continue;
    pl_option_flag(table, &table->option[i], flag, sizeof flag);
    return pl_refuse_idle(ctx, flag, who, "leave it out: every position is prescribed, so there is no equilibrium to find");
  }
  return PL_OK;
}

static pl_status refuse_solver_options(const pl_fit *fit) {
  bool read = fit->problem.n_case == 0;
  for (int k = 0; k < fit->problem.n_case; k++) read = read || solves(fit->work.fit_case[k].given->test, &fit->problem.options.rig);
  return read ? PL_OK : refuse_solver(fit->ctx, &fit->problem.options.solve, "these tests");
}

// ---- specimens ----

// An error if a specimen setting is given that these tests read, but that has no effect beside their other settings. material: that of the
// specimens; NULL: not known yet.
static pl_status refuse_beside(pl_context *ctx, int n, const pl_test *const *test, const pl_material *material,
                               const pl_rig_options *options, const char *who) {
  const pl_option_table *table = &pl_rig_option_table;
  for (int i = 0; i < table->n_option; i++) {
    const pl_option *option = &table->option[i];
    if (!pl_options_is_given(table, option, options)) continue;
    const char *remedy = NULL;
    bool has_effect = false;
    for (int t = 0; t < n && !has_effect; t++) {
      const pl_rig_row *rig = test[t]->protocol->rig;
      if (!rig_reads(test[t]->protocol, option)) continue;
      const char *own = rig->idle ? rig->idle(test[t], options, material, option->name) : NULL;
      has_effect = !own;
      if (!remedy) remedy = own;
    }
    if (!has_effect && remedy) return pl_refuse_idle(ctx, option->name, who, remedy);
  }
  return PL_OK;
}

static pl_status refuse_beside_of_fit(const pl_fit *fit, const pl_material *material, const char *who) {
  const pl_test **test = pl_arena_alloc(fit->arena, (size_t)fit->problem.n_case + 1, sizeof *test);
  if (!test) return PL_ERROR_MEMORY;
  for (int k = 0; k < fit->problem.n_case; k++) test[k] = fit->work.fit_case[k].given->test;
  return refuse_beside(fit->ctx, fit->problem.n_case, test, material, &fit->problem.options.rig, who);
}

pl_status pl_refuse_idle_beside_material(const pl_fit *fit) {
  PL_TRY(refuse_beside_of_fit(fit, fit->material, "these tests with this material"));
  for (int k = 0; k < fit->problem.n_case; k++) {
    const pl_rig *rig = fit->work.fit_case[k].rig;
    if (!rig || memchr(rig->body.model->fixed, 0, (size_t)rig->body.model->n_dof)) return PL_OK;
  }
  return fit->problem.n_case > 0 ? refuse_solver(fit->ctx, &fit->problem.options.solve, "these tests with this material") : PL_OK;
}

pl_status pl_refuse_idle_of_plan(const pl_lab *lab) {
  const pl_rig_options *options = pl_lab_rig_options(lab);
  int n = lab->plan.n_test;
  const pl_test **test = pl_arena_alloc(lab->arena, (size_t)n + 1, sizeof *test);
  if (!test) return PL_ERROR_MEMORY;
  bool solved = n == 0;
  char who[80];
  snprintf(who, sizeof who, "the rig %.60s", lab->word);
  for (int t = 0; t < n; t++) {
    test[t] = &lab->plan.test[t];
    solved = solved || solves(test[t], options);
  }
  PL_TRY(refuse_beside(lab->ctx, n, test, lab->material, options, who));
  return solved ? PL_OK : refuse_solver(lab->ctx, pl_lab_solve_options(lab), who);
}

// ---- errors ----

// The error message. model: its name; NULL: a prediction.
static pl_status refuse(const pl_fit *fit, const pl_option_table *table, const pl_option *option, const char *model, const char *needed,
                        const pl_fit_case *c) {
  pl_text hint, who;
  pl_text_init(&hint, fit->ctx);
  pl_text_add(&hint, "leave it out");
  if (needed) {
    pl_text_printf(&hint, ", or add --%s", needed);
  } else {
    if (model && pl_model_is_file(model)) pl_text_add(&hint, ": the terms of a material file are fitted unchanged");
    pl_text_add(&hint, "; it is read for ");
    pl_option_readers(table, option, &hint);
  }
  pl_text_init(&who, fit->ctx);
  if (model)
    pl_text_printf(&who, "model %s of ", model);
  else
    pl_text_add(&who, "the prediction of ");
  pl_text_printf(&who, "'%s' (%s)%s%s", c->test->name, c->given->measurement->protocol->name, needed ? " without --" : "",
                 needed ? needed : "");
  pl_status status = hint.failed || who.failed ? PL_ERROR_MEMORY : pl_refuse_idle(fit->ctx, option->name, who.data, hint.data);
  pl_text_clear(&hint);
  pl_text_clear(&who);
  return status;
}

static pl_status refuse_rig_options(const pl_fit *fit, const char *model) {
  const pl_option_table *table = &pl_rig_option_table;
  for (int i = 0; i < table->n_option && fit->problem.n_case > 0; i++) {
    const pl_option *option = &table->option[i];
    bool read = !pl_options_is_given(table, option, &fit->problem.options.rig);
    for (int k = 0; k < fit->problem.n_case; k++)
      read = read || pl_option_is_read(fit->work.fit_case[k].given->measurement->protocol, NULL, table, option);
    if (!read) return refuse(fit, table, option, model, NULL, fit->work.fit_case);
  }
  PL_TRY(refuse_beside_of_fit(fit, NULL, "these tests"));
  return refuse_solver_options(fit);
}

// True if every fitted test is predicted by a model that is linear in its parameters there: the first step ends the fit.
static bool is_linear(const pl_fit *fit, const pl_model_choice *choice) {
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_given_test *given = fit->work.fit_case[i].given;
    bool linear = false;
    for (int k = 0; k < choice->n; k++)
      linear = linear ||
               (choice->protocol[k] == given->measurement->protocol && choice->model[k].linear && choice->model[k].linear(given->test));
    if (!linear) return false;
  }
  return true;
}

// An error if a setting of iterations is given where none are made.
static pl_status refuse_iterations(const pl_fit *fit, const pl_model_choice *choice) {
  static const char *const name[] = {"max-iterations", "tolerance"};
  for (size_t i = 0; i < sizeof name / sizeof *name; i++)
    if (pl_options_is_given(&pl_fit_option_table, pl_options_find(&pl_fit_option_table, name[i]), &fit->problem.options) &&
        is_linear(fit, choice))
      return pl_refuse_idle(fit->ctx, name[i], "these tests with this model",
                            "leave it out: stresses are linear in the parameters, so the fit needs no iterations");
  return PL_OK;
}

pl_status pl_refuse_idle_rig_options(const pl_fit *fit) { return refuse_rig_options(fit, NULL); }

pl_status pl_refuse_idle_options(const pl_fit *fit, const pl_model_choice *choice) {
  const pl_option_table *table = &pl_fit_option_table;
  const char *name = fit->solution.model;
  if (fit->problem.n_fitted == 0) return PL_OK;
  for (int i = 0; i < table->n_option; i++) {
    const pl_option *option = &table->option[i];
    if (!pl_options_is_given(table, option, &fit->problem.options)) continue;
    bool read = false;
    for (int k = 0; k < choice->n; k++) read = read || pl_option_is_read(choice->protocol[k], &choice->model[k], table, option);
    const char *needed = read ? pl_options_needs(table, option, &fit->problem.options) : NULL;
    if (!read || needed) return refuse(fit, table, option, name, needed, fit->work.fit_case);
  }
  PL_TRY(refuse_iterations(fit, choice));
  return refuse_rig_options(fit, name);
}

pl_status pl_refuse_idle_of_rig(pl_context *ctx, const pl_protocol *protocol, const char *rig, const pl_rig_options *options) {
  const pl_option_table *table = &pl_rig_option_table;
  for (int i = 0; i < table->n_option; i++) {
    const pl_option *option = &table->option[i];
    if (!pl_options_is_given(table, option, options) || pl_option_is_read(protocol, NULL, table, option)) continue;
    pl_text hint, who;
    pl_text_init(&hint, ctx);
    pl_text_init(&who, ctx);
    pl_text_printf(&who, "the rig %s", rig);
    pl_text_add(&hint, "leave it out; it is read for ");
    pl_option_readers(table, option, &hint);
    pl_status status = hint.failed || who.failed ? PL_ERROR_MEMORY : pl_refuse_idle(ctx, option->name, who.data, hint.data);
    pl_text_clear(&who);
    pl_text_clear(&hint);
    return status;
  }
  return PL_OK;
}

pl_status pl_refuse_idle_of_prediction(pl_context *ctx, const pl_fit_options *options) {
  static const char *const reads[] = {"accept-r2", NULL};
  const pl_option_table *table = &pl_fit_option_table;
  for (int i = 0; i < table->n_option; i++) {
    const pl_option *option = &table->option[i];
    if (pl_options_is_given(table, option, options) && !lists(reads, option->name))
      return pl_refuse_idle(ctx, option->name, "a prediction", "leave it out; it is read for fits");
  }
  return PL_OK;
}
