// run.h: a scene simulated into a folder: frames, energies, checkpoints, a summary.
#ifndef PL_SCENE_RUN_H
#define PL_SCENE_RUN_H

#include "base/json.h"
#include "scene/simulation.h"

typedef struct pl_run_task {
  const char *directory;  // made when absent
  bool resume;            // go on from directory/checkpoint.bin
  int64_t max_step;       // steps in this run at most; 0: all
  const char *command;    // for the summary
} pl_run_task;

typedef enum pl_run_outcome {
  PL_RUN_COMPLETE,
  PL_RUN_PAUSED,       // max_step was reached
  PL_RUN_INTERRUPTED,  // the user asked to stop
  PL_RUN_STOPPED       // a step was not finite
} pl_run_outcome;

typedef struct pl_run_report {
  pl_run_outcome outcome;
  int64_t n_step, n_frame;  // since the scene began
  int64_t n_loose;          // steps whose iteration did not converge
  int64_t iterations;       // linear solves
  double time, seconds;     // s: simulated, and of the clock in this run
  pl_energies energies;     // of all sheets at the end
} pl_run_report;

// The status is about input and resources; the report tells how the simulation ended. Files of an earlier simulation in the folder are replaced.
pl_status pl_scene_run(const pl_scene *scene, const pl_run_task *task, pl_run_report *report);

// The report as a JSON object: simulation.json, and what --json prints.
void pl_run_report_write(const pl_scene *scene, const pl_run_task *task, const pl_run_report *report, pl_json_writer *json);

#endif
