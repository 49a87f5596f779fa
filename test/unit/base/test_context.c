// test_context.c: the error record, sinks, threads and allocation of a context.
#include "base/progress.h"
#include "test.h"

#include "base/parallel.h"

#include <stdlib.h>

TEST(context_first_failure_wins_until_cleared) {
  pl_context *ctx = pl_context_create(NULL);
  REQUIRE(ctx != NULL);
  CHECK(pl_context_error(ctx)->status == PL_OK);
  pl_where where = {.file = "f.json", .line = 3, .column = 4, .key = "a.b"};
  CHECK(pl_fail(ctx, PL_ERROR_INPUT, &where, "do this", "value %d", 7) == PL_ERROR_INPUT);
  CHECK(pl_fail(ctx, PL_ERROR_MEMORY, NULL, NULL, "later") == PL_ERROR_MEMORY);
  const pl_error *error = pl_context_error(ctx);
  CHECK(error->status == PL_ERROR_INPUT && error->line == 3 && error->column == 4);
  CHECK_TEXT(error->file, "f.json");
  CHECK_TEXT(error->key, "a.b");
  CHECK_TEXT(error->message, "value 7");
  CHECK_TEXT(error->hint, "do this");
  pl_context_clear_error(ctx);
  CHECK(error->status == PL_OK && error->message[0] == '\0');
  pl_fail(ctx, PL_ERROR_UNIT, NULL, NULL, "again");
  CHECK_TEXT(error->message, "again");
  CHECK_TEXT(error->file, "");
  pl_context_destroy(ctx);
  pl_context_destroy(NULL);
}

TEST(context_long_texts_are_cut_between_characters) {
  pl_context *ctx = pl_context_create(NULL);
  char key[300] = "x";
  for (int i = 0; i < 120; i++) memcpy(key + 1 + 2 * i, "µ", 3);
  pl_where where = {.key = key};
  pl_fail(ctx, PL_ERROR_INPUT, &where, NULL, "m");
  const char *kept = pl_context_error(ctx)->key;
  CHECK(strlen(kept) == 127);  // x and 63 characters of two bytes
  CHECK(((unsigned char)kept[126] & 0xC0) == 0x80);
  where.key = key + 1;
  pl_context_clear_error(ctx);
  pl_fail(ctx, PL_ERROR_INPUT, &where, NULL, "m");
  CHECK(strlen(kept) == 126);
  pl_context_destroy(ctx);
}

typedef struct sink {
  int n;
  char line[8][64];
  pl_log_level level;
  bool go_on;
} sink;

static void keep_line(void *user, pl_log_level level, const char *line) {
  sink *s = user;
  if (s->n < 8) snprintf(s->line[s->n], sizeof s->line[0], "%s", line);
  s->n++;
  s->level = level;
}

static bool keep_progress(void *user, const char *stage, double fraction, const char *detail) {
  sink *s = user;
  snprintf(s->line[0], sizeof s->line[0], "%s %.2f %s", stage, fraction, detail);
  return s->go_on;
}

typedef struct counted {
  pl_context *ctx;
  int n;
  pl_progress_state last;
} counted;

static bool keep_state(void *user, const char *stage, double fraction, const char *detail) {
  counted *c = user;
  c->n++;
  c->last = pl_context_progress(c->ctx);
  CHECK_TEXT(stage, "fit");
  CHECK_TEXT(detail, "iteration 3");
  if (c->n > 1) CHECK_NEAR(fraction, (double)c->last.n_example_done / c->last.n_example, 1e-15);
  return false;
}

// Examples repeat the stage at hand, once per percent at the most, and leave the stage's own fraction alone.
TEST(context_progress_counts_examples) {
  counted c = {0};
  pl_context_options options = pl_context_options_default();
  options.progress = keep_state;
  options.progress_user = &c;
  c.ctx = pl_context_create(&options);
  pl_progress_task(c.ctx, 2, 12, "stvk, linear");
  pl_progress_example(c.ctx);  // nothing is counted yet
  CHECK(!pl_progress(c.ctx, "fit", -1, "iteration 3"));
  CHECK(c.n == 1 && c.last.n_task == 12 && c.last.n_task_done == 2 && c.last.n_example == 0);
  CHECK_TEXT(c.last.task, "stvk, linear");
  pl_progress_examples(c.ctx, 1000);
  for (int i = 0; i < 1000; i++) pl_progress_example(c.ctx);
  CHECK(c.n == 101 && c.last.n_example_done == 1000 && c.last.fraction == -1);
  pl_progress_examples(c.ctx, 3);
  for (int i = 0; i < 5; i++) pl_progress_example(c.ctx);  // a second chance is no further example
  CHECK(c.n == 104);
  pl_context_destroy(c.ctx);
}

TEST(context_log_hands_over_single_lines) {
  sink s = {0};
  pl_context_options options = pl_context_options_default();
  options.log = keep_line;
  options.log_user = &s;
  pl_context *ctx = pl_context_create(&options);
  pl_log(ctx, PL_LOG_WARNING, "one %d\ntwo\n", 1);
  CHECK(s.n == 2 && s.level == PL_LOG_WARNING);
  CHECK_TEXT(s.line[0], "one 1");
  CHECK_TEXT(s.line[1], "two");
  char large[4000];
  memset(large, 'x', sizeof large - 1);
  large[sizeof large - 1] = '\0';
  pl_log(ctx, PL_LOG_INFO, "%s", large);
  CHECK(s.n == 3);
  pl_context_destroy(ctx);
}

TEST(context_progress_passes_the_answer_on) {
  sink s = {.go_on = true};
  pl_context_options options = pl_context_options_default();
  options.progress = keep_progress;
  options.progress_user = &s;
  pl_context *ctx = pl_context_create(&options);
  CHECK(pl_progress(ctx, "fit", 0.5, "stage %d", 2));
  CHECK_TEXT(s.line[0], "fit 0.50 stage 2");
  s.go_on = false;
  CHECK(!pl_progress(ctx, "fit", -1, NULL));
  pl_context_destroy(ctx);
  ctx = pl_context_create(NULL);
  CHECK(pl_progress(ctx, "fit", 0.5, "no sink: go on"));
  pl_log(ctx, PL_LOG_INFO, "no sink: silent");
  pl_context_destroy(ctx);
}

TEST(context_thread_count) {
  pl_context_options options = pl_context_options_default();
  int expected[3] = {1, 3, 1024}, asked[3] = {1, 3, 1 << 30};
  for (int i = 0; i < 3; i++) {
    options.n_thread = asked[i];
    pl_context *ctx = pl_context_create(&options);
    CHECK(pl_context_threads(ctx) == expected[i]);
    pl_context_destroy(ctx);
  }
  options.n_thread = 0;
  pl_context *ctx = pl_context_create(&options);
  CHECK(pl_context_threads(ctx) >= 1);
  pl_context_destroy(ctx);
}

TEST(context_alloc_is_zeroed_and_checks_overflow) {
  pl_context *ctx = pl_context_create(NULL);
  unsigned char *bytes = pl_alloc(ctx, 1000, 7);
  REQUIRE(bytes != NULL);
  for (int i = 0; i < 7000; i++) REQUIRE(bytes[i] == 0);
  bytes[6] = 5;
  bytes = pl_realloc(ctx, bytes, 100000, 7);
  REQUIRE(bytes != NULL);
  CHECK(bytes[6] == 5);
  CHECK(pl_context_error(ctx)->status == PL_OK);
  CHECK(pl_realloc(ctx, bytes, SIZE_MAX / 2, 3) == NULL);
  CHECK(pl_context_error(ctx)->status == PL_ERROR_MEMORY);
  CHECK(bytes[6] == 5);  // still there
  pl_free(ctx, bytes);
  pl_free(ctx, NULL);
  pl_context_clear_error(ctx);
  CHECK(pl_alloc(ctx, SIZE_MAX / 2, 3) == NULL);
  CHECK(pl_context_error(ctx)->status == PL_ERROR_MEMORY);
  void *nothing = pl_alloc(ctx, 0, 8);
  CHECK(nothing != NULL);
  pl_free(ctx, nothing);
  pl_context_destroy(ctx);
}

static void *refuse(void *user, void *old, size_t size) {
  (void)user;
  (void)old;
  (void)size;
  return NULL;
}

static void *count_live(void *user, void *old, size_t size) {
  int *live = user;
  if (size == 0) {
    *live -= old != NULL;
    free(old);
    return NULL;
  }
  void *memory = realloc(old, size);
  if (memory != NULL && old == NULL) {
    *live += 1;
    memset(memory, 0xA5, size);  // a custom allocator need not zero
  }
  return memory;
}

TEST(context_create_fails_only_without_memory) {
  pl_context_options options = pl_context_options_default();
  options.allocate = refuse;
  CHECK(pl_context_create(&options) == NULL);
}

TEST(context_custom_allocator_sees_everything) {
  int live = 0;
  pl_context_options options = pl_context_options_default();
  options.allocate = count_live;
  options.allocate_user = &live;
  pl_context *ctx = pl_context_create(&options);
  CHECK(live == 1);
  int *numbers = pl_alloc(ctx, 10, sizeof *numbers);
  CHECK(live == 2 && numbers[9] == 0);
  pl_free(ctx, numbers);
  pl_context_destroy(ctx);
  CHECK(live == 0);
}

static pl_status fail_and_log(void *user, int i, int worker) {
  (void)worker;
  pl_context *ctx = user;
  pl_log(ctx, PL_LOG_INFO, "piece %d", i);
  return i % 7 == 3 ? pl_fail(ctx, PL_ERROR_INPUT, NULL, NULL, "piece %d is bad", i) : PL_OK;
}

TEST(context_failures_of_workers_are_recorded_whole) {
  sink s = {0};
  pl_context_options options = pl_context_options_default();
  options.log = keep_line;
  options.log_user = &s;
  options.n_thread = 4;
  pl_context *ctx = pl_context_create(&options);
  for (int round = 0; round < 50; round++) {
    pl_context_clear_error(ctx);
    CHECK(pl_parallel_for(ctx, 40, fail_and_log, ctx) == PL_ERROR_INPUT);
    CHECK_TEXT(pl_context_error(ctx)->message, "piece 3 is bad");
  }
  pl_context_destroy(ctx);
}

static bool stop_at_once(void *user, const char *stage, double fraction, const char *detail) {
  (void)stage, (void)fraction, (void)detail;
  (*(int *)user)++;
  return false;
}

// Only who listens is interrupted; the sink is asked once, and its answer holds until the listening ends.
TEST(context_poll_asks_while_listening) {
  int n_asked = 0;
  pl_context_options options = pl_context_options_default();
  options.progress = stop_at_once;
  options.progress_user = &n_asked;
  pl_context *ctx = pl_context_create(&options);
  CHECK(pl_progress_poll(ctx) == PL_OK && n_asked == 0);
  pl_progress_listen(ctx, true);
  for (int i = 0; i < 3; i++) CHECK(pl_progress_poll(ctx) == PL_ERROR_INTERRUPTED);
  CHECK(n_asked == 1);
  pl_progress_listen(ctx, false);
  CHECK(pl_progress_poll(ctx) == PL_OK && n_asked == 1);
  pl_context_destroy(ctx);
}
