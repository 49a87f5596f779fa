// deflate.h: bytes as compressed text for a page: zlib's deflate, then base64.
#ifndef PL_REPORT_PAGE_DEFLATE_H
#define PL_REPORT_PAGE_DEFLATE_H

#include "base/text.h"

// Appends the text. Memory comes from the context; nothing is appended on failure.
pl_status pl__deflate_text(pl_context *ctx, const char *data, size_t size, pl_text *out);

#endif
