// spark.c: small curves in characters: eight-level blocks and braille dots.
#include <math.h>
#include <string.h>

#include "terminal/terminal.h"

static bool value_range(int n, const double *y, double *low, double *high) {
  *low = INFINITY;
  *high = -INFINITY;
  for (int i = 0; i < n; i++) {
    if (isnan(y[i])) continue;
    *low = fmin(*low, y[i]);
    *high = fmax(*high, y[i]);
  }
  return *low < *high;
}

// The value at a fraction in [0, 1] of the samples, linear between them.
static double sample(int n, const double *y, double at) {
  double position = at * (n - 1);
  int i = (int)position;
  if (i >= n - 1) return y[n - 1];
  return y[i] + (position - i) * (y[i + 1] - y[i]);
}

const char *pl_spark(pl_terminal *c, int n, const double *y, int width) {
  static const char *const blocks[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  double low, high;
  char *text = pl_arena_alloc(c->arena, (size_t)width * 3 + 1, 1);
  if (!text || n < 2 || !value_range(n, y, &low, &high)) return "";
  for (int i = 0; i < width; i++) {
    double value = sample(n, y, (i + 0.5) / width);
    int level = isnan(value) ? -1 : (int)(8 * (value - low) / (high - low));
    strcat(text, level < 0 ? " " : blocks[level > 7 ? 7 : level]);
  }
  return text;
}

void pl_braille(pl_terminal *c, int n, const double *y, int width, int height, const char **line) {
  // dots of a braille cell: columns 0 and 1, rows from the top
  static const unsigned char dot[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
  double low, high;
  unsigned char *cells = pl_arena_alloc(c->arena, (size_t)width * (size_t)height, 1);
  for (int l = 0; l < height; l++) line[l] = "";
  if (!cells || n < 2 || !value_range(n, y, &low, &high)) return;
  int rows = 4 * height, previous = -1;
  for (int i = 0; i < 2 * width; i++) {
    double value = sample(n, y, (double)i / (2 * width - 1));
    if (isnan(value)) {
      previous = -1;
      continue;
    }
    int row = (int)lround((rows - 1) * (high - value) / (high - low));
    // a steep curve stays connected: fill down to the neighbour
    int from = previous < 0 ? row : previous < row ? previous + 1 : previous > row ? previous - 1 : row;
    for (int r = from < row ? from : row; r <= (from < row ? row : from); r++) cells[(r / 4) * width + i / 2] |= dot[r % 4][i % 2];
    previous = row;
  }
  for (int l = 0; l < height; l++) {
    char *text = pl_arena_alloc(c->arena, (size_t)width * 3 + 1, 1);
    if (!text) return;
    for (int i = 0; i < width; i++) {
      unsigned code = 0x2800u + cells[l * width + i];
      text[3 * i] = (char)(0xE0 | (code >> 12));
      text[3 * i + 1] = (char)(0x80 | ((code >> 6) & 0x3F));
      text[3 * i + 2] = (char)(0x80 | (code & 0x3F));
    }
    line[l] = text;
  }
}
