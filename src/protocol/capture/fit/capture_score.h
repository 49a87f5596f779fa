// capture_score.h: figures that compare a capture with its prediction, frame by frame.
//
// Forces and distances, the three quantities of figure 3.6 of the capture thesis (effective shear, aggregated torque, corner-to-corner
// force difference), and figures for folds. The distance between two folded shapes misleads (thesis 3.6). A fold shifted by half a
// wavelength counts twice, though the cloth looks and pulls the same. Wavelength, amplitude, silhouette and energy of the folds do not
// depend on their position. All functions are pure; pl_capture_score applies them to a case of a fit.
#ifndef PL_PROTOCOL_CAPTURE_FIT_CAPTURE_SCORE_H
#define PL_PROTOCOL_CAPTURE_FIT_CAPTURE_SCORE_H

#include "estimate/problem/fit.h"
#include "protocol/capture/capture.h"

// ---- forces and shapes ----

// N, root of the mean over clips of |difference|^2: forces are [n_clip][3]. NAN when one is.
double pl_score_forces(int n_clip, const double *measured, const double *predicted);
// m, root mean square distance over the free vertices (held[v] = 0); 0 when there are none.
double pl_score_positions(int32_t n_vertex, const uint8_t *held, const double *measured, const double *predicted);
// rad, shear angle of the best affine map from rest to x (both of the vertices with clip[v] >= 0). The angle by which warp and weft directions close.
double pl_score_shear(const pl_mesh *mesh, const int *clip, const double *x);

enum { PL_SCORE_MAX_CLIP = 8 };

// Loads of the clips on the cloth in one frame.
typedef struct pl_clip_loads {
  int n;                                // clips
  double origin[PL_SCORE_MAX_CLIP][3];  // m
  double force[PL_SCORE_MAX_CLIP][3];   // N, on the cloth
  double torque[PL_SCORE_MAX_CLIP][3];  // N m, about the origin
} pl_clip_loads;
// N m: torques about `centre` along `normal`, with alternating sign. The clips are counted in order around the centre, starting with clip
// 0.
double pl_score_torque(const pl_clip_loads *loads, const double centre[3], const double normal[3]);
// N: stretching force between clip 0 and its opposite minus that of the other pair; NAN unless there are four. It is half the force that
// separates the two clips.
double pl_score_stretch_difference(const pl_clip_loads *loads, const double centre[3], const double normal[3]);

// ---- folds ----

typedef struct pl_folds {
  double amplitude;   // m, rms height above the best-fit plane
  double wavelength;  // m, material coordinates, across the folds; NAN if there is no whole fold
  double direction;   // rad, across the folds, from warp towards weft, in (-pi/2, pi/2]
} pl_folds;
// Heights resampled on a grid over the rest rectangle, `cells` along its longer side. The direction is that of the largest change of height
// (largest eigenvector of the mean of grad h grad h^T). Half the wavelength is the first lag along it with minimal correlation of heights.
// Unlike slopes or zero crossings, lags beyond a cell are not affected by noise of positions.
pl_status pl_score_folds(pl_context *ctx, const pl_mesh *mesh, const double *x, int cells, pl_folds *folds);

// Area (m^2) covered by only one of the two projections onto the best-fit plane of `measured`, on a raster of `pixels` along the longer
// side. Also the area covered by `measured`.
pl_status pl_score_silhouette(pl_context *ctx, const pl_mesh *mesh, const double *measured, const double *predicted, int pixels,
                              double *difference, double *area);

// J: elastic energy of a shape, in the plane (triangles, springs along edges) and in bending (hinges, springs across them).
typedef struct pl_elastic_energy {
  double membrane, bending;
} pl_elastic_energy;
// work belongs to the model; theta_scratch: [n_theta].
pl_elastic_energy pl_score_energy(const pl_model *model, const double *theta, const double *x, double *theta_scratch, pl_work *work);

// ---- a case ----

// One frame: [0] measured, [1] predicted.
typedef struct pl_frame_score {
  bool failed;             // no equilibrium: figures of the prediction are NAN
  double force, position;  // N, m, residuals; force is NAN without clips
  double shear;            // rad, effective; clips are at their measured positions
  double torque[2];        // N m, aggregated
  double stretch[2];       // N, corner-to-corner difference
  pl_folds folds[2];
  double silhouette;            // m^2, symmetric difference
  double silhouette_area;       // m^2
  pl_elastic_energy energy[2];  // of the fitted model in both shapes; the measured one includes noise of positions
} pl_frame_score;

// Scores of all frames of a predicted capture: score[n_frame].
pl_status pl_capture_score(pl_arena *arena, const pl_fit_case *c, const double *theta, pl_frame_score **score);

// Root mean square of a figure over frames (without NAN), and 1 - sum (m - p)^2 / sum (m - mean)^2.
double pl_score_rms(int n, size_t stride, const double *value);
double pl_score_r2(int n, size_t stride, const double *measured, const double *predicted);

#endif
