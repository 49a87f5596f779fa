// film.c: see film.h.
#include "scene/film.h"

#include <string.h>

#include "base/text.h"

void pl_film_init(pl_film *film, const pl_scene *scene) {
  *film = (pl_film){.ctx = scene->ctx, .scene = scene, .n_system = pl_scene_system_count(scene)};
  for (int i = 0; scene->output.gltf && i < pl_scene_item_count(scene); i++)
    film->frame_size += 3 * (size_t)pl_scene_item_mesh(scene, i)->n_vertex;
}

void pl_film_clear(pl_film *film) {
  pl_free(film->ctx, film->row);
  pl_free(film->ctx, film->position);
  *film = (pl_film){0};
}

pl_status pl_film_reserve(pl_film *film, int64_t n) {
  if (n <= film->capacity) return PL_OK;
  int64_t capacity = n > 2 * film->capacity ? n : 2 * film->capacity;
  pl_film_row *row = pl_realloc(film->ctx, film->row, (size_t)capacity * (size_t)film->n_system, sizeof *row);
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

static float *add_numbers(const double *from, size_t n, float *to) {
  for (size_t k = 0; k < n; k++) *to++ = (float)from[k];
  return to;
}

static pl_status add_positions(const pl_simulation *sim, float *to) {
  const pl_scene *scene = sim->scene;
  for (int i = 0; i < scene->n_body; i++) to = add_numbers(pl_simulation_positions(sim, i), 3 * (size_t)scene->body[i].mesh->n_vertex, to);
  for (int i = 0; i < scene->n_obstacle; i++) {
    size_t n = 3 * (size_t)pl_scene_shape(&scene->obstacle[i])->n_vertex;
    double *x = pl_alloc(sim->ctx, n, sizeof *x);
    if (!x) return PL_ERROR_MEMORY;
    pl_simulation_shape(sim, i, x);
    to = add_numbers(x, n, to);
    pl_free(sim->ctx, x);
  }
  return PL_OK;
}

pl_status pl_film_add(pl_film *film, const pl_simulation *sim) {
  PL_TRY(pl_film_reserve(film, film->n_frame + 1));
  for (int i = 0; i < film->n_system; i++) {
    const pl_simulation_system *s = &sim->system[i];
    film->row[film->n_frame * film->n_system + i] =
        (pl_film_row){s->state->n_step, i, s->state->time, pl_simulation_energies(sim, s->first_body)};
  }
  if (film->frame_size > 0) PL_TRY(add_positions(sim, film->position + (size_t)film->n_frame * film->frame_size));
  film->n_frame++;
  return PL_OK;
}

// The name of its body; bodies that touch are named together.
static void add_name(pl_text *text, const pl_scene *scene, int system) {
  bool all = pl_scene_system_count(scene) == 1;
  for (int i = all ? 0 : system; i < (all ? scene->n_body : system + 1); i++)
    pl_text_printf(text, "%s%s", all && i > 0 ? "+" : "", scene->body[i].name);
}

pl_status pl_film_write_energies(const pl_film *film, const char *path) {
  pl_text text;
  pl_text_init(&text, film->ctx);
  pl_text_add(&text, "mesh,frame,step,time [s],kinetic [J],elastic [J],gravity [J],obstacle [J],friction [J],damping [J],drag [J],"
                     "input [J],total [J],balance [J]\n");
  for (int64_t i = 0; i < film->n_frame * film->n_system; i++) {
    const pl_film_row *row = &film->row[i];
    const pl_energies *e = &row->energies;
    const double value[] = {row->time,       e->kinetic,   e->elastic,    e->gravity,           e->obstacle,           e->work.friction,
                            e->work.damping, e->work.drag, e->work.input, pl_energies_total(e), pl_energies_balance(e)};
    add_name(&text, film->scene, (int)row->system);
    pl_text_printf(&text, ",%lld,%lld", (long long)(i / film->n_system), (long long)row->step);
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
