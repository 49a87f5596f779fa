// pictures.c: see pictures.h.
#include "pictures.h"

#include <stdio.h>

static int print_json(cli *c, const char *list, const picture_files *files) {
  pl_json_writer *writer = pl_json_writer_create(c->ctx);
  if (!writer) return cli_fail(c, PL_ERROR_MEMORY);
  pl_json_begin_object(writer, NULL);
  pl_json_begin_array(writer, list);
  for (int i = 0; i < files->n; i++) {
    if (!files->title) {
      pl_json_put_text(writer, NULL, files->path[i]);
      continue;
    }
    pl_json_begin_object(writer, NULL);
    pl_json_put_text(writer, "file", files->path[i]);
    pl_json_put_text(writer, "shows", files->title[i]);
    pl_json_end_object(writer);
  }
  pl_json_end_array(writer);
  pl_json_end_object(writer);
  return cli_print_json(c, writer, CLI_DONE);
}

int pictures_run(cli *c, int argc, char **argv, const picture_command *of) {
  int go = cli_parse(c, argc, argv, 1, &of->output, 1, &of->settings, 1, 1, of->more);
  if (go != CLI_CONTINUE) return go;
  const char *out = cli_value(c, of->output.name);
  if (!out) return cli_usage(c, "%s", of->missing);
  picture_files files = {0};
  pl_status status = of->draw(c->arena, c->arg[0], out, of->settings.options, &files);
  if (status != PL_OK) return cli_fail(c, status);
  if (c->json) return print_json(c, of->list, &files);
  for (int i = 0; i < files.n; i++) printf("%s\n", files.path[i]);
  return CLI_DONE;
}
