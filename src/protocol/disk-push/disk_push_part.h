// disk_push_part.h: the parts of the protocol's row, one file each.
#ifndef PL_PROTOCOL_DISK_PUSH_DISK_PUSH_PART_H
#define PL_PROTOCOL_DISK_PUSH_DISK_PUSH_PART_H

extern const struct pl_protocol_models pl__disk_push_models;

#endif
