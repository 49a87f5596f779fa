// slide_part.h: shared by the files of the protocol.
#ifndef PL_PROTOCOL_SLIDE_SLIDE_PART_H
#define PL_PROTOCOL_SLIDE_SLIDE_PART_H

#include "material/material.h"
#include "measure/table/format.h"
#include "measure/template.h"
#include "protocol/slide/slide.h"
#include "rig/usual.h"

extern const char *const pl__slide_kind_name[PL_SLIDE_KINDS];
extern const char *const pl__slide_phase_name[PL_SLIDE_PHASES];

// ---- reading, writing, description (read.c, trace.c) ----

pl_status pl__slide_specimen(const pl_curve_reader *r, pl_json *object, pl_test *test, pl_curve_settings *settings);
pl_status pl__slide_settings(const pl_curve_reader *r, pl_json *object, pl_test *test, pl_curve_settings *settings);
pl_status pl__slide_numbers(const pl_curve_reader *r, pl_json *object, pl_test *test);
bool pl__slide_has_numbers(const pl_test *test);
void pl__slide_describe(const pl_test *test, struct pl_text *out);
void pl__slide_write_test(pl_json_writer *w, const pl_test *test);
extern const pl_doubt_range pl__slide_ranges[];
// The force at which a sled begins to move, and that while it slides, of a table of force over travel; N.
pl_status pl__slide_read_trace(const pl_curve_reader *r, pl_json *given, double force[PL_SLIDE_PHASES]);

// ---- coefficients (coefficient.c) ----

// The coefficient that a reading stands for.
double pl__slide_coefficient(const pl_slide *slide, int frame, double reading);
// The mean coefficient of a phase over the pulls of a test; NAN: it was not measured (read.c).
double pl__slide_mean(const pl_test *test, int phase);
// The term of a phase and axis (0 warp, 1 weft) against a surface; NULL: the material has none.
const pl_term *pl__slide_term(const pl_material *material, const char *against, int phase, int axis);
// Which axes a direction needs: shares cos and sin of it, 0 where below rounding.
void pl__slide_shares(double angle, double share[2]);
// Plans a test without readings (laboratory.c).
pl_status pl__slide_plan_test(pl_arena *arena, const pl_slide *slide, int n_repeat, const char *name, double angle, pl_test *test);

// ---- parts of the row ----

extern const pl__template_file pl__slide_template[];
extern const struct pl_rig_row pl__slide_rig;
extern const pl_protocol_plan pl__slide_plan;
extern const struct pl_protocol_models pl__slide_models;
extern const struct pl_protocol_view pl__slide_view;
extern const struct pl_protocol_words pl__slide_words;

#endif
