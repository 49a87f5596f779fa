// utf8.h: UTF-8 characters, for the readers and writers.
#ifndef PL_BASE_UTF8_H
#define PL_BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>

// Bytes of the character at p within `size` bytes; 0 when it is malformed, overlong, a surrogate or cut off.
int pl__utf8_length(const char *p, size_t size);
// Writes one character (up to 4 bytes) and returns the place behind it.
char *pl__utf8_put(char *to, uint32_t character);

#endif
