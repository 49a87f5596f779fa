// film.c: see film.h.
#include "scene/film.h"

#include <string.h>

#include "base/text.h"

void pl_film_init(pl_film *film, const pl_scene *scene) {
  *film = (pl_film){.ctx = scene->ctx, .scene = scene};
  for (int i = 0; scene->output.gltf && i < scene->n_body; i++) film->frame_size += 3 * (size_t)scene->body[i].mesh->n_vertex;
}

void pl_film_clear(pl_film *film) {
  pl_free(film->ctx, film->row);
  pl_free(film->ctx, film->position);
  *film = (pl_film){0};
}

pl_status pl_film_reserve(pl_film *film, int64_t n) {
  if (n <= film->capacity) return PL_OK;
  int64_t capacity = n > 2 * film->capacity ? n : 2 * film->capacity;
  pl_film_row *row = pl_realloc(film->ctx, film->row, (size_t)capacity * (size_t)film->scene->n_body, sizeof *row);
  if (!row) return PL_ERROR_MEMORY;
  film->row = row;
  if (film->frame_size > 0) {
    float *position = pl_realloc(film->ctx, film->position, (size_t)capacity * film->frame_size, sizeof *position);
    if (!position) return PL_ERROR_MEMORY;
    film->position = position;
  }
  film->capacity = capacity;
  return PL_OK;
}

pl_status pl_film_add(pl_film *film, const pl_simulation *sim) {
  PL_TRY(pl_film_reserve(film, film->n_frame + 1));
  float *to = film->frame_size > 0 ? film->position + (size_t)film->n_frame * film->frame_size : NULL;
  for (int i = 0; i < film->scene->n_body; i++) {
    const pl_state *state = sim->body[i].state;
    film->row[film->n_frame * film->scene->n_body + i] = (pl_film_row){state->n_step, i, state->time, pl_simulation_energies(sim, i)};
    for (int32_t k = 0; to && k < state->n_dof; k++) *to++ = (float)state->x[k];
  }
  film->n_frame++;
  return PL_OK;
}

pl_status pl_film_write_energies(const pl_film *film, const char *path) {
  pl_text text;
  pl_text_init(&text, film->ctx);
  pl_text_add(&text, "mesh,frame,step,time [s],kinetic [J],elastic [J],gravity [J],obstacle [J],friction [J],damping [J],drag [J],"
                     "input [J],total [J],balance [J]\n");
  for (int64_t i = 0; i < film->n_frame * film->scene->n_body; i++) {
    const pl_film_row *row = &film->row[i];
    const pl_energies *e = &row->energies;
    const double value[] = {row->time,       e->kinetic,   e->elastic,    e->gravity,           e->obstacle,           e->work.friction,
                            e->work.damping, e->work.drag, e->work.input, pl_energies_total(e), pl_energies_balance(e)};
    pl_text_printf(&text, "%s,%lld,%lld", film->scene->body[row->body].name, (long long)(i / film->scene->n_body), (long long)row->step);
    for (size_t k = 0; k < sizeof value / sizeof value[0]; k++) {
      char number[40];
      pl_text_add(&text, ",");
      pl_text_add(&text, pl_number_print(value[k], number, sizeof number));
    }
    pl_text_add(&text, "\n");
  }
  pl_status status = text.failed ? PL_ERROR_MEMORY : pl_file_write(film->ctx, path, text.data, text.size);
  pl_text_clear(&text);
  return status;
}
