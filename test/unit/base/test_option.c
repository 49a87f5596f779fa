// test_option.c: settings by table.
#include "said.h"
#include "test.h"

#include "base/option.h"
#include "base/text.h"

typedef struct settings {
  int max_iterations;
  double tolerance, ratio;
  int verbose, method;
  const char *label;
} settings;

static const pl_option rows[] = {
    {"max-iterations", offsetof(settings, max_iterations), PL_OPTION_INT, 50, 1, 1000, {0, 0, 0, 0}, NULL, "Iterations per stage."},
    {"tolerance", offsetof(settings, tolerance), PL_OPTION_REAL, 1e-9, 0, 1, {1, 1, -2, 0}, NULL, "Largest residual force."},
    {"ratio", offsetof(settings, ratio), PL_OPTION_REAL, 0.5, 0, INFINITY, {0, 0, 0, 0}, NULL, "A plain number."},
    {"verbose", offsetof(settings, verbose), PL_OPTION_BOOL, 1, 0, 1, {0, 0, 0, 0}, NULL, "Say more."},
    {"method", offsetof(settings, method), PL_OPTION_CHOICE, 1, 0, 2, {0, 0, 0, 0}, "auto|hybrid|lbfgs", "How."},
    {"label", offsetof(settings, label), PL_OPTION_TEXT, 0, 0, 0, {0, 0, 0, 0}, "none", "A name."},
};
static const pl_option_table table = {
    .name = "solver", .title = "Equilibrium solver", .struct_size = sizeof(settings), .n_option = 6, .option = rows};

typedef struct fixture {
  pl_context *ctx;
  pl_arena *arena;
  settings s;
} fixture;

static fixture start(void) {
  fixture f = {.ctx = pl_context_create(NULL)};
  f.arena = pl_arena_create(f.ctx);
  pl_options_default(&table, &f.s);
  return f;
}

static void finish(fixture *f) {
  pl_arena_destroy(f->arena);
  pl_context_destroy(f->ctx);
}

TEST(option_defaults) {
  fixture f = start();
  CHECK(f.s.max_iterations == 50 && f.s.tolerance == 1e-9 && f.s.ratio == 0.5 && f.s.verbose == 1 && f.s.method == 1);
  CHECK_TEXT(f.s.label, "none");
  CHECK(pl_options_find(&table, "method") == &rows[4] && pl_options_find(&table, "metho") == NULL);
  finish(&f);
}

TEST(option_set_from_text) {
  fixture f = start();
  CHECK(pl_options_set(f.arena, &table, &f.s, "max-iterations", "1e3", NULL) == PL_OK && f.s.max_iterations == 1000);
  CHECK(pl_options_set(f.arena, &table, &f.s, "tolerance", "2 mN", NULL) == PL_OK && f.s.tolerance == 2e-3);
  CHECK(pl_options_set(f.arena, &table, &f.s, "ratio", "5 %", NULL) == PL_OK && f.s.ratio == 0.05);
  CHECK(pl_options_set(f.arena, &table, &f.s, "verbose", "off", NULL) == PL_OK && f.s.verbose == 0);
  CHECK(pl_options_set(f.arena, &table, &f.s, "method", "lbfgs", NULL) == PL_OK && f.s.method == 2);
  char label[] = "run 1";
  CHECK(pl_options_set(f.arena, &table, &f.s, "label", label, NULL) == PL_OK);
  label[0] = 'X';
  CHECK_TEXT(f.s.label, "run 1");
  finish(&f);
}

TEST(option_refusals_say_what_is_allowed) {
  static const struct {
    const char *name, *text;
    pl_status status;
    const char *part;
  } cases[] = {
      {"max-iterations", "0", PL_ERROR_INPUT, "[option.expected]|\"0\"|1|1000|50"},
      {"max-iterations", "2.5", PL_ERROR_INPUT, "[option.expected]"},
      {"max-iterations", "1e99", PL_ERROR_INPUT, "between 1 and 1000"},
      {"max-iterations", "", PL_ERROR_INPUT, "[option.expected]"},
      {"tolerance", "1e-9", PL_ERROR_UNIT, "[option.expected]|\"1 N\""},
      {"tolerance", "1 mm", PL_ERROR_UNIT, "[option.expected]"},
      {"tolerance", "fine", PL_ERROR_INPUT, "[option.expected]"},
      {"tolerance", "-1 N", PL_ERROR_INPUT, "between 0 N and 1 N"},
      {"tolerance", "1001 mN", PL_ERROR_INPUT, "between 0 N and 1 N"},
      {"ratio", "-1", PL_ERROR_INPUT, ">= 0"},
      {"ratio", "nan", PL_ERROR_INPUT, "number"},
      {"verbose", "maybe", PL_ERROR_INPUT, "[option.expected]"},
      {"method", "hybird", PL_ERROR_INPUT, "[option.expected]|\"hybrid\""},
      {"method", "newton", PL_ERROR_INPUT, "choose one"},
      {"method", "auto|hybrid", PL_ERROR_INPUT, "one of"},
      {"method", "", PL_ERROR_INPUT, "one of"},
      {"max_iteration", "3", PL_ERROR_INPUT, "[option.unknown-option-settings]|\"max_iteration\"|\"max-iterations\""},
      {"colour", "3", PL_ERROR_INPUT, "known: max-iterations, tolerance"},
  };
  fixture f = start();
  pl_where where = {.file = "command line"};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    pl_context_clear_error(f.ctx);
    pl_status status = pl_options_set(f.arena, &table, &f.s, cases[i].name, cases[i].text, &where);
    char text[2300];
    said_error_format(pl_context_error(f.ctx), text, sizeof text);
    if (status != cases[i].status || !test_says(text, cases[i].part))
      test_fail(__FILE__, __LINE__, "%s = %s: %s: %s", cases[i].name, cases[i].text, pl_status_text(status), text);
  }
  settings fresh;
  pl_options_default(&table, &fresh);
  CHECK(memcmp(&fresh, &f.s, sizeof fresh) == 0);  // nothing was changed
  finish(&f);
}

static pl_status read_text(fixture *f, const char *text) {
  pl_json *root;
  pl_context_clear_error(f->ctx);
  PL_TRY(pl_json_parse(f->arena, "t.json", text, strlen(text), &root));
  PL_TRY(pl_options_read(f->arena, &table, &f->s, root));
  return pl_json_done(f->ctx, root, 0, NULL);
}

TEST(option_read_from_json) {
  fixture f = start();
  CHECK(read_text(
            &f,
            "{\"max-iterations\": 7, \"tolerance\": \"1 N\", \"ratio\": 3, \"verbose\": false, \"method\": \"auto\", \"label\": \"x\"}") ==
        PL_OK);
  CHECK(f.s.max_iterations == 7 && f.s.tolerance == 1 && f.s.ratio == 3 && f.s.verbose == 0 && f.s.method == 0);
  CHECK_TEXT(f.s.label, "x");
  CHECK(read_text(&f, "{\n\"methd\": \"auto\"}") == PL_ERROR_INPUT);
  CHECK(pl_context_error(f.ctx)->line == 2);
  CHECK_CONTAINS(pl_context_error(f.ctx)->hint, "method");
  CHECK(read_text(&f, "{\"tolerance\": 1}") == PL_ERROR_UNIT);
  CHECK(read_text(&f, "{\"method\": 1}") == PL_ERROR_INPUT);
  CHECK_CONTAINS(said_error(f.ctx), "[option.has-value-wrong-kind]");
  CHECK(read_text(&f, "{\"verbose\": null}") == PL_ERROR_INPUT);
  CHECK(read_text(&f, "[]") == PL_ERROR_INPUT);
  finish(&f);
}

TEST(option_written_settings_read_back) {
  fixture f = start();
  f.s.max_iterations = 12, f.s.tolerance = 0.125, f.s.verbose = 0, f.s.method = 2, f.s.label = "a \"b\"";
  pl_json_writer *w = pl_json_writer_create(f.ctx);
  pl_options_write(&table, &f.s, w, NULL);
  settings before = f.s;
  pl_options_default(&table, &f.s);
  CHECK(read_text(&f, pl_json_writer_text(w)) == PL_OK);
  CHECK(f.s.max_iterations == 12 && f.s.tolerance == 0.125 && f.s.verbose == 0 && f.s.method == 2);
  CHECK_TEXT(f.s.label, before.label);
  char text[64];
  pl_options_print(&rows[1], &f.s, text, sizeof text);
  CHECK_TEXT(text, "0.125 N");
  pl_options_print(&rows[3], &f.s, text, sizeof text);
  CHECK_TEXT(text, "false");
  pl_options_print(&rows[4], &f.s, text, sizeof text);
  CHECK_TEXT(text, "lbfgs");
  f.s.method = 9;  // not a choice
  pl_options_print(&rows[4], &f.s, text, sizeof text);
  CHECK_TEXT(text, "");
  pl_json_writer_destroy(w);
  finish(&f);
}

TEST(option_document_is_a_table) {
  fixture f = start();
  pl_text out;
  pl_text_init(&out, f.ctx);
  pl_options_document(&table, NULL, &out);
  CHECK_CONTAINS(out.data, "## Equilibrium solver\n");
  CHECK_CONTAINS(out.data, "| `max-iterations` | 50 | between 1 and 1000 | Iterations per stage. |\n");
  CHECK_CONTAINS(out.data, "| `tolerance` | 1e-09 N | between 0 N and 1 N |");
  CHECK_CONTAINS(out.data, "| `ratio` | 0.5 | >= 0 |");
  CHECK_CONTAINS(out.data, "| `method` | hybrid | auto, hybrid, lbfgs | How. |");
  CHECK_CONTAINS(out.data, "| `label` | none | text |");
  pl_text_clear(&out);
  finish(&f);
}
