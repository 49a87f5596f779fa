// test_compare.c: `pliant compare`: numbers from the folders, the best marked, messages for what cannot be compared.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "golden/command.h"
#include "report/page_web.h"
#include "test.h"

static void make_fits(void) {
  CHECK(command_run("new tensile swatch").status == 0);
  CHECK(command_run("fit swatch/experiment.json -o fine").status == 0);
  CHECK(command_run("fit swatch/experiment.json --segments 1 --accept-r2 -1000 -o coarse").status <= 1);
}

// The number of a parsed array at a place.
static double at(pl_json *array, int place) {
  pl_json *item = array ? array->child : NULL;
  while (item && place-- > 0) item = item->next;
  return item && item->kind == PL_JSON_NUMBER ? item->number : -1;
}

TEST(compare_takes_its_numbers_from_the_folders) {
  make_fits();
  command_outcome o = command_run("compare fine coarse/ -o both.html --json");
  CHECK(o.status == 0);
  CHECK(command_wrote("both.html"));
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  pl_json *root, *fit[2];
  REQUIRE(pl_json_parse(arena, "out", o.out, strlen(o.out), &root) == PL_OK);
  static const char *const folder[] = {"fine", "coarse"};
  for (int i = 0; i < 2; i++) {
    char path[64];
    snprintf(path, sizeof path, "%s/fit.json", folder[i]);
    const char *text = command_file(path);
    REQUIRE(pl_json_parse(arena, path, text, strlen(text), &fit[i]) == PL_OK);
  }
  pl_json *fits = pl_json_find(root, "fits")->child;
  CHECK_TEXT(pl_json_find(fits, "label")->text, "fine");
  CHECK_TEXT(pl_json_find(fits->next, "folder")->text, "coarse");
  // every score of both, in its place, and the smaller one marked
  int n_score = 0;
  for (pl_json *score = pl_json_find(root, "scores")->child; score; score = score->next, n_score++) {
    pl_json *rms = pl_json_find(score, "rms");
    for (int i = 0; i < 2; i++) {
      pl_json *own = pl_json_find(fit[i], "scores")->child;
      while (own && strcmp(pl_json_find(own, "test")->text, pl_json_find(score, "test")->text) != 0) own = own->next;
      REQUIRE(own != NULL);
      CHECK(at(rms, i) == pl_json_find(own, "rms")->number);
    }
    CHECK(pl_json_find(score, "best")->number == (at(rms, 0) <= at(rms, 1) ? 0 : 1));
  }
  CHECK(n_score == pl_json_find(fit[0], "scores")->n);
  // a parameter that only the finer fit has
  bool alone = false;
  for (pl_json *one = pl_json_find(root, "parameters")->child; one; one = one->next)
    alone = alone ||
            (pl_json_find(one, "value")->child->kind == PL_JSON_NUMBER && pl_json_find(one, "value")->child->next->kind == PL_JSON_NULL);
  CHECK(alone);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

TEST(compare_prints_a_table_and_writes_either_page) {
  make_fits();
  unsetenv("PLIANT_PAGE");  // the runner asks for plain pages
  command_outcome o = command_run("compare fine coarse");
  CHECK(o.status == 0);
  CHECK_CONTAINS(o.out, "lowest R2");
  CHECK_CONTAINS(o.out, "* is the best of a row");
  CHECK_CONTAINS(o.out, "page    compare.html");
  if (pl__web_page[0]) CHECK_CONTAINS(command_file("compare.html"), "id=\"pliant-fit-1\"");
  setenv("PLIANT_PAGE", "plain", 1);
  o = command_run("compare fine coarse -o plain.html");
  CHECK(o.status == 0);
  const char *page = command_file("plain.html");
  CHECK_CONTAINS(page, "<h2 id=\"parameters-title\">Parameters</h2>");
  CHECK_CONTAINS(page, "\xE2\x98\x85");
  CHECK(strstr(page, "<script") == NULL);
}

TEST(compare_refuses_what_it_cannot_compare) {
  make_fits();
  static const struct {
    const char *arguments, *message;
    int status;
  } cases[] = {
      {"compare fine", "needs two fits or more", 2},
      {"compare fine nothing", "not a result folder", 3},
      {"compare fine fine", "this folder is given twice", 3},
      {"compare fine swatch", "not a result folder", 3},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    command_outcome o = command_run("%s -o x.html", cases[i].arguments);
    CHECK(o.status == cases[i].status);
    CHECK_CONTAINS(o.err, cases[i].message);
    CHECK(!command_wrote("x.html"));
  }
}
