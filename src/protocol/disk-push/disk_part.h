// disk_part.h: shared by the files of the protocol.
#ifndef PL_PROTOCOL_DISK_PUSH_DISK_PART_H
#define PL_PROTOCOL_DISK_PUSH_DISK_PART_H

#include "measure/table/format.h"
#include "measure/template.h"
#include "protocol/disk-push/disk.h"

extern const pl__template_file pl__disk_template[];

// ---- reading, description, doubts (read.c) ----

// Fails unless the disk is smaller than the frame.
pl_status pl__disk_specimen(const pl_curve_reader *r, pl_json *object, pl_test *test, pl_curve_settings *settings);
void pl__disk_describe(const pl_test *test, struct pl_text *out);
extern const pl_doubt_range pl__disk_ranges[];

extern const struct pl_protocol_plan pl__disk_plan;  // laboratory.c

// ---- parts of the row ----

extern const struct pl_protocol_models pl__disk_models;  // models.c
extern const struct pl_rig_row pl__disk_rig;
extern const struct pl_protocol_view pl__disk_view;
extern const struct pl_protocol_words pl__disk_words;

#endif
