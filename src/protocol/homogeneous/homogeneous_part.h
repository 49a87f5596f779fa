// homogeneous_part.h: shared by the files of the protocol `homogeneous`.
#ifndef PL_PROTOCOL_HOMOGENEOUS_HOMOGENEOUS_PART_H
#define PL_PROTOCOL_HOMOGENEOUS_HOMOGENEOUS_PART_H

#include "protocol/homogeneous/homogeneous.h"
#include "measure/label/label.h"
#include "measure/template.h"

enum { PL_HOMOGENEOUS_MIN_FRAME = 4, PL_HOMOGENEOUS_MAX_FRAME = 100000 };

// Conversion of columns to channels (protocol/homogeneous/rows.c): the order of the forms of each channel.
enum { PL_STRETCH_PLAIN, PL_STRETCH_LOG, PL_STRETCH_STRAIN, PL_STRETCH_ELONGATION, PL_STRETCH_LENGTH, PL_STRETCH_FORMS };
enum { PL_SHEAR_PLAIN, PL_SHEAR_DISPLACED, PL_SHEAR_ANGLED, PL_SHEAR_FORMS };
enum { PL_STRESS_PLAIN, PL_STRESS_FORCE, PL_STRESS_LINE, PL_STRESS_FORMS };
enum { PL_LATERAL_PLAIN, PL_LATERAL_STRAIN, PL_LATERAL_FORMS };

extern const pl_channel_row pl__homogeneous_channel[PL_HOMOGENEOUS_CHANNELS];

// Properties of a mode.
typedef struct pl__homogeneous_mode_row {
  const char *name, *help;
  unsigned needs;   // bit c: channel c is required
  unsigned may;     // bit c: channel c is optional
  int control;      // main control and
  int observed;     // main observed channel
  bool holds;       // one stretch is fixed: "held", or the channel stretch-2
  bool pulls_rest;  // stress is zero at rest and increases with the main control: signs can be checked
} pl__homogeneous_mode_row;
extern const pl__homogeneous_mode_row pl__homogeneous_mode[PL_HOMOGENEOUS_MODES];

// Sizes of a specimen at rest, SI; 0: not given.
typedef struct pl__homogeneous_size {
  double length[2];  // m, along 1 and 2: divisor of an elongation
  double height;     // m, between the sheared faces
  double area[2];    // m^2, of the faces with normal 1 and 2 (the sheared one): divisor of a force
  double thickness;  // m
} pl__homogeneous_size;

// How a channel was read.
typedef struct pl__homogeneous_form {
  int choice;     // of the forms above
  int column;     // of the table
  bool has_unit;  // given explicitly
} pl__homogeneous_form;
// Rejects impossible stretches, and suspects percentages read as ratios (protocol/homogeneous/range.c). form[PL_HOMOGENEOUS_CHANNELS].
pl_status pl__homogeneous_range(pl__label_reader *r, const pl_csv *csv, const pl_test *test, const pl__homogeneous_form *form);

// The channels of a test from its table (protocol/homogeneous/columns.c).
pl_status pl__homogeneous_columns(pl__label_reader *r, const pl_csv *csv, const pl__homogeneous_size *size, pl_test *test,
                                  pl_homogeneous *h);
// The axes that the test names (protocol/homogeneous/axes.c). Mode, symmetry and thickness must have been read.
pl_status pl__homogeneous_read_axes(pl__label_reader *r, pl_homogeneous *h);
// Load and unload branches, and the rows that are fitted (protocol/homogeneous/branches.c). The raw frames must have been set.
pl_status pl__homogeneous_branches(pl__label_reader *r, pl_test *test);
// Standard deviations: "sigma" of the experiment file, or a column (protocol/homogeneous/sigma.c).
pl_status pl__homogeneous_sigma(pl__label_reader *r, const pl_csv *csv, const pl__homogeneous_size *size, pl_test *test);
// Rejects impossible data of a mode (protocol/homogeneous/check.c), adds suspicions (protocol/homogeneous/doubt.c).
pl_status pl__homogeneous_check(pl__label_reader *r, const pl_csv *csv, const pl_test *test);
// Rejects tests that cannot be of one material (protocol/homogeneous/check.c).
pl_status pl__homogeneous_one_body(const pl__label_reader *r);
pl_status pl__homogeneous_doubt(pl__label_reader *r, const pl_csv *csv, const pl_test *test);
// Suspicions about tests of one body with contradicting moduli (protocol/homogeneous/compare.c).
pl_status pl__homogeneous_compare(pl__label_reader *r);

pl_status pl__homogeneous_read(pl_context *ctx, pl_arena *scratch, pl_measurement *m, pl_json *root, const char *directory);
pl_status pl__homogeneous_save(pl_context *ctx, const char *directory, const pl_measurement *m);
struct pl_text;
void pl__homogeneous_describe(const pl_test *test, struct pl_text *out);

extern const pl__template_file pl__homogeneous_template[];  // template.c

// ---- parts of the row ----

extern const struct pl_protocol_models pl__homogeneous_models;
extern const struct pl_rig_row pl__homogeneous_rig;
extern const struct pl_protocol_view pl__homogeneous_view;
extern const struct pl_protocol_words pl__homogeneous_words;
extern const struct pl_protocol_plan pl__homogeneous_plan;
struct pl_fit;
struct pl_solution;

// Bodies in known homogeneous states: a law of rubber (rubber_model.h).
pl_status pl__homogeneous_fit(struct pl_fit *fit, struct pl_solution *solution);

// Figures of `pliant plot` (figure.c).
struct pl_figures;
void pl__homogeneous_draw(struct pl_figures *set);

#endif
