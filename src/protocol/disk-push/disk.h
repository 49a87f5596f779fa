// disk.h: cloth clamped on a circular frame, pushed by a round disk: its channels.
#ifndef PL_PROTOCOL_DISK_PUSH_DISK_H
#define PL_PROTOCOL_DISK_PUSH_DISK_H

#include "measure/protocol.h"

enum { PL_DISK_DISPLACEMENT, PL_DISK_FORCE };

extern const pl_protocol pl_protocol_disk_push;

#endif
