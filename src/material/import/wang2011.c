// wang2011.c: the tables of Wang, O'Brien and Ramamoorthi 2011 as an importer.
#include "material/import/import.h"
#include "material/wang_file.h"

static pl_status read(pl_context *ctx, const char *path, const char *name, const void *options, pl_material **material) {
  pl_wang_table table;
  *material = NULL;
  PL_TRY(pl_wang_load(ctx, path, &table));
  return pl_wang_material(ctx, name, pl_path_name(path), &table, options, material);
}

const pl_importer pl_import_wang2011 = {
    .name = "wang2011", .what = "the tables of Wang, O'Brien and Ramamoorthi 2011", .options = &pl_wang_option_table, .read = read};
