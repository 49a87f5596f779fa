// stress_map.c: see stress_map.h.
#include "report/result/stress_map.h"

#include <math.h>

#include "model/history.h"

typedef struct walk {
  const pl_rig *rig;
  const double *theta;
  pl_work *work;
  pl_history *history;  // NULL: no law has a memory
  double (*stress)[6];  // [n_vertex]
} walk;

static const double *shape_of(const pl_rig *rig, int frame) {
  return rig->memory->have_x[frame] ? rig->memory->x + (size_t)frame * (size_t)rig->body.model->n_dof : NULL;
}

// Of the step to a frame that is as long after the last one with a shape as its time says.
static void set_duration(const walk *w, int frame, double *last) {
  const double *time = w->rig->test->time;
  double since = time ? time[frame] - *last : INFINITY;
  pl_work_set_duration(w->work, since >= 0 ? since : INFINITY);
  if (time) *last = time[frame];
}

static void commit(const walk *w, const double *x) {
  if (w->history && x) pl_history_commit(w->rig->body.model, w->theta, x, w->history, w->work);
}

static pl_status frames(const walk *w, int n_frame, bool solid, float *value, double *high) {
  int32_t n = w->rig->body.mesh->n_vertex;
  double last = 0;  // s
  // the path starts where the rig's starts
  commit(w, w->rig->path.origin);
  for (int i = 0; i < w->rig->path.n_prelude; i++) commit(w, shape_of(w->rig, w->rig->path.prelude[i]));
  for (int f = 0; f < n_frame; f++, value += n) {
    const double *x = shape_of(w->rig, f);
    if (!x) continue;
    pl_work_set_history(w->work, w->history);
    set_duration(w, f, &last);
    PL_TRY(pl_model_stress(w->rig->body.model, w->theta, x, w->stress, w->work));
    for (int32_t v = 0; v < n; v++) {
      double size = solid ? pl_stress_von_mises(w->stress[v]) : fmax(pl_stress_largest(w->stress[v]), 0);
      value[v] = isfinite(size) ? (float)size : 0;
      *high = fmax(*high, value[v]);
    }
    commit(w, x);
  }
  return PL_OK;
}

pl_status pl_stress_map_make(pl_arena *arena, const pl_fit *fit, const pl_fit_case *of, pl_stress_map *map) {
  const pl_rig *rig = of->rig;
  bool solid = pl_mesh_is_solid(rig->body.mesh);
  size_t n_vertex = (size_t)rig->body.mesh->n_vertex, n_frame = (size_t)of->test->n_frame;
  float *value = pl_arena_alloc(arena, n_frame * n_vertex + 1, sizeof *value);
  walk w = {.rig = rig, .theta = fit->material->theta, .stress = pl_arena_alloc(arena, n_vertex, sizeof *w.stress)};
  *map = (pl_stress_map){.name = solid ? "von Mises stress" : "largest tension", .unit = solid ? "Pa" : "N/m", .value = value};
  if (!value || !w.stress) return PL_ERROR_MEMORY;
  PL_TRY(pl_work_create(rig->body.model, &w.work));
  pl_status status = pl_model_remembers(rig->body.model) ? pl_history_create(rig->body.model, &w.history) : PL_OK;
  if (status == PL_OK) status = frames(&w, (int)n_frame, solid, value, &map->high);
  pl_history_destroy(w.history);
  pl_work_destroy(w.work);
  return status;
}
