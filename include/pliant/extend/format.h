// format.h: rows of the tables of exporters and importers: materials in the files of other programs.
//
// A format is one file with one row, and one line in src/material/export/export.c or src/material/import/import.c.
#ifndef PLIANT_EXTEND_FORMAT_H
#define PLIANT_EXTEND_FORMAT_H

#include <pliant/extend/option.h>
#include <pliant/material.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pl_exporter {
  const char *name;                // "wang2011"
  const char *what;                // what it writes
  const char *takes;               // which materials: "of cloth only"
  const pl_option_table *options;  // how its numbers are meant; NULL: nothing to choose
  // Writes the file; fails with the reason when the format has no place for something the material needs.
  pl_status (*write)(pl_context *ctx, const pl_material *material, const void *options, const char *path);
  void (*meaning)(const void *options, pl_text *out);             // for whom it was written: "for readers that ..."
  void (*left_out)(const pl_material *material, pl_text *names);  // what the material says and the file cannot hold: "name, note"
} pl_exporter;
PL_API int pl_exporter_count(void);
PL_API const pl_exporter *pl_exporter_at(int index);           // 0 <= index < count; static
PL_API const pl_exporter *pl_exporter_find(const char *name);  // NULL when there is none

typedef struct pl_importer {
  const char *name;
  const char *what;                // what it reads
  const pl_option_table *options;  // NULL: nothing to choose
  // The material of a file under this name; the caller destroys it.
  pl_status (*read)(pl_context *ctx, const char *path, const char *name, const void *options, pl_material **material);
} pl_importer;
PL_API int pl_importer_count(void);
PL_API const pl_importer *pl_importer_at(int index);
PL_API const pl_importer *pl_importer_find(const char *name);

// The array "warnings" of a material's doubtful numbers: text, remedy.
PL_API pl_status pl_material_write_warnings(pl_context *ctx, const pl_material *material, pl_json_writer *writer);

#ifdef __cplusplus
}
#endif
#endif
