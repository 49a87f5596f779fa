// api_protocol.c: the protocols as the public header shows them.
#include <stdio.h>
#include <string.h>

#include "api/api.h"
#include "measure/protocol.h"

const char *pl_protocol_name(int index) { return pl_protocol_at(index)->name; }

const char *pl_protocol_help(int index) { return pl_protocol_at(index)->help; }

const char *pl_protocol_contents(int index) { return pl_protocol_at(index)->files->has; }

int pl_protocol_index(const char *name) {
  for (int i = 0; i < pl_protocol_count(); i++)
    if (strcmp(pl_protocol_at(i)->name, name) == 0) return i;
  return -1;
}

// The protocols for an everyday name of a specimen: "'tensile' (pulled) or 'cantilever' (bent)"; false: none.
bool pl_protocols_for(const char *thing, char *text, size_t size) {
  size_t n = 0;
  for (int i = 0; i < pl_protocol_count(); i++)
    for (const pl_protocol_thing *of = pl_protocol_at(i)->files->things; of && of->word; of++) {
      if (!pl_text_same(of->word, thing) || n >= size) continue;
      n += (size_t)snprintf(text + n, size - n, "%s'%s'%s%s%s", n > 0 ? " or " : "", pl_protocol_at(i)->name, of->remark ? " (" : "",
                            of->remark ? of->remark : "", of->remark ? ")" : "");
    }
  return n > 0;
}
