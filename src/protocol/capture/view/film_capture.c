// film_capture.c: the captured shapes of a test.
#include <math.h>
#include <string.h>

#include "protocol/capture/capture.h"
#include "protocol/capture/view/result_capture.h"
#include "report/render/film_parts.h"

pl_status pl__capture_film(pl_arena *arena, const pl_test *test, const char *frames, int count, pl_film *film) {
  const pl_capture *c = pl_capture_of(test);
  int *counted = pl_arena_alloc(arena, (size_t)c->n_frame + 1, sizeof *counted), *chosen;
  uint8_t *held = pl_arena_alloc(arena, (size_t)c->mesh->n_vertex + 1, sizeof *held);
  film->body = pl_arena_alloc(arena, 1, sizeof *film->body);
  film->name = pl_arena_text(arena, test->name);
  if (!counted || !held || !film->body || !film->name) return PL_ERROR_MEMORY;
  for (int i = 0; i < c->n_frame; i++) counted[i] = c->number ? c->number[i] : i;
  PL_TRY(pl__film_frames(arena, frames, count, c->n_frame, counted, film, &chosen));
  PL_TRY(pl__film_body(arena, c->mesh, film->n_frame, PL_FILM_MEASURED, film->body));
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
  return PL_OK;
}
