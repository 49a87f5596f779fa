// test_hostile_text.c: damaged and malicious JSON, CSV, units and numbers: an error or a result, never a crash, a hang or a leak.
#include "said.h"
#include "test.h"

#include "base/csv/csv.h"
#include "base/json.h"
#include "base/rng.h"
#include "base/text.h"
#include "growth.h"

#include <stdlib.h>
#include <unistd.h>

static const char json_seed[] =
    "// c\n{\"tests\": [{\"force\": \"1.5e3 N/m\", \"x\": {\"unit\": \"mm\", \"values\": [1, -2.5e-3, 3]}}, null, true],\n"
    " /* k */ \"name\": \"\\u00b5 \\ud83d\\ude00 \xC2\xB5\\n\", \"n\": 0}\n";
static const char csv_seed[] = "\xEF\xBB\xBF\"Specimen\";\"1\"\r\n# remark\r\n\"Time\";\"Weg [mm]\";Force, N;\"n\"\r\n(s);;(N);-\r\n"
                               "\"0,5\";1.234,5;1e3;load\r\n1;2,5;nan;\"un\"\"load\"\r\n;;;\r\n";

// Walks a tree as a reader would: every getter on every value.
static void use_json(pl_context *ctx, pl_arena *arena, pl_json *value) {
  double x;
  int n;
  double *list;
  int64_t integer;
  bool boolean;
  const char *text;
  const char *const names[] = {"force", "x"};
  pl_json_quantity(ctx, value, PL_DIM_LINE_FORCE, 0, 1, &x);
  pl_json_quantities(arena, value, PL_DIM_LENGTH, &n, &list);
  pl_json_integer(ctx, value, 0, 5, &integer);
  pl_json_bool(ctx, value, &boolean);
  pl_json_text(ctx, value, &text);
  pl_json_choice(ctx, value, 2, names, &n);
  pl_json_get(ctx, value, "force", PL_JSON_STRING, &(pl_json *){NULL});
  for (pl_json *m = value->child; m != NULL; m = m->next) use_json(ctx, arena, m);
}

static void try_json(const char *text, size_t size) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  pl_json *root;
  pl_status status = pl_json_parse(arena, "t.json", text, size, &root);
  CHECK((status == PL_OK) == (root != NULL));
  CHECK(pl_context_error(ctx)->status == status);
  if (status != PL_OK) {
    CHECK(status == PL_ERROR_PARSE && pl_context_error(ctx)->line >= 1);
    CHECK(pl_context_error(ctx)->message[0] != '\0' && pl_context_error(ctx)->hint[0] != '\0');
  } else {
    use_json(ctx, arena, root);
    pl_json_done(ctx, root, 0, NULL);
  }
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

static void try_csv(const char *text, size_t size) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  pl_csv *csv;
  pl_status status = pl_csv_parse(arena, "t.csv", text, size, &csv);
  CHECK((status == PL_OK) == (csv != NULL));
  CHECK(pl_context_error(ctx)->status == status);
  if (status != PL_OK) {
    CHECK(status == PL_ERROR_PARSE);
    CHECK(pl_context_error(ctx)->message[0] != '\0' && pl_context_error(ctx)->hint[0] != '\0');
  } else {
    CHECK(csv->n_row > 0 && csv->n_column > 0);
    const char *const names[] = {"force", "load", NULL};
    int index;
    double *value;
    pl_csv_find(ctx, csv, "Force", NULL, &index);
    pl_csv_guess(ctx, csv, names, &index);
    for (int j = 0; j < csv->n_column; j++) {
      for (int i = 0; i < csv->n_row; i++) CHECK(csv->cell[i][j] != NULL && strlen(csv->cell[i][j]) <= 2 * size);
      if (pl_csv_numbers(arena, csv, j, PL_DIM_NONE, "1", &value) != PL_OK) continue;
      for (int i = 0; i < csv->n_row; i++) CHECK(isfinite(value[i]));
    }
  }
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

// Every prefix in a block of exactly its size, so that reading past the end is seen.
static void try_prefixes(const char *seed, size_t size, void (*attempt)(const char *, size_t)) {
  for (size_t n = 0; n <= size; n++) {
    char *exact = malloc(n > 0 ? n : 1);
    memcpy(exact, seed, n);
    attempt(exact, n);
    free(exact);
  }
}

static void try_mutations(const char *seed, size_t size, uint64_t random_seed, int n_round, void (*attempt)(const char *, size_t)) {
  static const char spice[] = "\"\\{}[]:,;\t\r\n/*#0123456789.eE+-\xFF\xC2\xED\x01 nui%";
  pl_rng rng;
  pl_rng_init(&rng, random_seed);
  char *text = malloc(2 * size + 64);
  for (int round = 0; round < n_round; round++) {
    size_t n = size;
    memcpy(text, seed, size);
    for (int k = 0; k < 1 + round % 5; k++) {
      size_t at = pl_rng_next(&rng) % n, length = 1 + pl_rng_next(&rng) % 12;
      if (at + length > n) length = n - at;
      switch (pl_rng_next(&rng) % 4) {
      case 0: text[at] = spice[pl_rng_next(&rng) % (sizeof spice - 1)]; break;
      case 1: text[at] = (char)pl_rng_next(&rng); break;
      case 2:  // cut
        memmove(text + at, text + at + length, n - at - length);
        n -= length;
        break;
      default:  // double
        memmove(text + at + length, text + at, n - at);
        n += length;
        break;
      }
      if (n == 0 || n > 2 * size) break;
    }
    attempt(text, n);
  }
  free(text);
}

TEST(hostile_json_cut_anywhere) { try_prefixes(json_seed, sizeof json_seed - 1, try_json); }
TEST(hostile_json_damaged) { try_mutations(json_seed, sizeof json_seed - 1, 1, 3000, try_json); }
TEST(hostile_csv_cut_anywhere) { try_prefixes(csv_seed, sizeof csv_seed - 1, try_csv); }
TEST(hostile_csv_damaged) { try_mutations(csv_seed, sizeof csv_seed - 1, 2, 3000, try_csv); }

TEST(hostile_random_bytes) {
  pl_rng rng;
  pl_rng_init(&rng, 4);
  char bytes[300];
  for (int round = 0; round < 500; round++) {
    size_t n = pl_rng_next(&rng) % sizeof bytes;
    for (size_t i = 0; i < n; i++) bytes[i] = (char)(round % 2 == 0 ? pl_rng_next(&rng) : 32 + pl_rng_next(&rng) % 96);
    try_json(bytes, n);
    try_csv(bytes, n);
  }
}

TEST(hostile_units_and_numbers) {
  static const char spice[] = "mNgskPa1/*^-2()% .\xC2\xB2\xB7\xB5\xE2\x81\xBB\xBFin";
  pl_rng rng;
  pl_rng_init(&rng, 5);
  for (int round = 0; round < 20000; round++) {
    char text[40];
    size_t n = pl_rng_next(&rng) % (sizeof text - 1);
    for (size_t i = 0; i < n; i++) text[i] = spice[pl_rng_next(&rng) % (sizeof spice - 1)];
    text[n] = '\0';
    char *exact = malloc(n + 1);
    memcpy(exact, text, n + 1);
    pl_unit unit;
    double value;
    pl_dim dim;
    bool has_unit;
    if (pl_unit_parse(exact, &unit)) CHECK(isfinite(unit.factor) && unit.factor > 0);
    if (pl_quantity_parse(exact, &value, &dim, &has_unit)) CHECK(isfinite(value));
    free(exact);
  }
}

// One input after the other, each of `size` bytes of the text.
static void try_long_inputs(void *user, int size) {
  char *text = user;
  size_t n = (size_t)size;
  memset(text, '[', n);
  try_json(text, n);
  memset(text, '"', n);
  try_json(text, n);
  try_csv(text, n);
  memset(text, ',', n);
  try_csv(text, n);
  memset(text, '1', n);
  try_json(text, n);
  try_csv(text, n);
  memset(text, '#', n);
  try_csv(text, n);
  for (size_t i = 0; i < n; i++) text[i] = "a,"[i % 2];
  try_csv(text, n);
  for (size_t i = 0; i < n; i++) text[i] = "1\n"[i % 2];
  try_csv(text, n);
  for (size_t i = 0; i < n; i++) text[i] = "(/"[i % 2];
  text[n - 1] = '\0';
  pl_unit unit;
  CHECK(!pl_unit_parse(text, &unit));
}

// Long inputs take time in proportion to their length.
TEST(hostile_long_inputs_take_time_in_proportion) {
  enum { N = 1000000 };
  char *text = malloc(N);
  REQUIRE(text != NULL);
  CHECK_LINEAR(try_long_inputs, text, N);
  free(text);
}

static void try_many_keys(void *user, int n) {
  (void)user;
  pl_context *ctx = pl_context_create(NULL);
  pl_text text;
  pl_text_init(&text, ctx);
  for (int i = 0; i < n; i++) pl_text_printf(&text, "%c\"%d\":0", i == 0 ? '{' : ',', i);
  pl_text_add(&text, "}");
  pl_arena *arena = pl_arena_create(ctx);
  pl_json *root;
  CHECK(pl_json_parse(arena, "t", text.data, text.size, &root) == PL_OK && root->n == n);
  pl_arena_destroy(arena);
  pl_text_clear(&text);
  pl_context_destroy(ctx);
}

TEST(hostile_many_keys_take_time_in_proportion) { CHECK_LINEAR(try_many_keys, NULL, 64000); }

// A terabyte is refused before anything of it is read or room is made for it.
TEST(hostile_large_files_are_refused_by_size) {
  char path[1000];
  snprintf(path, sizeof path, "%s/large", test_folder());
  FILE *file = fopen(path, "wb");
  REQUIRE(file != NULL);
  fputs("a,b\n1,2\n", file);
  fclose(file);
  REQUIRE(truncate(path, 1000000000000) == 0);  // a hole, no disk space
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  pl_csv *csv;
  pl_json *root;
  CHECK(pl_csv_load(arena, path, &csv) == PL_ERROR_FILE);
  CHECK_CONTAINS(said_error(ctx), "1000000.0 MB, at most 64.0 MB");
  pl_context_clear_error(ctx);
  CHECK(pl_json_load(arena, path, &root) == PL_ERROR_FILE);
  CHECK_CONTAINS(said_error(ctx), "1000000.0 MB, at most 64.0 MB");
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

TEST(hostile_binary_files_are_recognised) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  pl_csv *csv;
  static const char zip[] = "PK\3\4\24\0\6\0\10\0\0\0!\0";
  CHECK(pl_csv_parse(arena, "book.xlsx", zip, sizeof zip, &csv) == PL_ERROR_PARSE);
  CHECK_CONTAINS(said_error(ctx), "binary");
  CHECK_CONTAINS(pl_context_error(ctx)->hint, "CSV");
  pl_context_clear_error(ctx);
  pl_json *root;
  CHECK(pl_json_parse(arena, "book.xlsx", zip, sizeof zip, &root) == PL_ERROR_PARSE);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}
