// load.c: see load.h.
#include "load.h"

#include <math.h>
#include <pliant/report.h>
#include <stdio.h>

#include "no_experiment.h"

pl_status cli_load_material(cli *c, const char *given, pl_material **material) {
  const char *inside = pl_path_join(c->arena, given, "material.json"), *fit = pl_path_join(c->arena, given, "fit.json");
  if (!inside || !fit) return PL_ERROR_MEMORY;
  if (pl_file_exists(inside)) return pl_material_load(c->ctx, inside, material);
  pl_where where = {.file = given};
  *material = NULL;
  if (pl_file_exists(fit))
    return pl_fail(c->ctx, PL_ERROR_FILE, &where, "name the material that was given to 'pliant predict', or the folder of a fit",
                   "this folder holds a prediction and no material.json");
  return pl_material_load(c->ctx, given, material);
}

static pl_status load_one(cli *c, const char *path, pl_measurement **measurement) {
  PL_TRY(cli_check_experiment(c, path));
  return pl_measurement_load(c->ctx, path, measurement);
}

int cli_load(cli *c, int n, const char *const *path, pl_measurement ***measurement) {
  *measurement = pl_arena_alloc(c->arena, (size_t)n + 1, sizeof **measurement);
  if (!*measurement) return cli_fail(c, PL_ERROR_MEMORY);
  for (int i = 0; i < n; i++) {
    pl_status status = load_one(c, path[i], &(*measurement)[i]);
    if (status == PL_OK) continue;
    cli_unload(i, *measurement);
    return cli_fail(c, status);
  }
  return CLI_CONTINUE;
}

void cli_unload(int n, pl_measurement **measurement) {
  for (int i = 0; i < n; i++) pl_measurement_destroy(measurement[i]);
}

const char *cli_shown(cli *c, double si, pl_dim dim) {
  char number[48];
  if (isnan(si)) return "-";
  pl_shown in = pl_dim_shown(dim, si);
  pl_number_people(in.factor * si, number, sizeof number);
  const char *text = *in.unit ? pl_arena_printf(c->arena, "%s %s", number, in.unit) : pl_arena_text(c->arena, number);
  return text ? text : "";
}

void cli_report_line(const char *label, const char *path) {
  if (pl_report_built())
    printf("%-7s %s\n", label, path ? path : "");
  else
    printf("%-7s none: %s\n", label, PL_NO_REPORT);
}
