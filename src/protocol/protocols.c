// protocols.c: the one list of protocols. A new protocol is a folder beside this file and a line here.
#include "measure/protocol.h"

#include <string.h>

#define PROTOCOLS(row)                                                                                                                     \
  row(tensile) row(disk_push) row(capture) row(biaxial_hang) row(cantilever) row(weights) row(homogeneous) row(roll) row(poses) row(bulge) \
      row(moment_curvature) row(slide)

#define DECLARE(name) extern const pl_protocol pl_protocol_##name;
PROTOCOLS(DECLARE)
#define LIST(name) &pl_protocol_##name,
static const pl_protocol *const protocols[] = {PROTOCOLS(LIST)};

int pl_protocol_count(void) { return (int)(sizeof protocols / sizeof protocols[0]); }

const pl_protocol *pl_protocol_at(int index) {
  PL_ASSERT(index >= 0 && index < pl_protocol_count());
  return protocols[index];
}

const pl_protocol *pl_protocol_find(const char *name) {
  for (int i = 0; i < pl_protocol_count(); i++)
    if (strcmp(protocols[i]->name, name) == 0) return protocols[i];
  return NULL;
}
