// test_cli_labelled.c: labelled photographs (biaxial-hang, cantilever) from the command line: template, check, errors.
#include "golden/command.h"
#include "golden/markup_check.h"
#include "test.h"

#include <stdlib.h>

#include "base/json.h"

static void check_json(const char *text, int n_test) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  pl_json *root = NULL;
  REQUIRE(pl_json_parse(arena, "stdout", text, strlen(text), &root) == PL_OK);
  pl_json *list = pl_json_find(root, "experiments");
  REQUIRE(list && list->n == 1);
  pl_json *tests = pl_json_find(list->child, "tests");
  CHECK(tests && tests->n == n_test);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

// Every line of a file in which `part` stands is left out, or changed by the first replacement.
static void change(const char *name, const char *part, const char *to) {
  const char *text = command_file(name);
  size_t size = strlen(text);
  char *copy = calloc(2 * size + 1, 1);
  REQUIRE(copy && strstr(text, part));
  for (const char *line = text; *line;) {
    size_t n = strcspn(line, "\n") + 1;
    char *found = strstr(line, part);
    if (!found || found >= line + n)
      strncat(copy, line, n);
    else if (to)
      sprintf(copy + strlen(copy), "%.*s%s%.*s", (int)(found - line), line, to, (int)(line + n - found - (long)strlen(part)),
              found + strlen(part));
    line += n;
  }
  command_put(name, copy);
  free(copy);
}

// Every file of the template is there, and the experiment checks without a doubt.
TEST(cli_hang_new_and_check) {
  command_outcome o = command_run("new biaxial-hang board");
  CHECK(o.status == 0);
  CHECK_CONTAINS(o.out, "next    pliant check board/experiment.json");
  CHECK(command_wrote("board/README.md") && command_wrote("board/cut-45.csv"));
  CHECK(command_run("new biaxial-hang board").status == 3);
  o = command_run("check board");
  CHECK(o.status == 0);
  CHECK_CONTAINS(o.out, "  protocol            biaxial-hang: a square of cloth on a board, loaded by weights on three sides\n");
  CHECK_CONTAINS(o.out, "  cloth's direction   cut at 45\xC2\xB0, known to 5 deg\n");
  CHECK_CONTAINS(o.out, "  frames              12; unloaded is frame 1 (bottom 0 g, left 0 g, right 0 g)\n");
  CHECK_CONTAINS(o.out, "  weights bottom      0, 200, 400, 600 g\n");
  CHECK_CONTAINS(o.out, "  weights each side   0, 100, 200 g\n");
  CHECK_CONTAINS(o.out, "  cords               bottom ");
  CHECK_CONTAINS(o.out, "deg below the horizontal\n");
  CHECK_CONTAINS(o.out, "  calibration         pixels, plane map through 4 marks");
  CHECK_CONTAINS(o.out, "from the unloaded frame, y up\n");
  CHECK(!strstr(o.out, "Look at these") && !strstr(o.out, "not photographed"));
  o = command_run("check board --json");
  CHECK(o.status == 0);
  check_json(o.out, 3);
}

// A photograph that is missing and one that is doubtful are named; what cannot be read stops with status 3 at its line.
TEST(cli_hang_gaps_doubts_and_errors) {
  CHECK(command_run("new biaxial-hang board").status == 0);
  change("board/cut-0.csv", "DSC_0105", NULL);
  change("board/cut-45.csv", "DSC_0210.jpg,200,200,bottom,left end,", "DSC_0210.jpg,200,200,bottom,left end,9");
  command_outcome o = command_run("check board --json");
  CHECK(o.status == 3);
  CHECK_CONTAINS(o.failure, "[experiment.point-px-lies-outside]|board/cut-45.csv:130: |(9|4000 x 4000 px");
  change("board/cut-45.csv", "DSC_0210.jpg,200,200,bottom,left end,9", NULL);
  o = command_run("check board");
  CHECK(o.status == 0);
  CHECK_CONTAINS(o.out, "  not photographed    0 + 100 g (bottom + side), 1 of 12\n");
  CHECK_CONTAINS(o.out, "1 of 96 not labelled\n");
  change("board/experiment.json", "\"clip\": \"60 mm\"", "\"clip\": \"40 mm\"");
  o = command_run("check board");
  CHECK_CONTAINS(o.out, "Look at these\n  cut 0: the points of the left clip are");
  change("board/cut-90.csv", "bottom [g]", "bottom");
  o = command_run("check board --json");
  CHECK(o.status == 3);
  CHECK_CONTAINS(o.failure, "[csv.column-has-no-unit]|board/cut-90.csv:1: bottom: | mass");
}

TEST(cli_cantilever_new_and_check) {
  command_outcome o = command_run("new cantilever strips");
  CHECK(o.status == 0);
  o = command_run("check strips --full");
  CHECK(o.status == 0);
  CHECK_CONTAINS(o.out, "\nstrip 45 60 mm\n");
  CHECK_CONTAINS(o.out, "  strip               strip 45: cut at 45\xC2\xB0, 40 mm wide\n");
  CHECK_CONTAINS(o.out, "  profile             16 points, ");
  CHECK_CONTAINS(o.out, "  chord               38.9 deg, as measured\n");
  CHECK_CONTAINS(o.out, "the first labelled point is taken as where the strip leaves the clamp");
  CHECK(!strstr(o.out, "Look at these"));
  o = command_run("check strips --json");
  CHECK(o.status == 0);
  check_json(o.out, 16);
  change("strips/experiment.json", "\"density\"", NULL);
  o = command_run("check strips --json");
  CHECK(o.status == 3);
  CHECK_CONTAINS(o.failure, "[cantilever.missing-strip-bends-under]|strips/experiment.json:2: density: |weigh");
}

// What a newcomer stumbles over is said where it happens.
TEST(cli_messages_name_the_way_out) {
  CHECK(command_run("new weights hung").status == 0);
  command_outcome o = command_run("check hung");
  CHECK_CONTAINS(o.out, "0 to 101.9 g        0 to 1 N");
  const char *table = command_file("hung/warp.csv");
  command_put("hung/warp.csv", strchr(table, '\n') + 1);
  o = command_run("check hung");
  CHECK(o.status == 3);
  CHECK_CONTAINS(o.err, "such as: weight [g], length [mm]");
  // dozens of strips are summed up, one line each
  CHECK(command_run("new roll rolled").status == 0);
  o = command_run("check rolled");
  CHECK_CONTAINS(o.out, "\nThe other 35 in short (--full has all)\n");
  CHECK_CONTAINS(o.out, "\n  warp face 7.5 mm 1   25 points, ");
  CHECK(markup_count(o.out, "\n") < 70);
  CHECK(markup_count(command_run("check rolled --full").out, "\n") > 500);
  // bending terms say which strips they are about
  CHECK(command_run("new cantilever strips").status == 0);
  o = command_run("fit strips --model wang-bending --further off -o bent");
  CHECK_CONTAINS(o.out, "  bend-0: fold line at 0 deg, strips cut at 90 deg\n");
  CHECK_CONTAINS(command_file("bent/fit.json"), "\"frames\": 1,");  // of a profile of 16 labels
  o = command_run("fit strips --model polar-bending -o x --json");
  CHECK(o.status == 2);
  CHECK_CONTAINS(o.failure, "[model.unknown]|'polar-bending'| cantilever|curvature, wang-bending, ");
  o = command_run("material export bent --format wang2011 -o x.txt");
  CHECK(o.status == 3);
  CHECK_CONTAINS(o.err, "--bend-knots 0,5,10,15,20");
  o = command_run("predict bent strips --bend-knots 0,5 --accept-r2 0.9 --json");
  CHECK(o.status == 2);
  CHECK_CONTAINS(o.failure, "[option.no-effect]|--bend-knots ");
  // springs have no rest shape that a hung sample could change
  CHECK(command_run("new biaxial-hang board").status == 0);
  o = command_run("predict spring-cotton-virtual board --json");
  CHECK(o.status == 3);
  CHECK_CONTAINS(o.failure, "[rig.strain-of-sheets]|'spring'");
}
