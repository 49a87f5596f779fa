// starts.c: see starts.h.
#include "rig/starts.h"

#include <math.h>
#include <string.h>

static const double SAME = 1e-4;  // of the specimen: equilibria that differ by less are one
enum { EFFORT = 300 };            // solver iterations of a frame without the measured shape: a second opinion, not worth a long search

static double extent(const pl_mesh *mesh) {
  double largest = 0;
  for (int k = 0; k < 3; k++) {
    double low = INFINITY, high = -INFINITY;
    for (int32_t v = 0; v < mesh->n_vertex; v++)
      low = fmin(low, mesh->x0[3 * (size_t)v + k]), high = fmax(high, mesh->x0[3 * (size_t)v + k]);
    largest = fmax(largest, high - low);
  }
  return largest;
}

// Root mean square over the vertices of |a - b|.
static double apart(int32_t n_vertex, const double *a, const double *b) {
  double sum = 0;
  for (size_t i = 0; i < 3 * (size_t)n_vertex; i++) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sqrt(sum / n_vertex);
}

// Copies of what a prediction changes.
typedef struct kept {
  double *x;       // [n_frame][n_dof]
  bool *have;      // [n_frame]
  double *target;  // [n_dof], a measured shape
  pl_frame_report *frame;
} kept;

static pl_status keep(pl_arena *arena, const pl_rig *rig, kept *k) {
  size_t n_frame = (size_t)rig->test->n_frame, n_dof = (size_t)rig->body.model->n_dof;
  k->x = pl_arena_alloc(arena, n_frame * n_dof, sizeof *k->x);
  k->have = pl_arena_alloc(arena, n_frame, sizeof *k->have);
  k->target = pl_arena_alloc(arena, n_dof, sizeof *k->target);
  k->frame = pl_arena_alloc(arena, n_frame, sizeof *k->frame);
  if (!k->x || !k->have || !k->target || !k->frame) return PL_ERROR_MEMORY;
  memcpy(k->x, rig->memory->x, n_frame * n_dof * sizeof *k->x);
  memcpy(k->have, rig->memory->have_x, n_frame * sizeof *k->have);
  memcpy(k->frame, rig->memory->frame, n_frame * sizeof *k->frame);
  return PL_OK;
}

// Compares the two equilibria of a frame and leaves the chosen one in the rig. True if it is not the first.
static bool choose(const pl_rig *rig, const kept *k, int frame, double same, pl_start_choice *choice) {
  size_t n_dof = (size_t)rig->body.model->n_dof;
  int32_t n_vertex = rig->body.mesh->n_vertex;
  double *first = k->x + (size_t)frame * n_dof, *second = rig->memory->x + (size_t)frame * n_dof;
  bool both = k->have[frame] && rig->memory->have_x[frame], shaped = rig->act.start(rig, frame, k->target);
  *choice = (pl_start_choice){.start = PL_START_MEASURED, .measured = NAN, .before = NAN};
  if (k->have[frame] && shaped) choice->measured = apart(n_vertex, first, k->target);
  if (rig->memory->have_x[frame] && shaped) choice->before = apart(n_vertex, second, k->target);
  if (both && apart(n_vertex, first, second) <= same) choice->start = PL_START_ANY;
  bool other = choice->start != PL_START_ANY && (choice->before < choice->measured || (!k->have[frame] && rig->memory->have_x[frame]));
  if (other) choice->start = PL_START_BEFORE;
  if (!other) memcpy(second, first, n_dof * sizeof *second);
  rig->memory->have_x[frame] = k->have[frame] || rig->memory->have_x[frame];
  return other;
}

static pl_status choose_all(pl_arena *arena, const pl_rig *rig, const pl_prediction *ask, pl_start_choice *choice, bool *changed) {
  double *none[PL_MAX_CHANNEL] = {0};
  kept k;
  pl_rig_report report;
  double same = SAME * extent(rig->body.mesh);
  PL_TRY(keep(arena, rig, &k));
  pl_rig_forget(rig);
  pl_prediction unaided = {
      .theta = ask->theta, .intrinsic = ask->intrinsic, .value = none, .unaided = true, .last = true, .effort = EFFORT};
  PL_TRY(pl_rig_predict(rig, &unaided, &report));
  for (int f = 0; f < rig->test->n_frame; f++) *changed = choose(rig, &k, f, same, &choice[f]) || *changed;
  memcpy(rig->memory->frame, k.frame, (size_t)rig->test->n_frame * sizeof *k.frame);
  return PL_OK;
}

pl_status pl_rig_choose_starts(const pl_rig *rig, const pl_prediction *ask, pl_start_choice *choice, bool *changed) {
  *changed = false;
  for (int f = 0; f < rig->test->n_frame; f++) choice[f] = (pl_start_choice){.start = PL_START_MEASURED, .measured = NAN, .before = NAN};
  if (!rig->act.start || rig->memory->past.history) return PL_OK;
  pl_arena *arena = pl_arena_create(rig->ctx);
  if (!arena) return PL_ERROR_MEMORY;
  pl_status status = choose_all(arena, rig, ask, choice, changed);
  pl_arena_destroy(arena);
  return status;
}
