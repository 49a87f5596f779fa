// rig_summary.c: see rig_summary.h.
#include "rig_summary.h"

pl_json_writer *rig_summary_begin(cli *c, const char *protocol, const char *folder) {
  pl_json_writer *w = pl_json_writer_create(c->ctx);
  if (!w) return NULL;
  pl_json_begin_object(w, NULL);
  pl_json_put_text(w, "pliant", "rig 1");
  pl_json_put_text(w, "version", pl_version());
  pl_json_put_text(w, "command", c->line);
  pl_json_put_text(w, "protocol", protocol);
  pl_json_put_text(w, "material", cli_value(c, "material"));
  pl_json_put_text(w, "folder", folder);
  return w;
}

void rig_summary_report(pl_json_writer *summary, const pl_rig_report *report) {
  pl_json_put_integer(summary, "frames-without-equilibrium", report->n_failed);
  pl_json_put_integer(summary, "most-newton-iterations", report->max_iterations);
  pl_json_put_integer(summary, "newton-iterations", report->iterations);
}

int rig_summary_save(cli *c, pl_json_writer *summary, const char *folder, int status) {
  char *path = pl_path_join(c->arena, folder, "rig.json");
  pl_status saved = summary && path ? pl_json_writer_save(summary, path) : PL_ERROR_MEMORY;
  if (saved == PL_OK && c->json) return cli_print_json(c, summary, status);
  pl_json_writer_destroy(summary);
  return saved == PL_OK ? CLI_CONTINUE : cli_fail(c, saved);
}
