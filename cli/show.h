// show.h: what several commands print about measurements, materials and fits.
#ifndef PLIANT_CLI_SHOW_H
#define PLIANT_CLI_SHOW_H

#include "base/unit.h"
#include "cli.h"
#include "estimate/problem/fit.h"

// Load measurements; CLI_CONTINUE, or the exit status of the first that fails. The caller destroys them with cli_unload.
int cli_load(cli *c, int n, const char *const *path, pl_measurement ***measurement);
void cli_unload(int n, pl_measurement **measurement);

// A material by file, by name, or by the result folder that holds its material.json.
pl_status cli_load_material(cli *c, const char *given, pl_material **material);

// Parameters with value, sigma, unit; fit may be NULL: a material alone.
void show_parameters(cli *c, const pl_material *material, const pl_fit *fit);
// The numbers of each specimen (stretch, turn, offset) with their sigma. Returns how many there were.
int show_specimens(cli *c, const pl_fit *fit);
// Each one-strain curve over its range, as a small picture, under a heading; nothing when no law has one. fit may be NULL. Terms whose numbers were
// all held are left out of a fit's.
void show_curves(cli *c, const pl_material *material, const pl_fit *fit, const char *heading);
// Scores of fitted (or held-out) channels. Returns how many there were.
int show_scores(cli *c, const pl_fit *fit, bool held_out);
// What sums up tests, fitted or held out, beside their scores: of captures how far forces and shapes are off. Returns how many there were.
int show_figures(cli *c, const pl_fit *fit, bool held_out);
// The models on the way of an additive fit; nothing for other fits.
void show_steps(cli *c, const pl_fit *fit);
void show_sample_points(cli *c, const pl_material *material);  // nothing without samples
void show_samples(cli *c, const pl_fit *fit);                  // and the stages that inserted them; nothing without samples
// Young's modulus and the like of a solid, over the body where it changes from place to place; nothing for cloth.
void show_moduli(cli *c, const pl_fit *fit);
// The bending rigidity by cut; nothing where bending was not fitted.
void show_rigidities(cli *c, const pl_fit *fit);
// Warnings with their remedies.
void show_warnings(cli *c, const pl_fit *fit);
// Which further test would help (fit->findings.further).
void show_further(cli *c, const pl_fit *fit);

// "report  DIR/report.html", or that the program has no page to write; label: "report", "page".
void show_report(const char *label, const char *path);

// The strains a term's curve is drawn over: what was measured, else what its parameters speak about, else +-0.1. False when input `i`
// of the term has no curve of its own.
bool term_range(const pl_material *material, const pl_term *term, int i, double range[2]);
// Stress of input i over its range with the other inputs at zero: n values, SI.
void term_curve(const pl_material *material, const pl_term *term, int i, const double range[2], int n, double *stress);
// "0.012 1/m": for people, with the display unit.
const char *shown(cli *c, double si, pl_dim dim);

#endif
