// table.c: see table.h. Widths are counted in characters of UTF-8, so units such as "N/m²" and bars keep their columns.
#include "table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX_COLUMN = 12, GAP = 2 };

struct cli_table {
  cli *c;
  int n_column, n_cell, capacity;
  const char *title[MAX_COLUMN];
  bool right[MAX_COLUMN];
  const char **cell;  // [n_cell], row by row
};

cli_table *cli_table_create(cli *c, const char *columns) {
  cli_table *table = pl_arena_alloc(c->arena, 1, sizeof *table);
  char *text = table ? pl_arena_text(c->arena, columns) : NULL;
  if (!text) return NULL;
  table->c = c;
  for (char *at = text; at && table->n_column < MAX_COLUMN;) {
    char *end = strchr(at, '|');
    if (end) *end = '\0';
    int k = table->n_column++;
    table->right[k] = *at == '>';
    table->title[k] = at + (*at == '>');
    at = end ? end + 1 : NULL;
  }
  return table;
}

static void add_cell(cli_table *table, const char *text) {
  if (!table || !text) return;
  if (table->n_cell == table->capacity) {
    int capacity = table->capacity ? 2 * table->capacity : 64;
    const char **more = pl_arena_alloc(table->c->arena, (size_t)capacity, sizeof *more);
    if (!more) return;
    if (table->n_cell > 0) memcpy(more, table->cell, (size_t)table->n_cell * sizeof *more);
    table->cell = more;
    table->capacity = capacity;
  }
  table->cell[table->n_cell++] = text;
}

void cli_table_cell(cli_table *table, const char *format, ...) {
  char text[512];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  add_cell(table, table ? pl_arena_text(table->c->arena, text) : NULL);
}

void cli_table_number(cli_table *table, double value) {
  char number[48];
  cli_table_cell(table, "%s", isnan(value) ? "-" : pl_number_people(value, number, sizeof number));
}

static void add_padded(pl_text *line, const char *text, int width, bool right) {
  int pad = width - pl_text_width(text);
  if (right) pl_text_repeat(line, " ", pad > 0 ? pad : 0);
  pl_text_add(line, text);
  if (!right) pl_text_repeat(line, " ", pad > 0 ? pad : 0);
}

static void print_trimmed(pl_text *line) {
  size_t n = line->size;
  while (n > 0 && line->data[n - 1] == ' ') n--;
  printf("%.*s\n", (int)n, line->data);
}

void cli_table_print(cli_table *table) {
  if (!table) return;
  cli_clear_bar(table->c);
  int width[MAX_COLUMN] = {0}, n_row = table->n_cell / table->n_column;
  for (int k = 0; k < table->n_column; k++) {
    bool filled = false;
    width[k] = pl_text_width(table->title[k]);
    for (int r = 0; r < n_row; r++) {
      int w = pl_text_width(table->cell[r * table->n_column + k]);
      if (w > 0) filled = true;
      if (w > width[k]) width[k] = w;
    }
    if (!filled) width[k] = -1;
  }
  for (int r = -1; r < n_row; r++) {
    const char **cell = r < 0 ? table->title : &table->cell[r * table->n_column];
    pl_text line;
    pl_text_init(&line, table->c->ctx);
    for (int k = 0; k < table->n_column; k++) {
      if (width[k] < 0) continue;
      pl_text_repeat(&line, " ", GAP);
      add_padded(&line, cell[k], width[k], table->right[k]);
    }
    print_trimmed(&line);
    pl_text_clear(&line);
  }
}

// ---- curves ----

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

const char *cli_spark(cli *c, int n, const double *y, int width) {
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

void cli_plot(cli *c, int n, const double *y, int width, int height, const char **line) {
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
