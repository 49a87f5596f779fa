// terminal.c: see terminal.h.
#include "terminal/terminal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

pl_status pl__terminal_open(pl_terminal *c, pl_context *ctx, const pl_text_style *style) {
  *c = (pl_terminal){.ctx = ctx, .program = "pliant", .columns = 80, .utf8 = true};
  if (style) {
    c->program = style->program ? style->program : c->program;
    c->columns = style->columns > 0 ? style->columns : c->columns;
    c->utf8 = style->utf8;
  }
  c->arena = pl_arena_create(ctx);
  if (!c->arena) return PL_ERROR_MEMORY;
  pl_text_init(&c->out, ctx);
  return PL_OK;
}

pl_status pl__terminal_close(pl_terminal *c, pl_status status, char **text) {
  *text = NULL;
  if (status == PL_OK && c->out.failed) status = PL_ERROR_MEMORY;
  if (status == PL_OK) *text = pl_alloc(c->ctx, c->out.size + 1, 1);
  if (*text) memcpy(*text, c->out.data, c->out.size);
  if (status == PL_OK && !*text) status = PL_ERROR_MEMORY;
  pl_text_clear(&c->out);
  pl_arena_destroy(c->arena);
  return status;
}

pl_status pl__json_text(pl_context *ctx, pl_json_writer *writer, char **text) {
  const char *written = writer ? pl_json_writer_text(writer) : NULL;
  size_t size = written ? strlen(written) + 1 : 0;
  *text = written ? pl_alloc(ctx, size, 1) : NULL;
  if (*text) memcpy(*text, written, size);
  pl_json_writer_destroy(writer);
  return *text ? PL_OK : PL_ERROR_MEMORY;
}

void pl__print(pl_terminal *c, const char *format, ...) {
  va_list args;
  va_start(args, format);
  int n = vsnprintf(NULL, 0, format, args);
  va_end(args);
  char *text = n >= 0 ? pl_arena_alloc(c->arena, (size_t)n + 1, 1) : NULL;
  if (!text) {
    c->out.failed = true;
    return;
  }
  va_start(args, format);
  vsnprintf(text, (size_t)n + 1, format, args);
  va_end(args);
  pl_text_add(&c->out, text);
}

void pl_table_say(pl_terminal *c, const pl_table *table) { pl_table_text(table, &c->out); }

const char *pl__shown(pl_terminal *c, double si, pl_dim dim) {
  char number[48];
  if (isnan(si)) return "-";
  pl_shown in = pl_dim_shown(dim, si);
  pl_number_people(in.factor * si, number, sizeof number);
  const char *text = *in.unit ? pl_arena_printf(c->arena, "%s %s", number, in.unit) : pl_arena_text(c->arena, number);
  return text ? text : "";
}
