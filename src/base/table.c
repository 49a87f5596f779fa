// table.c: aligned tables of text. Widths are counted in characters of UTF-8, so units such as "N/m²" and bars keep their columns.
#include <pliant/extend/table.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX_COLUMN = 12, GAP = 2 };

struct pl_table {
  pl_arena *arena;
  int n_column, n_cell, capacity;
  const char *title[MAX_COLUMN];
  bool right[MAX_COLUMN];
  const char **cell;  // [n_cell], row by row
};

pl_table *pl_table_create(pl_arena *arena, const char *columns) {
  pl_table *table = pl_arena_alloc(arena, 1, sizeof *table);
  char *text = table ? pl_arena_text(arena, columns) : NULL;
  if (!text) return NULL;
  table->arena = arena;
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

static void add_cell(pl_table *table, const char *text) {
  if (!table || !text) return;
  if (table->n_cell == table->capacity) {
    int capacity = table->capacity ? 2 * table->capacity : 64;
    const char **more = pl_arena_alloc(table->arena, (size_t)capacity, sizeof *more);
    if (!more) return;
    if (table->n_cell > 0) memcpy(more, table->cell, (size_t)table->n_cell * sizeof *more);
    table->cell = more;
    table->capacity = capacity;
  }
  table->cell[table->n_cell++] = text;
}

void pl_table_cell(pl_table *table, const char *format, ...) {
  char text[512];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  add_cell(table, table ? pl_arena_text(table->arena, text) : NULL);
}

void pl_table_number(pl_table *table, double value) {
  char number[48];
  pl_table_cell(table, "%s", isnan(value) ? "-" : pl_number_people(value, number, sizeof number));
}

static void add_padded(pl_text *line, const char *text, int width, bool right) {
  int pad = width - pl_text_width(text);
  if (right) pl_text_repeat(line, " ", pad > 0 ? pad : 0);
  pl_text_add(line, text);
  if (!right) pl_text_repeat(line, " ", pad > 0 ? pad : 0);
}

static void add_trimmed(const pl_text *line, pl_text *out) {
  size_t n = line->size;
  while (n > 0 && line->data[n - 1] == ' ') n--;
  pl_text_add_bytes(out, line->data, n);
  pl_text_add(out, "\n");
}

void pl_table_text(const pl_table *table, pl_text *out) {
  if (!table) return;
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
    const char *const *cell = r < 0 ? table->title : &table->cell[r * table->n_column];
    pl_text line;
    pl_text_init(&line, pl_arena_context(table->arena));
    for (int k = 0; k < table->n_column; k++) {
      if (width[k] < 0) continue;
      pl_text_repeat(&line, " ", GAP);
      add_padded(&line, cell[k], width[k], table->right[k]);
    }
    add_trimmed(&line, out);
    pl_text_clear(&line);
  }
}
