// cover.h: `cover` of the laws' rows: required members of a description over given strains, where a law replaces another (material/swap.c).
#ifndef PL_LAW_COVER_H
#define PL_LAW_COVER_H

#include "law/law.h"

// A curve of one strain: "knots" of three segments, from 0 where the stress is odd, else "compression": "free" and 0 among them.
void pl_cover_curve(const pl_law_row *row, pl_dim strain_dim, const double range[][2], bool odd, pl_json_writer *writer);
// The same where the strain is a logarithm of the given stretch, and of two such stretches, which have the same knots.
void pl_cover_log_curve(const pl_law_row *row, pl_dim strain_dim, const double range[][2], bool odd, pl_json_writer *writer);
void pl_cover_log_pair(const pl_law_row *row, pl_dim strain_dim, const double range[][2], bool odd, pl_json_writer *writer);
// Curves of principal stretches: five logarithmic knots on both sides of 0.
void pl_cover_stretches(const pl_law_row *row, pl_dim strain_dim, const double range[][2], bool odd, pl_json_writer *writer);
// A grid of two strains: below, at and above 0.
void pl_cover_plane(const pl_law_row *row, pl_dim strain_dim, const double range[][2], bool odd, pl_json_writer *writer);
// Scattered points of any number of strains.
void pl_cover_points(const pl_law_row *row, pl_dim strain_dim, const double range[][2], bool odd, pl_json_writer *writer);

// "knots" or another key: n numbers without a dimension, from 0 to `most`, equidistant.
void pl_cover_from_zero(pl_json_writer *writer, const char *key, int n, double most);
// The largest |strain| of the first n inputs; 0.1 if it is 0.
double pl_cover_reach(int n, const double range[][2]);

#endif
