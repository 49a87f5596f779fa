// hostile_experiment.c: see hostile_experiment.h.
#include "said.h"
#include "fault/hostile_experiment.h"

#include "base/rng.h"
#include "measure/protocol.h"
#include "test.h"

static pl_context *ctx;
static pl_arena *arena;

const char *hostile_path(const char *name) {
  char *path = pl_arena_printf(arena, "%s/%s", test_folder(), name);
  REQUIRE(path);
  return path;
}

void hostile_start(const char *protocol) {
  ctx = pl_context_create(NULL);
  arena = pl_arena_create(ctx);
  REQUIRE(pl_measurement_new(ctx, protocol, hostile_path("a")) == PL_OK);
}

void hostile_finish(void) {
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

pl_context *hostile_context(void) { return ctx; }
pl_arena *hostile_arena(void) { return arena; }

void hostile_put_bytes(const char *name, const void *data, size_t size) {
  REQUIRE(pl_file_write(ctx, hostile_path(name), data, size) == PL_OK);
}
void hostile_put(const char *name, const char *text) { hostile_put_bytes(name, text, strlen(text)); }

char *hostile_get(const char *name, size_t *size) {
  static char *data;  // static: gcc 12 calls it dangling otherwise
  REQUIRE(pl_file_read(arena, hostile_path(name), 1 << 24, &data, size) == PL_OK);
  return data;
}

void hostile_edit(const char *name, const char *from, const char *to) {
  size_t size;
  char *data = hostile_get(name, &size), *place = strstr(data, from);
  if (!place) test_fail(__FILE__, __LINE__, "%s has no \"%s\"", name, from);
  REQUIRE(place);
  hostile_put(name, pl_arena_printf(arena, "%.*s%s%s", (int)(place - data), data, to, place + strlen(from)));
}

void hostile_expect(const char *file, int line, pl_status status, const char *bad_file, const char *line_of, const char *phrase) {
  pl_measurement *m = (pl_measurement *)(void *)&ctx;
  pl_status got = pl_measurement_load(ctx, hostile_path("a"), &m);
  const pl_error *error = pl_context_error(ctx);
  char text[2048];
  said_error_format(error, text, sizeof text);
  if (got != status) test_fail(file, line, "status %s, expected %s: %s", pl_status_text(got), pl_status_text(status), text);
  if (m != NULL) test_fail(file, line, "a measurement was returned");
  if (strcmp(error->file, hostile_path(bad_file)) != 0) test_fail(file, line, "file \"%s\", expected %s: %s", error->file, bad_file, text);
  if (!test_says(text, phrase)) test_fail(file, line, "\"%s\" should contain \"%s\"", text, phrase);
  if (error->hint[0] == '\0') test_fail(file, line, "no remedy: %s", text);
  if (strchr(text, '\n')) test_fail(file, line, "more than one line: %s", text);
  if (line_of) {
    size_t size;
    const char *data = hostile_get(bad_file, &size), *place = strstr(data, line_of);
    int expected = 1;
    for (const char *p = data; place && p < place; p++) expected += *p == '\n';
    if (!place || error->line != expected) test_fail(file, line, "line %d, expected %d: %s", error->line, expected, text);
  }
  pl_context_clear_error(ctx);
}

void hostile_bad(const char *file, int line, const char *name, const char *from, const char *to, pl_status status, const char *bad_file,
                 const char *line_of, const char *phrase) {
  size_t size;
  char *before = hostile_get(name, &size);
  hostile_edit(name, from, to);
  hostile_expect(file, line, status, bad_file, line_of, phrase);
  hostile_put_bytes(name, before, size);
}

void hostile_doubt(const char *file, int line, const char *name, const char *from, const char *to, const char *text, const char *remedy) {
  size_t size;
  char *before = hostile_get(name, &size), error[2048];
  pl_measurement *m = NULL;
  hostile_edit(name, from, to);
  pl_status status = pl_measurement_load(ctx, hostile_path("a"), &m);
  said_error_format(pl_context_error(ctx), error, sizeof error);
  if (status != PL_OK) test_fail(file, line, "%s", error);
  REQUIRE(status == PL_OK);
  for (int i = text ? 1 : 0; i < m->n_suspicion; i++) test_fail(file, line, "not expected: %s", m->suspicion[i].text);
  if (text && !(m->n_suspicion > 0 && test_says(said_text(&m->suspicion[0]), text) && test_says(said_do(&m->suspicion[0]), remedy)))
    test_fail(file, line, "no suspicion \"%s\"; the first is \"%s\" (%s)", text, m->n_suspicion ? m->suspicion[0].text : "",
              m->n_suspicion ? m->suspicion[0].remedy : "");
  pl_measurement_destroy(m);
  hostile_put_bytes(name, before, size);
}

void hostile_text(const char *file, int line, const char *name, const char *text, pl_status status, const char *line_of,
                  const char *phrase) {
  size_t size;
  char *before = hostile_get(name, &size);
  hostile_put(name, text);
  hostile_expect(file, line, status, name, line_of, phrase);
  hostile_put_bytes(name, before, size);
}

void hostile_damage(const char *protocol, const char *const *name, int n_trial) {
  hostile_start(protocol);
  pl_rng rng;
  pl_rng_init(&rng, 5);
  for (; *name; name++) {
    size_t size;
    char *data = hostile_get(*name, &size);
    for (int trial = 0; trial < n_trial; trial++) {
      char *copy = pl_arena_alloc(arena, size + 1, 1);
      REQUIRE(copy);
      memcpy(copy, data, size);
      bool cut = 3 * trial < n_trial;
      for (int k = 0; k < 4 && !cut; k++) copy[pl_rng_next(&rng) % size] = "0-9.,\"[]{}n\n"[pl_rng_next(&rng) % 12];
      hostile_put_bytes(*name, copy, cut ? 3 * size * (size_t)trial / (size_t)n_trial : size);
      pl_measurement *m;
      pl_status status = pl_measurement_load(ctx, hostile_path("a"), &m);
      CHECK((status == PL_OK) == (m != NULL));
      if (status != PL_OK) CHECK(pl_context_error(ctx)->message[0] != '\0');
      pl_measurement_destroy(m);
      pl_context_clear_error(ctx);
    }
    hostile_put_bytes(*name, data, size);
  }
  hostile_finish();
}
