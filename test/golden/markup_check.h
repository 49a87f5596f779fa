// markup_check.h: is a piece of XML well formed? For the SVG inside reports.
#ifndef MARKUP_CHECK_H
#define MARKUP_CHECK_H

#include <stddef.h>

// NULL, or what is wrong (static text). Elements nest, attributes are quoted, no bare < or &, no attribute holds "nan" or "inf" as a number.
const char *markup_wrong(const char *text, size_t size);
// How often `part` occurs.
int markup_count(const char *text, const char *part);

#endif
