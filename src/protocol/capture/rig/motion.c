// motion.c: the table of motions, their options, and several captures as one measurement.
#include "protocol/capture/rig/motion_rows.h"

#include <string.h>

#include "base/parallel.h"
#include "base/progress.h"
#include "protocol/capture/capture_part.h"

static const pl_motion_row *const rows[] = {&pl_motion_stretch, &pl_motion_picture_frame, &pl_motion_table_edge, &pl_motion_complex_shear,
                                            &pl_motion_corner_pull};
static const char *const directions[] = {"warp", "weft", "bias"};
enum { N_ROW = sizeof rows / sizeof rows[0], N_DIRECTION = sizeof directions / sizeof directions[0], MAX_TEST = N_DIRECTION * N_ROW };

int pl_motion_count(void) { return N_ROW; }

const pl_motion_row *pl_motion_at(int index) { return rows[index]; }

const char *pl_motion_direction(int index) { return index < N_DIRECTION ? directions[index] : NULL; }

const pl_motion_row *pl_motion_find(const char *name) {
  for (int i = 0; i < N_ROW; i++)
    if (strcmp(rows[i]->name, name) == 0) return rows[i];
  return NULL;
}

// clang-format off
#define FIELD(name) offsetof(pl_motion_options, name)
static const pl_option options[] = {
    {"frames", FIELD(frames), PL_OPTION_INT, 40, 2, 10000, {0}, NULL, "frames of a sequence"},
    {"cells", FIELD(cells), PL_OPTION_INT, 40, 8, 1000, {0}, NULL, "cells along a side of the captured mesh"},
    {"topology", FIELD(topology), PL_OPTION_CHOICE, PL_TOPOLOGY_ALTERNATING, 0, 2, {0}, "alternating|uniform|irregular",
     "triangulation of the captured mesh"},
    {"jitter", FIELD(jitter), PL_OPTION_REAL, 0.1, 0, 0.2, {0}, NULL,
     "displacement of the inner vertices of an alternating or uniform mesh, in cells; edges still follow the yarns, as bending by direction requires"},
    {"size", FIELD(size), PL_OPTION_REAL, 0.1, 1e-3, 10, {0, 1, 0, 0}, NULL, "side of the square sample"},
    {"clip-depth", FIELD(depth), PL_OPTION_REAL, 0.005, 0, 1, {0, 1, 0, 0}, NULL, "depth of the cloth under a bar clip"},
    {"force", FIELD(force), PL_OPTION_REAL, 8, 1e-6, 1e6, {1, 1, -2, 0}, NULL,
     "target of the largest clip force; a compliant fabric reaches the motion's limit first"},
    {"amplitude", FIELD(amplitude), PL_OPTION_REAL, 1, 1e-3, 10, {0}, NULL, "amplitude of the motion, relative to its default on this fabric"},
    {"cycles", FIELD(cycles), PL_OPTION_INT, 0, 0, 1000, {0}, NULL, "load-unload cycles; 0: three for stretch, else one"},
    {"overhang-step", FIELD(overhang_step), PL_OPTION_REAL, 0, 0, 1, {0, 1, 0, 0}, NULL,
     "overhangs off the table are multiples of it; 0: of one cell of the captured mesh; along the bias of 0.707 times these"},
    {"pull-back", FIELD(pull_back), PL_OPTION_BOOL, false, 0, 1, {0}, NULL, "table edges: pull the cloth back by the same overhangs, for bending friction"},
    {"noise-position", FIELD(noise_position), PL_OPTION_REAL, 1e-4, 0, 1, {0, 1, 0, 0}, NULL, "standard deviation of each captured coordinate"},
    {"noise-force", FIELD(noise_force), PL_OPTION_REAL, 3e-3, 0, 1e3, {1, 1, -2, 0}, NULL, "standard deviation of each cord's tension"},
    {"hysteresis", FIELD(hysteresis), PL_OPTION_REAL, 0, 0, 1.9, {0}, NULL,
     "difference of clip forces between loading and unloading, relative to their mean"},
    {"seed", FIELD(seed), PL_OPTION_INT, 1, 0, 2147483647, {0}, NULL, "seed of the mesh, the imperfections and the noise"},
};
// clang-format on
const pl_option_table pl_motion_option_table = {.name = "motion",
                                                .title = "Virtual captures",
                                                .struct_size = sizeof(pl_motion_options),
                                                .n_option = (int)(sizeof options / sizeof options[0]),
                                                .option = options};

pl_motion_options pl_motion_options_default(void) {
  pl_motion_options result;
  pl_options_default(&pl_motion_option_table, &result);
  return result;
}

pl_motion_clip pl__motion_bar(const pl_motion_plan *plan, const char *name, int axis, int side, double margin, double mass) {
  double low[2], high[2];
  pl__motion_corner(plan, 0, low);
  pl__motion_corner(plan, 3, high);
  int along = 1 - axis;
  pl_motion_clip clip = {.name = name, .mass = mass, .reach = 0.4 * (plan->size - 2 * margin)};
  clip.low[axis] = side ? high[axis] - plan->depth : low[axis];
  clip.high[axis] = side ? high[axis] : low[axis] + plan->depth;
  clip.low[along] = low[along] + margin;
  clip.high[along] = high[along] - margin;
  clip.axis[along] = 1;
  clip.outward[axis] = side ? 1 : -1;
  return clip;
}

void pl__motion_corner(const pl_motion_plan *plan, int corner, double point[2]) {
  point[0] = corner & 1 ? plan->size : 0;
  point[1] = corner & 2 ? 0.5 * plan->size : -0.5 * plan->size;
}

// ---- one capture ----

static pl_status check(pl_context *ctx, const pl_motion_row *motion, const char *direction, const pl_material *material,
                       const pl_motion_options *o) {
  bool bends = false, known = motion->n_direction == 0 && *direction == 0;
  for (int d = 0; d < motion->n_direction; d++) known = known || strcmp(direction, directions[d]) == 0;
  for (int i = 0; i < material->n_term; i++) {
    const pl_term *term = &material->term[i];
    bends |= !term->rate && pl_strain_bends(term->strain);
  }
  if (!bends)
    return pl_fail(ctx, PL_ERROR_INPUT, NULL, "add a term on the strain 'curvature' to the material",
                   PL_ID("rig.no-bending") "the material '%s' has no bending: without it cloth has no shape in space", material->name);
  if (!known)
    return pl_fail(ctx, PL_ERROR_INPUT, NULL,
                   motion->n_direction == 0   ? "leave the direction out"
                   : motion->n_direction == 2 ? "say warp or weft"
                                              : "say warp, weft or bias",
                   PL_ID("rig.direction") "direction '%s' of the motion '%s'", direction, motion->name);
  if (o->depth > 0.2 * o->size)
    return pl_fail(ctx, PL_ERROR_INPUT, NULL, "use shallower clips or a larger sample",
                   PL_ID("rig.clip-depth") "clip-depth = %g m, must be at most a fifth of the sample's side of %g m", o->depth, o->size);
  return PL_OK;
}

static pl__motion_job job_of(const pl_motion_row *motion, const pl_material *material, const pl_motion_options *o,
                             const pl_solve_options *solve) {
  return (pl__motion_job){.row = motion, .material = material, .options = o, .solve = solve};
}

// Adds the force channel, as a loaded capture has it.
static pl_status finish_test(pl_arena *arena, pl__motion_job *job) {
  const pl_protocol *protocol = pl_protocol_find("capture");
  pl_test *test = job->test;
  for (int c = 0; protocol && c < protocol->n_channel; c++) test->channel[c].row = &protocol->channel[c];
  if (job->plan.n_clip == 0) return PL_OK;
  pl_channel *force = &test->channel[PL_CAPTURE_CLIP_FORCE];
  force->width = 3 * job->plan.n_clip;
  force->sigma = job->capture->sigma_force;
  return pl__capture_clip_forces(arena, job->capture, &force->value);
}

pl_status pl_motion_capture(pl_context *ctx, const pl_motion_row *motion, const char *direction, const pl_material *material,
                            const pl_motion_options *o, const pl_solve_options *solve, pl_arena *arena, pl_test *test,
                            pl_rig_report *report) {
  PL_TRY(check(ctx, motion, direction, material, o));
  pl__motion_job job = job_of(motion, material, o, solve);
  PL_TRY(pl__motion_prepare(arena, direction, (uint64_t)o->seed, test, &job));
  PL_TRY(pl__motion_run(ctx, &job));
  *report = job.report;
  return finish_test(arena, &job);
}

// ---- several captures ----

typedef struct part {
  const pl_motion_row *row;
  const char *direction;
  uint64_t number;  // independent of the other captures requested: its share of the seed
} part;

// True if the test NAME or NAME-DIRECTION is on the list. NULL lists everything.
static bool listed(const char *which, const part *p, bool with_direction) {
  char name[64] = {0};
  strncat(name, p->row->name, sizeof name - 1);
  if (with_direction && *p->direction) {
    strncat(name, "-", sizeof name - 1 - strlen(name));
    strncat(name, p->direction, sizeof name - 1 - strlen(name));
  }
  for (const char *at = which; at; at = strchr(at, ','), at = at ? at + 1 : NULL)
    if (strncmp(at, name, strlen(name)) == 0 && (at[strlen(name)] == ',' || at[strlen(name)] == 0)) return true;
  return false;
}

// The requested tests, in the standard order.
static pl_status choose(pl_context *ctx, const char *which, part list[MAX_TEST], int *n) {
  *n = 0;
  int n_word = which ? 1 : 0, n_found = 0;
  for (const char *at = which; at && *at; at++) n_word += *at == ',';
  for (int r = 0; r < N_ROW; r++) {
    part p = {rows[r], "", 0};
    n_found += which && rows[r]->n_direction > 0 && listed(which, &p, false);
    for (int d = 0; d == 0 || d < rows[r]->n_direction; d++) {
      p.direction = rows[r]->n_direction > 0 ? directions[d] : "";
      p.number = d < 2 ? 2 * (uint64_t)r + (uint64_t)d : 2 * (uint64_t)N_ROW + (uint64_t)r;
      bool exactly = listed(which, &p, true);
      n_found += exactly;
      if (!which || exactly || listed(which, &p, false)) list[(*n)++] = p;
    }
  }
  if (n_found != n_word)
    return pl_fail(
        ctx, PL_ERROR_USAGE, NULL,
        "names, with commas and without spaces: stretch, picture-frame, table-edge, complex-shear, corner-pull; stretch-warp and the "
        "like for one direction",
        "unknown motion in '%s'", which);
  return PL_OK;
}

typedef struct loop {
  pl_context *ctx;
  int n;
  pl__motion_job *job;
} loop;

// From the last to the first: those that buckle take longest and should start first.
static pl_status run_part(void *user, int i, int worker) {
  loop *l = user;
  (void)worker;
  return pl__motion_run(l->ctx, &l->job[l->n - 1 - i]);
}

static void add_report(pl_rig_report *sum, const pl_rig_report *one) {
  if (sum->first_failed < 0) sum->first_failed = one->first_failed;
  sum->n_failed += one->n_failed;
  sum->iterations += one->iterations;
  if (one->max_iterations > sum->max_iterations) sum->max_iterations = one->max_iterations;
  if (one->worst > sum->worst) sum->worst = one->worst;
  pl_times_add(&sum->times, &one->times);
}

pl_status pl_motion_measure(pl_context *ctx, const char *which, const pl_material *material, const pl_motion_options *o,
                            const pl_solve_options *solve, pl_measurement **out, pl_rig_report *report) {
  *out = NULL;
  *report = (pl_rig_report){.first_failed = -1};
  part list[MAX_TEST];
  pl__motion_job job[MAX_TEST];
  int n;
  PL_TRY(choose(ctx, which, list, &n));
  pl_arena *arena = pl_arena_create(ctx);
  pl_measurement *m = arena ? pl_arena_alloc(arena, 1, sizeof *m) : NULL;
  pl_status status = PL_ERROR_MEMORY;
  if (!m) goto cleanup;
  *m = (pl_measurement){.arena = arena,
                        .protocol = pl_protocol_find("capture"),
                        .name = pl_arena_text(arena, material->name),
                        .file = "",
                        .density = material->density,
                        .n_test = n};
  m->test = pl_arena_alloc(arena, (size_t)n, sizeof *m->test);
  m->note = pl_arena_alloc(arena, (size_t)n, sizeof *m->note);
  if (!m->name || !m->test || !m->note) goto cleanup;
  for (int i = 0; i < n; i++) {
    job[i] = job_of(list[i].row, material, o, solve);
    PL_TRY_CLEAN(check(ctx, list[i].row, list[i].direction, material, o));
    PL_TRY_CLEAN(pl__motion_prepare(arena, list[i].direction, 1000 * (uint64_t)o->seed + list[i].number, &m->test[i], &job[i]));
  }
  loop l = {ctx, n, job};
  int n_frame = 0;
  for (int i = 0; i < n; i++) n_frame += job[i].n_frame;
  pl_progress(ctx, "capturing", 0, "%s", material->name);
  pl_progress_examples(ctx, n_frame);
  status = pl_parallel_for(ctx, n, run_part, &l);
  pl_progress_examples(ctx, 0);
  if (status != PL_OK) goto cleanup;
  for (int i = 0; i < n; i++) {
    PL_TRY_CLEAN(finish_test(arena, &job[i]));
    add_report(report, &job[i].report);
    if (job[i].report.n_failed == 0) continue;
    status = PL_ERROR_MEMORY;
    m->note[m->n_note] = pl_arena_printf(arena, "%s: %d of %d frames omitted: no equilibrium was found", m->test[i].name,
                                         job[i].report.n_failed, job[i].n_frame);
    if (!m->note[m->n_note++]) goto cleanup;
  }
  *out = m;
  return PL_OK;
cleanup:
  pl_arena_destroy(arena);
  return status;
}
