// capture_part.h: shared by the files of the protocol `capture`.
#ifndef PL_PROTOCOL_CAPTURE_CAPTURE_PART_H
#define PL_PROTOCOL_CAPTURE_CAPTURE_PART_H

#include "base/csv/csv.h"
#include "protocol/capture/capture.h"
#include "measure/doubt/doubt.h"
#include "measure/save.h"

// ---- geometry (capture.c) ----

// Images of the unit vectors along warp and weft: U = dx/du, V = dx/dv. x: positions of all vertices of one frame.
void pl__triangle_gradient(const pl_mesh *mesh, int32_t triangle, const double *x, double U[3], double V[3]);
// Green strain: warp (U.U - 1)/2, weft (V.V - 1)/2, shear U.V.
void pl__triangle_green(const pl_mesh *mesh, int32_t triangle, const double *x, double strain[3]);
// The bounding box of the material coordinates.
void pl__mesh_extent(const pl_mesh *mesh, double low[2], double high[2]);
double pl__mesh_area(const pl_mesh *mesh);
// The simulation mesh of a capture unless another is given: n x n vertices over the extent of its material coordinates, alternating diagonals.
enum { PL_CAPTURE_DEFAULT_N = 25 };
pl_status pl__capture_default_mesh(pl_context *ctx, const pl_capture *capture, int n, pl_mesh **mesh);
// Clip forces of all frames, [n_frame][3 n_clip], N, as in the observed channel.
pl_status pl__capture_clip_forces(pl_arena *arena, const pl_capture *capture, double **force);

// ---- locating material points (protocol/capture/read/locate.c) ----

typedef struct pl__locator pl__locator;
typedef struct pl__place {
  int32_t triangle;
  double weight[3];  // barycentric, sum 1; slightly negative just outside
  double distance;   // m, in the material plane; 0 inside
} pl__place;
// Triangles of a mesh in a grid of bins over its material coordinates.
pl__locator *pl__locator_create(pl_arena *arena, const pl_mesh *mesh);
pl__place pl__locate(const pl__locator *locator, const double point[2]);

// ---- reading ----

// Settings of one capture are looked up in the test, then in capture.json in its folder, then at the top of the experiment file.
typedef struct pl__capture_reader {
  pl_context *ctx;
  pl_arena *scratch;  // freed when the measurement is loaded
  pl_measurement *m;
  pl_json *root;          // the experiment file
  const char *directory;  // its folder
  pl_suspicions suspicions;
  // the test being read
  pl_json *test, *sheet;  // sheet: capture.json, NULL without
  const char *folder;     // base of its file names
  const char *name;
} pl__capture_reader;

// The value, NULL when absent.
pl_json *pl__capture_setting(const pl__capture_reader *r, const char *key);
// The place to report for a missing setting.
pl_where pl__capture_where(const pl__capture_reader *r);
// The path of a file of the test named by `value`; fails when there is no such file.
pl_status pl__capture_path(const pl__capture_reader *r, pl_json *value, const char **path);

// Frames as read, before exclusions.
typedef struct pl__frames {
  int n_frame;
  int *number;         // [n_frame], ascending: of the file names, of the column `frame`, or the index in the array
  double *x;           // [n_frame][n_vertex][3], m; NaN where missing
  const char *format;  // of a binary array, as it was read: "float64" or "float32"; NULL otherwise
  pl_where where;
} pl__frames;
// rest_path: the rest mesh, whose polygons each frame that has polygons must share.
pl_status pl__capture_read_frames(pl__capture_reader *r, const char *rest_path, int32_t n_vertex, pl__frames *frames);
// The length unit of "unit"; *given is false without one.
pl_status pl__capture_unit(const pl__capture_reader *r, bool *given, pl_unit *unit);
// The index of a frame number, -1 if there is no such frame.
int pl__frame_find(const pl__frames *frames, double number);

// Why a frame is excluded; 0: it is kept. In the order of the notes.
typedef enum pl__frame_fault { PL_FRAME_GOOD, PL_FRAME_NOT_FINITE, PL_FRAME_TORN, PL_FRAME_NO_POSE, PL_FRAME_NO_CORD } pl__frame_fault;
// Clips with poses and cords with tensions for all frames as read; frames without a row get a fault.
pl_status pl__capture_read_clips(pl__capture_reader *r, const pl__frames *frames, pl_capture *capture, uint8_t *fault);
pl_status pl__capture_read_cords(pl__capture_reader *r, const pl__frames *frames, pl_capture *capture, uint8_t *fault);

// "compare", after motion and clips (protocol/capture/read/compare.c).
pl_status pl__capture_read_compare(const pl__capture_reader *r, pl_capture *capture);

// Faults of the positions; an error for a wrong unit (protocol/capture/read/check.c).
pl_status pl__capture_check_frames(pl__capture_reader *r, const pl_mesh *mesh, const pl__frames *frames, uint8_t *fault);
// Removes the frames with a fault from all arrays, with suspicions; an error when none is left.
pl_status pl__capture_exclude(pl__capture_reader *r, const pl__frames *frames, const uint8_t *fault, pl_capture *capture);
// Notes on gaps in the frame numbers and on clips without cords.
pl_status pl__capture_check(pl__capture_reader *r, const pl__frames *frames, const pl_capture *capture);
// Suspicions: density, balance of forces, clips that do not hold their vertices, warp and weft exchanged (protocol/capture/read/doubt.c).
pl_status pl__capture_suspect(pl__capture_reader *r, const pl_capture *capture);
// Adds a suspicion about the test being read.
pl_status pl__capture_doubt(pl__capture_reader *r, pl_doubt doubt, pl_sentence remedy, const char *id, const char *format, ...)
    PL_PRINTF(5, 6);

// The tests of an experiment file whose head was read.
pl_status pl__capture_read(pl_context *ctx, pl_arena *scratch, pl_measurement *m, pl_json *root, const char *directory);
pl_status pl__capture_save(pl_context *ctx, const char *directory, const pl_measurement *m);
struct pl_text;
void pl__capture_describe(const pl_test *test, struct pl_text *out);
// A small capture made by formulas, in DIR (`pliant new capture`).
pl_status pl__capture_new(pl_context *ctx, const char *directory);

// Warns about meshes that do not resolve the clips (fit/warn_clips.c).
struct pl_fit;
struct pl_fit_findings;
pl_status pl__warn_clips(const struct pl_fit *fit, struct pl_fit_findings *findings);

// ---- parts of the row ----

extern const struct pl_protocol_models pl__capture_models;
extern const struct pl_rig_row pl__capture_rig;
extern const struct pl_protocol_view pl__capture_view;
extern const struct pl_protocol_words pl__capture_words;
extern const struct pl_protocol_plan pl__capture_plan;
struct pl_fit;
struct pl_fit_findings;
struct pl_solution;
struct pl_case_weighting;

// Captures of shape and force: the thesis' incremental schedule (3.4.2).
pl_status pl__capture_fit(struct pl_fit *fit, struct pl_solution *solution);
// The same captures, the additive model: from StVK to the requested stage, or by choice of addends (Miguel 2016).
pl_status pl__capture_fit_additive(struct pl_fit *fit, struct pl_solution *solution);
// Sets the compared channels of each capture (--compare) in weighting[n_fitted]; default `both`: positions and force vectors of captures with clips. Other tests
// are unchanged.
void pl__capture_compare_channels(const struct pl_fit *fit, bool both, struct pl_case_weighting *weighting);

#endif
