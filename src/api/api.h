// api.h: what the public functions of the last layers share (api_*.c: thin, no numerics of their own).
#ifndef PL_API_API_H
#define PL_API_API_H

#include "base/json.h"
#include "base/text.h"
#include "estimate/problem/fit.h"

struct pl_settings {
  pl_arena *arena;  // owns texts
  pl_fit_options options;
};

// The settings' options, defaults for NULL.
pl_fit_options pl__settings_options(const pl_settings *settings);
// Hands a text over to the caller of the library, who frees it with pl_free. Clears `from`.
pl_status pl__text_give(pl_text *from, char **text);
// The same for JSON; destroys the writer.
pl_status pl__json_give(pl_context *ctx, pl_json_writer *writer, char **text);

#endif
