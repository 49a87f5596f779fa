// disk_part.h: what the files of the protocol share.
#ifndef PL_PROTOCOL_DISK_PUSH_DISK_PART_H
#define PL_PROTOCOL_DISK_PUSH_DISK_PART_H

#include "measure/table/format.h"
#include "measure/template.h"

extern const pl__template_file pl__disk_template[];

// ---- reading, description, doubts (read.c) ----

// The disk must be smaller than the frame.
pl_status pl__disk_specimen(const pl_curve_reader *r, pl_json *object, pl_test *test, pl_curve_settings *settings);
void pl__disk_describe(const pl_test *test, struct pl_text *out);
// Tension in the cloth around the disk that no cloth bears.
pl_status pl__disk_doubt(pl_suspicions *list, const pl_measurement *m);

extern const struct pl_protocol_models pl__disk_push_models;  // models.c

#endif
