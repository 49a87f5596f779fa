// record.c: notes and inputs of a measurement, in lists that double.
#include "measure/record.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

// Room for one more text behind n: the list is full whenever n is 0 or a power of two.
static pl_status grow(pl_arena *arena, int n, const char ***list) {
  if ((n & (n - 1)) != 0) return PL_OK;
  const char **longer = pl_arena_alloc(arena, n > 0 ? 2 * (size_t)n : 1, sizeof *longer);
  if (!longer) return PL_ERROR_MEMORY;
  if (n > 0) memcpy(longer, *list, (size_t)n * sizeof *longer);
  *list = longer;
  return PL_OK;
}

pl_status pl__record_note(pl_measurement *m, const char *test, const char *format, ...) {
  char text[512];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  PL_TRY(grow(m->arena, m->n_note, &m->note));
  m->note[m->n_note] = pl_arena_printf(m->arena, "%s: %s", test, text);
  return m->note[m->n_note++] ? PL_OK : PL_ERROR_MEMORY;
}

static pl_status add_input(pl_measurement *m, const char *path, const char *hash) {
  PL_TRY(grow(m->arena, m->n_input, &m->input_path));
  PL_TRY(grow(m->arena, m->n_input, &m->input_hash));
  m->input_path[m->n_input] = pl_arena_text(m->arena, path);
  m->input_hash[m->n_input] = pl_arena_text(m->arena, hash);
  if (!m->input_path[m->n_input] || !m->input_hash[m->n_input]) return PL_ERROR_MEMORY;
  m->n_input++;
  return PL_OK;
}

pl_status pl__record_input(pl_context *ctx, pl_measurement *m, const char *path) {
  for (int i = 0; i < m->n_input; i++)
    if (strcmp(m->input_path[i], path) == 0) return PL_OK;
  char hash[65];
  PL_TRY(pl_hash_file(ctx, path, hash));
  return add_input(m, path, hash);
}

pl_status pl__record_inputs(pl_context *ctx, pl_measurement *m, const char *name, int n_path, const char *const *path) {
  char *all = pl_alloc(ctx, 64 * (size_t)n_path + 1, 1), hash[65];
  if (!all) return PL_ERROR_MEMORY;
  pl_status status = PL_OK;
  for (int i = 0; i < n_path && status == PL_OK; i++) {
    status = pl_hash_file(ctx, path[i], hash);
    memcpy(all + 64 * (size_t)i, hash, 64);
  }
  pl_hash_bytes(all, 64 * (size_t)n_path, hash);
  pl_free(ctx, all);
  return status == PL_OK ? add_input(m, name, hash) : status;
}

pl_status pl__specimen_name(pl_context *ctx, pl_measurement *m, pl_json *test, pl_json *root, const char **name) {
  pl_json *const source[] = {test, root};
  for (int s = 0; s < 2; s++) {
    pl_json *specimen = pl_json_find(source[s], "specimen"), *given = NULL;
    if (!specimen) continue;
    pl_where where = pl_json_where(specimen);
    if (specimen->kind != PL_JSON_OBJECT)
      return pl_fail(ctx, PL_ERROR_INPUT, &where, "write {\"name\": \"gray-3\"}",
                     PL_ID("experiment.specimen-object") "must be an object {...}");
    given = pl_json_find(specimen, "name");
    if (!given) continue;
    const char *text;
    PL_TRY(pl_json_text(ctx, given, &text));
    where = pl_json_where(given);
    if (!*text)
      return pl_fail(ctx, PL_ERROR_INPUT, &where, "write the name of the specimen, or leave it out",
                     PL_ID("experiment.specimen-unnamed") "the name of the specimen is empty");
    *name = pl_arena_text(m->arena, text);
    return *name ? PL_OK : PL_ERROR_MEMORY;
  }
  return PL_OK;
}

void pl__specimen_write(pl_json_writer *w, const pl_test *test) {
  pl_json_begin_object(w, "specimen");
  pl_json_put_text(w, "name", test->specimen);
  pl_json_end_object(w);
}
