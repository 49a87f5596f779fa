// label_save.c: an experiment of labelled photographs back into a folder, tables first, the experiment file last.
#include "base/text.h"
#include "measure/label.h"

static pl_status save_table(pl_context *ctx, const char *path, const pl_test *test, const pl__label_writer *writer) {
  pl_text text;
  pl_text_init(&text, ctx);
  writer->table(test, &text);
  pl_status status = text.failed ? PL_ERROR_MEMORY : pl_file_write(ctx, path, text.data, text.size);
  pl_text_clear(&text);
  return status;
}

pl_status pl__label_save(pl_context *ctx, const char *directory, const pl_measurement *m, const pl__label_writer *writer) {
  pl_status status = PL_ERROR_MEMORY;
  pl_arena *arena = pl_arena_create(ctx);
  pl_json_writer *w = arena ? pl_json_writer_create(ctx) : NULL;
  const char **file = w ? pl_arena_alloc(arena, (size_t)m->n_test + 1, sizeof *file) : NULL;
  char *path = file ? pl_path_join(arena, directory, "experiment.json") : NULL;
  if (!path) goto cleanup;
  PL_TRY_CLEAN(pl_directory_create(ctx, directory));
  pl_json_begin_object(w, NULL);
  pl__experiment_head(w, m);
  pl_json_begin_array(w, "tests");
  for (int t = 0; t < m->n_test; t++) {
    const pl_test *test = &m->test[t];
    file[t] = pl__test_file_name(arena, m, t, file, ".csv");
    char *table = file[t] ? pl_path_join(arena, directory, file[t]) : NULL;
    status = PL_ERROR_MEMORY;
    if (!table) goto cleanup;
    if (!writer->has_table || writer->has_table(test)) PL_TRY_CLEAN(save_table(ctx, table, test, writer));
    pl_json_begin_object(w, NULL);
    pl_json_put_text(w, "name", test->name);
    writer->test(w, test, file[t]);
    pl_json_end_object(w);
  }
  pl_json_end_array(w);
  pl_json_end_object(w);
  status = pl_json_writer_save(w, path);

cleanup:
  pl_json_writer_destroy(w);
  pl_arena_destroy(arena);
  return status;
}
