// api.h: parts shared by the public functions of the uppermost layers (api_*.c: thin, no numerics).
#ifndef PL_API_API_H
#define PL_API_API_H

#include <pliant/extend/settings.h>

#include "base/json.h"
#include "base/text.h"
#include "estimate/problem/fit.h"
#include "report/figure/figures.h"
#include "report/render/render.h"

struct pl_settings {
  pl_arena *arena;  // owns texts
  pl_settings_kind kind;
  pl_fit_options options;    // of the kind PL_SETTINGS_FIT
  pl_figure_options figure;  // PL_SETTINGS_PLOT
  pl_render_options render;  // PL_SETTINGS_RENDER
};

// The settings' options; NULL: defaults.
pl_fit_options pl__settings_options(const pl_settings *settings);
// Passes ownership of a text to the library's caller, who frees it with pl_free. Clears `from`.
pl_status pl__text_give(pl_text *from, char **text);
// The same for JSON; destroys the writer.
pl_status pl__json_give(pl_context *ctx, pl_json_writer *writer, char **text);

#endif
