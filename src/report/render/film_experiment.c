// film_experiment.c: the measured shapes of an experiment, if its protocol has any.
#include <string.h>

#include "measure/protocol.h"
#include "report/render/film_parts.h"
#include "report/result/protocol_view.h"

static pl_status find_test(pl_context *ctx, const pl_measurement *m, const char *path, const char *test, const pl_test **found) {
  pl_where where = {.file = path};
  for (int i = 0; i < m->n_test; i++) {
    if (test[0] && strcmp(m->test[i].name, test) != 0) continue;
    *found = &m->test[i];
    return PL_OK;
  }
  return pl_fail(ctx, PL_ERROR_INPUT, &where, "`pliant check` lists the tests", "there is no test \"%.60s\"", test);
}

pl_status pl__film_experiment(pl_arena *arena, const char *path, const char *test, const char *frames, int count, pl_film *film) {
  pl_context *ctx = pl_arena_context(arena);
  pl_measurement *m;
  PL_TRY(pl_measurement_load(ctx, path, &m));
  const pl_protocol_view *view = m->protocol->view;
  const pl_test *of = NULL;
  pl_where where = {.file = path};
  pl_status status = PL_OK;
  if (!view || !view->film)
    status = pl_fail(ctx, PL_ERROR_INPUT, &where,
                     "fit it, then render the result: only experiments with measured meshes have shapes to draw before",
                     "the protocol \"%s\" has no captured shapes", m->protocol->name);
  if (status == PL_OK) status = find_test(ctx, m, path, test, &of);
  if (status == PL_OK) status = view->film(arena, of, frames, count, film);
  pl_measurement_destroy(m);
  return status;
}
