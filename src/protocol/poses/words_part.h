// words_part.h: shared by the text files of bodies in poses.
#ifndef PL_PROTOCOL_POSES_WORDS_PART_H
#define PL_PROTOCOL_POSES_WORDS_PART_H

#include "estimate/advise/words.h"

// Readings that contradict each other, and single readings with large residuals (warn_poses.c).
pl_status pl__warn_poses(const pl_fit *fit, pl_fit_findings *findings, pl_warn_phase phase);

#endif
