// moment_part.h: shared by the files of the protocol.
#ifndef PL_PROTOCOL_MOMENT_CURVATURE_MOMENT_PART_H
#define PL_PROTOCOL_MOMENT_CURVATURE_MOMENT_PART_H

#include "measure/table/format.h"
#include "measure/template.h"
#include "protocol/moment-curvature/moment.h"
#include "rig/usual.h"

struct pl_fit;
struct pl_solution;
struct pl_stage;

// ---- reading, writing, description (read.c) ----

pl_status pl__moment_specimen(const pl_curve_reader *r, pl_json *object, pl_test *test, pl_curve_settings *settings);
pl_status pl__moment_settings(const pl_curve_reader *r, pl_json *object, pl_test *test, pl_curve_settings *settings);
pl_status pl__moment_complete(const pl_curve_reader *r, const pl_csv *csv, pl_test *test, const pl_curve_settings *settings, pl_curve *raw);
pl_status pl__moment_numbers(const pl_curve_reader *r, pl_json *object, pl_test *test);
bool pl__moment_has_numbers(const pl_test *test);
void pl__moment_describe(const pl_test *test, struct pl_text *out);
void pl__moment_write_test(pl_json_writer *w, const pl_test *test);
extern const char *const pl__moment_face_name[PL_FACES];  // "outward"

// ---- doubts (doubt.c) ----

extern const pl_doubt_range pl__moment_ranges[];
pl_status pl__moment_doubt(pl_suspicions *list, const pl_measurement *m);

// ---- virtual tests ----

// A loop without moments: from zero to `top` (1/m), to -top and back, `cycles` times; one side: to top and back. n: readings per branch.
typedef struct pl__moment_loop {
  double top;
  int n, cycles;
  bool one_side;
} pl__moment_loop;
int pl__moment_loop_frames(const pl__moment_loop *loop);
// curvature, branch: [frames].
void pl__moment_loop_fill(const pl__moment_loop *loop, double *curvature, int *branch);
// The loop as a test, memory in the arena (usual.c).
pl_status pl__moment_plan_test(pl_arena *arena, const pl__moment_loop *loop, const char *name, double angle, pl_test *test);

// ---- estimation ----

pl_status pl__moment_fit(struct pl_fit *fit, struct pl_solution *solution);

// B, 2HB and residual curvature of the fitted material on a loop up to window->top at this angle.
// Standard errors are NAN where unknown. face: elastic B outward less that inward, N m, and its standard error.
pl_status pl__moment_values(pl_arena *arena, const struct pl_fit *fit, double angle, const pl_moment_window *window, pl_loop_values *value,
                            pl_loop_values *sigma, double face[2]);
// The largest |curvature| of a loop, 1/m.
double pl__moment_top(const pl_test *test);

// ---- parts of the row ----

extern const pl__template_file pl__moment_template[];
extern const struct pl_rig_row pl__moment_rig;
extern const pl_protocol_plan pl__moment_plan;
extern const struct pl_laboratory pl__moment_laboratory;
extern const struct pl_protocol_models pl__moment_models;
extern const struct pl_protocol_view pl__moment_view;
extern const struct pl_protocol_words pl__moment_words;
extern const struct pl_joint_part pl__moment_joint;

#endif
