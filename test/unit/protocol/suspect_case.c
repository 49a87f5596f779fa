// suspect_case.c: see suspect_case.h.
#include "said.h"
#include "unit/protocol/suspect_case.h"

#include <dirent.h>
#include <stdlib.h>

pl_context *suspect_ctx;

void suspect_start(void) { suspect_ctx = pl_context_create(NULL); }
void suspect_finish(void) { pl_context_destroy(suspect_ctx); }

static void write_at(const char *path, const char *text) { REQUIRE(pl_file_write(suspect_ctx, path, text, strlen(text)) == PL_OK); }

void suspect_put(const char *name, const char *text) {
  char path[600];
  snprintf(path, sizeof path, "%s/%s", test_folder(), name);
  write_at(path, text);
}

static pl_measurement *read_experiment(const char *folder) {
  pl_measurement *m = NULL;
  if (pl_measurement_load(suspect_ctx, folder, &m) == PL_OK) return m;
  char error[2048];
  said_error_format(pl_context_error(suspect_ctx), error, sizeof error);
  test_fail(__FILE__, __LINE__, "%s", error);
  test_stop();
}

pl_measurement *suspect_load_text(const char *text) {
  suspect_put("experiment.json", text);
  return read_experiment(test_folder());
}

pl_measurement *suspect_load(const char *head, const char *tests) {
  char text[2000];
  snprintf(text, sizeof text,
           "{\"pliant\": \"experiment 1\", \"protocol\": \"tensile\", \"specimen\": {\"length\": \"100 mm\", \"width\": \"50 mm\"}, "
           "%s\"tests\": [%s]}",
           head, tests);
  return suspect_load_text(text);
}

// ---- one thing changed ----

void suspect_header(pl_text *out, const char *text, const void *user) {
  const char *header = user;
  pl_text_printf(out, "%s%s", header, strchr(text, '\n'));
}

void suspect_replace(pl_text *out, const char *text, const void *user) {
  const char *const *pair = user, *found = strstr(text, pair[0]);
  REQUIRE(found != NULL);
  pl_text_printf(out, "%.*s%s%s", (int)(found - text), text, pair[1], found + strlen(pair[0]));
}

// Of lines of two columns, each with its own factor.
static void scale(pl_text *out, const char *text, double first, double second) {
  const char *end = strchr(text, '\n') + 1;
  pl_text_printf(out, "%.*s", (int)(end - text), text);
  for (const char *line = end; *line; line = end) {
    char *comma;
    double x = strtod(line, &comma);
    REQUIRE(*comma == ',');
    pl_text_printf(out, "%.9g,%.9g\n", x * first, strtod(comma + 1, NULL) * second);
    end = line + strcspn(line, "\n");
    end += *end == '\n';
  }
}

void suspect_scale(pl_text *out, const char *text, const void *user) { scale(out, text, *(const double *)user, 1); }
void suspect_second(pl_text *out, const char *text, const void *user) { scale(out, text, 1, *(const double *)user); }

void suspect_exchange(pl_text *out, const char *text, const void *user) {
  (void)user;
  const char *comma = strchr(text, ','), *end = strchr(text, '\n');
  REQUIRE(comma && end && comma < end);
  pl_text_printf(out, "%.*s,%.*s%s", (int)(end - comma - 1), comma + 1, (int)(comma - text), text, end);
}

static void change(const char *path, suspect_edit *edit, const void *user) {
  char *text;
  size_t size;
  pl_arena *arena = pl_arena_create(suspect_ctx);
  REQUIRE(pl_file_read(arena, path, 1 << 20, &text, &size) == PL_OK);
  pl_text changed;
  pl_text_init(&changed, suspect_ctx);
  edit(&changed, text, user);
  write_at(path, changed.data);
  pl_text_clear(&changed);
  pl_arena_destroy(arena);
}

static const char *new_folder(char folder[600]) {
  static int n;
  snprintf(folder, 600, "%s/%d", test_folder(), n++);
  return folder;
}

static pl_measurement *changed(const char *folder, const char *file, suspect_edit *edit, const void *user) {
  char path[700];
  snprintf(path, sizeof path, "%s/%s", folder, file ? file : "");
  if (edit) change(path, edit, user);
  return read_experiment(folder);
}

pl_measurement *suspect_template(const char *protocol, const char *file, suspect_edit *edit, const void *user) {
  char folder[600];
  REQUIRE(pl_measurement_new(suspect_ctx, protocol, new_folder(folder)) == PL_OK);
  return changed(folder, file, edit, user);
}

pl_measurement *suspect_example(const char *example, const char *file, suspect_edit *edit, const void *user) {
  char folder[600], from[700], to[1000];
  REQUIRE(pl_directory_create(suspect_ctx, new_folder(folder)) == PL_OK);
  snprintf(from, sizeof from, PLIANT_SOURCE_DIR "/examples/%s", example);
  DIR *files = opendir(from);
  REQUIRE(files != NULL);
  for (const struct dirent *entry; (entry = readdir(files));) {
    if (!strstr(entry->d_name, ".csv") && !strstr(entry->d_name, ".json")) continue;
    char *text;
    size_t size;
    pl_arena *arena = pl_arena_create(suspect_ctx);
    snprintf(to, sizeof to, "%s/%s", from, entry->d_name);
    REQUIRE(pl_file_read(arena, to, 1 << 20, &text, &size) == PL_OK);
    snprintf(to, sizeof to, "%s/%s", folder, entry->d_name);
    write_at(to, text);
    pl_arena_destroy(arena);
  }
  closedir(files);
  return changed(folder, file, edit, user);
}

// ---- what is expected ----

int suspect_count(const pl_measurement *m, const char *part) {
  int n = 0;
  for (int i = 0; i < m->n_suspicion; i++) n += test_says(said_text(&m->suspicion[i]), part);
  return n;
}

void suspect_expect(const char *test, int line, pl_measurement *m, int n, const char *part, const char *remedy) {
  if (m->n_suspicion != n || (n > 0 && suspect_count(m, part) != n)) {
    test_fail(test, line, "%d suspicions, expected %d with \"%s\"", m->n_suspicion, n, part);
    for (int i = 0; i < m->n_suspicion; i++) test_fail(test, line, "found: %s; %s", m->suspicion[i].text, m->suspicion[i].remedy);
  } else if (n > 0) {
    for (int i = 0; i < n; i++)
      if (!test_says(said_do(&m->suspicion[i]), remedy))
        test_fail(test, line, "\"%s\" should contain \"%s\"", m->suspicion[i].remedy, remedy);
  }
  pl_measurement_destroy(m);
}
