// measurement.h: measured data, or the prediction of a rig: the same type for both.
//
// A measurement is one experiment file: a protocol and a list of tests. A test is one specimen with its frames; each quantity is a channel
// with one value per frame. Control channels were imposed (a displacement), observed channels were read (a force). Estimation
// only ever compares observed channels of two tests. Constant after load or rig run.
#ifndef PL_MEASURE_MEASUREMENT_H
#define PL_MEASURE_MEASUREMENT_H

#include <pliant/extend.h>
#include <pliant/measurement.h>

#include "base/json.h"

enum { PL_MAX_CHANNEL = 8 };

// Conversion of a column to a channel. The names are the "as" choices of an experiment file.
typedef enum pl_form {
  PL_FORM_PLAIN,      // the channel itself
  PL_FORM_STRAIN,     // x length (controls); 1 + value (lateral stretch)
  PL_FORM_STRETCH,    // (value - 1) x length
  PL_FORM_LENGTH,     // current length: value - length
  PL_FORM_ANGLE,      // shear angle: tan(value) x length; sin(value) x length when the yarns keep their length
  PL_FORM_PER_WIDTH,  // force per width: value x width x strips
  PL_FORM_WIDTH,      // current width: value / lateral gauge
  PL_FORM_OF_WIDTH    // of the whole width: value / (width x strips)
} pl_form;

typedef struct pl_channel_form {
  pl_form form;
  const char *name;          // "strain"
  pl_dim dim;                // of the column
  const char *const *usual;  // NULL-terminated column names that are recognised as this form
} pl_channel_form;

// Figure of an intermediate model of a fit (pl_fit_step).
typedef enum pl_misfit { PL_MISFIT_NONE, PL_MISFIT_FORCE, PL_MISFIT_POSITION } pl_misfit;

// Whether a channel decides if a test passes.
typedef enum pl_judged {
  PL_JUDGED_ALWAYS,
  PL_JUDGED_ALONE,  // only if nothing else is compared
  PL_JUDGED_NEVER   // it has no score: its expected value is noise
} pl_judged;

// How a channel is drawn. Vectors and positions have three components, points of a plane two.
typedef enum pl_drawing {
  PL_DRAW_CURVE,        // a value per frame over the control
  PL_DRAW_NUMBERS,      // named numbers, predicted over measured
  PL_DRAW_LINE,         // points along a line in a plane
  PL_DRAW_SIDE,         // points along a strip seen from the side, beside its simulated midline
  PL_DRAW_END,          // the end of that strip
  PL_DRAW_CHORD,        // angle of the chord to that end, downwards
  PL_DRAW_LABELS,       // labelled points of a sample seen from the front
  PL_DRAW_FORCES,       // forces of supports
  PL_DRAW_TORQUES,      // torques of supports
  PL_DRAW_PLACES,       // named points in space
  PL_DRAW_CLIP_FORCES,  // forces of clips on a surface
  PL_DRAW_SURFACE,      // vertices of a captured surface
  PL_DRAW_NOT,          // only in tables
  PL_DRAWINGS
} pl_drawing;
const char *pl_drawing_name(pl_drawing drawing);  // "side-line" (drawing.c)

// One row per channel of a protocol.
// What a protocol says of one channel. members: one per trait that shared code uses instead of the channel's name.
typedef struct pl_channel_row {
  const char *name;  // "displacement"
  pl_dim dim;
  bool observed;             // read, not imposed
  const char *const *usual;  // NULL-terminated column names that are recognised (those of the first form)
  const char *help;
  int n_form;
  const pl_channel_form *form;  // in order of preference if several columns match
  // meaning of its values in a fit
  double rest;       // SI, value of an unloaded specimen: 1 for stretches; for positions and lengths zero is arbitrary
  bool own_range;    // components are far apart: each is compared with its range over the frames
  int group;         // consecutive values that form one reading: x and y of a point of which only the distance from a curve counts; 0: one
  bool moment;       // a moment per width: newtons, and no force
  bool traced;       // readings follow one curve: correlated residuals mean that the model does not follow it
  pl_misfit misfit;  // figure in the table of models that its residuals contribute to,
  int misfit_width;  // as the norm of vectors of this many values; 0: one
  pl_drawing drawing;
  int answers;  // 1 + the control whose motion it responds to: a virtual test reads it while that one moves; 0: only where it is wanted
} pl_channel_row;

static inline bool pl_channel_is_force(const pl_channel_row *row) { return pl_dim_equal(row->dim, PL_DIM_FORCE) && !row->moment; }

typedef struct pl_channel {
  const pl_channel_row *row;
  int width;           // values per frame; 0 is read as 1
  double *value;       // [n_frame][width], SI; NULL: not measured (for a control: fixed at zero)
  double sigma;        // SI, standard deviation of one value; 0: unknown, then estimated from the residuals
  const char *source;  // its column and conversion, in words; NULL for rigs and absent channels
  // Sigma is precision: it determines noise and covariance. Importance is the weight of a value relative to others: it does not change the
  // noise.
  const double *value_sigma;     // [n_frame][width], SI, of each value; sigma is then their typical size; NULL: sigma
  const double *importance;      // [n_frame][width], factor on the residual of each value; 0: not compared; NULL: 1
  const double *rest;            // [width], SI, values at rest; NULL: those of the row
  const double *frame_rest;      // [n_frame][width], the same if it changes between frames; NAN: not used
  const char *const *component;  // [width], name of each value of a frame ("right x"); NULL: none
  pl_judged judged;
} pl_channel;

static inline int pl_channel_width(const pl_channel *channel) { return channel->width > 1 ? channel->width : 1; }

typedef enum pl_branch { PL_BRANCH_LOAD, PL_BRANCH_UNLOAD, PL_BRANCH_AVERAGE } pl_branch;

// Order of the "method" choices in an experiment file and on the command line.
typedef enum pl_test_method {
  PL_TEST_AUTO,
  PL_TEST_CLAMPED,  // homogeneous, width fixed: wide specimens, exactly Volino's appendix
  PL_TEST_FREE,     // homogeneous, free to contract and shear: long narrow specimens
  PL_TEST_MESH      // simulated on a mesh
} pl_test_method;

typedef struct pl_protocol pl_protocol;

// One test of any protocol. members: the specimen, its frames, the frames as read, and what the reader found about them. They are read
// together wherever a test is predicted, compared or drawn; what one protocol alone has is in `detail`.
typedef struct pl_test {
  const char *name;
  const char *file;  // path of the curve file, "" for rigs
  int line;          // of the test in the experiment file
  // the specimen
  const char *specimen;   // its name, where tests of several files or overhangs may be of one; NULL: this test alone
  double length;          // m, between the clamps (tensile); frame diameter (disk-push)
  double width;           // m, along the clamps, of one strip; disc diameter (disk-push)
  int strips;             // parallel strips sharing the force, 1 usually
  double angle;           // rad, pulling direction from warp towards weft
  double pretension;      // N, force at which the displacement was set to zero; 0: none
  double speed;           // of the main control, its unit per s, as the experiment file gives it or from the times; 0: unknown
  bool fit_offset;        // the displacement zero is uncertain: estimate an offset (slack) for this test
  pl_test_method method;  // as requested
  // the frames
  int n_frame;
  pl_channel channel[PL_MAX_CHANNEL];  // as many as the protocol has, same order
  const int *branch;                   // [n_frame], pl_branch
  const double *time;                  // [n_frame], s, from the start of the motion; NULL: unknown
  // the frames as read, before averaging and thinning (for plots); equal to the above if neither was done
  int n_raw;
  const double *raw[PL_MAX_CHANNEL];  // [n_raw], SI, NULL where not measured
  double raw_sigma[PL_MAX_CHANNEL];   // SI, of one raw value; 0: unknown
  const int *raw_branch;              // [n_raw]
  const double *raw_time;             // [n_raw], s; NULL: unknown
  double hold;                        // s, how long the main control stands still (relaxation); 0: it does not, or times are unknown
  int control, observed;              // the main control (largest range) and its observed channel
  double hysteresis;                  // mean |load - unload| / mean |average| of the main observed channel; 0 if there is one branch
  const pl_protocol *protocol;        // whose detail it is
  const void *detail;                 // protocol-specific data of a test; only the protocol's files read it. NULL: none
  bool held_out;                      // predicted, never fitted
} pl_test;

// What is doubted of a test. From PL_DOUBT_SIZES on a fit may be of another material than the one that was measured: a verdict counts these.
typedef enum pl_doubt {
  PL_DOUBT_ADVICE,      // nothing: how the experiment would say more
  PL_DOUBT_ROWS,        // single rows, labels or photographs, or the scatter of all
  PL_DOUBT_SIZES,       // units or sizes
  PL_DOUBT_COLUMNS,     // which column is which
  PL_DOUBT_DIRECTIONS,  // warp and weft
  PL_DOUBT_READINGS,    // the readings altogether: their zero, their sign, their unit
  PL_DOUBT_COUNT
} pl_doubt;
static inline bool pl_doubt_counts(pl_doubt doubt) { return doubt >= PL_DOUBT_SIZES; }

// Something in a measurement that is readable but probably wrong (measure/doubt).
typedef struct pl_suspicion {
  const char *id, *remedy_id;  // of their sentences
  const char *text, *remedy;   // "warp: force is 4 N at zero displacement (12 % of full scale)", "declare ..."
  const char *test;            // "warp"
  pl_doubt doubt;
} pl_suspicion;

struct pl_measurement {
  pl_arena *arena;  // owns everything
  const pl_protocol *protocol;
  const char *name;  // of the fabric or experiment
  const char *file;  // experiment file, "" for rigs
  double density;    // kg/m^2, of a solid kg/m^3; 0 if not given
  bool per_volume;   // the density is that of a solid
  int n_test;
  pl_test *test;
  int n_input;  // files read, for provenance
  const char **input_path;
  const char **input_hash;  // SHA-256
  int n_note;               // automatic decisions and changes ("averaged load and unload", "thinned 2000 to 400 points")
  const char **note;
  int n_suspicion;  // about curves that were read from files
  const pl_suspicion *suspicion;
};

// Dimension of the density.
static inline pl_dim pl_measurement_density_dim(const pl_measurement *m) { return m->per_volume ? PL_DIM_VOLUME_DENSITY : PL_DIM_DENSITY; }

// A curve as the path on which it was measured, for materials with memory: its raw frames in order. At most about max_frame are kept (means
// over short stretches of one branch; turning points are kept). Everything else is that of `test`. A test without raw frames is unchanged.
pl_status pl_test_as_path(pl_arena *arena, const pl_protocol *protocol, const pl_test *test, int max_frame, pl_test *path);
// Appends a plain-language summary (`pliant check`).
struct pl_text;
void pl_measurement_describe(const pl_measurement *measurement, struct pl_text *out);
// The same; full: every test at length, even if there are dozens.
void pl_measurement_describe_all(const pl_measurement *measurement, bool full, struct pl_text *out);

#endif
