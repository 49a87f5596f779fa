// main.c: the table of commands and the dispatch over it. Everything else is in cmd_*.c.
#include <stdio.h>
#include <string.h>

#include "cli.h"

// One row per command: name, function, one-line help, usage. Several forms of usage are on separate lines.
static const cli_command commands[] = {
    {"new", cmd_new, "write a filled-in template of an experiment folder", "PROTOCOL DIR"},
    {"check", cmd_check, "read experiment files and say what was understood", "FILE... [--full]"},
    {"fit", cmd_fit, "estimate a material from measurements", "FILE... -o DIR [--validate FILE...] [--model NAME]"},
    {"predict", cmd_predict, "compare a material with measurements, by simulating them", "MATERIAL FILE... [-o DIR]"},
    {"rig", cmd_rig, "make a virtual measurement", "NAME --material M -o DIR [FLAGS]\nNAME --material M --plan FILE -o DIR"},
    {"simulate", cmd_simulate, "move cloth in time, or through equilibria", "SCENE -o DIR [--resume] [--steps N]"},
    {"material", cmd_material, "list, show, compare, combine, import or export materials",
     "list\nshow MATERIAL [--plot FILE.svg]\ncompare MATERIAL MATERIAL...\ncombine STRETCHES BENDS -o OUT.json\nplate MATERIAL -o "
     "OUT.json\ntwin MATERIAL -o OUT.json\nvolume MATERIAL --bulk K "
     "-o OUT.json\n"
     "import FILE -o OUT.json [--factor 2] [--negative keep|zero] [--ring 1/6]\nexport MATERIAL --format wang2011 -o FILE"},
    {"show", cmd_show, "a quick look at a result folder: its curves as small plots", "DIR [--only TEXT]"},
    {"report", cmd_report, "write the HTML report of a result folder again", "DIR"},
    {"plot", cmd_plot, "draw the figures of a result folder for a paper",
     "DIR -o FIGS [--format svg|pdf|png|all] [--width LENGTH] [--dpi N]"},
    {"compare", cmd_compare, "put several fits side by side, in one table and one page", "DIR DIR... [-o FILE.html]"},
    {"render", cmd_render, "draw meshes and their motion to PNG, without a display",
     "SOURCE -o FILE.png|DIR [--frames LIST] [--colour FIELD] [--azimuth ANGLE] [--elevation ANGLE]"},
    {"reproduce", cmd_reproduce, "run published claims and real-data cases beside the published numbers",
     "[CASE] [--list] [--full] [-o DIR]"},
    {"bench", cmd_bench, "run the speed cases", "[CASE] [--list] [--full]"},
    {"docs", cmd_docs, "print a reference page: options, keys of fit.json, sentences", "TOPIC"},
};
enum { N_COMMAND = sizeof commands / sizeof commands[0] };

static void print_help(void) {
  printf("pliant %s: material models of deformable objects from measurements\n\nusage: pliant COMMAND [ARGUMENTS]\n\n", pl_version());
  for (int i = 0; i < N_COMMAND; i++) printf("  %-10s %s\n", commands[i].name, commands[i].help);
  printf("\nFor all commands:\n"
         "  --help       explain the command and its flags\n"
         "  --json       print one JSON object instead of tables\n"
         "  -q, --quiet  no progress on standard error\n"
         "  --threads N  worker threads; all cores by default, results do not depend on it\n"
         "  --version    print the version\n"
         "\nStart with: pliant new tensile my-fabric\n");
}

// For who types the name alone, on standard error: what it does, the way from a measurement to a material, where more is.
static void print_overview(void) {
  static const char *const steps[][2] = {
      {"pliant new tensile my-fabric", "a folder with an experiment to edit; 'pliant new --help' lists the protocols"},
      {"pliant check my-fabric", "what was understood of it"},
      {"pliant fit my-fabric -o result", "a material with its uncertainty, and result/report.html"},
      {"pliant show result", "its curves on the terminal; 'plot' draws them for a paper, 'render' the shapes"},
      {"pliant predict result/material.json OTHER.json", "other tests, predicted and compared"}};
  fprintf(stderr, "pliant %s: material models of deformable objects from measurements\n\nFrom a measurement to a material:\n",
          pl_version());
  for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) fprintf(stderr, "  %s\n      %s\n", steps[i][0], steps[i][1]);
  fprintf(stderr, "\n'pliant --help' lists all commands, 'pliant COMMAND --help' explains one, see also 'man pliant' and docs/.\n");
}

static const cli_command *find_command(const char *name) {
  for (int i = 0; i < N_COMMAND; i++)
    if (strcmp(commands[i].name, name) == 0) return &commands[i];
  return NULL;
}

static int dispatch(cli *c, int argc, char **argv) {
  // flags before the command belong to every command: they are handed on behind its name
  int first = 1;
  for (; first < argc && argv[first][0] == '-'; first++) {
    if (strcmp(argv[first], "--help") == 0 || strcmp(argv[first], "-h") == 0) {
      print_help();
      return CLI_DONE;
    }
    if (strcmp(argv[first], "--version") == 0) {
      printf("pliant %s\n", pl_version());
      return CLI_DONE;
    }
    if (strcmp(argv[first], "--threads") == 0) first++;
  }
  if (first >= argc) {
    if (argc > 1) return cli_usage(c, PL_ID("usage.no-command") "no command given; 'pliant --help' lists the commands");
    print_overview();
    return CLI_USAGE;
  }
  char *name = argv[first];
  if (strcmp(name, "help") == 0) {
    if (first + 1 >= argc || !find_command(argv[first + 1])) {
      print_help();
      return CLI_DONE;
    }
    argv[first] = "--help";
    name = argv[first + 1];
    first++;
  }
  c->command = find_command(name);
  if (!c->command) {
    const char *names[N_COMMAND];
    for (int i = 0; i < N_COMMAND; i++) names[i] = commands[i].name;
    const char *near = pl_text_nearest(name, N_COMMAND, names);
    if (near) return cli_usage(c, "unknown command '%s'; did you mean '%s'?", name, near);
    return cli_usage(c, "unknown command '%s'; 'pliant --help' lists the commands", name);
  }
  memmove(argv + 2, argv + 1, (size_t)(first - 1) * sizeof *argv);
  return c->command->run(c, argc - 2, argv + 2);
}

int main(int argc, char **argv) {
  cli c;
  if (!cli_open(&c, argc, argv)) return CLI_INTERNAL;
  int status = dispatch(&c, argc, argv);
  return cli_close(&c, status);
}
