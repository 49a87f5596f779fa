// detail.h: what a protocol found about its tests together, beyond the findings that all fits have. Only the protocol's own files read it;
// its words and its view pass on what warnings, terminal and fit.json show.
#ifndef PL_ESTIMATE_PROBLEM_DETAIL_H
#define PL_ESTIMATE_PROBLEM_DETAIL_H

#include "estimate/problem/fit.h"

// The detail of a protocol; NULL: none was made.
void *pl_fit_detail(const pl_fit *fit, const pl_protocol *protocol);
// The same, made of `size` zero bytes in the fit's arena if there is none; NULL: no memory.
void *pl_fit_detail_make(pl_fit_findings *findings, const pl_protocol *protocol, size_t size);

#endif
