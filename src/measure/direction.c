// direction.c: see direction.h.
#include "measure/direction.h"

#include <stddef.h>

#include "base/text.h"

const char *const pl__warp_names[] = {"warp", "kette", "kettrichtung", "chaîne", "chaine", "ordito", "urdimbre", "wale", NULL};
const char *const pl__weft_names[] = {"weft", "schuss", "schussrichtung", "schuß", "trame", "trama", "fill", "filling", "course", NULL};

bool pl__is_direction(const char *word, const char *const *names) {
  while (*names && !pl_text_same(word, *names)) names++;
  return *names != NULL;
}

pl_status pl__direction_fail(pl_context *ctx, pl_json *direction) {
  static const char *const names[] = {"warp", "weft"};
  const char *text = direction->kind == PL_JSON_STRING ? direction->text : NULL;
  int index;
  if (text && pl_text_nearest(text, 2, names)) return pl_json_choice(ctx, direction, 2, names, &index);  // did you mean
  pl_where where = pl_json_where(direction);
  return pl_fail(ctx, PL_ERROR_INPUT, &where, "for another direction write \"angle\": \"45 deg\" in its place, counted from warp",
                 PL_ID("experiment.direction-unknown") "%s%.60s%s is neither warp nor weft", text ? "\"" : "", text ? text : "this value",
                 text ? "\"" : "");
}
