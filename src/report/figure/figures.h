// figures.h: the main figures of a result folder as files for a paper: SVG, PDF, PNG (`pliant plot`). Made only from the folder's files.
#ifndef PL_REPORT_FIGURE_FIGURES_H
#define PL_REPORT_FIGURE_FIGURES_H

#include "base/option.h"

typedef struct pl_figure_options {
  int format;        // pl_format, or PL_N_FORMAT: all of them
  double width;      // m, column width of the paper: wide figures take two columns
  int dpi;           // of PNG
  const char *font;  // a family; the nearest one that is installed
} pl_figure_options;

extern const pl_option_table pl_figure_option_table;
pl_figure_options pl_figure_options_default(void);

typedef struct pl_figure_files {
  int n;
  const char **path;   // [n], as written
  const char **title;  // [n], what it shows
} pl_figure_files;

// Draws everything in memory first, then creates the folder `out` and writes: an earlier failure leaves no files, and no partial file is
// ever visible. Figures without data are skipped. A folder of --all-models has the figures of each of its fits in a separate folder, all
// drawn before any is written. Lists are in the arena.
pl_status pl_figures_write(pl_arena *arena, const char *directory, const char *out, const pl_figure_options *options,
                           pl_figure_files *files);

#endif
