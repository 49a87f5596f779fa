// virtual_tests.h: known materials, planned tensile tests and captures for the fits of this folder.
#ifndef PLIANT_TEST_VIRTUAL_TESTS_H
#define PLIANT_TEST_VIRTUAL_TESTS_H

#include "estimate/problem/fit.h"
#include "protocol/capture/rig/motion.h"

// A material from its file's text; ends the test when it does not parse.
pl_material *truth_from_text(pl_context *ctx, const char *text);
// A tensile or shear test with evenly spaced displacements up to `pull` and `slide` (m; 0: that control is not moved). Free it with unplan_tests.
pl_test plan_test(const char *name, double length, double width, double angle, double pull, double slide, int n_frame);
void unplan_tests(int n, pl_test *test);
// Keep only the wanted observed channels of a virtual measurement.
void keep_channels(pl_measurement *measurement, int test, bool force, bool shear_force, bool lateral);
// Virtual captures of a cloth, every frame of which has its equilibrium; the cloth is destroyed.
pl_measurement *virtual_captures(pl_context *ctx, pl_material *cloth, const char *which, const pl_motion_options *options);

#endif
