// number.h: the parts of number.c that the readers of units, JSON and CSV share.
#ifndef PL_BASE_NUMBER_H
#define PL_BASE_NUMBER_H

#include <math.h>
#include <stddef.h>

// A finite decimal number at the start of the text ("-1.5e3 N" gives -1500): the number of bytes it takes, 0 if there is none.
size_t pl__number_scan(const char *text, double *value);
// printf's %.*g with a full stop as decimal point. Returns buffer.
char *pl__number_print_digits(double value, int n_digit, char *buffer, size_t size);
// A value whose size is rounding noise of others in a range is zero.
static inline double pl_number_without_noise(double value, double range) { return fabs(value) < 1e-9 * fabs(range) ? 0 : value; }

#endif
