// cmd_render.c: `pliant render SOURCE -o FILE.png|DIR`: pictures of meshes and of mesh sequences without a display.
#include <stdio.h>

#include "cli.h"
#include "report/render.h"

static const cli_flag flags[] = {
    {"output", 'o', "FILE.png|DIR", false, "one picture with all frames, or a folder for one picture per frame"},
};

static const char more[] = "SOURCE is a mesh file (.obj, .ply, .vtk, .msh, .node), a folder of 'pliant simulate', an experiment with "
                           "captures, or a result folder, whose\n"
                           "measured and simulated shapes stand beside each other.\n"
                           "Exit status: 0 done, 2 wrong usage, 3 bad input (nothing is written).\n"
                           "Examples: pliant render flag -o flag.png --count 8\n"
                           "          pliant render out -o residual.png --test picture-frame --colour residual";

int cmd_render(cli *c, int argc, char **argv) {
  pl_render_options options = pl_render_options_default();
  cli_settings settings = {&pl_render_option_table, &options};
  int go = cli_parse(c, argc, argv, 1, flags, 1, &settings, 1, 1, more);
  if (go != CLI_CONTINUE) return go;
  const char *out = cli_value(c, "output");
  if (!out) return cli_usage(c, "where to? give a picture, -o FILE.png, or a folder, -o DIR");
  pl_render_files files;
  pl_status status = pl_render(c->arena, c->arg[0], out, &options, &files);
  if (status != PL_OK) return cli_fail(c, status);
  if (!c->json) {
    for (int i = 0; i < files.n; i++) printf("%s\n", files.path[i]);
    return CLI_DONE;
  }
  pl_json_writer *writer = pl_json_writer_create(c->ctx);
  if (!writer) return cli_fail(c, PL_ERROR_MEMORY);
  pl_json_begin_object(writer, NULL);
  pl_json_begin_array(writer, "pictures");
  for (int i = 0; i < files.n; i++) pl_json_put_text(writer, NULL, files.path[i]);
  pl_json_end_array(writer);
  pl_json_end_object(writer);
  return cli_print_json(c, writer, CLI_DONE);
}
