// choose.h: the laws of a bent direction: how its moment depends on curvature, and which of them the readings support.
#ifndef PL_PROTOCOL_MOMENT_CURVATURE_CHOOSE_H
#define PL_PROTOCOL_MOMENT_CURVATURE_CHOOSE_H

#include "estimate/friction/friction.h"

// One way in which the elastic moment depends on curvature. Knots are shares of the largest measured curvature.
typedef struct pl_bend_law {
  const char *model, *help;
  const char *law;    // NULL: chosen among the others
  const char *shape;  // further members of its description
  bool faces;         // separate numbers for the two faces
  int n_knot;         // 0: none
  double knot[7];     // [n_knot]
} pl_bend_law;

// The first row is the choice by the readings.
int pl_bend_law_count(void);
const pl_bend_law *pl_bend_law_at(int index);
const pl_bend_law *pl_bend_law_find(const char *model);  // NULL when unknown

// The law of one direction with its friction.
typedef struct pl_bend_choice {
  const pl_bend_law *law;
  pl_friction friction;
  double top;        // 1/m, the largest curvature
  int n;             // numbers found
  double theta[16];  // [n], of the elastic term, then of the friction
  double score;      // smaller is better
} pl_bend_choice;

// Adds the terms NAME and NAME-friction on one curvature ("warp", "weft", "twist") of the material.
pl_status pl_bend_add_terms(pl_material *material, const char *name, const char *value, const pl_bend_choice *choice);

// The question: which law do the readings of a direction support?
typedef struct pl_bend_ask {
  const pl_bend_law *law;  // one row; the first: the best of the others
  pl_friction friction;    // one kind; PL_FRICTION_AUTO: the best
  bool both, turns;        // the tests bend to both faces; they go back
  bool sigma_known;
  int n_path;
  const pl_path *path;
  const char *value;
} pl_bend_ask;
pl_status pl_bend_choose(pl_context *ctx, const pl_bend_ask *ask, pl_bend_choice *out);

#endif
