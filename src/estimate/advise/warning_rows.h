// warning_rows.h: merges warnings of one kind into one warning with a table: seven extrapolated tests need one sentence, not seven.
#ifndef PL_ESTIMATE_ADVISE_WARNING_ROWS_H
#define PL_ESTIMATE_ADVISE_WARNING_ROWS_H

#include "base/sentence/sentence.h"
#include "estimate/problem/fit.h"

enum { PL_MAX_WARNING = 256 };  // of a fit

// Adds a warning; its text is arena memory or static. A warning without memory for its text (NULL) is added too, so that its row stays with
// it.
void pl_warning_add(pl_fit_findings *findings, pl_sentence remedy, pl_sentence text);
// Sets kind and table row of the last warning added. If a warning of that kind with the same remedy exists, the row moves there, under its
// id, and the last warning is removed. Titles in `columns` are separated by '|', numeric ones prefixed with '>'. One text per column
// follows, arena or static.
void pl_warning_row(pl_fit_findings *findings, pl_sentence kind, const char *columns, ...);
// A warning without others of its kind needs no table: its sentence is complete.
void pl_warnings_finish(pl_fit_findings *findings);

// "12"; "0.9 mm" with three digits: cells of such a row, arena text.
const char *pl_warning_count(pl_fit_findings *findings, int value);
const char *pl_warning_number(pl_fit_findings *findings, double value, const char *unit);
// "12.3 %", "80.1 1/m", arena text.
const char *pl_warning_strain(pl_fit_findings *findings, pl_dim dim, double strain);
// "-2 to 12.3 %"; "up to 12.3 %" when it hardly goes below zero.
const char *pl_warning_range(pl_fit_findings *findings, pl_dim dim, const double range[2]);

#endif
