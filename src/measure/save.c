// save.c: writes a measurement as an experiment file and its tables, so that a rig's result reads like a laboratory's. The protocol writes
// its tests.
#include "measure/save.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

// "bias 45°" -> "bias-45": valid on every file system, unique among the tests before this one.
const char *pl__test_file_name(pl_arena *arena, const pl_measurement *m, int test, const char *const *taken, const char *ending) {
  char stem[80];
  size_t n = 0;
  for (const char *p = m->test[test].name; *p && n < 60; p++) {
    bool plain = (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || (*p >= '0' && *p <= '9') || *p == '_' || *p == '.';
    if (plain && !(n == 0 && *p == '.'))
      stem[n++] = *p;
    else if (n > 0 && stem[n - 1] != '-')
      stem[n++] = '-';
  }
  while (n > 0 && stem[n - 1] == '-') n--;
  stem[n] = '\0';
  if (n == 0) snprintf(stem, sizeof stem, "test");
  for (int copy = 1;; copy++) {
    char *name = copy == 1 ? pl_arena_printf(arena, "%s%s", stem, ending) : pl_arena_printf(arena, "%s-%d%s", stem, copy, ending);
    if (!name) return NULL;
    int other = 0;
    while (other < test && !pl_text_same(taken[other], name)) other++;
    if (other == test) return name;
  }
}

void pl__experiment_head(pl_json_writer *w, const pl_measurement *m) {
  pl_json_put_text(w, "pliant", "experiment 1");
  pl_json_put_text(w, "protocol", m->protocol->name);
  pl_json_put_text(w, "name", m->name ? m->name : "");
  if (m->density > 0) pl_json_put_quantity(w, "density", m->density, pl_measurement_density_dim(m));
}

pl_status pl__experiment_save(pl_context *ctx, const char *directory, const pl_measurement *m,
                              pl_status (*tests)(const pl__saver *s, const void *user), const void *user) {
  pl_status status = PL_ERROR_MEMORY;
  pl_arena *arena = pl_arena_create(ctx);
  pl_json_writer *w = arena ? pl_json_writer_create(ctx) : NULL;
  pl__saver s = {ctx, arena, directory, w, m, w ? pl_arena_alloc(arena, (size_t)m->n_test + 1, sizeof *s.file) : NULL};
  char *path = s.file ? pl_path_join(arena, directory, "experiment.json") : NULL;
  if (!path) goto cleanup;
  PL_TRY_CLEAN(pl_directory_create(ctx, directory));
  pl_json_begin_object(w, NULL);
  pl__experiment_head(w, m);
  pl_json_begin_array(w, "tests");
  PL_TRY_CLEAN(tests(&s, user));
  pl_json_end_array(w);
  pl_json_end_object(w);
  status = pl_json_writer_save(w, path);

cleanup:
  pl_json_writer_destroy(w);
  pl_arena_destroy(arena);
  return status;
}

pl_status pl_measurement_save(pl_context *ctx, const char *directory, const pl_measurement *measurement) {
  return measurement->protocol->files->save(ctx, directory, measurement);
}
