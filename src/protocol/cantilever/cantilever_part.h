// cantilever_part.h: shared by the files of the protocol `cantilever`.
#ifndef PL_PROTOCOL_CANTILEVER_CANTILEVER_PART_H
#define PL_PROTOCOL_CANTILEVER_CANTILEVER_PART_H

#include "protocol/cantilever/cantilever.h"
#include "measure/label/label.h"
#include "measure/template.h"

enum { PL_CANTILEVER_MIN_POINT = 3, PL_CANTILEVER_MAX_POINT = 4000, PL_CANTILEVER_MAX_TEST = 1000 };

// Overhangs in the files, m.
#define PL_CANTILEVER_MIN_OVERHANG 1e-3
#define PL_CANTILEVER_MAX_OVERHANG 10.0

// The chord's angle below the horizontal from any channel, rad; false for a profile whose tip was not labelled.
bool pl__cantilever_chord(const pl_test *test, double *angle);

// ---- reading ----

// One entry of "tests" may give many tests, which share its settings.
typedef struct pl__cantilever_entry {
  const char *name;
  double cut, width, inclination, gravity;  // rad, m, rad, m/s^2
  double turn_sigma;                        // rad; negative: not given
  bool tip_labelled;
  const char *strip;
  const char *specimen;  // the strip, where it is named; else the entry with its file
  pl__calibration calibration;
} pl__cantilever_entry;

// Adds a test of the entry, named after the entry, or after entry and overhang when `many`. The caller fills the channel.
pl_status pl__cantilever_add(pl__label_reader *r, const pl__cantilever_entry *entry, double overhang, bool many, pl_test **test,
                             pl_cantilever **cantilever);
// The profiles of one table: one, or one per overhang when it has such a column (protocol/cantilever/profile.c).
pl_status pl__cantilever_read_profiles(pl__label_reader *r, const pl__cantilever_entry *entry);
// Suspicions about one test, and about tests of the same strip (protocol/cantilever/check.c).
pl_status pl__cantilever_doubt(pl__label_reader *r, const pl_test *test);
extern const pl_doubt_range pl__cantilever_ranges[];

pl_status pl__cantilever_read(pl_context *ctx, pl_arena *scratch, pl_measurement *m, pl_json *root, const char *directory);
pl_status pl__cantilever_save(pl_context *ctx, const char *directory, const pl_measurement *m);
struct pl_text;
void pl__cantilever_describe(const pl_test *test, struct pl_text *out);
void pl__cantilever_sum_up(const pl_test *test, struct pl_text *out);

extern const pl__template_file pl__cantilever_template[];  // template.c

extern const struct pl_laboratory pl__cantilever_laboratory;  // laboratory.c

double pl__cantilever_gravity(const pl_test *test);  // describe.c

// ---- parts of the row ----

extern const struct pl_protocol_models pl__cantilever_models;
extern const struct pl_rig_row pl__cantilever_rig;
extern const struct pl_protocol_view pl__cantilever_view;
extern const struct pl_protocol_words pl__cantilever_words;
extern const struct pl_protocol_plan pl__cantilever_plan;
struct pl_fit;
struct pl_solution;

// Strips that bend under their own weight: one stiffness per direction, then curves over curvature (Wang 2011).
pl_status pl__cantilever_fit(struct pl_fit *fit, struct pl_solution *solution);
extern const struct pl_joint_part pl__cantilever_joint;  // the same beside hung samples (estimate/stage/joint.h)

// Figures of `pliant plot` (figure.c).
struct pl_figures;
void pl__cantilever_draw(struct pl_figures *set);

#endif
