// table.h: aligned tables of text, as the program prints them.
#ifndef PLIANT_EXTEND_TABLE_H
#define PLIANT_EXTEND_TABLE_H

#include <pliant/extend/text.h>

#ifdef __cplusplus
extern "C" {
#endif

// A table grows cell by cell; columns are as wide as their widest cell. Memory is the arena's; after a memory failure it has what it got.
typedef struct pl_table pl_table;

// `columns`: titles separated by '|'; a title that starts with '>' is right-aligned (numbers): "parameter|>value [N]|note". NULL: out of memory, which
// the functions below accept.
PL_API pl_table *pl_table_create(pl_arena *arena, const char *columns);
// Cells fill the rows from left to right.
PL_API void pl_table_cell(pl_table *table, const char *format, ...) PL_PRINTF(2, 3);
// A number for people, four digits; "-" for NAN.
PL_API void pl_table_number(pl_table *table, double value);
// The lines, indented by two columns. Columns without a single filled cell are left out.
PL_API void pl_table_text(const pl_table *table, pl_text *out);

#ifdef __cplusplus
}
#endif
#endif
