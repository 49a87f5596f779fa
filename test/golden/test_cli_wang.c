// test_cli_wang.c: tables of Wang 2011 from the command line: import, show with its warnings and drawing, export, and what is refused.
#include "golden/command.h"
#include "golden/markup_check.h"
#include "test.h"

#include "base/json.h"
#include "material/wang_file.h"

// A made-up fabric: one coupling and one shear entry below zero.
static const char made_up[] = "// a comment\n"
                              "{ \"density\": 0.21,\n"
                              "  \"stretching\": [\n"
                              "    [101.5, -4.25, 205.125, 33],\n"
                              "    [111, 12, 210, 31.5],\n"
                              "    [112, 13, 211, 32.5], [113, 14, 212, -60.5],\n"
                              "    [114, 15, 213, 34.5],\n"
                              "    [115, 16, 214, 35.5] ],\n"
                              "  \"bending\": [ [60e-6, 50e-6, 40e-6, 30e-6, 20e-6],\n"
                              "               [61.5e-6, 51e-6, 41e-6, 31e-6, 21e-6],\n"
                              "               [62e-6, 52e-6, 42e-6, 32e-6, 22e-6] ] }\n";

static bool same_table(const char *a, const char *b) {
  pl_context *ctx = pl_context_create(NULL);
  pl_wang_table x = {0}, y = {0};
  char path[1024];
  snprintf(path, sizeof path, "%s/%s", test_folder(), a);
  REQUIRE(pl_wang_load(ctx, path, &x) == PL_OK);
  snprintf(path, sizeof path, "%s/%s", test_folder(), b);
  REQUIRE(pl_wang_load(ctx, path, &y) == PL_OK);
  pl_context_destroy(ctx);
  return memcmp(&x, &y, sizeof x) == 0;
}

TEST(cli_wang_import_show_export) {
  command_put("made-up.json", made_up);
  command_outcome o = command_run("material import made-up.json -o cloth.json");
  CHECK(o.status == 0);
  CHECK_TEXT(o.err, "");
  CHECK_CONTAINS(o.out, "made-up  210 g/m^2, 4 terms, 39 parameters, written to cloth.json");
  CHECK_CONTAINS(o.out, "stretching as written, outer points at the extension 1/6, negative values kept");
  CHECK_CONTAINS(o.out, "2 of 24 entries are negative, the lowest stretch.c33@45 = -60.5 N/m");
  CHECK_CONTAINS(o.out, "smallest eigenvalue -60.5 N/m at the extension 0.167, 45 deg from warp");
  CHECK_CONTAINS(o.out, "next    pliant material show cloth.json");
  CHECK_CONTAINS(command_file("cloth.json"), "\"strain\": \"fold\"");

  o = command_run("material show cloth.json --plot cloth.svg");
  CHECK(o.status == 0);
  CHECK_CONTAINS(o.out, "origin          0              any  101.5  -4.25  205.1     33");
  CHECK_CONTAINS(o.out, "bend-45               45     61.5       51        41        31        21");
  CHECK_CONTAINS(o.out, "\nWarnings\n");
  CHECK_CONTAINS(o.out, "plot    cloth.svg");
  CHECK(strstr(o.out, "\nParameters\n") == NULL);  // the two tables are all of them
  const char *drawing = command_file("cloth.svg"), *wrong = markup_wrong(drawing, strlen(drawing));
  if (wrong) test_fail(__FILE__, __LINE__, "cloth.svg: %s", wrong);
  CHECK(markup_count(drawing, "class=\"mark\"") == 5 * 6);  // the data points on four components and the eigenvalue
  CHECK(markup_count(drawing, "fold line") == 3);
  CHECK(markup_count(drawing, "url(#hatch)") == 3);                                    // c12, c33 and the eigenvalue go below zero
  CHECK(strstr(drawing, "http://") == strstr(drawing, "http://www.w3.org/2000/svg"));  // nothing is fetched

  o = command_run("material export cloth.json --format wang2011 -o back.json");
  CHECK(o.status == 0);
  CHECK_CONTAINS(o.out, "not in the file: name, note, smoothing, measured ranges");
  CHECK(same_table("made-up.json", "back.json"));

  // the public simulator's meaning, and back
  CHECK(command_run("material import made-up.json -o public.json --factor 2 --negative zero").status == 0);
  o = command_run("material show public.json");
  CHECK_CONTAINS(o.out, "stretching times 2");
  CHECK_CONTAINS(o.out, "interpolated values below zero count as zero");
  CHECK(strstr(o.out, "smallest eigenvalue -") == NULL);  // what counts as zero is not negative
  CHECK(command_run("material export public.json --format wang2011 -o back-2.json --factor 2 --negative zero").status == 0);
  CHECK(same_table("made-up.json", "back-2.json"));
}

TEST(cli_wang_json) {
  command_put("made-up.json", made_up);
  static const char *const lines[] = {"material import made-up.json -o cloth.json --json",
                                      "material show cloth.json --plot cloth.svg --json",
                                      "material export cloth.json --format wang2011 -o back.json --json"};
  for (int i = 0; i < 3; i++) {
    command_outcome o = command_run("%s", lines[i]);
    CHECK(o.status == 0);
    pl_context *ctx = pl_context_create(NULL);
    pl_arena *arena = pl_arena_create(ctx);
    pl_json *root = NULL;
    REQUIRE(pl_json_parse(arena, "stdout", o.out, strlen(o.out), &root) == PL_OK);
    pl_json *warnings = pl_json_find(root, "warnings");
    CHECK(i == 2 ? warnings == NULL : warnings && warnings->n == 2);
    if (i == 2) CHECK_TEXT(pl_json_find(root, "left-out")->text, "name, note, smoothing, measured ranges");
    pl_arena_destroy(arena);
    pl_context_destroy(ctx);
  }
}

TEST(cli_wang_usage_and_refusals) {
  command_put("made-up.json", made_up);
  command_put("short.json", "{\n\"density\": 0.2,\n\"stretching\": [[1, 2, 3, 4],\n[1, 2, 3]], \"bending\": []}");
  CHECK(command_run("material import made-up.json -o cloth.json --ring 0.2").status == 0);
  static const struct {
    int status;
    const char *arguments, *message;
  } cases[] = {
      {2, "material import made-up.json", "-o FILE is missing"},
      {2, "material import -o x.json", "[usage.one-file]"},
      {2, "material import made-up.json -o made-up.json", "[usage.replaces-input]|-o made-up.json"},
      {2, "material export cloth.json -o cloth.json --format wang2011", "[usage.replaces-input]|-o cloth.json"},
      {2, "material import made-up.json -o x.json --negative zer", "[option.expected]|\"zero\""},
      {2, "material import made-up.json -o x.json --factor two", "--factor \"two\": expected a"},
      {2, "material import made-up.json -o x.json --ring 1/0", "--ring \"1/0\": expected a"},
      {2, "material import made-up.json -o x.json --plot x.svg", "[usage.not-for-verb]|--plot|import"},
      {2, "material show cloth.json --factor 2", "[usage.not-for-verb]|--factor|show"},
      {2, "material export cloth.json -o x.json", "--format is missing"},
      {2, "material export cloth.json -o x.json --format wang2010", "[usage.unknown-name]|'wang2011'"},
      {2, "material imprt made-up.json", "[usage.unknown-name]|'import'"},
      {3, "material import short.json -o x.json", "short.json:3:1: stretching: 2 rows, expected 6"},
      {3, "material import absent.json -o x.json", "absent.json"},
      {3, "material import cloth.json -o x.json", "[material.file-pliant-own]"},
      {3, "material export cloth.json -o x.json --format wang2011", "[wang.ring]|0.2|0.166667"},
      {3, "material export gabardine-virtual -o x.json --format wang2011", "[wang.no-place]"},
      {2, "material show cloth.json --plot x.png", "[usage.svg]|--plot x.svg"},
      {2, "material show cloth.json --plot x", "use --plot x.svg"},
      {3, "material show gabardine-virtual --plot x.svg", "[plot.no-curve]"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    command_outcome o = command_run("%s", cases[i].arguments);
    CHECK(o.status == cases[i].status);
    if (cases[i].message[0] == '[') o = command_run("%s --json", cases[i].arguments);
    CHECK_CONTAINS(o.failure, cases[i].message);
    CHECK(!command_wrote("x.json"));
  }
  CHECK(command_run("material export cloth.json -o x.json --format wang2011 --ring 0.2").status == 0);
  CHECK(same_table("made-up.json", "x.json"));
}

// Stretching of one material and bending of another, as the table of the published files requires both.
TEST(cli_material_combine) {
  REQUIRE(command_run("material combine interlock-virtual interlock-virtual -o whole.json").status == 0);
  command_outcome shown = command_run("material show whole.json");
  CHECK(shown.status == 0);
  CHECK_CONTAINS(shown.out, "39 parameters");
  CHECK(command_run("material export whole.json --format wang2011 -o table.json").status == 0);
  CHECK(command_run("material export interlock-virtual --format wang2011 -o same.json").status == 0);
  CHECK_TEXT(command_file("table.json"), command_file("same.json"));
  command_outcome none = command_run("material combine interlock-virtual anisotropic-volino-fig4 -o no.json --json");
  CHECK(none.status == 3 && !command_wrote("no.json"));
  CHECK_CONTAINS(none.failure, "[material.no-bending-term]");
  CHECK(command_run("material combine interlock-virtual -o no.json").status == 2);
}

// Parameters that the strips do not determine still go into a cloth and a table; a warning names them.
TEST(cli_material_warns_of_undetermined_numbers) {
  CHECK(command_run("new cantilever strips").status == 0);
  CHECK(command_run("fit strips --model wang-bending --bend-knots 0,5,10,15,20 --further off -o fitted").status == 0);
  command_outcome o = command_run("material combine interlock-virtual fitted -o cloth.json");
  CHECK(o.status == 0);
  CHECK_CONTAINS(o.err, " by data (bend-0.k0, ");
  o = command_run("material export cloth.json --format wang2011 -o table.json");
  CHECK(o.status == 0);
  CHECK_CONTAINS(o.err, " by data (bend-0.k0, ");
  CHECK(!strstr(command_run("material export interlock-virtual --format wang2011 -o same.json").err, "not determined"));
}

// Hinges become a plate of the same rigidities; the default bending of strips goes into a table too.
TEST(cli_material_plate) {
  command_put("old.json", "{\"pliant\": \"material 1\", \"name\": \"old\", \"density\": \"150 g/m^2\", \"terms\": ["
                          "{\"name\": \"membrane\", \"strain\": \"green\", \"law\": \"orthotropic\", \"parameters\": {\"unit\": \"N/m\", "
                          "\"values\": [1000, 0, 600, 60]}}, {\"name\": \"bend\", \"strain\": \"hinge\", \"law\": \"linear\", "
                          "\"parameters\": {\"k\": \"2 uN m\"}}]}");
  CHECK(command_run("material plate old.json -o new.json").status == 0);
  CHECK_CONTAINS(command_run("material show old.json").out, "  45 deg                6  µN m");
  CHECK_CONTAINS(command_run("material show new.json").out, "  45 deg                6  µN m");
  CHECK_CONTAINS(command_run("material show new.json --json").out, "\"rigidities\": [");
  command_outcome o = command_run("material plate interlock-virtual -o no.json --json");
  CHECK(o.status == 3 && !command_wrote("no.json"));
  CHECK_CONTAINS(o.failure, "[material.no-plate-law]");
  CHECK(command_run("material plate old.json").status == 2);
  CHECK(command_run("material combine interlock-virtual new.json -o cloth.json").status == 0);
  CHECK(command_run("material export cloth.json --format wang2011 -o table.json").status == 0 && command_wrote("table.json"));
}

static void put_falling(const char *material) {
  char text[1024];
  snprintf(text, sizeof text,
           "{\"pliant\": \"scene 1\", \"gravity\": [\"0 m/s^2\", \"0 m/s^2\", \"-9.81 m/s^2\"], \"meshes\": [{\"name\": \"a\", "
           "\"sheet\": {\"length\": \"10 cm\", \"width\": \"5 cm\", \"cells\": [6, 3]}, \"material\": \"%s\"}], \"clips\": "
           "[{\"mesh\": \"a\", \"edge\": \"left\"}], \"duration\": \"0.1 s\"}",
           material);
  command_put("scene.json", text);
}

// A table without an energy becomes a convex material that states its error, moves without a warning, and has no twin itself.
TEST(cli_material_twin) {
  command_outcome o = command_run("material twin interlock-virtual -o twin.json");
  CHECK(o.status == 0);
  CHECK_CONTAINS(o.out, "  22.5 deg ");
  CHECK_CONTAINS(o.out, "  all ");
  o = command_run("material show twin.json --json");
  CHECK(o.status == 0 && strstr(o.out, "polar-energy") && strstr(o.out, "bend-45") && !strstr(o.out, "\"polar-tensor\""));
  CHECK_CONTAINS(o.out, "Conservative twin");
  put_falling("interlock-virtual");
  o = command_run("simulate scene.json -o table");
  CHECK(o.status == 0);
  CHECK_CONTAINS(o.err, "pliant material twin");
  CHECK_CONTAINS(command_file("table/simulation.json"), "\"steps-in-parts\": 0");
  put_falling("twin.json");
  o = command_run("simulate scene.json -o twin");
  CHECK(o.status == 0 && !strstr(o.err, "pliant material twin"));
  o = command_run("material twin twin.json -o again.json --json");
  CHECK(o.status == 3 && !command_wrote("again.json"));
  CHECK_CONTAINS(o.failure, "[material.has-energy]");
  CHECK(command_run("material twin interlock-virtual").status == 2);
}
