// result.h: a fit as a folder of files, and the page made from them.
//
//   material.json     the material with sigma, ranges, certificate, provenance
//   predicted-with.json  for a prediction instead: the material that was used
//   fit.json          everything about the fit: parameters, scores, residuals per frame, history, settings, versions, input hashes, times, warnings
//   curves.csv        each law over its range with 95 % band
//   predictions.csv   measured and predicted per test and frame, with sigma, raw points included
//   frames.csv        captures only: clip forces and distances per frame
//   energy_sections.csv   additive cloth only: energy over pairs of strains, and where elements were
//   shapes.bin        measured and simulated shapes of every frame, for the page (shapes.h)
//   report.html       one page, made only from the files above; absent if the program was built without it
// Files are written to a temporary name and renamed.
#ifndef PL_REPORT_RESULT_RESULT_H
#define PL_REPORT_RESULT_RESULT_H

#include <pliant/report.h>

#include "estimate/problem/fit.h"

// The material of a prediction: not material.json, since nothing was fitted.
#define PL_USED_MATERIAL "predicted-with.json"

// fit.json as text, for --json on standard output; the caller destroys the writer.
pl_status pl_result_json(pl_context *ctx, const pl_fit *fit, const pl_run *run, pl_json_writer **writer);
// fit.json of a result folder, checked for its format and main members; the tree lives in the arena.
pl_status pl_result_load(pl_arena *arena, const char *directory, struct pl_json **root);

const char *pl_verdict_name(pl_verdict_state state);  // "bad", "partly", "good", as in fit.json
const char *pl_verdict_sign(pl_verdict_state state);  // "!", "~", a tick
// One sentence: what was found and how sure it is. Into the caller's text.
struct pl_text;
void pl_result_verdict(const pl_fit *fit, struct pl_text *out);
// The ids of its clauses, in order (say_verdict.h). Returns how many there are.
enum { PL_MAX_REASON = 24 };
int pl_result_reasons(const pl_fit *fit, const char *id[PL_MAX_REASON]);
// energy_sections.csv as text (energy_sections.c); nothing for fits of other models than additive ones of cloth.
pl_status pl_result_sections(pl_arena *arena, const pl_fit *fit, struct pl_text *out);

// The strain range over which input i of a term is shown: the measured one, else the law's, else a modest one. Symmetric bending is shown
// for positive curvature. Returns whether it was measured.
bool pl_term_shown_range(const pl_material *material, const pl_term *term, int i, double range[2]);
// The elements of a bending term: "fold line at 45 deg, strips cut at 45 deg". The text is "" for terms that do not bend or act on all
// edges.
const char *pl_term_fold_words(const pl_term *term);

#endif
