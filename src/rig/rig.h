// rig.h: a rig simulates an experiment and fills the same channels as a laboratory file.
//
// A rig is a mesh, a model with supports, a rule that places the supports of each frame, and observers. Observers are linear in reactions
// and positions. One predict function serves all rigs:
//
//   supports:     x_c(frame), usually x0_c + sum_k control_k direction_k, the first control shifted by the intrinsic offset
//   equilibrium:  x_f such that g_f(x) = 0, from the start the rig gives
//   observed_o  = a_o . g(x) + b_o . x                       (a_o on fixed dofs: reactions; b_o anywhere: positions)
//   d observed_o / d theta = a_o . dr/dtheta + b_o . dx/dtheta                                    (exact matrix only)
// A new rig is one file with a build function, a part of its protocol's row.
#ifndef PL_RIG_RIG_H
#define PL_RIG_RIG_H

#include "base/option.h"
#include "measure/protocol.h"
#include "solve/equilibrium.h"

typedef struct pl_rig_options {
  int method;       // pl_test_method; overrides the test's method unless auto
  int cells;        // cells along the longer side of a simulated specimen; 0: the protocol's default (pl_rig_cells)
  int cells_short;  // cells along the shorter side; 0: as square as possible
  int edges;        // pl_rig_edges: supports of the two unclamped sides of a strip
  int topology;     // pl_topology_kind
  int elements;     // pl_rig_elements: elements of a body in poses
  double wide;      // width/length above which a specimen counts as wide (clamped, homogeneous)
  double narrow;    // length/width above which it counts as narrow (free, homogeneous)
  pl_options_given given;
} pl_rig_options;

// In the order of the option's choices.
typedef enum pl_rig_edges {
  PL_EDGES_FREE,   // as in the laboratory
  PL_EDGES_GUIDED  // they follow the clamps linearly, as if the specimen continued beyond them: the uniform state of eqs. 15-17
} pl_rig_edges;

// In the order of the option's choices.
typedef enum pl_rig_elements {
  PL_ELEMENTS_GIVEN,     // those of its mesh
  PL_ELEMENTS_HEXAHEDRA  // four hexahedra instead of every tetrahedron (pl_rig_row.remesh)
} pl_rig_elements;

extern const pl_option_table pl_rig_option_table;
pl_rig_options pl_rig_options_default(void);
int pl_rig_cells(const pl_rig_options *options, int usual);

// One observed value of an equilibrium: sparse weights on reactions and positions.
typedef struct pl_observer {
  int channel, component;  // its place: out[channel][frame * width + component]
  int frame;               // the only frame it applies to, -1 for all
  double constant;         // added
  int32_t n_force, n_position;
  const int32_t *force_dof, *position_dof;
  const double *force_weight, *position_weight;
} pl_observer;

// A parameter of one specimen or its mounting, not of the material: estimated along with theta, or from a held-out test alone (Wang 2011,
// 4.1.2).
typedef struct pl_intrinsic {
  const char *name;  // "offset"
  pl_dim dim;
  double start, scale, lower, upper;  // SI
  double prior;                       // SI, prior standard deviation around start; 0: no prior
} pl_intrinsic;

enum { PL_MAX_INTRINSIC = 4 };

// Scratch of one thread.
typedef struct pl_rig_desk {
  pl_arena *arena;
  double *x;        // [3][n_dof], m
  double *dx, *dr;  // [n_theta + n_intrinsic][n_dof]
} pl_rig_desk;

// Result of one frame.
typedef struct pl_frame_report {
  bool found;
  bool stored;  // it started from its last equilibrium, before a second attempt
  bool spent;   // not found within the iteration limit (pl_prediction)
  int iterations, max_iterations;
  int first_iterations;  // iterations before a second attempt
  pl_solve_outcome worst;
  pl_times times;
} pl_frame_report;

// The simulated specimen. The memory owns its models, and its mesh unless that is borrowed.
typedef struct pl_rig_body {
  const pl_mesh *mesh;
  const pl_model *model;  // the first one
  // A rig whose supports change between frames (cloth pushed off a table) has several models. Frame f uses memory->model[variant[f]], or
  // the first when variant is NULL.
  int n_model;
  const int *variant;  // [n_frame]
  bool any_volume;     // no volumetric stiffness is needed: a stress-free face gives the pressure
} pl_rig_body;

// Settings of its prediction.
typedef struct pl_rig_run {
  pl_test_method method;  // the one in use
  const char *reason;     // why it was chosen, in words
  pl_solve_options solve;
  int n_seat;  // threads that may run frames at the same time
} pl_rig_run;

struct pl_rig;
struct pl_rig_memory;

// Functions specific to a kind of rig. They see the description, and change the memory only.
typedef struct pl_rig_act {
  // Supports of a frame: writes the positions of the fixed dofs into x (full vector, initially x0). NULL: the linear rule with `direction`.
  void (*place)(const struct pl_rig *rig, int frame, const double *intrinsic, double *x);
  // Changes the models to these intrinsic parameters (rest shapes), before any frame. NULL: they do not depend on them.
  pl_status (*shape)(const struct pl_rig *rig, const double *intrinsic, struct pl_rig_memory *memory);
  // Derivatives by intrinsic parameter k at x. They are the motion of the supports [n_dof] (m per unit) and the change of the gradient at
  // fixed x [n_dof] (N per unit). Both are zero on entry. NULL: parameter 0 moves the supports along direction[0].
  pl_status (*vary)(const struct pl_rig *rig, pl_solver *solver, int frame, int k, const double *theta, const double *x, double *motion,
                    double *force);
  // A start for a frame without an equilibrium (a captured shape); false: the neighbouring frame's. NULL: never.
  bool (*start)(const struct pl_rig *rig, int frame, double *x);
  bool start_is_measured;  // `start` is the measured shape of the whole sheet: of a held-out frame it must be stated (starts.h)
  // Further starts, attempt = 0, 1, ..., while no equilibrium is found; false: there are no more. NULL: none.
  bool (*restart)(const struct pl_rig *rig, int frame, int attempt, double *x);
  // For values that are not linear in the positions: linearises the observers of a frame at x, constant included. They then give the value
  // at x and its derivatives. They must belong to this frame only (pl_observer.frame, or a single frame): other threads use other frames.
  // NULL: observers are constant.
  void (*aim)(const struct pl_rig *rig, int frame, const double *x, struct pl_rig_memory *memory);
  const void *state;                            // private description of the kind of rig, in the rig's arena
  void (*clear)(struct pl_rig_memory *memory);  // frees what of memory->own is not in the arena; NULL: nothing
} pl_rig_act;

// Supports and loads of the frames, and the start of their path.
typedef struct pl_rig_path {
  const double *direction[PL_MAX_CHANNEL];  // [n_dof] per control channel, m per unit; NULL if it moves nothing
  const double *load;                       // [n_frame][n_dof], N, dead loads of each frame, replacing the model's; NULL: the model's
  // Materials with a memory (internal friction): the frames are one path in their order. It starts with a sheet that never moved or, after
  // conditioning, with these frames.
  int n_prelude;
  const int *prelude;  // [n_prelude], frame numbers
  // A path that starts at a shape imposed on the cloth outside the rig (rolled on a cylinder). The cloth goes there from rest in one
  // monotonic step and is released. The shape does not depend on any parameter. NULL: the path starts flat.
  const double *origin;  // [n_dof], m
} pl_rig_path;

// Observed values of an equilibrium.
typedef struct pl_rig_read {
  int n_observer;  // memory->observer
  // Readings of a channel proportional to a length that an intrinsic parameter p corrects: value (1 + p / length). length = 0: none.
  struct {
    int channel, intrinsic;
    double length;  // m
  } gauge;
  bool observes[PL_MAX_CHANNEL];
} pl_rig_read;

// dx/dp of the last prediction with derivatives, p = theta, then the intrinsic parameters: the next equilibrium starts from x + dx (p -
// old p).
typedef struct pl_rig_slopes {
  double *value;  // [n_frame][n][n_dof], NULL until there is one
  int n;          // columns per frame
  int *column;    // [n_theta], a copy of the map they were made with (pl_columns.column); NULL: all parameters
  int map;        // its serial number
  double *p;      // [n_frame][n_theta + n_intrinsic], the parameters at which each was computed
  bool *have;     // [n_frame]
} pl_rig_slopes;

// State of a material with memory, along the path.
typedef struct pl_rig_past {
  pl_history *history;              // at the end of the last frame found; NULL: no law has a memory
  pl_history_slope *history_slope;  // its derivatives; NULL until needed
  int history_columns;              // of history_slope
  double time;                      // s, of the test, at the end of that frame
  bool moved;                       // some frame of this path was loaded, or it started at an origin
} pl_rig_past;

// What predictions change: models at the present rest shape, observers at the present shape, solvers, and equilibria for the next one.
typedef struct pl_rig_memory {
  pl_mesh *mesh;          // the specimen's; NULL: it is borrowed
  pl_model **model;       // [n_model]; `shape` sets their rest shapes
  pl_observer *observer;  // [n_observer]; `aim` linearises them
  void *own;              // of the kind of rig, in the rig's arena
  // Solvers: the first of each model exists from the start, the others are made when a further thread needs one.
  pl_solver **solver;      // [n_model][n_seat]
  bool *busy;              // [n_model][n_seat]
  pl_rig_desk *desk;       // [n_seat]
  double *x;               // [n_frame][n_dof], m, equilibria of the last prediction: starts of the next one
  bool *have_x;            // [n_frame]
  double *saved_x;         // [n_frame][n_dof], m, and
  bool *saved_have_x;      // [n_frame], copies from before the current prediction
  pl_frame_report *frame;  // [n_frame], of the last prediction
  int n_piece;             // pieces of the current prediction
  pl_rig_slopes slopes;
  pl_rig_past past;
} pl_rig_memory;

// A description, constant once built: everything after that takes a const rig. Its memory is a separate object. One prediction at a time.
typedef struct pl_rig {
  pl_arena *arena;
  pl_context *ctx;
  const pl_protocol *protocol;
  const pl_test *test;          // borrowed
  const pl_material *material;  // borrowed
  int n_intrinsic;
  pl_intrinsic intrinsic[PL_MAX_INTRINSIC];
  pl_rig_body body;
  pl_rig_run run;
  pl_rig_act act;
  pl_rig_path path;
  pl_rig_read read;
  pl_rig_memory *memory;
} pl_rig;

typedef struct pl_rig_row {
  const char *help;
  const char *const *reads;  // the rig settings that its build uses, NULL-terminated; NULL: none
  int least_cells;           // below which --cells is refused; 0: 2
  // True if an equilibrium must be found for the test: some position is not prescribed. NULL: always.
  bool (*solves)(const pl_test *test, const pl_rig_options *options);
  // Remedy for a setting of `reads` without effect on this test beside the other settings; NULL: it has one. The material is NULL before
  // the model is built: whatever may have an effect with some material then has one. NULL: all of `reads` always have.
  const char *(*idle)(const pl_test *test, const pl_rig_options *options, const pl_material *material, const char *setting);
  // Fills mesh, model, directions and observers. pl_rig_create makes the solver and the rest.
  pl_status (*build)(pl_rig *rig, const pl_rig_options *options);
  // The tests [n] on other elements (pl_rig_options.elements), into out [n], arena memory. NULL: their meshes are used directly.
  pl_status (*remesh)(pl_arena *arena, int n, const pl_test *test, pl_test *out);
  // A virtual measurement observes the channels of its plan with the plan's sigmas, which weight them in a fit.
  bool as_planned;
} pl_rig_row;

// The test defines specimen and controls; only the material's terms are used, not its theta. Both must outlive the rig.
pl_status pl_rig_create(pl_context *ctx, const pl_protocol *protocol, const pl_test *test, const pl_material *material,
                        const pl_rig_options *options, const pl_solve_options *solve, const pl_rig **rig);
void pl_rig_destroy(const pl_rig *rig);

// Summary of a prediction.
typedef struct pl_rig_report {
  int n_failed;        // frames without equilibrium; their predictions are NAN
  int first_failed;    // -1 when none
  int max_iterations;  // most Newton iterations any frame needed
  int iterations;      // over all frames
  pl_solve_outcome worst;
  pl_times times;
} pl_rig_report;

// Parameters whose derivatives a prediction computes; the others are fixed. All members zero: all parameters, in their order.
typedef struct pl_columns {
  int n;              // columns
  const int *column;  // [n_theta], column of each parameter, -1: fixed; NULL: all parameters
  int serial;         // number of this map, 0 without one: starts are extrapolated with derivatives of the same map only
} pl_columns;

// Request and outputs of a prediction. Channels that are NULL are not computed.
typedef struct pl_prediction {
  const double *theta;          // [n_theta]
  const double *intrinsic;      // [n_intrinsic]; NULL: their starts
  double *const *value;         // [channel]: [n_frame][width], SI; only observed channels are written. A failed frame gives NAN, never an
                                // error
  double *const *by_theta;      // [channel]: [n_frame][width][n_theta], zero in columns of fixed parameters; NULL: not computed
  double *const *by_intrinsic;  // [channel]: [n_frame][width][n_intrinsic]; NULL: not computed
  pl_columns columns;           // of the derivatives
  bool draft;                   // derivatives are only for a step of a fit (pl_solver_draft)
  bool last;                    // no prediction at nearby parameters follows: no data are kept for its starts
  bool unaided;                 // frames start at the equilibrium before them, never at a measured shape
  // Maximum solver iterations of a frame with a known equilibrium or its own start, all its pieces together; beyond, it fails; 0: no limit
  int effort;
} pl_prediction;

pl_status pl_rig_predict(const pl_rig *rig, const pl_prediction *ask, pl_rig_report *report);
// The same in pieces, so that the frames of many rigs can share the threads. Call begin, then every piece in [0, pieces) in any order
// (worker as in pl_parallel_for), then end. A piece is one frame if every frame has its own start, otherwise all frames. The result does
// not depend on the order.
pl_status pl_rig_predict_begin(const pl_rig *rig, const pl_prediction *ask, int *pieces);
pl_status pl_rig_predict_piece(const pl_rig *rig, const pl_prediction *ask, int piece, int worker);
// Skips a piece that is no longer needed: its frames count as failed.
void pl_rig_predict_skip(const pl_rig *rig, const pl_prediction *ask, int piece);
pl_status pl_rig_predict_end(const pl_rig *rig, const pl_prediction *ask, pl_rig_report *report);

// Undoes a prediction: restores the equilibria from before it.
void pl_rig_restore(const pl_rig *rig);

// Forgets the equilibria: the next prediction starts like the first one.
void pl_rig_forget(const pl_rig *rig);

// Observed channels at the rig's starts (the captured shapes), without solving for equilibrium. For laws linear in theta they are linear in
// theta too, so linear least squares gives stiffnesses. PL_ERROR_INPUT when the rig has no starts.
pl_status pl_rig_at_start(const pl_rig *rig, const double *theta, double *const out[PL_MAX_CHANNEL]);

// The first solver of a frame's supports, for single-threaded use.
pl_solver *pl_rig_frame_solver(const pl_rig *rig, int frame);

// Range of each strain value of `strain` over the frames of the last prediction; range[n_value][2] is widened. The outermost 2 % of
// elements at either end are excluded (clamp corners are singular).
void pl_rig_strain_range(const pl_rig *rig, const pl_strain *strain, double range[PL_STRAIN_MAX_VALUE][2]);
// The same for I1 J^(-2/3) and I2 J^(-4/3), for a material on the strain `invariants`.
void pl_rig_invariant_range(const pl_rig *rig, double range[2][2]);
// The same for the inputs of one term, on the elements it acts on: range[n_in][2] is widened.
void pl_rig_term_range(const pl_rig *rig, const pl_term *term, double range[PL_LAW_MAX_IN][2]);
// Bins over a range, equal on the drawn axis: of the value, or of its logarithm (range[0] > 0).
typedef struct pl_bins {
  double range[2];
  int n;
  bool logarithmic;
} pl_bins;
// Histogram of one input of a term over elements and frames: added to count[bins->n].
void pl_rig_term_histogram(const pl_rig *rig, const pl_term *term, int input, const pl_bins *bins, double *count);
// The same for two values of a strain measure, on all elements: added to count[n_bin][n_bin], first value first.
pl_status pl_rig_pair_histogram(const pl_rig *rig, const pl_strain *strain, const int value[2], const double range[2][2], int n_bin,
                                double *count);

// Whether the last prediction stays within the measured strains of a term (term->range).
typedef enum pl_reach { PL_REACH_INSIDE, PL_REACH_BEYOND, PL_REACH_UNMEASURED } pl_reach;
typedef struct pl_reach_input {
  pl_reach reach;
  int input;                 // of the law; for an isotropic law the one with the largest strain
  int known;                 // the input of `valid`; for an isotropic law the one measured furthest
  bool stretch;              // used and valid are 0 and the largest stretch minus 1: laws of invariants or principal stretches
  bool other_side;           // compressed where only tension was measured, or the reverse
  double used[2], valid[2];  // strains
  double times;              // ratio to the measured strain; INFINITY on the other side; 1 inside
} pl_reach_input;
// One entry per input of the term; one in all for isotropic laws and those reported by a stretch. Inputs of a joint law below a tenth of
// its largest strain count as inside. Returns their number, 0 for a law of rates.
int pl_rig_reaches(const pl_rig *rig, const pl_term *term, pl_reach_input out[PL_LAW_MAX_IN]);
// True if the measured range of the term is known. It is not for materials written by hand.
bool pl_term_has_range(const pl_term *term);
// The stretch l at which l, l^p and l^(-1-p) have I1 - 3 = excess: p = -1/2 in uniaxial, 0 in planar, 1 in equibiaxial tension.
double pl_rig_stretch_of_invariant(double p, double excess);

// Virtual measurement: runs the rig over a test (whose observed channels may be empty) with a material. Returns a new measurement with
// optional noise: noise[channel] SI standard deviations or NULL.
pl_status pl_rig_measure(pl_context *ctx, const pl_protocol *protocol, int n_test, const pl_test *test, const pl_material *material,
                         const pl_rig_options *options, const pl_solve_options *solve, const double *noise, uint64_t seed,
                         pl_measurement **measurement, pl_rig_report *report);

#endif
