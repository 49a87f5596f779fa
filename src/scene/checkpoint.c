// checkpoint.c: see checkpoint.h.
//
// The file has a line of text, the scene's hash, then eight-byte numbers of this machine. First the step; per system counters, pauses of
// iterative solves, work, x, v, those of the step before, history. Then anchors of the clips and the film. Last is the hash of everything
// before it. Writing and reading walk through the same list of parts (each_part).
#include "scene/checkpoint.h"

#include <string.h>

#include "base/text.h"

static const char head[] = "pliant checkpoint 2\n";
enum { HASH_SIZE = 64 };

typedef struct cursor {
  pl_text *out;      // writing
  const char *from;  // reading
  size_t size, at;
  bool short_of;  // the file ended too early
} cursor;

static void part(cursor *c, void *data, size_t size) {
  if (c->out) {
    pl_text_add_bytes(c->out, data, size);
    return;
  }
  c->short_of = c->short_of || size > c->size - c->at;
  if (c->short_of) return;
  memcpy(data, c->from + c->at, size);
  c->at += size;
}

static void each_system(cursor *c, pl_simulation_system *body) {
  pl_state *state = body->state;
  size_t n = (size_t)state->n_dof * sizeof(double);
  int64_t flag = state->has_old;
  part(c, &state->n_step, sizeof state->n_step);
  part(c, &flag, sizeof flag);
  state->has_old = flag != 0;
  part(c, &state->pause, sizeof state->pause);
  part(c, &state->next_pause, sizeof state->next_pause);
  part(c, &body->tally, sizeof body->tally);
  part(c, &state->time, sizeof state->time);
  part(c, &state->work, sizeof state->work);
  part(c, &state->power, sizeof state->power);
  double *vectors[] = {state->x, state->v, state->x_old, state->v_old};
  for (int i = 0; i < 4; i++) part(c, vectors[i], n);
  if (pl_history_size(state->history) > 0) part(c, pl_history_values(state->history), pl_history_size(state->history) * sizeof(double));
}

// Blocks of contacts, which follow everything else: their number is known only when they are read.
static void put_known(cursor *c, const pl_simulation *sim) {
  for (int i = 0; i < sim->n_system; i++)
    for (int f = 0; f < PL_STEPPER_FACTORS; f++) {
      int64_t n = (int64_t)pl_stepper_known(sim->system[i].stepper, f, NULL);
      int64_t *block = pl_alloc(sim->ctx, (size_t)n + 1, sizeof *block);
      if (!block) c->out->failed = true;
      if (!block) return;
      pl_stepper_known(sim->system[i].stepper, f, block);
      part(c, &n, sizeof n);
      part(c, block, (size_t)n * sizeof *block);
      pl_free(sim->ctx, block);
    }
}

static pl_status get_known(cursor *c, pl_simulation *sim) {
  for (int i = 0; i < sim->n_system; i++)
    for (int f = 0; f < PL_STEPPER_FACTORS; f++) {
      int64_t n = 0;
      part(c, &n, sizeof n);
      c->short_of = c->short_of || n < 0 || (size_t)n > (c->size - c->at) / sizeof n;
      if (c->short_of) return PL_OK;
      int64_t *block = pl_alloc(sim->ctx, (size_t)n + 1, sizeof *block);
      if (!block) return PL_ERROR_MEMORY;
      part(c, block, (size_t)n * sizeof *block);
      pl_status status = pl_stepper_know(sim->system[i].stepper, f, (size_t)n, block);
      pl_free(sim->ctx, block);
      PL_TRY(status);
    }
  return PL_OK;
}

// Everything except the film's frames, whose number comes first.
static void each_part(cursor *c, pl_simulation *sim, int64_t *n_frame) {
  part(c, &sim->n_step, sizeof sim->n_step);
  part(c, n_frame, sizeof *n_frame);
  for (int i = 0; i < sim->n_system; i++) each_system(c, &sim->system[i]);
  for (int i = 0; i < sim->scene->n_clip; i++) part(c, sim->anchor[i], 3 * (size_t)sim->scene->clip[i].n_vertex * sizeof(double));
}

static void each_frame(cursor *c, pl_film *film, int64_t n_frame) {
  size_t n = (size_t)n_frame;
  part(c, film->row, n * (size_t)film->n_system * sizeof *film->row);
  if (film->frame_size > 0) part(c, film->position, n * film->frame_size * sizeof *film->position);
}

pl_status pl_checkpoint_save(const char *path, const pl_simulation *sim, const pl_film *film) {
  pl_text text;
  char hash[HASH_SIZE + 1];
  pl_text_init(&text, sim->ctx);
  cursor c = {.out = &text};
  int64_t n_frame = film->n_frame;
  pl_text_add(&text, head);
  pl_text_add(&text, sim->scene->hash);
  // writing a file only reads the simulation
  each_part(&c, (pl_simulation *)(uintptr_t)sim, &n_frame);
  each_frame(&c, (pl_film *)(uintptr_t)film, n_frame);
  put_known(&c, sim);
  pl_hash_bytes(text.data, text.size, hash);
  pl_text_add(&text, hash);
  pl_status status = text.failed ? PL_ERROR_MEMORY : pl_file_write(sim->ctx, path, text.data, text.size);
  pl_text_clear(&text);
  return status;
}

static pl_status check_file(pl_context *ctx, const char *path, const char *data, size_t size, const char *scene_hash) {
  size_t n_head = sizeof head - 1;
  pl_where where = {.file = path};
  char hash[HASH_SIZE + 1];
  if (size < n_head + 2 * HASH_SIZE || memcmp(data, head, n_head) != 0)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "simulate again without --resume", "this is not a checkpoint");
  pl_hash_bytes(data, size - HASH_SIZE, hash);
  if (memcmp(hash, data + size - HASH_SIZE, HASH_SIZE) != 0)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "simulate again without --resume", "the checkpoint is damaged: its bytes do not add up");
  if (memcmp(data + n_head, scene_hash, HASH_SIZE) != 0)
    return pl_fail(ctx, PL_ERROR_INPUT, &where,
                   "simulate again without --resume, or bring back the scene, meshes and materials as they were",
                   "the checkpoint belongs to another scene, or the scene was changed since");
  return PL_OK;
}

pl_status pl_checkpoint_load(const char *path, pl_simulation *sim, pl_film *film) {
  pl_context *ctx = sim->ctx;
  pl_where where = {.file = path};
  if (!pl_file_exists(path))
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "leave --resume out to begin", "there is no checkpoint to resume from");
  pl_arena *scratch = pl_arena_create(ctx);
  if (!scratch) return PL_ERROR_MEMORY;
  char *data;
  size_t size;
  int64_t n_frame = 0;
  pl_status status;
  PL_TRY_CLEAN(pl_file_read(scratch, path, (size_t)16 << 30, &data, &size));
  PL_TRY_CLEAN(check_file(ctx, path, data, size, sim->scene->hash));
  size_t first = sizeof head - 1 + HASH_SIZE;
  cursor c = {.from = data + first, .size = size - first - HASH_SIZE};
  each_part(&c, sim, &n_frame);
  // the hash guarantees unchanged bytes, so a wrong size can only come from another version
  size_t per_frame = (size_t)film->n_system * sizeof *film->row + film->frame_size * sizeof *film->position;
  if (c.short_of || n_frame < 0 || (size_t)n_frame > (c.size - c.at) / per_frame) {
    status =
        pl_fail(ctx, PL_ERROR_INPUT, &where, "simulate again without --resume", "the checkpoint has another size than this scene needs");
    goto cleanup;
  }
  PL_TRY_CLEAN(pl_film_reserve(film, n_frame));
  each_frame(&c, film, n_frame);
  film->n_frame = n_frame;
  PL_TRY_CLEAN(pl_simulation_hold(sim));
  PL_TRY_CLEAN(get_known(&c, sim));
  if (c.short_of || c.at != c.size)
    status =
        pl_fail(ctx, PL_ERROR_INPUT, &where, "simulate again without --resume", "the checkpoint has another size than this scene needs");
cleanup:
  pl_arena_destroy(scratch);
  return status;
}
