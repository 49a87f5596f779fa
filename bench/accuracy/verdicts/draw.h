// draw.h: virtual experiments for `reproduce verdicts`: curves by closed forms, and readings of rigs, with noise.
#ifndef PL_BENCH_VERDICTS_DRAW_H
#define PL_BENCH_VERDICTS_DRAW_H

#include "base/rng.h"
#include "bench/evidence.h"

typedef struct verdict_draw {
  pl_context *ctx;     // one that is silent
  pl_arena *arena;     // of this draw
  const char *folder;  // where its files are written
  int number;          // of the draw within its kind
  const evidence *e;   // for seeds
  pl_rng rng;
  // the experiment that it makes
  int n_fit, n_hold;
  pl_measurement *fit[3], *hold[3];
  const char *model;  // NULL: auto
  int friction;       // pl_fit_options.friction; -1: as by default
} verdict_draw;

typedef struct verdict_kind {
  const char *name;
  int n;  // in the full size
  pl_status (*make)(verdict_draw *d);
} verdict_kind;

extern const verdict_kind verdict_right[], verdict_wrong[];
extern const int n_verdict_right, n_verdict_wrong;
// Right fits of coupled sheets, for the rule about couplings near singularity: those that it should and should not name.
extern const verdict_kind verdict_coupled, verdict_singular;

double draw_between(verdict_draw *d, double low, double high);  // logarithmically even
void draw_add_fit(verdict_draw *d, pl_measurement *m);
void draw_add_hold(verdict_draw *d, pl_measurement *m);

// ---- curves (curves.c) ----

// Nominal stress (Pa) of incompressible rubber, W = c10 (I1 - 3) + c01 (I2 - 3) + c30 (I1 - 3)^3, in Pa.
typedef struct draw_rubber {
  double c10, c01, c30;
} draw_rubber;
typedef enum draw_mode { DRAW_UNIAXIAL, DRAW_EQUIBIAXIAL, DRAW_PLANAR, DRAW_MODES } draw_mode;

typedef struct draw_curve {
  draw_mode mode, labelled;  // how it was stretched, and how the file says it was
  draw_rubber rubber;
  double from, to;  // stretches
  double factor;    // on the stress
  double loss;      // of the force on the way back; 0: one branch
} draw_curve;
// How curves are read: noise, as a share of the largest stress of each, and what the file states of it.
typedef struct draw_readings {
  int n;          // of one branch
  double noise;   // true standard deviation
  double stated;  // the sigma in the file, over the true one; 0: none
} draw_readings;
enum { DRAW_READINGS = 25 };
// An experiment of n curves.
pl_status draw_rubber_curves(verdict_draw *d, const char *name, int n, const draw_curve *curve, draw_readings read, pl_measurement **out);
// A strip of a sheet: direction in degrees and the one that the file states, factor on the force, and loss on the way back.
typedef struct draw_strip {
  double angle, labelled, factor, loss;
} draw_strip;
enum { DRAW_MOST_STRIPS = 6 };
// Strips of 200 mm x 50 mm of a material, pulled to the strain.
pl_status draw_strips(verdict_draw *d, const char *name, const char *material, double strain, int n, const draw_strip *strip, double noise,
                      pl_measurement **out);
// Bending lengths of strips at several overhangs by the heavy elastica: angles of the chord. rigidity: N m.
pl_status draw_cantilever(verdict_draw *d, double density, int n, const double *rigidity, pl_measurement **out);

// ---- sheets in rigs (sheets.c) ----

// A linear orthotropic sheet: a material file of this draw.
pl_status draw_sheet(verdict_draw *d, const char **file);
// The same with the coupling c12^2 = square c11 c22.
pl_status draw_coupled_sheet(verdict_draw *d, double square, const char **file);
// Readings of its strips at the angles (degrees), without noise.
pl_status draw_narrow(verdict_draw *d, const char *material, double strain, int n, const double *angle, pl_measurement **out);

#endif
