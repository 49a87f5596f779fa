// cmd_new.c: `pliant new PROTOCOL DIR`: a filled-in template of an experiment folder.
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "measure/protocol.h"

// The protocols, from their table.
static void list_protocols(char *text, size_t size) {
  size_t n = (size_t)snprintf(text, size, "Protocols\n");
  for (int i = 0; i < pl_protocol_count() && n < size; i++)
    n += (size_t)snprintf(text + n, size - n, "  %-14s%s\n", pl_protocol_at(i)->name, pl_protocol_at(i)->help);
  if (n < size) snprintf(text + n, size - n, "\nDIR is made; files that are already there are never overwritten.");
}

// What of a template is to be replaced.
static const char *what_it_has(const char *protocol) {
  static const char *const has[][2] = {{"poses", "body, poses and readings"},    {"capture", "meshes, clips and forces"},
                                       {"biaxial-hang", "labels and loads"},     {"cantilever", "profiles and sizes"},
                                       {"roll", "profiles and sizes"},           {"weights", "lengths and weights"},
                                       {"homogeneous", "stresses and stretches"}};
  for (size_t i = 0; i < sizeof has / sizeof has[0]; i++)
    if (strcmp(has[i][0], protocol) == 0) return has[i][1];
  return "curves and sizes";
}

// What people call what they have, and the protocols it is measured by.
static const char *protocol_for(const char *thing) {
  static const char curves[] = "'homogeneous' (curves of samples) or 'poses' (a body of any shape)";
  static const char *const row[][2] = {{"rubber", "'homogeneous'"},
                                       {"elastomer", "'homogeneous'"},
                                       {"tissue", curves},
                                       {"gel", curves},
                                       {"foam", curves},
                                       {"uniaxial", "'homogeneous' (rubber, tissue) or 'tensile' (fabric)"},
                                       {"biaxial", "'homogeneous' (stresses) or 'biaxial-hang' (a board and weights)"},
                                       {"body", "'poses'"},
                                       {"solid", "'poses'"},
                                       {"fabric", "'tensile'"},
                                       {"cloth", "'tensile'"},
                                       {"textile", "'tensile'"},
                                       {"knit", "'tensile'"},
                                       {"kes", "'tensile'"},
                                       {"strip", "'tensile' (pulled) or 'cantilever' (bent)"},
                                       {"shear", "'tensile' (fabric) or 'homogeneous' (rubber, tissue)"},
                                       {"bending", "'cantilever'"},
                                       {"friction", "'weights' or 'roll'"},
                                       {"mesh", "'capture' (cloth) or 'poses' (a body)"}};
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
    if (pl_text_same(row[i][0], thing)) return row[i][1];
  return NULL;
}

static int fail_protocol(cli *c, const char *protocol) {
  const char *names[16], *known = protocol_for(protocol);
  int n = pl_protocol_count() < 16 ? pl_protocol_count() : 16;
  if (known) return cli_usage(c, "'%s' is no protocol; take %s; 'pliant new' alone lists them", protocol, known);
  for (int i = 0; i < n; i++) names[i] = pl_protocol_at(i)->name;
  return cli_unknown(c, "protocol", protocol, n, names);
}

int cmd_new(cli *c, int argc, char **argv) {
  char more[2048];
  list_protocols(more, sizeof more);
  int go = cli_parse(c, argc, argv, 0, NULL, 0, NULL, 0, 2, more);
  if (go != CLI_CONTINUE) return go;
  if (c->n_arg == 0) {
    cli_usage(c, "'new' needs more arguments; usage: pliant new %s", c->command->usage);
    fprintf(stderr, "\n%s\n", more);
    return CLI_USAGE;
  }
  const char *protocol = c->arg[0];
  if (!pl_protocol_find(protocol)) return fail_protocol(c, protocol);
  if (c->n_arg == 1) return cli_usage(c, "'new' needs more arguments: a folder to write to, pliant new %s my-%s", protocol, protocol);
  const char *directory = c->arg[1];
  pl_status status = pl_measurement_new(c->ctx, protocol, directory);
  if (status != PL_OK) return cli_fail(c, status);
  char *experiment = pl_path_join(c->arena, directory, "experiment.json");
  if (!experiment) return cli_fail(c, PL_ERROR_MEMORY);
  if (c->json) {
    pl_json_writer *writer = pl_json_writer_create(c->ctx);
    if (!writer) return cli_fail(c, PL_ERROR_MEMORY);
    pl_json_begin_object(writer, NULL);
    pl_json_put_text(writer, "protocol", protocol);
    pl_json_put_text(writer, "folder", directory);
    pl_json_put_text(writer, "experiment", experiment);
    pl_json_end_object(writer);
    return cli_print_json(c, writer, CLI_DONE);
  }
  printf("A %s experiment to edit: %s\nReplace its %s by yours, then\n\nnext    %s check %s\n", protocol, experiment, what_it_has(protocol),
         c->program, experiment);
  return CLI_DONE;
}
