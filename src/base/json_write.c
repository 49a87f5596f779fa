// json_write.c: the writer. Objects one member per line, arrays of scalars on one line.
#include "base/json.h"
#include "base/text.h"
#include "base/unit_si.h"
#include "base/utf8.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX_DEPTH = 64 };

typedef struct level {
  bool array;
  bool lines;  // one member per line
  int n;
} level;

struct pl_json_writer {
  pl_context *ctx;
  pl_text text;
  level level[MAX_DEPTH + 1];  // [0] holds the root
  int depth;
};

pl_json_writer *pl_json_writer_create(pl_context *ctx) {
  pl_json_writer *writer = pl_alloc(ctx, 1, sizeof *writer);
  if (writer == NULL) return NULL;
  writer->ctx = ctx;
  pl_text_init(&writer->text, ctx);
  return writer;
}

void pl_json_writer_destroy(pl_json_writer *writer) {
  if (writer == NULL) return;
  pl_text_clear(&writer->text);
  pl_free(writer->ctx, writer);
}

static void new_line(pl_json_writer *writer) {
  pl_text_add(&writer->text, "\n");
  pl_text_repeat(&writer->text, "  ", writer->depth);
}

static void add_string(pl_text *out, const char *text) {
  pl_text_add(out, "\"");
  size_t left = strlen(text);
  for (const unsigned char *p = (const unsigned char *)text; left > 0;) {
    int n = pl__utf8_length((const char *)p, left);
    if (n == 0) {
      pl_text_add(out, "\xEF\xBF\xBD");  // the replacement character: the file stays readable
      p++, left--;
      continue;
    }
    if (*p == '"' || *p == '\\') {
      pl_text_printf(out, "\\%c", *p);
    } else if (*p == '\n') {
      pl_text_add(out, "\\n");
    } else if (*p == '\t') {
      pl_text_add(out, "\\t");
    } else if (*p < 0x20 || *p == 0x7F) {
      pl_text_printf(out, "\\u%04x", *p);
    } else {
      pl_text_add_bytes(out, (const char *)p, (size_t)n);
    }
    p += n, left -= (size_t)n;
  }
  pl_text_add(out, "\"");
}

// Comma, line break and key before a value.
static void start_value(pl_json_writer *writer, const char *key, bool container) {
  level *here = &writer->level[writer->depth];
  bool root = writer->depth == 0;
  PL_ASSERT(!root || here->n == 0);                   // one value at the root
  PL_ASSERT((key == NULL) == (root || here->array));  // members of objects have keys, others do not
  if (here->array && container && here->n == 0) here->lines = true;
  if (here->n > 0) pl_text_add(&writer->text, here->lines ? "," : ", ");
  if (here->lines) new_line(writer);
  here->n++;
  if (!root && !here->array) {
    add_string(&writer->text, key != NULL ? key : "");
    pl_text_add(&writer->text, ": ");
  }
}

static void begin(pl_json_writer *writer, const char *key, bool array) {
  PL_ASSERT(writer->depth < MAX_DEPTH);
  start_value(writer, key, true);
  pl_text_add(&writer->text, array ? "[" : "{");
  if (writer->depth < MAX_DEPTH) writer->depth++;
  writer->level[writer->depth] = (level){.array = array, .lines = !array};
}

static void end(pl_json_writer *writer, bool array) {
  level *here = &writer->level[writer->depth];
  PL_ASSERT(writer->depth > 0 && here->array == array);
  if (writer->depth == 0) return;
  writer->depth--;
  if (here->lines && here->n > 0) new_line(writer);
  pl_text_add(&writer->text, array ? "]" : "}");
}

void pl_json_begin_object(pl_json_writer *writer, const char *key) { begin(writer, key, false); }
void pl_json_end_object(pl_json_writer *writer) { end(writer, false); }
void pl_json_begin_array(pl_json_writer *writer, const char *key) { begin(writer, key, true); }
void pl_json_end_array(pl_json_writer *writer) { end(writer, true); }

void pl_json_put_text(pl_json_writer *writer, const char *key, const char *text) {
  start_value(writer, key, false);
  if (text != NULL) {
    add_string(&writer->text, text);
  } else {
    pl_text_add(&writer->text, "null");
  }
}

void pl_json_put_number(pl_json_writer *writer, const char *key, double number) {
  char buffer[40];
  start_value(writer, key, false);
  pl_text_add(&writer->text, isfinite(number) ? pl_number_print(number, buffer, sizeof buffer) : "null");
}

void pl_json_put_numbers(pl_json_writer *writer, const char *key, int n, const double *value) {
  pl_json_begin_array(writer, key);
  for (int i = 0; i < n; i++) pl_json_put_number(writer, NULL, value ? value[i] : NAN);
  pl_json_end_array(writer);
}

void pl_json_put_integer(pl_json_writer *writer, const char *key, int64_t number) {
  start_value(writer, key, false);
  pl_text_printf(&writer->text, "%lld", (long long)number);
}

void pl_json_put_bool(pl_json_writer *writer, const char *key, bool boolean) {
  start_value(writer, key, false);
  pl_text_add(&writer->text, boolean ? "true" : "false");
}

void pl_json_put_quantity(pl_json_writer *writer, const char *key, double si, pl_dim dim) {
  if (!isfinite(si) || pl_dim_equal(dim, PL_DIM_NONE)) {
    pl_json_put_number(writer, key, si);
    return;
  }
  char buffer[80];
  pl_json_put_text(writer, key, pl_quantity_print(si, dim, buffer, sizeof buffer));
}

void pl_json_put_quantities(pl_json_writer *writer, const char *key, pl_dim dim, int n, const double *si) {
  // The display unit if every value reads back exactly from it, base units otherwise.
  const char *unit_text = pl_dim_unit(dim);
  pl_unit unit = {1, dim};
  bool exact = pl_unit_parse(unit_text, &unit);
  char buffer[40];
  for (int i = 0; i < n && exact; i++) exact = !isfinite(si[i]) || pl__quantity_digits(si[i], unit, buffer, sizeof buffer);
  if (!exact) {
    unit_text = pl__dim_si_text(dim);
    unit = (pl_unit){1, dim};
  }
  pl_json_begin_object(writer, key);
  pl_json_put_text(writer, "unit", unit_text);
  pl_json_begin_array(writer, "values");
  for (int i = 0; i < n; i++) {
    start_value(writer, NULL, false);
    if (!isfinite(si[i])) {
      pl_text_add(&writer->text, "null");
    } else {
      pl__quantity_digits(si[i], unit, buffer, sizeof buffer);
      pl_text_add(&writer->text, buffer);
    }
  }
  pl_json_end_array(writer);
  pl_json_end_object(writer);
}

const char *pl_json_writer_text(pl_json_writer *writer) { return writer->text.failed ? NULL : writer->text.data; }

pl_status pl_json_writer_save(pl_json_writer *writer, const char *path) {
  PL_ASSERT(writer->depth == 0);
  pl_text_add(&writer->text, "\n");
  if (writer->text.failed) return PL_ERROR_MEMORY;
  return pl_file_write(writer->ctx, path, writer->text.data, writer->text.size);
}
