// label_save.c: writes an experiment of labelled photographs into a folder, tables first, the experiment file last.
#include "base/text.h"
#include "measure/label/label.h"
#include "measure/record.h"

static pl_status save_table(pl_context *ctx, const char *path, const pl_test *test, const pl__label_writer *writer) {
  pl_text text;
  pl_text_init(&text, ctx);
  writer->table(test, &text);
  pl_status status = text.failed ? PL_ERROR_MEMORY : pl_file_write(ctx, path, text.data, text.size);
  pl_text_clear(&text);
  return status;
}

static pl_status save_tests(const pl__saver *s, const void *user) {
  const pl__label_writer *writer = user;
  for (int t = 0; t < s->m->n_test; t++) {
    const pl_test *test = &s->m->test[t];
    s->file[t] = pl__test_file_name(s->arena, s->m, t, s->file, ".csv");
    char *table = s->file[t] ? pl_path_join(s->arena, s->directory, s->file[t]) : NULL;
    if (!table) return PL_ERROR_MEMORY;
    if (!writer->has_table || writer->has_table(test)) PL_TRY(save_table(s->ctx, table, test, writer));
    pl_json_begin_object(s->w, NULL);
    pl_json_put_text(s->w, "name", test->name);
    writer->test(s->w, test, s->file[t]);
    if (test->specimen && !writer->names_specimen) pl__specimen_write(s->w, test);
    pl_json_end_object(s->w);
  }
  return PL_OK;
}

pl_status pl__label_save(pl_context *ctx, const char *directory, const pl_measurement *m, const pl__label_writer *writer) {
  return pl__experiment_save(ctx, directory, m, save_tests, writer);
}
