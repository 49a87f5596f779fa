// protocol_view.h: the view of a protocol (pl_protocol.view): what files, terminal and page show of its tests besides the common parts.
// Protocol-specific members in fit.json and shapes.bin are identified by their names, never by the protocol's name.
#ifndef PL_REPORT_RESULT_PROTOCOL_VIEW_H
#define PL_REPORT_RESULT_PROTOCOL_VIEW_H

#include "report/render/film.h"
#include "report/result/result.h"
#include "report/result/result_keys.h"
#include "report/result/shape_loads.h"
#include "report/result/shapes.h"

struct pl_figures;
struct pl_model_task;
enum { PL_FRAME_NAME = 64 };  // room for the name of a frame

// A summary figure of a test, for a table of tests of one kind.
typedef struct pl_view_figure {
  const char *name;  // "distance rms"
  const char *unit;  // SI; NULL: it is a text
  double value;
  const char *text;
} pl_view_figure;
enum { PL_VIEW_FIGURES = 8 };

// members: one per part of a result that depends on the protocol; each is independent of the others.
typedef struct pl_protocol_view {
  const char *state;  // word for one state of a test: "frame", "load", "point"
  bool sized;         // length and width of a test are those of its specimen
  bool disc;          // its specimen is a disc, its length the diameter, and rises out of its plane
  // Direction in which the specimen was pulled, cut or moved: "along warp", "cut at 45°". NULL, or nothing written: none.
  void (*direction)(const pl_test *test, struct pl_text *out);
  // The name of a frame, possibly in `room`. NULL: frames have numbers.
  const char *(*frame_name)(const pl_test *test, int frame, char room[PL_FRAME_NAME]);

  // Summary figures of a test besides the scores of its channels, and their explanation. NULL: none. Returns their number; -1: out of
  // memory.
  int (*figures)(pl_arena *arena, const pl_fit *fit, const pl_fit_case *c, pl_view_figure figure[PL_VIEW_FIGURES]);
  const char *figures_note;

  // A sentence about the tests of a fit compared with each other, shown with its warnings. NULL, or NULL returned: none.
  const char *(*compared)(const pl_fit *fit);

  // ---- fit.json, predictions.csv, frames.csv ----
  // Members of fit.json beside the warnings, written for every fit, empty if it has no such tests. NULL: none.
  void (*fit_members)(pl_json_writer *w, const pl_fit *fit);
  void (*channel_members)(pl_json_writer *w, const pl_fit_case *c, int channel);
  pl_status (*test_members)(pl_json_writer *w, pl_arena *arena, const pl_fit *fit, const pl_fit_case *c);
  int n_key;  // rows of the members above, optional at their roots
  const struct pl_key *key;
  // A channel too large for fit.json is omitted there; predictions.csv has one frame of it. Sets that frame. NULL: no channel is.
  bool (*one_frame)(pl_arena *arena, const pl_fit_case *c, int channel, int *frame);
  // Lines of frames.csv, and their head. NULL: none.
  const char *frames_csv_head;
  pl_status (*frames_csv)(pl_arena *arena, const pl_fit_case *c, struct pl_text *out);

  // ---- shapes.bin and pictures ----
  const double *(*measured_shape)(const pl_fit_case *c);  // [n_frame][n_vertex][3] of the case's mesh, m; NULL: none was captured
  pl_status (*shape_members)(pl_shape_writer *s);
  pl_status (*loads)(pl_load_maker *m);
  // The measured shapes of a test, for `pliant render` of an experiment. NULL: none.
  pl_status (*film)(pl_arena *arena, const pl_test *test, const char *frames, int count, pl_film *film);

  // Adds the figures of `pliant plot` that only tests of this protocol have (report/figure/figure.h). NULL: none.
  void (*draw)(struct pl_figures *set);

  // ---- all models ----
  // Every cloth model fitted to the same tests (report/models/model_table.h); the caller destroys the table. NULL: not available.
  pl_status (*compare_models)(pl_context *ctx, const struct pl_model_task *task, pl_model_table **table);
} pl_protocol_view;

// The view of a case; an empty one if its protocol has none.
const pl_protocol_view *pl_case_view(const pl_fit_case *c);
// The imposed channel of a test, used as abscissa; NULL: none.
const pl_channel_row *pl_case_control(const pl_fit_case *c);

#endif
