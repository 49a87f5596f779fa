// cmd_plot.c: `pliant plot DIR -o FIGS`: the main figures of a result folder as SVG, PDF and PNG for a paper.
#include <stdio.h>

#include "cli.h"
#include "report/figures.h"

static const cli_flag flags[] = {
    {"output", 'o', "FIGS", false, "folder of the figures; made when needed, figures of the same name there are replaced"},
};

static const char more[] = "DIR is a folder that 'pliant fit' or 'pliant predict -o' wrote. Figures: laws with 95 % band, control points, "
                           "valid range and visited\n"
                           "strains; measured against predicted with residuals; hysteresis; stiffness by direction and over the polar "
                           "plane; energy sections; shapes\n"
                           "in their plane; parameters, correlation, convergence. What a result does not hold is left out.\n"
                           "Exit status: 0 done, 2 wrong usage, 3 bad input (nothing is written).\n"
                           "Example: pliant plot out/demo -o figs --format pdf --width \"85 mm\"";

int cmd_plot(cli *c, int argc, char **argv) {
  pl_figure_options options = pl_figure_options_default();
  cli_settings settings = {&pl_figure_option_table, &options};
  int go = cli_parse(c, argc, argv, 1, flags, 1, &settings, 1, 1, more);
  if (go != CLI_CONTINUE) return go;
  const char *out = cli_value(c, "output");
  if (!out) return cli_usage(c, "where to? give a folder for the figures: -o FIGS");
  pl_figure_files files;
  pl_status status = pl_figures_write(c->arena, c->arg[0], out, &options, &files);
  if (status != PL_OK) return cli_fail(c, status);
  if (!c->json) {
    for (int i = 0; i < files.n; i++) printf("%s\n", files.path[i]);
    return CLI_DONE;
  }
  pl_json_writer *writer = pl_json_writer_create(c->ctx);
  if (!writer) return cli_fail(c, PL_ERROR_MEMORY);
  pl_json_begin_object(writer, NULL);
  pl_json_begin_array(writer, "figures");
  for (int i = 0; i < files.n; i++) {
    pl_json_begin_object(writer, NULL);
    pl_json_put_text(writer, "file", files.path[i]);
    pl_json_put_text(writer, "shows", files.title[i]);
    pl_json_end_object(writer);
  }
  pl_json_end_array(writer);
  pl_json_end_object(writer);
  return cli_print_json(c, writer, CLI_DONE);
}
