// rig_summary.c: see rig_summary.h.
#include "rig_summary.h"

#include "base/text.h"

int rig_summary_save(cli *c, pl_json_writer *summary, const char *folder, int status) {
  char *path = pl_path_join(c->arena, folder, "rig.json");
  pl_status saved = summary && path ? pl_json_writer_save(summary, path) : PL_ERROR_MEMORY;
  if (saved == PL_OK && c->json) return cli_print_json(c, summary, status);
  pl_json_writer_destroy(summary);
  return saved == PL_OK ? CLI_CONTINUE : cli_fail(c, saved);
}
