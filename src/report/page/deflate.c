// deflate.c: see deflate.h.
#include "report/page/deflate.h"

#include <zlib.h>

static void *allocate(void *ctx, unsigned n, unsigned size) { return pl_alloc(ctx, n, size); }
static void release(void *ctx, void *memory) { pl_free(ctx, memory); }

// RFC 4648, with padding.
static void add_base64(const unsigned char *data, size_t size, pl_text *out) {
  static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  char text[4 * 1024];
  size_t n = 0;
  for (size_t i = 0; i < size; i += 3) {
    unsigned long bits = (unsigned long)data[i] << 16;
    if (i + 1 < size) bits |= (unsigned long)data[i + 1] << 8;
    if (i + 2 < size) bits |= data[i + 2];
    text[n++] = digit[bits >> 18 & 63];
    text[n++] = digit[bits >> 12 & 63];
    text[n++] = i + 1 < size ? digit[bits >> 6 & 63] : '=';
    text[n++] = i + 2 < size ? digit[bits & 63] : '=';
    if (n < sizeof text && i + 3 < size) continue;
    pl_text_add_bytes(out, text, n);
    n = 0;
  }
}

pl_status pl__deflate_text(pl_context *ctx, const char *data, size_t size, pl_text *out) {
  z_stream stream = {.zalloc = allocate, .zfree = release, .opaque = ctx};
  if (size > (uInt)-1 || deflateInit(&stream, Z_DEFAULT_COMPRESSION) != Z_OK) return PL_ERROR_MEMORY;
  size_t bound = deflateBound(&stream, (uLong)size);
  unsigned char *packed = bound <= (uInt)-1 ? pl_alloc(ctx, bound, 1) : NULL;
  pl_status status = PL_ERROR_MEMORY;
  if (packed) {
    stream.next_in = (z_const Bytef *)(uintptr_t)data, stream.avail_in = (uInt)size;
    stream.next_out = packed, stream.avail_out = (uInt)bound;
    if (deflate(&stream, Z_FINISH) == Z_STREAM_END) {
      add_base64(packed, stream.total_out, out);
      status = out->failed ? PL_ERROR_MEMORY : PL_OK;
    }
  }
  deflateEnd(&stream);
  pl_free(ctx, packed);
  return status;
}
