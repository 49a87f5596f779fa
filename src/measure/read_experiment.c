// read_experiment.c: reads an experiment file: its head here, its tests by the protocol (pl_protocol_files.read).
//
// Everything kept is in the measurement's arena; the JSON tree and the tables are in a scratch arena that is freed on return.
#include <string.h>

#include "base/text.h"
#include "measure/doubt/doubt.h"
#include "measure/protocol.h"

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))

typedef struct reader {
  pl_context *ctx;
  pl_arena *scratch;
  pl_measurement *m;
  pl_json *root;
  const char *directory;
} reader;

static pl_status expect_object(pl_context *ctx, pl_json *value) {
  if (value->kind == PL_JSON_OBJECT) return PL_OK;
  pl_where where = pl_json_where(value);
  return pl_fail(ctx, PL_ERROR_INPUT, &where, "run `pliant new PROTOCOL DIR` for a template",
                 PL_ID("experiment.must-object") "must be an object {...}");
}

// Per area, unless the protocol allows a solid and the unit is per volume.
static pl_status read_density(reader *r) {
  pl_json *value = pl_json_find(r->root, "density");
  double si;
  pl_dim found;
  bool has_unit, may = r->m->protocol->files->solid;
  bool solid = may && value && value->kind == PL_JSON_STRING && pl_quantity_parse(value->text, &si, &found, &has_unit) &&
               pl_dim_equal(found, PL_DIM_VOLUME_DENSITY);
  r->m->per_volume = solid;
  if (!value) return PL_OK;
  return pl_json_quantity(r->ctx, value, pl_measurement_density_dim(r->m), solid ? 1e-2 : 1e-4, solid ? 1e5 : 100, &r->m->density);
}

static pl_status read_head(reader *r) {
  pl_context *ctx = r->ctx;
  pl_measurement *m = r->m;
  pl_json *value;
  const char *text;
  PL_TRY(expect_object(ctx, r->root));
  PL_TRY(pl_json_get(ctx, r->root, "pliant", PL_JSON_STRING, &value));
  PL_TRY(pl_json_text(ctx, value, &text));
  if (strcmp(text, "experiment 1") != 0) {
    pl_where where = pl_json_where(value);
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "give an experiment file; `pliant new PROTOCOL DIR` writes a template",
                   "is \"%s\", expected \"experiment 1\"", text);
  }
  const char *names[16];
  int n_protocol = pl_protocol_count(), index;
  PL_ASSERT(n_protocol <= COUNT(names));
  for (int p = 0; p < n_protocol; p++) names[p] = pl_protocol_at(p)->name;
  PL_TRY(pl_json_get(ctx, r->root, "protocol", PL_JSON_NULL, &value));
  PL_TRY(pl_json_choice(ctx, value, n_protocol, names, &index));
  m->protocol = pl_protocol_at(index);
  text = pl_path_name(m->file);
  PL_TRY(pl_json_optional_text(ctx, r->root, "name", &text));
  m->name = pl_arena_text(m->arena, text);
  pl_json_find(r->root, "comment");
  if (!m->name) return PL_ERROR_MEMORY;
  return read_density(r);
}

pl_status pl_measurement_load(pl_context *ctx, const char *path, pl_measurement **measurement) {
  *measurement = NULL;
  pl_status status = PL_ERROR_MEMORY;
  pl_arena *arena = pl_arena_create(ctx), *scratch = pl_arena_create(ctx);
  pl_measurement *m = arena ? pl_arena_alloc(arena, 1, sizeof *m) : NULL;
  if (!m || !scratch) goto cleanup;
  m->arena = arena;
  // a folder stands for the experiment in it
  m->file = pl_directory_exists(path) ? pl_path_join(arena, path, "experiment.json") : pl_arena_text(arena, path);
  if (!m->file) goto cleanup;
  reader r = {.ctx = ctx, .scratch = scratch, .m = m, .directory = pl_path_directory(scratch, m->file)};
  if (!r.directory) goto cleanup;
  PL_TRY_CLEAN(pl_json_load(scratch, m->file, &r.root));
  PL_TRY_CLEAN(read_head(&r));
  PL_TRY_CLEAN(m->protocol->files->read(ctx, scratch, m, r.root, r.directory));
  PL_TRY_CLEAN(pl__doubt_measurement(m));
  *measurement = m;
  arena = NULL;

cleanup:
  pl_arena_destroy(scratch);
  pl_arena_destroy(arena);
  return status;
}

void pl_measurement_destroy(pl_measurement *measurement) {
  if (measurement) pl_arena_destroy(measurement->arena);
}
