// laboratory.h: virtual measurements from flags, as `pliant rig NAME` makes them, for programs that have such a command.
//
// A name is a protocol or, of captures, a motion. A view says which flags and settings go with it; a task gives their values.
#ifndef PLIANT_EXTEND_LABORATORY_H
#define PLIANT_EXTEND_LABORATORY_H

#include <pliant/extend/flag.h>
#include <pliant/extend/option.h>
#include <pliant/report.h>

#ifdef __cplusplus
extern "C" {
#endif

// All names, the protocols first; how many were written. Static texts.
PL_API int pl_laboratory_names(int room, const char **name);

enum { PL_LABORATORY_MAX_FLAG = 96, PL_LABORATORY_MAX_TABLE = 4, PL_LABORATORY_USAGE = 2048 };

// What can be given with a name. Texts but the usage are static.
typedef struct pl_laboratory_view {
  char usage[PL_LABORATORY_USAGE];  // lines of what follows "pliant rig"
  const char *more;                 // the end of its help; NULL: nothing
  int n_flag;
  pl_flag flag[PL_LABORATORY_MAX_FLAG];  // its own, then those of other names, which have no help and are refused
  int n_table;
  const pl_option_table *table[PL_LABORATORY_MAX_TABLE];  // settings
} pl_laboratory_view;

// planned: an experiment file says which tests are run ("plan"). name NULL: what most names share, with the usage of all. False: no such name.
PL_API bool pl_laboratory_look(const char *name, bool planned, pl_laboratory_view *view);

typedef struct pl_laboratory_task {
  const char *name;
  int n_given;
  const pl_flag_given *given;  // [n_given]; "material" and "output" must be there
  const void *const *options;  // the settings of the view's tables
  const char *command;         // as typed, for rig.json
  bool json;                   // the text is that of rig.json
  const pl_text_style *style;  // NULL: the usual one
} pl_laboratory_task;

typedef enum pl_laboratory_outcome {
  PL_LABORATORY_DONE,
  PL_LABORATORY_PARTLY,  // written, but parts found no equilibrium and were left out
  PL_LABORATORY_NOTHING  // no equilibrium was found where one is needed: nothing is written, the text says what to do
} pl_laboratory_outcome;

// Runs the virtual tests and writes experiment.json with its tables and rig.json into the folder. A flag or setting that has no effect on this name is
// refused. *text: what was measured, for people or as JSON. The caller frees it with pl_free.
PL_API pl_status pl_laboratory_run(pl_context *ctx, const pl_laboratory_task *task, pl_laboratory_outcome *outcome, char **text);

#ifdef __cplusplus
}
#endif
#endif
