// visit.h: the states that the homogeneous tests of a fit visit, and declared properties of their material.
#ifndef PL_PROTOCOL_HOMOGENEOUS_VISIT_H
#define PL_PROTOCOL_HOMOGENEOUS_VISIT_H

#include "estimate/model/rubber_model.h"
#include "estimate/problem/protocol_fit.h"

// Widens *range. invariant, second [n_frame]: I1 - 3 and y of every frame; may be NULL.
void pl_rubber_visit(const pl_test *test, pl_rubber_range *range, double *invariant, double *second);
// Distance of a frame from rest, by its imposed deformation.
double pl__homogeneous_reach(const pl_test *test, int frame);
pl_said pl__homogeneous_said(const pl_test *test);
// Mode and axes. Biaxial paths count as draws of the material where specimens are named: several paths are usually of one specimen.
pl_draws pl__homogeneous_kind(const pl_test *test, char mode[PL_KIND_MODE]);

#endif
