// terminal.h: results as text for a terminal: output, tables, small curves.
//
// The library prints nothing: the functions of this folder append to a text, which public functions return (include/pliant/report.h).
#ifndef PL_TERMINAL_TERMINAL_H
#define PL_TERMINAL_TERMINAL_H

#include <pliant/extend/json.h>
#include <pliant/extend/table.h>
#include <pliant/report.h>

#include "base/unit.h"

typedef struct pl_terminal {
  pl_context *ctx;
  pl_arena *arena;      // for names and numbers of one view
  pl_text out;          // what was written
  const char *program;  // name of the program, for hints
  int columns;          // of the terminal
  bool utf8;            // the terminal supports UTF-8
} pl_terminal;

// Opens with a new arena. Style NULL: 80 columns of UTF-8. pl__terminal_close destroys the arena and passes the text to the library's
// caller if `status` is PL_OK.
pl_status pl__terminal_open(pl_terminal *c, pl_context *ctx, const pl_text_style *style);
pl_status pl__terminal_close(pl_terminal *c, pl_status status, char **text);

// The text of a JSON writer for the library's caller; destroys the writer.
pl_status pl__json_text(pl_context *ctx, pl_json_writer *writer, char **text);

void pl__print(pl_terminal *c, const char *format, ...) PL_PRINTF(2, 3);
void pl_table_say(pl_terminal *c, const pl_table *table);

// A curve in one line of eight-level blocks, `width` characters, from the lowest to the highest of n values. Arena text.
const char *pl_spark(pl_terminal *c, int n, const double *y, int width);
// The same larger, as braille dots: line[height], each `width` characters. NAN is skipped.
void pl_braille(pl_terminal *c, int n, const double *y, int width, int height, const char **line);

// "0.012 1/m": for people, with the display unit. Arena text.
const char *pl__shown(pl_terminal *c, double si, pl_dim dim);

#endif
