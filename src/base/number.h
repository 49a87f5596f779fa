// number.h: the parts of number.c that the readers of units, JSON and CSV share.
#ifndef PL_BASE_NUMBER_H
#define PL_BASE_NUMBER_H

#include <stddef.h>

// A finite decimal number at the start of the text ("-1.5e3 N" gives -1500): the number of bytes it takes, 0 if there is none.
size_t pl__number_scan(const char *text, double *value);
// printf's %.*g with a full stop as decimal point. Returns buffer.
char *pl__number_print_digits(double value, int n_digit, char *buffer, size_t size);

#endif
