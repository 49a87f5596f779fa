// film_capture.c: the captured shapes of an experiment.
#include <math.h>
#include <string.h>

#include "protocol/capture/capture.h"
#include "report/render/film_parts.h"

static pl_status find_test(pl_context *ctx, const pl_measurement *m, const char *path, const char *test, const pl_test **found) {
  pl_where where = {.file = path};
  bool any = false;
  for (int i = 0; i < m->n_test; i++) {
    any = any || pl_capture_of(&m->test[i]);
    if (!pl_capture_of(&m->test[i]) || (test[0] && strcmp(m->test[i].name, test) != 0)) continue;
    *found = &m->test[i];
    return PL_OK;
  }
  if (!any)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "only tests of the protocol capture have shapes to draw; fit it, then render the result",
                   "the protocol \"%s\" has no captured shapes", m->protocol->name);
  return pl_fail(ctx, PL_ERROR_INPUT, &where, "`pliant check` lists the tests", "there is no test \"%.60s\"", test);
}

pl_status pl__film_capture(pl_arena *arena, const char *path, const char *test, const char *frames, int count, pl_film *film) {
  pl_context *ctx = pl_arena_context(arena);
  pl_measurement *m;
  PL_TRY(pl_measurement_load(ctx, path, &m));
  const pl_test *of = NULL;
  pl_status status;
  PL_TRY_CLEAN(find_test(ctx, m, path, test, &of));
  const pl_capture *c = pl_capture_of(of);
  int *counted = pl_arena_alloc(arena, (size_t)c->n_frame + 1, sizeof *counted), *chosen;
  uint8_t *held = pl_arena_alloc(arena, (size_t)c->mesh->n_vertex + 1, sizeof *held);
  film->body = pl_arena_alloc(arena, 1, sizeof *film->body);
  film->name = pl_arena_text(arena, of->name);
  status = PL_ERROR_MEMORY;
  if (!counted || !held || !film->body || !film->name) goto cleanup;
  for (int i = 0; i < c->n_frame; i++) counted[i] = c->number ? c->number[i] : i;
  PL_TRY_CLEAN(pl__film_frames(arena, frames, count, c->n_frame, counted, film, &chosen));
  PL_TRY_CLEAN(pl__film_body(arena, c->mesh, film->n_frame, PL_FILM_MEASURED, film->body));
  size_t n = 3 * (size_t)c->mesh->n_vertex;
  for (int k = 0; k < film->n_frame; k++) {
    memcpy(film->body->x[PL_FILM_MEASURED] + (size_t)k * n, c->x + (size_t)chosen[k] * n, n * sizeof *c->x);
    film->body->has[PL_FILM_MEASURED][k] = true;
  }
  for (int k = 0; k < c->n_clip; k++)
    for (int32_t i = 0; i < c->clip[k].n_vertex; i++) held[c->clip[k].vertex[i]] = 1;
  film->body->held = held;
  film->n_body = 1;
  double size = sqrt(c->gravity[0] * c->gravity[0] + c->gravity[1] * c->gravity[1] + c->gravity[2] * c->gravity[2]);
  for (int k = 0; k < 3 && size > 0; k++) film->up[k] = -c->gravity[k] / size;
cleanup:
  pl_measurement_destroy(m);
  return status;
}
