// folder.c: see folder.h.
#include "bench/accuracy/doubts/folder.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "base/unit.h"

#define LARGEST_FILE ((size_t)8 << 20)

static bool ends_with(const char *text, const char *end) {
  size_t n = strlen(text), k = strlen(end);
  return n >= k && strcmp(text + n - k, end) == 0;
}

bool folder_is_json(const folder_file *file) { return ends_with(file->name, ".json"); }
bool folder_is_table(const folder_file *file) { return ends_with(file->name, ".csv"); }

static pl_status add_file(pl_arena *arena, const char *path, const char *name, folder *out) {
  char *text;
  size_t size;
  PL_TRY(pl_file_read(arena, path, LARGEST_FILE, &text, &size));
  PL_ASSERT(out->n_file < FOLDER_MOST_FILES);
  out->file[out->n_file++] = (folder_file){name, text, size};
  return PL_OK;
}

static pl_status read_below(pl_arena *arena, const char *path, const char *prefix, folder *out) {
  DIR *directory = opendir(path);
  pl_status status = PL_OK;
  for (const struct dirent *entry; directory && status == PL_OK && (entry = readdir(directory));) {
    if (entry->d_name[0] == '.') continue;
    const char *full = pl_path_join(arena, path, entry->d_name);
    const char *name = pl_arena_printf(arena, "%s%s", prefix, entry->d_name);
    if (!full || !name)
      status = PL_ERROR_MEMORY;
    else if (pl_directory_exists(full)) {
      const char *below = pl_arena_printf(arena, "%s/", name);
      status = below ? read_below(arena, full, below, out) : PL_ERROR_MEMORY;
    } else {
      status = add_file(arena, full, name, out);
    }
  }
  if (directory) closedir(directory);
  return status;
}

pl_status folder_read(pl_arena *arena, const char *path, const char *experiment, folder *out) {
  *out = (folder){.experiment = experiment};
  return read_below(arena, path, "", out);
}

// Without the care for power cuts that pl_file_write takes: thousands of files are written for a moment.
static pl_status write_file(pl_context *ctx, const char *path, const folder_file *file) {
  FILE *out = fopen(path, "wb");
  bool written = out && fwrite(file->text, 1, file->size, out) == file->size;
  if (out && fclose(out) != 0) written = false;
  return written ? PL_OK : pl_fail(ctx, PL_ERROR_INPUT, &(pl_where){.file = path}, "check the space on the disk", "cannot be written");
}

pl_status folder_write(pl_context *ctx, const char *path, const folder *f) {
  pl_arena *arena = pl_arena_create(ctx);
  pl_status status = arena ? PL_OK : PL_ERROR_MEMORY;
  for (int i = 0; i < f->n_file && status == PL_OK; i++) {
    const char *to = pl_path_join(arena, path, f->file[i].name), *in = to ? pl_path_directory(arena, to) : NULL;
    status = in ? pl_directory_create(ctx, in) : PL_ERROR_MEMORY;
    if (status == PL_OK) status = write_file(ctx, to, &f->file[i]);
  }
  pl_arena_destroy(arena);
  return status;
}

// ---- similarity ----

static double factor_of(pl_dim dim, const similarity *by) { return pow(by->length, dim.m) * pow(by->mass, dim.kg) * pow(by->time, dim.s); }

// The unit in brackets of a header cell: "force [N]"; 1 when it has none.
static double factor_of_header(const char *cell, size_t n, const similarity *by) {
  char unit[64];
  const char *open = memchr(cell, '[', n), *close = open ? memchr(open, ']', n - (size_t)(open - cell)) : NULL;
  pl_unit parsed;
  if (!close || (size_t)(close - open) > sizeof unit) return 1;
  memcpy(unit, open + 1, (size_t)(close - open - 1));
  unit[close - open - 1] = '\0';
  return pl_unit_parse(unit, &parsed) ? factor_of(parsed.dim, by) : 1;
}

static void add_cell(pl_text *out, const char *cell, size_t n, double factor) {
  char text[80];
  double value;
  if (n < sizeof text && factor != 1) {
    memcpy(text, cell, n);
    text[n] = '\0';
    if (pl_number_parse(text, &value)) {
      pl_text_printf(out, "%.9g", value * factor);
      return;
    }
  }
  pl_text_add_bytes(out, cell, n);
}

static void rescale_table(pl_text *out, const char *text, const similarity *by) {
  enum { MOST = 32 };
  double factor[MOST];
  int n_column = 0;
  for (int row = 0; *text; row++) {
    for (int column = 0;; column++) {
      size_t n = strcspn(text, ",\n\r");
      if (row == 0 && column < MOST) factor[n_column++] = factor_of_header(text, n, by);
      add_cell(out, text, n, row > 0 && column < n_column ? factor[column] : 1);
      text += n;
      if (*text != ',') break;
      pl_text_add(out, ",");
      text++;
    }
    size_t end = strspn(text, "\r\n");
    pl_text_add_bytes(out, text, end);
    text += end;
  }
}

// A quoted quantity: "50 mm", "143 g/m^2". Names stay.
static void rescale_json(pl_text *out, const char *text, const similarity *by) {
  const char *name = "\"name\":";
  while (*text) {
    if (strncmp(text, "//", 2) == 0 || strncmp(text, name, strlen(name)) == 0) {
      size_t n = strcspn(text, strncmp(text, "//", 2) == 0 ? "\n" : ",}\n");
      pl_text_add_bytes(out, text, n);
      text += n;
      continue;
    }
    size_t n = *text == '"' ? strcspn(text + 1, "\"\n") : 0;
    char quoted[80];
    double si;
    pl_dim dim;
    bool has_unit;
    if (n > 0 && n < sizeof quoted && text[n + 1] == '"') {
      memcpy(quoted, text + 1, n);
      quoted[n] = '\0';
      const char *unit = strchr(quoted, ' ');
      double number;
      char head[80] = "";
      if (unit) memcpy(head, quoted, (size_t)(unit - quoted));
      if (ends_with(quoted, "/px")) quoted[n - 3] = '\0';  // the scale of a photograph is a length
      bool is = unit && pl_quantity_parse(quoted, &si, &dim, &has_unit) && has_unit && pl_number_parse(head, &number);
      if (is)
        pl_text_printf(out, "\"%.9g%.*s\"", number * factor_of(dim, by), (int)(n - (size_t)(unit - quoted)), text + 1 + (unit - quoted));
      else
        pl_text_add_bytes(out, text, n + 2);
      text += n + 2;
      continue;
    }
    pl_text_add_bytes(out, text, 1);
    text++;
  }
}

pl_status folder_rescale(pl_arena *arena, const folder *f, const similarity *by, folder *out) {
  *out = *f;
  for (int i = 0; i < f->n_file; i++) {
    const folder_file *file = &f->file[i];
    if (!folder_is_json(file) && !folder_is_table(file)) continue;
    pl_text text;
    pl_text_init(&text, pl_arena_context(arena));
    if (folder_is_json(file))
      rescale_json(&text, file->text, by);
    else
      rescale_table(&text, file->text, by);
    out->file[i].text = text.failed ? NULL : pl_arena_text(arena, text.data);
    out->file[i].size = text.size;
    pl_text_clear(&text);
    if (!out->file[i].text) return PL_ERROR_MEMORY;
  }
  return PL_OK;
}
