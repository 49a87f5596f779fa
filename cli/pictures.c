// pictures.c: see pictures.h.
#include "pictures.h"

#include <stdio.h>

static int print_json(cli *c, const char *list, const pl_file_list *files) {
  pl_json_writer *writer = pl_json_writer_create(c->ctx);
  if (!writer) return cli_fail(c, PL_ERROR_MEMORY);
  pl_json_begin_object(writer, NULL);
  pl_json_begin_array(writer, list);
  for (int i = 0; i < pl_file_list_count(files); i++) {
    const char *title = pl_file_list_title(files, i);
    if (!title) {
      pl_json_put_text(writer, NULL, pl_file_list_path(files, i));
      continue;
    }
    pl_json_begin_object(writer, NULL);
    pl_json_put_text(writer, "file", pl_file_list_path(files, i));
    pl_json_put_text(writer, "shows", title);
    pl_json_end_object(writer);
  }
  pl_json_end_array(writer);
  pl_json_end_object(writer);
  return cli_print_json(c, writer, CLI_DONE);
}

int pictures_run(cli *c, int argc, char **argv, const picture_command *of) {
  int go = cli_parse_settings(c, argc, argv, 1, &of->output, of->kind, 1, 1, of->more);
  if (go != CLI_CONTINUE) return go;
  const char *out = cli_value(c, of->output.name);
  if (!out) return cli_usage(c, "%s", of->missing);
  pl_file_list *files;
  pl_status status = of->draw(c->ctx, c->arg[0], out, c->settings, &files);
  if (status != PL_OK) return cli_fail(c, status);
  int result = c->json ? print_json(c, of->list, files) : CLI_DONE;
  for (int i = 0; i < pl_file_list_count(files) && !c->json; i++) printf("%s\n", pl_file_list_path(files, i));
  pl_file_list_destroy(files);
  return result;
}
