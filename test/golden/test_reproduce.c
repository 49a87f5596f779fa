// `pliant reproduce` and `pliant bench` as programs: the JSON contract, the list, exit statuses.
#include "base/json.h"
// the system's headers come after ours: <sys/wait.h> has a macro si
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "test.h"

// Run the program with these arguments; its standard output goes to text. Returns the exit status.
static int run(const char *arguments, char *text, size_t size) {
  char command[1024];
  snprintf(command, sizeof command, "%s %s 2>/dev/null", PLIANT_PROGRAM, arguments);
  FILE *pipe = popen(command, "r");
  REQUIRE(pipe);
  size_t n = fread(text, 1, size - 1, pipe);
  text[n] = 0;
  int status = pclose(pipe);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static char output[1 << 18];

TEST(reproduce_prints_one_object) {
  CHECK(run("reproduce volino-poisson --json", output, sizeof output) == 0);
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  pl_json *root, *value;
  REQUIRE(pl_json_parse(arena, "output", output, strlen(output), &root) == PL_OK);
  REQUIRE(pl_json_get(ctx, root, "case", PL_JSON_STRING, &value) == PL_OK);
  CHECK_TEXT(value->text, "volino-poisson");
  REQUIRE(pl_json_get(ctx, root, "source", PL_JSON_STRING, &value) == PL_OK);
  REQUIRE(pl_json_get(ctx, root, "holds", PL_JSON_BOOL, &value) == PL_OK);
  CHECK(value->boolean);
  REQUIRE(pl_json_get(ctx, root, "seconds", PL_JSON_NUMBER, &value) == PL_OK);
  REQUIRE(pl_json_get(ctx, root, "threads", PL_JSON_NUMBER, &value) == PL_OK);
  REQUIRE(pl_json_get(ctx, root, "figures", PL_JSON_ARRAY, &value) == PL_OK);
  int n_target = 0;
  for (pl_json *figure = value->child, *part; figure; figure = figure->next) {
    CHECK(pl_json_get(ctx, figure, "name", PL_JSON_STRING, &part) == PL_OK);
    CHECK(pl_json_get(ctx, figure, "value", PL_JSON_NUMBER, &part) == PL_OK);
    CHECK(pl_json_get(ctx, figure, "unit", PL_JSON_STRING, &part) == PL_OK);
    CHECK(pl_json_get(ctx, figure, "target", PL_JSON_STRING, &part) == PL_OK);
    part = pl_json_find(figure, "holds");
    REQUIRE(part);
    n_target += part->kind == PL_JSON_BOOL;
    CHECK(part->kind == PL_JSON_NULL || part->boolean);
  }
  CHECK(n_target == 9);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

TEST(reproduce_lists_its_cases) {
  static const char *const cases[] = {"volino-virtual-tensile", "volino-poisson", "volino-disk-push", "nylon-angles",    "knit-uniaxial",
                                      "dahl-weights",           "dahl-coverage",  "dahl-cycles",      "dahl-persistence"};
  CHECK(run("reproduce --list", output, sizeof output) == 0);
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) CHECK_CONTAINS(output, cases[i]);
  CHECK(run("bench --list --json", output, sizeof output) == 0);
  CHECK_CONTAINS(output, "implicit-solve");
}

// Cases of internal friction that take seconds: every target holds, and the data of the figures are saved where requested.
TEST(reproduce_friction_holds) {
  CHECK(run("reproduce dahl-weights", output, sizeof output) == 0);
  char command[512];
  snprintf(command, sizeof command, "reproduce dahl-persistence -o %s", test_folder());
  CHECK(run(command, output, sizeof output) == 0);
  snprintf(command, sizeof command, "%s/dahl-persistence/loops.csv", test_folder());
  FILE *file = fopen(command, "r");
  REQUIRE(file);
  REQUIRE(fgets(command, sizeof command, file));
  CHECK_TEXT(command, "law,frame,stretch,force [N/m]\n");
  fclose(file);
}

TEST(reproduce_says_what_is_absent) {
  REQUIRE(setenv("PLIANT_SHARED_DATA", "/nowhere/at/all", 1) == 0);
  CHECK(run("reproduce nylon-angles", output, sizeof output) == 77);
  CHECK_CONTAINS(output, "skipped");
  CHECK(run("reproduce knit-uniaxial --json", output, sizeof output) == 77);
  CHECK_CONTAINS(output, "\"holds\": false");
  CHECK(run("reproduce no-such-case", output, sizeof output) == 2);
}

// --seed is refused where it would have no effect, and where it is no number.
TEST(reproduce_refuses_seeds_without_effect) {
  CHECK(run("reproduce volino-poisson --seed 3", output, sizeof output) == 2);
  CHECK(run("reproduce verdicts --seed x", output, sizeof output) == 2);
  CHECK(run("reproduce verdicts --seed 0", output, sizeof output) == 2);
}
