// registry.h: the models that measurements can be fitted with, as one table: every protocol lists its own rows (part `models`), nothing else knows
// their names.
//
// A fit finds its schedule here: from the protocols of its tests and the name that was asked for (pl_model_choose).
#ifndef PL_ESTIMATE_MODEL_REGISTRY_H
#define PL_ESTIMATE_MODEL_REGISTRY_H

#include "estimate/stage/stage.h"

// The stages that fit a model to tests.
typedef struct pl_schedule {
  const char *name;  // "curves"
  pl_status (*run)(pl_fit *fit, pl_solution *solution);
  const char *const *reads;         // settings of estimation that its stages read, NULL at the end; NULL: none
  const struct pl_schedule *joint;  // with --model auto, tests of schedules with the same joint one are fitted by it; NULL: by themselves
  bool keeps;                       // a stage that was interrupted before its first residuals leaves what the stages before it found
} pl_schedule;

typedef enum pl_model_body { PL_MODEL_SHEET, PL_MODEL_SOLID } pl_model_body;

// A model for the tests of a protocol.
typedef struct pl_fit_model {
  const char *name;  // "volino"
  const char *help;  // what it builds, in a few words
  pl_model_body body;
  const pl_schedule *schedule;
  const char *const *reads;            // settings beside those of the schedule, NULL at the end; NULL: none
  bool (*suits)(const pl_test *test);  // can it be fitted to this test of the protocol? NULL: to every one
} pl_fit_model;

// The part `models` of a protocol that tests can be fitted to.
typedef struct pl_protocol_models {
  int (*list)(pl_fit_model *model);                              // [PL_MAX_MODEL], returns how many
  const char *(*usual)(const pl_fit *fit, const pl_test *test);  // what --model auto stands for, by all fitted tests or by one of its own
  const char *const *reads;  // settings that are read for its tests whatever the model, NULL at the end; NULL: none
} pl_protocol_models;

enum { PL_MAX_MODEL = 24, PL_MAX_MIXED = 16 };  // models of a protocol, protocols of a fit

// The rows of a protocol; 0 without any.
int pl_models_of(const pl_protocol *protocol, pl_fit_model model[PL_MAX_MODEL]);
// Is it the path of a material file, whose terms are fitted as they are?
bool pl_model_is_file(const char *name);

// What a fit runs.
typedef struct pl_model_choice {
  const pl_schedule *schedule;
  bool file;                                  // the terms of a material file are fitted as they are
  int n;                                      // protocols of the fitted tests
  const pl_protocol *protocol[PL_MAX_MIXED];  // [n]
  pl_fit_model model[PL_MAX_MIXED];           // [n], of each; without a name: a file
} pl_model_choice;

// By the option `model` and the fitted tests. The option becomes what auto, or the name of a material of the database, stands for.
pl_status pl_model_choose(pl_fit *fit, pl_model_choice *choice);

// The schedule of tests whose own ones name it as their joint one (fit_joint.c).
extern const pl_schedule pl_schedule_joint;

// The models of force curves (candidate.h), with their schedule: appended to model[n], returns the new n.
int pl_curve_models(pl_fit_model model[PL_MAX_MODEL], int n);
const char *pl_curve_usual(const pl_fit *fit, const pl_test *test);

#endif
