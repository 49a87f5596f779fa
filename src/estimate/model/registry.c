// registry.c: see registry.h.
#include "estimate/model/registry.h"

#include <string.h>

#include "base/text.h"
#include "estimate/model/candidate.h"
#include "estimate/problem/protocol_fit.h"
#include "estimate/stage/joint.h"

int pl_models_of(const pl_protocol *protocol, pl_fit_model model[PL_MAX_MODEL]) {
  const pl_protocol_models *models = protocol->fit ? protocol->fit->models : NULL;
  return models ? models->list(model) : 0;
}

bool pl_model_is_file(const char *name) { return strchr(name, '/') || strstr(name, ".json"); }

bool pl_model_is_auto(const pl_fit *fit) { return strcmp(fit->problem.options.model, "auto") == 0; }

// ---- models of force curves ----

static const pl_schedule curves = {.name = "curves", .run = pl_fit_curves, .joint = &pl_schedule_joint};
static const pl_schedule file_terms = {.name = "material file", .run = pl_fit_file_terms};

int pl_curve_models(pl_fit_model model[PL_MAX_MODEL], int n) {
  for (int i = 0; i < pl_candidate_count(); i++) {
    const pl_candidate_row *row = pl_candidate_at(i);
    PL_ASSERT(n < PL_MAX_MODEL);
    model[n++] = (pl_fit_model){.name = row->name, .help = row->help, .schedule = &curves, .reads = row->reads, .additive = row->grid};
  }
  return n;
}

// ---- choice of the model ----

static const pl_fit_model *find(int n, const pl_fit_model *model, const char *name, const pl_test *test) {
  for (int i = 0; i < n; i++)
    if (strcmp(model[i].name, name) == 0 && (!test || !model[i].suits || model[i].suits(test))) return &model[i];
  return NULL;
}

// The first protocol that has a model of this name; NULL: none has.
static const pl_protocol *protocol_with(const char *name) {
  pl_fit_model model[PL_MAX_MODEL];
  for (int i = 0; i < pl_protocol_count(); i++)
    if (find(pl_models_of(pl_protocol_at(i), model), model, name, NULL)) return pl_protocol_at(i);
  return NULL;
}

// The name of a database material that is not a model stands for its file, as everywhere else.
static pl_status find_database_model(pl_fit *fit) {
  const char *path, *name = fit->solution.model = fit->problem.options.model;
  if (strpbrk(name, "/.") || strcmp(name, "auto") == 0 || protocol_with(name)) return PL_OK;
  PL_TRY(pl_material_find(fit->arena, name, &path));
  if (path) fit->solution.model = path;
  return PL_OK;
}

static pl_status fail_unknown(const pl_fit *fit, const pl_fit_case *c, const char *name, int n, const pl_fit_model *model) {
  const pl_protocol *protocol = c->given->measurement->protocol, *other = protocol_with(name);
  const char *names[PL_MAX_MODEL];
  int n_name = 0;
  for (int i = 0; i < n; i++)
    if (!model[i].suits || model[i].suits(c->test)) names[n_name++] = model[i].name;
  const char *near = pl_text_nearest(name, n_name, names);
  pl_text hint;
  pl_text_init(&hint, fit->ctx);
  if (near) pl_text_printf(&hint, "did you mean '%s'? Otherwise ", near);
  pl_text_add(&hint, "choose one of ");
  for (int i = 0; i < n_name; i++) pl_text_printf(&hint, "%s, ", names[i]);
  pl_text_add(&hint, "or the path of a material file");
  bool elsewhere = !near && other && other != protocol;
  pl_status status =
      hint.failed ? PL_ERROR_MEMORY
                  : pl_fail(fit->ctx, PL_ERROR_USAGE, NULL, hint.data, PL_ID("model.unknown") "model '%s' is not known for %s%s%s%s", name,
                            protocol->name, elsewhere ? " (it is one for " : "", elsewhere ? other->name : "", elsewhere ? ")" : "");
  pl_text_clear(&hint);
  return status;
}

static pl_status fail_mixture(const pl_fit *fit, const pl_fit_case *first, const pl_fit_case *other) {
  return pl_fail(fit->ctx, PL_ERROR_INPUT, &(pl_where){.file = other->given->measurement->file},
                 "fit them one by one and join the materials with 'pliant material combine', or name a material file with --model",
                 PL_ID("model.mixture") "'%s' (%s) and '%s' (%s) cannot be fitted together with model %s", first->test->name,
                 first->given->measurement->protocol->name, other->test->name, other->given->measurement->protocol->name,
                 fit->solution.model);
}

// The protocols of the fitted tests, each once, with the first test of each.
static int list_protocols(const pl_fit *fit, pl_model_choice *choice, const pl_fit_case *first[PL_MAX_MIXED]) {
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_fit_case *c = &fit->work.fit_case[i];
    int k = 0;
    while (k < choice->n && choice->protocol[k] != c->given->measurement->protocol) k++;
    if (k < choice->n) continue;
    PL_ASSERT(k < PL_MAX_MIXED);
    choice->protocol[choice->n] = c->given->measurement->protocol;
    first[choice->n++] = c;
  }
  return choice->n;
}

// The model row for case c. A model that only the protocol of another case has is no common model.
static pl_status choose_row(const pl_fit *fit, int n_first, const pl_fit_case *const *first, const pl_fit_case *c, pl_fit_model *row) {
  const pl_protocol_fit *part = pl_case_part(c);
  pl_fit_model model[PL_MAX_MODEL];
  int n = pl_models_of(c->given->measurement->protocol, model);
  bool automatic = pl_model_is_auto(fit) && part->models;
  const char *name = automatic ? part->models->usual(fit, c->test) : fit->solution.model;
  const pl_fit_model *found = find(n, model, name, c->test);
  if (found) {
    *row = *found;
    return PL_OK;
  }
  pl_fit_model others[PL_MAX_MODEL];
  for (int k = 0; k < n_first; k++)
    if (first[k] != c && find(pl_models_of(first[k]->given->measurement->protocol, others), others, name, first[k]->test))
      return fail_mixture(fit, first[k], c);
  return fail_unknown(fit, c, name, n, model);
}

// A joint fit has two halves, each with one schedule: tests of another kind in the same half are refused.
static pl_status check_halves(const pl_fit *fit, const pl_model_choice *choice, const pl_fit_case *const *first) {
  const pl_fit_case *of[PL_JOINT_HALVES] = {NULL};
  for (int k = 0; k < choice->n; k++) {
    const pl_joint_part *own = pl_case_part(first[k])->joint;
    if (!own) return fail_mixture(fit, first[k == 0 ? 1 : 0], first[k]);
    const pl_fit_case *same = of[own->half];
    if (same && pl_case_part(same)->joint != own) return fail_mixture(fit, same, first[k]);
    of[own->half] = first[k];
  }
  return PL_OK;
}

pl_status pl_model_choose(pl_fit *fit, pl_model_choice *choice) {
  const pl_fit_case *first[PL_MAX_MIXED];
  PL_TRY(find_database_model(fit));
  bool file = pl_model_is_file(fit->solution.model);
  *choice = (pl_model_choice){.schedule = file ? &file_terms : &curves, .file = file};
  int n = list_protocols(fit, choice, first);
  bool automatic = pl_model_is_auto(fit);
  for (int k = 0; k < n && !choice->file; k++) {
    PL_TRY(choose_row(fit, n, first, first[k], &choice->model[k]));
    const pl_schedule *its = choice->model[k].schedule, *run = choice->schedule;
    if (k == 0 || its == run) {
      choice->schedule = its;
      continue;
    }
    bool joins = automatic && its->joint && (its->joint == run || its->joint == run->joint);
    if (!joins) return fail_mixture(fit, first[0], first[k]);
    choice->schedule = its->joint;
  }
  bool joint = n > 0 && !choice->file && choice->schedule != choice->model[0].schedule;
  if (n > 0 && !choice->file && !joint) {
    fit->solution.model = choice->model[0].name;
    fit->solution.additive = choice->model[0].additive;
  }
  return joint ? check_halves(fit, choice, first) : PL_OK;
}
