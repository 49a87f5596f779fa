// lab_measure.c: the usual virtual measurement: run the tests of the plan, keep what is read, save it with its meshes.
#include <math.h>
#include <stdlib.h>

#include "measure/measurement.h"
#include "rig/laboratory.h"

const pl_rig_options *pl_lab_rig_options(const pl_lab *lab) { return lab->options[0]; }
const pl_solve_options *pl_lab_solve_options(const pl_lab *lab) { return lab->options[1]; }

// Frames without equilibrium are NAN: taken out. Returns how many.
static int drop_failed(const pl_protocol *protocol, pl_test *test) {
  int kept = 0;
  int *branch = (int *)(uintptr_t)test->branch;  // our own measurement, not yet published
  double *time = (double *)(uintptr_t)test->time;
  for (int f = 0; f < test->n_frame; f++) {
    bool whole = true;
    for (int k = 0; k < protocol->n_channel; k++) {
      int width = pl_channel_width(&test->channel[k]);
      for (int i = 0; test->channel[k].value && i < width; i++) whole = whole && !isnan(test->channel[k].value[f * width + i]);
    }
    if (!whole) continue;
    for (int k = 0; k < protocol->n_channel; k++) {
      int width = pl_channel_width(&test->channel[k]);
      for (int i = 0; test->channel[k].value && i < width; i++)
        test->channel[k].value[kept * width + i] = test->channel[k].value[f * width + i];
    }
    if (time) time[kept] = time[f];
    branch[kept++] = branch[f];
  }
  int dropped = test->n_frame - kept;
  test->n_frame = test->n_raw = kept;
  return dropped;
}

// How far a frame is inside its branch: 0 at the turn from load to unload, 1 from a tenth of a branch away.
static double away_from_turn(const pl_test *test, int frame) {
  int distance = test->n_frame;
  for (int f = 0; f + 1 < test->n_frame; f++) {
    bool turn = test->branch[f] == PL_BRANCH_LOAD && test->branch[f + 1] == PL_BRANCH_UNLOAD;
    if (turn && abs(frame - f) < distance) distance = abs(frame - f);
  }
  return fmin(1, distance / (0.05 * test->n_frame));
}

// A stand-in for internal friction: forces a little higher while loading, lower while unloading, closed at the turn. The mean of the
// two branches stays the elastic force.
static void split_branches(const pl_protocol *protocol, pl_test *test, double hysteresis) {
  for (int f = 0; f < test->n_frame; f++) {
    double sense = test->branch[f] == PL_BRANCH_LOAD ? 1 : test->branch[f] == PL_BRANCH_UNLOAD ? -1 : 0;
    double factor = 1 + sense * 0.5 * hysteresis * away_from_turn(test, f);
    for (int k = 0; k < protocol->n_channel; k++) {
      pl_channel *channel = &test->channel[k];
      if (!protocol->channel[k].observed || !channel->value || !pl_channel_is_force(&protocol->channel[k])) continue;
      int width = pl_channel_width(channel);
      for (int i = 0; i < width; i++) channel->value[f * width + i] *= factor;
    }
  }
}

static pl_status give_up(pl_lab *lab, const char *sentence) {
  lab->result.nothing = sentence;
  return sentence ? PL_OK : PL_ERROR_MEMORY;
}

// Frames without equilibrium are left out; a curve needs two that have one.
static pl_status leave_out(pl_lab *lab) {
  pl_measurement *m = lab->result.measurement;
  lab->result.report.n_failed = 0;
  for (int t = 0; t < m->n_test; t++) {
    int planned = m->test[t].n_frame;
    lab->result.report.n_failed += drop_failed(lab->protocol, &m->test[t]);
    if (lab->plan.hysteresis > 0) split_branches(lab->protocol, &m->test[t], lab->plan.hysteresis);
    if (m->test[t].n_frame >= (planned < 2 ? planned : 2)) continue;
    return give_up(lab, pl_arena_printf(lab->arena,
                                        "'%s' found no equilibrium at nearly all points; take more --cells, smaller steps (--frames) or "
                                        "another --solver-method",
                                        m->test[t].name));
  }
  lab->result.partly = lab->result.report.n_failed > 0;
  return PL_OK;
}

pl_status pl_lab_measure(pl_lab *lab) {
  pl_rig_report *report = &lab->result.report;
  PL_TRY(pl_rig_measure(lab->ctx, lab->protocol, lab->plan.n_test, lab->plan.test, lab->material, pl_lab_rig_options(lab),
                        pl_lab_solve_options(lab), lab->plan.noise, lab->plan.seed, &lab->result.measurement, report));
  pl_measurement *m = lab->result.measurement;
  for (int t = 0; t < m->n_test; t++)
    for (int k = 0; k < lab->protocol->n_channel; k++)
      if (lab->protocol->channel[k].observed && !lab->plan.keep[k]) m->test[t].channel[k].value = NULL;
  if (!lab->row->all_frames) return leave_out(lab);
  if (report->n_failed == 0) return PL_OK;
  return give_up(lab,
                 pl_arena_printf(lab->arena, "%d %s found no equilibrium; take a finer mesh, smaller motions or another --solver-method",
                                 report->n_failed, lab->row->all_frames));
}

// ---- files ----

static pl_status write_meshes(const pl_lab *lab, const pl_test *test, const char *directory) {
  const pl_protocol *protocol = lab->protocol;
  const pl_rig *rig;
  PL_TRY(pl_rig_create(lab->ctx, protocol, test, lab->material, pl_lab_rig_options(lab), pl_lab_solve_options(lab), &rig));
  double *out[PL_MAX_CHANNEL] = {0};
  pl_status status = PL_OK;
  for (int k = 0; k < protocol->n_channel && status == PL_OK; k++) {
    out[k] = pl_arena_alloc(lab->arena, (size_t)(test->n_frame * pl_channel_width(&test->channel[k])), sizeof(double));
    if (!out[k]) status = PL_ERROR_MEMORY;
  }
  pl_rig_report report;
  if (status == PL_OK) status = pl_rig_predict(rig, &(pl_prediction){.theta = lab->material->theta, .value = out}, &report);
  for (int f = 0; f < test->n_frame && status == PL_OK; f++) {
    if (!rig->memory->have_x[f]) continue;
    char *name = pl_arena_printf(lab->arena, "%s-%04d.obj", test->name, f);
    char *path = name ? pl_path_join(lab->arena, directory, name) : NULL;
    status = path ? pl_mesh_save(lab->ctx, path, rig->body.mesh, rig->memory->x + (size_t)f * (size_t)rig->body.model->n_dof, 0, NULL)
                  : PL_ERROR_MEMORY;
  }
  pl_rig_destroy(rig);
  return status;
}

pl_status pl_lab_save(const pl_lab *lab) {
  const char *meshes = pl_flags_value(&lab->flags, "obj");
  PL_TRY(pl_measurement_save(lab->ctx, lab->folder, lab->result.measurement));
  if (meshes) PL_TRY(pl_directory_create(lab->ctx, meshes));
  for (int t = 0; meshes && t < lab->plan.n_test; t++) PL_TRY(write_meshes(lab, &lab->plan.test[t], meshes));
  return PL_OK;
}
