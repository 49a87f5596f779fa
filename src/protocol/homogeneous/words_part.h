// words_part.h: shared by the text files of homogeneous tests.
#ifndef PL_PROTOCOL_HOMOGENEOUS_WORDS_PART_H
#define PL_PROTOCOL_HOMOGENEOUS_WORDS_PART_H

#include "base/sentence/sentence.h"
#include "estimate/problem/fit.h"
#include "protocol/homogeneous/homogeneous.h"

// Remedy for parameters that are not identifiable, uncertain or indistinguishable from zero (remedy_states.c). The fit's text.
pl_sentence pl__remedy_states(const pl_fit *fit, const pl_homogeneous *homogeneous, bool no_test);
// Drucker's and Baker and Ericksen's inequalities in the states of the tests (warn_stability.c); *known false: they do not apply.
pl_status pl__warn_states(const pl_fit *fit, pl_fit_findings *findings, bool *known);

#endif
