// protocol.c: lookup of the channels of a protocol.
#include "measure/protocol.h"

#include <string.h>

int pl_protocol_channel(const pl_protocol *protocol, const char *name) {
  for (int i = 0; i < protocol->n_channel; i++) {
    if (strcmp(protocol->channel[i].name, name) == 0) return i;
  }
  return -1;
}
