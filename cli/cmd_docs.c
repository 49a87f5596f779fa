// cmd_docs.c: `pliant docs TOPIC`: pages of the documentation that the library makes from its tables.
#include <stdio.h>
#include <string.h>

#include "cli.h"

int cmd_docs(cli *c, int argc, char **argv) {
  const char *const *topic;
  int n = pl_document_topics(&topic), known = 0;
  char more[256];
  size_t at = (size_t)snprintf(more, sizeof more, "Topics:");
  for (int i = 0; i < n && at < sizeof more; i++) at += (size_t)snprintf(more + at, sizeof more - at, "%s %s", i ? "," : "", topic[i]);
  int go = cli_parse(c, argc, argv, 0, NULL, 0, NULL, 1, 1, more);
  if (go != CLI_CONTINUE) return go;
  while (known < n && strcmp(c->arg[0], topic[known]) != 0) known++;
  if (known == n) return cli_unknown(c, "topic", c->arg[0], n, topic);
  char *text;
  pl_status status = pl_document(c->ctx, c->arg[0], &text);
  return status == PL_OK ? cli_print_text(c, text, CLI_DONE) : cli_fail(c, status);
}
