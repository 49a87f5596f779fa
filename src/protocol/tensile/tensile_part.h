// tensile_part.h: the parts of the protocol's row, one file each.
#ifndef PL_PROTOCOL_TENSILE_TENSILE_PART_H
#define PL_PROTOCOL_TENSILE_TENSILE_PART_H

extern const struct pl_protocol_models pl__tensile_models;

#endif
