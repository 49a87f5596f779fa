// test_cli.c: the program as a user meets it: every command, its messages, its exit statuses, what it writes and what it leaves alone.
#define _GNU_SOURCE  // F_SETPIPE_SZ
#include "said.h"
#include "report/result/result.h"
#include "test.h"

#include "base/json.h"
#include "base/text.h"
#include "golden/command.h"

#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <sys/wait.h>  // after ours: it defines a macro si

#define EXAMPLE PLIANT_SOURCE_DIR "/examples/gabardine"

static void put(const char *name, const char *text, size_t size) {
  char path[1024];
  snprintf(path, sizeof path, "%s/%s", test_folder(), name);
  FILE *file = fopen(path, "wb");
  REQUIRE(file != NULL);
  fwrite(text, 1, size, file);
  fclose(file);
}

static int count_lines(const char *text) {
  int n = 0;
  for (; *text; text++) n += *text == '\n';
  return n;
}

// One object and nothing else on standard output; the tree lives as long as the test.
static pl_json *parsed(const char *text) {
  static pl_context *ctx;
  static pl_arena *arena;
  if (!ctx) ctx = pl_context_create(NULL);
  if (!arena) arena = pl_arena_create(ctx);
  pl_json *root = NULL;
  pl_status status = pl_json_parse(arena, "stdout", text, strlen(text), &root);
  char message[2048];
  said_error_format(pl_context_error(ctx), message, sizeof message);
  if (status != PL_OK) test_fail(__FILE__, __LINE__, "not JSON: %s", message);
  REQUIRE(status == PL_OK);
  CHECK(root->kind == PL_JSON_OBJECT);
  return root;
}

static const char *text_of(pl_json *object, const char *key) {
  pl_json *value = pl_json_find(object, key);
  return value && value->kind == PL_JSON_STRING ? value->text : "(absent)";
}

// ---- help and usage ----

TEST(cli_help_of_every_command) {
  static const char *const commands[] = {"new", "check", "fit", "predict", "rig", "material", "report", "reproduce", "bench"};
  command_outcome o = command_run("--help");
  CHECK(o.status == 0);
  CHECK_TEXT(o.err, "");
  for (int i = 0; i < 9; i++) {
    CHECK_CONTAINS(o.out, commands[i]);
    command_outcome one = command_run("%s --help", commands[i]);
    char usage[64];
    snprintf(usage, sizeof usage, "usage: pliant %s", commands[i]);
    CHECK(one.status == 0);
    CHECK_CONTAINS(one.out, usage);
    CHECK_CONTAINS(one.out, "--json");
    CHECK_TEXT(one.err, "");
  }
  CHECK_CONTAINS(command_run("help fit").out, "usage: pliant fit");
}

TEST(cli_help_lists_settings_from_the_tables) {
  command_outcome o = command_run("fit --help");
  CHECK_CONTAINS(o.out, "--segments N");
  CHECK_CONTAINS(o.out, "default 3");
  CHECK_CONTAINS(o.out, "--method CHOICE");
  CHECK_CONTAINS(o.out, "--solver-method CHOICE");
  CHECK_CONTAINS(o.out, "--solver-max-iterations N");
}

TEST(cli_version) {
  CHECK_CONTAINS(command_run("--version").out, "pliant ");
  CHECK_TEXT(command_run("--version").out, command_run("fit --version").out);
}

typedef struct usage_case {
  const char *arguments, *message;
} usage_case;

TEST(cli_alone_says_how_to_begin) {
  command_outcome o = command_run("%s", "");
  CHECK(o.status == 2);
  CHECK_TEXT(o.out, "");
  CHECK_CONTAINS(o.err, "pliant new tensile my-fabric");
  CHECK_CONTAINS(o.err, "pliant fit my-fabric -o result");
  CHECK_CONTAINS(o.err, "'pliant --help' lists all commands");
  CHECK(count_lines(o.err) < 20);
  o = command_run("--quiet --json");
  CHECK(o.status == 2);
  CHECK_CONTAINS(o.failure, "[usage.no-command]");
}

TEST(cli_wrong_usage) {
  static const usage_case cases[] = {
      {"ftt x.json", " you mean 'fit'?"},
      {"zzzzzz", "'pliant --help' lists the"},
      {"fit", "[usage.more-arguments]|'fit'"},
      {"fit --segmnts 4 a.json", " you mean --segments?"},
      {"fit a.json --segments", "--segments needs"},
      {"fit a.json --segments 0", "--segments"},
      {"fit a.json --segments many", "--segments"},
      {"fit a.json --solver-method newtn", "--solver-method"},
      {"fit a.json --force-tolerance 1e-9", "--force-tolerance"},
      {"fit a.json --json=yes", "--json takes"},
      {"fit a.json --threads 0", "--threads"},
      {"fit a.json -z", "unknown flag -z"},
      {"new tensil here", " you mean 'tensile'?"},
      {"new tensile", "[usage.more-arguments]|'new'"},
      {"new rubber", "take 'homogeneous'; 'pliant new' alone lists"},
      {"new fabric here", "take 'tensile'"},
      {"new tensile a b", "'b'"},
      {"material lst", " you mean 'list'?"},
      {"material show", "[usage.one-material]"},
      {"material compare gabardine-virtual", "two materials"},
      {"rig tensle --material gabardine-virtual -o x", " you mean 'tensile'?"},
      {"rig tensile -o x", "--material is"},
      {"rig tensile --material gabardine-virtual", "-o DIR is missing"},
      {"rig tensile --material gabardine-virtual -o x", "no motion"},
      {"rig tensile --material gabardine-virtual -o x --displacement 4", "has no unit"},
      {"rig tensile --material gabardine-virtual -o x --displacement '4 N'", "expected a length"},
      {"rig tensile --material gabardine-virtual -o x --displacement '4 mm' --noise 'forse=1 N'", " you mean 'force'?"},
      {"rig tensile --material gabardine-virtual -o x --displacement '4 mm' --direction wrap", " you mean 'warp'?"},
      {"rig tensile --material gabardine-virtual -o x --displacement '4 mm' --hysteresis 5", "needs --cycle"},
      {"rig tensile --material gabardine-virtual -o x --displacement '4 mm' --frames nan", "whole number"},
      {"rig weights --material gabardine-virtual -o x --weights "
       "11111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111",
       "is not a quantity"},
      {"rig disk-push --material gabardine-virtual -o x --displacement '4 mm' --width '2 mm'", "no effect"},
      {"docs optoins", " you mean 'options'?"},
  };
  for (int i = 0; i < (int)(sizeof cases / sizeof cases[0]); i++) {
    command_outcome o = command_run("%s", cases[i].arguments);
    CHECK(o.status == 2);
    CHECK_TEXT(o.out, "");
    CHECK(count_lines(o.err) == 1);
    CHECK(strncmp(o.err, "pliant: ", 8) == 0);
    if (cases[i].message[0] == '[') o = command_run("%s --json", cases[i].arguments);
    CHECK_CONTAINS(o.failure, cases[i].message);
    CHECK(!command_wrote("x"));
  }
}

// ---- the walk: new, check, fit, predict, report ----

LONG_TEST(cli_walk_from_template_to_report) {
  command_outcome o = command_run("new tensile swatch");
  CHECK(o.status == 0);
  CHECK_CONTAINS(o.out, "pliant check swatch/experiment.json");
  CHECK(command_run("new tensile swatch").status == 3);  // refuses to overwrite

  o = command_run("check swatch/experiment.json");
  CHECK(o.status == 0);
  CHECK_CONTAINS(o.out, "warp");
  CHECK_CONTAINS(o.out, "pliant fit swatch/experiment.json -o DIR");

  o = command_run("fit swatch/experiment.json --compare forces -o result");
  CHECK(o.status == 2);
  CHECK_CONTAINS(o.err, " volino of 'warp' (tensile); leave it");
  o = command_run("fit swatch/experiment.json -o result");
  CHECK(o.status == 0);
  CHECK_CONTAINS(o.out, "± sigma [N/m]");
  CHECK_CONTAINS(o.out, "warp.k0");
  CHECK_CONTAINS(o.out, "R²");
  CHECK_CONTAINS(o.out,
                 pl_report_built() ? "report  result/report.html\nlook    pliant show result\n" : "report  none: " PL_NO_REPORT "\nlook");
  CHECK_CONTAINS(o.out, "next    pliant predict result/material.json");
  CHECK(command_was_silent(&o));  // no progress when standard error is not a terminal
  static const char *const files[] = {"material.json", "fit.json", "curves.csv", "predictions.csv"};
  for (int i = 0; i < 4; i++) {
    char name[64];
    snprintf(name, sizeof name, "result/%s", files[i]);
    CHECK(command_wrote(name));
  }

  o = command_run("predict result/material.json swatch/experiment.json");
  CHECK(o.status == 0);
  CHECK_CONTAINS(o.out, "Passed");
  CHECK(command_run("predict result/material.json swatch/experiment.json -o again").status == 0);
  CHECK(command_reported("result/report.html") && command_reported("again/report.html"));
  CHECK(!command_wrote("again/material.json"));
  CHECK(command_wrote("again/predicted-with.json"));

  char path[1024];
  snprintf(path, sizeof path, "%s/result/report.html", test_folder());
  remove(path);
  o = command_run("report result");
  CHECK(o.status == (pl_report_built() ? 0 : 3));
  CHECK_CONTAINS(pl_report_built() ? o.out : o.err, pl_report_built() ? "result/report.html" : PL_NO_REPORT);
  CHECK(command_reported("result/report.html"));
  CHECK(command_run("report swatch").status == 3);
}

TEST(cli_new_disk_push_can_be_checked) {
  CHECK(command_run("new disk-push push").status == 0);
  CHECK(command_run("check push/experiment.json").status == 0);
}

// The demo: the bundled gabardine is recovered and its bias cut predicted.
TEST(cli_example_gabardine) {
  command_outcome o = command_run("fit '%s/experiment.json' --validate '%s/bias.json' -o demo --json", EXAMPLE, EXAMPLE);
  CHECK(o.status == 0);
  pl_json *root = parsed(o.out), *tests = pl_json_find(root, "tests");
  REQUIRE(tests != NULL);
  CHECK(tests->n == 5);
  int n_held_out = 0;
  for (pl_json *test = tests->child; test; test = test->next) {
    pl_json *held_out = pl_json_find(test, "held_out"), *channels = pl_json_find(test, "channels");
    REQUIRE(held_out != NULL && channels != NULL);
    n_held_out += held_out->boolean;
    for (pl_json *channel = channels->child; channel; channel = channel->next) {
      pl_json *r2 = pl_json_find(channel, "r2");
      if (r2) CHECK_LESS(held_out->boolean ? 0.98 : 0.999, r2->number);
    }
  }
  CHECK(n_held_out == 1);

  o = command_run("material compare gabardine-virtual demo/material.json");
  CHECK(o.status == 0);
  CHECK_CONTAINS(o.out, "Stress [N/m] over green strain");
  CHECK_CONTAINS(o.out, "\nOnly A has a law on curvature strain.\n");  // no table of one material
  CHECK(!strstr(o.out, "over curvature strain"));
  o = command_run("material compare gabardine-virtual demo/material.json --json");
  CHECK(o.status == 0);
  pl_json *points = pl_json_find(parsed(o.out), "points");
  REQUIRE(points != NULL);
  for (pl_json *point = points->child; point; point = point->next) {
    pl_json *stress = pl_json_find(point, "stress"), *strain = pl_json_find(point, "strain");
    REQUIRE(stress && stress->n == 2 && strain);
    bool measured =
        strcmp(text_of(point, "measure"), "green") == 0 && !(strcmp(text_of(point, "value"), "shear") == 0 && strain->number > 0.15);
    if (measured) CHECK_CLOSE(stress->child->next->number, stress->child->number, 0.04);
  }
}

LONG_TEST(cli_fit_does_not_depend_on_threads) {
  CHECK(command_run("fit '%s/experiment.json' -o one --threads 1", EXAMPLE).status == 0);
  CHECK(command_run("fit '%s/experiment.json' -o two --threads 2 --quiet", EXAMPLE).status == 0);
  CHECK_TEXT(command_file("one/curves.csv"), command_file("two/curves.csv"));
}

// Ctrl-C before there is anything to save: the work stops, nothing is written, and that is said. The signal is sent as soon as the program
// waits for it. Should an iteration be done before it comes, what there is gets saved, and a finer mesh takes longer.
TEST(cli_interrupted_before_anything_is_fitted) {
  bool early = false;
  for (int cells = 30; cells < 300 && !early; cells *= 2) {
    pid_t fit = command_start("fit '%s/experiment.json' --method mesh --cells %d -o cells-%d -q", EXAMPLE, cells, cells);
    while (!command_catches(fit, SIGINT) && !command_has_ended(fit)) command_pause();
    kill(fit, SIGINT);
    int status = command_end(fit);
    CHECK(status == 130 || status == 0 || status == 1);
    char folder[64];
    snprintf(folder, sizeof folder, "cells-%d", cells);
    early = status == 130 && !command_wrote(folder);
    if (early) CHECK_CONTAINS(command_file("err.txt"), "interrupted before anything was fitted: nothing is written");
  }
  CHECK(early);
}

// A result folder with a pipe for a report. The program stops where it writes it, after the other files of a saved fit, until the pipe is
// read. Returns the reading end.
static int hold_report(void) {
  char folder[900], path[1000];
  snprintf(folder, sizeof folder, "%s/result", test_folder());
  snprintf(path, sizeof path, "%s/report.html", folder);
  REQUIRE(mkdir(folder, 0700) == 0 && mkfifo(path, 0600) == 0);
  command_put("result/fit.json", "{}");  // as of an earlier run: the folder may be written to
  int report = open(path, O_RDONLY | O_NONBLOCK);
  REQUIRE(report >= 0);
  REQUIRE(fcntl(report, F_SETPIPE_SZ, 4096) > 0 && fcntl(report, F_SETFL, 0) == 0);
  return report;
}

static void wait_for_report(int report, pid_t fit) {
  struct pollfd wanted = {.fd = report, .events = POLLIN};
  while (poll(&wanted, 1, 0) < 1 || !(wanted.revents & POLLIN)) {
    REQUIRE(!command_has_ended(fit));
    command_pause();
  }
}

// Reads the report to its end, and the program goes on.
static void read_report(int report) {
  char block[4096];
  ssize_t n, size = 0;
  while ((n = read(report, block, sizeof block)) > 0) size += n;
  REQUIRE(n == 0 && size > fcntl(report, F_GETPIPE_SZ));  // longer than the pipe: the program did wait
}

static void check_fit_is_whole(void) {
  pl_json *fit = parsed(command_file("result/fit.json"));
  CHECK(pl_json_find(fit, "parameters") != NULL && pl_json_find(fit, "further_tests") == NULL);
  CHECK(command_run("show result").status == 0);
  CHECK(command_run("material show result/material.json").status == 0);
}

// The fit is saved completely before further tests are computed. If the program is then ended by a second Ctrl-C, the fit is there without
// them.
TEST(cli_ended_before_further_tests_keeps_the_fit) {
  if (!pl_report_built()) {
    test_skip("built without the page of web/");
    return;
  }
  CHECK(command_run("new tensile cloth").status == 0);
  int report = hold_report();
  pid_t fit = command_start("fit cloth --further on -o result -q");
  wait_for_report(report, fit);
  kill(fit, SIGINT);
  while (command_is_sent(fit, SIGINT)) command_pause();  // two that wait would be one
  kill(fit, SIGINT);
  CHECK(command_end(fit) == -SIGINT);
  close(report);
  check_fit_is_whole();
}

// One Ctrl-C there is reported correctly: the fit was not interrupted.
TEST(cli_interrupted_in_further_tests_says_so) {
  if (!pl_report_built()) {
    test_skip("built without the page of web/");
    return;
  }
  CHECK(command_run("new tensile cloth").status == 0);
  int report = hold_report();
  pid_t fit = command_start("fit cloth --further on -o result -q");
  wait_for_report(report, fit);
  kill(fit, SIGINT);
  read_report(report);
  wait_for_report(report, fit);  // it is saved again at the end
  read_report(report);
  CHECK(command_end(fit) == 130);
  close(report);
  const char *said = command_file("out.txt");
  CHECK_CONTAINS(said, "Interrupted: the fit is complete, only the further tests were left out.");
  CHECK(!strstr(said, "the state when it stopped"));
  check_fit_is_whole();
}

TEST(cli_fit_not_converged_is_status_one) {
  command_outcome o = command_run("fit '%s/experiment.json' -o result --max-iterations 1", EXAMPLE);
  CHECK(o.status == 1);
  CHECK_CONTAINS(o.out, "--max-iterations");
  CHECK(command_wrote("result/fit.json"));
}

TEST(cli_failed_validation_is_status_one) {
  command_outcome o = command_run("predict isotropic-1000 '%s/bias.json'", EXAMPLE);
  CHECK(o.status == 1);
  CHECK_CONTAINS(o.out, "FAILED");
  CHECK(command_run("predict isotropic-1000 '%s/bias.json' --json", EXAMPLE).status == 1);
}

// A material of the database by its name, as in predict and rig.
LONG_TEST(cli_fit_takes_a_material_by_name) {
  command_outcome o = command_run("fit '%s/experiment.json' -o named --model denim-virtual --further off --json", EXAMPLE);
  CHECK(o.status == 0);
  CHECK_CONTAINS(o.out, "denim-virtual.json");
}

TEST(cli_settings_reach_the_fit) {
  command_outcome o = command_run("fit '%s/experiment.json' -o a --segments=1 --order-shear 1 --json", EXAMPLE);
  CHECK_CONTAINS(o.out, "\"segments\": 1");
  CHECK_CONTAINS(o.out, "\"order-shear\": 1");
  CHECK(command_run("fit '%s/experiment.json' -o b --model volnio", EXAMPLE).status == 2);
  CHECK(!command_wrote("b"));
}

// ---- rigs ----

TEST(cli_rig_tensile) {
  command_outcome o =
      command_run("rig tensile --material gabardine-virtual --direction weft --displacement '0..4 mm' --frames 21 --cycle --hysteresis 10 "
                  "--noise 'force=0.1 N' --seed 3 -o weft");
  CHECK(o.status == 0);
  CHECK_CONTAINS(o.out, "pliant check weft/experiment.json");
  o = command_run("check weft/experiment.json --json");
  CHECK(o.status == 0);
  CHECK_CONTAINS(o.out, "\"points-read\": 41");
  // the same seed gives the same file, in the same folder again
  const char *first = command_file("weft/weft.csv");
  CHECK(command_run(
            "rig tensile --material gabardine-virtual --direction weft --displacement '4 mm' --frames 21 --cycle --hysteresis '10 %%' "
            "--noise 'force=0.1 N' --seed 3 -o weft")
            .status == 0);
  CHECK_TEXT(command_file("weft/weft.csv"), first);
}

TEST(cli_rig_bias_on_a_mesh_with_meshes) {
  command_outcome o =
      command_run("rig tensile --material gabardine-virtual --angle '45 deg' --length '200 mm' --width '50 mm' --max-displacement '10 mm' "
                  "--frames 5 --method mesh --cells 12 --observe all --obj shapes -o bias --json");
  CHECK(o.status == 0);
  pl_json *root = parsed(o.out);
  CHECK_TEXT(text_of(root, "protocol"), "tensile");
  CHECK(command_wrote("bias/rig.json"));
  CHECK(command_wrote("shapes/45-deg-0004.obj"));
  CHECK(command_run("predict gabardine-virtual bias/experiment.json --method mesh --cells 12").status == 0);
}

TEST(cli_rig_shear_keeps_the_yarns_length) {
  CHECK(command_run(
            "rig tensile --material gabardine-virtual --shear-displacement '0..7 mm' --keep-length --frames 5 --observe force,shear-force "
            "-o s")
            .status == 0);
  // warp yarns keep their length, so the warp carries nothing
  command_outcome o = command_run("check s/experiment.json --json");
  pl_json *channels = pl_json_find(pl_json_find(pl_json_find(parsed(o.out), "experiments")->child, "tests")->child, "channels");
  for (pl_json *channel = channels->child; channel; channel = channel->next)
    if (strcmp(text_of(channel, "name"), "shear-force") == 0) CHECK_NEAR(pl_json_find(channel, "highest")->number, 0.2 * 7.23, 0.02);
}

TEST(cli_rig_disk_push_and_plan) {
  CHECK(command_run("rig disk-push --material isotropic-1000 --displacement '20 mm' --frames 5 --cells 16 -o push").status == 0);
  CHECK(command_run("rig disk-push --material isotropic-1000 --plan push/experiment.json --cells 16 -o again").status == 0);
  CHECK(command_run("predict isotropic-1000 again/experiment.json --cells 16").status == 0);
  CHECK(command_run("rig tensile --material isotropic-1000 --plan push/experiment.json -o wrong").status == 3);
  CHECK(!command_wrote("wrong"));
}

// ---- materials and documentation ----

TEST(cli_material) {
  command_outcome o = command_run("material list");
  CHECK(o.status == 0);
  CHECK_CONTAINS(o.out, "gabardine-virtual");
  o = command_run("material show gabardine-virtual");
  CHECK(o.status == 0);
  CHECK_CONTAINS(o.out, "warp.k0");
  CHECK_CONTAINS(o.out, "convex over the range, proven");
  CHECK(command_run("material compare gabardine-virtual denim-virtual silk-virtual").status == 0);
  o = command_run("material show gabardin-virtual");
  CHECK(o.status == 3);
  CHECK_CONTAINS(o.err, "gabardine-virtual");
}

TEST(cli_options_page_is_up_to_date) {
  command_outcome o = command_run("docs options");
  CHECK(o.status == 0);
  CHECK_TEXT(command_file(PLIANT_SOURCE_DIR "/docs/options.md"), o.out);
}

TEST(cli_json_is_one_object) {
  static const char *const commands[] = {
      "new tensile swatch --json",
      "check swatch/experiment.json --json",
      "fit swatch/experiment.json -o result --json",
      "predict result/material.json swatch/experiment.json --json",
      "rig tensile --material gabardine-virtual --displacement '1 mm' -o rig --json",
      "material list --json",
      "material show gabardine-virtual --json",
      "material show result/material.json --json",
      "material compare gabardine-virtual result/material.json --json",
      "report result --json",
      "--json --threads 1 check swatch/experiment.json",
  };
  for (int i = 0; i < (int)(sizeof commands / sizeof commands[0]); i++) {
    bool needs_page = strncmp(commands[i], "report", strlen("report")) == 0;
    command_outcome o = command_run("%s", commands[i]);
    CHECK(o.status == (needs_page && !pl_report_built() ? 3 : 0));
    if (o.status == 0) CHECK(command_was_silent(&o));
    CHECK(parsed(o.out)->n > 0);
  }
}

// ---- bad input: one line with file and remedy, status 3, nothing written ----

#define CURVE "displacement [mm],force [N]\n0,0\n1,2\n2,4.5\n3,7\n4,11\n5,16\n"
#define EXPERIMENT(test)                                                                                                                \
  "{\"pliant\": \"experiment 1\", \"protocol\": \"tensile\", \"name\": \"x\",\n\"specimen\": {\"length\": \"50 mm\", \"width\": \"200 " \
  "mm\"},\n"                                                                                                                            \
  "\"tests\": [" test "]}\n"
#define PLAIN_TEST "{\"name\": \"a\", \"file\": \"a.csv\", \"direction\": \"warp\"}"

typedef struct bad_case {
  const char *what;
  const char *experiment, *curve;  // NULL: no such file
  const char *file;                // named in the message
  const char *part;                // some of the message
} bad_case;

static const bad_case bad_cases[] = {
    {"missing experiment", NULL, CURVE, "x.json", ""},
    {"missing curve", EXPERIMENT(PLAIN_TEST), NULL, "a.csv", ""},
    {"empty experiment", "", CURVE, "x.json", "empty"},
    {"empty curve", EXPERIMENT(PLAIN_TEST), "", "a.csv", "empty"},
    {"wrong protocol", "{\"pliant\": \"experiment 1\", \"protocol\": \"tensil\", \"tests\": []}", CURVE, "x.json", "tensile"},
    {"JSON without unit",
     "{\"pliant\": \"experiment 1\", \"protocol\": \"tensile\", \"specimen\": {\"length\": \"50\", \"width\": \"200 mm\"}, \"tests\": "
     "[" PLAIN_TEST "]}",
     CURVE, "x.json", "unit"},
    {"CSV without unit", EXPERIMENT(PLAIN_TEST), "displacement,force [N]\n0,0\n1,2\n2,4\n3,6\n4,8\n5,10\n", "a.csv", "unit"},
    {"wrong unit", EXPERIMENT(PLAIN_TEST), "displacement [kg],force [N]\n0,0\n1,2\n2,4\n3,6\n4,8\n5,10\n", "a.csv", "displacement"},
    {"NaN", EXPERIMENT(PLAIN_TEST), "displacement [mm],force [N]\n0,0\n1,2\n2,nan\n3,6\n4,8\n5,10\n", "a.csv:4", "nan"},
    {"text among numbers", EXPERIMENT(PLAIN_TEST), "displacement [mm],force [N]\n0,0\n1,2\n2,slipped\n3,6\n4,8\n5,10\n", "a.csv:4",
     "slipped"},
    {"unequal columns", EXPERIMENT(PLAIN_TEST), "displacement [mm],force [N]\n0,0\n1,2\n2\n3,6\n4,8\n5,10\n", "a.csv:4", ""},
    {"two points", EXPERIMENT(PLAIN_TEST), "displacement [mm],force [N]\n0,0\n1,2\n", "a.csv", "2 points"},
    {"backward time", EXPERIMENT(PLAIN_TEST), "time [s],displacement [mm],force [N]\n0,0,0\n1,1,2\n0.5,2,4\n3,3,6\n4,4,8\n5,5,10\n",
     "a.csv", "time"},
    {"negative force", EXPERIMENT(PLAIN_TEST), "displacement [mm],force [N]\n0,0\n1,-2\n2,-4\n3,-6\n4,-8\n5,-10\n", "a.csv", "sign"},
    {"unknown key", EXPERIMENT("{\"name\": \"a\", \"flie\": \"a.csv\", \"file\": \"a.csv\", \"direction\": \"warp\"}"), CURVE, "x.json:3",
     "file"},
    {"duplicate key", EXPERIMENT("{\"name\": \"a\", \"name\": \"b\", \"file\": \"a.csv\", \"direction\": \"warp\"}"), CURVE, "x.json:3",
     "name"},
    {"binary experiment", "\x7f\x45\x4c\x46\x02\x01\x01", CURVE, "x.json", ""},
    {"zero width",
     "{\"pliant\": \"experiment 1\", \"protocol\": \"tensile\", \"specimen\": {\"length\": \"50 mm\", \"width\": \"0 mm\"}, \"tests\": "
     "[" PLAIN_TEST "]}",
     CURVE, "x.json", "width"},
    {"trailing garbage", EXPERIMENT(PLAIN_TEST) "]", CURVE, "x.json", ""},
};

static void check_bad(const char *what, const command_outcome *o, const char *file, const char *part) {
  printf("-- %s\n", what);
  CHECK(o->status == 3);
  CHECK(count_lines(o->err) == 1);
  CHECK(strncmp(o->err, "pliant: ", 8) == 0);
  CHECK_CONTAINS(o->err, file);
  CHECK_CONTAINS(o->err, part);
  if (!strstr(o->err, "; ")) test_fail(__FILE__, __LINE__, "%s: no remedy in: %s", what, o->err);
  if (command_wrote("result")) test_fail(__FILE__, __LINE__, "%s: the output folder was made", what);
}

TEST(cli_bad_input) {
  for (int i = 0; i < (int)(sizeof bad_cases / sizeof bad_cases[0]); i++) {
    const bad_case *b = &bad_cases[i];
    char folder[64];
    snprintf(folder, sizeof folder, "case%d", i);
    char path[1024], name[96];
    snprintf(path, sizeof path, "%s/%s", test_folder(), folder);
    mkdir(path, 0777);
    snprintf(name, sizeof name, "%s/x.json", folder);
    if (b->experiment) command_put(name, b->experiment);
    snprintf(name, sizeof name, "%s/a.csv", folder);
    if (b->curve) command_put(name, b->curve);
    command_outcome o = command_run("fit %s/x.json -o result", folder);
    CHECK_TEXT(o.out, "");
    check_bad(b->what, &o, b->file, b->part);
    o = command_run("check %s/x.json", folder);
    check_bad(b->what, &o, b->file, b->part);
  }
}

TEST(cli_bad_binary_curve) {
  command_put("x.json", EXPERIMENT(PLAIN_TEST));
  put("a.csv", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1", 24);
  command_outcome o = command_run("fit x.json -o result");
  check_bad("binary curve", &o, "a.csv", "");
}

TEST(cli_bad_huge_curve) {
  char path[1024];
  command_put("x.json", EXPERIMENT(PLAIN_TEST));
  command_put("a.csv", CURVE);
  snprintf(path, sizeof path, "%s/a.csv", test_folder());
  REQUIRE(truncate(path, 200l << 20) == 0);  // a sparse file: 200 MB to a reader, nothing on the disk
  command_outcome o = command_run("fit x.json -o result");
  check_bad("200 MB", &o, "a.csv", "MB");
}

TEST(cli_output_cannot_be_written) {
  command_outcome o = command_run("fit '%s/experiment.json' -o /dev/null/x", EXAMPLE);
  CHECK(o.status == 3);
  CHECK(count_lines(o.err) == 1);
  CHECK_TEXT(o.out, "");
}

TEST(cli_bad_curve_instead_of_experiment) {
  command_outcome o = command_run("fit '%s/warp.csv' -o result", EXAMPLE);
  check_bad("a curve", &o, "warp.csv", "pliant new tensile");
}

TEST(cli_new_alone_lists_protocols) {
  command_outcome o = command_run("new");
  CHECK(o.status == 2);
  CHECK_TEXT(o.out, "");
  CHECK_CONTAINS(o.err, "usage: pliant new PROTOCOL DIR");
  CHECK_CONTAINS(o.err, "  homogeneous       sheets or blocks");
  // every name stands apart from its description
  for (int i = 0; i < pl_protocol_count(); i++) {
    char row[200];
    snprintf(row, sizeof row, "\n  %s  ", pl_protocol_name(i));
    CHECK_CONTAINS(command_run("new --help").out, row);
  }
}

TEST(cli_bad_folder_without_experiment) {
  static const char *const folder[] = {"mine", "other"};
  for (int i = 0; i < 2; i++) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", test_folder(), folder[i]);
    REQUIRE(mkdir(path, 0777) == 0);
  }
  command_put("mine/b.csv", CURVE);
  command_put("mine/a.csv", CURVE);
  command_outcome o = command_run("check mine");
  check_bad("curves alone", &o, "a.csv", "'pliant new tensile DIR'");
  CHECK_CONTAINS(command_run("check mine --json").failure, "[experiment.only-tables]|a.csv");
  // the template may be written beside them
  CHECK(command_run("new tensile mine").status == 0);
  CHECK(command_run("check mine").status == 0);
  // another experiment than the usual one
  command_put("other/bias.json", EXPERIMENT(PLAIN_TEST));
  o = command_run("check other");
  check_bad("another experiment", &o, "experiment.json", "other/bias.json");
  CHECK_CONTAINS(command_run("check other --json").failure, "[experiment.absent]|other/bias.json");
}

TEST(cli_bad_input_as_json) {
  command_outcome o = command_run("check nowhere.json --json");
  CHECK(o.status == 3);
  CHECK(count_lines(o.err) == 1);
  pl_json *error = pl_json_find(parsed(o.out), "error");
  REQUIRE(error != NULL);
  CHECK_TEXT(text_of(error, "file"), "nowhere.json");
}

TEST(cli_bad_held_out_file_stops_before_the_fit) {
  command_outcome o = command_run("fit '%s/experiment.json' --validate nowhere.json -o result", EXAMPLE);
  check_bad("held out", &o, "nowhere.json", "");
}

LONG_TEST(cli_never_overwrites_other_folders) {
  char path[1024];
  snprintf(path, sizeof path, "%s/mine", test_folder());
  mkdir(path, 0777);
  command_put("mine/thesis.txt", "years of work\n");
  command_outcome o = command_run("fit '%s/experiment.json' -o mine", EXAMPLE);
  CHECK(o.status == 3);
  CHECK_CONTAINS(o.err, "mine");
  CHECK(!command_wrote("mine/fit.json"));
  CHECK(command_run("rig tensile --material gabardine-virtual --displacement '1 mm' -o mine").status == 3);
  CHECK(command_run("fit '%s/experiment.json' -o mine/thesis.txt", EXAMPLE).status == 3);
  // an empty folder and an earlier result are fine
  snprintf(path, sizeof path, "%s/empty", test_folder());
  mkdir(path, 0777);
  CHECK(command_run("fit '%s/experiment.json' -o empty", EXAMPLE).status == 0);
  CHECK(command_run("fit '%s/experiment.json' -o empty", EXAMPLE).status == 0);
}

TEST(cli_bad_material) {
  command_put("m.json", "{\"pliant\": \"material 1\", \"name\": \"m\", \"density\": \"150 N\", \"terms\": []}");
  command_outcome o = command_run("material show m.json");
  CHECK(o.status == 3);
  CHECK_CONTAINS(o.err, "m.json");
  CHECK(count_lines(o.err) == 1);
  CHECK(command_run("predict m.json '%s/bias.json'", EXAMPLE).status == 3);
  CHECK(command_run("rig tensile --material m.json --displacement '1 mm' -o rig").status == 3);
  CHECK(!command_wrote("rig"));
}

// Units go with the size of the numbers.
TEST(cli_units_by_size) {
  static const struct {
    const char *term, *shown;
  } row[] = {
      {"\"strain\": \"green3\", \"law\": \"isotropic3\", \"parameters\": {\"lambda\": \"2 GPa\", \"mu\": \"24 GPa\"}", "value [GPa]\n"},
      {"\"strain\": \"green3\", \"law\": \"isotropic3\", \"parameters\": {\"lambda\": \"20 MPa\", \"mu\": \"24 MPa\"}", "value [MPa]\n"},
      {"\"strain\": \"green3\", \"law\": \"isotropic3\", \"parameters\": {\"lambda\": \"2 MPa\", \"mu\": \"24 kPa\"}", "value [MPa]\n"},
      {"\"strain\": \"green3\", \"law\": \"isotropic3\", \"parameters\": {\"lambda\": \"200 kPa\", \"mu\": \"24 kPa\"}", "value [kPa]\n"},
      {"\"strain\": \"hinge\", \"law\": \"linear\", \"parameters\": {\"k\": \"840257 uN m\"}", "value [mN m]\n  bend.k            840.3\n"},
      {"\"strain\": \"hinge\", \"law\": \"linear\", \"parameters\": {\"k\": \"40 uN m\"}", "value [µN m]\n"},
      {"\"strain\": \"hinge\", \"law\": \"linear\", \"parameters\": {\"k\": \"2 N m\"}", "value [N m]\n"}};
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    char text[600];
    snprintf(text, sizeof text, "{\"pliant\": \"material 1\", \"name\": \"m\", \"terms\": [{\"name\": \"bend\", %s}]}", row[i].term);
    command_put("m.json", text);
    command_outcome o = command_run("material show m.json");
    CHECK(o.status == 0);
    CHECK_CONTAINS(o.out, row[i].shown);
  }
}

// One curve does not tell the curves of three directions: it is said, and is no failure of the fit.
LONG_TEST(cli_disk_push_template_fits) {
  CHECK(command_run("new disk-push push").status == 0);
  command_outcome o = command_run("fit push -o out -q --further off");
  CHECK(o.status == 0);
  CHECK(!strstr(o.out, "Not converged") && !strstr(o.out, "what the readings scatter"));
}

// Help for a protocol: its models, and the settings that a fit to its tests reads.
TEST(cli_help_of_a_protocol) {
  command_outcome all = command_run("fit --help"), curves = command_run("fit --help tensile"), rolled = command_run("fit --help roll");
  CHECK(all.status == 0 && curves.status == 0 && rolled.status == 0);
  CHECK_CONTAINS(all.out, "--max-points");
  CHECK_CONTAINS(curves.out, "Models for tensile (--model)\n      volino ");
  CHECK_CONTAINS(curves.out, "--segments");
  CHECK(!strstr(curves.out, "--max-points") && !strstr(curves.out, "--elements"));
  CHECK_CONTAINS(rolled.out, "--friction");
  CHECK(!strstr(rolled.out, "--segments"));
}
