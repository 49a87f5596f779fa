// bulge_part.h: shared by the files of the protocol.
#ifndef PL_PROTOCOL_BULGE_BULGE_PART_H
#define PL_PROTOCOL_BULGE_BULGE_PART_H

#include "measure/table/format.h"
#include "measure/template.h"
#include "protocol/bulge/bulge.h"
#include "rig/usual.h"

struct pl_fit;

extern const pl__template_file pl__bulge_template[];
extern const pl_rig_row pl__bulge_rig;
extern const pl_protocol_plan pl__bulge_plan;
extern const struct pl_laboratory pl__bulge_laboratory;   // laboratory.c
extern const struct pl_protocol_models pl__bulge_models;  // models.c
extern const struct pl_protocol_view pl__bulge_view;      // view.c
extern const struct pl_protocol_words pl__bulge_words;    // words.c

// Are all fitted tests bulge tests? (words.c)
bool pl__only_bulges(const struct pl_fit *fit);

// ---- reading, writing, description, doubts (read.c) ----

pl_status pl__bulge_specimen(const pl_curve_reader *r, pl_json *object, pl_test *test, pl_curve_settings *settings);
void pl__bulge_describe(const pl_test *test, struct pl_text *out);
void pl__bulge_write_specimen(pl_json_writer *w, const pl_test *test);
extern const pl_doubt_range pl__bulge_ranges[];

#endif
