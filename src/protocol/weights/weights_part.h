// weights_part.h: shared by the files of the protocol `weights`.
#ifndef PL_PROTOCOL_WEIGHTS_WEIGHTS_PART_H
#define PL_PROTOCOL_WEIGHTS_WEIGHTS_PART_H

#include "measure/label/label.h"
#include "protocol/weights/weights.h"
#include "measure/template.h"

enum { PL_WEIGHTS_MIN_FRAME = 5, PL_WEIGHTS_MAX_FRAME = 100000 };

#define PL_WEIGHTS_MAX_FORCE 1e4  // N

// True if two weights are equal (within the rounding of units).
bool pl__weights_same(double a, double b);
// The smallest weight of a test, N: the paper's zero.
double pl__weights_low(const pl_weights *w, int n_frame);
// Mean over the cycles of length(unload) - length(load) at weights passed in both directions, m, and the number of such pairs. *share: of
// the mean elongation beyond the first frame.
double pl__weights_gap(const pl_test *test, int *n_pair, double *share);

// By how many standard deviations of a difference the length of a frame changes against its weight; 0 if it does not. (It should not shrink
// under more weight, or grow under less.) Default sigma: 0.5 mm, that of a ruler.
double pl__weights_against(const pl_test *test, int frame);
#define PL_WEIGHTS_DOUBTFUL 3.0
#define PL_WEIGHTS_IMPOSSIBLE 5.0  // once in 3 million readings

// Declared properties of the sequence; zero or NULL if not given.
typedef struct pl__weights_plan {
  double step;        // N
  int n_top;          // tops of one repetition, in order
  const double *top;  // [n_top], N
  bool partial;       // loading may restart before all weights are off
} pl__weights_plan;

// Rejects impossible sequences of weights and lengths: see protocol/weights/check.c. row i of the table is frame i.
pl_status pl__weights_check(pl__label_reader *r, const pl_test *test, const pl_csv *csv, const pl__weights_plan *plan);
// Fails unless counters of the table ("cycle", "repetition") fit the sequence. counter: [n_frame]; restart: where counting may restart,
// NULL: nowhere.
pl_status pl__weights_check_counter(pl__label_reader *r, const pl_test *test, const pl_csv *csv, const char *name, const double *counter,
                                    const double *restart);
// Suspicions (protocol/weights/doubt.c).
pl_status pl__weights_doubt(pl__label_reader *r, const pl_test *test, const pl_csv *csv);

pl_status pl__weights_read(pl_context *ctx, pl_arena *scratch, pl_measurement *m, pl_json *root, const char *directory);
pl_status pl__weights_save(pl_context *ctx, const char *directory, const pl_measurement *m);
struct pl_text;
void pl__weights_describe(const pl_test *test, struct pl_text *out);

struct pl_fit_case;
struct pl_path;
int pl__weights_curve(const pl_test *test);
pl_status pl__weights_nominal_path(pl_arena *arena, const struct pl_fit_case *c, int curve, struct pl_path *path);

extern const pl__template_file pl__weights_template[];  // template.c

// ---- virtual tests ----

typedef struct pl__weights_specimen {
  const char *name;      // borrowed
  double angle;          // rad
  double length, width;  // m
  double clip;           // kg
  double density;        // kg/m^2
  double rest_sigma;     // m
} pl__weights_specimen;
// A test without lengths, of cloth that never hung before (usual.c). weight: [n_frame], N, in arena memory.
pl_status pl__weights_plan_test(pl_arena *arena, const pl__weights_specimen *s, int n_frame, const double *weight, pl_test *test);
// Weights from flags (laboratory.c), and those of an experiment file.
extern const struct pl_laboratory pl__weights_laboratory, pl__weights_planned;

// Plausible ranges of the loads, and the gravity (doubt_load.c).
extern const pl_doubt_range pl__weights_ranges[];
double pl__weights_gravity(const pl_test *test);

// ---- parts of the row ----

extern const struct pl_protocol_models pl__weights_models;
extern const struct pl_rig_row pl__weights_rig;
extern const struct pl_protocol_view pl__weights_view;
extern const struct pl_protocol_words pl__weights_words;
extern const struct pl_protocol_plan pl__weights_usual;
struct pl_fit;
struct pl_solution;

// Weights hung on and taken off: elasticity and friction of each direction (Miguel 2013).
pl_status pl__weights_fit(struct pl_fit *fit, struct pl_solution *solution);

#endif
