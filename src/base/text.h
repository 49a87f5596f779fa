// text.h: the extender's texts and files, and content hashes.
#ifndef PL_BASE_TEXT_H
#define PL_BASE_TEXT_H

#include <pliant/extend/text.h>

// SHA-256 of bytes as 64 hex digits + NUL; of a file into text[65].
void pl_hash_bytes(const void *data, size_t size, char text[65]);
pl_status pl_hash_file(pl_context *ctx, const char *path, char text[65]);

#endif
