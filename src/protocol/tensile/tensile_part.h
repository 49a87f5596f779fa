// tensile_part.h: shared by the files of the protocol.
#ifndef PL_PROTOCOL_TENSILE_TENSILE_PART_H
#define PL_PROTOCOL_TENSILE_TENSILE_PART_H

#include "measure/table/format.h"
#include "measure/template.h"
#include "protocol/tensile/tensile.h"

extern const pl__template_file pl__tensile_template[];

// ---- reading (read.c) ----

pl_status pl__tensile_specimen(const pl_curve_reader *r, pl_json *object, pl_test *test, pl_curve_settings *settings);
pl_status pl__tensile_settings(const pl_curve_reader *r, pl_json *object, pl_test *test, pl_curve_settings *settings);

// ---- shear tests (shear.c) ----

// Computes the displacement of a shear test if none was measured.
pl_status pl__shear_complete(const pl_curve_reader *r, const pl_csv *csv, pl_test *test, const pl_curve_settings *settings,
                             pl_curve *curve);
// Computes it again for averaged frames: between two points the yarns keep their length too.
void pl__shear_keep_length(double length, pl_curve *curve);

// ---- writing and description (text.c) ----

void pl__tensile_describe(const pl_test *test, struct pl_text *out);
void pl__tensile_write_test(pl_json_writer *w, const pl_test *test);
void pl__tensile_write_specimen(pl_json_writer *w, const pl_test *test);

// A note about a preload in the lines above the table, for a pulled test.
pl_status pl__tensile_note(pl_measurement *m, const pl_test *test, const pl_csv *csv);

// ---- stiffness, where a wrong unit shows (doubt.c) ----

extern const pl_doubt_range pl__tensile_ranges[];
// Force per width over strain that contradicts another test of the same cloth.
pl_status pl__tensile_doubt(pl_suspicions *list, const pl_measurement *m);
// How a tensile test strains the cloth: along the yarns, across them, by shear; or not by force over displacement.
typedef enum pl__pull_kind { PL__NOT_PULLED, PL__PULLED, PL__PULLED_BIAS, PL__SHEARED } pl__pull_kind;
pl__pull_kind pl__suspect_kind(const pl_test *test);
// Of the first n tests those that are not left out; those doubted are left out then.
// Shears on KES samples ten times as far, or a tenth as far, as KES shears (doubt_travel.c).
pl_status pl__suspect_kes_shears(pl_suspicions *list, const pl_measurement *m, int n, bool *left_out);
// Pulls and fixed-length shears of them, which stretch the same yarns (doubt_shear.c); where they contradict each other all of them are left out.
pl_status pl__suspect_shears(pl_suspicions *list, const pl_measurement *m, int n, bool *left_out);
// Strains of two shears under one force per width (doubt_travel.c).
pl_status pl__suspect_together(pl_suspicions *list, const pl_measurement *m, int n, bool *left_out);

// ---- estimation (models.c, fit.c) ----

struct pl_fit;
struct pl_fit_case;
struct pl_path;
bool pl__tensile_lateral(const pl_test *test);
int pl__tensile_curve(const pl_test *test);
pl_status pl__tensile_nominal_path(pl_arena *arena, const struct pl_fit_case *c, int curve, struct pl_path *path);

// Volino's appendix: if elongation modes are independent, shear along warp and along weft must give the same shear curve. Compares the two
// converted curves over their common strains (eq. 17, with fitted elongation curves where that force was not measured). Returns the rms
// difference over the rms stress; NAN unless there are two such tests (shear_check.c).
double pl__shear_consistency(const struct pl_fit *fit);

// The detail of a fit (estimate/problem/detail.h).
typedef struct pl_tensile_findings {
  double shear_mismatch;    // pl__shear_consistency
  const char *shear_words;  // the comparison in words; NULL: there are not two curves
} pl_tensile_findings;

const pl_tensile_findings *pl__tensile_findings_of(const struct pl_fit *fit);  // NULL: not computed

extern const struct pl_laboratory pl__tensile_laboratory;  // laboratory.c

// ---- parts of the row ----

extern const struct pl_protocol_models pl__tensile_models;
extern const struct pl_rig_row pl__tensile_rig;
extern const struct pl_protocol_view pl__tensile_view;
extern const struct pl_protocol_words pl__tensile_words;
extern const struct pl_protocol_plan pl__tensile_plan;

#endif
