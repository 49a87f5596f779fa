// hang_part.h: shared by the files of the protocol `biaxial-hang`.
#ifndef PL_PROTOCOL_BIAXIAL_HANG_HANG_PART_H
#define PL_PROTOCOL_BIAXIAL_HANG_HANG_PART_H

#include "protocol/biaxial-hang/hang.h"
#include "measure/label/label.h"
#include "measure/template.h"

enum { PL_HANG_LOADS = 3, PL_HANG_MAX_FRAME = 1000, PL_HANG_MAX_POINT = 64 };

extern const char *const pl__hang_body_name[PL_HANG_BODIES];

// ---- loads (hang.c). A load is that of a body: 0 bottom slat, 1 left clip, 2 right clip ----

static inline pl_hang_body pl__hang_loaded_body(int load) { return (pl_hang_body)(PL_HANG_BOTTOM + load); }
// Directions of cords that were not labelled: down, left, right. Unit, [PL_HANG_LOADS][2].
extern const double pl__hang_default_cord[PL_HANG_LOADS][2];
// The resultant of a weight (N) on a cord in this direction and the permanent loads: its size and direction.
void pl__hang_resultant(const pl_hang *hang, int load, double weight, const double cord[2], double *size, double direction[2]);
// The inverse: the weight and the direction of its cord.
void pl__hang_weight(const pl_hang *hang, int frame, int load, double *weight, double cord[2]);

// ---- points (hang.c) ----

// Displacement of a body from the unloaded frame, the mean over points labelled in both, m; false when there is none.
bool pl__hang_shift(const pl_test *test, pl_hang_body body, int frame, double shift[2]);
// Mean of the labelled points of a body, m; false when there is none.
bool pl__hang_centre(const pl_test *test, pl_hang_body body, int frame, double centre[2]);
// "frame 7 (bottom 200 g, left 100 g, right 100 g)", counted from 1.
const char *pl__hang_frame_text(const pl_test *test, int frame, char text[120]);

// ---- reading ----

// Points, loads and directions of all frames from a table; width, height, clip, masses and gravity of `hang` are set.
pl_status pl__hang_read_points(pl__label_reader *r, const pl__calibration *calibration, const pl_csv *csv, pl_test *test, pl_hang *hang);
// Rejects impossible data; adds suspicions about improbable ones (protocol/biaxial-hang/check.c).
pl_status pl__hang_check(pl__label_reader *r, const pl__calibration *calibration, const pl_test *test);

pl_status pl__hang_read(pl_context *ctx, pl_arena *scratch, pl_measurement *m, pl_json *root, const char *directory);
pl_status pl__hang_save(pl_context *ctx, const char *directory, const pl_measurement *m);
struct pl_text;
void pl__hang_describe(const pl_test *test, struct pl_text *out);

extern const pl__template_file pl__hang_template[];  // template.c

// Samples from flags (laboratory.c), and those of an experiment file.
extern const struct pl_laboratory pl__hang_laboratory, pl__hang_planned;

// Plausible ranges of the loads, and the gravity (doubt.c).
extern const pl_doubt_range pl__hang_ranges[];
double pl__hang_gravity(const pl_test *test);

// ---- parts of the row ----

extern const struct pl_protocol_models pl__hang_models;
extern const struct pl_rig_row pl__hang_rig;
extern const struct pl_protocol_view pl__hang_view;
extern const struct pl_protocol_words pl__hang_words;
extern const struct pl_protocol_plan pl__hang_plan;
struct pl_fit;
struct pl_solution;

// Hung samples: one stiffness tensor, then a field of them (Wang 2011).
pl_status pl__hang_fit(struct pl_fit *fit, struct pl_solution *solution);
pl_status pl__hang_fit_energy(struct pl_fit *fit, struct pl_solution *solution);  // its conservative twin
extern const struct pl_joint_part pl__hang_joint;                                 // the same beside strips (estimate/stage/joint.h)

// Figures of `pliant plot` (figure.c).
struct pl_figures;
void pl__hang_draw(struct pl_figures *set);

#endif
