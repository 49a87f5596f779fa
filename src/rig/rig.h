// rig.h: a rig simulates an experiment and fills the same channels that a laboratory file has.
//
// A rig is a mesh, a model with supports, a rule that places the supports of each frame, and observers that are linear in reactions and
// positions. One predict function serves all rigs:
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
  int method;       // pl_test_method; overrides the test's own unless auto
  int cells;        // cells along the longer side of a simulated specimen; 0: as usual for its protocol (pl_rig_cells)
  int cells_short;  // cells along the shorter side; 0: as square as possible
  int edges;        // pl_rig_edges: what holds the two sides of a strip that are not clamped
  int topology;     // pl_topology_kind
  int elements;     // pl_rig_elements: what a body in poses is simulated with
  double wide;      // width/length above which a specimen counts as wide (clamped, homogeneous)
  double narrow;    // length/width above which it counts as narrow (free, homogeneous)
  pl_options_given given;
} pl_rig_options;

// The order is that of the option's choices.
typedef enum pl_rig_edges {
  PL_EDGES_FREE,   // as in the laboratory
  PL_EDGES_GUIDED  // they follow the clamps linearly, as if the specimen went on beyond them: the uniform state of eqs. 15-17
} pl_rig_edges;

// The order is that of the option's choices.
typedef enum pl_rig_elements {
  PL_ELEMENTS_GIVEN,     // those of its mesh
  PL_ELEMENTS_HEXAHEDRA  // four hexahedra instead of every tetrahedron (pl_poses_to_hexahedra)
} pl_rig_elements;

extern const pl_option_table pl_rig_option_table;
pl_rig_options pl_rig_options_default(void);
int pl_rig_cells(const pl_rig_options *options, int usual);

// One number read off an equilibrium: sparse weights on reactions and positions.
typedef struct pl_observer {
  int channel, component;  // where it goes: out[channel][frame * width + component]
  int frame;               // the only frame it is read in, -1 for all
  double constant;         // added
  int32_t n_force, n_position;
  const int32_t *force_dof, *position_dof;
  const double *force_weight, *position_weight;
} pl_observer;

// A number that belongs to one specimen or its mounting, not to the material: estimated beside theta, or from a held-out test alone (Wang 2011,
// 4.1.2).
typedef struct pl_intrinsic {
  const char *name;  // "offset"
  pl_dim dim;
  double start, scale, lower, upper;  // SI
  double prior;                       // SI, standard deviation around start that is known beforehand; 0: none
} pl_intrinsic;

enum { PL_MAX_INTRINSIC = 4 };

// Scratch of one thread that visits frames.
typedef struct pl_rig_desk {
  pl_arena *arena;
  double *x;        // [3][n_dof]
  double *dx, *dr;  // [n_theta + n_intrinsic][n_dof]
} pl_rig_desk;

// How the visit of one frame went.
typedef struct pl_frame_report {
  bool found;
  bool stored;  // it started from its last equilibrium, in a second chance before
  bool spent;   // not found within the effort asked for (pl_prediction)
  int iterations, max_iterations;
  int first_iterations;  // those before a second chance
  pl_solve_outcome worst;
  pl_times times;
} pl_frame_report;

// The simulated specimen.
typedef struct pl_rig_body {
  pl_mesh *mesh;
  bool mesh_borrowed;
  pl_model *model;
  // A rig whose supports change from frame to frame (cloth pushed off a table) has more models: frame f uses other[variant[f] - 1], or the one above
  // when variant is NULL or variant[f] = 0.
  int n_other;
  pl_model **other_model;
  const int *variant;  // [n_frame]
} pl_rig_body;

// How it is predicted.
typedef struct pl_rig_run {
  pl_test_method method;  // the one in use
  const char *reason;     // why it was chosen, in words
  pl_solve_options solve;
  int n_seat;  // threads that may visit frames at the same time
  // Parameters that derivatives are wanted for: column[j] is the place of parameter j, -1 when it is held. NULL: all.
  int n_column;
  const int *column;  // [n_theta]
} pl_rig_run;

struct pl_rig;

// What a kind of rig does by itself.
typedef struct pl_rig_act {
  // Supports of a frame: writes the positions of the fixed dofs into x (full vector, already x0). NULL: the linear rule with `direction`.
  void (*place)(const struct pl_rig *rig, int frame, const double *intrinsic, double *x);
  // Change the models to these intrinsic parameters (rest shapes), before any frame is visited. NULL: they do not change.
  pl_status (*shape)(struct pl_rig *rig, const double *intrinsic);
  // Derivatives with respect to intrinsic parameter k at x: motion of the supports [n_dof] (m per unit) and change of the gradient at fixed x
  // [n_dof] (N per unit). Both come zeroed. NULL: parameter 0 moves the supports along direction[0].
  pl_status (*vary)(const struct pl_rig *rig, pl_solver *solver, int frame, int k, const double *theta, const double *x, double *motion,
                    double *force);
  // A start for a frame that has no equilibrium yet (a captured shape); false: the neighbouring frame's. NULL: never.
  bool (*start)(const struct pl_rig *rig, int frame, double *x);
  // Further starts, attempt = 0, 1, ..., while no equilibrium is found from the others; false: there are no more. NULL: none.
  bool (*restart)(const struct pl_rig *rig, int frame, int attempt, double *x);
  // Values that are not linear in the positions: make the observers of a frame those of x, constant included, so that they give the value
  // at x and its derivatives. They must be the frame's own (pl_observer.frame, or a single frame): other threads read other frames.
  // NULL: observers stay as they are.
  void (*aim)(struct pl_rig *rig, int frame, const double *x);
  void *state;                        // what the kind of rig keeps for itself, in the rig's arena
  void (*clear)(struct pl_rig *rig);  // lets go of what is not in the arena; NULL: nothing
} pl_rig_act;

// Supports and loads of the frames, and where their path begins.
typedef struct pl_rig_path {
  const double *direction[PL_MAX_CHANNEL];  // [n_dof] per control channel; NULL when it moves nothing
  const double *load;                       // [n_frame][n_dof], N, dead loads of each frame instead of the model's; NULL: the model's
  // Materials with a memory (internal friction): frames are one path in their order, begun by a sheet that never moved or, to condition it, by
  // these frames.
  int n_prelude;
  const int *prelude;  // [n_prelude], frame numbers
  // A path that begins at a shape the cloth was brought to by other hands than the rig's (rolled on a cylinder): the cloth goes there from rest in
  // one step without turning back, whatever that takes, and is let go. The shape does not depend on any parameter. NULL: the path begins flat.
  const double *origin;  // [n_dof], m
} pl_rig_path;

// What is read off an equilibrium.
typedef struct pl_rig_read {
  int n_observer;
  pl_observer *observer;
  // Readings of a channel in proportion to a length that an intrinsic parameter p corrects: value (1 + p / length). length = 0: none.
  struct {
    int channel, intrinsic;
    double length;  // m
  } gauge;
  bool observes[PL_MAX_CHANNEL];
} pl_rig_read;

// What predictions leave behind for the next one, and their tools.
typedef struct pl_rig_memory {
  // Solvers: the first of each model is there from the start, the others are made when a further thread needs one.
  pl_solver **solver;      // [1 + n_other][n_seat]
  bool *busy;              // [1 + n_other][n_seat]
  pl_rig_desk *desk;       // [n_seat]
  double *x;               // [n_frame][n_dof] equilibria of the last prediction: the next one starts there
  bool *have_x;            // [n_frame]
  double *saved_x;         // [n_frame][n_dof] and
  bool *saved_have_x;      // [n_frame] as they were before the prediction under way
  pl_frame_report *frame;  // [n_frame] of the last prediction
  int n_piece;             // of the prediction under way
  // dx/dp of the last prediction with derivatives, p = theta, then the intrinsic parameters: the next equilibrium starts from x + dx (p - old p).
  double *slope;            // [n_frame][n_slope][n_dof], NULL until there is one
  int n_slope;              // columns per frame
  const int *slope_column;  // the column map they were made with
  double *slope_p;          // [n_frame][n_theta + n_intrinsic], where each was taken
  bool *have_slope;         // [n_frame]
} pl_rig_memory;

// The state of a material that remembers, along the path.
typedef struct pl_rig_past {
  pl_history *history;              // at the end of the last frame found; NULL: no law has a memory
  pl_history_slope *history_slope;  // its derivatives; NULL until they are asked for
  int history_columns;              // of history_slope
  bool moved;                       // some frame of this path was loaded, or it began at an origin
} pl_rig_past;

// Description: everything but memory and past, constant once built. A rig is used by one prediction at a time.
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
  pl_rig_memory memory;
  pl_rig_past past;
} pl_rig;

typedef struct pl_rig_row {
  const char *help;
  const char *const *reads;  // the rig's settings that its build reads, NULL at the end; NULL: none
  // Fill mesh, model, directions and observers. The solver and the rest are made by pl_rig_create.
  pl_status (*build)(pl_rig *rig, const pl_rig_options *options);
} pl_rig_row;

// The test says specimen and controls; the material's theta is not used, only its terms. Both must outlive the rig.
pl_status pl_rig_create(pl_context *ctx, const pl_protocol *protocol, const pl_test *test, const pl_material *material,
                        const pl_rig_options *options, const pl_solve_options *solve, pl_rig **rig);
void pl_rig_destroy(pl_rig *rig);

// What a prediction says about itself.
typedef struct pl_rig_report {
  int n_failed;        // frames whose equilibrium was not found; their predictions are NAN
  int first_failed;    // -1 when none
  int max_iterations;  // most Newton iterations any frame needed
  int iterations;      // all frames together
  pl_solve_outcome worst;
  pl_times times;
} pl_rig_report;

// What is asked for, and where it goes. Channels that are NULL are not wanted.
typedef struct pl_prediction {
  const double *theta;          // [n_theta]
  const double *intrinsic;      // [n_intrinsic]; NULL: their starts
  double *const *value;         // [channel]: [n_frame][width]; only observed channels are written. A failed frame gives NAN, never an error
  double *const *by_theta;      // [channel]: [n_frame][width][n_theta], zero in columns of held parameters; NULL: not wanted
  double *const *by_intrinsic;  // [channel]: [n_frame][width][n_intrinsic]; NULL: not wanted
  bool draft;                   // derivatives are those of a step of a fit (pl_solver_draft)
  bool last;                    // no prediction at nearby parameters follows: nothing is kept for its starts
  // A frame whose last equilibrium is known, or that has a start of its own, fails after so many solver iterations, all its pieces together; 0: no limit
  int effort;
} pl_prediction;

pl_status pl_rig_predict(pl_rig *rig, const pl_prediction *ask, pl_rig_report *report);
// The same in pieces, so that the frames of many rigs can share the threads: begin, then every piece in [0, pieces) in any order (worker as in
// pl_parallel_for), then end. A piece is a frame when every frame has a start of its own, and all frames otherwise. The result does not depend on
// the order.
pl_status pl_rig_predict_begin(pl_rig *rig, const pl_prediction *ask, int *pieces);
pl_status pl_rig_predict_piece(pl_rig *rig, const pl_prediction *ask, int piece, int worker);
// A piece that is not worth computing any more: its frames count as failed.
void pl_rig_predict_skip(pl_rig *rig, const pl_prediction *ask, int piece);
pl_status pl_rig_predict_end(pl_rig *rig, const pl_prediction *ask, pl_rig_report *report);

// Take a prediction back: the equilibria are those known before it began.
void pl_rig_restore(pl_rig *rig);

// Forget the equilibria found so far: the next prediction starts as the first one did.
void pl_rig_forget(pl_rig *rig);

// Observed channels at the rig's own starts (the captured shapes), without any equilibrium: for laws linear in theta these are linear in theta too,
// so stiffnesses can be found from them by linear least squares. PL_ERROR_INPUT when the rig has no starts.
pl_status pl_rig_at_start(pl_rig *rig, const double *theta, double *const out[PL_MAX_CHANNEL]);

// The first solver of a frame's supports: for anything that runs on one thread.
pl_solver *pl_rig_frame_solver(const pl_rig *rig, int frame);

// Range of each strain value of `strain` over the frames of the last prediction, without the outermost 2 % of elements at either end (clamp
// corners are singular); range[n_value][2] is widened.
void pl_rig_strain_range(pl_rig *rig, const pl_strain *strain, double range[PL_STRAIN_MAX_VALUE][2]);
// The same of I1 J^(-2/3) and I2 J^(-4/3), of a material on the strain `invariants`.
void pl_rig_invariant_range(pl_rig *rig, double range[2][2]);
// The same for the inputs of one term, on the elements it acts on: range[n_in][2] is widened.
void pl_rig_term_range(pl_rig *rig, const pl_term *term, double range[PL_LAW_MAX_IN][2]);
// Bins over a range, equal on the axis that is drawn: of the value, or of its logarithm (range[0] > 0).
typedef struct pl_bins {
  double range[2];
  int n;
  bool logarithmic;
} pl_bins;
// How many elements, frame by frame, were at each strain of one input of a term: added to count[bins->n].
void pl_rig_term_histogram(pl_rig *rig, const pl_term *term, int input, const pl_bins *bins, double *count);
// The same for two values of a strain measure, on all elements: added to count[n_bin][n_bin], first value first.
pl_status pl_rig_pair_histogram(pl_rig *rig, const pl_strain *strain, const int value[2], const double range[2][2], int n_bin,
                                double *count);

// Does the last prediction stay within the strains a term was measured at (term->range)?
typedef enum pl_reach { PL_REACH_INSIDE, PL_REACH_BEYOND, PL_REACH_UNMEASURED } pl_reach;
typedef struct pl_reach_input {
  pl_reach reach;
  int input;                 // of the law; of an isotropic law the one that goes furthest
  int known;                 // the input that `valid` is of; of an isotropic law the one that was measured furthest
  bool stretch;              // used and valid are 0 and the largest stretch less 1: laws of invariants or principal stretches
  bool other_side;           // pushed where it was only pulled, or the other way round
  double used[2], valid[2];  // strains
  double times;              // how many times as far as measured; INFINITY on the other side; 1 inside
} pl_reach_input;
// One entry per input of the term, for isotropic laws and those told by a stretch one in all. Inputs of a joint law that stay below a tenth of its
// largest strain are inside. Returns their number, 0 of a law of rates.
int pl_rig_reaches(pl_rig *rig, const pl_term *term, pl_reach_input out[PL_LAW_MAX_IN]);
// Is it known where the term was measured? Of materials written by hand it is not.
bool pl_term_has_range(const pl_term *term);
// The stretch l at which l, l^p and l^(-1-p) have I1 - 3 = excess: p = -1/2 in uniaxial, 0 in planar, 1 in equibiaxial tension.
double pl_rig_stretch_of_invariant(double p, double excess);

// Virtual measurement: the rig run over a test (whose observed channels need not be there) with a material, as a new measurement with
// optional noise: noise[channel] SI standard deviations or NULL.
pl_status pl_rig_measure(pl_context *ctx, const pl_protocol *protocol, int n_test, const pl_test *test, const pl_material *material,
                         const pl_rig_options *options, const pl_solve_options *solve, const double *noise, uint64_t seed,
                         pl_measurement **measurement, pl_rig_report *report);

#endif
