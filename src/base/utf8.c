// utf8.c: UTF-8 characters.
#include "base/utf8.h"

int pl__utf8_length(const char *p, size_t size) {
  const unsigned char *u = (const unsigned char *)p;
  if (size == 0) return 0;
  int n = u[0] < 0x80 ? 1 : u[0] >= 0xC2 && u[0] < 0xE0 ? 2 : u[0] >= 0xE0 && u[0] < 0xF0 ? 3 : u[0] >= 0xF0 && u[0] < 0xF5 ? 4 : 0;
  if ((size_t)n > size) return 0;
  for (int i = 1; i < n; i++)
    if ((u[i] & 0xC0) != 0x80) return 0;
  // Overlong forms, surrogates, and beyond U+10FFFF.
  if (u[0] == 0xE0 && u[1] < 0xA0) return 0;
  if (u[0] == 0xED && u[1] > 0x9F) return 0;
  if (u[0] == 0xF0 && u[1] < 0x90) return 0;
  if (u[0] == 0xF4 && u[1] > 0x8F) return 0;
  return n;
}

char *pl__utf8_put(char *to, uint32_t c) {
  if (c < 0x80) {
    *to++ = (char)c;
  } else if (c < 0x800) {
    *to++ = (char)(0xC0 | c >> 6);
    *to++ = (char)(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    *to++ = (char)(0xE0 | c >> 12);
    *to++ = (char)(0x80 | (c >> 6 & 0x3F));
    *to++ = (char)(0x80 | (c & 0x3F));
  } else {
    *to++ = (char)(0xF0 | c >> 18);
    *to++ = (char)(0x80 | (c >> 12 & 0x3F));
    *to++ = (char)(0x80 | (c >> 6 & 0x3F));
    *to++ = (char)(0x80 | (c & 0x3F));
  }
  return to;
}
