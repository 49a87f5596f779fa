// run.h: a scene simulated into a folder (pl_scene_run): its summary.
#ifndef PL_SCENE_RUN_H
#define PL_SCENE_RUN_H

#include "base/json.h"
#include "scene/simulation.h"

// The report as a JSON object: simulation.json, and what --json prints.
void pl_run_report_write(const pl_scene *scene, const pl_run_task *task, const pl_run_report *report, pl_json_writer *json);

#endif
