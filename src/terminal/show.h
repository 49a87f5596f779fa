// show.h: materials and fits as tables.
#ifndef PL_TERMINAL_SHOW_H
#define PL_TERMINAL_SHOW_H

#include "estimate/problem/fit.h"
#include "terminal/terminal.h"

// Parameters with value, sigma, unit; fit NULL: a material alone.
void pl__show_parameters(pl_terminal *c, const pl_material *material, const pl_fit *fit);
// Scatter between specimens of one kind (show_specimens.c).
void pl__show_repeats(pl_terminal *c, const pl_fit *fit);
// Speeds that were compared, rests, and relaxation times with moduli (show_rates.c); nothing without times.
void pl__show_rates(pl_terminal *c, const pl_fit *fit);
// Value and sigma with the same decimals, sigma in two digits: "67.07" and "0.89".
void pl__pair(double value, double sigma, char left[48], char right[48]);
// Bands of held-out tests where the scatter between specimens is known: of the mean fabric, and of the next specimen.
void pl__show_next(pl_terminal *c, const pl_fit *fit);
// The parameters of each specimen (stretch, turn, offset) with their sigma. Returns their number.
int pl__show_specimens(pl_terminal *c, const pl_fit *fit);
// Each one-strain curve over its range, as a small picture, under a heading; nothing if no law has one. fit may be NULL. For a fit, terms
// whose parameters were all fixed are omitted.
void pl__show_curves(pl_terminal *c, const pl_material *material, const pl_fit *fit, const char *heading);
// Scores of fitted (or held-out) channels. Returns their number.
int pl__show_scores(pl_terminal *c, const pl_fit *fit, bool held_out);
// Summary figures of tests, fitted or held out, besides their scores: for captures the errors of forces and shapes. Returns their number.
int pl__show_figures(pl_terminal *c, const pl_fit *fit, bool held_out);
// The intermediate models of an additive fit; nothing for other fits.
void pl__show_steps(pl_terminal *c, const pl_fit *fit);
void pl__show_sample_points(pl_terminal *c, const pl_material *material);  // nothing without samples
void pl__show_samples(pl_terminal *c, const pl_fit *fit);                  // with the stages that inserted them; nothing without samples
// Moduli of a solid, with their distribution if it is heterogeneous; nothing for cloth.
void pl__show_moduli(pl_terminal *c, const pl_fit *fit);
// The bending rigidity by cut; nothing if bending was not fitted.
void pl__show_rigidities(pl_terminal *c, const pl_fit *fit);
// Warnings with their remedies.
void pl__show_warnings(pl_terminal *c, const pl_fit *fit);
// Which further test would help (fit->findings.further).
void pl__show_further(pl_terminal *c, const pl_fit *fit);

// The strain range over which a term's curve is drawn: the measured one, else that of its parameters, else +-0.1. False when input `i` of
// the term has no curve.
bool pl__term_range(const pl_material *material, const pl_term *term, int i, double range[2]);
// Stress of input i over its range with the other inputs at zero: n values, SI.
void pl__term_curve(const pl_material *material, const pl_term *term, int i, const double range[2], int n, double *stress);

#endif
