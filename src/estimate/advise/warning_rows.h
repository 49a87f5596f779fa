// warning_rows.h: warnings of one kind become one warning with a table: seven tests that go beyond what was measured are one piece of news.
#ifndef PL_ESTIMATE_ADVISE_WARNING_ROWS_H
#define PL_ESTIMATE_ADVISE_WARNING_ROWS_H

#include "base/sentence/sentence.h"
#include "estimate/problem/fit.h"

enum { PL_MAX_WARNING = 256 };  // of a fit

// A warning, its text arena or static. One whose text found no memory (NULL) is there as well, so that its row does not go elsewhere.
void pl_warning_add(pl_fit *fit, pl_sentence remedy, pl_sentence text);
// Says of the warning that was added last what its kind is, and its numbers as a row. When there is one of that kind with the same remedy
// already, the row goes there and the warning with it, under the id of the first. `columns`: titles separated by '|', those of numbers with '>' before them; a text per column
// follows, arena or static.
void pl_warning_row(pl_fit *fit, pl_sentence kind, const char *columns, ...);
// A warning that stayed alone has no table: its sentence says it all.
void pl_warnings_finish(pl_fit *fit);

// "12"; "0.9 mm" with three digits: cells of such a row, arena text.
const char *pl_warning_count(pl_fit *fit, int value);
const char *pl_warning_number(pl_fit *fit, double value, const char *unit);
// "12.3 %", "80.1 1/m", arena text.
const char *pl_warning_strain(pl_fit *fit, pl_dim dim, double strain);
// "-2 to 12.3 %"; "up to 12.3 %" when it hardly goes below zero.
const char *pl_warning_range(pl_fit *fit, pl_dim dim, const double range[2]);

#endif
