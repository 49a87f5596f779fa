// registry.h: one table of all models that measurements can be fitted with: every protocol lists its rows (part `models`). No other code
// contains their names.
//
// pl_model_choose finds the schedule of a fit from the protocols of its tests and the requested name.
#ifndef PL_ESTIMATE_MODEL_REGISTRY_H
#define PL_ESTIMATE_MODEL_REGISTRY_H

#include "estimate/stage/stage.h"

// The stages that fit a model to tests.
typedef struct pl_schedule {
  const char *name;  // "curves"
  pl_status (*run)(pl_fit *fit, pl_solution *solution);
  const char *const *reads;         // estimation settings that its stages use, NULL-terminated; NULL: none
  const struct pl_schedule *joint;  // with --model auto, tests whose schedules have the same joint schedule are fitted by it; NULL:
                                    // separately
  bool keeps;                       // a stage interrupted before its first residuals keeps the result of the stages before it
} pl_schedule;

typedef enum pl_model_body { PL_MODEL_SHEET, PL_MODEL_SOLID } pl_model_body;

// A model for the tests of a protocol.
typedef struct pl_fit_model {
  const char *name;  // "volino"
  const char *help;  // what it builds, in a few words
  pl_model_body body;
  const pl_schedule *schedule;
  const char *const *reads;            // settings besides those of the schedule, NULL-terminated; NULL: none
  bool additive;                       // a sum of convex curves of strains, whose energy is shown over pairs of them
  bool (*suits)(const pl_test *test);  // true if it can be fitted to this test of the protocol; NULL: to every one
  // True if what it predicts for this test is linear in its parameters, so that no iterations are needed; NULL: never.
  bool (*linear)(const pl_test *test);
} pl_fit_model;

// The part `models` of a protocol whose tests can be fitted.
typedef struct pl_protocol_models {
  int (*list)(pl_fit_model *model);                              // [PL_MAX_MODEL], returns their number
  const char *(*usual)(const pl_fit *fit, const pl_test *test);  // the model of --model auto, by all fitted tests or by one test
  const char *const *reads;                                      // settings used for its tests by every model, NULL-terminated; NULL: none
  const char *const *idle;  // settings of models shared with other protocols that its tests give no meaning, NULL-terminated; NULL: none
  const char *more;         // further help, printed below the list (`pliant fit --help PROTOCOL`); NULL: none
} pl_protocol_models;

enum { PL_MAX_MODEL = 24, PL_MAX_MIXED = 16 };  // models of a protocol, protocols of a fit

// The rows of a protocol; 0 without any.
int pl_models_of(const pl_protocol *protocol, pl_fit_model model[PL_MAX_MODEL]);
// True if it is the path of a material file, whose terms are fitted.
bool pl_model_is_file(const char *name);
// True if the model is left to the schedule (--model auto).
bool pl_model_is_auto(const pl_fit *fit);

// Model and schedule of a fit.
typedef struct pl_model_choice {
  const pl_schedule *schedule;
  bool file;                                  // the terms of a material file are fitted
  int n;                                      // protocols of the fitted tests
  const pl_protocol *protocol[PL_MAX_MIXED];  // [n]
  pl_fit_model model[PL_MAX_MIXED];           // [n], of each; without a name: a file
} pl_model_choice;

// By the option `model` and the fitted tests. fit->solution.model becomes what auto, or the name of a material of the database, stands for.
pl_status pl_model_choose(pl_fit *fit, pl_model_choice *choice);

// The schedule for tests whose schedules name it as their joint one (estimate/stage/joint.c).
extern const pl_schedule pl_schedule_joint;

// The models of force curves (candidate.h), with their schedule: appended to model[n], returns the new n.
int pl_curve_models(pl_fit_model model[PL_MAX_MODEL], int n);
const char *pl_curve_usual(const pl_fit *fit, const pl_test *test);

#endif
