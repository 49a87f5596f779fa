// test_alloc_base.c: the n-th allocation fails, for n = 1 until all goes well: PL_ERROR_MEMORY each time, and nothing leaks.
#include "failing_memory.h"
#include "test.h"

#include "base/csv/csv.h"
#include "base/json.h"
#include "base/option.h"
#include "base/text.h"

#include <stdlib.h>

typedef pl_status (*job)(pl_context *ctx);

static void fail_each(const char *name, job run, int least) {
  for (int fail_at = 1; fail_at < 2000; fail_at++) {
    failing f = {.fail_at = fail_at};
    pl_context_options options = pl_context_options_default();
    options.allocate = failing_allocate;
    options.allocate_user = &f;
    options.n_thread = 1;
    pl_context *ctx = pl_context_create(&options);
    if (ctx == NULL) {
      CHECK(fail_at == 1 && f.n_live == 0);
      continue;
    }
    pl_status status = run(ctx);
    bool met = f.n_call >= fail_at;
    if (status != (met ? PL_ERROR_MEMORY : PL_OK) || pl_context_error(ctx)->status != status)
      test_fail(__FILE__, __LINE__, "%s, allocation %d: %s, recorded %s", name, fail_at, pl_status_text(status),
                pl_status_text(pl_context_error(ctx)->status));
    if (f.n_live != 1) test_fail(__FILE__, __LINE__, "%s, allocation %d: %d blocks leak", name, fail_at, f.n_live - 1);
    pl_context_destroy(ctx);
    if (met) continue;
    if (fail_at < least) test_fail(__FILE__, __LINE__, "%s makes only %d allocations: the test is too small", name, fail_at);
    return;
  }
  test_fail(__FILE__, __LINE__, "%s never succeeds", name);
}

static pl_status read_json(pl_context *ctx) {
  pl_arena *arena = pl_arena_create(ctx);
  if (arena == NULL) return PL_ERROR_MEMORY;
  pl_text text;
  pl_text_init(&text, ctx);
  pl_text_add(&text, "{\"long\": \"");
  pl_text_repeat(&text, "0123456789", 300);
  pl_text_add(&text, "\"");
  for (int i = 0; i < 200; i++) pl_text_printf(&text, ", \"key %d\": {\"unit\": \"N\", \"values\": [1, 2, %d]}", i, i);
  pl_text_add(&text, "}");
  pl_json *root = NULL;
  pl_status status = text.failed ? PL_ERROR_MEMORY : pl_json_parse(arena, "t.json", text.data, text.size, &root);
  CHECK((status == PL_OK) == (root != NULL));
  for (pl_json *m = root != NULL ? root->child->next : NULL; m != NULL && status == PL_OK; m = m->next) {
    int n;
    double *value;
    status = pl_json_quantities(arena, m, PL_DIM_FORCE, &n, &value);
  }
  pl_text_clear(&text);
  pl_arena_destroy(arena);
  return status;
}

TEST(alloc_json_reader) { fail_each("json reader", read_json, 20); }

static pl_status write_json(pl_context *ctx) {
  pl_json_writer *w = pl_json_writer_create(ctx);
  if (w == NULL) return PL_ERROR_MEMORY;
  double value[200] = {1, 2, 3};
  pl_json_begin_object(w, NULL);
  pl_json_put_quantities(w, "x", PL_DIM_LENGTH, 200, value);
  pl_json_put_text(w, "t", "text");
  pl_json_end_object(w);
  char path[1000];
  snprintf(path, sizeof path, "%s/x.json", test_folder());
  pl_status status = pl_json_writer_text(w) == NULL ? PL_ERROR_MEMORY : pl_json_writer_save(w, path);
  CHECK((status == PL_OK) == pl_file_exists(path));
  remove(path);
  pl_json_writer_destroy(w);
  return status;
}

TEST(alloc_json_writer) { fail_each("json writer", write_json, 5); }

static pl_status read_csv(pl_context *ctx) {
  pl_arena *arena = pl_arena_create(ctx);
  if (arena == NULL) return PL_ERROR_MEMORY;
  pl_text text;
  pl_text_init(&text, ctx);
  pl_text_add(&text, "\"Sp\xE9"
                     "cimen\";1\ntime;length;force\ns;mm;N\n");
  for (int i = 0; i < 500; i++) pl_text_printf(&text, "%d,5;%d;\"%d,25\"\n", i, i, i);
  pl_csv *csv = NULL;
  pl_status status = text.failed ? PL_ERROR_MEMORY : pl_csv_parse(arena, "t.csv", text.data, text.size, &csv);
  CHECK((status == PL_OK) == (csv != NULL));
  double *force = NULL;
  if (status == PL_OK) status = pl_csv_numbers(arena, csv, 2, PL_DIM_FORCE, NULL, &force);
  CHECK((status == PL_OK) == (force != NULL && force[499] == 499.25));
  pl_text_clear(&text);
  pl_arena_destroy(arena);
  return status;
}

TEST(alloc_csv_reader) { fail_each("csv reader", read_csv, 10); }

typedef struct settings {
  double force;
  const char *label;
} settings;

static const pl_option rows[] = {
    {"force", offsetof(settings, force), PL_OPTION_REAL, 1, 0, 10, {1, 1, -2, 0}, NULL, "A force."},
    {"label", offsetof(settings, label), PL_OPTION_TEXT, 0, 0, 0, {0, 0, 0, 0}, NULL, "A name."},
};
static const pl_option_table table = {.name = "t", .title = "T", .struct_size = sizeof(settings), .n_option = 2, .option = rows};

static pl_status read_options(pl_context *ctx) {
  settings s;
  pl_options_default(&table, &s);
  pl_arena *arena = pl_arena_create(ctx);
  if (arena == NULL) return PL_ERROR_MEMORY;
  pl_json *root;
  const char *text = "{\"force\": \"2 N\", \"label\": \"name\"}";
  pl_status status = pl_json_parse(arena, "t", text, strlen(text), &root);
  if (status == PL_OK) status = pl_options_read(arena, &table, &s, root);
  // Long texts, so that more blocks are needed.
  char label[5000];
  memset(label, 'x', sizeof label - 1);
  label[sizeof label - 1] = '\0';
  for (int i = 0; i < 10 && status == PL_OK; i++) status = pl_options_set(arena, &table, &s, "label", label, NULL);
  pl_text out;
  pl_text_init(&out, ctx);
  if (status == PL_OK) pl_options_document(&table, NULL, &out);
  if (out.failed) status = PL_ERROR_MEMORY;
  pl_json_writer *w = status == PL_OK ? pl_json_writer_create(ctx) : NULL;
  if (status == PL_OK && w == NULL) status = PL_ERROR_MEMORY;
  if (w != NULL) {
    pl_options_write(&table, &s, w, NULL);
    if (pl_json_writer_text(w) == NULL) status = PL_ERROR_MEMORY;
  }
  pl_json_writer_destroy(w);
  pl_text_clear(&out);
  pl_arena_destroy(arena);
  return status;
}

TEST(alloc_options) { fail_each("options", read_options, 10); }

static pl_status use_files(pl_context *ctx) {
  pl_arena *arena = pl_arena_create(ctx);
  if (arena == NULL) return PL_ERROR_MEMORY;
  char path[1000], *data;
  size_t size;
  pl_status status = PL_OK;
  snprintf(path, sizeof path, "%s/d/e", test_folder());
  PL_TRY_CLEAN(pl_directory_create(ctx, path));
  snprintf(path, sizeof path, "%s/d/e/f", test_folder());
  PL_TRY_CLEAN(pl_file_write(ctx, path, "abc", 3));
  PL_TRY_CLEAN(pl_file_read(arena, path, 10, &data, &size));
  if (pl_path_join(arena, data, path) == NULL || pl_path_directory(arena, path) == NULL) status = PL_ERROR_MEMORY;
cleanup:
  pl_arena_destroy(arena);
  return status;
}

TEST(alloc_files) { fail_each("files", use_files, 5); }
