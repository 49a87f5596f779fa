// test_json.c: reading with positions, asking with checks, writing and reading back.
#include "said.h"
#include "test.h"

#include "base/json.h"
#include "base/text.h"

#include <float.h>

typedef struct fixture {
  pl_context *ctx;
  pl_arena *arena;
  pl_json *root;
} fixture;

static fixture parse(const char *text) {
  fixture f = {.ctx = pl_context_create(NULL)};
  f.arena = pl_arena_create(f.ctx);
  pl_json_parse(f.arena, "t.json", text, strlen(text), &f.root);
  return f;
}

static fixture parse_good(const char *text) {
  fixture f = parse(text);
  if (f.root == NULL) {
    test_fail(__FILE__, __LINE__, "not read: %s: %s", text, pl_context_error(f.ctx)->message);
    test_stop();
  }
  return f;
}

static void finish(fixture *f) {
  pl_arena_destroy(f->arena);
  pl_context_destroy(f->ctx);
}

// The message of the failure, and ready for the next.
#define CHECK_FAILS(f, call, expected_status, part)                                \
  do {                                                                             \
    CHECK((call) == (expected_status));                                            \
    char check_text_[2300];                                                        \
    said_error_format(pl_context_error((f).ctx), check_text_, sizeof check_text_); \
    CHECK_CONTAINS(check_text_, part);                                             \
    pl_context_clear_error((f).ctx);                                               \
  } while (0)

TEST(json_reads_every_kind_with_positions) {
  fixture f =
      parse_good("// head\n{\n  \"a\": [1, -2.5e3, true, false, null],\n  /* two\n lines */ \"b\": {\"µ\": \"x\", \"c\": \"\"}\n}\n");
  pl_json *a = pl_json_find(f.root, "a"), *b = pl_json_find(f.root, "b");
  REQUIRE(a != NULL && b != NULL);
  CHECK(f.root->kind == PL_JSON_OBJECT && f.root->n == 2 && f.root->line == 2 && f.root->column == 1);
  CHECK(a->kind == PL_JSON_ARRAY && a->n == 5 && a->line == 3 && a->column == 3);
  CHECK(a->child->number == 1 && a->child->next->number == -2500);
  CHECK_TEXT(a->child->next->path, "a[1]");
  CHECK(a->child->next->next->boolean && a->child->next->next->kind == PL_JSON_BOOL);
  CHECK(a->child->next->next->next->next->kind == PL_JSON_NULL && a->child->next->next->next->next->next == NULL);
  CHECK(b->line == 5);
  pl_json *c = pl_json_find(b, "c");
  REQUIRE(c != NULL);
  CHECK_TEXT(c->path, "b.c");
  CHECK_TEXT(c->key, "c");
  CHECK_TEXT(c->file, "t.json");
  CHECK_TEXT(c->text, "");
  CHECK(c->column == 27);  // characters, not bytes
  CHECK(pl_json_find(b, "d") == NULL && pl_json_find(a, "x") == NULL);
  finish(&f);
}

TEST(json_reads_escapes) {
  fixture f = parse_good("\xEF\xBB\xBF[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\", \"\\u00b5\\u20ac\\ud83d\\ude00\", \"\\u0041\"]");
  CHECK_TEXT(f.root->child->text, "\"\\/\b\f\n\r\t");
  CHECK_TEXT(f.root->child->next->text, "\xC2\xB5\xE2\x82\xAC\xF0\x9F\x98\x80");
  CHECK_TEXT(f.root->child->next->next->text, "A");
  CHECK_TEXT(f.root->child->path, "[0]");
  finish(&f);
}

TEST(json_reads_a_scalar_root) {
  fixture f = parse_good(" 0 ");
  CHECK(f.root->kind == PL_JSON_NUMBER && f.root->number == 0);
  CHECK_TEXT(f.root->path, "");
  finish(&f);
  f = parse_good("[]");
  CHECK(f.root->n == 0 && f.root->child == NULL);
  finish(&f);
}

TEST(json_many_keys) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  pl_text text;
  pl_text_init(&text, ctx);
  pl_text_add(&text, "{");
  for (int i = 0; i < 3000; i++) pl_text_printf(&text, "\"k%d\": %d,\n", i, i);
  pl_text_add(&text, "\"k1234\": 0}");
  pl_json *root;
  CHECK(pl_json_parse(arena, "t", text.data, text.size, &root) == PL_ERROR_PARSE);
  CHECK(root == NULL);
  CHECK_CONTAINS(said_error(ctx), "lines 1235 and 3001");
  text.data[text.size - 9] = 'x';  // k1234 becomes kx234
  text.data[text.size - 8] = 'x';
  pl_context_clear_error(ctx);
  CHECK(pl_json_parse(arena, "t", text.data, text.size, &root) == PL_OK);
  CHECK(root != NULL && root->n == 3001);
  pl_text_clear(&text);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

TEST(json_messages_of_malformed_text) {
  static const struct {
    const char *text;
    int line;
    const char *part;
  } cases[] = {
      {"", 1, "empty"},
      {"  // nothing\n", 1, "empty"},
      {"{\"a\": 1,\n\"b\": 2,\n\"a\": 3}", 3, "[json.key-given-twice-lines]|1|3"},
      {"{\"a\": 1,\n}", 1, "comma"},
      {"[1,\n2,\n]", 2, "[json.comma-stands-before-no]"},
      {"[1 2]", 1, "comma missing"},
      {"{\"a\" 1}", 1, "':'"},
      {"{a: 1}", 1, "double quotes"},
      {"{'a': 1}", 1, "double quotes"},
      {"[1\n\n", 3, "[json.opened-line-never-closed]|1"},
      {"{\"a\": [1", 1, "never closed"},
      {"{", 1, "[json.expected-key-found]"},
      {"[1] x", 1, "[json.expected-end-file-found]"},
      {"[1][2]", 1, "[json.expected-end-file-found]"},
      {"\n[NaN]", 2, "NaN is not"},
      {"[-Infinity]", 1, "not a JSON number"},
      {"[01]", 1, "not a JSON number"},
      {"[1.]", 1, "not a JSON number"},
      {"[.5]", 1, "[json.expected-value-found]"},
      {"[+1]", 1, "[json.expected-value-found]"},
      {"[1e]", 1, "not a JSON number"},
      {"[100 mm]", 1, "comma"},
      {"[100mm]", 1, "[json.not-json-number]|100"},
      {"[1e999]", 1, "too large"},
      {"[1,,2]", 1, "[json.expected-value-found]"},
      {"[tru]", 1, "[json.not-json-value]"},
      {"[truest]", 1, "[json.not-json-value]"},
      {"[\"abc\n\"]", 1, "never ends"},
      {"[\"abc", 1, "never ends"},
      {"[\"abc\\", 1, "never ends"},
      {"[\"\\x\"]", 1, "no escape"},
      {"[\"\\u12g4\"]", 1, "hexadecimal"},
      {"[\"\\u0000\"]", 1, "hexadecimal"},
      {"[\"\\ud83d\"]", 1, "hexadecimal"},
      {"[\"\\ude00\"]", 1, "hexadecimal"},
      {"[\"\\ud83d\\u0041\"]", 1, "hexadecimal"},
      {"[\"\xE4\"]", 1, "UTF-8"},
      {"[\"\xC0\x80\"]", 1, "UTF-8"},
      {"[\"\xED\xA0\x80\"]", 1, "UTF-8"},
      {"[\"a\tb\"]", 1, "control character"},
      {"\n/* open", 2, "never ends"},
      {"/", 1, "[json.expected-value-found]"},
      {"\xFF\xFE[", 1, "UTF-16"},
      {"]", 1, "[json.expected-value-found]"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    fixture f = parse(cases[i].text);
    const pl_error *error = pl_context_error(f.ctx);
    char text[2300];
    said_error_format(error, text, sizeof text);
    if (f.root != NULL || error->status != PL_ERROR_PARSE || error->line != cases[i].line || !test_says(text, cases[i].part) ||
        error->hint[0] == '\0')
      test_fail(__FILE__, __LINE__, "case %zu, %s: line %d (expected %d): %s (expected \"%s\")", i, cases[i].text, error->line,
                cases[i].line, text, cases[i].part);
    finish(&f);
  }
}

TEST(json_nul_and_depth) {
  fixture f = parse("[]");
  pl_json *root;
  CHECK_FAILS(f, pl_json_parse(f.arena, "t", "[1\0]", 4, &root), PL_ERROR_PARSE, "0x00");
  char deep[260];
  for (int depth = 63; depth <= 65; depth++) {
    memset(deep, '[', (size_t)depth);
    memset(deep + depth, ']', (size_t)depth);
    pl_status status = pl_json_parse(f.arena, "t", deep, (size_t)(2 * depth), &root);
    CHECK(status == (depth <= 64 ? PL_OK : PL_ERROR_PARSE));
  }
  CHECK_CONTAINS(said_error(f.ctx), "64");
  finish(&f);
}

TEST(json_get_says_what_is_missing) {
  fixture f = parse_good("{\"test\": {\n\"lenght\": 1, \"n\": 2}}");
  pl_json *test, *value;
  CHECK(pl_json_get(f.ctx, f.root, "test", PL_JSON_OBJECT, &test) == PL_OK);
  CHECK_FAILS(f, pl_json_get(f.ctx, test, "length", PL_JSON_STRING, &value), PL_ERROR_INPUT,
              "[json.missing-field]|1|2|\"length\"|\"lenght\"");
  CHECK(value == NULL);
  CHECK_FAILS(f, pl_json_get(f.ctx, test, "mass", PL_JSON_STRING, &value), PL_ERROR_INPUT, "add \"mass\": a text");
  CHECK_FAILS(f, pl_json_get(f.ctx, test, "n", PL_JSON_ARRAY, &value), PL_ERROR_INPUT, "[json.expected]|2|14");
  CHECK(pl_json_get(f.ctx, test, "n", PL_JSON_NULL, &value) == PL_OK);
  CHECK_FAILS(f, pl_json_get(f.ctx, value, "x", PL_JSON_ARRAY, &value), PL_ERROR_INPUT, "[json.expected]");
  finish(&f);
}

TEST(json_typed_values) {
  fixture f = parse_good("{\"n\": 3, \"x\": 2.5, \"s\": \"hybrid\", \"b\": true, \"p\": \"5 %\"}");
  pl_json *n = pl_json_find(f.root, "n"), *x = pl_json_find(f.root, "x"), *s = pl_json_find(f.root, "s"), *b = pl_json_find(f.root, "b");
  double number = 42;
  int64_t integer = 42;
  bool boolean = false;
  const char *text = NULL;
  CHECK(pl_json_number(f.ctx, x, 0, 10, &number) == PL_OK && number == 2.5);
  CHECK(pl_json_number(f.ctx, x, 2.5, 2.5, &number) == PL_OK);
  CHECK(pl_json_number(f.ctx, pl_json_find(f.root, "p"), 0, 1, &number) == PL_OK && number == 0.05);
  CHECK_FAILS(f, pl_json_number(f.ctx, x, 3, 10, &number), PL_ERROR_INPUT, "[json.out-range-must-lie]|2.5|3|10");
  CHECK_FAILS(f, pl_json_number(f.ctx, x, 3, INFINITY, &number), PL_ERROR_INPUT, "must be >= 3");
  CHECK_FAILS(f, pl_json_number(f.ctx, x, -DBL_MAX, 1, &number), PL_ERROR_INPUT, "must be <= 1");
  CHECK_FAILS(f, pl_json_number(f.ctx, b, 0, 10, &number), PL_ERROR_INPUT, "[json.expected]");
  CHECK(pl_json_integer(f.ctx, n, 0, 3, &integer) == PL_OK && integer == 3);
  CHECK_FAILS(f, pl_json_integer(f.ctx, n, 4, 9, &integer), PL_ERROR_INPUT, "between 4 and 9");
  CHECK_FAILS(f, pl_json_integer(f.ctx, x, 0, 9, &integer), PL_ERROR_INPUT, "[json.expected]");
  CHECK(pl_json_bool(f.ctx, b, &boolean) == PL_OK && boolean);
  CHECK_FAILS(f, pl_json_bool(f.ctx, n, &boolean), PL_ERROR_INPUT, "[json.expected]");
  CHECK(pl_json_text(f.ctx, s, &text) == PL_OK);
  CHECK_TEXT(text, "hybrid");
  CHECK_FAILS(f, pl_json_text(f.ctx, n, &text), PL_ERROR_INPUT, "[json.expected]|3");
  const char *const names[] = {"auto", "hybrid", "lbfgs"};
  int index = -1;
  CHECK(pl_json_choice(f.ctx, s, 3, names, &index) == PL_OK && index == 1);
  const char *const others[] = {"auto", "hybird", "lbfgs"};
  CHECK_FAILS(f, pl_json_choice(f.ctx, s, 3, others, &index), PL_ERROR_INPUT, "[json.not-known-expected-one]|\"hybird\"");
  CHECK_FAILS(f, pl_json_choice(f.ctx, n, 3, names, &index), PL_ERROR_INPUT, "[json.expected]");
  finish(&f);
}

TEST(json_quantities_are_checked) {
  fixture f = parse_good("{\"l\": \"100 mm\", \"bare\": 100, \"f\": \"5 N\", \"g\": \"5 g\", \"u\": \"5 mmm\", \"t\": \"long\", \"c\": "
                         "\"1,5 mm\", \"s\": \"7\"}");
  double x = 42;
  pl_json *l = pl_json_find(f.root, "l");
  CHECK(pl_json_quantity(f.ctx, l, PL_DIM_LENGTH, 0, 1, &x) == PL_OK && x == 0.1);
  CHECK_FAILS(f, pl_json_quantity(f.ctx, l, PL_DIM_LENGTH, 0.2, 1, &x), PL_ERROR_INPUT,
              "[json.out-range-must-lie]|\"100 mm\"|200 mm|1000 mm");
  CHECK_FAILS(f, pl_json_quantity(f.ctx, pl_json_find(f.root, "bare"), PL_DIM_LENGTH, 0, 1, &x), PL_ERROR_UNIT, "[json.expected-2]|100");
  CHECK_FAILS(f, pl_json_quantity(f.ctx, pl_json_find(f.root, "s"), PL_DIM_LENGTH, 0, 1, &x), PL_ERROR_UNIT, "[json.expected-2]");
  CHECK_FAILS(f, pl_json_quantity(f.ctx, pl_json_find(f.root, "f"), PL_DIM_LENGTH, 0, 1, &x), PL_ERROR_UNIT, "[json.expected-2]");
  CHECK_FAILS(f, pl_json_quantity(f.ctx, l, PL_DIM_ANGLE, 0, 1, &x), PL_ERROR_UNIT, "[json.expected-2]");
  CHECK_FAILS(f, pl_json_quantity(f.ctx, pl_json_find(f.root, "g"), PL_DIM_FORCE, 0, 1, &x), PL_ERROR_UNIT, "gf");
  CHECK_FAILS(f, pl_json_quantity(f.ctx, pl_json_find(f.root, "u"), PL_DIM_LENGTH, 0, 1, &x), PL_ERROR_UNIT, "unknown unit");
  CHECK_FAILS(f, pl_json_quantity(f.ctx, pl_json_find(f.root, "t"), PL_DIM_LENGTH, 0, 1, &x), PL_ERROR_INPUT, "[json.expected]");
  CHECK_FAILS(f, pl_json_quantity(f.ctx, pl_json_find(f.root, "c"), PL_DIM_LENGTH, 0, 1, &x), PL_ERROR_INPUT, "decimal point");
  CHECK_FAILS(f, pl_json_quantity(f.ctx, f.root, PL_DIM_LENGTH, 0, 1, &x), PL_ERROR_INPUT, "an object");
  CHECK(x == 0.1);
  CHECK(pl_json_optional_quantity(f.ctx, f.root, "absent", PL_DIM_LENGTH, 0, 1, &x) == PL_OK && x == 0.1);
  CHECK(pl_json_optional_quantity(f.ctx, f.root, "f", PL_DIM_FORCE, 0, 10, &x) == PL_OK && x == 5);
  const char *text = "default";
  CHECK(pl_json_optional_text(f.ctx, f.root, "absent", &text) == PL_OK);
  CHECK_TEXT(text, "default");
  CHECK(pl_json_optional_text(f.ctx, f.root, "l", &text) == PL_OK);
  CHECK_TEXT(text, "100 mm");
  finish(&f);
}

TEST(json_lists_of_quantities) {
  fixture f = parse_good("{\"a\": {\"unit\": \"N/mm\", \"values\": [1, 2.5]}, \"b\": [\"1 N/m\", \"2 gf/cm\"], \"c\": [1, 2], \"d\": "
                         "{\"unit\": \"mm\", \"values\": []},"
                         "\"e\": {\"unit\": \"N\", \"values\": [1], \"x\": 1}, \"g\": {\"unit\": \"foo\", \"values\": [1]}, \"h\": "
                         "{\"unit\": \"N\", \"values\": [\"1 N\"]}}");
  int n;
  double *x;
  CHECK(pl_json_quantities(f.arena, pl_json_find(f.root, "a"), PL_DIM_LINE_FORCE, &n, &x) == PL_OK);
  CHECK(n == 2 && x[0] == 1000 && x[1] == 2500);
  CHECK(pl_json_quantities(f.arena, pl_json_find(f.root, "b"), PL_DIM_LINE_FORCE, &n, &x) == PL_OK);
  CHECK(n == 2 && x[0] == 1);
  CHECK_CLOSE(x[1], 2 * 0.980665, 1e-14);
  CHECK(pl_json_quantities(f.arena, pl_json_find(f.root, "c"), PL_DIM_NONE, &n, &x) == PL_OK && n == 2 && x[1] == 2);
  CHECK(pl_json_quantities(f.arena, pl_json_find(f.root, "d"), PL_DIM_LENGTH, &n, &x) == PL_OK && n == 0);
  CHECK_FAILS(f, pl_json_quantities(f.arena, pl_json_find(f.root, "c"), PL_DIM_FORCE, &n, &x), PL_ERROR_UNIT, "[json.expected-2]|0|1");
  CHECK(n == 0 && x == NULL);
  CHECK_FAILS(f, pl_json_quantities(f.arena, pl_json_find(f.root, "d"), PL_DIM_FORCE, &n, &x), PL_ERROR_UNIT, "[json.expected-2]");
  CHECK_FAILS(f, pl_json_quantities(f.arena, pl_json_find(f.root, "e"), PL_DIM_FORCE, &n, &x), PL_ERROR_INPUT, "[json.unknown-key]");
  CHECK_FAILS(f, pl_json_quantities(f.arena, pl_json_find(f.root, "g"), PL_DIM_FORCE, &n, &x), PL_ERROR_UNIT, "[json.expected-2]");
  CHECK_FAILS(f, pl_json_quantities(f.arena, pl_json_find(f.root, "h"), PL_DIM_FORCE, &n, &x), PL_ERROR_INPUT, "h.values[0]");
  finish(&f);
}

TEST(json_done_reports_what_nobody_asked_for) {
  fixture f =
      parse_good("{\"tests\": [{\"force\": 1},\n {\"forec\": 2}], \"note\": {\"any\": {\"thing\": 1}},\n \"sub\": {\"a\": 1, \"b\": 2}}");
  const char *const known[] = {"tests", "force", "note", "sub"};
  CHECK_FAILS(f, pl_json_done(f.ctx, f.root, 4, known), PL_ERROR_INPUT, "[json.unknown-key]|1|2|\"tests\"");
  pl_json *tests = pl_json_find(f.root, "tests");
  pl_json_find(tests->child, "force");
  pl_json_find(tests->child->next, "force");
  CHECK_FAILS(f, pl_json_done(f.ctx, f.root, 4, known), PL_ERROR_INPUT, "[json.unknown-key]|2|3|1|\"forec\"|\"force\"");
  pl_json_find(tests->child->next, "forec");
  CHECK_FAILS(f, pl_json_done(f.ctx, f.root, 4, known), PL_ERROR_INPUT, "unknown key \"note\"");
  pl_json_use(pl_json_find(f.root, "note"));
  pl_json *sub = pl_json_find(f.root, "sub");
  pl_json_find(sub, "b");
  CHECK_FAILS(f, pl_json_done(f.ctx, f.root, 4, known), PL_ERROR_INPUT, "[json.unknown-key]|3|10|\"a\"");
  pl_json_find(sub, "a");
  CHECK(pl_json_done(f.ctx, f.root, 4, known) == PL_OK);
  finish(&f);
}

TEST(json_writer_layout) {
  pl_context *ctx = pl_context_create(NULL);
  pl_json_writer *w = pl_json_writer_create(ctx);
  pl_json_begin_object(w, NULL);
  pl_json_put_text(w, "name", "a \"b\" \\ µ\n\x01\xFF");
  pl_json_put_integer(w, "n", -9007199254740993);
  pl_json_begin_array(w, "empty");
  pl_json_end_array(w);
  pl_json_begin_object(w, "none");
  pl_json_end_object(w);
  pl_json_begin_array(w, "x");
  pl_json_put_number(w, NULL, 0.1);
  pl_json_put_number(w, NULL, NAN);
  pl_json_put_bool(w, NULL, true);
  pl_json_end_array(w);
  pl_json_begin_array(w, "list");
  pl_json_begin_object(w, NULL);
  pl_json_put_quantity(w, "l", 0.1, PL_DIM_LENGTH);
  pl_json_end_object(w);
  pl_json_begin_array(w, NULL);
  pl_json_put_quantity(w, NULL, 0.5, PL_DIM_NONE);
  pl_json_end_array(w);
  pl_json_end_array(w);
  double force[] = {1, 2.5};
  pl_json_put_quantities(w, "f", PL_DIM_FORCE, 2, force);
  pl_json_put_text(w, "t", NULL);
  pl_json_end_object(w);
  CHECK_TEXT(pl_json_writer_text(w), "{\n"
                                     "  \"name\": \"a \\\"b\\\" \\\\ µ\\n\\u0001\xEF\xBF\xBD\",\n"
                                     "  \"n\": -9007199254740993,\n"
                                     "  \"empty\": [],\n"
                                     "  \"none\": {},\n"
                                     "  \"x\": [0.1, null, true],\n"
                                     "  \"list\": [\n"
                                     "    {\n"
                                     "      \"l\": \"100 mm\"\n"
                                     "    },\n"
                                     "    [0.5]\n"
                                     "  ],\n"
                                     "  \"f\": {\n"
                                     "    \"unit\": \"N\",\n"
                                     "    \"values\": [1, 2.5]\n"
                                     "  },\n"
                                     "  \"t\": null\n"
                                     "}");
  pl_json_writer_destroy(w);
  pl_json_writer_destroy(NULL);
  pl_context_destroy(ctx);
}

TEST(json_what_is_written_reads_back) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  pl_json_writer *w = pl_json_writer_create(ctx);
  const pl_dim dims[] = {PL_DIM_LENGTH, PL_DIM_ANGLE, PL_DIM_DENSITY, PL_DIM_NONE};
  enum { N = 200 };
  double value[N];
  for (int i = 0; i < N; i++) value[i] = sin(i) * pow(10, i % 9 - 4);
  pl_json_begin_object(w, NULL);
  pl_json_put_quantities(w, "a", dims[0], N, value);
  pl_json_put_quantities(w, "b", dims[1], N, value);
  pl_json_put_quantities(w, "c", dims[2], N, value);
  pl_json_put_quantities(w, "d", dims[3], N, value);
  pl_json_end_object(w);
  char *path = pl_path_join(arena, test_folder(), "x.json");
  CHECK(pl_json_writer_save(w, path) == PL_OK);
  pl_json *root;
  REQUIRE(pl_json_load(arena, path, &root) == PL_OK);
  pl_json *m = root->child;
  for (int k = 0; k < 4; k++, m = m->next) {
    int n;
    double *back;
    REQUIRE(pl_json_quantities(arena, m, dims[k], &n, &back) == PL_OK);
    CHECK(n == N && memcmp(back, value, sizeof value) == 0);
  }
  CHECK(pl_json_load(arena, test_folder(), &root) == PL_ERROR_FILE);
  CHECK(root == NULL);
  pl_json_writer_destroy(w);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

static int n_assert;
static void count_assert(const char *file, int line, const char *condition) {
  (void)file;
  (void)line;
  (void)condition;
  n_assert++;
}

TEST(json_writer_misuse_is_asserted) {
  pl_context *ctx = pl_context_create(NULL);
  pl_json_writer *w = pl_json_writer_create(ctx);
  pl_set_assert_hook(count_assert);
  pl_json_end_object(w);
  CHECK(n_assert == 1);
  pl_json_begin_object(w, NULL);
  pl_json_put_bool(w, NULL, true);  // no key
  CHECK(n_assert == 2);
  pl_json_end_array(w);  // wrong bracket
  CHECK(n_assert == 3);
  for (int i = 0; i < 100; i++) pl_json_begin_array(w, NULL);
  CHECK(n_assert > 3);
  pl_set_assert_hook(NULL);
  pl_json_writer_destroy(w);
  pl_context_destroy(ctx);
}
