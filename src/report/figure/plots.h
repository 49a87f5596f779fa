// plots.h: the plots of a result that `pliant plot` draws. Each is built from fit.json by the file of its kind (plot_*.c); its arrays are
// in the reader's arena. A plot without series means that the folder has no such data.
#ifndef PL_REPORT_FIGURE_PLOTS_H
#define PL_REPORT_FIGURE_PLOTS_H

#include "report/svg/svg.h"
#include "report/result/reader.h"

// A band much wider than its curve would flatten it: the y axis then follows the curve and the band is cut. Ranges of both.
void pl__plot_limit(pl_plot *plot, const double curve[2], const double band[2]);
void pl__plot_range(int n, const double *value, double range[2]);  // widened by the finite values

// ---- laws (plot_curves.c) ----

// One curve in shown units. members: the arrays of its plot, allocated and drawn together.
typedef struct pl_curve_view {
  pl_json *json;
  pl_shown x, y, k;
  int n;
  double *strain, *stress, *stress_low, *stress_high, *stiffness, *stiffness_low, *stiffness_high;  // [n]
  double *next_low, *next_high;  // [n], stress of one more specimen; NULL: its scatter is not measured
  double range[2];
  int n_control;
  double *at, *at_stress, *at_stiffness, *at_low, *at_high;  // [n_control]
  const char **at_name;
  bool secant;  // stiffness is stress over strain, not the tangent
} pl_curve_view;

bool pl__view_curve(pl_reader *reader, pl_json *json, pl_curve_view *v);
pl_plot pl__plot_curve(pl_reader *reader, const pl_curve_view *v, int colour, bool stiffness);

// ---- tests (plot_tests.c) ----

// One observed channel over the main control, in shown units. members: the arrays of its plot, allocated and drawn together.
typedef struct pl_channel_view {
  pl_json *test, *channel, *control;
  pl_shown x, y;
  pl_shown small;                                             // of residuals and their rms: by their size
  int n;                                                      // used frames
  double *at, *measured, *predicted, *low, *high, *residual;  // [n]
  double *next_low, *next_high;                               // [n], band of one more specimen; NULL: its scatter is not measured
  int n_raw[2];                                               // load, unload
  double *raw_at[2], *raw[2];
} pl_channel_view;

bool pl__view_channel(pl_reader *reader, pl_json *test, pl_json *channel, pl_channel_view *v);
void pl__channel_range(const pl_channel_view *v, double x_range[2]);  // of all points, with a margin
pl_plot pl__plot_channel(pl_reader *reader, const pl_channel_view *v, const double x_range[2]);
// sigma: [4], room for the band of the measurement, low then high.
pl_plot pl__plot_residual(pl_reader *reader, const pl_channel_view *v, const double x_range[2], double *sigma);

// ---- points of a plane (plot_plane.c) ----

// Pairs x, y of an array as two lists, mm. Returns their number.
int pl__read_pairs(pl_reader *reader, pl_json *object, const char *key, double **x, double **y);
// The first predicted channel that is drawn so; NULL: none.
pl_json *pl__predicted_drawn(pl_json *test, pl_drawing drawing);
int pl__test_colour(pl_json *test);  // of predictions: held-out tests have another

// ---- confidence (plot_confidence.c) and convergence (plot_convergence.c) ----

// The matrix [n][n] and the names of its parameters; returns n, 0 when there is none.
int pl__view_correlation(pl_reader *reader, double **matrix, const char ***name);
pl_plot pl__plot_singular(pl_reader *reader);
// The sum of squares over one parameter, all others optimised at each value.
pl_plot pl__plot_profile(pl_reader *reader, pl_json *profile);
pl_plot pl__plot_objective(pl_reader *reader);

#endif
