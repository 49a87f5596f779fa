// api_text.c: texts that the library hands over to its caller.
#include <string.h>

#include "api/api.h"

pl_status pl__text_give(pl_text *from, char **text) {
  *text = from->failed ? NULL : pl_alloc(from->ctx, from->size + 1, 1);
  if (*text) memcpy(*text, from->data, from->size);
  pl_text_clear(from);
  return *text ? PL_OK : PL_ERROR_MEMORY;
}

pl_status pl__json_give(pl_context *ctx, pl_json_writer *writer, char **text) {
  const char *written = writer ? pl_json_writer_text(writer) : NULL;
  size_t size = written ? strlen(written) + 1 : 0;
  *text = written ? pl_alloc(ctx, size, 1) : NULL;
  if (*text) memcpy(*text, written, size);
  pl_json_writer_destroy(writer);
  return *text ? PL_OK : PL_ERROR_MEMORY;
}
