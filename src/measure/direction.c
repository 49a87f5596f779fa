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
